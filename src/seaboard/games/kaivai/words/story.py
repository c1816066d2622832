"""What is asked, and what happened, in a sentence. Outcomes are told from the view before and the view after."""

import numpy as np

from ..bid import lowest_bidder
from ..build import building_cost, is_dock_of
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
    CANOE,
    CHOOSE,
    FISH_TO,
    GO_TO,
    GOD_TO,
    HEXES,
    HONOURABLE,
    HUT_ON,
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
from .notation import ACTION_NAMES, HEX_NAMES, KIND_NAMES, notation
from .reasons import count

ASKS = {
    ASK_BID: "Bid a number from 1 to 10 that nobody has bid: it gives your place in the turn, range and building cost.",
    ASK_START: "Place a starting hut next to a cult hex, free of charge.",
    ASK_KIND: "Which kind of hut: canoe-builder (a new canoe), fisherman (dice for fishing) or meeting (influence)?",
    ASK_GOD: "Move the god to another village: where does its new cult hex lie?",
    ASK_FEAST: "Which village celebrates? 1 glory a fish on own huts, and 1 more for you per three fish in the village.",
    ASK_WATERS: "In which village does the canoe fish?",
    ASK_SCORING: "Which village is scored next?",
    ASK_RECEIVER: "Who receives the gift?",
    ASK_HONOUR: "Was the gift honourable? If all say yes, the giver gets 1 glory.",
    OVER: "The game is over.",
}


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with what it costs."""
    decision = int(seen.decision)
    if decision in ASKS:
        return ASKS[decision]
    seat = int(seen.mover)
    p = seen.players[seat]
    if decision == ASK_ACTION:
        costs = ", ".join(f"{name} {int(n)}" for name, n in zip(ACTION_NAMES, seen.spaces, strict=True))
        gain = "" if p.acted else f" (and take {box.sacrifice} influence)"
        return f"Choose an action (cost in influence: {costs}; you have {p.influence}), or pass{gain}."
    if decision == ASK_CANOE:
        done = " Or stop." if seen.performed else ""
        owed = f" Owed so far: {seen.owed}." if seen.owed else ""
        return f"Which canoe goes to {ACTION_NAMES[int(seen.acting)]}? Range {range_of(seen, box, seat)}.{owed}{done}"
    if decision == ASK_DESTINATION:
        return f"Where does the canoe on {HEX_NAMES[int(seen.canoe)]} go to {ACTION_NAMES[int(seen.acting)]}?"
    if decision == ASK_SITE:
        costs = ", ".join(site_costs(seen, box, seat))
        return f"Where does the hut go? It costs {costs}; your shells are worth {money_of(seen, seat) - int(seen.owed)}."
    if decision == ASK_DELIVERY:
        done = ", or stop" if seen.handed else ""
        return f"Which hut gets a fish ({fish_of(seen, seat)} left){done}? Others' huts pay 5, 4, 3 for their first to third."
    assert decision == ASK_PLAY
    village = HEX_NAMES[int(seen.bases[int(seen.scoring)])]
    return (
        f"Village {village}: how many of your {count(p.influence, 'influence counter')} do you play? Each counts {box.worth}."
    )


def site_costs(seen: np.record, box: np.record, seat: int) -> list[str]:
    return [
        f"{building_cost(seen, box, seat, v)} in village {HEX_NAMES[base]}"
        for v, base in enumerate(seen.bases)
        if base != NOWHERE and is_dock_of(seen, box, int(seen.canoe), v)
    ]


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did: the choice, what followed unasked, what it brought."""
    parts = [told(before, box, action)]
    parts += what_stands_now(before, after, box)
    parts += what_was_gained(before, after, box)
    parts += where_the_game_is(before, after, box)
    return "; ".join(parts) + "."


def told(before: np.record, box: np.record, action: int) -> str:
    """The choice itself; how many counters are played stays a secret (K12.3)."""
    if action < HUT_ON:
        return f"bids {action - BID + 1}"
    if action in FIXED:
        return FIXED[action]
    if PLAY <= action < STOP:
        return "has chosen how many influence counters to play"
    if action == STOP:
        return "hands out no more fish" if before.decision == ASK_DELIVERY else "ends the action"
    for first, words in ((HUT_ON, "chooses {}"), (GOD_TO, "moves the god to {}"), (CANOE, "takes the canoe on {}")):
        if first <= action < first + HEXES:
            return words.format(HEX_NAMES[action - first])
    if GO_TO <= action < FISH_TO:
        goal, start = HEX_NAMES[action - GO_TO], HEX_NAMES[int(before.canoe)]
        return f"stays on {goal}" if goal == start else f"sails from {start} to {goal}"
    if FISH_TO <= action < VILLAGE:
        return f"delivers a fish to {HEX_NAMES[action - FISH_TO]}"
    if VILLAGE <= action < PLAY:
        does = {ASK_WATERS: "fishes in", ASK_FEAST: "celebrates in"}.get(int(before.decision), "calls for the scoring of")
        return f"{does} village {HEX_NAMES[action - VILLAGE]}"
    if action < CANOE:
        _, what, space = notation(box, action).split()
        return f"gives away a {what} from space {space}"
    return f"to player {action - RECEIVER + 1}"


FIXED = {
    PASS: "passes",
    HONOURABLE: "says it was honourable",
    NOT_HONOURABLE: "says it was not honourable",
    **{OF_KIND + kind: f"puts up a {name} hut" for kind, name in enumerate(KIND_NAMES)},
    **{CHOOSE + action: f"chooses to {name}" for action, name in enumerate(ACTION_NAMES)},
}


def what_stands_now(before: np.record, after: np.record, box: np.record) -> list[str]:
    """New huts, the god, canoes that moved or sank."""
    parts = []
    for hex in np.flatnonzero(before.hut != after.hut):
        parts.append(f"a {KIND_NAMES[(int(after.hut[hex]) - 1) % 3]} hut stands on {HEX_NAMES[hex]}")
    if before.god != after.god:
        parts.append(f"the god stands on the new cult hex {HEX_NAMES[int(after.god)]}")
    for seat in range(int(box.players)):
        if canoes_on_map(after, seat) < canoes_on_map(before, seat):
            parts.append(f"a canoe of player {seat + 1} is sunk")
    return parts


def what_was_gained(before: np.record, after: np.record, box: np.record) -> list[str]:
    """Glory, influence, fish and shells of everybody; not over the end of a round, where all of them lose value."""
    parts = []
    for seat in range(int(box.players)):
        was, now = before.players[seat], after.players[seat]
        changes = [(int(now.glory) - int(was.glory), "glory"), (int(now.influence) - int(was.influence), "influence")]
        if before.round_number == after.round_number and not is_ending(before, after):
            changes.append((fish_of(after, seat) - fish_of(before, seat), "fish"))
            changes.append((money_of(after, seat) - money_of(before, seat), "in shells"))
        told_of = [f"{change:+d} {what}" for change, what in changes if change]
        if told_of:
            parts.append(f"player {seat + 1} {', '.join(told_of)}")
    return parts


def is_ending(before: np.record, after: np.record) -> bool:
    return after.decision in (ASK_SCORING, ASK_PLAY, OVER) and before.decision not in (ASK_SCORING, ASK_PLAY)


def where_the_game_is(before: np.record, after: np.record, box: np.record) -> list[str]:
    parts = []
    if before.decision == ASK_BID and after.decision == ASK_GOD:
        parts.append(f"player {lowest_bidder(after, box) + 1} moves the god")
    for v in range(len(after.bases)):
        if (int(after.scored) & ~int(before.scored)) >> v & 1:
            played = ", ".join(str(after.players[seat].played) for seat in range(int(box.players)))
            parts.append(f"village {HEX_NAMES[int(after.bases[v])]} is scored; influence played: {played}")
    if after.round_number != before.round_number:
        parts.append(f"round {after.round_number} begins: shells and fish have lost value")
    if is_ending(before, after):
        huts = ", ".join(str(huts_on_map(after, seat)) for seat in range(int(box.players)))
        parts.append(f"the last round is over; {box.hut_glory} glory for each hut ({huts}); now the villages are scored")
    if after.decision == OVER:
        parts.append("the game is over")
    return parts
