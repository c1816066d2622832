"""What the games tell bots: habits of sensible players, for every allowed action a weight that is never negative."""

import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from tests.kaivai import table as kaivai
from tests.maori import table as maori
from tests.nusfjord import table as nusfjord


def liking(match):
    """The weight of each move that is allowed."""
    return {match.text(action): int(match.game.rules.prefer(match.s, match.box, action)) for action in match.actions()}


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_has_a_weight(name):
    match, chance = Match(find_game(name), seed=2), random.Random(2)
    while not match.over:
        assert all(weight >= 0 for weight in liking(match).values())
        match.game.apply(match.s, match.box, chance.choice(match.actions()))


@pytest.mark.parametrize("name", NAMES)
def test_habits_are_better_than_none(name):
    """Players by the weights, against random ones on the other seats."""
    game, ahead = find_game(name), 0.0
    for seed in range(8):
        match, chance = Match(game, seed=seed), random.Random(seed)
        seat = seed % match.seats
        while not match.over:
            actions, weights = match.actions(), list(liking(match).values()) if match.mover == seat else [0]
            chosen = chance.choices(actions, weights)[0] if sum(weights) else chance.choice(actions)
            game.apply(match.s, match.box, chosen)
        points = match.scores()
        ahead += points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
    assert ahead > 0


def test_maori_lays_what_fits():
    """An end that opens to the left: next to its match, never at the left rim, nor against water."""
    m = maori.sit(maori.seat(tiles={"b2": ">1p", "b3": "~"}))
    m.play("take 1")
    weights = liking(m)
    assert weights["to c2"] == max(weights.values())
    assert weights["to a1"] == 0
    assert weights["to c3"] == 0
    assert weights["to c1"] > 0


def test_maori_removes_only_tiles_that_cannot_score():
    m = maori.sit(maori.seat(tiles={"a1": "<1p", "b2": ">1p"}))
    weights = liking(m)
    assert weights["remove a1"] > 0  # opens to the rim
    assert weights["remove b2"] == 0


def test_maori_keeps_its_shells():
    m = maori.sit(maori.seat(shells=3), decision="steps")
    assert liking(m)["ship 2"] > liking(m)["ship 3"]


def test_kaivai_finds_dear_actions_less_likely():
    cheap = kaivai.sit(kaivai.seat(influence=4))
    dear = kaivai.sit(kaivai.seat(influence=4), spaces={"increase": 2})
    assert liking(cheap)["increase"] > liking(dear)["increase"]


def test_kaivai_celebrates_its_own_fish():
    m = kaivai.sit(
        kaivai.seat(meeting="f5:3"), kaivai.seat(meeting="e8:3"), decision="feast", acting="celebrate", spaces={"celebrate": 1}
    )
    weights = liking(m)
    assert weights["village f4"] > weights["village e7"]


def test_nusfjord_never_idles_and_likes_ships():
    m = nusfjord.sit(nusfjord.seat(wood=12, fish=12, gold=12), nusfjord.seat())
    weights = liking(m)
    assert weights["skip"] == 0
    assert weights["ship"] == max(weights.values())
    assert weights["ship"] > weights["gold"] > weights["reforest"]
