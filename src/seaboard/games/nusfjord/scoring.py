"""N10 scoring."""

from ...core.rule import rule
from .cards.counting import conditions_hold, multiplier, standing_amount
from .cards.counts import free_spaces, guests_aboard, shares_at_home
from .cards.effects import FREE_SPACES_COST_NOTHING, LINES, POINTS, RESERVE_GOLD_COUNTS, UNISSUED_COST_NOTHING, has_line
from .derived import lowest
from .layout import NOBODY
from .resources import resources_of

SCORE_KINDS = ("buildings", "ships", "shares", "gold", "free spaces", "unissued shares", "guests")
PARTS = 2  # of a point: a guest in the supply counts half a point


def kinds_in_play(box):
    """N12.2: guests score only if a card of this game gives guests."""
    return [n for n, kind in enumerate(SCORE_KINDS) if kind != "guests" or box.guests]


@rule
def score_sheet(s, box, out):
    """N10.1: the points of each seat, by SCORE_KINDS, in half points."""
    for seat in range(int(box.players)):
        me = s.players[seat]
        gold = int(me.gold)
        if standing_amount(s, box, seat, RESERVE_GOLD_COUNTS, 0) > 0:
            gold += int(me.reserve_gold)
        free = free_spaces(s, seat).bit_count()
        out[seat, 0] = PARTS * points_of_buildings(s, box, seat)
        out[seat, 1] = PARTS * points_of_ships(s, box, seat)
        out[seat, 2] = PARTS * shares_at_home(s, seat)
        out[seat, 3] = PARTS * gold
        out[seat, 4] = -PARTS * max(0, free - standing_amount(s, box, seat, FREE_SPACES_COST_NOTHING, 0))
        out[seat, 5] = -PARTS * max(0, int(me.unissued) - standing_amount(s, box, seat, UNISSUED_COST_NOTHING, 0))
        out[seat, 6] = int(me.guests) + PARTS * guests_aboard(me)


@rule
def points_of_buildings(s, box, p):
    """N9.4: printed points, and what the Points lines count."""
    points = 0
    built = int(s.players[p].built)
    while built:
        points += points_of_card(s, box, p, int(s.players[p].harbour[lowest(built)]))
        built &= built - 1
    return points


@rule
def points_of_card(s, box, p, card):
    """N9.1, N9.4: the points of one building as the game stands now."""
    points = int(box.cards[card].points)
    resources = resources_of(s, p)
    if has_line(box.cards[card], POINTS):
        for n in range(LINES):
            line = box.lines[card * LINES + n]
            if line.trigger == POINTS and conditions_hold(s, box, p, line, resources):
                counted = int(line.points) * multiplier(s, box, p, line, NOBODY, resources)
                if line.most > 0:
                    counted = max(-int(line.most), min(int(line.most), counted))
                points += counted
    return points


@rule
def points_of_ships(s, box, p):
    """N1.4, N10.1."""
    points = 0
    for kind in range(3):
        points += int(s.players[p].ships[kind]) * int(box.ship_points[kind])
    return points


@rule
def tie_break(s, box, seat):
    """N10.2: ties share the win."""
    return 0
