"""Pending work as texts: `place: 1 0 0`, each with the seat and what else it holds. The last one is asked."""

import numpy as np

from ....core.position import Table
from ....core.seam import READY
from ..actions.guests import can_pay
from ..actions.serve import problem_with_plates
from ..asking import legal, only_answer
from ..cards.discounts import FROM_CARD
from ..cards.effect_timing import asked
from ..cards.effects import BEFORE, LINES
from ..elders.functions import MUST, problem_with_using
from ..layout import (
    BEFORE_ELDER,
    BESIDE,
    BOARD_SPACES,
    BUILT,
    CARD_TO_BUILD,
    CHOOSE_ACTION,
    COUNCIL,
    DISPLAY,
    ELDER_TO_TAKE,
    ELDERS_KNOWN,
    FIELD_TO_PLANT,
    GUESTS_AT_TABLE,
    HAND,
    HAND_OUT,
    IMITATE_WHICH,
    IMITATION,
    LET_ELDER_ACT,
    MOST_LEGAL,
    NESTED,
    NOBODY,
    ON_BUILDING,
    OUT,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    PLATES_TO_FILL,
    RESOLVE,
    SHIP_OFFERS,
    SHIP_TO_BUILD,
    SPACE_TO_BUILD_ON,
    STRIP_TO_REMOVE,
    USE_TAKEN_ELDER,
    WHOSE_CATCH,
    WINDOW,
)
from ..reasons import FINE
from ..round.catch import STEP, TO_ELDERS, TO_OTHERS, unfed_at
from ..texts.notation import ELDER_NAMES, number_of

KINDS = (
    "place",
    "resolve",
    "window",
    "hand out",
    "choose action",
    "imitate",
    "plates",
    "card",
    "whose catch",
    "space",
    "on building",
    "remove strip",
    "plant",
    "ship",
    "take elder",
    "use taken elder",
    "before elder",
    "elder acts",
    "swap ship",
    "sell ship",
    "reveal",
    "remove building",
    "raft",
    "pay building",
    "pay ship",
    "guests at table",
    "guest to ship",
)
ABOUT_ELDERS = (USE_TAKEN_ELDER, BEFORE_ELDER, LET_ELDER_ACT)
ABOUT_CARDS = (WHOSE_CATCH, SPACE_TO_BUILD_ON, ON_BUILDING, PAY_BUILDING)
WITH_SOURCE = (CHOOSE_ACTION, PLATES_TO_FILL, CARD_TO_BUILD, WHOSE_CATCH, SHIP_TO_BUILD, ELDER_TO_TAKE, GUESTS_AT_TABLE)
DEEPEST = NESTED + 4


def pending_texts(s: np.record, box: np.record) -> list[str]:
    """From the bottom to the top: kind, seat (0: nobody's), what it is about, and one number more."""
    texts = []
    for f in s.frames[: s.depth]:
        about = ELDER_NAMES[f.what] if f.kind in ABOUT_ELDERS else number_of(box, f.what) if f.kind in ABOUT_CARDS else f.what
        texts.append(f"{KINDS[f.kind - 1]}: {int(f.player) + 1} {about} {f.more}")
    return texts


def read_pending(table: Table, s: np.record, box: np.record, p: int) -> int:
    """Left out, player `p` places a worker. Tells who is asked."""
    s.frames[:] = 0
    texts = table.texts("pending", None)
    if texts is None:
        frames = [(WINDOW, p, 0, 0), (RESOLVE, p, 0, 0), (PLACE, p, 0, 0)]
    else:
        frames = [read_frame(table, text, box) for text in texts]
    if not 1 <= len(frames) <= DEEPEST:
        raise table.wrong("pending", f"1 to {DEEPEST} texts, the last is asked")
    for place, frame in enumerate(frames):
        f = s.frames[place]
        f.kind, f.player, f.what, f.more = frame
    s.depth = len(frames)
    for place in range(len(frames)):
        check_frame(table, s, box, place)
    mover = int(asked(s))
    if not NOBODY < mover < box.players:
        raise table.wrong("pending", "the last one asks nobody")
    s.mover = mover
    if s.frames[s.depth - 1].kind != HAND_OUT and (s.fed or s.fed_shares.any()):
        raise table.wrong("fed_elders", "only while a catch is handed out (N3.4)")
    if s.frames[s.depth - 1].kind not in (PAY_BUILDING, PAY_SHIP) and s.to_pay.any():
        raise table.wrong("to_pay", "only while a building or ship is paid (N13.2)")
    return mover


def check_question(table: Table, s: np.record, box: np.record) -> None:
    """What is asked can be answered, in more than one way (or it is a turn, or can be declined)."""
    if legal(s, box, np.zeros(4 * MOST_LEGAL, np.int16)) == 0 or only_answer(s, box) != READY:
        raise table.wrong("pending", "there is no choice in what is asked last; it would not be asked")


def read_frame(table: Table, text: str, box: np.record) -> tuple[int, int, int, int]:
    """The four numbers of a text."""
    word, _, rest = text.partition(":")
    parts = rest.split()
    if word not in KINDS or len(parts) != 3:
        raise table.wrong("pending", f"a kind, a seat and two figures like 'place: 1 0 0', not {text[:30]!r}")
    kind = KINDS.index(word) + 1
    if kind in ABOUT_ELDERS and parts[1] in ELDER_NAMES:
        parts[1] = str(ELDER_NAMES.index(parts[1]))
    elif kind in ABOUT_CARDS:
        parts[1] = str({str(box.cards[card].number): card for card in range(1, int(box.number_of_cards) + 1)}.get(parts[1]))
    if not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise table.wrong("pending", f"no such seat, card, elder or figure in {text[:30]!r}")
    seat, what, more = map(int, parts)
    return kind, seat - 1, what, more


def check_frame(table: Table, s: np.record, box: np.record, place: int) -> None:
    """Each piece of work is about something that is there."""
    f = s.frames[place]
    kind, p, what, more = int(f.kind), int(f.player), int(f.what), int(f.more)
    top = place == s.depth - 1
    if not (NOBODY < p < box.players or (p == NOBODY and kind == RESOLVE)):
        raise table.wrong("pending", f"{KINDS[kind - 1]}: no such seat")
    if not frame_fits(s, box, place, kind, p, what, more, top):
        raise table.wrong("pending", f"{KINDS[kind - 1]}: that cannot be pending here")
    if kind == SPACE_TO_BUILD_ON:
        s.where[what] = BUILT + p  # paid for, not yet laid


def frame_fits(s: np.record, box: np.record, place: int, kind: int, p: int, what: int, more: int, top: bool) -> bool:
    if kind in WITH_SOURCE and not source_fits(box, more):
        return False
    if kind in (*ABOUT_ELDERS,):
        return elder_frame_fits(s, box, place, kind, p, what, more, top)
    if kind == RESOLVE:
        return what <= box.players and more <= 1 and (not top or what > 0)
    if kind == HAND_OUT:
        return top and 0 < what < 100 and more // STEP in (TO_ELDERS, TO_OTHERS) and fed_fits(s, box, p)
    if kind == CHOOSE_ACTION:
        return what & MUST - 1 > 0 and what < 2 * MUST
    if kind == IMITATE_WHICH:
        return IMITATION <= what < BOARD_SPACES and more == 0
    if kind == WHOSE_CATCH:
        return bool(box.cards[what].asks_opponent) and s.where[what] in (DISPLAY, BESIDE, HAND + p)
    if kind == SPACE_TO_BUILD_ON:
        return more == 0 and s.where[what] in (OUT, BUILT + p) and what not in s.players[p].harbour and top
    if kind == ON_BUILDING:
        return what in s.players[p].harbour and more < 1 << LINES
    if kind == STRIP_TO_REMOVE:
        return what <= 1 and more == 0
    if kind in (PAY_BUILDING, PAY_SHIP):
        there = what < SHIP_OFFERS if kind == PAY_SHIP else s.where[what] in (DISPLAY, BESIDE, HAND + p)
        return top and more == 0 and there and can_pay(s, box, p, *map(int, s.to_pay))
    if kind == GUESTS_AT_TABLE:
        return top and problem_with_plates(s, box, p, what, more) == FINE and fits_before(s, box, place)
    if kind == FIELD_TO_PLANT:
        return what <= 3 and 1 <= more <= max(1, int(box.reforest_strips))
    return what == 0 and (more == 0 or kind in WITH_SOURCE)


def elder_frame_fits(s: np.record, box: np.record, place: int, kind: int, p: int, elder: int, more: int, top: bool) -> bool:
    """An elder that is about to act lies under the question what comes before (N9.12)."""
    if more or not 0 < elder < ELDERS_KNOWN or s.elder_at[elder] != COUNCIL + p:
        return False
    if kind == LET_ELDER_ACT:
        above = s.frames[place + 1]
        before = above.kind == BEFORE_ELDER and above.what == elder
        return place == s.depth - 2 and above.player == p and (before or is_served_before(box, above))
    if kind == BEFORE_ELDER:
        below = s.frames[place - 1]
        return top and place > 0 and below.kind == LET_ELDER_ACT and problem_with_using(s, box, p, elder) == 0
    return True


def is_served_before(box: np.record, f: np.record) -> bool:
    """N9.12, N13.3: whether guests are asked for a plate that is served before an elder acts."""
    source = int(f.more) - FROM_CARD
    return bool(f.kind == GUESTS_AT_TABLE and source >= 0 and box.lines[source].trigger == BEFORE)


def fits_before(s: np.record, box: np.record, place: int) -> bool:
    """A plate that is served before an elder acts lies on that elder."""
    return not is_served_before(box, s.frames[place]) or (place > 0 and s.frames[place - 1].kind == LET_ELDER_ACT)


def source_fits(box: np.record, source: int) -> bool:
    """A worker, an elder, or a line of a card."""
    if source < ELDERS_KNOWN:
        return True
    return LINES <= source - FROM_CARD < (int(box.number_of_cards) + 1) * LINES


def fed_fits(s: np.record, box: np.record, p: int) -> bool:
    fed_shares = all(
        unfed_at(s, box, p, seat) >= 0 and (seat != p or s.fed_shares[seat] == 0) for seat in range(int(box.players))
    )
    return fed_shares and all(s.elder_at[elder] >= COUNCIL for elder in range(ELDERS_KNOWN) if int(s.fed) >> elder & 1)
