"""Commands for server administrators: `seaboard admin ...`. They change the database of a running server."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...cli.shared import Json, finite, print_json, say, use_interpreter
from ...core.errors import SeaboardError
from ...files import check_writable

if TYPE_CHECKING:
    from ..store import Engine

admin = typer.Typer(help="Administer a server: tables, players, reports, backups.", no_args_is_help=True)
Database = Annotated[str, typer.Option(metavar="URL", help="as for serve; default: $SEABOARD_DATABASE")]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="the last part of the table's URL")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="the first 8 or more digits printed by `show`")]
Whom = Annotated[str, typer.Argument(metavar="WHO", help="a person, an IP address, or a network such as 203.0.113.0/24")]
Days = Annotated[
    float | None,
    typer.Option(min=0.001, max=100_000, metavar="N", help="number of days; default: permanent", callback=finite),
]
Reason = Annotated[str, typer.Option(help="stored with it")]
Yes = Annotated[bool, typer.Option("--yes", help="do not ask for confirmation")]


def database_of(url: str, create: bool = False) -> "Engine":
    """Connects to the database of a server, by default the one that the settings name; it must exist unless `create`."""
    use_interpreter()
    from ..store import check_database_exists, connect, default_database

    database_url = url or default_database()
    return connect(database_url if create else check_database_exists(database_url))


@admin.command(name="list")
def list_tables(
    only_open: Annotated[bool, typer.Option("--open", help="only unfinished ones")] = False,
    most: Annotated[int, typer.Option(min=1, max=100_000, help="maximum number")] = 50,
    database: Database = "",
    as_json: Json = False,
) -> None:
    """List the most recently active tables."""
    from ..store import admin as store

    tables = store.list_tables(database_of(database), only_open, most)
    if as_json:
        return print_json(tables)
    rows = [
        (
            table["id"],
            table["game"],
            "open" if table["open"] else "over",
            str(table["last"]),
            time_text(table["touched"]),
            seats_text(table),
        )
        for table in tables
    ]
    show_rows(("table", "game", "", "events", "active", "seats"), rows)


@admin.command()
def show(table: TableName, database: Database = "", as_json: Json = False) -> None:
    """Show a table: its seats, its persons and its chat."""
    from ..store import admin as store

    details = store.show_table(database_of(database), table)
    if as_json:
        return print_json(details)
    state, active = "open" if details["open"] else "over", time_text(details["touched"])
    say(f"{details['game']}, {state}, {details['last']} events, last active {active}")
    persons = [(str(key["seat"]), details["seats"][key["seat"]]["name"], key["person"][:16]) for key in details["persons"]]
    show_rows(("seat", "name", "person"), persons)
    show_rows(("event", "seat", "message"), [(str(one["number"]), str(one["seat"]), one["text"]) for one in details["chat"]])


@admin.command()
def close(table: TableName, database: Database = "") -> None:
    """End the game at a table; it can still be viewed."""
    from ..store import admin as store

    store.close_table(database_of(database), table)
    print(f"table {table} is closed")


@admin.command(name="delete-table")
def delete_table(table: TableName, yes: Yes = False, database: Database = "") -> None:
    """Delete a table and all its data."""
    from ..store import admin as store

    confirm(yes, f"Delete table {table}?")
    store.delete_table(database_of(database), table)
    print(f"table {table} is deleted")


@admin.command()
def mute(who: Whom, days: Days = None, reason: Reason = "", database: Database = "") -> None:
    """Forbid someone to chat; they can still play."""
    punish(who, "mute", days, reason, database)


@admin.command()
def ban(who: Whom, days: Days = None, reason: Reason = "", database: Database = "") -> None:
    """Forbid someone to play and chat; they can still watch."""
    punish(who, "ban", days, reason, database)


def punish(who: str, kind: str, days: float | None, reason: str, database: str) -> None:
    from ..store import admin as store

    engine = database_of(database)
    culprit, until = find_culprit(engine, who), store.time_in_days(engine, days)
    store.punish(engine, culprit, kind, until, reason)
    short = culprit if "/" in culprit else culprit[:16]  # a whole network, or the first digits of a person
    print(f"{kind}: {short}, {f'until {time_text(until)}' if days else 'permanent'}")


@admin.command()
def pardon(who: Whom, database: Database = "") -> None:
    """Lift a mute and a ban."""
    from ..store import admin as store

    engine = database_of(database)
    if not store.pardon(engine, find_culprit(engine, who)):
        raise SeaboardError(f"{who} is neither muted nor banned")
    print("pardoned")


def find_culprit(engine: "Engine", who: str) -> str:
    """The address or network as the text names it; a person by the first digits of the hash."""
    from ..runtime.addresses import read_network
    from ..store.admin import find_person

    if "." in who or ":" in who:
        try:
            return str(read_network(who))
        except ValueError as error:
            raise SeaboardError(str(error)) from None
    return find_person(engine, who)


@admin.command(name="export")
def export_person(person: Person, database: Database = "") -> None:
    """Print all stored data of a person as JSON."""
    from ..store import admin as store

    engine = database_of(database)
    print_json(store.export_person(engine, store.find_person(engine, person)))


@admin.command(name="delete")
def delete_person(person: Person, yes: Yes = False, database: Database = "") -> None:
    """Delete a person's data: name and chat everywhere, and the tables without other people."""
    from ..store import admin as store

    engine = database_of(database)
    person_hash = store.find_person(engine, person)
    confirm(yes, f"Delete all data of {person_hash[:16]}? This cannot be undone.")
    alone, shared = store.delete_person(engine, person_hash)
    print(f"{alone} tables deleted; name and chat deleted at {shared} shared tables")


@admin.command()
def reports(
    settled: Annotated[bool, typer.Option("--settled", help="only settled ones")] = False,
    database: Database = "",
    as_json: Json = False,
) -> None:
    """List the reports of players; the same as the page /admin/reports."""
    from ..store import admin as store

    listed = store.list_reports(database_of(database), settled)
    if as_json:
        return print_json(listed)
    rows = [
        (
            one["id"],
            time_text(one["at"]),
            one["table_id"],
            one["name"] or "",
            one["text"] or "",
            one["reason"],
            short_ids(one["persons"]),
        )
        for one in listed
    ]
    show_rows(("report", "at", "table", "by", "message", "reason", "persons"), rows)


@admin.command()
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="the id printed by `reports`")], database: Database = ""
) -> None:
    """Mark a report as settled."""
    from ..store import admin as store

    if not store.settle_report(database_of(database), report):
        raise SeaboardError(f"there is no report {report}; `seaboard admin reports` lists them")
    print("settled")


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the backup file")],
    yes: Yes = False,
    database: Database = "",
) -> None:
    """Back up an SQLite database; the server may be running. Asks before it overwrites a file."""
    from ..store import admin as store
    from ..store import default_database

    check_writable(file)
    confirm(yes or not file.exists(), f"{file} exists. Overwrite it?")
    store.backup(database or default_database(), file)
    print(f"the backup is in {file}")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file written by `backup`")],
    yes: Yes = False,
    database: Database = "",
) -> None:
    """Restore an SQLite database from a backup; stop the server first."""
    from ..store import admin as store
    from ..store import default_database

    confirm(yes, f"Replace this database by the backup {file}?")
    store.restore(file, database or default_database())
    print(f"restored from {file}")


def confirm(yes: bool, question: str) -> None:
    if not yes:
        typer.confirm(question, abort=True)


def time_text(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def short_ids(persons: list[str]) -> str:
    return ", ".join(person[:16] for person in persons)


def seats_text(table: dict[str, Any]) -> str:
    return ", ".join(f"{seat['name']} ({seat['level'] or seat['kind']})" for seat in table["seats"])


def show_rows(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Prints user input literally (no markup); wide output if stdout is not a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=None, header_style="bold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(highlight=False, width=None if sys.stdout.isatty() else 300).print(table)


token = typer.Typer(help="Make, list and revoke tokens of bot accounts.", no_args_is_help=True)
admin.add_typer(token, name="token")


@token.command(name="create")
def create_token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="the bot's name; it is shown as BOT NAME")],
    scope: Annotated[list[str] | None, typer.Option(metavar="SCOPE", help="default: all scopes of bots")] = None,
    days: Days = None,
    database: Database = "",
) -> None:
    """Make a bot account and print its token, which is not shown again."""
    engine = database_of(database, create=True)
    from ..web.accounts import SCOPES, make_token

    scopes = scope or [one for one in SCOPES if one != "board:play"]
    made, account = make_token(engine, "", name, True, scopes, days)
    print(made)
    print(f"{account.name} ({account.id}): {', '.join(sorted(account.scopes))}", file=sys.stderr)


@token.command(name="list")
def list_tokens(database: Database = "", as_json: Json = False) -> None:
    """List all tokens; a token itself is not stored."""
    engine = database_of(database)
    from ..store import token_rows

    rows = token_rows.list_tokens(engine)
    if as_json:
        return print_json([{key: value for key, value in row._mapping.items() if key != "hash"} for row in rows])
    show_rows(("token", "name", "made", "scopes"), [(row.id, row.name, time_text(row.created), row.scopes) for row in rows])


@token.command(name="revoke")
def revoke_token(
    token_id: Annotated[str, typer.Argument(metavar="TOKEN", help="as `token list` prints it")], database: Database = ""
) -> None:
    """Revoke a token; streams that it opened end."""
    engine = database_of(database)
    from ..store import token_rows

    if not token_rows.delete_token(engine, token_id):
        raise SeaboardError(f"there is no token {token_id[:20]!r}; `seaboard admin token list` lists them")
    print(f"token {token_id} is revoked")
