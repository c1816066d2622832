"""Installing the wheel: with its declared requirements, or with the exact lock, as the image does."""

import os
import re
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.table.server import free_port

ROOT = Path(__file__).parents[2]
WAYS = {"as it asks": False} | ({"as it is locked": True} if os.environ.get("SEABOARD_RELEASE") else {})  # `make release-check`
SOME_TURNS = """
import random, seaboard
assert "clean" in seaboard.__file__, seaboard.__file__
from seaboard.games import game_names
for name in game_names():
    m = seaboard.new(name, seed=1)
    for _ in range(40):
        m.over or m.play(random.choice(m.actions()))
    assert seaboard.load(m.record()).position() == m.position()
    print(name, m.moves())
"""


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The source distribution, and the wheel that is made from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "-o", folder, ROOT)
    return folder


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_source_distribution_builds_the_same_wheel(built, tmp_path):
    """The source distribution contains everything that the wheel needs."""
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, ROOT)

    def content(folder):
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
            return {name: wheel.getinfo(name).CRC for name in wheel.namelist() if not name.endswith("RECORD")}

    assert content(built) == content(tmp_path)
    assert "seaboard/bots/network/weights/nusfjord.npz" in content(built)


@pytest.mark.parametrize("locked", WAYS.values(), ids=WAYS)
def test_the_wheel_plays_every_game_and_serves_a_page_in_a_clean_environment(built, tmp_path, locked):
    venv.create(tmp_path / "clean", with_pip=locked)
    python, wheel = tmp_path / "clean/bin/python", next(built.glob("*.whl"))
    if locked:
        for command in docker_installs():
            run(python, *[str(wheel) if word.endswith(".whl") else word for word in command], cwd=ROOT)
    else:
        pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile")
        run(*pip, wheel, ROOT / "examples/nim")  # a game of another package next to it
    environment = {"NUMBA_DISABLE_JIT": "1", "HOME": str(tmp_path)}
    played = run(python, "-c", SOME_TURNS, cwd=tmp_path, env=environment)
    assert "maori [" in played
    assert locked or "nim [" in played
    serves_a_page(tmp_path, environment)


def docker_installs():
    """The requirements that the Dockerfile installs."""
    found = re.findall(
        r"/opt/seaboard/bin/python (-m pip install [^\\&\n]+)", (ROOT / "Dockerfile").read_text(encoding="utf-8")
    )
    assert len(found) == 2
    return [command.split() for command in found]


def serves_a_page(folder, environment):
    port = free_port()
    command = [folder / "clean/bin/seaboard", "serve", "--port", port, "--database", f"sqlite:///{folder / 'tables.db'}"]
    server = subprocess.Popen([str(part) for part in command], cwd=folder, env=environment)
    try:
        assert b'{"status":"ok"}' in page(f"http://127.0.0.1:{port}/healthz", server)
        assert b"Nusfjord" in page(f"http://127.0.0.1:{port}/", server)
        assert b"fetch(" in page(f"http://127.0.0.1:{port}/static/common/server.js", server)
    finally:
        server.terminate()
        server.wait(30)


def page(address, server):
    for _ in range(600):
        assert server.poll() is None
        try:
            with urllib.request.urlopen(address) as answer:
                return answer.read()
        except OSError:
            time.sleep(0.1)
    raise AssertionError("no answer")
