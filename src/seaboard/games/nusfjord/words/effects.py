"""N9.1 the texts of buildings, generated from the lines of their effects."""

from functools import lru_cache, reduce
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ....core.cache_per_box import cache_per_box
from ....language import _, capital, current_language, many, mark
from ..actions.action import Action
from ..cards.counts import COUNT_WORDS
from ..cards.effects import (
    ACTION_NAMES,
    AT_LEAST,
    AT_MOST,
    BEFORE,
    COST,
    DO,
    EVENTS,
    GOOD_NAMES,
    IMMEDIATELY,
    LINE,
    LINES,
    LOSE,
    ONCE,
    POINTS,
    SPECIAL_FORMS,
    SPECIAL_LINE,
    TARGETS,
    WHENEVER,
    WORKER_PLACED_1,
    WORKER_PLACED_2,
    WORKER_PLACED_3,
)
from ..layout import CATEGORIES
from . import english
from .building_names import is_ours, local_name

if TYPE_CHECKING:
    from ..cards.buildings import Card


def phrases(numbers: dict[str, int], words: dict) -> dict:
    """Texts by number instead of by word of the vocabulary."""
    return {number: words[word] for word, number in numbers.items()}


GOOD = phrases(GOOD_NAMES, english.GOODS)
GAIN = phrases(GOOD_NAMES, english.GOODS | english.GAINS)
COUNT = phrases(COUNT_WORDS, english.COUNTS)
TARGET = phrases(TARGETS, english.TARGETS)
SPECIAL = {number: english.SPECIALS[form] for number, form in SPECIAL_FORMS.items()}
EVENT_WORDS = {number: word for word, number in EVENTS.items()}
NTH_WORKER = {WORKER_PLACED_1: mark("1st"), WORKER_PLACED_2: mark("2nd"), WORKER_PLACED_3: mark("3rd")}
TIMES = mark("time|times")
SOURCE = (mark("exact"), mark("exact in part"), mark("reconstructed"), mark("reconstructed, its name too"))
MARKS = "=~○◌"  # on the cards, by source


def action_phrase(action: int) -> str:
    """An action in a sentence: build a ship"""
    return _(Action.by_number[action].phrase)


def event_texts(word: str) -> tuple[str, str]:
    """The text of an event after "whenever", and of what `each` counts of it; not translated."""
    if word in english.EVENTS:
        return english.EVENTS[word]
    action = Action.by_number[ACTION_NAMES[word]]
    return action.event, action.counted


def event_phrase(event: int) -> str:
    """you build a ship"""
    return _(event_texts(EVENT_WORDS[event])[0])


def effect_text(lines: np.ndarray) -> str:
    """The effect in one or a few sentences: Whenever you build a ship: +3 wood."""
    return text_of(lines.tobytes(), current_language.get())


@lru_cache(4096)
def text_of(lines: bytes, language: str) -> str:
    """The same, cached per language, because a board shows many cards repeatedly."""
    used = [line for line in np.frombuffer(lines, LINE) if line.trigger]
    texts: list[str] = []
    for good, group in groupby(used, good_by_worker):
        together = list(group)
        texts += [by_worker_text(together, good)] if good >= 0 and len(together) > 1 else sentences(together)
    return " ".join(f"{capital(text)}." for text in texts)


def sentences(lines: list[np.record]) -> list[str]:
    texts: list[str] = []
    for when, group in groupby(lines, when_text):
        together = list(group)
        if when:
            texts.append(f"{when}: {join_choices(together)}")
        elif len(together) > 1 and all(is_step(line, together[0]) for line in together):
            texts.append(steps_text(together))
        else:
            triggers = [int(line.trigger) for line in together]
            texts += [what_text(line, triggers[:n].count(triggers[n])) for n, line in enumerate(together)]
    return texts


def good_by_worker(line: np.record) -> int:
    """The good of a line that only gives or takes one kind for the n-th worker; -1 for any other line."""
    goods = np.flatnonzero(line.pay + line.gain)
    plain = line.event in NTH_WORKER and len(goods) == 1 and line.step == line.times == 1 and line.must == (line.op == LOSE)
    is_one = plain and not (line.each or line.per or line.condition[0] or line.choice or (line.pay.any() and line.gain.any()))
    return int(goods[0]) if is_one else -1


def by_worker_text(lines: list[np.record], good: int) -> str:
    """1st/2nd worker: -1/+1 fish (N9.9, slashes)."""
    numbers = "/".join(_(NTH_WORKER[int(line.event)]) for line in lines)
    changes = "/".join(f"{int(line.gain[good]) - int(line.pay[good]):+d}" for line in lines)
    when = _("whenever you place your {numbers} worker of a round", numbers=numbers)
    return f"{when}: {changes} {plural(_(GAIN[good]), 2)}"


def join_choices(lines: list[np.record]) -> str:
    """Lines that act at the same time: `or` between alternatives, `and/or` between the others."""
    groups = groupby(enumerate(lines), lambda pair: pair[1].choice or -1 - pair[0])
    return joined([one_of([what_text(line) for place, line in group]) for key, group in groups])


def one_of(texts: list[str]) -> str:
    """a or b or c"""
    return reduce(lambda first, second: _("{first} or {second}", first=first, second=second), texts)


def joined(texts: list[str]) -> str:
    return reduce(lambda first, second: _("{first} and/or {second}", first=first, second=second), texts)


def is_step(line: np.record, first: np.record) -> bool:
    """Whether a line gives points for reaching a number, with the same count as the first line."""
    only = line.trigger == POINTS and not line.per and not line.condition[1] and line.relation[0] == AT_LEAST
    return bool(only and line.condition[0] == first.condition[0])


def steps_text(lines: list[np.record]) -> str:
    """4/6/9 points with 3/4/5 or more elders: the sums of the lines (N9.9, slashes)."""
    sums = "/".join(str(sum(int(line.points) for line in lines[: n + 1])) for n in range(len(lines)))
    numbers = "/".join(str(line.number[0]) for line in lines)
    return _("{points} points with {condition}", points=sums, condition=condition_text(lines[-1], 0, numbers))


def when_text(line: np.record) -> str:
    """The text before the colon; empty for points, costs and standing effects."""
    if line.trigger in (POINTS, COST, SPECIAL_LINE):
        return ""
    if line.trigger == ONCE:
        return _("as soon as you have {condition}", condition=conditions_text(line))
    if line.trigger == WHENEVER:
        when = _("whenever {event}", event=event_phrase(int(line.event)))
    elif line.trigger == BEFORE:
        when = _("before you use an elder")
    else:
        when = _("immediately") if line.trigger == IMMEDIATELY else _("anytime")
    if not line.condition[0]:
        return when
    condition = conditions_text(line)
    if line.trigger == WHENEVER:
        return _("{when}, given {condition}", when=when, condition=condition)
    return _("{when}, with {condition}", when=when, condition=condition)


def conditions_text(line: np.record) -> str:
    """One condition, or both."""
    first = condition_text(line, 0)
    return _("{first} and {second}", first=first, second=condition_text(line, 1)) if line.condition[1] else first


def condition_text(line: np.record, place: int, numbers: str = "") -> str:
    """3 or more elders; at most 2 gold; no ships; a catch of 9 or more."""
    number, relation = int(line.number[place]), int(line.relation[place])
    words = _(COUNT[int(line.condition[place])])
    n = numbers or str(number)
    if words.count("|") == 2:
        size = {AT_LEAST: _("{n} or more", n=n), AT_MOST: _("{n} or less", n=n)}.get(relation, n)
        return words.split("|")[2].format(n=size)
    things = plural(words, number)
    if number == 0 and relation != AT_LEAST:
        return _("no {things}", things=things)
    if relation == AT_LEAST:
        return _("at least 1 {thing}", thing=things) if number == 1 else _("{n} or more {things}", n=n, things=things)
    if relation == AT_MOST:
        return _("at most {n} {things}", n=n, things=things)
    return _("exactly {n} {things}", n=n, things=things)


def what_text(line: np.record, place: int = 0) -> str:
    """The text after the colon; `place` counts such lines before it."""
    if line.trigger == POINTS:
        return under_condition(line, per_text(line, score_text(int(line.points), place)))
    if line.trigger == COST:
        paid = goods_text(line.pay)
        return per_text(line, _("also costs {goods}", goods=paid) if place else _("costs {goods}", goods=paid))
    if line.trigger == SPECIAL_LINE:
        return under_condition(line, special_text(line))
    text = operation_text(line)
    if line.times > 1:
        text = _("up to {n} times {what}", n=int(line.times), what=text)
    return _("{what}, by itself", what=text) if line.must and line.op != LOSE else text


def under_condition(line: np.record, text: str) -> str:
    return _("{what} with {condition}", what=text, condition=conditions_text(line)) if line.condition[0] else text


def score_text(points: int, place: int) -> str:
    """2 points, 1 more point, -1 point"""
    if place:
        return many(abs(points), "{points} more point", "{points} more points", points=points)
    return many(abs(points), "{points} point", "{points} points", points=points)


def operation_text(line: np.record) -> str:
    if line.op == DO:
        text = action_phrase(int(line.action))
        if line.most:
            text = many(int(line.most), "{action}, at most {n} plate", "{action}, at most {n} plates", action=text)
        return _("{action} for {goods} less", action=text, goods=goods_text(line.pay)) if line.pay.any() else text
    if line.op == LOSE:
        return f"-{goods_text(line.pay, ' & -')}"
    if line.pay.any():
        return per_text(line, f"{goods_text(line.pay)} → {goods_text(line.gain, words=GAIN)}")
    return per_text(line, f"+{goods_text(line.gain, ' & +', GAIN)}")


def goods_text(goods: np.ndarray, between: str = " & ", words: dict[int, str] = GOOD) -> str:
    """2 wood & 1 fish"""
    return between.join(f"{n} {plural(_(words[good]), int(n))}" for good, n in enumerate(goods) if n)


def per_text(line: np.record, what: str) -> str:
    """+1 fish for each elder; 2 points for every 2 buildings, at most 5"""
    step = int(line.step)
    if not line.each and not line.per:
        return what
    if line.per_two:
        first, second = (plural(_(COUNT[int(count)]), 1) for count in (line.per, line.per_two))
        text = many(
            step,
            "{what} for each pair of {first} and {second}",
            "{what} for every {n} pairs of {first} and {second}",
            what=what,
            first=first,
            second=second,
        )
    else:
        each = event_texts(EVENT_WORDS[int(line.event)])[1] or TIMES if line.each else COUNT[int(line.per)]
        counted = plural(_(each), step)
        if step > 1:
            text = _("{what} for every {n} {things}", what=what, n=step, things=counted)
        else:
            text = _("{what} for each {thing}", what=what, thing=counted)
    if not line.most:
        return text
    if line.trigger == POINTS:
        return _("{what}, at most {n}", what=text, n=int(line.most))
    return _("{what}, at most {n} times", what=text, n=int(line.most))


def special_text(line: np.record) -> str:
    n, target = int(line.amount), int(line.target)
    return plural(_(SPECIAL[int(line.special)]), n).format(
        n=n,
        goods=goods_text(line.pay),
        target=_(TARGET[target]) if target in TARGET else "",
        count=plural(_(COUNT[target]), n) if target in COUNT else "",
        action=action_phrase(target) if target in Action.by_number else "",
    )


def plural(words: str, number: int) -> str:
    """The form for one, or the one for several, of words with `|` between them."""
    one, *several = words.split("|")
    return several[0] if several and number != 1 else one


def face_text(building: "Card") -> str:
    """The whole text of a card: name, category, cost, points, effect, source."""
    category, deck = _(english.CATEGORIES[building.category]), _(building.deck)
    head = f"{building.number} {local_name(building.number, building.name)} ({building.letter}, {category}, {deck})"
    return compose_face(head, building.name, building, building.lines, building.source)


@cache_per_box
def face(box: np.record, card: int) -> str:
    """The same for a card in the box; the source is only its exactness."""
    one = box.cards[card]
    head = f"{one.number} {card_name(box, card)} ({'ABC'[one.letter]}, {_(english.CATEGORIES[CATEGORIES[one.category]])})"
    return compose_face(head, english_name(box, card), one, lines_of(box, card), _(SOURCE[one.source]))


def compose_face(head: str, english: str, card: "Card | np.record", lines: np.ndarray, source: str) -> str:
    """The lines of a card's text. A name that is Seaboard's translation is marked as such."""
    texts = [
        head,
        _("cost {cost}; points {points}", cost=cost_text(card, lines), points=points_text(card, lines)),
        effect_text(lines) or _("No effect."),
        _("source: {source}", source=source),
    ]
    if is_ours(int(card.number), english):
        texts.append(_("invented name for {name}", name=english))
    return "\n".join(texts)


def cost_text(card: "Card | np.record", lines: np.ndarray) -> str:
    """4 wood & ? fish"""
    grows = growing_cost(lines)
    amounts = [(good, "?" if grows[good] else str(amount), int(amount)) for good, amount in enumerate(card.cost)]
    return " & ".join(f"{shown} {plural(_(GOOD[good]), n)}" for good, shown, n in amounts if shown != "0") or _("nothing")


def growing_cost(lines: np.ndarray) -> list[bool]:
    """The goods that a line adds to the printed cost."""
    return [bool(amount) for amount in lines["pay"][lines["trigger"] == COST].sum(axis=0)[:3]]


def points_text(card: "Card | np.record", lines: np.ndarray) -> str:
    if POINTS in lines["trigger"]:
        return _("{points} and *", points=int(card.points)) if card.points else "*"
    return str(card.points)


def lines_of(box: np.record, card: int) -> np.ndarray:
    return box.lines[card * LINES : (card + 1) * LINES]


@cache_per_box
def card_name(box: np.record, card: int) -> str:
    """The name in the current language."""
    return local_name(int(box.cards[card].number), english_name(box, card))


def english_name(box: np.record, card: int) -> str:
    return bytes(box.cards[card].name).rstrip(b"\0").decode()


@cache_per_box
def card_text(box: np.record, card: int) -> str:
    return effect_text(lines_of(box, card))
