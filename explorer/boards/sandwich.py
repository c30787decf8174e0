"""The sandwich battle's board: a frame in, shapes and tables out; a press in, a move out.

The board never asks the rules what happened: it draws the events of the move as far as they have been told.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..rules import sandwich as rules
from ..rules.interpreter import Acted
from ..rules.options import decimal_text
from ..rules.topology import AXES, Topology
from ..words import N_, Message
from .parts import Chip, Group, Layout, Marks, Pressed, Side, Table, Target
from .shapes import Box, Disc, Label, Lines, Shape, arrowhead, badge, hatching

CELL = 100.0
TOP, RIGHT = 14.0, 16.0
RADIUS = 37.0
# Marks on the discs of the third player on, so that no player is told by colour alone.
SIGNS = ("", "", "▲", "■", "◆", "✚", "●", "★")
TONES = {
    "place": "calm", "register": "calm", "event": "gain", "skill": "gain",
    "axes": "found", "same_state": "found", "detect": "found",
    "damage": "loss", "convert": "change", "judge": "calm", "change_turn": "calm", "pass": "calm", "end": "calm",
    "draw": "calm", "start_hp": "calm", "due": "calm", "fire": "gain", "combo": "gain", "counters": "calm", "stop": "calm",
    **dict.fromkeys(rules.KINDS, "loss"),
}  # fmt: skip


class Choice(NamedTuple):
    """What the player has picked so far: the piece to place, and the skills declared, each on a piece."""

    piece: str = ""
    skill: str = ""
    uses: tuple[rules.Declared, ...] = ()


NOTHING = Choice()


def _label_size(topology: Topology) -> float:
    """Row and column names keep their size on the screen when a board of many columns is shown small."""
    return max(17.0, min(60.0, 2.4 * max(topology.columns, topology.rows)))


def _margin(topology: Topology) -> float:
    """The room for row names on the left and for column names below."""
    return 2.6 * _label_size(topology)


@cache
def _layout(topology: Topology) -> Layout:
    targets, left = [], _margin(topology)
    for name, (row, column) in zip(topology.names, topology.places, strict=True):
        x, y = left + column * CELL, TOP + row * CELL
        targets.append(Target(name, row, column, ((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL))))
    return Layout(left + topology.columns * CELL + RIGHT, TOP + topology.rows * CELL + left, tuple(targets))


def layout(game: rules.Game, state: rules.State | None = None, tall: bool = False) -> Layout:
    """The board's size and its cells, row by row from the top: always the same ones."""
    return _layout(game.topology)


# --- the picture ------------------------------------------------------------------------------------------------------


def draw(game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks) -> list[Shape]:
    """The position with what the move has told so far. ``story`` is the events of the move up to the frame in view."""
    return _Picture(game, state, story, marks).shapes()


def moving(game: rules.Game, before: rules.State, state: rules.State, story: Sequence[Any], share: float, tall: bool = False) -> list[Shape] | None:
    """A placed disc grows, a turned one is seen edge-on halfway; None where nothing moves."""
    event = story[-1]
    if isinstance(event, rules.Placed):
        return _Picture(game, state, story, Marks(), {event.cell: 0.4 + 0.6 * share}).shapes()
    if isinstance(event, rules.Turned):
        return _Picture(game, before if share < 0.5 else state, story, Marks(), {event.cell: max(0.05, abs(1 - 2 * share))}).shapes()
    return None


class _Picture:
    """One frame being drawn, layer by layer from the bottom; ``sizes`` are discs on their way, by cell."""

    def __init__(self, game: rules.Game, state: rules.State, story: Sequence[Any], marks: Marks, sizes: Mapping[str, float] | None = None) -> None:
        self.game, self.state, self.marks, self.topology = game, state, marks, game.topology
        self.sizes = sizes or {}
        self.left = _margin(self.topology)
        self.told = {type(event): event for event in story}
        self.damage = [event for event in story if isinstance(event, rules.Damaged)]
        self.turned = {event.cell for event in story if isinstance(event, rules.Turned)}
        last = story[-1] if story else None
        self.settled = isinstance(last, rules.TurnChanged | rules.Ended | rules.Started)
        self.detecting = not self.settled and not self.turned and not isinstance(last, rules.Judged)

    def shapes(self) -> list[Shape]:
        return [*self.ground(), *self.events(), *self.shading(), *self.axes(), *self.pieces(), *self.rings(), *self.badges(), *self.hints()]

    def corner(self, name: str) -> tuple[float, float]:
        row, column = self.topology.places[self.topology.names.index(name)]
        return self.left + column * CELL, TOP + row * CELL

    def centre(self, name: str) -> tuple[float, float]:
        x, y = self.corner(name)
        return x + CELL / 2, y + CELL / 2

    def ground(self) -> list[Shape]:
        rows, columns, left = self.topology.rows, self.topology.columns, self.left
        right, bottom, size = left + columns * CELL, TOP + rows * CELL, _label_size(self.topology)
        across = [(left, TOP + r * CELL, right, TOP + r * CELL) for r in range(rows + 1)]
        down = [(left + c * CELL, TOP, left + c * CELL, bottom) for c in range(columns + 1)]
        holes: list[Shape] = []
        for row, column in sorted(self.game.holes):
            x, y = left + column * CELL, TOP + row * CELL
            holes += [Box(x, y, CELL, CELL, fill="slot"), hatching(x, y, CELL, CELL, "hole", 16, 2)]
        from_top = self.game.rules.numbered_from == "top"
        numbers = [Label(left * 0.44, TOP + (r + 0.5) * CELL, str(r + 1 if from_top else rows - r), size, "soft") for r in range(rows)]
        letters = [Label(left + (c + 0.5) * CELL, bottom + left * 0.46, chr(ord("a") + c), size, "soft") for c in range(columns)]
        return [*holes, Lines((*across, *down), "line", max(1.6, size / 12)), *numbers, *letters]

    def events(self) -> list[Shape]:
        """Cells with an event: a dashed frame and its name; barred ones with a cross."""
        shapes: list[Shape] = []
        for k, name in self.state.events:
            x, y = self.corner(self.topology.names[k])
            shapes.append(Box(x + 5, y + 5, CELL - 10, CELL - 10, "slot", "amber", 2, dash=(3, 4)))
            shapes.append(Label(x + CELL / 2, y + CELL - 17, name[:9], 15, "soft"))
        for one in self.state.lasting:
            if one.deed == "bar":
                x, y = self.corner(one.target)
                shapes.append(Lines(((x + 24, y + 24, x + CELL - 24, y + CELL - 24), (x + 24, y + CELL - 24, x + CELL - 24, y + 24)), "soft", 4))
        return shapes

    def shading(self) -> list[Shape]:
        """Same-state cells shaded, those on no axis only dashed; sandwiched cells hatched (Fig. 5 (b), (c))."""
        shapes: list[Shape] = []
        if self.detecting and (same := self.told.get(rules.SameStateFound)):
            for name in same.cells:
                x, y = self.corner(name)
                if name in same.off_axis:
                    shapes.append(Box(x + 5, y + 5, CELL - 10, CELL - 10, stroke="soft", width=2, dash=(4, 6)))
                else:
                    shapes.append(Box(x + 1, y + 1, CELL - 2, CELL - 2, fill="shade"))
        found = self.told.get(rules.Sandwiched)
        cells = [name for name in found.cells if name not in self.turned] if found and not self.settled else []
        return shapes + self.hatched(cells)

    def hatched(self, cells: Sequence[str]) -> list[Shape]:
        corners = [self.corner(name) for name in cells]
        grounds: list[Shape] = [Box(x + 1, y + 1, CELL - 2, CELL - 2, fill="red-soft") for x, y in corners]
        return grounds + [hatching(x + 1, y + 1, CELL - 2, CELL - 2, "red", 14) for x, y in corners]

    def axes(self) -> list[Shape]:
        drawn = self.told.get(rules.AxesDrawn)
        if not drawn or not self.detecting:
            return []
        start = self.centre(drawn.cell)
        shapes: list[Shape] = []
        segments = []
        for _, end in sorted(drawn.ends, key=lambda one: AXES.index(one[0])):
            x, y = self.centre(end)
            turn = math.atan2(y - start[1], x - start[0])
            tip = (x + 0.46 * CELL * math.cos(turn), y + 0.46 * CELL * math.sin(turn))  # past the piece that may stand there
            segments.append((*start, *tip))
            shapes.append(arrowhead(tip, start, 17, "accent"))
        return [Lines(tuple(segments), "accent", 2.5, (9, 7)), *shapes]

    def pieces(self) -> list[Shape]:
        discs: list[Disc] = []
        labels: list[Label] = []
        for name, piece, owner in zip(self.topology.names, self.state.pieces, self.state.states, strict=True):
            if owner:
                x, y = self.centre(name)
                size = self.sizes.get(name, 1)
                discs.append(Disc(x, y, RADIUS * size, f"player{owner}", "outline", 1.6))
                labels += self.face(x, y, piece, owner) if size > 0.8 else []
        # Alike ones side by side: they are then painted in one go.
        return [*sorted(discs, key=lambda disc: disc.fill), *sorted(labels, key=lambda label: (label.size, label.bold, label.fill))]

    def face(self, x: float, y: float, piece: str, owner: int) -> list[Label]:
        ink = f"player{owner}-ink"
        if not piece:
            return [Label(x, y, SIGNS[owner - 1], 26, ink)] if SIGNS[owner - 1] else []
        whole = self.game.pieces[piece]
        attack, defence = whole.attack[owner - 1], whole.defence[owner - 1]
        value = f"{decimal_text(attack)}/{decimal_text(defence)}" if _apart(self.game) else decimal_text(attack)
        sign = f"{SIGNS[owner - 1]} " if SIGNS[owner - 1] else ""
        size = 30 if len(piece) < 3 else 18
        faces = [Label(x, y - 8, piece, size, ink, bold=True), Label(x, y + 20, sign + value, 16, ink)]
        if whole.attribute:
            short = whole.attribute if len(whole.attribute) < 3 else whole.attribute[0].upper()  # in full in the table
            faces.append(Label(x + RADIUS * 0.62, y - RADIUS * 0.45, short, 13, ink))
        return faces

    def rings(self) -> list[Shape]:
        """The placed piece in the accent, the anchors in amber."""
        shapes: list[Shape] = []
        if placed := self.told.get(rules.Placed):
            shapes.append(Disc(*self.centre(placed.cell), RADIUS + 6, stroke="accent", width=5))
        found = self.told.get(rules.Sandwiched)
        if found and self.detecting:
            shapes += [Disc(*self.centre(name), RADIUS + 6, stroke="amber", width=5) for name in dict.fromkeys(found.anchors)]
        return shapes

    def badges(self) -> list[Shape]:
        if self.settled:
            return []
        shapes: list[Shape] = []
        for event in self.damage:
            x, y = self.corner(event.cell)
            shapes += badge(x + CELL * 0.78, y + 12, _loss(event), "red", "red-ink", 16)
        return shapes

    def hints(self) -> list[Shape]:
        shapes: list[Shape] = [Disc(*self.centre(name), 7, stroke="allowed", width=2.5) for name in sorted(self.marks.allowed)]
        for event in self.marks.preview:
            if isinstance(event, rules.Sandwiched):
                for name in event.cells:
                    x, y = self.corner(name)
                    shapes.append(hatching(x + 1, y + 1, CELL - 2, CELL - 2, "red", 14))
            if isinstance(event, rules.Damaged):
                x, y = self.corner(event.cell)
                shapes += badge(x + CELL * 0.78, y + 12, _loss(event), "panel", "red", 16, stroke="red")
        if self.marks.cursor:
            x, y = self.corner(self.marks.cursor)
            shapes.append(Box(x + 3, y + 3, CELL - 6, CELL - 6, stroke="accent", width=4, radius=8))
        return shapes


def _apart(game: rules.Game) -> bool:
    """Whether any piece has attack and defence apart: then both are shown of every piece."""
    return any(piece.attack != piece.defence for piece in game.pieces.values())


def _loss(event: rules.Damaged) -> str:
    return f"−{event.amount}" if event.amount else "0"


# --- what stands around it --------------------------------------------------------------------------------------------


def sides(game: rules.Game, state: rules.State, choice: Choice) -> tuple[Side, ...]:
    """Both players' HP, remaining pieces and skills (Fig. 8, S53)."""
    return tuple(_side(game, state, player, choice) for player in range(1, game.players + 1))


def _side(game: rules.Game, state: rules.State, player: int, choice: Choice) -> Side:
    mine = player == state.turn and not state.over
    groups = []
    if game.named:
        groups.append(Group(N_("Pieces"), tuple(_hand_chip(game, state, name, player, mine, choice) for name in state.hands[player - 1])))
        table = tuple(_skill_chip(line, mine, choice) for line in state.skills if line.player == player)
        if table:
            groups.append(Group(N_("Skills"), table))
        if mine and choice.skill:
            targets = [name for name, owner in zip(state.pieces, state.states, strict=True) if owner]
            chips = (Chip(name, f"on:{name}") for name in dict.fromkeys([_piece(game, state, choice), *targets]) if name)
            groups.append(Group(N_("{skill} acts on", skill=choice.skill), tuple(chips)))
    if mine and game.legal(state) == [rules.PASS]:
        groups.append(Group("", (Chip(N_("Pass"), "move:pass"),)))
    hp = state.hp[player - 1] if game.rules.vitality else None
    full = max(game.start.hp[player - 1], 1) if game.rules.vitality else 1
    count = state.states.count(player)
    title = N_("Player {player}", player=player) if game.rules.vitality else N_("Player {player}: {count} cells", player=player, count=count)
    return Side(title, f"player{player}", mine, hp, full, tuple(groups), player)


def _hand_chip(game: rules.Game, state: rules.State, name: str, player: int, mine: bool, choice: Choice) -> Chip:
    """A piece that is brought; one that is not in the hand yet, or locked, cannot be chosen."""
    piece = game.pieces[name]
    value = decimal_text(piece.attack[player - 1])
    label = N_("{piece}, parameter {value}", piece=name, value=value)
    free = name in game.free(state, player)
    return Chip(name, f"piece:{name}" if mine and free else "", mine and choice.piece == name, "" if free else "waiting", value, label)


def _skill_chip(line: rules.Registered, mine: bool, choice: Choice) -> Chip:
    declared = next((use.on for use in choice.uses if use.skill == line.skill), "")
    usable = mine and line.status == rules.AVAILABLE
    label = N_("{skill} of {piece}, {status}", skill=line.skill, piece=line.piece, status=STATUS[line.status])
    return Chip(
        line.skill,
        f"skill:{line.skill}" if usable else "",
        usable and line.skill in (choice.skill, *(use.skill for use in choice.uses)),
        line.status,
        f"→ {declared}" if declared else "",
        label,
    )


STATUS = {"available": N_("available"), "used": N_("used"), "disabled": N_("disabled")}


def _piece(game: rules.Game, state: rules.State, choice: Choice) -> str:
    """The piece that would be placed: the one chosen, else the first in the hand."""
    hand = game.free(state, state.turn) if game.named else ()
    return choice.piece if choice.piece in hand else next(iter(hand), "")


def press(game: rules.Game, state: rules.State, choice: Choice, key: str) -> Pressed:
    """What pressing a cell (its name) or a chip (its key) comes to."""
    what, _, name = key.partition(":")
    if not name:
        piece = _piece(game, state, choice)
        cell = game.topology.cell(key)
        return Pressed(NOTHING, game.write(rules.Place(piece, 0 if cell is None else cell, choice.uses)))
    if what == "move":
        return Pressed(NOTHING, name)
    if what == "piece":
        return Pressed(choice._replace(piece=name), say=N_("{piece} is chosen. Now choose a cell.", piece=name))
    if what == "skill":
        kept = tuple(use for use in choice.uses if use.skill != name)
        if len(kept) < len(choice.uses):
            return Pressed(choice._replace(uses=kept), say=N_("{skill} is not declared.", skill=name))
        return Pressed(choice._replace(skill=name), say=N_("Choose the piece that {skill} acts on.", skill=name))
    return Pressed(
        choice._replace(skill="", uses=(*choice.uses, rules.Declared(choice.skill, name))),
        say=N_("{skill} on {piece} is declared with the next placement.", skill=choice.skill, piece=name),
    )


def allowed(game: rules.Game, state: rules.State, choice: Choice) -> frozenset[str]:
    """The cells where the player may place (S50)."""
    if state.over or not game.can_place(state, state.turn):
        return frozenset()
    return frozenset(game.topology.names[k] for k in game.open_cells(state, state.turn))


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What stands on a cell, in words."""
    from ..words.sandwich import cell

    return cell(game, state, game.topology.names.index(name))


def tables(game: rules.Game, state: rules.State, event: Any) -> tuple[Table, ...]:
    """The field table (Fig. 4), the skill table (Fig. 7) and the pieces, in step with the board."""
    names = game.topology.names
    order = sorted(range(len(names)), key=lambda k: (names[k][0], int(names[k][1:])))
    events = dict(state.events)
    rows = tuple((names[k], state.pieces[k] or "–" if state.states[k] else "–", str(state.states[k] or "–"), events.get(k, "–")) for k in order)
    concerned = frozenset(r for r, k in enumerate(order) if names[k] in event.cells)
    found = [Table(N_("Field"), (N_("cell"), N_("piece"), N_("state"), N_("event")), rows, concerned)]
    if state.skills:
        skills = tuple((str(line.player), line.piece, line.skill, STATUS[line.status]) for line in state.skills)
        touched = {event.source.name if isinstance(event, Acted) else getattr(event, "skill", None) or getattr(event, "disabled", None)}
        marked = frozenset(r for r, line in enumerate(state.skills) if line.skill in touched)
        found.append(Table(N_("Skills"), (N_("player"), N_("piece"), N_("skill"), N_("status")), skills, marked))
    if game.named and game.pieces:
        found.append(_pieces(game))
    return tuple(found)


def _pieces(game: rules.Game) -> Table:
    players = range(1, game.players + 1)
    apart = _apart(game)
    columns: tuple[Message | str, ...] = (N_("piece"), *(N_("state {player}", player=player) for player in players), N_("attribute"), N_("skill"), N_("rank"))
    rows: list[tuple[Message | str, ...]] = []
    for piece in game.pieces.values():
        values = [f"{decimal_text(a)} / {decimal_text(d)}" if apart else decimal_text(a) for a, d in zip(piece.attack, piece.defence, strict=True)]
        rows.append((piece.name, *values, piece.attribute or "–", piece.skill or "–", RANK[piece.rank]))
    return Table(N_("Pieces: attack / defence") if apart else N_("Pieces"), columns, tuple(rows))


RANK = {"normal": N_("normal"), "rare": N_("rare"), "super rare": N_("super rare"), "ultra rare": N_("ultra rare")}
