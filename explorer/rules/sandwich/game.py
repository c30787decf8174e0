"""The game: what is legal, and what each move does, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..interpreter import Acted, Source, verdicts
from ..options import decimal_text, plain
from ..topology import Topology
from ..trace import Frame, IllegalMove, NotationError, Result, Step, nearest
from .deeds import Deeds
from .events import AxesDrawn, Damaged, Dealt, Ended, Placed, SameStateFound, Sandwiched, Started, TurnChanged
from .growth import GrowthRule
from .options import AVAILABLE, DISABLED, FULL, HIDDEN, LOSES, NONE, RUN, USED, Rules
from .position import PASS, CellEvent, Declared, Lasting, Move, Pass, Piece, Place, Registered, Run, Skill, State, Use
from .profiles import CURSE, KINDS
from .refusing import NO_SUCH_CELL, NO_SUCH_PIECE, NOT_A_MOVE, SKILL_UNAVAILABLE, refuse
from .relations import sandwiched
from .turn import Turn


@dataclass(frozen=True)
class Game:
    """A board, its pieces, skills and events, and the rules in force. Positions are `State`s; nothing here changes.

    ``maximum``: the most HP of each player, for shares; ``leaders``: each player's leader, where there are any. ``paths``: from a placed
    cell to an opposing piece and on to an own one, where the relation goes by them; ``growth``: the rules of feeding; ``shown_cells``: those
    whose events are shown, None for all.
    """

    rules: Rules
    topology: Topology
    pieces: Mapping[str, Piece]
    skills: Mapping[str, Skill]
    players: int
    start: State
    chosen: tuple[tuple[str, ...], ...] = ()
    seed: int | None = None
    holes: frozenset[tuple[int, int]] = frozenset()
    events: Mapping[str, CellEvent] = field(default_factory=dict)
    maximum: tuple[int, ...] = ()
    leaders: tuple[str, ...] = ()
    paths: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    growth: tuple[GrowthRule, ...] = ()
    shown_cells: frozenset[int] | None = None

    @property
    def named(self) -> bool:
        """Whether pieces have names (else they are plain and without number)."""
        return self.rules.pieces == "named"

    def opening(self) -> Step:
        return Step(Started(self.start.turn, self.chosen, self.seed), self.start)

    # --- notation

    def parse(self, text: str, state: State) -> Move:
        """A move from its notation: ``A a2``, ``E b2 use α1 on E``, ``use α1 on E to d4``, ``d3`` (plain pieces), ``pass``.

        Raises NotationError where the text is no move, IllegalMove where it is not allowed in ``state``.
        """
        words = text.split()
        move: Move
        if words == ["pass"]:
            move = PASS
        elif words[:1] == ["use"] and self.named:
            uses = self._parse_uses(words, text)
            if len(uses) != 1:
                raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form())
            move = Use(uses[0])
        else:
            move = self._parse_place(words, text)
        refuse(self, state, move)
        return move

    def _parse_place(self, words: list[str], text: str) -> Place:
        head = 2 if self.named else 1
        if len(words) < head or (len(words) > head and not self.named):
            raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form())
        cell = self._cell(words[head - 1])
        piece = words[0] if self.named else ""
        counts = ""
        if words[head : head + 1] == ["counts"] and len(words) > head + 1:
            counts, words = words[head + 1], [*words[:head], *words[head + 2 :]]
        if self.named and piece not in self.pieces:
            known = list(self.pieces)
            raise NotationError(NO_SUCH_PIECE, {"piece": piece}, allowed=", ".join(known), nearest=nearest(piece, known))
        return Place(piece, cell, self._parse_uses(words[head:], text), counts)

    def _cell(self, name: str) -> int:
        cell = self.topology.cell(name)
        if cell is None:
            raise NotationError(NO_SUCH_CELL, {"cell": name}, allowed=self._cells_allowed(), nearest=nearest(name, self.topology.names))
        return cell

    def _parse_uses(self, words: list[str], text: str) -> tuple[Declared, ...]:
        """``use SKILL [on PIECE or CELL] [to CELL]``, any number of them."""
        uses: list[Declared] = []
        while words:
            if words[0] != "use" or len(words) < 2:
                raise NotationError(NOT_A_MOVE, {"move": text}, allowed=self._form())
            use, words = Declared(words[1]), words[2:]
            if words[:1] == ["on"] and len(words) > 1:
                use, words = use._replace(on=words[1]), words[2:]
            if words[:1] == ["to"] and len(words) > 1:
                self._cell(words[1])
                use, words = use._replace(to=words[1]), words[2:]
            uses.append(use)
        return tuple(uses)

    def _form(self) -> str:
        return "PIECE CELL [counts PIECE] [use SKILL [on PIECE or CELL] [to CELL]], use SKILL … or pass" if self.named else "CELL or pass"

    def _cells_allowed(self) -> str:
        return f"{self.topology.names[0]} … {self.topology.names[-1]}" if self.topology.names else ""

    def write(self, move: Move) -> str:
        """The notation of a move."""
        if isinstance(move, Pass):
            return "pass"
        if isinstance(move, Use):
            return _written(move.use)
        uses = map(_written, move.uses)
        counts = ["counts", move.counts] if move.counts else []
        return " ".join([*([move.piece] if move.piece else []), self.topology.names[move.cell], *counts, *uses])

    # --- what is allowed

    def legal(self, state: State) -> list[Move]:
        """Every placement allowed, piece by piece in the order of the hand; only a pass where there is none.

        Skills may be declared with any of them; they are not multiplied in here.
        """
        if state.over:
            return []
        cells = self.open_cells(state, state.turn) if self.affords(state, state.turn) else []
        hand = self.free(state, state.turn) if self.named else ("",)
        moves: list[Move] = [Place(piece, cell) for piece in hand for cell in cells]
        return moves or ([PASS] if self.goes_on(state) else [])

    def open_cells(self, state: State, player: int) -> list[int]:
        """The cells where ``player`` may place, whatever the piece (S50)."""
        barred = self.barred(state)
        if self.rules.placement == "any":
            return [k for k in self._room(state, player) if k not in barred]
        return [k for k in self._frontier(state, player) if k not in barred and self.closes(state.states, k, player)]

    def _room(self, state: State, player: int) -> list[int]:
        """The empty cells, and where pieces may be stacked one's own."""
        taken = (0, player) if self.rules.stacking != NONE else (0,)
        return [k for k, owner in enumerate(state.states) if owner in taken]

    def affords(self, state: State, player: int) -> bool:
        """Whether a player has the action points for a placement (S38)."""
        return not self.rules.action_points or state.points[player - 1] >= self.rules.place_cost

    def stack(self, state: State, cell: int) -> tuple[str, ...]:
        """The pieces on a cell, the top one last."""
        return (*dict(state.under).get(cell, ()), state.pieces[cell]) if state.under else (state.pieces[cell],)

    def counts(self, state: State, cell: int) -> str:
        """The piece that a cell counts with: the one its owner has named, else the top one (S08)."""
        return dict(state.counting).get(cell, state.pieces[cell]) if state.counting else state.pieces[cell]

    def where(self, state: State, piece: str) -> int | None:
        """The cell where a piece stands, under others too; None where it is not on the board."""
        if not piece:
            return None
        if piece in state.pieces:
            return state.pieces.index(piece)
        return next((cell for cell, pieces in state.under if piece in pieces), None)

    def barred(self, state: State) -> frozenset[int]:
        """The cells where nothing may be placed for now (S44)."""
        if not state.lasting:
            return frozenset()
        names = {one.target for one in state.lasting if one.deed == "bar"}
        return frozenset(k for k, name in enumerate(self.topology.names) if name in names)

    def hand(self, state: State, player: int) -> tuple[str, ...]:
        """The pieces in a player's hand: all that are left, or the first few of them."""
        hand = state.hands[player - 1] if self.named else ()
        return hand[: self.rules.hand] if self.rules.hand else hand

    def free(self, state: State, player: int) -> tuple[str, ...]:
        """Those in the hand that may be placed."""
        hand = self.hand(state, player)
        if not state.lasting:
            return hand
        locked = {one.target for one in state.lasting if one.deed == "lock"}
        return tuple(piece for piece in hand if piece not in locked)

    def line(self, state: State, skill: str) -> Registered:
        """The line of the skill table that a skill declared by itself uses: of the player to move first. Raises IllegalMove."""
        out = self.losers(state)
        lines = [one for one in state.skills if one.status == AVAILABLE and one.player not in out and self.declarable(one.skill)]
        mine = sorted((one for one in lines if one.skill == skill), key=lambda one: one.player != state.turn)
        if not mine:
            known = [one.skill for one in lines]
            raise IllegalMove(SKILL_UNAVAILABLE, {"skill": skill, "player": state.turn}, allowed=", ".join(known), nearest=nearest(skill, known))
        return mine[0]

    def wanted(self, skill: str) -> tuple[bool, bool]:
        """What a declared skill must be told: on which piece or cell it acts, and to which cell."""
        effects = [effect for effect in self.skills[skill].effects if effect.when == "used"]
        return any(effect.to == "chosen" for effect in effects), any(effect.to == "chosen cell" or effect.what == "chosen" for effect in effects)

    def declarable(self, skill: str) -> bool:
        return any(effect.when == "used" for effect in self.skills[skill].effects)

    def _frontier(self, state: State, player: int) -> list[int]:
        """The cells where something may be sandwiched: of runs the empty ones beside a piece of somebody else."""
        if self.rules.relation != RUN or self.rules.stacking != NONE:
            return self._room(state, player)
        states, beside = state.states, self.topology.beside
        return sorted({near for k, owner in enumerate(states) if owner and owner != player for near in beside[k] if not states[near]})

    def closes(self, states: Sequence[int], cell: int, player: int) -> bool:
        """Whether a piece of ``player`` on ``cell`` would sandwich anything: the first of `runs`, found faster."""
        if self.rules.relation != RUN:
            return bool(self.runs(states, cell, player))
        for ray in self.topology.runs[cell]:
            first = states[ray[0]]
            if first == 0 or first == player:  # the usual case, so no membership test
                continue
            for k in ray:
                owner = states[k]
                if owner == player:
                    return True
                if not owner:
                    break
        return False

    def can_place(self, state: State, player: int) -> bool:
        """Whether ``player`` has a piece and a cell for it."""
        if (self.named and not self.free(state, player)) or not self.affords(state, player):
            return False
        if state.lasting or self.rules.stacking != NONE:
            return bool(self.open_cells(state, player))
        if self.rules.placement == "any":
            return 0 in state.states
        return any(self.closes(state.states, k, player) for k in self._frontier(state, player))

    def _in_play(self, state: State) -> list[int]:
        """The players who have not lost, in turn order, the one whose turn it is last."""
        order = [(state.turn + k) % self.players + 1 for k in range(self.players)]
        out = self.losers(state)
        return [player for player in order if player not in out]

    def counted_by(self, state: State, owner: int) -> int:
        """Whose turns count down what ``owner`` has put up: the owner's, or of one who is out, those of the next in play."""
        order = [(owner - 1 + k) % self.players + 1 for k in range(self.players)]
        out = self.losers(state)
        return next((player for player in order if player not in out), owner)

    def goes_on(self, state: State) -> bool:
        """Whether somebody can place, or will be able to: while a bar or a lock runs out, everybody passes."""
        if any(self.can_place(state, player) for player in self._in_play(state)):
            return True
        blocked = any(one.left and one.deed in ("bar", "lock") for one in state.lasting)
        return blocked and 0 in state.states and (not self.named or any(state.hands[player - 1] for player in self._in_play(state)))

    # --- what happens

    def play(self, state: State, move: Move, *, explain: bool = True) -> Iterator[Step]:
        """The steps of a move that is allowed, in the order of the profile; by default that of Fig. 13 (S106-S115).

        Without ``explain`` the steps that change nothing (axes, same-state cells, the verdict of detection) are left out:
        counting many lines takes half the time.
        """
        turn = Turn(self, state, explain)
        match move:
            case Pass():
                yield from turn.passed()
            case Use():
                yield from turn.declare(move.use)
            case _:
                yield from turn.place(move)

    def runs(self, states: Sequence[int], cell: int, player: int) -> list[Run]:
        """Everything that a piece of ``player`` on ``cell`` sandwiches, axis by axis, under the relation in force (S10, S13-S16)."""
        return sandwiched(self, states, cell, player)

    def detection(self, state: State, cell: int, runs: Sequence[Run]) -> Iterator[AxesDrawn | SameStateFound | Sandwiched]:
        """Fig. 5 in its own three pictures."""
        names, rays = self.topology.names, self.topology.rays[cell]
        yield AxesDrawn(names[cell], tuple(ray.axis for ray in rays), tuple(tuple(names[k] for k in ray.cells) for ray in rays))
        same = [k for k, owner in enumerate(state.states) if owner == state.turn and k != cell]
        on_axis = {k for ray in rays for k in ray.cells}
        yield SameStateFound(state.turn, tuple(names[k] for k in same), tuple(names[k] for k in same if k not in on_axis))
        found = tuple(names[k] for run in runs for k in run.cells)
        yield Sandwiched(names[cell], found, tuple(names[k] for run in runs for k in run.anchors))

    # --- how it ends

    def losers(self, state: State) -> tuple[int, ...]:
        dead = tuple(player for player, hp in enumerate(state.hp, 1) if hp <= 0) if self.rules.vitality else ()
        return tuple(sorted({*dead, *self.spent(state)}))

    def spent(self, state: State) -> tuple[int, ...]:
        """The players who lose for want of action points (S38)."""
        if not self.rules.action_points or self.rules.exhausted != LOSES:
            return ()
        return tuple(player for player in range(1, self.players + 1) if not self.affords(state, player))

    def ended(self, state: State) -> Step | None:
        """The end of the game, where it ends here: a loser, the limit, a full board, nobody able to place."""
        losers = self.losers(state)
        standing = [player for player in range(1, self.players + 1) if player not in losers]
        if len(standing) < 2:
            why, scores = ("points", state.points) if self.spent(state) else ("hp", state.hp)
            return self._ended(state, standing[0] if standing else None, why, scores)
        if self.rules.turn_limit and state.placed >= self.rules.turn_limit:
            return self._compared(state, standing, "limit")
        if 0 not in state.states and self.rules.stacking == NONE:
            return self._compared(state, standing, "full")
        return None if self.goes_on(state) else self._compared(state, standing, "stuck")

    def _compared(self, state: State, standing: Sequence[int], why: str) -> Step:
        if self.rules.win == "hp" and self.rules.vitality:
            scores = state.hp
        else:
            count = Counter(state.states)
            scores = tuple(count[player] for player in range(1, self.players + 1))
        best = (min if self.rules.win == "fewest" else max)(scores[player - 1] for player in standing)
        first = [player for player in standing if scores[player - 1] == best]
        return self._ended(state, first[0] if len(first) == 1 else None, why, scores)

    def _ended(self, state: State, winner: int | None, why: str, scores: Sequence[int]) -> Step:
        return Step(Ended(winner, why, tuple(scores)), state._replace(over=True, winner=winner))

    def change_turn(self, state: State) -> Step:
        player = self._in_play(state)[0]
        return Step(TurnChanged(state.turn, player), state._replace(turn=player))

    def why(self, frames: Sequence[Frame], name: str) -> list[Acted]:
        """Why each effect of the piece on a cell, and of the cell's event, did or did not act in the move of the last frame.

        ``frames`` are those of the line up to the one in view. Each verdict holds every check with its numbers.
        """
        cell, move = self.topology.cell(name), [frame for frame in frames if frame.move == frames[-1].move]
        state: State = frames[-1].state
        world = Deeds(self, state)
        if cell is None:
            holder = next((player for player in range(1, self.players + 1) if name in state.hands[player - 1]), 0)
            skill = self.skills.get(self.pieces[name].skill) if holder else None
            acted = [frame.event for frame in move if isinstance(frame.event, Acted)]
            return verdicts(skill.effects, Source(skill.name, name, "", holder), acted, world) if skill else []
        placed = next((frame.event for frame in move if isinstance(frame.event, Placed)), None)
        detected = next((frame for frame in move if isinstance(frame.event, Sandwiched)), None)
        if placed:
            world.player, world.piece, world.cell = placed.player, placed.piece, self.topology.names.index(placed.cell)
        if placed and detected:
            world.runs = self.runs(detected.state.states, world.cell, placed.player)
        told = [frame.event for frame in move if isinstance(frame.event, Acted)]
        for kind, amount in (one for frame in move for one in _amounts(frame.event)):
            world.dealt[kind] = world.dealt.get(kind, 0) + amount
        world.skill_acted = any(one.fired and one.effect.when == "placed" and one.source.bearer == world.piece for one in told)
        found = []
        piece, event = state.pieces[cell], self.events.get(dict(state.events).get(cell, ""))
        if piece and (skill := self.skills.get(self.pieces[piece].skill)):
            found += verdicts(skill.effects, Source(skill.name, piece, name, state.states[cell]), told, world)
        names = {one.source.name for one in told if one.source.place == name} & set(self.events)
        for one in [*([event] if event else []), *(self.events[other] for other in sorted(names) if not event or other != event.name)]:
            found += verdicts(one.effects, Source(one.name, piece, name, world.player), told, world)
        return found

    # --- events on cells, as far as they are shown (S45)

    def told_of(self, state: State, cell: int) -> str:
        """What is shown of the event on a cell: its name, only what its effects are about, or nothing."""
        name = dict(state.events).get(cell, "")
        hidden = self.rules.events_shown == HIDDEN or (self.shown_cells is not None and cell not in self.shown_cells)
        if not name or hidden:
            return ""
        if self.rules.events_shown == FULL:
            return name
        one = self.events[name]
        return "/".join(dict.fromkeys(effect.do for of in (one, *(self.events[drawn] for drawn in one.draws)) for effect in of.effects))

    def reach(self, state: State, name: str) -> tuple[str, ...]:
        """The cells that the event of a cell would touch if a piece of the player to move came there now, as far as that is shown."""
        cell = self.topology.cell(name)
        if cell is None or not self.told_of(state, cell) or self.rules.event_reach == "none":
            return ()
        event, world = self.events[dict(state.events)[cell]], Deeds(self, state)
        source = Source(event.name, state.pieces[cell], name, state.turn)
        spots = [spot for effect in event.effects if effect.when == "entered" for spot in world.targets(effect, source)]
        return tuple(dict.fromkeys(self.topology.names[spot.cell] for spot in spots if spot.cell >= 0))

    # --- what is told

    def result(self, state: State) -> Result:
        return Result(state.over, state.winner)

    def view(self, state: State) -> dict[str, Any]:
        """The position as plain data, as the trace as JSON shows it."""
        cells = {
            name: {**({"piece": piece} if piece else {}), "state": owner}
            for name, piece, owner in zip(self.topology.names, state.pieces, state.states, strict=True)
            if owner
        }
        for k, pieces in state.under:
            cells[self.topology.names[k]]["under"] = list(pieces)
        for k, piece in state.counting:
            cells[self.topology.names[k]]["counts"] = piece
        view: dict[str, Any] = {"cells": cells}
        if self.rules.action_points:
            view["points"] = {str(player): points for player, points in enumerate(state.points, 1)}
        if self.rules.vitality:
            view["hp"] = {str(player): hp for player, hp in enumerate(state.hp, 1)}
        view["skills"] = _statuses(state)
        view["turn"] = state.turn
        if self.named:
            view["hands"] = {str(player): list(hand) for player, hand in enumerate(state.hands, 1)}
        if state.events:
            view["events"] = {self.topology.names[k]: name for k, name in state.events}
        if state.lasting:
            view["lasting"] = [_lasting(one) for one in state.lasting]
        if state.turned and self._remembers_turned:
            view["turned"] = sorted(state.turned)
        if state.over:
            view["winner"] = state.winner
        return view

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """The phases of a placement: without skills and events, only those in which something can happen."""
        bare = ("draw", "start_hp", "place", "axes", "damage", "normal", "convert", "judge", "change_turn")
        return tuple(phase for phase in self.rules.order.phases if self.skills or self.events or phase in bare)

    @cached_property
    def _remembers_turned(self) -> bool:
        """Whether any effect asks if its piece was ever turned over."""
        return any(effect.when == "combo" or effect.when.startswith("hit") for skill in self.skills.values() for effect in skill.effects)

    def answers(self, frames: Sequence[Frame]) -> dict[str, Any]:
        """``hp`` by player, ``states`` and ``skills`` of the position; ``anchors`` and ``sandwiched`` of the last move."""
        state: State = frames[-1].state
        found = next((frame.event for frame in reversed(frames) if isinstance(frame.event, Sandwiched) and frame.move == frames[-1].move), None)
        return {
            "hp": list(state.hp),
            "states": {name: owner for name, owner in zip(self.topology.names, state.states, strict=True) if owner},
            "skills": _statuses(state),
            "anchors": sorted(found.anchors) if found else [],
            "sandwiched": sorted(found.cells) if found else [],
            **dealt(frames),
        }


def _statuses(state: State) -> dict[str, str]:
    """The status of every skill by its name; of one that several pieces have, the best that is left."""
    order = (DISABLED, USED, AVAILABLE)
    return {line.skill: line.status for line in sorted(state.skills, key=lambda line: order.index(line.status))}


def _written(use: Declared) -> str:
    return " ".join(["use", use.skill, *(["on", use.on] if use.on else []), *(["to", use.to] if use.to else [])])


def _lasting(one: Lasting) -> dict[str, Any]:
    """Something that lasts, as plain data; what is not so is left out."""
    about = {"what": one.deed, "on": one.target, "by": one.source.name, "how": one.how}
    table = {**about, "value": plain(one.value), "kind": one.kind, "turns": one.left, "in": one.due}
    return {key: value for key, value in table.items() if value not in ("", 0)}


def dealt(frames: Sequence[Frame]) -> dict[str, Any]:
    """What a scenario may expect of damage: ``damage`` and ``total`` (all that the last move dealt), ``special`` of it, ``factors`` (of
    each change of a parameter), ``answers`` (damage dealt by traps), ``hp_changes`` (by effects and curses), ``fired`` and ``because``
    of the last combo."""
    acted = [frame.event for frame in frames if isinstance(frame.event, Acted)]
    amounts = [one for frame in frames if frame.move == frames[-1].move for one in _amounts(frame.event) if one[0] != CURSE]
    total = sum(amount for _, amount in amounts)
    combo = next((event for event in reversed(acted) if event.effect.when == "combo"), None)
    return {
        "damage": total,
        "total": total,
        "special": sum(amount for kind, amount in amounts if kind == "special"),
        "factors": [decimal_text(change.amount or 0) for event in acted for change in event.changes if change.before == "times" and change.what != "receive"],
        "answers": [amount for event in acted if event.effect.when.startswith("hit") for _, amount in _amounts(event)],
        "hp_changes": [change for frame in frames for change in _hp_changes(frame.event)],
        "fired": combo.fired if combo else None,
        "because": combo.because.gate if combo and combo.because else None,
    }


def _amounts(event: Any) -> list[tuple[str, int]]:
    """The damage that an event dealt, with its kind."""
    if isinstance(event, Damaged):
        return [("normal", event.amount)]
    if isinstance(event, Dealt):
        return [(event.kind, event.amount)]
    return [(change.what, int(change.amount or 0)) for change in event.changes if change.what in KINDS] if isinstance(event, Acted) else []


def _hp_changes(event: Any) -> list[int]:
    if isinstance(event, Dealt) and event.kind == CURSE:
        return [event.after - event.before]
    return [int(change.after - change.before) for change in event.changes if change.what == "hp"] if isinstance(event, Acted) else []


# Reasons why a move is refused: keys of the catalogue.
