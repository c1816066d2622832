"""The writer of this game's generated rules (generated.py)."""

from ...core.rule_writer import RuleWriter

WRITER = RuleWriter("maori", __package__)
