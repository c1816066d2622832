"""Makes the positions of test_coach.py: `python -m tests.compiled.make_coach_positions` (some minutes).

First games of easy bots, by seed. In some positions of their second halves an action is planted that a search five times as
deep as the coach's says to cost much (`blunder`); in others one that the same search finds about as good as the best (`fine`).
The coach's own evaluator has no part in choosing them. With `measure` behind it, the command tells what the coach would say to
those that are there, for several limits of "costs much".
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
WANTED = {"nusfjord": 26, "maori": 16, "kaivai": 8}  # of each sort
EACH, TRIED = 5, 20  # from one game: positions of each sort, and positions that are looked at
COSTS, FINE = 0.2, 0.03  # in the chance of winning
LOOKS_BAD, OFTEN = 0.15, 0.1  # what is worth a second look: it seems to cost so much; it was tried so often
LIMITS = (0.06, 0.08, 0.1, 0.12, 0.15, 0.2)


def first_game(name, seed):
    game = find_game(name)
    preset = next(preset for preset in game.presets if preset.name == "first game")
    match = Match(game, seed=seed, **preset.options)
    bots = [new_bot("easy", game, match.box, f"{seed} {seat}") for seat in range(match.seats)]
    while (seat := match.mover) is not None:
        match.push(int(bots[seat].choose(match.view(seat), match.actions())))
    return match, preset.options


def planted(evaluator, match, wanted, choose):
    """An action for a position, and what it costs by the deep search; None where there is none of that sort."""
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
        if plant := planted(evaluator, then, sort, choose):
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
    """In turns, so that what is there is of all games alike whenever somebody stops it."""
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
    """Each as its match, the action, and which sort it is."""
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
        ensure_compiled(find_game(name), ["strong"])  # else it would evaluator without a network
    measure() if "measure" in sys.argv else main()
