"""The review of a match: the expected result before each decision, the cost of each choice, and the effect of luck.

Each seat's expectation comes from its own view of the position at that time, and from determinizations of what that view hides.
So for each decision and seat

    expectation after - expectation before = choice + luck + unforeseen

choice      the effect of the mover's action compared with the best action that the evaluator knows (at most 0 for the mover)
luck        the remainder, where something was drawn, rolled or revealed
unforeseen  the remainder, where nothing was: what the evaluator sees only one move later
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..core.errors import BadRecord
from ..core.threads import thread_pool
from ..match import Match
from .evaluator import Evaluation, Evaluator, reveals_information

FORMAT = "seaboard review 1"
BOT = "strong,simulations=1000"
BEST_SHOWN = 3  # actions
MAX_SWINGS = 5
MARKS = ("inaccuracy", "mistake", "blunder")
COSTS = {True: (0.05, 0.1, 0.2), False: (1.0, 2.0, 4.0)}  # lowest cost of each mark: in win probability, solo in points
Progress = Callable[[int, int], Any]


@dataclass(frozen=True)
class Choice:
    """An action and the expected result after it."""

    action: int
    wins: tuple[float, ...]
    points: tuple[float, ...]
    line: tuple[int, ...]  # the likely continuation
    kinds: tuple[float, ...] = ()  # the mover's points by category


@dataclass(frozen=True)
class Decision:
    """A decision between several actions."""

    move: int  # number of moves before it
    seat: int
    action: int
    best: int
    cost: float  # to the mover, in win probability; solo, in points
    mark: str  # one of MARKS, or empty
    wins: tuple[float, ...]  # by seat, before the decision
    points: tuple[float, ...]
    choice: tuple[float, ...]  # its effect, by seat
    luck: tuple[float, ...]
    unforeseen: tuple[float, ...]
    best_choices: tuple[Choice, ...]  # best first, including the action played


@dataclass(frozen=True)
class Sums:
    """Totals of one seat over the whole game."""

    decisions: int
    choice: float  # cost of its own choices
    others: float  # gain from the others' choices
    luck: float
    unforeseen: float
    error_rate: float  # mean cost per decision
    interval: float  # half-width of the 95 % confidence interval
    marks: dict[str, int]


@dataclass(frozen=True)
class Review:
    """The result of a review."""

    bot: str
    moves: int
    seats: int
    decisions: tuple[Decision, ...]
    sums: tuple[Sums, ...]
    swings: tuple[int, ...]  # indices into `decisions`: the most costly ones, in the order of play
    first: tuple[float, ...]  # by seat: the expected result before the first move, and the actual one
    last: tuple[float, ...]

    @property
    def alone(self) -> bool:
        return self.seats == 1

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"format": FORMAT, **asdict(self)}


def read_review(table: Any) -> Review:
    """Reads a review from its JSON form."""
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise BadRecord(f'not a review: a review says "format": "{FORMAT}"')

    def tuples(value: Any) -> Any:
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    try:
        decisions = tuple(
            Decision(
                **{
                    **{key: tuples(value) for key, value in row.items()},
                    "best_choices": tuple(
                        Choice(**{key: tuples(value) for key, value in one.items()}) for one in row["best_choices"]
                    ),
                }
            )
            for row in table["decisions"]
        )
        plain = {key: tuples(table[key]) for key in ("bot", "moves", "seats", "swings", "first", "last")}
        return Review(decisions=decisions, sums=tuple(Sums(**row) for row in table["sums"]), **plain)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadRecord(f"a damaged review: {type(error).__name__} {error}") from None


def review(match: Match, bot: str = BOT, threads: int = 1, progress: Progress = lambda done, total: None) -> Review:
    """Reviews a match. The same match, bot and number of simulations give the same review.

    `progress(done, total)` is called after every evaluated position.
    """
    return Reviewer(match, bot, threads, progress).review()


class Reviewer:
    """Reviews one match on several threads."""

    def __init__(self, match: Match, bot: str, threads: int, progress: Progress):
        self.match, self.game, self.box, self.seats = match, match.game, match.box, match.seats
        self.name, self.threads, self.progress = bot, threads, progress
        self.positions = [before for _action, before in match.history] + [match.s]
        self.own = threading.local()
        self.done, self.total, self.lock = 0, 0, threading.Lock()

    def evaluator(self) -> Evaluator:
        """The evaluator of the current thread."""
        if not hasattr(self.own, "evaluator"):
            self.own.evaluator = Evaluator(self.game, self.box, self.name)
        return self.own.evaluator

    def view(self, n: int, seat: int) -> np.record:
        self.game.view(self.positions[n], self.box, seat, seen := self.game.empty_state())
        return seen

    def spread(self, work: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
        """Runs the tasks on all threads."""

        def do(task: Any) -> Any:
            found = work(task)
            with self.lock:
                self.done += 1
                self.progress(self.done, self.total)
            return found

        with thread_pool(self.threads) as pool:
            return list(pool.map(do, tasks))

    def review(self) -> Review:
        choices = [n for n in range(len(self.match.history)) if self.has_choice(n)]
        views = {(n, seat): self.view(n, seat) for n in [*choices, len(self.match.history)] for seat in range(self.seats)}
        asked: dict[bytes, np.record] = {view.tobytes(): view for view in views.values()}
        movers = {n: int(self.game.mover(self.positions[n])) for n in choices}
        self.total = len(asked) + len(choices)
        found = dict(zip(asked, self.spread(lambda seen: self.evaluator().evaluate(seen), list(asked.values())), strict=True))
        at = {key: found[view.tobytes()] for key, view in views.items()}

        def weigh(n: int) -> list[Choice]:
            return self.weigh(views[n, movers[n]], movers[n], self.match.history[n][0], at[n, movers[n]][1])

        weighed = dict(zip(choices, self.spread(weigh, choices), strict=True))
        expected = {n: self.expected(n, at) for n in [*choices, len(self.match.history)]}
        decisions = []
        for n, following in zip(choices, [*choices[1:], len(self.match.history)], strict=True):
            decisions.append(self.decision(n, following, movers[n], weighed[n], expected))
        last = tuple(expected[len(self.match.history)].value().tolist())
        first = tuple(expected[choices[0]].value().tolist()) if choices else last
        sums = tuple(self.sums(decisions, seat) for seat in range(self.seats))
        swings = sorted(sorted(range(len(decisions)), key=lambda i: -decisions[i].cost)[:MAX_SWINGS])
        marked = tuple(i for i in swings if decisions[i].mark)
        return Review(self.name, len(self.match.history), self.seats, tuple(decisions), sums, marked, first, last)

    def has_choice(self, n: int) -> bool:
        out = np.zeros(self.game.max_legal, np.int16)
        return self.game.legal(self.positions[n], self.box, out) > 1

    def expected(self, n: int, at: dict[tuple[int, int], tuple[Evaluation, list]]) -> Evaluation:
        """Each seat's expectation from its own view."""
        own = [at[n, seat][0] for seat in range(self.seats)]
        wins = tuple(own[seat].wins[seat] for seat in range(self.seats))
        return Evaluation(wins, tuple(own[seat].points[seat] for seat in range(self.seats)))

    def weigh(self, seen: np.record, seat: int, played: int, hints: list) -> list[Choice]:
        """The expected results after the best actions and after the action played, best first.

        If the best one was played, as evaluated before the move; else each is evaluated again one move later.
        """
        shown = [hint for n, hint in enumerate(hints) if n < BEST_SHOWN or hint.action == played]
        if hints[0].action == played:
            return [
                Choice(hint.action, hint.chances, hint.points, hint.line, hint.kinds[seat] if hint.kinds else ())
                for hint in shown
            ]
        found = [(hint, self.evaluator().evaluate_after(seen, seat, hint.action)) for hint in shown]
        found.sort(key=lambda pair: -pair[1].value()[seat])
        return [
            Choice(hint.action, after.wins, after.points, hint.line, after.kinds[seat] if after.kinds else ())
            for hint, after in found
        ]

    def decision(self, n: int, following: int, seat: int, choices: list[Choice], expected: dict[int, Evaluation]) -> Decision:
        action = self.match.history[n][0]
        best, played = (
            Evaluation(one.wins, one.points).value()
            for one in (choices[0], next(choice for choice in choices if choice.action == action))
        )
        cost, choice = float(best[seat] - played[seat]), played - best
        rest = expected[following].value() - expected[n].value() - choice
        chance = self.was_luck(n, following)
        return Decision(
            move=n,
            seat=seat,
            action=action,
            best=choices[0].action,
            cost=cost,
            mark=mark_of(cost, self.seats),
            wins=expected[n].wins,
            points=expected[n].points,
            choice=tuple(choice.tolist()),
            luck=tuple((rest if chance else 0 * rest).tolist()),
            unforeseen=tuple((0 * rest if chance else rest).tolist()),
            best_choices=tuple(choices),
        )

    def was_luck(self, n: int, following: int) -> bool:
        """Whether anything was drawn between two moves, or hidden information was revealed to someone."""
        if self.positions[n].counter != self.positions[following].counter:
            return True
        return self.game.has_secrets and any(
            reveals_information(
                self.game, self.box, self.view(n, seat), self.actions(n, following), self.view(following, seat), seat
            )
            for seat in range(self.seats)
        )

    def actions(self, n: int, following: int) -> list[int]:
        return [action for action, _before in self.match.history[n:following]]

    def sums(self, decisions: Iterable[Decision], seat: int) -> Sums:
        own = [decision for decision in decisions if decision.seat == seat]
        costs = np.array([decision.cost for decision in own] or [0.0])
        others = sum(decision.choice[seat] for decision in decisions if decision.seat != seat)
        return Sums(
            decisions=len(own),
            choice=float(-costs.sum()),
            others=float(others),
            luck=sum(decision.luck[seat] for decision in decisions),
            unforeseen=sum(decision.unforeseen[seat] for decision in decisions),
            error_rate=float(costs.mean()),
            interval=float(1.96 * costs.std() / max(1, len(own)) ** 0.5),
            marks={mark: sum(decision.mark == mark for decision in own) for mark in MARKS},
        )


def mark_of(cost: float, seats: int) -> str:
    """The name of an error of this cost; empty if it is none."""
    reached = [mark for mark, least in zip(MARKS, COSTS[seats > 1], strict=True) if cost >= least]
    return reached[-1] if reached else ""
