"""N9.11 the report on buildings: what is counted, and that the difference is that of the building alone."""

import random
import re
import sys

import numpy as np
import pytest

from seaboard.bots import new_bot
from seaboard.core.errors import BadOption, SeaboardError
from seaboard.games.nusfjord.cards.buildings import read_buildings
from seaboard.games.nusfjord.cards.fairness import (
    FIRST_CARD,
    OFFERED,
    SUMS,
    TRIAL_EVERY,
    WAS_BUILT,
    add_game,
    bot_trials,
    compared,
    new_buffers,
    random_trials,
    record_trial,
    report_buildings,
)
from seaboard.games.nusfjord.layout import BUILT, DISPLAY, HAND, NEXT_TO_DISPLAY, OUT, STOCK
from seaboard.lab import card_statistics
from tools import fairness_page

from .table import GAME, new

GOOD, BAD = 1, 2  # two of six cards; the good one makes 3 points


def made_up_games(games: int, seed: int) -> tuple[np.ndarray, list[tuple[float, bool]]]:
    """A tally of games with one trial each, in which who is rich leads anyway, and has more to choose from."""
    choose = random.Random(seed)
    box = GAME.build_box(GAME.choose(players=2))
    buffers = new_buffers(2)
    leads = []
    for _ in range(games):
        rich = choose.random() < 0.5
        there = range(1, 7) if rich else range(1, 3)
        got = choose.choice(there)
        lead = 20 * rich + 3 * (got == GOOD) + choose.gauss(0, 4)
        leads.append((lead, got == GOOD))
        buffers.asked[0] = 0, len(there), got
        buffers.buildable[0] = 0
        buffers.buildable[0, list(there)] = 1
        buffers.sheet[:] = 0
        buffers.sheet[0, 0] = round(2 * lead)  # in half points
        add_game(buffers.states[0], box, buffers.sheet, buffers.asked, buffers.buildable, 1, buffers.row, buffers.tally)
    return buffers.tally, leads


@pytest.mark.rule("N9.11")
def test_a_trial_remembers_what_could_be_built_and_nothing_of_an_earlier_one():
    m, buffers = new(players=2), new_buffers(2)
    for trials, cards in enumerate(([1, 2, 5], [3, 4])):
        buffers.buildable[trials] = 1  # whatever an earlier game left there
        buffers.out[: len(cards)] = [FIRST_CARD + card for card in cards]
        assert (
            record_trial(m.s, buffers.out, len(cards), FIRST_CARD + cards[0], trials, buffers.asked, buffers.buildable)
            == trials + 1
        )
        assert buffers.asked[trials].tolist() == [m.mover, len(cards), cards[0]]
        assert np.flatnonzero(buffers.buildable[trials]).tolist() == cards


@pytest.mark.rule("N9.11")
def test_the_difference_measures_the_building_not_its_builder():
    tally, leads = made_up_games(4000, 5)
    difference, margin = compared(tally[GOOD])
    assert abs(difference - 3) < margin < 1
    with_it = np.mean([lead for lead, got in leads if got])
    without = np.mean([lead for lead, got in leads if not got])
    assert with_it - without < 0, "the mean of builders less that of the others has even the wrong sign"
    worse, margin = compared(tally[BAD])
    assert worse + margin < 0  # who got it could have got the good one


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    held = 0
    for seed in range(30):
        difference, margin = compared(made_up_games(150, seed)[0][GOOD])
        held += abs(difference - 3) < margin
    assert 25 <= held <= 30


def test_untried_buildings_have_no_estimate():
    tally, _ = made_up_games(20, 1)
    assert np.isnan(compared(tally[40])).all()


def test_offered_is_what_came_out_of_the_stock_and_built_what_lies_in_a_harbour():
    box, buffers = GAME.build_box(GAME.choose(players=2)), new_buffers(2)
    places = (OUT, STOCK, DISPLAY, HAND + 1, BUILT, BUILT + 1, NEXT_TO_DISPLAY)
    buffers.states[0].where[1 : len(places) + 1] = places
    add_game(buffers.states[0], box, buffers.sheet, buffers.asked, buffers.buildable, 0, buffers.row, buffers.tally)
    assert buffers.tally[1 : len(places) + 1, OFFERED].tolist() == [0, 0, 1, 1, 1, 1, 1]
    assert buffers.tally[1 : len(places) + 1, WAS_BUILT].tolist() == [0, 0, 0, 0, 1, 1, 0]


def test_random_players_and_bots_play_whole_games():
    box, n = GAME.build_box(GAME.choose(players=3, deck="visitors")), new_buffers(3)
    random_trials(n.states, box, 1, 0, 4, n.out, n.sheet, n.asked, n.buildable, n.row, n.tally)
    assert n.tally[31:45, OFFERED].sum() == 4 * 9  # C: three in each hand
    assert 4 * 15 <= n.tally[1:31, OFFERED].sum() <= 4 * 20  # A and B: nine and six at first, up to three and two more
    tried = n.tally[:, SUMS].copy()
    assert tried[1:45].sum() > 0
    bots = [new_bot("random", GAME, box, seat) for seat in range(3)]
    with_bots = new_buffers(3)
    for number in range(4):
        bot_trials(GAME, box, bots, 1, number, with_bots)
    assert with_bots.tally[1:45, WAS_BUILT].sum() > 0
    assert 0 < with_bots.tally[:, SUMS].sum() < tried.sum()
    assert TRIAL_EVERY > 1


def test_a_report_names_every_card_and_comes_out_the_same():
    played: list[int] = []
    options = {"deck": "visitors", "players": 2}
    rows = report_buildings(GAME, options, 3, 7, None, played.append)
    assert sum(played) == 3
    assert [row.number for row in rows][:2] == [701, 702]
    assert len(rows) == 44
    assert rows[30].source == "exact in part"
    again = report_buildings(GAME, options, 3, 7, None, played.append)
    assert [card_statistics.plain(row) for row in again] == [card_statistics.plain(row) for row in rows]
    bots = report_buildings(GAME, options, 2, 7, lambda box, seed: new_bot("random", GAME, box, seed), played.append)
    assert any(row.used for row in bots)
    assert [row.offered for row in bots] != [row.offered for row in rows]
    with pytest.raises(BadOption, match="deck must be herring"):
        report_buildings(GAME, {"deck": "shark"}, 3, 7, None, played.append)


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SeaboardError, match="a plot needs Matplotlib: pip install matplotlib"):
        card_statistics.find_matplotlib()


def test_the_picture_is_written(tmp_path):
    pytest.importorskip("matplotlib")
    rows = report_buildings(GAME, {"deck": "visitors", "players": 2}, 3, 7, None, lambda played: None)
    card_statistics.plot(rows, "three games", tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(SeaboardError, match="cannot write"):
        card_statistics.plot(rows, "three games", tmp_path / "nowhere" / "a.png")


@pytest.mark.rule("N9.11")
def test_the_reports_in_the_docs_hold_all_cards_and_ours_lie_inside_the_range_of_the_exact_ones():
    row = r"^\| (\d+) \| [ABC] \| (.+) \| \d+% \| (.+)% \| (.+) ±.+ \| (.+) \|$"
    rows = re.findall(row, fairness_page.FILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(int(number), name) for number, name, *_ in rows] == [(card.number, card.name) for card in read_buildings()]
    assert all(0 < float(built) < 90 for _, _, built, *_ in rows), "built by nobody or by everybody"
    exact = [float(difference) for *_, difference, source in rows if source == "exact"]
    assert all(min(exact) <= float(difference) <= max(exact) for *_, difference, _ in rows)
