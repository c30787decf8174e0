"""What the effect language's words come to on a field of cards: numbers, relations, deeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..interpreter import Acted, Change, Check, Firing, Part, Source
from ..language import Effect, Value, bounded
from ..options import round_half_up
from .position import INDEX, SIDES, SLOTS, Card, State, facing, neighbours, other, row_of, side_of

if TYPE_CHECKING:
    from .game import Game


class World:
    """The interpreter's world during one search: ``state`` is replaced as effects act on it.

    ``at``: where the acting card now lies, as its own effect may move it; ``acted``: the slots of cards that have acted, following
    them where they move; ``home``: where a card that has moved stood at first; ``destroyed`` and ``returned``: the cards that have
    left the field, as (slot, name), and where to.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state, self.at = game, state, ""
        self.acted: set[str] = set()
        self.done: set[tuple[Source, int]] = set()
        self.occasion = 0
        self.draws = 0
        self.home: dict[str, str] = {}
        self.destroyed: list[tuple[str, str]] = []
        self.returned: list[tuple[str, str, str]] = []

    def gates(self, effect: Effect, source: Source) -> Iterator[Check]:
        """A card that has left the field, or lost its effects, acts no more."""
        card = self.state.card(self.at)
        if card is None or card.name != source.bearer:
            yield Check(False, "there", found=source.bearer)
        elif effect not in card.effects:
            yield Check(False, "has_effect", found=source.bearer)

    def number(self, word: str, name: str, source: Source, target: Any = None) -> Value | str:
        slot = self.at
        mine = side_of(slot)
        if word in _NUMBERS:
            return _NUMBERS[word](self, slot)
        if word == "turn":
            return "own" if self.state.turn == mine else "enemy"
        if word == "slot":
            return slot
        whose, _, place = word.partition(" ")
        sides = {"own": (mine,), "enemy": (other(mine),), "all": SIDES}[whose]
        return sum(1 for held in self._held(sides, place) if not name or held == name)

    def _held(self, sides: Iterable[str], place: str) -> Iterator[str]:
        """The names of the cards in a place (cards: the field; hand, deck) of some sides."""
        for side in sides:
            if place == "cards":
                yield from (card.name for slot in SLOTS if side_of(slot) == side and (card := self.state.card(slot)))
            else:
                piles = self.state.hands if place == "hand" else self.state.decks
                yield from piles[SIDES.index(side)]

    def whole(self, word: str, source: Source) -> Value:
        side = side_of(source.place) if not word.startswith("enemy") else other(side_of(source.place))
        return self.game.start.life[SIDES.index(side)] if word.endswith("life") else 0

    def targets(self, effect: Effect, source: Source) -> Sequence[str]:
        return reach(effect.to, self.at)

    def trait(self, target: str, word: str, source: Source) -> Value | str | None:
        card = self.state.card(target)
        if card is None:
            return None
        match word:
            case "side":
                return "own" if side_of(target) == side_of(source.place) else "enemy"
            case "power" | "defence":
                return int(getattr(card, word))
        return card.name

    def called(self, target: str) -> tuple[str, str]:
        card = self.state.card(target)
        return target, card.name if card else ""

    def dice(self, effect: Effect, source: Source) -> random.Random:
        lying = ",".join(f"{card.name}{card.power}" if card else "" for card in self.state.cards)
        self.draws += 1
        return random.Random(f"{self.game.seed}:{self.state.turn}:{source.place}:{self.draws}:{lying}")

    def later(self, effect: Effect) -> str:
        return ""

    def set_off(self, acted: Acted) -> Iterable[Firing]:
        return ()

    def put_off(self, effect: Effect, source: Source) -> Change:
        raise NotImplementedError("no effect of a card begins later")

    # --- deeds

    def do(self, effect: Effect, source: Source, target: str, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        card = self.state.card(target)
        return _DEEDS[effect.do](self, effect, target, card, amount, parts) if card else None

    def put(self, slot: str, card: Card | None) -> None:
        k = INDEX[slot]
        self.state = self.state._replace(cards=(*self.state.cards[:k], card, *self.state.cards[k + 1 :]))

    def _value(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        """Power or defence: whole numbers, rounded half up, never below 0."""
        before = int(getattr(card, effect.do))
        how = effect.amount.how if effect.amount else "add"
        exact = bounded({"times": before * (amount or 0), "set": amount or 0}.get(how, before + (amount or 0)))
        wanted = round_half_up(exact)
        if how == "times":
            parts += (Part("times", "times", before, amount or 0, exact),)
        if wanted != exact:
            parts += (Part("rounded", "", exact, 0, wanted),)
        after = max(0, wanted)
        self.put(slot, card._replace(power=after) if effect.do == "power" else card._replace(defence=after))
        return Change(slot, card.name, effect.do, before, after, wanted - before, parts)

    def _destroy(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        self.destroyed.append((self.home.pop(slot, slot), card.name))
        self.acted.discard(slot)
        self.put(slot, None)
        return Change(slot, card.name, "destroy", card.power, 0)

    def _move(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        to = beside(slot, effect.what) if effect.what in ("left", "right") else effect.what
        if not to or self.state.card(to) or side_of(to) != side_of(slot):
            return None
        self.put(slot, None)
        self.put(to, card)
        if slot in self.acted:
            self.acted = self.acted - {slot} | {to}
        if slot == self.at:
            self.at = to
        self.home[to] = self.home.pop(slot, slot)
        return Change(to, card.name, "slot", slot, to)

    def _return(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        k = SIDES.index(side_of(slot))
        piles = self.state.hands if effect.what == "hand" else self.state.decks
        piles = (*piles[:k], (*piles[k], card.name), *piles[k + 1 :])
        self.acted.discard(slot)
        self.returned.append((self.home.pop(slot, slot), card.name, effect.what))
        self.put(slot, None)
        self.state = self.state._replace(hands=piles) if effect.what == "hand" else self.state._replace(decks=piles)
        return Change(slot, card.name, effect.what, slot, effect.what)

    def _silence(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if not card.effects:
            return None
        self.put(slot, card._replace(effects=()))
        return Change(slot, card.name, "silence", len(card.effects), 0)

    def _learn(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        effects = self.game.cards[effect.what].effects
        if card.effects == effects:
            return None
        self.put(slot, card._replace(effects=effects))
        return Change(slot, card.name, "learn", card.name, effect.what)


def beside(slot: str, way: str) -> str:
    """The slot next in the row to the left or right of its owner; "" at the end of the row.

    >>> beside("M2", "left"), beside("M5", "right"), beside("E2", "left")
    ('M1', '', 'E1')
    """
    row = row_of(slot)
    k = row.index(slot) + (1 if way == "right" else -1)
    return row[k] if 0 <= k < len(row) else ""


def reach(relation: str, slot: str) -> tuple[str, ...]:
    """The slots that a relation leads to from a slot, own side first; the slot itself only where it is named."""
    mine = side_of(slot)
    return _RELATIONS[relation](slot, mine)


def _side(side: str, but: str = "") -> tuple[str, ...]:
    return tuple(one for one in SLOTS if side_of(one) == side and one != but)


_RELATIONS: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "self": lambda slot, mine: (slot,),
    "left": lambda slot, mine: (beside(slot, "left"),) if beside(slot, "left") else (),
    "right": lambda slot, mine: (beside(slot, "right"),) if beside(slot, "right") else (),
    "neighbours": lambda slot, mine: neighbours(slot),
    "facing": lambda slot, mine: (facing(slot),),
    "row": lambda slot, mine: tuple(one for one in row_of(slot) if one != slot),
    "enemy row": lambda slot, mine: row_of(slot, other(mine)),
    "side": lambda slot, mine: _side(mine, slot),
    "enemy side": lambda slot, mine: _side(other(mine)),
    "all": lambda slot, mine: (*_side(mine, slot), *_side(other(mine))),
}
_NUMBERS: dict[str, Callable[[World, str], Value]] = {
    "own life": lambda world, slot: world.state.life[SIDES.index(side_of(slot))],
    "enemy life": lambda world, slot: world.state.life[SIDES.index(other(side_of(slot)))],
    "power": lambda world, slot: card.power if (card := world.state.card(slot)) else 0,
    "defence": lambda world, slot: card.defence if (card := world.state.card(slot)) else 0,
    "facing power": lambda world, slot: card.power if (card := world.state.card(facing(slot))) else 0,
    "acted": lambda world, slot: len(world.acted - {slot}),
    "destroyed": lambda world, slot: len(world.destroyed),
}
_DEEDS: dict[str, Callable[..., Change | None]] = {
    "power": World._value,
    "defence": World._value,
    "destroy": World._destroy,
    "move": World._move,
    "return": World._return,
    "silence": World._silence,
    "learn": World._learn,
}
