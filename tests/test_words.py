"""Both languages are whole (X31): nothing untranslated, nothing left over, the same things filled in."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from explorer.words import LANGUAGES, N_, NN_, join, say
from explorer.words.catalogue import compiled, extracted, po, read

MESSAGES = [message for message in read("ja") if message.id]


def texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_catalogue_has_exactly_the_sentences_of_the_code() -> None:
    assert {texts(message.id) for message in extracted() if message.id} == {texts(message.id) for message in MESSAGES}, "run `make words`"


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: texts(message.id)[0][:40])
def test_every_sentence_is_translated_and_fills_in_the_same(message: object) -> None:
    ids, strings = texts(message.id), texts(message.string)  # type: ignore[attr-defined]
    assert all(strings) and not message.fuzzy  # type: ignore[attr-defined]
    allowed = set().union(*map(fields, ids))
    for text in strings:
        assert fields(text) <= allowed
        assert fields(ids[-1]) - {"count"} <= fields(text) | {"count"}
    if not fields(ids[0]) and re.search("[a-z]{4}", ids[0]):
        assert re.search(r"[ぁ-んァ-ヶ一-龠]", strings[0]), "still English"


def test_the_compiled_catalogue_is_the_one_that_is_read() -> None:
    assert po("ja").with_suffix(".mo").read_bytes() == compiled(read("ja")), "run `make words`"


def test_plurals_and_lists() -> None:
    message = NN_("One axis through {cell}", "{count} axes through {cell}", 1, cell="a1")
    assert say(message) == "One axis through a1"
    assert say(message._replace(count=3, values={"count": 3, "cell": "a1"})) == "3 axes through a1"
    assert [join(["a", "b", "c"][:k], "en") for k in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert join(["a", "b"], "ja") == "a、b"
    assert set(LANGUAGES) == {"en", "ja"}


def test_what_is_filled_in_is_never_read_as_a_sentence() -> None:
    assert say(N_("There is no piece {piece}.", piece="{cell} {0.__class__}")) == "There is no piece {cell} {0.__class__}."
