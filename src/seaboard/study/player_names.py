"""Player names in lessons and puzzles."""

from ..language import _

COMPANIONS = ("Ari", "Mika", "Nils", "Ona")


def learner_names(seats: int, learner: int) -> list[str]:
    """`You` for the learner's seat, and names for the others."""
    others = iter(COMPANIONS)
    return [_("You") if seat == learner else next(others) for seat in range(seats)]
