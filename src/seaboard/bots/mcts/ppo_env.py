"""The environment of PPO: many games in parallel in compiled code, each stopped at decisions between several actions."""

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
    """A row for each game. Observations are the mover's; results are by seat of the table (0 is seat 0)."""

    states: np.ndarray
    numbers: np.ndarray  # int64: which game of the series is played
    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat from the mover on
    counts: np.ndarray  # int16: number of legal actions
    actions: np.ndarray  # int16: the legal actions
    priors: np.ndarray  # float32: log(1 + the game's `prefer`) of each legal action
    movers: np.ndarray  # int64
    boxes: np.ndarray  # int16: the number of the game's setup
    inputs: np.ndarray  # the sparse encoding of the observation (training/sparse_encoding.py): row numbers
    amounts: np.ndarray  # and their factors
    identities: np.ndarray  # the identities of the legal actions
    results: np.ndarray  # float32: win, margin and points by kind of each seat, of this row's last finished game
    done: np.ndarray  # float32: 1 if that game ended in the last step


def new_vector_env(game: Game, seats: int, games: int, inputs: int) -> VectorEnv:
    return VectorEnv(
        states=np.zeros(games, game.state),
        numbers=np.arange(games) - games,
        rows=np.zeros((games, game.observation_size), np.int16),
        sheets=np.zeros((games, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(games, np.int16),
        actions=np.zeros((games, game.max_legal), np.int16),
        priors=np.zeros((games, game.max_legal), np.float32),
        movers=np.zeros(games, np.int64),
        boxes=np.zeros(games, np.int16),
        inputs=np.zeros((games, inputs), np.int16),
        amounts=np.zeros((games, inputs), np.float32),
        identities=np.zeros((games, game.max_legal), np.int16),
        results=np.zeros((games, seats, POINTS + len(game.score_kinds)), np.float32),
        done=np.zeros(games, np.float32),
    )


def step_games(env, search, boxes, first, last, chosen, seed):
    """Steps games `first` to `last` - 1: plays action number `chosen[i]` of their lists; -1 starts a game.

    All have the same number of players; `boxes` has the box of each setup.
    """
    while first < last:
        setup, end = int(env.boxes[first]), first + 1
        while end < last and env.boxes[end] == setup:
            end += 1
        setup_search = NetworkSearch(search.tree, search.buffers, search.settings, boxes[setup], search.net, search.scratch)
        step_setup(env, setup_search, first, end, chosen, seed)
        first = end


def step_setup(env, search, first, last, chosen, seed):
    """The same for games of one setup."""
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
    """Starts the next game of this row's series."""
    env.numbers[i] += env.numbers.shape[0]
    seed_game(seed, env.numbers[i], search.buffers.key, search.buffers.generator)
    start(env.states[i], search.box, search.buffers.key)


def advance(env, search, seed, i):
    """Continues to a decision between several actions, if necessary in the next game. Returns the number of actions."""
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
    """Writes how the game ended, by seat."""
    env.done[i] = 1
    for seat in range(buffers.result.shape[0]):
        env.results[i, seat, WIN] = buffers.wins[seat]
        env.results[i, seat, MARGIN] = buffers.margins[seat]
        for kind in range(buffers.kinds.shape[1]):
            env.results[i, seat, POINTS + kind] = buffers.kinds[seat, kind]


@rule
def write_row(env, scratch, i, seat, count):
    """Writes the mover's inputs."""
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
