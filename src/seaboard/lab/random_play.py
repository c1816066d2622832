"""Random players, game after game, in compiled code: what `seaboard bench` measures, and what tests compare."""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.rule import rule
from .loops.random_games import random_game, random_games


@cache
def compiled_random_games(game: Game) -> Callable[..., int]:
    """`random_games` for one game, compiled (or from disk)."""
    bound = rule(game.bound(random_game))
    return game.compiled(random_games, random_game=bound)


def play_random_games(game: Game, options: Mapping[str, Any], seed: int, first: int, games: int) -> tuple[np.ndarray, int]:
    """The points of a series of random games, and how many moves they took."""
    scores = np.zeros((games, game.seats(options)), np.int32)
    sheet = np.zeros((game.seats(options), len(game.score_kinds)), np.int32)
    states, out = np.zeros(1, game.state), np.zeros(game.most_legal, np.int16)
    moves = compiled_random_games(game)(states, game.build_box(options), seed, first, scores, sheet, out)
    return scores, int(moves)


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
