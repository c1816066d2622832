"""The seam generated from questions: shared action numbers, single answers, declining, a stack of pending work, wrong names."""

import numpy as np
import pytest

from seaboard.core.questions import NOTHING, Answer, Question, Questions, Stack, Work
from seaboard.core.refusals import FINE, GAME_IS_OVER, MUST_ANSWER, NO_SUCH_ACTION, NOT_ASKED, Refusal, number_tried
from seaboard.core.rule import record_dtype, rule
from seaboard.core.seam import MORE, READY


class OwnRefusal(Refusal):
    """Of the games of these tests."""


TOO_FAR = OwnRefusal("X1.1", "{hex} is too far.", hex=number_tried)
NO_BOX = np.zeros(1, record_dtype([("players", np.int16)]))[0]


# a game that keeps one decision: start somewhere, then build farther on or stop

S = record_dtype([("decision", np.int16), ("mover", np.int16), ("x", np.int16)])
START, BUILD, NAME = 0, 1, 2


@rule
def problem_with_start(hex):
    return TOO_FAR if hex > 3 else FINE


@rule
def start(s, hex):
    s.x = hex
    s.decision = BUILD


@rule
def problem_with_site(s, hex):
    return TOO_FAR if hex < s.x else FINE


@rule
def build(s, hex):
    s.x += hex
    s.decision = NAME


@rule
def sites(s):
    return 63 >> int(s.x) << int(s.x)


@rule
def stop(s):
    s.mover = -1


@rule
def names_left(s, first):
    if s.x > 8:
        return NOTHING
    return first + 1 if s.x == 8 else READY


@rule
def forget(s):
    s.x = 1
    s.decision = START


@rule
def call_it(s, name):
    s.x = 10 + name


class WhereToStart(Question):
    decision = START
    always = True

    def prompt(self, seen, box):
        return "Where do you start?"


class StartOn(Answer):
    decision = START
    hex = range(1, 6)
    problem = problem_with_start
    apply = start
    prefer = 3

    def notation(self, box, hex):
        return f"hut {hex}"

    def choice(self, seen, box, hex):
        return "start there"


class WhereToBuild(Question):
    decision = BUILD

    def prompt(self, seen, box):
        return "Where do you build?"


class BuildOn(StartOn):
    """The same numbers and notation, another rule and another effect."""

    decision = BUILD
    shares_numbers_with = StartOn
    problem = problem_with_site
    apply = build
    bits = sites

    def choice(self, seen, box, hex):
        return "build there"


class Stop(Answer):
    decision = BUILD
    apply = stop

    def notation(self, box, n):
        return "stop"


class WhatName(Question):
    decision = NAME
    ready = names_left
    nothing = forget

    def prompt(self, seen, box):
        return "What is it called?"


class CallIt(Answer):
    decision = NAME
    name = range(3)
    apply = call_it

    def notation(self, box, name):
        return f"call it {name}"


Q = Questions("toy", WhereToStart, StartOn, WhereToBuild, BuildOn, Stop, WhatName, CallIt)
legal, problem, prefer, answer, ask = Q.legal(), Q.problem(), Q.prefer(), Q.answering(), Q.asking()


def position(**fields):
    s = np.zeros(1, S)[0]
    for name, value in fields.items():
        s[name] = value
    return s


def allowed(s, rules=legal, most=Q.max_legal):
    out = np.zeros(most, np.int16)
    return out[: rules(s, None, out)].tolist()


def test_one_range_of_actions_answers_two_questions():
    assert (Q.actions, Q.max_legal, StartOn.first, BuildOn.first, Stop.first, CallIt.action(2)) == (9, 6, 0, 0, 5, 8)
    assert [Q.notation(NO_BOX, action) for action in (0, 4, 5)] == ["hut 1", "hut 5", "stop"]
    s = position()
    assert (allowed(s), Q.prompt(s, NO_BOX), Q.choice(s, NO_BOX, 1)) == ([0, 1, 2], "Where do you start?", "start there")
    reasons = [NO_SUCH_ACTION, NO_SUCH_ACTION, NOT_ASKED, TOO_FAR, FINE]
    assert [problem(s, None, action) for action in (-1, 9, 5, 4, 2)] == reasons
    answer(s, None, 2)
    assert (int(s.x), allowed(s), Q.choice(s, NO_BOX, 1)) == (3, [2, 3, 4, 5], "build there")
    answer(s, None, 5)
    assert (problem(s, None, 0), allowed(s), ask(s, None)) == (GAME_IS_OVER, [], READY)


def test_a_weight_is_a_number_or_a_rule_or_one():
    assert [int(prefer(position(), None, action)) for action in (0, 5, 8)] == [3, 1, 1]


def test_only_questions_with_several_answers_are_asked():
    assert ask(position(decision=BUILD, x=5), None) == READY  # the last hex, or stop
    assert ask(position(decision=BUILD, x=6), None) == Stop.first
    assert ask(position(decision=START), None) == READY  # always
    assert ask(position(decision=NAME, x=7), None) == READY
    assert ask(position(decision=NAME, x=8), None) == CallIt.action(1)


def test_without_legal_answers_nothing_is_called():
    s = position(decision=NAME, x=9)
    assert ask(s, None) == MORE
    assert (int(s.x), int(s.decision)) == (1, START)


def test_errors_in_generated_rules_have_a_place():
    with pytest.raises(AttributeError) as error:
        Q.legal()(None, None, None)
    assert any("legal of toy" in str(entry.path) for entry in error.traceback)


# a game with a stack of pending work

FRAME = record_dtype([("kind", np.int16), ("player", np.int16), ("about", np.int16), ("more", np.int16)])
T = record_dtype([("mover", np.int16), ("depth", np.int16), ("total", np.int16), ("filler", np.int16), ("frames", FRAME, (4,))])
PICK, PAY, COUNT = 1, 2, 3


@rule
def pop(s):
    s.depth -= 1


@rule
def asked(s):
    return int(s.frames[s.depth - 1].player)


def push(s, *values):
    f = s.frames[s.depth]
    f.kind, f.player, f.about, f.more = values
    s.depth += 1


@rule
def must_answer():
    return MUST_ANSWER


@rule
def may_decline(optional):
    return FINE if optional else MUST_ANSWER


@rule
def cards(box):
    return box


@rule
def next_even(card):
    return card + card % 2


@rule
def problem_with_card(card, least):
    return FINE if card >= least else TOO_FAR


@rule
def take_card(s, p, card, least):
    s.total += 100 * p + 10 * card + least


@rule
def is_dear(price):
    return price > 0


@rule
def pay(s, price):
    s.total -= price


@rule
def count(s, times):
    s.total += times


class None_(Answer):
    decision = -1
    problem = must_answer

    def notation(self, box, n):
        return "none"


class WhichCard(Question):
    decision = PICK
    frame = ("least", "optional")
    decline = may_decline


class Card(Answer):
    decision = PICK
    card = range(8)
    limit = cards
    following = next_even
    problem = problem_with_card
    apply = take_card


class HowToPay(Question):
    decision = PAY
    frame = ("price",)
    possible = is_dear
    always = True


class Pay(Answer):
    decision = PAY
    apply = pay
    stays = True


class Count(Work):
    decision = COUNT
    frame = ("times",)
    do = count


STACK = Stack("s.frames[s.depth - 1]", ("about", "more"), pop, asked)
R = Questions("stack toy", None_, WhichCard, Card, HowToPay, Pay, Count, stack=STACK, declining=None_)
legal_of, problem_of, answer_of, ask_of = R.legal(), R.problem(), R.answering(), R.asking()


def pending(*frames):
    s = np.zeros(1, T)[0]
    for frame in frames:
        push(s, *frame)
    return s


def legal_with(s, box):
    out = np.zeros(R.max_legal + 1, np.int16)
    return out[: legal_of(s, box, out)].tolist()


def test_answers_take_the_fields_of_the_frame_by_name():
    s = pending((PICK, 1, 2, 0))
    assert legal_with(s, 7) == [Card.action(n) for n in (2, 4, 6)]
    assert legal_with(s, 5) == [Card.action(n) for n in (2, 4)]  # of this box
    assert (problem_of(s, 5, Card.action(1)), problem_of(s, 5, Card.action(5))) == (TOO_FAR, NOT_ASKED)
    assert problem_of(s, 5, Pay.action()) == NOT_ASKED
    answer_of(s, 5, Card.action(4))
    assert (int(s.total), int(s.depth)) == (142, 0)


def test_only_optional_questions_are_declined():
    s = pending((PICK, 0, 6, 1))
    assert (legal_with(s, 7), ask_of(s, 7)) == ([0, Card.action(6)], READY)
    s = pending((PICK, 0, 6, 0))
    assert (legal_with(s, 7), ask_of(s, 7), problem_of(s, 7, 0)) == ([Card.action(6)], Card.action(6), MUST_ANSWER)
    assert problem_of(pending((PAY, 0, 1, 0)), 7, 0) == MUST_ANSWER  # by the rule of all
    answer_of(s, 7, 0)
    assert (int(s.total), int(s.depth)) == (0, 0)


def test_work_is_done_and_impossible_questions_are_dropped():
    s = pending((PAY, 1, 3, 0), (PAY, 0, 0, 0), (COUNT, 0, 5, 0))
    assert (ask_of(s, 7), int(s.total)) == (MORE, 5)
    assert (ask_of(s, 7), int(s.depth)) == (MORE, 1)
    assert (ask_of(s, 7), int(s.mover)) == (READY, 1)
    answer_of(s, 7, Pay.action())
    assert (int(s.total), int(s.depth)) == (2, 1)  # it stays


def test_a_question_without_legal_answers_is_dropped():
    s = pending((PICK, 0, 7, 0))
    assert (ask_of(s, 7), int(s.depth)) == (MORE, 0)


# what Nusfjord needs in addition: a base that several kinds of answer share, work that goes on until somebody must choose

WALK, REST = 1, 2


@rule
def walk_on(s, left):
    """Until three are left; what is left then is in the frame."""
    if left > 3:
        s.frames[s.depth - 1].about = 3
        return True
    return False


@rule
def doubled(left):
    return 2 * left


@rule
def problem_with_hop(hop, reach):
    return FINE if hop <= reach else TOO_FAR


@rule
def no_more_than_one(hop):
    return FINE if hop == 1 else TOO_FAR


class Hop(Answer):
    hop = range(1, 9)

    def notation(self, box, hop):
        return f"hop {hop}"


class WalkWhere(Question):
    decision = WALK
    frame = ("left",)
    possible = walk_on
    found = doubled
    found_as = "reach"


class Walk(Hop):
    decision = WALK
    problem = problem_with_hop


class RestWhere(Question):
    decision = REST
    decline = True


class Rest(Hop):
    decision = REST
    shares_numbers_with = Walk
    problem = no_more_than_one


class Never(Answer):
    decision = -1
    problem = MUST_ANSWER


W = Questions("walk toy", Never, WalkWhere, Walk, RestWhere, Rest, stack=STACK, declining=Never)


def test_an_answer_names_the_one_with_which_it_shares_numbers():
    assert (Walk.first, Walk.first, Rest.first, W.actions) == (1, 1, 1, 9)
    assert type(W.answer(Walk.action(1), pending((REST, 0, 0, 0)))[0]) is Rest
    assert W.notation(NO_BOX, Walk.action(8)) == "hop 8"


def test_a_question_may_continue_its_work_and_its_fields_are_read_again():
    s, out = pending((WALK, 0, 9, 0)), np.zeros(9, np.int16)
    assert (W.asking()(s, NO_BOX), int(s.frames[0].about)) == (READY, 3)
    assert out[: W.legal()(s, NO_BOX, out)].tolist() == [Walk.action(n) for n in range(1, 7)]  # twice three, by `found`
    assert W.problem()(s, NO_BOX, Walk.action(7)) == TOO_FAR
    assert W.asking()(pending((WALK, 0, 2, 0)), NO_BOX) == MORE


def test_answers_that_are_always_or_never_declined_need_no_rule():
    s, out = pending((REST, 0, 0, 0)), np.zeros(9, np.int16)
    assert (W.asking()(s, NO_BOX), W.problem()(s, NO_BOX, Never.action())) == (READY, FINE)
    assert out[: W.legal()(s, NO_BOX, out)].tolist() == [Never.action(), Walk.action(1)]
    assert W.problem()(pending((WALK, 0, 3, 0)), NO_BOX, Never.action()) == MUST_ANSWER


# names are checked when the list is made


def test_a_misspelt_argument_is_refused_with_its_place():
    def misspelt(s, bx):
        return FINE

    class Wrong(StartOn):
        problem = misspelt

    with pytest.raises(TypeError, match=r"Wrong.problem \(misspelt\) takes 'bx'"):
        Questions("toy", WhereToStart, Wrong).legal()


def test_a_text_that_is_missing_names_its_class():
    with pytest.raises(NotImplementedError, match="Card has no notation"):
        R.notation(NO_BOX, Card.action(3))
