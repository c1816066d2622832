"""Games of networks against themselves or each other in compiled code, with a training sample for every decision.

At the root, some actions are sampled without replacement: those with the largest sum of log prior and Gumbel noise. Sequential
halving divides the simulations among them. The best one is played, with less noise, since games with full noise would be poor.
The policy to learn is the network's own, improved by the values that the search found. After Danihelka and others, "Policy
improvement by planning with Gumbel" (2022).
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import apply, legal, mover, redeal, start, view
from .network import second_layer, write_heuristic, write_inputs
from .playout import evaluate_position
from .simulation import ANY, NETWORK_RECORDS, bound_guided, prepare, simulate_once
from .tree import MARGIN, POINTS, WIN, clear_tree, mark_children, unmark_children


class Budget(NamedTuple):
    """Simulations per decision."""

    fast: int
    full: int  # in one of `full_every` decisions
    full_every: int
    considered: int  # maximum number of candidates at the root


class Root(NamedTuple):
    """Buffers for the decision at the root, by index among the legal actions."""

    actions: np.ndarray
    logits: np.ndarray
    noise: np.ndarray
    values: np.ndarray
    visits: np.ndarray
    target: np.ndarray  # the improved policy: logits, at the end probabilities
    candidates: np.ndarray  # indices of the actions that are still considered, first in this array
    generator: np.ndarray
    key: np.ndarray


class Samples(NamedTuple):
    """The training samples of one game, a row per decision between several actions. Seats are relative to the mover."""

    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat
    counts: np.ndarray  # int16: number of legal actions
    actions: np.ndarray  # int16: the legal actions
    priors: np.ndarray  # float32: log(1 + the game's `prefer`) of each legal action
    targets: np.ndarray  # float32: the improved policy, a probability of each legal action
    surprise: np.ndarray  # float32: Kullback-Leibler divergence of the improved policy from the network's policy
    roots: np.ndarray  # float32: win, margin and points by kind of each seat, as the search expects them
    results: np.ndarray  # float32: the same at the end of the game
    movers: np.ndarray  # int8
    budgets: np.ndarray  # int16: number of simulations


def new_root(game: Game) -> Root:
    most = game.max_legal
    return Root(
        actions=np.zeros(most, np.int16),
        logits=np.zeros(most),
        noise=np.zeros(most),
        values=np.zeros(most),
        visits=np.zeros(most, np.int64),
        target=np.zeros(most),
        candidates=np.zeros(most, np.int64),
        generator=np.zeros(1, np.uint64),
        key=np.zeros(2, np.uint64),
    )


def new_samples(game: Game, seats: int, rows: int) -> Samples:
    by_seat = (rows, seats, POINTS + len(game.score_kinds))
    return Samples(
        rows=np.zeros((rows, game.observation_size), np.int16),
        sheets=np.zeros((rows, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(rows, np.int16),
        actions=np.zeros((rows, game.max_legal), np.int16),
        priors=np.zeros((rows, game.max_legal), np.float32),
        targets=np.zeros((rows, game.max_legal), np.float32),
        surprise=np.zeros(rows, np.float32),
        roots=np.zeros(by_seat, np.float32),
        results=np.zeros(by_seat, np.float32),
        movers=np.zeros(rows, np.int8),
        budgets=np.zeros(rows, np.int16),
    )


def play_game(first, second, root, samples, states, seed, number, seats_of_second, budget, restarted):
    """Plays one game and returns its number of samples. `second` plays the seats whose bits are set, `first` the others.

    Both searches share the tree and the buffers. The game starts from `states[0]` if it is `restarted`, which deals hidden
    information and chance again. The rest of `states` gets the positions of the first samples.
    """
    s, n = states[0], 0
    turn = restart_game(states, first, root, seed, number) if restarted else begin_game(s, first.box, root, seed, number)
    while mover(s) >= 0:
        if n + 1 < states.shape[0]:
            states[n + 1] = states[0]
        is_fast = budget.full_every > 1 and pick(root.generator, budget.full_every) > 0
        simulations = budget.fast if is_fast else budget.full
        search = second if seats_of_second >> mover(s) & 1 else first
        n = play_decision(s, search, root, samples, n, seed, number, turn, simulations, budget.considered)
        turn = play_forced(s, first.box, root, turn)
    evaluate_position(s, first)
    write_results(first.buffers, samples, n)
    return n


def begin_game(s, box, root, seed, number):
    """Starts a game and plays to its first decision between several actions; returns the number of this position."""
    seed_game(seed, number, root.key, root.generator)
    start(s, box, root.key)
    return play_forced(s, box, root, 0)


def restart_game(states, search, root, seed, number):
    """Starts a game from the decision `states[0]`, as its mover sees it; returns the number of this position."""
    seen = search.buffers.states
    seed_game(seed, number, root.key, root.generator)
    view(states[0], search.box, mover(states[0]), seen[0])
    states[0] = seen[0]
    redeal(states[0], search.box, root.key)
    return play_forced(states[0], search.box, root, 0)


def play_forced(s, box, root, turn):
    """Plays all actions without an alternative; returns the number of the next position. `root.actions` lists its actions."""
    while mover(s) >= 0:
        turn += 1
        if legal(s, box, root.actions) > 1:
            break
        apply(s, box, int(root.actions[0]))
    return turn


def play_decision(s, search, root, samples, n, seed, number, turn, simulations, considered):
    """Searches and plays a decision, and writes its sample; returns the number of samples."""
    seat, count = mover(s), legal(s, search.box, root.actions)
    view(s, search.box, seat, search.buffers.states[0])
    best = search_root(search, root, (seed ^ 0x5EED) + (number << 20) + (turn << 8), count, simulations, considered)
    if n < samples.rows.shape[0]:
        write_sample(s, search, seat, root, samples, n, count, simulations)
        n += 1
    apply(s, search.box, int(root.actions[best]))
    return n


def search_root(search, root, seed, n, simulations, considered):
    """Searches the view in the buffers. Returns the index of the action to play; writes the improved policy to `target`.

    There is one loop with one call of `simulate_once`, so that the threads of a GPU simulate together.
    """
    clear_tree(search.tree)
    prepare(search, seed)
    running, done, forced = 0, 0, ANY  # the first simulation expands the root
    first, k, turn, each = 0, 0, 0, 1
    while True:
        simulate_once(search, seed, first + turn, forced)  # every action gets the same deals, so values differ by actions alone
        done, turn = done + 1, turn + 1
        if turn == each:
            k, turn = k + 1, 0
        if k >= running or done >= simulations:
            running = begin_halving(search, root, n, considered) if running == 0 else halve(search, root, n, running)
            if done >= simulations:
                return choose_best(root, running, n)
            first, k, turn, each = done, 0, 0, visits_each(running, simulations - done)
        forced = int(root.actions[root.candidates[k]])


@rule
def begin_halving(search, root, n, considered):
    """Draws the first candidates; returns their number."""
    read_priors(search, root, n)
    for i in range(n):
        root.noise[i] = -math.log(-math.log((pick(root.generator, 1 << 30) + 0.5) / (1 << 30)))
    running = draw_candidates(root, n, min(n, considered))
    for i in range(n):
        root.noise[i] *= search.settings.noise
    return running


def halve(search, root, n, running):
    """Ends a round of sequential halving: improves the policy, and keeps the better half of more than two candidates."""
    read_values(search, root, mover(search.buffers.states[0]), n)
    improve_policy(root, search.settings, n)
    return keep_better_half(root, running) if running > 2 else running


@rule
def visits_each(running, simulations):
    """The simulations of each candidate in the next round of sequential halving."""
    rounds = max(1, math.ceil(math.log2(running)))
    return max(1, simulations // (rounds * running))


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
def draw_candidates(root, n, wanted):
    """Moves the actions with the largest sum of log prior and noise to the front of the candidates; returns their number."""
    for k in range(n):
        root.candidates[k] = k
    for k in range(wanted):
        best = k
        for i in range(k + 1, n):
            one, two = root.candidates[i], root.candidates[best]
            if root.noise[one] + root.logits[one] > root.noise[two] + root.logits[two]:
                best = i
        root.candidates[k], root.candidates[best] = root.candidates[best], root.candidates[k]
    return wanted


@rule
def read_values(search, root, seat, n):
    """Reads each action's visits and mean value. An untried action gets the mixed value, an average of the root's value and
    those of the tried actions; `shrinkage` moves the values of tried actions towards it."""
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
    """Writes the improved policy to `target`: logits, the log priors plus the scaled values."""
    most = 0
    for i in range(n):
        most = max(most, root.visits[i])
    for i in range(n):
        root.target[i] = root.logits[i] + (settings.value_visits + most) * settings.value_scale * root.values[i]


@rule
def keep_better_half(root, running):
    """Moves the candidates with the largest sum of noise and improved logit to the front; returns half of their number."""
    wanted = (running + 1) // 2
    for k in range(wanted):
        best = k
        for i in range(k + 1, running):
            one, two = root.candidates[i], root.candidates[best]
            if root.noise[one] + root.target[one] > root.noise[two] + root.target[two]:
                best = i
        root.candidates[k], root.candidates[best] = root.candidates[best], root.candidates[k]
    return wanted


@rule
def choose_best(root, running, n):
    """The index of the best candidate; turns `target` into probabilities."""
    best = root.candidates[0]
    for k in range(1, running):
        if root.noise[root.candidates[k]] + root.target[root.candidates[k]] > root.noise[best] + root.target[best]:
            best = root.candidates[k]
    most, total = -1e9, 0.0
    for i in range(n):
        most = max(most, root.target[i])
    for i in range(n):
        root.target[i] = math.exp(root.target[i] - most)
        total += root.target[i]
    for i in range(n):
        root.target[i] /= total
    return int(best)


def write_sample(s, search, seat, root, samples, n, count, simulations):
    """Writes sample `n`: the mover's inputs, the legal actions, the results of the search."""
    scratch = search.scratch
    write_inputs(s, search.box, seat, scratch)
    write_heuristic(s, search.box, root.actions, count, scratch)
    for i in range(scratch.row.shape[0]):
        samples.rows[n, i] = scratch.row[i]
    for i in range(samples.sheets.shape[1]):
        samples.sheets[n, i] = scratch.points[i] if i < scratch.points.shape[0] else 0
    samples.counts[n] = count
    samples.movers[n] = seat
    samples.budgets[n] = simulations
    samples.surprise[n] = 0
    for i in range(count):
        samples.actions[n, i] = root.actions[i]
        samples.priors[n, i] = scratch.heuristic[i]
        samples.targets[n, i] = root.target[i]
        samples.surprise[n] += root.target[i] * (math.log(max(1e-9, root.target[i])) - root.logits[i])
    for i in range(count, samples.actions.shape[1]):
        samples.actions[n, i] = 0
        samples.priors[n, i] = 0
        samples.targets[n, i] = 0
    write_root_values(search.tree, root, samples, n, seat, count)


@rule
def write_root_values(tree, root, samples, n, seat, count):
    """Writes the values of the improved policy: the mean of each action, weighted by its probability."""
    seats, outputs = tree.root_totals.shape[1:]
    weight, found = 0.0, samples.roots[n]
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
def write_results(buffers, samples, n):
    """Writes how the game ended to all samples, by seat from the mover on."""
    seats = buffers.result.shape[0]
    for i in range(n):
        for k in range(seats, samples.results.shape[1]):
            for value in range(samples.results.shape[2]):
                samples.results[i, k, value] = 0
        for k in range(seats):
            seat = (samples.movers[i] + k) % seats
            samples.results[i, k, WIN] = buffers.wins[seat]
            samples.results[i, k, MARGIN] = buffers.margins[seat]
            for kind in range(buffers.kinds.shape[1]):
                samples.results[i, k, POINTS + kind] = buffers.kinds[seat, kind]


@cache
def bound_selfplay(game: Game, second_layer: Any = second_layer) -> dict[str, Any]:
    """The functions of this module as rules of one game, by name."""
    bound = dict(bound_guided(game, second_layer))
    for function in (halve, search_root, write_sample, play_forced, begin_game, restart_game, play_decision):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return bound


@cache
def compiled_play_game(game: Game) -> Callable[..., int]:
    """`play_game` for one game, compiled (or from disk)."""
    return game.compiled(play_game, (*NETWORK_RECORDS, Root, Samples, Budget), **bound_selfplay(game))
