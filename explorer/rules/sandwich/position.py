"""What there is in a sandwich battle: the options, pieces, skills, a position, the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ..interpreter import Source
from ..language import EVER, Effect, Value, bounded
from ..options import option
from ..topology import LARGEST
from .profiles import PROFILES, Profile

SOURCE = "JP7589901B2"
AVAILABLE, USED, DISABLED = "available", "used", "disabled"
RANKS = ("normal", "rare", "super rare", "ultra rare")
NUMBER = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
RATE = {"type": "number", "minimum": 0, "maximum": 1000}


@dataclass(frozen=True)
class Rules:
    """The options of the sandwich battle; the defaults are the source's embodiment."""

    profile: str = option(
        "embodiment",
        "The order of a turn's phases, the damage formula, answers and caps, as one published set.",
        {"enum": list(PROFILES)},
        "Fig. 13; the others are published orders of a 6x6 game",
    )
    rows: int = option(4, "Rows of the board, where the scenario draws none.", {"type": "integer", "minimum": 1, "maximum": LARGEST}, "Fig. 2")
    columns: int = option(6, "Columns of the board, where the scenario draws none.", {"type": "integer", "minimum": 1, "maximum": LARGEST}, "Fig. 2")
    numbered_from: str = option("bottom", "Row 1 is at the bottom, or at the top as in Othello transcripts.", {"enum": ["bottom", "top"]}, "Fig. 2")
    players: int = option(2, "Players, where the scenario gives no HP.", {"type": "integer", "minimum": 2, "maximum": 8}, "[0002]: three or more players")
    pieces: str = option("named", "Pieces have names and parameters, or are plain and without number.", {"enum": ["named", "unlimited"]}, "S101")
    placement: str = option("any", "A piece goes on any empty cell, or only where it sandwiches.", {"enum": ["any", "sandwich"]}, "S107")
    vitality: bool = option(True, "Sandwiched pieces cost their owners HP.", {"type": "boolean"}, "S111")
    win: str = option("hp", "The end without a loser: the higher HP wins, or most cells, or fewest.", {"enum": ["hp", "most", "fewest"]}, "S113")
    turn_limit: int = option(
        0, "After so many placements the game ends (0: no limit).", {"type": "integer", "minimum": 0, "maximum": 10_000}, "S113: a predetermined stage"
    )
    anchor_term: bool = option(True, "The anchor's parameter is added to the placed piece's.", {"type": "boolean"}, "Fig. 6")
    run_length_rate: Fraction | int = option(0, "Damage of a run of n cells, two or more, is multiplied by this times n (0: not at all).", RATE, "Fig. 6(b)")
    beats: Mapping[str, Sequence[str]] = option(
        {"X": ["Y"], "Y": ["Z"], "Z": ["X"]},
        "Which attribute beats which.",
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string", "maxLength": 40}}, "maxProperties": 40},
        "Fig. 15",
    )
    attribute_rate: Fraction | int = option(2, "The parameter of the superior attribute is multiplied by this.", RATE, "Fig. 15")
    hand: int = option(
        0, "Of the pieces brought, so many are in the hand and the next is drawn each turn (0: all).", {"type": "integer", "minimum": 0, "maximum": 200}
    )
    turned_back: str = option(
        AVAILABLE,
        "A skill that its piece's turning has disabled is available again, or stays disabled, when the piece is turned back.",
        {"enum": [AVAILABLE, DISABLED]},
        "S112",
    )

    @property
    def order(self) -> Profile:
        """The profile in force."""
        return PROFILES[self.profile]


class Piece(NamedTuple):
    """A character: its parameters by player, and what else it brings.

    ``attack`` and ``defence`` hold one number a player; they are the same where the piece has one parameter a player.
    """

    name: str
    attack: tuple[Fraction | int, ...]
    defence: tuple[Fraction | int, ...]
    attribute: str = ""
    skill: str = ""
    rank: str = RANKS[0]


class Skill(NamedTuple):
    """A skill: its effects, and how often it may act by the triggers that use it up (0: without limit)."""

    name: str
    effects: tuple[Effect, ...]
    limit: int = 1


class CellEvent(NamedTuple):
    """An event that a cell can have: its effects, for whom alone (0: for anybody), and whether it goes once it has acted.

    ``draws``: it is one of these events, drawn when it is entered.
    """

    name: str
    effects: tuple[Effect, ...]
    only: int = 0
    once: bool = False
    draws: tuple[str, ...] = ()


class Registered(NamedTuple):
    """A line of the skill table (Fig. 7); ``left`` is how often it may still act (0: without limit)."""

    skill: str
    player: int
    piece: str
    status: str
    left: int = 1


class Lasting(NamedTuple):
    """Something that stays for a while: a changed parameter, a shield, a curse, a bar, or an effect that is still to come.

    ``target`` is a piece, a cell or a player by name; ``how`` and ``value`` are the change. ``left``: for so many ends of its
    owner's turns (`EVER`: for good); ``due``: so many own turns until ``effect`` acts.
    """

    deed: str
    target: str
    source: Source
    how: str = ""
    value: Value = 0
    kind: str = ""
    left: int = EVER
    due: int = 0
    effect: Effect | None = None


class State(NamedTuple):
    """A position. ``states[k]`` is 0 on an empty cell, else the player whose parameter is in force there.

    ``turned``: the pieces that were ever turned over; ``events``: the event of each cell that has one, by cell number;
    ``start_hp``: HP at the start of the turn; ``last``: the piece that each player placed last, ``drew`` the one drawn last.
    """

    states: tuple[int, ...]
    pieces: tuple[str, ...]
    hp: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    skills: tuple[Registered, ...]
    turn: int
    lasting: tuple[Lasting, ...] = ()
    placed: int = 0
    over: bool = False
    winner: int | None = None
    turned: frozenset[str] = frozenset()
    events: tuple[tuple[int, str], ...] = ()
    start_hp: tuple[int, ...] = ()
    last: tuple[str, ...] = ()
    drew: tuple[str, ...] = ()


class Declared(NamedTuple):
    """A skill declared with a move: on which piece or cell ("" where it needs none), and to which cell."""

    skill: str
    on: str = ""
    to: str = ""


class Place(NamedTuple):
    """A move: ``piece`` ("" for a plain one) on cell number ``cell``, with the skills declared."""

    piece: str
    cell: int
    uses: tuple[Declared, ...] = ()


class Pass(NamedTuple):
    """The only move of a player who can place nothing."""


class Use(NamedTuple):
    """A move: a skill is declared by itself, on anybody's turn; the turn stays where it is."""

    use: Declared


Move = Place | Pass | Use
PASS = Pass()


class Run(NamedTuple):
    """The cells between the placed cell and its nearest anchor on one ray, nearest first."""

    axis: str
    cells: tuple[int, ...]
    anchor: int


class Term(NamedTuple):
    """One number of a damage sum: where it comes from, its printed value, and each change: (by what, how, how much)."""

    cell: str
    piece: str
    printed: Value
    changes: tuple[tuple[str, str, Value], ...] = ()

    @property
    def value(self) -> Value:
        return self.after(len(self.changes))

    def after(self, count: int) -> Value:
        """The value once the first so many changes are made."""
        value = self.printed
        for _, how, by in self.changes[:count]:
            value = bounded(value + by if how == "add" else value * by)
        return value
