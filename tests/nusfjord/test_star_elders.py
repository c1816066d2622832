"""N7.19 the star variants: Guide, Architect and Investor in place of their numbers."""

import numpy as np
import pytest

from seaboard.core.errors import BadOption
from seaboard.games.nusfjord.layout import COUNCIL, DISPLAY, FACE_DOWN, NEXT_TO_DISPLAY, NOT_IN_PLAY, OUT, PLACE, STOCK
from seaboard.games.nusfjord.words.notation import ELDER_NAMES
from seaboard.match import Match

from .table import GAME, built, card, catch_size, changes, go, have, new, recount, refused, seat, ships, sit, skip_round, where

STARS = ["guide", "architect", "investor"]
GUIDE, ARCHITECT_STAR, INVESTOR = (ELDER_NAMES.index(name) for name in ("guide", "architect*", "investor"))


def done(m, one=1):
    return m.s.frames[m.s.depth - 1].kind == PLACE and m.mover == one


def stars(*seats, players=5, **more):
    return sit(*seats, players=players, elders=STARS if players > 3 else STARS[1:], **more, checked=False)


# N7.19 set-up


@pytest.mark.rule("N7.19")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_variant_comes_in_place_of_its_number(players):
    chosen = STARS if players > 3 else STARS[1:]
    m = new(players=players, elders=chosen)
    at = m.s.elder_at
    assert [int(at[number]) for number in (12, 13, 14)] == [NOT_IN_PLAY] * 3
    assert at[GUIDE] == (6 if players > 3 else NOT_IN_PLAY)
    assert at[ARCHITECT_STAR] == at[INVESTOR] == FACE_DOWN
    assert (at == FACE_DOWN).sum() == m.s.covered.sum() == (6 if players == 5 else 2)
    plain = new(players=players)
    assert not plain.s.elder_at[GUIDE : INVESTOR + 1].any()


@pytest.mark.rule("N7.19")
def test_two_face_down_variants_lie_under_two_different_random_stacks():
    pairs = {tuple(np.flatnonzero(new(seed, players=4, elders=STARS).s.covered)) for seed in range(40)}
    assert len(pairs) > 6
    assert {len(pair) for pair in pairs} == {2}
    assert {stack for pair in pairs for stack in pair} == set(range(6))
    assert new(players=3, elders=["investor"]).s.covered.sum() == 1


@pytest.mark.rule("N7.19")
def test_either_of_two_may_be_the_one_that_is_turned_up():
    seen = set()
    for seed in range(12):
        m = sit(seat(), players=3, elders=STARS[1:], seed=str(seed), checked=False)
        stack = int(np.flatnonzero(m.s.covered)[0]) + 1
        m.s.elder_at[m.s.elder_at == stack] = COUNCIL + 1
        m.s.elder_at[stack] = stack
        recount(m)
        go(m, f"elder, take {ELDER_NAMES[stack]}")
        seen.add(ELDER_NAMES[int(np.flatnonzero(m.s.elder_at == stack)[0])])
        assert m.s.covered.sum() == 1
    assert seen == {"architect*", "investor"}


@pytest.mark.rule("N7.19")
@pytest.mark.parametrize(
    ("name", "players"), [("guide", 3), ("guide", 1), ("architect", 2), ("investor", 2), ("architect", 1), ("investor", 1)]
)
def test_with_too_few_players_a_variant_is_refused(name, players):
    with pytest.raises(BadOption, match=r"N7\.19"):
        GAME.choose(players=players, elders=[name])


# N7.19 what they do


@pytest.mark.rule("N7.19")
def test_the_guide_brings_a_fish_per_building_and_needs_one():
    m = sit(seat(elders="guide", buildings=[201, 202, 228]), players=4, elders=["guide"], deck="mackerel", checked=False)
    assert changes(m, "to guide") == {"fish": 3}, "the Stilt House next to the spaces counts"
    assert refused(sit(seat(elders="guide"), players=4, elders=["guide"], checked=False), "to guide") == "N6.7"


@pytest.mark.rule("N7.19")
@pytest.mark.parametrize("letter", "ab")
def test_the_star_architect_reveals_a_building_of_the_letter_named_and_may_build(letter):
    m = stars(seat(elders="architect*", wood=12, fish=12, gold=9), display=[103])
    before = where(m, DISPLAY)
    go(m, f"to architect*, reveal {letter}")
    (new_one,) = where(m, DISPLAY) - before
    assert m.box.cards[card(m, new_one)].letter == "ab".index(letter)
    assert m.moves() == ["decline", "do build"]
    assert done(go(m.copy(), "decline"))
    go(m, f"do build, card {new_one}, at b1")
    assert built(m) == {"b1": new_one}


@pytest.mark.rule("N7.19")
def test_the_star_architect_must_name_a_letter_that_is_left():
    m = stars(seat(elders="architect*"))
    m.s.where[(m.box.cards["letter"] == 0) & (m.s.where == STOCK)] = OUT
    recount(m)
    before = where(m, DISPLAY)
    go(m, "to architect*")
    (new_one,) = where(m, DISPLAY) - before
    assert 121 <= new_one <= 132, "the only answer is given unasked"
    m = go(stars(seat(elders="architect*")), "to architect*")
    assert m.moves() == ["reveal a", "reveal b"]


@pytest.mark.rule("N7.19")
def test_with_both_stocks_empty_the_star_architect_only_builds():
    m = stars(seat(elders="architect*", wood=1), display=[103])
    m.s.where[(m.box.cards["letter"] < 2) & (m.s.where == STOCK)] = OUT
    recount(m)
    poor = m.copy()
    poor.s.players[0].wood = 0
    assert refused(poor, "to architect*") == "N6.4"
    go(m, "to architect*")
    assert m.moves() == ["do build"]


@pytest.mark.rule("N7.19")
def test_a_building_revealed_next_to_a_full_board_takes_no_place():
    """Nine A on the board, the tenth next to it: when one of the nine is built, its place is free for a new A in round 3."""
    m = stars(seat(elders="architect*", wood=12, fish=12, gold=9), players=3, round_number=2, display=range(101, 110), plates=2)
    go(m, "to architect*, reveal a, do build, card 103, at b1, decline")
    assert (len(where(m, DISPLAY)), len(where(m, NEXT_TO_DISPLAY))) == (8, 1)
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()
    skip_round(m)
    assert m.s.round_number == 3
    assert (len(where(m, DISPLAY)), len(where(m, NEXT_TO_DISPLAY))) == (9, 1)


@pytest.mark.rule("N7.19")
def test_a_building_next_to_the_board_is_seen_by_all_and_can_be_built_by_anyone():
    mine, rich = seat(elders="architect*"), seat(wood=12, fish=12, gold=9)
    m = stars(mine, rich, players=3, display=range(101, 110))
    go(m, "to architect*, reveal a")
    (number,) = where(m, NEXT_TO_DISPLAY)
    out = [np.zeros(GAME.observation_size, np.int16) for _ in range(3)]
    for viewer in range(3):
        assert m.view(viewer).where[card(m, number)] == NEXT_TO_DISPLAY
        GAME.observe(m.view(viewer), m.box, viewer, out[viewer])
    at = sum(row[1] for row in GAME.features[: [row[0] for row in GAME.features].index("cards")]) + card(m, number)
    assert len({int(row[at]) for row in out}) == 1
    go(m, f"build, card {number}, at b1")
    assert (set(built(m, 1).values()), where(m, NEXT_TO_DISPLAY)) == ({number}, set())


@pytest.mark.rule("N7.19")
def test_a_building_revealed_into_a_free_place_takes_it():
    m = stars(seat(elders="architect*"), players=3, round_number=2, display=range(101, 109), plates=2)
    go(m, "to architect*, reveal a")
    skip_round(m)
    assert len(where(m, DISPLAY)) == 9


@pytest.mark.rule("N7.19")
def test_the_investor_takes_a_building_out_of_the_game_for_a_gold_and_may_build():
    m = stars(seat(elders="investor", wood=2, fish=2, buildings=[103, 104]), display=[110])
    go(m, "to investor")
    assert m.moves() == ["remove 103", "remove 104"]
    assert changes(m, "remove 103") == {}
    assert (have(m), set(built(m).values())) == ({"wood": 2, "fish": 2, "gold": 1}, {104})
    assert 103 in where(m, OUT)
    assert m.moves() == ["decline", "do build", "do ship"]
    assert done(go(m.copy(), "decline"))
    assert ships(go(m.copy(), "do ship")) == {"sloop": 1}
    go(m, "do build")
    assert m.moves() == ["at b1", "at a2", "at b2", "at b3"], "the space of the building is free again"


@pytest.mark.rule("N7.19")
def test_the_investor_needs_a_building_and_cannot_take_someone_elses():
    m = stars(seat(elders="investor"), seat(buildings=[103]))
    assert refused(m, "to investor") == "N6.7"
    m = stars(seat(elders="investor", buildings=[101, 102]), seat(buildings=[103]))
    go(m, "to investor")
    assert refused(m, "remove 103") == "N7.19"
    assert refused(m, "decline") == "N7.19"


@pytest.mark.rule("N7.19")
def test_the_effects_of_a_building_removed_end():
    m = stars(seat(elders="investor", wood=15, ships={"sloop": 1}, buildings=[212]), deck="mackerel")  # Supply Storage: 18 wood
    go(m, "to investor")
    assert have(m)["wood"] == 12
    m = stars(seat(elders="investor", buildings=[213]), deck="mackerel")  # Clearing: whenever gold comes
    assert changes(m, "to investor") == {"gold": 1}
    assert done(m)
    m = stars(seat(elders="investor", wood=9, fish=9, buildings=[105]))  # Pier House: whenever you build a ship
    assert done(go(m, "to investor, do ship, sloop"))


@pytest.mark.rule("N7.19")
def test_the_investor_can_remove_the_stilt_house():
    m = stars(seat(elders="investor", ships={"sloop": 1}, buildings=[228]), deck="mackerel")
    assert catch_size(m) == 6
    go(m, "to investor")
    assert catch_size(m) == 5
    assert 228 in where(m, OUT)
