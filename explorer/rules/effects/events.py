"""What happens in a search and a fight, as events, each with its paragraph of the source."""

from __future__ import annotations

from typing import NamedTuple

from ..interpreter import Acted, Change
from ..trace import told
from .position import SOURCE


def cut(change: Change) -> int:
    """How much of a change was cut off because no value goes below 0."""
    return int(change.after - change.before - (change.amount or 0))


@told("start", f"{SOURCE} [0042]-[0045], Fig. 4")
class Started(NamedTuple):
    """The position before the first move."""

    turn: str
    cells: tuple[str, ...] = ()


@told("draw", f"{SOURCE} [0048]")
class Drew(NamedTuple):
    """The side to move takes the top card of its deck; ``left`` are still in it."""

    side: str
    card: str
    left: int
    cells: tuple[str, ...] = ()


@told("present", f"{SOURCE} [0048], [0050]")
class Presented(NamedTuple):
    """A card comes from the hand to an empty slot of its own side."""

    card: str
    slot: str
    side: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot,)


@told("judge")
class Restored(NamedTuple):
    """Before a search that starts from the printed values: every value that goes back."""

    changes: tuple[Change, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(change.target for change in self.changes))


@told("search")
class Searched(NamedTuple):
    """One slot of the search, with everything that its card's effects did.

    ``card`` is "" on an empty slot; ``lost`` is then the card that stood there when the search began. ``acts``: its effects
    one by one, each with its conditions and changes; ``again``: the card has moved here and has already acted.
    """

    number: int
    total: int
    slot: str
    card: str = ""
    lost: str = ""
    acts: tuple[Acted, ...] = ()
    again: bool = False

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(change for act in self.acts for change in act.changes)

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.slot, *(change.target for change in self.changes if change.target))))

    @property
    def cite(self) -> str:
        return f"{SOURCE} {_paragraphs(self)}"


def _paragraphs(event: Searched) -> str:
    """Where the source tells this case, in its own example."""
    if not event.card:
        return "[0098]" if event.lost else "[0080]"
    if not event.acts:
        return "[0078]"
    return {"destroy": "[0071]-[0072]", "power": "[0075]-[0077]"}.get(event.acts[0].effect.do, "[0062]")


@told("judge", f"{SOURCE} [0083]-[0084]")
class Resolved(NamedTuple):
    """The end of a search: what is different from before it. ``lost`` are the destroyed cards, as (slot, card)."""

    changes: tuple[Change, ...]
    lost: tuple[tuple[str, str], ...]
    sides: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*(change.target for change in self.changes), *(slot for slot, _ in self.lost)]))


@told("attack", f"{SOURCE} [0053]")
class Attacked(NamedTuple):
    """A card on the field is set against a named enemy card."""

    slot: str
    card: str
    target: str
    against: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot, self.target)


@told("fight", f"{SOURCE} [0054], [0088]")
class Fought(NamedTuple):
    """``powers``: the values compared, attacker first; ``winner`` and ``loser`` are slots, "" where both are equal."""

    slot: str
    card: str
    target: str
    against: str
    powers: tuple[int, int]
    defended: bool
    winner: str
    loser: str
    left: bool

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot, self.target)


@told("judge", f"{SOURCE} [0054]-[0055]")
class Scored(NamedTuple):
    """The life points after a fight: ``side`` pays or gains ``amount`` ("" and 0 where nobody won); ``over``: it has lost."""

    side: str
    amount: int
    before: int
    after: int
    over: bool
    cells: tuple[str, ...] = ()


@told("defend", f"{SOURCE} [0052]")
class Defended(NamedTuple):
    """A card is set to defend until its side's next turn."""

    slot: str
    card: str
    defence: int

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.slot,)


@told("judge")
class SideOut(NamedTuple):
    """One of three or more sides is at 0 life points or less: it is out with its hand and deck, and its cards, ``cells``, leave the field."""

    side: str
    life: int
    cells: tuple[str, ...]


@told("change_turn", f"{SOURCE} [0056]")
class TurnChanged(NamedTuple):
    """``idle``: the side before could do nothing (any more); ``cells``: cards that no longer defend; ``skipped``: sides that can do nothing."""

    before: str
    side: str
    idle: bool
    cells: tuple[str, ...]
    skipped: tuple[str, ...] = ()


@told("end")
class Ended(NamedTuple):
    """``why``: life (somebody is at 0 or less) or idle (neither side can do anything any more). ``life``: (side, life points)."""

    winner: str | None
    why: str
    life: tuple[tuple[str, int], ...]
    cells: tuple[str, ...] = ()

    @property
    def cite(self) -> str | None:
        return f"{SOURCE} [0055]" if self.why == "life" else None
