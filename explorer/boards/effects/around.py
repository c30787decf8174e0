"""What stands around the board: chips, presses, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...rules import effects as rules
from ...words import N_, NN_, Message
from ...words import effects as words
from ..parts import Chip, Group, Pressed, Side, Table
from .signs import _signed

TONES = {
    "search": "found", "judge": "change", "attack": "calm", "fight": "loss", "defend": "gain",
    "present": "calm", "draw": "calm", "change_turn": "calm", "end": "calm",
}  # fmt: skip
ROLES = {side: f"player{k}" for k, side in enumerate(rules.SIDES, 1)}


class Choice(NamedTuple):
    """What the player has picked so far: an own card on the field, or a card in the hand."""

    slot: str = ""
    card: str = ""


NOTHING = Choice()


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
    if state.over or game.may_draw(state) or not (choice.card or choice.slot):
        return frozenset()
    if choice.card:
        return frozenset(name for name in state.field.slots if rules.side_of(name) == state.turn and not state.card(name))
    return frozenset(name for name in state.field.slots if rules.side_of(name) != state.turn and state.card(name))


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What lies on a slot, in words."""
    return words.slot(state, name)


def tables(game: rules.Game, state: rules.State, event: Any) -> Iterator[Table]:
    """The card table (Fig. 4(b)), the action table (Fig. 7(a)), the order (Fig. 7(b)), and what a search would come to by each order (E16)."""
    yield _field(game, state, event)
    yield _cards(game, state, event)
    yield _order(game, state)
    yield _outcomes(game, state)


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
