"""N9.1, N9.4, N9.7 the conditions of lines, standing effects, and multipliers (`per`)."""

from ....core.rule import cold, rule
from ..derived import lowest
from ..layout import NOBODY
from ..resources import resources_of
from .counts import printed_catch, printed_count
from .effects import AT_LEAST, AT_MOST, CATCH_SIZE, CATCHES_MORE, CHOSEN_CATCH, COUNTS_AS, LINES, SPECIAL, has_standing


@rule
def catch_of(s, box, p):
    """N1.3: the catch of a player, with standing effects."""
    return printed_catch(s, box, p) + standing_amount(s, box, p, CATCHES_MORE, 0)


@rule
def conditions_hold(s, box, p, line, resources):
    """Whether the conditions of a line hold."""
    for i in range(2):
        if line.condition[i] != 0:
            value = printed_count(s, box, p, int(line.condition[i]), NOBODY, resources)
            number = int(line.number[i])
            if line.relation[i] == AT_LEAST:
                is_met = value >= number
            elif line.relation[i] == AT_MOST:
                is_met = value <= number
            else:
                is_met = value == number
            if not is_met:
                return False
    return True


@rule
def standing_amount(s, box, p, special, target):
    """N9.7: the sum of a player's standing effects of one kind."""
    return standing_amount_with(s, box, p, special, target, resources_of(s, p))


@rule
def standing_amount_with(s, box, p, special, target, resources):
    """The same if the player had these resources, which conditions can count."""
    return sum_of_standing(s, box, p, special, target, resources) if has_standing(s.players[p], special) else 0


@cold
def sum_of_standing(s, box, p, special, target, resources):
    """The same for a player with such effects."""
    me = s.players[p]
    total = 0
    built = int(me.built)
    while built:
        card = int(me.harbour[lowest(built)])
        built &= built - 1
        if has_standing(box.cards[card], special):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                applies = line.op == SPECIAL and line.special == special and line.target == target
                if applies and conditions_hold(s, box, p, line, resources):
                    total += max(1, int(line.amount))
    return total


@rule
def count(s, box, p, kind, opponent, resources):
    """The current value of a count, with standing effects that add to it."""
    n = printed_count(s, box, p, kind, opponent, resources) + standing_amount_with(s, box, p, COUNTS_AS, kind, resources)
    if kind == CATCH_SIZE:
        return n + standing_amount_with(s, box, p, CATCHES_MORE, 0, resources)
    if kind == CHOSEN_CATCH and opponent != NOBODY:
        return n + standing_amount(s, box, opponent, CATCHES_MORE, 0)
    return n


@rule
def multiplier(s, box, p, line, opponent, resources):
    """How often `per` applies: the count (or the smaller of two counts) divided by the step; once without `per`."""
    if line.per == 0:
        return 1
    n = count(s, box, p, int(line.per), opponent, resources) // max(1, int(line.step))
    if line.per_two != 0:
        n = min(n, count(s, box, p, int(line.per_two), opponent, resources))
    return n
