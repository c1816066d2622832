"""Records of every release replay: what `make fixtures` left in tests/fixtures/records."""

import json
from pathlib import Path

import pytest

from seaboard import __version__
from seaboard.games import find_game
from seaboard.record import replay

RECORDS = Path(__file__).parents[1] / "fixtures" / "records"
FILES = sorted(RECORDS.rglob("*.json"))
PROMISE = (
    "Rules or box have changed. Version 0 promises nothing: `make fixtures`. Later ones do: raise the rules version instead."
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_of_every_release_replays(file):
    """A record of another rules version is refused with its version."""
    text = file.read_text(encoding="utf-8")
    record = json.loads(text)
    if record["rules"] == find_game(record["game"]).rules_version:
        match, _ = replay(text)
        assert match.over, PROMISE
        assert match.scores() == record["scores"], PROMISE
        assert match.record() == text, PROMISE


def test_this_release_has_left_its_records():
    """One for each game and each way to play it."""
    left = {file.stem for file in FILES if file.parent.name == __version__}
    assert {name.partition("-")[0] for name in left} == {"maori", "kaivai", "nusfjord"}, "run `make fixtures`"
    assert len(left) >= 18
