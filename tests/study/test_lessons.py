"""Every lesson is played to its end: as intended, with every wrong move, and with help only; texts are complete."""

import re
from pathlib import Path

import pytest

from seaboard.core.errors import BadLesson
from seaboard.games import all_games, find_game
from seaboard.language import LANGUAGES, using_language
from seaboard.lessons.lesson_file import Lesson, Translated, lessons_of, read_condition, read_lesson, value_at
from seaboard.lessons.lesson_session import CONTINUE, LessonSession, check_lesson, play_intended, resume

DOCS = Path(__file__).parents[2] / "docs"
LESSONS = [(game, lesson) for game in all_games() for lesson in lessons_of(game)]
LESSON_IDS = [f"{game.name}-{lesson.name}" for game, lesson in LESSONS]
MAX_TRIED = 12  # accepted moves in one position that are followed to the end of the step
every_lesson = pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=LESSON_IDS)


def texts_of(lesson: Lesson):
    yield from (lesson.title, lesson.about)
    for step in lesson.steps:
        yield from (words for words in (step.say, step.hint, step.done, step.failed) if words)
        yield from (wrong.say for wrong in step.wrong)


def test_every_game_is_taught():
    count = {game.name: len(lessons_of(game)) for game in all_games()}
    assert count["maori"] >= 6
    assert count["kaivai"] >= 9
    assert count["nusfjord"] >= 10
    assert sum(lesson.position.get("edition") == "first" for lesson in lessons_of(find_game("kaivai"))) == 2


@every_lesson
def test_it_can_be_played_as_intended_and_every_wrong_move_gets_feedback(game, lesson):
    assert check_lesson(game, lesson) > 0


@every_lesson
def test_it_explains_a_wrong_move_or_a_failure(game, lesson):
    assert any(step.wrong or step.failed for step in lesson.steps if step.play)


@every_lesson
def test_a_learner_who_is_always_stuck_reaches_the_end(game, lesson):
    inputs: list[int] = []
    for _n in range(100):
        session, answer = play_intended(game, lesson, inputs)
        assert answer.kind not in ("wrong", "failed")
        inputs = list(session.inputs)
        if session.finished:
            return
    raise AssertionError("no end")


@every_lesson
def test_a_line_that_misses_the_goal_can_be_tried_again(game, lesson):
    """In every step with a goal, always playing the last accepted move reaches it, or ends with an explanation and a retry."""
    inputs: list[int] = []
    while not (session := resume(game, lesson, inputs)[0]).finished:
        step = session.step
        assert step is not None
        if step.goal:
            play_last_accepted(game, lesson, inputs)
        while not session.finished and session.step is step:
            intended = session.next_intended()
            assert intended is not None
            session.handle(intended)
        inputs = list(session.inputs)


@every_lesson
def test_no_accepted_move_leads_into_a_dead_end(game, lesson):
    """After every accepted move the step is done, has failed, or can still be done by accepted moves."""
    inputs: list[int] = []
    while not (session := resume(game, lesson, inputs)[0]).finished:
        step_index, intended = session.step_index, session.next_intended()
        assert intended is not None
        tried = 0
        for action in session.match.actions() if session.has_task else ():
            after, answer = resume(game, lesson, [*inputs, action])
            if answer.kind == "" and action != intended:
                tried += 1
                assert tried > MAX_TRIED or can_be_done(game, lesson, after, step_index), session.match.text(action)
        session.handle(intended)
        inputs = list(session.inputs)


def can_be_done(game, lesson, session, index):
    """Whether some further accepted moves finish the step."""
    for action in session.match.actions():
        after, answer = resume(game, lesson, [*session.inputs, action])
        if answer.kind == "right" or (
            answer.kind == "" and after.step_index == index and can_be_done(game, lesson, after, index)
        ):
            return True
    return False


def play_last_accepted(game, lesson, inputs):
    """Always plays the last accepted move."""
    session, _answer = resume(game, lesson, inputs)
    step_index = session.step_index
    for _n in range(50):
        step = session.step
        assert step is not None
        accepted = [action for action in session.match.actions() if session.accepts(step, action)]
        answer = session.handle(accepted[-1])
        if answer.kind == "failed":
            assert answer.words
            again, answer = play_intended(game, lesson, session.inputs)
            assert again.inputs[: len(inputs)] == list(inputs)
            assert answer.kind != "wrong"
            return
        if session.step_index != step_index:
            return
    raise AssertionError("no end")


@every_lesson
def test_its_texts_are_complete_in_every_language(game, lesson):
    for words in texts_of(lesson):
        assert set(words.by_language) == set(LANGUAGES), words
        assert len(set(words.by_language.values())) > 1 or len(words.by_language["en"]) < 30, words
        for text in words.by_language.values():
            assert len(text) < 800, text
            assert text.count("**") % 2 == 0, text


@every_lesson
def test_its_rules_exist(game, lesson):
    rules = (game.texts.rules / "en.md").read_text(encoding="utf-8")
    for step in lesson.steps:
        assert not step.rule or re.search(rf"\b{re.escape(step.rule)}\b", rules), step.rule


@every_lesson
def test_highlighted_targets_exist(game, lesson):
    session = LessonSession(game, lesson)
    while step := session.step:
        drawn = session.match.svg(lesson.seat)
        for mark in session.highlighted_parts():
            kind, _space, name = mark.partition(" ")
            assert f'data-{kind}="{name}"' in drawn, mark
        for mark in step.highlights:
            assert mark in session.highlighted_parts() or any(
                re.fullmatch(re.escape(mark).replace(r"\*", ".*"), session.match.text(action))
                for action in range(game.num_actions)
            ), mark
        while session.step is step:
            intended = session.next_intended()
            assert intended is not None
            session.handle(intended)


def test_texts_are_in_the_readers_language():
    words = Translated({"en": "Sail", "de": "Fahre"})
    assert str(words) == "Sail"
    with using_language("de"):
        assert str(words) == "Fahre"
    with using_language("nl"):
        assert str(words) == "Sail"


TABLE = {"mover": 2, "player": [{"shells": 3, "fish": [0, 2, 1], "huts": ["e4"], "ships": {"sloop": 2}}]}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("player.1.shells >= 3", True),
        ("player.1.shells > 3", False),
        ("player.1.fish.2 == 2", True),
        ("player.1.fish.sum == 3", True),
        ("player.1.huts.count == 1", True),
        ('player.1.huts has "e4"', True),
        ('player.1.huts has not "e4"', False),
        ("player.1.ships.sloop <= 1", False),
        ("player.1.ships.cutter == 0", True),
        ("player.2.shells == 0", True),
        ('god == "f5"', False),
        ('player.3.huts has "e4"', False),
        ("mover != 1", True),
    ],
)
def test_a_condition(text, holds):
    assert read_condition(text).holds(TABLE) == holds


@pytest.mark.parametrize("text", ["player.1.shells", "shells = 3", "god == f5", "", "a >= "])
def test_a_condition_that_says_nothing_is_refused(text):
    with pytest.raises(BadLesson, match="goal"):
        read_condition(text)


def test_a_condition_on_something_else_is_an_error_that_says_so():
    with pytest.raises(BadLesson, match="cannot be compared"):
        read_condition('player.1.shells >= "three"').holds(TABLE)


def test_a_number_has_no_count():
    assert value_at(TABLE, ("mover", "count")) is None


LESSON = """
minutes = 2
title.en = "A"
about.en = "B"
[position]
players = 2
explorer = "top 1"
decision = "steps"
mover = 1
[[position.player]]
[[position.player]]
[[step]]
say.en = "Sail."
play = ["ship 2"]
hint.en = "Two."
"""


def lesson(more: str = "", text: str = LESSON) -> Lesson:
    return read_lesson(text + more, "a-lesson")


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('title.en = "A"', "", "title is missing"),
        ('title.en = "A"', 'title.de = "A"', "en is missing"),
        ('title.en = "A"', 'title.fr = "A"', "en is missing"),
        ("minutes = 2", "minutes = 200", "minutes: a whole number from 1 to 15"),
        ('hint.en = "Two."', "", "step 1: a task needs a `hint`"),
        ('play = ["ship 2"]', "goal = 'mover == 2'", "step 1: a task needs `play`"),
        ('play = ["ship 2"]', "play = 3", "step 1: play: a list of texts"),
        ('play = ["ship 2"]', 'play = ["ship 2"]\npaly = []', "no such key"),
        ("[[step]]", "[step]", "step: 1 to 20 tables"),
        ("minutes", "minutes minutes", "lesson a-lesson"),
    ],
)
def test_a_file_that_is_no_lesson_is_refused_with_the_place(old, new, wrong):
    with pytest.raises(BadLesson, match=re.escape(wrong)):
        lesson(text=LESSON.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('play = ["ship 2"]', 'play = ["ship 20"]', "step 1: 'ship 20' is"),
        ('play = ["ship 2"]', 'play = ["ship 2"]\ngoal = "player.1.shells >= 9"', "step 1: the intended move is refused"),
        ('play = ["ship 2"]', 'play = ["ship 2"]\ngoal = "mover == 1"', "step 1: the goal is reached before the first move"),
        ("players = 2", "players = 3", "one table per player: 3, not 2"),
        ("minutes = 2", "minutes = 2\nseat = 5", "seat: there are 2 players"),
        ("minutes = 2", "minutes = 2\nseat = 2", "step 1: it is not the learner's turn"),
    ],
)
def test_a_lesson_that_cannot_be_played_fails_its_check(old, new, wrong):
    with pytest.raises(BadLesson, match=re.escape(wrong)):
        check_lesson(find_game("maori"), lesson(text=LESSON.replace(old, new)))


def test_the_lesson_in_the_docs_can_be_played():
    text = re.search(r"```toml\n(.*?)```", (DOCS / "lessons.md").read_text(encoding="utf-8"), re.DOTALL)
    assert text
    assert check_lesson(find_game("maori"), read_lesson(text[1], "my-lesson")) > 5


def test_a_wrong_move_that_is_illegal_is_reported():
    with pytest.raises(BadLesson, match="the wrong move 'take 1' is never legal"):
        check_lesson(find_game("maori"), lesson('[[step.wrong]]\nmove = "take 1"\nsay.en = "No."'))


def test_a_try_is_answered_by_the_rules_or_by_the_lesson():
    maori, one = find_game("maori"), lesson('[[step.wrong]]\nmove = "ship 3"\nsay.en = "Too dear."\n[[step]]\nsay.en = "Read."')
    session = LessonSession(maori, one)
    find = {session.match.text(action): action for action in range(maori.num_actions)}
    assert "(M3.2)" in session.handle(find["ship 16"]).words
    assert session.handle(find["ship 3"]).words == "Too dear."
    assert "(−1 shell)" in session.handle(find["ship 3"]).stories[0][1]
    assert "Legal, but" in session.handle(find["ship 1"]).words
    assert session.handle(CONTINUE).kind == "wrong"
    assert session.handle(99999).words == "There is no such action."
    assert not session.inputs
    assert session.handle(find["ship 2"]).kind == "right"
    assert session.handle(find["take 1"]).kind == "wrong"
    assert session.handle(CONTINUE).kind == ""
    assert session.finished
    assert session.handle(CONTINUE).kind == "wrong"


def test_a_record_with_refused_steps_cannot_be_resumed():
    maori = find_game("maori")
    with pytest.raises(BadLesson, match="Start the lesson again"):
        resume(maori, lesson(), [CONTINUE, CONTINUE])
