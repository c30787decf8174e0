"""The options of a mechanic's rules: one frozen dataclass each, from which schema, form and documentation are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, field, fields
from decimal import Decimal
from fractions import Fraction
from typing import Any


def option(default: Any, says: str, schema: Mapping[str, Any], source: str = "our choice") -> Any:
    """A field of a rules dataclass.

    ``says`` is one sentence for people (a key of the catalogue), ``schema`` what a scenario may write, ``source`` the
    paragraph or figure it comes from.
    """
    metadata = {"says": says, "schema": dict(schema), "source": source}
    if isinstance(default, dict):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


def default(one: Field[Any]) -> Any:
    """The embodiment's value of an option."""
    return one.default if one.default is not MISSING else one.default_factory()  # type: ignore[misc,operator]


def options_schema(rules: type) -> dict[str, Any]:
    """The JSON Schema of a scenario's ``[rules]`` table."""
    properties = {one.name: {"description": one.metadata["says"], "default": plain(default(one)), **one.metadata["schema"]} for one in fields(rules)}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def exact(value: Any) -> Any:
    """A value read from a file with every decimal as an exact number: an int where it is whole, else a Fraction.

    >>> exact(Decimal("1.3")), exact([2, Decimal("2.0")])
    (Fraction(13, 10), [2, 2])
    """
    if isinstance(value, Decimal):
        number = Fraction(value)
        return int(number) if number.denominator == 1 else number
    if isinstance(value, dict):
        return {key: exact(one) for key, one in value.items()}
    return [exact(one) for one in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A value for JSON and for people: fractions with a finite decimal form as that decimal, others as ``a/b``.

    >>> plain(Fraction(13, 10)), plain(Fraction(1, 3)), plain(4)
    ('1.3', '1/3', 4)
    """
    if isinstance(value, Fraction):
        return decimal_text(value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def decimal_text(number: Fraction | int) -> str:
    """An exact number as text, never through a binary float.

    >>> decimal_text(Fraction(169, 100)), decimal_text(2), decimal_text(Fraction(2, 3))
    ('1.69', '2', '2/3')
    """
    number = Fraction(number)
    rest, places = number.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest //= prime
            power += 1
        places = max(places, power)
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    if not places:
        return str(number.numerator)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}d}"
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def round_half_up(number: Fraction | int) -> int:
    """The nearest whole number, a half going up.

    >>> round_half_up(Fraction(5, 2)), round_half_up(Fraction(-5, 2)), round_half_up(3)
    (3, -2, 3)
    """
    return number if isinstance(number, int) else (2 * number.numerator + number.denominator) // (2 * number.denominator)
