"""Ordered effect resolution: the field's slots are searched in a fixed order, and each effect is applied before the next slot.

Source: JP3699080B2. Two sides, M and E, of ten slots each; slot names (``M3``) are what a person reads, inside they are
numbers: M1 … M10, then E1 … E10. Slots 1 to 5 of a side are its front row, 6 to 10 its back row.

`position` says what there is, `vocabulary` what an effect can say and `world` what that comes to, `events` what can happen, `game` what
does, `setup` how a scenario is read.
"""

from .events import *
from .field import *
from .game import *
from .position import *
from .setup import *
from .vocabulary import *
