"""`examples/pig`, a game of dice of another package: its own tests pass, and its perfect player sits in the arena."""

import json

from .environment import PIG, install, run, seaboard


def test_it_is_installed_and_played(tmp_path):
    python = install(tmp_path / "environment", PIG)
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(PIG / "tests"), folder=PIG)
    result = json.loads(seaboard(python, "arena", "pig", "pig_optimal", "random", "-o", "goal=60", "--games", "4", "--json"))
    assert "pig_optimal" in json.dumps(result)
