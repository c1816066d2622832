"""How Kaivai speaks with people."""

from ....core.game import Words
from .drawing import Drawing
from .notation import notation
from .position import from_table, to_table
from .reasons import reason
from .story import prompt, story

WORDS = Words(notation, reason, prompt, story, Drawing, to_table, from_table)
