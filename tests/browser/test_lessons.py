"""Lessons in a real browser: each is finished by clicking, after a wrong try; then it is marked as done."""

import os

import pytest

from seaboard.games import all_games, find_game
from seaboard.lessons.lesson_file import lessons_of
from seaboard.lessons.lesson_session import CONTINUE, LessonSession

from .test_accessibility import check

LESSONS = [(game.name, lesson.name) for game in all_games() for lesson in lessons_of(game)]
EVERY_SCREEN = "SEABOARD_EVERY_SCREEN" in os.environ  # `make screens`; else every other lesson, on one of the two in turns
SCREENS = [
    (*lesson, phone) for n, lesson in enumerate(LESSONS) for phone in (False, True) if EVERY_SCREEN or n % 4 == 2 * phone
]
FREE = "() => document.querySelector('#lesson:not(.busy) .dots')"


def begin(person, game, lesson):
    person.go(f"/learn/{game}/{lesson}")
    person.see("#board svg", state="attached")
    person.wait(FREE)


def message(person):
    return int(person.page.get_attribute("#lesson", "data-inputs"))


def click_action(person, action):
    """On the board where it is drawn, else by its button."""
    parts = [
        part
        for part in person.page.query_selector_all("#board .target.can")
        if str(action) in part.get_attribute("data-actions").split()
    ]
    if not parts:
        person.page.click(f'#card [data-action="{action}"]')
        return
    person.press(parts[0])
    if len(parts[0].get_attribute("data-actions").split()) > 1:
        person.press(person.page.query_selector(f'#pick [data-action="{action}"]'))


def answer(person, action):
    before = message(person)
    if action == CONTINUE:
        person.page.click("[data-command=on]")
    else:
        click_action(person, action)
    person.wait("(before) => +document.querySelector('#lesson:not(.busy)')?.dataset.inputs > before", before)


def try_wrong(person, action):
    click_action(person, action)
    person.see("#card .answer.wrong")
    person.wait(FREE)


def wrong_move(session):
    """One that the rules allow and this step does not."""
    step, match = session.step, session.match
    return next((action for action in match.actions() if not session.accepts(step, action)), None)


def finish(person, game, lesson):
    """Clicks through a lesson; the first wrong try that there is, is tried."""
    session = LessonSession(game, lesson)
    tried = False
    while not session.finished:
        if session.has_task and not tried and (wrong := wrong_move(session)) is not None:
            try_wrong(person, wrong)
            assert message(person) == len(session.inputs)
            tried = True
        intended = session.next_intended()
        assert intended is not None
        session.handle(intended)
        answer(person, intended)
        assert message(person) == len(session.inputs)
    person.see("#end:not([hidden])")


def wide(person):
    """Whether anything sticks out of the screen."""
    return person.page.evaluate("() => document.documentElement.scrollWidth > innerWidth + 1")


@pytest.mark.parametrize(("name", "lesson_name", "phone"), SCREENS)
def test_a_lesson_is_finished_by_clicking(person, name, lesson_name, phone):
    ann = person(phone=phone)
    game = find_game(name)
    lesson = next(lesson for lesson in lessons_of(game) if lesson.name == lesson_name)
    begin(ann, name, lesson_name)
    finish(ann, game, lesson)
    assert not wide(ann)
    ann.go("/learn")
    ann.see(f'[data-lesson="{name}/{lesson_name}"].is-done')
    assert not wide(ann)


def test_a_learner_who_is_stuck_gets_help_and_may_go_back(ann):
    begin(ann, "maori", "01-first-turn")
    ann.page.click("[data-command=on]")
    ann.see("[data-command=hint]")
    assert not ann.page.is_visible("#card .hint")
    ann.page.click("[data-command=hint]")
    ann.see("#card .hint")
    ann.see("#board .hinted")
    ann.page.click("[data-command=show]")
    ann.see(".answer.right")
    assert message(ann) == 2
    ann.page.click("[data-command=back]")
    ann.wait("() => document.querySelector('#lesson').dataset.inputs === '1'")


def test_a_way_that_fails_is_reported_and_tried_again(ann):
    begin(ann, "maori", "02-islands")
    ann.page.click("[data-command=on]")
    ann.see("[data-command=hint]")
    game = find_game("maori")
    lesson = lessons_of(game)[1]
    session = LessonSession(game, lesson)
    session.handle(CONTINUE)
    for move in ("ship 2", "take 1", "to a4"):
        action = session.match.find(move)
        session.handle(action)
        answer(ann, action)
    ann.see(".answer.failed")
    ann.page.click("[data-command=retry]")
    ann.see("[data-command=hint]")
    assert message(ann) == 1


def test_an_illegal_move_is_answered_with_the_rule(ann):
    begin(ann, "kaivai", "03-fish-and-deliver")
    ann.page.click("#board .target:not(.can)[data-actions]:not([data-actions=''])", force=True, position={"x": 5, "y": 5})
    ann.see("#card .answer.wrong")


def test_a_lesson_by_keys_in_another_language(person):
    ann = person(language="de-DE")
    begin(ann, "maori", "01-first-turn")
    assert "Auslage" in ann.text("#card")
    ann.page.click("[data-command=on]")
    ann.see("[data-command=hint]")
    ann.page.keyboard.press("h")
    ann.page.keyboard.press("h")
    ann.see(".answer.right")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_where_one_learns(person, dark):
    ann = person(dark=dark)
    for path in ("/learn", "/cards/nusfjord?Deck=Herring", "/rules/kaivai", "/aid/nusfjord")[dark::2]:
        ann.go(path)
        check(ann, path)
    for game, lesson in (("maori", "01-first-turn"), ("kaivai", "03-fish-and-deliver"), ("nusfjord", "04-buildings"))[dark:]:
        begin(ann, game, lesson)
        check(ann, lesson, colours=dark)
    try_wrong(ann, wrong_move(LessonSession(find_game("nusfjord"), lessons_of(find_game("nusfjord"))[3])))
    check(ann, "a wrong try", colours=dark)


def test_learn_is_offered_next_to_playing(ann):
    ann.go("/")
    ann.page.click(".game .go .learn")
    ann.see(".lessons li")
