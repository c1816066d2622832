"""A seat's report: complete, the same in text and JSON, and made only from the seat's view."""

import json

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from seaboard.agents import report, report_schema
from seaboard.agents.seat_report import last_own_move
from seaboard.core.dice import key_of
from seaboard.core.position import view_to_dict
from seaboard.games import NAMES, find_game
from seaboard.match import Match

from .played import IDS, VARIANTS, played

EVERY_VARIANT = pytest.mark.parametrize(("name", "options"), VARIANTS, ids=IDS)


def text_and_json(match: Match, seat: int) -> str:
    made = report(match, seat)
    return made.text() + json.dumps(made.to_dict(), sort_keys=True)


def with_views_of(match: Match, seat: int) -> Match:
    """The match with its positions replaced by the seat's views; the current one is redealt if the seat is to move."""
    other = match.copy()

    def view(s: np.record) -> np.record:
        match.game.view(s, match.box, seat, seen := match.game.empty_state())
        return seen

    start = last_own_move(match, seat)
    other.history[start:] = [(action, view(before)) for action, before in match.history[start:]]
    other.s = view(match.s)
    if match.mover == seat:
        match.game.redeal(other.s, match.box, key_of("another deal"))
    return other


@EVERY_VARIANT
def test_hidden_information_does_not_change_a_report(name, options):
    for match in played(name, options):
        for seat in range(match.seats):
            assert text_and_json(with_views_of(match, seat), seat) == text_and_json(match, seat), (match.version, seat)


def test_a_secret_choice_and_other_hands_are_hidden():
    """Shows that the test above can fail: seats with secrets have different views."""
    for name, options in (VARIANTS[2], VARIANTS[4]):
        differ = [
            match.version
            for match in played(name, options, every=1)[::4]
            if len({json.dumps(view_to_dict(match.game, match.box, match.view(seat), seat)) for seat in range(match.seats)}) > 1
        ]
        assert differ, name


@EVERY_VARIANT
def test_json_follows_its_schema(name, options):
    schema = report_schema(find_game(name))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for match in played(name, options):
        for seat in range(match.seats):
            table = json.loads(json.dumps(report(match, seat).to_dict()))
            validator.validate(table)
            assert table["seat"] == seat + 1
            assert bool(table["moves"]) == (match.mover == seat)


@EVERY_VARIANT
def test_text_and_json_list_the_same_moves_events_and_points(name, options):
    for match in played(name, options):
        if match.mover is None:
            continue
        made = report(match, match.mover)
        text, table = made.text(), made.to_dict()
        assert [move["move"] for move in table["moves"]] == match.moves()
        for n, move in enumerate(table["moves"], 1):
            assert f"\n{n}. {move['move']}: {move['text']}" in text
        for event in table["events"]:
            assert event["text"] in text
        for seat, score in enumerate(table["scores"], 1):
            assert f"\nSeat {seat}: {score['points']}" in text
        assert match.prompt() in text


def test_every_key_of_the_schema_is_described():
    def leaves(schema, path=""):
        for key, part in schema.get("properties", {}).items():
            yield f"{path}.{key}", part
            yield from leaves(part, f"{path}.{key}")

    for name in NAMES:
        game = find_game(name)
        assert game.positions.view_schema
        schema = json.loads(game.positions.view_schema.read_text(encoding="utf-8"))
        for part in (schema, *schema["$defs"].values()):
            assert not [key for key, value in leaves(part) if key.count(".") == 1 and "description" not in value]


def test_events_begin_with_the_seats_own_last_move():
    games = played("maori", {"players": 3}, every=1)
    match = next(m for m in games if m.version > 20 and m.game.mover(m.history[-1][1]) != m.mover)
    seat = match.mover
    assert seat is not None
    own = [n for n, (_action, before) in enumerate(match.history) if match.game.mover(before) == seat]
    found = report(match, seat).events
    assert found[0].seat == seat
    assert found[0].move > own[-1]
    assert {event.seat for event in found} >= {(seat + 1) % 3, (seat + 2) % 3}
    assert report(match, seat, since=match.version).events == ()


def test_texts_are_english_whatever_language_is_set():
    from seaboard.language import using_language

    match = played("nusfjord", {"players": 3})[2]
    with using_language("de"):
        german = text_and_json(match, 0)
    assert german == text_and_json(match, 0)


def test_a_file_of_cards_is_not_named(tmp_path):
    source = find_game("nusfjord").texts.help.parents[1] / "components" / "buildings.tsv"
    file = tmp_path / "secret-folder.tsv"
    file.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    match = Match(find_game("nusfjord"), seed=1, buildings=str(file))
    assert "secret-folder" not in text_and_json(match, 0)
    assert report(match, 0).options["buildings"] == "own file"
