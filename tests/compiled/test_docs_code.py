"""Every code block of README and docs runs as it is shown; a comment that readers do not see says why one does not.

`<!-- not run: REASON -->` before a block skips it; `<!-- needs: MODULE -->` runs it where the module is installed. A Python
block that begins with `# NAME.py` is a file of that name.
"""

import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from seaboard.core.errors import IllegalMove
from seaboard.table import store

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?:<!-- (not run|needs): ([^>]*?) -->\n)?^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_CODE = ("", "toml", "nginx", "text", "json")
OWN_TEST = {  # pages whose code has another test, and the target that runs it
    "docs/new_game.md": ("tests/examples/test_walk_through.py", "rules"),
    "docs/research.md": ("tests/training/test_research.py", "test-train"),
}
PAGES = [
    page
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
    if "```" in page.read_text(encoding="utf-8") and str(page.relative_to(ROOT)) not in OWN_TEST
]


@pytest.mark.parametrize(("page", "test", "target"), [(page, *where) for page, where in OWN_TEST.items()])
def test_a_page_with_its_own_test_is_run_by_a_target(page, test, target):
    """`make TARGET` runs the folder of the test, and a workflow runs the target."""
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe
    folder, everything = str(Path(test).parent), "tests/" not in recipe[1].replace("--ignore=tests/", "")
    assert f"--ignore={folder}" not in recipe[1] if everything else folder in recipe[1].split()
    assert Path(page).name in (ROOT / test).read_text(encoding="utf-8")
    assert re.search(rf"run: make .*\b{target}\b", (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    """All blocks in order, with shared names, in a folder with a server's database only."""
    monkeypatch.chdir(tmp_path)
    store.connect("sqlite:///tables.db").dispose()
    names: dict = {}
    for how, reason, language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        if (
            language in NOT_CODE
            or how == "not run"
            or (how == "needs" and not all(map(importlib.util.find_spec, reason.split())))
        ):
            assert language in NOT_CODE or len(reason) > 4, "a reason is missing"
        elif language == "python":
            if file := re.match(r"# (\w+\.py)\n", code):
                Path(file[1]).write_text(code, encoding="utf-8")
            run_python(code, names)
        elif language == "sh":
            run_shell(code)
        else:
            raise AssertionError(f"{language}: neither run nor skipped with a reason")


def run_python(code, names):
    """Statement by statement; one with a comment `IllegalMove` must raise it."""
    lines = code.splitlines()
    for statement in ast.parse(code).body:
        text = ast.get_source_segment(code, statement) or ""
        if "# IllegalMove" in lines[statement.lineno - 1]:
            with pytest.raises(IllegalMove):
                exec(text, names)
        else:
            exec(text, names)


def run_shell(code):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-euc", code], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
