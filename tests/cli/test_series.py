"""Series of games, and files of cards, on the command line."""

import json

import pytest

from seaboard.core.errors import BadRecord
from seaboard.games import find_game
from seaboard.series import find_series, new_series, read_series

from .test_commands import seaboard  # noqa: F401  (a fixture)

GAME = find_game("nusfjord")


def play_out(saved):
    """Plays the current game of a series, always the first move, and saves it as the command does."""
    match = saved.current(["You", "Random 2"][: saved.game.seats(saved.options)])
    while not match.over:
        match.play(match.actions()[0])
    saved.records[-1] = match.record()
    return match


@pytest.mark.rule("N11.7")
def test_a_campaign_is_three_games_from_one_deck_and_ends_with_a_rank():
    saved = new_series(GAME, find_series(GAME, "campaign"), {"deck": "mackerel"})
    left_out = []
    for _ in range(3):
        assert not saved.is_complete()
        left_out.append(play_out(saved).options["without"])
        saved = read_series(saved.text())  # as in a later session
    assert left_out[0] == []
    assert left_out[1]
    assert saved.is_complete()
    assert "rank" in saved.finish()
    assert saved.records == []
    assert read_series(saved.text()).rank == saved.rank


@pytest.mark.rule("N12.1")
def test_a_return_match_is_started_by_the_other_player():
    saved = new_series(GAME, find_series(GAME, "return-match"), {})
    first, second = play_out(saved), play_out(saved)
    assert first.history[0][1].start_player != second.history[0][1].start_player
    assert "Both games together" in saved.finish()


def test_an_unfinished_game_continues(tmp_path):
    saved = new_series(GAME, find_series(GAME, "campaign"), {})
    match = saved.current(["You"])
    match.play(match.actions()[0])
    saved.records[-1] = match.record()
    again = read_series(saved.text())
    assert again.current(["You"]).version == 1
    assert len(again.records) == 1


def test_the_command_saves_the_series_and_resumes(seaboard, tmp_path):  # noqa: F811
    file = str(tmp_path / "campaign.json")
    for _ in range(2):
        status, _, err = seaboard("series", "nusfjord", "campaign", file, stdin="q\n")
        assert (status, err) == (0, f"Game 1 of 3, saved in {file}; your rank is 0.\n")
    assert len(json.loads((tmp_path / "campaign.json").read_text(encoding="utf-8"))["records"]) == 1


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "seaboard series 1"}', "[" * 99_999])
def test_a_damaged_series_is_refused(text):
    with pytest.raises(BadRecord, match="not a series"):
        read_series(text)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["series", "nusfjord", "league", "x.json"], "no series 'league'; it has campaign, return-match"),
        (["series", "maori", "campaign", "x.json"], "maori has no series"),
        (["buildings", "check", "no-such-file.tsv"], "cannot read"),
        (["buildings", "list", "tuna"], "deck must be"),
        (["new", "nusfjord", "-o", "buildings=no-such-file.tsv"], "no file of buildings"),
    ],
)
def test_errors_are_one_line(seaboard, words, message):  # noqa: F811
    status, out, err = seaboard(*words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_the_cards_are_checked_and_listed(seaboard):  # noqa: F811
    assert "308 buildings" in seaboard("buildings", "check")[1]
    assert "103" in seaboard("buildings", "list", "herring")[1]
