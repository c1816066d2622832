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
    can_any_end_on,
    can_canoe_end_on,
    canoe_is_done,
    has_canoe,
    move_canoe,
    other_canoes,
    problem_with_sailing,
    send_canoes,
    stops_of,
)
from .choices import store_choices, write_choices
from .hexes import NO_HEX, around, difference, has, hexes_in, intersection, neighbours_of, remove
from .huts import hut_kind, hut_owner
from .layout import ASK_DELIVERY, DELIVER, FISHERMAN, HEXES, SECOND_EDITION, TRACK
from .refusal import Refusal
from .supplies import fish_of
from .villages import all_canoes, village_of
from .words.notation import HEX_NAMES
from .words.terms import hex_name, hexes_of


@rule
def huts_that_accept_fish(s, box, canoes):
    """K8.6, K8.7: meeting and canoe-builder huts with fewer than three fish; in the second edition without these canoes."""
    if box.edition == SECOND_EDITION:
        return difference(hexes_in(s.accepts_fish), canoes)
    return hexes_in(s.accepts_fish)


@rule
def can_deliver(s, box, p, near):
    """K5.3: whether any canoe can deliver; also to the hut that it has just left (K8.6)."""
    if fish_of(s, p) == 0:
        return False
    accepting_huts = huts_that_accept_fish(s, box, all_canoes(s))
    if can_any_end_on(s, box, p, near, neighbours_of(accepting_huts)):
        return True
    leaving = difference(intersection(hexes_in(s.players[p].canoes), hexes_in(s.accepts_fish)), hexes_in(s.water))
    return can_any_end_on(s, box, p, near, difference(intersection(neighbours_of(leaving), near), all_canoes(s)))


@rule
def places_to_deliver(s, box, p, canoe):
    """K8.6: the hexes next to a hut that takes this canoe's fish."""
    if fish_of(s, p) == 0:
        return NO_HEX
    return neighbours_of(huts_that_accept_fish(s, box, other_canoes(s, box, canoe)))


@rule
def can_canoe_deliver(s, box, p, canoe):
    """K6.1: whether this canoe can deliver."""
    return can_canoe_end_on(s, box, p, canoe, places_to_deliver(s, box, p, canoe))


@rule
def stops_to_deliver(s, box, p, canoe):
    """K6.4, K8.6: where this canoe can go to deliver."""
    return intersection(stops_of(s, box, p, canoe), places_to_deliver(s, box, p, canoe))


CANNOT_DELIVER = Refusal("K5.3", mark("You have no fish, or none of your canoes can reach a hut that takes fish."))


@rule
def problem_with_delivering(s, box, p, near):
    """K5.3: some canoe must be able to deliver."""
    return FINE if has_canoe(s, p) and can_deliver(s, box, p, near) else CANNOT_DELIVER


NO_HUT_ACCEPTS_FISH_THERE = Refusal("K8.6", mark("{hex} isn't next to a hut that takes fish."), hex=hex_name)


@rule
def problem_with_delivering_from(s, box, p, hex):
    """K6.2 to K6.4, K8.6: whether the canoe that performs can go to a hex and deliver."""
    refusal = problem_with_sailing(s, box, p, hex)
    if refusal != FINE:
        return refusal
    return FINE if has(box, stops_to_deliver(s, box, p, int(s.canoe)), hex) else NO_HUT_ACCEPTS_FISH_THERE


@rule
def sail_and_deliver(s, box, p, hex):
    """K8.6: next, the hut is chosen."""
    move_canoe(s, box, p, int(s.canoe), hex)
    s.decision = ASK_DELIVERY


@rule
def prefer_delivering(s, p):
    """Prefers delivering many fish."""
    return 6 * min(6, fish_of(s, p))


class Deliver(Action):
    """K8.6 to K8.9: deliver fish with canoes."""

    number = DELIVER
    problem = problem_with_delivering
    begin = send_canoes
    can = can_canoe_deliver
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
        accepting_huts = huts_that_accept_fish(seen, box, other_canoes(seen, box, int(seen.canoe)))
        huts = ", ".join(HEX_NAMES[hut] for hut in hexes_of(box, intersection(around(box, hex), accepting_huts)))
        return _("{way}: next to {huts}", way=way, huts=huts)


@rule
def huts_to_deliver_to(s, box, p):
    """K8.6, K8.7: the huts next to the canoe that accept fish; none if the player has no fish left."""
    if fish_of(s, p) == 0:
        return NO_HEX
    return intersection(around(box, int(s.canoe)), huts_that_accept_fish(s, box, all_canoes(s)))


@rule
def ready_to_deliver(s, box, p, first):
    """Prepares WhichHut. K8.7: after the first fish, a single hut is not automatic: the player may keep the rest."""
    only_hut = store_choices(s, box, huts_to_deliver_to(s, box, p), first)
    return READY if s.handed > 0 and only_hut != NOTHING else only_hut


HUT_NOT_NEXT_TO_CANOE = Refusal("K8.6", mark("{hex} isn't next to the canoe."), hex=hex_name)
ACCEPTS_NO_FISH = Refusal("K8.6", mark("There's no meeting hut or canoe-builder hut on {hex}."), hex=hex_name)
HUT_IS_FULL = Refusal("K8.7", mark("The hut on {hex} is full."), hex=hex_name)
CANOE_STANDS_ON_HUT = Refusal("K8.6", mark("A canoe stands on the hut on {hex}."), hex=hex_name)


@rule
def problem_with_delivery(s, box, hex):
    """K8.6, K8.7: a hut next to the canoe that accepts fish."""
    if not has(box, around(box, int(s.canoe)), hex):
        return HUT_NOT_NEXT_TO_CANOE
    code = int(s.hut[hex])
    if code == 0 or hut_kind(code) == FISHERMAN:
        return ACCEPTS_NO_FISH
    if s.fish[hex] >= box.room_for_fish:
        return HUT_IS_FULL
    if box.edition == SECOND_EDITION and has(box, all_canoes(s), hex):
        return CANOE_STANDS_ON_HUT
    return FINE


@rule
def price_of_fish(s, box, hex):
    """K8.8: the value of the shell that another player's hut pays for its next fish."""
    return int(box.best_price) - int(s.fish[hex])


@rule
def deliver(s, box, p, hex):
    """K8.7, K8.8: delivers one fish; the shells are paid when the canoe is done (K1.4)."""
    remove_oldest_fish(s, p)
    if hut_owner(s.hut[hex]) != p:
        s.sold[price_of_fish(s, box, hex) - 1] += 1
    s.fish[hex] += 1
    s.fish_in[village_of(s, hex)] += 1
    if s.fish[hex] >= box.room_for_fish:
        remove(box, s.accepts_fish, hex)
    s.handed += 1


@rule
def remove_oldest_fish(s, p):
    """K8.9: the fish on the lowest space is delivered first."""
    i = 0
    while s.players[p].fish[i] == 0:
        i += 1
    s.players[p].fish[i] -= 1


@rule
def collect_shells(s, p):
    """K1.4, K8.8: the player takes the shells for the fish sold, highest prices first if the stock is short."""
    for i in range(TRACK - 1, -1, -1):
        paid = min(int(s.sold[i]), int(s.stock))
        s.players[p].shells[i] += paid
        s.stock -= paid
        s.sold[i] = 0


@rule
def end_delivery(s, p):
    """K8.7: the canoe delivers no more fish."""
    collect_shells(s, p)
    s.handed = 0
    canoe_is_done(s)


class WhichHut(Question):
    """K8.6, K8.7: one fish after another, as long as there are fish and huts that accept them."""

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
    """Prefers huts that pay."""
    return 2 if hut_owner(s.hut[hex]) == p else 4


class FishTo(Answer):
    """K8.7: one fish to a hut."""

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
    """K8.7: at least one fish must be delivered."""
    return FINE if s.handed > 0 else NO_FISH_DELIVERED


class KeepFish(Stop):
    """K8.7: the canoe delivers no more fish."""

    decision = ASK_DELIVERY
    shares_numbers_with = Stop
    problem = problem_with_keeping_fish
    apply = end_delivery

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Keep the rest")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("kept the rest")
