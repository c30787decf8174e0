"""The options of the ring rotation puzzle, and how large it may be."""

from __future__ import annotations

from dataclasses import dataclass

from ..options import option

SOURCE = "JP5039466B2"
MOST_KINDS = 9
MOST_RINGS, FEWEST_SPOKES, MOST_SPOKES, MOST_FIELDS = 12, 3, 18, 5
MOST_POINTS = 1_000_000
FREED, EMPTY = "freed", "empty"
NODE, COUNT = "node", "count"
IN_TURN = "in turn"
POINTS = "points"
MOST_BALLS, RANDOM = 3, "random"
_POINTS = {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS}
_YES_NO = {"type": "boolean"}
_RINGS = {"type": "integer", "minimum": 1, "maximum": MOST_RINGS}
_SPOKES = {"type": "integer", "minimum": FEWEST_SPOKES, "maximum": MOST_SPOKES}
_BALLS = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_BALLS}, {"const": RANDOM}]}
_TICKS = {"type": "integer", "minimum": 0, "maximum": 1000}
_PACE = {"type": "array", "maxItems": 20, "items": {"type": "array", "prefixItems": [_POINTS, _TICKS], "minItems": 2, "maxItems": 2}}
_SCORE = {"type": "integer", "minimum": 0, "maximum": 1000}
_LEAST = {"type": "integer", "minimum": 2, "maximum": 12}


@dataclass(frozen=True)
class Rules:
    """The options of the ring rotation puzzle; the defaults are the source's embodiment."""

    rings: int = option(5, "Rings of the field, where the scenario draws none.", _RINGS, "Fig. 3(a)")
    spokes: int = option(6, "Spokes of the field, where the scenario draws none.", _SPOKES, "Fig. 3(a)")
    outline: str = option("round", "The rails are round, or straight from spoke to spoke.", {"enum": ["round", "polygon"]}, "Fig. 3(a); Fig. 17")
    whole: bool = option(
        False,
        "The whole field may be turned as one, against the plug's release count.",
        _YES_NO,
        "the object of the invention: the entire field, or a part of it",
    )
    kinds: int = option(7, "Kinds of ball that the plug draws from.", {"type": "integer", "minimum": 1, "maximum": MOST_KINDS}, "Fig. 3(b)")
    balls: int | str = option(1, "Balls of one release, 1 to 3, or “random”: drawn with the seed.", _BALLS, "S111")
    least: int = option(3, "How many balls of one kind must lie side by side to be erased.", _LEAST, "S141; the number may differ")
    lines: bool = option(False, "Only straight lines count, along a ring or along a spoke.", _YES_NO)
    joined: bool = option(False, "Only balls that a section joins are neighbours.", _YES_NO)
    falls: str = option(FREED, "Balls fall into nodes freed in this link, or into any empty ones.", {"enum": [FREED, EMPTY]}, "S144; any empty node: claim 4")
    chain: bool = option(True, "What has fallen is checked again at once, else with the next move.", _YES_NO, "the chain of Fig. 2; else Fig. 9")
    count_from: str = option(
        NODE, "After a release on another node the count goes on from there, or from its own spoke.", {"enum": [NODE, COUNT]}, "S120, S121"
    )
    guided: bool = option(False, "A released ball, and the balls that make room for it, go only over sections that exist.", _YES_NO)
    interval: int = option(5, "Ticks after which the plug releases by itself (0: never); a release starts them anew.", _TICKS, "S101")
    pace: tuple[tuple[int, int], ...] = option(
        (), "Another interval from so many life points on: [life points, ticks], the last that is reached.", _PACE, "S101; it may change with the life points"
    )
    start: str = option(
        IN_TURN,
        "Of several given starts each stage that begins takes the next one in turn, or one drawn with the seed.",
        {"enum": [IN_TURN, RANDOM]},
        "S1; in sequence, or with random numbers",
    )
    goal: str = option(POINTS, "A stage is cleared by life points, or when no ball is left on any field.", {"enum": [POINTS, EMPTY]}, "S154; else ours")
    clear: int = option(30, "Life points that clear the stage.", _POINTS, "S154; the value is ours")
    over: int = option(-5, "Life points at which the game is over.", _POINTS, "S152; the value is ours")
    ball_score: int = option(10, "Score for an erased ball, times the link of the chain.", _SCORE, "S3; the value is ours")
    bonus_time: int = option(120, "Ticks within which a cleared stage earns a point for each that is left.", _SCORE, "the score display; the value is ours")
