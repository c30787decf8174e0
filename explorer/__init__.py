"""The rules explorer: three game mechanics, explained move by move.

Everything is imported on demand, so that the rules alone stay light; `explore("fig-6b")` shows a dashboard.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "Explorer": "dashboards",
    "Session": "session",
    "Scenario": "scenarios",
    "dashboard": "address",
    "examples": "scenarios",
    "explore": "dashboards",
    "export": "exports",
    "load": "scenarios",
    "picture": "still",
    "trace": "trace_json",
}
__all__ = ["Explorer", "Scenario", "Session", "dashboard", "examples", "explore", "export", "load", "picture", "trace"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # here: it costs as much as all the rest

        return version("rules-explorer")
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_WHERE[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
