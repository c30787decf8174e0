"""The editor of the ring rotation puzzle: balls and sections with the mouse, numbers by hand (X06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules import rings as rules
from ...words import N_
from ...words.rings import SIGNS
from ..editing import Edit, block, drawn, entries, tools
from ..parts import Block
from .place import PLUG_NAME

FIRST = "erase"
ABOUT = N_(
    "Choose a tool, then press nodes: the start changes, the moves run again. "
    "A spoke section belongs to the node at its outer end, a ring section to the node it leads clockwise from."
)


def palette(document: Mapping[str, Any], game: rules.Game, tool: str) -> tuple[Block, ...]:
    """The tools, and the numbers that are written by hand."""
    kinds = [(f"ball:{kind}", f"{kind} {SIGNS[kind]}") for kind in range(1, rules.MOST_KINDS + 1)]
    sections = [("spoke", N_("Spoke section")), ("rail", N_("Ring section"))]
    size = [("ring", N_("A ring more")), ("ring-", N_("A ring less")), ("spoke+", N_("A spoke more")), ("spoke-", N_("A spoke less"))]
    groups = [tools(N_("Balls"), tool, [("erase", N_("Empty")), *kinds]), tools(N_("Sections"), tool, sections), tools(N_("Field"), "", size)]
    where = _stage_path(document)
    numbers = [((*where, key), key) for key in ("count", "points", "stopped")] + [(("setup", "seed"), "seed")]
    return (block(N_("Edit"), ABOUT, groups, entries(document, numbers)),)


def _stage_path(document: Mapping[str, Any]) -> tuple[str | int, ...]:
    """Where the first stage is written."""
    stages = document.get("setup", {}).get("stages")
    return ("setup", "stages", 0) if stages else ("setup",)


def _field_path(document: Mapping[str, Any], field: int) -> tuple[str | int, ...]:
    where = _stage_path(document)
    table = _table(document, where)
    several = "fields" in table or "fields" in document.get("setup", {})
    within = where if "fields" in table else ("setup",)
    return (*within, "fields", field) if several else where


def act(document: Mapping[str, Any], game: rules.Game, key: str) -> list[Edit] | None:
    """What a chip does at once; None where it only chooses a tool. Sections that are no longer there are forgotten."""
    if key not in ("ring", "ring-", "spoke+", "spoke-"):
        return None
    found: list[Edit] = []
    for field, one in enumerate(game.start.fields):
        lines = _lines(one)
        if key == "ring" and len(lines[0]) < rules.MOST_RINGS:
            lines = [[*line, "."] for line in lines]
        elif key == "ring-" and len(lines[0]) > 1:
            lines = [line[:-1] for line in lines]
        elif key == "spoke+" and len(lines) < rules.MOST_SPOKES:
            lines = [*lines, ["."] * len(lines[0])]
        elif key == "spoke-" and len(lines) > rules.FEWEST_SPOKES:
            lines = lines[:-1]
        where = _field_path(document, field)
        found += [*_balls(document, where, lines), *(((*where, key), _without(document, where, key)) for key in ("missing", "slanted", "count"))]
    return found


def edit(document: Mapping[str, Any], game: rules.Game, tool: str, target: str) -> list[Edit]:
    """What pressing a node or a plug with a tool changes."""
    if target.startswith(PLUG_NAME):
        field = int(target.partition("@")[2] or 1) - 1
        one = game.start.fields[field]
        return [((*_field_path(document, field), "count"), (one.next + 1) % one.width)]
    node = rules.node_of(target)
    where, one = _field_path(document, node.field), game.start.fields[node.field]
    if tool in ("spoke", "rail"):
        local = node._replace(field=0)
        name = rules.spoke_section(local) if tool == "spoke" else rules.ring_section(local)
        state = rules.State((one,))
        there = [*game.missing(state)]
        missing = [section for section in there if section != name] if name in there else [*there, name]
        slanted: list[Edit] = [((*where, "slanted", name), None)] if name in missing and name in _table(document, where).get("slanted", {}) else []
        return [*slanted, ((*where, "missing"), missing or _without(document, where, "missing"))]
    lines = _lines(one)
    lines[node.spoke][node.ring] = "." if tool == "erase" else tool.removeprefix("ball:")
    return _balls(document, where, lines)


def _table(document: Mapping[str, Any], where: tuple[str | int, ...]) -> Mapping[str, Any]:
    """What is written at a place of the document."""
    table: Any = document
    for key in where:
        table = table[key]
    return table  # type: ignore[no-any-return]


def _without(document: Mapping[str, Any], where: tuple[str | int, ...], key: str) -> Any:
    """What takes a value away: nothing, but in a stage an empty one, where the tables common to all stages have it."""
    inherited = where[:2] == ("setup", "stages") and len(where) == 3 and key in document["setup"]
    return {"missing": [], "slanted": {}, "count": 0}[key] if inherited else None


def _lines(field: rules.Field) -> list[list[str]]:
    return [[str(row[spoke] or ".") for row in field.balls] for spoke in range(field.width)]


def _balls(document: Mapping[str, Any], where: tuple[str | int, ...], lines: list[list[str]]) -> list[Edit]:
    """The balls as given ones; other ways to begin go."""
    table = _table(document, where)
    return [*(((*where, key), None) for key in ("starts", "fill") if key in table), ((*where, "balls"), drawn(lines))]
