"""Custom bots at the table: the server offers those of its settings by short names, and they play."""

import pytest

from seaboard.bots.network.network_files import about_network, random_weights, save_network
from seaboard.games import find_game

from .server import Person, serving

CODE = "class Last:\n    def choose(self, seen, actions, cancelled=None):\n        return actions[-1]\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    game = find_game("maori")
    (folder / "mine.py").write_text(CODE, encoding="utf-8")
    save_network(folder / "Clever.npz", random_weights(game, width=16, half=8, last=8), about_network(game))
    with serving(f"sqlite:///{folder / 'tables.db'}", bots=["mine:Last", "net,file=Clever.npz"], folder=folder) as found:
        yield found


@pytest.mark.parametrize("bot", ["last", "clever"])
def test_a_class_and_a_network_file_play_at_the_table(bot, server):
    with Person(server.url) as ann:
        assert f'value="{bot}"' in ann.get("/new/maori").text
        table = ann.table("maori", seats=[{"kind": "me"}, {"kind": "bot", "level": bot}])
        for _ in range(6):
            assert not table.wait_for_turn()["over"]
            assert table.move().status_code == 200


@pytest.mark.parametrize("name", ["mine:Last", "net,file=Clever.npz", "search:9", "os:abort"])
def test_no_page_can_name_code_or_a_file(name, server):
    with Person(server.url) as ann:
        answer = ann.post("/api/tables", json={"game": "maori", "seats": [{"kind": "me"}, {"kind": "bot", "level": name}]})
        assert answer.status_code == 422
