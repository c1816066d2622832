"""`check_game` finds leaks without a `scramble`, and omissions of observations: faults inserted into Kuhn poker and Pig."""

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from seaboard import match, record, testing
from seaboard.core.dice import set_key
from seaboard.core.rule import copy_row
from seaboard.testing import ContractError, check_game

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "kuhn"))
sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "pig"))
from seaboard_kuhn import GAME as KUHN
from seaboard_pig import GAME as PIG


def changed(game, **functions):
    """The game with some rules changed."""
    rules = ModuleType("changed")
    rules.__dict__.update(vars(game.rules) | functions)
    return replace(game, rules=rules)


def check(game, monkeypatch, **more):
    for module in (testing, match, record):
        monkeypatch.setattr(module, "find_game", lambda name: game, raising=False)
    check_game(game, **more)


def view_of_all_cards(s, box, viewer, out):
    KUHN.rules.view(s, box, viewer, out)
    copy_row(s.cards, out.cards)


def view_of_all_cards_for_players(s, box, viewer, out):
    KUHN.rules.view(s, box, viewer, out)
    if viewer >= 0:
        copy_row(s.cards, out.cards)


def view_of_all_cards_for_spectators(s, box, viewer, out):
    KUHN.rules.view(s, box, viewer, out)
    if viewer < 0:
        copy_row(s.cards, out.cards)


def redeal_of_nothing(seen, box, key):
    set_key(seen, key)


def observe_without_moves(seen, box, viewer, out):
    KUHN.rules.observe(seen, box, viewer, out)
    out[3:6] = 0


def observe_without_the_sum(seen, box, viewer, out):
    PIG.rules.observe(seen, box, viewer, out)
    out[1] = 0


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (changed(KUHN, view=view_of_all_cards), "redeal changes the view of"),
        (changed(KUHN, view=view_of_all_cards, redeal=redeal_of_nothing), "all seats and spectators always see the same"),
        (changed(KUHN, view=view_of_all_cards_for_players, redeal=redeal_of_nothing), "`view` shows the mover everything"),
        (changed(KUHN, view=view_of_all_cards_for_spectators), "the spectators' view shows what the mover cannot know"),
        (changed(KUHN, observe=observe_without_moves), "observe omits something.*differ in .*moves.*other results"),
        (changed(PIG, observe=observe_without_the_sum), "observe omits something.*differ in rolled"),
        (replace(PIG, option_features=(), observe_options=KUHN.observe_options), "put these options into Game.option_features"),
    ],
)
def test_a_leak_and_an_omission_are_found(game, message, monkeypatch):
    with pytest.raises(ContractError, match=message):
        check(game, monkeypatch, games=4, options=[{}, {"goal": 60}] if game.name == "pig" else None)


@pytest.mark.parametrize("game", [KUHN, PIG])
def test_a_correct_game_passes(game, monkeypatch):
    check(game, monkeypatch, games=2, every=10)
