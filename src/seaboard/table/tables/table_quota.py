"""Limits how many tables each visitor may have. A visitor is an address (see runtime/addresses.py)."""

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
class CreatedTable:
    """A table that counts for a visitor."""

    visitor: str
    bots_only: bool
    at: float


class TableQuota:
    """The unfinished tables that visitors created in this process; not stored."""

    MAX_CREATED = 50_000

    def __init__(self, limits: Limits):
        self.limits = limits
        self.created: OrderedDict[str, CreatedTable] = OrderedDict()  # by table

    def check(self, visitor: str, bots_only: bool) -> None:
        """Raises Refused if this visitor has enough tables."""
        self.forget_old()
        mine = [created for created in self.created.values() if created.visitor == visitor]
        if len(mine) >= self.limits.tables_each:
            raise Refused(429, _("You have {n} unfinished games; finish one first.", n=len(mine)))
        among_bots = sum(created.bots_only for created in mine)
        if bots_only and among_bots >= self.limits.bots_only_each:
            raise Refused(429, _("You have {n} games with bots only; wait until one is over.", n=among_bots))

    @contextmanager
    def reserve(self, table_id: str, visitor: str, bots_only: bool) -> Iterator[None]:
        """Counts a table before it is created, so that parallel requests stay within the limit; a failed one does not count."""
        self.check(visitor, bots_only)
        self.created[table_id] = CreatedTable(visitor, bots_only, time.monotonic())
        try:
            yield
        except BaseException:
            del self.created[table_id]
            raise

    def forget(self, table_id: str) -> None:
        """Stops counting a finished table."""
        self.created.pop(table_id, None)

    def forget_old(self) -> None:
        while self.created and (
            len(self.created) > self.MAX_CREATED or next(iter(self.created.values())).at < time.monotonic() - DAY
        ):
            self.created.popitem(last=False)

    def visitor_of(self, table: GameTable) -> str:
        """The visitor who is charged for the thinking time of its bots: the creator; after a restart, the player seen last."""
        created = self.created.get(table.id)
        return created.visitor if created else table.last_visitor
