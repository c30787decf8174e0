"""Where nodes lie: everything round is worked out from (ring, spoke) as two numbers with fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ...rules import rings as rules
from ..parts import Dial, Layout, Target
from ..shapes import Arc, Disc, Lines, Point, Polygon, Segment, Shape

INNERMOST, GAP = 96.0, 56.0
TEETH = 9.0
PLUG, BALL, HOLE = 46.0, 24.0, 21.0
EDGE = 10.0
RAIL = 7.0
ONE_O_CLOCK = -math.pi / 3
PLUG_NAME = "plug"
CURVE = 6
ROWS = 20
"""Rows of the keyboard's cursor are counted on by so many from field to field."""


class Place(NamedTuple):
    """Where the nodes of one field lie on the board."""

    rings: int
    spokes: int
    x: float
    y: float
    polygon: bool = False
    number: int = 0

    def radius(self, ring: float) -> float:
        """From ring a outward a gap a ring; inward of it, ring -1 is just under the plug's edge. Ring a holds a ball a spoke."""
        first = max(INNERMOST, self.spokes * GAP / (2 * math.pi))
        return first + ring * (GAP if ring > 0 else first - PLUG + 6)

    def angle(self, spoke: float) -> float:
        return ONE_O_CLOCK + spoke * 2 * math.pi / self.spokes

    def at(self, ring: float, spoke: float) -> Point:
        """A point on a ring; between two spokes of a polygon, on the straight line from one to the other."""
        if not self.polygon:
            return self.polar(self.radius(ring), spoke)
        first = math.floor(spoke)
        (x1, y1), (x2, y2) = self.polar(self.radius(ring), first), self.polar(self.radius(ring), first + 1)
        return x1 + (x2 - x1) * (spoke - first), y1 + (y2 - y1) * (spoke - first)

    def polar(self, radius: float, spoke: float) -> Point:
        angle = self.angle(spoke)
        return self.x + radius * math.cos(angle), self.y + radius * math.sin(angle)

    def outside(self, ring: float, spoke: float, by: float) -> Point:
        """So far beyond a point on a ring, away from the centre."""
        x, y = self.at(ring, spoke)
        far = math.hypot(x - self.x, y - self.y)
        return x + (x - self.x) * by / far, y + (y - self.y) * by / far

    def segment(self, spoke: float, inner: float, outer: float) -> Segment:
        return (*self.at(inner, spoke), *self.at(outer, spoke))

    def curve(self, inner: tuple[float, float], outer: tuple[float, float]) -> tuple[Segment, ...]:
        """From one (ring, spoke) to another, winding round the centre evenly: a section that is not radial."""
        (r1, s1), (r2, s2) = inner, outer
        points = [self.at(r1 + (r2 - r1) * k / CURVE, s1 + (s2 - s1) * k / CURVE) for k in range(CURVE + 1)]
        return tuple((*one, *other) for one, other in pairwise(points))

    @property
    def plug(self) -> str:
        """The name of its plug, as a target."""
        return PLUG_NAME + rules.ring_name(0, self.number)[1:]

    @property
    def wide(self) -> float:
        """From the centre to the left or right edge of what belongs to the field."""
        holes = [abs(self.at(self.rings, spoke)[0] - self.x) + HOLE + 5 for spoke in range(self.spokes)]
        return max([self.radius(self.rings - 1) + RAIL, *holes]) + EDGE

    @property
    def high(self) -> float:
        """From the centre to the upper or lower edge."""
        holes = [abs(self.at(self.rings, spoke)[1] - self.y) + HOLE + 5 for spoke in range(self.spokes)]
        return max([self.radius(self.rings - 1) + 24, *holes]) + EDGE

    @property
    def rim(self) -> float:
        """The radius of the toothed rim around a field that is geared with others."""
        return self.radius(self.rings) + HOLE + 6

    def arc(self, ring: float, start: float, end: float, stroke: str, width: float, dash: tuple[float, ...] = ()) -> Shape:
        """Along a ring from one spoke to another."""
        if not self.polygon:
            return Arc(self.x, self.y, self.radius(ring), self.angle(start), self.angle(end), stroke, width, dash)
        low, high = sorted((start, end))
        stops = [low, *range(math.floor(low) + 1, math.ceil(high)), high]
        return Lines(tuple((*self.at(ring, one), *self.at(ring, other)) for one, other in pairwise(stops)), stroke, width, dash)

    def circle(self, ring: int, stroke: str, width: float, offset: float = 0) -> Shape:
        """A whole ring."""
        if not self.polygon:
            return Disc(self.x, self.y, self.radius(ring), stroke=stroke, width=width)
        return Polygon(tuple(self.at(ring, spoke + offset) for spoke in range(self.spokes)), "", stroke, width)


class Places(NamedTuple):
    """Where everything lies: the fields in a row or a zigzag, or one below the other where the board is ``tall``."""

    fields: tuple[Place, ...]
    wide: float
    high: float

    def node(self, name: str) -> Point:
        """The centre of a node or of a plug."""
        if name.startswith(PLUG_NAME):
            place = self.fields[int(name.partition("@")[2] or 1) - 1]
            return place.x, place.y
        node = rules.node_of(name)
        return self.fields[node.field].at(node.ring, node.spoke)


@cache
def _places(sizes: tuple[tuple[int, int], ...], polygon: bool, tall: bool) -> Places:
    """Geared fields touch with their rims; a field by itself has none."""
    centred = [Place(rings, spokes, 0, 0, polygon, k) for k, (rings, spokes) in enumerate(sizes)]
    if len(centred) == 1:
        (one,) = centred
        return Places((one._replace(x=one.wide, y=one.high),), 2 * one.wide, 2 * one.high)
    # Three or more stand in a zigzag, which leaves each of them more room on a board that is not much wider than high.
    lean = math.pi / 4 if len(centred) > 2 and not tall else 0
    at, fields = 0.0, [centred[0]]
    for before, one in pairwise(centred):
        apart = before.rim + TEETH + one.rim
        at += apart * math.cos(lean)
        aside = 0.0 if fields[-1].y else apart * math.sin(lean)
        fields.append(one._replace(x=0, y=at) if tall else one._replace(x=at, y=aside))
    edge = TEETH + EDGE
    left, top = (min(getattr(one, axis) - one.rim for one in fields) - edge for axis in ("x", "y"))
    right, low = (max(getattr(one, axis) + one.rim for one in fields) + edge for axis in ("x", "y"))
    return Places(tuple(one._replace(x=one.x - left, y=one.y - top) for one in fields), right - left, low - top)


def places(game: rules.Game, state: rules.State, tall: bool = False) -> Places:
    """Where the fields of a position lie."""
    sizes = tuple((len(field.balls), field.width) for field in state.fields)
    return _places(sizes, game.stage(state).rules.outline == "polygon", tall)


@cache
def _layout(fields: Places) -> Layout:
    targets: list[Target] = []
    for place in fields.fields:
        first, n = place.number * ROWS, place.spokes
        around = tuple(place.polar(PLUG + 4, k * n / 12) for k in range(12))
        targets.append(Target(place.plug, first, 0, around))
        nodes = (rules.Node(place.number, r, s) for r in range(place.rings) for s in range(n))
        targets += [Target(rules.node_name(node), first + node.ring + 1, node.spoke, _wedge(place, node)) for node in nodes]
    dials = tuple(_dial(place, ring) for place in fields.fields for ring in range(place.rings))
    return Layout(fields.wide, fields.high, tuple(targets), closed=True, dials=_geared(dials, fields.fields))


def _dial(place: Place, ring: int) -> Dial:
    """A ring to be dragged: from the balls of the ring inside it to its own, so that its spoke sections turn with it (S131-S134).

    That is the nearest ring for a hand, give or take the width of a line.
    """
    inner, outer = (place.radius(one) + BALL + 2 for one in (ring - 1, ring))
    forth, back = (f"move:turn {rules.ring_name(ring, place.number)} {by}" for by in (1, -1))
    return Dial(place.x, place.y, inner, outer, 2 * math.pi / place.spokes, forth, back)


def _geared(dials: Sequence[Dial], fields: Sequence[Place]) -> tuple[Dial, ...]:
    """The same dials, those of one ring in neighbouring fields turning one another."""
    found, train = [], 0
    at = [(place, ring) for place in fields for ring in range(place.rings)]
    trains: dict[tuple[int, int], int] = {}
    for (place, ring), dial in zip(at, dials, strict=True):
        k = place.number
        if (k - 1, ring) in trains:
            trains[k, ring] = trains[k - 1, ring]
        else:
            train += 1
            trains[k, ring] = train
        found.append(dial._replace(train=trains[k, ring], way=-1 if k % 2 else 1))
    return tuple(found)


def _wedge(place: Place, node: rules.Node) -> tuple[Point, ...]:
    """The part of the field that is nearest to a node (S131)."""
    steps = (-0.5, -0.25, 0, 0.25, 0.5)
    inner = [place.at(node.ring - 0.5, node.spoke + step) for step in steps]
    outer = [place.at(node.ring + 0.5, node.spoke + step) for step in reversed(steps)]
    return (*inner, *outer)


def layout(game: rules.Game, state: rules.State | None = None, tall: bool = False) -> Layout:
    """The board's size, and field by field its plug and its nodes ring by ring from the inside."""
    return _layout(places(game, game.start if state is None else state, tall))
