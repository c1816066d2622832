"""What is drawn, for whom, and which things on the table stand for the answers to what is asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ....drawing import Pen
from ..asking import first_answer
from ..cards.effects import LINES
from ..layout import (
    ABOARD,
    AT,
    BUILD_OFFER,
    CARD,
    CATCH_OF,
    DO,
    FEED_ELDER,
    FEED_SHARE,
    FILL,
    GUEST_FOR,
    IMITATION,
    ON_ELDER,
    OVER,
    PAY,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE_ON,
    PLANT_AT,
    REMOVE_STRIP,
    REVEAL_LETTER,
    SELL_SHIP,
    SKIP,
    SWAP_SHIP,
    TAKE,
    TEAR,
    USE,
    USE_IT,
    USE_RAFT,
    WINDOW,
    WITH_GUESTS,
)
from ..pending import top_kind
from ..scoring import PARTS, SCORE_KINDS, score_sheet
from ..texts.choices import choice
from ..texts.effects import lines_of
from .typesetting import hinted


def points_of(parts: int) -> str:
    """From parts of a point: 7, or 7½."""
    whole, rest = divmod(abs(parts), PARTS)
    return f"{'-' if parts < 0 else ''}{whole or ('' if rest else 0)}{'½' if rest else ''}"


@dataclass(frozen=True)
class Scene:
    """A view, the box, who looks at it, the names of the players and the pen."""

    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]
    pen: Pen

    @property
    def near(self) -> int:
        """The seat whose harbour is drawn in full."""
        return self.viewer or 0

    @property
    def seats(self) -> list[int]:
        """Around the table, the near one first."""
        players = int(self.box.players)
        return [(self.near + k) % players for k in range(players)]

    @cached_property
    def points(self) -> list[str]:
        """Of each seat, if the game ended now."""
        sheet = np.zeros((int(self.box.players), len(SCORE_KINDS)), np.int32)
        score_sheet(self.seen, self.box, sheet)
        return [points_of(int(parts)) for parts in sheet.sum(axis=1)]

    @cached_property
    def first(self) -> int:
        """The first of the answers to what is asked; -1 when the game is over."""
        return int(first_answer(self.seen, self.kind)) if self.kind else -1

    @cached_property
    def kind(self) -> int:
        """Of the question; 0 when the game is over."""
        return 0 if self.seen.stage == OVER else int(top_kind(self.seen))

    @property
    def about(self) -> int:
        """The elder or card that the question is about."""
        return int(self.seen.frames[self.seen.depth - 1].what)

    def target(self, body: str, actions: Iterable[int], hint: str) -> str:
        """Something to click if it stands for an answer; else it only tells what it is."""
        answers = list(actions)
        if not answers:
            return hinted(body, hint) if hint else body
        label = choice(self.seen, self.box, answers[0]) if len(answers) == 1 else hint
        return self.pen.target(body, answers, label)

    # what stands for which answer

    def on_space(self, space: int) -> list[int]:
        """A space of the action board."""
        if self.first == SKIP:
            return [PLACE_ON + space]
        return [DO + space] if self.first == DO and space < IMITATION else []

    def on_own_elder(self, elder: int) -> list[int]:
        """An elder in a council."""
        if self.first in (SKIP, FEED_ELDER):
            return [(ON_ELDER if self.first == SKIP else FEED_ELDER) + elder]
        return [USE_IT] if self.first == USE_IT and self.about == elder else []

    def on_stack(self, elder: int) -> list[int]:
        return [TAKE + elder] if self.first == TAKE else []

    def on_plate(self, plate: int) -> list[int]:
        """An empty plate: it and all smaller ones are filled."""
        more = plate - int(self.seen.plates) + 1
        return [self.first + more] if self.first in (FILL, WITH_GUESTS) and more > 0 else []

    def on_card(self, card: int) -> list[int]:
        """A building in the display or in the hand."""
        if self.kind == PAY_BUILDING and self.about == card:
            return [PAY]
        return [CARD + card] if self.first == CARD else []

    def on_player(self, seat: int) -> list[int]:
        return [self.first + seat] if self.first in (CATCH_OF, FEED_SHARE) else []

    def on_offer(self, offer: int) -> list[int]:
        """A ship in the supply."""
        if self.kind == PAY_SHIP and self.about == offer:
            return [PAY]
        return [BUILD_OFFER + offer] if self.first == BUILD_OFFER else []

    def on_stock(self, letter: int) -> list[int]:
        return [REVEAL_LETTER + letter] if self.first == REVEAL_LETTER and letter < 2 else []

    def asks(self, seat: int) -> bool:
        """Whether this player is asked."""
        return self.seen.stage != OVER and int(self.seen.mover) == seat

    def on_building_space(self, seat: int, space: int) -> list[int]:
        """A building space: a building can go there."""
        return [AT + space] if self.asks(seat) and self.first == AT and space else []

    def on_strip(self, seat: int, field: int) -> list[int]:
        return [REMOVE_STRIP + field] if self.asks(seat) and self.first == REMOVE_STRIP else []

    def on_field(self, seat: int, field: int) -> list[int]:
        """A double field where strips can be laid."""
        return [PLANT_AT + field] if self.asks(seat) and self.first == PLANT_AT else []

    def on_building(self, seat: int, card: int) -> list[int]:
        """A building in a harbour: it is removed, or one of its effects is used."""
        if not self.asks(seat):
            return []
        if self.first == TEAR:
            return [TEAR + card]
        lines = lines_of(self.box, card)
        return [USE + card * LINES + n for n in range(LINES) if lines[n].trigger] if self.asks_for_effects else []

    @cached_property
    def asks_for_effects(self) -> bool:
        """In a window guests can also go aboard (N13.4)."""
        return self.first == USE or (self.first == ABOARD and self.kind == WINDOW)

    def on_ship(self, seat: int, kind: int) -> list[int]:
        """A ship that is swapped, sold, or gets a guest."""
        if self.asks(seat) and kind < {SWAP_SHIP: 2, SELL_SHIP: 3, ABOARD: 3}.get(self.first, 0):
            return [self.first + kind]
        return []

    def on_good(self, seat: int, good: int) -> list[int]:
        """Wood or fish of the supply, for which a guest can stand in (N13.2)."""
        return [GUEST_FOR + good] if self.asks(seat) and self.first == PAY and good < 2 else []

    def on_track(self, seat: int) -> list[int]:
        """The free units of a fishing track."""
        return [USE_RAFT] if self.asks(seat) and self.first == USE_RAFT else []
