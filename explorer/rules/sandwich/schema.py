"""What the setup of a scenario may hold, as JSON Schema."""

from __future__ import annotations

from typing import Any

from ..language import schema
from ..topology import LARGEST
from .options import NUMBER, RANKS
from .vocabulary import EVENTS, SKILLS

# Letters, as `_Reader` says exactly; the dialects of patterns do not agree on what a letter is.
_NAME = {"type": "string", "pattern": r"^[^\s\d._#\x00-\x1f]+$", "maxLength": 40}
_SKILL = {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[^\s.;\x00-\x1f]+$"}
_VALUES = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 8}
_STEP = {"type": "array", "items": {"type": "integer", "minimum": -25, "maximum": 25}, "minItems": 2, "maxItems": 2}
_HP = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}, "minItems": 2, "maxItems": 8}
SETUP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "board": {"type": "string", "description": "The board as text, top row first: . empty, # a hole, K1 piece K in state 1, 1 a plain piece."},
        "hp": {**_HP, "description": "HP by player."},
        "turn": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 8}, {"const": "random"}], "description": 'Who places first, or "random" with a seed.'},
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "The seed of everything that is drawn."},
        "hands": {
            "type": "array",
            "items": {"type": "array", "items": _NAME, "maxItems": 200},
            "minItems": 2,
            "maxItems": 8,
            "description": "The pieces that each player brings, in order.",
        },
        "chosen": {
            "type": "array",
            "items": {"type": "array", "items": _NAME, "minItems": 2, "maxItems": 2},
            "minItems": 2,
            "maxItems": 2,
            "description": "The two pieces that each player puts in the centre, instead of a board.",
        },
        "pieces": {
            "type": "object",
            "propertyNames": _NAME,
            "maxProperties": 700,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "parameters": {**_VALUES, "description": "One parameter a player."},
                    "attack": {**_VALUES, "description": "The attack by player, where it differs from the defence."},
                    "defence": {**_VALUES, "description": "The defence by player."},
                    "attribute": {"type": "string", "maxLength": 40},
                    "skill": _SKILL,
                    "rank": {"enum": list(RANKS)},
                    "fed": {"type": "array", "items": _NAME, "maxItems": 100, "description": "The pieces that were fed to it, in order."},
                },
            },
            "description": "Every piece by its name.",
        },
        "skills": {
            "type": "object",
            "propertyNames": _SKILL,
            "maxProperties": 700,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "required": ["effects"],
                "properties": {
                    "effects": schema(SKILLS),
                    "limit": {"type": "integer", "minimum": 0, "maximum": 1000, "description": "How often it may act: once, or 0 without limit."},
                },
            },
            "description": "Every skill by its name.",
        },
        "events": {
            "type": "object",
            "propertyNames": _SKILL,
            "maxProperties": 100,
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "effects": schema(EVENTS),
                    "only": {"type": "integer", "minimum": 1, "maximum": 8, "description": "Only for this player's pieces; for anybody's by default."},
                    "once": {"type": "boolean", "description": "It is gone once a piece was placed on it."},
                    "draws": {
                        "type": "array",
                        "items": _SKILL,
                        "minItems": 1,
                        "maxItems": 20,
                        "description": "It is one of these events, drawn with the seed.",
                    },
                },
            },
            "description": "Every event that a cell can have, by its name.",
        },
        "cells": {
            "type": "object",
            "propertyNames": {"type": "string", "maxLength": 10},
            "maxProperties": LARGEST * LARGEST,
            "additionalProperties": _SKILL,
            "description": "Which cell has which event.",
        },
        "random_cells": {
            "type": "object",
            "propertyNames": _SKILL,
            "maxProperties": 100,
            "additionalProperties": {"type": "integer", "minimum": 1, "maximum": LARGEST * LARGEST},
            "description": "So many empty cells, drawn with the seed, have this event.",
        },
        "maximum": {**_HP, "description": "The most HP of each player, of which shares are taken; the HP at the start by default."},
        "leaders": {"type": "array", "items": _NAME, "minItems": 2, "maxItems": 8, "description": "Each player's leader."},
        "under": {
            "type": "object",
            "propertyNames": {"type": "string", "maxLength": 10},
            "maxProperties": LARGEST * LARGEST,
            "additionalProperties": {"type": "array", "items": _NAME, "minItems": 1, "maxItems": 20},
            "description": "Pieces under the one that the board shows on a cell, from the bottom.",
        },
        "outline": {
            "type": "object",
            "additionalProperties": False,
            "required": ["cells", "lines"],
            "properties": {
                "cells": {
                    "type": "object",
                    "propertyNames": {"type": "string", "pattern": "^[a-z][1-9][0-9]?$"},
                    "minProperties": 1,
                    "maxProperties": LARGEST * LARGEST,
                    "additionalProperties": {"type": "array", "items": {"type": "number", "minimum": -100, "maximum": 100}, "minItems": 2, "maxItems": 2},
                    "description": "Where the middle of each cell is, in cell widths: to the right, and down.",
                },
                "lines": {
                    "type": "array",
                    "maxItems": 2000,
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["axis", "cells"],
                        "properties": {
                            "axis": {
                                "type": "string",
                                "minLength": 1,
                                "maxLength": 40,
                                "description": "The name of its axis; lines of one axis count as one.",
                            },
                            "cells": {"type": "string", "maxLength": 3000, "description": "Its cells in order, parted by spaces."},
                            "closed": {"type": "boolean", "description": "It goes on from its last cell to its first."},
                        },
                    },
                },
            },
            "description": "Any set of cells with its axes, instead of a rectangle.",
        },
        "on": {
            "type": "object",
            "propertyNames": {"type": "string", "maxLength": 10},
            "maxProperties": LARGEST * LARGEST,
            "additionalProperties": {"type": "string", "maxLength": 50},
            "description": "On an outline, what stands on which cell at the start: K1, or 1 for a plain piece.",
        },
        "paths": {
            "type": "array",
            "maxItems": 2000,
            "items": {
                "anyOf": [
                    {"type": "array", "items": {"type": "string", "maxLength": 10}, "minItems": 3, "maxItems": 3},
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["to", "on"],
                        "properties": {"to": _STEP, "on": _STEP},
                    },
                ]
            },
            "description": "With rules.relation = 'paths': three cells (placed, opposing, own), or two steps [right, up] from the placed one to the "
            "opposing piece and on from that to an own one.",
        },
        "growth": {
            "type": "array",
            "maxItems": 500,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "fed": {**_NAME, "description": "The piece that is fed."},
                    "fed_attribute": {"type": "string", "maxLength": 40, "description": "Its attribute."},
                    "fed_rank": {"enum": list(RANKS), "description": "Its rank."},
                    "eats": {**_NAME, "description": "The piece that it is fed to; any by default."},
                    "add": {**_VALUES, "description": "What is added to the parameter of each state."},
                    "times": {**_VALUES, "description": "What the parameter of each state is multiplied by, after that."},
                    "skill": {"type": "string", "maxLength": 40, "description": "The skill it has then, an empty text for none."},
                },
            },
            "description": "What feeding a piece to another changes for each state; the first rule that fits decides.",
        },
        "shown_cells": {
            "anyOf": [
                {"type": "array", "items": {"type": "string", "maxLength": 10}, "maxItems": LARGEST * LARGEST},
                {"type": "integer", "minimum": 0, "maximum": LARGEST * LARGEST},
            ],
            "description": "The cells whose events are shown, or so many of them drawn with the seed; all by default.",
        },
        "turned": {"type": "array", "items": _NAME, "maxItems": 700, "description": "Pieces on the board that were turned over before."},
    },
}
