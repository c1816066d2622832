"""Ratings, pairings and standings as pure values."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seaboard.bots import LEVELS
from seaboard.table.contest import rating
from seaboard.table.contest.pairing import Round, meetings, round_robin, rounds_of_round_robin, rounds_of_swiss, swiss_round
from seaboard.table.contest.rating import MIDDLE, SCALE, Finish, Rating, anchors, rate
from seaboard.table.contest.standings import score_of, scores_of, standings

# ratings


def anchor(game, level) -> Any:
    return rating.anchor(game, level)


def test_everyone_starts_in_the_middle_and_is_provisional():
    assert Rating().points == MIDDLE
    assert Rating().provisional
    assert Rating().margin > 400


def test_the_winner_gains_what_the_loser_loses():
    winner, loser = rate([Finish(Rating(), 1), Finish(Rating(), 2)])
    assert winner.points > MIDDLE > loser.points
    assert winner.points + loser.points == 2 * MIDDLE
    assert winner.games == loser.games == 1
    assert winner.sigma < Rating().sigma


def test_a_tie_between_equals_changes_only_the_margin():
    one, other = rate([Finish(Rating(), 1), Finish(Rating(), 1)])
    assert one.points == other.points == MIDDLE
    assert one.margin < Rating().margin


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_places_order_the_ratings_of_equals(players):
    after = rate([Finish(Rating(), place) for place in range(1, players + 1)])
    assert [one.points for one in after] == sorted((one.points for one in after), reverse=True)
    assert len({one.points for one in after}) == players


def test_bots_are_fixed_and_a_win_against_a_strong_one_is_worth_more():
    strong, easy = anchor("maori", "strong"), anchor("maori", "easy")
    after, bot = rate([Finish(Rating(), 1), Finish(strong, 2, fixed=True)])
    assert bot == strong
    assert after.points > rate([Finish(Rating(), 1), Finish(easy, 2, fixed=True)])[0].points


def test_ratings_find_the_strength_of_the_anchor():
    """Somebody who plays as well as the normal bot ends near it, and is no longer provisional."""
    dice, person, bot = random.Random(3), Rating(mu=25), anchor("kaivai", "normal")
    for _n in range(60):
        place = dice.choice([1, 2])
        person = rate([Finish(person, place), Finish(bot, 3 - place, fixed=True)])[0]
    assert abs(person.points - 1800) < 120
    assert not person.provisional


def test_400_points_are_a_win_chance_of_10_in_11():
    """Where 10 of 11 games are won, the rating stays where it is."""
    bot = anchor("maori", "normal")
    start = Rating(mu=bot.mu + 400 / SCALE, sigma=1.0, games=100)
    up = rate([Finish(start, 1), Finish(bot, 2, fixed=True)])[0].mu - start.mu
    down = start.mu - rate([Finish(start, 2), Finish(bot, 1, fixed=True)])[0].mu
    assert down / up == pytest.approx(10, rel=0.15)


def test_a_player_who_abandons_is_last_whatever_the_points():
    leader, other, third = rate([Finish(Rating(), 1, abandoned=True), Finish(Rating(), 2), Finish(Rating(), 3)])
    assert leader.points < third.points < other.points


def test_places_as_they_count():
    assert rating.counted_places([1, 2, 3], [True, False, False]) == [3, 1, 2]
    assert rating.counted_places([1, 1, 3], [False, True, True]) == [1, 2, 2]
    assert rating.counted_places([1, 1], [True, True]) == [1, 1]
    assert rating.counted_places([2, 1], [False, False]) == [2, 1]


def test_there_are_anchors_for_every_game_in_the_order_of_their_strength():
    assert set(anchors()) == {"maori", "kaivai", "nusfjord"}
    for levels in anchors().values():
        assert set(levels) <= {"random", *LEVELS}
        order = [levels[level] for level in ("random", *LEVELS) if level in levels]
        assert order == sorted(set(order))
        assert levels["normal"] == 1800
    assert anchor("maori", "somebody") is None


@given(st.lists(st.tuples(st.integers(1, 5), st.booleans(), st.booleans()), min_size=2, max_size=5))
def test_any_game_gives_finite_ratings(seats):
    finishes = [Finish(Rating(), place, gone, fixed) for place, gone, fixed in seats]
    for before, after in zip(finishes, rate(finishes), strict=True):
        assert -2000 < after.points < 5000
        assert 0 < after.sigma <= before.rating.sigma * 1.01


# pairings


@pytest.mark.parametrize("players", range(2, 17))
def test_in_a_round_robin_everyone_meets_everyone_once(players):
    rounds = round_robin(range(players))
    assert len(rounds) == rounds_of_round_robin(players, 2)
    assert meetings(rounds) == Counter(frozenset(pair) for pair in combinations(range(players), 2) for _ in range(2))
    for one in rounds:
        assert sorted([*(seat for table in one.tables for seat in table), *one.byes]) == list(range(players))
    firsts = Counter(table[0] for one in rounds for table in one.tables)
    assert max(firsts.values()) - min(firsts.get(n, 0) for n in range(players)) <= 2


@pytest.mark.parametrize(("players", "size"), [(6, 3), (8, 4), (9, 3), (10, 5), (12, 3), (16, 4), (7, 3)])
def test_at_larger_tables_few_meet_again(players, size):
    rounds = round_robin(range(players), size)
    for one in rounds:
        assert sorted([*(seat for table in one.tables for seat in table), *one.byes]) == list(range(players))
        assert all(len(table) == size for table in one.tables)
    assert max(meetings(rounds).values()) <= 2 * 3


def play_swiss(players, size, dice, rounds):
    played: list[Round] = []
    tables: list[dict[int, int]] = []
    byes: list[int] = []
    for _n in range(rounds):
        scores = scores_of(range(players), tables, byes)
        one = swiss_round(range(players), scores, played, size)
        assert sorted([*(seat for table in one.tables for seat in table), *one.byes]) == list(range(players))
        played.append(one)
        byes += one.byes
        for table in one.tables:
            places = list(range(1, size + 1))
            dice.shuffle(places)
            tables.append(dict(zip(table, places, strict=True)))
    return played, tables, byes


@pytest.mark.parametrize("players", [4, 5, 8, 9, 16, 33, 64])
@pytest.mark.parametrize("seed", range(3))
def test_a_swiss_cup_has_no_rematches_and_no_second_bye(players, seed):
    played, _tables, byes = play_swiss(players, 2, random.Random(seed), rounds_of_swiss(players, 2))
    assert max(meetings(played).values()) == 2  # counted from both sides
    assert len(byes) == len(set(byes))


def test_a_swiss_pairs_the_upper_half_with_the_lower_half_first_then_equals():
    first = swiss_round(range(8), dict.fromkeys(range(8), 0.0), [])
    assert first.tables == ((0, 4), (1, 5), (2, 6), (3, 7))
    second = swiss_round(range(8), {0: 1, 1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0}, [first])
    assert second.tables == ((0, 2), (1, 3), (4, 6), (5, 7))


def test_more_rounds_than_opponents_repeat_meetings_instead_of_failing():
    played, _tables, _byes = play_swiss(4, 2, random.Random(1), 6)
    assert set(meetings(played).values()) == {4}


@pytest.mark.parametrize(("players", "size"), [(9, 3), (8, 4), (11, 3), (25, 5)])
def test_a_swiss_at_larger_tables(players, size):
    played, _tables, byes = play_swiss(players, size, random.Random(2), 3)
    assert len(byes) == 3 * (players % size)
    assert max(Counter(byes).values(), default=1) <= 2
    assert all(len(table) == size for one in played for table in one.tables)


def test_numbers_of_rounds():
    assert [rounds_of_swiss(n, 2) for n in (4, 8, 16, 64)] == [2, 3, 4, 6]
    assert rounds_of_swiss(9, 3) == 3
    assert [rounds_of_round_robin(n, 2) for n in (4, 5, 8)] == [3, 5, 7]


# standings


def test_a_place_counts_by_the_share_of_others_behind():
    assert score_of({"a": 1, "b": 2}, "a") == 1
    assert score_of({"a": 1, "b": 1}, "a") == 0.5
    assert [score_of({"a": 1, "b": 2, "c": 3}, one) for one in "abc"] == [1, 0.5, 0]
    assert [score_of({"a": 1, "b": 1, "c": 3}, one) for one in "abc"] == [0.75, 0.75, 0]


def test_tie_breaks_in_their_order():
    """a and b have two wins each; b's opponents did better."""
    tables = [{"a": 1, "c": 2}, {"b": 1, "d": 2}, {"d": 1, "c": 2}, {"a": 1, "d": 2}, {"b": 1, "c": 2}]
    lines = standings("abcd", tables)
    assert [(line.player, line.score) for line in lines[:2]] == [("a", 2), ("b", 2)]
    assert lines[0].buchholz == lines[1].buchholz
    lines = standings("abcd", [{"a": 1, "c": 2}, {"b": 1, "d": 2}, {"d": 1, "c": 2}])
    assert [line.player for line in lines] == [
        "b",
        "d",
        "a",
        "c",
    ]  # all have one point: Buchholz 1, 1, 0, then Sonneborn-Berger
    assert lines[0].buchholz == 1
    assert lines[2].buchholz == 0


def test_equal_in_everything_the_seed_decides_and_byes_count():
    assert [line.player for line in standings("cab", [])] == ["c", "a", "b"]
    lines = standings("abc", [{"a": 1, "b": 2}], byes=["c"])
    assert [(line.player, line.score) for line in lines] == [("a", 1.0), ("c", 1.0), ("b", 0.0)]
    assert lines[1].played == 0


@given(st.integers(2, 12), st.integers(0, 10**6))
def test_scores_of_a_round_add_up(players, seed):
    _played, tables, byes = play_swiss(players, 2, random.Random(seed), 2)
    assert sum(scores_of(range(players), tables, byes).values()) == len(tables) + len(byes)
    lines = standings(range(players), tables, byes)
    assert [line.place for line in lines] == list(range(1, players + 1))
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
