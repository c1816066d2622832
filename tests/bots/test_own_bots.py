"""Custom bots: a class with `choose`, named by module or from a plug-in."""

import sys
from typing import Any

import pytest

from seaboard import terminal
from seaboard.bots import NAMES, all_bots, is_class_path, new_bot
from seaboard.bots.network.network_files import about_network, random_weights, save_network
from seaboard.core.errors import BadOption, BadPlugin
from seaboard.games import find_game
from seaboard.lab.arena import finished_games, new_tournament
from seaboard.match import Match
from seaboard.table.tables.bots_offered import bot_texts, bots_offered, offered_for

from ..plugin import forget

CODE = '''
class First:
    """A bot with the only required method."""

    def choose(self, seen, actions, cancelled=None):
        return actions[0]

class Nth:
    NUMBER = "n"

    def __init__(self, box, seed=None, n=1, threads=None):
        self.box, self.seed, self.n, self.threads = box, seed, n, threads

    def choose(self, seen, actions, cancelled=None):
        return actions[min(self.n, len(actions)) - 1]

class NoBot:
    pass

class Fails:
    def __init__(self):
        raise TypeError("a mistake of its own")

    def choose(self, seen, actions, cancelled=None):
        return actions[0]
'''
MATCH = Match(find_game("maori"), seed=1)


def bot(name, **settings):
    return new_bot(name, MATCH.game, MATCH.box, 7, **settings)


@pytest.fixture
def bots_folder(tmp_path, monkeypatch):
    """The current folder, with a module of bots in it."""
    (tmp_path / "mine.py").write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("mine", None)
    forget()


def test_a_class_with_choose_is_a_bot(bots_folder):
    assert bot("mine:First", threads=1).choose(MATCH.view(0), [5, 6]) == 5


def test_a_bot_gets_the_arguments_that_it_names(bots_folder):
    made = bot("mine:Nth", threads=3)
    assert (made.box is MATCH.box, made.seed, made.n, made.threads) == (True, 7, 1, 3)
    assert bot("mine:Nth:2").n == bot("mine:Nth,n=2").n == 2
    assert bot("mine:Nth,n=9", n=4).n == 9


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine:Nobody", "no bot 'mine:Nobody': AttributeError"),
        ("nowhere_at_all:First", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("mine:NoBot", "no class with a method `choose`"),
        ("mine:CODE", "AttributeError"),
        ("os:getcwd", "no class with a method `choose`"),
        ("mine:First,wit=3", "'mine:First,wit=3' is not a bot: takes no arguments"),
        ("mine:Nth,wit=3", "is not a bot: .*wit"),
        ("mine:First:3", "write search:1000"),
        ("mine:Fails", "'mine:Fails' is not a bot: a mistake of its own"),
        ("mine.py", "choose easy, normal.* or module:Class"),
    ],
)
def test_a_class_that_is_not_a_bot_is_reported(name, message, bots_folder):
    with pytest.raises(BadOption, match=message):
        bot(name)


def test_class_paths_are_distinguished_from_names():
    for name in ("mine:First", "a.b.c:D", "mine:First:20", "mine:First,n=3"):
        assert is_class_path(name)
    for name in ("search:2000", "search:2000,explore=0.5", "search:many", "easy", "", "a b:c"):
        assert not is_class_path(name)


def test_the_arena_and_its_processes_find_it(bots_folder):
    tournament = new_tournament("maori", {}, ["mine:First", "mine:Nth:2"], 2)
    results = [result for _, result in finished_games(tournament, 2)]
    assert sorted(result["k"] for result in results) == [0, 1]


def test_a_package_adds_a_bot_under_a_name(plug_in):
    plug_in("robots", {"seaboard.bots": {"first": "robots:First", "nth": "robots:Nth"}}, CODE)
    assert all_bots() == (*NAMES, "first", "nth")
    assert bot("First").choose(MATCH.view(0), [3, 4]) == 3
    assert bot("nth:2").n == 2
    with pytest.raises(BadOption, match="net, first or nth, or module:Class"):
        bot("wizard")


def test_a_broken_bot_is_reported_and_the_others_still_work(plug_in, capsys):
    entries = {"nobot": "robots:NoBot", "missing": "robots:Missing", "search": "robots:First", "first": "robots:First"}
    plug_in("robots", {"seaboard.bots": entries}, CODE)
    assert all_bots() == (*NAMES, "first")
    message = capsys.readouterr().err.splitlines()
    assert len(message) == 3
    assert any("'search' of the package robots 1.0 cannot be used: Seaboard already has this name" in line for line in message)
    with pytest.raises(BadPlugin, match="no class with a method `choose`"):
        bot("nobot")
    assert type(bot("search:1")).__name__ == "Search"


def test_processes_find_a_bot_of_a_plug_in(plug_in):
    plug_in("robots", {"seaboard.bots": {"first": "robots:First"}}, CODE)
    tournament = new_tournament("maori", {}, ["first", "random"], 2)
    assert sorted(result["k"] for _, result in finished_games(tournament, 2)) == [0, 1]


@pytest.fixture
def network(tmp_path, monkeypatch):
    """A network for Māori in the current folder; its file name has capitals."""
    weights = random_weights(MATCH.game, width=16, half=8, last=8)
    save_network(tmp_path / "Mine" / "Best.npz", weights, about_network(MATCH.game))
    monkeypatch.chdir(tmp_path)
    return "net,file=Mine/Best.npz"


def test_a_network_file_is_a_bot(network):
    made: Any = bot(network)
    assert made.net is not None
    assert bot("net:3,file=Mine/Best.npz").choose(MATCH.view(MATCH.mover), MATCH.actions()) in MATCH.actions()
    tournament = new_tournament("maori", {}, [network, "random"], 2)
    assert sorted(result["k"] for _, result in finished_games(tournament, 2)) == [0, 1]


def test_a_network_file_plays_in_the_terminal_and_is_offered_at_the_table(network):
    (_, name) = terminal.bot_names([network], 1, 2)
    made: Any = terminal.bot_from_name(name, MATCH)
    assert made.net is not None
    assert bots_offered([network])["best"] == network
    with pytest.raises(BadOption, match=r"there is no file Mine/Worst\.npz"):
        bots_offered(["net,file=Mine/Worst.npz"])
    with pytest.raises(BadOption, match="there is no file"):
        new_tournament("maori", {}, ["net:400,file=nowhere.npz"], 1)


def test_a_personality_is_offered_where_its_category_counts():
    offered = bots_offered()
    assert {"builder", "shareholder", "fisher"} <= offered_for(offered, find_game("nusfjord")).keys()
    assert not {"builder", "shareholder", "fisher"} & offered_for(offered, find_game("maori")).keys()
    assert dict(bot_texts(offered))["fisher"] == "fisher"
