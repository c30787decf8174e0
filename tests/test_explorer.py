"""The dashboard's model without a browser: what a person does, and that nothing is lost when it goes wrong."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import runs

from explorer import explore
from explorer.address import dashboard
from explorer.boards.parts import Layout
from explorer.dashboards import Explorer
from explorer.painters import canvas as painter
from explorer.rules.trace import Faulty, replay
from explorer.scenarios import UnknownScenario, load, shipped_names
from explorer.stage import MOVEMENT


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes of every message to the canvas."""
    from ipycanvas.utils import commands_to_buffer

    sizes: list[int] = []
    monkeypatch.setattr(painter._CANVAS_MANAGER, "_send_custom", lambda command, buffers=(): sizes.append(len(commands_to_buffer(command)[1])))
    return sizes


# The scenarios of one row each of the effect language are alike on the page; one of them and the whole game stand for all.
VARIED = [name for name in shipped_names() if not name.startswith("six-l")] + ["six-l29"]


@pytest.mark.fuzz
@pytest.mark.parametrize("name", VARIED)
def test_after_random_clicks_keys_and_slider_moves_the_page_shows_a_replay_of_its_moves(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLORER_RAISE", "1")
    rng = random.Random(name)
    for _ in range(runs(20)):
        page = explore(name)
        for _ in range(500 if name in ("fig-9-12", "effects-game", "rings-fig-4") and runs(20) > 1 else 60):
            act_at_random(page, rng)
        session = page.session
        assert list(session.frames) == replay(session.scenario.game, session.moves)
        assert f'data-value="{session.index}"' in page._regions["steps"].html or page.tab != "why"
        assert page._regions["steps"].current == session.index
        assert page._bridge.step == session.index


def act_at_random(page: Explorer, rng: random.Random) -> None:
    size: Layout = page._layout
    keys = [target.name for target in size.targets]
    for side in page._board.sides(page.scenario.game, page.session.settled.state, page.choice):
        keys += [chip.key for group in side.groups for chip in group.chips if chip.key]
    actions = [(what, "") for what in ("undo", "redo", "back", "forward", "first", "last", "play", "dismiss", "no such thing")]
    actions += [
        ("press", rng.choice(keys)),
        ("press", rng.choice(keys)),
        ("drag", rng.choice([*keys, *(dial.forth for dial in size.dials)])),
        ("cursor", rng.choice(keys)),
        ("goto", str(rng.randrange(40))),
    ]
    actions += [("tab", rng.choice(["why", "ask", "tables", "rules"])), ("language", rng.choice(["en", "ja"])), ("theme", "other"), ("speed", "500")]
    what, value = rng.choice([*actions, ("tick", str(page.session.index + 1)), ("size", str(rng.randrange(1, 3000)))])
    if len(page.session.line) < 25 or what not in ("press", "drag"):
        page.act(what, value)


def test_an_unexpected_error_is_told_in_a_sentence_and_what_was_open_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """X34."""
    monkeypatch.delenv("EXPLORER_RAISE", raising=False)
    page = explore("fig-5", step=3)
    monkeypatch.setattr(page._board, "press", lambda *_: 1 / 0)
    before = page.session
    page.act("press", "a1")
    assert "Something went wrong" in page._regions["status"].html
    assert page.session is before
    page.act("goto", "not a number")
    page.act("file", None)
    page.act("theme", "<script>")
    assert page.session is before


def test_open_refuses_what_is_wrong_and_leaves_what_was_open() -> None:
    page = explore("fig-5")
    before = page.session
    with pytest.raises(UnknownScenario):
        page.open("no such scenario")
    with pytest.raises(Faulty):
        page.open(__file__)
    assert page.session is before
    page.act("scenario", "../../etc/passwd")
    assert "cannot be opened" in page._regions["status"].html
    page.open("fig-6a")
    assert page.scenario.name == "fig-6a"


def test_a_page_of_one_mechanic_refuses_a_file_of_another() -> None:
    page = explore("fig-5")
    page.act("file", {"name": "rings.toml", "text": load("rings-fig-4").path.read_text(encoding="utf-8")})
    assert "on this page" in page._regions["status"].html
    assert page.scenario.name == "fig-5"


def test_what_comes_from_outside_is_escaped() -> None:
    page = dashboard("sandwich", "scenario=%3Cimg%20src%3Dx%3E")
    html = page._regions["status"].html
    assert "<img" not in html and "&lt;img" in html


def test_one_message_a_still_frame_and_one_more_of_at_most_64_kb_for_a_movement(sent: list[int]) -> None:
    for name in VARIED:
        page = explore(name)
        page._client_ready()
        for still in (True, False):
            page.act("still", still)
            page.act("first", "")
            for _ in page.session.frames[1:]:
                page._stage.moved_at = 0.0
                before = len(sent)
                page.act("forward", "")
                assert len(sent) - before == (2 if page._bridge.moving else 1)
                assert max(sent[before:]) <= 64_000
                assert page._bridge.moving in ((0,) if still else (0, MOVEMENT))


def test_a_movement_is_shown_only_one_step_forward_and_not_to_somebody_in_a_hurry(sent: list[int]) -> None:
    page = explore("fig-5")
    page._client_ready()
    page.act("still", False)
    page.act("forward", "")
    assert page._bridge.moving == MOVEMENT
    page.act("back", "")
    assert page._bridge.moving == 0
    page.act("forward", "")
    assert page._bridge.moving == 0


def test_a_dial_turned_by_hand_plays_its_key_without_its_movement_and_is_always_answered(sent: list[int]) -> None:
    """R10."""
    page = explore("rings-fig-7")
    page._client_ready()
    page.act("still", False)
    dial = page._layout.dials[2]
    assert [one["forth"] for one in page._bridge.dials] == [f"move:turn {ring} 1" for ring in "abcde"]
    before = len(sent)
    page.act("drag", dial.back)
    assert (page.session.index, page.session.frame.event.kind, page._bridge.moving, page._bridge.turned, page.playing) == (1, "rotate", 0, 1, True)
    assert len(sent) - before <= 2 and max(sent[before:]) < 6000
    moved = []
    while page.playing:
        page._stage.moved_at = 0.0
        page.act("tick", page.session.index + 1)
        moved.append(page._bridge.moving)
    assert moved == [0, MOVEMENT, MOVEMENT, 0, 0]
    line = page.session.moves
    page.act("drag", "move:turn z 1")
    assert (page._bridge.turned, page.session.moves) == (2, line)
    assert "There is no ring z" in page._regions["status"].html


def test_a_dashboard_shows_widget_picture_and_a_short_text() -> None:
    """X15."""
    bundle: Any = explore("fig-5", step=7)._repr_mimebundle_()[0]
    assert {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
    assert bundle["text/plain"] == "fig-5, step 7: A on c3 stands between K on d4 and E on b2: 15 damage to player 2."


def test_the_address_holds_the_moves_and_a_spoiled_one_is_told() -> None:
    page = dashboard("sandwich", "scenario=fig-9-12&moves=G a1;F f4&step=3")
    assert (page.session.moves, page.session.index) == (("G a1", "F f4"), 3)
    again = dashboard("sandwich", page.query)
    assert again.session.frame == page.session.frame
    spoiled = dashboard("sandwich", "scenario=fig-9-12&moves=G a1;Q z9&step=3")
    assert "cannot be played" in spoiled._regions["status"].html
    assert spoiled.session.moves == load("fig-9-12").moves
    everything = dashboard("sandwich", "scenario=mine&moves=x&step=52&lang=xx")._regions["status"].html
    assert "There is no scenario mine" in everything and "There is no language xx" in everything


def test_the_repr_of_a_dashboard_is_short() -> None:
    assert repr(explore("fig-5", step=7)) == "<Explorer fig-5, step 7>"
