"""Roles to colours: a light and a dark theme, and the sources' own black-and-white style."""

from __future__ import annotations

from collections.abc import Mapping

_PLAYERS = {
    "light": ("#27445e", "#fff3d6", "#a9d5c0", "#e3b6d3", "#c8d49a", "#b9c4ea", "#efc6a4", "#d2d2d2"),
    "dark": ("#8fb6d9", "#fff3d6", "#a9d5c0", "#e3b6d3", "#c8d49a", "#b9c4ea", "#efc6a4", "#d2d2d2"),
}
# Okabe and Ito's colours, told apart by everybody; each kind of ball has its own sign as well.
_KINDS = ("#7b4f9d", "#f5f3ee", "#e69f00", "#56b4e9", "#d55e00", "#cc79a7", "#009e73", "#f0e442", "#0072b2")


def _palette(theme: str, roles: Mapping[str, str]) -> dict[str, str]:
    players = {f"player{k}": colour for k, colour in enumerate(_PLAYERS[theme], 1)}
    inks = {f"player{k}-ink": "#ffffff" if theme == "light" and k == 1 else "#22303c" for k in range(1, 9)}
    kinds = {f"kind{k}": colour for k, colour in enumerate(_KINDS, 1)}
    kind_inks = {f"kind{k}-ink": "#ffffff" if k in (1, 9) else "#0b1115" for k in range(1, 10)}
    return {**players, **inks, **kinds, **kind_inks, **roles}


LIGHT = _palette(
    "light",
    {
        "paper": "#f7f5f0",
        "panel": "#ffffff",
        "line": "#ded9ce",
        "ink": "#22303c",
        "soft": "#5d6975",
        "accent": "#0b7a75",
        "accent-ink": "#ffffff",
        "accent-soft": "#eaf6f5",
        "amber": "#b86a14",
        "red": "#b3261e",
        "red-ink": "#ffffff",
        "red-soft": "#fbeae8",
        "shade": "#dce8ef",
        "slot": "#f0ede5",
        "rail": "#b5bfc8",
        "hole": "#ded9ce",
        "outline": "#22303c",
        "allowed": "#6f8b89",
        "heat1": "#e3f1f0",
        "heat2": "#c3e3e1",
        "heat3": "#9fd3d0",
        "heat4": "#79c1bd",
    },
)
DARK = _palette(
    "dark",
    {
        "paper": "#161c22",
        "panel": "#1f272f",
        "line": "#3b4651",
        "ink": "#eceae4",
        "soft": "#a9b4be",
        "accent": "#4fc2bb",
        "accent-ink": "#10201f",
        "accent-soft": "#1c3b3c",
        "amber": "#e8a24d",
        "red": "#ff8a80",
        "red-ink": "#2a0f0c",
        "red-soft": "#43262a",
        "shade": "#2b3b47",
        "slot": "#28313a",
        "rail": "#5f6d79",
        "hole": "#3b4651",
        "outline": "#eceae4",
        "allowed": "#6d8f8d",
        "heat1": "#22383b",
        "heat2": "#24494b",
        "heat3": "#265b5c",
        "heat4": "#286e6e",
    },
)
PRINT = {
    **dict.fromkeys(LIGHT, "#000000"),
    **dict.fromkeys(("paper", "panel", "accent-ink", "red-ink", "red-soft", "accent-soft", "slot"), "#ffffff"),
    "shade": "#d0d0d0",
    "line": "#777777",
    "rail": "#777777",
    "hole": "#777777",
    "soft": "#333333",
    "allowed": "#999999",
    "heat1": "#f0f0f0",
    "heat2": "#e0e0e0",
    "heat3": "#d0d0d0",
    "heat4": "#c0c0c0",
    **{f"player{k}": colour for k, colour in enumerate(("#e4e4e4", "#ffffff", "#cccccc", "#f4f4f4", "#bbbbbb", "#dddddd", "#efefef", "#c4c4c4"), 1)},
    **{f"kind{k}": "#ffffff" for k in range(1, 10)},
}
PALETTES: dict[str, Mapping[str, str]] = {"light": LIGHT, "dark": DARK, "print": PRINT}
