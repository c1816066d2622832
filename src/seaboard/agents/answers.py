"""Reads an agent's answer: the number or the notation of a legal move, alone or at the end of a longer text."""

import json
import re
from typing import Any

from ..core.errors import IllegalMove
from ..core.text_input import read_json
from ..match import MAX_MOVE, Match
from .match_events import using_seat_labels

MAX_LENGTH = 100_000  # characters that are read, from the end
NAMED_MOVE = re.compile(r"(?:move|answer|action|choice|number)\W{0,4}[:=]\s*(.+)", re.IGNORECASE)
BRACKETED_MOVE = re.compile(r"\[([^\[\]\n]{1,100})\]|<move>([^<\n]{1,100})</move>", re.IGNORECASE)
DECORATION = " \t\"'`*_.!"


def read_answer(match: Match, answer: str) -> int:
    """The action that an answer means: a number, a notation, JSON with `move`, or `Move: ...` or `[...]` as its last words.

    IllegalMove says why an answer is not a legal move, with the rule and the nearest legal move.
    """
    with using_seat_labels(match):
        actions = match.actions()
        known = {match.text(action): action for action in actions}
        parts = candidates(answer[-MAX_LENGTH:])
        for part in parts:
            plain = " ".join(part.lower().split())
            if plain in known:
                return known[plain]
            if re.fullmatch(r"#?\d{1,4}\.?", plain) and 0 < int(plain.strip("#.")) <= len(actions):
                return actions[int(plain.strip("#.")) - 1]
        return match.find(parts[0][:MAX_MOVE] if parts else "")


def candidates(answer: str) -> list[str]:
    """Candidates for the move in an answer, the most explicit first."""
    texts = [*from_json(answer)]
    texts += [named[1] for named in reversed(list(NAMED_MOVE.finditer(answer)))][:1]
    texts += [one[1] or one[2] for one in reversed(list(BRACKETED_MOVE.finditer(answer)))][:1]
    lines = [line for line in answer.splitlines() if line.strip(DECORATION)]
    texts += lines[-1:] + lines[:1]
    return [part for part in (one.strip(DECORATION) for one in texts) if part]


def from_json(answer: str) -> list[str]:
    """The move of a JSON object `{"move": ...}`."""
    start, end = answer.find("{"), answer.rfind("}")
    if start < 0 or end < start:
        return []
    try:
        table = read_json(answer[start : end + 1], MAX_LENGTH)
    except ValueError:
        return []
    values = [table.get(key) for key in ("move", "answer", "action", "number")] if isinstance(table, dict) else []
    return [str(value) for value in values if isinstance(value, str | int) and not isinstance(value, bool)][:1]


def refusal_to_dict(match: Match, error: IllegalMove) -> dict[str, Any]:
    """A refusal for JSON: the reason, the rule, and the nearest legal move with its number."""
    moves = match.moves()
    number = moves.index(error.nearest) + 1 if error.nearest in moves else None
    return {"error": str(error), "rule": error.rule, "nearest": {"number": number, "move": error.nearest} if number else None}


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
