"""K2 setup."""

from collections import Counter
from itertools import combinations

import pytest

from seaboard.core.dice import key_of
from seaboard.core.errors import BadPosition
from seaboard.games.kaivai.box import MAP, NUMBER
from seaboard.games.kaivai.layout import NOWHERE
from seaboard.games.kaivai.setup import clear_table, draw_layout
from seaboard.games.kaivai.words.notation import HEX_NAMES

from .table import BOTH_EDITIONS, GAME, PRINTED, apart, asked, box_of, fish, influence, near, new, refused, seat, shells, sit

VARIANTS = [("second", 2), ("second", 3), ("second", 4), ("first", 2), ("first", 3), ("first", 4)]
EXTRA = {("first", 2): 1, ("first", 3): 1}  # extra bases; two in all other games
ALL_VARIANTS = pytest.mark.parametrize(("edition", "players"), VARIANTS)


def steps(a: tuple[int, int], b: tuple[int, int]) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def all_layouts(edition: str, players: int) -> set[frozenset[frozenset[str]]]:
    """K2.3 implemented a second time: every set of extra bases with three water hexes between any two bases."""
    printed = [MAP[HEX_NAMES.index(name)] for name in PRINTED]
    far = [spot for spot in MAP if min(steps(spot, base) for base in printed) > 3]
    pairs = [(a, b) for a in far for b in far if a < b and steps(a, b) == 1]
    bases = [(spot,) for spot in far] if edition == "first" else pairs
    chosen = combinations(bases, EXTRA.get((edition, players), 2))
    fine = [sets for sets in chosen if all(steps(a, b) > 3 for one, other in combinations(sets, 2) for a in one for b in other)]
    return {frozenset(frozenset(HEX_NAMES[NUMBER[spot]] for spot in base) for base in sets) for sets in fine}


def extra_bases(s, box) -> frozenset[frozenset[str]]:
    """The extra bases of a position: connected cult hexes that are not printed."""
    extra = {HEX_NAMES[hex] for hex in range(127) if (s.cult & box.spot[hex]).any()} - set(PRINTED)
    return frozenset(frozenset({name} | near(name) & extra) for name in extra)


@pytest.mark.rule("K2.1")
@pytest.mark.parametrize(("edition", "space"), [("second", 4), ("first", 5)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_starts_with_3_shells_3_fish_and_3_influence_counters(edition, space, players):
    m = new(edition=edition, players=players)
    for p in range(players):
        assert (shells(m, p), fish(m, p), influence(m, p)) == ([5, 5, 5], [space] * 3, 3)
    for p in range(players, 4):
        assert (shells(m, p), fish(m, p), influence(m, p)) == ([], [], 0)


@pytest.mark.rule("K2.2")
@ALL_VARIANTS
def test_extra_bases_and_their_cult_hexes(edition, players):
    m = new(edition=edition, players=players)
    found = extra_bases(m.s, m.box)
    assert len(found) == EXTRA.get((edition, players), 2)
    assert {len(base) for base in found} == {2 if edition == "second" else 1}
    assert (m.s.bases != NOWHERE).sum() == 6 + len(found)
    assert m.s.cults[: 6 + len(found)].tolist() == [1] * 6 + [len(base) for base in found]


@pytest.mark.rule("K2.3")
@ALL_VARIANTS
def test_the_box_contains_exactly_the_legal_layouts(edition, players):
    box = box_of(edition=edition, players=players)
    rows = [[HEX_NAMES[hex] for hex in row if hex != NOWHERE] for row in box.layouts[: box.layouts_used].tolist()]
    size = 2 if edition == "second" else 1
    found = [frozenset(frozenset(row[i : i + size]) for i in range(0, len(row), size)) for row in rows]
    assert len(set(found)) == len(found)
    assert set(found) == all_layouts(edition, players)
    assert (box.layouts[box.layouts_used :] == NOWHERE).all()


@pytest.mark.rule("K2.3")
@BOTH_EDITIONS
@pytest.mark.parametrize("players", [3, 4])
def test_extra_bases_keep_three_water_hexes_from_every_other_base(edition, players):
    for seed in range(10):
        m = new(seed, edition=edition, players=players)
        bases = [{name} for name in PRINTED] + [set(base) for base in extra_bases(m.s, m.box)]
        assert min(apart(a, b) for one, other in combinations(bases, 2) for a in one for b in other) >= 4
        assert set().union(*extra_bases(m.s, m.box)) == set(m.to_dict()["cult"]) - set(PRINTED)


@pytest.mark.rule("K2.3")
@ALL_VARIANTS
def test_layouts_are_drawn_uniformly(edition, players):
    box, s = box_of(edition=edition, players=players), GAME.empty_state()
    expected = all_layouts(edition, players)
    drawn: Counter = Counter()
    rounds = 12 * len(expected)
    for seed in range(rounds):
        clear_table(s)
        s.key[:] = key_of(seed)
        s.counter = 0
        draw_layout(s, box)
        drawn[s.cult.tobytes()] += 1
    assert len(drawn) == len(expected)
    chi = sum((number - 12) ** 2 / 12 for number in drawn.values())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.rule("K2.3")
def test_a_position_may_give_the_extra_bases():
    m = sit(cult="i3 i4 m3", decision="bid", round=1)
    assert set(m.to_dict()["cult"]) == {*PRINTED, "i3", "i4", "m3"}
    assert set(m.to_dict()["bases"]) == {*PRINTED, "i3", "m3"}


@pytest.mark.rule("K2.3")
def test_the_seed_decides_the_layout():
    assert extra_bases(new(1).s, new().box) == extra_bases(new(1).s, new().box)
    assert len({extra_bases(new(seed).s, new().box) for seed in range(10)}) > 5


@pytest.mark.rule("K2.4")
@ALL_VARIANTS
def test_cult_hexes_in_supply(edition, players):
    assert new(edition=edition, players=players).s.cult_supply == (8 if edition == "second" else 10)


@pytest.mark.rule("K2.5")
@BOTH_EDITIONS
def test_the_god_is_off_the_board_and_glory_is_0(edition):
    m = new(edition=edition, players=4)
    assert m.s.god == NOWHERE
    assert m.s.players["glory"].tolist() == [0, 0, 0, 0]
    assert (asked(m), m.s.round_number) == ("bid", 1)
    assert not m.s.hut.any()
    assert not m.s.players["canoes"].any()
    assert not m.s.players["increase"].any()
    assert not m.s.spaces.any()


@pytest.mark.rule("K2.5")
def test_glory_is_never_negative():
    with pytest.raises(BadPosition, match=r"K2\.5"):
        sit(seat(glory=-1))
    m = sit(seat(canoes="a5", glory=1), seat(canoes="a6 m1"))
    m.play("move")
    assert refused(m, "to a6") == "K10.4"
