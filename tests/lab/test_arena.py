"""The arena: seats rotate, games are reproducible, an interrupted run resumes, and the figures are right."""

import json
import math

import pytest

from seaboard.core.errors import BadOption, SeaboardError
from seaboard.lab.arena import Meeting, finished_games, line_ups, new_tournament, play_game, run
from seaboard.lab.matplotlib_plots import plot_standings
from seaboard.lab.ratings import elo, standings, wilson

OPTIONS = {"players": 2, "level": "basic", "board": "front"}


def without_times(result):
    return {key: value for key, value in result.items() if key != "seconds"}


def test_line_ups():
    assert line_ups(["a", "b"], 2) == [(0, 1)]
    assert line_ups(["a", "b"], 4) == [(0, 1, 1, 1)]
    assert line_ups(["a", "b", "c"], 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups(["a"], 1) == [(0,)]


def test_a_game_is_a_function_of_its_number():
    one, again = (play_game("maori", OPTIONS, ("random", "random"), "s", 3) for _ in range(2))
    assert without_times(one) == without_times(again)
    other_seed = play_game("maori", OPTIONS, ("random", "random"), "t", 3)
    assert other_seed["points"] != one["points"] or other_seed["decisions"] != one["decisions"]


def test_seats_rotate_over_the_same_deal():
    games = [play_game("maori", OPTIONS, ("random", "random"), "s", k) for k in range(4)]
    assert [game["bots"] for game in games] == [[0, 1], [1, 0], [0, 1], [1, 0]]


def test_more_bots_than_seats_all_meet():
    games = [play_game("maori", OPTIONS, ("random", "random", "random"), "s", k)["bots"] for k in range(6)]
    assert games == [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]


def meeting_with(wins, losses, draws=0):
    """A meeting of two bots, with this many wins, losses and draws of the first."""
    rows = [[1, 2]] * wins + [[2, 1]] * losses + [[1, 1]] * draws
    meeting = Meeting(("a", "b"), len(rows), "s")
    for k, places in enumerate(rows):
        meeting.results[k] = {
            "k": k,
            "bots": [0, 1],
            "places": places,
            "points": [10, 4],
            "kinds": [[7, 3], [4, 0]],
            "decisions": [5, 5],
            "seconds": [1.0, 0.5],
        }
    return meeting


def test_standings():
    first, second = standings(meeting_with(60, 30, 10))
    assert first.share == pytest.approx(0.65)
    assert second.share == pytest.approx(0.35)
    assert (first.even, first.games, first.points, first.kinds) == (0.5, 100, 10, (7, 3))
    assert first.place == pytest.approx(1.3)
    assert first.decisions_per_second == pytest.approx(5)


def test_the_wilson_interval():
    """Known values of the formula: 50 of 100, and 100 of 100."""
    assert wilson(50, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    assert wilson(100, 100) == pytest.approx((0.96300, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_ratings():
    """Odds of ten to one are 400 points; no rating is infinite; a shared win is half a win."""
    ratings = elo(list(meeting_with(1000, 100).results.values()), 2)
    assert ratings[1] == 0
    assert ratings[0] == pytest.approx(400, abs=3)
    assert math.isfinite(elo(list(meeting_with(50, 0).results.values()), 2)[0])
    assert elo(list(meeting_with(0, 0, 9).results.values()), 2).tolist() == [0, 0]
    assert elo([], 1).tolist() == [0]


def test_controls_are_each_bot_against_itself_and_random_ones():
    tournament = new_tournament("maori", {}, ["greedy:1", "greedy:2"], 4, controls=2)
    assert [meeting.bots for meeting in tournament.meetings] == [
        ("greedy:1", "greedy:2"),
        ("greedy:1", "greedy:1"),
        ("greedy:2", "greedy:2"),
        ("random", "random"),
    ]
    assert len(tournament.remaining()) == 4 + 3 * 2


def test_an_arena_has_as_many_seats_as_bots():
    assert new_tournament("maori", {}, ["random"] * 3, 1).seats == 3
    assert new_tournament("kaivai", {"players": 3}, ["search", "greedy"], 1).seats == 3
    with pytest.raises(BadOption, match="no bot"):
        new_tournament("maori", {}, ["random", "wizard"], 1)


def test_an_interrupted_tournament_continues_and_ends_the_same(tmp_path):
    file = tmp_path / "arena.json"
    bots = ["random", "random"]
    whole = new_tournament("maori", {}, bots, 4)
    assert run(whole)
    first = new_tournament("maori", {}, bots, 4)

    def interrupt_after_two_games():
        if len(first.meetings[0].results) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(first, 1, file, on_game=interrupt_after_two_games)
    assert len(json.loads(file.read_text())["meetings"][0]["results"]) == 2
    second = new_tournament("maori", {}, bots, 4)
    second.resume_from(file.read_text(), file)
    assert [k for _, k in second.remaining()] == [2, 3]
    assert run(second, 1, file)
    assert [without_times(second.meetings[0].results[k]) for k in range(4)] == [
        without_times(whole.meetings[0].results[k]) for k in range(4)
    ]


def test_a_run_stops_when_its_time_is_up(tmp_path):
    tournament = new_tournament("maori", {}, ["random", "random"], 50)
    assert not run(tournament, 1, tmp_path / "a.json", seconds=0)
    assert not tournament.meetings[0].results  # a running game stops


def test_processes_play_the_same_games():
    alone = new_tournament("maori", {}, ["random", "random"], 2)
    run(alone)
    shared = new_tournament("maori", {}, ["random", "random"], 2)
    found = {result["k"]: without_times(result) for _, result in finished_games(shared, 2)}
    assert found == {k: without_times(result) for k, result in alone.meetings[0].results.items()}


@pytest.mark.parametrize("text", ["", "{}", '{"format": "seaboard arena 1"}', "[1]", "[" * 100_000])
def test_a_file_that_is_no_tournament_is_refused(text, tmp_path):
    with pytest.raises(SeaboardError, match="is not a tournament"):
        new_tournament("maori", {}, ["random"], 1).resume_from(text, tmp_path / "a.json")


def test_a_file_with_another_tournament_is_refused(tmp_path):
    text = new_tournament("maori", {}, ["random", "greedy"], 1).text()
    with pytest.raises(SeaboardError, match="a different tournament"):
        new_tournament("maori", {}, ["random", "random"], 1).resume_from(text, tmp_path / "a.json")


def test_standings_are_plotted(tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "a.png"
    plot_standings(standings(meeting_with(3, 1)), ("palms", "boats"), "Four games", file)
    assert file.read_bytes().startswith(b"\x89PNG")
