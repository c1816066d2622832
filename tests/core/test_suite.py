"""`make test` and `make test-all` together run every test once."""

import re
from pathlib import Path

import pytest

from ..conftest import FAST

TESTS = Path(__file__).parents[1]
MAKEFILE = (TESTS.parent / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(("folder", "name"), [(folder, name) for folder, names in FAST.items() for name in names])
def test_fast_tests_exist(folder, name):
    files = list((TESTS / folder).glob("test_*.py"))
    assert any(name == file.name or f"def {name}" in file.read_text(encoding="utf-8") for file in files)


def test_the_two_commands_run_the_same_targets_with_opposite_markers():
    fast, slow = re.findall(r"\$\(MAKE\) (rules .*) TESTS=(.*)", MAKEFILE)
    assert fast[0] == slow[0] == "rules table compiled"
    assert (fast[1], slow[1]) == ('"not slow"', "slow")


def test_ci_runs_both():
    commands = (TESTS.parent / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in commands if line.startswith("make test")] == ["make test", "make test-all"]
