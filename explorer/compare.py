"""Two traces side by side: which steps are alike, where they first differ, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from .rules.trace import changes


class Pair(NamedTuple):
    """A step of either trace, or of both where they tell the same."""

    first: Mapping[str, Any] | None
    second: Mapping[str, Any] | None


def pairs(first: Sequence[Mapping[str, Any]], second: Sequence[Mapping[str, Any]]) -> Iterator[Pair]:
    """Two traces as `trace_json.told` gives them, aligned: equal steps beside each other, the others alone."""
    matcher = SequenceMatcher(None, [*map(_key, first)], [*map(_key, second)], autojunk=False)
    for what, i1, i2, j1, j2 in matcher.get_opcodes():
        if what == "equal":
            yield from (Pair(*both) for both in zip(first[i1:i2], second[j1:j2], strict=True))
        else:
            yield from (Pair(one, None) for one in first[i1:i2])
            yield from (Pair(None, one) for one in second[j1:j2])


def _key(frame: Mapping[str, Any]) -> tuple[Any, ...]:
    return frame["move"], frame["kind"], frame["text"]


def first_difference(names: Sequence[str], first: Sequence[Mapping[str, Any]], second: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The first index at which the two tell something else or come to another state; None where they are the same throughout.

    ``changes`` are the paths of the state that differ there, each with both values.
    """
    for index in range(max(len(first), len(second))):
        one = first[index] if index < len(first) else None
        other = second[index] if index < len(second) else None
        if one is None or other is None or _key(one) != _key(other) or one["state"] != other["state"]:
            states = [frame["state"] if frame else {} for frame in (one, other)]
            told = {name: {key: frame[key] for key in ("move", "kind", "text")} if frame else None for name, frame in zip(names, (one, other), strict=True)}
            return {"index": index, **told, "changes": changes(*states)}
    return None
