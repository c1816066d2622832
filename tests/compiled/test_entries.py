"""Each entry point has its own specialised rules; another entry point must not link to them."""

import os
import pickle
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from seaboard.compiling import ensure_compiled
from seaboard.core import numba_rules
from seaboard.core.machine_code import MAX_KEYS, Prepared, describe_argument
from seaboard.core.numba_rules import compile_for_words
from seaboard.core.rule import cold, compiled_entry, noalias, record_dtype, rule
from seaboard.games import find_game

from .test_same_everywhere import run_python


@cold
def twice(number, unused):
    """A rule that is not inlined, with an unused argument, which entry points remove."""
    return 2 * number


@cold
def summed(number, by):
    total = 0
    for i in range(number):
        total += by * i
    return total


def by_two(number):
    return summed(number, 2) + summed(number + 1, 2)


def by_three(number):
    return summed(number, 3) + summed(number + 1, 3)


CACHED = """
import sys, seaboard
from seaboard.loops.random_games import play_random_games
m = seaboard.new("maori", seed=1)
m.play(m.actions()[0])
m.hint("search:5")
play_random_games(m.game, m.game.choose(), 0, 0, 1)
print([name for name in ("numba", "llvmlite") if name in sys.modules])
"""


def test_cached_code_runs_without_numba():
    """Numba would take 20 to 70 MB and a fifth of a second in each process."""
    ensure_compiled(find_game("maori"))
    assert run_python(CACHED).strip() == "['llvmlite']"


def test_the_code_of_typed_rules_comes_from_another_process():
    """As in compiling.py, where forks make it; `bit_count` is not a rule but a part of Numba."""

    @rule
    def bits(number):
        return int(number).bit_count()

    @cold
    def bits_twice(number):
        return bits(number) + bits(number + 1)

    def entry(number):
        return bits_twice(number) + bits(number)

    first = len(numba_rules.TYPED)
    numba_rules.type_entry(lambda: compiled_entry(entry, None)(7))
    typed = range(first, len(numba_rules.TYPED))
    assert len(typed) == 4  # with the function that reads the arguments
    packed = run_in_fork(lambda: numba_rules.pack_ir(typed))
    numba_rules.unpack_ir(packed)
    assert compiled_entry(entry, None)(7) == 7
    assert len(numba_rules.TYPED) == typed.stop


def run_in_fork(work):
    """The bytes that `work` returns in a fork of this process, which compiles its own names for functions."""
    read, write = os.pipe()
    if not os.fork():
        numba_rules.number_functions_from(10**9)
        with open(write, "wb") as pipe:
            pipe.write(work())
        os._exit(0)
    os.close(write)
    with open(read, "rb") as pipe:
        found = pipe.read()
    os.wait()
    return found


def test_a_rule_with_a_closure_compiles():
    """With all of Numba's passes."""

    @rule
    def largest(number):
        def double(other):
            return 2 * other

        return max(double(number), 3)

    assert [compiled_entry(lambda number: largest(number), None)(n) for n in (1, 5)] == [3, 10]


def test_light_entry_points_have_their_own_cache(tmp_path):
    usual, light = (compiled_entry(by_two, tmp_path, lightly=light) for light in (False, True))
    assert usual(5) == light(5) == 50
    assert usual.folder != light.folder


def test_rules_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(twice)) is twice


def test_each_entry_point_specialises_its_rules():
    """In each of them the rule is specialised for another constant."""
    two, three = compiled_entry(by_two, None), compiled_entry(by_three, None)
    assert [two(5), three(5), two(6), three(6)] == [50, 75, 72, 108]


def twice_both(number):
    return twice(number, 1) + twice(number + 1, number)


def test_other_code_does_not_link_to_the_rule_of_an_entry_point():
    assert compiled_entry(twice_both, None)(3) == twice_both(3) == 14
    assert numba.njit(twice_both)(3) == 14
    assert compiled_entry(twice_both, None)(4) == 18


@noalias
def spread(row, out):
    for i in range(16):
        out[i] = row[i]


def test_a_noalias_rule_copies_with_vector_instructions():
    def copying(row, out):
        spread(row, out)

    row, out = np.arange(-8, 8, dtype=np.int8), np.zeros(16, np.int16)
    compiled_entry(copying, None)(row, out)
    assert out.tolist() == row.tolist()
    assert " x i8>" in compile_for_words(copying, [describe_argument(row), describe_argument(out)]).library.get_llvm_str()


class Pair(NamedTuple):
    first: Any
    second: Any


def sum_all(number, share, pair, record, box, column):
    total = number + int(share * 8) + record.x + box[0].x
    for i in range(column.shape[0]):
        total += column[i] * pair.first[0]
    pair.second[0, 1] = total
    return total


def test_all_kinds_of_arguments_reach_compiled_code():
    """Integers, floats, tuples, records, and arrays that are not contiguous; also prepared ones."""
    places = np.array([(3, 4), (5, 6)], record_dtype([("x", np.int32), ("y", np.int32)]))
    column, pair = np.arange(12).reshape(4, 3)[:, 1], Pair(np.array([2, 0]), np.zeros((2, 2), np.int32))
    arguments = (100, 0.5, pair, places[1], places, column)
    entry = compiled_entry(sum_all, None)
    wanted = sum_all(*arguments)
    pair.second[:] = 0
    assert entry(*arguments) == wanted == pair.second[0, 1]
    assert entry(np.int64(100), np.float32(0.5), Prepared(pair), places[1], Prepared(places), column.copy()) == wanted
    assert entry.misses == 2  # a contiguous column has its own code


def test_records_that_were_pickled_are_found_by_their_layout():
    """Their dtypes are equal, not identical; the code is loaded once, and few of them are remembered."""
    entry, place = compiled_entry(lambda record: record.x, None), np.array([(3, 4)], record_dtype([("x", int), ("y", int)]))[0]
    assert {entry(pickle.loads(pickle.dumps(place))) for _ in range(200)} == {3}
    assert entry.misses == len(entry.loaded) == 1
    assert len(entry.calls) <= MAX_KEYS


@pytest.mark.parametrize("number", [-1, 300])
@pytest.mark.parametrize("width", [np.int16, np.int32, np.int64])
def test_results_of_any_width_keep_their_sign(number, width):
    place = np.array([(number,)], record_dtype([("x", width)]))[0]
    assert compiled_entry(lambda record: record.x, None)(place) == number


def test_constant_results():
    assert compiled_entry(lambda: 0, None)() == 0
    assert compiled_entry(lambda: None, None)() is None


@pytest.mark.parametrize("argument", ["word", None, 2**63, {}])
def test_other_arguments_are_refused(argument):
    entry = compiled_entry(lambda value: value, None)
    with pytest.raises(TypeError, match="compiled code cannot take"):
        entry(argument)
    assert entry(7) == 7
    with pytest.raises(TypeError, match="compiled code cannot take"):
        entry(argument)
