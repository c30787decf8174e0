"""`python -m explorer.words.reference`: write the reference page of the effect language from its words.

Every word stands there with what it means, an example, and how that example reads; nothing is written twice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..mechanics import Mechanic, mechanic, mechanics
from ..rules.language import AMOUNTS, OPERATORS, Deed, Vocabulary, allowed_keys, read_effect, schema
from . import say
from .language import effect_sentence

PAGE = Path(__file__).parents[2] / "docs" / "language.md"

INTRODUCTION = """# The effect language

*Made from the words in the code by `make docs`; do not edit.*

Skills, events on cells, card effects and balls with a function are written in one small language: **when** something happens, **if**
conditions hold, **do** this **to** these targets, **by** so much, **for** so long. An effect is one table, in one line:

```toml
{ when = "placed", if = ["turned >= 2"], do = "attack", times = 1.3, each = "own pieces of X", most = 2 }
```

“When it is placed, if at least two pieces are turned: multiplies the attack of the placed piece by 1.3 to the power of the number of own pieces with
attribute X, at most 2, for this turn.” An effect needs `do`, and an amount where its deed takes one; all else may be left out.
`explorer check FILE` tells every word that is not one, with its place and the nearest that is. Nothing in an effect is executed as a program.

## Keys
"""

HOW = """
## How it is worked out
- **One effect at a time**, on the state as it then is, in the order of the list. Each target is done in turn, in the order of the board.
- **Conditions** (`if`) must all hold. Each is `WORD OPERATOR VALUE`: the word from the table of numbers, the operator one of {operators}, a space on
  both sides of it. A word marked `%` may be compared with a percentage of its whole: `own hp <= 5 %` (of the maximum). Some words are names and are only
  equal or not: `last move = K`. Every condition is told with its numbers, and of an effect that stays silent the first one that fails.
- **`else = true`**: only if no effect before it in the same list has acted. One has acted where its conditions held, whether it found a target or not.
- **Targets** (`to`) are seen from the bearer; `only` keeps those of which all its comparisons hold; `random = 3` draws so many of them with the
  scenario's `seed` (all, where there are no more).
- **Amounts** are one of `add`, `times`, `percent` with `of`, `set`. `each` counts something: `add` and `percent` are multiplied by the number, `times`
  is taken to the power of it (of 30 at the most). `percent = 10, of = "own hp"` is 10 % of that number, and a minus takes it; `of` may be a list, which is
  added up; `curve = 2` squares the share: 10 % of the maximum times (HP / maximum)². `least` and `most` bound the amount itself – the factor, or what is
  added – in size, whatever its sign. All of it is exact; where only whole numbers make sense, each result is rounded once, half up.
- **Duration**: `turns = 3` are so many own turns, `turns = "ever"` is for good; what goes without saying stands with each deed. For a changed parameter
  the present turn is the first, and it ends with an own turn; whatever guards or marks (receive, bar, seal, lock, curse, event) ends when the own turn
  begins for so many times, so that it is there for as many turns of the others.
- **`after = 2`** begins at the start of the own turn two turns later, whatever the kind of its damage. The conditions are asked when it is set off;
  targets, draws and amounts are worked out when it begins, whatever has become of its bearer.
- **What an effect sets off** (a trap, the function of an erased ball) acts right after it, before the next effect of its list and whatever else was
  waiting, and names its cause. A chain is cut after 100 effects, and that is told.

One of several, and only one of them:

```toml
effects = [
  {{ when = "placed", if = ["turned >= 3"], do = "attack", times = 3 }},
  {{ when = "placed", else = true, if = ["turned >= 2"], do = "attack", times = 2 }},
  {{ when = "placed", else = true, do = "attack", times = 1.5 }},
]
```
"""
KEYS = {
    "when": 'when = "placed"', "if": 'if = ["turned >= 2", "own hp <= 40 %"]', "else": "else = true", "do": 'do = "attack"', "to": 'to = "enemy"',
    "only": 'only = ["attribute = X"]', "random": "random = 3", "add": "add = -300", "times": "times = 1.3", "percent": "percent = 10", "set": "set = 5",
    "of": 'of = ["normal", "special"]', "each": 'each = "own pieces of X"', "curve": "curve = 2", "least": "least = 1", "most": "most = 2000",
    "kind": 'kind = "special"', "what": 'what = "hand"', "phase": 'phase = "poison"', "after": "after = 2", "turns": 'turns = 3, turns = "ever"',
}  # fmt: skip


LASTS = {"turn": "for this turn", "round": "until the next own turn", "ever": "for good"}


def page() -> str:
    """The whole page as Markdown."""
    return "".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    yield from _keys()
    yield HOW.format(operators=", ".join(f"`{sign}`" for sign in OPERATORS))
    for name in mechanics():
        yield from _mechanic(mechanic(name))


def _keys() -> Iterator[str]:
    """Every key of any vocabulary, in the order in which they are written."""
    found: dict[str, str] = {}
    for name in mechanics():
        for vocabulary in mechanic(name).rules.VOCABULARIES.values():
            for key, one in schema(vocabulary)["items"]["properties"].items():
                found.setdefault(key, one["description"])
    found["when"] = "What sets it off: one word of the table below, where there is one."
    yield "| key | what it says | for example |\n|---|---|---|\n"
    yield from (f"| `{key}` | {says} | `{KEYS[key]}` |\n" for key, says in found.items())


def _mechanic(one: Mechanic) -> Iterator[str]:
    if not one.rules.VOCABULARIES:
        return
    yield f"\n## {say(one.words.TITLE)}\n"
    first: Vocabulary | None = None
    phases = dict.fromkeys(phase for vocabulary in one.rules.VOCABULARIES.values() for phase in vocabulary.phases)
    yield one.rules.NOTES.replace("{phases}", ", ".join(f"`{phase}`" for phase in phases))
    for place, vocabulary in one.rules.VOCABULARIES.items():
        keys = ", ".join(f"`{key}`" for key in schema(vocabulary)["items"]["properties"])
        yield f"\nIn `[{place}]`: `effects = [ … ]`, with the keys {keys}.\n"
        if len(vocabulary.triggers) > 1:
            yield f"\n### When ({place})\n`{vocabulary.when}` where nothing is said.\n\n" + _table(one, vocabulary, vocabulary.triggers, "when")
        first = first or vocabulary
    if first:
        yield "\n### Do\n" + _deeds(one, first)
        yield "\n### To\n" + _table(one, first, first.relations, "to")
        yield "\n### Numbers: in `if`, `each` and `of`\n" + _table(one, first, first.numbers, "word")
        yield "\n### Only: what a target is like\n" + _table(one, first, first.traits, "word")


def _table(one: Mechanic, vocabulary: Vocabulary, words: Any, head: str) -> str:
    several = len({relation.sort for relation in vocabulary.relations}) > 1
    rows = [f"| `{word.name}` | {word.says}{_notes(word, several)} | `{word.example}` | {_reads(one, vocabulary, word.example)} |\n" for word in words]
    return f"| {head} | what it is | example | reads |\n|---|---|---|---|\n" + "".join(rows)


def _notes(word: Any, several: bool) -> str:
    if several and bool(getattr(word, "sort", None)):
        return f" (leads to a {word.sort})"
    return " (`%`)" if getattr(word, "share", False) else " (a name: only `=` and `!=`)" if getattr(word, "text", False) else ""


def _deeds(one: Mechanic, vocabulary: Vocabulary) -> str:
    rows = [
        f"| `{deed.name}` | {deed.says} | {_takes(vocabulary, deed)} | `{deed.example}` | {_reads(one, vocabulary, deed.example)} |\n"
        for deed in vocabulary.deeds
    ]
    return "| do | what it does | goes with | example | reads |\n|---|---|---|---|---|\n" + "".join(rows)


def _takes(vocabulary: Vocabulary, deed: Deed) -> str:
    """What a deed goes with: its amounts, its targets, and what goes without saying."""
    keys = allowed_keys(vocabulary, deed)
    told = [" or ".join(f"`{how}`" for how in AMOUNTS if how in deed.amounts)] if deed.amounts else ["no amount"]
    told.append(f"to a {' or '.join(deed.sorts)}, `{deed.to}` where nothing is said")
    if deed.what:
        told.append(f"`what`: a {deed.what}")
    if deed.kinds:
        told.append(f"`kind`: {', '.join(f'`{kind}`' for kind in deed.kinds)} (the first where nothing is said)")
    if "turns" in keys:
        told.append(f"{LASTS[deed.lasts]} where nothing is said")
    return "; ".join(told)


def _reads(one: Mechanic, vocabulary: Vocabulary, example: str) -> str:
    """How an example reads. The events' vocabulary has triggers that the skills' has not, and the other way round."""
    effect = read_effect(_parsed(example), vocabulary)
    return say(effect_sentence(effect, one.words.PHRASES))


def _parsed(example: str) -> Mapping[str, Any]:
    from decimal import Decimal

    table: Mapping[str, Any] = tomllib.loads(f"x = {example}", parse_float=Decimal)["x"]
    return table


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
