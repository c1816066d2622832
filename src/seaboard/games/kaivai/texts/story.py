"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

import numpy as np

from ....language import _, many, mark
from ..bid import lowest_bidder
from ..build import building_cost, hut_kind, is_dock_of
from ..canoes import range_of
from ..layout import (
    ASK_ACTION,
    ASK_BID,
    ASK_CANOE,
    ASK_DELIVERY,
    ASK_DESTINATION,
    ASK_FEAST,
    ASK_GOD,
    ASK_HONOUR,
    ASK_KIND,
    ASK_PLAY,
    ASK_RECEIVER,
    ASK_SCORING,
    ASK_SITE,
    ASK_START,
    ASK_WATERS,
    BID,
    BUILD,
    CANOE,
    CANOE_BUILDER,
    CELEBRATE,
    CHOOSE,
    DELIVER,
    FISH,
    FISH_TO,
    FISHERMAN,
    GIVE_FISH,
    GIVE_SHELL,
    GO_TO,
    GOD_TO,
    HEXES,
    HONOURABLE,
    HUT_ON,
    INCREASE,
    MEETING,
    MOVE,
    NOT_HONOURABLE,
    NOWHERE,
    OF_KIND,
    OVER,
    PASS,
    PLAY,
    RECEIVER,
    STOP,
    VILLAGE,
)
from ..supplies import canoes_on_map, fish_of, huts_on_map, money_of
from .notation import HEX_NAMES
from .terms import ACTION_WORDS, ENDING

ASKS = {
    ASK_BID: mark("Bid a number from 1 to 10 that nobody has bid: it gives your place in the turn, range and building cost."),
    ASK_START: mark("Place a starting hut next to a cult hex, free of charge."),
    ASK_KIND: mark("Which kind of hut: canoe-builder (a new canoe), fisherman (dice for fishing) or meeting (influence)?"),
    ASK_GOD: mark("Move the god to another village: where does its new cult hex lie?"),
    ASK_FEAST: mark("Which village celebrates? 1 glory a fish on own huts, and 1 more for you per three fish in the village."),
    ASK_WATERS: mark("In which village does the canoe fish?"),
    ASK_SCORING: mark("Which village is scored next?"),
    ASK_RECEIVER: mark("Who receives the gift?"),
    ASK_HONOUR: mark("Was the gift honourable? If all say yes, the giver gets 1 glory."),
    OVER: mark("The game is over."),
}
# by action: build, fish, deliver, move
WHICH_CANOE = (
    mark("Which canoe goes to build? Range {range}."),
    mark("Which canoe goes to fish? Range {range}."),
    mark("Which canoe goes to deliver? Range {range}."),
    mark("Which canoe goes to move? Range {range}."),
)
WHERE_TO = (
    mark("Where does the canoe on {hex} go to build?"),
    mark("Where does the canoe on {hex} go to fish?"),
    mark("Where does the canoe on {hex} go to deliver?"),
    mark("Where does the canoe on {hex} go?"),
)


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    decision = int(seen.decision)
    if decision in ASKS:
        return _(ASKS[decision])
    if decision == ASK_ACTION:
        return prompt_for_action(seen, box)
    if decision == ASK_CANOE:
        return prompt_for_canoe(seen, box)
    if decision == ASK_DESTINATION:
        return _(WHERE_TO[int(seen.acting)], hex=HEX_NAMES[int(seen.canoe)])
    if decision == ASK_SITE:
        return prompt_for_site(seen, box)
    if decision == ASK_DELIVERY:
        return prompt_for_delivery(seen)
    assert decision == ASK_PLAY
    return many(
        int(seen.players[int(seen.mover)].influence),
        "Village {village}: how many of your {n} influence counter do you play? Each counts {worth}.",
        "Village {village}: how many of your {n} influence counters do you play? Each counts {worth}.",
        village=HEX_NAMES[int(seen.bases[int(seen.scoring)])],
        worth=box.worth,
    )


def prompt_for_action(seen: np.record, box: np.record) -> str:
    p = seen.players[int(seen.mover)]
    costs = ", ".join(f"{_(name)} {int(n)}" for name, n in zip(ACTION_WORDS, seen.spaces, strict=True))
    figures = {"costs": costs, "has": p.influence}
    if p.acted:
        return _("Choose an action (cost in influence: {costs}; you have {has}), or pass.", **figures)
    return _(
        "Choose an action (cost in influence: {costs}; you have {has}), or pass (and take {gain} influence).",
        gain=box.sacrifice,
        **figures,
    )


def prompt_for_canoe(seen: np.record, box: np.record) -> str:
    parts = [_(WHICH_CANOE[int(seen.acting)], range=range_of(seen, box, int(seen.mover)))]
    if seen.owed:
        parts.append(_("Owed so far: {owed}.", owed=seen.owed))
    if seen.performed:
        parts.append(_("Or stop."))
    return " ".join(parts)


def prompt_for_site(seen: np.record, box: np.record) -> str:
    """With the cost in each village at which the canoe lies."""
    seat = int(seen.mover)
    costs = [
        _("{cost} in village {village}", cost=building_cost(seen, box, seat, v), village=HEX_NAMES[base])
        for v, base in enumerate(seen.bases)
        if base != NOWHERE and is_dock_of(seen, box, int(seen.canoe), v)
    ]
    money = money_of(seen, seat) - int(seen.owed)
    return _("Where does the hut go? It costs {costs}; your shells are worth {money}.", costs=", ".join(costs), money=money)


def prompt_for_delivery(seen: np.record) -> str:
    left = fish_of(seen, int(seen.mover))
    if seen.handed:
        return _("Which hut gets a fish ({n} left), or stop? Others' huts pay 5, 4, 3 for their first to third.", n=left)
    return _("Which hut gets a fish ({n} left)? Others' huts pay 5, 4, 3 for their first to third.", n=left)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did: the choice, what followed unasked, what it brought."""
    parts = [told(before, action)]
    parts += what_stands_now(before, after, box)
    parts += what_was_gained(before, after, box)
    parts += where_the_game_is(before, after, box)
    return "; ".join(parts) + "."


FIXED = {
    PASS: mark("passes"),
    HONOURABLE: mark("says it was honourable"),
    NOT_HONOURABLE: mark("says it was not honourable"),
    OF_KIND + CANOE_BUILDER: mark("puts up a canoe-builder hut"),
    OF_KIND + FISHERMAN: mark("puts up a fisherman's hut"),
    OF_KIND + MEETING: mark("puts up a meeting hut"),
    CHOOSE + BUILD: mark("chooses to build"),
    CHOOSE + FISH: mark("chooses to fish"),
    CHOOSE + DELIVER: mark("chooses to deliver"),
    CHOOSE + MOVE: mark("chooses to move"),
    CHOOSE + CELEBRATE: mark("chooses to celebrate"),
    CHOOSE + INCREASE: mark("chooses to increase the range"),
}
ON_A_HEX = (
    (HUT_ON, mark("chooses {hex}")),
    (GOD_TO, mark("moves the god to {hex}")),
    (CANOE, mark("takes the canoe on {hex}")),
    (FISH_TO, mark("delivers a fish to {hex}")),
)
IN_A_VILLAGE = {
    ASK_WATERS: mark("fishes in village {village}"),
    ASK_FEAST: mark("celebrates in village {village}"),
    ASK_SCORING: mark("calls for the scoring of village {village}"),
}


def told(before: np.record, action: int) -> str:
    """The choice itself; how many counters are played stays a secret (K12.3)."""
    if action in FIXED:
        return _(FIXED[action])
    for first, words in ON_A_HEX:
        if first <= action < first + HEXES:
            return _(words, hex=HEX_NAMES[action - first])
    if action < HUT_ON:
        return _("bids {bid}", bid=action - BID + 1)
    if GO_TO <= action < FISH_TO:
        goal, start = HEX_NAMES[action - GO_TO], HEX_NAMES[int(before.canoe)]
        return _("stays on {hex}", hex=goal) if goal == start else _("sails from {start} to {hex}", start=start, hex=goal)
    if VILLAGE <= action < PLAY:
        return _(IN_A_VILLAGE[int(before.decision)], village=HEX_NAMES[action - VILLAGE])
    if PLAY <= action < STOP:
        return _("has chosen how many influence counters to play")
    if action == STOP:
        return _("hands out no more fish") if before.decision == ASK_DELIVERY else _("ends the action")
    if GIVE_SHELL <= action < GIVE_FISH:
        return _("gives away a shell from space {space}", space=action - GIVE_SHELL + 1)
    if GIVE_FISH <= action < CANOE:
        return _("gives away a fish from space {space}", space=action - GIVE_FISH + 1)
    return _("to player {seat}", seat=action - RECEIVER + 1)


NEW_HUTS = (
    mark("a canoe-builder hut stands on {hex}"),
    mark("a fisherman's hut stands on {hex}"),
    mark("a meeting hut stands on {hex}"),
)


def what_stands_now(before: np.record, after: np.record, box: np.record) -> list[str]:
    """New huts, the god, canoes that moved or sank."""
    parts = []
    for hex in np.flatnonzero(before.hut != after.hut):
        parts.append(_(NEW_HUTS[hut_kind(after.hut[hex])], hex=HEX_NAMES[hex]))
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
        changes = [
            (int(now.glory) - int(was.glory), mark("{change} glory")),
            (int(now.influence) - int(was.influence), mark("{change} influence")),
        ]
        if same_round:
            changes.append((fish_of(after, seat) - fish_of(before, seat), mark("{change} fish")))
            changes.append((money_of(after, seat) - money_of(before, seat), mark("{change} in shells")))
        told_of = [_(words, change=f"{change:+d}") for change, words in changes if change]
        if told_of:
            parts.append(_("player {seat} {changes}", seat=seat + 1, changes=", ".join(told_of)))
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
