"""N3 the catch: fish are handed out to elders, shares and the reserve. Pond Builder (N7.3) and Old Man (N7.21) too."""

from ....core.rule import rule
from ..actions.goods import gain_fish, gain_gold
from ..cards.counting import catch_of, guests_aboard, shares_at_home, standing
from ..cards.effects import CATCH, FISH_LOST, FISH_TO_OTHERS, GUESTS_CATCH, RESERVE_HOLDS
from ..cards.events import happens
from ..elders.council import lay_fish_on
from ..layout import COUNCIL, ELDERS_KNOWN, FIRST_FISH, HAND_OUT, SEATS
from ..pending import pop, push
from ..reasons import ELDER_HAS_ONE, FINE, NO_SHARE_LEFT_THERE, NOT_YOUR_ELDER, THAT_IS_YOU

# `more` of a frame: GOLD_INSTEAD (N7.21), REAL_CATCH, and how far it is (in steps of STEP)
GOLD_INSTEAD, REAL_CATCH, STEP = 1, 2, 4
TO_WILLY, TO_ELDERS, TO_BOARD, TO_OTHERS, TO_HOME = 0, 1, 2, 3, 4


@rule
def begin_catch(s, box, p):
    """N3.1: as many fish as the catch; N7.21: after the Old Man gold instead, as much as shares at home."""
    me = s.players[p]
    if me.slept:
        me.slept = 0
        push(s, HAND_OUT, p, shares_at_home(s, p), REAL_CATCH | GOLD_INSTEAD)
    else:
        n = catch_of(s, box, p)
        happens(s, box, p, CATCH, n)
        push(s, HAND_OUT, p, n, REAL_CATCH)


@rule
def hand_out(s, box):
    """N3.2: goes on until somebody must choose (then it tells True) or all is handed out."""
    f = s.frames[s.depth - 1]
    p = int(f.player)
    while True:
        step = int(f.more) // STEP
        if step == TO_WILLY:
            feed_willy(s, box, f)
        elif step == TO_ELDERS:
            if hungry_elders(s, p) > f.what and f.what > 0:
                return True
            feed_all_elders(s, box, f)
        elif step == TO_BOARD:
            f.what = max(0, int(f.what) - int(s.players[p].on_board))  # N3.5: these are lost
        elif step == TO_OTHERS:
            if unfed_shares(s, box, p) > f.what and f.what > 0 and holders(s, box, p) > 1:
                return True
            feed_all_shares(s, box, f)
        else:
            feed_home(s, box, f)
            forget_fed(s)
            pop(s)
            return False
        f.more += STEP


@rule
def feed_willy(s, box, f):
    """N7.23: the first fish of every catch goes on him; for his owner it is his fish of step 1."""
    if not int(f.more) & REAL_CATCH or f.what == 0:
        return
    for elder in range(1, ELDERS_KNOWN):
        if s.elder_at[elder] >= COUNCIL and box.elders[elder].function == FIRST_FISH:
            feed_elder(s, box, f, elder)


@rule
def feed_elder(s, box, f, elder):
    """N3.2, N3.3: one fish onto the card."""
    f.what -= 1
    s.fed |= 1 << elder
    lay_fish_on(s, box, int(f.player), elder)


@rule
def is_hungry(s, p, elder):
    return s.elder_at[elder] == COUNCIL + p and not int(s.fed) >> elder & 1


@rule
def hungry_elders(s, p):
    n = 0
    for elder in range(1, ELDERS_KNOWN):
        n += is_hungry(s, p, elder)
    return int(n)


@rule
def feed_all_elders(s, box, f):
    for elder in range(1, ELDERS_KNOWN):
        if f.what > 0 and is_hungry(s, int(f.player), elder):
            feed_elder(s, box, f, elder)


@rule
def problem_with_feeding_elder(s, p, elder):
    if s.elder_at[elder] != COUNCIL + p:
        return NOT_YOUR_ELDER  # N3.2
    if not is_hungry(s, p, elder):
        return ELDER_HAS_ONE  # N3.2
    return FINE


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
def problem_with_feeding_share(s, box, p, seat):
    if seat == p:
        return THAT_IS_YOU  # N3.2
    if unfed_at(s, box, p, seat) == 0:
        return NO_SHARE_LEFT_THERE  # N3.2
    return FINE


@rule
def feed_share(s, box, f, seat):
    """N3.5: what lies on a share goes to its holder."""
    f.what -= 1
    s.fed_shares[seat] += 1
    if int(f.more) & GOLD_INSTEAD:
        s.players[seat].gold += 1  # N9.2: the holder did not bring this about, so no card of his hears of it
    else:
        s.players[seat].fish += 1
    if int(f.more) & REAL_CATCH:
        happens(s, box, int(f.player), FISH_TO_OTHERS, 1)


@rule
def land(s, box, p, n, mode):
    """Fish, or the Old Man's gold, into a supply."""
    if mode & GOLD_INSTEAD:
        gain_gold(s, box, p, n)
    else:
        gain_fish(s, box, p, n)


@rule
def feed_all_shares(s, box, f):
    for seat in range(int(box.players)):
        while f.what > 0 and unfed_at(s, box, int(f.player), seat) > 0:
            feed_share(s, box, f, seat)


@rule
def feed_home(s, box, f):
    """N3.2 steps 3 to 5: own shares at home, guests on ships (N13.5), then the reserve up to 8; the rest is lost."""
    p, left = int(f.player), int(f.what)
    me = s.players[p]
    home = min(left, int(me.shares[p]) + fish_of_guests(s, box, p))
    land(s, box, p, home, int(f.more))
    left -= home
    room = max(0, reserve_limit(s, box, p) - int(me.reserve_fish) - (int(me.reserve_gold) if f.more & GOLD_INSTEAD else 0))
    into = min(left, room)
    if int(f.more) & GOLD_INSTEAD:
        me.reserve_gold += into
    else:
        me.reserve_fish += into
    if int(f.more) & REAL_CATCH:
        happens(s, box, p, FISH_LOST, left - into)  # N7.3: the Pond Builder's is no catch for cards


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


@rule
def forget_fed(s):
    s.fed = 0
    for seat in range(SEATS):
        s.fed_shares[seat] = 0
