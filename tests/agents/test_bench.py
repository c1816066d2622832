"""The benchmark: the same games for every player, refusals are counted, texts of models are escaped, figures add up."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.agents.bench import games as bench_games
from seaboard.agents.bench.games import plan_tasks, play_game, split_name
from seaboard.agents.bench.players import (
    CommandPlayer,
    EndpointPlayer,
    GreedyTextAgent,
    RandomTextAgent,
    Reply,
    listed_moves,
    new_player,
    promised_gain,
)
from seaboard.agents.bench.run import results_table, run, save_run
from seaboard.agents.bench.summary import expected, ladder, rating
from seaboard.core.errors import BadOption, SeaboardError
from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import FILE, read_buildings
from seaboard.record import replay


class Stubborn:
    """Gives the same answer to every question."""

    def __init__(self, text):
        self.name, self.text = "stubborn", text

    def answer(self, question):
        return Reply(self.text, 100, 7)


@pytest.mark.parametrize("game", ["maori", "kaivai", "nusfjord"])
def test_scripted_agents_play_whole_games(game):
    for player in (RandomTextAgent(), GreedyTextAgent()):
        result = play_game(plan_tasks([game], ["random"], 1)[0], player)
        assert result.illegal == result.forfeited == 0
        assert 1 <= result.place <= result.seats
        match, _moved = replay(result.record)
        assert match.over
        assert match.scores()[result.task.seat] == result.points


def test_everyone_plays_the_same_games():
    first, again = (plan_tasks(["maori", "kaivai"], ["random", "easy"], 6) for _ in range(2))
    assert first == again
    assert {task.seat for task in first if task.game == "maori"} == {0, 1}
    deals = {(task.game, task.opponent, task.seat, task.seed) for task in first}
    assert len(deals) == len(first)
    same = [(a.seed, b.seed) for a, b in zip(first[:6], first[6:12], strict=True)]
    assert all(one == other for one, other in same), "the opponents are met on the same deals"


def test_a_held_out_split_depends_on_its_secret_and_does_not_reveal_it():
    public, secret, other = (
        plan_tasks(["maori"], ["random"], 4, salt) for salt in ("", "a secret of many letters", "another one")
    )
    seeds = [{task.seed for task in split} for split in (public, secret, other)]
    assert not seeds[0] & seeds[1]
    assert not seeds[1] & seeds[2]
    assert split_name("a secret of many letters").startswith("held-out ")
    assert "secret" not in split_name("a secret of many letters")


def test_an_answer_that_is_no_move_is_counted_and_the_game_continues():
    result = play_game(plan_tasks(["maori"], ["random"], 1)[0], Stubborn("I resign! Move: resign"))
    assert result.illegal == result.forfeited == result.decisions > 10
    assert all(len(one.answers) == 3 and len(one.refusals) == 3 for one in result.transcript)
    assert result.tokens_in == 300 * result.decisions
    assert result.tokens_out == 21 * result.decisions


def test_a_refusal_tells_the_model_why():
    asked = []

    class Learner(RandomTextAgent):
        def answer(self, question):
            asked.append(question.messages)
            return Reply("Move: fly") if len(question.messages) == 2 else super().answer(question)

    result = play_game(plan_tasks(["maori"], ["random"], 1)[0], Learner())
    assert result.illegal == result.decisions
    assert result.forfeited == 0
    assert "is not a move of maori" in asked[1][-1]["content"]
    assert asked[1][-2] == {"role": "assistant", "content": "Move: fly"}


def test_the_text_of_a_model_is_escaped_on_the_page(tmp_path):
    attack = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>"
    found = run(Stubborn(f"{attack} Move: 1"), ["maori"], ["random"], 1)
    report = found.to_dict()
    save_run(found, report, tmp_path)
    page = (tmp_path / "transcripts.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page
    assert json.loads((tmp_path / "results.json").read_text(encoding="utf-8")) == report
    assert (
        len(json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))[0]["transcript"])
        == report["games"][0]["decisions"]
    )


@pytest.fixture
def endpoint():
    """An OpenAI-compatible endpoint whose model takes the second listed move; busy at first."""
    asked: list = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append((self.path, self.headers["authorization"], body))
            moves = listed_moves(body["messages"][1]["content"])
            text = f"Thinking. Move: {moves[min(1, len(moves) - 1)][1]}"
            found = {"choices": [{"message": {"content": text}}], "usage": {"prompt_tokens": 11, "completion_tokens": 5}}
            self.send_response(503 if len(asked) == 1 else 200)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}/v1", asked=asked)
    server.shutdown()


def test_a_model_behind_an_endpoint_plays(endpoint):
    player = new_player("some-model", endpoint.url, "key", 0.5, 100)
    found = run(player, ["maori"], ["random"], 1).to_dict((1.0, 10.0))
    row = found["games"][0]
    assert row["tokens_in"] == 11 * row["decisions"]
    assert row["cost"] == round((11 * row["decisions"] + 50 * row["decisions"]) / 1e6, 4)
    path, key, body = endpoint.asked[0]
    assert (path, key) == ("/v1/chat/completions", "Bearer key")
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("some-model", 0.5, 100)
    assert "Māori" in results_table(found) or "maori" in results_table(found)


def test_a_model_that_cannot_be_reached_is_an_error_of_one_line():
    with pytest.raises(SeaboardError, match="does not answer"):
        play_game(plan_tasks(["maori"], ["random"], 1)[0], EndpointPlayer("m", "http://127.0.0.1:1", "", None, 10))
    with pytest.raises(SeaboardError, match="ends with 3"):
        play_game(plan_tasks(["maori"], ["random"], 1)[0], CommandPlayer(f"{sys.executable} -c 'import sys; sys.exit(3)'"))
    for wrong in ("agent:chess", "python:nowhere:f", "gpt"):
        with pytest.raises(BadOption):
            new_player(wrong)


def test_a_python_function_and_a_command_play(tmp_path, monkeypatch):
    (tmp_path / "own_agent.py").write_text("def answer(prompt):\n    return 'Move: 1'\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = play_game(plan_tasks(["nusfjord"], ["random"], 1)[0], new_player("python:own_agent:answer"))
    assert result.illegal == 0
    question = SimpleNamespace(prompt="hello")
    assert CommandPlayer(f"{sys.executable} -c 'print(input().upper())'").answer(question).text == "HELLO\n"  # type: ignore[arg-type]


def test_the_command_prints_and_saves(tmp_path):
    out = tmp_path / "out"
    command = ["llm", "bench", "agent:random", "--game", "maori", "--opponent", "random", "--games", "2", "--review", "0"]
    done = CliRunner().invoke(app, [*command, "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert found["split"] == "public"
    assert found["games"][0]["games"] == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SeaboardError("no answer")])
def test_a_stopped_run_keeps_its_games(error, tmp_path, monkeypatch):
    """They may be paid for."""
    out, calls = tmp_path / "out", []

    def stops_in_the_second_game(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise error
        return play_game(*arguments)

    monkeypatch.setattr("seaboard.agents.bench.run.play_game", stops_in_the_second_game)
    command = ["llm", "bench", "agent:random", "--game", "maori", "--opponent", "random", "--games", "4", "--review", "0"]
    done = CliRunner().invoke(app, [*command, "--out", str(out)])
    assert done.exit_code == (130 if isinstance(error, KeyboardInterrupt) else 1)
    assert json.loads((out / "results.json").read_text(encoding="utf-8"))["games"][0]["games"] == 1
    assert (out / "transcripts.html").exists()


def test_the_folder_of_results_is_made_before_the_games(tmp_path):
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["llm", "bench", "agent:random", "--out", str(tmp_path / "file" / "out")])
    assert isinstance(done.exception, SeaboardError)
    assert "cannot create" in str(done.exception)


def test_the_rating_fits_the_results():
    anchors = {"random": 0.0, "easy": 400.0}
    task = plan_tasks(["maori"], ["random"], 1)[0]

    def results(opponent, ahead, behind):
        one = SimpleNamespace(task=SimpleNamespace(game=task.game, opponent=opponent))
        return [SimpleNamespace(task=one.task, points=p, others=[5]) for p in [9] * ahead + [1] * behind]

    even = rating(results("easy", 50, 50), anchors)
    assert even is not None
    assert abs(even[0] - 400) < 1
    strong = rating(results("easy", 91, 9), anchors)
    assert strong is not None
    assert 750 < strong[0] < 830
    hopeless = rating(results("random", 0, 100), anchors)
    assert hopeless is not None
    assert -1200 < hopeless[0] < -600
    assert rating(results("expert", 3, 3), anchors) is None
    assert expected(400, 0) == pytest.approx(10 / 11)


def test_the_ladder_has_every_opponent_of_a_game_it_lists():
    for game, ratings in ladder().items():
        find_game(game)
        assert set(ratings) == set(bench_games.OPPONENTS)
        assert ratings["random"] == 0


def test_figures_are_read_with_their_signs():
    assert promised_gain("Place at d3 (+2 shells, −1 shell)") == 1
    assert promised_gain("Move 3 steps") == 0


def test_generated_cards_are_valid_and_exist_nowhere():
    components = find_game("nusfjord").components
    assert components is not None
    assert components.generate is not None
    text = components.generate("7")
    assert text == components.generate("7") != components.generate("8")
    real = {(card.category, card.cost, card.points, card.effect) for card in read_buildings(FILE)}
    names = {card.name for card in read_buildings(FILE)}
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    assert len(rows) == len(read_buildings(FILE))
    for row in rows:
        cost = tuple(0 if cell == "?" else int(cell) for cell in row[5:8])
        assert (row[4], cost, 0 if row[8] == "*" else int(row[8]), row[9]) not in real
        assert row[3] not in names


def test_a_game_with_generated_cards_is_played_and_names_its_deck():
    found = run(RandomTextAgent(), ["nusfjord"], ["random"], 1, deck="7")
    assert found.to_dict()["deck"] == "7"
    prompts = "\n".join(one.prompt for one in found.results[0].transcript)
    generated = {line.split("\t")[3] for line in find_game("nusfjord").components.generate("7").splitlines()[1:]}  # type: ignore[union-attr, misc]
    assert any(name in prompts for name in generated)
