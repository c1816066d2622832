"""What is asked now, and which answers are allowed."""

from ...core.rule import rule
from ...core.seam import READY
from .actions.board_actions import problem_with_doing
from .actions.build import can_pay_building, problem_with_card, problem_with_space
from .actions.forest import problem_with_field, problem_with_strip_at
from .actions.guests import problem_with_boarding, problem_with_guest_for, problem_with_paying
from .actions.serve import problem_with_plates
from .actions.ships import problem_with_ship, problem_with_swap
from .actions.work import problem_with_imitating, problem_with_own_elder, problem_with_space_on_board
from .cards.counting import free_spaces
from .cards.effect_timing import asked, problem_with_declining_effects, problem_with_effect
from .cards.effects import LINES
from .cards.stock import cards_at
from .elders.council import problem_with_elder_there
from .elders.functions import MUST, problem_with_guests_serving
from .layout import (
    ABOARD,
    ACTIONS,
    AT,
    BEFORE_ELDER,
    BUILD_OFFER,
    BUILDING_TO_REMOVE,
    BUILT,
    CARD,
    CARD_TO_BUILD,
    CATCH_OF,
    CHOOSE_ACTION,
    COUNCIL,
    DECLINE,
    DO,
    ELDER_TO_TAKE,
    FEED_ELDER,
    FEED_SHARE,
    FIELD_TO_PLANT,
    FILL,
    GUEST_FOR,
    GUEST_TO_SHIP,
    GUESTS_AT_TABLE,
    HAND_OUT,
    IMITATE_WHICH,
    LAY_RAFT,
    LETTER_TO_REVEAL,
    ON_BUILDING,
    ON_ELDER,
    OVER,
    PAY,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    PLACE_ON,
    PLANT_AT,
    PLATES_TO_FILL,
    REMOVE_STRIP,
    RESOLVE,
    REVEAL_LETTER,
    SELL_SHIP,
    SHIP_TO_BUILD,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SKIP,
    SPACE_TO_BUILD_ON,
    STOCK,
    STRIP_TO_REMOVE,
    SWAP_SHIP,
    TAKE,
    TEAR,
    USE,
    USE_IT,
    USE_RAFT,
    USE_TAKEN_ELDER,
    WHOSE_CATCH,
    WINDOW,
    WITH_GUESTS,
)
from .reasons import (
    ACTION_NOT_NAMED,
    FINE,
    GAME_IS_OVER,
    MUST_NOT_DECLINE,
    NO_SUCH_ACTION,
    NO_SUCH_SHIP,
    NOT_ASKED,
    NOT_YOUR_BUILDING,
    STOCK_IS_EMPTY,
    THAT_IS_YOU,
    TOO_DEAR,
)
from .round.catch import STEP, TO_ELDERS, problem_with_feeding_elder, problem_with_feeding_share

NOTHING_CAN_BE_DONE = -3  # no answer is allowed
OPTIONAL = 2  # in `what` of a frame that plants; ON_WOOD is 1


@rule
def asks_for_effects(kind):
    return kind in (RESOLVE, WINDOW, ON_BUILDING, BEFORE_ELDER)


@rule
def first_answer(s, kind):
    """The answers to each question lie together: the first of them (DECLINE aside)."""
    if kind == PLACE:
        return SKIP
    if kind in (WINDOW, GUEST_TO_SHIP):
        return ABOARD  # in a window the effects follow
    if asks_for_effects(kind):
        return USE
    if kind == HAND_OUT:
        return FEED_ELDER if int(s.frames[s.depth - 1].more) // STEP == TO_ELDERS else FEED_SHARE
    if kind in (CHOOSE_ACTION, IMITATE_WHICH):
        return DO
    if kind == PLATES_TO_FILL:
        return FILL
    if kind == CARD_TO_BUILD:
        return CARD
    if kind == WHOSE_CATCH:
        return CATCH_OF
    if kind == SPACE_TO_BUILD_ON:
        return AT
    if kind == STRIP_TO_REMOVE:
        return REMOVE_STRIP
    if kind == FIELD_TO_PLANT:
        return PLANT_AT
    if kind == SHIP_TO_BUILD:
        return BUILD_OFFER
    if kind == ELDER_TO_TAKE:
        return TAKE
    if kind == USE_TAKEN_ELDER:
        return USE_IT
    if kind == SHIP_TO_SWAP:
        return SWAP_SHIP
    if kind == SHIP_TO_SELL:
        return SELL_SHIP
    if kind == LETTER_TO_REVEAL:
        return REVEAL_LETTER
    if kind == BUILDING_TO_REMOVE:
        return TEAR
    if kind in (PAY_BUILDING, PAY_SHIP):
        return PAY
    if kind == GUESTS_AT_TABLE:
        return WITH_GUESTS
    return USE_RAFT


@rule
def after_answers(box, kind, first):
    """The number after the last answer of that range."""
    if first == SKIP:
        return DO
    if first == DO:
        return FILL
    if first == FILL:
        return REMOVE_STRIP
    if first == REMOVE_STRIP:
        return PLANT_AT
    if first == PLANT_AT:
        return BUILD_OFFER
    if first == BUILD_OFFER:
        return TAKE
    if first == TAKE:
        return FEED_ELDER
    if first == FEED_ELDER:
        return FEED_SHARE
    if first == FEED_SHARE:
        return FEED_SHARE + int(box.players)
    if first == CATCH_OF:
        return CATCH_OF + int(box.players)
    if first == AT:
        return SWAP_SHIP
    if first == SWAP_SHIP:
        return SELL_SHIP
    if first == SELL_SHIP:
        return REVEAL_LETTER
    if first == REVEAL_LETTER:
        return USE_RAFT
    if first in (CARD, TEAR):
        return first + int(box.number_of_cards) + 1
    if first == PAY:
        return WITH_GUESTS
    if first == WITH_GUESTS:
        return ABOARD
    if kind == GUEST_TO_SHIP:
        return USE
    if first >= ABOARD:
        return USE + (int(box.number_of_cards) + 1) * LINES
    return first + 1


@rule
def problem(s, box, action):
    """Why an action is not allowed now, FINE if it is."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.stage == OVER:
        return GAME_IS_OVER
    kind = int(s.frames[s.depth - 1].kind)
    if action == DECLINE:
        return problem_with_declining(s, box, kind)
    first = first_answer(s, kind)
    if action < first or action >= after_answers(box, kind, first):
        return NOT_ASKED
    return problem_with_answer(s, box, kind, action, action - first)


@rule
def problem_with_declining(s, box, kind):
    """What may be declined: see the rule of each question."""
    f = s.frames[s.depth - 1]
    if asks_for_effects(kind):
        return problem_with_declining_effects(s, box)
    if kind == CHOOSE_ACTION:
        return MUST_NOT_DECLINE if f.what & MUST else FINE
    if kind == STRIP_TO_REMOVE:
        return FINE if f.what else MUST_NOT_DECLINE
    if kind == FIELD_TO_PLANT:
        return FINE if f.what & OPTIONAL else MUST_NOT_DECLINE
    if kind in (USE_TAKEN_ELDER, LAY_RAFT, GUEST_TO_SHIP):
        return FINE
    return NOT_ASKED if kind == PLACE else MUST_NOT_DECLINE


@rule
def problem_with_answer(s, box, kind, action, n):
    """Answer `n` of those to the question on top."""
    f = s.frames[s.depth - 1]
    p = int(f.player)
    if kind == PLACE:
        return problem_with_turn(s, box, p, action)
    if action >= USE:
        return problem_with_effect(s, box, (action - USE) // LINES, (action - USE) % LINES)
    if kind == CARD_TO_BUILD:
        return problem_with_card(s, box, p, n, int(f.more))
    if kind == SPACE_TO_BUILD_ON:
        return problem_with_space(s, box, p, n)
    if kind == CHOOSE_ACTION:
        if not int(f.what) >> n & 1:
            return ACTION_NOT_NAMED  # N6.6
        return problem_with_doing(s, box, p, n, int(f.more))
    if kind == IMITATE_WHICH:
        return problem_with_imitating(s, box, p, n, int(f.what))
    if kind == PLATES_TO_FILL:
        return problem_with_plates(s, box, p, n, int(f.more))
    if kind == STRIP_TO_REMOVE:
        return problem_with_strip_at(s, p, n)
    if kind == FIELD_TO_PLANT:
        return problem_with_field(s, box, p, n, int(f.what) & 1, free_spaces(s, box, p))
    if kind == SHIP_TO_BUILD:
        return problem_with_ship(s, box, p, n, int(f.more))
    return problem_with_rare_answer(s, box, kind, p, n)


@rule
def problem_with_rare_answer(s, box, kind, p, n):
    f = s.frames[s.depth - 1]
    if kind == ELDER_TO_TAKE:
        return problem_with_elder_there(s, n)
    if kind == HAND_OUT:
        if int(f.more) // STEP == TO_ELDERS:
            return problem_with_feeding_elder(s, p, n)
        return problem_with_feeding_share(s, box, p, n)
    if kind == WHOSE_CATCH:
        if n == p:
            return THAT_IS_YOU  # N9.12
        return FINE if can_pay_building(s, box, p, int(f.what), int(f.more), n) else TOO_DEAR
    if kind == SHIP_TO_SWAP:
        return problem_with_swap(s, box, p, n)
    if kind == SHIP_TO_SELL:
        return FINE if s.players[p].ships[n] > 0 else NO_SUCH_SHIP
    if kind == LETTER_TO_REVEAL:
        return FINE if cards_at(s, box, STOCK, n) > 0 else STOCK_IS_EMPTY
    if kind == BUILDING_TO_REMOVE:
        return FINE if s.where[n] == BUILT + p else NOT_YOUR_BUILDING
    return problem_with_guests(s, box, kind, p, n)


@rule
def problem_with_guests(s, box, kind, p, n):
    """N13: paying, serving and going aboard."""
    f = s.frames[s.depth - 1]
    if kind in (WINDOW, GUEST_TO_SHIP):
        return problem_with_boarding(s, p, n)
    if kind == GUESTS_AT_TABLE:
        return problem_with_guests_serving(s, box, p, int(f.what), n, int(f.more))
    if kind in (PAY_BUILDING, PAY_SHIP):
        return problem_with_paying(s, p) if n == 0 else problem_with_guest_for(s, box, p, n - (GUEST_FOR - PAY))
    return FINE


@rule
def problem_with_turn(s, box, p, action):
    """N4.1: a space of the board, an own elder, or none."""
    if action == SKIP:
        return FINE
    if action < ON_ELDER:
        return problem_with_space_on_board(s, box, p, action - PLACE_ON)
    return problem_with_own_elder(s, box, p, action - ON_ELDER)


@rule
def legal(s, box, out):
    """Writes the actions that are allowed now, in rising order, and tells how many they are."""
    if s.stage == OVER:
        return 0
    n = 0
    kind = int(s.frames[s.depth - 1].kind)
    if kind != PLACE and problem_with_declining(s, box, kind) == FINE:
        out[0] = DECLINE
        n = 1
    first = first_answer(s, kind)
    after = after_answers(box, kind, first)
    action = first
    while action < after:
        skipped = answers_to_skip(s, kind, action)
        if skipped == 0 and problem_with_answer(s, box, kind, action, action - first) == FINE:
            out[n] = action
            n += 1
        action += max(1, skipped)
    return n


@rule
def answers_to_skip(s, kind, action):
    """How many answers from here on, for speed, are not worth asking about: of somebody else's building or elder."""
    if action >= USE:
        return 0 if s.where[(action - USE) // LINES] == BUILT + asked(s) else LINES
    return 1 if kind == PLACE and action >= ON_ELDER and s.elder_at[action - ON_ELDER] != COUNCIL + s.mover else 0


@rule
def only_answer(s, box):
    """The one action that is allowed now; READY when there is a choice. A turn is always asked."""
    kind = int(s.frames[s.depth - 1].kind)
    if kind == PLACE or problem_with_declining(s, box, kind) == FINE:
        return READY
    first = first_answer(s, kind)
    after = after_answers(box, kind, first)
    only, action = NOTHING_CAN_BE_DONE, first
    while action < after:
        skipped = answers_to_skip(s, kind, action)
        if skipped == 0 and problem_with_answer(s, box, kind, action, action - first) == FINE:
            if only != NOTHING_CAN_BE_DONE:
                return READY
            only = action
        action += max(1, skipped)
    return only
