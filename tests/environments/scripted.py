"""A scripted agent for the adapters: it reads a report's text and answers with the number of a move, like a model."""

import random
import re

GAMES = ["maori", "kaivai", "nusfjord"]
MOVE = re.compile(r"^(\d+)\. ([^:\n]+):", re.MULTILINE)


class ScriptedAgent:
    """Chooses at random among the moves that the text lists; sometimes its first answer is no move."""

    def __init__(self, seed: int = 0, errors: float = 0.02):
        self.chance, self.errors = random.Random(seed), errors

    def __call__(self, text: str) -> str:
        if self.chance.random() < self.errors:
            return "I resign."
        listed = MOVE.findall(text[text.rindex("Your decision:") :])
        number, move = self.chance.choice(listed)
        return f"I think about it.\nMove: {self.chance.choice([number, move])}"
