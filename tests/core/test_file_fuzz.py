"""Damaged files are read, or refused with one line. `make fuzz` reads 20,000 of each kind."""

import json
import os
import random
from functools import cache
from pathlib import Path

import pytest

from seaboard.core.errors import SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.record import replay
from seaboard.series import read_series
from seaboard.table.fair_shuffle.commitment import seed_commitment, verify

FILES = int(os.environ.get("SEABOARD_FUZZ", "300"))
ODD = (
    "0", "-1", "9" * 5000, "0x" + "f" * 9000, "1e999", "nan", "inf", "true", '""', '"\\ud800"', '"\\u0000"', "²", "[]", "{}",
    "[[]]", "null", "1979-05-27", '"' + "a" * 5000 + '"', "\x00", "\t", "{" * 500, "[" * 3000,
)  # fmt: skip


@cache
def valid_files(kind):
    """Valid files of a kind."""
    matches = []
    for name in NAMES:
        match = Match(find_game(name), seed=7, players=2)
        for _ in range(6):
            match.play(match.actions()[0])
        matches.append(match)
    if kind == "position":
        return [match.position() for match in matches]
    if kind == "buildings":
        file = Path(str(find_game("nusfjord").rules.__file__)).parent / "components" / "buildings.tsv"
        return ["\n".join(file.read_text(encoding="utf-8").splitlines()[:12])]
    return [match.record() for match in matches]


def table_record(text):
    """The record of a match with the fields that a server's table adds."""
    saved = json.loads(text)
    saved |= {"table": "t", "secret": saved["seed"]}
    saved["commitment"] = seed_commitment(saved)
    return json.dumps(saved, indent=1)


def damaged(text, chance):
    lines = text.splitlines()
    for _ in range(chance.randrange(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        how = chance.randrange(6)
        if how == 0:
            del lines[at : at + chance.randrange(3)]
            lines = lines or [""]
        elif how == 1:
            lines[at] = lines[other]
        elif how == 2 and lines[at]:
            place = chance.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + chance.choice(ODD) + lines[at][place + chance.randrange(3) :]
        elif how == 3:
            head, sign, _ = lines[at].partition(":" if ":" in lines[at] else "=")
            lines[at] = f"{head}{sign} {chance.choice(ODD)}" + ("," if sign == ":" else "")
        elif how == 4:
            cells = lines[at].split("\t")
            cells[chance.randrange(len(cells))] = chance.choice(ODD)
            lines[at] = "\t".join(cells)
        else:
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def read_a_position(text, folder):
    match = Match.from_position(text)
    match.moves()
    match.scores()
    match.position()
    match.prompt()


def check_buildings(text, folder):
    file = folder / "own.tsv"
    file.write_text(text, encoding="utf-8", errors="replace")
    components = find_game("nusfjord").components
    assert components
    components.check(file)


READERS = {
    "position": read_a_position,
    "record": lambda text, folder: replay(text),
    "verify": lambda text, folder: verify(text),
    "series": lambda text, folder: read_series(text),
    "buildings": check_buildings,
}


@pytest.mark.parametrize("kind", READERS)
def test_damaged_files_are_read_or_refused_on_one_line(kind, tmp_path):
    chance = random.Random(FILES)
    texts = valid_files(kind)
    if kind == "verify":
        texts = [table_record(text) for text in texts]
    fine = 0
    for _ in range(FILES):
        text = damaged(chance.choice(texts), chance)
        try:
            READERS[kind](text, tmp_path)
            fine += 1
        except SeaboardError as error:
            str(error).encode("utf-8", "backslashreplace")
        except Exception as error:
            raise AssertionError(f"{error!r} for\n{text[:3000]!r}") from error
    assert fine < FILES


@pytest.mark.parametrize(
    "change", [{"commitment": "é" * 64}, {"commitment": "\ud800"}, {"secret": "\ud800"}, {"table": "\ud800"}]
)
def test_a_record_with_odd_characters_is_not_verified(change):
    text = json.dumps(json.loads(table_record(valid_files("record")[0])) | change)
    with pytest.raises(SeaboardError):
        verify(text)
