"""Accessibility: axe-core, keyboard only, phones, one screen, three languages."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from seaboard.games import NAMES, find_game

from .people import TWO_HERE, against_bots

WORDS = {"de-DE": ("Brettspiele vom Meer", "Jetzt spielen"), "nl-NL": ("Bordspellen van de zee", "Nu spelen")}
SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"


def most_players(name):
    return max(next(option.choices for option in find_game(name).options if option.name == "players"))


def check(ann, where, part=None, colours=False):
    """What axe-core finds on the page, or in a part of it; of colours alone, where all else was looked at in others."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": ["color-contrast"]} if colours else {})
    found = Axe().run(ann.page, part, options).response["violations"]
    assert not [(where, rule["id"], [node["html"][:120] for node in rule["nodes"]][:3]) for rule in found]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_on_the_pages(person, dark):
    ann = person(dark=dark)
    made = ann.new_table("maori", [{"kind": "me"}, {"kind": "friend"}])
    for path in ("/", *(f"/new/{name}" for name in NAMES)):
        ann.go(path)
        ann.page.click("summary[aria-label=Settings]")
        check(ann, path, colours=dark)
    eve = person(dark=dark)
    eve.go(made["invitations"]["1"])
    check(eve, "a seat's link", colours=dark)
    eve.page.goto("/t/nowhere")
    check(eve, "no such table", colours=dark)
    eve.complaints.clear()  # the browser also logs the 404


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_at_the_table(person, name, dark):
    ann = person(dark=dark)
    ann.sit_at(name, [{"kind": "me"}, {"kind": "here"}], {"players": 2})
    ann.see("#table.yours, #table.curtained")
    if ann.page.is_visible("#prompt [data-seat]"):
        check(ann, "curtain", colours=dark)
    ann.take_the_screen()
    ann.page.click("#words summary")
    check(ann, (name, "log"), colours=dark)
    for tab in ("chat", "help", "seats"):
        ann.page.click(f"#tab-{tab}")
        check(ann, (name, tab), "#panel", colours=dark)
    ann.page.once("dialog", lambda dialog: dialog.accept())
    ann.page.click("#seats [data-vote]")
    ann.see("#final .sheet")
    check(ann, (name, "scores"), colours=dark)


def test_a_turn_by_keyboard_only(person):
    ann = person(ask=True)
    keys = ann.page.keyboard
    ann.go("/new/maori")
    ann.page.locator("[name=seat-1-level]").focus()
    keys.press("End")  # the last level: plays anything
    ann.page.locator("[name=seat-1-level]").evaluate("(field) => field.closest('form').querySelector('[type=submit]').focus()")
    keys.press("Enter")
    ann.see("#board svg")
    turns = 0
    while turns < 3:
        ann.wait_for_turn()
        before = ann.page.inner_html("#prompt")
        if ann.page.locator("#prompt [data-end]").count():
            keys.press("e")
            turns += 1
        else:
            keys.press("b")
            on = "document.activeElement"
            assert ann.page.evaluate(f"{on}.matches('#board .target.can, #prompt button')")
            outline = ann.page.evaluate(f"getComputedStyle({on}).outlineStyle")
            assert outline == "solid"
            keys.press("Tab")
            keys.press("Shift+Tab")
            keys.press("Enter")
        ann.wait_for_prompt(before)


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_on_one_screen(ann, name):
    for players in (2, most_players(name)):
        ann.sit_at(name, against_bots(name, players=players), {"players": players})
        for _ in range(4):
            if not ann.wait_for_turn():
                break
            ann.wait("() => !document.getAnimations().some((one) => one.effect.getComputedTiming().iterations !== Infinity)")
            assert ann.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
            assert ann.page.evaluate("() => document.querySelector('#board').getBoundingClientRect().height > 600")
            for part in ann.page.query_selector_all("#board .target.can"):
                box = (part.query_selector(".extent") or part).bounding_box()  # pictures are cut off, boxes are not
                assert box["x"] >= 0, (part.get_attribute("aria-label"), box)
                assert box["x"] + box["width"] <= 1110, (part.get_attribute("aria-label"), box)
                assert box["y"] + box["height"] <= 900, (part.get_attribute("aria-label"), box)
            ann.play_something()


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_can_play(person, name):
    ann = person(phone=True)
    ann.sit_at(name, against_bots(name, players=2), {"players": 2})
    for _ in range(8):
        if not ann.wait_for_turn():
            break
        assert not ann.page.evaluate(SIDEWAYS)
        for part in ann.page.query_selector_all("#board .target.can"):
            box = part.bounding_box()
            assert min(box["width"], box["height"]) >= 31, part.get_attribute("aria-label")
        ann.play_something()


@pytest.mark.parametrize("language", WORDS)
def test_pages_speak_the_readers_language_and_words_fit(person, language):
    ann = person(phone=True, language=language)
    title, play = WORDS[language]
    for path in ("/", *(f"/new/{name}" for name in NAMES)):
        ann.go(path)
        assert not ann.page.evaluate(SIDEWAYS), path
    ann.go("/")
    assert ann.text("h1") == title
    assert ann.text("[data-quick=maori]") == play
    for name in NAMES:
        ann.sit_at(name, against_bots(name, players=2), {"players": 2})
        ann.wait_for_turn()
        assert not ann.page.evaluate(SIDEWAYS), name


def test_a_language_is_chosen_manually_and_remembered(ann):
    ann.sit_at("maori", TWO_HERE)
    ann.page.click("summary[aria-label=Settings]")
    ann.page.click("text=Nederlands")
    ann.see("html[lang=nl]")
    ann.see("#board svg")
    ann.go("/load")
    ann.see("html[lang=nl]")
