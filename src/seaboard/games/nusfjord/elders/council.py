"""N2.2, N5.11 the stacks of elders and the councils; N3.3 the fish on the cards; the fish that elders give (N7)."""

from ....core.dice import draw
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import mark
from ..actions.action import Action
from ..actions.goods import gain_fish
from ..cards.counting import standing_amount_with
from ..cards.counts import buildings_of, elders_of
from ..cards.effects import COUNCIL_HOLDS, ELDER_CLEARED, TAKE_ELDER
from ..cards.events import trigger
from ..derived import update_top
from ..layout import COUNCIL, ELDER_NUMBERS, ELDER_TO_TAKE, FACE_DOWN, PROMO_BELOW, PROMO_TOP
from ..pending import push
from ..refusal import Refusal

COUNCIL_IS_FULL = Refusal("N5.11", mark("Your council is full."))
NO_ELDER_LEFT = Refusal("N5.11", mark("There's no elder left to take."))


@rule
def problem_with_taking_elders(s, box, p, resources):
    """N5.11: at most five elders, more by cards."""
    if elders_of(s, p) >= int(box.council) + standing_amount_with(s, box, p, COUNCIL_HOLDS, 0, resources):
        return COUNCIL_IS_FULL
    return FINE if s.tops else NO_ELDER_LEFT


@rule
def ask_which_elder(s, p, source):
    """N5.11: asks which elder is taken."""
    push(s, ELDER_TO_TAKE, p, 0, source)


class ElderAction(Action):
    """N5.11 Take an elder."""

    number = TAKE_ELDER
    word = "elder"
    phrase, event = mark("take an elder"), mark("you take an elder")
    problem = problem_with_taking_elders
    do = ask_which_elder
    prefer = 7


@rule
def elders_on_top(s):
    """N2.2: bits of the elders that can be taken."""
    return int(s.tops)


@rule
def is_on_top(s, elder):
    """N2.2: whether the elder can be taken."""
    return s.tops >> elder & 1 != 0


@rule
def take_from_stack(s, p, elder):
    """N5.11: moves an elder into the council; a face-down card that is now on top is revealed."""
    place = int(s.elder_at[elder])
    s.elder_at[elder] = COUNCIL + p
    s.players[p].council |= 1 << elder
    s.tops &= ~(1 << elder)
    if place == PROMO_TOP:
        reveal_elder(s, PROMO_BELOW, PROMO_TOP)
    elif s.covered[place - 1] and has_no_face_up_card(s, place):
        s.covered[place - 1] = 0
        reveal_elder(s, FACE_DOWN, place)
    update_top(s, place)


@rule
def has_no_face_up_card(s, place):
    """Whether the stack has no face-up card."""
    for elder in range(1, ELDER_NUMBERS):
        if s.elder_at[elder] == place:
            return False
    return True


@rule
def reveal_elder(s, hidden_at, place):
    """N2.2, N7.20: draws one of the hidden elders (FACE_DOWN or PROMO_BELOW) and puts it on top of its stack."""
    n = 0
    for elder in range(1, ELDER_NUMBERS):
        n += s.elder_at[elder] == hidden_at
    if n == 0:
        return
    k = draw(s, n)
    for elder in range(1, ELDER_NUMBERS):
        if s.elder_at[elder] == hidden_at:
            if k == 0:
                s.elder_at[elder] = place
                return
            k -= 1


@rule
def put_fish_on_elder(s, box, giver, elder):
    """N3.3: a full card is cleared: 1 fish to its owner. The Old Man keeps none (N7.21). `giver`: whose fish it is."""
    if box.elders[elder].holds == 1:
        return
    s.elder_fish[elder] += 1
    if s.elder_fish[elder] == box.elders[elder].holds:
        p = int(s.elder_at[elder]) - COUNCIL
        s.elder_fish[elder] = 0
        if p == giver:
            gain_fish(s, box, p, 1)
            trigger(s, box, p, ELDER_CLEARED, 1)
        else:
            s.players[p].fish += 1  # N9.2: Willy's owner did not cause this


@rule
def fish_of_function(s, box, p, elder):
    """N7.3, N7.12, N7.17, N7.19: the fish that an elder gives, some for each elder or building of the player."""
    e = box.elders[elder]
    fish = int(e.fish)
    if e.fish_per_elder > 0:
        fish += int(e.fish_per_elder) * elders_of(s, p)
    if e.fish_per_building > 0:
        fish += int(e.fish_per_building) * buildings_of(s, p)
    return fish
