"""A page's parts as HTML, from data: the same functions for every mechanic."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import htpy as h
from markupsafe import Markup

from ..boards.parts import Chip, Clock, Group, Setting, Side, StageCard, Table, Words
from ..rules.options import plain
from ..rules.trace import Fault, Frame
from ..scenarios import title_in
from ..words import LANGUAGES, N_, say
from ..words.language import Verdict

RESULT = re.compile(r"^(.*(?:=|→) )([^=→]+)$")
MANY = 12
"""Tables of more rows than this are cut to what they say where they stand under the step list."""
SPEEDS = (500, 1000, 1500, 3000)
TABS = {
    "why": N_("Why"),
    "ask": N_("Why not"),
    "stages": N_("Stages"),
    "desk": N_("Set up"),
    "games": N_("Games"),
    "tables": N_("Tables"),
    "rules": N_("Rules"),
    "lines": N_("Lines"),
    "compare": N_("Compare"),
    "edit": N_("Edit"),
}
DOWNLOADS = {
    "toml": N_("Scenario file"),
    "svg": N_("Picture (SVG)"),
    "png": N_("Picture (PNG)"),
    "gif": N_("Animation (GIF)"),
    "html": N_("Player (HTML)"),
    "json": N_("Trace (JSON)"),
}
GROUND = Setting("ground", N_("Background"), (("panel", N_("plain")), ("paper", N_("paper")), ("accent-soft", N_("sea"))))


class Menu(NamedTuple):
    """The menu beside the last side. ``timed``: something happens by itself, ``clock`` what, None where it is not due now; ``ticking``: time runs.

    ``best`` is the best score of this sitting, None where there is no score; ``settings`` the ways of showing the board, each with its value.
    """

    timed: bool
    clock: Clock | None
    ticking: bool
    best: int | None
    settings: Sequence[tuple[Setting, str]]


class Page:
    """Makes the HTML of one dashboard in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, words: Words) -> str:
        return say(words, self.language)

    def title_of(self, listed: Mapping[str, Any]) -> str:
        """The title of a scenario as it is listed."""
        return title_in(listed, self.language)

    # --- above the board

    def header(self, title: Words, scenarios: Sequence[Mapping[str, str]], chosen: str, start: str | None) -> str:
        """The page's head: what it is, which scenario, open a file, language, theme."""
        options = [h.option(value=one["name"], selected=one["name"] == chosen)[one["title"]] for one in scenarios]
        home = h.a(".explorer-home", href=start, title=self.say(N_("Start page")))[
            h.span(aria_hidden="true")["⌂"], h.span(".explorer-hidden")[self.say(N_("Start page"))]
        ]
        return str(
            h.div(".explorer-head")[
                home if start else None,
                h.h1[self.say(title)],
                h.label(".explorer-pick")[
                    h.span(".explorer-hidden")[self.say(N_("Scenario"))],
                    h.select(".explorer-scenarios", data_do="scenario", data_value=chosen)[options],
                ],
                h.label(".explorer-button.explorer-open", title=self.say(N_("Open a scenario file of your own")))[
                    self.say(N_("Open…")),
                    h.input(
                        ".explorer-hidden",
                        type="file",
                        accept=".toml,.txt,.wtb",
                        data_do="file",
                        aria_label=self.say(N_("Open a scenario file of your own")),
                    ),
                ],
                h.span(".explorer-spread"),
                self._share(),
                h.div(".explorer-languages", role="group", aria_label=self.say(N_("Language")))[
                    [
                        h.button(
                            ".explorer-button", type="button", data_do="language", data_value=code, lang=code, aria_pressed=str(code == self.language).lower()
                        )[name]
                        for code, name in LANGUAGES.items()
                    ]
                ],
                h.button(".explorer-button.explorer-theme", type="button", data_do="theme", data_value="other", title=self.say(N_("Light or dark")))[
                    h.span(aria_hidden="true")["◐"], h.span(".explorer-hidden")[self.say(N_("Light or dark"))]
                ],
            ]
        )

    def _share(self) -> h.Node:
        """What can be taken away: the link, the scenario as a file, pictures."""
        link = h.button(".explorer-button", type="button", data_link="")[self.say(N_("Copy link"))]
        files = [h.button(".explorer-button", type="button", data_do="download", data_value=kind)[self.say(title)] for kind, title in DOWNLOADS.items()]
        return h.details(".explorer-menu.explorer-share")[
            h.summary(".explorer-button")[self.say(N_("Share"))], h.div(".explorer-menu-box")[link, h.div(".explorer-setting", role="group")[files]]
        ]

    def sides(self, sides: Iterable[Side], computers: Collection[str] = (), menu: Menu | None = None) -> str:
        """Every side's bar, what it has left and what it can do, and whether the computer plays it; the menu beside the last."""
        held = list(sides)
        return str(h.div(".explorer-sides")[[self._side(side, str(side.turn) in computers, menu if side is held[-1] else None) for side in held]])

    def _menu(self, menu: Menu) -> h.Node:
        """The countdown, which starts and stops time, and what else the menu holds."""
        label = self.say(N_("Pause")) if menu.ticking else self.say(N_("Let the time run"))
        best = h.p[self.say(N_("Best score of this sitting")), ": ", h.b[str(menu.best)]] if menu.best is not None else None
        return [
            self._countdown(menu, label) if menu.timed else None,
            h.details(".explorer-menu")[
                h.summary(".explorer-button")[self.say(N_("Menu"))],
                h.div(".explorer-menu-box")[
                    h.button(".explorer-button", type="button", data_do="clock")[label] if menu.timed else None,
                    best,
                    [self._setting(one, value) for one, value in menu.settings],
                ],
            ],
        ]

    def _countdown(self, menu: Menu, label: str) -> h.Node:
        clock = menu.clock
        left = h.span(".explorer-clock", data_left=str(clock.left))[str(clock.left)] if clock else "–"
        told = self.say(N_("{title} in {left} ticks. {do}", title=clock.title, left=clock.left, do=label)) if clock else label
        return h.button(
            ".explorer-button.explorer-ticking", type="button", data_do="clock", aria_pressed=str(menu.ticking).lower(), aria_label=told, title=told
        )[h.span(aria_hidden="true")["⏸\ufe0e " if menu.ticking else "⏱\ufe0e "], left]

    def _setting(self, one: Setting, value: str) -> h.Node:
        buttons = [
            h.button(".explorer-button", type="button", data_do="set", data_value=f"{one.key}:{key}", aria_pressed=str(key == value).lower())[self.say(name)]
            for key, name in one.values
        ]
        return h.div(".explorer-setting", role="group", aria_label=self.say(one.title))[h.span[self.say(one.title)], h.div[buttons]]

    def _side(self, side: Side, computer: bool, menu: Menu | None = None) -> h.Node:
        bar = None
        if side.points is not None:
            share = max(0, min(100, round(100 * side.points / side.full)))
            bar = [
                h.span(".explorer-bar", aria_hidden="true")[h.span(class_=f"explorer-fill explorer-{side.role}", style=f"width:{share}%")],
                h.b(".explorer-points")[str(side.points).replace("-", "−")],
            ]
        name = h.span(".explorer-name")[
            h.span(class_=f"explorer-dot explorer-{side.role}", aria_hidden="true"),
            self.say(side.title),
            h.span(".explorer-turn")[" · ", self.say(N_("to move"))] if side.active else None,
        ]
        who = self.say(N_("The computer plays for {side}", side=side.title))
        player = h.button(
            ".explorer-computer", type="button", data_do="computer", data_value=str(side.turn), aria_pressed=str(computer).lower(), aria_label=who, title=who
        )[h.span(aria_hidden="true")["⚙\ufe0e" if computer else "☺\ufe0e"]]
        return h.section(".explorer-side", data_active=str(side.active).lower(), aria_label=self.say(side.title))[
            h.div(".explorer-meter")[
                name,
                bar,
                [h.span(".explorer-fact")[self.say(title), " ", h.b[value]] for title, value in side.facts],
                self._menu(menu) if menu else None,
                player if side.turn is not None else None,
            ],
            [self.chips(group) for group in side.groups if group.chips],
        ]

    def chips(self, group: Group, do: str = "press") -> h.Node:
        """Chips under their heading; a press of one does ``do``."""
        title = self.say(group.title)
        return h.div(".explorer-chips", role="group", aria_label=title)[
            h.span(".explorer-caption", aria_hidden="true")[title] if title else None, [self._chip(chip, do) for chip in group.chips]
        ]

    def _chip(self, chip: Chip, do: str) -> h.Node:
        label = self.say(chip.label) if chip.label else None
        inside = [self.say(chip.text), h.small[chip.value] if chip.value else None]
        if not chip.key:
            return h.span(".explorer-chip", data_status=chip.status, title=label)[inside]
        return h.button(
            ".explorer-chip",
            type="button",
            data_do=do,
            data_value=chip.key,
            data_status=chip.status,
            title=label,
            aria_label=label,
            aria_pressed=str(chip.pressed).lower(),
        )[inside]

    # --- under the board

    def transport(self, frames: Sequence[Frame], index: int, tones: Mapping[str, str], playing: bool, speed: int) -> str:
        """The buttons, the slider with its phases, the step and the speed."""
        last = len(frames) - 1
        buttons = [
            self._button("first", "⏮", N_("First step"), index == 0),
            self._button("back", "◀", N_("Step back"), index == 0),
            self._button("play", "⏸" if playing else "▶", N_("Pause") if playing else N_("Play"), last == 0),
            self._button("forward", "▶", N_("Step forward"), index == last),
            self._button("last", "⏭", N_("Last step"), index == last),
        ]
        count = self.say(N_("step {index} / {last}", index=index, last=last))
        return str(
            h.div(".explorer-transport")[
                h.div(".explorer-buttons", role="group", aria_label=self.say(N_("Player")))[buttons],
                h.input(
                    ".explorer-slider",
                    type="range",
                    min="0",
                    max=str(last),
                    value=str(index),
                    data_do="goto",
                    aria_label=self.say(N_("Step")),
                    aria_valuetext=count,
                    style=f"--explorer-phases:{phases(frames, tones)}",
                ),
                h.span(".explorer-count")[count],
                h.label(".explorer-pick")[
                    h.span(".explorer-hidden")[self.say(N_("Time from step to step"))],
                    h.select(".explorer-speed", data_do="speed", data_value=str(speed))[
                        [h.option(value=str(one), selected=one == speed)[self.say(N_("{seconds} s", seconds=one / 1000))] for one in SPEEDS]
                    ],
                ],
            ]
        )

    def _button(self, name: str, sign: str, label: Words, off: bool) -> h.Node:
        return h.button(
            class_=f"explorer-button explorer-{name}", type="button", data_do=name, disabled=off, title=self.say(label), aria_label=self.say(label)
        )[h.span(aria_hidden="true")[sign + "\ufe0e"]]

    def status(self, words: Words, faults: Sequence[Fault]) -> str:
        """One sentence about the last thing that was tried; the faults of a file that could not be opened."""
        if not words and not faults:
            return str(h.div(".explorer-status", role="status"))
        rows = [h.li[h.code[fault.place], ": ", str(fault).partition(": ")[2]] for fault in faults]
        close = h.button(".explorer-button.explorer-close", type="button", data_do="dismiss", aria_label=self.say(N_("Close the message")))["×"]
        return str(h.div(".explorer-status", role="status")[h.span[self.say(words)], h.ul[rows] if rows else None, close])

    # --- the panel

    def tabs(self, chosen: str, names: Sequence[str]) -> str:
        return str(
            h.div(".explorer-tabs", role="tablist", aria_label=self.say(N_("Panel")))[
                [
                    h.button(
                        type="button",
                        role="tab",
                        data_do="tab",
                        data_value=name,
                        aria_selected=str(name == chosen).lower(),
                        tabindex="0" if name == chosen else "-1",
                    )[self.say(TABS[name])]
                    for name in names
                ]
            ]
        )

    def why(self, sentence: Words, strong: str, sums: Sequence[tuple[Words, str]], gain: int, cite: str | None) -> str:
        """The sentence of the step, the sum worked out, and where the rule stands."""
        lines = [self._sum(name, text) for name, text in sums]
        return str(
            h.div(".explorer-why", role="tabpanel", aria_label=self.say(TABS["why"]))[
                h.p(".explorer-sentence", aria_live="polite", aria_atomic="true")[emphasised(self.say(sentence), strong)],
                h.div(".explorer-sums", data_sign="plus" if gain > 0 else "minus")[lines] if lines else None,
                h.p(".explorer-cite")[cite] if cite else None,
            ]
        )

    def _sum(self, name: Words, text: str) -> h.Node:
        found = RESULT.match(text)
        result = [found[1], h.b[found[2]]] if found else text
        return h.div[f"{self.say(name)}: ", result]

    def ask(self, asked: str, label: Words, verdicts: Sequence[Verdict], forecast: Table | None) -> str:
        """Why the effects at the place asked for did or did not act; and what each placement would do."""
        if not asked:
            answer: h.Node = h.p[
                self.say(N_("Press a place on the board: here stands why its effects did or did not act in this move. Nothing is played meanwhile."))
            ]
        elif not verdicts:
            answer = h.p[h.b[self.say(label)], " – ", self.say(N_("nothing here has an effect."))]
        else:
            answer = [h.p[h.b[self.say(label)]], *map(self._verdict, verdicts)]
        table = self.table(forecast) if forecast else None
        return str(h.div(".explorer-ask", role="tabpanel", tabindex="0", aria_label=self.say(TABS["ask"]), aria_live="polite")[answer, table])

    def _verdict(self, verdict: Verdict) -> h.Node:
        lines = [self._sum(name, text) for name, text in verdict.checks]
        return h.section(".explorer-verdict", data_acted=str(verdict.acted).lower())[
            h.p[h.span(".explorer-sign", aria_hidden="true")["✓ " if verdict.acted else "✗ "], self.say(verdict.told)],
            h.p(".explorer-effect")[self.say(verdict.effect)],
            h.div(".explorer-sums", data_sign="plus" if verdict.acted else "minus")[lines] if lines else None,
        ]

    def steps(self, frames: Sequence[Frame], short: Any, gain: Any) -> str:
        """The step list: one list, one tab stop, a heading for every move."""
        rows = []
        for frame in frames:
            points = gain(frame.event)
            rows.append(
                h.div(
                    ".explorer-step",
                    role="option",
                    id=f"step-{frame.index}",
                    data_do="goto",
                    data_value=str(frame.index),
                    aria_selected="false",
                    data_move="first" if frame.index and frames[frame.index - 1].move < frame.move else None,
                )[
                    h.span(".explorer-number")[str(frame.index)],
                    h.span[self.say(short(frame.event))],
                    h.span(".explorer-gain", data_sign="plus" if points > 0 else "minus")[f"{points:+d}".replace("-", "−")] if points else None,
                ]
            )
        return str(h.div(".explorer-steps", role="listbox", tabindex="0", data_list="", aria_label=self.say(N_("Steps")))[rows])

    def stages(self, stages: Sequence[StageCard], pictures: Sequence[str]) -> str:
        """The page of stages: a picture of each, what is to be done in it, and the best that was won in it in this sitting."""
        cards = [self._stage(one, picture) for one, picture in zip(stages, pictures, strict=True)]
        return str(h.div(".explorer-stages", role="tabpanel", tabindex="0", aria_label=self.say(TABS["stages"]))[h.ul[cards]])

    def _stage(self, one: StageCard, picture: str) -> h.Node:
        best = self.say(N_("best {score}", score=one.best)) if one.best is not None else ""
        return h.li[
            h.button(".explorer-stage", type="button", data_do="press", data_value=one.key, aria_current="step" if one.present else None)[
                h.span(aria_hidden="true")[Markup(picture)],
                h.b[self.say(N_("Stage {stage}", stage=one.name)), h.span(".explorer-best")[" ✓ ", best] if best else None],
                h.small[self.say(one.about)],
            ]
        ]

    def tables(self, tables: Iterable[Table], main: bool = False) -> str:
        inside = [self.table(occupied(table) if main and len(table.rows) > MANY else table) for table in tables]
        if main:
            return str(h.div(".explorer-tables", role="region", tabindex="0", aria_label=self.say(TABS["tables"]))[inside])
        return str(h.div(".explorer-tables", role="tabpanel", tabindex="0", aria_label=self.say(TABS["tables"]))[inside])

    def table(self, table: Table) -> h.Node:
        head = h.tr[[h.th(scope="col")[self.say(column)] for column in table.columns]]
        rows = [h.tr(class_="explorer-marked" if k in table.marked else None)[[h.td[self.say(value)] for value in row]] for k, row in enumerate(table.rows)]
        return h.table[h.caption[self.say(table.title)], h.thead[head], h.tbody[rows]]


def occupied(table: Table) -> Table:
    """The rows that say something, and those the step concerns: what fits beside the step list."""
    kept = [k for k, row in enumerate(table.rows) if k in table.marked or any(value not in ("", "–") for value in row[1:])]
    return table._replace(rows=tuple(table.rows[k] for k in kept), marked=frozenset(new for new, k in enumerate(kept) if k in table.marked))


def toml(value: Any) -> str:
    """A value of an option as a scenario would write it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(plain(value))


def emphasised(text: str, strong: str) -> Markup | str:
    """The sentence with the first mention of a cell in bold."""
    if not strong:
        return text
    found = re.search(rf"(?<![A-Za-z0-9]){re.escape(strong)}(?![A-Za-z0-9])", text)
    if not found:
        return text
    return Markup("{}<b>{}</b>{}").format(text[: found.start()], strong, text[found.end() :])


def phases(frames: Sequence[Frame], tones: Mapping[str, str]) -> str:
    """The slider's track: a colour for every phase of the line."""
    last = len(frames) - 1
    if not last:
        return "none"
    stops = []
    for frame in frames[1:]:
        tone = tones.get(frame.event.kind, "calm")
        stops.append(f"var(--explorer-tone-{tone}) {100 * (frame.index - 1) / last:.2f}% {100 * frame.index / last:.2f}%")
    return f"linear-gradient(to right,{','.join(stops)})"
