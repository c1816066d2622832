"""Where points come from: how a choice changes the expected points in each category of the score sheet.

A search estimates the final points of every seat in every category: the network predicts them, and playouts count them. Hints,
the coach, reviews and puzzles all word the difference here: "+3.1 from ships, −1.2 from gold". What a choice gives to the other
players or takes from them is a sentence for each of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..bots import Hint
from ..core.game import Game
from ..language import _, decimal

MIN_DIFFERENCE = 0.3  # points: smaller differences are not mentioned
MAX_CATEGORIES = 3  # categories that are mentioned
MIN_DIFFERENCE_OF_OTHERS = 1.0  # points: smaller changes of another player's total are not mentioned
MAX_OTHERS = 2  # other players that are mentioned
Categories = Sequence[float]  # points by category, in the order of `Game.score_kinds`


def by_category(game: Game, hint: Hint, seat: int) -> dict[str, float]:
    """A seat's expected points after a hint, by category; empty if the bot does not estimate them."""
    return dict(zip(game.score_kinds, (round(points, 2) for points in hint.kinds[seat]), strict=True)) if hint.kinds else {}


def differences(game: Game, before: Categories, after: Categories) -> list[tuple[str, float]]:
    """The categories whose expected points differ, the largest difference first."""
    if not before or not after:
        return []
    changes = zip(game.score_kinds, (float(b - a) for a, b in zip(before, after, strict=True)), strict=True)
    return sorted(
        ((kind, change) for kind, change in changes if abs(change) >= MIN_DIFFERENCE), key=lambda pair: -abs(pair[1])
    )[:MAX_CATEGORIES]


def difference_text(game: Game, before: Categories, after: Categories) -> str:
    """In words: "+3.1 from ships, −1.2 from gold"; empty if hardly anything differs."""
    return ", ".join(
        _("{points} from {category}", points=decimal(change, sign=True), category=_(kind))
        for kind, change in differences(game, before, after)
    )


def hint_text(game: Game, hints: Sequence[Hint], hint: Hint, seat: int) -> str:
    """The change by a hint: of the best one compared with the next best, of the others compared with the best."""
    tried = [other for other in hints if other.visits and other.kinds]
    others = [other for other in tried if other is not hint]
    if hint not in tried or not others:
        return ""
    return difference_text(game, others[0].kinds[seat], hint.kinds[seat])


@dataclass(frozen=True)
class Expected:
    """The expected final points after a choice."""

    points: Sequence[float]  # by seat
    kinds: Mapping[int, Categories]  # by seat; without the seats whose categories are unknown

    def lead(self, seat: int) -> float:
        """The lead of a seat; in a solo game, its points."""
        return self.points[seat] - max((points for other, points in enumerate(self.points) if other != seat), default=0.0)


def expected_by_category(kinds: Sequence[Categories]) -> Expected:
    """The expectation, from the points of every seat in every category."""
    return Expected([sum(row) for row in kinds], dict(enumerate(kinds)))


def others_text(game: Game, names: Sequence[str], seat: int, before: Expected, after: Expected) -> str:
    """The points that a choice of `seat` gives to the other players or takes from them; empty if they are few."""
    changes = {other: after.points[other] - before.points[other] for other in range(len(names)) if other != seat}
    largest = sorted(
        (other for other in changes if abs(changes[other]) >= MIN_DIFFERENCE_OF_OTHERS), key=lambda other: -abs(changes[other])
    )
    return " ".join(
        other_text(names[other], changes[other], difference_text(game, before.kinds.get(other, ()), after.kinds.get(other, ())))
        for other in largest[:MAX_OTHERS]
    )


def other_text(name: str, change: float, categories: str) -> str:
    """A sentence about one other player."""
    if not categories:
        points = decimal(abs(change))
        if change > 0:
            return _("{name} scores {points} points more.", name=name, points=points)
        return _("{name} scores {points} points less.", name=name, points=points)
    if change > 0:
        return _("{name} scores more: {changes}.", name=name, changes=categories)
    return _("{name} scores less: {changes}.", name=name, changes=categories)
