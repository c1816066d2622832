"""`make mutants`: changes the rules in one small way after another, and wants a test to fail each time.

Every refusal that a rule returns is removed once (`return REFUSAL`, `return FINE if ... else REFUSAL`). Of what
rules do, a seeded sample is changed: a sign, a dropped line, a bound off by one. First the tests of the chapter run, then the
others, then those that play whole games. Works on copies of the package; the working tree is not touched.

    python tests/mutants.py maori --sample 40 --seed 1 --jobs 2 --report docs/testing.md
"""

import argparse
import ast
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from tests.mutants_report import write_report  # noqa: E402

PACKAGE = ROOT / "src" / "seaboard"
NO_RULES = {"judgement", "sort_key"}  # habits of bots, and the order in which a GPU works: any value is right
NO_RULE_FOLDERS = {"texts", "pictures", "positions"}
BY_PLAY = ("invariants", "counts", "random_games", "smoke")  # tests that find mutants by random play; they run last
STAGES = ("its chapter", "other tests", "whole games")
COMMON_REFUSALS = {"NOT_ASKED", "MUST_ANSWER"}  # of core/refusals.py, which rules return too
OPERATORS = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
SLACK = (5, 30)  # factor and extra seconds that a mutant's tests may take: it may play for ever


@dataclass(frozen=True)
class Mutant:
    """One change of a rule: the bytes from `start` to `end` of a file become `new`."""

    file: Path
    function: str
    line: int
    start: int
    end: int
    new: str
    change: str  # in words
    about: str = field(default="", compare=False)  # "refusal" or "effect"

    @property
    def game(self) -> str:
        return self.file.relative_to(PACKAGE / "games").parts[0]

    @property
    def place(self) -> str:
        """Where it is, without the number of the line, which changes too often."""
        return f"{self.file.relative_to(PACKAGE / 'games')} {self.function}"

    def source(self) -> bytes:
        before = self.file.read_bytes()
        return before[: self.start] + self.new.encode() + before[self.end :]


class Source:
    """A module of rules and the changes that can be made in it; `declared` are the refusals of other modules of the game."""

    def __init__(self, file: Path, declared: frozenset[str] = frozenset()):
        self.file, self.text, self.declared = file, file.read_bytes(), declared
        self.tree = ast.parse(self.text)
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.lineno - 1] + node.col_offset, self.lines[node.end_lineno - 1] + node.end_col_offset

    def message(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return " ".join(self.text[start:end].decode().split())

    def rules(self) -> Iterator[ast.FunctionDef]:
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef) and any(
                self.message(mark) in ("rule", "cold", "noalias") for mark in node.decorator_list
            ):
                yield node

    def refusals_declared(self) -> Iterator[str]:
        """The names of `NAME = Refusal(...)`."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and self.message(node.value.func) == "Refusal":
                yield self.message(node.targets[0])

    def refusals(self) -> Iterator[Mutant]:
        """Every refusal that a rule returns, made FINE."""
        known = COMMON_REFUSALS | self.declared | set(self.refusals_declared())
        for rule in self.rules():
            for node in ast.walk(rule):
                if isinstance(node, ast.Return) and node.value is not None:
                    for name in returned(node.value):
                        if name.id in known:
                            yield self.mutant(rule, name, "0", f"{self.message(node)}: {name.id} becomes FINE", "refusal")

    def effects(self) -> Iterator[Mutant]:
        """Every sign, line that changes something, and bound, changed."""
        for rule in self.rules():
            for node in ast.walk(rule):
                yield from self.signs_and_bounds(rule, node)
                if is_deed(node):
                    assert isinstance(node, ast.stmt)
                    yield self.mutant(rule, node, "pass", f"without `{self.message(node)}`")
                if isinstance(node, ast.Call) and self.message(node.func) == "range" and len(node.args) < 3:
                    last = node.args[-1]
                    yield self.mutant(rule, last, f"{self.message(last)} - 1", f"`{self.message(node)}` ends 1 earlier")

    def signs_and_bounds(self, rule: ast.FunctionDef, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.BinOp):
            yield from self.operator(rule, node, node.left, node.op, node.right)
        elif isinstance(node, ast.AugAssign):
            yield from self.operator(rule, node, node.target, node.op, node.value, "=")
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                yield from self.operator(rule, node, left, op, right)

    def operator(
        self, rule: ast.FunctionDef, whole: ast.expr | ast.stmt, left: ast.expr, op: ast.AST, right: ast.expr, behind: str = ""
    ) -> Iterator[Mutant]:
        """The operator between two sides, made another one."""
        if type(op) not in SIGNS:
            return
        sign = SIGNS[type(op)] + behind
        start = self.text.index(sign.encode(), self.span(left)[1], self.span(right)[0])
        change = f"`{self.message(whole)}`: {sign} becomes {OPERATORS[sign]}"
        line = self.text[:start].count(b"\n") + 1
        yield Mutant(self.file, rule.name, line, start, start + len(sign), OPERATORS[sign], change, "effect")

    def mutant(self, rule: ast.FunctionDef, node: ast.expr | ast.stmt, new: str, change: str, about: str = "effect") -> Mutant:
        return Mutant(self.file, rule.name, node.lineno, *self.span(node), new, change, about)


def returned(value: ast.expr) -> Iterator[ast.Name]:
    """The names that an expression can return: it alone, or either side of `... if ... else ...`."""
    if isinstance(value, ast.IfExp):
        yield from returned(value.body)
        yield from returned(value.orelse)
    elif isinstance(value, ast.Name):
        yield value


def is_deed(node: ast.AST) -> bool:
    """Whether a statement changes something that lasts: a call, or a field of a record; not a name of the function's own."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return any(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)


def rule_modules(game: str) -> list[Source]:
    """A game's modules with rules, in whatever folder."""
    folder = PACKAGE / "games" / game
    files = [file for file in sorted(folder.rglob("*.py")) if file.stem not in NO_RULES]
    files = [file for file in files if not NO_RULE_FOLDERS & set(file.relative_to(folder).parts)]
    declared = frozenset(name for file in files for name in Source(file).refusals_declared())
    return [Source(file, declared) for file in files]


def find_mutants(game: str, sample: int, seed: int) -> list[Mutant]:
    """All refusals, and a sample of the effects."""
    modules = rule_modules(game)
    effects = [mutant for module in modules for mutant in module.effects()]
    chosen = random.Random(f"{game} {seed}").sample(effects, min(sample, len(effects)))
    found = [mutant for module in modules for mutant in module.refusals()] + chosen
    return sorted(found, key=lambda mutant: (str(mutant.file), mutant.start, mutant.new))


def stages(mutant: Mutant) -> list[list[Path]]:
    """The tests of a game: those whose name has a word of the module or its folder, the others, those that play whole games."""
    module = mutant.file.relative_to(PACKAGE / "games" / mutant.game).with_suffix("").parts
    named = {word for part in module for word in part.split("_")}
    files = sorted((ROOT / "tests" / mutant.game).glob("test_*.py"))
    chapter = [file for file in files if named & set(file.stem.split("_")) and file.stem[5:] not in BY_PLAY]
    play = [file for file in files if file.stem[5:] in BY_PLAY]
    return [chapter, [file for file in files if file not in (*chapter, *play)], play]


def tests_pass(files: Sequence[Path], source: Path, patience: float) -> bool:
    """Whether tests pass, interpreted, with the package in `source`; playing for ever is a failure."""
    if not files:
        return True
    environment = os.environ | {"PYTHONPATH": str(source), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, files)]
    try:
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return False
    if run.returncode not in (0, 1, 2):  # 2: a module of tests could not even be imported
        sys.exit(f"the tests could not be run:\n{run.stdout}{run.stderr}")
    return run.returncode == 0


class Judges:
    """Copies of the package, one for each that works at a time, and how long the tests take without a mutant."""

    def __init__(self, folder: Path, jobs: int):
        self.copies: queue.Queue[Path] = queue.Queue()
        self.usual: dict[Path, float] = {}
        for n in range(jobs):
            shutil.copytree(PACKAGE, folder / str(n) / "seaboard", ignore=shutil.ignore_patterns("__pycache__"))
            self.copies.put(folder / str(n))

    def try_without(self, file: Path) -> None:
        """Runs the tests of a file as they are: they must pass, and how long they take is kept."""
        copy, begun = self.copies.get(), time.monotonic()
        if not tests_pass([file], copy, 3600):
            sys.exit(f"the tests in {file.name} fail as it is; mend that first")
        self.copies.put(copy)
        self.usual[file] = time.monotonic() - begun

    def patience(self, files: Sequence[Path]) -> float:
        """How many seconds tests may take with a mutant."""
        return SLACK[0] * sum(self.usual[file] for file in files) + SLACK[1]

    def killer(self, mutant: Mutant) -> str:
        """Which tests notice a mutant: one of STAGES, or nothing."""
        copy = self.copies.get()
        changed = copy / "seaboard" / mutant.file.relative_to(PACKAGE)
        changed.write_bytes(mutant.source())
        try:
            for stage, files in zip(STAGES, stages(mutant), strict=True):
                if not tests_pass(files, copy, self.patience(files)):
                    return stage
            return ""
        finally:
            shutil.copyfile(mutant.file, changed)
            self.copies.put(copy)


def judge(mutants: Sequence[Mutant], jobs: int) -> dict[Mutant, str]:
    """Which tests notice each mutant."""
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        tempfile.TemporaryDirectory(prefix="mutants-") as folder,
        Progress(*columns) as progress,
        ThreadPoolExecutor(jobs) as pool,
    ):
        judges = Judges(Path(folder), jobs)
        bar = progress.add_task("without a mutant", total=len(mutants))
        list(pool.map(judges.try_without, {file for mutant in mutants for files in stages(mutant) for file in files}))

        def tried(mutant: Mutant) -> str:
            killer = judges.killer(mutant)
            progress.update(bar, advance=1, description=f"{mutant.game} {mutant.function}")
            if not killer:
                progress.console.print(f"survived: {mutant.place}:{mutant.line} {mutant.change}", highlight=False, markup=False)
            return killer

        return dict(zip(mutants, pool.map(tried, mutants), strict=True))


def main() -> int:
    reader = argparse.ArgumentParser(description="Changes the rules, and wants a test to fail each time.")
    reader.add_argument("games", nargs="*", default=sorted(file.parent.name for file in PACKAGE.glob("games/*/refusal.py")))
    reader.add_argument("--sample", type=int, default=40, help="changes of what rules do, for each game (default 40)")
    reader.add_argument("--seed", type=int, default=1, help="another number takes another sample")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many work at a time")
    reader.add_argument("--report", type=Path, default=ROOT / "docs" / "testing.md", help="where the report goes")
    reader.add_argument("--list", action="store_true", help="only list the mutants")
    asked = reader.parse_args()
    unexplained = 0
    for game in asked.games:
        mutants = find_mutants(game, asked.sample, asked.seed)
        if not mutants:
            sys.exit(f"no rules found of {game}")
        if asked.list:
            print("\n".join(f"{mutant.place}:{mutant.line} {mutant.change}" for mutant in mutants))
            continue
        killers = judge(mutants, asked.jobs)
        unexplained += write_report(asked.report, game, killers, asked.seed)
        print(f"{game}: {len(mutants)} mutants, {sum(map(bool, killers.values()))} killed; {asked.report} has the report")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
