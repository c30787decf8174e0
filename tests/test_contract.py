"""Every mechanic keeps the same contract, the fourth one in `counter.py` too; nothing has to be changed for it."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import counter
import pytest
from conftest import ROOT, runs

from explorer import mechanics
from explorer.boards.parts import Marks
from explorer.boards.shapes import checked
from explorer.links import unpack
from explorer.rules.trace import Refused
from explorer.scenarios import Scenario, check, load, read, shipped_names
from explorer.session import Session
from explorer.still import picture
from explorer.trace_json import trace
from explorer.words import say


@pytest.fixture
def fourth(monkeypatch: pytest.MonkeyPatch) -> Scenario:
    """The counter's scenario, the mechanic being known for this test only."""
    monkeypatch.setattr(mechanics, "_registered", dict(mechanics._registered))
    counter.add()
    return read(counter.SCENARIO)


def test_a_fourth_mechanic_reads_plays_checks_draws_and_tells(fourth: Scenario) -> None:
    assert check(fourth) == []
    told = trace(fourth)
    assert [frame["text"] for frame in told["frames"]][:2] == ["It is at 0.", "It counts from 0 to 1."]
    assert told["frames"][2]["changes"] == {"at": [1, 2]}
    assert "<svg" in picture(fourth, fourth.frames[-1])
    assert set(fourth._repr_mimebundle_()) == {"text/plain", "image/svg+xml", "image/png"}


def test_a_fourth_mechanic_has_a_dashboard_that_steps_plays_and_links(fourth: Scenario) -> None:
    from explorer.dashboards import Explorer

    page = Explorer(fourth)
    page.act("forward", "")
    page.act("forward", "")
    assert page.session.frame.state.at == 2
    page.act("press", "n0")
    assert (page.session.frame.state.at, page.session.moves) == (1, ("up", "up", "down", "up"))
    page.act("press", "move:nonsense")
    assert "neither up nor down" in page._regions["status"].html
    asked = dict(parse_qsl(page.query))
    assert (asked["scenario"], asked["step"], asked["lang"]) == ("count-to-two", "3", "en")
    assert unpack(asked["more"])["document"] == {key: value for key, value in fourth.document.items() if key != "expect"}
    with pytest.raises(Refused):
        page.play("sideways")


def test_a_fourth_mechanic_is_told_of_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "count.toml"
    file.write_text(counter.SCENARIO, encoding="utf-8")
    code = "import sys, counter; counter.add(); from explorer.cli import main; sys.exit(main(['trace', sys.argv[1]]))"
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True, cwd=ROOT / "tests")
    assert "It counts from 1 to 2." in done.stdout


# --- the contract, over every shipped scenario


@pytest.mark.parametrize("name", shipped_names())
def test_every_legal_move_is_written_read_back_and_played(name: str) -> None:
    scenario = load(name)
    game = scenario.game
    for frame in (scenario.frames[0], scenario.frames[-1]):
        for move in list(game.legal(frame.state))[:30]:
            before = repr(frame.state)
            text = game.write(move)
            assert game.write(game.parse(text, frame.state)) == text
            steps = list(game.play(frame.state, move))
            assert steps and all(step.event.kind and isinstance(step.event.cells, tuple) for step in steps)
            assert repr(frame.state) == before
            assert game.view(steps[-1].state)


@pytest.mark.parametrize("name", shipped_names())
def test_a_result_that_is_over_has_no_legal_move_and_says_so(name: str) -> None:
    scenario = load(name)
    over, _ = scenario.game.result(scenario.frames[-1].state)
    assert not (over and scenario.game.legal(scenario.frames[-1].state))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", shipped_names())
def test_random_games_are_told_drawn_and_labelled_at_every_step(name: str) -> None:
    rng = random.Random(name)
    scenario = load(name)
    board, words = scenario.mechanic.board, scenario.mechanic.words
    for _ in range(runs(20)):
        session = Session.open(scenario).goto(0)
        for _ in range(6):
            legal = scenario.game.legal(session.settled.state)
            if not legal:
                break
            session = session.play(scenario.game.write(rng.choice(legal)))
            told: list[Any] = []
            for frame in session.frames[session.index :]:
                told.append(frame.event)
                assert say(words.sentence(frame.event)) and say(words.short(frame.event), "ja")
                for part, arithmetic in words.sums(frame.event):
                    assert say(part) and arithmetic
                marks = Marks(board.layout(scenario.game).targets[0].name, board.allowed(scenario.game, frame.state, board.NOTHING), tuple(told), board.NOTHING)
                assert all(map(checked, board.draw(scenario.game, frame.state, told, marks)))
                assert board.sides(scenario.game, frame.state, board.NOTHING) and [*board.tables(scenario.game, frame.state, frame.event)]
            session = session.goto(session.ends[session.frame.move])
