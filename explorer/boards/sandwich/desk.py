"""The desk: pick pieces out of a scenario's collection, feed them, set a whole battle up, and begin it (S30, S34-S37, S46)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...rules import sandwich as rules
from ...rules.options import decimal_text, plain
from ...words import N_, NN_, Message
from ..parts import Block, Chip, Desked, Group, Table
from .tables import RANK

BRINGS, SPARE, CENTRE = 12, 4, 2
TITLE = N_("Set up")


class Picks(NamedTuple):
    """What has been picked so far: for how many players, for whom pieces are being picked, each one's pieces and those for the centre.

    ``first``: who places first, 0 for a draw; ``shown``: next pieces shown, -1 for all; ``eater`` and ``fed``: the two on the workbench;
    ``meals``: pairs of pieces that were taken into the game, (eater, fed).
    """

    players: int = 2
    picking: int = 1
    hands: tuple[tuple[str, ...], ...] = ((), (), (), ())
    centre: tuple[tuple[str, ...], ...] = ((), (), (), ())
    first: int = 1
    shown: int = -1
    eater: str = ""
    fed: str = ""
    meals: tuple[tuple[str, str], ...] = ()


def begin(game: rules.Game) -> Picks | None:
    """The desk as it first stands; None where there is nothing to pick from."""
    if not game.named or (not game.growth and not _collection(game)):
        return None
    hands = [*game.start.hands, (), (), (), ()][:4] if game.players == 2 else [(), (), (), ()]
    centre = [*game.chosen, (), (), (), ()][:4] if game.chosen else [(), (), (), ()]
    brought = tuple((*two, *(piece for piece in hand if piece not in two)) for two, hand in zip(centre, hands, strict=True))
    taken = [piece for hand in brought for piece in hand]
    if len(taken) != len(set(taken)):  # one hand for everybody: nobody has picked yet
        brought, centre = ((),) * 4, [(), (), (), ()]
    return Picks(hands=brought, centre=tuple(tuple(two) for two in centre), shown=game.rules.shown)


def blocks(game: rules.Game, picks: Picks) -> tuple[Block, ...]:
    """What lies on the desk: a battle to be set up, where there are pieces enough; the workbench, where there are rules of growth."""
    battle = (_table_block(picks), _picking(game, picks)) if _collection(game) else ()
    return (*battle, *([_workbench(game, picks)] if game.growth else []))


def _collection(game: rules.Game) -> bool:
    """Whether there are pieces enough for two players."""
    return len(game.pieces) >= 2 * BRINGS and game.topology.shape == "square"


def _table_block(picks: Picks) -> Block:
    players = tuple(Chip(str(n), f"players:{n}", picks.players == n) for n in (2, 3, 4))
    first = tuple(Chip(N_("draw") if not n else str(n), f"first:{n}", picks.first == n) for n in range(picks.players + 1))
    shown = tuple(Chip(N_("all of them") if n < 0 else str(n), f"shown:{n}", picks.shown == n) for n in (-1, 0, 1, 2))
    groups = (Group(N_("Players"), players), Group(N_("First attacker"), first), Group(N_("Next pieces shown"), shown))
    missing = _missing(picks)
    start = Chip(N_("Begin the battle"), "" if missing else "start", status="waiting" if missing else "")
    return Block(N_("The battle"), missing or N_("Everything is picked. The computer can play any side: press ☺ beside it."), (*groups, Group("", (start,))))


def _missing(picks: Picks) -> Message | None:
    """What still has to be picked."""
    for player in range(1, picks.players + 1):
        hand, centre = picks.hands[player - 1], picks.centre[player - 1]
        if len(hand) < BRINGS:
            return NN_("Player {player} still picks one piece.", "Player {player} still picks {count} pieces.", BRINGS - len(hand), player=player)
        if len(centre) < CENTRE:
            return NN_(
                "Player {player} still chooses one for the centre.",
                "Player {player} still chooses {count} for the centre.",
                CENTRE - len(centre),
                player=player,
            )
    return None


def _picking(game: rules.Game, picks: Picks) -> Block:
    """Whose pieces are being picked; those picked, to be put in the centre; and the whole collection."""
    player = picks.picking
    who = tuple(Chip(N_("Player {player}", player=n), f"picking:{n}", n == player) for n in range(1, picks.players + 1))
    fill = Chip(N_("Fill at random"), "fill")
    mine = picks.hands[player - 1]
    centre = tuple(Chip(name, f"centre:{name}", name in picks.centre[player - 1], value=_values(game, name)) for name in mine)
    eaten = {fed for _, fed in picks.meals}
    every = tuple(_collected(game, picks, name) for name in game.pieces if name not in eaten)
    about = N_("{count} of {whole} picked, up to {spare} more as spares.", count=len(mine), whole=BRINGS, spare=SPARE)
    return Block(N_("Pieces"), about, (Group(N_("Picking for"), (*who, fill)), Group(N_("Centre"), centre), Group(N_("Collection"), every)))


def _collected(game: rules.Game, picks: Picks, name: str) -> Chip:
    owner = next((k for k, hand in enumerate(picks.hands[: picks.players], 1) if name in hand), 0)
    piece = game.pieces[name]
    about = {"piece": name, "values": _values(game, name), "attribute": piece.attribute or "–", "skill": piece.skill or "–", "rank": RANK[piece.rank]}
    label = N_("{piece} {values}, attribute {attribute}, skill {skill}, {rank}", **about)
    taken = owner not in (0, picks.picking)
    value = f"{_values(game, name)} {piece.attribute}" + (f" · {owner}" if owner else "")
    return Chip(name, "" if taken else f"pick:{name}", owner == picks.picking, "waiting" if taken else "", value, label)


def _values(game: rules.Game, name: str) -> str:
    piece = game.pieces[name]
    return "/".join(decimal_text(piece.value("attack", state)) for state in range(1, min(2, game.players) + 1))


# --- growth


def _workbench(game: rules.Game, picks: Picks) -> Block:
    """Choose a piece and what to feed it; see each state before and after, and the rule that decided it (S46)."""
    eaten = {fed for _, fed in picks.meals}
    names = [name for name in game.pieces if name not in eaten]
    eaters = tuple(Chip(name, f"eater:{name}", name == picks.eater) for name in names)
    foods = tuple(Chip(name, f"feed:{name}", name == picks.fed) for name in names if name != picks.eater)
    groups = [Group(N_("Piece"), eaters), *([Group(N_("Feed it"), foods)] if picks.eater else [])]
    if not picks.eater or not picks.fed:
        return Block(N_("Growth"), N_("Choose a piece and what to feed it: the result is shown before anything is done."), tuple(groups))
    before = _grown(game, picks, picks.eater)
    fed = game.pieces[picks.fed]
    number = rules.decides(before, fed, game.growth)
    if number is None:
        return Block(N_("Growth"), N_("No rule speaks of feeding {fed} to {piece}.", fed=picks.fed, piece=picks.eater), tuple(groups))
    after = rules.grow(before, fed, game.growth)
    told = N_("Rule {rule} decides: {why}.", rule=number + 1, why=_why(game.growth[number]))
    take = Group("", (Chip(N_("Use {piece} like this in the game", piece=picks.eater), "meal"),) if _collection(game) else ())
    return Block(N_("Growth"), told, (*groups, take), (_before_and_after(game, before, after),))


def _grown(game: rules.Game, picks: Picks, name: str) -> rules.Piece:
    """A piece after the meals that were taken into the game."""
    piece = game.pieces[name]
    for eater, fed in picks.meals:
        if eater == name:
            piece = rules.grow(piece, game.pieces[fed], game.growth)
    return piece


def _why(rule: rules.GrowthRule) -> Message:
    if rule.fed:
        return N_("it speaks of {fed}", fed=rule.fed)
    if rule.fed_attribute:
        return N_("it speaks of pieces with attribute {attribute}", attribute=rule.fed_attribute)
    if rule.fed_rank:
        return N_("it speaks of pieces of the rank {rank}", rank=RANK[rule.fed_rank])
    return N_("it speaks of every piece")


def _before_and_after(game: rules.Game, before: rules.Piece, after: rules.Piece) -> Table:
    states = range(1, game.players + 1)
    rows: list[tuple[Message | str, ...]] = [
        (N_("state {player}", player=state), *(decimal_text(piece.value("attack", state)) for piece in (before, after))) for state in states
    ]
    rows.append((N_("skill"), before.skill or "–", after.skill or "–"))
    changed = frozenset(k for k, row in enumerate(rows) if row[1] != row[2])
    return Table(N_("{piece}, fed", piece=before.name), ("", N_("before"), N_("after")), tuple(rows), changed)


# --- what a press comes to


def press(document: Mapping[str, Any], game: rules.Game, picks: Picks, key: str) -> Desked:
    """The desk after a chip was pressed, or the document of the battle that begins."""
    what, _, name = key.partition(":")
    match what:
        case "players":
            players = int(name)
            return Desked(picks._replace(players=players, picking=min(picks.picking, players), first=min(picks.first, players)))
        case "first" | "shown" | "picking":
            return Desked(_told(picks, what, int(name)))
        case "pick":
            return Desked(_picked(picks, name))
        case "centre":
            return Desked(_centred(picks, name))
        case "fill":
            return Desked(_filled(game, picks))
        case "eater":
            return Desked(picks._replace(eater=name, fed="" if picks.fed == name else picks.fed))
        case "feed":
            return Desked(picks._replace(fed=name))
        case "meal" if picks.eater and picks.fed:
            hands = tuple(tuple(piece for piece in hand if piece != picks.fed) for hand in picks.hands)
            centre = tuple(tuple(piece for piece in two if piece != picks.fed) for two in picks.centre)
            return Desked(picks._replace(meals=(*picks.meals, (picks.eater, picks.fed)), fed="", hands=hands, centre=centre))
        case "start" if not _missing(picks):
            return Desked(picks, battle(document, game, picks))
    return Desked(picks)


def _told(picks: Picks, what: str, number: int) -> Picks:
    if what == "first":
        return picks._replace(first=number)
    return picks._replace(shown=number) if what == "shown" else picks._replace(picking=number)


def _with(every: tuple[tuple[str, ...], ...], player: int, one: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return (*every[: player - 1], one, *every[player:])


def _picked(picks: Picks, name: str) -> Picks:
    """A piece more, or one less; no more than twelve and the spare ones."""
    player = picks.picking
    mine, centre = picks.hands[player - 1], picks.centre[player - 1]
    if name in mine:
        less = tuple(piece for piece in mine if piece != name)
        return picks._replace(hands=_with(picks.hands, player, less), centre=_with(picks.centre, player, tuple(piece for piece in centre if piece != name)))
    if len(mine) >= BRINGS + SPARE or any(name in hand for hand in picks.hands[: picks.players]):
        return picks
    return picks._replace(hands=_with(picks.hands, player, (*mine, name)))


def _centred(picks: Picks, name: str) -> Picks:
    """Into the centre, or out of it; of more than two the first one leaves."""
    player = picks.picking
    centre = picks.centre[player - 1]
    two = tuple(piece for piece in centre if piece != name) if name in centre else (*centre, name)[-CENTRE:]
    return picks._replace(centre=_with(picks.centre, player, two))


def _filled(game: rules.Game, picks: Picks) -> Picks:
    """What is missing of a player, drawn: for the same picks always the same."""
    player = picks.picking
    taken = {piece for hand in picks.hands[: picks.players] for piece in hand} | {fed for _, fed in picks.meals}
    free = [name for name in game.pieces if name not in taken]
    mine = picks.hands[player - 1]
    dice = random.Random(f"{game.seed}:{player}:{mine}")
    hand = (*mine, *dice.sample(free, min(len(free), max(0, BRINGS - len(mine)))))
    centre = (*picks.centre[player - 1], *(piece for piece in hand if piece not in picks.centre[player - 1]))[:CENTRE]
    return picks._replace(hands=_with(picks.hands, player, hand), centre=_with(picks.centre, player, centre))


def battle(document: Mapping[str, Any], game: rules.Game, picks: Picks) -> dict[str, Any]:
    """A scenario of the battle that was set up, as a person would write it.

    A third and a fourth player read the parameters of the first and second; their pieces stand on a board of 6 x 6.
    """
    setup, players = document["setup"], picks.players
    hands = [list(hand) for hand in picks.hands[:players]]
    needed = {*(piece for hand in hands for piece in hand), *(piece for meal in picks.meals for piece in meal)}
    pieces = {name: _for(players, one) for name, one in setup["pieces"].items() if name in needed}
    for eater, fed in picks.meals:
        if eater in pieces:
            pieces[eater] = {**pieces[eater], "fed": [*pieces[eater].get("fed", []), fed]}
    growth = [{key: _stretched(value, players) if key in ("add", "times") else value for key, value in rule.items()} for rule in setup.get("growth", [])]
    kept = {key: setup[key] for key in ("skills", "events", "random_cells", "seed") if key in setup}
    made: dict[str, Any] = {
        "hp": _stretched(list(setup["hp"]), players),
        "turn": picks.first or "random",
        "hands": hands,
        **kept,
        **({"growth": growth} if growth else {}),
        "pieces": pieces,
    }
    options = {**document.get("rules", {}), **({"shown": picks.shown} if picks.shown >= 0 else {})}
    if players == 2:
        made["chosen"] = [list(two) for two in picks.centre[:2]]
    else:
        made["board"] = _centre_of_more(picks)
        options = {key: value for key, value in options.items() if key not in ("rows", "columns")}
    title = {"en": "My battle", "ja": "自分の対戦"}
    return {"format": 1, "name": "my-battle", "mechanic": "sandwich", "title": title, "rules": options, "setup": made}


def _for(players: int, piece: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _stretched(value, players) if key in ("parameters", "attack", "defence") else value for key, value in piece.items() if key != "fed"}


def _stretched(values: list[Any], players: int) -> list[Any]:
    """As many values as players, the first ones again for those beyond."""
    return [plain(values[k % len(values)]) if not isinstance(values[k % len(values)], int) else values[k % len(values)] for k in range(players)]


def _centre_of_more(picks: Picks) -> str:
    """Two pieces of each of three or four players in the two middle rows, shifted against each other."""
    wide, left = picks.players, 1
    rows = [["."] * 6 for _ in range(6)]
    for k in range(wide):
        rows[2][left + k] = f"{picks.centre[k][0]}{k + 1}"
        other = (k + 2) % wide
        rows[3][left + k] = f"{picks.centre[other][1]}{other + 1}"
    return "\n".join(map(" ".join, rows)) + "\n"
