"""K7 build: where a canoe can build, and the cost; then the kind of hut, also for starting huts (K3.5)."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .action import Action
from .canoes import (
    canoe_is_done,
    has_canoe,
    move_canoe,
    other_canoes,
    problem_with_sailing,
    send_canoes,
    stops_of,
    stops_of_any,
)
from .choices import store_choices
from .hexes import (
    NO_HEX,
    around,
    difference,
    first_of,
    has,
    hexes_in,
    intersection,
    is_empty,
    neighbours_of,
    single_hex,
    union,
    without_first,
)
from .huts import has_hut_left, problem_with_kind_on, put_up_hut
from .layout import ASK_KIND, ASK_SITE, BUILD, CANOE_BUILDER, FISHERMAN, KINDS, NOWHERE, VILLAGES
from .refusal import Refusal
from .start_huts import StartOn, choose_site, must_be_canoe_builder, place_start_hut
from .supplies import huts_of_kind, money_of
from .villages import (
    adjacent_village,
    all_canoes,
    cuts_off_a_canoe,
    is_dock_of,
    is_free_water,
    places_that_cut_off_nobody,
    problem_with_growth,
    risky_places,
    village_size,
    why_not_free,
)
from .words.notation import HEX_NAMES, KIND_NAMES
from .words.terms import hex_name, in_edition, name_of_village, villages_of


@rule
def building_cost(s, box, p, v):
    """K7.2: the bid, and one for each hex of the village."""
    return int(box.cost[s.players[p].bid]) + village_size(s, v)


@rule
def size_affordable(s, box, p):
    """K7.2, K7.3: the size of the largest village where the player's money covers a hut and all costs so far; below 1: none."""
    return money_of(s, p) - int(s.owed) - int(box.cost[s.players[p].bid])


@rule
def can_build(s, box, p, near):
    """K5.3: whether any canoe can build. One site without risk (K9.3) is enough for yes; otherwise each canoe is checked."""
    if size_affordable(s, box, p) < 1 or not has_hut_left(s, box, p):
        return False
    sites = adjacent_sites(s, box, p, stops_of_any(s, box, p, near))
    if is_empty(sites):
        return False
    canoes = all_canoes(s)
    if not is_empty(difference(difference(sites, canoes), risky_places(s, box, canoes))):
        return True
    rest = hexes_in(s.players[p].canoes)
    while not is_empty(rest):
        canoe = first_of(box, rest)
        rest = without_first(rest)
        if not is_empty(stops_to_build(s, box, p, canoe)):
            return True
    return False


@rule
def adjacent_sites(s, box, p, stops):
    """K7.1 to K7.3, K9.2: the sites next to these stops, at villages with an affordable hut and a cult hex next to a stop.
    Not all sites suit all stops."""
    sites = NO_HEX
    affordable = size_affordable(s, box, p)
    if affordable < 1:
        return sites
    for v in range(VILLAGES):
        docks = intersection(stops, hexes_in(s.docks[v]))
        if not is_empty(docks) and village_size(s, v) <= affordable:
            sites = union(sites, intersection(neighbours_of(docks), hexes_in(s.shores[v])))
    return intersection(sites, hexes_in(s.growth))


@rule
def stops_to_build(s, box, p, canoe):
    """K6.4, K7.1: where this canoe can go to build."""
    goals = NO_HEX
    affordable = size_affordable(s, box, p)
    if affordable < 1 or not has_hut_left(s, box, p):
        return goals
    others = other_canoes(s, box, canoe)
    stops = stops_of(s, box, p, canoe)
    places = difference(hexes_in(s.growth), others)  # the hex that the canoe leaves is free
    risky = intersection(places, risky_places(s, box, others))
    for v in range(VILLAGES):
        docks, shore = intersection(stops, hexes_in(s.docks[v])), hexes_in(s.shores[v])
        if not is_empty(docks) and village_size(s, v) <= affordable:
            goals = union(goals, intersection(docks, neighbours_of(intersection(difference(places, risky), shore))))
            goals = union(goals, docks_at_risky_sites(s, box, difference(docks, goals), intersection(risky, shore), others))
    return goals


@rule
def docks_at_risky_sites(s, box, docks, sites, others):
    """K9.3: those of the docks from which a hut on one of the sites cuts off no canoe, including the builder's on the dock."""
    allowed = NO_HEX
    sites = intersection(sites, neighbours_of(docks))
    while not is_empty(sites):
        site = first_of(box, sites)
        sites = without_first(sites)
        near = intersection(difference(docks, allowed), around(box, site))
        while not is_empty(near):
            dock = single_hex(box, first_of(box, near))
            near = difference(near, dock)
            if not cuts_off_a_canoe(s, box, site, union(others, dock)):
                allowed = union(allowed, dock)
    return allowed


@rule
def can_canoe_build(s, box, p, canoe):
    """K6.1: whether this canoe can build."""
    return not is_empty(stops_to_build(s, box, p, canoe))


CANNOT_BUILD = Refusal("K5.3", mark("None of your canoes can build: no free place, no hut left or too little money."))


@rule
def problem_with_building(s, box, p, near):
    """K5.3: some canoe must be able to build."""
    return FINE if has_canoe(s, p) and can_build(s, box, p, near) else CANNOT_BUILD


NO_SITE_FROM_THERE = Refusal("K6.4", mark("From {hex} the canoe can't build a hut that you can afford."), hex=hex_name)


@rule
def problem_with_building_from(s, box, p, hex):
    """K6.2 to K6.4, K7.1: whether the canoe that performs can go to a hex and build."""
    refusal = problem_with_sailing(s, box, p, hex)
    if refusal != FINE:
        return refusal
    return FINE if has(box, stops_to_build(s, box, p, int(s.canoe)), hex) else NO_SITE_FROM_THERE


@rule
def sail_and_build(s, box, p, hex):
    """K7.1: next, the site is chosen."""
    move_canoe(s, box, p, int(s.canoe), hex)
    s.decision = ASK_SITE


class Build(Action):
    """K7: build huts."""

    number = BUILD
    problem = problem_with_building
    begin = send_canoes
    can = can_canoe_build
    stops = stops_to_build
    problem_at = problem_with_building_from
    perform_at = sail_and_build
    prefer = 48

    word = "build"
    space_name = mark("Building")
    activity = mark("building")
    button = mark("Build huts")
    story = mark("chose to build")
    which_canoe = mark("Choose a canoe to build (range {range}).")
    where_to = mark("Sail from {hex} to build.")

    def offer(self, seen: np.record, box: np.record, hex: int, way: str) -> str:
        docks = [HEX_NAMES[base] for v, base in villages_of(seen) if is_dock_of(seen, box, hex, v)]
        return _("{way}: at village {village}", way=way, village=", ".join(docks))


@rule
def sites_from(s, box, p, canoe):
    """K7.1 to K7.3, K9: the sites for a canoe on this hex."""
    canoes = all_canoes(s)
    places = difference(adjacent_sites(s, box, p, single_hex(box, canoe)), canoes)
    return places_that_cut_off_nobody(s, box, places, canoes)


@rule
def ready_to_build(s, box, p, first):
    """Prepares WhereToBuild."""
    return store_choices(s, box, sites_from(s, box, p, int(s.canoe)), first)


def hut_too_dear(seen: np.record, box: np.record, p: int, hex: int) -> str:
    """K7.3: the costs of all huts of this action count."""
    cost = building_cost(seen, box, p, int(adjacent_village(seen, box, hex)))
    figures = {"hex": HEX_NAMES[hex], "cost": cost, "money": money_of(seen, p)}
    if not seen.owed:
        return _("A hut on {hex} costs {cost}; you have {money} in shells.", **figures)
    return _(
        "A hut on {hex} costs {cost} and you already owe {owed}; you have {money} in shells.", owed=int(seen.owed), **figures
    )


SITE_NOT_NEXT_TO_CANOE = Refusal("K7.1", mark("{hex} isn't next to the canoe."), hex=hex_name)
NO_FREE_WATER_TO_BUILD = Refusal("K7.1", why_not_free)
NO_VILLAGE_TO_BUILD = Refusal("K7.1", mark("{hex} touches no village."), hex=hex_name)
VILLAGE_NOT_NEXT_TO_CANOE = Refusal("K7.1", mark("The canoe isn't next to a cult hex of that village."))
HUT_TOO_DEAR = Refusal("K7.3", hut_too_dear, unaffordable=True)


@rule
def problem_with_site(s, box, p, hex):
    """K7.1 to K7.3, K9.2, K9.3: the hut must be next to the canoe and to its village, and affordable."""
    canoe = int(s.canoe)
    if not has(box, around(box, canoe), hex):
        return SITE_NOT_NEXT_TO_CANOE
    if not is_free_water(s, box, hex):
        return NO_FREE_WATER_TO_BUILD
    v = adjacent_village(s, box, hex)
    if v == NOWHERE:
        return NO_VILLAGE_TO_BUILD
    refusal = problem_with_growth(s, box, hex)
    if refusal != FINE:
        return refusal
    if not is_dock_of(s, box, canoe, v):
        return VILLAGE_NOT_NEXT_TO_CANOE
    return FINE if village_size(s, v) <= size_affordable(s, box, p) else HUT_TOO_DEAR


class WhereToBuild(Question):
    """K7.1: the site of the hut."""

    decision = ASK_SITE
    name = "site"
    rule_number = "K7.1"
    about = mark(
        "A hut costs your bid plus 1 for each hex of the village, so small villages are cheap. It scores 2 glory at the end "
        "and makes you stronger in its village."
    )
    ready = ready_to_build

    def prompt(self, seen: np.record, box: np.record) -> str:
        seat = int(seen.mover)
        return _("Build a hut. You have {money} in shells.", money=money_of(seen, seat) - int(seen.owed))


class BuildOn(StartOn):
    """K7.1: the hut goes on a hex. It shares the action numbers of StartOn."""

    decision = ASK_SITE
    shares_numbers_with = StartOn
    problem = problem_with_site
    apply = choose_site

    def choice(self, seen: np.record, box: np.record, hex: int) -> str:
        v = adjacent_village(seen, box, hex)
        if v == NOWHERE:
            return _("Hut on {hex}", hex=HEX_NAMES[hex])
        return _(
            "Hut on {hex}, village {village}, for {cost}",
            hex=HEX_NAMES[hex],
            village=name_of_village(seen, v),
            cost=building_cost(seen, box, int(seen.mover), v),
        )


MUST_BE_CANOE_BUILDER = Refusal("K3.5", mark("This starting hut must be a canoe-builder hut."))


@rule
def problem_with_kind(s, box, p, kind):
    """K1.2, K3.5, K9.3: the kind must be possible on the chosen site."""
    if kind != CANOE_BUILDER and must_be_canoe_builder(s, box, p):
        return MUST_BE_CANOE_BUILDER
    return problem_with_kind_on(s, box, p, kind, int(s.site))


@rule
def build(s, box, p, kind):
    """K7.3, K7.5: places the hut; its cost is fixed now, and paid when the action ends. Also places starting huts (K3.4)."""
    if s.acting != BUILD:
        place_start_hut(s, box, p, kind)
        return
    site = int(s.site)
    s.owed += building_cost(s, box, p, adjacent_village(s, box, site))
    put_up_hut(s, box, p, kind, site)
    s.site = NOWHERE
    canoe_is_done(s)


@rule
def prefer_kind(s, p, kind):
    """Prefers a first canoe, then a few huts of each kind."""
    huts = huts_of_kind(s, p, kind)
    if kind == CANOE_BUILDER:
        return 12 if huts == 0 else max(1, 6 - 2 * huts)
    if kind == FISHERMAN:
        return max(2, 6 - huts)
    return 6


class WhichKind(Question):
    """K7.6, K3.5: the kind of the hut; automatic if only one is possible."""

    decision = ASK_KIND
    name = "kind"
    rule_number = "K7.6"
    about = mark(
        "All huts cost the same. A canoe-builder hut gives you a canoe, so you do more with each action; a fisherman's hut "
        "gives you a die when you fish there; a meeting hut gives you influence to pay for actions."
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose a kind of hut.")

    def explain(self, seen: np.record, box: np.record) -> str:
        return _(in_edition(box, self.about))


class OfKind(Answer):
    """K7.6: one of the three kinds."""

    decision = ASK_KIND
    kind = range(KINDS)
    problem = problem_with_kind
    apply = build
    prefer = prefer_kind

    CHOICES = (
        mark("Canoe-builder hut: a new canoe"),
        mark("Fisherman's hut: more fish in its village"),
        mark("Meeting hut: influence when the god comes"),
    )
    STORIES = (mark("built a canoe-builder hut"), mark("built a fisherman's hut"), mark("built a meeting hut"))

    def notation(self, box: np.record, kind: int) -> str:
        return KIND_NAMES[kind]

    def choice(self, seen: np.record, box: np.record, kind: int) -> str:
        return _(in_edition(box, self.CHOICES[kind]))

    def story(self, before: np.record, after: np.record, box: np.record, kind: int) -> str:
        return _(in_edition(box, self.STORIES[kind]))
