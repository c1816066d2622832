"""OpenSpiel in full: its ISMCTS plays, states are serialised and resampled, playthroughs repeat, wrong actions are refused."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from seaboard.core.errors import IllegalMove
from seaboard.games import NAMES
from seaboard.lab import openspiel

WAYS = (
    "seaboard_maori(players=3,level=pro,board=atoll,seed=3)",
    "seaboard_kaivai(players=4,edition=first,gifts=on,seed=3)",
    "seaboard_nusfjord(players=4,deck=mackerel,seed=3)",
    "seaboard_nusfjord(players=1,seed=3)",
)


def play_some(state, steps, seed=0):
    """Plays n random decisions, and chance nodes."""
    generator = np.random.default_rng(seed)
    while steps and not state.is_terminal():
        steps -= not state.is_chance_node()
        state.apply_action(int(generator.choice(state.legal_actions())))
    if state.is_chance_node():
        state.apply_action(0)
    return state


@pytest.mark.parametrize("game", [*(f"seaboard_{name}(seed=3)" for name in NAMES), *WAYS])
def test_random_simulation_with_options(game):
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_ismcts_plays_a_whole_game(name):
    """OpenSpiel's own ISMCTS on every seat; it requires equal information states in all sampled worlds."""
    game, chance = pyspiel.load_game(f"seaboard_{name}(seed=5)"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), uct_c=2.0, max_simulations=2, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(0 if state.is_chance_node() else bot.step(state))
    assert len(state.returns()) == game.num_players()


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_is_the_same_to_the_mover(name):
    state = play_some(pyspiel.load_game(f"seaboard_{name}(players=3,seed=5)").new_initial_state(), 40)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, None) for _ in range(6)]
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.observation_string(seat) == state.observation_string(seat)
        assert world.legal_actions() == state.legal_actions()
    assert len({str(world) for world in (*worlds, state)}) == 7
    with pytest.raises(ValueError, match="only the mover"):
        state.resample_from_infostate((seat + 1) % 3, None)


def test_different_histories_have_different_information_states():
    """Each seat has its own, a copy has the same, and every move makes another."""
    game = pyspiel.load_game("seaboard_maori(seed=5)")
    state = game.new_initial_state()
    assert state.information_state_string(0) != state.information_state_string(1)
    play_some(state, 6)
    copy = state.clone()
    assert [copy.information_state_string(seat) for seat in (0, 1)] == [state.information_state_string(seat) for seat in (0, 1)]
    seen = [state.information_state_string(1)]
    for _ in range(10):
        play_some(state, 1)
        seen.append(state.information_state_string(1))
    assert len(set(seen)) == 11
    with pytest.raises(ValueError, match="has no tensor"):
        state.information_state_tensor(0)


def test_a_secret_is_in_the_information_state_of_its_owner_only():
    """K12.3: after a secret choice the others' information states do not depend on it."""
    state = pyspiel.load_game("seaboard_kaivai(players=3,seed=2)").new_initial_state()
    while not (
        not state.is_chance_node()
        and state.current_player() == 0
        and len(state.legal_actions()) > 1
        and state.action_to_string(0, state.legal_actions()[0]).startswith("play")
    ):
        play_some(state, 1)
        assert not state.is_terminal()
    after = [state.child(action) for action in state.legal_actions()[:2]]
    assert after[0].information_state_string(1) == after[1].information_state_string(1)
    assert after[0].information_state_string(0) != after[1].information_state_string(0)


@pytest.mark.parametrize("name", NAMES)
def test_states_are_serialised_and_pickled(name):
    game = pyspiel.load_game(f"seaboard_{name}(seed=5)")
    state = play_some(game.new_initial_state(), 25)
    for again in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
        assert str(again) == str(state)
        assert again.history() == state.history()
        assert again.legal_actions() == state.legal_actions()
        assert again.information_state_string(0) == state.information_state_string(0)
        assert play_some(again, 5).history()[:-5]
    other, again = pickle.loads(pickle.dumps((game, state)))
    assert isinstance(other, openspiel.SpielGame)
    assert str(play_some(other.new_initial_state(), 9)) == str(play_some(game.new_initial_state(), 9))


@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_made_and_repeats(name):
    game = f"seaboard_{name}(seed=5)"
    text = generate_playthrough.playthrough(game, [], seed=3)
    assert text == generate_playthrough.playthrough(game, [], seed=3)
    assert "InformationStateString(0)" in text
    assert "SerializeState()" in text


def test_illegal_actions_are_refused_and_change_nothing():
    state = pyspiel.load_game("seaboard_maori(seed=5)").new_initial_state()
    with pytest.raises(IllegalMove):
        state.apply_action(1)
    state.apply_action(0)
    before = str(state), state.history()
    for wrong in (99, 100, 10**6):
        with pytest.raises(IllegalMove, match="legal_actions"):
            state.apply_action(wrong)
    assert (str(state), state.history()) == before
    play_some(state, 10_000)
    assert state.is_terminal()
    with pytest.raises(IllegalMove):
        state.apply_action(0)
