"""Compiled code is cached on disk. An edit of a rule or of the box recompiles; an edit of a text does not."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import seaboard
from seaboard.games.maori.explorer import TOO_MANY_STEPS

SOURCE = Path(seaboard.__file__).parent
MAORI = "seaboard/games/maori"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package that a test may edit, with a rule in a subfolder and a separate cache, compiled."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(SOURCE, folder / "seaboard", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / MAORI / "rooms").mkdir()
    helper = "from ....core.rule import rule\n\n\n@rule\ndef boats_of(me):\n    return int(me.boats)\n"
    (folder / MAORI / "rooms/boats.py").write_text(helper)
    explorer = folder / MAORI / "explorer.py"
    text = explorer.read_text().replace("min(16, int(s.players[p].boats)", "min(16, boats_of(s.players[p])")
    assert "boats_of" in text
    explorer.write_text(text.replace("from .layout", "from .rooms.boats import boats_of\nfrom .layout", 1))
    message = run(folder, "import seaboard; seaboard.new('maori')").stderr
    assert "compiling Māori" in message  # with its progress
    assert inspect(folder) == (True, 0, 7, TOO_MANY_STEPS)
    return folder


def run(folder, code, **more):
    own = {"PYTHONPATH": str(folder), "SEABOARD_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}  # it is edited
    environment = {**os.environ, **own, **more}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def inspect(folder):
    """In a new process: whether all is compiled, how much it compiled, how far the ship can sail, and why no farther."""
    code = """
import numpy as np
from seaboard.compiling import is_compiled
from seaboard.core.dice import key_of
from seaboard.games import find_game
game = find_game('maori')
ready = is_compiled(game)
box, s, out = game.build_box(game.choose()), game.empty_state(), np.zeros(game.max_legal, np.int16)
game.rules.start(s, box, key_of(1))  # `game.rules` are interpreted, `game` has the compiled entry points
game.rules.apply(s, box, 0)
found = game.legal(s, box, out), game.problem(s, box, int(out[0]) + 15)
misses = sum(entry.misses for entry in (game.legal, game.problem))
print(ready, misses, *found)
"""
    ready, *numbers = run(folder, code).stdout.split()
    return ready == "True", *map(int, numbers)


def machine_code(folder):
    return set((folder / "cache").rglob("*.code"))


@pytest.fixture
def edit(copy):
    """Edits files of the copy; afterwards they are as before."""
    before: dict[Path, str] = {}

    def change(file, pattern, new):
        text = file.read_text()
        before.setdefault(file, text)
        changed = re.sub(pattern, new, text, flags=re.MULTILINE)
        assert changed != text
        file.write_text(changed)

    yield change
    for file, text in before.items():
        file.write_text(text)


def test_compiled_code_is_cached(copy):
    """A second process loads the rules, compiles nothing, and leaves no temporary files."""
    assert inspect(copy) == (True, 0, 7, TOO_MANY_STEPS)
    assert not list((copy / "cache").rglob("*.tmp"))


def test_texts_comments_and_docstrings_do_not_recompile(copy, edit):
    """Edits every module that has rules or texts of Māori."""
    before = machine_code(copy)
    folders = (MAORI, f"{MAORI}/texts", f"{MAORI}/rooms", "seaboard/core", "seaboard/bots/mcts", "seaboard/loops")
    for file in (file for folder in folders for file in (copy / folder).glob("*.py") if file.stat().st_size):
        edit(file, r"\A", "# one more line\n\n")
        if re.search(r'^ +"""(?=\w)', file.read_text(), re.MULTILINE):
            edit(file, r'^( +""")(?=\w)', r"\1Now ")
    edit(copy / MAORI / "explorer.py", "You can't sail", "You cannot sail")  # the words of a refusal
    code = """
import seaboard
m = seaboard.new('maori', seed=1)
m.play(m.moves()[0])
m.hint('search:5')
"""
    assert run(copy, code).stderr == ""
    assert inspect(copy) == (True, 0, 7, TOO_MANY_STEPS)
    assert machine_code(copy) == before


@pytest.mark.parametrize(
    ("file", "old", "new", "steps", "reason"),
    [
        ("explorer.py", r"min\(16,", "min(5,", 5, TOO_MANY_STEPS),  # a literal
        (
            "../../core/refusals.py",
            r"^FIRST_GAME_REFUSAL = 5",
            "FIRST_GAME_REFUSAL = 50",
            7,
            TOO_MANY_STEPS + 45,
        ),  # a constant of another module
        ("rooms/boats.py", r"int\(me.boats\)", "int(me.boats) + 3", 10, TOO_MANY_STEPS),  # a helper in a subfolder
    ],
)
def test_an_edited_rule_is_recompiled(copy, edit, file, old, new, steps, reason):
    """Numba's own cache looks only at the file of the function that Python calls (numba#8396)."""
    edit(copy / MAORI / file, old, new)
    ready, misses, *found = inspect(copy)
    assert not ready
    assert misses
    assert found == [steps, reason]


def test_only_changed_entry_points_are_recompiled(copy, edit):
    """An edit of the search recompiles only the search."""
    edit(
        copy / "seaboard/bots/mcts/simulation.py",
        r"best, highest = NONE, -1e30",
        "best, highest = NONE, -1e29",
    )
    code = "from seaboard.compiling import progress; from seaboard.games import find_game; print(*progress(find_game('maori')))"
    done, total = map(int, run(copy, code).stdout.split())
    assert done == total - 1
    assert inspect(copy) == (False, 0, 7, TOO_MANY_STEPS)


def test_an_edited_component_does_not_recompile(copy, edit):
    """Components are an argument of the compiled rules."""
    before = machine_code(copy)
    edit(copy / MAORI / "components/boards.toml", "boats_beside = 2", "boats_beside = 4")
    assert inspect(copy) == (True, 0, 9, TOO_MANY_STEPS)
    assert machine_code(copy) == before


TOY = """
import sys
from pathlib import Path
from typing import NamedTuple
import numpy as np
from seaboard.core.rule import compiled_entry, record_dtype, rule

class Pair(NamedTuple):
    a: np.ndarray
    b: np.ndarray

PLACE = record_dtype([('x', np.int16), ('y', np.int16)])
space = {'rule': rule, '__name__': __name__}
exec(compile('@rule\\ndef made(pair, place):\\n    return pair.a[0] + place.x', '<made of nothing>', 'exec'), space)
function = compiled_entry(space['made'], Path(sys.argv[1]))
print(function(Pair(np.array([10]), np.array([20])), np.array([(1, 2)], PLACE)[0]), function.hits, function.misses)
"""


def toy(tmp_path, text):
    (tmp_path / "toy.py").write_text(text)
    code = f"import sys; sys.argv.append({str(tmp_path / 'cache')!r}); import toy"
    return run(tmp_path, code, PYTHONPATH=f"{tmp_path}{os.pathsep}{SOURCE.parent}").stdout.split()


def test_a_function_without_a_source_file_is_cached(tmp_path):
    """Value, hits, misses."""
    assert [toy(tmp_path, TOY) for _ in range(2)] == [["11", "0", "1"], ["11", "1", "0"]]


def test_the_layout_of_arguments_is_part_of_the_key(tmp_path):
    """Numba's signatures omit the names of a NamedTuple's fields, so swapped fields would load the wrong code."""
    toy(tmp_path, TOY)
    swapped = TOY.replace("    a: np.ndarray\n    b: np.ndarray\n", "    b: np.ndarray\n    a: np.ndarray\n")
    assert toy(tmp_path, swapped) == ["21", "0", "1"]
    assert toy(tmp_path, TOY.replace("('x', np.int16), ('y', np.int16)", "('y', np.int16), ('x', np.int16)")) == [
        "12",
        "0",
        "1",
    ]
    assert toy(tmp_path, TOY) == ["11", "1", "0"]


def test_a_renamed_class_or_a_damaged_file_recompiles(tmp_path):
    toy(tmp_path, TOY)
    assert toy(tmp_path, TOY.replace("Pair", "Couple"))[0] == "11"
    for file in (tmp_path / "cache").rglob("*.code"):
        file.write_bytes(file.read_bytes()[:100])
    assert toy(tmp_path, TOY) == ["11", "0", "1"]
    assert toy(tmp_path, TOY) == ["11", "1", "0"]


def test_code_that_cannot_be_cached_runs(tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert toy(tmp_path, TOY) == ["11", "0", "1"]


def test_an_unusable_cache_folder_is_reported_on_one_line(tmp_path):
    """There is a file in place of the cache folder, so a temporary folder is used."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = "from seaboard.core.cache import cache_root; print(cache_root())"
    done = run(SOURCE.parent, code, SEABOARD_CACHE=str(blocked / "cache"))
    assert Path(done.stdout.strip()).is_dir()
    assert done.stderr.count("\n") == 1
    assert "cannot write" in done.stderr
    shutil.rmtree(done.stdout.strip())
