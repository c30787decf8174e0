"""Counting lines of moves: the field's standard test that rules generate exactly the legal moves."""

from __future__ import annotations

from typing import Any

from .trace import Game


def perft(game: Game, depth: int) -> list[int]:
    """How many lines from the start are 1, 2, … ``depth`` moves long.

    A pass is a move, and a line that has ended counts once at every depth. The last move of a line is counted, not played.
    """
    counts = [0] * depth
    _count(game, game.opening().state, 0, counts)
    return counts


def _count(game: Game, state: Any, played: int, counts: list[int]) -> None:
    moves = game.legal(state)
    if not moves:
        for deeper in range(played, len(counts)):
            counts[deeper] += 1
        return
    counts[played] += len(moves)
    if played + 1 == len(counts):
        return
    for move in moves:
        after = state
        for step in game.play(state, move, explain=False):
            after = step.state
        _count(game, after, played + 1, counts)
