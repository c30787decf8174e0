"""Othello transcripts and WTHOR files read as scenarios (X16)."""

from __future__ import annotations

import json
import random
import struct
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import runs

from explorer.cli import main
from explorer.rules.trace import Faulty
from explorer.scenarios import Scenario, check, check_file, game_of, games_in, load, opened, read, transcript, wthor
from explorer.scenarios.othello import LARGEST_WTHOR, WhichGame, WthorYear
from explorer.session import Session
from explorer.trace_json import trace

# First game of the final of the 31st World Othello Championship (2007): Nicolet 35, Tominaga 29.
FINAL = "F5D6C5F4E3C6D3F6E6D7G4G3G6H3G5H4E7F7H5H6E8F3C4C7D8C8B8B4B6B5A4A5A6E2A3D2D1C1B1C2C3B2F2F1A1B3E1A2G1G2H1H2H7G7H8B7A8A7F8G8"
SHORTEST = "e6f4e3f6g5d6e7f5c5"  # black turns everything with nine moves
FORCED = "d3c3f5d2d1e1b2c1"  # and black has to pass


# --- another Othello, so that passes and scores are not only what our rules say of themselves -------------------------


def turned(board: dict[tuple[int, int], int], cell: tuple[int, int], player: int) -> list[tuple[int, int]]:
    """The cells, as (row, column) from 1, that a disc of ``player`` on an empty cell turns."""
    found = []
    for down, right in [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]:
        run, at = [], (cell[0] + down, cell[1] + right)
        while board.get(at) == 3 - player:
            run.append(at)
            at = at[0] + down, at[1] + right
        found += run if board.get(at) == player else []
    return found


def game(seed: int) -> tuple[list[str], int]:
    """A random game, passes written, and black's score as WTHOR has it."""
    rng, board, player, moves = random.Random(seed), {(4, 4): 2, (4, 5): 1, (5, 4): 1, (5, 5): 2}, 1, list[str]()
    while True:
        ways = {(r, c): turned(board, (r, c), player) for r in range(1, 9) for c in range(1, 9) if (r, c) not in board}
        able = [cell for cell, flips in ways.items() if flips]
        if able:
            row, column = rng.choice(able)
            board |= dict.fromkeys([(row, column), *ways[row, column]], player)
            moves.append(f"{'abcdefgh'[column - 1]}{row}")
        elif moves[-1] == "pass":
            moves.pop()  # nobody can move: no pass, but the end
            break
        else:
            moves.append("pass")
        player = 3 - player
    black, white = (list(board.values()).count(player) for player in (1, 2))
    return moves, 32 if black == white else black if black < white else 64 - white


def cells(text: str) -> list[str]:
    return [text[k : k + 2].lower() for k in range(0, len(text), 2)]


def record(moves: Sequence[str], score: int = 32, who: tuple[int, int, int] = (1, 5, 9)) -> bytes:
    squares = bytes(10 * int(move[1]) + "abcdefgh".index(move[0]) + 1 for move in moves if move != "pass")
    return struct.pack("<HHHBB60s", *who, score, 40, squares)


def header(games: int = 0, names: int = 0, year: int = 1980, size: int = 8) -> bytes:
    return struct.pack("<4BIHH4B", 20, 24, 2, 29, games, names, year, size, 0, 24, 0)


def wtb(*records: bytes) -> bytes:
    return header(len(records)) + b"".join(records)


def names(size: int, *texts: bytes) -> bytes:
    return header(0, len(texts), 0) + b"".join(text.ljust(size, b"\0") for text in texts)


def faults(made: object, *arguments: object) -> list[str]:
    with pytest.raises(Faulty) as caught:
        made(*arguments)  # type: ignore[operator]
    return [str(fault) for fault in caught.value.faults]


# --- transcripts ------------------------------------------------------------------------------------------------------


def test_a_transcript_plays_to_the_result_of_the_game() -> None:
    """X16."""
    scenario = transcript(FINAL, "final-2007", "Nicolet – Tominaga")
    assert (scenario.name, scenario.title(), len(scenario.moves)) == ("final-2007", "Nicolet – Tominaga", 60)
    assert (scenario.frames[-1].event.kind, scenario.frames[-1].event.scores) == ("end", (35, 29))
    assert transcript(SHORTEST).frames[-1].event.scores == (13, 0)


def test_the_setup_is_the_shipped_one_and_opens_as_transcripts_do() -> None:
    shipped, scenario = load("othello-8x8"), transcript(FINAL)
    assert {key: scenario.document[key] for key in ("mechanic", "rules", "setup")} == {key: shipped.document[key] for key in ("mechanic", "rules", "setup")}
    assert scenario.game.start == shipped.game.start and shipped.game.start.turn == 1
    assert {shipped.game.write(move) for move in shipped.game.legal(shipped.game.start)} == {"f5", "c4", "d3", "e6"}


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4\n",
        "f5 d6 c3 d3 c4",
        "1. f5 d6\n2. c3 d3\r\n3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1.f52.d63.c34.d35.c4",
        "1: F5\n2: D6\n3) c3 4) d3 5 c4",
        "1... f5 2... d6\t03 c3\u3000d3 c4",
        b"\xef\xbb\xbff5d6c3d3c4",
    ],
)
def test_how_it_is_written_does_not_matter(text: str | bytes) -> None:
    assert transcript(text).moves == ("f5", "d6", "c3", "d3", "c4")


@pytest.mark.parametrize("written", ["", "--", "pa", "PS", "Pass", " pass "])
def test_a_forced_pass_is_found_and_may_be_written(written: str) -> None:
    assert transcript(f"{FORCED}{written}b4").moves == (*cells(FORCED), "pass", "b4")


@pytest.mark.parametrize("seed", range(12))
def test_random_games_have_the_passes_and_the_score_of_another_othello(seed: int) -> None:
    moves, score = game(seed)
    bare = [move for move in moves if move != "pass"]
    assert transcript("".join(bare)).moves == transcript(" ".join(moves)).moves == tuple(moves)
    year = wthor(wtb(record(bare, score)))
    assert (game_of(year, 1).moves, year.games[0].faults(), year.games[0].length) == (tuple(moves), [], len(bare))
    (fault,) = wthor(wtb(record(bare, score ^ 1))).games[0].faults()
    assert (fault.place, str(score) in fault.allowed) == ("game 1, score", True)


def test_it_is_a_scenario_like_any_other() -> None:
    scenario = transcript(FINAL)
    assert check(scenario) == []
    assert trace(scenario, language="ja")["result"] == {"over": True, "winner": 1}
    session = Session.open(scenario, -1)
    assert session.undo().redo().frame == session.settled
    assert session.goto(0).play("d3").moves == ("d3",)
    assert len(scenario.upto(7).frames) < len(scenario.frames)
    assert scenario.with_rules({"win": "fewest"}).frames[-1].state.winner == 2
    assert "text/plain" in scenario._repr_mimebundle_()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "file: found no move; allowed cells a1 to h8"),
        ("1. 2. 3.", "file: found no move"),
        ("f5 d6\nc3 x9 d3", "line 2, column 4: found 'x9'; allowed cells a1 to h8"),
        ("f5 i3", "line 1, column 4: found 'i3'"),
        ("f5 d9 d6", "line 1, column 4: found 'd9'"),
        ("f55d6", "line 1, column 3: found '5d6'"),
        ("f5 1234 d6", "line 1, column 4: found '1234'"),
        ("f5 d6 a1", "move 3: found 'a1': On a1 player 1 would sandwich nothing; allowed c3, "),
        ("f5 d6 f5", "move 3: found 'f5': f5 is taken by 1"),
        ("e3 f5", "move 1: found 'e3': On e3 player 1 would sandwich nothing; allowed d3, c4, f5, e6"),
        ("f5 --", "move 2: found 'pass': Player 2 can place a piece, so may not pass; allowed f4, d6, f6"),
        (FORCED + "a1", "move 9: found 'a1': On a1 player 2 would sandwich nothing; allowed a3, b4, d6"),
        (SHORTEST + "a1", "move 10: found 'a1': The game is over; allowed no move after the end"),
        (SHORTEST + "--", "move 10: found 'pass': The game is over"),
        (b"f5\nd6\xff", "line 2: found byte 0xff; allowed UTF-8 text"),
        ("f5d6c3d3c4" * 110_000, "file: found 1100000 bytes; allowed at most 1048576"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_transcript_is_told_with_its_place(text: str | bytes, told: str) -> None:
    assert any(fault.startswith(told) for fault in faults(transcript, text)), faults(transcript, text)


def test_every_strange_word_is_told() -> None:
    assert [fault.split(":")[0] for fault in faults(transcript, "x1 f5\n\n  y2 d6 z3\n?")] == [
        "line 1, column 1", "line 3, column 3", "line 3, column 9", "line 4, column 1",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["x" * 2**20, "x " * 2**19, "x\n" * 2**19, "1." * 2**19, "9" * 2**20, " " * 2**20, "f5" * 2**19, "f5 d6 " + "-- " * 2**18])
def test_a_mebibyte_of_anything_takes_no_time(text: str) -> None:
    started = time.monotonic()
    assert faults(transcript, text)
    assert faults(read, text)
    assert time.monotonic() - started < 5


def test_which_texts_are_transcripts(tmp_path: Path) -> None:
    toml = (Path(__file__).parents[1] / "explorer/scenarios/othello-8x8.toml").read_text(encoding="utf-8")
    for name, text in {"Nicolet - 日本.txt": FINAL, "game": FINAL, "game.toml": FINAL, "saved.txt": toml}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    first = load(tmp_path / "Nicolet - 日本.txt")
    assert (first.name, first.title("en"), first.title("ja")) == ("nicolet", "Othello transcript Nicolet - 日本", "オセロの棋譜 Nicolet - 日本")
    assert first.path == tmp_path / "Nicolet - 日本.txt"
    assert load(str(tmp_path / "game")).moves == load(tmp_path / "game.toml").moves == first.moves
    assert load(tmp_path / "saved.txt").name == "othello-8x8"
    (tmp_path / "slip.txt").write_text("f5 d6 c9", encoding="utf-8")
    assert faults(load, tmp_path / "slip.txt")[0].startswith("line 1, column 7: found 'c9'")
    assert faults(read, "f5 d6 c9")[0].startswith("line 1: found a syntax error")


# --- WTHOR files ------------------------------------------------------------------------------------------------------


def test_a_year_lists_its_games_and_opens_each() -> None:
    """X16."""
    year = wthor(wtb(record(cells(FINAL), 35), record(cells(SHORTEST), 64, (2, 300, 0)), record(["f5", "d6"], 30)))
    assert repr(year) == "<WthorYear 1980: 3 games>"
    assert [(one.number, str(one.black), str(one.white), one.scores, one.length) for one in year.games] == [
        (1, "5", "9", "35:29", 60),
        (2, "300", "0", "64:0", 9),
        (3, "5", "9", "30:34", 2),
    ]
    assert [one.faults() for one in year.games] == [[], [], []]  # the last was broken off: there is no score to compare
    second = game_of(year, 2)
    assert (second.name, second.source) == ("wthor-1980-2", "WTHOR 1980, game 2, tournament 2")
    assert (second.title(), second.title("ja")) == ("Othello 1980, game 2: player 300 – player 0 64:0", "オセロ 1980年 第2局:選手300 – 選手0 64:0")
    assert second.frames[-1].state.winner == 1


def test_names_are_used_where_there_are_any(tmp_path: Path) -> None:
    path = tmp_path / "WTH_1980.WTB"
    path.write_bytes(wtb(record(cells(FINAL), 35, (1, 0, 1)), record(cells(FINAL), 35, (0, 2, 7))))
    (tmp_path / "other.jou").write_bytes(names(20, b"wrong"))
    (tmp_path / "WTHOR.JOU").write_bytes(names(20, b"Nicolet St\xe9phane", b"Tominaga\x1b[7m K.\0rest", b""))
    (tmp_path / "wth_1980.trn").write_bytes(names(26, b"Paris", b"WOC"))
    year = games_in(path)
    assert [(str(one.tournament), str(one.black), str(one.white)) for one in year.games] == [
        ("WOC", "Nicolet Stéphane", "Tominaga[7m K."),
        ("Paris", "2", "7"),
    ]
    assert load(f"{path}#1").title() == "Othello 1980, game 1: Nicolet Stéphane – Tominaga[7m K. 35:29"
    assert load(f"{path}#1").source == "WTHOR 1980, game 1, WOC"
    (tmp_path / "WTHOR.JOU").write_bytes(names(20, b"Nicolet", b"Tominaga")[:-1])
    assert faults(load, f"{path}#1") == ["players (.jou), file: found 55 bytes; allowed 56, as the header says 2 names"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "header: found 0 bytes; allowed 16"),
        (header()[:15], "header: found 15 bytes; allowed 16"),
        (header(2) + record(["f5"]), "header: found 2 games; allowed 1, as many as the file holds"),
        (header(2**32 - 1) + record(["f5"]), "header: found 4294967295 games; allowed 1"),
        (header(0) + record(["f5"]), "header: found 0 games; allowed 1"),
        (wtb(record(["f5"]))[:-1], "file: found 83 bytes; allowed 84, as the header says 1 game"),
        (wtb(record(["f5"])) + b"\0", "file: found 85 bytes; allowed 84"),
        (header(1, size=10) + record(["f5"]), "header: found a board of 10 x 10; allowed 8 x 8"),
        (bytes(LARGEST_WTHOR + 1), f"file: found {LARGEST_WTHOR + 1} bytes; allowed at most {LARGEST_WTHOR}"),
    ],
)  # fmt: skip
def test_what_is_no_wthor_file_is_told(data: bytes, told: str) -> None:
    assert faults(wthor, data)[0].startswith(told)
    assert faults(opened, "a.wtb", data)[0].startswith(told)


def test_a_board_of_size_0_is_the_usual_one() -> None:
    assert len(wthor(header(1, size=0) + record(["f5"])).games) == 1


@pytest.mark.parametrize(
    ("squares", "told"),
    [
        ([56, 46, 89], ["game 1, move 3: found square 89; allowed 11 to 88, row and column from 1 to 8"]),
        ([56, 91, 10, 46], ["game 1, move 2: found square 91; allowed 11 to 88", "game 1, move 3: found square 10"]),
        ([56, 0, 46], ["game 1, move 2: found square 0 before further moves; allowed 11 to 88"]),
        ([255], ["game 1, move 1: found square 255"]),
        ([56, 46, 11], ["game 1, move 3: found 'a1': On a1 player 1 would sandwich nothing; allowed "]),
        ([65, 46, 35, 66, 57, 64, 75, 56, 53, 11], ["game 1, move 10: found 'a1': The game is over; allowed no move after the end"]),
    ],
)  # fmt: skip
def test_an_impossible_move_is_told_with_its_game_and_its_number(squares: list[int], told: list[str]) -> None:
    year = wthor(header(1) + struct.pack("<HHHBB60s", 1, 2, 3, 32, 32, bytes(squares)))
    found = faults(game_of, year, 1)
    assert [fault.startswith(one) for fault, one in zip(found, told, strict=True)] == [True] * len(told), found
    assert [str(fault) for fault in year.games[0].faults()] == found


def test_a_score_that_there_is_not_is_told() -> None:
    assert faults(game_of, wthor(wtb(record(["f5"], 65))), 1) == ["game 1, score: found 65; allowed 0 to 64"]


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_game_that_there_is_not_is_told(number: int) -> None:
    assert faults(game_of, wthor(wtb(record(["f5"]), record(["f5"]))), number) == [f"game: found {number}; allowed 1 to 2"]


def spoiled(rng: random.Random, good: bytes) -> bytes:
    """A file of games with a few bytes changed, or cut short."""
    data = bytearray(good)
    for _ in range(rng.choice([1, 1, 2, 10])):
        data[rng.randrange(len(data))] = rng.choice([0, 11, 56, 88, 89, 91, 255, rng.randrange(256)])
    return bytes(data[: rng.choice([len(data)] * 5 + [rng.randrange(len(data))])])


def mistyped(rng: random.Random) -> str:
    text = list(FINAL[: rng.randrange(1, len(FINAL))])
    text[rng.randrange(len(text))] = rng.choice(["", " ", "\n", "a", "9", "--", "pa", "\0", "\ud800", "1."])
    return "".join(text)


@pytest.mark.fuzz
def test_spoiled_files_are_read_or_told_never_raised() -> None:
    rng = random.Random(16)
    good = wtb(*(record(*game(seed)) for seed in range(3)))
    told = []
    for _ in range(runs(4000)):
        try:
            found = opened(rng.choice(["a.wtb", "a.wtb", "a.wtb", "a.txt", "a.toml"]), spoiled(rng, good))
            assert isinstance(found, WthorYear)
            for k in range(1, 4):
                assert check(game_of(found, k)) == []
        except Faulty as faulty:
            told += faulty.faults
        try:
            assert check(transcript(mistyped(rng))) == []
        except Faulty as faulty:
            told += faulty.faults
    assert all(fault.place and fault.found and fault.allowed for fault in told)
    assert {fault.place.split(" ")[0] for fault in told} >= {"file", "header", "game", "move", "line"}


def test_a_large_year_is_listed_at_once() -> None:
    data = header(30_000) + record(cells(FINAL), 35) * 30_000
    started = time.monotonic()
    assert len(wthor(data).games) == 30_000
    assert time.monotonic() - started < 2


# --- opening, and the command line ------------------------------------------------------------------------------------


def test_a_file_handed_over_opens_by_its_ending() -> None:
    toml = (Path(__file__).parents[1] / "explorer/scenarios/fig-6b.toml").read_bytes()
    for name, data, title in (("a/b.toml", toml, "fig-6b"), ("Game 1.TXT", FINAL.encode(), "game-1"), ("", FINAL.encode(), "transcript")):
        scenario = opened(name, data)
        assert isinstance(scenario, Scenario) and (scenario.name, scenario.path) == (title, None)
    year = opened("x.WTB", wtb(record(["f5"])))
    assert isinstance(year, WthorYear) and len(year.games) == 1
    assert faults(opened, "a.txt", b"hello\n")[0].startswith("line 1, column 1: found 'hello'")
    assert isinstance(opened("\0\ud800.txt", FINAL.encode()), Scenario)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "WTH_1980.wtb"
    path.write_bytes(wtb(record(cells(FINAL), 35), record(["f5", "a1"]), record(cells(SHORTEST), 63)))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([*map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_trace_and_perft_take_transcripts_and_games(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    text = tmp_path / "game.txt"
    text.write_text(SHORTEST, encoding="utf-8")
    code, out, _ = run(capsys, "trace", text)
    assert code == 0 and "Player 1 wins (13 and 0)" in out.splitlines()[-1]
    code, out, _ = run(capsys, "trace", f"{path}#1", "--json")
    told = json.loads(out)
    assert (code, told["scenario"], told["result"]) == (0, "wthor-1980-1", {"over": True, "winner": 1})
    assert run(capsys, "perft", "--depth", 2, "--scenario", text)[:2] == (0, "1 4\n2 12\n")


@pytest.mark.parametrize("number", ["", "#", "#0", "#4", "#x", "#1.", "#-1", "#" + "9" * 5000, "#\u0661"])
def test_a_year_without_the_number_of_a_game_says_how_to_choose_one(capsys: pytest.CaptureFixture[str], path: Path, number: str) -> None:
    code, out, err = run(capsys, "trace", f"{path}{number}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "found 3 games and no " in err and f"allowed {path}#1 to {path}#3" in err and "explorer list --games" in err
    with pytest.raises(WhichGame):
        load(f"{path}{number}")


def test_a_game_that_cannot_be_played_is_told(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    code, out, err = run(capsys, "trace", f"{path}#2")
    assert (code, out) == (1, "")
    assert err.startswith(f"{path}#2:game 2, move 2: found 'a1': On a1 player 2 would sandwich nothing; allowed ")


def test_check_looks_at_one_game_or_at_all(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    assert run(capsys, "check", f"{path}#1") == (0, "", f"{path}#1: ok\n")
    code, out, err = run(capsys, "check", path)
    assert (code, err) == (1, "")
    assert [line.removeprefix(f"{path}:").split(": found")[0] for line in out.splitlines()] == ["game 2, move 2", "game 3, score"]
    assert out.splitlines()[1].endswith("found 63 for black; allowed 64, as the moves come to by the rules")
    assert run(capsys, "check", f"{path}#4")[:2] == (1, f"{path}#4:game: found 3 games and no game '4'; allowed {path}#1 to {path}#3\n")
    missing = tmp_path / "missing.wtb"
    assert run(capsys, "check", missing, f"{missing}#1")[1].count(":file: found No such file or directory; allowed a readable file\n") == 2
    path.write_bytes(wtb(*[record(["a1"])] * 150))
    assert len(check_file(path)) == 100


def test_the_games_of_a_year_are_listed(capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path) -> None:
    code, out, _ = run(capsys, "list", "--games", path)
    assert code == 0
    assert out.splitlines()[::2] == [
        "1  player 5  player 9  35:29  60 moves  tournament 1",
        "3  player 5  player 9  63:1   9 moves   tournament 1",
    ]
    found = json.loads(run(capsys, "list", "--games", path, "--json")[1])
    assert found[0] == {"number": 1, "tournament": "1", "black": "5", "white": "9", "score": 35, "theoretical": 40, "moves": 60}
    empty = tmp_path / "empty.wtb"
    empty.write_bytes(wtb())
    assert run(capsys, "list", "--games", empty) == (0, "", "")
    code, out, err = run(capsys, "trace", empty)
    assert (code, out, err.count("\n")) == (2, "", 1)
    empty.write_bytes(b"nothing of the kind")
    code, out, err = run(capsys, "list", "--games", empty)
    assert (code, out, err.splitlines()[0]) == (1, "", f"{empty}:header: found a board of 104 x 104; allowed 8 x 8")
    code, out, err = run(capsys, "list", "--games", tmp_path / "missing.wtb")
    assert (code, out, err.count("\n"), "allowed" in err) == (2, "", 1, True)
