"""What lies side by side, and what falls when it is gone (S141-S145)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ..trace import Step
from .events import Fell, Group
from .options import EMPTY, Rules
from .position import Bond, Field, Node, State, Steps, by_spoke, named, node_name, ring_name, spoke_name, spoke_section


def components(bonds: Sequence[Bond]) -> list[list[Node]]:
    """What hangs together by bonds, each part and all of them in the order of the nodes."""
    beside: dict[Node, list[Node]] = {}
    for one, other in bonds:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    found, seen = [], set[Node]()
    for node in sorted(beside):
        if node not in seen:
            part = _reached(node, beside)
            seen |= part
            found.append(sorted(part, key=by_spoke))
    return found


def _reached(node: Node, beside: Mapping[Node, Sequence[Node]]) -> set[Node]:
    reached, waiting = {node}, [node]
    while waiting:
        new = [one for one in beside[waiting.pop()] if one not in reached]
        reached.update(new)
        waiting += new
    return reached


def groups(state: State, rules: Rules) -> list[Group]:
    """Everything of one kind that hangs together and is large enough, in the order of the nodes (S141)."""
    along, across = _bonds(state, _along(state, rules)), _bonds(state, _across(state, rules))
    if rules.lines:
        along, across = _long(along, rules.least), _long(across, rules.least)
    bonds = [*along, *across]
    return [_group(state, part, bonds) for part in components(bonds) if len(part) >= rules.least]


def _bonds(state: State, pairs: Sequence[Bond]) -> list[Bond]:
    """Neighbours of one kind."""
    return [(one, other) for one, other in pairs if state.kind(one) and state.kind(one) == state.kind(other)]


def _along(state: State, rules: Rules) -> list[Bond]:
    """Neighbours along the (closed) rings, the clockwise one second."""
    fields = state.fields
    pairs = [(node, node._replace(spoke=(node.spoke + 1) % fields[node.field].width)) for node in state.nodes()]
    return [(one, other) for one, other in pairs if not rules.joined or fields[one.field].rails[one.ring][one.spoke]]


def _across(state: State, rules: Rules) -> list[Bond]:
    """Neighbours along the spokes, the outer one second: read off the table, or where a section leads."""
    outer = [node for node in state.nodes() if node.ring]
    if rules.joined:
        return [(inner, node) for node in outer if (inner := inward(state.fields[node.field], node))]
    return [(node._replace(ring=node.ring - 1), node) for node in outer]


def inward(field: Field, node: Node) -> Node | None:
    """The node that the section on the inner side of another leads to; None where it is missing, or leads to the plug."""
    slant = field.spokes[node.ring][node.spoke]
    if slant is None or not node.ring:
        return None
    return Node(node.field, node.ring - 1, (node.spoke + slant) % field.width)


def _long(bonds: Sequence[Bond], least: int) -> list[Bond]:
    """The bonds of straight lines that are long enough."""
    long = set(chain.from_iterable(line for line in components(bonds) if len(line) >= least))
    return [bond for bond in bonds if bond[0] in long]


def _group(state: State, part: Sequence[Node], bonds: Sequence[Bond]) -> Group:
    rings, spokes = {node.ring for node in part}, {node.spoke for node in part}
    inside, first = set(part), part[0]
    return Group(
        state.kind(first),
        tuple(map(node_name, part)),
        named([bond for bond in bonds if bond[0] in inside]),
        ring_name(first.ring, first.field) if len(rings) == 1 else "",
        spoke_name(first.spoke, first.field) if len(spokes) == 1 else "",
    )


def fall(state: State, rules: Rules, link: int, explain: bool, freed: Sequence[Node] = ()) -> Steps:
    """What lies further out rolls inward over sections that exist (S144-S145)."""
    free = {node for node in state.nodes() if not state.kind(node)} if rules.falls == EMPTY else set(freed)
    ways, held = falling(state, free)
    kinds = tuple(state.kind(way[0]) for way in ways)
    event = Fell(link, tuple(tuple(map(node_name, way)) for way in ways), kinds, tuple((node_name(one), spoke_section(one)) for one in held))
    state = state.moved([(way[0], way[-1]) for way in ways])
    if ways or (held and explain and link):
        yield Step(event, state)
    return state


def falling(state: State, free: set[Node]) -> tuple[list[list[Node]], list[Node]]:
    """Each ball's way from node to node, ring by ring from the inside, and the balls that a missing section holds back; both in the order of the nodes.

    Where two sections lead to one free node, the ball on the lower spoke takes it: our choice.
    """
    ways, stayed = [], []
    for node in sorted(state.nodes(), key=lambda one: (one.field, one.ring, one.spoke)):
        if not state.kind(node):
            continue
        field, way = state.fields[node.field], [node]
        while (inner := inward(field, way[-1])) and inner in free:
            way.append(inner)
        if len(way) > 1:
            ways.append(way)
            free = free - {way[-1]} | {node}
        else:
            stayed.append(node)
    held = [node for node in stayed if node.ring and node._replace(ring=node.ring - 1) in free and inward(state.fields[node.field], node) is None]
    return sorted(ways, key=lambda way: by_spoke(way[0])), sorted(held, key=by_spoke)
