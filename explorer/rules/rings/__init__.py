"""The ring rotation puzzle: turn a ring, and three or more balls of one kind that hang together go.

Source: JP5039466B2. Balls lie on the nodes of round fields, where rings cross spokes; a plug in each centre releases more.
Inside, a node is a triple (field, ring, spoke), rings counted from the inside, spokes clockwise from one o'clock; names (``3c``,
``2B``, ``Hc``, in the second field ``3c@2``) are what a person reads. The three tables of the source have one shape: a row a ring, a value a spoke.

`options` and `position` say what there is, `stage` how a field begins; `turning`, `releasing` and `erasing` are what can be done and
what comes of it, `events` what that is called; `vocabulary` is what a kind with a function can do and `world` what that comes to;
`game` puts them together, `notation` writes moves, `setup` reads a scenario.
"""

from .erasing import *
from .events import *
from .game import *
from .notation import *
from .options import *
from .position import *
from .setup import *
from .stage import *
from .turning import *
from .vocabulary import *
