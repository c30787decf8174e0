"""The trace as data: what `explorer trace --json` prints and what other programs read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from .rules.options import plain
from .rules.trace import Frame, changes
from .scenarios import Scenario
from .words import say


class Trace(dict[str, Any]):
    """The trace as data, a plain dict. A notebook shows it as its steps in words, and as a picture of the last one."""

    def __init__(self, scenario: Scenario, frames: Sequence[Frame], language: str) -> None:
        super().__init__(scenario=scenario.name, frames=list(told(scenario, frames, language)), result=result(scenario, frames))
        self._of = scenario, frames

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        scenario, frames = self._of
        steps = [f"{frame['index']:3}  {frame['text']}" for frame in self["frames"]]
        return {**scenario.shown(frames[-1], frames), "text/plain": "\n".join(steps)}


def trace(scenario: Scenario, frames: Sequence[Frame] | None = None, language: str = "en") -> Trace:
    """The frames of a scenario with their sentences, changes and states (the contract is in `docs/trace.md`)."""
    return Trace(scenario, scenario.frames if frames is None else frames, language)


def told(scenario: Scenario, frames: Sequence[Frame], language: str = "en") -> Iterator[dict[str, Any]]:
    """The frames one by one: a long game of a large board need not be held in memory twice."""
    game, words = scenario.game, scenario.mechanic.words
    before: dict[str, Any] | None = None
    for frame in frames:
        view = plain(game.view(frame.state))
        yield {
            "index": frame.index,
            "move": frame.move,
            "kind": frame.event.kind,
            "text": say(words.sentence(frame.event), language),
            "cite": frame.event.cite,
            "cells": list(frame.event.cells),
            "changes": {} if before is None else changes(before, view),
            "state": view,
        }
        before = view


def written(scenario: Scenario, frames: Sequence[Frame], language: str = "en") -> Iterator[str]:
    """The lines of the trace as a JSON text, a frame a line."""
    yield f'{{"scenario": {json.dumps(scenario.name)}, "frames": ['
    for k, frame in enumerate(told(scenario, frames, language)):
        yield f"{',' if k else ' '} {json.dumps(frame, ensure_ascii=False)}"
    yield f'], "result": {json.dumps(result(scenario, frames))}}}'


def result(scenario: Scenario, frames: Sequence[Frame]) -> dict[str, Any]:
    """Whether the game is over after the last frame, and who won."""
    over, winner = scenario.game.result(frames[-1].state)
    return {"over": over, "winner": winner}
