"""Entries are fitted to themselves; compiled code of others that calls the same rules must not meet theirs."""

import numba

from seaboard.core.rule import entry, seldom


@seldom
def twice(number, unused):
    """Not copied into its callers, and with something that nobody uses: an entry leaves that out."""
    return 2 * number


def tried(number):
    return twice(number, 1) + twice(number + 1, number)


def test_a_rule_of_an_entry_is_not_taken_for_the_same_rule_elsewhere():
    assert entry(tried, None)(3) == tried(3) == 14
    assert numba.njit(tried)(3) == 14
    assert entry(tried, None)(4) == 18
