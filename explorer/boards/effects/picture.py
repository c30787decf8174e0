"""One frame as shapes, layer by layer from the bottom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...rules import effects as rules
from ...rules.language import Effect
from ..parts import NO_MARKS, Marks
from ..shapes import Box, Disc, Label, Lines, Point, Shape, arrowhead, badge, hatching
from .around import Choice
from .grid import INSET, LEFT, SLOT_H, SLOT_RADIUS, SLOT_W, Corners, _grid
from .signs import _shield, _sign, _signed

LEAVING = ("destroy", "hand", "deck")
"""Changes after which a card is no longer on its slot."""


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The field with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    return _Picture(game, state, story, marks).shapes()


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float, marks: Marks = NO_MARKS) -> list[Shape] | None:
    """A destroyed card shrinks away from its slot; None where no card leaves."""
    leaving = [slot for slot, _ in _gone(story[-1:]) if before.card(slot) and not state.card(slot)]
    if not leaving:
        return None
    shown = state._replace(cards=before.cards)
    return _Picture(game, shown, story, Marks(), dict.fromkeys(leaving, 1 - share)).shapes()


class _Picture:
    """One frame being drawn, layer by layer from the bottom; ``sizes`` are cards on their way out, by slot."""

    def __init__(self, game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks, sizes: Mapping[str, float] | None = None) -> None:
        self.game, self.state, self.marks, self.sizes = game, state, marks, sizes or {}
        self.grid = _grid(state.field)
        self.at = self.grid.corners
        self.last = story[-1] if story else None
        settled = isinstance(self.last, rules.TurnChanged | rules.Ended)
        self.gone = {} if settled else {slot: card for slot, card in _gone(story) if not state.card(slot)}
        self.held = {slot: card for slot in self.grid.places if (card := state.card(slot))}

    def shapes(self) -> list[Shape]:
        return [*self.ground(), *self.cursor(), *self.cards(), *self.ghosts(), *self.numbers(), *self.deeds(), *self.badges(), *self.fight(), *self.hints()]

    def ground(self) -> list[Shape]:
        boxes = [Box(x, y, SLOT_W, SLOT_H, "slot", "line", 1.5, SLOT_RADIUS) for x, y in self.at.values()]
        names = [Label(x + SLOT_W / 2, y + SLOT_H + 13, name, 14, "soft") for name, (x, y) in self.at.items()]
        middle = self.grid.middle
        return [*boxes, *names, Lines(((LEFT - 6, middle, self.grid.layout.wide - LEFT + 6, middle),), "line", 2.5)]

    def cursor(self) -> list[Shape]:
        """The slot that is being searched: framed, or as the rules would have it coloured or hatched ([0070])."""
        name = self.state.cursor
        if not name:
            return []
        x, y = self.at[name]
        if self.game.rules.cursor == "frame":
            return [Box(x - 2, y - 2, SLOT_W + 4, SLOT_H + 4, stroke="amber", width=7, radius=11)]
        ground: list[Shape] = [Box(x, y, SLOT_W, SLOT_H, "shade", "amber", 4)]
        return [*ground, hatching(x + 2, y + 2, SLOT_W - 4, SLOT_H - 4, "amber", 12, 2)] if self.game.rules.cursor == "pattern" else ground

    # --- cards

    def cards(self) -> list[Shape]:
        """Every card on the field, alike shapes side by side: they are then painted in one go."""
        searched = self.state.cursor if self.game.rules.cursor == "colour" else ""
        boxes = [_card_box(self.at, name, "shade" if name == searched else "panel", self.sizes.get(name, 1)) for name in self.held]
        faces = [shape for name, card in self.held.items() if name not in self.sizes for shape in self.face(name, card)]
        return [*boxes, *sorted(faces, key=_style)]

    def face(self, name: str, card: rules.Card) -> list[Shape]:
        x, y = _centre(self.at, name)
        printed = self.game.cards[card.name]
        values: list[Shape] = _values(x, y + 8, card, bool(printed.defence or card.defence))
        lines: list[Effect | None] = [*card.effects]
        shown = [*lines[:1], None] if len(lines) > 2 else lines or [None]
        first, size = (y + 38, 16) if len(shown) == 1 else (y + 28, 14)
        signs = [shape for k, line in enumerate(shown) for shape in _sign((x, first + 15 * k), size, name, line, self.state.field)]
        return [_name(x, y - 25, card.name, "ink"), *values, *signs]

    def ghosts(self) -> list[Shape]:
        """Cards that this move has destroyed: dashed and hatched in red."""
        boxes, hatched, discs, names = [], [], [], []
        for name, card in self.gone.items():
            x, y, wide, high = _inner(self.at, name)
            boxes.append(Box(x, y, wide, high, "red-soft", "red", 2, 7, (7, 5)))
            hatched.append(hatching(x + 2, y + 2, wide - 4, high - 4, "red", 20))
            discs.append(Disc(x + wide / 2, y + high / 2, 22, "red-soft"))
            names.append(_name(x + wide / 2, y + high / 2, card, "red"))
        return [*boxes, *hatched, *discs, *names]

    def numbers(self) -> list[Shape]:
        """The order number in every slot's top left corner ([0059])."""
        if not self.game.rules.numbers:
            return []
        order = self.state.order or self.game.order(self.game.leader(self.state))
        held = [self.at[name] for name in order if name in self.held or name in self.gone]
        discs: list[Shape] = [Disc(x + 17, y + 17, 12, "slot", "line", 1.2) for x, y in held]
        return [*discs, *(Label(self.at[name][0] + 17, self.at[name][1] + 17, str(number), 13, "ink") for number, name in enumerate(order, 1))]

    def badges(self) -> list[Shape]:
        """The accumulated change of power at the card's top right corner, that of defence on a shield below ([0077])."""
        shapes: list[Shape] = []
        for name, card in self.held.items():
            printed = self.game.cards[card.name]
            x, y = self.at[name]
            if power := card.power - printed.power:
                shapes += _change_badge(x + SLOT_W - 2, y + 18, power)
            if defence := card.defence - printed.defence:
                shapes += _shield_badge(x + SLOT_W - 16, y + SLOT_H - 1, defence)
        return sorted(shapes, key=_style)

    # --- what happens

    def deeds(self) -> list[Shape]:
        """An arrow from the acting card to each card that it changes; those that stay get a frame."""
        if not isinstance(self.last, rules.Searched):
            return []
        shapes: list[Shape] = []
        for change in self.last.changes:
            if not change.target:  # the search itself has changed
                continue
            loss = change.what in LEAVING or (change.what in ("power", "defence") and change.after < change.before)
            role = "red" if loss else "accent"
            if change.what not in LEAVING:
                shapes.append(_frame(self.at, change.target, role))
            if change.target != self.last.slot:
                shapes += _arrow(self.at, self.last.slot, change.target, role, (8, 5) if loss else ())
        return shapes

    def fight(self) -> list[Shape]:
        """An attack: an arrow in amber; after it a frame around the winner."""
        event = self.last
        if isinstance(event, rules.Attacked):
            return [_frame(self.at, event.slot, "amber"), *_arrow(self.at, event.slot, event.target, "amber")]
        if isinstance(event, rules.Fought):
            first, second = event.powers
            shapes: list[Shape] = [_frame(self.at, event.winner, "accent")] if event.winner else []
            return [*shapes, *_arrow(self.at, event.slot, event.target, "amber"), *_between(self.at, event.slot, event.target, _compared(first, second))]
        return []

    def hints(self) -> list[Shape]:
        """Where a move is allowed, what the move at the cursor would do, and the cursor itself."""
        shapes: list[Shape] = [Disc(_centre(self.at, name)[0], self.at[name][1] + 4, 7, "panel", "allowed", 3) for name in sorted(self.marks.allowed)]
        for event in self.marks.preview:
            if isinstance(event, rules.Fought):
                shapes += [*_arrow(self.at, event.slot, event.target, "amber", (7, 6)), *_between(self.at, event.slot, event.target, _compared(*event.powers))]
            if isinstance(event, rules.Presented):
                x, y, wide, high = _inner(self.at, event.slot)
                shapes += [Box(x, y, wide, high, "", "accent", 2, 7, (6, 5)), Label(x + wide / 2, y + high / 2, event.card[:8], 24, "soft", bold=True)]
        if isinstance(self.marks.choice, Choice) and self.marks.choice.slot in self.at:
            x, y = self.at[self.marks.choice.slot]
            shapes.append(Box(x, y, SLOT_W, SLOT_H, stroke="accent", width=4, radius=9, dash=(10, 6)))
        if self.marks.cursor:
            x, y = self.at[self.marks.cursor]
            shapes.append(Box(x - 3, y - 3, SLOT_W + 6, SLOT_H + 6, stroke="accent", width=4, radius=11))
        return shapes


def _gone(story: Sequence[Any]) -> Iterable[tuple[str, str]]:
    """The cards that have left the field in this move, as (slot, card)."""
    for event in story:
        if isinstance(event, rules.Searched):
            yield from ((change.target, change.name) for change in event.changes if change.what in LEAVING)
        if isinstance(event, rules.Fought) and event.left:
            yield event.loser, event.card if event.loser == event.slot else event.against


def _centre(at: Corners, name: str) -> Point:
    x, y = at[name]
    return x + SLOT_W / 2, y + SLOT_H / 2


def _inner(at: Corners, name: str) -> tuple[float, float, float, float]:
    """The card's own rectangle within its slot: left, top, width, height."""
    x, y = at[name]
    return x + INSET, y + INSET, SLOT_W - 2 * INSET, SLOT_H - 2 * INSET


def _card_box(at: Corners, name: str, fill: str, size: float) -> Box:
    x, y, wide, high = _inner(at, name)
    return Box(x + wide * (1 - size) / 2, y + high * (1 - size) / 2, wide * size, high * size, fill, "outline", 1.8, 7)


def _frame(at: Corners, name: str, role: str) -> Box:
    return Box(*_inner(at, name), "", role, 5, 7)


def _name(x: float, y: float, name: str, role: str) -> Label:
    return Label(x, y, name[:8], 27 if len(name) < 4 else 18, role, bold=True)


def _style(shape: Shape) -> tuple[bool, str, str]:
    """A key that brings alike shapes together, texts last: they are then painted in one go."""
    if isinstance(shape, Label):
        return True, shape.fill, f"{shape.size} {shape.bold}"
    return False, type(shape).__name__, f"{shape.stroke} {shape.width}"


def _values(x: float, y: float, card: rules.Card, both: bool) -> list[Shape]:
    """A sword with the power and, where the card has any, a shield with the defence (filled while it defends)."""
    if not both and not card.defending:
        return [_sword(x - 13, y), Label(x + 10, y, str(card.power), 21)]
    fill = "accent" if card.defending else "panel"
    return [
        _sword(x - 38, y),
        Label(x - 17, y, str(card.power), 21),
        _shield(x + 15, y, 11, fill, "accent" if card.defending else "ink"),
        Label(x + 37, y, str(card.defence), 21, "accent" if card.defending else "ink", bold=card.defending),
    ]


def _sword(x: float, y: float) -> Lines:
    """A small sword, its point to the upper right."""
    return Lines(((x - 9, y + 9, x + 9, y - 9), (x - 8, y - 1, x + 1, y + 8)), "ink", 2.4)


def _compared(first: int, second: int) -> str:
    return f"{first} {'=' if first == second else '>' if first > second else '<'} {second}"


def _change_badge(right: float, y: float, amount: int) -> list[Shape]:
    """A change on a badge that ends at ``right``: round where the number is short."""
    text = _signed(amount)
    fill, ink = ("accent", "accent-ink") if amount > 0 else ("red", "red-ink")
    if len(text) > 2:
        return badge(right - (len(text) * 15 * 0.62 + 15) / 2, y, text, fill, ink, 15)
    return [Disc(right - 16, y, 16, fill), Label(right - 16, y, text, 15, ink, bold=True)]


def _shield_badge(x: float, y: float, amount: int) -> list[Shape]:
    """A change of defence on a shield."""
    fill, ink = ("accent", "accent-ink") if amount > 0 else ("red", "red-ink")
    return [_shield(x, y, 17, fill, "panel"), Label(x, y - 4, _signed(amount), 13, ink, bold=True)]


def _ends(at: Corners, start: str, end: str) -> tuple[Point, Point]:
    """A line between two cards, from just inside the border of the one to just inside the other's."""
    (x1, y1), (x2, y2) = _centre(at, start), _centre(at, end)
    dx, dy = x2 - x1, y2 - y1
    if not dx:  # straight ahead: beside the slot's name, not over it
        x1 = x2 = x1 + 30
    share = min((SLOT_W / 2 - 12) / abs(dx) if dx else 1, (SLOT_H / 2 - 12) / abs(dy) if dy else 1)
    return (x1 + dx * share, y1 + dy * share), (x2 - dx * share, y2 - dy * share)


def _arrow(at: Corners, start: str, end: str, role: str, dash: tuple[float, ...] = ()) -> list[Shape]:
    (x1, y1), tip = _ends(at, start, end)
    far = max(1.0, math.hypot(tip[0] - x1, tip[1] - y1))
    share = max(0.0, 1 - 15 / far)  # to the foot of the head
    back = (x1 + (tip[0] - x1) * share, y1 + (tip[1] - y1) * share)
    return [Lines(((x1, y1, *back),), role, 4, dash), arrowhead(tip, (x1, y1), 17, role)]


def _between(at: Corners, start: str, end: str, text: str) -> list[Shape]:
    """A badge halfway between two cards."""
    (x1, y1), (x2, y2) = _ends(at, start, end)
    return badge((x1 + x2) / 2, (y1 + y2) / 2, text, "panel", "ink", 18, "amber")
