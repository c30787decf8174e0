"""What happens on a field of rings, as events, each with its flowchart steps."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from ..trace import told
from .position import SOURCE, Path


@told("start", f"{SOURCE} S1, Fig. 3")
class Started(NamedTuple):
    """The position before the first move; ``cells`` are the nodes with a ball."""

    next: int
    cells: tuple[str, ...]


@told("rotate", f"{SOURCE} S131-S134")
class Rotated(NamedTuple):
    """A ring turned with all that is on it; ``ring`` is "all" where the whole field did.

    ``paths``: each ball's node before and after; ``sections``: each missing section's.
    """

    ring: str
    by: int
    paths: tuple[Path, ...]
    sections: tuple[Path, ...]

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
    """A ball came out of the plug. ``wanted``: the node of the count; ``step``: the branch taken; ``next``: the spoke after it.

    ``number``: how many balls the release has, told with the first of them where that was drawn, else 0.
    """

    cell: str
    ball: int
    wanted: str
    step: str
    next: int
    drawn: bool
    pushed: bool
    number: int = 0

    @property
    def cite(self) -> str:
        return f"{SOURCE} {self.step}, Fig. 11"

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.cell,)


@told("push")
class Pushed(NamedTuple):
    """Room was made on a full ring a. ``paths``: each ball's node before and after; ``out``: the node a ball left the field from."""

    spoke: int
    step: str
    paths: tuple[Path, ...]
    out: str = ""
    ball: int = 0

    @property
    def cite(self) -> str:
        return f"{SOURCE} {self.step}, Fig. 12"

    @property
    def cells(self) -> tuple[str, ...]:
        return (*(after for _, after in self.paths), *([self.out] if self.out else []))


@told("hole", f"{SOURCE} S1008-S1009")
class Lost(NamedTuple):
    """A ball fell into the hole at the end of its spoke; life points before and after."""

    spoke: int
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
    """The groups of a link went; life points before and after."""

    link: int
    cells: tuple[str, ...]
    before: int
    after: int


@told("fall", f"{SOURCE} S144-S145")
class Fell(NamedTuple):
    """Balls rolled toward the centre. ``paths``: each ball's node before and after; ``balls``: their kinds.

    ``held``: balls beside a freed node that stay, each with the missing section.
    """

    link: int
    paths: tuple[Path, ...]
    balls: tuple[int, ...]
    held: tuple[Path, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        return tuple(after for _, after in self.paths) or tuple(node for node, _ in self.held)


@told("judge", f"{SOURCE} S151-S154")
class Judged(NamedTuple):
    """Life points against the values for game over and for clear."""

    points: int
    over: int
    clear: int
    cells: tuple[str, ...] = ()


@told("end")
class Ended(NamedTuple):
    """The plug broke (``cleared``), or the game is over."""

    cleared: bool
    points: int
    cells: tuple[str, ...] = ()

    @property
    def cite(self) -> str:
        return f"{SOURCE} {'S155' if self.cleared else 'S153'}"
