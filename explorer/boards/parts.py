"""What stands around a board, as plain data: targets to point at, what each side holds, tables, marks.

A board module gives these; the dashboard shows them, whatever the mechanic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..words import Message
from .shapes import Point

Words = Message | str


class Target(NamedTuple):
    """A place on the board that can be pointed at: a cell, a slot, a node.

    ``row`` and ``column`` say where the keyboard's cursor finds it; ``outline`` is a polygon in board units.
    """

    name: str
    row: int
    column: int
    outline: tuple[Point, ...]


class Dial(NamedTuple):
    """Something round on the board that a hand can turn: what lies between two radii around a centre, in board units.

    ``step`` is the angle of one position, in radians; ``forth`` (clockwise) and ``back`` are the keys that `press` gets.
    Dials of one ``train`` turn one another, those of another ``way`` the other way round, each by as much of its own step.
    """

    x: float
    y: float
    inner: float
    outer: float
    step: float
    forth: str
    back: str
    train: int = 0
    way: int = 1


class Layout(NamedTuple):
    """The size of a board in its own units, and its targets row by row; ``closed`` rows go on from one end at the other.

    ``dials`` do not overlap, and each lies on the board as a whole.
    """

    wide: float
    high: float
    targets: tuple[Target, ...]
    closed: bool = False
    dials: tuple[Dial, ...] = ()

    def at(self, x: float, y: float) -> str | None:
        """The name of the target at a point, None beside all of them; the last one drawn wins."""
        for target in reversed(self.targets):
            if inside(target.outline, x, y):
                return target.name
        return None


def inside(outline: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    within = False
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
    return within


class Chip(NamedTuple):
    """Something small that can be chosen or is only shown: a piece in hand, a skill, a button.

    ``key`` comes back when it is pressed ("" cannot be pressed); ``status`` is a word for its look and for screen
    readers; ``value`` a small second text.
    """

    text: Words
    key: str = ""
    pressed: bool = False
    status: str = ""
    value: str = ""
    label: Words = ""


class Clock(NamedTuple):
    """Something that happens by itself: in ``left`` ticks, ``full`` of them being the whole span.

    ``move`` is the notation of ticks going by, with {ticks} in it; ``title`` says what happens.
    """

    left: int
    full: int
    move: str
    title: Words


class StageCard(NamedTuple):
    """One stage on the page of stages. ``key`` comes back when it is pressed; ``state`` is the position it begins with, to be drawn.

    ``best``: the most that was won in it, None where it was not cleared yet.
    """

    name: str
    key: str
    present: bool
    best: int | None
    about: Words
    state: Any


class Group(NamedTuple):
    """Chips under one heading."""

    title: Words
    chips: tuple[Chip, ...]


class Desked(NamedTuple):
    """What a press on the desk comes to: what then lies on it, and where something begins its document."""

    picks: Any
    document: Mapping[str, Any] | None = None


class Side(NamedTuple):
    """What one side holds. ``role`` is its colour; ``points`` and ``full`` make a bar, where there is one.

    ``turn`` is what the state calls its turn, where it is a side that a computer can play; ``facts`` are names and values beside the bar.
    """

    title: Words
    role: str
    active: bool
    points: int | None
    full: int
    groups: tuple[Group, ...]
    turn: Any = None
    facts: tuple[tuple[Words, str], ...] = ()


class Table(NamedTuple):
    """A table in step with the board; ``marked`` are the rows the step concerns."""

    title: Words
    columns: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    marked: frozenset[int] = frozenset()


class Pressed(NamedTuple):
    """What pressing a target or a chip comes to: a choice to remember, or a move to play, or words to say."""

    choice: Any = None
    move: str = ""
    say: Words = ""


class Entry(NamedTuple):
    """A value of a scenario's tables that can be written by hand: its path, what it is called, and how it stands."""

    path: tuple[str | int, ...]
    label: Words
    value: Any


class Block(NamedTuple):
    """A part of the desk or of the editor: a heading, a sentence, chips to press, tables, and values to write."""

    title: Words
    about: Words
    groups: tuple[Group, ...]
    tables: tuple[Table, ...] = ()
    entries: tuple[Entry, ...] = ()


class Setting(NamedTuple):
    """A way of showing a board that somebody may choose: its key, its title, and each value with its name, the usual one first."""

    key: str
    title: Words
    values: tuple[tuple[str, Words], ...]


class Marks(NamedTuple):
    """What is drawn beside the frame itself: the cursor, where a move is allowed, what the move at the cursor would do, the choice made.

    ``tall``: the board stands on a narrow page; ``settings``: the ways of showing it that were chosen; ``counts``: how much a move at each
    place would do; ``reach``: the places that what lies under the cursor will touch.
    """

    cursor: str = ""
    allowed: frozenset[str] = frozenset()
    preview: tuple[Any, ...] = ()
    choice: Any = None
    tall: bool = False
    settings: Mapping[str, str] = {}
    counts: Mapping[str, int] = {}
    reach: tuple[str, ...] = ()


NO_MARKS = Marks()
