"""The format of scenario files: from bytes to a document that fits the schema, or every fault with its place.

Syntax faults are told by line, faults of a value by its key path. Numbers are read exactly; sizes are bounded.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from functools import cache
from typing import Any

import jsonschema_rs

from ..mechanics import mechanic, mechanics
from ..rules.trace import MOST_FAULTS, Fault, Faulty, nearest

LARGEST_FILE = 1 << 20
_LONGEST_NUMBER = 30
# Reading a dotted key takes time with the square of its parts.
_DEEP_KEY = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){50}")
_ROW = {"type": "string", "pattern": r"^[A-Z][0-9]{2}(\.[A-Za-z0-9]+)?$"}
_TEXT = {"type": "string", "maxLength": 300, "pattern": r"^[^\x00-\x1f\x7f]*$"}


def common() -> dict[str, Any]:
    """The part of the schema that all mechanics share."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["format", "name", "mechanic"],
        "properties": {
            "format": {"const": 1, "description": "The version of this format."},
            "name": {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 80, "description": "Lower-case letters, digits and hyphens."},
            "mechanic": {"enum": mechanics(), "description": "Which rules it is played by."},
            "title": {
                "anyOf": [_TEXT, {"type": "object", "additionalProperties": False, "minProperties": 1, "properties": {"en": _TEXT, "ja": _TEXT}}],
                "description": "One title, or one a language.",
            },
            "source": {**_TEXT, "description": "Where the example comes from."},
            "rows": {"type": "array", "items": _ROW, "maxItems": 100, "description": "The rules it shows, by their IDs."},
            "moves": {"type": "array", "items": {**_TEXT, "maxLength": 200}, "maxItems": 2000, "description": "The moves, in notation."},
            "rules": {"type": "object", "description": "Only what differs from the defaults."},
            "setup": {"type": "object", "description": "The position at the start."},
            "expect": {
                "type": "array",
                "maxItems": 1000,
                "items": {
                    "type": "object",
                    "properties": {"after": {"type": "integer", "minimum": 0, "maximum": 10_000, "description": "Moves played; all of them by default."}},
                },
                "description": "Values that must hold after so many moves.",
            },
        },
    }


def schema_of(name: str) -> dict[str, Any]:
    """The schema of a scenario of one mechanic."""
    schema, rules = common(), mechanic(name).rules
    schema["properties"] |= {"rules": rules.RULES, "setup": rules.SETUP}
    return schema


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of all scenario files."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenario of the rules explorer",
        **common(),
        "allOf": [
            {
                "if": {"properties": {"mechanic": {"const": name}}, "required": ["mechanic"]},
                "then": {"properties": {"rules": mechanic(name).rules.RULES, "setup": mechanic(name).rules.SETUP}},
            }
            for name in mechanics()
        ],
    }


def decode(data: bytes | str) -> str:
    """The text of a scenario file. Raises Faulty where it is too large or no UTF-8."""
    if len(data) > LARGEST_FILE:
        raise Faulty([Fault("file", f"{len(data)} bytes", f"at most {LARGEST_FILE}")])
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Faulty([Fault(f"line {line}", f"byte 0x{data[error.start]:02x}", "UTF-8 text")]) from None


def parse(text: str) -> dict[str, Any]:
    """The document in a scenario's text, decimals exact. Raises Faulty with the line of a syntax error."""
    if deep := _DEEP_KEY.search(text):
        raise Faulty([Fault(f"line {text.count(chr(10), 0, deep.start()) + 1}", "a key of more than 50 parts", "at most 20 tables deep")])
    try:
        document = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"^(.*?) ?\(at (line \d+|end of document).*\)$", str(error), re.S)
        what, where = (at[1], at[2]) if at else (str(error), "file")
        if where == "end of document":
            where = f"line {text.count(chr(10)) + 1}"
        raise Faulty([Fault(where, f"a syntax error ({what[:1].lower()}{what[1:]})"[:200], "TOML")]) from None
    except (RecursionError, ValueError, ArithmeticError) as error:
        what = "tables nested too deeply" if isinstance(error, RecursionError) else "a number that is too long"
        raise Faulty([Fault("file", what, "TOML of a reasonable depth, numbers of at most 30 digits")]) from None
    if faults := list(unfit(document)):
        raise Faulty(faults[:MOST_FAULTS])
    return document


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace("_", ""))


def unfit(value: Any, path: str = "", depth: int = 0) -> Iterator[Fault]:
    """Values that no scenario may hold, whatever their key: dates, NaN, numbers out of all proportion."""
    if depth > 20:
        yield Fault(path[:200], "tables nested too deeply", "at most 20 deep")
    elif isinstance(value, dict):
        for key, one in value.items():
            if not _is_text(key):
                yield Fault(path[:200], "a name with half a character", "text")
                continue
            yield from unfit(one, f"{path}.{key}" if path else key, depth + 1)
    elif isinstance(value, list):
        for k, one in enumerate(value):
            yield from unfit(one, f"{path}[{k}]", depth + 1)
    elif isinstance(value, Decimal):
        exponent = value.as_tuple().exponent
        if not isinstance(exponent, int) or abs(exponent) > _LONGEST_NUMBER or abs(value.adjusted()) > _LONGEST_NUMBER:
            yield Fault(path, str(value)[:40], "a finite number of at most 30 digits")
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**_LONGEST_NUMBER:
        yield Fault(path, "a number that is too long", "a number of at most 30 digits")
    elif isinstance(value, str):
        if not _is_text(value):
            yield Fault(path, "half a character", "text")
    elif not isinstance(value, int | bool):
        yield Fault(path, f"a {type(value).__name__}", "text, numbers, true or false, lists and tables")


def _is_text(value: str) -> bool:
    """Whether a text can be written: no half of a surrogate pair."""
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def check_document(document: Mapping[str, Any]) -> None:
    """Raise Faulty with every place where a document does not fit the schema of its mechanic."""
    if wrong := list(unfit(dict(document))):
        raise Faulty(wrong[:MOST_FAULTS])
    name = document.get("mechanic")
    known = name if isinstance(name, str) and name in mechanics() else ""
    faults: list[Fault] = []
    paths: list[list[str | int]] = []
    for error in _validator(known).iter_errors(document):
        faults += [fault for fault in _faults(error, _schema(known), document) if fault.place not in [one.place for one in faults]]
        paths.append([*_true_path(error.instance_path, document)])
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise Faulty([*faults, *(_beside(document, known, paths, [fault.place for fault in faults]) if known else ())])


def _beside(document: Mapping[str, Any], name: str, paths: Sequence[list[str | int]], told: Sequence[str]) -> list[Fault]:
    """What the mechanic's own reader finds wrong in the rest, once everything that does not fit the schema is left out."""
    rest = deepcopy({key: value for key, value in document.items() if key in schema_of(name)["properties"]})
    for path in paths:
        _leave_out(rest, path)
    for place in told:
        _leave_out(rest, [*place.split("[")[0].split(".")])
    if not _validator(name).is_valid({**rest, "format": 1, "name": "rest", "mechanic": name}):
        return []
    try:
        mechanic(name).rules.read(rest.get("setup", {}), rest.get("rules", {}))
    except Faulty as faulty:
        near = [place.split("[")[0] for place in told]
        return [fault for fault in faulty.faults if not any(fault.place.startswith(place) or place.startswith(fault.place.split(",")[0]) for place in near)]
    return []


def _leave_out(document: Any, path: Sequence[str | int]) -> None:
    """Remove the value at a path; of a list, the whole list."""
    keys = [*path]
    while keys and isinstance(keys[-1], int):
        keys.pop()
    for key in keys[:-1]:
        document = document.get(key) if isinstance(document, dict) else None
    if keys and isinstance(document, dict) and not (isinstance(document.get(keys[-1]), dict)):
        document.pop(keys[-1], None)


@cache
def _schema(name: str) -> dict[str, Any]:
    return schema_of(name) if name else common()


@cache
def _validator(name: str) -> Any:
    return jsonschema_rs.validator_for(_schema(name))


def _validator_of(schema: Mapping[str, Any]) -> Any:
    return jsonschema_rs.validator_for(dict(schema))


def key_path(path: Sequence[str | int]) -> str:
    """A place in a document as a person writes it.

    >>> key_path(["setup", "pieces", "A", "parameters", 1])
    'setup.pieces.A.parameters[1]'
    """
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text or "file"


def _true_path(path: Sequence[str | int], document: Any) -> Iterator[str | int]:
    """The path with keys as they are: the validator takes a table's key of digits for the place in a list."""
    for key in path:
        key = str(key) if isinstance(document, Mapping) else key
        document = document[key]
        yield key


def _faults(error: Any, schema: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[Fault]:
    """What the validator found, as our faults: what was found, what is allowed, the nearest known name."""
    place, kind, value = key_path([*_true_path(error.instance_path, document)]), error.kind, error.instance
    match kind.name:
        case "additionalProperties":
            known = list(_parent(schema, error.schema_path).get("properties", {}))
            prefix = "" if place == "file" else f"{place}."
            for key in kind.unexpected:
                yield Fault(f"{prefix}{key}"[:200], "an unknown key", ", ".join(known), nearest(key, known))
        case "required":
            yield Fault(place, f"no key {kind.property!r}", f"{kind.property} is required")
        case "enum":
            options = [str(one) for one in kind.options]
            yield Fault(place, shown(value), ", ".join(options), nearest(str(value)[:100], options))
        case "oneOf":
            among = [one["required"][0] for one in _parent(schema, error.schema_path)["oneOf"]]
            there = [key for key in among if key in value]
            yield Fault(place, f"{' and '.join(there)} together" if there else f"none of {', '.join(among)}", f"exactly one of {', '.join(among)}")
        case "pattern" if words := _parent(schema, error.schema_path).get("x-words"):
            yield _unworded(place, value, words, _parent(schema, error.schema_path).get("x-form", "WORD"))
        case "anyOf" if words := _parent(schema, error.schema_path)["anyOf"][0].get("x-words"):
            yield _unworded(place, value, words, "WORD")
        case "minProperties":
            yield Fault(place, shown(value), "one of " + ", ".join(_parent(schema, error.schema_path).get("properties", {})))
        case "anyOf":
            yield Fault(place, shown(value), " or ".join(_kinds(one) for one in _parent(schema, error.schema_path).get("anyOf", ())))
        case "propertyNames":
            names = _parent(schema, error.schema_path)
            for name in value:
                if not _validator_of(names).is_valid(name):
                    known = names.get("enum", [])
                    yield Fault(f"{place}.{name}"[:200], f"the name {shown(name)}", _kinds(names), nearest(name, known) if known else "")
        case _:
            yield Fault(place, shown(value), _kinds(_parent(schema, error.schema_path)))


def _unworded(place: str, value: Any, words: Sequence[str], form: str) -> Fault:
    """A comparison or a number in the words of the effect language, with something in it that is no word of theirs."""
    left = re.split(r" (?:of|[<>=!]+)(?: |$)", str(value)[:160])[0]
    allowed = f"{form} with WORD one of {', '.join(words)}" if form != "WORD" else ", ".join(words)
    return Fault(place, shown(value), allowed, "" if left in words else nearest(left, words))


def _parent(schema: Any, path: Sequence[str | int]) -> Mapping[str, Any]:
    """The subschema whose last key in ``path`` did not hold."""
    for key in list(path)[:-1]:
        schema = schema[key]
    return schema if isinstance(schema, Mapping) else {}


_TYPES = {"object": "a table", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}


def _kinds(schema: Mapping[str, Any]) -> str:
    """What a subschema allows, in a few words."""
    if "const" in schema:
        return repr(schema["const"])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    words = [_TYPES.get(schema.get("type", ""), "a value")]
    if "pattern" in schema:
        words.append(f"of the form {schema['pattern']}")
    for low, high, unit in (
        ("minimum", "maximum", ""),
        ("minItems", "maxItems", " values"),
        ("minLength", "maxLength", " characters"),
        ("minProperties", "maxProperties", " keys"),
    ):
        if low in schema and high in schema:
            words.append(f"from {schema[low]} to {schema[high]}{unit}")
        elif low in schema:
            words.append(f"of at least {schema[low]}{unit}")
        elif high in schema:
            words.append(f"of at most {schema[high]}{unit}")
    return " ".join(words)


def shown(value: Any) -> str:
    """A value as a fault shows it, cut to a line's length."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
