"""Compiled bots choose as interpreted bots do, and the better bots win. All games are seeded."""

import json
import os
import subprocess
import sys

import pytest

from seaboard.bots import new_bot
from seaboard.bots.network.stamp import TOLERANCE, largest_difference
from seaboard.games import NAMES, find_game
from seaboard.lab.arena import Meeting, play_game
from seaboard.lab.ratings import standings
from seaboard.match import Match

CHOICES = """
import json, sys
from seaboard.match import Match
from seaboard.games import find_game
found = {}
for name in sys.argv[1:]:
    match = Match(find_game(name), seed=4)
    found[name] = [[hint.action, hint.visits, hint.points] for hint in match.hint("search:12,turns=3")]
print(json.dumps(found))
"""


def test_an_interpreted_search_gives_the_same_figures():
    """Same seeds, same simulations, same figures."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", CHOICES, *NAMES]
    interpreted = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    for name in NAMES:
        hints = Match(find_game(name), seed=4).hint("search:12,turns=3")
        compiled = {hint.action: (hint.visits, hint.points) for hint in hints}
        assert {action: (visits, tuple(points)) for action, visits, points in interpreted[name]} == compiled


NETWORKS = """
import json
from seaboard.bots.network.network_files import FOLDER
from seaboard.bots.network.player import NetSearch
from seaboard.bots.network.stamp import *
found = []
for file in sorted(FOLDER.glob("*.npz")):
    about = read_network(file)[1]
    game, setups = find_game(about["game"]), reference_setups(about)
    box = box_of(game, setups[-1])
    seen, actions = reference_position(game, box, 1)
    hints = NetSearch(game, box, 3, simulations=8).hint(seen, actions)
    found.append([references(game, setups, file), [[hint.action, hint.visits] for hint in hints]])
print(json.dumps(found))
"""


def test_networks_compute_the_same_interpreted_and_compiled():
    """Up to 1e-4, since floats are summed in another order."""
    found = []
    for interpreted in ("1", "0"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        command = [sys.executable, "-c", NETWORKS]
        found.append(json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout))
    for (one, tried), (other, tried_too) in zip(*found, strict=True):
        assert largest_difference(one, other) <= TOLERANCE
        assert tried == tried_too


def share(game, options, bots, games):
    meeting = Meeting(tuple(bots), games, "small")
    for k in range(games):
        meeting.results[k] = play_game(game, find_game(game).choose(**options), bots, "small", k)
    return standings(meeting)[0].share


@pytest.mark.parametrize(
    ("bots", "least"),
    [(("greedy", "random"), 0.9), (("search:100", "greedy"), 0.9), (("normal", "easy"), 0.6), (("easy", "random"), 0.9)],
    ids=str,
)
def test_the_better_bot_wins_in_maori(bots, least):
    assert share("maori", {"players": 2}, bots, 10) >= least


@pytest.mark.parametrize(
    ("game", "bots"), [("nusfjord", ("search:60", "random")), ("kaivai", ("search:60", "random", "random"))]
)
def test_a_search_beats_random_players(game, bots):
    assert share(game, {"players": len(bots)}, bots, 6) >= 0.8


@pytest.mark.parametrize("name", NAMES)
def test_every_level_plays_a_whole_game(name):
    """Each seat has another level, with a smaller budget than usual."""
    match = Match(find_game(name), seed=2)
    levels = ("easy", "normal", "strong", "expert")
    bots = [new_bot(f"{levels[(seat + 1) % 4]}:20", match.game, match.box, seed=seat) for seat in range(match.seats)]
    while match.mover is not None:
        match.play(bots[match.mover].choose(match.view(match.mover), match.actions()))
    assert match.places().count(1) >= 1


def test_many_threads_share_one_decision():
    match = Match(find_game("maori"), seed=2)
    bot = new_bot("search:400", match.game, match.box, seed=1, threads=4)
    chosen = bot.choose(match.view(match.mover), match.actions())
    again = new_bot("search:400", match.game, match.box, seed=1, threads=4)
    assert again.choose(match.view(match.mover), match.actions()) == chosen
