"""Which cells there are, what they are called, and which lines run through each of them.

A board is data: a list of cells and, for each, the rays that leave it. One detection serves every outline.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import NamedTuple

AXES = ("vertical", "horizontal", "up_right", "down_right")
"""The four axes of a rectangle, in the order of Fig. 5(a)."""

# Each axis as its two directions (row, column); row 0 is at the top.
DIRECTIONS = {
    "vertical": ((1, 0), (-1, 0)),
    "horizontal": ((0, -1), (0, 1)),
    "up_right": ((1, -1), (-1, 1)),
    "down_right": ((1, 1), (-1, -1)),
}
LARGEST = 26
"""Rows and columns at the most: one letter a column."""


class Ray(NamedTuple):
    """The cells met from one cell in one direction, nearest first, up to the board's end or a hole."""

    axis: str
    cells: tuple[int, ...]


class Topology(NamedTuple):
    """A board's cells by number: row by row from the top left, holes left out.

    ``names[k]`` is what a person calls cell k, ``places[k]`` its (row, column), ``rays[k]`` the lines that leave it;
    ``runs[k]`` are the bare cells of those rays on which a run can stand and be closed: two or more; ``beside[k]`` the
    cells next to it.
    """

    rows: int
    columns: int
    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    rays: tuple[tuple[Ray, ...], ...]
    runs: tuple[tuple[tuple[int, ...], ...], ...]
    beside: tuple[tuple[int, ...], ...]

    def cell(self, name: str) -> int | None:
        """The number of the cell of that name, None where there is none."""
        return _numbers(self.names).get(name)


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
    places = tuple((r, c) for r in range(rows) for c in range(columns) if (r, c) not in holes)
    number = {place: k for k, place in enumerate(places)}
    names = tuple(cell_name(r, c, rows, from_top=from_top) for r, c in places)
    rays = tuple(tuple(Ray(axis, cells) for axis in AXES for step in DIRECTIONS[axis] if (cells := _walk(number, place, step))) for place in places)
    runs = tuple(tuple(ray.cells for ray in leaving if len(ray.cells) > 1) for leaving in rays)
    beside = tuple(tuple(ray.cells[0] for ray in leaving) for leaving in rays)
    return Topology(rows, columns, names, places, rays, runs, beside)


def _walk(number: dict[tuple[int, int], int], place: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
    cells = []
    row, column = place[0] + step[0], place[1] + step[1]
    while (row, column) in number:
        cells.append(number[row, column])
        row, column = row + step[0], column + step[1]
    return tuple(cells)
