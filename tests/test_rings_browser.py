"""The rings in a real browser: turned by hand, geared, the countdown, the page of stages."""

from __future__ import annotations

import math
import re

import pytest
from conftest import PHONE, Dashboard
from test_dashboards import opened, upload

from explorer.rules.trace import replay
from explorer.scenarios import load
from explorer.words import say

FIG_4, FIG_16 = "rings-fig-4", "rings-fig-16"


# --- dials, turned by hand


def said(sent: list[str]) -> list[str]:
    """The messages to the kernel among the frames sent, but for the heartbeat."""
    return [frame for frame in sent if "comm_msg" in frame and '"beat"' not in frame]


def on_dial(dashboard: Dashboard, number: int, degrees: float, name: str = FIG_4) -> tuple[float, float]:
    """A point of the window in the middle of a dial, at an angle clockwise from three o'clock."""
    scenario = load(name)
    size = scenario.mechanic.board.layout(scenario.game)
    dial, box = size.dials[number], dashboard.board.bounding_box()
    radius, scale, angle = (dial.inner + dial.outer) / 2, box["width"] / size.wide, math.radians(degrees)
    return box["x"] + scale * (dial.x + radius * math.cos(angle)), box["y"] + scale * (dial.y + radius * math.sin(angle))


def grip(dashboard: Dashboard, number: int, start: float, by: float, name: str = FIG_4) -> None:
    """Take a dial with the mouse and drag it round; the button is still down."""
    mouse = dashboard.page.mouse
    mouse.move(*on_dial(dashboard, number, start, name))
    mouse.down()
    for k in range(1, 11):
        mouse.move(*on_dial(dashboard, number, start + by * k / 10, name))
    dashboard.settle()


def labels(dashboard: Dashboard) -> dict[str, str]:
    """What the board says stands on each of its cells."""
    found = "Object.fromEntries([...document.querySelectorAll('.explorer-board [role=gridcell]')].map((one) => [one.dataset.cell, one.textContent]))"
    return dict(dashboard.page.evaluate(found))


def labels_after(*moves: str, name: str = FIG_4) -> dict[str, str]:
    scenario = load(name)
    board, state = scenario.mechanic.board, replay(scenario.game, moves)[-1].state
    return {target.name: say(board.cell_label(scenario.game, state, target.name)) for target in board.layout(scenario.game).targets}


@pytest.mark.parametrize(("by", "move"), [(60, "turn c 1"), (-60, "turn c -1"), (40, "turn c 1"), (-170, "turn c -1")])
def test_dragging_a_ring_turns_exactly_that_ring_by_one_spoke(desk: Dashboard, by: float, move: str) -> None:
    """R10."""
    desk.open("rings", "?scenario=rings-fig-4&step=0")
    before = desk.board.screenshot()
    grip(desk, 2, 0, by)
    assert desk.board.screenshot() != before and desk.step == 0
    assert desk.board.evaluate("(one) => one.style.cursor") == "grabbing"
    assert desk.page.locator(".explorer-film").bounding_box() == pytest.approx(desk.board.bounding_box(), abs=0.01)
    desk.page.mouse.up()
    desk.page.wait_for_function("(move) => new URLSearchParams(location.search).get('moves') === move", arg=move)
    desk.page.wait_for_selector(".explorer-film", state="detached")
    desk.settle()
    assert labels(desk) == labels_after(move)
    assert f"Ring c turned {'↻' if by > 0 else '↺'}" in desk.page.locator(".explorer-step").nth(1).inner_text()


def test_a_shorter_drag_or_escape_snaps_back_and_a_small_one_is_a_click(desk: Dashboard) -> None:
    """R10."""
    desk.open("rings", "?scenario=rings-fig-4&step=0")
    page = desk.page
    page.mouse.move(*on_dial(desk, 2, 0))
    desk.settle()
    picture, shot = desk.picture(), desk.board.screenshot()
    for by, key in ((20, ""), (-20, ""), (30, ""), (60, "Escape")):
        grip(desk, 2, 0, by)
        assert desk.board.screenshot() != shot
        if key:
            page.keyboard.press(key)
        page.mouse.up()
        page.wait_for_selector(".explorer-film", state="detached")
        page.mouse.move(*on_dial(desk, 2, 0))
        desk.settle()
        assert key or desk.board.screenshot() == shot  # a key shows where the focus is
        assert (desk.picture(), desk.step, desk.status) == (picture, 0, "")
        assert "moves=" not in page.url
    x, y = on_dial(desk, 2, 0)
    page.mouse.down()
    page.mouse.move(x + 3, y + 3)
    page.mouse.up()
    page.wait_for_selector("[role=status] >> text=Ring c is chosen at 1c.")
    assert "moves=" not in page.url


def test_a_drag_that_is_refused_is_told_and_the_ring_rolls_back(desk: Dashboard) -> None:
    """R10, R25."""
    desk.open("rings", "?scenario=rings-fig-4&step=0")
    upload(desk, load("rings-fig-7").path.read_text(encoding="utf-8").replace('"rings-fig-7"', '"short"').replace("[setup]", "[rules]\nclear = 3\n[setup]"))
    desk.page.wait_for_function("location.search.includes('scenario=short')")
    desk.page.locator("button.explorer-last").click()
    desk.wait_step(6)
    grip(desk, 3, 0, 60)
    desk.page.mouse.up()
    desk.page.wait_for_selector("[role=status] >> text=The game is over.")
    desk.page.wait_for_selector(".explorer-film", state="detached")
    assert desk.step == 6


def test_a_drag_in_the_middle_of_a_move_is_meant_for_its_end(desk: Dashboard) -> None:
    """R10: as a press is."""
    opened(desk, "rings", 2)
    grip(desk, 4, 90, 60)
    desk.page.mouse.up()
    desk.page.wait_for_function("new URLSearchParams(location.search).get('moves') === 'release 7;turn e 1'")
    desk.page.wait_for_selector(".explorer-film", state="detached")
    desk.settle()
    assert labels(desk) == labels_after("release 7", "turn e 1")


@pytest.mark.browser_context_args(**PHONE)
def test_a_finger_on_a_ring_turns_it_with_one_message_and_beside_the_rings_it_scrolls(dashboard: Dashboard) -> None:
    """R10."""
    sent: list[str] = []
    dashboard.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    opened(dashboard, "rings", 0)
    page, client = dashboard.page, dashboard.page.context.new_cdp_session(dashboard.page)
    scrolled = "Math.max(...[...document.querySelectorAll('html, body, .lm-BoxPanel-child')].map((one) => one.scrollTop))"

    def touch(kind: str, *points: tuple[float, float]) -> None:
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
        page.wait_for_timeout(16)

    def swipe(points: list[tuple[float, float]]) -> None:
        touch("touchStart", points[0])
        for point in points[1:]:
            touch("touchMove", point)

    shot = dashboard.board.screenshot()
    for by in (20, -60):
        sent.clear()
        swipe([on_dial(dashboard, 4, by * k / 10) for k in range(11)])
        page.wait_for_timeout(100)
        assert dashboard.board.screenshot() != shot
        assert not said(sent)
        touch("touchEnd")
        page.wait_for_selector(".explorer-film", state="detached")
        page.wait_for_timeout(300)
        assert len(said(sent)) == (by == -60)
        assert ("moves=" in page.url) == (by == -60)
    page.wait_for_function("new URLSearchParams(location.search).get('moves') === 'turn e -1'")
    dashboard.settle()
    assert labels(dashboard) == labels_after("turn e -1")
    assert page.evaluate(scrolled) == 0
    box = dashboard.board.bounding_box()
    for x, y in ((box["x"] + 8, box["y"] + box["height"] - 8), (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)):
        swipe([(x, y - 15 * k) for k in range(12)])
        page.wait_for_timeout(200)  # a finger that rests does not fling the page
        touch("touchMove", (x, y - 165))
        touch("touchEnd")
        page.wait_for_function(f"{scrolled} > 40")
        dashboard.settle()
        page.evaluate("document.querySelectorAll('html, body, .lm-BoxPanel-child').forEach((one) => { one.scrollTop = 0; })")
        page.wait_for_function(f"{scrolled} === 0")
    assert len(said(sent)) == 1


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
def test_after_a_drag_the_rest_of_the_move_plays_as_after_a_press(dashboard: Dashboard) -> None:
    """R10, X02."""
    dashboard.open("rings", "?scenario=rings-fig-7&step=0")
    grip(dashboard, 2, 0, -60)
    dashboard.page.mouse.up()
    dashboard.page.wait_for_selector(".explorer-board[data-step='1']")
    dashboard.wait_step(6)
    assert dashboard.page.locator(".explorer-film").count() == 0


# --- several fields


@pytest.mark.parametrize(("number", "by", "move"), [(2, 60, "turn c 1"), (7, 60, "turn c@2 1"), (12, -60, "turn c@3 -1")])
def test_dragging_a_geared_ring_turns_the_others_the_other_way_and_back(desk: Dashboard, number: int, by: float, move: str) -> None:
    """R04, R10: under the hand, in the browser, and then on the board."""
    desk.open("rings", f"?scenario={FIG_16}&step=0")
    shots = [field_shot(desk, k) for k in range(3)]
    grip(desk, number, 0, by, FIG_16)
    assert all(field_shot(desk, k) != shot for k, shot in enumerate(shots))
    desk.page.mouse.up()
    desk.page.wait_for_selector(".explorer-film", state="detached")
    desk.page.wait_for_function("() => location.search.includes('step=')")
    desk.settle()
    assert labels(desk) == labels_after(move, name=FIG_16)
    grip(desk, number, 0, -by, FIG_16)
    desk.page.mouse.up()
    desk.page.wait_for_selector(".explorer-film", state="detached")
    desk.settle()
    back = " ".join([*move.split()[:2], str(-int(move.split()[2]))])
    assert labels(desk) == labels_after(move, back, name=FIG_16)


def field_shot(dashboard: Dashboard, number: int) -> str:
    """The pixels of one field, with the hand's film over the board."""
    scenario = load(FIG_16)
    dials = scenario.mechanic.board.layout(scenario.game).dials
    dial, wide = dials[number * 5 + 2], scenario.mechanic.board.layout(scenario.game).wide
    found = """([x, y, reach]) => { const shot = document.createElement('canvas'), pen = shot.getContext('2d');
        const board = document.querySelector('.explorer-board'), film = document.querySelector('.explorer-film');
        const [cx, cy, r] = [x, y, reach].map((one) => one * board.width);
        shot.width = shot.height = 2 * r;
        for (const layer of [board, film]) if (layer) pen.drawImage(layer, cx - r, cy - r, 2 * r, 2 * r, 0, 0, 2 * r, 2 * r);
        return shot.toDataURL(); }"""
    return str(dashboard.page.evaluate(found, [dial.x / wide, dial.y / wide, dial.outer / wide]))


@pytest.mark.browser_context_args(**PHONE)
def test_on_a_phone_the_fields_stand_one_below_the_other(dashboard: Dashboard) -> None:
    """R04, X32."""
    dashboard.open("rings", f"?scenario={FIG_16}&step=0")
    dashboard.page.wait_for_function("() => { const c = document.querySelector('.explorer-board'); return c.height > 2 * c.width; }")
    box = dashboard.board.bounding_box()
    assert box["width"] >= 340 and box["height"] > 2.5 * box["width"]
    assert dashboard.page.evaluate("document.documentElement.scrollWidth") <= 375


# --- time


def test_the_countdown_runs_releases_by_itself_and_pauses_while_one_steps(desk: Dashboard) -> None:
    """R12, R26."""
    desk.open("rings", f"?scenario={FIG_4}&step=0")
    page = desk.page
    page.get_by_role("button", name="Last step").click()
    clock, steps = page.locator(".explorer-clock"), page.locator(".explorer-step")
    count = steps.count()
    assert clock.inner_text() == "5"
    page.wait_for_timeout(1300)
    assert clock.inner_text() == "5"
    page.locator(".explorer-ticking").click()
    page.wait_for_function("document.querySelector('.explorer-clock').innerText === '3'", timeout=4000)
    page.locator("button.explorer-back").click()
    page.wait_for_function("document.querySelector('.explorer-ticking').innerText.includes('–')")
    page.wait_for_function("new URLSearchParams(location.search).get('moves')?.endsWith('wait 2')")
    waited = steps.count()
    assert waited == count + 1
    page.wait_for_timeout(1500)
    assert steps.count() == waited
    page.get_by_role("button", name="Last step").click()
    page.wait_for_function("new URLSearchParams(location.search).get('moves').endsWith('wait 2;wait 3')", timeout=8000)
    page.wait_for_function("(before) => document.querySelectorAll('.explorer-step').length > before + 2", arg=waited)
    page.locator(".explorer-ticking").click()


def test_the_menu_holds_pause_best_score_and_background_and_stays_open(desk: Dashboard) -> None:
    """R26."""
    desk.open("rings", f"?scenario={FIG_4}&step=3")
    page = desk.page
    plain = desk.picture()
    page.get_by_text("Menu", exact=True).click()
    assert "Best score of this sitting: 30" in page.locator("[open] > .explorer-menu-box").inner_text()
    page.get_by_role("button", name="paper").click()
    page.wait_for_function("(before) => document.querySelector('.explorer-board').toDataURL() !== before", arg=plain)
    assert page.locator("[open] > .explorer-menu-box").is_visible()
    page.get_by_role("button", name="plain").click()
    desk.settle()
    assert desk.picture() == plain


# --- stages


def test_a_stage_is_begun_from_the_page_of_stages_on_its_own_field(desk: Dashboard) -> None:
    """R25."""
    desk.open("rings", "?scenario=rings-stages&step=0")
    page = desk.page
    before = desk.picture()
    page.get_by_role("tab", name="Stages").click()
    page.wait_for_selector(".explorer-stage")
    assert page.locator(".explorer-stage").count() == 28
    page.get_by_role("button", name=re.compile("Stage 3-1 ")).click()
    page.wait_for_function("new URLSearchParams(location.search).get('moves')?.endsWith('stage 3-1')")
    desk.settle()
    assert "Stage 3-1 begins anew" in desk.sentence and desk.picture() != before
    assert "3-1" in page.locator(".explorer-sides").first.inner_text()
