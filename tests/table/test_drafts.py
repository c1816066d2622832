"""The draft of a move that ends the turn shows its certain part, and nothing that depends on chance or hidden information."""

from random import Random

import numpy as np
import pytest

from seaboard.drawing import Pen, board_svg
from seaboard.games import NAMES, find_game
from seaboard.games.maori.layout import NO_TILE
from seaboard.match import Match
from seaboard.table.tables.hidden_information import draft_of, may_undo


def drafts(name, seed, **options):
    """Every draft of a random game: the match, its mover, and the draft."""
    match, choose = Match(find_game(name), seed=seed, **options), Random(seed)
    while (seat := match.mover) is not None:
        for action in choose.sample(match.actions(), min(3, len(match.actions()))):
            if draft := draft_of(match, seat, action):
                yield match, seat, draft
        match.push(choose.choice(match.actions()))


def most_players(name):
    return max(find_game(name).options[0].choices)


def leaves(record, other):
    """Pairs of the fields of two records, including those of nested records."""
    for name in record.dtype.names:
        if record.dtype[name].base.names:
            for one, two in zip(record[name], other[name], strict=True):
                yield from leaves(one, two)
        else:
            yield name, np.atleast_1d(record[name]), np.atleast_1d(other[name])


@pytest.mark.parametrize("name", NAMES)
def test_every_draft_can_be_drawn_and_described(name):
    uncertain = 0
    for n, (match, seat, draft) in enumerate(drafts(name, 3, players=most_players(name))):
        if n % 7 and draft.certain:
            continue
        uncertain += not draft.certain
        panels = match.game.pictures.board(draft.seen, match.box, seat, match.names, Pen())
        assert board_svg(panels)
        assert match.game.texts.describe(draft.seen, match.box, seat, match.names)
        if uncertain > 60:
            break
    assert uncertain


@pytest.mark.parametrize("name", NAMES)
def test_a_draft_shows_nothing_that_chance_decides(name):
    """Played under other keys, every value of the draft is the one before the move, the one after it, or unknown."""
    game = find_game(name)
    for n, (match, seat, draft) in enumerate(drafts(name, 4, players=most_players(name))):
        if draft.certain:
            continue
        after = match.copy()
        after.push(draft.action)
        for (field, shown, now), (_same, _shown, before) in zip(
            leaves(draft.seen, after.view(seat)), leaves(draft.seen, match.view(seat)), strict=True
        ):
            unknown = game.pictures.unknown.get(field)
            fine = (shown == now) | (shown == before) | (shown == unknown if unknown is not None else False)
            assert fine.all(), field
        if n > 200:
            break


@pytest.mark.rule("M3.11")
def test_a_tile_that_is_laid_is_in_the_draft_and_its_place_in_the_display_is_empty():
    laid = 0
    for match, seat, draft in drafts("maori", 7, players=3):
        move = match.text(draft.action)
        place = int(match.s.taken)
        if move.startswith("to ") and move != "to storage" and 0 <= place < 16 and not draft.certain:
            laid += 1
            before, after = match.view(seat).players[seat], draft.seen.players[seat]
            new = np.flatnonzero(before.board != after.board)
            assert [int(after.board[space]) for space in new] == [int(match.s.display[place])]
            assert draft.seen.display[place] == NO_TILE
    assert laid > 20


@pytest.mark.parametrize("name", NAMES)
def test_the_same_choice_gives_the_same_draft(name):
    """With random samples, one in seven of Nusfjord's drafts would change from one time to the next."""
    for n, (match, seat, draft) in enumerate(drafts(name, 5, players=3)):
        for _ in range(2):
            again = draft_of(match.copy(), seat, draft.action)
            assert again is not None
            assert (again.certain, again.seen.tobytes()) == (draft.certain, draft.seen.tobytes())
        assert len({may_undo(match) for _ in range(3)}) == 1
        if n > 100:
            break


def test_hidden_information_changes_no_draft():
    """The deals come from what the seat knows, never from the true position."""
    for n, (match, seat, draft) in enumerate(drafts("nusfjord", 6, players=3)):
        other = match.copy()
        other.s = match.view(seat)
        other.game.redeal(other.s, other.box, match.s.key)
        again = draft_of(other, seat, draft.action)
        assert again is not None
        assert (again.certain, again.seen.tobytes()) == (draft.certain, draft.seen.tobytes())
        if n > 100:
            break
