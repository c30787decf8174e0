"""The sandwich battle: a placed piece and an anchor of its state close a run of other states between them.

Source: JP7589901B2. A player places a piece; what it sandwiches costs its owners HP, then turns to the placer's state.
Inside, cells are numbers of the topology and players count from 1; names (``d4``, ``K``) are what a person reads.

`options` and `position` say what there is, `relations` what is sandwiched, `damage` works out a sum, `growth` what feeding does;
`profiles` say in which order a turn runs, `vocabulary` what an effect can say, `world` and `deeds` what that comes to, `events` what
can happen; `turn` plays a move, `game` says what is legal, `refusing` why something is not, `schema` and `setup` how a scenario is
read.
"""

from .damage import *
from .events import *
from .game import *
from .growth import *
from .options import *
from .position import *
from .profiles import *
from .refusing import *
from .schema import *
from .setup import *
from .vocabulary import *
