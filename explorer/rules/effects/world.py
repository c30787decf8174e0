"""What the effect language's words come to on a field of cards: numbers, relations, deeds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..interpreter import Acted, Change, Check, Firing, Part, Source
from ..language import Effect, Value, bounded
from ..options import round_half_up
from .field import SIDES, side_of
from .position import Card, State

if TYPE_CHECKING:
    from .game import Game


SEARCH = "search"
"""The relation that leads to the search itself."""


class World:
    """The interpreter's world during one search: ``state`` is replaced as effects act on it.

    ``at``: where the acting card now lies, as its own effect may move it; ``acted``: the slots of cards that have acted,
    following them where they move, ``had_acted`` those destroyed later, and ``worked`` how many cards an effect of which
    has acted; ``home``: where a card that has moved stood at first; ``destroyed`` and ``returned``: the cards that have
    left the field, as (slot, name), and where to; ``order`` is that of the search, of which ``reached`` slots are done or
    being done.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state, self.at = game, state, ""
        self.acted: set[str] = set()
        self.worked = 0
        self.had_acted: set[tuple[str, str]] = set()
        self.done: set[tuple[Source, int]] = set()
        self.occasion = 0
        self.draws = 0
        self.home: dict[str, str] = {}
        self.order: list[str] = []
        self.reached = 0
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
        field = self.state.field
        sides = {"own": (mine,), "enemy": self.state.enemies(mine), "all": field.sides}[whose]
        return sum(1 for held in self._held(sides, place) if not name or held == name)

    def _held(self, sides: Iterable[str], place: str) -> Iterator[str]:
        """The names of the cards in a place (cards: the field; hand, deck) of some sides."""
        for side in sides:
            if place == "cards":
                yield from (card.name for slot in self.state.field.of(side) if (card := self.state.card(slot)))
            else:
                piles = self.state.hands if place == "hand" else self.state.decks
                yield from piles[SIDES.index(side)]

    def whole(self, word: str, source: Source) -> Value:
        side = side_of(source.place) if not word.startswith("enemy") else (self.state.enemies(side_of(source.place)) or (side_of(source.place),))[0]
        return self.game.start.life[SIDES.index(side)]

    def targets(self, effect: Effect, source: Source) -> Sequence[str]:
        return (SEARCH,) if effect.to == SEARCH else self.state.field.reach(effect.to, self.at, self.state.out)

    def trait(self, target: str, word: str, source: Source) -> Value | str | None:
        if target == SEARCH:  # it is there, and like nothing that a card is like
            return None if word else target
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
        if target == SEARCH:
            return self._reorder(effect)
        card = self.state.card(target)
        return _DEEDS[effect.do](self, effect, target, card, amount, parts) if card else None

    def put(self, slot: str, card: Card | None) -> None:
        self.state = self.state.put(slot, card)

    def _reorder(self, effect: Effect) -> Change | None:
        """The rest of the search in another order: the other way round, or one side's slots first."""
        done, rest = self.order[: self.reached], self.order[self.reached :]
        if effect.what == "reverse":
            after = rest[::-1]
        else:
            after = [slot for slot in rest if side_of(slot) == effect.what] + [slot for slot in rest if side_of(slot) != effect.what]
        if after == rest:
            return None
        self.order = done + after
        self.state = self.state._replace(order=tuple(self.order))
        return Change("", "", "order", ", ".join(rest), ", ".join(after))

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
        if after == before == wanted:
            return None
        self.put(slot, card._replace(power=after) if effect.do == "power" else card._replace(defence=after))
        return Change(slot, card.name, effect.do, before, after, wanted - before, parts)

    def _destroy(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        home = self.home.pop(slot, slot)
        self.destroyed.append((home, card.name))
        if slot in self.acted:
            self.had_acted.add((home, card.name))
        self.acted.discard(slot)
        self.put(slot, None)
        return Change(slot, card.name, "destroy", card.power, 0)

    def _move(self, effect: Effect, slot: str, card: Card, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        to = self.state.field.beside(slot, effect.what) if effect.what in ("left", "right") else effect.what
        if to not in self.state.field.number or self.state.card(to) or side_of(to) != side_of(slot):
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


_NUMBERS: dict[str, Callable[[World, str], Value]] = {
    "own life": lambda world, slot: world.state.life[SIDES.index(side_of(slot))],
    "enemy life": lambda world, slot: world.state.life[SIDES.index((world.state.enemies(side_of(slot)) or (side_of(slot),))[0])],
    "power": lambda world, slot: card.power if (card := world.state.card(slot)) else 0,
    "defence": lambda world, slot: card.defence if (card := world.state.card(slot)) else 0,
    "facing power": lambda world, slot: card.power if (card := world.state.card(world.state.field.facing(slot, world.state.out))) else 0,
    "acted": lambda world, slot: world.worked,
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
