"""Each entry point has its own specialised rules; another entry point must not link to them."""

import numba
import numpy as np

from seaboard.core.rule import cold, compiled_entry, noalias


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
    copying, row, out = (
        compiled_entry(lambda row, out: spread(row, out), None),
        np.arange(-8, 8, dtype=np.int8),
        np.zeros(16, np.int16),
    )
    copying(row, out)
    assert out.tolist() == row.tolist()
    assert all(" x i8>" in optimised for optimised in copying.inspect_llvm().values())
