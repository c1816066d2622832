"""Agents: programs and language models that play by text. They get exactly the information of a player at the table.

>>> import seaboard
>>> from seaboard.agents import report
>>> m = seaboard.new("maori", players=2, seed=7)
>>> print(report(m, 0).text())
Māori, 2 players. You are Seat 1.
...
"""

from .answers import read_answer, refusal_to_dict
from .local_game import LocalGame
from .report_schema import report_schema
from .rules_text import rule_text, rules_text
from .seat_report import SeatReport, report

__all__ = [
    "LocalGame",
    "SeatReport",
    "read_answer",
    "refusal_to_dict",
    "report",
    "report_schema",
    "rule_text",
    "rules_text",
]
