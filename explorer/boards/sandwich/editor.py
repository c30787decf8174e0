"""The editor of the sandwich battle: pieces, holes and sizes with the mouse, numbers by hand (X06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from ...rules import sandwich as rules
from ...rules.topology import FREE, LARGEST
from ...words import N_
from ..editing import Edit, block, drawn, entries, replaced, tools
from ..parts import Block, Words

FIRST = "erase"
ABOUT = N_("Choose a tool, then press cells: the start changes, the moves run again. A piece that stands elsewhere moves.")


def palette(document: Mapping[str, Any], game: rules.Game, tool: str) -> tuple[Block, ...]:
    """The tools, and the numbers that are written by hand."""
    players = range(1, game.players + 1)
    common = [("erase", N_("Empty")), *([] if game.topology.shape == FREE else [("hole", N_("Hole"))])]
    pieces = [(f"piece:{name}{player}", f"{name}{player}") for name in game.pieces for player in players] if game.named else []
    plain = [] if game.named else [(f"piece:{player}", str(player)) for player in players]
    size = [("row", N_("A row more")), ("row-", N_("A row less")), ("column", N_("A column more")), ("column-", N_("A column less")), ("fill", N_("No holes"))]
    groups = [tools(N_("Tool"), tool, [*common, *plain]), tools(N_("Pieces"), tool, pieces)]
    if game.topology.shape != FREE:
        groups.append(tools(N_("Board"), "", size))
    if game.named:
        groups.append(tools(N_("More"), "", [("new", N_("A new piece"))]))
    keys = ("hp", "turn", "hands", "seed")
    numbers: list[tuple[tuple[str | int, ...], Words]] = [(("setup", key), key) for key in keys]
    numbers += [(("setup", "pieces", name), name) for name in game.pieces if name]
    return (block(N_("Edit"), ABOUT, groups, entries(document, numbers)),)


def act(document: Mapping[str, Any], game: rules.Game, key: str) -> list[Edit] | None:
    """What a chip does at once; None where it only chooses a tool."""
    if key == "new":
        known = [*game.pieces]
        name = next(one for one in [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase.lower())] if one not in known)
        return [(("setup", "pieces", name), {"parameters": [10] * game.players})]
    if key not in ("row", "row-", "column", "column-", "fill") or game.topology.shape == FREE:
        return None
    lines = _lines(document, game)
    match key:
        case "row" if len(lines) < LARGEST:
            lines = _with_row(lines, game)
        case "row-" if len(lines) > 1:
            lines = lines[:-1] if game.rules.numbered_from == "top" else lines[1:]
        case "column" if len(lines[0]) < LARGEST:
            lines = [[*line, "."] for line in lines]
        case "column-" if len(lines[0]) > 1:
            lines = [line[:-1] for line in lines]
        case "fill":
            lines = [["." if token == "#" else token for token in line] for line in lines]
    return [*_board(document, drawn(lines))]


def _with_row(lines: list[list[str]], game: rules.Game) -> list[list[str]]:
    """A row more where the numbers are highest: the cells that are there keep their names."""
    row = ["."] * len(lines[0])
    return [*lines, row] if game.rules.numbered_from == "top" else [row, *lines]


def edit(document: Mapping[str, Any], game: rules.Game, tool: str, target: str) -> list[Edit]:
    """What pressing a cell with a tool changes."""
    cell = game.topology.cell(target)
    if cell is None:
        return []
    token = {"erase": ".", "hole": "#"}.get(tool, tool.removeprefix("piece:"))
    if game.topology.shape == FREE:
        return _on_outline(document, target, token)
    row, column = game.topology.places[cell]
    text = drawn(_lines(document, game))
    if token not in (".", "#") and not token.isdecimal():
        text = drawn([["." if one[:-1] == token[:-1] else one for one in line.split()] for line in text.splitlines()])
    return _board(document, replaced(text, row, column, token))


def _on_outline(document: Mapping[str, Any], target: str, token: str) -> list[Edit]:
    standing = document["setup"].get("on", {})
    moved: list[Edit] = [(("setup", "on", cell), None) for cell, one in standing.items() if one[:-1] == token[:-1] and not token.isdecimal() and token != "."]
    return [*moved, (("setup", "on", target), None if token == "." else token)]


def _lines(document: Mapping[str, Any], game: rules.Game) -> list[list[str]]:
    """The board as it is drawn; of one that is not, as it stands at the start."""
    if "board" in document["setup"]:
        return [line.split() for line in document["setup"]["board"].strip().splitlines()]
    lines = [["."] * game.topology.columns for _ in range(game.topology.rows)]
    for (row, column), piece, owner in zip(game.topology.places, game.start.pieces, game.start.states, strict=True):
        lines[row][column] = f"{piece}{owner}" if owner else "."
    return lines


def _board(document: Mapping[str, Any], text: str) -> list[Edit]:
    """The board drawn anew; what says its size or what stands in the centre otherwise, goes."""
    also: Sequence[Edit] = [(("rules", key), None) for key in ("rows", "columns") if key in document.get("rules", {})]
    chosen: Sequence[Edit] = [(("setup", "chosen"), None)] if "chosen" in document["setup"] else []
    return [*also, *chosen, (("setup", "board"), text)]
