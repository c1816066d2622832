"""N9.9 the goods of an effect's cost and gain: goods, strips, ships, shares, plates and guests, a class each."""

from typing import ClassVar

from ....core.kinds import Kind, Kinds
from ....core.questions import Rule
from ....core.rule import rule
from ..actions.forest import ON_WOOD, ask_where_to_plant, can_plant_on_wood
from ..actions.goods import gain_fish, gain_gold, gain_wood
from ..actions.guests import gain_guests
from ..actions.ships import give_back_ship
from ..derived import move_ships
from ..layout import PLATES, TRACK
from ..rule_writer import WRITER
from .counts import covered_units, fish_in_reserve, gold_in_reserve, own_shares_at_home, strips_of, wood_in_reserve
from .effects import (
    CUTTER,
    FISH,
    GOLD,
    GUEST,
    PLATE,
    RESERVE_FISH,
    RESERVE_GOLD,
    RESERVE_WOOD,
    SCHOONER,
    SHARE,
    SHIP_SOLD,
    SLOOP,
    STRIP,
    WOOD,
)
from .events import trigger


class Good(Kind):
    """A good that an effect costs or gains.

    own    -> number (s, p, good): how many the player has
    give   -> (s, box, p, good, n): the player pays n; left out: the player is asked which ones
    room   -> bool (s, box, p, line, good, n): whether a line can give the player n; left out: always
    take   -> (s, box, p, good, n): the player gains n

    Its word is in effects.py, its name in words/english.py.
    """

    rules = ("own", "give", "room", "take")
    own: ClassVar[Rule]
    give: ClassVar[Rule | None] = None
    room: ClassVar[Rule | None] = None
    take: ClassVar[Rule]


@rule
def own_wood(s, p):
    return int(s.players[p].wood)


@rule
def give_wood(s, p, n):
    s.players[p].wood -= n


class WoodGood(Good):
    number = WOOD
    own = own_wood
    give = give_wood
    take = gain_wood


@rule
def own_fish(s, p):
    return int(s.players[p].fish)


@rule
def give_fish(s, p, n):
    s.players[p].fish -= n


class FishGood(Good):
    number = FISH
    own = own_fish
    give = give_fish
    take = gain_fish


@rule
def own_gold(s, p):
    return int(s.players[p].gold)


@rule
def give_gold(s, p, n):
    s.players[p].gold -= n


class GoldGood(Good):
    number = GOLD
    own = own_gold
    give = give_gold
    take = gain_gold


@rule
def give_reserve_wood(s, p, n):
    s.players[p].reserve_wood -= n


@rule
def take_reserve_wood(s, p, n):
    s.players[p].reserve_wood += n


class ReserveWood(Good):
    number = RESERVE_WOOD
    own = wood_in_reserve
    give = give_reserve_wood
    take = take_reserve_wood


@rule
def give_reserve_fish(s, p, n):
    s.players[p].reserve_fish -= n


@rule
def take_reserve_fish(s, p, n):
    s.players[p].reserve_fish += n


class ReserveFish(Good):
    number = RESERVE_FISH
    own = fish_in_reserve
    give = give_reserve_fish
    take = take_reserve_fish


@rule
def give_reserve_gold(s, p, n):
    s.players[p].reserve_gold -= n


@rule
def take_reserve_gold(s, p, n):
    s.players[p].reserve_gold += n


class ReserveGold(Good):
    number = RESERVE_GOLD
    own = gold_in_reserve
    give = give_reserve_gold
    take = take_reserve_gold


@rule
def take_strips(s, p, n):
    """Asks for the double field of each strip."""
    for _i in range(n):
        ask_where_to_plant(s, p, ON_WOOD, 1)


class Strip(Good):
    """`use_line` asks which strips to remove, before new ones are placed."""

    number = STRIP
    own = strips_of
    room = can_plant_on_wood
    take = take_strips


@rule
def own_ships(s, p, good):
    return int(s.players[p].ships[good - SLOOP])


@rule
def give_ships(s, box, p, good, n):
    """N9.12 Ship Broker: ships return to the supply."""
    for _i in range(n):
        give_back_ship(s, box, p, good - SLOOP)
        trigger(s, box, p, SHIP_SOLD, 1)


@rule
def room_for_ships(s, box, p, line, good, n):
    """Enough in the supply (N1.4: or one more schooner), and space on the track."""
    available = int(s.supply[good - SLOOP]) + (int(s.spare) if good == SCHOONER else 0)
    return available >= n and units_after(s, box, p, line) <= TRACK


@rule
def units_after(s, box, p, line):
    """N1.3: units of the track that are covered after the ships of a line were paid and gained."""
    units = covered_units(s, p)
    for kind in range(3):
        units += (int(line.gain[SLOOP + kind]) - int(line.pay[SLOOP + kind])) * int(box.ship_units[kind])
    return units


@rule
def take_ships(s, box, p, good, n):
    """N9.12 Wharf: ships from the supply, otherwise the spare schooner."""
    kind = good - SLOOP
    for _i in range(n):
        if s.supply[kind] > 0:
            s.supply[kind] -= 1
        else:
            s.spare -= 1
        move_ships(s.players[p], box, kind, 1)


class Ship(Good):
    own = own_ships
    give = give_ships
    room = room_for_ships
    take = take_ships


class SloopGood(Ship):
    number = SLOOP


class CutterGood(Ship):
    number = CUTTER


class SchoonerGood(Ship):
    number = SCHOONER


@rule
def give_shares(s, p, n):
    """From home to the action board."""
    s.players[p].shares[p] -= n
    s.players[p].on_board += n


@rule
def room_for_shares(s, p, n):
    return int(s.players[p].unissued) >= n


@rule
def take_shares(s, p, n):
    """Issues shares, which stay at home."""
    s.players[p].unissued -= n
    s.players[p].shares[p] += n


class Share(Good):
    number = SHARE
    own = own_shares_at_home
    give = give_shares
    room = room_for_shares
    take = take_shares


@rule
def filled_plates(s):
    return int(s.plates)


@rule
def clear_plates(s, n):
    s.plates -= n


@rule
def room_for_plates(s, line, n):
    return int(s.plates) - int(line.pay[PLATE]) + n <= PLATES


@rule
def take_plates(s, n):
    s.plates += n


class Plate(Good):
    number = PLATE
    own = filled_plates
    give = clear_plates
    room = room_for_plates
    take = take_plates


@rule
def own_guests(s, p):
    return int(s.players[p].guests)


@rule
def give_guests(s, p, n):
    s.players[p].guests -= n


class Guest(Good):
    number = GUEST
    own = own_guests
    give = give_guests
    take = gain_guests


GOODS_LIST: Kinds[Good] = Kinds(
    WRITER,
    *(WoodGood, FishGood, GoldGood, ReserveWood, ReserveFish, ReserveGold),
    *(Strip, SloopGood, CutterGood, SchoonerGood, Share, Plate, Guest),
)
number_owned = GOODS_LIST.dispatch("number_owned", "s, p, good", "own", "good", "How many of a good the player has.")
give = GOODS_LIST.dispatch("give", "s, box, p, good, n", "give", "good", "The player pays n of a good.", "None")
room_for = GOODS_LIST.dispatch(
    "room_for", "s, box, p, line, good, n", "room", "good", "Whether a line can give the player n of a good.", "True"
)
take = GOODS_LIST.dispatch("take", "s, box, p, good, n", "take", "good", "The player gains n of a good.")
