"""The sandwich battle's board: a frame in, shapes and tables out; a press in, a move out."""

from . import desk, editor
from .around import NOTHING, SETTINGS, TONES, Choice, allowed, cell_label, counts, press, reach, sides
from .grid import layout
from .picture import draw, moving
from .tables import tables

__all__ = [
    "NOTHING",
    "SETTINGS",
    "TONES",
    "Choice",
    "allowed",
    "cell_label",
    "counts",
    "desk",
    "draw",
    "editor",
    "layout",
    "moving",
    "press",
    "reach",
    "sides",
    "tables",
]
