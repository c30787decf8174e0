"""What is tried out on a page: lines, other rules, comparisons, the desk, links, files taken away and opened."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import zlib
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qs

import pytest
from conftest import runs

from explorer.address import dashboard
from explorer.dashboards import Explorer, explore
from explorer.links import LONGEST, pack, unpack
from explorer.rules.trace import replay
from explorer.scenarios import from_document, load, read, shipped_names
from explorer.scenarios.writing import written
from explorer.session import Session


@pytest.fixture(autouse=True)
def _raise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may hide behind the one place where errors are told."""
    monkeypatch.setenv("EXPLORER_RAISE", "1")


def status(page: Explorer) -> str:
    return str(page._regions["status"].html)


def panel(page: Explorer) -> str:
    return str(page._regions["panel"].html)


# --- lines


def branched() -> Session:
    """Three lines: a b, a c, d."""
    session = Session.open(load("rings-chain").upto(0))
    for moves in (["turn a 1", "turn b 1"], ["turn a 1", "turn c 1"], ["release 3"]):
        session = session.goto(0)
        for move in moves:
            session = session.play(move).settle()
    return session


def test_any_move_of_any_line_is_gone_to_and_what_is_shown_is_its_replay() -> None:
    """X03."""
    session = branched()
    assert session.lines() == [("turn a 1", "turn b 1"), ("turn a 1", "turn c 1"), ("release 3",)]
    for node in range(len(session.nodes)):
        there = session.at(node)
        path = [session.nodes[k].move for k in session.path(node)]
        assert there.moves[: len(path)] == tuple(path)
        assert list(there.frames) == replay(session.scenario.game, there.moves)
        assert there.frame.move == len(path) and there.frame is there.settled
        assert there.lines() == session.lines()


def test_a_line_is_deleted_with_what_follows_and_comes_back_with_its_name_gone() -> None:
    """X03."""
    session = branched().named(3, "the last one")
    less = session.at(1).without(0)
    assert (less.lines(), less.moves, less.index) == ([("release 3",)], (), 0)
    assert dict(less.names) == {0: "the last one"}
    back = less.with_lines([("turn a 1", "turn c 1")])
    assert back.lines() == [("release 3",), ("turn a 1", "turn c 1")]
    assert back.at(back.nodes.index(back.nodes[-1])).moves == ("turn a 1", "turn c 1")


def test_the_tab_of_lines_goes_names_deletes_and_takes_back() -> None:
    """X03: undo and redo agree with what is shown."""
    page = explore("rings-chain")
    page.act("still", True)
    page.act("last", "")
    page.act("press", "move:turn a 1")
    page.act("first", "")
    page.act("press", "move:turn b 1")
    page.act("tab", "lines")
    assert panel(page).count("explorer-line-end") == 2
    page.act("node", "1")
    assert page.session.moves == ("turn c -1", "turn a 1") and page.session.frame is page.session.settled
    page.act("name", {"name": "1", "value": "<b>mine</b>"})
    assert 'value="&lt;b&gt;mine&lt;/b&gt;"' in panel(page)
    page.act("undo", "")
    assert page.session.frame.move == 1
    page.act("redo", "")
    assert page.session.frame.move == 2
    page.act("delete", "1")
    assert page.session.lines() == [("turn b 1",)] and "Take the deletion back" in panel(page)
    page.act("restore", "")
    assert sorted(page.session.lines()) == [("turn b 1",), ("turn c -1", "turn a 1")]
    for spoiled in ("77", "-9"):
        page.act("node", spoiled)
        page.act("delete", spoiled)


# --- what if


@pytest.mark.parametrize(
    ("name", "option", "value", "step"),
    [
        ("fig-6b", "run_length_rate", "1", 5),
        ("rings-fig-4", "falls", "empty", 2),
        ("effects-both-turns", "changes", "search", 14),
        ("rings-fig-4", "least", "4", 2),
    ],
)
def test_another_rule_runs_the_same_moves_and_the_first_difference_is_told(name: str, option: str, value: str, step: int) -> None:
    """X04."""
    page = explore(name)
    before = page.session
    page.act("rule", {"name": option, "value": value})
    assert page.session.moves == before.moves
    assert getattr(page.scenario.game.rules, option) != getattr(before.scenario.game.rules, option)
    assert f"The first difference is at step {step}" in status(page)
    page.act("tab", "compare")
    assert panel(page).count("<svg") == 2 and "explorer-differs" in panel(page)
    page.act("swap", "")
    assert page.scenario.game.rules == before.scenario.game.rules


def test_a_move_that_a_rule_no_longer_allows_is_named() -> None:
    """X04."""
    page = explore("fig-9-12")
    page.act("rule", {"name": "placement", "value": "sandwich"})
    page.act("rule", {"name": "relation", "value": "surrounded"})
    assert "is no longer allowed" in status(page)


@pytest.mark.parametrize("value", ["", "x", "-5", "[[[[", "1" * 3000, "{", "true", "9e999", "'''"])
def test_a_value_that_cannot_be_changes_nothing_and_is_told(value: str) -> None:
    """X04, X11."""
    page = explore("fig-6b")
    before = page.session
    page.act("rule", {"name": "run_length_rate", "value": value})
    assert page.session is before and "rules.run_length_rate" in status(page)
    page.act("rule", {"name": "no such", "value": "1"})
    assert page.session is before


# --- comparing


def test_two_scenarios_or_two_lines_stand_beside_each_other_step_by_step() -> None:
    """X05."""
    page = explore("rings-older-gap")
    page.act("still", True)
    page.act("tab", "compare")
    page.act("compare", "scenario:rings-falls-empty")
    page.act("goto", "3")
    assert page.aligned("en").beside(3) == 4
    assert set(page.aligned("en").differences(4, 3)) == {"balls.1a", "balls.1d", "balls.3d", "balls.3e"}
    assert panel(page).count("explorer-marked") == 1
    page.act("compare", "")
    page.act("last", "")
    page.act("press", "move:turn a 1")
    page.act("first", "")
    page.act("press", "move:turn b 1")
    page.act("compare", "line:1")
    assert page.compared is not None and page.compared.before.moves == ("turn c 1", "turn a 1")
    for spoiled in ("line:99", "scenario:fig-5", "nonsense"):
        page.act("compare", spoiled)
        assert page.compared is None


def test_of_two_that_are_the_same_that_is_said() -> None:
    """X05."""
    page = explore("rings-chain")
    page.act("compare", "scenario:rings-chain")
    page.act("tab", "compare")
    assert "Both are the same, step by step." in panel(page)


# --- the desk


def test_a_battle_is_set_up_from_the_collection_and_played() -> None:
    """S30, S34, S37: twelve pieces each, two of them in the centre."""
    page = explore("battle")
    page.act("still", True)
    page.act("tab", "desk")
    assert panel(page).count('data-value="pick:') == 60 - 12
    page.act("desk", "pick:Ant")
    assert "Player 1 still picks one piece." in panel(page)
    page.act("desk", "pick:Zebra")
    assert "Player 1 still chooses one for the centre." in panel(page)
    page.act("desk", "centre:Zebra")
    page.act("desk", "shown:1")
    page.act("desk", "first:2")
    page.act("desk", "start")
    game = page.scenario.game
    assert (page.scenario.name, page.tab, game.start.turn, game.rules.shown) == ("my-battle", "why", 2, 1)
    assert game.chosen[0] == ("Bat", "Zebra") and {len(hand) for hand in game.start.hands} == {10}
    assert str(page._regions["sides"].html).count(">?<") == 9
    page.act("computer", "2")
    assert len(page.session.moves) >= 1


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_fill_at_random_and_begin(players: int) -> None:
    """S30, S36."""
    page = explore("battle")
    page.act("desk", f"players:{players}")
    for player in range(1, players + 1):
        page.act("desk", f"picking:{player}")
        page.act("desk", "fill")
    page.act("desk", "start")
    start = page.scenario.game.start
    assert len(start.hp) == players
    assert sorted(owner for owner in start.states if owner) == sorted([*range(1, players + 1)] * 2)
    again = read(written(page.scenario, ()))
    assert again.game.view(again.game.start) == page.scenario.game.view(start)


def test_growth_is_shown_before_and_after_with_the_rule_and_taken_into_the_game() -> None:
    """S46."""
    page = explore("battle")
    page.act("tab", "desk")
    fed = next(name for name, piece in page.scenario.game.pieces.items() if piece.rank == "super rare" and name not in sum(page.picks.hands, ()))
    page.act("desk", "eater:Ape")
    page.act("desk", f"feed:{fed}")
    before = page.scenario.game.pieces["Ape"].value("attack", 1)
    assert "Rule 2 decides" in panel(page) and "super rare" in panel(page)
    page.act("desk", "meal")
    page.act("desk", "start")
    ape = page.scenario.game.pieces["Ape"]
    assert ape.value("attack", 1) == before * 3 / 2 and [grown.fed for grown in ape.grown] == [fed]
    assert fed not in page.scenario.game.pieces


# --- links


@pytest.mark.parametrize("name", ["fig-9-12", "effects-game", "rings-chain"])
def test_a_link_brings_back_rules_lines_names_and_the_very_frame(name: str) -> None:
    """X13."""
    dice = random.Random(name)
    page = explore(name)
    page.act("still", True)
    for _ in range(6):
        page.act("goto", str(dice.randrange(len(page.session.frames))))
        legal = page.scenario.game.legal(page.session.settled.state)
        if legal:
            page.act("press", "move:" + page.scenario.game.write(dice.choice(legal)))
    page.act("name", {"name": str(len(page.session.nodes) - 1), "value": "a line of ours ★"})
    page.act("goto", "4")
    again = dashboard(page.scenario.mechanic.name, page.query)
    assert again.session.frame == page.session.frame and again.session.moves == page.session.moves
    assert sorted(again.session.lines()) == sorted(page.session.lines())
    assert [name for _, name in again.session.names] == ["a line of ours ★"]
    assert status(again).count("<span>") == 0


def test_a_link_holds_other_rules_and_a_start_of_ones_own() -> None:
    """X13."""
    page = explore("rings-fig-4")
    page.act("rule", {"name": "falls", "value": "empty"})
    again = dashboard("rings", page.query)
    assert again.scenario.game.rules.falls == "empty" and again.session.frame == page.session.frame
    own = explore(from_document({**load("rings-fig-4").document, "name": "mine"}))
    again = dashboard("rings", own.query)
    assert again.scenario.name == "mine" and again.session.frames == own.session.frames


def test_the_link_of_a_game_of_sixty_moves_on_a_shipped_scenario_is_short() -> None:
    """X13."""
    page = explore("othello-8x8")
    dice = random.Random(60)
    session = page.session
    while session.scenario.game.legal(session.frame.state):
        session = session.play(session.scenario.game.write(dice.choice(session.scenario.game.legal(session.frame.state)))).settle()
    page.session = session
    assert len(session.moves) >= 55 and len(page.query) < 600 < LONGEST


@pytest.mark.fuzz
def test_spoiled_and_hostile_links_give_a_sentence_and_a_page() -> None:
    """X13: bytes flipped, keys swapped, huge numbers, deep nesting, HTML and script: no error, nothing unescaped."""
    dice = random.Random(13)
    page = explore("rings-chain")
    page.act("rule", {"name": "falls", "value": "empty"})
    good = {key: values[0] for key, values in parse_qs(page.query).items()}
    evil = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
    bombs = [pack({"lines": [["turn a 1"] * 5000] * 50}), pack({"rules": {"clear": 10**300}}), pack({"document": {"title": evil, "name": evil}})]
    deep: Any = "x"
    for _ in range(400):
        deep = [deep]
    bombs += [pack({"lines": deep}), pack({"document": deep}), pack({"names": [[["turn c -1"], evil]]}), "A" * 50_000, pack({"rules": {evil: evil}})]
    for number in range(runs(5000)):
        query = dict(good)
        match number % 5:
            case 0:
                text = list(query["more"])
                for _ in range(dice.randint(1, 4)):
                    text[dice.randrange(len(text))] = dice.choice("AZaz09-_%é")
                query["more"] = "".join(text)
            case 1:
                query[dice.choice([*query])] = dice.choice([evil, "9" * 400, "-1", "../../etc/passwd", "\x00", "1e999", "٣"])
            case 2:
                keys, values = [*query], [*query.values()]
                dice.shuffle(values)
                query = dict(zip(keys, values, strict=True))
            case 3:
                query["more"] = dice.choice(bombs)
            case 4:
                query["moves"] = ";".join(dice.choice(["turn c -1", "release 7", evil, "wait 999", "stage 9"]) for _ in range(dice.randint(0, 6)))
        from urllib.parse import urlencode

        made = dashboard("rings", urlencode(query))
        html = "".join(str(region.html) for region in made._regions.values())
        assert "<script" not in html and "<img" not in html
        assert made.session.frames


def test_what_is_packed_is_bounded() -> None:
    """X13: what unpacks to more than a megabyte, is cut off, or no table."""
    import zlib
    from base64 import urlsafe_b64encode

    bomb = urlsafe_b64encode(zlib.compress(b'{"a":"' + b"x" * 5_000_000 + b'"}', 9)).decode()
    for text in (bomb, pack({"a": 1})[:-6], "", "%%%", urlsafe_b64encode(zlib.compress(b"[1]")).decode(), "A" * 30_000):
        with pytest.raises(ValueError, match=r".+"):
            unpack(text)
    assert unpack(pack({"a": [1, "★", {"b": None}]})) == {"a": [1, "★", {"b": None}]}


# --- files


@pytest.mark.parametrize("name", [name for name in shipped_names() if not name.startswith("six-l")])
def test_a_scenario_is_written_as_it_came_and_one_of_tables_reads_back(name: str) -> None:
    """X06, X12."""
    scenario = load(name)
    assert written(scenario, scenario.moves) == scenario.path.read_text(encoding="utf-8")
    again = read(written(from_document(scenario.document), scenario.moves))
    assert again.document == scenario.document


def test_what_was_changed_is_written_beside_the_comments_and_what_no_longer_holds_is_left_out() -> None:
    """X06, X12: comments and order kept."""
    scenario = load("rings-functions").with_rules({"least": 4})
    text = written(scenario, ["turn b 1"])
    assert "# 6 erases every other ball on its spoke" in text and "[[expect]]" not in text
    assert text.index("[rules]\nleast = 4") < text.index("[setup]")
    again = read(text)
    assert (again.name, again.moves, again.game.rules.least) == ("my-rings-functions", ("turn b 1",), 4)
    longer = read(written(load("rings-functions"), ["turn b 1", "turn a 1"]))
    assert [expect.after for expect in longer.expect] == [1]


def test_everything_can_be_taken_away_from_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """X12, X14."""
    page = explore("rings-fig-4", step=3)
    given: dict[str, bytes] = {}
    monkeypatch.setattr(page._bridge, "give", lambda name, kind, data: given.update({name.rpartition(".")[2]: data}))

    def no_loop() -> None:
        raise RuntimeError

    monkeypatch.setattr(asyncio, "get_running_loop", no_loop)  # Playwright's own is there, after browser tests
    for kind in ("toml", "svg", "png", "gif", "html", "json", "exe", "<b>"):
        page.act("download", kind)
    assert set(given) == {"toml", "svg", "png", "gif", "html", "json"}
    assert given["toml"].decode() == load("rings-fig-4").path.read_text(encoding="utf-8")
    assert given["png"][:4] == b"\x89PNG" and given["gif"][:3] == b"GIF" and b"<svg" in given["svg"]
    assert len(json.loads(given["json"])["frames"]) == 7


def test_a_transcript_is_opened_as_a_scenario_and_a_mechanic_of_another_page_is_refused() -> None:
    """X16."""
    page = explore("othello-8x8")
    page.act("file", {"name": "game.txt", "data": b"f5 d6 c3 d3 c4"})
    assert page.session.moves == ("f5", "d6", "c3", "d3", "c4")
    page.act("file", {"name": "bad.wtb", "data": b"not a year"})
    assert "cannot be opened" in status(page)
    rings = explore("rings-fig-4")
    rings.act("file", {"name": "game.txt", "data": b"f5d6"})
    assert "on this page" in status(rings)


# --- nothing is lost


def test_lines_and_names_are_kept_by_another_rule_and_by_an_edit() -> None:
    """X03, X04: each as far as it can still be played."""
    page = explore("rings-chain")
    for move in ("turn a 1", "turn b 1"):
        page.goto(0)
        page.play(move)
    page.act("name", {"name": len(page.session.nodes) - 1, "value": "other"})
    lines = page.session.lines()
    page.act("rule", {"name": "least", "value": "4"})
    assert sorted(page.session.lines()) == sorted(lines) and [name for _, name in page.session.names] == ["other"]
    page.act("tab", "edit")
    page.act("edit", "erase")
    page.act("press", "0a")
    assert sorted(page.session.lines()) == sorted(lines) and [name for _, name in page.session.names] == ["other"]
    for k in range(len(page.session.nodes)):
        page.act("node", k)


def test_a_deletion_that_is_taken_back_brings_name_and_place() -> None:
    page = Explorer(branched().scenario, session=branched())
    page.act("node", 1)
    page.act("name", {"name": 1, "value": "Idea"})
    page.act("back", None)
    before = page.session
    page.act("delete", 1)
    assert "Idea" not in panel(page)
    page.act("restore", None)
    assert (page.session.moves, page.session.index, [name for _, name in page.session.names]) == (before.moves, before.index, ["Idea"])
    assert sorted(page.session.lines()) == sorted(before.lines())


def test_a_deleted_line_that_other_rules_do_not_allow_comes_back_as_far_as_it_can_be_played() -> None:
    page = explore("rings-chain")
    page.goto(0)
    page.play("release 3")
    page.session = page.session.settle()
    page.play("turn e 1")
    page.act("delete", len(page.session.nodes) - 1)
    page.act("rule", {"name": "balls", "value": "2"})
    page.act("restore", None)
    for k in range(len(page.session.nodes)):
        page.act("node", k)
    assert "release 3" not in [node.move for node in page.session.nodes]


def test_undoing_an_edit_after_a_swap_does_not_leave_the_scenario() -> None:
    page = explore("rings-chain")
    page.act("tab", "edit")
    page.act("edit", "ball:4")
    page.act("press", "0a")
    page.act("compare", "scenario:rings-t")
    page.act("swap", None)
    page.act("undo-edit", None)
    assert page.scenario.name == "rings-t"


# --- what an address says


def test_where_there_is_no_room_names_go_first_and_never_the_rules_in_silence() -> None:
    """X13: what is shown is what comes back, or it is told."""
    rng, page = random.Random(1), explore("rings-chain")
    page.act("rule", {"name": "least", "value": "4"})
    for move in [f"turn {ring} {by}" for ring in "abcde" for by in ("1", "-1")] + [f"release {kind}" for kind in range(1, 8)]:
        page.goto(0)
        page.play(move)
        page.act("name", {"name": len(page.session.nodes) - 1, "value": "".join(chr(rng.randint(0x4E00, 0x8FFF)) for _ in range(60))})
    page.act("node", 0)
    page.act("last", None)
    again = dashboard("rings", page.query)
    assert len(page.query) < LONGEST and again.scenario.document["rules"]["least"] == 4
    assert again.session.frames == page.session.frames and again.session.index == page.session.index
    page.act("copied", "")
    assert "not room for everything" in status(page)


def test_a_file_that_has_no_room_in_the_address_is_asked_for_again_also_under_a_shipped_name() -> None:
    rng, text = random.Random(1), load("battle").text
    text = re.sub(r"parameters = \[\d+, \d+\]", lambda _: f"parameters = [{rng.randint(1, 99)}, {rng.randint(1, 99)}]", text)
    page = explore("fig-6b")
    page.act("file", {"name": "battle.toml", "text": text})
    assert page.scenario.name == "battle" and len(page.query) < LONGEST
    assert "open the scenario file again" in status(dashboard("sandwich", page.query))


def test_a_line_without_moves_and_the_name_of_the_scenarios_own_line_come_back() -> None:
    page = explore("fig-6b")
    page.act("name", {"name": 0, "value": "my line"})
    assert dashboard("sandwich", page.query).session.names == page.session.names != ()
    page.act("delete", 0)
    assert page.session.moves == () == dashboard("sandwich", page.query).session.moves
    page.act("rule", {"name": "rows", "value": "5"})
    assert page.session.moves == () == dashboard("sandwich", page.query).session.moves


def packed(text: str) -> str:
    """What `pack` would never make."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


DEEP = "[" * 900 + "]" * 900
FIG_6B = json.dumps({**load("fig-6b").document, "rules": {}, "expect": []}, default=str)


@pytest.mark.parametrize(
    "more",
    [
        '{"rules":{"run_length_rate":1e-99999999}}',
        f'{{"rules":{{"a":{DEEP}}}}}',
        f'{{"document":{{"format":1,"mechanic":"sandwich","name":"x","setup":{DEEP}}}}}',
        FIG_6B.join(['{"document":', "}"]).replace('"expect": []', f'"expect": [{{"hp": {DEEP}}}]'),
        '{"names":[[["A a2"],"\\ud800"]]}',
        FIG_6B.join(['{"document":', "}"]).replace('"name": "fig-6b"', '"name": "\\ud800"'),
    ],
    ids=["small", "deep rules", "deep document", "deep expectation", "half a character", "half a name"],
)
def test_an_address_that_no_page_wrote_gives_a_page_and_a_sentence_at_once(more: str) -> None:
    before = time.perf_counter()
    page = dashboard("sandwich", f"scenario=fig-6b&moves=A+a2&more={packed(more)}")
    assert time.perf_counter() - before < 2
    assert page.words and page.query


def test_an_address_of_many_long_lines_is_bounded() -> None:
    more = json.dumps({"lines": [["turn b 1"] * k + ["turn c 1"] * 300 for k in range(1, 60)]})
    before = time.perf_counter()
    page = dashboard("rings", f"scenario=rings-chain&more={packed(more)}")
    assert time.perf_counter() - before < 4 and 1 < len(page.session.lines()) < 20


@pytest.mark.parametrize("value", ["1e-9999999", "1979-05-27", "1e99999999999999999999", "{a" + ".a" * 900 + "=1}", "1\nother=2", "9" * 5000, "nan"])
def test_a_value_that_is_none_is_told_and_nothing_changes(value: str) -> None:
    page = explore("fig-6b")
    document = page.scenario.document
    page.act("rule", {"name": "run_length_rate", "value": value})
    assert "This value is not possible" in status(page) and page.scenario.document is document
    page.act("tab", "edit")
    for entry in ("setup.seed", "setup.hp"):
        page.act("write", {"name": entry, "value": value})
        assert "This value is not possible" in status(page) and page.scenario.document is document
