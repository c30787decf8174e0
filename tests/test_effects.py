"""Ordered effects: the search slot by slot, fights and turns, notation, faults, the board and its words (E01-E33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from explorer.boards import effects as board
from explorer.boards.effects import grid
from explorer.boards.parts import Marks
from explorer.boards.shapes import Box, Disc, Label, Lines
from explorer.rules import effects
from explorer.rules.perft import perft
from explorer.rules.trace import Faulty, Frame, IllegalMove, NotationError, follow, replay
from explorer.scenarios import load
from explorer.still import story
from explorer.words import effects as words
from explorer.words import say

CARDS: dict[str, Any] = {
    "A": {"power": 1, "effects": [{"do": "power", "to": "neighbours", "only": ["name = B"], "add": 1}]},
    "B": {"power": 2, "defence": 5},
    "C": {"power": 3, "effects": [{"do": "destroy", "to": "facing"}]},
}


def game(field: dict[str, str], turn: str = "M", rules: dict[str, Any] | None = None, **setup: Any) -> effects.Game:
    """A game with the source's three cards; ``cards`` adds others, each a list of effects with power 1, or a whole table."""
    more = {name: {"power": 1, "effects": one} if isinstance(one, list) else one for name, one in setup.pop("cards", {}).items()}
    return effects.read({"field": field, "turn": turn, "cards": {**CARDS, **more}, **setup}, rules or {})


def field(frames: Sequence[Frame], one: effects.Game) -> dict[str, str]:
    return dict(one.answers(frames)["field"])


def searched(frames: Sequence[Frame]) -> list[effects.Searched]:
    return [frame.event for frame in frames if isinstance(frame.event, effects.Searched)]


def powers(state: effects.State) -> dict[str, int]:
    return {name: card.power for name in effects.FIELD.slots if (card := state.card(name))}


# --- the field --------------------------------------------------------------------------------------------------------


def test_two_sides_of_two_rows_face_to_face() -> None:
    """E01."""
    rows: dict[int, list[str]] = {}
    for target in board.layout(game({})).targets:
        rows.setdefault(target.row, []).append(target.name)
    assert [" ".join(rows[k]) for k in range(4)] == ["E10 E9 E8 E7 E6", "E5 E4 E3 E2 E1", "M1 M2 M3 M4 M5", "M6 M7 M8 M9 M10"]


@pytest.mark.parametrize(
    ("slot", "front", "beside"),
    [
        ("M1", "E5", ("M2",)), ("M3", "E3", ("M2", "M4")), ("M5", "E1", ("M4",)), ("E1", "M5", ("E2",)), ("E5", "M1", ("E4",)),
        ("M6", "E5", ("M7",)), ("M10", "E1", ("M9",)), ("E10", "M1", ("E9",)), ("E6", "M5", ("E7",)),
    ],
)  # fmt: skip
def test_what_faces_a_slot_and_what_is_next_to_it(slot: str, front: str, beside: tuple[str, ...]) -> None:
    """E01."""
    assert (effects.FIELD.facing(slot), effects.FIELD.neighbours(slot)) == (front, beside)
    column = {target.name: target.column for target in board.layout(game({})).targets}
    assert column[front] == column[slot]


def test_the_tables_follow_the_field() -> None:
    """E02, E03."""
    scenario = load("effects-fig-5")
    frame = scenario.frames[4]
    cards, actions, order, _ = board.tables(scenario.game, frame.state, frame.event)
    assert cards.rows[2] == ("M3", "B", "4", "0", "+2")
    assert [row[0] for row in cards.rows] == ["M1", "M2", "M3", "M4", "E2", "E4"]
    assert [cards.rows[k][0] for k in sorted(cards.marked)] == ["M3", "M4"]
    assert [(row[0], say(row[3])) for row in actions.rows] == [
        ("A", "powers up each B on the left and right by 1"),
        ("B", "none"),
        ("C", "destroys the card in front"),
    ]
    assert order.rows[0] == ("1", "M1", "E1") and order.marked == frozenset({3})


# --- the search -------------------------------------------------------------------------------------------------------

FIG_5 = [  # cursor, power of M3 and E4 after it, what the slot changed
    ("M1", 2, 2, ["E5 destroy"]),
    ("M2", 3, 2, ["M3 power"]),
    ("M3", 3, 2, []),
    ("M4", 4, 2, ["M3 power"]),
    ("M5", 4, 2, []),
    ("E1", 4, 2, []),
    ("E2", 4, 2, ["M4 destroy"]),
    ("E3", 4, 2, []),
    ("E4", 4, 2, []),
    ("E5", 4, 2, []),
]
FIG_8 = [
    ("E1", 2, 2, []),
    ("E2", 2, 2, ["M4 destroy"]),
    ("E3", 2, 2, []),
    ("E4", 2, 2, []),
    ("E5", 2, 3, ["E4 power"]),
    ("M1", 2, 3, ["E5 destroy"]),
    ("M2", 3, 3, ["M3 power"]),
    ("M3", 3, 3, []),
    ("M4", 3, 3, []),
    ("M5", 3, 3, []),
]


@pytest.mark.parametrize(("name", "steps"), [("effects-fig-5", FIG_5), ("effects-fig-8", FIG_8)])
def test_one_frame_a_slot_and_each_effect_at_once(name: str, steps: list[Any]) -> None:
    """E11, E20, E21."""
    scenario = load(name)
    search = [frame for frame in scenario.frames if frame.event.kind == "search"]
    told = []
    for frame in search:
        view = scenario.game.view(frame.state)
        changed = [f"{change.target} {change.what}" for change in frame.event.changes]
        told.append((view["cursor"], view["slots"]["M3"]["power"], view["slots"]["E4"]["power"], changed))
    assert told == steps
    assert [frame.event.kind for frame in scenario.frames] == ["start", *["search"] * 10, "judge"]
    assert scenario.game.view(scenario.frames[-1].state)["cursor"] is None


def test_a_card_destroyed_before_its_slot_is_reached_is_told_and_does_nothing() -> None:
    """E12."""
    *_, last = searched(load("effects-fig-5").frames)
    assert (last.slot, last.card, last.lost) == ("E5", "", "A")
    assert say(words.sentence(last)).endswith("E5: empty. Its A was destroyed before its turn came, so it has no effect any more.")


def test_the_sentences_and_sums_of_fig_5() -> None:
    """E15."""
    frames = load("effects-fig-5").frames
    assert say(words.sentence(frames[4].event)) == ("Slot 4 of 10, M4: A powers up each B on the left and right by 1. B on M3 rises to power 4; M5 is empty.")
    assert [(say(name), text) for name, text in words.sums(frames[4].event)] == [("M3 power", "3 + 1 = 4")]
    assert say(words.short(frames[4].event)) == "M4 · A: B on M3 becomes 4"
    assert [words.gain(frame.event) for frame in frames] == [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert say(words.sentence(frames[-1].event)) == "The search is over: B on M3 powered up to 4; each side lost one A."
    assert [frames[k].event.cite for k in (1, 2, 3, 5, 10)] == [
        f"JP3699080B2 {place}" for place in ("[0071]-[0072]", "[0075]-[0077]", "[0078]", "[0080]", "[0098]")
    ]


def test_any_order_the_back_row_included() -> None:
    """E10."""
    one = game({"M7": "A", "M8": "B"}, rules={"order": {"M": ["M8", "M7"]}})
    assert [event.slot for event in searched(replay(one, ["resolve"]))] == ["M8", "M7"]
    assert field(replay(one, ["resolve"]), one)["M8"] == "B 3"
    assert one.order("E")[0] == "E1"
    by_default = game({"M7": "A", "M8": "B"})
    assert field(replay(by_default, ["resolve"]), by_default)["M8"] == "B 2"


def test_an_empty_slot_is_no_bridge_and_nothing_wraps() -> None:
    """E11."""
    one = game({"M1": "A", "M3": "B", "M5": "B", "M6": "B"})
    frames = replay(one, ["resolve"])
    assert powers(frames[-1].state) == {"M1": 1, "M3": 2, "M5": 2, "M6": 2}
    assert say(words.sentence(frames[1].event)).endswith("M2 is empty, so nothing happens.")


def test_changes_add_up_over_searches_and_outlive_their_cause() -> None:
    """E11."""
    moves = ["resolve", "defend M2", "resolve"]
    stay = game({"M1": "A", "M2": "B", "E5": "B"})
    assert powers(replay(stay, moves)[-1].state)["M2"] == 4
    fresh = game({"M1": "A", "M2": "B", "E5": "B"}, rules={"changes": "search"})
    frames = replay(fresh, moves)
    assert powers(frames[-1].state)["M2"] == 3
    assert [frame.event.changes[0].after for frame in frames if isinstance(frame.event, effects.Restored)] == [2]


def test_two_equal_changes_are_two_steps_and_a_card_never_concerns_itself_unless_named() -> None:
    """E11."""
    one = game({"M1": "A", "M2": "B", "M3": "A"})
    assert [len(event.changes) for event in searched(replay(one, ["resolve"]))][:3] == [1, 0, 1]
    cards = {"S": [{"do": "power", "to": "side", "add": 1}, {"do": "power", "to": "self", "add": 5}]}
    state = replay(game({"M1": "S", "M9": "B", "E1": "B"}, cards=cards), ["resolve"])[-1].state
    assert powers(state) == {"M1": 6, "M9": 3, "E1": 2}


def test_no_value_falls_below_0_what_is_cut_off_is_told_and_0_destroys_nothing() -> None:
    one = game({"M1": "W", "E5": "B"}, cards={"W": [{"do": "power", "to": "facing", "add": -3}, {"do": "defence", "to": "facing", "add": -1}]})
    frames = replay(one, ["resolve"])
    power, defence = frames[1].event.changes
    assert (power.before, power.amount, power.after, effects.cut(power), defence.after) == (2, -3, 0, 1, 4)
    assert [(say(name), text) for name, text in words.sums(frames[1].event)][:2] == [
        ("E5 power", "2 − 3 = −1"),
        ("never below 0", "−1 → 0"),
    ]
    assert "1 of it cut off" in say(words.sentence(frames[1].event))
    assert powers(frames[-1].state)["E5"] == 0


@pytest.mark.parametrize(
    ("effect", "hit"),
    [
        ({"to": "neighbours"}, {"M2", "M4"}),
        ({"to": "facing"}, {"E3"}),
        ({"to": "self"}, {"M3"}),
        ({"to": "row"}, {"M1", "M2", "M4", "M5"}),
        ({"to": "enemy row"}, {"E1", "E2", "E3", "E4", "E5"}),
        ({"to": "side"}, {f"M{k}" for k in range(1, 11)} - {"M3"}),
        ({"to": "enemy side"}, {f"E{k}" for k in range(1, 11)}),
        ({"to": "all"}, set(effects.FIELD.slots) - {"M3"}),
        ({"to": "all", "only": ["side = own"]}, {f"M{k}" for k in range(1, 11)} - {"M3"}),
        ({"to": "row", "only": ["name = C"]}, {"M5"}),
    ],
)
def test_targets(effect: dict[str, Any], hit: set[str]) -> None:
    full = dict.fromkeys(effects.FIELD.slots, "B") | {"M3": "X", "M5": "C"}
    one = game(full, cards={"X": [{"do": "power", "add": 7, **effect}]}, rules={"order": {"M": ["M3"]}})
    frames = replay(one, ["resolve"])
    assert {change.target for change in frames[1].event.changes} == hit
    assert say(words.sentence(frames[1].event)).startswith("Slot 1 of 1, M3: X powers up ")


def test_a_card_that_destroys_itself_acts_no_more_and_leaves_no_trace_of_later_effects() -> None:
    one = game({"M1": "X", "M2": "B"}, cards={"X": [{"do": "destroy", "to": "self"}, {"do": "power", "to": "row", "add": 4}]})
    assert powers(replay(one, ["resolve"])[-1].state) == {"M2": 2}


def test_without_explaining_the_end_is_the_same() -> None:
    one = load("effects-fig-5").game
    told = list(one.play(one.start, effects.RESOLVE))
    quiet = list(one.play(one.start, effects.RESOLVE, explain=False))
    assert quiet[-1] == told[-1] and len(quiet) == 5


# --- fights, turns, the end -------------------------------------------------------------------------------------------


def test_the_loser_pays_the_difference_and_leaves() -> None:
    """E22, E32."""
    scenario = load("effects-fight")
    kinds = [frame.event.kind for frame in scenario.frames[-4:]]
    assert kinds == ["attack", "fight", "judge", "change_turn"]
    state = scenario.frames[-1].state
    assert (state.life, state.card("E4"), state.turn, state.acted) == ((20, 18), None, "E", False)
    assert scenario.frames[-3].event.powers == (4, 2)


def test_a_defending_card_counts_with_its_defence_until_its_sides_next_turn() -> None:
    """E31."""
    one = game({"M1": "C", "E1": "B"}, turn="E")
    frames = replay(one, ["defend E1", "attack M1 E1"])
    fight = next(frame.event for frame in frames if frame.event.kind == "fight")
    assert (fight.powers, fight.defended, fight.winner) == ((3, 5), True, "E1")
    assert frames[-1].event.cells == ("E1",) and not frames[-1].state.card("E1").defending
    assert frames[-1].state.life == (18, 20)
    assert one.view(frames[1].state)["defending"] == ["E1"]


def test_equal_powers_no_loser_nobody_pays_both_stay() -> None:
    """E31."""
    one = game({"M1": "B", "E5": "B"})
    frames = replay(one, ["attack M1 E5"])
    assert powers(frames[-1].state) == {"M1": 2, "E5": 2}
    assert frames[-1].state.life == (20, 20)
    assert one.answers(frames)["winner"] == ""


@pytest.mark.parametrize(
    ("rules", "life", "left"),
    [
        ({}, (20, 19), False),
        ({"amount": "winner"}, (20, 17), False),
        ({"points": "gain"}, (21, 20), False),
        ({"leaves": False}, (20, 19), True),
    ],
)
def test_options_of_a_fight(rules: dict[str, Any], life: tuple[int, int], left: bool) -> None:
    """E32."""
    state = replay(game({"M1": "C", "E5": "B", "E1": "B"}, rules=rules), ["attack M1 E5"])[-1].state
    assert (state.life, state.card("E5") is not None) == (life, left)


def test_at_0_life_points_the_game_is_lost() -> None:
    """E32."""
    one = game({"M1": "C", "E5": "B"}, life={"E": 1})
    frames = replay(one, ["attack M1 E5"])
    assert frames[-1].event.kind == "end"
    assert one.result(frames[-1].state) == (True, "M")
    assert one.legal(frames[-1].state) == []
    assert one.view(frames[-1].state)["winner"] == "M"
    with pytest.raises(IllegalMove, match="The game is over"):
        one.parse("resolve", frames[-1].state)


def test_a_side_without_cards_is_passed_over_and_two_such_sides_end_the_game() -> None:
    frames = replay(game({"E1": "B"}), ["resolve"])
    assert (frames[-1].event.kind, frames[-1].state.turn) == ("change_turn", "E")
    lone = game({"M1": "C", "E5": "B"}, cards={"C": {"power": 3, "effects": [{"do": "destroy", "to": "all"}, {"do": "destroy", "to": "self"}]}}, life={"M": 3})
    frames = replay(lone, ["resolve"])
    assert (frames[-1].event.why, frames[-1].state.winner) == ("idle", "E")


def test_a_card_from_the_hand_is_presented_and_the_effects_run() -> None:
    """E33."""
    one = game({"M2": "B", "E5": "B"}, hands={"M": ["A", "A"], "E": ["C"]})
    frames = replay(one, ["present A M1"])
    assert [frame.event.kind for frame in frames] == ["start", "present", *["search"] * 10, "judge"]
    assert powers(frames[-1].state) == {"M1": 1, "M2": 3, "E5": 2}
    assert one.view(frames[-1].state)["hands"] == {"M": ["A"], "E": ["C"]}


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", NotationError, "“” is not a move."),
        ("resolv", NotationError, "“resolv” is not a move."),
        ("attack M1", NotationError, "“attack M1” is not a move."),
        ("attack M11 E5", NotationError, "There is no slot M11 on this field."),
        ("defend m1", NotationError, "There is no slot m1 on this field."),
        ("present Z M3", NotationError, "There is no card Z."),
        ("attack E5 M1", IllegalMove, "E5 is not on side M, which is to move."),
        ("attack M1 M2", IllegalMove, "M2 is on side M itself: an attack goes against an enemy card."),
        ("attack M1 E1", IllegalMove, "E1 is empty."),
        ("attack M4 E5", IllegalMove, "M4 is empty."),
        ("defend M4", IllegalMove, "M4 is empty."),
        ("present A M1", IllegalMove, "M1 is taken by C."),
        ("present A E1", IllegalMove, "E1 is not on side M, which is to move."),
        ("present B M4", IllegalMove, "Side M has no B in hand."),
    ],
)
def test_a_refused_move_says_why(text: str, error: type[Exception], says: str) -> None:
    one = game({"M1": "C", "M2": "B", "E5": "B"}, hands={"M": ["A"]})
    with pytest.raises(error) as caught:
        one.parse(text, one.start)
    assert str(caught.value) == says
    assert caught.value.reason in [message.text for message in words.REFUSALS]


def test_the_effects_run_once_a_turn() -> None:
    one = game({"M1": "C", "E1": "B"})
    state = replay(one, ["resolve"])[-1].state
    with pytest.raises(IllegalMove, match="already run"):
        one.parse("resolve", state)
    assert effects.RESOLVE in one.legal(replay(one, ["resolve", "attack M1 E1"])[-1].state)


@pytest.mark.parametrize("name", ["effects-fig-5", "effects-fight-0054", "effects-game"])
def test_every_legal_move_is_written_read_and_played(name: str) -> None:
    one = load(name).game
    frames = replay(one, [])
    for move in one.legal(one.start):
        assert one.parse(one.write(move), one.start) == move
        for frame in follow(one, frames[0], one.write(move)):
            for language in ("en", "ja"):
                assert say(words.sentence(frame.event), language) and say(words.short(frame.event), language)
            assert words.sums(frame.event) is not None
    assert next(iter(perft(one, 1))) == len(one.legal(one.start))


# --- faults -----------------------------------------------------------------------------------------------------------


def test_every_fault_is_told_at_once() -> None:
    setup = {
        "field": {"M1": "Aa", "M12": "A"},
        "hands": {"M": ["Q"]},
        "cards": {
            "A": {"power": 1, "effects": [{"do": "learn", "what": "Aa"}, {"do": "move", "what": "up"}]},
            "B": {"power": 1, "effects": [{"do": "destroy", "to": "all", "only": ["name = Z", "side = mine"]}]},
        },
    }
    with pytest.raises(Faulty) as caught:
        effects.read(setup, {"order": {"M": ["M1", "M1", "E11"]}})
    assert [fault.place for fault in caught.value.faults] == [
        "setup.cards.A.effects[0].what", "setup.cards.A.effects[1].what", "setup.cards.B.effects[0].only[0]", "setup.cards.B.effects[0].only[1]",
        "setup.field.M1", "setup.field.M12", "setup.hands.M[0]", "rules.order.M[1]", "rules.order.M[2]",
    ]  # fmt: skip
    assert caught.value.faults[4].nearest == "A"
    assert caught.value.faults[5].nearest in effects.FIELD.slots


# --- the board --------------------------------------------------------------------------------------------------------


def drawn(name: str, index: int, **rules: Any) -> list[Any]:
    scenario = load(name)
    one = effects.read(scenario.document["setup"], rules) if rules else scenario.game
    frames = replay(one, scenario.moves)
    return board.draw(one, frames[index].state, story(frames, frames[index]), Marks())


def texts(shapes: Sequence[Any]) -> list[str]:
    return [shape.text for shape in shapes if isinstance(shape, Label)]


def test_the_cursor_frames_its_slot_as_the_rules_have_it() -> None:
    """E11."""
    frame = [shape for shape in drawn("effects-fig-5", 4) if isinstance(shape, Box) and shape.stroke == "amber"]
    x, y = grid._grid(effects.FIELD).corners["M4"]
    assert [(shape.x, shape.y) for shape in frame] == [(x - 2, y - 2)]
    assert any(isinstance(shape, Lines) and shape.stroke == "amber" for shape in drawn("effects-fig-5", 4, cursor="pattern"))
    assert any(isinstance(shape, Box) and shape.fill == "shade" for shape in drawn("effects-fig-5", 4, cursor="colour"))


def test_order_numbers_and_the_accumulated_change() -> None:
    """E13."""
    assert {str(k) for k in range(1, 11)} <= set(texts(drawn("effects-fig-5", 0)))
    assert "10" not in texts(drawn("effects-fig-5", 0, numbers=False))
    assert [("+1" in texts(drawn("effects-fig-5", k)), "+2" in texts(drawn("effects-fig-5", k))) for k in (1, 2, 4)] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_destroyed_cards_are_dashed_and_hatched_until_the_turn_ends() -> None:
    def ghosts(name: str, index: int) -> int:
        return sum(isinstance(shape, Box) and bool(shape.dash) and shape.stroke == "red" for shape in drawn(name, index))

    assert [ghosts("effects-fig-5", k) for k in (0, 1, 7, 11)] == [0, 1, 2, 2]
    assert [ghosts("effects-fight", k) for k in (12, 13, 15)] == [0, 1, 0]
    assert any(isinstance(shape, Lines) and shape.stroke == "red" and len(shape.segments) > 5 for shape in drawn("effects-fig-5", 1))


def test_own_card_then_enemy_card_plays_an_attack() -> None:
    one = game({"M1": "C", "E5": "B"}, hands={"M": ["A"]})
    state = one.start
    assert board.press(one, state, board.NOTHING, "E5").move == ""
    chosen = board.press(one, state, board.NOTHING, "M1").choice
    assert board.allowed(one, state, chosen) == {"E5"}
    assert board.press(one, state, chosen, "E5").move == "attack M1 E5"
    assert board.press(one, state, chosen, "M1").choice == board.NOTHING
    in_hand = board.press(one, state, board.NOTHING, "card:A").choice
    assert board.allowed(one, state, in_hand) == {f"M{k}" for k in range(2, 11)}
    assert board.press(one, state, in_hand, "M2").move == "present A M2"
    keys = [chip.key for side in board.sides(one, state, chosen) for group in side.groups for chip in group.chips]
    assert keys == ["card:A", "move:resolve", "move:defend M1"]
    assert board.press(one, state, chosen, "move:defend M1").move == "defend M1"


def test_hints_show_the_fight_before_it_is_played() -> None:
    one = game({"M1": "C", "E5": "B"})
    preview = tuple(step.event for step in one.play(one.start, effects.Attack("M1", "E5")))
    shapes = board.draw(one, one.start, [], Marks("E5", frozenset({"E5"}), preview))
    assert "3 > 2" in texts(shapes)
    assert any(isinstance(shape, Disc) and shape.stroke == "allowed" for shape in shapes)


def test_a_slot_in_words() -> None:
    one = game({"M1": "B"})
    state = replay(one, ["defend M1"])[-1].state
    assert say(board.cell_label(one, state, "M1")) == "M1, B, power 2, defence 5, defending"
    assert say(board.cell_label(one, state, "E1")) == "E1, empty"
