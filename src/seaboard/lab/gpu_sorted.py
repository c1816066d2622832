"""Random players of a large game on a GPU: games that run the same rules are advanced together.

All games are sorted by what is to be done next (`sort_key` of the seam; why: gpu_sorting.py), and each does one step of it;
then they are sorted again. Where every answer runs the same rules, the pick and the answer are one step.
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
from .cuda import find_cuda, make_kernel, prepare_compiling
from .gpu import GpuGames
from .gpu_sorting import BLOCK, Sorter

# bound for each game
cuda: Any = None
add_up: Any = None
begin_one: Any = None
BINS = MOST_LEGAL = SEATS = SCORE_KINDS = 0  # bins: to begin, the sort_keys, at rest

BEGIN, REST = -3, -4  # besides an action, MORE and READY: what is next in a game
AT_ONCE = 2**22  # games
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
        n = legal(s, box[0], out)
        step = int(out[pick(generators[i], n)])
        moves[i] += 1
        if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):  # whatever is picked, the same rules run
            step = apply_step(s, box[0], step)
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


@cache
def compiled_step(game: Game, seats: int) -> Any:
    cuda = find_cuda()
    sizes = {"BINS": game.sort_keys + 2, "MOST_LEGAL": game.max_legal, "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    names = {"cuda": cuda, **bound_parts(game), **sizes}
    return make_kernel(game.bound(step_kernel, **names), game)


class SortedGames(GpuGames):
    """A series of random games of a large game, as many at once as half of the card's memory holds."""

    series = 4 * AT_ONCE

    def __init__(self, game: Game, options: Mapping[str, Any], games: int, at_once: int = AT_ONCE, block: int = BLOCK):
        self.begin(game, options, games)
        self.kernel = compiled_step(game, game.seats(options))
        room = self.cuda.current_context().get_memory_info().free / 2
        at_once = int(min(games, at_once, room / (game.state.itemsize + 32)))
        self.at_once, self.block = at_once, block
        self.sorter = Sorter(at_once, game.sort_keys + 2, block)
        kinds: dict[str, tuple[Any, int]] = {
            "positions": (game.state, at_once),
            "steps": (np.int16, at_once),
            "generators": (np.uint64, at_once),
            "moves": (np.int32, at_once),
            "rows": (np.int64, at_once),
        }
        self.buffers = SimpleNamespace(
            **{name: self.cuda.to_device(np.zeros(size, kind)) for name, (kind, size) in kinds.items()}
        )
        self.buffers.generators = self.buffers.generators.reshape(at_once, 1)

    def play(self, seed: int, first: int) -> None:
        prepare_compiling(self.game)
        held = self.buffers
        held.steps.copy_to_device(np.full(self.at_once, BEGIN, np.int16))
        self.sorter.keys.copy_to_device(np.zeros(self.at_once, np.int16))
        held.rows.copy_to_device(np.arange(self.at_once) - self.at_once)
        while True:
            for _ in range(CHECK_EVERY):
                self.play_step(seed, first)
            if self.sorter.left() == 0:
                return

    def play_step(self, seed: int, first: int) -> None:
        self.sorter.sort()
        held, sorter = self.buffers, self.sorter
        self.kernel[-(-self.at_once // self.block), self.block](
            sorter.order,
            sorter.going,
            held.positions,
            held.steps,
            sorter.keys,
            held.generators,
            held.moves,
            held.rows,
            self.box,
            seed,
            first,
            self.scores,
            self.lengths,
        )
