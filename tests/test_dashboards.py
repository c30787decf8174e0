"""Every dashboard in a real browser: desktop, phone, keyboard only, screen reader, both languages, both themes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, Dashboard

from explorer.scenarios import load
from explorer.words import say

# For each mechanic: a scenario, the step to look at, and the target whose press plays or chooses something at its end.
PAGES = {"sandwich": ("fig-5", 7), "effects": ("effects-fig-5", 4), "rings": ("rings-fig-4", 2)}
EACH = pytest.mark.parametrize("mechanic", PAGES)


def opened(dashboard: Dashboard, mechanic: str, step: int | None = None, more: str = "") -> Dashboard:
    name, usual = PAGES[mechanic]
    return dashboard.open(mechanic, f"?scenario={name}&step={usual if step is None else step}{more}")


def last_step(mechanic: str) -> int:
    return len(load(PAGES[mechanic][0]).frames) - 1


def colours(dashboard: Dashboard) -> int:
    """How many different colours the board shows."""
    return int(
        dashboard.page.evaluate(
            """() => { const c = document.querySelector('.explorer-board'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, s = new Set();
            for (let k = 0; k < d.length; k += 4) s.add(d[k] << 16 | d[k + 1] << 8 | d[k + 2]); return s.size; }"""
        )
    )


def axe(page: Any) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['html'][:100] for node in one['nodes']][:3]}" for one in found if one["impact"] in ("serious", "critical")]


# --- the start page


def test_the_start_page_leads_to_a_dashboard_with_one_click(quiet_page: Any, server: str) -> None:
    """X30."""
    quiet_page.goto(server + "/")
    assert axe(quiet_page) == []
    quiet_page.get_by_role("link", name="Fig. 6(a): one piece").click()
    quiet_page.wait_for_selector(".explorer-board[data-ready]", timeout=60_000)
    assert "scenario=fig-6a" in quiet_page.url
    quiet_page.get_by_role("link", name="Start page").click()
    quiet_page.wait_for_selector(".start-cards")


@pytest.mark.browser_context_args(**PHONE)
def test_the_start_page_fits_a_phone_in_both_languages_and_themes(quiet_page: Any, server: str) -> None:
    """X30."""
    for query in ("?lang=en&theme=light", "?lang=ja&theme=dark"):
        quiet_page.goto(f"{server}/{query}")
        assert quiet_page.evaluate("document.documentElement.scrollWidth") <= 375
        assert axe(quiet_page) == []
    assert quiet_page.get_by_role("heading", name="はさみバトル").is_visible()


# --- stepping


@EACH
def test_buttons_keys_slider_and_list_step_and_a_step_back_restores_the_very_same_picture(desk: Dashboard, mechanic: str) -> None:
    """X02."""
    opened(desk, mechanic, 0)
    page, last = desk.page, last_step(mechanic)
    pictures = {0: desk.picture()}
    for step in range(1, last + 1):
        page.locator("button.explorer-forward").click()
        desk.wait_step(step)
        pictures[step] = desk.picture()
    assert len(set(pictures.values())) > last // 2
    assert page.locator("button.explorer-forward").is_disabled()
    for step in range(last - 1, last // 2, -1):
        page.locator("button.explorer-back").click()
        desk.wait_step(step)
        assert desk.picture() == pictures[step]
    page.locator("button.explorer-first").click()
    desk.wait_step(0)
    page.locator("button.explorer-last").click()
    desk.wait_step(last)
    page.locator("h1").click()
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        desk.wait_step(step)
        assert desk.picture() == pictures[step]
    page.locator(".explorer-step").nth(3).click()
    desk.wait_step(3)
    slider = page.get_by_role("slider")
    slider.fill("2")
    desk.wait_step(2)
    slider.press("ArrowRight")
    desk.wait_step(3)
    assert desk.sentence == say(load(PAGES[mechanic][0]).mechanic.words.sentence(load(PAGES[mechanic][0]).frames[3].event))
    assert page.locator(".explorer-step[aria-selected=true]").inner_text().startswith("3")


@EACH
def test_playing_goes_on_by_itself_and_stops_at_the_end(desk: Dashboard, mechanic: str) -> None:
    """X02, E14."""
    last = last_step(mechanic)
    opened(desk, mechanic, max(0, last - 2))
    desk.page.locator("select.explorer-speed").select_option("500")
    desk.page.locator("h1").click()
    desk.page.keyboard.press(" ")
    desk.wait_step(last)
    assert desk.page.locator("button.explorer-play").get_attribute("aria-label") == "Play"


@EACH
def test_the_board_is_painted_sharp_at_every_size_and_not_blank(desk: Dashboard, mechanic: str) -> None:
    opened(desk, mechanic)
    assert colours(desk) > 20
    for width in (1280, 1000, 700):
        desk.page.set_viewport_size({"width": width, "height": 800})
        desk.page.wait_for_function(
            "() => { const c = document.querySelector('.explorer-board'); return Math.abs(c.width - Math.round(c.clientWidth * devicePixelRatio)) <= 1; }"
        )
        desk.settle()
        assert colours(desk) > 20


@EACH
@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, device_scale_factor=2)
def test_the_canvas_has_a_pixel_for_every_pixel_of_a_dense_screen(dashboard: Dashboard, mechanic: str) -> None:
    """X33."""
    opened(dashboard, mechanic)
    wide, css = dashboard.page.evaluate("(() => { const c = document.querySelector('.explorer-board'); return [c.width, c.clientWidth]; })()")
    assert abs(wide - 2 * css) <= 1


# --- playing, by mouse, keyboard and touch


def test_a_cell_is_previewed_under_the_mouse_and_placed_by_a_click(desk: Dashboard) -> None:
    """S50, S51."""
    opened(desk, "sandwich", 0)
    before = desk.picture()
    desk.page.locator("[data-value='piece:K']").click()
    desk.page.wait_for_selector("[data-value='piece:K'][aria-pressed=true]")
    box, at = desk.board.bounding_box(), desk.centre("d4")
    desk.page.mouse.move(box["x"] + at["x"], box["y"] + at["y"])
    desk.settle()
    assert desk.picture() != before
    assert desk.step == 0
    desk.click("d4")
    desk.wait_step(11)
    assert "The move took 11 steps" in desk.status
    assert desk.page.locator("[data-value='piece:K']").count() == 0
    desk.page.locator(".explorer-step").nth(1).click()
    desk.wait_step(1)
    assert "K is placed on d4" in desk.sentence


ASKED = {
    "sandwich": ("six-l33", "c3", "echo of Z stays silent: the placed piece's own skill did not act (K).", "the placed piece's own skill acted: ✗"),
    "effects": ("effects-fig-5", "E5", "A stays silent: it was destroyed by C (M1) before its slot was reached.", "powers up each B"),
    "rings": ("rings-functions", "2e", "▲ 2e stops the timer for 3 ticks: the timer stands still for 3 ticks.", "multiplies the interval"),
}


@EACH
def test_asked_why_not_a_place_answers_and_nothing_is_played(desk: Dashboard, mechanic: str) -> None:
    """L33, E12, R24, S42."""
    name, place, answer, more = ASKED[mechanic]
    opened(desk, mechanic)
    page = desk.page
    page.locator("select.explorer-scenarios").select_option(name)
    page.wait_for_function(f"location.search.includes('scenario={name}&')")
    last = str(len(load(name).frames) - 2 if mechanic != "rings" else 9)
    page.get_by_role("slider").fill(last)
    desk.wait_step(int(last))
    page.get_by_role("tab", name="Why not", exact=True).click()
    page.wait_for_selector(".explorer-ask")
    desk.click(place)
    page.wait_for_selector(".explorer-verdict")
    told = page.locator(".explorer-ask").inner_text()
    assert answer in told and more in told
    assert "moves=" not in page.url and desk.step == int(last)
    page.get_by_role("button", name="日本語").click()
    page.wait_for_function("document.querySelector('.explorer-ask').innerText.match(/[ぁ-ん]/)")


@pytest.mark.parametrize("name", ["a1", "f4", "f1", "a4"])
def test_a_click_lands_on_the_cell_under_it(desk: Dashboard, name: str) -> None:
    """X33."""
    opened(desk, "sandwich", 0)
    desk.click(name)
    desk.page.wait_for_function("location.search.includes('moves=')")
    desk.page.locator(".explorer-step").nth(1).click()
    desk.wait_step(1)
    assert f"on {name} " in desk.sentence


def test_a_placement_by_keyboard_alone(desk: Dashboard) -> None:
    """S50."""
    opened(desk, "sandwich", 0)
    page = desk.page
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('explorer-board')"):
            break
    else:
        pytest.fail("Tab never reaches the board")
    active = "document.querySelector('.explorer-board').getAttribute('aria-activedescendant')"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"{active}.endsWith('-b3')")
    assert page.evaluate(f"document.getElementById({active}).textContent") == "b3, empty"
    page.keyboard.press("Enter")
    page.wait_for_function("location.search.includes('moves=H+b3')")
    assert page.locator(".explorer-step").nth(1).inner_text().endswith("H placed on b3 in state 1")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('explorer-board')")


@pytest.mark.browser_context_args(**PHONE)
def test_a_placement_by_touch_and_a_swipe_scrolls(dashboard: Dashboard) -> None:
    """S50."""
    opened(dashboard, "sandwich", 0)
    page = dashboard.page
    box, at = dashboard.board.bounding_box(), dashboard.centre("f1")
    page.touchscreen.tap(box["x"] + at["x"], box["y"] + at["y"])
    page.wait_for_function("location.search.includes('moves=H+f1')")
    dashboard.settle()
    step = dashboard.step
    client = page.context.new_cdp_session(page)
    scrolled = "Math.max(...[...document.querySelectorAll('html, body, .lm-BoxPanel-child')].map((one) => one.scrollTop))"
    x, y = box["x"] + 100, box["y"] + box["height"] - 20
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 12):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 15 * k}]})
        page.wait_for_timeout(16)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"{scrolled} > 40")
    assert dashboard.step == step


def test_a_move_that_is_not_allowed_is_told_in_a_sentence_and_nothing_changes(desk: Dashboard) -> None:
    """X34."""
    opened(desk, "sandwich", 0)
    desk.click("b2")
    desk.page.wait_for_selector("[role=status] >> text=b2 is taken by E.")
    assert desk.step == 0
    desk.page.locator("button.explorer-close").click()
    desk.page.wait_for_function("document.querySelector('[role=status]').innerText === ''")


def test_a_skill_is_declared_by_pressing_it_and_its_piece(desk: Dashboard) -> None:
    """S31."""
    desk.open("sandwich", "?scenario=fig-9-12&step=0")
    desk.page.locator("[data-value='piece:E']").click()
    desk.page.locator("[data-value='skill:α1']").click()
    desk.page.locator("[data-value='on:E']").click()
    desk.page.wait_for_selector("[role=status] >> text=α1 on E will be declared")
    desk.settle()  # the sentence takes room from the board
    desk.click("b2")
    desk.wait_step(10)
    assert "α1: the parameter of E × 2" in desk.page.get_by_role("listbox", name="Steps").inner_text()


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference")
def test_a_move_plays_through_its_steps_and_the_next_press_finds_its_end(dashboard: Dashboard) -> None:
    """X02: with movement, the steps of a move run by; a press in between is meant for the position at its end."""
    dashboard.open("sandwich", "?scenario=othello-4x4")
    dashboard.click("b1")
    dashboard.page.wait_for_selector(".explorer-board[data-step='1']")
    dashboard.wait_step(6)
    dashboard.click("a1")
    dashboard.page.wait_for_function("location.search.includes('moves=b1%3Ba1')")
    dashboard.click("a2")
    dashboard.page.wait_for_function("location.search.includes('moves=b1%3Ba1%3Ba2')")


def test_a_reload_brings_back_the_moves_that_were_played(dashboard: Dashboard) -> None:
    """X13: they are in the address."""
    dashboard.open("sandwich", "?scenario=othello-4x4&moves=b1;a1")
    assert dashboard.page.locator(".explorer-step").count() == 13
    dashboard.page.locator(".explorer-step").nth(8).click()
    dashboard.wait_step(8)
    picture = dashboard.picture()
    dashboard.page.wait_for_function("location.search.includes('step=8')")
    dashboard.page.reload()
    dashboard.page.wait_for_selector(".explorer-board[data-ready][data-step='8']", timeout=60_000)
    dashboard.settle()
    assert dashboard.picture() == picture


@pytest.mark.browser_context_args(**PHONE)
def test_the_transport_bar_stays_at_the_lower_edge_of_a_phone(dashboard: Dashboard) -> None:
    """X32, look: always in view."""
    opened(dashboard, "sandwich")
    for top in (0, 300, 5000):
        dashboard.page.evaluate("(top) => document.querySelectorAll('html, body, .lm-BoxPanel-child').forEach((one) => { one.scrollTop = top; })", top)
        box = dashboard.page.locator(".explorer-buttons").bounding_box()
        assert box["y"] > 650 and box["y"] + box["height"] <= 800


# --- languages, themes, address


@EACH
def test_language_and_theme_switch_in_place(desk: Dashboard, mechanic: str) -> None:
    """X31, X32."""
    opened(desk, mechanic)
    page, picture, step = desk.page, desk.picture(), desk.step
    page.get_by_role("button", name="日本語").click()
    page.wait_for_selector("html[lang=ja]")
    page.wait_for_function("/[ぁ-ん]/.test(document.querySelector('.explorer-sentence').innerText)")
    assert re.search("[ぁ-んァ-ヶ一-龠]", page.locator("h1").inner_text())
    page.locator(".explorer-theme").click()
    page.wait_for_selector(".explorer-root[data-theme=dark]")
    desk.settle()
    assert desk.picture() != picture
    assert desk.step == step
    assert "lang=ja" in page.url and "theme=dark" in page.url
    page.locator(".explorer-theme").click()
    page.get_by_role("button", name="English").click()
    page.wait_for_selector("html[lang=en]")
    desk.settle()
    assert desk.picture() == picture


@EACH
def test_the_address_follows_and_brings_back_the_same_picture(dashboard: Dashboard, mechanic: str) -> None:
    opened(dashboard, mechanic, 0)
    dashboard.page.locator("button.explorer-forward").click()
    dashboard.wait_step(1)
    dashboard.page.locator("button.explorer-forward").click()
    dashboard.wait_step(2)
    picture = dashboard.picture()
    dashboard.page.wait_for_function("location.search.includes('step=2')")
    dashboard.page.reload()
    dashboard.page.wait_for_selector(".explorer-board[data-ready][data-step='2']", timeout=60_000)
    dashboard.settle()
    assert dashboard.picture() == picture


@EACH
@pytest.mark.parametrize("query", ["?scenario=../../etc/passwd", "?scenario=%3Cimg+src=x+onerror=window.pwned=1%3E&step=9999&lang=xx"])
def test_a_spoiled_address_is_told_in_a_sentence_and_the_page_works(dashboard: Dashboard, mechanic: str, query: str) -> None:
    dashboard.open(mechanic, query)
    assert "There is no" in dashboard.status
    assert dashboard.page.evaluate("typeof window.pwned") == "undefined"
    if dashboard.page.locator("button.explorer-forward").is_enabled():
        step = dashboard.step
        dashboard.page.locator("button.explorer-forward").click()
        dashboard.wait_step(step + 1)


# --- everyone


@EACH
def test_axe_finds_nothing_serious_in_either_theme(desk: Dashboard, mechanic: str) -> None:
    """X32."""
    opened(desk, mechanic)
    page = desk.page
    for theme in ("light", "dark"):
        page.wait_for_selector(f".explorer-root[data-theme={theme}]")
        for tab in ("Rules", "Tables", "Why not", "Why"):
            page.get_by_role("tab", name=tab, exact=True).click()
            page.wait_for_selector(f"[role=tabpanel][aria-label='{tab}']")
            if tab == "Why not":
                desk.click({"sandwich": "c3", "effects": "M1", "rings": "3a"}[mechanic])
                page.wait_for_selector(".explorer-ask b")
            assert axe(page) == []
        page.locator(".explorer-theme").click()


@EACH
def test_a_screen_reader_finds_every_cell_by_name_and_the_sentence_as_a_live_region(desk: Dashboard, mechanic: str) -> None:
    """X32."""
    opened(desk, mechanic)
    scenario = load(PAGES[mechanic][0])
    names = {target.name for target in scenario.mechanic.board.layout(scenario.game).targets}
    assert set(desk.page.evaluate("[...document.querySelectorAll('.explorer-board [role=gridcell]')].map((one) => one.dataset.cell)")) == names
    assert desk.board.get_attribute("role") == "grid"
    assert desk.page.locator(".explorer-sentence").get_attribute("aria-live") == "polite"


@EACH
@pytest.mark.browser_context_args(**PHONE)
def test_a_phone_shows_board_and_transport_bar_without_scrolling_sideways(dashboard: Dashboard, mechanic: str) -> None:
    """X32."""
    opened(dashboard, mechanic)
    page = dashboard.page
    assert page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)") <= 375
    box = dashboard.board.bounding_box()
    assert box["x"] >= 0 and box["width"] >= 300 and box["x"] + box["width"] <= 375
    buttons = [one.bounding_box() for one in page.locator(".explorer-buttons button").all()]
    assert all(one["height"] >= 44 and one["width"] >= 44 and one["y"] + one["height"] <= 800 for one in buttons)
    assert axe(page) == []


@EACH
def test_look_one_page_without_scrolling_on_a_laptop(desk: Dashboard, mechanic: str) -> None:
    opened(desk, mechanic)
    assert desk.page.evaluate("Math.max(document.scrollingElement.scrollHeight, document.querySelector('#rendered_cells').scrollHeight)") <= 800
    bar = desk.page.locator(".explorer-buttons").bounding_box()
    assert bar["y"] + bar["height"] <= 800


# --- files of one's own


def upload(dashboard: Dashboard, text: str, name: str = "mine.toml") -> None:
    dashboard.page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@EACH
def test_a_wrong_file_is_told_fault_by_fault_and_what_was_open_stays_open(desk: Dashboard, mechanic: str) -> None:
    """X11."""
    opened(desk, mechanic)
    picture, step = desk.picture(), desk.step
    bad = (
        load(PAGES[mechanic][0])
        .path.read_text(encoding="utf-8")
        .replace("[setup]", '[rules]\nno_such_rule = "<img src=x onerror=window.pwned=1>"\n\n[setup]', 1)
        .replace("format = 1", "format = 7")
    )
    upload(desk, bad, "<img src=x onerror=window.pwned=1>.toml")
    desk.page.wait_for_selector("[role=status] li")
    assert "what was open stays open" in desk.status
    assert {"rules.no_such_rule", "format"} <= {one.split(":")[0] for one in desk.page.locator("[role=status] li").all_inner_texts()}
    assert (desk.picture(), desk.step) == (picture, step)
    for text in ("not toml at all", "x" * (1 << 21)):
        upload(desk, text)
        desk.page.wait_for_function("document.querySelector('[role=status]').innerText.includes('mine.toml')")
    assert desk.page.evaluate("window.pwned") is None


@EACH
def test_a_file_of_ones_own_opens_and_its_title_is_shown_never_run(desk: Dashboard, mechanic: str) -> None:
    """X12."""
    opened(desk, mechanic)
    name = PAGES[mechanic][0]
    text = load(name).path.read_text(encoding="utf-8").replace(f'name = "{name}"', 'name = "mine"')
    text = re.sub("^title = .*$", "title = " + json.dumps("<script>window.pwned=1</script><img src=x onerror=window.pwned=1>"), text, flags=re.M)
    upload(desk, text)
    desk.wait_step(0)
    assert desk.page.locator("select.explorer-scenarios").input_value() == "mine"
    assert desk.page.evaluate("window.pwned") is None


def test_a_game_with_decks_by_keyboard_and_the_computer_answers(desk: Dashboard) -> None:
    """E30, E34, X32."""
    opened(desk, "effects")
    page = desk.page
    page.emulate_media(reduced_motion="reduce")
    try:
        page.reload(wait_until="domcontentloaded")
        page.wait_for_selector(".explorer-board[data-ready]", timeout=60_000)
        page.locator("select.explorer-scenarios").select_option("effects-decks")
        page.wait_for_function("location.search.includes('scenario=effects-decks&')")
        page.get_by_role("button", name="The computer plays for E (enemy side)").click()
        page.get_by_role("button", name="Draw", exact=True).press("Enter")
        page.wait_for_function("location.search.includes('moves=draw')")
        page.locator(".explorer-chip[data-do=press]").first.press("Enter")
        page.wait_for_selector(".explorer-chip[aria-pressed=true]")
        desk.board.focus()
        page.keyboard.press("ArrowDown")
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        page.wait_for_function("location.search.includes('present')")
        slot = re.search(r"present\+\w+\+(M\d+)", page.url)
        assert slot
        desk.settle()
        desk.click(slot[1])
        page.get_by_role("button", name=re.compile("Defend with")).press("Enter")
        page.wait_for_function("document.querySelector('[role=status]').innerText.includes('The computer has played')")
        assert "to move" in page.locator(".explorer-side").first.inner_text()
    finally:
        page.emulate_media(reduced_motion="no-preference")
