"""The search: seeds, budgets, cancelling, hints, and when the tree is reused."""

import time

import numpy as np
import pytest

from seaboard.bots import new_bot
from seaboard.bots.mcts.search_settings import SearchSettings
from seaboard.bots.mcts.tree import NONE, POINTS, USUAL_DEVIATION, exploration, new_tree
from seaboard.bots.search import Search, SearchWorker
from seaboard.games import NAMES, find_game
from seaboard.match import Match

SHORT = {"turns": 1}  # playouts to the end of the turn: quick enough for the interpreter


def match_with_a_choice(name, seed=3):
    """A match at a decision with several answers, after which the same player decides again without a draw."""
    match = Match(find_game(name), seed=seed)
    while len(match.actions()) == 1:
        match.play(match.actions()[0])
    return match


def choices(name, bot, decisions=3, **settings):
    """The choices of a bot in the first decisions of a game in which it plays all seats."""
    match = match_with_a_choice(name)
    player = new_bot(bot, match.game, match.box, seed=5, **settings)
    for _ in range(decisions):
        match.play(player.choose(match.view(match.mover), match.actions()))
    return [action for action, _ in match.history]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", ["random", "greedy:1", "search:4,turns=1", "search:4,turns=1,slack=0.5"])
def test_equal_seeds_make_equal_choices(name, bot):
    assert choices(name, bot) == choices(name, bot)


def test_equal_seeds_make_equal_choices_on_several_threads():
    """Each thread has its own tree and seed, and an equal share of the simulations."""
    assert choices("maori", "search:9", threads=2, **SHORT) == choices("maori", "search:9", threads=2, **SHORT)


def test_the_search_stays_within_its_budget():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, simulations=12, turns=1)
    bot.choose(match.view(match.mover), match.actions())
    assert bot.workers[0].done == 12
    assert bot.workers[0].tree.nodes[0]["visits"] == 12
    assert bot.workers[0].tree.root_visits.sum() == 12


def test_a_search_with_a_time_limit_answers():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, seconds=0.01, threads=1, turns=1)
    assert bot.choose(match.view(match.mover), match.actions()) in match.actions()


def test_a_search_without_time_left_makes_one_simulation():
    """On a busy computer the time can be over before it begins; its choice then at least follows the prior."""
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, seconds=1e-9, threads=1, turns=1)
    assert bot.choose(match.view(match.mover), match.actions()) in match.actions()
    assert bot.workers[0].done == 1


def test_a_search_ends_when_its_clock_says_so():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, seconds=3, turns=1, threads=1)
    ticks = iter(range(1000))
    bot.clock = lambda: next(ticks)
    assert bot.choose(match.view(match.mover), match.actions()) in match.actions()
    assert 0 < bot.workers[0].done < 10


def test_time_can_be_cpu_time_of_the_thread():
    match = match_with_a_choice("maori")
    clocks = {name: vars(new_bot(name, match.game, match.box))["clock"] for name in ("search", "search,cpu=1", "net,cpu=1")}
    assert clocks == {"search": time.perf_counter, "search,cpu=1": time.thread_time, "net,cpu=1": time.thread_time}


def test_a_search_can_be_cancelled():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, simulations=100_000, turns=1)
    looks = iter([False, False, False, True])
    assert bot.choose(match.view(match.mover), match.actions(), lambda: next(looks)) in match.actions()
    assert 0 < bot.workers[0].done < 100_000


@pytest.mark.parametrize("slack", [0, 0.5])
def test_a_search_cancelled_at_once_still_answers(slack):
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, simulations=10, slack=slack)
    assert bot.choose(match.view(match.mover), match.actions(), lambda: True) in match.actions()


def test_a_single_legal_action_needs_no_search():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, simulations=10)
    assert bot.choose(match.view(match.mover), [16]) == 16
    assert bot.workers[0].done == 0


def searched_bot(simulations=60):
    match = match_with_a_choice("maori")
    match.play(match.actions()[0])
    bot = Search(match.game, match.box, 1, simulations=simulations, turns=1, untried=0)
    bot.search(match.view(match.mover), lambda: False)
    return match, bot


def test_the_tree_counts_add_up():
    """A node is visited once for its own playout (unless it is the root, or has a single action), then once per child visit."""
    _, bot = searched_bot()
    nodes = bot.workers[0].nodes
    assert (nodes["visits"] > 1).sum() > 10
    for number, node in enumerate(nodes):
        children = np.flatnonzero(nodes["parent"] == number)
        own = node["visits"] - nodes["visits"][children].sum()
        assert own == (0 if number == 0 or len(children) == 1 else 1) or len(children) == 0
        assert all(nodes["available"][child] >= nodes["visits"][child] for child in children)
        listed, child = [], node["last_child"]
        while child != NONE:
            listed.append(child)
            child = nodes[child]["sibling"]
        assert sorted(listed) == children.tolist()


def test_a_new_root_keeps_exactly_its_subtree():
    _, bot = searched_bot()
    tree = bot.workers[0].tree
    old, values = tree.nodes[: tree.size[0]].copy(), tree.values[: tree.size[0]].copy()
    child = max(np.flatnonzero(old["parent"] == 0), key=lambda n: old[n]["visits"])

    def below(nodes, sums, number):
        """A node and all below it, without their numbers."""
        inner = [below(nodes, sums, n) for n in np.flatnonzero(nodes["parent"] == number)]
        return (
            int(nodes[number]["visits"]),
            sums[number].tolist(),
            sorted(
                (int(nodes[n]["action"]), part)
                for n, part in zip(np.flatnonzero(nodes["parent"] == number), inner, strict=True)
            ),
        )

    wanted = below(old, values, child)
    assert bot.workers[0].keep_subtree(int(old[child]["action"]))
    assert below(tree.nodes[: tree.size[0]], tree.values[: tree.size[0]], 0) == wanted
    assert not bot.workers[0].keep_subtree(-5)
    assert (tree.root_visits == 0).all()
    assert (tree.root_totals == 0).all()


def test_the_tree_is_reused_within_a_turn_only():
    match, bot = searched_bot()
    seat = match.mover
    steps = match.actions()[0]
    bot.last_view, bot.last_action = match.view(seat), steps
    match.play(steps)  # "ship 1": nothing is drawn, the same player goes on
    assert match.mover == seat
    assert bot.follows(match.view(seat))
    other = match.copy()
    other.s.players[seat].shells += 1
    assert not bot.follows(other.view(seat))
    bot.last_view, bot.last_action = (
        match.view(seat),
        match.actions()[0],
    )  # "take 1" leads on; laying it draws, and ends the turn
    while match.mover == seat:
        bot.last_view, bot.last_action = match.view(seat), match.actions()[0]
        match.play(match.actions()[0])
    assert not bot.follows(match.view(match.mover))


def test_a_reused_tree_keeps_growing():
    match, bot = searched_bot(40)
    seat, action = match.mover, bot.choose(match.view(match.mover), match.actions())
    match.play(action)
    assert match.mover == seat
    kept = int(np.sum(bot.workers[0].nodes["parent"] == 0))
    assert kept > 0
    bot.choose(match.view(seat), match.actions())
    assert bot.workers[0].tree.nodes[0]["visits"] > 40


def test_a_full_tree_is_searched_without_growing():
    match = match_with_a_choice("maori")
    worker = SearchWorker(match.game, match.box, "1", 3 * len(match.actions()), SearchSettings(turns=1))
    worker.start(match.view(match.mover))
    worker.run(40, float("inf"))
    full = worker.tree.size[0]
    assert len(worker.tree.nodes) - match.game.max_legal < full <= len(worker.tree.nodes)
    assert worker.nodes[0]["visits"] == 40
    worker.run(20, float("inf"))
    assert worker.tree.size[0] - full < match.game.max_legal
    assert worker.nodes[0]["visits"] == 60


@pytest.mark.parametrize("bot", ["random", "greedy:2", "search:20,turns=1"])
def test_hints_are_the_legal_moves_best_first(bot):
    match = match_with_a_choice("maori")
    hints = match.hint(bot)
    assert sorted(hint.action for hint in hints) == match.actions()
    assert {hint.move for hint in hints} == set(match.moves())
    assert all(0 <= hint.wins <= 1 for hint in hints)
    if bot.startswith("search"):
        assert [hint.visits for hint in hints] == sorted((hint.visits for hint in hints), reverse=True)
        assert sum(hint.visits for hint in hints) == 20
        assert len(hints[0].points) == 2
    assert match.hint(bot) == hints or bot == "random"


def test_no_hint_when_the_game_is_over():
    match = Match(find_game("maori"), seed=1)
    while not match.over:
        match.play(match.actions()[0])
    assert match.hint() == []


def test_in_a_solo_game_only_points_count():
    match = Match(find_game("nusfjord"), players=1, seed=1)
    bot = Search(match.game, match.box, 1, simulations=6, turns=1)
    assert bot.choose(match.view(0), match.actions()) in match.actions()
    buffers = bot.workers[0].search.buffers
    points, result = buffers.points[0], buffers.result[0]
    margin = (points / match.game.units_per_point - 35) / 20
    assert result == pytest.approx(0.5 + 0.5 * margin / (1 + abs(margin)))


def test_a_bot_that_overlooks_plays_the_best_of_what_it_sees():
    match = match_with_a_choice("maori")
    actions = match.actions()
    bot = Search(match.game, match.box, 1, simulations=1, overlook=0.5)
    visits, values = np.zeros(match.game.num_actions), np.zeros(match.game.num_actions)
    tried = actions[:3]
    visits[tried] = [50, 30, 20]
    values[tried] = visits[tried] * 0.5
    counts = dict.fromkeys(actions, 0)
    for _ in range(400):
        counts[bot.pick(actions, visits, values)] += 1
    assert counts[tried[0]] > counts[tried[1]] > counts[tried[2]] > 0  # about 1/2, 1/4, 1/8, and the rest at random
    assert sum(counts[action] for action in tried) == 400  # untried actions are never played
    assert 180 < counts[tried[0]] < 270


def test_a_bot_with_a_taste_prefers_its_category_among_moves_nearly_as_good():
    match = Match(find_game("nusfjord"), seed=1)
    bot = Search(match.game, match.box, 1, simulations=1, taste="ships")
    tree, ships = bot.workers[0].tree, POINTS + match.game.score_kinds.index("ships")
    visits, values = np.zeros(match.game.num_actions), np.zeros(match.game.num_actions)
    for action, (count, value, points) in enumerate([(20, 0.7, 2), (10, 0.61, 5), (10, 0.59, 9), (4, 0.69, 9)]):
        visits[action], values[action] = count, count * value
        tree.root_visits[action], tree.root_totals[action, 0, ships] = count, count * points
    assert bot.most_of_taste(0, visits, values, 0) == 1, "action 2 is worse, action 3 was hardly tried"
    assert bot.most_of_taste(0, visits, values, 1) == 0, "all are equal for the other seat"


def test_without_overlooking_the_most_visited_action_is_played():
    match = match_with_a_choice("maori")
    bot = Search(match.game, match.box, 1, simulations=1)
    visits, values = np.zeros(match.game.num_actions), np.zeros(match.game.num_actions)
    visits[match.actions()] = range(len(match.actions()))
    assert {bot.pick(match.actions(), visits, values) for _ in range(20)} == {match.actions()[-1]}


def test_exploration_follows_the_deviation_of_values():
    game = find_game("maori")
    tree, settings = new_tree(game, 2, 4), SearchSettings(spread=1.0, explore=2.0).as_record(1)
    tree.nodes[0].visits = 1000
    tree.values[0, 0], tree.squares[0, 0] = 500.0, 250.0  # always 0.5
    assert exploration(tree, settings, 0, 0) < 0.1
    tree.squares[0, 0] = 250.0 + 1000 * USUAL_DEVIATION**2
    assert abs(exploration(tree, settings, 0, 0) - 2.0) < 1e-9
    tree.squares[0, 0] = 250.0 + 1000 * (3 * USUAL_DEVIATION) ** 2
    assert exploration(tree, settings, 0, 0) > 5.9
    assert exploration(tree, SearchSettings(explore=2.0).as_record(1), 0, 0) == 2.0
