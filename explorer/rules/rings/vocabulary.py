"""The words that the ring rotation puzzle lends to the effect language: what a kind of ball with a function does when it is erased."""

from __future__ import annotations

from ..language import Deed, Number, Relation, Vocabulary, Word

__all__ = ("BALLS", "NOTES", "VOCABULARIES")

BALL, PLUG = "ball", "plug"


def _number(word: str, says: str, *, named: bool = False) -> Number:
    return Number(word, says, f'{{ do = "points", if = ["{word}{" of 3" if named else ""} >= 2"], add = 1 }}', named)


def _to(word: str, says: str, sort: str = BALL) -> Relation:
    return Relation(word, says, f'{{ do = "{"erase" if sort == BALL else "stop"}", to = "{word}"{"" if sort == BALL else ", add = 3"} }}', sort)


BALLS = Vocabulary(
    triggers=(Word("erased", "a ball of the kind is erased; the only trigger of balls, so `when` is never written", '{ do = "erase", to = "spoke" }'),),
    numbers=(
        _number("erased", "balls erased in this link so far"),
        _number("link", "which link of the chain it is"),
        _number("points", "life points as they now are"),
        _number("balls", "balls on the field; `of 3` counts those of kind 3", named=True),
        _number("interval", "ticks from one release to the next"),
    ),
    relations=(
        _to("spoke", "every other ball on its spoke"),
        _to("ring", "every other ball on its ring"),
        _to("beside", "the balls on the nodes next to it, along the ring and the spoke"),
        _to("alike", "every other ball of its kind"),
        _to("all", "every other ball"),
        _to("plug", "the plug", PLUG),
    ),
    traits=(
        Number("kind", "the kind of ball", '{ do = "erase", to = "ring", only = ["kind != 2"] }'),
        Number("ring", "its ring, 1 for the innermost", '{ do = "erase", to = "all", only = ["ring = 1"] }'),
        Number("spoke", "its spoke", '{ do = "erase", to = "all", only = ["spoke = 0"] }'),
    ),
    deeds=(
        Deed("erase", "erases the ball: one life point, and its own function works in the same link", '{ do = "erase", to = "spoke" }', "spoke", (BALL,)),
        Deed("points", "changes the life points: hurts the plug more", '{ do = "points", add = 5 }', PLUG, (PLUG,), ("add", "percent")),
        Deed("stop", "the timer stands still for so many ticks", '{ do = "stop", add = 6 }', PLUG, (PLUG,), ("add",), positive=True),
        Deed("interval", "changes the ticks from one release to the next", '{ do = "interval", times = 2 }', PLUG, (PLUG,), ("add", "times", "set")),
    ),
    when="erased",
)
VOCABULARIES = {"setup.functions.KIND": BALLS}
"""Where in a scenario effects stand, and in which words."""
NOTES = """
- A kind's effects act when a ball of it is erased, so `when` is not written. In this language 1 to 7 are ● ○ ▲ ■ ◆ ✚ ★, as on the board.
- `erased` counts all balls of the link so far: its groups, the ball itself, and what functions have erased.
- An interval stays until another function changes it; changes add up, from 1 to 1000 ticks.
"""
"""What the reference page adds to the words."""
