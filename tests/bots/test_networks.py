"""The networks of the package, without PyTorch: they play every setup, and depend only on their seat's view."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaboard import bots
from seaboard.bots.mcts.network import first_layer, refresh_accumulators, write_inputs
from seaboard.bots.mcts.tree import NONE
from seaboard.bots.network.network_files import (
    FOLDER,
    Misfit,
    about_network,
    load_net,
    random_weights,
    read_network,
    save_network,
    shape_of,
)
from seaboard.bots.network.player import NetSearch
from seaboard.bots.network.stamp import (
    TOLERANCE,
    box_of,
    largest_difference,
    reference_position,
    reference_setups,
    references,
    stamp,
)
from seaboard.bots.training.command import Request, describe_line, no_network_message, train
from seaboard.bots.training.plans import plan_of
from seaboard.core.dice import key_of
from seaboard.core.errors import SeaboardError
from seaboard.core.seat_observation import bound_observation
from seaboard.games import NAMES, find_game
from seaboard.games.nusfjord.cards import buildings
from seaboard.match import Match

from ..sampling import some

MAX_BYTES = 8_000_000  # of one file
SETUPS = some([f"{name}: {setup.name}" for name in NAMES for setup in plan_of(name).setups])
EVERY_GAME = pytest.mark.parametrize("name", NAMES)


def new_bot(*which) -> Any:
    return bots.new_bot(*which)


def of_game(name: str, setup: int = 0):
    """A game, the box of one of its network's setups, and the network as a bot."""
    game = find_game(name)
    setups = reference_setups(read_network(FOLDER / f"{name}.npz")[1])
    box = box_of(game, setups[setup])
    return game, box, new_bot("net", game, box, 1)


def nusfjord(**options):
    game = find_game("nusfjord")
    return game, game.build_box(game.choose(**options))


def test_each_game_has_one_small_network():
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(NAMES)
    assert all(file.stat().st_size <= MAX_BYTES for file in FOLDER.iterdir())


@EVERY_GAME
def test_metadata_name_the_game_and_the_training(name):
    weights, about = read_network(FOLDER / f"{name}.npz")
    game = find_game(name)
    assert about["observation"] == shape_of(game).hash
    assert (about["actions"], about["rules_version"]) == (game.num_actions, game.rules_version)
    assert {"games", "positions", "seconds", "moves", "how"} <= about["made"].keys()
    assert {f"players={n}" for n in game.options[0].choices} == {setup.split()[0] for setup in about["setups"]}
    with np.load(FOLDER / f"{name}.npz") as arrays:
        assert all(arrays[array].dtype == np.float16 for array in weights)


@EVERY_GAME
def test_networks_compute_their_reference_values(name):
    file = FOLDER / f"{name}.npz"
    about = read_network(file)[1]
    setups = reference_setups(about)
    assert len(setups) >= 5
    assert largest_difference(about["references"], references(find_game(name), setups, file)) <= TOLERANCE


def check_bots(match: Match, decisions: int = 3) -> None:
    """All bots that can use a network use it in this match, and choose legal actions."""
    levels = [new_bot(level, match.game, match.box, 1) for level in ("net", "strong:2", "expert:2")]
    assert all(bot.net is not None for bot in levels)
    rng, played = np.random.default_rng(1), 0
    while not match.over and played < decisions:
        actions = match.actions()
        seen = match.view(match.mover)
        if len(actions) > 1 and match.version % 7 == 0:
            assert levels[played % 3].choose(seen, actions) in actions
            values = levels[0].values_of(seen)
            assert np.isfinite(values).all()
            assert abs(values[:, 0].sum() - 1) < 1e-4
            played += 1
        match.play(int(rng.choice(actions)))
    assert played == decisions


@pytest.mark.parametrize("which", SETUPS)
def test_networks_play_every_setup(which):
    name, setup = which.split(": ")
    check_bots(Match(find_game(name), seed=5, **dict(pair.split("=", 1) for pair in setup.split())))


@pytest.mark.parametrize(
    "options",
    [
        *({"players": 2, "start": 2}, {"players": 2, "without": ["105", "322"]}, {"players": 1, "without": ["105", "122"]}),
        *({"players": 4, "mixed": ["visitors", "trout", "plaice"]}, {"players": 5, "elders": ["guide", "architect", "promos"]}),
    ],
    ids=str,
)
def test_networks_play_options_that_training_did_not_combine(options):
    check_bots(Match(find_game("nusfjord"), seed=5, **options))


@EVERY_GAME
def test_hints_the_coach_and_reviews_use_it(name):
    from seaboard.agents.local_game import REVIEWER
    from seaboard.study.coach import BOT as COACH
    from seaboard.study.review import BOT as REVIEW

    game = find_game(name)
    for bot in ("strong", COACH, REVIEW, REVIEWER, "expert"):  # strong: the default of `Match.hint` and of a server
        for players in next(option.choices for option in game.options if option.name == "players"):
            assert new_bot(bot, game, game.build_box(game.choose(players=players))).net is not None, (bot, players)


def changed_cards(folder: Path) -> Path:
    """A file of buildings: the standard one with other figures for every card of the herring deck."""
    rows = [row for row in buildings.FILE.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
    head = rows[0].split("\t")
    deck, wood = head.index("deck"), head.index("wood")
    changed = [rows[0]]
    for row in rows[1:]:
        cells = row.split("\t")
        if cells[deck] == "herring":
            cells[wood] = str(int(cells[wood]) + 1)
        changed.append("\t".join(cells))
    (folder / "mine.tsv").write_text("\n".join(changed) + "\n", encoding="utf-8")
    return folder / "mine.tsv"


def test_cards_without_identity_are_played_by_their_traits(tmp_path):
    """No card has an identity, so networks distinguish them only by the printed figures."""
    game, box = nusfjord(players=2, buildings=str(changed_cards(tmp_path)))
    identities = [feature.identities(box) for feature in game.features if feature.name == "cards" and feature.identities]
    assert (identities[0][1:45] == -1).all()
    check_bots(Match(game, seed=5, players=2, buildings=str(changed_cards(tmp_path))))
    (net, settings), (standard, usual_settings) = load_net(game, box), load_net(*nusfjord(players=2))
    assert (settings["leaf"], usual_settings["leaf"]) == (0.5, 1.0), "its values of unknown cards are less certain"
    assert not np.allclose(net.actions, standard.actions)
    assert len(np.unique(net.actions.round(4), axis=0)) > 40


@EVERY_GAME
def test_each_box_is_folded_once(name):
    """Another bot with the same box gets the same arrays."""
    game, _, bot = of_game(name, 1)
    other = new_bot("net:4", game, game.build_box(game.choose(**options_class(name, 1))), 2)
    assert other.net.rows is bot.net.rows


def options_class(name: str, setup: int) -> dict[str, str]:
    text = reference_setups(read_network(FOLDER / f"{name}.npz")[1])[setup]
    return dict(pair.split("=", 1) for pair in text.split())


@EVERY_GAME
def test_the_policy_has_exactly_the_legal_actions(name):
    game, box, bot = of_game(name)
    for seed in (1, 2, 3):
        seen, actions = reference_position(game, box, seed)
        assert sorted(bot.policy_of(seen)) == actions
        assert bot.choose(seen, actions) in actions


@EVERY_GAME
def test_hidden_information_changes_no_evaluation(name):
    """A redeal of hidden information gives the same values and the same policy."""
    game, box, bot = of_game(name, -1)
    seen, _ = reference_position(game, box, 2)
    values, policy = bot.values_of(seen).copy(), bot.policy_of(seen)
    for deal in range(3):
        other = seen.copy()
        game.redeal(other, box, key_of(f"deal {deal}"))
        assert np.array_equal(bot.values_of(other), values)
        assert bot.policy_of(other) == policy


@EVERY_GAME
def test_updated_accumulators_equal_a_full_computation(name):
    """Positions below the root of a search are computed by the difference to each seat's inputs at the root."""
    game, box, bot = of_game(name, -2)
    worker, seats, rng = bot.workers[0], int(box.players), np.random.default_rng(4)
    net, scratch = worker.search.net, worker.search.scratch
    write = game.bound(write_inputs, **bound_observation(game))
    s, out, compared = game.empty_state(), np.zeros(game.max_legal, np.int16), 0
    game.start(s, box, key_of(5))
    game.bound(refresh_accumulators, write_inputs=write)(s, box, net, scratch)
    while compared < 12:
        seat, n = int(game.mover(s)), int(game.legal(s, box, out))
        if n > 1:
            write(s, box, seat, scratch)
            first_layer(net, scratch, seat)
            different = scratch.hidden.copy()
            first_layer(net, scratch, seats)
            assert np.allclose(different, scratch.hidden, atol=1e-4)
            compared += 1
        game.apply(s, box, int(rng.choice(out[:n])))


def paths_of(nodes: np.ndarray, values: np.ndarray) -> dict[tuple[int, ...], tuple]:
    """The statistics of a tree for each line of actions."""
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for number, node in enumerate(nodes[1:], 1):
        paths[number] = (*paths[int(node["parent"])], int(node["action"]))
    return {paths[k]: (int(nodes["visits"][k]), tuple(values[k])) for k in paths}


def test_the_subtree_of_an_action_is_reused(tmp_path):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    bot = new_bot(f"net:150,explore=0.2,file={own_network(tmp_path)}", game, box, 1)
    seen, actions = reference_position(game, box, 1)
    played = bot.choose(seen, actions)
    tree = bot.workers[0].tree
    before = paths_of(tree.nodes[: tree.size[0]], tree.values)
    assert bot.workers[0].keep_subtree(played)
    nodes = tree.nodes[: tree.size[0]]
    after = paths_of(nodes, tree.values)
    assert after == {path[1:]: known for path, known in before.items() if path[:1] == (played,)}
    assert len(after) > 10
    for number, node in enumerate(nodes):
        children = set()
        child = int(node["last_child"])
        while child != NONE:
            children.add(child)
            child = int(nodes["sibling"][child])
        assert children == set(np.flatnonzero(nodes["parent"] == number).tolist())
    assert not bot.workers[0].keep_subtree(game.num_actions - 1)


def test_exchanging_the_seats_exchanges_the_values():
    """The same game with the other seat beginning."""
    game, box = nusfjord(players=2, start=1)
    turned = nusfjord(players=2, start=2)[1]
    both = [new_bot("net", game, one, 1) for one in (box, turned)]
    rng, out, compared = np.random.default_rng(2), np.zeros(game.max_legal, np.int16), 0
    states = [game.empty_state(), game.empty_state()]
    for s, one in zip(states, (box, turned), strict=True):
        game.start(s, one, key_of(3))
    for _ in range(12):
        found: list[tuple[int, Any]] = []
        allowed = []
        for s, one, bot in zip(states, (box, turned), both, strict=True):
            n, seen, seat = int(game.legal(s, one, out)), game.empty_state(), int(game.mover(s))
            game.view(s, one, seat, seen)
            allowed.append(np.sort(out[:n]).tolist())
            found.append((seat, bot.values_of(seen).copy() if n > 1 else None))
        assert allowed[0] == allowed[1]
        assert found[0][0] != found[1][0]
        if found[0][1] is not None:
            assert np.allclose(found[0][1], found[1][1][::-1], atol=1e-4)
            compared += 1
        action = int(rng.choice(allowed[0]))
        for s, one in zip(states, (box, turned), strict=True):
            game.apply(s, one, action)
    assert compared >= 5


@pytest.mark.parametrize("name", ["net", "net:12", "strong:12"])
def test_equal_seeds_make_equal_choices(name):
    game, box = nusfjord(players=2)
    seen, actions = reference_position(game, box, 3)
    chosen = {new_bot(name, game, box, 7).choose(seen, actions) for _ in range(3)}
    assert len(chosen) == 1


def own_network(folder: Path, **changes) -> Path:
    """A network file of random weights for Māori, with changed metadata."""
    game = find_game("maori")
    about = {**about_network(game), "setups": ["players=2", "players=4 level=pro"]}
    save_network(folder / "own.npz", random_weights(game, width=16, half=8, last=8), {**about, **changes})
    return folder / "own.npz"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"observation": "0"}, "its observation is 0"),
        ({"actions": 7}, "its actions is 7"),
        ({"rules_version": -1}, "its rules version is -1"),
        ({"game": "kaivai"}, "its game is kaivai"),
    ],
)
def test_a_network_that_does_not_fit_is_reported_on_one_line_and_the_search_works(tmp_path, capsys, changes, words):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    file = own_network(tmp_path, **changes)
    bot = new_bot(f"net:2,turns=1,file={file}", game, box, 1)
    message = capsys.readouterr().err
    assert words in message
    assert message.count("\n") == 1
    assert bot.net is None
    seen, actions = reference_position(game, box, 1)
    assert bot.choose(seen, actions) in actions


def test_a_users_network_file_plays(tmp_path):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    bot = new_bot(f"net:3,file={own_network(tmp_path)}", game, box, 1)
    assert isinstance(bot, NetSearch)
    assert bot.net is not None
    seen, actions = reference_position(game, box, 1)
    assert bot.choose(seen, actions) in actions
    assert abs(bot.values_of(seen)[:, 0].sum() - 1) < 1e-5


def test_a_number_of_players_can_have_its_own_weights(tmp_path):
    game, file = find_game("maori"), tmp_path / "own.npz"
    both = [random_weights(game, width=16, half=8, last=8, seed=seed) for seed in (1, 2)]
    save_network(file, both[0], {**about_network(game), "setups": ["players=2", "players=3"], "parts": {"3": 1}}, both[1])
    for players, weights in ((2, both[0]), (3, both[1]), (4, both[0])):
        net = load_net(game, game.build_box(game.choose(players=players)), file)[0]
        assert np.allclose(net.sheet, weights["sheet"][: net.sheet.shape[0]], atol=1e-3)
    stamped = stamp(file, tmp_path / "stamped.npz")
    assert np.array_equal(read_network(stamped, 3)[0]["rows"], read_network(file, 3)[0]["rows"])
    assert not np.array_equal(read_network(stamped, 3)[0]["rows"], read_network(stamped, 2)[0]["rows"])


@pytest.mark.parametrize("parts", [7, {"2": "1"}, {"2": 5}, {"2": -1}, {"2": None}, ["2"]], ids=str)
def test_missing_parts_are_refused(tmp_path, parts):
    game = find_game("maori")
    with pytest.raises(Misfit, match="is not a network file"):
        load_net(game, game.build_box(game.choose(players=2)), own_network(tmp_path, parts=parts))


def test_a_file_that_is_not_a_network_is_reported(tmp_path):
    game, box = nusfjord(players=2)
    (tmp_path / "text.npz").write_text("nothing")
    with zipfile.ZipFile(tmp_path / "zip.npz", "w") as file:
        file.writestr("about.npy", json.dumps({}))
    for name in ("text.npz", "zip.npz"):
        with pytest.raises(Misfit, match="is not a network file"):
            load_net(game, box, tmp_path / name)


def test_only_an_unchanged_network_is_stamped(tmp_path):
    file = own_network(tmp_path, rules_version=-1)
    stamp(file, file)
    weights, about = read_network(file)
    assert about["rules_version"] == find_game("maori").rules_version
    stamp(file, file)
    weights["values_bias"] = weights["values_bias"] + 1
    weights["second"] = weights["second"] * 2
    save_network(file, weights, about)
    with pytest.raises(SeaboardError, match="no longer computes"):
        stamp(file, file)


def test_training_without_pytorch_is_reported(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SeaboardError, match="training needs PyTorch"):
        train(Request("maori", tmp_path), print)


def test_a_line_of_the_curve_names_only_what_there_is():
    before = {"seconds": 15, "games": 1, "positions": 2, "steps": 0, "matches": {}}
    assert describe_line(before) == "15 s: 1 games, 2 positions, 0 steps"
    after = before | {"end": True, "steps": 3, "policy": 1.5, "reuse": 5.9, "matches": {"2": 0.5}}
    assert describe_line(after) == "the end: 1 games, 2 positions, 3 steps; policy 1.5, reuse 5.9; matches 2: 0.5"


def test_a_run_without_a_network_says_why():
    assert "the 1 min ended before a game did; compiled code is cached, so run it again" in no_network_message(2000, 0, 1)
    assert "after 0.5 min there were 1,200 positions of self-play, and learning begins at 20,000" in no_network_message(
        20000, 1200, 0.5
    )


def with_arrays(file: Path, **arrays) -> Path:
    """The same network file with some arrays replaced."""
    with np.load(file) as found:
        kept = {name: found[name] for name in found.files}
    np.savez_compressed(file, **{**kept, **arrays})
    return file


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        *(
            ("rows", (3, 16)),
            ("traits", (1, 16)),
            ("bias", (8,)),
            ("item_traits", (0, 16)),
            ("second", (16,)),
        ),
        *(("second_bias", (3,)), ("third", (8, 4)), ("values", (8, 1)), ("values_bias", (1,)), ("actions", (1, 8))),
        *(("action_traits", (2, 3)), ("slopes", (2,)), ("sheet", (1, 16)), ("bias", ()), ("third_bias", (0,))),
    ],
)
def test_weights_of_another_shape_are_refused(tmp_path, name, shape):
    """Compiled code would read past their end."""
    game = find_game("maori")
    file = with_arrays(own_network(tmp_path), **{name: np.zeros(shape, np.float16)})
    with pytest.raises(Misfit, match=r"has the shape|is not a network file"):
        load_net(game, game.build_box(game.choose(players=2)), file)


@pytest.mark.parametrize("name", ["rows", "values", "actions"])
def test_weights_that_are_not_finite_are_refused(tmp_path, name):
    game = find_game("maori")
    file = own_network(tmp_path)
    broken = read_network(file)[0][name].astype(np.float16)
    broken[..., 0] = np.nan
    with pytest.raises(Misfit, match="not finite"):
        load_net(game, game.build_box(game.choose(players=2)), with_arrays(file, **{name: broken}))


@pytest.mark.parametrize(
    "changes",
    [
        *({"settings": []}, {"settings": {"explore": "much"}}, {"settings": {"explore": float("nan")}}),
        *({"settings": {"unknown": 1.0}}, {"by_players": 7}, {"by_players": {"2": {"leaf": None}}}, {"by_players": {"2": [1]}}),
    ],
    ids=str,
)
def test_damaged_metadata_are_refused(tmp_path, capsys, changes):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    file = own_network(tmp_path, **changes)
    with pytest.raises(Misfit, match="cannot be read"):
        load_net(game, box, file)
    assert new_bot(f"net:2,turns=1,file={file}", game, box, 1).net is None
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_network_file_is_refused_on_one_line(tmp_path):
    """A file cut off anywhere, or with changed bytes: Misfit, or the same network if the change is in an unused part."""
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    whole, rng = own_network(tmp_path).read_bytes(), np.random.default_rng(3)
    file, refused = tmp_path / "damaged.npz", 0
    for n in range(200):
        damaged = bytearray(whole)
        if n % 2:
            del damaged[int(rng.integers(len(damaged))) :]
        else:
            for at in rng.integers(len(damaged), size=8):
                damaged[at] = int(rng.integers(256))
        file.write_bytes(damaged)
        try:
            load_net(game, box, file)
        except Misfit:
            refused += 1
    assert refused > 150


def test_a_plain_array_or_a_pickle_is_not_a_network(tmp_path):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    np.save(tmp_path / "one.npy", np.zeros(3))
    whole = own_network(tmp_path)
    with_arrays(whole, about=np.array([{"a": 1}], dtype=object))
    for file in (tmp_path / "one.npy", whole, tmp_path):
        with pytest.raises(Misfit, match="is not a network file"):
            load_net(game, box, file)
