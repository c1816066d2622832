"""`examples/nim`, a game of another package: once installed, it works everywhere, without a change to Seaboard."""

import json

import pytest

from seaboard.games import NAMES

from ..table.server import Person, serving
from .environment import NIM, install_nim, run, seaboard


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return install_nim(tmp_path_factory.mktemp("nim") / "environment")


@pytest.fixture
def folder(python):
    """A working folder with the user's own bot."""
    return python.parents[1]


def test_it_is_a_whole_game_in_about_200_lines():
    files = [NIM / "pyproject.toml", *NIM.rglob("*.py"), *NIM.rglob("*.css"), *NIM.rglob("*.md")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) < 250


def test_its_own_tests_pass(python):
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(NIM / "tests"), folder=NIM)


def test_it_is_listed_and_positions_can_be_printed_read_and_drawn(python, folder):
    listed = json.loads(seaboard(python, "games", "--json"))
    assert [game["name"] for game in listed] == [*NAMES, "nim"]
    position = seaboard(python, "new", "nim", "--players", "3", "-o", "layout=3-4-5", "--seed", "1")
    assert "heaps = [3, 4, 5, 0]" in position
    assert "| | | | |" in seaboard(python, "show", "-", given=position)
    seaboard(python, "show", "-", "--svg", str(folder / "nim.svg"), given=position)
    assert "nim-match" in (folder / "nim.svg").read_text(encoding="utf-8")
    after = seaboard(python, "apply", "-", "take 2 from c", given=position)
    assert "heaps = [3, 4, 3, 0]" in after


@pytest.mark.parametrize("bot", ["perfect", "mine:First"])
def test_it_is_played_in_the_terminal_against_bots_of_other_packages(bot, python, folder):
    record = folder / f"{bot[0]}.json"
    words = ["play", "nim", "--terminal", "--bot", bot, "--seed", "3", "--record", str(record)]
    message = seaboard(python, *words, given="1\n" * 40, folder=folder)
    assert "Final scores" in message
    assert "last match" in message
    assert "took" in seaboard(python, "replay", str(record))


def test_bots_of_other_packages_play_it_in_the_arena_on_several_processes(python, folder):
    words = ["arena", "nim", "perfect", "mine:First", "--games", "8", "--processes", "2", "--json"]
    result = json.loads(seaboard(python, *words, folder=folder))
    assert "perfect" in json.dumps(result)
    assert "8" in json.dumps(result)
    assert "nim" in seaboard(python, "report", "nim", "--games", "4", "--json", folder=folder)


def test_it_is_in_the_lab(python):
    code = """
import gymnasium, pyspiel
import seaboard.lab.gymnasium, seaboard.lab.openspiel
from seaboard.lab import Batch
batch = Batch("nim", 8, seed=1, players=3)
for _ in range(30):
    batch.pick_random()
    batch.step()
assert batch.numbers.max() > 8, batch.numbers
env = gymnasium.make("seaboard/nim-v1", players=2)
seen, _ = env.reset(seed=1)
assert env.observation_space.contains(seen)
print(pyspiel.load_game("seaboard_nim(players=3)").num_distinct_actions())
"""
    assert run(python, "-W", "ignore", "-c", code).split()[-1] == "28"


@pytest.fixture(scope="module")
def server(python, tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.db'}"
    with serving(database, python=python, bots=["mine:First"], folder=python.parents[1]) as server:
        yield server


def test_it_is_in_the_lobby_with_its_form_its_style_and_its_rules(server):
    with Person(server.url) as ann:
        assert 'data-game="nim"' in ann.get("/").text
        form = ann.get("/new/nim").text
        for shown in ('value="1-3-5-7"', 'value="perfect"', 'value="first"', 'value="random"', "take matches"):
            assert shown in form
        assert ".nim-match" in ann.get("/static/board.css").text
        table = ann.table("nim")
        assert "There are heaps of matches" in ann.get(table.page, headers={"accept-language": "de"}).text


@pytest.mark.parametrize("bot", ["perfect", "first"])
def test_a_whole_game_at_the_table_against_a_bot_of_another_package(bot, server):
    with Person(server.url) as ann:
        table = ann.table("nim", seats=[{"kind": "me"}, {"kind": "bot", "level": bot}])
        while not table.wait_for_turn()["over"]:
            assert table.move().status_code == 200
        assert "and won." in table.scene()["log"]


@pytest.mark.parametrize("name", ["mine:First", "mine:Nobody", "os:abort", "wizard", ""])
def test_no_page_can_name_code(name, server):
    with Person(server.url) as ann:
        wish = {"game": "nim", "seats": [{"kind": "me"}, {"kind": "bot", "level": name}]}
        assert ann.post("/api/tables", json=wish).status_code == 422
        table = ann.table("nim", seats=[{"kind": "me"}, {"kind": "friend"}])
        assert table.send("handover", seat=1, level=name).status_code == 422
