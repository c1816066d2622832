"""What is done with each of many games, on a core or in a thread of a GPU: one step, or a whole game of random players."""

from typing import Any

import numpy as np

from ..core.dice import pick, seed_game
from ..core.ranking import add_up, reward_seats
from ..core.seam import apply, legal, mover, observe, start, view

RESET, PICK, STEP, PLAY = 0, 1, 2, 3  # the kinds of work

# bound for each game, and on a GPU
cuda: Any = None
STATE: Any = None
SEATS = SCORE_KINDS = 0


def advance_games(
    work,
    first,
    last,
    actions,
    states,
    scratch,
    box,
    seed,
    sheet,
    generators,
    numbers,
    movers,
    counts,
    lists,
    masks,
    observations,
    rewards,
    scores,
    points,
    done,
):
    """Games `first` to `last` - 1 on one core. Returns the first whose action was not allowed, else -1.

    One loop for every kind of work, so that a game's rules are compiled once for all of them.
    """
    key = np.zeros(2, np.uint64)
    refused = -1
    for i in range(first, last):
        if work == PICK:
            actions[i] = pick_one(generators[i], counts[i], lists[i])
            continue
        if work == PLAY:
            begin_one(states[0], box, seed, numbers[i], key, generators[0])
            counts[i] = play_one(states[0], box, generators[0], lists[0])
            count_one(states[0], box, sheet, scores[i], rewards[i])
            continue
        if work == RESET:
            begin_one(states[i], box, seed, numbers[i], key, generators[i])
        elif is_listed(actions[i], lists[i], counts[i]):
            step_one(i, states[i], states.shape[0], actions, box, seed, key, sheet, generators, numbers, rewards, scores, done)
        else:
            refused = i if refused < 0 else refused
            continue
        show_one(i, states[i], scratch[0], box, sheet, movers, counts, lists, masks, observations, points)
    return refused


def advance_kernel(
    work,
    actions,
    states,
    refused,
    boxes,
    seed,
    generators,
    numbers,
    movers,
    counts,
    lists,
    masks,
    observations,
    rewards,
    scores,
    points,
    done,
):
    """The same on a GPU, a thread a game. `refused[0]` gets the number of a game whose action was not allowed.

    Positions lie word by word, the same word of all games side by side, and each is played close to its thread.
    """
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    if work == PICK:
        actions[i] = pick_one(generators[i], counts[i], lists[i])
        return
    key = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    scratch = cuda.local.array(1, STATE)
    position = cuda.local.array(1, STATE)
    s, words, box = position[0], position.view(np.int64), boxes[0]
    if work == RESET:
        begin_one(s, box, seed, numbers[i], key, generators[i])
    elif is_listed(actions[i], lists[i], counts[i]):
        for word in range(states.shape[1]):
            words[word] = states[i, word]
        step_one(i, s, states.shape[0], actions, box, seed, key, sheet, generators, numbers, rewards, scores, done)
    else:
        refused[0] = i
        return
    for word in range(states.shape[1]):
        states[i, word] = words[word]
    show_one(i, s, scratch[0], box, sheet, movers, counts, lists, masks, observations, points)


def begin_one(s, box, seed, number, key, generator):
    """Game `number` of the series, before its first decision."""
    seed_game(seed, number, key, generator)
    start(s, box, key)


def step_one(i, s, games, actions, box, seed, key, sheet, generators, numbers, rewards, scores, done):
    """Plays an allowed action; a game that is over is counted, and the next one of its row begins."""
    apply(s, box, int(actions[i]))
    over = mover(s) < 0
    done[i] = over
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    if over:
        count_one(s, box, sheet, scores[i], rewards[i])
        numbers[i] += games
        begin_one(s, box, seed, numbers[i], key, generators[i])


def is_listed(action, listed, n):
    for i in range(n):
        if listed[i] == action:
            return True
    return False


def show_one(i, s, seen, box, sheet, movers, counts, lists, masks, observations, points):
    """Who decides, what is allowed, what the mover sees, and the points; a buffer without columns is not wanted."""
    seat = mover(s)
    movers[i] = seat
    n = legal(s, box, lists[i])
    counts[i] = n
    for action in range(masks.shape[1]):
        masks[i, action] = 0
    if masks.shape[1]:
        for k in range(n):
            masks[i, lists[i, k]] = 1
    if observations.shape[1]:
        view(s, box, seat, seen)
        observe(seen, box, seat, observations[i])
    if points.shape[1]:
        add_up(s, box, sheet, points[i])


def count_one(s, box, sheet, points, rewards):
    """The points and the rewards of a game that is over."""
    add_up(s, box, sheet, points)
    reward_seats(s, box, points, rewards)


def pick_one(generator, n, listed):
    """A random allowed action."""
    return listed[pick(generator, int(n))]


def play_one(s, box, generator, listed):
    """Random players to the end of the game; returns the number of moves."""
    moves = 0
    while mover(s) >= 0:
        apply(s, box, int(pick_one(generator, legal(s, box, listed), listed)))
        moves += 1
    return moves
