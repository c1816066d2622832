"""`seaboard box`: new, check, diff, merge, report; `--box` for records and positions."""

import json
import random
import subprocess
import sys

import pytest

from seaboard.games import find_game
from seaboard.lab import Batch
from seaboard.match import Match

from .test_commands import seaboard  # noqa: F401  # a fixture

HASH = "5a059868a5f5d103"  # of the box of tiles below


@pytest.fixture
def mine(seaboard, tmp_path):  # noqa: F811
    file = tmp_path / "mine.toml"
    assert seaboard("box", "new", "nusfjord", "-o", str(file), "--name", "Evening box")[0] == 0
    return file


def changed(file, before, after, name):
    other = file.with_name(name)
    other.write_text(file.read_text().replace(before, after, 1))
    return other


def test_a_new_box_has_no_errors(seaboard, mine):  # noqa: F811
    status, printed, _ = seaboard("box", "check", str(mine))
    assert status == 0
    assert "402 components exact" in " ".join(printed.split())
    assert "the same components" in seaboard("box", "diff", str(mine))[1]


def test_errors_name_line_component_and_column(seaboard, mine):  # noqa: F811
    wrong = changed(mine, "immediately: do ship", "immediately: do shop", "wrong.toml")
    status, _, errors = seaboard("box", "check", str(wrong))
    assert status == 2
    assert "wrong.toml, line 13: building 101, column effect: an action is missing at 'shop'; did you mean 'ship'?" in errors


def test_a_merge_lists_conflicts_and_writes_nothing_until_they_are_decided(seaboard, mine):  # noqa: F811
    first = changed(mine, "points = 0", "points = 1", "first.toml")
    second = changed(mine, "points = 0", "points = 2", "second.toml")
    out = mine.with_name("out.toml")
    status, printed, errors = seaboard("box", "merge", str(first), str(second), "-o", str(out))
    assert status == 2
    assert "building 101, points: '1' | '2'" in printed
    assert "nothing was written" in errors
    assert not out.exists()
    assert seaboard("box", "merge", str(first), str(second), "-o", str(out), "--prefer", "second")[0] == 0
    assert "'0' | '2'" in seaboard("box", "diff", str(out))[1]


def test_a_report_lists_what_could_not_be_expressed(seaboard, mine):  # noqa: F811
    noted = changed(mine, 'category = "immediately"', 'note = "once a game"\ncategory = "immediately"', "noted.toml")
    found = json.loads(seaboard("box", "report", str(noted), "--json")[1])
    assert found["cannot_be_expressed"] == [{"kind": "building", "key": "101", "note": "once a game"}]
    assert found["kinds"]["building"] == {"exact": 9, "all": 308}


def test_a_position_names_its_box(seaboard, mine, tmp_path):  # noqa: F811
    other = changed(mine, "points = 0", "points = 1", "other.toml")
    status, position, _ = seaboard("new", "nusfjord", "-o", f"box={other}")
    assert status == 0
    file = tmp_path / "p.toml"
    file.write_text(position)
    assert seaboard("moves", str(file), "--box", str(other))[0] == 0
    gone = tmp_path / "gone.toml"
    gone.write_text(position.replace(position.split("@")[1][:16], "0123456789abcdef"))
    assert "the box 'Evening box' (0123456789abcdef) of Nusfjord is not here" in seaboard("moves", str(gone))[2]


@pytest.fixture
def tiles(seaboard, tmp_path, monkeypatch):  # noqa: F811
    """A box of Māori with other tiles, and the record of a game with it; other processes do not find it in the cache."""
    file, record = tmp_path / "tiles.toml", tmp_path / "record.json"
    assert seaboard("box", "new", "maori", "-o", str(file), "--name", "Evening box")[0] == 0
    head, first, rest = file.read_text().partition("[tile.1]")
    first_tile, second, more = rest.partition("[tile.2]")
    changed_tiles = first_tile.replace("count = 2", "count = 3") + second + more.replace("count = 3", "count = 2", 1)
    file.write_text(head + first + changed_tiles)
    monkeypatch.setenv("SEABOARD_CACHE", str(tmp_path / "first"))
    match, choose = Match(find_game("maori"), seed=5, box=str(file)), random.Random(1)
    while not match.over:
        match.push(choose.choice(match.actions()))
    record.write_text(match.record(), encoding="utf-8")
    monkeypatch.setenv("SEABOARD_CACHE", str(tmp_path / "second"))
    return file, record


@pytest.mark.parametrize("command", [("replay",), ("review", "--bot", "search:1,turns=1"), ("study",)])
def test_a_record_with_a_custom_box_needs_its_file_and_names_it(seaboard, tiles, command):  # noqa: F811
    file, record = tiles
    name, *more = command
    words = [sys.executable, "-m", "seaboard", name, str(record), *more]  # a process that has never seen it
    missing = subprocess.run(words, capture_output=True, text=True, check=False)
    assert missing.returncode == 2
    assert f"the box 'Evening box' ({HASH}) of Māori is not here: load its file (--box FILE" in missing.stderr
    assert seaboard(name, str(record), *more, "--box", str(file))[0] == 0


def test_the_arena_and_the_lab_play_with_a_custom_box(seaboard, tiles):  # noqa: F811
    file, _ = tiles
    status, printed, errors = seaboard(
        "arena", "maori", "random", "random", "--games", "2", "-o", f"box={file}", "--processes", "2"
    )
    assert status == 0, errors
    assert "random #2" in printed
    batch = Batch("maori", 4, box=str(file))
    assert batch.options["box"] == f"Evening box@{HASH}"
    errors = seaboard("arena", "maori", "random", "random", "--games", "2", "-o", "box=Mine@0123456789abcdef")[2]
    assert "the box 'Mine' (0123456789abcdef) of Māori is not here" in " ".join(errors.split())
