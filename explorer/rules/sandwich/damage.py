"""The damage of one sandwiched piece: the terms of its sum, and the rates it is multiplied by (Fig. 6, 14, 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..language import Value, bounded
from ..topology import PERPENDICULAR
from .options import EXTRA, INFERIOR, SUPERIOR
from .position import Run, Term

if TYPE_CHECKING:
    from .game import Game
    from .world import World

RUN_LENGTH, AXES, PERPENDICULAR_AXES, OBLIQUE_AXES, ARRANGEMENT, FIXED = "run_length", "axes", "perpendicular", "oblique", "arrangement", "extra"


class Sum(NamedTuple):
    """A sum worked out exactly: the attacking terms, the placed piece's first, the sandwiched one's, each rate, and what comes of it.

    ``extra`` is added after all rates.
    """

    attacking: tuple[Term, ...]
    sandwiched: Term
    difference: Value
    rates: tuple[tuple[str, Value], ...]
    extra: int
    amount: Value


def worked_out(world: World, found: Run, cell: int, runs: Sequence[Run]) -> Sum:
    """The damage for one piece of a run, before it is received and rounded; ``runs`` are all of the move.

    Order: growth, lasting changes, changes for the turn, attributes; the difference, never below 0; run length, axes, arrangement.
    """
    game, rules = world.game, world.game.rules
    cells = [world.cell, *(found.anchors if rules.anchor_term else ())]
    attributes = [game.pieces[world.state.pieces[k]].attribute for k in cells]
    target = game.pieces[world.state.pieces[cell]].attribute
    attacking = tuple(world.term(k, "attack", attribute_changes(game, mine, [target])) for k, mine in zip(cells, attributes, strict=True))
    sandwiched = world.term(cell, "defence", attribute_changes(game, target, attributes))
    difference = bounded(sum(term.value for term in attacking) - sandwiched.value)
    amount: Value = max(0, difference)
    rates = tuple(_rates(world, found, runs))
    for _, rate in rates:
        amount = bounded(amount * rate)
    extra = rules.extra_damage if rules.attribute_effect == EXTRA and target in rules.beats.get(attributes[0], ()) else 0
    return Sum(attacking, sandwiched, difference, rates, extra, bounded(amount + extra))


def attribute_changes(game: Game, mine: str, others: Sequence[str]) -> tuple[tuple[str, str, Value], ...]:
    """What attributes make of a term: doubled once where it beats one of the others, or reduced once where one of them beats it."""
    rules = game.rules
    if rules.attribute_effect == SUPERIOR and any(other and other in rules.beats.get(mine, ()) for other in others):
        return ((mine, "times", rules.attribute_rate),)
    if rules.attribute_effect == INFERIOR and (better := next((other for other in others if mine and mine in rules.beats.get(other, ())), "")):
        return ((better, "times", rules.inferior_rate),)
    return ()


def _rates(world: World, found: Run, runs: Sequence[Run]) -> Iterator[tuple[str, Value]]:
    rules, length = world.game.rules, len(found.cells)
    if rules.run_length_rate and length > 1:
        yield RUN_LENGTH, rules.run_length_rate * length
    yield from _axes_rate(world.game, {one.axis for one in runs})
    rate = arrangement_rate(world.game, {k for one in runs for k in one.cells})
    if rate is not None:
        yield ARRANGEMENT, rate


def _axes_rate(game: Game, axes: set[str]) -> Iterator[tuple[str, Value]]:
    """The rate of so many axes; of exactly two, that of how they stand to each other, where there is one (S28, S29)."""
    rules = game.rules
    if len(axes) == 2:
        right = frozenset(axes) in PERPENDICULAR
        special = rules.perpendicular_rate if right else rules.oblique_rate
        if special:
            yield (PERPENDICULAR_AXES if right else OBLIQUE_AXES), special
            return
    if 2 <= len(axes) <= len(rules.axes_rates) + 1:
        yield AXES, rules.axes_rates[len(axes) - 2]


def arrangement_rate(game: Game, cells: set[int]) -> Value | None:
    """The rate of the first pattern that the sandwiched cells make; None where none fits (S29)."""
    topology = game.topology
    names, places = {topology.names[k] for k in cells}, [topology.places[k] for k in cells]
    drawn = {(row - min(r for r, _ in places), column - min(c for _, c in places)) for row, column in places}
    for one in game.rules.arrangements:
        if names == set(one["cells"]) if "cells" in one else drawn == shape(one["shape"]):
            rate: Value = one["rate"]
            return rate
    return None


def shape(text: str) -> set[tuple[int, int]]:
    """The places of the x of a drawn shape, moved to the top left.

    >>> sorted(shape(". x\\n. x"))
    [(0, 0), (1, 0)]
    """
    found = {(r, c) for r, line in enumerate(text.strip("\n").splitlines()) for c, token in enumerate(line.split()) if token == "x"}
    top, left = min((r for r, _ in found), default=0), min((c for _, c in found), default=0)
    return {(r - top, c - left) for r, c in found}
