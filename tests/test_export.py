"""Pictures and traces as files (X14, X15, X46): each is looked at as the program would that opens it."""

from __future__ import annotations

import io
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import resvg_py
from axe_playwright_python.sync_playwright import Axe
from conftest import PHONE, ROOT
from PIL import Image

from explorer import Scenario, Session, export, load, picture, trace
from explorer.boards.palette import PALETTES
from explorer.cli import main
from explorer.exports import CannotExport
from explorer.exports.captioned import captioned
from explorer.mechanics import mechanic, mechanics
from explorer.painters.gif import gif, rgb
from explorer.painters.svg import png, svg
from explorer.painters.typeface import FAMILY, FILES, lines, missing, width
from explorer.scenarios import index, shipped_names
from explorer.words import say
from explorer.words.catalogue import extracted, read

# One of each mechanic, and the widest board.
NAMES = ("fig-5", "effects-fig-5", "rings-fig-4", "rings-fig-16")
EACH = pytest.mark.parametrize("name", NAMES)
SPITEFUL = "</script><script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'> & ]]>"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([*map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def spiteful(folder: Path) -> Path:
    """A scenario with a title that would like to be a script."""
    file = folder / "spite.toml"
    text = Path(str(load("fig-6b").path)).read_text(encoding="utf-8")
    file.write_text(re.sub(r"(?m)^title = .*$", f"title = {json.dumps(SPITEFUL)}", text), encoding="utf-8")
    assert load(file).title("en") == SPITEFUL
    return file


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> Any:
    """By point how far two pictures are apart, 0 to 255."""
    return np.abs(np.asarray(one, np.int16) - np.asarray(other, np.int16)).max(axis=2)


# --- pictures


@EACH
@pytest.mark.parametrize("style", ["color", "print"])
def test_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, style: str) -> None:
    """X14, X46: well-formed, sized, entitled; the last step without --step."""
    scenario, file = load(name), tmp_path / "one.svg"
    assert run(capsys, "export", name, "--to", file, "--style", style, "--lang", "ja") == (0, "", "")
    root = ElementTree.parse(file).getroot()
    size = scenario.mechanic.board.layout(scenario.game, scenario.frames[-1].state)
    assert [float(root.attrib[key]) for key in ("width", "height")] == pytest.approx([size.wide, size.high], abs=0.01)
    assert root[0].text == f"{scenario.title('ja')}: {say(scenario.mechanic.words.sentence(scenario.frames[-1].event), 'ja')}"
    colours = set(re.findall(r"#[0-9a-f]{6}", file.read_text(encoding="utf-8")))
    assert all(red == green == blue for red, green, blue in map(rgb, colours)) is (style == "print")


@EACH
def test_png(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    """X14, X46: two pixels a unit."""
    scenario, file = load(name), tmp_path / "one.PNG"
    size = scenario.mechanic.board.layout(scenario.game, scenario.frames[2].state)
    assert run(capsys, "export", name, "--to", file, "--step", 2, "--style", "print") == (0, "", "")
    with Image.open(file) as shown:
        assert shown.format == "PNG" and shown.size == pytest.approx((2 * size.wide, 2 * size.high), abs=1.01)
    if name != "rings-fig-16":  # that takes a second
        assert file.read_bytes() == png(picture(scenario, scenario.frames[2], style="print"), 2)


def test_a_step_counts_from_the_end_below_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """X46."""
    frames = load("fig-5").frames
    for step, at in ((3, 3), (-1, 11), (-2, 10), (-12, 0)):
        assert run(capsys, "export", "fig-5", "--to", tmp_path / "x.svg", "--step", step)[0] == 0
        assert (tmp_path / "x.svg").read_text(encoding="utf-8").strip() == picture(load("fig-5"), frames[at], sized=True)


def test_a_title_is_text_in_every_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "spite.svg"
    assert run(capsys, "export", spiteful(tmp_path), "--to", file)[0] == 0
    root = ElementTree.parse(file).getroot()
    assert SPITEFUL in str(root[0].text) and not root.findall(".//{*}script")
    assert ElementTree.fromstring(svg([], 1, 1, PALETTES["light"], "a\0\x1f\ufffe b"))[0].text == "a\ufffd\ufffd\ufffd b"


@pytest.mark.parametrize("name", NAMES[:3])
def test_a_browser_shows_the_svg_as_the_png_is(quiet_page: Any, tmp_path: Path, name: str) -> None:
    """X14."""
    ours = opened(export(name, tmp_path / "one.png", step=2).read_bytes())
    quiet_page.set_viewport_size({"width": ours.width // 2, "height": ours.height // 2})
    quiet_page.goto(export(name, tmp_path / "one.svg", step=2).as_uri())
    shown = opened(quiet_page.screenshot())
    difference = apart(shown, ours.resize(shown.size, Image.Resampling.BOX))
    # Only letters may differ, where the browser has other fonts.
    assert difference.mean() < 2 and (difference > 64).mean() < 0.02


def test_pictures_show_themselves_in_a_notebook() -> None:
    """X15: scenarios, sittings and traces."""
    session = Session.open(load("fig-6b"), 4)
    told = trace(session.scenario)
    for one in (session.scenario, session, told):
        assert {"text/plain", "image/svg+xml", "image/png"} == set(one._repr_mimebundle_())
    assert session._repr_mimebundle_()["text/plain"].startswith("fig-6b, step 4: ")
    assert told._repr_mimebundle_()["text/plain"].count("\n") == len(told["frames"]) - 1
    assert json.loads(json.dumps(told)) == told == {**told}


# --- the typeface


def written() -> Iterator[str]:
    """All that is written in pictures: the catalogue in both languages, titles, and the signs of the boards."""
    for catalogue in (extracted(), read("ja")):
        for message in catalogue:
            for texts in (message.id, message.string):
                yield from [texts] if isinstance(texts, str) else texts or ()
    for one in index():
        yield from [one["title"]] if isinstance(one["title"], str) else one["title"].values()
    for name in mechanics():
        for module in (mechanic(name).board, mechanic(name).words):
            for file in Path(str(module.__file__)).parent.glob("*.py"):
                yield file.read_text(encoding="utf-8")


def test_the_typeface_has_every_character_that_is_written() -> None:
    """A picture must not depend on a machine's fonts. Where this fails, run `make font`."""
    assert missing("".join(written())) == ""
    assert (Path(FILES[0]).parent / "OFL.txt").read_text(encoding="utf-8").count("Noto") > 3


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_every_sign_is_drawn_without_fonts_of_the_machine(weight: str) -> None:
    def drawn(text: str) -> bytes:
        document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" font-family="{FAMILY}" font-weight="{weight}">'
        document += f'<text x="4" y="30" font-size="24">{text}</text></svg>'
        return bytes(resvg_py.svg_to_bytes(svg_string=document, skip_system_fonts=True, font_files=[*FILES]))

    signs = "αβ★→●▲■◆✚▼♥○✕−×は挟角連鎖日本語"
    pictures = {sign: drawn(sign) for sign in signs}
    assert len({*pictures.values(), drawn(" "), drawn("\U0001f600")}) == len(signs) + 2, "a sign is blank, or drawn as missing"


def test_the_pictures_are_set_in_the_typeface() -> None:
    """Whatever fonts there are: the same picture with none."""
    text = picture(load("fig-5"), load("fig-5").frames[7], language="ja")
    alone = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=[*FILES], sans_serif_family=FAMILY)
    assert png(text) == bytes(alone)


def test_lines_break_where_english_and_japanese_do() -> None:
    for text in (
        "B on b2 stands between A on a2 and D on d2: 40 damage.",
        "c3 の A は「d4 の K」と b2 の E の間にあります。プレイヤー2に 15 ダメージ。",
        "x" * 90,
    ):
        found = lines(text, 200, 17)
        assert "".join(found).replace(" ", "") == text.replace(" ", "")
        assert len(found) > 1 and all(width(line, 17) <= 200 for line in found)
        assert not any(line[0] in "、。」ーャュョッ" or line[-1] == "「" for line in found)
    assert lines("", 200, 17) == [""]


# --- animations


def blocks(data: bytes) -> tuple[list[tuple[int, int, int, int]], list[int], int]:
    """The places of a GIF's images, their times in hundredths, and how often it is shown (0: for ever), read off its bytes."""
    assert data[:6] == b"GIF89a"
    at, places, times, loops = 13 + 3 * (2 << (data[10] & 7)), [], [], -1

    def sub_blocks(at: int) -> int:
        while data[at]:
            at += data[at] + 1
        return at + 1

    while data[at] != 0x3B:
        if data[at] == 0x2C:
            places.append(struct.unpack("<4H", data[at + 1 : at + 9]))
            at = sub_blocks(at + 11 + (3 * (2 << (data[at + 9] & 7)) if data[at + 9] & 0x80 else 0))
            continue
        if data[at + 1] == 0xF9:
            times.append(struct.unpack("<H", data[at + 4 : at + 6])[0])
        if data[at + 1] == 0xFF:
            loops = struct.unpack("<H", data[at + 16 : at + 18])[0]
        at = sub_blocks(at + 2)
    assert at == len(data) - 1
    return places, times, loops


@EACH
def test_gif(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    """X14, X46: as many pictures as the trace has, 1.5 s each, for ever; the board's colours are exactly its own."""
    scenario, file = load(name), tmp_path / "one.gif"
    assert run(capsys, "export", name, "--to", file, "--lang", "ja") == (0, "", "")
    count = len(scenario.frames)
    places, times, loops = blocks(file.read_bytes())
    assert (len(places), times, loops) == (count, [150] * count, 0)
    documents = [*captioned(scenario, scenario.frames, "light", "ja")]
    exact = [colour[0] << 16 | colour[1] << 8 | colour[2] for colour in map(rgb, PALETTES["light"].values())]
    with Image.open(file) as animation:
        for k in (1, count - 1):
            animation.seek(k)
            wanted = opened(png(documents[k]))
            difference = apart(animation.convert("RGB"), wanted)
            assert difference.mean() < 0.5 and (difference > 48).mean() < 0.001
            flat = np.isin(np.asarray(wanted, np.int64) @ [1 << 16, 1 << 8, 1], exact)
            assert flat.mean() > 0.5 and not difference[flat].any()


def test_an_animation_up_to_a_step(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    file = export("fig-5", tmp_path / "one.gif", step=-10, progress=lambda done, of: heard.append((done, of)))
    places, times, _ = blocks(file.read_bytes())
    assert (len(places), times) == (3, [150] * 3)
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_equal_neighbours_stay_pictures_of_their_own() -> None:
    """Pillow's own writer would make two of them."""
    one, other = (png(svg([], 20, 20, {"panel": colour})) for colour in ("#ffffff", "#123456"))
    data = b"".join(gif([one, one, other, other, one], ["#ffffff"], 1500))
    assert blocks(data)[:2] == ([(0, 0, 20, 20), (0, 0, 1, 1), (0, 0, 20, 20), (0, 0, 1, 1), (0, 0, 20, 20)], [150] * 5)
    with Image.open(io.BytesIO(data)) as animation:
        assert [(animation.seek(k), animation.convert("RGB").getpixel((9, 9)))[1] for k in range(5)] == [
            (255, 255, 255), (255, 255, 255), (0x12, 0x34, 0x56), (0x12, 0x34, 0x56), (255, 255, 255),
        ]  # fmt: skip


def test_more_colours_than_a_gif_has_keep_the_boards_own() -> None:
    ramp = np.zeros((64, 64, 3), np.uint8)
    ramp[..., 0], ramp[..., 1] = np.arange(64) * 4, np.arange(64)[:, None] * 4
    ramp[:8, :8] = rgb("#0b7a75")
    file = io.BytesIO()
    Image.fromarray(ramp).save(file, "PNG")
    with Image.open(io.BytesIO(b"".join(gif([file.getvalue()], ["#0b7a75", "#b3261e"], 1500)))) as shown:
        difference = apart(shown.convert("RGB"), Image.fromarray(ramp))
    assert not difference[:8, :8].any() and difference.max() <= 32


def test_the_caption_tells_step_sentence_and_sides(tmp_path: Path) -> None:
    scenario = load("fig-5")
    documents = [*captioned(scenario, scenario.frames, "print", "en")]
    texts = ["\n".join(one.text or "" for one in ElementTree.fromstring(document).findall(".//{*}text")) for document in documents]
    assert len({re.findall(r'viewBox="[^"]+"', document)[0] for document in documents}) == 1
    for frame, text in zip(scenario.frames, texts, strict=True):
        assert f"step {frame.index} / {len(scenario.frames) - 1}" in text and scenario.title("en") in text
        assert say(scenario.mechanic.words.sentence(frame.event)).replace(" ", "") in re.sub(r"\s", "", text)
    assert "Player 2 300" in texts[0] and "Player 2 255" in texts[-1]


# --- traces as data


@EACH
def test_json_is_what_the_trace_command_prints(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    """X46."""
    file = tmp_path / "one.json"
    assert run(capsys, "export", name, "--to", file, "--lang", "ja") == (0, "", "")
    assert file.read_text(encoding="utf-8") == run(capsys, "trace", name, "--json", "--lang", "ja")[1]
    assert run(capsys, "export", name, "--to", file, "--step", -3)[0] == 0
    scenario = load(name)
    assert json.loads(file.read_bytes()) == json.loads(json.dumps(trace(scenario, scenario.frames[:-2])))


# --- from Python


def test_a_sitting_is_exported_as_it_was_played(tmp_path: Path) -> None:
    session = Session.open(load("fig-9-12")).goto(-1).play("G a1")
    assert export(session, tmp_path / "one.svg").read_text(encoding="utf-8").strip() == picture(session.scenario, session.frame, session.frames, sized=True)
    told = json.loads(export(session.back(), str(tmp_path / "one.json")).read_bytes())
    assert len(told["frames"]) == len(session.frames) and told["frames"][-1]["move"] == 3
    with pytest.raises(CannotExport, match=f"allowed: 0 to {len(session.frames) - 1}"):
        export(session, tmp_path / "other.svg", step=len(session.frames))


def test_exporting_loads_no_widget_library(tmp_path: Path) -> None:
    code = (
        f"import sys, explorer; [explorer.export('fig-6b', {str(tmp_path)!r} + '/x' + end, step=1) for end in ('.svg', '.gif', '.html')];"
        "print(sorted(set(sys.modules) & {'ipywidgets', 'ipycanvas', 'anywidget', 'IPython', 'voila', 'traitlets', 'tornado'}))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout == "[]\n"
    assert len([*tmp_path.iterdir()]) == 3


# --- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["fig-5", "--to", "x.bmp"], "allowed: a name that ends in .png, .svg, .gif, .html, .json"),
        (["fig-5", "--to", "x"], "'x'"),
        (["fig-5", "--to", ".png"], "ends in"),
        (["fig-5", "--to", "nowhere/x.png"], "there is no folder 'nowhere'"),
        (["fig-5", "--to", "folder.png"], "'folder.png' cannot be written"),
        (["fig-5"], "--to"),
        (["--to", "x.png"], "SCENARIO"),
        (["fig-5", "--to", "x.png", "--step", "12"], "there is no step 12; allowed: 0 to 11, or -1 to -12 from the end"),
        (["fig-5", "--to", "x.gif", "--step", "-13"], "there is no step -13"),
        (["fig-5", "--to", "x.gif", "--step", "two"], "'two' is no step; allowed: a whole number"),
        (["fig-5", "--to", "x.png", "--style", "sepia"], "invalid choice: 'sepia'"),
        (["fig-5", "--to", "x.png", "--lang", "fr"], "invalid choice: 'fr'"),
        (["fig-55", "--to", "x.png"], "nearest fig-5"),
        (["fig-5", "--to", "a\nb"], "ends in"),
    ],
)  # fmt: skip
def test_bad_arguments_are_one_line_exit_2_and_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    """X46."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    code, out, err = run(capsys, "export", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1) and told in err
    assert [*tmp_path.iterdir()] == [tmp_path / "folder.png"] and not [*(tmp_path / "folder.png").iterdir()]


def test_a_scenario_with_faults_is_told_as_everywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(Path(str(load("fig-6b").path)).read_text(encoding="utf-8").replace('moves = ["A a2"]', 'moves = ["A b2"]'), encoding="utf-8")
    code, out, err = run(capsys, "export", bad, "--to", tmp_path / "x.png")
    assert (code, out, err) == (1, "", run(capsys, "trace", bad)[2])
    assert [*tmp_path.iterdir()] == [bad]


@pytest.mark.parametrize(("style", "language", "told"), [("printed", "en", "nearest print"), ("color", "fr", "allowed: en, ja")])
def test_styles_and_languages_that_there_are_not(tmp_path: Path, style: str, language: str, told: str) -> None:
    with pytest.raises(CannotExport, match=told):
        export("fig-5", tmp_path / "x.png", style=style, language=language)
    assert not [*tmp_path.iterdir()]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, link = tmp_path / "x.json", tmp_path / "link.json"
    file.write_bytes(b"old")
    link.symlink_to(file)

    def broken(*_: object) -> Iterator[str]:
        yield "a part"
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("explorer.trace_json.written", broken)
        with pytest.raises(KeyboardInterrupt):
            export("fig-6b", file)
    assert file.read_bytes() == b"old" and {*tmp_path.iterdir()} == {file, link}
    export("fig-6b", link)
    assert link.is_symlink() and json.loads(file.read_bytes())["scenario"] == "fig-6b"
    assert file.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- the page


class Player:
    """An exported page in a browser that has no network."""

    def __init__(self, page: Any, file: Path, query: str = "") -> None:
        self.page = page
        page.context.set_offline(True)
        page.goto(file.as_uri() + query)
        page.wait_for_selector(".explorer-board[data-step]")

    def wait(self, step: int) -> None:
        self.page.wait_for_selector(f'.explorer-board[data-step="{step}"]')

    @property
    def picture(self) -> str:
        return str(self.page.locator(".explorer-board svg").evaluate("(svg) => svg.outerHTML"))

    @property
    def sentence(self) -> str:
        return str(self.page.locator(".explorer-sentence").inner_text())

    def axe(self) -> list[str]:
        return [f"{one['id']}: {[node['html'][:100] for node in one['nodes']][:3]}" for one in Axe().run(self.page).response["violations"]]


def sentences(scenario: Scenario, language: str = "en") -> list[str]:
    return [" ".join(say(scenario.mechanic.words.sentence(frame.event), language).split()) for frame in scenario.frames]


@EACH
def test_the_page_steps_by_every_means_without_a_network(quiet_page: Any, tmp_path: Path, name: str) -> None:
    """X14, X32."""
    scenario = load(name)
    last = len(scenario.frames) - 1
    page, player = quiet_page, Player(quiet_page, export(name, tmp_path / "x.html"))
    seen = {0: player.picture}
    for step in range(1, last + 1):
        page.locator("button.explorer-forward").click()
        player.wait(step)
        seen[step] = player.picture
        assert " ".join(player.sentence.split()) == sentences(scenario)[step]
        assert page.locator(".explorer-count").inner_text() == f"step {step} / {last}"
    assert len(set(seen.values())) > last // 2 and page.locator("button.explorer-forward").is_disabled()
    page.locator("h1").click()
    for key, step in (("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", last)):
        page.keyboard.press(key)
        player.wait(step)
        assert player.picture == seen[step]
    page.locator("button.explorer-first").click()
    player.wait(0)
    page.keyboard.press("ArrowRight")  # with the focus where the button was
    player.wait(1)
    page.locator(".explorer-step").nth(3).click()
    player.wait(3)
    assert page.locator(".explorer-step[aria-selected=true]").inner_text().startswith("3")
    page.get_by_role("listbox").press("ArrowUp")
    player.wait(2)
    page.get_by_role("slider").press("ArrowRight")
    player.wait(3)
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == f"step 3 / {last}"
    page.locator("button.explorer-back").click()
    player.wait(2)
    assert page.evaluate("location.hash") == "#2"
    told = page.locator(".explorer-told")
    for frame in scenario.frames[2:4]:
        for _, sum_ in scenario.mechanic.words.sums(frame.event):
            assert sum_ in told.inner_text()
        if frame.event.cite:
            assert frame.event.cite in told.inner_text()
        page.keyboard.press("ArrowRight")


def test_the_page_plays_and_stops_at_the_end(quiet_page: Any, tmp_path: Path) -> None:
    page, player = quiet_page, Player(quiet_page, export("fig-6b", tmp_path / "x.html", step=2))
    page.locator("select.explorer-speed").select_option("500")
    page.locator("h1").click()
    page.keyboard.press(" ")
    play = page.locator("button.explorer-play")
    assert play.get_attribute("aria-label") == "Pause"
    player.wait(2)
    assert play.get_attribute("aria-label") == "Play"
    play.click()  # again from the start
    player.wait(0)
    page.keyboard.press(" ")  # on the button: the button's own key
    assert play.get_attribute("aria-label") == "Play"
    page.wait_for_timeout(600)
    assert player.page.locator(".explorer-board").get_attribute("data-step") == "0"


def test_an_address_leads_to_a_step(quiet_page: Any, tmp_path: Path) -> None:
    file = export("fig-5", tmp_path / "x.html", language="ja")
    player = Player(quiet_page, file, "#7")
    player.wait(7)
    assert player.sentence.replace(" ", "") == sentences(load("fig-5"), "ja")[7].replace(" ", "")
    assert quiet_page.evaluate("document.documentElement.lang") == "ja"
    quiet_page.evaluate("location.hash = '#3'")
    player.wait(3)
    quiet_page.evaluate("location.hash = '#999999'")
    player.wait(11)
    quiet_page.evaluate("location.hash = '#nonsense'")
    player.wait(0)


@pytest.mark.parametrize("name", NAMES[:3])
def test_the_page_suits_screen_readers_in_both_themes_and_a_phone(quiet_page: Any, tmp_path: Path, name: str) -> None:
    """X32."""
    page, player = quiet_page, Player(quiet_page, export(name, tmp_path / "x.html"), "#2")
    grounds = set()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        grounds.add(page.evaluate("getComputedStyle(document.querySelector('.explorer-root')).backgroundColor"))
        assert player.axe() == []
    assert len(grounds) == 2
    page.get_by_role("button", name="Light or dark").click()  # out of the dark
    assert page.evaluate("getComputedStyle(document.querySelector('.explorer-root')).backgroundColor") == "rgb(247, 245, 240)"
    assert page.locator(".explorer-sentence").get_attribute("aria-live") == "polite"
    assert page.evaluate("document.documentElement.scrollHeight") <= 800, "everything stands in a laptop's window"
    page.set_viewport_size({"width": 375, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.locator("button.explorer-play").bounding_box()["y"] < 760, "the buttons are always in view"
    assert player.axe() == []


@pytest.mark.browser_context_args(**PHONE)
def test_the_page_steps_by_taps(quiet_page: Any, tmp_path: Path) -> None:
    player = Player(quiet_page, export("fig-5", tmp_path / "x.html"))
    button = quiet_page.locator("button.explorer-forward")
    assert button.bounding_box()["height"] >= 44
    button.tap()
    player.wait(1)


def test_a_title_is_text_in_the_page(quiet_page: Any, tmp_path: Path) -> None:
    """Nothing but the player runs, whatever a scenario says."""
    player = Player(quiet_page, export(spiteful(tmp_path), tmp_path / "x.html"))
    assert quiet_page.locator("h1").inner_text() == SPITEFUL
    quiet_page.keyboard.press("End")
    player.wait(len(load("fig-6b").frames) - 1)
    assert quiet_page.evaluate("window.hurt") is None and quiet_page.locator("img").count() == 0
    assert SPITEFUL in quiet_page.locator(".explorer-board").get_attribute("aria-label")


def test_the_policy_of_the_page_lets_no_other_script_run(page: Any, tmp_path: Path) -> None:
    """Even if a text were not escaped one day."""
    file = export("fig-6b", tmp_path / "x.html")
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("<h1>", "<img src=x onerror='window.hurt = 1'><script>window.hurt = 1</script><h1>"), encoding="utf-8")
    Player(page, file)
    page.wait_for_timeout(100)
    assert page.evaluate("window.hurt") is None


def test_the_board_of_a_printed_page_is_black_on_white_in_the_dark_too(quiet_page: Any, tmp_path: Path) -> None:
    quiet_page.emulate_media(color_scheme="dark")
    Player(quiet_page, export("rings-fig-4", tmp_path / "x.html", style="print"), "#2")
    shot = np.asarray(opened(quiet_page.locator(".explorer-board svg").screenshot()), np.int16)[8:-8, 8:-8]  # within round corners
    assert (np.abs(shot - shot.mean(axis=2, keepdims=True)) < 2).all()
    assert (shot[0, 0] == 255).all()


def test_without_scripts_the_page_shows_the_start_and_the_steps(browser: Any, tmp_path: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(export("fig-5", tmp_path / "x.html").as_uri())
    assert page.locator(".explorer-board circle").count() > 5 and page.locator(".explorer-step").count() == 12
    assert not page.locator("button.explorer-forward").is_visible()
    context.close()


def test_a_long_game_stays_small(tmp_path: Path) -> None:
    file = export("six-game", tmp_path / "x.html")
    assert len(load("six-game").frames) > 150 and file.stat().st_size < 600_000
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href|url\()=?[\"']?(?!data:)[a-z]+:", text), "nothing is fetched"


def test_every_shipped_scenario_becomes_a_page_and_a_caption(tmp_path: Path) -> None:
    """No board, side or sentence is beyond what the page and the caption can show: all of them, each by its first steps."""
    for name in shipped_names():
        scenario = load(name)
        export(scenario, tmp_path / "x.html", step=min(3, len(scenario.frames) - 1))
        ElementTree.fromstring(next(captioned(scenario, scenario.frames[:4], "print", "ja")))
