"""N6.2 to N6.7 whether an elder can be used, judged as if the fish had already moved onto the card."""

import numpy as np

from ....core.refusals import FINE
from ....core.rule import cold, rule
from ....language import mark, plural_forms
from ..actions.board_actions import problem_with_any
from ..actions.goods import wood_limit
from ..actions.serve import TOO_FEW_FISH, fish_for_plates, problem_with_guests, problem_with_plates
from ..cards.counting import standing_amount_with
from ..cards.counts import strips_of
from ..cards.discounts import FROM_CARD
from ..cards.effects import BEFORE, ELDERS_NEED_NO_FISH, FISH, LINES, SERVE, TRANSFER, WOOD, has_line
from ..layout import SLOTS
from ..refusal import Refusal
from ..resources import PLATES_FILLED, changed_by
from ..words.names import goods, own_goods
from .council import fish_of_function
from .special_functions import (
    function_changes,
    function_may_change,
    problem_with_having_buildings,
    problem_with_special_function,
)


@rule
def problem_with_using(s, box, p, elder, resources):
    """N6.2, N6.5: why the elder cannot be used, even after effects that act before it (N9.12)."""
    refusal = problem_with_using_now(s, box, p, elder, resources)
    if refusal != FINE and has_line(s.players[p], BEFORE):
        return problem_after_effects(s, box, p, elder, refusal, resources)
    return refusal


@cold
def problem_after_effects(s, box, p, elder, refusal, resources):
    """N9.12: the same after an effect that may act before the elder; without such an effect, the same refusal."""
    line = before_line(s, box, p, resources)
    return refusal if line < 0 else problem_after_some_plate(s, box, p, elder, line, resources)


NO_FISH_ON_TABLE = Refusal("N6.2", mark("There's no fish on the banquet table."))


@rule
def problem_with_using_now(s, box, p, elder, resources):
    """N6.2, N6.5: the same without such effects: the fish moves from the table onto the card, and may clear it."""
    moved = int(resources[PLATES_FILLED] > 0)
    if moved == 0 and standing_amount_with(s, box, p, ELDERS_NEED_NO_FISH, 0, resources) == 0:
        return NO_FISH_ON_TABLE
    holds = int(box.elders[elder].holds)
    clears = int((holds > 1) & (int(s.elder_fish[elder]) + moved == holds))
    return problem_with_function(s, box, p, elder, changed_by(resources, clears, 0, 0, -moved))


def cost_of_elder(box: np.record, elder: int) -> str:
    return goods(int(box.elders[elder].pay_wood), int(box.elders[elder].pay_fish), 0)


def own_strips(seen: np.record, p: int) -> int:
    return int(strips_of(seen, p))


ELDER_TOO_DEAR = Refusal(
    "N6.7", mark("This elder costs {cost}; you have {goods}."), cost=cost_of_elder, goods=own_goods, unaffordable=True
)
TOO_FEW_STRIPS = Refusal(
    "N6.7", plural_forms("You have only {n} forest strip.", "You have only {n} forest strips."), n=own_strips
)
NOTHING_WOULD_CHANGE = Refusal("N6.4", mark("Nothing on your side would change."))


@rule
def problem_with_function(s, box, p, elder, resources):
    """N6.4, N6.7: its part without "may" must be possible in full, and something on the player's side must change."""
    e = box.elders[elder]
    if resources[FISH] < e.pay_fish or resources[WOOD] < e.pay_wood:
        return ELDER_TOO_DEAR
    if strips_of(s, p) < e.strips:
        return TOO_FEW_STRIPS
    if e.must != 0:
        return problem_with_mandatory_actions(s, box, p, elder, resources)
    refusal = problem_with_special_function(s, box, p, int(e.function))
    if refusal != FINE:
        return refusal
    if e.fish_per_building > 0 and e.fish == 0:
        return problem_with_having_buildings(s, p)
    if changes_in_any_case(s, box, p, elder, resources) or may_change(s, box, p, elder, resources):
        return FINE
    return NOTHING_WOULD_CHANGE


@rule
def changes_in_any_case(s, box, p, elder, resources):
    """N6.4: whether the mandatory part changes something for the player."""
    if int(box.changing_elders) >> elder & 1:
        return True
    e = box.elders[elder]
    if function_changes(s, box, int(e.function)) or fish_of_function(s, box, p, elder) > 0:
        return True
    return e.wood > 0 and resources[WOOD] < wood_limit(s, box, p, resources)


@rule
def may_change(s, box, p, elder, resources):
    """N6.4: whether an optional part ("may") is possible."""
    e = box.elders[elder]
    if function_may_change(s, p, int(e.function)):
        return True
    return e.may != 0 and problem_with_any(s, box, p, int(e.may), elder, resources) == FINE


@rule
def problem_with_mandatory_actions(s, box, p, elder, resources):
    """N6.6: one of the named actions must be possible; N7.15 also after a transfer of the reserve."""
    e = box.elders[elder]
    refusal = problem_with_any(s, box, p, int(e.must), elder, resources)
    if refusal == TOO_FEW_FISH and int(e.first) >> TRANSFER & 1 and int(e.must) >> SERVE & 1:
        after_transfer = changed_by(resources, int(s.players[p].reserve_fish), 0, 0, 0)
        return problem_with_plates(s, box, p, 1, elder, after_transfer)
    return refusal


# N9.12 Purveyor: a plate may be served before an elder acts


@rule
def before_line(s, box, p, resources):
    """N9.12: the line of a building of the player that can serve a plate now, or -1."""
    if not has_line(s.players[p], BEFORE):
        return -1
    for slot in range(SLOTS):
        card = int(s.players[p].harbour[slot])
        for n in range(LINES):
            i = card * LINES + n
            if box.lines[i].trigger == BEFORE and problem_with_plates(s, box, p, 1, FROM_CARD + i, resources) == FINE:
                return i
    return -1


@rule
def problem_after_some_plate(s, box, p, elder, line, resources):
    """N9.12: why the elder cannot be used even after a Before line has served a plate, with fish or with a guest."""
    refusal = problem_after_plate(s, box, p, elder, FROM_CARD + line, 0, resources)
    if refusal != FINE and s.players[p].guests > 0:
        return problem_after_plate(s, box, p, elder, FROM_CARD + line, 1, resources)
    return refusal


@rule
def problem_after_plate(s, box, p, elder, source, guests, resources):
    """N9.12, N13.3: the same after a plate was served with this number of guests (0 or 1)."""
    refusal = problem_with_guests(s, box, p, 1, guests, source, resources)
    if refusal != FINE:
        return refusal
    spent = fish_for_plates(s, box, p, 1 - guests, source, resources)
    return problem_with_using_now(s, box, p, elder, changed_by(resources, -spent, 1, -guests, 1))
