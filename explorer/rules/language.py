"""One language for everything that acts: skills, cell events, card effects, balls with a function.

An effect is a table of a scenario: *when* something happens, *if* conditions hold, *do* this *to* these targets, by an amount,
for so long. Its words come from a `Vocabulary` that each mechanic lends; schema, reader, writer and reference page are made
from the same words. Nothing here knows a mechanic, and nothing is ever executed but by the interpreter, one effect at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from .options import decimal_text, exact, plain

Value = Fraction | int
EVER = 0
"""`Effect.turns` of a change that stays for good."""
MOST_EFFECTS = 8
MOST_CONDITIONS = 6
LARGEST = 10**12
"""No amount is larger than this, whatever is multiplied with what."""
_PLACES = 60
OPERATORS = {"<=": "at most", ">=": "at least", "!=": "not", "=": "exactly", "<": "less than", ">": "more than"}
PICKED = {"only": ("piece", "cell", "card", "ball"), "random": ("piece", "cell", "card", "ball", "player")}
"""The sorts of targets of which some can be picked by what they are like, or drawn."""
AMOUNTS = ("add", "times", "percent", "set")
_FIRST = re.compile(r"^(?P<left>.+?) (?P<op><=|>=|!=|=|<|>) (?P<right>.+)$")
_DECIMAL = r"-?[0-9]{1,12}(?:\.[0-9]{1,12})?"
_NAME = r"[^\s<>=!%\x00-\x1f]{1,40}"


# --- words ------------------------------------------------------------------------------------------------------------


class Word(NamedTuple):
    """A trigger, or anything else that is simply named. ``says`` is what it means, ``example`` an effect that uses it."""

    name: str
    says: str
    example: str


class Number(NamedTuple):
    """Something that can be counted or measured: the left side of a condition, what `each` counts, what `percent` is of.

    ``named``: may be narrowed down, as in ``own pieces of X``; ``share``: may be compared with a percentage of its whole;
    ``text``: it is a name, not a number, and can only be equal to one or not.
    """

    name: str
    says: str
    example: str
    named: bool = False
    share: bool = False
    text: bool = False


class Relation(NamedTuple):
    """Whom an effect concerns, seen from its bearer. ``sort`` says what is there: a player, a piece, a cell …"""

    name: str
    says: str
    example: str
    sort: str


class Deed(NamedTuple):
    """What can be done. ``to`` is the relation where none is written, ``sorts`` what it can be done to.

    ``amounts`` are the kinds of amount it takes (none: it takes no amount); ``what`` says what the key of that name holds ("":
    the deed has no such key), ``kinds`` the kinds it tells apart; ``lasts`` whether it can be for some turns: "" not at all; "turn" counts
    own turns, the present one first, "round" the starts of own turns still to come (both one where nothing is written); "ever"
    counts like round, and is for good where nothing is written. ``phase`` is when it acts where the rules have such a phase;
    ``positive``: its amount is never below 0.
    """

    name: str
    says: str
    example: str
    to: str
    sorts: tuple[str, ...]
    amounts: tuple[str, ...] = ()
    what: str = ""
    kinds: tuple[str, ...] = ()
    lasts: str = ""
    phase: str = ""
    positive: bool = False


class Vocabulary(NamedTuple):
    """The words that a mechanic lends. ``when`` is the trigger where none is written."""

    triggers: tuple[Word, ...]
    numbers: tuple[Number, ...]
    relations: tuple[Relation, ...]
    traits: tuple[Number, ...]
    deeds: tuple[Deed, ...]
    when: str
    phases: tuple[str, ...] = ()

    def deed(self, name: str) -> Deed:
        found: Deed = _by_name(self.deeds)[name]
        return found

    def to(self, deed: Deed) -> list[str]:
        """The relations that a deed can be done to."""
        return [one.name for one in self.relations if one.sort in deed.sorts]


@cache
def _by_name(words: tuple[Any, ...]) -> dict[str, Any]:
    return {word.name: word for word in words}


# --- effects ----------------------------------------------------------------------------------------------------------


class Condition(NamedTuple):
    """A comparison: ``left`` (narrowed down by ``name``) against ``right``, as a share of the whole where ``percent``."""

    left: str
    operator: str
    right: Value | str
    percent: bool = False
    name: str = ""

    def __str__(self) -> str:
        right = self.right if isinstance(self.right, str) else decimal_text(self.right)
        return f"{_phrase(self.left, self.name)} {self.operator} {right}{' %' if self.percent else ''}"


class Amount(NamedTuple):
    """How much. ``how`` is one of `AMOUNTS`; ``each`` counts something, ``of`` are the numbers a percentage is taken of.

    ``curve`` bends a share of HP: 10 % of the whole times (part / whole) to that power. ``least`` and ``most`` bound the size.
    """

    how: str
    value: Value
    each: str = ""
    of: tuple[str, ...] = ()
    curve: int = 1
    least: Value | None = None
    most: Value | None = None


class Effect(NamedTuple):
    """One effect, every word resolved. ``turns`` is how long it lasts (`EVER`: for good), ``after`` how many own turns later it begins."""

    when: str
    do: str
    to: str
    amount: Amount | None = None
    conditions: tuple[Condition, ...] = ()
    only: tuple[Condition, ...] = ()
    random: int = 0
    kind: str = ""
    what: str = ""
    phase: str = ""
    after: int = 0
    turns: int = EVER
    otherwise: bool = False


def _phrase(word: str, name: str) -> str:
    return f"{word} of {name}" if name else word


# --- the schema -------------------------------------------------------------------------------------------------------

_NUMBER = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
_RATE = {"type": "number", "minimum": -1000, "maximum": 1000}
_TURNS = {"type": "integer", "minimum": 1, "maximum": 100}


def schema(vocabulary: Vocabulary) -> dict[str, Any]:
    """The JSON Schema of a list of effects: what fits it can be read, but for names that nothing has."""
    properties = {
        "when": {"enum": [word.name for word in vocabulary.triggers], "description": f"What sets it off; {vocabulary.when} where nothing is said."},
        "if": _conditions(vocabulary.numbers, "Conditions that must all hold, each a comparison"),
        "else": {"const": True, "description": "Only where no effect before it in the list has acted."},
        "do": {"enum": [deed.name for deed in vocabulary.deeds], "description": "What it does: one word of the table below."},
        "to": {
            "enum": [word.name for word in vocabulary.relations],
            "description": "Whom it concerns: one word of the table below; what goes without saying stands with the deed.",
        },
        "only": _conditions(vocabulary.traits, "Of those, only which; each a comparison"),
        "random": {"type": "integer", "minimum": 1, "maximum": 100, "description": "Of those, so many, drawn with the seed."},
        "add": {**_NUMBER, "description": "What is added."},
        "times": {**_RATE, "description": "What it is multiplied by."},
        "percent": {**_RATE, "description": "A share, of the numbers in `of`, that is added."},
        "set": {**_NUMBER, "description": "The new value."},
        "of": {
            "anyOf": [_phrases(vocabulary), {"type": "array", "minItems": 1, "maxItems": 4, "items": _phrases(vocabulary)}],
            "description": "The numbers that a percentage is taken of: one word, or up to four that are added up.",
        },
        "each": {**_phrases(vocabulary), "description": "For each of these: `add` and `percent` times their number, `times` to the power of it."},
        "curve": {"type": "integer", "minimum": 1, "maximum": 4, "description": "Of a share: to which power."},
        "least": {**_NUMBER, "minimum": 0, "description": "The amount is never smaller."},
        "most": {**_NUMBER, "minimum": 0, "description": "The amount is never larger."},
        "kind": {
            "enum": list(dict.fromkeys(kind for deed in vocabulary.deeds for kind in deed.kinds)),
            "description": "The kind of damage that it deals, or changes on arrival.",
        },
        "what": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description": "A name that the deed needs: of an event, a piece, a card, a cell, a slot, a place.",
        },
        "phase": {"enum": list(vocabulary.phases), "description": "In which phase of the own turn it acts."},
        "after": {**_TURNS, "description": "So many own turns later."},
        "turns": {"anyOf": [_TURNS, {"const": "ever"}], "description": "For so many own turns, or for good."},
    }
    known = {key for deed in vocabulary.deeds for key in allowed_keys(vocabulary, deed)}
    properties = {key: one for key, one in properties.items() if key in known}
    rules = [_rule(vocabulary, deed) for deed in vocabulary.deeds]
    if "turn" in [word.name for word in vocabulary.triggers] and vocabulary.phases:
        rules.append({"if": {"required": ["phase"]}, "then": {"required": ["when"], "properties": {"when": {"const": "turn"}}}})
    one = {"type": "object", "additionalProperties": False, "required": ["do"], "properties": properties, "allOf": rules}
    return {"type": "array", "items": one, "maxItems": MOST_EFFECTS, "description": "What it does, effect by effect, in the order in which they act."}


def _rule(vocabulary: Vocabulary, deed: Deed) -> dict[str, Any]:
    """Which keys go with a deed, and which of their values."""
    keys = allowed_keys(vocabulary, deed)
    then: dict[str, Any] = {"propertyNames": {"enum": keys}, "properties": {"to": {"enum": vocabulary.to(deed)}}}
    if deed.positive:
        then["properties"] |= {how: {"minimum": 0} for how in deed.amounts}
    if deed.kinds:
        then["properties"]["kind"] = {"enum": list(deed.kinds)}
    if deed.what:
        then["required"] = ["what"]
    if deed.amounts:
        then["oneOf"] = [{"required": [how]} for how in deed.amounts]
        then["dependentRequired"] = {"percent": ["of"], "of": ["percent"], "curve": ["of"]}
        then["dependentSchemas"] = {"set": {"propertyNames": {"enum": [key for key in keys if key not in ("each", "least", "most")]}}}
    return {"if": {"properties": {"do": {"const": deed.name}}, "required": ["do"]}, "then": then}


def allowed_keys(vocabulary: Vocabulary, deed: Deed) -> list[str]:
    """The keys that an effect with this deed may have, in the order in which they are written."""
    keys = ["when", "phase", "if", "else", "do", "to", *deed.amounts]
    keys[6:6] = [key for key, sorts in PICKED.items() if set(deed.sorts) & set(sorts)]
    if "percent" in deed.amounts:
        keys += ["of", "curve"]
    if deed.amounts:
        keys += ["each", "least", "most"]
    keys += ["kind"] if deed.kinds else []
    keys += ["what"] if deed.what else []
    if any(one.lasts for one in vocabulary.deeds):  # where nothing lasts there are no turns to count
        keys += ["after", "turns"] if deed.lasts else ["after"]
    gone = {"phase"} if not vocabulary.phases else set()
    return [key for key in keys if key not in gone and (key != "when" or len(vocabulary.triggers) > 1)]


def _phrases(vocabulary: Vocabulary) -> dict[str, Any]:
    numbers = [number for number in vocabulary.numbers if not number.text]
    return {"type": "string", "maxLength": 100, "pattern": f"^{_any(numbers)}$", "x-words": [number.name for number in numbers]}


def _any(numbers: Sequence[Number]) -> str:
    """A pattern for any of these words."""
    plainly = [re.escape(number.name).replace(r"\ ", " ") for number in numbers]
    both = [f"{text}(?: of {_NAME})?" if number.named else text for text, number in zip(plainly, numbers, strict=True)]
    return f"(?:{'|'.join(both)})"


def _conditions(numbers: Sequence[Number], says: str) -> dict[str, Any]:
    """One comparison, or a list of them."""
    texts, values = [one for one in numbers if one.text], [one for one in numbers if not one.text]
    shares = [one for one in values if one.share]
    forms = [f"{_any(values)} (?:<=|>=|!=|=|<|>) {_DECIMAL}"] if values else []
    forms += [f"{_any(shares)} (?:<=|>=|!=|=|<|>) {_DECIMAL} %"] if shares else []
    forms += [f"{_any(texts)} !?= {_NAME}"] if texts else []
    one = {
        "type": "string",
        "maxLength": 160,
        "pattern": f"^(?:{'|'.join(forms)})$",
        "x-words": [number.name for number in numbers],
        "x-form": f"WORD {' '.join(OPERATORS)} VALUE" if values else "WORD = NAME, WORD != NAME",
    }
    example = f"{(values or texts)[0].name} {'>= 2' if values else '= A'}" if numbers else ""
    return {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_CONDITIONS, "description": f"{says}, such as {example}."}


# --- from a scenario, and back ----------------------------------------------------------------------------------------


def read_effects(tables: Sequence[Mapping[str, Any]], vocabulary: Vocabulary) -> tuple[Effect, ...]:
    """The effects in tables that fit the `schema`."""
    return tuple(read_effect(table, vocabulary) for table in tables)


def read_effect(table: Mapping[str, Any], vocabulary: Vocabulary) -> Effect:
    """One effect of a table that fits the `schema`."""
    table = exact(dict(table))
    deed = vocabulary.deed(table["do"])
    lasts = 1 if deed.lasts in ("turn", "round") else EVER
    turns = table.get("turns", lasts)
    return Effect(
        when=table.get("when", vocabulary.when),
        do=deed.name,
        to=table.get("to", deed.to),
        amount=_amount(table),
        conditions=tuple(read_condition(text, vocabulary.numbers) for text in table.get("if", ())),
        only=tuple(read_condition(text, vocabulary.traits) for text in table.get("only", ())),
        random=table.get("random", 0),
        kind=table.get("kind", deed.kinds[0] if deed.kinds else ""),
        what=table.get("what", ""),
        phase=table.get("phase", ""),
        after=table.get("after", 0),
        turns=EVER if turns == "ever" else turns,
        otherwise=table.get("else", False),
    )


def _amount(table: Mapping[str, Any]) -> Amount | None:
    how = next((key for key in AMOUNTS if key in table), None)
    if how is None:
        return None
    of = table.get("of", ())
    return Amount(
        how, table[how], table.get("each", ""), (of,) if isinstance(of, str) else tuple(of), table.get("curve", 1), table.get("least"), table.get("most")
    )


def read_condition(text: str, numbers: Sequence[Number]) -> Condition:
    """A comparison from its text. Raises ValueError where it is none.

    >>> read_condition("turned >= 2", [Number("turned", "", "")])
    Condition(left='turned', operator='>=', right=2, percent=False, name='')
    """
    match = _FIRST.match(text)
    if not match:
        raise ValueError(text)
    left, name = split(match["left"], numbers)
    right = match["right"]
    if _by_name(tuple(numbers))[left].text:
        return Condition(left, match["op"], right, False, name)
    percent = right.endswith(" %")
    return Condition(left, match["op"], exact(Decimal(right.removesuffix(" %"))), percent, name)


def split(phrase: str, numbers: Sequence[Number]) -> tuple[str, str]:
    """A phrase as its word and the name that narrows it down: ``own pieces of X`` -> own pieces, X. Raises ValueError for no known word."""
    known = {number.name for number in numbers}
    if phrase in known:
        return phrase, ""
    word, _, name = phrase.rpartition(" of ")
    if word not in known or not name:
        raise ValueError(phrase)
    return word, name


def write_effect(effect: Effect, vocabulary: Vocabulary) -> dict[str, Any]:
    """An effect as the table that a person would write: only what differs from what goes without saying."""
    deed, amount = vocabulary.deed(effect.do), effect.amount
    lasts = 1 if deed.lasts in ("turn", "round") else EVER
    written: dict[str, Any] = {
        "when": effect.when if effect.when != vocabulary.when else None,
        "phase": effect.phase or None,
        "if": [str(one) for one in effect.conditions] or None,
        "else": effect.otherwise or None,
        "do": effect.do,
        "to": effect.to if effect.to != deed.to else None,
        "only": [str(one) for one in effect.only] or None,
        "random": effect.random or None,
        **(_written_amount(amount) if amount else {}),
        "kind": effect.kind if deed.kinds and effect.kind != deed.kinds[0] else None,
        "what": effect.what or None,
        "after": effect.after or None,
        "turns": None if effect.turns == lasts else "ever" if effect.turns == EVER else effect.turns,
    }
    return {key: value for key, value in written.items() if value is not None}


def _written_amount(amount: Amount) -> dict[str, Any]:
    of: Any = None if not amount.of else amount.of[0] if len(amount.of) == 1 else list(amount.of)
    curve = amount.curve if amount.curve > 1 else None
    return {amount.how: amount.value, "of": of, "curve": curve, "each": amount.each or None, "least": amount.least, "most": amount.most}


def toml(table: Mapping[str, Any]) -> str:
    """A table in one line, as it stands in a scenario.

    >>> toml({"do": "power", "add": 1, "only": ["name = B"]})
    '{ do = "power", add = 1, only = ["name = B"] }'
    """
    return "{ " + ", ".join(f"{key} = {_toml(value)}" for key, value in table.items()) + " }"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(plain(value))


def misuses(effect: Effect, vocabulary: Vocabulary) -> Iterator[tuple[str, str, str]]:
    """What the schema cannot say, as (key, found, allowed): a curve needs numbers that are parts of a whole."""
    amount = effect.amount
    if amount and amount.curve > 1:
        shares = [number.name for number in vocabulary.numbers if number.share]
        if bad := [phrase for phrase in amount.of if phrase not in shares]:
            yield "curve", f"a curve of {bad[0]!r}", f"a curve of {', '.join(shares) or 'nothing here'}"


def names(effect: Effect) -> Iterator[tuple[str, str]]:
    """Every name of something else that an effect mentions, as (key, name)."""
    if effect.what:
        yield "what", effect.what
    for key, conditions in (("if", effect.conditions), ("only", effect.only)):
        for k, one in enumerate(conditions):
            if one.name:
                yield f"{key}[{k}]", one.name


def bounded(number: Value) -> Value:
    """A number no larger than `LARGEST`, with no more than sixty places: products of many factors stay readable."""
    number = max(-LARGEST, min(LARGEST, number))
    if isinstance(number, Fraction) and number.denominator > 10**_PLACES:
        number = Fraction((2 * number.numerator * 10**_PLACES + number.denominator) // (2 * number.denominator), 10**_PLACES)
    return int(number) if number == int(number) else number
