"""Rules profiles: the order of a turn's phases, the damage formula, answer windows, caps and rounding, as named data.

`embodiment` is the source's own order (Fig. 13). The other two are published orders of the 6x6 game, in which pieces turn
before damage and every part is a phase; between them only absorption and special damage change places.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

NORMAL, SPECIAL, LIGHTNING, ABSORPTION, POISON, CURSE, COUNTER, CELL = "normal", "special", "lightning", "absorption", "poison", "curse", "counter", "cell"
KINDS = (NORMAL, SPECIAL, LIGHTNING, ABSORPTION, POISON, CURSE, COUNTER, CELL)
SUM, POWER = "sum", "power"


class Profile(NamedTuple):
    """One published set of rules.

    ``damage``: ``sum`` is the source's sum a sandwiched piece, ``power`` one attack for the whole move times `rate` a turned piece
    beyond the first. ``answers``: the kinds of damage that can be answered. ``capped``: HP never rises above its maximum. ``judges_each``: a loss
    by an effect ends the game there, else it is judged at its own phase.
    Rounding is half up in all of them: once a sandwiched piece, or once after the multipliers and once after the power.
    """

    name: str
    dated: str
    says: str
    phases: tuple[str, ...]
    damage: str = SUM
    rate: Fraction = Fraction(1)
    answers: tuple[str, ...] = KINDS
    capped: bool = False
    judges_each: bool = True


_BEFORE = ("draw", "start_hp", "due", "place", "register", "axes", "convert", "event", "fire", "combo", NORMAL)
_AFTER = (LIGHTNING, POISON, "judge", "counters", "change_turn")

EMBODIMENT = Profile(
    "embodiment",
    "JP7589901B2 Fig. 13",
    "The source's own order: damage before the pieces turn, a sum for each sandwiched piece.",
    ("due", "place", "register", "event", "board", "axes", "skill", "damage", "convert", "judge", "counters", "change_turn"),
)
SIX = Profile(
    "six",
    "2018-03-15",
    "The 6x6 game as published in its corrected order: pieces turn before damage, special damage before absorption.",
    (*_BEFORE, SPECIAL, LIGHTNING, ABSORPTION, *_AFTER[1:]),
    POWER,
    Fraction(6, 5),
    (NORMAL, SPECIAL),
    capped=True,
    judges_each=False,
)
SIX_2018 = Profile(
    "six-2018",
    "2018-03-01",
    "The 6x6 game as first published: absorption before special damage.",
    (*_BEFORE, ABSORPTION, SPECIAL, *_AFTER),
    POWER,
    Fraction(6, 5),
    (NORMAL, SPECIAL),
    capped=True,
    judges_each=False,
)
PROFILES = {profile.name: profile for profile in (EMBODIMENT, SIX, SIX_2018)}
