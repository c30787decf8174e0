"""A session's frames on a canvas: the still picture of each, and the movement that leads to it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .boards.palette import PALETTES
from .boards.parts import Marks
from .painters.canvas import Surface
from .rules.trace import Frame
from .session import Session
from .still import story

GROUNDS = ("panel", "paper", "accent-soft")
"""The colours there may be behind a board, the usual one first."""
MOVEMENT, PICTURES = 300, 9
"""How long a movement takes, in milliseconds, and how many pictures it is made of: one message of at most 64 kB."""


class Stage:
    """Paints sessions. It keeps no state of a game, only which frame it painted last and when.

    ``ready``: a browser is there to paint for; ``still``: nobody wants movement; ``tall``: the page is narrow; ``ground``: the
    role of the colour behind the board.
    """

    def __init__(self, session: Session) -> None:
        size = session.scenario.mechanic.board.layout(session.scenario.game, session.frame.state)
        self.surface = Surface(size.wide, size.high)
        self.ready, self.still, self.tall = False, True, False
        self.ground = GROUNDS[0]
        self.moved_at = 0.0
        self._painted = session.frame

    def paint(self, session: Session, marks: Marks, theme: str) -> int:
        """Paint the frame in view, after the movement that leads to it; returns how long that takes, in milliseconds.

        A still frame is one message to the canvas, a movement one more.
        """
        game, board = session.scenario.game, session.scenario.mechanic.board
        size, palette, told = board.layout(game, session.frame.state, self.tall), PALETTES[theme], story(session.frames, session.frame)
        self.surface.fit(size.wide, size.high)
        marks = marks._replace(tall=self.tall)
        took = self._move(session, told, palette, marks)
        self.surface.paint(board.draw(game, session.frame.state, told, marks), palette, self.ground)
        return took

    def seen(self, frame: Frame) -> None:
        """The movement that leads to a frame has been seen elsewhere: it is painted still."""
        self._painted = frame

    def _move(self, session: Session, told: list[Any], palette: Mapping[str, str], marks: Marks) -> int:
        """Show the movement of one step forward, where the board has one and it is wanted."""
        before, self._painted = self._painted, session.frame
        if before is session.frame:
            return 0
        now = time.monotonic()
        hurried, self.moved_at = now - self.moved_at < 2 * MOVEMENT / 1000, now
        forward = session.index > 0 and before is session.frames[session.index - 1]
        moving = getattr(session.scenario.mechanic.board, "moving", None)
        if self.still or hurried or not forward or not moving:
            return 0

        def picture(share: float) -> Any:
            return moving(session.scenario.game, before.state, session.frame.state, told, share, marks)

        if picture(0.5) is None:
            return 0
        self.surface.animate(picture, PICTURES, palette, MOVEMENT, self.ground)
        return MOVEMENT
