"""Every control of a table has its size and its place: in each state of the page, in small and large windows."""

import os

import pytest

from .people import PHONE, a_game

SCREENS = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080), (PHONE["width"], PHONE["height"])]
EVERY = "SEABOARD_EVERY_SCREEN" in os.environ  # `make screens`; else each table on every other screen, in turns
TABLES = [
    ("nusfjord", "de-DE", 5),
    ("nusfjord", "nl-NL", 2),
    ("kaivai", "de-DE", 4),
    ("maori", "de-DE", 5),
    ("maori", "en-GB", 2),
]

# controls that are too small, cut short, outside the window, covered, or over others; those scrolled out of sight do not count
CROWDED = """() => {
    const wrong = [], inBar = 'header :is(a, button, summary)', inTable = '#table :is(a, button, input, select, summary)';
    const parts = [...document.querySelectorAll(`${inBar}, ${inTable}`)];
    const outside = (box, frame) =>
        box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    const scrolledOut = (part) => {
        for (let holder = part.parentElement; holder; holder = holder.parentElement) {
            const scrolls = /auto|scroll/.test(getComputedStyle(holder).overflow);
            if (scrolls && outside(part.getBoundingClientRect(), holder.getBoundingClientRect())) return true;
        }
        return false;
    };
    const isShown = (part) => part.checkVisibility({ visibilityProperty: true }) && !scrolledOut(part);
    const shown = parts.filter((part) => !part.closest('svg, .line') && isShown(part))
        .map((part) => [part, part.getBoundingClientRect()]);
    const long = document.documentElement.scrollHeight > innerHeight; // a phone's page, with prompt and hints over it
    const sheetOf = (part) => part.closest('#prompt, #advice');
    const page = new DOMRect(0, long ? -1e6 : 0, innerWidth, long ? 2e6 : innerHeight);
    const nameOf = (part) => {
        const name = part.id || part.getAttribute('aria-label') || part.textContent.trim().slice(0, 40);
        return `${part.tagName.toLowerCase()} ${name}`;
    };
    for (const [part, box] of shown) {
        const least = part.type === 'range' ? 80 : part.matches('.rule, p a, li a') ? 10 : 20;
        const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
        if (box.width < least || box.height < Math.min(least, 14)) wrong.push(`small ${size}: ${nameOf(part)}`);
        if (part.matches('button, summary') && part.scrollWidth > part.clientWidth + 2) wrong.push(`cut: ${nameOf(part)}`);
        if (outside(box, page)) wrong.push(`outside: ${nameOf(part)}`);
        const hit = long ? null : document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (hit && !part.contains(hit) && !hit.contains(part)) wrong.push(`covered: ${nameOf(part)} by ${nameOf(hit)}`);
    }
    for (const [n, [one, a]] of shown.entries()) for (const [other, b] of shown.slice(n + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        if (long && sheetOf(one) !== sheetOf(other)) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 3 && down > 3) wrong.push(`over: ${nameOf(one)} / ${nameOf(other)}`);
    }
    return wrong;
}"""
# the question of a curtain and its answer are next to each other, in the middle
APART = """() => {
    const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
    const ask = boxOf('#prompt .ask b'), button = boxOf('#prompt button'), field = boxOf('#prompt');
    const middle = field.top + field.height / 2;
    return button.top - ask.bottom > 80 || Math.abs((ask.top + button.bottom) / 2 - middle) > 60;
}"""


def check_screens(ann, state, n, also=None):
    """Nothing is crowded on any screen, and nothing else is wrong."""
    for k, (width, height) in enumerate(SCREENS):
        if not EVERY and (n + k) % 2:
            continue
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.see("#board.fits", state="attached")
        assert not ann.page.evaluate(CROWDED), (state, width, height)
        assert not also or not ann.page.evaluate(also), (state, width, height)


@pytest.mark.parametrize(("name", "language", "players"), TABLES)
def test_no_control_is_crowded_in_any_state(person, name, language, players):
    ann, n = person(language=language), TABLES.index((name, language, players))
    made = ann.new_table_for_all(name, players=players)
    actions = [action for _match, action in a_game(name, players=players)]
    middle = int(0.6 * len(actions))
    version = ann.send_moves(made, actions[:middle])
    ann.go(made["page"])
    ann.see("#table.yours, #table.curtained")
    if ann.page.is_visible("#prompt [data-seat]"):
        check_screens(ann, "curtain", n, APART)
    ann.take_the_screen()
    check_screens(ann, "turn", n)
    ann.page.click("#prompt [data-hint]")
    ann.see("#advice [data-action]")
    check_screens(ann, "hint", n + 1)
    ann.page.click("#advice [data-close]")
    ann.page.click("#replay [data-step='-1']")
    ann.see("#prompt [data-now]")
    check_screens(ann, "replay", n + 1)
    ann.send_moves(made, actions[middle:], version)
    ann.go(made["page"])
    ann.see("#table[data-over=true] #final .sheet")
    check_screens(ann, "over", n)
