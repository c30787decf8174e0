"""What the effect language's words come to in a sandwich battle: numbers, relations, gates, deeds, and what a deed sets off.

`World` holds the state as it now is, and what the move has come to so far; `turn` plays a move phase by phase with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..interpreter import Acted, Change, Check, Firing, Part, Source
from ..language import EVER, Effect, Value, bounded
from ..options import round_half_up
from ..trace import Step
from .events import Dealt, Turned
from .position import AVAILABLE, DISABLED, SOURCE, USED, Declared, Lasting, Registered, Run, State, Term
from .profiles import ABSORPTION
from .vocabulary import COMBO, DECLARED, ENTERED, HIT, ONCE, PLACED, TURN, TURNED

if TYPE_CHECKING:
    from .game import Game

# Gates: what the rules themselves demand of an effect; `words` says them.
UNTOUCHED, OWN_STATE, PLACED_SKILL, UNSEALED, RIGHT_PLAYER = "untouched", "own_state", "placed_skill", "unsealed", "right_player"
_PARAMETERS = {"attack": ("attack",), "defence": ("defence",), "parameter": ("attack", "defence")}
_CITES = {DECLARED: f"{SOURCE} S111, Fig. 10", ENTERED: f"{SOURCE} S108"}


MARKED = {"curse": "cursed", "seal": "sealed", "lock": "locked"}


class Spot(NamedTuple):
    """What an effect can be done to: a player, a piece (on cell ``cell``, -1 in a hand), or a bare cell."""

    player: int = 0
    piece: str = ""
    cell: int = -1


class World:
    """The interpreter's world: ``state`` is replaced as effects act on it.

    ``uses`` are the skills declared with the move; ``arrivals`` the damage that each occasion answers; ``allowed``: the sources whose
    skill was available when the occasion came, though it may be used up or disabled by now; ``dealt`` is the damage so far, by kind.
    """

    def __init__(self, game: Game, state: State, explain: bool = True) -> None:
        self.game, self.state, self.explain = game, state, explain
        self.profile = game.rules.order
        self.player = state.turn
        self.cell, self.piece = -1, ""
        self.uses: tuple[Declared, ...] = ()
        self.done: set[tuple[Source, int]] = set()
        self.occasion = self.occasions = self.draws = 0
        self.arrivals: dict[int, int] = {}
        self.allowed: set[tuple[Source, int]] = set()
        self.used: set[tuple[Source, int]] = set()
        self.fallen: list[Firing] = []
        self.own: list[Firing] | None = None
        self.runs: list[Run] = []
        self.phase = ""
        self.dealt: dict[str, int] = {}
        self.waiting: list[Firing] = []
        self.skill_acted = False
        self.hits: list[tuple[str, int, int, Source | None]] = []

    def _where(self, piece: str) -> str:
        return self.game.topology.names[self.state.pieces.index(piece)] if piece and piece in self.state.pieces else ""

    def _term(self, cell: int, which: str, attribute: tuple[tuple[str, str, Value], ...]) -> Term:
        """A piece's number in force: printed, then lasting changes, then those for the turn, first additions, then factors; then attributes."""
        state, name = self.state, self.state.pieces[cell]
        piece = self.game.pieces[name]
        printed = (piece.attack if which == "attack" else piece.defence)[state.states[cell] - 1]
        mine = [one for one in state.lasting if one.target == name and name and which in _PARAMETERS.get(one.deed, ())]
        changes = [
            (one.source.name, how, one.value)
            for for_good in (True, False)
            for how in ("add", "times")
            for one in mine
            if (one.left == EVER) == for_good and one.how == how
        ]
        return Term(self.name(cell), name, printed, (*changes, *attribute))

    def _attribute(self, cell: int, others: Sequence[str]) -> tuple[tuple[str, str, Value], ...]:
        """The factor of a piece whose attribute beats one of the others."""
        mine, rules = self.game.pieces[self.state.pieces[cell]].attribute, self.game.rules
        beats = any(other and other in rules.beats.get(mine, ()) for other in others)
        return ((mine, "times", rules.attribute_rate),) if beats else ()

    def _received(self, kind: str, player: int, amount: Value) -> tuple[Value, tuple[Part, ...]]:
        """What the receiver's answers make of damage that arrives (L14)."""
        parts = []
        for one in self.state.lasting:
            if one.deed == "receive" and one.target == str(player) and one.kind == kind:
                after = bounded(amount * one.value)
                parts.append(Part(one.source.name, "receive", amount, one.value, after))
                amount = after
        return amount, tuple(parts)

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

    # --- the world of the effect language

    def gates(self, effect: Effect, source: Source) -> Iterator[Check]:
        """What the rules demand: for an event the right player, for a skill that it is available and its piece unsealed, and what belongs to the trigger."""
        event = self.game.events.get(source.name.partition(": ")[0])
        if event:
            if only := event.only:
                yield Check(source.owner == only, RIGHT_PLAYER, found=source.owner, whole=only)
            return
        yield from self._trigger_gates(effect.when, source)
        if any(one.deed == "seal" and one.target == source.bearer for one in self.state.lasting):
            yield Check(False, UNSEALED, found=source.bearer)

    def _trigger_gates(self, when: str, source: Source) -> Iterator[Check]:
        piece = source.bearer
        if when in ONCE or when.startswith(HIT):
            line = self._line(source)
            status = line.status if line else DISABLED
            yield Check(status == AVAILABLE or (source, self.occasion) in self.allowed, AVAILABLE, found=status)
        if when == COMBO or when.startswith(HIT):
            yield Check(piece not in self.state.turned, UNTOUCHED, found=piece)
        if when == COMBO:
            yield Check(self.skill_acted, PLACED_SKILL, found=self.piece)
        if when == TURN:
            yield Check(self._line(source) is not None, OWN_STATE, found=source.owner)

    def _line(self, source: Source) -> Registered | None:
        """The line of the skill table of a skill's piece and player."""
        return next((one for one in self.state.skills if one.skill == source.name and one.piece == source.bearer and one.player == source.owner), None)

    def number(self, word: str, name: str, source: Source, target: Any = None) -> Value | str:
        """A number of the vocabulary, seen from the source's player."""
        find = _NUMBERS.get(word)
        if find:
            return find(self, source)
        if word in ("own pieces", "enemy pieces", "all pieces"):
            return self._pieces(word.split()[0], name, source)
        if word in ("own hand", "enemy hand"):
            players = [source.owner] if word == "own hand" else self._opponents(source.owner)
            return sum(1 for player in players for piece in self.game.hand(self.state, player) if not name or self.game.pieces[piece].attribute == name)
        if word == "damage":
            return self.arrivals.get(self.occasion, sum(self.dealt.values()))
        if word in ("last move", "at"):
            opponent = self._opponents(source.owner)[0]
            return (self.state.last or ("",) * self.game.players)[opponent - 1] if word == "last move" else source.place
        return self.dealt.get(word, 0)

    def _pieces(self, whose: str, attribute: str, source: Source) -> int:
        wanted: Callable[[int], bool] = {"own": lambda owner: owner == source.owner, "enemy": lambda owner: owner != source.owner, "all": bool}[whose]
        return sum(
            1
            for owner, piece in zip(self.state.states, self.state.pieces, strict=True)
            if owner and wanted(owner) and (not attribute or (piece and self.game.pieces[piece].attribute == attribute))
        )

    def whole(self, word: str, source: Source) -> Value:
        player = self._opponents(source.owner)[0] if word.startswith("enemy") else source.owner
        return self.game.maximum[player - 1] if self.game.maximum else 0

    def _players(self) -> range:
        return range(1, self.game.players + 1)

    def _opponents(self, player: int) -> list[int]:
        """The other players, in turn order from the next."""
        return [(player - 1 + k) % self.game.players + 1 for k in range(1, self.game.players)]

    def name(self, cell: int) -> str:
        return self.game.topology.names[cell]

    def targets(self, effect: Effect, source: Source) -> list[Spot]:
        """Whom a relation leads to, players in turn order, pieces and cells in the order of the board."""
        return _RELATIONS[effect.to](self, source)

    def _standing(self, cells: Iterable[int]) -> list[Spot]:
        return [Spot(piece=self.state.pieces[k], cell=k) for k in cells if k >= 0 and self.state.states[k]]

    def _held(self, players: Iterable[int]) -> list[Spot]:
        return [Spot(piece=piece) for player in players for piece in self.game.hand(self.state, player)]

    def _bearer(self, source: Source) -> int:
        return self.game.topology.names.index(source.place) if source.place else -1

    def _around(self, source: Source) -> list[int]:
        cell = self._bearer(source)
        return sorted(self.game.topology.beside[cell]) if cell >= 0 else []

    def _on_axes(self, source: Source) -> list[int]:
        cell = self._bearer(source)
        return sorted({k for ray in self.game.topology.rays[cell] for k in ray.cells}) if cell >= 0 else []

    def _use(self, source: Source) -> Declared:
        """How a skill was declared, if it was."""
        return next((use for use in self.uses if use.skill == source.name), Declared(source.name))

    def _chosen_piece(self, source: Source) -> list[Spot]:
        on = self._use(source).on
        if not on:
            return self._standing([self.cell]) if self.cell >= 0 else self._standing([self._bearer(source)])
        if on in self.state.pieces:
            return self._standing([self.state.pieces.index(on)])
        cell = self.game.topology.cell(on)
        return self._standing([cell]) if cell is not None else [Spot(piece=on)]

    def _chosen_cell(self, source: Source) -> list[Spot]:
        use = self._use(source)
        cell = self.game.topology.cell(use.to or use.on)
        return [Spot(cell=cell if cell is not None else self._bearer(source))]

    def _itself(self, source: Source) -> list[Spot]:
        """The bearer, wherever it now is; of a plain piece, the one on its cell."""
        if not source.bearer:
            return self._standing([self._bearer(source)])
        place = self._where(source.bearer)
        return self._standing([self.game.topology.names.index(place)]) if place else [Spot(piece=source.bearer)]

    def _cells(self, cells: Iterable[int]) -> list[Spot]:
        return [Spot(cell=k) for k in cells if k >= 0]

    def trait(self, target: Spot, word: str, source: Source) -> Value | str | None:
        if not word:
            return "there"
        if word == "name":
            return target.piece or (self.name(target.cell) if target.cell >= 0 else "")
        piece = self.game.pieces.get(target.piece)
        if piece is None:
            return None
        holders = (player for player in self._players() if target.piece in self.state.hands[player - 1])
        owner = self.state.states[target.cell] if target.cell >= 0 else next(holders, source.owner)
        found: dict[str, Value | str] = {
            "attribute": piece.attribute,
            "rank": piece.rank.replace(" ", "-"),
            "side": "own" if owner == source.owner else "enemy",
            "parameter": piece.attack[owner - 1],
            "curses": sum(1 for one in self.state.lasting if one.deed == "curse" and one.target == target.piece),
        }
        return found[word]

    def called(self, target: Spot) -> tuple[str, str]:
        return (self.name(target.cell) if target.cell >= 0 else str(target.player or "")), target.piece

    def _dice(self, *what: str) -> random.Random:
        return random.Random(f"{self.game.seed or 0}:{self.state.placed}:{':'.join(what)}")

    def dice(self, effect: Effect, source: Source) -> random.Random:
        self.draws += 1
        return self._dice(source.name, source.bearer, source.place, effect.do, effect.to, str(self.draws))

    def later(self, effect: Effect) -> str:
        """Damage of a kind that has a phase of its own waits for it."""
        phases = self.profile.phases
        if (
            effect.do == "damage"
            and self.phase != "due"
            and effect.kind in phases
            and self.phase in phases
            and phases.index(effect.kind) > phases.index(self.phase)
        ):
            return effect.kind
        return ""

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
            used = line._replace(left=line.left - 1, status=USED if line.left == 1 else line.status)
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
        self._turn(target.cell, source.owner)
        return Change(self.name(target.cell), target.piece, "state", before, source.owner)

    def _do_move(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        wanted = self._use(source).to if effect.what == "chosen" else effect.what
        cell = self.game.topology.cell(wanted)
        if cell is None or target.cell < 0 or self.state.states[cell] or self.barred(cell):
            return None
        states, pieces = list(self.state.states), list(self.state.pieces)
        states[cell], pieces[cell] = states[target.cell], pieces[target.cell]
        states[target.cell], pieces[target.cell] = 0, ""
        self.state = self.state._replace(states=tuple(states), pieces=tuple(pieces))
        if target.cell == self.cell:
            self.cell = cell
        return Change(self.name(cell), target.piece, "moved", self.name(target.cell), self.name(cell))

    def barred(self, cell: int) -> bool:
        return any(one.deed == "bar" and one.target == self.name(cell) for one in self.state.lasting)

    def _do_remove(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target.cell < 0 or target.cell == self.cell:  # the piece that is being placed stays for its own move
            return None
        before = self.state.states[target.cell]
        states, pieces = list(self.state.states), list(self.state.pieces)
        states[target.cell], pieces[target.cell] = 0, ""
        self.state = self.state._replace(states=tuple(states), pieces=tuple(pieces))
        self._disable(target.piece)
        return Change(self.name(target.cell), target.piece, "removed", before, 0)

    def _disable(self, piece: str) -> None:
        """The skills of a piece that is no longer on the board."""
        if piece:
            lines = tuple(line._replace(status=DISABLED) if line.piece == piece and line.status == AVAILABLE else line for line in self.state.skills)
            self.state = self.state._replace(skills=lines)

    def _do_replace(self, effect: Effect, source: Source, target: Spot, amount: Value | None, parts: tuple[Part, ...]) -> Change | None:
        if target.cell < 0 or effect.what in self.state.pieces:
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

    def _turn(self, cell: int, player: int) -> Turned:
        state, piece = self.state, self.state.pieces[cell]
        before = state.states[cell]
        lost = next((line for line in state.skills if line.piece == piece and line.player == before and line.status == AVAILABLE), None) if piece else None
        back = next((line for line in state.skills if line.piece == piece and line.player == player and line.status == DISABLED), None) if piece else None
        if self.game.rules.turned_back == DISABLED:
            back = None
        skills = tuple(line._replace(status=DISABLED) if line is lost else line._replace(status=AVAILABLE) if line is back else line for line in state.skills)
        turned = state.turned | {piece} if piece else state.turned
        self.state = state._replace(states=(*state.states[:cell], player, *state.states[cell + 1 :]), skills=skills, turned=turned)
        return Turned(self.name(cell), piece, before, player, lost.skill if lost else "", back.skill if back else "")


_NUMBERS: dict[str, Callable[[World, Source], Value]] = {
    "turned": lambda world, _: len({k for one in world.runs for k in one.cells}),
    "runs": lambda world, _: len(world.runs),
    "axes": lambda world, _: len({one.axis for one in world.runs}),
    "placements": lambda world, _: world.state.placed,
    "own hp": lambda world, source: world.state.hp[source.owner - 1] if world.state.hp else 0,
    "enemy hp": lambda world, source: world.state.hp[world._opponents(source.owner)[0] - 1] if world.state.hp else 0,
    "own hp at start": lambda world, source: world.state.start_hp[source.owner - 1] if world.state.start_hp else 0,
    "enemy hp at start": lambda world, source: world.state.start_hp[world._opponents(source.owner)[0] - 1] if world.state.start_hp else 0,
    "own missing hp": lambda world, source: max(0, world.whole("own", source) - (world.state.hp[source.owner - 1] if world.state.hp else 0)),
    "enemy missing hp": lambda world, source: max(
        0, world.whole("enemy", source) - (world.state.hp[world._opponents(source.owner)[0] - 1] if world.state.hp else 0)
    ),
    "own maximum": lambda world, source: world.whole("own", source),
    "enemy maximum": lambda world, source: world.whole("enemy", source),
    "attack": lambda world, _: world._term(world.cell, "attack", ()).value if world.cell >= 0 and world.state.states[world.cell] else 0,
}
_RELATIONS: dict[str, Callable[[World, Source], list[Spot]]] = {
    "owner": lambda world, source: [Spot(player=source.owner)] if world.state.hp else [],
    "opponent": lambda world, source: [Spot(player=player) for player in world._opponents(source.owner)] if world.state.hp else [],
    "everybody": lambda world, source: [Spot(player=player) for player in world._players()] if world.state.hp else [],
    "self": World._itself,
    "placed": lambda world, _: world._standing([world.cell]),
    "anchors": lambda world, _: world._standing(dict.fromkeys(one.anchor for one in world.runs)),
    "sandwiched": lambda world, _: world._standing(dict.fromkeys(k for one in world.runs for k in one.cells)),
    "chosen": World._chosen_piece,
    "beside": lambda world, source: world._standing(world._around(source)),
    "axes": lambda world, source: world._standing(world._on_axes(source)),
    "own": lambda world, source: world._standing(k for k, owner in enumerate(world.state.states) if owner == source.owner),
    "enemy": lambda world, source: world._standing(k for k, owner in enumerate(world.state.states) if owner not in (0, source.owner)),
    "all": lambda world, _: world._standing(range(len(world.state.states))),
    "own hand": lambda world, source: world._held([source.owner]),
    "enemy hand": lambda world, source: world._held(world._opponents(source.owner)),
    "here": lambda world, source: world._cells([world._bearer(source)]),
    "chosen cell": World._chosen_cell,
    "around": lambda world, source: world._cells(world._around(source)),
    "empty cells": lambda world, _: world._cells(k for k, owner in enumerate(world.state.states) if not owner),
    "cells": lambda world, _: world._cells(range(len(world.state.states))),
}
_DEEDS: dict[str, Callable[..., Change | Sequence[Change] | None]] = {
    "hp": World._do_hp,
    "damage": World._do_damage,
    **dict.fromkeys(_PARAMETERS, World._do_parameter),
    "receive": World._do_receive,
    "convert": World._do_convert,
    "move": World._do_move,
    "remove": World._do_remove,
    "replace": World._do_replace,
    "event": World._do_event,
    "bar": World._do_bar,
    **dict.fromkeys(("curse", "seal", "lock"), World._do_mark),
}
