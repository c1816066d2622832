"""A game of Māori before its decisive choice: taking the tile wins, doing nothing loses."""

from functools import cache

from seaboard.games import find_game
from seaboard.match import Match

SEED = "22"
MOVES = (
    "set top 3, ship 6, take 1, to d1, ship 1, take 2, to c2, ship 3, take 1, to a1, ship 2, take 2, to b2, ship 2, "
    "take 1, to c2, ship 2, take 1, to d2, ship 2, take 1, to c3, ship 1, take 2, to c3, ship 1, take 1, to c4, ship "
    "3, take 1, to a3, ship 1, take 1, to a3, ship 2, take 1, to b3, ship 1, take 1, to a2, ship 2, take 1, to b1, "
    "ship 1, take 1, to c1, ship 1, take 1, to b4, ship 2, take 1, to b4, ship 1, take 2, to a1, ship 1, take 1, to "
    "d4, ship 3, take 1, to d3, ship 4, take 1, to d2, ship 2, take 3, to c1, ship 1, take 1, to a4, ship 1, take 1, "
    "to c4, ship 2, take 2, to b1, ship 4, take 1, to d1, ship 5, take 1, to d3, ship 4, take 1, to a2, ship 1, take "
    "1, to b3, ship 1, take 1, to d4, ship 1, take 1, to storage, ship 5 "
)
TAKE, NOTHING = "take 1", "nothing"


@cache
def match_before_it():
    match = Match(find_game("maori"), seed=SEED)
    for move in MOVES.strip().split(", "):
        match.push(match.find(move))
    return match


def action(move, earlier=0):
    """The number of a move, n moves earlier."""
    match = match_before_it().copy()
    match.back_to(match.version - earlier)
    return match.find(move)


def play_up_to_it(table):
    """At a table with this seed where one person has both seats."""
    for version, (action, _before) in enumerate(match_before_it().history):
        answer = table.send("move", version=version, action=action)
        assert answer.status_code == 200, answer.text
