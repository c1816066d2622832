"""A small network in compiled code: what a seat sees in, values for every seat and preferences for the allowed actions out.

An observation is small whole numbers, so the first layer is a sum of rows of weights, one for each number that is not at its
usual value (NNUE, as chess engines call it); two narrow layers follow. What each array is for: `Net`.
"""

import math
from typing import NamedTuple

import numpy as np

from ...core.game import Game
from ...core.rule import rule
from ...core.seam import prefer
from ...core.seeing import see, see_points

OF_SEAT = 3  # values for each seat: its share of the win, its margin from 0 to 1, its points
WIN, MARGIN, POINTS = 0, 1, 2


class Net(NamedTuple):
    """The weights of a network for one box, as the compiled code takes them. Whatever depends on the box only is folded in."""

    places: np.ndarray  # the numbers of an observation that it looks at
    usual: np.ndarray  # by place: the value that adds nothing, since `bias` has it already
    first: np.ndarray  # by place: the row of the value 0
    most: np.ndarray  # by place: the largest value with a row of its own; what lies above adds `slopes` times the rest
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
    habits: np.ndarray  # by action: how much the game's own judgement counts


class Sight(NamedTuple):
    """Where one evaluation is worked out."""

    seen: np.ndarray  # a view
    row: np.ndarray  # the observation
    sheet: np.ndarray
    points: np.ndarray  # the sheet, seat after seat from the mover on, in points
    hidden: np.ndarray
    narrow: np.ndarray
    last: np.ndarray
    values: np.ndarray  # WIN, MARGIN, POINTS of each seat, counted from the mover
    habits: np.ndarray  # by place in the list of allowed actions: the logarithm of 1 + the game's own weight
    logits: np.ndarray  # likewise: preferences


def new_sight(game: Game, seats: int, net: Net) -> Sight:
    kinds = len(game.score_kinds)
    return Sight(
        seen=np.zeros(1, game.state),
        row=np.zeros(game.observation_size, np.int16),
        sheet=np.zeros((seats, kinds), np.int32),
        points=np.zeros(seats * kinds, np.float32),
        hidden=np.zeros(net.bias.shape[0], np.float32),
        narrow=np.zeros(net.second_bias.shape[0], np.float32),
        last=np.zeros(net.third_bias.shape[0], np.float32),
        values=np.zeros(OF_SEAT * seats, np.float32),
        habits=np.zeros(game.most_legal, np.float32),
        logits=np.zeros(game.most_legal, np.float32),
    )


def look(s, box, seat, sight):
    """What the seat to move sees: its observation, and the score sheet from its side. Nothing else goes in."""
    see(s, box, seat, sight.seen[0], sight.row)
    see_points(s, box, sight.seen[0], sight.sheet)
    seats, kinds = sight.sheet.shape
    for k in range(seats):
        for kind in range(kinds):
            sight.points[k * kinds + kind] = sight.sheet[(seat + k) % seats, kind] * np.float32(0.05)


def weigh_habits(s, box, actions, n, sight):
    """What the game's own judgement says of each allowed action."""
    for i in range(n):
        sight.habits[i] = math.log(1.0 + prefer(s, box, int(actions[i])))


@rule
def add_up(net, sight):
    """The first layer, from what `look` has written; then the second."""
    hidden = sight.hidden
    width = hidden.shape[0]
    for j in range(width):
        hidden[j] = net.bias[j]
    for i in range(net.places.shape[0]):
        value = int(sight.row[net.places[i]])
        if value != net.usual[i]:
            row = net.rows[net.first[i] + min(value, int(net.most[i]))]
            for j in range(width):
                hidden[j] += row[j]
            if value > net.most[i]:
                beyond, row = np.float32(value - net.most[i]), net.slopes[i]
                for j in range(width):
                    hidden[j] += beyond * row[j]
    for i in range(sight.points.shape[0]):
        points = sight.points[i]
        if points != 0:
            row = net.sheet[i]
            for j in range(width):
                hidden[j] += points * row[j]
    narrow = sight.narrow
    size = narrow.shape[0]
    for j in range(size):
        narrow[j] = net.second_bias[j]
    for i in range(width):
        x = hidden[i]
        if x > 0:
            row = net.second[i]
            for j in range(size):
                narrow[j] += x * row[j]
    for j in range(size):
        narrow[j] = max(np.float32(0), narrow[j])


@rule
def value_seats(net, sight):
    """The values of each seat, from the second half of the second layer; points are those on the sheet and those to come."""
    half, last, values = sight.narrow.shape[0] // 2, sight.last, sight.values
    for j in range(last.shape[0]):
        last[j] = net.third_bias[j]
    for i in range(half):
        x = sight.narrow[half + i]
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
    share_out(sight)


@rule
def share_out(sight):
    """Wins are shares of one, margins lie between 0 and 1, points are whole games' points."""
    values = sight.values
    seats = values.shape[0] // OF_SEAT
    kinds = sight.points.shape[0] // seats
    most, total = values[WIN], 0.0
    for k in range(seats):
        most = max(most, values[k * OF_SEAT + WIN])
    for k in range(seats):
        values[k * OF_SEAT + WIN] = math.exp(values[k * OF_SEAT + WIN] - most)
        total += values[k * OF_SEAT + WIN]
    for k in range(seats):
        values[k * OF_SEAT + WIN] /= total
        values[k * OF_SEAT + MARGIN] = 1.0 / (1.0 + math.exp(-values[k * OF_SEAT + MARGIN]))
        for kind in range(kinds):
            values[k * OF_SEAT + POINTS] += sight.points[k * kinds + kind]
        values[k * OF_SEAT + POINTS] *= 20.0


@rule
def weigh_actions(net, actions, n, sight):
    """The preference for each allowed action: its row times the first half of the second layer, and the game's own habits."""
    half = sight.narrow.shape[0] // 2
    narrow = sight.narrow
    for i in range(n):
        action = int(actions[i])
        row = net.actions[action]
        a, b, c, d = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        for j in range(0, half, 4):
            a += narrow[j] * row[j]
            b += narrow[j + 1] * row[j + 1]
            c += narrow[j + 2] * row[j + 2]
            d += narrow[j + 3] * row[j + 3]
        sight.logits[i] = net.actions_bias[action] + net.habits[action] * sight.habits[i] + (a + b) + (c + d)
