"""Speed of random play, for `seaboard bench`."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.errors import SeaboardError
from ..core.game import Game
from ..core.rule import INTERPRETED
from ..core.threads import thread_pool
from ..loops.random_games import RandomSeries, play_random_games

if TYPE_CHECKING:
    from .gpu import GpuGames

CHUNK = 2 if INTERPRETED else 200  # games between two checks of the clock
COMPARED = 100_000  # games whose scores on GPU and CPU must be equal


@dataclass(frozen=True)
class Speed:
    """Games and moves played in a time."""

    games: int
    moves: int
    seconds: float

    def to_dict(self) -> dict[str, float]:
        return {"moves_per_second": self.moves / self.seconds, "games_per_second": self.games / self.seconds}


def measure(game: Game, options: Mapping[str, Any], seconds: float, threads: int = 1, seed: int = 1) -> Speed:
    """Plays random games on `threads` threads for `seconds`, not counting the setup of box and buffers."""
    play_random_games(game, options, seed, 0, 2)  # warm up
    lock = threading.Lock()
    played = 0

    def keep_playing(series: RandomSeries) -> tuple[int, int]:
        nonlocal played
        games = moves = 0
        while time.perf_counter() < end:
            with lock:
                first, played = played, played + CHUNK
            series.play(seed, first)
            moves += int(series.moves.sum())
            games += CHUNK
        return games, moves

    own = [RandomSeries(game, options, CHUNK) for _ in range(threads)]
    begun = time.perf_counter()
    end = begun + seconds
    with thread_pool(threads) as pool:
        counts = list(pool.map(keep_playing, own))
    taken = time.perf_counter() - begun
    return Speed(sum(games for games, _ in counts), sum(moves for _, moves in counts), taken)


def measure_gpu(game: Game, options: Mapping[str, Any], seconds: float, seed: int = 1) -> dict[str, Any]:
    """Speed of random play on the GPU, after a check that its scores equal the CPU's."""
    from .gpu import GpuGames
    from .gpu_sorted import SortedGames

    kind = SortedGames if game.sort_keys else GpuGames  # large games are sorted by their next rules
    compare_scores(kind(game, options, COMPARED), game, options, seed)
    games = kind(game, options, kind.series)
    moves = played = 0
    spent = 0.0
    while spent < seconds:
        begun = time.perf_counter()
        games.play(seed, played)
        spent += time.perf_counter() - begun
        played += len(games.lengths)
        moves += games.results()[1]
    name = games.cuda.get_current_device().name
    return {
        "gpu": name.decode() if isinstance(name, bytes) else name,
        "scores_equal_cpu": f"{COMPARED} games",
        "moves_per_second": moves / spent,
        "games_per_second": played / spent,
    }


def compare_scores(games: "GpuGames", game: Game, options: Mapping[str, Any], seed: int) -> None:
    games.play(seed, 0)
    there = games.results()[0]
    if not np.array_equal(there, play_random_games(game, options, seed, 0, len(there))[0]):
        raise SeaboardError(f"the GPU's scores of {len(there)} games of {game.title} differ from the CPU's")
