"""At the table: why not, take back, end of turn, menus, moving pieces, replay, hint, the board in words."""

import re

from .people import TWO_HERE

MAORI = {"level": "basic", "players": 2}


ISLANDS = "#board [data-panel^=seat-] use[href^='#maori-tile-']:not(.maori-ghost)"
BOARD = "() => [...document.querySelectorAll('#board .panel')].map((panel) => panel.outerHTML).join('')"


def board(ann):
    """What the server drew: without the marks of what others did."""
    return ann.page.evaluate(BOARD)


def to_the_second_decision(ann):
    """The ship is set and sails: now a tile of its line can be taken, or another way chosen."""
    ann.sit_at("maori", TWO_HERE, MAORI, seed="3")
    ann.wait_for_turn()
    ann.play_something()


def test_play_now_is_one_click(ann):
    ann.go("/")
    ann.page.click("[data-game=maori] >> text=Play now")
    ann.see("#board svg")
    assert ann.page.locator("#players .player").count() == 2


def test_a_click_on_an_illegal_target_explains_the_rule(ann):
    to_the_second_decision(ann)
    before = ann.version()
    ann.press_on(lambda: ann.page.query_selector("#board .target:not(.can)"))
    ann.see("#bubble")
    assert re.search(r"Rule M\d+(\.\d+)*$", ann.text("#bubble"))
    assert ann.version() == before
    ann.page.keyboard.press("Escape")
    assert not ann.page.is_visible("#bubble")


def test_why_not_when_it_is_anothers_turn(person):
    ann, bob = person(), person()
    made = ann.sit_at("maori", [{"kind": "friend"}, {"kind": "me", "name": "Ann"}], MAORI)
    bob.go(made["invitations"]["0"])
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("text=Take the seat")
    bob.see("#board svg")
    ann.wait_for_text("#players", "Bob")
    (waiting, mover) = (bob, "Ann") if ann.page.locator("#table.yours").count() else (ann, "Bob")
    waiting.press_on(lambda: waiting.page.query_selector("#board .target"))
    waiting.see("#bubble")
    assert waiting.text("#bubble") == f"It is {mover}'s turn."


def test_moves_are_taken_back_one_by_one(ann):
    to_the_second_decision(ann)
    pictures = [board(ann)]
    while ann.page.locator("#prompt [data-undo]").count() < 1 or len(pictures) < 2:
        ann.play_something()
        pictures.append(board(ann))
        assert len(pictures) < 9
    start = len(pictures) - 1
    ann.page.click("text=Undo")
    ann.wait(f"(before) => ({BOARD})() !== before", pictures[start])
    assert board(ann) == pictures[start - 1]


def test_the_end_of_a_turn_is_asked_for(person):
    ann = person(ask=True)
    ann.sit_at("maori", TWO_HERE, MAORI, seed="3")
    ann.wait_for_turn()
    while not ann.page.locator("#prompt [data-end]").count():
        before = ann.page.inner_html("#prompt")
        ann.press_on(lambda: ann.choose.choice(ann.choices()))
        ann.wait_for_prompt(before)
    assert "End your turn?" in ann.text("#prompt") or "You can't undo this." in ann.text("#prompt")
    version, drawn = ann.version(), board(ann)
    assert ann.page.evaluate("document.activeElement.matches('[data-end]')")
    ann.page.click("text=Undo")
    ann.see("#prompt [data-end]", state="detached")
    assert ann.version() == version
    assert ann.choices()
    assert board(ann) != drawn


def test_the_draft_of_a_tile_shows_the_tile_and_the_hint_makes_room(person):
    ann = person(ask=True)
    ann.sit_at("maori", TWO_HERE, MAORI, seed="3")
    place = "#board [data-panel^=seat-] .target.can[aria-label^='Place at']"
    for _ in range(9):
        ann.wait_for_turn()
        if ann.page.query_selector(place):
            break
        before = ann.page.inner_html("#prompt")
        wanted = "#prompt [data-end], #board .target.can[aria-label^='Take']"
        ann.press_on(lambda wanted=wanted: ann.page.query_selector(wanted) or ann.choose.choice(ann.choices()))
        ann.wait_for_prompt(before)
    laid = len(ann.page.query_selector_all(ISLANDS))
    ann.page.click("#prompt [data-hint]")
    ann.see("#advice [data-action]")
    ann.press_on(lambda: ann.page.query_selector(place))
    ann.see("#prompt [data-end]")
    assert len(ann.page.query_selector_all(ISLANDS)) == laid + 1
    assert not ann.page.is_visible("#advice")
    ann.page.click("#prompt [data-take-back]")
    ann.see("#prompt [data-hint]")
    assert ann.page.is_visible("#advice")
    assert len(ann.page.query_selector_all(ISLANDS)) == laid


def test_a_target_with_several_actions_opens_a_menu(ann):
    """In Kaivai a hex can take several kinds of hut."""
    ann.sit_at("kaivai", [{"kind": "me"}, *[{"kind": "here"}] * 2], seed="3")
    there = "#board .target.can[data-actions*=' ']"
    for _ in range(40):
        ann.take_the_screen()
        if ann.page.query_selector(there):
            break
        before = ann.version()
        ann.press_on(lambda: ann.choose.choice(ann.choices()))
        ann.wait_for_news(before)
    several = ann.see(there)
    ann.press_on(lambda: ann.page.query_selector(there))
    buttons = ann.page.query_selector_all("#pick button")
    assert len(buttons) == len(several.get_attribute("data-actions").split())
    assert len({button.inner_text() for button in buttons}) == len(buttons)
    assert ann.page.evaluate("document.activeElement.parentElement.id") == "pick"
    ann.page.keyboard.press("Escape")
    assert not ann.page.is_visible("#pick")
    ann.press_on(lambda: ann.page.query_selector(there))
    before = ann.version()
    ann.press_on(lambda: ann.page.query_selector("#pick button:last-child"))
    ann.wait_for_news(before)


def test_pieces_are_seen_moving(person):
    ann = person(motion=True)
    ann.sit_at("maori", TWO_HERE, MAORI, seed="3")
    ann.wait_for_turn()
    ann.play_something()
    place = "() => document.querySelector('[data-piece=explorer]').getBoundingClientRect().x"
    ann.page.evaluate(
        "() => { window.ways = []; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...way) {"
        " if (this.dataset.piece === 'explorer') window.ways.push(way[0][0].transform); return animate.apply(this, way); } }"
    )
    before = ann.page.evaluate(place)
    ann.play_something()
    (way,) = ann.page.evaluate("window.ways")
    assert way.startswith("translate(")
    ann.wait("() => document.getAnimations().length === 0")
    assert ann.page.evaluate(place) != before


def test_the_replay_slider_goes_over_the_whole_game(ann):
    to_the_second_decision(ann)
    for _ in range(5):
        ann.wait_for_turn()
        ann.play_something()
    now, moves = board(ann), int(ann.page.get_attribute("#replay input", "max"))
    assert moves >= 6
    ann.page.locator("#replay input").fill("0")
    ann.see("#table[data-at='0']")
    assert "earlier move" in ann.text("#prompt")
    assert not ann.choices()
    assert ann.page.is_disabled("[data-step='-1']")
    ann.page.click("[data-step='1']")
    ann.see("#table[data-at='1']")
    assert ann.page.locator("#log li.turn.now").count() == 1
    ann.page.click("text=Return to game")
    ann.see(f"#table[data-at='{moves}']")
    assert board(ann) == now


def test_a_hint_shows_what_a_bot_would_do(ann):
    to_the_second_decision(ann)
    ann.page.click("text=Hint")
    ann.wait_for_text("#advice", "A strong bot's suggestions")
    assert "win chance" in ann.text("#advice .figures")
    assert ann.page.locator("#board .target.can.hinted, #prompt button.hinted:not([hidden])").count()
    before = ann.version()
    ann.page.click("#advice li button")
    ann.wait(f"() => Number(document.querySelector('#table').dataset.version) > {before}")
    assert not ann.page.is_visible("#advice")


def test_the_position_in_words_lists_what_can_be_done(ann):
    to_the_second_decision(ann)
    ann.page.keyboard.press("w")
    assert "Ann" in ann.text("#sentences")
    choices = ann.page.locator("#sentences [data-action]")
    assert choices.count() == ann.page.locator("#prompt [data-action]").count()
    before = ann.version()
    choices.first.click()
    ann.wait_for_news(before)


def test_help_and_settings(ann):
    to_the_second_decision(ann)
    ann.page.keyboard.press("?")
    assert "M3" in ann.text("#help-tab")
    ann.page.click("summary[aria-label=Settings]")
    ann.page.click("[data-theme-choice=dark]")
    ann.page.reload()
    assert ann.page.get_attribute("html", "data-theme") == "dark"
