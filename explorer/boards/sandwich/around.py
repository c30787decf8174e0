"""What stands around the board: chips, presses, tables."""

from __future__ import annotations

from typing import NamedTuple

from ...rules import sandwich as rules
from ...rules.options import decimal_text
from ...words import N_, Message
from ..parts import Chip, Group, Pressed, Setting, Side
from .tables import status

TONES = {
    "place": "calm", "register": "calm", "event": "gain", "skill": "gain",
    "axes": "found", "same_state": "found", "detect": "found",
    "damage": "loss", "convert": "change", "judge": "calm", "change_turn": "calm", "pass": "calm", "end": "calm",
    "draw": "calm", "start_hp": "calm", "due": "calm", "fire": "gain", "combo": "gain", "counters": "calm", "stop": "calm",
    **dict.fromkeys(rules.KINDS, "loss"),
}  # fmt: skip


class Choice(NamedTuple):
    """What the player has picked so far: the piece to place; the skills declared; one that still waits to be told on what it acts.

    ``skill``: its name, ``on``: the piece or cell already chosen for it where it also needs a cell to act to.
    """

    piece: str = ""
    skill: str = ""
    on: str = ""
    uses: tuple[rules.Declared, ...] = ()


NOTHING = Choice()


SETTINGS = (
    Setting(
        "counts",
        N_("Cells a placement would sandwich"),
        (("none", N_("hidden")), ("number", N_("as a number")), ("colour", N_("as a colour")), ("both", N_("both"))),
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
        groups.append(Group(N_("Pieces"), _hand(game, state, player, mine, choice)))
        table = tuple(_skill_chip(game, line, state, choice) for line in state.skills if line.player == player)
        if table:
            groups.append(Group(N_("Skills"), table))
        if mine and choice.skill:
            targets = [name for name, owner in zip(state.pieces, state.states, strict=True) if owner]
            chips = (Chip(name, f"on:{name}") for name in dict.fromkeys([_piece(game, state, choice), *targets]) if name)
            groups.append(Group(N_("{skill} acts on", skill=choice.skill), tuple(chips)))
        if mine and choice.uses:
            groups.append(Group(N_("Declared"), tuple(_use_chip(game, use) for use in choice.uses)))
    if state.points:
        groups.append(Group(N_("Action points"), (Chip(str(state.points[player - 1])),)))
    if mine and game.legal(state) == [rules.PASS]:
        groups.append(Group("", (Chip(N_("Pass"), "move:pass"),)))
    hp = state.hp[player - 1] if game.rules.vitality else None
    full = max(game.start.hp[player - 1], 1) if game.rules.vitality else 1
    count = state.states.count(player)
    title = N_("Player {player}", player=player) if game.rules.vitality else N_("Player {player}: {count} cells", player=player, count=count)
    return Side(title, f"player{player}", mine, hp, full, tuple(groups), player)


def _hand(game: rules.Game, state: rules.State, player: int, mine: bool, choice: Choice) -> tuple[Chip, ...]:
    """The pieces a player has left; of one who is not to move only so many as the rules show, the rest face down (S37)."""
    hand, shown = state.hands[player - 1], game.rules.shown
    seen = hand if mine or shown < 0 else hand[:shown]
    chips = [_hand_chip(game, state, name, player, mine, choice) for name in seen]
    return (*chips, *(Chip("?", status="waiting", label=N_("A piece face down")) for _ in hand[len(seen) :]))


def _hand_chip(game: rules.Game, state: rules.State, name: str, player: int, mine: bool, choice: Choice) -> Chip:
    """A piece that is brought; one that is not in the hand yet, or locked, cannot be chosen."""
    value = decimal_text(game.pieces[name].value("attack", player))
    label = N_("{piece}, parameter {value}", piece=name, value=value)
    free = name in game.free(state, player)
    told = value if mine or game.rules.shown_as == "parameters" else ""
    return Chip(name, f"piece:{name}" if mine and free else "", mine and choice.piece == name, "" if free else "waiting", told, label if told else name)


def _skill_chip(game: rules.Game, line: rules.Registered, state: rules.State, choice: Choice) -> Chip:
    """A skill of the table. One that its player declares can be chosen on anybody's turn (S41)."""
    use = next((use for use in choice.uses if use.skill == line.skill), None)
    usable = line.status == rules.AVAILABLE and game.declarable(line.skill) and not state.over
    label = N_("{skill} of {piece}, {status}", skill=line.skill, piece=line.piece, status=status(line))
    chosen = usable and line.skill in (choice.skill, *(one.skill for one in choice.uses))
    return Chip(line.skill, f"skill:{line.skill}" if usable else "", chosen, line.status, f"→ {use.on or use.to}" if use and (use.on or use.to) else "", label)


def _use_chip(game: rules.Game, use: rules.Declared) -> Chip:
    """A declared skill, to be used by itself, without a placement."""
    text = game.write(rules.Use(use))
    return Chip(N_("Use {skill} now", skill=use.skill), f"move:{text}", label=N_("Use {skill} by itself, without a placement", skill=use.skill))


def _piece(game: rules.Game, state: rules.State, choice: Choice) -> str:
    """The piece that would be placed: the one chosen, else the first in the hand."""
    hand = game.free(state, state.turn) if game.named else ()
    return choice.piece if choice.piece in hand else next(iter(hand), "")


def press(game: rules.Game, state: rules.State, choice: Choice, key: str) -> Pressed:
    """What pressing a cell (its name) or a chip (its key) comes to."""
    what, _, name = key.partition(":")
    if not name and choice.skill:
        cell = game.topology.cell(key)
        return _target(game, choice, (state.pieces[cell] if cell is not None else "") or key, key)
    if not name:
        piece = _piece(game, state, choice)
        cell = game.topology.cell(key)
        return Pressed(NOTHING, game.write(rules.Place(piece, 0 if cell is None else cell, choice.uses)))
    if what == "move":
        return Pressed(NOTHING, name)
    if what == "piece":
        return Pressed(choice._replace(piece=name), say=N_("{piece} is chosen. Now choose a cell.", piece=name))
    if what == "skill":
        return _skill(game, choice, name)
    return _target(game, choice, name, "")


def _skill(game: rules.Game, choice: Choice, name: str) -> Pressed:
    """A skill chip: take a declared one back, declare one that needs nothing more, or ask on what it acts."""
    kept = tuple(use for use in choice.uses if use.skill != name)
    if len(kept) < len(choice.uses):
        return Pressed(choice._replace(uses=kept), say=N_("{skill} is not declared.", skill=name))
    on, to = game.wanted(name)
    if on:
        return Pressed(choice._replace(skill=name, on=""), say=N_("Choose the piece that {skill} acts on.", skill=name))
    if to:
        return Pressed(choice._replace(skill=name, on=""), say=N_("Choose the cell that {skill} acts on.", skill=name))
    return _declared(choice, rules.Declared(name))


def _target(game: rules.Game, choice: Choice, name: str, cell: str) -> Pressed:
    """What a skill acts on has been pressed: a piece, on the board or among the chips, or a cell."""
    on, to = game.wanted(choice.skill)
    if on and not choice.on and to:
        return Pressed(choice._replace(on=name), say=N_("Now choose the target cell of {skill}.", skill=choice.skill))
    if on and not to:
        return _declared(choice, rules.Declared(choice.skill, name))
    return _declared(choice, rules.Declared(choice.skill, choice.on, cell or name))


def _declared(choice: Choice, use: rules.Declared) -> Pressed:
    say = N_("{skill} will be declared with the next placement; it can also be used by itself.", skill=use.skill)
    if use.on or use.to:
        say = N_("{skill} on {piece} will be declared with the next placement; it can also be used by itself.", skill=use.skill, piece=use.on or use.to)
    return Pressed(choice._replace(skill="", on="", uses=(*choice.uses, use)), say=say)


def allowed(game: rules.Game, state: rules.State, choice: Choice) -> frozenset[str]:
    """The cells where the player may place (S50)."""
    if state.over or not game.can_place(state, state.turn):
        return frozenset()
    return frozenset(game.topology.names[k] for k in game.open_cells(state, state.turn))


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What stands on a cell, in words."""
    from ...words.sandwich import cell

    return cell(game, state, game.topology.names.index(name))
