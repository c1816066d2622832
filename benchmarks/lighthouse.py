"""Lighthouse's performance score of the lobby and of a table, on its phone profile: `python -m benchmarks.lighthouse FOLDER`.

FOLDER is the folder of `npm install --prefix FOLDER lighthouse`, which takes 185 MB and is no part of the project. It needs
Chromium (`$CHROME_PATH`). The visitor of the tables is a spectator who comes for the first time.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from seaboard.games import NAMES, find_game
from tests.table.server import Person, serving

AUDITS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "speed-index")
CHROMIUM = "--chrome-flags=--headless=new --no-sandbox"


def measure(lighthouse: Path, url: str, report: Path) -> dict:
    options = ["--quiet", "--only-categories=performance", "--output=json", f"--output-path={report}", CHROMIUM]
    subprocess.run(["node", lighthouse / "node_modules/lighthouse/cli/index.js", url, *options], check=True)
    result: dict = json.loads(report.read_text())
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    lighthouse = parser.parse_args().folder.resolve()
    print("| page | score |", " | ".join(AUDITS), "|")
    print("|---|---:|" + "---:|" * len(AUDITS))
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
        for page, url in pages.items():
            report = measure(lighthouse, url, Path(folder) / "report.json")
            figures = [report["audits"][audit]["displayValue"] for audit in AUDITS]
            score = 100 * report["categories"]["performance"]["score"]
            print(f"| {page} | {score:.0f} |", " | ".join(figures), "|", flush=True)


if __name__ == "__main__":
    main()
