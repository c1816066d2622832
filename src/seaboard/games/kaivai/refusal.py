"""Kaivai's refusals: each is declared next to the rules that return it."""

import numpy as np

from ...core import refusals
from .words.terms import in_edition


class Refusal(refusals.Refusal):
    """Why an action of Kaivai is refused; the first edition has other names for some huts."""

    def wording(self, words: str, box: np.record) -> str:
        return in_edition(box, words)
