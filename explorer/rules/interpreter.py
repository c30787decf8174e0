"""The one interpreter of the effect language: one effect at a time, on the state as it then is.

Every condition is evaluated and told with its numbers, every amount with each factor and each rounding. What an effect sets
off comes right after it, with its cause; a chain is bounded. A mechanic lends a `World`: what its words come to.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, Protocol

from .language import Amount, Condition, Effect, Value, bounded
from .trace import Step, told

MOST_LINKS = 100
"""So many effects may follow from one cause; then the chain is cut, and that is told."""
MOST_FACTORS = 30
"""`times … each` counts no further than this."""
ELSE, TRIGGER = "else", "trigger"
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip


class Source(NamedTuple):
    """Whose effect it is: the skill, event or card by its name, who bears it and where, and whose it is."""

    name: str
    bearer: str = ""
    place: str = ""
    owner: Any = None


class Check(NamedTuple):
    """One thing that must hold. ``gate`` names what the rules themselves demand; else it is the effect's own ``condition``.

    ``found`` is what there was, ``whole`` what a percentage was taken of.
    """

    holds: bool
    gate: str = ""
    condition: Condition | None = None
    found: Value | str = 0
    whole: Value | None = None


class Part(NamedTuple):
    """One line of an amount worked out: ``what`` was done to ``before``, with ``by``, and what came of it.

    ``what`` is each, percent, curve, least, most, rounded, or a name; ``phrase`` the number that it speaks of.
    """

    what: str
    phrase: str
    before: Value
    by: Value
    after: Value


class Change(NamedTuple):
    """What became different: ``what`` of ``target`` (called ``name``) went from ``before`` to ``after``. ``parts`` is the amount worked out."""

    target: str
    name: str
    what: str
    before: Any
    after: Any
    amount: Value | None = None
    parts: tuple[Part, ...] = ()


class Firing(NamedTuple):
    """An effect that has been set off: by whom, and by what (None: by the rules themselves).

    ``occasion`` tells one time at which its bearer's effects are set off from another: `else` and a skill's limit go by it.
    ``checks``: those that are already decided.
    """

    effect: Effect
    source: Source
    kind: str
    cite: str | None = None
    cause: Source | None = None
    checks: tuple[Check, ...] | None = None
    occasion: int = 0


class Acted(NamedTuple):
    """An effect was looked at: it acted, or did not because of its first check that fails.

    ``later``: it acts in that phase. ``missed``: targets it looked at in vain, each with what stands there;
    ``found``: how many it acted on.
    """

    kind: str
    cite: str | None
    effect: Effect
    source: Source
    cause: Source | None
    checks: tuple[Check, ...]
    changes: tuple[Change, ...] = ()
    missed: tuple[tuple[str, str], ...] = ()
    later: str = ""
    found: int = 0

    @property
    def fired(self) -> bool:
        return all(check.holds for check in self.checks)

    @property
    def because(self) -> Check | None:
        """The first check that fails: why the effect did not act."""
        return next((check for check in self.checks if not check.holds), None)

    @property
    def cells(self) -> tuple[str, ...]:
        places = [self.source.place, *(change.target for change in self.changes)]
        return tuple(dict.fromkeys(place for place in places if place))


@told("stop")
class Stopped(NamedTuple):
    """A chain of effects was cut after ``links``; what was still to come does not happen."""

    links: int
    source: Source
    cells: tuple[str, ...] = ()


class World(Protocol):
    """What a mechanic lends: a state that is replaced as effects act on it, and the meaning of the words.

    ``occasion`` is that of the effect being looked at; ``done``: the sources of which one has acted, each with its occasion.
    """

    state: Any
    occasion: int
    done: set[tuple[Source, int]]

    def gates(self, effect: Effect, source: Source) -> Iterator[Check]:
        """What the rules themselves demand before the effect may act."""

    def number(self, word: str, name: str, source: Source, target: Any = None) -> Value | str:
        """A number (or text) of the vocabulary, seen from the source."""

    def whole(self, word: str, source: Source) -> Value:
        """What a share of that number is a share of."""

    def targets(self, effect: Effect, source: Source) -> Sequence[Any]:
        """Whom the effect's relation leads to, in the order of the board; places in vain too."""

    def trait(self, target: Any, word: str, source: Source) -> Value | str | None:
        """What a target is like; None where nothing is there."""

    def called(self, target: Any) -> tuple[str, str]:
        """Where a target is, and what it is called there."""

    def dice(self, effect: Effect, source: Source) -> Random:
        """The same for the same seed and position."""

    def do(self, effect: Effect, source: Source, target: Any, amount: Value | None, parts: tuple[Part, ...]) -> Change | Sequence[Change] | None:
        """Do the deed to one target: replaces `state`; None where nothing became different."""

    def put_off(self, effect: Effect, source: Source) -> Change:
        """Keep an effect that begins some turns later: replaces `state`."""

    def later(self, effect: Effect) -> str:
        """The phase in which the effect acts, where that is still to come."""

    def set_off(self, acted: Acted) -> Iterable[Firing]:
        """What an effect that acted sets off, in order."""


def compare(condition: Condition, found: Value | str | None, whole: Value | None = None) -> bool:
    """Whether a comparison holds, exactly.

    >>> compare(Condition("own hp", "<=", 5, percent=True), 1250, 25000)
    True
    """
    if found is None:
        return False
    if condition.percent:
        return _COMPARE[condition.operator](Fraction(found) * 100, Fraction(condition.right) * (whole or 0))
    return _COMPARE[condition.operator](found, condition.right)


def judge(effect: Effect, source: Source, world: World, acted: bool = False) -> tuple[Check, ...]:
    """Every check of an effect, the rules' own first. ``acted``: an effect before it in the list has."""
    checks = [*world.gates(effect, source)]
    if effect.otherwise:
        checks.append(Check(not acted, ELSE))
    for condition in effect.conditions:
        found = world.number(condition.left, condition.name, source)
        whole = world.whole(condition.left, source) if condition.percent else None
        checks.append(Check(compare(condition, found, whole), "", condition, found, whole))
    return tuple(checks)


def work(amount: Amount, number: Callable[[str], Value], whole: Callable[[str], Value]) -> tuple[Value, tuple[Part, ...]]:
    """An amount worked out exactly, with every factor.

    >>> work(Amount("times", Fraction(13, 10), each="own pieces", most=2), lambda phrase: 2, lambda phrase: 0)[0]
    Fraction(169, 100)
    """
    value, parts = amount.value, []

    def then(what: str, phrase: str, by: Value, after: Value) -> None:
        nonlocal value
        after = bounded(after)
        parts.append(Part(what, phrase, value, by, after))
        value = after

    if amount.of:
        phrases = " + ".join(amount.of)
        base = sum((number(phrase) for phrase in amount.of), 0)
        full = whole(amount.of[0]) if amount.curve > 1 else 0
        share = Fraction(base) / full if full else Fraction(0)
        bent = full * share**amount.curve if amount.curve > 1 else base
        if amount.curve > 1:
            parts.append(Part("curve", phrases, base, amount.curve, bounded(bent)))
        then("percent", phrases, bent, Fraction(value) * bent / 100)
    if amount.each:
        count = number(amount.each)
        if amount.how == "times":
            count = max(0, min(int(count), MOST_FACTORS))
            then("power", amount.each, count, Fraction(value) ** count)
        else:
            then("each", amount.each, count, value * count)
    for what, limit in (("least", amount.least), ("most", amount.most)):
        size = -value if value < 0 else value
        if limit is not None and (size < limit if what == "least" else size > limit):
            then(what, "", limit, -limit if value < 0 or (not value and amount.value < 0) else limit)
    return bounded(value), tuple(parts)


def act(firing: Firing, world: World) -> Acted:
    """Look at one effect, and let it act on each of its targets in turn where all its checks hold."""
    effect, source = firing.effect, firing.source
    world.occasion = firing.occasion
    checks = firing.checks if firing.checks is not None else judge(effect, source, world, (source, firing.occasion) in world.done)
    about = Acted(firing.kind, firing.cite, effect, source, firing.cause, checks)
    if not about.fired:
        return about
    world.done.add((source, firing.occasion))
    if effect.after:
        return about._replace(changes=(world.put_off(effect, source),))
    if phase := world.later(effect):
        return about._replace(later=phase)
    chosen, missed = _targets(effect, source, world)
    changes: list[Change] = []
    for target in chosen:
        amount, parts = _worked(effect, source, world, target)
        change = world.do(effect, source, target, amount, parts)
        changes += [change] if isinstance(change, Change) else change or ()
    return about._replace(changes=tuple(changes), missed=tuple(missed), found=len(chosen))


def _worked(effect: Effect, source: Source, world: World, target: Any) -> tuple[Value | None, tuple[Part, ...]]:
    if effect.amount is None:
        return None, ()

    def number(phrase: str) -> Value:
        word, _, name = phrase.partition(" of ")
        found = world.number(word, name, source, target)
        return found if isinstance(found, int | Fraction) else 0

    return work(effect.amount, number, lambda phrase: world.whole(phrase.partition(" of ")[0], source))


def _targets(effect: Effect, source: Source, world: World) -> tuple[list[Any], list[tuple[str, str]]]:
    """Those that the effect acts on, and those it looked at in vain."""
    found, missed = [], []
    for target in world.targets(effect, source):
        if world.trait(target, "", source) is not None and all(compare(one, world.trait(target, one.left, source)) for one in effect.only):
            found.append(target)
        else:
            missed.append(world.called(target))
    if effect.random and len(found) > effect.random:
        drawn = sorted(world.dice(effect, source).sample(range(len(found)), effect.random))
        found = [found[k] for k in drawn]
    return found, missed


def verdicts(effects: Iterable[Effect], source: Source, told: Sequence[Acted], world: World) -> list[Acted]:
    """Why each of a bearer's effects did or did not act: what was told of it, else that nothing set it off, and every check as it now is."""
    found = []
    for effect in effects:
        last = next((one for one in reversed(told) if one.effect == effect and _same(one.source, source)), None)
        found.append(last or Acted("why", None, effect, source, None, (Check(False, TRIGGER, found=effect.when), *judge(effect, source, world))))
    return found


def _same(one: Source, other: Source) -> bool:
    """Whether two sources are one bearer, wherever it now is, or one event, whoever stands on it."""
    return one.name == other.name and (one.place == other.place or one.bearer == other.bearer != "")


def run(firings: Iterable[Firing], world: World, *, silent: bool = True) -> Iterator[Step]:
    """Effects one after another, and after each what it sets off. Without ``silent``, those that do not act are not told.

    What an effect sets off comes before what was still waiting; a chain of more than `MOST_LINKS` is cut.
    """
    waiting = deque(firings)
    links = 0
    while waiting:
        firing = waiting.popleft()
        if firing.cause:
            links += 1
            if links > MOST_LINKS:
                yield Step(Stopped(MOST_LINKS, firing.source), world.state)
                return
        acted = act(firing, world)
        if acted.fired:
            waiting.extendleft(reversed(list(world.set_off(acted))))
        if acted.fired or silent:
            yield Step(acted, world.state)
