"""What the sandwich battle's events say: a sentence, a line of the step list, and the sum worked out."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from ...rules import sandwich as rules
from ...rules.interpreter import Acted, Stopped
from ...rules.language import Value
from ...rules.options import decimal_text
from .. import N_, NN_, Message
from .. import language as lang
from .phrases import KINDS, LASTING, PHRASES, named

TITLE = N_("Sandwich battle")
ABOUT = N_("Place a piece, close a run of the other side's pieces between two of yours: they cost HP and turn.")


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
    if event.on:
        stacked = N_("{piece} is placed on {cell}, on top of {on}, in state {player}.", piece=event.piece, cell=event.cell, on=event.on, player=event.player)
        return N_("{first} {second}", first=stacked, second=N_("The cell counts with {piece}.", piece=event.counts)) if event.counts else stacked
    if event.piece:
        return N_(
            "{piece} is placed on {cell} in state {player}: player {player}'s parameter is in force.", piece=event.piece, cell=event.cell, player=event.player
        )
    return N_("Player {player} places a piece on {cell}.", cell=event.cell, player=event.player)


@sentence.register
def _(event: rules.Spent) -> Message:
    about = {"player": event.player, "before": event.before, "after": event.after}
    match event.why:
        case "place":
            return N_("The placement costs player {player} action points: {before} → {after}.", **about)
        case "skill":
            return N_("Using a skill costs player {player} action points: {before} → {after}.", **about)
    return N_("Action points come back to player {player}: {before} → {after}.", **about)


@short.register
def _(event: rules.Spent) -> Message:
    return N_("Action points of player {player}: {before} → {after}", player=event.player, before=event.before, after=event.after)


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
    axes = len(set(event.axes))
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
    return NN_("One axis through {cell}", "{count} axes through {cell}", len(set(event.axes)), cell=event.cell)


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
    if not event.anchors:
        return NN_("{cells} is sandwiched by {cell}.", "{cells} are sandwiched by {cell}.", len(event.cells), cells=event.cells, cell=event.cell)
    closing = tuple(dict.fromkeys(event.anchors))
    anchors = NN_("the anchor {anchors}", "the anchors {anchors}", len(closing), anchors=closing)
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
    about = {"piece": named(event.piece, event.owner), "cell": event.cell, "placed": placed, "amount": event.amount, "owner": event.payer}
    if not event.anchors:
        return N_("{piece} on {cell} is sandwiched by {placed}: {amount} damage to player {owner}.", **about)
    about["anchor"] = tuple(N_("{piece} on {cell}", piece=named(term.piece, 0), cell=term.cell) for term in event.anchors)
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
    if spent := tuple(player for player in event.spent if player in event.losers):
        return NN_(
            "Player {players} has too few action points to go on and has lost.",
            "Players {players} have too few action points to go on and have lost.",
            len(spent),
            players=spent,
        )
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
    "points": N_("Only one player has the action points to go on."),
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

_RATES = {
    "run_length": N_("cells in a row"),
    "axes": N_("axes at once"),
    "perpendicular": N_("two axes at a right angle"),
    "oblique": N_("two axes, not at a right angle"),
    "arrangement": N_("the pattern of the cells"),
}


def sums(event: Any) -> list[tuple[Message | str, str]]:
    """The sum of a step, line by line: (what it is, the arithmetic); the part after the last ``=`` or ``→`` is the result."""
    if isinstance(event, Acted):
        return lang.acted_sums(event, PHRASES)
    if isinstance(event, rules.Dealt):
        return _dealt_sums(event)
    if not isinstance(event, rules.Damaged):
        return []
    terms = [event.placed, *event.anchors, event.sandwiched]
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
    if event.extra:
        lines.append((N_("fixed extra damage"), f"{decimal_text(value)} + {event.extra} = {decimal_text(value + event.extra)}"))
        value = value + event.extra
    if value != event.amount:
        lines.append((N_("rounded half up"), f"{decimal_text(value)} → {event.amount}"))
    lines.append((N_("HP of player {player}", player=event.payer), f"{event.before} − {event.amount} = {_signed(event.after)}"))
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
    N_("{piece} does not stand on {cell}: the cell cannot count with it."),
    N_("Player {player} has {points} action points, and {needed} are needed."),
    N_("On {cell} player {player} would sandwich nothing."),
    N_("Player {player} has no skill {skill} available."),
    N_("{skill} cannot act on {piece}: it is not on the board."),
    N_("{cell} is barred from placement for now."),
    N_("{piece} is locked: player {player} cannot place it now."),
)
