"""The operations of `stepping.py` on a GPU for large games, in several kernels: games that run the same rules advance together.

`prepare_kernel` prepares each game: `steps` holds its next step, `keys` its sort key. `advance_kernel` then plays the games,
sorted by key, until each has listed its legal actions; it is called a few times, sorted again each time, and the last call
finishes what is left. `show_kernel` writes the observations. Games are played in `positions`, the memory of `buffers.states`.
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

# in `steps`, besides actions, MORE and READY: score the finished game, nothing to do, start a game, its actions are listed
END, REST, BEGIN, LISTED = -3, -4, -5, -6
WHOLE_WARP = 0xFFFFFFFF

# bound per game
cuda: Any = None
STATE: Any = None
prefetch: Any = None
RECORD_SIZE = SEATS = SCORE_KINDS = BINS = OPTION_SIZE = 0


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
    steps[i], keys[i] = READY, 1 + sort_key(s, READY)


def advance_kernel(order, going, buffers, positions, steps, keys, boxes, seed, rewarding, enough):
    """Plays the games in the order of their sort keys, each while at least `enough` games of its warp have the same next key.

    Scores finished games, starts the next game of their row, and lists the legal actions.
    """
    place = cuda.grid(1)
    has_game = place < going[0]  # all threads of a warp stay to vote
    i = order[place] if has_game else 0
    s, step, sorted_by, box = positions[i], int(steps[i]), 0, boxes[0]
    if has_game and RECORD_SIZE % 16 == 0:
        prefetch(s, RECORD_SIZE)
    key = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    scratch = cuda.local.array(1, STATE)
    plays = has_game
    while True:
        if plays:
            if step == READY:
                list_row(i, s, box, buffers)
                step = LISTED
            elif step in (BEGIN, END):
                if step == END:
                    finish_row(i, s, scratch[0], box, sheet, buffers, rewarding)
                start_row(i, s, box, seed, key, buffers)
                step = READY
            else:
                step = apply_step(s, box, step)
                if step == READY and mover(s) < 0:
                    step = END
            sorted_by = BINS - 1 if step == LISTED else 0 if step == END else 1 + sort_key(s, step)
        together = cuda.popc(cuda.match_any_sync(WHOLE_WARP, np.int32(sorted_by if plays else -1)))
        plays = plays and step != LISTED and together >= enough
        if not cuda.any_sync(WHOLE_WARP, plays):
            break
    if has_game:
        steps[i], keys[i] = step, sorted_by


def list_row(i, s, box, buffers):
    """Writes the mover and the legal actions; clears the mask of the previous list."""
    counts, lists, masks = buffers.counts, buffers.lists, buffers.masks
    buffers.movers[i] = mover(s)
    if masks.shape[1]:
        for k in range(counts[i]):
            masks[i, lists[i, k]] = 0
    n = legal(s, box, lists[i])
    counts[i] = n
    if masks.shape[1]:
        for k in range(n):
            masks[i, lists[i, k]] = 1


def show_kernel(buffers, positions, steps, boxes):
    """Writes the observation, the points and the last actions of the games that were listed; one thread per game."""
    i = cuda.grid(1)
    if i >= positions.shape[0] or steps[i] != LISTED:
        return
    s, box, seat = positions[i], boxes[0], int(buffers.movers[i])
    if buffers.observations.shape[1]:
        scratch = cuda.local.array(1, STATE)
        observe_for_seat(s, box, seat, scratch[0], buffers.observations[i, OPTION_SIZE:])
    if buffers.points.shape[1]:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box, sheet, buffers.points[i])
    write_history(buffers.past[i], buffers.history[i], seat, SEATS)
