"""What is asked, and what happened, in a sentence. What an answer is called stands with it; what came of it is seen here from
the view before and the view after."""

import numpy as np

from ....language import _, many, mark
from ..bid import lowest_bidder
from ..huts import hut_kind
from ..layout import ASK_BID, ASK_GOD, ASK_PLAY, ASK_SCORING, OVER
from ..supplies import canoes_on_map, fish_of, huts_on_map, money_of
from ..turn import QUESTIONS
from .notation import HEX_NAMES
from .terms import ENDING, in_edition


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    return _("The game is over.") if seen.decision == OVER else QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did: the choice, what followed unasked, what it brought."""
    parts = [QUESTIONS.story(before, after, box, action)]
    parts += what_stands_now(before, after, box)
    parts += what_was_gained(before, after, box)
    parts += where_the_game_is(before, after, box)
    return "; ".join(parts) + "."


NEW_HUTS = (
    mark("a canoe-builder hut stands on {hex}"),
    mark("a fisherman's hut stands on {hex}"),
    mark("a meeting hut stands on {hex}"),
)


def what_stands_now(before: np.record, after: np.record, box: np.record) -> list[str]:
    """New huts, the god, canoes that moved or sank."""
    parts = []
    for hex in np.flatnonzero(before.hut != after.hut):
        parts.append(_(in_edition(box, NEW_HUTS[hut_kind(after.hut[hex])]), hex=HEX_NAMES[hex]))
    if before.god != after.god:
        parts.append(_("the god stands on the new cult hex {hex}", hex=HEX_NAMES[int(after.god)]))
    for seat in range(int(box.players)):
        if canoes_on_map(after, seat) < canoes_on_map(before, seat):
            parts.append(_("a canoe of player {seat} is sunk", seat=seat + 1))
    return parts


def what_was_gained(before: np.record, after: np.record, box: np.record) -> list[str]:
    """Glory, influence, fish and shells of everybody; not over the end of a round, where all of them lose value."""
    parts = []
    same_round = before.round_number == after.round_number and not is_ending(before, after)
    for seat in range(int(box.players)):
        was, now = before.players[seat], after.players[seat]
        glory, influence = int(now.glory) - int(was.glory), int(now.influence) - int(was.influence)
        said = [_("{change} glory", change=f"{glory:+d}")] if glory else []
        said += [_("{change} influence", change=f"{influence:+d}")] if influence else []
        fish, money = fish_of(after, seat) - fish_of(before, seat), money_of(after, seat) - money_of(before, seat)
        if same_round and fish:
            said.append(many(abs(fish), "{change} fish", "{change} fish", change=f"{fish:+d}"))
        if same_round and money:
            said.append(_("{change} in shells", change=f"{money:+d}"))
        if said:
            parts.append(_("player {seat} {changes}", seat=seat + 1, changes=", ".join(said)))
    return parts


def where_the_game_is(before: np.record, after: np.record, box: np.record) -> list[str]:
    parts = []
    seats = range(int(box.players))
    if before.decision == ASK_BID and after.decision == ASK_GOD:
        parts.append(_("player {seat} moves the god", seat=lowest_bidder(after, box) + 1))
    for v in range(len(after.bases)):
        if (int(after.scored) & ~int(before.scored)) >> v & 1:
            played = ", ".join(str(after.players[seat].played) for seat in seats)
            village = HEX_NAMES[int(after.bases[v])]
            parts.append(_("village {village} is scored; influence played: {played}", village=village, played=played))
    if after.round_number != before.round_number:
        parts.append(_("round {round} begins: shells and fish have lost value", round=after.round_number))
    if is_ending(before, after):
        huts = ", ".join(str(huts_on_map(after, seat)) for seat in seats)
        parts.append(
            _(
                "the last round is over; {glory} glory for each hut ({huts}); now the villages are scored",
                glory=box.hut_glory,
                huts=huts,
            )
        )
    if after.decision == OVER:
        parts.append(_("the game is over"))
    return parts


def is_ending(before: np.record, after: np.record) -> bool:
    return after.decision in ENDING and before.decision not in (ASK_SCORING, ASK_PLAY)
