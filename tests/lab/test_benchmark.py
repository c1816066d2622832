"""The benchmark: its tasks are fixed, its score is 50 for equal players, and a row can be reproduced."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.core.errors import BadOption, SeaboardError
from seaboard.games import NAMES, find_game
from seaboard.lab import benchmark
from seaboard.lab.benchmark import SUITES, find_suite, run_suite, score_of_share

ROOT = Path(__file__).parents[2]


def test_a_suite_never_changes():
    """Published rows depend on the tasks: other tasks are a new suite."""
    core = find_suite("core-1")
    assert core.deals == 5
    assert [(task.name, task.game, dict(task.options), task.opponents, core.games(task)) for task in core.tasks] == [
        ("maori-2", "maori", {"players": 2}, ("greedy", "search:50"), 10),
        ("maori-4-pro", "maori", {"players": 4, "level": "pro"}, ("greedy", "search:50"), 20),
        ("maori-3-atoll", "maori", {"players": 3, "board": "atoll"}, ("greedy", "search:50"), 15),
        ("kaivai-3", "kaivai", {"players": 3}, ("greedy", "search:50"), 15),
        ("kaivai-4-first", "kaivai", {"players": 4, "edition": "first"}, ("greedy", "search:50"), 20),
        ("nusfjord-2", "nusfjord", {"players": 2}, ("greedy", "search:50"), 10),
        ("nusfjord-5-trout", "nusfjord", {"players": 5, "deck": "trout"}, ("greedy", "search:50"), 25),
        ("nusfjord-solo", "nusfjord", {"players": 1}, (), 20),
    ]
    assert {task.game for task in core.tasks} == set(NAMES)


def test_tasks_can_be_played():
    for suite in SUITES.values():
        for task in suite.tasks:
            find_game(task.game).choose(**task.options)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_equal_players_score_50(seats):
    assert score_of_share(1 / seats, seats) == pytest.approx(50)
    assert (score_of_share(0, seats), score_of_share(1, seats)) == (0, 100)


def test_a_row_is_reproduced(tmp_path):
    rows = []
    for _ in range(2):
        words = ["benchmark", "smoke-1", "random", "--processes", "1", "--out", str(tmp_path / "rows.jsonl")]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    for line in (tmp_path / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        for task in row["tasks"].values():
            del task["seconds_per_decision"]
        rows.append(row)
    assert rows[0] == rows[1]
    assert rows[0]["games"] == 5
    assert run_suite(find_suite("smoke-1"), "random", "dev")["tasks"] != rows[0]["tasks"]


def test_tasks_one_at_a_time_make_the_same_row(tmp_path):
    """A row without all tasks has no score, and the next run continues it."""
    file, parts = tmp_path / "rows.jsonl", []
    for words in (["--task", "maori-3"], ["--task", "maori-2"], []):
        done = CliRunner().invoke(app, ["benchmark", "smoke-1", "random", "--processes", "1", "--out", str(file), *words])
        assert done.exit_code == 0, done.output
        parts.append(json.loads(file.read_text().splitlines()[-1]))
    assert "1 of 2 tasks, so no score yet: maori-3" in CliRunner().invoke(
        app, ["benchmark", "smoke-1", "random", "--processes", "1", "--task", "maori-3"]
    ).output.replace("\n", " ")
    assert [(list(row["tasks"]), row["score"] is None) for row in parts] == [
        (["maori-3"], True),
        (["maori-2", "maori-3"], False),
        (["maori-2", "maori-3"], False),  # the row was complete, so the third run begins another
    ]
    whole = run_suite(find_suite("smoke-1"), "random")
    for row in (*parts, whole):
        for task in row["tasks"].values():
            del task["seconds_per_decision"]
    assert parts[1] == parts[2] == whole
    assert parts[0]["tasks"]["maori-3"] == whole["tasks"]["maori-3"]


def test_an_interrupted_run_keeps_its_tasks(tmp_path, monkeypatch):
    file, run_task, played = tmp_path / "rows.jsonl", benchmark.run_task, []

    def interrupted(suite, task, *rest):
        played.append(task.name)
        if len(played) == 2:
            raise KeyboardInterrupt
        return run_task(suite, task, *rest)

    monkeypatch.setattr(benchmark, "run_task", interrupted)
    words = ["benchmark", "smoke-1", "random", "--processes", "1", "--out", str(file)]
    assert CliRunner().invoke(app, words).exit_code == 130
    assert [row["score"] is None for row in map(json.loads, file.read_text().splitlines())] == [True]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert played == ["maori-2", "maori-3", "maori-3"]
    assert [row["games"] for row in map(json.loads, file.read_text().splitlines())] == [2, 5]


def test_rows_of_another_bot_are_not_continued(tmp_path):
    file = tmp_path / "rows.jsonl"
    row = benchmark.row_of(find_suite("smoke-1"), "random", "test", [benchmark.TaskResult("maori-2", 50.0, 2)])
    file.write_text(json.dumps(row) + "\n")
    assert [one.task for one in benchmark.earlier_results(file, find_suite("smoke-1"), "random", "test")] == ["maori-2"]
    assert not benchmark.earlier_results(file, find_suite("smoke-1"), "random", "dev")
    assert not benchmark.earlier_results(file, find_suite("smoke-1"), "habit", "test")
    for text in ("[1]", "{}", "no rows"):
        file.write_text(text)
        with pytest.raises(SeaboardError, match="does not contain rows"):
            benchmark.earlier_results(file, find_suite("smoke-1"), "random", "test")


def test_wrong_names_are_refused():
    with pytest.raises(BadOption, match="smoke-1 has no task 'maori-9'; choose maori-2 or maori-3"):
        benchmark.choose_tasks(find_suite("smoke-1"), ["maori-9"])
    with pytest.raises(BadOption, match="no suite 'core-0'; choose core-1 or smoke-1"):
        find_suite("core-0")
    with pytest.raises(BadOption, match="split must be test or dev"):
        benchmark.run_suite(find_suite("smoke-1"), "random", "train")


def test_a_bot_can_have_a_file_for_each_game(tmp_path):
    """`{game}` in a bot's name; all files are checked before the first game."""
    assert benchmark.bot_for("net:50,file=ppo/{game}.npz", "maori") == "net:50,file=ppo/maori.npz"
    done = CliRunner().invoke(app, ["benchmark", "smoke-1", f"net,file={tmp_path}/{{game}}.npz"])
    assert isinstance(done.exception, BadOption)
    assert "maori.npz" in str(done.exception)


def test_the_page_names_every_task_and_cites_as_the_citation_file():
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    assert all(f"`{task.name}`" in page for task in find_suite("core-1").tasks)
    cff = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    (version,), (title,) = re.findall(r"^version: (.*)$", cff, re.M), re.findall(r'^title: "(.*)"$', cff, re.M)
    for text in (page, (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")):
        assert f"version = {{{version}}}" in re.sub(" +", " ", text)
        assert f"title = {{{title}}}" in re.sub(" +", " ", text)


def test_scores_on_the_page_follow_from_their_tasks():
    page = (ROOT / "docs" / "benchmark.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([\d.]+) \| ([\d.]+)–([\d.]+) \|((?: [\d.]+ \|){8})$", page, re.M)
    assert [row[0] for row in rows][:2] == ["random", "habit"]
    assert len(rows) == len(re.findall(r"^\| .* \|$", page.split("## Baselines")[1], re.M)) - 1  # without the head
    suite = find_suite("core-1")
    for bot, score, low, high, tasks in rows:
        scores = [float(text) for text in tasks.split(" |")[:-1]]
        results = [
            benchmark.TaskResult(task.name, score, suite.games(task) * max(1, len(task.opponents)))
            for task, score in zip(suite.tasks, scores, strict=True)
        ]
        row = benchmark.row_of(suite, bot, "test", results)
        assert (row["score"], row["interval"], row["games"]) == (float(score), [float(low), float(high)], 250), bot
