"""Shapes to an ipycanvas canvas: the one place that imports it, and the one checked way to draw.

A still frame is one message. The browser runs draw commands one after another and stops for good at the first bad one,
so every shape is checked before anything is sent, and an error never leaves the buffer switched on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import singledispatch
from itertools import groupby
from typing import Any

from ipycanvas import Canvas
from ipycanvas.canvas import _CANVAS_MANAGER
from ipycanvas.utils import commands_to_buffer

from ..boards.shapes import Arc, Box, Disc, Label, Lines, Polygon, Shape, checked

FONT = "system-ui,sans-serif"
LARGEST_MESSAGE, MARGIN = 64_000, 300
"""Bytes of a movement at the most, and by how many one of its pictures may differ from another."""


@contextmanager
def held() -> Iterator[None]:
    """Collect draw commands and send them as one message; on an error send nothing and switch the buffer off again.

    The message always begins by naming its canvas: a page that was loaded again does not know which one was current.
    """
    before = _CANVAS_MANAGER._caching
    _CANVAS_MANAGER._caching = True
    _CANVAS_MANAGER._current_canvas = None
    try:
        yield
        _CANVAS_MANAGER.flush()
    finally:
        _CANVAS_MANAGER._commands_cache, _CANVAS_MANAGER._buffers_cache = [], []
        _CANVAS_MANAGER._caching = before


@contextmanager
def measured() -> Iterator[Callable[[], int]]:
    """Collect draw commands and send none; what is given says how many bytes they would have been."""
    bytes_of = 0
    with held():
        yield lambda: bytes_of
        bytes_of = len(commands_to_buffer(_CANVAS_MANAGER._commands_cache)[1])
        _CANVAS_MANAGER._commands_cache, _CANVAS_MANAGER._buffers_cache = [], []


class Surface:
    """A canvas of ``wide`` x ``high`` units that is painted whole, from shapes.

    ``widget`` is the ipycanvas widget; `resize` says how many real pixels it has, so that it is sharp at every size.
    """

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        self.widget = Canvas(width=round(wide), height=round(high))
        self._style: dict[str, Any] = {}

    def resize(self, pixels: int) -> bool:
        """Give the canvas ``pixels`` columns of real pixels; True where that changed anything (and emptied it)."""
        pixels = max(50, min(pixels, 4096))
        if pixels == self.widget.width:
            return False
        with self.widget.hold_sync():
            self.widget.width, self.widget.height = pixels, round(pixels * self.high / self.wide)
        return True

    def fit(self, wide: float, high: float) -> None:
        """Take a board of another size, keeping the number of pixel columns."""
        if (wide, high) != (self.wide, self.high):
            self.wide, self.high = wide, high
            self.widget.height = round(self.widget.width * high / wide)

    def paint(self, shapes: Iterable[Shape], palette: Mapping[str, str], ground: str = "panel") -> None:
        """Replace the picture, in one message, on a ground of that role. Raises ValueError for a bad shape; the old picture then stays."""
        ready = [checked(shape) for shape in shapes]
        with held():
            self._picture(ready, palette, ground)

    def animate(self, picture: Callable[[float], Iterable[Shape]], most: int, palette: Mapping[str, str], duration: int, ground: str = "panel") -> None:
        """Show a movement of ``duration`` milliseconds in one message: ``picture`` at shares of it, at most so many; the last one stays.

        Of a large board fewer, so that the message stays under `LARGEST_MESSAGE`.
        """
        with measured() as size:
            self._picture([checked(shape) for shape in picture(1 / (most + 1))], palette, ground)
        count = max(1, min(most, LARGEST_MESSAGE // (size() + MARGIN)))
        ready = [[checked(shape) for shape in picture(k / (count + 1))] for k in range(1, count + 1)]
        with held():
            for shapes in ready:
                self._picture(shapes, palette, ground)
                self.widget.sleep(duration // count)

    def _picture(self, shapes: Sequence[Shape], palette: Mapping[str, str], ground: str) -> None:
        # The ground in whole pixels: a fraction of one at the edge would keep something of the picture before.
        self._style = {}
        self.widget.reset_transform()
        self._set("fill_style", palette[ground])
        self.widget.fill_rect(0, 0, self.widget.width, self.widget.height)
        scale = round(self.widget.width / self.wide, 4)
        self.widget.scale(scale, scale)
        self._set("text_baseline", "middle")
        for _, alike in groupby(shapes, key=_look):
            same = tuple(alike)
            _draw(same[0], same, self, palette)

    def _set(self, name: str, value: Any) -> None:
        """Send a style only where it changes."""
        if self._style.get(name) != value:
            self._style[name] = value
            if name == "line_dash":
                self.widget.set_line_dash(value)
            else:
                setattr(self.widget, name, value)

    def fill_and_stroke(self, shape: Any, palette: Mapping[str, str], path: Callable[[], Any]) -> None:
        """Trace a path once, then fill and stroke it as ``shape`` says."""
        self.widget.begin_path()
        path()
        if fill := getattr(shape, "fill", ""):
            self._set("fill_style", palette[fill])
            self.widget.fill()
        if shape.stroke and shape.width:
            self._set("stroke_style", palette[shape.stroke])
            self._set("line_width", shape.width)
            self._set("line_dash", list(shape.dash))
            self.widget.stroke()

    def rounded(self, boxes: Sequence[Box], palette: Mapping[str, str]) -> None:
        """Filled boxes with round corners: plain rectangles with a thick, round-joined border, one command a box."""
        first = boxes[0]
        self.widget.begin_path()
        for box in boxes:
            inset = min(first.radius, box.wide / 2, box.high / 2)
            self.widget.rect(_n(box.x + inset), _n(box.y + inset), _n(box.wide - 2 * inset), _n(box.high - 2 * inset))
        self._set("line_dash", [])
        self._set("line_join", "round")
        layers = [(first.stroke, 2 * first.radius + first.width), (first.fill, 2 * first.radius - first.width)]
        for role, width in layers if first.stroke and first.width else [(first.fill, 2 * first.radius)]:
            self._set("stroke_style", palette[role])
            self._set("line_width", width)
            self.widget.stroke()
        self._set("fill_style", palette[first.fill])
        self.widget.fill()
        self._set("line_join", "miter")

    def write(self, label: Label, palette: Mapping[str, str]) -> None:
        self._set("fill_style", palette[label.fill])
        self._set("font", f"{'bold ' if label.bold else ''}{_n(label.size)}px {FONT}")
        self._set("text_align", label.align)
        self.widget.fill_text(label.text, _n(label.x), _n(label.y + label.size * 0.06))


def _n(number: float) -> float | int:
    """A number as short as it can be without a visible difference."""
    short = round(number, 1)
    return int(short) if short == int(short) else short


def _look(shape: Shape) -> tuple[Any, ...]:
    """What neighbouring shapes must share to be traced as one path: they then cost one fill and one stroke."""
    if isinstance(shape, Label):
        return (Label, shape.fill, shape.size, shape.bold, shape.align)
    return (type(shape), getattr(shape, "fill", ""), shape.stroke, shape.width, shape.dash, isinstance(shape, Box) and shape.radius)


@singledispatch
def _draw(first: Shape, shapes: Sequence[Any], surface: Surface, palette: Mapping[str, str]) -> None:
    def path() -> None:
        for shape in shapes:
            _trace(shape, surface.widget)

    surface.fill_and_stroke(first, palette, path)


@_draw.register
def _(first: Label, shapes: Sequence[Label], surface: Surface, palette: Mapping[str, str]) -> None:
    for label in shapes:
        surface.write(label, palette)


@_draw.register
def _(first: Box, shapes: Sequence[Box], surface: Surface, palette: Mapping[str, str]) -> None:
    if first.radius and first.fill and not first.dash:
        surface.rounded(shapes, palette)
    else:
        surface.fill_and_stroke(first, palette, lambda: [_trace(shape, surface.widget) for shape in shapes])


@singledispatch
def _trace(shape: Shape, canvas: Canvas) -> None:
    raise TypeError(shape)


@_trace.register
def _(shape: Disc, canvas: Canvas) -> None:
    canvas.move_to(_n(shape.x + shape.radius), _n(shape.y))
    canvas.arc(_n(shape.x), _n(shape.y), _n(shape.radius), 0, 6.283)


@_trace.register
def _(shape: Arc, canvas: Canvas) -> None:
    start, end = sorted((shape.start, shape.end))
    canvas.move_to(_n(shape.x + shape.radius * math.cos(start)), _n(shape.y + shape.radius * math.sin(start)))
    canvas.arc(_n(shape.x), _n(shape.y), _n(shape.radius), round(start, 4), round(end, 4))


@_trace.register
def _(shape: Box, canvas: Canvas) -> None:
    r = min(shape.radius, shape.wide / 2, shape.high / 2)
    x, y, right, low = shape.x, shape.y, shape.x + shape.wide, shape.y + shape.high
    if not r:
        canvas.rect(_n(x), _n(y), _n(shape.wide), _n(shape.high))
        return
    canvas.move_to(_n(x + r), _n(y))
    for cx, cy, turn in ((right - r, y + r, -1), (right - r, low - r, 0), (x + r, low - r, 1), (x + r, y + r, 2)):
        canvas.arc(_n(cx), _n(cy), _n(r), round(turn * math.pi / 2, 3), round((turn + 1) * math.pi / 2, 3))
    canvas.close_path()


@_trace.register
def _(shape: Polygon, canvas: Canvas) -> None:
    canvas.move_to(*map(_n, shape.points[0]))
    for point in shape.points[1:]:
        canvas.line_to(*map(_n, point))
    canvas.close_path()


@_trace.register
def _(shape: Lines, canvas: Canvas) -> None:
    at: tuple[float, float] | None = None
    for x1, y1, x2, y2 in shape.segments:
        if at != (_n(x1), _n(y1)):  # a line that goes on from where the last one ended need not be begun anew
            canvas.move_to(_n(x1), _n(y1))
        at = _n(x2), _n(y2)
        canvas.line_to(*at)
