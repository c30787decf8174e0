"""The trace as data: what `explorer trace --json` prints and what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .rules.options import plain
from .rules.trace import Frame, changes
from .scenarios import Scenario
from .words import say


def trace(scenario: Scenario, frames: Sequence[Frame] | None = None, language: str = "en") -> dict[str, Any]:
    """The frames of a scenario with their sentences, changes and states (the contract is in `docs/trace.md`)."""
    frames = scenario.frames if frames is None else frames
    game, words = scenario.game, scenario.mechanic.words
    told = []
    before: dict[str, Any] | None = None
    for frame in frames:
        view = plain(game.view(frame.state))
        told.append(
            {
                "index": frame.index,
                "move": frame.move,
                "kind": frame.event.kind,
                "text": say(words.sentence(frame.event), language),
                "cite": frame.event.cite,
                "cells": list(frame.event.cells),
                "changes": {} if before is None else changes(before, view),
                "state": view,
            }
        )
        before = view
    over, winner = game.result(frames[-1].state)
    return {"scenario": scenario.name, "frames": told, "result": {"over": over, "winner": winner}}
