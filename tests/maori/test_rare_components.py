"""The invariants hold in the positions with rare components (rare.py), and in those that follow."""

import numpy as np
import pytest

from seaboard.match import Match

from ..sampling import some
from . import rare
from .digests import choose
from .test_invariants import check_moves, check_pieces

POSITIONS = list(rare.positions())
MOVES = 20


def test_every_kind_of_tile_is_placed_in_one_of_them():
    laid = {int(kind) for m in POSITIONS for kind in m.s.players[0].board}
    assert laid == {0, *range(2, int(POSITIONS[0].box.kinds))}


@pytest.mark.parametrize("n", some(list(range(len(POSITIONS)))))
def test_all_following_positions_are_sound(n):
    m, removed = POSITIONS[n].copy(), 0
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()
    generator = np.array([n], np.uint64)
    for step in range(MOVES):
        check_pieces(m, removed)
        if step % 5 == 0:
            check_moves(m)
        if m.over:
            break
        action = choose(m.actions(), generator, True)
        removed += m.text(action).startswith("remove")
        m.game.apply(m.s, m.box, action)
