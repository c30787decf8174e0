"""Where nodes lie: everything round is worked out from (ring, spoke) as two numbers with fractions."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ...rules import rings as rules
from ..parts import Dial, Layout, Target
from ..shapes import Arc, Disc, Lines, Point, Polygon, Segment, Shape

INNERMOST, GAP = 96.0, 56.0
PLUG, BALL, HOLE = 46.0, 24.0, 21.0
EDGE = 10.0
RAIL = 7.0
ONE_O_CLOCK = -math.pi / 3
PLUG_NAME = "plug"


class Place(NamedTuple):
    """Where nodes lie on the board."""

    rings: int
    spokes: int
    x: float
    y: float
    polygon: bool = False

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

    def node(self, name: str) -> Point:
        return (self.x, self.y) if name == PLUG_NAME else self.at(*rules.node_of(name))

    def segment(self, spoke: float, inner: float, outer: float) -> Segment:
        return (*self.at(inner, spoke), *self.at(outer, spoke))

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


@cache
def _place(rings: int, spokes: int, polygon: bool = False) -> tuple[Place, float, float]:
    """Where nodes lie, and the width and height that hold the rings and the holes."""
    centred = Place(rings, spokes, 0, 0)
    holes = [centred.at(rings, spoke) for spoke in range(spokes)]
    reach = [centred.radius(rings - 1) + 24, *(one + HOLE + 5 for hole in holes for one in (abs(hole[1]),))]
    high = max(reach) + EDGE
    wide = max([centred.radius(rings - 1) + RAIL, *(abs(hole[0]) + HOLE + 5 for hole in holes)]) + EDGE
    return Place(rings, spokes, wide, high, polygon), 2 * wide, 2 * high


def _places(game: rules.Game) -> Place:
    return _place(game.rings, game.spokes, game.rules.outline == "polygon")[0]


@cache
def _layout(rings: int, spokes: int, polygon: bool) -> Layout:
    place, wide, high = _place(rings, spokes, polygon)
    around = tuple(place.polar(PLUG + 4, k * spokes / 12) for k in range(12))
    targets = [Target(PLUG_NAME, 0, 0, around)]
    targets += [Target(rules.node_name((r, s)), r + 1, s, _wedge(place, r, s)) for r in range(rings) for s in range(spokes)]
    return Layout(wide, high, tuple(targets), closed=True, dials=tuple(_dial(place, ring) for ring in range(rings)))


def _dial(place: Place, ring: int) -> Dial:
    """A ring to be dragged: from the balls of the ring inside it to its own, so that its spoke sections turn with it (S131-S134).

    That is the nearest ring for a hand, give or take the width of a line.
    """
    inner, outer = (place.radius(one) + BALL + 2 for one in (ring - 1, ring))
    forth, back = (f"move:turn {rules.ring_name(ring)} {by}" for by in (1, -1))
    return Dial(place.x, place.y, inner, outer, 2 * math.pi / place.spokes, forth, back)


def _wedge(place: Place, ring: int, spoke: int) -> tuple[Point, ...]:
    """The part of the field that is nearest to a node (S131)."""
    steps = (-0.5, -0.25, 0, 0.25, 0.5)
    inner = [place.at(ring - 0.5, spoke + step) for step in steps]
    outer = [place.at(ring + 0.5, spoke + step) for step in reversed(steps)]
    return (*inner, *outer)


def layout(game: rules.Game) -> Layout:
    """The board's size, the plug, and the nodes ring by ring from the inside."""
    return _layout(game.rings, game.spokes, game.rules.outline == "polygon")
