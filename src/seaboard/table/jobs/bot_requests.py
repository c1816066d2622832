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
    """Asks for hints; with an action, for the coach's warning before it."""
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
    """The same request to the same bot has the same key."""
    return hashlib.sha256(json.dumps([request, bot], sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def answer_request(request: BotRequest, hints: str, coach: str, cancelled: Callable[[], bool]) -> str:
    """The bot's answer as JSON. Raises UnsupportedJob without the rules or components of the request."""
    try:
        game = find_game(request["game"])
        box = game.build_box(UntrustedOptions(request["options"]).choose(game))
    except SeaboardError as error:
        raise UnsupportedJob(str(error)) from None
    if request["rules"] != game.rules_version:
        raise UnsupportedJob(f"the question is about version {request['rules']} of {game.name}; here is {game.rules_version}")
    if request["box"] != game.box_hash(box):
        raise UnsupportedJob(f"the question is about other components of {game.name} than those here")
    view = base64.b64decode(request["seen"])
    if len(view) != game.state.itemsize:
        raise UnsupportedJob(f"the position has another size than those of {game.name} here")
    seen = np.frombuffer(view, game.state).copy()[0]
    if request["action"] is None:
        bot: Any = new_bot(hints, game, box, "hint")
        return json.dumps([asdict(hint) for hint in bot.hint(seen, request["actions"])], default=to_python_number)
    warned = warning(game, box, seen, request["action"], coach, cancelled)
    return json.dumps(warned and asdict(warned), default=to_python_number)


def to_python_number(number: Any) -> Any:
    return number.item()  # of NumPy


def read_hints(text: str) -> list[Hint]:
    return [Hint(**with_tuples(found)) for found in json.loads(text)]


def read_warning(text: str) -> CostlyMove | None:
    found = json.loads(text)
    if found is None:
        return None
    after = {name: Evaluation(**with_tuples(found[name])) for name in ("after", "after_better")}
    return CostlyMove(**with_tuples(found) | after)


def with_tuples(found: dict[str, Any]) -> dict[str, Any]:
    """JSON has lists where these classes have tuples."""
    return {name: as_tuple(value) for name, value in found.items()}


def as_tuple(value: Any) -> Any:
    return tuple(map(as_tuple, value)) if isinstance(value, Sequence) and not isinstance(value, str) else value
