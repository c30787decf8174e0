"""The options of the sandwich battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..options import option
from ..topology import HEXAGON, LARGEST, SQUARE
from .profiles import PROFILES, Profile

SOURCE = "JP7589901B2"
AVAILABLE, USED, DISABLED = "available", "used", "disabled"
RUN, ON_AXES, ADJACENT, SURROUNDED, PARTLY, PATHS = "run", "axes", "adjacent", "surrounded", "partly", "paths"
SUPERIOR, INFERIOR, EXTRA = "superior", "inferior", "extra"
OWNER, PLACER, BOTH = "owner", "placer", "both"
ALL, NEAREST, FARTHEST = "all", "nearest", "farthest"
NONE, LAST, TOTAL, NAMED = "none", "last", "sum", "named"
PASSES, LOSES = "passes", "loses"
FULL, KIND, HIDDEN = "full", "kind", "hidden"
RANKS = ("normal", "rare", "super rare", "ultra rare")
NUMBER = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
RATE = {"type": "number", "minimum": 0, "maximum": 1000}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 10_000}
_PARTS = {"enum": [ALL, NEAREST, FARTHEST]}
_SHOWN = {"type": "integer", "minimum": -1, "maximum": 200}
_ARRANGEMENT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["rate"],
    "properties": {
        "shape": {"type": "string", "maxLength": 1000},
        "cells": {"type": "array", "items": {"type": "string", "maxLength": 10}, "minItems": 1, "maxItems": 100},
        "rate": RATE,
    },
}


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
    cells: str = option(SQUARE, "The cells are squares, or hexagons with three axes.", {"enum": [SQUARE, HEXAGON]}, "Fig. 2; Fig. 17")
    numbered_from: str = option("bottom", "Row 1 is at the bottom, or at the top as in Othello transcripts.", {"enum": ["bottom", "top"]}, "Fig. 2")
    players: int = option(2, "Players, where the scenario gives no HP.", {"type": "integer", "minimum": 2, "maximum": 8}, "[0002]: three or more players")
    pieces: str = option("named", "Pieces have names and parameters, or are plain and without number.", {"enum": ["named", "unlimited"]}, "S101")
    placement: str = option("any", "A piece goes on any empty cell, or only where it sandwiches.", {"enum": ["any", "sandwich"]}, "S107")
    relation: str = option(
        RUN,
        "Which pieces are sandwiched: runs between the placed piece and another of the same player; every opposing piece on the axes, or next to it; "
        "one above, below or beside it whose own neighbours there are all, or partly, the placer's; or where the paths of the scenario lead.",
        {"enum": [RUN, ON_AXES, ADJACENT, SURROUNDED, PARTLY, PATHS]},
        "S110; the others: modifications of the specific area",
    )
    stacking: str = option(
        NONE,
        "A piece may go on one's own pieces; the cell then counts with the last one, with all of them, or with the one that its owner names.",
        {"enum": [NONE, LAST, TOTAL, NAMED]},
        "modifications: two or more characters in the same area",
    )
    vitality: bool = option(True, "Sandwiched pieces cost their owners HP.", {"type": "boolean"}, "S111")
    win: str = option("hp", "The end without a loser: the higher HP wins, or most cells, or fewest.", {"enum": ["hp", "most", "fewest"]}, "S113")
    turn_limit: int = option(
        0, "After so many placements the game ends (0: no limit).", {"type": "integer", "minimum": 0, "maximum": 10_000}, "S113: a predetermined stage"
    )
    anchor_term: bool = option(True, "The anchor's parameter is added to the placed piece's.", {"type": "boolean"}, "Fig. 6")
    run_length_rate: Fraction | int = option(0, "Damage of a run of n cells, two or more, is multiplied by this times n (0: not at all).", RATE, "Fig. 6(b)")
    axes_rates: tuple[Fraction | int, ...] = option(
        (), "Damage of sandwiches on two, three, four axes at once is multiplied by these.", {"type": "array", "items": RATE, "maxItems": 8}, "two: doubled, …"
    )
    perpendicular_rate: Fraction | int = option(0, "Instead of the rate of two axes, where they stand at a right angle (0: as any two).", RATE, "a first rate")
    oblique_rate: Fraction | int = option(
        0, "Instead of the rate of two axes, where they do not stand at a right angle (0: as any two).", RATE, "a second rate"
    )
    arrangements: tuple[Mapping[str, Any], ...] = option(
        (),
        "A rate for the pattern that the sandwiched cells make: as a shape (x and .) anywhere, or as certain cells; the first that fits counts.",
        {"type": "array", "items": _ARRANGEMENT, "maxItems": 50},
        "the arrangement of the specific area",
    )
    pays: str = option(OWNER, "Damage costs the owner of the sandwiched piece HP, the player who placed, or both.", {"enum": [OWNER, PLACER, BOTH]}, "claim 2")
    converts: str = option(
        ALL,
        "Of each run all cells are converted, the nearest to the placed piece, or the farthest.",
        {"enum": [ALL, NEAREST, FARTHEST]},
        "claim 1: at least a part",
    )
    attribute_effect: str = option(
        SUPERIOR,
        "The superior attribute multiplies its own parameter, reduces the inferior one, or adds a fixed damage.",
        {"enum": [SUPERIOR, INFERIOR, EXTRA]},
        "Fig. 15; the others: modifications",
    )
    beats: Mapping[str, Sequence[str]] = option(
        {"X": ["Y"], "Y": ["Z"], "Z": ["X"]},
        "Which attribute beats which.",
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string", "maxLength": 40}}, "maxProperties": 40},
        "Fig. 15",
    )
    attribute_rate: Fraction | int = option(2, "The parameter of the superior attribute is multiplied by this.", RATE, "Fig. 15")
    inferior_rate: Fraction | int = option(Fraction(1, 2), "The parameter of the inferior attribute is multiplied by this.", RATE)
    extra_damage: int = option(
        10, "The fixed damage for a piece that the placed one's attribute beats.", {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    )
    action_points: int = option(0, "Action points of each player at the start (0: acting costs nothing).", _COUNT, "a value that acting consumes")
    place_cost: int = option(1, "Action points that a placement costs.", _COUNT)
    skill_cost: int = option(1, "Action points that a declared skill costs.", _COUNT)
    points_back: int = option(0, "Action points that come back at the end of each own turn, up to those of the start.", _COUNT)
    exhausted: str = option(PASSES, "A player without enough action points is passed, or loses.", {"enum": [PASSES, LOSES]})
    shown: int = option(
        -1, "So many of each player's next pieces are shown to the others (-1: all).", {"type": "integer", "minimum": -1, "maximum": 200}, "S103"
    )
    shown_as: str = option("parameters", "Pieces that are shown have their parameters beside them, or their names only.", {"enum": ["parameters", "names"]})
    events_shown: str = option(
        FULL,
        "Events on cells are shown in full, by their kind without amounts, or not at all until they act.",
        {"enum": [FULL, KIND, HIDDEN]},
        "claims 8 to 11: displaying the contents of the event",
    )
    event_reach: str = option(
        "cells", "Of an event that is shown, the cells it will touch are shown, only their number, or neither.", {"enum": ["cells", "number", "none"]}
    )
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
