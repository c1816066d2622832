"""`examples/pig` and `examples/kuhn`, with known solutions: their tests pass, and their optimal bots play in the arena."""

import json

import pytest

from .environment import KUHN, PIG, install, run, seaboard


@pytest.mark.parametrize(
    ("source", "words"), [(PIG, ["pig", "pig_optimal", "random", "-o", "goal=60"]), (KUHN, ["kuhn", "kuhn_optimal", "random"])]
)
def test_it_is_installed_and_played(source, words, tmp_path):
    python = install(tmp_path / "environment", source)
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(source / "tests"), folder=source)
    result = json.loads(seaboard(python, "arena", *words, "--games", "4", "--json"))
    assert words[1] in json.dumps(result)
