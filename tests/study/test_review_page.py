"""The page of a review: figures that can be, words that players know, and drawings for phones."""

import random
import re
from functools import cache

import pytest

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.study import review
from seaboard.study.review_page import review_body


@cache
def reviewed(name="maori"):
    """A game of random players, whose choices cost a lot."""
    match, dice = Match(find_game(name), seed=7, names=["Ann", "Bob"]), random.Random(1)
    while not match.over:
        match.push(dice.choice(match.actions()))
    return match, review(match, "search:2,turns=1")


@pytest.mark.slow
def test_no_share_is_above_100_percent():
    """An earlier version printed the cost of all choices of a game as a percentage, up to -1000 %."""
    match, found = reviewed()
    assert sum(abs(row.choice) for row in found.sums) > 1, "else this test shows nothing"
    text = re.sub(r"<[^>]*>", " ", review_body(match, found))
    shares = [float(share) for share in re.findall(r"(\d+(?:\.\d+)?) %", text)]
    assert shares
    assert max(shares) <= 100


@pytest.mark.slow
def test_a_phone_gets_its_own_curve_and_only_the_parts_of_the_board_that_matter():
    match, found = reviewed()
    html = review_body(match, found)
    assert html.count('class="board plot narrow"') == html.count('class="board plot wide"') == 1
    boards = re.findall(r'<svg[^>]*class="board narrow" viewBox="0 0 (\d+)[^>]*>(.*?)</svg>(?=<p class="key")', html, re.DOTALL)
    assert len(boards) == len(found.swings) > 0
    for width, board in boards:
        assert width == "390"
        assert "target played" in board or "target better" in board


@pytest.mark.slow
def test_the_bot_is_named_in_words():
    match, found = reviewed()
    html = review_body(match, found.__class__(**{**found.__dict__, "bot": "strong,simulations=1000"}))
    assert "Analysed by the strong bot, using only what each player knew." in html
    assert "simulations" not in html
    assert "Analysed by the bot search:2," in review_body(match, found)
