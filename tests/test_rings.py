"""The ring rotation puzzle: the worked examples frame by frame, and what must always hold."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.boards import rings as board
from explorer.boards.parts import Marks
from explorer.boards.rings.place import BALL, HOLE, places
from explorer.boards.shapes import Disc, checked
from explorer.rules import rings
from explorer.rules.trace import Faulty, IllegalMove, NotationError, replay
from explorer.scenarios import load
from explorer.words import rings as words
from explorer.words import say

FIG_3 = """
1 . . . .
. . 6 . .
. 4 . . .
7 7 2 5 .
. . 7 . .
. . . . .
"""
MISSING = ["0D", "2B"]


def game(balls: str = FIG_3, rules: dict[str, Any] | None = None, **setup: Any) -> rings.Game:
    return rings.read({"balls": balls, **setup}, rules or {})


def told(one: rings.Game, *moves: str) -> list[Any]:
    return [frame.event for frame in replay(one, moves)]


def balls_after(one: rings.Game, *moves: str) -> dict[str, int]:
    view: dict[str, int] = one.view(replay(one, moves)[-1].state)["balls"]
    return view


def all_of(state: rings.State) -> Counter[int]:
    return Counter(kind for node in state.nodes() if (kind := state.kind(node)))


# --- the worked examples, frame by frame ------------------------------------------------------------------------------


def test_fig_4_releases_erases_an_l_and_lets_fall_what_can() -> None:
    """R30."""
    frames = load("rings-fig-4").frames
    assert [frame.event.kind for frame in frames] == ["start", "release", "match", "erase", "fall", "judge", "match"]
    _, released, matched, erased, fell, judged, again = [frame.event for frame in frames]
    assert (released.cell, released.ball, released.next) == ("2a", 7, "3")
    assert [(group.ball, group.cells, group.ring, group.spoke) for group in matched.groups] == [(7, ("2a", "3a", "3b"), "", "")]
    assert (erased.before, erased.after) == (0, 3)
    assert fell.paths == (("3c", "3a"), ("3d", "3b"))
    assert fell.held == (("2b", "2B"),)
    assert (judged.points, again.groups, again.link) == (3, (), 2)


def test_fig_7_turns_a_ring_and_erases_a_row() -> None:
    """R31."""
    frames = load("rings-fig-7").frames
    assert [frame.event.kind for frame in frames] == ["start", "rotate", "match", "erase", "fall", "judge", "match"]
    _, rotated, matched, _, fell, *_ = [frame.event for frame in frames]
    assert rotated.paths == (("4c", "3c"), ("3c", "2c"), ("1c", "0c"))
    assert [(group.spoke, group.cells) for group in matched.groups] == [("3", ("3a", "3b", "3c"))]
    assert fell.paths == (("3d", "3a"),)


def test_fig_7_says_what_the_picture_of_it_says() -> None:
    events = told(load("rings-fig-7").game, "turn c -1")
    assert say(words.sentence(events[1])) == "Ring c turned one spoke counter-clockwise: 4c → 3c, 3c → 2c and 1c → 0c."
    assert say(words.sentence(events[2])) == "Three ★ now lie in a row on spoke 3: 3a, 3b and 3c."
    assert [(say(name), text) for name, text in words.sums(events[3])] == [("life points", "0 + 3 = 3"), ("score", "3 × 10 × 1 = 30")]


# --- turning ----------------------------------------------------------------------------------------------------------


def test_all_three_tables_turn() -> None:
    """R02, R11."""
    one = game(missing=["0D", "2B", "2C", "Mc", "Ha"])
    state = replay(one, ["turn c 1"])[-1].state
    assert one.view(state)["missing"] == ["0D", "2B", "3C", "Ha", "Hc"]
    assert told(one, "turn c 1")[1].sections == (("2C", "3C"), ("Mc", "Hc"))


def test_a_ball_goes_over_the_seam_both_ways() -> None:
    """R10."""
    assert balls_after(game(". .\n" * 5 + "3 .\n"), "turn a 1") == {"0a": 3}
    assert balls_after(game("3 .\n" + ". .\n" * 5), "turn a -1") == {"5a": 3}


@given(st.integers(0, 4), st.sampled_from([1, -1]))
def test_as_many_turns_as_spokes_restore_everything(ring: int, by: int) -> None:
    """R10, R11."""
    one = game("1 2 3 4 5\n2 3 4 5 6\n3 4 5 6 7\n4 5 6 7 1\n5 6 7 1 2\n6 7 1 2 3", missing=[*MISSING, "1C", "Hc", "Ke"])
    state = one.start
    for _ in range(6):
        *_, (_, state) = list(rings.turn(state, rings.Turn(ring, by)))
    assert state == one.start


# --- releasing --------------------------------------------------------------------------------------------------------


def test_the_count_goes_on_from_the_node_or_from_its_own_spoke() -> None:
    """R13."""
    field = ". .\n. .\n2 .\n3 .\n. .\n. .\n"
    assert replay(game(field, count=2), ["release 5"])[-1].state.fields[0].next == 5
    assert replay(game(field, {"count_from": "count"}, count=2), ["release 5"])[-1].state.fields[0].next == 3


def test_all_balls_of_a_release_go_out_before_anything_is_erased() -> None:
    """R12."""
    events = told(game(". .\n" * 6, {"balls": 3}), "release 4 4 4")
    assert [event.kind for event in events] == ["start", "release", "release", "release", "match", "erase", "judge", "match"]


def test_drawn_balls_depend_on_the_seed_alone() -> None:
    """R12."""
    line = ["release", "turn a 1", "release", "release"]
    assert balls_after(game(seed=7), *line) == balls_after(game(seed=7), *line)
    drawn = {tuple(event.ball for event in told(game(seed=seed), *line) if event.kind == "release") for seed in range(20)}
    assert len(drawn) > 5 and {kind for balls in drawn for kind in balls} <= set(range(1, 8))


def test_the_timer_releases_by_itself_and_a_release_starts_it_anew() -> None:
    """R12."""
    one = game(". .\n" * 6, {"interval": 3}, seed=4)
    frames = replay(one, ["wait 2", "release 7", "wait 2", "wait 5"])
    kinds = [[frame.event.kind for frame in frames if frame.move == move and frame.event.kind in ("wait", "release")] for move in (1, 2, 3, 4)]
    assert kinds == [["wait"], ["release"], ["wait"], ["wait", "release", "wait", "release", "wait"]]
    assert [frame.event.ticks for frame in frames if frame.event.kind == "wait"] == [2, 2, 3, 3, 1]
    assert (one.view(frames[-1].state)["ticks"], len(one.view(frames[-1].state)["balls"])) == (1, 3)
    assert one.write(one.parse("wait 12", one.start)) == "wait 12"
    with pytest.raises(NotationError):
        one.parse("wait 0", one.start)


def test_without_an_interval_waiting_releases_nothing() -> None:
    """R12."""
    frames = replay(game(". .\n" * 6, {"interval": 0}), ["wait 100"])
    assert [frame.event.kind for frame in frames] == ["start", "wait"]


def test_the_number_of_balls_is_drawn_with_the_seed_whatever_is_played_in_between() -> None:
    """R12: with the seed 7 the draws are 2, 2 and 3 balls, of the kinds 6 1, 3 7 and 4 6 5."""
    one = game(". . .\n" * 6, {"balls": "random"}, seed=7)
    for line in (["release"] * 3, ["release", "turn a 1", "release 7 7", "release", "wait 2", "release 3", "release"], ["wait 15"]):
        drawn = [event for event in told(one, *line) if event.kind == "release" and event.drawn]
        assert [event.ball for event in drawn] == [6, 1, 3, 7, 4, 6, 5]
        assert [event.number for event in drawn] == [2, 0, 2, 0, 3, 0, 0]
    first, given = told(one, "release")[1], told(one, "release 4")[1]
    assert say(words.sentence(first)).startswith("The draw gives this release 2 balls. The plug releases ✚ to 0a: ")
    assert given.number == 0
    assert say(words.sentence(given)).startswith("The plug releases ■ to 0a: ")
    for text in ("release 1", "release 1 2", "release 1 2 3"):
        assert one.write(one.parse(text, one.start)) == text
    with pytest.raises(IllegalMove, match="Balls in one release: 1–3, not 4"):
        one.parse("release 1 2 3 4", one.start)
    assert Counter(told(game(". .\n" * 6, {"balls": "random"}, seed=seed), "release")[1].number for seed in range(8)) == {1: 3, 2: 5}
    assert all(event.number == 0 for event in told(game(". .\n" * 6, {"balls": 2}), "release") if event.kind == "release")


def test_the_pace_changes_with_the_life_points() -> None:
    """R12: a turn that erases three balls makes the interval 2, which the three ticks gone by are more than: the next one releases."""
    one = game(rules={"pace": [[3, 2], [30, 1]]})
    events = told(one, "wait 3", "turn c -1", "wait 3")
    waits = [event for event in events if event.kind == "wait"]
    assert [(event.by, event.ticks, event.interval, event.since) for event in waits] == [(3, 3, 5, None), (1, 4, 2, 3), (2, 2, 2, 3)]
    assert [event.kind for event in events if event.kind in ("wait", "release", "rotate")] == ["wait", "rotate", "wait", "release", "wait", "release"]
    assert [say(words.sentence(event)) for event in waits] == [
        "3 ticks go by. 3 of 5 until the plug releases by itself.",
        "One tick goes by. That makes 4, more than the 2 that are enough by now: the plug releases by itself. From 3 life points on the interval is 2 ticks.",
        "2 ticks go by. That makes 2: the plug releases by itself. From 3 life points on the interval is 2 ticks.",
    ]


@pytest.mark.parametrize(("points", "interval"), [(-4, (None, 5)), (-3, (-3, 8)), (9, (-3, 8)), (10, (10, 0)), (19, (10, 0)), (20, (20, 1)), (29, (20, 1))])
def test_the_last_pair_that_is_reached_is_the_pace(points: int, interval: tuple[int | None, int]) -> None:
    """R12."""
    one = game(". .\n" * 6, {"pace": [[-3, 8], [10, 0], [20, 1]]}, points=points)
    events = told(one, "wait 1")
    assert (events[1].since, events[1].interval) == interval
    assert ("release" in [event.kind for event in events]) == (interval[1] == 1)
    if not interval[1]:
        assert say(words.sentence(events[1])) == "One tick goes by. The plug never releases by itself. That is so from 10 life points on."


def test_a_field_of_one_ring_pushes_straight_into_the_hole() -> None:
    """R15."""
    one = game("1\n2\n3\n")
    assert [event.kind for event in told(one, "release 4")] == ["start", "push", "hole", "release", "match", "judge"]
    assert balls_after(one, "release 4") == {"0a": 4, "1a": 2, "2a": 3}


def test_a_ball_in_the_hole_ends_nothing_until_the_points_say_so() -> None:
    """R15, R25."""
    frames = replay(game("1\n2\n3\n", {"over": -2}), ["release 4", "release 5"])
    last = frames[-1]
    assert (last.event.kind, last.event.cleared, last.state.points) == ("end", False, -2)
    assert next(frame for frame in frames if frame.event.kind == "judge").state.over is False


# --- erasing ----------------------------------------------------------------------------------------------------------


def test_falling_stops_at_a_missing_section_and_at_an_older_gap() -> None:
    """R22."""
    field = "4 . 5 .\n4 6 . 7\n. . . .\n4 1 2 .\n. . . .\n. . . .\n"
    one = game(field, missing=["3C"], count=2)
    fell = next(event for event in told(one, "release 4") if event.kind == "fall")
    assert fell.paths == (("1b", "1a"), ("3b", "3a"))
    assert fell.held == (("3c", "3C"),)
    assert balls_after(one, "release 4") == {"0c": 5, "1a": 6, "1d": 7, "3a": 1, "3c": 2}


def test_falling_into_any_empty_node_is_an_option() -> None:
    """R22."""
    one = game(". . 5 .\n. 6 . 7\n" + ". . . .\n" * 4, {"falls": "empty"}, missing=["0B"])
    events = told(one, "turn d 1")
    assert [event.kind for event in events] == ["start", "rotate", "fall", "match", "judge"]
    assert balls_after(one, "turn d 1") == {"0b": 5, "1a": 6, "2a": 7}


def test_lines_only_joined_only_and_the_number_are_options() -> None:
    """R20."""
    corner = "5 5\n. .\n. .\n. .\n. .\n5 .\n"
    assert told(game(corner), "turn b 1")[2].groups == ()
    assert [group.cells for group in told(game("5 .\n. .\n5 5\n. .\n. .\n5 .\n"), "turn b 1")[2].groups] == []
    assert [group.cells for group in told(game("5 .\n. .\n. .\n. .\n. .\n5 5\n"), "turn b 1")[2].groups] == [("0a", "0b", "5a")]
    assert told(game("5 .\n. .\n. .\n. .\n. .\n5 5\n", {"lines": True}), "turn b 1")[2].groups == ()
    assert told(game("5 .\n. .\n. .\n. .\n. .\n5 5\n", {"joined": True}, missing=["Ma"]), "turn b 1")[2].groups == ()
    assert [group.cells for group in told(game(corner, {"least": 2}), "turn b 1")[2].groups] == [("0a", "5a")]


def test_a_ring_full_of_one_kind_is_one_group() -> None:
    """R20."""
    one = game("7 .\n7 .\n. .\n7 .\n7 .\n7 .\n", count=2)
    group = told(one, "release 7")[2].groups
    assert [(len(found.cells), len(found.bonds), found.ring) for found in group] == [(6, 6, "a")]


def test_all_groups_go_in_one_link() -> None:
    """R20."""
    one = game("1 1 .\n. . 1\n. . .\n2 2 .\n. . 2\n. . .\n")
    matched, erased = told(one, "turn c -1")[2:4]
    assert [group.ball for group in matched.groups] == [1, 2]
    assert len(erased.cells) == erased.after == 6


def test_a_chain_may_wait_for_the_next_move() -> None:
    """R23."""
    shipped = load("rings-chain").document["setup"]
    one = rings.read(shipped, {"chain": False})
    events = told(one, "turn c -1", "turn e 1")
    assert [event.link for event in events if event.kind == "erase"] == [1, 1]


def test_enough_points_clear_the_stage_in_the_middle_of_a_chain() -> None:
    """R25."""
    one = rings.read(load("rings-chain").document["setup"], {"clear": 5})
    last = replay(one, ["turn c -1"])[-1]
    assert (last.event.kind, last.state.points) == ("end", 6)
    assert one.result(last.state) == (True, "player")
    assert one.legal(last.state) == []
    with pytest.raises(IllegalMove):
        one.parse("release", last.state)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.data())
def test_balls_are_conserved(seed: int, data: st.DataObject) -> None:
    """R21: A ball comes only out of the plug, and goes only by erasing or into a hole."""
    one = game(seed=seed, missing=MISSING, rules={"kinds": 4, "balls": 2})
    state = one.start
    for _ in range(25):
        if not one.legal(state):
            break
        move = data.draw(st.sampled_from(one.legal(state)))
        assert one.parse(one.write(move), state) == move
        for event, after in one.play(state, move):
            came = Counter([event.ball]) if event.kind == "release" else Counter()
            gone = Counter([event.ball]) if event.kind == "push" and event.out else Counter()
            if event.kind == "erase":
                gone = Counter(state.kind(node) for node in map(rings.node_of, event.cells))
            assert all_of(after) + gone == all_of(state) + came
            state = after


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
def test_leaving_out_explanations_changes_no_result(seed: int) -> None:
    one = game(seed=seed, missing=MISSING, rules={"kinds": 2})
    for move in one.legal(one.start):
        *_, full = one.play(one.start, move)
        *_, short = one.play(one.start, move, explain=False)
        assert full.state == short.state


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotationError),
        ("spin c 1", NotationError),
        ("turn f 1", NotationError),
        ("turn c 2", NotationError),
        ("turn c", NotationError),
        ("release 0", NotationError),
        ("release ７", NotationError),
        ("release 7 7", IllegalMove),
    ],
)
def test_moves_that_are_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        game().parse(text, game().start)


@pytest.mark.parametrize(
    ("setup", "place", "near"),
    [
        ({"balls": "1 . .\n. .\n. . .\n"}, "setup.balls, spoke 1", ""),
        ({"balls": "1 0 .\n. . .\n. . .\n"}, "setup.balls, 0b", ""),
        ({"balls": "1 x .\n. . .\n. . .\n"}, "setup.balls, 0b", ""),
        ({"balls": "1 .\n. .\n"}, "setup.balls", ""),
        ({"balls": ""}, "setup.balls", ""),
        ({"missing": ["2b"]}, "setup.missing[0]", "2B"),
        ({"missing": ["2B", "2B"]}, "setup.missing[1]", ""),
        ({"missing": ["Nc"]}, "setup.missing[0]", ""),
        ({"count": 6}, "setup.count", ""),
        ({"points": 30}, "setup.points", ""),
    ],
)
def test_faults_of_a_scenario(setup: dict[str, Any], place: str, near: str) -> None:
    with pytest.raises(Faulty) as caught:
        rings.read(setup, {})
    assert caught.value.faults[0].place == place
    assert caught.value.faults[0].nearest == near


@pytest.mark.parametrize("pace", [[[10, 4], [10, 3]], [[10, 4], [2, 3]]])
def test_life_points_of_the_pace_ascend(pace: list[list[int]]) -> None:
    """R12."""
    with pytest.raises(Faulty) as caught:
        rings.read({}, {"pace": pace})
    assert [str(fault) for fault in caught.value.faults] == [
        f"rules.pace[1][0]: found {pace[1][0]}; allowed more than 10, the life points of the pair before it"
    ]


def test_every_fault_is_told() -> None:
    with pytest.raises(Faulty) as caught:
        rings.read({"balls": "1 .\n.\n. x\n", "missing": ["9Z"], "count": 4}, {"over": 40})
    assert [fault.place for fault in caught.value.faults] == ["setup.balls, spoke 1", "setup.balls, 2b", "setup.missing[0]", "setup.count", "rules.over"]


# --- the board --------------------------------------------------------------------------------------------------------


def test_pressing_a_node_and_the_one_beside_it_turns_the_ring() -> None:
    """R10."""
    one = game()
    chosen = board.press(one, one.start, board.NOTHING, "5c")
    assert chosen.move == "" and board.allowed(one, one.start, chosen.choice) == {"plug", "0c", "4c"}
    assert board.press(one, one.start, chosen.choice, "0c").move == "turn c 1"
    assert board.press(one, one.start, chosen.choice, "4c").move == "turn c -1"
    assert board.press(one, one.start, chosen.choice, "plug").move == "release"
    assert board.press(one, one.start, chosen.choice, "1b").choice == "1b"


@pytest.mark.parametrize("spokes", [3, 6, 7, 18])
@pytest.mark.parametrize("count", [1, 5, 12])
def test_every_node_is_found_under_its_centre(spokes: int, count: int) -> None:
    """R01."""
    one = rings.read({}, {"rings": count, "spokes": spokes})
    size = board.layout(one)
    found = places(one, one.start)
    for target in size.targets:
        assert size.at(*found.node(target.name)) == target.name
    for spoke in range(spokes):
        x, y = found.fields[0].at(count, spoke)
        assert HOLE < x < size.wide - HOLE and HOLE < y < size.high - HOLE


@pytest.mark.parametrize("name", ["rings-fig-4", "rings-fig-7", "rings-chain", "rings-seam", "rings-s1004", "rings-s1006", "rings-s1009", "rings-s120"])
def test_every_frame_and_movement_can_be_drawn(name: str) -> None:
    """R05."""
    scenario = load(name)
    for before, frame in zip(scenario.frames, scenario.frames[1:], strict=False):
        shapes = board.draw(scenario.game, frame.state, [frame.event], Marks("3c", frozenset({"plug", "2c"}), (frame.event,)))
        assert all(map(checked, shapes))
        assert say(words.sentence(frame.event)) and say(words.short(frame.event))
        for share in (0.0, 0.5, 1.0):
            moved = board.moving(scenario.game, before.state, frame.state, (frame.event,), share)
            assert (moved is None) == (frame.event.kind in ("match", "judge"))
            assert all(map(checked, moved or []))


def test_a_movement_begins_where_the_last_frame_stood_and_ends_where_the_next_stands() -> None:
    """The balls of a turning ring, drawn at share 0 and at share 1."""
    scenario = load("rings-fig-7")
    before, after = scenario.frames[:2]
    place = places(scenario.game, before.state)

    def centres(share: float) -> set[tuple[int, int]]:
        moved = board.moving(scenario.game, before.state, after.state, (after.event,), share) or []
        return {(round(shape.x), round(shape.y)) for shape in moved if isinstance(shape, Disc) and shape.radius == BALL}

    for share, state in ((0, before.state), (1, after.state)):
        assert centres(share) == {tuple(map(round, place.node(name))) for name in scenario.game.view(state)["balls"]}


def test_a_polygon_has_straight_rails_and_the_same_rules() -> None:
    """R03."""
    scenario = load("rings-polygon")
    shapes = board.draw(scenario.game, scenario.frames[0].state, [], Marks())
    rails = [shape for shape in shapes if type(shape).__name__ == "Polygon" and shape.stroke == "rail"]
    assert len(rails) == 4 and all(len(shape.points) == 6 for shape in rails)
    assert not [shape for shape in shapes if type(shape).__name__ == "Arc"]
    plain = {**scenario.document["rules"], "outline": "round"}
    other = rings.read(scenario.document["setup"], plain)
    assert [frame.state for frame in replay(other, scenario.moves)] == [frame.state for frame in scenario.frames]


def test_the_whole_field_turned_n_times_is_as_it_was_and_only_where_the_rules_allow_it() -> None:
    """R16."""
    game = load("rings-polygon").game
    state = replay(game, ["turn all 1"] * 6)[-1].state
    assert state.fields == game.start.fields
    assert replay(game, ["turn all 1", "turn all -1"])[-1].state.fields == game.start.fields
    one = replay(game, ["turn all 1"])[-1].state
    each = replay(game, [f"turn {ring} 1" for ring in "abcde"])[-1].state
    assert one.fields == each.fields
    assert "turn all -1" in [game.write(move) for move in game.legal(game.start)]
    with pytest.raises(NotationError):
        load("rings-chain").game.parse("turn all 1", load("rings-chain").game.start)
