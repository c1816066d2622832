"""The confined process: loads the game, confines itself, runs the submitted source, and answers one decision after the other.

Lines of JSON on stdin and stdout. What the submission prints is discarded.
"""

import base64
import inspect
import json
import os
import sys
from typing import Any

import numpy as np

from ...core.dice import key_of
from ...core.game import Game
from ...core.text_input import read_json
from ...games import find_game
from .confine import confine

MAX_LINE_LENGTH = 10_000_000  # characters


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null_device = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(null_device, stream)
    request = read_json(sys.stdin.readline(), MAX_LINE_LENGTH)
    game = find_game(request["game"])
    box = np.frombuffer(base64.b64decode(request["box"]), game.box)[0]
    preload(game, box)
    enforced = confine(request["memory"], request["seconds"])

    def answer(**values: Any) -> None:
        answers.write(json.dumps(values) + "\n")
        answers.flush()

    if not (enforced["namespaces"] and enforced["landlock"]):
        answer(error="this machine cannot confine it: namespaces and Landlock are needed", enforced=enforced)
        return
    try:
        bot = new_bot(request["source"], request["entry"], {"game": game, "box": box, "seed": request["seed"]})
    except BaseException as error:
        answer(error=f"{type(error).__name__}: {error}"[:300], enforced=enforced)
        return
    answer(ready=True, enforced=enforced)
    for line in sys.stdin:
        question = read_json(line, MAX_LINE_LENGTH)
        seen = np.frombuffer(base64.b64decode(question["seen"]), game.state)[0].copy()
        try:
            answer(action=int(bot.choose(seen, question["actions"])))
        except BaseException as error:
            answer(error=f"{type(error).__name__}: {error}"[:300])


def preload(game: Game, box: np.record) -> None:
    """Loads everything that opens files on first use: modules, and each rule by a call."""
    import collections  # noqa: F401
    import heapq  # noqa: F401
    import math  # noqa: F401
    import random  # noqa: F401
    import socket  # noqa: F401

    from ... import agents, bots, match  # noqa: F401

    s, seen, out = game.empty_state(), game.empty_state(), np.zeros(game.max_legal, np.int16)
    game.start(s, box, key_of(0))
    game.view(s, box, 0, seen)
    action = int(out[: game.legal(s, box, out)][0])
    game.problem(s, box, action)
    game.observe(seen, box, 0, np.zeros(game.observation_size, np.int16))
    game.redeal(seen, box, key_of(1))
    game.apply(s, box, action)
    game.mover(s)
    game.score_sheet(s, box, np.zeros((int(box.players), len(game.score_kinds)), np.int32))
    game.tie_break(s, box, 0)
    game.texts.notation(box, action)


def new_bot(source: str, entry: str, arguments: dict[str, Any]) -> Any:
    """Runs the source as a module and makes an instance of its class, with those of the arguments that its `__init__` names."""
    names: dict[str, Any] = {"__name__": "submission"}
    exec(compile(source, "submission", "exec"), names)
    bot_class = names[entry]
    parameters = inspect.signature(bot_class).parameters
    return bot_class(**{key: value for key, value in arguments.items() if key in parameters})


if __name__ == "__main__":
    main()
