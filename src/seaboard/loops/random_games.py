"""Games of random players in compiled code."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.ranking import PLACES
from .binding import cpu_loop
from .stepping import PLAY


def play_random_games(game: Game, options: Mapping[str, Any], seed: int, first: int, games: int) -> tuple[np.ndarray, int]:
    """The points of a series of random games, and the total number of moves."""
    series = RandomSeries(game, options, games)
    return series.play(seed, first), int(series.moves.sum())


class RandomSeries:
    """The buffers of a series of random games, which are played one after the other in the record `last`."""

    def __init__(self, game: Game, options: Mapping[str, Any], games: int):
        seats = game.seats(options)
        self.box = game.build_box(options)
        self.last = np.zeros(1, game.state)
        self.moves, self.numbers = np.zeros(games, np.int32), np.zeros(games, np.int64)
        self.scores = np.zeros((games, seats), np.int32)
        self.loop = cpu_loop(game)
        self.sheet = np.zeros((seats, len(game.score_kinds)), np.int32)
        self.listed = np.zeros((1, game.max_legal), np.int16)
        self.generator, self.rewards = np.zeros((1, 1), np.uint64), np.zeros((games, seats), np.float32)
        self.masks, self.observations, self.points = (np.zeros((1, 0), kind) for kind in (np.uint8, np.int16, np.int32))
        self.unused, self.done = np.zeros(1, np.int64), np.zeros(1, np.uint8)
        self.past, self.history, self.finals = (np.zeros(shape, np.int16) for shape in ((1, 0), (1, 0, 2), (1, seats, 0)))

    def play(self, seed: int, first: int) -> np.ndarray:
        """Plays the games of the series from number `first`; returns their points. `moves` has their lengths."""
        self.numbers[:] = np.arange(first, first + len(self.numbers))
        self.loop(
            PLAY,
            0,
            len(self.numbers),
            PLACES,
            self.unused,
            self.unused,
            self.last,
            self.last,
            self.box,
            seed,
            self.sheet,
            self.generator,
            self.numbers,
            self.unused,
            self.moves,
            self.listed,
            self.masks,
            self.observations,
            self.rewards,
            self.scores,
            self.points,
            self.done,
            self.past,
            self.history,
            self.finals,
        )
        return self.scores
