"""A bot of this checkout against a bot of another checkout (a release, the commit before), at one table.

git worktree add ../release v0.2.0
python benchmarks/against_release.py ../release maori search,seconds=0.05 search,seconds=0.05 --games 100
python benchmarks/against_release.py ../release kaivai net,seconds=0.1 net,seconds=0.1 --options players=3 --file kaivai.jsonl

Each side runs in its own processes with the package of its checkout. A process reads options, seed and moves as JSON lines
and answers with moves in notation. The first bot takes one seat, the other bot all others; seats rotate over the same deals. A
bot's seconds are processor time, so that a busy machine does not matter. With --file a match that was interrupted continues.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent


def serve() -> None:
    """One side: reads requests from stdin, writes an answer to each to stdout. Uses only what old releases have too."""
    from seaboard.bots import new_bot
    from seaboard.compiling import ensure_compiled
    from seaboard.games import find_game
    from seaboard.match import Match

    time.perf_counter = time.thread_time  # the searches read this clock; each has one thread
    match: Any = None
    bots: dict[int, Any] = {}
    for line in sys.stdin:
        request = json.loads(line)
        answer: Any = None
        if "compile" in request:
            ensure_compiled(find_game(request["compile"]), [request["bot"]])
        elif "seats" in request:
            match = Match(find_game(request["game"]), seed=request["seed"], **request["options"])
            bots = {
                seat: new_bot(request["bot"], match.game, match.box, f"{request['bot_seed']} {seat}", threads=1)
                for seat in request["seats"]
            }
        elif "choose" in request:
            for move in request["moves"]:
                match.play(move)
            seat = request["choose"]
            assert match.mover == seat, "the two checkouts disagree about who is to move"
            action = int(bots[seat].choose(match.view(seat), match.actions()))
            answer = match.text(action)
        print(json.dumps(answer), flush=True)


class Side:
    """A process that plays with the package of a checkout."""

    def __init__(self, checkout: Path, game: str, bot: str):
        self.bot = bot
        environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.moves_sent = 0
        self.ask(compile=game, bot=bot)

    def ask(self, **request: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the process of {self.bot} ended (status {self.process.wait()})")
        return json.loads(answer)

    def begin(self, seats: list[int], **setup: Any) -> None:
        self.moves_sent = 0
        self.ask(seats=seats, bot=self.bot, **setup)

    def choose(self, seat: int, moves: list[str]) -> str:
        new_moves, self.moves_sent = moves[self.moves_sent :], len(moves)
        return self.ask(choose=seat, moves=new_moves)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def play_game(sides: tuple[Side, Side], game_name: str, options: dict[str, Any], seed: str, number: int) -> dict[str, Any]:
    """Plays one game, refereed by this checkout. The result is by seat, like that of an arena."""
    from seaboard.games import find_game
    from seaboard.match import Match

    game = find_game(game_name)
    seats = game.seats(game.choose(**options))
    turns = max(2, seats)  # in a solo game, the two bots play the same deals in turn
    first_seat, deal = number % turns, number // turns
    setup: dict[str, Any] = {"game": game_name, "options": options, "seed": f"{seed} {deal}", "bot_seed": f"{seed} {number}"}
    match = Match(game, seed=setup["seed"], **options)
    moves: list[str] = []
    bots = [0 if seat == first_seat else 1 for seat in range(seats)]
    for number, side in enumerate(sides):
        side.begin([seat for seat in range(seats) if bots[seat] == number], **setup)
    while (seat := match.mover) is not None:
        moves.append(sides[bots[seat]].choose(seat, moves))
        match.play(moves[-1])
    return {"k": number, "bots": bots, "places": match.places(), "points": match.scores(), "moves": len(moves)}


def play_match(args: argparse.Namespace, options: dict[str, Any], results: dict[int, dict[str, Any]]) -> None:
    """Plays the games without a result, on several pairs of processes."""
    remaining = [k for k in range(args.games) if k not in results]
    lock = threading.Lock()

    def work() -> None:
        sides = Side(CHECKOUT, args.game, args.bot), Side(args.checkout.resolve(), args.game, args.other)
        while True:
            with lock:
                if not remaining:
                    break
                k = remaining.pop(0)
            result = play_game(sides, args.game, options, args.seed, k)
            with lock:
                results[k] = result
                if args.file:
                    with args.file.open("a") as file:
                        file.write(json.dumps(result) + "\n")
        for side in sides:
            side.close()

    with ThreadPoolExecutor(args.processes) as pool:
        for future in [pool.submit(work) for _ in range(args.processes)]:
            future.result()


def read_options(words: list[str]) -> dict[str, Any]:
    """Reads options like the command line of Seaboard."""
    return {key: int(value) if value.isdigit() else value for key, _, value in (word.partition("=") for word in words)}


def table_row(results: list[dict[str, Any]]) -> str:
    """Games, wins of the first bot in %, their 95 % interval, wins of equal bots in %, mean points of both."""
    from seaboard.core.ranking import win_shares
    from seaboard.lab.ratings import wilson

    points: tuple[list[float], list[float]] = ([], [])
    wins = 0.0
    for result in results:
        shares = win_shares([-place for place in result["places"]])
        for seat, bot in enumerate(result["bots"]):
            points[bot].append(result["points"][seat])
            wins += shares[seat] if bot == 0 else 0
    means = ", ".join(f"{sum(values) / max(1, len(values)):.1f}" for values in points)
    seats = len(results[0]["bots"])
    if seats == 1:
        return f"{len(results)} | | | | {means}"
    low, high = wilson(wins, len(results))
    return f"{len(results)} | {100 * wins / len(results):.1f} | {100 * low:.1f}-{100 * high:.1f} | {100 / seats:.0f} | {means}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path, help="the other checkout")
    parser.add_argument("game")
    parser.add_argument("bot", help="of this checkout")
    parser.add_argument("other", help="of the other one")
    parser.add_argument("--options", nargs="*", default=[], help="such as players=3 level=pro")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", default="release")
    parser.add_argument("--file", type=Path, help="a line for each game; games that are in it are not played again")
    args = parser.parse_args()
    options, results = read_options(args.options), {}
    if args.file and args.file.exists():
        results = {result["k"]: result for result in map(json.loads, args.file.read_text().splitlines())}
    play_match(args, options, results)
    title = " ".join([args.game, *args.options])
    print(f"| {title}, {args.bot} against {args.other} of {args.checkout.name} | {table_row(list(results.values()))} |")


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        main()
