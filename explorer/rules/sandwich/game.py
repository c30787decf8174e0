"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..options import decimal_text, round_half_up
from ..topology import Topology
from ..trace import Frame, IllegalMove, NotationError, Result, Step, nearest
from .events import AxesDrawn, Damaged, Ended, Judged, Passed, Placed, SameStateFound, Sandwiched, SkillRegistered, SkillUsed, Started, TurnChanged, Turned
from .position import AVAILABLE, DISABLED, PASS, USED, Boost, Pass, Piece, Place, Registered, Rules, Run, Skill, State, Term


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
