"""N13 guests: what they pay, where they serve, how they go aboard, what they catch and count."""

from typing import Any

import pytest

from seaboard.games.nusfjord.campaign import campaign_total, game_result
from seaboard.games.nusfjord.cards.effects import SERVE
from seaboard.match import Match

from .actions import FILL, WITH_GUESTS
from .harbour import Sea
from .table import built, catch, changes, go, have, refused, seat, sit, skip_round, why

VISITORS = {"deck": "visitors"}
MIXED: dict[str, Any] = {"mixed": ["visitors", "mackerel", "herring"]}
PLENARY_HALL, LANDING_STAGE, POST_OFFICE, FERRY_OFFICE, KITCHEN_GARDEN = 741, 701, 722, 709, 712


def harbour(*seats, **keys):
    return sit(*seats, **{**VISITORS, **keys}, checked=False)


def guests(m: Match, one: int = 0) -> tuple[int, dict[str, int]]:
    """In the supply, and on ships by kind."""
    names = ("sloop", "cutter", "schooner")
    return int(m.s.players[one].guests), {name: int(n) for name, n in zip(names, m.s.players[one].aboard, strict=True) if n}


# N13.1


@pytest.mark.rule("N13.1")
def test_a_symbol_gives_a_guest_once_the_cost_is_paid():
    m = harbour(seat(wood=2, fish=1), display=[FERRY_OFFICE])
    go(m, "build")
    assert guests(m) == (0, {})  # paid, not yet laid
    go(m, "at a2")
    assert guests(m) == (1, {})
    assert have(m) == {"guests": 1}


@pytest.mark.rule("N13.1")
def test_the_guest_of_a_building_cannot_pay_for_it():
    m = harbour(seat(wood=1, fish=1), display=[FERRY_OFFICE])
    assert refused(m, "build") == "N5.4"


@pytest.mark.rule("N13.1")
def test_an_effect_brings_guests_and_can_be_declined():
    m = harbour(seat(wood=2), display=[LANDING_STAGE])
    assert changes(m, "build, at a2, use 701") == {"wood": -2, "guests": 2}
    m = harbour(seat(wood=2), display=[LANDING_STAGE])
    assert changes(m, "build, at a2, decline") == {"wood": -2}


@pytest.mark.rule("N13.1")
@pytest.mark.rule("N1.7")
def test_guests_are_not_limited():
    m = harbour(seat(wood=3, fish=3, guests=60), display=[POST_OFFICE])
    assert changes(m, "build, pay, at a2, use 722")["guests"] == 3


# N13.2


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize(
    ("given", "wood", "fish"),
    [
        ("guest for wood, guest for wood, guest for wood", 0, 4),
        ("guest for wood, guest for wood, guest for fish", 2, 1),
        ("guest for fish, guest for wood, guest for fish", 4, 0),
        ("guest for wood", 4, 4),
        ("", 6, 4),
    ],
)
def test_the_plenary_hall_with_three_guests(given, wood, fish):
    """The book's example: 0 wood 4 fish, 2 wood 1 fish or 4 wood 0 fish; fewer guests may be given."""
    m = harbour(seat(wood=6, fish=4, guests=3), display=[PLENARY_HALL])
    go(m, "build")
    for move in filter(None, given.split(", ")):
        go(m, move)
    if given.count("guest") < 3:
        go(m, "pay")
    go(m, "at a2")
    paid = given.count("guest")
    assert (6 - have(m).get("wood", 0), 4 - have(m).get("fish", 0), 3 - have(m).get("guests", 0)) == (wood, fish, paid)
    assert built(m) == {"a2": PLENARY_HALL}


@pytest.mark.rule("N13.2")
@pytest.mark.parametrize(
    ("wood", "fish", "number", "enough"),
    [(0, 4, 3, True), (0, 4, 2, False), (2, 1, 3, True), (4, 0, 3, True), (4, 0, 2, False), (0, 0, 5, True), (0, 0, 4, False)],
)
def test_guests_stand_in_for_what_lacks(wood, fish, number, enough):
    m = harbour(seat(wood=wood, fish=fish, guests=number), display=[PLENARY_HALL])
    if enough:
        go(m, "build")
        while m.moves()[0].startswith("guest"):  # in which order is all that is left to choose
            go(m, m.moves()[0])
        assert have(m) == {}
    else:
        assert refused(m, "build") == "N5.4"


@pytest.mark.rule("N13.2")
def test_no_change_is_given_and_a_cost_does_not_fall_below_nothing():
    m = harbour(seat(wood=9, fish=9, guests=9), display=[708])  # 1 wood, 2 fish
    go(m, "build, guest for wood")
    assert refused(m, "guest for wood") == "N13.2"
    go(m, "guest for fish, at a2")
    assert have(m) == {"wood": 9, "fish": 9, "guests": 7}
    m = harbour(seat(wood=9, fish=9, guests=2), display=[PLENARY_HALL])
    go(m, "build, guest for fish, guest for fish, at a2")
    assert have(m) == {"wood": 3, "fish": 9}


@pytest.mark.rule("N13.2")
def test_gold_is_never_paid_with_guests():
    m = harbour(seat(wood=9, fish=9, gold=0, guests=9), display=[742])  # 5 wood, 4 fish, 1 gold
    assert refused(m, "build") == "N5.4"
    m = harbour(seat(gold=3, guests=9), blocked="build")
    assert "schooner for gold" not in go(m, "ship").moves()
    assert refused(m, "schooner for gold") == "N1.4"


@pytest.mark.rule("N13.2")
def test_ships_are_paid_with_guests_too():
    m = harbour(seat(wood=3, fish=1, gold=1, guests=4), blocked="build")
    go(m, "ship")
    assert m.moves() == ["sloop", "cutter"]
    go(m, "cutter")  # two guests have to go
    assert m.moves() == ["pay", "guest for wood"]
    go(m, "pay")
    assert have(m) == {"wood": 1, "fish": 1, "guests": 2}
    assert m.s.players[0].ships.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("N13.2")
def test_a_guest_must_not_be_given_where_the_rest_could_not_be_paid():
    m = harbour(seat(wood=6, fish=1, guests=2), display=[PLENARY_HALL])
    go(m, "build")
    assert refused(m, "pay") == "N13.2"
    assert m.moves() == ["guest for wood", "guest for fish"]
    go(m, "guest for wood")  # the other one has to go for fish
    assert have(m) == {"wood": 2}
    m = harbour(seat(wood=6, fish=1, guests=1), display=[PLENARY_HALL])
    assert have(go(m, "build")) == {}  # it could not go for wood


@pytest.mark.rule("N13.2")
def test_other_payments_are_no_building_costs():
    m = harbour(seat(elders="developer", fish=2, guests=5))
    assert refused(m, "to developer") == "N6.7"
    m = harbour(seat(elders="castaway", guests=5), elders=["promos"])
    assert refused(m, "to castaway") == "N6.7"
    m = harbour(seat(elders="harbour-master", guests=5, ships={"sloop": 1}, guests_on={"sloop": 1}))
    assert changes(m, "to harbour-master") == {}


@pytest.mark.rule("N13.2")
def test_discounts_come_off_in_addition():
    """Slipway of the herring deck: ships cost 1 wood and 1 fish less."""
    m = sit(seat(wood=1, guests=3, buildings=[111]), mixed=["herring", "visitors", "mackerel"], blocked="build", checked=False)
    go(m, "ship")
    assert m.s.to_pay.tolist() == [1, 1, 0]
    go(m, "guest for fish, pay")
    assert have(m) == {"guests": 2}


@pytest.mark.rule("N13.2")
def test_an_elder_that_builds_takes_guests():
    m = harbour(seat(elders="engineer", wood=0, fish=2, guests=1), players=4)
    go(m, "to engineer")  # a sloop for 1 wood less, the last one by a guest
    assert have(m) == {}
    assert m.s.players[0].ships[0] == 1


# N13.3


@pytest.mark.rule("N13.3")
def test_serving_with_six_fish_and_two_guests_for_four_gold():
    """The book's example: fish on the two plates of 3, guests on the two plates of 4."""
    m = harbour(seat(fish=6, guests=2), plates=2)
    go(m, "serve")
    assert m.moves() == ["plates 1", "plates 2", "plates 3", "plates 4"]
    assert refused(m, "plates 5") == "N5.3"
    assert changes(m, "plates 4") == {"fish": -6, "guests": -2, "gold": 4}
    assert m.s.plates == 6


@pytest.mark.rule("N13.3")
def test_guests_pay_the_dearest_plates_and_fewer_may_serve():
    m = harbour(seat(fish=20, guests=2), plates=2)
    go(m, "serve, plates 3")
    assert m.moves() == ["guests 0", "guests 1", "guests 2"]
    assert refused(m, "guests 3") == "N13.3"
    assert changes(m, "guests 1") == {"fish": -6, "guests": -1, "gold": 3}
    m = harbour(seat(fish=20, guests=5), plates=5)
    go(m, "serve, plates 1")
    assert refused(m, "guests 2") == "N13.3"
    assert changes(m, "guests 0") == {"fish": -4, "gold": 1}


@pytest.mark.rule("N13.3")
def test_a_player_who_has_no_fish_can_serve_with_guests_and_one_saves_up_to_five():
    m = harbour(seat(guests=1), plates=6)
    assert changes(m, "serve") == {"guests": -1, "gold": 1}
    assert m.s.plates == 7
    assert refused(harbour(seat(guests=1), plates=7), "serve") == "N5.3"


@pytest.mark.rule("N13.3")
def test_with_too_few_fish_guests_must_serve():
    m = harbour(seat(fish=3, guests=3), plates=2)
    go(m, "serve, plates 2")
    assert m.moves() == ["guests 1", "guests 2"]
    assert refused(m, "guests 0") == "N13.3"
    assert "That leaves 6 fish to pay; you have 3 fish, 3 guests" in why(m, "guests 0")


@pytest.mark.rule("N13.3")
def test_guests_serve_for_elders_and_cards_and_bring_what_comes_with_a_plate():
    m = harbour(seat(elders="sailor", guests=2), plates=2)
    assert changes(m, "to sailor, plates 2") == {"guests": -2, "gold": 2, "wood": 2}
    m = sit(seat(elders="forest-manager", guests=1, buildings=[216]), plates=0, **MIXED, checked=False)  # Purveyor
    go(m, "to forest-manager")  # the plate had to be served, by the guest
    assert have(m) == {"gold": 2, "wood": 5}
    assert m.s.plates == 0


@pytest.mark.rule("N13.3")
@pytest.mark.rule("N9.12")
def test_before_an_elder_a_plate_is_paid_so_that_the_elder_can_still_be_used():
    """Purveyor and Developer: of 3 fish none can be spent, so a guest serves."""
    m = sit(seat(elders="developer", fish=3, guests=1, buildings=[216]), plates=0, **MIXED, checked=False)
    go(m, "to developer")
    assert have(m) == {"gold": 1}
    m = sit(seat(elders="developer", fish=5, guests=1, buildings=[216]), plates=0, **MIXED, checked=False)
    go(m, "to developer")
    assert m.moves() == ["guests 0", "guests 1"]
    again = Match.from_position(m.position())
    assert again.s.tobytes() == m.s.tobytes()
    assert changes(m, "guests 0") == {"fish": -1 - 3, "gold": 1}
    m = sit(seat(elders="developer", fish=2, guests=1, buildings=[216]), plates=0, **MIXED, checked=False)
    assert refused(m, "to developer") == "N6.7"


@pytest.mark.rule("N13.3")
def test_a_guest_counts_as_the_fish_it_saved():
    """A card of a player's own that counts the fish spent on serving."""
    sea = Sea(710, effect="whenever fish spent: +1 wood each", wood=0, fish=9, guests=1, plates=3).own(710)
    sea.act(SERVE).play(FILL + 2).play(WITH_GUESTS + 1)
    assert (sea.fish, sea.guests) == (6, 0)  # the plate of 3 with fish, the one of 4 with a guest
    assert sea.use(710).wood == 7


# N13.4


@pytest.mark.rule("N13.4")
def test_a_guest_goes_aboard_in_a_window_one_on_each_ship():
    m = harbour(seat(guests=3, ships={"sloop": 1, "schooner": 1}))
    go(m, "gold")
    assert m.moves() == ["decline", "guest on sloop", "guest on schooner"]
    assert refused(m, "guest on cutter") == "N13.4"
    go(m, "guest on schooner")
    assert guests(m) == (2, {"schooner": 1})
    assert m.moves() == ["decline", "guest on sloop"]
    go(m, "guest on sloop")
    assert guests(m) == (1, {"sloop": 1, "schooner": 1})
    assert m.mover == 1  # both are taken: the window is closed


@pytest.mark.rule("N13.4")
@pytest.mark.rule("N9.3")
def test_the_windows_are_before_and_after_own_turns_before_the_catch_and_before_scoring():
    def asked(round_number: int) -> list[str]:
        """All moments in which a player with a guest and a sloop is asked, with the next question for a worker."""
        m = harbour(seat(guests=1, ships={"sloop": 1}), seat(), round_number=round_number)
        stages = []
        while not m.over and m.s.round_number == round_number:
            if "guest on sloop" in m.moves():
                stages.append(f"{int(m.s.stage)}:{int(m.s.players[0].workers)}")
                go(m, "decline")
            else:
                go(m, "skip" if "skip" in m.moves() else m.moves()[0])
        if not m.over and "guest on sloop" in m.moves():
            stages.append(f"{int(m.s.stage)}")
        return stages

    assert len(asked(1)) == 6  # after the first turn, around the second and third, and before the catch
    assert asked(7)[-1].startswith("3")  # before scoring


@pytest.mark.rule("N13.4")
def test_right_after_receiving_it_even_inside_an_action():
    m = harbour(seat(wood=2, fish=1, ships={"sloop": 1}), display=[FERRY_OFFICE])
    go(m, "build, at a2")
    assert m.moves() == ["decline", "guest on sloop"]
    m = harbour(seat(wood=2, ships={"sloop": 1, "cutter": 1}), display=[LANDING_STAGE])
    go(m, "build, at a2, use 701")
    assert m.moves() == ["decline", "guest on sloop", "guest on cutter"]
    go(m, "guest on cutter")
    assert m.moves() == ["decline", "guest on sloop"]
    go(m, "decline")
    assert m.moves() == ["decline", "guest on sloop"]  # and again in the window after the turn
    go(m, "decline")
    assert guests(m) == (1, {"cutter": 1})


@pytest.mark.rule("N13.4")
def test_never_on_the_cat_boat_or_a_raft():
    m = harbour(seat(guests=2, ships={"raft": 2}), elders=["promos"])
    go(m, "gold")
    assert m.mover == 1  # nothing to ask
    assert guests(m) == (2, {})


@pytest.mark.rule("N13.4")
def test_aboard_it_is_no_guest_of_the_supply_any_more():
    m = harbour(seat(wood=6, fish=1, ships={"sloop": 1}, guests_on={"sloop": 1}), display=[PLENARY_HALL])
    assert refused(m, "build") == "N5.4"


@pytest.mark.rule("N13.4")
def test_a_ship_that_leaves_takes_its_guest_along_one_without_leaves_first():
    m = harbour(seat(elders="ship-owner", ships={"sloop": 2}, guests_on={"sloop": 1}), players=5)
    go(m, "to ship-owner")
    assert guests(m) == (0, {"sloop": 1})
    m = harbour(seat(elders="ship-owner", ships={"sloop": 2}, guests_on={"sloop": 2}), players=5)
    go(m, "to ship-owner")
    assert guests(m) == (0, {"sloop": 1})
    m = harbour(seat(elders="harbour-master", ships={"sloop": 1}, guests_on={"sloop": 1}))
    go(m, "to harbour-master")
    assert guests(m) == (0, {})
    assert m.s.players[0].ships.tolist() == [0, 1, 0, 0]
    m = sit(
        seat(ships={"sloop": 1, "cutter": 1}, guests_on={"sloop": 1, "cutter": 1}, buildings=[223]),
        mixed=["mackerel", "visitors", "herring"],
        checked=False,
    )
    go(m, "gold, use 223")  # the Ship Broker sells the sloop
    assert guests(m) == (0, {"cutter": 1})


# N13.5


@pytest.mark.rule("N13.5")
@pytest.mark.rule("N3.2")
def test_a_sloop_with_a_guest_two_on_shares_one_to_the_supply_two_to_the_reserve():
    """The book's example: a catch of 5 in round 2."""
    m = harbour(seat(ships={"sloop": 1}, guests_on={"sloop": 1}), round_number=2)
    assert have(catch(m)) == {"fish": 3, "reserve_fish": 2}
    m = harbour(seat(ships={"sloop": 1}), round_number=2)
    assert have(catch(m)) == {"fish": 2, "reserve_fish": 3}


@pytest.mark.rule("N13.5")
def test_guests_come_after_elders_and_shares_and_before_the_reserve():
    mine = seat(
        elders="sailor", ships={"sloop": 2}, guests_on={"sloop": 2}, unissued=0
    )  # catch 6; two shares at home, three away
    m = harbour(mine | {"shares": {0: 2}}, seat(shares={0: 3}))
    assert have(catch(m)) == {"fish": 2}  # 1 on the sailor, 3 away, 2 at home: none is left for the guests
    m = harbour(seat(elders="sailor", ships={"sloop": 2}, guests_on={"sloop": 2}, reserve_fish=7))
    assert have(catch(m)) == {"fish": 4, "reserve_fish": 8}


@pytest.mark.rule("N13.5")
@pytest.mark.rule("N7.3")
def test_the_pond_builders_fish_go_to_guests_too():
    m = harbour(seat(elders="pond-builder", ships={"sloop": 1}, guests_on={"sloop": 1}))
    assert changes(m, "to pond-builder") == {"fish": 3}  # 4 fish: 1 on him, 2 on shares, 1 to the guest


@pytest.mark.rule("N13.5")
@pytest.mark.rule("N10.1")
def test_a_guest_counts_half_a_point_on_a_ship_a_whole_one_and_nothing_is_rounded():
    base = harbour(seat(ships={"sloop": 2})).scores()[0]
    assert harbour(seat(guests=1, ships={"sloop": 2})).scores()[0] == base + 0.5
    m = harbour(seat(guests=3, ships={"sloop": 2}, guests_on={"sloop": 2}))
    assert m.score_sheet()[0]["guests"] == 3.5
    assert m.scores()[0] == base + 3.5
    even = harbour(seat(guests=4))
    assert even.score_sheet()[0]["guests"] == 2
    assert type(even.score_sheet()[0]["guests"]) is int


@pytest.mark.rule("N13.5")
@pytest.mark.rule("N10.2")
def test_half_a_point_wins():
    m = harbour(seat(gold=4, guests=1), seat(gold=4), round_number=7)
    skip_round(m)
    assert m.over
    assert m.places() == [1, 2]
    m = harbour(seat(gold=4, guests=2), seat(gold=5), round_number=7)
    skip_round(m)
    assert m.places() == [1, 1]


@pytest.mark.rule("N11.8")
def test_in_a_campaign_halves_are_rounded_down():
    m = harbour(seat(guests=1), players=1)
    games = [game_result(m.s, m.box, [points], m.s) for points in (33.5, 33.5, 33.5)]
    assert campaign_total(games) == 100
