"""The games' `prefer`: a weight of at least 0 for every legal action, higher for those that sensible players choose."""

import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from tests.kaivai import table as kaivai
from tests.maori import table as maori
from tests.nusfjord import table as nusfjord


def weights_of(match):
    """The weight of each legal move."""
    return {match.text(action): int(match.game.rules.prefer(match.s, match.box, action)) for action in match.actions()}


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_action_has_a_weight(name):
    match, chance = Match(find_game(name), seed=2), random.Random(2)
    while not match.over:
        assert all(weight >= 0 for weight in weights_of(match).values())
        match.game.apply(match.s, match.box, chance.choice(match.actions()))


@pytest.mark.parametrize("name", NAMES)
def test_weighted_play_beats_random_play(name):
    """One seat chooses by the weights, the others at random."""
    game, ahead = find_game(name), 0.0
    for seed in range(8):
        match, chance = Match(game, seed=seed), random.Random(seed)
        seat = seed % match.seats
        while not match.over:
            actions, weights = match.actions(), list(weights_of(match).values()) if match.mover == seat else [0]
            chosen = chance.choices(actions, weights)[0] if sum(weights) else chance.choice(actions)
            game.apply(match.s, match.box, chosen)
        points = match.scores()
        ahead += points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
    assert ahead > 0


def test_maori_places_tiles_that_fit():
    """An island end that opens to the left belongs next to its other end, never at the left edge or next to water."""
    m = maori.sit(maori.seat(tiles={"b2": ">1p", "b3": "~"}))
    m.play("take 1")
    weights = weights_of(m)
    assert weights["to c2"] == max(weights.values())
    assert weights["to a1"] == 0
    assert weights["to c3"] == 0
    assert weights["to c1"] > 0


def test_maori_removes_only_tiles_that_cannot_score():
    m = maori.sit(maori.seat(tiles={"a1": "<1p", "b2": ">1p"}))
    weights = weights_of(m)
    assert weights["remove a1"] > 0  # opens to the edge
    assert weights["remove b2"] == 0


def test_maori_keeps_its_shells():
    m = maori.sit(maori.seat(shells=3), decision="steps")
    assert weights_of(m)["ship 2"] > weights_of(m)["ship 3"]


def test_kaivai_prefers_cheap_actions():
    cheap = kaivai.sit(kaivai.seat(influence=4))
    dear = kaivai.sit(kaivai.seat(influence=4), spaces={"increase": 2})
    assert weights_of(cheap)["increase"] > weights_of(dear)["increase"]


def test_kaivai_celebrates_its_own_fish():
    m = kaivai.sit(
        kaivai.seat(meeting="f5:3"), kaivai.seat(meeting="e8:3"), decision="feast", acting="celebrate", spaces={"celebrate": 1}
    )
    weights = weights_of(m)
    assert weights["village f4"] > weights["village e7"]


def test_nusfjord_never_skips_and_prefers_ships():
    m = nusfjord.sit(nusfjord.seat(wood=12, fish=12, gold=12), nusfjord.seat())
    weights = weights_of(m)
    assert weights["skip"] == 0
    assert weights["ship"] == max(weights.values())
    assert weights["ship"] > weights["gold"] > weights["reforest"]
