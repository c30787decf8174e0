"""A scenario as a file: as a person would write it, with the comments and the order it was written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import tomlkit
from tomlkit.items import Array, String, StringType, Table, Trivia

from ..rules.options import decimal_text
from . import Scenario

_HEAD = ("format", "name", "mechanic", "title", "source", "rows", "moves")
_LONG = 100
"""A line of a list longer than this is broken, one value a line."""


def written(scenario: Scenario, moves: Sequence[str]) -> str:
    """The text of a scenario with other moves, and with the rules that it has now.

    What is expected goes where the rules or the moves that lead there are other ones; a file that says something else than the one it
    was made from has another name.
    """
    text = tomlkit.parse(scenario.text) if scenario.text else tomlkit.document()
    if not scenario.text:
        _fill(text, {key: scenario.document[key] for key in (*_HEAD, *scenario.document) if key in scenario.document})
    plain = text.unwrap()
    if plain.get("rules", {}) != scenario.document.get("rules", {}):
        _rules(text, plain.get("rules", {}), scenario.document.get("rules", {}))
        _unexpect(text, 0)
    if tuple(plain.get("moves", ())) != tuple(moves):
        same = next((k for k, (one, other) in enumerate(zip(plain.get("moves", ()), moves, strict=False)) if one != other), len(moves))
        _set_moves(text, moves)
        _unexpect(text, same)
    if text.unwrap() != plain and scenario.text:
        text["name"] = f"my-{scenario.name.removeprefix('my-')}"[:80]
    return tomlkit.dumps(text)


def edited(scenario: Scenario, edits: Sequence[tuple[Sequence[str | int], Any]], moves: Sequence[str]) -> str:
    """The text of a scenario with these moves and other values at some paths of its tables (None: taken away), all else as it was written.

    What is expected goes: it was worked out for another start.
    """
    text = tomlkit.parse(written(scenario, moves))
    if "setup" not in text:
        text["setup"] = tomlkit.table()
    for path, value in edits:
        _edit(text, path, value)
    if "expect" in text:
        del text["expect"]
    if not str(text["name"]).startswith("my-"):
        text["name"] = f"my-{scenario.name}"[:80]
    return tomlkit.dumps(text)


def _edit(table: Any, path: Sequence[str | int], value: Any) -> None:
    """Put a value at a path, or take away what is there."""
    *way, last = path
    for key in way:
        if isinstance(key, str) and key not in table:
            if value is None:
                return
            table[key] = tomlkit.table()
        table = table[key]
    if value is None:
        if last in table:
            del table[last]
    elif isinstance(value, Mapping):
        table[last] = _inline(value)
    else:
        table[last] = _item(value)


def _fill(table: Any, values: Mapping[str, Any]) -> None:
    """Plain tables into a document: short ones in a line, long texts in lines of their own."""
    for key, value in values.items():
        table[key] = _item(value, top=key in ("rules", "setup"))


def _item(value: Any, *, top: bool = False) -> Any:
    if isinstance(value, Mapping):
        nested = any(isinstance(one, Mapping | list) and _wide(one) for one in value.values())
        made: Any = tomlkit.table() if top or nested or _wide(value) else tomlkit.inline_table()
        _fill(made, {key: one for key, one in value.items() if not isinstance(made, Table) or not _section(one)})
        if isinstance(made, Table):
            _fill(made, {key: one for key, one in value.items() if _section(one)})
        return made
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value) and _wide(value):
        tables = tomlkit.aot()
        for one in value:
            table = tomlkit.table()
            _fill(table, one)
            tables.append(table)
        return tables
    if isinstance(value, list | tuple):
        return _list(value)
    if isinstance(value, str) and "\n" in value:
        plain = value.isprintable() or not set(value) & set('\\"\r\t')
        return String(StringType.MLB, value, f"\n{value}", Trivia()) if plain else tomlkit.string(value, multiline=True)
    if isinstance(value, Decimal | Fraction):
        return tomlkit.value(str(value) if isinstance(value, Decimal) else decimal_text(value))
    return tomlkit.item(value)


def _list(values: Sequence[Any]) -> Array:
    made = tomlkit.array()
    for one in values:
        made.append(_item(one) if not isinstance(one, Mapping) else _inline(one))
    return made.multiline(len(made.as_string()) > _LONG)


def _inline(values: Mapping[str, Any]) -> Any:
    made = tomlkit.inline_table()
    for key, value in values.items():
        made[key] = _inline(value) if isinstance(value, Mapping) else _list(value) if isinstance(value, list) else _item(value)
    return made


def _section(value: Any) -> bool:
    """Whether a value has a heading of its own: such ones stand below the others."""
    return isinstance(_item(value), Table) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping) and _wide(value))


def _wide(value: Any) -> bool:
    """Whether it is too long for a line."""
    return len(str(value)) > _LONG


def _rules(text: Any, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Only the options that are other ones are written anew."""
    if "rules" not in text:  # before the setup, where a person looks for them
        rest = {key: text.pop(key) for key in [*text] if key not in _HEAD}
        text["rules"] = tomlkit.table()
        for key, value in rest.items():
            text[key] = value
    for key in before:
        if key not in now:
            del text["rules"][key]
    for key, value in now.items():
        if before.get(key) != value:
            text["rules"][key] = _item(value) if not isinstance(value, Mapping) else _inline(value)


def _set_moves(text: Any, moves: Sequence[str]) -> None:
    if "moves" in text:
        text["moves"] = _list(list(moves))
        return
    # A key after a table would belong to it: the moves go to the head, behind the last key that stands there.
    rest = {key: text.pop(key) for key in [*text] if key not in _HEAD}
    text["moves"] = _list(list(moves))
    for key, value in rest.items():
        text[key] = value


def _unexpect(text: Any, moves: int) -> None:
    """Take away what is expected after more moves than stayed the same."""
    kept = [one for one in text.get("expect", ()) if one.get("after", len(text.get("moves", ()))) < moves or (moves and one.get("after", 0) == moves)]
    if "expect" in text and len(kept) < len(text["expect"]):
        del text["expect"]
        if kept:
            tables = tomlkit.aot()
            for one in kept:
                tables.append(one)
            text["expect"] = tables
