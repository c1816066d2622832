"""What the whole numbers that rules take stand for, where that helps a reader: `def deliver(s, p: Seat, hut: Hex)`.

These are the ones that all games share; a game's own (`Hex`, `Card`) stand in its layout.py. They are for people and mypy
alone: Numba does not look at them, and changing one compiles nothing anew.
"""

from typing import TypeAlias

Seat: TypeAlias = int  # of a player, from 0
Action: TypeAlias = int  # below `Game.num_actions`
ReasonNumber: TypeAlias = int  # why an action is refused; 0: it is allowed
