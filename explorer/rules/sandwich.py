"""The sandwich battle: a placed piece and an anchor of its state close a run of other states between them.

Source: JP7589901B2. A player places a piece; what it sandwiches costs its owners HP, then turns to the placer's state.
Inside, cells are numbers of the topology and players count from 1; names (``d4``, ``K``) are what a person reads.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .options import decimal_text, exact, option, options_schema, round_half_up
from .topology import LARGEST, Topology, cell_name, rectangle
from .trace import Fault, Faulty, Frame, IllegalMove, NotationError, Result, Step, nearest, told

SOURCE = "JP7589901B2"
AVAILABLE, USED, DISABLED = "available", "used", "disabled"
RANKS = ("normal", "rare", "super rare", "ultra rare")
NUMBER = {"type": "number", "minimum": -1_000_000_000, "maximum": 1_000_000_000}
RATE = {"type": "number", "minimum": 0, "maximum": 1000}


@dataclass(frozen=True)
class Rules:
    """The options of the sandwich battle; the defaults are the source's embodiment."""

    rows: int = option(4, "Rows of the board, where the scenario draws none.", {"type": "integer", "minimum": 1, "maximum": LARGEST}, "Fig. 2")
    columns: int = option(6, "Columns of the board, where the scenario draws none.", {"type": "integer", "minimum": 1, "maximum": LARGEST}, "Fig. 2")
    numbered_from: str = option("bottom", "Row 1 is at the bottom, or at the top as in Othello transcripts.", {"enum": ["bottom", "top"]}, "Fig. 2")
    players: int = option(2, "Players, where the scenario gives no HP.", {"type": "integer", "minimum": 2, "maximum": 8}, "[0002]: three or more players")
    pieces: str = option("named", "Pieces have names and parameters, or are plain and without number.", {"enum": ["named", "unlimited"]}, "S101")
    placement: str = option("any", "A piece goes on any empty cell, or only where it sandwiches.", {"enum": ["any", "sandwich"]}, "S107")
    vitality: bool = option(True, "Sandwiched pieces cost their owners HP.", {"type": "boolean"}, "S111")
    win: str = option("hp", "The end without a loser: the higher HP wins, or most cells, or fewest.", {"enum": ["hp", "most", "fewest"]}, "S113")
    turn_limit: int = option(
        0, "After so many placements the game ends (0: no limit).", {"type": "integer", "minimum": 0, "maximum": 10_000}, "S113: a predetermined stage"
    )
    anchor_term: bool = option(True, "The anchor's parameter is added to the placed piece's.", {"type": "boolean"}, "Fig. 6")
    run_length_rate: Fraction | int = option(0, "Damage of a run of n cells, two or more, is multiplied by this times n (0: not at all).", RATE, "Fig. 6(b)")
    beats: Mapping[str, Sequence[str]] = option(
        {"X": ["Y"], "Y": ["Z"], "Z": ["X"]},
        "Which attribute beats which.",
        {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string", "maxLength": 40}}, "maxProperties": 40},
        "Fig. 15",
    )
    attribute_rate: Fraction | int = option(2, "The parameter of the superior attribute is multiplied by this.", RATE, "Fig. 15")


class Piece(NamedTuple):
    """A character: its parameters by player, and what else it brings.

    ``attack`` and ``defence`` hold one number a player; they are the same where the piece has one parameter a player.
    """

    name: str
    attack: tuple[Fraction | int, ...]
    defence: tuple[Fraction | int, ...]
    attribute: str = ""
    skill: str = ""
    rank: str = RANKS[0]


class Skill(NamedTuple):
    """A skill that is declared with a move and multiplies a piece's parameter for that turn (Fig. 10)."""

    name: str
    factor: Fraction | int


class Registered(NamedTuple):
    """A line of the skill table (Fig. 7)."""

    skill: str
    player: int
    piece: str
    status: str


class Boost(NamedTuple):
    """A change of a piece's parameter that lasts for the turn."""

    piece: str
    skill: str
    factor: Fraction | int


class State(NamedTuple):
    """A position. ``states[k]`` is 0 on an empty cell, else the player whose parameter is in force there."""

    states: tuple[int, ...]
    pieces: tuple[str, ...]
    hp: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    skills: tuple[Registered, ...]
    turn: int
    boosts: tuple[Boost, ...] = ()
    placed: int = 0
    over: bool = False
    winner: int | None = None


class Place(NamedTuple):
    """A move: ``piece`` ("" for a plain one) on cell number ``cell``, with the skills declared, each on a piece."""

    piece: str
    cell: int
    uses: tuple[tuple[str, str], ...] = ()


class Pass(NamedTuple):
    """The only move of a player who can place nothing."""


PASS = Pass()


class Run(NamedTuple):
    """The cells between the placed cell and its nearest anchor on one ray, nearest first."""

    axis: str
    cells: tuple[int, ...]
    anchor: int


class Term(NamedTuple):
    """One number of a damage sum: where it comes from, its printed value, and each change with its factor."""

    cell: str
    piece: str
    printed: Fraction | int
    factors: tuple[tuple[str, Fraction | int], ...] = ()

    @property
    def value(self) -> Fraction | int:
        value = self.printed
        for _, factor in self.factors:
            value = value * factor
        return value


# --- events -----------------------------------------------------------------------------------------------------------


@told("start", f"{SOURCE} S101-S105")
class Started(NamedTuple):
    """The position before the first move."""

    turn: int
    chosen: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    cells: tuple[str, ...] = ()


@told("place", f"{SOURCE} S108")
class Placed(NamedTuple):
    piece: str
    cell: str
    player: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("register", f"{SOURCE} S109")
class SkillRegistered(NamedTuple):
    skill: str
    piece: str
    player: int
    cells: tuple[str, ...]


@told("axes", f"{SOURCE} S110, Fig. 5(a)")
class AxesDrawn(NamedTuple):
    """``ends``: the last cell of each ray, in pairs with the axis it lies on."""

    cell: str
    ends: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("same_state", f"{SOURCE} S110, Fig. 5(b)")
class SameStateFound(NamedTuple):
    """``cells``: every other cell of the placer's state; ``off_axis``: those of them on no axis."""

    state: int
    cells: tuple[str, ...]
    off_axis: tuple[str, ...]


@told("detect", f"{SOURCE} S110, Fig. 5(c)")
class Sandwiched(NamedTuple):
    """``cells``: the sandwiched cells, run by run; ``anchors``: the cells that close the runs."""

    cell: str
    cells: tuple[str, ...]
    anchors: tuple[str, ...]


@told("skill", f"{SOURCE} S111, Fig. 10")
class SkillUsed(NamedTuple):
    skill: str
    piece: str
    factor: Fraction | int
    cells: tuple[str, ...]


@told("damage", f"{SOURCE} S111, Fig. 6")
class Damaged(NamedTuple):
    """One sandwiched piece of one run: the whole sum, from the terms to the owner's HP."""

    cell: str
    piece: str
    owner: int
    placed: Term
    anchor: Term | None
    sandwiched: Term
    difference: Fraction | int
    rates: tuple[tuple[str, Fraction | int], ...]
    amount: int
    before: int
    after: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell, self.placed.cell, *((self.anchor.cell,) if self.anchor else ()))


@told("convert", f"{SOURCE} S112")
class Turned(NamedTuple):
    cell: str
    piece: str
    before: int
    after: int
    disabled: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("judge", f"{SOURCE} S113")
class Judged(NamedTuple):
    """``hp`` by player; ``losers``: the players at 0 HP or less."""

    hp: tuple[int, ...]
    losers: tuple[int, ...]
    cells: tuple[str, ...] = ()


@told("change_turn", f"{SOURCE} S114")
class TurnChanged(NamedTuple):
    before: int
    player: int
    cells: tuple[str, ...] = ()


@told("pass", f"{SOURCE} S106")
class Passed(NamedTuple):
    player: int
    cells: tuple[str, ...] = ()


@told("end", f"{SOURCE} S115")
class Ended(NamedTuple):
    """``why``: hp (somebody is at 0), full, stuck (nobody can place), limit. ``scores``: what was compared."""

    winner: int | None
    why: str
    scores: tuple[int, ...]
    cells: tuple[str, ...] = ()


# --- the game ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A board, its pieces and skills, and the rules in force. Positions are `State`s; nothing here changes."""

    rules: Rules
    topology: Topology
    pieces: Mapping[str, Piece]
    skills: Mapping[str, Skill]
    players: int
    start: State
    chosen: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    holes: frozenset[tuple[int, int]] = frozenset()

    @property
    def named(self) -> bool:
        """Whether pieces have names (else they are plain and without number)."""
        return self.rules.pieces == "named"

    def opening(self) -> Step:
        return Step(Started(self.start.turn, self.chosen, self.seed), self.start)

    # --- notation

    def parse(self, text: str, state: State) -> Place | Pass:
        """A move from its notation: ``A a2``, ``E b2 use α1 on E``, ``d3`` (plain pieces), ``pass``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        words = text.split()
        move = PASS if words == ["pass"] else self._parse_place(words, text)
        self._refuse(state, move)
        return move

    def _parse_place(self, words: list[str], text: str) -> Place:
        head = 2 if self.named else 1
        uses = words[head:]
        if len(words) < head or len(uses) % 4 or (uses and not self.named) or any(uses[k] != "use" or uses[k + 2] != "on" for k in range(0, len(uses), 4)):
            raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form())
        cell = self.topology.cell(words[head - 1])
        if cell is None:
            raise NotationError(NO_SUCH_CELL, {"cell": words[head - 1]}, allowed=self._cells_allowed(), nearest=nearest(words[head - 1], self.topology.names))
        piece = words[0] if self.named else ""
        if self.named and piece not in self.pieces:
            known = list(self.pieces)
            raise NotationError(NO_SUCH_PIECE, {"piece": piece}, allowed=", ".join(known), nearest=nearest(piece, known))
        return Place(piece, cell, tuple((uses[k + 1], uses[k + 3]) for k in range(0, len(uses), 4)))

    def _form(self) -> str:
        return "PIECE CELL [use SKILL on PIECE] or pass" if self.named else "CELL or pass"

    def _cells_allowed(self) -> str:
        return f"{self.topology.names[0]} … {self.topology.names[-1]}" if self.topology.names else ""

    def write(self, move: Place | Pass) -> str:
        """The notation of a move."""
        if isinstance(move, Pass):
            return "pass"
        uses = [f"use {skill} on {piece}" for skill, piece in move.uses]
        return " ".join([*([move.piece] if move.piece else []), self.topology.names[move.cell], *uses])

    # --- what is allowed

    def legal(self, state: State) -> list[Place | Pass]:
        """Every placement allowed, piece by piece in the order of the hand; only a pass where there is none.

        Skills may be declared with any of them; they are not multiplied in here.
        """
        if state.over:
            return []
        cells = self.open_cells(state, state.turn)
        hand = state.hands[state.turn - 1] if self.named else ("",)
        moves: list[Place | Pass] = [Place(piece, cell) for piece in hand for cell in cells]
        return moves or ([PASS] if self._somebody_can_place(state) else [])

    def open_cells(self, state: State, player: int) -> list[int]:
        """The cells where ``player`` may place, whatever the piece (S50)."""
        if self.rules.placement == "any":
            return [k for k, owner in enumerate(state.states) if not owner]
        return [k for k in self._frontier(state.states, player) if self._closes(state.states, k, player)]

    def _frontier(self, states: Sequence[int], player: int) -> list[int]:
        """The empty cells beside a piece of somebody else: only there can a sandwich begin."""
        beside = self.topology.beside
        return sorted({near for k, owner in enumerate(states) if owner and owner != player for near in beside[k] if not states[near]})

    def _closes(self, states: Sequence[int], cell: int, player: int) -> bool:
        """Whether a piece of ``player`` on ``cell`` would sandwich anything: the first run of `runs`, found faster."""
        for ray in self.topology.runs[cell]:
            first = states[ray[0]]
            if first == 0 or first == player:  # the usual case, so no membership test
                continue
            for k in ray:
                owner = states[k]
                if owner == player:
                    return True
                if not owner:
                    break
        return False

    def can_place(self, state: State, player: int) -> bool:
        """Whether ``player`` has a piece and a cell for it."""
        if self.named and not state.hands[player - 1]:
            return False
        if self.rules.placement == "any":
            return 0 in state.states
        return any(self._closes(state.states, k, player) for k in self._frontier(state.states, player))

    def _in_play(self, state: State) -> list[int]:
        """The players who have not lost, in turn order, the one whose turn it is last."""
        order = [(state.turn + k) % self.players + 1 for k in range(self.players)]
        return [player for player in order if not self.rules.vitality or state.hp[player - 1] > 0]

    def _somebody_can_place(self, state: State) -> bool:
        return any(self.can_place(state, player) for player in self._in_play(state))

    def _refuse(self, state: State, move: Place | Pass) -> None:
        """Raise IllegalMove unless the move is allowed."""
        if state.over:
            raise IllegalMove(GAME_OVER)
        able = self.can_place(state, state.turn)
        if isinstance(move, Pass):
            if able:
                raise IllegalMove(NO_PASS, {"player": state.turn})
            if not self._somebody_can_place(state):
                raise IllegalMove(NOBODY)
            return
        if not able and not self._somebody_can_place(state):
            raise IllegalMove(NOBODY)
        if not able:
            raise IllegalMove(MUST_PASS, {"player": state.turn}, allowed="pass")
        cell = self.topology.names[move.cell]
        if move.piece and move.piece not in state.hands[state.turn - 1]:
            hand = list(state.hands[state.turn - 1])
            raise IllegalMove(NOT_IN_HAND, {"piece": move.piece, "player": state.turn}, allowed=", ".join(hand))
        if state.states[move.cell]:
            raise IllegalMove(OCCUPIED, {"cell": cell, "piece": state.pieces[move.cell] or str(state.states[move.cell])})
        if self.rules.placement == "sandwich" and not self._closes(state.states, move.cell, state.turn):
            raise IllegalMove(NOTHING_SANDWICHED, {"cell": cell, "player": state.turn})
        self._refuse_skills(state, move)

    def _refuse_skills(self, state: State, move: Place) -> None:
        declared: set[str] = set()
        on_board = {piece for piece, owner in zip(state.pieces, state.states, strict=True) if owner and piece} | {move.piece}
        for skill, piece in move.uses:
            mine = [line for line in state.skills if line.player == state.turn and line.status == AVAILABLE]
            known = [line.skill for line in mine] + [self.pieces[move.piece].skill]
            if skill not in known or skill in declared or not skill:
                raise IllegalMove(
                    SKILL_UNAVAILABLE, {"skill": skill, "player": state.turn}, allowed=", ".join(filter(None, known)), nearest=nearest(skill, known)
                )
            if piece not in on_board:
                raise IllegalMove(SKILL_TARGET, {"skill": skill, "piece": piece}, allowed=", ".join(sorted(on_board)))
            declared.add(skill)

    # --- what happens

    def play(self, state: State, move: Place | Pass, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in the order of Fig. 13 (S106-S115).

        Without ``explain`` the steps that change nothing (axes, same-state cells, the verdict of detection) are left out:
        counting many lines takes half the time.
        """
        if isinstance(move, Pass):
            yield Step(Passed(state.turn), state)
            yield self._change_turn(state)
            return
        state = self._place(state, move)
        name = self.topology.names[move.cell]
        yield Step(Placed(move.piece, name, state.turn), state)
        skill = self.pieces[move.piece].skill if move.piece else ""
        if skill:
            state = state._replace(skills=(*state.skills, Registered(skill, state.turn, move.piece, AVAILABLE)))
            yield Step(SkillRegistered(skill, move.piece, state.turn, (name,)), state)
        runs = self.runs(state.states, move.cell, state.turn)
        if explain:
            for event in self._detection(state, move.cell, runs):
                yield Step(event, state)
        for step in self._use_skills(state, move):
            yield step
            state = step.state
        if self.rules.vitality:
            for step in self._damage(state, move, runs):
                yield step
                state = step.state
        for step in self._turn_over(state, runs):
            yield step
            state = step.state
        if self.rules.vitality:
            yield Step(Judged(state.hp, self._losers(state)), state)
        yield self._end(state) or self._change_turn(state)

    def _place(self, state: State, move: Place) -> State:
        states, pieces = list(state.states), list(state.pieces)
        states[move.cell], pieces[move.cell] = state.turn, move.piece
        hands = state.hands
        if move.piece:
            hands = tuple(tuple(piece for piece in hand if piece != move.piece) for hand in hands)
        return state._replace(states=tuple(states), pieces=tuple(pieces), hands=hands, placed=state.placed + 1)

    def runs(self, states: Sequence[int], cell: int, player: int) -> list[Run]:
        """Every run that a piece of ``player`` on ``cell`` sandwiches, axis by axis (S10, S13, S14, S16).

        The nearest anchor on a ray closes it; an empty cell, a hole and the board's end break it.
        """
        found = []
        for axis, ray in self.topology.rays[cell]:
            if states[ray[0]] in (0, player):
                continue
            for length, k in enumerate(ray):
                if states[k] == player:
                    found.append(Run(axis, ray[:length], k))
                    break
                if not states[k]:
                    break
        return found

    def _detection(self, state: State, cell: int, runs: Sequence[Run]) -> Iterator[AxesDrawn | SameStateFound | Sandwiched]:
        """Fig. 5 in its own three pictures."""
        names, rays = self.topology.names, self.topology.rays[cell]
        yield AxesDrawn(names[cell], tuple((ray.axis, names[ray.cells[-1]]) for ray in rays))
        same = [k for k, owner in enumerate(state.states) if owner == state.turn and k != cell]
        on_axis = {k for ray in rays for k in ray.cells}
        yield SameStateFound(state.turn, tuple(names[k] for k in same), tuple(names[k] for k in same if k not in on_axis))
        sandwiched = tuple(names[k] for run in runs for k in run.cells)
        yield Sandwiched(names[cell], sandwiched, tuple(names[run.anchor] for run in runs))

    def _use_skills(self, state: State, move: Place) -> Iterator[Step]:
        for skill, piece in move.uses:
            factor = self.skills[skill].factor
            used = next(line for line in state.skills if line.skill == skill and line.player == state.turn and line.status == AVAILABLE)
            skills = tuple(line._replace(status=USED) if line is used else line for line in state.skills)
            state = state._replace(skills=skills, boosts=(*state.boosts, Boost(piece, skill, factor)))
            where = tuple(self.topology.names[k] for k, name in enumerate(state.pieces) if name == piece and state.states[k])
            yield Step(SkillUsed(skill, piece, factor, where), state)

    def _damage(self, state: State, move: Place, runs: Sequence[Run]) -> Iterator[Step]:
        for run in runs:
            for cell in run.cells:
                event = self._sum(state, move.cell, run, cell)
                hp = list(state.hp)
                hp[event.owner - 1] = event.after
                state = state._replace(hp=tuple(hp))
                yield Step(event, state)

    def _sum(self, state: State, placed: int, run: Run, cell: int) -> Damaged:
        """The damage of one sandwiched piece, worked out exactly and rounded once (Fig. 6, 14, 15)."""
        target = self.pieces[state.pieces[cell]]
        attackers = [placed, run.anchor] if self.rules.anchor_term else [placed]
        terms = [self._attack(state, k, target) for k in attackers]
        beaten = [k for k in attackers if self._superior(target, self.pieces[state.pieces[k]])]
        printed = target.defence[state.states[cell] - 1]
        factors = self._boosts(state, target.name) + self._attribute(target, beaten)
        sandwiched = Term(self.topology.names[cell], target.name, printed, factors)
        difference = sum(term.value for term in terms) - sandwiched.value
        length = len(run.cells)
        rates = (("run_length", self.rules.run_length_rate * length),) if self.rules.run_length_rate and length > 1 else ()
        amount: Fraction | int = max(0, difference)
        for _, rate in rates:
            amount = amount * rate
        owner = state.states[cell]
        before = state.hp[owner - 1]
        whole = round_half_up(amount)
        anchor = terms[1] if self.rules.anchor_term else None
        return Damaged(sandwiched.cell, target.name, owner, terms[0], anchor, sandwiched, difference, rates, whole, before, before - whole)

    def _attack(self, state: State, cell: int, target: Piece) -> Term:
        piece = self.pieces[state.pieces[cell]]
        factors = self._boosts(state, piece.name) + self._attribute(piece, [cell] if self._superior(piece, target) else [])
        return Term(self.topology.names[cell], piece.name, piece.attack[state.states[cell] - 1], factors)

    def _superior(self, piece: Piece, other: Piece) -> bool:
        return bool(other.attribute) and other.attribute in self.rules.beats.get(piece.attribute, ())

    def _boosts(self, state: State, piece: str) -> tuple[tuple[str, Fraction | int], ...]:
        return tuple((boost.skill, boost.factor) for boost in state.boosts if boost.piece == piece)

    def _attribute(self, piece: Piece, beaten: Sequence[int]) -> tuple[tuple[str, Fraction | int], ...]:
        return ((piece.attribute, self.rules.attribute_rate),) if beaten else ()

    def _turn_over(self, state: State, runs: Sequence[Run]) -> Iterator[Step]:
        """Every sandwiched piece takes the placer's state; an available skill it carried is disabled (S42)."""
        for cell in (k for run in runs for k in run.cells):
            before, piece = state.states[cell], state.pieces[cell]
            states = state.states
            state = state._replace(states=(*states[:cell], state.turn, *states[cell + 1 :]))
            lost = next((line for line in state.skills if line.piece == piece and line.player == before and line.status == AVAILABLE), None)
            if lost:
                state = state._replace(skills=tuple(line._replace(status=DISABLED) if line is lost else line for line in state.skills))
            yield Step(Turned(self.topology.names[cell], piece, before, state.turn, lost.skill if lost else ""), state)

    # --- how it ends

    def _losers(self, state: State) -> tuple[int, ...]:
        return tuple(player for player, hp in enumerate(state.hp, 1) if hp <= 0) if self.rules.vitality else ()

    def _end(self, state: State) -> Step | None:
        """The end of the game, where it ends here: a loser, the limit, a full board, nobody able to place."""
        losers = self._losers(state)
        standing = [player for player in range(1, self.players + 1) if player not in losers]
        if len(standing) < 2:
            return self._ended(state, standing[0] if standing else None, "hp", state.hp)
        if self.rules.turn_limit and state.placed >= self.rules.turn_limit:
            return self._compared(state, standing, "limit")
        if 0 not in state.states:
            return self._compared(state, standing, "full")
        return None if self._somebody_can_place(state) else self._compared(state, standing, "stuck")

    def _compared(self, state: State, standing: Sequence[int], why: str) -> Step:
        if self.rules.win == "hp" and self.rules.vitality:
            scores = state.hp
        else:
            count = Counter(state.states)
            scores = tuple(count[player] for player in range(1, self.players + 1))
        best = (min if self.rules.win == "fewest" else max)(scores[player - 1] for player in standing)
        first = [player for player in standing if scores[player - 1] == best]
        return self._ended(state, first[0] if len(first) == 1 else None, why, scores)

    def _ended(self, state: State, winner: int | None, why: str, scores: Sequence[int]) -> Step:
        return Step(Ended(winner, why, tuple(scores)), state._replace(over=True, winner=winner))

    def _change_turn(self, state: State) -> Step:
        player = self._in_play(state)[0]
        return Step(TurnChanged(state.turn, player), state._replace(turn=player, boosts=()))

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, state.winner)

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it."""
        cells = {
            name: {**({"piece": piece} if piece else {}), "state": owner}
            for name, piece, owner in zip(self.topology.names, state.pieces, state.states, strict=True)
            if owner
        }
        view: dict[str, Any] = {"cells": cells}
        if self.rules.vitality:
            view["hp"] = {str(player): hp for player, hp in enumerate(state.hp, 1)}
        view["skills"] = _statuses(state)
        view["turn"] = state.turn
        if self.named:
            view["hands"] = {str(player): list(hand) for player, hand in enumerate(state.hands, 1)}
        if state.boosts:
            view["boosts"] = {boost.skill: f"{boost.piece} x {decimal_text(boost.factor)}" for boost in state.boosts}
        if state.over:
            view["winner"] = state.winner
        return view

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``hp`` by player, ``states`` and ``skills`` of the position; ``anchors`` and ``sandwiched`` of the last move."""
        state: State = frames[-1].state
        found = next((frame.event for frame in reversed(frames) if isinstance(frame.event, Sandwiched) and frame.move == frames[-1].move), None)
        return {
            "hp": list(state.hp),
            "states": {name: owner for name, owner in zip(self.topology.names, state.states, strict=True) if owner},
            "skills": _statuses(state),
            "anchors": sorted(found.anchors) if found else [],
            "sandwiched": sorted(found.cells) if found else [],
        }


def _statuses(state: State) -> dict[str, str]:
    """The status of every skill by its name; of one that several pieces have, the best that is left."""
    order = (DISABLED, USED, AVAILABLE)
    return {line.skill: line.status for line in sorted(state.skills, key=lambda line: order.index(line.status))}


# Reasons why a move is refused: keys of the catalogue.
NOT_A_MOVE = "“{move}” is not a move."
NO_SUCH_CELL = "There is no cell {cell} on this board."
NO_SUCH_PIECE = "There is no piece {piece}."
GAME_OVER = "The game is over."
NOBODY = "Nobody can place a piece any more."
NO_PASS = "Player {player} can place a piece, so may not pass."
MUST_PASS = "Player {player} can place nothing and has to pass."
NOT_IN_HAND = "Player {player} has no piece {piece} left to place."
OCCUPIED = "{cell} is taken by {piece}."
NOTHING_SANDWICHED = "On {cell} player {player} would sandwich nothing."
SKILL_UNAVAILABLE = "Player {player} has no skill {skill} available."
SKILL_TARGET = "{skill} cannot act on {piece}: it is not on the board."


# --- reading a scenario -----------------------------------------------------------------------------------------------

# Letters, as `_Reader` says exactly; the dialects of patterns do not agree on what a letter is.
_NAME = {"type": "string", "pattern": r"^[^\s\d._#\x00-\x1f]+$", "maxLength": 40}
_SKILL = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[^\s.\x00-\x1f]+$"}
_VALUES = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 8}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "board": {"type": "string", "description": "The board as text, top row first: . empty, # a hole, K1 piece K in state 1, 1 a plain piece."},
        "hp": {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 1_000_000_000},
            "minItems": 2,
            "maxItems": 8,
            "description": "HP by player.",
        },
        "turn": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 8}, {"const": "random"}], "description": 'Who places first, or "random" with a seed.'},
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of a random first turn."},
        "hands": {
            "type": "array",
            "items": {"type": "array", "items": _NAME, "maxItems": 200},
            "minItems": 2,
            "maxItems": 8,
            "description": "The pieces that each player brings, in order.",
        },
        "chosen": {
            "type": "array",
            "items": {"type": "array", "items": _NAME, "minItems": 2, "maxItems": 2},
            "minItems": 2,
            "maxItems": 2,
            "description": "The two pieces that each player puts in the centre, instead of a board.",
        },
        "pieces": {
            "type": "object",
            "propertyNames": _NAME,
            "maxProperties": 700,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "parameters": {**_VALUES, "description": "One parameter a player."},
                    "attack": {**_VALUES, "description": "The attack by player, where it differs from the defence."},
                    "defence": {**_VALUES, "description": "The defence by player."},
                    "attribute": {"type": "string", "maxLength": 40},
                    "skill": _SKILL,
                    "rank": {"enum": list(RANKS)},
                },
            },
            "description": "Every piece by its name.",
        },
        "skills": {
            "type": "object",
            "propertyNames": _SKILL,
            "maxProperties": 700,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "required": ["parameter_rate"],
                "properties": {"parameter_rate": {**RATE, "description": "Declared with a move, multiplies the parameter of a piece for the turn."}},
            },
            "description": "Every skill by its name.",
        },
    },
}
RULES = options_schema(Rules)
EXPECTS = ("hp", "states", "skills", "anchors", "sandwiched")
WHOLE = ("states",)
"""Those of them that must be told whole; of other tables only the names that are written count."""
_TOKEN = re.compile(r"^([^\W\d_]*)([1-9])$")


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    return _Reader(exact(dict(setup)), exact(dict(rules))).game()


class _Reader:
    """Reads one scenario, collecting faults as it goes."""

    def __init__(self, setup: dict[str, Any], options: dict[str, Any]) -> None:
        self.setup, self.options, self.rules = setup, options, Rules(**options)
        self.faults: list[Fault] = []
        self.players = len(setup["hp"]) if "hp" in setup else self.rules.players

    def fault(self, place: str, found: str, allowed: str = "", near: str = "") -> None:
        self.faults.append(Fault(place, found, allowed, near))

    def agree(self, option: str, value: int, drawn: str) -> None:
        """An option that says something else than what is drawn is a fault, not silently passed over."""
        if self.options.get(option, value) != value:
            self.fault(f"rules.{option}", str(self.options[option]), f"{value}, as {drawn} has it, or no such option")

    def game(self) -> Game:
        if "hp" in self.setup:
            self.agree("players", self.players, "setup.hp")
        pieces = self.pieces()
        skills = {name: Skill(name, one["parameter_rate"]) for name, one in self.setup.get("skills", {}).items()}
        for name, piece in pieces.items():
            if piece.skill and piece.skill not in skills:
                self.fault(f"setup.pieces.{name}.skill", repr(piece.skill), ", ".join(skills) or "a skill of setup.skills", nearest(piece.skill, list(skills)))
        topology, states, names, holes = self.board(pieces)
        hands = self.hands(pieces, names)
        hp = tuple(self.setup.get("hp", ()))
        if self.rules.vitality and not hp:
            self.fault("setup.hp", "nothing", "a list of HP, one a player, or rules.vitality = false")
        if self.rules.vitality and self.rules.pieces != "named":
            self.fault("rules.pieces", "'unlimited' with HP", "plain pieces have no parameters: rules.vitality = false")
        turn, seed = self.turn()
        chosen = tuple(tuple(two) for two in self.setup.get("chosen", ()))
        if self.faults:
            raise Faulty(self.faults)
        table = tuple(
            Registered(pieces[name].skill, owner, name, AVAILABLE)
            for owner in range(1, self.players + 1)
            for name, state in zip(names, states, strict=True)
            if state == owner and name and pieces[name].skill
        )
        state = State(tuple(states), tuple(names), hp, hands, table, turn)
        return Game(self.rules, topology, pieces, skills, self.players, state, chosen, seed, holes)

    def pieces(self) -> dict[str, Piece]:
        found = {}
        for name, one in self.setup.get("pieces", {}).items():
            place = f"setup.pieces.{name}"
            if not name.isalpha():
                self.fault(place, f"the name {name!r}", "one or more letters")
            attack, defence = one.get("attack", one.get("parameters")), one.get("defence", one.get("parameters"))
            if attack is None or defence is None or ("parameters" in one and ("attack" in one or "defence" in one)):
                self.fault(place, ", ".join(one) or "nothing", "either parameters, or attack and defence")
                attack, defence = attack or defence or [], defence or attack or []
            for key in ("parameters", "attack", "defence"):
                if key in one and len(one[key]) != self.players:
                    self.fault(f"{place}.{key}", f"{len(one[key])} values", f"{self.players}, one a player")
            found[name] = Piece(name, tuple(attack), tuple(defence), one.get("attribute", ""), one.get("skill", ""), one.get("rank", RANKS[0]))
        return found

    def board(self, pieces: Mapping[str, Piece]) -> tuple[Topology, list[int], list[str], frozenset[tuple[int, int]]]:
        from_top = self.rules.numbered_from == "top"
        if "board" not in self.setup:
            topology = rectangle(self.rules.rows, self.rules.columns, from_top=from_top)
            states, names = [0] * len(topology.names), [""] * len(topology.names)
            if "chosen" in self.setup:
                self.centre(topology, states, names, pieces)
            return topology, states, names, frozenset()
        if "chosen" in self.setup:
            self.fault("setup.chosen", "chosen pieces beside a board", "one of them: the board already says where pieces stand")
        lines = [line.split() for line in self.setup["board"].strip().splitlines()]
        rows, columns = len(lines), max(map(len, lines), default=0)
        if not rows or not columns or rows > LARGEST or columns > LARGEST:
            self.fault("setup.board", f"{rows} rows and {columns} columns", f"1 to {LARGEST} of each")
            lines, rows, columns = [["."]], 1, 1
        self.agree("rows", rows, "setup.board")
        self.agree("columns", columns, "setup.board")
        holes = frozenset((r, c) for r, line in enumerate(lines) for c, token in enumerate(line) if token == "#")
        topology = rectangle(rows, columns, holes, from_top=from_top)
        found = {}
        seen: dict[str, str] = {}
        for r, line in enumerate(lines):
            if len(line) != columns:
                self.fault(f"setup.board, row {r + 1}", f"{len(line)} cells", f"{columns}, as in the longest row")
            for c, token in enumerate(line):
                if token not in (".", "#"):
                    found[r, c] = self.token(token, cell_name(r, c, rows, from_top=from_top), pieces, seen)
        both = [found.get(place, (0, "")) for place in topology.places]
        return topology, [state for state, _ in both], [name for _, name in both], holes

    def token(self, token: str, cell: str, pieces: Mapping[str, Piece], seen: dict[str, str]) -> tuple[int, str]:
        """One cell of the board text: its state and its piece's name."""
        place = f"setup.board, {cell}"
        match = _TOKEN.match(token)
        form = "K1 (piece and state), . (empty) or # (a hole)" if self.rules.pieces == "named" else "1 … 9 (a state), . (empty) or # (a hole)"
        if not match:
            two = " (two pieces on one cell)" if re.match(r"^([^\W\d_]*[1-9]\W?){2,}$", token) else ""
            self.fault(place, f"{token[:40]!r}{two}", form)
            return 0, ""
        name, state = match[1], int(match[2])
        if state > self.players:
            self.fault(place, f"state {state}", f"1 to {self.players}, one a player")
        if self.rules.pieces == "unlimited":
            if name:
                self.fault(place, repr(token), form)
        elif name not in pieces:
            self.fault(
                place,
                f"piece {name!r}" if name else f"{token!r}, a piece without a name",
                ", ".join(pieces) or "a piece of setup.pieces",
                nearest(name, list(pieces)),
            )
        elif name in seen:
            self.fault(place, f"piece {name!r}, which already stands on {seen[name]}", "each piece once")
        seen[name] = cell
        return min(state, self.players), name

    def centre(self, topology: Topology, states: list[int], names: list[str], pieces: Mapping[str, Piece]) -> None:
        """Two pieces of each player on the four cells in the middle, crosswise (Fig. 10)."""
        top, left = topology.rows // 2 - 1, topology.columns // 2 - 1
        if self.players != 2 or topology.rows % 2 or topology.columns % 2:
            self.fault("setup.chosen", f"{self.players} players on {topology.rows} x {topology.columns}", "two players and an even board; else draw the board")
            return
        hands = self.setup.get("hands", ())

        def brought(player: int) -> Sequence[str]:
            return hands[player - 1] if player <= len(hands) else list(pieces)

        if self.rules.pieces != "named":
            self.fault("setup.chosen", "chosen pieces", "rules.pieces = 'named'; plain pieces are drawn on a board")
        corners = {1: ((top, left), (top + 1, left + 1)), 2: ((top, left + 1), (top + 1, left))}
        for player, two in enumerate(self.setup["chosen"], 1):
            for k, (name, place) in enumerate(zip(two, corners[player], strict=True)):
                if name not in pieces:
                    self.fault(f"setup.chosen[{player - 1}][{k}]", repr(name), ", ".join(pieces), nearest(name, list(pieces)))
                elif name in names:
                    self.fault(f"setup.chosen[{player - 1}][{k}]", f"{name!r} a second time", "each piece once")
                elif name not in brought(player):
                    self.fault(f"setup.chosen[{player - 1}][{k}]", repr(name), f"a piece of setup.hands[{player - 1}]: {', '.join(brought(player))}")
                cell = topology.places.index(place)
                states[cell], names[cell] = player, name

    def hands(self, pieces: Mapping[str, Piece], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """What each player may still place; without hands, any piece that is not on the board, whoever comes first."""
        if "hands" not in self.setup:
            free = tuple(name for name in pieces if name not in names)
            return (free if self.rules.pieces == "named" else (),) * self.players
        if len(self.setup["hands"]) != self.players:
            self.fault("setup.hands", f"{len(self.setup['hands'])} hands", f"{self.players}, one a player")
        owner: dict[str, int] = {}
        for p, hand in enumerate(self.setup["hands"]):
            for k, name in enumerate(hand):
                place = f"setup.hands[{p}][{k}]"
                if name not in pieces:
                    self.fault(place, repr(name), ", ".join(pieces), nearest(name, list(pieces)))
                elif name in owner:
                    self.fault(place, f"{name!r} a second time", "each piece once, in one hand")
                owner[name] = p
        return tuple(tuple(name for name in hand if name not in names) for hand in self.setup["hands"])

    def turn(self) -> tuple[int, int | None]:
        turn = self.setup.get("turn", 1)
        if turn == "random":
            seed = self.setup.get("seed", 0)
            return random.Random(seed).randrange(self.players) + 1, seed
        if turn > self.players:
            self.fault("setup.turn", str(turn), f"1 to {self.players}, one a player")
        return turn, None
