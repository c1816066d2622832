"""The result of a game, as the page of the table shows it."""

import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.table.view.game_result import plot, points_by_round, rows_of, scores_in_words


@pytest.mark.parametrize("name", NAMES)
def test_the_points_over_the_rounds_end_with_the_score(name):
    """In points, also where a game counts half ones."""
    match = Match(find_game(name), seed=7)
    choose = random.Random(7)
    for _ in range(60):
        match.play(choose.choice(match.moves()))
    assert [points[-1] for points in points_by_round(match)[1]] == match.scores()


@pytest.mark.parametrize("name", NAMES)
def test_the_bar_shows_each_players_points_and_how_they_come_about(name):
    match = Match(find_game(name), seed=7)
    choose = random.Random(7)
    for _ in range(60):
        match.play(choose.choice(match.moves()))
    for seat, (figure, words) in enumerate(scores_in_words(match, 0)):
        total = float(figure.replace("−", "-"))
        assert sum(float(part.split()[-1]) for part in words.split(": ", 1)[1].split(", ")) == total
        assert seat or total == match.scores()[0]


@pytest.mark.parametrize(("deck", "guests"), [("herring", False), ("visitors", True)])
def test_guests_are_a_category_only_where_a_card_gives_guests(deck, guests):
    match = Match(find_game("nusfjord"), seed=7, deck=deck)
    assert ("guests" in scores_in_words(match, 0)[0][1]) == guests
    assert [len(row.kinds) for row in rows_of(match)] == [6 + guests] * 2


def test_the_plot_says_that_it_counts_rounds():
    match = Match(find_game("maori"), seed=7)
    choose = random.Random(7)
    while len(points_by_round(match)[0]) < 2:
        match.play(choose.choice(match.moves()))
    assert ">round<" in plot(match)
