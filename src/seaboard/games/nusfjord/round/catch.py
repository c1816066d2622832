"""N3 the catch: fish are distributed to elders, shares and the reserve; also for Pond Builder (N7.3) and Old Man (N7.21)."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE, NOT_ASKED
from ....core.rule import rule
from ....language import _, capital, many, mark, player_name
from ..actions.goods import gain_fish, gain_gold
from ..cards.counting import catch_of, standing_amount
from ..cards.counts import guests_aboard, shares_at_home
from ..cards.effects import CATCH, FISH_LOST, FISH_TO_OTHERS, GUESTS_CATCH, RESERVE_HOLDS
from ..cards.events import trigger
from ..derived import lowest
from ..elders.council import put_fish_on_elder
from ..layout import COUNCIL, ELDER_NUMBERS, HAND_OUT, SEATS, WILLY
from ..pending import asked_player, change, fields, is_on_top, push, seats_in_play
from ..refusal import Refusal
from ..words.names import elder_name, the_elder
from ..words.notation import ELDER_NAMES

# the mode of a distribution: two flags, and above them the step of N3.2 (2 was the action board in earlier releases)
GOLD_INSTEAD, REAL_CATCH, ONE_STEP = 1, 2, 4
TO_WILLY, TO_ELDERS, TO_OTHERS = 0, 1, 3


@rule
def step_of(mode):
    """N3.2: the current step of the distribution."""
    return mode // ONE_STEP


@rule
def brings_gold(mode):
    """N7.21: after the Old Man was used, gold is distributed instead of fish."""
    return mode & GOLD_INSTEAD != 0


@rule
def is_real_catch(mode):
    """N7.3: False for the Pond Builder's fish, which are not a catch for cards and Willy."""
    return mode & REAL_CATCH != 0


@rule
def begin_catch(s, box, p):
    """N3.1: distributes as many fish as the catch; N7.21: after the Old Man, 1 gold for each issued share at home."""
    me = s.players[p]
    if me.slept:
        me.slept = 0
        push(s, HAND_OUT, p, shares_at_home(s, p), REAL_CATCH | GOLD_INSTEAD)
    else:
        n = catch_of(s, box, p)
        trigger(s, box, p, CATCH, n)
        push(s, HAND_OUT, p, n, REAL_CATCH)


@rule
def hand_out(s, box, p, left, mode):
    """N3.2: distributes until the player must choose (then it returns True) or nothing is left."""
    if step_of(mode) == TO_WILLY:
        left -= feed_willy(s, box, p, left, mode)
        mode += ONE_STEP
    if step_of(mode) == TO_ELDERS:
        if must_choose_elders(s, p, left):
            change(s, left, mode)
            return True
        left -= feed_all_elders(s, box, p, left)
        left = max(0, left - int(s.players[p].on_board))  # N3.5: these are lost
        mode += (TO_OTHERS - TO_ELDERS) * ONE_STEP
    if step_of(mode) == TO_OTHERS:
        if must_choose_shares(s, p, left):
            change(s, left, mode)
            return True
        left -= feed_all_shares(s, box, p, left, mode)
    feed_home(s, box, p, left, mode)
    return False


@rule
def must_choose_elders(s, p, left):
    """N3.4: whether something is left, but not enough for all elders."""
    return left > 0 and elders_to_feed(s, p).bit_count() > left


@rule
def must_choose_shares(s, p, left):
    """N3.4: whether something is left, but not enough for all the player's shares at several others."""
    return left > 0 and unfed_shares(s, p) > left and holders(s, p) > 1


@rule
def forget_fed(s):
    """The distribution has ended: clears who has had a fish."""
    s.fed = 0
    for seat in range(SEATS):
        s.fed_shares[seat] = 0


class WhoGetsIt(Question):
    """N3.4: too few fish: who gets one? `left`: fish or gold not yet distributed."""

    decision = HAND_OUT
    rule_number = "N3.4"
    about = mark(
        "Your catch is too small for everyone. The third fish on an elder gives one back to you; a fish on a share goes to "
        "the player who holds that share."
    )
    name = "hand out"
    frame = ("left", "mode")
    possible = hand_out
    nothing = forget_fed

    def prompt(self, seen: np.record, box: np.record) -> str:
        left, mode = fields(seen)
        if brings_gold(mode):
            return _("Only {n} gold left: who gets one?", n=left)
        return many(left, "Only {n} fish left: who gets it?", "Only {n} fish left: who gets one?")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        left, mode = frame
        return is_on_top(s, place) and 0 < left < 100 and step_of(mode) in (TO_ELDERS, TO_OTHERS) and fed_fits(s, box, p)


def fed_fits(s: np.record, box: np.record, p: int) -> bool:
    """Whether the elders and shares marked as fed can have been fed."""
    fed_shares = all(unfed_at(s, p, seat) >= 0 and (seat != p or s.fed_shares[seat] == 0) for seat in range(int(box.players)))
    return fed_shares and all(s.elder_at[elder] >= COUNCIL for elder in range(ELDER_NUMBERS) if int(s.fed) >> elder & 1)


# N3.2 step 1: one on each elder


@rule
def feed_elder(s, box, p, elder):
    """N3.2, N3.3: puts one fish on an elder."""
    s.fed |= 1 << elder
    put_fish_on_elder(s, box, p, elder)


@rule
def feed_willy(s, box, p, left, mode):
    """N7.23: the first fish of each catch goes on Willy; for his owner it is his fish of step 1. Returns the number used."""
    if is_real_catch(mode) and left > 0 and s.elder_at[WILLY] >= COUNCIL:
        feed_elder(s, box, p, WILLY)
        return 1
    return 0


@rule
def elders_to_feed(s, p):
    """Bits of the player's elders that have not had a fish of this catch."""
    return int(s.players[p].council) & ~int(s.fed)


@rule
def feed_all_elders(s, box, p, left):
    """N3.2, step 1. Returns the number of fish used."""
    n, waiting = 0, elders_to_feed(s, p)
    while waiting and n < left:
        feed_elder(s, box, p, lowest(waiting))
        waiting &= waiting - 1
        n += 1
    return n


NOT_YOUR_ELDER_TO_FEED = Refusal("N3.2", mark("This elder isn't in your council."))
ELDER_HAS_ONE = Refusal("N3.2", mark("This elder already has a fish from this catch."))


@rule
def problem_with_feeding_elder(s, p, mode, elder):
    """N3.4: one of the player's elders that has had no fish of this catch."""
    if step_of(mode) != TO_ELDERS:
        return NOT_ASKED
    if s.elder_at[elder] != COUNCIL + p:
        return NOT_YOUR_ELDER_TO_FEED
    if not elders_to_feed(s, p) >> elder & 1:
        return ELDER_HAS_ONE
    return FINE


@rule
def feed_chosen_elder(s, box, p, left, mode, elder):
    feed_elder(s, box, p, elder)
    change(s, left - 1, mode)


class FeedElder(Answer):
    """N3.4: an elder gets a fish."""

    decision = HAND_OUT
    elder = range(ELDER_NUMBERS)
    stays = True
    problem = problem_with_feeding_elder
    apply = feed_chosen_elder
    prefer = 4

    def notation(self, box: np.record, elder: int) -> str:
        return f"fish to {ELDER_NAMES[elder]}"

    def choice(self, seen: np.record, box: np.record, elder: int) -> str:
        return elder_name(elder)

    def story(self, before: np.record, after: np.record, box: np.record, elder: int) -> str:
        return _("fed {elder}", elder=the_elder(elder))


# N3.2 step 2: one on each of the player's shares that others hold


@rule
def unfed_at(s, p, seat):
    """How many of the player's shares at another seat have had no fish of this catch."""
    return 0 if seat == p else int(s.players[seat].shares[p]) - int(s.fed_shares[seat])


@rule
def unfed_shares(s, p):
    """The same at all other seats."""
    n = 0
    for seat in range(SEATS):
        n += unfed_at(s, p, seat)
    return n


@rule
def holders(s, p):
    """How many other seats hold such shares."""
    n = 0
    for seat in range(SEATS):
        n += unfed_at(s, p, seat) > 0
    return int(n)


@rule
def feed_shares(s, box, p, seat, n, mode):
    """N3.5: the goods on shares at another seat go to their holder."""
    s.fed_shares[seat] += n
    if brings_gold(mode):
        s.players[seat].gold += n  # N9.2: the holder did not cause this, so the holder's cards are not triggered
    else:
        s.players[seat].fish += n
    if is_real_catch(mode):
        for _i in range(n):
            trigger(s, box, p, FISH_TO_OTHERS, 1)


@rule
def feed_all_shares(s, box, p, left, mode):
    """N3.2, step 2. Returns the number of fish used."""
    used = 0
    for seat in range(int(box.players)):
        n = min(left - used, unfed_at(s, p, seat))
        if n > 0:
            feed_shares(s, box, p, seat, n, mode)
            used += n
    return used


OWN_SHARES = Refusal("N3.2", mark("It must be another player."))
NO_SHARE_LEFT_THERE = Refusal("N3.2", mark("None of your shares there is waiting for a fish."))


@rule
def problem_with_feeding_share(s, p, mode, seat):
    """N3.4: another seat with one of the player's shares that has had no fish of this catch."""
    if step_of(mode) == TO_ELDERS:
        return NOT_ASKED
    if seat == p:
        return OWN_SHARES
    if unfed_at(s, p, seat) == 0:
        return NO_SHARE_LEFT_THERE
    return FINE


@rule
def feed_chosen_share(s, box, p, left, mode, seat):
    feed_shares(s, box, p, seat, 1, mode)
    change(s, left - 1, mode)


class FeedShare(Answer):
    """N3.4: a share at another seat gets a fish."""

    decision = HAND_OUT
    seat = range(SEATS)
    stays = True
    limit = seats_in_play
    problem = problem_with_feeding_share
    apply = feed_chosen_share
    prefer = 4

    def notation(self, box: np.record, seat: int) -> str:
        return f"fish to {seat + 1}"

    def choice(self, seen: np.record, box: np.record, seat: int) -> str:
        shares = int(unfed_at(seen, asked_player(seen), seat))
        return many(shares, "{name} ({n} of your shares)", "{name} ({n} of your shares)", name=capital(player_name(seat)))

    def story(self, before: np.record, after: np.record, box: np.record, seat: int) -> str:
        return _("gave a fish to a share held by {name}", name=player_name(seat))


# N3.2 steps 3 to 5: supply, reserve, and the rest is lost


@rule
def feed_home(s, box, p, left, mode):
    """N3.2: one for each own share at home and each guest on a ship (N13.5), then the reserve up to 8; the rest is lost."""
    me = s.players[p]
    home = min(left, int(me.shares[p]) + fish_of_guests(s, box, p))
    if brings_gold(mode):
        gain_gold(s, box, p, home)
    else:
        gain_fish(s, box, p, home)
    left -= home
    room = max(0, reserve_limit(s, box, p) - int(me.reserve_fish) - (int(me.reserve_gold) if brings_gold(mode) else 0))
    stored = min(left, room)
    if brings_gold(mode):
        me.reserve_gold += stored
    else:
        me.reserve_fish += stored
    if is_real_catch(mode):
        trigger(s, box, p, FISH_LOST, left - stored)


@rule
def fish_of_guests(s, box, p):
    """N13.5: one for each guest on a ship, and more by cards."""
    aboard = guests_aboard(s.players[p])
    if aboard == 0:
        return 0
    return aboard * (1 + standing_amount(s, box, p, GUESTS_CATCH, 0))


@rule
def reserve_limit(s, box, p):
    """N3.2: 8 fish, more by cards."""
    return int(box.reserve_holds) + standing_amount(s, box, p, RESERVE_HOLDS, 0)
