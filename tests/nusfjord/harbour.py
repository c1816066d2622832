"""Tests of one building: a player with plenty of goods owns or builds the card, and tests compare what changes.

>>> sea = Sea(103, fish=2)
>>> sea.build(103)
>>> sea.use(103)
>>> sea.fish
6
"""

from typing import Any

import numpy as np

from seaboard.games.nusfjord.box import index_card, index_cards
from seaboard.games.nusfjord.cards.buildings import DECKS
from seaboard.games.nusfjord.cards.effects import BUILD, LINES
from seaboard.games.nusfjord.cards.grammar import read_effect
from seaboard.games.nusfjord.layout import COUNCIL, DISPLAY, MAX_LEGAL, SLOTS, SPACES
from seaboard.games.nusfjord.rules import apply, legal, problem, score_sheet
from seaboard.games.nusfjord.scoring import PARTS, SCORE_KINDS

from .actions import AT, BUILD_OFFER, CARD, DECLINE, ON_ELDER, PLACE_ON, USE
from .table import card_number, own, recount, sit

PLENTY = {"wood": 5, "fish": 20, "gold": 10}
GOODS = ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold")
SLOOP, CUTTER, SCHOONER, SCHOONER_FOR_GOLD = range(4)
FIELDS_FOR_STRIPS = (1, 4, 7, 2, 5)  # double fields, first those that do not overlap


def with_effect(box: np.record, number: int, effect: str) -> np.record:
    """A copy of the box in which one card has this effect, costs nothing and has no points."""
    changed = box.copy()
    card = int(np.flatnonzero(box.cards["number"] == number)[0])
    into = changed.cards[card]
    into.cost[:], into.points, into.has, into.triggered_by = 0, 0, 0, 0
    changed.lines[card * LINES : (card + 1) * LINES] = read_effect(effect)
    index_card(changed, card)
    index_cards(changed)
    return changed


class Sea:
    """A game in which the first seat has 5 wood, 20 fish and 10 gold (or as given) and places a worker next."""

    def __init__(self, number: int, players: int = 2, round_number: int = 1, effect: str = "", **have: Any):
        m = sit(players=players, round_number=round_number, deck=DECKS[number // 100 - 1])
        self.s, self.p, self.box = m.s, 0, with_effect(m.box, number, effect) if effect else m.box
        self.have(**PLENTY | have)

    def __getattr__(self, name: str) -> Any:
        """How many the player has: sea.wood, sea.sloops, sea.strips, sea.elders."""
        if name in GOODS or name in ("unissued", "on_board", "workers", "guests"):
            return int(self.me[name])
        if name == "aboard":
            return int(self.me.aboard.sum())
        if name in ("sloops", "cutters", "schooners"):
            return int(self.me.ships[("sloops", "cutters", "schooners").index(name)])
        if name == "strips":
            return int(self.me.strips.sum())
        if name == "shares":
            return int(self.me.shares.sum())
        if name == "elders":
            return int((self.s.elder_at == COUNCIL + self.p).sum())
        if name == "plates":
            return int(self.s.plates)
        raise AttributeError(name)

    @property
    def me(self) -> np.record:
        return self.s.players[self.p]

    def have(self, **things: int) -> "Sea":
        """Sets what the player has."""
        for name, n in things.items():
            if name in GOODS or name in ("unissued", "on_board", "workers", "guests"):
                self.me[name] = n
            elif name == "aboard":  # on sloops
                self.me.aboard[SLOOP] = n
            elif name in ("sloops", "cutters", "schooners"):
                self.me.ships[("sloops", "cutters", "schooners").index(name)] = n
            elif name == "elders":
                self.s.elder_at[1 : n + 1] = COUNCIL + self.p
            elif name == "shares":
                self.me.shares[self.p] = n
            elif name == "foreign":  # shares of another colour
                self.me.shares[1 - self.p] = n
            elif name == "plates":
                self.s.plates = n
            elif name == "strips":
                self.me.strips[:] = 0
                self.me.strips[1] = n  # of the top row, stacked
            elif name == "fields":
                self.me.strips[:] = 0
                self.me.strips[[*FIELDS_FOR_STRIPS[:n]]] = 1
            else:
                raise AttributeError(name)
        return self.recount()

    def recount(self) -> "Sea":
        """Updates the derived fields after a test has changed others."""
        recount(self)
        return self

    def state(self) -> dict[str, int]:
        """Everything that a card can change."""
        pieces = ("sloops", "cutters", "schooners", "strips", "shares", "unissued", "elders", "plates", "guests", "aboard")
        return {name: getattr(self, name) for name in (*GOODS, *pieces)}

    def since(self, before: dict[str, int]) -> dict[str, int]:
        """The changes since an earlier state."""
        return {name: n - before[name] for name, n in self.state().items() if n != before[name]}

    def card(self, number: int) -> int:
        return card_number(self.box, number)

    def own(self, *numbers: int) -> "Sea":
        """Gives the player buildings, on free spaces from the bottom right."""
        own(self, self.p, *numbers)
        return self

    def actions(self) -> list[int]:
        out = np.zeros(MAX_LEGAL, np.int16)
        return out[: legal(self.s, self.box, out)].tolist()

    def play(self, action: int) -> "Sea":
        assert problem(self.s, self.box, action) == 0, f"{action} is not allowed, but {self.actions()}"
        apply(self.s, self.box, action)
        return self

    def act(self, action: int) -> "Sea":
        """A worker on a space of the action board."""
        return self.play(PLACE_ON + action)

    def on_elder(self, elder: int) -> "Sea":
        return self.play(ON_ELDER + elder)

    def ship(self, offer: int = SLOOP) -> "Sea":
        return self.play(BUILD_OFFER + offer)

    def build(self, number: int) -> "Sea":
        """A worker builds the card, on a free space."""
        card = self.card(number)
        self.s.where[card] = DISPLAY
        self.recount().act(BUILD)
        if CARD + card in self.actions():
            self.play(CARD + card)
        spaces = [action for action in self.actions() if AT <= action < AT + SPACES]
        if spaces:
            self.play(spaces[0])
        assert card in self.me.harbour
        return self

    def offered(self, number: int) -> list[int]:
        """The lines of a card that can be used now, from 0."""
        first = USE + self.card(number) * LINES
        return [action - first for action in self.actions() if first <= action < first + LINES]

    def offered_any(self) -> list[int]:
        """All effects of cards that can be used now."""
        return [action for action in self.actions() if action >= USE]

    def use(self, number: int, line: int = 0) -> "Sea":
        return self.play(USE + self.card(number) * LINES + line)

    def decline(self) -> "Sea":
        return self.play(DECLINE)

    def points(self) -> float:
        """All points of the player, as if the game ended now."""
        out = np.zeros((5, len(SCORE_KINDS)), np.int16)
        score_sheet(self.s, self.box, out)
        return int(out[self.p].sum()) / PARTS

    def buildings(self) -> int:
        return int((self.me.harbour[:SLOTS] > 0).sum())
