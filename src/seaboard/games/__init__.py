"""The games, one folder each, with its rules, components, texts and pictures.

Other packages add games by the entry point `seaboard.games` (core/plugins.py, docs/new_game.md).
"""

import copyreg
import difflib
import importlib
import unicodedata
from functools import cache
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

from ..core import plugins
from ..core.errors import UnknownGame
from ..language import add_translations

if TYPE_CHECKING:
    from ..core.game import Game

NAMES = ("maori", "kaivai", "nusfjord")  # the built-in games
GROUP = "seaboard.games"  # the entry point group of plug-ins


def game_names() -> tuple[str, ...]:
    """The names of the built-in games, then of plug-ins, usable or not."""
    return (*NAMES, *plugins.plugins(GROUP, NAMES))


def all_games() -> "list[Game]":
    """The built-in games, then usable plug-ins; prints one line to stderr for a broken one, once."""
    return [*map(load_game, NAMES), *plugins.use_all(plugins.plugins(GROUP, NAMES).values(), load_plugin)]


def find_game(name: str) -> "Game":
    """The game of that name; accents and capitals do not matter."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().strip().lower()
    if plain in NAMES:
        return load_game(plain)
    if point := plugins.plugins(GROUP, NAMES).get(plain):
        return load_plugin(point)
    near = difflib.get_close_matches(plain, game_names(), 1)
    advice = f"did you mean {near[0]}?" if near else f"the games are {', '.join(game_names())}"
    raise UnknownGame(f"no game {name[:40]!r}; {advice}")


@cache
def pickle_by_name() -> None:
    """Makes games picklable by their names, since functions such as lambdas cannot be pickled."""
    from ..core.game import Game

    copyreg.pickle(Game, lambda game: (find_game, (game.name,)))


@cache
def load_game(name: str) -> "Game":
    """A built-in game, imported when it is first needed."""
    pickle_by_name()
    return importlib.import_module(f"{__name__}.{name}").GAME


@cache
def load_plugin(point: EntryPoint) -> "Game":
    """The game of an entry point, with its translations; raises BadPlugin with the reason if it cannot be used."""
    from ..core.game import Game

    pickle_by_name()
    game = plugins.load(point)
    if not isinstance(game, Game):
        raise plugins.bad_plugin(point, f"{point.value} is not a seaboard.core.game.Game")
    if game.name != point.name:
        raise plugins.bad_plugin(point, f"its game is named {game.name!r}; entry point and game need the same name")
    if game.texts.locale:
        add_translations(game.texts.locale)
    return game
