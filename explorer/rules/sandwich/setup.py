"""Reading a scenario's rules and setup, with every fault in its place."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..language import Effect, misuses, names, read_effects
from ..options import exact, options_schema
from ..topology import HEXAGON, LARGEST, SQUARE, Line, Topology, cell_name, hexagons, outlined, rectangle
from ..trace import MOST_FAULTS, Fault, Faulty, nearest
from .damage import shape
from .game import Game
from .growth import GrowthRule, decides, grow
from .options import AVAILABLE, NONE, PATHS, RANKS, Rules
from .position import CellEvent, Piece, Registered, Skill, State
from .profiles import POWER
from .turn import begin
from .vocabulary import EVENTS, SKILLS, START

RULES = options_schema(Rules)
EXPECTS = ("hp", "states", "skills", "anchors", "sandwiched", "damage", "total", "special", "factors", "answers", "hp_changes", "fired", "because")
WHOLE = ("states",)
"""Those of them that must be told whole; of other tables only the names that are written count."""
_TOKEN = re.compile(r"^([^\W\d_]*)([1-9])$")


def read(setup: Mapping[str, Any], rules: Mapping[str, Any]) -> Game:
    """A game from the tables of a scenario that fits the schema. Raises Faulty with everything else that is wrong."""
    return _Reader(exact(dict(setup)), exact(dict(rules))).game()


class _Reader:
    """Reads one scenario, collecting faults as it goes."""

    def __init__(self, setup: dict[str, Any], options: dict[str, Any]) -> None:
        options = {key: tuple(value) if key in ("axes_rates", "arrangements") else value for key, value in options.items()}
        self.setup, self.options, self.rules = setup, options, Rules(**self.plainly(setup, options))
        self.faults: list[Fault] = []
        self.players = len(setup["hp"]) if "hp" in setup else self.rules.players
        self.fed: frozenset[str] = frozenset()

    def fault(self, place: str, found: str, allowed: str = "", near: str = "") -> None:
        self.faults.append(Fault(place, found, allowed, near))

    @staticmethod
    def plainly(setup: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """The options, with what a board of plain pieces says by itself: without names, and without HP where none is given."""
        bare = any(token.isdecimal() for token in (*setup.get("board", "").split(), *setup.get("on", {}).values()))
        if bare and not setup.get("pieces"):
            options = {"pieces": "unlimited", **options}
        if options.get("pieces") == "unlimited" and "hp" not in setup:
            options = {"vitality": False, **options}
        return options

    def agree(self, option: str, value: int, drawn: str) -> None:
        """An option that says something else than what is drawn is a fault, not silently passed over."""
        if self.options.get(option, value) != value:
            self.fault(f"rules.{option}", str(self.options[option]), f"{value}, as {drawn} has it, or no such option")

    def game(self) -> Game:
        if "hp" in self.setup:
            self.agree("players", self.players, "setup.hp")
        pieces = self.pieces()
        skills = {name: Skill(name, read_effects(one["effects"], SKILLS), one.get("limit", 1)) for name, one in self.setup.get("skills", {}).items()}
        events = {name: self.event(name, one) for name, one in self.setup.get("events", {}).items()}
        for name, piece in pieces.items():
            if piece.skill and piece.skill not in skills:
                self.fault(f"setup.pieces.{name}.skill", repr(piece.skill), ", ".join(skills) or "a skill of setup.skills", nearest(piece.skill, list(skills)))
        growth = self.growth(pieces, skills)
        pieces = self.grown(pieces, growth)
        topology, states, names, holes = self.outline(pieces) if "outline" in self.setup else self.board(pieces)
        under = self.under(topology, states, names, pieces)
        hands = self.hands(pieces, [*names, *(piece for _, below in under for piece in below)])
        hp = tuple(self.setup.get("hp", ()))
        if self.rules.vitality and not hp:
            self.fault("setup.hp", "nothing", "a list of HP, one a player, or rules.vitality = false")
        if self.rules.pieces == "unlimited":  # a plain piece has the parameter 0 for everybody
            pieces = {**pieces, "": Piece("", (0,) * self.players, (0,) * self.players)}
        turn, seed = self.turn()
        self.effects(pieces, skills, events, topology)
        cells = self.cells(topology, states, events, seed or self.setup.get("seed", 0))
        maximum, leaders = self.maximum(hp), self.leaders(pieces)
        turned = self.turned(names)
        if self.rules.order.damage == POWER and self.players != 2:
            self.fault("rules.profile", f"{self.rules.profile!r} with {self.players} players", "this profile with two players")
        chosen = tuple(tuple(two) for two in self.setup.get("chosen", ()))
        paths, shown = self.paths(topology), self.shown(topology, cells, seed or self.setup.get("seed", 0))
        self.arrangements(topology)
        if self.faults:
            raise Faulty(self.faults)
        table = tuple(
            Registered(pieces[name].skill, owner, name, AVAILABLE, skills[pieces[name].skill].limit)
            for owner in range(1, self.players + 1)
            for name, state in zip(names, states, strict=True)
            if state == owner and name and pieces[name].skill
        )
        points = (self.rules.action_points,) * self.players if self.rules.action_points else ()
        state = State(
            tuple(states),
            tuple(names),
            hp,
            hands,
            table,
            turn,
            turned=turned,
            events=cells,
            start_hp=hp,
            drew=self.drew(hands),
            under=under,
            points=points,
        )
        about = (maximum, leaders, paths, growth, shown)
        game = Game(self.rules, topology, pieces, skills, self.players, state, chosen, seed, holes, events, *about)
        return replace(game, start=begin(game)) if cells else game

    def drew(self, hands: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
        """The last piece that is in each player's hand at the start."""
        size = self.rules.hand
        return tuple(hand[size - 1] if len(hand) >= size else "" for hand in hands) if size else ()

    def event(self, name: str, one: Mapping[str, Any]) -> CellEvent:
        place = f"setup.events.{name}"
        if ("effects" in one) == ("draws" in one):
            self.fault(place, ", ".join(one) or "nothing", "either effects, or draws (names of events)")
        if one.get("only", 1) > self.players:
            self.fault(f"{place}.only", str(one["only"]), f"1 to {self.players}, a player")
        if name in self.setup.get("skills", {}):
            self.fault(place, f"{name!r}, a skill's name", "a name of its own")
        for k, draw in enumerate(one.get("draws", ())):
            known = [other for other, two in self.setup["events"].items() if "draws" not in two]
            if draw not in known:
                self.fault(f"{place}.draws[{k}]", repr(draw), ", ".join(known) or "an event with effects", nearest(draw, known))
        return CellEvent(name, read_effects(one.get("effects", ()), EVENTS), one.get("only", 0), one.get("once", False), tuple(one.get("draws", ())))

    def effects(self, pieces: Mapping[str, Piece], skills: Mapping[str, Skill], events: Mapping[str, CellEvent], topology: Topology) -> None:
        """Names in effects that nothing has."""
        attributes = sorted({piece.attribute for piece in pieces.values() if piece.attribute})
        cells = list(topology.names)
        known = {"piece": list(pieces), "event": list(events), "cell": ["chosen", *cells]}
        for group, bearers, vocabulary in (("skills", skills, SKILLS), ("events", events, EVENTS)):
            for name, bearer in bearers.items():
                for k, effect in enumerate(bearer.effects):  # type: ignore[attr-defined]
                    place = f"setup.{group}.{name}.effects[{k}]"
                    for key, word in names(effect):
                        among = known[vocabulary.deed(effect.do).what] if key == "what" else attributes
                        self.unknown(f"{place}.{key}", word, among)
                    self.texts(place, effect, pieces, attributes, cells)
                    self.phased(place, effect)
                    self.startable(place, effect)
                    for key, found, allowed in misuses(effect, vocabulary):
                        self.fault(f"{place}.{key}", found, allowed)

    def unknown(self, place: str, word: str, known: Sequence[str]) -> None:
        if word not in known:
            near = nearest(word, known) if len(self.faults) < MOST_FAULTS else ""  # more are not told, and looking takes time
            self.fault(place, repr(word), ", ".join(known)[:400] or "a name of this scenario", near)

    def startable(self, place: str, effect: Effect) -> None:
        """When the game begins no step tells anything: only the board may change."""
        board = [deed.name for deed in EVENTS.deeds if deed.phase == "board"]
        if effect.when == START and effect.do not in board:
            self.fault(f"{place}.do", f"{effect.do!r} when the game begins", ", ".join(board))

    def texts(self, place: str, effect: Effect, pieces: Mapping[str, Piece], attributes: Sequence[str], cells: Sequence[str]) -> None:
        """What conditions compare names with."""
        ranks = [rank.replace(" ", "-") for rank in RANKS]
        known = {"last move": list(pieces), "at": cells, "attribute": attributes, "rank": ranks, "side": ["own", "enemy"], "name": [*pieces, *cells]}
        for key, conditions in (("if", effect.conditions), ("only", effect.only)):
            for k, one in enumerate(conditions):
                if isinstance(one.right, str):
                    self.unknown(f"{place}.{key}[{k}]", one.right, known[one.left])

    def phased(self, place: str, effect: Effect) -> None:
        if effect.phase and effect.phase not in self.rules.order.phases:
            allowed = [phase for phase in SKILLS.phases if phase in self.rules.order.phases]
            self.fault(f"{place}.phase", repr(effect.phase), f"a phase of {self.rules.profile!r}: {', '.join(allowed)}", nearest(effect.phase, allowed))

    def cells(self, topology: Topology, states: Sequence[int], events: Mapping[str, CellEvent], seed: int) -> tuple[tuple[int, str], ...]:
        """Which cell has which event: those given, and those drawn."""
        found: dict[int, str] = {}
        for name, event in self.setup.get("cells", {}).items():
            cell = topology.cell(name)
            if cell is None:
                self.fault(f"setup.cells.{name}", f"cell {name!r}", f"{topology.names[0]} … {topology.names[-1]}", nearest(name, topology.names))
            else:
                found[cell] = event
            self.unknown(f"setup.cells.{name}", event, list(events))
        for event, number in self.setup.get("random_cells", {}).items():
            self.unknown(f"setup.random_cells.{event}", event, list(events))
            free = [k for k, owner in enumerate(states) if not owner and k not in found]
            if number > len(free):
                self.fault(f"setup.random_cells.{event}", str(number), f"at most {len(free)}, as many cells are empty and without an event")
            else:
                found |= dict.fromkeys(random.Random(f"{seed}:cells:{event}").sample(free, number), event)
        return tuple(sorted(found.items()))

    def maximum(self, hp: tuple[int, ...]) -> tuple[int, ...]:
        maximum = tuple(self.setup.get("maximum", hp))
        if len(maximum) != len(hp):
            self.fault("setup.maximum", f"{len(maximum)} values", f"{len(hp)}, one a player, as setup.hp has")
        return maximum

    def leaders(self, pieces: Mapping[str, Piece]) -> tuple[str, ...]:
        leaders = tuple(self.setup.get("leaders", ()))
        if leaders and len(leaders) != self.players:
            self.fault("setup.leaders", f"{len(leaders)} leaders", f"{self.players}, one a player")
        for k, name in enumerate(leaders):
            self.unknown(f"setup.leaders[{k}]", name, list(pieces))
        return leaders

    def turned(self, names: Sequence[str]) -> frozenset[str]:
        there = [name for name in names if name]
        for k, name in enumerate(self.setup.get("turned", ())):
            self.unknown(f"setup.turned[{k}]", name, there)
        return frozenset(self.setup.get("turned", ()))

    def pieces(self) -> dict[str, Piece]:
        found = {}
        for name, one in self.setup.get("pieces", {}).items():
            place = f"setup.pieces.{name}"
            if not name.isalpha() or name in ("use", "on", "to", "pass"):
                self.fault(place, f"the name {name!r}", "one or more letters, but no word of the notation (use, on, to, pass)")
            attack, defence = one.get("attack", one.get("parameters")), one.get("defence", one.get("parameters"))
            if attack is None or defence is None or ("parameters" in one and ("attack" in one or "defence" in one)):
                self.fault(place, ", ".join(one) or "nothing", "either parameters, or attack and defence")
                attack, defence = attack or defence or [], defence or attack or []
            for key in ("parameters", "attack", "defence"):
                if key in one and len(one[key]) != self.players:
                    self.fault(f"{place}.{key}", f"{len(one[key])} values", f"{self.players}, one a player")
            found[name] = Piece(name, tuple(attack), tuple(defence), one.get("attribute", ""), one.get("skill", ""), one.get("rank", RANKS[0]))
        return found

    def growth(self, pieces: Mapping[str, Piece], skills: Mapping[str, Skill]) -> tuple[GrowthRule, ...]:
        """The rules of feeding."""
        found = []
        attributes = sorted({piece.attribute for piece in pieces.values() if piece.attribute})
        for k, one in enumerate(self.setup.get("growth", ())):
            place = f"setup.growth[{k}]"
            for key, known in (("fed", list(pieces)), ("eats", list(pieces)), ("fed_attribute", attributes), ("skill", [*skills, ""])):
                if key in one:
                    self.unknown(f"{place}.{key}", one[key], known)
            for key in ("add", "times"):
                if key in one and len(one[key]) != self.players:
                    self.fault(f"{place}.{key}", f"{len(one[key])} values", f"{self.players}, one a state")
            if not {"add", "times", "skill"} & set(one):
                self.fault(place, "nothing that changes", "add, times or skill")
            names = (one.get("fed", ""), one.get("fed_attribute", ""), one.get("fed_rank", ""), one.get("eats", ""))
            found.append(GrowthRule(*names, tuple(one.get("add", ())), tuple(one.get("times", ())), one.get("skill")))
        return tuple(found)

    def grown(self, pieces: dict[str, Piece], rules: tuple[GrowthRule, ...]) -> dict[str, Piece]:
        """The pieces after what was fed to them; a piece that was fed is no longer there to be played."""
        if self.faults:
            return pieces
        fed: dict[str, str] = {}
        found = dict(pieces)
        for name, one in self.setup.get("pieces", {}).items():
            for k, food in enumerate(one.get("fed", ())):
                place = f"setup.pieces.{name}.fed[{k}]"
                if food not in pieces or food == name:
                    self.fault(place, repr(food), ", ".join(other for other in pieces if other != name), nearest(food, list(pieces)))
                elif food in fed:
                    self.fault(place, f"{food!r}, which was fed to {fed[food]}", "each piece once")
                elif decides(found[name], pieces[food], rules) is None:
                    self.fault(place, f"{food!r}, for which no rule of growth fits", "a piece that setup.growth speaks of")
                else:
                    found[name] = grow(found[name], pieces[food], rules)
                fed[food] = name
        placed = {*(name for hand in self.setup.get("hands", ()) for name in hand)}
        for food in fed:
            if food in placed:
                self.fault("setup.hands", f"{food!r}, which was fed to {fed[food]}", "a piece that is still there")
        self.fed = frozenset(fed)
        return {name: piece for name, piece in found.items() if name not in fed}

    def under(self, topology: Topology, states: Sequence[int], names: Sequence[str], pieces: Mapping[str, Piece]) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The pieces under others at the start."""
        found, seen = {}, {name for name in names if name}
        for name, below in self.setup.get("under", {}).items():
            cell = topology.cell(name)
            if cell is None or not states[cell]:
                self.fault(f"setup.under.{name}", repr(name), "a cell on which a piece stands")
                continue
            if self.rules.stacking == NONE:
                self.fault(f"setup.under.{name}", "pieces under another", "rules.stacking = 'last', 'sum' or 'named'")
            for k, piece in enumerate(below):
                self.unknown(f"setup.under.{name}[{k}]", piece, list(pieces))
                if piece in seen:
                    self.fault(f"setup.under.{name}[{k}]", f"{piece!r} a second time", "each piece once")
                seen.add(piece)
            found[cell] = tuple(below)
        return tuple(sorted(found.items()))

    def outline(self, pieces: Mapping[str, Piece]) -> tuple[Topology, list[int], list[str], frozenset[tuple[int, int]]]:
        """A board given as cells and lines."""
        outline = self.setup["outline"]
        centres = {name: (float(x), float(y)) for name, (x, y) in outline["cells"].items()}
        lines = []
        for k, one in enumerate(outline["lines"]):
            cells = one["cells"].split()
            for name in cells:
                if name not in centres:
                    self.fault(f"setup.outline.lines[{k}].cells", f"cell {name!r}", "a cell of setup.outline.cells", nearest(name, list(centres)))
            if len(set(cells)) < len(cells) or not cells:
                self.fault(f"setup.outline.lines[{k}].cells", "a cell twice" if cells else "no cell", "cells, each once")
            elif all(name in centres for name in cells):
                lines.append(Line(one["axis"], tuple(cells), one.get("closed", False)))
        for key in ("board", "chosen"):
            if key in self.setup:
                self.fault(f"setup.{key}", f"{key} beside an outline", "setup.on, which says what stands where")
        topology = outlined(centres, lines)
        states, names = [0] * len(topology.names), [""] * len(topology.names)
        seen: dict[str, str] = {}
        for name, token in self.setup.get("on", {}).items():
            cell = topology.cell(name)
            if cell is None:
                self.fault(f"setup.on.{name}", f"cell {name!r}", "a cell of setup.outline.cells", nearest(name, list(centres)))
            else:
                states[cell], names[cell] = self.token(token, name, pieces, seen)
        return topology, states, names, frozenset()

    def paths(self, topology: Topology) -> dict[int, tuple[tuple[int, int], ...]]:
        """Where the paths of the relation lead from each cell."""
        wanted = self.setup.get("paths", [])
        if bool(wanted) != (self.rules.relation == PATHS):
            self.fault("setup.paths" if wanted else "rules.relation", "paths" if wanted else repr(PATHS), "rules.relation = 'paths' and setup.paths, both")
        found: dict[int, list[tuple[int, int]]] = {}
        number = {place: k for k, place in enumerate(topology.places)}
        for k, one in enumerate(wanted):
            if isinstance(one, list):
                cells = [topology.cell(name) for name in one]
                for name, cell in zip(one, cells, strict=True):
                    if cell is None:
                        self.fault(f"setup.paths[{k}]", f"cell {name!r}", f"{topology.names[0]} … {topology.names[-1]}", nearest(name, topology.names))
                first, second, third = (-1 if cell is None else cell for cell in cells)
                found.setdefault(first, []).append((second, third))
                continue
            if topology.shape != SQUARE:
                self.fault(f"setup.paths[{k}]", "steps", "three cells by name: only a board of squares has steps")
                continue
            for place, cell in number.items():
                opposing = (place[0] - one["to"][1], place[1] + one["to"][0])
                own = (opposing[0] - one["on"][1], opposing[1] + one["on"][0])
                if opposing in number and own in number:
                    found.setdefault(cell, []).append((number[opposing], number[own]))
        return {cell: tuple(ways) for cell, ways in found.items()}

    def shown(self, topology: Topology, cells: Sequence[tuple[int, str]], seed: int) -> frozenset[int] | None:
        """The cells whose events are shown; None for all."""
        wanted = self.setup.get("shown_cells")
        if wanted is None:
            return None
        with_events = [cell for cell, _ in cells]
        if isinstance(wanted, int):
            if wanted > len(with_events):
                self.fault("setup.shown_cells", str(wanted), f"at most {len(with_events)}, as many cells have an event")
                return None
            return frozenset(random.Random(f"{seed}:shown").sample(with_events, wanted))
        for k, name in enumerate(wanted):
            self.unknown(f"setup.shown_cells[{k}]", name, topology.names)
        return frozenset(cell for name in wanted if (cell := topology.cell(name)) is not None)

    def arrangements(self, topology: Topology) -> None:
        for k, one in enumerate(self.rules.arrangements):
            place = f"rules.arrangements[{k}]"
            if ("shape" in one) == ("cells" in one):
                self.fault(place, "both" if "shape" in one else "neither", "either a shape or cells")
            for j, name in enumerate(one.get("cells", ())):
                self.unknown(f"{place}.cells[{j}]", name, topology.names)
            if "shape" in one and (not shape(one["shape"]) or set(one["shape"].split()) - {"x", "."}):
                self.fault(f"{place}.shape", repr(one["shape"][:40]), "lines of x and . parted by spaces, with an x at least")

    def board(self, pieces: Mapping[str, Piece]) -> tuple[Topology, list[int], list[str], frozenset[tuple[int, int]]]:
        from_top = self.rules.numbered_from == "top"
        if "board" not in self.setup:
            topology = self.made(self.rules.rows, self.rules.columns, frozenset())
            states, names = [0] * len(topology.names), [""] * len(topology.names)
            if "chosen" in self.setup:
                self.centre(topology, states, names, pieces)
            return topology, states, names, frozenset()
        if "chosen" in self.setup:
            self.fault("setup.chosen", "chosen pieces beside a board", "one of them: the board already says where pieces stand")
        lines = [line.split() for line in self.setup["board"].strip().splitlines()]
        rows, columns = len(lines), max(map(len, lines), default=0)
        if not rows or not columns or rows > LARGEST or columns > LARGEST:
            self.fault("setup.board", f"{rows} rows and {columns} columns", f"1 to {LARGEST} of each")
            lines, rows, columns = [["."]], 1, 1
        self.agree("rows", rows, "setup.board")
        self.agree("columns", columns, "setup.board")
        holes = frozenset((r, c) for r, line in enumerate(lines) for c, token in enumerate(line) if token == "#")
        topology = self.made(rows, columns, holes)
        found = {}
        seen: dict[str, str] = {}
        for r, line in enumerate(lines):
            if len(line) != columns:
                self.fault(f"setup.board, row {r + 1}", f"{len(line)} cells", f"{columns}, as in the longest row")
            for c, token in enumerate(line):
                if token not in (".", "#"):
                    found[r, c] = self.token(token, cell_name(r, c, rows, from_top=from_top), pieces, seen)
        both = [found.get(place, (0, "")) for place in topology.places]
        return topology, [state for state, _ in both], [name for _, name in both], holes

    def made(self, rows: int, columns: int, holes: frozenset[tuple[int, int]]) -> Topology:
        """A board of squares or of hexagons."""
        make = hexagons if self.rules.cells == HEXAGON else rectangle
        return make(rows, columns, holes, from_top=self.rules.numbered_from == "top")

    def token(self, token: str, cell: str, pieces: Mapping[str, Piece], seen: dict[str, str]) -> tuple[int, str]:
        """One cell of the board text: its state and its piece's name."""
        place = f"setup.board, {cell}"
        match = _TOKEN.match(token)
        form = "K1 (piece and state), . (empty) or # (a hole)" if self.rules.pieces == "named" else "1 … 9 (a state), . (empty) or # (a hole)"
        if not match:
            two = " (two pieces on one cell)" if re.match(r"^([^\W\d_]*[1-9]\W?){2,}$", token) else ""
            self.fault(place, f"{token[:40]!r}{two}", form)
            return 0, ""
        name, state = match[1], int(match[2])
        if state > self.players:
            self.fault(place, f"state {state}", f"1 to {self.players}, one a player")
        if self.rules.pieces == "unlimited":
            if name:
                self.fault(place, repr(token), form)
        elif name not in pieces:
            self.fault(
                place,
                f"piece {name!r}" if name else f"{token!r}, a piece without a name",
                ", ".join(pieces) or "a piece of setup.pieces",
                nearest(name, list(pieces)),
            )
        elif name in seen:
            self.fault(place, f"piece {name!r}, which already stands on {seen[name]}", "each piece once")
        seen[name] = cell
        return min(state, self.players), name

    def centre(self, topology: Topology, states: list[int], names: list[str], pieces: Mapping[str, Piece]) -> None:
        """Two pieces of each player on the four cells in the middle, crosswise (Fig. 10)."""
        top, left = topology.rows // 2 - 1, topology.columns // 2 - 1
        if self.players != 2 or topology.rows % 2 or topology.columns % 2:
            self.fault("setup.chosen", f"{self.players} players on {topology.rows} x {topology.columns}", "two players and an even board; else draw the board")
            return
        hands = self.setup.get("hands", ())

        def brought(player: int) -> Sequence[str]:
            return hands[player - 1] if player <= len(hands) else list(pieces)

        if self.rules.pieces != "named":
            self.fault("setup.chosen", "chosen pieces", "rules.pieces = 'named'; plain pieces are drawn on a board")
        corners = {1: ((top, left), (top + 1, left + 1)), 2: ((top, left + 1), (top + 1, left))}
        for player, two in enumerate(self.setup["chosen"], 1):
            for k, (name, place) in enumerate(zip(two, corners[player], strict=True)):
                if name not in pieces:
                    self.fault(f"setup.chosen[{player - 1}][{k}]", repr(name), ", ".join(pieces), nearest(name, list(pieces)))
                elif name in names:
                    self.fault(f"setup.chosen[{player - 1}][{k}]", f"{name!r} a second time", "each piece once")
                elif name not in brought(player):
                    self.fault(f"setup.chosen[{player - 1}][{k}]", repr(name), f"a piece of setup.hands[{player - 1}]: {', '.join(brought(player))}")
                cell = topology.places.index(place)
                states[cell], names[cell] = player, name

    def hands(self, pieces: Mapping[str, Piece], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """What each player may still place; without hands, any piece that is not on the board, whoever comes first."""
        if "hands" not in self.setup:
            free = tuple(name for name in pieces if name not in names)
            return (free if self.rules.pieces == "named" else (),) * self.players
        if len(self.setup["hands"]) != self.players:
            self.fault("setup.hands", f"{len(self.setup['hands'])} hands", f"{self.players}, one a player")
        owner: dict[str, int] = {}
        for p, hand in enumerate(self.setup["hands"]):
            for k, name in enumerate(hand):
                place = f"setup.hands[{p}][{k}]"
                if name not in pieces:
                    self.fault(place, repr(name), ", ".join(pieces), nearest(name, list(pieces)))
                elif name in owner:
                    self.fault(place, f"{name!r} a second time", "each piece once, in one hand")
                owner[name] = p
        return tuple(tuple(name for name in hand if name not in names) for hand in self.setup["hands"])

    def turn(self) -> tuple[int, int | None]:
        turn = self.setup.get("turn", 1)
        if turn == "random":
            seed = self.setup.get("seed", 0)
            return random.Random(seed).randrange(self.players) + 1, seed
        if turn > self.players:
            self.fault("setup.turn", str(turn), f"1 to {self.players}, one a player")
        return turn, None
