"""K7.4 paying with shells and change."""

from ...core.rule import rule
from .layout import TRACK


@rule
def pay(s, p):
    """K7.3, K7.4: pays what the player owes, by the best payment."""
    owed = int(s.owed)
    if owed == 0:
        return
    best = best_hand_left(s, p, owed)
    before, left = 0, 0
    for i in range(TRACK):
        before += int(s.players[p].shells[i])
        s.players[p].shells[i] = best >> 6 * i & 63
        left += int(s.players[p].shells[i])
    s.stock += before - left
    s.owed = 0


@rule
def best_hand_left(s, p, owed):
    """K7.4: the shells that the best payment leaves, as a number of `hand_left`; the best payment has the highest number.

    The loops try all payments without a superfluous shell. A payment with shells of value 1 has none only if it is exact, so
    the number of those follows from the other shells.
    """
    shells = s.players[p].shells
    best = 0
    for fives in range(min(int(shells[4]), (owed + 4) // 5) + 1):
        after_fives = owed - 5 * fives
        for fours in range(min(int(shells[3]), max(0, (after_fives + 3) // 4)) + 1):
            after_fours = after_fives - 4 * fours
            for threes in range(min(int(shells[2]), max(0, (after_fours + 2) // 3)) + 1):
                after_threes = after_fours - 3 * threes
                for twos in range(min(int(shells[1]), max(0, (after_threes + 1) // 2)) + 1):
                    rest = after_threes - 2 * twos
                    if rest > int(shells[0]):
                        continue
                    smallest = 2 if twos else 3 if threes else 4 if fours else 5
                    if rest <= -smallest:
                        continue
                    best = max(best, hand_left(shells, fives, fours, threes, twos, rest))
    return best


@rule
def hand_left(shells, fives, fours, threes, twos, rest):
    """The player's shells after a payment, change included, as one number with 6 bits for each part: 63 minus their number,
    then the number of those of value 5, 4, 3, 2, 1."""
    ones = int(shells[0]) - max(0, rest)
    change = max(0, -rest)
    hand = ones + (change == 1)
    hand += (int(shells[1]) - twos + (change == 2)) << 6
    hand += (int(shells[2]) - threes + (change == 3)) << 12
    hand += (int(shells[3]) - fours + (change == 4)) << 18
    hand += (int(shells[4]) - fives) << 24
    left = 0
    for i in range(TRACK):
        left += hand >> 6 * i & 63
    return hand + ((63 - left) << 30)
