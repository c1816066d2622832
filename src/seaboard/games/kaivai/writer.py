"""What writes the generated rules of this game (generated.py)."""

from ...core.generated import RuleWriter

WRITER = RuleWriter("kaivai", __package__)
