"""What is asked, and what happened, in a sentence. What an answer is called stands with it; what came of it is seen here from
the view before and the view after."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many, mark, player_name
from ..build import OfKind
from ..canoes import Stop
from ..huts import hut_kind
from ..layout import ASK_PLAY, ASK_SCORING, OVER
from ..perform import TakeCanoe
from ..start_huts import StartOn
from ..supplies import canoes_on_map, fish_of, huts_on_map, money_of
from ..turn import QUESTIONS
from .notation import HEX_NAMES
from .terms import ENDING, in_edition

UNTOLD = (TakeCanoe, StartOn, OfKind, Stop)  # in the line of a turn: what came of them is told


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did: the choice, what followed unasked, what it brought."""
    parts = [QUESTIONS.story(before, after, box, action)]
    parts += what_stands_now(before, after, box)
    parts += what_was_gained(before, after, box)
    if after.decision == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: what was chosen, the ways of the canoes, what stands now, and what it brought."""
    before, after = views[0], views[-1]
    parts = [
        QUESTIONS.story(was, now, box, action)
        for was, now, action in zip(views, views[1:], actions, strict=False)
        if not isinstance(QUESTIONS.answer(action, was)[0], UNTOLD)
    ]
    new = np.flatnonzero(before.hut != after.hut)
    huts = [_(in_edition(box, HUTS_ON[hut_kind(after.hut[hex])]), hex=HEX_NAMES[hex]) for hex in new]
    parts += [_("puts up {huts}", huts=", ".join(huts))] if huts else []
    parts += what_else_stands(before, after, box) + what_was_gained(before, after, box)
    return "; ".join(parts or [QUESTIONS.story(before, views[1], box, actions[0])]) + "."


NEW_HUTS = (
    mark("a canoe-builder hut stands on {hex}"),
    mark("a fisherman's hut stands on {hex}"),
    mark("a meeting hut stands on {hex}"),
)


HUTS_ON = (mark("a canoe-builder hut on {hex}"), mark("a fisherman's hut on {hex}"), mark("a meeting hut on {hex}"))


def what_stands_now(before: np.record, after: np.record, box: np.record) -> list[str]:
    """New huts, the god, canoes that sank."""
    new = np.flatnonzero(before.hut != after.hut)
    huts = [_(in_edition(box, NEW_HUTS[hut_kind(after.hut[hex])]), hex=HEX_NAMES[hex]) for hex in new]
    return huts + what_else_stands(before, after, box)


def what_else_stands(before: np.record, after: np.record, box: np.record) -> list[str]:
    parts = []
    if before.god != after.god:
        parts.append(_("the god stands on the new cult hex {hex}", hex=HEX_NAMES[int(after.god)]))
    for seat in range(int(box.players)):
        if canoes_on_map(after, seat) < canoes_on_map(before, seat):
            parts.append(_("a canoe of {name} is sunk", name=player_name(seat)))
    return parts


def what_was_gained(before: np.record, after: np.record, box: np.record) -> list[str]:
    """Glory, influence, fish and shells of everybody: what the move brought. What comes of itself is in the aftermath."""
    parts = []
    same_round = before.round_number == after.round_number and not is_ending(before, after)
    scoring = before.decision in ENDING
    for seat in range(int(box.players)):
        was, now = before.players[seat], after.players[seat]
        glory = int(now.glory) - int(was.glory) - glory_of_scoring(before, after, box, seat)
        influence = 0 if scoring else int(now.influence) - int(was.influence)
        said = [_("{change} glory", change=f"{glory:+d}")] if glory else []
        said += [_("{change} influence", change=f"{influence:+d}")] if influence else []
        fish, money = fish_of(after, seat) - fish_of(before, seat), money_of(after, seat) - money_of(before, seat)
        if same_round and fish:
            said.append(many(abs(fish), "{change} fish", "{change} fish", change=f"{fish:+d}"))
        if same_round and money:
            said.append(_("{change} in shells", change=f"{money:+d}"))
        changes = ", ".join(said)
        if changes:
            parts.append(changes if seat == before.mover else _("{name} {changes}", name=player_name(seat), changes=changes))
    return parts


def glory_of_scoring(before: np.record, after: np.record, box: np.record, seat: int) -> int:
    """K12.1, K12.4: for huts and villages, which nobody's move brings."""
    huts = int(box.hut_glory) * huts_on_map(after, seat) if is_ending(before, after) else 0
    return huts + glory_of_villages(before, after, seat)


def glory_of_villages(before: np.record, after: np.record, seat: int) -> int:
    return int(after.players[seat].from_villages) - int(before.players[seat].from_villages)


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """Villages that are scored, a new round, the end of the last one."""
    said = []
    seats = range(int(box.players))
    for v in range(len(after.bases)):
        if (int(after.scored) & ~int(before.scored)) >> v & 1:
            played = ", ".join(f"{player_name(seat)} {after.players[seat].played}" for seat in seats)
            village = HEX_NAMES[int(after.bases[v])]
            said.append(_("Village {village} is scored; influence played: {played}.", village=village, played=played))
    gains = [(player_name(seat), glory_of_villages(before, after, seat)) for seat in seats]
    if any(gain for _name, gain in gains):
        shown = ", ".join(f"{name} {gain:+d}" for name, gain in gains if gain)
        said.append(_("Glory for villages: {gains}.", gains=shown))
    if after.round_number != before.round_number:
        said.append(_("Shells and fish have lost value."))
    if is_ending(before, after):
        huts = ", ".join(f"{player_name(seat)} {huts_on_map(after, seat)}" for seat in seats)
        said.append(_("The last round is over: {glory} glory for each hut ({huts}).", glory=box.hut_glory, huts=huts))
    return said


def round_words(seen: np.record, box: np.record) -> str:
    if seen.decision == OVER:
        return ""
    if seen.decision in ENDING:
        return _("Now the villages are scored")
    return _("Round {round} of {rounds}", round=seen.round_number, rounds=box.rounds)


def is_ending(before: np.record, after: np.record) -> bool:
    return after.decision in ENDING and before.decision not in (ASK_SCORING, ASK_PLAY)
