"""`seaboard train` with PyTorch on a CPU: it runs, stops, resumes and exports, and its network plays."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from seaboard.bots.network.network_files import read_network
from seaboard.bots.network.stamp import stamp
from seaboard.bots.training.plans import plan_of
from seaboard.games import find_game
from seaboard.lab.arena import Meeting, play_game
from seaboard.lab.ratings import standings

pytest.importorskip("torch")

SMALL = ("width=32", "simulations=8", "full_simulations=16", "first_positions=600", "batch=128")


def words(folder, *more):
    """The command, for an hour unless `more` limits it: by steps where the load of the machine must not matter."""
    settings = [word for figure in SMALL for word in ("--set", figure)]
    command = [sys.executable, "-m", "seaboard", "train", "maori", "--players", "2", "--folder", str(folder)]
    return [*command, "--minutes", "60", "--threads", "2", "--device", "cpu", *settings, *more]


def run_command(folder, *more):
    return subprocess.run(words(folder, *more), capture_output=True, text=True, check=False)


def train(folder, *more):
    done = run_command(folder, *more)
    assert done.returncode == 0, done.stderr
    return state_of(folder)


def state_of(folder):
    return json.loads((folder / "state.json").read_text(encoding="utf-8"))


def curve_of(folder):
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()]


def stop_when(number, ready, folder, *more):
    """Starts a run of an hour, sends it a signal once `ready()`, and returns its status and the last line of stderr.

    It obeys Ctrl+C also where the tests themselves ignore it (in the background)."""
    folder.mkdir(exist_ok=True)
    errors, restore = folder / "stderr", lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(words(folder, *more), stderr=errors.open("wb"), start_new_session=True, preexec_fn=restore)
    try:
        while not ready():
            assert process.poll() is None, errors.read_text(encoding="utf-8")
            time.sleep(0.1)
        process.send_signal(number)
        status, output = process.wait(60), errors.read_text(encoding="utf-8")
        assert "Traceback" not in output
        return status, output.splitlines()[-1]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder after two runs, and the state after each."""
    folder = tmp_path_factory.mktemp("training")
    return folder, train(folder, "--steps", "300"), train(folder, "--steps", "200")


def test_it_continues_from_its_folder(trained):
    folder, first, second = trained
    assert second["runs"] == first["runs"] + 1
    assert second["games"] > first["games"] > 0
    lines = curve_of(folder)
    assert [line["steps"] for line in lines if line.get("end")] == [300, 200]


def test_players_wait_for_a_learner_on_the_same_cpu(trained):
    """Each position is learned from about as often as the plan says, up to the steps that are pending at the end."""
    wanted, end = plan_of("maori").reuse, curve_of(trained[0])[-1]
    assert wanted / 2 < end["reuse"] <= wanted


def test_a_run_that_ends_before_learning_is_reported(tmp_path):
    done = run_command(tmp_path, "--minutes", "0.1", "--set", "first_positions=1000000")
    assert done.returncode == 2
    assert "there is no network yet" in done.stderr  # tests/bots/test_networks.py has the rest of the message
    assert not (tmp_path / "best.npz").exists()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_saves_the_network_and_the_same_command_continues(number, status, tmp_path):
    def learns():
        return (tmp_path / "curve.jsonl").exists() and curve_of(tmp_path)[-1]["steps"] > 0

    found, last_line = stop_when(number, learns, tmp_path)
    assert found == status
    assert "stopped: the network is saved; the same command continues" in last_line
    stopped, steps = state_of(tmp_path), curve_of(tmp_path)[-1]
    assert (stopped["runs"], steps["end"]) == (1, True)
    made = read_network(tmp_path / "best.npz")[1]["made"]
    assert made["games"] == stopped["games"] > 0
    continued = train(tmp_path, "--steps", "1")
    assert continued["runs"] == 2
    assert continued["games"] > stopped["games"]


def test_a_signal_before_learning_names_no_network(tmp_path):
    ready = (tmp_path / "curve.jsonl").exists
    status, last_line = stop_when(signal.SIGTERM, ready, tmp_path, "--set", "first_positions=1000000")
    assert status == 143
    assert "there is no network yet" in last_line
    assert state_of(tmp_path)["games"] > 0
    assert not (tmp_path / "best.npz").exists()


def test_a_signal_during_ppo_keeps_its_network(tmp_path):
    status, last_line = stop_when(signal.SIGINT, (tmp_path / "curve.jsonl").exists, tmp_path, "--ppo", "30")
    assert status == 130
    assert "stopped: the network is saved" in last_line
    assert read_network(tmp_path / "best.npz")[1]["made"]["moves"] == state_of(tmp_path)["moves"] > 0


def test_a_second_run_in_the_same_folder_is_refused(tmp_path):
    started = tmp_path / "curve.jsonl"
    running = subprocess.Popen(words(tmp_path), stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        while not started.exists():
            assert running.poll() is None
            time.sleep(0.1)
        second = run_command(tmp_path)
    finally:
        running.kill()
        running.wait()
    assert second.returncode == 2
    assert second.stderr.splitlines()[-1] == (
        f"seaboard: another run uses {tmp_path}; wait until it ends, or name another folder"
    )


def test_a_damaged_state_is_reported(tmp_path):
    (tmp_path / "state.json").write_text("{", encoding="utf-8")
    done = run_command(tmp_path)
    assert done.returncode == 2
    assert "state.json is damaged" in done.stderr


def test_a_missing_network_is_reported(tmp_path):
    for option in ("--start", "--against"):
        done = run_command(tmp_path, option, "nowhere.npz")
        assert (done.returncode, done.stderr) == (2, "seaboard: there is no file nowhere.npz\n")


@pytest.mark.parametrize(
    ("words_after", "message"),
    [(["100"], "no GPU"), (["3"], "at least 16"), (["100", "--against", "any.npz"], "leave one of them out")],
)
def test_games_on_a_gpu_that_cannot_be_played_are_refused(words_after, message, tmp_path):
    done = run_command(tmp_path, "--gpu-games", *words_after)
    assert done.returncode != 0
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_ppo_runs_first_on_request(tmp_path):
    state = train(tmp_path, "--ppo", "0.15", "--steps", "1")
    assert state["moves"] > 0
    assert read_network(tmp_path / "best.npz")[1]["made"]["moves"] == state["moves"]


def test_the_trained_network_is_exported_and_beats_random(trained, tmp_path):
    file = stamp(trained[0] / "best.npz", tmp_path / "maori-2.npz")
    assert len(read_network(file)[1]["references"]) > 0
    bots = (f"net:30,file={file}", "random")
    meeting = Meeting(bots, 10, "trained")
    for k in range(10):
        meeting.results[k] = play_game("maori", find_game("maori").choose(players=2), bots, "trained", k)
    assert standings(meeting)[0].share >= 0.9


def test_a_best_response_learns_from_its_own_decisions_only(trained, tmp_path):
    """Every game is against the fixed network; about half of the decisions are the opponent's."""
    file = trained[0] / "best.npz"
    state = train(tmp_path, "--steps", "100", "--start", str(file), "--against", str(file))
    assert 0 < curve_of(tmp_path)[-1]["matches"]["2"] < 1
    usual = trained[1]["positions"] / trained[1]["games"]
    assert 0.35 * usual < state["positions"] / state["games"] < 0.65 * usual
