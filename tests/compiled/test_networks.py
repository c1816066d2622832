"""The networks of the package at every table: they load, their values are sound, and they play a whole game at each setup."""

from collections.abc import Iterator
from itertools import combinations, cycle, product
from typing import Any

import numpy as np
import pytest

from seaboard.bots import new_bot
from seaboard.core.errors import BadOption
from seaboard.core.game import Game, Option
from seaboard.games import NAMES, find_game
from seaboard.match import Match

LISTS = ("without", "buildings")  # tests/bots/test_networks.py plays some
SMALL = ("start",)  # options that are not combined with others


def setups_of(game: Game) -> Iterator[dict[str, Any]]:
    """All combinations of options of one choice; each small option and each list for each number of players, except that
    lists of a fixed length (mixed decks) take the numbers of players in turn. Some cannot be played."""
    players, *others = [option for option in game.options if option.name not in LISTS]
    combined = [players, *(option for option in others if not option.many and option.name not in SMALL)]
    for values in product(*(option.choices for option in combined)):
        yield {option.name: value for option, value in zip(combined, values, strict=True)}
    for option in others:
        if option.exactly:
            for number, chosen in zip(cycle(players.choices), combinations(option.choices, option.exactly), strict=False):
                yield {players.name: number, option.name: list(chosen)}
        elif option.many or option.name in SMALL:
            for number, chosen in product(players.choices, values_of(option)):
                yield {players.name: number, option.name: chosen}


def values_of(option: Option) -> Iterator[Any]:
    """All values of an option, without its default."""
    if option.many:
        yield from (list(chosen) for n in range(len(option.choices)) for chosen in combinations(option.choices, n + 1))
    else:
        yield from (choice for choice in option.choices if choice != option.default)


def playable(game: Game, options: dict[str, Any]) -> bool:
    try:
        game.choose(**options)
    except BadOption:
        return False
    return True


SETUPS = [(game.name, options) for game in map(find_game, NAMES) for options in setups_of(game) if playable(game, options)]


def test_every_choice_of_every_option_is_among_the_setups():
    for name in NAMES:
        chosen = [options for game, options in SETUPS if game == name]
        for option in find_game(name).options:
            if option.name not in LISTS:
                used = [options.get(option.name, option.default) for options in chosen]
                assert set(option.choices) <= {one for value in used for one in (value if option.many else [value])}


@pytest.mark.parametrize(("name", "options"), SETUPS, ids=str)
def test_the_network_loads_and_plays_a_whole_game(name, options):
    match = Match(find_game(name), seed=5, **options)
    bot: Any = new_bot("net", match.game, match.box, 1)
    strong: Any = new_bot("strong:2", match.game, match.box, 1, threads=1)
    assert strong.net is not None
    assert strong.net is bot.net
    while (seat := match.mover) is not None:
        seen, actions = match.view(seat), match.actions()
        if len(actions) > 1 and match.version % 16 == 0:
            values = bot.values_of(seen)
            assert np.isfinite(values).all()
            assert abs(values[:, 0].sum() - 1) < 1e-4
            assert strong.choose(seen, actions) in actions
        match.play(bot.choose(seen, actions))
    assert max(match.scores()) > 0
