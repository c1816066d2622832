"""Pending work as texts: `place: 1 0 0` is a kind, a seat and two fields. The last text is the current question.

The class of a question or work declares its name, the meaning of its two fields, and a check.
"""

import numpy as np

from ....core.position import Table
from ....core.questions import Pending
from ..cards.discounts import FROM_CARD
from ..cards.effects import LINES
from ..derived import move_card
from ..layout import (
    BUILT,
    COUNCIL,
    ELDER_NUMBERS,
    HAND_OUT,
    MAX_LEGAL,
    NESTED,
    NOBODY,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    RESOLVE,
    SPACE_TO_BUILD_ON,
    WINDOW,
)
from ..pending import asked, top_kind
from ..turn import QUESTIONS, Decline, legal
from ..words.notation import ELDER_NAMES, number_of

WORK: dict[int, Pending] = {**QUESTIONS.questions, **QUESTIONS.work}
KINDS = {work.name: kind for kind, work in WORK.items()}
DEEPEST = NESTED + 4


def fields_of(work: Pending) -> tuple[str, str]:
    """The meaning of its two fields; `unused` ones are 0."""
    first, second = (*work.frame, "unused", "unused")[:2]
    return first, second


def pending_texts(s: np.record, box: np.record) -> list[str]:
    """The stack from the bottom to the top: kind, seat (0: none) and two fields."""
    texts = []
    for f in s.frames[: s.depth]:
        work, about = WORK[int(f.kind)], int(f.field_1)
        meaning = fields_of(work)[0]
        shown = ELDER_NAMES[about] if meaning == "elder" else number_of(box, about) if meaning == "card" else about
        texts.append(f"{work.name}: {int(f.player) + 1} {shown} {f.field_2}")
    return texts


def read_pending(table: Table, s: np.record, box: np.record, p: int) -> int:
    """By default, player `p` places a worker. Returns the player who answers."""
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
        f.kind, f.player, f.field_1, f.field_2 = frame
    s.depth = len(frames)
    for place in range(len(frames)):
        check_frame(table, s, box, place)
    mover = int(asked(s))
    if not NOBODY < mover < box.players:
        raise table.wrong("pending", "the last one asks nobody")
    s.mover = mover
    if top_kind(s) != HAND_OUT and (s.fed or s.fed_shares.any()):
        raise table.wrong("fed_elders", "only while a catch is handed out (N3.4)")
    if top_kind(s) not in (PAY_BUILDING, PAY_SHIP) and s.to_pay.any():
        raise table.wrong("to_pay", "only while a building or ship is paid (N13.2)")
    return mover


def check_question(table: Table, s: np.record, box: np.record) -> None:
    """Checks that the question has at least two answers (or is a turn, or can be declined)."""
    out = np.zeros(4 * MAX_LEGAL, np.int16)
    n = legal(s, box, out)
    if n == 0 or (n == 1 and out[0] != Decline.action() and not QUESTIONS.is_always_asked(s, box)):
        raise table.wrong("pending", "there is no choice in what is asked last; it would not be asked")


def read_frame(table: Table, text: str, box: np.record) -> tuple[int, int, int, int]:
    """The four numbers of a text."""
    word, _, rest = text.partition(":")
    parts = rest.split()
    if word not in KINDS or len(parts) != 3:
        raise table.wrong("pending", f"a kind, a seat and two figures like 'place: 1 0 0', not {text[:30]!r}")
    kind = KINDS[word]
    about = fields_of(WORK[kind])[0]
    if about == "elder" and parts[1] in ELDER_NAMES:
        parts[1] = str(ELDER_NAMES.index(parts[1]))
    elif about == "card":
        parts[1] = str({str(box.cards[card].number): card for card in range(1, int(box.number_of_cards) + 1)}.get(parts[1]))
    if not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise table.wrong("pending", f"no such seat, card, elder or figure in {text[:30]!r}")
    seat, field_1, field_2 = map(int, parts)
    return kind, seat - 1, field_1, field_2


def check_frame(table: Table, s: np.record, box: np.record, place: int) -> None:
    """A frame must fit the rest of the position."""
    f = s.frames[place]
    kind, p, values = int(f.kind), int(f.player), (int(f.field_1), int(f.field_2))
    work = WORK[kind]
    if not (NOBODY < p < box.players or (p == NOBODY and kind == RESOLVE)):
        raise table.wrong("pending", f"{work.name}: no such seat")
    named = zip(fields_of(work), values, strict=True)
    if not (all(field_fits(s, box, p, name, value) for name, value in named) and work.fits(s, box, place, p, *values)):
        raise table.wrong("pending", f"{work.name}: that cannot be pending here")
    if kind == SPACE_TO_BUILD_ON:
        move_card(s, values[0], BUILT + p)  # paid for, not yet laid


def field_fits(s: np.record, box: np.record, p: int, name: str, value: int) -> bool:
    """Checks that are common to all frames: of unused fields, elders and sources."""
    if name == "unused":
        return value == 0
    if name == "elder":
        return 0 < value < ELDER_NUMBERS and bool(s.elder_at[value] == COUNCIL + p)
    return name != "source" or source_fits(box, value)


def source_fits(box: np.record, source: int) -> bool:
    """Whether a source is a worker, an elder, or a line of a card."""
    if source < ELDER_NUMBERS:
        return True
    return LINES <= source - FROM_CARD < (int(box.number_of_cards) + 1) * LINES
