"""What the effect language's words come to in a sandwich battle: numbers, relations, gates, deeds, and what a deed sets off.

`World` holds the state as it now is, and what the move has come to so far; `turn` plays a move phase by phase with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..interpreter import Check, Firing, Part, Source
from ..language import EVER, Effect, Value, bounded
from .options import AVAILABLE, DISABLED, SOURCE, TOTAL
from .position import Declared, Registered, Run, State, Term
from .vocabulary import COMBO, DECLARED, ENTERED, HIT, ONCE, TURN

if TYPE_CHECKING:
    from .game import Game

# Gates: what the rules themselves demand of an effect; `words` says them.
UNTOUCHED, OWN_STATE, PLACED_SKILL, UNSEALED, RIGHT_PLAYER = "untouched", "own_state", "placed_skill", "unsealed", "right_player"
_PARAMETERS = {"attack": ("attack",), "defence": ("defence",), "parameter": ("attack", "defence")}
_CITES = {DECLARED: f"{SOURCE} S111, Fig. 10", ENTERED: f"{SOURCE} S108"}


class Spot(NamedTuple):
    """What an effect can be done to: a player, a piece (on cell ``cell``, -1 in a hand), or a bare cell."""

    player: int = 0
    piece: str = ""
    cell: int = -1


class World:
    """The interpreter's world: ``state`` is replaced as effects act on it.

    ``uses`` are the skills declared with the move; ``arrivals`` the damage that each occasion answers; ``allowed``: the sources whose
    skill was available when the occasion came, though it may be used up or disabled by now; ``dealt`` is the damage so far, by kind.
    """

    def __init__(self, game: Game, state: State, explain: bool = True) -> None:
        self.game, self.state, self.explain = game, state, explain
        self.profile = game.rules.order
        self.player = state.turn
        self.cell, self.piece = -1, ""
        self.uses: tuple[Declared, ...] = ()
        self.counts = ""
        self.done: set[tuple[Source, int]] = set()
        self.occasion = self.occasions = self.draws = 0
        self.arrivals: dict[int, int] = {}
        self.allowed: set[tuple[Source, int]] = set()
        self.used: set[tuple[Source, int]] = set()
        self.fallen: list[Firing] = []
        self.own: list[Firing] | None = None
        self.runs: list[Run] = []
        self.phase = ""
        self.dealt: dict[str, int] = {}
        self.waiting: list[Firing] = []
        self.skill_acted = False
        self.hits: list[tuple[str, int, int, Source | None]] = []

    def _where(self, piece: str) -> str:
        """The name of the cell where a piece stands, under others too."""
        cell = self.game.where(self.state, piece)
        return "" if cell is None else self.name(cell)

    def term(self, cell: int, which: str, attribute: tuple[tuple[str, str, Value], ...]) -> Term:
        """The number in force on a cell: the piece that counts, and where all on it do, each of the others; then attributes (S08)."""
        name, state = self.game.counts(self.state, cell), self.state.states[cell]
        printed = (self.game.pieces[name].attack if which == "attack" else self.game.pieces[name].defence)[state - 1]
        others = [piece for piece in self.game.stack(self.state, cell) if piece != name] if self.game.rules.stacking == TOTAL else []
        added = [(piece, "add", self._alone(piece, state, which).value) for piece in others]
        return Term(self.name(cell), name, printed, (*self._alone(name, state, which).changes, *added, *attribute))

    def _alone(self, name: str, state: int, which: str) -> Term:
        """A piece's number: printed, growth, then lasting changes, then those for the turn, each first additions, then factors."""
        piece = self.game.pieces[name]
        mine = [one for one in self.state.lasting if one.target == name and name and which in _PARAMETERS.get(one.deed, ())]
        changes = [
            (one.source.name, how, one.value)
            for for_good in (True, False)
            for how in ("add", "times")
            for one in mine
            if (one.left == EVER) == for_good and one.how == how
        ]
        printed = (piece.attack if which == "attack" else piece.defence)[state - 1]
        return Term("", name, printed, (*piece.changes(state), *changes))

    def _received(self, kind: str, player: int, amount: Value) -> tuple[Value, tuple[Part, ...]]:
        """What the receiver's answers make of damage that arrives (L14)."""
        parts = []
        for one in self.state.lasting:
            if one.deed == "receive" and one.target == str(player) and one.kind == kind:
                after = bounded(amount * one.value)
                parts.append(Part(one.source.name, "receive", amount, one.value, after))
                amount = after
        return amount, tuple(parts)

    # --- the words

    def gates(self, effect: Effect, source: Source) -> Iterator[Check]:
        """What the rules demand: for an event the right player, for a skill that it is available and its piece unsealed, and what belongs to the trigger."""
        event = self.game.events.get(source.name.partition(": ")[0])
        if event:
            if only := event.only:
                yield Check(source.owner == only, RIGHT_PLAYER, found=source.owner, whole=only)
            return
        yield from self._trigger_gates(effect.when, source)
        if any(one.deed == "seal" and one.target == source.bearer for one in self.state.lasting):
            yield Check(False, UNSEALED, found=source.bearer)

    def _trigger_gates(self, when: str, source: Source) -> Iterator[Check]:
        piece = source.bearer
        if when in ONCE or when.startswith(HIT):
            line = self._line(source)
            status = line.status if line else DISABLED
            yield Check(status == AVAILABLE or (source, self.occasion) in self.allowed, AVAILABLE, found=status)
        if when == COMBO or when.startswith(HIT):
            yield Check(piece not in self.state.turned, UNTOUCHED, found=piece)
        if when == COMBO:
            yield Check(self.skill_acted, PLACED_SKILL, found=self.piece)
        if when == TURN:
            yield Check(self._line(source) is not None, OWN_STATE, found=source.owner)

    def _line(self, source: Source) -> Registered | None:
        """The line of the skill table of a skill's piece and player."""
        return next((one for one in self.state.skills if one.skill == source.name and one.piece == source.bearer and one.player == source.owner), None)

    def number(self, word: str, name: str, source: Source, target: Any = None) -> Value | str:
        """A number of the vocabulary, seen from the source's player."""
        find = _NUMBERS.get(word)
        if find:
            return find(self, source)
        if word in ("own pieces", "enemy pieces", "all pieces"):
            return self._pieces(word.split()[0], name, source)
        if word in ("own hand", "enemy hand"):
            players = [source.owner] if word == "own hand" else self._opponents(source.owner)
            return sum(1 for player in players for piece in self.game.hand(self.state, player) if not name or self.game.pieces[piece].attribute == name)
        if word == "damage":
            return self.arrivals.get(self.occasion, sum(self.dealt.values()))
        if word in ("last move", "at"):
            opponent = self._opponents(source.owner)[0]
            return (self.state.last or ("",) * self.game.players)[opponent - 1] if word == "last move" else source.place
        return self.dealt.get(word, 0)

    def _pieces(self, whose: str, attribute: str, source: Source) -> int:
        wanted: Callable[[int], bool] = {"own": lambda owner: owner == source.owner, "enemy": lambda owner: owner != source.owner, "all": bool}[whose]
        return sum(
            1
            for owner, piece in zip(self.state.states, self.state.pieces, strict=True)
            if owner and wanted(owner) and (not attribute or (piece and self.game.pieces[piece].attribute == attribute))
        )

    def whole(self, word: str, source: Source) -> Value:
        player = self._opponents(source.owner)[0] if word.startswith("enemy") else source.owner
        return self.game.maximum[player - 1] if self.game.maximum else 0

    def _players(self) -> range:
        return range(1, self.game.players + 1)

    def _opponents(self, player: int) -> list[int]:
        """The other players, in turn order from the next."""
        return [(player - 1 + k) % self.game.players + 1 for k in range(1, self.game.players)]

    def name(self, cell: int) -> str:
        return self.game.topology.names[cell]

    def targets(self, effect: Effect, source: Source) -> list[Spot]:
        """Whom a relation leads to, players in turn order, pieces and cells in the order of the board."""
        return _RELATIONS[effect.to](self, source)

    def _standing(self, cells: Iterable[int]) -> list[Spot]:
        return [Spot(piece=self.state.pieces[k], cell=k) for k in cells if k >= 0 and self.state.states[k]]

    def _held(self, players: Iterable[int]) -> list[Spot]:
        return [Spot(piece=piece) for player in players for piece in self.game.hand(self.state, player)]

    def _bearer(self, source: Source) -> int:
        return self.game.topology.names.index(source.place) if source.place else -1

    def _around(self, source: Source) -> list[int]:
        cell = self._bearer(source)
        return sorted(self.game.topology.beside[cell]) if cell >= 0 else []

    def _on_axes(self, source: Source) -> list[int]:
        cell = self._bearer(source)
        return sorted({k for ray in self.game.topology.rays[cell] for k in ray.cells}) if cell >= 0 else []

    def _use(self, source: Source) -> Declared:
        """How a skill was declared, if it was."""
        return next((use for use in self.uses if use.skill == source.name), Declared(source.name))

    def _chosen_piece(self, source: Source) -> list[Spot]:
        on = self._use(source).on
        if not on:
            return self._standing([self.cell]) if self.cell >= 0 else self._standing([self._bearer(source)])
        if (stands := self.game.where(self.state, on)) is not None:
            return self._standing([stands])
        cell = self.game.topology.cell(on)
        return self._standing([cell]) if cell is not None else [Spot(piece=on)]

    def _chosen_cell(self, source: Source) -> list[Spot]:
        use = self._use(source)
        cell = self.game.topology.cell(use.to or use.on)
        return [Spot(cell=cell if cell is not None else self._bearer(source))]

    def _itself(self, source: Source) -> list[Spot]:
        """The bearer, wherever it now is; of a plain piece, the one on its cell."""
        if not source.bearer:
            return self._standing([self._bearer(source)])
        place = self._where(source.bearer)
        return self._standing([self.game.topology.names.index(place)]) if place else [Spot(piece=source.bearer)]

    def _cells(self, cells: Iterable[int]) -> list[Spot]:
        return [Spot(cell=k) for k in cells if k >= 0]

    def trait(self, target: Spot, word: str, source: Source) -> Value | str | None:
        if not word:
            return "there"
        if word == "name":
            return target.piece or (self.name(target.cell) if target.cell >= 0 else "")
        piece = self.game.pieces.get(target.piece)
        if piece is None:
            return None
        holders = (player for player in self._players() if target.piece in self.state.hands[player - 1])
        owner = self.state.states[target.cell] if target.cell >= 0 else next(holders, source.owner)
        found: dict[str, Value | str] = {
            "attribute": piece.attribute,
            "rank": piece.rank.replace(" ", "-"),
            "side": "own" if owner == source.owner else "enemy",
            "parameter": piece.attack[owner - 1],
            "curses": sum(1 for one in self.state.lasting if one.deed == "curse" and one.target == target.piece),
        }
        return found[word]

    def called(self, target: Spot) -> tuple[str, str]:
        return (self.name(target.cell) if target.cell >= 0 else str(target.player or "")), target.piece

    def _dice(self, *what: str) -> random.Random:
        return random.Random(f"{self.game.seed or 0}:{self.state.placed}:{':'.join(what)}")

    def dice(self, effect: Effect, source: Source) -> random.Random:
        self.draws += 1
        return self._dice(source.name, source.bearer, source.place, effect.do, effect.to, str(self.draws))

    def later(self, effect: Effect) -> str:
        """Damage of a kind that has a phase of its own waits for it."""
        phases = self.profile.phases
        if (
            effect.do == "damage"
            and self.phase != "due"
            and effect.kind in phases
            and self.phase in phases
            and phases.index(effect.kind) > phases.index(self.phase)
        ):
            return effect.kind
        return ""


_NUMBERS: dict[str, Callable[[World, Source], Value]] = {
    "turned": lambda world, _: len({k for one in world.runs for k in one.cells}),
    "runs": lambda world, _: len(world.runs),
    "axes": lambda world, _: len({one.axis for one in world.runs}),
    "placements": lambda world, _: world.state.placed,
    "own hp": lambda world, source: world.state.hp[source.owner - 1] if world.state.hp else 0,
    "enemy hp": lambda world, source: world.state.hp[world._opponents(source.owner)[0] - 1] if world.state.hp else 0,
    "own hp at start": lambda world, source: world.state.start_hp[source.owner - 1] if world.state.start_hp else 0,
    "enemy hp at start": lambda world, source: world.state.start_hp[world._opponents(source.owner)[0] - 1] if world.state.start_hp else 0,
    "own missing hp": lambda world, source: max(0, world.whole("own", source) - (world.state.hp[source.owner - 1] if world.state.hp else 0)),
    "enemy missing hp": lambda world, source: max(
        0, world.whole("enemy", source) - (world.state.hp[world._opponents(source.owner)[0] - 1] if world.state.hp else 0)
    ),
    "own maximum": lambda world, source: world.whole("own", source),
    "enemy maximum": lambda world, source: world.whole("enemy", source),
    "attack": lambda world, _: world.term(world.cell, "attack", ()).value if world.cell >= 0 and world.state.states[world.cell] else 0,
}
_RELATIONS: dict[str, Callable[[World, Source], list[Spot]]] = {
    "owner": lambda world, source: [Spot(player=source.owner)] if world.state.hp else [],
    "opponent": lambda world, source: [Spot(player=player) for player in world._opponents(source.owner)] if world.state.hp else [],
    "everybody": lambda world, source: [Spot(player=player) for player in world._players()] if world.state.hp else [],
    "self": World._itself,
    "placed": lambda world, _: world._standing([world.cell]),
    "anchors": lambda world, _: world._standing(dict.fromkeys(k for one in world.runs for k in one.anchors)),
    "sandwiched": lambda world, _: world._standing(dict.fromkeys(k for one in world.runs for k in one.cells)),
    "chosen": World._chosen_piece,
    "beside": lambda world, source: world._standing(world._around(source)),
    "axes": lambda world, source: world._standing(world._on_axes(source)),
    "own": lambda world, source: world._standing(k for k, owner in enumerate(world.state.states) if owner == source.owner),
    "enemy": lambda world, source: world._standing(k for k, owner in enumerate(world.state.states) if owner not in (0, source.owner)),
    "all": lambda world, _: world._standing(range(len(world.state.states))),
    "own hand": lambda world, source: world._held([source.owner]),
    "enemy hand": lambda world, source: world._held(world._opponents(source.owner)),
    "here": lambda world, source: world._cells([world._bearer(source)]),
    "chosen cell": World._chosen_cell,
    "around": lambda world, source: world._cells(world._around(source)),
    "empty cells": lambda world, _: world._cells(k for k, owner in enumerate(world.state.states) if not owner),
    "cells": lambda world, _: world._cells(range(len(world.state.states))),
}
