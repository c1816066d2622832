"""Only the user's own options may name files."""

import ast
import json
from pathlib import Path

import pytest

import seaboard
from seaboard.core.errors import BadOption, BadRecord, BadStudy
from seaboard.core.option_sources import TrustedOptions, UntrustedOptions
from seaboard.games import all_games, find_game
from seaboard.match import Match
from seaboard.record import replay
from seaboard.study.session import load, study_from_match

NUSFJORD = find_game("nusfjord")
FILE = Path(seaboard.__file__).parent / "games" / "nusfjord" / "components" / "buildings.tsv"


@pytest.fixture
def own(tmp_path):
    """A game with the user's own file of buildings."""
    file = tmp_path / "mine.tsv"
    file.write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    return Match(NUSFJORD, seed=7, buildings=str(file))


def test_the_user_names_files(own):
    assert seaboard.load(own.position()).options == own.options
    assert seaboard.load(own.record()).options == own.options
    assert load(study_from_match(own).text(), TrustedOptions).chapters[0].options == own.options


def test_a_stranger_cannot_name_files(own, monkeypatch):
    monkeypatch.setattr(Path, "read_text", lambda *_args, **_more: pytest.fail("a file was opened"))
    monkeypatch.setattr("os.path.isfile", lambda _path: pytest.fail("a file was looked for"))
    for text in (own.position(), own.record(), study_from_match(own).text()):
        with pytest.raises((BadOption, BadRecord, BadStudy), match="buildings must be standard"):
            load(text)
    for read in (lambda: replay(own.record()), lambda: Match.from_position(own.position())):
        with pytest.raises((BadOption, BadRecord), match="nobody else may name a file"):
            read()
    for text in (own.position(), own.record()):
        with pytest.raises((BadOption, BadRecord), match="nobody else may name a file"):
            seaboard.load(text, untrusted=True)


def test_everyone_may_use_listed_choices():
    for game in all_games():
        for option in game.options:
            for choice in option.choices[:3]:
                given = {option.name: [choice] if option.many else str(choice).upper()}
                try:
                    wanted = TrustedOptions(given).choose(game)
                except BadOption:
                    continue
                assert UntrustedOptions(given).choose(game) == wanted


def test_a_list_is_at_most_as_long_as_its_choices():
    """Each part is compared with each choice."""
    for kind in (TrustedOptions, UntrustedOptions):
        with pytest.raises(BadOption, match="choices"):
            kind({"without": ["101"] * 100_000}).choose(NUSFJORD)
        with pytest.raises(BadOption, match="choices"):
            kind({"without": "101," * 100_000}).choose(NUSFJORD)


def test_the_server_builds_games_of_untrusted_options_only():
    """All routes use one type, so none can forget the check."""
    for file in sorted((Path(seaboard.__file__).parent / "table").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            where = f"{file.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Name):
                assert node.id != "TrustedOptions", where
            if isinstance(node, ast.Call):
                function, given = node.func, node.args or node.keywords
                assert not (isinstance(function, ast.Name) and function.id == "Match"), where
                if isinstance(function, ast.Attribute) and function.attr == "choose" and node.keywords:
                    raise AssertionError(f"{where}: game.choose(**options): use UntrustedOptions(options).choose(game)")
                if isinstance(function, ast.Attribute) and function.attr == "from_options":
                    assert ast.unparse(given[1]).startswith("UntrustedOptions("), where


def test_a_stored_study_that_names_a_file_cannot_be_shown(own):
    """Such studies exist: earlier releases let visitors name files."""
    text = study_from_match(own).text()
    with pytest.raises(BadStudy, match="buildings must be standard"):
        load(json.dumps(json.loads(text)))
