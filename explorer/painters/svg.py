"""Shapes to SVG text, and from there to a PNG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import singledispatch
from html import escape

from ..boards.shapes import Arc, Box, Disc, Label, Lines, Polygon, Shape, checked

FONTS = "'Noto Sans','DejaVu Sans',system-ui,'Noto Sans CJK JP',sans-serif"
NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
ANCHOR = {"center": "middle", "left": "start", "right": "end"}


def svg(shapes: Iterable[Shape], wide: float, high: float, palette: Mapping[str, str], title: str = "", *, sized: bool = False) -> str:
    """A complete SVG document of ``wide`` x ``high`` units; ``sized``: it says so itself, for programs that do not fit pictures into a page.

    Raises ValueError for a shape with a number that is not finite or a negative length.
    """
    return document("".join(elements(shapes, palette)), wide, high, palette, title, sized=sized)


def document(body: str, wide: float, high: float, palette: Mapping[str, str], title: str = "", *, sized: bool = False) -> str:
    """A complete SVG document around elements."""
    name = f"<title>{_text(title)}</title>" if title else ""
    size = f' width="{_n(wide)}" height="{_n(high)}"' if sized else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{size} viewBox="0 0 {_n(wide)} {_n(high)}" role="img" font-family="{FONTS}">'
        f'{name}<rect width="100%" height="100%" fill="{palette["panel"]}"/>{body}</svg>'
    )


def elements(shapes: Iterable[Shape], palette: Mapping[str, str]) -> list[str]:
    """The SVG element of each shape, bottom layer first. Raises ValueError as `svg` does."""
    return [element(checked(shape), palette) for shape in shapes]


def moved(elements: Iterable[str], x: float, y: float, zoom: float = 1.0) -> str:
    """Elements as one, moved and zoomed."""
    return f'<g transform="translate({_n(x)} {_n(y)}) scale({zoom:.4f})">{"".join(elements)}</g>'


def png(text: str, zoom: float = 1.0) -> bytes:
    """The picture of an SVG document, ``zoom`` pixels a unit, set in the typeface that is shipped: the same on every machine.

    The fonts of the machine are asked only for characters that the typeface does not have. Raises ValueError for a text that is no SVG.
    """
    import resvg_py  # here: it costs what only pictures need

    from .typeface import FAMILY, FILES, missing

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            zoom=zoom,
            font_files=list(FILES),
            skip_system_fonts=not missing(text),
            style_sheet=f"svg {{ font-family: '{FAMILY}' }}",
        )
    )


def _text(text: str) -> str:
    """A text as XML has it: escaped, and without the control characters that XML does not know."""
    return escape(NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _style(shape: Disc | Box | Polygon | Lines | Arc, palette: Mapping[str, str]) -> str:
    fill = getattr(shape, "fill", "")
    parts = [f' fill="{palette[fill] if fill else "none"}"']
    if shape.stroke:
        parts.append(f' stroke="{palette[shape.stroke]}" stroke-width="{_n(shape.width)}"')
    if shape.dash:
        parts.append(f' stroke-dasharray="{" ".join(map(_n, shape.dash))}"')
    return "".join(parts)


@singledispatch
def element(shape: Shape, palette: Mapping[str, str]) -> str:
    """The SVG element of one shape."""
    raise TypeError(shape)


@element.register
def _(shape: Disc, palette: Mapping[str, str]) -> str:
    return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"{_style(shape, palette)}/>'


@element.register
def _(shape: Box, palette: Mapping[str, str]) -> str:
    size = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.wide)}" height="{_n(shape.high)}"'
    return f'<rect {size} rx="{_n(shape.radius)}"{_style(shape, palette)}/>'


@element.register
def _(shape: Polygon, palette: Mapping[str, str]) -> str:
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<polygon points="{points}"{_style(shape, palette)}/>'


@element.register
def _(shape: Lines, palette: Mapping[str, str]) -> str:
    path = "".join(f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" for x1, y1, x2, y2 in shape.segments)
    return f'<path d="{path}"{_style(shape, palette)}/>'


@element.register
def _(shape: Arc, palette: Mapping[str, str]) -> str:
    (x1, y1), (x2, y2) = ((shape.x + shape.radius * math.cos(a), shape.y + shape.radius * math.sin(a)) for a in (shape.start, shape.end))
    large = int(abs(shape.end - shape.start) > math.pi)
    sweep = int(shape.end > shape.start)
    r = _n(shape.radius)
    return f'<path d="M{_n(x1)} {_n(y1)}A{r} {r} 0 {large} {sweep} {_n(x2)} {_n(y2)}"{_style(shape, palette)}/>'


@element.register
def _(shape: Label, palette: Mapping[str, str]) -> str:
    weight = ' font-weight="bold"' if shape.bold else ""
    place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" dy="0.36em" text-anchor="{ANCHOR[shape.align]}"'
    return f'<text {place} font-size="{_n(shape.size)}" fill="{palette[shape.fill]}"{weight}>{_text(shape.text)}</text>'
