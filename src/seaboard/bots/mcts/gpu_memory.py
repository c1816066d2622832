"""The memory of a search of many games on a GPU (gpu_selfplay.py).

Thread i uses row i of most arrays. What the threads of a warp read at the same time is in columns instead, one for each game:
such accesses are coalesced. The first layer of the network is in rows, since there the threads of a block work on one game.
"""

from typing import Any, NamedTuple

import numpy as np

from ...core.cuda import find_cuda, is_simulated
from ...core.game import Game
from ...core.rule import rule
from .network import Accumulators, Net, Scratch, new_scratch
from .selfplay import Root, Samples, new_root, new_samples
from .tree import Buffers, Tree, new_buffers, new_tree

MAX_CHILDREN = 24  # mean number of children of an expanded node for which the trees have room

# arrays with a column for each game
BUFFER_COLUMNS = ("children", "weights")
SCRATCH_COLUMNS = ("row", "points", "values", "heuristic")
ACCUMULATOR_COLUMNS = ("rows", "points")


class Progress(NamedTuple):
    """How far each game is: arrays with an item for each game."""

    task: np.ndarray  # what it waits for (gpu_selfplay.py)
    step: np.ndarray  # its next step in a simulation
    left: np.ndarray  # [0]: the number of games that are not over
    # the decision, as in `search_root`
    simulations: np.ndarray
    choices: np.ndarray  # number of legal actions at the root
    done: np.ndarray
    running: np.ndarray
    first: np.ndarray
    k: np.ndarray
    turn: np.ndarray
    each: np.ndarray
    forced: np.ndarray
    # the simulation, as in `descend`
    node: np.ndarray
    depth: np.ndarray
    seat: np.ndarray  # the mover, or the seat whose accumulator is computed
    n: np.ndarray  # number of legal actions


class Changes(NamedTuple):
    """The inputs of each game that differ from its accumulator: arrays with a column for each game."""

    gained: np.ndarray  # rows of weights to add
    lost: np.ndarray  # rows of weights to subtract
    number: np.ndarray  # of these rows, by game
    steep: np.ndarray  # inputs above their largest row
    steps: np.ndarray  # by how many steps more than before
    steep_number: np.ndarray  # of these inputs, by game


class Games(NamedTuple):
    """The memory of games in parallel."""

    tree: Tree
    buffers: Buffers
    scratch: Scratch
    changes: Changes
    root: Root
    samples: Samples
    progress: Progress
    states: np.ndarray
    words: np.ndarray  # the memory of `buffers.states` as words
    numbers: np.ndarray  # of the game in its series, which seeds it
    turns: np.ndarray  # the number of the position, counted from 1
    counts: np.ndarray  # the number of samples


class GpuSearch(NamedTuple):
    """What the functions of a search need of one game, except its network."""

    tree: Tree
    buffers: Buffers
    settings: np.record
    box: np.record
    scratch: Scratch


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
    accumulators = Accumulators(before.rows[:, :, i], before.words[i], before.points[:, :, i], before.hidden[i])
    return Scratch(
        scratch.seen[i],
        scratch.row[:, i],
        scratch.words[i],
        scratch.sheet[i],
        scratch.points[:, i],
        accumulators,
        scratch.gained[i],
        scratch.lost[i],
        scratch.hidden[i],
        scratch.active[i],
        scratch.narrow[i],
        scratch.last[i],
        scratch.values[:, i],
        scratch.heuristic[:, i],
        scratch.logits[i],
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


def new_games(
    game: Game, seats: int, largest_net: Net, sample_seats: int, games: int, decisions: int, simulations: int
) -> Games:
    """The memory of `games` games on the GPU, each with at most `decisions` samples. It is not initialised."""
    nodes = (simulations + 1) * min(MAX_CHILDREN, game.max_legal) + game.max_legal
    tree, one, words = new_tree(game, seats, 1), small_scratch(game, seats, largest_net), game.state.itemsize // 8
    states = new_array(np.uint64, games, 2, words)
    buffers = repeated(new_buffers(game, seats), games, BUFFER_COLUMNS)
    scratch = repeated(one, games, SCRATCH_COLUMNS)
    return Games(
        tree=repeated(tree, games)._replace(
            nodes=new_array(tree.nodes.dtype, games, nodes),
            values=new_array(tree.values.dtype, games, nodes, seats),
            squares=new_array(tree.squares.dtype, games, nodes, seats),
        ),
        buffers=buffers._replace(states=states.view(game.state).reshape(games, 2)),
        scratch=scratch._replace(accumulators=repeated(one.accumulators, games, ACCUMULATOR_COLUMNS)),
        changes=new_changes(game.observation_size, games),
        root=repeated(new_root(game), games),
        samples=repeated(new_samples(game, sample_seats, decisions), games),
        progress=Progress(*(new_array(np.int32, games) for _ in Progress._fields)),
        states=new_array(game.state, games),
        words=states,
        numbers=new_array(np.int64, games),
        turns=new_array(np.int64, games),
        counts=new_array(np.int64, games),
    )


def small_scratch(game: Game, seats: int, net: Net) -> Scratch:
    """A `Scratch` without what only the processor uses."""
    scratch, unused = new_scratch(game, seats, net), ("words", "gained", "lost", "hidden", "active", "narrow", "last", "logits")
    accumulators = scratch.accumulators
    return scratch._replace(
        accumulators=accumulators._replace(rows=accumulators.rows[:, : game.observation_size], words=accumulators.words[:1]),
        **{name: getattr(scratch, name)[:1] for name in unused},
    )


def new_changes(most: int, games: int) -> Changes:
    kinds = {"steps": np.float32}
    sizes = {"number": (games,), "steep_number": (games,)}
    return Changes(*(new_array(kinds.get(name, np.int32), *sizes.get(name, (most, games))) for name in Changes._fields))


def repeated(arrays: Any, games: int, columns: tuple[str, ...] = ()) -> Any:
    """A NamedTuple of arrays on the GPU with a row for each game (or a column, for some names), each like one of `arrays`."""

    def for_games(name: str, one: Any) -> Any:
        if isinstance(one, tuple):
            return repeated(one, games, columns)
        return new_array(one.dtype, *((*one.shape, games) if name in columns else (games, *one.shape)))

    return type(arrays)(*map(for_games, arrays._fields, arrays))


def new_array(kind: Any, *shape: int) -> Any:
    return np.zeros(shape, kind) if is_simulated() else find_cuda().device_array(shape, kind)
