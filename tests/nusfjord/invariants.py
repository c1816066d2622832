"""Invariants of every position of Nusfjord."""

import numpy as np

from seaboard.games.nusfjord.actions.goods import wood_limit
from seaboard.games.nusfjord.actions.work import may_use_blocked
from seaboard.games.nusfjord.cards.counting import standing_amount
from seaboard.games.nusfjord.cards.effects import COUNCIL_HOLDS, LINES
from seaboard.games.nusfjord.derived import compute_derived
from seaboard.games.nusfjord.layout import (
    BUILT,
    COUNCIL,
    FACE_DOWN,
    FIELDS,
    HAND,
    INVESTOR,
    OUT,
    PAY_BUILDING,
    PAY_SHIP,
    PLATES,
    SPACE_TO_BUILD_ON,
    STOCK,
    TRACK,
)
from seaboard.games.nusfjord.resources import resources_of
from seaboard.games.nusfjord.turn import QUESTIONS
from seaboard.match import Match

from .table import GAME, cards_in

SHIP_UNITS = np.array([2, 3, 4, 1])


def check_all(m: Match, moves: bool) -> None:
    """All invariants of a position; with `moves` also of its legal moves."""
    check_common(m)
    check_cards(m)
    check_seats(m)
    if moves:
        check_moves(m)


def check_common(m: Match) -> None:
    """Ships, elders, shares, plates and workers are conserved."""
    s, box, players = m.s, m.box, m.s.players[: m.seats]
    ships = players["ships"].astype(int).sum(axis=0)
    total = int(box.ship_supply)
    assert (ships[:3] + s.supply + [0, 0, int(s.spare)]).tolist() == [total, total, total + 1]
    assert (s.supply >= 0).all()
    assert 0 <= s.spare <= 1
    assert ships[3] <= 4
    in_play = box.elders["stack"] > 0
    assert ((s.elder_at > 0) == in_play).all(), "no elder is lost, none comes from nowhere"
    assert s.covered.sum() == (s.elder_at == FACE_DOWN).sum()
    assert 0 <= s.plates <= PLATES
    for colour in range(m.seats):
        me = s.players[colour]
        assert int(me.unissued) + int(me.on_board) + int(players["shares"][:, colour].astype(int).sum()) == 5
    check_workers(m)


def check_workers(m: Match) -> None:
    s, box = m.s, m.box
    for colour in range(5):
        placed = int(s.workers_on[:, colour].sum()) + int((s.elder_worker == colour + 1).sum())
        now = (int(s.round_number) - 1) % int(box.colours) if box.colours > 1 else colour
        if colour == now and now < max(m.seats, int(box.colours)):
            assert placed + int(s.players[0 if box.colours > 1 else colour].workers) == 3
        else:
            assert placed <= (3 if colour < box.colours > 1 else 0)
    for space in np.flatnonzero(s.workers_on.sum(axis=1) > box.capacity):
        assert any(may_crowd(m, seat, int(space)) for seat in range(m.seats)), "N4.2: the space was full"


def may_crowd(m: Match, seat: int, space: int) -> bool:
    """Whether more workers than usual are possible: by a building, which the Investor may have removed since."""
    return bool(may_use_blocked(m.s, m.box, seat, space) or m.s.elder_at[INVESTOR] == COUNCIL + seat)


def check_cards(m: Match) -> None:
    """Each building is in exactly one place, and the players' fields agree with that."""
    s, box = m.s, m.box
    to_lay = {(int(f.player), int(f.field_1)) for f in s.frames if f.kind == SPACE_TO_BUILD_ON}
    for seat in range(m.seats):
        me = s.players[seat]
        built = sorted(int(card) for card in me.harbour if card)
        paid = [card for player, card in to_lay if player == seat]
        assert sorted(built + paid) == np.flatnonzero(s.where == BUILT + seat).tolist()
        assert int(me.hand) == (s.where == HAND + seat).sum()
        triggered_by = has = 0
        for card in built:
            triggered_by, has = triggered_by | int(box.cards[card].triggered_by), has | int(box.cards[card].has)
        assert (int(me.triggered_by), int(me.has)) == (triggered_by, has)
        waiting = me.triggered.reshape(-1, LINES).any(axis=1) | (me.once != 0)
        assert (me.harbour[waiting] != 0).all()
    again = s.copy()
    compute_derived(again, box)
    assert again.tobytes() == s.tobytes(), "derived fields follow from the others"
    assert s.where[0] == OUT
    assert (s.where[int(box.number_of_cards) + 1 :] == OUT).all()


def check_stock(m: Match, removed: int) -> None:
    """Buildings that have left a game that was played from its beginning."""
    out_at_first = 15 if m.seats <= 2 else 0
    assert m.options["mixed"] or len(cards_in(m, OUT)) == out_at_first + removed
    assert m.s.round_number > 3 or len(cards_in(m, STOCK, "C")) == 14


def check_removed(before: np.record, after: np.record, text: str) -> int:
    """N7.19: a building leaves the game only by its owner's Investor, asked which one unless it is the only one."""
    left = np.flatnonzero((before.where > STOCK) & (after.where == OUT))
    assert len(left) == 1 or not text.startswith("remove")
    if len(left):
        own = before.where == BUILT + before.mover
        assert own[left].all()
        assert len(left) == 1
        assert after.elder_at[INVESTOR] == COUNCIL + before.mover
        assert text.startswith("remove") or own.sum() == 1
    return len(left)


def check_seats(m: Match) -> None:
    s, box = m.s, m.box
    for seat in range(m.seats):
        me = s.players[seat]
        for good in ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold", "unissued", "on_board", "workers"):
            assert me[good] >= 0, good
        assert me.guests >= 0
        assert ((me.aboard >= 0) & (me.aboard <= me.ships[:3])).all()
        assert me.wood <= wood_limit(s, box, seat, resources_of(s, seat)) <= 18
        assert (me.strips >= 0).all()
        assert (me.ships.astype(int) * SHIP_UNITS).sum() <= TRACK
        wooded = [int(box.field_left[field]) + k for field in range(FIELDS) if me.strips[field] for k in (0, 1)]
        assert len(set(wooded)) == len(wooded), "no strip covers one forested and one free space"
        assert not me.harbour[wooded].any()
        assert me.harbour[0] == 0, "the reserve is no building space"
        assert (s.elder_at == COUNCIL + seat).sum() <= 5 + standing_amount(s, box, seat, COUNCIL_HOLDS, 0)
    fish, holds = s.elder_fish[1:], box.elders["holds"][1:]
    assert ((fish >= 0) & (fish < np.maximum(1, holds))).all()
    assert (fish[s.elder_at[1:] < COUNCIL] == 0).all()
    paying = s.depth and s.frames[int(s.depth) - 1].kind in (PAY_BUILDING, PAY_SHIP)
    assert bool(s.to_pay.any()) <= bool(paying), "a cost is known only while it is paid"
    empty = s.players[m.seats :]
    assert not empty.tobytes().strip(b"\0")
    assert not s.frames[int(s.depth) :].tobytes().strip(b"\0")


def check_moves(m: Match) -> None:
    """The legal actions are those without a problem; they are sorted, each has a text, and there is at least one."""
    actions = m.actions()
    assert actions == [action for action in range(GAME.num_actions) if GAME.problem(m.s, m.box, action) == 0]
    texts = {m.text(action) for action in actions}
    assert len(texts) == len(actions) <= GAME.max_legal
    assert all(m.find(text) in actions for text in texts), "each can be typed"
    assert bool(actions) == (m.mover is not None)
    forced = not m.over and QUESTIONS.is_always_asked(m.s, m.box)  # N6.4
    assert len(actions) != 1 or m.moves() == ["skip"] or forced, "a decision with only one answer is not asked"
    if not m.over:
        assert GAME.problem(m.s, m.box, -1) == GAME.problem(m.s, m.box, GAME.num_actions) > 0
