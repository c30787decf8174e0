"""A trace as one HTML file that steps by itself: no server, no network, nothing beside it.

It is made of the parts of the dashboard's page. Every picture is a list of numbers: the elements that most pictures of a trace share stand in
the file once. What runs in it is `player.js`, and by its own policy nothing else can, whatever a scenario's texts are.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import htpy as h
from markupsafe import Markup

from .. import panels
from ..boards.palette import PALETTES
from ..painters.svg import FONTS, elements
from ..panels.parts import RESULT, Page, emphasised
from ..rules.trace import Frame
from ..scenarios import Scenario
from ..still import drawn
from ..words import N_

HERE = Path(__file__).parent
SPEED = 1500
# Colours by their role: the theme of the page says what they are.
ROLES = {role: f"var(--explorer-{role})" for role in PALETTES["light"]}


def page(scenario: Scenario, frames: Sequence[Frame], style: str, language: str) -> str:
    """The whole file. ``style`` is the board's: ``light`` follows the page's theme, ``print`` is black on white in both."""
    made, title = Page(language), scenario.title(language)
    script = (HERE / "player.js").read_text(encoding="utf-8")
    only_ours = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{only_ours}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(http_equiv="Content-Security-Policy", content=policy),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.link(rel="icon", href="data:;base64,="),
        h.title[title, " · ", made.say(N_("Rules explorer"))],
        h.style[Markup(stylesheet(style))],
    ]
    data = json.dumps(_data(made, scenario, frames), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    body = h.body[_body(made, scenario, frames), h.script(id="trace", type="application/json")[Markup(data)], h.script[Markup(script)]]
    return str(h.html(lang=language)[head, body]) + "\n"


def stylesheet(style: str) -> str:
    """The dashboard's style, in the colours of the system's theme or of the one that is chosen; on paper always the light one."""
    light, dark, board = map(_colours, (PALETTES["light"], PALETTES["dark"], PALETTES[style]))
    themes = [
        f":root{{{light}}}",
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}",
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}",
        f".explorer-board{{{board}}}" if style == "print" else "",
        *(f".explorer-{role}{{background:var(--explorer-{role})}}" for role in PALETTES["light"] if role.startswith("player") and role[-1].isdigit()),
    ]
    files = Path(panels.__file__).with_name("page.css"), HERE / "player.css"
    return "\n".join([*themes, *(file.read_text(encoding="utf-8") for file in files)])


def _colours(palette: Mapping[str, str]) -> str:
    return "".join(f"--explorer-{role}:{colour};" for role, colour in palette.items())


def _body(made: Page, scenario: Scenario, frames: Sequence[Frame]) -> h.Node:
    """The page at the first frame; without scripts this is what one sees."""
    words, first = scenario.mechanic.words, frames[0]
    switch = made.say(N_("Light or dark"))
    head = h.header(".explorer-head")[
        h.div[h.h1[scenario.title(made.language)], h.span(".explorer-fact")[scenario.source]],
        h.button(".explorer-button.explorer-theme", type="button", title=switch)[h.span(aria_hidden="true")["◐\ufe0e"], h.span(".explorer-hidden")[switch]],
    ]
    still = h.svg(viewBox=f"0 0 {_size(scenario, first)}", font_family=FONTS, aria_hidden="true")[Markup("".join(_picture(scenario, frames, first)))]
    board = h.section(".explorer-board-box", aria_label=made.say(words.TITLE))[
        h.div(".explorer-region.explorer-sides")[_sides(made, scenario, first)],
        h.div(".explorer-board", role="img", aria_label=_label(made, scenario, frames, first))[still],
        h.div(".explorer-region.explorer-transport")[Markup(made.transport(frames, 0, scenario.mechanic.board.TONES, False, SPEED))],
    ]
    panel = h.section(".explorer-panel-box", aria_label=made.say(N_("Why")))[
        h.div(".explorer-region.explorer-panel")[
            h.p(".explorer-sentence", aria_live="polite", aria_atomic="true")[_sentence(made, scenario, first)],
            h.div(".explorer-told")[_sums(made, scenario, first)],
        ],
        h.div(".explorer-region.explorer-steps")[Markup(made.steps(frames, words.short, words.gain))],
    ]
    return h.div(".explorer-root.explorer-file")[head, h.main(".explorer-body-box")[board, panel]]


# --- a frame's parts


class _Parts:
    """Texts that are held once, each known by its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: object) -> int:
        return self.numbers.setdefault(str(text), len(self.numbers))


def _data(made: Page, scenario: Scenario, frames: Sequence[Frame]) -> dict[str, Any]:
    """What the player shows: texts, and by frame the numbers of those that it consists of."""
    part = _Parts()
    told = [
        {
            "size": _size(scenario, frame),
            "picture": [part(one) for one in _picture(scenario, frames, frame)],
            "label": _label(made, scenario, frames, frame),
            "count": _count(made, frames, frame),
            "sides": part(_sides(made, scenario, frame)),
            "sentence": part(h.fragment[_sentence(made, scenario, frame)]),
            "told": part(h.fragment[_sums(made, scenario, frame)]),
        }
        for frame in frames
    ]
    return {"play": made.say(N_("Play")), "pause": made.say(N_("Pause")), "frames": told, "parts": [*part.numbers]}


def _picture(scenario: Scenario, frames: Sequence[Frame], frame: Frame) -> list[str]:
    """The elements of a board on its ground."""
    return ['<rect width="100%" height="100%" fill="var(--explorer-panel)"/>', *elements(drawn(scenario, frame, frames), ROLES)]


def _size(scenario: Scenario, frame: Frame) -> str:
    size = scenario.mechanic.board.layout(scenario.game, frame.state)
    return f"{size.wide:g} {size.high:g}"


def _label(made: Page, scenario: Scenario, frames: Sequence[Frame], frame: Frame) -> str:
    """What the picture is, for screen readers; the sentence says what happens in it."""
    return f"{scenario.title(made.language)}, {_count(made, frames, frame)}"


def _count(made: Page, frames: Sequence[Frame], frame: Frame) -> str:
    return made.say(N_("step {index} / {last}", index=frame.index, last=len(frames) - 1))


def _sides(made: Page, scenario: Scenario, frame: Frame) -> Markup:
    """The sides with their points; nothing here can be pressed."""
    board = scenario.mechanic.board
    return Markup(made.sides([side._replace(groups=(), turn=None) for side in board.sides(scenario.game, frame.state, board.NOTHING)]))


def _sentence(made: Page, scenario: Scenario, frame: Frame) -> Markup | str:
    cells = frame.event.cells
    return emphasised(made.say(scenario.mechanic.words.sentence(frame.event)), cells[0] if cells else "")


def _sums(made: Page, scenario: Scenario, frame: Frame) -> list[h.Node]:
    """The sums worked out, and where the rule stands."""
    words = scenario.mechanic.words
    rows = []
    for name, text in words.sums(frame.event):
        found = RESULT.match(text)
        rows.append(h.div[f"{made.say(name)}: ", [found[1], h.b[found[2]]] if found else text])
    sign = "plus" if words.gain(frame.event) > 0 else "minus"
    return [
        h.div(".explorer-sums", data_sign=sign)[rows] if rows else None,
        h.p(".explorer-cite")[frame.event.cite] if frame.event.cite else None,
    ]
