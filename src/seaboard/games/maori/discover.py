"""M3.4 to M3.12 discovering: take a tile and place or store it, place the stored tile, remove a tile, or pass."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, capital, mark
from .derived import update_after_placing, update_before_removing
from .ending import record_full_board
from .judgement import best_fit, fit, is_lost
from .layout import ACTION, BASIC, BLOCKED, FROM_STORAGE, NO_TILE, NOWHERE, SEATS, SHELLS, SPACE, SPACES, VOLCANO
from .refusal import Refusal
from .setup import draw_tile
from .ship import (
    NOT_ON_THIS_BOARD,
    end_action,
    free_spaces,
    move_ship_to_new_tile,
    pay_steps_to,
    spaces_in_reach,
    steps_to,
    tiles_without_ship,
)
from .words.names import a_tile, own_shells, some_shells, tile_words
from .words.notation import space_name


class WhatToDo(Question):
    """M3.4: exactly one of five actions."""

    decision = ACTION
    rule_number = "M3.4"
    about = mark(
        "The nearest tile in the line is free; each tile you skip costs a shell. Only finished islands score: 1 point for a "
        "palm, 2 if its island has a hut, 10 for a complete wreath."
    )
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Take, place or remove a tile, or pass.")


@rule
def nth_tile(s, box, n):
    """M3.5, M3.6: the place of the n-th tile (from 0) in the line that the explorer ship faces, NOWHERE if there is none,
    BLOCKED if it is a volcano or behind one. Empty places do not count."""
    for i in range(4):
        place = int(box.line[s.explorer, i])
        if s.display[place] == VOLCANO:
            return BLOCKED
        if s.display[place] != NO_TILE:
            if n == 0:
                return place
            n -= 1
    return NOWHERE


def shells_for_skipping(skipped: int) -> str:
    return some_shells(skipped)


NO_SUCH_TILE = Refusal("M3.5", mark("There aren't that many tiles in front of the explorer ship."))
BEHIND_A_VOLCANO = Refusal("M3.6", mark("You can't take a volcano or a tile behind one."))
TILE_TOO_DEAR = Refusal(
    "M3.5", mark("This tile costs {cost}; you have {shells}."), cost=shells_for_skipping, shells=own_shells, unaffordable=True
)
NO_ROOM_FOR_IT = Refusal("M3.4", mark("You could neither place this tile nor store it."))


@rule
def problem_with_taking(s, box, skipped):
    """M3.4 to M3.6: there must be such a tile, not blocked by a volcano, affordable, and with a place to go to."""
    p = s.players[s.mover]
    place = nth_tile(s, box, skipped)
    if place == NOWHERE:
        return NO_SUCH_TILE
    if place == BLOCKED:
        return BEHIND_A_VOLCANO
    if skipped > p.shells:
        return TILE_TOO_DEAR
    if p.stored != NO_TILE and spaces_in_reach(s, box, int(s.mover), int(p.shells) - skipped) == 0:
        return NO_ROOM_FOR_IT
    return FINE


@rule
def tiles_to_take(s, box, p):
    """M3.4 to M3.6: how many tiles may be skipped, as a bit set; the same as `problem_with_taking`, in one pass."""
    me = s.players[p]
    allowed = 0
    skipped = 0
    for i in range(4):
        tile = int(s.display[box.line[s.explorer, i]])
        if tile == VOLCANO or skipped > me.shells:
            break
        if tile != NO_TILE:
            if me.stored == NO_TILE or spaces_in_reach(s, box, p, int(me.shells) - skipped) != 0:
                allowed |= 1 << skipped
            skipped += 1
    return allowed


@rule
def take(s, box, p, skipped):
    """M3.5: the first tile is free, each skipped tile costs a shell."""
    s.taken = nth_tile(s, box, skipped)
    s.players[p].shells -= skipped
    s.decision = SPACE


@rule
def prefer_tile(s, box, p, skipped):
    """Prefers tiles that fit, and near ones."""
    place = nth_tile(s, box, skipped)
    return (1 + best_fit(s, box, p, int(s.display[place]))) * 4 // (1 + skipped)


def tiles_in_line(seen: np.record, box: np.record) -> list[int]:
    """M3.5: the places with a tile (or a volcano) that the explorer ship faces, nearest first."""
    return [int(place) for place in box.line[seen.explorer] if seen.display[place] != NO_TILE]


class Take(Answer):
    """M3.5: a tile of the line, by how many tiles before it are skipped."""

    decision = ACTION
    skipped = range(4)
    bits = tiles_to_take
    problem = problem_with_taking
    apply = take
    prefer = prefer_tile

    def notation(self, box: np.record, skipped: int) -> str:
        return f"take {skipped + 1}"

    def choice(self, seen: np.record, box: np.record, skipped: int) -> str:
        line = tiles_in_line(seen, box)
        tile = tile_words(box, int(seen.display[line[skipped]]) if skipped < len(line) else NO_TILE)
        if not skipped:
            return _("Take for free: {tile}", tile=tile)
        return _("Take for {shells}: {tile}", tile=tile, shells=some_shells(skipped))

    def story(self, before: np.record, after: np.record, box: np.record, skipped: int) -> str:
        place = tiles_in_line(before, box)[skipped]
        return _("took {tile}", tile=a_tile(box, int(before.display[place])))


@rule
def spaces_to_place_on(s, box, p):
    """M3.7, M6.2, M6.6: the spaces that the tile in hand can go to, as a bit set; all shells may be spent on the way."""
    return spaces_in_reach(s, box, p, int(s.players[p].shells))


NOTHING_STORED = Refusal("M3.9", mark("Your storage is empty."))
NO_SPACE_FOR_STORED = Refusal("M6.2", mark("Your ship can't reach a free space for the stored tile."))


@rule
def problem_with_placing_stored(s, box, p):
    """M3.9, M6.2: there must be a stored tile, and a space for it."""
    if s.players[p].stored == NO_TILE:
        return NOTHING_STORED
    if spaces_to_place_on(s, box, p) == 0:
        return NO_SPACE_FOR_STORED
    return FINE


@rule
def take_from_storage(s):
    """M3.4: takes the stored tile in hand; next, the space is chosen."""
    s.taken = FROM_STORAGE
    s.decision = SPACE


@rule
def prefer_stored(s, box, p):
    """Prefers a tile that fits."""
    return 4 * best_fit(s, box, p, int(s.players[p].stored))


class PlaceStored(Answer):
    """M3.4: place the stored tile."""

    decision = ACTION
    problem = problem_with_placing_stored
    apply = take_from_storage
    prefer = prefer_stored

    def notation(self, box: np.record, n: int) -> str:
        return "lay stored"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Place the stored tile: {tile}", tile=tile_words(box, int(seen.players[seen.mover].stored)))

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        tile = a_tile(box, int(before.players[before.mover].stored))
        return _("took {tile} out of storage", tile=tile)


class Pass(Answer):
    """M3.4: do nothing."""

    decision = ACTION
    apply = end_action

    def notation(self, box: np.record, n: int) -> str:
        return "nothing"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Pass")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("passed")


NOTHING_TO_REMOVE = Refusal("M3.4", mark("There's no tile on {space}."), space=space_name)
UNDER_THE_SHIP = Refusal("M6.5", mark("Your ship is on {space}; the tile under it stays."), space=space_name)


@rule
def problem_with_removing(s, box, space):
    """M3.4, M6.5: a tile on the player's board, not under the ship."""
    p = s.players[s.mover]
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD
    if p.board[space] == NO_TILE:
        return NOTHING_TO_REMOVE
    if p.ship == space:
        return UNDER_THE_SHIP
    return FINE


@rule
def remove_tile(s, box, p, space):
    """M3.10: removes the tile from the game; the player keeps the shells it brought."""
    update_before_removing(s, box, p, space)
    s.players[p].board[space] = NO_TILE
    end_action(s, box)


@rule
def prefer_removing(s, box, p, space):
    """Only tiles of islands that can no longer be finished."""
    return 4 if is_lost(s, box, p, space) else 0


class Remove(Answer):
    """M3.10: remove a tile from the board."""

    decision = ACTION
    space = range(SPACES)
    bits = tiles_without_ship
    problem = problem_with_removing
    apply = remove_tile
    prefer = prefer_removing

    def notation(self, box: np.record, space: int) -> str:
        return f"remove {space_name(box, space)}"

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        tile = tile_words(box, int(seen.players[seen.mover].board[space]))
        return capital(_("Remove {tile} from {space}", tile=tile, space=space_name(box, space)))

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        tile = a_tile(box, int(before.players[before.mover].board[space]))
        return _("removed {tile} from {space}", space=space_name(box, space), tile=tile)


def tile_in_hand(seen: np.record) -> int:
    """The kind of the tile that is being placed."""
    return int(seen.players[seen.mover].stored if seen.taken == FROM_STORAGE else seen.display[seen.taken])


class WhereItGoes(Question):
    """M3.4: a space, or the storage. A tile with only one possibility goes there automatically."""

    decision = SPACE
    rule_number = "M3.7"
    about = mark(
        "Tiles are never rotated. Place land next to land: unfinished islands are removed at the end, and each empty space "
        "costs a point. You get a tile's shells when you place it, not when you store it."
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Place the tile.")

    def explain(self, seen: np.record, box: np.record) -> str:
        """M6.2, M6.6: the small ship limits where the tile may be placed."""
        ship = _("The space must be next to your ship; each step the ship takes to get there costs a shell.")
        return f"{super().explain(seen, box)} {ship}" if box.level != BASIC else super().explain(seen, box)


def ship_space(seen: np.record, box: np.record, p: int) -> str:
    return space_name(box, int(seen.players[p].ship))


SPACE_IS_TAKEN = Refusal("M3.7", mark("There's already a tile on {space}."), space=space_name)
OUT_OF_REACH = Refusal(
    "M6.2",
    mark("{space} isn't next to your ship on {ship}, and {shells} can't bring the ship there."),
    space=space_name,
    ship=ship_space,
    shells=own_shells,
    unaffordable=True,
)


@rule
def problem_with_space(s, box, space):
    """M3.7, M6.2: a free space, in reach of the player's ship."""
    p = int(s.mover)
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD
    if not free_spaces(s, box, p) >> space & 1:
        return SPACE_IS_TAKEN
    if not spaces_to_place_on(s, box, p) >> space & 1:
        return OUT_OF_REACH
    return FINE


@rule
def place_tile(s, box, p, space):
    """M3.7, M3.8, M3.11: the player pays the ship's steps, places the tile, and takes its shells as far as the supply lasts."""
    pay_steps_to(s, box, p, space)
    tile = pick_up_tile(s, p)
    s.players[p].board[space] = tile
    update_after_placing(s, box, p, space)
    s.players[p].shells += min(int(box.shells[tile]), shells_in_supply(s, box))
    move_ship_to_new_tile(s, box, p, space)
    record_full_board(s, box, p)
    refill_display(s)
    end_action(s, box)


@rule
def pick_up_tile(s, p):
    """M3.9, M3.11: the tile in hand leaves the display or the storage."""
    if s.taken == FROM_STORAGE:
        tile = int(s.players[p].stored)
        s.players[p].stored = NO_TILE
    else:
        tile = int(s.display[s.taken])
        s.display[s.taken] = NO_TILE
    return tile


@rule
def shells_in_supply(s, box):
    """M1.4, M2.2: the shells that no player has."""
    supply = SHELLS
    for seat in range(SEATS):  # empty seats have no shells
        supply -= int(s.players[seat].shells)
    return supply


ALREADY_STORED = Refusal("M3.9", mark("A stored tile only leaves the storage when you place it."))
STORAGE_IS_FULL = Refusal("M3.9", mark("Your storage already holds a tile."))


@rule
def problem_with_storing(s, p):
    """M3.9: a tile from the display, into an empty storage."""
    if s.taken == FROM_STORAGE:
        return ALREADY_STORED
    if s.players[p].stored != NO_TILE:
        return STORAGE_IS_FULL
    return FINE


@rule
def store_tile(s, box, p):
    """M3.8, M3.9: into the storage; this brings no shells."""
    s.players[p].stored = pick_up_tile(s, p)
    refill_display(s)
    end_action(s, box)


@rule
def refill_display(s):
    """M3.11: the place of a tile taken from the display gets a tile from the stock, perhaps a volcano."""
    if s.taken != FROM_STORAGE:
        s.display[s.taken] = draw_tile(s)
    s.taken = NOWHERE


@rule
def prefer_space(s, box, p, space):
    """Prefers spaces that the tile fits."""
    tile = int(s.players[p].stored if s.taken == FROM_STORAGE else s.display[s.taken])
    return fit(s, box, p, tile, space)


def shells_for_sailing(seen: np.record, box: np.record, space: int) -> int:
    """M6.6: the cost of the steps of the player's ship, 0 where the tile cannot be placed."""
    return int(steps_to(seen, box, int(seen.mover), space)) if problem_with_space(seen, box, space) == FINE else 0


class PlaceOn(Answer):
    """M3.7: place the tile on a space."""

    decision = SPACE
    space = range(SPACES)
    bits = spaces_to_place_on
    problem = problem_with_space
    apply = place_tile
    prefer = prefer_space

    def notation(self, box: np.record, space: int) -> str:
        return f"to {space_name(box, space)}"

    def choice(self, seen: np.record, box: np.record, space: int) -> str:
        """M3.8, M6.6: also the cost of sailing, and the shells of the tile."""
        place, changes = _("Place at {space}", space=space_name(box, space)), []
        if seen.decision == SPACE and problem_with_space(seen, box, space) == FINE:
            if steps := shells_for_sailing(seen, box, space):
                changes.append(_("−{shells} for sailing", shells=some_shells(steps)))
            if gained := min(int(box.shells[tile_in_hand(seen)]), int(shells_in_supply(seen, box)) + steps):
                changes.append(f"+{some_shells(gained)}")
        return f"{place} ({', '.join(changes)})" if changes else place

    def story(self, before: np.record, after: np.record, box: np.record, space: int) -> str:
        return _("placed it at {space}", space=space_name(box, space))


class Store(Answer):
    """M3.9: put the tile into the storage."""

    decision = SPACE
    problem = problem_with_storing
    apply = store_tile

    def notation(self, box: np.record, n: int) -> str:
        return "to storage"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Store it")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("stored it")
