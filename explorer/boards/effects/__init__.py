"""The board of ordered effects: two sides of ten slots face to face; a frame in, shapes and tables out; a press in, a move out.

What stands on a card is free of any language: its name, a sword with its power, a shield with its defence, and signs for
its effects (←→ B +1: each B on the left and right; ↑ ✕: destroy the card in front). The words are in the panel.
"""

from . import editor
from .around import NOTHING, TONES, Choice, allowed, cell_label, press, sides, tables
from .grid import layout
from .picture import draw, moving

__all__ = ["NOTHING", "TONES", "Choice", "allowed", "cell_label", "draw", "editor", "layout", "moving", "press", "sides", "tables"]
