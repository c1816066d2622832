"""User texts are cleaned of invisible characters."""

import json

import pytest

from seaboard.core.plain_text import clean_line, clean_lines, clean_name
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.record import replay
from seaboard.study.session import load, study_from_match

DIRECTION_MARKS = "\u202eevil\u202c \u2066x\u2069 \u200f\u061c"  # marks that turn the direction of a text
CONTROL = "a\x00b\x1b[2Jc\x7f\x85"
FILLED = "\u3164\u115f\u2800\u00ad\u200b\u2060\ufe0f\U000e0100\U000e0041"


def test_control_characters_direction_marks_and_fillers_are_removed():
    assert clean_line(f"one{DIRECTION_MARKS}two") == "oneevil x two"
    assert clean_line(CONTROL) == "ab[2Jc"
    assert clean_line(FILLED) == ""
    assert clean_line("  Ann \t\u00a0 Māori – naïve 漢字 ❤  ") == "Ann Māori – naïve 漢字 ❤"
    assert clean_lines("one\r\n\r\n two\u2028three\x0b") == "one\n\ntwo\nthree"


def test_accents_on_one_letter_are_limited():
    assert clean_line("a" + "\u0301" * 100) == "a" + "\u0301" * 4
    assert clean_line("Việt") == "Việt"


@pytest.mark.parametrize("name", ["", "   ", FILLED, "\u0301\u0301", "\u202e\u202d", "\u2003\u3000"])
def test_a_name_is_visible(name):
    assert clean_name(name, 24) == ""


def test_the_length_of_names_is_limited():
    assert clean_name("x" * 30, 24) == "x" * 24
    assert clean_name("Ann", 24) == "Ann"


def test_imported_text_is_cleaned_like_typed_text():
    """Comments, titles and names in the file of a study."""
    match = Match(find_game("maori"), seed=7, players=2)
    table = json.loads(study_from_match(match).text())
    table["title"] = table["chapters"][0]["title"] = f"t{DIRECTION_MARKS}"
    table["chapters"][0]["names"] = [FILLED, f"B{DIRECTION_MARKS}"]
    table["chapters"][0]["lines"][0]["comment"] = f"c{DIRECTION_MARKS}\n{CONTROL}"
    study = load(json.dumps(table))
    chapter = study.chapters[0]
    assert (study.title, chapter.title) == ("tevil x", "tevil x")
    assert chapter.names == ["Player 1", "Bevil x"]
    assert chapter.nodes[0].comment == "cevil x\nab[2Jc"


def test_names_of_records_are_cleaned():
    """They are printed to a terminal, and become chapters of studies."""
    record = json.loads(Match(find_game("maori"), seed=7, players=2, names=["a", "b"]).record())
    record["names"] = ["\x1b]0;owned\x07Ann", FILLED]
    assert replay(json.dumps(record))[0].names == ["]0;ownedAnn", "Player 2"]
    assert load(json.dumps(record)).chapters[0].names == ["]0;ownedAnn", "Player 2"]
