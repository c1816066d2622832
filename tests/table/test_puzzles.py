"""Puzzles at the server: every try is answered, nothing is stored; a player's own mistakes come from the review of a game."""

import json
import random

import pytest

from seaboard.games import NAMES, find_game
from seaboard.language import LANGUAGES, using_language, using_player_names
from seaboard.match import Match
from seaboard.puzzles.puzzle_file import puzzles_of
from seaboard.puzzles.puzzle_task import shortened, task_from, task_of
from seaboard.study.review import Choice, Decision, Review, Sums
from seaboard.table import store

HTML = {"accept": "text/html"}


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_is_solved_after_a_wrong_try(ann, name):
    game = find_game(name)
    task = task_of(game, puzzles_of(game)[0])
    page = f"/puzzles/{name}/1"
    assert 'id="board"' in ann.get(page, headers=HTML).text
    first = ann.post(page, json={}).json()
    assert first["kind"] == ""
    assert "Find the best move." in first["card"]
    wrong = ann.post(page, json={"action": min(task.costs)}).json()
    assert wrong["kind"] == "wrong"
    assert "That drops your win chance from" in wrong["card"]
    assert "Compared with the best move" in wrong["card"]
    assert wrong["board"] == first["board"]
    right = ann.post(page, json={"action": task.answers[0]}).json()
    assert right["kind"] == "right"
    assert right["step"] == 1
    assert right["steps"] == len(task.line(task.answers[0]))
    assert right["board"] != first["board"]
    assert "Compared with the next best move" in right["card"]
    shown = ann.post(page, json={"show": True, "step": 0}).json()
    assert (shown["kind"], shown["step"]) == ("shown", 0)
    beyond = ann.post(page, json={"show": True, "step": 90}).json()
    assert beyond["step"] == beyond["steps"]
    forbidden = next(action for action in range(game.num_actions) if action not in {*task.costs, *task.answers})
    assert ann.post(page, json={"action": forbidden}).json()["kind"] == "refused"
    assert ann.post(page, json={"action": game.num_actions}).status_code == 422


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_says_why_its_answer_is_best_and_another_move_worse(name, language):
    game = find_game(name)
    for n, puzzle in enumerate(puzzles_of(game), 1):
        with using_language(language):
            task = task_of(game, puzzle)
            second = task.next_best()
            assert second is not None
            with using_player_names(task.match.names):
                best, worse = task.reasons(task.answers[0]), task.reasons(second)
        assert best, n
        assert worse, n
        assert not any("{" in sentence for sentence in (*best, *worse)), n


def test_a_puzzle_says_which_goods_would_be_missing():
    game = find_game("maori")
    task = task_of(game, puzzles_of(game)[33])
    tried = task.match.find("ship 5")
    with using_player_names(task.match.names):
        missing = task.unaffordable(tried)
        assert missing == "Later you can't play “Take for 1 shell”: This tile costs 1 shell; you have 0 shells."
        assert missing in task.reasons(tried)
        assert not task.unaffordable(task.answers[0])


def test_a_choice_without_cost_counts_as_right():
    game = find_game("nusfjord")
    task = task_of(game, puzzles_of(game)[8])
    assert task.words(task.match.find("buy")) == "Buy shares: 1 share for free"


def test_a_choice_inside_a_sentence_is_short():
    assert shortened("Build a building.") == "Build a building"
    long = "142 Shipping Lane for 4 wood, 5 fish (3 points): Immediately: +1 gold for each ship."
    assert shortened(long) == "142 Shipping Lane for 4 wood, 5 fish"


def test_the_pages_of_all_puzzles_lead_to_each(ann):
    message = ann.get("/puzzles", headers=HTML).text
    for name in NAMES:
        assert f'href="/puzzles/{name}/{len(puzzles_of(find_game(name)))}"' in message
        assert f'href="/puzzles/{name}"' in ann.get("/", headers=HTML).text
        assert f'href="/puzzles/{name}"' in ann.get(f"/learn/{name}", headers=HTML).text
    for path in ("/puzzles/maori/0", "/puzzles/maori/9999", "/puzzles/chess", "/puzzles/chess/1"):
        assert ann.get(path, headers=HTML).status_code in (404, 422)
    assert ann.get("/puzzles/maori/one", headers=HTML).status_code == 422


# the player's own mistakes


def finished(name="maori"):
    match = Match(find_game(name), seed=7)
    dice = random.Random(3)
    while not match.over:
        match.push(dice.choice(match.actions()))
    return match


def decision_of(match, move, mark, seat=None):
    """As a review says it: what was played is a tenth worse than the first other action, another a little."""
    here = match.copy()
    here.back_to(move)
    played, (best, near, *_rest) = match.history[move][0], [a for a in here.actions() if a != match.history[move][0]]
    values = {best: 0.6, near: 0.57, played: 0.4}
    choices = tuple(Choice(action, (value, 1 - value), (20.0, 20.0), ()) for action, value in values.items())
    return Decision(
        *(move, here.mover if seat is None else seat, played, best, 0.2, mark),
        *((0.6, 0.4), (20.0, 20.0), (-0.2, 0.2), (0.0, 0.0), (0.0, 0.0), choices),
    )


def with_choices(match, seat):
    """Moves at which a seat had three choices or more."""
    for n in range(match.version):
        here = match.copy()
        here.back_to(n)
        if here.mover == seat and len(here.actions()) > 3:
            yield n


def test_nearly_optimal_moves_solve_a_puzzle():
    match = finished()
    decision = decision_of(match, next(with_choices(match, 0)), "blunder")
    task = task_from(match, decision)
    assert task.answers == [decision.best, decision.best_choices[1].action]
    assert task.costs == {decision.action: pytest.approx(0.2)}
    assert task.played == decision.action
    assert task.verdict(decision.action) == "That drops your win chance from 60 % to 40 %."


def test_my_mistakes_are_tried_again_by_me_alone(ann, bob, server):
    match = finished()
    moves = list(with_choices(match, 0))
    decisions = [
        decision_of(match, move, mark) for move, mark in zip(moves, ("mistake", "inaccuracy", "blunder"), strict=False)
    ]
    sums = tuple(Sums(3, -0.4, 0.0, 0.0, 0.0, 0.1, 0.1, {"inaccuracy": 1, "mistake": 1, "blunder": 1}) for _seat in range(2))
    review = Review("search", match.version, 2, tuple(decisions), sums, (0, 2), (0.5, 0.5), (1.0, 0.0))
    page = ann.post("/load", json={"text": match.record()}).json()["page"]
    assert ann.get(f"{page}/retry", headers=HTML).status_code == 404
    engine = store.connect(server.database)
    store.save_review(engine, page[3:], json.dumps(review.to_dict()), "played")
    engine.dispose()
    assert f'href="{page}/retry"' in ann.get(f"{page}/story", headers=HTML).text
    assert "retry" not in bob.get(f"{page}/story", headers=HTML).text
    assert "Mistake 1 of 2" in ann.get(f"{page}/retry", headers=HTML).text
    assert bob.get(f"{page}/retry", headers=HTML).status_code == 404
    assert bob.post(f"{page}/retry/1", json={}).status_code == 404
    for number, decision in ((1, decisions[0]), (2, decisions[2])):
        assert "Find a better move." in ann.post(f"{page}/retry/{number}", json={}).json()["card"]
        assert ann.post(f"{page}/retry/{number}", json={"action": decision.action}).json()["kind"] == "wrong"
        answer = ann.post(f"{page}/retry/{number}", json={"action": decision.best}).json()
        assert answer["kind"] == "right"
        assert "You played" in answer["card"]
    assert ann.post(f"{page}/retry/3", json={}).status_code == 404
