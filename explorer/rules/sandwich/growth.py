"""Growth: feeding one piece to another changes its parameters, for each state differently, and perhaps its skill.

Source: JP7589901B2, combining characters gives different growth results for each parameter state depending on those combined.
That a list of rules says which, the first that fits deciding, is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..language import Value
from .position import Grown, Piece


class GrowthRule(NamedTuple):
    """What feeding does: ``fed``, ``fed_attribute`` and ``fed_rank`` say which piece is fed, ``eats`` which one eats ("" for any).

    ``add`` and ``times`` hold one number a state, empty where nothing is changed; ``skill`` is the new skill, None where it stays.
    """

    fed: str = ""
    fed_attribute: str = ""
    fed_rank: str = ""
    eats: str = ""
    add: tuple[Value, ...] = ()
    times: tuple[Value, ...] = ()
    skill: str | None = None

    def fits(self, piece: Piece, fed: Piece) -> bool:
        """Whether it speaks of these two."""
        wanted = ((self.fed, fed.name), (self.fed_attribute, fed.attribute), (self.fed_rank, fed.rank), (self.eats, piece.name))
        return all(not one or one == found for one, found in wanted)


def decides(piece: Piece, fed: Piece, rules: Sequence[GrowthRule]) -> int | None:
    """The number of the rule that decides what feeding ``fed`` to ``piece`` does, None where none fits."""
    return next((k for k, one in enumerate(rules) if one.fits(piece, fed)), None)


def grow(piece: Piece, fed: Piece, rules: Sequence[GrowthRule]) -> Piece:
    """The piece once another was fed to it; the same piece where no rule fits.

    >>> rules = [GrowthRule(fed="Y", add=(10, -5), skill="α2")]
    >>> eaten = grow(Piece("X", (20, 30), (20, 30)), Piece("Y", (1, 1), (1, 1)), rules)
    >>> eaten.value("attack", 1), eaten.value("attack", 2), eaten.skill
    (30, 25, 'α2')
    """
    number = decides(piece, fed, rules)
    if number is None:
        return piece
    rule = rules[number]
    changes = [(how, by) for how, by in (("add", rule.add), ("times", rule.times)) if by]
    made = [Grown(fed.name, number, how, by) for how, by in changes] or [Grown(fed.name, number, "add", (0,) * len(piece.attack))]
    made[-1] = made[-1]._replace(skill=rule.skill)
    return piece._replace(grown=(*piece.grown, *made), skill=piece.skill if rule.skill is None else rule.skill)
