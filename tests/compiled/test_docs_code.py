"""Every piece of code in README and docs runs as it is shown. What cannot says why, in a comment that readers do not see.

`<!-- not run: REASON -->` before a block leaves it out; `<!-- needs: MODULE -->` runs it where the module is installed. A piece
of Python that begins with `# NAME.py` is a file of that name.
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

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"(?:<!-- (not run|needs): ([^>]*?) -->\n)?^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NOT_CODE = ("", "toml", "nginx", "text", "json")
RUN_ELSEWHERE = {  # a page whose code has a test of its own
    "docs/new_game.md": "tests/examples/test_walk_through.py",
    "docs/research.md": "tests/training/test_research.py",
}
PAGES = [
    page for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]) if "```" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    """One block after the other, with the same names, in an empty folder."""
    if (ROOT / RUN_ELSEWHERE.get(str(page.relative_to(ROOT)), "nowhere")).exists():
        return
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for how, reason, language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        if (
            language in NOT_CODE
            or how == "not run"
            or (how == "needs" and not all(map(importlib.util.find_spec, reason.split())))
        ):
            assert language in NOT_CODE or len(reason) > 4, "say why"
        elif language == "python":
            if file := re.match(r"# (\w+\.py)\n", code):
                Path(file[1]).write_text(code, encoding="utf-8")
            run_python(code, names)
        elif language == "sh":
            run_shell(code)
        else:
            raise AssertionError(f"{language}: neither run nor said why not")


def run_python(code, names):
    """Statement by statement; one whose comment says IllegalMove raises it."""
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
