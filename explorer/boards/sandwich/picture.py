"""One frame as shapes, layer by layer from the bottom.

The board never asks the rules what happened: it draws the events of the move as far as they have been told.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...rules import sandwich as rules
from ...rules.options import decimal_text
from ...rules.topology import FREE, SQUARE
from ..parts import NO_MARKS, Marks
from ..shapes import Box, Disc, Label, Lines, Point, Polygon, Segment, Shape, arrowhead, badge, hatching
from .grid import APART, CELL, RADIUS, TOP, centre, inner, label_size, margin, outline

# Marks on the discs of the third player on, so that no player is told by colour alone.
SIGNS = ("", "", "▲", "■", "◆", "✚", "●", "★")
# How many corners the form of each state has, where states are told by shape; 0 is a disc.
FORMS = (0, 4, 3, 6, 5, 8, 7, 9)
HOTTEST = 4
"""More sandwiched cells than this have the same colour."""


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The position with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    return _Picture(game, state, story, marks).shapes()


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float, marks: Marks = NO_MARKS) -> list[Shape] | None:
    """A placed piece grows, a turned one is seen edge-on halfway; None where nothing moves."""
    event, plain = story[-1], Marks(settings=marks.settings)
    if isinstance(event, rules.Placed):
        return _Picture(game, state, story, plain, {event.cell: 0.4 + 0.6 * share}).shapes()
    if isinstance(event, rules.Turned):
        return _Picture(game, before if share < 0.5 else state, story, plain, {event.cell: max(0.05, abs(1 - 2 * share))}).shapes()
    return None


class _Picture:
    """One frame being drawn, layer by layer from the bottom; ``sizes`` are pieces on their way, by cell."""

    def __init__(self, game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks, sizes: Mapping[str, float] | None = None) -> None:
        self.game, self.state, self.marks, self.topology = game, state, marks, game.topology
        self.number = {name: k for k, name in enumerate(self.topology.names)}
        self.sizes = sizes or {}
        self.told = {type(event): event for event in story}
        self.damage = [event for event in story if isinstance(event, rules.Damaged)]
        self.turned = {event.cell for event in story if isinstance(event, rules.Turned)}
        last = story[-1] if story else None
        self.settled = isinstance(last, rules.TurnChanged | rules.Ended | rules.Started)
        self.detecting = not self.settled and not self.turned and not isinstance(last, rules.Judged)

    def shapes(self) -> list[Shape]:
        under = [*self.heat(), *self.ground(), *self.events(), *self.shading(), *self.axes()]
        return [*under, *self.pieces(), *self.rings(), *self.badges(), *self.counted(), *self.hints()]

    def centre(self, name: str) -> Point:
        return centre(self.topology, self.number[name])

    def inner(self, name: str, inset: float = 0) -> tuple[float, float, float, float]:
        return inner(self.topology, self.number[name], inset)

    def area(self, name: str, fill: str = "", stroke: str = "", width: float = 0, dash: tuple[float, ...] = (), inset: float = 1) -> Shape:
        """A cell, or what is a little smaller."""
        if self.topology.shape == SQUARE:
            return Box(*self.inner(name, inset), fill=fill, stroke=stroke, width=width, dash=dash)
        x, y = self.centre(name)
        if self.topology.shape == FREE:
            return Disc(x, y, APART * CELL - inset, fill, stroke, width, dash)
        corners = outline(self.topology, self.number[name])
        share = 1 - inset * 2 / CELL
        return Polygon(tuple((x + (a - x) * share, y + (b - y) * share) for a, b in corners), fill, stroke, width, dash)

    def corner(self, name: str) -> Point:
        """Where a badge sits: the upper right of a cell."""
        x, y, wide, _ = self.inner(name)
        return (x + 0.78 * wide, y + 12) if self.topology.shape == SQUARE else (x + wide, y + 6)

    # --- the ground

    def ground(self) -> list[Shape]:
        """The lines of the cells, where they are wanted, holes, and the cells' names."""
        names = self.square_names() if self.topology.shape == SQUARE else self.own_names()
        return [*self.holes(), *self.lines(), *names]

    def lines(self) -> list[Shape]:
        """Always, never, or only while a cell is being chosen (S07); a frame around the board stays."""
        wanted = self.marks.settings.get("grid", "always")
        every = wanted == "always" or (wanted == "choosing" and bool(self.marks.cursor))
        width = max(1.6, label_size(self.topology) / 12)
        if self.topology.shape != SQUARE:
            return self.outlines(width) if every else []
        rows, columns, left = self.topology.rows, self.topology.columns, margin(self.topology)
        right, bottom = left + columns * CELL, TOP + rows * CELL
        across = [(left, TOP + r * CELL, right, TOP + r * CELL) for r in range(rows + 1) if every or r in (0, rows)]
        down = [(left + c * CELL, TOP, left + c * CELL, bottom) for c in range(columns + 1) if every or c in (0, columns)]
        return [Lines((*across, *down), "line", width)]

    def outlines(self, width: float) -> list[Shape]:
        """The outlines of cells that are not squares; an edge between two is drawn once."""
        every = range(len(self.topology.names))
        if self.topology.shape == FREE:
            return [Disc(*centre(self.topology, k), APART * CELL, stroke="line", width=width) for k in every]
        edges: dict[frozenset[Point], Segment] = {}
        for k in every:
            corners = [(round(x, 1), round(y, 1)) for x, y in outline(self.topology, k)]
            edges |= {frozenset((one, other)): (*one, *other) for one, other in pairwise([*corners, corners[0]])}
        return [Lines(tuple(edges.values()), "line", width)]

    def holes(self) -> list[Shape]:
        if self.topology.shape != SQUARE:
            return []
        at = [(margin(self.topology) + column * CELL, TOP + row * CELL) for row, column in sorted(self.game.holes)]
        return [shape for x, y in at for shape in (Box(x, y, CELL, CELL, fill="slot"), hatching(x, y, CELL, CELL, "hole", 16, 2))]

    def square_names(self) -> list[Shape]:
        rows, columns, left, size = self.topology.rows, self.topology.columns, margin(self.topology), label_size(self.topology)
        from_top = self.game.rules.numbered_from == "top"
        numbers = [Label(left * 0.44, TOP + (r + 0.5) * CELL, str(r + 1 if from_top else rows - r), size, "soft") for r in range(rows)]
        letters = [Label(left + (c + 0.5) * CELL, TOP + rows * CELL + left * 0.46, chr(ord("a") + c), size, "soft") for c in range(columns)]
        return [*numbers, *letters]

    def own_names(self) -> list[Shape]:
        """Each cell's name at its lower edge, under whatever stands there."""
        return [Label(x, y + CELL * 0.41, name, 13, "soft") for name in self.topology.names for x, y in [self.centre(name)]]

    def heat(self) -> list[Shape]:
        """How many cells a placement would sandwich, as a colour (S52)."""
        if self.marks.settings.get("counts") not in ("colour", "both"):
            return []
        return [self.area(name, f"heat{min(count, HOTTEST)}") for name, count in self.marks.counts.items() if count]

    def counted(self) -> list[Shape]:
        """The same as a number, 0 too."""
        if self.marks.settings.get("counts") not in ("number", "both"):
            return []
        at = [(*self.centre(name), count) for name, count in self.marks.counts.items()]
        return [Label(x, y + 24, str(count), 20, "ink" if count else "soft", bold=bool(count)) for x, y, count in at]

    def events(self) -> list[Shape]:
        """Cells with an event, as far as it is shown: a dashed frame and its name or kind; barred ones with a cross; what one will touch."""
        shapes: list[Shape] = []
        for k, _ in self.state.events:
            name, told = self.topology.names[k], self.game.told_of(self.state, k)
            if told:
                x, y = self.centre(name)
                shapes.append(self.area(name, "slot", "amber", 2, (3, 4), inset=5))
                shapes.append(Label(x, y + CELL * 0.33, told[:9], 15, "soft"))
        for one in self.state.lasting:
            if one.deed == "bar":
                x, y = self.centre(one.target)
                shapes.append(Lines(((x - 26, y - 26, x + 26, y + 26), (x - 26, y + 26, x + 26, y - 26)), "soft", 4))
        return [*shapes, *self.reach()]

    def reach(self) -> list[Shape]:
        """What the event under the cursor will touch: the cells, or only how many they are (S45)."""
        if self.game.rules.event_reach == "number":
            count = len(self.marks.reach)
            return badge(*self.corner(self.marks.cursor), str(count), "amber", "panel", 16) if count and self.marks.cursor else []
        return [self.area(name, stroke="amber", width=3, dash=(8, 5), inset=3) for name in self.marks.reach]

    def shading(self) -> list[Shape]:
        """Same-state cells shaded, those on no axis only dashed; sandwiched cells hatched (Fig. 5 (b), (c))."""
        shapes: list[Shape] = []
        if self.detecting and (same := self.told.get(rules.SameStateFound)):
            for name in same.cells:
                off = name in same.off_axis
                shapes.append(self.area(name, stroke="soft", width=2, dash=(4, 6), inset=5) if off else self.area(name, "shade"))
        found = self.told.get(rules.Sandwiched)
        cells = [name for name in found.cells if name not in self.turned] if found and not self.settled else []
        return shapes + self.hatched(cells)

    def hatched(self, cells: Sequence[str]) -> list[Shape]:
        return [*(self.area(name, "red-soft") for name in cells), *(hatching(*self.inner(name, 1), "red", 14) for name in cells)]

    def axes(self) -> list[Shape]:
        drawn = self.told.get(rules.AxesDrawn)
        if not drawn or not self.detecting:
            return []
        heads: list[Shape] = []
        segments: list[Segment] = []
        for ray in sorted(drawn.rays):
            points = [self.centre(name) for name in (drawn.cell, *ray)]
            (x0, y0), (x, y) = points[-2:]
            turn = math.atan2(y - y0, x - x0)
            tip = (x + 0.46 * CELL * math.cos(turn), y + 0.46 * CELL * math.sin(turn))  # past the piece that may stand there
            bends = [points[0], *points[1:-1], tip] if self.topology.shape == FREE else [points[0], tip]
            segments += [(*one, *other) for one, other in pairwise(bends)]
            heads.append(arrowhead(tip, (x0, y0), 17, "accent"))
        return [Lines(tuple(dict.fromkeys(segments)), "accent", 2.5, (9, 7)), *heads]

    # --- the pieces

    def pieces(self) -> list[Shape]:
        """Alike ones side by side: they are then painted in one go."""
        edges: list[Shape] = []
        bodies: list[Shape] = []
        labels: list[Label] = []
        badges: list[Shape] = []
        for name, owner in zip(self.topology.names, self.state.states, strict=True):
            if not owner:
                continue
            size = self.sizes.get(name, 1)
            edges += self.edges(name, size)
            bodies.append(self.body(name, owner, size))
            if size > 0.8:
                labels += self.face(name, owner)
                badges += self.mark(name, owner)
        ordered = sorted(bodies, key=lambda shape: (type(shape).__name__, getattr(shape, "fill", "")))
        return [*edges, *ordered, *sorted(labels, key=lambda label: (label.size, label.bold, label.fill)), *badges]

    def edges(self, name: str, size: float) -> list[Shape]:
        """What shows of the pieces under the top one."""
        x, y = self.centre(name)
        below = len(self.game.stack(self.state, self.number[name])) - 1
        return [Disc(x, y + 6 * k, RADIUS * size, "slot", "outline", 1.6) for k in range(min(below, 3), 0, -1)]

    def body(self, name: str, owner: int, size: float) -> Shape:
        """A disc; where states are told by shape, a form of its own for each."""
        x, y = self.centre(name)
        corners = FORMS[(owner - 1) % len(FORMS)] if self.marks.settings.get("states") == "shape" else 0
        if not corners:
            return Disc(x, y, RADIUS * size, f"player{owner}", "outline", 1.6)
        reach = RADIUS * size * (1.25 if corners < 5 else 1.1)
        angles = [math.pi * (2 * k + 1) / corners + math.pi / 2 for k in range(corners)]
        return Polygon(tuple((x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles), f"player{owner}", "outline", 1.6)

    def mark(self, name: str, owner: int) -> list[Shape]:
        """A badge with the state's number, or a nose that faces the state's way (S09)."""
        x, y = self.centre(name)
        shown = self.marks.settings.get("states")
        if shown == "badge":
            return badge(x - RADIUS * 0.75, y - RADIUS * 0.75, str(owner), "ink", "panel", 15)
        if shown != "facing":
            return []
        turn = -math.pi / 2 + 2 * math.pi * (owner - 1) / max(2, self.game.players)
        tip = (x + (RADIUS + 11) * math.cos(turn), y + (RADIUS + 11) * math.sin(turn))
        return [arrowhead(tip, (x, y), 24, "outline")]

    def face(self, name: str, owner: int) -> list[Label]:
        x, y = self.centre(name)
        ink, piece = f"player{owner}-ink", self.state.pieces[self.number[name]]
        if not piece:
            return [Label(x, y, SIGNS[owner - 1], 26, ink)] if SIGNS[owner - 1] else []
        whole = self.game.pieces[piece]
        attack, defence = whole.value("attack", owner), whole.value("defence", owner)
        value = f"{decimal_text(attack)}/{decimal_text(defence)}" if apart(self.game) else decimal_text(attack)
        sign = f"{SIGNS[owner - 1]} " if SIGNS[owner - 1] else ""
        size = 30 if len(piece) < 3 else 18
        faces = [Label(x, y - 8, piece, size, ink, bold=True), Label(x, y + 20, sign + value, 16, ink)]
        if whole.attribute:
            short = whole.attribute if len(whole.attribute) < 3 else whole.attribute[0].upper()  # in full in the table
            faces.append(Label(x + RADIUS * 0.62, y - RADIUS * 0.45, short, 13, ink))
        return faces

    def rings(self) -> list[Shape]:
        """The placed piece in the accent, the anchors in amber."""
        shapes: list[Shape] = []
        if placed := self.told.get(rules.Placed):
            shapes.append(Disc(*self.centre(placed.cell), RADIUS + 6, stroke="accent", width=5))
        found = self.told.get(rules.Sandwiched)
        if found and self.detecting:
            shapes += [Disc(*self.centre(name), RADIUS + 6, stroke="amber", width=5) for name in dict.fromkeys(found.anchors)]
        return shapes

    def badges(self) -> list[Shape]:
        if self.settled:
            return []
        return [shape for event in self.damage for shape in badge(*self.corner(event.cell), _loss(event), "red", "red-ink", 16)]

    def hints(self) -> list[Shape]:
        shapes: list[Shape] = [Disc(*self.centre(name), 7, stroke="allowed", width=2.5) for name in sorted(self.marks.allowed)]
        for event in self.marks.preview:
            if isinstance(event, rules.Sandwiched):
                shapes += [hatching(*self.inner(name, 1), "red", 14) for name in event.cells]
            if isinstance(event, rules.Damaged):
                shapes += badge(*self.corner(event.cell), _loss(event), "panel", "red", 16, stroke="red")
        if self.marks.cursor:
            if self.topology.shape == SQUARE:
                shapes.append(Box(*self.inner(self.marks.cursor, 3), stroke="accent", width=4, radius=8))
            else:
                shapes.append(self.area(self.marks.cursor, stroke="accent", width=4, inset=3))
        return shapes


def apart(game: rules.Game) -> bool:
    """Whether any piece has attack and defence apart: then both are shown of every piece."""
    return any(piece.attack != piece.defence for piece in game.pieces.values())


def _loss(event: rules.Damaged) -> str:
    return f"−{event.amount}" if event.amount else "0"
