"""Random players on a GPU: the very same rule functions, the same seeds, so the same games. Here a thread plays a game.

Needs an NVIDIA card and `pip install seaboard[gpu]`. `NUMBA_ENABLE_CUDASIM=1` runs it on Numba's simulator instead.
"""

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core.errors import SeaboardError
from ..core.game import Game
from .batch import bound_parts, record_type
from .random_play import play_random_games

THREADS = 131_072  # games at once
BLOCK = 128
COMPARED = 100_000  # games whose scores must equal the processor's

# bound for each game
cuda: Any = None
add_up: Any = None
begin_one: Any = None
play_one: Any = None
STATE: Any = None
MOST_LEGAL = SEATS = SCORE_KINDS = 0


def games_kernel(threads, box, seed, first, scores, lengths):
    """Each thread plays every so-manieth game of the series and writes its points and its number of moves."""
    thread = cuda.grid(1)
    s = cuda.local.array(1, STATE)[0]
    key = cuda.local.array(2, np.uint64)
    generator = cuda.local.array(1, np.uint64)
    out = cuda.local.array(MOST_LEGAL, np.int16)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    for row in range(thread, scores.shape[0], threads):
        begin_one(s, box[0], seed, first + row, key, generator)
        lengths[row] = play_one(s, box[0], generator, out)
        add_up(s, box[0], sheet, scores[row])


def find_cuda() -> Any:
    """Numba's CUDA, if there is a card for it."""
    if not hasattr(np, "row_stack"):  # numba-cuda before 0.31 names it, NumPy 2.5 has it no longer
        np.row_stack = np.vstack
    try:
        from numba import cuda

        if cuda.is_available():
            return cuda
    except ImportError:
        pass
    raise SeaboardError("no GPU that Numba can use here: an NVIDIA card, its driver and `pip install seaboard[gpu]` are needed")


@cache
def compiled_kernel(game: Game, seats: int) -> Any:
    found = find_cuda()
    bound = game.bound(
        games_kernel,
        cuda=found,
        **bound_parts(game),
        STATE=record_type(game),
        MOST_LEGAL=game.most_legal,
        SEATS=seats,
        SCORE_KINDS=len(game.score_kinds),
    )
    return found.jit(bound)


class GpuGames:
    """A series of random games on the GPU; buffers stay on the card."""

    series = 2**21  # games of a call, where speed is measured

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, threads: int = THREADS, block: int = BLOCK):
        self.begin(game, options, games)
        self.kernel = compiled_kernel(game, game.seats(options))
        self.grid = (threads // block, block)

    def begin(self, game: Game, options: Mapping[str, Any], games: int) -> None:
        self.cuda = find_cuda()
        self.box = self.cuda.to_device(np.array([game.build_box(options)], game.box))
        self.scores = self.cuda.to_device(np.zeros((games, game.seats(options)), np.int32))
        self.lengths = self.cuda.to_device(np.zeros(games, np.int32))

    def play(self, seed: int, first: int) -> None:
        threads = self.grid[0] * self.grid[1]
        self.kernel[self.grid](threads, self.box, seed, first, self.scores, self.lengths)
        self.cuda.synchronize()

    def results(self) -> tuple[np.ndarray, int]:
        """The points of the last series, and its moves."""
        return self.scores.copy_to_host(), int(self.lengths.copy_to_host().astype(np.int64).sum())


def measure_gpu(game: Game, options: Mapping[str, Any], seconds: float, seed: int = 1) -> dict[str, Any]:
    """Random play on the GPU, and whether its scores equal the processor's."""
    from .gpu_sorted import SortedGames

    kind = SortedGames if game.sort_keys else GpuGames  # in large games those go on together that run the same rules
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


def compare_scores(games: GpuGames, game: Game, options: Mapping[str, Any], seed: int) -> None:
    games.play(seed, 0)
    there = games.results()[0]
    if not np.array_equal(there, play_random_games(game, options, seed, 0, len(there))[0]):
        raise SeaboardError(f"the GPU's scores of {len(there)} games of {game.title} differ from the processor's")
