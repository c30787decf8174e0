"""The server behind `explorer serve`: Voilà over the notebooks, and the start page, which needs no kernel."""

from __future__ import annotations

import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any

import htpy as h
from jupyter_server.utils import url_path_join
from markupsafe import Markup
from tornado.web import RequestHandler
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

from .boards.palette import PALETTES
from .mechanics import mechanic, mechanics
from .panels.parts import Page
from .panels.widgets import stylesheet
from .scenarios import Scenario, index, load
from .still import picture
from .words import LANGUAGES, N_

HERE = Path(__file__).parent
THEMES = ("light", "dark")
CONFIG = {
    # A page that is closed leaves its kernel behind: end those that nobody has been connected to for five minutes.
    "MappingKernelManager": {"cull_interval": 30, "cull_idle_timeout": 300},
    # Extensions of tools that a developer may have installed; they log errors in Voilà's own front end.
    "VoilaConfiguration": {"extension_denylist": ["jupyterlab-jupytext", "nbdime-jupyterlab"], "show_tracebacks": False},
}


def notebooks() -> Path:
    """The folder of the notebooks: inside an installed package, beside it in a source tree."""
    inside = HERE / "notebooks"
    return inside if inside.is_dir() else HERE.parent / "notebooks"


@cache
def start_page(language: str, theme: str, base: str = "/", start: str = "", folder: str = "") -> str:
    """The start page: each mechanic, and each of its scenarios with a picture, a click away (X30).

    ``base`` is the server's own path, ``start`` this page's below it, ``folder`` that of the notebooks.
    """
    page = Page(language)
    title = page.say(N_("Rules explorer"))
    lead = page.say(N_("Step through a move from the inside: every step in words, with its sum, its source and a link to it."))
    newest_first = sorted(mechanics(), key=lambda name: mechanic(name).rules.SOURCE, reverse=True)
    sections = [_section(page, name, f"{base}voila/render/{folder}{name}.ipynb", theme) for name in newest_first]
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.link(rel="icon", href="data:;base64,="),
        h.title[title],
        h.style[Markup(stylesheet() + START_STYLE)],
    ]
    body = h.div(".explorer-root.start", data_theme=theme)[_start_head(page, title, f"{base}{start}", theme), h.main[h.p(".start-lead")[lead], sections]]
    return str(h.html(lang=language)[head, h.body[body]])


def _start_head(page: Page, title: str, here: str, theme: str) -> h.Node:
    """The page's head, where language and theme are links to itself."""
    other, switch = THEMES[theme == "light"], page.say(N_("Light or dark"))
    links = [
        h.a(".explorer-button", href=f"{here}?lang={code}&theme={theme}", lang=code, aria_current="true" if code == page.language else None)[label]
        for code, label in LANGUAGES.items()
    ]
    return h.header(".explorer-head")[
        h.h1[title],
        h.span(".explorer-spread"),
        h.nav(".explorer-languages", aria_label=page.say(N_("Language")))[links],
        h.a(".explorer-button", href=f"{here}?lang={page.language}&theme={other}", title=switch)[
            h.span(aria_hidden="true")["◐"], h.span(".explorer-hidden")[switch]
        ],
    ]


def _section(page: Page, name: str, address: str, theme: str) -> h.Node:
    """One mechanic: what it is, and a card for each of its scenarios."""
    words, query = mechanic(name).words, f"lang={page.language}&theme={theme}"
    cards = [_card(load(one["path"]), address, query, page.language, theme) for one in index() if one["mechanic"] == name]
    return h.section(aria_labelledby=f"title-{name}")[
        h.h2(id=f"title-{name}")[h.a(href=f"{address}?{query}")[page.say(words.TITLE)]],
        h.p[page.say(words.ABOUT)],
        h.ul(".start-cards")[cards],
    ]


def _card(scenario: Scenario, address: str, query: str, language: str, theme: str) -> h.Node:
    """One scenario: a picture of the last thing that happened in it, its title, its source."""
    tones = scenario.mechanic.board.TONES
    frames = scenario.frames
    frame = next((one for one in reversed(frames) if tones.get(one.event.kind, "calm") not in ("calm", "change")), frames[0])
    drawing = Markup(picture(scenario, frame, style=theme, language=language))
    link = f"{address}?scenario={scenario.name}&{query}"
    return h.li[h.a(href=link)[h.div(".start-picture", aria_hidden="true")[drawing], h.b[scenario.title(language)], h.small[scenario.source]]]


START_STYLE = f"""
body {{ margin: 0; background: {PALETTES["light"]["paper"]}; }}
body:has([data-theme=dark]) {{ background: {PALETTES["dark"]["paper"]}; }}
.start {{ overflow: visible; min-height: 100vh; }}
.start main {{ width: 100%; max-width: 1240px; margin: 0 auto; padding: 16px 20px 40px; }}
.start-lead {{ font-size: 20px; max-width: 42em; }}
.start h2 {{ margin: 24px 0 0; font-size: 22px; }}
.start h2 a {{ color: inherit; }}
.start a.explorer-button {{ text-decoration: none; }}
.start a[aria-current] {{ background: var(--explorer-accent-soft); border-color: var(--explorer-accent); font-weight: 600; }}
.start-cards {{ list-style: none; margin: 12px 0; padding: 0; display: grid; gap: 14px; }}
.start-cards {{ grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr)); }}
.start-cards a {{ display: flex; flex-direction: column; gap: 2px; height: 100%; padding: 12px; }}
.start-cards a {{ color: inherit; text-decoration: none; background: var(--explorer-panel); border: 1px solid var(--explorer-line); border-radius: 12px; }}
.start-cards a:hover {{ border-color: var(--explorer-accent); }}
.start-cards small {{ color: var(--explorer-soft); }}
.start-picture {{ aspect-ratio: 4 / 3; display: grid; place-items: center; }}
.start-picture svg {{ width: 100%; max-height: 100%; }}
@media (max-width: 800px) {{ .start .explorer-head {{ flex-wrap: nowrap; }} .start h1 {{ min-width: 0; font-size: 15px; }} }}
"""


class StartPage(RequestHandler):
    """Answers with the start page; an argument it does not know counts as not given."""

    def initialize(self, base: str = "/", start: str = "", folder: str = "") -> None:
        self.place = base, start, folder

    def get(self) -> None:
        language, theme = self.get_argument("lang", "en"), self.get_argument("theme", "light")
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.write(start_page(language if language in LANGUAGES else "en", theme if theme in THEMES else "light", *self.place))


class EndKernel(VoilaShutdownKernelHandler):  # type: ignore[misc]
    """Ends the kernel of a page that is closed. Voilà refuses its own page's request for want of a token that a closing
    page cannot send, and the kernel stays; the kernel's own name, which only that page knows, is token enough.
    """

    def check_xsrf_cookie(self) -> None:
        return None


class Server(Voila):  # type: ignore[misc]
    """Voilà with our start page and template, which says its address once it listens."""

    def setup_template_dirs(self) -> None:
        super().setup_template_dirs()
        self.template_paths.insert(0, str(HERE / "templates"))

    def init_handlers(self) -> list[Any]:
        ours = [(self.server_url, StartPage), (url_path_join(self.server_url, r"/voila/api/shutdown/(.*)"), EndKernel)]
        return [*ours, *super().init_handlers()]

    def launch_browser(self) -> None:
        """Called once the server listens, whether or not a browser is wanted."""
        print(f"http://127.0.0.1:{self.port}/", flush=True)
        if self.wants_browser:
            super().launch_browser()

    wants_browser = False


def serve(port: int, browser: bool) -> int:
    """Serve until a signal ends it; the kernels end with it. Returns the exit code."""
    Voila.clear_instance()
    arguments = [str(notebooks()), f"--port={port}", "--Voila.ip=127.0.0.1", "--Voila.port_retries=0"]
    server = Server.instance(config=Config(CONFIG), log_level="ERROR")
    server.wants_browser = browser
    server.initialize(arguments)
    server.open_browser = True
    signal.signal(signal.SIGTERM, lambda *_: server.ioloop.add_callback_from_signal(server.ioloop.stop))
    try:
        server.start()
    except SystemExit as stop:
        if stop.code:
            print(f"explorer: port {port} is taken; another --port is allowed, or none for any free one", file=sys.stderr)
            return 1
    return 0
