"""Which pieces a placed one sandwiches: the source's runs, and the relations that it names beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from .options import ADJACENT, ON_AXES, PARTLY, PATHS, RUN, SURROUNDED
from .position import Run

if TYPE_CHECKING:
    from .game import Game

STRAIGHT = ("vertical", "horizontal")


def sandwiched(game: Game, states: Sequence[int], cell: int, player: int) -> list[Run]:
    """Everything that a piece of ``player`` on ``cell`` sandwiches under the relation in force, each cell once but in runs.

    Source: S110, and the modifications of the specific area.
    """
    return list(_RELATIONS[game.rules.relation](game, states, cell, player))


def _runs(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """The nearest anchor on a ray closes a run; an empty cell, a hole and the board's end break it (S10, S13, S14, S16)."""
    for axis, ray in game.topology.rays[cell]:
        if states[ray[0]] in (0, player):
            continue
        for length, k in enumerate(ray):
            if states[k] == player:
                yield Run(axis, ray[:length], (k,))
                break
            if not states[k]:
                break


def _on_axes(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """Every opposing piece on the axes, whatever lies between."""
    seen: set[int] = set()
    for axis, ray in game.topology.rays[cell]:
        found = tuple(k for k in ray if states[k] not in (0, player) and k not in seen)
        seen.update(found)
        if found:
            yield Run(axis, found, ())


def _adjacent(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """Every opposing piece next to it."""
    for axis, k in _beside(game, cell):
        if states[k] not in (0, player):
            yield Run(axis, (k,), ())


def _beside(game: Game, cell: int) -> Iterator[tuple[str, int]]:
    """The cells next to one, each once, with the axis that leads there."""
    seen: set[int] = set()
    for axis, ray in game.topology.rays[cell]:
        if ray[0] not in seen:
            seen.add(ray[0])
            yield axis, ray[0]


def _straight(game: Game, cell: int) -> list[tuple[str, int]]:
    """The cells above, below and beside; on a board without those directions every one next to it."""
    every = [*_beside(game, cell)]
    return [one for one in every if one[0] in STRAIGHT] if any(axis in STRAIGHT for axis, _ in every) else every


def _surrounded(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """An opposing piece above, below or beside whose own neighbours there are all the placer's."""
    for axis, k in _straight(game, cell):
        around = [near for _, near in _straight(game, k) if near != cell]
        if states[k] not in (0, player) and all(states[near] == player for near in around):
            yield Run(axis, (k,), tuple(sorted(around)))


def _partly(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """An opposing piece above, below or beside of whose own neighbours there at least one more is the placer's."""
    for axis, k in _straight(game, cell):
        around = tuple(sorted(near for _, near in _straight(game, k) if near != cell and states[near] == player))
        if states[k] not in (0, player) and around:
            yield Run(axis, (k,), around)


def _paths(game: Game, states: Sequence[int], cell: int, player: int) -> Iterator[Run]:
    """Where the scenario's paths lead: from the placed cell to an opposing piece, and on from that to an own one."""
    found: dict[int, list[int]] = {}
    for k, anchor in game.paths.get(cell, ()):
        if states[k] not in (0, player) and states[anchor] == player:
            found.setdefault(k, []).append(anchor)
    yield from (Run(PATHS, (k,), (anchors[0],)) for k, anchors in found.items())


_RELATIONS: dict[str, Callable[[Game, Sequence[int], int, int], Iterator[Run]]] = {
    RUN: _runs,
    ON_AXES: _on_axes,
    ADJACENT: _adjacent,
    SURROUNDED: _surrounded,
    PARTLY: _partly,
    PATHS: _paths,
}
