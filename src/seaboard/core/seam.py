"""The seam: the functions through which everything else plays a game, and what each may rely on and must do.

A game has these functions in its `rules` module. The ones here have no bodies: a loop over games imports their names, and
`Game.compiled` puts one game's own rules in their place. The table, the bots and the lab know no more of a game than this, its
`Game` (game.py) and its texts. `seaboard.testing.check_game` tries all that is promised here on a game.

What all of them may rely on
    s       a record of the dtype `Game.state`. It begins with the chance fields (dice.py): `key`, two uint64, and `counter`,
            how many numbers were drawn. What stands behind them is the game's own. Callers copy, compare and keep it as bytes;
            a field called `filler`, which only makes the size right, is 0 from the beginning and never written.
    seen    such a record, but what `view` made of a position for one viewer.
    box     what `Game.build_box` made of the options, of the dtype `Game.box`: what is in the box, the same for the whole game.
            `box.players` is how many play; bots and the lab ask for it.
    action  a number from 0 to `Game.num_actions` - 1 that means the same in every position.
    buffers (`out`, `sheet`) belong to the caller, are large enough, and may hold anything from earlier use.

What all of them must do
    - Be rules (`@rule`): no allocation, strings, exceptions, floats or Python objects, so that they compile for processors and
      GPUs.
    - Depend on their arguments alone and change nothing but what they are said to change, not even for a moment: two threads
      may ask one record at the same time. Nothing ever changes the box.
    - Draw chance with `draw(s, n)` alone, when it is needed; nothing is shuffled ahead. So equal keys and actions make equal
      games, everywhere; `s.counter` tells whether something was drawn; and another key is another future.
    - Keep one form: positions that are equal to the players are equal in every byte, however they came about.
    - Never be called with what the contract excludes; they need not check it.
"""

from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .types import Action, ReasonNumber, Seat

State: TypeAlias = np.record
Box: TypeAlias = np.record
Key: TypeAlias = NDArray[np.uint64]  # two numbers
Actions: TypeAlias = NDArray[np.int16]  # `Game.max_legal` of them
Sheet: TypeAlias = NDArray[np.int32]  # a row for each seat, a column for each of `Game.score_kinds`
Observation: TypeAlias = NDArray[np.int16]  # `Game.observation_size` numbers

# after a step of `apply_step`: there is more to do; somebody has a choice, or the game is over
MORE, READY = -2, -1


def start(s: State, box: Box, key: Key) -> None:
    """Sets the game up: the position before the first decision, whatever `s` held before.

    Writes every field of `s` (but fillers), `key` and `counter` with `set_key(s, key)` first, then draws what the set-up
    needs. The game may not be over here. Called once for each game, by all.
    """
    unbound()


def legal(s: State, box: Box, out: Actions) -> int:
    """Writes the actions that are allowed now into `out`, in rising order, each once, and returns how many they are.

    At most `Game.max_legal`; none if and only if the game is over. An action is allowed if and only if its `problem` is 0.
    What is allowed depends only on what the mover may know: the same for `s` and for any redeal of the mover's view. `s` is a
    position or a redealt view. Changes nothing but `out`. Called before each decision: the most frequent call together with
    `apply`.
    """
    unbound()


def problem(s: State, box: Box, action: int) -> ReasonNumber:
    """Returns why an action is not allowed now as a number, 0 if it is allowed; `Texts.reason` says the number in words.

    Here alone `action` may be any whole number. Changes nothing. Called for what people ask for (the table, the terminal,
    `Match.play`), and by the adapters of the lab.
    """
    unbound()


def apply(s: State, box: Box, action: Action) -> None:
    """Carries out an allowed action in `s`, and all that follows until somebody has a choice or the game is over.

    `s` is a position or a redealt view, where playing on must work as well. A decision with a single answer may be carried
    out unasked. A game ends, whatever is chosen: no `apply` leads on for ever. Called for each decision, by all.
    """
    unbound()


def mover(s: State) -> Seat:
    """Returns the seat that decides, from 0; -1 when the game is over. `s` may also be a view: who decides is known to all.

    Changes nothing. Called all the time, by all.
    """
    unbound()


def score_sheet(s: State, box: Box, sheet: Sheet) -> None:
    """Writes each seat's points by kind, as if the game ended now; `Game.units_per_point` of them make a point.

    Writes all of `sheet`, which has one row per player. `s` may also be a view: then the sheet holds the points that the viewer
    knows about (with `Game.observes_without_view`: all points). Changes nothing else. Called by everyone at the end of a game,
    by the table after every move, and by bots at the end of a rollout (which need not be the end of the game).
    """
    unbound()


def tie_break(s: State, box: Box, seat: Seat) -> int:
    """Returns what parts two seats with equal points at the end: more is better, equal shares the place.

    Changes nothing. Called when a game is over, by all.
    """
    unbound()


def view(s: State, box: Box, viewer: Seat, out: State) -> None:
    """Copies what a seat may know into `out`; for -1, what a spectator may.

    Writes every field of `out` (but fillers), one by one from a list of what may be known, so that a field that is added
    later is hidden until somebody decides otherwise. A hidden field gets one fixed value; the chance fields are 0
    (`hide_chance`). `s` may be a view already: the view of a seat, seen by the same seat, is itself. Two positions that differ
    only in what the viewer may not know have the same view, byte for byte. `s` is not `out`. Changes nothing but `out`. Called
    before a bot chooses and before anything is drawn or said: bots, pictures and texts get nothing else.
    """
    unbound()


def redeal(seen: State, box: Box, key: Key) -> None:
    """Makes of a seat's view, in place, a position that fits it: what the seat does not know is dealt anew, by chance.

    `seen` is the view of the mover; afterwards its view for that seat is the same as before, what is allowed is the same, and
    it can be played on to the end. Begins with `set_key(seen, key)`. Called by the search once for each
    simulation, and by the table to see whether a move would reveal anything.
    """
    unbound()


def observe(seen: State, box: Box, viewer: Seat, out: Observation) -> None:
    """Writes the view of a seat as a row of numbers for a network: the seat itself first, the others clockwise.

    Writes all of `out` as `Game.features` declares it: a fixed number of values, each within its range, for any number of
    players. With `Game.observes_without_view`, `seen` may also be the full position: the result is the same, and callers save
    the copy into a view (seat_observation.py). Changes nothing but `out`. Called by the lab (Batch, Gymnasium, PettingZoo,
    OpenSpiel) and by networks.
    """
    unbound()


# A game may leave out the rest


def prefer(s: State, box: Box, action: Action) -> int:
    """Returns how likely a sensible player is to choose an allowed action beside the others, as a weight of 0 or more.

    Knows what the mover knows. Changes nothing. Called by the search in trees and playouts; this one is what it uses if a
    game has none.
    """
    return 1


def apply_step(s: State, box: Box, action: Action) -> int:
    """One step of `apply`: carries out an action, or with MORE goes on with what follows.

    Returns the only possible action where there is one, MORE if there is more to do, READY if somebody has a choice or the
    game is over. Called again with what it returned until it returns READY, it leads where `apply` leads. Called by a GPU that
    plays many games of a game with much code (`Game.sort_keys`), so that games which run the same rules go on together.
    """
    unbound()


def sort_key(s: State, action: Action) -> int:
    """Returns which rules `apply_step` runs next with this action (or MORE, or READY), from 0 to `Game.sort_keys` - 1.

    Changes nothing. Called by a GPU, to sort games by it.
    """
    unbound()


def unbound() -> NoReturn:
    raise TypeError("a loop over games must be bound to a game: use Game.compiled or Game.bound")


RULES = (start, legal, problem, apply, mover, score_sheet, tie_break, view, redeal, observe)  # what every game has
STEPS = (apply_step, sort_key)  # what a game with `sort_keys` has besides
