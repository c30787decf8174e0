"""A stage: the rules in force, the fields it may begin with, and what kinds with a function do in it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..language import Effect
from .options import IN_TURN, Rules
from .position import Field, Node, State


@dataclass(frozen=True)
class Start:
    """How one field of a stage begins: one of some given ones, or one of them with ``fill`` balls thrown on it at random."""

    given: tuple[Field, ...]
    fill: int = 0


@dataclass(frozen=True)
class Stage:
    """One stage of a game. ``points`` and ``stopped`` are those it begins with."""

    name: str
    rules: Rules
    starts: tuple[Start, ...]
    functions: Mapping[int, tuple[Effect, ...]] = field(default_factory=dict)
    points: int = 0
    stopped: int = 0

    @property
    def several(self) -> bool:
        """Whether it does not always begin with the same field."""
        return any(start.fill or len(start.given) > 1 for start in self.starts)

    def begin(self, number: int, before: State | None, seed: int) -> State:
        """The position this stage, the ``number``-th of the game, begins with, after that of the stage ``before`` it.

        Given starts are taken in turn or drawn, wholly random ones thrown; for a seed always the same (S1).
        """
        begun = before.begun + 1 if before else 0
        fields = tuple(self._field(k, start, begun, seed) for k, start in enumerate(self.starts))
        score, drawn = (before.score, before.drawn) if before else (0, 0)
        return State(fields, self.points, score, number, begun, drawn, stopped=self.stopped)

    def _field(self, k: int, start: Start, begun: int, seed: int) -> Field:
        most = max(len(one.given) for one in self.starts)
        number = begun if self.rules.start == IN_TURN else random.Random(f"{seed}:start:{begun}").randrange(most)
        chosen = start.given[number % len(start.given)]
        if not start.fill:
            return chosen
        dice = random.Random(f"{seed}:fill:{begun}:{k}")
        state = State((chosen,))
        nodes = dice.sample([*state.nodes()], start.fill)
        return state.put({Node(*node): dice.randint(1, self.rules.kinds) for node in nodes}).fields[0]
