"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..interpreter import Acted, Change, Check, Firing, Source, act, verdicts
from ..language import toml, write_effect
from ..trace import Frame, IllegalMove, NotationError, Result, Step, nearest
from .events import Attacked, Defended, Drew, Ended, Fought, Presented, Resolved, Restored, Scored, Searched, SideOut, Started, TurnChanged
from .field import SIDES, Field, side_of
from .position import DRAW, RESOLVE, Attack, Card, Defend, Draw, Move, Present, Printed, Resolve, Rules, State
from .vocabulary import CARDS
from .world import World


@dataclass(frozen=True)
class Game:
    """The cards, the order and the rules in force. Positions are `State`s; nothing here changes."""

    rules: Rules
    cards: Mapping[str, Printed]
    start: State
    hands: bool = False
    seed: int = 0

    def opening(self) -> Step:
        return Step(Started(self.start.turn), self.start)

    def order(self, side: str) -> Sequence[str]:
        """The slots searched when that side leads: as the rules have it, else its front row, then those of the others in turn order."""
        if side in self.rules.order:
            return self.rules.order[side]
        field = self.start.field
        return [slot for one in (side, *field.others(side)) for slot in field.of(one)[: field.rows[0]]]

    def leader(self, state: State) -> str:
        """The side whose order is searched now; among equal ones, the first in turn order from the side to move."""
        if self.rules.leads == "turn":
            return state.turn
        sides = (state.turn, *state.enemies(state.turn))
        best = min if self.rules.leads == "fewest" else max
        return best(sides, key=lambda side: state.life[SIDES.index(side)])

    # --- notation

    def parse(self, text: str, state: State) -> Move:
        """A move from its notation: ``resolve``, ``draw``, ``present B M5``, ``attack M3 E4``, ``defend M3``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        match text.split():
            case ["resolve"]:
                move: Move = RESOLVE
            case ["draw"]:
                move = DRAW
            case ["present", card, slot]:
                move = Present(self._known(card), self._slot(slot))
            case ["attack", slot, target]:
                move = Attack(self._slot(slot), self._slot(target))
            case ["defend", slot]:
                move = Defend(self._slot(slot))
            case _:
                raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form(), nearest=_nearest_verb(text))
        self._refuse(state, move)
        return move

    def _form(self) -> str:
        decks = "draw, " if any(self.start.decks) else ""
        return f"resolve, {decks}{'present CARD SLOT, ' if self.hands else ''}attack SLOT SLOT, defend SLOT"

    def _slot(self, name: str) -> str:
        field = self.start.field
        if name not in field.number:
            raise NotationError(NO_SUCH_SLOT, {"slot": name}, allowed=slot_names(field), nearest=nearest(name, field.slots))
        return name

    def _known(self, name: str) -> str:
        if name not in self.cards:
            raise NotationError(NO_SUCH_CARD, {"card": name}, allowed=", ".join(self.cards), nearest=nearest(name, list(self.cards)))
        return name

    def write(self, move: Move) -> str:
        """The notation of a move."""
        return " ".join([type(move).__name__.lower(), *move])

    # --- what is allowed

    def legal(self, state: State) -> list[Move]:
        """A draw first, where there is a deck; then the search or presentations while the effects have not run, then attacks and defences, by slot."""
        if state.over:
            return []
        if self.may_draw(state):
            return [DRAW]
        mine = state.held(state.turn)
        foes = [slot for side in state.enemies(state.turn) for slot in state.held(side)]
        return [*self._openings(state), *(Attack(slot, foe) for slot in mine for foe in foes), *map(Defend, mine)]

    def may_draw(self, state: State) -> bool:
        """Whether the turn of the side to move begins with a draw that is still to come (E30)."""
        return not state.drew and not state.acted and bool(state.decks[SIDES.index(state.turn)])

    def _openings(self, state: State) -> list[Move]:
        if state.acted:
            return []
        hand = dict.fromkeys(state.hands[SIDES.index(state.turn)])
        free = [slot for slot in state.field.of(state.turn) if not state.card(slot)]
        return [*([RESOLVE] if self.rules.alone else []), *(Present(card, slot) for card in hand for slot in free)]

    def _refuse(self, state: State, move: Move) -> None:
        """Raise IllegalMove with the reason where a move is not allowed."""
        if state.over:
            raise IllegalMove(GAME_OVER)
        if isinstance(move, Draw):
            if not self.may_draw(state):
                raise IllegalMove(NO_DRAW, {"side": state.turn}, allowed=", ".join(map(self.write, self.legal(state)[:8])))
            return
        if self.may_draw(state):
            raise IllegalMove(DRAW_FIRST, {"side": state.turn}, allowed="draw")
        if state.acted and isinstance(move, Resolve | Present):
            raise IllegalMove(ACTED, allowed="attack SLOT SLOT, defend SLOT")
        if isinstance(move, Resolve) and not self.rules.alone:
            raise IllegalMove(NOT_ALONE, allowed="present CARD SLOT")
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
            case Draw():
                yield self._draw(state)
            case Defend(slot):
                card = _there(state, slot)
                yield Step(Defended(slot, card.name, card.defence), state.put(slot, card._replace(defending=True)))
            case Present():
                presented = self._present(state, move)
                yield presented
                yield from self._resolve(presented.state)
            case Resolve():
                yield from self._resolve(state)

    def _draw(self, state: State) -> Step:
        k = SIDES.index(state.turn)
        card, *rest = state.decks[k]
        hands = (*state.hands[:k], (*state.hands[k], card), *state.hands[k + 1 :])
        decks = (*state.decks[:k], tuple(rest), *state.decks[k + 1 :])
        return Step(Drew(state.turn, card, len(rest)), state._replace(hands=hands, decks=decks, drew=True))

    def _present(self, state: State, move: Present) -> Step:
        k = SIDES.index(state.turn)
        hand = list(state.hands[k])
        hand.remove(move.card)
        hands = (*state.hands[:k], tuple(hand), *state.hands[k + 1 :])
        return Step(Presented(move.card, move.slot, state.turn), state._replace(hands=hands, acted=True).put(move.slot, self.fresh(move.card)))

    def fresh(self, name: str) -> Card:
        """A card with its printed values."""
        printed = self.cards[name]
        return Card(name, printed.power, printed.defence, False, printed.effects)

    # --- the search

    def outcomes(self, state: State) -> dict[str, list[Step]]:
        """What a search of the position would be in the order of each side (E16): the steps by side, each from the same field."""
        return {side: [*self._resolve(state, side)] for side in state.field.sides}

    def _resolve(self, state: State, leader: str = "") -> Iterator[Step]:
        """Every slot of the order in turn, and at the end what has changed."""
        state = state._replace(acted=True)
        if self.rules.changes == "search" and (restored := self._restored(state)):
            yield restored
            state = restored.state
        world, begun = World(self, state), state
        world.order = [*self.order(leader or self.leader(state))]
        while world.reached < len(world.order):
            slot = world.order[world.reached]
            world.reached += 1
            yield Step(self._search(world, begun, slot, world.reached, len(world.order)), world.state)
        yield Step(_difference(begun, world), world.state._replace(cursor="", order=()))

    def _restored(self, state: State) -> Step | None:
        after = state._replace(cards=tuple(card and self.fresh(card.name)._replace(defending=card.defending) for card in state.cards))
        changes = _difference(state, World(self, after)).changes
        return Step(Restored(changes), after) if changes else None

    def _search(self, world: World, begun: State, slot: str, number: int, total: int) -> Searched:
        """One slot: skipped where it is empty, told where its card has no effect, else its effects one by one."""
        world.state = world.state._replace(cursor=slot)
        card, before = world.state.card(slot), begun.card(slot)
        if card is None:
            return Searched(number, total, slot, lost=before.name if before and (slot, before.name) in {*world.destroyed} - world.had_acted else "")
        if slot in world.acted:
            return Searched(number, total, slot, card.name, again=True)
        world.at = slot
        world.acted.add(slot)
        acts = tuple(self._acts(world, card, slot))
        world.worked += any(act.fired for act in acts)
        return Searched(number, total, slot, card.name, acts=acts)

    def _acts(self, world: World, card: Card, slot: str) -> Iterator[Acted]:
        """The effects of a card, one by one; a card that has left the field acts no more."""
        source = Source(card.name, card.name, slot, side_of(slot))
        for effect in card.effects:
            there = world.state.card(world.at)
            if there is None or there.name != card.name:
                return
            yield act(Firing(effect, source, "search"), world)

    # --- a fight

    def _attack(self, state: State, move: Attack) -> Iterator[Step]:
        mine, theirs = _there(state, move.slot), _there(state, move.target)
        about = (move.slot, mine.name, move.target, theirs.name)
        yield Step(Attacked(*about), state)
        powers = (mine.power, theirs.defence if theirs.defending else theirs.power)
        winner, loser = _decide(move, powers)
        left = bool(loser) and self.rules.leaves
        if left:
            state = state.put(loser, None)
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
        """The end of the game, or of the turn: after an attack or a defence, and where the side can do nothing more."""
        for side in state.field.sides:
            if state.life[SIDES.index(side)] <= 0 and side not in state.out:
                step = _leave(state, side)
                state = step.state
                if state.field.sides[2:]:
                    yield step
        playing = [side for side in state.field.sides if side not in state.out]
        ends = isinstance(move, Attack | Defend)
        if len(playing) < 2:
            yield _end(state, playing[0] if playing else None, "life")
        elif (not any(state.cards) and not any(state.hands)) or (self.hands and not any(_can_still(state, side) for side in playing)):
            yield _end(state, _richest(state, playing), "idle")
        elif ends or state.turn in state.out or not self.legal(state):
            yield from self._change_turn(state, playing, idle=not ends)

    def _change_turn(self, state: State, playing: Sequence[str], *, idle: bool) -> Iterator[Step]:
        """The turn goes on to the next side that can do anything; where none can, the game is over."""
        skipped: list[str] = []
        for side in (*state.field.others(state.turn), state.turn):
            if side not in playing:
                continue
            rested = tuple(slot for slot in state.held(side) if _there(state, slot).defending)
            after = state._replace(turn=side, acted=False, drew=False)
            for slot in rested:
                after = after.put(slot, _there(after, slot)._replace(defending=False))
            if self._able(after):
                yield Step(TurnChanged(state.turn, side, idle, rested, tuple(skipped)), after)
                return
            skipped.append(side)
        yield _end(state, _richest(state, playing), "idle")

    def _able(self, state: State) -> bool:
        """Whether the side to move can do anything; to search a field without cards is nothing."""
        k = SIDES.index(state.turn)
        return bool(self.legal(state)) and bool(any(state.cards) or state.hands[k] or state.decks[k])

    def why(self, frames: Sequence[Frame], name: str) -> list[Acted]:
        """Why each effect of the card on a slot did or did not act in the search of the last frame's move.

        ``frames`` are those of the line up to the one in view. Of a card that has been destroyed, the verdict names what destroyed it.
        """
        move = [frame for frame in frames if frame.move == frames[-1].move]
        searches = [frame.event for frame in move if isinstance(frame.event, Searched)]
        first = next((k for k, frame in enumerate(frames) if frame.move == frames[-1].move and isinstance(frame.event, Searched)), len(frames))
        before: State = frames[max(0, first - 1)].state
        state: State = frames[-1].state
        card = state.card(name) or before.card(name)
        if card is None:
            held = self.cards[name].effects if any(name in hand for hand in state.hands) else ()
            return [Acted("why", None, effect, Source(name, name), None, (Check(False, "in_hand", found=name),)) for effect in held]
        source = Source(card.name, card.name, name, side_of(name))
        place = _searched_at(searches, name)
        told = [act for event in searches for act in event.acts if act.source.place == place and act.source.bearer == card.name]
        world = World(self, state)
        world.at = name
        if not told and not state.card(name) and (check := _gone(searches, name)):
            return [Acted("why", None, effect, source, None, (check,)) for effect in card.effects]
        return verdicts(card.effects, source, told, world)

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, state.winner)

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it; occupied slots only."""
        view: dict[str, Any] = {
            "slots": {name: self._card(card) for name, card in zip(state.field.slots, state.cards, strict=True) if card},
            "cursor": state.cursor or None,
            "life": dict(zip(state.field.sides, state.life, strict=True)),
            "turn": state.turn,
        }
        if defending := [name for name, card in zip(state.field.slots, state.cards, strict=True) if card and card.defending]:
            view["defending"] = defending
        if any(state.decks) or any(self.start.decks):
            view["decks"] = {side: list(deck) for side, deck in zip(state.field.sides, state.decks, strict=True)}
        if state.out and state.field.sides[2:]:
            view["out"] = list(state.out)
        if state.order:
            view["order"] = list(state.order)
        if self.hands or any(state.hands):
            view["hands"] = {side: list(hand) for side, hand in zip(state.field.sides, state.hands, strict=True)}
        if state.over:
            view["winner"] = state.winner
        return view

    def _card(self, card: Card) -> dict[str, Any]:
        """A card on the field; its effects only where they are no longer the printed ones."""
        told = {"card": card.name, "power": card.power, "defence": card.defence}
        if card.effects == self.cards[card.name].effects:
            return told
        return {**told, "effects": [toml(write_effect(effect, CARDS)) for effect in card.effects]}

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``field`` (slot -> "B 4") and ``life`` by side of the position; ``powers`` of the last fight and its ``winner`` (a side, "" for none).

        Without any fight, ``winner`` is that of the game.
        """
        state: State = frames[-1].state
        fight = next((frame.event for frame in reversed(frames) if isinstance(frame.event, Fought)), None)
        return {
            "field": {name: f"{card.name} {card.power}" for name, card in zip(state.field.slots, state.cards, strict=True) if card},
            "winner": fight.winner[:1] if fight else state.winner,
            "powers": list(fight.powers) if fight else [],
            "life": dict(zip(state.field.sides, state.life, strict=True)),
        }


def _difference(before: State, world: World) -> Resolved:
    """What a search has made different, by slot; a card that has moved is compared with itself."""
    changes: list[Change] = []
    for slot, new in zip(before.field.slots, world.state.cards, strict=True):
        home = world.home.get(slot, slot)
        old = before.card(home)
        if not old or not new:
            continue
        if home != slot:
            changes.append(Change(slot, new.name, "slot", home, slot))
        pairs = (("power", old.power, new.power), ("defence", old.defence, new.defence))
        changes += [Change(slot, new.name, what, one, two, two - one) for what, one, two in pairs if one != two]
        if old.effects != new.effects:
            changes.append(Change(slot, new.name, "effects", len(old.effects), len(new.effects)))
    changes += [Change(slot, name, place, slot, place) for slot, name, place in world.returned]
    return Resolved(tuple(changes), tuple(sorted(world.destroyed, key=lambda one: before.field.number[one[0]])), before.field.sides)


def _decide(move: Attack, powers: tuple[int, int]) -> tuple[str, str]:
    """The winner's slot and the loser's: the higher value wins; nobody where they are equal."""
    if powers[0] == powers[1]:
        return "", ""
    return (move.slot, move.target) if powers[0] > powers[1] else (move.target, move.slot)


def _there(state: State, slot: str) -> Card:
    """The card on a slot that a move has been allowed for. Raises LookupError where there is none."""
    card = state.card(slot)
    if card is None:
        raise LookupError(slot)
    return card


def _searched_at(searches: Sequence[Searched], name: str) -> str:
    """Where the card that now lies on a slot was when its own slot was searched."""
    at: dict[str, str] = {}
    for event in searches:
        if event.card and not event.again:
            at[event.slot] = event.slot
        for change in event.changes:
            if change.what == "slot":
                at[change.after] = at.pop(change.before, "")
    return at.get(name, name)


def _gone(searches: Sequence[Searched], name: str) -> Check | None:
    """What took the card on a slot away before its turn came."""
    for event in searches:
        for change in event.changes:
            if change.target == name and change.what in ("destroy", "hand", "deck"):
                return Check(False, "destroyed" if change.what == "destroy" else "returned", found=f"{event.card} ({event.slot})")
    return None


def _can_still(state: State, side: str) -> bool:
    """Whether a side can still draw, present or attack; in a game with hands, where nobody can, defending for ever decides nothing."""
    k = SIDES.index(side)
    room = len(state.held(side)) < len(state.field.of(side))
    foes = any(state.held(other) for other in state.enemies(side))
    return bool(state.decks[k] or (state.hands[k] and room) or (state.held(side) and foes))


def _leave(state: State, side: str) -> Step:
    """A side that has lost is out with all its cards."""
    k, cells = SIDES.index(side), state.held(side)
    if state.field.sides[2:]:
        for slot in cells:
            state = state.put(slot, None)
        hands, decks = (tuple(() if j == k else pile for j, pile in enumerate(piles)) for piles in (state.hands, state.decks))
        state = state._replace(hands=hands, decks=decks)
    return Step(SideOut(side, state.life[k], cells), state._replace(out=(*state.out, side)))


def _end(state: State, winner: str | None, why: str) -> Step:
    return Step(Ended(winner, why, tuple(zip(state.field.sides, state.life, strict=True))), state._replace(over=True, winner=winner))


def _richest(state: State, playing: Sequence[str]) -> str | None:
    """The side with most life points, None where several have as many."""
    most = max(state.life[SIDES.index(side)] for side in playing)
    first = [side for side in playing if state.life[SIDES.index(side)] == most]
    return first[0] if len(first) == 1 else None


def slot_names(field: Field) -> str:
    """The slots of a field, as a list to read."""
    return ", ".join(f"{side}1 … {side}{sum(field.rows)}" for side in field.sides)


# Reasons why a move is refused: keys of the catalogue.
NOT_A_MOVE = "“{move}” is not a move."
NO_SUCH_SLOT = "There is no slot {slot} on this field."
NO_SUCH_CARD = "There is no card {card}."
GAME_OVER = "The game is over."
NO_DRAW = "Side {side} has nothing to draw now."
DRAW_FIRST = "Side {side} draws first."
NOT_ALONE = "The effects run when a card is presented, not by themselves."
ACTED = "The effects have already run in this turn: attack or defend."
NOT_OWN = "{slot} is not on side {side}, which is to move."
NOT_ENEMY = "{slot} is on side {side} itself: an attack goes against an enemy card."
EMPTY = "{slot} is empty."
TAKEN = "{slot} is taken by {card}."
NOT_IN_HAND = "Side {side} has no {card} in hand."


def _refuse_fight(state: State, move: Attack | Defend) -> None:
    """Raise IllegalMove where a side may not attack or defend so."""
    _refuse_foreign(state, move.slot)
    _refuse_empty(state, move.slot, state.turn)
    if isinstance(move, Attack):
        if side_of(move.target) == state.turn:
            foes = [slot for side in state.enemies(state.turn) for slot in state.held(side)]
            raise IllegalMove(NOT_ENEMY, {"slot": move.target, "side": state.turn}, allowed=", ".join(foes))
        _refuse_empty(state, move.target, side_of(move.target))


def _refuse_foreign(state: State, slot: str) -> None:
    if side_of(slot) != state.turn:
        raise IllegalMove(NOT_OWN, {"slot": slot, "side": state.turn}, allowed=f"{state.turn}1 … {state.turn}{sum(state.field.rows)}")


def _refuse_empty(state: State, slot: str, side: str) -> None:
    if state.card(slot) is None:
        raise IllegalMove(EMPTY, {"slot": slot}, allowed=", ".join(state.held(side)))


def _nearest_verb(text: str) -> str:
    return nearest(text.split()[0], ("resolve", "draw", "present", "attack", "defend")) if text.split() else ""
