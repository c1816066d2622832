"""Every numbered rule in docs/rules has a test that carries its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"


@pytest.mark.parametrize("file", sorted(RULES.glob("*.md")), ids=lambda file: file.stem)
def test_each_rule_has_a_test(file):
    numbers = re.findall(r"^- ([A-Z]\d+\.\d+) ", file.read_text(encoding="utf-8"), re.MULTILINE)
    tests = "".join(path.read_text(encoding="utf-8") for path in (TESTS / file.stem).glob("test_*.py"))
    marks = re.findall(r"pytest\.mark\.rule\(([^)]*)\)", tests)
    tested = set(re.findall(r"[A-Z]\d+\.\d+", " ".join(marks)))
    assert numbers
    assert [number for number in numbers if number not in tested] == [], "rules without a test"
    assert tested <= set(numbers), "tests of rules that do not exist"
