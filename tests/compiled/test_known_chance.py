"""The best game of a solo deal with known chance."""

import pytest

import seaboard
from seaboard.bots import new_bot
from seaboard.core.errors import BadOption
from seaboard.lab.known_chance import KnownChance


def play_decisions(match, decisions):
    """Plays the decisions, and between them the actions that are forced."""
    left = iter(decisions)
    while match.mover is not None:
        actions = match.actions()
        match.play(next(left) if len(actions) > 1 else actions[0])
    assert next(left, None) is None


def points_of_bot(bot, seed):
    match = seaboard.new("nusfjord", players=1, seed=seed)
    player = new_bot(bot, match.game, match.box, 1, threads=1)
    while match.mover is not None:
        match.play(player.choose(match.view(0), match.actions()))
    return match.scores()[0]


def test_the_best_game_can_be_played_and_repeated():
    for deck in ("herring", "visitors"):
        match = seaboard.new("nusfjord", players=1, seed=2, deck=deck)
        points, decisions = KnownChance(match, 1).best_line(4)
        assert KnownChance(match, 1).best_line(4) == (points, decisions)
        play_decisions(match, decisions)
        assert match.scores() == [points]


def test_more_games_of_a_deal_find_more_points_than_one_game():
    """Means of 6 deals: the same seeds, one game of a bot, and the best of 8 and 1,000 games."""
    deals = range(6)
    matches = [seaboard.new("nusfjord", players=1, seed=f"deal {n}") for n in deals]
    few, many = (sum(KnownChance(match, 1).best_line(width)[0] for match in matches) / 6 for width in (2, 10))
    assert few + 3 < many
    assert sum(points_of_bot("net:100", f"deal {n}") for n in deals) / 6 + 3 < many


def test_it_starts_from_the_current_position():
    match = seaboard.new("nusfjord", players=1, seed=2)
    points, decisions = KnownChance(match, 1).best_line(4)
    left = list(decisions)
    while len(left) > 4:
        actions = match.actions()
        match.play(left.pop(0) if len(actions) > 1 else actions[0])
    assert KnownChance(match, 1).best_line(6)[0] >= points


def test_only_solo_games_are_searched():
    with pytest.raises(BadOption, match="solo"):
        KnownChance(seaboard.new("nusfjord", players=2, seed=1))
