"""Operations on each of many games, on a CPU core or in a GPU thread: one step, or a whole game of random players."""

from typing import Any, NamedTuple

import numpy as np

from ..core.dice import pick, seed_game
from ..core.ranking import PLACES, add_up, reward_seats
from ..core.seam import apply, legal, mover, redeal, start, view
from ..core.seat_observation import observe_for_seat

RESET, PICK, STEP, PLAY, SHOW, DEAL = 0, 1, 2, 3, 4, 5  # operations
NOTHING, HIDDEN = -1, -2  # in the history instead of an action: there was none; it is hidden

# bound per game, and on a GPU
cuda: Any = None
STATE: Any = None
SEATS = SCORE_KINDS = SECRET_FIRST = SECRET_END = OPTION_SIZE = 0


class GameBuffers(NamedTuple):
    """The arrays of many games; row i of each belongs to one game. `lab.Batch` documents them."""

    actions: Any
    states: Any
    generators: Any  # of random actions
    numbers: Any
    movers: Any
    counts: Any
    lists: Any
    masks: Any
    observations: Any
    rewards: Any
    scores: Any
    points: Any
    done: Any
    past: Any  # the last actions and their seats, latest first; `history` is the mover's view of it
    history: Any
    finals: Any


class Scratch(NamedTuple):
    """Working memory of one thread."""

    views: Any  # one position
    key: Any
    sheet: Any  # a score sheet


def advance_games(work, first, last, orders, buffers, scratch, box, seed, rewarding):
    """Runs operation `work` on rows `first` to `last` - 1 on one core; returns the first row with an illegal action, or -1.

    `orders` has for each row the number of the game to start or of the redeal; rows with a negative order are skipped. One loop
    serves all operations, so that a game's rules are compiled only once.
    """
    states, seen, key = buffers.states, scratch.views[0], scratch.key
    refused = -1
    for i in range(first, last):
        if work == PICK:
            pick_random_action(i, buffers)
            continue
        if work == PLAY:
            start_game(states[0], box, seed, buffers.numbers[i], key, buffers.generators[0])
            buffers.counts[i] = play_random_game(states[0], box, buffers.generators[0], buffers.lists[0])
            score_row(i, states[0], box, scratch.sheet, buffers, PLACES)
            continue
        if orders[i] < 0:
            continue
        if work == RESET:
            buffers.numbers[i] = orders[i]
            start_row(i, states[i], box, seed, key, buffers)
            clear_rewards(i, buffers)
        elif work == SHOW:
            clear_rewards(i, buffers)
        elif work == DEAL:
            seed_game(seed, orders[i], key, buffers.generators[i])
            view(states[i], box, mover(states[i]), seen)
            redeal(seen, box, key)
            states[i] = seen
        elif work == STEP:
            if not is_listed(i, buffers):
                refused = i if refused < 0 else refused
                clear_rewards(i, buffers)
                continue
            step_row(i, states[i], seen, box, seed, key, scratch.sheet, buffers, rewarding)
        write_row(i, states[i], seen, box, scratch.sheet, buffers)
    return refused


def advance_kernel(work, orders, refused, buffers, boxes, seed, rewarding):
    """The same on a GPU, one thread per row. `refused[0]` gets the number of a row with an illegal action.

    Positions are stored transposed: the same word of all games is contiguous. Each thread plays in local memory.
    """
    i = cuda.grid(1)
    states = buffers.states
    if i >= states.shape[0]:
        return
    if work == PICK:
        pick_random_action(i, buffers)
        return
    if orders[i] < 0:
        return
    if work == STEP and not is_listed(i, buffers):
        refused[0] = i
        clear_rewards(i, buffers)
        return
    key = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    scratch = cuda.local.array(1, STATE)
    position = cuda.local.array(1, STATE)
    s, words, box = position[0], position.view(np.int64), boxes[0]
    for word in range(states.shape[1]):
        words[word] = 0 if work == RESET else states[i, word]  # fillers are 0
    if work == RESET:
        buffers.numbers[i] = orders[i]
        start_row(i, s, box, seed, key, buffers)
        clear_rewards(i, buffers)
    if work == SHOW:
        clear_rewards(i, buffers)
    elif work == DEAL:
        dealt = scratch.view(np.int64)
        for word in range(states.shape[1]):
            dealt[word] = 0
        seed_game(seed, orders[i], key, buffers.generators[i])
        view(s, box, mover(s), scratch[0])
        redeal(scratch[0], box, key)
        for word in range(states.shape[1]):
            words[word] = dealt[word]
    elif work == STEP:
        step_row(i, s, scratch[0], box, seed, key, sheet, buffers, rewarding)
    for word in range(states.shape[1]):
        states[i, word] = words[word]
    write_row(i, s, scratch[0], box, sheet, buffers)


def copy_kernel(source, sources, target, targets):
    """On a GPU: copies row `sources[i]` of one array to row `targets[i]` of another, one thread per row."""
    i = cuda.grid(1)
    if i < sources.shape[0]:
        for column in range(source.shape[1]):
            target[targets[i], column] = source[sources[i], column]


def start_game(s, box, seed, number, key, generator):
    """Starts game `number` of the series given by `seed`."""
    seed_game(seed, number, key, generator)
    start(s, box, key)


def start_row(i, s, box, seed, key, buffers):
    """Starts the game of this row, the one in `numbers`."""
    start_game(s, box, seed, buffers.numbers[i], key, buffers.generators[i])
    forget(buffers.past[i])


def step_row(i, s, seen, box, seed, key, sheet, buffers, rewarding):
    """Plays a legal action; if the game is over, scores it and starts the next game of this row."""
    action = int(buffers.actions[i])
    remember(buffers.past[i], action, mover(s))
    apply(s, box, action)
    clear_rewards(i, buffers)
    if mover(s) < 0:
        finish_row(i, s, seen, box, sheet, buffers, rewarding)
        start_row(i, s, box, seed, key, buffers)


def finish_row(i, s, seen, box, sheet, buffers, rewarding):
    """Scores the finished game of this row; `numbers[i]` becomes the number of its next game."""
    buffers.done[i] = 1
    score_row(i, s, box, sheet, buffers, rewarding)
    write_final_observations(i, s, seen, box, buffers.finals)
    buffers.numbers[i] += buffers.numbers.shape[0]


def clear_rewards(i, buffers):
    """Clears `done` and `rewards` of this row."""
    buffers.done[i] = 0
    for seat in range(buffers.rewards.shape[1]):
        buffers.rewards[i, seat] = 0


def remember(past, action, seat):
    """Prepends an action and its seat to the history."""
    if past.shape[0] == 0:
        return
    for k in range(past.shape[0] - 1, 1, -1):
        past[k] = past[k - 2]
    past[0], past[1] = action, seat


def forget(past):
    """Clears the history of a row."""
    for k in range(past.shape[0]):
        past[k] = NOTHING


def is_listed(i, buffers):
    """Whether the row's action is legal."""
    for k in range(buffers.counts[i]):
        if buffers.lists[i, k] == buffers.actions[i]:
            return True
    return False


def write_row(i, s, seen, box, sheet, buffers):
    """Writes the mover, the legal actions, the observation and the points; buffers without columns are skipped."""
    seat = mover(s)
    buffers.movers[i] = seat
    lists, masks = buffers.lists, buffers.masks
    n = legal(s, box, lists[i])
    buffers.counts[i] = n
    for action in range(masks.shape[1]):
        masks[i, action] = 0
    if masks.shape[1]:
        for k in range(n):
            masks[i, lists[i, k]] = 1
    if buffers.observations.shape[1]:
        observe_for_seat(s, box, seat, seen, buffers.observations[i, OPTION_SIZE:])
    if buffers.points.shape[1]:
        add_up(s, box, sheet, buffers.points[i])
    write_history(buffers.past[i], buffers.history[i], seat, int(box.players))


def write_history(past, history, seat, seats):
    """Writes the last actions as the mover knows them, latest first, with their seats relative to the mover."""
    for k in range(history.shape[0]):
        action, other = past[2 * k], past[2 * k + 1]
        if other != seat and SECRET_FIRST <= action < SECRET_END:
            action = HIDDEN
        history[k, 0] = action
        history[k, 1] = NOTHING if action == NOTHING else (other - seat) % seats


def write_final_observations(i, s, seen, box, finals):
    """Writes each seat's observation of the finished game."""
    if finals.shape[2]:
        for seat in range(finals.shape[1]):
            observe_for_seat(s, box, seat, seen, finals[i, seat, OPTION_SIZE:])


def score_row(i, s, box, sheet, buffers, rewarding):
    """Writes the points and rewards of a finished game."""
    add_up(s, box, sheet, buffers.scores[i])
    reward_seats(s, box, buffers.scores[i], buffers.rewards[i], rewarding)


def pick_random_action(i, buffers):
    """Sets the row's action to a random legal action."""
    buffers.actions[i] = buffers.lists[i, pick(buffers.generators[i], int(buffers.counts[i]))]


def play_random_game(s, box, generator, listed):
    """Plays random actions to the end of the game; returns their number."""
    moves = 0
    while mover(s) >= 0:
        n = legal(s, box, listed)
        apply(s, box, int(listed[pick(generator, n)]))
        moves += 1
    return moves
