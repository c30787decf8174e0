"""What happens in a sandwich battle, as events: numbers and cells, each with its step of the source."""

from __future__ import annotations

from typing import NamedTuple

from ..interpreter import Part
from ..language import Value
from ..trace import told
from .options import SOURCE
from .position import Term


@told("start", f"{SOURCE} S101-S105")
class Started(NamedTuple):
    """The position before the first move."""

    turn: int
    chosen: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    cells: tuple[str, ...] = ()


@told("place", f"{SOURCE} S108")
class Placed(NamedTuple):
    """A piece stands on a cell, in the state of the player who placed it; ``on`` the piece that was the top one there.

    ``counts``: the piece that its owner lets the cell count with.
    """

    piece: str
    cell: str
    player: int
    on: str = ""
    counts: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("points")
class Spent(NamedTuple):
    """Action points of a player, before and after; ``why``: place, skill, or back (they came back)."""

    player: int
    why: str
    before: int
    after: int
    cells: tuple[str, ...] = ()


@told("register", f"{SOURCE} S109")
class SkillRegistered(NamedTuple):
    """The placed piece's skill is a new line of its player's table."""

    skill: str
    piece: str
    player: int
    cells: tuple[str, ...]


@told("axes", f"{SOURCE} S110, Fig. 5(a)")
class AxesDrawn(NamedTuple):
    """``axes``: the axis of each ray; ``rays``: its cells, nearest first."""

    cell: str
    axes: tuple[str, ...]
    rays: tuple[tuple[str, ...], ...]

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


@told("damage", f"{SOURCE} S111, Fig. 6")
class Damaged(NamedTuple):
    """One sandwiched piece of one run: the whole sum, from the terms to HP. ``owner``: the player whose state it was in; ``payer``: whose
    HP it costs. ``extra`` is added after the ``rates``.
    """

    cell: str
    piece: str
    owner: int
    placed: Term
    anchors: tuple[Term, ...]
    sandwiched: Term
    difference: Value
    rates: tuple[tuple[str, Value], ...]
    amount: int
    before: int
    after: int
    extra: int = 0
    payer: int = 0

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell, self.placed.cell, *(term.cell for term in self.anchors))


class Dealt(NamedTuple):
    """Damage of one kind to one player, worked out: what it is made of, what the receiver's answers make of it, HP before and after.

    ``parts``: the arithmetic from ``base`` to ``amount``; ``why`` names what it comes from (attack, curse).
    """

    kind: str
    why: str
    name: str
    owner: int
    base: Value
    parts: tuple[Part, ...]
    amount: int
    before: int
    after: int
    cells: tuple[str, ...] = ()
    cite: str | None = None


@told("draw")
class Drawn(NamedTuple):
    """The next piece comes into the player's hand."""

    piece: str
    player: int
    cells: tuple[str, ...] = ()


@told("start_hp")
class Fixed(NamedTuple):
    """HP at the start of the turn, by player: what shares of them are taken of."""

    hp: tuple[int, ...]
    cells: tuple[str, ...] = ()


@told("counters")
class Counted(NamedTuple):
    """Counters of turns went down. ``left``: (what, on whom, turns left) of each; 0 has ended."""

    left: tuple[tuple[str, str, int], ...]
    cells: tuple[str, ...] = ()


@told("convert", f"{SOURCE} S112")
class Turned(NamedTuple):
    """A sandwiched piece takes the placer's state; ``disabled`` is the skill it loses, ``enabled`` the one it gets back."""

    cell: str
    piece: str
    before: int
    after: int
    disabled: str = ""
    enabled: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("judge", f"{SOURCE} S113")
class Judged(NamedTuple):
    """``hp`` by player; ``losers``: the players who are out, ``spent`` those of them who lack action points."""

    hp: tuple[int, ...]
    losers: tuple[int, ...]
    spent: tuple[int, ...] = ()
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
