"""A small network in compiled code: a seat's observation in, values for every seat and a policy over the legal actions out.

An observation is small whole numbers, so the first layer is a sum of rows of weights, one for each number that is not at its
default value (NNUE, as chess engines call it); two narrow layers follow. `Net` says what each array is for.
"""

import math
from typing import NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import rule
from ...core.seam import prefer
from ...core.seat_observation import observe_for_seat, score_sheet_for_seat
from .tree import MARGIN, POINTS, WIN

OF_WORD = 4  # numbers of an observation


class Net(NamedTuple):
    """The weights of a network for one box, as the compiled code takes them. Whatever depends on the box only is folded in."""

    places: np.ndarray  # indices of the observation's values that are inputs,
    place_of: np.ndarray  # and by index: its place among them, or -1
    defaults: np.ndarray  # by place: the value that adds nothing
    zero_rows: np.ndarray  # by place: the row of the value 0
    largest: np.ndarray  # by place: the largest value that has a row; the excess of a larger one adds `slopes` times as much
    rows: np.ndarray
    slopes: np.ndarray
    sheet: np.ndarray  # for the points on the score sheet, by seat and kind
    bias: np.ndarray
    second: np.ndarray  # the next layer: half of it is for preferences, half for values
    second_bias: np.ndarray
    third: np.ndarray
    third_bias: np.ndarray
    values: np.ndarray
    values_bias: np.ndarray
    actions: np.ndarray  # a row of weights for each action
    actions_bias: np.ndarray
    heuristic: np.ndarray  # by action: how much the game's own `prefer` counts


class Accumulators(NamedTuple):
    """The first layer at the root of the search, by seat, with the inputs that it was computed from. Positions further down
    differ by little, so only the difference is added. The one after the last seat has nothing but default inputs."""

    rows: np.ndarray
    words: np.ndarray  # the same memory
    points: np.ndarray
    hidden: np.ndarray


class Scratch(NamedTuple):
    """The buffers of one evaluation."""

    seen: np.ndarray  # a view
    row: np.ndarray  # the observation,
    words: np.ndarray  # and the same memory, four numbers a word
    sheet: np.ndarray
    points: np.ndarray  # the sheet, seat after seat from the mover on, in points
    accumulators: Accumulators
    gained: np.ndarray  # rows of weights to add,
    lost: np.ndarray  # and to take away
    hidden: np.ndarray
    active: np.ndarray  # which of `hidden` are above 0
    narrow: np.ndarray
    last: np.ndarray
    values: np.ndarray  # win, margin and points of each kind, seat after seat from the mover on
    heuristic: np.ndarray  # by place among the legal actions: the logarithm of 1 + the game's `prefer`,
    logits: np.ndarray  # and the policy


def new_scratch(game: Game, seats: int, net: Net) -> Scratch:
    kinds, wide = len(game.score_kinds), -(-game.observation_size // OF_WORD)
    words, kept_words = np.zeros(wide, np.uint64), np.zeros((seats + 1, wide), np.uint64)
    return Scratch(
        seen=np.zeros(1, game.state),
        row=words.view(np.int16)[: game.observation_size],
        words=words,
        sheet=np.zeros((seats, kinds), np.int32),
        points=np.zeros(seats * kinds, np.float32),
        accumulators=Accumulators(
            rows=kept_words.view(np.int16),
            words=kept_words,
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
    """The inputs: the seat's observation, and the score sheet from its side. Nothing else goes in."""
    observe_for_seat(s, box, seat, scratch.seen[0], scratch.row)
    score_sheet_for_seat(s, box, scratch.seen[0], scratch.sheet)
    seats, kinds = scratch.sheet.shape
    for k in range(seats):
        for kind in range(kinds):
            scratch.points[k * kinds + kind] = scratch.sheet[(seat + k) % seats, kind] * np.float32(0.05)


def write_heuristic(s, box, actions, n, scratch):
    """The game's `prefer` for each legal action."""
    for i in range(n):
        scratch.heuristic[i] = math.log(1.0 + prefer(s, box, int(actions[i])))


def refresh_accumulators(s, box, net, scratch):
    """Computes each seat's first layer in this position, from which later ones are computed by the difference."""
    reset_accumulator(net, scratch)
    seats = scratch.sheet.shape[0]
    for seat in range(seats):
        write_inputs(s, box, seat, scratch)
        first_layer(net, scratch, seats)
        store_accumulator(scratch, seat)


@rule
def reset_accumulator(net, scratch):
    """The accumulator after the last seat: default inputs."""
    kept, seats = scratch.accumulators, scratch.sheet.shape[0]
    for i in range(net.places.shape[0]):
        kept.rows[seats, net.places[i]] = net.defaults[i]
    for i in range(scratch.points.shape[0]):
        kept.points[seats, i] = 0
    for j in range(net.bias.shape[0]):
        kept.hidden[seats, j] = net.bias[j]


@rule
def store_accumulator(scratch, seat):
    """Keeps the first layer that was computed last as a seat's accumulator."""
    kept = scratch.accumulators
    for i in range(scratch.words.shape[0]):
        kept.words[seat, i] = scratch.words[i]
    for i in range(scratch.points.shape[0]):
        kept.points[seat, i] = scratch.points[i]
    for j in range(scratch.hidden.shape[0]):
        kept.hidden[seat, j] = scratch.hidden[j]


@rule
def first_layer(net, scratch, seat):
    """The first layer of the inputs that `write_inputs` wrote: an accumulator, and the difference."""
    hidden, kept = scratch.hidden, scratch.accumulators
    width = net.bias.shape[0]
    for j in range(width):
        hidden[j] = kept.hidden[seat, j]
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
        points = scratch.points[i] - kept.points[seat, i]
        if points != 0:
            row = net.sheet[i]
            for j in range(width):
                hidden[j] += points * row[j]


@rule
def find_changes(net, scratch, seat):
    """Which rows the observation has gained and lost, and how many; values above a number's last row use a slope."""
    n, words, kept = 0, scratch.words, scratch.accumulators
    for word in range(words.shape[0]):
        if words[word] != kept.words[seat, word]:
            for at in range(OF_WORD * word, OF_WORD * word + OF_WORD):
                if at < net.place_of.shape[0] and net.place_of[at] >= 0:
                    place, value, before = net.place_of[at], int(scratch.row[at]), int(kept.rows[seat, at])
                    most = int(net.largest[place])
                    gained, lost = net.zero_rows[place] + min(value, most), net.zero_rows[place] + min(before, most)
                    if gained != lost:
                        scratch.gained[n], scratch.lost[n] = gained, lost
                        n += 1
                    if value > most or before > most:
                        add_slope(net, scratch, place, max(value, most) - max(before, most))
    return n


@rule
def add_slope(net, scratch, place, beyond):
    """A number above its last row: each further step counts the same."""
    row, steps = net.slopes[place], np.float32(beyond)
    for j in range(net.bias.shape[0]):
        scratch.hidden[j] += steps * row[j]


@rule
def second_layer(net, scratch, first):
    """The second layer, from place `first` on: its first half is for the policy, its second for values."""
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
    """The values of each seat, from the second half of the second layer; points are those on the sheet and those to come."""
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
    """Wins are shares of one, margins lie between 0 and 1, points are whole games' points of each kind."""
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
            at = k * outputs + POINTS + kind
            values[at] = (values[at] + scratch.points[k * kinds + kind]) * 20.0


@rule
def policy_head(net, actions, n, scratch):
    """The logit of each legal action: its row times the first half of the second layer, and a part of the game's `prefer`."""
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
