"""N9.11 every building of Nusfjord gets built, even by random players."""

import pytest

from seaboard.games import find_game
from seaboard.games.nusfjord.layout import BUILT
from seaboard.loops.random_games import RandomSeries

GAMES = 4000


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize("deck", ["herring", "mackerel", "codfish", "plaice", "salmon", "trout", "visitors"])
def test_every_building_is_built_in_random_play(deck):
    game = find_game("nusfjord")
    never = set(game.build_box(game.choose(deck=deck))["cards"]["number"]) - {0}
    assert len(never) == 44
    for players in (4, 2, 1):
        series = RandomSeries(game, game.choose(deck=deck, players=players), 1)
        for number in range(GAMES):
            series.play(3, number)
            never -= set(series.box.cards["number"][series.last[0].where >= BUILT].tolist())
            if not never:
                return
    assert never == set()
