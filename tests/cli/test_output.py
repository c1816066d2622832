"""Standard output contains only the result, and commands without a server do not need its packages."""

import json
import os
import subprocess
import sys
from importlib.metadata import requires

import pytest

from seaboard.games import find_game
from seaboard.match import Match

# packages of the server; Typer itself needs pydantic from version 0.29 on
SERVER_PACKAGES = ["fastapi", "starlette", "sqlalchemy", "jinja2", "uvicorn", "multipart", "psycopg"]
if not any(line.startswith("pydantic") for line in requires("typer") or ()):
    SERVER_PACKAGES += ["pydantic", "pydantic_core"]


@pytest.fixture
def files(tmp_path):
    """A folder with the files POSITION and RECORD."""
    match = Match(find_game("maori"), seed=7, names=["Ann", "Bob"])
    match.play("set top 1")
    (tmp_path / "POSITION").write_text(match.position(), encoding="utf-8")
    (tmp_path / "RECORD").write_text(match.record(), encoding="utf-8")
    return tmp_path


def run_without_server_packages(files, command):
    """Runs the command in a process that cannot import the packages of the server."""
    code = (
        f"import sys\nfor name in {SERVER_PACKAGES}:\n    sys.modules[name] = None\nfrom seaboard.__main__ import main\nmain()"
    )
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
def test_with_json_stdout_contains_only_json(files, command):
    done = run_without_server_packages(files, command)
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.parametrize(
    ("command", "answer", "message"),
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
        ("buildings|check", "all valid", ""),
        ("play|maori|--terminal|--bot|random|--record|GAME", "Māori: You", "The game is saved in GAME."),
        ("series|nusfjord|return-match|SERIES|--bot|random", "Nusfjord: You", "Game 1 of"),
    ],
)
def test_only_the_result_goes_to_stdout(files, command, answer, message):
    done = run_without_server_packages(files, command)
    assert done.returncode == 0, done.stderr
    assert answer in done.stdout or not answer
    assert message in done.stderr
    assert not message or message not in done.stdout
    if not answer:
        assert done.stdout == ""


def test_a_command_names_a_missing_package(files):
    done = run_without_server_packages(files, "serve")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seaboard: this command needs uvicorn, which is not installed\n"


def test_lessons_are_checked_without_the_server_packages(files):
    done = run_without_server_packages(files, "lessons|maori")
    assert done.returncode == 0, done.stderr
    assert "01-first-turn" in done.stdout
