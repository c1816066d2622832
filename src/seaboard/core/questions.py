"""One decision, one place: a class for each question, one for each kind of answer, and the seam made from the list of them.

Such a class stands in the module of its chapter. It names the rules of the decision, which are functions of that module, and
holds its texts, which are methods. `Questions` gives the actions their numbers and makes `legal`, `problem`, `apply`, `prefer`,
notation, prompt, choice and story from the list.

    class HowManySteps(Question):
        \"\"\"M3.1, M3.2: as many as boats, and one more for each shell.\"\"\"

        decision = STEPS

        def prompt(self, seen, box): ...

    class Sail(Answer):
        decision = STEPS
        steps = range(1, 17)  # the answers, under the name by which the rules take them
        problem = problem_with_steps  # (s, box, steps)
        apply = move_explorer

        def notation(self, box, steps): ...

A rule is passed what it names: `s`, `box`, `p` (the seat that answers; in a stack game the frame's player), `found` (see
Question), the fields of the question's frame, and the answer. A name that is none of these is refused when the list is made.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..language import _
from .generated import RuleWriter, arguments, indented, takes
from .refusals import FINE, FIRST_OWN, GAME_IS_OVER, NO_SUCH_ACTION, NOT_ASKED, Reason, Refusal, common_reason
from .rule import rule
from .seam import MORE, READY

ABOUT = {  # of the generated rules
    "legal": "Writes the actions that are allowed now, in rising order, and returns how many they are.",
    "problem": "Why an action is not allowed now: the number of a refusal, 0 if it is allowed.",
    "prefer": "How likely a sensible player is to choose an allowed action, as a weight.",
    "answer": "What an allowed action does; the next question is not yet asked.",
    "ask": "Asks the next question. Returns READY, MORE, or the only answer.",
}
NOTHING = -3  # of `ready`: nobody can answer

Rule = Callable[..., Any]


class Part:
    """What questions and answers have in common: class attributes that are rules, called without `self`."""

    rules: ClassVar[tuple[str, ...]] = ()
    decision: ClassVar[int]  # its number, which the position holds while it is asked; they stand in layout.py

    def __init_subclass__(cls) -> None:
        for name in cls.rules:
            if callable(value := cls.__dict__.get(name)):
                setattr(cls, name, staticmethod(value))


class Pending(Part):
    """What a game with a stack of pending work can lay on it: a question, or work that asks nothing."""

    name: ClassVar[str] = ""  # in positions
    frame: ClassVar[tuple[str, ...]] = ()  # what the fields of its frame mean, in their order

    def fits(self, s: np.record, box: np.record, place: int, p: int, *fields: int) -> bool:
        """Whether it can lie in this place of the stack, of seat `p`, in a position that somebody wrote."""
        return True


class Question(Pending):
    """What is asked. All rules are optional.

    possible   -> bool: whether it is asked at all; otherwise `nothing` happens. In a stack game it may go on with the work and
                  change the fields of its frame, until somebody must choose
    found      -> anything: what several answers need; worked out once for all of them, and passed by the name `found_as`
    ready      -> gets the question ready; the only action, READY if there is a choice, NOTHING if there is none. It may take
                  `first`, where the actions of its (first) kind of answer begin
    nothing    -> what happens if nobody can answer
    always     -> bool: whether it is asked although there is one answer, or True if it always is
    decline    -> refusal: FINE if it may be declined, or True if it always may; left out: as the list's `declining` says
    declined   -> what happens then; in a stack game in place of taking the question away

    Without `ready` a question with a single answer is answered unasked, unless `always` says otherwise.
    """

    rules = ("possible", "found", "ready", "nothing", "always", "decline", "declined")
    rule_number: ClassVar[str] = ""  # the rule that asks it
    about: ClassVar[str] = ""  # for who meets it first: what it is, what it costs, what it is good for; two or three sentences
    found_as: ClassVar[str] = "found"
    always: ClassVar[Rule | bool] = False
    declinable: ClassVar[bool] = True  # False: "decline" is no answer to it at all

    possible: ClassVar[Rule | None] = None
    found: ClassVar[Rule | None] = None
    ready: ClassVar[Rule | None] = None
    nothing: ClassVar[Rule | None] = None
    decline: ClassVar[Rule | bool | None] = None
    declined: ClassVar[Rule | None] = None

    def prompt(self, seen: np.record, box: np.record) -> str:
        """What the mover is asked: one sentence that fits a line of a phone. What an answer costs stands with the answer."""
        raise NotImplementedError(f"{type(self).__name__} has no prompt")

    def explain(self, seen: np.record, box: np.record) -> str:
        """What a coach says when it is asked for the first time; nothing that follows from the position."""
        return _(self.about) if self.about else ""


class Answer(Part):
    """One kind of answer to a decision, with a range of numbers under a name of its own; without a range, a single one.

    problem    -> refusal: why not (refusals.py), FINE if it is allowed; left out: it always is. Of what declines: a refusal may
                  stand for it
    apply      -> what it does
    prefer     -> weight: how likely a sensible player is to choose it, a number or a rule; left out: 1
    limit      -> how many of the numbers there are with this box (box)
    following  -> the first number from this one on that is worth asking `problem` about, or any above the last; it is asked
                  about the numbers that there are, never about one behind them
    bits       -> the allowed ones as a bit set, where that is found faster than by asking `problem`
    write      -> (s, box, first, out, n): writes the allowed actions itself; returns the new n

    Answers to different decisions can have the same action numbers: `shares_numbers_with` names the one that has them first.
    """

    rules = ("problem", "apply", "prefer", "limit", "following", "bits", "write")
    stays: ClassVar[bool] = False  # stack games: the question stays on top, to be asked again
    shares_numbers_with: ClassVar["type[Answer] | None"] = None
    first: ClassVar[int]  # its action numbers begin here
    numbers: ClassVar[range] = range(1)
    argument: ClassVar[str] = ""  # the name of its range

    problem: ClassVar[Rule | int | None] = None
    apply: ClassVar[Rule | None] = None
    prefer: ClassVar[Rule | int] = 1
    limit: ClassVar[Rule | None] = None
    following: ClassVar[Rule | None] = None
    bits: ClassVar[Rule | None] = None
    write: ClassVar[Rule | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if isinstance(value, range) and name != "numbers":
                cls.argument, cls.numbers = name, value
                break
        if (other := cls.shares_numbers_with) and other is not cls:
            cls.argument, cls.numbers = other.argument, other.numbers

    @classmethod
    def action(cls, n: int | None = None) -> int:
        """The action that gives this answer."""
        return cls.first + (0 if n is None else cls.numbers.index(n))

    @classmethod
    def end(cls) -> int:
        """The first action number behind it."""
        return cls.first + len(cls.numbers)

    def notation(self, box: np.record, n: int) -> str:
        """The short text of the action: ASCII English, unique among the allowed ones."""
        raise NotImplementedError(f"{type(self).__name__} has no notation")

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        """What it does and costs, for a button."""
        raise NotImplementedError(f"{type(self).__name__} has no choice")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        """What the player did, for the log."""
        raise NotImplementedError(f"{type(self).__name__} has no story")


class Work(Pending):
    """Pending work that asks nothing: `do` is called once it lies on top, and taken away before."""

    rules = ("do",)
    do: ClassVar[Rule | None] = None


class Stack:
    """How a game with a stack of pending work keeps it: `top` is the frame on top, with `kind`, `player` and `fields`.

    `pop(s)` takes it away; `asked(s)` returns whose answer is wanted.
    """

    def __init__(self, top: str, fields: tuple[str, ...], pop: Rule, asked: Rule):
        self.top, self.fields, self.pop, self.asked = top, fields, pop, asked


class Questions:
    """All that a game asks, in the order of the action numbers.

    `declining` is the Answer that means "none of these" to every question that can be declined; it comes first in the list.
    `refusals` is the game's class of them, `over` the number of the rule that ends the game; `writer` keeps what is generated.
    """

    def __init__(
        self,
        name: str,
        *parts: type[Part],
        refusals: type[Refusal] | None = None,
        over: str = "",
        stack: Stack | None = None,
        declining: type[Answer] | None = None,
        max_legal: int | None = None,
        writer: RuleWriter | None = None,
    ) -> None:
        self.name, self.stack, self.declining, self.writer = name, stack, declining, writer or RuleWriter(name)
        self.refusals, self.over = refusals.declared if refusals else {}, over
        self.questions = {part.decision: part() for part in parts if issubclass(part, Question)}
        self.work = {part.decision: part() for part in parts if issubclass(part, Work)}
        self.ranges: list[list[Answer]] = []  # those with the same action numbers together
        self.actions = 0
        for part in parts:
            if issubclass(part, Answer):
                self.add(part)
        self.max_legal = max_legal or max(sum(len(a.numbers) for a in self.answers_to(q)) for q in self.questions)

    def add(self, kind: type[Answer]) -> None:
        """Gives a kind of answer its action numbers."""
        shared = kind.shares_numbers_with
        if shared and shared is not kind:
            same = next((same for same in self.ranges if type(same[0]) is shared), None)
            if same is None:
                raise TypeError(f"{kind.__name__} shares the numbers of {shared.__name__}, which must come before it")
            kind.first = shared.first
        else:
            kind.first = self.actions
            self.actions += len(kind.numbers)
            self.ranges.append(same := [])
        same.append(kind())

    def answers_to(self, decision: int) -> list[Answer]:
        """The kinds of answer to a decision, in the order of their actions; not the one that declines."""
        return [a for same in self.ranges for a in same if type(a) is not self.declining and a.decision == decision]

    def asked(self, s: np.record) -> Question:
        """The question that a position asks."""
        return self.questions[int(s.decision if self.stack is None else eval(self.stack.top, {"s": s}).kind)]

    def answer(self, action: int, seen: np.record | None = None) -> tuple[Answer, int]:
        """The kind of answer that an action is (to what is asked in `seen`), and which of its numbers."""
        same = next(same for same in self.ranges if action < same[0].end())
        asked = None if seen is None or int(seen.mover) < 0 else self.asked(seen).decision
        kind = next((a for a in same if type(a) is not self.declining and a.decision == asked), same[0])
        return kind, kind.numbers[action - kind.first]

    # the texts of the seam

    def notation(self, box: np.record, action: int) -> str:
        kind, n = self.answer(action)
        return kind.notation(box, n)

    def choice(self, seen: np.record, box: np.record, action: int) -> str:
        kind, n = self.answer(action, seen)
        return kind.choice(seen, box, n)

    def story(self, before: np.record, after: np.record, box: np.record, action: int) -> str:
        kind, n = self.answer(action, before)
        return kind.story(before, after, box, n)

    def prompt(self, seen: np.record, box: np.record) -> str:
        return self.asked(seen).prompt(seen, box)

    def reason(self, seen: np.record, box: np.record, action: int, number: int) -> Reason:
        """Why an action is refused, from the number that `problem` returned."""
        if number < FIRST_OWN:
            question = self.prompt(seen, box) if int(seen.mover) >= 0 else ""
            return common_reason(number, question, self.rule_number(seen), self.over)
        return self.refusals[number].reason(self.tried(seen, box, action))

    def tried(self, seen: np.record, box: np.record, action: int) -> dict[str, Any]:
        """What the words of a refusal may name, for the mover who tried an action."""
        answer, n = self.answer(action, seen)
        known = {"seen": seen, "box": box, "p": int(seen.mover), "answer": answer, "n": n, "action": action}
        return known | self.frame_fields(seen) | ({answer.argument: n} if answer.argument else {})

    def frame_fields(self, seen: np.record) -> dict[str, int]:
        """The fields of the frame on top of the stack, by the names that its question gives them."""
        if self.stack is None:
            return {}
        top = eval(self.stack.top, {"s": seen})
        return {name: int(top[field]) for name, field in zip(self.asked(seen).frame, self.stack.fields, strict=False)}

    def explain(self, seen: np.record, box: np.record) -> tuple[str, str]:
        """Which kind of question is asked, and what a coach says about it; nothing when the game is over."""
        if int(seen.mover) < 0:
            return "", ""
        question = self.asked(seen)
        return type(question).__name__, question.explain(seen, box)

    def is_always_asked(self, s: np.record, box: np.record) -> bool:
        """Whether what a position asks is asked even if there is one answer."""
        question = self.asked(s)
        if question.always in (True, False):
            return bool(question.always)
        known: dict[str, Any] = {"s": s, "box": box, "p": int(s.mover)} | self.frame_fields(s)
        always: Any = question.always
        return bool(always(*(known[name] for name in arguments(always))))

    def rule_number(self, seen: np.record) -> str:
        return self.asked(seen).rule_number if int(seen.mover) >= 0 else ""

    # the rules of the seam

    def legal(self) -> Any:
        """The rule that writes the legal actions."""
        lines = ["if s.mover < 0:", " return 0", *self.top(), "n = 0"]
        for decision, question in self.questions.items():
            body = self.found(question)
            if self.declining and self.can_decline(question):
                body += [f"if {self.declines(question)} == {FINE}:", f" out[0] = {self.declining.first}", " n = 1"]
            for kind in self.answers_to(decision):
                if kind.write:
                    body += [f"n = {self.call(kind, 'write', question, first=str(kind.first), out='out', n='n')}"]
                else:
                    body += self.each_allowed(kind, question, lambda action: [f"out[n] = {action}", "n += 1"])
            lines += [f"if decision == {decision}:  # {type(question).__name__}", *indented([*body, "return n"])]
        return self.write("legal", "s, box, out", [*lines, "return 0"])

    def problem(self) -> Any:
        """The rule that says why an action is not allowed."""
        lines = [f"if action < 0 or action >= {self.actions}:", f" return {NO_SUCH_ACTION}"]
        lines += ["if s.mover < 0:", f" return {GAME_IS_OVER}", *self.top()]
        for same in self.ranges:
            lines.append(f"if action < {same[0].end()}:  # {', '.join(type(kind).__name__ for kind in same)}")
            if type(same[0]) is self.declining:
                for question in self.questions.values():
                    if question.declinable:
                        body = [*self.found(question), f"return {self.declines(question)}"]
                        lines += indented([f"if decision == {question.decision}:", *indented(body)])
                lines.append(f" return {NOT_ASKED}")
                continue
            for kind in same:
                question = self.questions[kind.decision]
                i = number(kind)
                limited = [f"if {i} >= {self.call(kind, 'limit', question, i)}:", f" return {NOT_ASKED}"] if kind.limit else []
                why = self.call(kind, "problem", question, i) if kind.problem else str(FINE)
                body = [*limited, *(self.found(question) if takes(kind.problem, question.found_as) else []), f"return {why}"]
                lines += indented([f"if decision == {kind.decision}:", *indented(body)])
            lines.append(f" return {NOT_ASKED}")
        return self.write("problem", "s, box, action", [*lines, f"return {NO_SUCH_ACTION}"])

    def prefer(self) -> Any:
        """How likely a sensible player is to choose an allowed action, next to the others, as a weight."""
        lines = self.top()
        for same in self.ranges:
            lines.append(f"if action < {same[0].end()}:  # {', '.join(type(kind).__name__ for kind in same)}")
            for kind in same:
                only = kind is same[-1]
                question = None if type(kind) is self.declining else self.questions[kind.decision]
                weight = str(kind.prefer) if isinstance(kind.prefer, int) else self.call(kind, "prefer", question, number(kind))
                lines += indented([f"return {weight}"] if only else [f"if decision == {kind.decision}:", f" return {weight}"])
        return self.write("prefer", "s, box, action", [*lines, "return 1"])

    def answering(self) -> Any:
        """What an allowed action does; what is asked next is not yet got ready."""
        lines = self.top()
        pop = self.pop()
        for same in self.ranges:
            lines.append(f"if action < {same[0].end()}:  # {', '.join(type(kind).__name__ for kind in same)}")
            if type(same[0]) is self.declining:
                for question in self.questions.values():
                    if question.declined:
                        does = [self.call(question, "declined", question), "return"]
                        lines += indented([f"if decision == {question.decision}:", *indented(does)])
                lines += indented([*pop, "return"])
                continue
            for kind in same:
                does = [] if kind.stays else list(pop)
                does += [self.call(kind, "apply", self.questions[kind.decision], number(kind))] if kind.apply else []
                does.append("return")
                lines += indented(does if kind is same[-1] else [f"if decision == {kind.decision}:", *indented(does)])
        return self.write("answer", "s, box, action", lines)

    def asking(self) -> Any:
        """Gets the next question ready. Returns READY if somebody has a choice or the game is over, MORE if something happened
        without one, and where there is a single answer, that action."""
        lines = [*([] if self.stack else ["if s.mover < 0:", f" return {READY}"]), *self.top()]
        for decision, question in self.questions.items():
            lines += [f"if decision == {decision}:", *indented(self.ask(question))]
        for decision, work in self.work.items():
            does = [*self.pop(), self.call(work, "do", work), f"return {MORE}"]
            lines += [f"if decision == {decision}:", *indented(does)]
        return self.write("ask", "s, box", [*lines, f"return {READY}"])

    def ask(self, question: Question) -> list[str]:
        """One question: drop it, answer it, or ask."""
        dropped = ([self.call(question, "nothing", question)] if question.nothing else []) + self.pop()
        dropped.append(f"return {MORE if dropped else READY}")  # a dead end shows as a decision without an action
        body = [f"if not {self.call(question, 'possible', question)}:", *indented(dropped)] if question.possible else []
        if self.stack:
            body += [*(self.fields() if question.possible else []), f"s.mover = {self.writer.name_of(self.stack.asked)}(s)"]
        if question.ready:
            ready = self.call(question, "ready", question, first=str(self.answers_to(question.decision)[0].first))
            return [*body, f"only = {ready}", f"if only == {NOTHING}:", *indented(dropped), "return only"]
        if question.always is True or (self.declining and question.decline is True):
            return [*body, f"return {READY}"]
        if question.always:
            body += [f"if {self.call(question, 'always', question)}:", f" return {READY}"]
        body += self.found(question)
        if self.declining and self.can_decline(question):
            body += [f"if {self.declines(question)} == {FINE}:", f" return {READY}"]
        body.append(f"only = {NOTHING}")
        for kind in self.answers_to(question.decision):
            body += self.each_allowed(
                kind, question, lambda action: [f"if only != {NOTHING}:", f" return {READY}", f"only = {action}"]
            )
        return [*body, f"if only == {NOTHING}:", *indented(dropped), "return only"]

    # how their texts are put together

    def top(self) -> list[str]:
        """What the rules may name of the question that is asked."""
        if self.stack is None:
            return ["decision = int(s.decision)", "p = int(s.mover)"]
        return [f"f = {self.stack.top}", "decision = int(f.kind)", "p = int(f.player)", *self.fields()]

    def fields(self) -> list[str]:
        return [f"{field} = int(f.{field})" for field in self.stack.fields] if self.stack else []

    def found(self, question: Question) -> list[str]:
        return [f"found = {self.call(question, 'found', question)}"] if question.found else []

    def declines(self, question: Question) -> str:
        """Whether a question may be declined: by its own rule, else by that of all."""
        assert self.declining is not None
        if question.decline is True:
            return str(FINE)
        if question.decline:
            return self.call(question, "decline", question)
        why = self.declining.problem
        return str(why or FINE) if why is None or isinstance(why, int) else self.call(self.declining, "problem", question)

    def can_decline(self, question: Question) -> bool:
        """Whether a question can ever be declined."""
        why = self.declines(question)
        return question.declinable and (why == str(FINE) or not why.isdigit())

    def each_allowed(self, kind: Answer, question: Question, lines_for: Callable[[str], list[str]]) -> list[str]:
        """What is done for each allowed action of a kind: a loop over its numbers, as `i`; `lines_for` takes the action."""
        start, stop = kind.numbers[0], str(kind.numbers[-1] + 1)
        offset = kind.first - start
        does = lines_for(f"{offset} + i" if offset else "i")
        if kind.limit:
            stop = self.call(kind, "limit", question)
        if kind.bits:
            lines = [f"bits = {self.call(kind, 'bits', question)}", "while bits:", " i = ((bits & -bits) - 1).bit_count()"]
            return [*lines, *indented(does), " bits &= bits - 1"]
        if len(kind.numbers) == 1 and not kind.limit:
            does = lines_for(str(kind.first))
            return self.if_allowed(kind, question, str(start), does)
        does = self.if_allowed(kind, question, "i", does)
        if kind.following is None:
            return [f"for i in range({start}, {stop}):", *indented(does)]
        lines = [f"i, stop = {start}, {stop}", "while i < stop:", f" i = {self.call(kind, 'following', question, 'i')}"]
        return [*lines, " if i >= stop:", "  break", *indented(does), " i += 1"]

    def if_allowed(self, kind: Answer, question: Question, i: str, does: list[str]) -> list[str]:
        if not kind.problem:
            return does
        return [f"if {self.call(kind, 'problem', question, i)} == {FINE}:", *indented(does)]

    def call(self, part: Any, name: str, question: Any, i: str = "", **more: str) -> str:
        """The text that calls a rule of a question or answer with what it names."""
        kind: Any = part if isinstance(part, type) else type(part)
        function = getattr(kind, name)
        known = {"s": "s", "box": "box", "p": "p", getattr(question, "found_as", "found"): "found", **more}
        if self.stack and question is not None:
            known |= dict(zip(question.frame, self.stack.fields, strict=False))
        if i and kind.argument:
            known[kind.argument] = i
        return self.writer.call(function, known, f"{kind.__name__}.{name}")

    def pop(self) -> list[str]:
        return [f"{self.writer.name_of(self.stack.pop)}(s)"] if self.stack else []

    def write(self, name: str, takes: str, lines: list[str]) -> Any:
        return self.writer.write(name, takes, ABOUT[name], lines)


def number(kind: Answer) -> str:
    """Which of a kind's numbers an action is."""
    offset = kind.first - kind.numbers[0]
    return f"action - {offset}" if offset else "action"


@rule
def mover(s):
    """Whose decision it is, -1 when the game is over: for games that keep it in `mover`."""
    return int(s.mover)
