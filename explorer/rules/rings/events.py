"""What happens on a field of rings, as events, each with its flowchart steps."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from ..trace import told
from .options import SOURCE
from .position import Path


@told("start", f"{SOURCE} S1, Fig. 3")
class Started(NamedTuple):
    """The position before the first move; ``cells`` are the nodes with a ball. ``next``: each field's spoke of the next release."""

    next: tuple[str, ...]
    cells: tuple[str, ...]


@told("rotate", f"{SOURCE} S131-S134")
class Rotated(NamedTuple):
    """A ring turned with all that is on it; ``ring`` is "all" where the whole field did, of field 2 "c@2" or "all@2".

    ``paths``: each ball's node before and after; ``sections``: each missing section's. ``turns``: which way it turned in each field, 0 where it did not.
    """

    ring: str
    by: int
    paths: tuple[Path, ...]
    sections: tuple[Path, ...]
    turns: tuple[int, ...] = (1,)

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(after for _, after in self.paths)


@told("wait", f"{SOURCE} S101-S102")
class Waited(NamedTuple):
    """Ticks went by: ``ticks`` since the last release, of ``interval`` (0: the plug never releases by itself).

    ``since``: the life points from which that interval is in force, None where it does not depend on them.
    """

    by: int
    ticks: int
    interval: int
    since: int | None = None
    cells: tuple[str, ...] = ()


@told("wait")
class Stood(NamedTuple):
    """Ticks went by while the timer stood still; ``left``: for so many more."""

    by: int
    left: int
    cells: tuple[str, ...] = ()


@told("release")
class Released(NamedTuple):
    """A ball came out of the plug. ``wanted``: the node of the count; ``pushed``: room was made; ``next``: the spoke after it.

    ``number``: how many balls the release has, told with the first of them where that was drawn, else 0. ``barred``: the node of
    the count was empty, but no section leads there.
    """

    cell: str
    ball: int
    wanted: str
    next: str
    drawn: bool
    pushed: bool
    number: int = 0
    barred: bool = False

    @property
    def cite(self) -> str:
        aside = "S113-S115, S118, S120-S121" if self.cell != self.wanted else "S113-S117"
        return f"{SOURCE} {'S116-S117' if self.pushed else aside}, Fig. 11"

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("release")
class Kept(NamedTuple):
    """A ball found no way out over the sections there are, and stays in the plug. ``next``: the spoke after the count's."""

    ball: int
    wanted: str
    next: str
    drawn: bool
    cells: tuple[str, ...] = ()


_TAKEN = {"S1002": "S1001-S1002", "S1004": "S1001, S1003-S1004, S1002", "S1006": "S1001, S1003, S1005-S1006, S1002", "S1007": "S1001, S1003, S1005, S1007"}


@told("push")
class Pushed(NamedTuple):
    """Room was made on a full ring a. ``paths``: each ball's node before and after; ``out``: the node a ball left the field from.

    ``branch``: the step of Fig. 12 that moved something: S1002, S1004, S1006 or S1007. ``barred``: some node of ring a was empty, but no
    section leads there.
    """

    spoke: str
    branch: str
    paths: tuple[Path, ...]
    out: str = ""
    ball: int = 0
    barred: bool = False

    @property
    def cite(self) -> str:
        return f"{SOURCE} S118-S119, {_TAKEN[self.branch]}, Fig. 11, 12"

    @property
    def cells(self) -> tuple[str, ...]:
        return (*(after for _, after in self.paths), *([self.out] if self.out else []))


@told("hole", f"{SOURCE} S1008-S1009")
class Lost(NamedTuple):
    """A ball fell into the hole at the end of its spoke; life points before and after."""

    spoke: str
    ball: int
    before: int
    after: int
    cells: tuple[str, ...]


class Group(NamedTuple):
    """Balls of one kind that hang together. ``bonds``: the neighbours among them.

    ``ring`` or ``spoke`` is the name of the one they all lie on, else an empty text.
    """

    ball: int
    cells: tuple[str, ...]
    bonds: tuple[Path, ...]
    ring: str
    spoke: str


@told("match", f"{SOURCE} S141")
class Matched(NamedTuple):
    """All groups of one link of the chain, counting from 1; none where nothing (more) is to go."""

    link: int
    least: int
    groups: tuple[Group, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(group.cells for group in self.groups))


@told("erase", f"{SOURCE} S142-S143")
class Erased(NamedTuple):
    """The groups of a link went; life points before and after, and the score that it won."""

    link: int
    cells: tuple[str, ...]
    before: int
    after: int
    score: int = 0


@told("fall", f"{SOURCE} S144-S145")
class Fell(NamedTuple):
    """Balls rolled toward the centre. ``ways``: each ball's nodes from the first to the last; ``balls``: their kinds.

    ``held``: balls beside a freed node that stay, each with the missing section.
    """

    link: int
    ways: tuple[tuple[str, ...], ...]
    balls: tuple[int, ...]
    held: tuple[Path, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        """Each ball's node before and after."""
        return tuple((way[0], way[-1]) for way in self.ways)

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(way[-1] for way in self.ways) or tuple(node for node, _ in self.held)


@told("judge")
class Judged(NamedTuple):
    """Life points against the values for game over and for clear. ``left``: the balls that must go, where that is the goal, else None."""

    points: int
    over: int
    clear: int
    left: int | None = None
    cells: tuple[str, ...] = ()

    @property
    def lost(self) -> bool:
        return self.points <= self.over

    @property
    def won(self) -> bool:
        return self.points >= self.clear if self.left is None else not self.left

    @property
    def cite(self) -> str:
        return f"{SOURCE} {'S151-S152' if self.lost else 'S151, S152, S154'}, Fig. 15"


@told("stage", f"{SOURCE} S155, Fig. 15")
class Cleared(NamedTuple):
    """The plug broke, and another stage is to come. ``bonus``: what the time left was worth; ``score``: the total with it."""

    stage: str
    points: int
    bonus: int
    score: int
    cells: tuple[str, ...] = ()


@told("stage", f"{SOURCE} S1, Fig. 8")
class Begun(NamedTuple):
    """A stage began; ``cells`` are the nodes with a ball. ``chosen``: by hand, with a score of 0. ``next``: as of `Started`."""

    stage: str
    chosen: bool
    next: tuple[str, ...]
    cells: tuple[str, ...]


@told("end")
class Ended(NamedTuple):
    """The plug broke (``cleared``) and no other stage is to come, or the game is over. ``bonus`` and ``score``: as of `Cleared`."""

    cleared: bool
    points: int
    bonus: int = 0
    score: int = 0
    cells: tuple[str, ...] = ()

    @property
    def cite(self) -> str:
        return f"{SOURCE} {'S155' if self.cleared else 'S153'}, Fig. 15"
