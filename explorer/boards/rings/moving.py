"""Balls on their way: one moment of a movement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ...rules import rings as rules
from ...rules.interpreter import Acted


class Ball(NamedTuple):
    """A ball as it is drawn: anywhere on a field, at any size."""

    kind: int
    field: int
    ring: float
    spoke: float
    size: float = 1


Turned = Mapping[tuple[int, int], float]
"""By how many spokes the rings of some (field, ring) are turned."""


def turned_rings(state: rules.State, event: rules.Rotated) -> dict[tuple[int, int], int]:
    """Which rings an event turned, as (field, ring), and which way."""
    name = event.ring.partition("@")[0]
    return {
        (k, ring): by
        for k, (field, by) in enumerate(zip(state.fields, event.turns, strict=True))
        for ring in range(len(field.balls))
        if by and name in ("all", rules.ring_name(ring))
    }


def lying(state: rules.State, but: Iterable[str] = (), turned: Turned | None = None) -> list[Ball]:
    """The balls of a position but for those on some nodes; those of turned rings moved on."""
    left_out, by = set(map(rules.node_of, but)), turned or {}
    nodes = (node for node in state.nodes() if state.kind(node) and node not in left_out)
    return [Ball(state.kind(node), node.field, node.ring, node.spoke + by.get((node.field, node.ring), 0)) for node in nodes]


def _kind(state: rules.State, name: str) -> int:
    return state.kind(rules.node_of(name))


class Moment(NamedTuple):
    """One moment of a movement: the balls, the position whose rails are drawn, and how far rings are turned."""

    balls: list[Ball]
    rails: rules.State
    turned: Turned = {}


def _rotating(before: rules.State, state: rules.State, event: rules.Rotated, share: float) -> Moment:
    turned = {ring: by * share for ring, by in turned_rings(before, event).items()}
    return Moment(lying(before, (), turned), before, turned)


def _releasing(before: rules.State, state: rules.State, event: rules.Released, share: float) -> Moment:
    node = rules.node_of(event.cell)
    rails = before.on(node.field, next=state.fields[node.field].next)
    return Moment([*lying(before), Ball(event.ball, node.field, (node.ring + 1) * share - 1, node.spoke)], rails)


def _pushing(before: rules.State, state: rules.State, event: rules.Pushed, share: float) -> Moment:
    balls = [_between(before, _kind(before, one), (one, other), share) for one, other in event.paths]
    if event.out:
        out = rules.node_of(event.out)
        balls.append(Ball(event.ball, out.field, out.ring + share, out.spoke))
    return Moment([*lying(before, [one for one, _ in event.paths] + ([event.out] if event.out else [])), *balls], state)


def _losing(before: rules.State, state: rules.State, event: rules.Lost, share: float) -> Moment:
    out = rules.node_of(event.cells[0])
    return Moment([*lying(state), Ball(event.ball, out.field, out.ring + 1, out.spoke, 1 - share)], state)


def _erasing(before: rules.State, state: rules.State, event: rules.Erased | Acted, share: float) -> Moment:
    gone = [Ball(_kind(before, name), *rules.node_of(name), 1 - share) for name in event.cells if _kind(before, name) and not _kind(state, name)]
    return Moment([*lying(state), *gone], state)


def _falling(before: rules.State, state: rules.State, event: rules.Fell, share: float) -> Moment:
    rolling = [_between(state, kind, way, share) for kind, way in zip(event.balls, event.ways, strict=True)]
    return Moment([*lying(state, [way[-1] for way in event.ways]), *rolling], state)


def _between(state: rules.State, kind: int, way: Sequence[str], share: float) -> Ball:
    """A ball on its way over nodes, from each to the next the shorter way round."""
    nodes = [rules.node_of(name) for name in way]
    stage = min(int(share * (len(nodes) - 1)), len(nodes) - 2)
    one, other = nodes[stage], nodes[stage + 1]
    rest = share * (len(nodes) - 1) - stage
    return Ball(kind, one.field, one.ring + (other.ring - one.ring) * rest, one.spoke + across(state, one, other) * rest)


def across(state: rules.State, one: rules.Node, other: rules.Node) -> float:
    """How many spokes clockwise it is from a node to another, the shorter way round."""
    n = state.fields[one.field].width
    return (other.spoke - one.spoke + n / 2) % n - n / 2


MOVES: dict[type, Callable[..., Moment]] = {
    rules.Rotated: _rotating,
    rules.Released: _releasing,
    rules.Pushed: _pushing,
    rules.Lost: _losing,
    rules.Erased: _erasing,
    Acted: _erasing,
    rules.Fell: _falling,
}
