"""Self-play on a GPU: one thread per game runs the same functions as the processor, so it makes the same search.

A kernel call plays one decision of every game with the same number of simulations, so that the threads of a warp stay
together. Games are independent: thread i uses row i of every array. What the threads of a warp read and write at the same time
(the layers of the network, the children of a node) is in columns instead, one for each game: their accesses are coalesced.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...core.cuda import find_cuda, is_simulated, make_kernel
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import mover
from .network import Accumulators, Net, Scratch, new_scratch
from .playout import evaluate_position
from .selfplay import (
    Root,
    Samples,
    begin_game,
    bound_selfplay,
    new_root,
    new_samples,
    play_decision,
    play_forced,
    write_results,
)
from .simulation import NetworkSearch
from .tree import NONE, Buffers, Tree, new_buffers, new_tree

MAX_CHILDREN = 24  # mean number of children of an expanded node for which the trees have room

# arrays with a column for each game
BUFFER_COLUMNS = ("children", "weights")
SCRATCH_COLUMNS = ("points", "hidden", "gained", "lost", "active", "narrow", "last", "values", "heuristic", "logits")

cuda: Any = None  # bound when there is a GPU


class Games(NamedTuple):
    """The memory of games in parallel: every array has a row for each game."""

    tree: Tree
    buffers: Buffers
    scratch: Scratch
    root: Root
    samples: Samples
    states: np.ndarray
    numbers: np.ndarray  # of the game in its series, which seeds it
    turns: np.ndarray  # the number of the position, counted from 1
    counts: np.ndarray  # the number of samples


@rule
def tree_of(trees, i):
    return Tree(
        trees.nodes[i],
        trees.values[i],
        trees.squares[i],
        trees.outcomes[i],
        trees.size[i],
        trees.outcome_count[i],
        trees.root_visits[i],
        trees.root_totals[i],
        trees.moved[i],
    )


@rule
def buffers_of(buffers, i):
    return Buffers(
        buffers.states[i],
        buffers.seen[i],
        buffers.seen_words[i],
        buffers.key[i],
        buffers.generator[i],
        buffers.actions[i],
        buffers.children[:, i],
        buffers.weights[:, i],
        buffers.tickets[i],
        buffers.child_of[i],
        buffers.path[i],
        buffers.sheet[i],
        buffers.points[i],
        buffers.kinds[i],
        buffers.wins[i],
        buffers.margins[i],
        buffers.result[i],
    )


@rule
def scratch_of(scratch, i):
    before = scratch.accumulators
    accumulators = Accumulators(before.rows[i], before.words[i], before.points[:, :, i], before.hidden[:, :, i])
    return Scratch(
        scratch.seen[i],
        scratch.row[i],
        scratch.words[i],
        scratch.sheet[i],
        scratch.points[:, i],
        accumulators,
        scratch.gained[:, i],
        scratch.lost[:, i],
        scratch.hidden[:, i],
        scratch.active[:, i],
        scratch.narrow[:, i],
        scratch.last[:, i],
        scratch.values[:, i],
        scratch.heuristic[:, i],
        scratch.logits[:, i],
    )


@rule
def root_of(roots, i):
    return Root(
        roots.actions[i],
        roots.logits[i],
        roots.noise[i],
        roots.values[i],
        roots.visits[i],
        roots.target[i],
        roots.candidates[i],
        roots.generator[i],
        roots.key[i],
    )


@rule
def samples_of(samples, i):
    return Samples(
        samples.rows[i],
        samples.sheets[i],
        samples.counts[i],
        samples.actions[i],
        samples.priors[i],
        samples.targets[i],
        samples.surprise[i],
        samples.roots[i],
        samples.results[i],
        samples.movers[i],
        samples.budgets[i],
    )


@rule
def dense_second_layer(net, scratch, first):
    """`second_layer` over all values of the first: all threads of a warp then read the same weights at the same time."""
    hidden, narrow, size = scratch.hidden, scratch.narrow[first:], net.second_bias.shape[0] - first
    for j in range(size):
        narrow[j] = net.second_bias[first + j]
    for i in range(0, net.bias.shape[0], 4):
        w, x = max(np.float32(0), hidden[i]), max(np.float32(0), hidden[i + 1])
        y, z = max(np.float32(0), hidden[i + 2]), max(np.float32(0), hidden[i + 3])
        a, b, c, d = net.second[i, first:], net.second[i + 1, first:], net.second[i + 2, first:], net.second[i + 3, first:]
        for j in range(size):
            narrow[j] += (w * a[j] + x * b[j]) + (y * c[j] + z * d[j])
    for j in range(size):
        narrow[j] = max(np.float32(0), narrow[j])


@rule
def clear_memory(games, i):
    """Sets what a search expects to be set before its first simulation."""
    for action in range(games.buffers.child_of.shape[1]):
        games.buffers.child_of[i, action] = NONE
        games.tree.root_visits[i, action] = 0
        for seat in range(games.tree.root_totals.shape[2]):
            for value in range(games.tree.root_totals.shape[3]):
                games.tree.root_totals[i, action, seat, value] = 0
    for word in range(games.scratch.words.shape[1]):  # a part of the last one may be no input
        games.scratch.words[i, word] = 0
        for seat in range(games.scratch.accumulators.words.shape[1]):
            games.scratch.accumulators.words[i, seat, word] = 0


def begin_kernel(games, box, seed):
    """Starts every game and plays to its first decision."""
    i = cuda.grid(1)
    if i < games.turns.shape[0]:
        clear_memory(games, i)
        games.counts[i] = 0
        games.turns[i] = begin_game(games.states[i], box[0], root_of(games.root, i), seed, games.numbers[i])


def decide_kernel(games, net, settings, box, seed, simulations, considered, left):
    """Plays a decision of every game that is not over, and counts those that go on in `left`."""
    i = cuda.grid(1)
    if i >= games.turns.shape[0]:
        return
    s = games.states[i]
    if mover(s) < 0:
        return
    tree, buffers, root = tree_of(games.tree, i), buffers_of(games.buffers, i), root_of(games.root, i)
    search = NetworkSearch(tree, buffers, settings[0], box[0], net, scratch_of(games.scratch, i))
    samples, number, turn = samples_of(games.samples, i), games.numbers[i], games.turns[i]
    n = play_decision(s, search, root, samples, games.counts[i], seed, number, turn, simulations, considered)
    games.counts[i] = n
    games.turns[i] = play_forced(s, box[0], root, turn)
    if mover(s) >= 0:
        cuda.atomic.add(left, 0, 1)
    else:
        evaluate_position(s, search)
        write_results(buffers, samples, n)


@cache
def kernels(game: Game) -> tuple[Any, Any]:
    """`begin_kernel` and `decide_kernel` of a game."""
    bound = bound_selfplay(game, dense_second_layer) | {"cuda": find_cuda()}
    return make_kernel(game.bound(begin_kernel, **bound), game), make_kernel(game.bound(decide_kernel, **bound), game)


def new_games(
    game: Game, seats: int, largest_net: Net, sample_seats: int, games: int, decisions: int, simulations: int
) -> Games:
    """The memory of `games` games on the GPU, each with at most `decisions` samples. It is not initialised."""
    nodes = (simulations + 1) * min(MAX_CHILDREN, game.max_legal) + game.max_legal
    tree, scratch = new_tree(game, seats, 1), new_scratch(game, seats, largest_net)
    memory = Games(
        tree=repeated(tree, games)._replace(
            nodes=new_array(tree.nodes.dtype, games, nodes),
            values=new_array(tree.values.dtype, games, nodes, seats),
            squares=new_array(tree.squares.dtype, games, nodes, seats),
        ),
        buffers=repeated(new_buffers(game, seats), games, BUFFER_COLUMNS),
        scratch=repeated(scratch, games, SCRATCH_COLUMNS),
        root=repeated(new_root(game), games),
        samples=repeated(new_samples(game, sample_seats, decisions), games),
        states=new_array(game.state, games),
        numbers=new_array(np.int64, games),
        turns=new_array(np.int64, games),
        counts=new_array(np.int64, games),
    )
    return share_words(game, memory)


def share_words(game: Game, memory: Games) -> Games:
    """The same memory with positions and observations that share theirs with words, as on the processor."""
    scratch, words = memory.scratch, memory.buffers.seen_words
    rows = scratch.words.view(np.int16)[:, : game.observation_size]
    accumulators = scratch.accumulators._replace(rows=scratch.accumulators.words.view(np.int16))
    return memory._replace(
        buffers=memory.buffers._replace(seen=words.view(game.state)),
        scratch=scratch._replace(row=rows, accumulators=accumulators),
    )


def repeated(arrays: Any, games: int, columns: tuple[str, ...] = ()) -> Any:
    """A NamedTuple of arrays on the GPU with a row for each game (or a column, for some names), each like one of `arrays`."""

    def for_games(name: str, one: Any) -> Any:
        if isinstance(one, tuple):
            return repeated(one, games, columns)
        return new_array(one.dtype, *((*one.shape, games) if name in columns else (games, *one.shape)))

    return type(arrays)(*map(for_games, arrays._fields, arrays))


def new_array(kind: Any, *shape: int) -> Any:
    return np.zeros(shape, kind) if is_simulated() else find_cuda().device_array(shape, kind)
