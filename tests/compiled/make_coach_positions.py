"""Makes the positions of test_coach.py: `python -m tests.compiled.make_coach_positions` (some minutes).

The positions come from the second halves of "first games" played by easy bots. Each has an action that is, according to a
search five times as deep as the coach's, either a costly mistake (`blunder`) or about as good as the best (`fine`). The coach's
own evaluator has no part in choosing them. With the argument `measure`, the command prints for several limits how many of the
existing positions the coach would warn about.
"""

import json
import random
import sys
from itertools import count
from pathlib import Path

from seaboard.bots import new_bot
from seaboard.compiling import ensure_compiled
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.study.coach import compare_with_best
from seaboard.study.evaluator import Evaluator

FILE = Path(__file__).with_name("coach_positions.json")
DEEP = "strong,simulations=2500"
WANTED = {"nusfjord": 26, "maori": 16, "kaivai": 8}  # positions of each sort
EACH, TRIED = 5, 20  # from one game: at most so many positions of each sort, of so many candidates
COSTS, FINE = 0.2, 0.03  # loss of win probability: at least, for a blunder; at most, for a fine action
LOOKS_BAD, OFTEN = 0.15, 0.1  # candidates for a second search: a loss of at least this; at least this share of the visits
LIMITS = (0.06, 0.08, 0.1, 0.12, 0.15, 0.2)


def first_game(name, seed):
    game = find_game(name)
    preset = next(preset for preset in game.presets if preset.name == "first game")
    match = Match(game, seed=seed, **preset.options)
    bots = [new_bot("easy", game, match.box, f"{seed} {seat}") for seat in range(match.seats)]
    while (seat := match.mover) is not None:
        match.push(int(bots[seat].choose(match.view(seat), match.actions())))
    return match, preset.options


def find_action(evaluator, match, wanted, choose):
    """An action of this sort and its cost by the deep search; None if there is none."""
    seat = match.mover
    seen = match.view(seat)
    best, *others = evaluator.hints(seen)
    total = sum(hint.visits for hint in (best, *others))
    if wanted == "blunder":
        found = [hint for hint in others if best.wins - hint.wins >= LOOKS_BAD]
    else:
        found = [best, *(hint for hint in others if hint.visits >= OFTEN * total)]
    if not found:
        return None
    chosen = choose.choice(found)
    if chosen is best:
        return chosen.action, 0.0
    after, after_best = (evaluator.evaluate_after(seen, seat, hint.action).value()[seat] for hint in (chosen, best))
    cost = float(after_best - after)
    return (chosen.action, cost) if (cost >= COSTS if wanted == "blunder" else cost <= FINE) else None


def positions_of(name, seed, left):
    match, options = first_game(name, seed)
    evaluator, choose = Evaluator(match.game, match.box, DEEP), random.Random(f"{name} {seed}")
    found: list[dict] = []
    for at in choose.sample(range(match.version // 2, match.version), min(TRIED, match.version // 2)):
        wanted = [sort for sort in left if left[sort] and sum(one["sort"] == sort for one in found) < EACH]
        if not wanted:
            break
        then = match.copy()
        then.back_to(at)
        if len(then.actions()) < 3:
            continue
        sort = choose.choice(wanted)
        if plant := find_action(evaluator, then, sort, choose):
            found.append({"sort": sort, "at": at, "move": match.text(plant[0]), "action": plant[0], "cost": round(plant[1], 3)})
            left[sort] -= 1
            print(name, seed, found[-1], flush=True)
    moves = [action for action, _before in match.history]
    return {
        "game": name,
        "seed": seed,
        "options": dict(options),
        "moves": moves,
        "positions": sorted(found, key=lambda p: p["at"]),
    }


def main():
    """Alternates between the games, so that all have positions whenever it is stopped."""
    left = {name: {"blunder": WANTED[name], "fine": WANTED[name]} for name in WANTED}
    games: list[dict] = []
    for seed in count(1):
        for name in WANTED:
            if any(left[name].values()) and (found := positions_of(name, seed, left[name]))["positions"]:
                games.append(found)
                FILE.write_text(json.dumps({"deep": DEEP, "games": games}) + "\n", encoding="utf-8")
        if not any(one for sorts in left.values() for one in sorts.values()):
            return


def read_positions():
    """The match, the action and the sort of each position."""
    for game in json.loads(FILE.read_text(encoding="utf-8"))["games"]:
        match = Match(find_game(game["game"]), seed=game["seed"], **game["options"])
        for action in game["moves"]:
            match.push(action)
        for one in game["positions"]:
            then = match.copy()
            then.back_to(one["at"])
            yield then, one["action"], one["sort"]


def measure():
    costs: dict[str, list[float]] = {"blunder": [], "fine": []}
    for match, action, sort in read_positions():
        found = compare_with_best(match.game, match.box, match.view(match.mover), action)
        costs[sort].append(found.cost if found else 0.0)
    for limit in LIMITS:
        caught, false = (sum(cost >= limit for cost in costs[sort]) for sort in ("blunder", "fine"))
        print(f"| {limit:.2f} | {caught} of {len(costs['blunder'])} | {false} of {len(costs['fine'])} |")


if __name__ == "__main__":
    for name in WANTED:
        ensure_compiled(find_game(name), ["strong"])  # otherwise the evaluator would search without a network
    measure() if "measure" in sys.argv else main()
