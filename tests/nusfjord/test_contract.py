"""Nusfjord keeps the contract of the seam (core/seam.py)."""

from seaboard.games import find_game
from seaboard.testing import check_game


def test_the_contract():
    check_game(find_game("nusfjord"), every=40, options=[{}])
