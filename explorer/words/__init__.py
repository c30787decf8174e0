"""The words of both languages. Events carry numbers and cells; the sentences about them live here, in one catalogue.

English is written in the code as the key of each sentence, Japanese in `locale/ja/LC_MESSAGES/explorer.po` (gettext).
`make words` brings the catalogue up to date.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..rules.options import decimal_text
from ..rules.trace import Refused

LANGUAGES = {"en": "English", "ja": "日本語"}
LOCALE = Path(__file__).parent / "locale"


class Message(NamedTuple):
    """A sentence not yet said: its key, what fills it in, and its plural with the count that decides."""

    text: str
    values: Mapping[str, Any] = {}
    many: str = ""
    count: int = 0  # type: ignore[assignment]  # hides tuple.count


def N_(text: str, /, **values: Any) -> Message:
    """A sentence of the catalogue with the values that fill it in."""
    return Message(text, values)


def NN_(one: str, many: str, count: int, /, **values: Any) -> Message:
    """A sentence with a singular and a plural, chosen by ``count``."""
    return Message(one, {"count": count, **values}, many, count)


def refusal(refused: Refused) -> Message:
    """The sentence that says why a move was refused."""
    return Message(refused.reason, refused.values)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("explorer", LOCALE, [language], fallback=True)


def say(message: Message | str, language: str = "en") -> str:
    """A message in that language. Plain text stays as it is; lists of cells are joined, numbers stay exact.

    >>> say(N_("{cells} are taken.", cells=("b2", "d2")))
    'b2 and d2 are taken.'
    """
    if isinstance(message, str):
        return message
    catalogue = _catalogue(language)
    text = catalogue.ngettext(message.text, message.many, message.count) if message.many else catalogue.gettext(message.text)
    return text.format_map({key: _value(value, language) for key, value in message.values.items()})


def _value(value: Any, language: str) -> Any:
    if isinstance(value, Message):
        return say(value, language)
    if isinstance(value, Fraction):
        return decimal_text(value)
    if isinstance(value, tuple | list):
        return join([str(_value(one, language)) for one in value], language)
    return value


def join(parts: list[str], language: str) -> str:
    """A list as a person says it.

    >>> join(["b2", "d2", "e1"], "en")
    'b2, d2 and e1'
    """
    catalogue = _catalogue(language)
    if len(parts) < 2:
        return "".join(parts)
    return catalogue.gettext("{first} and {last}").format(first=catalogue.gettext(", ").join(parts[:-1]), last=parts[-1])
