"""Information-set Monte Carlo tree search, in slices of time so that it can be cancelled."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..core.dice import hash_words, key_of
from ..core.errors import BadOption
from ..core.game import Game, one_of
from ..core.rule import INTERPRETED
from .bot import Hint, new_hint
from .mcts.search_settings import SearchSettings
from .mcts.simulation import CLEAR, KEEP, PlainSearch, compiled_plain_search
from .mcts.tree import MAX_DEPTH, NONE, POINTS, WIN, max_nodes_for, new_buffers, new_tree

SLICE = 0.025  # seconds between two checks of the clock and of `cancelled`
TASTE = 0.1  # with `taste`: a move is nearly as good as the best if its value is at most this much below
ABOUT_EQUAL = (0.02, 4)  # as good as the best: a value at most 0.02 below its value, and at least a quarter of its visits
MAX_LINE, MIN_VISITS = 6, 4  # of a hint's continuation: at most so many actions, each with at least so many visits

Cancelled = Callable[[], bool]
Clock = Callable[[], float]


def never() -> bool:
    return False


class SearchWorker:
    """One thread's tree, buffers and random seed."""

    def __init__(
        self, game: Game, box: np.record, seed: str, max_nodes: int, settings: SearchSettings, max_depth: int = MAX_DEPTH
    ):
        seats = int(box.players)
        self.game = game
        self.search: Any = PlainSearch(
            new_tree(game, seats, max_nodes), new_buffers(game, seats, max_depth), settings.as_record(game.units_per_point), box
        )
        self.seed = int(key_of(seed)[0] >> np.uint64(1))
        self.done = 0  # number of simulations so far, which seeds the next one
        self.has_tree = False  # whether the tree belongs to the last decision

    @property
    def tree(self) -> Any:
        return self.search.tree

    @property
    def nodes(self) -> np.ndarray:
        return self.tree.nodes[: self.tree.size[0]]

    def compiled(self) -> Callable[..., None]:
        """The compiled `simulate` of this kind of search. Not an attribute: bots can be pickled, compiled code cannot."""
        return compiled_plain_search(self.game)

    def simulate(self, times: int, root: int = KEEP) -> None:
        self.compiled()(self.search, self.seed, self.done, times, root)
        self.done += times

    def start(self, seen: np.record, keep: bool = False) -> None:
        """Sets the searched view; empties the tree unless it is reused."""
        self.search.buffers.states[0] = seen
        if not keep:
            self.simulate(0, CLEAR)
        self.has_tree = True

    def run(self, times: int, seconds: float, cancelled: Cancelled = never, clock: Clock = time.perf_counter) -> None:
        """Runs `times` simulations, in slices; fewer (at least one) when time is up, fewer when it is cancelled."""
        begin, end, count, deadline = self.done, self.done + times, 1, clock() + seconds
        while self.done < end and not cancelled():
            started = clock()
            if started > deadline and self.done > begin:
                break
            count = min(count, end - self.done)
            self.simulate(count)
            count = max(1, min(2 * count, int(count * SLICE / max(1e-6, clock() - started))))

    def keep_subtree(self, action: int, drawn_view: np.record | None = None) -> bool:
        """Keeps the subtree below this action of the root; returns whether there is one.

        If something was drawn since, `drawn_view` is the view after it: it keeps the subtree of the outcome with this view."""
        nodes = self.nodes
        roots = np.flatnonzero((nodes["parent"] == 0) & (nodes["action"] == action) & (nodes["visits"] > 0))
        if len(roots) and drawn_view is not None:
            roots = self.outcomes_below(int(roots[0]), drawn_view)
        if len(roots):
            self.simulate(0, int(roots[0]))
        return len(roots) > 0

    def outcomes_below(self, top: int, seen: np.record) -> np.ndarray:
        """The nodes below `top` that stand for an outcome of a draw with this view, the most visited first."""
        nodes, outcomes = self.nodes, self.tree.outcomes[: self.tree.outcome_count[0]]
        if not len(outcomes):
            return np.zeros(0, int)
        equal = outcomes["view_hash"] == hash_words(np.frombuffer(seen.tobytes(), np.uint64))
        below = [node for node in outcomes["node"][equal].tolist() if node != NONE and top in self.ancestors(node)]
        return np.array(sorted(below, key=lambda node: -nodes["visits"][node]), int)

    def ancestors(self, node: int) -> Iterator[int]:
        while node > 0:
            node = int(self.tree.nodes["parent"][node])
            yield node

    def line_after(self, action: int) -> Iterator[int]:
        """The root action, the action visited most after it, and so on."""
        nodes, node = self.nodes, 0
        length = 0
        while length <= MAX_LINE:
            children = np.flatnonzero(nodes["parent"] == node)
            if node == 0:
                children = children[nodes["action"][children] == action]
            if not len(children):
                return
            node = int(children[np.argmax(nodes["visits"][children])])
            if nodes["visits"][node] < MIN_VISITS:
                return
            if nodes["action"][node] != NONE:  # not the outcome of a draw
                yield int(nodes["action"][node])
                length += 1

    def root_values(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """Visits and summed values (for one seat) of each root action."""
        visits, values, nodes = np.zeros(self.game.num_actions), np.zeros(self.game.num_actions), self.nodes
        children = np.flatnonzero((nodes["parent"] == 0) & (nodes["action"] != NONE))
        visits[nodes["action"][children]] = nodes["visits"][children]
        values[nodes["action"][children]] = self.tree.values[children, seat]
        return visits, values

    def root_means(self) -> tuple[np.ndarray, np.ndarray]:
        """Simulations of each root action, and per seat the mean win share, margin and points."""
        visits, totals = self.tree.root_visits, self.tree.root_totals
        return visits, totals / np.maximum(1, visits)[:, None, None]


class Search:
    """Searches each decision with a budget of simulations or seconds, or of seconds per turn, on one or more threads."""

    NUMBER = "simulations"

    def __init__(
        self,
        game: Game,
        box: np.record,
        seed: Any = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        turn_seconds: float | None = None,
        cpu: bool = False,
        threads: int | None = None,
        slack: float = 0.0,
        overlook: float = 0.0,
        taste: str = "",
        **settings: float,
    ):
        """With `slack`, any action is played whose value (0 to 1) is at most that much below the best. With `overlook`, each
        action is overlooked with this probability, as people do; the best of those it sees is played. With `taste`, a category
        of the score sheet, it plays the move with most points of this category, of those nearly as good as the best. With
        `cpu`, seconds are CPU time of each thread, so that matches on a busy machine are fair."""
        if simulations is None and seconds is None and turn_seconds is None:
            simulations = 1000
        if any(budget is not None and budget <= 0 for budget in (simulations, seconds, turn_seconds)):
            raise BadOption("a search needs at least 1 simulation, and more than 0 seconds")
        if not 0 <= overlook < 1:
            raise BadOption("overlook is a probability below 1")
        if taste and taste not in game.score_kinds:
            raise BadOption(f"{game.title} has no points for {taste[:40]!r}; taste is {one_of(game.score_kinds)}")
        if simulations and INTERPRETED:
            seconds = None  # interpreted rules are slow: the time limit would decide, so a seed would not repeat its game
        self.game, self.box, self.slack, self.overlook = game, box, slack, overlook
        self.taste = game.score_kinds.index(taste) if taste else NONE
        self.simulations, self.seconds, self.turn_seconds = simulations, seconds, turn_seconds
        self.clock: Clock = time.thread_time if cpu else time.perf_counter
        self.seconds_left = 0.0  # of this turn
        self.threads = int(threads or (1 if simulations else os.cpu_count() or 1))
        own_seed = seed if seed is not None else key_of(None)
        self.workers = self.new_workers([f"{own_seed} {n}" for n in range(self.threads)], settings)
        self.chance = np.random.default_rng(self.workers[0].seed)
        self.last_view: np.record | None = None  # the view and the action of the last decision
        self.last_action = -1

    def new_workers(self, seeds: list[str], settings: dict[str, float]) -> list[SearchWorker]:
        """One for each thread."""
        merged = SearchSettings(**{**self.game.search_settings, **settings})
        max_nodes = max_nodes_for(self.game, self.simulations)
        return [SearchWorker(self.game, self.box, seed, max_nodes, merged) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        """The action visited most; with slack, one of those that seem nearly as good."""
        if len(actions) == 1:
            self.keep_trees(seen)
            action = int(actions[0])
        else:
            visits, values = self.search(seen, cancelled or never)
            action = self.pick([int(action) for action in actions], visits, values)
            if self.taste != NONE:
                action = self.most_of_taste(action, visits, values, int(self.game.mover(seen)))
        self.last_view, self.last_action = seen.copy(), action
        return action

    def pick(self, actions: list[int], visits: np.ndarray, values: np.ndarray) -> int:
        """The most visited action, of those that it does not overlook; with slack a random one of those nearly as good."""
        means = values / np.maximum(1, visits)
        actions = self.noticed(actions, visits)
        best = max(actions, key=lambda action: (visits[action], means[action]))
        if self.slack and visits[best]:
            near = [a for a in actions if visits[a] and means[a] >= means[best] - self.slack]
            return int(self.chance.choice(near, p=visits[near] / visits[near].sum()))
        return best

    def most_of_taste(self, best: int, visits: np.ndarray, values: np.ndarray, seat: int) -> int:
        """Of the moves nearly as good as the best, the one with the most expected points of the favourite category."""
        counts, totals = self.root_totals()
        means, points = values / np.maximum(1, visits), totals[:, seat, POINTS + self.taste] / np.maximum(1, counts)
        tried = counts * ABOUT_EQUAL[1] >= max(1, counts[best])  # often enough for an estimate
        near = np.flatnonzero(tried & (means >= means[best] - TASTE)).tolist()
        return max([best, *near], key=lambda action: points[action])

    def root_totals(self) -> tuple[np.ndarray, np.ndarray]:
        """The simulations of each action in this search, and the sums of their results by seat."""
        trees = [worker.tree for worker in self.workers]
        return np.sum([tree.root_visits for tree in trees], axis=0), np.sum([tree.root_totals for tree in trees], axis=0)

    def noticed(self, actions: list[int], visits: np.ndarray) -> list[int]:
        """The tried actions that it does not overlook, at least one."""
        tried = [action for action in actions if visits[action]] or actions
        noticed = [action for action in tried if self.chance.random() >= self.overlook] if self.overlook else tried
        return noticed or [int(self.chance.choice(tried))]

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        """The legal actions, best first, with the mean points and wins of their simulations."""
        self.last_view = None
        for worker in self.workers:
            worker.done = 0  # the same question gets the same answer
        visits, values = self.search(seen, never, limited=self.simulations is None)
        counts, totals = self.root_totals()
        ranked, hints = sorted(actions, key=lambda action: -visits[action]), []
        best, (max_difference, max_ratio) = next(iter(ranked), None), ABOUT_EQUAL
        for action in ranked:
            means = totals[action] / max(1, counts[action])
            difference = values[best] / max(1, visits[best]) - values[action] / max(1, visits[action])
            equal = action != best and difference <= max_difference and visits[action] * max_ratio >= visits[best]
            fields = {
                "chances": tuple(means[:, WIN].tolist()),
                "line": tuple(self.workers[0].line_after(action))[1:],
                "equal": bool(equal),
                "kinds": tuple(map(tuple, (means[:, POINTS:] / self.game.units_per_point).tolist())),
            }
            wins = means[int(self.game.mover(seen)), WIN]
            hints.append(new_hint(self.game, self.box, action, means[:, POINTS:].sum(1), wins, visits[action], **fields))
        return hints

    def search(self, seen: np.record, cancelled: Cancelled, limited: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """Searches on all threads, within the time limit if `limited`; returns each action's visits and sum of values."""
        started, seconds = self.clock(), self.time_for(seen) if limited else float("inf")
        self.keep_trees(seen)
        seconds -= self.clock() - started
        share = -(-(self.simulations or 10**9) // self.threads)

        def run(worker: SearchWorker) -> None:
            worker.start(seen, keep=worker.has_tree)
            worker.run(share, seconds, cancelled, self.clock)

        if self.threads == 1:
            run(self.workers[0])
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(run, self.workers))
        self.seconds_left -= self.clock() - started
        by_worker = [worker.root_values(int(self.game.mover(seen))) for worker in self.workers]
        visits, values = np.sum(by_worker, axis=0)
        return visits, values

    def keep_trees(self, seen: np.record) -> None:
        """Keeps the part of each tree below this view: the subtree of the last action, or of the outcome drawn since."""
        drawn_view = None if self.last_view is not None and self.follows(seen) else seen
        can_keep = self.last_view is not None
        for worker in self.workers:
            worker.has_tree = worker.has_tree and can_keep and worker.keep_subtree(self.last_action, drawn_view)

    def time_for(self, seen: np.record) -> float:
        """Seconds for a decision. Of a turn's time, each decision gets half of what is left, and at least a slice."""
        if self.turn_seconds is None:
            return self.seconds or float("inf")
        if not self.is_still_my_turn(seen):
            self.seconds_left = self.turn_seconds
        return max(SLICE, min(self.seconds_left / 2, self.seconds or float("inf")))

    def is_still_my_turn(self, seen: np.record) -> bool:
        """Whether it is the same turn as at the last decision, without a decision of another player since."""
        last, seat = self.last_view, int(self.game.mover(seen))
        if last is None or int(self.game.mover(last)) != seat or self.game.turn_number(last) != self.game.turn_number(seen):
            return False
        return int(self.game.mover(self.repeat_last_action()[0])) == seat

    def follows(self, seen: np.record) -> bool:
        """Whether the last view and the last action lead to this view, without any draw."""
        expected, seat = self.game.empty_state(), int(self.game.mover(seen))
        after, has_drawn = self.repeat_last_action()
        self.game.view(after, self.box, seat, expected)
        return not has_drawn and int(self.game.mover(self.last_view)) == seat and expected.tobytes() == seen.tobytes()

    def repeat_last_action(self) -> tuple[np.record, bool]:
        """The position after the last action, in a determinization of the last view, and whether anything was drawn."""
        assert self.last_view is not None
        s = self.last_view.copy()
        self.game.redeal(s, self.box, key_of("again"))
        draws = int(s.counter)
        self.game.apply(s, self.box, self.last_action)
        return s, int(s.counter) != draws
