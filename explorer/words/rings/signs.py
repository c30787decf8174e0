"""The signs of the kinds of ball, and small pieces of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from .. import N_, Message

# One sign a kind, so that no ball is told by its colour alone.
SIGNS = ("", "●", "○", "▲", "■", "◆", "✚", "★", "▼", "♥")
_NUMBERS = {2: N_("Two"), 3: N_("Three"), 4: N_("Four"), 5: N_("Five"), 6: N_("Six"), 7: N_("Seven"), 8: N_("Eight"), 9: N_("Nine")}


def number(count: int) -> Message | str:
    """A small number in words."""
    return _NUMBERS.get(count, str(count))


def arrows(paths: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Ways from node to node.

    >>> arrows([("4c", "3c")])
    ('4c → 3c',)
    """
    return tuple(f"{before} → {after}" for before, after in paths)


def signed(points: int) -> str:
    """A number of points with a true minus sign."""
    return str(points).replace("-", "−")
