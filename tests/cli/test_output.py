"""Standard output carries the answer and nothing else, and no command needs what only the table uses."""

import json
import os
import subprocess
import sys
from importlib.metadata import requires

import pytest

from seaboard.games import find_game
from seaboard.match import Match

# what the table is served with; Typer itself needs pydantic from version 0.29 on
TABLE = ["fastapi", "starlette", "sqlalchemy", "jinja2", "uvicorn", "multipart", "psycopg"]
if not any(line.startswith("pydantic") for line in requires("typer") or ()):
    TABLE += ["pydantic", "pydantic_core"]


@pytest.fixture
def files(tmp_path):
    """A position and a record, by the words that stand for them in a command."""
    match = Match(find_game("maori"), seed=7, names=["Ann", "Bob"])
    match.play("set top 1")
    (tmp_path / "POSITION").write_text(match.position(), encoding="utf-8")
    (tmp_path / "RECORD").write_text(match.record(), encoding="utf-8")
    return tmp_path


def run_without_the_table(files, command):
    """The command in a process that cannot import what the table is served with."""
    code = f"import sys\nfor name in {TABLE}:\n    sys.modules[name] = None\nfrom seaboard.__main__ import main\nmain()"
    words = [sys.executable, "-c", code, *command.split("|")]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(words, cwd=files, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        "games|--json",
        "new|maori|--json",
        "show|POSITION|--json",
        "moves|POSITION|--json",
        "apply|POSITION|ship 2|--json",
        "scores|POSITION|--json",
        "replay|RECORD|--json",
        "replay|RECORD|--position|--json",
        "arena|maori|random|--games|50|--seconds|0.1|--processes|1|--json",
        "report|maori|--games|1|--processes|1|--json",
        "bench|maori|--seconds|0.1|--json",
        "buildings|report|herring|--games|1|--json",
    ],
)
def test_with_json_the_answer_is_json_and_nothing_else(files, command):
    done = run_without_the_table(files, command)
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.parametrize(
    ("command", "answer", "aside"),
    [
        ("arena|maori|random|--games|50|--seconds|0.1|--processes|1", "random", "Unfinished."),
        ("arena|maori|random|--games|50|--seconds|0.1|--processes|1|--file|A", "random", "resumes from A."),
        ("report|maori|--games|1|--processes|1", "", "The report on 1 games is in report.html."),
        ("bench|maori|--seconds|0.1", "moves/s", ""),
        ("new|maori", 'game = "maori"', ""),
        ("show|POSITION", "display", ""),
        ("show|POSITION|--svg|board.svg", "", ""),
        ("moves|POSITION", "ship 2", ""),
        ("replay|RECORD", "Bob: placed the explorer ship", ""),
        ("buildings|check", "all well", ""),
        ("play|maori|--terminal|--bot|random|--record|GAME", "Māori: You", "The game is saved in GAME."),
        ("series|nusfjord|return-match|SERIES|--bot|random", "Nusfjord: You", "Game 1 of"),
    ],
)
def test_only_the_result_goes_to_stdout(files, command, answer, aside):
    done = run_without_the_table(files, command)
    assert done.returncode == 0, done.stderr
    assert answer in done.stdout or not answer
    assert aside in done.stderr
    assert not aside or aside not in done.stdout
    if not answer:
        assert done.stdout == ""


def test_a_command_says_what_it_lacks(files):
    done = run_without_the_table(files, "serve")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seaboard: this command needs uvicorn, which is not installed\n"


def test_lessons_are_checked_without_what_the_table_is_served_with(files):
    done = run_without_the_table(files, "lessons|maori")
    assert done.returncode == 0, done.stderr
    assert "01-first-turn" in done.stdout
