"""Random players of a large game on a GPU: games that run the same rules are advanced together.

A large game has more code than a GPU holds close by. Where every thread plays a game of its own, neighbours soon run
different code, and wait for it: 25 of 29 cycles in Kaivai on an H200. So all games are sorted by what is to be done next
(`sort_key` of the seam), and each does one step of it; then they are sorted again.
"""

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core.dice import pick
from ..core.game import Game
from ..core.seam import READY, apply_step, legal, mover, sort_key
from ..loops.binding import bound_parts
from .cuda import find_cuda, prepare_compiling
from .gpu import GpuGames

# bound for each game
cuda: Any = None
add_up: Any = None
begin_one: Any = None
BINS = MOST_LEGAL = SEATS = SCORE_KINDS = 0  # bins: to begin, the sort_keys, at rest

BEGIN, REST = -3, -4  # besides an action, MORE and READY: what is next in a game
AT_ONCE = 2**22  # games
BLOCK = 128  # threads
SORTED = 4096  # games that a block sorts
CHECK_EVERY = 32  # steps between two checks of how many games are left


def step_kernel(order, going, positions, steps, keys, generators, moves, rows, box, seed, first, scores, lengths):
    """One step of every game that is not at rest, in the order of their sort keys."""
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    s, step = positions[i], int(steps[i])
    if step == READY:
        out = cuda.local.array(MOST_LEGAL, np.int16)
        step = int(out[pick(generators[i], legal(s, box[0], out))])
        moves[i] += 1
    elif step == BEGIN:
        rows[i] += steps.shape[0]
        moves[i] = 0
        if rows[i] >= scores.shape[0]:
            steps[i], keys[i] = REST, BINS - 1
            return
        key = cuda.local.array(2, np.uint64)
        begin_one(s, box[0], seed, first + rows[i], key, generators[i])
        step = READY
    else:
        step = apply_step(s, box[0], step)
        if step == READY and mover(s) < 0:
            sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
            add_up(s, box[0], sheet, scores[rows[i]])
            lengths[rows[i]] = moves[i]
            steps[i], keys[i] = BEGIN, 0
            return
    steps[i], keys[i] = step, 1 + sort_key(s, step)


def count_kernel(keys, bins):
    """Counts the games of each sort key."""
    mine = cuda.shared.array(BINS, np.int32)
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        mine[key] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), keys.shape[0], cuda.gridsize(1)):
        cuda.atomic.add(mine, int(keys[i]), 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if mine[key] > 0:
            cuda.atomic.add(bins, key, mine[key])


def place_kernel(bins, places, going):
    """One block: where each sort key begins in the order; games at rest come last and are left out."""
    counts = cuda.shared.array(BINS, np.int32)
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        counts[key] = bins[key]
        bins[key] = 0
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        place = 0
        for key in range(BINS):
            count = counts[key]
            counts[key] = place
            place += count
        going[0] = counts[BINS - 1]
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        places[key] = counts[key]


def order_kernel(keys, places, order):
    """Writes the games in the order of their sort keys; each block does so for some of them."""
    mine = cuda.shared.array(BINS, np.int32)
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        mine[key] = 0
    cuda.syncthreads()
    base = cuda.blockIdx.x * SORTED
    last = min(base + SORTED, keys.shape[0])
    for i in range(base + cuda.threadIdx.x, last, cuda.blockDim.x):
        cuda.atomic.add(mine, int(keys[i]), 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if mine[key] > 0:
            mine[key] = cuda.atomic.add(places, key, mine[key])
    cuda.syncthreads()
    for i in range(base + cuda.threadIdx.x, last, cuda.blockDim.x):
        order[cuda.atomic.add(mine, int(keys[i]), 1)] = i


@cache
def compiled_kernels(game: Game, seats: int) -> SimpleNamespace:
    cuda = find_cuda()
    sizes = {"BINS": game.sort_keys + 2, "MOST_LEGAL": game.most_legal, "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    names = {"cuda": cuda, **bound_parts(game), **sizes}
    kernels = (step_kernel, count_kernel, place_kernel, order_kernel)
    return SimpleNamespace(**{kernel.__name__: cuda.jit(game.bound(kernel, **names)) for kernel in kernels})


class SortedGames(GpuGames):
    """A series of random games of a large game, as many at once as half of the card's memory holds."""

    series = 4 * AT_ONCE

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, at_once: int = AT_ONCE, block: int = BLOCK):
        self.begin(game, options, games)
        self.kernels = compiled_kernels(game, game.seats(options))
        room = self.cuda.current_context().get_memory_info().free / 2
        at_once = int(min(games, at_once, room / (game.state.itemsize + 32)))
        self.at_once, self.block, bins = at_once, block, game.sort_keys + 2
        kinds: dict[str, tuple[Any, int]] = {
            "positions": (game.state, at_once),
            "steps": (np.int16, at_once),
            "keys": (np.int16, at_once),
            "generators": (np.uint64, at_once),
            "moves": (np.int32, at_once),
            "rows": (np.int64, at_once),
            "order": (np.int32, at_once),
            "bins": (np.int32, bins),
            "places": (np.int32, bins),
            "going": (np.int32, 1),
        }
        self.buffers = SimpleNamespace(
            **{name: self.cuda.to_device(np.zeros(size, kind)) for name, (kind, size) in kinds.items()}
        )
        self.buffers.generators = self.buffers.generators.reshape(at_once, 1)

    def play(self, seed: int, first: int) -> None:
        prepare_compiling(self.game)
        held = self.buffers
        held.steps.copy_to_device(np.full(self.at_once, BEGIN, np.int16))
        held.keys.copy_to_device(np.zeros(self.at_once, np.int16))
        held.rows.copy_to_device(np.arange(self.at_once) - self.at_once)
        while True:
            for _ in range(CHECK_EVERY):
                self.play_step(seed, first)
            if held.going.copy_to_host()[0] == 0:
                return

    def play_step(self, seed: int, first: int) -> None:
        self.sort()
        held = self.buffers
        self.kernels.step_kernel[-(-self.at_once // self.block), self.block](
            held.order,
            held.going,
            held.positions,
            held.steps,
            held.keys,
            held.generators,
            held.moves,
            held.rows,
            self.box,
            seed,
            first,
            self.scores,
            self.lengths,
        )

    def sort(self) -> None:
        """Sorts the games by their sort keys."""
        kernels, held, blocks = self.kernels, self.buffers, -(-self.at_once // SORTED)
        kernels.count_kernel[blocks, self.block](held.keys, held.bins)
        kernels.place_kernel[1, self.block](held.bins, held.places, held.going)
        kernels.order_kernel[blocks, self.block](held.keys, held.places, held.order)
