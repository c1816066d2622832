"""A small network in compiled code: from a seat's observation it computes values for every seat and a policy.

An observation is small integers, so the first layer is a sum of rows of weights, one for each input that differs from its
default value (an efficiently updatable neural network, NNUE, as in chess engines). Two narrow layers follow.
"""

import math
from typing import NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import rule
from ...core.seam import prefer
from ...core.seat_observation import observe_for_seat, score_sheet_for_seat
from .tree import MARGIN, POINTS, WIN

VALUES_PER_WORD = 4  # of an observation: int16 values per uint64


class Net(NamedTuple):
    """The weights of a network for one box, for compiled code. Everything that depends only on the box is folded in."""

    input_indices: np.ndarray  # by input: its index in the observation
    input_of: np.ndarray  # by index in the observation: the number of the input, or -1
    defaults: np.ndarray  # by input: the value that adds nothing
    zero_rows: np.ndarray  # by input: the row of the value 0
    largest: np.ndarray  # by input: the largest value that has a row
    rows: np.ndarray  # of the first layer
    slopes: np.ndarray  # by input: the row that each step above `largest` adds
    sheet: np.ndarray  # of the first layer: for the points on the score sheet, by seat and kind
    bias: np.ndarray
    second: np.ndarray  # the second layer: its first half is for the policy, its second for values
    second_bias: np.ndarray
    third: np.ndarray  # for values only
    third_bias: np.ndarray
    values: np.ndarray  # the value head
    values_bias: np.ndarray
    actions: np.ndarray  # a row of weights for each action
    actions_bias: np.ndarray
    heuristic: np.ndarray  # by action: the factor of the game's `prefer` in its logit


class Accumulators(NamedTuple):
    """The first layer at the root of the search, by seat, with the inputs that it was computed from. Positions below the root
    differ little, so only the difference is added. One more entry, after the last seat, is for default inputs."""

    rows: np.ndarray  # the observation
    words: np.ndarray  # the same memory as words
    points: np.ndarray  # the score sheet
    hidden: np.ndarray  # the first layer


class Scratch(NamedTuple):
    """The buffers of one evaluation."""

    seen: np.ndarray  # a view
    row: np.ndarray  # the observation
    words: np.ndarray  # the same memory, four values per word
    sheet: np.ndarray
    points: np.ndarray  # the sheet, seat after seat from the mover on, in points
    accumulators: Accumulators
    gained: np.ndarray  # numbers of the rows of weights to add
    lost: np.ndarray  # numbers of the rows of weights to subtract
    hidden: np.ndarray  # output of the first layer
    active: np.ndarray  # indices of the values in `hidden` above 0
    narrow: np.ndarray  # output of the second layer
    last: np.ndarray  # output of the third layer
    values: np.ndarray  # win, margin and points of each kind, seat after seat from the mover on
    heuristic: np.ndarray  # by legal action: log(1 + the game's `prefer`)
    logits: np.ndarray  # by legal action: the policy


def new_scratch(game: Game, seats: int, net: Net) -> Scratch:
    kinds, size = len(game.score_kinds), -(-game.observation_size // VALUES_PER_WORD)
    words, accumulator_words = np.zeros(size, np.uint64), np.zeros((seats + 1, size), np.uint64)
    return Scratch(
        seen=np.zeros(1, game.state),
        row=words.view(np.int16)[: game.observation_size],
        words=words,
        sheet=np.zeros((seats, kinds), np.int32),
        points=np.zeros(seats * kinds, np.float32),
        accumulators=Accumulators(
            rows=accumulator_words.view(np.int16),
            words=accumulator_words,
            points=np.zeros((seats + 1, seats * kinds), np.float32),
            hidden=np.zeros((seats + 1, net.bias.shape[0]), np.float32),
        ),
        gained=np.zeros(game.observation_size, np.int32),
        lost=np.zeros(game.observation_size, np.int32),
        hidden=np.zeros(net.bias.shape[0], np.float32),
        active=np.zeros(net.bias.shape[0], np.int32),
        narrow=np.zeros(net.second_bias.shape[0], np.float32),
        last=np.zeros(net.third_bias.shape[0], np.float32),
        values=np.zeros((POINTS + kinds) * seats, np.float32),
        heuristic=np.zeros(game.max_legal, np.float32),
        logits=np.zeros(game.max_legal, np.float32),
    )


def write_inputs(s, box, seat, scratch):
    """Writes the inputs: the seat's observation and the score sheet, the seat first. The network gets nothing else."""
    observe_for_seat(s, box, seat, scratch.seen[0], scratch.row)
    score_sheet_for_seat(s, box, scratch.seen[0], scratch.sheet)
    seats, kinds = scratch.sheet.shape
    for k in range(seats):
        for kind in range(kinds):
            scratch.points[k * kinds + kind] = scratch.sheet[(seat + k) % seats, kind] * np.float32(0.05)


def write_heuristic(s, box, actions, n, scratch):
    """Writes log(1 + the game's `prefer`) of each legal action."""
    for i in range(n):
        scratch.heuristic[i] = math.log(1.0 + prefer(s, box, int(actions[i])))


def refresh_accumulators(s, box, net, scratch):
    """Computes each seat's first layer in this position; in later positions only the difference is added."""
    reset_accumulator(net, scratch)
    seats = scratch.sheet.shape[0]
    for seat in range(seats):
        write_inputs(s, box, seat, scratch)
        first_layer(net, scratch, seats)
        store_accumulator(scratch, seat)


@rule
def reset_accumulator(net, scratch):
    """Writes the entry after the last seat: the first layer of default inputs."""
    accumulators, seats = scratch.accumulators, scratch.sheet.shape[0]
    for i in range(net.input_indices.shape[0]):
        accumulators.rows[seats, net.input_indices[i]] = net.defaults[i]
    for i in range(scratch.points.shape[0]):
        accumulators.points[seats, i] = 0
    for j in range(net.bias.shape[0]):
        accumulators.hidden[seats, j] = net.bias[j]


@rule
def store_accumulator(scratch, seat):
    """Copies the first layer that was computed last to a seat's accumulator."""
    accumulators = scratch.accumulators
    for i in range(scratch.words.shape[0]):
        accumulators.words[seat, i] = scratch.words[i]
    for i in range(scratch.points.shape[0]):
        accumulators.points[seat, i] = scratch.points[i]
    for j in range(scratch.hidden.shape[0]):
        accumulators.hidden[seat, j] = scratch.hidden[j]


@rule
def first_layer(net, scratch, seat):
    """Computes the first layer for the inputs that `write_inputs` wrote: the seat's accumulator plus the difference."""
    hidden, accumulators = scratch.hidden, scratch.accumulators
    width = net.bias.shape[0]
    for j in range(width):
        hidden[j] = accumulators.hidden[seat, j]
    n = find_changes(net, scratch, seat)
    for i in range(0, n - 1, 2):
        a, b = net.rows[scratch.gained[i]], net.rows[scratch.lost[i]]
        c, d = net.rows[scratch.gained[i + 1]], net.rows[scratch.lost[i + 1]]
        for j in range(width):
            hidden[j] += (a[j] - b[j]) + (c[j] - d[j])
    if n % 2 == 1:
        a, b = net.rows[scratch.gained[n - 1]], net.rows[scratch.lost[n - 1]]
        for j in range(width):
            hidden[j] += a[j] - b[j]
    for i in range(scratch.points.shape[0]):
        points = scratch.points[i] - accumulators.points[seat, i]
        if points != 0:
            row = net.sheet[i]
            for j in range(width):
                hidden[j] += points * row[j]


@rule
def find_changes(net, scratch, seat):
    """Writes the rows to add and to subtract; returns their number. Values above the largest row use a slope."""
    n, words, accumulators = 0, scratch.words, scratch.accumulators
    for word in range(words.shape[0]):
        if words[word] != accumulators.words[seat, word]:
            for index in range(VALUES_PER_WORD * word, VALUES_PER_WORD * word + VALUES_PER_WORD):
                if index < net.input_of.shape[0] and net.input_of[index] >= 0:
                    number, value, before = net.input_of[index], int(scratch.row[index]), int(accumulators.rows[seat, index])
                    most = int(net.largest[number])
                    gained, lost = net.zero_rows[number] + min(value, most), net.zero_rows[number] + min(before, most)
                    if gained != lost:
                        scratch.gained[n], scratch.lost[n] = gained, lost
                        n += 1
                    if value > most or before > most:
                        add_slope(net, scratch, number, max(value, most) - max(before, most))
    return n


@rule
def add_slope(net, scratch, number, steps):
    """Adds the slope of an input for each step above its largest row."""
    row, factor = net.slopes[number], np.float32(steps)
    for j in range(net.bias.shape[0]):
        scratch.hidden[j] += factor * row[j]


@rule
def second_layer(net, scratch, first):
    """The outputs of the second layer from index `first` on: the first half is for the policy, the second for values."""
    n, hidden, active, narrow = 0, scratch.hidden, scratch.active, scratch.narrow[first:]
    for i in range(net.bias.shape[0]):
        active[n] = i
        n += hidden[i] > 0
    size = net.second_bias.shape[0] - first
    for j in range(size):
        narrow[j] = net.second_bias[first + j]
    whole = n - n % 4
    for i in range(0, whole, 4):
        w, x, y, z = hidden[active[i]], hidden[active[i + 1]], hidden[active[i + 2]], hidden[active[i + 3]]
        a, b = net.second[active[i], first:], net.second[active[i + 1], first:]
        c, d = net.second[active[i + 2], first:], net.second[active[i + 3], first:]
        for j in range(size):
            narrow[j] += (w * a[j] + x * b[j]) + (y * c[j] + z * d[j])
    for i in range(whole, n):
        x, row = hidden[active[i]], net.second[active[i], first:]
        for j in range(size):
            narrow[j] += x * row[j]
    for j in range(size):
        narrow[j] = max(np.float32(0), narrow[j])


@rule
def value_head(net, scratch):
    """The values of each seat, from the second half of the second layer."""
    half, last, values = scratch.narrow.shape[0] // 2, scratch.last, scratch.values
    for j in range(last.shape[0]):
        last[j] = net.third_bias[j]
    for i in range(half):
        x = scratch.narrow[half + i]
        if x > 0:
            row = net.third[i]
            for j in range(last.shape[0]):
                last[j] += x * row[j]
    for j in range(values.shape[0]):
        values[j] = net.values_bias[j]
    for i in range(last.shape[0]):
        if last[i] > 0:
            row = net.values[i]
            for j in range(values.shape[0]):
                values[j] += last[i] * row[j]
    activate_values(scratch)


@rule
def activate_values(scratch):
    """Makes wins shares of 1, margins 0 to 1, and points those of the whole game: on the sheet now plus those to come."""
    values = scratch.values
    seats, kinds = scratch.sheet.shape
    outputs = POINTS + kinds
    most, total = values[WIN], 0.0
    for k in range(seats):
        most = max(most, values[k * outputs + WIN])
    for k in range(seats):
        values[k * outputs + WIN] = math.exp(values[k * outputs + WIN] - most)
        total += values[k * outputs + WIN]
    for k in range(seats):
        values[k * outputs + WIN] /= total
        values[k * outputs + MARGIN] = 1.0 / (1.0 + math.exp(-values[k * outputs + MARGIN]))
        for kind in range(kinds):
            i = k * outputs + POINTS + kind
            values[i] = (values[i] + scratch.points[k * kinds + kind]) * 20.0


@rule
def policy_head(net, actions, n, scratch):
    """The logit of each legal action: its row times the first half of the second layer, plus the weighted heuristic."""
    half = scratch.narrow.shape[0] // 2
    narrow = scratch.narrow
    for i in range(n):
        action = int(actions[i])
        row = net.actions[action]
        a, b, c, d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        for j in range(0, half, 4):
            a += narrow[j] * row[j]
            b += narrow[j + 1] * row[j + 1]
            c += narrow[j + 2] * row[j + 2]
            d += narrow[j + 3] * row[j + 3]
        scratch.logits[i] = net.actions_bias[action] + net.heuristic[action] * scratch.heuristic[i] + (a + b) + (c + d)
