"""All boards are legible: letters of 13 pixels and more, nothing cut short or covered; and close-ups of components."""

import os
import re

import pytest

from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import read_buildings

from .people import DRAWN_FOR_IT, FIRST_SCREEN, PHONE, against_bots
from .test_accessibility import check

SCREENS = [(1366, 768), (1440, 900), (1920, 1080), (PHONE["width"], PHONE["height"])]
CARDS = {card.number: card for card in read_buildings()}
MARKS = {
    0: "Source: exact (=)",
    1: "Source: exact in part (~)",
    2: "Source: reconstructed (○)",
    3: "Source: reconstructed, its name too (◌)",
}

# what is wrong with the letters on the board: too small, cut short, outside their card or panel, over others
WRONG = """() => {
    const wrong = [], svg = document.querySelector('#board svg'), texts = [...svg.querySelectorAll('text')];
    const shown = document.querySelector('#board.tall') ? svg : document.querySelector('#board'); // a tall board scrolls
    const board = shown.getBoundingClientRect(), boxes = new Map(), frames = new Map();
    const area = ({ width, height }) => width * height;
    const largest = (holder) => [...holder.querySelectorAll('rect')].map((rect) => rect.getBoundingClientRect())
        .reduce((one, other) => area(other) > area(one) ? other : one, new DOMRect());
    const frameOf = (holder) => {
        const edge = holder.matches('[data-inspect^=building], [data-inspect^=elder]') && holder.querySelector('.extent');
        if (edge) return edge.getBoundingClientRect();
        const inside = largest(holder), whole = holder.getBoundingClientRect();
        return 2 * area(inside) < area(whole) ? whole : inside;
    };
    for (const text of texts) {
        const words = text.textContent, size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
        const box = text.getBoundingClientRect();
        const holder = text.closest('[data-inspect]:has(rect), .panel');
        if (!frames.has(holder)) frames.set(holder, frameOf(holder));
        const frame = frames.get(holder);
        const least = text.matches('.seat-number') ? 11 : 13;
        if (size < least) wrong.push(`small ${size.toFixed(1)}: ${words}`);
        if (/…|\\.\\.\\./.test(words)) wrong.push(`cut: ${words}`);
        const aside = box.left < frame.left - 2 || box.right > frame.right + 2;
        if (aside || box.top < frame.top - 3 || box.bottom > frame.bottom + 3) wrong.push(`outside: ${words}`);
        if (box.right > board.right + 1 || box.bottom > board.bottom + 1) wrong.push(`off the board: ${words}`);
        // of its letters: the font's lines are higher
        const ink = new DOMRect(box.x, box.y + (box.height - 1.1 * size) / 2, box.width, 1.1 * size);
        if (!text.matches('.seat-number')) boxes.set(text, ink);
    }
    const placed = [...boxes];
    for (const [n, [one, a]] of placed.entries()) for (const [other, b] of placed.slice(n + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 4) wrong.push(`over: ${one.textContent} / ${other.textContent}`);
    }
    return wrong;
}"""
LARGEST = "() => document.querySelector('#board svg').getBoundingClientRect().width"


SOME_TABLES = [
    ("nusfjord", "nl-NL", {"players": 1}),
    ("nusfjord", "de-DE", {"players": 2}),
    ("nusfjord", "en-GB", {"players": 3}),
    ("nusfjord", "nl-NL", {"players": 4}),
    ("nusfjord", "de-DE", {"players": 5}),
    ("kaivai", "de-DE", {"players": 2}),
    ("kaivai", "nl-NL", {"players": 3}),
    ("kaivai", "en-GB", {"players": 4}),
    ("maori", "en-GB", {"players": 2}),
    ("maori", "nl-NL", {"players": 3, "level": "pro"}),
    ("maori", "de-DE", {"players": 4, "level": "advanced", "board": "atoll"}),
    ("maori", "de-DE", {"players": 5}),
]
EVERY_TABLE = [
    (name, language, {"players": players})
    for name, numbers in (("nusfjord", range(1, 6)), ("kaivai", range(2, 5)), ("maori", range(2, 6)))
    for players in numbers
    for language in ("en-GB", "de-DE", "nl-NL")
]
# every number of players in every language: `make screens`; else every other of some
TABLES = EVERY_TABLE + SOME_TABLES if "SEABOARD_EVERY_SCREEN" in os.environ else SOME_TABLES[::2]


def on_a_screen(ann, width, height):
    """The window of this size, and the board drawn for it."""
    ann.page.set_viewport_size({"width": width, "height": height})
    narrow = width <= 800
    ann.wait(DRAWN_FOR_IT, narrow)


@pytest.mark.parametrize(("name", "language", "options"), TABLES)
def test_all_letters_of_a_game_in_progress_can_be_read(person, name, language, options):
    ann = person(language=language)
    ann.sit_in_the_middle(name, **options)
    for width, height in SCREENS:
        on_a_screen(ann, width, height)
        assert not ann.page.evaluate(WRONG), (width, height)
        if width > 800:
            assert ann.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
            ann.page.click("#fold")
            on_a_screen(ann, width, height)
            assert not ann.page.evaluate(WRONG), (width, height, "folded")
            ann.page.click("#fold")
        else:
            assert ann.page.evaluate(FIRST_SCREEN), ann.text("#prompt .ask")


def test_the_check_finds_each_kind_of_fault(ann):
    """Small letters, a text cut short, one outside its card, one over another."""
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2}, seed="3")
    ann.wait_for_turn()
    on_a_screen(ann, *SCREENS[0])
    spoil = "() => { const part = document.querySelector('#board [data-panel=display] [data-inspect] .nusfjord-text'); %s }"
    for spoiling, found in (
        ("part.closest('.panel').setAttribute('transform', 'scale(.5)')", "small "),
        ("part.textContent = 'handed o…'", "cut: "),
        ("part.setAttribute('x', -60)", "outside: "),
        ("part.setAttribute('x', 24); part.setAttribute('y', 17)", "over: "),  # on the points
    ):
        ann.page.reload()
        ann.see("#board svg")
        on_a_screen(ann, *SCREENS[0])
        assert not ann.page.evaluate(WRONG)
        ann.page.evaluate(spoil % spoiling)
        assert any(wrong.startswith(found) for wrong in ann.page.evaluate(WRONG)), found


def test_a_building_has_a_close_up_with_its_whole_text_and_its_mark(ann):
    ann.sit_in_the_middle("nusfjord", players=2, deck="mackerel")
    there = "#board [data-inspect^=building]:not(:has(.can), .can *)"
    for name in ann.page.eval_on_selector_all(there, "(all) => all.map((one) => one.dataset.inspect)"):
        number = int(name.split()[1])
        ann.press_on(lambda name=name: ann.page.query_selector(f"#board [data-inspect='{name}'] text"))
        ann.wait_for_text("#close-up h2", str(number))
        card = CARDS[number]
        ann.wait_for_text("#close-up dl", MARKS[card.exactness])
        ann.page.wait_for_function("() => document.querySelector('#close-up dd')?.innerText.trim().endsWith('.')")
        message = ann.text("#close-up dl")
        assert ann.page.locator(f"#close-up [data-mark='{card.exactness}']").count() == 1
        assert f"{card.number} {card.name}" == ann.text("#close-up h2")
        assert re.search(r"\(N9\.\d+\)", message)
        ann.page.keyboard.press("Escape")
        assert not ann.page.is_visible("#close-up")


def test_an_elder_and_an_opponents_harbour_have_close_ups(ann):
    ann.sit_in_the_middle("nusfjord", players=5)
    ann.press_on(lambda: ann.page.query_selector("[data-panel=elders] [data-inspect^=elder] text"))
    ann.see("#close-up h2")
    check(ann, "an elder, large")
    message = ann.text("#close-up")
    assert "Source: exact (=)" in message
    assert re.search(r"\(N7\.\d+\)", message)
    ann.page.click("#close-up [data-closeup-close]")
    others = ann.page.eval_on_selector_all(
        "#board [data-inspect^=harbour]", "(all) => all.map((one) => one.dataset.inspect.at(-1))"
    )
    assert len(others) == 4
    for seat in others:
        ann.page.locator(f"[data-inspect='harbour {seat}'] .nusfjord-head").click(button="right")
        ann.wait_for_text("#close-up h2", f"Player {seat}")
        drawn = ann.page.eval_on_selector_all(
            "#close-up [data-inspect^=building]", "(all) => all.map((one) => one.dataset.inspect)"
        )
        held = ann.page.locator(f"#board [data-inspect='harbour {seat}'] [data-inspect^=elder]").count()
        assert ann.page.locator("#close-up dl > div").count() == len(drawn) + held
        assert ann.page.evaluate("() => document.querySelector('#close-up svg').getBoundingClientRect().width > 500")
        ann.page.keyboard.press("Escape")


def test_an_opponents_harbour_opens_in_its_place(person):
    """By a click or the keyboard; it stays open while the game goes on, and the next click closes it."""
    ann = person()
    ann.sit_in_the_middle("nusfjord", players=5)
    opener = ann.page.locator("[data-opens]").last
    seat = opener.get_attribute("data-opens").split()[1]
    reserve = f"[data-panel=harbour-{int(seat) - 1}] .nusfjord-reserve"
    assert not ann.page.query_selector(reserve)
    ann.press_on(lambda: ann.page.query_selector(f"[data-inspect='harbour {seat}'] .nusfjord-head"))
    ann.see(reserve)
    assert not ann.page.is_visible("#close-up")
    assert not ann.page.evaluate(WRONG)
    check(ann, "an opened harbour")
    before = ann.version()
    ann.play_something()
    ann.wait_for_news(before)
    ann.take_the_screen()
    ann.see(f"[data-opens='harbour {seat}'][aria-expanded=true]")
    ann.page.locator(f"[data-opens='harbour {seat}']").first.focus()
    ann.page.keyboard.press("Enter")
    ann.see(f"[data-opens='harbour {seat}'][aria-expanded=false]")
    assert not ann.page.query_selector(reserve)


def test_keys_a_long_press_and_a_right_click_open_it_too(person):
    ann = person(phone=True)
    ann.sit_in_the_middle("nusfjord", 0.1, players=2)
    first = ann.page.get_attribute("#board [data-inspect]", "data-inspect")
    ann.page.keyboard.press("l")
    ann.see("#close-up h2")
    title = ann.text("#close-up h2")
    ann.page.keyboard.press("ArrowRight")
    ann.wait("(title) => document.querySelector('#close-up h2').textContent !== title", title)
    ann.page.keyboard.press("ArrowLeft")
    ann.wait_for_text("#close-up h2", title)
    assert first
    ann.page.keyboard.press("l")
    assert not ann.page.is_visible("#close-up")
    before = ann.version()
    touched = ann.page.locator("#board [data-inspect]").first
    touched.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    ann.see("#close-up h2")
    ann.page.keyboard.press("Escape")
    touched.dispatch_event("contextmenu", {"bubbles": True})
    ann.see("#close-up h2")
    assert ann.version() == before


def test_a_card_that_cannot_be_chosen_says_why_in_large(ann):
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2}, seed="3")
    for _ in range(60):
        assert ann.wait_for_turn()
        dear = "[data-panel=display] .target:not(.can) text"
        if ann.page.query_selector(dear):
            break
        build = "[data-panel=actions] .target.can:has-text('Build a building')"
        ann.play_something(lambda build=build: ann.page.query_selector(build) or ann.choose.choice(ann.choices()))
    ann.press_on(lambda: ann.page.query_selector(dear))
    ann.see("#close-up .why")
    assert re.search(r"\(N\d+(\.\d+)*\)$", ann.text("#close-up .why"))


@pytest.mark.parametrize(("name", "thing"), [("kaivai", "player 2"), ("maori", "islands 2")])
def test_an_opponents_board_has_a_close_up_in_the_other_games(ann, name, thing):
    players = min(find_game(name).options[0].choices)
    ann.sit_at(name, against_bots(name, players=players), {"players": players})
    ann.wait_for_turn()
    part = ann.page.query_selector(f"[data-inspect='{thing}']")
    small = part.bounding_box()["width"]
    part.dispatch_event("contextmenu", {"bubbles": True})
    ann.wait_for_text("#close-up h2", "Bot 2")
    assert ann.page.evaluate("() => document.querySelector('#close-up svg').getBoundingClientRect().width") > small
    assert "Bot 2" in ann.text("#close-up dd")


def test_the_panel_folds_away_and_stays_so(ann):
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2})
    ann.wait_for_turn()
    assert ann.page.is_visible("#log-tab")
    largest = ann.page.evaluate(LARGEST)
    ann.page.click("#fold")
    assert not ann.page.is_visible("#log-tab")
    ann.page.reload()
    ann.see("#board svg")
    assert not ann.page.is_visible("#log-tab")
    assert ann.page.evaluate(LARGEST) > largest + 200
    ann.page.keyboard.press("?")
    assert ann.page.is_visible("#help-tab")
    ann.page.click("#tab-log")
    assert ann.page.is_visible("#log-tab")


def test_a_board_that_needs_a_laptops_width_begins_next_to_a_strip(ann):
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2})
    ann.wait_for_turn()
    assert not ann.page.is_visible("#log-tab")
    assert ann.page.is_visible("#tab-log")
    assert not ann.page.query_selector("#board.tall"), "everything is on the first screen"
    ann.page.click("#tab-chat")
    assert ann.page.is_visible("#chat-tab")
    ann.page.reload()
    ann.see("#board svg")
    assert ann.page.is_visible("#log-tab"), "what the player chose stays"
    ann.sit_at("maori", against_bots("maori", players=2), {"players": 2})
    ann.page.evaluate("() => localStorage.removeItem('seaboard folded')")
    ann.page.reload()
    ann.see("#board svg")
    assert ann.page.is_visible("#log-tab"), "other boards leave room for the log"
