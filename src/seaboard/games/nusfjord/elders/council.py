"""N2.2, N5.11 the stacks of elders and the councils, N3.3 the fish on the cards, N7 the fish that elders bring."""

from ....core.dice import draw
from ....core.rule import rule
from ..actions.goods import gain_fish
from ..cards.counting import buildings_of, elders_of, standing_with
from ..cards.effects import COUNCIL_HOLDS, ELDER_CLEARED
from ..cards.events import happens
from ..layout import COUNCIL, ELDERS_KNOWN, PROMO_TOP, STACKS
from ..reasons import COUNCIL_IS_FULL, FINE, NO_ELDER_LEFT


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
def problem_with_taking_elders(s, box, p, means):
    if elders_of(s, p) >= int(box.council) + standing_with(s, box, p, COUNCIL_HOLDS, 0, means):
        return COUNCIL_IS_FULL  # N5.11
    for elder in range(1, ELDERS_KNOWN):
        place = int(s.elder_at[elder])
        if place == PROMO_TOP or 1 <= place <= STACKS:
            return FINE
    return NO_ELDER_LEFT  # N5.11


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
