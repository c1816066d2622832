"""`make mutants`: makes each `return REASON` of the rules a `return 0` (FINE), one at a time, and wants a failing test.

Works on a copy of the package in a temporary folder; the working tree is not touched. `python tests/mutants.py maori` for
one game.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "seaboard"
SLOW = ("laws", "counts")  # these kill by sheer play; asked only when the tests of single rules are not enough

PATIENCE = (60, 600)  # seconds for the tests of single rules, and for the slow ones


@dataclass(frozen=True)
class Mutant:
    """One `return REASON` in a rule module."""

    game: str
    file: Path
    line: int
    start: int
    end: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} return {self.reason}"

    def source(self) -> bytes:
        lines = self.file.read_bytes().splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + b"0" + line[self.end :]
        return b"".join(lines)


def find_mutants(game: Path) -> list[Mutant]:
    """Every `return NAME` in a game's rule modules whose NAME is a reason other than FINE."""
    found = []
    for file in sorted(game.glob("*.py")):
        tree = ast.parse(file.read_bytes())
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "reasons"]
        reasons = {alias.name for node in imports for alias in node.names} - {"FINE"}
        for node in ast.walk(tree):
            if isinstance(node, ast.Return) and isinstance(name := node.value, ast.Name) and name.id in reasons:
                assert name.end_col_offset is not None
                found.append(Mutant(game.name, file, name.lineno, name.col_offset, name.end_col_offset, name.id))
    return found


def tests_pass(game: str, source: Path, slow: bool) -> bool:
    """Whether a game's tests pass, interpreted, with the package in `source`."""
    files = [str(file) for file in sorted((ROOT / "tests" / game).glob("test_*.py")) if (file.stem[5:] in SLOW) == slow]
    environment = os.environ | {"PYTHONPATH": str(source), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *files]
    try:
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE[slow])
    except subprocess.TimeoutExpired:
        return False  # a rule that lets in what cannot be can also play for ever
    if run.returncode not in (0, 1):
        sys.exit(f"the tests of {game} could not be run:\n{run.stdout}{run.stderr}")
    return run.returncode == 0


def survives(mutant: Mutant, folder: Path) -> bool:
    """Whether no test notices the mutant."""
    copy = folder / "seaboard" / mutant.file.relative_to(PACKAGE)
    copy.write_bytes(mutant.source())
    try:
        return tests_pass(mutant.game, folder, slow=False) and tests_pass(mutant.game, folder, slow=True)
    finally:
        shutil.copyfile(mutant.file, copy)


def main(names: list[str]) -> int:
    games = [game for game in sorted((PACKAGE / "games").iterdir()) if (game / "reasons.py").exists()]
    mutants = [mutant for game in games if not names or game.name in names for mutant in find_mutants(game)]
    if not mutants:
        sys.exit(f"no rules found in {PACKAGE / 'games'} of {', '.join(names) or 'any game'}")
    survivors = []
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary, Progress(*columns) as progress:
        folder = Path(temporary)
        shutil.copytree(PACKAGE, folder / "seaboard", ignore=shutil.ignore_patterns("__pycache__"))
        bar = progress.add_task("without a mutant", total=len(mutants))
        for game in sorted({mutant.game for mutant in mutants}):
            if not tests_pass(game, folder, slow=False):
                sys.exit(f"the tests of {game} fail as it is; mend that first")
        for mutant in mutants:
            progress.update(bar, description=f"{mutant.game} {mutant.file.stem} {mutant.reason}")
            if survives(mutant, folder):
                survivors.append(mutant)
                progress.console.print(f"survived: {mutant}", highlight=False)
            progress.advance(bar)
    print(f"{len(mutants)} mutants, {len(mutants) - len(survivors)} killed, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
