"""What stands around the board: chips, presses, tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from ...rules import rings as rules
from ...rules.trace import Frame
from ...words import N_, Message
from ...words.rings import SIGNS
from ...words.rings import cell as label_of
from ..parts import Chip, Clock, Group, Pressed, Side, StageCard, Table
from .place import PLUG_NAME, places

TONES = {
    "rotate": "change", "release": "change", "push": "change", "hole": "loss", "match": "found", "erase": "gain", "wait": "calm",
    "fall": "change", "judge": "calm", "stage": "gain", "end": "calm", "function": "gain", "stop": "calm",
}  # fmt: skip
# The node whose ring has been chosen, by its name.
NOTHING = ""


def sides(game: rules.Game, state: rules.State, choice: str) -> tuple[Side, ...]:
    """Life points toward the clear value, the stage and the score; a release of each plug, and every ring both ways, in one row."""
    names = [rules.ring_name(ring, field) for field, ring in _first_of_trains(state)]
    names += ["all"] if game.stage(state).rules.whole else []
    releases = (_release_chip(state, k) for k in range(len(state.fields)))
    turns = (_turn_chip(state, choice, name, by) for name in names for by in (1, -1))
    anew = Chip(N_("Anew"), f"move:stage {game.stage(state).name}", label=N_("Begin the stage anew"))
    again = [anew] if state.over or game.stage(state).several else []
    moves = Group(N_("Moves"), (*releases, *turns, Chip(N_("Wait"), "" if state.over else "move:wait 1"), *again))
    stage = ((N_("Stage"), game.stage(state).name),) if len(game.stages) > 1 else ()
    facts = (*stage, (N_("Score"), str(state.score)))
    return (Side(N_("Life points"), "player1", False, state.points, max(1, game.stage(state).rules.clear), (moves,), facts=facts),)


def _first_of_trains(state: rules.State) -> list[tuple[int, int]]:
    """Of the rings that turn one another the one in the first field, as (field, ring)."""
    heights = [len(field.balls) for field in state.fields]
    return [(k, ring) for k, high in enumerate(heights) for ring in range(high) if not k or ring >= heights[k - 1]]


def _release_chip(state: rules.State, field: int) -> Chip:
    key = "" if state.over else f"move:release{rules.ring_name(0, field)[1:]}"
    if len(state.fields) == 1:
        return Chip(N_("Release"), key)
    return Chip(N_("Release @{field}", field=field + 1), key, label=N_("Release from the plug of field {field}", field=field + 1))


def _turn_chip(state: rules.State, choice: str, name: str, by: int) -> Chip:
    if name == "all":
        label = N_("Turn the whole field clockwise") if by > 0 else N_("Turn the whole field counter-clockwise")
    else:
        label = N_("Turn ring {ring} clockwise", ring=name) if by > 0 else N_("Turn ring {ring} counter-clockwise", ring=name)
    shown = N_("{ring} {arrow}", ring=N_("all") if name == "all" else name, arrow="↻" if by > 0 else "↺")
    return Chip(shown, "" if state.over else f"move:turn {name} {by}", bool(choice) and _ring(choice) == name, label=label)


def _ring(node: str) -> str:
    """The name of a node's ring."""
    return rules.ring_name(rules.node_of(node).ring, rules.node_of(node).field)


def press(game: rules.Game, state: rules.State, choice: str, key: str) -> Pressed:
    """What pressing a node, the plug or a chip comes to: a node chooses its ring, the node beside it turns it there."""
    what, _, move = key.partition(":")
    if what == "move":
        return Pressed(NOTHING, move)
    if key.startswith(PLUG_NAME):
        return Pressed(NOTHING, "release" + key[len(PLUG_NAME) :])
    if by := _beside(state, choice).get(key):
        return Pressed(NOTHING, f"turn {_ring(key)} {by}")
    if key == choice:
        return Pressed(NOTHING, say=N_("No ring is chosen."))
    back, forth = _beside(state, key)
    about = {"ring": _ring(key), "node": key, "forth": forth, "back": back}
    return Pressed(key, say=N_("Ring {ring} is chosen at {node}. Press {forth} to turn it clockwise, {back} counter-clockwise.", **about))


def _beside(state: rules.State, choice: str) -> dict[str, int]:
    """The two nodes beside the chosen one on its ring, and which way the ring then turns."""
    if not choice:
        return {}
    node = rules.node_of(choice)
    return {rules.node_name(node._replace(spoke=(node.spoke + by) % state.fields[node.field].width)): by for by in (-1, 1)}


def allowed(game: rules.Game, state: rules.State, choice: str) -> frozenset[str]:
    """The plugs, and the nodes beside the chosen one: where a press plays a move."""
    plugs = (place.plug for place in places(game, state).fields)
    return frozenset() if state.over else frozenset({*plugs, *_beside(state, choice)})


def cell_label(game: rules.Game, state: rules.State, name: str) -> Message:
    """What stands on a node or on the plug, in words."""
    return label_of(game, state, name)


# --- the clock and the stages -----------------------------------------------------------------------------------------


def clock(game: rules.Game, state: rules.State) -> Clock | None:
    """The ticks until the plugs release by themselves; None where they never do."""
    left = game.remaining(state)
    return None if left is None else Clock(left, max(left, game.interval(state)[1]), "wait {ticks}", N_("Next release"))


def records(frames: Sequence[Frame]) -> dict[str, int]:
    """The best scores on a line: that of the game under "", and what was won in each stage that was cleared, by its name."""
    best, before, stage = {"": max(frame.state.score for frame in frames)}, 0, ""
    for frame in frames:
        match frame.event:
            case rules.Started() | rules.Begun():
                before, stage = frame.state.score, getattr(frame.event, "stage", "")
            case rules.Cleared(name):
                best[name] = max(best.get(name, 0), frame.state.score - before)
            case rules.Ended(cleared=True):
                best[stage] = max(best.get(stage, 0), frame.state.score - before)
    return best


def rules_of(game: rules.Game, state: rules.State) -> rules.Rules:
    """The rules in force: those of the present stage."""
    return game.stage(state).rules


def stages(game: rules.Game, state: rules.State, best: Mapping[str, int]) -> tuple[StageCard, ...]:
    """The page of stages, in order: what each begins with, and what is to be done in it; none where there is only one."""
    if len(game.stages) < 2:
        return ()
    return tuple(_stage_card(game, k, k == state.stage, best) for k in range(len(game.stages)))


def _stage_card(game: rules.Game, number: int, present: bool, best: Mapping[str, int]) -> StageCard:
    stage = game.stages[number]
    start = stage.begin(number, None, game.seed)
    in_force = stage.rules
    goal = N_("until no ball is left") if in_force.goal == rules.EMPTY else N_("{clear} points", clear=in_force.clear)
    many = in_force.balls if in_force.balls != rules.RANDOM else f"1–{rules.MOST_BALLS}"
    balls = N_("{balls} a release", balls=many)
    time = N_("{interval} ticks", interval=in_force.interval) if in_force.interval else N_("no timer")
    told = N_("{goal} · {balls} · {time}", goal=goal, balls=balls, time=time)
    return StageCard(stage.name, f"move:stage {stage.name}", present, best.get(stage.name), told, start)


# --- tables -----------------------------------------------------------------------------------------------------------


def tables(game: rules.Game, state: rules.State, event: Any) -> tuple[Table, ...]:
    """The three tables of Fig. 3 (b), (c) and (d) of each field, in step with the board."""
    return tuple(chain.from_iterable(_tables(field, k, len(state.fields) > 1, event) for k, field in enumerate(state.fields)))


def _tables(field: rules.Field, number: int, several: bool, event: Any) -> tuple[Table, ...]:
    letters = tuple(rules.ring_name(ring, number) for ring in range(len(field.balls)))
    spokes = tuple(map(str, range(field.width)))
    capitals = tuple(letter.upper() for letter in letters)
    rails = tuple(rules.ring_section(rules.Node(0, 0, spoke))[0] for spoke in range(field.width))
    nodes = map(rules.node_of, event.cells)
    marked = frozenset(node.spoke for node in nodes if node.field == number)
    titles = N_("Balls"), N_("Spoke sections"), N_("Ring sections")
    balls, across, along = [N_("{title} @{field}", title=title, field=number + 1) for title in titles] if several else titles
    return (
        Table(balls, (N_("spoke"), *letters), _rows(spokes, field.balls, lambda kind: f"{kind} {SIGNS[kind]}" if kind else "–"), marked),
        Table(across, (N_("spoke"), *capitals), _rows(spokes, field.spokes, _section), _shifted(event, number, spoke=True)),
        Table(along, (N_("section"), *letters), _rows(rails, field.rails, lambda there: str(int(there))), _shifted(event, number, spoke=False)),
    )


def _rows(names: Sequence[str], table: Sequence[Sequence[Any]], say: Callable[[Any], str]) -> tuple[tuple[str, ...], ...]:
    """A table of the rules, a row a ring, turned into rows by spoke."""
    return tuple((name, *(say(row[spoke]) for row in table)) for spoke, name in enumerate(names))


def _section(slant: int | None) -> str:
    """1 for a section that is there, 0 for a missing one, with how far it leans where it is not radial."""
    return "0" if slant is None else f"1 {slant:+d}".replace("-", "−") if slant else "1"


def _shifted(event: Any, field: int, *, spoke: bool) -> frozenset[int]:
    """The rows of the missing sections that turned with a ring."""
    names = [after.partition("@") for _, after in event.sections] if isinstance(event, rules.Rotated) else []
    own = [name for name, _, number in names if int(number or 1) == field + 1]
    if spoke:
        return frozenset(int(name[:-1]) for name in own if name[-1].isupper())
    return frozenset(ord(name[0]) - ord("H") for name in own if name[-1].islower())
