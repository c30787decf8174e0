"""Turning rings: the balls, the sections, and the geared neighbours (S131-S134; the second embodiment)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..trace import Step
from .events import Rotated
from .position import ALL, Field, Node, State, Steps, Turn, Way, named, ring_name, ring_section, spoke_section


def shifted(row: Sequence[Any], by: int) -> tuple[Any, ...]:
    """A row of a table turned: what stood at spoke s stands at s + by.

    >>> shifted((1, 2, 3), 1)
    (3, 1, 2)
    """
    return (*row[-by:], *row[:-by])


def train(fields: Sequence[Field], field: int, ring: int) -> dict[int, int]:
    """Which fields turn with a ring, and which way against it: neighbours like gears, as far along the row as there is such a ring.

    Source: Fig. 16. That a smaller neighbour ends the row is our choice.
    """
    ways = {field: 1}
    for aside in (-1, 1):
        at, way = field + aside, -1
        while 0 <= at < len(fields) and ring < len(fields[at].balls):
            ways[at] = way
            at, way = at + aside, -way
    return ways


def turning(state: State, move: Turn) -> dict[tuple[int, int], int]:
    """Which rings a move turns, as (field, ring), and which way. A field that turns as a whole does so whatever its neighbours' sizes."""
    if move.ring == ALL:
        ways = train(state.fields, move.field, 0)
        return {(field, ring): move.by * way for field, way in ways.items() for ring in range(len(state.fields[field].balls))}
    return {(field, move.ring): move.by * way for field, way in train(state.fields, move.field, move.ring).items()}


def turn(state: State, move: Turn) -> Steps:
    """A ring's balls, its own sections and the spoke sections on its inner side all shift by one, and so do its geared neighbours."""
    turns = turning(state, move)
    event = _event(state, move, turns)
    for field, value in enumerate(state.fields):
        state = state.on(field, **{name: _turned(getattr(value, name), field, turns) for name in ("balls", "spokes", "rails")})
    yield Step(event, state)
    return state


def _turned(table: Sequence[Sequence[Any]], field: int, turns: Mapping[tuple[int, int], int]) -> tuple[tuple[Any, ...], ...]:
    return tuple(shifted(row, turns[field, ring]) if (field, ring) in turns else tuple(row) for ring, row in enumerate(table))


def _event(state: State, move: Turn, turns: Mapping[tuple[int, int], int]) -> Rotated:
    ways = [*_ways(state, turns)]
    missing = [
        (name(before), name(after))
        for name, there in ((spoke_section, _spoke), (ring_section, _rail))
        for before, after in ways
        if not there(state.fields[before.field], before)
    ]
    ring = ring_name(move.ring, move.field) if move.ring != ALL else "all" + ring_name(0, move.field)[1:]
    each = tuple(next((by for (at, _), by in turns.items() if at == field), 0) for field in range(len(state.fields)))
    return Rotated(ring, move.by, named([way for way in ways if state.kind(way[0])]), tuple(missing), each)


def _spoke(field: Field, node: Node) -> bool:
    return field.spokes[node.ring][node.spoke] is not None


def _rail(field: Field, node: Node) -> bool:
    return field.rails[node.ring][node.spoke]


def _ways(state: State, turns: Mapping[tuple[int, int], int]) -> Iterator[Way]:
    """Every node of the rings that turn and where it comes to lie, field by field, each in the direction of the turn."""
    for (field, ring), by in sorted(turns.items()):
        n = state.fields[field].width
        for spoke in range(n) if by > 0 else range(n - 1, -1, -1):
            yield Node(field, ring, spoke), Node(field, ring, (spoke + by) % n)
