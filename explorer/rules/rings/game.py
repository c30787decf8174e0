"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, dropwhile, islice, takewhile
from typing import Any

from ..interpreter import Acted, Source, run, verdicts
from ..language import Effect
from ..trace import Frame, IllegalMove, NotationError, Result, Step, nearest
from .events import Ended, Erased, Fell, Group, Judged, Lost, Matched, Pushed, Released, Rotated, Started, Stood, Waited
from .position import (
    ALL,
    COUNT,
    EMPTY,
    MOST_BALLS,
    MOST_KINDS,
    RANDOM,
    Balls,
    Bond,
    Move,
    Node,
    Path,
    Release,
    Rules,
    State,
    Steps,
    Turn,
    Wait,
    node_name,
    node_of,
    ring_name,
    ring_section,
    spoke_section,
)
from .world import World


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


@dataclass(frozen=True)
class Game:
    """A field and the rules in force. Positions are `State`s; nothing here changes."""

    rules: Rules
    start: State
    seed: int = 0
    functions: Mapping[int, tuple[Effect, ...]] = field(default_factory=dict)

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
        """A move from its notation: ``turn c -1``, ``release``, ``release 7``, ``wait 3``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        move = self._move(text)
        if state.over:
            raise IllegalMove(GAME_OVER)
        if isinstance(move, Release) and move.kinds and not self._fits(len(move.kinds)):
            balls = self.rules.balls if self.rules.balls != RANDOM else f"1–{MOST_BALLS}"
            raise IllegalMove(WRONG_NUMBER, {"balls": balls, "found": len(move.kinds)}, allowed=f"{balls} kinds, or none")
        return move

    def _fits(self, number: int) -> bool:
        """Whether a release may have so many balls."""
        return number <= MOST_BALLS if self.rules.balls == RANDOM else number == self.rules.balls

    def _move(self, text: str) -> Move:
        match text.split():
            case ["turn", ring, by]:
                return Turn(self._ring(ring), _direction(by))
            case ["release", *kinds]:
                return Release(tuple(map(_ball, kinds)))
            case ["wait", ticks] if re.fullmatch("[1-9][0-9]{0,2}", ticks):
                return Wait(int(ticks))
        first = text.split()[:1]
        raise NotationError(NOT_A_MOVE, {"move": text}, allowed=FORMS, nearest=nearest(first[0] if first else "", ["turn", "release", "wait"]))

    def _ring(self, name: str) -> int:
        if name == "all" and self.rules.whole:
            return ALL
        known = [ring_name(ring) for ring in range(self.rings)]
        if name not in known:
            raise NotationError(NO_SUCH_RING, {"ring": name}, allowed=", ".join(known), nearest=nearest(name, known))
        return known.index(name)

    def write(self, move: Move) -> str:
        """The notation of a move."""
        if isinstance(move, Turn):
            return f"turn {_ring_name(move.ring)} {move.by}"
        if isinstance(move, Wait):
            return f"wait {move.ticks}"
        return " ".join(["release", *map(str, move.kinds)])

    def legal(self, state: State) -> list[Move]:
        """Every ring both ways, from the inside, then a release of drawn balls. A release of given kinds is for scenarios."""
        if state.over:
            return []
        rings = [*range(self.rings), *([ALL] if self.rules.whole else [])]
        return [*(Turn(ring, by) for ring in rings for by in (1, -1)), Release()]

    # --- what happens

    def play(self, state: State, move: Move, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in the order of Fig. 9 (S23 or S24, then S25 and S26).

        Without ``explain`` the steps that change nothing are left out.
        """
        if isinstance(move, Wait):
            yield from self._wait(state, move.ticks, explain)
            return
        state = yield from self._turn(state, move) if isinstance(move, Turn) else self._release(state, move)
        yield from self._settle(state, explain)

    def _settle(self, state: State, explain: bool) -> Steps:
        """What the field does by itself after an operation: it falls where the rules say so, then link by link."""
        if self.rules.falls == EMPTY:
            state = yield from self._fall(state, 0, explain)
        return (yield from self._links(state, explain))

    def _wait(self, state: State, ticks: int, explain: bool) -> Steps:
        """Ticks go by; as often as the interval is full, the plug releases drawn balls and the field settles.

        An interval that has become shorter than the ticks gone by is full at the next one.
        """
        while ticks and not state.over:
            if state.stopped:
                by = min(ticks, state.stopped)
                ticks -= by
                state = state._replace(stopped=state.stopped - by)
                yield Step(Stood(by, state.stopped), state)
                continue
            since, interval = self.interval(state)
            by = min(ticks, max(1, interval - state.ticks)) if interval else ticks
            ticks -= by
            state = state._replace(ticks=state.ticks + by)
            yield Step(Waited(by, state.ticks, interval, since), state)
            if interval and state.ticks >= interval:
                state = yield from self._release(state, Release())
                state = yield from self._settle(state, explain)
        return state

    def interval(self, state: State) -> tuple[int | None, int]:
        """The interval in force, and the life points from which it is; one that a function has set goes before all others."""
        if state.interval is not None:
            return None, state.interval
        reached = [pair for pair in self.rules.pace if pair[0] <= state.points]
        return reached[-1] if reached else (None, self.rules.interval)

    def _turn(self, state: State, move: Turn) -> Steps:
        """The ring's balls, its own sections and the spoke sections on its inner side all shift by one (S132-S134)."""
        event = self._rotation(state, move)
        rings = range(self.rings) if move.ring == ALL else (move.ring,)
        balls, spokes, rails = state.balls, state.spokes, state.rails
        for ring in rings:
            balls, spokes, rails = (_turned(table, ring, move.by) for table in (balls, spokes, rails))
        state = state._replace(balls=balls, spokes=spokes, rails=rails)
        yield Step(event, state)
        return state

    def _rotation(self, state: State, move: Turn) -> Rotated:
        n = self.spokes
        order = range(n) if move.by > 0 else range(n - 1, -1, -1)
        rings = range(self.rings) if move.ring == ALL else (move.ring,)
        steps = [((ring, s), (ring, (s + move.by) % n)) for ring in rings for s in order]
        paths = [one for one in steps if state.balls[one[0][0]][one[0][1]]]
        missing = [
            (name(before), name(after))
            for table, name in ((state.spokes, spoke_section), (state.rails, ring_section))
            for before, after in steps
            if not table[before[0]][before[1]]
        ]
        return Rotated(_ring_name(move.ring), move.by, _named(paths), tuple(missing))

    def _release(self, state: State, move: Release) -> Steps:
        """All balls of one release go out, one after the other, before anything is erased (S113)."""
        kinds = move.kinds or tuple(self._drawn(state.drawn + k) for k in range(self._number(state.drawn)))
        if not move.kinds:
            state = state._replace(drawn=state.drawn + len(kinds))
        state = state._replace(ticks=0)
        for k, ball in enumerate(kinds):
            number = len(kinds) if self.rules.balls == RANDOM and not move.kinds and k == 0 else 0
            state = yield from self._send(state, ball, not move.kinds, number)
        return state

    def _number(self, drawn: int) -> int:
        """How many balls the release after ``drawn`` drawn ones has: by the stage, else at random, for a seed always the same (S111)."""
        balls = self.rules.balls
        return balls if isinstance(balls, int) else random.Random(f"{self.seed}:number:{drawn}").randint(1, MOST_BALLS)

    def _drawn(self, number: int) -> int:
        """The kind of drawn ball ``number``: the same for the same seed, whatever was played in between (S112)."""
        return random.Random(f"{self.seed}:{number}").randint(1, self.rules.kinds)

    def _send(self, state: State, ball: int, drawn: bool, number: int) -> Steps:
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
        yield Step(Released(node_name((0, spoke)), ball, node_name((0, x)), step, count, drawn, free is None, number), state)
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

    def _links(self, state: State, explain: bool) -> Steps:
        """Link by link: find, erase, fall, judge, until nothing goes (S25, S26, R23)."""
        link = 1
        while groups := self.groups(state):
            state = yield from self._link(state, groups, link, explain)
            link += 1
            if state.over or not self.rules.chain:
                return state
        if explain:
            yield Step(Matched(link, self.rules.least, ()), state)
        if link == 1:
            state = yield from self._judge(state, explain)
        return state

    def _link(self, state: State, groups: Sequence[Group], link: int, explain: bool) -> Steps:
        found = Matched(link, self.rules.least, tuple(groups))
        yield Step(found, state)
        freed = [node_of(name) for name in found.cells]
        points = state.points + len(freed)
        event = Erased(link, found.cells, state.points, points)
        world = World(self, state._replace(balls=_put(state.balls, dict.fromkeys(freed, 0)), points=points), link, freed)
        firings = [firing for node in freed for firing in world.firings(node, state.balls[node[0]][node[1]])]
        yield Step(event, world.state)
        yield from run(firings, world)
        state = yield from self._fall(world.state, link, explain, world.erased)
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
        if state.ticks:
            view["ticks"] = state.ticks
        if state.stopped:
            view["stopped"] = state.stopped
        if state.interval is not None:
            view["interval"] = state.interval
        return {**view, "cleared": state.cleared} if state.over else view

    def _worked(self, frames: Sequence[Frame], link: Erased) -> list[str]:
        """The nodes that functions have emptied in the same link."""
        after = dropwhile(lambda frame: frame.event is not link, frames)
        acted = takewhile(lambda frame: isinstance(frame.event, Acted), islice(after, 1, None))
        return [change.target for frame in acted for change in frame.event.changes if change.what == "erased"]

    def why(self, frames: Sequence[Frame], name: str) -> list[Acted]:
        """Why each function of the ball on a node did or did not work in the move of the last frame.

        Of a ball that was there before the move, too: ``frames`` are those of the line up to the one in view.
        """
        if name not in map(node_name, self.nodes()):
            return []
        ring, spoke = node_of(name)
        move = [frame for frame in frames if frame.move == frames[-1].move]
        before: State = next((frame.state for frame in reversed(frames) if frame.move < frames[-1].move), move[0].state)
        told = [frame.event for frame in move if isinstance(frame.event, Acted) and frame.event.source.place == name]
        kind = int(told[-1].source.bearer) if told else frames[-1].state.balls[ring][spoke] or before.balls[ring][spoke]
        return verdicts(self.functions.get(kind, ()), Source(str(kind), str(kind), name, "plug"), told, World(self, frames[-1].state))

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``balls`` and ``count`` of the position; ``erased`` (link by link) and the change of ``points`` by the last move."""
        last = frames[-1]
        before = next((frame.state for frame in reversed(frames) if frame.move < last.move), last.state)
        links = [frame.event for frame in frames if frame.move == last.move and isinstance(frame.event, Erased)]
        return {
            "erased": [sorted([*event.cells, *self._worked(frames, event)]) for event in links],
            "balls": self._lying(last.state),
            "points": last.state.points - before.points,
            "count": last.state.next,
        }


def _ring_name(ring: int) -> str:
    return "all" if ring == ALL else ring_name(ring)


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
FORMS = "turn RING 1, turn RING -1 (RING may be all, where the rules allow it), release, release KIND (as many kinds as a release has balls), or wait TICKS"
