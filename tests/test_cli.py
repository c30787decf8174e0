"""The command line: scripts rely on it to the letter (X40-X45, X48)."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from conftest import free_port, jupyter_env

from explorer.cli import _parser, main

SCENARIOS = Path(__file__).parents[1] / "explorer/scenarios"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """X41."""
    code, out, _ = run(capsys, "list", "--json")
    found = json.loads(out)
    assert code == 0
    assert {one["name"] for one in found} == {path.stem for path in SCENARIOS.glob("*.toml")}
    assert all(set(one) == {"name", "mechanic", "title", "source", "path"} and Path(one["path"]).is_file() for one in found)
    assert run(capsys, "list")[1].count("\n") == len(found)


def test_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """X42."""
    code, out, _ = run(capsys, "trace", "fig-6b", "--json", "--lang", "ja")
    told = json.loads(out)
    assert (code, told["scenario"], told["result"]) == (0, "fig-6b", {"over": False, "winner": None})
    assert "ダメージ" in next(frame["text"] for frame in told["frames"] if frame["kind"] == "damage")
    assert "40 damage" in run(capsys, "trace", str(SCENARIOS / "fig-6b.toml"))[1]


def test_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """X43."""
    good = SCENARIOS / "fig-6b.toml"
    assert run(capsys, "check", str(good)) == (0, "", f"{good}: ok\n")
    text = good.read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace("format", "fromat").replace("hp = [300, 300]", "hp = [300]"), encoding="utf-8")
    code, out, err = run(capsys, "check", str(good), str(bad), str(tmp_path / "missing.toml"))
    lines = out.splitlines()
    assert (code, err, len(lines)) == (1, f"{good}: ok\n", 4)
    assert all(re.match(r"^.+\.toml:[^:]+: found .+", line) for line in lines)
    assert f"{bad}:fromat: found an unknown key; allowed format" in out and "nearest format" in out


def test_a_title_with_control_characters_stays_on_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """X43."""
    bad = tmp_path / "bad.toml"
    bad.write_text('format = 1\nname = "a\\nb"\nmechanic = "sandwich"\n[setup]\nboard = "\\u2028Q1"\nhp = [1, 1]\n', encoding="utf-8")
    _, out, _ = run(capsys, "check", str(bad))
    assert len(out.splitlines()) == out.count("\n")


def test_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """X44."""
    code, out, _ = run(capsys, "examples", "--json")
    found = json.loads(out)
    assert code == 0
    assert all(set(one) >= {"id", "scenario", "expected", "actual", "ok"} and one["ok"] is True for one in found)
    one = next(one for one in found if one["id"] == "S22")
    assert (one["scenario"], one["expected"], one["actual"]) == ("fig-6b", {"hp": [300, 230]}, {"hp": [300, 230]})


def test_a_changed_value_is_not_ok(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """X44."""
    (tmp_path / "fig-6b.toml").write_text((SCENARIOS / "fig-6b.toml").read_text(encoding="utf-8").replace("230", "231"), encoding="utf-8")
    monkeypatch.setattr("explorer.scenarios.SHIPPED", tmp_path)
    code, out, _ = run(capsys, "examples", "--json")
    (one,) = json.loads(out)
    assert (code, one["ok"], one["expected"], one["actual"]) == (1, False, {"hp": [300, 231]}, {"hp": [300, 230]})


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    """X45."""
    assert run(capsys, "perft", "--depth", "4")[1] == "1 4\n2 12\n3 56\n4 244\n"
    assert run(capsys, "perft", "--depth", "3", "--scenario", "othello-4x6")[1] == "1 4\n2 12\n3 50\n"


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """X48."""
    assert json.loads(run(capsys, "schema")[1])["properties"]["mechanic"]["enum"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["trace", "fig-6c"],
        ["trace"],
        ["trace", "fig-6b", "--lang", "fr"],
        ["perft", "--depth", "0"],
        ["perft", "--depth", "x"],
        ["perft", "--depth", "2", "--scenario", "nothing"],
        ["serve", "--port", "99999"],
        ["nonsense"],
        ["list", "--jsn"],
        ["trace", "a\nb"],
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "allowed" in err or "--help" in err


def test_an_unknown_name_gets_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nearest fig-6" in run(capsys, "trace", "fig-6c")[2]


def test_serve_says_its_address_serves_the_start_page_and_ends_with_its_kernels(tmp_path: Path) -> None:
    """X40."""
    port = free_port()
    command = [sys.executable, "-m", "explorer", "--no-browser", f"--port={port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=jupyter_env(tmp_path)) as process:
        assert process.stdout
        assert process.stdout.readline() == f"http://127.0.0.1:{port}/\n"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/?lang=ja") as answer:
            page = answer.read().decode()
        assert 'lang="ja"' in page and "/voila/render/sandwich.ipynb?scenario=fig-5" in page
        taken = subprocess.run(command, capture_output=True, text=True, env=jupyter_env(tmp_path), timeout=60)
        assert (taken.returncode, taken.stdout, taken.stderr.count("\n")) == (2, "", 1)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/render/sandwich.ipynb") as answer:
            answer.read()
        kernels = children(process.pid)
        assert kernels
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert process.stdout.read() == ""
        assert not [pid for pid in kernels if Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1][:3]]


def test_options_of_serve_may_stand_before_it() -> None:
    parser = _parser()
    for arguments in (["--port", "9000", "--no-browser", "serve"], ["serve", "--port", "9000", "--no-browser"], ["--port", "9000", "--no-browser"]):
        options = parser.parse_args(arguments)
        assert (options.port, options.browser) == (9000, False)


def test_a_terminal_without_greek_and_a_reader_that_goes_away_are_no_errors(tmp_path: Path) -> None:
    explorer = f"{sys.executable} -m explorer"
    for command in (f"PYTHONIOENCODING=ascii {explorer} trace fig-9-12", f"{explorer} trace fig-9-12 --json | head -c 10"):
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    full = subprocess.run(["bash", "-c", f"{explorer} list > /dev/full"], capture_output=True, text=True)
    assert (full.returncode, full.stderr.count("\n")) == (1, 1)


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(one) for one in found.split() if int(one) != os.getpid()]
