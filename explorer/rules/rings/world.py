"""What the effect language's words come to on a field of rings: numbers, relations, deeds, and what an erased ball sets off."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..interpreter import Acted, Change, Check, Firing, Part, Source
from ..language import Effect, Value
from ..options import round_half_up
from .options import MOST_POINTS
from .position import Node, State, node_name, node_of

if TYPE_CHECKING:
    from .game import Game

LONGEST = 1000
"""The plug stops for at most so many ticks, and the interval is no longer."""


class World:
    """The interpreter's world during one link. ``erased`` are the nodes emptied in it so far, ``link`` its number."""

    def __init__(self, game: Game, state: State, link: int = 1, erased: Sequence[Node] = ()) -> None:
        self.game, self.state, self.link = game, state, link
        self.erased: list[Node] = [*erased]
        self.done: set[tuple[Source, int]] = set()
        self.occasion = self.draws = 0

    def firings(self, node: Node, kind: int, cause: Source | None = None) -> list[Firing]:
        """The functions of a ball that has been erased."""
        source = Source(str(kind), str(kind), node_name(node), "plug")
        return [Firing(effect, source, "function", None, cause) for effect in self.game.stage(self.state).functions.get(kind, ())]

    def gates(self, effect: Effect, source: Source) -> Iterator[Check]:
        return iter(())

    def number(self, word: str, name: str, source: Source, target: Any = None) -> Value | str:
        match word:
            case "erased":
                return len(self.erased)
            case "link":
                return self.link
            case "points":
                return self.state.points
            case "interval":
                return self.game.interval(self.state)[1]
        return sum(1 for node in self.state.nodes() if (kind := self.state.kind(node)) and (not name or str(kind) == name))

    def whole(self, word: str, source: Source) -> Value:
        return self.game.stage(self.state).rules.clear

    def targets(self, effect: Effect, source: Source) -> Sequence[Node | None]:
        """The nodes of a relation field by field, ring by ring from the inside; None is the plug."""
        at, wanted = node_of(source.place), _RELATIONS[effect.to]
        return [None] if effect.to == "plug" else [node for node in self.state.nodes() if node != at and wanted(self, node, at, source)]

    def kind(self, node: Node) -> int:
        return self.state.kind(node)

    def trait(self, target: Node | None, word: str, source: Source) -> Value | str | None:
        if target is None:
            return 0
        if not self.kind(target):
            return None
        return {"kind": self.kind(target), "ring": target.ring + 1, "spoke": target.spoke}.get(word, 1)

    def called(self, target: Node | None) -> tuple[str, str]:
        return ("", "plug") if target is None else (node_name(target), str(self.kind(target) or ""))

    def dice(self, effect: Effect, source: Source) -> random.Random:
        self.draws += 1
        return random.Random(f"{self.game.seed}:{[field.balls for field in self.state.fields]}:{source.place}:{self.link}:{self.draws}")

    def later(self, effect: Effect) -> str:
        return ""

    def set_off(self, acted: Acted) -> Iterable[Firing]:
        """Balls that a function has erased work their own, in order."""
        gone = [change for change in acted.changes if change.what == "erased"]
        return [firing for change in gone for firing in self.firings(node_of(change.target), int(change.before), acted.source)]

    def put_off(self, effect: Effect, source: Source) -> Change:
        raise NotImplementedError("no function of a ball begins later")

    # --- deeds

    def do(self, effect: Effect, source: Source, target: Node | None, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target is not None:
            return self._erase(target)
        return self._change(effect, round_half_up(amount or 0), amount or 0, parts)

    def _erase(self, node: Node) -> Change:
        kind = self.kind(node)
        won = self.game.stage(self.state).rules.ball_score * self.link
        self.state = self.state.put({node: 0})._replace(points=self.state.points + 1, score=self.state.score + won)
        self.erased.append(node)
        return Change(node_name(node), str(kind), "erased", kind, 0)

    def _change(self, effect: Effect, whole: int, amount: Value, parts: tuple[Part, ...]) -> Change:
        if effect.do == "points":
            before, after = self.state.points, max(-MOST_POINTS, min(MOST_POINTS, self.state.points + whole))
            self.state = self.state._replace(points=after)
        elif effect.do == "stop":
            before, after = self.state.stopped, max(0, min(LONGEST, self.state.stopped + whole))
            self.state = self.state._replace(stopped=after)
        else:
            before = self.game.interval(self.state)[1]
            how = effect.amount.how if effect.amount else "set"
            wanted = {"add": before + whole, "times": round_half_up(before * amount)}.get(how, whole)
            after = max(1, min(LONGEST, wanted))
            self.state = self.state._replace(interval=after)
        return Change("", "plug", effect.do, before, after, after - before, parts)


def _beside(world: World, node: Node, at: Node) -> bool:
    n = world.state.fields[at.field].width
    along = node.ring == at.ring and (node.spoke - at.spoke) % n in (1, n - 1)
    return node.field == at.field and (along or (node.spoke == at.spoke and abs(node.ring - at.ring) == 1))


_RELATIONS: dict[str, Callable[[World, Node, Node, Source], bool]] = {
    "spoke": lambda world, node, at, source: (node.field, node.spoke) == (at.field, at.spoke),
    "ring": lambda world, node, at, source: (node.field, node.ring) == (at.field, at.ring),
    "beside": lambda world, node, at, source: _beside(world, node, at),
    "alike": lambda world, node, at, source: str(world.kind(node)) == source.bearer,
    "all": lambda world, node, at, source: True,
    "plug": lambda world, node, at, source: False,
}
