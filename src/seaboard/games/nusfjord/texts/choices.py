"""An action in words: as the button that offers it, with what it costs and brings, and as the log tells it."""

import numpy as np

from ....language import _, many
from ..actions.goods import wood_limit
from ..actions.guests import saved_by_guest
from ..actions.serve import fish_for_plates
from ..actions.shares import price_of_shares
from ..actions.ships import ship_cost, ship_of_offer
from ..cards.counting import catch_of, shares_on_board, strips_of
from ..cards.effects import BUY, CLEAR, ISSUE, LINES, REFOREST, SERVE, STRIP, TAKE_GOLD, THIN, TRANSFER, WOOD
from ..elders.functions import fish_of_function
from ..layout import (
    ABOARD,
    AT,
    BUILD_OFFER,
    CARD,
    CATCH_OF,
    DECLINE,
    DO,
    FEED_ELDER,
    FEED_SHARE,
    FILL,
    GUEST_FOR,
    IMITATION,
    ON_ELDER,
    PAY,
    PLACE_ON,
    PLANT_AT,
    PLATES,
    REMOVE_STRIP,
    REVEAL_LETTER,
    SELL_SHIP,
    SKIP,
    SWAP_SHIP,
    TAKE,
    TEAR,
    USE,
    USE_IT,
    USE_RAFT,
    WITH_GUESTS,
)
from ..round.catch import unfed_at
from .effects import GOOD, capital, card_text, effect_text, lines_of, points_text
from .elders import elder_text
from .names import action_name, amount, card_title, elder_name, goods, ship_name, space_name
from .notation import SPACE_NAMES, field_name
from .reasons import cheapest_cost


def choice(seen: np.record, box: np.record, action: int) -> str:
    """What an action does, costs and brings, for a button."""
    for first, words in CHOICES:
        if action >= first:
            return words(seen, box, action - first)
    raise ValueError(action)


def source_of(seen: np.record) -> int:
    """The elder or the card that gives the action at hand."""
    return int(seen.frames[seen.depth - 1].more) if seen.depth else 0


def asked_player(seen: np.record) -> int:
    return max(0, int(seen.mover))


def on_space(seen: np.record, box: np.record, space: int) -> str:
    """A worker on a space of the board."""
    if space >= IMITATION:
        return space_name(box, space)
    return with_gain(action_name(space), deed_text(seen, box, space, 0))


def with_gain(what: str, gain: str) -> str:
    return f"{what}: {gain}" if gain else what


def deed_text(seen: np.record, box: np.record, action: int, source: int) -> str:
    """What the action brings as things stand, where that needs no further choice."""
    p = asked_player(seen)
    me = seen.players[p]
    if action == TAKE_GOLD:
        return ""
    if action == TRANSFER:
        return goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold))
    if action == SERVE and seen.plates < PLATES:
        return _("{n} fish for the next plate, 1 gold each", n=int(fish_for_plates(seen, box, p, 1, source)))
    if action == ISSUE:
        return f"+{goods(0, 0, int(box.issue_gain))}"
    if action == BUY:
        shares, price = int(shares_on_board(seen, box)), goods(0, 0, int(price_of_shares(seen, box, p, source)))
        return many(shares, "{n} share for {price}", "{n} shares for {price}", price=price)
    if action == CLEAR:
        return f"-{amount(1, GOOD[STRIP])}, +{amount(kept(seen, box, p, int(box.clear_gain)), GOOD[WOOD])}"
    if action == THIN:
        return f"+{amount(kept(seen, box, p, int(strips_of(seen, p))), GOOD[WOOD])}"
    if action == REFOREST:
        return f"+{amount(int(box.reforest_strips), GOOD[STRIP])}"
    return ""


def kept(seen: np.record, box: np.record, p: int, wood: int) -> int:
    """N1.7: of so much wood what does not get lost."""
    return max(0, min(wood, int(wood_limit(seen, box, p)) - int(seen.players[p].wood)))


def on_elder(seen: np.record, box: np.record, elder: int) -> str:
    """What an elder does; where it brings fish by number, how many."""
    text = with_gain(elder_name(elder), elder_text(box, elder))
    e = box.elders[elder]
    if e.fish_per_building or e.fish_per_elder:
        text = f"{text} ({goods(0, int(fish_of_function(seen, box, asked_player(seen), elder)), 0)})"
    return text


def action_to_do(seen: np.record, box: np.record, action: int) -> str:
    return with_gain(action_name(action), deed_text(seen, box, action, source_of(seen)))


def plates(seen: np.record, box: np.record, n: int) -> str:
    n = min(n, PLATES - int(seen.plates))
    fish = goods(0, int(fish_for_plates(seen, box, asked_player(seen), n, source_of(seen))), 0)
    gold = goods(0, 0, n)
    return many(n, "Fill {n} plate: {fish}, brings {gold}", "Fill {n} plates: {fish}, brings {gold}", fish=fish, gold=gold)


def offer(seen: np.record, box: np.record, n: int) -> str:
    p, source, kind = asked_player(seen), source_of(seen), int(ship_of_offer(n))
    cost = goods(*ship_cost(seen, box, p, n, source))
    ship = capital(ship_name(kind))
    return many(
        int(box.ship_points[kind]), "{ship} for {cost}: {n} point", "{ship} for {cost}: {n} points", ship=ship, cost=cost
    )


def building(seen: np.record, box: np.record, card: int) -> str:
    """What a building costs now, its points, and what it does."""
    cost = goods(*cheapest_cost(seen, box, asked_player(seen), card, source_of(seen)))
    points = points_text(box.cards[card], lines_of(box, card))
    title = card_title(box, card)
    return _("{card} for {cost} ({points} points): {effect}", card=title, cost=cost, points=points, effect=card_text(box, card))


def effect(seen: np.record, box: np.record, number: int) -> str:
    card, line = divmod(number, LINES)
    text = effect_text(lines_of(box, card)[line : line + 1])
    return f"{card_title(box, card)}: {text}"


def swap(seen: np.record, box: np.record, kind: int) -> str:
    return _("Swap a {old} for a {new}", old=ship_name(kind), new=ship_name(kind + 1))


def sell(seen: np.record, box: np.record, kind: int) -> str:
    return _("Sell a {ship} for {gold}", ship=ship_name(kind), gold=goods(0, 0, int(box.ship_price[kind])))


def feed_share(seen: np.record, box: np.record, seat: int) -> str:
    shares = int(unfed_at(seen, box, asked_player(seen), seat))
    return many(shares, "Player {seat} ({n} of your shares)", "Player {seat} ({n} of your shares)", seat=seat + 1)


def catch_counts(seen: np.record, box: np.record, seat: int) -> str:
    catch = goods(0, int(catch_of(seen, box, seat)), 0)
    return _("The catch of player {seat}: {fish}", seat=seat + 1, fish=catch)


def guest_for(seen: np.record, box: np.record, good: int) -> str:
    """N13.2: what a guest saves of the cost."""
    saved = min(int(seen.to_pay[good]), int(saved_by_guest(seen, box, asked_player(seen), good)))
    return _("A guest for {goods}", goods=amount(saved, GOOD[good]))


def guests_serve(seen: np.record, box: np.record, n: int) -> str:
    return many(n, "{n} plate with a guest", "{n} plates with guests")


CHOICES = (
    (USE, effect),
    (ABOARD, lambda seen, box, kind: _("A guest on a {ship}", ship=ship_name(kind))),
    (WITH_GUESTS, guests_serve),
    (GUEST_FOR, guest_for),
    (PAY, lambda seen, box, n: _("Pay {goods}", goods=goods(*(int(n) for n in seen.to_pay)))),
    (TEAR, lambda seen, box, card: _("Remove {card}", card=card_title(box, card))),
    (CARD, building),
    (USE_IT, lambda seen, box, n: _("Use the elder at once")),
    (USE_RAFT, lambda seen, box, n: _("Lay a raft")),
    (REVEAL_LETTER, lambda seen, box, n: _("Reveal a B building") if n else _("Reveal an A building")),
    (SELL_SHIP, sell),
    (SWAP_SHIP, swap),
    (AT, lambda seen, box, space: _("Build on {space}", space=SPACE_NAMES[space])),
    (CATCH_OF, catch_counts),
    (FEED_SHARE, feed_share),
    (FEED_ELDER, lambda seen, box, elder: elder_name(elder)),
    (TAKE, on_elder),
    (BUILD_OFFER, offer),
    (PLANT_AT, lambda seen, box, field: _("Lay strips on {space} and to the right", space=field_name(box, field))),
    (REMOVE_STRIP, lambda seen, box, field: _("Remove a strip at {space}", space=field_name(box, field))),
    (FILL, plates),
    (DO, action_to_do),
    (ON_ELDER, on_elder),
    (PLACE_ON, on_space),
    (SKIP, lambda seen, box, n: _("Skip this turn")),
    (DECLINE, lambda seen, box, n: _("Decline")),
)


def told(before: np.record, box: np.record, action: int) -> str:
    """The choice as the log tells it."""
    for first, words in STORIES:
        if action >= first:
            return words(box, action - first)
    raise ValueError(action)


STORIES = (
    (USE, lambda box, n: _("uses {card}", card=card_title(box, n // LINES))),
    (ABOARD, lambda box, kind: _("puts a guest on a {ship}", ship=ship_name(kind))),
    (WITH_GUESTS, lambda box, n: many(n, "serves {n} plate with guests", "serves {n} plates with guests")),
    (GUEST_FOR, lambda box, good: _("gives a guest for fish") if good else _("gives a guest for wood")),
    (PAY, lambda box, n: _("pays")),
    (TEAR, lambda box, card: _("removes {card}", card=card_title(box, card))),
    (CARD, lambda box, card: _("chooses {card}", card=card_title(box, card))),
    (USE_IT, lambda box, n: _("uses the elder at once")),
    (USE_RAFT, lambda box, n: _("lays a raft")),
    (REVEAL_LETTER, lambda box, n: _("reveals a B building") if n else _("reveals an A building")),
    (SELL_SHIP, lambda box, kind: _("sells a {ship}", ship=ship_name(kind))),
    (SWAP_SHIP, lambda box, kind: _("swaps a {old} for a {new}", old=ship_name(kind), new=ship_name(kind + 1))),
    (AT, lambda box, space: _("builds on {space}", space=SPACE_NAMES[space])),
    (CATCH_OF, lambda box, seat: _("pays by the catch of player {seat}", seat=seat + 1)),
    (FEED_SHARE, lambda box, seat: _("serves a share at player {seat}", seat=seat + 1)),
    (FEED_ELDER, lambda box, elder: _("serves the {elder}", elder=elder_name(elder))),
    (TAKE, lambda box, elder: _("chooses the {elder}", elder=elder_name(elder))),
    (BUILD_OFFER, lambda box, n: _("chooses a {ship}", ship=ship_name(int(ship_of_offer(n))))),
    (PLANT_AT, lambda box, field: _("lays strips on {space} and to the right", space=field_name(box, field))),
    (REMOVE_STRIP, lambda box, field: _("removes a strip at {space}", space=field_name(box, field))),
    (FILL, lambda box, n: many(n, "fills {n} plate", "fills {n} plates")),
    (DO, lambda box, action: _("does: {action}", action=action_name(action))),
    (ON_ELDER, lambda box, elder: _("places a worker on the {elder}", elder=elder_name(elder))),
    (PLACE_ON, lambda box, space: _("places a worker on: {space}", space=space_name(box, space))),
    (SKIP, lambda box, n: _("skips the turn")),
    (DECLINE, lambda box, n: _("declines")),
)
