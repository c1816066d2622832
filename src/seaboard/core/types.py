"""Names for the integer parameters of rules: `def deliver(s, p: Seat, hut: Hex)`.

These are shared by all games; a game's own (`Hex`, `Card`) are in its layout.py. They help readers and mypy; Numba ignores
them, and changing one does not recompile anything.
"""

from typing import TypeAlias

Seat: TypeAlias = int  # from 0
Action: TypeAlias = int  # below `Game.num_actions`
ReasonNumber: TypeAlias = int  # why an action is refused; 0: it is legal
