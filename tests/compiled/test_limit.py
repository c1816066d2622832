"""The C player of benchmarks/limit plays the same games as the rules, and the benchmark runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LIMIT = Path(__file__).parents[2] / "benchmarks" / "limit" / "limit.py"


@pytest.mark.slow
@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")
def test_c_plays_the_same_games_of_maori():
    words = [sys.executable, str(LIMIT), "--rounds", "1", "--seconds", "0.05"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "20,000 games: the same moves, points and rewards" in done.stdout
    assert "times as fast" in done.stdout
