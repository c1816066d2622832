"""Random players of a large game on a GPU: those who answered alike go on together.

A large game has more code than a GPU holds close by. Where every thread plays a game of its own, neighbours soon run different
code, and wait for it: 25 of 29 cycles in Kaivai on an H200. So each block keeps thousands of games and plays one answer in
each of them again and again, sorted by the answer.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ..core.dice import pick
from ..core.game import Game
from ..core.seam import apply, legal, mover
from .batch import bound_parts, record_type
from .gpu import GpuGames, find_cuda

# bound for each game
cuda: Any = None
add_up: Any = None
begin_one: Any = None
STATE: Any = None
ACTIONS = BINS = MOST_LEGAL = SEATS = SCORE_KINDS = GAMES = 0

BLOCK = 256  # threads


def wave_kernel(words, generators, moves, rows, box, seed, first, scores, lengths):
    """Plays the games of the series, one for each row of `scores`; positions wait in `words` from wave to wave."""
    base, games = cuda.blockIdx.x * GAMES, cuda.gridDim.x * GAMES
    answers = cuda.shared.array(GAMES, np.int16)
    order = cuda.shared.array(GAMES, np.int16)
    bins = cuda.shared.array(BINS, np.int32)
    position = cuda.local.array(1, STATE)
    s, flat = position[0], position.view(np.int64)
    key = cuda.local.array(2, np.uint64)
    generator = cuda.local.array(1, np.uint64)
    out = cuda.local.array(MOST_LEGAL, np.int16)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    for game in range(cuda.threadIdx.x, GAMES, cuda.blockDim.x):
        answers[game] = ACTIONS  # begin
        rows[base + game] = base + game - games
    while True:
        going = sort_games(answers, order, bins)
        if going == 0:
            break
        for place in range(cuda.threadIdx.x, going, cuda.blockDim.x):
            game = int(order[place])
            i, answer = base + game, int(answers[game])
            if answer < ACTIONS:
                for word in range(words.shape[1]):
                    flat[word] = words[i, word]
                generator[0] = generators[i]
                apply(s, box[0], answer)
                moves[i] += 1
                if mover(s) < 0:
                    add_up(s, box[0], sheet, scores[rows[i]])
                    lengths[rows[i]] = moves[i]
                    answer = ACTIONS
            if answer == ACTIONS:
                rows[i] += games
                moves[i] = 0
                if rows[i] >= scores.shape[0]:
                    answers[game] = ACTIONS + 1  # at rest
                    continue
                begin_one(s, box[0], seed, first + rows[i], key, generator)
            answers[game] = out[pick(generator, legal(s, box[0], out))]
            generators[i] = generator[0]
            for word in range(words.shape[1]):
                words[i, word] = flat[word]


def sort_games(answers, order, bins):
    """Writes the games of a block by their answers, those at rest last, and tells how many go on."""
    cuda.syncthreads()
    for answer in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        bins[answer] = 0
    cuda.syncthreads()
    for game in range(cuda.threadIdx.x, GAMES, cuda.blockDim.x):
        cuda.atomic.add(bins, int(answers[game]), 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        place = 0
        for answer in range(BINS):
            count = bins[answer]
            bins[answer] = place
            place += count
    cuda.syncthreads()
    going = int(bins[ACTIONS + 1])
    cuda.syncthreads()
    for game in range(cuda.threadIdx.x, GAMES, cuda.blockDim.x):
        order[cuda.atomic.add(bins, int(answers[game]), 1)] = game
    cuda.syncthreads()
    return going


@cache
def compiled_waves(game: Game, seats: int, games: int) -> Any:
    cuda = find_cuda()
    sizes = {"ACTIONS": game.actions, "BINS": game.actions + 2, "GAMES": games}
    sizes |= {"MOST_LEGAL": game.most_legal, "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    sort = cuda.jit(device=True)(game.bound(sort_games, cuda=cuda, **sizes))
    parts = {"cuda": cuda, "STATE": record_type(game), "sort_games": sort}
    return cuda.jit(game.bound(wave_kernel, **bound_parts(game), **parts, **sizes))


class WaveGames(GpuGames):
    """A series of random games of a large game, `per_block` of them at once in each block."""

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, blocks: int = 132, per_block: int = 8192):
        self.begin(game, options, games)
        self.kernel = compiled_waves(game, game.seats(options), per_block)
        self.grid = (blocks, min(BLOCK, per_block))
        at_once, words = blocks * per_block, game.state.itemsize // 8
        self.waiting = [
            self.cuda.to_device(np.zeros(shape, kind))
            for shape, kind in (((at_once, words), np.int64), (at_once, np.uint64), (at_once, np.int32), (at_once, np.int64))
        ]

    def play(self, seed: int, first: int) -> None:
        self.kernel[self.grid](*self.waiting, self.box, seed, first, self.scores, self.lengths)
        self.cuda.synchronize()
