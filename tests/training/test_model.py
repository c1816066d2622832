"""The network in PyTorch and the compiled one compute the same, in setups of every kind of every game."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seaboard.bots.mcts.search_settings import GUIDED
from seaboard.bots.network.network_files import fold_net, random_weights, shape_of
from seaboard.bots.network.player import NetworkWorker
from seaboard.bots.training.plans import plan_of
from seaboard.core.dice import key_of
from seaboard.games import NAMES

torch: Any = pytest.importorskip("torch")
MAX_SETUPS = 10


@pytest.mark.parametrize("name", NAMES)
def test_the_model_computes_what_the_compiled_network_computes(name):
    from seaboard.bots.training.learner import Learner

    plan, chance = plan_of(name), np.random.default_rng(1)
    weights = {
        part: (0.1 * chance.standard_normal(array.shape)).astype(np.float32)
        for part, array in random_weights(plan.game, 32, 8, 8).items()
    }
    learner, compared = Learner(plan, weights, "cpu", 10), 0
    learner.model.eval()
    for number in range(0, len(plan.boxes), max(1, len(plan.boxes) // MAX_SETUPS)):
        box = plan.boxes[number]
        seen, actions = position(plan.game, box, number)
        if len(actions) < 2:
            continue
        worker = NetworkWorker(plan.game, box, "test", 4 * plan.game.max_legal, GUIDED, fold_net(plan.game, box, weights))
        logits, values = worker.evaluate(seen)
        with torch.no_grad():
            batch = batch_of(learner, number, seen, actions)
            model_logits, outputs = learner.model(batch)
            model_values = learner.activate_values(outputs, batch)[0, : int(box.players)].numpy()
        seat = int(plan.game.mover(seen))
        assert np.allclose([logits[action] for action in actions], model_logits[0, : len(actions)].numpy(), atol=1e-3)
        assert np.allclose(values, np.roll(model_values, seat, axis=0), atol=2e-3)
        compared += 1
    assert compared >= 5


def position(game, box, number) -> tuple[np.record, list[int]]:
    """The mover's view after random moves, the later the larger the number, and the legal actions."""
    s, seen, out = game.empty_state(), game.empty_state(), np.zeros(game.max_legal, np.int16)
    game.rules.start(s, box, key_of(f"model {number}"))
    chance, step = np.random.default_rng(number), 0
    while (n := int(game.rules.legal(s, box, out))) < 2 or step < 20 + 2 * number:
        if n == 0:
            return s, []
        game.rules.apply(s, box, int(out[chance.integers(n)]))
        step += 1
    game.rules.view(s, box, int(game.rules.mover(s)), seen)
    return seen, out[:n].tolist()


def batch_of(learner, number, seen, actions) -> dict[str, Any]:
    """A batch of one position."""
    from seaboard.bots.training.sparse_encoding import encoded

    game, box, shape = learner.plan.game, learner.plan.boxes[number], shape_of(learner.plan.game)
    seat, players, n = int(game.mover(seen)), int(box.players), len(actions)
    row, sheet = np.zeros(game.observation_size, np.int16), np.zeros((players, shape.kinds), np.int32)
    game.rules.observe(seen, box, seat, row)
    game.rules.score_sheet(seen, box, sheet)
    sheets = np.zeros((shape.seats, shape.kinds), np.float32)
    sheets[:players] = np.roll(sheet, -seat, axis=0) / 20
    listed, priors = np.zeros(game.max_legal, np.int16), np.zeros(game.max_legal, np.float32)
    listed[:n] = actions
    priors[:n] = [np.log1p(game.rules.prefer(seen, box, action)) for action in actions]
    position = {
        "rows": row[None],
        "boxes": np.array([number], np.int16),
        "actions": listed[None],
        "counts": np.array([n], np.int16),
    }
    arrays = {"sheets": sheets.reshape(1, -1), "priors": priors[None], **position, **encoded(learner.tables, position)}
    return {name: torch.tensor(array) for name, array in arrays.items()}


def test_a_wider_network_widens_the_plan():
    """`--start` and `--against` accept networks of any size."""
    from seaboard.bots.training.training import sized_for

    plan = replace(plan_of("maori"), width=32, half=8, last=64)
    sized = sized_for(plan, None, random_weights(plan.game, 192, 64, 32))
    assert (sized.width, sized.half, sized.last) == (192, 64, 64)
    assert sized_for(plan, None, None) == plan


def test_cards_with_hidden_identity_are_distinguished_by_their_traits():
    """With identity dropout, cards without rows differ by their traits."""
    from seaboard.bots.training.learner import Learner

    plan = replace(plan_of("nusfjord").only({"players": 2, "deck": "herring"}), identity_dropout=1.0)
    weights = random_weights(plan.game, 32, 8, 8)
    learner = Learner(plan, weights, "cpu", 10)
    hidden, whole = learner.model.train().folded(), learner.model.eval().folded()
    card_rows = learner.model.identity_of_row > 1
    assert card_rows.any()
    assert not torch.allclose(hidden.rows[: len(card_rows)][card_rows], whole.rows[: len(card_rows)][card_rows])
    others = ~card_rows
    assert torch.equal(hidden.rows[: len(card_rows)][others], whole.rows[: len(card_rows)][others])
    assert len(torch.unique(hidden.rows[: len(card_rows)][card_rows], dim=0)) > 44


def test_all_identities_are_hidden_in_a_share_of_the_steps():
    """`traits_only` hides every card at once, as in a deck that was never seen."""
    from seaboard.bots.training.learner import Learner

    plan = replace(plan_of("nusfjord").only({"players": 2, "deck": "herring"}), identity_dropout=0.0, traits_only=1.0)
    learner = Learner(plan, None, "cpu", 10)
    card_rows = learner.model.identity_of_row > 1
    assert (learner.model.train().folded().rows[: len(card_rows)][card_rows] == 0).all(), "traits start at 0"
    assert (learner.model.eval().folded().rows[: len(card_rows)][card_rows] != 0).any()


def test_traits_of_few_components_are_not_learned():
    """They stay 0; a network that uses them keeps them."""
    from seaboard.bots.training.model import Model

    plan = plan_of("nusfjord").only({"players": 2, "deck": "herring"})
    shape = shape_of(plan.game)
    weights = random_weights(plan.game, 32, 8, 8)
    untrained = {**weights, **{name: 0 * weights[name] for name in ("traits", "item_traits", "action_traits")}}
    every, common = (Model(shape, plan.boxes[:1], untrained, least) for least in (1, 4))
    trained = Model(shape, plan.boxes[:1], {**weights, "action_traits": weights["action_traits"] + 1}, 4)
    owners = len(torch.unique(every.identity_of_action)) - 1
    assert owners == 44
    for trait in range(every.action_traits.shape[1]):
        cards = len(torch.unique(every.identity_of_action[every.action_traits[:, trait] != 0]))
        assert (common.action_traits[:, trait] != 0).any() == (cards >= 4)
    assert torch.equal(trained.action_traits, every.action_traits)
