"""`make audit`: its output with flaws, without flaws, and without a connection; CI runs it, environments get a current pip."""

import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def audit():
    spec = importlib.util.spec_from_file_location("audit", ROOT / "requirements" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(audit, monkeypatch, stdout, stderr=""):
    answer = SimpleNamespace(stdout=stdout, stderr=stderr, returncode=0)
    monkeypatch.setattr(audit.subprocess, "run", lambda *_args, **_more: answer)
    return audit.main(("run.txt",))


def test_flaws_fail(audit, monkeypatch, capsys):
    flawed = '{"name": "pip", "version": "1", "vulns": [{"id": "CVE-1"}]}'
    listed = f'{{"dependencies": [{flawed}, {{"name": "b", "version": "2", "vulns": []}}]}}'
    assert text(audit, monkeypatch, listed) == 1
    assert capsys.readouterr().out == "pip 1: CVE-1\n"


def test_no_flaws_pass_and_unchecked_packages_are_named(audit, monkeypatch, capsys):
    listed = '{"dependencies": [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "not found"}]}'
    assert text(audit, monkeypatch, listed) == 0
    assert capsys.readouterr().out == (
        "audit: 1 packages without a known flaw\naudit: not checked, the advisories do not know them: b\n"
    )


@pytest.mark.parametrize(
    ("stdout", "stderr"),
    [
        ('{"dependencies": [{"name": "a", "skip_reason": "Dependency not found on PyPI"}]}', ""),
        ("", "requests.exceptions.ConnectionError: failed to resolve"),
        ("", "ReadTimeout: read timed out"),
    ],
)
def test_an_unreachable_advisory_service_prints_one_line(audit, monkeypatch, capsys, stdout, stderr):
    """pip-audit itself says "no known vulnerabilities" there, and exits with 0."""
    assert text(audit, monkeypatch, stdout, stderr) == 0
    message = capsys.readouterr().out
    assert "cannot be reached from here" in message
    assert message.count("\n") == 1


def test_any_other_failure_ends_the_audit(audit, monkeypatch):
    with pytest.raises(SystemExit, match=r"pip-audit failed on run.txt: TypeError"):
        text(audit, monkeypatch, "", "Traceback\nTypeError: x")


def test_ci_runs_it_over_everything_that_is_locked(audit):
    assert "make audit" in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "make audit" in (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    assert {file.name for file in (ROOT / "requirements").glob("*.txt")} == set(audit.LOCKED)


def test_every_environment_gets_a_current_pip():
    """Python itself brings the pip and setuptools of its release date."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    bare = [line for line in makefile.splitlines() if "-m venv" in line and "new_venv" not in line]
    assert [line.split("-m venv ")[1] for line in bare] == ["--without-pip .venv-run"]
    locked = dict(re.findall(r"^(\w+)==([\d.]+)", (ROOT / "requirements/pip.txt").read_text(encoding="utf-8"), re.MULTILINE))
    assert locked.keys() == {"pip", "setuptools"}
