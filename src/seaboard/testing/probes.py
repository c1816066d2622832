"""Checks over many positions: whether anything is hidden, and whether equal observations mean equal situations."""

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..core.dice import hide_chance, key_of
from ..core.game import Game
from ..core.ranking import places

if TYPE_CHECKING:
    from . import Trial

SIBLINGS = 6  # actions per position whose results are compared
REPLIES = 4  # actions tried in two positions with equal observations
REDEALS = 6  # deals per action
MAX_STORED = 20_000  # positions that are remembered


@dataclass(frozen=True)
class DecisionView:
    """A seat's view of a position in which it decides."""

    seen: np.record
    box: np.record
    seat: int
    legal: list[int]
    where: str

    def differs_in(self, other: "DecisionView") -> str:
        """The fields of the view in which two positions differ."""
        names = [name for name in self.seen.dtype.names or () if np.any(self.seen[name] != other.seen[name])]
        return ", ".join(names)


@dataclass
class Probes:
    """What the positions of all games of a check show together."""

    game: Game
    several_seats: bool = False
    views_differ: bool = False  # some seat saw something else than a spectator or another seat
    redeals_differ: bool = False  # some redeal of a mover's view was another position
    decision_views: dict[tuple[bytes, bytes], DecisionView] = field(default_factory=dict)  # by box and observation
    first: dict[bytes, "Trial"] = field(default_factory=dict)  # by the first observation

    # hidden information, without a `scramble` of the game's author

    def record_views(self, trial: "Trial", views: list[np.record]) -> None:
        self.several_seats |= trial.seats > 1
        self.views_differ |= len({seen.tobytes() for seen in views}) > 1

    def look_for_secrets(self, trial: "Trial") -> None:
        """Looks for hidden information in positions that are not checked otherwise."""
        if not self.game.has_secrets or (self.views_differ and self.redeals_differ):
            return
        self.record_views(trial, [trial.match.view(seat) for seat in (None, *range(trial.seats))])
        for number in range(REDEALS):
            dealt = trial.match.view(trial.match.mover)
            self.game.redeal(dealt, trial.box, key_of(f"{trial.seed} {trial.match.version} {number}"))
            self.record_redeal(trial, dealt)

    def record_redeal(self, trial: "Trial", dealt: np.record) -> None:
        """Checks that a spectator knows no more than the mover: a redeal of the mover's view changes nothing for spectators."""
        same = trial.view_of(dealt, -1).tobytes() == trial.view_of(trial.s, -1).tobytes()
        trial.require(same, "the spectators' view shows what the mover cannot know: it changes in a redeal of the mover's view")
        original, redealt = trial.s.copy(), dealt.copy()
        hide_chance(original)
        hide_chance(redealt)
        self.redeals_differ |= original.tobytes() != redealt.tobytes()

    def hidden_fault(self) -> str:
        """Why the game cannot have the secrets that it declares; empty if it can."""
        if not self.game.has_secrets or not self.several_seats:
            return ""
        if not self.views_differ:
            return "Game.has_secrets is set, but all seats and spectators always see the same: does `view` show hidden cards?"
        if not self.redeals_differ:
            return (
                "Game.has_secrets is set, but no redeal of a mover's view was another position: "
                "`view` shows the mover everything, or `redeal` does not deal the hidden part again"
            )
        return ""

    # equal observations

    def record_start(self, trial: "Trial") -> None:
        """Checks that options which lead to different games have different first observations."""
        row = self.observation(trial.match.view(trial.match.mover), trial.box, int(trial.match.mover or 0))
        other = self.first.setdefault(row, trial)
        same = self.game.box_in_play(other.box).tobytes() == self.game.box_in_play(trial.box).tobytes()
        if other is trial or same or self.plays_alike(trial, other):
            return
        differing = [name for name, value in trial.options.items() if value != other.options[name]]
        shown = " and ".join(", ".join(f"{name}={each.options[name]}" for name in differing) for each in (other, trial))
        trial.require(False, f"the first observation is the same with {shown}: put these options into Game.option_features")

    def plays_alike(self, trial: "Trial", other: "Trial") -> bool:
        """Whether the same random draws and actions lead through the same game to the same places, from the first seat on."""
        if trial.seats != other.seats:
            return False
        game, chance, key = self.game, random.Random(trial.seed), key_of(trial.seed)
        games = [(one.match.view(one.match.mover), one.box, int(one.match.mover or 0)) for one in (trial, other)]
        for s, box, _ in games:
            game.redeal(s, box, key)
        while game.mover(games[0][0]) >= 0:
            ours, theirs = (((game.mover(s) - first) % trial.seats, self.legal(s, box)) for s, box, first in games)
            if ours != theirs:
                return False
            action = chance.choice(ours[1])
            for s, box, _ in games:
                game.apply(s, box, action)
        ranks, others = (np.roll(places(game, s, box, trial.seats), -first).tolist() for s, box, first in games)
        return bool(game.mover(games[1][0]) < 0 and ranks == others)

    def record_position(self, trial: "Trial") -> None:
        """Records this position, and the positions after some of its actions in which the same seat decides."""
        seat = trial.match.mover
        if seat is None:
            return
        self.record(trial, trial.s, seat, "here")
        actions = trial.match.actions()
        for action in trial.chance.sample(actions, min(SIBLINGS, len(actions))):
            after = trial.match.after(action)
            if self.game.mover(after) == seat:
                self.record(trial, after, seat, f"after action {action}")

    def record(self, trial: "Trial", s: np.record, seat: int, where: str) -> None:
        seen = self.game.empty_state()
        self.game.view(s, trial.box, seat, seen)
        legal = self.legal(s, trial.box)
        new = DecisionView(seen, trial.box, seat, legal, f"seed {trial.seed}, {trial.match.version} decisions, {where}")
        key = trial.box_bytes, self.observation(seen, trial.box, seat)
        if len(self.decision_views) < MAX_STORED:
            self.decision_views.setdefault(key, new)
        if (other := self.decision_views.get(key)) and other.seen.tobytes() != seen.tobytes():
            self.compare(trial, new, other)

    def compare(self, trial: "Trial", new: DecisionView, other: DecisionView) -> None:
        """Checks that two positions with equal observations have the same legal actions, with the same results."""
        fields = new.differs_in(other)
        message = f"observe omits something: {new.where} and {other.where} have the same observation, differ in {fields}"
        trial.require(new.legal == other.legal, f"{message}, and have other legal actions: {new.legal} and {other.legal}")
        for action in trial.chance.sample(new.legal, min(REPLIES, len(new.legal))):
            ours, theirs = self.results(new, action), self.results(other, action)
            same = len(ours) > 1 or len(theirs) > 1 or ours == theirs  # results that depend on chance are not compared
            trial.require(same, f"{message}, and action {action} has other results")

    def results(self, view: DecisionView, action: int) -> set[bytes]:
        """The seat's observations and scores after an action, in several redeals of its view."""
        game, results = self.game, set()
        sheet = np.zeros((int(view.box.players), len(game.score_kinds)), np.int32)
        for number in range(REDEALS):
            s, seen = view.seen.copy(), game.empty_state()
            game.redeal(s, view.box, key_of(number))
            game.apply(s, view.box, action)
            game.view(s, view.box, view.seat, seen)
            game.score_sheet(seen, view.box, sheet)
            results.add(self.observation(seen, view.box, view.seat) + sheet.tobytes())
        return results

    def legal(self, s: np.record, box: np.record) -> list[int]:
        out = np.zeros(self.game.max_legal, np.int16)
        return out[: self.game.legal(s, box, out)].tolist()

    def observation(self, seen: np.record, box: np.record, seat: int) -> bytes:
        return self.game.full_observation(seen, box, seat).tobytes()
