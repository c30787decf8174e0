"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..trace import Frame, IllegalMove, NotationError, Result, Step, nearest
from .events import Attacked, Change, Defended, Ended, Fought, Missed, Presented, Resolved, Restored, Scored, Searched, Started, TurnChanged
from .position import (
    BROAD,
    INDEX,
    RESOLVE,
    SIDES,
    SLOTS,
    TEN,
    Attack,
    Card,
    Defend,
    Effect,
    Move,
    Present,
    Printed,
    Resolve,
    Rules,
    State,
    other,
    reach,
    side_of,
)


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


SLOT_NAMES = f"M1 … M{TEN}, E1 … E{TEN}"
