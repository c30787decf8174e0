"""Pictures to an animated GIF.

Pillow reads the PNGs and compresses the pixels, in C. The file is put together here, since Pillow's own writer takes equal neighbours as one
picture, and chooses colours anew for each: here there are as many pictures as were given, and the board's colours stay exactly what they are.
"""

from __future__ import annotations

import io
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import numpy as np
from PIL import Image

Colour = tuple[int, int, int]
MOST = 255
"""Colours of a GIF, but for the one that stands for "as before"."""
SAME = 255
_HEAD, _LOOP, _END = b"GIF89a", b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", b";"
_KEEP_AND_SEE_THROUGH = 0b101


def gif(pictures: Sequence[bytes], kept: Iterable[str], milliseconds: int) -> Iterator[bytes]:
    """An animated GIF of PNGs of one size, part by part; it begins again at the end, and shows each picture for that long.

    ``kept`` are colours (``#rrggbb``) that are not changed; those between them, along edges, are where there are too many.
    """
    seen = colours(pictures)
    palette = chosen(seen, [rgb(colour) for colour in kept])
    index = nearest(seen, palette)
    wide, high = _opened(pictures[0]).size
    table = b"".join(map(bytes, palette)).ljust(3 * (MOST + 1), b"\0")
    yield _HEAD + struct.pack("<HHBBB", wide, high, 0xF7, 0, 0) + table + _LOOP
    before = None
    for picture in pictures:
        now = index[_packed(_opened(picture))]
        yield _image(*_difference(before, now), milliseconds // 10)
        before = now
    yield _END


def rgb(colour: str) -> Colour:
    """
    >>> rgb("#0b7a75")
    (11, 122, 117)
    """
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def colours(pictures: Iterable[bytes]) -> Counter[Colour]:
    """Every colour of some pictures, and how many points have it."""
    seen: Counter[Colour] = Counter()
    for picture in pictures:
        image = _opened(picture)
        seen.update({cast(Colour, colour): count for count, colour in image.getcolors(image.width * image.height) or ()})
    return seen


def chosen(seen: Counter[Colour], kept: Iterable[Colour]) -> list[Colour]:
    """At most `MOST` colours for all that were seen: those to be kept, and the most telling of the others."""
    palette = [colour for colour in dict.fromkeys(kept) if colour in seen][:MOST]
    others = [colour for colour, _ in seen.most_common() if colour not in palette]
    room = MOST - len(palette)
    if len(others) <= room:
        return [*palette, *others]
    # Half of the room to the most frequent; the rest so that every colour has one that is near.
    palette += others[: room // 2]
    rare = Image.new("RGB", (len(others) - room // 2, 1))
    rare.putdata(others[room // 2 :])
    reduced = rare.quantize(MOST - len(palette), Image.Quantize.MEDIANCUT).getpalette() or []
    return list(dict.fromkeys([*palette, *zip(reduced[::3], reduced[1::3], reduced[2::3], strict=True)]))[:MOST]


def nearest(seen: Iterable[Colour], palette: Sequence[Colour]) -> Any:
    """For every colour that was seen, packed into one number, which of the palette is nearest; an array."""
    table, known = np.zeros(1 << 24, np.uint8), np.array(palette, np.int32)
    for colour in seen:
        table[colour[0] << 16 | colour[1] << 8 | colour[2]] = ((known - colour) ** 2).sum(axis=1).argmin()
    return table


def _opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB")


def _packed(image: Image.Image) -> Any:
    """Each point's colour in one number."""
    points = np.asarray(image).astype(np.uint32)
    return points[..., 0] << 16 | points[..., 1] << 8 | points[..., 2]


def _difference(before: Any, now: Any) -> tuple[int, int, Any]:
    """Where a picture differs from the one before, as left, top and the points of that rectangle; a single point where it does not."""
    if before is None:
        return 0, 0, now
    differs = before != now
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return 0, 0, np.full((1, 1), SAME, np.uint8)
    part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
    return int(columns[0]), int(rows[0]), np.where(differs[part], now[part], SAME).astype(np.uint8)


def _image(left: int, top: int, points: Any, hundredths: int) -> bytes:
    """One picture: how long it stays, where it lies, its points."""
    control = b"!\xf9\x04" + struct.pack("<BHBB", _KEEP_AND_SEE_THROUGH, hundredths, SAME, 0)
    high, wide = points.shape
    return control + b"," + struct.pack("<HHHHB", left, top, wide, high, 0) + _compressed(points)


def _compressed(points: Any) -> bytes:
    """The points as GIF holds them: cut out of a GIF of this one picture, after its head, its palette and its place."""
    file = io.BytesIO()
    Image.fromarray(points).save(file, "GIF", optimize=False, interlace=0)
    whole = file.getvalue()
    head = len(_HEAD) + 7 + 3 * (2 << (whole[10] & 7))
    assert whole[head : head + 1] == b"," and not whole[head + 9] & 0x80, "Pillow writes GIFs in another way now"
    return whole[head + 10 : -len(_END)]
