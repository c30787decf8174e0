"""What an address holds beside the names of a scenario, a step and the moves: other rules, other lines, a start of one's own.

It is packed: JSON, compressed, in letters that an address may have. Whatever comes in is bounded before it is looked at.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .rules.options import decimal_text
from .session import Session

LONGEST = 2000
"""An address of more characters is too long to be pasted into a chat; a file does better."""
LEFT_OUT = "-"
"""Stands for a scenario of one's own, or rules, for which there was no room; whoever opens the address is told."""
LONGEST_PACKED, LARGEST_UNPACKED, MOST_LINES = 20_000, 1_000_000, 100


def pack(values: Mapping[str, Any]) -> str:
    """Plain data as a short text of letters, digits, - and _.

    >>> unpack(pack({"rules": {"balls": 2}, "lines": [["turn c 1"]]}))
    {'rules': {'balls': 2}, 'lines': [['turn c 1']]}
    """
    text = json.dumps(values, default=_exactly, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _exactly(number: Any) -> dict[str, str]:
    if isinstance(number, Decimal | Fraction):
        return {"$": str(number) if isinstance(number, Decimal) else decimal_text(number)}
    raise TypeError(number)


def unpack(text: str) -> dict[str, Any]:
    """What `pack` packed. Raises ValueError for anything else, however long, deep or large it pretends to be."""
    if len(text) > LONGEST_PACKED:
        raise ValueError("too long")
    try:
        opener = zlib.decompressobj()
        data = opener.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), LARGEST_UNPACKED)
        if opener.unconsumed_tail or not opener.eof:
            raise ValueError("too large, or cut off")
        found = json.loads(data.decode(), object_hook=_read, parse_float=Decimal)
        json.dumps(found, ensure_ascii=False, default=str).encode()  # half a character, or nested too deeply: not from `pack`
    except (zlib.error, UnicodeError, RecursionError, ArithmeticError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(found, dict):
        raise ValueError("not a table")
    return found


def _read(table: dict[str, Any]) -> Any:
    return Decimal(table["$"][:60]) if set(table) == {"$"} and isinstance(table["$"], str) else table


def more_of(session: Session, written: Sequence[str], shipped: Mapping[str, Any] | None) -> dict[str, Any]:
    """What has to be packed: the document where it is not ``shipped``, the rules that differ from it, the other lines, and their names.

    ``written`` are the moves that the scenario itself has: a line of theirs is there anyway.
    """
    document, found = session.scenario.document, dict[str, Any]()
    if shipped is None:
        found["document"] = {key: value for key, value in document.items() if key != "expect"}
    elif document.get("rules", {}) != shipped.get("rules", {}):
        before = shipped.get("rules", {})
        found["rules"] = {key: value for key, value in document["rules"].items() if before.get(key) != value}
    lines = [list(line) for line in session.lines() if line not in (session.moves, tuple(written))]
    if lines:
        found["lines"] = lines[:MOST_LINES]
    names = session.named_lines()
    return {**found, **({"names": names} if names else {})}
