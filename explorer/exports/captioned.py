"""The pictures of an animation: the board, with the title and both sides above it, and the step's number, source and sentence below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..boards.palette import PALETTES
from ..boards.parts import Side
from ..boards.shapes import Disc, Label, Shape
from ..painters.svg import document, elements, moved
from ..painters.typeface import lines, width
from ..rules.trace import Frame
from ..scenarios import Scenario
from ..still import drawn
from ..words import N_, say

# In pixels: how wide a picture is at the least and at the most, how high its board; the room around texts, their size, from line to line.
NARROWEST, WIDEST, HIGHEST = 560, 1200, 900
PAD, SIZE, LEADING = 20, 17, 26
HEAD, NUMBER, CITE, DOT = 19, 16, 14, 7


def captioned(scenario: Scenario, frames: Sequence[Frame], style: str, language: str) -> Iterator[str]:
    """An SVG document a frame, all of one size."""
    caption = _Caption(scenario, frames, style, language)
    return map(caption.document, frames)


class _Caption:
    """What is around the board, so that every frame of a trace has the room that the longest needs."""

    def __init__(self, scenario: Scenario, frames: Sequence[Frame], style: str, language: str) -> None:
        self.scenario, self.frames, self.palette, self.language = scenario, frames, PALETTES[style], language
        self.sizes = [scenario.mechanic.board.layout(scenario.game, frame.state) for frame in frames]
        wide, high = max(size.wide for size in self.sizes), max(size.high for size in self.sizes)
        self.zoom = min(max(1, NARROWEST / wide), WIDEST / wide, HIGHEST / high)
        self.wide = max(NARROWEST, round(wide * self.zoom))
        self.board = round(high * self.zoom)
        self.title = lines(scenario.title(language), self.wide - 2 * PAD, HEAD, True)
        self.sentences = [lines(say(scenario.mechanic.words.sentence(frame.event), language), self.wide - 2 * PAD, SIZE) for frame in frames]
        self.sides = [self.rows(scenario.mechanic.board.sides(scenario.game, frame.state, scenario.mechanic.board.NOTHING)) for frame in frames]
        # Where each part begins.
        self.top = PAD / 2 + LEADING * len(self.title)
        self.middle = self.top + LEADING * max(map(len, self.sides)) + PAD / 2
        self.bottom = self.middle + self.board + PAD / 2
        self.high = round(self.bottom + LEADING * (1 + max(map(len, self.sentences))) + PAD / 2)

    def document(self, frame: Frame) -> str:
        """One frame, as an SVG document."""
        at = frame.index
        texts = [*self.head(), *self.meters(self.sides[at]), *self.foot(frame)]
        board = moved(
            elements(drawn(self.scenario, frame, self.frames), self.palette),
            (self.wide - self.sizes[at].wide * self.zoom) / 2,
            self.middle + (self.board - self.sizes[at].high * self.zoom) / 2,
            self.zoom,
        )
        return document(board + "".join(elements(texts, self.palette)), self.wide, self.high, self.palette)

    def head(self) -> list[Shape]:
        return [Label(PAD, self.line(PAD / 2, k), text, HEAD, bold=True, align="left") for k, text in enumerate(self.title)]

    def foot(self, frame: Frame) -> list[Shape]:
        """The number of the step, its source, its sentence."""
        count = say(N_("step {index} / {last}", index=frame.index, last=len(self.frames) - 1), self.language)
        shapes: list[Shape] = [Label(PAD, self.line(self.bottom, 0), count, NUMBER, "accent", bold=True, align="left")]
        if frame.event.cite:
            shapes.append(Label(self.wide - PAD, self.line(self.bottom, 0), frame.event.cite, CITE, "soft", align="right"))
        sentence = self.sentences[frame.index]
        return [*shapes, *(Label(PAD, self.line(self.bottom, k), text, SIZE, align="left") for k, text in enumerate(sentence, 1))]

    def rows(self, sides: Sequence[Side]) -> list[list[tuple[float, Side, str]]]:
        """Where each side stands, with its name, points and facts; as many in a row as fit."""
        found: list[list[tuple[float, Side, str]]] = [[]]
        x: float = PAD
        for side in sides:
            points = [] if side.points is None else [str(side.points).replace("-", "−")]
            facts = [f"{say(name, self.language)} {value}" for name, value in side.facts]
            text = " · ".join([" ".join([say(side.title, self.language), *points]), *facts])
            takes = 3 * DOT + width(text, NUMBER, True)
            if found[-1] and x + takes > self.wide - PAD:
                found.append([])
                x = PAD
            found[-1].append((x, side, text))
            x += takes + 2 * PAD
        return found

    def meters(self, rows: Sequence[Sequence[tuple[float, Side, str]]]) -> list[Shape]:
        """Both sides; the one whose turn it is in bold letters."""
        placed = [(x, self.line(self.top, row), side, text) for row, places in enumerate(rows) for x, side, text in places]
        dots = [Disc(x + DOT, y, DOT, side.role, "outline", 1.5) for x, y, side, _ in placed]
        return [*dots, *(Label(x + 3 * DOT, y, text, NUMBER, bold=side.active, align="left") for x, y, side, text in placed)]

    @staticmethod
    def line(top: float, number: int) -> float:
        """The middle of a line of text."""
        return top + LEADING * (number + 0.5)
