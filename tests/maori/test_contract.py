"""Māori keeps the contract of the seam (core/seam.py)."""

from seaboard.testing import check_game

from .table import GAME


def test_the_contract():
    check_game(GAME, every=40, options=[{"level": "advanced"}])
