"""The effect language in words, as far as kinds of ball speak it."""

from __future__ import annotations

from ...rules import rings as rules
from ...rules.interpreter import Acted, Change
from .. import N_, NN_, Message
from .. import language as lang
from .signs import SIGNS


def verdict(event: Acted) -> lang.Verdict:
    """Why a function did or did not work."""
    return lang.verdict(signed_source(event), PHRASES)


def signed_source(event: Acted) -> Acted:
    """The same event with its balls called by their signs and nodes."""
    source, cause = event.source, event.cause
    named = source._replace(name=f"{SIGNS[int(source.name)]} {source.place}", bearer="")
    return event._replace(source=named, cause=cause and cause._replace(name=f"{SIGNS[int(cause.name)]} {cause.place}"))


def _changed(change: Change) -> Message:
    about = {"cell": change.target, "before": change.before, "after": change.after}
    match change.what:
        case "erased":
            return N_("{sign} on {cell} is erased", sign=SIGNS[int(change.before)], **about)
        case "points":
            return N_("life points from {before} to {after}", **about)
        case "stop":
            return NN_("the timer stands still for one tick", "the timer stands still for {count} ticks", change.after)
    return NN_("the interval is one tick now", "the interval is {count} ticks now", change.after)


PHRASES = lang.Phrases(
    vocabulary=rules.BALLS,
    triggers={},
    numbers={
        "erased": N_("the number of balls erased in this link"),
        "link": N_("the link of the chain"),
        "points": N_("the life points"),
        "balls": N_("the number of balls on the field"),
        "interval": N_("the interval"),
    },
    named={"balls": lambda name: N_("the number of {sign} on the field", sign=SIGNS[int(name)])},
    traits={"kind": N_("the kind"), "ring": N_("the ring"), "spoke": N_("the spoke")},
    relations={
        "spoke": N_("every other ball on its spoke"),
        "ring": N_("every other ball on its ring"),
        "beside": N_("the balls next to it"),
        "alike": N_("every other ball of its kind"),
        "all": N_("every other ball"),
        "plug": N_("the plug"),
    },
    things={"points": N_("the life points"), "interval": N_("the interval")},
    deeds={
        "erase": lambda effect, whom, by: N_("erases {whom}", whom=whom),
        "stop": lambda effect, whom, by: N_("stops the timer for {by} ticks", by=by),
        "points": lambda effect, whom, by: (
            N_("adds life points: {by}", by=by) if effect.amount and effect.amount.value >= 0 else N_("takes life points: {by}", by=by)
        ),
    },
    gates={"trigger": lambda check: N_("it was not erased in this move")},
    changes=_changed,
)
