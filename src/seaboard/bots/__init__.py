"""Bots. `new_bot("strong", game, box)` makes one; it sees only the view of its seat.

Names are `random`, `habit`, `greedy`, `search`, `net`, the levels, and the personalities (`builder`). `search:2000` makes 2,000
simulations per decision, `search:2000,explore=0.5` changes `SearchSettings`. `net` plays the policy of a network, `net:400` and
`net,seconds=0.1` search with it (network/player.py). Your own bot is a class with `choose` (bot.py), named `module:Class`; the
module is installed or in the current folder. A package names its bot with the entry point `seaboard.bots` (core/plugins.py).
"""

import importlib
import inspect
import os
import re
import sys
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np

from ..core import plugins
from ..core.errors import BadOption
from ..core.game import Game, one_of
from .bot import Bot, Hint
from .greedy import Greedy
from .habit import Habit
from .network.player import NetLevel, NetSearch, has_network
from .random import Random
from .search import Search

KINDS: dict[str, Any] = {"random": Random, "habit": Habit, "greedy": Greedy, "search": Search, "net": NetSearch}

# easy looks a few turns ahead, overlooks moves, and accepts those within `slack` of the best. `seconds` is the longest time for
# a decision; a slow computer makes fewer simulations
SETTINGS: dict[str, dict[str, Any]] = {
    "easy": {"simulations": 40, "turns": 4, "slack": 0.1, "overlook": 0.25, "seconds": 1.0},
    "normal": {"simulations": 300, "seconds": 1.0},
    "strong": {"simulations": 2000, "seconds": 2.0},
    "expert": {"turn_seconds": 3.5},
}
NETWORK_LEVELS = ("strong", "expert")  # levels that use a network if one fits the game
LEVELS = tuple(SETTINGS)
# bots that play like `normal`, but of moves nearly as good as the best they like those with most points of one category
PERSONALITIES = {"builder": "buildings", "shareholder": "shares", "fisher": "ships"}
SETTINGS |= {name: {**SETTINGS["normal"], "taste": category} for name, category in PERSONALITIES.items()}
NAMES = (*LEVELS, *PERSONALITIES, *KINDS)  # built in
GROUP = "seaboard.bots"
CLASS_PATH = r"[A-Za-z_][\w.]*:[A-Za-z_]\w*"  # module:Class

__all__ = [
    "LEVELS",
    "NAMES",
    "PERSONALITIES",
    "Bot",
    "Hint",
    "all_bots",
    "fits",
    "is_class_path",
    "new_bot",
    "read_name",
    "uses_network",
]


def all_bots() -> tuple[str, ...]:
    """The names of built-in bots and levels, then of usable plug-ins."""
    points = plugins.plugins(GROUP, NAMES).values()
    return (*NAMES, *plugins.use_all(points, lambda point: load_plugin(point) and point.name))


def fits(name: str, game: Game) -> bool:
    """Whether a bot of this name can play this game: a personality needs its category on the score sheet."""
    return name not in PERSONALITIES or PERSONALITIES[name] in game.score_kinds


def new_bot(name: str, game: Game, box: np.record, seed: Any = None, **settings: Any) -> Bot:
    """A bot by its name or level, for one seat of one game. With a budget in simulations, the same seed plays the same moves.

    Searches accept `threads`, `simulations`, `seconds` (per decision), `turn_seconds` and the fields of `SearchSettings`.
    Settings in the name override `settings`, which override the level's. Bots get `game`, `box`, `seed` and `threads` if their
    `__init__` has such parameters.
    """
    kind, level, named_settings = read_name(name)
    arguments = {"game": game, "box": box, "seed": seed}
    if "threads" in settings:
        arguments["threads"] = settings.pop("threads")
    try:
        parameters = inspect.signature(kind).parameters
        accepted = {key: value for key, value in arguments.items() if key in parameters}
        return kind(**{**accepted, **level, **settings, **named_settings})
    except TypeError as error:
        raise BadOption(f"{name[:60]!r} is not a bot: {str(error).split('() ')[-1]}") from error


def read_name(name: str) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """The class of a bot's name, the settings of its level, and the settings in the name.

    Only for trusted names: `module:Class` imports the module.
    """
    head, *pairs = name.strip().split(",")
    kind, number = find_kind(head)
    settings: dict[str, Any] = {}
    try:
        if number:
            settings[kind.NUMBER] = int(number)
        for pair in pairs:
            key, _, value = pair.partition("=")
            settings[key.strip()] = read_value(key.strip(), value)
    except (ValueError, AttributeError):
        raise BadOption(f"{name[:60]!r} is not a bot: write search:1000, or search:1000,explore=0.5") from None
    if "file" in settings and not Path(settings["file"]).is_file():
        raise BadOption(f"{name[:60]!r} is not a bot: there is no file {settings['file']}")
    return kind, SETTINGS.get(head.partition(":")[0].lower(), {}), settings


def read_value(key: str, value: str) -> Any:
    """The value of a setting: a number; for `file` a path, for `entry` a class in that file, for `taste` a category."""
    if key in ("file", "entry", "taste"):
        return value
    return float(value) if "." in value or "e" in value else int(value)


def uses_network(name: str, game: Game) -> bool:
    """Whether a bot of this name may use a network in this game."""
    kind, _, named_settings = read_name(name)
    return isinstance(kind, type) and issubclass(kind, NetSearch) and (has_network(game) or "file" in named_settings)


def find_kind(head: str) -> tuple[Any, str]:
    """The class for the first part of a name, and the number after it."""
    if is_class_path(head):
        module, name, number = f"{head}:".split(":")[:3]
        return load_class(f"{module}:{name}"), number
    name, _, number = head.lower().partition(":")
    if name in NAMES:
        return (NetLevel if name in NETWORK_LEVELS else KINDS["search" if name in SETTINGS else name]), number
    if point := plugins.plugins(GROUP, NAMES).get(name):
        return load_plugin(point), number
    raise BadOption(f"no bot {head[:40]!r}; choose {one_of((*NAMES, *plugins.plugins(GROUP, NAMES)))}, or module:Class")


def is_class_path(name: str) -> bool:
    """Whether a name has the form `module:Class`, with or without settings."""
    return bool(re.fullmatch(rf"{CLASS_PATH}(:\d+)?(,.*)?", name.strip())) and name.split(":")[0].strip().lower() not in NAMES


@cache
def load_class(path: str) -> Any:
    """The class at `module:Class`; the current folder is on the path, also in worker processes."""
    module, _, name = path.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        kind = getattr(importlib.import_module(module), name)
    except Exception as error:  # a foreign module can raise anything
        raise BadOption(f"no bot {path!r}: {type(error).__name__}: {' '.join(str(error).split())}") from error
    if why := why_not_a_bot(kind):
        raise BadOption(f"no bot {path!r}: {why}")
    return kind


@cache
def load_plugin(point: EntryPoint) -> Any:
    """The class of an entry point; BadPlugin says why it cannot be used."""
    kind = plugins.load(point)
    if why := why_not_a_bot(kind):
        raise plugins.bad_plugin(point, why)
    return kind


def why_not_a_bot(kind: Any) -> str:
    """Why an object is not the class of a bot; empty if it is."""
    if not isinstance(kind, type) or not callable(getattr(kind, "choose", None)):
        return "it is no class with a method `choose`"
    return ""
