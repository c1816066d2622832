"""`seaboard train` with PyTorch on the processor: it runs, stops, goes on, exports, and what it made plays."""

import json
import subprocess
import sys

import pytest

from seaboard.bots.network.files import read_network
from seaboard.bots.network.stamp import stamp
from seaboard.bots.training.plans import plan_of
from seaboard.games import find_game
from seaboard.lab.arena import Meeting, play_game
from seaboard.lab.ratings import standings

pytest.importorskip("torch")

SMALL = ("width=32", "simulations=8", "full_simulations=16", "first_positions=600", "batch=128")


def run_command(folder, minutes, *more):
    settings = [word for figure in SMALL for word in ("--set", figure)]
    command = [sys.executable, "-m", "seaboard", "train", "maori", "--players", "2", "--folder", str(folder)]
    command += ["--minutes", str(minutes), "--threads", "2", "--device", "cpu", *settings, *more]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def train(folder, minutes, *more):
    done = run_command(folder, minutes, *more)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "state.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder after two runs, and what each left."""
    folder = tmp_path_factory.mktemp("training")
    run_command(folder, 0.1)  # compiles, if need be; there may be no time left to learn
    return folder, train(folder, 0.6), train(folder, 0.4)


def test_it_goes_on_from_its_folder(trained):
    folder, first, second = trained
    assert second["runs"] == first["runs"] + 1
    assert second["games"] > first["games"] > 0
    lines = [json.loads(line) for line in (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert lines[-1]["end"]
    assert lines[-1]["steps"] > 0


def test_players_wait_for_a_learner_on_the_same_processor(trained):
    """Each position is learned from about as often as the plan says, up to the steps that are pending at the end."""
    lines = [json.loads(line) for line in (trained[0] / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    wanted, end = plan_of("maori").reuse, lines[-1]
    assert wanted / 2 < end["reuse"] <= wanted


def test_a_run_that_ends_before_it_learns_says_so(tmp_path):
    done = run_command(tmp_path, 0.1, "--set", "first_positions=1000000")
    assert done.returncode == 1
    assert "there is no network yet" in done.stderr
    assert "--set first_positions=" in done.stderr
    assert not (tmp_path / "best.npz").exists()


def test_ppo_comes_first_if_that_is_wanted(tmp_path):
    state = train(tmp_path, 0.4, "--ppo", "0.15")
    assert state["moves"] > 0
    assert read_network(tmp_path / "best.npz")[1]["made"]["moves"] == state["moves"]


def test_what_it_made_is_exported_and_beats_random(trained, tmp_path):
    file = stamp(trained[0] / "best.npz", tmp_path / "maori-2.npz")
    assert len(read_network(file)[1]["references"]) > 0
    bots = (f"net:30,file={file}", "random")
    meeting = Meeting(bots, 10, "trained")
    for k in range(10):
        meeting.results[k] = play_game("maori", find_game("maori").choose(players=2), bots, "trained", k)
    assert standings(meeting)[0].share >= 0.9
