"""The ring rotation puzzle: turn a ring, and three or more balls of one kind that hang together go.

Source: JP5039466B2. Balls lie on the nodes of a round field, where rings cross spokes; a plug in the centre releases more.
Inside, a node is a pair (ring, spoke), rings counted from the inside, spokes clockwise from one o'clock; names (``3c``,
``2B``, ``Hc``) are what a person reads. The three tables of the source have one shape: a row a ring, a value a spoke.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from .options import exact, option, options_schema
from .trace import Fault, Faulty, Frame, IllegalMove, NotationError, Result, Step, nearest, told

SOURCE = "JP5039466B2"
MOST_KINDS = 9
MOST_RINGS, FEWEST_SPOKES, MOST_SPOKES = 12, 3, 18
MOST_POINTS = 1_000_000
FREED, EMPTY = "freed", "empty"
NODE, COUNT = "node", "count"
_POINTS = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
_YES_NO = {"type": "boolean"}
_RINGS = {"type": "integer", "minimum": 1, "maximum": MOST_RINGS}
_SPOKES = {"type": "integer", "minimum": FEWEST_SPOKES, "maximum": MOST_SPOKES}
_LEAST = {"type": "integer", "minimum": 2, "maximum": 12}

Node = tuple[int, int]
Balls = tuple[tuple[int, ...], ...]
Sections = tuple[tuple[bool, ...], ...]
Bond = tuple[Node, Node]
Path = tuple[str, str]


@dataclass(frozen=True)
class Rules:
    """The options of the ring rotation puzzle; the defaults are the source's embodiment."""

    rings: int = option(5, "Rings of the field, where the scenario draws none.", _RINGS, "Fig. 3(a)")
    spokes: int = option(6, "Spokes of the field, where the scenario draws none.", _SPOKES, "Fig. 3(a)")
    kinds: int = option(7, "Kinds of ball that the plug draws from.", {"type": "integer", "minimum": 1, "maximum": MOST_KINDS}, "Fig. 3(b)")
    balls: int = option(1, "Balls of one release.", {"type": "integer", "minimum": 1, "maximum": 3}, "S111")
    least: int = option(3, "How many balls of one kind must lie side by side to be erased.", _LEAST, "S141; the number may differ")
    lines: bool = option(False, "Only straight lines count, along a ring or along a spoke.", _YES_NO)
    joined: bool = option(False, "Only balls that a section joins are neighbours.", _YES_NO)
    falls: str = option(FREED, "Balls fall into nodes freed in this link, or into any empty ones.", {"enum": [FREED, EMPTY]}, "S144; any empty node: claim 4")
    chain: bool = option(True, "What has fallen is checked again at once, else with the next move.", _YES_NO, "the chain of Fig. 2; else Fig. 9")
    count_from: str = option(
        NODE, "After a release on another node the count goes on from there, or from its own spoke.", {"enum": [NODE, COUNT]}, "S120, S121"
    )
    clear: int = option(30, "Life points that clear the stage.", _POINTS, "S154; the value is ours")
    over: int = option(-5, "Life points at which the game is over.", _POINTS, "S152; the value is ours")


# --- names ------------------------------------------------------------------------------------------------------------


def ring_name(ring: int) -> str:
    """``a`` for the innermost ring."""
    return chr(ord("a") + ring)


def node_name(node: Node) -> str:
    """A node as a person reads it.

    >>> node_name((2, 3))
    '3c'
    """
    return f"{node[1]}{ring_name(node[0])}"


def node_of(name: str) -> Node:
    """The node of a name.

    >>> node_of("3c")
    (2, 3)
    """
    return ord(name[-1]) - ord("a"), int(name[:-1])


def spoke_section(node: Node) -> str:
    """The section of a spoke on the inner side of a node: ``2B`` joins 2b and 2a."""
    return f"{node[1]}{ring_name(node[0]).upper()}"


def ring_section(node: Node) -> str:
    """The section of a ring that leads clockwise from a node: ``Hc`` joins 0c and 1c."""
    return f"{chr(ord('H') + node[1])}{ring_name(node[0])}"


# --- positions, moves -------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """A position. ``balls[ring][spoke]`` is a kind or 0; ``spokes`` and ``rails`` say which sections there are.

    ``spokes[ring][spoke]`` is the section on the inner side of that node, ``rails[ring][spoke]`` the one clockwise of it.
    ``next`` is the release count: the spoke of the next release. ``drawn`` counts the balls drawn so far.
    """

    balls: Balls
    spokes: Sections
    rails: Sections
    next: int = 0
    points: int = 0
    drawn: int = 0
    over: bool = False
    cleared: bool = False


class Turn(NamedTuple):
    """A move: ``ring`` turns by one spoke, clockwise (``by`` 1) or counter-clockwise (-1)."""

    ring: int
    by: int


class Release(NamedTuple):
    """A move: the plug sends out balls of these ``kinds``, or of drawn ones where there are none."""

    kinds: tuple[int, ...] = ()


Move = Turn | Release
Steps = Generator[Step, None, State]


# --- events -----------------------------------------------------------------------------------------------------------


@told("start", f"{SOURCE} S1, Fig. 3")
class Started(NamedTuple):
    """The position before the first move; ``cells`` are the nodes with a ball."""

    next: int
    cells: tuple[str, ...]


@told("rotate", f"{SOURCE} S131-S134")
class Rotated(NamedTuple):
    """A ring turned with all that is on it. ``paths``: each ball's node before and after; ``sections``: each missing section's."""

    ring: str
    by: int
    paths: tuple[Path, ...]
    sections: tuple[Path, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(after for _, after in self.paths)


@told("release")
class Released(NamedTuple):
    """A ball came out of the plug. ``wanted``: the node of the count; ``step``: the branch taken; ``next``: the spoke after it."""

    cell: str
    ball: int
    wanted: str
    step: str
    next: int
    drawn: bool
    pushed: bool

    @property
    def cite(self) -> str:
        return f"{SOURCE} {self.step}, Fig. 11"

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("push")
class Pushed(NamedTuple):
    """Room was made on a full ring a. ``paths``: each ball's node before and after; ``out``: the node a ball left the field from."""

    spoke: int
    step: str
    paths: tuple[Path, ...]
    out: str = ""
    ball: int = 0

    @property
    def cite(self) -> str:
        return f"{SOURCE} {self.step}, Fig. 12"

    @property
    def cells(self) -> tuple[str, ...]:
        return (*(after for _, after in self.paths), *([self.out] if self.out else []))


@told("hole", f"{SOURCE} S1008-S1009")
class Lost(NamedTuple):
    """A ball fell into the hole at the end of its spoke; life points before and after."""

    spoke: int
    ball: int
    before: int
    after: int
    cells: tuple[str, ...]


class Group(NamedTuple):
    """Balls of one kind that hang together. ``bonds``: the neighbours among them.

    ``ring`` or ``spoke`` is the name of the one they all lie on, else an empty text.
    """

    ball: int
    cells: tuple[str, ...]
    bonds: tuple[Path, ...]
    ring: str
    spoke: str


@told("match", f"{SOURCE} S141")
class Matched(NamedTuple):
    """All groups of one link of the chain, counting from 1; none where nothing (more) is to go."""

    link: int
    least: int
    groups: tuple[Group, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(group.cells for group in self.groups))


@told("erase", f"{SOURCE} S142-S143")
class Erased(NamedTuple):
    """The groups of a link went; life points before and after."""

    link: int
    cells: tuple[str, ...]
    before: int
    after: int


@told("fall", f"{SOURCE} S144-S145")
class Fell(NamedTuple):
    """Balls rolled toward the centre. ``paths``: each ball's node before and after; ``balls``: their kinds.

    ``held``: balls beside a freed node that stay, each with the missing section.
    """

    link: int
    paths: tuple[Path, ...]
    balls: tuple[int, ...]
    held: tuple[Path, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(after for _, after in self.paths) or tuple(node for node, _ in self.held)


@told("judge", f"{SOURCE} S151-S154")
class Judged(NamedTuple):
    """Life points against the values for game over and for clear."""

    points: int
    over: int
    clear: int
    cells: tuple[str, ...] = ()


@told("end")
class Ended(NamedTuple):
    """The plug broke (``cleared``), or the game is over."""

    cleared: bool
    points: int
    cells: tuple[str, ...] = ()

    @property
    def cite(self) -> str:
        return f"{SOURCE} {'S155' if self.cleared else 'S153'}"


# --- tables -----------------------------------------------------------------------------------------------------------


def shifted(row: Sequence[Any], by: int) -> tuple[Any, ...]:
    """A row of a table turned: what stood at spoke s stands at s + by.

    >>> shifted((1, 2, 3), 1)
    (3, 1, 2)
    """
    return (*row[-by:], *row[:-by])


def _turned(table: tuple[tuple[Any, ...], ...], ring: int, by: int) -> tuple[tuple[Any, ...], ...]:
    return (*table[:ring], shifted(table[ring], by), *table[ring + 1 :])


def _put(balls: Balls, values: Mapping[Node, int]) -> Balls:
    """The table with other values at some nodes."""
    rows = [list(row) for row in balls]
    for (ring, spoke), value in values.items():
        rows[ring][spoke] = value
    return tuple(map(tuple, rows))


def _moved(balls: Balls, paths: Sequence[tuple[Node, Node]]) -> Balls:
    """The table after balls went from node to node, all at once."""
    gone = {before: 0 for before, _ in paths}
    return _put(balls, gone | {after: balls[before[0]][before[1]] for before, after in paths})


def _named(paths: Sequence[tuple[Node, Node]]) -> tuple[Path, ...]:
    return tuple((node_name(before), node_name(after)) for before, after in paths)


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
            found.append(sorted(part, key=_by_spoke))
    return found


def _reached(node: Node, beside: Mapping[Node, Sequence[Node]]) -> set[Node]:
    reached, waiting = {node}, [node]
    while waiting:
        new = [one for one in beside[waiting.pop()] if one not in reached]
        reached.update(new)
        waiting += new
    return reached


def _by_spoke(node: Node) -> Node:
    return node[1], node[0]


# --- the game ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A field and the rules in force. Positions are `State`s; nothing here changes."""

    rules: Rules
    start: State
    seed: int = 0

    @property
    def rings(self) -> int:
        """How many rings the field has."""
        return len(self.start.balls)

    @property
    def spokes(self) -> int:
        """How many spokes the field has."""
        return len(self.start.balls[0])

    def nodes(self) -> Iterator[Node]:
        """Every node, ring by ring from the inside."""
        return ((ring, spoke) for ring in range(self.rings) for spoke in range(self.spokes))

    def opening(self) -> Step:
        return Step(Started(self.start.next, tuple(self._lying(self.start))), self.start)

    def _lying(self, state: State) -> dict[str, int]:
        """Kind by name of node, spoke by spoke."""
        return {node_name((r, s)): state.balls[r][s] for r, s in sorted(self.nodes(), key=_by_spoke) if state.balls[r][s]}

    # --- notation

    def parse(self, text: str, state: State) -> Move:
        """A move from its notation: ``turn c -1``, ``release``, ``release 7``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        move = self._move(text)
        if state.over:
            raise IllegalMove(GAME_OVER)
        if isinstance(move, Release) and move.kinds and len(move.kinds) != self.rules.balls:
            raise IllegalMove(WRONG_NUMBER, {"balls": self.rules.balls, "found": len(move.kinds)}, allowed=f"{self.rules.balls} kinds, or none")
        return move

    def _move(self, text: str) -> Move:
        match text.split():
            case ["turn", ring, by]:
                return Turn(self._ring(ring), _direction(by))
            case ["release", *kinds]:
                return Release(tuple(map(_ball, kinds)))
        first = text.split()[:1]
        raise NotationError(NOT_A_MOVE, {"move": text}, allowed=FORMS, nearest=nearest(first[0] if first else "", ["turn", "release"]))

    def _ring(self, name: str) -> int:
        known = [ring_name(ring) for ring in range(self.rings)]
        if name not in known:
            raise NotationError(NO_SUCH_RING, {"ring": name}, allowed=", ".join(known), nearest=nearest(name, known))
        return known.index(name)

    def write(self, move: Move) -> str:
        """The notation of a move."""
        if isinstance(move, Turn):
            return f"turn {ring_name(move.ring)} {move.by}"
        return " ".join(["release", *map(str, move.kinds)])

    def legal(self, state: State) -> list[Move]:
        """Every ring both ways, from the inside, then a release of drawn balls. A release of given kinds is for scenarios."""
        if state.over:
            return []
        return [*(Turn(ring, by) for ring in range(self.rings) for by in (1, -1)), Release()]

    # --- what happens

    def play(self, state: State, move: Move, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in the order of Fig. 9 (S23 or S24, then S25 and S26).

        Without ``explain`` the steps that change nothing are left out.
        """
        state = yield from self._turn(state, move) if isinstance(move, Turn) else self._release(state, move)
        if self.rules.falls == EMPTY:
            state = yield from self._fall(state, 0, explain)
        yield from self._links(state, explain)

    def _turn(self, state: State, move: Turn) -> Steps:
        """The ring's balls, its own sections and the spoke sections on its inner side all shift by one (S132-S134)."""
        event = self._rotation(state, move)
        balls, spokes, rails = (_turned(table, move.ring, move.by) for table in (state.balls, state.spokes, state.rails))
        state = state._replace(balls=balls, spokes=spokes, rails=rails)
        yield Step(event, state)
        return state

    def _rotation(self, state: State, move: Turn) -> Rotated:
        ring, n = move.ring, self.spokes
        order = range(n) if move.by > 0 else range(n - 1, -1, -1)
        steps = [((ring, s), (ring, (s + move.by) % n)) for s in order]
        paths = [one for one in steps if state.balls[ring][one[0][1]]]
        missing = [
            (name(before), name(after))
            for table, name in ((state.spokes, spoke_section), (state.rails, ring_section))
            for before, after in steps
            if not table[ring][before[1]]
        ]
        return Rotated(ring_name(ring), move.by, _named(paths), tuple(missing))

    def _release(self, state: State, move: Release) -> Steps:
        """All balls of one release go out, one after the other, before anything is erased (S113)."""
        kinds = move.kinds or tuple(self._drawn(state.drawn + k) for k in range(self.rules.balls))
        if not move.kinds:
            state = state._replace(drawn=state.drawn + self.rules.balls)
        for ball in kinds:
            state = yield from self._send(state, ball, not move.kinds)
        return state

    def _drawn(self, number: int) -> int:
        """The kind of drawn ball ``number``: the same for the same seed, whatever was played in between (S112)."""
        return random.Random(f"{self.seed}:{number}").randint(1, self.rules.kinds)

    def _send(self, state: State, ball: int, drawn: bool) -> Steps:
        """One ball to the node of the count, else to the next empty node of ring a, else where room is made (S114-S121)."""
        x = state.next
        free = next((s for s in self._from(x) if not state.balls[0][s]), None)
        if free is None:
            state = yield from self._make_room(state, x)
        spoke = x if free is None else free
        last = x if self.rules.count_from == COUNT else spoke
        count = (last + 1) % self.spokes
        state = state._replace(balls=_put(state.balls, {(0, spoke): ball}), next=count)
        step = "S115-S117" if spoke == x else "S118, S120-S121"
        yield Step(Released(node_name((0, spoke)), ball, node_name((0, x)), step, count, drawn, free is None), state)
        return state

    def _from(self, spoke: int) -> list[int]:
        """All spokes, clockwise from one of them."""
        return [(spoke + k) % self.spokes for k in range(self.spokes)]

    def _make_room(self, state: State, x: int) -> Steps:
        """Move what lies at (x, a) out of the way; what leaves the field costs a life point (S1001-S1009)."""
        step, paths, out = self._push(state.balls, x)
        end = self.rings - 1
        lost = state.balls[end][x] if out else 0
        balls = _put(state.balls, {(end, x): 0}) if out else state.balls
        state = state._replace(balls=_moved(balls, paths))
        leaving = node_name((end, x)) if out else ""
        yield Step(Pushed(x, step, _named(paths), leaving, lost), state)
        if out:
            before, state = state.points, state._replace(points=state.points - 1)
            yield Step(Lost(x, lost, before, state.points, (leaving,)), state)
        return state

    def _push(self, balls: Balls, x: int) -> tuple[str, list[tuple[Node, Node]], bool]:
        """The branch of Fig. 12, the balls that move, outermost first, and whether one leaves the field."""
        step_out = ((0, x), (1, x))
        if self.rings > 1:
            if not balls[1][x]:
                return "S1001-S1002", [step_out], False
            for step, by in (("S1003-S1004, S1002", 1), ("S1005-S1006, S1002", -1)):
                beside = (x + by) % self.spokes
                if not balls[1][beside]:
                    return step, [((1, x), (1, beside)), step_out], False
        gap = next((ring for ring in range(self.rings) if not balls[ring][x]), self.rings)
        last = min(gap, self.rings - 1)
        return "S1007", [((ring - 1, x), (ring, x)) for ring in range(last, 0, -1)], gap == self.rings

    # --- erasing

    def _links(self, state: State, explain: bool) -> Iterator[Step]:
        """Link by link: find, erase, fall, judge, until nothing goes (S25, S26, R23)."""
        link = 1
        while groups := self.groups(state):
            state = yield from self._link(state, groups, link, explain)
            link += 1
            if state.over or not self.rules.chain:
                return
        if explain:
            yield Step(Matched(link, self.rules.least, ()), state)
        if link == 1:
            yield from self._judge(state, explain)

    def _link(self, state: State, groups: Sequence[Group], link: int, explain: bool) -> Steps:
        found = Matched(link, self.rules.least, tuple(groups))
        yield Step(found, state)
        freed = [node_of(name) for name in found.cells]
        points = state.points + len(freed)
        event = Erased(link, found.cells, state.points, points)
        state = state._replace(balls=_put(state.balls, dict.fromkeys(freed, 0)), points=points)
        yield Step(event, state)
        state = yield from self._fall(state, link, explain, freed)
        return (yield from self._judge(state, explain))

    def groups(self, state: State) -> list[Group]:
        """Everything of one kind that hangs together and is large enough, in the order of the nodes (S141)."""
        along, across = self._bonds(state, ring=True), self._bonds(state, ring=False)
        if self.rules.lines:
            along, across = self._long(along), self._long(across)
        bonds = [*along, *across]
        return [self._group(state, part, bonds) for part in components(bonds) if len(part) >= self.rules.least]

    def _bonds(self, state: State, *, ring: bool) -> list[Bond]:
        """Neighbours of one kind, along the (closed) rings or along the spokes."""
        balls = state.balls
        pairs = [((r, s), (r, (s + 1) % self.spokes)) for r, s in self.nodes()] if ring else [((r - 1, s), (r, s)) for r, s in self.nodes() if r]
        alike = [(one, other) for one, other in pairs if balls[one[0]][one[1]] and balls[one[0]][one[1]] == balls[other[0]][other[1]]]
        return [bond for bond in alike if not self.rules.joined or _section(state, bond, ring)]

    def _long(self, bonds: Sequence[Bond]) -> list[Bond]:
        """The bonds of straight lines that are long enough."""
        long = set(chain.from_iterable(line for line in components(bonds) if len(line) >= self.rules.least))
        return [bond for bond in bonds if bond[0] in long]

    def _group(self, state: State, part: Sequence[Node], bonds: Sequence[Bond]) -> Group:
        rings, spokes = {r for r, _ in part}, {s for _, s in part}
        inside = set(part)
        r, s = part[0]
        return Group(
            state.balls[r][s],
            tuple(map(node_name, part)),
            _named([bond for bond in bonds if bond[0] in inside]),
            ring_name(r) if len(rings) == 1 else "",
            str(s) if len(spokes) == 1 else "",
        )

    def _fall(self, state: State, link: int, explain: bool, freed: Sequence[Node] = ()) -> Steps:
        """What lies further out rolls inward over sections that exist (S144-S145)."""
        free = set(freed)
        if self.rules.falls == EMPTY:
            free = {(r, s) for r, s in self.nodes() if not state.balls[r][s]}
        paths, held = self._falling(state, free)
        balls = tuple(state.balls[r][s] for (r, s), _ in paths)
        event = Fell(link, _named(paths), balls, tuple((node_name(one), spoke_section(one)) for one in held))
        state = state._replace(balls=_moved(state.balls, paths))
        if paths or (held and explain and link):
            yield Step(event, state)
        return state

    def _falling(self, state: State, free: set[Node]) -> tuple[list[tuple[Node, Node]], list[Node]]:
        """Each ball's way, spoke by spoke from the inside, and the balls that a missing section holds back."""
        paths, held = [], []
        for node in sorted(self.nodes(), key=_by_spoke):
            r, s = node
            to = r
            while state.balls[r][s] and (to - 1, s) in free and state.spokes[to][s]:
                to -= 1
            if to < r:
                paths.append((node, (to, s)))
                free = free - {(to, s)} | {node}
            elif state.balls[r][s] and (r - 1, s) in free:
                held.append(node)
        return paths, held

    def _judge(self, state: State, explain: bool) -> Steps:
        """Life points against both values, game over first (S151-S155)."""
        points, over, clear = state.points, self.rules.over, self.rules.clear
        if explain:
            yield Step(Judged(points, over, clear), state)
        if points <= over or points >= clear:
            state = state._replace(over=True, cleared=points > over)
            yield Step(Ended(state.cleared, points), state)
        return state

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, "player" if state.cleared else None)

    def missing(self, state: State) -> list[str]:
        """The names of the sections that are not there: spoke sections spoke by spoke, then ring sections."""
        nodes = sorted(self.nodes(), key=_by_spoke)
        spokes = [spoke_section((r, s)) for r, s in nodes if not state.spokes[r][s]]
        return spokes + [ring_section((r, s)) for r, s in nodes if not state.rails[r][s]]

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it."""
        view = {"balls": self._lying(state), "missing": self.missing(state), "count": state.next, "points": state.points}
        return {**view, "cleared": state.cleared} if state.over else view

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``balls`` and ``count`` of the position; ``erased`` (link by link) and the change of ``points`` by the last move."""
        last = frames[-1]
        before = next((frame.state for frame in reversed(frames) if frame.move < last.move), last.state)
        links = [frame.event for frame in frames if frame.move == last.move and isinstance(frame.event, Erased)]
        return {
            "erased": [sorted(event.cells) for event in links],
            "balls": self._lying(last.state),
            "points": last.state.points - before.points,
            "count": last.state.next,
        }


def _section(state: State, bond: Bond, ring: bool) -> bool:
    """Whether a section joins two neighbours."""
    (r, s), (outer, _) = bond
    return state.rails[r][s] if ring else state.spokes[outer][s]


def _direction(text: str) -> int:
    if text not in ("1", "+1", "-1"):
        raise NotationError(WRONG_TURN, {"by": text}, allowed="1, -1")
    return int(text)


def _ball(text: str) -> int:
    if not re.fullmatch("[1-9]", text):
        raise NotationError(NO_SUCH_KIND, {"ball": text}, allowed=f"1 to {MOST_KINDS}")
    return int(text)


# Reasons why a move is refused: keys of the catalogue.
NOT_A_MOVE = "“{move}” is not a move."
NO_SUCH_RING = "There is no ring {ring} on this field."
WRONG_TURN = "A ring turns by 1 (clockwise) or -1 (counter-clockwise), not by {by}."
NO_SUCH_KIND = "There is no ball of kind {ball}."
WRONG_NUMBER = "Balls in one release: {balls}, not {found}."
GAME_OVER = "The game is over."
FORMS = "turn RING 1, turn RING -1, release, or release KIND (as many kinds as a release has balls)"


# --- reading a scenario -----------------------------------------------------------------------------------------------

SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "balls": {
            "type": "string",
            "maxLength": 10_000,
            "description": "The balls as text: a line a spoke from 0, a token a ring from a; 1 … 9 a kind of ball, . empty.",
        },
        "missing": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 10},
            "maxItems": 2 * MOST_RINGS * MOST_SPOKES,
            "description": "Sections that are not there. A spoke section is spoke and capital: 2B joins 2b and 2a, 2A joins 2a and the plug. "
            "A ring section is capital and ring: Hc joins 0c and 1c, Ic 1c and 2c, and so on clockwise.",
        },
        "count": {"type": "integer", "minimum": 0, "maximum": MOST_SPOKES - 1, "description": "The spoke of the next release."},
        "points": {**_POINTS, "description": "Life points at the start, 0 by default."},
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of drawn balls."},
    },
}
RULES = options_schema(Rules)
EXPECTS = ("erased", "balls", "points", "count")
WHOLE = ("balls",)
"""Those of them that must be told whole; of other tables only the names that are written count."""


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    return _Reader(exact(dict(setup)), Rules(**exact(dict(rules)))).game()


class _Reader:
    """Reads one scenario, collecting faults as it goes."""

    def __init__(self, setup: dict[str, Any], rules: Rules) -> None:
        self.setup, self.rules = setup, rules
        self.faults: list[Fault] = []

    def fault(self, place: str, found: str, allowed: str = "", near: str = "") -> None:
        self.faults.append(Fault(place, found, allowed, near))

    def game(self) -> Game:
        balls = self.balls()
        spokes, rails = self.sections(balls)
        start = State(balls, spokes, rails, self.count(len(balls[0])), self.points())
        if self.faults:
            raise Faulty(self.faults)
        return Game(self.rules, start, self.setup.get("seed", 0))

    def balls(self) -> Balls:
        """The ball text, turned from spokes into rings."""
        if "balls" not in self.setup:
            return ((0,) * self.rules.spokes,) * self.rules.rings
        lines = [line.split() for line in self.setup["balls"].strip().splitlines()]
        rings = max(map(len, lines), default=0)
        if not FEWEST_SPOKES <= len(lines) <= MOST_SPOKES or not 1 <= rings <= MOST_RINGS:
            bounds = f"{FEWEST_SPOKES} to {MOST_SPOKES} spokes (lines) and 1 to {MOST_RINGS} rings (tokens)"
            self.fault("setup.balls", f"{len(lines)} spokes and {rings} rings", bounds)
            return ((0,) * FEWEST_SPOKES,)
        spokes = [self.line(spoke, line, rings) for spoke, line in enumerate(lines)]
        return tuple(zip(*spokes, strict=True))

    def line(self, spoke: int, line: Sequence[str], rings: int) -> list[int]:
        if len(line) != rings:
            self.fault(f"setup.balls, spoke {spoke}", f"{len(line)} nodes", f"{rings}, as in the longest line")
        found = [self.token(node_name((ring, spoke)), token) for ring, token in enumerate(line)]
        return found + [0] * (rings - len(found))

    def token(self, name: str, token: str) -> int:
        if re.fullmatch(r"[1-9]|\.", token):
            return int(token.replace(".", "0"))
        self.fault(f"setup.balls, {name}", repr(token[:40]), f"1 to {MOST_KINDS} (a kind of ball) or . (empty)")
        return 0

    def sections(self, balls: Balls) -> tuple[Sections, Sections]:
        """Which spoke sections and which ring sections there are."""
        nodes = [(ring, spoke) for ring, row in enumerate(balls) for spoke in range(len(row))]
        known = [spoke_section(node) for node in nodes] + [ring_section(node) for node in nodes]
        missing = set(self.missing(known))

        def table(name: Callable[[Node], str]) -> Sections:
            return tuple(tuple(name((r, s)) not in missing for s in range(len(row))) for r, row in enumerate(balls))

        return table(spoke_section), table(ring_section)

    def missing(self, known: Sequence[str]) -> Iterator[str]:
        listed = self.setup.get("missing", [])
        for k, name in enumerate(listed):
            if name not in known:
                half = len(known) // 2
                allowed = f"{known[0]} … {known[half - 1]} (spoke sections), {known[half]} … {known[-1]} (ring sections)"
                self.fault(f"setup.missing[{k}]", repr(name), allowed, nearest(name, known))
            elif name in listed[:k]:
                self.fault(f"setup.missing[{k}]", f"{name!r} a second time", "each section once")
            yield name

    def count(self, spokes: int) -> int:
        count: int = self.setup.get("count", 0)
        if count >= spokes:
            self.fault("setup.count", str(count), f"0 to {spokes - 1}, a spoke")
        return count

    def points(self) -> int:
        points: int = self.setup.get("points", 0)
        over, clear = self.rules.over, self.rules.clear
        if over >= clear:
            self.fault("rules.over", str(over), f"less than rules.clear, {clear}")
        elif not over < points < clear:
            self.fault("setup.points", str(points), f"{over + 1} to {clear - 1}, between rules.over and rules.clear")
        return points
