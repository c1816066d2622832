"""Kaivai keeps the contract of the seam (core/seam.py), and no view shows a secret choice."""

from seaboard.games import find_game
from seaboard.games.kaivai.layout import NOT_CHOSEN
from seaboard.testing import check_game, scramble_chance


def scramble(s, box, seat, chance):
    """Another future, and other secret choices of the others."""
    scramble_chance(s, box, seat, chance)
    for other in range(int(box.players)):
        if other != seat and s.players[other].chosen != NOT_CHOSEN:
            s.players[other].chosen = chance.randint(0, int(s.players[other].influence))


def test_the_contract():
    """With a seed whose random game has choices in secret."""
    check_game(find_game("kaivai"), seed=3, every=40, options=[{}], scramble=scramble)
