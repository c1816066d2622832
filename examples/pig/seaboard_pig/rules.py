"""Pig: roll a die as often as you like; a 1 ends the turn with nothing, holding adds the sum to your points."""

import numpy as np

from seaboard.core.dice import CHANCE_FIELDS, draw, hide_chance, set_key
from seaboard.core.features import CATEGORY, Feature, checked_values, relative_seat
from seaboard.core.questions import Answer, Question, Questions, mover
from seaboard.core.refusals import FINE
from seaboard.core.refusals import Refusal as AnyRefusal
from seaboard.core.rule import copy_row, record_dtype, rule
from seaboard.language import _, mark

__all__ = ["QUESTIONS", "mover"]
SEATS, SIDES = 4, 6
NOBODY = -1
ROLL_OR_HOLD = 0  # the only decision


class Refusal(AnyRefusal):
    """Why an action is refused; the class numbers them."""


NOTHING_ROLLED = Refusal("", mark("Roll at least once before you hold."))
ENOUGH = Refusal("", mark("That is enough to win: hold."))

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("mover", np.int16),
        ("decision", np.int16),
        ("turn", np.int16),
        ("rolled", np.int16),  # the sum of this turn
        ("points", np.int16, (SEATS,)),
    ]
)
BOX = record_dtype([("players", np.int16), ("goal", np.int16)])
FEATURES = (
    Feature("mover", 1, NOBODY, SEATS - 1, "who decides, counted from the seat itself, -1 when the game is over", CATEGORY),
    Feature("rolled", 1, 0, 105, "the sum of this turn"),
    Feature("points", SEATS, 0, 105, "points of each seat, the seat itself first"),
)

OPTION_FEATURES = (
    Feature("number of players", 1, 2, SEATS, "players"),
    Feature("goal", 1, 1, 100, "points to win"),
)


def observe_options(box):
    return checked_values(OPTION_FEATURES, int(box.players), int(box.goal))


def build_box(options):
    box = np.zeros(1, BOX)[0]
    box.players, box.goal = options["players"], options["goal"]
    return box


@rule
def start(s, box, key):
    """Nobody has points; a random player begins."""
    set_key(s, key)
    for seat in range(SEATS):
        s.points[seat] = 0
    s.decision = ROLL_OR_HOLD
    s.turn = 0
    s.rolled = 0
    s.mover = draw(s, int(box.players))


class RollOrHold(Question):
    decision = ROLL_OR_HOLD
    always = True  # asked even if there is only one answer

    def prompt(self, seen, box):
        return _("Roll or hold.") if seen.mover != NOBODY else _("The game is over.")


@rule
def pass_turn(s, box):
    s.rolled = 0
    s.turn += 1
    s.mover = (int(s.mover) + 1) % int(box.players)


@rule
def problem_with_rolling(s, box, roll):
    return FINE if s.points[int(s.mover)] + s.rolled < box.goal else ENOUGH


@rule
def roll_die(s, box, roll):
    """A 1 ends the turn with nothing, any other number is added to its sum."""
    number = 1 + draw(s, SIDES)
    if number == 1:
        pass_turn(s, box)
    else:
        s.rolled += number


class Roll(Answer):
    decision = ROLL_OR_HOLD
    roll = range(1)
    problem = problem_with_rolling
    apply = roll_die

    def notation(self, box, roll):
        return "roll"

    def choice(self, seen, box, roll):
        return _("Roll")

    def story(self, before, after, box, roll):
        if after.mover != before.mover:
            return _("rolled a 1 and lost {n}.", n=int(before.rolled))
        return _("rolled a {n}.", n=int(after.rolled - before.rolled))


@rule
def problem_with_holding(s, hold):
    return FINE if s.rolled > 0 else NOTHING_ROLLED


@rule
def add_sum(s, box, hold):
    """The sum is safe; with enough points the game is over."""
    seat = int(s.mover)
    s.points[seat] += s.rolled
    if s.points[seat] >= box.goal:
        s.rolled = 0
        s.mover = NOBODY
    else:
        pass_turn(s, box)


class Hold(Answer):
    decision = ROLL_OR_HOLD
    hold = range(1)
    problem = problem_with_holding
    apply = add_sum

    def notation(self, box, hold):
        return "hold"

    def choice(self, seen, box, hold):
        return _("Hold (+{n})", n=int(seen.rolled))

    def story(self, before, after, box, hold):
        seat = int(before.mover)
        return _("held and has {n} points.", n=int(after.points[seat]))


QUESTIONS = Questions("pig", RollOrHold, Roll, Hold, refusals=Refusal)
HOLD = Hold.action(0)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
apply = QUESTIONS.answering()  # no automatic steps follow an answer


@rule
def prefer(s, box, action):
    """A heuristic: hold if it wins, roll on if anybody is near the goal, else hold from 20."""
    near = False
    for seat in range(int(box.players)):
        near = near or s.points[seat] + 28 >= box.goal
    holds = (s.rolled >= 20 and not near) or s.points[int(s.mover)] + s.rolled >= box.goal
    return 200 if (action == HOLD) == holds else 1


@rule
def score_sheet(s, box, sheet):
    for seat in range(int(box.players)):
        sheet[seat, 0] = 1 if s.points[seat] >= box.goal else 0


@rule
def tie_break(s, box, seat):
    return 0


@rule
def view(s, box, viewer, out):
    """Everything is public except future draws."""
    hide_chance(out)
    out.mover = s.mover
    out.decision = s.decision
    out.turn = s.turn
    out.rolled = s.rolled
    copy_row(s.points, out.points)


@rule
def redeal(seen, box, key):
    set_key(seen, key)


@rule
def observe(seen, box, viewer, out):
    players = int(box.players)
    out[0] = relative_seat(viewer, int(seen.mover), players)
    out[1] = seen.rolled
    for k in range(SEATS):
        out[2 + k] = seen.points[(max(0, viewer) + k) % players] if k < players else 0
