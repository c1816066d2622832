"""The messages between server and page: real answers of all games have the types that `protocol.d.ts` declares."""

import json
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter

from seaboard.games import NAMES, find_game
from seaboard.lessons.lesson_file import lessons_of
from seaboard.lessons.lesson_session import CONTINUE
from seaboard.match import Match
from seaboard.table.lessons.lesson_messages import LessonScene
from seaboard.table.puzzles.puzzle_messages import PuzzleScene
from seaboard.table.studies.study_messages import ChangeAnswer, EvaluationAnswer, NewStudyAnswer, StudyScene
from seaboard.table.view.scene_types import SceneUpdate
from seaboard.table.view.scene_update import CUT_AT
from seaboard.table.web.editor_pages import EditedPosition, EditError
from seaboard.table.web.message_types import ErrorAnswer, LinkAnswer, PageAnswer
from seaboard.table.web.table_messages import DraftAnswer, HintAnswer, MoveAnswer, NewTableAnswer, ShuffleAnswer, WhyNotAnswer
from tools import protocol_types

SEATS = {"kaivai": 3}


def check(kind: Any, answer: Any) -> Any:
    """Every field is declared, every declared field is there, and each has its type."""
    schema = TypeAdapter(kind).json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part["additionalProperties"] = False
    jsonschema.validate(answer, schema)
    return answer


def at_a_table(person, name):
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(SEATS.get(name, 2) - 1))]
    return person.table(name, seats=seats, seed="7")


def test_the_generated_file_is_current():
    assert protocol_types.FILE.read_text(encoding="utf-8") == protocol_types.text(), "run `make protocol`"


def test_the_check_finds_missing_undeclared_and_mistyped_fields():
    right = {"number": 1, "version": 1}
    check(MoveAnswer, right)
    for wrong in ({"number": 1}, {**right, "more": 1}, {**right, "version": "1"}):
        with pytest.raises(jsonschema.ValidationError):
            check(MoveAnswer, wrong)


@pytest.mark.parametrize("name", NAMES)
def test_scenes_and_answers_of_a_table(ann, bob, name):
    table = at_a_table(ann, name)
    scene = check(SceneUpdate, table.wait_for_turn())
    assert CUT_AT.keys() < scene.keys(), "a new page gets every part"
    known = check(SceneUpdate, table.scene(base=scene["mark"]))
    assert not CUT_AT.keys() & known.keys()
    for _ in range(6):
        scene = table.wait_for_turn()
        version, action = scene["version"], table.actions(scene)[0]
        answer = table.send("move", version=version, action=action, ask=True).json()
        if "draft" in answer:
            check(DraftAnswer, answer)
            assert check(SceneUpdate, table.scene(draft=action))["draft"] == action
            answer = table.send("move", version=version, action=action).json()
        check(MoveAnswer, answer)
    last = check(SceneUpdate, table.wait_for_turn())
    check(SceneUpdate, table.scene(at=2, narrow=True))
    check(SceneUpdate, table.scene(at=last["at"] - 1, following=True))
    check(SceneUpdate, table.by(bob).scene())
    check(HintAnswer, table.send("hint", version=last["version"]).json())
    check(LinkAnswer, table.send("link", seat=0, origin="http://here").json())
    check(WhyNotAnswer, ann.get(f"{table.page}/why", params={"action": 0, "version": last["version"]}).json())
    assert table.send("vote").status_code == 204
    over = check(SceneUpdate, table.scene())
    assert over["over"]
    check(PageAnswer, table.send("rematch").json())


@pytest.mark.parametrize("name", NAMES)
def test_studies(ann, name):
    made = check(NewStudyAnswer, ann.post("/api/studies", json={"text": new_position(name)}).json())
    study = f"/study/{made['study']}"
    scene = check(StudyScene, ann.get(f"{study}/scene").json())
    place = {"version": scene["version"], "chapter": 1, "at": 0}
    evaluation = check(EvaluationAnswer, ann.post(f"{study}/evaluation", json={"chapter": 1, "at": 0}).json())
    played = ann.post(f"{study}/play", json={**place, "action": evaluation["choices"][0]["action"]}).json()
    check(ChangeAnswer, played)
    marks = [["ring", "piece 1"], ["arrow", "piece 1", "place 2"]]
    noted = ann.post(f"{study}/note", json={**played, "comment": "a good move", "marks": marks}).json()
    check(ChangeAnswer, noted)
    after = check(StudyScene, ann.get(f"{study}/scene", params={"at": noted["at"], "known": scene["mark"]}).json())
    assert (after["comment"], after["marks"]) == ("a good move", marks)
    known = check(StudyScene, ann.get(f"{study}/scene", params={"at": 0, "known": after["mark"]}).json())
    assert "tree" not in known
    check(LinkAnswer, ann.post(f"{study}/link", json={"kind": "read"}).json())


@pytest.mark.parametrize("name", NAMES)
def test_lessons_puzzles_and_the_editor(ann, name):
    page = f"/learn/{name}/{first_lesson(name)}"
    check(LessonScene, ann.post(page, json={"inputs": []}).json())
    check(LessonScene, ann.post(page, json={"inputs": [CONTINUE], "help": True}).json())
    for body in ({}, {"show": True}, {"show": True, "step": 2}, {"action": 0}):
        check(PuzzleScene, ann.post(f"/puzzles/{name}/1", json=body).json())
    position = new_position(name)
    check(EditedPosition, ann.post(f"/edit/{name}", json={"text": position}).json())
    check(EditError, ann.post(f"/edit/{name}", json={"text": "x = ["}).json())
    check(PageAnswer, ann.post("/load", json={"text": position}).json())


def first_lesson(name):
    return lessons_of(find_game(name))[0].name


def new_position(name):
    return Match(find_game(name)).position()


def test_new_tables_and_their_shuffle(ann):
    seats = [{"kind": "me"}, {"kind": "friend"}]
    made = check(NewTableAnswer, ann.post("/api/tables", json={"game": "maori", "seats": seats, "together": True}).json())
    state = check(ShuffleAnswer, ann.get(f"{made['page']}/shuffle").json())
    sealed = ann.post(f"{made['page']}/seal", json={"seat": 0, "seal": "0" * 64}).json()
    assert check(ShuffleAnswer, sealed)["number"] > state["number"]


@pytest.mark.parametrize(
    "body",
    [
        {"version": -1, "action": 0},
        {"version": 2**31, "action": 0},
        {"version": 0},
        {"version": 0, "action": 0, "more": 1},
        {"version": "x", "action": 0},
        [],
        None,
    ],
)
def test_a_wrong_request_names_the_field(ann, body):
    answer = ann.post(
        f"{at_a_table(ann, 'maori').page}/move", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert ": " in check(ErrorAnswer, answer.json())["error"]
