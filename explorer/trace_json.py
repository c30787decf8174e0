"""The trace as data: what `explorer trace --json` prints and what other programs read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .rules.options import plain
from .rules.trace import Frame, changes
from .scenarios import Scenario
from .words import say


def trace(scenario: Scenario, frames: Sequence[Frame] | None = None, language: str = "en") -> dict[str, Any]:
    """The frames of a scenario with their sentences, changes and states (the contract is in `docs/trace.md`)."""
    frames = scenario.frames if frames is None else frames
    return {"scenario": scenario.name, "frames": list(told(scenario, frames, language)), "result": result(scenario, frames)}


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


def result(scenario: Scenario, frames: Sequence[Frame]) -> dict[str, Any]:
    """Whether the game is over after the last frame, and who won."""
    over, winner = scenario.game.result(frames[-1].state)
    return {"over": over, "winner": winner}
