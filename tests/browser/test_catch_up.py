"""Catching up with others' moves: the strip, marks on the board, the log by turns, step by step, the replay's keys."""

import random

from seaboard.games import find_game
from seaboard.match import Match

from .people import TWO_HERE, against_bots

BOTS = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "random", "name": "Bob"}]
LINES = "(part) => [...document.querySelectorAll(part)].map((line) => line.textContent.trim())"
# whether each mark lies around a piece or a place of the board as it is drawn now
ON_THEIR_PLACES = """() => {
    const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const middle = (part) => middleOf(part.getBoundingClientRect());
    const spots = [...document.querySelectorAll('#board [data-piece], #board [data-place]')].map(middle);
    const near = ([x, y]) => spots.some(([across, down]) => Math.hypot(across - x, down - y) < 4);
    return [...document.querySelectorAll('#board .marks.since .mark')].map(middle).every(near);
}"""
NOW = "() => document.querySelector('#table').dataset.at === document.querySelector('#replay input').max"


def my_second_turn(person, game="maori", **kind):
    """At a table with a bot that has moved since."""
    ann = person(**kind)
    ann.sit_at(game, BOTS, {"players": 2}, seed="3")
    turns = 0
    while turns < 2:
        ann.wait_for_turn()
        ann.play_something()
        ann.wait_for_turn()
        turns += "Bob" in ann.page.locator("#log li.turn > .line").last.inner_text()
    return ann


def test_the_strip_has_the_lines_of_the_log(person):
    ann = my_second_turn(person)
    message, log = (ann.page.evaluate(LINES, part) for part in ("#since .line", "#log li.turn > .line"))
    assert message
    assert all(line in log and line.startswith("2Bob ") for line in message)
    ann.page.click("[data-fold]")
    assert not ann.page.is_visible("#since")
    ann.page.reload()
    ann.see("#board svg")
    assert not ann.page.is_visible("#since")
    ann.page.click("[data-fold]")
    assert ann.page.is_visible("#since")


def test_moves_of_others_are_marked_until_my_next_click(person):
    ann = my_second_turn(person)
    ann.page.reload()
    ann.see("#board .marks.since .seat-1 .mark", state="attached")
    trail = ann.page.query_selector("#board .marks.since .trail path").get_attribute("d")
    assert trail.startswith("M")
    assert ann.page.evaluate(ON_THEIR_PLACES)
    ann.play_something()
    assert not ann.page.query_selector("#board .marks.since .mark")


def test_a_line_of_the_log_shows_its_place_and_opens_its_steps(person):
    ann = my_second_turn(person)
    turn = ann.page.locator("#log li.turn:has([data-open])").last
    turn.locator(".line").first.hover()
    ann.see("#board .marks.pointed .mark", state="attached")
    ann.page.mouse.move(700, 5)
    ann.see("#board .marks.pointed", state="detached")
    turn.locator(".line").first.focus()
    ann.see("#board .marks.pointed .mark", state="attached")
    steps = turn.locator("ol .line")
    assert not steps.first.is_visible()
    turn.locator("[data-open]").click()
    assert steps.count() > 1
    assert steps.first.is_visible()
    start = int(turn.get_attribute("data-from"))
    steps.first.click()
    ann.see(f"#table[data-at='{start + 1}']")
    assert turn.locator("ol .line.now").count() == 1


def test_the_log_stays_whole_at_an_earlier_moment_and_can_be_clicked(person):
    ann = my_second_turn(person)
    lines = ann.page.evaluate(LINES, "#log li.turn > .line")
    turns = ann.page.locator("#log li.turn")
    for place in (0, turns.count() - 2, 1):
        at = turns.nth(place).get_attribute("data-at")
        turns.nth(place).locator(".line").first.click()
        ann.see(f"#table[data-at='{at}']")
        ann.see(f"#log li.turn.now[data-at='{at}']")
        assert ann.page.evaluate(LINES, "#log li.turn > .line") == lines
        assert ann.page.locator("#log [aria-current]").count() == 1


def test_arrow_keys_walk_the_replay_by_turns_and_with_shift_by_steps(person):
    ann = my_second_turn(person)
    keys, moves = ann.page.keyboard, int(ann.page.get_attribute("#table", "data-at"))
    ends = [
        int(line) for line in ann.page.evaluate("() => [...document.querySelectorAll('#log li.turn')].map((t) => t.dataset.at)")
    ]
    assert ends[-1] == moves
    ann.page.locator("#board").focus()
    keys.press("ArrowLeft")
    ann.see(f"#table[data-at='{ends[-2]}']")
    keys.press("ArrowLeft")
    ann.see(f"#table[data-at='{ends[-3]}']")
    keys.press("Shift+ArrowLeft")
    ann.see(f"#table[data-at='{ends[-3] - 1}']")
    keys.press("Shift+ArrowRight")
    ann.see(f"#table[data-at='{ends[-3]}']")
    for end in ends[-2:]:
        keys.press("ArrowRight")
        ann.see(f"#table[data-at='{end}']")
    ann.see("#table.yours")


def test_bots_are_followed_step_by_step_and_can_be_paused_and_skipped(person):
    ann = person(pace=1800)  # slow, so that a busy machine can click before the last step
    ann.sit_at("maori", BOTS, {"players": 2}, seed="3")
    ann.wait_for_turn()
    ann.page.click("[data-pause]")
    assert ann.page.get_attribute("[data-pause]", "aria-pressed") == "true"
    while not ann.page.is_visible("[data-skip]"):
        ann.play_something(lambda: ann.choose.choice(ann.choices()))
        ann.wait("() => document.querySelector('#table.yours') || !document.querySelector('[data-skip]').hidden")
    mine = int(ann.page.get_attribute("#table", "data-at"))
    assert "Bob's turn" in ann.text("#prompt")
    shown = ann.page.evaluate(LINES, "#log li.turn > .line")
    assert "Ann" in shown[-1]
    ann.page.click("[data-pause]")
    ann.see(f"#table[data-at='{mine + 1}']:not(.yours)")
    ann.page.click("[data-skip]")
    ann.wait(NOW)
    assert ann.page.locator("#table.yours, #table[data-over=true]").count()
    assert not ann.page.is_visible("[data-skip]")
    ann.page.select_option("[data-pace]", "0")
    ann.page.reload()
    ann.see("#board svg")
    assert ann.page.input_value("[data-pace]") == "0"


def test_a_new_round_is_announced_and_has_its_line(person):
    ann = person()
    ann.sit_at("nusfjord", against_bots("nusfjord", players=2), {"players": 2}, seed="3")
    while not ann.page.is_visible("#banner"):
        assert ann.wait_for_turn()
        ann.play_something()
    assert ann.text("#banner") == "Round 2 of 7"
    ann.wait_for_turn()
    assert "Round 2 of 7" in ann.page.evaluate(LINES, "#log li.round")
    assert any(line.startswith("The catch: ") for line in ann.page.evaluate(LINES, "#log li.news"))
    ann.see("#banner", state="hidden")


def moves_to_the_first_dice():
    """A game of Kaivai by chance, up to a canoe that fishes."""
    game = find_game("kaivai")
    match, choose = Match(game, seed="4", players=2), random.Random(1)
    while not match.over:
        before = match.view()
        match.push(choose.choice(match.actions()))
        action = match.history[-1][0]
        if game.pictures.chance(before, match.view(), match.box, action):
            return [action for action, _before in match.history]
    raise AssertionError("nobody fished")


def test_the_dice_of_kaivai_roll_and_stay(person):
    ann, eve = person(), person(motion=True)
    made = ann.new_table("kaivai", TWO_HERE, {"players": 2}, seed="4")
    *others, last = moves_to_the_first_dice()
    version = ann.send_moves(made, others)
    eve.go(made["page"])
    assert not eve.page.locator("#dice .die").count()
    ann.send_moves(made, [last], version)
    eve.see(".rolled .die", state="attached")
    assert "fish" in eve.page.get_attribute("#dice svg", "aria-label")
    assert eve.page.locator("#log svg.dice").count()
    eve.page.reload()
    eve.see("#dice .die")
