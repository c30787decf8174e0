"""What there is on a field of ordered effects: the options, slots, cards, a position, the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..language import Effect
from ..options import option

SOURCE = "JP3699080B2"
SIDES = ("M", "E")
WIDE = 5
TEN = 2 * WIDE
SLOTS = tuple(f"{side}{k}" for side in SIDES for k in range(1, TEN + 1))
INDEX = {name: k for k, name in enumerate(SLOTS)}
ORDER = {side: [f"{one}{k}" for one in (side, other) for k in range(1, WIDE + 1)] for side, other in (SIDES, SIDES[::-1])}
LIMIT = 1_000_000_000

_SLOT_LIST = {"type": "array", "items": {"type": "string", "maxLength": 8}, "maxItems": 100}


@dataclass(frozen=True)
class Rules:
    """The options of ordered effects; the defaults are the source's embodiment."""

    order: Mapping[str, Sequence[str]] = option(
        ORDER,
        "The slots that are searched, one after another, in each side's turn.",
        {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _SLOT_LIST)},
        "Fig. 7(b), [0066]",
    )
    changes: str = option(
        "stay", "Changes add up from search to search, or every search starts from the printed values.", {"enum": ["stay", "search"]}, "[0083]"
    )
    numbers: bool = option(True, "The order number stands in the corner of every slot.", {"type": "boolean"}, "[0059], [0068]")
    cursor: str = option("frame", "What marks the slot that is being searched.", {"enum": ["frame", "colour", "pattern"]}, "[0070]")
    points: str = option("pay", "After a fight the loser's side pays life points, or the winner's side gains them.", {"enum": ["pay", "gain"]}, "[0054]")
    amount: str = option("difference", "How many: the difference of the two values, or the winner's whole value.", {"enum": ["difference", "winner"]}, "[0054]")
    leaves: bool = option(True, "The card that loses a fight leaves the field.", {"type": "boolean"}, "our choice")


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

    ``acted``: the effects of this turn run or have run, an attack or a defence is what is left.
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

    def card(self, slot: str) -> Card | None:
        return self.cards[INDEX[slot]]


class Resolve(NamedTuple):
    """A move: the search runs."""


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


Move = Resolve | Present | Attack | Defend
RESOLVE = Resolve()


def side_of(slot: str) -> str:
    """The side that a slot belongs to."""
    return slot[0]


def other(side: str) -> str:
    """The side across the field."""
    return SIDES[1 - SIDES.index(side)]


def row_of(slot: str, side: str = "") -> tuple[str, ...]:
    """The five slots of the slot's row, or of the like row (front, back) of another side.

    >>> row_of("M3"), row_of("M7", "E")
    (('M1', 'M2', 'M3', 'M4', 'M5'), ('E6', 'E7', 'E8', 'E9', 'E10'))
    """
    first = (int(slot[1:]) - 1) // WIDE * WIDE + 1
    return tuple(f"{side or slot[0]}{k}" for k in range(first, first + WIDE))


def neighbours(slot: str) -> tuple[str, ...]:
    """The slots next in the row, the left one first; an empty slot is no bridge, and nothing wraps.

    >>> neighbours("M1"), neighbours("M7")
    (('M2',), ('M6', 'M8'))
    """
    row = row_of(slot)
    k = row.index(slot)
    return row[max(0, k - 1) : k] + row[k + 1 : k + 2]


def facing(slot: str) -> str:
    """The enemy front slot of the slot's column (Fig. 4(a)).

    >>> facing("M1"), facing("E2"), facing("M6"), facing("E10")
    ('E5', 'M4', 'E5', 'M1')
    """
    return f"{other(slot[0])}{WIDE - (int(slot[1:]) - 1) % WIDE}"
