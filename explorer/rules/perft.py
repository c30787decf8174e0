"""Counting lines of moves: the field's standard test that rules generate exactly the legal moves."""

from __future__ import annotations

from typing import Any

from .trace import Game


def perft(game: Game, state: Any, depth: int) -> int:
    """How many lines are ``depth`` moves long; a pass is a move, and a line that has ended counts once.

    The last move of a line is counted, not played.
    """
    moves = game.legal(state)
    if not moves:
        return 1
    if depth <= 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state
        for step in game.play(state, move):
            after = step.state
        total += perft(game, after, depth - 1)
    return total
