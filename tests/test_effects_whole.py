"""Ordered effects as a whole: any field, decks, three and four sides, and a plain re-statement of the search beside the traced one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from conftest import runs

from explorer.boards import effects as board
from explorer.boards.parts import Marks
from explorer.boards.shapes import checked
from explorer.dashboards import explore
from explorer.rules import effects
from explorer.rules.trace import Faulty, Frame, IllegalMove, follow, replay
from explorer.scenarios import load
from explorer.session import Session
from explorer.still import story
from explorer.words import effects as words
from explorer.words import say

CARDS = {"B": {"power": 2}, "C": {"power": 3, "effects": [{"do": "destroy", "to": "facing"}]}}


def game(field: dict[str, str], rules: dict[str, Any] | None = None, **setup: Any) -> effects.Game:
    return effects.read({"field": field, "cards": CARDS, **setup}, rules or {})


# --- fields


@pytest.mark.parametrize("rows", [(5, 5), (3,), (3, 2), (2, 4), (1, 1, 1), (4, 5, 6)])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_every_field_is_laid_out_with_every_slot_once(rows: tuple[int, ...], sides: int) -> None:
    """E05, E34."""
    field = effects.Field(effects.SIDES[:sides], rows)
    one = game({}, {"sides": sides, "rows": list(rows)})
    size = board.layout(one)
    assert sorted(target.name for target in size.targets) == sorted(field.slots)
    assert all(0 <= x <= size.wide and 0 <= y <= size.high for target in size.targets for x, y in target.outline)
    for slot in field.slots:
        row = field.row(slot)
        assert slot in row and all(other in row for other in field.neighbours(slot))
        assert field.facing(slot) in ("", *field.of(field.others(slot[0])[0])[: rows[0]])
        assert set(field.reach("side", slot)) | {slot} == set(field.of(slot[0]))
        assert set(field.reach("all", slot)) | {slot} == set(field.slots)
    assert all(map(checked, board.draw(one, one.start, [], Marks())))


def test_with_equal_rows_facing_goes_round_the_sides() -> None:
    """E34: a side faces the next one."""
    field = effects.Field(effects.SIDES[:3])
    assert [field.facing(slot) for slot in ("M1", "E1", "F1", "F5")] == ["E5", "F5", "M5", "M1"]
    two = effects.Field()
    assert all(two.facing(two.facing(slot)) == slot for side in two.sides for slot in two.of(side)[:5])


def test_the_default_order_is_the_sides_front_rows_in_turn_order() -> None:
    """E10, E34."""
    one = game({}, {"sides": 3, "rows": [2, 1]})
    assert [one.order(side) for side in "MEF"] == [
        ["M1", "M2", "E1", "E2", "F1", "F2"], ["E1", "E2", "F1", "F2", "M1", "M2"], ["F1", "F2", "M1", "M2", "E1", "E2"],
    ]  # fmt: skip


# --- the whole game


def test_a_turn_begins_with_a_draw_and_ends_with_an_attack_or_a_defence() -> None:
    """E30, E33."""
    one = game({}, {"alone": False, "hand": 2}, decks={"M": ["B", "C", "B"], "E": ["B", "B"]})
    assert one.start.hands == (("B", "C"), ("B", "B")) and one.start.decks == (("B",), ())
    assert one.legal(one.start) == [effects.DRAW]
    with pytest.raises(IllegalMove, match="draws first"):
        one.parse("present B M1", one.start)
    frames = replay(one, ["draw", "present B M1"])
    assert [frame.event.kind for frame in frames][:3] == ["start", "draw", "present"]
    assert {type(move) for move in one.legal(frames[-1].state)} == {effects.Defend}
    frames = replay(one, ["draw", "present B M1", "defend M1"])
    state = frames[-1].state
    assert state.turn == "E" and not state.drew
    with pytest.raises(IllegalMove, match="nothing to draw"):
        one.parse("draw", state)
    with pytest.raises(IllegalMove, match="when a card is presented"):
        one.parse("resolve", state)


def test_an_empty_deck_draws_nothing_a_full_side_presents_nothing_and_nobody_able_ends_the_game() -> None:
    """E30."""
    one = game({"M1": "B"}, {"alone": False, "rows": [1]}, hands={"M": ["B"], "E": []}, life={"M": 5, "E": 7})
    assert one.legal(one.start) == [effects.Defend("M1")]
    state = replay(one, ["defend M1"])[-1].state
    assert (state.over, state.winner) == (True, "E")
    able = game({"M1": "B"}, {"alone": False}, hands={"M": ["B"], "E": []})
    assert replay(able, ["present B M2"])[-1].state.over  # nobody can draw, present or attack any more
    drawing = game({"M1": "B"}, {"alone": False}, hands={"M": [], "E": []}, decks={"M": ["B", "B"], "E": []})
    frames = replay(drawing, ["draw", "defend M1"])
    assert frames[-1].state.turn == "M" and frames[-1].event.skipped == ("E",)
    alone = game({}, {"alone": False, "rows": [1]}, hands={"M": ["C"], "E": ["C"]}, life={"M": 5, "E": 7})
    state = replay(alone, ["present C M1", "defend M1", "present C E1"])[-1].state  # C on E1 destroys what it faces, M1
    assert (state.over, state.winner) == (True, "E")


def test_of_three_sides_one_at_0_is_out_with_its_cards_and_the_last_one_wins() -> None:
    """E32, E34."""
    one = game({"M1": "C", "E1": "B", "E7": "B", "F1": "B"}, {"sides": 3, "order": {"M": [], "E": [], "F": []}}, life={"M": 9, "E": 1, "F": 1})
    frames = replay(one, ["attack M1 E1"])
    out = next(frame.event for frame in frames if isinstance(frame.event, effects.SideOut))
    assert (out.side, out.cells) == ("E", ("E7",)) and frames[-1].state.turn == "F" and not frames[-1].state.over
    assert say(words.sentence(out)) == "E is at 0 life points and out. Its cards leave the field: E7."
    state = replay(one, ["attack M1 E1", "defend F1", "attack M1 F1"])[-1].state
    assert (state.over, state.winner, state.life) == (True, "M", (9, 0, -2))  # B defends with 0: 3 against 0 costs F three points


def test_faults_name_sides_and_slots_that_a_field_does_not_have() -> None:
    with pytest.raises(Faulty) as caught:
        effects.read({"turn": "F", "field": {"M6": "B", "F1": "B"}, "life": {"G": 3}, "cards": CARDS}, {"rows": [5], "order": {"F": ["M1"]}})
    assert [fault.place for fault in caught.value.faults] == ["setup.field.M6", "setup.field.F1", "setup.turn", "setup.life.G", "rules.order.F"]


def test_the_ready_decks_are_forty_cards_of_forty_kinds_and_random_games_of_them_end() -> None:
    """E30, E34."""
    scenario = load("effects-decks")
    decks = scenario.document["setup"]["decks"]
    assert [len(deck) for deck in decks.values()] == [40, 40] and len(scenario.document["setup"]["cards"]) == 40
    rng = random.Random(7)
    for _ in range(max(2, runs(40))):
        event, state = scenario.game.opening()
        frames = [Frame(0, 0, event, state)]
        for _ in range(400):
            legal = scenario.game.legal(frames[-1].state)
            if not legal:
                break
            frames = follow(scenario.game, frames[-1], scenario.game.write(rng.choice(legal)))
        assert frames[-1].state.over


# --- two orders


def test_the_same_field_in_both_orders_stands_side_by_side() -> None:
    """E16."""
    scenario = load("effects-fig-5")
    table = [*board.tables(scenario.game, scenario.frames[0].state, scenario.frames[0].event)][3]
    assert "first difference at M3" in say(table.title)
    assert table.rows == (
        ("M3", "B 2/0", "B 4/0", "B 3/0"), ("M4", "A 1/0", "–", "–"), ("E4", "B 2/0", "B 2/0", "B 3/0"), ("E5", "A 1/0", "–", "–"),
    )  # fmt: skip
    assert table.marked == frozenset({0, 2})


def test_an_order_changed_on_the_way_is_shown_as_it_now_is() -> None:
    frames = load("effects-turned-order").frames
    changed = frames[1]
    assert changed.state.order[:3] == ("M1", "E5", "E4")
    assert [frame.event.slot for frame in frames if isinstance(frame.event, effects.Searched)] == list(changed.state.order)
    texts = [shape.text for shape in board.draw(load("effects-turned-order").game, changed.state, story(frames, changed), Marks()) if hasattr(shape, "text")]
    assert "10" in texts
    assert frames[-1].state.order == ()


# --- the computer


def test_the_computer_plays_its_side_until_a_person_is_to_move_or_the_game_is_over() -> None:
    """E34, S37."""
    page = explore("effects-decks")
    page.act("still", True)
    page.act("computer", "E")
    for move in ("draw", "present Ant M1", "defend M1"):
        hand = page.session.frame.state.hands[0]
        page.play(move if move != "present Ant M1" else f"present {hand[0]} M1")
        page.session = page.session.settle()
    page._answer()
    assert page.session.frame.state.turn == "M" or page.session.frame.state.over
    assert "The computer has played" in say(page.words)
    page.act("computer", "M")
    assert page.session.frame.state.over or len(page.session.moves) > 100
    again = Session.along(page.scenario, page.session.moves)
    assert again.frames[-1].state == page.session.frames[-1].state


# --- a plain re-statement of the rule, slow and independent of the traced one

Field = dict[str, list[Any]]  # slot -> [name, power, defence]


def oracle(field: Field, cards: dict[str, list[dict[str, Any]]], order: list[str], wide: int, sides: list[str]) -> Field:
    """The search as [0057]-[0100] tell it, on a dictionary: each slot in turn, each effect at once, nothing below 0."""
    field = {slot: list(card) for slot, card in field.items()}
    acted: list[int] = []
    for slot in order:
        here = field.get(slot)
        if here is None or id(here) in acted:
            continue
        acted.append(id(here))
        for effect in cards[here[0]]:
            if not any(card is here for card in field.values()):
                break
            at = next(name for name, card in field.items() if card is here)
            only = effect["only"][0].split(" = ")[1] if "only" in effect else ""
            concerned = [slot for slot in seen_from(at, effect["to"], wide, sides) if slot in field and only in ("", field[slot][0])]
            for target in concerned:
                card = field.get(target)
                if card is None:
                    continue
                if effect["do"] == "destroy":
                    del field[target]
                elif effect["do"] == "move":
                    to = f"{target[0]}{int(target[1:]) + (1 if effect['what'] == 'right' else -1)}"
                    inside = (int(target[1:]) - 1) // wide == (int(to[1:]) - 1) // wide and 1 <= int(to[1:]) <= 2 * wide
                    if inside and to not in field:
                        field[to] = field.pop(target)
                else:
                    k = 1 if effect["do"] == "power" else 2
                    card[k] = max(0, {"add": card[k] + effect.get("add", 0), "set": effect.get("set", 0)}["add" if "add" in effect else "set"])
    return field


def seen_from(slot: str, relation: str, wide: int, sides: list[str]) -> list[str]:
    side, number = slot[0], int(slot[1:])
    column, back = (number - 1) % wide, (number - 1) // wide
    after = sides[sides.index(side) + 1 :] + sides[: sides.index(side)]
    row = [f"{side}{back * wide + k + 1}" for k in range(wide)]
    left = [row[column - 1]] if column else []
    right = [row[column + 1]] if column + 1 < wide else []
    own = [f"{side}{k}" for k in range(1, 2 * wide + 1) if f"{side}{k}" != slot]
    foes = [f"{other}{k}" for other in after for k in range(1, 2 * wide + 1)]
    return {
        "self": [slot], "left": left, "right": right, "neighbours": left + right, "facing": [f"{after[0]}{wide - column}"],
        "row": [one for one in row if one != slot], "enemy row": [f"{other}{back * wide + k + 1}" for other in after for k in range(wide)],
        "side": own, "enemy side": foes, "all": own + foes,
    }[relation]  # fmt: skip


def random_card(rng: random.Random) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 2)):
        effect: dict[str, Any] = {"to": rng.choice(["self", "left", "right", "neighbours", "facing", "row", "enemy row", "side", "enemy side", "all"])}
        do = rng.choice(["power", "power", "defence", "destroy", "move"])
        effect["do"] = do
        if do in ("power", "defence"):
            effect |= rng.choice([{"add": rng.randint(-3, 3)}, {"set": rng.randint(0, 4)}])
        if do == "move":
            effect["what"] = rng.choice(["left", "right"])
        if rng.random() < 0.4:
            effect["only"] = [f"name = {rng.choice('ABCD')}"]
        found.append(effect)
    return found


@pytest.mark.fuzz
def test_ten_thousand_random_fields_agree_with_the_plain_rule() -> None:
    """E10, E11, E12, E34."""
    rng = random.Random(1)
    for _ in range(runs(10_000)):
        wide, sides = rng.randint(2, 5), list(effects.SIDES[: rng.randint(2, 4)])
        slots = [f"{side}{k}" for side in sides for k in range(1, 2 * wide + 1)]
        cards = {name: random_card(rng) for name in "ABCD"}
        table = {name: {"power": rng.randint(0, 4), "defence": rng.randint(0, 2), "effects": one} for name, one in cards.items()}
        field = {slot: rng.choice("ABCD") for slot in slots if rng.random() < 0.6}
        order = rng.sample(slots, rng.randint(1, len(slots)))
        rules = {"sides": len(sides), "rows": [wide, wide], "order": {"M": order}}
        one = effects.read({"field": field, "cards": table}, rules)
        frames = replay(one, ["resolve"])
        last = max(k for k, frame in enumerate(frames) if isinstance(frame.event, effects.Resolved))
        state = frames[last].state
        begun = {slot: [name, table[name]["power"], table[name]["defence"]] for slot, name in field.items()}
        expected = oracle(begun, cards, order, wide, sides)
        found = {slot: [card.name, card.power, card.defence] for slot in one.start.field.slots if (card := state.card(slot))}
        assert found == expected, (field, table, order)
        assert sum(isinstance(frame.event, effects.Searched) for frame in frames) == len(order)
        assert len([card for card in state.cards if card]) <= len(field)


# --- corners


def cards(**effects_of: Any) -> dict[str, Any]:
    return {name: {"power": 2, "defence": 2, "effects": one} for name, one in effects_of.items()}


def search(field: dict[str, str], rules: dict[str, Any] | None = None, **table: Any) -> list[Frame]:
    return replay(effects.read({"field": field, "cards": cards(**table)}, rules or {}), ["resolve"])


def sentences(frames: list[Frame]) -> list[str]:
    return [say(words.sentence(frame.event)) for frame in frames]


def test_a_computer_goes_on_after_a_move_of_one_step_with_movement_on() -> None:
    """E34."""
    page = explore("effects-decks")
    page.act("still", False)
    page.act("computer", "E")
    page.act("press", "move:draw")
    hand = page.session.frame.state.hands[0]
    for key in (f"card:{hand[0]}", "M1"):
        page.act("press", key)
    for _ in range(40):
        page.act("tick", page.session.index + 1)
    page.act("press", "move:defend M1")
    for _ in range(60):
        page.act("tick", page.session.index + 1)
        if page.session.frame.state.turn == "M" and page.session.index == len(page.session.frames) - 1 and len(page.session.moves) > 3:
            break
    assert page.session.frame.state.turn == "M" and page.session.moves[3] == "draw"
    page.open("effects-fig-8")
    assert page.computers == frozenset()


def test_only_and_random_do_not_go_with_the_search_itself() -> None:
    import jsonschema_rs

    from explorer.rules.language import schema

    fits = jsonschema_rs.validator_for(schema(effects.CARDS)).is_valid
    assert fits([{"do": "order", "what": "reverse"}])
    assert not fits([{"do": "order", "what": "reverse", "only": ["power >= 1"]}])
    assert not fits([{"do": "order", "what": "reverse", "random": 1}])


def test_a_side_that_is_out_neither_leads_nor_is_faced_nor_counted() -> None:
    """E34."""
    counts = [{"do": "power", "add": 1, "each": "enemy hand"}, {"do": "power", "to": "facing", "add": -1}]
    setup = {
        "field": {"M1": "B", "M2": "H", "E1": "W", "F4": "B"},
        "life": {"M": 9, "E": 1, "F": 5},
        "hands": {"M": [], "E": ["B", "B"], "F": ["B"]},
        "cards": {"B": {"power": 3}, "W": {"power": 1}, "H": {"power": 1, "effects": counts}},
    }
    one = effects.read(setup, {"sides": 3, "leads": "fewest"})
    frames = replay(one, ["attack M1 E1"])
    state = frames[-1].state
    assert state.out == ("E",) and state.hands[1] == () and one.view(state)["out"] == ["E"]
    assert one.leader(state) == "F" and state.enemies("M") == ("F",)
    assert state.field.facing("M2", state.out) == "F4"
    after = replay(one, ["attack M1 E1", "resolve"])[-1].state
    assert after.card("M2").power == 2 and after.card("F4").power == 2  # one card in F's hand; E's two are gone


def test_a_card_that_has_acted_is_not_told_to_have_fallen_before_its_turn() -> None:
    """E12."""
    moves = {"do": "move", "to": "row", "only": ["name = A"], "what": "M2"}
    frames = search({"M1": "V", "M3": "C", "M4": "A"}, V=[moves], A=[{"do": "power", "add": 1}], C=[{"do": "destroy", "to": "left"}])
    assert frames[2].event.acts[0].changes[0].after == 3
    assert sentences(frames)[4] == "Slot 4 of 10, M4: empty, skipped."


def test_what_does_not_change_is_not_told_to_rise() -> None:
    frames = search({"M1": "A", "M2": "B"}, A=[{"do": "power", "to": "right", "add": 0}], B=[])
    assert "Nothing changes by it" in sentences(frames)[1]
    low = search({"M1": "A", "M2": "B"}, A=[{"do": "power", "to": "right", "add": -5}, {"do": "power", "to": "right", "add": -1}], B=[])
    assert "stays at power 0, 1 of it cut off" in sentences(low)[1]


def test_a_move_off_the_row_says_that_nothing_changes() -> None:
    assert "Nothing changes by it" in sentences(search({"M5": "A"}, A=[{"do": "move", "to": "self", "what": "right"}]))[5]


def test_of_three_sides_each_that_lost_a_card_is_named() -> None:
    """E15."""
    frames = search({"M1": "C", "M2": "A", "E1": "A", "F1": "B"}, {"sides": 3}, C=[{"do": "destroy", "to": "all", "only": ["name = A"]}], A=[], B=[])
    told = next(say(words.sentence(frame.event)) for frame in frames if isinstance(frame.event, effects.Resolved))
    assert "M lost one A; E lost one A" in told


def test_why_follows_a_card_that_has_moved_and_names_what_took_one_away() -> None:
    """L33, E12."""
    wanders = [{"do": "power", "add": 1}, {"do": "move", "to": "self", "what": "right"}, {"do": "return", "to": "enemy side", "what": "hand"}]
    table = cards(A=wanders, B=[{"do": "power", "add": 1}], R=[])
    one = effects.read({"field": {"M1": "A", "E5": "B", "E4": "R"}, "cards": table}, {})
    frames = replay(one, ["resolve"])
    assert [verdict.fired for verdict in one.why(frames, "M2")] == [True, True, True]
    gone = one.why(frames, "E5")
    assert say(words.verdict(gone[0]).told) == "B stays silent: it was sent back by A (M1) before its slot was reached."
    assert one.view(frames[-1].state)["hands"]["E"] == ["R", "B"]


def test_restored_effects_are_told_as_effects() -> None:
    table = cards(S=[{"do": "silence", "to": "facing"}], A=[{"do": "power", "add": 1}])
    one = effects.read({"field": {"M1": "S", "E5": "A"}, "cards": table}, {"changes": "search"})
    told = sentences(replay(one, ["resolve", "defend M1", "resolve"]))
    assert any("A on E5 back to its own effects" in one for one in told)


def test_the_winner_of_a_game_without_a_fight_can_be_expected() -> None:
    one = game({}, {"alone": False, "rows": [1]}, hands={"M": ["B"], "E": []}, life={"M": 5, "E": 7})
    frames = replay(one, ["present B M1"])
    assert one.answers(frames)["winner"] == "E"
