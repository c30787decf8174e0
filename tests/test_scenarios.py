"""Scenario files: what is read, what is refused and how it is told (X10, X11, X48)."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from conftest import runs

from explorer.rules.options import plain
from explorer.rules.trace import Faulty
from explorer.scenarios import LARGEST_FILE, check, examples, load, read, shipped, shipped_names
from explorer.scenarios.format import decode, parse, schema

FIG = (Path(__file__).parents[1] / "explorer/scenarios/fig-6b.toml").read_text(encoding="utf-8")


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(Faulty) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("name", shipped_names())
def test_every_shipped_scenario_reads_checks_and_fits_the_schema(name: str) -> None:
    scenario = load(name)
    assert scenario.name == name
    assert check(scenario) == []
    document = json.loads(json.dumps(parse(decode(scenario.path.read_bytes())), default=float))
    jsonschema.Draft202012Validator(schema()).validate(document)
    assert scenario.title("en") != scenario.title("ja")


def test_the_schema_is_one() -> None:
    """X48."""
    jsonschema.Draft202012Validator.check_schema(plain(schema()))


def test_every_worked_example_of_the_sources_is_there_and_right() -> None:
    found = {one["id"]: one for one in examples()}
    assert {"S12", "S20", "S21", "S22", "S23", "S24", "S25", "S26", "S31"} <= set(found)
    assert all(one["ok"] for one in found.values())


def test_a_changed_expectation_is_told() -> None:
    (fault,) = check(read(FIG.replace("hp = [300, 230]", "hp = [300, 231]")))
    assert (fault.place, "230" in fault.found, "231" in fault.allowed) == ("expect[0].hp", True, True)


def test_any_path_of_the_state_may_be_expected() -> None:
    assert check(read(FIG + "cells.b2.state = 1\nturn = 2\n")) == []
    assert [fault.place for fault in check(read(FIG + "cells.b2.state = 2\n"))] == ["expect[0].cells.b2.state"]
    assert check(read(FIG + "trun = 2\n"))[0].nearest == "turn"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format = 1", "format = 2", "format: found 2; allowed 1"),
        ("format = 1", "fromat = 1", "fromat: found an unknown key; allowed format, name, "),
        ("format = 1", "fromat = 1", "nearest format"),
        ('mechanic = "sandwich"', 'mechanic = "sandwhich"', "nearest sandwich"),
        ('name = "fig-6b"', 'name = "../fig-6b"', "name: found '../fig-6b'; allowed text of the form ^[a-z0-9-]+$"),
        ('name = "fig-6b"', "", "file: found no key 'name'"),
        ("hp = [300, 300]", "hp = [300, 300.5]", "setup.hp[1]: found 300.5; allowed a whole number"),
        ("hp = [300, 300]", 'hp = "300"', "setup.hp: found '300'; allowed a list"),
        ("hp = [300, 300]", "hp = [300]", "setup.hp: found a list of 1; allowed a list from 2 to 8 values"),
        ("hp = [300, 300]", "hp = [300, nan]", "setup.hp[1]: found NaN; allowed a finite number"),
        ("hp = [300, 300]", "hp = [300, 1e999999999]", "setup.hp[1]: found"),
        ("hp = [300, 300]", "hp = [300, 2020-01-01]", "setup.hp[1]: found a date"),
        ("hp = [300, 300]", "ph = [300, 300]", "setup.ph: found an unknown key"),
        ("parameters = [20, 0]", "paramters = [20, 0]", "setup.pieces.A.paramters: found an unknown key"),
        ("parameters = [20, 0]", "paramters = [20, 0]", "nearest parameters"),
        (". B2 C2 D1 . .", ". B2 C2 D1 .", "setup.board, row 3: found 5 cells; allowed 6"),
        (". B2 C2 D1 . .", ". B2 B2 D1 . .", "setup.board, c2: found piece 'B', which already stands on b2"),
        (". B2 C2 D1 . .", ". B2C2 . D1 . .", "two pieces on one cell"),
        (". B2 C2 D1 . .", ". B2 C2 D9 . .", "setup.board, d2: found state 9; allowed 1 to 2"),
        ('rows = ["S22"]', 'rows = "S22"', "rows: found 'S22'; allowed a list"),
        ('rows = ["S22"]', "rows = [\n", "line "),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place_what_was_found_and_what_is_allowed(old: str, new: str, told: str) -> None:
    """X11."""
    assert old in FIG
    assert any(told in fault for fault in faults(FIG.replace(old, new, 1)))


def test_every_fault_is_told_not_only_the_first() -> None:
    """X11."""
    text = FIG.replace("format = 1", "format = 3").replace("parameters = [20, 0]", "parameter = [20, 0]").replace("hp = [300, 300]", "hp = []")
    assert len(faults(text)) >= 3


@pytest.mark.parametrize("move", ["A g7", "A b2", "Q a2", "A"])
def test_a_move_that_cannot_be_played_is_told_with_its_place(move: str) -> None:
    (fault,) = check(read(FIG.replace('moves = ["A a2"]', f'moves = ["{move}"]')))
    assert fault.place == "moves[0]"
    assert move in fault.found


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"not toml", b"a = [" * 2000, b"x = " + b"9" * 5000, b"", b"\x00" * 100, b"a.b.c.d=1\n" * 3])
def test_what_is_no_scenario_is_told_and_never_raised(text: bytes) -> None:
    assert faults(text)


def test_a_file_that_is_too_large_is_told_before_it_is_read(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (50 << 20))
    started = time.monotonic()
    with pytest.raises(Faulty, match=f"at most {LARGEST_FILE}"):
        load(large)
    assert time.monotonic() - started < 1


def test_what_is_not_a_file_or_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(Faulty):
            load(path)


@pytest.mark.fuzz
def test_mutated_scenarios_are_read_or_told_never_raised() -> None:
    """X11."""
    rng = random.Random(11)
    texts = [path.read_text(encoding="utf-8") for path in shipped()]
    for _ in range(runs(5000)):
        text = mutated(rng.choice(texts), rng)
        try:
            check(read(text))
        except Faulty as faulty:
            told = faulty.faults
            assert told and all(fault.place and fault.found for fault in told)


def mutated(text: str, rng: random.Random) -> str:
    snippets = ["9" * 40, "-1", "nan", "[[", "]]", '"', "'''", "<script>", "\x00", "é", "1e400", "{", "=", "[setup.pieces.A]", "true", "\n\n", "Z9", "#"]
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 0, 1, 3, 20]))
        text = text[:at] + rng.choice([*snippets, text[at : at + 30] * 2, ""]) + text[end:]
    return text


def test_decimals_are_read_exactly() -> None:
    scenario = read(FIG.replace("[setup]", "[rules]\nrun_length_rate = 0.1\n\n[setup]", 1))
    rate: Any = scenario.game.rules.run_length_rate
    assert (rate.numerator, rate.denominator) == (1, 10)


ROOT = Path(__file__).parents[1]
WRITTEN = [text for page in ("README.md", "docs/scenarios.md") for text in re.findall(r"```toml\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.S)]


@pytest.mark.parametrize("text", WRITTEN, ids=lambda text: re.findall(r'name = "(.*?)"', text)[0])
def test_every_scenario_of_the_documentation_works_as_it_stands(text: str) -> None:
    assert check(read(text)) == []


def test_faults_of_the_schema_do_not_hide_those_of_the_rules() -> None:
    """X11, X43: an unknown key, and beside it a piece, a skill and parameters that only the rules can judge."""
    text = FIG.replace("title =", "titel =").replace("A = {parameters = [20, 0]}", 'A = {parameters = [20, 0, 1], skill = "zz"}').replace(". B2 C2", "Q1 B2 C2")
    told = " ".join(faults(text))
    for place in ("titel:", "setup.pieces.A.parameters:", "setup.pieces.A.skill:", "setup.board, a2:"):
        assert place in told


def test_a_bad_move_does_not_hide_a_wrong_expectation_before_it() -> None:
    text = FIG.replace('moves = ["A a2"]', 'moves = ["A a2", "Q a1"]').replace("[300, 230]", "[300, 1]") + "nonsense = 1\n"
    assert [fault.place for fault in check(read(text))] == ["moves[1]", "expect[0].nonsense", "expect[0].hp"]


@pytest.mark.parametrize("name", ["太郎", "Ä", "é", "K"])
def test_a_piece_may_be_named_with_any_letters(name: str) -> None:
    assert check(read(FIG.replace("B2", f"{name}2").replace("B = {", f'"{name}" = {{'))) == []


@pytest.mark.parametrize("name", ["A B", "A1", "A_B", ".", "A\u0001"])
def test_a_piece_may_not_be_named_otherwise(name: str) -> None:
    told = faults(FIG.replace("[[expect]]", f"{json.dumps(name)} = {{parameters = [1, 1]}}\n\n[[expect]]"))
    assert any(fault.startswith(f"setup.pieces.{name}: found the name") for fault in told)


@pytest.mark.parametrize("title", ["a\u0000b", "\u001b[31mred", "two\nlines"])
def test_control_characters_are_told(title: str) -> None:
    assert faults(re.sub("^title = .*$", lambda _: f"title = {json.dumps(title)}", FIG, flags=re.M))[0].startswith("title: ")


def test_small_files_never_cost_much() -> None:
    """A dotted key of thousands of parts, a board of unknown pieces beside hundreds of known ones, a number without end."""
    names = [a + b for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in "abcdefghijklmnopqrstuvw"][:600]
    pieces = "\n".join(f"{name} = {{parameters = [1, 1]}}" for name in names)
    board = "\n".join(" ".join(f"Q{chr(97 + r)}{chr(97 + c)}1" for c in range(26)) for r in range(26))
    crowd = f'format = 1\nname = "crowd"\nmechanic = "sandwich"\n[setup]\nhp = [1, 1]\nboard = """\n{board}\n"""\n[setup.pieces]\n{pieces}\n'
    for text in ("a." * 100_000 + "a = 1", crowd, "x = 1e99999999999999999999", "y" * 1_000_000, "a.b" * 300_000):
        started = time.monotonic()
        assert 0 < len(faults(text)) <= 100
        assert time.monotonic() - started < 2


def test_a_table_in_expect_counts_by_its_names_or_whole() -> None:
    assert check(read(FIG + "hp.1 = 300\n".replace("hp.1", "skills.x"))) != []
    assert check(read(FIG.replace("hp = [300, 230]", "hp.2 = 230"))) == []
    assert [fault.place for fault in check(read(FIG.replace("hp = [300, 230]", "hp.2 = 231")))] == ["expect[0].hp"]
    assert [fault.place for fault in check(read(FIG + "states = {a2 = 1}\n"))] == ["expect[0].states"]


def test_the_repr_is_short_and_stable() -> None:
    assert repr(load("fig-6b")) == "<Scenario fig-6b: sandwich, 1 moves>"


def test_a_scenario_shows_itself_without_widgets() -> None:
    """X15."""
    bundle = load("fig-5")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml", "image/png"}
    assert bundle["text/plain"].startswith("fig-5, step 11")
    assert bundle["image/png"].startswith("iVBOR")
