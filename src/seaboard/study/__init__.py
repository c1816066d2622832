"""Studying a game that was played: what each choice cost, what chance did, what would have been better.

`judge.py` asks a bot what a position is worth to somebody who knows so much of it; `review.py` goes through a match with it;
`story.py` says in sentences what was found, and `page.py` shows it with curves and boards.
"""

from .review import Review, review

__all__ = ["Review", "review"]
