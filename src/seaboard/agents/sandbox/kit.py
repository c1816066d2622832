"""The kit for a program that writes a bot: rules, interface, an example, and the limits it plays under."""

from ...core.game import Game
from ..answers import to_json
from ..report_schema import report_schema
from ..rules_text import rules_text
from .sandboxed import MAX_FAULTS

EXAMPLE = '''"""A bot that takes the action with the most points right away; write a better one."""

import random

import numpy as np


class MyBot:
    def __init__(self, game, box, seed):
        self.game, self.box, self.chance = game, box, random.Random(seed)

    def choose(self, seen, actions):
        return max(actions, key=lambda action: (self.points_after(seen, action), self.chance.random()))

    def points_after(self, seen, action):
        """The seat's view after an action. Hidden information is unknown, so `redeal` it to look further ahead."""
        seat, after = int(self.game.mover(seen)), seen.copy()
        self.game.apply(after, self.box, action)
        sheet = np.zeros((int(self.box.players), len(self.game.score_kinds)), np.int32)
        self.game.score_sheet(after, self.box, sheet)
        return int(sheet[seat].sum())
'''
INTERFACE = """# Write a bot for {title}

Submit one Python file with a class: `seaboard llm submit {name} my_bot.py:MyBot`.

- `__init__` gets those of `game` (`seaboard.core.game.Game`), `box` (the components, a NumPy record) and `seed` that it names.
- `choose(seen, actions)` returns one of `actions` (integers). `seen` is the view of your seat, a NumPy record.
- `game.apply(s, box, action)`, `game.legal(s, box, out)`, `game.redeal(s, box, key)`, `game.score_sheet(s, box, sheet)` and
  the others are documented in `seaboard.core.seam`. `game.texts.notation(box, action)` is an action in words. Rules run
  interpreted.
- Python's standard library, NumPy and seaboard can be imported.

Limits: {seconds} s for a decision, memory as `--memory` says. The process has no network, opens no files but Python's own
modules, starts no programs. A crash, an illegal action, or a late answer is a fault: a random action is played
instead. After {faults} faults, or one late answer, all further actions of that game are random.

`RULES.md` has the rules with their numbers, `report.schema.json` describes the position as JSON (`seaboard.agents.report`).
"""


def kit_files(game: Game, seconds: float) -> dict[str, str]:
    """The files of the kit: their contents by name."""
    return {
        "README.md": INTERFACE.format(title=game.title, name=game.name, seconds=seconds, faults=MAX_FAULTS),
        "RULES.md": rules_text(game, full=True),
        "my_bot.py": EXAMPLE,
        "report.schema.json": to_json(report_schema(game)) + "\n",
    }
