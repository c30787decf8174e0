"""What there is in a sandwich battle: the options, pieces, skills, a position, the moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ..options import option
from ..topology import LARGEST

SOURCE = "JP7589901B2"
AVAILABLE, USED, DISABLED = "available", "used", "disabled"
RANKS = ("normal", "rare", "super rare", "ultra rare")
NUMBER = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
RATE = {"type": "number", "minimum": 0, "maximum": 1000}


@dataclass(frozen=True)
class Rules:
    """The options of the sandwich battle; the defaults are the source's embodiment."""

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
    """A skill that is declared with a move and multiplies a piece's parameter for that turn (Fig. 10)."""

    name: str
    factor: Fraction | int


class Registered(NamedTuple):
    """A line of the skill table (Fig. 7)."""

    skill: str
    player: int
    piece: str
    status: str


class Boost(NamedTuple):
    """A change of a piece's parameter that lasts for the turn."""

    piece: str
    skill: str
    factor: Fraction | int


class State(NamedTuple):
    """A position. ``states[k]`` is 0 on an empty cell, else the player whose parameter is in force there."""

    states: tuple[int, ...]
    pieces: tuple[str, ...]
    hp: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    skills: tuple[Registered, ...]
    turn: int
    boosts: tuple[Boost, ...] = ()
    placed: int = 0
    over: bool = False
    winner: int | None = None


class Place(NamedTuple):
    """A move: ``piece`` ("" for a plain one) on cell number ``cell``, with the skills declared, each on a piece."""

    piece: str
    cell: int
    uses: tuple[tuple[str, str], ...] = ()


class Pass(NamedTuple):
    """The only move of a player who can place nothing."""


PASS = Pass()


class Run(NamedTuple):
    """The cells between the placed cell and its nearest anchor on one ray, nearest first."""

    axis: str
    cells: tuple[int, ...]
    anchor: int


class Term(NamedTuple):
    """One number of a damage sum: where it comes from, its printed value, and each change with its factor."""

    cell: str
    piece: str
    printed: Fraction | int
    factors: tuple[tuple[str, Fraction | int], ...] = ()

    @property
    def value(self) -> Fraction | int:
        value = self.printed
        for _, factor in self.factors:
            value = value * factor
        return value
