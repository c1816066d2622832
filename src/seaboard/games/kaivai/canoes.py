"""K6 canoes: range and reach, and the end of their work. The questions which canoe acts and where it goes are in perform.py."""

import numpy as np

from ...core.questions import Answer
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark, plural_forms
from .hexes import (
    NO_HEX,
    add,
    around,
    both,
    count,
    either,
    first_of,
    has,
    hexes_in,
    is_empty,
    neighbours_of,
    only,
    put,
    remove,
    without,
)
from .layout import ASK_CANOE, ASK_DESTINATION, NOBODY, NOWHERE
from .refusal import Refusal
from .turn_order import end_action
from .villages import all_canoes, check_open_water
from .words.notation import HEX_NAMES
from .words.terms import hex_name


@rule
def range_of(s, box, p):
    """K6.2: the movement of the bid and the increase."""
    return int(box.movement[s.players[p].bid]) + int(box.increase[s.players[p].increase])


def range_of_mover(seen: np.record, box: np.record, p: int) -> int:
    return int(range_of(seen, box, p))


@rule
def canoe_owner(s, box, hex):
    """The owner of the canoe on a hex, or NOBODY."""
    for p in range(int(box.players)):
        if has(box, hexes_in(s.players[p].canoes), hex):
            return p
    return NOBODY


@rule
def is_at_sea(s, box, hex):
    return has(box, hexes_in(s.water), hex)


@rule
def other_canoes(s, box, hex):
    """Every canoe on the map but the one on a hex."""
    return without(all_canoes(s, box), only(box, hex))


def canoe_that_acts(seen: np.record) -> str:
    return HEX_NAMES[int(seen.canoe)]


NOT_WATER = Refusal("K6.3", mark("{hex} isn't water."), hex=hex_name)
OUT_OF_RANGE = Refusal(
    "K6.2",
    plural_forms(
        "{hex} is out of range: the canoe on {start} sails {n} step.",
        "{hex} is out of range: the canoe on {start} sails {n} steps.",
    ),
    hex=hex_name,
    start=canoe_that_acts,
    n=range_of_mover,
)


@rule
def sail_on(a, steps, water):
    """All hexes that are at most this many steps away over water."""
    for _step in range(steps):
        a = either(a, both(neighbours_of(a), water))
    return a


@rule
def reach(s, box, p, hex):
    """K6.2, K6.3, K6.5: where a canoe can come to; from a hut only into open water, and never back."""
    steps = range_of(s, box, p)
    if is_at_sea(s, box, hex):
        return sail_on(only(box, hex), steps, hexes_in(s.water))
    if steps == 0:
        return NO_HEX
    open_water = hexes_in(s.open_water)
    return sail_on(both(around(box, hex), open_water), steps - 1, open_water)


CANOE_IS_THERE = Refusal("K6.3", mark("There's a canoe on {hex}."), hex=hex_name)


@rule
def problem_with_sailing(s, box, p, hex):
    """K6.2, K6.3: why the canoe that performs cannot end on a hex."""
    canoe = int(s.canoe)
    if not is_at_sea(s, box, hex):
        return NOT_WATER
    if not has(box, reach(s, box, p, canoe), hex):
        return OUT_OF_RANGE
    if hex != canoe and canoe_owner(s, box, hex) != NOBODY:
        return CANOE_IS_THERE
    return FINE


@rule
def stops_of(s, box, p, hex):
    """K6.3: the hexes of its reach on which a canoe may end: no other canoe is there. Its own hex at sea is one."""
    return without(reach(s, box, p, hex), other_canoes(s, box, hex))


@rule
def stops_of_any(s, box, p):
    """The same for all canoes of a player together: every hex on which at least one of them may end."""
    canoes = hexes_in(s.players[p].canoes)
    if is_empty(canoes):
        return NO_HEX
    steps = range_of(s, box, p)
    water = hexes_in(s.water)
    at_sea = both(canoes, water)
    together = at_sea
    if steps > 0:
        left_huts = both(neighbours_of(without(canoes, water)), hexes_in(s.open_water))
        together = sail_on(either(sail_on(at_sea, 1, water), left_huts), steps - 1, water)
    return either(without(together, all_canoes(s, box)), at_sea)


@rule
def move_canoe(s, box, p, hex, goal):
    """The canoe that performs goes to a hex, and has used its turn in this action (K6.1)."""
    remove(box, s.players[p].canoes, hex)
    remove(box, s.ready, hex)
    add(box, s.players[p].canoes, goal)
    s.canoe = goal
    check_open_water(s, box)


@rule
def has_canoe(s, p):
    return not is_empty(hexes_in(s.players[p].canoes))


@rule
def canoe_is_done(s):
    """K6.1: the next canoe, or the end of the action."""
    s.canoe = NOWHERE
    s.performed = 1
    s.decision = ASK_CANOE


@rule
def take_canoe(s, hex):
    """K6.1: takes this canoe; next, its destination is chosen."""
    s.canoe = hex
    s.decision = ASK_DESTINATION


@rule
def send_canoes(s, box, p, action):
    """K6.1: each canoe may act; a single one is taken without a question, because it can act (K5.3)."""
    s.acting = action
    canoes = hexes_in(s.players[p].canoes)
    put(s.ready, canoes)
    if count(canoes) == 1:
        take_canoe(s, first_of(box, canoes))
    else:
        s.decision = ASK_CANOE


NO_CANOE_HAS_ACTED = Refusal("K6.1", mark("At least one canoe has to act."))


@rule
def problem_with_stopping(s):
    """K6.1: after the first canoe the action may end."""
    return FINE if s.performed == 1 else NO_CANOE_HAS_ACTED


class Stop(Answer):
    """K6.1: no more canoes; an answer to WhichCanoe (perform.py). KeepFish (deliver.py) has the same action number."""

    decision = ASK_CANOE
    problem = problem_with_stopping
    apply = end_action

    def notation(self, box: np.record, n: int) -> str:
        return "stop"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("End the action and pay {owed}", owed=seen.owed) if seen.owed else _("End the action")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("ended the action")
