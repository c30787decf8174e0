"""Why a move is not allowed, in a sentence with what is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..trace import IllegalMove, nearest
from .options import AVAILABLE, NAMED, NONE
from .position import Declared, Move, Pass, Place, State, Use

if TYPE_CHECKING:
    from .game import Game

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
NOT_THERE = "{piece} does not stand on {cell}: the cell cannot count with it."
TOO_FEW_POINTS = "Player {player} has {points} action points, and {needed} are needed."
BARRED = "{cell} is barred from placement for now."
LOCKED = "{piece} is locked: player {player} cannot place it now."
SKILL_UNAVAILABLE = "Player {player} has no skill {skill} available."
SKILL_TARGET = "{skill} cannot act on {piece}: it is not on the board."


def refuse(game: Game, state: State, move: Move) -> None:
    """Raise IllegalMove unless the move is allowed."""
    if state.over:
        raise IllegalMove(GAME_OVER)
    if isinstance(move, Use):
        line = game.line(state, move.use.skill)
        if game.rules.action_points and state.points[line.player - 1] < game.rules.skill_cost:
            raise IllegalMove(TOO_FEW_POINTS, {"player": line.player, "needed": game.rules.skill_cost, "points": state.points[line.player - 1]})
        _refuse_target(game, state, move.use, "")
        return
    able = game.can_place(state, state.turn)
    if isinstance(move, Pass):
        if able:
            raise IllegalMove(NO_PASS, {"player": state.turn})
        if not game.goes_on(state):
            raise IllegalMove(NOBODY)
        return
    if not able and not game.goes_on(state):
        raise IllegalMove(NOBODY)
    if not able:
        raise IllegalMove(MUST_PASS, {"player": state.turn}, allowed="pass")
    cell = game.topology.names[move.cell]
    if move.piece and move.piece not in (free := game.free(state, state.turn)):
        reason = LOCKED if move.piece in game.hand(state, state.turn) else NOT_IN_HAND
        raise IllegalMove(reason, {"piece": move.piece, "player": state.turn}, allowed=", ".join(free))
    if state.states[move.cell] and not (game.rules.stacking != NONE and state.states[move.cell] == state.turn):
        raise IllegalMove(OCCUPIED, {"cell": cell, "piece": state.pieces[move.cell] or str(state.states[move.cell])})
    if move.cell in game.barred(state):
        raise IllegalMove(BARRED, {"cell": cell})
    if game.rules.placement == "sandwich" and not game.closes(state.states, move.cell, state.turn):
        raise IllegalMove(NOTHING_SANDWICHED, {"cell": cell, "player": state.turn})
    _refuse_counts(game, state, move)
    _refuse_skills(game, state, move)


def _refuse_counts(game: Game, state: State, move: Place) -> None:
    """Only where the rules let an owner name one, and only a piece that then stands there."""
    there = [*(piece for piece in game.stack(state, move.cell) if piece), move.piece]
    if move.counts and (game.rules.stacking != NAMED or move.counts not in there):
        allowed = ", ".join(there) if game.rules.stacking == NAMED else ""
        raise IllegalMove(NOT_THERE, {"cell": game.topology.names[move.cell], "piece": move.counts}, allowed=allowed)


def _refuse_skills(game: Game, state: State, move: Place) -> None:
    declared: set[str] = set()
    mine = [line.skill for line in state.skills if line.player == state.turn and line.status == AVAILABLE]
    own = game.pieces[move.piece].skill if move.piece else ""
    known = [skill for skill in [*mine, *([own] if own else [])] if game.declarable(skill)]
    if game.rules.action_points and move.uses:
        needed = game.rules.place_cost + game.rules.skill_cost * len(move.uses)
        if state.points[state.turn - 1] < needed:
            raise IllegalMove(TOO_FEW_POINTS, {"player": state.turn, "needed": needed, "points": state.points[state.turn - 1]})
    for use in move.uses:
        if use.skill not in known or use.skill in declared:
            raise IllegalMove(SKILL_UNAVAILABLE, {"skill": use.skill, "player": state.turn}, allowed=", ".join(known), nearest=nearest(use.skill, known))
        _refuse_target(game, state, use, move.piece)
        declared.add(use.skill)


def _refuse_target(game: Game, state: State, use: Declared, placed: str) -> None:
    """What a skill is declared on must be a piece on the board (or the one placed with it), one in a hand, or a cell."""
    there = {piece for k, owner in enumerate(state.states) if owner for piece in game.stack(state, k) if piece} | ({placed} if placed else set())
    held = {piece for player in range(1, game.players + 1) for piece in game.hand(state, player)} if _acts_on_hands(game, use.skill) else set()
    if use.on and use.on not in there | held and game.topology.cell(use.on) is None:
        raise IllegalMove(SKILL_TARGET, {"skill": use.skill, "piece": use.on}, allowed=", ".join(sorted(there)))


def _acts_on_hands(game: Game, skill: str) -> bool:
    return any(effect.do in ("curse", "seal", "lock") for effect in game.skills[skill].effects)
