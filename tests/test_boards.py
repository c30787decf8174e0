"""Boards and painters: what a frame looks like, without a browser (S11, S50, S51, X14, X32, X33)."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from explorer.boards.palette import DARK, LIGHT, PALETTES
from explorer.boards.parts import Marks
from explorer.boards.shapes import Box, Disc, Label, Lines, checked, hatching
from explorer.mechanics import mechanic, mechanics
from explorer.painters import canvas as painter
from explorer.painters.svg import svg
from explorer.rules.trace import Frame
from explorer.scenarios import Scenario, load, shipped_names
from explorer.still import picture, story

BIG_ENOUGH_TO_TELL = 3  # contrast of marks and large text, WCAG AA


def shapes(scenario: Scenario, frame: Frame, marks: Marks | None = None) -> list[Any]:
    return list(scenario.mechanic.board.draw(scenario.game, frame.state, story(scenario.frames, frame), marks or Marks()))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The size in bytes of every message to the canvases."""
    from ipycanvas.utils import commands_to_buffer

    sizes: list[int] = []

    def record(command: Any, buffers: Any = ()) -> None:
        _, data = commands_to_buffer(command)
        sizes.append(len(data) + sum(len(one) for one in buffers))

    monkeypatch.setattr(painter._CANVAS_MANAGER, "_send_custom", record)
    return sizes


@pytest.mark.parametrize("name", shipped_names())
def test_a_still_frame_is_one_message_of_at_most_6_kb(name: str, sent: list[int]) -> None:
    scenario = load(name)
    board = scenario.mechanic.board
    size = board.layout(scenario.game)
    surface = painter.Surface(size.wide, size.high)
    limit = 250 * max(24, len(size.targets))  # 6 kB for 24 cells, and as much a cell on larger boards
    if getattr(getattr(scenario.game, "topology", None), "shape", "square") != "square":
        limit = limit * 6 // 5  # cells that are not squares have outlines of their own
    for frame in scenario.frames:
        marks = Marks(size.targets[0].name, board.allowed(scenario.game, frame.state, board.NOTHING))
        before = len(sent)
        surface.paint(shapes(scenario, frame, marks), LIGHT)
        assert len(sent) == before + 1
        assert sent[-1] <= limit, (frame.index, sent[-1])


@pytest.mark.parametrize("name", shipped_names())
@pytest.mark.parametrize("style", PALETTES)
def test_every_frame_is_well_formed_svg_within_its_board(name: str, style: str) -> None:
    scenario = load(name)
    for frame in scenario.frames:
        root = ET.fromstring(picture(scenario, frame, style=style))
        assert root.tag.endswith("svg") and root[0].tag.endswith("title")


@pytest.mark.parametrize("name", shipped_names())
def test_frames_of_the_same_state_and_story_are_drawn_the_same(name: str) -> None:
    scenario = load(name)
    for frame in scenario.frames:
        assert shapes(scenario, frame) == shapes(scenario, frame)


@pytest.mark.parametrize("bad", [Disc(0, 0, -1), Disc(math.nan, 0, 1), Box(0, 0, 1, math.inf), Lines(((0, 0, math.nan, 1),), "ink", 1), Label(0, 0, "x", -3)])
def test_a_bad_number_never_reaches_a_canvas_and_the_next_picture_is_painted(bad: Any, sent: list[int]) -> None:
    with pytest.raises(ValueError, match="in "):
        checked(bad)
    surface = painter.Surface(10, 10)
    with pytest.raises(ValueError, match="in "):
        surface.paint([bad], LIGHT)
    assert sent == []
    surface.paint([Disc(5, 5, 1, "ink")], LIGHT)
    assert len(sent) == 1


def test_an_unknown_colour_leaves_the_buffer_as_it_was(sent: list[int]) -> None:
    surface = painter.Surface(10, 10)
    with pytest.raises(KeyError):
        surface.paint([Disc(5, 5, 1, "no such role")], LIGHT)
    assert (sent, painter._CANVAS_MANAGER._caching, painter._CANVAS_MANAGER._commands_cache) == ([], False, [])
    with pytest.raises(KeyError):
        svg([Disc(5, 5, 1, "no such role")], 10, 10, LIGHT)


@pytest.mark.parametrize("name", shipped_names())
def test_a_point_inside_a_target_hits_it_and_no_other(name: str) -> None:
    """X33."""
    scenario = load(name)
    size = scenario.mechanic.board.layout(scenario.game)
    assert len({target.name for target in size.targets}) == len(size.targets)
    for target in size.targets:
        many = len(target.outline)
        middle = tuple(sum(point[k] for point in target.outline) / many for k in (0, 1))
        across = tuple((target.outline[many // 4][k] + target.outline[many * 3 // 4][k]) / 2 for k in (0, 1))  # of an outline that is bent
        assert target.name in (size.at(*middle), size.at(*across))
        assert all(0 <= x <= size.wide and 0 <= y <= size.high for x, y in (middle, across))
    assert size.at(-1, -1) is None


@pytest.mark.parametrize(("rings", "spokes"), [(5, 6), (1, 3), (12, 18)])
def test_every_node_lies_in_exactly_the_dial_that_turns_its_ring(rings: int, spokes: int) -> None:
    """R10."""
    kind = mechanic("rings")
    game = kind.rules.read({}, {"rings": rings, "spokes": spokes})
    size = kind.board.layout(game)
    for target in size.targets:
        x, y = (sum(point[k] for point in target.outline) / len(target.outline) for k in (0, 1))
        found = [dial for dial in size.dials if dial.inner <= math.hypot(x - dial.x, y - dial.y) < dial.outer]
        ring = target.name[-1]
        assert [(dial.forth, dial.back) for dial in found] == ([] if target.name == "plug" else [(f"move:turn {ring} 1", f"move:turn {ring} -1")])
    for dial in size.dials:
        assert dial.step == pytest.approx(2 * math.pi / spokes)
        assert dial.outer <= min(dial.x, dial.y, size.wide - dial.x, size.high - dial.y)
        for key in (dial.forth, dial.back):
            assert game.parse(kind.board.press(game, game.start, kind.board.NOTHING, key).move, game.start)


def test_hatching_stays_inside() -> None:
    for x1, y1, x2, y2 in hatching(10, 20, 50, 30, "ink").segments:
        assert min(x1, x2) >= 10 and max(x1, x2) <= 60 and min(y1, y2) >= 20 and max(y1, y2) <= 50


def test_axes_shading_hatching_and_hints_are_drawn() -> None:
    """S11, S50, S51."""
    scenario = load("fig-5")
    kinds = {frame.event.kind: frame for frame in scenario.frames}

    def count(frame: Frame, role: str, marks: Marks | None = None) -> int:
        return sum(role in (getattr(shape, "fill", ""), getattr(shape, "stroke", "")) for shape in shapes(scenario, frame, marks))

    assert count(kinds["axes"], "accent") > count(kinds["place"], "accent")
    assert (count(kinds["axes"], "shade"), count(kinds["same_state"], "shade")) == (0, 2)
    assert (count(kinds["same_state"], "red"), count(kinds["detect"], "red")) == (0, 2)
    assert count(kinds["detect"], "amber") == 2
    start = scenario.frames[0]
    preview = tuple(frame.event for frame in scenario.frames if frame.move == 1)
    assert count(start, "allowed", Marks(allowed=frozenset({"a1", "a2"}))) == 2
    assert count(start, "red", Marks("d4", preview=preview)) > 0


def test_the_field_table_lists_every_cell_in_step_with_the_board() -> None:
    """S02."""
    scenario = load("fig-5")
    first, last = (next(iter(scenario.mechanic.board.tables(scenario.game, frame.state, frame.event))) for frame in (scenario.frames[0], scenario.frames[9]))
    assert [row[0] for row in first.rows] == [f"{column}{row}" for column in "abcdef" for row in range(1, 5)]
    row = [row[0] for row in first.rows].index("c3")
    assert (first.rows[row], last.rows[row]) == (("c3", "A", "2", "–"), ("c3", "A", "1", "–"))
    assert last.marked == {row}


def test_both_sides_show_hp_pieces_and_skills_and_a_placed_piece_leaves_its_list() -> None:
    """S53."""
    scenario = load("fig-9-12")
    board = scenario.mechanic.board

    def shown(index: int) -> list[tuple[int, list[str], list[str]]]:
        found = []
        for side in board.sides(scenario.game, scenario.frames[index].state, board.NOTHING):
            chips = [[str(chip.text) for chip in group.chips] for group in side.groups]
            found.append((side.points, chips[0], chips[1]))
        return found

    (first, second), (later, _) = shown(0), shown(10)
    assert (first[0], first[1][0], first[2]) == (300, "E", ["α1", "α2"])
    assert (second[2], len(second[1])) == (["β1", "β2"], 10)
    assert (later[1][0], later[2]) == ("G", ["α1", "α2", "α3"])


# --- colours


def luminance(colour: str) -> float:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


ON_PANEL = ("ink", "soft", "accent", "red")
TEXT = [(text, "panel") for text in ON_PANEL] + [(text, ground) for text in ("ink", "soft") for ground in ("paper", "slot", "accent-soft")]
TEXT += [
    ("accent", "accent-soft"),
    ("ink", "shade"),
    ("ink", "red-soft"),
    ("red", "slot"),
    ("red", "accent-soft"),
    ("accent-ink", "accent"),
    ("red-ink", "red"),
]
MARKS = [
    ("accent", "panel"),
    ("amber", "panel"),
    ("amber", "paper"),
    ("amber", "slot"),
    ("red", "red-soft"),
    ("outline", "panel"),
    ("allowed", "panel"),
    ("soft", "panel"),
]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_has_a_contrast_of_4_5_and_marks_of_3(palette: dict[str, str]) -> None:
    """X32."""
    discs = [(f"player{k}-ink", f"player{k}") for k in range(1, 9)] + [(f"kind{k}-ink", f"kind{k}") for k in range(1, 10)]
    weak = {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in TEXT + discs if contrast(palette[pair[0]], palette[pair[1]]) < 4.5}
    weak |= {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in MARKS if contrast(palette[pair[0]], palette[pair[1]]) < BIG_ENOUGH_TO_TELL}
    assert not weak


@pytest.mark.parametrize("name", mechanics())
def test_every_board_keeps_the_contract_of_a_board(name: str) -> None:
    board = mechanic(name).board
    for part in ("TONES", "NOTHING", "layout", "draw", "sides", "press", "allowed", "tables", "cell_label"):
        assert hasattr(board, part)
    assert set(board.TONES.values()) <= {"calm", "found", "loss", "gain", "change"}
