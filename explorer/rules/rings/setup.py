"""Reading a scenario's rules and setup, with every fault in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..language import Effect, misuses, names, read_effects, schema
from ..options import exact, options_schema
from ..trace import Fault, Faulty, nearest
from .game import Game
from .position import _POINTS, FEWEST_SPOKES, MOST_KINDS, MOST_RINGS, MOST_SPOKES, Balls, Node, Rules, Sections, State, node_name, ring_section, spoke_section
from .vocabulary import BALLS

SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "balls": {
            "type": "string",
            "maxLength": 10_000,
            "description": "The balls as text: a line a spoke from 0, a token a ring from a; 1 … 9 a kind of ball, . empty.",
        },
        "missing": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 10},
            "maxItems": 2 * MOST_RINGS * MOST_SPOKES,
            "description": "Sections that are not there. A spoke section is spoke and capital: 2B joins 2b and 2a, 2A joins 2a and the plug. "
            "A ring section is capital and ring: Hc joins 0c and 1c, Ic 1c and 2c, and so on clockwise.",
        },
        "count": {"type": "integer", "minimum": 0, "maximum": MOST_SPOKES - 1, "description": "The spoke of the next release."},
        "points": {**_POINTS, "description": "Life points at the start, 0 by default."},
        "functions": {
            "type": "object",
            "propertyNames": {"type": "string", "pattern": "^[1-9]$"},
            "additionalProperties": {"type": "object", "additionalProperties": False, "required": ["effects"], "properties": {"effects": schema(BALLS)}},
            "description": "What balls of a kind do when they are erased, by the number of the kind.",
        },
        "stopped": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "For so many ticks the timer stands still at first."},
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of drawn balls."},
    },
}
RULES = options_schema(Rules)
EXPECTS = ("erased", "balls", "points", "count")
WHOLE = ("balls",)
"""Those of them that must be told whole; of other tables only the names that are written count."""


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    options = exact(dict(rules))
    if "pace" in options:
        options["pace"] = tuple(map(tuple, options["pace"]))
    return _Reader(exact(dict(setup)), Rules(**options)).game()


class _Reader:
    """Reads one scenario, collecting faults as it goes."""

    def __init__(self, setup: dict[str, Any], rules: Rules) -> None:
        self.setup, self.rules = setup, rules
        self.faults: list[Fault] = []

    def fault(self, place: str, found: str, allowed: str = "", near: str = "") -> None:
        self.faults.append(Fault(place, found, allowed, near))

    def game(self) -> Game:
        balls = self.balls()
        spokes, rails = self.sections(balls)
        start = State(balls, spokes, rails, self.count(len(balls[0])), self.points(), stopped=self.setup.get("stopped", 0))
        self.pace()
        functions = {int(kind): read_effects(one["effects"], BALLS) for kind, one in self.setup.get("functions", {}).items()}
        self.names(functions)
        if self.faults:
            raise Faulty(self.faults)
        return Game(self.rules, start, self.setup.get("seed", 0), functions)

    def balls(self) -> Balls:
        """The ball text, turned from spokes into rings."""
        if "balls" not in self.setup:
            return ((0,) * self.rules.spokes,) * self.rules.rings
        lines = [line.split() for line in self.setup["balls"].strip().splitlines()]
        rings = max(map(len, lines), default=0)
        if not FEWEST_SPOKES <= len(lines) <= MOST_SPOKES or not 1 <= rings <= MOST_RINGS:
            bounds = f"{FEWEST_SPOKES} to {MOST_SPOKES} spokes (lines) and 1 to {MOST_RINGS} rings (tokens)"
            self.fault("setup.balls", f"{len(lines)} spokes and {rings} rings", bounds)
            return ((0,) * FEWEST_SPOKES,)
        spokes = [self.line(spoke, line, rings) for spoke, line in enumerate(lines)]
        return tuple(zip(*spokes, strict=True))

    def line(self, spoke: int, line: Sequence[str], rings: int) -> list[int]:
        if len(line) != rings:
            self.fault(f"setup.balls, spoke {spoke}", f"{len(line)} nodes", f"{rings}, as in the longest line")
        found = [self.token(node_name((ring, spoke)), token) for ring, token in enumerate(line)]
        return found + [0] * (rings - len(found))

    def token(self, name: str, token: str) -> int:
        if re.fullmatch(r"[1-9]|\.", token):
            return int(token.replace(".", "0"))
        self.fault(f"setup.balls, {name}", repr(token[:40]), f"1 to {MOST_KINDS} (a kind of ball) or . (empty)")
        return 0

    def sections(self, balls: Balls) -> tuple[Sections, Sections]:
        """Which spoke sections and which ring sections there are."""
        nodes = [(ring, spoke) for ring, row in enumerate(balls) for spoke in range(len(row))]
        known = [spoke_section(node) for node in nodes] + [ring_section(node) for node in nodes]
        missing = set(self.missing(known))

        def table(name: Callable[[Node], str]) -> Sections:
            return tuple(tuple(name((r, s)) not in missing for s in range(len(row))) for r, row in enumerate(balls))

        return table(spoke_section), table(ring_section)

    def missing(self, known: Sequence[str]) -> Iterator[str]:
        listed = self.setup.get("missing", [])
        for k, name in enumerate(listed):
            if name not in known:
                half = len(known) // 2
                allowed = f"{known[0]} … {known[half - 1]} (spoke sections), {known[half]} … {known[-1]} (ring sections)"
                self.fault(f"setup.missing[{k}]", repr(name), allowed, nearest(name, known))
            elif name in listed[:k]:
                self.fault(f"setup.missing[{k}]", f"{name!r} a second time", "each section once")
            yield name

    def count(self, spokes: int) -> int:
        count: int = self.setup.get("count", 0)
        if count >= spokes:
            self.fault("setup.count", str(count), f"0 to {spokes - 1}, a spoke")
        return count

    def names(self, functions: Mapping[int, tuple[Effect, ...]]) -> None:
        """Kinds in conditions that there are not."""
        known = [str(kind) for kind in range(1, MOST_KINDS + 1)]
        for kind, effects in functions.items():
            for k, effect in enumerate(effects):
                for key, found, allowed in misuses(effect, BALLS):
                    self.fault(f"setup.functions.{kind}.effects[{k}].{key}", found, allowed)
                for place, name in names(effect):
                    if name not in known:
                        self.fault(f"setup.functions.{kind}.effects[{k}].{place}", repr(name), f"1 to {MOST_KINDS}, a kind of ball")

    def pace(self) -> None:
        for k, ((before, _), (points, _)) in enumerate(pairwise(self.rules.pace), 1):
            if points <= before:
                self.fault(f"rules.pace[{k}][0]", str(points), f"more than {before}, the life points of the pair before it")

    def points(self) -> int:
        points: int = self.setup.get("points", 0)
        over, clear = self.rules.over, self.rules.clear
        if over >= clear:
            self.fault("rules.over", str(over), f"less than rules.clear, {clear}")
        elif not over < points < clear:
            self.fault("setup.points", str(points), f"{over + 1} to {clear - 1}, between rules.over and rules.clear")
        return points
