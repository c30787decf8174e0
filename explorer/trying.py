"""What somebody tries out on a page: lines beside one another, another rule, two things compared, a battle set up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .exports import export
from .panels.widgets import Bridge
from .panels.workbench import Workbench
from .reporting import reported
from .rules.trace import Fault, Faulty, Refused
from .scenarios import Scenario, from_document, game_of, load, opened, read
from .scenarios.format import LARGEST_FILE
from .scenarios.othello import LARGEST_WTHOR, WthorYear
from .scenarios.writing import edited, written
from .session import Session
from .whatif import Aligned, Comparison, again, option_value, toml_value, with_lines_of
from .words import N_

KINDS = {
    "toml": "application/toml",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "html": "text/html",
    "json": "application/json",
}
"""What can be taken away, by the ending of its file."""


class Trying:
    """The part of a dashboard that holds what is tried out; the page itself lends it the rest."""

    session: Session
    language: str
    removed: list[Session]
    compared: Comparison | None
    picks: Any
    year: WthorYear | None
    tool: str
    edits: list[Session]
    line: tuple[str, ...]
    edited_to: Any
    tab: str
    _shipped: list[dict[str, Any]]
    _aligned: tuple[Any, ...]
    _board: Any
    _bridge: Bridge
    refresh: Callable[[], None]
    tell: Callable[..., None]
    open: Callable[[Scenario], None]
    _go: Callable[[Callable[[Session], Session]], None]
    _show: Callable[[Session], None]
    _unopened: Callable[[str, Exception], None]

    @property
    def scenario(self) -> Scenario:
        return self.session.scenario

    # --- lines

    def go_to_node(self, number: Any) -> None:
        """Go to the end of a move of the tree, on its line."""
        node = int(number)
        if -1 <= node < len(self.session.nodes):
            there = self.session.at(node) if node >= 0 else self.session.goto(0)
            self._go(lambda _: there)

    def name_line(self, asked: Mapping[str, Any]) -> None:
        node = int(asked.get("name", -1))
        if 0 <= node < len(self.session.nodes):
            self.session = self.session.named(node, str(asked.get("value", ""))[:60].strip())

    def delete_line(self, number: Any) -> None:
        """Delete the last line of moves that only this line has; it can be taken back."""
        node, session = int(number), self.session
        if not 0 <= node < len(session.nodes):
            return
        path = session.path(node)
        alone = next((k for k in path if all(len(session.children(one)) < 2 for one in path[path.index(k) : -1])), node)
        self.removed = [*self.removed, session]
        self._go(lambda session: session.without(alone))

    def restore_lines(self) -> None:
        """Take the last deletion back: the lines and names that were there, and the frame that was in view."""
        if self.removed:
            *self.removed, before = self.removed
            if before.scenario is self.scenario:
                session = self.session.with_lines(before.lines()).with_names(before.named_lines())
                self._show(session.along_line(before.moves).goto(before.index))
            else:
                self._show(with_lines_of(before, self.session))

    # --- what if, and comparing

    def aligned(self, language: str) -> Aligned:
        """The steps of both that are compared, aligned; worked out once."""
        compared = self.compared
        key = (compared.before.frames if compared else (), self.session.frames, language)
        if not self._aligned or any(one is not other for one, other in zip(self._aligned[0], key, strict=True)):
            self._aligned = (key, Aligned(compared.before if compared else self.session, self.session, language))
        return self._aligned[1]  # type: ignore[no-any-return]

    def what_if(self, asked: Mapping[str, Any]) -> None:
        """Another value for an option: the same moves run again under it, and what comes of it stands beside what was (X04)."""
        name, before = str(asked.get("name", "")), self.session
        try:
            value = option_value(self.scenario, name, str(asked.get("value", "")))
            scenario = self.scenario.with_rules({name: value})
            session, stopped = again(before.moves, scenario)
            session = with_lines_of(before, session)
        except (Faulty, Refused) as error:
            self.refresh()  # the control shows the value in force again
            self.tell(N_("This value is not possible; everything stays as it was."), error.faults if isinstance(error, Faulty) else ())
            return
        self.compared = Comparison(before, session, (N_("Before"), N_("Now")), stopped)
        self._show(session.goto(min(before.index, len(session.frames) - 1)))
        told = Workbench(self.language).first_difference(self.aligned(self.language), self.compared.names)
        self.tell(N_("{words} {why}", words=told, why=stopped) if stopped else told)

    def compare_with(self, other: str) -> None:
        """Set a scenario or a line beside what is open; nothing ends the comparison."""
        what, _, name = other.partition(":")
        self.compared = None
        try:
            if what == "scenario" and name in [one["name"] for one in self.listed]:
                self.compared = Comparison(Session.open(load(name)), self.session, (load(name).title(self.language), N_("Now")))
            elif what == "line" and name.isdigit() and int(name) < len(self.session.nodes):
                self.compared = Comparison(self.session.at(int(name)), self.session, (N_("The other line"), N_("Now")))
        except (Faulty, Refused) as error:
            self._unopened(name, error)
        self.refresh()

    def swap(self) -> None:
        """Go on with the other one of two that are compared."""
        if self.compared:
            now = self.session
            before, _, names, _ = self.compared
            self.compared = Comparison(now, before, (names[1], names[0]))
            self.edits, self.removed, self.edited_to = [], [], None
            self._show(before)
            self.lay_desk()

    @property
    def listed(self) -> list[Mapping[str, Any]]:
        """The shipped scenarios of this mechanic."""
        return list(self._shipped)

    # --- the editor

    def choose_tool(self, key: str) -> None:
        """A chip of the palette: it does something at once, or is the tool from now on."""
        editor = self._board.editor
        edits = editor.act(self.scenario.document, self.scenario.game, key)
        if edits is None:
            self.tool = key
            self.refresh()
        else:
            self.make(edits)

    def edit_at(self, target: str) -> None:
        """A place was pressed with a tool."""
        self.make(self._board.editor.edit(self.scenario.document, self.scenario.game, self.tool or self._board.editor.FIRST, target))

    def write_entry(self, asked: Mapping[str, Any]) -> None:
        """A value written by hand; an empty one is taken away."""
        name, text = str(asked.get("name", "")), str(asked.get("value", "")).strip()
        path = tuple(int(key) if key.isdecimal() else key for key in name.split("."))
        known = [entry.path for block in self._board.editor.palette(self.scenario.document, self.scenario.game, self.tool) for entry in block.entries]
        if path not in known:
            return
        try:
            value = toml_value(name, text) if text else None
        except Faulty as error:
            self.refresh()
            self.tell(N_("This value is not possible; everything stays as it was."), error.faults)
            return
        self.make([(path, value)])

    def make(self, edits: list[Any]) -> None:
        """Another start: the same moves run again from it as far as they go; what cannot be is told, and nothing changes."""
        before = self.session
        # As long as nothing else is played, moves that an edit has made impossible may become possible again.
        moves = self.line if before.frames is self.edited_to else before.moves
        try:
            scenario = read(edited(self.scenario, edits, moves))
            session, stopped = again(moves, scenario)
            session = with_lines_of(before, session)
        except (Faulty, Refused) as error:
            self.refresh()
            self.tell(N_("This value is not possible; everything stays as it was."), error.faults if isinstance(error, Faulty) else ())
            return
        self.edits, self.line, self.edited_to = [*self.edits[-200:], before], moves, session.frames
        self._show(session.goto(0))
        if stopped:
            self.tell(stopped)

    def undo_edit(self) -> None:
        """Take the last edit back."""
        if self.edits:
            *self.edits, before = self.edits
            self._show(before.goto(0))

    # --- files of one's own

    def open_file(self, file: Mapping[str, Any]) -> None:
        """A file that somebody hands over: a scenario, a transcript, or a year of games, which is opened to choose from."""
        name, data = str(file.get("name", ""))[:80], file.get("data")
        if isinstance(text := file.get("text"), str):
            data = text.encode("utf-8", "replace")
        try:
            if not isinstance(data, bytes):
                raise Faulty([Fault("file", f"{file.get('size')} bytes", f"at most {LARGEST_FILE}, or {LARGEST_WTHOR} of a WTHOR file")])
            found = opened(name, data)
            if found.mechanic.name != self.scenario.mechanic.name:
                raise Faulty([Fault("mechanic", repr(found.mechanic.name), f"{self.scenario.mechanic.name!r} on this page")])
            if isinstance(found, WthorYear):
                self.year = found
                self.tab = "games"
                self.refresh()
                self.tell(N_("{name} holds {count} games: choose one.", name=name, count=len(found.games)))
            else:
                self.open(found)
        except (Faulty, Refused) as error:
            self._unopened(name, error)

    def open_game(self, number: Any) -> None:
        """A game of the year that was opened."""
        try:
            if self.year is not None:
                self.open(game_of(self.year, int(number)))
        except (Faulty, Refused) as error:
            self._unopened(str(number), error)

    # --- taking it away

    def download(self, kind: str) -> None:
        """Let the browser save the scenario, a picture of the frame in view, or the whole line."""
        if kind not in KINDS:
            return
        session, language = self.session, self.language
        name, still = f"{session.scenario.name}.{kind}", session.index if kind in ("svg", "png") else None

        def data() -> bytes:
            if kind == "toml":
                return written(session.scenario, session.moves).encode()
            with TemporaryDirectory() as folder:
                return export(session, Path(folder) / name, step=still, language=language).read_bytes()

        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no loop: nobody waits meanwhile
            self._give(name, kind, data)
            return
        # An animation takes a while: the page answers all the time.
        self.tell(N_("{name} is being made.", name=name))
        making = loop.run_in_executor(None, data)
        making.add_done_callback(lambda made: self._give(name, kind, made.result))

    @reported
    def _give(self, name: str, kind: str, made: Callable[[], bytes]) -> None:
        self._bridge.give(name, KINDS[kind], made())
        self.tell(N_("{name} is made: your browser saves it.", name=name))

    # --- the desk

    def lay_desk(self) -> None:
        desk = getattr(self._board, "desk", None)
        self.picks = desk.begin(self.scenario.game) if desk else None

    def press_on_desk(self, key: str) -> None:
        """A chip on the desk was pressed; where that begins something, it is opened."""
        if self.picks is None:
            return
        self.picks, document = self._board.desk.press(self.scenario.document, self.scenario.game, self.picks, key)
        if document is None:
            self.refresh()
            return
        try:
            self.open(from_document(document))
        except (Faulty, Refused) as error:
            self._unopened(str(document.get("name", "")), error)
