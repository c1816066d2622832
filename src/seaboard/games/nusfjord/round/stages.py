"""N3, N4, N8 the order of the stages, turns and rounds, and when effects can be used."""

from ....core.rule import rule
from ..cards.effect_timing import may_need_window, push_resolution, push_resolution_of_events, push_window
from ..layout import BEFORE_SCORING, CATCHING, GOING_HOME, LAST_ROUND, NOBODY, OVER, PLACE, WORKING
from ..pending import push
from .catch import begin_catch
from .home import go_home


@rule
def next_step(s, box):
    """N3, N4, N8: continues when nothing is pending: the next catch, turn, stage or round, or the end of the game."""
    players = int(box.players)
    p = (int(s.start_player) + int(s.turn)) % players
    if s.stage == CATCHING and s.turn < players:
        s.turn += 1
        begin_catch(s, box, p)
    elif s.stage == CATCHING:
        begin_stage(s, WORKING)
        push_resolution(s, NOBODY)
    elif s.stage == WORKING and s.turn < players * int(box.workers):
        s.turn += 1
        begin_turn(s, p)
    elif s.stage == WORKING:
        begin_stage(s, GOING_HOME)
    elif s.stage == GOING_HOME and s.round_number < LAST_ROUND:
        go_home(s, box)
        begin_stage(s, CATCHING)
        open_windows(s, players)
        push_resolution_of_events(s, NOBODY)
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
def begin_turn(s, p):
    """N4.1, N9.2, N9.3: placing a worker, then the triggered effects; Anytime effects before and after."""
    push_window(s, p)
    push_resolution(s, p)
    push(s, PLACE, p, 0, 0)
    if may_need_window(s.players[p]):
        push_window(s, p)


@rule
def open_windows(s, players):
    """N9.3: windows for all players, in turn order from the start player."""
    for k in range(players - 1, -1, -1):
        push_window(s, (int(s.start_player) + k) % players)
