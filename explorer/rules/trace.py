"""What every mechanic has in common: events, frames, and the contract between rules and everything else.

The rules tell what happened as a trace of events. Everything else shows, plays, asks about or counts that trace; a
board never guesses from two states what went on between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, Protocol, TypeVar

Happened = TypeVar("Happened")


class Event(Protocol):
    """Something that happened, in the rules' own words: a named tuple in the past participle (Placed, Damaged).

    An event carries numbers and cells, never a sentence, a colour or a picture.
    """

    @property
    def kind(self) -> str:
        """The kind told in the trace, for example ``damage``."""

    @property
    def cite(self) -> str | None:
        """The paragraph, figure or flowchart step of the source, for example ``JP7589901B2 S110``."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells concerned, in the order they matter."""


def told(kind: str, cite: str | None = None) -> Callable[[type[Happened]], type[Happened]]:
    """Give a class of events its ``kind``, and its ``cite`` where the class does not find that itself.

    >>> @told("place", "Fig. 1")
    ... class Placed(NamedTuple):
    ...     cells: tuple[str, ...]
    >>> Placed(("a1",)).kind, Placed.cite
    ('place', 'Fig. 1')
    """

    def mark(event: type[Happened]) -> type[Happened]:
        for name, value in {"kind": kind, "cite": cite}.items():
            if name not in vars(event):
                setattr(event, name, value)
        return event

    return mark


class Step(NamedTuple):
    """One event and the state after it."""

    event: Any
    state: Any


class Frame(NamedTuple):
    """One step of a line of moves.

    ``index`` counts frames from 0 (the start), ``move`` counts moves from 1 (0 at the start).
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    move: int
    event: Any
    state: Any


class Result(NamedTuple):
    """Whether the game is over, and who won it (``None``: nobody yet, or a draw)."""

    over: bool = False
    winner: Any = None


class Game(Protocol):
    """The contract of a mechanic: a start, legal moves, and what each move does, step by step."""

    start: Any

    def opening(self) -> Step:
        """The event and state of frame 0."""

    def parse(self, text: str, state: Any) -> Any:
        """A move from its notation. Raises NotationError, or IllegalMove where it is not allowed in ``state``."""

    def write(self, move: Any) -> str:
        """The notation of a move; ``parse(write(move))`` is the move."""

    def legal(self, state: Any) -> Sequence[Any]:
        """The moves allowed in ``state``, in the order of the board."""

    def play(self, state: Any, move: Any, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in order. Never changes ``state``.

        Without ``explain``, steps that change nothing may be left out.
        """

    def view(self, state: Any) -> dict[str, Any]:
        """``state`` as plain data: what the trace as JSON shows."""

    def result(self, state: Any) -> Result:
        """Whether the game is over in ``state``, and who won."""

    def answers(self, frames: Sequence[Frame]) -> Mapping[str, Any]:
        """What a scenario may expect beside the paths of the state: values read off the frames so far."""


class Fault(NamedTuple):
    """One thing that is wrong in a scenario: where, what was found, what is allowed, and the nearest known name."""

    place: str
    found: str
    allowed: str = ""
    nearest: str = ""

    def __str__(self) -> str:
        parts = [f"found {self.found}"]
        if self.allowed:
            parts.append(f"allowed {self.allowed}")
        if self.nearest:
            parts.append(f"nearest {self.nearest}")
        return f"{self.place}: " + "; ".join(parts)


MOST_FAULTS = 100
"""More faults of one file than this are not told."""


class Faulty(ValueError):
    """A scenario that cannot be read. ``faults`` holds every fault that was found, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        super().__init__("\n".join(map(str, self.faults)))


class Refused(ValueError):
    """A move that cannot be played. ``reason`` names a sentence of the catalogue, ``values`` fill it in.

    The position stays as it was. ``allowed`` and ``nearest`` help to mend the text.
    """

    def __init__(self, reason: str, values: Mapping[str, Any] | None = None, *, allowed: str = "", nearest: str = "") -> None:
        self.reason = reason
        self.values = dict(values or {})
        self.allowed = allowed
        self.nearest = nearest
        super().__init__(reason.format(**self.values))


class NotationError(Refused):
    """The text is not a move in this mechanic's notation."""


class IllegalMove(Refused):
    """The text is a move, but not one that is allowed in this position."""


def nearest(word: str, known: Sequence[str]) -> str:
    """The known name most like ``word``, or an empty text.

    >>> nearest("sandwhich", ["sandwich", "effects", "rings"])
    'sandwich'
    """
    word = word[:60]
    if len(known) > 60:  # comparing with hundreds of names, fault after fault, would take seconds
        known = [name for name in known if name[:1].casefold() == word[:1].casefold()][:60]
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    if close:
        return close[0]
    folded = {name.casefold(): name for name in reversed(known)}
    return folded.get(word.casefold(), "")


def replay(game: Game, moves: Sequence[str]) -> list[Frame]:
    """All frames of a line of moves, from the start.

    Raises Refused at the first move that cannot be played; its ``values`` then hold ``number``, counting from 1.
    """
    event, state = game.opening()
    frames = [Frame(0, 0, event, state)]
    for number, text in enumerate(moves, 1):
        try:
            frames += follow(game, frames[-1], text)
        except Refused as refused:
            refused.values["number"] = number
            raise
    return frames


def follow(game: Game, last: Frame, text: str) -> list[Frame]:
    """The frames of one more move after ``last``. Raises Refused."""
    steps = game.play(last.state, game.parse(text, last.state))
    return [Frame(last.index + k, last.move + 1, *step) for k, step in enumerate(steps, 1)]


def changes(before: Any, after: Any, path: str = "") -> dict[str, list[Any]]:
    """Every dotted path whose value differs between two views: path -> [before, after], None for absent.

    >>> changes({"hp": {"1": 300}, "turn": 1}, {"hp": {"1": 290}, "turn": 1})
    {'hp.1': [300, 290]}
    """
    if isinstance(before, dict) and isinstance(after, dict):
        found: dict[str, list[Any]] = {}
        for key in [*before, *(key for key in after if key not in before)]:
            found |= changes(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        return found
    return {} if before == after else {path: [before, after]}


def at_path(view: Any, path: str) -> Any:
    """The value at a dotted path of a view, None where nothing is there.

    >>> at_path({"cells": {"d4": {"piece": "K"}}}, "cells.d4.piece")
    'K'
    """
    for key in path.split("."):
        if isinstance(view, dict):
            view = view.get(key)
        elif isinstance(view, list) and key.isdigit() and int(key) < len(view):
            view = view[int(key)]
        else:
            return None
    return view
