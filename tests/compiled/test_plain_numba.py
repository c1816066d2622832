"""Without Numba's private parts, the games are the same. If Numba lacks them, a message says so."""

import numpy as np
import pytest

from seaboard.core import numba_rules
from seaboard.core.dice import key_of, pick
from seaboard.core.seam import apply, legal, mover, score_sheet, start
from seaboard.games import NAMES, find_game

from .test_same_everywhere import run_python


def whole_game(s, box, key, generator, out, sheet):
    start(s, box, key)
    while mover(s) >= 0:
        apply(s, box, int(out[pick(generator, legal(s, box, out))]))
    score_sheet(s, box, sheet)


def played_games(name):
    """The last positions and the points of a few games."""
    game = find_game(name)
    options = game.choose(players=3)
    loop, box, s = game.compiled(whole_game), game.build_box(options), game.empty_state()
    sheet, out = np.zeros((3, len(game.score_kinds)), np.int32), np.zeros(game.max_legal, np.int16)
    found = []
    for seed in range(20):
        loop(s, box, key_of(seed), np.array([seed], np.uint64), out, sheet)
        found.append((s.tobytes().hex(), sheet.tolist()))
    return found


PLAY = """
from seaboard.core.rule import compiler
from tests.compiled.test_plain_numba import played_games
print(compiler().__name__, played_games({name!r}))
"""
# Each of these could cause wrong machine code.
WITHOUT_OPTIMISATIONS = """
from seaboard.core import numba_passes
from seaboard.core import numba_rules as rules
del numba_passes.ShortCompiler.__init__, numba_passes.ShortCompiler.define_pipelines  # Numba's own passes, in its order
del rules.RuleLibrary._optimize_functions
rules.COMPILERS = dict.fromkeys(rules.COMPILERS, rules.RuleCompiler)  # @cold, @noalias
options = {"targetoptions": rules.RULE_OPTIONS, "pipeline_class": rules.RuleCompiler}  # with reference counts
rules.cpu_rule = rules.cache(lambda rule: rules.CpuRule(rule.py_func, **options))
rules.EntryPointLibrary._optimize_final_module = rules.JITCodeLibrary._optimize_final_module  # internal functions, SLP
"""


@pytest.mark.parametrize("name", ["maori", "kaivai"])  # Nusfjord takes minutes to compile this way
def test_plain_numba_plays_the_same_games(name, tmp_path):
    """The fallback: all of numba_rules.py turned off. test_same_everywhere.py compares every game with interpreted rules."""
    environment = {"SEABOARD_PLAIN_NUMBA": "1", "SEABOARD_CACHE": str(tmp_path), "NUMBA_OPT": "0"}  # compiles in half the time
    printed = run_python(PLAY.format(name=name), **environment)
    assert printed.strip() == f"seaboard.core.plain_rules {played_games(name)}"
    assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.parametrize("name", NAMES)
def test_without_its_optimisations_the_machine_code_plays_the_same_games(name, tmp_path):
    """Detects a miscompile by one of them: fewer passes, noalias, cold, no reference counts, internal functions, SLP."""
    printed = run_python(WITHOUT_OPTIMISATIONS + PLAY.format(name=name), SEABOARD_CACHE=str(tmp_path))
    assert printed.strip() == f"seaboard.core.numba_rules {played_games(name)}"


def test_without_numbas_private_parts_plain_rules_compile_with_a_warning():
    code = """
import importlib.metadata, sys
importlib.metadata.version = lambda name: "0.67"
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
sys.stderr = sys.stdout
from seaboard.core.rule import compiler, copy_row
from seaboard.games import NAMES, find_game
print(compiler().__name__)
"""
    warning, name = run_python(code).splitlines()
    assert warning.startswith("seaboard: not made for this Numba (cannot import name 'JITCodeLibrary'")
    assert name == "seaboard.core.plain_rules"


def test_a_newer_numba_is_checked_with_an_example(monkeypatch):
    monkeypatch.setattr(numba_rules, "TRIED", "0.0.")
    numba_rules.check()
