"""The smallest mechanic that works: a counter that goes up and down on a board of three cells.

One file serves as its rules, its board and its words; a real one has three. Nothing elsewhere knows it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from explorer.boards.parts import Chip, Group, Layout, Marks, Pressed, Side, Table, Target
from explorer.boards.shapes import Box, Label, Shape
from explorer.mechanics import register
from explorer.rules.options import option, options_schema
from explorer.rules.trace import Fault, Faulty, Frame, IllegalMove, NotationError, Result, Step, told
from explorer.words import N_, Message

SCENARIO = """
format = 1
name = "count-to-two"
mechanic = "counter"
title = {en = "Count to two", ja = "2まで数える"}
moves = ["up", "up", "down", "up"]
[setup]
at = 0
[[expect]]
after = 2
at = 2
"""

# --- rules


@dataclass(frozen=True)
class Rules:
    top: int = option(2, "The highest number.", {"type": "integer", "minimum": 1, "maximum": 2})


RULES = options_schema(Rules)
SETUP = {"type": "object", "additionalProperties": False, "properties": {"at": {"type": "integer"}}}
EXPECTS = ("at",)
VOCABULARIES: dict[str, Any] = {}
NOTES = ""


class State(NamedTuple):
    at: int


@told("start")
class Started(NamedTuple):
    at: int
    cells: tuple[str, ...] = ()


@told("count")
class Counted(NamedTuple):
    before: int
    after: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (f"n{self.after}",)


@dataclass(frozen=True)
class Game:
    rules: Rules
    start: State

    def opening(self) -> Step:
        return Step(Started(self.start.at), self.start)

    def parse(self, text: str, state: State) -> int:
        by = {"up": 1, "down": -1}.get(text)
        if by is None:
            raise NotationError("“{move}” is neither up nor down.", {"move": text}, allowed="up, down")
        if by not in self.legal(state):
            raise IllegalMove("There is no way {move} from {at}.", {"move": text, "at": state.at})
        return by

    def write(self, move: int) -> str:
        return "up" if move > 0 else "down"

    def legal(self, state: State) -> list[int]:
        return [by for by in (1, -1) if 0 <= state.at + by <= self.rules.top]

    def play(self, state: State, move: int, *, explain: bool = True) -> Iterator[Step]:
        after = State(state.at + move)
        yield Step(Counted(state.at, after.at), after)

    def view(self, state: State) -> dict[str, Any]:
        return {"at": state.at}

    def result(self, state: State) -> Result:
        return Result()

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        return {"at": frames[-1].state.at}


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    at = setup.get("at", 0)
    if not 0 <= at <= 2:
        raise Faulty([Fault("setup.at", str(at), "0 to 2")])
    return Game(Rules(**rules), State(at))


# --- board

TONES = {"count": "gain"}
NOTHING = ""


def layout(game: Game, state: State | None = None, tall: bool = False) -> Layout:
    return Layout(300, 100, tuple(Target(f"n{k}", 0, k, ((k * 100, 0), (k * 100 + 100, 0), (k * 100 + 100, 100), (k * 100, 100))) for k in range(3)))


def draw(game: Game, state: State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    cells: list[Shape] = [Box(k * 100 + 5, 5, 90, 90, "slot", "accent" if marks.cursor == f"n{k}" else "line", 3) for k in range(3)]
    return [*cells, Label(state.at * 100 + 50, 50, str(state.at), 40, bold=True)]


def sides(game: Game, state: State, choice: str) -> tuple[Side, ...]:
    chips = (Chip(N_("Up"), "move:up"), Chip(N_("Down"), "move:down"))
    return (Side(N_("Counter"), "player1", True, state.at, game.rules.top, (Group("", chips),)),)


def press(game: Game, state: State, choice: str, key: str) -> Pressed:
    if key.startswith("move:"):
        return Pressed(NOTHING, key[5:])
    return Pressed(NOTHING, "up" if int(key[1:]) > state.at else "down")


def allowed(game: Game, state: State, choice: str) -> frozenset[str]:
    return frozenset(f"n{state.at + by}" for by in game.legal(state))


def tables(game: Game, state: State, event: Any) -> tuple[Table, ...]:
    return (Table(N_("Counter"), (N_("number"),), ((str(state.at),),)),)


def cell_label(game: Game, state: State, name: str) -> Message | str:
    return f"{name}, {state.at}" if name == f"n{state.at}" else name


# --- words

TITLE = N_("Counter")
ABOUT = N_("Up and down.")


def sentence(event: Any) -> Message:
    return (
        N_("It counts from {before} to {after}.", before=event.before, after=event.after) if isinstance(event, Counted) else N_("It is at {at}.", at=event.at)
    )


short = sentence


def gain(event: Any) -> int:
    return event.after - event.before if isinstance(event, Counted) else 0


def sums(event: Any) -> list[tuple[Message | str, str]]:
    return []


def add() -> None:
    """Make it known."""
    here = sys.modules[__name__]
    register("counter", here, here, here)
