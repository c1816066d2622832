"""N9.9 the grammar of effects: reads their words into LINE records. effects.py lists the words; see docs/buildings.md."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches

import numpy as np

from ....language import _, mark
from .counts import COUNT_WORDS
from .effects import (
    ACTION_NAMES,
    ANYTIME,
    BEFORE,
    CHOSEN_CATCH,
    COST,
    COSTS_LESS,
    DO,
    EVENTS,
    FISH,
    FISH_GAINED,
    FOR_PLATES,
    FOR_SHARES,
    GAIN,
    GIVES_GUESTS,
    GOLD,
    GOLD_GAINED,
    GOOD_NAMES,
    GUEST,
    GUEST_GAINED,
    LINE,
    LINES,
    LOSE,
    ONCE,
    POINTS,
    RELATIONS,
    SERVE,
    SPECIAL,
    SPECIAL_FORMS,
    SPECIAL_LINE,
    STRIP,
    TARGETS,
    TRIGGERS,
    WHENEVER,
    WOOD,
    WOOD_GAINED,
)

TOKEN = re.compile(r"->|>=|<=|-?\d+|[A-Za-z]+|\S")
SLASHES = re.compile(r"[+-]?\d+(?:\s*/\s*[+-]?\d+)+")  # 1/2/3, -1/+1/+2
MAX_GOODS = 99  # of one kind, in one line
GAINED = {WOOD_GAINED: WOOD, FISH_GAINED: FISH, GOLD_GAINED: GOLD, GUEST_GAINED: GUEST}
# what is missing, in errors
A_TIME, AN_EVENT, AN_ACTION, A_GOOD = mark("a time to act"), mark("an event"), mark("an action"), mark("a good")
A_COUNT, A_COMPARISON, A_TARGET = mark("something to count"), mark("a comparison"), mark("something with a cost")
COST_GOODS = {word: good for word, good in GOOD_NAMES.items() if good <= GOLD}


class EffectError(ValueError):
    """An effect that does not fit the grammar, and what to write instead. `at_end`: only the end is missing."""

    def __init__(self, text: str, at_end: bool = False):
        super().__init__(text)
        self.at_end = at_end


def read_effect(text: str) -> np.ndarray:
    """LINES records: the lines of the effect, then empty ones."""
    lines = np.zeros(LINES, LINE)
    used = 0
    for part in (one for line in text.split(";") for one in split_slashes(line)) if text.strip() else ():
        found = list(read_line(Tokens(part)))
        if used + len(found) > LINES:
            raise EffectError(_("at most {n} lines and choices; make it shorter", n=LINES))
        for line in found:
            line.choice = 1 + int(lines["choice"].max()) if len(found) > 1 and line is found[0] else found[0].choice
            lines[used] = line
            used += 1
    return lines


def split_slashes(line: str) -> list[str]:
    """N9.9: slashes pair by position; returns a line for each pair: `whenever worker 1/2: +1/+2 fish`."""
    groups = [[one.strip() for one in found.split("/")] for found in SLASHES.findall(line)]
    if not groups:
        return [line]
    if len(groups) != 2 or len(groups[0]) != len(groups[1]):
        raise EffectError(
            _("slashes pair off by position; write as many numbers before the colon as after it: 1/2/3: -1/+1/+2")
        )
    if not line.split()[0] == "whenever":
        raise EffectError(
            _("slashes belong to lines with 'whenever'; other lines can all apply together: write a line for each")
        )
    first, middle, last = SLASHES.split(line)
    return [f"{first}{one}{middle}{other}{last}" for one, other in zip(*groups, strict=True)]


def read_line(tokens: "Tokens") -> Iterable[np.record]:
    """WHEN [if CONDITION [and CONDITION]]: WHAT [or WHAT] [or WHAT]"""
    first = np.zeros(1, LINE)[0]
    read_when(tokens, first)
    while True:
        line = first.copy()
        read_what(tokens, line)
        yield line
        if not tokens.take("or"):
            break
    tokens.end()


def read_when(tokens: "Tokens", line: np.record) -> None:
    line.trigger = tokens.name(TRIGGERS, A_TIME)
    if line.trigger == WHENEVER:
        line.event = tokens.name(EVENTS, AN_EVENT)
    if line.trigger == BEFORE:
        tokens.need("use")
        tokens.need("elder")
    conditions = 0
    if line.trigger == ONCE or tokens.take("if"):
        read_condition(tokens, line, 0)
        conditions = 1
    while tokens.take("and") or (line.trigger == ONCE and tokens.take("if")):
        if conditions in (0, 2):
            raise EffectError(_("at most two conditions, the first after 'if' or 'once'"))
        read_condition(tokens, line, conditions)
        conditions += 1
    tokens.need(":")


def read_condition(tokens: "Tokens", line: np.record, place: int) -> None:
    """COUNT >= N"""
    line.condition[place] = tokens.name(COUNT_WORDS, A_COUNT)
    line.relation[place] = tokens.name(RELATIONS, A_COMPARISON)
    line.number[place] = tokens.number(0, 99)


def read_what(tokens: "Tokens", line: np.record) -> None:
    if line.trigger == POINTS:
        line.op = GAIN
        line.points = tokens.number(-30, 30)
        read_per(tokens, line)
    elif line.trigger == COST:
        line.op = GAIN
        read_goods(tokens, line.pay, COST_GOODS)
        read_per(tokens, line)
    elif line.trigger == SPECIAL_LINE:
        read_special(tokens, line)
    else:
        line.must = tokens.take("must")
        line.times = tokens.number(2, 9) if tokens.is_next(1, "times") else 1
        tokens.take("times")
        read_operation(tokens, line)
    check_line(line)


def read_operation(tokens: "Tokens", line: np.record) -> None:
    """+N GOOD ..., -N GOOD ..., N GOOD ... -> N GOOD ..., or do ACTION."""
    if tokens.take("do"):
        line.op = DO
        line.action = tokens.name(ACTION_NAMES, AN_ACTION)
        if line.action == SERVE and tokens.is_number() and tokens.ends(1):
            line.most = tokens.number(1, 7)
        elif tokens.is_number():
            read_goods(tokens, line.pay, COST_GOODS)
            tokens.need("less")
        return
    if tokens.is_number() and tokens.tokens[tokens.at].startswith("-"):
        read_loss(tokens, line)
        return
    line.op = GAIN
    if tokens.is_next(0, "+"):
        while tokens.take("+"):
            read_good(tokens, line.gain, GOOD_NAMES)
    else:
        read_goods(tokens, line.pay, GOOD_NAMES)
        tokens.need("->")
        read_goods(tokens, line.gain, GOOD_NAMES)
    read_per(tokens, line)


def read_loss(tokens: "Tokens", line: np.record) -> None:
    """N9.2: -N GOOD [-N GOOD ...]. The owner may decline only if nothing but strips goes."""
    line.op, line.step = LOSE, 1
    while tokens.is_number():
        number = -tokens.number(-MAX_GOODS, -1)
        put_good(line.pay, tokens.name(GOOD_NAMES, A_GOOD), number)
    line.must = line.must or line.pay[STRIP] != line.pay.sum()


def read_goods(tokens: "Tokens", goods: np.ndarray, names: dict[str, int]) -> None:
    """N GOOD [N GOOD ...]"""
    read_good(tokens, goods, names)
    while tokens.is_number():
        read_good(tokens, goods, names)


def read_good(tokens: "Tokens", goods: np.ndarray, names: dict[str, int]) -> None:
    number = tokens.number(1, MAX_GOODS)
    put_good(goods, tokens.name(names, A_GOOD), number)


def put_good(goods: np.ndarray, good: int, number: int) -> None:
    if goods[good]:
        raise EffectError(_("the same good twice; write it once, with the sum"))
    goods[good] = number


def read_per(tokens: "Tokens", line: np.record) -> None:
    """[per [K] COUNT [and COUNT] [up to N] | each [K] [up to N]]"""
    line.step = 1
    if tokens.take("per"):
        line.step = tokens.number(2, 20) if tokens.is_number() else 1
        line.per = tokens.name(COUNT_WORDS, A_COUNT)
        line.per_two = tokens.name(COUNT_WORDS, A_COUNT) if tokens.take("and") else 0
    elif tokens.take("each"):
        line.each = 1
        line.step = tokens.number(2, 20) if tokens.is_number() else 1
    if (line.per or line.each) and tokens.take("up"):
        tokens.need("to")
        line.most = tokens.number(1, 99)


def read_special(tokens: "Tokens", line: np.record) -> None:
    """The matching form of a standing effect; else the error of the closest form."""
    line.op = SPECIAL
    start, best, closest, at_end = tokens.at, 0, "", False
    for special, form in SPECIAL_FORMS.items():
        tokens.at = start
        line.special, line.target, line.amount, line.pay[:] = special, 0, 0, 0
        try:
            for part in form.split():
                SLOTS[part](tokens, line) if part in SLOTS else tokens.need(part)
            return
        except EffectError as wrong:
            at_end = at_end or wrong.at_end
            if tokens.at > best:
                best, closest = tokens.at, _("{wrong} (in {form})", wrong=wrong, form=repr(form))
    tokens.at = best
    forms = ", ".join(SPECIAL_FORMS.values())
    nothing = _("no standing effect begins like that; write one of {forms}", forms=forms)
    raise EffectError(closest if best > start else nothing, at_end)


def field_setter(field: str, value: Callable[["Tokens"], int]) -> Callable[["Tokens", np.record], None]:
    return lambda tokens, line: line.__setattr__(field, value(tokens))


SLOTS: dict[str, Callable[["Tokens", np.record], None]] = {
    "N": field_setter("amount", lambda tokens: tokens.number(1, 99)),
    "TARGET": field_setter("target", lambda tokens: tokens.name(TARGETS, A_TARGET)),
    "COUNT": field_setter("target", lambda tokens: tokens.name(COUNT_WORDS, A_COUNT)),
    "ACTION": field_setter("target", lambda tokens: tokens.name(ACTION_NAMES, AN_ACTION)),
    "GOODS": lambda tokens, line: read_goods(tokens, line.pay, COST_GOODS),
}


def check_line(line: np.record) -> None:
    """Refuses lines that are grammatical but make no sense."""
    if line.each and line.trigger != WHENEVER:
        raise EffectError(
            _("'each' counts what an event brought; it can only follow 'whenever'. Write 'per' and what to count")
        )
    if line.trigger == ANYTIME and line.op == LOSE:
        raise EffectError(_("nobody would use it at any time; write what it brings after an arrow: 4 wood -> 1 gold"))
    if line.trigger == ANYTIME and (line.must or line.times != 1):
        raise EffectError(_("an anytime exchange is always a choice and can always be repeated; leave out 'must' and 'times'"))
    if line.trigger == ANYTIME and (line.op == DO or not line.pay.any()):
        raise EffectError(_("without a price it could be used for ever; write what it costs before an arrow: 4 wood -> 1 gold"))
    if line.trigger == ANYTIME and line.per and not line.most:
        raise EffectError(_("an anytime exchange needs a limit to what it counts; write 'up to' and a number after it"))
    if CHOSEN_CATCH in (line.per, line.per_two, *line.condition) and line.trigger != COST:
        raise EffectError(_("'opponent catch' can only be counted in a cost"))
    if line.trigger == COST and not line.per:
        raise EffectError(
            _("a cost line says what the cost grows with, such as 'cost: 1 gold per round'; fixed costs go in the columns")
        )
    if line.special == COSTS_LESS and line.target == FOR_SHARES and not line.pay[GOLD] == line.pay.sum():
        raise EffectError(_("shares are bought with gold; write 'shares cost 1 gold less'"))
    if line.special == COSTS_LESS and line.target == FOR_PLATES and not line.pay[FISH] == line.pay.sum():
        raise EffectError(_("plates are filled with fish; write 'plates cost 1 fish less'"))
    if line.special == GIVES_GUESTS and line.condition[0]:
        raise EffectError(
            _("guests come with the building in any case; leave out the 'if', or write 'immediately if ...: +1 guest'")
        )
    if any(line.event == event and line.gain[good] for event, good in GAINED.items()):
        raise EffectError(_("the gain would trigger this line again and again; let it gain something else"))


class Tokens:
    """The tokens of one line, read from left to right. A word fits its plural too: 2 sloops."""

    def __init__(self, text: str):
        self.tokens = TOKEN.findall(text)
        self.at = 0
        if not self.tokens:
            raise EffectError(_("an empty line; leave out the ';'"), at_end=True)

    def is_next(self, ahead: int, *words: str) -> bool:
        following = self.tokens[self.at + ahead : self.at + ahead + len(words)]
        return len(following) == len(words) and all(map(same, following, words))

    def take(self, word: str) -> bool:
        """Whether the next token is this word, which is then read."""
        found = self.is_next(0, word)
        self.at += found
        return found

    def need(self, word: str) -> None:
        if not self.take(word):
            raise EffectError(_("{word} is missing {here}", word=repr(word), here=self.here()), self.is_over())

    def is_number(self) -> bool:
        return self.at < len(self.tokens) and re.fullmatch("-?[0-9]{1,9}", self.tokens[self.at]) is not None

    def number(self, least: int, most: int) -> int:
        if not self.is_number() or not least <= int(self.tokens[self.at]) <= most:
            missing = _("a number from {least} to {most} is missing {here}", least=least, most=most, here=self.here())
            raise EffectError(missing, self.is_over())
        self.at += 1
        return int(self.tokens[self.at - 1])

    def name(self, names: dict[str, int], kind: str) -> int:
        """Reads the longest of these names that comes next, and returns its number."""
        for name in sorted(names, key=len, reverse=True):
            parts = TOKEN.findall(name)
            if self.is_next(0, *parts):
                self.at += len(parts)
                return names[name]
        near = get_close_matches(" ".join(self.tokens[self.at : self.at + 2]), names, 1) or get_close_matches(
            self.tokens[self.at] if self.at < len(self.tokens) else "", names, 1
        )
        fields: dict[str, str] = {"kind": _(kind), "here": self.here(), "names": ", ".join(names)}
        if near:
            text = _("{kind} is missing {here}; did you mean {near}? Write one of {names}", near=repr(near[0]), **fields)
        else:
            text = _("{kind} is missing {here}; write one of {names}", **fields)
        raise EffectError(text, self.is_over())

    def is_over(self) -> bool:
        return self.at >= len(self.tokens)

    def ends(self, ahead: int) -> bool:
        """Whether the line (or its current choice) ends after this many tokens."""
        return self.at + ahead >= len(self.tokens) or self.is_next(ahead, "or")

    def end(self) -> None:
        if self.at < len(self.tokens):
            raise EffectError(
                _("the line should be over {here}; leave out the rest, or begin a new line with ';'", here=self.here())
            )

    def here(self) -> str:
        if self.at < len(self.tokens):
            return _("at {words}", words=repr(" ".join(self.tokens[self.at :])))
        return _("after {words}", words=repr(" ".join(self.tokens)))


def same(token: str, word: str) -> bool:
    return token in (word, word + "s") or token + "s" == word
