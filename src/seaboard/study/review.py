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
    def is_solo(self) -> bool:
        return self.seats == 1

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"format": FORMAT, **asdict(self)}


def read_review(data: Any) -> Review:
    """Reads a review from its JSON form."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord(f'not a review: a review has "format": "{FORMAT}"')

    def tuples(value: Any) -> Any:
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    try:
        decisions = tuple(
            Decision(
                **{
                    **{key: tuples(value) for key, value in row.items()},
                    "best_choices": tuple(
                        Choice(**{key: tuples(value) for key, value in choice.items()}) for choice in row["best_choices"]
                    ),
                }
            )
            for row in data["decisions"]
        )
        plain = {key: tuples(data[key]) for key in ("bot", "moves", "seats", "swings", "first", "last")}
        return Review(decisions=decisions, sums=tuple(Sums(**row) for row in data["sums"]), **plain)
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
        self.thread_data = threading.local()
        self.done, self.total, self.lock = 0, 0, threading.Lock()

    def evaluator(self) -> Evaluator:
        """The evaluator of the current thread."""
        if not hasattr(self.thread_data, "evaluator"):
            self.thread_data.evaluator = Evaluator(self.game, self.box, self.name)
        return self.thread_data.evaluator

    def view(self, n: int, seat: int) -> np.record:
        self.game.view(self.positions[n], self.box, seat, seen := self.game.empty_state())
        return seen

    def run_tasks(self, work: Callable[[Any], Any], tasks: Sequence[Any]) -> list[Any]:
        """Runs the tasks on all threads."""

        def run_one(task: Any) -> Any:
            result = work(task)
            with self.lock:
                self.done += 1
                self.progress(self.done, self.total)
            return result

        with thread_pool(self.threads) as pool:
            return list(pool.map(run_one, tasks))

    def review(self) -> Review:
        end = len(self.match.history)
        moves = [n for n in range(end) if self.has_choice(n)]
        views = {(n, seat): self.view(n, seat) for n in [*moves, end] for seat in range(self.seats)}
        distinct: dict[bytes, np.record] = {view.tobytes(): view for view in views.values()}
        movers = {n: int(self.game.mover(self.positions[n])) for n in moves}
        self.total = len(distinct) + len(moves)
        evaluated = self.run_tasks(lambda seen: self.evaluator().evaluate(seen), list(distinct.values()))
        by_view = dict(zip(distinct, evaluated, strict=True))
        evaluations = {key: by_view[view.tobytes()] for key, view in views.items()}

        def choices_at(n: int) -> list[Choice]:
            return self.evaluate_choices(views[n, movers[n]], movers[n], self.match.history[n][0], evaluations[n, movers[n]][1])

        choices = dict(zip(moves, self.run_tasks(choices_at, moves), strict=True))
        expected = {n: self.expected(n, evaluations) for n in [*moves, end]}
        decisions = []
        for n, following in zip(moves, [*moves[1:], end], strict=True):
            decisions.append(self.decision(n, following, movers[n], choices[n], expected))
        last = tuple(expected[end].value().tolist())
        first = tuple(expected[moves[0]].value().tolist()) if moves else last
        sums = tuple(self.sums(decisions, seat) for seat in range(self.seats))
        swings = sorted(sorted(range(len(decisions)), key=lambda i: -decisions[i].cost)[:MAX_SWINGS])
        marked = tuple(i for i in swings if decisions[i].mark)
        return Review(self.name, end, self.seats, tuple(decisions), sums, marked, first, last)

    def has_choice(self, n: int) -> bool:
        out = np.zeros(self.game.max_legal, np.int16)
        return self.game.legal(self.positions[n], self.box, out) > 1

    def expected(self, n: int, evaluations: dict[tuple[int, int], tuple[Evaluation, list]]) -> Evaluation:
        """Each seat's expectation from its own view."""
        own_evaluations = [evaluations[n, seat][0] for seat in range(self.seats)]
        wins = tuple(own_evaluations[seat].wins[seat] for seat in range(self.seats))
        return Evaluation(wins, tuple(own_evaluations[seat].points[seat] for seat in range(self.seats)))

    def evaluate_choices(self, seen: np.record, seat: int, played: int, hints: list) -> list[Choice]:
        """The expected results after the best actions and after the action played, best first.

        If the best one was played, the values are those from before the move; else each is evaluated again one move later.
        """
        shown = [hint for n, hint in enumerate(hints) if n < BEST_SHOWN or hint.action == played]
        if hints[0].action == played:
            return [
                Choice(hint.action, hint.chances, hint.points, hint.line, hint.kinds[seat] if hint.kinds else ())
                for hint in shown
            ]
        evaluated = [(hint, self.evaluator().evaluate_after(seen, seat, hint.action)) for hint in shown]
        evaluated.sort(key=lambda pair: -pair[1].value()[seat])
        return [
            Choice(hint.action, after.wins, after.points, hint.line, after.kinds[seat] if after.kinds else ())
            for hint, after in evaluated
        ]

    def decision(self, n: int, following: int, seat: int, choices: list[Choice], expected: dict[int, Evaluation]) -> Decision:
        action = self.match.history[n][0]
        best, played = (
            Evaluation(choice.wins, choice.points).value()
            for choice in (choices[0], next(choice for choice in choices if choice.action == action))
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
        own_decisions = [decision for decision in decisions if decision.seat == seat]
        costs = np.array([decision.cost for decision in own_decisions] or [0.0])
        others = sum(decision.choice[seat] for decision in decisions if decision.seat != seat)
        return Sums(
            decisions=len(own_decisions),
            choice=float(-costs.sum()),
            others=float(others),
            luck=sum(decision.luck[seat] for decision in decisions),
            unforeseen=sum(decision.unforeseen[seat] for decision in decisions),
            error_rate=float(costs.mean()),
            interval=float(1.96 * costs.std() / max(1, len(own_decisions)) ** 0.5),
            marks={mark: sum(decision.mark == mark for decision in own_decisions) for mark in MARKS},
        )


def mark_of(cost: float, seats: int) -> str:
    """The mark of a choice that costs this much; empty if it costs little."""
    reached = [mark for mark, least in zip(MARKS, COSTS[seats > 1], strict=True) if cost >= least]
    return reached[-1] if reached else ""
