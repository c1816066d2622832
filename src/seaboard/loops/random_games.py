"""Games of random players in compiled code."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.ranking import PLACES
from .binding import cpu_loop
from .stepping import PLAY, GameBuffers, Scratch


def play_random_games(game: Game, options: Mapping[str, Any], seed: int, first: int, games: int) -> tuple[np.ndarray, int]:
    """Plays `games` random games of a series from number `first` on; returns their points, and the total number of moves."""
    series = RandomSeries(game, options, games)
    return series.play(seed, first), int(series.moves.sum())


class RandomSeries:
    """The buffers of a series of random games, which are played one after the other in the record `last`."""

    def __init__(self, game: Game, options: Mapping[str, Any], games: int):
        self.loop, self.box, seats = cpu_loop(game), game.build_box(options), game.seats(options)
        unused, last = np.zeros(1, np.int64), np.zeros(1, game.state)
        self.buffers = GameBuffers(
            actions=unused,
            states=last,
            generators=np.zeros((1, 1), np.uint64),
            numbers=np.zeros(games, np.int64),
            movers=unused,
            counts=np.zeros(games, np.int32),
            lists=np.zeros((1, game.max_legal), np.int16),
            masks=np.zeros((1, 0), np.uint8),
            observations=np.zeros((1, 0), np.int16),
            rewards=np.zeros((games, seats), np.float32),
            scores=np.zeros((games, seats), np.int32),
            points=np.zeros((1, 0), np.int32),
            done=np.zeros(1, np.uint8),
            past=np.zeros((1, 0), np.int16),
            history=np.zeros((1, 0, 2), np.int16),
            finals=np.zeros((1, seats, 0), np.int16),
        )
        self.scratch = Scratch(last, np.zeros(2, np.uint64), np.zeros((seats, len(game.score_kinds)), np.int32))
        self.moves, self.last, self.no_orders = self.buffers.counts, last, unused

    def play(self, seed: int, first: int) -> np.ndarray:
        """Plays the games of the series from number `first`; returns their points. `moves` has their lengths."""
        numbers = self.buffers.numbers
        numbers[:] = np.arange(first, first + len(numbers))
        self.loop(PLAY, 0, len(numbers), self.no_orders, self.buffers, self.scratch, self.box, seed, PLACES)
        return self.buffers.scores
