"""The effect language: every word by its example, amounts worked by hand, random effects on random positions, malformed ones."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import jsonschema_rs
import pytest
from conftest import runs

from explorer.mechanics import mechanic, mechanics
from explorer.rules.interpreter import MOST_LINKS, Acted, Firing, Source, Stopped, act, work
from explorer.rules.language import Amount, Vocabulary, allowed_keys, bounded, read_effect, read_effects, schema, toml, write_effect
from explorer.rules.sandwich.events import Damaged, Dealt
from explorer.rules.sandwich.profiles import KINDS as SUMS
from explorer.rules.trace import Faulty, Frame, Refused, follow, replay
from explorer.scenarios import index, load, read
from explorer.trace_json import told
from explorer.words import say
from explorer.words.language import effect_sentence
from explorer.words.reference import PAGE, page

VOCABULARIES = [(name, place, vocabulary) for name in mechanics() for place, vocabulary in mechanic(name).rules.VOCABULARIES.items()]
EXAMPLES = [
    pytest.param(name, place, word.example, id=f"{place}-{word.name}")
    for name, place, vocabulary in VOCABULARIES
    for words in (
        vocabulary.triggers,
        *((vocabulary.numbers, vocabulary.relations, vocabulary.traits, vocabulary.deeds) if place != "setup.events.NAME" else ()),
    )
    for word in words
]


def of(name: str, place: str) -> Vocabulary:
    found: Vocabulary = mechanic(name).rules.VOCABULARIES[place]
    return found


def table(text: str) -> dict[str, Any]:
    parsed: dict[str, Any] = tomllib.loads(f"x = {text}", parse_float=Decimal)["x"]
    return parsed


# --- words


@pytest.mark.parametrize(("name", "place", "example"), EXAMPLES)
def test_every_word_has_an_example_that_fits_reads_and_is_written_back(name: str, place: str, example: str) -> None:
    """L01-L17."""
    vocabulary = of(name, place)
    jsonschema_rs.validate(schema(vocabulary), [table(example)])
    effect = read_effect(table(example), vocabulary)
    written = write_effect(effect, vocabulary)
    assert read_effect(table(toml(written)), vocabulary) == effect
    for language in ("en", "ja"):
        sentence = say(effect_sentence(effect, mechanic(name).words.PHRASES), language)
        assert sentence and not re.search(r"[{}]", sentence)


def test_the_reference_page_is_what_the_words_say() -> None:
    """`make docs` brings it up to date."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_example_of_the_reference_page_reads_as_it_says() -> None:
    example = re.search(r"```toml\n(.*)\n```", page())
    assert example
    effect = read_effect(table(example[1]), of("sandwich", "setup.skills.NAME"))
    assert say(effect_sentence(effect, mechanic("sandwich").words.PHRASES)) == (
        "when it is placed: if the number of pieces turned is at least 2: multiplies the attack of the placed piece by "
        "1.3 to the power of the number of own pieces with attribute X, at most 2 for this turn"
    )


@pytest.mark.parametrize("row", [f"L{k:02}" for k in range(1, 19) if k not in (3, 13)])
def test_every_row_of_the_language_has_a_scenario(row: str) -> None:
    """L01-L18."""
    assert any(row in one["rows"] for one in index())


# --- amounts


@pytest.mark.parametrize(
    ("amount", "number", "result"),
    [
        (Amount("times", Fraction(13, 10), each="n"), 3, Fraction(2197, 1000)),
        (Amount("times", Fraction(13, 10), each="n", most=2), 3, 2),
        (Amount("times", Fraction(6, 5), each="n", most=Fraction(8, 5)), 2, Fraction(36, 25)),
        (Amount("add", 140, each="n"), 4, 560),
        (Amount("percent", 10, of=("n",)), 29000, 2900),
        (Amount("percent", -10, of=("n",)), 18000, -1800),
        (Amount("percent", 10, of=("n",), most=2500), 29000, 2500),
        (Amount("percent", -10, of=("n",), most=500), 18000, -500),
        (Amount("percent", 110, of=("n", "n")), 1000, 2200),
        (Amount("percent", 10, of=("n",), curve=2), 20000, 1600),
        (Amount("percent", 1, of=("n",), least=5), 100, 5),
        (Amount("set", 7), 0, 7),
    ],
)
def test_an_amount_is_worked_out_exactly_with_every_factor(amount: Amount, number: int, result: Any) -> None:
    """L10, L11, L12, L28."""
    value, parts = work(amount, lambda phrase: number, lambda phrase: 25000)
    assert value == result
    assert isinstance(value, int) or value.denominator > 1
    if parts:
        assert parts[-1].after == value


def test_a_product_never_goes_through_a_float() -> None:
    assert bounded(Fraction(1728, 1000) * 2437) == Fraction(4211136, 1000)
    assert bounded(Fraction(13, 10) ** 900).denominator <= 10**60
    assert bounded(10**15) == 10**12


# --- what was told


def test_every_condition_is_told_with_its_numbers_and_the_first_that_fails_is_the_answer() -> None:
    """L33."""
    frames = load("six-l33").frames
    acted = [frame.event for frame in frames if isinstance(frame.event, Acted)]
    pair, echo = acted
    assert [(check.condition and str(check.condition), check.found, check.holds) for check in pair.checks if check.condition] == [("turned >= 2", 1, False)]
    assert echo.because and echo.because.gate == "placed_skill"
    words = mechanic("sandwich").words
    assert say(words.sentence(pair)) == "pair of K stays silent: it needs that the number of pieces turned is at least 2, but it is 1."
    assert ("the number of pieces turned", "1 ≥ 2 ✗") in [(say(name), text) for name, text in words.sums(pair)]
    assert say(words.sentence(echo)) == "echo of Z stays silent: the placed piece's own skill did not act (K)."


def test_an_amount_is_told_with_each_factor_and_rounding() -> None:
    """L23, L18."""
    words = mechanic("sandwich").words
    frames = load("six-l23").frames
    sums = [text for frame in frames if frame.event.kind in ("fire", "normal") for _, text in words.sums(frame.event)]
    assert sums == [
        "available: ✓".partition(": ")[2],
        "1.3 ^ 2 = 1.69",
        "= 1442",
        "1442 × 1.69 = 2436.98",
        "2436.98 → 2437",
        "2437 × 1.2 ^ 3 = 4211.136",
        "4211.136 → 4211",
        "30000 − 4211 = 25789",
    ]


def test_what_an_effect_sets_off_names_its_cause_and_comes_before_what_waits() -> None:
    """R24, L03."""
    acted = [frame.event for frame in load("rings-functions").frames if isinstance(frame.event, Acted)]
    assert [(event.source.place, event.cause and event.cause.place) for event in acted] == [
        ("1b", None), ("2a", None), ("2c", "2a"), ("2e", "2a"), ("2e", "2a"), ("2b", None),
    ]  # fmt: skip
    trap = next(event for frame in load("six-l29").frames if isinstance(event := frame.event, Acted) and event.source.name == "snare")
    assert trap.cause and trap.cause.name == "bolt"


def test_a_chain_of_effects_is_cut_and_that_is_told() -> None:
    """Two traps without limit that answer each other."""
    text = """
format = 1
name = "for-ever"
mechanic = "sandwich"
moves = ["K a1"]
[setup]
board = '''
T1 . . U2
. . . .
. B2 A1 .
'''
hands = [["K", "N"], ["M"]]
hp = [1000000, 1000000]
[setup.pieces]
A = {parameters = [0, 0]}
B = {parameters = [0, 0]}
K = {parameters = [30, 30]}
M = {parameters = [0, 0]}
N = {parameters = [0, 0]}
T = {parameters = [0, 0], skill = "t"}
U = {parameters = [0, 0], skill = "u"}
[setup.skills]
t = {limit = 0, effects = [{when = "hit", do = "damage", add = 1}]}
u = {limit = 0, effects = [{when = "hit", do = "damage", add = 1}]}
"""
    frames = read(text).frames
    stopped = [frame.event for frame in frames if isinstance(frame.event, Stopped)]
    assert len(stopped) == 1 and stopped[0].links == MOST_LINKS
    assert "is cut here" in say(mechanic("sandwich").words.sentence(stopped[0]))
    assert frames[-1].event.kind == "change_turn"


def test_else_acts_only_where_nothing_before_it_has() -> None:
    """L09."""
    acted = [frame.event for frame in load("six-l09").frames if isinstance(frame.event, Acted)]
    assert [event.fired for event in acted] == [False, True, False]
    assert acted[2].because and acted[2].because.gate == "else"


# --- random effects on random positions


def random_effect(vocabulary: Vocabulary, rng: random.Random, known: dict[str, list[str]]) -> dict[str, Any]:
    """A table that fits the schema, any key present or not."""
    when = rng.choice(vocabulary.triggers).name
    deed = rng.choice([one for one in vocabulary.deeds if when != "start" or one.phase == "board"])
    keys = allowed_keys(vocabulary, deed)
    written: dict[str, Any] = {"do": deed.name}
    if deed.amounts:
        how = rng.choice(deed.amounts)
        size = rng.choice([0, 1, -1, 2, 5, 30, 100, Decimal("1.3"), Decimal("0.5"), -10, 1000 if how == "times" else 400])
        written[how] = abs(size) if deed.positive else size
        if how == "percent":
            written["of"] = rng.choice([phrase(vocabulary, rng, known), [phrase(vocabulary, rng, known) for _ in range(rng.randint(1, 4))]])
            if shares := [number.name for number in vocabulary.numbers if number.share and rng.random() < 0.2]:
                written |= {"of": shares[:4], "curve": rng.randint(1, 4)}
        if how != "set":
            written |= {
                key: value for key, value in {"each": phrase(vocabulary, rng, known), "least": 2, "most": Decimal("7.5")}.items() if rng.random() < 0.25
            }
    if deed.what:
        written["what"] = rng.choice([*known[deed.what], *(["left", "right"] if deed.what == "slot" else [])])
    maybe: dict[str, Any] = {
        "if": [comparison(vocabulary.numbers, rng, known) for _ in range(rng.randint(1, 3))],
        "only": [comparison(vocabulary.traits, rng, known)],
        "else": True,
        "to": rng.choice(vocabulary.to(deed)),
        "random": rng.randint(1, 3),
        "turns": rng.choice([1, 3, "ever"]),
        "after": rng.randint(1, 3),
        "kind": rng.choice(deed.kinds) if deed.kinds else "",
    }
    often = {"to": 0.7, "kind": 0.7}
    if len(vocabulary.triggers) > 1:
        written = {"when": when, **written}
    return written | {key: value for key, value in maybe.items() if key in keys and rng.random() < often.get(key, 0.25)}


def phrase(vocabulary: Vocabulary, rng: random.Random, known: dict[str, list[str]]) -> str:
    number = rng.choice([one for one in vocabulary.numbers if not one.text])
    return f"{number.name} of {rng.choice(known['of'])}" if number.named and rng.random() < 0.5 else number.name


def comparison(numbers: Any, rng: random.Random, known: dict[str, list[str]]) -> str:
    number = rng.choice(numbers)
    if number.text:
        return f"{number.name} {rng.choice(['=', '!='])} {rng.choice(known[number.name])}"
    word = f"{number.name} of {rng.choice(known['of'])}" if number.named and rng.random() < 0.5 else number.name
    percent = " %" if number.share and rng.random() < 0.5 else ""
    return f"{word} {rng.choice(['<=', '>=', '!=', '=', '<', '>'])} {rng.choice(['0', '1', '2', '-3', '50', '1.5'])}{percent}"


BASES = {"sandwich": ("six-game", "fig-9-12", "fig-6b"), "effects": ("effects-game", "effects-fig-5"), "rings": ("rings-functions", "rings-chain")}


def names_of(document: dict[str, Any]) -> dict[str, list[str]]:
    setup = document["setup"]
    pieces, cards = [*setup.get("pieces", {})], [*setup.get("cards", {})]
    attributes = sorted({piece["attribute"] for piece in setup.get("pieces", {}).values() if "attribute" in piece})
    return {
        "of": {"sandwich": attributes, "effects": cards, "rings": ["1", "2", "9"]}[document["mechanic"]] or ["none"],
        "piece": pieces, "event": [*setup.get("events", {})] or ["none"], "cell": ["chosen", "a1", "b2"],
        "slot": ["M1", "E3"], "order": ["reverse", "M", "E"], "place": ["hand", "deck"], "card": cards,
        "name": [*pieces, *cards], "last move": pieces, "at": ["a1", "b2"], "attribute": attributes or ["none"], "rank": ["normal", "super-rare"],
        "side": ["own", "enemy"], "turn": ["own", "enemy"],
    }  # fmt: skip


def with_effects(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The scenario with random effects everywhere, on as many bearers as it has."""
    known = names_of(document)
    setup = dict(document["setup"])
    if document["mechanic"] == "sandwich":
        if not known["of"][0].isalpha() or known["of"] == ["none"]:
            setup["pieces"] = {name: {**piece, "attribute": rng.choice("XY")} for name, piece in setup["pieces"].items()}
            known["of"] = known["attribute"] = sorted({piece["attribute"] for piece in setup["pieces"].values()})
        skills, events = of("sandwich", "setup.skills.NAME"), of("sandwich", "setup.events.NAME")
        known["event"] = ["e1", "e2"]
        setup["skills"] = {f"s{k}": {"limit": rng.randint(0, 2), "effects": several(skills, rng, known)} for k in range(4)}
        setup["pieces"] = {name: {**piece, "skill": f"s{rng.randrange(4)}"} for name, piece in setup["pieces"].items()}
        setup["events"] = {name: {"effects": several(events, rng, known)} for name in ("e1", "e2")}
        setup.pop("cells", None)
        setup["random_cells"] = {"e1": 2, "e2": 2}
    elif document["mechanic"] == "effects":
        setup["cards"] = {name: {**card, "effects": several(of("effects", "setup.cards.NAME"), rng, known)} for name, card in setup["cards"].items()}
    else:
        setup["functions"] = {str(kind): {"effects": several(of("rings", "setup.functions.KIND"), rng, known)} for kind in rng.sample(range(1, 8), 4)}
    kept = {key: value for key, value in document.items() if key not in ("expect", "moves")}
    if document["mechanic"] == "sandwich":
        kept["rules"] = {**document.get("rules", {}), "profile": rng.choice(["embodiment", "six", "six-2018"]), "hand": rng.choice([0, 3])}
    return {**kept, "setup": setup}


def several(vocabulary: Vocabulary, rng: random.Random, known: dict[str, list[str]]) -> list[dict[str, Any]]:
    return [random_effect(vocabulary, rng, known) for _ in range(rng.randint(1, 3))]


def played(document: dict[str, Any], rng: random.Random, moves: int = 4) -> Iterator[tuple[Any, list[Frame], list[str]]]:
    rules = mechanic(document["mechanic"]).rules
    game = rules.read(document["setup"], document.get("rules", {}))
    event, state = game.opening()
    frames, texts = [Frame(0, 0, event, state)], []
    for _ in range(moves):
        legal = game.legal(frames[-1].state)
        if not legal:
            break
        text = game.write(rng.choice(legal))
        lines = [line.skill for line in getattr(frames[-1].state, "skills", ()) if line.status == "available"]
        if lines and rng.random() < 0.3:
            text = f"use {rng.choice(lines)} on {rng.choice([*document['setup']['pieces']])} to a1"
        try:
            frames += follow(game, frames[-1], text)
            texts.append(text)
        except Refused:
            continue
    yield game, frames, texts


@pytest.mark.fuzz
@pytest.mark.parametrize("name", mechanics())
def test_random_effects_end_replay_and_are_written_back(name: str) -> None:
    """20,000 effects in the long run: the interpreter ends, replays to the same state, and every written form comes back."""
    rng, seen = random.Random(name), 0
    while seen < runs(7000):
        document = with_effects(load(rng.choice(BASES[name])).document, rng)
        for place, vocabulary in mechanic(name).rules.VOCABULARIES.items():
            group = document["setup"][place.split(".")[1]]
            for bearer in group.values():
                effects = bearer.get("effects", [])
                seen += len(effects)
                jsonschema_rs.validate(schema(vocabulary), effects)
                for effect in read_effects(effects, vocabulary):
                    written = write_effect(effect, vocabulary)
                    assert read_effect(table(toml(written)), vocabulary) == effect
                    assert say(effect_sentence(effect, mechanic(name).words.PHRASES), rng.choice(["en", "ja"]))
        for game, frames, texts in played(document, rng, moves=rng.choice([4, 4, 10])):
            assert game.result(frames[-1].state).over or game.legal(frames[-1].state)
            assert replay(game, texts) == frames
            scenario = read_as(document, game, texts)
            assert all(frame["text"] for frame in told(scenario, frames, rng.choice(["en", "ja"])))
            hold_together(name, frames)
            for target in mechanic(name).board.layout(game).targets[:6]:
                if name != "rings" or target.name != "plug":
                    for verdict in game.why(frames, target.name):
                        assert say(mechanic(name).words.verdict(verdict).told)


def read_as(document: dict[str, Any], game: Any, moves: list[str]) -> Any:
    from explorer.scenarios import Scenario

    return Scenario({**document, "moves": moves}, game)


def hold_together(name: str, frames: list[Frame]) -> None:
    """Nothing is in two places or half there, and HP moves only by told amounts, whatever the effects did."""
    for frame in frames:
        state = frame.state
        if name == "sandwich":
            there = [piece for piece in state.pieces if piece] + sorted({piece for hand in state.hands for piece in hand})
            there += [piece for _, below in state.under for piece in below]
            assert len(there) == len(set(there))
            assert all(bool(owner) == bool(piece) for owner, piece in zip(state.states, state.pieces, strict=True))
        if name == "sandwich" and frame.index:
            told = [change for change in getattr(frame.event, "changes", ()) if change.what == "hp" or change.what in SUMS]
            moved = tuple(after - before for before, after in zip(frames[frame.index - 1].state.hp, state.hp, strict=True))
            known = [0] * len(moved)
            for change in told:
                known[int(change.name) - 1] += change.after - change.before
            if isinstance(frame.event, Damaged | Dealt):
                known[getattr(frame.event, "payer", frame.event.owner) - 1] += frame.event.after - frame.event.before
            assert moved == tuple(known), frame.event
        if name == "rings":
            assert all(0 <= state.kind(node) <= 9 for node in state.nodes())
        if name == "effects":
            assert all(card.power >= 0 and card.defence >= 0 for card in state.cards if card)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", mechanics())
def test_malformed_effects_are_refused_with_a_place_and_none_acts(name: str) -> None:
    """5,000 in the long run."""
    rng = random.Random(f"bad {name}")
    base = load(BASES[name][0]).document
    document = with_effects(base, rng)
    refused = 0
    for _ in range(runs(1700)):
        place = rng.choice([*mechanic(name).rules.VOCABULARIES])
        group = place.split(".")[1]
        bearer = rng.choice([*document["setup"][group]])
        effect = spoiled(
            random_effect(
                of(name, place), rng, names_of({**document, "setup": document["setup"]}) | {"event": ["e1"], "of": ["1"] if name == "rings" else ["A"]}
            ),
            rng,
        )
        setup = {**document["setup"], group: {**document["setup"][group], bearer: {**document["setup"][group][bearer], "effects": [effect]}}}
        with pytest.raises(Faulty) as caught:
            read(dump({**document, "setup": setup}))
        assert any(fault.place.startswith(f"setup.{group}.{bearer}") for fault in caught.value.faults), (effect, caught.value.faults)
        assert all(fault.place and fault.found for fault in caught.value.faults)
        refused += 1
    assert refused == runs(1700)


def spoiled(effect: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """An effect with one thing wrong."""
    ways = [
        lambda: {**effect, "do": effect["do"] + "s"},
        lambda: {**effect, "to": "nowhere"},
        lambda: {**effect, "if": ["turnd >= 2"]},
        lambda: {**effect, "if": ["power => 2", "__import__('os') = 1"]},
        lambda: {**effect, "only": []},
        lambda: {**effect, "add": 1, "times": 2},
        lambda: {**effect, "random": 0},
        lambda: {**effect, "amount": 3},
        lambda: {key: value for key, value in effect.items() if key != "do"},
        lambda: {**effect, "else": False},
        lambda: {**effect, "turns": "never"},
        lambda: {**effect, "each": "own peices"},
        lambda: {**effect, "if": "turned >= 2"},
        lambda: {**effect, "times": "2"},
    ]
    return rng.choice(ways)()


def dump(document: dict[str, Any]) -> str:
    """A document as TOML, its tables inline."""
    return "\n".join(f"{key} = {value_text(value)}" for key, value in document.items())


def value_text(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{key}" = {value_text(one)}' for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return str(value)


def test_a_word_that_is_none_is_told_with_the_nearest() -> None:
    bad = {"do": "atack", "times": 2, "if": ["trned >= 2"], "to": "ownr"}
    document = load("six-l01").document
    setup = {**document["setup"], "skills": {"double": {"effects": [bad]}}}
    with pytest.raises(Faulty) as caught:
        read(dump({**document, "setup": setup}))
    near = {fault.place: fault.nearest for fault in caught.value.faults}
    assert near["setup.skills.double.effects[0].do"] == "attack"
    assert near["setup.skills.double.effects[0].if[0]"] == "turned"
    assert near["setup.skills.double.effects[0].to"] == "owner"


def test_one_effect_acts_on_the_state_as_it_then_is() -> None:
    """The second effect sees what the first has done."""
    from explorer.rules.effects.world import World

    document = load("effects-game").document
    effects = [{"do": "power", "add": 4}, {"do": "power", "to": "row", "percent": 100, "of": "power"}]
    cards = {**document["setup"]["cards"], "C": {"power": 3, "effects": effects}}
    game = mechanic("effects").rules.read({**document["setup"], "cards": cards}, {})
    world = World(game, game.start)
    world.at = "M1"
    for effect in game.cards["C"].effects:
        act(Firing(effect, Source("C", "C", "M1", "M"), "search"), world)
    assert {slot: card.power for slot in ("M1", "M3") if (card := world.state.card(slot))} == {"M1": 3 + 4, "M3": 2 + 7}
