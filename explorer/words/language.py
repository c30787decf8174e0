"""What effects say: the sentence of an effect is made from its data, in the words that a mechanic's `Phrases` lend.

An effect reads "when …, if …: does … to … by …, for …"; one that was looked at says what it did, or which condition failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from ..rules.interpreter import Acted, Change, Check, Part, Stopped
from ..rules.language import EVER, Amount, Condition, Effect, Value, Vocabulary
from ..rules.options import decimal_text
from . import N_, NN_, Message

Words = Message | str


class Phrases(NamedTuple):
    """The words of a vocabulary, for sentences.

    ``triggers`` are clauses ("when it is placed"), ``numbers`` and ``traits`` noun phrases, ``named`` those with a name to narrow
    them down, ``relations`` whom. ``things`` are what a deed changes by an amount, ``deeds`` the clauses of the others. ``gates`` say
    why the rules keep an effect silent, ``changes`` what became different where that is not simply a number.
    """

    vocabulary: Vocabulary
    triggers: Mapping[str, Words]
    numbers: Mapping[str, Words]
    named: Mapping[str, Callable[[str], Words]]
    traits: Mapping[str, Words]
    relations: Mapping[str, Words]
    things: Mapping[str, Words]
    deeds: Mapping[str, Callable[[Effect, Words, Words], Message]]
    gates: Mapping[str, Callable[[Check], Message]]
    changes: Callable[[Change], Message]
    kinds: Mapping[str, Words] = {}
    whom: Callable[[Effect], Words | None] = lambda effect: None


def number(phrase: str, phrases: Phrases) -> Words:
    """A number of the vocabulary as a noun phrase: ``own pieces of X`` -> the number of own pieces with attribute X."""
    word, _, name = phrase.partition(" of ")
    return phrases.named[word](name) if name else phrases.numbers[word]


# --- an effect as a sentence ------------------------------------------------------------------------------------------


def effect_sentence(effect: Effect, phrases: Phrases) -> Message:
    """What an effect does, as a person would say it."""
    told = clause(effect, phrases)
    if effect.conditions:
        told = N_("if {conditions}: {told}", conditions=_all(condition(one, phrases.numbers, phrases.named) for one in effect.conditions), told=told)
    if effect.otherwise:
        told = N_("otherwise {told}", told=told)
    return N_("{when}: {told}", when=phrases.triggers[effect.when], told=told) if effect.when in phrases.triggers else told


def clause(effect: Effect, phrases: Phrases) -> Message:
    """What is done to whom, by how much, for how long; without when and if."""
    whom = _whom(effect, phrases)
    by = amount_phrase(effect.amount, phrases) if effect.amount else ""
    deed = phrases.deeds.get(effect.do)
    told = deed(effect, whom, by) if deed else _changes(effect, phrases.things[effect.do], whom, by)
    deed_word = phrases.vocabulary.deed(effect.do)
    if deed_word.lasts:
        told = N_("{told} {lasting}", told=told, lasting=_lasting(effect, deed_word.lasts))
    if effect.after:
        told = NN_("one own turn later {told}", "{count} own turns later {told}", effect.after, told=told)
    return told


def _changes(effect: Effect, thing: Words, whom: Words, by: Words) -> Message:
    """A value that is raised, lowered, multiplied or set."""
    amount = effect.amount
    about = {"thing": thing, "whom": whom, "by": by}
    if amount is None or amount.how == "set":
        return N_("sets {thing} of {whom} to {by}", **about)
    if amount.how == "times":
        return N_("multiplies {thing} of {whom} by {by}", **about)
    return N_("lowers {thing} of {whom} by {by}", **about) if amount.value < 0 else N_("raises {thing} of {whom} by {by}", **about)


def _lasting(effect: Effect, lasts: str) -> Message:
    if effect.turns == EVER:
        return N_("for good")
    if lasts != "turn":
        return NN_("until its player's next turn", "until its player's turn has come {count} times", effect.turns)
    return N_("for this turn") if effect.turns == 1 else NN_("for one own turn", "for {count} own turns", effect.turns)


def amount_phrase(amount: Amount, phrases: Phrases) -> Words:
    """How much, without its sign: ``1.3`` to the power of a number, 10 % of something, at most so much."""
    signed = amount.how not in ("add", "percent")
    size: Words = decimal_text(amount.value if signed or amount.value > 0 else -amount.value)
    if amount.of:
        of = _sum([number(phrase, phrases) for phrase in amount.of])
        size = N_("{percent} % of {of}", percent=size, of=of)
        if amount.curve > 1:
            size = N_("{size} (the share to the power of {curve})", size=size, curve=amount.curve)
    if amount.each:
        each = number(amount.each, phrases)
        size = N_("{size} to the power of {each}", size=size, each=each) if amount.how == "times" else N_("{size} times {each}", size=size, each=each)
    if amount.least is not None:
        size = N_("{size}, at least {limit}", size=size, limit=decimal_text(amount.least))
    if amount.most is not None:
        size = N_("{size}, at most {limit}", size=size, limit=decimal_text(amount.most))
    return size


def _sum(parts: Sequence[Words]) -> Words:
    return reduce(lambda first, then: N_("{first} plus {then}", first=first, then=then), parts)


def _all(parts: Iterable[Message]) -> Message:
    return reduce(lambda first, then: N_("{first} and {then}", first=first, then=then), parts)


def _whom(effect: Effect, phrases: Phrases) -> Words:
    special = phrases.whom(effect)
    whom = special or phrases.relations[effect.to]
    if effect.only and not special:
        whom = N_("{whom} (only where {conditions})", whom=whom, conditions=_all(condition(one, phrases.traits, {}) for one in effect.only))
    if effect.random:
        whom = NN_("one of {whom} (drawn)", "{count} of {whom} (drawn)", effect.random, whom=whom)
    return whom


_SAYS = {
    ">=": N_("{left} is at least {right}"),
    "<=": N_("{left} is at most {right}"),
    "=": N_("{left} is {right}"),
    "!=": N_("{left} is not {right}"),
    "<": N_("{left} is less than {right}"),
    ">": N_("{left} is more than {right}"),
}


def condition(one: Condition, numbers: Mapping[str, Words], named: Mapping[str, Callable[[str], Words]]) -> Message:
    """A comparison as a clause."""
    left = named[one.left](one.name) if one.name else numbers[one.left]
    return Message(_SAYS[one.operator].text, {"left": left, "right": _right(one)})


_NAMES = {"own": N_("own"), "enemy": N_("enemy")}


def _right(one: Condition) -> Words:
    if isinstance(one.right, str):
        return _NAMES.get(one.right, one.right)
    return f"{decimal_text(one.right)} %" if one.percent else decimal_text(one.right)


# --- what an effect did, or why not -----------------------------------------------------------------------------------


def acted_sentence(event: Acted, phrases: Phrases) -> Message:
    """What an effect that was looked at did; or that it stays silent, and the first condition that fails."""
    told = _outcome(event, phrases)
    about = {"name": event.source.name, "bearer": event.source.bearer, "told": told}
    borne = event.source.bearer and event.source.bearer != event.source.name
    told = N_("{name} of {bearer} {told}", **about) if borne else N_("{name} {told}", **about)
    if event.cause:
        return N_("Set off by {cause}: {told}", cause=event.cause.name, told=told)
    return told


def _outcome(event: Acted, phrases: Phrases) -> Message:
    if event.because:
        return N_("stays silent: {why}.", why=reason(event.because, phrases))
    if event.later:
        return N_("is set off; it acts with the {phase} damage.", phase=phrases.kinds.get(event.later, event.later))
    done = clause(event.effect, phrases)
    if not event.changes:
        return N_("{done}: nothing changes.", done=done)
    return N_("{done}: {changes}.", done=done, changes=_chain([phrases.changes(one) for one in event.changes]))


def acted_short(event: Acted, phrases: Phrases) -> Message:
    """The line of the step list."""
    about = {"name": event.source.name, "bearer": event.source.bearer}
    if event.because:
        return N_("{name}: silent", **about)
    if event.later:
        return N_("{name} is set off", **about)
    if not event.changes:
        return N_("{name}: nothing changes", **about)
    return N_("{name}: {changes}", changes=_chain([phrases.changes(one) for one in event.changes[:3]]), **about)


def _chain(told: Sequence[Message]) -> Message:
    return reduce(lambda first, then: N_("{first}; {then}", first=first, then=then), told)


def reason(check: Check, phrases: Phrases) -> Message:
    """Why a check fails, with its numbers."""
    if check.gate == "else":
        return N_("an effect before it in the list has already acted")
    if check.condition is None:
        return phrases.gates[check.gate](check)
    one = check.condition
    wanted = condition(one, phrases.numbers, phrases.named)
    if one.percent:
        return N_("it needs that {wanted}, but it is {found} of {whole}", wanted=wanted, found=_value(check.found), whole=_value(check.whole or 0))
    return N_("it needs that {wanted}, but it is {found}", wanted=wanted, found=_value(check.found) or N_("nothing"))


def _value(value: Value | str) -> str:
    return value if isinstance(value, str) else decimal_text(value)


# --- the sums ---------------------------------------------------------------------------------------------------------

_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "=": "=", "<": "<", ">": ">"}


def acted_sums(event: Acted, phrases: Phrases) -> list[tuple[Words, str]]:
    """Every condition with its numbers, then every amount with each factor."""
    lines = [line for check in event.checks for line in check_line(check, phrases)]
    for change in event.changes:
        lines += part_lines(change.parts, phrases)
        if line := _change_line(change):
            lines.append((phrases.changes(change._replace(parts=())), line))
    return lines


def check_line(check: Check, phrases: Phrases) -> list[tuple[Words, str]]:
    """A condition as a line: what it is, and its numbers with a tick or a cross."""
    sign = "✓" if check.holds else "✗"
    one = check.condition
    if one is None:
        return [] if check.gate in ("else", "trigger", "destroyed", "returned", "in_hand") else [(GATES.get(check.gate, check.gate), sign)]
    name = phrases.named[one.left](one.name) if one.name else phrases.numbers[one.left]
    found = _value(check.found) or "–"
    if one.percent:
        found = f"{found} / {_value(check.whole or 0)}"
    right = one.right if isinstance(one.right, str) else f"{decimal_text(one.right)}{' %' if one.percent else ''}"
    return [(name, f"{found} {_SIGNS[one.operator]} {right} {sign}")]


def part_lines(parts: Iterable[Part], phrases: Phrases | None) -> list[tuple[Words, str]]:
    """An amount worked out, line by line."""
    return [(_part_name(part, phrases), _arithmetic(part)) for part in parts]


def _part_name(part: Part, phrases: Phrases | None) -> Words:
    if part.what in _PARTS:
        return _PARTS[part.what]
    if part.phrase and phrases and part.phrase not in ("add", "times", "receive"):
        try:
            return _sum([number(one, phrases) for one in part.phrase.split(" + ")])
        except KeyError:
            return part.what
    return part.what


_PARTS = {
    "rounded": N_("rounded half up"), "least": N_("at least"), "most": N_("at most"), "turned": N_("for each turned piece beyond the first"),
}  # fmt: skip
GATES: Mapping[str, Words] = {
    "available": N_("the skill is available"),
    "untouched": N_("its piece was never turned"),
    "own_state": N_("its piece is in its owner's state"),
    "placed_skill": N_("the placed piece's own skill acted"),
    "unsealed": N_("its piece is not sealed"),
    "right_player": N_("the right player placed"),
    "there": N_("the card is there"),
    "has_effect": N_("the card has this effect"),
}


def _arithmetic(part: Part) -> str:
    before, by, after = map(decimal_text, (part.before, part.by, part.after))
    match part.what:
        case "percent":
            return f"{by} × {before} % = {after}"
        case "power":
            return f"{before} ^ {by} = {after}"
        case "turned":
            return f"{before} × {by} ^ {part.phrase} = {after}"
        case "curve":
            return f"{before} ^ {by} → {after}"
        case "rounded" | "least" | "most":
            return f"{before} → {after}"
    if part.phrase == "add":
        return f"{before} + {by} = {after}".replace("+ -", "− ")
    return f"{before} × {by} = {after}"


def _change_line(change: Change) -> str:
    if isinstance(change.before, int) and isinstance(change.after, int) and not isinstance(change.before, bool):
        return f"{change.before} → {change.after}".replace("-", "−")
    return ""


class Verdict(NamedTuple):
    """Why an effect did or did not act: the effect in words, what is told of it, and every check with its numbers."""

    acted: bool
    effect: Message
    told: Message
    checks: tuple[tuple[Words, str], ...]


def verdict(event: Acted, phrases: Phrases) -> Verdict:
    """The answer to "why not?" for one effect."""
    checks = tuple(line for check in event.checks for line in check_line(check, phrases))
    return Verdict(event.fired, effect_sentence(event.effect, phrases), acted_sentence(event, phrases), checks)


def stopped_sentence(event: Stopped) -> Message:
    """That a chain of effects was cut, and where."""
    return N_("A chain of more than {links} effects is cut here, at {name}; what was still to come does not happen.", links=event.links, name=event.source.name)
