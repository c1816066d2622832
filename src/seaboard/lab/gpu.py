"""Random games on a GPU, one thread per game: the same rules and seeds as on the CPU, so the same games.

Needs an NVIDIA GPU and numba-cuda; `NUMBA_ENABLE_CUDASIM=1` uses Numba's simulator instead.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core.cuda import find_cuda, make_kernel, prepare_compiling, record_type
from ..core.game import Game
from ..loops.binding import bound_templates

THREADS = 131_072  # parallel games
BLOCK = 128

# bound per game
cuda: Any = None
add_up: Any = None
start_game: Any = None
play_random_game: Any = None
STATE: Any = None
MAX_LEGAL = SEATS = SCORE_KINDS = 0


def games_kernel(threads, box, seed, first, scores, lengths):
    """Thread i plays games i, i + threads, i + 2 * threads, ... and writes their points and lengths."""
    thread = cuda.grid(1)
    s = cuda.local.array(1, STATE)[0]
    key = cuda.local.array(2, np.uint64)
    generator = cuda.local.array(1, np.uint64)
    out = cuda.local.array(MAX_LEGAL, np.int16)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    for row in range(thread, scores.shape[0], threads):
        start_game(s, box[0], seed, first + row, key, generator)
        lengths[row] = play_random_game(s, box[0], generator, out)
        add_up(s, box[0], sheet, scores[row])


@cache
def compiled_kernel(game: Game, seats: int) -> Any:
    cuda_target = find_cuda()
    bound = game.bound(
        games_kernel,
        cuda=cuda_target,
        **bound_templates(game),
        STATE=record_type(game),
        MAX_LEGAL=game.max_legal,
        SEATS=seats,
        SCORE_KINDS=len(game.score_kinds),
    )
    return make_kernel(bound, game)


class GpuGames:
    """A series of random games on the GPU; its buffers stay on the device."""

    series = 2**21  # games per call when measuring speed

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, threads: int = THREADS, block: int = BLOCK):
        self.begin(game, options, games)
        self.kernel = compiled_kernel(game, game.seats(options))
        self.grid = (threads // block, block)

    def begin(self, game: Game, options: Mapping[str, Any], games: int) -> None:
        self.cuda, self.game = find_cuda(), game
        self.box = self.cuda.to_device(np.array([game.build_box(options)], game.box))
        self.scores = self.cuda.to_device(np.zeros((games, game.seats(options)), np.int32))
        self.lengths = self.cuda.to_device(np.zeros(games, np.int32))

    def play(self, seed: int, first: int) -> None:
        threads = self.grid[0] * self.grid[1]
        prepare_compiling(self.game)
        self.kernel[self.grid](threads, self.box, seed, first, self.scores, self.lengths)
        self.cuda.synchronize()

    def results(self) -> tuple[np.ndarray, int]:
        """The points of the last series, and its number of moves."""
        return self.scores.copy_to_host(), int(self.lengths.copy_to_host().astype(np.int64).sum())
