"""Computer players. So far one that plays any legal move, the same for the same seed and position; strength comes later."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .rules.trace import Game


def choose(game: Game, state: object, played: Sequence[str], seed: int = 0) -> str | None:
    """A legal move in notation, drawn with the seed and the moves played so far; None where there is none."""
    legal = game.legal(state)
    return game.write(random.Random(f"{seed}:{';'.join(played)}").choice(legal)) if legal else None
