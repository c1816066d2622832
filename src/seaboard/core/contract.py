"""What must be so of a `Game` before anything is played; looked at when it is made. `seaboard.testing` tries the rest."""

import re
from typing import Any, TypeAlias

import numpy as np

from . import seam
from .dice import CHANCE_FIELDS
from .errors import BadGame
from .plugins import NAME

Game: TypeAlias = Any  # of game.py, which imports this module
MOST = np.iinfo(np.int16).max  # of actions and observations: their buffers are int16


def check(game: Game) -> None:
    """Raises BadGame, which says what is wrong, if the rest of Seaboard cannot use this game."""
    for looked_at in (check_name_and_options, check_records, check_rules, check_sizes, check_files):
        looked_at(game)


def wrong(game: Game, what: str) -> BadGame:
    return BadGame(f"the game {game.name!r} cannot be used: {what}")


def check_name_and_options(game: Game) -> None:
    """The name goes into addresses and files; the first option is how many play."""
    if not re.fullmatch(NAME, game.name):
        raise wrong(game, "a name is small letters, digits and _, at most 16, and begins with a letter")
    first = game.options[0] if game.options else None
    if first is None or first.name != "players" or first.many or not all(type(n) is int and n > 0 for n in first.choices):
        raise wrong(game, 'its first option must be "players", with whole numbers to choose from')
    for option in game.options:
        if not option.many and option.default not in option.choices:
            raise wrong(game, f"the default of its option {option.name}, {option.default!r}, is none of the choices")


def check_records(game: Game) -> None:
    """What other code reads of the records: the chance fields, and how many play."""
    chance = np.dtype(CHANCE_FIELDS)
    wanted = chance.names or ()
    if (game.state.names or ())[: len(wanted)] != wanted or any(game.state[name] != chance[name] for name in wanted):
        raise wrong(game, "its state must begin with the CHANCE_FIELDS of seaboard.core.dice: key and counter")
    if "players" not in (game.box.names or ()) or game.box["players"].kind != "i":
        raise wrong(game, "its box must have a field `players`, a whole number: how many play")
    for record, what in ((game.state, "state"), (game.box, "box")):
        if not issubclass(record.type, np.record):
            raise wrong(game, f"the dtype of its {what} must come from seaboard.core.rule.record_dtype")


def check_rules(game: Game) -> None:
    """Each function of the seam is there, and takes as many arguments as seam.py says."""
    for stub in (*seam.RULES, *(seam.STEPS if game.sort_keys else ()), seam.prefer):
        name, rule = stub.__name__, getattr(game.rules, stub.__name__, None)
        if rule is None and stub is not seam.prefer:
            raise wrong(game, f"its rules have no function `{name}` (core/seam.py says what it must do)")
        if rule is not None and len(names_of(rule)) != len(names_of(stub)):
            raise wrong(game, f"its rule `{name}` takes ({', '.join(names_of(rule))}), not ({', '.join(names_of(stub))})")


def names_of(function: Any) -> tuple[str, ...]:
    """The names of a rule's arguments."""
    code = getattr(function, "py_func", function).__code__
    return code.co_varnames[: code.co_argcount]


def check_sizes(game: Game) -> None:
    if not 0 < game.max_legal <= game.num_actions <= MOST:
        raise wrong(game, f"it must have 1 to {MOST} actions, and at most that many allowed at once (max_legal)")
    if any(not 0 <= action < game.num_actions for action in game.secret_actions) or game.secret_actions.step != 1:
        raise wrong(game, "its secret_actions must be a range of its actions")
    if not game.score_kinds or len(set(game.score_kinds)) != len(game.score_kinds) or game.units_per_point < 1:
        raise wrong(game, "it must have one kind of points or more (score_kinds), and at least 1 part of a point (parts)")
    for row in [*game.features, *(part for whole in game.features for part in whole.parts)]:
        if row.size < 1 or not -MOST <= row.least <= row.most <= MOST:
            raise wrong(game, f"the row {row.name!r} of its observation must have a size, and a range within 16 bits")
        if row.parts and row.size % sum(part.size for part in row.parts):
            raise wrong(game, f"the parts of the row {row.name!r} of its observation do not add up to its size")


def check_files(game: Game) -> None:
    """The table shows these; a package that forgot them is told here."""
    for file in (game.pictures.style, game.texts.help / "en.md"):
        if not file.is_file():
            raise wrong(game, f"there is no file {file}")
    for folder in (game.texts.locale, game.texts.lessons, game.texts.rules, game.texts.aid):
        if folder and not folder.is_dir():
            raise wrong(game, f"there is no folder {folder}")
