"""Checks a `Game` when it is created, before anything is played. `seaboard.testing` checks the behaviour of its rules."""

import re
from typing import Any, TypeAlias

import numpy as np

from . import seam
from .dice import CHANCE_FIELDS
from .errors import BadGame
from .plugins import NAME
from .rule_type import parameters_of

Game: TypeAlias = Any  # of game.py, which imports this module
MAX_INT16 = np.iinfo(np.int16).max  # buffers of actions and observations are int16


def check(game: Game) -> None:
    """Raises BadGame with the reason if Seaboard cannot use this game."""
    for check_part in (check_name_and_options, check_records, check_rules, check_sizes, check_files):
        check_part(game)


def bad_game(game: Game, why: str) -> BadGame:
    return BadGame(f"the game {game.name!r} cannot be used: {why}")


def check_name_and_options(game: Game) -> None:
    """The name is used in URLs and file names; the first option is the number of players."""
    if not re.fullmatch(NAME, game.name):
        raise bad_game(game, "a name has at most 16 lower-case letters, digits and _, and begins with a letter")
    first = game.options[0] if game.options else None
    if first is None or first.name != "players" or first.many or not all(type(n) is int and n > 0 for n in first.choices):
        raise bad_game(game, 'its first option must be "players", with whole numbers to choose from')
    if game.box_editor and any(option.name == "box" for option in game.options):
        raise bad_game(game, "its option `box` is the one that its box_editor brings; rename it")
    for option in game.options:
        if not option.many and option.default not in option.choices:
            raise bad_game(game, f"the default of its option {option.name}, {option.default!r}, is not one of its choices")


def check_records(game: Game) -> None:
    """The fields that other code reads: key, counter and the number of players."""
    chance = np.dtype(CHANCE_FIELDS)
    names = chance.names or ()
    if (game.state.names or ())[: len(names)] != names or any(game.state[name] != chance[name] for name in names):
        raise bad_game(game, "its state must begin with the CHANCE_FIELDS of seaboard.core.dice: key and counter")
    if "players" not in (game.box.names or ()) or game.box["players"].kind != "i":
        raise bad_game(game, "its box must have an integer field `players`: the number of players")
    for record, what in ((game.state, "state"), (game.box, "box")):
        if not issubclass(record.type, np.record):
            raise bad_game(game, f"the dtype of its {what} must come from seaboard.core.rule.record_dtype")


def check_rules(game: Game) -> None:
    """Every function of the seam exists and takes as many arguments as in seam.py."""
    for stub in (*seam.RULES, *(seam.STEPS if game.sort_keys else ()), seam.prefer):
        name, rule = stub.__name__, getattr(game.rules, stub.__name__, None)
        if rule is None and stub is not seam.prefer:
            raise bad_game(game, f"its rules have no function `{name}` (core/seam.py describes it)")
        if rule is not None and len(parameters_of(rule)) != len(parameters_of(stub)):
            given, expected = (", ".join(parameters_of(function)) for function in (rule, stub))
            raise bad_game(game, f"its rule `{name}` takes ({given}), not ({expected})")


def check_sizes(game: Game) -> None:
    if not 0 < game.max_legal <= game.num_actions <= MAX_INT16:
        raise bad_game(game, f"it must have 1 to {MAX_INT16} actions (num_actions), and max_legal must not exceed num_actions")
    if any(not 0 <= action < game.num_actions for action in game.secret_actions) or game.secret_actions.step != 1:
        raise bad_game(game, "its secret_actions must be a range of actions")
    if not game.score_kinds or len(set(game.score_kinds)) != len(game.score_kinds) or game.units_per_point < 1:
        raise bad_game(game, "it must have at least one score category (score_kinds), and units_per_point must be at least 1")
    if game.full_score < 1:
        raise bad_game(game, "its full_score, the points of an excellent result, must be at least 1")
    for feature in [*game.full_features, *(part for whole in game.full_features for part in whole.parts)]:
        if feature.size < 1 or not -MAX_INT16 <= feature.low <= feature.high <= MAX_INT16:
            raise bad_game(game, f"its feature {feature.name!r} must have a size of at least 1, and a range within 16 bits")
        if feature.parts and feature.size % sum(part.size for part in feature.parts):
            raise bad_game(game, f"the parts of its feature {feature.name!r} do not add up to its size")


def check_files(game: Game) -> None:
    """Files that the server shows exist."""
    for file in (game.pictures.style, game.texts.help / "en.md", game.positions.view_schema):
        if file and not file.is_file():
            raise bad_game(game, f"there is no file {file}")
    for folder in (game.texts.locale, game.texts.lessons, game.texts.rules, game.texts.aid, game.texts.notation_guide):
        if folder and not folder.is_dir():
            raise bad_game(game, f"there is no folder {folder}")
