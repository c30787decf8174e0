"""What if: the same moves under another rule, or from another scenario, and where the two first differ."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from .compare import Pair, first_difference, pairs
from .rules.trace import Fault, Faulty, Refused, changes
from .scenarios import Scenario
from .scenarios.format import unfit
from .session import Session
from .trace_json import told
from .words import N_, Message, refusal

LONGEST_VALUE = 2000
MOST_MOVES = 1000
"""So many moves of other lines are played again at the most, where a rule or the start is changed."""


def option_value(scenario: Scenario, name: str, text: str) -> Any:
    """The value that somebody wrote for an option of the rules: as in a scenario, text of an enumeration bare. Raises Faulty."""
    known = [one.name for one in fields(scenario.mechanic.rules.Rules)]
    if name not in known or len(text) > LONGEST_VALUE:
        raise Faulty([Fault(f"rules.{name[:40]}", "an unknown option" if name not in known else f"{len(text)} characters", ", ".join(known))])
    enumerated = next(one for one in fields(scenario.mechanic.rules.Rules) if one.name == name).metadata["schema"]
    words = [*enumerated.get("enum", ()), *(one["const"] for one in enumerated.get("anyOf", ()) if "const" in one)]
    if text in words:
        return text
    return toml_value(f"rules.{name}", text)


def toml_value(place: str, text: str) -> Any:
    """A value as a scenario writes it. Raises Faulty with its place where it is none."""
    allowed = 'a value as a scenario writes it: 3, 1.5, true, "text", [1, 2]'
    if len(text) > LONGEST_VALUE:
        raise Faulty([Fault(place, f"{len(text)} characters", f"at most {LONGEST_VALUE}")])
    try:
        loaded = tomllib.loads(f"value = {text}", parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError):  # no TOML; a number, or tables, out of all proportion
        raise Faulty([Fault(place, repr(text[:80]), allowed)]) from None
    if set(loaded) != {"value"}:
        raise Faulty([Fault(place, repr(text[:80]), allowed)])
    if faults := [*unfit(loaded["value"], place)]:
        raise Faulty(faults)
    return loaded["value"]


def again(moves: Sequence[str], scenario: Scenario) -> tuple[Session, Message | None]:
    """Moves once more in another scenario, as far as they can be played, and why they go no further."""
    replayed = Session.open(scenario.upto(0))
    for number, move in enumerate(moves, 1):
        try:
            replayed = replayed.play(move).settle()
        except Refused as refused:
            return replayed, N_("Move {number}, {move}, is no longer allowed: {why}", number=number, move=move, why=refusal(refused))
    return replayed, None


def with_lines_of(before: Session, now: Session) -> Session:
    """A sitting with the lines of another one too, each as far as it can be played in it, and with their names."""
    room, found = MOST_MOVES, list[Sequence[str]]()
    for line in before.lines():
        if (room := room - len(line)) >= 0:
            found.append(again(line, now.scenario)[0].moves)
    return now.with_lines(found).with_names(before.named_lines())


class Comparison(NamedTuple):
    """Two sittings side by side, each with a name; ``stopped``: why the second could not play all moves of the first."""

    before: Session
    now: Session
    names: tuple[Message | str, Message | str]
    stopped: Message | None = None


class Aligned:
    """The steps of two sittings beside each other: equal ones in one row."""

    def __init__(self, before: Session, now: Session, language: str) -> None:
        self.traces = [list(told(one.scenario, one.frames, language)) for one in (before, now)]
        self.pairs: list[Pair] = list(pairs(*self.traces))

    @cached_property
    def first(self) -> Mapping[str, Any] | None:
        """The first difference, as `compare.first_difference` tells it."""
        return first_difference(("before", "now"), *self.traces)

    def beside(self, index: int) -> int:
        """The step of the first that stands beside a step of the second: the equal one, else the last before it."""
        at = 0
        for one, other in self.pairs:
            at = one["index"] if one else at
            if other and other["index"] >= index:
                break
        return at

    def differences(self, before: int, now: int) -> dict[str, list[Any]]:
        """The paths of the state that differ between a step of either, with both values."""
        return changes(self.traces[0][before]["state"], self.traces[1][now]["state"])
