"""The files that a browser loads for its first page: `python -m benchmarks.first_load`.

Counts the compressed bytes of the HTML and of all files that it names (scripts, style sheets, fonts). The browser has been at a
table before, so the scene comes with the HTML, and the page needs one round trip after it. A browser at its first table asks
for the scene when the script has loaded, in a second one.
"""

import re
import tempfile

import httpx

from seaboard.games import NAMES, find_game
from tests.table.server import Person, serving

LINK = re.compile(r'<link rel="(stylesheet|modulepreload|preload|icon|manifest)"[^>]*?href="([^"]+)"|<script src="([^"]+)"')


def load(person: Person, path: str) -> tuple[int, str]:
    """The compressed size, and the text (empty for fonts)."""
    with person.stream("GET", path, headers={"accept-encoding": "gzip", "accept": "text/html,*/*"}) as answer:
        answer.raise_for_status()
        raw = b"".join(answer.iter_raw())
    return len(raw), httpx.Response(200, headers=answer.headers, content=raw).text if ".woff2" not in path else ""


def kind_of(link: str, path: str) -> str:
    if path.endswith(".js"):
        return "scripts"
    return "style sheets" if link == "stylesheet" else "fonts" if "/fonts/" in path else "other"


def measure(person: Person, page: str) -> dict[str, float]:
    size, html = load(person, page)
    sizes = {"HTML": size, "scripts": 0, "style sheets": 0, "fonts": 0, "other": 0}
    count = 0
    for link, linked, script in LINK.findall(html):
        path = linked or script
        sizes[kind_of(link, path)] += load(person, path)[0]
        count += 1
    return {
        **{kind: round(size / 1000, 1) for kind, size in sizes.items()},
        "files": count,
        "all": round(sum(sizes.values()) / 1000, 1),
    }


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/tables.db") as server,
        Person(server.url) as person,
    ):
        pages = {"lobby": measure(person, "/")}
        for name in NAMES:
            game = find_game(name)
            bots = [{"kind": "bot", "level": "random"}] * (game.seats(game.choose()) - 1)
            table = person.table(name, seats=[{"kind": "me"}, *bots])
            table.wait_for_turn()
            person.cookies.set("board", "1240x700")
            pages[f"table, {game.title}"] = measure(person, table.page)
            person.cookies.delete("board")
    columns = list(pages["lobby"])
    print("| compressed, kB |", " | ".join(columns), "|")
    print("|---|" + "---:|" * len(columns))
    for page, figures in pages.items():
        print(f"| {page} |", " | ".join(f"{figure:g}" for figure in figures.values()), "|")


if __name__ == "__main__":
    main()
