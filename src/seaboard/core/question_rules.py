"""The rules of the seam, generated from a game's questions and answers: `legal`, `problem`, `prefer`, `answer` and `ask`."""

import re
from collections.abc import Callable
from typing import Any

from .question_parts import Answer, Part, Pending, Question, Stack, Work
from .refusals import FINE, GAME_IS_OVER, NO_SUCH_ACTION, NOT_ASKED
from .rule_writer import RuleWriter, indented, takes
from .seam import MORE, READY

FEW_NUMBERS = 10  # so many bits are tested without branches
DOCSTRINGS = {  # of the generated rules
    "legal": "Writes the legal actions in rising order, and returns their number.",
    "problem": "Why an action is illegal: the number of a refusal, 0 if it is legal.",
    "prefer": "How likely a sensible player is to choose a legal action, as a weight.",
    "answer": "Carries out a legal action; the next question is not asked yet.",
    "ask": "Asks the next question. Returns READY, MORE, or the only answer.",
}
NOTHING = -3  # returned by `ready`: there is no answer


class QuestionRules:
    """Writes the rules for a list of questions; `Questions` makes the list."""

    writer: RuleWriter
    stack: Stack | None
    declining: type[Answer] | None
    questions: dict[int, Question]
    work: dict[int, Work]
    ranges: list[list[Answer]]  # kinds of answer that share action numbers are together
    actions: int

    def answers_to(self, decision: int) -> list[Answer]:
        """The kinds of answer to a decision, in the order of their actions, without the declining answer."""
        return [a for same in self.ranges for a in same if type(a) is not self.declining and a.decision == decision]

    # these methods generate one rule of the seam each

    def legal(self) -> Any:
        """The rule that writes the legal actions."""
        lines = ["if s.mover < 0:", " return 0", *self.top()]
        for decision, question in self.questions.items():
            body = self.found(question)
            if self.declining and self.can_decline(question):
                body += [f"if {self.declines(question)} == {FINE}:", f" out[0] = {self.declining.first}", " n = 1"]
            for kind in self.answers_to(decision):
                if kind.write:
                    body += [f"n = {self.call(kind, 'write', question, first=str(kind.first), out='out', n='n')}"]
                elif kind.bits and len(kind.numbers) <= FEW_NUMBERS:
                    body += self.without_branches(kind, question)
                else:
                    body += self.each_legal(kind, question, lambda action: [f"out[n] = {action}", "n += 1"])
            lines += self.for_question("legal", "s, box, out", question, ["n = 0", *body, "return n"])
        return self.write("legal", "s, box, out", [*lines, "return 0"])

    def problem(self) -> Any:
        """The rule that says why an action is illegal."""
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
        """The rule that weighs a legal action."""
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
        """The rule `answer`, which carries out a legal action; it does not ask the next question."""
        lines = self.top()
        for question in self.questions.values():
            lines += self.for_question("answer", "s, box, action", question, self.answered(question))
        return self.write("answer", "s, box, action", lines)

    def answered(self, question: Question) -> list[str]:
        """The lines that carry out each answer to one question."""
        pop, lines = self.pop(), []
        if self.declining and question.declinable:
            does = [self.call(question, "declined", question)] if question.declined else pop
            lines += [f"if action == {self.declining.first}:", *indented([*does, "return"])]
        kinds = self.answers_to(question.decision)
        for kind in kinds:
            does = [] if kind.stays else list(pop)
            does += [self.call(kind, "apply", question, number(kind))] if kind.apply else []
            does = does or ["return"]
            last = kind is kinds[-1]
            lines += does if last else [f"if action < {kind.end()}:  # {type(kind).__name__}", *indented([*does, "return"])]
        return lines

    def asking(self) -> Any:
        """The rule `ask`, which prepares the next question. It returns READY if a player has a choice or the game is over,
        MORE if something happened without a choice, or the only legal action."""
        lines = [*([] if self.stack else ["if s.mover < 0:", f" return {READY}"]), *self.top()]
        for question in self.questions.values():
            lines += self.for_question("ask", "s, box", question, self.ask(question))
        for work in self.work.values():
            lines += self.for_question("ask", "s, box", work, [*self.pop(), self.call(work, "do", work), f"return {MORE}"])
        return self.write("ask", "s, box", [*lines, f"return {READY}"])

    def ask(self, question: Question) -> list[str]:
        """The lines for one question, which drop it, return its only answer, or ask it."""
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
            body += self.each_legal(
                kind, question, lambda action: [f"if only != {NOTHING}:", f" return {READY}", f"only = {action}"]
            )
        return [*body, f"if only == {NOTHING}:", *indented(dropped), "return only"]

    # parts of their source text

    def for_question(self, name: str, takes: str, question: Pending, lines: list[str]) -> list[str]:
        """The lines that handle one question: they call a separate rule."""
        return [f"if decision == {question.decision}:", f" return {self.separate(name, takes, question, lines)}"]

    def separate(self, name: str, takes: str, part: Part, lines: list[str]) -> str:
        """Writes the lines for one question as a separate rule; returns the text of its call. Numba clears the return slots
        of all calls at the start of a rule, so one large rule would clear those of all questions."""
        called = re.sub("(?=[A-Z])", "_", type(part).__name__).lower()
        made = self.writer.write(f"{name}_for{called}", takes, f"`{name}` for {type(part).__name__}.", [*self.top(), *lines])
        return f"{self.writer.name_of(made)}({takes})"

    def top(self) -> list[str]:
        """The lines that read the current question into the variables that rules can name."""
        if self.stack is None:
            return ["decision = int(s.decision)", "p = int(s.mover)"]
        return [f"f = {self.stack.top}", "decision = int(f.kind)", "p = int(f.player)", *self.fields()]

    def fields(self) -> list[str]:
        return [f"{field} = int(f.{field})" for field in self.stack.fields] if self.stack else []

    def found(self, question: Question) -> list[str]:
        return [f"found = {self.call(question, 'found', question)}"] if question.found else []

    def declines(self, question: Question) -> str:
        """The source text of why a question may not be declined: its own rule `decline`, else that of the declining answer."""
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

    def each_legal(self, kind: Answer, question: Question, lines_for: Callable[[str], list[str]]) -> list[str]:
        """A loop over the legal actions of a kind of answer, with its number as `i`; `lines_for(action)` is its body."""
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
            return self.if_legal(kind, question, str(start), does)
        does = self.if_legal(kind, question, "i", does)
        if kind.following is None:
            return [f"for i in range({start}, {stop}):", *indented(does)]
        lines = [f"i, stop = {start}, {stop}", "while i < stop:", f" i = {self.call(kind, 'following', question, 'i')}"]
        return [*lines, " if i >= stop:", "  break", *indented(does), " i += 1"]

    def without_branches(self, kind: Answer, question: Question) -> list[str]:
        """Writes the legal actions of a kind of answer with a few numbers, each over the one before it unless that is legal.
        A loop over the bits is shorter, but processors rarely predict how often it runs."""
        start, stop = kind.numbers[0], kind.numbers[-1] + 1
        lines = [f"bits = {self.call(kind, 'bits', question)}", f"for i in range({start}, {stop}):"]
        return [*lines, f" out[n] = {kind.first - start} + i", " n += bits >> i & 1"]

    def if_legal(self, kind: Answer, question: Question, i: str, does: list[str]) -> list[str]:
        if not kind.problem:
            return does
        return [f"if {self.call(kind, 'problem', question, i)} == {FINE}:", *indented(does)]

    def call(self, part: Any, name: str, question: Any, i: str = "", **more: str) -> str:
        """The source text of a call of a rule of a question or answer."""
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
        return self.writer.write(name, takes, DOCSTRINGS[name], lines)


def number(kind: Answer) -> str:
    """The source text of an action's number in the range of its kind."""
    offset = kind.first - kind.numbers[0]
    return f"action - {offset}" if offset else "action"
