"""What a drawing of the table is made from, and which drawn objects are answers to the question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ....drawing import Pen
from ....language import current_language
from ..actions.build import BuildAt, CatchOf, ChooseCard, PayBuilding
from ..actions.forest import PlantAt, RemoveStrip
from ..actions.guests import NewGuestAboard
from ..actions.guests_at_table import WithGuests
from ..actions.harbour import RemoveBuilding
from ..actions.serve import FillPlates
from ..actions.ships import BuildShip, GuestForShip, PayShip, PlaceRaft, SellShip, SwapShip
from ..actions.work import Imitate, OnElder, OnSpace
from ..cards.effect_timing import UseWaiting
from ..cards.effects import LINES
from ..elders.functions import Reveal
from ..elders.taking import TakeElder, UseIt
from ..layout import (
    BEFORE_ELDER,
    BUILDING_TO_REMOVE,
    BUILT,
    CARD_TO_BUILD,
    CHOOSE_ACTION,
    ELDER_TO_TAKE,
    FIELD_TO_PLANT,
    GUEST_TO_SHIP,
    GUESTS_AT_TABLE,
    HAND,
    HAND_OUT,
    IMITATE_WHICH,
    IMITATION,
    LETTER_TO_REVEAL,
    ON_BUILDING,
    OVER,
    PAY_BUILDING,
    PAY_SHIP,
    PLACE,
    PLATES_TO_FILL,
    RAFT_TO_PLACE,
    RESOLVE,
    SHIP_TO_BUILD,
    SHIP_TO_SELL,
    SHIP_TO_SWAP,
    SPACE_TO_BUILD_ON,
    STOCK,
    STRIP_TO_REMOVE,
    USE_TAKEN_ELDER,
    WHOSE_CATCH,
    WINDOW,
)
from ..pending import fields, top_kind
from ..round.catch import TO_ELDERS, FeedElder, FeedShare, step_of
from ..scoring import PARTS, SCORE_KINDS, score_sheet
from ..turn import QUESTIONS
from ..words.effects import card_name, card_text, lines_of
from .typesetting import hinted


def points_of(parts: int) -> str:
    """From parts of a point: 7, or 7½."""
    whole, rest = divmod(abs(parts), PARTS)
    return f"{'−' if parts < 0 else ''}{whole or ('' if rest else 0)}{'½' if rest else ''}"


@dataclass(frozen=True)
class Scene:
    """A view, the box, the viewer, the names of the players and the pen."""

    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]
    pen: Pen

    @property
    def near(self) -> int:
        """The seat whose harbour is drawn in full: the viewer's, or for spectators the first."""
        return self.viewer or 0

    @property
    def seats(self) -> list[int]:
        """All seats clockwise, beginning with `near`."""
        players = int(self.box.players)
        return [(self.near + k) % players for k in range(players)]

    @cached_property
    def points(self) -> list[str]:
        """The points of each seat if the game ended now."""
        sheet = np.zeros((int(self.box.players), len(SCORE_KINDS)), np.int32)
        score_sheet(self.seen, self.box, sheet)
        return [points_of(int(parts)) for parts in sheet.sum(axis=1)]

    @cached_property
    def printed(self) -> tuple[int, str]:
        """The cache key of the drawings of cards: the components, and the language."""
        return hash(self.box.tobytes()), current_language.get()

    @cached_property
    def public(self) -> np.record:
        """What all viewers see: the view without the viewer's hand."""
        public = self.seen.copy()
        public.where[(public.where >= HAND) & (public.where < BUILT)] = STOCK
        public.displayed[:], public.in_hands[:], public.stock[:] = 0, 0, 0  # derived from it
        return public

    @cached_property
    def words(self) -> dict[int, tuple[str, str]]:
        """The name and the text of each card."""
        cards = range(1, int(self.box.number_of_cards) + 1)
        return {card: (card_name(self.box, card), card_text(self.box, card)) for card in cards}

    @cached_property
    def kind(self) -> int:
        """The kind of the question; 0 when the game is over."""
        return 0 if self.seen.stage == OVER else int(top_kind(self.seen))

    @property
    def about(self) -> int:
        """The elder or card that the question is about."""
        return fields(self.seen)[0]

    def target(self, body: str, actions: Iterable[int], hint: str) -> str:
        """A drawing with a tooltip; clickable if it is an answer."""
        answers = list(actions)
        if not answers:
            return hinted(body, hint) if hint else body
        label = QUESTIONS.choice(self.seen, self.box, answers[0]) if len(answers) == 1 else hint
        return self.pen.target(body, answers, label, hint)

    # drawn objects and their answers

    def on_space(self, space: int) -> list[int]:
        """A space of the action board."""
        if self.kind == PLACE:
            return [OnSpace.action(space)]
        return [Imitate.action(space)] if self.kind in (CHOOSE_ACTION, IMITATE_WHICH) and space < IMITATION else []

    @property
    def feeds_elders(self) -> bool:
        """N3.4: whether the question is which elder gets a fish; else which share."""
        return bool(step_of(fields(self.seen)[1]) == TO_ELDERS)

    def on_own_elder(self, elder: int) -> list[int]:
        """An elder in a council."""
        if self.kind == PLACE:
            return [OnElder.action(elder)]
        if self.kind == HAND_OUT and self.feeds_elders:
            return [FeedElder.action(elder)]
        return [UseIt.action()] if self.kind == USE_TAKEN_ELDER and self.about == elder else []

    def on_stack(self, elder: int) -> list[int]:
        return [TakeElder.action(elder)] if self.kind == ELDER_TO_TAKE else []

    def on_plate(self, plate: int) -> list[int]:
        """An empty plate: it and all smaller ones are filled."""
        more = plate - int(self.seen.plates) + 1
        if more <= 0 or self.kind not in (PLATES_TO_FILL, GUESTS_AT_TABLE):
            return []
        return [FillPlates.action(more) if self.kind == PLATES_TO_FILL else WithGuests.action(more)]

    def on_card(self, card: int) -> list[int]:
        """A building in the display or in the hand."""
        if self.kind == PAY_BUILDING and self.about == card:
            return [PayBuilding.action()]
        return [ChooseCard.action(card)] if self.kind == CARD_TO_BUILD else []

    def on_player(self, seat: int) -> list[int]:
        if self.kind == HAND_OUT and not self.feeds_elders:
            return [FeedShare.action(seat)]
        return [CatchOf.action(seat)] if self.kind == WHOSE_CATCH else []

    def on_offer(self, offer: int) -> list[int]:
        """A ship in the supply."""
        if self.kind == PAY_SHIP and self.about == offer:
            return [PayShip.action()]
        return [BuildShip.action(offer)] if self.kind == SHIP_TO_BUILD else []

    def on_stock(self, letter: int) -> list[int]:
        return [Reveal.action(letter)] if self.kind == LETTER_TO_REVEAL and letter < 2 else []

    def asks(self, seat: int) -> bool:
        """Whether this player has to choose."""
        return self.seen.stage != OVER and int(self.seen.mover) == seat

    def on_building_space(self, seat: int, space: int) -> list[int]:
        """A building space: a building can go there."""
        return [BuildAt.action(space)] if self.asks(seat) and self.kind == SPACE_TO_BUILD_ON and space else []

    def on_strip(self, seat: int, field: int) -> list[int]:
        return [RemoveStrip.action(field)] if self.asks(seat) and self.kind == STRIP_TO_REMOVE else []

    def on_field(self, seat: int, field: int) -> list[int]:
        """A double field where strips can be placed."""
        return [PlantAt.action(field)] if self.asks(seat) and self.kind == FIELD_TO_PLANT else []

    def on_building(self, seat: int, card: int) -> list[int]:
        """A building in a harbour: it is removed, or one of its effects is used."""
        if not self.asks(seat):
            return []
        if self.kind == BUILDING_TO_REMOVE:
            return [RemoveBuilding.action(card)]
        if self.kind not in (RESOLVE, WINDOW, ON_BUILDING, BEFORE_ELDER):
            return []
        lines = lines_of(self.box, card)
        return [UseWaiting.action(card * LINES + n) for n in range(LINES) if lines[n].trigger]

    def on_ship(self, seat: int, kind: int) -> list[int]:
        """A ship that is swapped, sold, or gets a guest."""
        if not self.asks(seat):
            return []
        if self.kind == SHIP_TO_SWAP and kind < 2:
            return [SwapShip.action(kind)]
        if self.kind == SHIP_TO_SELL and kind < 3:
            return [SellShip.action(kind)]
        return [NewGuestAboard.action(kind)] if self.kind in (WINDOW, GUEST_TO_SHIP) and kind < 3 else []

    def on_good(self, seat: int, good: int) -> list[int]:
        """N13.2: wood or fish of the supply that a guest can pay instead."""
        return [GuestForShip.action(good)] if self.asks(seat) and self.kind in (PAY_BUILDING, PAY_SHIP) and good < 2 else []

    def on_track(self, seat: int) -> list[int]:
        """The free units of a fishing track."""
        return [PlaceRaft.action()] if self.asks(seat) and self.kind == RAFT_TO_PLACE else []
