"""An incomplete game is refused at its construction, with one line that names what is missing."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from seaboard.core import seam
from seaboard.core.dice import CHANCE_FIELDS
from seaboard.core.errors import BadGame
from seaboard.core.features import Feature, per_seat
from seaboard.core.game import Option
from seaboard.core.rule import record_dtype
from seaboard.games import NAMES, find_game

GAME = find_game("maori")


def rules(**changed):
    """Māori's rules with some of them changed; None removes one."""
    return SimpleNamespace(**{name: rule for name, rule in (vars(GAME.rules) | changed).items() if rule is not None})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "Go Fish"}, "lower-case letters"),
        ({"name": "x" * 17}, "at most 16"),
        ({"options": ()}, 'first option must be "players"'),
        ({"options": (Option("players", ("two",), "two", ""),)}, "whole numbers to choose from"),
        ({"options": (Option("players", (2, 3), 4, ""),)}, "default of its option players, 4, is not one of"),
        ({"state": record_dtype([("mover", np.int16)])}, "begin with the CHANCE_FIELDS"),
        ({"state": record_dtype([("key", np.int64, (2,)), ("counter", np.uint64)])}, "begin with the CHANCE_FIELDS"),
        ({"state": np.dtype(CHANCE_FIELDS)}, "record_dtype"),
        ({"box": record_dtype([("seats", np.int16)])}, "box must have an integer field `players`"),
        ({"rules": rules(redeal=None)}, "no function `redeal`"),
        ({"rules": rules(legal=lambda s, out: 0)}, r"`legal` takes \(s, out\), not \(s, box, out\)"),
        ({"rules": rules(prefer=lambda s: 0)}, "`prefer` takes"),
        ({"sort_keys": 5}, "no function `apply_step`"),
        ({"num_actions": 40_000}, "1 to 32767 actions"),
        ({"max_legal": 0}, "max_legal"),
        ({"secret_actions": range(99, 101)}, "secret_actions must be a range"),
        ({"score_kinds": ()}, "score_kinds"),
        ({"score_kinds": ("points", "points")}, "score_kinds"),
        ({"units_per_point": 0}, "units_per_point must be at least 1"),
        ({"features": (Feature("a", 1, 0, 70_000, ""),)}, "'a' .* 16 bits"),
        ({"features": (per_seat("a", 2, "", Feature("b", 1, 3, 2, "")),)}, "'a' .* range"),
        (
            {"features": (Feature("a", 3, 0, 1, "", parts=(Feature("b", 2, 0, 1, ""),)),)},
            "the parts of its feature 'a' do not add up",
        ),
        ({"pictures": replace(GAME.pictures, style=Path("nowhere.css"))}, "no file nowhere.css"),
        ({"texts": replace(GAME.texts, help=Path("nowhere"))}, "no file nowhere"),
        ({"texts": replace(GAME.texts, locale=Path("nowhere"))}, "no folder nowhere"),
    ],
)
def test_errors_of_a_game_are_reported(change, message):
    with pytest.raises(BadGame, match=f"^the game .* cannot be used: .*{message}"):
        replace(GAME, **change)


def test_the_rule_prefer_is_optional():
    assert replace(GAME, rules=rules(prefer=None)).name == "maori"


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_the_seam_has_a_contract_and_every_game_has_the_function(name):
    for stub in (*seam.RULES, *seam.STEPS, seam.prefer):
        assert len(stub.__doc__ or "") > 100
        assert "return" in stub.__annotations__
    for stub in seam.RULES:
        assert hasattr(find_game(name), stub.__name__), "what Python calls is an Entry of Game"
