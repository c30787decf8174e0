"""The editor: boards, cards and fields set by hand, checked as one goes, saved with comments and order kept (X06)."""

from __future__ import annotations

import random

import pytest
from conftest import runs

from explorer.dashboards import Explorer, explore
from explorer.rules.trace import replay
from explorer.scenarios import read, shipped_names
from explorer.scenarios.writing import written


@pytest.fixture(autouse=True)
def _raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLORER_RAISE", "1")


def editing(name: str) -> Explorer:
    page = explore(name)
    page.act("tab", "edit")
    return page


def test_pieces_are_set_moved_and_taken_and_the_moves_run_again() -> None:
    """X04, X06: a cell is changed, and the same moves tell another story."""
    page = editing("fig-6b")
    assert page.session.frames[-1].state.hp == (300, 230)
    page.act("edit", "erase")
    page.act("press", "c2")
    assert page.session.moves == ("A a2",) and page.session.frames[-1].state.hp == (300, 300)
    page.act("edit", "piece:C2")
    page.act("press", "c2")
    assert page.session.frames[-1].state.hp == (300, 230)
    page.act("edit", "piece:D1")
    page.act("press", "e2")
    assert page.scenario.game.view(page.scenario.game.start)["cells"]["e2"] == {"piece": "D", "state": 1}
    assert "d2" not in page.scenario.game.view(page.scenario.game.start)["cells"]


def test_a_move_that_an_edit_made_impossible_comes_back_when_it_is_possible_again() -> None:
    """X06."""
    page = editing("fig-6b")
    page.act("edit", "piece:M1")
    page.act("press", "a2")
    assert page.session.moves == () and "is no longer allowed" in page._regions["status"].html
    page.act("edit", "erase")
    page.act("press", "a2")
    assert page.session.moves == ("A a2",)


def test_comments_and_order_stay_and_every_edit_can_be_taken_back() -> None:
    """X06."""
    page = editing("rings-functions")
    before = page.scenario.text
    page.act("edit", "ball:4")
    page.act("press", "0a")
    page.act("edit", "rail")
    page.act("press", "1c")
    page.act("write", {"name": "setup.points", "value": "3"})
    text = page.scenario.text
    assert "# 6 erases every other ball on its spoke" in text and 'missing = ["Ic"]' in text and "points = 3" in text
    assert text.index("balls =") < text.index("# 6 erases") and "[[expect]]" not in text
    assert 'name = "my-rings-functions"' in text
    for _ in range(3):
        page.act("undo-edit", "")
    assert page.scenario.text == before and page.scenario.name == "rings-functions"


def test_what_cannot_be_is_told_with_its_place_and_nothing_changes() -> None:
    """X06, X11."""
    page = editing("rings-fig-4")
    before = page.scenario
    for name, value in (("setup.points", "99"), ("setup.count", "77"), ("setup.points", "[["), ("rules.no", "1"), ("setup.__class__", "1")):
        page.act("write", {"name": name, "value": value})
        assert page.scenario is before
    page.act("write", {"name": "setup.points", "value": "99"})
    assert "setup.points" in page._regions["status"].html and "everything stays as it was" in page._regions["status"].html


def test_sections_counts_and_sizes_of_several_fields() -> None:
    """X06, R04."""
    page = editing("rings-fig-16")
    page.act("edit", "spoke")
    page.act("press", "2c@2")
    assert "2C@2" in page.scenario.game.missing(page.scenario.game.start)
    page.act("press", "2c@2")
    assert "2C@2" not in page.scenario.game.missing(page.scenario.game.start)
    page.act("press", "plug@3")
    assert page.scenario.game.start.fields[2].next == 1
    page.act("edit", "ring-")
    assert [len(field.balls) for field in page.scenario.game.start.fields] == [4, 4, 4]
    assert len(page._layout.dials) == 12


def test_cards_are_put_on_slots_and_new_ones_made() -> None:
    """X06."""
    page = editing("effects-fig-5")
    page.act("edit", "new")
    page.act("edit", "card:D")
    page.act("press", "M5")
    page.act("write", {"name": "setup.cards.D", "value": '{power = 7, effects = [{do = "power", add = 1}]}'})
    assert page.scenario.document["setup"]["field"]["M5"] == "D"
    assert page.scenario.game.cards["D"].power == 7
    assert page.session.moves == ("resolve",)


def test_an_outline_of_ones_own_is_edited_too() -> None:
    """X06, S06."""
    page = editing("circle")
    page.act("edit", "piece:G1")
    page.act("press", "a3")
    assert page.scenario.document["setup"]["on"]["a3"] == "G1" and "h1" not in page.scenario.document["setup"]["on"]


@pytest.mark.fuzz
@pytest.mark.parametrize("name", [name for name in shipped_names() if not name.startswith("six-l")])
def test_whatever_is_pressed_the_scenario_can_be_read_and_played(name: str) -> None:
    """X06: random tools on random places; what is open is always what its own text says."""
    dice = random.Random(name)
    page = editing(name)
    for _ in range(runs(200)):
        chips = [
            chip.key
            for block in page._board.editor.palette(page.scenario.document, page.scenario.game, page.tool)
            for one in block.groups
            for chip in one.chips
        ]
        page.act("edit", dice.choice(chips))
        page.act("press", dice.choice(page._layout.targets).name)
        if dice.random() < 0.2:
            page.act("undo-edit", "")
        again = read(written(page.scenario, page.session.moves))
        assert again.game.view(again.game.start) == page.scenario.game.view(page.scenario.game.start)
        assert list(page.session.frames) == replay(page.scenario.game, page.session.moves)


def test_a_section_that_is_not_radial_is_taken_away_like_any_other() -> None:
    page = editing("rings-slanted")
    name = next(iter(page.scenario.document["setup"]["slanted"]))
    page.act("edit", "spoke")
    page.act("press", f"{name[0]}{name[1].lower()}")
    assert name in page.scenario.document["setup"]["missing"] and name not in page.scenario.document["setup"].get("slanted", {})


def test_a_stage_gets_back_a_section_that_is_missing_in_all_stages() -> None:
    text = """
format = 1
name = "two"
mechanic = "rings"
[setup]
balls = "1 .\\n. .\\n. ."
missing = ["Ha"]
[[setup.stages]]
name = "1"
[[setup.stages]]
name = "2"
"""
    page = explore(read(text))
    page.act("tab", "edit")
    page.act("edit", "rail")
    page.act("press", "0a")
    assert [*page.scenario.game.missing(page.scenario.game.start)] == []
    page.act("press", "0a")
    assert [*page.scenario.game.missing(page.scenario.game.start)] == ["Ha"]


@pytest.mark.parametrize("name", ["othello-8x8", "fig-6b"])
@pytest.mark.parametrize("tool", ["row", "row-", "column", "column-"])
def test_cells_keep_their_names_when_the_board_grows_or_shrinks(name: str, tool: str) -> None:
    page = editing(name)
    before = page.scenario.game.view(page.scenario.game.start)["cells"]
    page.act("edit", tool)
    after = page.scenario.game.view(page.scenario.game.start)["cells"]
    assert after == {cell: piece for cell, piece in before.items() if cell in after} and (tool.endswith("-") or len(after) == len(before))
