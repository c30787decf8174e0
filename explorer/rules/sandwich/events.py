"""What happens in a sandwich battle, as events: numbers and cells, each with its step of the source."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..trace import told
from .position import SOURCE, Term


@told("start", f"{SOURCE} S101-S105")
class Started(NamedTuple):
    """The position before the first move."""

    turn: int
    chosen: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    cells: tuple[str, ...] = ()


@told("place", f"{SOURCE} S108")
class Placed(NamedTuple):
    """A piece stands on a cell, in the state of the player who placed it."""

    piece: str
    cell: str
    player: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("register", f"{SOURCE} S109")
class SkillRegistered(NamedTuple):
    """The placed piece's skill is a new line of its player's table."""

    skill: str
    piece: str
    player: int
    cells: tuple[str, ...]


@told("axes", f"{SOURCE} S110, Fig. 5(a)")
class AxesDrawn(NamedTuple):
    """``ends``: the last cell of each ray, in pairs with the axis it lies on."""

    cell: str
    ends: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("same_state", f"{SOURCE} S110, Fig. 5(b)")
class SameStateFound(NamedTuple):
    """``cells``: every other cell of the placer's state; ``off_axis``: those of them on no axis."""

    state: int
    cells: tuple[str, ...]
    off_axis: tuple[str, ...]


@told("detect", f"{SOURCE} S110, Fig. 5(c)")
class Sandwiched(NamedTuple):
    """``cells``: the sandwiched cells, run by run; ``anchors``: the cells that close the runs."""

    cell: str
    cells: tuple[str, ...]
    anchors: tuple[str, ...]


@told("skill", f"{SOURCE} S111, Fig. 10")
class SkillUsed(NamedTuple):
    """A skill declared with the move acts on a piece; ``cells`` is where that piece stands."""

    skill: str
    piece: str
    factor: Fraction | int
    cells: tuple[str, ...]


@told("damage", f"{SOURCE} S111, Fig. 6")
class Damaged(NamedTuple):
    """One sandwiched piece of one run: the whole sum, from the terms to the owner's HP."""

    cell: str
    piece: str
    owner: int
    placed: Term
    anchor: Term | None
    sandwiched: Term
    difference: Fraction | int
    rates: tuple[tuple[str, Fraction | int], ...]
    amount: int
    before: int
    after: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell, self.placed.cell, *((self.anchor.cell,) if self.anchor else ()))


@told("convert", f"{SOURCE} S112")
class Turned(NamedTuple):
    """A sandwiched piece takes the placer's state; ``disabled`` is the skill it loses, if any."""

    cell: str
    piece: str
    before: int
    after: int
    disabled: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("judge", f"{SOURCE} S113")
class Judged(NamedTuple):
    """``hp`` by player; ``losers``: the players at 0 HP or less."""

    hp: tuple[int, ...]
    losers: tuple[int, ...]
    cells: tuple[str, ...] = ()


@told("change_turn", f"{SOURCE} S114")
class TurnChanged(NamedTuple):
    """The turn goes on to the next player in play."""

    before: int
    player: int
    cells: tuple[str, ...] = ()


@told("pass", f"{SOURCE} S106")
class Passed(NamedTuple):
    """A player who can place nothing is passed."""

    player: int
    cells: tuple[str, ...] = ()


@told("end", f"{SOURCE} S115")
class Ended(NamedTuple):
    """``why``: hp (somebody is at 0), full, stuck (nobody can place), limit. ``scores``: what was compared."""

    winner: int | None
    why: str
    scores: tuple[int, ...]
    cells: tuple[str, ...] = ()
