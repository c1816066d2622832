"""Playing in the terminal: typed answers, wrong answers, undo, quitting, and resuming later."""

import io
import json
import sys

import pytest
from rich.console import Console

from seaboard import terminal
from seaboard.core.errors import SeaboardError
from seaboard.files import write_whole
from seaboard.games import NAMES, find_game
from seaboard.match import Match


class Typist(Console):
    """A console with prepared input."""

    def __init__(self, answers):
        self.output = io.StringIO()
        super().__init__(file=self.output, width=110, highlight=False)
        self.answers = iter(answers)

    def input(self, prompt="", **_):
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None

    @property
    def printed(self):
        return self.output.getvalue()


def match(name="maori", **options):
    game = find_game(name)
    seats = game.seats(game.choose(**options))
    return Match(game, seed=7, names=["You"] + [f"Random {n}" for n in range(2, seats + 1)], **options)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_numbers(name):
    """Always the first choice, until the game is over."""
    console = Typist(["1"] * 100_000)
    assert terminal.play(match(name), console)
    assert "Final scores" in console.printed
    assert "You" in console.printed


def test_numbers_words_and_wrong_answers():
    console = Typist(["0", "99", "fly", "", "ship 1", "?", "nothing", "q"])
    m = match()
    terminal.play(m, console)
    assert "'fly' is not a move of maori" in console.printed
    assert "moved the ship" in console.printed


def test_undo_and_scores():
    m = match()
    while m.mover != 0 or "ship 1" not in m.moves():
        m.play(m.actions()[0])
    version = m.version
    console = Typist(["ship 1", "s", "u", "u", "q"])
    terminal.play(m, console)
    assert m.version == version
    assert "Scores if the game ended now" in console.printed
    assert "cannot be undone" in console.printed


def test_players_are_listed_by_name():
    assert terminal.bot_names(["normal"], 1, 3) == ["You", "Normal 2", "Normal 3"]
    assert terminal.bot_names(["easy", "search:20"], 2, 4) == ["Easy 1", "You", "Search:20 3", "Search:20 4"]
    called = [vars(terminal.bot_from_name(name, match())) for name in ("Search:20 3", "Easy 2", "Ann", "Normal 2")]
    assert called[0]["simulations"] == 20
    assert called[1]["slack"] > 0
    assert called[2]["simulations"] == called[3]["simulations"]


def test_a_game_against_a_bot_with_a_hint():
    game = find_game("maori")
    m = Match(game, seed=7, names=["You", "Search:3,turns=1 2"])
    while m.mover != 0:
        m.play(m.actions()[0])
    version = m.version
    console = Typist(["1"] * 6 + ["q"])
    assert not terminal.play(m, console)
    assert m.version > version + 6


def test_a_hint_shows_the_best_moves(monkeypatch):
    m = match()
    while m.mover != 0:
        m.play(m.actions()[0])
    monkeypatch.setattr(m, "hint", lambda: Match.hint(m, "search:8,turns=1"))
    best = m.hint()[0]
    console = Typist(["h", "q"])
    terminal.play(m, console)
    assert "Best moves" in console.printed
    assert best.move in console.printed.split("Best moves")[1]


def test_the_end_of_input_ends_the_session():
    console = Typist([])
    assert not terminal.play(match(), console)


def test_a_game_is_saved_and_resumed(tmp_path):
    file = tmp_path / "game.json"
    m = match()
    assert not terminal.play(m, Typist(["1", "1", "1", "1", "q"]), lambda m: write_whole(file, m.record()))
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert len(kept["moves"]) == m.version > 3
    from seaboard.record import replay

    again, _ = replay(file.read_text(encoding="utf-8"))
    assert again.s.tobytes() == m.s.tobytes()
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_record_that_cannot_be_written_is_reported(tmp_path):
    with pytest.raises(SeaboardError, match="cannot write"):
        write_whole(tmp_path / "missing" / "game.json", match().record())


def test_the_player_is_asked_for_a_game_only_if_there_is_a_choice(monkeypatch):
    maori = find_game("maori")
    monkeypatch.setattr(terminal, "all_games", lambda: [maori])
    assert terminal.choose_game("").name == "maori"
    assert terminal.choose_game("Māori").name == "maori"
    monkeypatch.setattr(terminal, "all_games", lambda: [maori, maori])
    answers = iter(["9", "chess", "1"])
    monkeypatch.setattr(terminal, "ask", lambda console, question: next(answers))
    assert terminal.choose_game("").name == "maori"


def test_the_users_own_bot_plays_and_code_named_in_a_record_does_not_run(tmp_path, monkeypatch):
    (tmp_path / "mybot.py").write_text("class My:\n def choose(self, seen, actions, cancelled=None):\n  return actions[0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(terminal, "trusted", set())
    monkeypatch.setattr(sys, "path", list(sys.path))
    m = Match(find_game("maori"), seed=7, names=["You", "mybot:My 2"])
    with pytest.raises(SeaboardError, match="this game is against mybot:My; name it with --bot"):
        terminal.play(m, Typist(["q"]))
    assert "mybot" not in sys.modules
    assert terminal.bot_names(["mybot:My"], 1, 2) == ["You", "mybot:My 2"]
    assert terminal.play(m, Typist(["1"] * 100_000))
