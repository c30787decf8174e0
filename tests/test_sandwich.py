"""The sandwich battle's rules: notation, detection, damage, order of processing, how it ends (S01-S39)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from conftest import runs

from explorer.rules import sandwich
from explorer.rules.perft import perft
from explorer.rules.topology import rectangle
from explorer.rules.trace import Faulty, IllegalMove, NotationError, Refused, replay
from explorer.scenarios import load
from explorer.words import say
from explorer.words.sandwich import sentence

OTHELLO = {"pieces": "unlimited", "placement": "sandwich", "vitality": False, "win": "most"}


def plain(board: str, **rules: Any) -> sandwich.Game:
    """A game of plain pieces from a board drawn as text."""
    players = max([2, *(int(token) for token in board.split() if token.isdecimal())])
    return sandwich.read({"board": board}, {"pieces": "unlimited", "vitality": False, "win": "most", "players": players, **rules})


def battle(board: str, hp: Sequence[int], rules: dict[str, Any] | None = None, turn: int = 1, **pieces: Any) -> sandwich.Game:
    """A game of named pieces; a piece is its parameters by player, or its whole table."""
    table = {name: {"parameters": one} if isinstance(one, list) else one for name, one in pieces.items()}
    skills = {one["skill"]: {"effects": [{"do": "parameter", "to": "chosen", "times": 2}]} for one in table.values() if "skill" in one}
    return sandwich.read({"board": board, "hp": list(hp), "turn": turn, "pieces": table, "skills": skills}, rules or {})


def sandwiched(game: sandwich.Game, move: str) -> list[str]:
    return list(game.answers(replay(game, [move]))["sandwiched"])


def last(game: sandwich.Game, *moves: str) -> sandwich.State:
    return replay(game, moves)[-1].state


# --- boards


def test_four_rows_of_six_cells_from_a1_bottom_left_to_f4_top_right() -> None:
    """S01."""
    game = sandwich.read({"hp": [1, 1]}, {})
    assert len(game.topology.names) == 24
    places = dict(zip(game.topology.names, game.topology.places, strict=True))
    assert (places["a1"], places["f4"]) == ((3, 0), (0, 5))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 26), (26, 1), (3, 7), (8, 8), (26, 26)])
def test_any_rectangle_and_rows_are_never_mixed_up_with_columns(rows: int, columns: int) -> None:
    """S03."""
    board = rectangle(rows, columns)
    assert len(board.names) == rows * columns
    assert board.names[0] == f"a{rows}"
    assert board.names[-1] == f"{chr(96 + columns)}1"
    for rays in board.rays:
        for ray in rays:
            assert len(ray.cells) < {"vertical": rows, "horizontal": columns}.get(ray.axis, min(rows, columns))


def test_rows_may_be_numbered_from_the_top() -> None:
    """S03."""
    game = plain(". .\n. .\n. .", numbered_from="top")
    assert game.topology.names == ("a1", "b1", "a2", "b2", "a3", "b3")


def test_nothing_is_placed_on_a_hole_and_a_run_ends_there() -> None:
    """S04."""
    game = plain(". 2 # 2 1\n. . . . .")
    with pytest.raises(NotationError):
        game.parse("c2", game.start)
    assert sandwiched(game, "a2") == []
    assert "c2" not in game.topology.names


# --- detection


@pytest.mark.parametrize(
    ("board", "move", "expected"),
    [
        (". 2 1", "a1", ["b1"]),  # horizontal
        ("1\n2\n.", "a1", ["a2"]),  # vertical
        (". . 1\n. 2 .\n. . .", "a1", ["b2"]),  # up-right
        ("1 . .\n. 2 .\n. . .", "c1", ["b2"]),  # down-right
        (". 2 2 2 1", "a1", ["b1", "c1", "d1"]),
        (". 2 2 2 .", "a1", []),  # the run reaches an empty cell
        (". 2 2 2", "a1", []),  # the run reaches the end
        (". 2 . 2 1", "a1", []),  # an empty cell ends a run
        (". 2 1 2 1", "a1", ["b1"]),  # only the nearest anchor closes
        (". 1 2 1", "a1", []),  # an own piece at once: no run
        ("1 . 1\n2 2 2\n. . .", "b1", []),
        ("1 . 1\n. 2 .\n1 2 .", "c1", ["b1", "b2"]),
    ],
)
def test_runs_on_the_four_axes(board: str, move: str, expected: list[str]) -> None:
    """S10, S14."""
    assert sandwiched(plain(board), move) == expected


def test_every_run_on_every_axis_counts_at_once() -> None:
    """S13."""
    game = plain("1 . 1 . 1\n. 2 2 2 .\n1 2 . 2 1\n. 2 2 2 .\n1 . 1 . 1")
    assert len(sandwiched(game, "c3")) == 8


def test_a_corner_is_never_sandwiched_and_an_edge_only_along_it() -> None:
    """S14."""
    random.seed(7)
    for _ in range(runs(6000)):
        rows, columns = random.randint(1, 5), random.randint(1, 5)
        text = "\n".join(" ".join(random.choice(".12") for _ in range(columns)) for _ in range(rows))
        game = plain(text)
        corners = {game.topology.names[game.topology.places.index((r, c))] for r in (0, rows - 1) for c in (0, columns - 1)}
        for move in game.legal(game.start):
            if isinstance(move, sandwich.Place):
                assert not corners & set(sandwiched(game, game.write(move)))
    assert sandwiched(plain("1 2 .\n. . ."), "c2") == ["b2"]
    assert sandwiched(plain(". 2 .\n1 . ."), "c2") == []


def oracle(board: list[list[int]], row: int, column: int, player: int) -> set[tuple[int, int]]:
    """Plain and slow: walk every direction by its steps and look at everything again each time. -1 is a hole."""
    found = set()
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            for length in range(1, 30):
                cells = [(row + dr * k, column + dc * k) for k in range(1, length + 1)]
                end = (row + dr * (length + 1), column + dc * (length + 1))
                inside = [(r, c) for r, c in [*cells, end] if 0 <= r < len(board) and 0 <= c < len(board[0])]
                if (
                    len(inside) == length + 1
                    and (dr, dc) != (0, 0)
                    and board[end[0]][end[1]] == player
                    and all(board[r][c] > 0 and board[r][c] != player for r, c in cells)
                ):
                    found |= set(cells)
    return found


@pytest.mark.fuzz
def test_random_boards_of_two_to_four_players_with_holes_agree_with_a_plain_oracle() -> None:
    """S16."""
    random.seed(16)
    for _ in range(runs(8000)):
        rows, columns, players = random.randint(1, 7), random.randint(1, 7), random.randint(2, 4)
        board = [[random.choice([0, 0, -1, *range(1, players + 1), *range(1, players + 1)]) for _ in range(columns)] for _ in range(rows)]
        text = "\n".join(" ".join({0: ".", -1: "#"}.get(cell, str(cell)) for cell in line) for line in board)
        game = sandwich.read({"board": text, "turn": random.randint(1, players)}, {"pieces": "unlimited", "vitality": False, "win": "most", "players": players})
        player = game.start.turn
        for k, (row, column) in enumerate(game.topology.places):
            if board[row][column]:
                continue
            got = {game.topology.places[cell] for run in game.runs(game.start.states, k, player) for cell in run.cells}
            assert got == oracle(board, row, column, player), (text, game.topology.names[k])
            assert game.closes(game.start.states, k, player) == bool(got)


def test_four_players_a_run_mixes_the_states_of_several_opponents() -> None:
    """S16."""
    game = plain("4 . . .\n. 3 . .\n. . 2 .\n. . . .", players=4)
    assert sandwiched(game, "d1") == []
    game = plain("1 2 3 4 .\n. . . . .")
    assert sandwiched(game, "e2") == ["b2", "c2", "d2"]
    assert last(game, "e2").states[:5] == (1, 1, 1, 1, 1)


# --- notation and legality


@pytest.mark.parametrize("text", ["A a2", "E b2 use α1 on E", "E b2 use α1 on A", "G f4"])
def test_a_move_is_written_as_it_was_read(text: str) -> None:
    game = load("fig-9-12").game
    text = text.replace("A a2", "I a2")
    assert game.write(game.parse(text, game.start)) == text


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", NotationError, "is not a move"),
        ("K", NotationError, "is not a move"),
        ("K d4 please", NotationError, "is not a move"),
        ("K d9", NotationError, "no cell d9"),
        ("K g1", NotationError, "no cell g1"),
        ("k d4", NotationError, "no piece k"),
        ("K b2", IllegalMove, "b2 is taken by E"),
        ("A a1", IllegalMove, "no piece A left"),
        ("pass", IllegalMove, "may not pass"),
        ("K d4 use β1 on K", IllegalMove, "no skill β1"),
        ("K d4 use α1 on L", IllegalMove, "not on the board"),
    ],
)
def test_a_move_that_cannot_be_played_says_why(text: str, error: type[Refused], says: str) -> None:
    game = load("fig-5").game
    with pytest.raises(error, match=says):
        game.parse(text, game.start)


def test_a_refusal_names_what_is_allowed_and_what_is_nearest() -> None:
    game = load("fig-5").game
    with pytest.raises(NotationError) as caught:
        game.parse("k d4", game.start)
    assert (caught.value.nearest, "K" in caught.value.allowed) == ("K", True)


def test_only_cells_that_sandwich_and_a_player_who_has_none_passes() -> None:
    """S35."""
    game = plain("1 2 . .", placement="sandwich")
    assert [game.write(move) for move in game.legal(game.start)] == ["c1"]
    with pytest.raises(IllegalMove, match="would sandwich nothing"):
        game.parse("d1", game.start)
    game = sandwich.read({"board": "1 1 2 . . 2", "turn": 2}, OTHELLO)
    assert game.legal(game.start) == [sandwich.PASS]
    frames = replay(game, ["pass", "d1"])
    assert [frame.event.kind for frame in frames if frame.move == 1] == ["pass", "change_turn"]
    with pytest.raises(IllegalMove, match="has to pass"):
        game.parse("d1", game.start)


def test_by_default_any_empty_cell_is_allowed() -> None:
    """S35."""
    game = load("fig-6a").game
    assert len(game.open_cells(game.start, 1)) == 22
    assert len(game.legal(game.start)) == 22 * len(game.start.hands[0])


def test_a_player_without_pieces_passes_and_the_other_goes_on() -> None:
    setup = {"board": ". . .", "hp": [9, 9], "hands": [["A"], ["B", "C"]], "pieces": {name: {"parameters": [1, 1]} for name in "ABC"}}
    game = sandwich.read(setup, {})
    frames = replay(game, ["A a1", "B b1", "pass", "C c1"])
    assert frames[-1].event.kind == "end"
    assert frames[-1].event.why == "full"


# --- perft


def test_perft_counts_the_published_numbers_of_othello() -> None:
    assert perft(load("othello-8x8").game, 6) == [4, 12, 56, 244, 1396, 8200]
    assert perft(load("othello-4x4").game, 8) == [4, 12, 44, 128, 424, 1256, 3624, 9116]
    assert perft(load("othello-4x6").game, 6) == [4, 12, 50, 180, 798, 3338]


def test_perft_counts_a_line_that_has_ended_once() -> None:
    assert perft(plain("1 2 .", placement="sandwich"), 3) == [1, 1, 1]


def test_leaving_the_explanation_out_changes_no_state() -> None:
    for name in ("fig-5", "fig-9-12", "fig-15"):
        scenario = load(name)
        start = scenario.game.start
        move = scenario.game.parse(scenario.moves[0], start)
        told, counted = ([*scenario.game.play(start, move, explain=explain)][-1].state for explain in (True, False))
        assert told == counted


# --- damage


def test_each_owner_pays_for_their_own_piece() -> None:
    """S36."""
    game = battle("A1 B2 C3 .", [100, 100, 100], A=[10, 0, 0], B=[0, 4, 0], C=[0, 0, 7], D=[5, 0, 0])
    assert last(game, "D d1").hp == (100, 89, 92)


def test_damage_is_worked_out_exactly_and_rounded_half_up_once() -> None:
    game = battle("A1 B2 C2 .", [100, 100], {"run_length_rate": Decimal("0.25")}, A=[3, 0], B=[0, 1], C=[0, 2], D=[2, 0])
    # (2 + 3 − 2) × 0.5 = 1.5 → 2 and (2 + 3 − 1) × 0.5 = 2
    assert last(game, "D d1").hp == (100, 96)


def test_run_length_counts_only_runs_of_two_or_more() -> None:
    game = battle("A1 B2 .", [100, 100], {"run_length_rate": 3}, A=[3, 0], B=[0, 1], D=[2, 0])
    assert last(game, "D c1").hp == (100, 96)


def test_an_inferior_attribute_of_the_attacker_doubles_the_defender() -> None:
    pieces = {"A": {"parameters": [20, 0], "attribute": "Y"}, "B": {"parameters": [0, 15], "attribute": "X"}, "C": {"parameters": [30, 0], "attribute": "Z"}}
    # A (Y) is beaten by B (X), so B counts double; C (Z) beats X, so C counts double: 20 + 60 − 30
    game = battle(". B2 C1", [100, 100], **pieces)
    assert last(game, "A a1").hp == (100, 50)


def test_a_skill_doubles_for_the_turn_only() -> None:
    """S31."""
    game = load("fig-9-12").game
    frames = replay(game, ["E b2 use α1 on E"])
    assert frames[-3].state.lasting
    assert frames[-1].state.lasting == ()


def test_a_used_skill_stays_used_when_its_piece_turns() -> None:
    """S43."""
    game = battle(". . . .\n. B2 A1 .", [99, 99], A={"parameters": [5, 1], "skill": "s"}, B=[1, 5], C=[3, 3], D=[4, 4], E=[1, 1])
    frames = replay(game, ["C a1 use s on C", "D a2", "E d2"])
    assert game.view(frames[-1].state)["skills"] == {"s": "used"}


# --- order and end


def test_the_steps_come_in_the_order_of_figure_13() -> None:
    """S32."""
    kinds = [frame.event.kind for frame in load("fig-9-12").frames if frame.move == 1]
    assert kinds == ["place", "register", "axes", "same_state", "detect", "skill", "damage", "convert", "judge", "change_turn"]
    cites = [frame.event.cite for frame in load("fig-9-12").frames if frame.move == 1]
    assert [cite.split()[1].rstrip(",") for cite in cites] == ["S108", "S109", "S110", "S110", "S110", "S111", "S111", "S112", "S113", "S114"]


def test_a_player_at_0_hp_loses_and_hp_is_kept_as_it_falls() -> None:
    """S33."""
    game = battle(". B2 C1", [10, 10], A=[20, 0], B=[0, 5], C=[30, 0])
    frames = replay(game, ["A a1"])
    assert frames[-1].state.hp == (10, -35)
    assert game.result(frames[-1].state) == (True, 1)
    assert [frame.event.kind for frame in frames[-2:]] == ["judge", "end"]
    with pytest.raises(IllegalMove, match="over"):
        game.parse("pass", frames[-1].state)


def test_at_a_set_turn_the_higher_hp_wins() -> None:
    """S33."""
    game = battle(". B2 C1 .", [9, 40], {"turn_limit": 1}, A=[2, 0], B=[0, 5], C=[3, 0])
    assert game.result(last(game, "A d1")) == (True, 2)


def test_the_first_attacker_may_be_drawn_with_a_seed() -> None:
    """S34."""
    turns = {seed: sandwich.read({"hp": [1, 1], "turn": "random", "seed": seed}, {}).start.turn for seed in range(20)}
    assert set(turns.values()) == {1, 2}
    assert sandwich.read({"hp": [1, 1], "turn": "random", "seed": 3}, {}).start.turn == turns[3]


def test_a_third_player_at_0_hp_is_out_and_skipped() -> None:
    """S36."""
    game = battle("A1 B2 . . .", [50, 5, 50], A=[10, 0, 0], B=[0, 4, 0], C=[5, 0, 0], D=[1, 1, 1], E=[1, 1, 1], F=[1, 1, 1])
    frames = replay(game, ["C c1", "D d1"])
    assert frames[-1].state.turn == 1
    assert [frame.state.turn for frame in frames if frame.event.kind == "change_turn"] == [3, 1]


def test_the_board_full_equal_hp_is_a_draw() -> None:
    game = battle(".", [5, 5], A=[1, 1])
    assert game.result(last(game, "A a1")) == (True, None)


def test_most_or_fewest_cells_win() -> None:
    """S39."""
    board = "1 2 ."
    assert plain(board).result(last(plain(board), "c1")) == (True, 1)
    assert plain(board, win="fewest").result(last(plain(board, win="fewest"), "c1")) == (True, 2)


def test_two_chosen_pieces_stand_in_the_centre_and_leave_their_list() -> None:
    """S30."""
    game = load("fig-9-12").game
    assert {name: cell["piece"] for name, cell in game.view(game.start)["cells"].items()} == {"c3": "A", "d2": "D", "d3": "B", "c2": "C"}
    assert [len(hand) for hand in game.start.hands] == [10, 10]
    assert "E" not in last(game, "E b2").hands[0]


def test_a_start_at_which_nobody_can_place_takes_no_move() -> None:
    """Nobody able to place is the end: a pass would go on for ever."""
    game = plain("1 1\n2 2", placement="sandwich")
    assert game.legal(game.start) == []
    with pytest.raises(IllegalMove, match="Nobody can place"):
        game.parse("pass", game.start)


def test_a_plain_piece_declares_no_skill() -> None:
    game = plain(". 2 1")
    with pytest.raises(NotationError, match="is not a move"):
        game.parse("a1 use x on y", game.start)


def test_of_two_pieces_with_one_skill_only_the_used_one_is_used() -> None:
    pieces = {name: {"parameters": [1, 1], "skill": "s"} for name in "AB"} | {"C": {"parameters": [2, 2]}, "D": {"parameters": [2, 2]}}
    game = battle("A1 B1 . .", [9, 9], **pieces)
    frames = replay(game, ["C c1 use s on C"])
    assert [line.status for line in frames[-1].state.skills] == ["used", "available"]


@pytest.mark.parametrize(
    ("setup", "rules", "place"),
    [
        ({"board": ". .", "hp": [1, 1]}, {"rows": 2}, "rules.rows"),
        ({"board": ". .", "hp": [1, 1]}, {"columns": 3}, "rules.columns"),
        ({"board": ". .", "hp": [1, 1]}, {"players": 3}, "rules.players"),
    ],
)
def test_an_option_that_contradicts_what_is_drawn_is_told(setup: dict[str, Any], rules: dict[str, Any], place: str) -> None:
    with pytest.raises(Faulty) as caught:
        sandwich.read(setup, rules)
    assert [fault.place for fault in caught.value.faults] == [place]


def test_each_player_chooses_from_the_pieces_they_bring() -> None:
    setup = {"hp": [1, 1], "hands": [["A", "D"], ["B", "C"]], "chosen": [["A", "B"], ["C", "D"]], "pieces": {name: {"parameters": [1, 1]} for name in "ABCD"}}
    with pytest.raises(Faulty) as caught:
        sandwich.read(setup, {})
    assert [fault.place for fault in caught.value.faults] == ["setup.chosen[0][1]", "setup.chosen[1][1]"]


def test_a_board_of_plain_pieces_needs_no_options_and_with_hp_they_cost_nothing() -> None:
    """S16, S39: bare digits are plain pieces; as many players as HP, each piece with the parameter 0."""
    game = sandwich.read({"board": "1 2 3 4 . .\n. . . . . .", "hp": [50, 50, 50, 50]}, {})
    frames = replay(game, ["e2"])
    assert (game.players, sorted(game.answers(frames)["sandwiched"])) == (4, ["b2", "c2", "d2"])
    assert frames[-1].state.hp == (50, 50, 50, 50)
    assert [frame.event.kind for frame in frames].count("damage") == 3
    told = say(sentence(next(frame.event for frame in frames if frame.event.kind == "damage")))
    assert told.startswith("a piece of player 4 on d2 stands between the piece on e2 and the piece on a2")
    assert not sandwich.read({"board": "1 2 ."}, {}).rules.vitality


# --- laws


@pytest.mark.fuzz
def test_playing_never_changes_its_input_and_colours_and_mirrors_commute() -> None:
    random.seed(3)
    for _ in range(runs(2000)):
        board = [[random.choice("..12") for _ in range(6)] for _ in range(4)]
        text = "\n".join(map(" ".join, board))
        swapped = text.translate(str.maketrans("12", "21"))
        mirrored = "\n".join(" ".join(reversed(line)) for line in board)
        game = sandwich.read({"board": text}, OTHELLO)
        other = sandwich.read({"board": swapped, "turn": 2}, OTHELLO)
        mirror = sandwich.read({"board": mirrored}, OTHELLO)
        moves = [game.write(move) for move in game.legal(game.start)]
        assert moves == [other.write(move) for move in other.legal(other.start)]
        turned = sorted("fedcba"["abcdef".index(move[0])] + move[1:] if move != "pass" else move for move in moves)
        assert turned == sorted(mirror.write(move) for move in mirror.legal(mirror.start))
        before = repr(game.start)
        for move in game.legal(game.start):
            list(game.play(game.start, move))
        assert repr(game.start) == before


# --- faults of a setup


@pytest.mark.parametrize(
    ("setup", "rules", "place"),
    [
        ({"board": "A1 A1", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1]}}}, {}, "setup.board, b1"),
        ({"board": "A3", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1]}}}, {}, "setup.board, a1"),
        ({"board": "X1", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1]}}}, {}, "setup.board, a1"),
        ({"board": "A1B1", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1]}}}, {}, "setup.board, a1"),
        ({"board": ". .\n. . .", "hp": [1, 1]}, {}, "setup.board, row 1"),
        ({"board": ". " * 40, "hp": [1, 1]}, {}, "setup.board"),
        ({"board": "."}, {}, "setup.hp"),
        ({"board": ".", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1, 1]}}}, {}, "setup.pieces.A.parameters"),
        ({"board": ".", "hp": [1, 1], "pieces": {"A": {"attack": [1, 1]}}}, {}, "setup.pieces.A"),
        ({"board": ".", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1], "skill": "x"}}}, {}, "setup.pieces.A.skill"),
        ({"board": ".", "hp": [1, 1], "turn": 3}, {}, "setup.turn"),
        ({"board": ".", "hp": [1, 1], "hands": [["A"], []]}, {}, "setup.hands[0][0]"),
        ({"hp": [1, 1], "chosen": [["A", "B"], ["C", "D"]]}, {"rows": 3}, "setup.chosen"),
        ({"board": "A1", "pieces": {}}, OTHELLO, "setup.board, a1"),
    ],
)
def test_a_wrong_setup_is_told_with_its_place(setup: dict[str, Any], rules: dict[str, Any], place: str) -> None:
    with pytest.raises(Faulty) as caught:
        sandwich.read(setup, rules)
    assert place in [fault.place for fault in caught.value.faults]


def test_two_pieces_on_a_cell_are_told_as_such() -> None:
    with pytest.raises(Faulty, match="two pieces on one cell"):
        sandwich.read({"board": "A1B2 .", "hp": [1, 1], "pieces": {"A": {"parameters": [1, 1]}, "B": {"parameters": [1, 1]}}}, {})
