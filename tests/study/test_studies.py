"""Studies as documents: lines, comments, marks; read and written without loss; every move checked; nothing hidden inside."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from seaboard.core.dice import key_of
from seaboard.core.errors import BadStudy, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.study.document import FORMAT, MAX_ID, MAX_LENGTH, read_study
from seaboard.study.session import PlayedChapter, check, load, redeal_from, study_from_match, turn_rows

RECORDS = Path(__file__).parents[1] / "fixtures" / "records" / "0.2.0"


def played(name, moves=20, seed=5, **options):
    match, dice = Match(find_game(name), seed=seed, **options), random.Random(2)
    while match.version < moves:
        match.push(dice.choice(match.actions()))
    return match


def with_lines(match):
    """A study with two variations in the middle of a match, a comment and marks."""
    study = study_from_match(match, "Tried out")
    chapter = study.chapters[0]
    middle = match.version // 2
    here = PlayedChapter(chapter).match_at(middle)
    for action in here.actions()[:3]:
        node = chapter.add(middle, here.text(action))
    chapter.note(node, comment="Better?\nMāori “quotes”", marks=(("ring", "display-3"), ("arrow", "display-3", "space-0-7")))
    return study


@pytest.mark.parametrize("name", NAMES)
def test_a_study_is_read_as_it_was_written(name):
    study = with_lines(played(name))
    text = study.text()
    again = load(text)
    assert again == study
    assert again.text() == text


def test_a_record_becomes_a_study_that_plays_it_again():
    text = (RECORDS / "nusfjord-solo.json").read_text(encoding="utf-8")
    chapter = load(text).chapters[0]
    record = json.loads(text)
    match = PlayedChapter(chapter).match_at(len(record["moves"]))
    assert [match.text(action) for action, _before in match.history] == record["moves"]
    assert match.scores() == record["scores"]


def test_a_position_becomes_a_study_that_begins_there():
    match = played("nusfjord")
    walk = PlayedChapter(load(match.position()).chapters[0])
    assert walk.match_at(0).position() == match.position()


def test_a_branch_changes_neither_the_match_nor_the_other_lines():
    match = played("maori")
    before = [match.record(), match.position()]
    study = study_from_match(match)
    chapter = study.chapters[0]
    walk = PlayedChapter(chapter)
    there = [walk.match_at(node).position() for node in chapter.nodes]
    here = walk.match_at(6)
    other = next(action for action in here.actions() if action != match.history[6][0])
    node = chapter.add(6, here.text(other))
    assert chapter.children(6) == [7, node]
    assert chapter.add(6, here.text(other)) == node, "the same move is the same line"
    grown = PlayedChapter(chapter, walk)
    assert [grown.match_at(one).position() for one in range(len(there))] == there
    assert [match.record(), match.position()] == before


def test_lines_are_removed_and_promoted():
    chapter = with_lines(played("maori")).chapters[0]
    first, *others = chapter.children(10)
    chapter.promote(others[-1])
    assert chapter.children(10) == [others[-1], first, *others[:-1]]
    check(read_study(json.dumps({"format": FORMAT, "title": "", "chapters": [chapter.to_dict()]})))
    assert chapter.remove(first) == 10
    assert chapter.children(10) == [others[-1], *others[:-1]]
    assert len(list(chapter.main_line())) == 12
    PlayedChapter(chapter)
    with pytest.raises(BadStudy, match="the start of a chapter"):
        chapter.remove(0)


def test_a_file_that_uses_the_largest_number_can_grow():
    table = study_from_match(Match(find_game("maori"), seed=1)).to_dict()
    table["chapters"][0]["lines"].append({"id": MAX_ID, "after": 0, "move": "set top 1"})
    chapter = load(json.dumps(table)).chapters[0]
    assert chapter.add(0, "set top 2") == 1
    assert PlayedChapter(chapter).chapter.children(0) == [MAX_ID, 1]


def test_a_node_that_reuses_a_number_is_played_again():
    """The played chapter does not reuse the position of a removed node with the same id."""
    match = played("maori", 4)
    chapter = study_from_match(match).chapters[0]
    here = PlayedChapter(chapter).match_at(4)
    one, other = (here.text(action) for action in here.actions()[:2])
    chapter.add(4, one)
    walk = PlayedChapter(chapter)
    chapter.remove(5)
    assert chapter.add(4, other) == 5
    assert PlayedChapter(chapter, walk).match_at(5).position() == PlayedChapter(chapter).match_at(5).position()


def test_the_tree_is_printed_by_turns_with_variations_after_the_move_they_replace():
    study = with_lines(played("maori"))
    walk = PlayedChapter(study.chapters[0])
    listed = list(turn_rows(walk))
    assert sorted(node for row in listed for node in row.nodes) == sorted(walk.chapter.nodes)[1:]
    at = next(n for n, row in enumerate(listed) if 11 in row.nodes)
    assert listed[at].nodes[-1] == 11
    assert [row.level for row in listed if row.starts_variation] == [1] * len(walk.chapter.children(10)[1:])
    assert listed[at + 1].starts_variation


def test_a_tree_with_one_deep_line_is_printed():
    """Every move is a variation of the previous one: the code must not recurse."""
    chapter = study_from_match(Match(find_game("maori"), seed=1)).chapters[0]
    walk, node, dice = PlayedChapter(chapter), 0, random.Random(1)
    while len(chapter.nodes) < 120 and not (match := walk.match_at(node)).over:
        chosen = dice.sample(match.actions(), min(2, len(match.actions())))
        node = [chapter.add(node, match.text(action)) for action in chosen][-1]
        walk = PlayedChapter(chapter, walk)
    assert max(row.level for row in turn_rows(walk)) > 30


@pytest.mark.parametrize("name", NAMES)
def test_a_redealt_position_contains_nothing_that_the_mover_could_not_know(name):
    """A redeal of everything hidden from the mover gives the same chapter."""
    match = played(name, 30)
    other = match.copy()
    other.s = match.view(match.mover)
    match.game.redeal(other.s, match.box, key_of("other"))
    made = [
        redeal_from(PlayedChapter(study_from_match(Match.from_position(one.position())).chapters[0]), 0, "key").to_dict()
        for one in (match, other)
    ]
    assert made[0] == made[1]
    assert made[0]["seat"] == match.mover


def test_a_redeal_keeps_lines_as_far_as_they_are_legal():
    study = with_lines(played("maori"))
    chapter = redeal_from(PlayedChapter(study.chapters[0]), 10, "key")
    assert len(PlayedChapter(chapter).states) == len(chapter.nodes) >= 3
    assert chapter.position
    assert chapter.seat == PlayedChapter(study.chapters[0]).match_at(10).mover


WRONG = {
    "chapters": ([], "at least one"),
    "chapters.0": (3, "chapter 1: must be a table"),
    "chapters.0.game": ("chess", "chapter 1: no game"),
    "chapters.0.rules": (99, "chapter 1: played by version 99"),
    "chapters.0.box": ("0", "chapter 1: played with other components"),
    "chapters.0.options.players": (7, "chapter 1: players must be"),
    "chapters.0.names": (["x"], "chapter 1: 2 names"),
    "chapters.0.seed": ("x", "chapter 1, seed: must be 32"),
    "chapters.0.seat": (5, "chapter 1, seat: must be from 0 to 1"),
    "chapters.0.extra": (1, "chapter 1, extra: no such key"),
    "chapters.0.title": ("x" * 81, "chapter 1, title: at most 80"),
    "chapters.0.lines": ([], "chapter 1, lines: needs at least the start"),
    "chapters.0.lines.0.id": (1, "chapter 1, line 1, id: the first line is the start"),
    "chapters.0.lines.2.id": (1, "chapter 1, line 3, id: 1 exists already"),
    "chapters.0.lines.2.after": (77, "chapter 1, line 3, after: no earlier line has the id 77"),
    "chapters.0.lines.2.move": ("ship 99", "chapter 1: move 2 (id 2): 'ship 99' is not a move of maori"),
    "chapters.0.lines.2.comment": ("x" * 2001, "chapter 1, line 3, comment: at most 2000"),
    "chapters.0.lines.2.marks": ([["circle", "a"]], "chapter 1, line 3, marks: a mark is"),
    "chapters.0.names.0": ("\ud800", "unpaired surrogate"),
    "chapters.0.from": ({"table": "t"}, "chapter 1, from, at: missing"),
}


@pytest.mark.parametrize("place", WRONG)
def test_errors_in_a_file_are_reported_with_their_place(place):
    table = with_lines(played("maori")).to_dict()
    value, message = WRONG[place]
    *way, last = [int(part) if part.isdigit() else part for part in place.split(".")]
    part = table
    for step in way:
        part = part[step]
    part[last] = value
    with pytest.raises(SeaboardError) as error:
        load(json.dumps(table))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


NO_STUDIES = ["{", '{"format": 3}', "[]", "{}" * 9, "x" * (MAX_LENGTH + 1), json.dumps({"format": FORMAT}), "", "\x00"]


@pytest.mark.parametrize("text", NO_STUDIES, ids=range(len(NO_STUDIES)))
def test_a_file_that_is_no_study_is_refused_in_one_line(text):
    with pytest.raises(SeaboardError) as error:
        load(text)
    assert "\n" not in str(error.value)


def test_a_chapter_without_names_is_refused():
    """`seaboard study` looked for the name of the mover among none."""
    table = with_lines(played("maori")).to_dict()
    table["chapters"][0]["names"] = []
    with pytest.raises(BadStudy, match="chapter 1, names: needs at least one"):
        load(json.dumps(table))


def test_a_position_of_another_game_is_refused():
    table = with_lines(played("maori")).to_dict()
    chapter = table["chapters"][0]
    del chapter["seed"]
    chapter["position"] = Match(find_game("kaivai"), seed=1, players=2).position()
    with pytest.raises(SeaboardError, match="begins at a position of kaivai"):
        load(json.dumps(table))


def test_any_file_is_read_or_refused():
    """Parts of a sound file are put in each other's place, or something odd is."""
    dice, refused = random.Random(4), []
    sound = with_lines(played("maori", 8)).to_dict()
    odd: list[Any] = [None, True, -1, 2**70, 1.5, "", "\x00", "\ud800", "x" * 99, [], {}, [[]], 10**400]
    for _ in range(300):
        table = json.loads(json.dumps(sound))
        spots = list(spots_of(table))
        for _n in range(dice.randrange(1, 4)):
            part, key = dice.choice(spots)
            other, its = dice.choice(spots)
            if (isinstance(part, list) and key >= len(part)) or (isinstance(other, list) and its >= len(other)):
                continue
            part[key] = json.loads(json.dumps(dice.choice([*odd, other[its]])))
        try:
            load(json.dumps(table))
        except SeaboardError as error:
            refused.append(str(error))
    assert 200 < len(refused) < 300
    assert not any("\n" in text for text in refused)


def spots_of(part):
    for key in part if isinstance(part, dict) else range(len(part)):
        yield part, key
        if isinstance(part[key], dict | list):
            yield from spots_of(part[key])
