"""A class for each question, one for each kind of answer, and the seam generated from their list.

Such a class is in the module of its chapter. It names the rules of the decision, which are functions of that module, and
has its texts as methods. `Questions` gives the actions their numbers and makes `legal`, `problem`, `apply`, `prefer`,
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

A rule gets the arguments that it names: `s`, `box`, `p` (the seat that answers; in a stack game the frame's player), `found`
(see Question), the fields of the question's frame, and the answer. Any other name is an error when the list is built.
"""

from typing import Any

import numpy as np

from .question_parts import Answer, Part, Pending, Question, Rule, Stack, Work
from .question_rules import NOTHING, QuestionRules
from .refusals import FIRST_GAME_REFUSAL, Reason, Refusal, common_reason
from .rule import rule
from .rule_type import parameters_of
from .rule_writer import RuleWriter

__all__ = ["NOTHING", "Answer", "Part", "Pending", "Question", "Questions", "Rule", "Stack", "Work", "mover"]


class Questions(QuestionRules):
    """All questions and answers of a game, in the order of the action numbers.

    `declining` is the Answer that declines every question that can be declined; it comes first in the list.
    `refusals` is the game's subclass of Refusal, `over` the number of the rule that ends the game, `max_legal` the largest
    number of legal actions (left out: as many as a question has answers); `writer` collects the code.
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
        self.ranges: list[list[Answer]] = []  # kinds of answer that share action numbers are together
        self.actions = 0  # number of actions
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

    def asked(self, s: np.record) -> Question:
        """The question that a position asks."""
        return self.questions[int(s.decision if self.stack is None else eval(self.stack.top, {"s": s}).kind)]

    def answer(self, action: int, seen: np.record | None = None) -> tuple[Answer, int]:
        """The kind of answer of an action (to the question in `seen`), and its number in the range."""
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
        if number < FIRST_GAME_REFUSAL:
            question = self.prompt(seen, box) if int(seen.mover) >= 0 else ""
            return common_reason(number, question, self.rule_number(seen), self.over)
        return self.refusals[number].reason(self.tried(seen, box, action))

    def tried(self, seen: np.record, box: np.record, action: int) -> dict[str, Any]:
        """The arguments that the figures of a refusal can name, for an action that the mover tried."""
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
        """The name of the question, and the coach's explanation; empty when the game is over."""
        if int(seen.mover) < 0:
            return "", ""
        question = self.asked(seen)
        return type(question).__name__, question.explain(seen, box)

    def is_always_asked(self, s: np.record, box: np.record) -> bool:
        """Whether the question of a position is asked even with a single answer."""
        question = self.asked(s)
        if question.always in (True, False):
            return bool(question.always)
        known: dict[str, Any] = {"s": s, "box": box, "p": int(s.mover)} | self.frame_fields(s)
        always: Any = question.always
        return bool(always(*(known[name] for name in parameters_of(always))))

    def rule_number(self, seen: np.record) -> str:
        return self.asked(seen).rule_number if int(seen.mover) >= 0 else ""


@rule
def mover(s):
    """The seat to move, -1 when the game is over: for games that store it in `mover`."""
    return int(s.mover)
