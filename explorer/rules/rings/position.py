"""What there is: nodes and their names, sections, a field, a position of one field or several, the moves."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..trace import Step

Balls = tuple[tuple[int, ...], ...]
Sections = tuple[tuple[bool, ...], ...]
Slants = tuple[tuple[int | None, ...], ...]
Path = tuple[str, str]


class Node(NamedTuple):
    """A place for a ball: rings from the inside, spokes clockwise from one o'clock, all counted from 0."""

    field: int
    ring: int
    spoke: int


Bond = tuple[Node, Node]
Way = tuple[Node, Node]


# --- names: those of the first field stand alone, those of field 2 end in @2


def _of(field: int) -> str:
    return f"@{field + 1}" if field else ""


def ring_name(ring: int, field: int = 0) -> str:
    """``a`` for the innermost ring, ``a@2`` for that of the second field."""
    return chr(ord("a") + ring) + _of(field)


def spoke_name(spoke: int, field: int = 0) -> str:
    """``3``, or ``3@2`` in the second field."""
    return f"{spoke}{_of(field)}"


def node_name(node: Node) -> str:
    """A node as a person reads it.

    >>> node_name(Node(0, 2, 3)), node_name(Node(1, 2, 3))
    ('3c', '3c@2')
    """
    return f"{node.spoke}{ring_name(node.ring, node.field)}"


def node_of(name: str) -> Node:
    """The node of a name.

    >>> node_of("3c@2")
    Node(field=1, ring=2, spoke=3)
    """
    local, _, field = name.partition("@")
    return Node(int(field or 1) - 1, ord(local[-1]) - ord("a"), int(local[:-1]))


def spoke_section(node: Node) -> str:
    """The section on the inner side of a node: ``2B`` joins 2b and, unless it is slanted, 2a."""
    return f"{node.spoke}{ring_name(node.ring).upper()}{_of(node.field)}"


def ring_section(node: Node) -> str:
    """The section of a ring that leads clockwise from a node: ``Hc`` joins 0c and 1c."""
    return f"{chr(ord('H') + node.spoke)}{ring_name(node.ring, node.field)}"


def named(ways: Sequence[Way]) -> tuple[Path, ...]:
    """Ways from node to node by their names."""
    return tuple((node_name(before), node_name(after)) for before, after in ways)


# --- a position


class Field(NamedTuple):
    """One field. ``balls[ring][spoke]`` is a kind or 0; ``rails[ring][spoke]`` says whether the section clockwise of a node is there.

    ``spokes[ring][spoke]`` is the section on the inner side of a node: None where it is missing, else how many spokes
    clockwise of its own the node lies that it leads to, 0 for one that is radial. ``next`` is the release count.
    """

    balls: Balls
    spokes: Slants
    rails: Sections
    next: int = 0

    @property
    def width(self) -> int:
        """How many spokes it has."""
        return len(self.balls[0])


class State(NamedTuple):
    """A position. ``stage`` is the number of the stage from 0, ``begun`` how many have begun before this one.

    ``drawn`` counts the balls drawn so far, ``ticks`` those since the last release, ``time`` those of the stage. ``stopped``: for so
    many ticks the timer stands still; ``interval``: the one that a function has set, if any. ``cleared`` is the stage, ``over`` the game.
    """

    fields: tuple[Field, ...]
    points: int = 0
    score: int = 0
    stage: int = 0
    begun: int = 0
    drawn: int = 0
    ticks: int = 0
    time: int = 0
    over: bool = False
    cleared: bool = False
    stopped: int = 0
    interval: int | None = None

    def nodes(self) -> Iterator[Node]:
        """Every node, field by field, ring by ring from the inside."""
        return (Node(f, r, s) for f, field in enumerate(self.fields) for r, row in enumerate(field.balls) for s in range(len(row)))

    def kind(self, node: Node) -> int:
        """The kind of the ball on a node, 0 where there is none."""
        return self.fields[node.field].balls[node.ring][node.spoke]

    def on(self, field: int, **values: Any) -> State:
        """The position with other values in one field."""
        return self._replace(fields=(*self.fields[:field], self.fields[field]._replace(**values), *self.fields[field + 1 :]))

    def put(self, values: Mapping[Node, int]) -> State:
        """The position with other balls on some nodes."""
        tables = [[list(row) for row in field.balls] for field in self.fields]
        for node, kind in values.items():
            tables[node.field][node.ring][node.spoke] = kind
        pairs = zip(self.fields, tables, strict=True)
        return self._replace(fields=tuple(field._replace(balls=tuple(map(tuple, table))) for field, table in pairs))

    def moved(self, ways: Sequence[Way]) -> State:
        """The position after balls went from node to node, all at once."""
        return self.put({before: 0 for before, _ in ways} | {after: self.kind(before) for before, after in ways})


def by_spoke(node: Node) -> tuple[int, int, int]:
    """The order in which a person reads nodes: field by field, spoke by spoke from the inside."""
    return node.field, node.spoke, node.ring


# --- moves

ALL = -1
"""`Turn.ring` of a whole field, turned as one."""


class Turn(NamedTuple):
    """A move: ``ring`` (or `ALL` of them) of a field turns by one spoke, clockwise (``by`` 1) or counter-clockwise (-1)."""

    ring: int
    by: int
    field: int = 0


class Release(NamedTuple):
    """A move: the plug of a field sends out balls of these ``kinds``, or of drawn ones where there are none."""

    kinds: tuple[int, ...] = ()
    field: int = 0


class Wait(NamedTuple):
    """A move: so many ticks go by."""

    ticks: int


class Begin(NamedTuple):
    """A move: a stage begins anew."""

    stage: int


Move = Turn | Release | Wait | Begin
Steps = Generator[Step, None, State]
