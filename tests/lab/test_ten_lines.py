"""The bot in docs/lab.md has at most ten lines, plays in the arena, its processes and the terminal, and beats random."""

import re
import sys
from pathlib import Path

import pytest

from seaboard import terminal
from seaboard.games import find_game
from seaboard.lab.arena import new_tournament, run
from seaboard.lab.ratings import standings
from seaboard.match import Match

from ..plugin import forget

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


@pytest.fixture
def bot(tmp_path, monkeypatch):
    code = re.search(r"```python\n# mine\.py\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    assert len([line for line in code[1].splitlines() if line.strip()]) <= 10
    (tmp_path / "mine.py").write_text(code[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(terminal, "trusted", set())
    yield "mine:Habit"
    sys.modules.pop("mine", None)
    forget()


def test_it_beats_random_players(bot):
    tournament = new_tournament("maori", {}, [bot, "random"], 4)
    assert run(tournament, processes=2)
    assert standings(tournament.meetings[0])[0].share == 1


def test_it_plays_in_the_terminal(bot):
    match = Match(find_game("maori"), seed=1)
    (_, name) = terminal.bot_names([bot], 1, 2)
    assert terminal.bot_from_name(name, match).choose(match.view(match.mover), match.actions()) in match.actions()
