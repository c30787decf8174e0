"""In a real browser: links opened afresh, a kernel that dies, files taken away and opened, lines, other rules, comparisons, the desk."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import Dashboard, listen


def kernels() -> set[int]:
    """The processes of kernels that run now."""
    found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(line.split()[0]) for line in found if "ipykernel_launcher" in line}


@pytest.mark.parametrize("mechanic", ["sandwich", "effects", "rings"])
def test_a_copied_link_opened_in_a_fresh_browser_shows_the_same_pixels_with_branches(dashboard: Dashboard, mechanic: str, browser: Any, server: str) -> None:
    """X13."""
    name, legal = {"sandwich": ("fig-9-12", "Pieces"), "effects": ("effects-decks", "Draw"), "rings": ("rings-fig-4", "Release")}[mechanic]
    dashboard.open(mechanic, f"?scenario={name}&step=0&theme=light")
    page = dashboard.page
    page.emulate_media(reduced_motion="reduce")
    if mechanic == "sandwich":
        dashboard.click("a1")
    else:
        page.get_by_role("button", name=legal, exact=True).first.click()
    page.wait_for_function("location.search.includes('moves=')")
    dashboard.settle()
    page.locator("button.explorer-back").click()
    dashboard.settle()
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("document.querySelector('.explorer-root').dataset.copied")
    link = page.evaluate("document.querySelector('.explorer-root').dataset.copied")
    page.get_by_text("Share", exact=True).click()
    dashboard.settle()
    fresh = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    errors = listen(fresh)
    fresh.goto(link)
    fresh.wait_for_selector(".explorer-board[data-ready]", timeout=60_000)
    other = Dashboard(fresh, server)
    other.settle()
    assert (other.step, other.sentence, other.picture()) == (dashboard.step, dashboard.sentence, dashboard.picture())
    tree = "() => [...document.querySelectorAll('.explorer-node')].map((one) => one.innerText)"
    for one in (page, fresh):
        one.get_by_role("tab", name="Lines").click()
        one.wait_for_selector(".explorer-node")
    assert page.evaluate(tree) == fresh.evaluate(tree)
    assert errors == []
    fresh.context.close()


def test_when_the_kernel_dies_the_page_says_so_within_three_seconds_and_a_reload_brings_the_same_step(dashboard: Dashboard) -> None:
    """X34: a page that only seems to be there."""
    before = kernels()
    dashboard.open("rings", "?scenario=rings-fig-4&step=3")
    mine = kernels() - before
    assert len(mine) >= 1
    page = dashboard.page
    page.wait_for_timeout(1500)
    assert page.locator(".explorer-lost").count() == 0
    for pid in mine:
        os.kill(pid, signal.SIGSTOP)
    page.wait_for_selector(".explorer-lost", timeout=4500)
    assert "Nobody answers" in page.locator(".explorer-lost").inner_text()
    for pid in mine:
        os.kill(pid, signal.SIGCONT)
    page.wait_for_selector(".explorer-lost", state="detached", timeout=5000)
    for pid in mine:
        os.kill(pid, signal.SIGKILL)
    page.wait_for_selector(".explorer-lost", timeout=5000)
    page.get_by_role("link", name="Reload the page").click()
    page.wait_for_selector(".explorer-board[data-ready][data-step='3']", timeout=60_000)


def test_files_are_taken_away_and_opened_again(desk: Dashboard, tmp_path: Path) -> None:
    """X12, X14."""
    desk.open("rings", "?scenario=rings-fig-4&step=3")
    page = desk.page
    page.get_by_text("Share", exact=True).click()
    saved = {}
    for name, ending in (("Scenario file", "toml"), ("Picture (SVG)", "svg"), ("Player (HTML)", "html")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        saved[ending] = tmp_path / download.value.suggested_filename
        download.value.save_as(saved[ending])
    page.get_by_text("Share", exact=True).click()
    assert saved["toml"].name == "rings-fig-4.toml" and "<svg" in saved["svg"].read_text(encoding="utf-8")
    page.locator("input[type=file]").set_input_files(str(saved["toml"]))
    page.wait_for_function("location.search.includes('step=0')")
    desk.settle()


def test_a_year_of_games_is_opened_one_is_chosen_and_stepped_through(desk: Dashboard) -> None:
    """X16."""
    from test_othello_files import FINAL, cells, record, wtb

    desk.open("sandwich", "?scenario=othello-8x8&step=0")
    page = desk.page
    page.locator("input[type=file]").set_input_files(
        {"name": "WTH_1999.wtb", "mimeType": "application/octet-stream", "buffer": wtb(record(cells(FINAL)), record(cells(FINAL)[:20]))}
    )
    page.get_by_role("tab", name="Games").wait_for()
    page.locator(".explorer-games tr[data-do]").first.click()
    page.wait_for_selector(".explorer-step:nth-child(10)")
    page.locator("button.explorer-forward").click()
    desk.wait_step(1)
    assert "Player 1 places a piece on" in desk.sentence


def test_another_rule_is_tried_in_the_form_and_both_stand_side_by_side(desk: Dashboard) -> None:
    """X04, X05."""
    desk.open("sandwich", "?scenario=fig-6b&step=5")
    page = desk.page
    page.get_by_role("tab", name="Rules").click()
    page.locator("#rule-run_length_rate").fill("1")
    page.locator("#rule-run_length_rate").press("Enter")
    page.wait_for_function("document.querySelector('[role=status]').innerText.includes('first difference is at step 5')")
    page.get_by_role("tab", name="Compare").click()
    page.wait_for_selector(".explorer-both svg")
    assert page.locator(".explorer-both svg").count() == 2
    first = page.locator(".explorer-both").inner_html()
    page.locator("button.explorer-forward").click()
    page.wait_for_function("(before) => document.querySelector('.explorer-both').innerHTML !== before", arg=first)
    page.get_by_role("button", name="Go on with the other one").click()
    page.wait_for_function("!location.search.includes('more=')")


def test_every_cell_of_hexagons_and_of_a_board_with_holes_is_hit_by_the_mouse(desk: Dashboard) -> None:
    """S04, S05, S06: what is under the pointer is the cell that stands there."""
    from explorer.scenarios import load

    for name in ("hexagons", "circle"):
        desk.open("sandwich", f"?scenario={name}&step=0")
        scenario = load(name)
        size = scenario.mechanic.board.layout(scenario.game)
        box = desk.board.bounding_box()
        for target in size.targets:
            x = sum(one for one, _ in target.outline) / len(target.outline)
            y = sum(one for _, one in target.outline) / len(target.outline)
            desk.page.mouse.move(box["x"] + x * box["width"] / size.wide, box["y"] + y * box["height"] / size.high)
            desk.page.wait_for_function(
                "(name) => { const root = document.querySelector('.explorer-board'); return root.dataset.hovered === name; }", arg=target.name, timeout=3000
            )


def focused(dashboard: Dashboard) -> str:
    return str(dashboard.page.evaluate("document.activeElement.closest('.explorer-region, canvas')?.className ?? document.activeElement.localName"))


def test_the_focus_stays_near_where_a_control_goes_or_can_no_longer_be_pressed(desk: Dashboard) -> None:
    """X32: by keyboard alone."""
    desk.open("sandwich", "?scenario=fig-5&step=0")
    page = desk.page
    page.locator("button.explorer-forward").focus()
    page.locator("button.explorer-last").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('button.explorer-last').disabled")
    page.wait_for_timeout(200)
    assert "explorer-transport" in focused(desk)
    page.get_by_role("tab", name="Lines").click()
    page.get_by_role("button", name="Delete this line").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Take the deletion back").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("!document.body.innerText.includes('Take the deletion back')")
    page.wait_for_timeout(200)
    assert "explorer-panel" in focused(desk)


def test_escape_closes_a_menu_and_a_refused_value_gives_way(desk: Dashboard) -> None:
    desk.open("sandwich", "?scenario=fig-5&step=0")
    page = desk.page
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Copy link").focus()
    page.keyboard.press("Escape")
    assert page.locator(".explorer-share[open]").count() == 0
    assert page.evaluate("document.activeElement.innerText") == "Share"
    page.get_by_role("tab", name="Edit").click()
    field = page.locator("input[data-name='setup.hp']")
    before = field.input_value()
    field.fill("-5, abc")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.explorer-status').innerText.includes('not possible')")
    page.wait_for_function("(before) => document.querySelector(\"input[data-name='setup.hp']\").value === before", arg=before)
