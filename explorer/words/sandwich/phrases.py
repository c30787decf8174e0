"""The sandwich battle's effect language in phrases, and what its effects did."""

from __future__ import annotations

from ...rules import sandwich as rules
from ...rules.interpreter import Acted, Change, Check
from .. import N_, Message
from .. import language as lang


def named(piece: str, state: int) -> Message:
    """A piece as the sentences call it: by its name, or by its player where it has none."""
    if piece:
        return N_("{piece}", piece=piece)
    return N_("a piece of player {player}", player=state) if state else N_("the piece")


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
