"""Chance in the tree: below an action that draws, frequent outcomes have their own nodes.

Outcomes are distinguished by a hash of a view. A rare outcome shares the node of its action, which stands for all outcomes
without a node; so dice rolls soon get separate nodes, and draws from a large bag rarely. With a limit, the number of an
action's outcomes rises with its visits (progressive widening). At the limit a simulation repeats an outcome: the one whose
visits lag most behind its draws. Repeating an outcome means carrying out the action with the chance fields that led to it;
afterwards the simulation gets its own chance fields back. If secrets were dealt differently, the same chance fields may lead to
another outcome; that counts as a draw.
"""

from ...core.dice import hash_words
from ...core.rule import rule
from ...core.seam import apply, mover, view
from .tree import NONE, add_node, has_room

HAS_SECRETS = True  # bound per game


def apply_action(s, search, node, action):
    """Carries out the action of a node. Returns the node for the position after it: the same node, or that of an outcome."""
    tree, settings = search.tree, search.settings
    if settings.split <= 0 or tree.nodes[node].visits + 1 < settings.split:
        apply(s, search.box, action)
        return node
    low, high, counter = s.key[0], s.key[1], s.counter
    repeated = outcome_to_repeat(tree, settings, node)
    if repeated != NONE:
        outcome = tree.outcomes[repeated]
        s.key[0], s.key[1], s.counter = outcome.key[0], outcome.key[1], outcome.counter
    before_low, before_high, before = s.key[0], s.key[1], s.counter
    apply(s, search.box, action)
    has_drawn = s.counter != before
    if repeated != NONE:
        s.key[0], s.key[1], s.counter = low, high, counter
    elif not has_drawn and tree.nodes[node].last_outcome == NONE:
        return node
    number = repeated
    if repeated == NONE or (HAS_SECRETS and hash_view(s, search) != tree.outcomes[repeated].view_hash):
        number = find_outcome(s, search, node, before_low, before_high, before)
    return node if number == NONE else node_of(tree, settings, number)


@rule
def outcome_to_repeat(tree, settings, node):
    """The outcome whose visits lag most behind its draws, if the action has as many outcomes as the limit allows; else NONE."""
    number = tree.nodes[node].last_outcome
    if settings.outcomes <= 0 or number == NONE:
        return NONE
    count, draws, visits = 0, 0, 0
    while number != NONE:
        outcome = tree.outcomes[number]
        count += 1
        draws += outcome.draws
        visits += outcome.visits
        number = outcome.sibling
    if count < settings.outcomes + settings.widening * visits**settings.widening_power:
        return NONE
    best, largest = NONE, -1e30
    number = tree.nodes[node].last_outcome
    while number != NONE:
        outcome = tree.outcomes[number]
        lag = (visits + 1) * outcome.draws / draws - outcome.visits
        if lag > largest:
            best, largest = number, lag
        number = outcome.sibling
    return best


def hash_view(s, search):
    """A hash of the view of the searching seat, or (`by_mover`) of the mover."""
    seat = mover(s) if search.settings.by_mover > 0 else mover(search.buffers.states[0])
    view(s, search.box, seat, search.buffers.seen[0])
    return hash_words(search.buffers.seen_words)


def find_outcome(s, search, node, low, high, counter):
    """The number of the outcome that was drawn, added if it is new; NONE if there is no room.

    `low`, `high` and `counter` are the chance fields before the draw."""
    tree, view_hash = search.tree, hash_view(s, search)
    number = tree.nodes[node].last_outcome
    while number != NONE:
        outcome = tree.outcomes[number]
        if outcome.view_hash == view_hash:
            outcome.draws += 1
            return number
        number = outcome.sibling
    number = tree.outcome_count[0]
    if number == tree.outcomes.shape[0]:
        return NONE
    tree.outcome_count[0] += 1
    outcome = tree.outcomes[number]
    outcome.key[0], outcome.key[1], outcome.counter = low, high, counter
    outcome.view_hash = view_hash
    outcome.action_node = node
    outcome.sibling = tree.nodes[node].last_outcome
    outcome.node = NONE
    outcome.draws = 1
    outcome.visits = 0
    tree.nodes[node].last_outcome = number
    return number


@rule
def node_of(tree, settings, number):
    """The node for an outcome: its own after enough visits, before that the node of its action."""
    outcome = tree.outcomes[number]
    outcome.visits += 1
    if outcome.node == NONE:
        if outcome.visits < settings.split or not has_room(tree, 1):
            return outcome.action_node
        outcome.node = add_node(tree, outcome.action_node)
    return outcome.node
