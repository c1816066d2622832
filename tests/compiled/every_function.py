"""Calls each function of the seam throughout many games; to be run with NUMBA_BOUNDSCHECK=1, which checks every index.

The games start at set-up, with every pair of choices of two options, and from the positions with rare components
(tests/GAME/rare.py).
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

from seaboard.core.dice import key_of, pick
from seaboard.core.game import Game
from seaboard.core.seam import apply, legal, mover, observe, prefer, problem, redeal, score_sheet, tie_break, view
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.testing import choices_of, first_allowed

ACTIONS = 0  # bound per game
CHECK_ALL_EVERY = 5  # `problem` is called for every action in one of this many positions
GAMES = 3  # played to the end from each position


def play_on(states, box, key, generator, out, seen, row, sheet):
    """Plays each game to its end at random; returns the number of decisions."""
    moves = 0
    for i in range(len(states)):
        s = states[i]
        while mover(s) >= 0:
            n = legal(s, box, out)
            action = int(out[pick(generator, n)])
            prefer(s, box, action)
            if moves % CHECK_ALL_EVERY == 0:
                for other in range(-1, ACTIONS + 1):
                    problem(s, box, other)
            seat = mover(s)
            view(s, box, seat, seen[0])
            observe(seen[0], box, seat, row)
            score_sheet(s, box, sheet)
            redeal(seen[0], box, key)
            legal(seen[0], box, out)
            apply(seen[0], box, action)
            apply(s, box, action)
            moves += 1
        for seat in range(int(box.players)):
            tie_break(s, box, seat)
    return moves


def every_pair_of_choices(game: Game) -> Iterator[dict[str, Any]]:
    choices = [(option.name, choice) for option in game.options[1:] for choice in choices_of(option)]
    pairs = [{name: choice, other: value} for (name, choice), (other, value) in combinations(choices, 2) if name != other]
    for players in game.options[0].choices:
        for given in [{}, *pairs]:
            if options := first_allowed(game, given, (players,)):
                yield options


def start_positions(game: Game) -> Iterator[tuple[np.record, np.record]]:
    """The positions to start from, with their boxes."""
    for n, options in enumerate(every_pair_of_choices(game)):
        match = Match(game, seed=n, **options)
        yield match.s, match.box
    for match in import_module(f"tests.{game.name}.rare").positions():
        yield match.s, match.box


def main(name: str) -> None:
    game = find_game(name)
    play = game.compiled(play_on, ACTIONS=game.num_actions)
    seen, out = np.zeros(1, game.state), np.zeros(game.max_legal, np.int16)
    row, sheet = np.zeros(game.observation_size, np.int16), np.zeros((8, len(game.score_kinds)), np.int32)
    positions = moves = 0
    for s, box in start_positions(game):
        states = np.repeat(s.reshape(1), GAMES)
        moves += play(states, box, key_of(positions), np.array([positions], np.uint64), out, seen, row, sheet)
        positions += 1
    print(f"{name}: {positions} positions, {moves} decisions")
