"""A page's address, from and to the sitting that it shows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import reduce
from typing import Any
from urllib.parse import parse_qs

from .boards.parts import Words
from .dashboards import Explorer
from .links import LEFT_OUT, MOST_LINES, unpack
from .mechanics import mechanics
from .rules.trace import Faulty, Refused
from .scenarios import Scenario, from_document, index, load
from .session import Session
from .words import LANGUAGES, N_, refusal

MOST_MOVES = 2000


class _Asked:
    """What an address asks for, and in sentences what of it cannot be had."""

    def __init__(self, mechanic: str, query: str) -> None:
        self.asked = {key: values[-1] for key, values in parse_qs(query, keep_blank_values=True).items()}
        self.asked = {key: value for key, value in self.asked.items() if value or key == "moves"}
        self.mechanic = mechanic
        self.shipped = [one["name"] for one in index() if one["mechanic"] == mechanic]
        self.wrong: list[Words] = []
        self.more = self._more()

    def _more(self) -> dict[str, Any]:
        try:
            return unpack(self.asked["more"]) if "more" in self.asked else {}
        except ValueError:
            if self.asked["more"] == LEFT_OUT:
                self.wrong.append(N_("There was no room in this address for the rules or the start that it is about: open the scenario file again."))
                return {}
            self.wrong.append(N_("This address is damaged: what it holds besides the scenario is left out."))
            return {}

    def scenario(self) -> Scenario:
        """The one that is named or packed in the address, else the first one, under the rules it asks for."""
        document, name = self.more.get("document"), self.asked.get("scenario", self.shipped[0])
        if isinstance(document, Mapping):
            try:
                if document.get("mechanic") == self.mechanic:
                    return from_document(document)
            except Faulty:
                pass
            self.wrong.append(N_("The scenario in this address cannot be opened."))
        elif name not in self.shipped:
            self.wrong.append(N_("There is no scenario {name} here (a file of your own has to be opened again); this is another one.", name=name[:80]))
        if name not in self.shipped:
            name = self.shipped[0]
            self.asked = {key: value for key, value in self.asked.items() if key not in ("step", "moves")}
            self.more = {}
        return self._ruled(load(name))

    def _ruled(self, scenario: Scenario) -> Scenario:
        rules = self.more.get("rules")
        if rules is None:
            return scenario
        try:
            return scenario.with_rules({str(key): value for key, value in rules.items()})
        except (Faulty, AttributeError):
            self.wrong.append(N_("The rules of this address do not fit; these are those of the scenario."))
            return scenario

    def session(self, scenario: Scenario) -> Session:
        """The line that is asked for, and every other one."""
        try:
            session = Session.open(scenario)
        except Refused:  # under other rules its own moves may not be allowed
            session = Session.open(scenario.upto(0))
        for line in self._lines():
            try:
                session = session.with_lines([Session.along(scenario.upto(0), line).moves])
            except Refused as refused:
                self._unplayable(refused)
        if "moves" not in self.asked:
            return self._named(session)
        moves = [move for move in self.asked["moves"].split(";")[:MOST_MOVES] if move]
        try:
            played = Session.along(scenario.upto(0), moves).moves
        except Refused as refused:
            self._unplayable(refused)
            return self._named(session)
        return self._named(session.with_lines([played]).along_line(played))

    def _unplayable(self, refused: Refused) -> None:
        self.wrong.append(N_("The moves of this address cannot be played: {why}", why=refusal(refused)))

    def _lines(self) -> list[list[str]]:
        """Other lines, as many as have together no more moves than are played at once."""
        lines, found, room = self.more.get("lines"), [], MOST_MOVES
        for line in lines[:MOST_LINES] if isinstance(lines, list) else []:
            if isinstance(line, list) and (room := room - len(line)) >= 0:
                found.append([str(move) for move in line])
        return found

    def _named(self, session: Session) -> Session:
        """The lines with their names."""
        names = self.more.get("names", [])
        fit = [one for one in names[:MOST_LINES] if isinstance(one, list) and len(one) == 2 and isinstance(one[0], list)] if isinstance(names, list) else []
        return session.with_names(([str(move) for move in moves], str(name)[:60]) for moves, name in fit)

    def language(self) -> str:
        language = self.asked.get("lang", "en")
        if language in LANGUAGES:
            return language
        self.wrong.append(N_("There is no language {name}; this is English.", name=language[:20]))
        return "en"


def dashboard(mechanic: str, query: str | None = None) -> Explorer:
    """The page of a mechanic as its address asks for it: ``?scenario=NAME&step=N&lang=en|ja&theme=light|dark``.

    ``moves`` is the line, ``more`` what else there is of the sitting. What the address asks for and cannot have is told on the
    page, which then shows the mechanic's first scenario.
    """
    if mechanic not in mechanics():
        raise KeyError(mechanic)
    asked = _Asked(mechanic, os.environ.get("QUERY_STRING", "") if query is None else query)
    scenario = asked.scenario()
    language, session = asked.language(), asked.session(scenario)
    theme, step = asked.asked.get("theme", "auto"), asked.asked.get("step", "0")
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 7 else -1
    here = os.environ.get("SCRIPT_NAME", "")
    start = f"{here.partition('/voila/')[0]}/{os.environ.get('EXPLORER_START', '')}" if here else None
    page = Explorer(scenario, session=session, step=max(0, number), language=language, theme=theme if theme in ("light", "dark") else "auto", start_page=start)
    last = len(page.session.frames) - 1
    if not 0 <= number <= last:
        asked.wrong.append(N_("There is no step {step} here; the last is {last}.", step=step[:20], last=last))
    if asked.wrong:
        page.tell(reduce(lambda one, other: N_("{begin} {turn}", begin=one, turn=other), asked.wrong))
    return page
