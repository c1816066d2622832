"""N9.11 every building of Nusfjord gets built, even by random players."""

import numpy as np
import pytest

from seaboard.games import find_game
from seaboard.games.nusfjord.layout import BUILT
from seaboard.lab.random_play import compiled_random_games

GAMES = 4000


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize("deck", ["herring", "mackerel", "codfish", "plaice", "salmon", "trout", "visitors"])
def test_every_building_is_built_in_random_play(deck):
    game = find_game("nusfjord")
    never = set(game.build_box(game.choose(deck=deck))["cards"]["number"]) - {0}
    assert len(never) == 44
    for players in (4, 2, 1):
        box = game.build_box(game.choose(deck=deck, players=players))
        states, out = np.zeros(1, game.state), np.zeros(game.most_legal, np.int16)
        scores, sheet = np.zeros((1, players), np.int32), np.zeros((players, len(game.score_kinds)), np.int32)
        for number in range(GAMES):
            compiled_random_games(game)(states, box, 3, number, scores, sheet, out)
            never -= set(box.cards["number"][states[0].where >= BUILT].tolist())
            if not never:
                return
    assert never == set()
