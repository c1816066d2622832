"""Takes the screenshots of README and docs with a real server and browser: `python -m tools.screenshots` (`make screenshots`).

With names of games as arguments, it takes only those of their tables.

Needs the test extras and Chromium (see `make chromium`); Pillow makes the files smaller.
"""

import asyncio
import os
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import seaboard
from seaboard.bots import new_bot
from seaboard.study import review
from seaboard.study.review_page import whole_page
from seaboard.study.session import PlayedChapter, study_from_match
from seaboard.table.people.profile_names import name_key
from seaboard.table.store import profile_rows
from seaboard.table.tables.table_registry import TableRegistry
from tests.table.finished_games import add_finished_game
from tests.table.server import serving

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NAMES = ("Ann", "Bob", "Cho", "Dina", "Emre")
# game: options, number of moves, pattern of choices to avoid
GAMES: dict[str, tuple[dict[str, Any], int, str]] = {
    "maori": ({"players": 3, "level": "basic"}, 123, "remove|nothing|3 steps|4 steps|5 steps|6 steps"),
    "kaivai": ({"players": 4}, 152, "pass|stop|end the"),
    "nusfjord": ({"players": 3}, 104, "skip|decline|done"),
}


class Table:
    """A hot-seat table."""

    def __init__(self, request: Any, url: str, game: str, options: dict[str, Any]):
        self.request, self.headers = request, {"origin": url}
        seats = [{"kind": "here", "name": name} for name in NAMES[: options["players"]]]
        self.page = self.send("/api/tables", game=game, options=options, seats=seats, seed="seaboard")["page"]
        self.choose = random.Random(1)

    def send(self, path: str, **body: Any) -> Any:
        answer = self.request.post(path, data=body, headers=self.headers)
        assert answer.ok, answer.text()
        return answer.json()

    def scene(self) -> Any:
        """The scene as the mover sees it."""
        scene = self.request.get(f"{self.page}/scene").json()
        self.seat = scene["mover"]
        return self.request.get(f"{self.page}/scene?seat={self.seat}").json() if scene["curtain"] is not None else scene

    def play(self, moves: int, avoid: str) -> None:
        """Plays random moves; avoids choices that match `avoid` where there are others."""
        for _ in range(moves):
            scene = self.scene()
            choices = re.findall(r'<button data-action="(\d+)"[^>]*>([^<]*)', scene["prompt"])
            if not choices:
                break
            good = [action for action, text in choices if not re.search(avoid, text, re.IGNORECASE)]
            action = int(self.choose.choice(good or [action for action, _text in choices]))
            self.send(f"{self.page}/move", version=scene["version"], action=action)
        self.scene()


def reduce_colours(file: Path) -> None:
    """Reduces a picture to 256 colours, if Pillow is installed."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(file) as picture:
        fewer = picture.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    fewer.save(file, optimize=True)


def screenshot(context: Any, file: str, path: str, selector: str, seat: int | None = None, click: str = "") -> None:
    """Takes a screenshot of a page once `selector` is there; optionally from a seat, or after a click on `click`."""
    page = context.new_page()
    if seat is not None:
        context.add_init_script(f"sessionStorage.setItem('seat {path[3:]}', '{seat}')")
    page.goto(path)
    page.wait_for_selector(selector)
    if click:
        page.click(click)
        page.wait_for_selector("#card .line")
    page.screenshot(path=FOLDER / file)
    page.close()
    reduce_colours(FOLDER / file)
    print(file, f"{(FOLDER / file).stat().st_size // 1000} kB", flush=True)


def new_context(browser: Any, url: str, phone: bool = False, dark: bool = False, state: Any = None) -> Any:
    return browser.new_context(
        base_url=url,
        viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
        is_mobile=phone,
        has_touch=phone,
        color_scheme="dark" if dark else "light",
        locale="en-GB",
        reduced_motion="reduce",
        storage_state=state,
    )


def shoot_review(browser: Any) -> None:
    """The review of a game of Nusfjord between a search and a greedy bot."""
    match = seaboard.new("nusfjord", players=2, seed=6, names=[*NAMES[:2]])
    bots = [new_bot(name, match.game, match.box, 1) for name in ("search:300", "greedy:5")]
    while (seat := match.mover) is not None:
        match.push(bots[seat].choose(match.view(seat), match.actions()))
    page = browser.new_context(viewport={"width": 1200, "height": 1000}).new_page()
    page.set_content(whole_page(match, review(match, threads=2)))
    page.screenshot(path=FOLDER / "story.png")
    reduce_colours(FOLDER / "story.png")


def shoot_coach(context: Any) -> None:
    """The first decision of a first game."""
    page = context.new_page()
    page.goto("/learn/nusfjord")
    page.click("[data-first=nusfjord]")
    page.wait_for_selector("#table.yours #coach .explained")
    page.screenshot(path=FOLDER / "coach.png")
    reduce_colours(FOLDER / "coach.png")


def shoot_study(browser: Any, folder: str) -> None:
    """A study of a game of Māori, with variations, a comment, marks, and a bot's evaluation."""
    match = seaboard.new("maori", players=2, seed=8, names=[*NAMES[:2]])
    bots = [new_bot("search:300", match.game, match.box, 1) for _n in range(2)]
    while (seat := match.mover) is not None:
        match.push(bots[seat].choose(match.view(seat), match.actions()))
    study = study_from_match(match, "Ann against Bob")
    chapter = study.chapters[0]
    walk = PlayedChapter(chapter)
    at = next(node for node in range(40, 99) if len(walk.match_at(node).actions()) > 5)
    position = walk.match_at(at)
    lines = [chapter.add(at, position.text(action)) for action in position.actions()[:3]]
    marks = (("ring", "display-6"), ("arrow", "display-6", f"space-{position.mover}-5"))
    chapter.note(at, comment="Here the wreaths decide.", marks=marks)
    chapter.note(lines[0], comment="Too slow?")
    with serving(f"sqlite:///{folder}/studies.db", hints="search:2000", NUMBA_DISABLE_JIT="0") as server:
        context = new_context(browser, server.url)
        made = context.request.post("/api/studies", data={"text": study.text()}, headers={"origin": server.url}).json()["page"]
        context.add_init_script("localStorage.setItem('seaboard study opinion', 'on')")
        screenshot(context, "study.png", f"{made}?chapter=1&at={at}", "#advice li meter")


def shoot_profile(browser: Any, server: Any) -> None:
    """A profile with running and finished games."""
    url = server.url.replace("127.0.0.1", "localhost")  # where passkeys work
    context = new_context(browser, url)
    origin = {"origin": url}
    context.request.post("/profile/new", form={"name": "Ann Sailor"}, headers=origin)
    context.request.post("/profile/avatar", form={"shape": "boat", "colour": "3", "ground": "0"}, headers=origin)
    for game, other in (("maori", "here"), ("kaivai", "bot"), ("nusfjord", "friend")):
        seats = [{"kind": "me", "name": "Ann Sailor"}, {"kind": other, "name": "Bob"}, {"kind": "bot", "name": "Cho"}]
        wish = {"game": game, "seats": seats, "options": {"players": 3}}
        assert context.request.post("/api/tables", data=wish, headers=origin).ok
    with ThreadPoolExecutor() as threads:  # Playwright's event loop runs in this one
        threads.submit(asyncio.run, add_games(server.database, 12)).result()
    screenshot(context, "profile.png", "/profile", "#devices")
    screenshot(context, "person.png", "/people/Ann Sailor", ".plot")
    screenshot(context, "my-games.png", "/my-games", ".badge:not([hidden])")


async def add_games(database: str, number: int) -> None:
    registry = TableRegistry(database)
    registry.start()
    person = profile_rows.profile_named(registry.engine, name_key("Ann Sailor"))
    assert person
    for n in range(number):
        await add_finished_game(registry, "maori", person.who, f"{n}", players=2 + n % 2)
    await registry.stop()


def shoot_boxes(browser: Any, url: str) -> None:
    """Boxes that are edited: a card of Nusfjord, a tile of Māori."""
    for game, number, new in (("nusfjord", "105", {"effect": "whenever ship: +3 w"}), ("maori", "8", {})):
        page = new_context(browser, url).new_page()
        page.goto(f"/box/{game}")
        page.click("#make .primary")
        page.wait_for_selector("#components svg")
        page.fill("#number", number)
        page.press("#number", "Enter")
        page.wait_for_selector("#edit .drawing svg")
        for name, value in new.items():
            page.fill(f"#edit [name={name}]", value)
            page.wait_for_selector("#edit .words button")
        page.wait_for_timeout(700)
        page.screenshot(path=FOLDER / f"box-{game}.png")
        reduce_colours(FOLDER / f"box-{game}.png")


def shoot_pages(browser: Any, server: Any, folder: str) -> None:
    """Everything but the tables."""
    screenshot(new_context(browser, server.url), "lobby.png", "/", ".game svg")
    shoot_review(browser)
    shoot_study(browser, folder)
    screenshot(new_context(browser, server.url), "lesson.png", "/learn/maori/02-islands", "#board svg")
    shoot_coach(new_context(browser, server.url))
    screenshot(new_context(browser, server.url), "puzzle.png", "/puzzles/nusfjord/3", "#board svg", click="[data-show]")
    screenshot(new_context(browser, server.url), "editor.png", "/edit/kaivai", "#board [data-spot]")
    shoot_profile(browser, server)
    shoot_boxes(browser, server.url)


def shoot_laptop(browser: Any, url: str) -> None:
    """Nusfjord for five on a small screen: as it opens, and with another player's harbour opened."""
    first = new_context(browser, url)
    table = Table(first.request, url, "nusfjord", {"players": 5})
    table.play(150, GAMES["nusfjord"][2])
    context = new_context(browser, url, state=first.storage_state())
    context.add_init_script(f"sessionStorage.setItem('seat {table.page[3:]}', '{table.seat}')")
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(table.page)
    for file in ("nusfjord-laptop.png", "nusfjord-laptop-open.png"):
        page.wait_for_selector("#table.yours #board.fits svg")
        page.mouse.move(500, 20)
        page.wait_for_timeout(800)
        page.screenshot(path=FOLDER / file)
        reduce_colours(FOLDER / file)
        page.locator("[data-opens]").nth(1).click()


def main(only: list[str]) -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/tables.db") as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        if not only:
            shoot_pages(browser, server, folder)
        for name in only or GAMES:
            options, moves, avoid = GAMES[name]
            first = new_context(browser, server.url)
            table = Table(first.request, server.url, name, options)
            table.play(moves, avoid)
            for file, phone, dark in (("desktop", False, False), ("desktop-dark", False, True), ("phone", True, False)):
                context = new_context(browser, server.url, phone, dark, first.storage_state())
                screenshot(context, f"{name}-{file}.png", table.page, "#table.yours #board svg", table.seat)
        if "nusfjord" in (only or GAMES):
            shoot_laptop(browser, server.url)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
