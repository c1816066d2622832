"""Random games of a large game on a GPU: games that run the same rules advance together.

All games are sorted by their next step (`sort_key` of the seam; core/gpu_sorting.py), each does one step or, while half of
the games of its warp have the same next step, several, and they are sorted again. Where all legal actions run the same rules,
the random choice and the action are one step.
"""

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core.cuda import find_cuda, make_kernel, prefetching, prepare_compiling
from ..core.dice import pick
from ..core.game import Game
from ..core.gpu_sorting import BLOCK, Sorter
from ..core.seam import READY, apply_step, legal, mover, sort_key
from ..loops.binding import bound_templates
from .gpu import GpuGames

# bound per game
cuda: Any = None
add_up: Any = None
start_game: Any = None
prefetch: Any = None
RECORD_SIZE = BINS = MAX_LEGAL = SEATS = SCORE_KINDS = 0  # BINS: games to start, the sort keys, finished games

BEGIN, FINISHED = -3, -4  # next steps in addition to an action, MORE and READY
MAX_PARALLEL = 2**22  # games in parallel, at most
CHECK_EVERY = 32  # sorted steps between two checks for remaining games
WHOLE_WARP = 0xFFFFFFFF
ENOUGH, MOST = 16, 64  # games of a warp that play on together; steps


def play_kernel(order, going, positions, steps, keys, generators, moves, rows, box, seed, first, scores, lengths, enough, most):
    """Plays unfinished games in the order of their sort keys: one step each, and more steps as long as games stay together.

    A game plays on, up to `most` steps, while at least `enough` games of its warp have the same next key. Sorting again would
    bring all of its record from memory again.
    """
    place = cuda.grid(1)
    has_game = place < going[0]  # all threads of a warp stay to vote
    i = order[place] if has_game else 0
    s, step, key = positions[i], int(steps[i]), 0
    if has_game and RECORD_SIZE % 16 == 0:
        prefetch(s, RECORD_SIZE)
    out = cuda.local.array(MAX_LEGAL, np.int16)
    seeds = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    plays, done = has_game, 0
    while True:
        if plays:
            if step == READY:
                n = legal(s, box[0], out)
                step = int(out[pick(generators[i], n)])
                moves[i] += 1
                if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):  # all choices run the same rules
                    step = apply_step(s, box[0], step)
            elif step == BEGIN:
                rows[i] += steps.shape[0]
                moves[i] = 0
                if rows[i] >= scores.shape[0]:
                    step = FINISHED
                else:
                    start_game(s, box[0], seed, first + rows[i], seeds, generators[i])
                    step = READY
            else:
                step = apply_step(s, box[0], step)
            if step == READY and mover(s) < 0:
                add_up(s, box[0], sheet, scores[rows[i]])
                lengths[rows[i]] = moves[i]
                step = BEGIN
            key = BINS - 1 if step == FINISHED else 0 if step == BEGIN else 1 + sort_key(s, step)
        together = cuda.popc(cuda.match_any_sync(WHOLE_WARP, np.int32(key if plays else -1)))
        plays = plays and step != FINISHED and together >= enough
        done += 1
        if done >= most or not cuda.any_sync(WHOLE_WARP, plays):
            break
    if has_game:
        steps[i], keys[i] = step, key


@cache
def compiled_play(game: Game, seats: int) -> Any:
    cuda = find_cuda()
    sizes = {
        "RECORD_SIZE": game.state.itemsize,
        "BINS": game.sort_keys + 2,
        "MAX_LEGAL": game.max_legal,
        "SEATS": seats,
        "SCORE_KINDS": len(game.score_kinds),
    }
    names = {"cuda": cuda, "prefetch": prefetching(), **bound_templates(game), **sizes}
    return make_kernel(game.bound(play_kernel, **names), game)


class SortedGames(GpuGames):
    """A series of random games of a large game, as many in parallel as fit into half of the GPU's free memory."""

    series = 4 * MAX_PARALLEL

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, parallel: int = MAX_PARALLEL, block: int = BLOCK):
        self.begin(game, options, games)
        self.kernel = compiled_play(game, game.seats(options))
        available = self.cuda.current_context().get_memory_info().free / 2
        parallel = int(min(games, parallel, available / (game.state.itemsize + 32)))
        self.parallel, self.block = parallel, block
        self.sorter = Sorter(parallel, game.sort_keys + 2, block)
        kinds: dict[str, tuple[Any, int]] = {
            "positions": (game.state, parallel),
            "steps": (np.int16, parallel),
            "generators": (np.uint64, parallel),
            "moves": (np.int32, parallel),
            "rows": (np.int64, parallel),
        }
        self.buffers = SimpleNamespace(
            **{name: self.cuda.to_device(np.zeros(size, kind)) for name, (kind, size) in kinds.items()}
        )
        self.buffers.generators = self.buffers.generators.reshape(parallel, 1)

    def play(self, seed: int, first: int) -> None:
        prepare_compiling(self.game)
        buffers = self.buffers
        buffers.steps.copy_to_device(np.full(self.parallel, BEGIN, np.int16))
        self.sorter.keys.copy_to_device(np.zeros(self.parallel, np.int16))
        buffers.rows.copy_to_device(np.arange(self.parallel) - self.parallel)
        while True:
            for _ in range(CHECK_EVERY):
                self.play_step(seed, first)
            if self.sorter.left() == 0:
                return

    def play_step(self, seed: int, first: int) -> None:
        self.sorter.sort()
        buffers, sorter = self.buffers, self.sorter
        self.kernel[-(-self.parallel // self.block), self.block](
            sorter.order,
            sorter.going,
            buffers.positions,
            buffers.steps,
            sorter.keys,
            buffers.generators,
            buffers.moves,
            buffers.rows,
            self.box,
            seed,
            first,
            self.scores,
            self.lengths,
            ENOUGH,
            MOST,
        )
