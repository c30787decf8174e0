"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile, islice, takewhile
from typing import Any

from ..interpreter import Acted, Source, run, verdicts
from ..trace import Frame, Result, Step
from .erasing import fall, groups
from .events import Begun, Cleared, Ended, Erased, Group, Judged, Matched, Rotated, Started, Stood, Waited
from .notation import parse, write
from .options import EMPTY, Rules
from .position import ALL, Begin, Move, Node, Release, State, Steps, Turn, Wait, by_spoke, node_name, node_of, ring_section, spoke_name, spoke_section
from .releasing import release
from .stage import Stage
from .turning import train, turn
from .world import World


@dataclass(frozen=True)
class Game:
    """The stages, one after another, each with its fields and the rules in force. Positions are `State`s; nothing here changes."""

    stages: tuple[Stage, ...]
    seed: int = 0

    @cached_property
    def start(self) -> State:
        return self.stages[0].begin(0, None, self.seed)

    @property
    def rules(self) -> Rules:
        """The rules of the first stage."""
        return self.stages[0].rules

    def stage(self, state: State) -> Stage:
        """The stage of a position."""
        return self.stages[state.stage]

    def opening(self) -> Step:
        return Step(Started(self.counts(self.start), tuple(self._lying(self.start))), self.start)

    @staticmethod
    def counts(state: State) -> tuple[str, ...]:
        """Each field's spoke of the next release, by name."""
        return tuple(spoke_name(field.next, k) for k, field in enumerate(state.fields))

    @staticmethod
    def _lying(state: State) -> dict[str, int]:
        """Kind by name of node, field by field, spoke by spoke."""
        return {node_name(node): state.kind(node) for node in sorted(state.nodes(), key=by_spoke) if state.kind(node)}

    # --- notation

    def parse(self, text: str, state: State) -> Move:
        """A move from its notation: ``turn c -1``, ``turn c@2 1``, ``release``, ``release@2 7``, ``wait 3``, ``stage 1-2``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        return parse(text, state, self.stages)

    def write(self, move: Move) -> str:
        """The notation of a move."""
        return write(move, self.stages)

    def legal(self, state: State) -> list[Move]:
        """Every ring both ways, from the inside, then a release of drawn balls from each plug.

        Of rings that turn together those of the first field stand for all. A release of given kinds and the choice of a stage are for people.
        """
        if state.over:
            return []
        whole = self.stage(state).rules.whole
        rings = [(k, ring) for k, field in enumerate(state.fields) for ring in range(len(field.balls)) if min(train(state.fields, k, ring)) == k]
        rings += [(0, ALL)] if whole else []
        return [*(Turn(ring, by, field) for field, ring in rings for by in (1, -1)), *(Release((), k) for k in range(len(state.fields)))]

    # --- what happens

    def play(self, state: State, move: Move, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in the order of Fig. 9 (S23 or S24, then S25 and S26).

        Without ``explain`` the steps that change nothing are left out.
        """
        match move:
            case Wait():
                yield from self._wait(state, move.ticks, explain)
            case Begin():
                yield from self._begin(move.stage, state._replace(score=0), chosen=True)
            case Turn():
                state = yield from turn(state, move)
                yield from self._settle(state, explain)
            case Release():
                state = yield from release(state, move, self.stage(state).rules, self.seed)
                yield from self._settle(state, explain)

    def _begin(self, number: int, before: State, *, chosen: bool) -> Steps:
        """A stage begins: its field is laid out, its life points start anew; the score goes on, but where somebody chose the stage."""
        state = self.stages[number].begin(number, before, self.seed)
        yield Step(Begun(self.stages[number].name, chosen, self.counts(state), tuple(self._lying(state))), state)
        return state

    def _settle(self, state: State, explain: bool) -> Steps:
        """What the fields do by themselves after an operation: balls fall where the rules say so, then link by link."""
        rules = self.stage(state).rules
        if rules.falls == EMPTY:
            state = yield from fall(state, rules, 0, explain)
        return (yield from self._links(state, explain))

    def _wait(self, state: State, ticks: int, explain: bool) -> Steps:
        """Ticks go by; as often as the interval is full, every plug releases drawn balls and the fields settle.

        An interval that has become shorter than the ticks gone by is full at the next one. A wait ends with its stage.
        """
        begun = state.begun
        while ticks and not state.over and state.begun == begun:
            since, interval = self.interval(state)
            if state.stopped:
                by = min(ticks, state.stopped)
                state = state._replace(stopped=state.stopped - by, time=state.time + by)
                yield Step(Stood(by, state.stopped), state)
            else:
                by = min(ticks, max(1, interval - state.ticks)) if interval else ticks
                state = state._replace(ticks=state.ticks + by, time=state.time + by)
                yield Step(Waited(by, state.ticks, interval, since), state)
                if interval and state.ticks >= interval:
                    for field in range(len(state.fields)):
                        state = yield from release(state, Release((), field), self.stage(state).rules, self.seed)
                    state = yield from self._settle(state, explain)
            ticks -= by
        return state

    def interval(self, state: State) -> tuple[int | None, int]:
        """The interval in force, and the life points from which it is; one that a function has set goes before all others."""
        if state.interval is not None:
            return None, state.interval
        rules = self.stage(state).rules
        reached = [pair for pair in rules.pace if pair[0] <= state.points]
        return reached[-1] if reached else (None, rules.interval)

    def remaining(self, state: State) -> int | None:
        """Ticks until the plugs release by themselves, those included for which the timer stands still; None: they never do."""
        _, interval = self.interval(state)
        return state.stopped + max(1, interval - state.ticks) if interval and not state.over else None

    # --- erasing

    def groups(self, state: State) -> list[Group]:
        """Everything of one kind that hangs together and is large enough."""
        return groups(state, self.stage(state).rules)

    def _links(self, state: State, explain: bool) -> Steps:
        """Link by link: find, erase, fall, judge, until nothing goes (S25, S26, R23)."""
        link, begun, rules = 1, state.begun, self.stage(state).rules
        while found := groups(state, rules):
            state = yield from self._link(state, found, link, explain)
            link += 1
            if state.over or state.begun != begun or not rules.chain:
                return state
        if explain:
            yield Step(Matched(link, rules.least, ()), state)
        if link == 1:
            state = yield from self._judge(state, explain)
        return state

    def _link(self, state: State, found: Sequence[Group], link: int, explain: bool) -> Steps:
        rules, matched = self.stage(state).rules, Matched(link, self.stage(state).rules.least, tuple(found))
        yield Step(matched, state)
        freed = [node_of(name) for name in matched.cells]
        points, won = state.points + len(freed), rules.ball_score * link * len(freed)
        erased = state.put(dict.fromkeys(freed, 0))._replace(points=points, score=state.score + won)
        world = World(self, erased, link, freed)
        firings = [firing for node in freed for firing in world.firings(node, state.kind(node))]
        yield Step(Erased(link, matched.cells, state.points, points, won), erased)
        yield from run(firings, world)
        state = yield from fall(world.state, rules, link, explain, world.erased)
        return (yield from self._judge(state, explain))

    def _judge(self, state: State, explain: bool) -> Steps:
        """Life points against both values, game over first (S151-S155)."""
        rules = self.stage(state).rules
        left = None if rules.goal != EMPTY else sum(1 for node in state.nodes() if state.kind(node))
        event = Judged(state.points, rules.over, rules.clear, left)
        if explain:
            yield Step(event, state)
        if event.lost:
            state = state._replace(over=True)
            yield Step(Ended(False, state.points, 0, state.score), state)
        elif event.won:
            state = yield from self._clear(state)
        return state

    def _clear(self, state: State) -> Steps:
        """The plug breaks; what is left of the time counts, and the next stage begins, where there is one."""
        last = state.stage == len(self.stages) - 1
        bonus = max(0, self.stage(state).rules.bonus_time - state.time)
        state = state._replace(cleared=True, over=last, score=state.score + bonus)
        if last:
            yield Step(Ended(True, state.points, bonus, state.score), state)
            return state
        yield Step(Cleared(self.stage(state).name, state.points, bonus, state.score), state)
        return (yield from self._begin(state.stage + 1, state, chosen=False))

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, "player" if state.over and state.cleared else None)

    def missing(self, state: State) -> list[str]:
        """The names of the sections that are not there: spoke sections spoke by spoke, then ring sections."""
        nodes = sorted(state.nodes(), key=by_spoke)
        spokes = [spoke_section(node) for node in nodes if state.fields[node.field].spokes[node.ring][node.spoke] is None]
        return spokes + [ring_section(node) for node in nodes if not state.fields[node.field].rails[node.ring][node.spoke]]

    def slanted(self, state: State) -> dict[str, str]:
        """Where the sections lead that are not radial: the node inside, by the section's name."""
        found = {}
        for node in sorted(state.nodes(), key=by_spoke):
            field = state.fields[node.field]
            if slant := field.spokes[node.ring][node.spoke]:
                found[spoke_section(node)] = node_name(Node(node.field, node.ring - 1, (node.spoke + slant) % field.width))
        return found

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it; ``count`` is a list where there are several fields."""
        counts = [field.next for field in state.fields]
        told: dict[str, Any] = {"balls": self._lying(state), "missing": self.missing(state), "count": counts if len(counts) > 1 else counts[0]}
        told["points"] = state.points
        stage = {"stage": self.stage(state).name} if len(self.stages) > 1 else {}
        some = {"slanted": self.slanted(state), "score": state.score, "ticks": state.ticks, "time": state.time, "stopped": state.stopped}
        told |= stage | {key: value for key, value in some.items() if value}
        if state.interval is not None:
            told["interval"] = state.interval
        return {**told, "cleared": state.cleared} if state.over or state.cleared else told

    def _worked(self, frames: Sequence[Frame], link: Erased) -> list[str]:
        """The nodes that functions have emptied in the same link."""
        after = dropwhile(lambda frame: frame.event is not link, frames)
        acted = takewhile(lambda frame: isinstance(frame.event, Acted), islice(after, 1, None))
        return [change.target for frame in acted for change in frame.event.changes if change.what == "erased"]

    def why(self, frames: Sequence[Frame], name: str) -> list[Acted]:
        """Why each function of the ball on a node did or did not work in the move of the last frame.

        Of a ball that was there before the move, too: ``frames`` are those of the line up to the one in view.
        """
        if name not in map(node_name, frames[-1].state.nodes()):
            return []
        node = node_of(name)
        move = [frame for frame in frames if frame.move == frames[-1].move]
        before: State = next((frame.state for frame in reversed(frames) if frame.move < frames[-1].move), move[0].state)
        told = [frame.event for frame in move if isinstance(frame.event, Acted) and frame.event.source.place == name]
        kind = int(told[-1].source.bearer) if told else frames[-1].state.kind(node) or (before.kind(node) if node in before.nodes() else 0)
        return verdicts(self.stage(frames[-1].state).functions.get(kind, ()), Source(str(kind), str(kind), name, "plug"), told, World(self, frames[-1].state))

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``balls`` and ``count`` of the position; of the last move ``erased`` (link by link), the change of ``points``, and ``turns``, field by field."""
        last = frames[-1]
        before = next((frame.state for frame in reversed(frames) if frame.move < last.move), last.state)
        move = [frame for frame in frames if frame.move == last.move]
        links = [frame.event for frame in move if isinstance(frame.event, Erased)]
        turned = next((frame.event.turns for frame in move if isinstance(frame.event, Rotated)), ())
        won = next((frame.state.points for frame in reversed(move) if frame.state.begun == before.begun), before.points)
        counts = [field.next for field in last.state.fields]
        return {
            "erased": [sorted([*event.cells, *self._worked(frames, event)]) for event in links],
            "balls": self._lying(last.state),
            "points": won - before.points,
            "count": counts if len(counts) > 1 else counts[0],
            "turns": turned,
        }
