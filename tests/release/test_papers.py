"""The documents of a release agree with each other, and contain no trace of the machine that made them."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from seaboard import __version__

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
TRACES = (
    "py" + "pi.org",
    "python" + "hosted",
    "--index" + "-url",
    "--find" + "-links",
    "file:" + "///",
    "/opt/" + "py",
    "/ro" + "ot/",
)


def files_of_the_project():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no git here")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_nothing_names_an_index_or_a_path_of_some_machine():
    for file in files_of_the_project():
        if file.suffix in (".npz", ".png", ".svg", ".woff2"):
            continue
        text = file.read_text(encoding="utf-8")
        assert [trace for trace in TRACES if trace in text] == [], file


def test_changelog_and_citation_name_this_version():
    changes = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert __version__ in [change.split()[0] for change in changes]
    assert changes[0].startswith(("Unreleased", __version__))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert {"cff-version", "message", "title", "authors", "license"} <= citation.keys()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_names_one_version_and_the_hashes_of_every_package(lock):
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    for line in lines:
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+-]+ ", line), line
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), line


def test_the_locks_hold_what_pyproject_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {"run": project["dependencies"] + extras["postgres"], "test": project["dependencies"] + extras["test"]}
    for name, asked in wanted.items():
        locked = set(
            re.findall(r"^([\w.-]+)", (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8"), re.MULTILINE)
        )
        names = {re.match(r"[\w.-]+", one)[0].lower().replace("_", "-") for one in asked}  # type: ignore[index]
        assert names - {"seaboard"} <= locked, "run `make lock`"


@pytest.mark.parametrize("file", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda file: file.stem)
def test_the_files_for_github_are_valid(file):
    """Each file parses, and its make targets and folders exist."""
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for job in found.get("jobs", {}).values():
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            run = step.get("run", "")
            if run.startswith("make "):
                assert {word for word in run.split()[1:] if "=" not in word} <= targets
            for folder in re.findall(r"\btests/\w+", run):
                assert (ROOT / folder).is_dir()


def test_python_versions_agree():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    tested = workflow["jobs"]["everything"]["strategy"]["matrix"]["python"]
    assert project["requires-python"] == f">={tested[0]}"
    assert tested == ["3.11", "3.12", "3.13", "3.14"]
