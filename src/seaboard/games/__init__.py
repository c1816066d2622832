"""The games. Each is a folder that holds its rules, its components, its words and its drawing, and nothing else."""

import difflib
import importlib
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from ..core.errors import UnknownGame

if TYPE_CHECKING:
    from ..core.game import Game

NAMES = ("maori", "kaivai", "nusfjord")


def find_game(name: str) -> "Game":
    """The game of that name; accents and capitals do not matter."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().strip().lower()
    if plain not in NAMES:
        near = difflib.get_close_matches(plain, NAMES, 1)
        offer = f"did you mean {near[0]}?" if near else f"there is {', '.join(NAMES)}"
        raise UnknownGame(f"no game {name[:40]!r}; {offer}")
    return load_game(plain)


@cache
def load_game(name: str) -> "Game":
    return importlib.import_module(f"{__name__}.{name}").GAME
