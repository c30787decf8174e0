"""Random sandwich battles over all boards, relations, damage rules, stacks, skills and events, with two to four players."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from conftest import runs
from test_language import hold_together, names_of, of, several

from explorer.boards import sandwich as board
from explorer.boards.parts import Marks
from explorer.boards.shapes import checked
from explorer.rules import sandwich as rules
from explorer.rules.trace import Frame, Refused, follow, replay
from explorer.scenarios import load, read
from explorer.words import sandwich as words
from explorer.words import say

PIECES = "ABCDEFGHIJKLMNOPQR"


def battle(dice: random.Random) -> dict[str, Any]:
    """A random scenario, as a document."""
    players = dice.choice([2, 2, 3, 4])
    named = [*PIECES[: dice.randint(2 * players + 2, len(PIECES))]]
    setup: dict[str, Any] = {
        "hp": [dice.choice([60, 300, 900]) for _ in range(players)],
        "seed": dice.randrange(1000),
        "turn": dice.randint(1, players),
        "pieces": {
            name: {
                "parameters": [dice.choice([0, 5, 20, 35, 12]) for _ in range(players)],
                "attribute": dice.choice("XYZ"),
                "rank": dice.choice(rules.RANKS),
            }
            for name in named
        },
    }
    options = random_rules(dice, players)
    cells = board_of(setup, options, dice)
    on = dict(zip(dice.sample(cells, min(len(cells), 2 * players)), named, strict=False))
    stand(setup, on, dice, players)
    rest = named[2 * players :]
    setup["hands"] = [rest[k::players] for k in range(players)]
    document = {"format": 1, "name": "battle", "mechanic": "sandwich", "rules": options, "setup": setup}
    if dice.random() < 0.6:
        add_effects(document, dice)
    return document


def random_rules(dice: random.Random, players: int) -> dict[str, Any]:
    every = {
        "relation": ["run", "run", "axes", "adjacent", "surrounded", "partly"],
        "stacking": ["none", "none", "last", "sum", "named"],
        "placement": ["any", "any", "sandwich"],
        "win": ["hp", "most", "fewest"],
        "anchor_term": [True, True, False],
        "run_length_rate": [0, 1, 2],
        "axes_rates": [[], [2, 3, 4], [0]],
        "perpendicular_rate": [0, 3],
        "oblique_rate": [0, 2],
        "arrangements": [[], [{"shape": "x x", "rate": 2}, {"shape": "x", "rate": 1}]],
        "pays": ["owner", "owner", "placer", "both"],
        "converts": ["all", "nearest", "farthest"],
        "attribute_effect": ["superior", "inferior", "extra"],
        "action_points": [0, 0, 2, 5],
        "points_back": [0, 1],
        "exhausted": ["passes", "loses"],
        "turned_back": ["available", "disabled"],
        "hand": [0, 2],
        "turn_limit": [0, 0, 6],
    }
    options = {key: dice.choice(values) for key, values in every.items()}
    if players == 2 and dice.random() < 0.2:
        options["profile"] = dice.choice(["six", "six-2018"])
    return options


def board_of(setup: dict[str, Any], options: dict[str, Any], dice: random.Random) -> list[str]:
    """Lay out a board: squares, hexagons, or a circle, perhaps with holes; returns the names of its cells."""
    kind = dice.choice(["square", "square", "hexagon", "circle"])
    if kind == "circle":
        setup["outline"] = load("circle").document["setup"]["outline"]
        return [*setup["outline"]["cells"]]
    high, wide = dice.randint(3, 5), dice.randint(4, 6)
    lines = [["#" if dice.random() < 0.08 else "." for _ in range(wide)] for _ in range(high)]
    setup["board"] = "\n".join(map(" ".join, lines))
    options["cells"] = kind
    if kind == "square" and dice.random() < 0.2:
        options["relation"] = "paths"
        setup["paths"] = [{"to": [1, 0], "on": [0, 1]}, {"to": [-1, 1], "on": [-1, 0]}]
    return [f"{'abcdef'[c]}{high - r}" for r, line in enumerate(lines) for c, token in enumerate(line) if token == "."]


def stand(setup: dict[str, Any], on: dict[str, str], dice: random.Random, players: int) -> None:
    """Put pieces on cells, two of each player."""
    tokens = {cell: f"{piece}{k % players + 1}" for k, (cell, piece) in enumerate(on.items())}
    if "outline" in setup:
        setup["on"] = tokens
        return
    lines = [line.split() for line in setup["board"].splitlines()]
    for cell, token in tokens.items():
        lines[len(lines) - int(cell[1:])]["abcdef".index(cell[0])] = token
    setup["board"] = "\n".join(map(" ".join, lines))


def add_effects(document: dict[str, Any], dice: random.Random) -> None:
    """Skills on every piece and events on some cells, whatever they do."""
    setup, known = document["setup"], names_of(document)
    known["event"] = ["e1", "e2"]
    skills, events = of("sandwich", "setup.skills.NAME"), of("sandwich", "setup.events.NAME")
    setup["skills"] = {f"s{k}": {"limit": dice.randint(0, 2), "effects": plain(several(skills, dice, known))} for k in range(4)}
    setup["events"] = {name: {"effects": plain(several(events, dice, known))} for name in ("e1", "e2")}
    for piece in setup["pieces"].values():
        piece["skill"] = f"s{dice.randrange(4)}"
    setup["random_cells"] = {"e1": 1, "e2": 1}


def plain(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without phases, which only some profiles have."""
    return [{key: value for key, value in effect.items() if key != "phase"} for effect in effects]


def game_of(dice: random.Random) -> rules.Game | None:
    document = battle(dice)
    try:
        return rules.read(document["setup"], document["rules"])
    except ValueError:  # what random effects say may not fit together; the reader's own tests look at that
        return None


def played(game: rules.Game, dice: random.Random) -> tuple[list[Frame], list[str]]:
    """Random moves, skills and stacks among them."""
    event, state = game.opening()
    frames, texts = [Frame(0, 0, event, state)], list[str]()
    for _ in range(8):
        now = frames[-1].state
        legal = game.legal(now)
        if not legal:
            break
        text = game.write(dice.choice(legal))
        lines = [line.skill for line in now.skills if line.status == "available"]
        there = [piece for piece in now.pieces if piece]
        if lines and dice.random() < 0.3:
            text = f"use {dice.choice(lines)} on {dice.choice(there or ['A'])} to {dice.choice(game.topology.names)}"
        elif game.rules.stacking == "named" and dice.random() < 0.5 and text != "pass":
            text += f" counts {dice.choice([text.split()[0], *there])}"
        try:
            frames += follow(game, frames[-1], text)
            texts.append(text)
        except Refused:
            continue
    return frames, texts


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(10))
def test_random_battles_replay_and_hold_together(part: int) -> None:
    """S04-S08, S15, S16, S27-S29, S33, S36, S38, S40-S44: 20,000 of them in the long run."""
    every, seen = runs(2000), Counter[str]()
    for seed in range(part * every, (part + 1) * every):
        dice = random.Random(f"battle {seed}")
        game = game_of(dice)
        if game is None:
            continue
        frames, texts = played(game, dice)
        assert replay(game, texts) == frames, seed
        hold_together("sandwich", frames)
        for frame in frames:
            assert say(words.sentence(frame.event)) and say(words.short(frame.event), "ja")
            assert all(say(part) and text for part, text in words.sums(frame.event))
        seen.update(frame.event.kind for frame in frames)
        if seed % 10 == 0:
            drawn(game, frames)
    assert {"place", "detect", "damage", "convert", "end"} <= set(seen)


def drawn(game: rules.Game, frames: list[Frame]) -> None:
    """Every frame can be drawn, in every way of showing it, with its tables and what stands around it."""
    settings = [dict(zip(("counts", "states", "grid"), ways, strict=True)) for ways in (("both", "shape", "never"), ("number", "facing", "choosing"))]
    for frame in frames:
        for chosen in settings:
            allowed = board.allowed(game, frame.state, board.NOTHING)
            marks = Marks(game.topology.names[0], allowed, (frame.event,), settings=chosen, counts=board.counts(game, frame.state))
            assert all(map(checked, board.draw(game, frame.state, [frame.event], marks)))
        assert board.sides(game, frame.state, board.NOTHING) and board.tables(game, frame.state, frame.event)


def test_random_battles_are_mostly_battles() -> None:
    """The generator itself: nearly all of its documents can be read, from text too."""
    made = [battle(random.Random(f"battle {seed}")) for seed in range(60)]
    assert sum(game_of(random.Random(f"battle {seed}")) is not None for seed in range(60)) > 45
    assert {one["rules"]["relation"] for one in made} >= {"run", "axes", "adjacent", "surrounded", "partly", "paths"}
    assert {len(one["setup"]["hp"]) for one in made} == {2, 3, 4}
    assert read(load("circle").path.read_text(encoding="utf-8")).game.topology.shape == "free"
