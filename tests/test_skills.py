"""Skills and events of the sandwich battle in corners: what leaves the board, who owns what, how often, for how long (S40-S45)."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.boards import sandwich as board
from explorer.rules import sandwich as rules
from explorer.rules.interpreter import Acted
from explorer.rules.trace import Faulty, Frame, IllegalMove, replay
from explorer.words import say
from explorer.words.sandwich import sentence, verdict

EMPTY = ". . . ."
HIT_AWAY = {"when": "hit", "do": "remove", "to": "self"}


def game(lines: str, skills: dict[str, Any], *, turn: int = 1, values: dict[str, int] | None = None, **more: Any) -> rules.Game:
    """A board of 4 columns; every piece has the parameter 0, I and J 30; ``skills`` by the piece that bears them."""
    rows = [line.strip() for line in lines.strip().splitlines()]
    drawn = "\n".join([EMPTY] * (4 - len(rows)) + rows)
    options = more.pop("rules", {})
    hands = more.get("hands")
    names = {token[0] for token in drawn.split() if token != "."} | {name for hand in hands or [] for name in hand} | set(more.pop("pieces", ""))
    players = len(more.get("hp", [1000, 1000]))
    attack = {"I": 30, "J": 30} | (values or {})
    pieces = {
        name: {"parameters": [attack.get(name, 0)] * players, **({"skill": f"s{name}"} if name in skills else {})} for name in sorted(names | set(skills))
    }
    table = {f"s{name}": one if isinstance(one, dict) and "effects" in one else {"effects": one} for name, one in skills.items()}
    setup = {"board": drawn, "hp": [1000, 1000], "turn": turn, "pieces": pieces, "skills": table, **more}
    return rules.read(setup, options)


def played(one: rules.Game, *moves: str) -> list[Frame]:
    return replay(one, list(moves))


def status(frames: list[Frame], skill: str) -> str:
    return str(next(line.status for line in reversed(frames[-1].state.skills) if line.skill == skill))


def acted(frames: list[Frame]) -> list[Acted]:
    return [frame.event for frame in frames if isinstance(frame.event, Acted)]


# --- what leaves the board


@pytest.mark.parametrize("more", [[], [{"when": "placed", "do": "damage", "kind": "lightning", "add": 5}]])
def test_a_sandwiched_piece_that_a_trap_takes_away_is_neither_turned_nor_summed(more: list[dict[str, Any]]) -> None:
    """S40."""
    skills = {"A": [HIT_AWAY]} | ({"I": more} if more else {})
    frames = played(game(". A2 B1 .", skills, pieces="I"), "I a1")
    assert "b1" not in frames[0].state.pieces
    state = frames[-1].state
    assert state.states[13] == 0 and state.pieces[13] == ""
    assert not [frame for frame in frames if frame.event.kind == "convert"]


def test_what_is_due_comes_before_the_move_is_chosen_so_nothing_is_overwritten() -> None:
    """L04, L06."""
    one = game(". A1 . .", {"A": [{"when": "turn", "do": "move", "to": "self", "what": "d4"}]}, turn=2, pieces="BC")
    frames = played(one, "B a4")
    assert frames[-1].state.pieces[3] == "A"
    with pytest.raises(IllegalMove, match="taken"):
        played(one, "B a4", "C d4")
    two = game(". A1 . .", {"A": [{"when": "turn", "do": "replace", "to": "self", "what": "C"}]}, turn=2, pieces="BC")
    state = played(two, "B a4")[-1].state
    assert "C" in state.pieces and not any("C" in hand for hand in state.hands)


def test_a_piece_put_in_the_place_of_another_has_its_skill() -> None:
    skills = {"A": [{"when": "placed", "do": "replace", "to": "sandwiched", "what": "K"}], "K": [{"when": "turn", "do": "hp", "add": -7}]}
    one = game(". D2 C1 .", skills, pieces="EFG", rules={"profile": "six"})
    assert played(one, "A a1", "E a4")[-1].state.hp[0] == 993


# --- who can go on


def test_while_a_bar_or_a_lock_runs_out_everybody_passes_and_the_game_goes_on() -> None:
    """S35, S44."""
    for effect in ({"do": "bar", "to": "empty cells"}, {"do": "lock", "to": "enemy hand"}):
        one = game("D2 . . .", {"A": [{"when": "placed", **effect}]}, hands=[["A", "B"], ["E", "F"]])
        frames = played(one, "A a4")
        assert not frames[-1].state.over
        assert [one.write(move) for move in one.legal(frames[-1].state)] == ["pass"]
        frames = played(one, "A a4", "pass")
        assert len(one.legal(frames[-1].state)) > 1


def test_where_nobody_can_ever_place_the_game_is_over_at_once() -> None:
    one = game("A1 . . .", {}, pieces="B", cells={"b1": "wall"}, events={"wall": {"effects": [{"when": "start", "do": "bar", "to": "cells", "turns": "ever"}]}})
    assert one.start.over and one.legal(one.start) == []


def test_a_bar_put_off_leaves_nobody_without_a_move() -> None:
    one = game(
        "D2 . . .\nB2 C1 . .",
        {"A": [{"when": "placed", "do": "bar", "to": "empty cells", "after": 1, "turns": 3}]},
        hands=[["A", "H"], ["E", "F", "G"]],
    )
    moves = ["A a4", "E b4"]
    for _ in range(12):
        state = played(one, *moves)[-1].state
        if state.over:
            break
        legal = one.legal(state)
        assert legal
        moves.append(one.write(legal[0]))


# --- how often


def test_an_occasion_uses_a_skill_up_once_whichever_of_its_effects_act() -> None:
    """S41, L09."""
    one = game("A1 . . .", {"A": [{"do": "hp", "add": 100}, {"else": True, "do": "hp", "add": 1}]}, pieces="B")
    frames = played(one, "use sA")
    assert frames[-1].state.hp[0] == 1100 and status(frames, "sA") == "used"
    with pytest.raises(IllegalMove):
        played(one, "use sA", "use sA")
    twice = game("A1 . . .", {"A": [{"do": "hp", "add": 100}, {"do": "hp", "add": 100}]}, pieces="B")
    assert played(twice, "use sA")[-1].state.hp[0] == 1200
    both = game(". A2 B1 .", {"A": [{"when": "hit", "do": "hp", "add": 5}, {"when": "hit normal", "do": "hp", "add": 7}]}, pieces="I")
    assert played(both, "I a1")[-1].state.hp[1] == 1000 - 30 + 12


def test_the_board_and_the_numbers_of_one_skill_act_as_one() -> None:
    """S32, L09."""
    both = [{"do": "attack", "times": 2}, {"do": "convert"}]
    lines = ". D2 . .\n. B2 C1 ."
    frames = played(game(lines, {"B": [], "C": both}, values={"A": 30}, pieces="A"), "A a1 use sC on D")
    assert frames[-1].state.hp[1] == 940 and status(frames, "sC") == "used"
    either = [{"do": "convert"}, {"else": True, "do": "attack", "times": 2}]
    assert played(game(lines, {"C": either}, values={"A": 30}, pieces="A"), "A a1 use sC on D")[-1].state.hp[1] == 970


def test_turned_is_for_the_owner_alone_and_once() -> None:
    """S42, S43."""
    one = game(". . . .\n. C1 . .\n. A1 D2 .\n. . . .", {"A": [{"when": "turned", "do": "damage", "add": 100}]}, turn=2, pieces="BEFGH", values={})
    frames = played(one, "B a2")
    assert (frames[-1].state.hp, status(frames, "sA")) == ((1000, 900), "used")
    frames = played(one, "B a2", "E a1", "F d1", "G b1")
    assert frames[-1].state.hp == (1000, 900)


def test_damage_that_waits_for_its_phase_uses_a_skill_up_once() -> None:
    one = game("A1 . . .", {"A": {"limit": 2, "effects": [{"do": "damage", "kind": "special", "add": 100}]}}, pieces="BEFG", rules={"profile": "six"})
    frames = played(one, "B d4 use sA")
    assert status(frames, "sA") == "available" and frames[-1].state.hp[1] == 900
    assert status(played(one, "B d4 use sA", "E a4", "use sA"), "sA") == "used"


def test_the_step_of_a_skill_shows_it_used() -> None:
    """S42."""
    one = game("A1 D2 . .", {"A": [{"do": "convert"}]}, pieces="B", rules={"vitality": False})
    frames = played(one, "use sA on D")
    step = next(frame for frame in frames if isinstance(frame.event, Acted))
    assert step.state.skills[0].status == "used"
    with pytest.raises(IllegalMove):
        played(one, "use sA on D", "use sA on D")


def test_two_skills_declared_with_one_move_each_have_their_own_target() -> None:
    one = game(". D2 F2 .\n. . . .\n. B1 A1 .", {"A": [{"do": "convert"}], "B": [{"do": "convert"}]}, pieces="E")
    state = played(one, "E d4 use sA on D use sB on F")[-1].state
    assert {state.pieces[k]: owner for k, owner in enumerate(state.states) if owner}["D"] == 1
    assert {state.pieces[k]: owner for k, owner in enumerate(state.states) if owner}["F"] == 1


# --- put off, and passes


def test_an_effect_with_several_targets_is_put_off_once() -> None:
    """L06."""
    one = game("D1 . . .", {"A": [{"when": "placed", "do": "curse", "to": "enemy hand", "add": 10, "after": 1}]}, hands=[["A", "F", "H"], ["E", "G", "I", "J"]])
    frames = played(one, "A a4")
    assert sum(1 for lasting in frames[-1].state.lasting if lasting.deed == "later") == 1
    frames = played(one, "A a4", "E b4")
    assert sum(1 for lasting in frames[-1].state.lasting if lasting.deed == "curse") == 3


def test_a_pass_has_all_of_its_turn_that_needs_no_placement() -> None:
    """L04, L06."""
    effects = [{"when": "placed", "do": "damage", "add": 100, "after": 1}, {"when": "turn", "do": "damage", "kind": "poison", "add": 7}]
    one = game("D2 . . .\nB2 C1 . .", {"A": effects}, hands=[["A"], ["E", "F", "G"]], rules={"profile": "six"})
    frames = played(one, "A a4", "E b4", "pass")
    assert frames[-1].state.hp[1] == 1000 - 100 - 7


def test_a_piece_is_drawn_once() -> None:
    one = game("D2 . . .", {}, hands=[["A", "B", "C"], ["E", "F", "G"]], rules={"profile": "six", "hand": 2})
    drawn = [frame.event.piece for frame in played(one, "A a4", "E b4", "B c4") if frame.event.kind == "draw"]
    assert drawn == ["C", "G"]


# --- events


def test_an_event_made_for_some_turns_goes_again() -> None:
    """S44."""
    one = game(
        "A1 D2 . .",
        {"B": [{"when": "placed", "do": "event", "to": "empty cells", "random": 1, "what": "fire", "turns": 1}]},
        pieces="EFG",
        events={"fire": {"effects": [{"do": "hp", "add": -5}]}},
    )
    frames = played(one, "B a4")
    assert len(frames[-1].state.events) == 1
    cell = next(iter(frames[-1].state.events))[0]
    other = next(name for name in one.topology.names if not frames[-1].state.states[one.topology.names.index(name)] and name != one.topology.names[cell])
    assert played(one, "B a4", f"E {other}")[-1].state.events == ()


def test_once_and_only_hold_for_events_that_draw() -> None:
    """S44, S45."""
    events = {"fire": {"effects": [{"do": "hp", "add": -5}]}, "two": {"only": 2, "draws": ["fire"]}, "once": {"once": True, "draws": ["fire"]}}
    one = game("A1 D2 . .", {}, pieces="BC", events=events, cells={"a4": "two", "b4": "once"})
    assert played(one, "B a4")[-1].state.hp == (1000, 1000)
    state = played(one, "B b4")[-1].state
    assert state.hp == (995, 1000) and [name for _, name in state.events] == ["two"]
    told = say(sentence(acted(played(one, "B b4"))[0]))
    assert "once: fire of B" in told


def test_an_event_that_has_not_acted_is_still_there() -> None:
    one = game("A1 D2 . .", {}, pieces="BC", events={"two": {"only": 2, "once": True, "effects": [{"do": "hp", "add": -5}]}}, cells={"a4": "two"})
    frames = played(one, "B a4")
    assert frames[-1].state.events and "it is only for player 2" in say(sentence(acted(frames)[0]))


def test_at_the_start_only_the_board_may_change() -> None:
    with pytest.raises(Faulty, match="when the game begins"):
        game("A1 D2 . .", {}, pieces="B", events={"e": {"effects": [{"when": "start", "do": "hp", "add": -5}]}}, cells={"a4": "e"})


# --- who loses, and when


def test_a_loss_by_an_event_is_judged_there_and_ends_the_game() -> None:
    """S33."""
    one = game(". D2 C1 .", {}, pieces="I", hp=[40, 20], events={"pit": {"effects": [{"do": "hp", "add": -50}]}}, cells={"a1": "pit"})
    frames = played(one, "I a1")
    assert frames[-1].state.winner == 2 and not [frame for frame in frames if frame.event.kind == "damage"]


def test_under_the_6x6_profiles_it_is_judged_once_all_damage_is_done() -> None:
    one = game(". D2 C1 .", {}, pieces="I", hp=[40, 20], events={"pit": {"effects": [{"do": "hp", "add": -50}]}}, cells={"a1": "pit"}, rules={"profile": "six"})
    state = played(one, "I a1")[-1].state
    assert state.over and state.winner is None


def test_a_player_who_is_out_uses_nothing_and_the_turn_goes_on() -> None:
    """S36."""
    one = game("A1 B2 C3 .", {"B": [{"do": "damage", "add": 2000, "to": "opponent"}], "A": [{"do": "hp", "add": 5000}]}, hp=[1000, 1000, 3000], pieces="EFG")
    frames = played(one, "use sB")
    assert frames[-1].state.hp[0] <= 0 and frames[-1].state.turn == 2 and not frames[-1].state.over
    with pytest.raises(IllegalMove):
        played(one, "use sB", "use sA")


def test_each_trap_answers_the_damage_that_hit_it() -> None:
    """L03."""
    trap = [{"when": "hit", "do": "damage", "kind": "counter", "percent": 100, "of": "damage"}]
    one = game(". A2 C1 .\n. B3 . .\n. D1 . .", {"A": trap, "B": trap}, hp=[1000, 1000, 1000], pieces="I", values={"A": 20})
    frames = played(one, "I a3")
    amounts = [change.amount for event in acted(frames) for change in event.changes]
    assert amounts and set(amounts) <= {10, 30}


# --- for how long


def test_a_guard_lasts_until_its_player_has_had_so_many_turns() -> None:
    """L06, L14."""
    shield = [{"when": "placed", "do": "receive", "kind": "normal", "times": 0, "turns": 1}]
    one = game(". A1 D2 .\n. . . .\nE2 F1 . .\nG2 H1 . .", {"B": shield}, pieces="CIJK", values={"I": 30, "J": 30})
    frames = played(one, "B d4", "I a4")
    assert frames[-1].state.hp[0] == 1000
    assert not [lasting for lasting in frames[-1].state.lasting if lasting.deed == "receive"]


def test_a_lock_from_a_trap_is_there_for_the_next_turn() -> None:
    one = game(". A2 B1 .", {"A": [{"when": "hit", "do": "lock", "turns": 1}]}, hands=[["I", "K"], ["E"]])
    frames = played(one, "I a1", "E a4")
    assert [one.write(move) for move in one.legal(frames[-1].state)] == ["pass"]


def test_what_is_put_off_on_itself_finds_its_bearer_where_it_is() -> None:
    effects = [{"when": "placed", "do": "convert", "to": "self", "after": 1}, {"when": "placed", "do": "move", "to": "self", "what": "d4"}]
    one = game("B1 D2 . .", {"A": effects}, pieces="EF")
    state = played(one, "A a3", "E a3")[-1].state
    assert {state.pieces[k]: owner for k, owner in enumerate(state.states) if owner}["E"] == 2


# --- draws, names, answers


def test_every_draw_of_one_skill_is_its_own() -> None:
    curses = [{"when": "placed", "do": "curse", "random": 1, "add": 1}] * 6
    one = game("B1 D2 . .", {"A": curses}, hands=[["A"], ["E", "F", "G", "H", "I", "J"]])
    assert len({lasting.target for lasting in played(one, "A a4")[-1].state.lasting}) > 1


def test_a_word_of_the_notation_is_no_name() -> None:
    with pytest.raises(Faulty, match="no word of the notation"):
        rules.read({"board": ". .", "hp": [1, 1], "pieces": {"use": {"parameters": [1, 1]}}}, {})


def test_the_first_piece_that_may_be_placed_is_the_one_a_press_places() -> None:
    one = game("B1 D2 . .", {"A": [{"when": "placed", "do": "lock", "random": 1, "only": ["name = E"], "turns": 2}]}, hands=[["A"], ["E", "F"]])
    state = played(one, "A a4")[-1].state
    assert board.press(one, state, board.NOTHING, "b4").move == "F b4"
    keys = [chip.key for side in board.sides(one, state, board.NOTHING) for group in side.groups for chip in group.chips if chip.key]
    assert keys == ["piece:F"]


def test_why_not_knows_an_event_under_a_piece_and_the_damage_dealt() -> None:
    """S44, L33."""
    events = {"pit": {"effects": [{"when": "checked", "do": "hp", "add": -5}]}}
    one = game("A1 D2 . .", {}, pieces="BE", events=events, cells={"a1": "pit"})
    frames = played(one, "B a4")
    assert [verdict(event).acted for event in one.why(frames, "a1")] == [True]
    late = game(". D2 C1 .", {"C": [{"when": "combo", "if": ["normal >= 10"], "do": "hp", "add": 1}]}, pieces="I")
    checks = [check for event in late.why(played(late, "I a1"), "c1") for check in event.checks if check.condition]
    assert checks


def test_many_lasting_changes_are_kept_as_one() -> None:
    skills = {"A": [{"when": "turn", "do": "attack", "to": "all", "times": 1.01, "turns": "ever"}] * 8}
    one = game("A1 B1 C2 D2", skills, pieces="EFGHIJK", turn=2)
    assert len(played(one, "E a4", "F b4", "G c4", "H d4")[-1].state.lasting) <= 8


def test_a_skill_that_leaves_nobody_anything_to_place_ends_the_game() -> None:
    """S35."""
    walls = [{"do": "bar", "to": "empty cells", "turns": "ever"}]
    one = game("A1 D2 . .", {"A": walls}, pieces="B")
    frames = played(one, "use sA")
    assert frames[-1].state.over and frames[-1].event.kind == "end" and frames[-1].event.why == "stuck"
