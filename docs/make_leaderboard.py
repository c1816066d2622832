"""Writes docs/leaderboard.md from docs/leaderboard.toml, which anybody can extend. A test checks that they agree.

    python docs/make_leaderboard.py                                                        # the page
    python docs/make_leaderboard.py --add arena.json --command "seaboard arena maori mine:Clever greedy --games 400"

`--add` puts the results of an arena's file (`seaboard arena ... --file arena.json`) at the end of leaderboard.toml.
"""

import argparse
import datetime
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from seaboard import __version__
from seaboard.core.errors import BadOption
from seaboard.games import NAMES, find_game
from seaboard.lab.arena import Meeting
from seaboard.lab.ratings import NORMAL, standings, wilson

FOLDER = Path(__file__).parent
FILE, PAGE = FOLDER / "leaderboard.toml", FOLDER / "leaderboard.md"
KINDS = ("random", "greedy", "search", "net", "ppo", "own")
NEEDED = {
    "game": str,
    "players": int,
    "bot": str,
    "kind": str,
    "games": int,
    "command": str,
    "seaboard": str,
    "rules": int,
    "date": str,
}
HEAD = """# Leaderboard

How well players of all kinds do, each with the command that measured it. A share of wins counts shared ones in part; its
interval is Wilson's at 95 %. Points are means, of the player and of each opponent. Seats rotate over the same
deals. Search and networks are given in simulations, so that their strength does not depend on the machine, unless seconds are
named. A result of an older version of the rules stays until somebody measures it anew.

**Add yours**: play it with `seaboard arena GAME mine:Clever greedy --games 400 --file arena.json` (a
[bot of one's own](lab.md#a-bot-of-ones-own) is a class with `choose`), then
`python docs/make_leaderboard.py --add arena.json --command "..."`, and send the change of `docs/leaderboard.toml`. Please play
at least 100 games against `random` and against `greedy`, with the default options, looking at nothing but the seat's view.
This page is made from that file by `python docs/make_leaderboard.py`.
"""


def read(text: str) -> dict[str, Any]:
    """The file's table, every result sound."""
    table = tomllib.loads(text)
    for number, result in enumerate(table["results"], 1):
        for key, kind in NEEDED.items():
            if not isinstance(result.get(key), kind):
                raise BadOption(f"result {number}: {key} is missing or of the wrong kind")
        find_game(result["game"]).choose(players=result["players"], **result.get("options", {}))
        if result["kind"] not in KINDS or result["games"] < 1:
            raise BadOption(f"result {number}: kind must be one of {', '.join(KINDS)}, and games at least 1")
        if result.get("against") and not 0 <= result.get("wins", -1) <= result["games"]:
            raise BadOption(f"result {number}: wins must be from 0 to the number of games")
        if not result.get("against") and "points" not in result:
            raise BadOption(f"result {number}: who plays alone has points")
    return table


def page(table: dict[str, Any]) -> str:
    parts = [HEAD]
    for game in map(find_game, NAMES):
        for players in sorted({result["players"] for result in table["results"] if result["game"] == game.name}, reverse=True):
            rows = [r for r in table["results"] if (r["game"], r["players"]) == (game.name, players)]
            seats = f"{players} players" if players > 1 else "alone"
            parts.append(f"## {game.title}, {seats}\n")
            parts.append(matches(rows, players) if players > 1 else scores(rows))
            gaps = [gap for gap in table.get("missing", []) if (gap["game"], gap["players"]) == (game.name, players)]
            parts.extend(f"\nNo row of {gap['kind']}: {gap['why']}." for gap in gaps)
            parts.append("\nMeasured by\n")
            parts.extend(f"- {line}" for line in measured(rows))
            parts.append("")
    return "\n".join(parts)


def matches(rows: list[dict[str, Any]], players: int) -> str:
    """Sorted by the opponent, then the share of wins."""
    lines = [f"All alike would win {100 / players:.0f} %.\n", "| player | against | games | wins % | 95 % | points |"]
    lines.append("|---|---|---:|---:|---:|---:|")
    for r in sorted(rows, key=lambda r: (r["against"], -r["wins"] / r["games"], r["bot"])):
        low, high = wilson(r["wins"], r["games"])
        others = f"{players - 1} {r['against']}" if players > 2 else r["against"]
        others += "".join(f", {key} {value}" for key, value in r.get("options", {}).items())
        points = f"{r['points']:.1f}, {r['points_against']:.1f}" if "points" in r else ""
        wins = f"{100 * r['wins'] / r['games']:.1f} | {100 * low:.1f}–{100 * high:.1f}"
        lines.append(f"| {r['bot']} | {others} | {r['games']:,} | {wins} | {points} |")
    return "\n".join(lines)


def scores(rows: list[dict[str, Any]]) -> str:
    """Sorted by the mean points."""
    lines = ["| player | games | mean points |", "|---|---:|---:|"]
    for r in sorted(rows, key=lambda r: -r["points"]):
        margin = f" ± {NORMAL * r['deviation'] / r['games'] ** 0.5:.1f}" if "deviation" in r else ""
        lines.append(f"| {r['bot']} | {r['games']:,} | {r['points']:.1f}{margin} |")
    return "\n".join(lines)


def measured(rows: list[dict[str, Any]]) -> list[str]:
    """Each command, what it measured, with what and when."""
    found: dict[str, list[str]] = {}
    for r in rows:
        note = f"; {r['note']}" if r.get("note") else ""
        told = f"`{r['command']}` (Seaboard {r['seaboard']}, rules {r['rules']}, {r['date']}{note})"
        found.setdefault(told, []).append(f"{r['bot']} against {r['against']}" if r.get("against") else r["bot"])
    return [f"{', '.join(names)}: {told}" for told, names in found.items()]


def results_of(arena: dict[str, Any], command: str, kind: str) -> list[dict[str, Any]]:
    """The results of an arena's file: of its first meeting, each bot against the other; alone, each bot's points."""
    meeting = arena["meetings"][0]
    held = Meeting(tuple(meeting["bots"]), meeting["games"], meeting["seed"], {r["k"]: r for r in meeting["results"]})
    rows, game = standings(held), find_game(arena["game"])
    players = game.seats(arena["options"])
    if len(rows) > 2 or (len(rows) == 1) != (players == 1):
        raise BadOption("one bot alone, or two bots: the first against the other, who takes all other seats")
    made = []
    for own, other in zip(rows, reversed(rows), strict=True):
        if players > 2 and own is not rows[0]:
            continue
        found: dict[str, Any] = {"game": game.name, "players": players, "bot": own.bot, "kind": kind_of(own.bot) or kind}
        found |= {"against": other.bot, "wins": round(own.share * own.games, 2)} if players > 1 else {}
        found |= {"games": own.games, "points": round(own.points, 2)}
        found |= {"points_against": round(other.points, 2)} if players > 1 else {"deviation": deviation(held)}
        defaults = game.choose(players=players)
        if chosen := {key: value for key, value in arena["options"].items() if value != defaults[key]}:
            found["options"] = chosen
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        made.append(found | {"command": command, "seaboard": __version__, "rules": game.rules_version, "date": today})
    return made


def kind_of(bot: str) -> str:
    head = bot.partition(":")[0].partition(",")[0]
    return head if head in KINDS else ""


def deviation(meeting: Meeting) -> float:
    return round(float(np.std([result["points"][0] for result in meeting.results.values()], ddof=1)), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes docs/leaderboard.md.")
    parser.add_argument("--add", type=Path, help="a file of `seaboard arena ... --file`")
    parser.add_argument("--command", help="the command that played it")
    parser.add_argument("--kind", default="own", choices=KINDS, help="of a bot whose name does not say it")
    args = parser.parse_args()
    if args.add:
        if not args.command:
            parser.error("--add needs --command")
        added = results_of(json.loads(args.add.read_text(encoding="utf-8")), args.command, args.kind)
        with FILE.open("a", encoding="utf-8") as file:
            file.write("".join("\n" + tomli_w.dumps({"results": [result]}) for result in added))
    PAGE.write_text(page(read(FILE.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
