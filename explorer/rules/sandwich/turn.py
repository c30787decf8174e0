"""One move, phase by phase in the order of the profile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..interpreter import Acted, Firing, Part, Source, run
from ..language import Effect, bounded
from ..options import round_half_up
from ..trace import Step
from .damage import worked_out
from .deeds import Deeds
from .events import Counted, Damaged, Drawn, Fixed, Judged, Passed, Placed, SkillRegistered, Spent
from .options import AVAILABLE, BOTH, FARTHEST, NAMED, NEAREST, OWNER, PLACER
from .position import Declared, Place, Registered, Run, State
from .profiles import CURSE, KINDS, NORMAL, POWER
from .vocabulary import CHECKED, COMBO, ENTERED, HAND, LEADER, PLACED, SKILLS, START, TURN
from .world import _CITES, _PARAMETERS

if TYPE_CHECKING:
    from .game import Game


JUDGED = ("hp", *KINDS)
"""Changes after which somebody may have lost."""
BEGIN = ("draw", "start_hp", "due")
"""Phases at the start of a turn: they run as soon as the turn comes, before its player chooses a move."""
_PLACING = ("place", "register", "axes", "convert", "event", "board", "fire", "combo", "skill", "damage", "normal")


class Turn(Deeds):
    """A move being played: every phase yields its steps, and `state` is then what it has come to."""

    # --- moves

    def place(self, move: Place) -> Iterator[Step]:
        """The steps of a placement."""
        self.cell, self.piece, self.uses, self.counts = move.cell, move.piece, move.uses, move.counts
        yield from self._phases(phase for phase in self.game.phases if phase not in BEGIN)

    def passed(self) -> Iterator[Step]:
        """The steps of a pass: whatever of the turn needs no placement."""
        yield Step(Passed(self.player), self.state)
        yield from self._phases(phase for phase in self.game.phases if phase not in BEGIN and phase not in _PLACING)

    def declare(self, use: Declared) -> Iterator[Step]:
        """The steps of a skill that is declared by itself (S41); the turn stays where it is, unless its player is out now."""
        line = self.game.line(self.state, use.skill)
        self.player, self.phase, self.uses = line.player, "skill", (use,)
        yield from self._spend(line.player, "skill", self.game.rules.skill_cost)
        yield from self._run([*self._declared([use], line.player)])
        if self.state.over:
            return
        yield from self._judged()
        yield from self._end()
        if self.state.over:
            return
        if ended := self.game.ended(self.state):  # it may have left nobody anything to place
            self.state = ended.state
            yield ended
        elif self.state.turn in self.game.losers(self.state):
            yield from self._go_on()

    def _phases(self, phases: Iterable[str]) -> Iterator[Step]:
        for phase in phases:
            self.phase = phase
            yield from _PHASES[phase](self)
            if self.state.over:
                return

    # --- the start of a turn

    def _go_on(self) -> Iterator[Step]:
        """The turn goes to the next player in play; what is due then comes at once."""
        step = self.game.change_turn(self.state)
        self.state = step.state
        yield step
        self.player, self.cell, self.piece, self.uses, self.runs, self.dealt = self.state.turn, -1, "", (), [], {}
        hp = self.state.hp
        yield from self._phases(phase for phase in self.game.phases if phase in BEGIN)
        if self.state.over:
            return
        if self.state.hp != hp:
            yield from self._judged()
            yield from self._end()
        if self.state.over:
            return
        if self.player in self.game.losers(self.state):
            yield from self._go_on()
        elif (self.game.skills or self.game.events) and (ended := self.game.ended(self.state)):
            self.state = ended.state
            yield ended

    def _draw(self) -> Iterator[Step]:
        """The next piece comes into the hand where one has left it."""
        size, brought = self.game.rules.hand, self.state.hands[self.player - 1]
        if size and len(brought) >= size and self.state.drew and brought[size - 1] != self.state.drew[self.player - 1]:
            drew = tuple(brought[size - 1] if player == self.player else one for player, one in enumerate(self.state.drew, 1))
            self.state = self.state._replace(drew=drew)
            yield Step(Drawn(brought[size - 1], self.player), self.state)

    def _start_hp(self) -> Iterator[Step]:
        self.state = self.state._replace(start_hp=self.state.hp)
        yield Step(Fixed(self.state.hp), self.state)

    def _due(self) -> Iterator[Step]:
        """What guarded and ends now, effects that were put off, curses, and what acts at the start of every own turn."""
        if "start_hp" not in self.profile.phases:
            self.state = self.state._replace(start_hp=self.state.hp)
        yield from self._count_down(parameters=False)
        for lasting in self.state.lasting:
            if lasting.due and lasting.source.owner == self.player and lasting in self.state.lasting:
                left = lasting._replace(due=lasting.due - 1)
                self._exchange(lasting, left if left.due else None)
                if not left.due and lasting.effect:
                    yield from self._run([Firing(lasting.effect._replace(after=0), lasting.source, "due", None, None, (), self._next_occasion())])
        for player, piece in [*self._holders()]:
            if player == self.player:
                yield from self._curses(piece)
        yield from self._each_turn()

    def _holders(self) -> Iterator[tuple[int, str]]:
        """Every piece in somebody's hands or state."""
        yield from ((player, piece) for player in self._players() for piece in self.game.hand(self.state, player))
        yield from ((owner, piece) for owner, piece in zip(self.state.states, self.state.pieces, strict=True) if owner)

    def _curses(self, piece: str) -> Iterator[Step]:
        curses = [one for one in self.state.lasting if one.deed == "curse" and one.target == piece]
        if not curses:
            return
        parts, amount = [], Fraction(0)
        for one in curses:
            parts.append(Part(one.source.name, "add", amount, one.value, bounded(amount + one.value)))
            amount += one.value
        yield self._deal(CURSE, CURSE, piece, self.player, 0, tuple(parts), amount, (self._where(piece),) if self._where(piece) else ())
        yield from self._answers(None)

    def _place(self) -> Iterator[Step]:
        state, game = self.state, self.game
        states, pieces = list(state.states), list(state.pieces)
        on, under, counting = pieces[self.cell], dict(state.under), dict(state.counting)
        if on:
            under[self.cell] = (*under.get(self.cell, ()), on)
        if self.counts:
            counting[self.cell] = self.counts
        elif game.rules.stacking != NAMED:
            counting.pop(self.cell, None)
        states[self.cell], pieces[self.cell] = self.player, self.piece
        hands, last = state.hands, state.last
        if self.piece:
            hands = tuple(tuple(piece for piece in hand if piece != self.piece) for hand in hands)
            last = tuple(self.piece if player == self.player else one for player, one in enumerate(last or ("",) * game.players, 1))
        self.state = state._replace(
            states=tuple(states),
            pieces=tuple(pieces),
            hands=hands,
            placed=state.placed + 1,
            last=last,
            under=tuple(sorted(under.items())),
            counting=tuple(sorted(counting.items())),
        )
        yield Step(Placed(self.piece, self.name(self.cell), self.player, on, self.counts), self.state)
        yield from self._spend(self.player, "place", game.rules.place_cost)
        for _ in self.uses:
            yield from self._spend(self.player, "skill", game.rules.skill_cost)

    def _spend(self, player: int, why: str, cost: int) -> Iterator[Step]:
        """Action points that acting costs (S38)."""
        if self.game.rules.action_points and cost:
            before = self.state.points[player - 1]
            self._set_points(player, before - cost)
            yield Step(Spent(player, why, before, before - cost), self.state)

    def _set_points(self, player: int, points: int) -> None:
        self.state = self.state._replace(points=(*self.state.points[: player - 1], points, *self.state.points[player:]))

    def _points_back(self) -> Iterator[Step]:
        """At the end of an own turn some come back, up to those of the start."""
        rules = self.game.rules
        if rules.action_points and rules.points_back:
            before = self.state.points[self.player - 1]
            after = max(before, min(rules.action_points, before + rules.points_back))
            if after != before:
                self._set_points(self.player, after)
                yield Step(Spent(self.player, "back", before, after), self.state)

    def _register(self) -> Iterator[Step]:
        name = self.game.pieces[self.piece].skill if self.piece else ""
        if name:
            line = Registered(name, self.player, self.piece, AVAILABLE, self.game.skills[name].limit)
            self.state = self.state._replace(skills=(*self.state.skills, line))
            yield Step(SkillRegistered(name, self.piece, self.player, (self.name(self.cell),)), self.state)

    def _axes(self) -> Iterator[Step]:
        self.runs = self.game.runs(self.state.states, self.cell, self.player)
        if self.explain:
            for event in self.game.detection(self.state, self.cell, self.runs):
                yield Step(event, self.state)

    def _event(self) -> Iterator[Step]:
        """The event of the cell that was placed on; of one that draws, the event drawn."""
        cell = self.cell
        event = self.game.events.get(dict(self.state.events).get(cell, ""))
        if not event:
            return
        name, effects = event.name, event.effects
        if event.draws:
            drawn = self._dice("draw", name).choice(event.draws)
            name, effects = f"{name}: {drawn}", self.game.events[drawn].effects
        source = Source(name, self.piece, self.name(cell), self.player)
        yield from self._run([Firing(effect, source, "event", _CITES[ENTERED]) for effect in effects if effect.when == ENTERED])
        if event.once and (source, 0) in self.done and dict(self.state.events).get(cell) == event.name:
            self._set_event(cell, "")

    def _board(self) -> Iterator[Step]:
        """Skills declared with the move, or set off by it, that change the board."""
        yield from self._run([firing for firing in self._own_firings() if SKILLS.deed(firing.effect.do).phase == "board"])

    def _skill(self) -> Iterator[Step]:
        """The other skills: those declared, the placed piece's, the combos, those in the hand and of the leader."""
        yield from self._run([firing for firing in self._own_firings() if SKILLS.deed(firing.effect.do).phase != "board"])
        if not self.state.over:
            yield from self._combo()

    def _fire(self) -> Iterator[Step]:
        """Does the placed piece's skill act?"""
        yield from self._run(self._own_firings())

    def _combo(self) -> Iterator[Step]:
        """Which combos act: of each anchor in turn."""
        anchors = dict.fromkeys(k for run in self.runs for k in run.anchors if self.state.states[k] == self.player)
        yield from self._run([firing for k in anchors for firing in self._of_piece(k, COMBO, "combo")])

    def _own_firings(self) -> list[Firing]:
        """What the move itself sets off, in order; found once, so that a skill of several effects acts as one."""
        if self.own is None:
            self.own = self._set_off_by_the_move()
        return self.own

    def _set_off_by_the_move(self) -> list[Firing]:
        hand = self.game.hand(self.state, self.player)
        waiting = [firing for piece in hand for firing in self._of_skill(piece, self.player, HAND, "skill")]
        leader = self.game.leaders[self.player - 1] if self.game.leaders else ""
        led = list(self._of_skill(leader, self.player, LEADER, "skill")) if leader else []
        own = self._of_skill(self.piece, self.player, PLACED, "skill" if self.profile.damage != POWER else "fire")
        return [*self._declared(self.uses, self.player), *own, *waiting, *led]

    def _standing_runs(self) -> list[Run]:
        """The runs as they still are: an effect may have moved, removed or turned what was found."""
        states = self.state.states
        if not self.game.skills and not self.game.events:
            return self.runs
        if self.cell < 0 or states[self.cell] != self.player:
            return []
        standing = (one for one in self.runs if all(states[k] == self.player for k in one.anchors))
        held = [(one, tuple(k for k in one.cells if states[k] not in (0, self.player))) for one in standing]
        return [one._replace(cells=cells) for one, cells in held if cells]

    def _damage(self) -> Iterator[Step]:
        """A sum for every sandwiched piece of every run (Fig. 6, 14, 15); then the answers."""
        if not self.game.rules.vitality:
            return
        runs = self._standing_runs()
        for found in runs:
            for cell in found.cells:
                for payer in self._payers(self.state.states[cell]):
                    event = self._sum(found, cell, runs, payer)
                    self._set_hp(payer, event.after)
                    self._count(NORMAL, event.amount)
                    self.hits.append((NORMAL, payer, event.amount, None))
                    yield Step(event, self.state)
        self.hits = _together(self.hits)
        yield from self._answers(None)

    def _normal(self) -> Iterator[Step]:
        """The 6x6 game's one attack: attack times its multipliers, rounded; times the rate a turned piece beyond the first, rounded."""
        if not self.game.rules.vitality or not self.runs or self.state.states[self.cell] != self.player:
            return
        turned = len({k for found in self.runs for k in found.cells})
        term = self.term(self.cell, "attack", ())
        parts = [Part(why, how, term.after(k), by, term.after(k + 1)) for k, (why, how, by) in enumerate(term.changes)]
        buffed = round_half_up(term.value)
        if buffed != term.value:
            parts.append(Part("rounded", "", term.value, 0, buffed))
        rate = self.profile.rate ** (turned - 1)
        value = bounded(buffed * rate)
        if turned > 1:
            parts.append(Part("turned", str(turned - 1), buffed, self.profile.rate, value))
        owner = self._opponents(self.player)[0]
        yield self._deal(NORMAL, "attack", self.piece, owner, term.printed, tuple(parts), value, (self.name(self.cell),))
        yield from self._answers(None)

    def _kind(self) -> Iterator[Step]:
        """Damage of the phase's kind that was set off before, and each turn."""
        waiting, self.waiting = self.waiting, []
        now = [firing for firing in waiting if firing.effect.kind == self.phase]
        self.waiting = [firing for firing in waiting if firing.effect.kind != self.phase]
        yield from self._run([firing._replace(kind=self.phase) for firing in now])
        if not self.state.over:
            yield from self._each_turn()

    def _each_turn(self) -> Iterator[Step]:
        """Effects of each own turn that act in this phase, in the order of the board; then those of the cells."""
        firings = []
        for k, owner in enumerate(self.state.states):
            if owner == self.player and k != self.cell:
                firings += [one for one in self._of_piece(k, TURN, self.phase) if self._turn_phase(one.effect) == self.phase]
        for k, name in self.state.events:
            source = Source(name, self.state.pieces[k], self.name(k), self.player)
            firings += [
                Firing(one, source, "event", None) for one in self.game.events[name].effects if one.when == TURN and self._turn_phase(one) == self.phase
            ]
        yield from self._run(firings)

    def _turn_phase(self, effect: Effect) -> str:
        return effect.phase or (effect.kind if effect.do == "damage" and effect.kind in self.profile.phases else "due")

    def _convert(self) -> Iterator[Step]:
        """Every sandwiched piece, or a part of them, takes the placer's state; its skill is disabled, or comes back (S42, S43)."""
        fallen = []
        for cell in dict.fromkeys(k for found in self._standing_runs() for k in self._converted(found)):
            fallen += self._fallen(cell) if self.game.skills else []
            for event in self._turn(cell, self.player):
                yield Step(event, self.state)
        yield from self._run(fallen)

    def _converted(self, found: Run) -> tuple[int, ...]:
        """The cells of a run that are converted (claim 1)."""
        converts = self.game.rules.converts
        return found.cells[:1] if converts == NEAREST else found.cells[-1:] if converts == FARTHEST else found.cells

    def _judge(self) -> Iterator[Step]:
        yield from self._points_back()
        if self.game.skills or self.game.events:
            firings = [
                firing for k, owner in enumerate(self.state.states) if owner for firing in self._of_piece(k, CHECKED, "skill", None, self._next_occasion())
            ]
            for k, name in self.state.events:
                source = Source(name, self.state.pieces[k], self.name(k), self.player)
                firings += [Firing(one, source, "event") for one in self.game.events[name].effects if one.when == CHECKED]
            yield from self._run(firings, silent=False)
        if not self.state.over:
            yield from self._judged()

    def _judged(self) -> Iterator[Step]:
        spent = self.game.spent(self.state)
        if self.game.rules.vitality or spent:
            yield Step(Judged(self.state.hp, self.game.losers(self.state), spent), self.state)

    def _counters(self) -> Iterator[Step]:
        """Changes of parameters last one turn less."""
        yield from self._count_down(parameters=True)

    def _count_down(self, *, parameters: bool) -> Iterator[Step]:
        """What lasts for some turns of this player has one less; of a player who is out, the next one in play counts."""
        left = []
        for lasting in self.state.lasting:
            if lasting.left and (lasting.deed in _PARAMETERS) == parameters and self.game.counted_by(self.state, lasting.source.owner) == self.player:
                less = lasting._replace(left=lasting.left - 1)
                self._exchange(lasting, less if less.left else None)
                if lasting.deed == "event" and not less.left:
                    self._set_event(self.game.topology.names.index(lasting.target), lasting.kind)
                left.append((lasting.deed, lasting.target, less.left))
        if left and (not parameters or any(turns for _, _, turns in left)):
            yield Step(Counted(tuple(left)), self.state)

    def _change_turn(self) -> Iterator[Step]:
        ended = self.game.ended(self.state)
        if ended:
            self.state = ended.state
            yield ended
        else:
            yield from self._go_on()

    def _end(self) -> Iterator[Step]:
        """The end of the game, where a loss ends it here."""
        if len(self.game.losers(self.state)) >= self.game.players - 1 and (step := self.game.ended(self.state)):
            self.state = step.state
            yield step

    # --- damage

    def _payers(self, owner: int) -> tuple[int, ...]:
        """Whose HP the damage of a piece costs (claim 2)."""
        return {OWNER: (owner,), PLACER: (self.player,), BOTH: (owner, self.player)}[self.game.rules.pays]

    def _sum(self, found: Run, cell: int, runs: Sequence[Run], payer: int) -> Damaged:
        """The damage of one sandwiched piece, worked out exactly and rounded once."""
        state = self.state
        one = worked_out(self, found, cell, runs)
        received, answers = self._received(NORMAL, payer, one.amount)
        whole = round_half_up(received)
        rates = one.rates + tuple((part.what, part.by) for part in answers)
        before, owner = state.hp[payer - 1], state.states[cell]
        placed, *anchors = one.attacking
        about = (one.sandwiched.cell, one.sandwiched.piece, owner, placed, tuple(anchors), one.sandwiched, one.difference, rates)
        return Damaged(*about, whole, before, before - whole, one.extra, payer)

    def _answers(self, cause: Source | None) -> Iterator[Step]:
        """What damage that has arrived sets off."""
        yield from self._run(self._hit_firings(cause))

    def _run(self, firings: Iterable[Firing], *, silent: bool = True) -> Iterator[Step]:
        """Effects, each with what it sets off. Where the profile judges after each, a loss ends the game there (S33)."""
        for step in run(firings, self, silent=silent):
            if self.explain or not isinstance(step.event, Acted) or step.event.changes:
                yield step
            if self.profile.judges_each and isinstance(step.event, Acted) and any(change.what in JUDGED for change in step.event.changes):
                if self.game.losers(self.state):
                    yield from self._judged()
                    yield from self._end()
                if self.state.over:
                    return


def _together(hits: Sequence[tuple[str, int, int, Source | None]]) -> list[tuple[str, int, int, Source | None]]:
    """Hits of one kind on one player as one."""
    sums: dict[tuple[str, int], int] = {}
    for kind, player, amount, _ in hits:
        sums[kind, player] = sums.get((kind, player), 0) + amount
    return [(kind, player, amount, None) for (kind, player), amount in sums.items()]


def begin(game: Game) -> State:
    """The start after every event that acts when the game begins; over at once where nobody can ever place."""
    turn = Turn(game, game.start)
    for k, name in game.start.events:
        source = Source(name, "", turn.name(k), game.start.turn)
        for _ in run([Firing(effect, source, "event") for effect in game.events[name].effects if effect.when == START], turn):
            pass
    stuck = None if game.legal(turn.state) else game.ended(turn.state)
    return stuck.state if stuck else turn.state


_PHASES: dict[str, Callable[[Turn], Iterator[Step]]] = {
    "draw": Turn._draw,
    "start_hp": Turn._start_hp,
    "due": Turn._due,
    "place": Turn._place,
    "register": Turn._register,
    "event": Turn._event,
    "board": Turn._board,
    "axes": Turn._axes,
    "skill": Turn._skill,
    "damage": Turn._damage,
    "convert": Turn._convert,
    "fire": Turn._fire,
    "combo": Turn._combo,
    "normal": Turn._normal,
    **dict.fromkeys(("special", "lightning", "absorption", "poison"), Turn._kind),
    "judge": Turn._judge,
    "counters": Turn._counters,
    "change_turn": Turn._change_turn,
}
