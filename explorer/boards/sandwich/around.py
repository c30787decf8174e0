"""What stands around the board: chips, presses, tables."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...rules import sandwich as rules
from ...rules.interpreter import Acted
from ...rules.options import decimal_text
from ...words import N_, Message
from ..parts import Chip, Group, Pressed, Setting, Side, Table
from .picture import apart

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


SETTINGS = (
    Setting(
        "counts", N_("Cells a placement would sandwich"), (("none", N_("hidden")), ("number", N_("number")), ("colour", N_("colour")), ("both", N_("both")))
    ),
    Setting("states", N_("States told by"), (("colour", N_("colour and value")), ("shape", N_("shape")), ("badge", N_("badge")), ("facing", N_("facing")))),
    Setting("grid", N_("Lines of the cells"), (("always", N_("always")), ("choosing", N_("while choosing")), ("never", N_("never")))),
)
"""Ways of showing the board, the usual one first (S07, S09, S52)."""


def counts(game: rules.Game, state: rules.State) -> dict[str, int]:
    """How many cells a placement on each allowed cell would sandwich, for the player to move (S52)."""
    if state.over or not game.can_place(state, state.turn):
        return {}
    names = game.topology.names
    return {names[k]: len({one for run in game.runs(state.states, k, state.turn) for one in run.cells}) for k in game.open_cells(state, state.turn)}


def reach(game: rules.Game, state: rules.State, name: str) -> tuple[str, ...]:
    """The cells that the event of a cell will touch, as far as that is shown (S45)."""
    return game.reach(state, name)


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
    value = decimal_text(piece.value("attack", player))
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
    from ...words.sandwich import cell

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
    both = apart(game)
    columns: tuple[Message | str, ...] = (N_("piece"), *(N_("state {player}", player=player) for player in players), N_("attribute"), N_("skill"), N_("rank"))
    rows: list[tuple[Message | str, ...]] = []
    for piece in game.pieces.values():
        values = [f"{decimal_text(a)} / {decimal_text(d)}" if both else decimal_text(a) for a, d in zip(piece.attack, piece.defence, strict=True)]
        rows.append((piece.name, *values, piece.attribute or "–", piece.skill or "–", RANK[piece.rank]))
    return Table(N_("Pieces: attack / defence") if both else N_("Pieces"), columns, tuple(rows))


RANK = {"normal": N_("normal"), "rare": N_("rare"), "super rare": N_("super rare"), "ultra rare": N_("ultra rare")}
