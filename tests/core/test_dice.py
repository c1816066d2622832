"""Chance: the published test vectors of SipHash-2-4, and uniform draws."""

import numpy as np

from seaboard.core.dice import (
    CHANCE_FIELDS,
    U,
    count_sums_up_to,
    draw,
    hex_of,
    hide_chance,
    key_of,
    pick,
    prefix_sums,
    set_key,
    siphash,
    sum_before,
)
from seaboard.core.rule import record_dtype

RECORD = record_dtype([*CHANCE_FIELDS])


def record(seed=1):
    s = np.zeros(1, RECORD)[0]
    set_key(s, key_of(seed))
    return s


def test_the_published_vector_for_eight_bytes():
    """Key 00 01 ... 0f, message 00 01 ... 07, from the paper's table."""
    key_low, key_high = U(0x0706050403020100), U(0x0F0E0D0C0B0A0908)
    assert int(siphash(key_low, key_high, U(0x0706050403020100))) == 0x93F5F5799A932462


def test_a_draw_counts_and_the_same_key_gives_the_same_draws():
    one, two = record(), record()
    assert [draw(one, 1000) for _ in range(50)] == [draw(two, 1000) for _ in range(50)]
    assert one.counter == 50
    assert [draw(record(2), 1000) for _ in range(5)] != [draw(record(1), 1000) for _ in range(5)]


def test_draws_stay_in_range_and_are_about_even():
    s = record()
    counts = np.bincount([draw(s, 6) for _ in range(6000)], minlength=6)
    assert len(counts) == 6
    assert counts.min() > 850  # five standard deviations below 1000
    assert counts.max() < 1150
    assert draw(s, 1) == 0


def test_random_players_have_their_own_generator():
    generator = np.array([7], np.uint64)
    counts = np.bincount([pick(generator, 4) for _ in range(4000)], minlength=4)
    assert len(counts) == 4
    assert counts.min() > 850


def test_seeds():
    """A seed is a number or a text; 32 hexadecimal digits are the key itself; without a seed the key is random."""
    assert hex_of(key_of(7)) == hex_of(key_of("7"))
    assert hex_of(key_of("0123456789abcdef0123456789abcdef")) == "0123456789abcdef0123456789abcdef"
    assert hex_of(key_of(None)) != hex_of(key_of(None))
    assert len(hex_of(key_of("any text: Māori"))) == 32


def test_hidden_draws_reveal_nothing():
    one, two = record(1), record(2)
    draw(one, 3)
    hide_chance(one)
    hide_chance(two)
    assert one.tobytes() == two.tobytes()


def test_the_nth_item_of_eight_counts():
    """Compared with counting one by one, also with empty counts, with 127 items, and with those of a ninth count."""
    for counts in ([0, 3, 0, 0, 1, 9, 0, 2], [127, 0, 0, 0, 0, 0, 0, 0], [0] * 7 + [127], [15, 16] * 4):
        sums = prefix_sums(np.array([7, *counts], np.int8), 1)
        items = [i for i, count in enumerate(counts) for _ in range(count)]
        assert [count_sums_up_to(sums, n) for n in range(len(items))] == items
        assert [sum_before(sums, i) for i in range(9)] == [sum(counts[:i]) for i in range(9)]
        assert len(items) == 127 or count_sums_up_to(sums, len(items)) == 8
