"""Guests in positions, in words, in the drawing, and in the windows."""

import io

import pytest
from rich.console import Console

from seaboard.core.errors import BadPosition
from seaboard.match import Match

from .table import changes, go, have, own, refused, seat, sit, why
from .test_guests import (
    FERRY_OFFICE,
    KITCHEN_GARDEN,
    PLENARY_HALL,
    guests,
    harbour,
)

PENDING = """
game = "nusfjord"
players = 2
deck = "visitors"
display = [741]
to_pay = [4, 4, 0]
pending = ["window: 1 0 0", "resolve: 1 0 0", "pay building: 1 741 0"]
supply = {sloop = 2}
workers_on = {build = [1, 0, 0, 0, 0]}
start_player = 1
mover = 1

[[player]]
wood = 6
fish = 4
guests = 2
ships = {sloop = 1}
guests_on = {sloop = 1}

[[player]]
"""


def test_a_position_keeps_guests_and_what_is_left_to_pay():
    m = Match.from_position(PENDING)
    assert guests(m) == (2, {"sloop": 1})
    assert m.prompt() == "Pay for Plenary Hall."
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()
    poor = Match.from_position(PENDING.replace("wood = 6", "wood = 3"))
    assert "You still have to pay 4 wood, 4 fish; you have 3 wood, 4 fish, 2 guests (N13.2)" in why(poor, "pay")


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("guests_on = {sloop = 1}", "guests_on = {cutter = 1}", "N13.4"),
        ("guests_on = {sloop = 1}", "guests_on = {sloop = 2}", "N13.4"),
        ("guests_on = {sloop = 1}", "guests_on = {raft = 1}", "raft"),
        ("guests = 2", "guests = -1", "N13.1"),
        ("to_pay = [4, 4, 0]", "to_pay = [4, 4, 9]", "pay building: that cannot be pending here"),
        ("to_pay = [4, 4, 0]", "to_pay = [4, 4]", "3 whole numbers"),
        ('"pay building: 1 741 0"', '"place: 1 0 0"', "N13.2"),
        ('"pay building: 1 741 0"', '"pay building: 1 742 0"', "that cannot be pending here"),
        ('"pay building: 1 741 0"', '"pay ship: 1 7 0"', "that cannot be pending here"),
        ('"pay building: 1 741 0"', '"guests at table: 1 9 0"', "that cannot be pending here"),
        ('deck = "visitors"', 'deck = "herring"', "741"),
    ],
)
def test_impossible_positions_with_guests_are_refused(old, new, text):
    assert PENDING.count(old) == 1
    with pytest.raises(BadPosition, match=text.replace("(", r"\(")):
        Match.from_position(PENDING.replace(old, new))


@pytest.mark.rule("N12.2")
def test_without_a_card_that_gives_guests_there_are_none():
    with pytest.raises(BadPosition, match=r"no building of this game gives guests \(N12.2\)"):
        Match.from_position('game = "nusfjord"\nplayers = 2\n[[player]]\nguests = 1\n[[player]]\n')
    mixed = 'game = "nusfjord"\nplayers = 2\nmixed = ["herring", "mackerel", "visitors"]\n[[player]]\nguests = 1\n[[player]]\n'
    assert Match.from_position(mixed).s.players[0].guests == 1


def test_guests_are_drawn_and_described():
    m = harbour(seat(guests=2, ships={"sloop": 1, "cutter": 1}, guests_on={"cutter": 1}))
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(m.drawing(0))
    shown = console.export_text()
    assert "2 guests" in shown
    assert "☺cutter" in shown
    assert "☺sloo" not in shown
    message = Match.from_position(harbour(seat(guests=2, ships={"sloop": 1})).position())
    message.play("gold")
    assert message.play("guest on sloop") == "put a guest on a sloop (−1 guest, +1 guest on a ship)."


def test_a_window_opens_for_anytime_effects_and_guests_together():
    m = harbour(seat(guests=2, ships={"sloop": 1}, buildings=[726]))
    go(m, "gold")
    assert m.moves() == ["decline", "guest on sloop", "use 726 b"]
    go(m, "use 726 b, guest on sloop")
    assert have(m) == {"gold": 2}
    assert m.mover == 1


def test_without_guests_a_window_offers_none():
    m = harbour(seat(fish=5, ships={"sloop": 1}, buildings=[727]))
    go(m, "gold")
    assert m.moves() == ["decline", "use 727"]
    assert refused(m, "guest on sloop") == "N13.4"
    go(m, "use 727")
    assert m.moves() == ["decline", "guest on sloop"]


def test_a_card_hears_at_once_that_a_guest_went_aboard_in_a_window():
    m = harbour(seat(guests=2, ships={"sloop": 2}, buildings=[FERRY_OFFICE]))
    go(m, "gold, guest on sloop")
    assert m.moves() == ["decline", "use 709 b"]
    go(m, "use 709 b, guest on sloop, decline")
    assert have(m) == {"gold": 2}
    assert m.mover == 1


def test_a_card_hears_of_guests_given_for_a_cost():
    m = harbour(seat(wood=2, fish=4, guests=2, buildings=[KITCHEN_GARDEN]), display=[PLENARY_HALL])
    go(m, "build, at a2")
    assert m.moves() == ["decline", "use 712 b"]
    assert changes(m, "use 712 b") == {"fish": 4}


def test_cards_of_several_decks_work_together():
    m = sit(seat(guests=1, ships={"sloop": 1}), mixed=["herring", "visitors", "mackerel"], checked=False)
    own(m, 0, 105, FERRY_OFFICE, 213)
    go(m, "gold, decline")  # Clearing (213) hears the gold
    go(m, "guest on sloop, use 709 b, use 213")
    assert have(m) == {"gold": 2, "wood": 1}
