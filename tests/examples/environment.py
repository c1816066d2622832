"""A clean environment with the example game installed, as after `pip install ./examples/nim`.

The dependencies are not installed again: the environment also uses the packages of the one that runs the tests. So it takes a
few seconds and no network connection.
"""

import os
import shutil
import subprocess
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
NIM, PIG, KUHN = (ROOT / "examples" / name for name in ("nim", "pig", "kuhn"))
BOT = "class First:\n    def choose(self, seen, actions, cancelled=None):\n        return actions[0]\n"


def install_nim(folder):
    """An environment with Nim; returns its Python."""
    return install(folder, NIM)


def install(folder, game):
    """Makes the environment; returns its Python."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    ours = sysconfig.get_path("purelib")
    own = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(own) / "tests.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
    (folder / "mine.py").write_text(BOT, encoding="utf-8")
    # pip builds in the folder itself: a copy, so that two builds at a time do not meet
    source = folder / "source"
    shutil.copytree(game, source)
    quiet = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    run(python, "-m", "pip", "install", *quiet, source)
    return python


def run(python, *words, folder=None, given=""):
    """Runs a command, which must succeed; returns its output."""
    done = subprocess.run(
        [python, *words],
        input=given,
        cwd=folder,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "COLUMNS": "110"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
    return done.stdout


def seaboard(python, *words, folder=None, given=""):
    return run(python, "-m", "seaboard", *words, folder=folder, given=given)
