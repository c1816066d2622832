"""The review of a match: its sums and its marks; it uses only what the players knew."""

import json
from functools import cache
from typing import Any

import pytest

from seaboard.bots import new_bot
from seaboard.core.dice import key_of
from seaboard.core.errors import BadOption, BadRecord
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.study import review
from seaboard.study.evaluator import Evaluator
from seaboard.study.review import Reviewer, mark_of, read_review
from seaboard.study.review_page import whole_page
from seaboard.study.review_text import mistake_sentence

JUDGE = "search:30"
GAMES = pytest.mark.parametrize(("name", "players"), [("maori", 2), ("kaivai", 3), ("nusfjord", 2), ("nusfjord", 1)])


@cache
def played(name, players, seed=3):
    """A match played by searching bots."""
    return play_on(Match(find_game(name), players=players, seed=seed))


def play_on(match):
    bots = [new_bot("search:40", match.game, match.box, seat) for seat in range(match.seats)]
    while not match.over:
        match.push(bots[match.mover].choose(match.view(match.mover), match.actions()))
    return match


def with_a_blunder(name, players):
    """Such a match with one blunder. Returns the match and the number of that move."""
    match = played(name, players)
    evaluator = Evaluator(match.game, match.box, "search:150")
    for at in range(match.version // 4, match.version):
        spoilt = match.copy()
        spoilt.back_to(at)
        seat, seen = spoilt.mover, spoilt.view(spoilt.mover)
        worth = {action: evaluator.evaluate_after(seen, seat, action).value()[seat] for action in spoilt.actions()[:9]}
        worst = min(worth, key=lambda action: worth[action])
        if max(worth.values()) - worth[worst] > (0.25 if name == "maori" else 0.4):
            spoilt.push(worst)
            return play_on(spoilt), at
    raise AssertionError("a game without any choice that matters")


@cache
def reviewed(name, players):
    return review(played(name, players), JUDGE)


@GAMES
def test_choice_luck_and_the_unexplained_rest_add_up_to_the_change(name, players):
    found = reviewed(name, players)
    for seat, row in enumerate(found.sums):
        assert found.first[seat] + row.choice + row.others + row.luck + row.unforeseen == pytest.approx(found.last[seat])
    assert found.last == (tuple(played(name, 1).scores()) if players == 1 else found.last)
    for decision in found.decisions:
        assert decision.cost == pytest.approx(-decision.choice[decision.seat])
        assert decision.cost >= 0
        assert decision.mark == mark_of(decision.cost, players)
        assert decision.action in [choice.action for choice in decision.best_choices]
        assert not any(decision.luck) or not any(decision.unforeseen)


@GAMES
def test_luck_needs_a_draw(name, players):
    match, found = played(name, players), reviewed(name, players)
    positions = [before for _action, before in match.history] + [match.s]
    ends = [decision.move for decision in found.decisions[1:]] + [match.version]
    for decision, end in zip(found.decisions, ends, strict=True):
        if positions[decision.move].counter != positions[end].counter:
            assert not any(decision.unforeseen)
        elif not match.game.has_secrets:
            assert not any(decision.luck)


def test_reviews_are_equal_on_any_number_of_threads():
    assert review(played("maori", 2), JUDGE, threads=3) == reviewed("maori", 2)


@pytest.mark.parametrize(("name", "players"), [("maori", 2), ("nusfjord", 2)])
def test_an_inserted_blunder_is_among_the_swings(name, players):
    match, at = with_a_blunder(name, players)
    found = review(match, "search:200")
    swings = [found.decisions[place] for place in found.swings]
    planted = next(decision for decision in swings if decision.move == at)
    assert planted.mark in ("mistake", "blunder")
    assert planted.best != planted.action


@GAMES
def test_a_review_uses_only_the_movers_views(name, players):
    """Redealing every position from its mover's view gives the mover the same texts."""
    match = played(name, players)
    other = match.copy()
    for n, (action, before) in enumerate(match.history):
        match.game.view(before, match.box, int(match.game.mover(before)), s := match.game.empty_state())
        match.game.redeal(s, match.box, key_of(f"other {n}"))
        other.history[n] = (action, s)
    for decision, again in zip(reviewed(name, players).decisions, review(other, JUDGE).decisions, strict=True):
        seat = decision.seat
        assert (decision.best_choices, decision.wins[seat]) == (again.best_choices, again.wins[seat])


def test_a_review_is_read_back_from_json():
    found = reviewed("kaivai", 3)
    assert read_review(json.loads(json.dumps(found.to_dict()))) == found
    bad: Any
    for bad in ({}, {"format": "seaboard review 1"}, {**found.to_dict(), "sums": [1]}, []):
        with pytest.raises(BadRecord, match="review"):
            read_review(bad)


def test_progress_is_reported_to_the_end():
    message = []
    review(played("nusfjord", 1), "search:5", progress=lambda done, total: message.append((done, total)))
    assert [done for done, _total in message] == list(range(1, message[-1][1] + 1))


def test_a_bot_that_cannot_evaluate_is_refused():
    with pytest.raises(BadOption, match="cannot evaluate"):
        Reviewer(played("maori", 2), "habit", 1, print).evaluator()


@GAMES
def test_the_page_is_self_contained(name, players):
    match, found = played(name, players), reviewed(name, players)
    page = whole_page(match, found)
    assert "<script" not in page
    assert "src=" not in page
    assert page.count('class="swing"') == len(found.swings)
    for place in found.swings:
        decision = found.decisions[place]
        assert f'id="move-{decision.move}"' in page
        assert match.names[decision.seat] in mistake_sentence(match, found, decision)
