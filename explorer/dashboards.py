"""A mechanic's board and panels as one page, for JupyterLab and for Voilà: `explore("fig-6b")`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import traitlets
from ipywidgets import Box

from .boards.parts import Clock, Marks, Setting, Words
from .links import LEFT_OUT, LONGEST, more_of, pack
from .panels.parts import GROUND, SPEEDS, TABS, Menu, Page
from .panels.widgets import Bridge, Region
from .players import choose
from .reporting import reported
from .rules.trace import Fault, Faulty, Refused
from .scenarios import Scenario, UnknownScenario, index, load, title_in
from .scenarios.othello import WthorYear
from .session import Session
from .stage import GROUNDS, Stage
from .still import bundle
from .tabs import available, content, optional
from .trying import Trying
from .whatif import Comparison
from .words import LANGUAGES, N_, NN_, refusal, say

QUICK = 600
"""Milliseconds a step at the most while a move that was just played is shown."""
MOST_ANSWERS = 200
"""So many moves of computers follow one another at the most, where they are shown at once."""
TEXTS = {
    "copied": N_("Copied"),
    "lost": N_("Nobody answers any more: what you press now is not done."),
    "reload": N_("Reload the page: it comes back at this step."),
}
"""What the bridge says by itself."""
REGIONS = ("header", "sides", "transport", "status", "tabs", "panel", "steps", "main-table")


class Explorer(Trying, traitlets.HasTraits):  # type: ignore[misc]
    """A dashboard over a session. ``session`` is the truth; everything on the page is made from it.

    ``language`` and ``theme`` can be set at any time; `open`, `play` and `goto` do what a person does on the page.
    """

    session = traitlets.Instance(Session)
    language = traitlets.Enum(list(LANGUAGES), "en")
    theme = traitlets.Enum(["auto", "light", "dark"], "auto")
    speed = traitlets.Enum(list(SPEEDS), 1500)
    playing = traitlets.Bool(False)
    tab = traitlets.Enum(list(TABS), "why")
    ticking = traitlets.Bool(False)
    settings = traitlets.Dict()

    def __init__(
        self, scenario: Scenario, *, session: Session | None = None, step: int = 0, language: str = "en", theme: str = "auto", start_page: str | None = None
    ) -> None:
        super().__init__(session=(session or Session.open(scenario)).goto(step), language=language, theme=theme)
        self.start_page = start_page
        self.cursor, self.asked = "", ""
        self.computers: frozenset[str] = frozenset()
        self.best: dict[str, int] = {}
        self.picks: Any = None
        self.removed: list[Session] = []
        self.year: WthorYear | None = None
        self.tool, self.edits, self.line, self.edited_to = "", list[Session](), (), None
        self.compared: Comparison | None = None
        self._aligned: tuple[Any, ...] = ()
        self.words: Words = ""
        self.faults: tuple[Fault, ...] = ()
        self.choice = self._board.NOTHING
        self._shipped = [one for one in index() if one["mechanic"] == scenario.mechanic.name]
        self._own: list[Scenario] = [] if scenario.path in [one["path"] for one in self._shipped] else [scenario]
        self._regions = {name: Region(name, self.act) for name in REGIONS}
        self._bridge = Bridge(self.act, theme=theme, language=language)
        self._stage = Stage(self.session)
        self.lay_desk()
        self._stop, self._showing = 0, False
        self._opened: Scenario | None = None
        self._listed: tuple[Any, str, str] = (None, "", "")
        self._written: tuple[str, ...] = ()
        self._as_shipped: Mapping[str, Any] | None = None
        canvas = self._stage.surface.widget
        canvas.add_class("explorer-board")
        canvas.on_client_ready(self._client_ready)
        self.root = self._page()
        self.observe(lambda _: self.refresh(), ["session", "language", "theme", "speed", "playing", "tab", "ticking", "settings"])
        self.refresh()

    def __repr__(self) -> str:
        return f"<Explorer {self.scenario.name}, step {self.session.index}>"

    def _page(self) -> Box:
        def box(name: str, *children: Any) -> Box:
            made = Box(list(children))
            made.add_class(f"explorer-{name}-box")
            return made

        part = self._regions
        board = box("board", part["sides"], self._stage.surface.widget, part["status"], part["transport"], self._bridge)
        panel = box("panel", part["tabs"], part["panel"], part["steps"], part["main-table"])
        root = box("page", part["header"], box("body", board, panel))
        root.add_class("explorer-root")
        return root

    # --- what it shows

    @property
    def _board(self) -> Any:
        return self.scenario.mechanic.board

    @property
    def _layout(self) -> Any:
        return self._board.layout(self.scenario.game, self.session.frame.state, self._stage.tall)

    def refresh(self) -> None:
        """Bring the whole page into step with the session. Doing it twice changes nothing."""
        session, page, part = self.session, Page(self.language), self._regions
        scenario, frame, game, words = session.scenario, session.frame, session.scenario.game, session.scenario.mechanic.words
        last = len(session.frames) - 1
        listed = [{"name": one["name"], "title": title_in(one, self.language)} for one in self._shipped]
        listed += [{"name": one.name, "title": one.title(self.language)} for one in self._own]
        part["header"].html = page.header(words.TITLE, listed, scenario.name, self.start_page)
        part["sides"].html = page.sides(self._board.sides(game, frame.state, self.choice), self.computers, self._menu())
        part["transport"].html = page.transport(session.frames, session.index, self._board.TONES, self.playing, self.speed)
        part["status"].html = page.status(self.words, self.faults)
        part["tabs"].html = page.tabs(self.tab, available(self))
        part["panel"].html = content(self, page)
        why = self.tab == "why"
        part["steps"].html = self._step_list(page) if why else ""
        part["steps"].current = session.index
        main = islice(self._board.tables(game, frame.state, frame.event), 1) if why else ()
        part["main-table"].html = page.tables(main, main=True) if why else ""
        self._refresh_bridge(last)
        self.paint()

    def _clock(self) -> Clock | None:
        """What happens by itself at the end of the line, where it is in view."""
        at_the_end = self._settled and self.session.index == len(self.session.frames) - 1
        return optional(self, "clock", self.scenario.game, self.session.frame.state) if at_the_end else None

    def _menu(self) -> Menu:
        """Time where anything happens by itself, the best of this sitting, and the ways of showing the board."""
        for name, score in (optional(self, "records", self.session.frames) or {}).items():
            self.best[name] = max(score, self.best.get(name, 0))
        return Menu(
            hasattr(self._board, "clock"), self._clock(), self.ticking, self.best.get("", 0) if hasattr(self._board, "records") else None, self._chosen()
        )

    def _chosen(self) -> list[tuple[Setting, str]]:
        """Every way of showing the board with the value in force."""
        every = (*getattr(self._board, "SETTINGS", ()), GROUND)
        return [(one, self.settings.get(one.key, one.values[0][0])) for one in every]

    def _set(self, value: str) -> None:
        """Choose a way of showing the board: ``key:value``; what it does not know it ignores."""
        key, _, chosen = value.partition(":")
        for one, _ in self._chosen():
            if one.key == key and chosen in dict(one.values):
                self.settings = {**self.settings, key: chosen}

    @property
    def _ground(self) -> str:
        return str(self.settings.get(GROUND.key, GROUNDS[0]))

    def _step_list(self, page: Page) -> str:
        """The step list; made anew only where the line or the language is another one: of a long game it takes longest."""
        frames, words = self.session.frames, self.scenario.mechanic.words
        if self._listed[0] is not frames or self._listed[1] != page.language:
            self._listed = (frames, page.language, page.steps(frames, words.short, words.gain))
        return self._listed[2]

    @property
    def _settled(self) -> bool:
        return self.session.frame is self.session.settled

    def _refresh_bridge(self, last: int) -> None:
        session, size, game = self.session, self._layout, self.scenario.game
        rows: dict[int, list[dict[str, Any]]] = {}
        for target in size.targets:
            label = say(self._board.cell_label(game, session.frame.state, target.name), self.language)
            outline = [[round(x / size.wide, 5), round(y / size.high, 5)] for x, y in target.outline]
            rows.setdefault(target.row, []).append({"name": target.name, "label": label, "row": target.row, "column": target.column, "outline": outline})
        dials = [
            {**dial._asdict(), "x": dial.x / size.wide, "y": dial.y / size.high, "inner": dial.inner / size.wide, "outer": dial.outer / size.wide}
            for dial in size.dials
        ]
        title = f"{self.scenario.title(self.language)} – {say(self.scenario.mechanic.words.TITLE, self.language)}"
        with self._bridge.hold_sync():
            self._bridge.cells = [rows[row] for row in sorted(rows)]
            self._bridge.dials = dials
            self._bridge.label = say(N_("Board: arrow keys move the cursor, Enter chooses."), self.language)
            self._bridge.step = session.index
            self._bridge.ratio, self._bridge.closed = size.wide / size.high, size.closed
            self._bridge.query = self.query
            self._bridge.language, self._bridge.theme, self._bridge.title = self.language, self.theme, title
            self._bridge.playing = self.playing and session.index < last
            self._bridge.ground, self._bridge.mechanic = self._ground, self.scenario.mechanic.name
            self._bridge.texts = {name: say(words, self.language) for name, words in TEXTS.items()}
            clock = self._clock()
            running = self.ticking and not self.playing and self.tab != "ask"
            self._bridge.clock = {"left": clock.left, "full": clock.full, "running": running, "step": session.index} if clock else {}
            self._bridge.speed = min(self.speed, QUICK) if self._showing else self.speed

    @property
    def query(self) -> str:
        """The page's address after the question mark: it brings back this frame, its line, and, where that is not too long, all the rest."""
        return self._address()[0]

    def _address(self) -> tuple[str, bool]:
        """The address, and whether there was room for everything: names go first, then other lines; of what shows the frame in view nothing goes in silence."""
        parts = {"scenario": self.scenario.name, "step": self.session.index, "lang": self.language}
        if self.theme != "auto":
            parts["theme"] = self.theme
        if self._opened is not self.scenario:
            self._opened, self._written, self._as_shipped = self.scenario, self._moves_written(), self._document_shipped()
        shipped = self._as_shipped
        if self.session.moves != self._written or (not self.session.moves and shipped and shipped.get("moves")):
            parts["moves"] = ";".join(self.session.moves)
        more = more_of(self.session, self._written, shipped)
        for left_out in ((), ("names",), ("names", "lines")):
            kept = {key: value for key, value in more.items() if key not in left_out}
            if not kept:
                return urlencode(parts), not more
            if len(whole := urlencode({**parts, "more": pack(kept)})) < LONGEST:
                return whole, kept == more
        return urlencode({**parts, "more": LEFT_OUT}), False

    def link_copied(self) -> None:
        """Say so where the link that was copied does not hold everything."""
        if not self._address()[1]:
            self.tell(N_("The link is copied, but there was not room for everything that was tried: save the scenario file to pass it on whole."))

    def _document_shipped(self) -> Mapping[str, Any] | None:
        """The tables of the shipped scenario that is open, whatever its rules are now; None for one of somebody's own."""
        here = self.scenario
        return next((load(one["path"]).document for one in self._shipped if (one["name"], one["path"]) == (here.name, here.path)), None)

    def _moves_written(self) -> tuple[str, ...]:
        """The scenario's own moves, where they can all be played."""
        try:
            return Session.open(self.scenario).moves
        except Refused:
            return ()

    def marks(self) -> Marks:
        """The cursor, where a move is allowed, and what the move at the cursor would do (S50, S51)."""
        session, state = self.session, self.session.settled.state
        allowed = self._board.allowed(self.scenario.game, state, self.choice) if self._settled else frozenset()
        preview: tuple[Any, ...] = ()
        if self.cursor and self._settled:
            move = self._board.press(self.scenario.game, state, self.choice, self.cursor).move
            preview = tuple(frame.event for frame in session.hint(move)) if move else ()
        counts = (optional(self, "counts", self.scenario.game, state) or {}) if self._settled and self.settings.get("counts", "none") != "none" else {}
        reach = optional(self, "reach", self.scenario.game, session.frame.state, self.cursor) or () if self.cursor else ()
        return Marks(self.cursor, allowed, preview, self.choice, settings=self.settings, counts=counts, reach=reach)

    def paint(self) -> None:
        """Paint the frame in view; before a browser is there, nothing."""
        self._stage.ground = self._ground
        if self._stage.ready:
            self._bridge.moving = self._stage.paint(self.session, self.marks(), "light" if self.theme == "auto" else self.theme)
            self._bridge.painted += 1

    @reported
    def _client_ready(self) -> None:
        self._stage.ready = True
        self.paint()
        # State set while a page loads can be lost under Voilà; sent again a second later it is not.
        with suppress(RuntimeError):  # no loop: nobody is there to lose it
            asyncio.get_running_loop().call_later(1, self._bridge.send_state)

    def tell(self, words: Words, faults: tuple[Fault, ...] = ()) -> None:
        """Put a sentence on the status line."""
        self.words, self.faults = words, faults
        self._regions["status"].html = Page(self.language).status(words, faults)

    # --- what a person does

    @reported
    def act(self, what: str, value: Any) -> None:
        """Do what was asked for on the page; an action that is not known is ignored."""
        action = ACTIONS.get(what)
        if action:
            action(self, value)

    def goto(self, step: int) -> None:
        """Show frame ``step`` of the line, counted from the end where negative."""
        self._show(self.session.goto(step))

    def play(self, move: str) -> None:
        """Play a move from the position in view. Raises Refused, and then nothing has changed."""
        self._show(self.session.play(move))

    def open(self, scenario: Scenario | str) -> None:
        """Open a scenario, by name, file or object. Raises Faulty or UnknownScenario, and then nothing has changed."""
        opened = scenario if isinstance(scenario, Scenario) else load(scenario)
        session = Session.open(opened)
        if opened.name not in [one["name"] for one in self._shipped]:
            self._own = [*(one for one in self._own if one.name != opened.name), opened]
        self.choice, self.asked, self.computers, self.best = opened.mechanic.board.NOTHING, "", frozenset(), {}
        self.removed, self.compared, self.edits = [], None, []
        with self.hold_trait_notifications():
            self.ticking, self.tab = False, "why" if self.tab in ("stages", "desk", "games") else self.tab
            self.session = session
            self.lay_desk()
        self._show(session)

    def _show(self, session: Session) -> None:
        self.words, self.faults = "", ()
        if session.frame.move != self.session.frame.move or session.scenario is not self.scenario:
            self.choice = session.scenario.mechanic.board.NOTHING
        if session is not self.session:
            self.session = session
        else:
            self.refresh()

    def _go(self, where: Callable[[Session], Session]) -> None:
        with self.hold_trait_notifications():
            self.playing = False
            session = where(self.session)
        self._show(session)
        self._answer()

    def _tick(self, step: Any) -> None:
        """The next step while playing; the end stops it."""
        if not self.playing:
            return
        session = self.session.goto(int(step))
        with self.hold_trait_notifications():
            if session.index >= min(self._stop, len(session.frames) - 1):
                self.playing = False
            self.words, self.faults = "", ()
            self.session = session
        if not self.playing:
            self._answer()

    def _answer(self) -> None:
        """The computer's moves, where it is its turn at the end of the line: one after another as they are shown, or all at once."""
        session, count = self.session, 0
        while move := self._computers_move(session):
            if not self._stage.still:
                self._through(session.play(move))
                return
            session, count = session.play(move).settle(), count + 1
            if count == MOST_ANSWERS:
                break
        if count:
            self._show(session)
            self.tell(NN_("The computer has played one move.", "The computer has played {count} moves.", count))

    def _computers_move(self, session: Session) -> str | None:
        turn = str(getattr(session.frame.state, "turn", ""))
        if session.index != len(session.frames) - 1 or turn not in self.computers:
            return None
        return choose(self.scenario.game, session.frame.state, session.moves)

    def _computer(self, side: str) -> None:
        """Let the computer play a side, or nobody but people."""
        self.computers = self.computers ^ {side}
        self.refresh()
        self._answer()

    def _toggle_play(self) -> None:
        if self.playing:
            self.playing = False
            return
        last = len(self.session.frames) - 1
        with self.hold_trait_notifications():
            self._stop, self._showing = last, False
            if self.session.index >= last:
                self.session = self.session.goto(0)
            self.playing = last > 0

    def _through(self, session: Session, *, seen: bool = False) -> None:
        """Show a move that was just played: step by step to its end, or at once its end to somebody who wants no movement.

        ``seen``: the movement of its first step has been seen already.
        """
        end = session.settled.index
        if seen:
            self._stage.seen(session.frame)
        self._stop, self._showing = end, True
        with self.hold_trait_notifications():
            self._show(session.goto(end) if self._stage.still else session)
            self.playing = not self._stage.still and session.index < end
        if self._stage.still:
            self.tell(NN_("The move took one step; step back to see it.", "The move took {count} steps; step back to see them.", end - session.index + 1))
            self._answer()
        elif not self.playing:  # a move of one step has been shown already
            self._answer()

    def _press(self, key: str, *, seen: bool = False) -> None:
        if self.tab == "edit" and not key.startswith(("move:", "piece:", "skill:")):
            self.edit_at(key)
            return
        if self.tab == "ask" and not key.startswith("move:"):
            self.asked = key.rpartition(":")[2]
            self.refresh()
            return
        if self.playing:  # the position that the press is meant for is the one at the move's end
            self.playing = False
            self.session = self.session.goto(self.session.settled.index)
        state = self.session.settled.state
        pressed = self._board.press(self.scenario.game, state, self.choice, key)
        if not pressed.move:
            self.choice = pressed.choice
            self.words, self.faults = pressed.say, ()
            self.refresh()
            return
        try:
            session = self.session.play(pressed.move)
        except Refused as refused:
            self.tell(refusal(refused))
            return
        if self.tab == "stages":
            self.tab = "why"
        self._through(session, seen=seen)

    def _drag(self, key: str) -> None:
        """A dial was turned by hand: a press of its key, whose movement the hand has shown already. It is always answered."""
        try:
            self._press(key, seen=True)
        finally:
            self._bridge.turned += 1

    def _elapse(self, ticks: Any) -> None:
        """So many ticks have gone by in the browser: they become a move. What happens by itself is shown step by step."""
        clock = self._clock()
        ticks = min(int(ticks), clock.left) if clock and self.ticking else 0
        if not clock or ticks < 1:
            return
        session = self.session.play(clock.move.format(ticks=ticks))
        if ticks < clock.left:
            self._show(session.settle())
        else:
            self._through(session)

    def _stand(self, tall: Any) -> None:
        """The page has become narrow, or wide again."""
        if self._stage.tall != bool(tall):
            self._stage.tall = bool(tall)
            self.refresh()

    def _point(self, name: str) -> None:
        known = {target.name for target in self._layout.targets}
        name = name if name in known else ""
        if name != self.cursor:
            self.cursor = name
            self.paint()

    def _resize(self, pixels: Any) -> None:
        if self._stage.surface.resize(int(pixels)):
            self.paint()

    def _choose_theme(self, theme: str) -> None:
        self.theme = {"light": "dark", "dark": "light"}.get(self.theme, "dark") if theme == "other" else theme

    def _choose(self, name: str) -> None:
        own = {one.name: one for one in self._own}
        try:
            self.open(own.get(name, name) if name in own or name in [one["name"] for one in self._shipped] else "")
        except (Faulty, UnknownScenario, Refused) as error:
            self._unopened(name, error)

    def _unopened(self, name: str, error: Exception) -> None:
        faults = error.faults if isinstance(error, Faulty) else ()
        words: Words = N_("{name} cannot be opened; what was open stays open.", name=name)
        if isinstance(error, Refused):
            words = N_("{words} {why}", words=words, why=refusal(error))
        self.tell(words, faults)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        data, metadata = {}, {}
        shown = self.root._repr_mimebundle_()
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        if not os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
            still = bundle(self.scenario, self.session.frame, self.session.frames)
            data = {**data, **{key: still[key] for key in ("text/plain", "image/png")}}
        return data, metadata


ACTIONS: dict[str, Callable[[Explorer, Any], None]] = {
    "first": lambda page, _: page._go(lambda session: session.goto(0)),
    "back": lambda page, _: page._go(Session.back),
    "forward": lambda page, _: page._go(Session.forward),
    "last": lambda page, _: page._go(lambda session: session.goto(-1)),
    "goto": lambda page, value: page._go(lambda session: session.goto(max(0, int(value)))),
    "undo": lambda page, _: page._go(Session.undo),
    "redo": lambda page, _: page._go(Session.redo),
    "play": lambda page, _: page._toggle_play(),
    "tick": lambda page, value: page._tick(value),
    "press": lambda page, value: page._press(str(value)),
    "drag": lambda page, value: page._drag(str(value)),
    "cursor": lambda page, value: page._point(str(value)),
    "size": lambda page, value: page._resize(value),
    "still": lambda page, value: setattr(page._stage, "still", bool(value)),
    "speed": lambda page, value: setattr(page, "speed", int(value)),
    "tab": lambda page, value: setattr(page, "tab", value),
    "language": lambda page, value: setattr(page, "language", value),
    "theme": lambda page, value: page._choose_theme(str(value)),
    "scenario": lambda page, value: page._choose(str(value)),
    "file": lambda page, value: page.open_file(value),
    "dismiss": lambda page, _: page.tell(""),
    "computer": lambda page, value: page._computer(str(value)),
    "clock": lambda page, _: setattr(page, "ticking", not page.ticking),
    "elapsed": lambda page, value: page._elapse(value),
    "node": lambda page, value: page.go_to_node(value),
    "name": lambda page, value: page.name_line(value),
    "delete": lambda page, value: page.delete_line(value),
    "restore": lambda page, _: page.restore_lines(),
    "rule": lambda page, value: page.what_if(value),
    "compare": lambda page, value: page.compare_with(str(value)),
    "swap": lambda page, _: page.swap(),
    "copied": lambda page, _: page.link_copied(),
    "download": lambda page, value: page.download(str(value)),
    "game-number": lambda page, value: page.open_game(value.get("value", 0)),
    "edit": lambda page, value: page.choose_tool(str(value)),
    "write": lambda page, value: page.write_entry(value),
    "undo-edit": lambda page, _: page.undo_edit(),
    "game": lambda page, value: page.open_game(value),
    "desk": lambda page, value: page.press_on_desk(str(value)),
    "set": lambda page, value: page._set(str(value)),
    "tall": lambda page, value: page._stand(value),
}


def explore(scenario: Scenario | str, *, step: int = 0, language: str = "en", theme: str = "auto") -> Explorer:
    """A dashboard over a scenario, given by its name, its file or as an object; show it as a cell's last expression.

    Raises UnknownScenario, or Faulty with every fault of the file.
    """
    opened = scenario if isinstance(scenario, Scenario) else load(scenario)
    return Explorer(opened, step=step, language=language, theme=theme)
