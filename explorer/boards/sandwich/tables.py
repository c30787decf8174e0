"""The tables that are in step with the board: the field (Fig. 4), the skills (Fig. 7), the events, the pieces."""

from __future__ import annotations

from typing import Any

from ...rules import sandwich as rules
from ...rules.interpreter import Acted
from ...rules.language import Value
from ...rules.options import decimal_text
from ...words import N_, Message
from ..parts import Table
from .picture import apart

_STATUS = {"available": N_("available"), "used": N_("used"), "disabled": N_("disabled")}


def status(line: rules.Registered) -> Message:
    """The status of a skill, and what it comes from (S42, S43)."""
    about = {"piece": line.piece, "cell": line.where}
    match line.why:
        case "turned":
            return N_("disabled: {piece} was turned on {cell}", **about)
        case "back":
            return N_("available again: {piece} was turned back on {cell}", **about)
        case "gone":
            return N_("disabled: {piece} left the board", **about)
    return _STATUS[line.status]


def tables(game: rules.Game, state: rules.State, event: Any) -> tuple[Table, ...]:
    """The field table (Fig. 4), the skill table (Fig. 7) and the pieces, in step with the board."""
    names = game.topology.names
    order = sorted(range(len(names)), key=lambda k: (names[k][0], int(names[k][1:])))
    rows = tuple((names[k], _standing(game, state, k), str(state.states[k] or "–"), game.told_of(state, k) or "–") for k in order)
    concerned = frozenset(r for r, k in enumerate(order) if names[k] in event.cells)
    found = [Table(N_("Field"), (N_("cell"), N_("piece"), N_("state"), N_("event")), rows, concerned)]
    if state.skills:
        skills = tuple((str(line.player), line.piece, line.skill, status(line)) for line in state.skills)
        touched = {event.source.name if isinstance(event, Acted) else getattr(event, "skill", None) or getattr(event, "disabled", None)}
        marked = frozenset(r for r, line in enumerate(state.skills) if line.skill in touched)
        found.append(Table(N_("Skills"), (N_("player"), N_("piece"), N_("skill"), N_("status")), skills, marked))
    if events := _events(game, state):
        found.append(events)
    if game.named and game.pieces:
        found.append(_pieces(game))
    if game.growth:
        found.append(_growth(game))
    return tuple(found)


def _standing(game: rules.Game, state: rules.State, cell: int) -> str:
    """The piece on a cell, with those under it in brackets, and the one that counts."""
    if not state.states[cell] or not state.pieces[cell]:
        return "–"
    *under, top = game.stack(state, cell)
    below = f" ({', '.join(reversed(under))})" if under else ""
    named = dict(state.counting).get(cell)
    return f"{top}{below}" + (f" = {named}" if named else "")


def _events(game: rules.Game, state: rules.State) -> Table | None:
    """What the events on the board do, where they are shown in full; else how many there are (S45)."""
    if game.rules.events_shown != rules.FULL:
        return None
    told = dict.fromkeys(name for k, _ in state.events if (name := game.told_of(state, k)))
    rows = tuple((name, what) for name in told for what in _effects(game, name))
    return Table(N_("Events"), (N_("event"), N_("what it does")), rows) if rows else None


def _effects(game: rules.Game, name: str) -> list[Message]:
    from ...words.language import effect_sentence
    from ...words.sandwich import PHRASES

    event = game.events[name]
    every = [effect for one in (event, *(game.events[drawn] for drawn in event.draws)) for effect in one.effects]
    return [effect_sentence(effect, PHRASES) for effect in every]


def _growth(game: rules.Game) -> Table:
    """The rules of feeding, the first that fits deciding (S46)."""
    rows = []
    for k, rule in enumerate(game.growth, 1):
        fed = rule.fed or rule.fed_attribute or (RANK[rule.fed_rank] if rule.fed_rank else "–")
        changes = [f"{'+' if how == 'add' else '×'} {' / '.join(map(decimal_text, by))}" for how, by in (("add", rule.add), ("times", rule.times)) if by]
        rows.append((str(k), fed, rule.eats or "–", ", ".join(changes) or "–", "–" if rule.skill is None else rule.skill or N_("none")))
    return Table(N_("Growth: the first rule that fits"), (N_("rule"), N_("fed"), N_("fed to"), N_("change by state"), N_("new skill")), tuple(rows))


def _pieces(game: rules.Game) -> Table:
    players = range(1, game.players + 1)
    both = apart(game)
    columns: tuple[Message | str, ...] = (N_("piece"), *(N_("state {player}", player=player) for player in players), N_("attribute"), N_("skill"), N_("rank"))
    rows: list[tuple[Message | str, ...]] = []
    for piece in game.pieces.values():
        values = [f"{decimal_text(a)} / {decimal_text(d)}" if both else decimal_text(a) for a, d in _values(piece, game)]
        rows.append((piece.name, *values, piece.attribute or "–", piece.skill or "–", RANK[piece.rank]))
    return Table(N_("Pieces: attack / defence") if both else N_("Pieces"), columns, tuple(rows))


def _values(piece: rules.Piece, game: rules.Game) -> list[tuple[Value, Value]]:
    """Attack and defence in each state, growth included."""
    return [(piece.value("attack", player), piece.value("defence", player)) for player in range(1, game.players + 1)]


RANK = {"normal": N_("normal"), "rare": N_("rare"), "super rare": N_("super rare"), "ultra rare": N_("ultra rare")}
