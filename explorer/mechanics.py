"""The mechanics there are: for each a rules, a board and a words module of the same name.

Three modules (or packages) of one name in `rules/`, `boards/` and `words/` are a mechanic; nothing else names it. Outside packages and
tests call `register`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

LAYERS = ("rules", "boards", "words")


class Mechanic(NamedTuple):
    """One mechanic in its three layers (`docs/mechanics.md` says what each module holds)."""

    name: str
    rules: ModuleType
    board: ModuleType
    words: ModuleType


_registered: dict[str, Mechanic] = {}


def register(name: str, rules: ModuleType, board: ModuleType, words: ModuleType) -> None:
    """Add a mechanic that does not live in this package. ``words`` may be the same module as ``board``."""
    _registered[name] = Mechanic(name, rules, board, words)


def mechanics() -> list[str]:
    """The names of all mechanics, in alphabetical order; nothing is imported for it."""
    here = Path(__file__).parent
    files = [{path.stem for path in (here / layer).glob("[a-z]*") if path.suffix == ".py" or (path / "__init__.py").is_file()} for layer in LAYERS]
    return sorted(set.intersection(*files) | set(_registered))


def mechanic(name: str) -> Mechanic:
    """The mechanic of that name, imported on demand. Raises KeyError for a name that is not one of `mechanics`."""
    if name not in _registered:
        if name not in mechanics():
            raise KeyError(name)
        modules = [import_module(f".{layer}.{name}", __package__) for layer in LAYERS]
        _registered[name] = Mechanic(name, *modules)
    return _registered[name]
