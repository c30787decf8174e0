"""One frame as shapes, layer by layer from the bottom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from ...rules import rings as rules
from ...rules.interpreter import Acted
from ...words.rings import SIGNS
from ..parts import Marks
from ..shapes import Box, Disc, Label, Lines, Point, Shape, arrowhead, badge
from .moving import EVERY, MOVES, Ball, _lying, ring_of
from .place import BALL, GAP, HOLE, PLUG, PLUG_NAME, RAIL, _places


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The field with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    picture = _Picture(game, state, story)
    return [*picture.shapes(_lying(state)), *picture.hints(marks)]


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float) -> list[Shape] | None:
    """The whole picture at ``share`` of the movement that leads to this frame; None where nothing moves.

    A ring turns with its balls and sections; balls roll along their spoke; erased ones shrink.
    """
    find = MOVES.get(type(story[-1]))
    if find is None:
        return None
    balls, rails, turned = find(game, before, state, story[-1], share)
    return _Picture(game, rails, story, turned, still=False).shapes(balls)


class _Picture:
    """One frame being drawn, layer by layer from the bottom. ``turned`` is a ring on its way, and by how many spokes."""

    def __init__(self, game: rules.Game, state: rules.State, story: Sequence[Any], turned: tuple[int, float] = (-1, 0), *, still: bool = True) -> None:
        self.game, self.state, self.turned, self.still = game, state, turned, still
        self.place = _places(game)
        self.last = story[-1] if story else None
        turning = isinstance(self.last, rules.Rotated) or (isinstance(self.last, rules.Matched) and self.last.link == 1)
        self.rotated = next((event for event in story if isinstance(event, rules.Rotated)), None) if turning else None
        self.amber = ring_of(self.rotated.ring) if self.rotated and self.rotated.ring != "all" else -1

    def shapes(self, balls: Sequence[Ball]) -> list[Shape]:
        return [*self.rails(), *self.turn_arrow(), *self.names(), *self.holes(), *self.under(), *self.balls(balls), *self.plug(), *self.over()]

    # --- the field

    def offset(self, ring: int) -> float:
        return self.turned[1] if self.turned[0] in (ring, EVERY) else 0

    def rails(self) -> list[Shape]:
        """Spokes, then rings; the ring just turned, with the spoke sections that turned with it, on top in amber."""
        others = [ring for ring in range(self.game.rings) if ring != self.amber]
        shapes = [*self.sections(others, "rail", RAIL), *(shape for ring in others for shape in self.ring(ring, "rail", RAIL))]
        if self.amber >= 0:
            shapes += [*self.sections([self.amber], "amber", RAIL), *self.ring(self.amber, "amber", RAIL + 2)]
        return shapes

    def sections(self, rings: Sequence[int], stroke: str, width: float) -> list[Shape]:
        """The spoke sections on the inner side of some rings, those that follow each other in one line."""
        segments = []
        for spoke in range(self.game.spokes):
            for inner, outer in _lines([ring for ring in rings if self.state.spokes[ring][spoke]], self.turned[0]):
                segments.append(self.place.segment(spoke + self.offset(outer), inner, outer))
        return [Lines(tuple(segments), stroke, width)] if segments else []

    def ring(self, ring: int, stroke: str, width: float) -> list[Shape]:
        """A ring, or the arcs of it that are there."""
        if all(self.state.rails[ring]):
            return [self.place.circle(ring, stroke, width)]
        offset = self.offset(ring)
        return [self.place.arc(ring, start + offset, end + offset, stroke, width) for start, end in _runs(self.state.rails[ring])]

    def turn_arrow(self) -> list[Shape]:
        """Which way the ring was turned: an arc with a head, just outside the ring, where no ball lies."""
        if not self.rotated:
            return []
        ring, by = (self.amber if self.amber >= 0 else self.game.rings - 1) + 0.5, self.rotated.by
        middle = self.place.spokes - 1.5
        start, end = middle - 0.3 * by, middle + 0.3 * by
        tip = self.place.at(ring, end + by * 11 / self.place.radius(ring))
        return [self.place.arc(ring, start, end, "amber", 4), arrowhead(tip, self.place.at(ring, end - by * 8 / self.place.radius(ring)), 17, "amber")]

    def names(self) -> list[Shape]:
        """The rings' letters at twelve o'clock."""
        at = [self.place.outside(ring, -0.5, 14) for ring in range(self.game.rings)]
        return [Label(x, y, rules.ring_name(ring), 16, "ink" if ring == self.amber else "soft", ring == self.amber) for ring, (x, y) in enumerate(at)]

    def holes(self) -> list[Shape]:
        """A hole beyond the end of each spoke, with the spoke's number."""
        at = [self.place.at(self.game.rings, spoke) for spoke in range(self.game.spokes)]
        discs = [Disc(x, y, HOLE, "slot", "soft", 1.5) for x, y in at]
        return [*discs, *(Label(x, y, str(spoke), 16, "ink") for spoke, (x, y) in enumerate(at))]

    def plug(self) -> list[Shape]:
        """The plug with the life points in it, and a mark toward the spoke of the next release."""
        x, y = self.place.x, self.place.y
        points = Label(x, y, str(self.state.points).replace("-", "−"), 28, "player1-ink", bold=True)
        if self.state.over:
            return self.broken(points)
        tip, foot = self.place.polar(PLUG + 21, self.state.next), self.place.polar(PLUG - 10, self.state.next)
        mark = arrowhead(tip, foot, 36, "amber")
        return [mark, Disc(x, y, PLUG, "player1", "outline", 1.6), points]

    def broken(self, points: Label) -> list[Shape]:
        """The plug at the end: in pieces where the stage is cleared, with a cross where the game is over."""
        x, y = self.place.x, self.place.y
        disc = Disc(x, y, PLUG, "player1", "outline", 1.6)
        if not self.state.cleared:
            return [
                disc,
                points,
                Disc(x, y, PLUG + 8, stroke="red", width=4, dash=(7, 5)),
                *badge(*self.place.polar(PLUG + 4, -0.5), "×", "red", "red-ink", 20),
            ]
        cracks = [(-0.9, -0.35), (-0.3, -0.55), (0.05, -0.95)], [(0.95, -0.1), (0.55, 0.3), (0.5, 0.85)], [(-0.95, 0.2), (-0.5, 0.45), (-0.35, 0.92)]
        segments = tuple((x + PLUG * a, y + PLUG * b, x + PLUG * c, y + PLUG * d) for crack in cracks for (a, b), (c, d) in pairwise(crack))
        return [disc, Lines(segments, "panel", 5), points, Disc(x, y, PLUG + 9, stroke="accent", width=4, dash=(14, 8))]

    # --- the balls

    def balls(self, balls: Sequence[Ball]) -> list[Shape]:
        """Alike ones side by side: they are then painted in one go."""
        seen = [(ball, *self.centre(ball)) for ball in sorted(balls) if ball.size > 0.02]
        discs: list[Shape] = [Disc(x, y, BALL * ball.size, f"kind{ball.kind}", "outline", 1.6) for ball, x, y in seen]
        inner: list[Shape] = [
            Disc(x, y, (BALL - 4.5) * ball.size, stroke=f"kind{ball.kind}-ink", width=1.8, dash=(4, 3))
            for ball, x, y in seen
            if ball.kind in self.game.functions
        ]
        return [*discs, *inner, *(_sign(ball.kind, x, y, ball.size) for ball, x, y in seen)]

    def centre(self, ball: Ball) -> Point:
        """Where a ball is drawn: at whole units where it lies still (that is shorter to send), else exactly."""
        x, y = self.place.at(ball.ring, ball.spoke)
        return (round(x), round(y)) if self.still else (x, y)

    def under(self) -> list[Shape]:
        """What lies under the balls: the bars of a group, the ways of balls that moved."""
        match self.last:
            case rules.Matched():
                return self.bars(bond for group in self.last.groups for bond in group.bonds)
            case rules.Fell() | rules.Pushed() if self.still:
                return [*self.ways(self.last.paths), *self.heads(self.last.paths if isinstance(self.last, rules.Fell) else self.last.paths[:1])]
            case rules.Released() if self.still:
                start, end = self.place.at(-1, rules.node_of(self.last.cell)[1]), self.place.node(self.last.cell)
                return [Lines(((*start, *end),), "accent", 4)]
        return []

    def bars(self, bonds: Iterable[tuple[str, str]]) -> list[Shape]:
        ends = [(rules.node_of(one), rules.node_of(other)) for one, other in bonds]
        straight = tuple(self.place.segment(one[1], one[0], other[0]) for one, other in ends if one[1] == other[1])
        arcs: list[Shape] = [self.place.arc(one[0], one[1], one[1] + 1, "red", 11) for one, other in ends if one[1] != other[1]]
        return [*([Lines(straight, "red", 11)] if straight else []), *arcs]

    def ways(self, paths: Sequence[tuple[str, str]]) -> list[Shape]:
        """Thin lines along the ways, each with a small ring where it began."""
        ends = [(rules.node_of(one), rules.node_of(other)) for one, other in paths]
        straight = tuple(self.place.segment(spoke, start, end) for spoke, start, end in _trains(ends))
        arcs: list[Shape] = [self.arc_between(one, other) for one, other in ends if one[1] != other[1]]
        left = {one for one, _ in paths} - {other for _, other in paths}
        feet = [Disc(*self.place.node(name), 7, "panel", "accent", 3) for name in sorted(left)]
        return [*([Lines(straight, "accent", 4)] if straight else []), *arcs, *feet]

    def arc_between(self, one: rules.Node, other: rules.Node) -> Shape:
        return self.place.arc(one[0], one[1], one[1] + self.across(one, other), "accent", 4)

    def over(self) -> list[Shape]:
        """What lies over the balls: marks of what has just happened."""
        match self.last:
            case rules.Matched():
                return self.circles(self.last.cells, "red", (7, 5))
            case rules.Erased():
                return [*self.circles(self.last.cells, "red", (3, 6)), *self.gain(self.last)]
            case Acted():
                return self.circles([change.target for change in self.last.changes if change.what == "erased"], "red", (3, 6))
            case rules.Released() if self.still:
                return self.circles((self.last.cell,), "accent", ())
            case rules.Fell() if self.still:
                return self.gaps(self.last)
            case rules.Pushed() if self.still:
                return self.leaving(self.last)
            case rules.Lost():
                return self.loss(self.last)
        return []

    def circles(self, cells: Sequence[str], stroke: str, dash: tuple[float, ...]) -> list[Shape]:
        return [Disc(*self.place.node(name), BALL + 6, stroke=stroke, width=4, dash=dash) for name in cells]

    def heads(self, paths: Sequence[tuple[str, str]]) -> list[Shape]:
        """Arrowheads that touch the balls where they came to rest."""
        ends = [(rules.node_of(one), rules.node_of(other)) for one, other in paths]
        return [self.head(one, other) for one, other in ends]

    def head(self, one: rules.Node, other: rules.Node) -> Shape:
        (ring, _), (to, spoke) = one, other
        if ring == to:
            by = self.across(one, other)
            edge = spoke - by * (BALL + 1) / self.place.radius(to) * self.game.spokes / (2 * math.pi)
            return arrowhead(self.place.at(to, edge), self.place.at(to, edge - by * 0.1), 15, "accent")
        toward = 1 if ring > to else -1
        return arrowhead(self.place.at(to + toward * (BALL + 1) / GAP, spoke), self.place.at(to + toward, spoke), 15, "accent")

    def across(self, one: rules.Node, other: rules.Node) -> int:
        """Which way round a ball went to the spoke beside it."""
        return 1 if (one[1] + 1) % self.game.spokes == other[1] else -1

    def gaps(self, fell: rules.Fell) -> list[Shape]:
        """Where a missing section kept a ball from rolling: a red cross in the gap."""
        at = [rules.node_of(name) for name, _ in fell.held]
        return [shape for ring, spoke in at for shape in _cross(*self.place.at(ring - 0.5, spoke), 9)]

    def gain(self, erased: rules.Erased) -> list[Shape]:
        """At twelve o'clock on the plug: no spoke leads there, so nothing else stands there."""
        x, y = self.place.polar(PLUG + 2, -0.5)
        return badge(x, y, f"+{erased.after - erased.before}", "accent", "accent-ink", 17)

    def leaving(self, pushed: rules.Pushed) -> list[Shape]:
        """The ball on its way out, over the hole."""
        if not pushed.out:
            return []
        ball = Ball(pushed.ball, self.game.rings, pushed.spoke)
        return [*self.balls([ball]), Disc(*self.place.at(ball.ring, ball.spoke), BALL + 5, stroke="red", width=4, dash=(7, 5))]

    def loss(self, lost: rules.Lost) -> list[Shape]:
        x, y = self.place.at(self.game.rings, lost.spoke)
        beside = [self.place.at(self.game.rings, lost.spoke + 40 / self.place.radius(self.game.rings) * by) for by in (1, -1)]
        flattest = min(beside, key=lambda point: abs(point[1] - self.place.y))
        return [Disc(x, y, HOLE + 4, stroke="red", width=4, dash=(7, 5)), *badge(*flattest, "−1", "red", "red-ink", 17)]

    # --- hints

    def hints(self, marks: Marks) -> list[Shape]:
        """Where a press plays a move, what the move at the cursor would do, and the cursor."""
        shapes = [shape for event in marks.preview for shape in self.foreseen(event)]
        shapes += [Disc(*self.place.node(name), BALL + 5, stroke="allowed", width=2.5, dash=(2, 4)) for name in sorted(marks.allowed - {PLUG_NAME})]
        if PLUG_NAME in marks.allowed:
            shapes.append(Disc(self.place.x, self.place.y, PLUG - 5, stroke="allowed", width=2.5, dash=(2, 4)))
        if marks.choice and marks.choice != PLUG_NAME:
            shapes.append(Disc(*self.place.node(marks.choice), BALL + 9, stroke="accent", width=4, dash=(8, 5)))
        if marks.cursor:
            shapes.append(Disc(*self.place.node(marks.cursor), PLUG + 6 if marks.cursor == PLUG_NAME else BALL + 9, stroke="accent", width=4))
        return shapes

    def foreseen(self, event: Any) -> list[Shape]:
        match event:
            case rules.Matched(link=1):
                return self.circles(event.cells, "red", (3, 6))
            case rules.Released():
                return [Disc(*self.place.node(event.cell), BALL, stroke="accent", width=3, dash=(5, 5))]
            case rules.Lost():
                return badge(*self.place.at(self.game.rings, event.spoke), "−1", "panel", "red", 17, stroke="red")
        return []


def _sign(kind: int, x: float, y: float, size: float) -> Shape:
    """The sign of a kind. ●, ○ and ■ are drawn: fonts do not agree on their size. The others are written: a star of ten corners is long to send."""
    ink = f"kind{kind}-ink"
    match kind:
        case 1:
            return Disc(x, y, 8 * size, fill=ink)
        case 2:
            return Disc(x, y, 8 * size, stroke=ink, width=2.4)
        case 4:
            return Box(x - 7.5 * size, y - 7.5 * size, 15 * size, 15 * size, fill=ink)
    return Label(x, y, SIGNS[kind], round(29 * size, 1), ink)


def _trains(ends: Sequence[tuple[rules.Node, rules.Node]]) -> Iterator[tuple[int, int, int]]:
    """Ways along spokes as (spoke, innermost ring, outermost ring), those that touch each other in one.

    >>> list(_trains([((0, 2), (1, 2)), ((1, 2), (2, 2))]))
    [(2, 0, 2)]
    """
    reach: dict[int, tuple[int, int]] = {}
    for (ring, spoke), (to, end) in sorted(ends):
        low, high = min(ring, to), max(ring, to)
        if spoke != end:
            continue
        if spoke in reach and reach[spoke][1] < low:
            yield (spoke, *reach.pop(spoke))
        first, last = reach.get(spoke, (low, high))
        reach[spoke] = min(first, low), max(last, high)
    for spoke, (first, last) in reach.items():
        yield spoke, first, last


def _lines(rings: Sequence[int], apart: int) -> Iterator[tuple[int, int]]:
    """Sections of one spoke as lines from ring to ring; that of ring ``apart`` stays by itself.

    >>> list(_lines([0, 1, 4], -1))
    [(-1, 1), (3, 4)]
    """
    for _, run in groupby(enumerate(rings), key=lambda one: (one[1] - one[0], one[1] == apart)):
        at = [ring for _, ring in run]
        yield at[0] - 1, at[-1]


def _runs(there: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Runs of sections that are there on a ring with a gap: (first, one past the last), over the seam in one piece.

    >>> list(_runs([True, False, True, True]))
    [(2, 5)]
    """
    n = len(there)
    gap = list(there).index(False)
    for is_there, run in groupby(range(gap, gap + n), key=lambda k: there[k % n]):
        at = list(run)
        if is_there:
            yield at[0], at[-1] + 1


def _cross(x: float, y: float, reach: float) -> list[Shape]:
    a = reach * 0.7
    return [Lines(((x - a, y - a, x + a, y + a), (x - a, y + a, x + a, y - a)), "red", 4)]
