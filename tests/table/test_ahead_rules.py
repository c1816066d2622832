"""Moves ahead as pure values."""

from seaboard.table.tables.ahead_rules import HIDDEN, Plan, has_contradiction, next_move, read_plan, steps_seen_by, was_played

ME, YOU = 0, 1
PLAN = Plan(5, (((YOU, 7), (ME, 3), (ME, 4)), ((YOU, 8), (YOU, 2), (ME, 9))))


def test_the_first_line_that_the_game_follows_is_played():
    assert next_move(PLAN, ME, [(YOU, 7)]) == 3
    assert next_move(PLAN, ME, [(YOU, 7), (ME, 3)]) == 4
    assert next_move(PLAN, ME, [(YOU, 8), (YOU, 2)]) == 9
    assert next_move(PLAN, ME, [(YOU, 8)]) is None, "it is not my turn there"
    assert next_move(PLAN, ME, [(YOU, 6)]) is None


def test_a_line_ends():
    assert not was_played(PLAN, [(YOU, 7), (ME, 3)])
    assert was_played(PLAN, [(YOU, 7), (ME, 3), (ME, 4)])
    assert was_played(PLAN, [(YOU, 7), (ME, 3), (ME, 4), (YOU, 1)])


def test_hidden_choices_of_others_are_never_compared():
    secret = range(10, 20)
    assert steps_seen_by(ME, [(YOU, 11), (ME, 12), (YOU, 3)], secret) == ((YOU, HIDDEN), (ME, 12), (YOU, 3))
    plan = Plan(0, (steps_seen_by(ME, [(YOU, 11), (ME, 5)], secret),))
    for played in ([(YOU, 11)], [(YOU, 19)]):
        assert next_move(plan, ME, steps_seen_by(ME, played, secret)) == 5


def test_lines_that_contradict_each_other():
    assert has_contradiction([[(YOU, 7), (ME, 3)], [(YOU, 7), (ME, 4)]], ME)
    assert not has_contradiction([[(YOU, 7), (ME, 3)], [(YOU, 8), (ME, 4)]], ME)


def test_plans_are_stored_as_text():
    plan = Plan(3, PLAN.lines, ("decline",), "dropped")
    assert read_plan(plan.to_json()) == plan
    assert read_plan("") == Plan()
    assert Plan(9).to_json() == ""
