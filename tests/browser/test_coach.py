"""A first game with a coach, in a real browser: explained once, asked before a blunder, off, on, and asked by a key."""

from tests.table.decisive_game import NOTHING, SEED, action, match_before_it

from .people import TWO_HERE
from .test_accessibility import check


def explained(person):
    """The kind of decision that is being explained, if any."""
    part = person.page.query_selector("#coach:not([hidden]) .explained")
    return part and part.get_attribute("data-kind")


def sit_before_the_end(person, turns_left):
    """At a table whose last choices decide the game, with the coach on. Returns what is to be played up to the last one."""
    made = person.new_table("maori", TWO_HERE, seed=SEED)
    played = [one for one, _before in match_before_it().history]
    for version, one in enumerate(played[: len(played) - turns_left]):
        sent = {"version": version, "action": one}
        assert person.context.request.post(f"{made['page']}/move", data=sent, headers={"origin": person.url}).ok
    person.context.add_init_script("localStorage.setItem('seaboard coach', localStorage.getItem('seaboard coach') ?? 'true')")
    person.go(made["page"])
    person.wait_for_turn()
    return played[len(played) - turns_left :]


def click(person, action):
    """On the board, or a button."""
    drawn = f"#board .target.can[data-actions~='{action}']"
    person.press_on(lambda: person.page.query_selector(f"{drawn}, #prompt [data-action='{action}']:not([hidden])"))
    if person.page.query_selector(f"{drawn}[data-actions*=' ']"):
        person.page.click(f'#pick [data-action="{action}"]')


def test_a_first_game_begins_with_an_easy_bot_and_a_coach(person):
    ann = person(phone=True)
    ann.go("/")
    assert ann.page.is_visible('[data-first="maori"]')
    ann.go("/learn")
    ann.page.click('[data-first="maori"]')
    ann.see("#board svg", state="attached")
    ann.wait_for_turn()
    assert "easy" in ann.page.text_content("#players")
    assert explained(ann) in ("WhereToSet", "HowManySteps")


def test_explained_once_then_asked_about_a_blunder(ann):
    message = []
    for played in sit_before_the_end(ann, 3):
        message.append(explained(ann))
        if len(message) == 1:
            check(ann, "the coach explains")
        before = ann.version()
        click(ann, played)
        ann.wait_for_news(before)
        ann.wait_for_turn()
    assert message == ["WhatToDo", "WhereItGoes", "HowManySteps"]
    assert explained(ann) is None
    before = ann.version()
    click(ann, action(NOTHING))
    ann.see("#coach .warned")
    assert ann.text("#coach h2") == "Are you sure?"
    assert ann.text("#coach dt") == "Pass"
    assert "Win chance 0 %" in ann.text("#coach dd")
    assert ann.page.query_selector("#board .hinted")  # the better choice
    check(ann, "the coach asks")
    assert ann.version() == before
    ann.page.click("#coach [data-anyway]")
    ann.wait_for_news(before)
    assert not ann.page.is_visible("#coach .warned")


def test_off_on_asked_by_a_key_and_only_once_on_a_phone(person):
    ann = person(phone=True)
    sit_before_the_end(ann, 4)
    blunder = action("ship 2", 4)
    assert explained(ann) == "HowManySteps"
    ann.page.click("#coach [data-coach-off]")
    ann.see("#coach", state="hidden")
    assert not ann.page.is_visible("#prompt [data-coach]")
    ann.page.keyboard.press("c")  # the player can still ask it
    ann.see("#coach .explained")
    ann.page.keyboard.press("Escape")
    ann.see("#coach", state="hidden")
    before = ann.version()
    click(ann, blunder)
    ann.wait_for_news(before)  # nobody asks
    there = ann.page.inner_html("#prompt")
    ann.page.keyboard.press("u")
    ann.wait_for_prompt(there)
    ann.page.reload()
    ann.wait_for_turn()
    assert explained(ann) is None  # that it is off is kept
    ann.page.keyboard.press("Shift+C")
    ann.see("#prompt [data-coach]")
    assert explained(ann) is None  # explained once already
    ann.page.click("#prompt [data-coach]")
    ann.see("#coach .explained")
    before = ann.version()
    click(ann, blunder)
    ann.see("#coach .warned")
    assert not ann.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    ann.page.click("#coach [data-think]")
    ann.see("#coach", state="hidden")
    assert ann.version() == before
    click(ann, blunder)  # asked once, it lets everything through
    ann.wait_for_news(before)


def test_the_coach_folds_and_stays_so(ann):
    sit_before_the_end(ann, 2)
    assert ann.page.is_visible("#coach .explained p")
    ann.page.click("#coach [data-coach-fold]")
    assert not ann.page.is_visible("#coach .explained p")
    check(ann, "the coach is folded")
    ann.page.reload()
    ann.wait_for_turn()
    ann.page.keyboard.press("c")
    ann.see("#coach.folded [data-coach-fold][aria-expanded=false]")
    ann.page.click("#coach [data-coach-fold]")
    assert ann.page.is_visible("#coach .explained p")


def test_no_coach_where_there_are_no_hints(ann):
    ann.sit_at("maori", TWO_HERE, hints=False)
    ann.wait_for_turn()
    ann.page.keyboard.press("c")
    ann.wait_for_text("#toast", "No hint here.")
    ann.page.keyboard.press("Shift+C")
    assert not ann.page.is_visible("#coach")
