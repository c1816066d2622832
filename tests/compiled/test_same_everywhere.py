"""Interpreted, compiled and on a (simulated) GPU: the same source gives the same games, move for move."""

import os
import subprocess
import sys

import numpy as np
import pytest

from seaboard.core.dice import key_of, pick
from seaboard.games import NAMES, find_game
from seaboard.loops.random_games import play_random_games
from seaboard.testing import option_sets

CASES = [(name, options) for name in NAMES for options in option_sets(find_game(name))]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_compiled_rules_play_as_interpreted_ones(name, options):
    """`game.rules` are interpreted, the entry points of `game` are compiled; both make each move."""
    game, seats = find_game(name), options["players"]
    box, compiled, interpreted = game.build_box(options), game.empty_state(), game.empty_state()
    game.start(compiled, box, key_of(11))
    game.rules.start(interpreted, box, key_of(11))
    generator, out, plain_out = (
        np.array([5], np.uint64),
        np.zeros(game.max_legal, np.int16),
        np.zeros(game.max_legal, np.int16),
    )
    sheet, plain_sheet = (np.zeros((seats, len(game.score_kinds)), np.int32) for _ in range(2))
    while game.mover(compiled) >= 0:
        assert compiled.tobytes() == interpreted.tobytes()
        n = game.legal(compiled, box, out)
        assert game.rules.legal(interpreted, box, plain_out) == n
        assert out[:n].tolist() == plain_out[:n].tolist()
        action = int(out[pick(generator, n)])
        game.apply(compiled, box, action)
        game.rules.apply(interpreted, box, action)
    game.score_sheet(compiled, box, sheet)
    game.rules.score_sheet(interpreted, box, plain_sheet)
    assert sheet.tolist() == plain_sheet.tolist()
    assert [game.tie_break(compiled, box, p) for p in range(seats)] == [
        game.rules.tie_break(interpreted, box, p) for p in range(seats)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_views_and_observations_are_the_same_compiled(name):
    """At every fourth decision, for every seat. They reveal a wrong `@noalias` and other miscompiled copies."""
    game = find_game(name)
    options = game.choose()
    box, s = game.build_box(options), game.empty_state()
    seen, plain = game.empty_state(), game.empty_state()
    row, plain_row = (np.zeros(game.observation_size, np.int16) for _ in range(2))
    generator, out = np.array([7], np.uint64), np.zeros(game.max_legal, np.int16)
    game.start(s, box, key_of(3))
    decisions = 0
    while game.mover(s) >= 0:
        for viewer in range(options["players"]) if decisions % 4 == 0 else ():
            game.view(s, box, viewer, seen)
            game.rules.view(s, box, viewer, plain)
            assert seen.tobytes() == plain.tobytes()
            game.observe(seen, box, viewer, row)
            game.rules.observe(plain, box, viewer, plain_row)
            assert row.tolist() == plain_row.tolist()
            game.redeal(seen, box, key_of(4))
            game.rules.redeal(plain, box, key_of(4))
            assert seen.tobytes() == plain.tobytes()
        game.apply(s, box, int(out[pick(generator, game.legal(s, box, out))]))
        decisions += 1
    assert decisions > 20


@pytest.mark.parametrize("name", NAMES)
def test_no_index_is_out_of_bounds(name, tmp_path):
    """With Numba's bounds checks, in a separate cache."""
    code = f"""
import gc
gc.disable()  # compiling makes little garbage
from seaboard.core.numba_rules import compare_flags_quickly
compare_flags_quickly()
from seaboard.games import find_game
from seaboard.compiling import ready_files
from seaboard.lab import Batch
from seaboard.loops.random_games import play_random_games
from seaboard.testing import option_sets
from tests.compiled import every_function
game = find_game({name!r})
for file in ready_files(game).values():  # so that it compiles only what it calls
    file.parent.mkdir(parents=True)
    file.touch()
for options in option_sets(game):
    play_random_games(game, options, 1, 0, 100)
    batch = Batch(game, 10, seed=2, points=True, history=3, finals=True, rewards="margin", **options)
    for n in range(200):
        batch.pick_random()
        batch.step()
        if n % 20 == 0:
            batch.copy([0, 1], [2, 3])
            batch.deal([2, 3], numbers=n)
            batch.reset([4])
every_function.main({name!r})
"""
    run_python(code, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="1", SEABOARD_CACHE=str(tmp_path))


@pytest.mark.parametrize(
    ("name", "way", "options"),
    [
        ("maori", "GpuGames(game, options, 3, threads=2, block=2)", {}),
        ("kaivai", "SortedGames(game, options, 1, parallel=1, block=1)", {"players": 2}),
        ("nusfjord", "SortedGames(game, options, 2, parallel=1, block=1)", {"players": 1}),
    ],
)
def test_a_gpu_plays_the_same_games(name, way, options):
    """On Numba's simulator; it is slow, so there are few games."""
    code = f"""
from seaboard.games import find_game
from seaboard.lab.gpu import GpuGames
from seaboard.lab.gpu_sorted import SortedGames
game = find_game({name!r})
options = game.choose(**{options!r})
games = {way}
games.play(5, 0)
scores, moves = games.results()
print(len(scores), scores.tolist(), moves)
"""
    done = run_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").strip()
    games = int(done.split()[0])
    scores, moves = play_random_games(find_game(name), find_game(name).choose(**options), 5, 0, games)
    assert done == f"{games} {scores.tolist()} {moves}"


def test_a_gpu_sorts_games_by_what_they_do_next():
    code = """
import numpy as np
from seaboard.games import find_game
from seaboard.core import gpu_sorting
gpu_sorting.GAMES_PER_BLOCK = 8
game = find_game("kaivai")
sorter = gpu_sorting.Sorter(30, game.sort_keys + 2, block=4)
keys = np.random.default_rng(3).integers(0, game.sort_keys + 2, 30).astype(np.int16)
keys[5:9] = game.sort_keys + 1
sorter.keys.copy_to_device(keys)
sorter.sort()
order = sorter.order.copy_to_host()
assert sorted(order) == list(range(30)), order
assert (keys[order] == np.sort(keys)).all(), keys[order]
print(sorter.left(), np.count_nonzero(keys == game.sort_keys + 1))
"""
    going, resting = run_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").split()
    assert int(going) + int(resting) == 30


# The simulator waits in a busy loop, which would block its threads for long.
# Two threads that ask for the shared array at the same time would each get their own.
SIMULATOR = """
import sys
import numpy
from numba.cuda.simulator import kernelapi

def shared_array(self, shape, dtype, alignment=None):
    caller = sys._getframe(1)
    return self._allocations.setdefault((caller.f_code, caller.f_lineno), numpy.empty(shape, dtype))

kernelapi.FakeCUDAShared.array = shared_array
sys.setswitchinterval(1e-4)
"""


def run_python(code, **environment):
    """The output of this code in a new Python process."""
    if "NUMBA_ENABLE_CUDASIM" in environment:
        code = SIMULATOR + code
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
