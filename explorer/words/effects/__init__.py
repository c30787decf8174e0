"""What the events of ordered effects say: a sentence, a line of the step list, and the sum worked out.

`sentences` are those of the events, `phrases` the effect language in words.
"""

from .phrases import PHRASES, ability, named, verdict
from .sentences import ABOUT, REFUSALS, TITLE, gain, sentence, short, slot, sums

__all__ = ["ABOUT", "PHRASES", "REFUSALS", "TITLE", "ability", "gain", "named", "sentence", "short", "slot", "sums", "verdict"]
