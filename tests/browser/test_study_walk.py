"""The way from the last move of a game to a moment in it, to another line, to a link, to a second browser."""

import json
import random
import re

from seaboard.record import replay
from seaboard.study import review as review_match
from seaboard.table import store

from .people import TWO_HERE
from .test_accessibility import SIDEWAYS, check

SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.story text, .story p, .story td, .story th, .story li')]
    .filter((part) => part.checkVisibility() && part.textContent.trim())
    .map((part) => parseFloat(getComputedStyle(part).fontSize) * (part.getScreenCTM?.().a ?? 1)))"""


def at(person, node, version=None):
    """Waits until the page shows a node, and nothing is going on."""
    wanted = {"node": str(node), "version": version}
    person.wait(
        """(wanted) => {
            const study = document.querySelector('#study:not(.busy)');
            return study?.dataset.at === wanted.node && (wanted.version === null || +study.dataset.version >= wanted.version);
        }""",
        wanted,
    )


def finish(person, table, moves):
    """Plays n moves, then everybody agrees to end the game."""
    dice = random.Random(1)
    for _ in range(moves):
        scene = person.context.request.get(f"{table}/scene").json()
        actions = re.findall(r'data-action="(\d+)"', scene["prompt"])
        body = {"version": scene["version"], "action": int(dice.choice(actions))}
        assert person.context.request.post(f"{table}/move", data=body, headers={"origin": person.url}).ok
    assert person.context.request.post(f"{table}/vote", data={"yes": True}, headers={"origin": person.url}).ok


def review(person, server, table):
    """Tells the story of a game; returns after how many moves its first swing was."""
    match, _lines = replay(person.context.request.get(f"{table}/record").text())
    found = review_match(match, "search:2,turns=1")
    engine = store.connect(server.database)
    store.save_review(engine, table[3:], json.dumps(found.to_dict()), "played")
    engine.dispose()
    return found.decisions[found.swings[0]].move


def test_from_the_last_move_to_a_swing_to_a_line_that_a_second_browser_sees(person, server):
    ann = person()
    table = ann.new_table("maori", TWO_HERE, seed="7")["page"]
    finish(ann, table, 14)
    swing = review(ann, server, table)

    ann.go(table)
    ann.see("#prompt [data-study]")
    ann.page.goto(f"{table}/story")
    ann.page.click(f"#move-{swing} [data-study]")
    ann.see("#study #board svg")
    at(ann, swing)
    assert ann.page.inner_text("#tree [aria-current]")

    # another line: a choice that was not made
    assert ann.page.locator("#tree [data-node]").count() == 15
    scene = ann.context.request.get(f"{ann.page.url.partition('?')[0]}/scene?at={swing}").json()
    choices = re.findall(r'data-action="(\d+)"', scene["prompt"])
    other = next(action for action in choices if action not in scene["children"])
    ann.page.eval_on_selector(f'#prompt [data-action="{other}"]', "(button) => button.click()")
    at(ann, 15)
    assert ann.page.locator("#tree .other [data-node='15']").count() == 1
    ann.page.keyboard.press("ArrowUp")
    at(ann, swing + 1)
    ann.page.keyboard.press("ArrowDown")
    at(ann, 15)
    ann.page.keyboard.press("Shift+ArrowLeft")
    at(ann, swing)
    ann.page.keyboard.press("Shift+ArrowRight")
    at(ann, 15)  # the line that was followed last

    # a bot's evaluation, a bot's move
    ann.page.keyboard.press("h")
    ann.see("#advice li meter", state="attached")
    ann.page.keyboard.press("m")
    at(ann, 16)

    # a comment, a ring
    ann.page.fill("#comment textarea", "What about this?")
    ann.page.locator("#comment textarea").blur()
    ann.wait_for_text("#tree q", "What about this?")
    at(ann, 16)
    ann.page.click("[data-do=draw]")
    place = ann.page.locator("#board [data-place='display-6']").first
    place.click(force=True)
    ann.see("#board .study-marks circle", state="attached")
    at(ann, 16)
    ann.page.locator("#board [data-place='display-6']").first.drag_to(
        ann.page.locator("#board [data-place='space-0-5']").first, force=True
    )
    ann.see("#board .study-marks .arrow", state="attached")
    ann.page.click("[data-do=draw]")
    check(ann, "study")

    # the link to work on it together, in a second browser, on a phone
    ann.page.click("#share")
    ann.page.click("[data-link=edit]")
    ann.see("#about .made:not([hidden])")
    link = ann.page.input_value("#about .made input")
    check(ann, "share")
    ann.page.click("[data-do=closeAbout]")
    bob = person(phone=True)
    bob.page.goto(link)
    at(bob, 16)
    bob.wait_for_text("#tree q", "What about this?")
    bob.see("#board .study-marks circle", state="attached")
    assert not bob.page.evaluate(SIDEWAYS)
    check(bob, "study on a phone")
    version = int(bob.page.get_attribute("#study", "data-version"))
    bob.page.fill("#comment textarea", "Better!")
    bob.page.locator("#comment textarea").blur()
    at(ann, 16, version + 1)
    ann.wait_for_text("#tree q", "Better!")

    # without the link there is nothing, and the address of the moment leads to the line
    eve = person()
    answer = eve.context.request.get(link.partition("?")[0])
    assert answer.status == 404
    ann.page.goto(f"{table}?at={swing}&line=2")
    at(ann, 15)


def test_a_new_study_of_a_game_and_the_way_back_to_its_main_line(person):
    ann = person(phone=True)
    ann.go("/study")
    check(ann, "studies")
    ann.page.select_option("#new select", "maori")
    ann.page.click("#new button")
    ann.see("#study #board svg")
    for node in (1, 2):  # two ways to begin
        at(ann, 0)
        ann.page.locator("#prompt [data-action], #board .target.can").nth(node).dispatch_event("click")
        at(ann, node)
        if node == 1:
            assert ann.page.is_disabled("[data-do=main]")
            ann.page.keyboard.press("ArrowLeft")
    ann.page.click("[data-do=main]")
    at(ann, 0)
    assert ann.page.is_disabled("[data-do=main]")
    assert not ann.page.evaluate(SIDEWAYS)
    ann.go("/study")
    assert ann.page.locator(".mine li").count() == 1


def test_the_story_can_be_read_on_a_phone_and_a_game_from_it_leads_back(person, server):
    ann = person(phone=True, dark=True)
    table = ann.new_table("maori", TWO_HERE, seed="7")["page"]
    finish(ann, table, 14)
    swing = review(ann, server, table)
    ann.page.goto(f"{table}/story")
    ann.see(".story .swing svg.board.narrow")
    assert not ann.page.evaluate(SIDEWAYS)
    assert ann.page.evaluate(SMALLEST_LETTERS) >= 9.5
    assert "Analysed by the" in ann.page.inner_text(".story")
    check(ann, "story on a phone")
    ann.page.click(f"#move-{swing} [data-branch]")
    ann.page.wait_for_url(lambda url: "/story" not in url)
    ann.see("#board svg")
    ann.page.click("#origin")
    ann.page.wait_for_url(f"**{table}?at={swing}")
    bob = person()
    bob.page.goto(f"{table}/story")
    check(bob, "story")
