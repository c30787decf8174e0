"""A card's effects in signs, free of any language."""

from __future__ import annotations

from ...rules import effects as rules
from ...rules.language import Amount, Effect
from ...rules.options import decimal_text
from ...words import effects as words
from ..shapes import Label, Point, Polygon, Shape

ARROWS = ("←→", "←", "→", "↑", "↓", "⇄")  # texts of their own: next to letters a fallback font would take over those as well
SHIELD = "shield"  # drawn, not written


def _shield(x: float, y: float, size: float, fill: str, stroke: str) -> Polygon:
    wide = size * 0.85
    return Polygon(((x - wide, y - size), (x + wide, y - size), (x + wide, y + size * 0.2), (x, y + size), (x - wide, y + size * 0.2)), fill, stroke, 2)


def _sign(at: Point, size: float, slot: str, line: Effect | None, field: rules.Field) -> list[Shape]:
    """A line of signs centred on a point: where, which card, what; a dash for no effect and dots for more than there is room for."""
    x, y = at
    if line is None:
        return [Label(x, y, "–", size, "soft")]
    runs = [(text, size * (0.88 if text in ARROWS else 0.55) * len(text) if text != SHIELD else size * 0.8) for text in _texts(slot, line, field)]
    left = x - (sum(wide for _, wide in runs) + 6 * (len(runs) - 1)) / 2
    shapes: list[Shape] = []
    for text, wide in runs:
        middle = left + wide / 2
        shapes.append(_shield(middle, y, 6, "panel", "soft") if text == SHIELD else Label(middle, y, text, size, "soft"))
        left += wide + 6
    return shapes


def _texts(slot: str, effect: Effect, field: rules.Field) -> list[str]:
    """An effect in signs: where, which card and how much, and what; a question mark where it has conditions."""
    amount = _amount(effect.amount) if effect.amount else ""
    then = " ".join(filter(None, (words.named(effect)[:6], amount)))
    asks = "?" if effect.conditions or (effect.only and not words.named(effect)) else ""
    return [text for text in (_where(effect, slot, field), then, DEEDS.get(effect.do, ""), asks) if text]


DEEDS = {"destroy": "✕", "defence": SHIELD, "move": "⇢", "return": "↩", "silence": "∅", "learn": "+"}


def _amount(amount: Amount) -> str:
    value = decimal_text(amount.value)
    each = "…" if amount.each or amount.of else ""
    if amount.how == "times":
        return f"×{value}{each}"
    if amount.how == "set":
        return f"={value}"
    return f"{'+' if amount.value >= 0 else ''}{value}{' %' if amount.how == 'percent' else ''}{each}".replace("-", "−")


def _where(effect: Effect, slot: str, field: rules.Field) -> str:
    """Arrows for the cards next to it, slot names for those farther away, a point for the card itself."""
    mine = rules.side_of(slot)
    others = field.others(mine)
    side = others[0] if effect.to.startswith("enemy") else mine
    more = "…" if effect.to.startswith("enemy") and len(others) > 1 else ""
    match effect.to.removeprefix("enemy "):
        case "row":
            row = field.row(slot, side)
            return f"{row[0]}–{row[-1][1:]}{more}"
        case "side":
            return f"{side}1–{sum(field.rows)}{more}"
        case "search":
            return "⇄"
        case "facing" if len(field.sides) > 2:
            return field.facing(slot)
        case "facing":
            return "↑" if mine in "MG" else "↓"
    left, right = ("←", "→") if mine in "MG" else ("→", "←")
    return {"neighbours": "←→", "left": left, "right": right, "self": "●", "all": " ".join(field.sides)}[effect.to]


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"
