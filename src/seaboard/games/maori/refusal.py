"""Māori's refusals: each is declared next to the rules that return it."""

from ...core import refusals


class Refusal(refusals.Refusal):
    """Why an action of Māori is refused."""
