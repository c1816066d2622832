"""K6.1, K6.4 canoe by canoe: which canoe performs the action, and where it goes to do so."""

import numpy as np

from ...core.questions import NOTHING, Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...core.seam import READY
from ...language import _, many, mark, player_name
from .build import stops_to_build
from .canoes import (
    NOT_WATER,
    OUT_OF_RANGE,
    canoe_is_done,
    canoe_owner,
    is_at_sea,
    move_canoe,
    other_canoes,
    range_of,
    reach,
    sail_on,
)
from .choices import keep_choices, write_choices
from .deliver import huts_that_take, stops_to_deliver
from .fish import fishes_in, stops_to_fish
from .hexes import NO_HEX, after_first, around, both, either, first_of, has, hexes_in, is_empty, only
from .layout import (
    ASK_CANOE,
    ASK_DELIVERY,
    ASK_DESTINATION,
    ASK_SITE,
    ASK_WATERS,
    BUILD,
    DELIVER,
    FISH,
    HEXES,
    MOVE,
    NOBODY,
)
from .move import problem_with_move, sink, sinking_cost, stops_to_move
from .refusal import Refusal
from .texts.notation import HEX_NAMES
from .texts.terms import hex_name, hexes_of, name_of_village, villages_of
from .turn_order import end_action
from .villages import is_dock_of


@rule
def stops_to_perform(s, box, p, canoe):
    """K6.4: where a canoe can go to perform the action that was chosen."""
    if s.acting == BUILD:
        return stops_to_build(s, box, p, canoe)
    if s.acting == FISH:
        return stops_to_fish(s, box, p, canoe)
    if s.acting == DELIVER:
        return stops_to_deliver(s, box, p, canoe)
    return stops_to_move(s, box, p, canoe)


@rule
def canoes_that_can(s, box, p):
    """K6.1: canoes that have not performed yet, and can."""
    able = NO_HEX
    rest = hexes_in(s.ready)
    while not is_empty(rest):
        canoe = first_of(box, rest)
        rest = after_first(rest)
        if not is_empty(stops_to_perform(s, box, p, canoe)):
            able = either(able, only(box, canoe))
    return able


@rule
def ready_to_perform(s, box, p, first):
    """K6.1: after the first canoe no other one has to perform."""
    only_canoe = keep_choices(s, box, canoes_that_can(s, box, p), first)
    return READY if s.performed == 1 and only_canoe != NOTHING else only_canoe


NOT_YOUR_CANOE = Refusal("K6.1", mark("None of your canoes is on {hex}."), hex=hex_name)
CANOE_IS_DONE = Refusal("K6.1", mark("The canoe on {hex} has already acted."), hex=hex_name)
CANOE_IS_NEW = Refusal("K6.6", mark("The canoe on {hex} is new; it can't act yet."), hex=hex_name)
CANOE_CANNOT_PERFORM = Refusal("K6.4", mark("The canoe on {hex} can't reach a place to do that."), hex=hex_name)


@rule
def problem_with_canoe(s, box, p, hex):
    """K6.1, K6.6. A canoe that has performed is at sea (K6.5)."""
    if canoe_owner(s, box, hex) != p:
        return NOT_YOUR_CANOE
    if not has(box, hexes_in(s.ready), hex):
        return CANOE_IS_DONE if is_at_sea(s, box, hex) else CANOE_IS_NEW
    return CANOE_CANNOT_PERFORM if is_empty(stops_to_perform(s, box, p, hex)) else FINE


@rule
def take_canoe(s, hex):
    """K6.1: this one; where it goes is asked next."""
    s.canoe = hex
    s.decision = ASK_DESTINATION


class WhichCanoe(Question):
    """K6.1: one after the other; the action ends with the last one that can, or by Stop (canoes.py)."""

    decision = ASK_CANOE
    name = "canoe"
    rule_number = "K6.1"
    about = mark(
        "The action is paid: now each of your canoes may do it once, one after the other. A canoe sails up to its range "
        "and then acts; after the first you may stop."
    )
    ready = ready_to_perform
    nothing = end_action

    PROMPTS = (  # by action: build, fish, deliver, move
        mark("Which canoe builds (range {range})?"),
        mark("Which canoe fishes (range {range})?"),
        mark("Which canoe delivers (range {range})?"),
        mark("Which canoe moves (range {range})?"),
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _(self.PROMPTS[int(seen.acting)], range=range_of(seen, box, int(seen.mover)))


class TakeCanoe(Answer):
    decision = ASK_CANOE
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_canoe
    apply = take_canoe
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"canoe {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        return _("Canoe on {hex}", hex=HEX_NAMES[hex])

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        return _("takes the canoe on {hex}", hex=HEX_NAMES[hex])


@rule
def ready_to_go(s, box, p, first):
    return keep_choices(s, box, stops_to_perform(s, box, p, int(s.canoe)), first)


CANOE_IS_THERE = Refusal("K6.3", mark("There's a canoe on {hex}."), hex=hex_name)
NO_SITE_FROM_THERE = Refusal("K6.4", mark("From {hex} the canoe can't build a hut that you can afford."), hex=hex_name)
NO_FISH_THERE = Refusal(
    "K8.1", mark("{hex} isn't next to a cult hex of a village with one of your fishermen or the god."), hex=hex_name
)
NO_HUT_WANTS_FISH_THERE = Refusal("K8.6", mark("{hex} isn't next to a hut that takes fish."), hex=hex_name)


@rule
def problem_with_destination(s, box, p, hex):
    """K6.2 to K6.5."""
    if s.acting == MOVE:
        return problem_with_move(s, box, p, hex)
    canoe = int(s.canoe)
    if not is_at_sea(s, box, hex):
        return NOT_WATER
    if not has(box, reach(s, box, p, canoe), hex):
        return OUT_OF_RANGE
    if hex != canoe and canoe_owner(s, box, hex) != NOBODY:
        return CANOE_IS_THERE
    if has(box, stops_to_perform(s, box, p, canoe), hex):
        return FINE
    if s.acting == BUILD:
        return NO_SITE_FROM_THERE
    return NO_FISH_THERE if s.acting == FISH else NO_HUT_WANTS_FISH_THERE


@rule
def go_and_perform(s, box, p, hex):
    """K6.1: move, then perform."""
    if s.acting == MOVE:
        sink(s, box, p, hex)
    move_canoe(s, box, p, int(s.canoe), hex)
    if s.acting == MOVE:
        canoe_is_done(s)
    elif s.acting == BUILD:
        s.decision = ASK_SITE
    else:
        s.decision = ASK_WATERS if s.acting == FISH else ASK_DELIVERY


class WhereCanoeGoes(Question):
    """K6.2 to K6.5."""

    decision = ASK_DESTINATION
    name = "destination"
    rule_number = "K6.1"
    about = mark(
        "Sailing costs nothing; only places are offered where the canoe can act. It stays there: at the end canoes "
        "beside cult hexes make you stronger in that village. Whoever ends a move on another's canoe sinks it, for glory."
    )
    ready = ready_to_go

    PROMPTS = (  # by action: build, fish, deliver, move
        mark("Where does the canoe on {hex} go to build?"),
        mark("Where does the canoe on {hex} go to fish?"),
        mark("Where does the canoe on {hex} go to deliver?"),
        mark("Where does the canoe on {hex} go?"),
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _(self.PROMPTS[int(seen.acting)], hex=HEX_NAMES[int(seen.canoe)])


class GoTo(Answer):
    decision = ASK_DESTINATION
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_destination
    apply = go_and_perform
    prefer = 4

    def notation(self, box: np.record, hex: int) -> str:
        return f"to {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        """K6.2: how far, and what is there to do."""
        if not has(box, hexes_in(seen.choices), hex):
            return _("To {hex}", hex=HEX_NAMES[hex])
        way = way_to(seen, box, hex)
        if seen.acting == MOVE:
            victim = canoe_owner(seen, box, hex)
            if victim == NOBODY:
                return way
            cost = sinking_cost(seen, box, victim)
            return _("{way}: sinks a canoe of {name} for {cost} glory", way=way, name=player_name(victim), cost=cost)
        if seen.acting == DELIVER:
            takers = huts_that_take(seen, box, other_canoes(seen, box, int(seen.canoe)))
            huts = ", ".join(HEX_NAMES[hut] for hut in hexes_of(box, both(around(box, hex), takers)))
            return _("{way}: beside {huts}", way=way, huts=huts)
        there = ", ".join(name_of_village(seen, v) for v in villages_at(seen, box, hex))
        return _("{way}: at village {village}", way=way, village=there)

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        goal, start = HEX_NAMES[hex], HEX_NAMES[int(before.canoe)]
        return _("stays on {hex}", hex=goal) if goal == start else _("sails from {start} to {hex}", start=start, hex=goal)


def way_to(seen: np.record, box: np.record, hex: int) -> str:
    steps = steps_to(seen, box, hex)
    if not steps:
        return _("Stay on {hex}", hex=HEX_NAMES[hex])
    return many(steps, "To {hex}, {n} step", "To {hex}, {n} steps", hex=HEX_NAMES[hex])


def steps_to(seen: np.record, box: np.record, goal: int) -> int:
    """K6.2, K6.5: how far the canoe that performs has to go."""
    canoe = int(seen.canoe)
    water = hexes_in(seen.water) if is_at_sea(seen, box, canoe) else hexes_in(seen.open_water)
    reached, steps = only(box, canoe), 0
    while not has(box, reached, goal) and steps < range_of(seen, box, int(seen.mover)):
        reached = sail_on(reached, 1, water)
        steps += 1
    return steps


def villages_at(seen: np.record, box: np.record, hex: int) -> list[int]:
    """Those in which a canoe on a hex could build or fish."""
    seat = int(seen.mover)
    docks = [v for v, _base in villages_of(seen) if is_dock_of(seen, box, hex, v)]
    return [v for v in docks if seen.acting == BUILD or (seen.acting == FISH and fishes_in(seen, seat, v))]
