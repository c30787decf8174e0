"""The ring rotation puzzle as a whole: several fields, starts, sections that are not radial, stages, score, the clock."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conftest import runs
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.boards import rings as board
from explorer.boards.parts import Marks
from explorer.boards.rings.place import BALL, TEETH, places
from explorer.boards.shapes import Disc, checked
from explorer.dashboards import explore
from explorer.rules import rings
from explorer.rules.trace import Faulty, IllegalMove, NotationError, replay
from explorer.scenarios import load, shipped_names
from explorer.words import rings as words
from explorer.words import say

EMPTY = ". . .\n" * 6


def game(setup: dict[str, Any], **rules: Any) -> rings.Game:
    return rings.read(setup, rules)


def told(one: rings.Game, *moves: str) -> list[Any]:
    return [frame.event for frame in replay(one, moves)]


def after(one: rings.Game, *moves: str) -> dict[str, Any]:
    return one.view(replay(one, moves)[-1].state)


# --- several fields


def test_geared_neighbours_turn_by_turns_the_other_way_and_on_through_the_row() -> None:
    """R04, R32."""
    one = game({"fields": [{"balls": "1 1 1\n" + ". . .\n" * 5} for _ in range(4)]}, clear=99)
    first = replay(one, ["turn c 1"])[1]
    assert first.event.turns == (1, -1, 1, -1)
    assert [name for name in one.view(first.state)["balls"] if "c" in name] == ["1c", "5c@2", "1c@3", "5c@4"]
    for text, turns in (("turn c@2 1", (-1, 1, -1, 1)), ("turn c@4 -1", (1, -1, 1, -1))):
        assert replay(one, [text])[1].event.turns == turns
    assert replay(one, ["turn c@2 -1"])[-1].state.fields == replay(one, ["turn c 1"])[-1].state.fields
    assert [one.write(move) for move in one.legal(one.start) if "c" in one.write(move)] == ["turn c 1", "turn c -1"]


def test_a_neighbour_without_the_ring_ends_the_row() -> None:
    """R04: a smaller field in the middle parts two trains of its missing ring."""
    one = game({"fields": [{"balls": EMPTY}, {"balls": ". .\n" * 5}, {"balls": EMPTY}]})
    assert [replay(one, [text])[1].event.turns for text in ("turn b 1", "turn c 1", "turn c@3 -1")] == [(1, -1, 1), (1, 0, 0), (0, 0, -1)]
    written = [one.write(move) for move in one.legal(one.start)]
    assert [text for text in written if text.endswith(" 1")] == ["turn a 1", "turn b 1", "turn c 1", "turn c@3 1"]
    assert [text for text in written if "release" in text] == ["release", "release@2", "release@3"]
    with pytest.raises(NotationError, match="There is no ring c@2"):
        one.parse("turn c@2 1", one.start)


def test_each_field_has_its_plug_and_its_count_and_life_points_are_shared() -> None:
    """R04."""
    one = game({"fields": [{"balls": EMPTY, "count": 2}, {"balls": EMPTY}]}, interval=3)
    assert after(one, "release@2 7")["balls"] == {"0a@2": 7}
    assert after(one, "release@2 7")["count"] == [2, 1]
    frames = replay(one, ["wait 3"])
    assert [frame.event.cell for frame in frames if frame.event.kind == "release"] == ["2a", "0a@2"]
    assert one.view(frames[-1].state)["count"] == [3, 1]
    full = game({"fields": [{"balls": "1\n2\n3\n"}, {"balls": "4\n5\n6\n"}]})
    assert after(full, "release 7", "release@2 7")["points"] == -2


def test_groups_do_not_hang_together_over_fields() -> None:
    """R04, R20."""
    one = game({"fields": [{"balls": "5 .\n5 .\n. .\n"}, {"balls": "5 .\n5 .\n. .\n", "count": 2}]})
    erased = [event.cells for event in told(one, "release@2 5") if event.kind == "erase"]
    assert erased == [("0a@2", "1a@2", "2a@2")]
    assert after(one, "release@2 5")["balls"] == {"0a": 5, "1a": 5}


def test_a_whole_field_turns_its_neighbours_too() -> None:
    """R04, R16."""
    one = game({"fields": [{"balls": "1 2\n. .\n. .\n"}, {"balls": "3 4\n. .\n. .\n"}]}, whole=True)
    assert after(one, "turn all@2 1")["balls"] == {"1a@2": 3, "1b@2": 4, "2a": 1, "2b": 2}
    assert say(words.sentence(told(one, "turn all@2 1")[1])) == "Field 2 turned one spoke clockwise. Geared with it, field 1 turns counter-clockwise."


@pytest.mark.parametrize(
    ("text", "error"), [("turn c@4 1", NotationError), ("release@0", NotationError), ("release@4 7", NotationError), ("turn c@ 1", NotationError)]
)
def test_fields_that_there_are_not_are_refused(text: str, error: type[Exception]) -> None:
    """R04."""
    one = load("rings-fig-16").game
    with pytest.raises(error, match="There is no field"):
        one.parse(text, one.start)


@pytest.mark.parametrize("name", ["rings-fig-16", "rings-slanted", "rings-polygon", "rings-functions"])
def test_as_many_turns_as_spokes_restore_all_three_tables(name: str) -> None:
    """R10, R11: erasing and falling off, so the turns alone."""
    start = load(name).game.start
    for field, one in enumerate(start.fields):
        for ring in range(len(one.balls)):
            for by in (1, -1):
                state = start
                for _ in range(one.width):
                    *_, (_, state) = list(rings.turn(state, rings.Turn(ring, by, field)))
                assert state == start


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_balls_are_conserved_over_several_fields(seed: int, fields: int) -> None:
    """R04, R15, R21: before + released = after + erased + into holes."""
    dice = random.Random(seed)
    sizes = [(dice.randint(1, 4), dice.randint(3, 7)) for _ in range(fields)]
    setup = {"seed": seed, "fields": [{"balls": "\n".join([" ".join(["."] * r)] * s), "missing": ["1A"]} for r, s in sizes]}
    one = game(setup, kinds=3, balls=3, guided=dice.random() < 0.5, over=-99)
    state = one.start
    for _ in range(20):
        legal = one.legal(state)
        if not legal:
            break
        for event, now in one.play(state, dice.choice(legal)):
            came = Counter([event.ball]) if isinstance(event, rings.Released) else Counter()
            gone = Counter([event.ball]) if event.kind == "push" and event.out else Counter()
            if event.kind == "erase":
                gone = Counter(state.kind(rings.node_of(name)) for name in event.cells)
            assert balls(now) + gone == balls(state) + came
            state = now


def balls(state: rings.State) -> Counter[int]:
    return Counter(kind for node in state.nodes() if (kind := state.kind(node)))


# --- starts


def test_starts_are_taken_in_turn_or_drawn_and_thrown_with_the_seed() -> None:
    """R06."""
    texts = [f"{kind} .\n. .\n. .\n" for kind in range(1, 6)]
    line = ["stage 1"] * 9
    in_turn = [frame.state.fields[0].balls[0][0] for frame in replay(game({"starts": texts}), line)]
    assert in_turn == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    drawn = {seed: [frame.state.fields[0].balls[0][0] for frame in replay(game({"starts": texts, "seed": seed}, start="random"), line)] for seed in range(5)}
    assert len({tuple(one) for one in drawn.values()}) == 5 and all(len(set(one)) > 2 for one in drawn.values())
    assert drawn[3] == [frame.state.fields[0].balls[0][0] for frame in replay(game({"starts": texts, "seed": 3}, start="random"), line)]


def test_a_wholly_random_start_has_as_many_balls_as_it_says_of_kinds_there_are() -> None:
    """R06."""
    one = game({"fill": 14, "seed": 5}, kinds=4)
    states = [frame.state for frame in replay(one, ["stage 1"] * 20)]
    assert {balls(state).total() for state in states} == {14}
    assert {kind for state in states for kind in balls(state)} == {1, 2, 3, 4}
    assert len({state.fields for state in states}) == 21
    assert states == [frame.state for frame in replay(game({"fill": 14, "seed": 5}, kinds=4), ["stage 1"] * 20)]


# --- sections that are not radial


def test_a_slanted_section_stays_with_its_outer_ring_and_its_fall_follows_it() -> None:
    """R07."""
    one = load("rings-slanted").game
    assert after(one)["slanted"] == {"2B": "3a"}
    assert after(one, "turn a 1")["slanted"] == {"2B": "3a"}
    assert after(one, "turn b -1")["slanted"] == {"1B": "2a"}
    fell = next(event for event in told(one, "release 5") if event.kind == "fall")
    assert fell.ways == (("2b", "3a"), ("2c", "2b"), ("4b", "4a"))


def test_a_ball_may_wind_inward_over_several_slanted_sections() -> None:
    """R07: 5d goes by 5D to 0c, by 0C to 1b, by 1B to 0a, over the seam and back."""
    slanted = {"5D": "0c", "0C": "1b", "1B": "0a"}
    free = game({"balls": ". . . .\n" * 5 + ". . . 5\n", "slanted": slanted}, falls="empty")
    assert next(event for event in told(free, "turn a 1") if event.kind == "fall").ways == (("5d", "0c", "1b", "0a"),)
    taken = game({"balls": ". . . .\n. 3 . .\n. . . .\n. . . .\n. . . .\n. . . 5\n", "slanted": {"5D": "0c", "0C": "1b"}, "missing": ["1B"]}, falls="empty")
    fell = next(event for event in told(taken, "turn a 1") if event.kind == "fall")
    assert (fell.ways, fell.held) == ((("5d", "0c"),), (("1b", "1B"),))


def test_neighbours_joined_by_a_slanted_section_count_where_sections_count() -> None:
    """R07, R20."""
    setup = {"balls": ". . .\n4 . .\n. 4 4\n. . .\n. . .\n. . .\n", "slanted": {"2B": "1a"}, "missing": []}
    assert [group.cells for group in game(setup, joined=True).groups(game(setup).start)] == [("1a", "2b", "2c")]
    assert game(setup).groups(game(setup).start) == []


@pytest.mark.parametrize(
    ("slanted", "place"),
    [({"2A": "3a"}, "slanted.2A"), ({"2b": "3a"}, "slanted.2b"), ({"2B": "3b"}, "slanted.2B"), ({"0C": "1b"}, "slanted.0C"), ({"9B": "1a"}, "slanted.9B")],
)
def test_faults_of_slanted_sections(slanted: dict[str, str], place: str) -> None:
    """R07."""
    with pytest.raises(Faulty) as caught:
        game({"balls": EMPTY, "slanted": slanted, "missing": ["0C"]})
    assert [fault.place for fault in caught.value.faults] == [f"setup.{place}"]
    assert caught.value.faults[0].allowed


# --- a release that keeps to the sections


def test_a_guided_ball_that_finds_no_way_out_stays_in_the_plug() -> None:
    """R12, R13: no section at the plug but 0A, ring a taken there, and no way on."""
    one = game({"balls": "1 .\n. .\n. .\n", "missing": ["1A", "2A", "0B"]}, guided=True)
    frames = replay(one, ["release 7"])
    assert [frame.event.kind for frame in frames] == ["start", "release", "match", "judge"]
    assert isinstance(frames[1].event, rings.Kept) and frames[1].event.cells == ()
    assert (after(one, "release 7")["balls"], after(one, "release 7")["count"]) == ({"0a": 1}, 1)
    assert "stays in the plug" in say(words.sentence(frames[1].event))


@pytest.mark.parametrize(
    ("missing", "branch", "moved"),
    [
        ([], "S1002", {"0b": 1}),
        (["0B"], "", {}),
        (["1A"], "S1002", {"0b": 1}),
        (["0A"], "S1002", {"1b": 2}),
    ],
)
def test_guided_room_is_made_over_sections(missing: list[str], branch: str, moved: dict[str, int]) -> None:
    """R14."""
    one = game({"balls": "1 .\n2 .\n3 .\n", "missing": missing if missing != ["0B"] else ["0B", "1A", "2A"]}, guided=True)
    pushed = [event for event in told(one, "release 7") if event.kind == "push"]
    assert [event.branch for event in pushed] == ([branch] if branch else [])
    assert moved.items() <= after(one, "release 7")["balls"].items()


# --- stages


STAGES = {
    "stages": [
        {"name": "1-1", "balls": "1 .\n1 .\n2 .\n3 .\n", "count": 2, "rules": {"clear": 3}, "stopped": 2},
        {"name": "1-2", "balls": ". . .\n" * 3, "rules": {"clear": 9, "balls": 2, "over": -1}},
        {"name": "1-3", "fields": [{"balls": ". .\n" * 4}, {"balls": ". .\n" * 4}], "points": 1},
    ]
}
FIRST = {"stages": [{**STAGES["stages"][0], "balls": "1 .\n1 .\n. .\n3 .\n"}, *STAGES["stages"][1:]]}


def test_a_cleared_stage_leads_to_the_next_with_a_bonus_and_life_points_anew() -> None:
    """R25."""
    one = game(FIRST)
    frames = replay(one, ["wait 3", "release 1"])
    assert [frame.event.kind for frame in frames[-4:]] == ["erase", "judge", "stage", "stage"]
    cleared, begun = frames[-2], frames[-1]
    assert (cleared.event.stage, cleared.event.bonus, cleared.event.score) == ("1-1", 117, 147)
    assert (cleared.state.cleared, cleared.state.over, one.view(cleared.state)["points"]) == (True, False, 3)
    assert one.view(begun.state) == {"balls": {}, "missing": [], "count": 0, "points": 0, "stage": "1-2", "score": 147}
    assert one.stage(begun.state).rules.balls == 2
    assert one.answers(frames)["points"] == 3
    with pytest.raises(IllegalMove):
        one.parse("release 7", begun.state)


def test_the_last_stage_ends_the_game_and_game_over_is_tested_first() -> None:
    """R25."""
    one = game({"balls": "1 .\n1 .\n. .\n", "count": 2}, clear=3)
    last = replay(one, ["release 1"])[-1]
    assert (last.event.kind, last.event.cleared, last.event.bonus, last.state.score) == ("end", True, 120, 150)
    assert one.result(last.state) == (True, "player")
    lost = game({"balls": "1\n2\n3\n", "points": -4}, over=-5)
    assert [frame.event.cite for frame in replay(lost, ["release 7"])][-2:] == ["JP5039466B2 S151-S152, Fig. 15", "JP5039466B2 S153, Fig. 15"]


def test_a_stage_can_be_chosen_or_begun_anew_with_a_score_of_nothing_even_when_the_game_is_over() -> None:
    """R25."""
    one = game(FIRST)
    frames = replay(one, ["wait 3", "release 1", "stage 1-3", "release@2 7"])
    begun = next(frame for frame in frames if isinstance(frame.event, rings.Begun) and frame.event.chosen)
    assert (begun.event.stage, begun.state.score, begun.state.points, len(begun.state.fields)) == ("1-3", 0, 1, 2)
    assert frames[-1].state.kind(rings.node_of("0a@2")) == 7
    lost = replay(game({"balls": "1\n2\n3\n", "points": -4}), ["release 7", "stage 1"])
    assert (lost[-1].state.over, lost[-1].state.points) == (False, -4)
    with pytest.raises(NotationError, match="There is no stage 2-1"):
        one.parse("stage 2-1", one.start)
    assert [one.write(move) for move in one.legal(one.start)].count("stage 1-1") == 0


def test_a_wait_ends_with_its_stage() -> None:
    """R12, R25: the release that falls due at the second tick clears it; of ten ticks eight do not pass."""
    one = game({"stages": [{"name": "a", "balls": "1 .\n1 .\n. .\n", "count": 2, "rules": {"clear": 3, "kinds": 1}}, {"name": "b"}]}, interval=2)
    last = replay(one, ["wait 10"])[-1]
    assert (last.event.kind, one.view(last.state)["stage"], last.state.time, last.state.ticks) == ("stage", "b", 0, 0)


def test_a_field_to_be_emptied_is_cleared_by_its_last_ball_whatever_the_points() -> None:
    """R25: the option of several fields, every one of which must be empty."""
    one = game({"fields": [{"balls": "1 .\n1 .\n. .\n", "count": 2}, {"balls": ". .\n. 2\n. .\n"}]}, goal="empty", clear=2)
    frames = replay(one, ["release 1"])
    judged = next(frame.event for frame in frames if frame.event.kind == "judge")
    assert (judged.left, frames[-1].state.over) == (1, False)
    assert say(words.sentence(judged)) == "Life points: 3, more than −5 (game over). One ball is left to erase. The game goes on."
    other = game({"fields": [{"balls": "1 .\n1 .\n. .\n", "count": 2}, {"balls": ". .\n. .\n. .\n"}]}, goal="empty")
    assert replay(other, ["release 1"])[-1].event.cleared


def test_the_score_of_a_ball_grows_with_the_link_of_the_chain() -> None:
    """R25: three balls a link: 30 + 60 + 90, as worked out in the sums."""
    frames = load("rings-chain").frames
    assert frames[-1].state.score == 180
    assert [words.sums(frame.event)[1][1] for frame in frames if frame.event.kind == "erase"] == ["3 × 10 × 1 = 30", "3 × 10 × 2 = 60", "3 × 10 × 3 = 90"]


@pytest.mark.parametrize(
    ("setup", "rules", "place"),
    [
        ({"stages": [{"name": "1"}, {"name": "1"}]}, {}, "setup.stages[1].name"),
        ({"stages": [{"name": "1"}, {"name": "2", "balls": "1 x\n. .\n. .\n"}]}, {}, "setup.stages[1].balls, 0b"),
        ({"stages": [{"name": "1", "rules": {"over": 3, "clear": 3}}]}, {}, "setup.stages[0].rules.over"),
        ({"stages": [{"name": "1", "points": 30}]}, {}, "setup.stages[0].points"),
        ({"stages": [{"name": "1", "rules": {"pace": [[3, 1], [3, 1]]}}]}, {}, "setup.stages[0].rules.pace[1][0]"),
        ({"stages": [{"name": "1"}, {"name": "2"}], "missing": ["9Z"]}, {}, "setup.missing[0]"),
        ({"fields": [{}, {"missing": ["2b"]}]}, {}, "setup.fields[1].missing[0]"),
        ({"fields": [{}], "balls": EMPTY}, {}, "setup.balls"),
        ({"balls": EMPTY, "fill": 3}, {}, "setup.fill"),
        ({"fill": 31}, {}, "setup.fill"),
        ({"starts": [EMPTY, ". .\n. .\n. .\n"]}, {}, "setup.starts[1]"),
        ({"starts": [EMPTY, "x . .\n" + ". . .\n" * 5]}, {}, "setup.starts[1], 0a"),
        ({"stages": [{"name": "1", "functions": {"3": {"effects": [{"do": "erase", "to": "spoke", "only": ["kind = 12"]}]}}}]}, {}, ""),
    ],
)
def test_faults_of_stages_fields_and_starts_are_told_once_at_their_place(setup: dict[str, Any], rules: dict[str, Any], place: str) -> None:
    """X11."""
    if not place:
        assert game(setup, **rules)
        return
    with pytest.raises(Faulty) as caught:
        game(setup, **rules)
    assert [fault.place for fault in caught.value.faults] == [place]


# --- the twenty-eight stages


def test_twenty_eight_stages_none_of_which_begins_decided_or_with_a_match() -> None:
    """R25: 1-1 … 1-10, 2-1 … 2-10, 3-1 … 3-8 with 1, 2 and 3 balls a release."""
    one = load("rings-stages").game
    names = [f"{level}-{k}" for level, count in ((1, 10), (2, 10), (3, 8)) for k in range(1, count + 1)]
    assert [stage.name for stage in one.stages] == names
    assert [stage.rules.balls for stage in one.stages] == [1] * 10 + [2] * 10 + [3] * 8
    for number, stage in enumerate(one.stages):
        state = stage.begin(number, None, one.seed)
        assert one.groups(state) == [], stage.name
        assert stage.rules.over < state.points < stage.rules.clear
    assert any(stage.functions for stage in one.stages) and any(len(stage.starts) > 1 for stage in one.stages)


@pytest.mark.fuzz
def test_every_stage_plays_on_whatever_is_done_and_leads_to_the_next() -> None:
    """R25: random moves; the trace tells every ball that comes and goes, and a cleared stage is followed by the next one."""
    one = load("rings-stages").game
    dice = random.Random(25)
    for _ in range(runs(20)):
        for number, stage in enumerate(one.stages):
            state = stage.begin(number, None, one.seed)
            for _ in range(30):
                legal = [*one.legal(state), rings.Wait(dice.randint(1, 6))]
                if state.over or state.stage != number:
                    break
                for event, now in one.play(state, dice.choice(legal)):
                    assert say(words.sentence(event)) and say(words.short(event), "ja")
                    state = now
            assert state.stage in (number, number + 1)


# --- the board of several fields, and what stands around it


def test_every_node_and_plug_of_every_field_is_found_under_its_centre_on_wide_and_on_narrow_pages() -> None:
    """R04, X33."""
    for name in [name for name in shipped_names() if name.startswith("rings-")]:
        one = load(name).game
        for tall in (False, True):
            size, found = board.layout(one, one.start, tall), places(one, one.start, tall)
            for target in size.targets:
                x, y = found.node(target.name)
                assert size.at(x, y) == target.name
                assert BALL < x < size.wide - BALL and BALL < y < size.high - BALL
            assert len({target.name for target in size.targets}) == len(size.targets)
            assert len({(target.row, target.column) for target in size.targets}) == len(size.targets)


def test_rims_of_neighbours_touch_and_those_of_others_do_not() -> None:
    """R04: the gearing is drawn."""
    one = game({"fields": [{"balls": EMPTY}] * 5})
    for tall in (False, True):
        fields = places(one, one.start, tall).fields
        for k, a in enumerate(fields):
            for b in fields[k + 1 :]:
                apart = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 - a.rim - b.rim
                assert (abs(apart - TEETH) < 0.01) if b.number == k + 1 else apart > 2 * TEETH
        rims = [shape for shape in board.draw(one, one.start, [], Marks(tall=tall)) if isinstance(shape, Disc) and shape.stroke == "hole" and shape.dash]
        assert [(rim.x, rim.y) for rim in rims] == [(place.x, place.y) for place in fields]


def test_dials_that_turn_one_another_say_so() -> None:
    """R04, R10."""
    dials = board.layout(load("rings-fig-16").game).dials
    ring_c = [dial for dial in dials if dial.forth.startswith("move:turn c")]
    assert [dial.forth for dial in ring_c] == ["move:turn c 1", "move:turn c@2 1", "move:turn c@3 1"]
    assert len({dial.train for dial in ring_c}) == 1 and [dial.way for dial in ring_c] == [1, -1, 1]
    assert len({dial.train for dial in dials}) == 5


@pytest.mark.parametrize("name", [name for name in shipped_names() if name.startswith("rings-")])
def test_every_frame_and_movement_of_every_scenario_can_be_drawn(name: str) -> None:
    """R05."""
    scenario = load(name)
    for before, frame in zip(scenario.frames, scenario.frames[1:], strict=False):
        for tall in (False, True):
            assert all(map(checked, board.draw(scenario.game, frame.state, [frame.event], Marks("plug", frozenset({"plug"}), (frame.event,), tall=tall))))
        for share in (0.0, 0.3, 1.0):
            moved = board.moving(scenario.game, before.state, frame.state, (frame.event,), share)
            assert all(map(checked, moved or []))


@pytest.mark.parametrize("name", ["rings-fig-16", "rings-slanted", "rings-polygon"])
def test_a_movement_begins_and_ends_where_the_still_pictures_stand(name: str) -> None:
    """R10, R22: balls of turning rings, in every field, and balls that roll over slanted sections."""
    scenario = load(name)
    for before, frame in zip(scenario.frames, scenario.frames[1:], strict=False):
        if frame.event.kind not in ("rotate", "fall"):
            continue
        found = places(scenario.game, before.state)
        for share, state in ((0, before.state), (1, frame.state)):
            moved = board.moving(scenario.game, before.state, frame.state, (frame.event,), share) or []
            centres = {(round(shape.x), round(shape.y)) for shape in moved if isinstance(shape, Disc) and shape.radius == BALL}
            assert centres == {tuple(map(round, found.node(one))) for one in scenario.game.view(state)["balls"]}


def test_tables_stand_for_every_field_in_step() -> None:
    """R02, R04."""
    scenario = load("rings-fig-16")
    frame = scenario.frames[1]
    tables = board.tables(scenario.game, frame.state, frame.event)
    assert [say(table.title) for table in tables][:4] == ["Balls @1", "Spoke sections @1", "Ring sections @1", "Balls @2"]
    assert tables[3].rows[1][3] == "3 ▲" and 1 in tables[3].marked
    assert tables[4].rows[3][3] == "0" and tables[4].marked == {3}
    leaning = board.tables(load("rings-slanted").game, load("rings-slanted").game.start, load("rings-slanted").frames[0].event)[1]
    assert leaning.rows[2][2] == "1 +1"


# --- time, score and stages on the page


def test_the_header_tells_life_points_stage_and_score_and_the_menu_the_best_of_the_sitting() -> None:
    """R26."""
    page = explore("rings-chain")
    sides = lambda: page._regions["sides"].html  # noqa: E731
    assert "Score <b>0</b>" in sides() and "Menu" in sides() and "Stage" not in sides()
    page.act("last", "")
    assert "Score <b>180</b>" in sides() and "Best score of this sitting: <b>180</b>" in sides()
    page.act("first", "")
    page.act("press", "move:turn a 1")
    assert "Best score of this sitting: <b>180</b>" in sides()
    assert "Stage <b>1-1</b>" in explore("rings-stages")._regions["sides"].html


def test_time_that_went_by_in_the_browser_becomes_a_move_and_the_release_is_shown() -> None:
    """R12: the countdown; it stands still while one steps, and in the middle of the line."""
    page = explore("rings-fig-7")
    page.act("still", True)
    page.act("elapsed", 3)
    assert page.session.moves == ("turn c -1",) and not page._bridge.clock
    page.act("last", "")
    assert page._bridge.clock == {"left": 5, "full": 5, "running": False, "step": 6}
    page.act("elapsed", 3)
    assert page.session.moves == ("turn c -1",)
    page.act("clock", "")
    assert page._bridge.clock["running"] is True
    page.act("elapsed", 3)
    assert page.session.moves == ("turn c -1", "wait 3") and page._bridge.clock["left"] == 2
    page.act("elapsed", 99)
    assert page.session.moves == ("turn c -1", "wait 3", "wait 2") and page.session.frames[-1].state.ticks == 0
    page.act("back", "")
    assert page._bridge.clock == {}
    page.act("elapsed", 1)
    assert page.session.moves == ("turn c -1", "wait 3", "wait 2")
    page.act("last", "")
    page.act("tab", "ask")
    assert page._bridge.clock["running"] is False


def test_the_page_of_stages_begins_any_of_them_and_remembers_what_was_won() -> None:
    """R25, R26."""
    page = explore("rings-stages")
    page.act("still", True)
    assert 'data-value="stages"' in page._regions["tabs"].html and 'data-value="stages"' not in explore("rings-chain")._regions["tabs"].html
    page.act("last", "")
    page.act("tab", "stages")
    html = page._regions["panel"].html
    assert html.count("<svg") == 28 and html.count("aria-current") == 1
    assert "✓" in html.split("Stage 1-2")[0] and "✓" not in html.split("Stage 1-2")[1]
    page.act("press", "move:stage 3-1")
    assert (page.tab, page.session.frames[-1].event.stage) == ("why", "3-1")
    assert len(page._bridge.cells[0]) == 1
    page.act("tab", "rules")
    assert 'value="3" maxlength="2000" id="rule-balls"' in page._regions["panel"].html


def test_the_ground_of_the_board_can_be_chosen() -> None:
    """R26: the background."""
    page = explore("rings-fig-4")
    page._client_ready()
    page.act("set", "ground:paper")
    assert page._bridge.ground == page._stage.ground == "paper"
    page.act("press", "plug")
    assert page._stage.ground == "paper"


def test_a_whole_field_turns_its_geared_neighbour_whole_whatever_its_size() -> None:
    """R16: nothing in a field changes place against the rest."""
    one = game({"fields": [{"balls": "1 .\n. .\n. ."}, {"balls": "1 2 3\n. . .\n. . ."}]}, whole=True)
    assert one.view(replay(one, ["turn all 1"])[-1].state)["balls"] == {"1a": 1, "2a@2": 1, "2b@2": 2, "2c@2": 3}
    assert one.view(replay(one, ["turn all@2 -1"])[-1].state)["balls"] == {"1a": 1, "2a@2": 1, "2b@2": 2, "2c@2": 3}


def test_a_wait_as_long_as_the_longest_interval_passes() -> None:
    page = explore("rings-chain")
    page.act("rule", {"name": "interval", "value": "1000"})
    page.goto(-1)
    page.act("clock", None)
    page.act("elapsed", 1000)
    assert page.session.moves[-1] == "wait 1000"
