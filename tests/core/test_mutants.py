"""`make mutants` finds possible changes of a rule, makes one at a time, and keeps the explanations of survivors."""

import ast
from dataclasses import replace

import pytest

from .. import mutants
from ..mutants import Source, find_mutants, stages
from ..mutants_report import write_report

CODE = '''
from ..core.refusals import FINE
from ..core.rule import rule
from .pay import TOO_DEAR

TOO_FAR = Refusal("X1.1", "Too far.")

@rule
def problem_with_going(s, box, n):
    """Wörter – two bytes each."""
    if n > s.reach - 1:
        return TOO_FAR
    return FINE if s.gold >= n else TOO_DEAR

@rule
def go(s, box, n):
    far = n + 1
    s.gold -= n
    s.place[n] = far
    arrive(s)
    for i in range(2, n):
        far = 0 < i < far

def text(n):
    return n + 1
'''


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "PACKAGE", tmp_path)
    file = tmp_path / "games" / "some" / "actions" / "go.py"
    file.parent.mkdir(parents=True)
    file.write_text(CODE, encoding="utf-8")
    file.with_name("pay.py").write_text("TOO_DEAR = Refusal('X1.2', 'Too dear.')", encoding="utf-8")
    return Source(file, frozenset({"TOO_DEAR"}))


def changed_line(mutant):
    """The only line that a mutant changes. Checks that the changed file is valid Python."""
    ast.parse(mutant.source())
    before, after = CODE.splitlines(), mutant.source().decode().splitlines()
    (number,) = [n for n, (one, other) in enumerate(zip(before, after, strict=True), 1) if one != other]
    assert number == mutant.line
    return after[number - 1].strip()


def test_every_refusal_is_removed_also_in_a_conditional(source):
    assert sorted(changed_line(mutant) for mutant in source.refusals()) == ["return 0", "return FINE if s.gold >= n else 0"]


def test_signs_lines_and_bounds_of_rules_are_changed(source):
    assert {changed_line(mutant) for mutant in source.effects()} == {
        "if n >= s.reach - 1:",
        "if n > s.reach + 1:",
        "return FINE if s.gold > n else TOO_DEAR",
        "far = n - 1",
        "s.gold += n",
        "pass",
        "for i in range(2, n - 1):",
        "far = 0 <= i < far",
        "far = 0 < i <= far",
    }
    dropped = [mutant.change for mutant in source.effects() if mutant.new == "pass"]
    assert dropped == ["without `s.gold -= n`", "without `s.place[n] = far`", "without `arrive(s)`"]


def test_a_sample_is_the_same_for_the_same_seed_and_rules_in_folders_are_seen(source):
    some = find_mutants("some", 4, 1)
    assert some == find_mutants("some", 4, 1)
    assert len(some) == 2 + 4
    assert {mutant.place for mutant in some} <= {"some/actions/go.py problem_with_going", "some/actions/go.py go"}
    assert len(find_mutants("some", 10**6, 1)) == 2 + len(list(source.effects()))


def test_the_tests_of_the_chapter_come_first_and_those_that_play_last(source, tmp_path, monkeypatch):
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    tests = tmp_path / "tests" / "some"
    tests.mkdir(parents=True)
    for name in ("actions", "go", "invariants", "other"):
        (tests / f"test_{name}.py").touch()
    names = [[file.stem for file in files] for files in stages(next(source.refusals()))]
    assert names == [["test_actions", "test_go"], ["test_other"], ["test_invariants"]]


def test_a_report_keeps_explanations_and_the_parts_of_other_games(source, tmp_path):
    file = tmp_path / "testing.md"
    one, two = source.refusals()
    two = replace(two, change="`a | b`: changed")
    assert write_report(file, "some", {one: "", two: ""}, 1) == 2
    assert write_report(file, "other", {one: "its chapter"}, 1) == 0
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("| ? |", "| it cannot happen |"), encoding="utf-8")
    assert write_report(file, "some", {one: "its chapter", two: ""}, 2) == 0
    text = file.read_text(encoding="utf-8")
    assert "| refusal removed | 2 | 1 | 0 | 0 | 1 |" in text
    assert text.count("it cannot happen") == 1
    assert text.count("### Mutants of some") == text.count("### Mutants of other") == 1
