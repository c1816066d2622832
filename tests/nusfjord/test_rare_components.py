"""Positions with rare components (rare.py) are as sound as those of random games, whatever follows."""

import numpy as np
import pytest

from seaboard.games.nusfjord.layout import ELDER_NUMBERS
from seaboard.match import Match

from ..sampling import some
from . import rare
from .digests import choose
from .invariants import check_all
from .table import GAME

POSITIONS = list(rare.positions())
MOVES = 25
LAST_CARD = """
game = "nusfjord"
players = 2
mixed = ["trout", "mackerel", "plaice"]
mover = 1
[[player]]
fish = 9
buildings = { b1 = 213, b2 = 654 }
[[player]]
"""
EDGES = (1, 18, 21, 32, 41, 54)  # the first and the last A, B and C of a deck


def test_every_elder_and_the_edge_cards_of_every_deck_are_among_them():
    elders = {elder for m in POSITIONS for elder in range(1, ELDER_NUMBERS) if m.s.elder_at[elder] >= 10}
    owned = {int(m.box.cards[card].number) for m in POSITIONS for card in m.s.players[0].harbour if card}
    assert elders == set(range(1, ELDER_NUMBERS))
    assert owned >= {100 * deck + edge for deck in range(1, 8) for edge in EDGES}


@pytest.mark.parametrize("n", some(list(range(len(POSITIONS)))))
def test_all_following_positions_are_sound(n):
    m = POSITIONS[n].copy()
    generator = np.array([n], np.uint64)
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()
    for step in range(MOVES):
        check_all(m, step % 5 == 0)
        if m.over:
            break
        GAME.apply(m.s, m.box, choose(m.actions(), generator, True))


@pytest.mark.rule("N12.2")
def test_the_owner_of_the_last_card_of_a_mixed_game_is_asked_about_effects():
    """The lines behind the last card are not looked for: there are none."""
    m = Match.from_position(LAST_CARD)
    m.play("gold")
    assert m.moves() == ["decline", "use 213"]
    assert Match.from_position(m.position()).moves() == m.moves()
