"""The prompt, and sentences for the log. They are made from the views before and after a move."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many, mark, player_name, signed
from ..build import OfKind
from ..canoes import Stop
from ..choose_action import Choose
from ..deliver import FishTo
from ..ending import Play, ScoreVillage
from ..fish import FishIn
from ..god import GodTo
from ..huts import hut_kind
from ..layout import ASK_PLAY, ASK_SCORING, FISH, OVER
from ..perform import GoTo, TakeCanoe
from ..start_huts import StartOn
from ..supplies import canoes_on_board, fish_of, huts_on_board, money_of
from ..turn import QUESTIONS
from ..words.notation import HEX_NAMES
from ..words.terms import ENDING, in_edition, listed, villages_to_score_words
from .catches import village_fished_in

SILENT = (Choose, TakeCanoe, StartOn, OfKind, FishTo, Stop)  # answers without a text in the log, which shows their results


def prompt(seen: np.record, box: np.record) -> str:
    """The question for the mover."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """A move, its automatic consequences, and its gains."""
    text = turn([before, after], box, [action])
    return f"{text} {_('The game is over.')}" if after.decision == OVER else text


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: `sailed from a1 to b2, built a meeting hut on b3 (−6 in shells). Ann: +1 glory.`"""
    before, after, mover = views[0], views[-1], int(views[0].mover)
    steps = list(zip(views, views[1:], actions, strict=False))
    events = events_of(steps, box)
    events += huts_built(before, after, box) + canoes_sunk(before, after, box)
    gains = {seat: gains_of(before, after, box, seat) for seat in range(int(box.players))}
    done = ", ".join(events or [QUESTIONS.story(before, views[1], box, actions[0])])
    text = [f"{done} ({gains[mover]})." if gains[mover] else f"{done}."]
    if before.god != after.god and not any(isinstance(QUESTIONS.answer(action, was)[0], GodTo) for was, _now, action in steps):
        text.append(_("The god moved to {hex}.", hex=HEX_NAMES[int(after.god)]))
    others = [(seat, changes) for seat, changes in gains.items() if changes and seat != mover]
    text += [_("{name}: {changes}.", name=player_name(seat), changes=changes) for seat, changes in others]
    return " ".join(text)


def events_of(steps: Sequence[tuple[np.record, np.record, int]], box: np.record) -> list[str]:
    """What the mover did. All villages that the mover chose to score are one event, and so are all choices of counters."""
    villages = [QUESTIONS.answer(action, was)[1] for was, _now, action in steps if scores_village(action, was)]
    events: list[str] = []
    ways: list[str] = []  # sailed by one canoe after the other
    fish_on: dict[int, int] = {}  # delivered since the last other event, by hut
    for was, now, action in steps:
        answer, number = QUESTIONS.answer(action, was)
        event = villages_to_score_words(villages) if scores_village(action, was) else QUESTIONS.story(was, now, box, action)
        if isinstance(answer, GoTo) and was.canoe != number:
            way = _("from {start} to {hex}", start=HEX_NAMES[int(was.canoe)], hex=HEX_NAMES[number])
            if ways and not fish_on:
                events.pop()  # one event for all canoes
                ways = [*ways, way]
            else:
                ways = [way]
            event = _("sailed {ways}", ways=listed(ways))
        elif not isinstance(answer, SILENT):
            ways = []
        if not isinstance(answer, SILENT) and (event not in events or not isinstance(answer, ScoreVillage | Play)):
            events += [*deliveries(fish_on), event]
            fish_on = {}
        if automatic := automatic_events(was, now, box, action):
            events, ways = events + automatic, []
        for hut in np.flatnonzero(now.fish > was.fish).tolist():
            fish_on[hut] = fish_on.get(hut, 0) + int(now.fish[hut] - was.fish[hut])
    return events + deliveries(fish_on)


def scores_village(action: int, was: np.record) -> bool:
    """K12.2: whether a move chooses a village to score; other answers about villages are subclasses of this one."""
    return type(QUESTIONS.answer(action, was)[0]) is ScoreVillage


def deliveries(fish_on: dict[int, int]) -> list[str]:
    """K8.7: one event for each hut."""
    return [
        many(n, "delivered {n} fish to {hex}", "delivered {n} fish to {hex}", hex=HEX_NAMES[hut]) for hut, n in fish_on.items()
    ]


def automatic_events(was: np.record, now: np.record, box: np.record, action: int) -> list[str]:
    """K8.1, K10.2: a feast or a catch that a move brought about because there was only one village for it."""
    answer, number = QUESTIONS.answer(action, was)
    feast = [int(base) for v, base in enumerate(was.bases) if was.fish_in[v] > 0 and now.fish_in[v] == 0]
    if isinstance(answer, Choose) and feast:
        return [_("celebrated in village {village}", village=HEX_NAMES[feast[0]])]
    village = None if isinstance(answer, FishIn) else village_fished_in(was, now, box, action)
    if village is not None:
        return [_("fished in village {village}", village=HEX_NAMES[int(was.bases[village])])]
    return [_("fished")] if isinstance(answer, Choose) and number == FISH and now.acting != FISH else []


HUTS_ON = (mark("a canoe-builder hut on {hex}"), mark("a fisherman's hut on {hex}"), mark("a meeting hut on {hex}"))


def huts_built(before: np.record, after: np.record, box: np.record) -> list[str]:
    new = np.flatnonzero(before.hut != after.hut)
    huts = [_(in_edition(box, HUTS_ON[hut_kind(after.hut[hex])]), hex=HEX_NAMES[hex]) for hex in new]
    return [_("built {huts}", huts=listed(huts))] if huts else []


def canoes_sunk(before: np.record, after: np.record, box: np.record) -> list[str]:
    sunk = [seat for seat in range(int(box.players)) if canoes_on_board(after, seat) < canoes_on_board(before, seat)]
    return [_("sank {name}'s canoe", name=player_name(seat)) for seat in sunk]


def gains_of(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Glory, influence, fish and shells that the moves brought a player; `aftermath` has the automatic changes."""
    same_round = before.round_number == after.round_number and not is_ending(before, after)
    scoring = before.decision in ENDING
    was, now = before.players[seat], after.players[seat]
    glory = int(now.glory) - int(was.glory) - glory_of_scoring(before, after, box, seat)
    influence = 0 if scoring else int(now.influence) - int(was.influence)
    text = [_("{change} glory", change=signed(glory))] if glory else []
    text += [_("{change} influence", change=signed(influence))] if influence else []
    fish, money = fish_of(after, seat) - fish_of(before, seat), money_of(after, seat) - money_of(before, seat)
    if same_round and fish:
        text.append(many(abs(fish), "{change} fish", "{change} fish", change=signed(fish)))
    if same_round and money:
        text.append(_("{change} in shells", change=signed(money)))
    return ", ".join(text)


def glory_of_scoring(before: np.record, after: np.record, box: np.record, seat: int) -> int:
    """K12.1, K12.4: glory for huts and villages, which no move brings."""
    huts = int(box.hut_glory) * huts_on_board(after, seat) if is_ending(before, after) else 0
    return huts + glory_of_villages(before, after, seat)


def glory_of_villages(before: np.record, after: np.record, seat: int) -> int:
    return int(after.players[seat].from_villages) - int(before.players[seat].from_villages)


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """Villages just scored, a new round, the end of the last round."""
    text = []
    seats = range(int(box.players))
    newly_scored = int(after.scored) & ~int(before.scored)
    villages = [HEX_NAMES[int(base)] for v, base in enumerate(after.bases) if newly_scored >> v & 1]
    if villages:
        text += villages_scored(before, after, villages, seats)
    if after.round_number != before.round_number:
        text.append(_("Shells and fish lost value."))
    if is_ending(before, after):
        huts = ", ".join(f"{player_name(seat)} {huts_on_board(after, seat)}" for seat in seats)
        text.append(_("The last round is over: {glory} glory per hut ({huts}).", glory=box.hut_glory, huts=huts))
    return text


def villages_scored(before: np.record, after: np.record, villages: Sequence[str], seats: range) -> list[str]:
    """Who got glory for villages, and the counters that were revealed."""
    gains = [(player_name(seat), glory_of_villages(before, after, seat)) for seat in seats]
    shown = ", ".join(f"{name} {_('{change} glory', change=signed(gain))}" for name, gain in gains if gain)
    played = ", ".join(f"{player_name(seat)} {after.players[seat].played}" for seat in seats if after.players[seat].played)
    scored = many(
        len(villages),
        "Village {villages} was scored: {gains}.",
        "Villages {villages} were scored: {gains}.",
        villages=listed(villages),
        gains=shown or _("nobody gains glory"),
    )
    return [f"{scored} {_('Influence counters played: {played}.', played=played)}" if played else scored]


def round_words(seen: np.record, box: np.record) -> str:
    if seen.decision == OVER:
        return ""
    if seen.decision in ENDING:
        return _("The villages are scored")
    return _("Round {round} of {rounds}", round=seen.round_number, rounds=box.rounds)


def is_ending(before: np.record, after: np.record) -> bool:
    """K12.1: whether the last round has just ended."""
    return after.decision in ENDING and before.decision not in (ASK_SCORING, ASK_PLAY)
