"""Fixtures: one server and one Chromium for all browser tests; a board that is clicked and read by cell."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).parent))
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--force-color-profile=srgb", "--font-render-hinting=none", "--hide-scrollbars",
]  # fmt: skip
PHONE = {"viewport": {"width": 375, "height": 800}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
# What Voilà's own front end says on every page (its modules are older than JupyterLab's).
HARMLESS = re.compile(r"Unsatisfied version|No satisfying version|Federation Runtime")
FUZZ = int(os.environ.get("EXPLORER_FUZZ", "1"))


def runs(whole: int) -> int:
    """How many random runs: a twentieth of the whole, all of it with EXPLORER_FUZZ=20 (`make fuzz`)."""
    return max(1, whole * FUZZ // 20)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path, "no Chromium: run `make test`, which finds or installs one"
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS, "headless": True}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "locale": "en-GB", "timezone_id": "UTC"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def jupyter_env(folder: Path) -> dict[str, str]:
    """Folders of their own, so that no user's configuration is read or written."""
    return {
        **os.environ,
        "JUPYTER_CONFIG_DIR": f"{folder}/c",
        "JUPYTER_DATA_DIR": f"{folder}/d",
        "JUPYTER_RUNTIME_DIR": f"{folder}/r",
        "IPYTHONDIR": f"{folder}/i",
    }


@contextlib.contextmanager
def started(command: list[str], folder: Path, ready: Callable[[], bool], seconds: float = 90) -> Iterator[subprocess.Popen[str]]:
    """A server process, once it is ready; it is ended with SIGTERM, its group killed where that does not help."""
    log = folder / "server.log"
    with log.open("w") as file:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, env=jupyter_env(folder), start_new_session=True, text=True, cwd=ROOT)
    try:
        deadline = time.monotonic() + seconds
        while not ready():
            assert process.poll() is None, f"the server ended:\n{log.read_text()}"
            assert time.monotonic() < deadline, f"the server is not ready:\n{log.read_text()}"
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def listening(port: int) -> Callable[[], bool]:
    def ready() -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return True
        return False

    return ready


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `explorer serve`."""
    port = free_port()
    command = [sys.executable, "-m", "explorer", "serve", "--no-browser", f"--port={port}"]
    with started(command, tmp_path_factory.mktemp("server"), listening(port)):
        yield f"http://127.0.0.1:{port}"


def listen(page: Any) -> list[str]:
    """Errors of a page as they come: its own, the console's, answers that failed, requests that leave the machine."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"page: {error}"))
    page.on("console", lambda message: errors.append(f"console: {message.text}") if message.type == "error" and not HARMLESS.search(message.text) else None)
    page.on("response", lambda response: errors.append(f"{response.status}: {response.url}") if response.status >= 400 else None)
    page.on("request", lambda request: errors.append(f"left the machine: {request.url}") if re.match(r"https?://(?!127\.0\.0\.1)", request.url) else None)
    return errors


@pytest.fixture
def quiet_page(page: Any) -> Iterator[Any]:
    """A page that fails the test on any error of its own, and that may not leave the machine."""
    errors = listen(page)
    yield page
    assert not errors, errors


class Dashboard:
    """A dashboard in a browser: open it, click and read its board by cell, wait for a step to be painted."""

    def __init__(self, page: Any, server: str) -> None:
        self.page, self.server = page, server

    def open(self, mechanic: str, query: str = "") -> Dashboard:
        self.page.goto(f"{self.server}/voila/render/{mechanic}.ipynb{query}", wait_until="domcontentloaded")
        self.page.wait_for_selector(".explorer-board[data-ready]", timeout=60_000)
        assert "There was an error when executing cell" not in self.page.inner_text("body")
        self.settle()
        return self

    def again(self, mechanic: str, query: str = "") -> Dashboard:
        """The same as `open`, on a page that is already there: everything that a test may have left is put back by hand."""
        asked = dict(part.split("=") for part in query.lstrip("?").split("&"))
        page = self.page
        page.set_viewport_size({"width": 1280, "height": 800})
        page.mouse.move(5, 5)
        page.get_by_role("button", name="English").click()
        if page.locator(".explorer-root").get_attribute("data-theme") == "dark":
            page.locator(".explorer-theme").click()
        page.locator("[role=tab]").first.click()
        # Another scenario and back: branches that were played are gone.
        names = page.locator("select.explorer-scenarios option").evaluate_all("options => options.map((option) => option.value)")
        page.locator("select.explorer-scenarios").select_option(next(name for name in names if name != asked["scenario"]))
        page.wait_for_function(f"!location.search.includes('scenario={asked['scenario']}&')")
        page.locator("select.explorer-scenarios").select_option(asked["scenario"])
        page.wait_for_function(f"location.search.includes('scenario={asked['scenario']}&')")
        step = asked.get("step", "0")
        if page.get_by_role("slider").get_attribute("max") != "0":
            page.get_by_role("slider").fill(step)
        page.locator("h1").click()
        page.evaluate("document.activeElement?.blur()")
        self.wait_step(int(step))
        return self

    def settle(self) -> None:
        """Wait until the picture no longer changes: the size is known and what was asked for is painted."""
        last = ""
        for _ in range(100):
            now = self.picture()
            if now == last:
                return
            last = now
            self.page.wait_for_timeout(120)
        raise AssertionError("the picture does not come to rest")

    @property
    def board(self) -> Any:
        return self.page.locator(".explorer-board")

    @property
    def step(self) -> int:
        return int(self.board.get_attribute("data-step"))

    @property
    def sentence(self) -> str:
        return str(self.page.locator(".explorer-sentence").inner_text())

    @property
    def status(self) -> str:
        return str(self.page.locator("[role=status]").inner_text())

    def wait_step(self, step: int) -> None:
        self.page.wait_for_selector(f'.explorer-board[data-step="{step}"]')
        self.settle()

    def picture(self) -> str:
        """The board's pixels, as a data URL."""
        return str(self.page.evaluate("document.querySelector('.explorer-board').toDataURL()"))

    def centre(self, name: str) -> dict[str, float]:
        """Where a cell's middle is, relative to the board's corner, from the board module itself."""
        from explorer.mechanics import mechanic as find
        from explorer.scenarios import load

        query = self.page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")
        scenario = load(query["scenario"])
        size = find(scenario.document["mechanic"]).board.layout(scenario.game)
        outline = next(target.outline for target in size.targets if target.name == name)
        box = self.board.bounding_box()
        x, y = (sum(point[k] for point in outline) / len(outline) for k in (0, 1))
        return {"x": x / size.wide * box["width"], "y": y / size.high * box["height"]}

    def click(self, name: str) -> None:
        self.board.scroll_into_view_if_needed()
        self.board.click(position=self.centre(name))


@pytest.fixture
def dashboard(quiet_page: Any, server: str) -> Dashboard:
    return Dashboard(quiet_page, server)


@pytest.fixture(scope="session")
def open_pages() -> dict[str, Any]:
    """Pages that tests share, by mechanic: loading one takes far longer than most tests."""
    return {}


class Shared(Dashboard):
    """A dashboard on a page that earlier tests have used."""

    def __init__(self, browser: Any, arguments: dict[str, Any], server: str, pages: dict[str, Any]) -> None:
        super().__init__(None, server)
        self.browser, self.arguments, self.pages = browser, arguments, pages
        self.errors: list[str] = []

    def open(self, mechanic: str, query: str = "") -> Dashboard:
        known = mechanic in self.pages
        if not known:
            page = self.browser.new_context(**self.arguments).new_page()
            self.pages[mechanic] = page, listen(page)
        self.page, self.errors = self.pages[mechanic]
        self.errors.clear()
        return self.again(mechanic, query) if known else super().open(mechanic, query)


@pytest.fixture
def desk(request: pytest.FixtureRequest, browser: Any, browser_context_args: dict[str, Any], server: str, open_pages: dict[str, Any]) -> Iterator[Shared]:
    """A dashboard on a shared desktop page; after a test that failed, the next one gets a new page."""
    shared = Shared(browser, browser_context_args, server, open_pages)
    failed = request.session.testsfailed
    yield shared
    if request.session.testsfailed > failed or shared.errors:
        for page, _ in open_pages.values():
            page.context.close()
        open_pages.clear()
    assert not shared.errors, shared.errors
