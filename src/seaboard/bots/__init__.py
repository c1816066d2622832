"""Players. `new_bot("random", game, box)` makes one; it sees only its seat's view of the game."""

from typing import Any

import numpy as np

from ..core.errors import BadOption
from ..core.game import Game
from .random import Random

NAMES = ("random",)


def new_bot(name: str, game: Game, box: np.record, seed: Any = None) -> Any:
    """A bot by its name, for one seat of one game."""
    if name not in NAMES:
        raise BadOption(f"no bot {name[:40]!r}; there is {', '.join(NAMES)}")
    return Random(seed)
