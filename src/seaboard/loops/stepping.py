"""Operations on each of many games, on a CPU core or in a GPU thread: one step, or a whole game of random players."""

from typing import Any

import numpy as np

from ..core.dice import pick, seed_game
from ..core.ranking import PLACES, add_up, reward_seats
from ..core.seam import apply, legal, mover, redeal, start, view
from ..core.seat_observation import observe_for_seat

RESET, PICK, STEP, PLAY, SHOW, DEAL = 0, 1, 2, 3, 4, 5  # operations
NOTHING, HIDDEN = -1, -2  # instead of an action: there was none; it is hidden

# bound per game, and on a GPU
cuda: Any = None
STATE: Any = None
SEATS = SCORE_KINDS = SECRET_FIRST = SECRET_END = OPTION_SIZE = 0


def advance_games(
    work,
    first,
    last,
    rewarding,
    orders,
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
    past,
    history,
    finals,
):
    """Runs operation `work` on games `first` to `last` - 1 on one core; returns the first game with an illegal action, or -1.

    Games with a negative order are skipped. An order is the number of the game to start, or of the redeal. One loop serves all
    operations, so that a game's rules are compiled only once.
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
            count_one(states[0], box, sheet, scores[i], rewards[i], PLACES)
            continue
        if orders[i] < 0:
            continue
        if work == RESET:
            numbers[i] = orders[i]
            begin_one(states[i], box, seed, numbers[i], key, generators[i])
            forget(past[i])
            clear_one(i, rewards, done)
        elif work == SHOW:
            clear_one(i, rewards, done)
        elif work == DEAL:
            seed_game(seed, orders[i], key, generators[i])
            view(states[i], box, mover(states[i]), scratch[0])
            redeal(scratch[0], box, key)
            states[i] = scratch[0]
        elif work == STEP:
            if not is_listed(actions[i], lists[i], counts[i]):
                refused = i if refused < 0 else refused
                clear_one(i, rewards, done)
                continue
            step_one(
                i,
                states[i],
                scratch[0],
                states.shape[0],
                rewarding,
                actions,
                box,
                seed,
                key,
                sheet,
                generators,
                numbers,
                rewards,
                scores,
                done,
                past,
                finals,
            )
        show_one(i, states[i], scratch[0], box, sheet, movers, counts, lists, masks, observations, points, past, history)
    return refused


def advance_kernel(
    work,
    rewarding,
    orders,
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
    past,
    history,
    finals,
):
    """The same on a GPU, one thread per game. `refused[0]` gets the number of a game with an illegal action.

    Positions are stored transposed: the same word of all games is contiguous. Each thread plays in local memory.
    """
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    if work == PICK:
        actions[i] = pick_one(generators[i], counts[i], lists[i])
        return
    if orders[i] < 0:
        return
    if work == STEP and not is_listed(actions[i], lists[i], counts[i]):
        refused[0] = i
        clear_one(i, rewards, done)
        return
    key = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    scratch = cuda.local.array(1, STATE)
    position = cuda.local.array(1, STATE)
    s, words, box = position[0], position.view(np.int64), boxes[0]
    for word in range(states.shape[1]):
        words[word] = 0 if work == RESET else states[i, word]  # fillers are 0
    if work == RESET:
        numbers[i] = orders[i]
        begin_one(s, box, seed, numbers[i], key, generators[i])
        forget(past[i])
        clear_one(i, rewards, done)
    if work == SHOW:
        clear_one(i, rewards, done)
    elif work == DEAL:
        dealt = scratch.view(np.int64)
        for word in range(states.shape[1]):
            dealt[word] = 0
        seed_game(seed, orders[i], key, generators[i])
        view(s, box, mover(s), scratch[0])
        redeal(scratch[0], box, key)
        for word in range(states.shape[1]):
            words[word] = dealt[word]
    elif work == STEP:
        step_one(
            i,
            s,
            scratch[0],
            states.shape[0],
            rewarding,
            actions,
            box,
            seed,
            key,
            sheet,
            generators,
            numbers,
            rewards,
            scores,
            done,
            past,
            finals,
        )
    for word in range(states.shape[1]):
        states[i, word] = words[word]
    show_one(i, s, scratch[0], box, sheet, movers, counts, lists, masks, observations, points, past, history)


def copy_kernel(source, sources, target, targets):
    """On a GPU: copies row `sources[i]` of one array to row `targets[i]` of another, one thread per row."""
    i = cuda.grid(1)
    if i < sources.shape[0]:
        for column in range(source.shape[1]):
            target[targets[i], column] = source[sources[i], column]


def begin_one(s, box, seed, number, key, generator):
    """Starts game `number` of the series."""
    seed_game(seed, number, key, generator)
    start(s, box, key)


def step_one(
    i, s, seen, games, rewarding, actions, box, seed, key, sheet, generators, numbers, rewards, scores, done, past, finals
):
    """Plays a legal action; if the game is over, scores it and starts the next game of this row."""
    remember(past[i], int(actions[i]), mover(s))
    apply(s, box, int(actions[i]))
    clear_one(i, rewards, done)
    if mover(s) < 0:
        end_one(i, s, seen, games, rewarding, box, sheet, numbers, rewards, scores, done, finals)
        begin_one(s, box, seed, numbers[i], key, generators[i])
        forget(past[i])


def end_one(i, s, seen, games, rewarding, box, sheet, numbers, rewards, scores, done, finals):
    """Scores a finished game; `numbers[i]` becomes the number of the row's next game."""
    done[i] = 1
    count_one(s, box, sheet, scores[i], rewards[i], rewarding)
    show_end(i, s, seen, box, finals)
    numbers[i] += games


def clear_one(i, rewards, done):
    """Clears `done` and `rewards` of this row."""
    done[i] = 0
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0


def remember(past, action, seat):
    """Prepends an action and its seat to the history."""
    if past.shape[0] == 0:
        return
    for k in range(past.shape[0] - 1, 1, -1):
        past[k] = past[k - 2]
    past[0], past[1] = action, seat


def forget(past):
    for k in range(past.shape[0]):
        past[k] = NOTHING


def is_listed(action, listed, n):
    for i in range(n):
        if listed[i] == action:
            return True
    return False


def show_one(i, s, seen, box, sheet, movers, counts, lists, masks, observations, points, past, history):
    """Writes the mover, the legal actions, the observation and the points; buffers without columns are skipped."""
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
        observe_for_seat(s, box, seat, seen, observations[i, OPTION_SIZE:])
    if points.shape[1]:
        add_up(s, box, sheet, points[i])
    show_past(past[i], history[i], seat, int(box.players))


def show_past(past, history, seat, seats):
    """Writes the last actions as the mover knows them, latest first, with their seats relative to the mover."""
    for k in range(history.shape[0]):
        action, other = past[2 * k], past[2 * k + 1]
        if other != seat and SECRET_FIRST <= action < SECRET_END:
            action = HIDDEN
        history[k, 0] = action
        history[k, 1] = NOTHING if action == NOTHING else (other - seat) % seats


def show_end(i, s, seen, box, finals):
    """Writes each seat's observation of a finished game."""
    if finals.shape[2]:
        for seat in range(finals.shape[1]):
            observe_for_seat(s, box, seat, seen, finals[i, seat, OPTION_SIZE:])


def count_one(s, box, sheet, points, rewards, rewarding):
    """Writes the points and rewards of a finished game."""
    add_up(s, box, sheet, points)
    reward_seats(s, box, points, rewards, rewarding)


def pick_one(generator, n, listed):
    """A random legal action."""
    return listed[pick(generator, int(n))]


def play_one(s, box, generator, listed):
    """Plays random moves to the end of the game; returns their number."""
    moves = 0
    while mover(s) >= 0:
        apply(s, box, int(pick_one(generator, legal(s, box, listed), listed)))
        moves += 1
    return moves
