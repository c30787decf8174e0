"""The words that ordered effects lend to the effect language: what a card on the field can do."""

from __future__ import annotations

from ..language import Deed, Number, Relation, Vocabulary, Word

__all__ = ("CARDS", "NOTES", "VOCABULARIES")

CARD, SEARCH = "card", "search"
BROAD = ("row", "enemy row", "side", "enemy side", "all")
"""Relations that name no slot: what they look at in vain is not told."""


def _number(word: str, says: str, *, named: bool = False) -> Number:
    return Number(word, says, f'{{ do = "power", if = ["{word}{" of B" if named else ""} >= 2"], add = 1 }}', named)


def _to(word: str, says: str) -> Relation:
    return Relation(word, says, f'{{ do = "power", to = "{word}", add = 1 }}', CARD)


_VALUES = ("add", "times", "percent", "set")
CARDS = Vocabulary(
    triggers=(Word("searched", "its slot is searched; the only trigger of cards, so `when` is never written", '{ do = "power", to = "neighbours", add = 1 }'),),
    numbers=(
        _number("own cards", "cards on the own side of the field, the card itself included; `of B` counts those named B", named=True),
        _number("enemy cards", "cards on the enemy side", named=True),
        _number("all cards", "cards on the field", named=True),
        _number("own hand", "cards in the own hand", named=True),
        _number("enemy hand", "cards in the enemy hand", named=True),
        _number("own deck", "cards in the own deck", named=True),
        _number("own life", "own life points"),
        _number("enemy life", "the life points of the side it faces"),
        _number("power", "the card's own power as it now is"),
        _number("defence", "the card's own defence as it now is"),
        _number("facing power", "the power of the card in front, 0 where none is"),
        _number("acted", "cards whose effects have acted before it in this search"),
        _number("destroyed", "cards destroyed before it in this search"),
        Number("turn", "whose turn it is: own or enemy", '{ do = "power", if = ["turn = own"], add = 1 }', text=True),
        Number("slot", "the slot where the card lies", '{ do = "power", if = ["slot = M1"], add = 1 }', text=True),
    ),
    relations=(
        _to("self", "the card itself"),
        _to("left", "the card on the slot next to it, to the left of its owner"),
        _to("right", "the card on the slot next to it, to the right of its owner"),
        _to("neighbours", "both of them; the ends of a row have one neighbour, an empty slot is no bridge"),
        _to("facing", "the card on the front slot of its column on the side it faces, the next in turn order"),
        _to("row", "each other card in its row"),
        _to("enemy row", "each card in the like row (front, back) of every enemy"),
        _to("side", "each other card on its side"),
        _to("enemy side", "each card of every enemy side"),
        _to("all", "each other card on the field"),
        Relation("search", "the rest of this search", '{ do = "order", what = "reverse" }', SEARCH),
    ),
    traits=(
        Number("name", "the card's name", '{ do = "power", to = "neighbours", only = ["name = B"], add = 1 }', text=True),
        Number("side", "own or enemy", '{ do = "power", to = "all", only = ["side = enemy"], add = -1 }', text=True),
        Number("power", "its power as it now is", '{ do = "destroy", to = "enemy side", only = ["power <= 1"] }'),
        Number("defence", "its defence as it now is", '{ do = "defence", to = "side", only = ["defence = 0"], add = 1 }'),
    ),
    deeds=(
        Deed("power", "changes a card's power; no value goes below 0", '{ do = "power", to = "facing", add = -2 }', "self", (CARD,), _VALUES),
        Deed("defence", "changes a card's defence", '{ do = "defence", to = "row", add = 1 }', "self", (CARD,), _VALUES),
        Deed("destroy", "the card leaves the field", '{ do = "destroy", to = "facing" }', "facing", (CARD,)),
        Deed(
            "move",
            "moves the card to the empty slot in `what`, or one to the left or right; it acts when its new slot is reached, and not twice",
            '{ do = "move", to = "self", what = "right" }',
            "self",
            (CARD,),
            what="slot",
        ),
        Deed("return", "the card goes back to its owner's hand or deck", '{ do = "return", to = "facing", what = "hand" }', "facing", (CARD,), what="place"),
        Deed("silence", "the card has no effects any more", '{ do = "silence", to = "facing" }', "facing", (CARD,)),
        Deed(
            "learn", "the card has the effects of the card in `what` from now on", '{ do = "learn", to = "neighbours", what = "A" }', "self", (CARD,), what=CARD
        ),
        Deed(
            "order",
            "the rest of this search goes the other way round (`reverse`), or through one side's slots first (`M`, `E`, …)",
            '{ do = "order", what = "reverse" }',
            "search",
            (SEARCH,),
            what="order",
        ),
    ),
    when="searched",
)
VOCABULARIES = {"setup.cards.NAME": CARDS}
"""Where in a scenario effects stand, and in which words."""
NOTES = """
- A card's effects act when its slot is searched, so `when` is not written. Changes stay, and go with a card that is moved.
- `acted` counts the cards before it in the search of which an effect has acted; `destroyed` counts the cards destroyed before this very effect,
  by its own card's earlier effects too. With three or four sides a side that is out is no enemy any more.
"""
"""What the reference page adds to the words."""
