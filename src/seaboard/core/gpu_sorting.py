"""Sorts games on a GPU by their next step, so that games which run the same rules advance together.

The code of a large game exceeds the instruction cache of a GPU. If every thread just plays its own game, neighbouring threads
soon run different code and wait for instructions: 25 of 29 cycles in Kaivai on an H200.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .cuda import find_cuda, make_kernel
from .rule import bind

cuda: Any = None  # bound when there is a GPU
BINS = 0  # number of bins: games to start, the sort keys, finished games

BLOCK = 128  # threads per block
GAMES_PER_BLOCK = 4096
MAX_THREADS = 1024  # of a block


def count_kernel(keys, bins):
    """Counts the games of each sort key."""
    block_counts = cuda.shared.array(BINS, np.int32)
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        block_counts[key] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), keys.shape[0], cuda.gridsize(1)):
        cuda.atomic.add(block_counts, int(keys[i]), 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if block_counts[key] > 0:
            cuda.atomic.add(bins, key, block_counts[key])


def place_kernel(bins, places, going):
    """One block: computes the offset of each sort key; finished games come last and are left out.

    Each thread adds up some neighbouring keys.
    """
    sums = cuda.shared.array(MAX_THREADS, np.int32)
    thread = cuda.threadIdx.x
    share = (BINS + cuda.blockDim.x - 1) // cuda.blockDim.x
    first = min(BINS, thread * share)
    last = min(BINS, first + share)
    total = 0
    for key in range(first, last):
        total += bins[key]
    sums[thread] = total
    cuda.syncthreads()
    place = 0
    for before in range(thread):
        place += sums[before]
    for key in range(first, last):
        count = bins[key]
        bins[key] = 0
        places[key] = place
        if key == BINS - 1:
            going[0] = place
        place += count


def order_kernel(keys, places, order):
    """Writes the games in the order of their sort keys; each block handles some of them.

    `next_places` has the counts of the block first, and then the place of its next game, for each sort key.
    """
    next_places = cuda.shared.array(BINS, np.int32)
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        next_places[key] = 0
    cuda.syncthreads()
    base = cuda.blockIdx.x * GAMES_PER_BLOCK
    last = min(base + GAMES_PER_BLOCK, keys.shape[0])
    for i in range(base + cuda.threadIdx.x, last, cuda.blockDim.x):
        cuda.atomic.add(next_places, int(keys[i]), 1)
    cuda.syncthreads()
    for key in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if next_places[key] > 0:
            next_places[key] = cuda.atomic.add(places, key, next_places[key])
    cuda.syncthreads()
    for i in range(base + cuda.threadIdx.x, last, cuda.blockDim.x):
        order[cuda.atomic.add(next_places, int(keys[i]), 1)] = i


@cache
def sorting_kernels(bins: int, games_per_block: int) -> SimpleNamespace:
    names = {"cuda": find_cuda(), "BINS": bins, "GAMES_PER_BLOCK": games_per_block}
    kernels = (count_kernel, place_kernel, order_kernel)
    return SimpleNamespace(**{kernel.__name__: make_kernel(bind(kernel, names, f"sort_{bins}")) for kernel in kernels})


class Sorter:
    """The sort keys of games (the last one is for finished games), and their order once sorted."""

    def __init__(self, games: int, bins: int, block: int = BLOCK):
        cuda = find_cuda()
        self.kernels = sorting_kernels(bins, GAMES_PER_BLOCK)
        self.blocks, self.block = -(-games // GAMES_PER_BLOCK), block
        self.keys = cuda.to_device(np.zeros(games, np.int16))
        self.order = cuda.to_device(np.zeros(games, np.int32))
        self.bins, self.places, self.going = (cuda.to_device(np.zeros(size, np.int32)) for size in (bins, bins, 1))

    def sort(self, stream: Any = 0) -> None:
        kernels = self.kernels
        kernels.count_kernel[self.blocks, self.block, stream](self.keys, self.bins)
        kernels.place_kernel[1, self.block, stream](self.bins, self.places, self.going)
        kernels.order_kernel[self.blocks, self.block, stream](self.keys, self.places, self.order)

    def left(self) -> int:
        """The number of unfinished games at the last sort."""
        return int(self.going.copy_to_host()[0])
