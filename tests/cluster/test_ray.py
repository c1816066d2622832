"""A Ray cluster of two workers gives the same results as this machine alone: `make test-ray`."""

import json
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
import ray
from typer.testing import CliRunner

from seaboard.__main__ import app
from seaboard.bots.network.network_files import random_weights
from seaboard.bots.training.plans import plan_of
from seaboard.bots.training.remote import RemotePlayers
from seaboard.bots.training.selfplay_threads import Played
from seaboard.core.errors import SeaboardError
from seaboard.lab.arena import new_tournament, run
from seaboard.lab.game_report import collect
from seaboard.lab.parallel import RayPool, run_jobs


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    yield
    ray.shutdown()


def test_two_workers_share_the_work():
    workers = {worker for _, (_, worker) in run_jobs(where_it_runs, [(n,) for n in range(8)], ray="auto")}
    assert len(workers) == 2


def where_it_runs(n):
    import os
    import time

    time.sleep(0.3)
    return n, os.getpid()


def test_a_report_is_the_same_on_a_cluster():
    options = {"players": 2}
    here = collect("maori", options, ["random"], 24, seed="5")
    there = collect("maori", options, ["random"], 24, seed="5", ray="auto")
    assert len(here.moves) == 24
    assert there == here


def test_an_arena_is_the_same_on_a_cluster():
    results = []
    for where in ("", "auto"):
        tournament = new_tournament("maori", {}, ["random", "random"], 6)
        assert run(tournament, ray=where)
        results.append([tournament.meetings[0].results[k] for k in range(6)])
    for here, there in zip(*results, strict=True):
        assert {**here, "seconds": 0} == {**there, "seconds": 0}


def test_the_users_own_bot_with_its_file_plays_on_a_cluster(tmp_path, monkeypatch):
    """By its place, in the folder where one works, with a file that is named from there."""
    code = """
class Nth:
    def __init__(self, file=""):
        self.n = int(open(file).read())

    def choose(self, seen, actions, cancelled=None):
        return actions[min(self.n, len(actions)) - 1]
"""
    (tmp_path / "raybots.py").write_text(code, encoding="utf-8")
    (tmp_path / "n.txt").write_text("2", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    results = []
    for where in ("", "auto"):
        tournament = new_tournament("maori", {}, ["raybots:Nth,file=n.txt", "random"], 4)
        assert run(tournament, ray=where)
        results.append([tournament.meetings[0].results[k]["points"] for k in range(4)])
    assert results[0] == results[1]


def test_the_commands_take_an_address():
    statistics = []
    for where in ([], ["--ray", "auto"]):
        done = CliRunner().invoke(app, ["report", "maori", "--games", "4", "--json", "--processes", "1", *where])
        assert done.exit_code == 0, done.output
        statistics.append(json.loads(done.stdout))
    assert statistics[0] == statistics[1]


def test_a_job_that_fails_is_reported():
    with pytest.raises(SeaboardError, match="atoll"):
        collect("maori", {"players": 5, "board": "atoll"}, ["random"], 2, ray="auto")


def test_two_workers_feed_training():
    """They play with the weights they were given last, other games than this machine, and every setup has its chance."""
    plan = replace(plan_of("maori").only({"players": 2, "level": "basic"}), simulations=2, full_simulations=2, match_share=0.0)
    here: list[Played] = []
    with RayPool("auto") as pool:
        remote = RemotePlayers(plan, pool, 7, here.append)
        assert pool.workers == 2
        remote.use(random_weights(plan.game, width=plan.width))
        chances = np.ones(len(plan.setups))
        deadline = time.monotonic() + 300
        while remote.played < 8 and time.monotonic() < deadline:
            remote.collect(chances)
            time.sleep(0.05)
    assert len(here) == remote.played >= 8
    assert len({one.samples.rows.tobytes() for one in here}) == len(here), "no game was played twice"
    assert all(len(one.samples.counts) > 10 and abs(one.wins.sum() - 1) < 1e-6 for one in here)
