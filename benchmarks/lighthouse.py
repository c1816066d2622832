"""Lighthouse's performance score of the lobby and of a table, on its phone profile: `python -m benchmarks.lighthouse FOLDER`.

FOLDER is where `npm install --prefix FOLDER lighthouse` put it; it is 185 MB, so it is no part of the project. Chromium must be
installed (`$CHROME_PATH`). The tables are seen by a spectator at the first visit.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from seaboard.games import NAMES, find_game
from tests.table.server import Person, serving

SHOWN = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index")
CHROMIUM = "--chrome-flags=--headless=new --no-sandbox"


def measure(lighthouse: Path, url: str, report: Path) -> dict:
    asked = ["--quiet", "--only-categories=performance", "--output=json", f"--output-path={report}", CHROMIUM]
    subprocess.run(["node", lighthouse / "node_modules/lighthouse/cli/index.js", url, *asked], check=True)
    found: dict = json.loads(report.read_text())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    lighthouse = parser.parse_args().folder.resolve()
    print("| page | score |", " | ".join(SHOWN), "|")
    print("|---|---:|" + "---:|" * len(SHOWN))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/tables.db", NUMBA_DISABLE_JIT="0") as server,
        Person(server.url) as person,
    ):
        person.get("/")
        pages = {"lobby": f"{server.url}/"}
        for name in NAMES:
            game = find_game(name)
            bots = [{"kind": "bot", "level": "random"}] * (game.seats(game.choose()) - 1)
            table = person.table(name, seats=[{"kind": "me"}, *bots])
            table.wait_for_turn()
            pages[f"table, {game.title}"] = f"{server.url}{table.page}"
        for what, url in pages.items():
            report = measure(lighthouse, url, Path(folder) / "report.json")
            figures = [report["audits"][name]["displayValue"] for name in SHOWN]
            print(
                f"| {what} | {100 * report['categories']['performance']['score']:.0f} |", " | ".join(figures), "|", flush=True
            )


if __name__ == "__main__":
    main()
