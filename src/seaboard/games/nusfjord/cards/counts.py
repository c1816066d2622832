"""N9.1 the counts: everything that cards can count, each with a word of the vocabulary and a rule."""

from collections.abc import Callable
from typing import Any

from ....core.kinds import Kind, Kinds
from ....core.rule import rule
from ..derived import lowest
from ..layout import FIELDS, NOBODY, PLATES, SEATS, SPACES, TRACK
from ..resources import GUESTS_LEFT, PLATES_FILLED
from ..rule_writer import WRITER
from .effects import (
    BUILDINGS,
    BUILDINGS_A,
    BUILDINGS_ANYTIME,
    BUILDINGS_B,
    BUILDINGS_C,
    BUILDINGS_COLUMN_A,
    BUILDINGS_COLUMN_B,
    BUILDINGS_COLUMN_C,
    BUILDINGS_COLUMN_D,
    BUILDINGS_IMMEDIATELY,
    BUILDINGS_MINUS,
    BUILDINGS_ONCE,
    BUILDINGS_POINTS,
    BUILDINGS_ROW_1,
    BUILDINGS_ROW_2,
    BUILDINGS_ROW_3,
    BUILDINGS_SPECIAL,
    BUILDINGS_WHENEVER,
    CATCH_SIZE,
    CHOSEN_CATCH,
    COVERED_UNITS,
    CUTTERS,
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
    HAVE_FISH,
    HAVE_GOLD,
    HAVE_WOOD,
    IN_RESERVE,
    IN_RESERVE_FISH,
    IN_RESERVE_GOLD,
    IN_RESERVE_WOOD,
    ISSUED,
    OTHER_SHARES_HOME,
    OTHERS_WITH_MORE_BUILDINGS,
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
    STACKED_STRIPS,
    STRIPS,
    UNISSUED,
    WOODED_FIELDS,
    WOODED_SPACES,
    WORKERS_LEFT,
)

ONE_IN_EACH_ROW = 1 | 1 << 4 | 1 << 8  # bits of the spaces of the first column


@rule
def ships_of(s, p):
    """N7.22: rafts are no ships."""
    ships = s.players[p].ships
    return int(ships[0]) + int(ships[1]) + int(ships[2])


@rule
def ships_of_kind(s, p, kind):
    return int(s.players[p].ships[kind - SLOOPS])


@rule
def kinds_of_ship(s, p):
    ships = s.players[p].ships
    return int(ships[0] > 0) + int(ships[1] > 0) + int(ships[2] > 0)


@rule
def sets_of_ships(s, p):
    ships = s.players[p].ships
    return min(int(ships[0]), int(ships[1]), int(ships[2]))


@rule
def guests_aboard(me):
    """N13.4: guests on own ships."""
    return int(me.aboard[0]) + int(me.aboard[1]) + int(me.aboard[2])


@rule
def guests_of_player_aboard(s, p):
    return guests_aboard(s.players[p])


@rule
def guests_in_supply(resources):
    return resources[GUESTS_LEFT]


@rule
def covered_units(s, p):
    """N1.3: units under ships, rafts and buildings on the track (N9.12)."""
    return int(s.players[p].units)


@rule
def free_units_of(s, p):
    return TRACK - covered_units(s, p)


@rule
def printed_catch(s, box, p):
    """N1.3: the number on the first uncovered unit."""
    covered = covered_units(s, p)
    if covered >= TRACK:
        return int(box.full_catch)
    return int(box.track[covered])


@rule
def catch_of_opponent(s, box, opponent):
    return 0 if opponent == NOBODY else printed_catch(s, box, opponent)


@rule
def elders_of(s, p):
    return int(s.players[p].council).bit_count()


@rule
def fish_on_elders(s, p):
    n = 0
    council = int(s.players[p].council)
    while council:
        n += int(s.elder_fish[lowest(council)])
        council &= council - 1
    return n


@rule
def buildings_of(s, p):
    """N7.19: buildings outside the building spaces count."""
    return int(s.players[p].built).bit_count()


@rule
def buildings_of_letter(s, box, p, kind):
    n, built = 0, int(s.players[p].built)
    while built:
        n += box.cards[s.players[p].harbour[lowest(built)]].letter == kind - BUILDINGS_A
        built &= built - 1
    return int(n)


@rule
def buildings_of_category(s, box, p, kind):
    n, built = 0, int(s.players[p].built)
    while built:
        n += box.cards[s.players[p].harbour[lowest(built)]].category == kind - BUILDINGS_IMMEDIATELY
        built &= built - 1
    return int(n)


@rule
def buildings_with_minus_points(s, box, p):
    """Printed points below 0."""
    n, built = 0, int(s.players[p].built)
    while built:
        n += box.cards[s.players[p].harbour[lowest(built)]].points < 0
        built &= built - 1
    return int(n)


@rule
def buildings_in_row(s, p, kind):
    return (int(s.players[p].built) >> 4 * (kind - BUILDINGS_ROW_1) & 15).bit_count()


@rule
def buildings_in_column(s, p, kind):
    return (int(s.players[p].built) >> (kind - BUILDINGS_COLUMN_A) & ONE_IN_EACH_ROW).bit_count()


@rule
def full_rows(s, p):
    """Rows whose building spaces are all built on; the first has the reserve."""
    built = int(s.players[p].built)
    return int(built & 14 == 14) + int(built >> 4 & 15 == 15) + int(built >> 8 & 15 == 15)


@rule
def full_columns(s, p):
    """Columns whose building spaces are all built on; the first has the reserve."""
    built = int(s.players[p].built) | 1
    n = 0
    for column in range(4):
        n += built >> column & ONE_IN_EACH_ROW == ONE_IN_EACH_ROW
    return int(n)


@rule
def others_with_more_ships(s, box, p):
    n = 0
    for seat in range(int(box.players)):
        n += ships_of(s, seat) > ships_of(s, p)
    return int(n)


@rule
def others_with_more_elders(s, box, p):
    n = 0
    for seat in range(int(box.players)):
        n += elders_of(s, seat) > elders_of(s, p)
    return int(n)


@rule
def others_with_more_buildings(s, box, p):
    n = 0
    for seat in range(int(box.players)):
        n += buildings_of(s, seat) > buildings_of(s, p)
    return int(n)


@rule
def shares_at_home(s, p):
    """N1.6: issued shares of any colour."""
    n = 0
    for colour in range(SEATS):
        n += int(s.players[p].shares[colour])
    return n


@rule
def shares_on_board(s):
    n = 0
    for seat in range(SEATS):
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
def own_shares_at_home(s, p):
    return int(s.players[p].shares[p])


@rule
def other_shares_at_home(s, p):
    return shares_at_home(s, p) - int(s.players[p].shares[p])


@rule
def own_shares_on_board(s, p):
    return int(s.players[p].on_board)


@rule
def own_shares_away(s, box, p):
    return own_shares_on_board(s, p) + shares_at_others(s, box, p)


@rule
def unissued_shares(s, p):
    return int(s.players[p].unissued)


@rule
def issued_shares(s, box, p):
    return own_shares_at_home(s, p) + own_shares_away(s, box, p)


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
def number_of_free_spaces(s, p):
    return free_spaces(s, p).bit_count()


@rule
def wooded_spaces(s, p):
    return int(s.players[p].wooded).bit_count()


@rule
def wooded_fields(s, p):
    n = 0
    for field in range(FIELDS):
        n += s.players[p].strips[field] > 0
    return int(n)


@rule
def stacked_strips(s, p):
    return strips_of(s, p) - wooded_fields(s, p)


@rule
def goods_in_supply(kind, resources):
    return resources[kind - HAVE_WOOD]


@rule
def wood_in_reserve(s, p):
    return int(s.players[p].reserve_wood)


@rule
def fish_in_reserve(s, p):
    return int(s.players[p].reserve_fish)


@rule
def gold_in_reserve(s, p):
    return int(s.players[p].reserve_gold)


@rule
def goods_in_reserve(s, p):
    return wood_in_reserve(s, p) + fish_in_reserve(s, p) + gold_in_reserve(s, p)


@rule
def round_now(s):
    return int(s.round_number)


@rule
def filled_plates_now(resources):
    return resources[PLATES_FILLED]


@rule
def empty_plates_now(resources):
    return PLATES - resources[PLATES_FILLED]


@rule
def workers_left(s, p):
    return int(s.players[p].workers)


class Count(Kind):
    """Something that cards count; the arguments of `count` are any of s, box, p, kind, opponent and resources."""

    def __init__(self, number: int, word: str, count: Callable[..., Any]) -> None:
        self.number, self.word, self.count = number, word, count  # type: ignore[misc]


# number, word in an effect (the card's text is in words/english.py), and the rule
COUNTS: Kinds[Count] = Kinds(
    WRITER,
    Count(SHIPS, "ship", ships_of),
    Count(SLOOPS, "sloop", ships_of_kind),
    Count(CUTTERS, "cutter", ships_of_kind),
    Count(SCHOONERS, "schooner", ships_of_kind),
    Count(SHIP_KINDS, "kind of ship", kinds_of_ship),
    Count(SHIP_SETS, "set of ships", sets_of_ships),  # a sloop, a cutter and a schooner
    Count(BUILDINGS, "building", buildings_of),  # the card itself included, also those off the board
    Count(BUILDINGS_A, "A building", buildings_of_letter),
    Count(BUILDINGS_B, "B building", buildings_of_letter),
    Count(BUILDINGS_C, "C building", buildings_of_letter),
    Count(BUILDINGS_IMMEDIATELY, "immediately building", buildings_of_category),
    Count(BUILDINGS_WHENEVER, "whenever building", buildings_of_category),
    Count(BUILDINGS_ANYTIME, "anytime building", buildings_of_category),
    Count(BUILDINGS_ONCE, "once building", buildings_of_category),
    Count(BUILDINGS_SPECIAL, "special building", buildings_of_category),
    Count(BUILDINGS_POINTS, "points building", buildings_of_category),
    Count(BUILDINGS_MINUS, "minus building", buildings_with_minus_points),  # printed points below 0
    Count(BUILDINGS_ROW_1, "building in row 1", buildings_in_row),
    Count(BUILDINGS_ROW_2, "building in row 2", buildings_in_row),
    Count(BUILDINGS_ROW_3, "building in row 3", buildings_in_row),
    Count(BUILDINGS_COLUMN_A, "building in column a", buildings_in_column),
    Count(BUILDINGS_COLUMN_B, "building in column b", buildings_in_column),
    Count(BUILDINGS_COLUMN_C, "building in column c", buildings_in_column),
    Count(BUILDINGS_COLUMN_D, "building in column d", buildings_in_column),
    Count(FULL_ROWS, "full row", full_rows),  # all its building spaces built on
    Count(FULL_COLUMNS, "full column", full_columns),
    Count(ELDERS, "elder", elders_of),
    Count(FISH_ON_ELDERS, "fish on elders", fish_on_elders),
    Count(SHARES_HOME, "share", shares_at_home),  # issued shares of any colour at home
    Count(OWN_SHARES_HOME, "own share", own_shares_at_home),  # own issued shares at home
    Count(OTHER_SHARES_HOME, "other share", other_shares_at_home),  # others' shares at home
    Count(OWN_SHARES_AWAY, "share away", own_shares_away),  # own shares at others and on the action board
    Count(OWN_SHARES_ON_BOARD, "own share on board", own_shares_on_board),
    Count(SHARES_ON_BOARD, "share on board", shares_on_board),  # of any colour, on the action board
    Count(UNISSUED, "unissued share", unissued_shares),
    Count(ISSUED, "issued share", issued_shares),  # own, wherever it is
    Count(STRIPS, "strip", strips_of),
    Count(WOODED_FIELDS, "wooded field", wooded_fields),  # double fields with at least one strip
    Count(STACKED_STRIPS, "stacked strip", stacked_strips),  # strips that lie on another strip
    Count(FREE_SPACES, "free space", number_of_free_spaces),
    Count(WOODED_SPACES, "wooded space", wooded_spaces),
    Count(HAVE_WOOD, "wood", goods_in_supply),
    Count(HAVE_FISH, "fish", goods_in_supply),
    Count(HAVE_GOLD, "gold", goods_in_supply),
    Count(IN_RESERVE_WOOD, "reserve wood", wood_in_reserve),
    Count(IN_RESERVE_FISH, "reserve fish", fish_in_reserve),
    Count(IN_RESERVE_GOLD, "reserve gold", gold_in_reserve),
    Count(IN_RESERVE, "good in reserve", goods_in_reserve),
    Count(ROUND, "round", round_now),
    Count(CATCH_SIZE, "catch", printed_catch),
    Count(
        CHOSEN_CATCH, "opponent catch", catch_of_opponent
    ),  # in a cost only: of another player, chosen by the builder; solo 0
    Count(FREE_UNITS, "free unit", free_units_of),  # of the track
    Count(COVERED_UNITS, "covered unit", covered_units),
    Count(FILLED_PLATES, "filled plate", filled_plates_now),
    Count(EMPTY_PLATES, "empty plate", empty_plates_now),
    Count(WORKERS_LEFT, "worker left", workers_left),
    Count(OTHERS_WITH_MORE_SHIPS, "player with more ships", others_with_more_ships),
    Count(OTHERS_WITH_MORE_ELDERS, "player with more elders", others_with_more_elders),
    Count(OTHERS_WITH_MORE_BUILDINGS, "player with more buildings", others_with_more_buildings),
    Count(GUESTS, "guest", guests_in_supply),  # in the supply
    Count(GUESTS_ABOARD, "guest aboard", guests_of_player_aboard),  # on own ships
)
COUNT_WORDS = {count.word: int(count.number) for count in COUNTS}

printed_count = COUNTS.dispatch(
    "printed_count",
    "s, box, p, kind, opponent, resources",
    "count",
    "kind",
    "A count without standing effects that add to it; goods, guests and filled plates are those of `resources`.",
    decorator="cold",
)
