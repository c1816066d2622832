"""How Nusfjord speaks with people."""

from ....core.game import Words
from .notation import notation

WORDS = Words(notation, None, None, None, None, None, None)
