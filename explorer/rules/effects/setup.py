"""Reading a scenario's rules and setup, with every fault in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..options import exact, options_schema
from ..trace import Fault, Faulty, nearest
from .game import SLOT_NAMES, Game
from .position import BROAD, INDEX, LIMIT, ORDER, SIDES, SLOTS, TARGETS, Effect, Printed, Rules, State

_NAME = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[^\s.\x00-\x1f]+$"}
_VALUE = {"type": "integer", "minimum": 0, "maximum": LIMIT}
_AMOUNT = {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT}
_LIFE = {"type": "integer", "minimum": 1, "maximum": LIMIT}
_HAND = {"type": "array", "items": _NAME, "maxItems": 200}
_EFFECT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["target"],
    "properties": {
        "target": {"enum": list(TARGETS), "description": 'Whom it concerns, seen from the card: never the card itself but with "self".'},
        "side": {"enum": ["own", "enemy"], "description": "Whose row or side, or which part of all."},
        "card": {**_NAME, "description": "Only cards of this name."},
        "power": {**_AMOUNT, "description": "What is added to the power."},
        "defence": {**_AMOUNT, "description": "What is added to the defence."},
        "destroy": {"type": "boolean", "description": "The cards leave the field."},
    },
}
_CARD = {
    "type": "object",
    "additionalProperties": False,
    "required": ["power"],
    "properties": {
        "power": _VALUE,
        "defence": _VALUE,
        "effects": {"type": "array", "items": _EFFECT, "maxItems": 8, "description": "Its effects, in the order in which they act."},
    },
}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "turn": {"enum": list(SIDES), "description": "Whose turn it is."},
        "field": {"type": "object", "additionalProperties": _NAME, "maxProperties": 100, "description": "The card on every occupied slot."},
        "life": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(SIDES, _LIFE),
            "description": "Life points by side; 20 where nothing is said.",
        },
        "hands": {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _HAND), "description": "The cards in hand by side."},
        "cards": {"type": "object", "propertyNames": _NAME, "maxProperties": 700, "additionalProperties": _CARD, "description": "Every card by its name."},
    },
}
RULES = options_schema(Rules)
EXPECTS = ("field", "winner", "powers", "life")
WHOLE = ("field",)
"""Those of them that must be told whole; of other tables only the names that are written count."""


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    setup = exact(dict(setup))
    options = Rules(**exact(dict(rules)))
    options = replace(options, order={**ORDER, **options.order})
    cards = {name: _printed(name, one) for name, one in setup.get("cards", {}).items()}
    faults = [*_card_faults(cards, setup.get("cards", {})), *_field_faults(setup, cards), *_order_faults(options)]
    if faults:
        raise Faulty(faults)
    game = Game(options, cards, _start(setup), "hands" in setup)
    field = setup.get("field", {})
    placed = tuple(game.fresh(field[name]) if name in field else None for name in SLOTS)
    return replace(game, start=game.start._replace(cards=placed))


def _printed(name: str, one: Mapping[str, Any]) -> Printed:
    return Printed(name, one["power"], one.get("defence", 0), tuple(Effect(**effect) for effect in one.get("effects", ())))


def _start(setup: Mapping[str, Any]) -> State:
    """The start without its field."""
    life = tuple(setup.get("life", {}).get(side, 20) for side in SIDES)
    hands = tuple(tuple(setup.get("hands", {}).get(side, ())) for side in SIDES)
    return State((None,) * len(SLOTS), life, hands, setup.get("turn", SIDES[0]))


def _unknown_card(place: str, name: str, cards: Mapping[str, Printed]) -> Fault:
    return Fault(place, f"card {name!r}", ", ".join(cards)[:400] or "a card of setup.cards", nearest(name, list(cards)))


def _card_faults(cards: Mapping[str, Printed], tables: Mapping[str, Any]) -> Iterator[Fault]:
    """Effects that name an unknown card, do nothing, or say two things at once."""
    for name, card in cards.items():
        for k, effect in enumerate(card.effects):
            place = f"setup.cards.{name}.effects[{k}]"
            if effect.card and effect.card not in cards:
                yield _unknown_card(f"{place}.card", effect.card, cards)
            if effect.side and effect.target not in BROAD:
                yield Fault(f"{place}.side", f"{effect.side!r} with target {effect.target!r}", f"a side only with {', '.join(BROAD)}")
            if effect.destroy == bool(effect.power or effect.defence):
                found = "both destroy and a change of values" if effect.destroy else "no change"
                yield Fault(place, found, "power or defence (not 0), or destroy = true")


def _field_faults(setup: Mapping[str, Any], cards: Mapping[str, Printed]) -> Iterator[Fault]:
    """Slots and cards that there are not."""
    for slot, name in setup.get("field", {}).items():
        if slot not in INDEX:
            yield Fault(f"setup.field.{slot[:40]}", f"slot {slot[:40]!r}", SLOT_NAMES, nearest(slot[:40], SLOTS))
        if name not in cards:
            yield _unknown_card(f"setup.field.{slot[:40]}", name, cards)
    for side, hand in setup.get("hands", {}).items():
        for k, name in enumerate(hand):
            if name not in cards:
                yield _unknown_card(f"setup.hands.{side}[{k}]", name, cards)


def _order_faults(rules: Rules) -> Iterator[Fault]:
    """An order that names an unknown slot, or one twice."""
    for side, order in rules.order.items():
        seen: Counter[str] = Counter()
        for k, slot in enumerate(order):
            place = f"rules.order.{side}[{k}]"
            if slot not in INDEX:
                yield Fault(place, f"slot {slot!r}", SLOT_NAMES, nearest(slot, SLOTS))
            elif seen[slot]:
                yield Fault(place, f"{slot!r} a second time", "each slot once")
            seen[slot] += 1
