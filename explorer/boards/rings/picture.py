"""One frame as shapes, layer by layer from the bottom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from ...rules import rings as rules
from ...rules.interpreter import Acted
from ...words.rings import SIGNS
from ..parts import NO_MARKS, Marks
from ..shapes import Box, Disc, Label, Lines, Point, Segment, Shape, arrowhead, badge
from .moving import MOVES, Ball, Turned, across, lying, turned_rings
from .place import BALL, GAP, HOLE, PLUG, PLUG_NAME, RAIL, TEETH, Place, places


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The fields with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    picture = _Picture(game, state, story, marks.tall)
    return [*picture.shapes(lying(state)), *picture.hints(marks)]


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float, marks: Marks = NO_MARKS) -> list[Shape] | None:
    """The whole picture at ``share`` of the movement that leads to this frame; None where nothing moves.

    A ring turns with its balls and sections; balls roll along their spoke; erased ones shrink.
    """
    find = MOVES.get(type(story[-1]))
    if find is None:
        return None
    balls, rails, turned = find(before, state, story[-1], share)
    return _Picture(game, rails, story, marks.tall, turned, still=False).shapes(balls)


class _Picture:
    """One frame being drawn, layer by layer from the bottom. ``turned`` are rings on their way, and by how many spokes."""

    def __init__(
        self, game: rules.Game, state: rules.State, story: Sequence[Any], tall: bool = False, turned: Turned | None = None, *, still: bool = True
    ) -> None:
        self.game, self.state, self.turned, self.still = game, state, turned or {}, still
        self.all = places(game, state, tall)
        self.places = self.all.fields
        self.last = story[-1] if story else None
        turning = isinstance(self.last, rules.Rotated) or (isinstance(self.last, rules.Matched) and self.last.link == 1)
        rotated = next((event for event in story if isinstance(event, rules.Rotated)), None) if turning else None
        self.rotated = turned_rings(state, rotated) if rotated else {}
        self.amber = set() if rotated and rotated.ring.startswith("all") else set(self.rotated)

    def shapes(self, balls: Sequence[Ball]) -> list[Shape]:
        return [*self.rims(), *self.rails(), *self.arrows(), *self.names(), *self.holes(), *self.under(), *self.balls(balls), *self.plugs(), *self.over()]

    # --- the fields

    def offset(self, field: int, ring: int) -> float:
        return self.turned.get((field, ring), 0)

    def rims(self) -> list[Shape]:
        """The toothed rims of fields that are geared, their teeth between those of the neighbour, and the fields' names."""
        if len(self.places) == 1:
            return []
        shapes: list[Shape] = []
        for place in self.places:
            pitch = place.rim + TEETH / 2
            # A number of teeth that 4 divides: where two rims meet, at any eighth of a turn, one has a tooth and the other a gap.
            tooth = round(2 * math.pi * pitch / (8 * round(place.rim / 48)), 3)
            shapes.append(Disc(place.x, place.y, pitch, stroke="hole", width=TEETH, dash=(tooth, tooth)))
        shapes += [Disc(place.x, place.y, place.rim, stroke="hole", width=3) for place in self.places]
        corner = 0.76
        return [
            *shapes,
            *(Label(place.x - corner * place.rim, place.y - corner * place.rim, f"@{place.number + 1}", 20, "soft", bold=True) for place in self.places),
        ]

    def rails(self) -> list[Shape]:
        """Spokes, then rings; rings just turned, with the spoke sections that turned with them, on top in amber."""
        every = [(place.number, ring) for place in self.places for ring in range(place.rings)]
        others = [one for one in every if one not in self.amber]
        shapes = [*self.sections(others, "rail", RAIL), *(shape for one in others for shape in self.ring(*one, "rail", RAIL))]
        if self.amber:
            amber = sorted(self.amber)
            shapes += [*self.sections(amber, "amber", RAIL), *(shape for one in amber for shape in self.ring(*one, "amber", RAIL + 2))]
        return shapes

    def sections(self, rings: Sequence[tuple[int, int]], stroke: str, width: float) -> list[Shape]:
        """The spoke sections on the inner side of some rings, those that follow each other in one line."""
        segments = list[Segment]()
        for place in self.places:
            spokes = self.state.fields[place.number].spokes
            own = [ring for field, ring in rings if field == place.number]
            for spoke in range(place.spokes):
                radial = [ring for ring in own if spokes[ring][spoke] == 0]
                apart = [ring for ring in radial if self.offset(place.number, ring)]
                for inner, outer in _lines(radial, apart):
                    segments.append(place.segment(spoke + self.offset(place.number, outer), inner, outer))
                for ring in own:
                    if slant := spokes[ring][spoke]:
                        at = spoke + self.offset(place.number, ring)
                        segments += place.curve((ring - 1, at + slant), (ring, at))
        return [Lines(tuple(segments), stroke, width)] if segments else []

    def ring(self, field: int, ring: int, stroke: str, width: float) -> list[Shape]:
        """A ring, or the arcs of it that are there."""
        place, rails = self.places[field], self.state.fields[field].rails[ring]
        if all(rails):
            return [place.circle(ring, stroke, width)]
        offset = self.offset(field, ring)
        return [place.arc(ring, start + offset, end + offset, stroke, width) for start, end in _runs(rails)]

    def arrows(self) -> list[Shape]:
        """Which way rings were turned: an arc with a head, just outside the ring, where no ball lies; of a whole field outside it."""
        if not self.rotated:
            return []
        outermost = dict(sorted(self.rotated))
        rings = self.amber or set(outermost.items())
        found = [self.arrow(self.places[field], ring + 0.5, self.rotated[field, ring]) for field, ring in sorted(rings)]
        return [*(arc for arc, _ in found), *(head for _, head in found)]

    def arrow(self, place: Place, ring: float, by: int) -> tuple[Shape, Shape]:
        middle = place.spokes - 1.5
        start, end = middle - 0.3 * by, middle + 0.3 * by
        tip, back = (place.at(ring, end + by * reach / place.radius(ring)) for reach in (11, -8))
        return place.arc(ring, start, end, "amber", 4), arrowhead(tip, back, 17, "amber")

    def names(self) -> list[Shape]:
        """The rings' letters at twelve o'clock."""
        at = [(place.number, ring, *place.outside(ring, -0.5, 14)) for place in self.places for ring in range(place.rings)]
        return [
            Label(x, y, rules.ring_name(ring), 16, "ink" if (field, ring) in self.amber else "soft", (field, ring) in self.amber) for field, ring, x, y in at
        ]

    def holes(self) -> list[Shape]:
        """A hole beyond the end of each spoke, with the spoke's number."""
        at = [(spoke, *place.at(place.rings, spoke)) for place in self.places for spoke in range(place.spokes)]
        return [*(Disc(x, y, HOLE, "slot", "soft", 1.5) for _, x, y in at), *(Label(x, y, str(spoke), 16, "ink") for spoke, x, y in at)]

    def plugs(self) -> list[Shape]:
        """The plugs with the life points in them, and a mark toward the spoke of the next release."""
        points = [Label(place.x, place.y, str(self.state.points).replace("-", "−"), 28, "player1-ink", bold=True) for place in self.places]
        if self.state.over or self.state.cleared:
            return [shape for place, label in zip(self.places, points, strict=True) for shape in self.broken(place, label)]
        ends = [(place, self.state.fields[place.number].next) for place in self.places]
        marks = [arrowhead(place.polar(PLUG + 21, spoke), place.polar(PLUG - 10, spoke), 36, "amber") for place, spoke in ends]
        return [*marks, *(Disc(place.x, place.y, PLUG, "player1", "outline", 1.6) for place in self.places), *points]

    def broken(self, place: Place, points: Label) -> list[Shape]:
        """A plug at the end: in pieces where the stage is cleared, with a cross where the game is over."""
        x, y = place.x, place.y
        disc = Disc(x, y, PLUG, "player1", "outline", 1.6)
        if not self.state.cleared:
            cross = badge(*place.polar(PLUG + 4, -0.5), "×", "red", "red-ink", 20)
            return [disc, points, Disc(x, y, PLUG + 8, stroke="red", width=4, dash=(7, 5)), *cross]
        cracks = [(-0.9, -0.35), (-0.3, -0.55), (0.05, -0.95)], [(0.95, -0.1), (0.55, 0.3), (0.5, 0.85)], [(-0.95, 0.2), (-0.5, 0.45), (-0.35, 0.92)]
        segments = tuple((x + PLUG * a, y + PLUG * b, x + PLUG * c, y + PLUG * d) for crack in cracks for (a, b), (c, d) in pairwise(crack))
        return [disc, Lines(segments, "panel", 5), points, Disc(x, y, PLUG + 9, stroke="accent", width=4, dash=(14, 8))]

    # --- the balls

    def balls(self, balls: Sequence[Ball]) -> list[Shape]:
        """Alike ones side by side: they are then painted in one go."""
        seen = [(ball, *self.centre(ball)) for ball in sorted(balls) if ball.size > 0.02]
        functions = self.game.stage(self.state).functions
        discs: list[Shape] = [Disc(x, y, BALL * ball.size, f"kind{ball.kind}", "outline", 1.6) for ball, x, y in seen]
        inner: list[Shape] = [
            Disc(x, y, (BALL - 4.5) * ball.size, stroke=f"kind{ball.kind}-ink", width=1.8, dash=(4, 3)) for ball, x, y in seen if ball.kind in functions
        ]
        return [*discs, *inner, *(_sign(ball.kind, x, y, ball.size) for ball, x, y in seen)]

    def centre(self, ball: Ball) -> Point:
        """Where a ball is drawn: at whole units where it lies still (that is shorter to send), else exactly."""
        x, y = self.places[ball.field].at(ball.ring, ball.spoke)
        return (round(x), round(y)) if self.still else (x, y)

    def under(self) -> list[Shape]:
        """What lies under the balls: the bars of a group, the ways of balls that moved."""
        match self.last:
            case rules.Matched():
                return self.bars(bond for group in self.last.groups for bond in group.bonds)
            case rules.Fell() if self.still:
                return [*self.ways(self.last.ways), *self.heads([way[-2:] for way in self.last.ways])]
            case rules.Pushed() if self.still:
                return [*self.ways(self.last.paths), *self.heads(self.last.paths[:1])]
            case rules.Released() if self.still:
                node = rules.node_of(self.last.cell)
                return [Lines((self.places[node.field].segment(node.spoke, -1, node.ring),), "accent", 4)]
        return []

    def bars(self, bonds: Iterable[tuple[str, str]]) -> list[Shape]:
        """Thick lines between neighbours of a group; a section that is not radial has its own curve."""
        ends = [(rules.node_of(one), rules.node_of(other)) for one, other in bonds]
        segments = [segment for one, other in ends if one.ring != other.ring for segment in self.line(one, other)]
        arcs = [self.places[one.field].arc(one.ring, one.spoke, one.spoke + 1, "red", 11) for one, other in ends if one.ring == other.ring]
        return [*([Lines(tuple(segments), "red", 11)] if segments else []), *arcs]

    def line(self, one: rules.Node, other: rules.Node) -> tuple[Segment, ...]:
        """From ring to ring: straight along a spoke, else winding."""
        place = self.places[one.field]
        if one.spoke == other.spoke:
            return (place.segment(one.spoke, one.ring, other.ring),)
        return place.curve((one.ring, one.spoke), (other.ring, one.spoke + across(self.state, one, other)))

    def ways(self, ways: Sequence[Sequence[str]]) -> list[Shape]:
        """Thin lines along the ways, each with a small ring where it began."""
        steps = [(rules.node_of(one), rules.node_of(other)) for way in ways for one, other in pairwise(way)]
        wound = [segment for one, other in steps if one.ring != other.ring and one.spoke != other.spoke for segment in self.line(one, other)]
        straight = [self.places[field].segment(spoke, start, end) for field, spoke, start, end in _trains(steps)]
        arcs: list[Shape] = [self.arc_between(one, other) for one, other in steps if one.ring == other.ring]
        left = {way[0] for way in ways} - {way[-1] for way in ways}
        feet = [Disc(*self.all.node(name), 7, "panel", "accent", 3) for name in sorted(left)]
        lines = (*straight, *wound)
        return [*([Lines(lines, "accent", 4)] if lines else []), *arcs, *feet]

    def arc_between(self, one: rules.Node, other: rules.Node) -> Shape:
        return self.places[one.field].arc(one.ring, one.spoke, one.spoke + across(self.state, one, other), "accent", 4)

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
        return [Disc(*self.all.node(name), BALL + 6, stroke=stroke, width=4, dash=dash) for name in cells]

    def heads(self, paths: Sequence[Sequence[str]]) -> list[Shape]:
        """Arrowheads that touch the balls where they came to rest."""
        ends = [(rules.node_of(one), rules.node_of(other)) for one, other in paths]
        return [self.head(one, other) for one, other in ends]

    def head(self, one: rules.Node, other: rules.Node) -> Shape:
        place, by = self.places[one.field], across(self.state, one, other)
        if one.ring == other.ring:
            edge = other.spoke - by * (BALL + 1) / place.radius(other.ring) * place.spokes / (2 * math.pi)
            return arrowhead(place.at(other.ring, edge), place.at(other.ring, edge - by * 0.1), 15, "accent")
        toward, share = (1 if one.ring > other.ring else -1), (BALL + 1) / GAP
        tip = place.at(other.ring + toward * share, other.spoke - by * share)
        return arrowhead(tip, place.at(other.ring + toward * 2 * share, other.spoke - by * 2 * share), 15, "accent")

    def gaps(self, fell: rules.Fell) -> list[Shape]:
        """Where a missing section kept a ball from rolling: a red cross in the gap."""
        at = [rules.node_of(name) for name, _ in fell.held]
        return [shape for node in at for shape in _cross(*self.places[node.field].at(node.ring - 0.5, node.spoke), 9)]

    def gain(self, erased: rules.Erased) -> list[Shape]:
        """At twelve o'clock on the plug of each field that lost balls: no spoke leads there, so nothing else stands there."""
        fields = sorted({rules.node_of(name).field for name in erased.cells})
        return [
            shape
            for field in fields
            for shape in badge(
                *self.places[field].polar(PLUG + 2, -0.5),
                f"+{sum(rules.node_of(name).field == field for name in erased.cells)}",
                "accent",
                "accent-ink",
                17,
            )
        ]

    def leaving(self, pushed: rules.Pushed) -> list[Shape]:
        """The ball on its way out, over the hole."""
        if not pushed.out:
            return []
        node = rules.node_of(pushed.out)
        ball = Ball(pushed.ball, node.field, node.ring + 1, node.spoke)
        return [*self.balls([ball]), Disc(*self.places[node.field].at(ball.ring, ball.spoke), BALL + 5, stroke="red", width=4, dash=(7, 5))]

    def loss(self, lost: rules.Lost) -> list[Shape]:
        node = rules.node_of(lost.cells[0])
        place = self.places[node.field]
        x, y = place.at(place.rings, node.spoke)
        beside = [place.at(place.rings, node.spoke + 40 / place.radius(place.rings) * by) for by in (1, -1)]
        flattest = min(beside, key=lambda point: abs(point[1] - place.y))
        return [Disc(x, y, HOLE + 4, stroke="red", width=4, dash=(7, 5)), *badge(*flattest, "−1", "red", "red-ink", 17)]

    # --- hints

    def hints(self, marks: Marks) -> list[Shape]:
        """Where a press plays a move, what the move at the cursor would do, and the cursor."""
        shapes = [shape for event in marks.preview for shape in self.foreseen(event)]
        shapes += [
            Disc(*self.all.node(name), PLUG - 5 if name.startswith(PLUG_NAME) else BALL + 5, stroke="allowed", width=2.5, dash=(2, 4))
            for name in sorted(marks.allowed)
        ]
        if marks.choice and not marks.choice.startswith(PLUG_NAME):
            shapes.append(Disc(*self.all.node(marks.choice), BALL + 9, stroke="accent", width=4, dash=(8, 5)))
        if marks.cursor:
            shapes.append(Disc(*self.all.node(marks.cursor), PLUG + 6 if marks.cursor.startswith(PLUG_NAME) else BALL + 9, stroke="accent", width=4))
        return shapes

    def foreseen(self, event: Any) -> list[Shape]:
        match event:
            case rules.Matched(link=1):
                return self.circles(event.cells, "red", (3, 6))
            case rules.Released():
                return [Disc(*self.all.node(event.cell), BALL, stroke="accent", width=3, dash=(5, 5))]
            case rules.Lost():
                node = rules.node_of(event.cells[0])
                place = self.places[node.field]
                return badge(*place.at(place.rings, node.spoke), "−1", "panel", "red", 17, stroke="red")
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


def _trains(steps: Sequence[tuple[rules.Node, rules.Node]]) -> Iterator[tuple[int, int, int, int]]:
    """Steps along spokes as (field, spoke, innermost ring, outermost ring), those that touch each other in one.

    >>> [*_trains([(rules.Node(0, 0, 2), rules.Node(0, 1, 2)), (rules.Node(0, 2, 2), rules.Node(0, 1, 2))])]
    [(0, 2, 0, 2)]
    """
    spans = [(one.field, one.spoke, *sorted((one.ring, other.ring))) for one, other in steps if one.spoke == other.spoke]
    reach: dict[tuple[int, int], tuple[int, int]] = {}
    for field, spoke, low, high in sorted(spans):
        at = (field, spoke)
        if at in reach and reach[at][1] < low:
            yield (*at, *reach.pop(at))
        first, last = reach.get(at, (low, high))
        reach[at] = min(first, low), max(last, high)
    for at, (first, last) in reach.items():
        yield *at, first, last


def _lines(rings: Sequence[int], apart: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Sections of one spoke as lines from ring to ring; those of rings that stand ``apart`` stay by themselves.

    >>> list(_lines([0, 1, 4], []))
    [(-1, 1), (3, 4)]
    """
    for _, run in groupby(enumerate(rings), key=lambda one: (one[1] - one[0], one[1] if one[1] in apart else -1)):
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
