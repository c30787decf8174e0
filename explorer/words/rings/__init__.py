"""What the ring rotation puzzle's events say: a sentence, a line of the step list, and the sum worked out.

`sentences` are those of the events, `phrases` the effect language in words, `signs` those of the balls.
"""

from .phrases import PHRASES, verdict
from .sentences import ABOUT, REFUSALS, TITLE, cell, gain, sentence, short, sums
from .signs import SIGNS

__all__ = ["ABOUT", "PHRASES", "REFUSALS", "SIGNS", "TITLE", "cell", "gain", "sentence", "short", "sums", "verdict"]
