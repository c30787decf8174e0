"""What there is in a sandwich battle: pieces, skills, a position, the moves."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..interpreter import Source
from ..language import EVER, Effect, Value, bounded
from .options import RANKS


class Grown(NamedTuple):
    """What feeding one piece to another has done: the number of the rule that decided it, and what it changed for each state.

    ``skill``: the skill it has since, None where that stayed.
    """

    fed: str
    rule: int
    how: str
    by: tuple[Value, ...]
    skill: str | None = None


class Piece(NamedTuple):
    """A character: its parameters by player, and what else it brings.

    ``attack`` and ``defence`` hold one number a player; they are the same where the piece has one parameter a player.
    """

    name: str
    attack: tuple[Fraction | int, ...]
    defence: tuple[Fraction | int, ...]
    attribute: str = ""
    skill: str = ""
    rank: str = RANKS[0]
    grown: tuple[Grown, ...] = ()

    def changes(self, state: int) -> tuple[tuple[str, str, Value], ...]:
        """What growth has changed of its parameter in a state: (the piece fed, how, by how much)."""
        found = ((one.fed, one.how, one.by[state - 1]) for one in self.grown)
        return tuple((fed, how, by) for fed, how, by in found if by != (1 if how == "times" else 0))

    def value(self, which: str, state: int) -> Value:
        """Its attack or defence in a state, growth included."""
        value: Value = (self.attack if which == "attack" else self.defence)[state - 1]
        for _, how, by in self.changes(state):
            value = bounded(value + by if how == "add" else value * by)
        return value


class Skill(NamedTuple):
    """A skill: its effects, and how often it may act by the triggers that use it up (0: without limit)."""

    name: str
    effects: tuple[Effect, ...]
    limit: int = 1


class CellEvent(NamedTuple):
    """An event that a cell can have: its effects, for whom alone (0: for anybody), and whether it goes once it has acted.

    ``draws``: it is one of these events, drawn when it is entered.
    """

    name: str
    effects: tuple[Effect, ...]
    only: int = 0
    once: bool = False
    draws: tuple[str, ...] = ()


class Registered(NamedTuple):
    """A line of the skill table (Fig. 7); ``left`` is how often it may still act (0: without limit).

    ``why``: what its status comes from (turned, back, gone, used; "" as registered), ``where``: on which cell that was.
    """

    skill: str
    player: int
    piece: str
    status: str
    left: int = 1
    why: str = ""
    where: str = ""


class Lasting(NamedTuple):
    """Something that stays for a while: a changed parameter, a shield, a curse, a bar, or an effect that is still to come.

    ``target`` is a piece, a cell or a player by name; ``how`` and ``value`` are the change. ``left``: for so many ends of its
    owner's turns (`EVER`: for good); ``due``: so many own turns until ``effect`` acts.
    """

    deed: str
    target: str
    source: Source
    how: str = ""
    value: Value = 0
    kind: str = ""
    left: int = EVER
    due: int = 0
    effect: Effect | None = None


class State(NamedTuple):
    """A position. ``states[k]`` is 0 on an empty cell, else the player whose parameter is in force there.

    ``turned``: the pieces that were ever turned over; ``events``: the event of each cell that has one, by cell number;
    ``start_hp``: HP at the start of the turn; ``last``: the piece that each player placed last, ``drew`` the one drawn last.
    ``under``: the pieces under the top one of a cell, by cell number, from the bottom; ``counting``: the piece of a cell that its owner
    has named; ``points``: the action points left, by player.
    """

    states: tuple[int, ...]
    pieces: tuple[str, ...]
    hp: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    skills: tuple[Registered, ...]
    turn: int
    lasting: tuple[Lasting, ...] = ()
    placed: int = 0
    over: bool = False
    winner: int | None = None
    turned: frozenset[str] = frozenset()
    events: tuple[tuple[int, str], ...] = ()
    start_hp: tuple[int, ...] = ()
    last: tuple[str, ...] = ()
    drew: tuple[str, ...] = ()
    under: tuple[tuple[int, tuple[str, ...]], ...] = ()
    counting: tuple[tuple[int, str], ...] = ()
    points: tuple[int, ...] = ()


class Declared(NamedTuple):
    """A skill declared with a move: on which piece or cell ("" where it needs none), and to which cell."""

    skill: str
    on: str = ""
    to: str = ""


class Place(NamedTuple):
    """A move: ``piece`` ("" for a plain one) on cell number ``cell``, with the skills declared.

    ``counts``: the piece that the cell counts with from then on, where the rules let its owner name one.
    """

    piece: str
    cell: int
    uses: tuple[Declared, ...] = ()
    counts: str = ""


class Pass(NamedTuple):
    """The only move of a player who can place nothing."""


class Use(NamedTuple):
    """A move: a skill is declared by itself, on anybody's turn; the turn stays where it is."""

    use: Declared


Move = Place | Pass | Use
PASS = Pass()


class Run(NamedTuple):
    """Cells that are sandwiched together, nearest first: along ``axis``, closed by ``anchors`` (none where the relation has none)."""

    axis: str
    cells: tuple[int, ...]
    anchors: tuple[int, ...]


class Term(NamedTuple):
    """One number of a damage sum: where it comes from, its printed value, and each change: (by what, how, how much)."""

    cell: str
    piece: str
    printed: Value
    changes: tuple[tuple[str, str, Value], ...] = ()

    @property
    def value(self) -> Value:
        return self.after(len(self.changes))

    def after(self, count: int) -> Value:
        """The value once the first so many changes are made."""
        value = self.printed
        for _, how, by in self.changes[:count]:
            value = bounded(value + by if how == "add" else value * by)
        return value
