"""What writes the generated rules of this game (generated.py)."""

from ...core.generated import RuleWriter

WRITER = RuleWriter("nusfjord", __package__)
