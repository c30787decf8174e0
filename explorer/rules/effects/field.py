"""Where cards lie: sides, each with rows of slots, and which slot is beside, behind or in front of which.

A field is data: its sides in turn order, and how many slots each row of a side has, the front row first. Slots are numbered row
by row from each player's own left, so that M1 faces E5 on the field of Fig. 4(a).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

SIDES = ("M", "E", "F", "G")
"""The names of sides, in turn order; a field has the first two, three or four."""
MOST_ROWS, WIDEST = 4, 12


class Field(NamedTuple):
    """``sides`` in turn order; ``rows``: the slots of each row of a side, the front row first."""

    sides: tuple[str, ...] = SIDES[:2]
    rows: tuple[int, ...] = (5, 5)

    @property
    def slots(self) -> tuple[str, ...]:
        """Every slot, side by side in turn order."""
        return _slots(self)

    @property
    def number(self) -> dict[str, int]:
        """Where each slot stands in `slots`."""
        return _numbers(self)

    def of(self, side: str) -> tuple[str, ...]:
        """The slots of a side."""
        first, many = self.sides.index(side) * sum(self.rows), sum(self.rows)
        return self.slots[first : first + many]

    def others(self, side: str, out: Collection[str] = ()) -> tuple[str, ...]:
        """The other sides, in turn order from the next, without those that are out.

        >>> Field(SIDES[:3]).others("E")
        ('F', 'M')
        """
        k = self.sides.index(side)
        return tuple(other for other in self.sides[k + 1 :] + self.sides[:k] if other not in out)

    def place(self, slot: str) -> tuple[int, int]:
        """The row of a slot (0 is the front) and its column in it, from 0.

        >>> Field().place("M7")
        (1, 1)
        """
        column = int(slot[1:]) - 1
        for row, wide in enumerate(self.rows):
            if column < wide:
                return row, column
            column -= wide
        raise LookupError(slot)

    def row(self, slot: str, side: str = "") -> tuple[str, ...]:
        """The slots of the slot's row, or of the like row of another side.

        >>> Field().row("M3"), Field().row("M7", "E")
        (('M1', 'M2', 'M3', 'M4', 'M5'), ('E6', 'E7', 'E8', 'E9', 'E10'))
        """
        row, _ = self.place(slot)
        first = sum(self.rows[:row]) + 1
        return tuple(f"{side or slot[0]}{k}" for k in range(first, first + self.rows[row]))

    def beside(self, slot: str, way: str) -> str:
        """The slot next in the row to the left or right of its owner; "" at the end of the row.

        >>> Field().beside("M2", "left"), Field().beside("M5", "right"), Field().beside("E2", "left")
        ('M1', '', 'E1')
        """
        row = self.row(slot)
        k = row.index(slot) + (1 if way == "right" else -1)
        return row[k] if 0 <= k < len(row) else ""

    def neighbours(self, slot: str) -> tuple[str, ...]:
        """The slots next in the row, the left one first; an empty slot is no bridge, and nothing wraps.

        >>> Field().neighbours("M1"), Field().neighbours("M7")
        (('M2',), ('M6', 'M8'))
        """
        return tuple(filter(None, (self.beside(slot, "left"), self.beside(slot, "right"))))

    def facing(self, slot: str, out: Collection[str] = ()) -> str:
        """The front slot of the slot's column on the next side (Fig. 4(a)); "" where that side's front row is too short.

        >>> [Field().facing(slot) for slot in ("M1", "E2", "M6", "E10")]
        ['E5', 'M4', 'E5', 'M1']
        >>> Field(SIDES[:3]).facing("F1")
        'M5'
        """
        row, column = self.place(slot)
        # Rows of other widths are centred, so a column counts from the middle.
        shift = self.rows[0] - self.rows[row]
        mirrored = self.rows[0] - 1 - column - shift // 2
        foes = self.others(slot[0], out)
        return f"{foes[0]}{mirrored + 1}" if foes and 0 <= mirrored < self.rows[0] else ""

    def reach(self, relation: str, slot: str, out: Collection[str] = ()) -> tuple[str, ...]:
        """The slots that a relation of the effect language leads to, own side first; the slot itself only where it is named."""
        side = slot[0]
        match relation:
            case "self":
                return (slot,)
            case "left" | "right":
                return tuple(filter(None, (self.beside(slot, relation),)))
            case "neighbours":
                return self.neighbours(slot)
            case "facing":
                return tuple(filter(None, (self.facing(slot, out),)))
            case "row":
                return tuple(one for one in self.row(slot) if one != slot)
            case "enemy row":
                return tuple(one for other in self.others(side, out) for one in self.row(slot, other))
            case "enemy side":
                return tuple(one for other in self.others(side, out) for one in self.of(other))
        own = tuple(one for one in self.of(side) if one != slot)
        return own if relation == "side" else own + self.reach("enemy side", slot, out)


def side_of(slot: str) -> str:
    """The side that a slot belongs to."""
    return slot[0]


@cache
def _slots(field: Field) -> tuple[str, ...]:
    return tuple(f"{side}{k}" for side in field.sides for k in range(1, sum(field.rows) + 1))


@cache
def _numbers(field: Field) -> dict[str, int]:
    return {slot: k for k, slot in enumerate(field.slots)}
