"""Solo campaigns of Nusfjord (rule N11.7) played by a bot: the points of each, and how many reach 100.

python benchmarks/campaigns.py --bot net,seconds=0.1 --campaigns 50 --processes 2
"""

import argparse
import multiprocessing
from functools import partial

from seaboard.bots import new_bot
from seaboard.compiling import ensure_compiled
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.series import find_series, finished_game

GOAL = 100


def play_campaign(bot: str, number: int) -> list[float]:
    """The points of the three games of a campaign."""
    game = find_game("nusfjord")
    series = find_series(game, "campaign")
    played: list[Match] = []
    for k in range(series.games):
        options = series.next_options([finished_game(match) for match in played]) if played else game.choose(**series.options)
        match = Match(game, seed=f"campaign {number} {k}", **options)
        player = new_bot(bot, game, match.box, f"{number} {k}", threads=1)
        while not match.over:
            match.push(player.choose(match.view(match.mover), match.actions()))
        played.append(match)
    return [match.scores()[0] for match in played]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--bot", default="net,seconds=0.1")
    arguments.add_argument("--campaigns", type=int, default=50)
    arguments.add_argument("--processes", type=int, default=1)
    args = arguments.parse_args()
    ensure_compiled(find_game("nusfjord"), (args.bot,))
    totals = []
    with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
        for points in pool.imap(partial(play_campaign, args.bot), range(args.campaigns)):
            totals.append(sum(points))
            reached = sum(total >= GOAL for total in totals)
            games = " + ".join(f"{game_points:g}" for game_points in points)
            print(f"campaign {len(totals)}: {games} = {sum(points):g}; {reached} of {len(totals)} reach {GOAL}", flush=True)
    print(f"{args.bot}: a mean of {sum(totals) / len(totals):.1f} points in {len(totals)} campaigns")


if __name__ == "__main__":
    main()
