"""N9.1, N9.4 what cards count, their conditions and their standing effects."""

from ....core.rule import cold, rule
from ..kept import lowest
from ..layout import FIELDS, NOBODY, PLATES, SEATS, SPACES, TRACK
from ..means import GUESTS_LEFT, PLATES_FILLED, means_of
from .effects import (
    AT_LEAST,
    AT_MOST,
    BUILDINGS,
    BUILDINGS_A,
    BUILDINGS_C,
    BUILDINGS_COLUMN_A,
    BUILDINGS_COLUMN_D,
    BUILDINGS_IMMEDIATELY,
    BUILDINGS_MINUS,
    BUILDINGS_ROW_1,
    BUILDINGS_ROW_3,
    CATCH_SIZE,
    CATCHES_MORE,
    CHOSEN_CATCH,
    COUNTS_AS,
    COVERED_UNITS,
    ELDERS,
    EMPTY_PLATES,
    FILLED_PLATES,
    FISH_ON_ELDERS,
    FREE_SPACES,
    FREE_UNITS,
    FULL_COLUMNS,
    FULL_ROWS,
    GUESTS,
    GUESTS_ABOARD,
    HAVE_GOLD,
    HAVE_WOOD,
    IN_RESERVE,
    IN_RESERVE_FISH,
    IN_RESERVE_GOLD,
    IN_RESERVE_WOOD,
    ISSUED,
    LINES,
    OTHER_SHARES_HOME,
    OTHERS_WITH_MORE_ELDERS,
    OTHERS_WITH_MORE_SHIPS,
    OWN_SHARES_AWAY,
    OWN_SHARES_HOME,
    OWN_SHARES_ON_BOARD,
    ROUND,
    SCHOONERS,
    SHARES_HOME,
    SHARES_ON_BOARD,
    SHIP_KINDS,
    SHIP_SETS,
    SHIPS,
    SLOOPS,
    SPECIAL,
    STACKED_STRIPS,
    STRIPS,
    UNISSUED,
    WOODED_FIELDS,
    WOODED_SPACES,
    WORKERS_LEFT,
    has_standing,
)


@rule
def ships_of(s, p):
    """N7.22: rafts are no ships."""
    ships = s.players[p].ships
    return int(ships[0]) + int(ships[1]) + int(ships[2])


@rule
def guests_aboard(me):
    """N13.4: guests on own ships."""
    return int(me.aboard[0]) + int(me.aboard[1]) + int(me.aboard[2])


@rule
def covered_units(s, p):
    """N1.3: units under ships, rafts and buildings on the track (N9.12)."""
    return int(s.players[p].units)


@rule
def printed_catch(s, box, p):
    """N1.3: the number on the first uncovered unit."""
    covered = covered_units(s, p)
    if covered >= TRACK:
        return int(box.full_catch)
    return int(box.track[covered])


@rule
def catch_of(s, box, p):
    """N1.3, with what standing effects add."""
    return printed_catch(s, box, p) + standing(s, box, p, CATCHES_MORE, 0)


@rule
def elders_of(s, p):
    return int(s.players[p].council).bit_count()


@rule
def buildings_of(s, p):
    """N7.19: those off the building spaces count."""
    return int(s.players[p].built).bit_count()


@rule
def strips_of(s, p):
    n = 0
    for field in range(FIELDS):
        n += int(s.players[p].strips[field])
    return n


@rule
def has_strips(s, p):
    return s.players[p].wooded != 0


@rule
def is_wooded(s, p, space):
    return s.players[p].wooded >> space & 1 != 0


@rule
def free_spaces(s, p):
    """N9.9: bits of the building spaces without building or forest."""
    return (1 << SPACES) - 2 & ~(int(s.players[p].built) | int(s.players[p].wooded))


@rule
def shares_at_home(s, p):
    """N1.6: issued shares of any colour."""
    n = 0
    for colour in range(SEATS):
        n += int(s.players[p].shares[colour])
    return n


@rule
def shares_on_board(s, box):
    n = 0
    for seat in range(int(box.players)):
        n += int(s.players[seat].on_board)
    return n


@rule
def shares_at_others(s, box, p):
    n = 0
    for seat in range(int(box.players)):
        if seat != p:
            n += int(s.players[seat].shares[p])
    return n


@rule
def count_buildings(s, box, p, kind):
    """Buildings of a letter, a category, with minus points, in a row or a column."""
    n = 0
    built = int(s.players[p].built)
    while built:
        slot = lowest(built)
        built &= built - 1
        card = int(s.players[p].harbour[slot])
        if kind <= BUILDINGS_C:
            n += box.cards[card].letter == kind - BUILDINGS_A
        elif kind < BUILDINGS_MINUS:
            n += box.cards[card].category == kind - BUILDINGS_IMMEDIATELY
        elif kind == BUILDINGS_MINUS:
            n += box.cards[card].points < 0
        elif slot < SPACES and kind <= BUILDINGS_ROW_3:
            n += slot // 4 == kind - BUILDINGS_ROW_1
        elif slot < SPACES:
            n += slot % 4 == kind - BUILDINGS_COLUMN_A
    return int(n)


@rule
def count_full(s, box, p, kind):
    """Rows or columns whose building spaces are all built on."""
    n = 0
    for i in range(3 if kind == FULL_ROWS else 4):
        n += count_buildings(s, box, p, (BUILDINGS_ROW_1 if kind == FULL_ROWS else BUILDINGS_COLUMN_A) + i) == (
            (3 if i == 0 else 4) if kind == FULL_ROWS else (2 if i == 0 else 3)
        )
    return int(n)


@rule
def others_with_more(s, box, p, kind):
    n = 0
    for seat in range(int(box.players)):
        if kind == OTHERS_WITH_MORE_SHIPS:
            n += ships_of(s, seat) > ships_of(s, p)
        elif kind == OTHERS_WITH_MORE_ELDERS:
            n += elders_of(s, seat) > elders_of(s, p)
        else:
            n += buildings_of(s, seat) > buildings_of(s, p)
    return int(n)


@rule
def count_ships(s, p, kind):
    ships = s.players[p].ships
    if kind == SHIPS:
        return ships_of(s, p)
    if kind <= SCHOONERS:
        return int(ships[kind - SLOOPS])
    if kind == SHIP_KINDS:
        return int(ships[0] > 0) + int(ships[1] > 0) + int(ships[2] > 0)
    return min(int(ships[0]), int(ships[1]), int(ships[2]))


@rule
def count_goods(me, kind, means):
    if kind <= HAVE_GOLD:
        return means[kind - HAVE_WOOD]
    if kind == IN_RESERVE_WOOD:
        return int(me.reserve_wood)
    if kind == IN_RESERVE_FISH:
        return int(me.reserve_fish)
    if kind == IN_RESERVE_GOLD:
        return int(me.reserve_gold)
    return int(me.reserve_wood) + int(me.reserve_fish) + int(me.reserve_gold)


@rule
def count_shares(s, box, p, kind):
    me = s.players[p]
    if kind == SHARES_HOME:
        return shares_at_home(s, p)
    if kind == OWN_SHARES_HOME:
        return int(me.shares[p])
    if kind == OTHER_SHARES_HOME:
        return shares_at_home(s, p) - int(me.shares[p])
    if kind == OWN_SHARES_AWAY:
        return int(me.on_board) + shares_at_others(s, box, p)
    if kind == OWN_SHARES_ON_BOARD:
        return int(me.on_board)
    if kind == SHARES_ON_BOARD:
        return shares_on_board(s, box)
    if kind == UNISSUED:
        return int(me.unissued)
    return int(me.shares[p]) + int(me.on_board) + shares_at_others(s, box, p)


@rule
def count_forest(s, p, kind):
    wooded = 0
    for field in range(FIELDS):
        wooded += s.players[p].strips[field] > 0
    if kind == STRIPS:
        return strips_of(s, p)
    if kind == WOODED_FIELDS:
        return int(wooded)
    if kind == STACKED_STRIPS:
        return strips_of(s, p) - int(wooded)
    if kind == FREE_SPACES:
        return free_spaces(s, p).bit_count()
    return int(s.players[p].wooded).bit_count()


@rule
def fish_on_elders(s, p):
    n = 0
    council = int(s.players[p].council)
    while council:
        n += int(s.elder_fish[lowest(council)])
        council &= council - 1
    return n


@rule
def printed_count(s, box, p, kind, opponent, means):
    """A count as the table shows it, without cards that count for more; of what is paid with, `means` counts."""
    if kind <= SHIP_SETS:
        return count_ships(s, p, kind)
    if kind == BUILDINGS:
        return buildings_of(s, p)
    if kind <= BUILDINGS_COLUMN_D:
        return count_buildings(s, box, p, kind)
    if kind <= FULL_COLUMNS:
        return count_full(s, box, p, kind)
    if kind == ELDERS:
        return elders_of(s, p)
    if kind == FISH_ON_ELDERS:
        return fish_on_elders(s, p)
    if kind <= ISSUED:
        return count_shares(s, box, p, kind)
    if kind <= WOODED_SPACES:
        return count_forest(s, p, kind)
    if kind <= IN_RESERVE:
        return count_goods(s.players[p], kind, means)
    if kind == ROUND:
        return int(s.round_number)
    if kind == CATCH_SIZE:
        return printed_catch(s, box, p)
    if kind == CHOSEN_CATCH:
        return 0 if opponent == NOBODY else printed_catch(s, box, opponent)
    if kind == FREE_UNITS:
        return TRACK - covered_units(s, p)
    if kind == COVERED_UNITS:
        return covered_units(s, p)
    if kind == FILLED_PLATES:
        return means[PLATES_FILLED]
    if kind == EMPTY_PLATES:
        return PLATES - means[PLATES_FILLED]
    if kind == WORKERS_LEFT:
        return int(s.players[p].workers)
    if kind == GUESTS:
        return means[GUESTS_LEFT]
    if kind == GUESTS_ABOARD:
        return guests_aboard(s.players[p])
    return others_with_more(s, box, p, kind)


@rule
def holds(s, box, p, line, means):
    """Whether the conditions of a line hold."""
    for i in range(2):
        if line.condition[i] != 0:
            there = printed_count(s, box, p, int(line.condition[i]), NOBODY, means)
            wanted = int(line.number[i])
            if line.relation[i] == AT_LEAST:
                fits = there >= wanted
            elif line.relation[i] == AT_MOST:
                fits = there <= wanted
            else:
                fits = there == wanted
            if not fits:
                return False
    return True


@rule
def standing(s, box, p, special, target):
    """N9.7: what the standing effects of player `p` of one kind amount to."""
    return standing_with(s, box, p, special, target, means_of(s, p))


@rule
def standing_with(s, box, p, special, target, means):
    """The same, if the player had these means: conditions can count them."""
    return sum_of_standing(s, box, p, special, target, means) if has_standing(s.players[p], special) else 0


@cold
def sum_of_standing(s, box, p, special, target, means):
    """The same, of a player who has such effects."""
    me = s.players[p]
    total = 0
    built = int(me.built)
    while built:
        card = int(me.harbour[lowest(built)])
        built &= built - 1
        if has_standing(box.cards[card], special):
            for n in range(LINES):
                line = box.lines[card * LINES + n]
                if line.op == SPECIAL and line.special == special and line.target == target and holds(s, box, p, line, means):
                    total += max(1, int(line.amount))
    return total


@rule
def count(s, box, p, kind, opponent, means):
    """What a card counts."""
    n = printed_count(s, box, p, kind, opponent, means) + standing_with(s, box, p, COUNTS_AS, kind, means)
    if kind == CATCH_SIZE:
        return n + standing_with(s, box, p, CATCHES_MORE, 0, means)
    if kind == CHOSEN_CATCH and opponent != NOBODY:
        return n + standing(s, box, opponent, CATCHES_MORE, 0)
    return n


@rule
def multiplier(s, box, p, line, opponent, means):
    """How often `per` counts: each so many, of the smaller of two; once without `per`."""
    if line.per == 0:
        return 1
    n = count(s, box, p, int(line.per), opponent, means) // max(1, int(line.step))
    if line.per_two != 0:
        n = min(n, count(s, box, p, int(line.per_two), opponent, means))
    return n
