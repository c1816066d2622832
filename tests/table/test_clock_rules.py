"""Clocks as pure values: turns, reserves, holidays, and deadlines."""

import random

import pytest

from seaboard.table.tables.clock_rules import (
    DAY,
    PACES,
    Clock,
    Pace,
    counted_seconds,
    deadline,
    merge_intervals,
    moment_after,
    new_clock,
    read_clock,
    read_pace,
    start_turn,
    stop_turn,
    with_holidays,
)

LIVE, DAYS = Pace("live", 60, 600), Pace("days", DAY, 3 * DAY)


def test_a_turn_within_its_time_keeps_the_reserve():
    clock = start_turn(LIVE, new_clock(LIVE, 2), 0, 1000.0)
    assert deadline(LIVE, clock) == 1000 + 60 + 600
    after = start_turn(LIVE, clock, 1, 1060.0)
    assert after.reserves == (600, 600)
    assert after.seat == 1
    assert deadline(LIVE, after) == 1060 + 660


def test_time_beyond_a_turn_comes_from_the_reserve():
    after = stop_turn(LIVE, start_turn(LIVE, new_clock(LIVE, 2), 1, 1000.0), 1100.0)
    assert after.reserves == (600, 560)
    assert after.seat is None
    assert deadline(LIVE, after) is None


def test_a_used_up_reserve_is_zero_and_each_turn_still_has_its_time():
    clock = stop_turn(LIVE, start_turn(LIVE, new_clock(LIVE, 2), 0, 0.0), 5000.0)
    assert clock.reserves == (0, 600)
    assert deadline(LIVE, start_turn(LIVE, clock, 0, 6000.0)) == 6060


def test_nobodys_clock_runs_while_a_bot_moves():
    clock = start_turn(LIVE, start_turn(LIVE, new_clock(LIVE, 3), 0, 0.0), None, 30.0)
    assert start_turn(LIVE, clock, 2, 99999.0).reserves == (600, 600, 600)


def test_a_clock_that_was_set_back_takes_nothing():
    assert stop_turn(LIVE, start_turn(LIVE, new_clock(LIVE, 2), 0, 5000.0), 100.0).reserves == (600, 600)


def test_holidays_stop_the_clock_in_games_over_days_only():
    holidays = [(DAY * 0.5, DAY * 10.5)]
    assert deadline(DAYS, start_turn(DAYS, new_clock(DAYS, 2), 0, 0.0, holidays)) == DAY * 14
    assert deadline(LIVE, start_turn(LIVE, new_clock(LIVE, 2), 0, 0.0, [(10.0, 20.0)])) == 660
    ended = stop_turn(DAYS, start_turn(DAYS, new_clock(DAYS, 2), 0, 0.0, holidays), DAY * 12.0)
    assert ended.reserves == (2 * DAY, 3 * DAY)  # two days counted, one of them beyond the turn


def test_a_turn_that_begins_on_a_holiday_waits_for_its_end():
    assert deadline(DAYS, start_turn(DAYS, new_clock(DAYS, 2), 0, DAY * 3.0, [(0.0, DAY * 5.0)])) == DAY * 9


def test_changed_holidays_move_the_deadline_but_not_the_past():
    clock = start_turn(DAYS, new_clock(DAYS, 2), 0, 0.0)
    away = with_holidays(DAYS, clock, DAY * 1.0, [(0.0, DAY * 3.0)])  # yesterday is no holiday any more
    assert away.holidays == ((DAY, 3 * DAY),)
    assert deadline(DAYS, away) == 6 * DAY
    back = with_holidays(DAYS, away, DAY * 2.0, [])
    assert back.holidays == ((DAY, 2 * DAY),)
    assert deadline(DAYS, back) == 5 * DAY


def test_the_deadline_is_when_turn_and_reserve_are_used_up():
    """For any holidays, `moment_after` and `counted` agree."""
    choose = random.Random(3)
    for _case in range(500):
        holidays = [(a := choose.uniform(0, 100), a + choose.uniform(-5, 30)) for _n in range(choose.randrange(5))]
        begin, seconds = choose.uniform(0, 100), choose.uniform(0.1, 80)
        end = moment_after(begin, seconds, holidays)
        assert counted_seconds(begin, end, holidays) == pytest.approx(seconds)
        assert counted_seconds(begin, end - 0.05, holidays) < seconds


def test_intervals_are_merged():
    assert merge_intervals([(5, 9), (1, 3), (3, 4), (8, 12), (2, 2), (20, 19)]) == [(1, 4), (5, 12)]


def test_paces_and_clocks_are_stored_as_text():
    for pace in (*PACES.values(), Pace("live", 5, 0, "end")):
        assert read_pace(pace.to_json()) == pace
    clock = Clock((1.5, 2.0), 1, 77.25, ((80.0, 90.0),))
    assert read_clock(clock.to_json()) == clock
    assert read_pace(None) is None
    assert read_clock("") is None


@pytest.mark.parametrize(
    ("kind", "turn", "reserve"),
    [("live", 4, 0), ("live", 13 * 3600, 0), ("days", 60, 0), ("days", 31 * DAY, 0), ("live", 60, -1)],
)
def test_a_pace_has_limits(kind, turn, reserve):
    with pytest.raises(ValueError, match="a turn takes"):
        Pace(kind, turn, reserve)
