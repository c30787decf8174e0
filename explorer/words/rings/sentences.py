"""The sentences of the ring rotation puzzle's events, the lines of the step list, and the sums worked out."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from ...rules import rings as rules
from ...rules.interpreter import Acted, Stopped
from .. import N_, NN_, Message
from .. import language as lang
from .phrases import PHRASES, signed_source
from .signs import SIGNS, arrows, number, signed

TITLE = N_("Ring rotation")
ABOUT = N_("Turn a ring: three or more balls of one kind side by side go, and what lies further out rolls toward the centre.")


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
    return _laid_out(event)


def _laid_out(event: rules.Started | rules.Begun) -> Message:
    """How many balls lie where, and where the next of them go."""
    if len(event.next) == 1:
        return NN_(
            "One ball lies on the field. The next release goes to spoke {spoke}.",
            "{count} balls lie on the field. The next release goes to spoke {spoke}.",
            len(event.cells),
            spoke=event.next[0],
        )
    return NN_(
        "{fields} fields hold one ball in all. Their next releases go to the spokes {spokes}.",
        "{fields} fields hold {count} balls in all. Their next releases go to the spokes {spokes}.",
        len(event.cells),
        fields=len(event.next),
        spokes=event.next,
    )


@short.register
def _(event: rules.Started) -> Message:
    return N_("Start")


# --- turning ----------------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Rotated) -> Message:
    turned = _turned(event)
    if not event.sections:
        return turned
    moves = arrows(event.sections)
    gaps = NN_("Its missing section turned with it: {moves}.", "Its missing sections turned with it: {moves}.", len(moves), moves=moves)
    return N_("{first} {second}", first=turned, second=gaps)


def _turned(event: rules.Rotated) -> Message:
    told = _turned_one(event)
    if sum(map(bool, event.turns)) < 2:
        return told
    parts = tuple(
        N_("field {field} turns clockwise", field=k) if by > 0 else N_("field {field} turns counter-clockwise", field=k)
        for k, by in enumerate(event.turns, 1)
        if by and k != _field(event)
    )
    return N_("{first} {second}", first=told, second=N_("Geared with it, {fields}.", fields=parts))


def _field(event: rules.Rotated) -> int:
    """The number of the field whose ring was turned."""
    return int(event.ring.partition("@")[2] or 1)


def _turned_one(event: rules.Rotated) -> Message:
    about = {"ring": event.ring, "moves": arrows(event.paths)}
    if event.ring.startswith("all"):
        if len(event.turns) > 1:
            told = N_("Field {field} turned one spoke clockwise.", field=_field(event))
            return told if event.by > 0 else N_("Field {field} turned one spoke counter-clockwise.", field=_field(event))
        told = N_("The whole field turned one spoke clockwise.") if event.by > 0 else N_("The whole field turned one spoke counter-clockwise.")
        return N_("{first} {second}", first=told, second=N_("Nothing in it changes place against the rest, but the next release meets another spoke."))
    if not event.paths:
        empty = N_("Ring {ring} turned one spoke clockwise; no ball lies on it.", **about)
        return empty if event.by > 0 else N_("Ring {ring} turned one spoke counter-clockwise; no ball lies on it.", **about)
    if event.by > 0:
        return N_("Ring {ring} turned one spoke clockwise: {moves}.", **about)
    return N_("Ring {ring} turned one spoke counter-clockwise: {moves}.", **about)


@short.register
def _(event: rules.Rotated) -> Message:
    signs = "".join("↻" if by > 0 else "↺" for by in event.turns if by)
    if event.ring.startswith("all"):
        return N_("The whole field turned {sign}", sign=signs) if len(event.turns) == 1 else N_("Whole fields turned {sign}", sign=signs)
    if not event.paths or len(event.turns) > 1:
        return N_("Ring {ring} turned {sign}", ring=event.ring, sign=signs)
    return N_("Ring {ring} turned {sign}: {moves}", ring=event.ring, sign=signs, moves=arrows(event.paths))


# --- releasing --------------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Waited) -> Message:
    waited = _waited(event)
    if event.since is None:
        return waited
    points = signed(event.since)
    if not event.interval:
        return N_("{first} {second}", first=waited, second=N_("That is so from {points} life points on.", points=points))
    pace = NN_(
        "From {points} life points on the interval is one tick.", "From {points} life points on the interval is {count} ticks.", event.interval, points=points
    )
    return N_("{first} {second}", first=waited, second=pace)


def _waited(event: rules.Waited) -> Message:
    by = NN_("One tick goes by.", "{count} ticks go by.", event.by)
    about = {"by": by, "ticks": event.ticks, "interval": event.interval}
    if not event.interval:
        return N_("{by} The plug never releases by itself.", **about)
    if event.ticks > event.interval:
        return N_("{by} That makes {ticks}, more than the {interval} that are enough by now: the plug releases by itself.", **about)
    if event.ticks == event.interval:
        return N_("{by} That makes {interval}: the plug releases by itself.", **about)
    return N_("{by} {ticks} of {interval} until the plug releases by itself.", **about)


@short.register
def _(event: rules.Waited) -> Message:
    return NN_("One tick", "{count} ticks", event.by)


@sentence.register
def _(event: rules.Released) -> Message:
    count = N_("The next release goes to spoke {spoke}.", spoke=event.next)
    told = N_("{first} {second}", first=_came_out(event), second=count)
    if not event.number:
        return told
    drawn = NN_("The draw gives this release one ball.", "The draw gives this release {count} balls.", event.number)
    return N_("{first} {second}", first=drawn, second=told)


def _came_out(event: rules.Released) -> Message:
    about = {"sign": SIGNS[event.ball], "cell": event.cell, "wanted": event.wanted}
    if event.pushed:
        return N_("The plug releases {sign} to {cell}, which is free now.", **about)
    if event.barred:
        return N_("{wanted} is empty, but no section joins it with the plug, which therefore releases {sign} to {cell}.", **about)
    if event.cell != event.wanted:
        return N_("{wanted} is taken, so the plug releases {sign} to {cell}, the next empty node of ring a.", **about)
    return N_("The plug releases {sign} to {cell}: its spoke is next in turn, and the node is empty.", **about)


@short.register
def _(event: rules.Released) -> Message:
    return N_("{sign} released to {cell}", sign=SIGNS[event.ball], cell=event.cell)


@sentence.register
def _(event: rules.Kept) -> Message:
    about = {"sign": SIGNS[event.ball], "wanted": event.wanted}
    kept = N_("The plug cannot release to {wanted}, and no section leads to room for {sign}: it stays in the plug.", **about)
    return N_("{first} {second}", first=kept, second=N_("The next release goes to spoke {spoke}.", spoke=event.next))


@short.register
def _(event: rules.Kept) -> Message:
    return N_("{sign} stays in the plug", sign=SIGNS[event.ball])


@sentence.register
def _(event: rules.Pushed) -> Message:
    full = N_("Ring a is full") if not event.barred else N_("No node of ring a that a section joins with the plug is empty")
    about = {"full": full, "spoke": event.spoke, "moves": arrows(event.paths), "sign": SIGNS[event.ball], "out": event.out}
    match event.branch, bool(event.out):
        case "S1002", _:
            return N_("{full}, but ring b is free on spoke {spoke}: {moves}.", **about)
        case "S1004", _:
            return N_("{full}, and ring b is taken on spoke {spoke}, but there is a way clockwise: {moves}.", **about)
        case "S1006", _:
            return N_("{full}, and ring b is taken on spoke {spoke}; there is no way clockwise, but there is one counter-clockwise: {moves}.", **about)
        case _, False:
            return N_("{full} and ring b gives no way, so spoke {spoke} shifts outward up to its first gap: {moves}.", **about)
    if not event.paths:
        return N_("{full}, and beyond it is the hole: {sign} leaves the field at {out}.", **about)
    return N_("{full}, ring b gives no way, and spoke {spoke} has no gap: all of it shifts outward, and {sign} leaves the field at {out}.", **about)


@short.register
def _(event: rules.Pushed) -> Message:
    if event.out:
        return N_("Spoke {spoke} shifts outward", spoke=event.spoke)
    return N_("Pushed: {moves}", moves=arrows(event.paths))


@sentence.register
def _(event: rules.Lost) -> Message:
    return N_("{sign} falls into the hole of spoke {spoke}: one life point is lost.", sign=SIGNS[event.ball], spoke=event.spoke)


@short.register
def _(event: rules.Lost) -> Message:
    return N_("{sign} falls into hole {spoke}", sign=SIGNS[event.ball], spoke=event.spoke)


# --- erasing ----------------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Matched) -> Message:
    if not event.groups:
        return _nothing(event)
    if len(event.groups) == 1:
        found = _found(event.groups[0])
    else:
        found = N_("{number} groups of one kind lie side by side: {groups}.", number=number(len(event.groups)), groups=tuple(map(_listed, event.groups)))
    return found if event.link == 1 else N_("Link {link} of the chain. {found}", link=event.link, found=found)


def _nothing(event: rules.Matched) -> Message:
    if event.link > 1:
        return N_("Checked again: nothing more is to go.")
    return N_("Nowhere do {least} balls of one kind lie side by side: nothing is erased.", least=event.least)


def _found(group: rules.Group) -> Message:
    about = {"number": number(len(group.cells)), "sign": SIGNS[group.ball], "cells": group.cells, "spoke": group.spoke, "ring": group.ring}
    if group.spoke:
        return N_("{number} {sign} now lie in a row on spoke {spoke}: {cells}.", **about)
    if group.ring:
        return N_("{number} {sign} now lie in a row on ring {ring}: {cells}.", **about)
    return N_("{number} {sign} now hang together round a corner: {cells}.", **about)


def _listed(group: rules.Group) -> Message:
    return N_("{count} {sign} ({cells})", count=len(group.cells), sign=SIGNS[group.ball], cells=group.cells)


@short.register
def _(event: rules.Matched) -> Message:
    if not event.groups:
        return N_("Checked again: nothing more") if event.link > 1 else N_("Nothing to erase")
    found = tuple(map(_in_short, event.groups))
    return N_("Found: {groups}", groups=found) if event.link == 1 else N_("Link {link}: {groups}", link=event.link, groups=found)


def _in_short(group: rules.Group) -> Message:
    about = {"count": len(group.cells), "sign": SIGNS[group.ball], "spoke": group.spoke, "ring": group.ring}
    if group.spoke:
        return N_("{count} × {sign} on spoke {spoke}", **about)
    return N_("{count} × {sign} on ring {ring}", **about) if group.ring else N_("{count} × {sign} round a corner", **about)


@sentence.register
def _(event: rules.Erased) -> Message:
    erased = NN_(
        "One ball is erased: one life point.",
        "{count} balls are erased, a life point for each: {cells}.",
        len(event.cells),
        cells=event.cells,
    )
    if not event.score:
        return erased
    return N_("{first} {second}", first=erased, second=N_("That adds {score} to the score.", score=event.score))


@short.register
def _(event: rules.Erased) -> Message:
    return N_("Erased: {cells}", cells=event.cells)


@sentence.register
def _(event: rules.Fell) -> Message:
    parts = [part(event) for part, there in ((_fallen, event.paths), (_held, event.held)) if there]
    return parts[0] if len(parts) == 1 else N_("{first} {second}", first=parts[0], second=parts[1])


def _fallen(event: rules.Fell) -> Message:
    return N_("What lies further out rolls toward the centre: {moves}.", moves=_falls(event))


def _falls(event: rules.Fell) -> tuple[str, ...]:
    return tuple(f"{SIGNS[ball]} {way}" for ball, way in zip(event.balls, arrows(event.paths), strict=True))


def _held(event: rules.Fell) -> Message:
    cells, sections = tuple(cell for cell, _ in event.held), tuple(section for _, section in event.held)
    return NN_("{cells} stays: section {sections} is missing.", "{cells} stay: sections {sections} are missing.", len(cells), cells=cells, sections=sections)


@short.register
def _(event: rules.Fell) -> Message:
    if not event.paths:
        return N_("Nothing falls")
    return NN_("Falls: {moves}", "Fall: {moves}", len(event.paths), moves=_falls(event))


# --- judging ----------------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Judged) -> Message:
    about = {"points": signed(event.points), "over": signed(event.over), "clear": signed(event.clear)}
    if event.lost:
        return N_("Life points: {points}. That is {over} or less.", **about)
    if event.left is not None:
        goes_on = NN_("One ball is left to erase. The game goes on.", "{count} balls are left to erase. The game goes on.", event.left)
        points = N_("Life points: {points}, more than {over} (game over).", **about)
        return N_("{first} {second}", first=points, second=goes_on if event.left else N_("No ball is left."))
    if event.won:
        return N_("Life points: {points}. That is {clear} or more.", **about)
    return N_("Life points: {points}, more than {over} (game over) and less than {clear} (clear). The game goes on.", **about)


@short.register
def _(event: rules.Judged) -> Message:
    if event.lost:
        return N_("Game over value reached")
    if not event.won:
        return N_("The game goes on")
    return N_("Clear value reached") if event.left is None else N_("No ball is left")


@sentence.register
def _(event: rules.Cleared) -> Message:
    told = N_("The plug breaks: stage {stage} is cleared with {points} life points.", stage=event.stage, points=signed(event.points))
    return N_("{first} {second}", first=told, second=_bonus(event))


def _bonus(event: rules.Cleared | rules.Ended) -> Message:
    score = N_("The score is {score}.", score=event.score)
    if not event.bonus:
        return score
    bonus = NN_("One tick was left: a bonus of 1.", "{count} ticks were left: a bonus of {count}.", event.bonus)
    return N_("{first} {second}", first=bonus, second=score)


@short.register
def _(event: rules.Cleared) -> Message:
    return N_("Stage {stage} cleared", stage=event.stage)


@sentence.register
def _(event: rules.Begun) -> Message:
    if event.chosen:
        begins = N_("Stage {stage} begins anew, with a score of 0.", stage=event.stage)
    else:
        begins = N_("Stage {stage} begins; life points start anew.", stage=event.stage)
    return N_("{first} {second}", first=begins, second=_laid_out(event))


@short.register
def _(event: rules.Begun) -> Message:
    return N_("Stage {stage} begins", stage=event.stage)


@sentence.register
def _(event: rules.Ended) -> Message:
    if event.cleared:
        told = N_("The plug breaks: the stage is cleared with {points} life points.", points=signed(event.points))
        return N_("{first} {second}", first=told, second=_bonus(event))
    return N_("The game is over. Life points: {points}.", points=signed(event.points))


@short.register
def _(event: rules.Ended) -> Message:
    return N_("Stage cleared") if event.cleared else N_("Game over")


# --- functions --------------------------------------------------------------------------------------------------------


@sentence.register
def _(event: rules.Stood) -> Message:
    by = NN_("One tick goes by while the timer stands still.", "{count} ticks go by while the timer stands still.", event.by)
    return N_("{first} {second}", first=by, second=NN_("One more is to come.", "{count} more are to come.", event.left)) if event.left else by


@short.register
def _(event: rules.Stood) -> Message:
    return NN_("One tick, stopped", "{count} ticks, stopped", event.by)


@sentence.register
def _(event: Acted) -> Message:
    return lang.acted_sentence(signed_source(event), PHRASES)


@short.register
def _(event: Acted) -> Message:
    return lang.acted_short(signed_source(event), PHRASES)


@sentence.register
def _(event: Stopped) -> Message:
    return lang.stopped_sentence(event)


@short.register
def _(event: Stopped) -> Message:
    return N_("The chain is cut")


def gain(event: Any) -> int:
    """Life points won or lost by the step, for the right edge of the step list."""
    if isinstance(event, Acted):
        return sum(1 if change.what == "erased" else int(change.after - change.before) for change in event.changes if change.what in ("erased", "points"))
    return event.after - event.before if isinstance(event, rules.Erased | rules.Lost) else 0


def sums(event: Any) -> list[tuple[Message | str, str]]:
    """The sum of a step: (what it is, the arithmetic)."""
    if isinstance(event, Acted):
        return lang.acted_sums(event, PHRASES)
    if isinstance(event, rules.Cleared | rules.Ended) and event.bonus:
        return [(N_("score"), f"{event.score - event.bonus} + {event.bonus} = {event.score}")]
    won = gain(event)
    if not won:
        return []
    sign = "+" if won > 0 else "−"
    points: list[tuple[Message | str, str]] = [(N_("life points"), f"{signed(event.before)} {sign} {abs(won)} = {signed(event.after)}")]
    if not isinstance(event, rules.Erased) or not event.score:
        return points
    count = len(event.cells)
    return [*points, (N_("score"), f"{count} × {event.score // (count * event.link)} × {event.link} = {event.score}")]


def cell(game: rules.Game, state: rules.State, name: str) -> Message:
    """What stands on a node or on a plug, for somebody who cannot see the board."""
    plug, _, field = name.partition("@")
    if plug == "plug":
        spoke = rules.spoke_name(state.fields[int(field or 1) - 1].next, int(field or 1) - 1)
        if len(state.fields) == 1:
            return N_("Plug, life points {points}, next release to spoke {spoke}", points=signed(state.points), spoke=spoke)
        about = {"field": int(field or 1), "points": signed(state.points), "spoke": spoke}
        return N_("Plug of field {field}, life points {points}, next release to spoke {spoke}", **about)
    ball = state.kind(rules.node_of(name))
    if not ball:
        return N_("{cell}, empty", cell=name)
    return N_("{cell}, ball of kind {ball} {sign}", cell=name, ball=ball, sign=SIGNS[ball])


# The reasons of refused moves, named here so that the catalogue has them.
REFUSALS = (
    N_("“{move}” is not a move."),
    N_("There is no ring {ring} on this field."),
    N_("There is no field {field} here."),
    N_("There is no stage {stage} in this game."),
    N_("A ring turns by 1 (clockwise) or -1 (counter-clockwise), not by {by}."),
    N_("There is no ball of kind {ball}."),
    N_("Balls in one release: {balls}, not {found}."),
    N_("The game is over."),
)
