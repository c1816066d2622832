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
from .simulation import NETWORK_RECORDS, bound_guided
from .tree import MARGIN, OF_SEAT, POINTS, WIN


class Tables(NamedTuple):
    """A row for each game. What is seen is seen from the mover's seat; results are by seat at the table."""

    states: np.ndarray
    numbers: np.ndarray  # int64: which game of the series is played
    rows: np.ndarray  # int16: the observation
    sheets: np.ndarray  # float32: the score sheet, seat after seat from the mover on
    counts: np.ndarray  # int16: how many actions are allowed,
    actions: np.ndarray  # int16: which,
    habits: np.ndarray  # float32: and what the game's judgement says of them
    movers: np.ndarray  # int64
    results: np.ndarray  # float32: win, margin and points of each seat, of the last game that ended here
    done: np.ndarray  # float32: 1 if that was in the last step


def new_tables(game: Game, seats: int, many: int) -> Tables:
    return Tables(
        states=np.zeros(many, game.state),
        numbers=np.arange(many) - many,
        rows=np.zeros((many, game.observation_size), np.int16),
        sheets=np.zeros((many, seats * len(game.score_kinds)), np.float32),
        counts=np.zeros(many, np.int16),
        actions=np.zeros((many, game.max_legal), np.int16),
        habits=np.zeros((many, game.max_legal), np.float32),
        movers=np.zeros(many, np.int64),
        results=np.zeros((many, seats, OF_SEAT), np.float32),
        done=np.zeros(many, np.float32),
    )


def step_tables(tables, search, first, last, chosen, seed):
    """Plays in games `first` to `last` - 1 the action at place `chosen[i]` of their lists; -1 begins a game."""
    for i in range(first, last):
        s = tables.states[i]
        tables.done[i] = 0
        if chosen[i] < 0:
            begin_next(tables, search, seed, i)
        else:
            apply(s, search.box, int(tables.actions[i, chosen[i]]))
        count = advance(tables, search, seed, i)
        write_inputs(s, search.box, mover(s), search.scratch)
        write_heuristic(s, search.box, tables.actions[i], count, search.scratch)
        write_row(tables, search.scratch, i, mover(s), count)


def begin_next(tables, search, seed, i):
    """The next game of this row's series."""
    tables.numbers[i] += tables.numbers.shape[0]
    seed_game(seed, tables.numbers[i], search.buffers.key, search.buffers.generator)
    start(tables.states[i], search.box, search.buffers.key)


def advance(tables, search, seed, i):
    """Up to a decision between several actions, into the next game if need be. Returns how many actions there are."""
    s = tables.states[i]
    while True:
        if mover(s) < 0:
            evaluate_position(s, search)
            write_result(tables, search.buffers, i)
            begin_next(tables, search, seed, i)
        count = legal(s, search.box, tables.actions[i])
        if count > 1:
            return count
        apply(s, search.box, int(tables.actions[i, 0]))


@rule
def write_result(tables, buffers, i):
    """How the game ended, by seat."""
    tables.done[i] = 1
    for seat in range(buffers.result.shape[0]):
        tables.results[i, seat, WIN] = buffers.wins[seat]
        tables.results[i, seat, MARGIN] = buffers.margins[seat]
        tables.results[i, seat, POINTS] = buffers.points[seat]


@rule
def write_row(tables, scratch, i, seat, count):
    """The mover's inputs."""
    tables.movers[i] = seat
    tables.counts[i] = count
    for k in range(scratch.row.shape[0]):
        tables.rows[i, k] = scratch.row[k]
    for k in range(scratch.points.shape[0]):
        tables.sheets[i, k] = scratch.points[k]
    for k in range(count):
        tables.habits[i, k] = scratch.heuristic[k]


@cache
def compiled_step_tables(game: Game) -> Callable[..., None]:
    """`step_tables` for one game, compiled (or from disk)."""
    bound = dict(bound_guided(game))
    for function in (begin_next, advance):
        bound[function.__name__] = rule(game.bound(function, **bound))
    return game.compiled(step_tables, (*NETWORK_RECORDS, Tables), **bound)
