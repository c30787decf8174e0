"""A clean environment from the Binder files starts the start page and a dashboard; the wheel brings what it needs."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT, free_port, listening, started


def test_the_lock_file_is_exact_and_names_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert all(re.fullmatch(r"[A-Za-z0-9_.\-]+==[A-Za-z0-9_.+!]+", line) for line in lines)
    names = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    assert {"voila", "ipycanvas", "ipywidgets", "jupyterlab", "numpy", "nbval", "anywidget", "pytest"} <= names


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with what `binder/requirements.txt` asks for, installed as Binder does: from the project's folder."""
    folder = tmp_path_factory.mktemp("binder") / "env"
    venv.create(folder, with_pip=True)
    command = [str(folder / "bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", "binder/requirements.txt"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


def test_a_clean_binder_environment_starts_the_start_page_and_a_dashboard(clean: Path, tmp_path: Path) -> None:
    subprocess.run(["bash", "-c", f"PATH={clean}/bin:$PATH bash binder/postBuild"], cwd=ROOT, check=True)
    port = free_port()
    command = [
        str(clean / "bin/python"),
        "-m",
        "jupyter",
        "server",
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
    ]
    with started(command, tmp_path, listening(port)):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/explorer?lang=ja") as answer:
            page = answer.read().decode()
        address = re.search(r'href="(/voila/render/notebooks/sandwich\.ipynb\?scenario=fig-5[^"]*)"', page)
        assert address
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{address[1].replace('&amp;', '&')}") as answer:
            dashboard = answer.read().decode()
        assert "application/vnd.jupyter.widget-view+json" in dashboard
        assert "There was an error when executing cell" not in dashboard


def test_the_wheel_carries_notebooks_scenarios_templates_and_words(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    needed = [
        "notebooks/sandwich.ipynb",
        "scenarios/fig-5.toml",
        "templates/index.html.j2",
        "panels/bridge.js",
        "panels/page.css",
        "words/locale/ja/LC_MESSAGES/explorer.mo",
        "py.typed",
    ]
    assert {f"explorer/{name}" for name in needed} <= names
