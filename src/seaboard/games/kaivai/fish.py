"""K8.1 to K8.5 fish."""

import numpy as np

from ...core.dice import draw
from ...core.questions import Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, many, mark
from .action import Action
from .canoes import (
    can_any_end_on,
    can_canoe_end_on,
    canoe_is_done,
    has_canoe,
    move_canoe,
    problem_with_sailing,
    send_canoes,
    stops_of,
)
from .choices import store_choices
from .ending import ScoreVillage
from .hexes import NO_HEX, has, hexes_in, intersection, single_hex, union
from .layout import ASK_WATERS, FISH, FISHERMAN, NOWHERE, SECOND_EDITION, VILLAGES
from .refusal import Refusal
from .supplies import fish_of, take_fish
from .villages import NO_VILLAGE_OF_THAT_NAME, is_dock_of, village_based_at
from .words.notation import HEX_NAMES
from .words.terms import hex_name, in_edition, villages_of


@rule
def can_fish_in(s, p, v):
    """K8.1: the village has one of the player's fisherman's huts, or the god."""
    return s.players[p].huts[FISHERMAN, v] > 0 or v == s.gods_village


@rule
def fishing_grounds(s, p):
    """K8.1: the water hexes next to a cult hex of a village in which the player can fish."""
    docks = hexes_in(s.fishing_docks[p])
    if s.gods_village != NOWHERE:
        docks = union(docks, hexes_in(s.docks[s.gods_village]))
    return intersection(docks, hexes_in(s.water))


@rule
def can_fish(s, box, p, near):
    """K5.3: whether any canoe can reach fishing grounds."""
    return can_any_end_on(s, box, p, near, fishing_grounds(s, p))


@rule
def can_canoe_fish(s, box, p, canoe):
    """K6.1: whether this canoe can reach fishing grounds."""
    return can_canoe_end_on(s, box, p, canoe, fishing_grounds(s, p))


@rule
def stops_to_fish(s, box, p, canoe):
    """K6.4, K8.1: where this canoe can go to fish."""
    return intersection(stops_of(s, box, p, canoe), fishing_grounds(s, p))


CANNOT_FISH = Refusal("K5.3", mark("None of your canoes can reach a village with one of your fishermen or the god."))


@rule
def problem_with_fishing(s, box, p, near):
    """K5.3: some canoe must be able to fish."""
    return FINE if has_canoe(s, p) and can_fish(s, box, p, near) else CANNOT_FISH


NO_FISH_THERE = Refusal(
    "K8.1", mark("{hex} isn't next to a cult hex of a village with one of your fishermen or the god."), hex=hex_name
)


@rule
def problem_with_fishing_from(s, box, p, hex):
    """K6.2 to K6.4, K8.1: whether the canoe that performs can go to a hex and fish."""
    refusal = problem_with_sailing(s, box, p, hex)
    if refusal != FINE:
        return refusal
    return FINE if has(box, stops_to_fish(s, box, p, int(s.canoe)), hex) else NO_FISH_THERE


@rule
def sail_and_fish(s, box, p, hex):
    """K8.1: next, the village is chosen."""
    move_canoe(s, box, p, int(s.canoe), hex)
    s.decision = ASK_WATERS


@rule
def prefer_fishing(s, p):
    """Prefers fishing with few fish."""
    return 24 if fish_of(s, p) < 6 else 6


class Fish(Action):
    """K8.1 to K8.5: fish with canoes."""

    number = FISH
    problem = problem_with_fishing
    begin = send_canoes
    can = can_canoe_fish
    stops = stops_to_fish
    problem_at = problem_with_fishing_from
    perform_at = sail_and_fish
    prefer = prefer_fishing

    word = "fish"
    space_name = mark("Fishing")
    activity = mark("fishing")
    button = mark("Fish")
    story = mark("chose to fish")
    which_canoe = mark("Choose a canoe to fish (range {range}).")
    where_to = mark("Sail from {hex} to fish.")

    def offer(self, seen: np.record, box: np.record, hex: int, way: str) -> str:
        docks = [(v, HEX_NAMES[base]) for v, base in villages_of(seen) if is_dock_of(seen, box, hex, v)]
        there = ", ".join(name for v, name in docks if can_fish_in(seen, int(seen.mover), v))
        return _("{way}: at village {village}", way=way, village=there)


@rule
def villages_to_fish_in(s, box, p):
    """K8.1: the villages in which the canoe can fish, as the set of their bases."""
    bases = NO_HEX
    for v in range(VILLAGES):
        if can_fish_in(s, p, v) and is_dock_of(s, box, int(s.canoe), v):
            bases = union(bases, single_hex(box, int(s.bases[v])))
    return bases


@rule
def ready_to_fish(s, box, p, first):
    """Prepares WhereToFish."""
    return store_choices(s, box, villages_to_fish_in(s, box, p), first)


VILLAGE_OUT_OF_REACH = Refusal("K8.1", mark("The canoe isn't next to a cult hex of that village."))
CANNOT_FISH_THERE = Refusal("K8.1", mark("None of your fishermen is in that village, and neither is the god."))


@rule
def problem_with_village_to_fish_in(s, box, p, base):
    """K8.1: a village with a cult hex next to the canoe, and a fisherman of the player or the god."""
    v = village_based_at(s, base)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    if not is_dock_of(s, box, int(s.canoe), v):
        return VILLAGE_OUT_OF_REACH
    return FINE if can_fish_in(s, p, v) else CANNOT_FISH_THERE


@rule
def fish(s, box, p, base):
    """K8.2 to K8.5: the canoe fishes in a village. The god is a certain fish [2], or one more die [1]."""
    v = village_based_at(s, base)
    dice = int(s.players[p].huts[FISHERMAN, v])
    certain = 0
    if v == s.gods_village:
        if box.edition == SECOND_EDITION:
            certain = 1
        else:
            dice += 1
    caught = dice if box.diceless else roll(s, box, dice)
    take_fish(s, box, p, caught + certain)
    canoe_is_done(s)


@rule
def roll(s, box, dice):
    """K1.5, K8.2: the number of blue faces; the die with the most blue faces first, at most four dice."""
    blue = 0
    for die in range(min(dice, 4)):
        blue += draw(s, 6) < int(box.blue[die])
    return blue


class WhereToFish(Question):
    """K8.1: the village to fish in; automatic if there is only one."""

    decision = ASK_WATERS
    name = "waters"
    rule_number = "K8.1"
    about = mark(
        "The canoe is next to two villages and fishes in one of them. Each of your fisherman's huts there gives you a die, "
        "and the god helps where it stands. Fish lose value every round, so deliver them soon."
    )
    ready = ready_to_fish

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose a village to fish in.")

    def explain(self, seen: np.record, box: np.record) -> str:
        return _(in_edition(box, self.about))


class FishIn(ScoreVillage):
    """K8.1: a village, by its base. It shares the action numbers of ScoreVillage."""

    decision = ASK_WATERS
    shares_numbers_with = ScoreVillage
    problem = problem_with_village_to_fish_in
    apply = fish

    def choice(self, seen: np.record, box: np.record, base: int) -> str:
        """K8.2, K8.3, K8.5: also the dice and certain fish."""
        name, v = HEX_NAMES[base], village_based_at(seen, base)
        if v == NOWHERE:
            return _("Village {village}", village=name)
        dice, blessed = int(seen.players[int(seen.mover)].huts[FISHERMAN, v]), v == seen.gods_village
        if box.diceless:
            return many(dice + blessed, "Fish in {village} ({n} fish)", "Fish in {village} ({n} fish)", village=name)
        if blessed and box.edition == SECOND_EDITION:
            return many(dice, "Fish in {village} (1 fish and {n} die)", "Fish in {village} (1 fish and {n} dice)", village=name)
        return many(min(4, dice + blessed), "Fish in {village} ({n} die)", "Fish in {village} ({n} dice)", village=name)

    def story(self, before: np.record, after: np.record, box: np.record, base: int) -> str:
        return _("fished in village {village}", village=HEX_NAMES[base])
