"""Which cells there are, what they are called, and which lines run through each of them.

A board is data: a list of cells and, for each, the rays that leave it. One detection serves every outline.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

AXES = ("vertical", "horizontal", "up_right", "down_right")
"""The four axes of a rectangle, in the order of Fig. 5(a)."""
HEXAGON_AXES = ("horizontal", "up_right", "down_right")
"""The three axes of a board of hexagons (Fig. 17)."""
PERPENDICULAR = (frozenset({"vertical", "horizontal"}), frozenset({"up_right", "down_right"}))
"""Pairs of a rectangle's axes that stand at a right angle; all others are oblique."""

# Each axis as its two directions (row, column); row 0 is at the top.
DIRECTIONS = {
    "vertical": ((1, 0), (-1, 0)),
    "horizontal": ((0, -1), (0, 1)),
    "up_right": ((1, -1), (-1, 1)),
    "down_right": ((1, 1), (-1, -1)),
}
LARGEST = 26
"""Rows and columns at the most: one letter a column."""
SQUARE, HEXAGON, FREE = "square", "hexagon", "free"
Point = tuple[float, float]


class Ray(NamedTuple):
    """The cells met from one cell in one direction, nearest first, up to the board's end or a hole."""

    axis: str
    cells: tuple[int, ...]


class Topology(NamedTuple):
    """A board's cells by number: row by row from the top left, holes left out.

    ``names[k]`` is what a person calls cell k, ``places[k]`` its (row, column), ``rays[k]`` the lines that leave it;
    ``runs[k]`` are the bare cells of those rays on which a run can stand and be closed: two or more; ``beside[k]`` the
    cells next to it. ``centres[k]`` is its middle in cell widths, x to the right, y down; ``shape`` is that of a cell.
    """

    rows: int
    columns: int
    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    rays: tuple[tuple[Ray, ...], ...]
    runs: tuple[tuple[tuple[int, ...], ...], ...]
    beside: tuple[tuple[int, ...], ...]
    centres: tuple[Point, ...] = ()
    shape: str = SQUARE

    def cell(self, name: str) -> int | None:
        """The number of the cell of that name, None where there is none."""
        return _numbers(self.names).get(name)


class Line(NamedTuple):
    """A line of cells by name, along an axis; a ``closed`` one goes on from its last cell to its first."""

    axis: str
    cells: tuple[str, ...]
    closed: bool = False


@cache
def _numbers(names: tuple[str, ...]) -> dict[str, int]:
    return {name: k for k, name in enumerate(names)}


def cell_name(row: int, column: int, rows: int, *, from_top: bool = False) -> str:
    """Column letter and row number. Row 1 is at the bottom (Fig. 2), or at the top as in Othello transcripts.

    >>> cell_name(0, 5, 4), cell_name(0, 5, 4, from_top=True)
    ('f4', 'f1')
    """
    return f"{ascii_lowercase[column]}{row + 1 if from_top else rows - row}"


@cache
def rectangle(rows: int, columns: int, holes: frozenset[tuple[int, int]] = frozenset(), *, from_top: bool = False) -> Topology:
    """A rectangle of cells with four axes; ``holes`` are (row, column) places where nothing may be placed.

    Source: JP7589901B2 Fig. 2 (4 x 6), Fig. 5(a) (axes), Fig. 16 (holes).

    >>> board = rectangle(4, 6)
    >>> board.names[0], board.names[-1], len(board.names)
    ('a4', 'f1', 24)
    """
    places = _places(rows, columns, holes)
    number = {place: k for k, place in enumerate(places)}
    rays = tuple(tuple(Ray(axis, cells) for axis in AXES for step in DIRECTIONS[axis] if (cells := _walk(number, place, step))) for place in places)
    names = tuple(cell_name(r, c, rows, from_top=from_top) for r, c in places)
    return _topology(rows, columns, names, places, rays, tuple((c + 0.5, r + 0.5) for r, c in places), SQUARE)


@cache
def hexagons(rows: int, columns: int, holes: frozenset[tuple[int, int]] = frozenset(), *, from_top: bool = False) -> Topology:
    """Rows of hexagons with a corner at the top, every second row half a cell to the right; three axes.

    Source: JP7589901B2 Fig. 17; that every second row is the one shifted is our choice.

    >>> [len(rays) for rays in hexagons(3, 3).rays]
    [2, 4, 3, 5, 6, 3, 2, 4, 3]
    """
    places = _places(rows, columns, holes)
    number = {_leaning(place): k for k, place in enumerate(places)}
    steps = {"horizontal": ((0, -1), (0, 1)), "up_right": ((1, -1), (-1, 1)), "down_right": ((1, 0), (-1, 0))}
    rays = tuple(
        tuple(Ray(axis, cells) for axis in HEXAGON_AXES for step in steps[axis] if (cells := _walk(number, _leaning(place), step))) for place in places
    )
    names = tuple(cell_name(r, c, rows, from_top=from_top) for r, c in places)
    centres = tuple((c + 0.5 + (r % 2) / 2, r * HEXAGON_STEP + 1 / math.sqrt(3)) for r, c in places)
    return _topology(rows, columns, names, places, rays, centres, HEXAGON)


HEXAGON_STEP = math.sqrt(3) / 2
"""From one row of hexagons to the next, in cell widths."""


def _leaning(place: tuple[int, int]) -> tuple[int, int]:
    """A hexagon's (row, column) on axes that lean: straight down there is down to the right here."""
    row, column = place
    return row, column - row // 2


def outlined(centres: Mapping[str, Point], lines: Iterable[Line]) -> Topology:
    """Any set of cells with its lines: circles, polygons, whatever else.

    Source: JP7589901B2, the shape of the field may be any rectangular, circular or polygonal shape; that it is given as data is ours.

    >>> ring = outlined({"a1": (0, 0), "b1": (1, 0), "c1": (1, 1)}, [Line("ring", ("a1", "b1", "c1"), True)])
    >>> ring.rays[0]
    (Ray(axis='ring', cells=(1, 2)), Ray(axis='ring', cells=(2, 1)))
    """
    names = tuple(centres)
    number, rays = _numbers(names), [list[Ray]() for _ in names]
    for axis, cells, closed in lines:
        at = [number[name] for name in cells]
        for k, cell in enumerate(at):
            forth = [*at[k + 1 :], *(at[:k] if closed else [])]
            back = [*reversed(at[:k]), *(reversed(at[k + 1 :]) if closed else [])]
            rays[cell] += [Ray(axis, tuple(way)) for way in (forth, back) if way]
    heights = sorted({round(y, 2) for _, y in centres.values()})
    places = tuple((heights.index(round(y, 2)), round(2 * x)) for x, y in centres.values())
    return _topology(len(heights), 0, names, places, tuple(map(tuple, rays)), tuple(centres.values()), FREE)


def _places(rows: int, columns: int, holes: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes)


def _topology(
    rows: int,
    columns: int,
    names: tuple[str, ...],
    places: tuple[tuple[int, int], ...],
    rays: Sequence[tuple[Ray, ...]],
    centres: tuple[Point, ...],
    shape: str,
) -> Topology:
    runs = tuple(tuple(ray.cells for ray in leaving if len(ray.cells) > 1) for leaving in rays)
    beside = tuple(tuple(dict.fromkeys(ray.cells[0] for ray in leaving)) for leaving in rays)
    return Topology(rows, columns, names, places, tuple(rays), runs, beside, tuple(centres), shape)


def _walk(number: dict[tuple[int, int], int], place: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
    cells = []
    row, column = place[0] + step[0], place[1] + step[1]
    while (row, column) in number:
        cells.append(number[row, column])
        row, column = row + step[0], column + step[1]
    return tuple(cells)
