"""A bot cannot cheat: positions that differ only in what its seat cannot know get the same choice for the same seed."""

import random

import pytest

from seaboard.bots import new_bot
from seaboard.core.dice import key_of
from seaboard.games import find_game
from seaboard.match import Match

BOTS = ("greedy:2", "search:12,turns=2", "easy,simulations=12,turns=2")


def find_position(name, wanted):
    """A position of a random game in which the mover has a choice and something is hidden from it."""
    for seed in range(20):
        match, chance = Match(find_game(name), seed=seed), random.Random(seed)
        while not match.over:
            if wanted(match):
                return match
            match.play(chance.choice(match.actions()))
    raise AssertionError("no such position")


def indistinguishable_match(match, name):
    """A match that the mover cannot distinguish from this one, with other future draws, hands or secret choices."""
    seat = match.mover
    for n in range(50):
        other = match.copy()
        other.s = match.view(seat)
        match.game.redeal(other.s, match.box, key_of(f"other {n}"))
        if hidden(other, name) != hidden(match, name):
            return other
    raise AssertionError("nothing is hidden here")


def hidden(match, name):
    """The hidden information of a position."""
    if name == "nusfjord":
        return match.s.where.tolist()
    if name == "kaivai":
        return [int(player.chosen) for player in match.s.players]
    return match.s.key.tolist()


def has_secrets(match):
    """Kaivai: another player has secretly chosen counters. Nusfjord: the opponent has a hand. Māori: always, the stock."""
    name, others = match.game.name, [seat for seat in range(match.seats) if seat != match.mover]
    if len(match.actions()) < 2:
        return False
    if name == "kaivai":
        return any(match.s.players[seat].chosen >= 0 and match.s.players[seat].influence > 1 for seat in others)
    return name == "maori" or match.s.players[others[0]].hand > 1


@pytest.mark.parametrize("name", ["maori", "kaivai", "nusfjord"])
def test_choices_do_not_depend_on_hidden_information(name):
    match = find_position(name, has_secrets)
    other = indistinguishable_match(match, name)
    assert match.s.tobytes() != other.s.tobytes()
    seat = match.mover
    for bot in BOTS:
        chosen = [
            new_bot(bot, match.game, match.box, seed=9).choose(table.view(seat), table.actions()) for table in (match, other)
        ]
        assert chosen[0] == chosen[1]
    assert match.hint("search:8,turns=1") == other.hint("search:8,turns=1")


def test_a_bot_changes_neither_its_view_nor_the_position():
    match = find_position("kaivai", has_secrets)
    before, seen = match.s.tobytes(), match.view(match.mover)
    shown = seen.tobytes()
    new_bot("search:8,turns=1", match.game, match.box, seed=1).choose(seen, match.actions())
    assert seen.tobytes() == shown
    assert match.s.tobytes() == before
