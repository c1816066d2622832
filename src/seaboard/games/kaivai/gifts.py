"""K13 gifts [1]: before choosing an action, a player may give away a shell or fish; the others judge if it was honourable."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, mark, player_name
from .layout import ASK_ACTION, ASK_HONOUR, ASK_RECEIVER, NOBODY, NOWHERE, SEATS, TRACK
from .refusal import Refusal


def no_such_gift(gift: int) -> str:
    if gift < TRACK:
        return _("You have no shell on space {space}.", space=gift + 1)
    return _("You have no fish on space {space}.", space=gift - TRACK + 1)


NO_GIFTS = Refusal("K13.1", mark("This game is played without gifts."))
ONE_GIFT_A_TURN = Refusal("K13.1", mark("You've already made a gift this turn."))
NOT_YOURS_TO_GIVE = Refusal("K13.1", no_such_gift)


@rule
def problem_with_gift(s, box, p, gift):
    """K13.1: at most once per turn, a counter of the player. Gifts 0 to 4 are shells from space 1 to 5, 5 to 9 fish."""
    if not box.gifts:
        return NO_GIFTS
    if s.given:
        return ONE_GIFT_A_TURN
    return FINE if has_gift(s, p, gift) else NOT_YOURS_TO_GIVE


@rule
def has_gift(s, p, gift):
    """Whether the player has such a counter."""
    return s.players[p].shells[gift] > 0 if gift < TRACK else s.players[p].fish[gift - TRACK] > 0


@rule
def choose_gift(s, p, gift):
    """K13.1: this counter is given; next, the receiver is chosen."""
    s.giver = p
    s.gift = gift
    s.given = 1
    s.decision = ASK_RECEIVER


class Give(Answer):
    """K13.1: an answer to WhatToDo (choose_action.py), which is asked again after the gift."""

    decision = ASK_ACTION
    gift = range(2 * TRACK)
    problem = problem_with_gift
    apply = choose_gift
    prefer = 0

    def notation(self, box: np.record, gift: int) -> str:
        return f"give shell {gift + 1}" if gift < TRACK else f"give fish {gift - TRACK + 1}"

    def choice(self, seen: np.record, box: np.record, gift: int) -> str:
        if gift < TRACK:
            return _("Give a shell from space {space}", space=gift + 1)
        return _("Give a fish from space {space}", space=gift - TRACK + 1)

    def story(self, before: np.record, after: np.record, box: np.record, gift: int) -> str:
        if gift < TRACK:
            return _("gave away a shell from space {space}", space=gift + 1)
        return _("gave away a fish from space {space}", space=gift - TRACK + 1)


def number_of_player(seat: int) -> int:
    return seat + 1


NO_SUCH_PLAYER = Refusal("K13.1", mark("There's no player {seat}."), seat=number_of_player)
NOT_TO_YOURSELF = Refusal("K13.1", mark("A gift goes to another player."))


@rule
def problem_with_receiver(s, box, seat):
    """K13.1: another player at the table."""
    if seat >= box.players:
        return NO_SUCH_PLAYER
    return NOT_TO_YOURSELF if seat == s.giver else FINE


@rule
def give(s, seat):
    """K13.1: the receiver puts the counter on the same space. Then the others say whether it was honourable (K13.2)."""
    space = int(s.gift) % TRACK
    if s.gift < TRACK:
        s.players[s.giver].shells[space] -= 1
        s.players[seat].shells[space] += 1
    else:
        s.players[s.giver].fish[space] -= 1
        s.players[seat].fish[space] += 1
    s.gift = NOWHERE
    s.decision = ASK_HONOUR
    s.mover = 0 if s.giver != 0 else 1


class WhoReceives(Question):
    """K13.1: the receiver; automatic with two players."""

    decision = ASK_RECEIVER
    name = "receiver"
    rule_number = "K13.1"
    about = mark(
        "The receiver puts the shell or fish on the same space of their track. If all other players call the gift "
        "honourable, you get 1 glory."
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Give it to whom?")


class Receiver(Answer):
    """K13.1: another player."""

    decision = ASK_RECEIVER
    seat = range(SEATS)
    problem = problem_with_receiver
    apply = give
    prefer = 4

    def notation(self, box: np.record, seat: int) -> str:
        return f"receiver {seat + 1}"

    def choice(self, seen: np.record, box: np.record, seat: int) -> str:
        return _("To {name}", name=player_name(seat))

    def story(self, before: np.record, after: np.record, box: np.record, seat: int) -> str:
        return _("gave it to {name}", name=player_name(seat))


@rule
def call_honourable(s, box, p):
    """K13.2: a yes; the next player in seat order is asked. If all say yes, the giver gets 1 glory."""
    following = p + 1
    if following == s.giver:
        following += 1
    if following < int(box.players):
        s.mover = following
    else:
        s.players[s.giver].glory += 1
        end_gift(s)


@rule
def end_gift(s):
    """K13.2: after the first no, or the last yes, the giver chooses an action."""
    s.mover = s.giver
    s.giver = NOBODY
    s.decision = ASK_ACTION


class WasItHonourable(Question):
    """K13.2: the other players in seat order, including the receiver."""

    decision = ASK_HONOUR
    name = "honour"
    rule_number = "K13.2"
    about = mark(
        "It costs you nothing, and the receiver keeps the gift either way. The giver gets 1 glory only if everyone says yes."
    )
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Was the gift honourable?")


class Honourable(Answer):
    """K13.2: yes."""

    decision = ASK_HONOUR
    apply = call_honourable
    prefer = 4

    def notation(self, box: np.record, n: int) -> str:
        return "honourable"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Honourable (1 glory if everyone agrees)")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("called the gift honourable")


class NotHonourable(Answer):
    """K13.2: no."""

    decision = ASK_HONOUR
    apply = end_gift
    prefer = 4

    def notation(self, box: np.record, n: int) -> str:
        return "not honourable"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Not honourable")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("didn't call the gift honourable")
