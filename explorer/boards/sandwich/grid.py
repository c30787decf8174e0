"""Where cells lie: the outline of each, whatever the board is made of."""

from __future__ import annotations

import math
from functools import cache

from ...rules import sandwich as rules
from ...rules.topology import FREE, HEXAGON, SQUARE, Topology
from ..parts import Layout, Target
from ..shapes import Point

CELL = 100.0
TOP, RIGHT = 14.0, 16.0
RADIUS = 37.0
APART = 0.47
"""The radius of a cell of a free outline, in cell widths."""


def label_size(topology: Topology) -> float:
    """Row and column names keep their size on the screen when a board of many columns is shown small."""
    return max(17.0, min(60.0, 2.4 * max(topology.columns, topology.rows)))


def margin(topology: Topology) -> float:
    """The room for row names on the left and for column names below; cells that are not squares hold their names themselves."""
    return 2.6 * label_size(topology) if topology.shape == SQUARE else RIGHT


@cache
def outline(topology: Topology, cell: int) -> tuple[Point, ...]:
    """The corners of a cell, in board units."""
    x, y = centre(topology, cell)
    if topology.shape == SQUARE:
        half = CELL / 2
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    corners, radius, first = (6, CELL / math.sqrt(3), -math.pi / 2) if topology.shape == HEXAGON else (12, APART * CELL, 0.0)
    angles = (first + 2 * math.pi * k / corners for k in range(corners))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


@cache
def centre(topology: Topology, cell: int) -> Point:
    """The middle of a cell."""
    left, top = _origin(topology)
    x, y = topology.centres[cell]
    return margin(topology) + (x - left) * CELL, TOP + (y - top) * CELL


@cache
def _origin(topology: Topology) -> Point:
    """What lies at the upper left corner, in cell widths."""
    if topology.shape != FREE:
        return 0.0, 0.0
    return min(x for x, _ in topology.centres) - 0.5, min(y for _, y in topology.centres) - 0.5


def inner(topology: Topology, cell: int, inset: float = 0) -> tuple[float, float, float, float]:
    """A rectangle inside a cell, as left, top, width and height: the cell itself where it is a square."""
    x, y = centre(topology, cell)
    half = (CELL / 2 if topology.shape == SQUARE else CELL * 0.33) - inset
    return x - half, y - half, 2 * half, 2 * half


@cache
def _layout(topology: Topology) -> Layout:
    targets = tuple(Target(name, *topology.places[k], outline(topology, k)) for k, name in enumerate(topology.names))
    corners = [point for target in targets for point in target.outline]
    if topology.shape == SQUARE:  # holes at the edge are part of it
        return Layout(margin(topology) + topology.columns * CELL + RIGHT, TOP + topology.rows * CELL + margin(topology), targets)
    return Layout(max(x for x, _ in corners) + RIGHT, max(y for _, y in corners) + TOP, targets)


def layout(game: rules.Game, state: rules.State | None = None, tall: bool = False) -> Layout:
    """The board's size and its cells, row by row from the top: always the same ones."""
    return _layout(game.topology)
