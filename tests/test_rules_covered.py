"""Every numbered rule (games/*/texts/rules/en.md) has a test that carries its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
GAMES = TESTS.parent / "src" / "seaboard" / "games"


@pytest.mark.parametrize("game", sorted(file.parents[2].name for file in GAMES.glob("*/texts/rules/en.md")))
def test_each_rule_has_a_test(game):
    file = GAMES / game / "texts" / "rules" / "en.md"
    numbers = re.findall(r"^- ([A-Z]\d+\.\d+) ", file.read_text(encoding="utf-8"), re.MULTILINE)
    tests = "".join(path.read_text(encoding="utf-8") for path in (TESTS / game).glob("test_*.py"))
    marks = re.findall(r"pytest\.mark\.rule\(([^)]*)\)", tests)
    tested = set(re.findall(r"[A-Z]\d+\.\d+", " ".join(marks)))
    assert numbers
    assert [number for number in numbers if number not in tested] == [], "rules without a test"
    assert tested <= set(numbers), "tests of rules that do not exist"
