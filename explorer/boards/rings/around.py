"""What stands around the board: chips, presses, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...rules import rings as rules
from ...words import N_, Message
from ...words.rings import SIGNS
from ...words.rings import cell as label_of
from ..parts import Chip, Group, Pressed, Side, Table
from .place import PLUG_NAME

TONES = {
    "rotate": "change", "release": "change", "push": "change", "hole": "loss", "match": "found", "erase": "gain", "wait": "calm",
    "fall": "change", "judge": "calm", "end": "calm", "function": "gain", "stop": "calm",
}  # fmt: skip
# The node whose ring has been chosen, by its name.
NOTHING = ""


def sides(game: rules.Game, state: rules.State, choice: str) -> tuple[Side, ...]:
    """Life points toward the clear value; a release, and every ring both ways, in one row."""
    rings = [*map(rules.ring_name, range(game.rings)), *(["all"] if game.rules.whole else [])]
    turns = (_turn_chip(state, choice, name, by) for name in rings for by in (1, -1))
    moves = Group(N_("Moves"), (Chip(N_("Release"), "" if state.over else "move:release"), *turns, Chip(N_("Wait"), "" if state.over else "move:wait 1")))
    return (Side(N_("Life points"), "player1", False, state.points, max(1, game.rules.clear), (moves,)),)


def _turn_chip(state: rules.State, choice: str, name: str, by: int) -> Chip:
    if name == "all":
        label = N_("Turn the whole field clockwise") if by > 0 else N_("Turn the whole field counter-clockwise")
    else:
        label = N_("Turn ring {ring} clockwise", ring=name) if by > 0 else N_("Turn ring {ring} counter-clockwise", ring=name)
    shown = N_("{ring} {arrow}", ring=N_("all") if name == "all" else name, arrow="↻" if by > 0 else "↺")
    return Chip(shown, "" if state.over else f"move:turn {name} {by}", bool(choice) and choice.endswith(name), label=label)


def press(game: rules.Game, state: rules.State, choice: str, key: str) -> Pressed:
    """What pressing a node, the plug or a chip comes to: a node chooses its ring, the node beside it turns it there."""
    what, _, move = key.partition(":")
    if what == "move":
        return Pressed(NOTHING, move)
    if key == PLUG_NAME:
        return Pressed(NOTHING, "release")
    if by := _beside(game, choice).get(key):
        return Pressed(NOTHING, f"turn {key[-1]} {by}")
    if key == choice:
        return Pressed(NOTHING, say=N_("No ring is chosen."))
    back, forth = _beside(game, key)
    about = {"ring": key[-1], "node": key, "forth": forth, "back": back}
    return Pressed(key, say=N_("Ring {ring} is chosen at {node}. Press {forth} to turn it clockwise, {back} counter-clockwise.", **about))


def _beside(game: rules.Game, choice: str) -> dict[str, int]:
    """The two nodes beside the chosen one on its ring, and which way the ring then turns."""
    if not choice:
        return {}
    ring, spoke = rules.node_of(choice)
    return {rules.node_name((ring, (spoke + by) % game.spokes)): by for by in (-1, 1)}


def allowed(game: rules.Game, state: rules.State, choice: str) -> frozenset[str]:
    """The plug, and the nodes beside the chosen one: where a press plays a move."""
    return frozenset() if state.over else frozenset({PLUG_NAME, *_beside(game, choice)})


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What stands on a node or on the plug, in words."""
    return label_of(game, state, name)


# --- tables -----------------------------------------------------------------------------------------------------------


def tables(game: rules.Game, state: rules.State, event: Any) -> tuple[Table, ...]:
    """The three tables of Fig. 3 (b), (c) and (d), in step with the board."""
    letters = tuple(map(rules.ring_name, range(game.rings)))
    spokes = tuple(map(str, range(game.spokes)))
    capitals = tuple(letter.upper() for letter in letters)
    rails = tuple(rules.ring_section((0, spoke))[0] for spoke in range(game.spokes))
    marked = frozenset(rules.node_of(name)[1] for name in event.cells)
    return (
        Table(N_("Balls"), (N_("spoke"), *letters), _rows(spokes, state.balls, lambda kind: f"{kind} {SIGNS[kind]}" if kind else "–"), marked),
        Table(N_("Spoke sections"), (N_("spoke"), *capitals), _rows(spokes, state.spokes, _bit), _shifted(event, capitals=True)),
        Table(N_("Ring sections"), (N_("section"), *letters), _rows(rails, state.rails, _bit), _shifted(event, capitals=False)),
    )


def _rows(names: Sequence[str], table: Sequence[Sequence[int]], say: Callable[[int], str]) -> tuple[tuple[str, ...], ...]:
    """A table of the rules, a row a ring, turned into rows by spoke."""
    return tuple((name, *(say(row[spoke]) for row in table)) for spoke, name in enumerate(names))


def _bit(there: int) -> str:
    return str(int(there))


def _shifted(event: Any, *, capitals: bool) -> frozenset[int]:
    """The rows of the missing sections that turned with a ring."""
    names = [after for _, after in event.sections] if isinstance(event, rules.Rotated) else []
    if capitals:
        return frozenset(int(name[:-1]) for name in names if name[-1].isupper())
    return frozenset(ord(name[0]) - ord("H") for name in names if name[-1].islower())
