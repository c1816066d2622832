"""Analysis of played games and studies.

`evaluator.py` asks a bot for the value of a position to someone who knows only a view of it. `review.py` goes through a match
with it; `review_text.py` and `review_page.py` present the result. `coach.py` warns before a costly action. `document.py` is the
file format of studies (chapters with variations and comments), `session.py` plays their lines.
"""

from .review import Review, review

__all__ = ["Review", "review"]
