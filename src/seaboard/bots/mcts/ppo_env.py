"""Many games side by side in compiled code, each up to its next decision between several actions: what PPO learns from."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from ...core.dice import seed_game
from ...core.game import Game
from ...core.rule import rule
from ...core.seam import apply, legal, mover, start
from .network import write_heuristic, write_inputs
from .playout import evaluate_position
from .simulation import NETWORK_RECORDS, NetworkSearch, bound_guided
from .tree import MARGIN, POINTS, WIN


class VectorEnv(NamedTuple):
    """A row for each game. Observations are the mover's; results are by seat of the table."""

    states: np.ndarray
    numbers: np.ndarray  # int64: which game of the series is played
    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat from the mover on
    counts: np.ndarray  # int16: how many actions are allowed,
    actions: np.ndarray  # int16: which,
    priors: np.ndarray  # float32: and the logarithm of 1 + the game's `prefer` for each
    movers: np.ndarray  # int64
    boxes: np.ndarray  # int16: the number of the game's setup
    inputs: np.ndarray  # what `training/sparse_encoding.py` makes of an observation: rows,
    amounts: np.ndarray  # how much of each,
    identities: np.ndarray  # and of the legal actions: their identities
    results: np.ndarray  # float32: win, margin and points by kind of each seat, of the last game that ended here
    done: np.ndarray  # float32: 1 if that was in the last step


def new_vector_env(game: Game, seats: int, many: int, inputs: int) -> VectorEnv:
    return VectorEnv(
        states=np.zeros(many, game.state),
        numbers=np.arange(many) - many,
        rows=np.zeros((many, game.observation_size), np.int16),
        sheets=np.zeros((many, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(many, np.int16),
        actions=np.zeros((many, game.max_legal), np.int16),
        priors=np.zeros((many, game.max_legal), np.float32),
        movers=np.zeros(many, np.int64),
        boxes=np.zeros(many, np.int16),
        inputs=np.zeros((many, inputs), np.int16),
        amounts=np.zeros((many, inputs), np.float32),
        identities=np.zeros((many, game.max_legal), np.int16),
        results=np.zeros((many, seats, POINTS + len(game.score_kinds)), np.float32),
        done=np.zeros(many, np.float32),
    )


def step_games(env, search, boxes, first, last, chosen, seed):
    """Plays in games `first` to `last` - 1 the action at place `chosen[i]` of their lists; -1 begins a game.

    All have the same number of players; `boxes` are those of the setups.
    """
    while first < last:
        setup, end = int(env.boxes[first]), first + 1
        while end < last and env.boxes[end] == setup:
            end += 1
        here = NetworkSearch(search.tree, search.buffers, search.settings, boxes[setup], search.net, search.scratch)
        step_setup(env, here, first, end, chosen, seed)
        first = end


def step_setup(env, search, first, last, chosen, seed):
    """The same, in games of one setup."""
    for i in range(first, last):
        s = env.states[i]
        env.done[i] = 0
        if chosen[i] < 0:
            begin_next(env, search, seed, i)
        else:
            apply(s, search.box, int(env.actions[i, chosen[i]]))
        count = advance(env, search, seed, i)
        write_inputs(s, search.box, mover(s), search.scratch)
        write_heuristic(s, search.box, env.actions[i], count, search.scratch)
        write_row(env, search.scratch, i, mover(s), count)


def begin_next(env, search, seed, i):
    """The next game of this row's series."""
    env.numbers[i] += env.numbers.shape[0]
    seed_game(seed, env.numbers[i], search.buffers.key, search.buffers.generator)
    start(env.states[i], search.box, search.buffers.key)


def advance(env, search, seed, i):
    """Up to a decision between several actions, into the next game if need be. Returns how many actions there are."""
    s = env.states[i]
    while True:
        if mover(s) < 0:
            evaluate_position(s, search)
            write_result(env, search.buffers, i)
            begin_next(env, search, seed, i)
        count = legal(s, search.box, env.actions[i])
        if count > 1:
            return count
        apply(s, search.box, int(env.actions[i, 0]))


@rule
def write_result(env, buffers, i):
    """How the game ended, by seat."""
    env.done[i] = 1
    for seat in range(buffers.result.shape[0]):
        env.results[i, seat, WIN] = buffers.wins[seat]
        env.results[i, seat, MARGIN] = buffers.margins[seat]
        for kind in range(buffers.kinds.shape[1]):
            env.results[i, seat, POINTS + kind] = buffers.kinds[seat, kind]


@rule
def write_row(env, scratch, i, seat, count):
    """The mover's inputs."""
    env.movers[i] = seat
    env.counts[i] = count
    for k in range(scratch.row.shape[0]):
        env.rows[i, k] = scratch.row[k]
    for k in range(env.sheets.shape[1]):
        env.sheets[i, k] = scratch.points[k] if k < scratch.points.shape[0] else 0
    for k in range(count):
        env.priors[i, k] = scratch.heuristic[k]


@cache
def compiled_step_games(game: Game) -> Callable[..., None]:
    """`step_games` for one game, compiled (or from disk)."""
    bound = dict(bound_guided(game))
    for function in (begin_next, advance, step_setup):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return game.compiled(step_games, (*NETWORK_RECORDS, VectorEnv), **bound)
