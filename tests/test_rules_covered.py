"""Every numbered rule in docs/rules has a test that carries its number."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
NOT_BUILT_YET = ("N13.",)  # guests, which come with the visitors' deck


@pytest.mark.parametrize("file", sorted(RULES.glob("*.md")), ids=lambda file: file.stem)
def test_each_rule_has_a_test(file):
    numbers = re.findall(r"^- ([A-Z]\d+\.\d+) ", file.read_text(encoding="utf-8"), re.MULTILINE)
    tests = "".join(path.read_text(encoding="utf-8") for path in (TESTS / file.stem).glob("test_*.py"))
    marks = re.findall(r"pytest\.mark\.rule\(([^)]*)\)", tests)
    tested = set(re.findall(r"[A-Z]\d+\.\d+", " ".join(marks)))
    assert numbers
    numbers = [number for number in numbers if not number.startswith(NOT_BUILT_YET)]
    assert [number for number in numbers if number not in tested] == [], "rules without a test"
    assert tested <= set(numbers), "tests of rules that do not exist"
