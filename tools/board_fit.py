"""How much of a board of Nusfjord is on the first screen: `python -m tools.board_fit 1260x640 1020x640` (pixels of the board).

For one to five players, positions of random games in every language: how many boards are higher than the screen, and how many
cards are below it on average.
"""

import random
import re
import sys
from collections.abc import Iterator

from seaboard.drawing import Pen, canvas_size
from seaboard.games import find_game
from seaboard.games.nusfjord.pictures.board import FINE, GAP, USUAL, best_plan, far_height
from seaboard.games.nusfjord.pictures.scene import Scene
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

AVOIDED = re.compile("pass|skip|decline|done")  # these moves bring few cards to the table
SEEDS = ("a", "b", "c")
EVERY = 25  # moves


def positions(players: int, seed: str) -> Iterator[Match]:
    match, choose = Match(find_game("nusfjord"), seed=seed, players=players), random.Random(seed)
    for move in range(10_000):
        if match.over:
            return
        if move % EVERY == EVERY // 2:
            yield match
        actions = match.actions()
        match.push(choose.choice([action for action in actions if not AVOIDED.search(match.text(action))] or actions))


def measure(match: Match, viewport: tuple[int, int]) -> tuple[bool, int]:
    """Whether the board is higher than the viewport, and the cards below it."""
    viewer = match.mover or 0
    scene = Scene(match.view(viewer), match.box, viewer, list(match.names), Pen(viewport=viewport))
    width, height = canvas_size(viewport, USUAL, (0, 0), FINE)
    plan, others = best_plan(scene, width, height), far_height(scene.seats[1:], width)
    fits = height - others - GAP if others else height
    return plan.low > fits + 1, len(plan.cards.rest)


def main(sizes: list[str]) -> None:
    for size in sizes:
        width, height = map(int, size.split("x"))
        for players in range(1, 6):
            boards = []
            for match in (match for seed in SEEDS for match in positions(players, seed)):
                for language in LANGUAGES:
                    with using_language(language):
                        boards.append(measure(match, (width, height)))
            higher = sum(is_higher for is_higher, _cards in boards)
            below = sum(cards for _higher, cards in boards) / len(boards)
            print(
                f"{size} {players} players: {len(boards)} boards, {higher} higher than the screen, {below:.2f} cards below it"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
