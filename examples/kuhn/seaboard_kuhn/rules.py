"""Kuhn poker (Harold W. Kuhn, 1950): two players, three cards, one bet."""

import numpy as np

from seaboard.core.dice import CHANCE_FIELDS, draw, hide_chance, set_key
from seaboard.core.features import CATEGORY, Feature, relative_seat
from seaboard.core.questions import Answer, Question, Questions, mover
from seaboard.core.refusals import Refusal as AnyRefusal
from seaboard.core.rule import copy_row, record_dtype, rule
from seaboard.language import _

__all__ = ["QUESTIONS", "mover"]
SEATS, MOVES = 2, 3
NOBODY = -1
HIDDEN, JACK, QUEEN, KING = 0, 1, 2, 3
NONE, PASS, BET = 0, 1, 2  # entries of `moves`
PASS_OR_BET = 0  # the only decision

STATE = record_dtype(
    [
        *CHANCE_FIELDS,
        ("mover", np.int16),
        ("decision", np.int16),
        ("turn", np.int16),
        ("cards", np.int16, (SEATS,)),
        ("moves", np.int16, (MOVES,)),
    ]
)
BOX = record_dtype([("players", np.int16)])
FEATURES = (
    Feature("mover", 1, NOBODY, SEATS - 1, "who decides, counted from the seat itself, -1 when the game is over", CATEGORY),
    Feature("cards", SEATS, HIDDEN, KING, "the seat's own card and the other one: jack 1, queen 2, king 3; 0 hidden", CATEGORY),
    Feature("moves", MOVES, NONE, BET, "what was played so far: 1 pass, 2 bet; 0 not yet", CATEGORY),
)


class Refusal(AnyRefusal):
    """There are no refusals: both answers are always legal."""


def build_box(options):
    box = np.zeros(1, BOX)[0]
    box.players = options["players"]
    return box


@rule
def start(s, box, key):
    """Each player pays 1 and gets one of the three cards; the first seat begins."""
    set_key(s, key)
    s.mover = 0
    s.decision = PASS_OR_BET
    s.turn = 0
    s.cards[0] = JACK + draw(s, 3)
    s.cards[1] = other_card(s, int(s.cards[0]))
    for n in range(MOVES):
        s.moves[n] = NONE


@rule
def other_card(s, card):
    """One of the two other cards, at random."""
    other = JACK + draw(s, 2)
    return other + 1 if other >= card else other


class PassOrBet(Question):
    decision = PASS_OR_BET
    always = True

    def prompt(self, seen, box):
        if seen.mover == NOBODY:
            return _("The game is over.")
        return _("Call the bet or fold.") if has_bet(seen) else _("Bet or check.")


@rule
def has_bet(s):
    """Whether somebody has bet."""
    return s.moves[0] == BET or s.moves[1] == BET


@rule
def play_move(s, move):
    """The game is over when a bet was answered, or both players checked."""
    answered = has_bet(s) or (s.turn == 1 and move == PASS)
    s.moves[int(s.turn)] = move
    s.turn += 1
    s.mover = NOBODY if answered else 1 - int(s.mover)


@rule
def apply_pass(s, box, checks):
    play_move(s, PASS)


@rule
def apply_bet(s, box, bets):
    play_move(s, BET)


class Pass(Answer):
    decision = PASS_OR_BET
    checks = range(1)
    apply = apply_pass

    def notation(self, box, checks):
        return "pass"

    def choice(self, seen, box, checks):
        return _("Fold") if has_bet(seen) else _("Check")

    def story(self, before, after, box, checks):
        return _("folded.") if has_bet(before) else _("checked.")


class Bet(Answer):
    decision = PASS_OR_BET
    bets = range(1)
    apply = apply_bet

    def notation(self, box, bets):
        return "bet"

    def choice(self, seen, box, bets):
        return _("Call") if has_bet(seen) else _("Bet")

    def story(self, before, after, box, bets):
        return _("called.") if has_bet(before) else _("bet 1.")


QUESTIONS = Questions("kuhn", PassOrBet, Pass, Bet, refusals=Refusal)
legal = QUESTIONS.legal()
problem = QUESTIONS.problem()
apply = QUESTIONS.answering()  # no automatic steps follow an answer


@rule
def is_showdown(s):
    """Whether the game is over and nobody folded: the cards are compared."""
    last = s.moves[int(s.turn) - 1] if s.turn > 0 else NONE
    return s.mover == NOBODY and (last == BET or not has_bet(s))


@rule
def score_sheet(s, box, sheet):
    """The winner gets what the other loses: 1, or 2 after a called bet."""
    won = 0
    if is_showdown(s):
        won = 2 if has_bet(s) else 1
        if s.cards[0] < s.cards[1]:
            won = -won
    elif s.mover == NOBODY:
        won = 1 if s.moves[0] == BET else -1  # the other player folded
    sheet[0, 0] = won
    sheet[1, 0] = -won


@rule
def tie_break(s, box, seat):
    return 0


@rule
def view(s, box, viewer, out):
    """A player sees their own card; everybody sees both after a showdown."""
    hide_chance(out)
    out.mover = s.mover
    out.decision = s.decision
    out.turn = s.turn
    copy_row(s.moves, out.moves)
    for seat in range(SEATS):
        out.cards[seat] = s.cards[seat] if seat == viewer or is_showdown(s) else HIDDEN


@rule
def redeal(seen, box, key):
    """The other player gets one of the two cards that the mover does not have."""
    set_key(seen, key)
    seat = int(seen.mover)
    seen.cards[1 - seat] = other_card(seen, int(seen.cards[seat]))


@rule
def observe(seen, box, viewer, out):
    out[0] = relative_seat(viewer, int(seen.mover), SEATS)
    out[1] = seen.cards[viewer]
    out[2] = seen.cards[1 - viewer]
    for n in range(MOVES):
        out[3 + n] = seen.moves[n]
