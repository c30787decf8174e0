"""Reading a scenario's rules and setup, with every fault in its place."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ..language import Effect, misuses, names, read_effects, schema
from ..options import exact, options_schema
from ..trace import MOST_FAULTS, Fault, Faulty, nearest
from .field import SIDES, Field
from .game import Game, slot_names
from .position import LIMIT, Printed, Rules, State
from .vocabulary import CARDS

_NAME = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[^\s.;\x00-\x1f]+$"}
_VALUE = {"type": "integer", "minimum": 0, "maximum": LIMIT}
_LIFE = {"type": "integer", "minimum": 1, "maximum": LIMIT}
_HAND = {"type": "array", "items": _NAME, "maxItems": 200}
_CARD = {
    "type": "object",
    "additionalProperties": False,
    "required": ["power"],
    "properties": {
        "power": _VALUE,
        "defence": _VALUE,
        "effects": schema(CARDS),
    },
}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "turn": {"enum": list(SIDES), "description": "Whose turn it is."},
        "field": {"type": "object", "additionalProperties": _NAME, "maxProperties": 200, "description": "The card on every occupied slot."},
        "life": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(SIDES, _LIFE),
            "description": "Life points by side; 20 where nothing is said.",
        },
        "hands": {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _HAND), "description": "The cards in hand by side."},
        "decks": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(SIDES, _HAND),
            "description": "The decks by side, the top first.",
        },
        "shuffle": {"type": "boolean", "description": "The decks are shuffled with the seed before the hands are dealt."},
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of everything that is drawn."},
        "cards": {"type": "object", "propertyNames": _NAME, "maxProperties": 700, "additionalProperties": _CARD, "description": "Every card by its name."},
    },
}
RULES = options_schema(Rules)
EXPECTS = ("field", "winner", "powers", "life")
WHOLE = ("field",)
"""Those of them that must be told whole; of other tables only the names that are written count."""


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    setup, options = exact(dict(setup)), _options(rules)
    field = Field(SIDES[: options.sides], options.rows)
    cards = {name: _printed(name, one) for name, one in setup.get("cards", {}).items()}
    faults = [*islice(_card_faults(cards, field), MOST_FAULTS), *_field_faults(setup, cards, field), *_order_faults(options, field)]
    if faults:
        raise Faulty(faults)
    game = Game(options, cards, _start(setup, options, field), "hands" in setup or "decks" in setup, setup.get("seed", 0))
    lying = setup.get("field", {})
    placed = tuple(game.fresh(lying[name]) if name in lying else None for name in field.slots)
    return replace(game, start=game.start._replace(cards=placed))


def _options(rules: Mapping[str, Any]) -> Rules:
    options = exact(dict(rules))
    return Rules(**(options | {"rows": tuple(options["rows"])} if "rows" in options else options))


def _printed(name: str, one: Mapping[str, Any]) -> Printed:
    return Printed(name, one["power"], one.get("defence", 0), read_effects(one.get("effects", ()), CARDS))


def _start(setup: Mapping[str, Any], options: Rules, field: Field) -> State:
    """The start without its field: hands are given, or dealt from the decks."""
    life = tuple(setup.get("life", {}).get(side, 20) for side in field.sides)
    decks = [list(setup.get("decks", {}).get(side, ())) for side in field.sides]
    if setup.get("shuffle"):
        for side, deck in zip(field.sides, decks, strict=True):
            random.Random(f"{setup.get('seed', 0)}:deck:{side}").shuffle(deck)
    hands = [list(setup.get("hands", {}).get(side, ())) for side in field.sides]
    for side, hand, deck in zip(field.sides, hands, decks, strict=True):
        if side not in setup.get("hands", {}):
            hand += deck[: options.hand]
            del deck[: options.hand]
    turn = setup.get("turn", SIDES[0])
    return State((None,) * len(field.slots), life, tuple(map(tuple, hands)), turn, decks=tuple(map(tuple, decks)), field=field)


def _unknown_card(place: str, name: str, cards: Mapping[str, Printed]) -> Fault:
    return Fault(place, f"card {name!r}", ", ".join(cards)[:400] or "a card of setup.cards", nearest(name, list(cards)))


def _card_faults(cards: Mapping[str, Printed], field: Field) -> Iterator[Fault]:
    """Effects that name what there is not."""
    for name, card in cards.items():
        for k, effect in enumerate(card.effects):
            for place, word, known in _names(effect, list(cards), field):
                if word not in known:
                    yield Fault(f"setup.cards.{name}.effects[{k}].{place}", repr(word), ", ".join(known)[:400], nearest(word, known))
            for key, found, allowed in misuses(effect, CARDS):
                yield Fault(f"setup.cards.{name}.effects[{k}].{key}", found, allowed)


def _names(effect: Effect, cards: list[str], field: Field) -> Iterator[tuple[str, str, list[str]]]:
    """Every name in an effect, as (place, name, what is allowed there)."""
    whats = {"slot": ["left", "right", *field.slots], "place": ["hand", "deck"], "card": cards, "order": ["reverse", *field.sides]}
    for place, word in names(effect):
        yield place, word, whats[CARDS.deed(effect.do).what] if place == "what" else cards
    texts = {"name": cards, "side": ["own", "enemy"], "turn": ["own", "enemy"], "slot": list(field.slots)}
    for key, conditions in (("if", effect.conditions), ("only", effect.only)):
        for k, one in enumerate(conditions):
            if isinstance(one.right, str):
                yield f"{key}[{k}]", one.right, texts[one.left]


def _field_faults(setup: Mapping[str, Any], cards: Mapping[str, Printed], field: Field) -> Iterator[Fault]:
    """Slots and cards that there are not."""
    for slot, name in setup.get("field", {}).items():
        if slot not in field.number:
            yield Fault(f"setup.field.{slot[:40]}", f"slot {slot[:40]!r}", slot_names(field), nearest(slot[:40], field.slots))
        if name not in cards:
            yield _unknown_card(f"setup.field.{slot[:40]}", name, cards)
    if setup.get("turn", "M") not in field.sides:
        yield Fault("setup.turn", repr(setup["turn"]), ", ".join(field.sides))
    for side in setup.get("life", {}):
        if side not in field.sides:
            yield Fault(f"setup.life.{side}", f"side {side!r}", ", ".join(field.sides))
    for pile in ("hands", "decks"):
        for side, hand in setup.get(pile, {}).items():
            if side not in field.sides:
                yield Fault(f"setup.{pile}.{side}", f"side {side!r}", ", ".join(field.sides))
            for k, name in enumerate(hand):
                if name not in cards:
                    yield _unknown_card(f"setup.{pile}.{side}[{k}]", name, cards)


def _order_faults(rules: Rules, field: Field) -> Iterator[Fault]:
    """An order that names an unknown slot, or one twice."""
    for side, order in rules.order.items():
        if side not in field.sides:
            yield Fault(f"rules.order.{side}", f"side {side!r}", ", ".join(field.sides))
        seen: Counter[str] = Counter()
        for k, slot in enumerate(order):
            place = f"rules.order.{side}[{k}]"
            if slot not in field.number:
                yield Fault(place, f"slot {slot!r}", slot_names(field), nearest(slot, field.slots))
            elif seen[slot]:
                yield Fault(place, f"{slot!r} a second time", "each slot once")
            seen[slot] += 1
