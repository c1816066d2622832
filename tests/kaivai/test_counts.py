"""Counts of move sequences from fixed positions, and digests of seeded games: any change of the rules changes them.

They belong to rules version 1 and the standard components. `python -m tests.kaivai.digests` prints the digests.
"""

import pytest

from seaboard.match import Match

from .digests import GAMES, digest_of_game
from .table import GAME, hexes, near, new

MIDDLE = """
game = "kaivai"
players = 3
edition = "EDITION"
seed = "000102030405060708090a0b0c0d0e0f"
draws = 40
round = 4
god = "g6"
mover = 1
cult = ["a5", "a6", "m4", "m5", "f5", "g6", "i8", "e8"]
spaces = { fish = 1, move = 2 }

[[player]]
bid = 8
glory = 7
influence = 2
increase = 1
shells = [1, 0, 2, 1, 3]
fish = [0, 1, 0, 2, 0]
canoe_builder = ["g5", "h7 2"]
fisherman = ["e4", "d6"]
meeting = ["f3 1"]
canoes = ["g7", "h8"]

[[player]]
bid = 6
glory = 9
influence = 4
shells = [0, 2, 0, 0, 2]
fish = [0, 0, 0, 3, 0]
canoe_builder = ["j6", "d7"]
fisherman = ["i6"]
meeting = ["e5 3", "f8"]
canoes = ["j6", "c8", "h9"]

[[player]]
bid = 3
glory = 4
influence = 3
shells = [0, 0, 0, 4, 1]
fish = [2, 0, 0, 0, 0]
canoe_builder = ["g4 1"]
meeting = ["j7", "k3 2"]
canoes = ["h4"]
"""


def count(m: Match, depth: int) -> int:
    """The number of move sequences of a given length, with chance fixed by the key."""
    actions = m.actions()
    if depth == 1:
        return len(actions)
    before = m.s.copy()
    total = 0
    for action in actions:
        m.game.apply(m.s, m.box, action)
        total += count(m, depth - 1)
        m.s = before.copy()
    return total


def shore(m: Match) -> int:
    """The number of hexes for the first starting hut: all that are next to a cult hex, since the bases are far apart."""
    cult = hexes(m, m.s.cult)
    return len({other for name in cult for other in near(name)} - cult)


# everyone bids a different number; then the first starting hut goes next to any cult hex
def test_sequences_of_moves_from_the_setup_of_seed_7():
    assert shore(new(7)) == 46
    assert [count(new(7), depth) for depth in (1, 2, 3, 4)] == [10, 10 * 9, 10 * 9 * 8, 10 * 9 * 8 * 46]


@pytest.mark.parametrize(("edition", "sequences"), [("second", [7, 25, 150, 821, 4381]), ("first", [7, 25, 151, 823, 4414])])
def test_sequences_of_moves_from_the_middle_of_a_game(edition, sequences):
    text = MIDDLE.replace("EDITION", edition)
    if edition == "first":
        text = text.replace('"m4", "m5", ', "")  # the first edition has one extra base
    m = Match.from_position(text)
    assert [count(m, depth) for depth in (1, 2, 3, 4, 5)] == sequences


DIGESTS = [
    (106, "bfd1c1e16c2702aa"),
    (229, "74af6423632c26d6"),
    (275, "23528cc92660660e"),
    (349, "5b5e8d9901fbab87"),
    (130, "01cb38860cb62520"),
    (251, "c9e9b3f323fb73a7"),
    (268, "dbad381de70d803c"),
    (446, "792eaeb9bac6ae14"),
    (224, "41ecc03e5f8706d7"),
]


@pytest.mark.parametrize(("game", "expected"), [*zip(GAMES, DIGESTS, strict=True)], ids=[str(row[0]) for row in GAMES])
def test_seeded_games_have_the_same_digests(game, expected):
    assert GAME.rules_version == 1, "the digests belong to version 1"
    assert digest_of_game(GAME, *game) == expected
