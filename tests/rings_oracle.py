"""The flowcharts of the ring puzzle (JP5039466B2, Fig. 8-15) told once more, plainly and slowly, to test the package against.

Written from the source alone; it shares no line with the package. One field, radial rails, no kinds with a function.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass

Log = list[tuple[str, object]]
Kinds = Callable[[], list[int]]


@dataclass
class Field:
    """The RAM of the patent: the three tables (Fig. 3), the release count, the points, and the timer."""

    rings: int
    spokes: int
    balls: dict[str, int]
    missing: set[str]
    count: int
    points: int
    ticks: int = 0
    over: bool = False
    cleared: bool = False
    score: int = 0
    time: int = 0


@dataclass
class Options:
    """What the spec leaves open, with its defaults."""

    least: int = 3
    lines: bool = False
    joined: bool = False
    falls: str = "freed"
    chain: bool = True
    count_from: str = "node"
    clear: int = 30
    over: int = -5
    interval: int = 5
    ball_score: int = 10


def operate(field: Field, options: Options, move: str, kinds: Kinds) -> Log:
    """S103, S104: play one move; after the end (S153, S155) nothing happens any more."""
    log: Log = []
    if ended(field):
        return log
    words = move.split()
    if words[0] == "turn" and len(words) == 3:
        turn(field, words[1], int(words[2]))
        settle(field, options, log)
    elif words == ["release"]:
        release(field, options, kinds, log)
    elif words[0] == "wait" and len(words) == 2:
        wait(field, options, int(words[1]), kinds, log)
    else:
        raise ValueError(f"no such move: {move}")
    return log


def ended(field: Field) -> bool:
    """After S153 or S155."""
    return field.over or field.cleared


# Names


def node(spoke: int, ring: int) -> str:
    """The block position (spoke, ring): "3c"."""
    return str(spoke) + "abcdefghijklmnopqrstuvwxyz"[ring]


def spoke_section(spoke: int, ring: int) -> str:
    """The radial rail position on the inner side of a node: "3C"."""
    return str(spoke) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[ring]


def ring_section(spoke: int, ring: int) -> str:
    """The peripheral rail position between a spoke and the next clockwise: "Hc" between 0c and 1c."""
    return chr(ord("H") + spoke) + "abcdefghijklmnopqrstuvwxyz"[ring]


# The timer, Fig. 10


def wait(field: Field, options: Options, ticks: int, kinds: Kinds, log: Log) -> None:
    """S101, S102: ticks go by one by one; at each predetermined time the plug releases."""
    for _ in range(ticks):
        if ended(field):
            return
        field.ticks += 1
        field.time += 1
        if options.interval > 0 and field.ticks >= options.interval:
            release(field, options, kinds, log)


# The release, Fig. 11


def release(field: Field, options: Options, kinds: Kinds, log: Log) -> None:
    """S105, S111-S113: the timer is cleared, all balls go out one after the other; then S25, S26."""
    field.ticks = 0
    for kind in kinds():
        release_one(field, options, kind, log)
    settle(field, options, log)


def release_one(field: Field, options: Options, kind: int, log: Log) -> None:
    """S114-S121: one ball goes out; missing sections don't matter."""
    x = field.count  # S114
    if node(x, 0) in field.balls:  # S115: NO
        for step in range(1, field.spokes):  # S118
            y = (x + step) % field.spokes
            if node(y, 0) not in field.balls:
                field.balls[node(y, 0)] = kind  # S120
                start = y if options.count_from == "node" else x
                field.count = (start + 1) % field.spokes  # S121
                return
        make_room(field, x, log)  # S119
    field.balls[node(x, 0)] = kind  # S116
    field.count = (x + 1) % field.spokes  # S117


# The block movement, Fig. 12


def make_room(field: Field, x: int, log: Log) -> None:
    """S1001-S1009: ring a is full, so the ball on (X, a) has to go out to (X, b)."""
    if field.rings == 1:  # there is no ring b: what is on ring a goes out of the field
        lose(field, field.balls.pop(node(x, 0)), log)
        return
    clockwise = (x + 1) % field.spokes
    counter = (x - 1) % field.spokes
    if node(x, 1) not in field.balls:  # S1001
        pass
    elif node(clockwise, 1) not in field.balls:  # S1003
        shift(field, node(x, 1), node(clockwise, 1))  # S1004
    elif node(counter, 1) not in field.balls:  # S1005
        shift(field, node(x, 1), node(counter, 1))  # S1006
    else:
        shift_spoke(field, x, log)  # S1007
    shift(field, node(x, 0), node(x, 1))  # S1002


def shift_spoke(field: Field, x: int, log: Log) -> None:
    """S1007-S1009: from (X, b) on all balls go out by one, up to the first gap; with no gap the outermost is lost."""
    gap = 1
    while gap < field.rings and node(x, gap) in field.balls:
        gap += 1
    if gap == field.rings:  # S1008: YES
        gap = field.rings - 1
        lose(field, field.balls.pop(node(x, gap)), log)
    while gap > 1:
        shift(field, node(x, gap - 1), node(x, gap))
        gap -= 1


def lose(field: Field, kind: int, log: Log) -> None:
    """S1009: the hole takes the ball and one point."""
    field.points -= 1
    log.append(("hole", kind))


def shift(field: Field, start: str, end: str) -> None:
    """One ball from one node to an empty one."""
    assert end not in field.balls
    field.balls[end] = field.balls.pop(start)


# The rail movement, Fig. 13


def turn(field: Field, which: str, step: int) -> None:
    """S131: the ring, or all of them."""
    letters = [node(0, ring)[-1] for ring in range(field.rings)]
    if which != "all" and which not in letters:
        raise ValueError(f"no such ring: {which}")
    for ring, letter in enumerate(letters):
        if which in ("all", letter):
            turn_ring(field, ring, step)


def turn_ring(field: Field, ring: int, step: int) -> None:
    """S132-S134: what is on spoke s goes to spoke s + step, in all three tables."""
    balls = dict(field.balls)
    missing = set(field.missing)
    for spoke in range(field.spokes):
        after = (spoke + step) % field.spokes
        field.balls.pop(node(after, ring), None)
        if node(spoke, ring) in balls:
            field.balls[node(after, ring)] = balls[node(spoke, ring)]  # S132
        for name in (spoke_section, ring_section):  # S133, S134
            field.missing.discard(name(after, ring))
            if name(spoke, ring) in missing:
                field.missing.add(name(after, ring))


# The block erasing, Fig. 14, and the judgement, Fig. 15


def settle(field: Field, options: Options, log: Log) -> None:
    """S25, S26: link after link until nothing goes or the game has ended; S26 comes after each link, and once if there is none."""
    if options.falls == "empty":
        fall(field, options, set())
    link = 0
    while not ended(field):
        gone = matches(field, options)
        if gone:
            link += 1
            erase(field, options, gone, link, log)
        if gone or link == 0:
            judge(field, options)
        if not gone or not options.chain:
            return


def erase(field: Field, options: Options, gone: set[str], link: int, log: Log) -> None:
    """S142-S145: one link of the chain."""
    for name in gone:
        del field.balls[name]  # S142
        field.points += 1  # S143
        field.score += options.ball_score * link
    log.append(("erased", sorted(gone)))
    fall(field, options, set(gone))


def judge(field: Field, options: Options) -> None:
    """S151-S155: game over first, at or below its value; then clear, at or above its value."""
    if field.points <= options.over:  # S152
        field.over = True  # S153
    elif field.points >= options.clear:  # S154
        field.cleared = True  # S155


def fall(field: Field, options: Options, freed: set[str]) -> None:
    """S144, S145: single steps inward, any ball that can, until none can."""
    while fall_one(field, options, freed):
        pass


def fall_one(field: Field, options: Options, freed: set[str]) -> bool:
    """S145: the first ball that can go inward does so by one node, and frees its own; False if none can."""
    for spoke in range(field.spokes):
        for ring in range(1, field.rings):
            start, end = node(spoke, ring), node(spoke, ring - 1)
            if start not in field.balls or end in field.balls or spoke_section(spoke, ring) in field.missing:
                continue
            if options.falls == "empty" or end in freed:
                shift(field, start, end)
                freed.add(start)
                return True
    return False


def matches(field: Field, options: Options) -> set[str]:
    """S141: the balls of all groups of the whole field that are large enough."""
    pairs = line_pairs(field, options) if options.lines else alike_pairs(field, options)
    mark = {name: name for name in field.balls}
    changed = True
    while changed:  # two balls of a pair take the lesser of their marks, again and again
        changed = False
        for one, other in pairs:
            if mark[one] != mark[other]:
                mark[one] = mark[other] = min(mark[one], mark[other])
                changed = True
    marks = list(mark.values())
    return {name for name in mark if marks.count(mark[name]) >= options.least}


def alike_pairs(field: Field, options: Options) -> list[tuple[str, str]]:
    """S141: all neighbours of one kind, along the rings and along the spokes."""
    return [(line[0][0], line[1][0]) for line in all_lines(field, 2) if alike(field, options, line)]


def line_pairs(field: Field, options: Options) -> list[tuple[str, str]]:
    """The option `lines`: the neighbours within a straight line of `least` balls of one kind."""
    pairs: list[tuple[str, str]] = []
    for line in all_lines(field, options.least):
        if alike(field, options, line):
            names = [name for name, _ in line]
            pairs += itertools.pairwise(names)
    return pairs


def alike(field: Field, options: Options, line: list[tuple[str, str]]) -> bool:
    """Whether balls of one kind lie on all nodes of a line, and (option `joined`) each is joined to the one before."""
    for name, section in line:
        if name not in field.balls or field.balls[name] != field.balls[line[0][0]]:
            return False
        if options.joined and name != line[0][0] and section in field.missing:
            return False
    return True


def all_lines(field: Field, length: int) -> list[list[tuple[str, str]]]:
    """All straight lines of so many nodes, clockwise along a ring (closed: the last spoke and 0 are neighbours) or outward along a spoke.

    Each node comes with the section that joins it to the one before it in the line.
    """
    lines: list[list[tuple[str, str]]] = []
    for spoke in range(field.spokes):
        for ring in range(field.rings):
            if length <= field.spokes:
                round_it = [(spoke + step) % field.spokes for step in range(length)]
                lines.append([(node(s, ring), ring_section((s - 1) % field.spokes, ring)) for s in round_it])
            if ring + length <= field.rings:
                lines.append([(node(spoke, r), spoke_section(spoke, r)) for r in range(ring, ring + length)])
    return lines
