"""What the sandwich battle's events say: a sentence, a line of the step list, and the sum worked out."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from ..rules import sandwich as rules
from ..rules.interpreter import Acted, Change, Check, Stopped
from ..rules.language import Value
from ..rules.options import decimal_text
from . import N_, NN_, Message
from . import language as lang

TITLE = N_("Sandwich battle")
ABOUT = N_("Place a piece, close a run of the other side's pieces between two of yours: they cost HP and turn.")


def named(piece: str, state: int) -> Message:
    """A piece as the sentences call it: by its name, or by its player where it has none."""
    if piece:
        return N_("{piece}", piece=piece)
    return N_("a piece of player {player}", player=state) if state else N_("the piece")


@singledispatch
def sentence(event: Any) -> Message:
    """The sentence of a step: what happened and why."""
    raise TypeError(event)


@singledispatch
def short(event: Any) -> Message:
    """The line of a step in the list; the sentence itself where it is short enough."""
    return sentence(event)


@sentence.register
def _(event: rules.Started) -> Message:
    if event.chosen:
        first, second = event.chosen
        begin = N_("Player 1 chose {first}, player 2 {second} for the centre.", first=first, second=second)
    else:
        begin = N_("The position at the start.")
    if event.seed is not None:
        turn = N_("Player {player} places first, drawn with seed {seed}.", player=event.turn, seed=event.seed)
    else:
        turn = N_("Player {player} places first.", player=event.turn)
    return N_("{begin} {turn}", begin=begin, turn=turn)


@short.register
def _(event: rules.Started) -> Message:
    return N_("Start")


@sentence.register
def _(event: rules.Placed) -> Message:
    if event.piece:
        return N_(
            "{piece} is placed on {cell} in state {player}: player {player}'s parameter is in force.", piece=event.piece, cell=event.cell, player=event.player
        )
    return N_("Player {player} places a piece on {cell}.", cell=event.cell, player=event.player)


@short.register
def _(event: rules.Placed) -> Message:
    if event.piece:
        return N_("{piece} placed on {cell} in state {player}", piece=event.piece, cell=event.cell, player=event.player)
    return N_("Player {player} on {cell}", cell=event.cell, player=event.player)


@sentence.register
def _(event: rules.SkillRegistered) -> Message:
    return N_(
        "Skill {skill} of {piece} is registered for player {player} and available from now on.", skill=event.skill, piece=event.piece, player=event.player
    )


@short.register
def _(event: rules.SkillRegistered) -> Message:
    return N_("Skill {skill} of {piece} is available", skill=event.skill, piece=event.piece)


@sentence.register
def _(event: rules.AxesDrawn) -> Message:
    axes = len({axis for axis, _ in event.ends})
    if not axes:
        return N_("No axis leads away from {cell}.", cell=event.cell)
    return NN_(
        "One axis through {cell}: a sandwich can only close along it.",
        "{count} axes through {cell}: a sandwich can only close along one of them.",
        axes,
        cell=event.cell,
    )


@short.register
def _(event: rules.AxesDrawn) -> Message:
    return NN_("One axis through {cell}", "{count} axes through {cell}", len({axis for axis, _ in event.ends}), cell=event.cell)


@sentence.register
def _(event: rules.SameStateFound) -> Message:
    if not event.cells:
        return N_("No other cell is in state {state}: nothing can close a sandwich.", state=event.state)
    found = NN_(
        "One other cell in state {state}: {cells}.", "{count} other cells in state {state}: {cells}.", len(event.cells), state=event.state, cells=event.cells
    )
    if not event.off_axis:
        return found
    off = NN_("{cells} is on no axis.", "{cells} are on no axis.", len(event.off_axis), cells=event.off_axis)
    return N_("{found} {off}", found=found, off=off)


@short.register
def _(event: rules.SameStateFound) -> Message:
    return N_("Same-state cells: {cells}", cells=event.cells) if event.cells else N_("No same-state cells")


@sentence.register
def _(event: rules.Sandwiched) -> Message:
    if not event.cells:
        return N_("No run of other states between {cell} and a cell of the same state: nothing is sandwiched.", cell=event.cell)
    anchors = NN_("the anchor {anchors}", "the anchors {anchors}", len(event.anchors), anchors=event.anchors)
    return NN_(
        "{cells} is sandwiched between {cell} and {anchors}.",
        "{cells} are sandwiched between {cell} and {anchors}.",
        len(event.cells),
        cells=event.cells,
        cell=event.cell,
        anchors=anchors,
    )


@short.register
def _(event: rules.Sandwiched) -> Message:
    return N_("Sandwiched: {cells}", cells=event.cells) if event.cells else N_("Nothing is sandwiched")


@sentence.register
def _(event: Acted) -> Message:
    return lang.acted_sentence(event, PHRASES)


@short.register
def _(event: Acted) -> Message:
    return lang.acted_short(event, PHRASES)


@sentence.register
def _(event: Stopped) -> Message:
    return lang.stopped_sentence(event)


@short.register
def _(event: Stopped) -> Message:
    return N_("The chain is cut")


@sentence.register
def _(event: rules.Drawn) -> Message:
    return N_("Player {player} draws {piece}.", player=event.player, piece=event.piece)


@sentence.register
def _(event: rules.Fixed) -> Message:
    return N_("HP at the start of the turn: {hp}.", hp=event.hp)


@short.register
def _(event: rules.Fixed) -> Message:
    return N_("HP fixed: {hp}", hp=event.hp)


@sentence.register
def _(event: rules.Dealt) -> Message:
    about = {"kind": KINDS[event.kind], "name": event.name, "amount": event.amount, "owner": event.owner, "after": event.after}
    if event.why == "curse":
        return N_("The curse on {name} costs player {owner} {amount} HP and leaves {after}.", **about)
    return N_("{name} deals {amount} {kind} damage to player {owner}, who has {after} HP left.", **about)


@short.register
def _(event: rules.Dealt) -> Message:
    return N_("{kind} damage: {amount}", kind=KINDS[event.kind], amount=event.amount)


@sentence.register
def _(event: rules.Counted) -> Message:
    return N_("Counters of turns go down: {left}.", left=tuple(_left(*one) for one in event.left))


@short.register
def _(event: rules.Counted) -> Message:
    return N_("Counters of turns go down")


def _left(deed: str, target: str, left: int) -> Message:
    about = {"what": LASTING.get(deed, deed), "target": N_("player {player}", player=target) if target.isdecimal() else target}
    if not left:
        return N_("{what} ({target}) has ended", **about)
    return NN_("{what} ({target}): one turn left", "{what} ({target}): {count} turns left", left, **about)


@sentence.register
def _(event: rules.Damaged) -> Message:
    placed = N_("{piece} on {cell}", piece=named(event.placed.piece, 0), cell=event.placed.cell)
    about = {"piece": named(event.piece, event.owner), "cell": event.cell, "placed": placed, "amount": event.amount, "owner": event.owner}
    if not event.anchor:
        return N_("{piece} on {cell} is sandwiched by {placed}: {amount} damage to player {owner}.", **about)
    about["anchor"] = N_("{piece} on {cell}", piece=named(event.anchor.piece, 0), cell=event.anchor.cell)
    if not event.amount:
        return N_("{piece} on {cell} stands between {placed} and {anchor}, but the difference is 0 or less: no damage.", **about)
    return N_("{piece} on {cell} stands between {placed} and {anchor}: {amount} damage to player {owner}.", **about)


@short.register
def _(event: rules.Damaged) -> Message:
    return N_("Damage on {cell}", cell=event.cell)


@sentence.register
def _(event: rules.Turned) -> Message:
    about = {"piece": event.piece, "cell": event.cell, "before": event.before, "after": event.after, "skill": event.disabled}
    if event.enabled:
        return N_("{piece} on {cell} turns back to state {after}; its skill {skill} is available again.", **(about | {"skill": event.enabled}))
    if event.disabled:
        return N_("{piece} on {cell} turns from state {before} to {after}; its skill {skill} is disabled.", **about)
    if event.piece:
        return N_("{piece} on {cell} turns from state {before} to {after}: player {after}'s parameter is in force now.", **about)
    return N_("{cell} turns from player {before} to player {after}.", **about)


@short.register
def _(event: rules.Turned) -> Message:
    if event.disabled:
        return N_("{cell} turns to state {after}, {skill} is disabled", cell=event.cell, after=event.after, skill=event.disabled)
    return N_("{cell} turns to state {after}", cell=event.cell, after=event.after)


@sentence.register
def _(event: rules.Judged) -> Message:
    if not event.losers:
        return N_("Nobody is at 0 HP or less: the game goes on.")
    return NN_(
        "Player {players} is at 0 HP or less and has lost.", "Players {players} are at 0 HP or less and have lost.", len(event.losers), players=event.losers
    )


@short.register
def _(event: rules.Judged) -> Message:
    if not event.losers:
        return N_("Nobody at 0 HP")
    return NN_("Player {players} has lost", "Players {players} have lost", len(event.losers), players=event.losers)


@sentence.register
def _(event: rules.TurnChanged) -> Message:
    if event.player == event.before:
        return N_("Player {player} goes on.", player=event.player)
    return N_("The turn goes from player {before} to player {player}.", before=event.before, player=event.player)


@short.register
def _(event: rules.TurnChanged) -> Message:
    return N_("Player {player} is next", player=event.player)


@sentence.register
def _(event: rules.Passed) -> Message:
    return N_("Player {player} can place nothing and is passed.", player=event.player)


@short.register
def _(event: rules.Passed) -> Message:
    return N_("Player {player} is passed", player=event.player)


_WHY = {
    "hp": N_("Only one player has HP left."),
    "limit": N_("The last turn has been played."),
    "full": N_("The board is full."),
    "stuck": N_("Nobody can place a piece any more."),
}


@sentence.register
def _(event: rules.Ended) -> Message:
    why = _WHY[event.why]
    if event.winner is None:
        return N_("{why} The game is a draw ({scores}).", why=why, scores=event.scores)
    return N_("{why} Player {player} wins ({scores}).", why=why, player=event.winner, scores=event.scores)


@short.register
def _(event: rules.Ended) -> Message:
    return N_("Draw") if event.winner is None else N_("Player {player} wins", player=event.winner)


def gain(event: Any) -> int:
    """What the step adds to or takes from somebody's points, for the right edge of the step list."""
    if isinstance(event, Acted):
        return sum(change.after - change.before for change in event.changes if change.what == "hp" or change.what in rules.KINDS)
    return -event.amount if isinstance(event, rules.Damaged | rules.Dealt) else 0


# --- the sum ----------------------------------------------------------------------------------------------------------

_RATES = {"run_length": N_("cells in a row")}


def sums(event: Any) -> list[tuple[Message | str, str]]:
    """The sum of a step, line by line: (what it is, the arithmetic); the part after the last ``=`` or ``→`` is the result."""
    if isinstance(event, Acted):
        return lang.acted_sums(event, PHRASES)
    if isinstance(event, rules.Dealt):
        return _dealt_sums(event)
    if not isinstance(event, rules.Damaged):
        return []
    terms = [event.placed, *([event.anchor] if event.anchor else []), event.sandwiched]
    lines: list[tuple[Message | str, str]] = [
        (N_("{piece}, {why}", piece=term.piece, why=why), f"{decimal_text(term.after(k))} {_operation(how, by)} = {decimal_text(term.after(k + 1))}")
        for term in terms
        for k, (why, how, by) in enumerate(term.changes)
    ]
    attack = " + ".join(decimal_text(term.value) for term in terms[:-1])
    lines.append((event.cell, f"{attack} − {decimal_text(event.sandwiched.value)} = {_signed(event.difference)}"))
    value: Value = max(0, event.difference)
    if event.difference < 0:
        lines.append((N_("never below 0"), f"{_signed(event.difference)} → 0"))
    for name, rate in event.rates:
        lines.append((_RATES.get(name, name), f"{decimal_text(value)} × {decimal_text(rate)} = {decimal_text(value * rate)}"))
        value = value * rate
    if value != event.amount:
        lines.append((N_("rounded half up"), f"{decimal_text(value)} → {event.amount}"))
    lines.append((N_("HP of player {player}", player=event.owner), f"{event.before} − {event.amount} = {_signed(event.after)}"))
    return lines


def _dealt_sums(event: rules.Dealt) -> list[tuple[Message | str, str]]:
    lines: list[tuple[Message | str, str]] = []
    if event.why == "attack":
        lines.append((N_("attack of {piece}", piece=event.name), f"= {decimal_text(event.base)}"))
    lines += lang.part_lines(event.parts, PHRASES)
    lines.append((N_("HP of player {player}", player=event.owner), f"{event.before} − {event.amount} = {_signed(event.after)}".replace("− -", "+ ")))
    return lines


def _operation(how: str, by: Value) -> str:
    if how == "times":
        return f"× {decimal_text(by)}"
    return f"− {decimal_text(-by)}" if by < 0 else f"+ {decimal_text(by)}"


def _signed(number: Value) -> str:
    return f"−{decimal_text(-number)}" if number < 0 else decimal_text(number)


def cell(game: rules.Game, state: rules.State, k: int) -> Message:
    """What stands on cell number ``k``, for somebody who cannot see the board."""
    name, piece, owner = game.topology.names[k], state.pieces[k], state.states[k]
    if not owner:
        return N_("{cell}, empty", cell=name)
    if not piece:
        return N_("{cell}, player {player}", cell=name, player=owner)
    value = game.pieces[piece].attack[owner - 1]
    return N_("{cell}, {piece} in state {player}, parameter {value}", cell=name, piece=piece, player=owner, value=value)


# --- the effect language ----------------------------------------------------------------------------------------------

KINDS = {
    "normal": N_("normal"), "special": N_("special"), "lightning": N_("lightning"), "absorption": N_("absorption"), "poison": N_("poison"),
    "curse": N_("curse"), "counter": N_("counter"), "cell": N_("cell"),
}  # fmt: skip
LASTING = {
    "attack": N_("changed attack"), "defence": N_("changed defence"), "parameter": N_("changed parameter"), "receive": N_("changed damage"),
    "event": N_("event"), "bar": N_("bar"), "curse": N_("curse"), "seal": N_("seal"), "lock": N_("lock"), "later": N_("effect to come"),
}  # fmt: skip
STATUSES = {"available": N_("available"), "used": N_("used"), "disabled": N_("disabled")}


def _gate_available(check: Check) -> Message:
    return N_("the skill is {status}", status=STATUSES.get(str(check.found), str(check.found)))


def _changed(change: Change) -> Message:
    """What became different, in a few words."""
    about = {"name": change.name, "target": change.target, "before": change.before, "after": change.after, "amount": change.amount}
    about["kind"] = KINDS.get(change.what) or KINDS.get(str(change.before))
    match change.what:
        case "hp":
            return N_("HP of player {name} from {before} to {after}", **about)
        case "attack" | "defence" | "parameter":
            about["thing"] = _THINGS[change.what]
            if change.before == "times":
                return N_("{thing} of {name} × {after}", **about)
            if change.after < 0:
                return N_("{thing} of {name} − {size}", size=-change.after, **about)
            return N_("{thing} of {name} + {after}", **about)
        case "receive":
            return N_("player {name} receives {kind} damage × {after}", **about)
        case "state":
            return N_("{name} on {target} turns from state {before} to {after}", **about)
        case "moved":
            return N_("{name} moves from {before} to {after}", **about)
        case "removed":
            return N_("{piece} leaves {target}", piece=named(change.name, int(change.before)), target=change.target)
        case "piece":
            return N_("{name} takes the place of {before} on {target}", **about)
        case "event":
            return N_("{target} has the event {after}", **about)
        case "bar":
            return N_("{target} is barred", **about)
        case "cursed":
            return N_("{name} is cursed", **about)
        case "sealed":
            return N_("{name} is sealed", **about)
        case "locked":
            return N_("{name} is locked", **about)
        case "later":
            return N_("it is put off", **about)
    return N_("{amount} {kind} damage to player {name}, from {before} to {after} HP", **about)


def verdict(event: Acted) -> lang.Verdict:
    """Why an effect did or did not act."""
    return lang.verdict(event, PHRASES)


_THINGS = {"attack": N_("the attack"), "defence": N_("the defence"), "parameter": N_("the parameter"), "hp": N_("the HP")}
PHRASES: lang.Phrases = lang.Phrases(
    vocabulary=rules.SKILLS,
    triggers={
        "used": N_("when it is declared"),
        "placed": N_("when it is placed"),
        "combo": N_("as a combo, when it is an anchor"),
        "turned": N_("when it is turned over by an opponent"),
        "hit": N_("when damage arrives while it was never turned"),
        **{f"hit {kind}": N_("when {kind} damage arrives while it was never turned", kind=KINDS[kind]) for kind in rules.KINDS},
        "turn": N_("each own turn on the board"),
        "hand": N_("while it is in the hand"),
        "leader": N_("while it is the leader"),
        "checked": N_("as soon as it holds"),
        "entered": N_("when a piece is placed there"),
        "start": N_("when the game begins"),
    },
    numbers={
        "turned": N_("the number of pieces turned"),
        "runs": N_("the number of sandwiched runs"),
        "axes": N_("the number of axes with a sandwich"),
        "own pieces": N_("the number of own pieces"),
        "enemy pieces": N_("the number of opposing pieces"),
        "all pieces": N_("the number of pieces"),
        "own hand": N_("the number of own pieces in the hand"),
        "enemy hand": N_("the number of opposing pieces in the hand"),
        "placements": N_("the number of placements"),
        "own hp": N_("the own HP"),
        "enemy hp": N_("the opponent's HP"),
        "own hp at start": N_("the own HP at the start of the turn"),
        "enemy hp at start": N_("the opponent's HP at the start of the turn"),
        "own missing hp": N_("the own missing HP"),
        "enemy missing hp": N_("the opponent's missing HP"),
        "own maximum": N_("the own maximum of HP"),
        "enemy maximum": N_("the opponent's maximum of HP"),
        "attack": N_("the attack of the placed piece"),
        "damage": N_("the damage that arrived"),
        **{kind: N_("the {kind} damage", kind=KINDS[kind]) for kind in rules.KINDS},
        "last move": N_("the opponent's last piece"),
        "at": N_("its cell"),
    },
    named={
        "own pieces": lambda name: N_("the number of own pieces with attribute {name}", name=name),
        "enemy pieces": lambda name: N_("the number of opposing pieces with attribute {name}", name=name),
        "all pieces": lambda name: N_("the number of pieces with attribute {name}", name=name),
        "own hand": lambda name: N_("the number of own pieces in the hand with attribute {name}", name=name),
        "enemy hand": lambda name: N_("the number of opposing pieces in the hand with attribute {name}", name=name),
    },
    traits={
        "name": N_("the name"),
        "attribute": N_("the attribute"),
        "rank": N_("the rank"),
        "side": N_("the side"),
        "parameter": N_("the parameter"),
        "curses": N_("the number of curses"),
    },
    relations={
        "owner": N_("its player"),
        "opponent": N_("the opponent"),
        "everybody": N_("everybody"),
        "self": N_("itself"),
        "placed": N_("the placed piece"),
        "anchors": N_("the anchors"),
        "sandwiched": N_("the sandwiched pieces"),
        "chosen": N_("the chosen piece"),
        "beside": N_("the pieces beside it"),
        "axes": N_("the pieces on its axes"),
        "own": N_("the own pieces on the board"),
        "enemy": N_("the opposing pieces on the board"),
        "all": N_("all pieces on the board"),
        "own hand": N_("the own pieces in the hand"),
        "enemy hand": N_("the opposing pieces in the hand"),
        "here": N_("its cell"),
        "chosen cell": N_("the chosen cell"),
        "around": N_("the cells around it"),
        "empty cells": N_("the empty cells"),
        "cells": N_("all cells"),
    },
    things=_THINGS,
    deeds={
        "damage": lambda effect, whom, by: N_("deals {kind} damage of {by} to {whom}", by=by, kind=KINDS[effect.kind], whom=whom),
        "receive": lambda effect, whom, by: N_("multiplies {kind} damage that {whom} receives by {by}", by=by, kind=KINDS[effect.kind], whom=whom),
        "convert": lambda effect, whom, by: N_("turns {whom} to its own state", whom=whom),
        "move": lambda effect, whom, by: N_("moves {whom} to {what}", whom=whom, what=N_("the chosen cell") if effect.what == "chosen" else effect.what),
        "remove": lambda effect, whom, by: N_("takes {whom} off the board", whom=whom),
        "replace": lambda effect, whom, by: N_("puts {what} in the place of {whom}", whom=whom, what=effect.what),
        "event": lambda effect, whom, by: N_("gives {whom} the event {what}", whom=whom, what=effect.what),
        "bar": lambda effect, whom, by: N_("bars {whom} from placement", whom=whom),
        "curse": lambda effect, whom, by: N_("curses {whom}: {by} each turn", whom=whom, by=by),
        "seal": lambda effect, whom, by: N_("seals the skills of {whom}", whom=whom),
        "lock": lambda effect, whom, by: N_("locks {whom}", whom=whom),
    },
    gates={
        "trigger": lambda check: N_("it acts {when}, and that has not happened in this move", when=PHRASES.triggers[str(check.found)]),
        "available": _gate_available,
        "untouched": lambda check: N_("{piece} has been turned before", piece=check.found),
        "own_state": lambda check: N_("its piece is not in its owner's state"),
        "placed_skill": lambda check: N_("the placed piece's own skill did not act ({piece})", piece=check.found),
        "unsealed": lambda check: N_("{piece} is sealed", piece=check.found),
        "right_player": lambda check: N_("it is only for player {whole}, and player {found} placed", whole=check.whole, found=check.found),
    },
    changes=_changed,
    kinds=KINDS,
)

# The reasons of refused moves, named here so that the catalogue has them.
REFUSALS = (
    N_("“{move}” is not a move."),
    N_("There is no cell {cell} on this board."),
    N_("There is no piece {piece}."),
    N_("The game is over."),
    N_("Player {player} can place a piece, so may not pass."),
    N_("Player {player} can place nothing and has to pass."),
    N_("Player {player} has no piece {piece} left to place."),
    N_("{cell} is taken by {piece}."),
    N_("On {cell} player {player} would sandwich nothing."),
    N_("Player {player} has no skill {skill} available."),
    N_("{skill} cannot act on {piece}: it is not on the board."),
    N_("{cell} is barred from placement for now."),
    N_("{piece} is locked: player {player} cannot place it now."),
)
