"""Moves ahead (plans) as pure values: lines of assumed moves with the player's replies, and standing answers.

A line begins at a moment of the game. As long as the game follows it, the server plays its owner's moves. Hidden choices of
others are never compared, so that its owner learns nothing about them from whether the plan was played.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

HIDDEN = -1  # in place of an action that the owner of the plan cannot see
MAX_LINES, MAX_LINE = 8, 30
Step = tuple[int, int]  # seat, action


@dataclass(frozen=True)
class Plan:
    """The moves ahead of a seat, from the moment after `start` moves, and the names of its standing `answers`."""

    start: int = 0
    lines: tuple[tuple[Step, ...], ...] = ()
    answers: tuple[str, ...] = ()
    notice: str = ""  # what became of its last lines: played, dropped

    def to_json(self) -> str:
        if not (self.lines or self.answers or self.notice):
            return ""
        return json.dumps({"start": self.start, "lines": self.lines, "answers": self.answers, "notice": self.notice})

    def without_lines(self, notice: str) -> "Plan":
        return replace(self, lines=(), notice=notice)


def read_plan(text: str | None) -> Plan:
    """Reads the text of `Plan.to_json`; without one, an empty plan."""
    if not text:
        return Plan()
    found = json.loads(text)
    lines = tuple(tuple((seat, action) for seat, action in line) for line in found["lines"])
    return Plan(found["start"], lines, tuple(found["answers"]), found["notice"])


def steps_seen_by(viewer: int, steps: Sequence[Step], secret: range) -> tuple[Step, ...]:
    """The moves as the viewer knows them: the secret actions of others are hidden."""
    return tuple((seat, HIDDEN if seat != viewer and action in secret else action) for seat, action in steps)


def next_move(plan: Plan, seat: int, played: Sequence[Step]) -> int | None:
    """The owner's next action, if the game has followed a line so far; `played` as the owner knows it."""
    done = tuple(played)
    for line in plan.lines:
        if line[: len(done)] == done and len(line) > len(done) and line[len(done)][0] == seat:
            return line[len(done)][1]
    return None


def was_played(plan: Plan, played: Sequence[Step]) -> bool:
    """Whether a line was followed to its end."""
    done = tuple(played)
    return any(line == done[: len(line)] for line in plan.lines)


def rest_of_lines(plan: Plan, played: Sequence[Step]) -> list[list[int]]:
    """The rest of the lines that the game has followed so far, as actions."""
    done = tuple(played)
    left = [line[len(done) :] for line in plan.lines if line[: len(done)] == done]
    return [[action for _seat, action in line] for line in left if line]


def has_contradiction(lines: Sequence[Sequence[Step]], seat: int) -> bool:
    """Whether two lines give the owner different moves at the same moment."""
    chosen: dict[tuple[Step, ...], int] = {}
    for line in lines:
        for n, (mover, action) in enumerate(line):
            if mover == seat and chosen.setdefault(tuple(line[:n]), action) != action:
                return True
    return False
