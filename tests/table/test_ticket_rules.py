"""Matching tickets."""

from dataclasses import replace

import pytest

from seaboard.table.tables.ticket_rules import Ticket, match_tickets

ANN, BOB, CAT, DAN = (Ticket(name.lower(), name * 64, name, "maori", "live") for name in "ABCD")


def matched(*tickets, blocks=()):
    return [[one.name for one in group] for group in match_tickets(tickets, set(blocks), lambda game: (2, 3, 4))]


def test_two_equal_tickets_are_matched_immediately():
    assert matched(ANN) == []
    assert matched(ANN, BOB) == [["A", "B"]]
    assert matched(ANN, BOB, CAT, DAN) == [["A", "B"], ["C", "D"]], "the oldest first"


@pytest.mark.parametrize("change", [{"game": "kaivai"}, {"pace": "days"}, {"rated": True}, {"who": ANN.who}])
def test_different_wishes_wait(change):
    assert matched(ANN, replace(BOB, **change)) == []


def test_a_ticket_waits_for_its_number_of_players():
    three = replace(ANN, players=3)
    assert matched(three, BOB) == []
    assert matched(three, BOB, CAT) == [["A", "B", "C"]]
    assert matched(BOB, three, CAT) == [["B", "C"]], "those who take any number do not wait for it"
    assert matched(three, replace(BOB, players=2), CAT, DAN) == [["A", "C", "D"]]


def test_a_player_who_has_blocked_someone_never_meets_them():
    for blocks in ([(ANN.who, BOB.who)], [(BOB.who, ANN.who)]):
        assert matched(ANN, BOB, blocks=blocks) == []
        assert matched(ANN, BOB, CAT, blocks=blocks) == [["A", "C"]]
        assert matched(replace(CAT, players=3), ANN, BOB, blocks=blocks) == []


def test_ratings_are_in_the_range_of_the_other():
    strong, weak = replace(ANN, rating=1800, low=1500), replace(BOB, rating=1200)
    assert matched(strong, weak) == []
    assert matched(strong, replace(weak, rating=1500)) == [["A", "B"]]
    assert matched(strong, replace(weak, rating=1500, high=1700)) == []
    assert matched(strong, replace(weak, rating=None)) == [["A", "B"]], "newcomers have no rating yet"
