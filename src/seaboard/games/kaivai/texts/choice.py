"""What an action does and costs, short enough for a button."""

import numpy as np

from ....language import _, many, mark
from ..build import building_cost, hut_owner, is_dock_of
from ..canoes import canoe_owner, is_at_sea, other_canoes, range_of, sail_on
from ..deliver import huts_that_take
from ..fish import fishes_in
from ..god import gods_village
from ..hexes import around, both, has, hexes_in, only
from ..layout import (
    ASK_DELIVERY,
    ASK_FEAST,
    ASK_SITE,
    ASK_WATERS,
    BID,
    BUILD,
    CANOE,
    CHOOSE,
    DELIVER,
    FISH,
    FISH_TO,
    FISHERMAN,
    GIVE_FISH,
    GIVE_SHELL,
    GO_TO,
    GOD_TO,
    HONOURABLE,
    HUT_ON,
    MEETING,
    MOVE,
    NOBODY,
    NOT_HONOURABLE,
    NOWHERE,
    OF_KIND,
    PASS,
    PLAY,
    RECEIVER,
    SECOND_EDITION,
    STOP,
    VILLAGE,
)
from ..move import sinking_cost
from ..scoring import presence
from ..villages import village_based_at, village_beside
from .notation import HEX_NAMES
from .terms import gains_of_feast, hexes_of, name_of_village, villages_of

ACTIONS = (
    mark("Build huts"),
    mark("Fish in the sea"),
    mark("Deliver fish"),
    mark("Move canoes"),
    mark("Celebrate in a village"),
    mark("Increase the range"),
)
KINDS = (
    mark("Canoe-builder hut: a new canoe"),
    mark("Fisherman's hut: more fish in its village"),
    mark("Meeting hut: influence when the god comes"),
)


def choice(seen: np.record, box: np.record, action: int) -> str:
    """What an action means now; of one that is not allowed, what it would mean."""
    if action < HUT_ON:
        return bid(seen, box, action - BID + 1)
    if action < OF_KIND:
        return hut(seen, box, action - HUT_ON)
    if action < GOD_TO:
        return _(KINDS[action - OF_KIND])
    if action < CHOOSE:
        return god(seen, box, action - GOD_TO)
    if action < PASS:
        return choose(seen, action - CHOOSE)
    if action == PASS:
        return pass_turn(seen, box)
    if action < CANOE:
        return gift(action)
    if action < GO_TO:
        return _("Canoe on {hex}", hex=HEX_NAMES[action - CANOE])
    if action < FISH_TO:
        return destination(seen, box, action - GO_TO)
    if action < VILLAGE:
        return delivery(seen, box, action - FISH_TO)
    if action < PLAY:
        return village(seen, box, action - VILLAGE)
    if action < STOP:
        return counters(seen, box, action - PLAY)
    return last_ones(seen, action)


def bid(seen: np.record, box: np.record, number: int) -> str:
    """K1.6: what a bid brings."""
    steps = int(box.movement[number]) + int(box.increase[int(seen.players[int(seen.mover)].increase)])
    return _(
        "Bid {bid} (range {range}, a hut costs {cost} + size of its village)", bid=number, range=steps, cost=box.cost[number]
    )


def hut(seen: np.record, box: np.record, hex: int) -> str:
    """K7.2; starting huts are free (K3.4)."""
    v = village_beside(seen, box, hex)
    if v == NOWHERE:
        return _("Hut on {hex}", hex=HEX_NAMES[hex])
    named = {"hex": HEX_NAMES[hex], "village": name_of_village(seen, v)}
    if seen.decision != ASK_SITE:
        return _("Hut on {hex}, village {village}", **named)
    return _("Hut on {hex}, village {village}, for {cost}", **named, cost=building_cost(seen, box, int(seen.mover), v))


def god(seen: np.record, box: np.record, hex: int) -> str:
    """K4.1, K4.3."""
    v = village_beside(seen, box, hex)
    if v == NOWHERE:
        return _("God to {hex}", hex=HEX_NAMES[hex])
    named = {"hex": HEX_NAMES[hex], "village": name_of_village(seen, v), "n": int(seen.cults[v]) + 1}
    gains = [int(seen.players[seat].huts[MEETING, v]) for seat in range(int(box.players))]
    if not any(gains):
        return _("God to {hex}: cult hex {n} of village {village}", **named)
    return _("God to {hex}: cult hex {n} of village {village}; influence: {gains}", **named, gains=gains_by_player(gains))


def gains_by_player(gains: list[int]) -> str:
    shares = ((seat, gain) for seat, gain in enumerate(gains) if gain)
    return ", ".join(_("player {seat} +{gain}", seat=seat + 1, gain=gain) for seat, gain in shares)


def choose(seen: np.record, action: int) -> str:
    """K5.2."""
    what, cost = _(ACTIONS[action]), int(seen.spaces[action])
    if cost == 0:
        return _("{action} (free)", action=what)
    return many(cost, "{action} (pays {n} influence counter)", "{action} (pays {n} influence counters)", action=what)


def pass_turn(seen: np.record, box: np.record) -> str:
    """K5.4, K5.5."""
    if seen.mover < 0 or seen.players[int(seen.mover)].acted:
        return _("Pass")
    return many(int(box.sacrifice), "Pass and take {n} influence counter", "Pass and take {n} influence counters")


def destination(seen: np.record, box: np.record, hex: int) -> str:
    """K6.2: how far, and what is there to do."""
    name = HEX_NAMES[hex]
    if not has(box, hexes_in(seen.choices), hex):
        return _("To {hex}", hex=name)
    steps = steps_to(seen, box, hex)
    way = many(steps, "To {hex}, {n} step", "To {hex}, {n} steps", hex=name) if steps else _("Stay on {hex}", hex=name)
    if seen.acting == MOVE:
        victim = canoe_owner(seen, box, hex)
        if victim == NOBODY:
            return way
        cost = sinking_cost(seen, box, victim)
        return _("{way}: sinks a canoe of player {seat} for {cost} glory", way=way, seat=victim + 1, cost=cost)
    if seen.acting == DELIVER:
        takers = huts_that_take(seen, box, other_canoes(seen, box, int(seen.canoe)))
        huts = ", ".join(HEX_NAMES[hut] for hut in hexes_of(box, both(around(box, hex), takers)))
        return _("{way}: beside {huts}", way=way, huts=huts)
    there = ", ".join(name_of_village(seen, v) for v in villages_at(seen, box, hex))
    return _("{way}: at village {village}", way=way, village=there)


def villages_at(seen: np.record, box: np.record, hex: int) -> list[int]:
    """Those in which a canoe on a hex could perform."""
    seat, gods = int(seen.mover), gods_village(seen, box)
    docks = [v for v, _base in villages_of(seen) if is_dock_of(seen, box, hex, v)]
    return [v for v in docks if seen.acting == BUILD or (seen.acting == FISH and fishes_in(seen, seat, v, gods))]


def steps_to(seen: np.record, box: np.record, goal: int) -> int:
    """K6.2, K6.5: how far the canoe that performs has to go."""
    canoe = int(seen.canoe)
    water = hexes_in(seen.water) if is_at_sea(seen, box, canoe) else hexes_in(seen.open_water)
    reached, steps = only(box, canoe), 0
    while not has(box, reached, goal) and steps < range_of(seen, box, int(seen.mover)):
        reached = sail_on(reached, 1, water)
        steps += 1
    return steps


def delivery(seen: np.record, box: np.record, hex: int) -> str:
    """K8.8."""
    name = HEX_NAMES[hex]
    if not seen.hut[hex] or seen.fish[hex] >= box.room_for_fish:
        return _("Fish to {hex}", hex=name)
    if hut_owner(seen.hut[hex]) == seen.mover:
        return _("Fish to {hex}, your own hut: no shell", hex=name)
    return _("Fish to {hex}: a shell worth {price}", hex=name, price=int(box.best_price) - int(seen.fish[hex]))


def village(seen: np.record, box: np.record, hex: int) -> str:
    """K8.2, K10.2, K12.2."""
    name, v = HEX_NAMES[hex], village_based_at(seen, hex)
    if v == NOWHERE:
        return _("Village {village}", village=name)
    if seen.decision == ASK_WATERS:
        return waters(seen, box, name, v)
    if seen.decision == ASK_FEAST:
        gains = gains_by_player(gains_of_feast(seen, box, v))
        return _("Celebrate in {village} (glory: {gains})", village=name, gains=gains or 0)
    cults = int(seen.cults[v])
    return many(cults, "Score village {village} ({n} cult hex)", "Score village {village} ({n} cult hexes)", village=name)


def waters(seen: np.record, box: np.record, name: str, v: int) -> str:
    """K8.2, K8.3, K8.5."""
    dice, blessed = int(seen.players[int(seen.mover)].huts[FISHERMAN, v]), gods_village(seen, box) == v
    if box.diceless:
        return _("Fish in {village} ({n} fish)", village=name, n=dice + blessed)
    if blessed and box.edition == SECOND_EDITION:
        return many(dice, "Fish in {village} (1 fish and {n} die)", "Fish in {village} (1 fish and {n} dice)", village=name)
    return many(min(4, dice + blessed), "Fish in {village} ({n} die)", "Fish in {village} ({n} dice)", village=name)


def counters(seen: np.record, box: np.record, number: int) -> str:
    """K12.3."""
    if seen.scoring == NOWHERE or seen.mover < 0:
        return many(number, "Play {n} counter", "Play {n} counters")
    strength = presence(seen, int(seen.mover), int(seen.scoring)) + int(box.worth) * number
    return many(number, "Play {n} counter (strength {strength})", "Play {n} counters (strength {strength})", strength=strength)


def gift(action: int) -> str:
    """K13.1."""
    if action < GIVE_FISH:
        return _("Give a shell from space {space}", space=action - GIVE_SHELL + 1)
    return _("Give a fish from space {space}", space=action - GIVE_FISH + 1)


def last_ones(seen: np.record, action: int) -> str:
    """Stopping, and what is said of gifts."""
    if action == HONOURABLE:
        return _("Honourable: the giver should get 1 glory")
    if action == NOT_HONOURABLE:
        return _("Not honourable")
    if action >= RECEIVER:
        return _("To player {seat}", seat=action - RECEIVER + 1)
    if seen.decision == ASK_DELIVERY:
        return _("Hand out no more fish")
    return _("End the action and pay {owed}", owed=seen.owed) if seen.owed else _("End the action")
