"""K8.6 to K8.9 deliver."""

import numpy as np

from ...core.questions import NOTHING, Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...core.seam import READY
from ...language import _, mark
from .action import Action
from .canoes import (
    Stop,
    canoe_is_done,
    has_canoe,
    move_canoe,
    other_canoes,
    problem_with_sailing,
    send_canoes,
    stops_of,
)
from .choices import keep_choices, write_choices
from .hexes import NO_HEX, around, both, has, hexes_in, is_empty, neighbours_of, remove, without
from .huts import hut_kind, hut_owner
from .layout import ASK_DELIVERY, DELIVER, FISHERMAN, HEXES, SECOND_EDITION, TRACK
from .refusal import Refusal
from .supplies import fish_of
from .villages import all_canoes, village_of
from .words.notation import HEX_NAMES
from .words.terms import hex_name, hexes_of


@rule
def huts_that_take(s, box, canoes):
    """K8.6, K8.7: with room for fish, and in the second edition without one of these canoes on them."""
    if box.edition == SECOND_EDITION:
        return without(hexes_in(s.accepts_fish), canoes)
    return hexes_in(s.accepts_fish)


@rule
def can_deliver(s, box, p, stops):
    """K5.3; a canoe that leaves its hut can deliver to that hut (K8.6)."""
    if fish_of(s, p) == 0:
        return False
    canoes, water = hexes_in(s.players[p].canoes), hexes_in(s.water)
    takers = huts_that_take(s, box, all_canoes(s, box))
    if not is_empty(both(stops, neighbours_of(takers))):
        return True
    left_huts = without(both(canoes, hexes_in(s.accepts_fish)), water)
    return not is_empty(both(without(stops, canoes), both(neighbours_of(left_huts), hexes_in(s.open_water))))


@rule
def stops_to_deliver(s, box, p, canoe):
    """K6.4."""
    if fish_of(s, p) == 0:
        return NO_HEX
    takers = huts_that_take(s, box, other_canoes(s, box, canoe))
    return both(stops_of(s, box, p, canoe), neighbours_of(takers))


CANNOT_DELIVER = Refusal("K5.3", mark("You have no fish, or none of your canoes can reach a hut that takes fish."))


@rule
def problem_with_delivering(s, box, p, found):
    return FINE if has_canoe(s, p) and can_deliver(s, box, p, found) else CANNOT_DELIVER


NO_HUT_WANTS_FISH_THERE = Refusal("K8.6", mark("{hex} isn't next to a hut that takes fish."), hex=hex_name)


@rule
def problem_with_delivering_from(s, box, p, hex):
    """K6.4: the canoe that performs would go there to deliver."""
    refusal = problem_with_sailing(s, box, p, hex)
    if refusal != FINE:
        return refusal
    return FINE if has(box, stops_to_deliver(s, box, p, int(s.canoe)), hex) else NO_HUT_WANTS_FISH_THERE


@rule
def sail_and_deliver(s, box, p, hex):
    """K8.6: next, the hut is chosen."""
    move_canoe(s, box, p, int(s.canoe), hex)
    s.decision = ASK_DELIVERY


@rule
def prefer_delivering(s, p):
    return 6 * min(6, fish_of(s, p))


class Deliver(Action):
    """K8.6 to K8.9."""

    number = DELIVER
    problem = problem_with_delivering
    begin = send_canoes
    stops = stops_to_deliver
    problem_at = problem_with_delivering_from
    perform_at = sail_and_deliver
    prefer = prefer_delivering

    word = "deliver"
    space_name = mark("Delivering")
    activity = mark("delivering")
    button = mark("Deliver fish")
    story = mark("chose to deliver")
    which_canoe = mark("Choose a canoe to deliver (range {range}).")
    where_to = mark("Sail from {hex} to deliver.")

    def offer(self, seen: np.record, box: np.record, hex: int, way: str) -> str:
        takers = huts_that_take(seen, box, other_canoes(seen, box, int(seen.canoe)))
        huts = ", ".join(HEX_NAMES[hut] for hut in hexes_of(box, both(around(box, hex), takers)))
        return _("{way}: next to {huts}", way=way, huts=huts)


@rule
def huts_to_deliver_to(s, box, p):
    """K8.6, K8.7: those next to the canoe, while there are fish."""
    if fish_of(s, p) == 0:
        return NO_HEX
    return both(around(box, int(s.canoe)), huts_that_take(s, box, all_canoes(s, box)))


@rule
def ready_to_deliver(s, box, p, first):
    """K8.7: after the first fish nobody has to hand out another."""
    only = keep_choices(s, box, huts_to_deliver_to(s, box, p), first)
    return READY if s.handed > 0 and only != NOTHING else only


HUT_NOT_NEXT_TO_CANOE = Refusal("K8.6", mark("{hex} isn't next to the canoe."), hex=hex_name)
WANTS_NO_FISH = Refusal("K8.6", mark("There's no meeting hut or canoe-builder hut on {hex}."), hex=hex_name)
HUT_IS_FULL = Refusal("K8.7", mark("The hut on {hex} is full."), hex=hex_name)
CANOE_STANDS_ON_HUT = Refusal("K8.6", mark("A canoe stands on the hut on {hex}."), hex=hex_name)


@rule
def problem_with_delivery(s, box, hex):
    """K8.6, K8.7."""
    if not has(box, around(box, int(s.canoe)), hex):
        return HUT_NOT_NEXT_TO_CANOE
    code = int(s.hut[hex])
    if code == 0 or hut_kind(code) == FISHERMAN:
        return WANTS_NO_FISH
    if s.fish[hex] >= box.room_for_fish:
        return HUT_IS_FULL
    if box.edition == SECOND_EDITION and has(box, all_canoes(s, box), hex):
        return CANOE_STANDS_ON_HUT
    return FINE


@rule
def price_of_fish(s, box, hex):
    """K8.8: what another player's hut pays for its next fish: the less, the more lie there."""
    return int(box.best_price) - int(s.fish[hex])


@rule
def deliver(s, box, p, hex):
    """K8.7, K8.8: one fish; the shells come when the canoe is done (K1.4)."""
    hand_out_oldest_fish(s, p)
    if hut_owner(s.hut[hex]) != p:
        s.sold[price_of_fish(s, box, hex) - 1] += 1
    s.fish[hex] += 1
    s.fish_in[village_of(s, hex)] += 1
    if s.fish[hex] >= box.room_for_fish:
        remove(box, s.accepts_fish, hex)
    s.handed += 1


@rule
def hand_out_oldest_fish(s, p):
    """K8.9."""
    i = 0
    while s.players[p].fish[i] == 0:
        i += 1
    s.players[p].fish[i] -= 1


@rule
def collect_shells(s, p):
    """K8.8, K1.4: pays the shells for sold fish, the highest prices first if the supply is short."""
    for i in range(TRACK - 1, -1, -1):
        paid = min(int(s.sold[i]), int(s.stock))
        s.players[p].shells[i] += paid
        s.stock -= paid
        s.sold[i] = 0


@rule
def end_delivery(s, p):
    """K8.7: the canoe hands out no more."""
    collect_shells(s, p)
    s.handed = 0
    canoe_is_done(s)


class WhichHut(Question):
    """K8.6, K8.7: hut after hut, as long as there are fish and huts that take them."""

    decision = ASK_DELIVERY
    name = "delivery"
    rule_number = "K8.7"
    about = mark(
        "Another player's hut pays shells: 5 for the first fish on it, then 4, then 3. Your own hut pays nothing, but each "
        "fish on it scores 1 glory for you at a feast."
    )
    ready = ready_to_deliver
    nothing = end_delivery

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Deliver a fish ({n} left).", n=fish_of(seen, int(seen.mover)))


@rule
def prefer_hut(s, p, hex):
    return 2 if hut_owner(s.hut[hex]) == p else 4


class FishTo(Answer):
    decision = ASK_DELIVERY
    hex = range(HEXES)
    write = write_choices
    problem = problem_with_delivery
    apply = deliver
    prefer = prefer_hut

    def notation(self, box: np.record, hex: int) -> str:
        return f"fish to {HEX_NAMES[hex]}"

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        name = HEX_NAMES[hex]
        if not seen.hut[hex] or seen.fish[hex] >= box.room_for_fish:
            return _("Fish to {hex}", hex=name)
        if hut_owner(seen.hut[hex]) == seen.mover:
            return _("Fish to {hex}, your own hut: no shell", hex=name)
        return _("Fish to {hex}: a shell worth {price}", hex=name, price=price_of_fish(seen, box, hex))

    def story(self, before: np.record, after: np.record, box: np.record, hex: int) -> str:
        return _("delivered a fish to {hex}", hex=HEX_NAMES[hex])


NO_FISH_DELIVERED = Refusal("K8.7", mark("At least one fish has to be delivered."))


@rule
def problem_with_keeping_fish(s):
    """K8.7: after the first fish."""
    return FINE if s.handed > 0 else NO_FISH_DELIVERED


class KeepFish(Stop):
    """K8.7: the canoe hands out no more."""

    decision = ASK_DELIVERY
    shares_numbers_with = Stop
    problem = problem_with_keeping_fish
    apply = end_delivery

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Keep the rest")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("kept the rest")
