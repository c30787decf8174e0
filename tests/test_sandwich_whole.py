"""The sandwich battle as a whole: what the board shows of states, lines, counts and events; stacks, growth and hands on the page."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.boards import sandwich as board
from explorer.boards.parts import Marks
from explorer.boards.sandwich.desk import blocks
from explorer.boards.shapes import Box, Disc, Label, Lines, Polygon
from explorer.dashboards import explore
from explorer.rules import sandwich as rules
from explorer.rules.trace import Faulty, IllegalMove, replay
from explorer.scenarios import load
from explorer.words import sandwich as words
from explorer.words import say

SMALL = {"board": ". . . .\n. B2 C1 .\n", "hp": [100, 100], "pieces": {name: {"parameters": [10, 20]} for name in "ABCDE"}}
EVENTS = {
    "events": {
        "fire": {"effects": [{"when": "entered", "do": "hp", "add": -5}, {"when": "entered", "do": "bar", "to": "around"}]},
        "gust": {"effects": [{"when": "entered", "do": "convert", "to": "beside"}]},
    },
    "cells": {"a1": "fire", "d2": "gust"},
}


def game(extra: dict[str, Any] | None = None, **options: Any) -> rules.Game:
    return rules.read({**SMALL, **(extra or {})}, options)


def shapes(one: rules.Game, **marks: Any) -> list[Any]:
    return board.draw(one, one.start, [], Marks(**marks))


def test_lines_are_shown_always_never_or_while_a_cell_is_chosen() -> None:
    """S07: the frame of the board stays."""

    def lines(settings: dict[str, str], cursor: str = "") -> int:
        return max(len(shape.segments) for shape in shapes(game(), settings=settings, cursor=cursor) if isinstance(shape, Lines))

    assert lines({}) == lines({"grid": "always"}) == lines({"grid": "choosing"}, "a1") == 3 + 5
    assert lines({"grid": "never"}) == lines({"grid": "never"}, "a1") == lines({"grid": "choosing"}) == 4


def test_states_are_told_by_colour_shape_badge_or_facing_and_never_by_colour_alone() -> None:
    """S09."""
    one = game()
    by_value = [shape.text for shape in shapes(one) if isinstance(shape, Label)]
    assert {"10", "20"} <= set(by_value)
    shaped = [shape for shape in shapes(one, settings={"states": "shape"}) if not isinstance(shape, Label) and getattr(shape, "fill", "").startswith("player")]
    assert {type(shape) for shape in shaped} == {Disc, Polygon}
    badges = [shape.text for shape in shapes(one, settings={"states": "badge"}) if isinstance(shape, Label)]
    assert badges.count("1") >= 2 and badges.count("2") >= 2
    noses = [shape for shape in shapes(one, settings={"states": "facing"}) if isinstance(shape, Polygon) and shape.fill == "outline"]
    tips = {tuple(round(value) for value in shape.points[0]) for shape in noses}
    assert len(noses) == 2 and len(tips) == 2


def test_every_cell_shows_how_many_a_placement_would_sandwich() -> None:
    """S52: as a number, as a colour, or both; the same as the detection finds."""
    one = load("fig-5").game
    counts = board.counts(one, one.start)
    assert counts["d4"] == 2 and counts["a1"] == 0
    for name, count in counts.items():
        cell = one.topology.cell(name)
        assert cell is not None and count == len({k for run in one.runs(one.start.states, cell, 1) for k in run.cells})
    drawn = {way: board.draw(one, one.start, [], Marks(settings={"counts": way}, counts=counts)) for way in ("number", "colour", "both")}
    numbers = {way: sum(isinstance(shape, Label) and shape.size == 20 for shape in one) for way, one in drawn.items()}
    heat = {way: sum(getattr(shape, "fill", "").startswith("heat") for shape in one) for way, one in drawn.items()}
    assert numbers == {"number": len(counts), "colour": 0, "both": len(counts)}
    some = sum(bool(count) for count in counts.values())
    assert heat == {"number": 0, "colour": some, "both": some}


def test_the_counts_are_asked_for_once_a_position_and_shown_on_the_page() -> None:
    """S52."""
    page = explore("fig-5")
    assert page.marks().counts == {}
    page.act("set", "counts:both")
    assert page.marks().counts["d4"] == 2
    page.act("set", "counts:nonsense")
    page.act("set", "nonsense:both")
    assert page.settings == {"counts": "both"}


def test_events_are_shown_in_full_by_kind_or_not_at_all_in_all_given_or_drawn_cells() -> None:
    """S45."""
    told = {way: {cell: one.told_of(one.start, one.topology.cell(cell) or 0) for cell in ("a1", "d2")} for way, one in shown().items()}
    assert told["full"] == {"a1": "fire", "d2": "gust"}
    assert told["kind"] == {"a1": "hp/bar", "d2": "convert"}
    assert told["hidden"] == {"a1": "", "d2": ""}
    given = game({**EVENTS, "shown_cells": ["d2"]})
    assert [given.told_of(given.start, given.topology.cell(cell) or 0) for cell in ("a1", "d2")] == ["", "gust"]
    drawn = game({**EVENTS, "shown_cells": 1, "seed": 4})
    assert sorted(bool(drawn.told_of(drawn.start, k)) for k, _ in drawn.start.events) == [False, True]
    table = next(table for table in board.tables(shown()["full"], shown()["full"].start, load("fig-5").frames[0].event) if say(table.title) == "Events")
    assert [row[0] for row in table.rows] == ["gust", "fire", "fire"] and "HP" in say(table.rows[1][1])
    hidden = shown()["hidden"]
    assert "fire" not in str(board.tables(hidden, hidden.start, load("fig-5").frames[0].event))
    labels = [shape.text for shape in board.draw(hidden, hidden.start, [], Marks()) if isinstance(shape, Label)]
    assert not {"fire", "gust"} & set(labels)
    with pytest.raises(Faulty, match="at most 2"):
        game({**EVENTS, "shown_cells": 3})


def shown() -> dict[str, rules.Game]:
    return {way: game(EVENTS, events_shown=way) for way in ("full", "kind", "hidden")}


def test_the_cells_that_an_event_will_touch_are_shown_or_only_their_number() -> None:
    """S45."""
    one = game(EVENTS)
    assert set(one.reach(one.start, "a1")) == {"a2", "b1", "b2"}
    assert set(one.reach(one.start, "d2")) == {"c1"}
    frames = [
        shape for shape in shapes(one, reach=one.reach(one.start, "a1"), cursor="a1") if isinstance(shape, Box) and shape.stroke == "amber" and shape.width == 3
    ]
    assert len(frames) == 3
    number = game(EVENTS, event_reach="number")
    drawn = shapes(number, reach=number.reach(number.start, "a1"), cursor="a1")
    assert [shape.text for shape in drawn if isinstance(shape, Label) and shape.size == 16 and shape.bold] == ["3"]
    assert not [shape for shape in drawn if isinstance(shape, Box) and shape.stroke == "amber" and shape.width == 3]
    assert game(EVENTS, event_reach="none").reach(one.start, "a1") == ()
    assert game(EVENTS, events_shown="hidden").reach(one.start, "a1") == ()


def test_next_pieces_are_shown_as_the_rules_say() -> None:
    """S37: of the player who is not to move 0, 1, 2 … or all, with parameters or by name."""
    setup = {"hands": [["A"], ["D", "E"]]}
    for number, texts in ((-1, ["D", "E"]), (0, ["?", "?"]), (1, ["D", "?"]), (9, ["D", "E"])):
        one = game(setup, shown=number)
        mine, other = board.sides(one, one.start, board.NOTHING)
        assert [chip.text for chip in other.groups[0].chips] == texts
        assert [chip.text for chip in mine.groups[0].chips] == ["A"]
    names = game(setup, shown_as="names")
    assert [chip.value for chip in board.sides(names, names.start, board.NOTHING)[1].groups[0].chips] == ["", ""]


def test_action_points_are_spent_come_back_and_may_lose_the_game() -> None:
    """S38."""
    setup = {"board": ". . . .\n. . . .\n", "hands": [["A", "B"], ["C", "D"]]}
    one = game(setup, action_points=3, place_cost=2, points_back=1)
    points = [one.view(frame.state)["points"] for frame in replay(one, ["A a1", "C b1", "B c1"]) if frame.event.kind == "points"]
    assert points == [{"1": 1, "2": 3}, {"1": 2, "2": 3}, {"1": 2, "2": 1}, {"1": 2, "2": 2}, {"1": 0, "2": 2}, {"1": 1, "2": 2}]
    poor = game(setup, action_points=2, place_cost=2)
    last = replay(poor, ["A a1", "C b1"])[-1]
    assert (last.event.kind, last.event.why, last.event.winner) == ("end", "stuck", None)
    skilled = {**setup, "skills": {"s": {"effects": [{"do": "hp", "add": 5}]}}, "pieces": {**SMALL["pieces"], "A": {"parameters": [1, 1], "skill": "s"}}}
    with pytest.raises(IllegalMove, match="has 3 action points, and 4 are needed"):
        game(skilled, action_points=3, place_cost=2, skill_cost=2).parse("A a1 use s", game(skilled, action_points=3).start)
    assert say(words.sentence(replay(one, ["A a1"])[2].event)) == "The placement costs player 1 action points: 3 → 1."


def test_a_stack_is_drawn_told_and_counted() -> None:
    """S08: its edges show, the table lists it, and a piece on it counts as its owner says."""
    one = load("stacked-named").game
    state = replay(one, ["A d2 counts K"])[-1].state
    rows = {row[0]: row[1] for row in board.tables(one, state, load("stacked-named").frames[-1].event)[0].rows}
    assert rows["d2"] == "A (K) = K"
    assert sum(isinstance(shape, Disc) and shape.fill == "slot" for shape in board.draw(one, state, [], Marks())) == 1
    for text, reason in (("A d2 counts B", "does not stand on d2"), ("A b2", "is taken by C")):
        with pytest.raises(IllegalMove, match=reason) if "counts" in text else pytest.raises(IllegalMove):
            one.parse(text, one.start._replace(states=tuple(2 if owner == 1 and "b2" in text else owner for owner in one.start.states)))
    with pytest.raises(IllegalMove, match="does not stand"):
        load("stacked-sum").game.parse("A d2 counts K", load("stacked-sum").game.start)


def test_a_piece_that_is_moved_or_taken_off_a_stack_leaves_the_one_under_it() -> None:
    """S08, S40."""
    setup = {
        "board": ". . . .\n. K1 . .\n", "hp": [100, 100], "under": {"b1": ["B"]}, "hands": [["A"], ["D"]],
        "pieces": {"A": {"parameters": [1, 1], "skill": "gulp"}, **{name: {"parameters": [5, 5]} for name in "BDK"}},
        "skills": {"gulp": {"effects": [{"do": "remove", "to": "chosen"}]}},
    }  # fmt: skip
    one = rules.read(setup, {"stacking": "last"})
    cells = one.view(replay(one, ["A d2 use gulp on K"])[-1].state)["cells"]
    assert cells["b1"] == {"piece": "B", "state": 1}


@pytest.mark.parametrize(
    ("extra", "options", "place"),
    [
        ({"paths": [["a1", "b1", "z9"]]}, {"relation": "paths"}, "setup.paths[0]"),
        ({}, {"relation": "paths"}, "rules.relation"),
        ({"paths": [["a1", "b1", "c1"]]}, {}, "setup.paths"),
        ({"under": {"b1": ["A"]}}, {}, "setup.under.b1"),
        ({"under": {"a1": ["A"]}}, {"stacking": "sum"}, "setup.under.a1"),
        ({"growth": [{"fed": "X", "add": [1, 1]}]}, {}, "setup.growth[0].fed"),
        ({"growth": [{"fed": "A", "add": [1]}]}, {}, "setup.growth[0].add"),
        ({"growth": [{"fed": "A"}]}, {}, "setup.growth[0]"),
        ({"pieces": {**SMALL["pieces"], "A": {"parameters": [1, 1], "fed": ["D"]}}}, {}, "setup.pieces.A.fed[0]"),
        ({}, {"arrangements": [{"rate": 2}]}, "rules.arrangements[0]"),
        ({}, {"arrangements": [{"shape": "o", "rate": 2}]}, "rules.arrangements[0].shape"),
        ({}, {"arrangements": [{"cells": ["z1"], "rate": 2}]}, "rules.arrangements[0].cells[0]"),
    ],
)
def test_faults_of_what_is_new(extra: dict[str, Any], options: dict[str, Any], place: str) -> None:
    """X11."""
    with pytest.raises(Faulty) as caught:
        rules.read({**SMALL, **extra}, dict(options))
    assert place in [fault.place for fault in caught.value.faults]


def test_an_outline_that_does_not_hold_together_is_told() -> None:
    """S06, X11."""
    document = load("circle").document["setup"]
    outline = {"cells": {"a1": [0, 0], "b1": [1, 0]}, "lines": [{"axis": "row", "cells": "a1 b1 c1"}, {"axis": "row", "cells": "a1 a1"}]}
    with pytest.raises(Faulty) as caught:
        rules.read({**document, "outline": outline, "on": {"z9": "A1"}, "board": ". .\n"}, {})
    assert {"setup.outline.lines[0].cells", "setup.outline.lines[1].cells", "setup.on.z9", "setup.board"} <= {fault.place for fault in caught.value.faults}


def test_the_workbench_follows_the_rule_that_decides() -> None:
    """S46: the first that fits, for each state, and the skill."""
    one = load("battle").game
    ultra = next(name for name, piece in one.pieces.items() if piece.rank == "ultra rare")
    plain = next(name for name, piece in one.pieces.items() if piece.rank == "normal" and piece.attribute == "Z")
    picks = board.desk.begin(one)
    assert picks is not None
    for fed, rule in ((ultra, 1), (plain, 5)):
        eater = next(name for name in one.pieces if name not in (ultra, plain))
        bench = blocks(one, picks._replace(eater=eater, fed=fed))[-1]
        assert say(bench.about).startswith(f"Rule {rule} decides")
        grown = rules.grow(one.pieces[eater], one.pieces[fed], one.growth)
        assert [row[2] for row in bench.tables[0].rows[:2]] == [str(grown.value("attack", state)) for state in (1, 2)]
    assert rules.grow(one.pieces[ultra], one.pieces[plain], ()) == one.pieces[ultra]


def test_a_skill_is_chosen_its_target_pressed_on_the_board_and_used_by_itself() -> None:
    """S41, S42: on anybody's turn; the table then says what became of it."""
    page = explore("fig-9-12")
    page.act("still", True)
    sides = lambda: str(page._regions["sides"].html)  # noqa: E731
    page.act("press", "skill:α1")
    assert "Choose the piece that α1 acts on" in page._regions["status"].html
    page.act("press", "c3")
    assert "Use α1 now" in sides() and "→ A" in sides()
    page.act("press", "move:use α1 on A")
    assert page.session.moves == ("use α1 on A",)
    assert next(line for line in page.session.frame.state.skills if line.skill == "α1").why == "used"
    last = load("fig-9-12")
    table = next(table for table in board.tables(last.game, last.frames[-1].state, last.frames[-1].event) if say(table.title) == "Skills")
    told = [say(row[3]) for row in table.rows]
    assert any(text.startswith("disabled: ") and " was turned on " in text for text in told)
