"""Commands for whoever runs a server: `seaboard admin ...`. They work on its database; a running server soon hears of it."""

import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import SeaboardError
from .shared import Json, print_json, say, use_interpreter

if TYPE_CHECKING:
    from ..table.store import Engine

admin = typer.Typer(help="Look after a server: its tables, the people at them, reports, copies.", no_args_is_help=True)
Database = Annotated[str, typer.Option(metavar="URL", help="as for serve; $SEABOARD_DATABASE without")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="the last part of a table's address")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="the first 8 or more digits that `show` prints")]
Whom = Annotated[str, typer.Argument(metavar="WHO", help="a person, an address, or a network such as 203.0.113.0/24")]
Days = Annotated[float | None, typer.Option(min=0.001, metavar="N", help="for so many days; for good without")]
Reason = Annotated[str, typer.Option(help="kept with it")]
Yes = Annotated[bool, typer.Option("--yes", help="do not ask")]


def database_of(url: str) -> "Engine":
    use_interpreter()
    from ..table.store import connect, own_database

    return connect(url or own_database())


@admin.command(name="list")
def list_tables(
    only_open: Annotated[bool, typer.Option("--open", help="only those that go on")] = False,
    most: Annotated[int, typer.Option(min=1, max=100_000, help="at most so many")] = 50,
    database: Database = "",
    as_json: Json = False,
) -> None:
    """List the tables that were touched last."""
    from ..table.store import admin as store

    found = store.list_tables(database_of(database), only_open, most)
    if as_json:
        return print_json(found)
    rows = [
        (
            table["id"],
            table["game"],
            "open" if table["open"] else "over",
            str(table["last"]),
            when(table["touched"]),
            who_sits(table),
        )
        for table in found
    ]
    show_rows(("table", "game", "", "events", "touched", "seats"), rows)


@admin.command()
def show(table: TableName, database: Database = "", as_json: Json = False) -> None:
    """Show a table: who sits there, which persons they are, and what was said."""
    from ..table.store import admin as store

    found = store.show_table(database_of(database), table)
    if as_json:
        return print_json(found)
    say(f"{found['game']}, {'open' if found['open'] else 'over'}, {found['last']} events, touched {when(found['touched'])}")
    persons = [(str(key["seat"]), found["seats"][key["seat"]]["name"], key["person"][:16]) for key in found["persons"]]
    show_rows(("seat", "name", "person"), persons)
    show_rows(("event", "seat", "said"), [(str(one["number"]), str(one["seat"]), one["text"]) for one in found["said"]])


@admin.command()
def close(table: TableName, database: Database = "") -> None:
    """End the game at a table; it can still be looked at."""
    from ..table.store import admin as store

    store.close_table(database_of(database), table)
    print(f"table {table} is closed")


@admin.command(name="delete-table")
def delete_table(table: TableName, yes: Yes = False, database: Database = "") -> None:
    """Delete a table and all that belongs to it."""
    from ..table.store import admin as store

    sure(yes, f"Delete table {table}?")
    store.delete_table(database_of(database), table)
    print(f"table {table} is deleted")


@admin.command()
def mute(who: Whom, days: Days = None, reason: Reason = "", database: Database = "") -> None:
    """Let someone play, but not talk."""
    punish(who, "mute", days, reason, database)


@admin.command()
def ban(who: Whom, days: Days = None, reason: Reason = "", database: Database = "") -> None:
    """Let someone look on, but do nothing."""
    punish(who, "ban", days, reason, database)


def punish(who: str, kind: str, days: float | None, reason: str, database: str) -> None:
    from ..table.store import admin as store

    engine = database_of(database)
    whom, until = find(engine, who), time.time() + days * 86400 if days else store.FOREVER
    store.punish(engine, whom, kind, until, reason)
    shown = whom if "/" in whom else whom[:16]  # a network whole, a person by the first digits
    print(f"{kind}: {shown}, {f'until {when(until)}' if days else 'for good'}")


@admin.command()
def pardon(who: Whom, database: Database = "") -> None:
    """End a mute and a ban."""
    from ..table.store import admin as store

    engine = database_of(database)
    if not store.pardon(engine, find(engine, who)):
        raise SeaboardError(f"{who} is neither muted nor banned")
    print("pardoned")


def find(engine: "Engine", who: str) -> str:
    """An address or a network as it is; a person by the beginning of its hash."""
    from ..table.addresses import read_network
    from ..table.store.admin import find_person

    if "." in who or ":" in who:
        try:
            return str(read_network(who))
        except ValueError as error:
            raise SeaboardError(str(error)) from None
    return find_person(engine, who)


@admin.command(name="export")
def export_person(person: Person, database: Database = "") -> None:
    """Print everything that is stored about one person, as JSON."""
    from ..table.store import admin as store

    engine = database_of(database)
    print_json(store.export_person(engine, store.find_person(engine, person)))


@admin.command(name="delete")
def delete_person(person: Person, yes: Yes = False, database: Database = "") -> None:
    """Delete one person's data: name and words everywhere, and the tables at which nobody else sits."""
    from ..table.store import admin as store

    engine = database_of(database)
    found = store.find_person(engine, person)
    sure(yes, f"Delete all data of {found[:16]}? This cannot be taken back.")
    alone, shared = store.delete_person(engine, found)
    print(f"{alone} tables deleted; name and words deleted at {shared} tables of others")


@admin.command()
def reports(
    settled: Annotated[bool, typer.Option("--settled", help="those that are settled")] = False,
    database: Database = "",
    as_json: Json = False,
) -> None:
    """List what players have reported; the same as the page /admin/reports."""
    from ..table.store import admin as store

    found = store.list_reports(database_of(database), settled)
    if as_json:
        return print_json(found)
    rows = [
        (
            one["id"],
            when(one["at"]),
            one["table_id"],
            one["name"] or "",
            one["text"] or "",
            one["reason"],
            short(one["persons"]),
        )
        for one in found
    ]
    show_rows(("report", "at", "table", "by", "said", "reason", "persons"), rows)


@admin.command()
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="as `reports` prints it")], database: Database = ""
) -> None:
    """Mark a report as settled."""
    from ..table.store import admin as store

    if not store.settle_report(database_of(database), report):
        raise SeaboardError(f"there is no report {report}")
    print("settled")


@admin.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="where the copy goes")], database: Database = "") -> None:
    """Copy an SQLite database whole, while the server may run."""
    from ..table.store import admin as store
    from ..table.store import own_database

    store.backup(database or own_database(), file)
    print(f"the copy is in {file}")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a copy that `backup` made")],
    yes: Yes = False,
    database: Database = "",
) -> None:
    """Put a copy in the place of an SQLite database; stop the server first."""
    from ..table.store import admin as store
    from ..table.store import own_database

    sure(yes, f"Replace all tables of this database by those in {file}?")
    store.restore(file, database or own_database())
    print(f"restored from {file}")


def sure(yes: bool, question: str) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def when(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def short(persons: list[str]) -> str:
    return ", ".join(person[:16] for person in persons)


def who_sits(table: dict[str, Any]) -> str:
    return ", ".join(f"{seat['name']} ({seat['level'] or seat['kind']})" for seat in table["seats"])


def show_rows(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """What people typed is shown as it is; where no terminal is, nothing is cut off."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=None, header_style="bold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(highlight=False, width=None if sys.stdout.isatty() else 300).print(table)
