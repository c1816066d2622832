"""Compiled code is kept on disk, and never plays yesterday's rules: an edit in a helper or in the box is seen at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import seaboard

SOURCE = Path(seaboard.__file__).parent


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package that a test may edit, with a cache of its own, compiled."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, folder / "seaboard", ignore=shutil.ignore_patterns("__pycache__"))
    told = run(folder, "import seaboard; seaboard.new('maori')").stderr
    assert "compiling Māori" in told  # with its progress
    assert boats(folder) == 2
    return folder


def run(folder, code, **more):
    environment = {**os.environ, "PYTHONPATH": str(folder), "SEABOARD_CACHE": str(folder / "cache"), **more}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def boats(folder):
    """How far the explorer goes for free: 2 boats, and 5 shells."""
    code = "import seaboard; m = seaboard.new('maori', seed=1); m.play('set top 1'); print(len(m.moves()) - 5)"
    return int(run(folder, code).stdout)


def test_what_is_compiled_is_kept(copy):
    """A second process loads the rules; it compiles nothing."""
    code = """
import seaboard
m = seaboard.new('maori', seed=1)
m.play(m.moves()[0])
print(sum(m.game.legal.stats.cache_misses.values()), sum(m.game.legal.stats.cache_hits.values()))
"""
    assert run(copy, code).stdout.split() == ["0", "1"]


def test_an_edit_in_a_helper_is_seen_at_once(copy):
    """Numba's own cache looks only at the file of the function that Python calls (numba#8396)."""
    helper = copy / "seaboard/games/maori/explorer.py"
    text = helper.read_text()
    helper.write_text(text.replace("boats = int(box.boats_beside)", "boats = 3 + int(box.boats_beside)"))
    try:
        assert boats(copy) == 5
    finally:
        helper.write_text(text)


def test_an_edit_in_the_box_is_seen_at_once(copy):
    """Components are data, an argument of the compiled rules: nothing is compiled again."""
    file = copy / "seaboard/games/maori/components/boards.toml"
    text = file.read_text()
    before = set((copy / "cache").rglob("*.nbc"))
    file.write_text(text.replace("boats_beside = 2", "boats_beside = 4"))
    try:
        assert boats(copy) == 4
    finally:
        file.write_text(text)
    assert set((copy / "cache").rglob("*.nbc")) == before


def test_nowhere_to_write_is_said_in_one_line_and_does_no_harm(tmp_path):
    """A file stands where the cache folder should be: a temporary folder serves."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "from seaboard.core.rule import cache_root; print(cache_root())"
    done = run(SOURCE.parent, code, SEABOARD_CACHE=str(blocked / "cache"))
    assert Path(done.stdout.strip()).is_dir()
    assert done.stderr.count("\n") == 1
    assert "cannot write" in done.stderr
    shutil.rmtree(done.stdout.strip())
