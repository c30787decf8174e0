"""Ordered effect resolution: the field's slots are searched in a fixed order, and each effect is applied before the next slot.

Source: JP3699080B2. Two sides, M and E, of ten slots each; slot names (``M3``) are what a person reads, inside they are
numbers: M1 … M10, then E1 … E10. Slots 1 to 5 of a side are its front row, 6 to 10 its back row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from .options import exact, option, options_schema
from .trace import Fault, Faulty, Frame, IllegalMove, NotationError, Result, Step, nearest, told

SOURCE = "JP3699080B2"
SIDES = ("M", "E")
WIDE = 5
TEN = 2 * WIDE
SLOTS = tuple(f"{side}{k}" for side in SIDES for k in range(1, TEN + 1))
INDEX = {name: k for k, name in enumerate(SLOTS)}
ORDER = {side: [f"{one}{k}" for one in (side, other) for k in range(1, WIDE + 1)] for side, other in (SIDES, SIDES[::-1])}
TARGETS = ("neighbours", "facing", "row", "side", "all", "self")
BROAD = ("row", "side", "all")
LIMIT = 1_000_000_000

_SLOT_LIST = {"type": "array", "items": {"type": "string", "maxLength": 8}, "maxItems": 100}


@dataclass(frozen=True)
class Rules:
    """The options of ordered effects; the defaults are the source's embodiment."""

    order: Mapping[str, Sequence[str]] = option(
        ORDER,
        "The slots that are searched, one after another, in each side's turn.",
        {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _SLOT_LIST)},
        "Fig. 7(b), [0066]",
    )
    changes: str = option(
        "stay", "Changes add up from search to search, or every search starts from the printed values.", {"enum": ["stay", "search"]}, "[0083]"
    )
    numbers: bool = option(True, "The order number stands in the corner of every slot.", {"type": "boolean"}, "[0059], [0068]")
    cursor: str = option("frame", "What marks the slot that is being searched.", {"enum": ["frame", "colour", "pattern"]}, "[0070]")
    points: str = option("pay", "After a fight the loser's side pays life points, or the winner's side gains them.", {"enum": ["pay", "gain"]}, "[0054]")
    amount: str = option("difference", "How many: the difference of the two values, or the winner's whole value.", {"enum": ["difference", "winner"]}, "[0054]")
    leaves: bool = option(True, "The card that loses a fight leaves the field.", {"type": "boolean"}, "our choice")


class Effect(NamedTuple):
    """What a card does to others: ``target`` names whom, ``side`` (own, enemy) and ``card`` narrow it down; then the changes."""

    target: str
    side: str = ""
    card: str = ""
    power: int = 0
    defence: int = 0
    destroy: bool = False


class Printed(NamedTuple):
    """A card as it is printed."""

    name: str
    power: int
    defence: int = 0
    effects: tuple[Effect, ...] = ()


class Card(NamedTuple):
    """A card on the field with its values now; ``defending`` until its side's next turn."""

    name: str
    power: int
    defence: int
    defending: bool = False


class State(NamedTuple):
    """A position. ``cards`` by slot number (None: empty); ``life`` and ``hands`` by side.

    ``acted``: the effects of this turn run or have run, an attack or a defence is what is left.
    """

    cards: tuple[Card | None, ...]
    life: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    turn: str
    cursor: str = ""
    acted: bool = False
    over: bool = False
    winner: str | None = None

    def card(self, slot: str) -> Card | None:
        return self.cards[INDEX[slot]]


class Resolve(NamedTuple):
    """A move: the search runs."""


class Present(NamedTuple):
    """A move: a card goes from the hand to an empty own slot; then the search runs."""

    card: str
    slot: str


class Attack(NamedTuple):
    """A move: the card on ``slot`` attacks the enemy card on ``target``."""

    slot: str
    target: str


class Defend(NamedTuple):
    """A move: the card on ``slot`` counts with its defence until its side's next turn."""

    slot: str


Move = Resolve | Present | Attack | Defend
RESOLVE = Resolve()


# --- where things are -------------------------------------------------------------------------------------------------


def side_of(slot: str) -> str:
    return slot[0]


def other(side: str) -> str:
    """The side across the field."""
    return SIDES[1 - SIDES.index(side)]


def row_of(slot: str, side: str = "") -> tuple[str, ...]:
    """The five slots of the slot's row, or of the like row (front, back) of another side.

    >>> row_of("M3"), row_of("M7", "E")
    (('M1', 'M2', 'M3', 'M4', 'M5'), ('E6', 'E7', 'E8', 'E9', 'E10'))
    """
    first = (int(slot[1:]) - 1) // WIDE * WIDE + 1
    return tuple(f"{side or slot[0]}{k}" for k in range(first, first + WIDE))


def neighbours(slot: str) -> tuple[str, ...]:
    """The slots next in the row, the left one first; an empty slot is no bridge, and nothing wraps.

    >>> neighbours("M1"), neighbours("M7")
    (('M2',), ('M6', 'M8'))
    """
    row = row_of(slot)
    k = row.index(slot)
    return row[max(0, k - 1) : k] + row[k + 1 : k + 2]


def facing(slot: str) -> str:
    """The enemy front slot of the slot's column (Fig. 4(a)).

    >>> facing("M1"), facing("E2"), facing("M6"), facing("E10")
    ('E5', 'M4', 'E5', 'M1')
    """
    return f"{other(slot[0])}{WIDE - (int(slot[1:]) - 1) % WIDE}"


def reach(effect: Effect, slot: str) -> tuple[str, ...]:
    """The slots that an effect of the card on ``slot`` looks at, own side first; the card itself only where it is named."""
    mine = side_of(slot)
    if effect.target == "self":
        return (slot,)
    if effect.target == "neighbours":
        return neighbours(slot)
    if effect.target == "facing":
        return (facing(slot),)
    whole = {"own": (mine,), "enemy": (other(mine),), "": (mine, other(mine)) if effect.target == "all" else (mine,)}[effect.side]
    if effect.target == "row":
        return tuple(one for side in whole for one in row_of(slot, side) if one != slot)
    return tuple(one for side in whole for one in SLOTS if side_of(one) == side and one != slot)


# --- events -----------------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """What an effect did to one card. ``what`` is power, defence or destroy; ``amount`` is what was asked for."""

    slot: str
    card: str
    what: str
    before: int = 0
    amount: int = 0
    after: int = 0

    @property
    def cut(self) -> int:
        """How much was cut off because no value goes below 0."""
        return self.after - self.before - self.amount


class Missed(NamedTuple):
    """A slot that an effect looked at in vain: it is empty (``card`` "") or holds another card than the effect names."""

    slot: str
    card: str = ""


@told("start", f"{SOURCE} [0042]-[0045], Fig. 4")
class Started(NamedTuple):
    """The position before the first move."""

    turn: str
    cells: tuple[str, ...] = ()


@told("present", f"{SOURCE} [0048], [0050]")
class Presented(NamedTuple):
    card: str
    slot: str
    side: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot,)


@told("judge")
class Restored(NamedTuple):
    """Before a search that starts from the printed values: every value that goes back."""

    changes: tuple[Change, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(change.slot for change in self.changes))


@told("search")
class Searched(NamedTuple):
    """One slot of the search, with everything that its card's effects did.

    ``card`` is "" on an empty slot; ``lost`` is then the card that stood there when the search began.
    """

    number: int
    total: int
    slot: str
    card: str = ""
    lost: str = ""
    effects: tuple[Effect, ...] = ()
    changes: tuple[Change, ...] = ()
    missed: tuple[Missed, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.slot, *(change.slot for change in self.changes))))

    @property
    def cite(self) -> str:
        return f"{SOURCE} {_paragraphs(self)}"


def _paragraphs(event: Searched) -> str:
    """Where the source tells this case, in its own example."""
    if not event.card:
        return "[0098]" if event.lost else "[0080]"
    if not event.effects:
        return "[0078]"
    if event.effects[0].destroy:
        return "[0071]-[0072]"
    return "[0075]-[0077]" if event.effects[0].power else "[0062]"


@told("judge", f"{SOURCE} [0083]-[0084]")
class Resolved(NamedTuple):
    """The end of a search: what is different from before it. ``lost`` are the destroyed cards, as (slot, card)."""

    changes: tuple[Change, ...]
    lost: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*(change.slot for change in self.changes), *(slot for slot, _ in self.lost)]))


@told("attack", f"{SOURCE} [0053]")
class Attacked(NamedTuple):
    slot: str
    card: str
    target: str
    against: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot, self.target)


@told("fight", f"{SOURCE} [0054], [0088]")
class Fought(NamedTuple):
    """``powers``: the values compared, attacker first; ``winner`` and ``loser`` are slots, "" where both are equal."""

    slot: str
    card: str
    target: str
    against: str
    powers: tuple[int, int]
    defended: bool
    winner: str
    loser: str
    left: bool

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot, self.target)


@told("judge", f"{SOURCE} [0054]-[0055]")
class Scored(NamedTuple):
    """The life points after a fight: ``side`` pays or gains ``amount`` ("" and 0 where nobody won); ``over``: it has lost."""

    side: str
    amount: int
    before: int
    after: int
    over: bool
    cells: tuple[str, ...] = ()


@told("defend", f"{SOURCE} [0052]")
class Defended(NamedTuple):
    slot: str
    card: str
    defence: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot,)


@told("change_turn", f"{SOURCE} [0056]")
class TurnChanged(NamedTuple):
    """``idle``: the side before has no card that could attack or defend; ``cells``: cards that no longer defend."""

    before: str
    side: str
    idle: bool
    cells: tuple[str, ...]


@told("end")
class Ended(NamedTuple):
    """``why``: life (somebody is at 0 or less) or idle (neither side can do anything any more). ``life`` by side."""

    winner: str | None
    why: str
    life: tuple[int, ...]
    cells: tuple[str, ...] = ()

    @property
    def cite(self) -> str | None:
        return f"{SOURCE} [0055]" if self.why == "life" else None


# --- the game ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """The cards, the order and the rules in force. Positions are `State`s; nothing here changes."""

    rules: Rules
    cards: Mapping[str, Printed]
    start: State
    hands: bool = False

    def opening(self) -> Step:
        return Step(Started(self.start.turn), self.start)

    def order(self, side: str) -> Sequence[str]:
        """The slots searched in that side's turn."""
        return self.rules.order[side]

    # --- notation

    def parse(self, text: str, state: State) -> Move:
        """A move from its notation: ``resolve``, ``present B M5``, ``attack M3 E4``, ``defend M3``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        match text.split():
            case ["resolve"]:
                move: Move = RESOLVE
            case ["present", card, slot]:
                move = Present(self._card(card), _slot(slot))
            case ["attack", slot, target]:
                move = Attack(_slot(slot), _slot(target))
            case ["defend", slot]:
                move = Defend(_slot(slot))
            case _:
                raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form(), nearest=_nearest_verb(text))
        self._refuse(state, move)
        return move

    def _form(self) -> str:
        return f"resolve, {'present CARD SLOT, ' if self.hands else ''}attack SLOT SLOT, defend SLOT"

    def _card(self, name: str) -> str:
        if name not in self.cards:
            raise NotationError(NO_SUCH_CARD, {"card": name}, allowed=", ".join(self.cards), nearest=nearest(name, list(self.cards)))
        return name

    def write(self, move: Move) -> str:
        """The notation of a move."""
        return " ".join([type(move).__name__.lower(), *move])

    # --- what is allowed

    def legal(self, state: State) -> list[Move]:
        """The search or presentations while the effects have not run, then attacks and defences, by slot."""
        if state.over:
            return []
        own = [name for name in SLOTS if side_of(name) == state.turn]
        foes = [name for name in SLOTS if side_of(name) != state.turn and state.card(name)]
        mine = [name for name in own if state.card(name)]
        return [
            *self._openings(state, [name for name in own if not state.card(name)]),
            *(Attack(name, foe) for name in mine for foe in foes),
            *map(Defend, mine),
        ]

    def _openings(self, state: State, free: Sequence[str]) -> list[Move]:
        if state.acted:
            return []
        hand = dict.fromkeys(state.hands[SIDES.index(state.turn)])
        return [RESOLVE, *(Present(card, slot) for card in hand for slot in free)]

    def _refuse(self, state: State, move: Move) -> None:
        """Raise IllegalMove with the reason where a move is not allowed."""
        if state.over:
            raise IllegalMove(GAME_OVER)
        if state.acted and isinstance(move, Resolve | Present):
            raise IllegalMove(ACTED, allowed="attack SLOT SLOT, defend SLOT")
        if isinstance(move, Present):
            self._refuse_present(state, move)
        elif isinstance(move, Attack | Defend):
            _refuse_fight(state, move)

    def _refuse_present(self, state: State, move: Present) -> None:
        _refuse_foreign(state, move.slot)
        hand = state.hands[SIDES.index(state.turn)]
        if move.card not in hand:
            raise IllegalMove(NOT_IN_HAND, {"card": move.card, "side": state.turn}, allowed=", ".join(dict.fromkeys(hand)))
        if held := state.card(move.slot):
            raise IllegalMove(TAKEN, {"slot": move.slot, "card": held.name})

    # --- what happens

    def play(self, state: State, move: Move, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in order; without ``explain`` a search tells only the slots that change something."""
        for step in self._steps(state, move):
            state = step.state
            if explain or not isinstance(step.event, Searched) or step.event.changes:
                yield step
        yield from self._after(state, move)

    def _steps(self, state: State, move: Move) -> Iterator[Step]:
        match move:
            case Attack():
                yield from self._attack(state, move)
            case Defend(slot):
                card = _there(state, slot)
                yield Step(Defended(slot, card.name, card.defence), _put(state, slot, card._replace(defending=True)))
            case Present():
                presented = self._present(state, move)
                yield presented
                yield from self._resolve(presented.state)
            case Resolve():
                yield from self._resolve(state)

    def _present(self, state: State, move: Present) -> Step:
        k = SIDES.index(state.turn)
        hand = list(state.hands[k])
        hand.remove(move.card)
        hands = (*state.hands[:k], tuple(hand), *state.hands[k + 1 :])
        return Step(Presented(move.card, move.slot, state.turn), _put(state._replace(hands=hands, acted=True), move.slot, self.fresh(move.card)))

    def fresh(self, name: str) -> Card:
        """A card with its printed values."""
        return Card(name, self.cards[name].power, self.cards[name].defence)

    # --- the search

    def _resolve(self, state: State) -> Iterator[Step]:
        """Every slot of the order in turn, and at the end what has changed."""
        state = state._replace(acted=True)
        if self.rules.changes == "search" and (restored := self._restored(state)):
            yield restored
            state = restored.state
        begun = state
        order = self.order(state.turn)
        for number, slot in enumerate(order, 1):
            step = self._search(state, begun, slot, number, len(order))
            state = step.state
            yield step
        yield Step(_difference(begun, state), state._replace(cursor=""))

    def _restored(self, state: State) -> Step | None:
        after = state._replace(cards=tuple(card and self.fresh(card.name)._replace(defending=card.defending) for card in state.cards))
        changes = _difference(state, after).changes
        return Step(Restored(changes), after) if changes else None

    def _search(self, state: State, begun: State, slot: str, number: int, total: int) -> Step:
        """One slot: skipped where it is empty, told where its card has no effect, else its effects one by one."""
        state = state._replace(cursor=slot)
        card, before = state.card(slot), begun.card(slot)
        if card is None:
            return Step(Searched(number, total, slot, lost=before.name if before else ""), state)
        effects = self.cards[card.name].effects
        changes: list[Change] = []
        missed: list[Missed] = []
        for effect in effects:
            if state.card(slot):  # a card that has destroyed itself acts no more
                state = _apply(effect, slot, state, changes, missed)
        return Step(Searched(number, total, slot, card.name, "", effects, tuple(changes), tuple(missed)), state)

    # --- a fight

    def _attack(self, state: State, move: Attack) -> Iterator[Step]:
        mine, theirs = _there(state, move.slot), _there(state, move.target)
        about = (move.slot, mine.name, move.target, theirs.name)
        yield Step(Attacked(*about), state)
        powers = (mine.power, theirs.defence if theirs.defending else theirs.power)
        winner, loser = _decide(move, powers)
        left = bool(loser) and self.rules.leaves
        if left:
            state = _put(state, loser, None)
        yield Step(Fought(*about, powers, theirs.defending, winner, loser, left), state)
        yield self._score(state, winner, loser, powers)

    def _score(self, state: State, winner: str, loser: str, powers: tuple[int, int]) -> Step:
        """Who pays or gains what after a fight."""
        if not winner:
            return Step(Scored("", 0, 0, 0, False), state)
        amount = max(powers) - min(powers) if self.rules.amount == "difference" else max(powers)
        gains = self.rules.points == "gain"
        side, amount = (side_of(winner), amount) if gains else (side_of(loser), -amount)
        k = SIDES.index(side)
        after = state.life[k] + amount
        life = (*state.life[:k], after, *state.life[k + 1 :])
        return Step(Scored(side, amount, state.life[k], after, after <= 0), state._replace(life=life))

    # --- after a move

    def _after(self, state: State, move: Move) -> Iterator[Step]:
        """The end of the game, or of the turn: after an attack or a defence, and where the side could do neither."""
        ends = isinstance(move, Attack | Defend)
        lost = [side for side, life in zip(SIDES, state.life, strict=True) if life <= 0]
        if lost:
            yield _end(state, other(lost[0]), "life")
        elif not any(state.cards) and not any(state.hands):
            yield _end(state, _richer(state), "idle")
        elif ends or not _held(state, state.turn):
            yield self._change_turn(state, idle=not ends)

    def _change_turn(self, state: State, *, idle: bool) -> Step:
        side = other(state.turn)
        rested = tuple(name for name, card in zip(SLOTS, state.cards, strict=True) if card and card.defending and side_of(name) == side)
        cards = tuple(card and card._replace(defending=card.defending and name not in rested) for name, card in zip(SLOTS, state.cards, strict=True))
        return Step(TurnChanged(state.turn, side, idle, rested), state._replace(cards=cards, turn=side, acted=False))

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, state.winner)

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it; occupied slots only."""
        view: dict[str, Any] = {
            "slots": {name: {"card": card.name, "power": card.power, "defence": card.defence} for name, card in zip(SLOTS, state.cards, strict=True) if card},
            "cursor": state.cursor or None,
            "life": dict(zip(SIDES, state.life, strict=True)),
            "turn": state.turn,
        }
        if defending := [name for name, card in zip(SLOTS, state.cards, strict=True) if card and card.defending]:
            view["defending"] = defending
        if self.hands:
            view["hands"] = {side: list(hand) for side, hand in zip(SIDES, state.hands, strict=True)}
        if state.over:
            view["winner"] = state.winner
        return view

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``field`` (slot -> "B 4") and ``life`` by side of the position; ``winner`` (a side, "" for none) and ``powers`` of the last fight."""
        state: State = frames[-1].state
        fight = next((frame.event for frame in reversed(frames) if isinstance(frame.event, Fought)), None)
        return {
            "field": {name: f"{card.name} {card.power}" for name, card in zip(SLOTS, state.cards, strict=True) if card},
            "winner": fight.winner[:1] if fight else None,
            "powers": list(fight.powers) if fight else [],
            "life": dict(zip(SIDES, state.life, strict=True)),
        }


def _apply(effect: Effect, slot: str, state: State, changes: list[Change], missed: list[Missed]) -> State:
    """One effect at once on everything in its reach; what it did and missed goes to the two lists."""
    for name in reach(effect, slot):
        card = state.card(name)
        if card is None or (effect.card and card.name != effect.card):
            if effect.target not in BROAD:
                missed.append(Missed(name, card.name if card else ""))
            continue
        done, after = _changed(effect, name, card)
        changes += done
        state = _put(state, name, after)
    return state


def _changed(effect: Effect, slot: str, card: Card) -> tuple[list[Change], Card | None]:
    """What an effect does to one card, and the card after it (None: destroyed). No value goes below 0."""
    if effect.destroy:
        return [Change(slot, card.name, "destroy")], None
    power, defence = max(0, card.power + effect.power), max(0, card.defence + effect.defence)
    told = [Change(slot, card.name, "power", card.power, effect.power, power), Change(slot, card.name, "defence", card.defence, effect.defence, defence)]
    return [change for change in told if change.amount], card._replace(power=power, defence=defence)


def _difference(before: State, after: State) -> Resolved:
    """What two positions of one search differ in, by slot."""
    changes: list[Change] = []
    lost: list[tuple[str, str]] = []
    for slot, old, new in zip(SLOTS, before.cards, after.cards, strict=True):
        if old and new:
            pairs = (("power", old.power, new.power), ("defence", old.defence, new.defence))
            changes += [Change(slot, old.name, what, one, two - one, two) for what, one, two in pairs if one != two]
        elif old:
            lost.append((slot, old.name))
    return Resolved(tuple(changes), tuple(lost))


def _decide(move: Attack, powers: tuple[int, int]) -> tuple[str, str]:
    """The winner's slot and the loser's: the higher value wins; nobody where they are equal."""
    if powers[0] == powers[1]:
        return "", ""
    return (move.slot, move.target) if powers[0] > powers[1] else (move.target, move.slot)


def _put(state: State, slot: str, card: Card | None) -> State:
    k = INDEX[slot]
    return state._replace(cards=(*state.cards[:k], card, *state.cards[k + 1 :]))


def _there(state: State, slot: str) -> Card:
    """The card on a slot that a move has been allowed for. Raises LookupError where there is none."""
    card = state.card(slot)
    if card is None:
        raise LookupError(slot)
    return card


def _held(state: State, side: str) -> str:
    """The slots of a side that hold a card, as a list to read; "" where there is none."""
    return ", ".join(name for name in SLOTS if side_of(name) == side and state.card(name))


def _end(state: State, winner: str | None, why: str) -> Step:
    return Step(Ended(winner, why, state.life), state._replace(over=True, winner=winner))


def _richer(state: State) -> str | None:
    """The side with more life points, None where they are equal."""
    first, second = state.life
    return None if first == second else SIDES[first < second]


# --- notation ---------------------------------------------------------------------------------------------------------

# Reasons why a move is refused: keys of the catalogue.
NOT_A_MOVE = "“{move}” is not a move."
NO_SUCH_SLOT = "There is no slot {slot} on this field."
NO_SUCH_CARD = "There is no card {card}."
GAME_OVER = "The game is over."
ACTED = "The effects have already run in this turn: attack or defend."
NOT_OWN = "{slot} is not on side {side}, which is to move."
NOT_ENEMY = "{slot} is on side {side} itself: an attack goes against an enemy card."
EMPTY = "{slot} is empty."
TAKEN = "{slot} is taken by {card}."
NOT_IN_HAND = "Side {side} has no {card} in hand."


def _slot(name: str) -> str:
    if name not in INDEX:
        raise NotationError(NO_SUCH_SLOT, {"slot": name}, allowed=SLOT_NAMES, nearest=nearest(name, SLOTS))
    return name


def _refuse_fight(state: State, move: Attack | Defend) -> None:
    """Raise IllegalMove where a side may not attack or defend so."""
    _refuse_foreign(state, move.slot)
    _refuse_empty(state, move.slot, state.turn)
    if isinstance(move, Attack):
        if side_of(move.target) == state.turn:
            raise IllegalMove(NOT_ENEMY, {"slot": move.target, "side": state.turn}, allowed=_held(state, other(state.turn)))
        _refuse_empty(state, move.target, other(state.turn))


def _refuse_foreign(state: State, slot: str) -> None:
    if side_of(slot) != state.turn:
        raise IllegalMove(NOT_OWN, {"slot": slot, "side": state.turn}, allowed=f"{state.turn}1 … {state.turn}{TEN}")


def _refuse_empty(state: State, slot: str, side: str) -> None:
    if state.card(slot) is None:
        raise IllegalMove(EMPTY, {"slot": slot}, allowed=_held(state, side))


def _nearest_verb(text: str) -> str:
    return nearest(text.split()[0], ("resolve", "present", "attack", "defend")) if text.split() else ""


# --- reading a scenario -----------------------------------------------------------------------------------------------

SLOT_NAMES = f"M1 … M{TEN}, E1 … E{TEN}"
_NAME = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[^\s.\x00-\x1f]+$"}
_VALUE = {"type": "integer", "minimum": 0, "maximum": LIMIT}
_AMOUNT = {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT}
_LIFE = {"type": "integer", "minimum": 1, "maximum": LIMIT}
_HAND = {"type": "array", "items": _NAME, "maxItems": 200}
_EFFECT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["target"],
    "properties": {
        "target": {"enum": list(TARGETS), "description": 'Whom it concerns, seen from the card: never the card itself but with "self".'},
        "side": {"enum": ["own", "enemy"], "description": "Whose row or side, or which part of all."},
        "card": {**_NAME, "description": "Only cards of this name."},
        "power": {**_AMOUNT, "description": "What is added to the power."},
        "defence": {**_AMOUNT, "description": "What is added to the defence."},
        "destroy": {"type": "boolean", "description": "The cards leave the field."},
    },
}
_CARD = {
    "type": "object",
    "additionalProperties": False,
    "required": ["power"],
    "properties": {
        "power": _VALUE,
        "defence": _VALUE,
        "effects": {"type": "array", "items": _EFFECT, "maxItems": 8, "description": "Its effects, in the order in which they act."},
    },
}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "turn": {"enum": list(SIDES), "description": "Whose turn it is."},
        "field": {"type": "object", "additionalProperties": _NAME, "maxProperties": 100, "description": "The card on every occupied slot."},
        "life": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(SIDES, _LIFE),
            "description": "Life points by side; 20 where nothing is said.",
        },
        "hands": {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(SIDES, _HAND), "description": "The cards in hand by side."},
        "cards": {"type": "object", "propertyNames": _NAME, "maxProperties": 700, "additionalProperties": _CARD, "description": "Every card by its name."},
    },
}
RULES = options_schema(Rules)
EXPECTS = ("field", "winner", "powers", "life")
WHOLE = ("field",)
"""Those of them that must be told whole; of other tables only the names that are written count."""


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    setup = exact(dict(setup))
    options = Rules(**exact(dict(rules)))
    options = replace(options, order={**ORDER, **options.order})
    cards = {name: _printed(name, one) for name, one in setup.get("cards", {}).items()}
    faults = [*_card_faults(cards, setup.get("cards", {})), *_field_faults(setup, cards), *_order_faults(options)]
    if faults:
        raise Faulty(faults)
    game = Game(options, cards, _start(setup), "hands" in setup)
    field = setup.get("field", {})
    placed = tuple(game.fresh(field[name]) if name in field else None for name in SLOTS)
    return replace(game, start=game.start._replace(cards=placed))


def _printed(name: str, one: Mapping[str, Any]) -> Printed:
    return Printed(name, one["power"], one.get("defence", 0), tuple(Effect(**effect) for effect in one.get("effects", ())))


def _start(setup: Mapping[str, Any]) -> State:
    """The start without its field."""
    life = tuple(setup.get("life", {}).get(side, 20) for side in SIDES)
    hands = tuple(tuple(setup.get("hands", {}).get(side, ())) for side in SIDES)
    return State((None,) * len(SLOTS), life, hands, setup.get("turn", SIDES[0]))


def _unknown_card(place: str, name: str, cards: Mapping[str, Printed]) -> Fault:
    return Fault(place, f"card {name!r}", ", ".join(cards)[:400] or "a card of setup.cards", nearest(name, list(cards)))


def _card_faults(cards: Mapping[str, Printed], tables: Mapping[str, Any]) -> Iterator[Fault]:
    """Effects that name an unknown card, do nothing, or say two things at once."""
    for name, card in cards.items():
        for k, effect in enumerate(card.effects):
            place = f"setup.cards.{name}.effects[{k}]"
            if effect.card and effect.card not in cards:
                yield _unknown_card(f"{place}.card", effect.card, cards)
            if effect.side and effect.target not in BROAD:
                yield Fault(f"{place}.side", f"{effect.side!r} with target {effect.target!r}", f"a side only with {', '.join(BROAD)}")
            if effect.destroy == bool(effect.power or effect.defence):
                found = "both destroy and a change of values" if effect.destroy else "no change"
                yield Fault(place, found, "power or defence (not 0), or destroy = true")


def _field_faults(setup: Mapping[str, Any], cards: Mapping[str, Printed]) -> Iterator[Fault]:
    """Slots and cards that there are not."""
    for slot, name in setup.get("field", {}).items():
        if slot not in INDEX:
            yield Fault(f"setup.field.{slot[:40]}", f"slot {slot[:40]!r}", SLOT_NAMES, nearest(slot[:40], SLOTS))
        if name not in cards:
            yield _unknown_card(f"setup.field.{slot[:40]}", name, cards)
    for side, hand in setup.get("hands", {}).items():
        for k, name in enumerate(hand):
            if name not in cards:
                yield _unknown_card(f"setup.hands.{side}[{k}]", name, cards)


def _order_faults(rules: Rules) -> Iterator[Fault]:
    """An order that names an unknown slot, or one twice."""
    for side, order in rules.order.items():
        seen: Counter[str] = Counter()
        for k, slot in enumerate(order):
            place = f"rules.order.{side}[{k}]"
            if slot not in INDEX:
                yield Fault(place, f"slot {slot!r}", SLOT_NAMES, nearest(slot, SLOTS))
            elif seen[slot]:
                yield Fault(place, f"{slot!r} a second time", "each slot once")
            seen[slot] += 1
