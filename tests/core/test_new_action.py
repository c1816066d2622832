"""A new action is one class in one new file; all other code comes from the list of classes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import seaboard

SOURCE = Path(seaboard.__file__).parent
REST = """
from ...core.refusals import FINE
from ...core.rule import rule
from ...language import mark
from .action import Action
from .turn_order import end_turn


@rule
def problem_with_resting(s, box, p):
    return FINE


@rule
def take_a_rest(s, box, p, action):
    end_turn(s, box)


class Rest(Action):
    number = 6
    problem = problem_with_resting
    begin = take_a_rest
    prefer = 1
    word, space_name, activity = "rest", mark("Rest"), mark("resting")
    button, story = mark("Rest"), mark("rested")
"""
PLAY = """
import seaboard
m = seaboard.new("kaivai", players=3, seed=3)
while "rest" not in m.moves():
    m.play(m.moves()[0])
seat = m.mover
m.play("rest")
assert m.mover != seat, "the turn has ended"
assert int(m.s.spaces[6]) == 1, "its space holds a counter"
assert "Rest" in m.svg()
while not m.over:
    m.play(m.moves()[0])
"""


NAP = """
import numpy as np

from ....core.rule import rule
from ....language import mark
from ..cards.effects import event_of
from ..cards.events import trigger
from ..words.names import goods
from .action import Action
from .goods import gain_wood

NAPPED = event_of(11)


@rule
def take_a_nap(s, box, p):
    gain_wood(s, box, p, 3)
    trigger(s, box, p, NAPPED, 1)


class NapAction(Action):
    number = 11
    word = "nap"
    phrase, event = mark("take a nap"), mark("you take a nap")
    done = mark("took a nap")
    space = {"column": "middle", "workers": [1, 2]}
    do = take_a_nap
    prefer = 3

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        return goods(3, 0, 0)
"""
PLAY_NUSFJORD = """
import seaboard
from seaboard.games.nusfjord.cards.grammar import read_effect
from seaboard.games.nusfjord.words.effects import effect_text
m = seaboard.new("nusfjord", players=3, seed=3)
while "nap" not in m.moves():
    m.play(m.moves()[0])
seat = m.mover
before = int(m.s.players[seat].wood)
assert m.choices()["nap"] == "Take a nap: 3 wood"
m.play("nap")
assert int(m.s.players[seat].wood) == before + 3
assert int(m.s.workers_on[11].sum()) == 1
assert "Take a nap" in m.svg()
assert effect_text(read_effect("whenever nap: +1 gold")) == "Whenever you take a nap: +1 gold."
assert effect_text(read_effect("immediately: do nap")) == "Immediately: take a nap."
while not m.over:
    m.play(m.moves()[0])
"""
NEW_ACTIONS = {"kaivai/rest.py": (REST, PLAY), "nusfjord/actions/nap.py": (NAP, PLAY_NUSFJORD)}


@pytest.mark.parametrize("file", NEW_ACTIONS)
def test_a_new_action_is_one_file(tmp_path, file):
    source, play = NEW_ACTIONS[file]
    copy = tmp_path / "seaboard"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__", "static", "networks", "*.safetensors"))
    (copy / "games" / file).write_text(source)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    played = subprocess.run([sys.executable, "-c", play], env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr


def test_a_module_that_imports_the_list_of_its_own_kinds_is_refused(tmp_path):
    """Imports by name are invisible to import-linter, so the list itself finds the cycle."""
    package = tmp_path / "cyclic"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "kind.py").write_text("from seaboard.core.kinds import Kind\nclass Action(Kind): ...\n")
    listing = "from pathlib import Path\nfrom seaboard.core.kinds import kind_classes\nfrom .kind import Action\n"
    (package / "listing.py").write_text(f"{listing}ALL = kind_classes(__package__, Path(__file__).parent, Action)\n")
    chapter = "from .kind import Action\n{more}\nclass Sail(Action):\n    number = 0\n"
    for more, message in (("", ""), ("from .listing import ALL", "TypeError: an import cycle: one of chapter")):
        (package / "chapter.py").write_text(chapter.format(more=more))
        code = "from cyclic.chapter import Sail; from cyclic.listing import ALL; assert ALL == [Sail]"
        environment = {**os.environ, "PYTHONPATH": f"{SOURCE.parent}:{tmp_path}", "NUMBA_DISABLE_JIT": "1"}
        ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
        assert (ended.returncode == 0) == (not message), ended.stderr
        assert message in ended.stderr
