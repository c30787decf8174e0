"""What the effect language's deeds do in a sandwich battle, and what a deed sets off: damage, marks, what lasts, the board written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..interpreter import Acted, Change, Firing, Part, Source
from ..language import Effect, Value, bounded
from ..options import round_half_up
from ..trace import Step
from .events import Dealt, Turned
from .options import AVAILABLE, DISABLED, USED
from .position import Declared, Lasting, Registered
from .profiles import ABSORPTION
from .vocabulary import DECLARED, HIT, ONCE, PLACED, TURNED
from .world import _CITES, _PARAMETERS, Spot, World

MARKED = {"curse": "cursed", "seal": "sealed", "lock": "locked"}


class Deeds(World):
    """The world in which effects act: every deed replaces `state`."""

    # --- damage

    def _deal(self, kind: str, why: str, name: str, player: int, base: Value, parts: tuple[Part, ...], amount: Value, cells: tuple[str, ...]) -> Step:
        """Damage of one kind to one player: received, rounded, taken."""
        received, answers = self._received(kind, player, amount)
        whole = round_half_up(received)
        parts += answers
        if whole != received:
            parts += (Part("rounded", "", received, 0, whole),)
        before = self.state.hp[player - 1]
        after = self._capped(player, before - whole)
        self._set_hp(player, after)
        self._count(kind, whole)
        if whole > 0:
            self.hits.append((kind, player, whole, None))
        return Step(Dealt(kind, why, name, player, base, parts, whole, before, after, cells), self.state)

    def _count(self, kind: str, amount: int) -> None:
        self.dealt[kind] = self.dealt.get(kind, 0) + amount

    def _capped(self, player: int, hp: int) -> int:
        """HP after a change; a profile may have it that they never rise above the maximum."""
        if self.profile.capped and hp > self.state.hp[player - 1]:
            return max(self.state.hp[player - 1], min(hp, self.game.maximum[player - 1]))
        return hp

    def _set_hp(self, player: int, hp: int) -> None:
        self.state = self.state._replace(hp=(*self.state.hp[: player - 1], hp, *self.state.hp[player:]))

    # --- what is set off

    def _hit_firings(self, cause: Source | None) -> list[Firing]:
        """The traps of everybody who was hit, in the order of the board; `damage` is then what arrived."""
        hits, self.hits = self.hits, []
        found = []
        for kind, player, amount, by in hits:
            if amount <= 0 or kind not in self.profile.answers:
                continue
            occasion = self._next_occasion()
            self.arrivals[occasion] = amount
            for k, owner in enumerate(self.state.states):
                if owner == player and k != self.cell:
                    found += [one for when in (HIT, f"{HIT} {kind}") for one in self._of_piece(k, when, "skill", by or cause, occasion)]
        return found

    def _next_occasion(self) -> int:
        self.occasions += 1
        return self.occasions

    def _declared(self, uses: Iterable[Declared], player: int) -> Iterator[Firing]:
        for use in uses:
            line = next((one for one in self.state.skills if one.skill == use.skill and one.player == player and one.status == AVAILABLE), None)
            if line:
                source = Source(use.skill, line.piece, self._where(line.piece), player)
                for effect in self.game.skills[use.skill].effects:
                    if effect.when == DECLARED:
                        yield Firing(effect, source, "skill", _CITES[DECLARED])

    def _of_piece(self, cell: int, when: str, kind: str, cause: Source | None = None, occasion: int = 0) -> Iterator[Firing]:
        """The effects of the piece on a cell with that trigger."""
        if cell >= 0 and self.state.pieces[cell]:
            yield from self._of_skill(self.state.pieces[cell], self.state.states[cell], when, kind, cause, occasion)

    def _of_skill(self, piece: str, player: int, when: str, kind: str, cause: Source | None = None, occasion: int = 0) -> Iterator[Firing]:
        skill = self.game.skills.get(self.game.pieces[piece].skill) if piece in self.game.pieces else None
        if skill:
            source = Source(skill.name, piece, self._where(piece), player)
            yield from (Firing(effect, source, kind, None, cause, None, occasion) for effect in skill.effects if effect.when == when)

    def _fallen(self, cell: int, cause: Source | None = None) -> list[Firing]:
        """What a piece sets off that is about to be turned over: only where its skill is available to its owner, who it is for."""
        firings = [*self._of_piece(cell, TURNED, "skill", cause, self._next_occasion())]
        line = self._line(firings[0].source) if firings else None
        if not line or line.status != AVAILABLE:
            return []
        self.allowed.add((firings[0].source, firings[0].occasion))
        return firings

    def put_off(self, effect: Effect, source: Source) -> Change:
        self._last(Lasting("later", source.bearer, source, due=effect.after, effect=effect))
        return Change("", source.bearer, "later", None, effect.after)

    def do(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | Sequence[Change] | None:
        return _DEEDS[effect.do](self, effect, source, target, amount, parts)

    def set_off(self, acted: Acted) -> list[Firing]:
        """Uses the skill up; then the answers to damage, and the effects of pieces that were turned over."""
        source, when = acted.source, acted.effect.when
        if when == PLACED and source.bearer == self.piece:
            self.skill_acted = True
        if acted.later:
            self.waiting.append(Firing(acted.effect, source, acted.later, acted.cite, acted.cause, ()))
        if when in ONCE or when.startswith(HIT):
            self._use_up(source)
        fallen, self.fallen = self.fallen, []
        return [*self._hit_firings(source), *fallen]

    def _use_up(self, source: Source) -> None:
        """An occasion uses a skill up once, however many of its effects act."""
        line, token = self._line(source), (source, self.occasion)
        first = token not in self.used
        self.allowed.add(token)
        self.used.add(token)
        if line and first and line.left:
            used = line._replace(left=line.left - 1)
            if not used.left:
                used = used._replace(status=USED, why="used", where=source.place)
            self.state = self.state._replace(skills=tuple(used if one is line else one for one in self.state.skills))

    # --- deeds

    def _last(self, lasting: Lasting) -> None:
        """Keep something that lasts; changes of one number by one skill for as long are kept as one."""
        for k, one in enumerate(self.state.lasting):
            alike = (one.deed, one.target, one.source.name, one.source.owner, one.how, one.left, one.kind)
            if lasting.deed in _PARAMETERS and alike == (
                lasting.deed, lasting.target, lasting.source.name, lasting.source.owner, lasting.how, lasting.left, lasting.kind
            ):  # fmt: skip
                value = bounded(one.value + lasting.value if one.how == "add" else one.value * lasting.value)
                self.state = self.state._replace(lasting=(*self.state.lasting[:k], one._replace(value=value), *self.state.lasting[k + 1 :]))
                return
        self.state = self.state._replace(lasting=(*self.state.lasting, lasting))

    def _exchange(self, old: Lasting, new: Lasting | None) -> None:
        kept = list(self.state.lasting)
        k = next(k for k, one in enumerate(kept) if one is old or one == old)
        kept[k : k + 1] = [new] if new else []
        self.state = self.state._replace(lasting=tuple(kept))

    def _set_event(self, cell: int, name: str) -> None:
        events = dict(self.state.events)
        events.pop(cell, None)
        if name:
            events[cell] = name
        self.state = self.state._replace(events=tuple(sorted(events.items())))

    def _do_hp(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        before = self.state.hp[target.player - 1]
        after = self._capped(target.player, before + round_half_up(amount or 0))
        self._set_hp(target.player, after)
        return Change("", str(target.player), "hp", before, after, round_half_up(amount or 0), parts)

    def _do_damage(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | Sequence[Change]:
        step = self._deal(effect.kind, source.name, source.bearer, target.player, 0, parts, amount or 0, ())
        event: Dealt = step.event
        self.hits = [(*hit[:3], source) for hit in self.hits]
        dealt = Change("", str(target.player), effect.kind, event.before, event.after, event.amount, event.parts)
        if effect.kind != ABSORPTION or event.amount <= 0:
            return dealt
        owner, before = source.owner, self.state.hp[source.owner - 1]
        self._set_hp(owner, self._capped(owner, before + event.amount))
        return dealt, Change("", str(owner), "hp", before, self.state.hp[owner - 1], event.amount)

    def _do_parameter(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if not target.piece or amount is None or effect.amount is None:
            return None
        how = "times" if effect.amount.how == "times" else "add"
        self._last(Lasting(effect.do, target.piece, source, how, amount, left=effect.turns))
        return Change(self.name(target.cell) if target.cell >= 0 else "", target.piece, effect.do, how, amount, amount, parts)

    def _do_receive(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        self._last(Lasting("receive", str(target.player), source, "times", amount or 0, effect.kind, self._rounds(effect, source)))
        return Change("", str(target.player), "receive", effect.kind, amount, amount, parts)

    def _rounds(self, effect: Effect, source: Source) -> int:
        """Starts of the owner's turns until it is over. What is put up on somebody else's turn, too late for it, is there for the next."""
        late = effect.do != "receive" and source.owner != self.state.turn
        return effect.turns + (1 if effect.turns and late else 0)

    def _do_convert(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        before = self.state.states[target.cell] if target.cell >= 0 else 0
        if not before or before == source.owner:
            return None
        self.fallen += self._fallen(target.cell, source)
        for _ in self._turn(target.cell, source.owner):
            pass
        return Change(self.name(target.cell), target.piece, "state", before, source.owner)

    def _do_move(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        wanted = self._use(source).to if effect.what == "chosen" else effect.what
        cell = self.game.topology.cell(wanted)
        if cell is None or target.cell < 0 or self.state.states[cell] or self.barred(cell):
            return None
        owner = self.state.states[target.cell]
        self._lift(target.cell)
        states, pieces = list(self.state.states), list(self.state.pieces)
        states[cell], pieces[cell] = owner, target.piece
        self.state = self.state._replace(states=tuple(states), pieces=tuple(pieces))
        if target.cell == self.cell:
            self.cell = cell
        return Change(self.name(cell), target.piece, "moved", self.name(target.cell), self.name(cell))

    def _lift(self, cell: int) -> None:
        """Take the top piece off a cell; the one under it is then the top one, in the same state."""
        under, counting = dict(self.state.under), dict(self.state.counting)
        below = under.pop(cell, ())
        states, pieces = list(self.state.states), list(self.state.pieces)
        if counting.get(cell) == pieces[cell]:
            del counting[cell]
        pieces[cell] = below[-1] if below else ""
        if below[:-1]:
            under[cell] = below[:-1]
        if not below:
            states[cell] = 0
            counting.pop(cell, None)
        self.state = self.state._replace(
            states=tuple(states), pieces=tuple(pieces), under=tuple(sorted(under.items())), counting=tuple(sorted(counting.items()))
        )

    def barred(self, cell: int) -> bool:
        return any(one.deed == "bar" and one.target == self.name(cell) for one in self.state.lasting)

    def _do_remove(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target.cell < 0 or target.cell == self.cell:  # the piece that is being placed stays for its own move
            return None
        before = self.state.states[target.cell]
        self._lift(target.cell)
        self._disable(target.piece)
        return Change(self.name(target.cell), target.piece, "removed", before, 0)

    def _disable(self, piece: str) -> None:
        """The skills of a piece that is no longer on the board."""
        if piece:
            mine = [line.piece == piece and line.status == AVAILABLE for line in self.state.skills]
            lines = tuple(line._replace(status=DISABLED, why="gone", where="") if own else line for line, own in zip(self.state.skills, mine, strict=True))
            self.state = self.state._replace(skills=lines)

    def _do_replace(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target.cell < 0 or self.game.where(self.state, effect.what) is not None:
            return None  # each piece is in one place only
        pieces = (*self.state.pieces[: target.cell], effect.what, *self.state.pieces[target.cell + 1 :])
        hands = tuple(tuple(piece for piece in hand if piece != effect.what) for hand in self.state.hands)
        self.state = self.state._replace(pieces=pieces, hands=hands)
        self._disable(target.piece)
        if target.cell == self.cell:
            self.piece = effect.what
        if skill := self.game.pieces[effect.what].skill:
            line = Registered(skill, self.state.states[target.cell], effect.what, AVAILABLE, self.game.skills[skill].limit)
            self.state = self.state._replace(skills=(*self.state.skills, line))
        return Change(self.name(target.cell), effect.what, "piece", target.piece, effect.what)

    def _do_event(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        before = dict(self.state.events).get(target.cell, "")
        if target.cell < 0 or before == effect.what:
            return None
        self._set_event(target.cell, effect.what)
        if effect.turns:
            self._last(Lasting("event", self.name(target.cell), source, kind=before, left=self._rounds(effect, source)))
        return Change(self.name(target.cell), self.name(target.cell), "event", before, effect.what)

    def _do_bar(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target.cell < 0 or self.barred(target.cell):
            return None
        self._last(Lasting("bar", self.name(target.cell), source, left=self._rounds(effect, source)))
        return Change(self.name(target.cell), self.name(target.cell), "bar", False, True)

    def _do_mark(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        """A curse, a seal or a lock on a piece."""
        if not target.piece or (effect.do == "lock" and target.cell >= 0):
            return None
        before = sum(1 for one in self.state.lasting if one.deed == effect.do and one.target == target.piece)
        if before and effect.do != "curse":
            return None
        self._last(Lasting(effect.do, target.piece, source, "add", amount or 0, left=self._rounds(effect, source)))
        return Change(self.name(target.cell) if target.cell >= 0 else "", target.piece, MARKED[effect.do], before, before + 1, amount, parts)

    def _turn(self, cell: int, player: int) -> Iterator[Turned]:
        """A cell takes a player's state, with all that stands on it: an event a piece, the top one first (S08)."""
        before, stack = self.state.states[cell], self.game.stack(self.state, cell)
        self.state = self.state._replace(states=(*self.state.states[:cell], player, *self.state.states[cell + 1 :]))
        for piece in reversed(stack):
            lost, back = self._exchange_skills(piece, before, player, self.name(cell))
            yield Turned(self.name(cell), piece, before, player, lost, back)

    def _exchange_skills(self, piece: str, before: int, player: int, where: str) -> tuple[str, str]:
        """The skill that a turned piece loses, and the one that comes back (S42, S43)."""
        state = self.state
        lost = next((line for line in state.skills if line.piece == piece and line.player == before and line.status == AVAILABLE), None) if piece else None
        back = next((line for line in state.skills if line.piece == piece and line.player == player and line.status == DISABLED), None) if piece else None
        if self.game.rules.turned_back == DISABLED:
            back = None
        skills = list(state.skills)
        if lost:
            skills[_at(skills, lost)] = lost._replace(status=DISABLED, why="turned", where=where)
        if back:
            skills[_at(skills, back)] = back._replace(status=AVAILABLE, why="back", where=where)
        self.state = state._replace(skills=tuple(skills), turned=state.turned | {piece} if piece else state.turned)
        return lost.skill if lost else "", back.skill if back else ""


def _at(lines: Sequence[Registered], line: Registered) -> int:
    return next(k for k, one in enumerate(lines) if one is line)


_DEEDS: dict[str, Callable[..., Change | Sequence[Change] | None]] = {
    "hp": Deeds._do_hp,
    "damage": Deeds._do_damage,
    **dict.fromkeys(_PARAMETERS, Deeds._do_parameter),
    "receive": Deeds._do_receive,
    "convert": Deeds._do_convert,
    "move": Deeds._do_move,
    "remove": Deeds._do_remove,
    "replace": Deeds._do_replace,
    "event": Deeds._do_event,
    "bar": Deeds._do_bar,
    **dict.fromkeys(("curse", "seal", "lock"), Deeds._do_mark),
}
