"""The ring rotation puzzle's board: a frame in, shapes and tables out; a press in, a move out.

Everything round is worked out from (ring, spoke) on a field as two numbers with fractions: a ball on its way has a ring of 1.5, a
ring half turned stands at spokes of 0.5. Spoke 0 points to one o'clock, angles go clockwise.
"""

from . import editor
from .around import NOTHING, TONES, allowed, cell_label, clock, press, records, rules_of, sides, stages, tables
from .picture import draw, moving
from .place import layout

__all__ = [
    "NOTHING",
    "TONES",
    "allowed",
    "cell_label",
    "clock",
    "draw",
    "editor",
    "layout",
    "moving",
    "press",
    "records",
    "rules_of",
    "sides",
    "stages",
    "tables",
]
