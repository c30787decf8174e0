"""Shapes as plain data: what a board looks like, in its own units, before any surface and any theme.

A colour is the name of a role (``ink``, ``accent``, ``player1``); palettes turn roles into colours. Shapes are painted
in order, later ones on top. Lengths are board units, x to the right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Point = tuple[float, float]
Segment = tuple[float, float, float, float]


class Disc(NamedTuple):
    """A circle around a point."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()


class Box(NamedTuple):
    """A rectangle from its top left corner; ``radius`` rounds the corners."""

    x: float
    y: float
    wide: float
    high: float
    fill: str = ""
    stroke: str = ""
    width: float = 0
    radius: float = 0
    dash: tuple[float, ...] = ()


class Polygon(NamedTuple):
    """A closed outline through points."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0
    dash: tuple[float, ...] = ()


class Lines(NamedTuple):
    """Straight segments of one style, painted as one path."""

    segments: tuple[Segment, ...]
    stroke: str
    width: float
    dash: tuple[float, ...] = ()


class Arc(NamedTuple):
    """Part of a circle, angles in radians clockwise from three o'clock."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    stroke: str
    width: float
    dash: tuple[float, ...] = ()


class Label(NamedTuple):
    """Text around a point: centred on it, or beginning (``left``) or ending (``right``) there."""

    x: float
    y: float
    text: str
    size: float
    fill: str = "ink"
    bold: bool = False
    align: str = "center"


Shape = Disc | Box | Polygon | Lines | Arc | Label


def numbers(shape: Shape) -> Iterable[float]:
    """Every number of a shape, points and segments taken apart."""
    for value in shape:
        if isinstance(value, tuple):
            for one in value:
                yield from one if isinstance(one, tuple) else (one,)
        elif not isinstance(value, str):
            yield value


def checked(shape: Shape) -> Shape:
    """The same shape. Raises ValueError for a number that is not finite or a length below 0.

    One such number, sent to a canvas, would stop every canvas of the page until it is loaded again.
    """
    if not all(map(math.isfinite, numbers(shape))):
        raise ValueError(f"a number that is not finite in {shape}")
    lengths = [getattr(shape, name, 0) for name in ("radius", "wide", "high", "width", "size")]
    if min(lengths) < 0:
        raise ValueError(f"a negative length in {shape}")
    return shape


def arrowhead(tip: Point, back: Point, size: float, fill: str) -> Polygon:
    """A triangle that points from ``back`` to ``tip``."""
    angle = math.atan2(tip[1] - back[1], tip[0] - back[0])
    wings = [(tip[0] - size * math.cos(angle + turn), tip[1] - size * math.sin(angle + turn)) for turn in (0.45, -0.45)]
    return Polygon((tip, *wings), fill=fill)


def hatching(x: float, y: float, wide: float, high: float, stroke: str, gap: float = 12, width: float = 1.5) -> Lines:
    """Diagonal lines over a rectangle, cut at its edges."""
    segments = []
    offset = gap
    while offset < wide + high:
        x1, y1 = (x + offset, y) if offset <= wide else (x + wide, y + offset - wide)
        x2, y2 = (x, y + offset) if offset <= high else (x + offset - high, y + high)
        segments.append((x1, y1, x2, y2))
        offset += gap
    return Lines(tuple(segments), stroke, width)


def badge(x: float, y: float, text: str, fill: str, ink: str, size: float = 18, stroke: str = "") -> list[Shape]:
    """A short text on a pill."""
    wide, high = len(text) * size * 0.62 + size, size * 1.45
    return [
        Box(x - wide / 2, y - high / 2, wide, high, fill=fill, stroke=stroke, width=1.5 if stroke else 0, radius=high / 2),
        Label(x, y, text, size, ink, bold=True),
    ]
