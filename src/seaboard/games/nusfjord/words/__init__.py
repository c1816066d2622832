"""How Nusfjord speaks with people."""

from typing import Any

from ....core.game import Words
from .notation import notation
from .position import from_table, to_table
from .questions import prompt
from .reasons import reason

WORDS = Words(notation, reason, prompt, *([None] * 2), to_table, from_table)  # type: ignore
