"""Every click has an answer: a change, a reason with its rule, or a close-up."""

import os
from collections import Counter
from itertools import pairwise

import pytest

from seaboard.games import NAMES

from .people import TWO_HERE, a_game

MOMENTS = 10 if "SEABOARD_EVERY_SCREEN" in os.environ else 5  # of each game

# clicks the middle of one thing of each kind on the board that can be seen and is no choice, and tells what did not answer
CLICK_ALL = """async (known) => {
    const silent = [], clicked = new Set(known), bubble = document.querySelector('#bubble');
    const busy = () => document.querySelector('#table.busy');
    const opened = () => document.querySelector('#board [data-opens][aria-expanded=true]'); // in its place
    const answer = () => document.querySelector('dialog[open]') ?? (bubble.hidden ? opened()?.closest('.panel') : bubble);
    const until = async (done) => {
        for (let tries = 0; tries < 1000 && !done(); tries++) await new Promise((next) => setTimeout(next, 10));
    };
    const asked = document.querySelector('#prompt .rule')?.textContent ?? document.querySelector('#prompt .ask').textContent;
    const plain = (name) => (name ?? '').replace(/\\d+|\\b[a-m]\\d+\\b/g, '#');
    const kindOf = (hit) => [ // why not depends on what is asked; what a thing is does not
        hit.closest('.target') ? asked : `${hit.tagName} ${hit.getAttribute('class')}`,
        ...['panel', 'place', 'inspect', 'piece'].map((name) => plain(hit.closest(`[data-${name}]`)?.dataset[name])),
    ].join(' ');
    const clickEach = async (svg) => { for (const part of svg.querySelectorAll('[data-panel] *')) {
        const box = part.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const hit = box.width && y > 0 && y < innerHeight && document.elementFromPoint(x, y);
        if (!hit || !hit.closest('#board svg') || hit.closest('.target.can')) continue;
        const kind = kindOf(hit);
        if (clicked.has(kind)) continue;
        clicked.add(kind);
        const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: 'mouse' };
        for (const kind of ['pointerdown', 'pointerup', 'click']) hit.dispatchEvent(new PointerEvent(kind, at));
        await until(() => !busy() && answer());
        if (!(answer()?.textContent.trim().length > 9)) silent.push(hit.outerHTML.slice(0, 90));
        document.querySelector('dialog[open]')?.close();
        bubble.hidden = true;
        opened()?.dispatchEvent(new PointerEvent('click', at));
        await until(() => !opened());
    } };
    const drawn = () => document.querySelector('#board svg');
    for (let svg = null; svg !== drawn(); await clickEach(svg)) svg = drawn(); // again if it was redrawn meanwhile
    return [[...clicked], silent];
}"""
MIDDLE = """(part) => {
    const box = document.querySelector(part).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
# how many kinds are counted at each change of the final sheet
WATCH = """() => {
    window.counted = [];
    const watch = () => window.counted.push(document.querySelectorAll('#final .counting .counted').length);
    new MutationObserver(watch).observe(document.querySelector('#final'), { subtree: true, childList: true, attributes: true });
}"""
SUMS = """() => {
    const rows = [...document.querySelectorAll('#final tbody tr')];
    const number = (cell) => Number(cell.textContent.replace('−', '-'));
    const counted = (n) => rows.reduce((sum, row) => sum + number(row.cells[n + 1]), 0);
    return [...document.querySelectorAll('#final .points td')].map((total, n) => [number(total), counted(n)]);
}"""


def some_moments(name):
    """Of a game by chance: its actions, and a moment in each part of it, where the rarest question is asked."""
    asked, actions = [], []
    for match, action in a_game(name, players=2):
        asked.append(match.game.texts.question_rule(match.view(match.mover)))
        actions.append(action)
    often, parts = Counter(asked), [len(asked) * n // MOMENTS for n in range(MOMENTS + 1)]
    return actions, [min(range(*part), key=lambda at: often[asked[at]]) for part in pairwise(parts)]


@pytest.mark.parametrize("name", NAMES)
def test_everything_on_the_board_answers_a_click(ann, name):
    """In some positions of a game: whatever kind of thing it is, for each question that is asked there."""
    made, version = ann.new_table_for_all(name, players=2), 0
    known: list[str] = []
    actions, moments = some_moments(name)
    for before, moment in pairwise([0, *moments]):
        version = ann.send_moves(made, actions[before:moment], version)
        if ann.page.url == "about:blank":
            ann.go(made["page"])
        ann.wait("(version) => +document.querySelector('#table').dataset.version === version", version)
        ann.take_the_screen()
        known, silent = ann.page.evaluate(CLICK_ALL, known)
        assert silent == []
        assert ann.version() == version
    assert len(known) > 40


def test_the_reason_leads_to_its_rule(ann):
    ann.sit_at("maori", TWO_HERE, {"players": 2}, seed="3")
    ann.wait_for_turn()
    ann.play_something()
    ann.press_on(lambda: ann.page.query_selector("#board .target:not(.can)"))
    ann.see("#bubble a")
    number = ann.text("#bubble a").removeprefix("Rule ")
    ann.page.click("#bubble a")
    assert not ann.page.is_visible("#bubble")
    rule = ann.page.locator(f"[id='rule-{number}']")
    assert rule.is_visible()
    assert rule.inner_text().startswith(number)
    assert rule.evaluate("(part) => part === document.activeElement && part.getBoundingClientRect().bottom < innerHeight")


def test_a_bubble_is_at_the_click_and_goes_with_the_next_one(ann):
    ann.sit_at("maori", TWO_HERE, {"players": 2}, seed="3")
    ann.wait_for_turn()
    x, y = ann.page.evaluate(MIDDLE, "[data-place^=display-]")
    ann.page.mouse.click(x, y)
    ann.see("#bubble")
    box = ann.page.locator("#bubble").bounding_box()
    assert box["x"] <= x <= box["x"] + box["width"]
    assert min(abs(box["y"] + box["height"] - y), abs(box["y"] - y)) < 30
    assert ann.text("#prompt .ask b") in ann.text("#bubble")
    ann.page.mouse.click(5, 5)
    assert not ann.page.is_visible("#bubble")


def test_points_are_counted_up_kind_by_kind(person):
    ann = person(motion=True)
    ann.sit_at("nusfjord", TWO_HERE, {"players": 2}, seed="3")
    ann.take_the_screen()
    ann.page.evaluate(WATCH)
    ann.page.click("#tab-seats")
    ann.page.once("dialog", lambda dialog: dialog.accept())
    ann.page.click("#seats [data-vote]")
    ann.see("#final .sheet.celebrated")
    kinds = ann.page.locator("#final tbody tr").count()
    assert set(range(1, kinds)) <= set(ann.page.evaluate("window.counted"))
    assert all(total == counted for total, counted in ann.page.evaluate(SUMS))
