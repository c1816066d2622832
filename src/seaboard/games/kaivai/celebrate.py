"""K10.2 celebrate, K10.3 increase movement."""

import numpy as np

from ...core.questions import Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark
from .action import Action
from .choices import store_choices
from .ending import ScoreVillage
from .hexes import NO_HEX, add, difference, first_of, hexes_in, is_empty, single_hex, union, without_first
from .huts import hut_kind, hut_owner
from .layout import ASK_FEAST, CELEBRATE, FISHERMAN, INCREASE, NOWHERE, VILLAGES
from .refusal import Refusal
from .turn_order import end_action, end_turn
from .villages import NO_VILLAGE_OF_THAT_NAME, village_based_at
from .words.notation import HEX_NAMES
from .words.terms import gains_by_player, village_name


@rule
def villages_to_celebrate(s, box):
    """K10.2: the villages with at least one fish, as the set of their bases."""
    bases = NO_HEX
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            bases = union(bases, single_hex(box, int(s.bases[v])))
    return bases


@rule
def ready_to_celebrate(s, box, p, first):
    """Prepares WhereToCelebrate."""
    return store_choices(s, box, villages_to_celebrate(s, box), first)


NO_FISH_IN_VILLAGE = Refusal("K10.2", mark("There's no fish in village {village}."), village=village_name)


@rule
def problem_with_feast(s, base):
    """K10.2: a village with at least one fish."""
    v = village_based_at(s, base)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    return FINE if s.fish_in[v] > 0 else NO_FISH_IN_VILLAGE


@rule
def huts_of_village(s, v):
    """The hexes of a village with huts."""
    return difference(hexes_in(s.villages[v]), hexes_in(s.cult))


@rule
def fish_on_own_huts(s, box, p, v):
    """K10.2: the fish on a player's huts in a village."""
    total = 0
    rest = huts_of_village(s, v)
    while not is_empty(rest):
        hut = first_of(box, rest)
        rest = without_first(rest)
        if hut_owner(s.hut[hut]) == p:
            total += int(s.fish[hut])
    return total


@rule
def bonus_of_chooser(s, v):
    """K10.2: 1 glory for every full three fish in the whole village."""
    return int(s.fish_in[v]) // 3


@rule
def glory_of_feast(s, box, p, v):
    """K10.2: a player's glory if the mover celebrates in a village: 1 per fish on their huts, and for the mover the bonus."""
    return fish_on_own_huts(s, box, p, v) + (bonus_of_chooser(s, v) if p == s.mover else 0)


@rule
def celebrate(s, box, base):
    """K10.2: glory for all players with fish there, and for the chooser; the fish return to the stock."""
    v = village_based_at(s, base)
    s.players[s.mover].glory += bonus_of_chooser(s, v)
    rest = huts_of_village(s, v)
    while not is_empty(rest):
        hut = first_of(box, rest)
        rest = without_first(rest)
        eat_fish_on(s, box, hut)
    s.stock += int(s.fish_in[v])
    s.fish_in[v] = 0
    end_action(s, box)


@rule
def eat_fish_on(s, box, hut):
    """K10.2: 1 glory for the owner of a hut for each fish on it; the hut can take fish again."""
    s.players[hut_owner(s.hut[hut])].glory += s.fish[hut]
    s.fish[hut] = 0
    if hut_kind(s.hut[hut]) != FISHERMAN:
        add(box, s.accepts_fish, hut)


@rule
def worth_of_feast(s, box, p, v):
    """For bots: the player's fish twice, and the bonus, minus the glory of the others."""
    own = fish_on_own_huts(s, box, p, v)
    return max(0, 2 * own + bonus_of_chooser(s, v) - (int(s.fish_in[v]) - own))


@rule
def best_feast(s, box, p):
    """For bots: the highest worth of a feast in any village."""
    best = 0
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            best = max(best, worth_of_feast(s, box, p, v))
    return best


@rule
def prefer_feast(s, box, p, base):
    return worth_of_feast(s, box, p, village_based_at(s, base))


class WhereToCelebrate(Question):
    """K10.2: the village; automatic if only one has fish."""

    decision = ASK_FEAST
    name = "feast"
    rule_number = "K10.2"
    about = mark(
        "Each player gets 1 glory per fish on their own huts in the village, and you get 1 more for every three fish there. "
        "Then all fish there are gone: celebrate where they lie on your huts."
    )
    ready = ready_to_celebrate

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose a village to celebrate in.")


class CelebrateIn(ScoreVillage):
    """K10.2: a village, by its base. It shares the action numbers of ScoreVillage."""

    decision = ASK_FEAST
    shares_numbers_with = ScoreVillage
    problem = problem_with_feast
    apply = celebrate
    prefer = prefer_feast

    def choice(self, seen: np.record, box: np.record, base: int) -> str:
        name, v = HEX_NAMES[base], village_based_at(seen, base)
        if v == NOWHERE:
            return _("Village {village}", village=name)
        gains = [glory_of_feast(seen, box, seat, v) for seat in range(int(box.players))]
        return _("Celebrate in {village} (glory: {gains})", village=name, gains=gains_by_player(gains) or 0)

    def story(self, before: np.record, after: np.record, box: np.record, base: int) -> str:
        return _("celebrated in village {village}", village=HEX_NAMES[base])


NOTHING_TO_CELEBRATE = Refusal("K10.2", mark("There's no fish in any village."))


@rule
def problem_with_celebrating(s):
    """K10.2: there must be a fish in some village."""
    for v in range(VILLAGES):
        if s.fish_in[v] > 0:
            return FINE
    return NOTHING_TO_CELEBRATE


@rule
def choose_feast(s, action):
    """K10.2: next, the village is chosen."""
    s.acting = action
    s.decision = ASK_FEAST


@rule
def prefer_celebrating(s, box, p):
    return 2 * best_feast(s, box, p)


class Celebrate(Action):
    """K10.2: celebrate in a village."""

    number = CELEBRATE
    problem = problem_with_celebrating
    begin = choose_feast
    prefer = prefer_celebrating

    word = "celebrate"
    space_name = mark("Celebrating")
    activity = mark("celebrating")
    button = mark("Celebrate in a village")
    story = mark("chose to celebrate")


AT_THE_LAST_STEP = Refusal("K10.3", mark("Your range can't be increased any further."))


@rule
def problem_with_increasing(s, box, p):
    """K10.3: not at the last step."""
    return FINE if s.players[p].increase < box.last_step else AT_THE_LAST_STEP


@rule
def increase_movement(s, box, p):
    """K10.3: the marker moves one step forward."""
    s.players[p].increase += 1
    end_turn(s, box)


class Increase(Action):
    """K10.3: increase the range of the player's canoes."""

    number = INCREASE
    problem = problem_with_increasing
    begin = increase_movement
    prefer = 10

    word = "increase"
    space_name = mark("Range +")
    activity = mark("increasing the range")
    button = mark("Increase your range")
    story = mark("increased their range")
