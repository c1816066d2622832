"""The kernels of a search on a GPU that run one thread per game. Every game goes through the same functions as on the CPU.

A round: `advance_kernel` plays every game's simulation to a leaf; `inputs_kernel` writes what the network reads there;
`layers_kernel` (gpu_layers.py) evaluates; `finish_kernel` backs the values up and prepares the next simulation. A game that
must weigh more actions in the middle of its simulation, or compute an accumulator before the first, uses a round for this.
Between rounds, `decide_kernel` plays the decisions whose simulations are done and begins the next ones.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.cuda import find_cuda, make_kernel
from ...core.dice import pick, seed_game
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import READY, apply, apply_step, legal, mover, redeal, sort_key, view
from .gpu_layers import ACCUMULATOR, DECIDED, ENDED, NOTHING, OVER, STARTED, VALUE, WEIGHTS, list_changes
from .gpu_memory import GpuSearch, buffers_of, root_of, samples_of, scratch_of, tree_of
from .network import activate_values, write_heuristic, write_inputs
from .playout import evaluate_position
from .selfplay import (
    begin_game,
    begin_halving,
    bound_selfplay,
    choose_best,
    halve,
    play_forced,
    visits_each,
    write_results,
    write_sample,
)
from .simulation import ANY, blend, choose_place, is_leaf
from .tree import NONE, add_child, back_up, clear_tree, find_children, has_room

# in `progress.step`, in addition to actions, MORE and READY: begin a simulation, wait for the rest of the round
BEGIN, WAIT = -3, -4
WHOLE_WARP = 0xFFFFFFFF

cuda: Any = None  # bound when there is a GPU
BINS = 0  # number of sort keys: BEGIN, those of the game, WAIT


# sort keys and steps: bound to one of each pair


def key_by_rules(s, step):
    """Which rules run next."""
    return 0 if step == BEGIN else BINS - 1 if step == WAIT else 1 + sort_key(s, step)


def key_by_phase(s, step):
    """For games without sort keys."""
    return 0 if step == BEGIN else BINS - 1 if step == WAIT else 1


def apply_whole(s, box, step):
    """The only step of an action in games without sort keys."""
    apply(s, box, step)
    return READY


def key_of(s, step):
    return key_by_phase(s, step)


# the steps of a simulation


def search_seed(games, seed, i):
    """The seed of the simulations of a decision."""
    return (seed ^ 0x5EED) + (games.numbers[i] << 20) + (games.turns[i] << 8)


def deal(games, search, seed, number, i):
    """Copies the searched view to the position of the simulation and redeals it."""
    words, buffers = games.words, search.buffers
    for word in range(words.shape[2]):
        words[i, 1, word] = words[i, 0, word]
    seed_game(search_seed(games, seed, i), number, buffers.key, buffers.generator)
    if search.settings.known == 0:
        redeal(buffers.states[1], search.box, buffers.key)


def choose_action(i, s, search, progress):
    """Lists the legal actions and returns the one to try; WAIT if the game needs the network, or is over."""
    tree, buffers, node, depth, seat = search.tree, search.buffers, int(progress.node[i]), int(progress.depth[i]), mover(s)
    if seat < 0:
        progress.task[i] = ENDED
        return WAIT
    n = legal(s, search.box, buffers.actions)
    progress.seat[i], progress.n[i], progress.task[i] = seat, n, VALUE
    if depth + 1 >= buffers.path.shape[0] or (n > 1 and is_leaf(tree, node)):
        return WAIT
    missing = find_children(tree, buffers, node, n)
    if missing > 0:
        if has_room(tree, missing):
            progress.task[i] = WEIGHTS
        return WAIT
    place = choose_place(search, node, seat, n, int(progress.forced[i]) if node == 0 else ANY)
    for k in range(n):
        tree.nodes[buffers.children[k]].available += 1
    child = int(buffers.children[place])
    buffers.path[depth] = child
    progress.node[i], progress.depth[i] = child, depth + 1
    return int(buffers.actions[place])


def take_step(i, step, games, search, seed):
    """One step of a simulation; returns the next one."""
    progress, s = games.progress, search.buffers.states[1]
    if step == BEGIN:
        deal(games, search, seed, int(progress.first[i] + progress.turn[i]), i)
        progress.node[i], progress.depth[i] = 0, 1
        search.buffers.path[0] = 0
        return READY
    if step == READY:
        return choose_action(i, s, search, progress)
    return apply_step(s, search.box, step)


def advance_kernel(order, going, games, keys, settings, box, seed, enough):
    """Plays simulations in the order of their sort keys, while at least `enough` games of the warp have the same next key."""
    place = cuda.grid(1)
    has_game = place < going[0]  # all threads of a warp stay to vote
    i = order[place] if has_game else 0
    search = GpuSearch(tree_of(games.tree, i), buffers_of(games.buffers, i), settings[0], box[0], scratch_of(games.scratch, i))
    step, key, plays = int(games.progress.step[i]), BINS - 1, has_game
    plays = plays and step != WAIT
    while True:
        if plays:
            step = take_step(i, step, games, search, seed)
            key = key_of(search.buffers.states[1], step)
        together = cuda.popc(cuda.match_any_sync(WHOLE_WARP, np.int32(key if plays else -1)))
        plays = plays and step != WAIT and together >= enough
        if not cuda.any_sync(WHOLE_WARP, plays):
            break
    if has_game:
        games.progress.step[i], keys[i] = step, key


def inputs_kernel(games, net, settings, box):
    """Writes what the network reads of each game that waits for it; evaluates finished games."""
    i = cuda.grid(1)
    if i >= games.turns.shape[0]:
        return
    if i == 0:
        games.progress.left[0] = 0
    task, seat = games.progress.task[i], int(games.progress.seat[i])
    search = GpuSearch(tree_of(games.tree, i), buffers_of(games.buffers, i), settings[0], box[0], scratch_of(games.scratch, i))
    s, scratch = search.buffers.states[1], search.scratch
    if task == ENDED:
        evaluate_position(s, search)
    elif ACCUMULATOR <= task <= WEIGHTS:
        write_inputs(s, search.box, seat, scratch)
        if task != ACCUMULATOR:
            write_heuristic(s, search.box, search.buffers.actions, int(games.progress.n[i]), scratch)
        list_changes(net, scratch, games.changes, i, search.buffers.result.shape[0] if task == ACCUMULATOR else seat)
        if task == ACCUMULATOR:
            for k in range(scratch.row.shape[0]):
                scratch.accumulators.rows[seat, k] = scratch.row[k]
            for k in range(scratch.points.shape[0]):
                scratch.accumulators.points[seat, k] = scratch.points[k]


# the end of a round


def expand(search, node, n):
    """Adds the children of a leaf."""
    tree, buffers = search.tree, search.buffers
    if tree.nodes[node].last_child == NONE and has_room(tree, n):
        for k in range(n):
            add_child(tree, node, int(buffers.actions[k]), buffers.weights[k])


def add_missing(search, node, n):
    """Adds a child for each legal action that has none."""
    tree, buffers = search.tree, search.buffers
    for k in range(n):
        if buffers.children[k] == NONE:
            buffers.children[k] = add_child(tree, node, int(buffers.actions[k]), buffers.weights[k])


def plan_simulation(i, search, root, progress, considered):
    """Sequential halving, as in `search_root`: chooses the action of the next simulation. Returns whether all are done."""
    done, turn, k, running = progress.done[i] + 1, progress.turn[i] + 1, progress.k[i], int(progress.running[i])
    count, first, each, simulations = int(progress.choices[i]), progress.first[i], progress.each[i], progress.simulations[i]
    if turn == each:
        k, turn = k + 1, 0
    if k >= running or done >= simulations:
        running = begin_halving(search, root, count, considered) if running == 0 else halve(search, root, count, running)
        first, k, turn, each = done, 0, 0, visits_each(running, int(simulations - done))
    progress.done[i], progress.turn[i], progress.k[i], progress.running[i] = done, turn, k, running
    progress.first[i], progress.each[i] = first, each
    progress.forced[i] = root.actions[root.candidates[k]]
    return done >= simulations


def finish_kernel(games, keys, settings, box, considered):
    """Uses what the network found, and prepares the next simulation."""
    i = cuda.grid(1)
    if i >= games.turns.shape[0]:
        return
    progress = games.progress
    search = GpuSearch(tree_of(games.tree, i), buffers_of(games.buffers, i), settings[0], box[0], scratch_of(games.scratch, i))
    task, node, n, seat, step = progress.task[i], int(progress.node[i]), int(progress.n[i]), int(progress.seat[i]), WAIT
    if task == ACCUMULATOR:
        progress.seat[i] = seat + 1
        if seat + 1 == search.buffers.result.shape[0]:
            task, step = NOTHING, BEGIN
    elif task == WEIGHTS:
        add_missing(search, node, n)
        task, step = NOTHING, READY
    elif task in (VALUE, ENDED):
        if task == VALUE:
            activate_values(search.scratch)
            expand(search, node, n)
            blend(search, seat, 1.0)
        back_up(search.tree, search.buffers, int(progress.depth[i]))
        all_done = plan_simulation(i, search, root_of(games.root, i), progress, considered)
        task, step = (DECIDED, WAIT) if all_done else (NOTHING, BEGIN)
    progress.task[i], progress.step[i] = task, step
    keys[i] = key_of(search.buffers.states[1], step)


# between rounds


def begin_kernel(games, net, box, seed):
    """Starts every game and plays to its first decision; sets what a search expects to be set."""
    i = cuda.grid(1)
    if i >= games.turns.shape[0]:
        return
    buffers, tree, accumulators = games.buffers, games.tree, games.scratch.accumulators
    for action in range(buffers.child_of.shape[1]):
        buffers.child_of[i, action] = NONE
        tree.root_visits[i, action] = 0
        for seat in range(tree.root_totals.shape[2]):
            for value in range(tree.root_totals.shape[3]):
                tree.root_totals[i, action, seat, value] = 0
    seats = buffers.result.shape[1]
    for k in range(net.input_indices.shape[0]):  # the accumulator after the last seat is for default inputs
        accumulators.rows[seats, net.input_indices[k], i] = net.defaults[k]
    games.counts[i] = games.progress.left[i] = 0
    games.progress.task[i], games.progress.step[i] = STARTED, WAIT
    games.turns[i] = begin_game(games.states[i], box[0], root_of(games.root, i), seed, games.numbers[i])


def decide_kernel(games, settings, box, seed, budget):
    """Plays the decisions whose simulations are done, and begins the next ones; counts the games that are not over."""
    i = cuda.grid(1)
    if i >= games.turns.shape[0]:
        return
    progress, s = games.progress, games.states[i]
    task = progress.task[i]
    if task in (DECIDED, STARTED):
        root = root_of(games.root, i)
        search = GpuSearch(
            tree_of(games.tree, i), buffers_of(games.buffers, i), settings[0], box[0], scratch_of(games.scratch, i)
        )
        if task == DECIDED:
            play_best(i, s, search, root, games)
        if mover(s) < 0:
            task = OVER
            evaluate_position(s, search)
            write_results(search.buffers, samples_of(games.samples, i), games.counts[i])
        else:
            task = ACCUMULATOR
            begin_decision(i, s, search, root, games, seed, budget)
        progress.task[i] = task
    if task != OVER:
        cuda.atomic.add(progress.left, 0, 1)


def play_best(i, s, search, root, games):
    """Writes the sample of a decision, and plays it and all forced actions."""
    count, n, progress = int(games.progress.choices[i]), games.counts[i], games.progress
    best = choose_best(root, int(progress.running[i]), count)
    if n < games.samples.rows.shape[1]:
        write_sample(s, search, mover(s), root, samples_of(games.samples, i), n, count, int(progress.simulations[i]))
        games.counts[i] = n + 1
    apply(s, search.box, int(root.actions[best]))
    games.turns[i] = play_forced(s, search.box, root, games.turns[i])


def begin_decision(i, s, search, root, games, seed, budget):
    """Prepares the search of a decision, up to the accumulator of the first seat."""
    progress = games.progress
    is_fast = budget.full_every > 1 and pick(root.generator, budget.full_every) > 0
    progress.simulations[i] = budget.fast if is_fast else budget.full
    progress.choices[i] = legal(s, search.box, root.actions)
    view(s, search.box, mover(s), search.buffers.states[0])
    clear_tree(search.tree)
    progress.done[i], progress.running[i], progress.first[i], progress.k[i], progress.turn[i] = 0, 0, 0, 0, 0
    progress.each[i], progress.forced[i], progress.seat[i] = 1, ANY, 0
    deal(games, search, seed, 0, i)


@cache
def kernels(game: Game) -> SimpleNamespace:
    """The kernels of a game, by name."""
    bound = dict(bound_selfplay(game)) | {"cuda": find_cuda(), "BINS": bins(game)}
    bound["key_of"] = rule(game.bound(key_by_rules if game.sort_keys else key_by_phase, **bound))
    if not game.sort_keys:
        bound["apply_step"] = rule(game.bound(apply_whole))
    for function in (
        search_seed,
        deal,
        choose_action,
        take_step,
        expand,
        add_missing,
        plan_simulation,
        play_best,
        begin_decision,
    ):
        bound[function.__name__] = rule(game.bound(function, **bound))
    found = (advance_kernel, inputs_kernel, finish_kernel, begin_kernel, decide_kernel)
    return SimpleNamespace(**{kernel.__name__: make_kernel(game.bound(kernel, **bound), game) for kernel in found})


def bins(game: Game) -> int:
    return game.sort_keys + 2 if game.sort_keys else 3
