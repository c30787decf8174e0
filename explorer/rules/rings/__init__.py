"""The ring rotation puzzle: turn a ring, and three or more balls of one kind that hang together go.

Source: JP5039466B2. Balls lie on the nodes of a round field, where rings cross spokes; a plug in the centre releases more.
Inside, a node is a pair (ring, spoke), rings counted from the inside, spokes clockwise from one o'clock; names (``3c``,
``2B``, ``Hc``) are what a person reads. The three tables of the source have one shape: a row a ring, a value a spoke.

`position` says what there is, `vocabulary` what a kind with a function can do and `world` what that comes to, `events` what can
happen, `game` what does, `setup` how a scenario is read.
"""

from .events import *
from .game import *
from .position import *
from .setup import *
from .vocabulary import *
