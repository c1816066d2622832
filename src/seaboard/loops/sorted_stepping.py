"""The operations of `stepping.py` on a GPU for large games, in several kernels: games that run the same rules advance together.

`prepare_kernel` prepares each game: `steps` holds its next step, `keys` its sort key. `play_kernel` then does one step of every
game that has an action to carry out, sorted again before each step; the last call finishes games with more steps. `list_kernel`
lists the legal actions, also sorted, and `show_kernel` writes the observations. Games are played in `positions`, the memory of
`buffers.states`.
"""

from typing import Any

import numpy as np

from ..core.dice import seed_game
from ..core.ranking import add_up
from ..core.seam import READY, apply_step, legal, mover, redeal, sort_key, view
from ..core.seat_observation import observe_for_seat
from .stepping import (
    DEAL,
    PICK,
    RESET,
    STEP,
    clear_rewards,
    finish_row,
    is_listed,
    pick_random_action,
    remember,
    start_row,
    write_history,
)

# in `steps`, besides actions, MORE and READY: score the finished game, nothing to do, start a game
END, REST, BEGIN = -3, -4, -5

# bound per game
cuda: Any = None
STATE: Any = None
SEATS = SCORE_KINDS = BINS = OPTION_SIZE = 0


def prepare_kernel(work, orders, refused, buffers, positions, steps, keys, boxes, seed):
    """Prepares operation `work`: picks a random action, redeals, or sets the next step of the game; one thread per game."""
    i = cuda.grid(1)
    if i >= positions.shape[0]:
        return
    if work == PICK:
        pick_random_action(i, buffers)
        return
    steps[i], keys[i] = REST, BINS - 1
    if orders[i] < 0:
        return
    if work != DEAL:
        clear_rewards(i, buffers)
    s, box, words = positions[i], boxes[0], buffers.states
    if work == STEP:
        if not is_listed(i, buffers):
            refused[0] = i
            return
        action = int(buffers.actions[i])
        remember(buffers.past[i], action, mover(s))
        steps[i], keys[i] = action, 1 + sort_key(s, action)
        return
    if work == RESET:
        buffers.numbers[i] = orders[i]
        steps[i], keys[i] = BEGIN, 0
        return
    if work == DEAL:
        key = cuda.local.array(2, np.uint64)
        scratch = cuda.local.array(1, STATE)
        dealt = scratch.view(np.int64)
        for word in range(words.shape[1]):
            dealt[word] = 0  # fillers are 0
        seed_game(seed, orders[i], key, buffers.generators[i])
        view(s, box, mover(s), scratch[0])
        redeal(scratch[0], box, key)
        for word in range(words.shape[1]):
            words[i, word] = dealt[word]
    steps[i] = READY


def play_kernel(to_the_end, order, going, buffers, positions, steps, keys, boxes, seed, rewarding):
    """Does one step, or all steps with `to_the_end`, of every game that has something to do.

    Scores finished games and starts the next game of their row.
    """
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    s, step, box = positions[i], int(steps[i]), boxes[0]
    while True:
        if step in (BEGIN, END):
            key = cuda.local.array(2, np.uint64)
            if step == END:
                sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
                scratch = cuda.local.array(1, STATE)
                finish_row(i, s, scratch[0], box, sheet, buffers, rewarding)
            start_row(i, s, box, seed, key, buffers)
            step = READY
        else:
            step = apply_step(s, box, step)
            if step == READY and mover(s) < 0:
                step = END
        if step == READY or not to_the_end:
            break
    steps[i] = step
    if step == READY:
        keys[i] = BINS - 1
    else:
        keys[i] = 0 if step == END else 1 + sort_key(s, step)


def ready_kernel(positions, steps, keys):
    """Sets the sort keys of the games whose legal actions `list_kernel` will write."""
    i = cuda.grid(1)
    if i < positions.shape[0]:
        keys[i] = 1 + sort_key(positions[i], READY) if steps[i] == READY else BINS - 1


def list_kernel(order, going, buffers, positions, boxes):
    """Writes the mover and the legal actions; clears the mask of the previous list."""
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    counts, lists, masks = buffers.counts, buffers.lists, buffers.masks
    buffers.movers[i] = mover(positions[i])
    if masks.shape[1]:
        for k in range(counts[i]):
            masks[i, lists[i, k]] = 0
    n = legal(positions[i], boxes[0], lists[i])
    counts[i] = n
    if masks.shape[1]:
        for k in range(n):
            masks[i, lists[i, k]] = 1


def show_kernel(buffers, positions, steps, boxes):
    """Writes the observation, the points and the last actions; one thread per game."""
    i = cuda.grid(1)
    if i >= positions.shape[0] or steps[i] != READY:
        return
    s, box, seat = positions[i], boxes[0], int(buffers.movers[i])
    if buffers.observations.shape[1]:
        scratch = cuda.local.array(1, STATE)
        observe_for_seat(s, box, seat, scratch[0], buffers.observations[i, OPTION_SIZE:])
    if buffers.points.shape[1]:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box, sheet, buffers.points[i])
    write_history(buffers.past[i], buffers.history[i], seat, SEATS)
