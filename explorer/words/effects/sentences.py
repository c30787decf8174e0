"""What the events of ordered effects say: a sentence, a line of the step list, and the sum worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from ...rules import effects as rules
from ...rules.interpreter import Acted, Change
from .. import N_, NN_, Message
from .. import language as lang
from .phrases import BROAD, PHRASES, chain, happened

TITLE = N_("Ordered effects")
ABOUT = N_("Cards on the field act one after another in a fixed order; each effect is applied before the next slot is looked at.")


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
def _(event: rules.Drew) -> Message:
    left = NN_("One card is left in its deck.", "{count} cards are left in its deck.", event.left)
    return N_("{turn} {rest}", turn=N_("{side} draws {card}.", side=event.side, card=event.card), rest=left)


@short.register
def _(event: rules.Drew) -> Message:
    return N_("{side} draws {card}", side=event.side, card=event.card)


@sentence.register
def _(event: rules.SideOut) -> Message:
    out = N_("{side} is at {life} life points and out.", side=event.side, life=signed(event.life))
    return N_("{turn} {rest}", turn=out, rest=N_("Its cards leave the field: {cells}.", cells=event.cells)) if event.cells else out


@short.register
def _(event: rules.SideOut) -> Message:
    return N_("{side} is out", side=event.side)


@sentence.register
def _(event: rules.Presented) -> Message:
    return N_("{side} presents {card} on {slot}; now the effects run.", side=event.side, card=event.card, slot=event.slot)


@short.register
def _(event: rules.Presented) -> Message:
    return N_("{card} presented on {slot}", card=event.card, slot=event.slot)


@sentence.register
def _(event: rules.Restored) -> Message:
    return N_("This search starts from the printed values: {changes}.", changes=chain([*map(_back, event.changes)]))


@short.register
def _(event: rules.Restored) -> Message:
    return N_("Back to the printed values")


def _back(change: Change) -> Message:
    about = {"card": change.name, "slot": change.target, "after": change.after}
    if change.what == "effects":
        return N_("{card} on {slot} back to its own effects", **about)
    return N_("{card} on {slot} back to power {after}", **about) if change.what == "power" else N_("{card} on {slot} back to defence {after}", **about)


@sentence.register
def _(event: rules.Searched) -> Message:
    about = {"number": event.number, "total": event.total, "slot": event.slot, "card": event.card, "lost": event.lost}
    if event.lost:
        return N_("Slot {number} of {total}, {slot}: empty. Its {lost} was destroyed before its turn came, so it has no effect any more.", **about)
    if not event.card:
        return N_("Slot {number} of {total}, {slot}: empty, skipped.", **about)
    if event.again:
        return N_("Slot {number} of {total}, {slot}: {card} has moved here and has already acted.", **about)
    if not event.acts:
        return N_("Slot {number} of {total}, {slot}: {card} has no effect.", **about)
    return N_("Slot {number} of {total}, {slot}: {card} {results}.", results=chain([*map(_act, event.acts)]), **about)


def _act(act: Acted) -> Message:
    """One effect of a card: what it does, and what came of it."""
    if act.because:
        return N_("stays silent: {why}", why=lang.reason(act.because, PHRASES))
    deeds = lang.clause(act.effect, PHRASES)
    told = [*map(happened, act.changes), *([] if act.effect.to in BROAD else map(_missed, act.missed))]
    if not told and act.found:
        return N_("{deeds}. Nothing changes by it", deeds=deeds)
    if not told:
        return N_("{deeds}. There is no such card, so nothing happens", deeds=deeds)
    whole = chain(told)
    return N_("{deeds}. {results}", deeds=deeds, results=whole) if act.changes else N_("{deeds}. {why}, so nothing happens", deeds=deeds, why=whole)


def _missed(missed: tuple[str, str]) -> Message:
    slot, card = missed
    return N_("{slot} holds {card}", slot=slot, card=card) if card else N_("{slot} is empty", slot=slot)


@short.register
def _(event: rules.Searched) -> Message:
    about = {"slot": event.slot, "card": event.card, "lost": event.lost}
    if event.lost:
        return N_("{slot} · empty ({lost} was destroyed)", **about)
    if not event.card:
        return N_("{slot} · empty", **about)
    if event.again:
        return N_("{slot} · {card} has already acted", **about)
    if not event.acts:
        return N_("{slot} · {card} has no effect", **about)
    if not any(act.fired for act in event.acts):
        return N_("{slot} · {card}: silent", **about)
    if not event.changes:
        return N_("{slot} · {card}: nothing happens", **about)
    return N_("{slot} · {card}: {results}", results=chain([*map(_result, event.changes)]), **about)


def _result(change: Change) -> Message:
    about = {"slot": change.target, "card": change.name, "after": change.after}
    if change.what == "destroy":
        return N_("{card} on {slot} destroyed", **about)
    if change.what not in ("power", "defence"):
        return happened(change)
    return N_("{card} on {slot} becomes {after}", **about) if change.what == "power" else N_("defence of {card} on {slot} becomes {after}", **about)


# --- the end of a search ----------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Resolved) -> Message:
    told = [*map(_outcome, event.changes), *_losses(event.lost, event.sides)]
    return N_("The search is over: {changes}.", changes=chain(told)) if told else N_("The search is over: nothing has changed.")


@short.register
def _(event: rules.Resolved) -> Message:
    count = len(event.changes) + len(event.lost)
    return NN_("Result: one change", "Result: {count} changes", count) if count else N_("Result: no change")


def _outcome(change: Change) -> Message:
    about = {"card": change.name, "slot": change.target, "after": change.after}
    if change.what not in ("power", "defence"):
        return happened(change)
    up = change.after > change.before
    if change.what == "power":
        return N_("{card} on {slot} powered up to {after}", **about) if up else N_("{card} on {slot} powered down to {after}", **about)
    return N_("defence of {card} on {slot} raised to {after}", **about) if up else N_("defence of {card} on {slot} lowered to {after}", **about)


def _losses(lost: Sequence[tuple[str, str]], sides: Sequence[str]) -> list[Message]:
    """A message for every kind of card that was destroyed: each side's number where both lost as many."""
    told = []
    counts = Counter((rules.side_of(slot), card) for slot, card in lost)
    for card in dict.fromkeys(card for _, card in lost):
        by_side = {side: counts[side, card] for side in rules.SIDES if counts[side, card]}
        if set(by_side) == set(sides) and len(set(by_side.values())) == 1:
            told.append(NN_("each side lost one {card}", "each side lost {count} {card}", by_side[sides[0]], card=card))
        else:
            told += [_loss(side, card, count) for side, count in by_side.items()]
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
    if event.idle and event.side != event.before:
        turn = N_("No card of {before} is on the field to attack or defend with, so the turn goes to {side}.", **about)
    elif event.side == event.before:
        turn = N_("{side} goes on.", **about)
    else:
        turn = N_("The turn goes from {before} to {side}.", **about)
    if event.skipped:
        passed = NN_("{sides} can do nothing and is passed over.", "{sides} can do nothing and are passed over.", len(event.skipped), sides=event.skipped)
        turn = N_("{turn} {rest}", turn=turn, rest=passed)
    if not event.cells:
        return turn
    rest = NN_("The card on {cells} no longer defends.", "The cards on {cells} no longer defend.", len(event.cells), cells=event.cells)
    return N_("{turn} {rest}", turn=turn, rest=rest)


@short.register
def _(event: rules.TurnChanged) -> Message:
    return N_("{side} is next", side=event.side)


@sentence.register
def _(event: rules.Ended) -> Message:
    life = tuple(N_("{side} {points}", side=side, points=signed(points)) for side, points in event.life)
    why = N_("Only one side has life points left.") if event.why == "life" else N_("No side can do anything any more.")
    if event.winner is None:
        return N_("{why} The game is a draw ({life}).", why=why, life=life)
    return N_("{why} Winner: {side} ({life}).", why=why, side=event.winner, life=life)


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
        return [line for act in event.acts for line in _act_sums(act)]
    if isinstance(event, rules.Fought):
        return [(N_("{slot} against {target}", slot=event.slot, target=event.target), _comparison(*event.powers))]
    if isinstance(event, rules.Scored) and event.side:
        return [(N_("Life points of {side}", side=event.side), _sum(event.before, event.amount))]
    return []


def _act_sums(act: Acted) -> list[tuple[Message | str, str]]:
    """The conditions of an effect with their numbers, then each value."""
    lines = [line for check in act.checks for line in lang.check_line(check, PHRASES)]
    for change in act.changes:
        if change.what in ("power", "defence"):
            lines += [*lang.part_lines(change.parts, PHRASES), *_change_sum(change)]
    return lines


def _change_sum(change: Change) -> list[tuple[Message | str, str]]:
    name = N_("{slot} power", slot=change.target) if change.what == "power" else N_("{slot} defence", slot=change.target)
    lines: list[tuple[Message | str, str]] = [(name, _sum(change.before, int(change.amount or 0)))]
    if not rules.cut(change):
        return lines
    return [*lines, (N_("never below 0"), f"{signed(change.before + int(change.amount or 0))} → {change.after}")]


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
    N_("Side {side} has nothing to draw now."),
    N_("Side {side} draws first."),
    N_("The effects run when a card is presented, not by themselves."),
)
