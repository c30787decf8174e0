"""What the events of ordered effects say: a sentence, a line of the step list, and the sum worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce, singledispatch
from typing import Any

from ..rules import effects as rules
from . import N_, NN_, Message

TITLE = N_("Ordered effects")
ABOUT = N_("Cards on the field act one after another in a fixed order; each effect is applied before the next slot is looked at.")


# --- what a card does, from its data ----------------------------------------------------------------------------------

_EACH = {
    ("neighbours", ""): (N_("each card on the left and right"), N_("each {card} on the left and right")),
    ("facing", ""): (N_("the card in front"), N_("the {card} in front")),
    ("row", "own"): (N_("each other card in its row"), N_("each other {card} in its row")),
    ("row", "enemy"): (N_("each card in the enemy row"), N_("each {card} in the enemy row")),
    ("side", "own"): (N_("each other card on its side"), N_("each other {card} on its side")),
    ("side", "enemy"): (N_("each card on the enemy side"), N_("each {card} on the enemy side")),
    ("all", ""): (N_("each other card on the field"), N_("each other {card} on the field")),
    ("self", ""): (N_("itself"), N_("itself, if it is {card},")),
}


def whom(effect: rules.Effect) -> Message:
    """The cards that an effect concerns, seen from its card."""
    target, side = effect.target, effect.side
    if target == "all" and side:
        target = "side"
    elif target in ("row", "side"):
        side = side or "own"
    plain, named = _EACH[target, side]
    return named._replace(values={"card": effect.card}) if effect.card else plain


def parts(effect: rules.Effect) -> list[tuple[str, int]]:
    """What an effect does, one by one: (destroy, 0), (power, amount), (defence, amount)."""
    if effect.destroy:
        return [("destroy", 0)]
    return [(what, amount) for what, amount in (("power", effect.power), ("defence", effect.defence)) if amount]


def _ability(effect: rules.Effect, what: str, amount: int) -> Message:
    about = {"whom": whom(effect), "amount": abs(amount)}
    if what == "destroy":
        return N_("destroy {whom}", **about)
    if what == "power":
        return N_("power up {whom} by {amount}", **about) if amount > 0 else N_("power down {whom} by {amount}", **about)
    return N_("raise the defence of {whom} by {amount}", **about) if amount > 0 else N_("lower the defence of {whom} by {amount}", **about)


def _deed(effect: rules.Effect, what: str, amount: int) -> Message:
    about = {"whom": whom(effect), "amount": abs(amount)}
    if what == "destroy":
        return N_("destroys {whom}", **about)
    if what == "power":
        return N_("powers up {whom} by {amount}", **about) if amount > 0 else N_("powers down {whom} by {amount}", **about)
    return N_("raises the defence of {whom} by {amount}", **about) if amount > 0 else N_("lowers the defence of {whom} by {amount}", **about)


def ability(effects: Sequence[rules.Effect]) -> Message:
    """What a card does, as the action table says it (Fig. 7(a))."""
    told = [_ability(effect, *part) for effect in effects for part in parts(effect)]
    return reduce(_and, told) if told else N_("none")


def _and(first: Message, then: Message) -> Message:
    return N_("{first} and {then}", first=first, then=then)


def _chain(told: Sequence[Message]) -> Message:
    """Clauses one after another."""
    return reduce(lambda first, then: N_("{first}; {then}", first=first, then=then), told)


# --- sentences --------------------------------------------------------------------------------------------------------


@singledispatch
def sentence(event: Any) -> Message:
    """The sentence of a step: what happened and why."""
    raise TypeError(event)


@singledispatch
def short(event: Any) -> Message:
    """The line of a step in the list; the sentence itself where it is short enough."""
    return sentence(event)


@sentence.register
def _(event: rules.Started) -> Message:
    return N_("The field at the start: {side} is to move.", side=event.turn)


@short.register
def _(event: rules.Started) -> Message:
    return N_("Start")


@sentence.register
def _(event: rules.Presented) -> Message:
    return N_("{side} presents {card} on {slot}; now the effects run.", side=event.side, card=event.card, slot=event.slot)


@short.register
def _(event: rules.Presented) -> Message:
    return N_("{card} presented on {slot}", card=event.card, slot=event.slot)


@sentence.register
def _(event: rules.Restored) -> Message:
    return N_("This search starts from the printed values: {changes}.", changes=_chain([*map(_back, event.changes)]))


@short.register
def _(event: rules.Restored) -> Message:
    return N_("Back to the printed values")


def _back(change: rules.Change) -> Message:
    about = {"card": change.card, "slot": change.slot, "after": change.after}
    return N_("{card} on {slot} back to power {after}", **about) if change.what == "power" else N_("{card} on {slot} back to defence {after}", **about)


@sentence.register
def _(event: rules.Searched) -> Message:
    about = {"number": event.number, "total": event.total, "slot": event.slot, "card": event.card, "lost": event.lost}
    if event.lost:
        return N_("Slot {number} of {total}, {slot}: empty. Its {lost} was destroyed before its turn came, so it has no effect any more.", **about)
    if not event.card:
        return N_("Slot {number} of {total}, {slot}: empty, skipped.", **about)
    if not event.effects:
        return N_("Slot {number} of {total}, {slot}: {card} has no effect.", **about)
    deeds = reduce(_and, [_deed(effect, *part) for effect in event.effects for part in parts(effect)])
    return N_("Slot {number} of {total}, {slot}: {card} {deeds}. {results}.", deeds=deeds, results=_results(event), **about)


def _results(event: rules.Searched) -> Message:
    told = [*map(_happened, event.changes), *map(_missed, event.missed)]
    if not told:
        return N_("There is no such card, so nothing happens")
    whole = _chain(told)
    return whole if event.changes else N_("{why}, so nothing happens", why=whole)


def _happened(change: rules.Change) -> Message:
    about = {"slot": change.slot, "card": change.card, "before": change.before, "after": change.after, "cut": change.cut}
    if change.what == "destroy":
        return N_("{card} on {slot} is destroyed", **about)
    if change.cut:
        cut = N_("{cut} of it cut off, as no value goes below 0", **about)
        whole = N_("{card} on {slot} falls to power {after}", **about) if change.what == "power" else N_("{card} on {slot} falls to defence {after}", **about)
        return N_("{whole}, {cut}", whole=whole, cut=cut)
    if change.what == "power":
        return N_("{card} on {slot} rises to power {after}", **about) if change.amount > 0 else N_("{card} on {slot} falls to power {after}", **about)
    return N_("{card} on {slot} rises to defence {after}", **about) if change.amount > 0 else N_("{card} on {slot} falls to defence {after}", **about)


def _missed(missed: rules.Missed) -> Message:
    if missed.card:
        return N_("{slot} holds {card}", slot=missed.slot, card=missed.card)
    return N_("{slot} is empty", slot=missed.slot)


@short.register
def _(event: rules.Searched) -> Message:
    about = {"slot": event.slot, "card": event.card, "lost": event.lost}
    if event.lost:
        return N_("{slot} · empty ({lost} was destroyed)", **about)
    if not event.card:
        return N_("{slot} · empty", **about)
    if not event.effects:
        return N_("{slot} · {card} has no effect", **about)
    if not event.changes:
        return N_("{slot} · {card}: nothing happens", **about)
    return N_("{slot} · {card}: {results}", results=_chain([*map(_result, event.changes)]), **about)


def _result(change: rules.Change) -> Message:
    about = {"slot": change.slot, "card": change.card, "after": change.after}
    if change.what == "destroy":
        return N_("{card} on {slot} destroyed", **about)
    return N_("{card} on {slot} becomes {after}", **about) if change.what == "power" else N_("defence of {card} on {slot} becomes {after}", **about)


# --- the end of a search ----------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Resolved) -> Message:
    told = [*map(_outcome, event.changes), *_losses(event.lost)]
    return N_("The search is over: {changes}.", changes=_chain(told)) if told else N_("The search is over: nothing has changed.")


@short.register
def _(event: rules.Resolved) -> Message:
    count = len(event.changes) + len(event.lost)
    return NN_("Result: one change", "Result: {count} changes", count) if count else N_("Result: no change")


def _outcome(change: rules.Change) -> Message:
    about = {"card": change.card, "slot": change.slot, "after": change.after}
    up = change.after > change.before
    if change.what == "power":
        return N_("{card} on {slot} powered up to {after}", **about) if up else N_("{card} on {slot} powered down to {after}", **about)
    return N_("defence of {card} on {slot} raised to {after}", **about) if up else N_("defence of {card} on {slot} lowered to {after}", **about)


def _losses(lost: Sequence[tuple[str, str]]) -> list[Message]:
    """A message for every kind of card that was destroyed: each side's number where both lost as many."""
    told = []
    counts = Counter((rules.side_of(slot), card) for slot, card in lost)
    for card in dict.fromkeys(card for _, card in lost):
        first, second = (counts[side, card] for side in rules.SIDES)
        if first == second:
            told.append(NN_("each side lost one {card}", "each side lost {count} {card}", first, card=card))
        else:
            told += [_loss(side, card, count) for side, count in zip(rules.SIDES, (first, second), strict=True) if count]
    return told


def _loss(side: str, card: str, count: int) -> Message:
    return NN_("{side} lost one {card}", "{side} lost {count} {card}", count, side=side, card=card)


# --- fights and turns -------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Attacked) -> Message:
    return N_("{card} on {slot} attacks {against} on {target}.", **event._asdict())


@short.register
def _(event: rules.Attacked) -> Message:
    return N_("{slot} attacks {target}", slot=event.slot, target=event.target)


@sentence.register
def _(event: rules.Fought) -> Message:
    first, second = event.powers
    about = {"card": event.card, "slot": event.slot, "against": event.against, "target": event.target, "first": first, "second": second}
    if event.defended:
        compared = N_("Power {first} of {card} on {slot} against defence {second} of {against} on {target}", **about)
    else:
        compared = N_("Power {first} of {card} on {slot} against power {second} of {against} on {target}", **about)
    if not event.winner:
        return N_("{compared}: equal. Nobody loses, both stay.", compared=compared)
    side = rules.side_of(event.winner)
    if event.left:
        return N_("{compared}: {side} wins, and the card on {loser} leaves the field.", compared=compared, side=side, loser=event.loser)
    return N_("{compared}: {side} wins, and both cards stay.", compared=compared, side=side)


@short.register
def _(event: rules.Fought) -> Message:
    first, second = event.powers
    if not event.winner:
        return N_("{first} against {second}: equal", first=first, second=second)
    return N_("{first} against {second}: {winner} wins", first=first, second=second, winner=event.winner)


@sentence.register
def _(event: rules.Scored) -> Message:
    if not event.side:
        return N_("Nobody pays life points.")
    about = {"side": event.side, "amount": abs(event.amount), "after": event.after}
    if event.amount > 0:
        return NN_("{side} gains one life point and has {after}.", "{side} gains {amount} life points and has {after}.", abs(event.amount), **about)
    paid = NN_("{side} pays one life point and has {after} left.", "{side} pays {amount} life points and has {after} left.", abs(event.amount), **about)
    return N_("{paid} At 0 or less it has lost.", paid=paid) if event.over else paid


@short.register
def _(event: rules.Scored) -> Message:
    return N_("Life points of {side}: {after}", side=event.side, after=event.after) if event.side else N_("Nobody pays")


@sentence.register
def _(event: rules.Defended) -> Message:
    return N_("{card} on {slot} defends: until its side's next turn it counts with its defence, {defence}.", **event._asdict())


@short.register
def _(event: rules.Defended) -> Message:
    return N_("{card} on {slot} defends", card=event.card, slot=event.slot)


@sentence.register
def _(event: rules.TurnChanged) -> Message:
    about = {"before": event.before, "side": event.side, "cells": event.cells}
    if event.idle:
        turn = N_("No card of {before} is on the field to attack or defend with, so the turn goes to {side}.", **about)
    else:
        turn = N_("The turn goes from {before} to {side}.", **about)
    if not event.cells:
        return turn
    rest = NN_("The card on {cells} no longer defends.", "The cards on {cells} no longer defend.", len(event.cells), cells=event.cells)
    return N_("{turn} {rest}", turn=turn, rest=rest)


@short.register
def _(event: rules.TurnChanged) -> Message:
    return N_("{side} is next", side=event.side)


@sentence.register
def _(event: rules.Ended) -> Message:
    first, second = event.life
    about = {
        "first": first,
        "second": second,
        "why": N_("A side is at 0 life points or less.") if event.why == "life" else N_("Neither side can do anything any more."),
    }
    if event.winner is None:
        return N_("{why} The game is a draw, {first} to {second}.", **about)
    return N_("{why} Winner: {side}, {first} to {second}.", side=event.winner, **about)


@short.register
def _(event: rules.Ended) -> Message:
    return N_("Draw") if event.winner is None else N_("Winner: {side}", side=event.winner)


def gain(event: Any) -> int:
    """The power that a slot's effects have given or taken, or the life points paid; 0 for none."""
    if isinstance(event, rules.Searched):
        return sum(change.after - change.before for change in event.changes if change.what == "power")
    return event.amount if isinstance(event, rules.Scored) else 0


# --- the sum ----------------------------------------------------------------------------------------------------------


def sums(event: Any) -> list[tuple[Message | str, str]]:
    """The sum of a step, line by line: (what it is, the arithmetic); the part after the last ``=`` or ``→`` is the result."""
    if isinstance(event, rules.Searched):
        return [line for change in event.changes if change.what != "destroy" for line in _change_sum(change)]
    if isinstance(event, rules.Fought):
        return [(N_("{slot} against {target}", slot=event.slot, target=event.target), _comparison(*event.powers))]
    if isinstance(event, rules.Scored) and event.side:
        return [(N_("Life points of {side}", side=event.side), _sum(event.before, event.amount))]
    return []


def _change_sum(change: rules.Change) -> list[tuple[Message | str, str]]:
    name = N_("{slot} power", slot=change.slot) if change.what == "power" else N_("{slot} defence", slot=change.slot)
    lines: list[tuple[Message | str, str]] = [(name, _sum(change.before, change.amount))]
    return [*lines, (N_("never below 0"), f"{signed(change.before + change.amount)} → {change.after}")] if change.cut else lines


def _sum(before: int, amount: int) -> str:
    return f"{signed(before)} {'+' if amount >= 0 else '−'} {abs(amount)} = {signed(before + amount)}"


def _comparison(first: int, second: int) -> str:
    return f"{first} {'=' if first == second else '>' if first > second else '<'} {second}"


def signed(number: int) -> str:
    """A whole number with a true minus sign."""
    return str(number).replace("-", "−")


def slot(state: rules.State, name: str) -> Message:
    """What lies on a slot, for somebody who cannot see the board."""
    card = state.card(name)
    if card is None:
        return N_("{slot}, empty", slot=name)
    about = {"slot": name, "card": card.name, "power": card.power, "defence": card.defence}
    if card.defending:
        return N_("{slot}, {card}, power {power}, defence {defence}, defending", **about)
    return N_("{slot}, {card}, power {power}, defence {defence}", **about)


# The reasons of refused moves, named here so that the catalogue has them.
REFUSALS = (
    N_("“{move}” is not a move."),
    N_("There is no slot {slot} on this field."),
    N_("There is no card {card}."),
    N_("The game is over."),
    N_("The effects have already run in this turn: attack or defend."),
    N_("{slot} is not on side {side}, which is to move."),
    N_("{slot} is on side {side} itself: an attack goes against an enemy card."),
    N_("{slot} is empty."),
    N_("{slot} is taken by {card}."),
    N_("Side {side} has no {card} in hand."),
)
