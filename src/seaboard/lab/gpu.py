"""Random players on a GPU: the very same rule functions, the same seeds, so the same games.

Needs an NVIDIA card and `pip install seaboard[gpu]`. `NUMBA_ENABLE_CUDASIM=1` runs it on Numba's simulator instead.
"""

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core.dice import pick, seed_game
from ..core.errors import SeaboardError
from ..core.game import Game
from ..core.rule import rule
from ..core.seam import apply, legal, mover, score_sheet, start
from .random_play import play_random_games

BLOCKS = 264  # two for each multiprocessor of an H200
BLOCK = 128  # threads of a block
GAMES = 1024  # that a block plays side by side
BUCKETS = 64  # for sorting games by what is to be done next
COMPARED = 100_000  # games whose scores must equal the processor's
BEGIN, NO_MORE = -1, -2  # in place of an action: a new game, or none is left

# bound for each game
cuda: Any = None
MOST_LEGAL = SEATS = SCORE_KINDS = ACTIONS = 0


def bucket_of(action):
    """Like actions are carried out by like code."""
    if action < 0:
        return 0 if action == BEGIN else BUCKETS - 1
    return 1 + action * (BUCKETS - 2) // ACTIONS


def games_kernel(states, box, seed, first, scores, lengths, numbers, generators):
    """A block plays its games step by step, sorted by their next action in each step.

    The threads of a warp go together only while they do the same thing. So that they do, they take games whose next actions
    are alike. Game number n of the series is played the same way wherever it is played.
    """
    todo = cuda.shared.array(GAMES, np.int16)
    order = cuda.shared.array(GAMES, np.int16)
    ends = cuda.shared.array(BUCKETS, np.int32)
    key = cuda.local.array(2, np.uint64)
    generator = cuda.local.array(1, np.uint64)
    out = cuda.local.array(MOST_LEGAL, np.int16)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    thread, at = cuda.threadIdx.x, cuda.blockIdx.x * GAMES
    for game in range(thread, GAMES, BLOCK):
        todo[game] = BEGIN
        numbers[at + game] = at + game
    while True:
        cuda.syncthreads()
        for bucket in range(thread, BUCKETS, BLOCK):
            ends[bucket] = 0
        cuda.syncthreads()
        for game in range(thread, GAMES, BLOCK):
            cuda.atomic.add(ends, bucket_of(int(todo[game])), 1)
        cuda.syncthreads()
        if thread == 0:
            for bucket in range(1, BUCKETS):
                ends[bucket] += ends[bucket - 1]
        cuda.syncthreads()
        for game in range(thread, GAMES, BLOCK):
            order[cuda.atomic.sub(ends, bucket_of(int(todo[game])), 1) - 1] = game
        cuda.syncthreads()
        busy = 0
        for place in range(thread, GAMES, BLOCK):
            game = int(order[place])
            row = int(numbers[at + game])
            if row >= scores.shape[0]:
                todo[game] = NO_MORE
                continue
            busy = 1
            s = states[at + game]
            if todo[game] == BEGIN:
                seed_game(seed, first + row, key, generator)
                start(s, box[0], key)
                lengths[row] = 0
            else:
                generator[0] = generators[at + game]
                apply(s, box[0], int(todo[game]))
                lengths[row] += 1
            if mover(s) >= 0:
                n = legal(s, box[0], out)
                todo[game] = out[pick(generator, n)]
                generators[at + game] = generator[0]
                continue
            score_sheet(s, box[0], sheet)
            for seat in range(SEATS):
                points = 0
                for kind in range(SCORE_KINDS):
                    points += sheet[seat, kind]
                scores[row, seat] = points
            numbers[at + game] = row + states.shape[0]
            todo[game] = BEGIN
        if not cuda.syncthreads_or(np.int32(busy)):
            break


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
def compiled_kernel(game: Game, seats: int, block: int, games: int) -> Any:
    found = find_cuda()
    names = {"MOST_LEGAL": game.most_legal, "SEATS": seats, "SCORE_KINDS": len(game.score_kinds), "ACTIONS": game.actions}
    names |= {"BLOCK": block, "GAMES": games}
    return found.jit(game.bound(games_kernel, cuda=found, bucket_of=rule(game.bound(bucket_of, **names)), **names))


class GpuGames:
    """A series of random games on the GPU; buffers stay on the card."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        games: int,
        blocks: int = BLOCKS,
        block: int = BLOCK,
        side_by_side: int = GAMES,
    ):
        self.cuda = find_cuda()
        self.kernel = compiled_kernel(game, game.seats(options), block, side_by_side)
        self.grid = blocks, block
        at_once = blocks * side_by_side
        self.states = self.cuda.to_device(np.zeros(at_once, game.state))
        self.box = self.cuda.to_device(np.array([game.build_box(options)], game.box))
        self.scores = self.cuda.to_device(np.zeros((games, game.seats(options)), np.int32))
        self.lengths = self.cuda.to_device(np.zeros(games, np.int32))
        self.numbers = self.cuda.to_device(np.zeros(at_once, np.int64))
        self.generators = self.cuda.to_device(np.zeros(at_once, np.uint64))

    def play(self, seed: int, first: int) -> None:
        buffers = (self.scores, self.lengths, self.numbers, self.generators)
        self.kernel[self.grid](self.states, self.box, seed, first, *buffers)
        self.cuda.synchronize()

    def results(self) -> tuple[np.ndarray, int]:
        """The points of the last series, and its moves."""
        return self.scores.copy_to_host(), int(self.lengths.copy_to_host().astype(np.int64).sum())


def measure_gpu(game: Game, options: Mapping[str, Any], seconds: float, seed: int = 1) -> dict[str, Any]:
    """Random play on the GPU, and whether its scores equal the processor's."""
    checked = GpuGames(game, options, COMPARED)
    checked.play(seed, 0)
    equal = np.array_equal(checked.results()[0], play_random_games(game, options, seed, 0, COMPARED)[0])
    if not equal:
        raise SeaboardError(f"the GPU's scores of {COMPARED} games of {game.title} differ from the processor's")
    games = GpuGames(game, options, BLOCKS * GAMES * 8)
    games.play(seed, 0)  # warm
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
