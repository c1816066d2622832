"""K12.1 to K12.3 the end: huts score, then one village after another, where all players secretly play counters."""

import numpy as np

from ...core.dice import skip_draw
from ...core.questions import Answer, Question
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import _, many, mark, plural_forms
from .choices import store_choices, write_choices
from .hexes import NO_HEX, single_hex, union
from .layout import ASK_PLAY, ASK_SCORING, HEXES, MAX_INFLUENCE, NOBODY, NOT_CHOSEN, NOWHERE, OVER, VILLAGES
from .refusal import Refusal
from .scoring import last_in_standing, presence, score_village
from .supplies import huts_on_board
from .villages import NO_VILLAGE_OF_THAT_NAME, village_based_at
from .words.notation import HEX_NAMES
from .words.terms import name_of_village, village_name, villages_to_score_words


@rule
def begin_ending(s, box):
    """K12.1: each player scores 2 glory for each of their huts on the board."""
    for p in range(int(box.players)):
        s.players[p].glory += int(box.hut_glory) * huts_on_board(s, p)
    next_village(s, box)


@rule
def next_village(s, box):
    """K12.2: the player with the least glory chooses a village. When every village is scored, the game is over."""
    if all_scored(s):
        s.mover = NOBODY
        s.decision = OVER
        return
    s.mover = last_in_standing(s, box)
    s.decision = ASK_SCORING


@rule
def all_scored(s):
    """K12.2: whether every village is scored."""
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and not int(s.scored) >> v & 1:
            return False
    return True


@rule
def villages_to_score(s, box):
    """K12.2: the unscored villages, as the set of their bases."""
    bases = NO_HEX
    for v in range(VILLAGES):
        if s.bases[v] != NOWHERE and not int(s.scored) >> v & 1:
            bases = union(bases, single_hex(box, int(s.bases[v])))
    return bases


@rule
def ready_to_score(s, box, p, first):
    """Prepares WhichVillage."""
    return store_choices(s, box, villages_to_score(s, box), first)


ALREADY_SCORED = Refusal("K12.2", mark("Village {village} has already been scored."), village=village_name)


@rule
def problem_with_scoring(s, base):
    """K12.2: an unscored village."""
    v = village_based_at(s, base)
    if v == NOWHERE:
        return NO_VILLAGE_OF_THAT_NAME
    return ALREADY_SCORED if int(s.scored) >> v & 1 else FINE


@rule
def choose_village(s, box, base):
    """K12.2, K12.3: this village is scored; all players secretly choose counters, one after another by seats."""
    for p in range(int(box.players)):
        s.players[p].played = 0
    s.scoring = village_based_at(s, base)
    s.mover = 0
    s.decision = ASK_PLAY


class WhichVillage(Question):
    """K12.2: the village to score next."""

    decision = ASK_SCORING
    name = "scoring"
    rule_number = "K12.2"
    about = mark(
        "Choose which village is scored next. The strongest player there gets 1 glory per cult hex: choose one that you win "
        "without counters, or one for which the others will spend theirs."
    )
    ready = ready_to_score

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Choose the next village to score.")


class ScoreVillage(Answer):
    """K12.2: a village, by its base. FishIn (fish.py) and CelebrateIn (celebrate.py) share the action numbers."""

    decision = ASK_SCORING
    base = range(HEXES)
    write = write_choices
    problem = problem_with_scoring
    apply = choose_village
    prefer = 4

    def notation(self, box: np.record, base: int) -> str:
        return f"village {HEX_NAMES[base]}"

    def choice(self, seen: np.record, box: np.record, base: int) -> str:
        name, v = HEX_NAMES[base], village_based_at(seen, base)
        if v == NOWHERE:
            return _("Village {village}", village=name)
        cults = int(seen.cults[v])
        return many(cults, "Score village {village} ({n} cult hex)", "Score village {village} ({n} cult hexes)", village=name)

    def story(self, before: np.record, after: np.record, box: np.record, base: int) -> str:
        return villages_to_score_words([base])


@rule
def numbers_to_play(s, p):
    """K12.3: from 0 to all of the player's counters, as a bit set."""
    return (2 << int(s.players[p].influence)) - 1


def own_influence(seen: np.record, p: int) -> int:
    return int(seen.players[p].influence)


MORE_THAN_YOU_HAVE = Refusal(
    "K12.3", plural_forms("You have only {n} influence counter.", "You have only {n} influence counters."), n=own_influence
)


@rule
def problem_with_playing(s, p, number):
    """K12.3: not more counters than the player has."""
    return FINE if number <= s.players[p].influence else MORE_THAN_YOU_HAVE


@rule
def play_counters(s, box, p, number):
    """K12.3: a player's secret choice; after the last one, all are revealed."""
    s.players[p].chosen = number
    s.mover += 1
    if s.mover == box.players:
        reveal(s, box)


@rule
def reveal(s, box):
    """K12.3 to K12.6: reveals the choices and scores the village. The draw counter rises, to prevent undo."""
    skip_draw(s)
    v = int(s.scoring)
    score_village(s, box, v)
    for p in range(int(box.players)):
        s.players[p].played = s.players[p].chosen
        s.players[p].chosen = NOT_CHOSEN
    s.scored |= 1 << v
    s.scoring = NOWHERE
    next_village(s, box)


class HowManyCounters(Question):
    """K12.3: how many counters; automatic for players without any."""

    decision = ASK_PLAY
    name = "play"
    rule_number = "K12.3"
    about = mark(
        "Everyone chooses in secret. Counters add to the strength of your huts and canoes. The strongest player gets 1 glory"
        " per cult hex and loses the counters; the others keep theirs. Play none where you win without them."
    )

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Play counters in {village}.", village=name_of_village(seen, int(seen.scoring)))


class Play(Answer):
    """K12.3: a number of influence counters."""

    decision = ASK_PLAY
    number = range(MAX_INFLUENCE + 1)
    bits = numbers_to_play
    problem = problem_with_playing
    apply = play_counters
    prefer = 4

    def notation(self, box: np.record, number: int) -> str:
        return f"play {number}"

    def choice(self, seen: np.record, box: np.record, number: int) -> str:
        if seen.scoring == NOWHERE or seen.mover < 0:
            return many(number, "Play {n} counter", "Play {n} counters")
        strength = presence(seen, int(seen.mover), int(seen.scoring)) + int(box.worth) * number
        return many(
            number, "Play {n} counter (strength {strength})", "Play {n} counters (strength {strength})", strength=strength
        )

    def story(self, before: np.record, after: np.record, box: np.record, number: int) -> str:
        """K12.3: the number is secret."""
        return _("chose influence counters in secret")
