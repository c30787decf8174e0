"""The trace: what other programs read (X01), and what holds it together."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from explorer.rules.trace import at_path, changes, nearest
from explorer.scenarios import load, shipped_names
from explorer.trace_json import trace

KEYS = {"index", "move", "kind", "text", "cite", "cells", "changes", "state"}


def put(view: dict[str, Any], path: str, value: Any) -> None:
    *parents, key = path.split(".")
    for parent in parents:
        view = view.setdefault(parent, {})
    if value is None:
        view.pop(key, None)
    else:
        view[key] = value


@pytest.mark.parametrize("name", shipped_names())
def test_every_frame_has_kind_sentence_cells_and_changes_that_lead_to_its_state(name: str) -> None:
    """X01."""
    told = trace(load(name))
    assert set(told) == {"scenario", "frames", "result"}
    assert told["frames"][0]["kind"] == "start"
    assert [frame["index"] for frame in told["frames"]] == list(range(len(told["frames"])))
    moves = [frame["move"] for frame in told["frames"]]
    assert moves == sorted(moves) and set(moves) == set(range(len(load(name).moves) + 1))
    state = copy.deepcopy(told["frames"][0]["state"])
    for frame in told["frames"]:
        assert set(frame) == KEYS
        assert frame["text"] and "{" not in frame["text"]
        for path, (before, after) in frame["changes"].items():
            assert at_path(state, path) == before
            put(state, path, after)
        assert state == frame["state"] or {**state, **frame["state"]} == frame["state"]


@pytest.mark.parametrize("name", shipped_names())
def test_the_sentences_of_both_languages_differ_and_the_rest_is_the_same(name: str) -> None:
    """X31."""
    english, japanese = trace(load(name), language="en"), trace(load(name), language="ja")
    for one, other in zip(english["frames"], japanese["frames"], strict=True):
        assert one["text"] != other["text"]
        assert {**one, "text": ""} == {**other, "text": ""}


def test_the_state_of_the_sandwich_battle_is_as_the_contract_says() -> None:
    frame = trace(load("fig-5"))["frames"][7]
    assert frame["state"]["cells"]["d4"] == {"piece": "K", "state": 1}
    assert frame["state"]["hp"] == {"1": 300, "2": 255}
    assert frame["state"]["skills"] == {"α1": "available", "β1": "available", "β2": "available"}
    assert frame["state"]["turn"] == 1
    assert frame["changes"] == {"hp.2": [270, 255]}
    assert frame["cite"].startswith("JP7589901B2 S111")


def test_figure_5_is_told_in_its_three_pictures() -> None:
    """S11."""
    frames = load("fig-5").frames
    axes, same, found = (next(frame.event for frame in frames if frame.event.kind == kind) for kind in ("axes", "same_state", "detect"))
    assert set(axes.axes) == {"vertical", "horizontal", "up_right", "down_right"}
    assert (set(same.cells), same.off_axis) == ({"b2", "d2", "e1"}, ("e1",))
    assert (set(found.cells), set(found.anchors)) == ({"c3", "d3"}, {"b2", "d2"})


def test_changes_and_paths() -> None:
    before, after = {"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 1}, "d": [2], "e": 3}
    assert changes(before, after) == {"a.c": [2, None], "d": [[1], [2]], "e": [None, 3]}
    assert at_path(after, "d.0") == 2
    assert at_path(after, "a.x.y") is None
    assert nearest("zzz", ["a"]) == ""
