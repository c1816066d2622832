"""The parts of a decision (questions.py): a question, its kinds of answer, and pending work on a stack."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..language import _

Rule = Callable[..., Any]


class Part:
    """The base of questions and answers: class attributes that are rules, called without `self`."""

    rules: ClassVar[tuple[str, ...]] = ()
    decision: ClassVar[int]  # its number, stored in the position while it is asked; the numbers are in layout.py

    def __init_subclass__(cls) -> None:
        for name in cls.rules:
            if callable(value := cls.__dict__.get(name)):
                setattr(cls, name, staticmethod(value))


class Pending(Part):
    """A frame on the stack of pending work: a question, or work without a question."""

    name: ClassVar[str] = ""  # in the text form of positions
    frame: ClassVar[tuple[str, ...]] = ()  # the names of the fields of its frame, in their order

    def fits(self, s: np.record, box: np.record, place: int, p: int, *fields: int) -> bool:
        """Whether this frame is possible at this place of the stack, for seat `p`. Checks positions from files."""
        return True


class Question(Pending):
    """A question to the mover. All rules are optional.

    possible   -> bool: whether it is asked at all; if not, `nothing` is called. In a stack game it may continue the work and
                  change the fields of its frame, until a player must choose
    found      -> anything: a value that several answers need; computed once for all of them, and passed as `found_as`
    ready      -> prepares the question, and returns the only action, READY if there is a choice, NOTHING if there is no answer.
                  It may take `first`, the first action number of its (first) kind of answer
    nothing    -> called if the question is not possible or has no answer
    always     -> bool: whether it is asked even with a single answer, or True
    decline    -> refusal: FINE if it may be declined, or True if it always may; left out: by the list's `declining`
    declined   -> called when it is declined; in a stack game instead of popping the question

    Without `ready` a question with a single answer is answered automatically, unless `always` says otherwise.
    """

    rules = ("possible", "found", "ready", "nothing", "always", "decline", "declined")
    rule_number: ClassVar[str] = ""  # the number of the rule that asks it
    about: ClassVar[str] = ""  # shown the first time: meaning, cost and use, in two or three sentences
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
        """The prompt: one sentence that fits a line of a phone. Costs are in the texts of the answers."""
        raise NotImplementedError(f"{type(self).__name__} has no prompt")

    def explain(self, seen: np.record, box: np.record) -> str:
        """The coach's explanation, shown the first time; it does not depend on hidden information."""
        return _(self.about) if self.about else ""


class Answer(Part):
    """One kind of answer to a question, with a named range of numbers; without a range, a single answer.

    problem    -> refusal: why it is illegal (refusals.py), or FINE; left out: always legal. For the declining answer, it may be
                  a refusal
    apply      -> carries it out
    prefer     -> weight: how likely a sensible player is to choose it, a number or a rule; left out: 1
    limit      -> (box): how many numbers of the range exist with this box
    following  -> the first number from this one on that may be legal, or any above the last; the numbers that it skips are
                  illegal. It is called with existing numbers only
    bits       -> the legal numbers as a bit set, if that is faster than calling `problem` for each
    write      -> (s, box, first, out, n): writes the legal actions to `out` from index n on; returns the new n

    Answers to different questions can share action numbers: `shares_numbers_with` names the first of them.
    """

    rules = ("problem", "apply", "prefer", "limit", "following", "bits", "write")
    stays: ClassVar[bool] = False  # stack games: the question stays on top and is asked again
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
        """The first action number after its range."""
        return cls.first + len(cls.numbers)

    def notation(self, box: np.record, n: int) -> str:
        """The short text of the action: ASCII English, unique among the legal ones."""
        raise NotImplementedError(f"{type(self).__name__} has no notation")

    def choice(self, seen: np.record, box: np.record, n: int) -> str:
        """Its effect and cost, for a button."""
        raise NotImplementedError(f"{type(self).__name__} has no choice")

    def story(self, before: np.record, after: np.record, box: np.record, n: int) -> str:
        """The player's move, for the log."""
        raise NotImplementedError(f"{type(self).__name__} has no story")


class Work(Pending):
    """Pending work without a question: popped when it is on top, then `do` is called."""

    rules = ("do",)
    do: ClassVar[Rule | None] = None


class Stack:
    """How a game stores its stack of pending work.

    `top` is the source text of the top frame, a record with `kind`, `player` and `fields`. The rule `pop(s)` removes it;
    `asked(s)` returns the player who answers.
    """

    def __init__(self, top: str, fields: tuple[str, ...], pop: Rule, asked: Rule):
        self.top, self.fields, self.pop, self.asked = top, fields, pop, asked
