"""N6.7, N7 the elders' special functions, a class each: everything that elders.tsv does not express by goods and actions."""

from typing import ClassVar

import numpy as np

from ....core.kinds import Kind, Kinds
from ....core.questions import Rule
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..actions.forest import NEEDED, ON_WOOD, OPTIONAL, ask_where_to_plant, can_plant_on_wood
from ..actions.ships import problem_with_swapping
from ..cards.counts import buildings_of, ships_of
from ..cards.stock import can_reveal
from ..layout import (
    BUILDING_TO_REMOVE,
    CLEAR_TABLES,
    ELDER_NUMBERS,
    FIRST_FISH,
    HAND_OUT,
    LETTER_TO_REVEAL,
    PLANT,
    POND,
    RAFT,
    RAFT_TO_PLACE,
    REVEAL,
    SELL,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SLEEP,
    SWAP,
    TEAR_DOWN,
)
from ..pending import push
from ..refusal import Refusal
from ..rule_writer import WRITER
from .council import fish_of_function


class Function(Kind):
    """An elder's function in addition to its goods.

    problem     -> refusal (s, box, p): N6.7 why the elder cannot be used; left out: nothing forbids it
    changes     -> bool (s, box): N6.4 whether it always changes something for the player, True or a rule
    may_change  -> bool (s, p): N6.4 whether a part with "may" could change something
    do          -> (s, box, p, elder, can_decline): carries it out, or asks; N6.4: whether parts with "may" can be declined
    """

    rules = ("problem", "changes", "may_change", "do")
    problem: ClassVar[Rule | None] = None
    changes: ClassVar[Rule | bool | None] = None
    may_change: ClassVar[Rule | None] = None
    do: ClassVar[Rule | None] = None

    word: ClassVar[str]  # in components/elders.tsv
    text: ClassVar[str]
    before_gains: ClassVar[bool] = False  # N6.8: the text comes before that of the goods

    def describe(self, box: np.record, elder: int) -> str:
        return _(self.text)


@rule
def ask_who_gets_pond_fish(s, box, p, elder):
    """N7.3: distributed like a catch, but not a catch for cards."""
    push(s, HAND_OUT, p, fish_of_function(s, box, p, elder), 0)


class Pond(Function):
    """N7.3 Pond Builder."""

    number = POND
    changes = True
    do = ask_who_gets_pond_fish
    word = "pond"
    text = mark("distributed like a catch")


@rule
def ask_which_swap(s, p):
    """N7.6: asks which ship is swapped."""
    push(s, SHIP_TO_SWAP, p, 0, 0)


class Swap(Function):
    """N7.6 Harbour Master."""

    number = SWAP
    problem = problem_with_swapping
    changes = True
    do = ask_which_swap
    word = "swap"
    text = mark("swap a sloop for a cutter or a cutter for a schooner")


@rule
def offer_to_plant(s, p, can_decline):
    """N7.16: asks where the strip is placed."""
    ask_where_to_plant(s, p, ON_WOOD | (OPTIONAL if can_decline else NEEDED), 1)


class Plant(Function):
    """N7.16 Ranger."""

    number = PLANT
    may_change = can_plant_on_wood
    do = offer_to_plant
    word = "plant"
    text = mark("you may place one strip on a free or wooded double field")


NO_SHIP_FOR_SALE = Refusal("N6.7", mark("You have no ship to sell."))


@rule
def problem_with_having_ships(s, p):
    """N6.7, N7.18: needs a ship."""
    return FINE if ships_of(s, p) > 0 else NO_SHIP_FOR_SALE


@rule
def ask_which_sale(s, p):
    """N7.18: asks which ship is sold."""
    push(s, SHIP_TO_SELL, p, 0, 0)


class Sell(Function):
    """N7.18 Ship Owner."""

    number = SELL
    problem = problem_with_having_ships
    changes = True
    do = ask_which_sale
    word = "sell"
    text = mark("sell a ship: sloop {sloop}, cutter {cutter}, schooner {schooner} gold")

    def describe(self, box: np.record, elder: int) -> str:
        sloop, cutter, schooner = (int(price) for price in box.ship_price)
        return _(self.text, sloop=sloop, cutter=cutter, schooner=schooner)


@rule
def ask_which_letter(s, p):
    """N7.19: asks for A or B."""
    push(s, LETTER_TO_REVEAL, p, 0, 0)


class RevealCard(Function):
    """N7.19 Architect*."""

    number = REVEAL
    changes = can_reveal
    do = ask_which_letter
    word = "reveal"
    text = mark("reveal an A or a B building")
    before_gains = True


NO_BUILDING = Refusal("N6.7", mark("You have no building."))


@rule
def problem_with_having_buildings(s, p):
    """N6.7, N7.19: needs a building."""
    return FINE if buildings_of(s, p) > 0 else NO_BUILDING


@rule
def ask_which_building(s, p):
    """N7.19: asks which building is removed."""
    push(s, BUILDING_TO_REMOVE, p, 0, 0)


class TearDown(Function):
    """N7.19 Investor."""

    number = TEAR_DOWN
    problem = problem_with_having_buildings
    changes = True
    do = ask_which_building
    word = "tear down"
    text = mark("remove one of your buildings from the game")
    before_gains = True


@rule
def lose_all_fish(s):
    """N7.20: all fish on all elders and on the table."""
    s.plates = 0
    for elder in range(ELDER_NUMBERS):
        s.elder_fish[elder] = 0


class ClearTables(Function):
    """N7.20 Fishmonger."""

    number = CLEAR_TABLES
    changes = True
    do = lose_all_fish
    word = "fishmonger"
    text = mark("all fish on all elders and on the table are lost")
    before_gains = True


@rule
def fall_asleep(s, p):
    """N7.21: marks that the Old Man was used in this round."""
    s.players[p].slept = 1


class Sleep(Function):
    """N7.21 Old Man."""

    number = SLEEP
    changes = True
    do = fall_asleep
    word = "old man"
    text = mark("in your next catch phase 1 gold instead of fish for each issued share at home, distributed like fish")


@rule
def ask_for_raft(s, p):
    """N7.22: asks whether a raft is placed."""
    push(s, RAFT_TO_PLACE, p, 0, 0)


class Raft(Function):
    """N7.22 Castaway: his wood is a payment, which counts as a change (N6.4)."""

    number = RAFT
    do = ask_for_raft
    word = "raft"
    text = mark("you may place a raft on your fishing track")


class FirstFish(Function):
    """N7.23 Willy: round/catch.py gives him the first fish."""

    number = FIRST_FISH
    changes = True
    word = "willy"
    text = mark("holds {n} fish; the first fish of each catch goes on him")

    def describe(self, box: np.record, elder: int) -> str:
        return _(self.text, n=int(box.elders[elder].holds))


FUNCTIONS: Kinds[Function] = Kinds(
    WRITER, *(Pond, Swap, Plant, Sell, RevealCard, TearDown, ClearTables, Sleep, Raft, FirstFish)
)
FUNCTION_WORDS = {"": 0} | {function.word: int(function.number) for function in FUNCTIONS}

problem_with_special_function = FUNCTIONS.dispatch(
    "problem_with_special_function",
    "s, box, p, function",
    "problem",
    "function",
    "N6.7: why the function makes the elder unusable.",
    "0",
)
function_changes = FUNCTIONS.dispatch(
    "function_changes", "s, box, function", "changes", "function", "N6.4: whether it always changes something.", "False"
)
function_may_change = FUNCTIONS.dispatch(
    "function_may_change",
    "s, p, function",
    "may_change",
    "function",
    'N6.4: whether its part with "may" can change something.',
    "False",
)
do_function = FUNCTIONS.dispatch(
    "do_function", "s, box, p, elder, can_decline, function", "do", "function", "N7: carries the function out, or asks.", "None"
)
