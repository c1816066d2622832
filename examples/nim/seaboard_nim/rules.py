"""Nim: take any number of matches from one heap; who takes the last match wins."""

import numpy as np

from seaboard.core.dice import CHANCE_FIELDS, draw, hide_chance, set_key
from seaboard.core.features import CATEGORY, Feature, checked_values, relative_seat
from seaboard.core.questions import Answer, Question, Questions, mover
from seaboard.core.refusals import FINE
from seaboard.core.refusals import Refusal as AnyRefusal
from seaboard.core.rule import copy_row, record_dtype, rule
from seaboard.language import _, mark

__all__ = ["QUESTIONS", "mover"]
HEAPS, MAX_MATCHES = 4, 7  # heaps (some may be empty), and matches in one
NOBODY = -1
TAKE = 0  # the only decision

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("mover", np.int16),
        ("decision", np.int16),
        ("winner", np.int16),  # who took the last match, or NOBODY
        ("turn", np.int16),
        ("heaps", np.int16, (HEAPS,)),
    ]
)
BOX = record_dtype([("players", np.int16), ("heaps", np.int16, (HEAPS,))])
OPTION_FEATURES = (Feature("number of players", 1, 2, 4, "players"),)
FEATURES = (
    Feature("mover", 1, NOBODY, 3, "who decides, counted from the seat itself, -1 when the game is over", CATEGORY),
    Feature("heaps", HEAPS, 0, MAX_MATCHES, "matches in each heap"),
)


def build_box(options):
    """The box for these options: the layout "1-3-5-7" is heaps of 1, 3, 5 and 7 matches."""
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    for heap, matches in enumerate(options["layout"].split("-")):
        box.heaps[heap] = int(matches)
    return box


@rule
def start(s, box, key):
    """The heaps as in the box; a random player begins."""
    set_key(s, key)
    copy_row(box.heaps, s.heaps)
    s.decision = TAKE
    s.winner = NOBODY
    s.turn = 0
    s.mover = draw(s, int(box.players))


class WhichMatches(Question):
    decision = TAKE
    always = True  # asked even if there is only one answer

    def prompt(self, seen, box):
        return _("Take matches from one heap.") if seen.mover != NOBODY else _("The game is over.")


class Refusal(AnyRefusal):
    """Why an action is refused; the class numbers them."""


TOO_MANY = Refusal("", mark("There aren't that many matches in this heap."))


@rule
def problem_with_taking(s, matches):
    return FINE if matches % MAX_MATCHES < s.heaps[matches // MAX_MATCHES] else TOO_MANY


@rule
def take(s, box, matches):
    """The turn passes to the left, or the last match is taken and the game is over."""
    s.heaps[matches // MAX_MATCHES] -= matches % MAX_MATCHES + 1
    s.turn += 1
    for heap in range(HEAPS):
        if s.heaps[heap] > 0:
            s.mover = (int(s.mover) + 1) % int(box.players)
            return
    s.winner = s.mover
    s.mover = NOBODY


class Take(Answer):
    """`matches` is the heap times MAX_MATCHES, plus how many are taken, less 1."""

    decision = TAKE
    matches = range(HEAPS * MAX_MATCHES)
    problem = problem_with_taking
    apply = take

    def notation(self, box, matches):
        return f"take {matches % MAX_MATCHES + 1} from {'abcd'[matches // MAX_MATCHES]}"

    def choice(self, seen, box, matches):
        return _("Take {n} from heap {heap}", n=matches % MAX_MATCHES + 1, heap="ABCD"[matches // MAX_MATCHES])

    def story(self, before, after, box, matches):
        taken = _("took {n} from heap {heap}", n=matches % MAX_MATCHES + 1, heap="ABCD"[matches // MAX_MATCHES])
        return f"{taken}." if after.winner == NOBODY else _("{move} and won.", move=taken)


QUESTIONS = Questions("nim", WhichMatches, Take, refusals=Refusal)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
apply = QUESTIONS.answering()  # no automatic steps follow an answer


@rule
def score_sheet(s, box, sheet):
    for seat in range(int(box.players)):
        sheet[seat, 0] = 1 if s.winner == seat else 0


@rule
def tie_break(s, box, seat):
    return 0


@rule
def view(s, box, viewer, out):
    """Everything is public except future draws."""
    hide_chance(out)
    out.mover = s.mover
    out.decision = s.decision
    out.winner = s.winner
    out.turn = s.turn
    copy_row(s.heaps, out.heaps)


@rule
def redeal(seen, box, key):
    set_key(seen, key)


def observe_options(box):
    return checked_values(OPTION_FEATURES, int(box.players))


@rule
def observe(seen, box, viewer, out):
    out[0] = relative_seat(viewer, int(seen.mover), int(box.players))
    for heap in range(HEAPS):
        out[1 + heap] = seen.heaps[heap]
