"""Which visitor created which tables, and how many each may have. A visitor is an address (see runtime/addresses.py)."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...language import _
from ..errors import Refused
from ..runtime.limits import DAY, Limits
from .game_table import GameTable


@dataclass(frozen=True)
class Made:
    visitor: str
    bots_only: bool
    at: float


class TableQuota:
    """The creators of tables, as far as this process knows them; not stored."""

    MOST = 50_000

    def __init__(self, limits: Limits):
        self.limits = limits
        self.made: OrderedDict[str, Made] = OrderedDict()  # by table

    def check(self, visitor: str, bots_only: bool) -> None:
        """Raises Refused if this visitor has enough tables."""
        self.forget_old()
        mine = [made for made in self.made.values() if made.visitor == visitor]
        if len(mine) >= self.limits.tables_each:
            raise Refused(429, _("You have {n} unfinished games; finish one first.", n=len(mine)))
        among_bots = sum(made.bots_only for made in mine)
        if bots_only and among_bots >= self.limits.bots_only_each:
            raise Refused(429, _("You have {n} games with bots only; wait until one is over.", n=among_bots))

    @contextmanager
    def making(self, table_id: str, visitor: str, bots_only: bool) -> Iterator[None]:
        """Counts a table while it is being created, so that parallel requests stay within the limit; not if that fails."""
        self.check(visitor, bots_only)
        self.made[table_id] = Made(visitor, bots_only, time.monotonic())
        try:
            yield
        except BaseException:
            del self.made[table_id]
            raise

    def forget(self, table_id: str) -> None:
        """Stops counting a finished table."""
        self.made.pop(table_id, None)

    def forget_old(self) -> None:
        while self.made and (len(self.made) > self.MOST or next(iter(self.made.values())).at < time.monotonic() - DAY):
            self.made.popitem(last=False)

    def visitor_of(self, table: GameTable) -> str:
        """The visitor who is charged for the thinking time of its bots: the creator; after a restart, the player seen last."""
        made = self.made.get(table.id)
        return made.visitor if made else table.last_visitor
