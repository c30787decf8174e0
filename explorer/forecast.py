"""What each move would do that a press on the board can play: a table, from a sitting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from .boards.parts import Table, Words
from .session import Session
from .words import N_

MOST = 100
"""So many places at the most are forecast: on larger boards it would take seconds."""


def forecast(session: Session, choice: Any) -> Table | None:
    """What a press on each allowed place would do, with the points that it wins or costs; ``choice`` is what was chosen before."""
    game, board, words = session.scenario.game, session.scenario.mechanic.board, session.scenario.mechanic.words
    state = session.settled.state
    allowed = board.allowed(game, state, choice)
    places = [target.name for target in board.layout(game, state).targets if target.name in allowed][:MOST]
    moves = dict.fromkeys(filter(None, (board.press(game, state, choice, place).move for place in places)))
    rows: list[tuple[Words, ...]] = []
    for move, frames in session.forecast([*moves]):
        parts = [(words.short(frame.event), points) for frame in frames if (points := words.gain(frame.event))]
        told = [N_("{what} ({points})", what=what, points=signed(points)) for what, points in parts]
        rows.append((move, _chain(told), _chain(_gains(session, state, frames[-1].state))))
    return Table(N_("What each move would do"), (N_("move"), N_("points"), N_("altogether")), tuple(rows)) if rows else None


def _gains(session: Session, before: Any, after: Any) -> list[Words]:
    """What each side's points have gained or lost between two positions."""
    board = session.scenario.mechanic.board
    sides = [board.sides(session.scenario.game, state, board.NOTHING) for state in (before, after)]
    pairs = [(one.title, two.points - one.points) for one, two in zip(*sides, strict=True) if one.points is not None and two.points is not None]
    return [N_("{side} {points}", side=title, points=signed(points)) for title, points in pairs if points]


def signed(points: int) -> str:
    """Points won or lost, with a true minus sign."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def _chain(told: Sequence[Words]) -> Words:
    """Clauses one after another, a dash for none."""
    return reduce(lambda one, other: N_("{first}; {then}", first=one, then=other), told) if told else "–"
