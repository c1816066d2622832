"""Plays the games of docs/fairness.md, writes its tables and pictures: `python docs/make_fairness.py [GAMES]`."""

import sys
from pathlib import Path

from seaboard.cli.cards import play_for_report
from seaboard.core.game import CardStats
from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import DECKS, read_buildings
from seaboard.lab.fairness import markdown_of, plot

FILE = Path(__file__).parent / "fairness.md"
PICTURES = Path(__file__).parent / "pictures"
PLAYERS, SEED, BOT = 3, 1, "random"
HEAD, TAIL = "<!-- reports: made by docs/make_fairness.py -->", "<!-- end of reports -->"


def reports(games: int) -> dict[str, list[CardStats]]:
    game = find_game("nusfjord")
    there = {card.deck for card in read_buildings()}
    decks = [deck for deck in DECKS if deck in there]
    return {deck: play_for_report(game, {"deck": deck, "players": PLAYERS}, games, SEED, BOT) for deck in decks}


def text(games: int, found: dict[str, list[CardStats]]) -> str:
    """The file, with the ranges and the tables of all decks made anew."""
    parts = [part for deck in found.values() for part in deck]
    lines = ["", f"{games:,} games for each deck, {PLAYERS} players, bot {BOT}, seed {SEED}.", "", *ranges(parts)]
    for deck, rows in found.items():
        lines += ["", f"### {deck.capitalize()}", "", f"![{deck}](pictures/fairness-{deck}.png)", "", markdown_of(rows)]
    before, _, rest = FILE.read_text(encoding="utf-8").partition(HEAD)
    return "\n".join([before + HEAD, *lines]) + TAIL + rest.partition(TAIL)[2]


def ranges(parts: list[CardStats]) -> list[str]:
    """From the worst to the best difference, by letter and source, and who of ours lies outside the exact cards' range."""
    lines = ["| letter | exact | others | built, exact | built, others |", "|---|---:|---:|---:|---:|"]
    for kind in "ABC":
        exact = [part for part in parts if part.kind == kind and part.source == "exact"]
        others = [part for part in parts if part.kind == kind and part.source != "exact"]
        worth = [f"{min(d):+.2f} to {max(d):+.2f}" for d in ([p.difference for p in exact], [p.difference for p in others])]
        built = [f"{min(u):.1%} to {max(u):.1%}" for u in ([p.used for p in exact], [p.used for p in others])]
        lines.append(f"| {kind} | {' | '.join(worth + built)} |")
    exact = [part for part in parts if part.source == "exact"]
    low, high = min(part.difference for part in exact), max(part.difference for part in exact)
    outside = [f"{p.number} {p.name} ({p.difference:+.2f})" for p in parts if not low <= p.difference <= high]
    return [*lines, "", f"Outside the range of all exact cards, {low:+.2f} to {high:+.2f}: {', '.join(outside) or 'none'}."]


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    found = reports(games)
    for deck, rows in found.items():
        plot(rows, f"{deck}: {games:,} games, {PLAYERS} players, bot {BOT}", PICTURES / f"fairness-{deck}.png")
    FILE.write_text(text(games, found), encoding="utf-8")
