"""A page's address, from and to the sitting that it shows."""

from __future__ import annotations

import os
from functools import reduce
from urllib.parse import parse_qs

from .boards.parts import Words
from .dashboards import Explorer
from .mechanics import mechanics
from .rules.trace import Refused
from .scenarios import index, load
from .session import Session
from .words import LANGUAGES, N_, refusal


def dashboard(mechanic: str, query: str | None = None) -> Explorer:
    """The page of a mechanic as its address asks for it: ``?scenario=NAME&step=N&lang=en|ja&theme=light|dark``.

    What the address asks for and cannot have is told on the page, which then shows the mechanic's first scenario.
    """
    if mechanic not in mechanics():
        raise KeyError(mechanic)
    asked = {key: values[-1] for key, values in parse_qs(os.environ.get("QUERY_STRING", "") if query is None else query).items()}
    shipped = [one["name"] for one in index() if one["mechanic"] == mechanic]
    name = asked.get("scenario", shipped[0])
    wrong: list[Words] = []
    if name not in shipped:
        wrong.append(N_("There is no scenario {name} here (a file of your own has to be opened again); this is another one.", name=name[:80]))
        name, asked = shipped[0], {key: value for key, value in asked.items() if key not in ("step", "moves")}
    language = asked.get("lang", "en")
    if language not in LANGUAGES:
        wrong.append(N_("There is no language {name}; this is English.", name=language[:20]))
        language = "en"
    theme = asked.get("theme", "auto")
    opened = load(name)
    step = asked.get("step", "0")
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 7 else -1
    here = os.environ.get("SCRIPT_NAME", "")
    start = f"{here.partition('/voila/')[0]}/{os.environ.get('EXPLORER_START', '')}" if here else None
    session = Session.open(opened)
    if "moves" in asked:
        try:
            session = Session.along(opened, [move for move in asked["moves"].split(";")[:2000] if move])
        except Refused as refused:
            wrong.append(N_("The moves of this address cannot be played: {why}", why=refusal(refused)))
    page = Explorer(opened, session=session, step=max(0, number), language=language, theme=theme if theme in ("light", "dark") else "auto", start_page=start)
    last = len(page.session.frames) - 1
    if not 0 <= number <= last:
        wrong.append(N_("There is no step {step} here; the last is {last}.", step=step[:20], last=last))
    if wrong:
        page.tell(reduce(lambda one, other: N_("{begin} {turn}", begin=one, turn=other), wrong))
    return page
