"""Players. `new_bot("strong", game, box)` makes one; it sees only its seat's view of the game.

Bots are called `random`, `greedy`, `search` and `net`, or by level. `search:2000` thinks for 2,000 simulations a decision, and
`search:2000,explore=0.5` with another mind (tree/parts.py). `net` plays by a network without a search, `net:400` and
`net,seconds=0.1` search with it (network/player.py). A new bot is a class with `choose` and a row in KINDS.
"""

from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, one_of
from .bot import Bot, Hint
from .greedy import Greedy
from .network.player import NetSearch
from .random import Random
from .search import Search

KINDS: dict[str, Any] = {"random": Random, "greedy": Greedy, "search": Search, "net": NetSearch}

# what levels are; easy sees a short way ahead, and is content with what seems nearly as good as the best
SETTINGS: dict[str, dict[str, Any]] = {
    "easy": {"simulations": 40, "turns": 4, "slack": 0.1},
    "normal": {"simulations": 300},
    "strong": {"simulations": 2000},
    "expert": {"seconds": 4.0},
}
LEVELS = tuple(SETTINGS)
NAMES = (*LEVELS, *KINDS)

__all__ = ["LEVELS", "NAMES", "Bot", "Hint", "new_bot"]


def new_bot(name: str, game: Game, box: np.record, seed: Any = None, **settings: Any) -> Bot:
    """A bot by its name or level, for one seat of one game; the same seed chooses the same, given a budget in simulations.

    All take `threads`; search also takes `simulations`, `seconds` and what its `Mind` has. What the name says goes first.
    """
    kind, level, said = read_name(name)
    try:
        return KINDS[kind](game, box, seed, **{**level, **settings, **said})
    except TypeError as error:
        raise BadOption(f"{name[:60]!r} is no bot: {str(error).split('() ')[-1]}") from None


def read_name(name: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The kind of bot that a name means, the settings of its level, and those that the name says."""
    head, *more = name.split(",")
    kind, _, number = head.strip().lower().partition(":")
    if kind not in NAMES:
        raise BadOption(f"no bot {name[:40]!r}; there is {one_of(NAMES)}")
    level = SETTINGS.get(kind, {})
    settings: dict[str, Any] = {}
    kind = "search" if kind in LEVELS else kind
    try:
        if number:
            settings[KINDS[kind].NUMBER] = int(number)
        for part in more:
            key, _, value = part.partition("=")
            settings[key.strip()] = read_value(key.strip(), value)
    except (ValueError, AttributeError):
        raise BadOption(f"{name[:60]!r} is no bot: write search:1000, or search:1000,explore=0.5") from None
    return kind, level, settings


def read_value(key: str, value: str) -> Any:
    """A number; of `file`, a path."""
    if key == "file":
        return value
    return float(value) if "." in value or "e" in value else int(value)
