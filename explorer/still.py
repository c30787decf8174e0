"""Pictures of a frame without widgets: what any notebook viewer shows of a scenario or a session."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from .boards.palette import PALETTES
from .boards.parts import Marks
from .boards.shapes import Label, Shape
from .painters.svg import png, svg
from .rules.trace import Frame
from .scenarios import Scenario
from .words import say


def story(frames: Sequence[Frame], frame: Frame) -> list[Any]:
    """The events of the move in view, as far as they have been told."""
    return [one.event for one in frames[: frame.index + 1] if one.move == frame.move]


def picture(scenario: Scenario, frame: Frame, frames: Sequence[Frame] = (), *, style: str = "light", language: str = "en", sized: bool = False) -> str:
    """One frame as SVG text; ``style`` is ``light``, ``dark`` or ``print`` (black and white, as the sources draw).

    ``sized``: it says its own width and height, as a file of its own should; without, it fits where it stands.
    """
    size = scenario.mechanic.board.layout(scenario.game, frame.state)
    title = f"{scenario.title(language)}: {say(scenario.mechanic.words.sentence(frame.event), language)}"
    return svg(drawn(scenario, frame, frames), size.wide, size.high, PALETTES[style], title, sized=sized)


def drawn(scenario: Scenario, frame: Frame, frames: Sequence[Frame] = ()) -> list[Shape]:
    """One frame as the shapes of its board, with nothing hovered or chosen."""
    shapes: list[Shape] = scenario.mechanic.board.draw(scenario.game, frame.state, story(frames or scenario.frames, frame), Marks())
    return shapes


PAGE = {role: f"var(--explorer-{role})" for role in PALETTES["light"]}
"""The colours of the page that a picture stands on, whatever its theme."""


def thumbnail(scenario: Scenario, state: Any) -> str:
    """A position as a small SVG picture without the names of places, coloured by the page it stands on."""
    game, board = scenario.game, scenario.mechanic.board
    size = board.layout(game, state)
    shapes = [shape for shape in board.draw(game, state, [], Marks()) if not isinstance(shape, Label) or shape.fill.startswith("kind")]
    return svg(shapes, size.wide, size.high, PAGE)


def bundle(scenario: Scenario, frame: Frame, frames: Sequence[Frame] = ()) -> dict[str, Any]:
    """Text, SVG and PNG of one frame, for `_repr_mimebundle_`."""
    text = picture(scenario, frame, frames)
    sentence = say(scenario.mechanic.words.sentence(frame.event))
    return {
        "text/plain": f"{scenario.name}, step {frame.index}: {sentence}",
        "image/svg+xml": text,
        "image/png": b64encode(png(text)).decode("ascii"),
    }
