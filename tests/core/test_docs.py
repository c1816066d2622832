"""What the documents say is so."""

import re
import tomllib
from pathlib import Path

import pytest

from docs import make_tables
from seaboard.core.errors import IllegalMove
from seaboard.games import NAMES
from seaboard.match import Match

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_of_observations_is_current():
    assert make_tables.FILE.read_text(encoding="utf-8") == make_tables.text()


def test_the_readme_example_runs(capsys):
    """Line by line, as in the README; the line that shows an illegal move raises."""
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    lines = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert lines
    names: dict = {}
    for line in lines[1].splitlines():
        if "IllegalMove" in line:
            with pytest.raises(IllegalMove):
                exec(line, names)
        else:
            exec(line, names)
    assert "display" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_position_in_the_docs_can_be_read(name):
    text = re.search(r"```toml\n(.*?)```", (DOCS / f"{name}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert text
    assert tomllib.loads(text[1])["game"] == name
    assert Match.from_position(text[1]).moves()


def test_the_refusal_in_the_readme_is_what_is_said():
    m = Match.from_position('game = "maori"\nplayers = 2\n')
    m.play("set top 1")
    with pytest.raises(IllegalMove) as error:
        m.play("ship 9")
    assert f"seaboard: {error.value}" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
