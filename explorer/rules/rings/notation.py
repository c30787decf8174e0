"""Moves from and to notation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..trace import IllegalMove, NotationError, nearest
from .options import MOST_BALLS, MOST_KINDS, RANDOM, Rules
from .position import ALL, Begin, Move, Release, State, Turn, Wait, ring_name
from .stage import Stage

ALL_NAME = "all"


def parse(text: str, state: State, stages: Sequence[Stage]) -> Move:
    """A move from its notation. Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``."""
    rules = stages[state.stage].rules
    move = _move(text, state, stages)
    if state.over and not isinstance(move, Begin):
        raise IllegalMove(GAME_OVER)
    if isinstance(move, Release) and move.kinds and not _fits(rules, len(move.kinds)):
        balls = rules.balls if rules.balls != RANDOM else f"1–{MOST_BALLS}"
        raise IllegalMove(WRONG_NUMBER, {"balls": balls, "found": len(move.kinds)}, allowed=f"{balls} kinds, or none")
    return move


def _fits(rules: Rules, number: int) -> bool:
    """Whether a release may have so many balls."""
    return number <= MOST_BALLS if rules.balls == RANDOM else number == rules.balls


def _move(text: str, state: State, stages: Sequence[Stage]) -> Move:
    match text.split():
        case ["turn", ring, by]:
            return _turn(ring, by, state, stages[state.stage].rules)
        case [first, *kinds] if first.partition("@")[0] == "release":
            return Release(tuple(map(_ball, kinds)), _field(first, state))
        case ["wait", ticks] if re.fullmatch("[1-9][0-9]{0,3}", ticks):
            return Wait(int(ticks))
        case ["stage", name]:
            return Begin(_stage(name, stages))
    word = "".join(text.split()[:1])
    raise NotationError(NOT_A_MOVE, {"move": text}, allowed=FORMS, nearest=nearest(word, ["turn", "release", "wait", "stage"]))


def _turn(ring: str, by: str, state: State, rules: Rules) -> Turn:
    field = _field(ring, state)
    name = ring.partition("@")[0]
    if name == ALL_NAME and rules.whole:
        return Turn(ALL, _direction(by), field)
    known = [ring_name(k) for k in range(len(state.fields[field].balls))]
    if name not in known:
        raise NotationError(NO_SUCH_RING, {"ring": ring}, allowed=", ".join(known), nearest=nearest(name, known))
    return Turn(known.index(name), _direction(by), field)


def _field(name: str, state: State) -> int:
    """The number of the field that a name speaks of: what stands behind the @, else the first."""
    _, at, number = name.partition("@")
    if not at:
        return 0
    if not re.fullmatch("[1-9]", number) or int(number) > len(state.fields):
        raise NotationError(NO_SUCH_FIELD, {"field": f"@{number}"}, allowed=", ".join(f"@{k}" for k in range(1, len(state.fields) + 1)))
    return int(number) - 1


def _stage(name: str, stages: Sequence[Stage]) -> int:
    known = [stage.name for stage in stages]
    if name not in known:
        raise NotationError(NO_SUCH_STAGE, {"stage": name}, allowed=", ".join(known), nearest=nearest(name, known))
    return known.index(name)


def _direction(text: str) -> int:
    if text not in ("1", "+1", "-1"):
        raise NotationError(WRONG_TURN, {"by": text}, allowed="1, -1")
    return int(text)


def _ball(text: str) -> int:
    if not re.fullmatch("[1-9]", text):
        raise NotationError(NO_SUCH_KIND, {"ball": text}, allowed=f"1 to {MOST_KINDS}")
    return int(text)


def write(move: Move, stages: Sequence[Stage]) -> str:
    """The notation of a move."""
    match move:
        case Turn():
            name = ring_name(move.ring, move.field) if move.ring != ALL else ALL_NAME + ring_name(0, move.field)[1:]
            return f"turn {name} {move.by}"
        case Wait():
            return f"wait {move.ticks}"
        case Begin():
            return f"stage {stages[move.stage].name}"
    return " ".join([f"release{ring_name(0, move.field)[1:]}", *map(str, move.kinds)])


# Reasons why a move is refused: keys of the catalogue.
NOT_A_MOVE = "“{move}” is not a move."
NO_SUCH_RING = "There is no ring {ring} on this field."
NO_SUCH_FIELD = "There is no field {field} here."
NO_SUCH_STAGE = "There is no stage {stage} in this game."
WRONG_TURN = "A ring turns by 1 (clockwise) or -1 (counter-clockwise), not by {by}."
NO_SUCH_KIND = "There is no ball of kind {ball}."
WRONG_NUMBER = "Balls in one release: {balls}, not {found}."
GAME_OVER = "The game is over."
FORMS = (
    "turn RING 1, turn RING -1 (RING may be all, where the rules allow it), release, release KIND (as many kinds as a release has balls), wait TICKS, "
    "or stage NAME; RING@2 and release@2 speak of the second field"
)
