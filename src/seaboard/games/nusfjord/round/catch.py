"""N3 the catch: fish are handed out to elders, shares and the reserve. Pond Builder (N7.3) and Old Man (N7.21) too."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE, NOT_ASKED
from ....core.rule import rule
from ....language import _, capital, many, mark, player_name
from ..actions.goods import gain_fish, gain_gold
from ..cards.counting import catch_of, standing
from ..cards.counts import guests_aboard, shares_at_home
from ..cards.effects import CATCH, FISH_LOST, FISH_TO_OTHERS, GUESTS_CATCH, RESERVE_HOLDS
from ..cards.events import trigger
from ..derived import lowest
from ..elders.council import lay_fish_on
from ..layout import COUNCIL, ELDERS_KNOWN, HAND_OUT, SEATS, WILLY
from ..pending import asked_player, change, fields, is_on_top, push, seats_in_play
from ..refusal import Refusal
from ..words.names import elder_name, the_elder
from ..words.notation import ELDER_NAMES

# `how` it is handed out: two bits, and above them the step of N3.2
GOLD_INSTEAD, REAL_CATCH, ONE_STEP = 1, 2, 4
TO_WILLY, TO_ELDERS, TO_BOARD, TO_OTHERS, TO_HOME = 0, 1, 2, 3, 4


@rule
def step_of(how):
    """N3.2: to whom the fish go now."""
    return how // ONE_STEP


@rule
def brings_gold(how):
    """N7.21: after the Old Man."""
    return how & GOLD_INSTEAD != 0


@rule
def is_real_catch(how):
    """N7.3: the Pond Builder's is none for cards."""
    return how & REAL_CATCH != 0


@rule
def begin_catch(s, box, p):
    """N3.1: as many fish as the catch; N7.21: after the Old Man gold instead, as much as shares at home."""
    me = s.players[p]
    if me.slept:
        me.slept = 0
        push(s, HAND_OUT, p, shares_at_home(s, p), REAL_CATCH | GOLD_INSTEAD)
    else:
        n = catch_of(s, box, p)
        trigger(s, box, p, CATCH, n)
        push(s, HAND_OUT, p, n, REAL_CATCH)


@rule
def hand_out(s, box, p, left, how):
    """N3.2: continues until a player must choose (then it returns True) or everything is distributed."""
    while step_of(how) != TO_HOME:
        step = step_of(how)
        if must_choose(s, box, p, left, step):
            change(s, left, how)
            return True
        if step == TO_WILLY:
            left -= feed_willy(s, box, p, left, how)
        elif step == TO_ELDERS:
            left -= feed_all_elders(s, box, p, left)
        elif step == TO_BOARD:
            left = max(0, left - int(s.players[p].on_board))  # N3.5: these are lost
        else:
            left -= feed_all_shares(s, box, p, left, how)
        how += ONE_STEP
    feed_home(s, box, p, left, how)
    return False


@rule
def must_choose(s, box, p, left, step):
    """N3.4: some, but not enough for all elders, or for all holders of own shares."""
    if left == 0:
        return False
    if step == TO_ELDERS:
        return elders_to_feed(s, p).bit_count() > left
    return step == TO_OTHERS and unfed_shares(s, box, p) > left and holders(s, box, p) > 1


@rule
def forget_fed(s):
    s.fed = 0
    for seat in range(SEATS):
        s.fed_shares[seat] = 0


class WhoGetsIt(Question):
    """N3.4: the rest, and its possible receivers."""

    decision = HAND_OUT
    rule_number = "N3.4"
    about = mark(
        "Your catch is too small for everyone. The third fish on an elder gives one back to you; a fish on a share goes to "
        "the player who holds that share."
    )
    name = "hand out"
    frame = ("left", "how")
    possible = hand_out
    nothing = forget_fed

    def prompt(self, seen: np.record, box: np.record) -> str:
        left, how = fields(seen)
        if brings_gold(how):
            return _("Only {n} gold left: who gets one?", n=left)
        return many(left, "Only {n} fish left: who gets it?", "Only {n} fish left: who gets one?")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        left, how = frame
        return is_on_top(s, place) and 0 < left < 100 and step_of(how) in (TO_ELDERS, TO_OTHERS) and fed_fits(s, box, p)


def fed_fits(s: np.record, box: np.record, p: int) -> bool:
    """Whether the receivers so far are possible."""
    fed_shares = all(
        unfed_at(s, box, p, seat) >= 0 and (seat != p or s.fed_shares[seat] == 0) for seat in range(int(box.players))
    )
    return fed_shares and all(s.elder_at[elder] >= COUNCIL for elder in range(ELDERS_KNOWN) if int(s.fed) >> elder & 1)


# N3.2 step 1: one for each elder


@rule
def feed_elder(s, box, p, elder):
    """N3.2, N3.3: one fish onto the card."""
    s.fed |= 1 << elder
    lay_fish_on(s, box, p, elder)


@rule
def feed_willy(s, box, p, left, how):
    """N7.23: the first fish of every catch goes on him; for his owner it is his fish of step 1. Returns how many went."""
    if is_real_catch(how) and left > 0 and s.elder_at[WILLY] >= COUNCIL:
        feed_elder(s, box, p, WILLY)
        return 1
    return 0


@rule
def elders_to_feed(s, p):
    """Bits of the player's elders that have had no fish yet."""
    return int(s.players[p].council) & ~int(s.fed)


@rule
def feed_all_elders(s, box, p, left):
    """Returns how many fish went."""
    n, waiting = 0, elders_to_feed(s, p)
    while waiting and n < left:
        feed_elder(s, box, p, lowest(waiting))
        waiting &= waiting - 1
        n += 1
    return n


NOT_YOUR_ELDER_TO_FEED = Refusal("N3.2", mark("This elder isn't in your council."))
ELDER_HAS_ONE = Refusal("N3.2", mark("This elder already has a fish from this catch."))


@rule
def problem_with_feeding_elder(s, p, how, elder):
    if step_of(how) != TO_ELDERS:
        return NOT_ASKED
    if s.elder_at[elder] != COUNCIL + p:
        return NOT_YOUR_ELDER_TO_FEED
    if not elders_to_feed(s, p) >> elder & 1:
        return ELDER_HAS_ONE
    return FINE


@rule
def choose_elder(s, box, p, left, how, elder):
    feed_elder(s, box, p, elder)
    change(s, left - 1, how)


class FeedElder(Answer):
    decision = HAND_OUT
    elder = range(ELDERS_KNOWN)
    stays = True
    problem = problem_with_feeding_elder
    apply = choose_elder
    prefer = 4

    def notation(self, box: np.record, elder: int) -> str:
        return f"fish to {ELDER_NAMES[elder]}"

    def choice(self, seen: np.record, box: np.record, elder: int) -> str:
        return elder_name(elder)

    def story(self, before: np.record, after: np.record, box: np.record, elder: int) -> str:
        return _("fed {elder}", elder=the_elder(elder))


# N3.2 step 2: one for each own share at others


@rule
def unfed_at(s, box, p, seat):
    """Own shares at another player's home that have no fish yet."""
    if seat == p or seat >= box.players:
        return 0
    return int(s.players[seat].shares[p]) - int(s.fed_shares[seat])


@rule
def unfed_shares(s, box, p):
    n = 0
    for seat in range(int(box.players)):
        n += unfed_at(s, box, p, seat)
    return n


@rule
def holders(s, box, p):
    """How many others hold own shares without fish."""
    n = 0
    for seat in range(int(box.players)):
        n += unfed_at(s, box, p, seat) > 0
    return int(n)


@rule
def feed_share(s, box, p, seat, how):
    """N3.5: the goods on a share go to its holder."""
    s.fed_shares[seat] += 1
    if brings_gold(how):
        s.players[seat].gold += 1  # N9.2: the holder did not cause this, so it triggers none of his cards
    else:
        s.players[seat].fish += 1
    if is_real_catch(how):
        trigger(s, box, p, FISH_TO_OTHERS, 1)


@rule
def feed_all_shares(s, box, p, left, how):
    """Returns how many fish went."""
    n = 0
    for seat in range(int(box.players)):
        while n < left and unfed_at(s, box, p, seat) > 0:
            feed_share(s, box, p, seat, how)
            n += 1
    return n


OWN_SHARES = Refusal("N3.2", mark("It must be another player."))
NO_SHARE_LEFT_THERE = Refusal("N3.2", mark("None of your shares there is waiting for a fish."))


@rule
def problem_with_feeding_share(s, box, p, how, seat):
    if step_of(how) == TO_ELDERS:
        return NOT_ASKED
    if seat == p:
        return OWN_SHARES
    if unfed_at(s, box, p, seat) == 0:
        return NO_SHARE_LEFT_THERE
    return FINE


@rule
def choose_share(s, box, p, left, how, seat):
    feed_share(s, box, p, seat, how)
    change(s, left - 1, how)


class FeedShare(Answer):
    decision = HAND_OUT
    seat = range(SEATS)
    stays = True
    limit = seats_in_play
    problem = problem_with_feeding_share
    apply = choose_share
    prefer = 4

    def notation(self, box: np.record, seat: int) -> str:
        return f"fish to {seat + 1}"

    def choice(self, seen: np.record, box: np.record, seat: int) -> str:
        shares = int(unfed_at(seen, box, asked_player(seen), seat))
        return many(shares, "{name} ({n} of your shares)", "{name} ({n} of your shares)", name=capital(player_name(seat)))

    def story(self, before: np.record, after: np.record, box: np.record, seat: int) -> str:
        return _("gave a fish to a share held by {name}", name=player_name(seat))


# N3.2 steps 3 to 5: what comes home


@rule
def feed_home(s, box, p, left, how):
    """N3.2: own shares at home, guests on ships (N13.5), then the reserve up to 8; the rest is lost."""
    me = s.players[p]
    home = min(left, int(me.shares[p]) + fish_of_guests(s, box, p))
    if brings_gold(how):
        gain_gold(s, box, p, home)
    else:
        gain_fish(s, box, p, home)
    left -= home
    room = max(0, reserve_limit(s, box, p) - int(me.reserve_fish) - (int(me.reserve_gold) if brings_gold(how) else 0))
    into = min(left, room)
    if brings_gold(how):
        me.reserve_gold += into
    else:
        me.reserve_fish += into
    if is_real_catch(how):
        trigger(s, box, p, FISH_LOST, left - into)


@rule
def fish_of_guests(s, box, p):
    """N13.5: one for each guest on an own ship, and what cards add."""
    aboard = guests_aboard(s.players[p])
    if aboard == 0:
        return 0
    return aboard * (1 + standing(s, box, p, GUESTS_CATCH, 0))


@rule
def reserve_limit(s, box, p):
    """N3.2: 8 fish."""
    return int(box.reserve_holds) + standing(s, box, p, RESERVE_HOLDS, 0)
