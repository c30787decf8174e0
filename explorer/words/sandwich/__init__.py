"""What the sandwich battle's events say: a sentence, a line of the step list, and the sum worked out.

`sentences` are those of the events, `phrases` the effect language in words.
"""

from .phrases import PHRASES, verdict
from .sentences import ABOUT, REFUSALS, TITLE, cell, gain, sentence, short, sums

__all__ = ["ABOUT", "PHRASES", "REFUSALS", "TITLE", "cell", "gain", "sentence", "short", "sums", "verdict"]
