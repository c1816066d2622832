"""Games of networks against themselves or each other in compiled code, and what is to be learnt from every decision.

At the root some actions are drawn by preference (Gumbel noise on top of the preferences, without repetition), simulations are
halved among them, and the best of them is played, with less noise, or the games would be poor: after Danihelka and others,
"Policy improvement by planning with Gumbel" (2022). What the network learns is its own preferences, moved by the values that
were found.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import apply, legal, mover, start, view
from .network import OF_SEAT, look, weigh_habits
from .thinking import (
    ANY,
    DOUBT,
    NOISE,
    SCALING,
    TAKES,
    VISITING,
    clear,
    count_result,
    get_ready,
    parts_of_thinking,
    simulate_once,
)

MOST_DECISIONS = 4000  # of one game


class Root(NamedTuple):
    """Where the decision at the root is worked out, by place in the list of allowed actions."""

    actions: np.ndarray
    logits: np.ndarray
    noise: np.ndarray
    values: np.ndarray
    visits: np.ndarray
    target: np.ndarray
    left: np.ndarray  # the places still in the running
    generator: np.ndarray
    key: np.ndarray


class Notes(NamedTuple):
    """What one game leaves to learn from, a row for each decision between several actions. Seats are counted from the mover."""

    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat
    counts: np.ndarray  # int16: how many actions were allowed,
    actions: np.ndarray  # int16: which,
    habits: np.ndarray  # float32: what the game's judgement said of them,
    targets: np.ndarray  # float32: and how likely a better player would take each
    roots: np.ndarray  # float32: win, margin and points of each seat as the search saw them
    results: np.ndarray  # float32: and as they came
    movers: np.ndarray  # int8
    budgets: np.ndarray  # int16: simulations


def new_root(game: Game) -> Root:
    most = game.max_legal
    return Root(
        actions=np.zeros(most, np.int16),
        logits=np.zeros(most),
        noise=np.zeros(most),
        values=np.zeros(most),
        visits=np.zeros(most, np.int64),
        target=np.zeros(most),
        left=np.zeros(most, np.int64),
        generator=np.zeros(1, np.uint64),
        key=np.zeros(2, np.uint64),
    )


def new_notes(game: Game, seats: int, rows: int) -> Notes:
    wide = (rows, OF_SEAT * seats)
    return Notes(
        rows=np.zeros((rows, game.observation_size), np.int16),
        sheets=np.zeros((rows, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(rows, np.int16),
        actions=np.zeros((rows, game.max_legal), np.int16),
        habits=np.zeros((rows, game.max_legal), np.float32),
        targets=np.zeros((rows, game.max_legal), np.float32),
        roots=np.zeros(wide, np.float32),
        results=np.zeros(wide, np.float32),
        movers=np.zeros(rows, np.int8),
        budgets=np.zeros(rows, np.int16),
    )


def play_game(
    tree, workspace, sight, root, notes, net, other, whose, states, box, settings, seed, number, few, many, often, width
):
    """One game: seat k is played by `other` where bit k of `whose` is set, else by `net`. Returns how many notes it left.

    Each decision has `few` simulations, one in `often` of them `many`; at most `width` actions are looked at.
    """
    s = states[0]
    seed_game(seed, number, root.key, root.generator)
    start(s, box, root.key)
    n, turn = 0, 0
    while mover(s) >= 0:
        seat = mover(s)
        count = legal(s, box, root.actions)
        turn += 1
        if count == 1:
            apply(s, box, int(root.actions[0]))
            continue
        times = many if pick(root.generator, often) == 0 else few
        view(s, box, seat, workspace.states[0])
        own = (seed ^ 0x5EED) + (number << 20) + (turn << 8)
        if whose >> seat & 1:
            best = improve(tree, workspace, sight, root, other, box, settings, own, count, times, width)
        else:
            best = improve(tree, workspace, sight, root, net, box, settings, own, count, times, width)
        if n < notes.rows.shape[0]:
            note(s, box, seat, tree, sight, root, notes, n, count, times)
            n += 1
        apply(s, box, int(root.actions[best]))
    count_result(s, box, workspace, sight, settings)
    write_results(workspace, notes, n)
    return n


def improve(tree, workspace, sight, root, net, box, settings, seed, n, times, width):
    """Searches the position on the workspace; returns the place of the action to play, and what is to be learnt in `target`."""
    clear(tree)
    get_ready(workspace, sight, net, box, seed)
    simulate_once(tree, workspace, sight, net, box, settings, seed, 0, ANY)  # opens the root
    read_root(tree, workspace, root, n)
    for i in range(n):
        root.noise[i] = -math.log(-math.log((pick(root.generator, 1 << 30) + 0.5) / (1 << 30)))
    running = draw_some(root, n, min(n, width))
    for i in range(n):
        root.noise[i] *= settings[NOISE]
    done = 1
    while done < times:
        rounds = max(1, math.ceil(math.log2(running)))
        each = max(1, (times - done) // (rounds * running))
        if running <= 2:
            each = max(1, (times - done) // running)
        first = done
        for k in range(running):
            for turn in range(each):  # all actions meet the same deals: so what they are worth differs by the actions alone
                if done < times:
                    action = int(root.actions[root.left[k]])
                    simulate_once(tree, workspace, sight, net, box, settings, seed, first + turn, action)
                    done += 1
        seat = mover(workspace.states[0])
        read_values(tree, workspace, root, seat, n, settings[DOUBT])
        score_actions(root, settings, n)
        if running > 2:
            running = keep_better_half(root, running)
        elif done >= times:
            break
    return choose_best(root, settings, running, n)


@rule
def read_root(tree, workspace, root, n):
    """The preferences at the root, in the order of the list of allowed actions."""
    child = tree.nodes[0].first
    while child >= 0:
        workspace.slots[tree.nodes[child].action] = child
        child = tree.nodes[child].following
    most, total = -1e9, 0.0
    for i in range(n):
        root.logits[i] = tree.nodes[workspace.slots[root.actions[i]]].logit
        root.visits[i] = 0
        most = max(most, root.logits[i])
    for i in range(n):
        total += math.exp(root.logits[i] - most)
    for i in range(n):
        root.logits[i] -= most + math.log(total)
        workspace.slots[root.actions[i]] = -1


@rule
def draw_some(root, n, wanted):
    """The places with the largest preference and noise, the largest first."""
    for k in range(n):
        root.left[k] = k
    for k in range(wanted):
        best = k
        for i in range(k + 1, n):
            one, two = root.left[i], root.left[best]
            if root.noise[one] + root.logits[one] > root.noise[two] + root.logits[two]:
                best = i
        root.left[k], root.left[best] = root.left[best], root.left[k]
    return wanted


@rule
def read_values(tree, workspace, root, seat, n, doubt):
    """How often each action was tried, and how well it went; what was not tried counts as the root does, and what was tried
    seldom is drawn towards it."""
    child = tree.nodes[0].first
    while child >= 0:
        workspace.slots[tree.nodes[child].action] = child
        child = tree.nodes[child].following
    weight, known, visits = 0.0, 0.0, 0
    for i in range(n):
        node = workspace.slots[root.actions[i]]
        workspace.slots[root.actions[i]] = -1
        root.visits[i] = tree.nodes[node].visits
        visits += root.visits[i]
        if root.visits[i] > 0:
            root.values[i] = tree.values[node, seat] / root.visits[i]
            weight += math.exp(root.logits[i])
            known += math.exp(root.logits[i]) * root.values[i]
    usual = tree.values[0, seat] / tree.nodes[0].visits
    if weight > 0:
        usual = (usual + visits * known / weight) / (1 + visits)
    for i in range(n):
        if root.visits[i] == 0:
            root.values[i] = usual
        else:
            root.values[i] += (usual - root.values[i]) * doubt / (doubt + root.visits[i])


@rule
def score_actions(root, settings, n):
    """Preferences moved by values: in `target`, as logarithms."""
    most = 0
    for i in range(n):
        most = max(most, root.visits[i])
    for i in range(n):
        root.target[i] = root.logits[i] + (settings[VISITING] + most) * settings[SCALING] * root.values[i]


@rule
def keep_better_half(root, running):
    """Those with the largest sum of noise, preference and value come first; half of them stay."""
    wanted = (running + 1) // 2
    for k in range(wanted):
        best = k
        for i in range(k + 1, running):
            one, two = root.left[i], root.left[best]
            if root.noise[one] + root.target[one] > root.noise[two] + root.target[two]:
                best = i
        root.left[k], root.left[best] = root.left[best], root.left[k]
    return wanted


@rule
def choose_best(root, settings, running, n):
    """The place of the best that is left; `target` becomes chances."""
    best = root.left[0]
    for k in range(1, running):
        if root.noise[root.left[k]] + root.target[root.left[k]] > root.noise[best] + root.target[best]:
            best = root.left[k]
    most, total = -1e9, 0.0
    for i in range(n):
        most = max(most, root.target[i])
    for i in range(n):
        root.target[i] = math.exp(root.target[i] - most)
        total += root.target[i]
    for i in range(n):
        root.target[i] /= total
    return int(best)


def note(s, box, seat, tree, sight, root, notes, n, count, times):
    """A row of notes: what the mover saw, what was allowed, what the search found."""
    look(s, box, seat, sight)
    weigh_habits(s, box, root.actions, count, sight)
    for i in range(sight.row.shape[0]):
        notes.rows[n, i] = sight.row[i]
    for i in range(sight.points.shape[0]):
        notes.sheets[n, i] = sight.points[i]
    notes.counts[n] = count
    notes.movers[n] = seat
    notes.budgets[n] = times
    for i in range(count):
        notes.actions[n, i] = root.actions[i]
        notes.habits[n, i] = sight.habits[i]
        notes.targets[n, i] = root.target[i]
    for i in range(count, notes.actions.shape[1]):
        notes.actions[n, i] = 0
        notes.habits[n, i] = 0
        notes.targets[n, i] = 0
    write_root(tree, root, notes, n, seat, count)


@rule
def write_root(tree, root, notes, n, seat, count):
    """What the search expects of the better actions: what was found of each, by how likely it is to be taken."""
    seats = notes.roots.shape[1] // OF_SEAT
    weight = 0.0
    for k in range(notes.roots.shape[1]):
        notes.roots[n, k] = 0
    for i in range(count):
        times = tree.tried[root.actions[i], 0]
        if times > 0:
            weight += root.target[i]
            for k in range(seats):
                other = (seat + k) % seats
                notes.roots[n, k * OF_SEAT + 2] += root.target[i] * tree.tried[root.actions[i], 1 + other] / times
                notes.roots[n, k * OF_SEAT] += root.target[i] * tree.tried[root.actions[i], 1 + seats + other] / times
                notes.roots[n, k * OF_SEAT + 1] += root.target[i] * tree.tried[root.actions[i], 1 + 2 * seats + other] / times
    for k in range(notes.roots.shape[1]):
        notes.roots[n, k] /= max(1e-9, weight)


@rule
def write_results(workspace, notes, n):
    """How the game ended, seen from each mover."""
    seats = workspace.result.shape[0]
    for i in range(n):
        for k in range(seats):
            other = (notes.movers[i] + k) % seats
            notes.results[i, k * OF_SEAT] = workspace.points[seats + other]
            notes.results[i, k * OF_SEAT + 1] = workspace.points[2 * seats + other]
            notes.results[i, k * OF_SEAT + 2] = workspace.points[other]


@cache
def compiled_play_game(game: Game) -> Callable[..., int]:
    """`play_game` for one game, compiled (or from disk)."""
    made = dict(parts_of_thinking(game))
    for function in (improve, note):
        made[function.__name__] = rule(game.bound(function, **made))
    return game.compiled(play_game, (*TAKES, Root, Notes), **made)
