"""The events of a match, turn by turn, as one seat saw them. Players are called by their seats, never by their names."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..language import using_language, using_player_names
from ..match import Match


@dataclass(frozen=True)
class Event:
    """A turn of a seat; or without a seat, an automatic event such as a new round or a catch."""

    move: int  # number of moves after it
    seat: int | None  # from 0
    text: str

    def sentence(self) -> str:
        return self.text if self.seat is None else f"{seat_label(self.seat)} {self.text}"


def seat_label(seat: int) -> str:
    return f"Seat {seat + 1}"


def seat_labels(match: Match) -> list[str]:
    return [seat_label(seat) for seat in range(match.seats)]


@contextmanager
def using_seat_labels(match: Match) -> Iterator[None]:
    """Texts inside the block are English and call players by their seats."""
    with using_language("en"), using_player_names(seat_labels(match)):
        yield


def events(match: Match, seat: int, start: int = 0) -> list[Event]:
    """The events from move number `start` on, as the seat saw them."""
    events_so_far: list[Event] = []
    with using_seat_labels(match):
        for first, end in turns(match, start):
            events_so_far += turn_events(match, seat, first, end)
    return events_so_far


def turns(match: Match, start: int) -> Iterator[tuple[int, int]]:
    """The first move and the end of each turn from `start` on. A turn ends where the seat, the round or its number changes."""
    end, first = len(match.history), start
    for n in range(start + 1, end + 1):
        if n == end or turn_of(match, n) != turn_of(match, first):
            yield first, n
            first = n


def turn_of(match: Match, n: int) -> tuple[int, int, int]:
    seen = view_at(match, n, -1)
    return int(match.game.mover(seen)), match.game.round_number(seen), match.game.turn_number(seen)


def view_at(match: Match, n: int, seat: int) -> np.record:
    """A seat's view of the position after n moves."""
    s = match.history[n][1] if n < len(match.history) else match.s
    match.game.view(s, match.box, seat, seen := match.game.empty_state())
    return seen


def turn_events(match: Match, seat: int, first: int, end: int) -> Iterator[Event]:
    """The turn, then the automatic events during or after it."""
    texts, views = match.game.texts, [view_at(match, n, seat) for n in range(first, end + 1)]
    actions = [action for action, _before in match.history[first:end]]
    yield Event(end, int(match.game.mover(views[0])), turn_text(match, views, actions))
    for n, (before, after) in enumerate(pairwise(views), first + 1):
        if new_round := texts.new_round(before, after, match.box):
            yield Event(n, None, f"{new_round}.")
        for text in texts.aftermath(before, after, match.box):
            yield Event(n, None, text)


def turn_text(match: Match, views: Sequence[np.record], actions: Sequence[int]) -> str:
    """A whole turn in one line if the game supports it; else its moves one after the other."""
    texts = match.game.texts
    if texts.turn is not None and len(actions) > 1:
        return texts.turn(list(views), match.box, list(actions))
    steps = zip(views, views[1:], actions, strict=False)
    return " ".join(texts.story(before, after, match.box, action) for before, after, action in steps)
