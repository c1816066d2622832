"""An observation is complete: with the mask it contains everything that a view contains, except derived fields listed here.

The position itself gives the same observation as the seat's view. Option values tell different setups apart.
"""

import hashlib
from typing import Any

import numpy as np
import pytest

from seaboard.core.dice import hide_chance, key_of
from seaboard.core.features import columns
from seaboard.core.rule import INTERPRETED
from seaboard.games import NAMES, find_game
from seaboard.lab.single_game import SingleGame, bounds

GAMES = 2 if INTERPRETED else 60  # of random players, for each table
TABLES: dict[str, list[dict[str, Any]]] = {
    "maori": [{"players": players} for players in (2, 3, 4, 5)] + [{"level": "pro", "board": "atoll"}],
    "kaivai": [{"players": players} for players in (2, 3, 4)] + [{"edition": "first", "gifts": "on"}],
    "nusfjord": [{"players": players} for players in (1, 2, 3, 4, 5)]
    + [{"players": 1, "mode": "advanced"}, {"deck": "visitors"}, {"players": 4, "elders": ["guide", "promos"]}],
}
DERIVED: dict[str, tuple[str, ...]] = {"maori": (), "kaivai": ("choices",), "nusfjord": ()}  # the mask says what may be chosen


def essence(game, seen) -> bytes:
    """A view without its derived fields."""
    bare = seen.copy()
    for name in DERIVED[game.name]:
        bare[name] = 0
    return bare.tobytes()


def observed(game, s, box, seat) -> bytes:
    row = np.zeros(game.observation_size, np.int16)
    game.observe(s, box, seat, row)
    return row.tobytes()


def has_hidden(s, seen) -> bool:
    """Whether a view hides more than future draws."""
    bare = s.copy()
    hide_chance(bare)
    return bool(bare.tobytes() != seen.tobytes())


@pytest.mark.parametrize("name", NAMES)
def test_observations_and_masks_contain_exactly_the_view(name):
    game = find_game(name)
    hidden = 0
    for options in TABLES[name]:
        box = game.build_box(game.choose(**options))
        rng = np.random.default_rng(3)
        known: dict[tuple, bytes] = {}
        s, seen = game.empty_state(), game.empty_state()
        out, row = np.zeros(game.max_legal, np.int16), np.zeros(game.observation_size, np.int16)
        for number in range(GAMES):
            game.start(s, box, key_of(number % 2))  # only two keys, so that games often reach the same position
            while (mover := int(game.mover(s))) >= 0:
                n = int(game.legal(s, box, out))
                game.view(s, box, mover, seen)
                game.observe(seen, box, mover, row)
                key = (mover, row.tobytes(), np.sort(out[:n]).tobytes())
                assert known.setdefault(key, essence(game, seen)) == essence(game, seen), (options, number)
                assert observed(game, s, box, mover) == row.tobytes(), (options, number)
                hidden += has_hidden(s, seen)
                game.apply(s, box, int(out[rng.integers(n)]))
            for seat in range(int(box.players)):
                game.view(s, box, seat, seen)
                assert observed(game, s, box, seat) == observed(game, seen, box, seat), (options, number)
    assert game.observes_without_view
    assert (hidden > 0) == game.has_secrets


OPTIONS: dict[str, list[dict[str, Any]]] = {
    "maori": [{"players": n} for n in (2, 3, 4, 5)] + [{"level": "advanced"}, {"level": "pro"}, {"board": "atoll"}],
    "kaivai": [{"players": n} for n in (2, 3, 4)]
    + [{"edition": "first"}, {"beginner": "on"}, {"diceless": "on"}, {"edition": "first", "gifts": "on"}],
    "nusfjord": [{"players": n} for n in (1, 2, 3, 4, 5)]
    + [{"deck": deck} for deck in ("mackerel", "codfish", "plaice", "salmon", "trout", "visitors")]
    + [{"mixed": ["herring", "salmon", "trout"]}, {"mixed": ["herring", "salmon", "plaice"]}, {"without": ["105"]}]
    + [{"players": 1, "mode": "advanced"}, {"elders": ["promos"]}, {"players": 4, "elders": ["guide"]}],
}


@pytest.mark.parametrize("name", NAMES)
def test_positions_of_different_options_give_different_first_observations(name):
    game = find_game(name)
    first: dict[bytes, dict[str, Any]] = {}
    for options in OPTIONS[name]:
        table = SingleGame(game, **options)
        table.begin(4)
        row = table.observation(table.mover)
        least, most = bounds(game)
        assert row.shape == least.shape == (game.full_observation_size,)
        assert (least <= row).all()
        assert (row <= most).all()
        assert first.setdefault(row.tobytes(), options) == options
    assert len(first) == len(OPTIONS[name])


def test_a_card_has_one_number_in_every_deck():
    """Option values say which card is at which place: the same card has the same number in a mixed game."""
    game = find_game("nusfjord")
    first = sum(feature.size for feature in game.option_features if feature.name != "card")
    alone, mixed = (
        game.observe_options(game.build_box(game.choose(**options)))[first:]
        for options in ({"deck": "trout"}, {"mixed": ["plaice", "salmon", "trout"]})
    )
    cards = set(alone[alone > 0].tolist())
    assert len(cards) == 44
    assert cards < set(mixed.tolist())


LAYOUTS = {"maori": (2, "7c48d5d553ca50e8"), "kaivai": (2, "ba67d2bd5ad698cd"), "nusfjord": (2, "20abfb24e4142d38")}


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_layout_has_another_version(name):
    """If this fails: raise the game's `observation_version`, and run `make pages`."""
    game = find_game(name)
    layout = [(column.first, column.seat, *column.feature[1:4], column.feature.kind) for column in columns(game.full_features)]
    found = hashlib.blake2b(repr(layout).encode(), digest_size=8).hexdigest()
    assert (game.observation_version, found) == LAYOUTS[name]
