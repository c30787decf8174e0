"""The editor of ordered effects: cards on slots with the mouse, numbers by hand (X06)."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

from ...rules import effects as rules
from ...words import N_
from ..editing import Edit, block, entries, tools
from ..parts import Block, Words

FIRST = "erase"
ABOUT = N_("Choose a card, then press slots: the field at the start changes, the moves run again.")


def palette(document: Mapping[str, Any], game: rules.Game, tool: str) -> tuple[Block, ...]:
    """The cards, and the numbers that are written by hand."""
    cards: list[tuple[str, Words]] = [("erase", N_("Empty")), *((f"card:{name}", name) for name in game.cards)]
    groups = [tools(N_("Card"), tool, cards), tools(N_("More"), "", [("new", N_("A new card"))])]
    numbers: list[tuple[tuple[str | int, ...], Words]] = [(("setup", key), key) for key in ("turn", "life", "hands", "seed")] + [
        (("setup", "cards", name), name) for name in game.cards
    ]
    return (block(N_("Edit"), ABOUT, groups, entries(document, numbers)),)


def act(document: Mapping[str, Any], game: rules.Game, key: str) -> list[Edit] | None:
    """What a chip does at once; None where it only chooses a tool."""
    if key != "new":
        return None
    name = next(one for one in [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase.lower())] if one not in game.cards)
    return [(("setup", "cards", name), {"power": 1})]


def edit(document: Mapping[str, Any], game: rules.Game, tool: str, target: str) -> list[Edit]:
    """What pressing a slot with a card changes."""
    return [(("setup", "field", target), None if tool == "erase" else tool.removeprefix("card:"))]
