"""The order of things: N3 to N8 round by round, and what each answer does. What needs no answer goes on by itself."""

from ...core.rule import rule
from ...core.seam import MORE, READY
from .actions.board_actions import do_action, problem_with_any
from .actions.build import choose_card, lay_building, pay_building, remove_building, take_building
from .actions.forest import plant, problem_with_planting, remove_strip
from .actions.guests import board_ship, can_board, give_guest_for, pay_rest
from .actions.serve import fill_plates, serve_plates
from .actions.ships import build_ship, lay_ship, problem_with_raft, sell_ship, ship_of_offer, swap_ship
from .actions.work import place_on_board, place_on_elder
from .asking import NOTHING_CAN_BE_DONE, only_answer
from .cards.counting import strips_of
from .cards.effect_timing import asked, decline_effects, resolve, some_effect, use_effect
from .cards.effects import ANYTIME, LINES, SKIP_TURN
from .cards.events import happens
from .cards.stock import can_reveal, reveal_card
from .elders.council import take_elder
from .elders.functions import let_elder_act, problem_with_using, use_elder
from .layout import (
    ABOARD,
    AT,
    BEFORE_ELDER,
    BEFORE_SCORING,
    BUILD_OFFER,
    CARD,
    CATCH_OF,
    CATCHING,
    CHOOSE_ACTION,
    DECLINE,
    DO,
    FEED_ELDER,
    FEED_SHARE,
    FIELD_TO_PLANT,
    FILL,
    GOING_HOME,
    GUEST_FOR,
    GUEST_TO_SHIP,
    HAND_OUT,
    LAST_ROUND,
    LAY_RAFT,
    LET_ELDER_ACT,
    LETTER_TO_REVEAL,
    NOBODY,
    ON_BUILDING,
    ON_ELDER,
    OVER,
    PAY,
    PAY_BUILDING,
    PLACE,
    PLACE_ON,
    PLANT_AT,
    RAFTS_LAID,
    REMOVE_STRIP,
    RESOLVE,
    REVEAL_LETTER,
    SELL_SHIP,
    SKIP,
    STRIP_TO_REMOVE,
    SWAP_SHIP,
    TAKE,
    TEAR,
    USE,
    USE_IT,
    USE_RAFT,
    USE_TAKEN_ELDER,
    WINDOW,
    WITH_GUESTS,
    WORKING,
)
from .pending import pop, push, top_kind
from .reasons import FINE
from .round.catch import begin_catch, feed_elder, feed_share, hand_out
from .round.home import go_home


@rule
def mover(s):
    """Whose decision it is, -1 when the game is over."""
    return int(s.mover)


@rule
def apply(s, box, action):
    """Carries out an allowed action, and all that follows until somebody has a choice, or the game is over."""
    while action != READY:
        action = apply_step(s, box, action)


@rule
def run(s, box):
    """Goes on until somebody has a choice."""
    apply(s, box, MORE)


@rule
def apply_step(s, box, action):
    """One step: an answer, or the work on top. Tells the answer if there is only one, else whether there is MORE to do."""
    if action != MORE:
        answer(s, box, action)
        return MORE
    while True:
        if s.depth == 0:
            next_step(s, box)
            if s.stage == OVER:
                return READY
        elif needs_an_answer(s, box):
            return answer_needed(s, box)
        if not passes_quickly(s):
            return MORE


@rule
def answer_needed(s, box):
    """Whose answer it is. Tells it, if there is only one; where none can be given the work is dropped."""
    s.mover = asked(s)
    action = only_answer(s, box)
    if action == NOTHING_CAN_BE_DONE:
        pop(s)
        return MORE
    return action


@rule
def passes_quickly(s):
    """Whether what follows is not worth a step of its own: the next turn or catch, a window with nothing in it, a worker."""
    if s.depth == 0:
        return s.stage in (CATCHING, WORKING)
    f = s.frames[s.depth - 1]
    return f.kind == PLACE or (f.kind == WINDOW and not may_open(s.players[f.player]))


@rule
def next_step(s, box):
    """N3, N4, N8: the stages of a round, and of the game."""
    players = int(box.players)
    p = (int(s.start_player) + int(s.turn)) % players
    if s.stage == CATCHING and s.turn < players:
        s.turn += 1
        begin_catch(s, box, p)
    elif s.stage == CATCHING:
        begin_stage(s, WORKING)
        push(s, RESOLVE, NOBODY, 0, 0)
    elif s.stage == WORKING and s.turn < players * int(box.workers):
        s.turn += 1
        push(s, WINDOW, p, 0, 0)  # N9.3: after the turn
        push(s, RESOLVE, p, 0, 0)
        push(s, PLACE, p, 0, 0)
        push(s, WINDOW, p, 0, 0)
    elif s.stage == WORKING:
        begin_stage(s, GOING_HOME)
    elif s.stage == GOING_HOME and s.round_number < LAST_ROUND:
        go_home(s, box)
        begin_stage(s, CATCHING)
        open_windows(s, players)
        push(s, RESOLVE, NOBODY, 0, 1)
    elif s.stage == GOING_HOME:
        begin_stage(s, BEFORE_SCORING)
        open_windows(s, players)
    else:
        begin_stage(s, OVER)
        s.mover = NOBODY


@rule
def begin_stage(s, stage):
    s.stage = stage
    s.turn = 0


@rule
def open_windows(s, players):
    """N9.3: for all, in turn order from the start player."""
    for k in range(players - 1, -1, -1):
        push(s, WINDOW, (int(s.start_player) + k) % players, 0, 0)


@rule
def needs_an_answer(s, box):
    """Whether the work on top asks something; what does not is done or dropped."""
    f = s.frames[s.depth - 1]
    kind, p = int(f.kind), int(f.player)
    if kind == HAND_OUT:
        return hand_out(s, box)
    if kind == RESOLVE:
        return resolve(s, box)
    if kind == LET_ELDER_ACT:
        elder = int(f.what)
        pop(s)
        let_elder_act(s, box, p, elder)
        return False
    if is_possible(s, box, kind, p):
        return True
    if kind == WINDOW:
        s.uses = 0
    pop(s)
    return False


@rule
def is_possible(s, box, kind, p):
    """Nobody is asked where nothing can be done (N6.6, N9.3)."""
    f = s.frames[s.depth - 1]
    if kind == WINDOW:
        return may_open(s.players[p]) and (can_board(s.players[p]) or some_effect(s, box, p, False))
    if kind == GUEST_TO_SHIP:
        return can_board(s.players[p])
    if kind in (ON_BUILDING, BEFORE_ELDER):
        return some_effect(s, box, p, False)
    if kind == CHOOSE_ACTION:
        return problem_with_any(s, box, p, int(f.what), int(f.more)) == FINE
    if kind == STRIP_TO_REMOVE:
        return strips_of(s, p) > 0
    if kind == FIELD_TO_PLANT:
        return problem_with_planting(s, box, p, int(f.what) & 1) == FINE
    if kind == USE_TAKEN_ELDER:
        return problem_with_using(s, box, p, int(f.what)) == FINE
    if kind == LETTER_TO_REVEAL:
        return can_reveal(s, box)
    if kind == LAY_RAFT:
        return problem_with_raft(s, box, p) == FINE
    return True


@rule
def may_open(me):
    """N9.3, N13.4: whether a window has something in it: a guest who can go aboard, or perhaps an effect."""
    return can_board(me) or int(me.has) >> ANYTIME & 1


@rule
def answer(s, box, action):
    """What an answer does to the question on top."""
    if action >= USE:
        use_effect(s, box, (action - USE) // LINES, (action - USE) % LINES)
    elif action >= ABOARD:
        board_ship(s, box, action - ABOARD)  # the question stays, for the next guest
    elif action >= PAY:
        pay_with_guests(s, box, action)
    elif action == DECLINE and top_kind(s) in (RESOLVE, WINDOW, ON_BUILDING, BEFORE_ELDER):
        decline_effects(s, box)
    elif action >= FEED_ELDER and action < CATCH_OF:
        feed(s, box, action)
    else:
        f = s.frames[s.depth - 1]
        p, what, more = int(f.player), int(f.what), int(f.more)
        pop(s)
        if action < DO:
            take_turn(s, box, p, action)
        elif action < AT:
            answer_in_action(s, box, p, what, more, action)
        else:
            answer_to_card(s, box, p, what, more, action)


@rule
def feed(s, box, action):
    """N3.4: whom to serve."""
    f = s.frames[s.depth - 1]
    if action < FEED_SHARE:
        feed_elder(s, box, f, action - FEED_ELDER)
    else:
        feed_share(s, box, f, action - FEED_SHARE)


@rule
def pay_with_guests(s, box, action):
    """N13.2, N13.3: a guest for wood or fish, the rest of a cost, or so many plates."""
    f = s.frames[s.depth - 1]
    kind, p, what, more = int(f.kind), int(f.player), int(f.what), int(f.more)
    if GUEST_FOR <= action < WITH_GUESTS:
        give_guest_for(s, box, p, action - GUEST_FOR)
        return
    pop(s)
    if action >= WITH_GUESTS:
        fill_plates(s, box, p, what, action - WITH_GUESTS, more)
        return
    pay_rest(s, p)
    if kind == PAY_BUILDING:
        take_building(s, box, p, what)
    else:
        lay_ship(s, box, p, ship_of_offer(what))


@rule
def take_turn(s, box, p, action):
    """N4.1: the worker is placed, or the turn skipped; what else was asked was declined."""
    if action == SKIP:
        happens(s, box, p, SKIP_TURN, 1)
    elif action >= ON_ELDER:
        place_on_elder(s, box, p, action - ON_ELDER)
    elif action >= PLACE_ON:
        place_on_board(s, box, p, action - PLACE_ON)


@rule
def answer_in_action(s, box, p, what, more, action):
    """N5, N6: answers to what an action asks."""
    if action < FILL:
        do_action(s, box, p, action - DO, more)
    elif action < REMOVE_STRIP:
        serve_plates(s, box, p, action - FILL, more)
    elif action < PLANT_AT:
        remove_strip(s, box, p, action - REMOVE_STRIP)
    elif action < BUILD_OFFER:
        plant(s, box, p, action - PLANT_AT, more)
    elif action < TAKE:
        build_ship(s, box, p, action - BUILD_OFFER, more)
    elif action < FEED_ELDER:
        take_elder(s, box, p, action - TAKE)
    else:
        pay_building(s, box, p, what, more, action - CATCH_OF)


@rule
def answer_to_card(s, box, p, what, more, action):
    """N5.4, N7: answers to cards and elders."""
    if action < SWAP_SHIP:
        lay_building(s, box, p, what, action - AT)
    elif action < SELL_SHIP:
        swap_ship(s, p, action - SWAP_SHIP)
    elif action < REVEAL_LETTER:
        sell_ship(s, box, p, action - SELL_SHIP)
    elif action < USE_RAFT:
        reveal_card(s, box, action - REVEAL_LETTER)
    elif action == USE_RAFT:
        s.players[p].ships[RAFTS_LAID] += 1
    elif action == USE_IT:
        use_elder(s, box, p, what)
    elif action < TEAR:
        choose_card(s, box, p, action - CARD, more)
    else:
        remove_building(s, box, p, action - TEAR)
