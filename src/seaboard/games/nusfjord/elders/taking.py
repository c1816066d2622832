"""N5.11 taking an elder, and using it immediately."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..actions.board_actions import with_gain
from ..cards.effects import DID, TAKE_ELDER
from ..cards.events import trigger
from ..layout import ELDER_NUMBERS, ELDER_TO_TAKE, USE_TAKEN_ELDER
from ..pending import PlainQuestion, asked_player, fields, push
from ..refusal import Refusal
from ..resources import resources_of
from ..words.elders import elder_text
from ..words.names import elder_name, goods, the_elder
from ..words.notation import ELDER_NAMES
from .council import elders_on_top, fish_of_function, is_on_top, take_from_stack
from .functions import use_elder
from .judging import problem_with_using


class WhichElder(PlainQuestion):
    """N5.11: which elder is taken?"""

    decision = ELDER_TO_TAKE
    rule_number = "N5.11"
    about = mark(
        "An elder is a space of your own: one worker per round, and you may use it right now. Each use needs a fish on the "
        "banquet table, and your catch feeds your elders first."
    )
    name = "take elder"
    words = mark("Choose an elder to take.")
    frame = ("unused", "source")


ELDER_NOT_ON_TOP = Refusal("N5.11", mark("This elder isn't on top of a stack."))


@rule
def problem_with_elder(s, elder):
    """N5.11: only the top card of a stack."""
    return FINE if is_on_top(s, elder) else ELDER_NOT_ON_TOP


@rule
def take_elder(s, box, p, elder):
    """N5.11: takes an elder, and asks whether to use it immediately."""
    take_from_stack(s, p, elder)
    trigger(s, box, p, DID + TAKE_ELDER, 1)
    push(s, USE_TAKEN_ELDER, p, elder, 0)


def elder_offers(seen: np.record, box: np.record, elder: int) -> str:
    """The elder's effect, with the current number of fish if it varies."""
    text = with_gain(elder_name(elder), elder_text(box, elder))
    e = box.elders[elder]
    if e.fish_per_building or e.fish_per_elder:
        text = f"{text} ({goods(0, int(fish_of_function(seen, box, asked_player(seen), elder)), 0)})"
    return text


class TakeElder(Answer):
    decision = ELDER_TO_TAKE
    elder = range(ELDER_NUMBERS)
    bits = elders_on_top
    problem = problem_with_elder
    apply = take_elder
    prefer = 4

    def notation(self, box: np.record, elder: int) -> str:
        return f"take {ELDER_NAMES[elder]}"

    def choice(self, seen: np.record, box: np.record, elder: int) -> str:
        return elder_offers(seen, box, elder)

    def story(self, before: np.record, after: np.record, box: np.record, elder: int) -> str:
        return _("chose {elder}", elder=the_elder(elder))


@rule
def can_use(s, box, p, elder):
    """N5.11: the question is skipped if the elder cannot be used."""
    return problem_with_using(s, box, p, elder, resources_of(s, p)) == FINE


class WhetherToUseIt(Question):
    """N5.11: is the elder just taken used?"""

    decision = USE_TAKEN_ELDER
    rule_number = "N5.11"
    about = mark(
        "Now it needs no worker; only a fish from the largest filled plate goes on the card. You can use it again with a "
        "worker this round."
    )
    name = "use taken elder"
    frame = ("elder",)
    possible = can_use
    decline = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Use {elder} now?", elder=the_elder(fields(seen)[0]))


class UseIt(Answer):
    decision = USE_TAKEN_ELDER
    apply = use_elder
    prefer = 4

    def notation(self, box: np.record, n: int) -> str:
        return "use it"

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        return _("Use the elder now")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        return _("used the elder right away")
