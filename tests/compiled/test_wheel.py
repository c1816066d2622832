"""What a stranger installs: the wheel holds all that a game needs."""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_plays_a_game_in_a_clean_environment(tmp_path):
    """Built, and installed with what it says it needs; a game of another package beside it."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, ROOT], check=True, capture_output=True
    )
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean/bin/python"
    wheel = next(tmp_path.glob("seaboard-*.whl"))
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel, ROOT / "examples/nim"], check=True, capture_output=True)
    code = """
import random, seaboard
assert "clean" in seaboard.__file__, seaboard.__file__
from seaboard.games import game_names
for name in game_names():
    m = seaboard.new(name, seed=1)
    while not m.over:
        m.play(random.choice(m.actions()))
    print(name, m.scores())
"""
    done = subprocess.run(
        [python, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, env={"NUMBA_DISABLE_JIT": "1"}
    )
    assert done.returncode == 0, done.stderr
    assert "maori [" in done.stdout
    assert "nim [" in done.stdout
