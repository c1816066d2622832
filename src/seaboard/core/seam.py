"""The seam: the functions through which all other code plays a game, and their contracts.

A game defines these functions in its `rules` module. Here they have no bodies: a loop over games imports their names, and
`Game.compiled` replaces them by the rules of one game. The server, the bots and the lab know no more about a game than these
functions, its `Game` (game.py) and its texts. `seaboard.testing.check_game` tests every promise below on a game.

Arguments
    s       a record of dtype `Game.state`. It begins with the chance fields (dice.py): `key`, two uint64, and `counter`, the
            number of draws. The other fields belong to the game. Callers copy, compare and store it as bytes. Fields named
            `filler`, which only fix the size, are always 0 and never written.
    seen    such a record, made by `view` for one viewer.
    box     the components, a record of dtype `Game.box` made by `Game.build_box` from the options; constant during a game.
            Bots and the lab read `box.players`, the number of players.
    action  an integer from 0 to `Game.num_actions` - 1 with the same meaning in every position.
    buffers (`out`, `sheet`) belong to the caller, are large enough, and may hold old data.

Duties of every function
    - It is a rule (`@rule`): no allocation, strings, exceptions, floats or Python objects, so that it compiles for CPU and GPU.
    - It depends only on its arguments and changes only what its contract says, not even temporarily: two threads may read the
      same record at the same time. Nothing changes the box.
    - It draws random numbers only with `draw(s, n)`, when they are needed; nothing is shuffled in advance. So equal keys and
      actions give equal games on every device, `s.counter` tells whether something was drawn, and a new key is a new future.
    - It keeps positions canonical: positions that are equal to the players are equal in every byte, whatever led to them.
    - It need not check its arguments: callers respect the contract.
"""

from typing import NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .types import Action, ReasonNumber, Seat

State: TypeAlias = np.record
Box: TypeAlias = np.record
Key: TypeAlias = NDArray[np.uint64]  # two numbers
Actions: TypeAlias = NDArray[np.int16]  # `Game.max_legal` of them
Sheet: TypeAlias = NDArray[np.int32]  # a row per seat, a column per `Game.score_kinds`
Observation: TypeAlias = NDArray[np.int16]  # `Game.observation_size` values

# results of `apply_step`: there is more to do; a player has a choice, or the game is over
MORE, READY = -2, -1


def start(s: State, box: Box, key: Key) -> None:
    """Sets up the game: writes the position before the first decision, whatever `s` held before.

    Writes every field of `s` (except fillers): `key` and `counter` with `set_key(s, key)` first, then draws as the setup needs
    it. The game must not be over. Called once per game, by everyone.
    """
    unbound()


def legal(s: State, box: Box, out: Actions) -> int:
    """Writes the legal actions into `out` in increasing order and returns their number.

    At most `Game.max_legal`; zero if and only if the game is over. An action is legal if and only if its `problem` is 0. The
    result depends only on what the mover may know: it is the same for `s` and for any redeal of the mover's view. `s` is a
    position or a redealt view. Changes only `out`. Called before each decision; with `apply`, the most frequent call.
    """
    unbound()


def problem(s: State, box: Box, action: int) -> ReasonNumber:
    """Returns the number of the reason why an action is illegal, 0 if it is legal; `Texts.reason` has the words.

    Only here, `action` may be any integer. Changes nothing. Called for users' actions (server, terminal, `Match.play`) and by
    the adapters of the lab.
    """
    unbound()


def apply(s: State, box: Box, action: Action) -> None:
    """Carries out a legal action in `s`, and everything that follows until a player has a choice or the game is over.

    `s` is a position or a redealt view, which must be playable too. It may carry out forced decisions (with a single legal
    action) without asking. Every game ends, whatever is chosen. Called for each decision, by everyone.
    """
    unbound()


def mover(s: State) -> Seat:
    """Returns the seat to move, from 0; -1 when the game is over. `s` may also be a view: the mover is public.

    Changes nothing. Called very often, by everyone.
    """
    unbound()


def score_sheet(s: State, box: Box, sheet: Sheet) -> None:
    """Writes each seat's score by category, as if the game ended now, in units of 1 / `Game.units_per_point` points.

    Writes all of `sheet`, which has one row per player. `s` may also be a view: then the sheet holds the points that the viewer
    knows about (with `Game.observes_without_view`: all points). Changes nothing else. Called by everyone at the end of a game,
    by the server after every move, and by bots at the end of a rollout (which need not be the end of the game).
    """
    unbound()


def tie_break(s: State, box: Box, seat: Seat) -> int:
    """Returns the tie-break value of a seat: among seats with equal points the higher one wins; equal values share the place.

    Changes nothing. Called at the end of a game, by everyone.
    """
    unbound()


def view(s: State, box: Box, viewer: Seat, out: State) -> None:
    """Copies what a seat may know into `out`; for viewer -1, what a spectator may know.

    Writes every field of `out` (except fillers) from an allow-list, so that a new field is hidden until someone decides
    otherwise. A hidden field gets a fixed value; the chance fields are 0 (`hide_chance`). `s` may itself be a view: the view of
    a seat's view for the same seat is equal to it. Positions that differ only in what the viewer may not know have
    byte-identical views. `s` is not `out`. Changes only `out`. Called before a bot chooses and before anything is drawn or
    described: bots, drawings and texts get nothing else.
    """
    unbound()


def redeal(seen: State, box: Box, key: Key) -> None:
    """Turns the mover's view, in place, into a random position that is consistent with it (a determinization).

    `seen` is the view of the mover. Afterwards the mover's view and the legal actions are the same as before, and the position
    can be played to the end. Begins with `set_key(seen, key)`. Called by the search once per simulation, and by the server to
    find out whether a move would reveal information.
    """
    unbound()


def observe(seen: State, box: Box, viewer: Seat, out: Observation) -> None:
    """Writes the observation of a seat from its view: the seat itself first, the others clockwise.

    Writes all of `out` as `Game.features` declares it: a fixed number of values, each within its range, for any number of
    players. With `Game.observes_without_view`, `seen` may also be the full position: the result is the same, and callers save
    the copy into a view (seat_observation.py). Changes only `out`. Called by the lab (Batch, Gymnasium, PettingZoo, OpenSpiel)
    and by networks.
    """
    unbound()


# optional functions


def prefer(s: State, box: Box, action: Action) -> int:
    """Returns a weight of 0 or more: how likely a sensible player is to choose this legal action, relative to the others.

    Uses only what the mover knows. Changes nothing. Called by the search in its tree and rollouts; this is the default.
    """
    return 1


def apply_step(s: State, box: Box, action: Action) -> int:
    """One step of `apply`: carries out an action, or continues after MORE.

    Returns the only legal action where there is one, MORE if there is more to do, READY if a player has a choice or the game is
    over. Called with its own results until it returns READY, it has the same effect as `apply`. Called on a GPU for games with
    `Game.sort_keys`, so that games that run the same rules advance together.
    """
    unbound()


def sort_key(s: State, action: Action) -> int:
    """Returns which rules `apply_step` runs next with this action (or MORE, or READY), from 0 to `Game.sort_keys` - 1.

    Changes nothing. Called on a GPU, to sort games.
    """
    unbound()


def unbound() -> NoReturn:
    raise TypeError("a loop over games must be bound to a game: use Game.compiled or Game.bound")


RULES = (start, legal, problem, apply, mover, score_sheet, tie_break, view, redeal, observe)  # required
STEPS = (apply_step, sort_key)  # required with `sort_keys`
