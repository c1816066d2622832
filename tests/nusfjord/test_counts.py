"""Counts of move sequences from fixed positions, and digests of seeded games: whatever changes, changes these.

Rules version 0. A number here changes only with the rules or the components. `python -m tests.nusfjord.digests` prints the
digests.
"""

import pytest

from seaboard.match import Match

from .digests import GAMES, digest_of_game
from .table import GAME, new

MIDDLE = """
game = "nusfjord"
players = 2
deck = "mackerel"
seed = "000102030405060708090a0b0c0d0e0f"
round = 5
start_player = 1
mover = 1
plates = 3
display = [201, 210, 223, 231]
supply = {sloop = 1, cutter = 2, schooner = 3}

[[player]]
wood = 7
fish = 5
gold = 4
reserve = {fish = 3}
ships = {sloop = 2, cutter = 1}
elders = ["builder", "sailor"]
elder_fish = {sailor = 2}
buildings = {b1 = 213, a2 = 216}
strips = {c2 = 2, c3 = 1}
hand = [241, 244]

[[player]]
fish = 9
shares = [0, 2]
elders = ["harbour-master"]
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


@pytest.mark.parametrize(("depth", "sequences"), [*enumerate([10, 70, 446], 1)])
def test_sequences_of_moves_from_the_set_up_of_seed_7(depth, sequences):
    assert count(new(7), depth) == sequences


@pytest.mark.parametrize(("depth", "sequences"), [*enumerate([13, 54, 356], 1)])
def test_sequences_of_moves_from_the_middle_of_a_game(depth, sequences):
    assert count(Match.from_position(MIDDLE), depth) == sequences


DIGESTS = [
    (40, "b46576bdff1a0190"),
    (49, "10ace142cebebb2d"),
    (69, "1e438ef8bdfb944f"),
    (78, "76f2cb1411a7215f"),
    (128, "2757fa6d11cdd50b"),
    (173, "de9d76474ec06fb2"),
    (198, "a3652f8d18aa9afd"),
    (207, "efa86d7f8393b1a5"),
    (146, "7cfaffc96f4cc53d"),
    (85, "71369bdfcd58feea"),
    (171, "8db04561b8758377"),
    (42, "e018f9c5779fd7d9"),
    (120, "9cf22f5b91dc29d6"),
    (77, "5f2c371ba707b4dc"),
    (121, "80e9ac67ba862e99"),
]


@pytest.mark.parametrize(("game", "expected"), [*zip(GAMES, DIGESTS, strict=True)])
def test_seeded_games_have_the_same_digests(game, expected):
    assert GAME.rules_version == 1, "the digests belong to version 1"
    assert digest_of_game(GAME, *game) == expected
