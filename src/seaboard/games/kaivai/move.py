"""K10.1 move, K10.4 sinking."""

import numpy as np

from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark, player_name
from .action import Action
from .canoes import (
    NOT_WATER,
    OUT_OF_RANGE,
    canoe_is_done,
    canoe_owner,
    has_canoe,
    is_at_sea,
    move_canoe,
    one_step,
    range_of,
    reach,
    send_canoes,
)
from .hexes import (
    NO_HEX,
    around,
    difference,
    first_of,
    has,
    hexes_in,
    intersection,
    is_empty,
    single_hex,
    union,
    without_first,
)
from .layout import MOVE, NOBODY
from .refusal import Refusal
from .supplies import canoes_on_board
from .villages import all_canoes, remove_canoe
from .words.terms import hex_name


@rule
def sinking_cost(s, box, victim):
    """K10.4: the cost in glory, by the number of the victim's canoes on the board; 0: a last canoe cannot be sunk."""
    return int(box.sinking[canoes_on_board(s, victim)])


def cost_of_sinking(seen: np.record, box: np.record, hex: int) -> int:
    return int(sinking_cost(seen, box, int(canoe_owner(seen, box, hex))))


def own_glory(seen: np.record, p: int) -> int:
    return int(seen.players[p].glory)


LAST_CANOE = Refusal("K10.4", mark("This is its owner's last canoe; it can't be sunk."))
TOO_LITTLE_GLORY = Refusal(
    "K10.4", mark("Sinking this canoe costs {cost} glory; you have {glory}."), cost=cost_of_sinking, glory=own_glory
)


@rule
def problem_with_sinking(s, box, p, victim):
    """K10.4: not a last canoe, and the player has enough glory."""
    cost = sinking_cost(s, box, victim)
    if cost == 0:
        return LAST_CANOE
    return FINE if cost <= s.players[p].glory else TOO_LITTLE_GLORY


@rule
def canoes_to_sink(s, box, p):
    """K10.4: other players' canoes at sea that this player may sink."""
    targets = NO_HEX
    for victim in range(int(box.players)):
        if victim != p and problem_with_sinking(s, box, p, victim) == FINE:
            targets = union(targets, hexes_in(s.players[victim].canoes))
    return intersection(targets, hexes_in(s.water))


@rule
def can_move(s, box, p, near):
    """K10.1: whether a canoe can end on another hex; a free hex next to one is enough. `near`: those that canoes reach in one
    step."""
    if range_of(s, box, p) > 0 and not is_empty(difference(near, all_canoes(s))):
        return True
    canoes = hexes_in(s.players[p].canoes)
    while not is_empty(canoes):
        canoe = first_of(box, canoes)
        canoes = without_first(canoes)
        if not is_empty(stops_to_move(s, box, p, canoe)):
            return True
    return False


@rule
def can_canoe_move(s, box, p, canoe):
    """K6.1: whether this canoe can end on another hex."""
    if range_of(s, box, p) == 0:
        return False
    near = one_step(s, single_hex(box, canoe), around(box, canoe))
    return not is_empty(difference(near, all_canoes(s))) or not is_empty(stops_to_move(s, box, p, canoe))


@rule
def stops_to_move(s, box, p, canoe):
    """K10.1, K10.4: the hexes where a canoe can end: other hexes, free or with a canoe to sink."""
    goals = reach(s, box, p, canoe)
    return union(difference(goals, all_canoes(s)), intersection(goals, canoes_to_sink(s, box, p)))


CANNOT_MOVE = Refusal("K10.1", mark("None of your canoes can move."))


@rule
def problem_with_moving(s, box, p, near):
    """K10.1: some canoe must be able to move."""
    return FINE if has_canoe(s, p) and can_move(s, box, p, near) else CANNOT_MOVE


MUST_MOVE = Refusal("K10.1", mark("The canoe has to end on another hex."))
OWN_CANOE_IS_THERE = Refusal("K6.3", mark("Another of your canoes is on {hex}."), hex=hex_name)


@rule
def problem_with_move(s, box, p, hex):
    """K6.2, K6.3, K10.1, K10.4: another hex in range, free or with a canoe to sink."""
    canoe = int(s.canoe)
    if hex == canoe:
        return MUST_MOVE
    if not is_at_sea(s, box, hex):
        return NOT_WATER
    if not has(box, reach(s, box, p, canoe), hex):
        return OUT_OF_RANGE
    victim = canoe_owner(s, box, hex)
    if victim == p:
        return OWN_CANOE_IS_THERE
    return FINE if victim == NOBODY else problem_with_sinking(s, box, p, victim)


@rule
def sink(s, box, p, hex):
    """K10.4: the canoe on a hex, if there is one, returns to its owner's supply; the player pays glory."""
    victim = canoe_owner(s, box, hex)
    if victim == NOBODY:
        return
    s.players[p].glory -= sinking_cost(s, box, victim)
    remove_canoe(s, box, victim, hex)


@rule
def sail_and_sink(s, box, p, hex):
    """K10.1, K10.4: the canoe goes to a hex, and sinks another player's canoe there."""
    sink(s, box, p, hex)
    move_canoe(s, box, p, int(s.canoe), hex)
    canoe_is_done(s)


class Move(Action):
    """K10.1, K10.4: move canoes, and sink others."""

    number = MOVE
    problem = problem_with_moving
    begin = send_canoes
    can = can_canoe_move
    stops = stops_to_move
    problem_at = problem_with_move
    perform_at = sail_and_sink
    prefer = 2

    word = "move"
    space_name = mark("Moving")
    activity = mark("moving")
    button = mark("Move canoes")
    story = mark("chose to move")
    which_canoe = mark("Choose a canoe to move (range {range}).")
    where_to = mark("Sail from {hex}.")

    def offer(self, seen: np.record, box: np.record, hex: int, way: str) -> str:
        victim = canoe_owner(seen, box, hex)
        if victim == NOBODY:
            return way
        cost = sinking_cost(seen, box, victim)
        return _("{way}: sink {name}'s canoe (−{cost} glory)", way=way, name=player_name(victim), cost=cost)
