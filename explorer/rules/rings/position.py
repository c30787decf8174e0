"""What there is on a field of rings: the options, nodes, sections, a position, the moves."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

from ..options import option
from ..trace import Step

SOURCE = "JP5039466B2"
MOST_KINDS = 9
MOST_RINGS, FEWEST_SPOKES, MOST_SPOKES = 12, 3, 18
MOST_POINTS = 1_000_000
FREED, EMPTY = "freed", "empty"
NODE, COUNT = "node", "count"
MOST_BALLS, RANDOM = 3, "random"
_POINTS = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
_YES_NO = {"type": "boolean"}
_RINGS = {"type": "integer", "minimum": 1, "maximum": MOST_RINGS}
_SPOKES = {"type": "integer", "minimum": FEWEST_SPOKES, "maximum": MOST_SPOKES}
_BALLS = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_BALLS}, {"const": RANDOM}]}
_TICKS = {"type": "integer", "minimum": 0, "maximum": 1000}
_PACE = {"type": "array", "maxItems": 20, "items": {"type": "array", "prefixItems": [_POINTS, _TICKS], "minItems": 2, "maxItems": 2}}
_LEAST = {"type": "integer", "minimum": 2, "maximum": 12}

Node = tuple[int, int]
Balls = tuple[tuple[int, ...], ...]
Sections = tuple[tuple[bool, ...], ...]
Bond = tuple[Node, Node]
Path = tuple[str, str]


@dataclass(frozen=True)
class Rules:
    """The options of the ring rotation puzzle; the defaults are the source's embodiment."""

    rings: int = option(5, "Rings of the field, where the scenario draws none.", _RINGS, "Fig. 3(a)")
    spokes: int = option(6, "Spokes of the field, where the scenario draws none.", _SPOKES, "Fig. 3(a)")
    outline: str = option("round", "The rails are round, or straight from spoke to spoke.", {"enum": ["round", "polygon"]}, "Fig. 3(a); Fig. 17")
    whole: bool = option(
        False,
        "The whole field may be turned as one, against the plug's release count.",
        _YES_NO,
        "the object of the invention: the entire field, or a part of it",
    )
    kinds: int = option(7, "Kinds of ball that the plug draws from.", {"type": "integer", "minimum": 1, "maximum": MOST_KINDS}, "Fig. 3(b)")
    balls: int | str = option(1, "Balls of one release, 1 to 3, or “random”: drawn with the seed.", _BALLS, "S111")
    least: int = option(3, "How many balls of one kind must lie side by side to be erased.", _LEAST, "S141; the number may differ")
    lines: bool = option(False, "Only straight lines count, along a ring or along a spoke.", _YES_NO)
    joined: bool = option(False, "Only balls that a section joins are neighbours.", _YES_NO)
    falls: str = option(FREED, "Balls fall into nodes freed in this link, or into any empty ones.", {"enum": [FREED, EMPTY]}, "S144; any empty node: claim 4")
    chain: bool = option(True, "What has fallen is checked again at once, else with the next move.", _YES_NO, "the chain of Fig. 2; else Fig. 9")
    count_from: str = option(
        NODE, "After a release on another node the count goes on from there, or from its own spoke.", {"enum": [NODE, COUNT]}, "S120, S121"
    )
    interval: int = option(5, "Ticks after which the plug releases by itself (0: never); a release starts them anew.", _TICKS, "S101")
    pace: tuple[tuple[int, int], ...] = option(
        (), "Another interval from so many life points on: [life points, ticks], the last that is reached.", _PACE, "S101; it may change with the life points"
    )
    clear: int = option(30, "Life points that clear the stage.", _POINTS, "S154; the value is ours")
    over: int = option(-5, "Life points at which the game is over.", _POINTS, "S152; the value is ours")


def ring_name(ring: int) -> str:
    """``a`` for the innermost ring."""
    return chr(ord("a") + ring)


def node_name(node: Node) -> str:
    """A node as a person reads it.

    >>> node_name((2, 3))
    '3c'
    """
    return f"{node[1]}{ring_name(node[0])}"


def node_of(name: str) -> Node:
    """The node of a name.

    >>> node_of("3c")
    (2, 3)
    """
    return ord(name[-1]) - ord("a"), int(name[:-1])


def spoke_section(node: Node) -> str:
    """The section of a spoke on the inner side of a node: ``2B`` joins 2b and 2a."""
    return f"{node[1]}{ring_name(node[0]).upper()}"


def ring_section(node: Node) -> str:
    """The section of a ring that leads clockwise from a node: ``Hc`` joins 0c and 1c."""
    return f"{chr(ord('H') + node[1])}{ring_name(node[0])}"


class State(NamedTuple):
    """A position. ``balls[ring][spoke]`` is a kind or 0; ``spokes`` and ``rails`` say which sections there are.

    ``spokes[ring][spoke]`` is the section on the inner side of that node, ``rails[ring][spoke]`` the one clockwise of it.
    ``next`` is the release count: the spoke of the next release. ``drawn`` counts the balls drawn so far, ``ticks`` those
    since the last release. ``stopped``: for so many ticks the timer stands still; ``interval``: the one that a function has set, if any.
    """

    balls: Balls
    spokes: Sections
    rails: Sections
    next: int = 0
    points: int = 0
    drawn: int = 0
    ticks: int = 0
    over: bool = False
    cleared: bool = False
    stopped: int = 0
    interval: int | None = None


ALL = -1
"""`Turn.ring` of the whole field, turned as one."""


class Turn(NamedTuple):
    """A move: ``ring`` (or `ALL` of them) turns by one spoke, clockwise (``by`` 1) or counter-clockwise (-1)."""

    ring: int
    by: int


class Release(NamedTuple):
    """A move: the plug sends out balls of these ``kinds``, or of drawn ones where there are none."""

    kinds: tuple[int, ...] = ()


class Wait(NamedTuple):
    """A move: so many ticks go by."""

    ticks: int


Move = Turn | Release | Wait
Steps = Generator[Step, None, State]
