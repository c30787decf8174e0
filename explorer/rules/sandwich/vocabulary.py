"""The words that the sandwich battle lends to the effect language: for skills, and for events on cells."""

from __future__ import annotations

from ..language import Deed, Number, Relation, Vocabulary, Word
from .profiles import ABSORPTION, CELL, COUNTER, KINDS, LIGHTNING, POISON, SPECIAL

__all__ = ("EVENTS", "NOTES", "SKILLS", "VOCABULARIES")

DECLARED, PLACED, COMBO, TURNED, HIT, TURN, HAND, LEADER, CHECKED, ENTERED, START = (
    "used", "placed", "combo", "turned", "hit", "turn", "hand", "leader", "checked", "entered", "start",
)  # fmt: skip
ONCE = (DECLARED, PLACED, TURNED, HIT, CHECKED)
"""Triggers that use a skill up: once only, unless the skill has another limit (S41)."""
PLAYER, PIECE, AREA = "player", "piece", "cell"

TRIGGERS = (
    Word(DECLARED, "its player declares it with a move, or by itself on anybody's turn", '{ do = "parameter", to = "chosen", times = 2 }'),
    Word(PLACED, "its piece is placed", '{ when = "placed", do = "attack", times = 2 }'),
    Word(COMBO, "its piece, placed and never turned, is an anchor, and the placed piece's own skill acted", '{ when = "combo", do = "attack", times = 1.3 }'),
    Word(TURNED, "its piece is turned over by an opponent", '{ when = "turned", do = "damage", add = 300 }'),
    Word(HIT, "damage arrives while its piece was never turned (traps)", '{ when = "hit", do = "damage", kind = "counter", percent = 130, of = "damage" }'),
    *(Word(f"{HIT} {kind}", f"{kind} damage arrives while its piece was never turned", f'{{ when = "{HIT} {kind}", do = "hp", add = 200 }}') for kind in KINDS),
    Word(TURN, "each own turn while its piece is on the board in its owner's state", '{ when = "turn", do = "damage", kind = "poison", add = 400 }'),
    Word(HAND, "each own placement while its piece is in the hand", '{ when = "hand", do = "attack", times = 1.3 }'),
    Word(LEADER, "each own placement while its piece is the leader, wherever it is", '{ when = "leader", do = "attack", times = 1.1 }'),
    Word(CHECKED, "after any move, once its conditions hold", '{ when = "checked", if = ["own hp <= 50 %"], do = "hp", add = 50 }'),
    Word(ENTERED, "a piece is placed on its cell (events)", '{ when = "entered", do = "attack", times = 1.5 }'),
    Word(START, "the game begins (events)", '{ when = "start", do = "bar", to = "around", turns = "ever" }'),
)


def _hp(word: str, says: str) -> Number:
    compared = ">=" if "missing" in word else "<="
    return Number(word, says, f'{{ if = ["{word} {compared} 50 %"], do = "hp", percent = -10, of = "own hp", most = 2000 }}', share=True)


def _count(word: str, says: str, *, named: bool = False) -> Number:
    return Number(word, says, f'{{ if = ["{word}{" of X" if named else ""} >= 2"], do = "attack", times = 2 }}', named)


def _dealt(word: str, says: str) -> Number:
    return Number(word, says, f'{{ do = "damage", percent = 110, of = "{word}" }}')


NUMBERS = (
    _count("turned", "pieces that this move turns"),
    _count("runs", "sandwiched runs of this move"),
    _count("axes", "axes with a sandwich in this move"),
    _count("own pieces", "own pieces on the board, the bearer included; `of X` counts those with attribute X", named=True),
    _count("enemy pieces", "opposing pieces on the board", named=True),
    _count("all pieces", "all pieces on the board", named=True),
    _count("own hand", "own pieces in the hand", named=True),
    _count("enemy hand", "opposing pieces in the hand", named=True),
    _count("placements", "placements of the game so far"),
    _hp("own hp", "own HP as they now are"),
    _hp("enemy hp", "the opponent's HP as they now are"),
    _hp("own hp at start", "own HP at the start of this turn"),
    _hp("enemy hp at start", "the opponent's HP at the start of this turn"),
    _hp("own missing hp", "what is missing from the own maximum"),
    _hp("enemy missing hp", "what is missing from the opponent's maximum"),
    _dealt("own maximum", "the own maximum of HP"),
    _dealt("enemy maximum", "the opponent's maximum of HP"),
    _dealt("attack", "the placed piece's parameter in force (its attack), with what has changed it so far"),
    _dealt("damage", "for `hit`: the damage that has just arrived; else all of this move so far"),
    *(_dealt(kind, f"{kind} damage of this move so far") for kind in KINDS),
    Number("last move", "the piece that the opponent placed last", '{ if = ["last move = K"], do = "attack", times = 2 }', text=True),
    Number("at", "the cell where the bearer stands", '{ if = ["at = b2"], do = "attack", times = 2 }', text=True),
)


def _at(word: str, says: str, sort: str) -> Relation:
    deeds = {PLAYER: 'do = "hp", add = 10', PIECE: 'do = "parameter", times = 2', AREA: 'do = "bar"'}
    example = f'{{ {deeds[sort]}, to = "{word}" }}'
    return Relation(word, says, example, sort)


RELATIONS = (
    _at("owner", "the player whose effect it is (of an event: who placed the piece)", PLAYER),
    _at("opponent", "the other player, or all others", PLAYER),
    _at("everybody", "every player", PLAYER),
    _at("self", "the bearer", PIECE),
    _at("placed", "the piece placed in this move", PIECE),
    _at("anchors", "the anchors of this move", PIECE),
    _at("sandwiched", "the sandwiched pieces of this move", PIECE),
    _at("chosen", "the piece that is named when the skill is declared", PIECE),
    _at("beside", "the pieces on the eight cells beside the bearer", PIECE),
    _at("axes", "the pieces on the axes through the bearer", PIECE),
    _at("own", "own pieces on the board", PIECE),
    _at("enemy", "opposing pieces on the board", PIECE),
    _at("all", "all pieces on the board", PIECE),
    _at("own hand", "own pieces in the hand", PIECE),
    _at("enemy hand", "opposing pieces in the hand", PIECE),
    _at("here", "the bearer's cell", AREA),
    _at("chosen cell", "the cell that is named when the skill is declared", AREA),
    _at("around", "the eight cells around the bearer", AREA),
    _at("empty cells", "every empty cell", AREA),
    _at("cells", "every cell", AREA),
)


def _trait(word: str, says: str, example: str, *, text: bool = True) -> Number:
    return Number(word, says, f'{{ do = "parameter", to = "own", only = ["{word} {example}"], times = 2 }}', text=text)


TRAITS = (
    _trait("name", "the piece's (or cell's) name", "= K"),
    _trait("attribute", "the piece's attribute", "= X"),
    _trait("rank", "the piece's rank, with a hyphen for a space", "= super-rare"),
    _trait("side", "own or enemy", "= own"),
    _trait("parameter", "the printed parameter in force (its attack)", ">= 30", text=False),
    _trait("curses", "the curses that it bears", ">= 1", text=False),
)

_CHANGE = ("add", "times", "percent")
_DEALT = (SPECIAL, LIGHTNING, ABSORPTION, POISON, COUNTER, CELL)
DEEDS = (
    Deed(
        "hp", "changes a player's HP, a minus takes", '{ do = "hp", percent = 10, of = "own maximum" }', "owner", (PLAYER,), ("add", "percent"), phase="skill"
    ),
    Deed(
        "damage",
        "deals damage of a kind; absorption gives the owner as much",
        '{ when = "placed", do = "damage", percent = 160, of = "normal" }',
        "opponent",
        (PLAYER,),
        ("add", "percent"),
        kinds=_DEALT,
        phase="skill",
        positive=True,
    ),
    Deed("attack", "changes a piece's attack", '{ when = "placed", do = "attack", times = 2 }', "placed", (PIECE,), _CHANGE, lasts="turn", phase="skill"),
    Deed("defence", "changes a piece's defence", '{ do = "defence", to = "own", add = 5 }', "placed", (PIECE,), _CHANGE, lasts="turn", phase="skill"),
    Deed("parameter", "changes both at once", '{ do = "parameter", to = "chosen", times = 2 }', "placed", (PIECE,), _CHANGE, lasts="turn", phase="skill"),
    Deed(
        "receive",
        "what arrives is multiplied: 0.78 is 78 %, 0 nothing, -1 the reverse",
        '{ when = "placed", do = "receive", kind = "normal", times = 0.78, turns = 3 }',
        "owner",
        (PLAYER,),
        ("times",),
        kinds=KINDS,
        lasts="round",
        phase="skill",
    ),
    Deed("convert", "turns a piece to its owner's state", '{ do = "convert", to = "chosen" }', "chosen", (PIECE,), phase="board"),
    Deed(
        "move",
        "moves a piece to the empty cell in `what` (`chosen`: the one named when it is declared)",
        '{ do = "move", what = "chosen" }',
        "chosen",
        (PIECE,),
        what="cell",
        phase="board",
    ),
    Deed("remove", "takes a piece off the board", '{ do = "remove", to = "chosen" }', "chosen", (PIECE,), phase="board"),
    Deed(
        "replace", "puts the piece in `what` in its place", '{ do = "replace", to = "sandwiched", what = "K" }', "chosen", (PIECE,), what="piece", phase="board"
    ),
    Deed(
        "event",
        "makes the cell one with the event in `what`",
        '{ do = "event", to = "empty cells", random = 5, what = "fire" }',
        "chosen cell",
        (AREA,),
        what="event",
        lasts="ever",
        phase="board",
    ),
    Deed("bar", "bars the cell from placement", '{ do = "bar", to = "around", turns = 2 }', "chosen cell", (AREA,), lasts="round", phase="board"),
    Deed(
        "curse",
        "curses a piece: it costs its holder so much at the start of each own turn; curses add up",
        '{ when = "placed", do = "curse", random = 3, percent = 3, of = "enemy maximum" }',
        "enemy hand",
        (PIECE,),
        ("add", "percent"),
        lasts="ever",
        phase="skill",
        positive=True,
    ),
    Deed("seal", "a piece's skills do not act", '{ do = "seal", to = "enemy", random = 1, turns = 2 }', "chosen", (PIECE,), lasts="round", phase="skill"),
    Deed("lock", "a piece in the hand cannot be placed", '{ do = "lock", random = 1, turns = 1 }', "enemy hand", (PIECE,), lasts="round", phase="skill"),
)

_PHASES = ("due", SPECIAL, LIGHTNING, ABSORPTION, POISON)
SKILLS = Vocabulary(tuple(word for word in TRIGGERS if word.name not in (ENTERED, START)), NUMBERS, RELATIONS, TRAITS, DEEDS, DECLARED, _PHASES)
EVENTS = Vocabulary(tuple(word for word in TRIGGERS if word.name in (ENTERED, TURN, CHECKED, START)), NUMBERS, RELATIONS, TRAITS, DEEDS, ENTERED, _PHASES)
VOCABULARIES = {"setup.skills.NAME": SKILLS, "setup.events.NAME": EVENTS}
"""Where in a scenario effects stand, and in which words."""
NOTES = """
- At `placed` the placed piece is on the board and counts; under the profiles of the 6x6 game the pieces have turned by then, under the source's own not yet.
  Skills act before the damage of the move, so `own hp` is what is left before it.
- Of an event, `own …` and `owner` are the player who placed the piece, and the bearer (`self`) is that piece. `placements` counts the present one.
- `hp` simply changes HP; `damage` has a kind, can be changed by `receive`, answered by traps, and under the 6x6 profiles waits for its phase.
  Which damage sets a trap off stands in `when` (`hit special`); `kind` is what the effect itself deals. `damage` is then what arrived, after `receive`.
- `phase` goes with `when = "turn"`: one of {phases}, where the profile has it; without it, damage acts in the phase of its kind and all else at `due`.
- Skills with `used`, `placed`, `turned`, `hit` and `checked` act once (`limit = 3`: three times; `limit = 0`: without limit).
"""
"""What the reference page adds to the words."""
