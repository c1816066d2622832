"""The search tree in compiled code: one template over the seam, for any number of seats, chance and hidden information.

Each simulation deals what the seat cannot know anew, walks down the tree (a node is a sequence of actions, whatever chance
answered), adds one node, plays on, and tells every node on its way how it ended for each seat.
"""

import math

import numpy as np

from ..core.dice import pick, seed_game
from ..core.rule import record_dtype, rule
from ..core.seam import apply, legal, mover, prefer, redeal, score_sheet, tie_break, worth

NODE = record_dtype(
    [
        ("parent", np.int32),
        ("first", np.int32),  # its first child, or NONE
        ("following", np.int32),  # the next child of the same parent, or NONE
        ("action", np.int32),
        ("visits", np.int32),
        ("available", np.int32),  # how often its action was allowed when its parent was visited
    ]
)
NONE = -1
DEEPEST = 256  # nodes on one way down

# what `settings` holds
EXPLORE, UNTRIED, PRIOR, POLICY, TURNS, WINNING, RANK, SCALE, CENTRE, GREED = range(10)


def simulate(states, box, nodes, values, counts, settings, seed, first, times, tried, history, out, weights, slots, path, trace, sheet, points, reward):
    """Simulations number `first` to `first + times - 1` from the view in `states[0]`; the tree grows by up to one node each."""
    s = states[1]
    key = np.zeros(2, np.uint64)
    generator = np.zeros(1, np.uint64)
    for number in range(first, first + times):
        states[1] = states[0]
        seed_game(seed, number, key, generator)
        redeal(s, box, key)
        deep, moves = descend(s, box, nodes, values, counts, settings, generator, history, out, weights, slots, path, trace)
        moves = play_on(s, box, settings, generator, history, out, weights, trace, moves)
        judge(s, box, sheet, points, reward, settings)
        for d in range(deep):
            nodes[path[d]].visits += 1
            for seat in range(reward.shape[0]):
                values[path[d], seat] += reward[seat]
        if deep > 1:
            note_result(tried[nodes[path[1]].action], points, reward)
        remember(history, trace, moves, reward)


def descend(s, box, nodes, values, counts, settings, generator, history, out, weights, slots, path, trace):
    """From the root to a new node, or the end of the game. Tells how many nodes lie on the way, and how many moves."""
    node = 0
    path[0] = 0
    deep = 1
    while deep < path.shape[0]:
        seat = mover(s)
        if seat < 0:
            break
        n = legal(s, box, out)
        best, child = select(s, box, nodes, values, settings, generator, history, out, weights, n, slots, node, seat)
        new = child == NONE
        if new:
            if counts[0] == nodes.shape[0]:
                break
            child = add_child(nodes, values, counts, node, best)
        trace[deep - 1, 0] = seat
        trace[deep - 1, 1] = best
        apply(s, box, best)
        path[deep] = child
        deep += 1
        node = child
        if new and n > 1:
            break
    return deep, deep - 1


def select(s, box, nodes, values, settings, generator, history, out, weights, n, slots, node, seat):
    """The most promising allowed action and its node (NONE for a new one): what is known of it, and how little is."""
    child = nodes[node].first
    while child != NONE:
        slots[nodes[child].action] = child
        child = nodes[child].following
    total = 0
    if settings[PRIOR] > 0:
        for i in range(n):
            weights[i] = 1 + prefer(s, box, int(out[i]))
            total += weights[i]
    visits = max(1, nodes[node].visits)
    untried = values[node, seat] / visits - settings[UNTRIED]
    best, found, most = NONE, NONE, -1e9
    turn = pick(generator, n)
    for i in range(n):
        at = (i + turn) % n
        action = int(out[at])
        child = slots[action]
        share = 1.0 / n
        if settings[PRIOR] > 0:
            share += settings[PRIOR] * (weights[at] / total - share)
        if child == NONE:
            known = untried
            if settings[GREED] > 0 and history[seat, action, 0] > 0:
                known += settings[GREED] * (history[seat, action, 1] / history[seat, action, 0] - values[0, seat] / max(1, nodes[0].visits))
            hope = settings[EXPLORE] * share * math.sqrt(visits)
        else:
            nodes[child].available += 1
            known = values[child, seat] / nodes[child].visits
            hope = settings[EXPLORE] * share * math.sqrt(nodes[child].available) / (1 + nodes[child].visits)
        if known + hope > most:
            best, found, most = action, child, known + hope
    child = nodes[node].first
    while child != NONE:
        slots[nodes[child].action] = NONE
        child = nodes[child].following
    return best, found


@rule
def add_child(nodes, values, counts, node, action):
    child = counts[0]
    counts[0] += 1
    nodes[child].parent = node
    nodes[child].first = NONE
    nodes[child].following = nodes[node].first
    nodes[child].action = action
    nodes[child].visits = 0
    nodes[child].available = 1
    for seat in range(values.shape[1]):
        values[child, seat] = 0.0
    nodes[node].first = child
    return child


def play_on(s, box, settings, generator, history, out, weights, trace, moves):
    """Plays to the end, or for so many turns, and tells how many moves were made since the root."""
    turns = settings[TURNS]
    last = mover(s)
    while last >= 0:
        n = legal(s, box, out)
        action = int(out[choose(s, box, settings, generator, history, out, weights, n, last)])
        if moves < trace.shape[0]:
            trace[moves, 0] = last
            trace[moves, 1] = action
            moves += 1
        apply(s, box, action)
        now = mover(s)
        if now != last:
            turns -= 1
            if turns == 0:
                break
        last = now
    return moves


def choose(s, box, settings, generator, history, out, weights, n, seat):
    """Which of the allowed actions a playout takes: any, or by the game's own preference."""
    if n == 1:
        return 0
    if settings[POLICY] == 0:
        return pick(generator, n)
    if settings[POLICY] == 2 and pick(generator, 100) < 60:
        best, most = 0, -1.0
        for i in range(n):
            a = int(out[i])
            h = history[seat, a, 1] / history[seat, a, 0] if history[seat, a, 0] > 0 else 1.0
            if h > most:
                best, most = i, h
        return best
    total = 0
    for i in range(n):
        total += prefer(s, box, int(out[i]))
        weights[i] = total
    if total == 0:
        return pick(generator, n)
    ticket = pick(generator, total)
    i = 0
    while weights[i] <= ticket:
        i += 1
    return i


def judge(s, box, sheet, points, reward, settings):
    """How it went for each seat, from 0 to 1: winning, rank and margin."""
    seats = reward.shape[0]
    score_sheet(s, box, sheet)
    over = mover(s) < 0
    for seat in range(seats):
        points[seat] = 0.0
        for kind in range(sheet.shape[1]):
            points[seat] += sheet[seat, kind]
        if not over:
            points[seat] += worth(s, box, seat)
    for seat in range(seats):
        reward[seat] = 0.0
        above, beside, best = 0, 0, -1e9
        for other in range(seats):
            if other != seat:
                best = max(best, points[other])
                mine, theirs = 0, 0
                if over and points[other] == points[seat]:
                    mine, theirs = tie_break(s, box, seat), tie_break(s, box, other)
                if points[other] > points[seat] or theirs > mine:
                    above += 1
                elif points[other] == points[seat] and theirs == mine:
                    beside += 1
        if seats == 1:
            best = settings[CENTRE]
        margin = (points[seat] - best) / settings[SCALE]
        squashed = 0.5 + 0.5 * margin / (1.0 + abs(margin))
        if seats == 1:
            reward[seat] = squashed
            break
        won = 1.0 / (1 + beside) if above == 0 else 0.0
        rank = 1.0 - (above + 0.5 * beside) / (seats - 1)
        reward[seat] = settings[WINNING] * won + settings[RANK] * rank + (1.0 - settings[WINNING] - settings[RANK]) * squashed
        points[seats + seat] = won


@rule
def note_result(row, points, reward):
    """What a first action led to: how often it was tried, who won, and the points."""
    row[0] += 1.0
    for i in range(points.shape[0]):
        row[1 + i] += points[i]


@rule
def remember(history, trace, moves, reward):
    """Which actions went well for whom, wherever they were played."""
    for i in range(moves):
        seat, action = trace[i, 0], trace[i, 1]
        history[seat, action, 0] += 1.0
        history[seat, action, 1] += reward[seat]
