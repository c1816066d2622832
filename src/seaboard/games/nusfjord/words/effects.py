"""N9.1 the text of a building, made from the lines of its effect: nothing is written for a single card."""

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ..effects import (
    ACTION_NAMES,
    ANYTIME,
    AT_LEAST,
    AT_MOST,
    BEFORE,
    COST,
    COUNTS,
    DO,
    EVENTS,
    GOOD_NAMES,
    IMMEDIATELY,
    LINES,
    ONCE,
    POINTS,
    SPECIAL_FORMS,
    SPECIAL_LINE,
    TARGETS,
    WHENEVER,
)
from ..layout import CATEGORIES
from . import english

if TYPE_CHECKING:
    from ..buildings import Card


def phrases(numbers: dict[str, int], words: dict) -> dict:
    """From the numbers of the vocabulary to what a card says."""
    return {number: words[word] for word, number in numbers.items()}


GOOD = phrases(GOOD_NAMES, english.GOODS)
ACTION = phrases(ACTION_NAMES, english.ACTIONS)
EVENT = phrases(EVENTS, english.EVENTS)
COUNT = phrases(COUNTS, english.COUNTS)
TARGET = phrases(TARGETS, english.TARGETS)
SPECIAL = {number: english.SPECIALS[form] for number, form in SPECIAL_FORMS.items()}
SOURCE = ("exact", "exact in part", "reconstructed")


def effect_text(lines: np.ndarray) -> str:
    """The effect in one or a few sentences: Whenever you build a ship: +3 wood."""
    used = [line for line in lines if line.trigger]
    said: list[str] = []
    for when, group in groupby(used, when_text):
        together = list(group)
        if when:
            said.append(f"{when}: {join_choices(together)}")
        elif len(together) > 1 and all(is_step(line, together[0]) for line in together):
            said.append(steps_text(together))
        else:
            said += [what_text(line, n) for n, line in enumerate(together)]
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in said)


def join_choices(lines: list[np.record]) -> str:
    """Lines of one time: `or` between those that exclude each other, `and/or` between the others."""
    groups = groupby(enumerate(lines), lambda pair: pair[1].choice or -1 - pair[0])
    return " and/or ".join(" or ".join(what_text(line) for _, line in group) for _, group in groups)


def is_step(line: np.record, first: np.record) -> bool:
    """Points for having so many of something, as the first line."""
    only = line.trigger == POINTS and not line.per and not line.condition[1] and line.relation[0] == AT_LEAST
    return bool(only and line.condition[0] == first.condition[0])


def steps_text(lines: list[np.record]) -> str:
    """4/6/9 points with 3/4/5 or more elders: what the lines come to together (N9.9, slashes)."""
    sums = "/".join(str(sum(int(line.points) for line in lines[: n + 1])) for n in range(len(lines)))
    numbers = "/".join(str(line.number[0]) for line in lines)
    return f"{sums} points with {condition_text(lines[-1], 0).replace(str(lines[-1].number[0]), numbers)}"


def when_text(line: np.record) -> str:
    """What stands before the colon; nothing for points, costs and standing effects."""
    if line.trigger in (POINTS, COST, SPECIAL_LINE):
        return ""
    if line.trigger == ONCE:
        second = f" and {condition_text(line, 1)}" if line.condition[1] else ""
        return f"as soon as you have {condition_text(line, 0)}{second}"
    start = {IMMEDIATELY: "immediately", ANYTIME: "anytime", BEFORE: "before you use an elder"}.get(int(line.trigger), "")
    if line.trigger == WHENEVER:
        start = f"whenever {EVENT[int(line.event)][0]}"
    return start + (f", {with_text(line)}" if line.condition[0] else "")


def with_text(line: np.record) -> str:
    second = f" and {condition_text(line, 1)}" if line.condition[1] else ""
    return f"with {condition_text(line, 0)}{second}"


def condition_text(line: np.record, place: int) -> str:
    """3 or more elders; at most 2 gold; no ships; a catch of 9 or more."""
    number, relation = int(line.number[place]), int(line.relation[place])
    one, many, *size = (COUNT[int(line.condition[place])] + "||").split("|")[:3]
    if size[0]:
        return f"{size[0]} {number}" + {AT_LEAST: " or more", AT_MOST: " or less"}.get(relation, "")
    things = one if number == 1 and relation != AT_LEAST else many or one
    if number == 0 and relation != AT_LEAST:
        return f"no {things}"
    return {AT_LEAST: f"{number} or more {things}", AT_MOST: f"at most {number} {things}"}.get(
        relation, f"exactly {number} {things}"
    )


def what_text(line: np.record, place: int = 0) -> str:
    if line.trigger == POINTS:
        more = " more" if place else ""
        points = f"{line.points}{more} point{'' if abs(line.points) == 1 else 's'}{per_text(line)}"
        return points + (f" {with_text(line)}" if line.condition[0] else "")
    if line.trigger == COST:
        return f"{'also ' if place else ''}costs {goods_text(line.pay)}{per_text(line)}"
    if line.trigger == SPECIAL_LINE:
        return special_text(line) + (f" {with_text(line)}" if line.condition[0] else "")
    text = deed_text(line)
    if line.times > 1:
        text = f"up to {line.times} times {text}"
    return f"{text}, by itself" if line.must else text


def deed_text(line: np.record) -> str:
    if line.op == DO:
        plates = f", at most {line.most} plate{'' if line.most == 1 else 's'}" if line.most else ""
        return ACTION[int(line.action)] + plates + (f" for {goods_text(line.pay)} less" if line.pay.any() else "")
    if line.pay.any():
        return f"{goods_text(line.pay)} → {goods_text(line.gain)}{per_text(line)}"
    return f"+{goods_text(line.gain, ' & +')}{per_text(line)}"


def goods_text(goods: np.ndarray, between: str = " & ") -> str:
    """2 wood & 1 fish"""
    return between.join(f"{n} {plural(GOOD[good], int(n))}" for good, n in enumerate(goods) if n)


def per_text(line: np.record) -> str:
    """for each elder; for every 2 buildings, at most 5"""
    step = int(line.step)
    text = f" for every {step} " if step > 1 else " for each "
    if line.each:
        text += plural(EVENT[int(line.event)][1] or "time|times", step)
    elif line.per:
        if line.per_two:
            pair = " and ".join(plural(COUNT[int(count)], 1) for count in (line.per, line.per_two))
            text += f"{plural('pair|pairs', step)} of {pair}"
        else:
            text += plural(COUNT[int(line.per)], step)
    else:
        return ""
    times = "" if line.trigger == POINTS else " times"
    return text + (f", at most {line.most}{times}" if line.most else "")


def special_text(line: np.record) -> str:
    n, target = int(line.amount), int(line.target)
    return SPECIAL[int(line.special)].format(
        n=n,
        s="" if n == 1 else "s",
        v="s" if n == 1 else "",
        goods=goods_text(line.pay),
        target=TARGET.get(target, ""),
        count=plural(COUNT.get(target, ""), n),
        action=ACTION.get(target, ""),
    )


def plural(words: str, number: int) -> str:
    one, *many = words.split("|")
    return many[0] if many and number != 1 else one


def face_text(building: "Card") -> str:
    """A whole card: what it is, its cost and points, its effect, and where its figures come from."""
    head = f"{building.number} {building.name} ({building.letter}, {building.category}, {building.deck})"
    return say_face(head, building, building.lines, building.source)


def face(box: np.record, card: int) -> str:
    """The same, of a card in the box; of the source only how exact it is."""
    one = box.cards[card]
    head = f"{one.number} {card_name(box, card)} ({'ABC'[one.letter]}, {CATEGORIES[one.category]})"
    return say_face(head, one, box.lines[card * LINES : (card + 1) * LINES], SOURCE[one.source])


def say_face(head: str, card: "Card | np.record", lines: np.ndarray, source: str) -> str:
    return "\n".join(
        [
            head,
            f"cost {cost_text(card, lines)}; points {points_text(card, lines)}",
            effect_text(lines) or "No effect.",
            f"source: {source}",
        ]
    )


def cost_text(card: "Card | np.record", lines: np.ndarray) -> str:
    """4 wood & ? fish"""
    grows = lines["pay"][lines["trigger"] == COST].sum(axis=0)
    amounts = [(GOOD[good], "?" if grows.any() and grows[good] else int(amount)) for good, amount in enumerate(card.cost)]
    return " & ".join(f"{amount} {good}" for good, amount in amounts if amount) or "nothing"


def points_text(card: "Card | np.record", lines: np.ndarray) -> str:
    if POINTS in lines["trigger"]:
        return f"{card.points} and *" if card.points else "*"
    return str(card.points)


def card_name(box: np.record, card: int) -> str:
    return bytes(box.cards[card].name).rstrip(b"\0").decode()


def card_text(box: np.record, card: int) -> str:
    return effect_text(box.lines[card * LINES : (card + 1) * LINES])
