"""Reading a scenario's rules and setup, with every fault in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..language import Effect, misuses, names, read_effects, schema
from ..options import exact, options_schema
from ..trace import Fault, Faulty, nearest
from .game import Game
from .options import _POINTS, FEWEST_SPOKES, MOST_FIELDS, MOST_KINDS, MOST_RINGS, MOST_SPOKES, Rules
from .position import Balls, Field, Node, Sections, Slants, node_name, ring_section, spoke_section
from .stage import Stage, Start
from .vocabulary import BALLS

MOST_STARTS, MOST_STAGES = 50, 99
_TEXT = {"type": "string", "maxLength": 10_000}
_SECTION = {"type": "string", "minLength": 1, "maxLength": 10}
RULES = options_schema(Rules)
_FIELD: dict[str, Any] = {
    "balls": {**_TEXT, "description": "The balls as text: a line a spoke from 0, a token a ring from a; 1 … 9 a kind of ball, . empty."},
    "starts": {
        "type": "array",
        "items": _TEXT,
        "minItems": 1,
        "maxItems": MOST_STARTS,
        "description": "Instead of balls: several such texts, of which each stage that begins takes one.",
    },
    "fill": {
        "type": "integer",
        "minimum": 1,
        "maximum": MOST_RINGS * MOST_SPOKES,
        "description": "Instead of balls: so many are thrown on nodes at random, with the seed.",
    },
    "missing": {
        "type": "array",
        "items": _SECTION,
        "maxItems": 2 * MOST_RINGS * MOST_SPOKES,
        "description": "Sections that are not there. A spoke section is spoke and capital: 2B joins 2b and 2a, 2A joins 2a and the plug. "
        "A ring section is capital and ring: Hc joins 0c and 1c, Ic 1c and 2c, and so on clockwise.",
    },
    "slanted": {
        "type": "object",
        "propertyNames": _SECTION,
        "additionalProperties": _SECTION,
        "maxProperties": MOST_RINGS * MOST_SPOKES,
        "description": 'Spoke sections that are not radial, with the node of the ring inside that they lead to: 2B = "3a".',
    },
    "count": {"type": "integer", "minimum": 0, "maximum": MOST_SPOKES - 1, "description": "The spoke of the next release."},
}
_STAGE: dict[str, Any] = {
    **_FIELD,
    "fields": {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_FIELDS,
        "items": {"type": "object", "additionalProperties": False, "properties": _FIELD},
        "description": "Several fields in a row, geared with one another; each is written like a single one.",
    },
    "points": {**_POINTS, "description": "Life points at the start, 0 by default."},
    "functions": {
        "type": "object",
        "propertyNames": {"type": "string", "pattern": "^[1-9]$"},
        "additionalProperties": {"type": "object", "additionalProperties": False, "required": ["effects"], "properties": {"effects": schema(BALLS)}},
        "description": "What balls of a kind do when they are erased, by the number of the kind.",
    },
    "stopped": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "For so many ticks the timer stands still at first."},
}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        **_STAGE,
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of all that is drawn."},
        "stages": {
            "type": "array",
            "minItems": 1,
            "maxItems": MOST_STAGES,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {
                    "name": {"type": "string", "pattern": "^[A-Za-z0-9-]{1,12}$", "description": "What the stage is called, 1-1 for example."},
                    "rules": RULES,
                    **_STAGE,
                },
            },
            "description": "The stages, one after another; what stands beside them holds for each that says nothing else.",
        },
    },
}
EXPECTS = ("erased", "balls", "points", "count", "turns")
WHOLE = ("balls",)
"""Those of them that must be told whole; of other tables only the names that are written count."""
_PLACES = ("balls", "starts", "fill")


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    setup, options = exact(dict(setup)), exact(dict(rules))
    faults: list[Fault] = []
    common = {key: value for key, value in setup.items() if key in _STAGE}
    listed = setup.get("stages", [{"name": "1"}])
    known = [one["name"] for one in listed]
    faults += [Fault(f"setup.stages[{k}].name", f"{name!r} a second time", "each name once") for k, name in enumerate(known) if name in known[:k]]
    stages = [_Reader(k if "stages" in setup else None, common, one, options, faults).stage() for k, one in enumerate(listed)]
    if faults:
        raise Faulty(list(dict.fromkeys(faults)))
    return Game(tuple(stages), setup.get("seed", 0))


class _Reader:
    """Reads one stage, collecting faults as it goes. ``number``: its place among the stages, None where there is only the one."""

    def __init__(self, number: int | None, common: dict[str, Any], own: dict[str, Any], rules: dict[str, Any], faults: list[Fault]) -> None:
        # Ways to lay out a field exclude one another: a stage's own goes before the common one.
        if any(key in own for key in (*_PLACES, "fields")):
            common = {key: value for key, value in common.items() if key not in (*_PLACES, "fields")}
        self.table, self.own, self.faults = {**common, **own}, own, faults
        self.within, self.ruled = ("setup", "rules") if number is None else (f"setup.stages[{number}]", f"setup.stages[{number}].rules")
        self.own_rules = own.get("rules", {})
        options = {**rules, **self.own_rules}
        if "pace" in options:
            options["pace"] = tuple(map(tuple, options["pace"]))
        self.rules = Rules(**options)

    def fault(self, place: str, found: str, allowed: str = "", near: str = "") -> None:
        """``place`` below the table of the stage, or below that of the scenario where the stage itself does not write it."""
        within = self.within if re.split(r"[.,\[]", place)[0] in self.own else "setup"
        self.faults.append(Fault(f"{within}.{place}", found, allowed, near))

    def stage(self) -> Stage:
        if "fields" in self.table:
            doubled = [key for key in _FIELD if key in self.table]
            for key in doubled:
                self.fault(key, "a field beside fields", "either fields or " + ", ".join(_FIELD))
            starts = tuple(self.start(one, f"fields[{k}].") for k, one in enumerate(self.table["fields"]))
        else:
            starts = (self.start(self.table, ""),)
        self.pace()
        functions = {int(kind): read_effects(one["effects"], BALLS) for kind, one in self.table.get("functions", {}).items()}
        self.names(functions)
        return Stage(self.own["name"], self.rules, starts, functions, self.points(), self.table.get("stopped", 0))

    def start(self, table: Mapping[str, Any], at: str) -> Start:
        """One field, in every way it may begin."""
        ways = [key for key in _PLACES if key in table]
        for key in ways[1:]:
            self.fault(f"{at}{key}", f"{key} beside {ways[0]}", "one of " + ", ".join(_PLACES))
        if "starts" in table:
            texts = [self.balls(text, f"{at}starts[{k}]") for k, text in enumerate(table["starts"])]
        else:
            texts = [self.balls(table.get("balls"), f"{at}balls")]
        size = (len(texts[0]), len(texts[0][0]))
        for k, text in enumerate(texts):
            if (len(text), len(text[0])) != size:
                self.fault(f"{at}starts[{k}]", f"{len(text[0])} spokes and {len(text)} rings", f"{size[1]} spokes and {size[0]} rings, as in the first")
        spokes, rails = self.sections(table, texts[0], at)
        fill = table.get("fill", 0)
        if fill > size[0] * size[1]:
            self.fault(f"{at}fill", str(fill), f"1 to {size[0] * size[1]}, the nodes of the field")
        count = self.count(table, size[1], at)
        return Start(tuple(Field(text, spokes, rails, count) for text in texts), fill)

    def balls(self, text: str | None, place: str) -> Balls:
        """The ball text, turned from spokes into rings."""
        if text is None:
            return ((0,) * self.rules.spokes,) * self.rules.rings
        lines = [line.split() for line in text.strip().splitlines()]
        rings = max(map(len, lines), default=0)
        if not FEWEST_SPOKES <= len(lines) <= MOST_SPOKES or not 1 <= rings <= MOST_RINGS:
            bounds = f"{FEWEST_SPOKES} to {MOST_SPOKES} spokes (lines) and 1 to {MOST_RINGS} rings (tokens)"
            self.fault(place, f"{len(lines)} spokes and {rings} rings", bounds)
            return ((0,) * FEWEST_SPOKES,)
        spokes = [self.line(spoke, line, rings, place) for spoke, line in enumerate(lines)]
        return tuple(zip(*spokes, strict=True))

    def line(self, spoke: int, line: Sequence[str], rings: int, place: str) -> list[int]:
        if len(line) != rings:
            self.fault(f"{place}, spoke {spoke}", f"{len(line)} nodes", f"{rings}, as in the longest line")
        found = [self.token(f"{place}, {node_name(Node(0, ring, spoke))}", token) for ring, token in enumerate(line)]
        return found + [0] * (rings - len(found))

    def token(self, place: str, token: str) -> int:
        if re.fullmatch(r"[1-9]|\.", token):
            return int(token.replace(".", "0"))
        self.fault(place, repr(token[:40]), f"1 to {MOST_KINDS} (a kind of ball) or . (empty)")
        return 0

    def sections(self, table: Mapping[str, Any], balls: Balls, at: str) -> tuple[Slants, Sections]:
        """Which spoke sections and which ring sections there are, and where the spoke sections lead."""
        nodes = [Node(0, ring, spoke) for ring, row in enumerate(balls) for spoke in range(len(row))]
        spokes, rails = {spoke_section(node): node for node in nodes}, [ring_section(node) for node in nodes]
        missing = set(self.missing(table, [*spokes, *rails], at))
        slants = dict(self.slants(table, {name: node for name, node in spokes.items() if node.ring}, missing, at))
        n = len(balls[0])
        return (
            tuple(tuple(None if spoke_section(Node(0, r, s)) in missing else slants.get(Node(0, r, s), 0) for s in range(n)) for r in range(len(balls))),
            tuple(tuple(ring_section(Node(0, r, s)) not in missing for s in range(n)) for r in range(len(balls))),
        )

    def missing(self, table: Mapping[str, Any], known: Sequence[str], at: str) -> Iterator[str]:
        listed = table.get("missing", [])
        for k, name in enumerate(listed):
            if name not in known:
                half = len(known) // 2
                allowed = f"{known[0]} … {known[half - 1]} (spoke sections), {known[half]} … {known[-1]} (ring sections)"
                self.fault(f"{at}missing[{k}]", repr(name), allowed, nearest(name, known))
            elif name in listed[:k]:
                self.fault(f"{at}missing[{k}]", f"{name!r} a second time", "each section once")
            yield name

    def slants(self, table: Mapping[str, Any], known: Mapping[str, Node], missing: set[str], at: str) -> Iterator[tuple[Node, int]]:
        """For the outer node of each slanted section, how far clockwise its inner node lies."""
        for name, goal in table.get("slanted", {}).items():
            place = f"{at}slanted.{name}"
            if name not in known or name in missing:
                found, near = ("a missing section", "") if name in missing else (repr(name), nearest(name, [*known]))
                self.fault(place, found, f"{next(iter(known))} … {[*known][-1]}, sections from ring to ring" if known else "none: there is one ring", near)
                continue
            node = known[name]
            n = 1 + max(one.spoke for one in known.values())
            inner = [node_name(Node(0, node.ring - 1, spoke)) for spoke in range(n)]
            if goal not in inner:
                self.fault(place, repr(goal), f"{inner[0]} … {inner[-1]}, a node of the ring inside", nearest(goal, inner))
                continue
            yield node, _nearest_way(inner.index(goal) - node.spoke, n)

    def count(self, table: Mapping[str, Any], spokes: int, at: str) -> int:
        count: int = table.get("count", 0)
        if count >= spokes:
            self.fault(f"{at}count", str(count), f"0 to {spokes - 1}, a spoke")
        return count

    def names(self, functions: Mapping[int, tuple[Effect, ...]]) -> None:
        """Kinds in conditions that there are not."""
        known = [str(kind) for kind in range(1, MOST_KINDS + 1)]
        for kind, effects in functions.items():
            for k, effect in enumerate(effects):
                for key, found, allowed in misuses(effect, BALLS):
                    self.fault(f"functions.{kind}.effects[{k}].{key}", found, allowed)
                for place, name in names(effect):
                    if name not in known:
                        self.fault(f"functions.{kind}.effects[{k}].{place}", repr(name), f"1 to {MOST_KINDS}, a kind of ball")

    def pace(self) -> None:
        for k, ((before, _), (points, _)) in enumerate(pairwise(self.rules.pace), 1):
            if points <= before:
                self.rule_fault("pace", f"pace[{k}][0]", str(points), f"more than {before}, the life points of the pair before it")

    def rule_fault(self, key: str, place: str, found: str, allowed: str) -> None:
        within = self.ruled if key in self.own_rules else "rules"
        self.faults.append(Fault(f"{within}.{place}", found, allowed))

    def points(self) -> int:
        points: int = self.table.get("points", 0)
        over, clear = self.rules.over, self.rules.clear
        if over >= clear:
            self.rule_fault("over" if "over" in self.own_rules else "clear", "over", str(over), f"less than rules.clear, {clear}")
        elif not over < points < clear:
            self.fault("points", str(points), f"{over + 1} to {clear - 1}, between rules.over and rules.clear")
        return points


def _nearest_way(by: int, n: int) -> int:
    """A way round a ring of n as the shorter of both."""
    return (by + (n - 1) // 2) % n - (n - 1) // 2
