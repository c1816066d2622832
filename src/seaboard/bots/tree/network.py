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
from ...core.seat_observation import observe_for_seat, score_sheet_for_seat

OF_SEAT = 3  # values for each seat: its share of the win, its margin from 0 to 1, its points
WIN, MARGIN, POINTS = 0, 1, 2
OF_WORD = 4  # numbers of an observation


class Net(NamedTuple):
    """The weights of a network for one box, as the compiled code takes them. Whatever depends on the box only is folded in."""

    places: np.ndarray  # the numbers of an observation that it looks at,
    looks: np.ndarray  # and by number: its place among them, or -1
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


class Known(NamedTuple):
    """Observations whose first layer is added up already, by seat: of the position that is thought about. What comes later in a
    search differs from it by little, so only that is added up. The one behind the last seat is nothing but usual values."""

    rows: np.ndarray
    words: np.ndarray  # the same memory
    points: np.ndarray
    hidden: np.ndarray


class Sight(NamedTuple):
    """Where one evaluation is worked out."""

    seen: np.ndarray  # a view
    row: np.ndarray  # the observation,
    words: np.ndarray  # and the same memory, four numbers a word
    sheet: np.ndarray
    points: np.ndarray  # the sheet, seat after seat from the mover on, in points
    known: Known
    gained: np.ndarray  # rows of weights to add,
    lost: np.ndarray  # and to take away
    hidden: np.ndarray
    active: np.ndarray  # which of `hidden` are above 0
    narrow: np.ndarray
    last: np.ndarray
    values: np.ndarray  # WIN, MARGIN, POINTS of each seat, counted from the mover
    habits: np.ndarray  # by place in the list of allowed actions: the logarithm of 1 + the game's own weight
    logits: np.ndarray  # likewise: preferences


def new_sight(game: Game, seats: int, net: Net) -> Sight:
    kinds, wide = len(game.score_kinds), -(-game.observation_size // OF_WORD)
    words, known_words = np.zeros(wide, np.uint64), np.zeros((seats + 1, wide), np.uint64)
    return Sight(
        seen=np.zeros(1, game.state),
        row=words.view(np.int16)[: game.observation_size],
        words=words,
        sheet=np.zeros((seats, kinds), np.int32),
        points=np.zeros(seats * kinds, np.float32),
        known=Known(
            rows=known_words.view(np.int16),
            words=known_words,
            points=np.zeros((seats + 1, seats * kinds), np.float32),
            hidden=np.zeros((seats + 1, net.bias.shape[0]), np.float32),
        ),
        gained=np.zeros(game.observation_size, np.int32),
        lost=np.zeros(game.observation_size, np.int32),
        hidden=np.zeros(net.bias.shape[0], np.float32),
        active=np.zeros(net.bias.shape[0], np.int32),
        narrow=np.zeros(net.second_bias.shape[0], np.float32),
        last=np.zeros(net.third_bias.shape[0], np.float32),
        values=np.zeros(OF_SEAT * seats, np.float32),
        habits=np.zeros(game.max_legal, np.float32),
        logits=np.zeros(game.max_legal, np.float32),
    )


def look(s, box, seat, sight):
    """What the seat to move sees: its observation, and the score sheet from its side. Nothing else goes in."""
    observe_for_seat(s, box, seat, sight.seen[0], sight.row)
    score_sheet_for_seat(s, box, sight.seen[0], sight.sheet)
    seats, kinds = sight.sheet.shape
    for k in range(seats):
        for kind in range(kinds):
            sight.points[k * kinds + kind] = sight.sheet[(seat + k) % seats, kind] * np.float32(0.05)


def weigh_habits(s, box, actions, n, sight):
    """What the game's own judgement says of each allowed action."""
    for i in range(n):
        sight.habits[i] = math.log(1.0 + prefer(s, box, int(actions[i])))


def refresh_known(s, box, net, sight):
    """Adds up the first layer of what each seat sees in this position: what is known from now on (NNUE: the accumulators)."""
    forget(net, sight)
    seats = sight.sheet.shape[0]
    for seat in range(seats):
        look(s, box, seat, sight)
        add_up(net, sight, seats)
        keep(sight, seat)


@rule
def forget(net, sight):
    """Only usual values are known."""
    known, seats = sight.known, sight.sheet.shape[0]
    for i in range(net.places.shape[0]):
        known.rows[seats, net.places[i]] = net.usual[i]
    for i in range(sight.points.shape[0]):
        known.points[seats, i] = 0
    for j in range(net.bias.shape[0]):
        known.hidden[seats, j] = net.bias[j]


@rule
def keep(sight, seat):
    """What was added up last is known."""
    known = sight.known
    for i in range(sight.words.shape[0]):
        known.words[seat, i] = sight.words[i]
    for i in range(sight.points.shape[0]):
        known.points[seat, i] = sight.points[i]
    for j in range(sight.hidden.shape[0]):
        known.hidden[seat, j] = sight.hidden[j]


@rule
def add_up(net, sight, seat):
    """The first layer, from what `look` has written: what is known of this seat, and the difference."""
    hidden, known = sight.hidden, sight.known
    width = net.bias.shape[0]
    for j in range(width):
        hidden[j] = known.hidden[seat, j]
    n = find_changes(net, sight, seat)
    for i in range(0, n - 1, 2):
        a, b = net.rows[sight.gained[i]], net.rows[sight.lost[i]]
        c, d = net.rows[sight.gained[i + 1]], net.rows[sight.lost[i + 1]]
        for j in range(width):
            hidden[j] += (a[j] - b[j]) + (c[j] - d[j])
    if n % 2 == 1:
        a, b = net.rows[sight.gained[n - 1]], net.rows[sight.lost[n - 1]]
        for j in range(width):
            hidden[j] += a[j] - b[j]
    for i in range(sight.points.shape[0]):
        points = sight.points[i] - known.points[seat, i]
        if points != 0:
            row = net.sheet[i]
            for j in range(width):
                hidden[j] += points * row[j]


@rule
def find_changes(net, sight, seat):
    """Which rows the observation has gained and lost, and how many; what lies above a number's last row is added at once."""
    n, words, known = 0, sight.words, sight.known
    for word in range(words.shape[0]):
        if words[word] != known.words[seat, word]:
            for at in range(OF_WORD * word, OF_WORD * word + OF_WORD):
                if at < net.looks.shape[0] and net.looks[at] >= 0:
                    place, value, before = net.looks[at], int(sight.row[at]), int(known.rows[seat, at])
                    most = int(net.most[place])
                    gained, lost = net.first[place] + min(value, most), net.first[place] + min(before, most)
                    if gained != lost:
                        sight.gained[n], sight.lost[n] = gained, lost
                        n += 1
                    if value > most or before > most:
                        climb(net, sight, place, max(value, most) - max(before, most))
    return n


@rule
def climb(net, sight, place, beyond):
    """A number above its last row: each step more counts the same."""
    row, steps = net.slopes[place], np.float32(beyond)
    for j in range(net.bias.shape[0]):
        sight.hidden[j] += steps * row[j]


@rule
def narrow_down(net, sight, first):
    """The second layer, from place `first` on: its first half is for preferences, its second for values."""
    n, hidden, active, narrow = 0, sight.hidden, sight.active, sight.narrow[first:]
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
