"""Notebooks: kept clean, and alive in JupyterLab after saving and reloading the page."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, free_port, listening, started

from explorer.mechanics import mechanics

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_every_mechanic_has_its_dashboard() -> None:
    assert set(mechanics()) <= {path.stem for path in NOTEBOOKS}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_widget_state_no_machine_path_and_a_static_picture_are_saved(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    book = json.loads(text)
    assert "widgets" not in book["metadata"]
    assert str(ROOT) not in text and "/home/" not in text
    outputs = [output for cell in book["cells"] for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in outputs)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """JupyterLab over a copy of the notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    for path in NOTEBOOKS:
        (folder / path.name).write_bytes(path.read_bytes())
    port = free_port()
    command = [
        sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=",
        f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    with started(command, folder, listening(port)):
        yield f"http://127.0.0.1:{port}"


def run(page: Any, command: str) -> None:
    """Run a command of JupyterLab's, once the notebook has its kernel, and wait until it is done."""
    ready = "const book = jupyterapp.shell.currentWidget; await book.context.ready; await book.sessionContext.ready;"
    page.evaluate(f"async () => {{ {ready} await jupyterapp.commands.execute({command!r}); }}")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_in_jupyterlab_is_saved_reloaded_and_steps_on(page: Any, lab: str, path: Path) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{lab}/lab/tree/{path.name}?reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    page.wait_for_function("window.jupyterapp !== undefined")
    page.wait_for_function("window.jupyterapp.shell.currentWidget?.sessionContext")
    run(page, "notebook:run-all-cells")
    forward = stepped(page)
    run(page, "docmanager:save")
    page.reload()
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
    step = stepped(page)
    assert step > forward
    if path.stem != "examples":
        shows_the_copied_link(page, step)
    assert not errors


def shows_the_copied_link(page: Any, step: int) -> None:
    """X13: copied in JupyterLab, a link is the dashboard's, at this very step."""
    page.get_by_text("Share", exact=True).first.click()
    page.get_by_role("button", name="Copy link").first.click()
    page.wait_for_function("document.querySelector('.explorer-root').dataset.copied")
    link = page.evaluate("document.querySelector('.explorer-root').dataset.copied")
    fresh = page.context.new_page()
    fresh.goto(link)
    fresh.wait_for_selector(f".explorer-board[data-ready][data-step='{step}']", timeout=60_000)
    fresh.close()


def stepped(page: Any) -> int:
    """Step on with a key, the focus inside our widget, until the picture changes (some steps only say something); the step reached."""
    board = page.locator(".explorer-board[data-ready]").first
    board.wait_for(timeout=60_000)
    if page.locator("button.explorer-forward").first.is_disabled():
        page.locator("button.explorer-first").first.click()
        page.wait_for_selector(".explorer-board[data-step='0']")
    page.wait_for_timeout(300)
    before, step = picture(board), int(board.get_attribute("data-step"))
    page.locator(".explorer-steps[role=listbox]").first.focus()
    for _ in range(3):
        step += 1
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f".explorer-board[data-step='{step}']", timeout=20_000)
        if picture(board) != before:
            return step
    raise AssertionError("three steps and the picture is still the same")


def picture(board: Any) -> str:
    return str(board.evaluate("(one) => one.toDataURL()"))
