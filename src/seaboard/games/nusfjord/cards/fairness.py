"""N9.11 the value of a building to its builder, measured by trials: `seaboard buildings report`. See docs/fairness.md.

A trial is a question "which building?" that is answered at random with equal probabilities. So players who got a building and
players who got another one differ in nothing else, and their leads at the end can be compared, weighted by the inverse of the
probability (with n buildings to choose from, n for the one drawn, n / (n - 1) for the others).
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ....core.dice import pick, seed_game
from ....core.game import CardStats, Game
from ....core.rule import compiled_entry, rule
from ....core.threads import thread_pool
from ..layout import BUILT, CARD_TO_BUILD, CARDS, DISPLAY, MAX_LEGAL, SEATS, STATE
from ..pending import top_kind
from ..scoring import PARTS, SCORE_KINDS, score_sheet
from ..setup import start
from ..turn import ChooseCard, apply, legal, mover
from ..words.effects import SOURCE, card_name
from .buildings import RECONSTRUCTED

MAX_TRIALS = 200  # of one game: more than there are turns
CHUNK = 250  # games that one thread plays at a time
TRIAL_EVERY = 4  # with bots, one of so many questions is a trial; with random players every question
STANDARD_ERRORS = 1.96  # half the width of a 95 % interval
FIRST_CARD = ChooseCard.action(0)  # the first action that chooses a card
NewBot = Callable[[np.record, str], Any]  # (box, seed): a bot

# the tally, sums over games for each building: games in which it was offered, and built; four sums over trials (the weights,
# and weights times leads, of players who got it and of players who got another one); and their ten products, for the interval
OFFERED, WAS_BUILT, SUMS, PRODUCTS, TALLY_SIZE = 0, 1, 2, 6, 16


@dataclass(frozen=True)
class Buffers:
    """The buffers of one thread."""

    states: np.ndarray
    out: np.ndarray
    sheet: np.ndarray
    asked: np.ndarray  # for each trial: the seat, the number of buildings to choose from, and the building drawn
    buildable: np.ndarray  # for each trial: 1 for the buildings to choose from
    row: np.ndarray  # the four sums of one game
    tally: np.ndarray


def new_buffers(seats: int) -> Buffers:
    return Buffers(
        np.zeros(1, STATE),
        np.zeros(MAX_LEGAL, np.int16),
        np.zeros((seats, len(SCORE_KINDS)), np.int32),
        np.zeros((MAX_TRIALS, 3), np.int64),
        np.zeros((MAX_TRIALS, CARDS), np.int8),
        np.zeros((CARDS, 4)),
        np.zeros((CARDS, TALLY_SIZE)),
    )


@rule
def is_choice_of_building(s):
    return top_kind(s) == CARD_TO_BUILD


@rule
def record_trial(s, out, n, chosen, trials, asked, buildable):
    """Records one trial, and returns the number of trials."""
    if trials == MAX_TRIALS:
        return trials
    asked[trials, 0] = mover(s)
    asked[trials, 1] = n
    asked[trials, 2] = chosen - FIRST_CARD
    for card in range(CARDS):
        buildable[trials, card] = 0
    for i in range(n):
        buildable[trials, int(out[i]) - FIRST_CARD] = 1
    return trials + 1


@rule
def lead_of(sheet, seat):
    """The points of a seat minus the mean of the others, in half points."""
    own, others = 0, 0
    for one in range(sheet.shape[0]):
        for kind in range(sheet.shape[1]):
            if one == seat:
                own += sheet[one, kind]
            else:
                others += sheet[one, kind]
    return own - others / max(1, sheet.shape[0] - 1)


@rule
def add_game(s, box, sheet, asked, buildable, trials, row, tally):
    """Adds a finished game to the tally."""
    row[:] = 0.0
    for i in range(trials):
        n, lead = asked[i, 1], lead_of(sheet, asked[i, 0])
        for card in range(CARDS):
            if buildable[i, card]:
                column = 0 if card == asked[i, 2] else 2
                weight = float(n) if column == 0 else n / (n - 1)
                row[card, column] += weight
                row[card, column + 1] += weight * lead
    for card in range(1, int(box.number_of_cards) + 1):
        tally[card, OFFERED] += s.where[card] >= DISPLAY
        tally[card, WAS_BUILT] += BUILT <= s.where[card] < BUILT + SEATS
        place = PRODUCTS
        for i in range(4):
            tally[card, SUMS + i] += row[card, i]
            for j in range(i, 4):
                tally[card, place] += row[card, i] * row[card, j]
                place += 1


def random_trials(states, box, seed, first, games, out, sheet, asked, buildable, row, tally):
    """Plays `games` games between random players, from number `first` on: each choice of a building is a trial."""
    s = states[0]
    key = np.zeros(2, np.uint64)
    generator = np.zeros(1, np.uint64)
    for number in range(first, first + games):
        seed_game(seed, number, key, generator)
        start(s, box, key)
        trials = 0
        while mover(s) >= 0:
            n = legal(s, box, out)
            action = int(out[pick(generator, n)])
            if is_choice_of_building(s):
                trials = record_trial(s, out, n, action, trials, asked, buildable)
            apply(s, box, action)
        score_sheet(s, box, sheet)
        add_game(s, box, sheet, asked, buildable, trials, row, tally)


@cache
def compiled_random_trials(folder: Path) -> Callable[..., None]:
    return compiled_entry(random_trials, folder)


def bot_trials(game: Game, box: np.record, bots: list[Any], seed: int, number: int, buffers: Buffers) -> None:
    """Plays one game between bots: one of TRIAL_EVERY choices of a building is a trial."""
    s, seen = buffers.states[0], game.empty_state()
    key, generator = np.zeros(2, np.uint64), np.zeros(1, np.uint64)
    seed_game(seed, number, key, generator)
    game.start(s, box, key)
    trials = 0
    while (seat := int(game.mover(s))) >= 0:
        n = int(game.legal(s, box, buffers.out))
        actions = buffers.out[:n].tolist()
        if is_choice_of_building(s) and pick(generator, TRIAL_EVERY) == 0:
            action = actions[pick(generator, n)]
            trials = record_trial(s, buffers.out, n, action, trials, buffers.asked, buffers.buildable)
        else:
            game.view(s, box, seat, seen)
            action = int(bots[seat].choose(seen, actions))
        game.apply(s, box, action)
    game.score_sheet(s, box, buffers.sheet)
    add_game(s, box, buffers.sheet, buffers.asked, buffers.buildable, trials, buffers.row, buffers.tally)


def report_buildings(
    game: Game, options: dict[str, Any], games: int, seed: int, new_bot: NewBot | None, advance: Callable[[int], None]
) -> list[CardStats]:
    """Results of each building of a deck over a number of games. `new_bot` makes a player from the box and a seed; without it
    random players play in compiled code. `advance` is called with the number of games that have ended."""
    box = game.build_box(game.choose(**options))
    return list(card_stats(box, play_trials(game, options, range(games), seed, new_bot, advance), games))


def play_trials(
    game: Game,
    options: dict[str, Any],
    numbers: range,
    seed: int,
    new_bot: NewBot | None,
    advance: Callable[[int], None] = lambda played: None,
) -> np.ndarray:
    """The tally of the games with these numbers; tallies of other numbers can be added to it."""
    chosen = game.choose(**options)
    box, seats = game.build_box(chosen), game.seats(chosen)
    size = 1 if new_bot else CHUNK

    def play(first: int) -> np.ndarray:
        n, games = new_buffers(seats), min(size, numbers.stop - first)
        if new_bot:
            bot_trials(game, box, [new_bot(box, f"{seed} {first} {seat}") for seat in range(seats)], seed, first, n)
        else:
            run = compiled_random_trials(game.cache_folder())
            run(n.states, box, seed, first, games, n.out, n.sheet, n.asked, n.buildable, n.row, n.tally)
        advance(games)
        return n.tally

    with thread_pool(os.cpu_count()) as pool:
        return sum(pool.map(play, range(numbers.start, numbers.stop, size)), np.zeros((CARDS, TALLY_SIZE)))


def card_stats(box: np.record, tally: np.ndarray, games: int) -> Iterator[CardStats]:
    """The results of each card, from a tally of so many games."""
    for card in range(1, int(box.number_of_cards) + 1):
        one, row = box.cards[card], tally[card]
        difference, margin = compared(row)
        yield CardStats(
            number=int(one.number),
            name=card_name(box, card),
            kind="ABC"[one.letter],
            source=SOURCE[min(int(one.source), RECONSTRUCTED)],
            offered=float(row[OFFERED]) / games,
            used=float(row[WAS_BUILT] / max(1.0, row[OFFERED])),
            difference=difference,
            margin=margin,
        )


def compared(row: np.ndarray) -> tuple[float, float]:
    """The mean lead of players who got the building minus that of players who got another one, in points, and its margin.

    Games are independent, trials of one game are not: so the variance is that of the sums of games (delta method)."""
    weight, lead, other_weight, other_lead = row[SUMS:PRODUCTS]
    if weight == 0 or other_weight == 0:
        return float("nan"), float("nan")
    products = np.zeros((4, 4))
    products[np.triu_indices(4)] = row[PRODUCTS:TALLY_SIZE]
    products += np.triu(products, 1).T
    ours, others = lead / weight, other_lead / other_weight
    gradient = np.array([-ours / weight, 1 / weight, others / other_weight, -1 / other_weight])
    return float(ours - others) / PARTS, STANDARD_ERRORS * float(np.sqrt(max(0.0, gradient @ products @ gradient))) / PARTS
