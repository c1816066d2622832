"""Chance in the tree: below an action that draws, frequent outcomes have their own nodes.

Outcomes are distinguished by a hash of a view. A rare one shares the node of its action, which stands for
all outcomes; so dice rolls soon get separate nodes, and draws from a large bag rarely. With a limit, how many outcomes an
action has rises with its visits (progressive widening): at the limit a simulation repeats one, whose visits lag most behind
its draws. To repeat an outcome is to carry out the action with the chance fields that led to it; then the simulation has its
own again. Where secrets were dealt differently the same chance may lead elsewhere: then that counts as a draw.
"""

from ...core.dice import hash_words
from ...core.rule import rule
from ...core.seam import apply, mover, view
from .tree import NONE, add_node, has_room

HAS_SECRETS = True  # bound for each game


def apply_action(s, search, node, action):
    """Carries out the action of a node. Returns the node that stands for the position after it: the same, or an outcome's."""
    tree, settings = search.tree, search.settings
    if settings.split <= 0 or tree.nodes[node].visits + 1 < settings.split:
        apply(s, search.box, action)
        return node
    low, high, counter = s.key[0], s.key[1], s.counter
    repeated = outcome_to_repeat(tree, settings, node)
    if repeated != NONE:
        known = tree.outcomes[repeated]
        s.key[0], s.key[1], s.counter = known.key[0], known.key[1], known.counter
    before_low, before_high, before = s.key[0], s.key[1], s.counter
    apply(s, search.box, action)
    drawn = s.counter != before
    if repeated != NONE:
        s.key[0], s.key[1], s.counter = low, high, counter
    elif not drawn and tree.nodes[node].last_outcome == NONE:
        return node
    outcome = repeated
    if repeated == NONE or (HAS_SECRETS and hash_view(s, search) != tree.outcomes[repeated].view_hash):
        outcome = find_outcome(s, search, node, before_low, before_high, before)
    return node if outcome == NONE else node_of(tree, settings, outcome)


@rule
def outcome_to_repeat(tree, settings, node):
    """The outcome whose visits lag most behind its draws, if there are as many as the limit allows; else NONE."""
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
    """The view of the searching seat, or of the mover."""
    seat = mover(s) if search.settings.by_mover > 0 else mover(search.buffers.states[0])
    view(s, search.box, seat, search.buffers.seen[0])
    return hash_words(search.buffers.seen_words)


def find_outcome(s, search, node, low, high, counter):
    """The outcome that was drawn, a new one if need be; NONE if there is no room. The chance fields are those before it."""
    tree, found = search.tree, hash_view(s, search)
    number = tree.nodes[node].last_outcome
    while number != NONE:
        outcome = tree.outcomes[number]
        if outcome.view_hash == found:
            outcome.draws += 1
            return number
        number = outcome.sibling
    number = tree.outcome_count[0]
    if number == tree.outcomes.shape[0]:
        return NONE
    tree.outcome_count[0] += 1
    outcome = tree.outcomes[number]
    outcome.key[0], outcome.key[1], outcome.counter = low, high, counter
    outcome.view_hash = found
    outcome.action_node = node
    outcome.sibling = tree.nodes[node].last_outcome
    outcome.node = NONE
    outcome.draws = 1
    outcome.visits = 0
    tree.nodes[node].last_outcome = number
    return number


@rule
def node_of(tree, settings, number):
    """The node that stands for an outcome: its own, once it came up often enough."""
    outcome = tree.outcomes[number]
    outcome.visits += 1
    if outcome.node == NONE:
        if outcome.visits < settings.split or not has_room(tree, 1):
            return outcome.action_node
        outcome.node = add_node(tree, outcome.action_node)
    return outcome.node
