"""The networks of the package, without PyTorch: what they were made for, what they say, and what happens where none fits."""

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
from seaboard.bots.network.files import (
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
from seaboard.bots.network.stamp import NEAR, first_box, furthest, reference_position, references, stamp
from seaboard.bots.search import Search
from seaboard.bots.training.command import Wanted, train_for
from seaboard.core.dice import key_of
from seaboard.core.errors import SeaboardError
from seaboard.core.seat_observation import bound_observation
from seaboard.games import find_game

SHIPPED = sorted(FOLDER.glob("*.npz"))
IDS = [file.stem for file in SHIPPED]
MOST_BYTES = 16_000_000


def new_bot(*which) -> Any:
    return bots.new_bot(*which)


def of_file(file: Path):
    """Game, box and bot of a network."""
    about = read_network(file)[1]
    game = find_game(about["game"])
    box = first_box(game, about)
    return game, box, new_bot("net", game, box, 1)


def box_of(**options):
    game = find_game("nusfjord")
    return game, game.build_box(game.choose(**options))


def test_they_are_small_enough():
    assert IDS == ["kaivai-3", "maori-2", "maori-4", "nusfjord-1", "nusfjord-2"]
    assert sum(file.stat().st_size for file in SHIPPED) <= MOST_BYTES


@pytest.mark.parametrize("file", SHIPPED, ids=IDS)
def test_a_network_says_what_it_is_for_and_how_it_was_made(file):
    weights, about = read_network(file)
    game = find_game(about["game"])
    assert about["observation"] == shape_of(game, about["seats"]).hash
    assert (about["actions"], about["rules_version"]) == (game.num_actions, game.rules_version)
    assert {"generation", "games", "positions", "seconds", "how"} <= about["made"].keys()
    with np.load(file) as kept:
        assert all(kept[name].dtype == np.float16 for name in weights)


@pytest.mark.parametrize("file", SHIPPED, ids=IDS)
def test_it_says_what_it_said_at_export(file):
    game, box, _ = of_file(file)
    assert furthest(read_network(file)[1]["references"], references(game, box, file)) <= NEAR


@pytest.mark.parametrize("file", SHIPPED, ids=IDS)
def test_it_prefers_allowed_actions_only(file):
    game, box, bot = of_file(file)
    for seed in (1, 2, 3):
        seen, actions = reference_position(game, box, seed)
        assert sorted(bot.preferences(seen)) == actions
        assert bot.choose(seen, actions) in actions


@pytest.mark.parametrize("file", SHIPPED, ids=IDS)
def test_what_is_hidden_changes_nothing(file):
    """Another deal of what the seat cannot know: the same values, the same preferences."""
    game, box, bot = of_file(file)
    seen, _ = reference_position(game, box, 2)
    values, preferences = bot.outlook(seen).copy(), bot.preferences(seen)
    for deal in range(3):
        other = seen.copy()
        game.redeal(other, box, key_of(f"deal {deal}"))
        assert np.array_equal(bot.outlook(other), values)
        assert bot.preferences(other) == preferences


@pytest.mark.parametrize("file", SHIPPED, ids=IDS)
def test_adding_up_the_difference_is_adding_up_all(file):
    """Later positions of a search are worked out from what each seat saw at its root."""
    game, box, bot = of_file(file)
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
    """What a tree knows of each line of actions."""
    paths: dict[int, tuple[int, ...]] = {0: ()}
    for number, node in enumerate(nodes[1:], 1):
        paths[number] = (*paths[int(node["parent"])], int(node["action"]))
    return {paths[k]: (int(nodes["visits"][k]), tuple(values[k])) for k in paths}


def test_the_tree_below_an_action_is_kept(tmp_path):
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


def test_turning_the_seats_turns_the_values():
    """The same game with the other seat beginning."""
    game, box = box_of(players=2, start=1)
    turned = box_of(players=2, start=2)[1]
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
            found.append((seat, bot.outlook(seen).copy() if n > 1 else None))
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
def test_a_seed_chooses_the_same_again(name):
    game, box = box_of(players=2)
    seen, actions = reference_position(game, box, 3)
    chosen = {new_bot(name, game, box, 7).choose(seen, actions) for _ in range(3)}
    assert len(chosen) == 1


@pytest.mark.parametrize(
    "options",
    [{"players": 3}, {"players": 2, "deck": "salmon"}, {"players": 1, "mode": "advanced"}, {"players": 2, "without": ["105"]}],
    ids=str,
)
def test_other_tables_get_no_network(options, capsys):
    game, box = box_of(**options)
    with pytest.raises(Misfit, match=r"no network for Nusfjord|not made for these options"):
        load_net(game, box)
    bot = new_bot("strong:4", game, box, 1)
    assert issubclass(type(bot), Search)
    assert bot.net is None
    assert capsys.readouterr().err == ""  # a level is silent


def test_in_a_campaign_cards_may_be_left_out_and_anybody_may_begin():
    assert new_bot("net", *box_of(players=1, without=["105", "122"])).net is not None
    assert new_bot("net", *box_of(players=2, start=2)).net is not None


def own_network(folder: Path, **changes) -> Path:
    """A network of random weights for Māori, with something else said about it."""
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    variants = [{"options": {}, "box": game.box_hash(box)}]
    about = {**about_network(game, shape_of(game, 2)), "variants": variants}
    save_network(folder / "own.npz", random_weights(game, 2, width=16, half=8, last=8), {**about, **changes})
    return folder / "own.npz"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"observation": "0"}, "its observation is 0"),
        ({"actions": 7}, "its actions is 7"),
        ({"rules_version": -1}, "its rules version is -1"),
        ({"game": "kaivai"}, "its game is kaivai"),
        ({"variants": []}, "not made for these options"),
    ],
)
def test_one_that_does_not_fit_is_refused_in_a_line_and_the_search_goes_on(tmp_path, capsys, changes, words):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    file = own_network(tmp_path, **changes)
    bot = new_bot(f"net:2,turns=1,file={file}", game, box, 1)
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert bot.net is None
    seen, actions = reference_position(game, box, 1)
    assert bot.choose(seen, actions) in actions


def test_a_file_of_ones_own_plays(tmp_path):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    bot = new_bot(f"net:3,file={own_network(tmp_path)}", game, box, 1)
    assert isinstance(bot, NetSearch)
    assert bot.net is not None
    seen, actions = reference_position(game, box, 1)
    assert bot.choose(seen, actions) in actions
    assert abs(bot.outlook(seen)[:, 0].sum() - 1) < 1e-5


def test_what_is_no_network_is_told(tmp_path):
    game, box = box_of(players=2)
    (tmp_path / "text.npz").write_text("nothing")
    with zipfile.ZipFile(tmp_path / "zip.npz", "w") as file:
        file.writestr("about.npy", json.dumps({}))
    for name in ("text.npz", "zip.npz"):
        with pytest.raises(Misfit, match="holds no network"):
            load_net(game, box, tmp_path / name)


def test_a_stamp_is_given_to_the_same_network_only(tmp_path):
    file = own_network(tmp_path, rules_version=-1)
    stamp(file, file)
    weights, about = read_network(file)
    assert about["rules_version"] == find_game("maori").rules_version
    stamp(file, file)
    weights["values_bias"] = weights["values_bias"] + 1
    weights["second"] = weights["second"] * 2
    save_network(file, weights, about)
    with pytest.raises(SeaboardError, match="does not say any more"):
        stamp(file, file)


def test_without_pytorch_training_says_so(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SeaboardError, match="training needs PyTorch"):
        train_for(Wanted("maori", 2, tmp_path, 1.0, 1), print)


def rewritten(file: Path, **arrays) -> Path:
    """The same file with other arrays in it."""
    with np.load(file) as found:
        kept = {name: found[name] for name in found.files}
    np.savez_compressed(file, **{**kept, **arrays})
    return file


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        *(("free", (3, 16)), ("lines", (1, 16)), ("bias", (8,)), ("variants", (0, 16)), ("second", (16, 4)), ("second", (16,))),
        *(("second_bias", (3,)), ("third", (8, 4)), ("values", (8, 1)), ("values_bias", (1,)), ("actions", (1, 8))),
        *(("actions_bias", (2,)), ("habits", (2,)), ("sheet", (1, 16)), ("bias", ()), ("third_bias", (0,))),
    ],
)
def test_weights_of_another_shape_are_not_played(tmp_path, name, shape):
    """Compiled code would read past the end of them."""
    game = find_game("maori")
    file = rewritten(own_network(tmp_path), **{name: np.zeros(shape, np.float16)})
    with pytest.raises(Misfit, match=r"has the shape|holds no network"):
        load_net(game, game.build_box(game.choose(players=2)), file)


@pytest.mark.parametrize("name", ["free", "values", "habits"])
def test_weights_that_are_no_numbers_are_not_played(tmp_path, name):
    game = find_game("maori")
    file = own_network(tmp_path)
    broken = read_network(file)[0][name].astype(np.float16)
    broken[..., 0] = np.nan
    with pytest.raises(Misfit, match="no number"):
        load_net(game, game.build_box(game.choose(players=2)), rewritten(file, **{name: broken}))


@pytest.mark.parametrize(
    "changes",
    [
        *({"variants": "all"}, {"variants": [1]}, {"variants": [{"options": [], "box": ""}]}, {"variants": [{}]}),
        *({"guide": []}, {"guide": {"explore": "much"}}, {"guide": {"explore": float("nan")}}, {"guide": {"unknown": 1.0}}),
        *({"differs": 7}, {"part": [1]}),
    ],
    ids=str,
)
def test_what_is_said_of_weights_must_be_readable(tmp_path, capsys, changes):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    file = own_network(tmp_path, **changes)
    with pytest.raises(Misfit, match="cannot be read"):
        load_net(game, box, file)
    assert new_bot(f"net:2,turns=1,file={file}", game, box, 1).net is None
    assert capsys.readouterr().err.count("\n") == 1


def test_a_damaged_file_of_weights_is_refused_in_one_line(tmp_path):
    """Cut off anywhere, or with other bytes in it: Misfit, or (where nothing of it is used) the same network."""
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


def test_a_list_of_numbers_or_a_pickle_is_no_network(tmp_path):
    game = find_game("maori")
    box = game.build_box(game.choose(players=2))
    np.save(tmp_path / "one.npy", np.zeros(3))
    whole = own_network(tmp_path)
    rewritten(whole, about=np.array([{"a": 1}], dtype=object))
    for file in (tmp_path / "one.npy", whole, tmp_path):
        with pytest.raises(Misfit, match="holds no network"):
            load_net(game, box, file)
