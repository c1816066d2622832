"""Tests of Kuhn poker: `pytest tests`, with the package installed (`pip install -e .`)."""

import pytest
from seaboard_kuhn.bot import VALUE, equilibrium, exploitability, regret, value

from seaboard import load, new
from seaboard.core.errors import SeaboardError
from seaboard.games import find_game
from seaboard.testing import check_game

POSITION = 'game = "kuhn"\nplayers = 2\ncards = {cards}\n'
UP, DOWN = '["king", "jack"]', '["jack", "king"]'


def test_it_keeps_the_contract():
    check_game(find_game("kuhn"), games=20)


@pytest.mark.parametrize(
    ("cards", "moves", "scores"),
    [
        (UP, "pass, pass", [1, -1]),
        (DOWN, "pass, pass", [-1, 1]),
        (UP, "bet, bet", [2, -2]),
        (DOWN, "bet, bet", [-2, 2]),
        (DOWN, "bet, pass", [1, -1]),
        (UP, "pass, bet, pass", [-1, 1]),
        (UP, "pass, bet, bet", [2, -2]),
    ],
)
def test_a_fold_or_the_higher_card_wins(cards, moves, scores):
    m = load(POSITION.format(cards=cards))
    m.play(moves)
    assert (m.over, m.scores()) == (True, scores)


def test_a_card_is_hidden_until_a_showdown():
    m = load(POSITION.format(cards=UP))
    assert [m.view(seat).cards.tolist() for seat in (0, 1, None)] == [[3, 0], [0, 1], [0, 0]]
    m.play("bet, pass")
    assert m.view().cards.tolist() == [0, 0]
    m.undo(force=True)
    m.play("bet")
    assert m.view().cards.tolist() == [3, 1]


def test_every_deal_is_equally_likely():
    deals = [tuple(new("kuhn", seed=seed).s.cards.tolist()) for seed in range(600)]
    assert all(60 < deals.count(deal) < 140 for deal in set(deals))
    assert len(set(deals)) == 6


@pytest.mark.parametrize("bluff", [0, 0.2, 1 / 3])
def test_the_equilibrium_cannot_be_exploited(bluff):
    policy = equilibrium(bluff)
    assert value(policy, equilibrium()) == pytest.approx(VALUE)
    assert exploitability(policy) == pytest.approx(0)
    assert regret(policy) == pytest.approx(0)


def test_other_policies_can_be_exploited():
    always = dict.fromkeys(equilibrium(), 1.0)
    assert exploitability(always) == pytest.approx(1 / 3)
    assert regret(always) == pytest.approx(1 / 9)


@pytest.mark.parametrize(
    "wrong", ['cards = ["king", "king"]', "cards = 3", 'moves = ["bet", "bet", "bet"]', 'moves = ["fold"]']
)
def test_a_position_that_cannot_be_is_refused(wrong):
    with pytest.raises(SeaboardError):
        load(f'game = "kuhn"\nplayers = 2\n{wrong}\n')
