"""N5.11, N6 elders: taking one from its stack, the fish on the cards, N2.2 the stacks."""

from ....core.dice import draw
from ....core.rule import rule
from ..actions.goods import gain_fish
from ..cards.counting import elders_of, standing
from ..cards.effects import COUNCIL_HOLDS, DID, ELDER_CLEARED, TAKE_ELDER
from ..cards.events import happens
from ..layout import COUNCIL, ELDERS_KNOWN, FACE_DOWN, PROMO_BELOW, PROMO_TOP, STACKS, USE_TAKEN_ELDER
from ..pending import push
from ..reasons import COUNCIL_IS_FULL, ELDER_NOT_ON_TOP, FINE, NO_ELDER_LEFT


@rule
def is_on_top(s, elder):
    """N2.2: in each stack the card with the higher number lies on the lower one."""
    place = int(s.elder_at[elder])
    if place == PROMO_TOP:
        return True
    if place < 1 or place > STACKS:
        return False
    for other in range(elder + 1, ELDERS_KNOWN):
        if s.elder_at[other] == place:
            return False
    return True


@rule
def problem_with_elder_there(s, elder):
    if not is_on_top(s, elder):
        return ELDER_NOT_ON_TOP  # N5.11
    return FINE


@rule
def problem_with_taking_elders(s, box, p):
    if elders_of(s, p) >= int(box.council) + standing(s, box, p, COUNCIL_HOLDS, 0):
        return COUNCIL_IS_FULL  # N5.11
    for elder in range(1, ELDERS_KNOWN):
        place = int(s.elder_at[elder])
        if place == PROMO_TOP or 1 <= place <= STACKS:
            return FINE
    return NO_ELDER_LEFT  # N5.11


@rule
def take_elder(s, box, p, elder):
    """N5.11: into the council; what becomes top is turned up before the elder may be used."""
    place = int(s.elder_at[elder])
    s.elder_at[elder] = COUNCIL + p
    happens(s, box, p, DID + TAKE_ELDER, 1)
    push(s, USE_TAKEN_ELDER, p, elder, 0)
    if place == PROMO_TOP:
        turn_up(s, PROMO_BELOW, PROMO_TOP)
    elif s.covered[place - 1] and stack_is_bare(s, place):
        s.covered[place - 1] = 0
        turn_up(s, FACE_DOWN, place)


@rule
def stack_is_bare(s, place):
    """Whether no open card lies there any more."""
    for elder in range(1, ELDERS_KNOWN):
        if s.elder_at[elder] == place:
            return False
    return True


@rule
def turn_up(s, unseen, place):
    """One of the unseen cards, as likely as the others."""
    n = 0
    for elder in range(1, ELDERS_KNOWN):
        n += s.elder_at[elder] == unseen
    if n == 0:
        return
    k = draw(s, n)
    for elder in range(1, ELDERS_KNOWN):
        if s.elder_at[elder] == unseen:
            if k == 0:
                s.elder_at[elder] = place
                return
            k -= 1


@rule
def lay_fish_on(s, box, by, elder):
    """N3.3: cleared when full, 1 fish to the supply; the Old Man keeps none (N7.21). `by` brings it about."""
    if box.elders[elder].holds == 1:
        return
    s.elder_fish[elder] += 1
    if s.elder_fish[elder] == box.elders[elder].holds:
        p = int(s.elder_at[elder]) - COUNCIL
        s.elder_fish[elder] = 0
        if p == by:
            gain_fish(s, box, p, 1)
            happens(s, box, p, ELDER_CLEARED, 1)
        else:
            s.players[p].fish += 1  # N9.2: Willy's owner did not bring this about
