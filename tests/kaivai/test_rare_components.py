"""The invariants hold in the positions with rare components (rare.py), and in those that follow."""

import numpy as np
import pytest

from ..sampling import some
from . import rare
from .digests import choose
from .invariants import check_invariants
from .table import GAME, canoes
from .test_invariants import check_moves, check_pieces, check_position

POSITIONS = list(rare.positions())
MOVES = 12


def test_a_canoe_stands_on_every_water_hex_in_one_of_them():
    assert {name for m in POSITIONS for p in (0, 1) for name in canoes(m, p)} == set(rare.WATER)


@pytest.mark.parametrize("n", some(list(range(len(POSITIONS)))))
def test_all_following_positions_are_sound(n):
    m = POSITIONS[n].copy()
    generator = np.array([n], np.uint64)
    for step in range(MOVES):
        if step % 4 == 0 or m.over:
            check_invariants(m.s, m.box)
            check_pieces(m)
            check_moves(m)
            check_position(m)
        if m.over:
            break
        GAME.apply(m.s, m.box, choose(m.actions(), generator, True))
