"""docs/new_game.md is true: its code is that of `examples/nim`, and its commands print the documented output."""

import re
import shlex

import pytest

from .environment import NIM, ROOT, install_nim, seaboard

TEXT = (ROOT / "docs" / "new_game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return install_nim(tmp_path_factory.mktemp("nim") / "environment")


def test_every_block_is_code_of_the_example_or_a_command():
    assert {kind for kind, _, _ in BLOCKS} == {"toml", "python", "css", "console"}
    for kind, file, code in BLOCKS:
        if kind != "console":
            assert code in (NIM / file).read_text(encoding="utf-8"), f"{file} has another text"


def test_the_rules_are_shown_whole():
    """The page has all rules, without imports and a few constants."""
    rules = (NIM / "seaboard_nim" / "rules.py").read_text(encoding="utf-8")
    for _, _, code in BLOCKS:
        rules = rules.replace(code, "")
    assert "def " not in rules
    assert "class " not in rules


@pytest.mark.parametrize("block", [code for kind, _, code in BLOCKS if kind == "console"])
def test_commands_print_the_documented_output(block, python):
    for command, shown in re.findall(r"^\$ seaboard (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        printed = seaboard(python, *shlex.split(command))
        wanted = ".*".join(re.escape(part) for part in shown.split("...\n"))
        assert re.fullmatch(wanted, printed, re.DOTALL), printed
