"""The JSON Schema (draft 2020-12) of a seat report."""

import json
from typing import Any

from ..core.game import Game
from .seat_report import FORMAT

INTEGER = {"type": "integer"}
TEXT = {"type": "string"}


def report_schema(game: Game) -> dict[str, Any]:
    """The schema of `SeatReport.to_dict()` for one game; the position's part is the game's own."""
    seat = {"type": "integer", "minimum": 1, "maximum": max(game.options[0].choices)}
    maybe_seat = {"anyOf": [seat, {"type": "null"}]}
    fields: dict[str, Any] = {
        "format": {"const": FORMAT},
        "game": {"const": game.name},
        "rules_version": INTEGER,
        "options": field_schema("object", "the number of players and the options other than the defaults"),
        "seat": {**seat, "description": "your seat, from 1"},
        "seats": {**seat, "description": "the number of seats"},
        "version": field_schema("integer", "the number of moves played so far"),
        "mover": {**maybe_seat, "description": "the seat to move; null when the game is over"},
        "over": field_schema("boolean", "whether the game is over"),
        "prompt": field_schema("string", "what the mover is asked"),
        "rule": field_schema("string", "the number of the rule that asks it"),
        "moves": list_schema(
            "your legal moves; empty unless you are to move", number=INTEGER, action=INTEGER, move=TEXT, text=TEXT
        ),
        "events": list_schema("what happened since your last decision, including it", seat=maybe_seat, text=TEXT),
        "position": position_schema(game),
        "scores": list_schema(
            "points of each seat as if the game ended now, as far as you know; places when it is over",
            points={"type": "number"},
            kinds={"type": "object", "additionalProperties": {"type": "number"}},
            place={"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
        ),
        "untrusted": object_schema(
            notice=TEXT,
            names={"type": "array", "items": TEXT, "description": "names of the players, by seat; empty if they have none"},
            chat=list_schema("what people wrote", seat=maybe_seat, text=TEXT),
        ),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A seat's report of {game.title}",
        **object_schema(**fields),
    }


def position_schema(game: Game) -> dict[str, Any]:
    """The game's own schema; any object for a game without one. Its references stay within it."""
    file = game.positions.view_schema
    if file is None:
        return {"type": "object"}
    return json.loads(file.read_text(encoding="utf-8")) | {"$id": f"seaboard:{game.name}-view"}


def field_schema(kind: str, description: str) -> dict[str, Any]:
    return {"type": kind, "description": description}


def object_schema(**fields: Any) -> dict[str, Any]:
    """An object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": sorted(fields), "additionalProperties": False}


def list_schema(description: str, **fields: Any) -> dict[str, Any]:
    return {"type": "array", "items": object_schema(**fields), "description": description}
