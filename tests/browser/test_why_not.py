"""Nothing is silent: whatever is clicked changes something, says why not with its rule, or is shown large."""

import pytest

from seaboard.games import NAMES

from .people import TWO_HERE

# clicks the middle of everything on the board that can be seen and is no choice, and tells what did not answer
CLICK_ALL = """async () => {
    const silent = [], clicked = new Set(), bubble = document.querySelector('#bubble');
    const busy = () => document.querySelector('#table.busy');
    const answer = () => document.querySelector('dialog[open]') ?? (bubble.hidden ? null : bubble);
    for (const part of document.querySelectorAll('#board svg [data-panel] *')) {
        const box = part.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const hit = box.width && y > 0 && y < innerHeight && document.elementFromPoint(x, y);
        if (!hit || clicked.has(hit) || !hit.closest('#board svg') || hit.closest('.target.can')) continue;
        clicked.add(hit);
        const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, pointerType: 'mouse' };
        for (const kind of ['pointerdown', 'pointerup', 'click']) hit.dispatchEvent(new PointerEvent(kind, at));
        for (let tries = 0; tries < 300 && (busy() || !answer()); tries++) await new Promise((done) => setTimeout(done, 10));
        if (!(answer()?.textContent.trim().length > 9)) silent.push(hit.outerHTML.slice(0, 90));
        document.querySelector('dialog[open]')?.close();
        bubble.hidden = true;
    }
    return [clicked.size, silent];
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
    const counted = (n) => rows.reduce((sum, row) => sum + Number(row.cells[n + 1].textContent), 0);
    return [...document.querySelectorAll('#final .points td')].map((total, n) => [Number(total.textContent), counted(n)]);
}"""


@pytest.mark.parametrize("name", NAMES)
def test_everything_on_the_board_answers_a_click(ann, name):
    ann.sit_at(name, TWO_HERE, {"players": 2}, seed="3")
    for turn in range(7):
        if ann.page.is_visible("#prompt [data-seat]"):
            ann.page.click("#prompt [data-seat]")
            ann.see("#table.yours")
        if turn % 6 == 0:
            before = ann.version()
            clicked, silent = ann.page.evaluate(CLICK_ALL)
            assert clicked > 20
            assert silent == []
            assert ann.version() == before
        ann.play_something()


def test_the_reason_leads_to_its_rule(ann):
    ann.sit_at("maori", TWO_HERE, {"players": 2}, seed="3")
    ann.wait_for_turn()
    ann.play_something()
    ann.press(ann.page.query_selector("#board .target:not(.can)"))
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
    if ann.page.is_visible("#prompt [data-seat]"):
        ann.page.click("#prompt [data-seat]")
    ann.see("#table.yours")
    ann.page.evaluate(WATCH)
    ann.page.click("#tab-seats")
    ann.page.once("dialog", lambda dialog: dialog.accept())
    ann.page.click("text=Propose to end the game")
    ann.see("#final .sheet.celebrated")
    kinds = ann.page.locator("#final tbody tr").count()
    assert set(range(1, kinds)) <= set(ann.page.evaluate("window.counted"))
    assert all(total == counted for total, counted in ann.page.evaluate(SUMS))
