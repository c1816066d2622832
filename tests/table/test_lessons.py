"""Lessons at the server: pages, answers, and refusals of wrong inputs."""

import pytest

from seaboard.games import all_games, find_game
from seaboard.lessons.lesson_file import lessons_of
from seaboard.lessons.lesson_session import CONTINUE, Feedback, LessonSession
from seaboard.table.lessons.lesson_pages import scene

FIRST = "/learn/maori/01-first-turn"


def say(person, address, message, **more):
    return person.post(address, json={"inputs": message, **more})


def test_the_lobby_and_the_pages_lead_to_every_lesson(ann):
    lobby = ann.get("/").text
    everything = ann.get("/learn").text
    for game in all_games():
        for lesson in lessons_of(game):
            address = f"/learn/{game.name}/{lesson.name}"
            assert f'href="/learn/{game.name}"' in lobby
            assert f'href="{address}"' in everything
            assert f'href="{address}"' in ann.get(f"/learn/{game.name}").text
            assert ann.get(address).status_code == 200


@pytest.mark.parametrize(("language", "title"), [("de", "Dein erster Zug"), ("nl", "Je eerste beurt")])
def test_a_lesson_speaks_the_readers_language(ann, language, title):
    ann.cookies.set("language", language)
    assert title in ann.get(FIRST).text
    assert find_game("maori").title in ann.get("/learn").text


def test_a_lesson_continues_from_its_inputs(ann):
    scene = say(ann, FIRST, []).json()
    assert (scene["at"], scene["inputs"], scene["finished"]) == (0, [], False)
    scene = say(ann, FIRST, [CONTINUE]).json()
    assert scene["at"] == 1
    assert scene["board"].startswith("<svg")
    wrong = scene["intended"] + 1
    refused = say(ann, FIRST, [CONTINUE, wrong]).json()
    assert refused["kind"] == "wrong"
    assert refused["inputs"] == [CONTINUE]
    done = say(ann, FIRST, [CONTINUE, scene["intended"]]).json()
    assert (done["kind"], done["at"]) == ("right", 2)
    helped = say(ann, FIRST, done["inputs"], help=True).json()
    assert helped["at"] == 3


def test_a_whole_lesson(ann):
    message: list[int] = []
    for _n in range(20):
        scene = say(ann, FIRST, message, help=True, narrow=True).json()
        message = scene["inputs"]
        if scene["finished"]:
            return
    raise AssertionError("no end")


@pytest.mark.parametrize(
    ("address", "status"),
    [("/learn/maori/no-such", 404), ("/learn/chess", 422), ("/learn/chess/01", 422), ("/learn/maori/..%2f..", 404)],
)
def test_missing_pages(ann, address, status):
    assert ann.get(address).status_code == status


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"inputs": "ship 2"},
        {"inputs": [-2]},
        {"inputs": [2**40]},
        {"inputs": [CONTINUE] * 101},
        {"inputs": [], "more": 1},
        {"inputs": [[]]},
        [],
    ],
)
def test_bad_inputs_are_refused(ann, body):
    answer = ann.post(FIRST, json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_path_that_no_lesson_has_is_refused(ann):
    answer = say(ann, FIRST, [CONTINUE, 0, 0, 0])
    assert answer.status_code == 422
    assert "Start the lesson again" in answer.json()["error"]


def test_nothing_is_stored(ann, server):
    before = ann.get("/").text.count("/t/")
    say(ann, FIRST, [CONTINUE])
    assert ann.get("/").text.count("/t/") == before


def test_the_learner_sees_no_more_than_a_player_would():
    """The board is drawn from the view of the learner's seat: hands of others are not in it."""
    game = find_game("nusfjord")
    lesson = next(lesson for lesson in lessons_of(game) if lesson.name == "08-points")
    session = LessonSession(game, lesson)
    hidden = session.match.s.copy()
    session.match.s.key[:] = 0
    session.match.s.counter = 0
    without_chance = scene(session, Feedback(), False)["board"]
    session.match.s = hidden
    assert scene(session, Feedback(), False)["board"] == without_chance
