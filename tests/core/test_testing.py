"""`seaboard.testing` finds each fault that is inserted into a game. The built-in games pass: tests/GAME/test_contract.py."""

from dataclasses import replace
from types import ModuleType

import pytest

from seaboard import testing
from seaboard.core.game import Reason
from seaboard.drawing import Panel
from seaboard.games import find_game
from seaboard.testing import ContractError, check_game, option_sets

GAME = find_game("maori")
RULES = GAME.rules


def rules(**changed):
    """Māori's rules with some of them changed."""
    module = ModuleType("changed")
    module.__dict__.update(vars(RULES) | changed)
    return {"rules": module}


def texts(**changed):
    return {"texts": replace(GAME.texts, **changed)}


def legal_backwards(s, box, out):
    n = RULES.legal(s, box, out)
    out[:n] = out[:n][::-1].copy()
    return n


def legal_without_the_last(s, box, out):
    return max(1, RULES.legal(s, box, out) - 1)


def legal_that_counts(s, box, out):
    s.round_number += 1
    return RULES.legal(s, box, out)


def problem_that_marks_the_box(s, box, action):
    box.boats_beside += 1
    return RULES.problem(s, box, action)


def problem_of_anything(s, box, action):
    return RULES.problem(s, box, action % GAME.num_actions)


def view_with_the_key(s, box, viewer, out):
    RULES.view(s, box, viewer, out)
    out.key[0] = s.key[0]


def view_of_what_will_come(s, box, viewer, out):
    RULES.view(s, box, viewer, out)
    out.taken = int(s.key[0] & 7)


def view_that_forgets_a_field(s, box, viewer, out):
    taken = int(out.taken)
    RULES.view(s, box, viewer, out)
    out.taken = taken


def view_with_a_secret(s, box, viewer, out):
    RULES.view(s, box, viewer, out)
    out.players[1].shells = s.players[1].shells if viewer == 1 else 0


def view_without_a_mover(s, box, viewer, out):
    RULES.view(s, box, viewer, out)
    out.mover = -1


def redeal_with_more_shells(seen, box, key):
    RULES.redeal(seen, box, key)
    seen.players[0].shells += 1


def redeal_without_a_key(seen, box, key):
    seen.key[0] = 5


def observe_too_much(seen, box, viewer, out):
    RULES.observe(seen, box, viewer, out)
    out[3] = 5000


def observe_too_little(seen, box, viewer, out):
    last = out[-1]
    RULES.observe(seen, box, viewer, out)
    out[-1] = last


def observe_what_will_come(seen, box, viewer, out):
    RULES.observe(seen, box, viewer, out)
    out[3] = 1 + int(seen.key[0] & 7)


def points_of_what_will_come(s, box, sheet):
    RULES.score_sheet(s, box, sheet)
    sheet[0, 0] += int(s.key[0] & 7)


def start_on_top(s, box, key):
    stored = int(s.players[4].stored)
    RULES.start(s, box, key)
    s.players[4].stored = stored


def score_on_top(s, box, sheet):
    before = sheet.copy()
    RULES.score_sheet(s, box, sheet)
    sheet += before


CALLS: list[int] = []


def apply_by_whim(s, box, action):
    CALLS.append(action)
    RULES.apply(s, box, action)
    s.stock[0] = len(CALLS) % 3


def apply_with_rounds_that_fall(s, box, action):
    RULES.apply(s, box, action)
    s.round_number = 1 + (int(s.mover) == 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (rules(legal=legal_backwards), "legal lists"),
        (rules(legal=legal_without_the_last), "problem allows"),
        (rules(legal=legal_that_counts), "legal or problem changes the position"),
        (rules(problem=problem_that_marks_the_box), "changes the box"),
        (rules(problem=problem_of_anything), "non-existing action"),
        (rules(view=view_with_the_key), "shows future draws"),
        (rules(view=view_of_what_will_come), "shows hidden information|view of the view"),
        (rules(view=view_that_forgets_a_field), "does not write its whole"),
        (rules(view=view_with_a_secret), "has_secrets is not set"),
        (rules(view=view_without_a_mover), "has a different mover"),
        (rules(redeal=redeal_with_more_shells), "redeal changes the view of"),
        (rules(redeal=redeal_without_a_key), "redeal does not set the key"),
        (rules(observe=observe_too_much), "'round' is declared from 1 to 51, but is"),
        (rules(observe=observe_too_little), "observe does not write its whole"),
        (rules(observe=observe_what_will_come), "of 0 depends on more than its view"),
        (rules(score_sheet=points_of_what_will_come), "of 0 depends on more than its view"),
        (rules(start=start_on_top), "start does not write its whole"),
        (rules(score_sheet=score_on_top), "score_sheet does not write its whole"),
        (rules(apply=apply_by_whim), "is not deterministic"),
        (rules(apply=apply_with_rounds_that_fall), "round_number decreases"),
        (rules(prefer=lambda s, box, action: -1), "prefer is below 0"),
        (texts(notation=lambda box, action: f"Move {action}"), "must be lower-case ASCII"),
        (texts(notation=lambda box, action: f"go {action // 2}"), "the same notation"),
        (texts(prompt=lambda seen, box: ""), "prompt is empty"),
        (texts(choice=lambda seen, box, action: "go"), "not unique"),
        (texts(reason=lambda seen, box, action, number: Reason("", "")), "no reason for"),
        (texts(story=lambda before, after, box, action: ""), "no story"),
        (texts(describe=lambda seen, box, viewer, names: []), "describe is empty"),
        ({"positions": replace(GAME.positions, to_table=lambda s, box: {"level": 1})}, r"names of options: \['level'\]"),
        ({"round_number": lambda seen: 0}, "round_number is below 1"),
        ({"pictures": replace(GAME.pictures, terminal=lambda *seen: "")}, "drawing for the terminal is empty"),
        ({"build_box": lambda options: GAME.build_box({**options, "players": 3})}, "box.players is not"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_is_found(change, message, monkeypatch):
    game = replace(GAME, **change)
    monkeypatch.setattr(testing, "find_game", lambda name: game)
    with pytest.raises(ContractError, match=message):
        check_game(game, every=10, options=[{}])


def test_a_position_that_is_read_back_as_another_one_is_found(monkeypatch):
    monkeypatch.setattr(testing.Match, "from_position", classmethod(lambda cls, text, **_more: testing.Match(GAME, seed=99)))
    with pytest.raises(ContractError, match="written and read back"):
        check_game(GAME, options=[{}])


def test_a_picture_that_is_not_svg_is_found(monkeypatch):
    game = replace(GAME, pictures=replace(GAME.pictures, board=lambda *seen: [Panel("a", "A", 1, 1, "<g>")]))
    monkeypatch.setattr(testing, "find_game", lambda name: game)
    with pytest.raises(SyntaxError):
        check_game(game, options=[{}])


def test_a_game_that_is_not_installed_is_reported():
    with pytest.raises(ContractError, match="is its package installed"):
        check_game(replace(GAME, title="Another"))


def test_the_ways_to_play_are_every_number_of_players_and_every_choice():
    ways = [tuple(options.values()) for options in option_sets(GAME)]
    assert ways == [
        (2, "basic", "front"),
        (3, "basic", "front"),
        (4, "basic", "front"),
        (5, "basic", "front"),
        (2, "advanced", "front"),
        (2, "pro", "front"),
        (2, "basic", "atoll"),
    ]


def test_a_choice_that_needs_another_and_a_list_of_a_certain_length_are_ways_to_play():
    assert any(options["gifts"] == "on" for options in option_sets(find_game("kaivai")))
    ways = option_sets(find_game("nusfjord"))
    assert {options["mixed"][-1] for options in ways if options["mixed"]} == set(find_game("nusfjord").options[1].choices)
    assert any(len(options["elders"]) == 4 for options in ways)
