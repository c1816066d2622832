"""Players. `new_bot("strong", game, box)` makes one; it sees only its seat's view of the game."""

from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, one_of
from .bot import Bot, Hint
from .random import Random
from .search import Search

LEVELS = ("easy", "normal", "strong", "expert")
NAMES = (*LEVELS, "random", "greedy", "search")

__all__ = ["LEVELS", "NAMES", "Bot", "Hint", "new_bot"]


def new_bot(name: str, game: Game, box: np.record, seed: Any = None, **settings: Any) -> Bot:
    """A bot by its name or level; `search:2000` thinks for 2,000 simulations a decision."""
    name, *more = name.split(",")
    kind, _, n = name.partition(":")
    if kind not in NAMES:
        raise BadOption(f"no bot {name[:40]!r}; there is {one_of(NAMES)}")
    if kind == "random":
        return Random(game, box, seed)
    for m in more:
        key, _, value = m.partition("=")
        settings[key] = float(value)
    if n: settings["simulations"] = int(n)
    if kind == "greedy":
        settings.setdefault("explore",1e9); settings["deepest"]=2; settings.setdefault("winning",0)
        settings.setdefault("simulations",10)
    return Search(game, box, seed, **settings)
