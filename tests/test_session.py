"""A sitting: undo, redo, slider and log are one thing and always agree (X02, X03)."""

from __future__ import annotations

import random

import pytest
from conftest import runs

from explorer.rules.trace import Refused, replay
from explorer.scenarios import load, shipped_names
from explorer.session import Session


def assert_agrees(session: Session) -> None:
    """The frame in view, and every other, equals a replay of the moves of the line."""
    frames = replay(session.scenario.game, session.moves)
    assert list(session.frames) == frames
    assert session.frame == frames[session.index]
    assert session.ends == tuple(max(frame.index for frame in frames if frame.move == move) for move in range(len(session.moves) + 1))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", shipped_names())
def test_after_random_clicks_the_frame_in_view_is_a_replay_of_its_moves(name: str) -> None:
    """X03."""
    rng = random.Random(name)
    for _ in range(runs(20)):
        session = Session.open(load(name))
        for _ in range(500 if name in ("fig-9-12", "othello-4x6") else 60):
            session = random_action(session, rng)
        assert_agrees(session)
        for line in session.lines():
            replay(session.scenario.game, line)


def random_action(session: Session, rng: random.Random) -> Session:
    action = rng.choice(["back", "forward", "undo", "redo", "goto", "play", "play", "nonsense"])
    if action == "goto":
        return session.goto(rng.randrange(-1, len(session.frames) + 2))
    if action == "play":
        legal = session.scenario.game.legal(session.settled.state)
        return session.play(session.scenario.game.write(rng.choice(legal))) if legal and len(session.line) < 30 else session.undo()
    if action == "nonsense":
        with pytest.raises(Refused):
            session.play("no such move")
        return session
    moved: Session = getattr(session, action)()
    return moved


def test_a_move_before_the_end_opens_a_branch_and_no_line_is_lost() -> None:
    session = Session.open(load("fig-9-12")).goto(0).play("G a1").undo()
    assert session.index == 0
    assert session.lines() == [("E b2 use α1 on E", "F d1"), ("G a1",)]
    back = session.play("E b2 use α1 on E")
    assert back.moves == ("E b2 use α1 on E",)
    assert back.lines() == session.lines()


def test_playing_the_move_that_follows_anyway_keeps_the_line() -> None:
    session = Session.open(load("fig-9-12"))
    assert session.play("E b2 use α1 on E").moves == session.moves
    assert session.play("E b2 use α1 on E").index == 1


def test_undo_and_redo_go_from_move_to_move() -> None:
    session = Session.open(load("fig-9-12"), 5)
    assert [session.undo().index, session.redo().index] == [0, 10]
    assert session.redo().redo().index == session.goto(-1).index
    assert session.redo().undo().index == 0


def test_a_refused_move_leaves_the_same_object() -> None:
    session = Session.open(load("fig-5"))
    before = repr(session)
    with pytest.raises(Refused):
        session.play("K b2")
    assert repr(session) == before
    assert session.hint("K b2") == []
    assert session.hint("K d4")[-1].event.kind == "change_turn"


def test_a_line_given_by_its_moves_stands_beside_the_scenarios_own() -> None:
    scenario = load("fig-9-12")
    session = Session.along(scenario, ["E b2 use α1 on E"])
    assert (session.moves, len(session.frames)) == (("E b2 use α1 on E",), 11)
    assert_agrees(session)
    other = Session.along(scenario, ["G a1", "F f4"])
    assert_agrees(other)
    assert other.lines() == [scenario.moves, ("G a1", "F f4")]
    assert Session.along(scenario, scenario.moves) == Session.open(scenario)
    with pytest.raises(Refused):
        Session.along(scenario, ["G a1", "G a1"])
