"""The board of ordered effects: two sides of ten slots face to face; a frame in, shapes and tables out; a press in, a move out.

What stands on a card is free of any language: its name, a sword with its power, a shield with its defence, and signs for
its effects (←→ B +1: each B on the left and right; ↑ ✕: destroy the card in front). The words are in the panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..rules import effects as rules
from ..rules.language import Amount, Effect
from ..rules.options import decimal_text
from ..words import N_, NN_, Message
from ..words import effects as words
from .parts import Chip, Group, Layout, Marks, Pressed, Side, Table, Target
from .shapes import Box, Disc, Label, Lines, Point, Polygon, Shape, arrowhead, badge, hatching

SLOT_W, SLOT_H = 116.0, 112.0
STEP_X, STEP_Y = SLOT_W + 14, SLOT_H + 27
LEFT, TOP, GAP = 14.0, 10.0, 14.0
INSET = 5.0
SLOT_RADIUS = 9.0
TONES = {
    "search": "found", "judge": "change", "attack": "calm", "fight": "loss", "defend": "gain",
    "present": "calm", "draw": "calm", "change_turn": "calm", "end": "calm",
}  # fmt: skip
ARROWS = ("←→", "←", "→", "↑", "↓", "⇄")  # texts of their own: next to letters a fallback font would take over those as well
LEAVING = ("destroy", "hand", "deck")
"""Changes after which a card is no longer on its slot."""
SHIELD = "shield"  # drawn, not written
ROLES = {side: f"player{k}" for k, side in enumerate(rules.SIDES, 1)}


class Choice(NamedTuple):
    """What the player has picked so far: an own card on the field, or a card in the hand."""

    slot: str = ""
    card: str = ""


NOTHING = Choice()


Corners = Mapping[str, Point]


class Grid(NamedTuple):
    """Where the slots of a field lie: the upper left corner of each, its row and column for the keyboard, and the line between the sides."""

    corners: Corners
    places: Mapping[str, tuple[int, int]]
    layout: Layout
    middle: float


@cache
def _grid(field: rules.Field) -> Grid:
    """Two sides lie face to face, the second upside down; of three or four, M and G below, E and F above, each across from another."""
    widest, deep = max(field.rows), len(field.rows)
    corners, places = {}, {}
    for number, side in enumerate(field.sides):
        above, right = number in (1, 2), number in (2, 3)
        for row in range(deep):
            line = deep - 1 - row if above else deep + row
            names = [slot for slot in field.of(side) if field.place(slot)[0] == row]
            for column, name in enumerate(reversed(names) if above else names):
                at = (widest - len(names)) / 2 + column + (widest + 0.4 if right else 0)
                corners[name] = (LEFT + at * STEP_X, TOP + line * STEP_Y + (GAP if line >= deep else 0))
                places[name] = (line, column + (widest if right else 0))
    columns = widest if len(field.sides) == 2 else 2 * widest + 0.4
    targets = tuple(Target(name, *places[name], _outline(*corners[name])) for name in corners)
    wide, high = 2 * LEFT + (columns - 1) * STEP_X + SLOT_W, TOP + 2 * deep * STEP_Y + GAP
    ordered = tuple(sorted(targets, key=lambda target: (target.row, target.column)))
    return Grid(corners, places, Layout(wide, high, ordered), TOP + deep * STEP_Y + GAP / 2 - 2)


def _outline(x: float, y: float) -> tuple[Point, ...]:
    return ((x, y), (x + SLOT_W, y), (x + SLOT_W, y + SLOT_H), (x, y + SLOT_H))


def layout(game: rules.Game) -> Layout:
    """The board's size and its slots, row by row from the top."""
    return _grid(game.start.field).layout


# --- the picture ------------------------------------------------------------------------------------------------------


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The field with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    return _Picture(game, state, story, marks).shapes()


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float) -> list[Shape] | None:
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
        case "facing":
            return "↑" if mine in "MG" else "↓"
    left, right = ("←", "→") if mine in "MG" else ("→", "←")
    return {"neighbours": "←→", "left": left, "right": right, "self": "●", "all": " ".join(field.sides)}[effect.to]


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


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
    back = (tip[0] * 0.8 + x1 * 0.2, tip[1] * 0.8 + y1 * 0.2)
    return [Lines(((x1, y1, *back),), role, 4, dash), arrowhead(tip, (x1, y1), 17, role)]


def _between(at: Corners, start: str, end: str, text: str) -> list[Shape]:
    """A badge halfway between two cards."""
    (x1, y1), (x2, y2) = _ends(at, start, end)
    return badge((x1 + x2) / 2, (y1 + y2) / 2, text, "panel", "ink", 18, "amber")


# --- what stands around it --------------------------------------------------------------------------------------------


def sides(game: rules.Game, state: rules.State, choice: Choice) -> tuple[Side, ...]:
    """Both sides' life points and hands, and what the side to move can do."""
    return tuple(_side(game, state, side, choice) for side in state.field.sides)


_TITLES = {"M": N_("M (own side)"), "E": N_("E (enemy side)"), "F": N_("F (third side)"), "G": N_("G (fourth side)")}


def _side(game: rules.Game, state: rules.State, side: str, choice: Choice) -> Side:
    k = rules.SIDES.index(side)
    mine = side == state.turn and not state.over
    presents = mine and not state.acted and not game.may_draw(state)
    hand = tuple(_hand_chip(game, name, presents, choice) for name in state.hands[k])
    groups = [Group(N_("Hand"), hand)] if hand else []
    if deck := len(state.decks[k]):
        groups.append(Group(N_("Deck"), (Chip(str(deck), label=NN_("one card in the deck", "{count} cards in the deck", deck)),)))
    if mine:
        groups.append(Group("", tuple(_actions(game, state, choice))))
    return Side(_TITLES[side], ROLES[side], mine, state.life[k], max(game.start.life[k], 1), tuple(groups), side)


def _hand_chip(game: rules.Game, name: str, presents: bool, choice: Choice) -> Chip:
    card = game.cards[name]
    label = N_(
        "{card}, power {power}, defence {defence}; effect: {effect}", card=name, power=card.power, defence=card.defence, effect=words.ability(card.effects)
    )
    return Chip(name, f"card:{name}" if presents else "", presents and choice.card == name, "", f"{card.power}/{card.defence}", label)


def _actions(game: rules.Game, state: rules.State, choice: Choice) -> Iterable[Chip]:
    if game.may_draw(state):
        yield Chip(N_("Draw"), "move:draw")
        return
    if not state.acted and game.rules.alone:
        yield Chip(N_("Run the effects"), "move:resolve")
    if choice.slot and state.card(choice.slot):
        yield Chip(N_("Defend with {slot}", slot=choice.slot), f"move:defend {choice.slot}")


def press(game: rules.Game, state: rules.State, choice: Choice, key: str) -> Pressed:
    """What pressing a slot (its name) or a chip (its key) comes to: own card first, then the enemy card it attacks."""
    what, _, name = key.partition(":")
    if what == "move":
        return Pressed(NOTHING, name)
    if what == "card":
        return Pressed(Choice(card=name), say=N_("{card} is chosen. Now choose an empty slot of your own.", card=name))
    if rules.side_of(key) == state.turn:
        return _press_own(state, choice, key)
    if choice.slot:
        return Pressed(NOTHING, f"attack {choice.slot} {key}")
    return Pressed(choice, say=N_("First choose the card of {side} that attacks.", side=state.turn))


def _press_own(state: rules.State, choice: Choice, slot: str) -> Pressed:
    card = state.card(slot)
    if choice.card:
        return Pressed(NOTHING, f"present {choice.card} {slot}")
    if card is None:
        return Pressed(NOTHING, say=N_("{slot} is empty.", slot=slot))
    if choice.slot == slot:
        return Pressed(NOTHING, say=N_("No card is chosen."))
    return Pressed(Choice(slot), say=N_("{card} on {slot} is chosen. Now choose the enemy card to attack, or defend.", card=card.name, slot=slot))


def allowed(game: rules.Game, state: rules.State, choice: Choice) -> frozenset[str]:
    """The slots where a press plays a move: empty own ones for a card in hand, enemy cards for an attacker."""
    if state.over or not (choice.card or choice.slot):
        return frozenset()
    if choice.card:
        return frozenset(name for name in state.field.slots if rules.side_of(name) == state.turn and not state.card(name))
    return frozenset(name for name in state.field.slots if rules.side_of(name) != state.turn and state.card(name))


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What lies on a slot, in words."""
    return words.slot(state, name)


def tables(game: rules.Game, state: rules.State, event: Any) -> tuple[Table, ...]:
    """The card table (Fig. 4(b)), the action table (Fig. 7(a)), the order (Fig. 7(b)), and what a search would come to by each order (E16)."""
    return (_field(game, state, event), _cards(game, state, event), _order(game, state), _outcomes(game, state))


def _field(game: rules.Game, state: rules.State, event: Any) -> Table:
    """The occupied slots, and those that the event concerns."""
    listed = [name for name in state.field.slots if state.card(name) or name in event.cells]
    rows = tuple(_row(game, state, name) for name in listed)
    concerned = frozenset(k for k, name in enumerate(listed) if name in event.cells)
    return Table(N_("Field"), (N_("slot"), N_("card"), N_("power"), N_("defence"), N_("change")), rows, concerned)


def _row(game: rules.Game, state: rules.State, name: str) -> tuple[Message | str, ...]:
    card = state.card(name)
    if card is None:
        return (name, "–", "–", "–", "–")
    change = card.power - game.cards[card.name].power
    return (
        name,
        card.name,
        str(card.power),
        N_("{defence}, defending", defence=card.defence) if card.defending else str(card.defence),
        _signed(change) if change else "–",
    )


def _cards(game: rules.Game, state: rules.State, event: Any) -> Table:
    """Every card on the field or in a hand, with what it does."""
    there = {card.name for card in (*state.cards, *game.start.cards) if card} | {name for hand in state.hands for name in hand}
    listed = [card for name, card in game.cards.items() if name in there]
    rows = tuple((card.name, str(card.power), str(card.defence), words.ability(card.effects)) for card in listed)
    acting = getattr(event, "card", "")
    return Table(
        N_("Cards in play"), (N_("card"), N_("power"), N_("defence"), N_("effect")), rows, frozenset(k for k, card in enumerate(listed) if card.name == acting)
    )


def _order(game: rules.Game, state: rules.State) -> Table:
    """Each side's order; the one in force first, with the slot that is being searched marked."""
    leader = game.leader(state)
    sides = (leader, *state.field.others(leader))
    orders = [state.order or game.order(leader), *map(game.order, sides[1:])]
    longest = max(map(len, orders))
    rows = tuple((str(k + 1), *(order[k] if k < len(order) else "–" for order in orders)) for k in range(longest))
    marked = frozenset([orders[0].index(state.cursor)] if state.cursor in orders[0] else [])
    return Table(N_("Search order, the one in force first"), (N_("number"), *(N_("{side} leads", side=side) for side in sides)), rows, marked)


def _outcomes(game: rules.Game, state: rules.State) -> Table:
    """The same field searched in each side's order: what lies on every slot that changes, and where the orders come to differ."""
    found = game.outcomes(state._replace(cursor="", order=()))
    ends = {side: steps[-1].state for side, steps in found.items()}
    changed = [slot for slot in state.field.slots if any(end.card(slot) != state.card(slot) for end in ends.values())]
    rows = tuple((slot, _told(state.card(slot)), *(_told(end.card(slot)) for end in ends.values())) for slot in changed)
    apart = frozenset(k for k, slot in enumerate(changed) if len({end.card(slot) for end in ends.values()}) > 1)
    first = next((slot for k, slot in enumerate(changed) if k in apart), "")
    title = (
        N_("If the effects ran now, by each order: first difference at {slot}", slot=first)
        if first
        else N_("If the effects ran now, by each order: no difference")
    )
    return Table(title, (N_("slot"), N_("now"), *(N_("{side} leads", side=side) for side in found)), rows, apart)


def _told(card: rules.Card | None) -> str:
    return f"{card.name} {card.power}/{card.defence}" if card else "–"
