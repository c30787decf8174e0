"""What pictures without a browser are set in: a part of Noto Sans that is shipped, so that they look alike on every machine, with fonts or without.

`make font` writes its files (`tools/font.py`); its licence, the Open Font License, stands beside them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Explorer Sans"
FILES = tuple(str(FOLDER / f"ExplorerSans-{weight}.otf") for weight in ("Regular", "Bold"))
_JAPANESE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e"
# What a line may not begin with, and what it may not end with.
_CLOSING, _OPENING = "、。，．」』）〕！？：；・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ…", "「『（〔"
# A line breaks at spaces, and before and after any Japanese character.
_UNITS = re.compile(rf"\s+|[{_OPENING}]*[{_JAPANESE}][{_CLOSING}]*|[{_OPENING}]*[^\s{_OPENING}{_JAPANESE}]+[{_CLOSING}]*|[{_OPENING}]+")


@cache
def _advances(bold: bool) -> dict[str, int]:
    """By character how far it goes to the right, in thousandths of the size."""
    by_advance = json.loads((FOLDER / "advances.json").read_text(encoding="utf-8"))["bold" if bold else "regular"]
    return {letter: int(advance) for advance, letters in by_advance.items() for letter in letters}


def missing(text: str) -> str:
    """The characters of a text that the typeface does not have.

    >>> missing("α ★ → ● はさみ"), [*map(ord, missing(chr(0x2603)))]
    ('', [9731])
    """
    known = _advances(False)
    return "".join(sorted({letter for letter in text if letter not in known and not letter.isspace()}))


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text of that size is; a character that is missing counts as a square."""
    known = _advances(bold)
    return sum(known.get(letter, 1000) for letter in text) * size / 1000


def lines(text: str, wide: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines of at most that width, broken as English and Japanese are; a word that is wider is cut.

    >>> lines("はさみ、そして b2 が反転", 100, 20)
    ['はさみ、そ', 'して b2 が', '反転']
    """
    found = [""]
    for unit in _UNITS.findall(text):
        for piece in [unit] if width(unit, size, bold) <= wide else unit:
            if width((found[-1] + piece).rstrip(), size, bold) > wide:
                found.append("")
            found[-1] = (found[-1] + piece).lstrip()
    return [line.rstrip() for line in found]
