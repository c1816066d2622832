"""Requests to a bot about a position, and its answers, as JSON for another process: hints and the coach's warnings.

A request contains the asking seat's view, so no worker learns more than the bot may know.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ...bots import Hint, new_bot
from ...core.errors import SeaboardError
from ...core.option_sources import UntrustedOptions
from ...games import find_game
from ...match import Match
from ...study.coach import CostlyMove, warning
from ...study.evaluator import Evaluation
from ..store.job_queue import UnsupportedJob

BotRequest = dict[str, Any]


def request_about(match: Match, seat: int, action: int | None = None) -> BotRequest:
    """A request for hints; with an action, for the coach's warning before it."""
    game = match.game
    return {
        "game": game.name,
        "rules": game.rules_version,
        "box": game.box_hash(match.box),
        "options": match.options,
        "seen": base64.b64encode(match.view(seat).tobytes()).decode(),
        "actions": match.actions(),
        "action": action,
    }


def request_key(request: BotRequest, bot: str) -> str:
    """The key of a request to a bot: equal requests have equal keys, so that they are answered once."""
    return hashlib.sha256(json.dumps([request, bot], sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def answer_request(request: BotRequest, hints: str, coach: str, cancelled: Callable[[], bool]) -> str:
    """The answer of the bot for hints or of the coach, as JSON. Raises UnsupportedJob if this worker lacks what it needs."""
    try:
        game = find_game(request["game"])
        box = game.build_box(UntrustedOptions(request["options"]).choose(game))
    except SeaboardError as error:
        raise UnsupportedJob(str(error)) from None
    if request["rules"] != game.rules_version:
        raise UnsupportedJob(
            f"the request is about version {request['rules']} of {game.name}, this worker has version {game.rules_version}"
        )
    if request["box"] != game.box_hash(box):
        raise UnsupportedJob(f"the request is about other components of {game.name} than this worker has")
    view = base64.b64decode(request["seen"])
    if len(view) != game.state.itemsize:
        raise UnsupportedJob(
            f"the request's view of {game.name} has {len(view)} bytes, this worker expects {game.state.itemsize}"
        )
    seen = np.frombuffer(view, game.state).copy()[0]
    if request["action"] is None:
        bot: Any = new_bot(hints, game, box, "hint")
        return json.dumps([asdict(hint) for hint in bot.hint(seen, request["actions"])], default=to_python_number)
    warned = warning(game, box, seen, request["action"], coach, cancelled)
    return json.dumps(warned and asdict(warned), default=to_python_number)


def to_python_number(number: Any) -> Any:
    return number.item()  # a NumPy number


def read_hints(text: str) -> list[Hint]:
    return [Hint(**with_tuples(hint)) for hint in json.loads(text)]


def read_warning(text: str) -> CostlyMove | None:
    fields = json.loads(text)
    if fields is None:
        return None
    evaluations = {name: Evaluation(**with_tuples(fields[name])) for name in ("after", "after_better")}
    return CostlyMove(**with_tuples(fields) | evaluations)


def with_tuples(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with tuples instead of JSON's lists."""
    return {name: as_tuple(value) for name, value in fields.items()}


def as_tuple(value: Any) -> Any:
    return tuple(map(as_tuple, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value
