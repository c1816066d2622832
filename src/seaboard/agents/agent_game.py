"""The operations of an assistant in a game, local or at a table."""

from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Answer:
    """A tool's answer: text for the model, the same as plain values, and the board for a client that shows it."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    svg: str = ""


class AgentGame(Protocol):
    """A game in which the assistant has a seat: on this computer, or at a table of a server."""

    def state(self) -> Answer: ...
    def legal_moves(self) -> Answer: ...
    def play(self, answer: str) -> None: ...
    def why_not(self, move: str) -> Answer: ...
    def hint(self, bot: str) -> Answer: ...
    def review(self, simulations: int) -> Answer: ...
    def leave(self) -> None: ...
