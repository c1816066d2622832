"""Counts of move sequences from fixed positions, and digests of seeded games: any change of the rules changes them.

They belong to rules version 1 and the standard components. `python -m tests.maori.digests` prints the digests.
"""

import pytest

from seaboard.match import Match

from .digests import GAMES, digest_of_game
from .table import GAME, label, new

MIDDLE = """
game = "maori"
players = 2
level = "pro"
board = "atoll"
seed = "000102030405060708090a0b0c0d0e0f"
explorer = "right 2"
decision = "steps"
setter = 2
round = 9
draws = 40
removed = ["~", "o2p"]
display = ["<1p  >2p  ~b      =2p", "~2s  v1pl volcano ^2p", "o1ph |2pb >1pl    <2ph", "^1pl ~    ~s      v2p"]

[[player]]
shells = 2
stored = "v1ph"
ship = "c2"
tiles = [". .   ~s   .   .", ". >1p <1pl  .   .", ". .   v2p .   .", ". .   ^1p  o1p ."]

[[player]]
shells = 1
ship = "d3"
tiles = ["~b ~ .    .   .", ".  . =1p  <1p .", ".  . o1pb ~b  .", ".  . .    .   ."]
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


# 16 places for the ship; 2 boats and 5 shells allow 1 to 7 steps; after these 7 there are 29 actions together: take an
# affordable tile (22), which goes to 16 spaces or the storage, or pass (7), after which the next player has 1 to 7 steps
@pytest.mark.parametrize(("depth", "sequences"), [*enumerate([16, 16 * 7, 16 * 29, 16 * (22 * 17 + 7 * 7)], 1)])
def test_sequences_of_moves_from_the_setup_of_seed_7(depth, sequences):
    assert count(new(7), depth) == sequences


@pytest.mark.parametrize(("depth", "sequences"), [*enumerate([3, 27, 159, 1047, 6285], 1)])
def test_sequences_of_moves_from_the_middle_of_a_game(depth, sequences):
    assert count(Match.from_position(MIDDLE), depth) == sequences


DIGESTS = [
    (244, "b431a671f788bdb9"),
    (287, "acbf579aa5dc5ecc"),
    (197, "69ddc6bba59927e9"),
    (317, "a5394786e52aad80"),
    (283, "cd7731e6eab0b514"),
    (421, "997ab862171479d6"),
    (468, "c56b31d7d947a7ac"),
    (221, "c41af6be5b0812e3"),
    (476, "2987eeb771f7c1b5"),
]


@pytest.mark.parametrize(("game", "expected"), [*zip(GAMES, DIGESTS, strict=True)], ids=[label(row[0]) for row in GAMES])
def test_seeded_games_have_the_same_digests(game, expected):
    assert GAME.rules_version == 1, "the digests belong to version 1"
    assert digest_of_game(GAME, *game) == expected
