"""M6 variants: the players' small ships. They limit where a tile may be placed; in the basic game nothing does (M3.7)."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import cold, rule
from ...language import _, mark
from .ending import end_turn, has_a_turn_left
from .layout import ADVANCED, BASIC, NO_TILE, NOWHERE, PRO, SAIL, SPACES
from .refusal import Refusal
from .words.notation import space_name


@rule
def free_spaces(s, box, p):
    """M3.7: the spaces without a tile, as a bit set."""
    return all_spaces(box) & ~int(s.players[p].laid)


@rule
def all_spaces(box):
    return (1 << int(box.spaces)) - 1


@rule
def next_to(box, spaces):
    """M6.2: the spaces next to one of `spaces`, in any of 8 directions. Both are bit sets."""
    around = 0
    for space in range(int(box.spaces)):
        if spaces >> space & 1:
            around |= int(box.around[space])
    return around


@rule
def may_place_anywhere(s, box, p):
    """M6.1: on any free space: in the basic game, and before the player's first tile."""
    return box.level == BASIC or s.players[p].ship == NOWHERE


@rule
def spaces_in_reach(s, box, p, shells):
    """M6.1, M6.2, M6.6: the free spaces where a tile may be placed if the ship's steps may cost so many shells."""
    if may_place_anywhere(s, box, p):
        return free_spaces(s, box, p)
    return spaces_near_ship(s, box, p, shells)


@cold
def spaces_near_ship(s, box, p, shells):
    """M6.2, M6.6: the free spaces next to the ship, after at most `shells` steps from tile to tile."""
    free = free_spaces(s, box, p)
    reachable = 1 << int(s.players[p].ship)
    around = next_to(box, reachable)
    for _step in range(shells):
        farther = reachable | around & ~free
        if farther == reachable:
            break
        reachable = farther
        around = next_to(box, reachable)
    return around & free


@rule
def steps_to(s, box, p, space):
    """M6.6: the smallest number of steps that bring the ship next to a space in reach."""
    shells = 0
    while not spaces_in_reach(s, box, p, shells) >> space & 1:
        shells += 1
    return shells


@rule
def pay_steps_to(s, box, p, space):
    """M6.6: one shell per step, before the new tile's shells are taken."""
    s.players[p].shells -= steps_to(s, box, p, space)


@rule
def move_ship_to_new_tile(s, box, p, space):
    """M6.1, M6.4: the ship moves onto the player's first tile; in the pro game onto every tile just placed."""
    if box.level == PRO or (box.level == ADVANCED and s.players[p].ship == NOWHERE):
        s.players[p].ship = space


@rule
def may_sail(s, box, p):
    """M6.3: in the advanced game, with two tiles or more on the board, if the player has a turn left."""
    if box.level != ADVANCED or not has_a_turn_left(s, box):
        return False
    laid = int(s.players[p].laid)
    return laid & (laid - 1) != 0  # more than one bit


@rule
def end_action(s, box):
    """M6.3: after the action the player's ship may sail; otherwise the turn ends."""
    if may_sail(s, box, int(s.mover)):
        s.decision = SAIL
    else:
        end_turn(s, box)


class WhereToSail(Question):
    decision = SAIL
    rule_number = "M6.3"
    about = mark(
        "You can only place tiles next to your ship. Now it may sail to any tile on your board for free: move it to where "
        "you want to place the next tile."
    )
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Sail your ship to another tile, or stay.")


NOT_ON_THIS_BOARD = Refusal("M1.5", mark("This board has no such space."))
NO_TILE_TO_SAIL_TO = Refusal("M6.3", mark("Your ship can only sail to tiles; {space} is empty."), space=space_name)
ALREADY_THERE = Refusal("M6.3", mark("Your ship is already on {space}; to leave it there, choose to stay."), space=space_name)


@rule
def problem_with_sailing(s, box, space):
    """M6.3: to any other tile, never to an empty space."""
    p = s.players[s.mover]
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD
    if p.board[space] == NO_TILE:
        return NO_TILE_TO_SAIL_TO
    if p.ship == space:
        return ALREADY_THERE
    return FINE


@rule
def tiles_without_ship(s, box, p):
    """M6.3, M6.5: the tiles to which the ship may sail, or which may be removed, as a bit set of spaces."""
    laid = int(s.players[p].laid)
    return laid if s.players[p].ship == NOWHERE else laid & ~(1 << int(s.players[p].ship))


@rule
def sail(s, box, space):
    """M6.3: free, to any other tile on the player's board."""
    s.players[s.mover].ship = space
    end_turn(s, box)


class SailTo(Answer):
    decision = SAIL
    space = range(SPACES)
    bits = tiles_without_ship
    problem = problem_with_sailing
    apply = sail

    def notation(self, box: np.record, space: int) -> str:
        return f"sail {space_name(box, space)}"

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        return _("Sail to {space}", space=space_name(box, space))

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        return _("sailed to {space}", space=space_name(box, space))


class Stay(Answer):
    decision = SAIL
    apply = end_turn

    def notation(self, box: np.record, n: int) -> str:
        return "stay"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Stay")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("stayed")
