"""docs/research.md, from its code blocks: from a clone to a trained network in the arena and at the table."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ..table.server import Person, free_port, wait_until

pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?:<!-- (not run): [^>]*? -->\n)?^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    """A clone with the files that the page uses, and this `seaboard` on the path."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, command in (("seaboard", "-m seaboard"), ("python", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {command} "$@"\n', encoding="utf-8")
        (programs / name).chmod(0o755)
    return tmp_path


def environment(folder):
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    source = f"{ROOT / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return os.environ | {"PATH": path, "PYTHONPATH": source, "COLUMNS": "120"}


def run(command, folder):
    done = subprocess.run(command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def test_the_page_leads_to_a_network_in_arena_and_table(folder):
    exported = ""
    blocks = BLOCK.findall((ROOT / "docs" / "research.md").read_text(encoding="utf-8"))
    for skipped, language, code in blocks:
        if skipped:
            continue
        if language == "python":
            run([sys.executable, "-c", code], folder)
        elif code.startswith("seaboard play maori --bot"):
            play_at_the_table(code, folder)
        else:
            assert language == "sh"
            run(["bash", "-euc", exported + code], folder)
            exported += "".join(with_path(line) for line in code.splitlines(keepends=True) if line.startswith("export "))
    assert (folder / "mine" / "best.npz").exists()
    assert (folder / "zero" / "network.pt").exists()
    assert [language for skipped, language, _ in blocks if not skipped].count("sh") >= 6


def with_path(line):
    """An export of the page, with the path that the test needs appended."""
    return line.split("#")[0].rstrip().replace("PYTHONPATH=examples", "PYTHONPATH=examples:$PYTHONPATH") + "\n"


def play_at_the_table(code, folder):
    """Plays at the table of the page, without a browser: both bots are offered, and each makes moves."""
    port = free_port()
    more = f" --no-browser --port {port} --database sqlite:///{folder / 'tables.db'}"
    paths = environment(folder)
    paths["PYTHONPATH"] = f"examples{os.pathsep}{paths['PYTHONPATH']}"
    command = ["bash", "-euc", f"exec {code.strip()}{more}"]
    server = subprocess.Popen(command, cwd=folder, env=paths, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with Person(f"http://127.0.0.1:{port}") as ann:
            wait_until(lambda: answers(ann), 120)
            form = ann.get("/new/maori").text
            for bot in ("best", "learnt"):
                assert f'value="{bot}"' in form
                table = ann.table("maori", seats=[{"kind": "me"}, {"kind": "bot", "level": bot}])
                for _ in range(4):
                    assert not table.wait_for_turn()["over"]
                    assert table.move().status_code == 200
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def answers(person):
    try:
        return person.get("/healthz").status_code == 200
    except Exception:  # not yet
        return False
