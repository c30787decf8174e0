"""Releasing balls: from the plug to ring a, and out of the way what lies there (S111-S121, S1001-S1009)."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Sequence

from ..trace import Step
from .events import Kept, Lost, Pushed, Released
from .options import COUNT, MOST_BALLS, RANDOM, Rules
from .position import Field, Node, Release, State, Steps, Way, named, node_name, spoke_name


def release(state: State, move: Release, rules: Rules, seed: int) -> Steps:
    """All balls of one release go out, one after the other, before anything is erased (S113)."""
    kinds = move.kinds or tuple(_drawn(rules, seed, state.drawn + k) for k in range(_number(rules, seed, state.drawn)))
    if not move.kinds:
        state = state._replace(drawn=state.drawn + len(kinds))
    state = state._replace(ticks=0)
    for k, ball in enumerate(kinds):
        number = len(kinds) if rules.balls == RANDOM and not move.kinds and k == 0 else 0
        state = yield from _send(state, move.field, ball, rules, not move.kinds, number)
    return state


def _number(rules: Rules, seed: int, drawn: int) -> int:
    """How many balls the release after ``drawn`` drawn ones has: by the stage, else at random, for a seed always the same (S111)."""
    balls = rules.balls
    return balls if isinstance(balls, int) else random.Random(f"{seed}:number:{drawn}").randint(1, MOST_BALLS)


def _drawn(rules: Rules, seed: int, number: int) -> int:
    """The kind of drawn ball ``number``: the same for the same seed, whatever was played in between (S112)."""
    return random.Random(f"{seed}:{number}").randint(1, rules.kinds)


def _send(state: State, at: int, ball: int, rules: Rules, drawn: bool, number: int) -> Steps:
    """One ball to the node of the count, else to the next empty node of ring a, else where room is made (S114-S121)."""
    field = state.fields[at]
    x, wanted = field.next, node_name(Node(at, 0, field.next))
    spoke = next((s for s in _ways_out(field, rules) if not field.balls[0][s]), None)
    pushed = spoke is None
    if pushed:
        spoke, state = yield from _make_room(state, at, rules)
    last = x if spoke is None or rules.count_from == COUNT else spoke
    count = (last + 1) % field.width
    state = state.on(at, next=count)
    if spoke is None:
        yield Step(Kept(ball, wanted, spoke_name(count, at), drawn), state)
        return state
    node = Node(at, 0, spoke)
    barred = not pushed and spoke != x and not field.balls[0][x]
    state = state.put({node: ball})
    yield Step(Released(node_name(node), ball, wanted, spoke_name(count, at), drawn, pushed, number, barred), state)
    return state


def _ways_out(field: Field, rules: Rules) -> list[int]:
    """All spokes, clockwise from that of the count; where balls go over sections only, those that have one at the plug."""
    spokes = [(field.next + k) % field.width for k in range(field.width)]
    return [spoke for spoke in spokes if field.spokes[0][spoke] is not None] if rules.guided else spokes


def _make_room(state: State, at: int, rules: Rules) -> Generator[Step, None, tuple[int | None, State]]:
    """Move what lies at (x, a) out of the way, x being the count (S1001-S1009); returns the spoke, None where nothing can give way.

    Where balls go over sections only, x is the next spoke on which that can be done: our choice.
    """
    field = state.fields[at]
    for x in _ways_out(field, rules) if rules.guided else [field.next]:
        found = next(_pushes(field, at, x, rules), None)
        if found:
            return x, (yield from _push(state, at, x, *found))
    return None, state


def _push(state: State, at: int, x: int, branch: str, ways: Sequence[Way], out: bool) -> Steps:
    """Make room in one way; what leaves the field costs a life point."""
    end = Node(at, len(state.fields[at].balls) - 1, x)
    barred = not all(state.fields[at].balls[0])
    lost, leaving = (state.kind(end), node_name(end)) if out else (0, "")
    state = (state.put({end: 0}) if out else state).moved(ways)
    yield Step(Pushed(spoke_name(x, at), branch, named(ways), leaving, lost, barred), state)
    if out:
        before, state = state.points, state._replace(points=state.points - 1)
        yield Step(Lost(spoke_name(x, at), lost, before, state.points, (leaving,)), state)
    return state


def _pushes(field: Field, at: int, x: int, rules: Rules) -> Iterator[tuple[str, list[Way], bool]]:
    """The branches of Fig. 12 that are open, in order: its name, the balls that move, outermost first, and whether one leaves the field."""
    balls, n, rings = field.balls, field.width, len(field.balls)

    def joined(ring: int) -> bool:
        return not rules.guided or field.spokes[ring + 1][x] == 0

    step_out = (Node(at, 0, x), Node(at, 1, x))
    if rings > 1 and joined(0):
        if not balls[1][x]:
            yield "S1002", [step_out], False
        for branch, by in (("S1004", 1), ("S1006", -1)):
            beside = (x + by) % n
            if not balls[1][beside] and (not rules.guided or field.rails[1][x if by > 0 else beside]):
                yield branch, [(Node(at, 1, x), Node(at, 1, beside)), step_out], False
    gap = next((ring for ring in range(rings) if not balls[ring][x]), rings)
    last = min(gap, rings - 1)
    if all(joined(ring) for ring in range(last)):
        yield "S1007", [(Node(at, ring - 1, x), Node(at, ring, x)) for ring in range(last, 0, -1)], gap == rings
