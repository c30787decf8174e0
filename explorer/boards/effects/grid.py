"""Where the slots of a field lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from ...rules import effects as rules
from ..parts import Layout, Target
from ..shapes import Point

SLOT_W, SLOT_H = 116.0, 112.0
STEP_X, STEP_Y = SLOT_W + 14, SLOT_H + 27
LEFT, TOP, GAP = 14.0, 10.0, 14.0
INSET = 5.0
SLOT_RADIUS = 9.0

Corners = Mapping[str, Point]


class Grid(NamedTuple):
    """Where the slots of a field lie: the upper left corner of each, its row and column for the keyboard, and the line between the sides."""

    corners: Corners
    places: Mapping[str, tuple[int, int]]
    layout: Layout
    middle: float


@cache
def _grid(field: rules.Field) -> Grid:
    """Two sides lie face to face, the second upside down; of three or four, M and G below, E and F above, each across from another."""
    widest, deep = max(field.rows), len(field.rows)
    corners, places = {}, {}
    for number, side in enumerate(field.sides):
        above, right = number in (1, 2), number in (2, 3)
        for row in range(deep):
            line = deep - 1 - row if above else deep + row
            names = [slot for slot in field.of(side) if field.place(slot)[0] == row]
            for column, name in enumerate(reversed(names) if above else names):
                at = (widest - len(names)) / 2 + column + (widest + 0.4 if right else 0)
                corners[name] = (LEFT + at * STEP_X, TOP + line * STEP_Y + (GAP if line >= deep else 0))
                places[name] = (line, column + (widest if right else 0))
    columns = widest if len(field.sides) == 2 else 2 * widest + 0.4
    targets = tuple(Target(name, *places[name], _outline(*corners[name])) for name in corners)
    wide, high = 2 * LEFT + (columns - 1) * STEP_X + SLOT_W, TOP + 2 * deep * STEP_Y + GAP
    ordered = tuple(sorted(targets, key=lambda target: (target.row, target.column)))
    return Grid(corners, places, Layout(wide, high, ordered), TOP + deep * STEP_Y + GAP / 2 - 2)


def _outline(x: float, y: float) -> tuple[Point, ...]:
    return ((x, y), (x + SLOT_W, y), (x + SLOT_W, y + SLOT_H), (x, y + SLOT_H))


def layout(game: rules.Game, state: rules.State | None = None, tall: bool = False) -> Layout:
    """The board's size and its slots, row by row from the top: always the same ones."""
    return _grid(game.start.field).layout
