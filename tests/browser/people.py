"""People at their browsers: they click, tap and type, and wait for what the page shows."""

import random
import re
import time

from seaboard.games import find_game
from seaboard.match import Match

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
TWO_HERE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]
BOT = {"kind": "bot", "level": "random"}

# a point of an element that the mouse reaches; nothing if others cover it, or it is out of sight
POINT = """(part) => {
    const box = part.getBoundingClientRect();
    for (const down of [.5, .25, .75, .12, .88]) for (const right of [.5, .25, .75, .12, .88]) {
        const x = box.x + right * box.width, y = box.y + down * box.height, hit = document.elementFromPoint(x, y);
        if (hit && (hit === part || hit.closest('.target, button, a, input, summary') === part)) return [x, y];
    }
}"""
# a click is answered by asking which, or by another position; of a tap it may come a little later
ANSWERED = """(before) => {
    const table = document.querySelector('#table');
    return !document.querySelector('#pick').hidden || table.classList.contains('busy') || +table.dataset.version > before;
}"""
# whether a target on the board is on the first screen
FIRST_SCREEN = """() => {
    scrollTo(0, 0);
    const prompt = document.querySelector('#prompt'), below = getComputedStyle(prompt).position === 'fixed';
    const end = innerHeight - (below ? prompt.offsetHeight : 0), parts = [...document.querySelectorAll('#board .target.can')];
    return !parts.length || parts.some((part) => part.getBoundingClientRect().bottom <= end);
}"""
# whether the board is drawn for its viewport
DRAWN_FOR_IT = """(narrow) => {
    const board = document.querySelector('#board'), steps = (pixels) => 20 * Math.floor(pixels / 20);
    return board.dataset.viewport === (narrow ? 'narrow' : `${steps(board.offsetWidth)}x${steps(board.offsetHeight)}`);
}"""
DULL = re.compile("pass|stop|stay|remove|nothing|skip|decline|done")  # little comes to the table by these moves
READY = "() => document.querySelector('#table:not(.busy):is(.yours, [data-over=true])')"


def against_bots(name, **options):
    """The seats of a game: me, and players of anything."""
    game = find_game(name)
    return [{"kind": "me", "name": "Ann"}, *[BOT] * (game.seats(game.choose(**options)) - 1)]


def a_game(name, seed="11", **options):
    """A game by chance, in which pieces come to the table: before each move the match, and the action."""
    match, choose = Match(find_game(name), seed=seed, **options), random.Random(seed)
    while not match.over:
        actions = match.actions()
        action = choose.choice([action for action in actions if not DULL.search(match.text(action))] or actions)
        yield match, action
        match.push(action)


class Person:
    """Someone with a browser."""

    def __init__(self, chromium, url, phone=False, dark=False, language="en-GB", motion=False, ask=False, pace=0, **more):
        self.url = url
        self.complaints: list[str] = []
        self.context = chromium.new_context(
            base_url=url,
            viewport=PHONE if phone else WIDE,
            is_mobile=phone,
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            locale=language,
            **more,
        )
        self.context.set_default_timeout(90_000)  # on a busy machine
        self.context.add_init_script(f"localStorage.setItem('seaboard ask', '{str(ask).lower()}')")
        self.context.add_init_script(
            f"localStorage.setItem('seaboard pace', localStorage.getItem('seaboard pace') ?? '{pace}')"
        )
        self.page = self.context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.choose = random.Random(5)
        self.touches = phone

    def hear(self, message):
        if message.type == "error":
            self.complaints.append(message.text)

    # looking; what is clicked before the scripts of a page are there may do nothing

    def see(self, selector, **where):
        found = self.page.wait_for_selector(selector, **where)
        self.page.wait_for_load_state()
        return found

    def text(self, selector):
        return self.page.inner_text(selector)

    def wait(self, condition, *what):
        self.page.wait_for_function(condition, arg=what[0] if what else None)
        self.page.wait_for_load_state()

    def wait_for_text(self, selector, text):
        self.page.locator(selector, has_text=text).first.wait_for()
        self.page.wait_for_load_state()

    def version(self):
        return int(self.page.get_attribute("#table", "data-version"))

    def post(self, path, **wish):
        """What the page's script would send."""
        answer = self.context.request.post(path, data=wish, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return answer

    # at tables

    def new_table(self, game, seats, options=None, **wish):
        """A table made as the form makes it, without filling the form in."""
        wish |= {"game": game, "seats": seats, "options": options or {}}
        return self.post("/api/tables", **wish).json()

    def sit_at(self, game, seats, options=None, **wish):
        made = self.new_table(game, seats, options, **wish)
        self.go(made["page"])
        return made

    def new_table_for_all(self, game, seed="11", **options):
        """A table where all sit at this screen."""
        seats = [
            {"kind": "here", "name": f"Player {n + 1}"} for n in range(find_game(game).seats(find_game(game).choose(**options)))
        ]
        return self.new_table(game, seats, options, seed=seed)

    def send_moves(self, made, actions, version=0):
        """Plays moves without looking at them; returns the version after them."""
        for action in actions:
            version = self.post(f"{made['page']}/move", version=version, action=action).json()["version"]
        return version

    def sit_in_the_middle(self, game, share=0.7, **options):
        """At a table where this share of a game has been played, on the seat that is to move."""
        made = self.new_table_for_all(game, **options)
        actions = [action for _match, action in a_game(game, **options)]
        self.send_moves(made, actions[: int(share * len(actions))])
        self.go(made["page"])
        self.take_the_screen()
        return made

    def take_the_screen(self):
        """With several players at one screen, the mover confirms who they are."""
        self.see("#table.yours, #table.curtained, #table[data-over=true]")
        if self.page.is_visible("#prompt [data-seat]"):
            self.page.click("#prompt [data-seat]")
        self.see("#table.yours, #table[data-over=true]")
        self.see("#board.fits", state="attached")  # it may have been drawn for another viewport before

    def go(self, path):
        self.page.goto(path)
        if path.startswith("/t/"):
            self.see("#board svg", state="attached")

    def wait_for_turn(self):
        self.wait(READY)
        return self.page.get_attribute("#table", "data-over") != "true"

    def press(self, part):
        """Clicks, or taps, wherever the thing can be reached; false if it has been drawn again meanwhile."""
        end = time.monotonic() + 5
        while not (point := part.evaluate(POINT)):
            if not part.evaluate("(part) => part.isConnected"):
                return False
            part.evaluate("(part) => part.scrollIntoView({ block: 'center' })")
            assert time.monotonic() < end, f"cannot be reached: {part.get_attribute('aria-label') or part.inner_text()}"
        (self.page.touchscreen.tap if self.touches else self.page.mouse.click)(*point)
        return True

    def press_on(self, find):
        """Presses what `find` returns; once more where it was drawn again in between."""
        while not self.press(find()):
            pass

    def choices(self):
        """What glows on the board, and the buttons above it."""
        return self.page.query_selector_all("#board .target.can, #prompt [data-action]:not([hidden])")

    def to_choose(self):
        """One of them; nobody removes a tile who could do something else, or a game of Māori would take long."""
        parts = self.page.query_selector_all(
            "#board .target.can:not([aria-label^=Remove]), #prompt [data-action]:not([hidden])"
        )
        return self.choose.choice(parts or self.choices())

    def play_something(self, find=None):
        """One choice, or what `find` returns, by clicking; where one thing stands for several, one of these."""
        before = self.version()
        self.press_on(find or self.to_choose)
        self.wait(ANSWERED, before)
        if self.page.is_visible("#pick"):
            self.press(self.choose.choice(self.page.query_selector_all("#pick button")))
        self.wait_for_news(before)

    def wait_for_news(self, before):
        """Of another position than that of the version `before`."""
        self.wait("(before) => +document.querySelector('#table:not(.busy)')?.dataset.version > before", before)

    def wait_for_prompt(self, before):
        """Another one than before."""
        self.wait("(before) => (document.querySelector('#table:not(.busy) #prompt')?.innerHTML ?? before) !== before", before)
