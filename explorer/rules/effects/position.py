"""What there is on a field of ordered effects: the options, slots, cards, a position, the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..language import Effect
from ..options import option
from .field import MOST_ROWS, SIDES, WIDEST, Field

SOURCE = "JP3699080B2"
FIELD = Field()
LIMIT = 1_000_000_000

_SLOT_LIST = {"type": "array", "items": {"type": "string", "maxLength": 8}, "maxItems": 4 * MOST_ROWS * WIDEST}
_YES_NO = {"type": "boolean"}


@dataclass(frozen=True)
class Rules:
    """The options of ordered effects; the defaults are the source's embodiment."""

    sides: int = option(
        2, "Sides of the field, in turn order M, E, F, G.", {"type": "integer", "minimum": 2, "maximum": len(SIDES)}, "[0042]; more: our choice"
    )
    rows: tuple[int, ...] = option(
        FIELD.rows,
        "Slots of each row of a side, the front row first.",
        {"type": "array", "minItems": 1, "maxItems": MOST_ROWS, "items": {"type": "integer", "minimum": 1, "maximum": WIDEST}},
        "Fig. 4(a)",
    )
    order: Mapping[str, Sequence[str]] = option(
        {},
        "The slots that are searched, one after another, when a side leads; where nothing is said, its front row, then those of the others in turn order.",
        {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _SLOT_LIST)},
        "Fig. 7(b), [0066]",
    )
    leads: str = option(
        "turn",
        "Whose order is searched: that of the side to move, or of the one with the fewest (or most) life points.",
        {"enum": ["turn", "fewest", "most"]},
        "[0066]; by life points: our choice",
    )
    changes: str = option(
        "stay", "Changes add up from search to search, or every search starts from the printed values.", {"enum": ["stay", "search"]}, "[0083]"
    )
    numbers: bool = option(True, "The order number stands in the corner of every slot.", _YES_NO, "[0059], [0068]")
    cursor: str = option("frame", "What marks the slot that is being searched.", {"enum": ["frame", "colour", "pattern"]}, "[0070]")
    points: str = option("pay", "After a fight the loser's side pays life points, or the winner's side gains them.", {"enum": ["pay", "gain"]}, "[0054]")
    amount: str = option("difference", "How many: the difference of the two values, or the winner's whole value.", {"enum": ["difference", "winner"]}, "[0054]")
    leaves: bool = option(True, "The card that loses a fight leaves the field.", _YES_NO, "our choice")
    alone: bool = option(True, "The search may also be run without presenting a card.", _YES_NO, "our choice")
    hand: int = option(
        5, "Cards dealt to each side from its deck, where the scenario gives no hands.", {"type": "integer", "minimum": 0, "maximum": 40}, "[0047]"
    )


class Printed(NamedTuple):
    """A card as it is printed."""

    name: str
    power: int
    defence: int = 0
    effects: tuple[Effect, ...] = ()


class Card(NamedTuple):
    """A card on the field with its values and effects now; ``defending`` until its side's next turn."""

    name: str
    power: int
    defence: int
    defending: bool = False
    effects: tuple[Effect, ...] = ()


class State(NamedTuple):
    """A position. ``cards`` by slot number (None: empty); ``life``, ``hands`` and ``decks`` by side.

    ``acted``: the effects of this turn run or have run, an attack or a defence is what is left; ``drew``: a card has been drawn in it;
    ``order``: that of the search, once an effect has changed it; ``out``: the sides that have lost.
    """

    cards: tuple[Card | None, ...]
    life: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    turn: str
    cursor: str = ""
    acted: bool = False
    over: bool = False
    winner: str | None = None
    decks: tuple[tuple[str, ...], ...] = ((), ())
    field: Field = FIELD
    drew: bool = False
    order: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    def enemies(self, side: str) -> tuple[str, ...]:
        """The other sides that are not out, in turn order from the next."""
        return self.field.others(side, self.out)

    def card(self, slot: str) -> Card | None:
        """What lies on a slot; None where it is empty, or where there is no such slot."""
        k = self.field.number.get(slot)
        return None if k is None else self.cards[k]

    def put(self, slot: str, card: Card | None) -> State:
        """The position with another card on a slot."""
        k = self.field.number[slot]
        return self._replace(cards=(*self.cards[:k], card, *self.cards[k + 1 :]))

    def held(self, side: str) -> tuple[str, ...]:
        """The slots of a side that hold a card."""
        return tuple(slot for slot in self.field.of(side) if self.card(slot))


class Resolve(NamedTuple):
    """A move: the search runs."""


class Draw(NamedTuple):
    """A move: the side to move takes the top card of its deck; where it has one, its turn begins so."""


class Present(NamedTuple):
    """A move: a card goes from the hand to an empty own slot; then the search runs."""

    card: str
    slot: str


class Attack(NamedTuple):
    """A move: the card on ``slot`` attacks the enemy card on ``target``."""

    slot: str
    target: str


class Defend(NamedTuple):
    """A move: the card on ``slot`` counts with its defence until its side's next turn."""

    slot: str


Move = Resolve | Draw | Present | Attack | Defend
RESOLVE, DRAW = Resolve(), Draw()
