"""Networks for different numbers of players in one file."""

import numpy as np

from seaboard.bots.mcts.search_settings import GUIDED
from seaboard.bots.network.merge import merge, round_weights
from seaboard.bots.network.network_files import about_network, random_weights, read_network, save_network
from seaboard.games import find_game

MAORI = find_game("maori")


def small_network(file, seed, setups, **metadata):
    made = {"games": 10 * seed, "positions": 5, "seconds": 1.0, "moves": 0, "how": f"run {seed}"}
    about = {**about_network(MAORI), "settings": {"explore": float(seed)}, "setups": setups, "made": made, **metadata}
    weights = round_weights(random_weights(MAORI, 8, 4, 4, seed))
    save_network(file, weights, about)
    return weights


def test_each_number_of_players_has_its_own_weights_and_settings(tmp_path):
    two = small_network(tmp_path / "two.npz", 1, ["players=2"], by_players={"2": {"trust": 0.8}, "4": {"trust": 0.1}})
    many = small_network(tmp_path / "many.npz", 2, ["players=3", "players=4"], by_players={"4": {"leaf": 0.5}})
    file = merge(tmp_path / "both.npz", {(2,): tmp_path / "two.npz", (3, 4): tmp_path / "many.npz"})
    for players, wanted in ((2, two), (3, many), (4, many), (5, two)):
        found, about = read_network(file, players)
        assert all(np.array_equal(found[name], wanted[name]) for name in wanted)
    assert about["by_players"] == {"2": {"trust": 0.8}, "3": {"explore": 2.0}, "4": {"explore": 2.0, "leaf": 0.5}}
    assert about["setups"] == ["players=2", "players=3", "players=4"]
    assert (about["made"]["games"], about["made"]["how"]) == (30, "run 1; run 2")


def test_rounding_changes_weights_by_a_thousandth_and_only_once():
    weights = {"rows": np.array([0.1, -3.3, 0.0, 1e-3, 100.0], np.float32)}
    once = round_weights(weights)
    assert np.allclose(once["rows"], weights["rows"], rtol=2e-3)
    assert np.array_equal(round_weights(once)["rows"], once["rows"])
    assert GUIDED.spread == GUIDED.known == 0  # in play, no search knows the future draws
