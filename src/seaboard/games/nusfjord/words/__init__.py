"""How Nusfjord speaks with people."""

from ....core.game import Words
from .drawing import drawing
from .notation import notation
from .position import from_table, to_table
from .questions import prompt
from .reasons import reason
from .story import story

WORDS = Words(notation, reason, prompt, story, drawing, to_table, from_table)
