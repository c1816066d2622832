"""N6.4 to N6.8, N7 what the elders do, and when one can be used."""

from ....core.rule import rule
from ..actions.board_actions import problem_with_any
from ..actions.forest import ask_for_strips, problem_with_planting
from ..actions.goods import gain_fish, gain_gold, gain_wood, reserve_is_empty, wood_limit
from ..actions.serve import fish_for_plates, problem_with_guests_at_table, problem_with_plates
from ..actions.ships import problem_with_swapping
from ..cards.counting import buildings_of, elders_of, ships_of, standing, strips_of
from ..cards.discounts import FROM_CARD
from ..cards.effects import BEFORE, ELDERS_NEED_NO_FISH, LINES, SERVE, TRANSFER, USE_ELDER
from ..cards.events import happens
from ..cards.stock import can_reveal
from ..layout import (
    BEFORE_ELDER,
    BUILDING_TO_REMOVE,
    CHOOSE_ACTION,
    CLEAR_TABLES,
    ELDERS_KNOWN,
    FIELD_TO_PLANT,
    FIRST_FISH,
    HAND_OUT,
    LAY_RAFT,
    LET_ELDER_ACT,
    LETTER_TO_REVEAL,
    PLANT,
    POND,
    RAFT,
    REVEAL,
    SELL,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SLEEP,
    SLOTS,
    SWAP,
    TEAR_DOWN,
)
from ..pending import push
from ..reasons import (
    FINE,
    NO_BUILDING,
    NO_FISH_ON_TABLE,
    NO_SUCH_SHIP,
    NOTHING_WOULD_CHANGE,
    TOO_FEW_FISH,
    TOO_FEW_STRIPS,
    TOO_LITTLE_WOOD,
)
from .council import lay_fish_on

MUST = 1 << 11  # with the bits of the actions to choose from: none may be declined


@rule
def problem_with_using(s, box, p, elder):
    """N6.2, N6.5: judged after the fish has moved onto the card (and what a card of the owner lets happen before)."""
    trouble = problem_with_using_now(s, box, p, elder)
    if trouble != FINE:
        line = before_line(s, box, p)
        if line >= 0:
            return problem_after_some_plate(s, box, p, elder, line)
    return trouble


@rule
def problem_after_some_plate(s, box, p, elder, line):
    """N9.12: the same, as if the plate of a Before line had been served, with fish or with a guest."""
    trouble = problem_after_plate(s, box, p, elder, line, 0)
    if trouble != FINE and s.players[p].guests > 0:
        return problem_after_plate(s, box, p, elder, line, 1)
    return trouble


@rule
def problem_after_plate(s, box, p, elder, line, guests):
    """N9.12, N13.3: the same, as if it had been served so."""
    trouble = problem_with_guests_at_table(s, box, p, 1, guests, FROM_CARD + line)
    if trouble != FINE:
        return trouble
    spent = fish_for_plates(s, box, p, 1 - guests, FROM_CARD + line)
    s.players[p].guests -= guests
    s.players[p].fish -= spent
    s.players[p].gold += 1
    s.plates += 1
    trouble = problem_with_using_now(s, box, p, elder)
    s.plates -= 1
    s.players[p].gold -= 1
    s.players[p].fish += spent
    s.players[p].guests += guests
    return trouble


@rule
def problem_with_guests_serving(s, box, p, n, guests, source):
    """N13.3; before an elder only so that it can still be used (N9.12)."""
    if source >= FROM_CARD and box.lines[source - FROM_CARD].trigger == BEFORE:
        return problem_after_plate(s, box, p, int(s.frames[s.depth - 2].what), source - FROM_CARD, guests)
    return problem_with_guests_at_table(s, box, p, n, guests, source)


@rule
def problem_with_using_now(s, box, p, elder):
    """The same, with the table as it is."""
    if s.plates == 0:
        if standing(s, box, p, ELDERS_NEED_NO_FISH, 0) == 0:
            return NO_FISH_ON_TABLE  # N6.2
        return problem_with_function(s, box, p, elder)
    clears = s.elder_fish[elder] + 1 == box.elders[elder].holds and box.elders[elder].holds > 1
    s.plates -= 1
    s.players[p].fish += clears
    trouble = problem_with_function(s, box, p, elder)
    s.players[p].fish -= clears
    s.plates += 1
    return trouble


@rule
def before_line(s, box, p):
    """N9.12 Purveyor: the line of an own building that may serve a plate now, or -1."""
    if not int(s.players[p].has) >> BEFORE & 1:
        return -1
    for slot in range(SLOTS):
        card = int(s.players[p].harbour[slot])
        for n in range(LINES):
            i = card * LINES + n
            if box.lines[i].trigger == BEFORE and problem_with_plates(s, box, p, 1, FROM_CARD + i) == FINE:
                return i
    return -1


@rule
def problem_with_function(s, box, p, elder):
    """N6.4, N6.7: its part without "may" must be possible in full, and something on the own side must change."""
    e = box.elders[elder]
    me = s.players[p]
    if me.fish < e.pay_fish:
        return TOO_FEW_FISH
    if me.wood < e.pay_wood:
        return TOO_LITTLE_WOOD
    if strips_of(s, p) < e.strips:
        return TOO_FEW_STRIPS
    if e.must != 0:
        return problem_with_duty(s, box, p, elder)
    if e.function != 0:
        trouble = problem_with_special_function(s, box, p, int(e.function))
        if trouble != NOTHING_WOULD_CHANGE:
            return trouble
    if e.pay_fish > 0 or e.pay_wood > 0 or e.strips > 0 or e.gold > 0 or fish_of_function(s, box, p, elder) > 0:
        return FINE
    if e.wood > 0 and me.wood < wood_limit(s, box, p):
        return FINE
    if e.may != 0 and problem_with_any(s, box, p, int(e.may), elder) == FINE:
        return FINE
    return NOTHING_WOULD_CHANGE


@rule
def problem_with_duty(s, box, p, elder):
    """N6.6: one of the named actions must be possible; N7.15 also after a transfer of the reserve."""
    e = box.elders[elder]
    trouble = problem_with_any(s, box, p, int(e.must), elder)
    if trouble == TOO_FEW_FISH and int(e.first) >> TRANSFER & 1 and int(e.must) >> SERVE & 1:
        me = s.players[p]
        me.fish += me.reserve_fish
        trouble = problem_with_plates(s, box, p, 1, elder)
        me.fish -= me.reserve_fish
    return trouble


@rule
def problem_with_special_function(s, box, p, function):
    """N6.7, for what no figure says. NOTHING_WOULD_CHANGE: the figures decide."""
    if function == SWAP:
        return problem_with_swapping(s, box, p)
    if function == SELL:
        return FINE if ships_of(s, p) > 0 else NO_SUCH_SHIP
    if function == TEAR_DOWN:
        return FINE if buildings_of(s, p) > 0 else NO_BUILDING
    if function == PLANT:
        return FINE if problem_with_planting(s, box, p, 1) == FINE else NOTHING_WOULD_CHANGE
    if function == REVEAL:
        return FINE if can_reveal(s, box) else NOTHING_WOULD_CHANGE
    if function in (POND, SLEEP, CLEAR_TABLES, FIRST_FISH):
        return FINE
    return NOTHING_WOULD_CHANGE


@rule
def fish_of_function(s, box, p, elder):
    """N7.12, N7.19, N7.17."""
    e = box.elders[elder]
    fish = int(e.fish)
    if e.fish_per_elder > 0:
        fish += int(e.fish_per_elder) * elders_of(s, p)
    if e.fish_per_building > 0:
        fish += int(e.fish_per_building) * buildings_of(s, p)
    return fish


@rule
def use_elder(s, box, p, elder):
    """N6.1, after what may come before (N9.12)."""
    push(s, LET_ELDER_ACT, p, elder, 0)
    if before_line(s, box, p) >= 0:
        push(s, BEFORE_ELDER, p, elder, 0)


@rule
def let_elder_act(s, box, p, elder):
    """N6.1: a fish moves onto the card, then its parts in the order written: what is asked later lies deeper."""
    if s.plates > 0:
        s.plates -= 1
        lay_fish_on(s, box, p, elder)
    happens(s, box, p, USE_ELDER, 1)
    e = box.elders[elder]
    if e.may != 0:
        push(s, CHOOSE_ACTION, p, int(e.may), elder)
    ask_for_function(s, box, p, elder)
    if e.must != 0:
        push(s, CHOOSE_ACTION, p, int(e.must) | MUST, elder)
    if e.first != 0 and not reserve_is_empty(s.players[p]):
        ask_first(s, box, p, elder)
    s.players[p].fish -= e.pay_fish
    s.players[p].wood -= e.pay_wood
    ask_for_strips(s, p, min(int(e.up_to), strips_of(s, p)), 1)
    ask_for_strips(s, p, int(e.strips), 0)
    gain_wood(s, box, p, int(e.wood))
    if e.function != POND:
        gain_fish(s, box, p, fish_of_function(s, box, p, elder))
    gain_gold(s, box, p, int(e.gold))


@rule
def ask_first(s, box, p, elder):
    """N7.15: the transfer may be declined, unless the serving needs its fish."""
    needed = problem_with_any(s, box, p, int(box.elders[elder].must), elder) != FINE
    push(s, CHOOSE_ACTION, p, int(box.elders[elder].first) | (MUST if needed else 0), elder)


@rule
def ask_for_function(s, box, p, elder):
    """N7.3, N7.6, N7.16, N7.18 to N7.22."""
    function = int(box.elders[elder].function)
    if function == POND:
        push(s, HAND_OUT, p, fish_of_function(s, box, p, elder), 0)
    elif function == SWAP:
        push(s, SHIP_TO_SWAP, p, 0, 0)
    elif function == PLANT:
        push(s, FIELD_TO_PLANT, p, 3, 1)
    elif function == SELL:
        push(s, SHIP_TO_SELL, p, 0, 0)
    elif function == REVEAL:
        push(s, LETTER_TO_REVEAL, p, 0, 0)
    elif function == TEAR_DOWN:
        push(s, BUILDING_TO_REMOVE, p, 0, 0)
    elif function == CLEAR_TABLES:
        lose_all_fish(s)
    elif function == SLEEP:
        s.players[p].slept = 1
    elif function == RAFT:
        push(s, LAY_RAFT, p, 0, 0)


@rule
def lose_all_fish(s):
    """N7.20: all fish on all elders and on the table."""
    s.plates = 0
    for elder in range(ELDERS_KNOWN):
        s.elder_fish[elder] = 0
