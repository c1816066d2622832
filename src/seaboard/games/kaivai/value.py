"""K5.6, K11 loss of value: the end of a round."""

from ...core.rule import rule
from .layout import ACTION_SPACES, TRACK


@rule
def clear_action_spaces(s):
    """K5.6: the counters return to the supply; nothing returns for one that was missing (K1.4)."""
    for action in range(ACTION_SPACES):
        s.supply += int(s.spaces[action]) - (int(s.unbacked_counters) >> action & 1)
        s.spaces[action] = 0
    s.unbacked_counters = 0


@rule
def lose_value(s, p):
    """K11.1: shells and fish move down one space; those on 1 return to the stock."""
    s.stock += int(s.players[p].shells[0]) + int(s.players[p].fish[0])
    for i in range(TRACK - 1):
        s.players[p].shells[i] = s.players[p].shells[i + 1]
        s.players[p].fish[i] = s.players[p].fish[i + 1]
    s.players[p].shells[TRACK - 1] = 0
    s.players[p].fish[TRACK - 1] = 0


@rule
def end_round(s, box):
    """K5.6, K11.1, K11.2: also clears bids, and who acted or passed."""
    clear_action_spaces(s)
    for p in range(int(box.players)):
        lose_value(s, p)
        s.players[p].bid = 0
        s.players[p].acted = 0
        s.players[p].passed = 0
