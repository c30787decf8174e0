"""Balls on their way: one moment of a movement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...rules import rings as rules
from ...rules.interpreter import Acted

EVERY = -2
"""All rings, turned as one."""


def ring_of(name: str) -> int:
    """The ring of a name, `EVERY` for all of them."""
    return EVERY if name == "all" else ord(name) - ord("a")


class Ball(NamedTuple):
    """A ball as it is drawn: anywhere, at any size."""

    kind: int
    ring: float
    spoke: float
    size: float = 1


def _lying(state: rules.State, but: Iterable[str] = (), ring: int = -1, by: float = 0) -> list[Ball]:
    """The balls of a position but for some nodes; those of ``ring`` (or of `EVERY` ring) moved on by ``by`` spokes."""
    left_out = set(map(rules.node_of, but))
    return [
        Ball(kind, r, s + (by if ring in (r, EVERY) else 0))
        for r, row in enumerate(state.balls)
        for s, kind in enumerate(row)
        if kind and (r, s) not in left_out
    ]


def _kind(state: rules.State, name: str) -> int:
    ring, spoke = rules.node_of(name)
    return state.balls[ring][spoke]


class Moment(NamedTuple):
    """One moment of a movement: the balls, the position whose rails are drawn, and how far a ring is turned."""

    balls: list[Ball]
    rails: rules.State
    turned: tuple[int, float] = (-1, 0)


def _rotating(game: rules.Game, before: rules.State, state: rules.State, event: rules.Rotated, share: float) -> Moment:
    ring = ring_of(event.ring)
    by = event.by * share
    return Moment(_lying(before, (), ring, by), before, (ring, by))


def _releasing(game: rules.Game, before: rules.State, state: rules.State, event: rules.Released, share: float) -> Moment:
    ring, spoke = rules.node_of(event.cell)
    return Moment([*_lying(before), Ball(event.ball, (ring + 1) * share - 1, spoke)], before._replace(next=state.next))


def _pushing(game: rules.Game, before: rules.State, state: rules.State, event: rules.Pushed, share: float) -> Moment:
    balls = [_between(game, _kind(before, one), one, other, share) for one, other in event.paths]
    if event.out:
        balls.append(Ball(event.ball, game.rings - 1 + share, event.spoke))
    return Moment([*_lying(before, [one for one, _ in event.paths] + ([event.out] if event.out else [])), *balls], state)


def _losing(game: rules.Game, before: rules.State, state: rules.State, event: rules.Lost, share: float) -> Moment:
    return Moment([*_lying(state), Ball(event.ball, game.rings, event.spoke, 1 - share)], state)


def _erasing(game: rules.Game, before: rules.State, state: rules.State, event: rules.Erased | Acted, share: float) -> Moment:
    gone = [Ball(_kind(before, name), *rules.node_of(name), 1 - share) for name in event.cells if _kind(before, name) and not _kind(state, name)]
    return Moment([*_lying(state), *gone], state)


def _falling(game: rules.Game, before: rules.State, state: rules.State, event: rules.Fell, share: float) -> Moment:
    rolling = [_between(game, kind, one, other, share) for kind, (one, other) in zip(event.balls, event.paths, strict=True)]
    return Moment([*_lying(state, [other for _, other in event.paths]), *rolling], state)


def _between(game: rules.Game, kind: int, one: str, other: str, share: float) -> Ball:
    """A ball on its way between two nodes, the shorter way round."""
    (r1, s1), (r2, s2) = rules.node_of(one), rules.node_of(other)
    half = game.spokes / 2
    across = (s2 - s1 + half) % game.spokes - half
    return Ball(kind, r1 + (r2 - r1) * share, s1 + across * share)


MOVES: dict[type, Callable[..., Moment]] = {
    rules.Rotated: _rotating,
    rules.Released: _releasing,
    rules.Pushed: _pushing,
    rules.Lost: _losing,
    rules.Erased: _erasing,
    Acted: _erasing,
    rules.Fell: _falling,
}
