"""Random players, game after game, in compiled code: what `seaboard bench` measures, and what tests compare."""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from .batch import advance_on_cores
from .loops.stepping import PLAY


def play_random_games(game: Game, options: Mapping[str, Any], seed: int, first: int, games: int) -> tuple[np.ndarray, int]:
    """The points of a series of random games, and how many moves they took."""
    series = RandomSeries(game, options, games)
    return series.play(seed, first), int(series.moves.sum())


class RandomSeries:
    """Buffers for so many random games, played one after the other in the same record, `last`."""

    def __init__(self, game: Game, options: Mapping[str, Any], games: int):
        seats = game.seats(options)
        self.box = game.build_box(options)
        self.last = np.zeros(1, game.state)
        self.moves, self.numbers = np.zeros(games, np.int32), np.zeros(games, np.int64)
        self.scores = np.zeros((games, seats), np.int32)
        self.loop = advance_on_cores(game)
        self.sheet = np.zeros((seats, len(game.score_kinds)), np.int32)
        self.listed = np.zeros((1, game.most_legal), np.int16)
        self.generator, self.rewards = np.zeros((1, 1), np.uint64), np.zeros((games, seats), np.float32)
        self.masks, self.observations, self.points = (np.zeros((1, 0), kind) for kind in (np.uint8, np.int16, np.int32))
        self.unused, self.done = np.zeros(1, np.int64), np.zeros(1, np.uint8)

    def play(self, seed: int, first: int) -> np.ndarray:
        """Games `first` and on of the series: their points. `moves` has their lengths."""
        self.numbers[:] = np.arange(first, first + len(self.numbers))
        self.loop(
            PLAY,
            0,
            len(self.numbers),
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
        )
        return self.scores


@dataclass(frozen=True)
class Speed:
    """How much was played, and how fast."""

    games: int
    moves: int
    seconds: float

    def table(self) -> dict[str, float]:
        return {"moves_per_second": self.moves / self.seconds, "games_per_second": self.games / self.seconds}


def measure(game: Game, options: Mapping[str, Any], seconds: float, threads: int = 1, seed: int = 1) -> Speed:
    """Plays random games for that long on so many threads."""
    play_random_games(game, options, seed, 0, 2)  # warm
    end = time.perf_counter() + seconds
    lock = threading.Lock()
    played = 0

    def keep_playing(_: int) -> tuple[int, int]:
        nonlocal played
        games = moves = 0
        while time.perf_counter() < end:
            with lock:
                first, played = played, played + 200
            moves += play_random_games(game, options, seed, first, 200)[1]
            games += 200
        return games, moves

    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        counts = list(pool.map(keep_playing, range(threads)))
    taken = time.perf_counter() - begun
    return Speed(sum(games for games, _ in counts), sum(moves for _, moves in counts), taken)
