"""The work of `stepping.py` on a GPU for a large game, in parts: games that run the same rules go on together.

First each game is prepared (`prepare_kernel`): `steps` says what it has to do next, `keys` by what it is sorted. Then all that
have an action to carry out do one step of it at a time (`play_kernel`), sorted anew before each; the few that have more to do
than most go on to the end at last. Then what is allowed is listed (`list_kernel`), sorted too, and what movers see is written
(`show_kernel`). Positions are played where they lie.
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
    begin_one,
    clear_one,
    end_one,
    forget,
    is_listed,
    pick_one,
    remember,
    show_past,
)

END, REST, BEGIN = -3, -4, -5  # besides an action, MORE and READY: what is next in a game

# bound for each game
cuda: Any = None
STATE: Any = None
SEATS = SCORE_KINDS = BINS = 0


def prepare_kernel(
    work,
    orders,
    actions,
    states,
    words,
    steps,
    keys,
    refused,
    boxes,
    seed,
    generators,
    numbers,
    counts,
    lists,
    rewards,
    done,
    past,
):
    """Picks an action, or begins, deals or clears a game, or takes the action that is to be played; a thread a game."""
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    if work == PICK:
        actions[i] = pick_one(generators[i], counts[i], lists[i])
        return
    steps[i], keys[i] = REST, BINS - 1
    if orders[i] < 0:
        return
    if work != DEAL:
        clear_one(i, rewards, done)
    s, box = states[i], boxes[0]
    if work == STEP:
        if not is_listed(actions[i], lists[i], counts[i]):
            refused[0] = i
            return
        remember(past[i], int(actions[i]), mover(s))
        steps[i], keys[i] = actions[i], 1 + sort_key(s, int(actions[i]))
        return
    if work == RESET:
        numbers[i] = orders[i]
        steps[i], keys[i] = BEGIN, 0
        return
    if work == DEAL:
        key = cuda.local.array(2, np.uint64)
        scratch = cuda.local.array(1, STATE)
        dealt = scratch.view(np.int64)
        for word in range(words.shape[1]):
            dealt[word] = 0  # fillers are 0
        seed_game(seed, orders[i], key, generators[i])
        view(s, box, mover(s), scratch[0])
        redeal(scratch[0], box, key)
        for word in range(words.shape[1]):
            words[i, word] = dealt[word]
    steps[i] = READY


def play_kernel(
    to_the_end,
    order,
    going,
    rewarding,
    states,
    steps,
    keys,
    boxes,
    seed,
    generators,
    numbers,
    rewards,
    scores,
    done,
    past,
    finals,
):
    """One step of every game that has something to carry out, or all that it has.

    A game that is over is counted, and the next one of its row begins.
    """
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    s, step, box, games = states[i], int(steps[i]), boxes[0], states.shape[0]
    while True:
        if step in (BEGIN, END):
            key = cuda.local.array(2, np.uint64)
            if step == END:
                sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
                scratch = cuda.local.array(1, STATE)
                end_one(i, s, scratch[0], games, rewarding, box, sheet, numbers, rewards, scores, done, finals)
            begin_one(s, box, seed, numbers[i], key, generators[i])
            forget(past[i])
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


def ready_kernel(states, steps, keys):
    """The sort keys of those whose allowed actions are to be listed."""
    i = cuda.grid(1)
    if i < states.shape[0]:
        keys[i] = 1 + sort_key(states[i], READY) if steps[i] == READY else BINS - 1


def list_kernel(order, going, states, boxes, movers, counts, lists, masks):
    """Who decides and what is allowed. The mask was that of the list before."""
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    movers[i] = mover(states[i])
    if masks.shape[1]:
        for k in range(counts[i]):
            masks[i, lists[i, k]] = 0
    n = legal(states[i], boxes[0], lists[i])
    counts[i] = n
    if masks.shape[1]:
        for k in range(n):
            masks[i, lists[i, k]] = 1


def show_kernel(states, steps, boxes, movers, observations, points, past, history):
    """What the mover sees, the points and the last actions; a thread a game."""
    i = cuda.grid(1)
    if i >= states.shape[0] or steps[i] != READY:
        return
    s, box, seat = states[i], boxes[0], int(movers[i])
    if observations.shape[1]:
        scratch = cuda.local.array(1, STATE)
        observe_for_seat(s, box, seat, scratch[0], observations[i])
    if points.shape[1]:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box, sheet, points[i])
    show_past(past[i], history[i], seat, SEATS)
