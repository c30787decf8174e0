"""The two widgets of our own: a region of HTML, and the bridge beside a canvas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..boards.palette import PALETTES

HERE = Path(__file__).parent


def stylesheet() -> str:
    """The page's style, with the palettes of the boards as its colours."""
    themes = {":root,.explorer-root": PALETTES["light"], '.explorer-root[data-theme="dark"]': PALETTES["dark"]}
    colours = [selector + "{" + "".join(f"--explorer-{role}:{colour};" for role, colour in palette.items()) + "}" for selector, palette in themes.items()]
    players = [f".explorer-{role}{{background:var(--explorer-{role})}}" for role in PALETTES["light"] if role.startswith("player") and role[-1].isdigit()]
    return "\n".join([*colours, *players, (HERE / "page.css").read_text(encoding="utf-8")])


Listener = Callable[[str, Any], None]


class Region(anywidget.AnyWidget):
    """A part of the page. ``html`` is its content, ``current`` the marked row of a list in it.

    What a person does in it reaches ``listener`` as an action and its value.
    """

    _esm = (HERE / "region.js").read_text(encoding="utf-8")
    html = traitlets.Unicode("").tag(sync=True)
    current = traitlets.Int(0).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)

    def __init__(self, name: str, listener: Listener) -> None:
        super().__init__()
        self.add_class("explorer-region")
        self.add_class(f"explorer-{name}")
        self.on_msg(lambda _widget, content, buffers: self._heard(content, buffers, listener))

    def _heard(self, content: dict[str, Any], buffers: list[Any], listener: Listener) -> None:
        """An action; a file's bytes come beside it. What was typed is answered, whether or not the page is another then."""
        value = content.get("value", "")
        if buffers and isinstance(value, dict):
            value = {**value, "data": bytes(buffers[0])}
        listener(str(content.get("do", "")), value)
        if isinstance(value, dict):
            self.answered += 1


class Bridge(anywidget.AnyWidget):
    """Names a canvas' cells for screen readers, lets keys and taps in and out, turns dials, steps, plays, keeps the address, counts down.

    ``turned`` counts the dials let go of whose answer is painted.
    """

    _esm = (HERE / "bridge.js").read_text(encoding="utf-8")
    _css = stylesheet()
    board = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    cells = traitlets.List().tag(sync=True)
    dials = traitlets.List().tag(sync=True)
    turned = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    painted = traitlets.Int(0).tag(sync=True)
    moving = traitlets.Int(0).tag(sync=True)
    ratio = traitlets.Float(1.0).tag(sync=True)
    closed = traitlets.Bool(False).tag(sync=True)
    query = traitlets.Unicode("").tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Int(1500).tag(sync=True)
    clock = traitlets.Dict().tag(sync=True)
    ground = traitlets.Unicode("panel").tag(sync=True)
    mechanic = traitlets.Unicode("").tag(sync=True)
    beat = traitlets.Int(0).tag(sync=True)
    texts = traitlets.Dict().tag(sync=True)

    def __init__(self, listener: Listener, **state: Any) -> None:
        super().__init__(**state)
        self.board = f"explorer-{self.model_id[:8]}"
        self.add_class("explorer-bridge")
        self.on_msg(lambda _widget, content, _buffers: self._heard(content, listener))

    def _heard(self, content: dict[str, Any], listener: Listener) -> None:
        """Answer a heartbeat at once; all else is an action."""
        if content.get("do") == "beat":
            self.beat += 1
        else:
            listener(str(content.get("do", "")), content.get("value", ""))

    def give(self, name: str, kind: str, data: bytes) -> None:
        """Let the browser save a file."""
        self.send({"file": name, "type": kind}, [data])
