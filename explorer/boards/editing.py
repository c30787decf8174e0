"""What the editors of the mechanics share: an edit is a place in a scenario's tables and what stands there then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .parts import Block, Chip, Entry, Group, Words

Edit = tuple[tuple[str | int, ...], Any]
"""A path of keys and numbers, and the value there; None takes it away."""


def tools(title: Words, chosen: str, every: Sequence[tuple[str, Words]]) -> Group:
    """Chips of tools, the chosen one pressed."""
    return Group(title, tuple(Chip(label, name, name == chosen) for name, label in every))


def entries(document: Mapping[str, Any], paths: Sequence[tuple[tuple[str | int, ...], Words]]) -> tuple[Entry, ...]:
    """Values of the tables to be written by hand, each as it is now."""
    return tuple(Entry(path, label, value_at(document, path)) for path, label in paths)


def value_at(document: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path, None where nothing does."""
    for key in path:
        if isinstance(document, Mapping):
            document = document.get(key)
        elif isinstance(document, list) and isinstance(key, int) and key < len(document):
            document = document[key]
        else:
            return None
    return document


def replaced(text: str, row: int, column: int, token: str) -> str:
    """A drawn board with another token at a place, its columns aligned."""
    lines = [line.split() for line in text.strip("\n").splitlines()]
    lines[row][column] = token
    return drawn(lines)


def drawn(lines: Sequence[Sequence[str]]) -> str:
    """Tokens as text, as wide as the widest of their column.

    >>> drawn([["K1", "."], [".", "."]])
    'K1 .\\n.  .\\n'
    """
    wide = [max((len(line[k]) for line in lines if k < len(line)), default=1) for k in range(max(map(len, lines), default=0))]
    return "".join(" ".join(token.ljust(wide[k]) for k, token in enumerate(line)).rstrip() + "\n" for line in lines)


def block(title: Words, about: Words, groups: Sequence[Group], written: tuple[Entry, ...]) -> Block:
    """The palette of an editor."""
    return Block(title, about, tuple(groups), (), written)
