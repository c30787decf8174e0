"""Write the typeface that pictures without a browser are set in: `make font`, after new Japanese (a test says when).

Out of Noto Sans, its symbols and Noto Sans CJK JP, two files of one family with every character that this project writes, and
the common ones beyond. One family, since resvg takes the whole of a text from another font where a single character is missing.
Needs fontTools, and Debian's fonts-noto-core and fonts-noto-cjk.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from unicodedata import category

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTCollection, TTFont

PACKAGE = Path(__file__).parents[1] / "explorer"
FOLDER = PACKAGE / "painters/fonts"
FAMILY = "Explorer Sans"
SOURCES = Path("/usr/share/fonts")
WEIGHTS = {"Regular": 400, "Bold": 700}
# ASCII, Latin, Greek, punctuation, arrows, geometric shapes, Japanese punctuation, kana, full-width signs.
BLOCKS = ((0x20, 0x7F), (0xA0, 0x180), (0x370, 0x3D7), (0x2010, 0x203B), (0x2190, 0x2200), (0x25A0, 0x2600))
BLOCKS += ((0x3000, 0x3020), (0x3041, 0x3100), (0xFF01, 0xFF5F))  # fmt: skip
# The kanji that everybody writes, JIS X 0208 level 1, for scenarios of one's own; of bold ones only those in use: resvg takes the others from Regular.
COMMON = {bytes((row, cell)).decode("euc_jp", "ignore") for row in range(0xB0, 0xD0) for cell in range(0xA1, 0xFF)} - {""}
COPYRIGHT = "Copyright 2015-2018 Google LLC, 2014-2021 Adobe (http://www.adobe.com/)"
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1. It is made from Noto fonts: see OFL.txt."


def sources(weight: str) -> Iterator[TTFont]:
    """The fonts to take from, the first that has a character wins; Noto has its signs in one weight only."""
    noto = SOURCES / "truetype/noto"
    for name in (f"NotoSans-{weight}", "NotoSansMath-Regular", "NotoSansSymbols2-Regular", f"NotoSansSymbols-{weight}"):
        yield TTFont(noto / f"{name}.ttf")
    japanese: TTFont = TTCollection(SOURCES / f"opentype/noto/NotoSansCJK-{weight}.ttc").fonts[0]
    yield japanese


def wanted(weight: str) -> list[str]:
    """The characters that the typeface shall have in that weight."""
    texts = [path.read_text(encoding="utf-8") for pattern in ("*.po", "*.toml", "*.py") for path in PACKAGE.rglob(pattern)]
    letters = {*chain.from_iterable(texts), *(chr(code) for block in BLOCKS for code in range(*block)), *(COMMON if weight == "Regular" else ())}
    return sorted(letter for letter in letters if category(letter)[0] != "C" and category(letter) not in ("Zl", "Zp"))


def glyphs(weight: str) -> dict[str, tuple[Any, Any]]:
    """By character its glyph, and the set of glyphs that this one may be made of; that of a missing character under ""."""
    found: dict[str, tuple[Any, Any]] = {}
    for font in sources(weight):
        drawn, known = font.getGlyphSet(), font.getBestCmap()
        found.setdefault("", (drawn[".notdef"], drawn))
        found |= {letter: (drawn[known[ord(letter)]], drawn) for letter in wanted(weight) if ord(letter) in known and letter not in found}
    return found


def build(weight: str) -> dict[str, str]:
    """Write the font file of a weight; returns its characters by their advance, in thousandths of the size."""
    found = glyphs(weight)
    names = {letter: f"u{ord(letter):04X}" if letter else ".notdef" for letter in found}
    outlines, advances, by_advance = {}, {}, defaultdict(str)
    for letter, (glyph, drawn) in found.items():
        pen = T2CharStringPen(round(glyph.width), drawn)
        glyph.draw(pen)
        outlines[names[letter]], advances[names[letter]] = pen.getCharString(), (round(glyph.width), 0)
        by_advance[str(round(glyph.width))] += letter
    post_script = f"{FAMILY.replace(' ', '')}-{weight}"
    about = {"copyright": COPYRIGHT, "version": "Version 1", "licenseDescription": LICENCE, "licenseInfoURL": "https://openfontlicense.org"}
    about |= {"familyName": FAMILY, "styleName": weight, "uniqueFontIdentifier": post_script, "fullName": f"{FAMILY} {weight}", "psName": post_script}
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([*outlines])
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items() if letter})
    builder.setupCFF(post_script, {}, outlines, {})
    builder.setupHorizontalMetrics(advances)
    builder.setupHorizontalHeader(ascent=1069, descent=-293)  # those of Noto Sans
    builder.setupNameTable(about, mac=False)
    builder.setupOS2(usWeightClass=WEIGHTS[weight], fsSelection=1 << 5 if weight == "Bold" else 1 << 6)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].macStyle = int(weight == "Bold")
    builder.font["head"].created = builder.font["head"].modified = 0  # the same font is the same file
    builder.font.recalcTimestamp = False
    builder.save(FOLDER / f"{post_script}.otf")
    return dict(sorted(by_advance.items(), key=lambda one: int(one[0])))


if __name__ == "__main__":
    if not (SOURCES / "truetype/noto").is_dir() or not (SOURCES / "opentype/noto").is_dir():
        raise SystemExit(f"The fonts are not in {SOURCES}; install them: apt install fonts-noto-core fonts-noto-cjk")
    advances = {weight.lower(): build(weight) for weight in WEIGHTS}
    (FOLDER / "advances.json").write_text(json.dumps(advances, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    missing = "".join(letter for letter in wanted("Regular") if not any(letter in some for some in advances["regular"].values()))
    print(f"{sum(path.stat().st_size for path in FOLDER.iterdir()) // 1000} kB in {FOLDER}", f"no font has {missing}" if missing else "", sep="\n")
