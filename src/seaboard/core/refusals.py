"""Why an action is refused: one declaration next to the rule that returns it, with one rule number and its own words.

A game has a subclass, which numbers its refusals in the order in which they are declared:

    class Refusal(core.refusals.Refusal):
        \"\"\"Of Kaivai.\"\"\"

    TOO_DEAR = Refusal("K7.3", mark("A hut costs {cost}; you have {money}."), cost=cost_of_hut, money=money_of_mover)

    @rule
    def problem_with_site(s, box, p, hex):
        ...
        return TOO_DEAR

A refusal is a whole number, so that compiled rules can return it; the numbers are stored nowhere. `Questions.reason` turns a
number back into words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, TypeAlias

import numpy as np

from ..language import _, many

FINE = 0  # not refused
# returned by the generated rules of every game
NOT_ASKED, NO_SUCH_ACTION, GAME_IS_OVER, MUST_ANSWER = 1, 2, 3, 4
FIRST_GAME_REFUSAL = 5

Figure: TypeAlias = Callable[..., Any]
Words: TypeAlias = str | tuple[str, str] | Figure


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: a sentence, and the number of the rule."""

    text: str
    rule: str
    allowed_before: bool = False  # an earlier release allowed it: records with such a move still replay
    unaffordable: bool = False  # the player lacks goods for it

    def __str__(self) -> str:
        if not self.rule:
            return self.text
        return f"{self.text[:-1]} ({self.rule})." if self.text.endswith(".") else f"{self.text} ({self.rule})"


class Refusal(int):
    """A reason why rules refuse an action: the number of one rule, and words.

    `words` is a marked text, two of them (singular and plural, by the figure `n`), or a function that returns the sentence. A
    text names its {figures}, each a function. These functions get the arguments that they name: `seen` and `box`, `p` (the
    seat that answers), `n` and `action` (what was tried), `answer` (the kind of answer), the fields of the frame, and the
    tried number under the name of its range. Other names need a default.
    """

    declared: ClassVar[dict[int, "Refusal"]]  # of one game, by number
    rule: str
    words: Words
    figures: Mapping[str, Figure]
    allowed_before: bool
    unaffordable: bool

    def __init_subclass__(cls) -> None:
        cls.declared = {}

    def __new__(
        cls, rule: str, words: Words, *, allowed_before: bool = False, unaffordable: bool = False, **figures: Figure
    ) -> "Refusal":
        if cls is Refusal:
            raise TypeError("declare refusals with the game's own subclass of Refusal, which numbers them")
        texts = (words,) if isinstance(words, str) else words if isinstance(words, tuple) else ()
        named = {name for text in texts for _text, name, _spec, _conversion in Formatter().parse(text) if name}
        if texts and named | ({"n"} if len(texts) == 2 else set()) != set(figures):
            raise TypeError(f"{rule} {texts[0]!r} names {sorted(named)}; its figures are {sorted(figures)}")
        self = super().__new__(cls, FIRST_GAME_REFUSAL + len(cls.declared))
        self.rule, self.words, self.figures = rule, words, figures
        self.allowed_before, self.unaffordable = allowed_before, unaffordable
        cls.declared[int(self)] = self
        return self

    def __reduce__(self) -> Any:
        return int, (int(self),)

    def reason(self, known: Mapping[str, Any]) -> Reason:
        """The reason for a tried action; `known` has the arguments of the functions."""
        if callable(self.words):
            return Reason(call(self.words, known), self.rule, self.allowed_before, self.unaffordable)
        figures = {name: call(figure, known) for name, figure in self.figures.items()}
        if isinstance(self.words, tuple):
            text = many(figures.pop("n"), *self.words, **figures)
        else:
            text = _(self.wording(self.words, known["box"]), **figures)
        return Reason(text, self.rule, self.allowed_before, self.unaffordable)

    def wording(self, words: str, box: np.record) -> str:
        """The text for this box; games with editions override it."""
        return words


def call(function: Figure, known: Mapping[str, Any]) -> Any:
    """Calls a function with the arguments that it names; unknown names keep their defaults."""
    function = getattr(function, "py_func", function)
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    return function(**{name: known[name] for name in names if name in known})


def number_tried(n: int) -> int:
    """A figure: the tried number."""
    return n


def common_reason(number: int, question: str, rule: str, over: str) -> Reason:
    """Reasons common to all games: `question` is the current prompt, `rule` its rule, `over` the rule that ends the game."""
    if number == NO_SUCH_ACTION:
        return Reason(_("There's no such action."), "")
    if number == GAME_IS_OVER:
        return Reason(_("The game is over."), over)
    if number == MUST_ANSWER:
        return Reason(_("You can't decline. {question}", question=question), rule)
    return Reason(_("First: {question}", question=question), rule)
