"""A game on this computer: an agent on one seat (or on several), bots on the others."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..bots import Bot, Hint, new_bot, read_name
from ..compiling import ensure_compiled
from ..core import ranking
from ..core.errors import BadOption, IllegalMove
from ..core.option_sources import TrustedOptions
from ..games import find_game
from ..match import Match
from ..study import Review, review
from .answers import read_answer
from .seat_report import SeatReport, report

REVIEWER = "strong,simulations=200"


class LocalGame:
    """A match whose other seats are played by bots. The same seed, bots and moves give the same game.

    `seats` are those of the agent, from 0; `opponents` are names of bots for the other seats in their order; the last one takes
    all remaining seats.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[int] = (0,),
        opponents: Sequence[str] = ("normal",),
        seed: int | str | None = None,
        options: TrustedOptions | Mapping[str, Any] | None = None,
    ):
        the_game = find_game(game)
        chosen = options if isinstance(options, TrustedOptions) else TrustedOptions(options or {})
        count = the_game.seats(chosen.choose(the_game))
        if not seats or len(set(seats)) != len(seats) or not all(0 <= seat < count for seat in seats):
            raise BadOption(f"{the_game.title} has the seats 1 to {count} with these options")
        others = [seat for seat in range(count) if seat not in seats]
        names = [opponents[min(n, len(opponents) - 1)] for n in range(len(others))] if opponents else ["normal"] * len(others)
        for name in names:
            read_name(name)
        ensure_compiled(the_game, dict.fromkeys(names))
        self.match = Match.from_options(the_game, chosen, seed)
        self.seats = tuple(seats)
        self.bot_names = dict(zip(others, names, strict=True))
        self.bots: dict[int, Bot] = {
            seat: new_bot(name, the_game, self.match.box, f"{self.match.seed} {seat}", threads=1)
            for seat, name in self.bot_names.items()
        }
        self.refusals = 0
        self.play_bots()

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def seat(self) -> int:
        """The agent's seat that is to move; when the game is over, its first one."""
        return self.seats[0] if self.match.mover is None else self.match.mover

    def play_bots(self) -> None:
        """Plays the bots' moves until an agent is to move or the game is over."""
        while (seat := self.match.mover) in self.bots:
            assert seat is not None
            self.match.push(self.bots[seat].choose(self.match.view(seat), self.match.actions()))

    def report(self, seat: int | None = None) -> SeatReport:
        """The knowledge of the seat to move (or of another seat of the agent)."""
        return report(self.match, self.seat if seat is None else seat)

    def play(self, answer: str) -> int:
        """Plays the move that the agent's answer means, then the bots' moves, and returns its action."""
        if self.over:
            raise IllegalMove("the game is over; start a new one")
        try:
            action = read_answer(self.match, answer)
        except IllegalMove:
            self.refusals += 1
            raise
        self.match.push(action)
        self.play_bots()
        return action

    def hints(self, bot: str = "strong") -> list[Hint]:
        """The legal moves, best first, as a bot sees them from the mover's view."""
        return self.match.hint(bot)

    def review(self, bot: str = REVIEWER, threads: int = 1) -> Review:
        """The cost of each decision; only after the game, since a review knows hidden cards."""
        if not self.over:
            raise BadOption("the game is not over yet: a review needs a finished game")
        return review(self.match, bot, threads)

    def rewards(self, kind: str = "win") -> dict[int, float]:
        """Per seat of the agent: `win`, `places`, `margin`, `points`, `scaled_margin` or `scaled_points` (core/ranking.py)."""
        rewards = ranking.rewards(self.match.game, self.match.s, self.match.box, self.match.seats, ranking.reward_kind(kind))
        return {seat: rewards[seat] for seat in self.seats}
