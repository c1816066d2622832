"""Writes the statistics that the page of cards shows, from the tables of docs/fairness.md: `python docs/make_cards.py`.

`python docs/make_fairness.py` plays the games and makes those tables.
"""

import re
from pathlib import Path

FAIRNESS = Path(__file__).parent / "fairness.md"
FILE = Path(__file__).parents[1] / "src" / "seaboard" / "games" / "nusfjord" / "components" / "statistics.tsv"
GAMES = re.compile(r"^[\d,]+ games for each deck, .*\.$", re.MULTILINE)
ROW = re.compile(r"^\| (\d{3}) \| [ABC] \| [^|]+ \| ([\d.]+)% \| ([\d.]+)% \| ([+-][\d.]+) ±([\d.]+) \|", re.MULTILINE)
COLUMNS = ("number", "offered", "built", "difference", "margin")


def text() -> str:
    told = FAIRNESS.read_text(encoding="utf-8")
    tables = told.partition("<!-- reports:")[2]
    games = GAMES.search(tables)
    assert games
    rows = [
        (number, share(offered), share(built), float(points), margin)
        for number, offered, built, points, margin in ROW.findall(tables)
    ]
    head = f"# {games[0]} Made by docs/make_cards.py from the tables of docs/fairness.md."
    return "\n".join([head, *("\t".join(map(str, row)) for row in [COLUMNS, *rows])]) + "\n"


def share(percent: str) -> float:
    return round(float(percent) / 100, 4)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
