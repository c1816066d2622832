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
from .network import write_heuristic, write_inputs
from .playout import evaluate_position
from .simulation import ANY, NETWORK_RECORDS, bound_guided, prepare, simulate_once
from .tree import MARGIN, POINTS, WIN, clear_tree, mark_children, unmark_children

MOST_DECISIONS = 4000  # of one game


class Budget(NamedTuple):
    """Simulations of a decision."""

    fast: int
    full: int  # of one decision in `full_every`
    full_every: int
    considered: int  # root actions, at most


class Root(NamedTuple):
    """Buffers for the decision at the root, by index among the legal actions."""

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
    """The training samples of one game, a row per decision between several actions. Seats are relative to the mover."""

    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat
    counts: np.ndarray  # int16: how many actions were allowed,
    actions: np.ndarray  # int16: which,
    priors: np.ndarray  # float32: the logarithm of 1 + the game's `prefer` for each,
    targets: np.ndarray  # float32: and how likely a better player would take each
    surprise: np.ndarray  # float32: how far that is from the network's own policy (Kullback-Leibler divergence)
    roots: np.ndarray  # float32: win, margin and points by kind of each seat as the search saw them,
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
    wide = (rows, seats, POINTS + len(game.score_kinds))
    return Notes(
        rows=np.zeros((rows, game.observation_size), np.int16),
        sheets=np.zeros((rows, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(rows, np.int16),
        actions=np.zeros((rows, game.max_legal), np.int16),
        priors=np.zeros((rows, game.max_legal), np.float32),
        targets=np.zeros((rows, game.max_legal), np.float32),
        surprise=np.zeros(rows, np.float32),
        roots=np.zeros(wide, np.float32),
        results=np.zeros(wide, np.float32),
        movers=np.zeros(rows, np.int8),
        budgets=np.zeros(rows, np.int16),
    )


def play_game(first, second, root, notes, states, seed, number, seats_of_second, budget):
    """Plays one game and returns how many notes it left: `second` has the seats whose bits are set, `first` the others.

    Both searches share the tree and the buffers.
    """
    s, box = states[0], first.box
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
        simulations = budget.full if pick(root.generator, budget.full_every) == 0 else budget.fast
        view(s, box, seat, first.buffers.states[0])
        own_seed = (seed ^ 0x5EED) + (number << 20) + (turn << 8)
        if seats_of_second >> seat & 1:
            best = search_root(second, root, own_seed, count, simulations, budget.considered)
        else:
            best = search_root(first, root, own_seed, count, simulations, budget.considered)
        if n < notes.rows.shape[0]:
            note(s, first, seat, root, notes, n, count, simulations)
            n += 1
        apply(s, box, int(root.actions[best]))
    evaluate_position(s, first)
    write_results(first.buffers, notes, n)
    return n


def search_root(search, root, seed, n, simulations, considered):
    """Searches the view in the buffers; returns the place of the action to play, and the improved policy in `target`."""
    clear_tree(search.tree)
    prepare(search, seed)
    simulate_once(search, seed, 0, ANY)  # expands the root
    read_priors(search, root, n)
    for i in range(n):
        root.noise[i] = -math.log(-math.log((pick(root.generator, 1 << 30) + 0.5) / (1 << 30)))
    running = draw_some(root, n, min(n, considered))
    for i in range(n):
        root.noise[i] *= search.settings.noise
    done = 1
    while done < simulations:
        rounds = max(1, math.ceil(math.log2(running)))
        each = max(1, (simulations - done) // (rounds * running))
        if running <= 2:
            each = max(1, (simulations - done) // running)
        first = done
        for k in range(running):
            for turn in range(each):  # every action meets the same deals, so that values differ by the actions alone
                if done < simulations:
                    simulate_once(search, seed, first + turn, int(root.actions[root.left[k]]))
                    done += 1
        read_values(search, root, mover(search.buffers.states[0]), n)
        improve_policy(root, search.settings, n)
        if running > 2:
            running = keep_better_half(root, running)
        elif done >= simulations:
            break
    return choose_best(root, running, n)


@rule
def read_priors(search, root, n):
    """The log priors at the root, in the order of the legal actions."""
    tree, buffers = search.tree, search.buffers
    mark_children(tree, buffers, 0)
    total = 0.0
    for i in range(n):
        root.logits[i] = tree.nodes[buffers.child_of[root.actions[i]]].weight
        root.visits[i] = 0
        total += root.logits[i]
    for i in range(n):
        root.logits[i] = math.log(root.logits[i] / total)
    unmark_children(tree, buffers, 0)


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
def read_values(search, root, seat, n):
    """Each action's visits and mean value; untried ones count as the root does, and all are drawn towards it (`shrinkage`)."""
    tree, buffers, shrinkage = search.tree, search.buffers, search.settings.shrinkage
    mark_children(tree, buffers, 0)
    weight, known, visits = 0.0, 0.0, 0
    for i in range(n):
        node = buffers.child_of[root.actions[i]]
        root.visits[i] = tree.nodes[node].visits
        visits += root.visits[i]
        if root.visits[i] > 0:
            root.values[i] = tree.values[node, seat] / root.visits[i]
            weight += math.exp(root.logits[i])
            known += math.exp(root.logits[i]) * root.values[i]
    unmark_children(tree, buffers, 0)
    mixed = tree.values[0, seat] / tree.nodes[0].visits
    if weight > 0:
        mixed = (mixed + visits * known / weight) / (1 + visits)
    for i in range(n):
        if root.visits[i] == 0:
            root.values[i] = mixed
        else:
            root.values[i] += (mixed - root.values[i]) * shrinkage / (shrinkage + root.visits[i])


@rule
def improve_policy(root, settings, n):
    """Log priors moved by values: in `target`, as logits."""
    most = 0
    for i in range(n):
        most = max(most, root.visits[i])
    for i in range(n):
        root.target[i] = root.logits[i] + (settings.value_visits + most) * settings.value_scale * root.values[i]


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
def choose_best(root, running, n):
    """The place of the best that is left; `target` becomes probabilities."""
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


def note(s, search, seat, root, notes, n, count, simulations):
    """A row of notes: the mover's inputs, the legal actions, what the search found."""
    scratch = search.scratch
    write_inputs(s, search.box, seat, scratch)
    write_heuristic(s, search.box, root.actions, count, scratch)
    for i in range(scratch.row.shape[0]):
        notes.rows[n, i] = scratch.row[i]
    for i in range(notes.sheets.shape[1]):
        notes.sheets[n, i] = scratch.points[i] if i < scratch.points.shape[0] else 0
    notes.counts[n] = count
    notes.movers[n] = seat
    notes.budgets[n] = simulations
    notes.surprise[n] = 0
    for i in range(count):
        notes.actions[n, i] = root.actions[i]
        notes.priors[n, i] = scratch.heuristic[i]
        notes.targets[n, i] = root.target[i]
        notes.surprise[n] += root.target[i] * (math.log(max(1e-9, root.target[i])) - root.logits[i])
    for i in range(count, notes.actions.shape[1]):
        notes.actions[n, i] = 0
        notes.priors[n, i] = 0
        notes.targets[n, i] = 0
    write_root_values(search.tree, root, notes, n, seat, count)


@rule
def write_root_values(tree, root, notes, n, seat, count):
    """The values of the improved policy: each action's means, by its probability."""
    seats, outputs = tree.root_totals.shape[1:]
    weight, found = 0.0, notes.roots[n]
    for k in range(found.shape[0]):
        for value in range(outputs):
            found[k, value] = 0
    for i in range(count):
        visits = tree.root_visits[root.actions[i]]
        if visits > 0:
            weight += root.target[i]
            for k in range(seats):
                for value in range(outputs):
                    mean = tree.root_totals[root.actions[i], (seat + k) % seats, value] / visits
                    found[k, value] += root.target[i] * mean
    for k in range(seats):
        for value in range(outputs):
            found[k, value] /= max(1e-9, weight)


@rule
def write_results(buffers, notes, n):
    """How the game ended, from each mover on."""
    seats = buffers.result.shape[0]
    for i in range(n):
        for k in range(seats, notes.results.shape[1]):
            for value in range(notes.results.shape[2]):
                notes.results[i, k, value] = 0
        for k in range(seats):
            seat = (notes.movers[i] + k) % seats
            notes.results[i, k, WIN] = buffers.wins[seat]
            notes.results[i, k, MARGIN] = buffers.margins[seat]
            for kind in range(buffers.kinds.shape[1]):
                notes.results[i, k, POINTS + kind] = buffers.kinds[seat, kind]


@cache
def compiled_play_game(game: Game) -> Callable[..., int]:
    """`play_game` for one game, compiled (or from disk)."""
    bound = dict(bound_guided(game))
    for function in (search_root, note):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return game.compiled(play_game, (*NETWORK_RECORDS, Root, Notes, Budget), **bound)
