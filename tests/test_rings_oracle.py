"""Random fields and moves, against a plain and slow re-statement of the flowcharts: the same balls, sections, points and ends."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conftest import runs
from rings_oracle import Field, Options, operate

from explorer.rules import rings

OPTIONS: dict[str, tuple[Any, ...]] = {
    "least": (3, 3, 2, 4),
    "lines": (False, False, True),
    "joined": (False, False, True),
    "falls": ("freed", "freed", "empty"),
    "chain": (True, True, False),
    "count_from": ("node", "count"),
    "clear": (30, 12),
    "over": (-5, -2),
    "interval": (5, 2, 0),
    "ball_score": (10, 3),
}


class Pair:
    """A random field, told twice: as a game, and as the flowcharts' tables."""

    def __init__(self, seed: int) -> None:
        self.dice = dice = random.Random(seed)
        rings_, spokes = dice.choice([1, 2, 3, 4, 5, 5]), dice.choice([3, 4, 6, 6, 6, 8])
        chosen = {name: dice.choice(values) for name, values in OPTIONS.items()}
        share, kinds = dice.choice([0.2, 0.5, 0.8, 1.0]), dice.choice([3, 5, 7])
        lines = [[str(dice.randint(1, kinds)) if dice.random() < share else "." for _ in range(rings_)] for _ in range(spokes)]
        nodes = [rings.Node(0, r, s) for r in range(rings_) for s in range(spokes)]
        known = [*map(rings.spoke_section, nodes), *map(rings.ring_section, nodes)]
        missing = dice.sample(known, dice.randint(0, len(known) // 3))
        count = dice.randrange(spokes)
        rules = {**chosen, "kinds": kinds, "balls": dice.choice([1, 2, 3]), "whole": True}
        setup = {"balls": "\n".join(map(" ".join, lines)), "missing": missing, "count": count, "seed": seed}
        self.game = rings.read(setup, rules)
        self.state = self.game.start
        balls = {f"{s}{chr(97 + r)}": int(kind) for s, line in enumerate(lines) for r, kind in enumerate(line) if kind != "."}
        self.field = Field(rings_, spokes, balls, set(missing), count, 0)
        self.options = Options(**chosen)

    def move(self) -> str:
        dice = self.dice
        turn = f"turn {dice.choice([*map(rings.ring_name, range(self.field.rings)), 'all'])} {dice.choice([1, -1])}"
        return dice.choice([turn, turn, "release", f"wait {dice.randint(1, 7)}"])

    def play(self) -> tuple[str, list[Any]]:
        """One move in both; the kinds that the game draws are given to the flowcharts. Returns the move and the game's events."""
        text = self.move()
        steps = list(self.game.play(self.state, self.game.parse(text, self.state)))
        released = iter([event.ball for event, _ in steps if isinstance(event, rings.Released)])
        number = self.game.rules.balls
        assert isinstance(number, int)
        self.log = operate(self.field, self.options, text, lambda: [next(released) for _ in range(number)])
        assert next(released, None) is None, text
        self.state = steps[-1].state
        return text, [event for event, _ in steps]

    def agree(self) -> None:
        field, state = self.field, self.state
        view = self.game.view(state)
        assert (view["balls"], set(view["missing"])) == (field.balls, field.missing)
        bonus = 120 - field.time if field.cleared and field.time < 120 else 0
        assert (view["count"], state.points, state.score, state.ticks, state.time) == (field.count, field.points, field.score + bonus, field.ticks, field.time)
        assert (state.over, state.cleared) == (field.over or field.cleared, field.cleared)


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(10))
def test_random_fields_and_moves_go_as_the_flowcharts_say(part: int) -> None:
    """R10-R15, R20-R25; balls are conserved: before + released = after + erased + into holes (R15, R21)."""
    every = runs(1000)
    for seed in range(part * every, (part + 1) * every):
        pair = Pair(seed)
        for _ in range(12):
            before = Counter(pair.field.balls.values())
            text, events = pair.play()
            told = [("erased", sorted(event.cells)) if event.kind == "erase" else ("hole", event.ball) for event in events if event.kind in ("erase", "hole")]
            assert told == pair.log, (seed, text)
            pair.agree()
            released = sum(event.kind == "release" for event in events)
            gone = sum(len(event.cells) for event in events if event.kind == "erase") + sum(event.kind == "hole" for event in events)
            assert before.total() + released == len(pair.field.balls) + gone, (seed, text)
            if pair.state.over:
                break


def test_the_flowcharts_are_told_apart_from_the_package() -> None:
    """The re-statement must not ask what it is to judge."""
    from pathlib import Path

    text = (Path(__file__).parent / "rings_oracle.py").read_text(encoding="utf-8")
    assert "explorer" not in text
