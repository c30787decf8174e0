"""Card effects in phrases, and what they did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ...rules import effects as rules
from ...rules.interpreter import Acted, Change, Check
from ...rules.language import Effect
from .. import N_, Message
from .. import language as lang

_EACH = {
    "self": (N_("itself"), N_("itself, if it is {card},")),
    "left": (N_("the card on the left"), N_("the {card} on the left")),
    "right": (N_("the card on the right"), N_("the {card} on the right")),
    "neighbours": (N_("each card on the left and right"), N_("each {card} on the left and right")),
    "facing": (N_("the card in front"), N_("the {card} in front")),
    "row": (N_("each other card in its row"), N_("each other {card} in its row")),
    "enemy row": (N_("each card in the enemy row"), N_("each {card} in the enemy row")),
    "side": (N_("each other card on its side"), N_("each other {card} on its side")),
    "enemy side": (N_("each card on the enemy side"), N_("each {card} on the enemy side")),
    "search": (N_("the rest of the search"), N_("the rest of the search")),
    "all": (N_("each other card on the field"), N_("each other {card} on the field")),
}


def named(effect: Effect) -> str:
    """The name that the targets must have, where that is the only thing asked of them."""
    only = effect.only
    return str(only[0].right) if len(only) == 1 and only[0].left == "name" and only[0].operator == "=" else ""


def whom(effect: Effect) -> Message | None:
    """The cards that an effect concerns, seen from its card; None where more than a name is asked of them."""
    name = named(effect)
    if effect.only and not name:
        return None
    plain, with_name = _EACH[effect.to]
    return with_name._replace(values={"card": name}) if name else plain


def _power(effect: Effect, whom: lang.Words, by: lang.Words) -> Message:
    about = {"whom": whom, "amount": by}
    how, value = (effect.amount.how, effect.amount.value) if effect.amount else ("add", 0)
    if how == "times":
        return N_("multiplies the power of {whom} by {amount}", **about)
    if how == "set":
        return N_("sets the power of {whom} to {amount}", **about)
    return N_("powers up {whom} by {amount}", **about) if value >= 0 else N_("powers down {whom} by {amount}", **about)


def _defence(effect: Effect, whom: lang.Words, by: lang.Words) -> Message:
    about = {"whom": whom, "amount": by}
    how, value = (effect.amount.how, effect.amount.value) if effect.amount else ("add", 0)
    if how == "times":
        return N_("multiplies the defence of {whom} by {amount}", **about)
    if how == "set":
        return N_("sets the defence of {whom} to {amount}", **about)
    return N_("raises the defence of {whom} by {amount}", **about) if value >= 0 else N_("lowers the defence of {whom} by {amount}", **about)


_TO = {"left": N_("the left"), "right": N_("the right"), "hand": N_("the hand"), "deck": N_("the deck")}


def ability(effects: Sequence[Effect]) -> Message:
    """What a card does, as the action table says it (Fig. 7(a))."""
    told = [lang.effect_sentence(effect, PHRASES) for effect in effects]
    return reduce(_and, told) if told else N_("none")


def _and(first: Message, then: Message) -> Message:
    return N_("{first} and {then}", first=first, then=then)


def chain(told: Sequence[Message]) -> Message:
    """Clauses one after another."""
    return reduce(lambda first, then: N_("{first}; {then}", first=first, then=then), told)


def happened(change: Change) -> Message:
    """What one change did to a slot, as a message: its key and the values it speaks of."""
    about = {"slot": change.target, "card": change.name, "before": change.before, "after": change.after}
    match change.what:
        case "destroy":
            return N_("{card} on {slot} is destroyed", **about)
        case "slot":
            return N_("{card} moves from {before} to {after}", **about)
        case "hand":
            return N_("{card} on {slot} goes back to the hand", **about)
        case "deck":
            return N_("{card} on {slot} goes back to the deck", **about)
        case "silence":
            return N_("{card} on {slot} has no effects any more", **about)
        case "learn":
            return N_("{card} on {slot} now has the effects of {after}", **about)
        case "order":
            return N_("The search goes on through {after}", **about)
        case "effects":
            return N_("the effects of {card} on {slot} have changed", **about)
    down = change.after < change.before
    if rules.cut(change) and change.after == change.before:
        whole = N_("{card} on {slot} stays at power 0", **about) if change.what == "power" else N_("{card} on {slot} stays at defence 0", **about)
        return N_("{whole}, {told}", whole=whole, told=N_("{cut} of it cut off, as no value goes below 0", cut=rules.cut(change), **about))
    if cut := rules.cut(change):
        whole = N_("{card} on {slot} falls to power {after}", **about) if change.what == "power" else N_("{card} on {slot} falls to defence {after}", **about)
        return N_("{whole}, {told}", whole=whole, told=N_("{cut} of it cut off, as no value goes below 0", cut=cut, **about))
    if change.what == "power":
        return N_("{card} on {slot} falls to power {after}", **about) if down else N_("{card} on {slot} rises to power {after}", **about)
    return N_("{card} on {slot} falls to defence {after}", **about) if down else N_("{card} on {slot} rises to defence {after}", **about)


BROAD = ("row", "enemy row", "side", "enemy side", "all")
"""Relations that name no slot: what they look at in vain is not told."""


def _gate(check: Check) -> Message:
    return N_("{card} is no longer there", card=check.found) if check.gate == "there" else N_("{card} has lost this effect", card=check.found)


def verdict(event: Acted) -> lang.Verdict:
    """Why an effect did or did not act."""
    return lang.verdict(event, PHRASES)


PHRASES = lang.Phrases(
    vocabulary=rules.CARDS,
    triggers={},
    numbers={
        "own cards": N_("the number of own cards"),
        "enemy cards": N_("the number of enemy cards"),
        "all cards": N_("the number of cards on the field"),
        "own hand": N_("the number of cards in the own hand"),
        "enemy hand": N_("the number of cards in the enemy hand"),
        "own deck": N_("the number of cards in the own deck"),
        "own life": N_("the own life points"),
        "enemy life": N_("the enemy's life points"),
        "power": N_("its power"),
        "defence": N_("its defence"),
        "facing power": N_("the power of the card in front"),
        "acted": N_("the number of cards that have acted before it"),
        "destroyed": N_("the number of cards destroyed before it"),
        "turn": N_("the turn"),
        "slot": N_("its slot"),
    },
    named={
        "own cards": lambda name: N_("the number of own {name}", name=name),
        "enemy cards": lambda name: N_("the number of enemy {name}", name=name),
        "all cards": lambda name: N_("the number of {name} on the field", name=name),
        "own hand": lambda name: N_("the number of {name} in the own hand", name=name),
        "enemy hand": lambda name: N_("the number of {name} in the enemy hand", name=name),
        "own deck": lambda name: N_("the number of {name} in the own deck", name=name),
    },
    traits={"name": N_("the name"), "side": N_("the side"), "power": N_("the power"), "defence": N_("the defence")},
    relations={relation: plain for relation, (plain, _) in _EACH.items()},
    things={},
    deeds={
        "power": _power,
        "defence": _defence,
        "destroy": lambda effect, whom, by: N_("destroys {whom}", whom=whom),
        "move": lambda effect, whom, by: N_("moves {whom} to {what}", whom=whom, what=_TO.get(effect.what, effect.what)),
        "return": lambda effect, whom, by: N_("sends {whom} back to {what}", whom=whom, what=_TO.get(effect.what, effect.what)),
        "silence": lambda effect, whom, by: N_("takes the effects of {whom} away", whom=whom),
        "order": lambda effect, whom, by: (
            N_("turns the rest of the search round")
            if effect.what == "reverse"
            else N_("has the rest of the search go through the slots of {side} first", side=effect.what)
        ),
        "learn": lambda effect, whom, by: N_("gives {whom} the effects of {what}", whom=whom, what=effect.what),
    },
    gates={
        "there": _gate,
        "has_effect": _gate,
        "trigger": lambda check: N_("its slot has not been searched in this move"),
        "returned": lambda check: N_("it was sent back by {by} before its slot was reached", by=check.found),
        "in_hand": lambda check: N_("it is in the hand, and cards act on the field only"),
        "destroyed": lambda check: N_("it was destroyed by {by} before its slot was reached", by=check.found),
    },
    changes=happened,
    whom=whom,
)
