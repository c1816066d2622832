"""The position editor: the fields of a position next to its board, checked on each change like by `seaboard load`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field
from typing_extensions import TypedDict

from ...core.errors import BadPosition, SeaboardError
from ...core.game import Game
from ...core.given_options import UntrustedOptions
from ...core.position import print_table, print_value, read_table
from ...core.text_input import read_toml
from ...games import find_game
from ...language import _
from ...match import Match
from ..tables import lobby
from ..view.board_view import view_board
from ..view.rendering import render
from ..view.viewpoint import Viewpoint
from .load_pages import LONGEST, read_match
from .message_types import BoardRequest
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
LONGEST_VALUE = 20_000  # characters of one value
ACROSS = 26  # characters on a line of a field
NOT_SHOWN = ("game", "seed", "draws")  # keys without a field; they are in the text only
MARK = re.compile(r'data-(piece|place|panel)="([^"]*)"')
PLACE = re.compile(r"(?:(\w+) (\d+): )?(\w+)(?::| is missing)")  # where a message says that something is wrong


class EditRequest(BoardRequest):
    """The position as text. With `key`, this key gets a new value; an empty one means the value from the set-up."""

    text: Annotated[str, Field(max_length=LONGEST)]
    key: Annotated[str, Field(max_length=100)] = ""
    value: Annotated[str, Field(max_length=LONGEST_VALUE - 10)] = ""


class DrawnPosition(TypedDict):
    """The text, the board (SVG), the fields (HTML), and which keys belong to which piece of the board."""

    text: str
    board: str
    fields: str
    keys: dict[str, list[str]]
    prompt: str


class EditError(TypedDict):
    """What is wrong with the position, and at which key."""

    error: str
    where: str


class EditedPosition(EditError, DrawnPosition):
    """`error` and `where` are empty."""


@dataclass(frozen=True)
class KeyField:
    """A key of the position and its value as TOML."""

    key: str
    name: str
    value: str

    @property
    def rows(self) -> int:
        return self.value.count("\n") + 1

    @property
    def long(self) -> int:
        """The number of lines it needs; 0 if one is enough."""
        return self.rows if self.rows > 1 else -(-len(self.value) // ACROSS) if len(self.value) > ACROSS else 0


@dataclass(frozen=True)
class Group:
    """The keys of one player, or (None) those of the table."""

    seat: int | None
    fields: list[KeyField]


@router.get("/edit/{name}")
async def edit_page(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    given: dict[str, Any] = {}
    for option in lobby.offered(game):
        if values := request.query_params.getlist(option.name)[:400]:
            given[option.name] = option.listed(",".join(values)) if option.many else values[-1]
    return await visitor.draw(fresh_page, visitor, game, lobby.nearest(game, given))


def fresh_page(visitor: Visitor, game: Game, options: dict[str, Any]) -> Response:
    fields = [field for field in lobby.fields(game, options) if not field.option.many]
    text = Match.from_set_up(game, UntrustedOptions(options)).position()
    return page("edit.html", visitor, game=game, text=text, options=fields)


@router.post("/edit/{name}", response_model=None)
async def edit(request: Request, name: str, body: EditRequest) -> EditedPosition | EditError:
    """The board and the fields of the position, or what is wrong with it and at which key."""
    visitor, game = Visitor(request), find_game(name)
    return await visitor.draw(edited, game, body)


def edited(game: Game, body: EditRequest) -> EditedPosition | EditError:
    try:
        text = changed(body.text, body.key, body.value) if body.key else body.text
    except BadPosition as error:
        return {"error": str(error), "where": body.key}
    try:
        match = read_match(text)
        if match.game is not game or text.lstrip().startswith("{"):
            raise BadPosition(_("This is not a {game} position.", game=game.title))
    except SeaboardError as error:
        return {"error": str(error), "where": place_of(str(error)) or body.key}
    return {"error": "", "where": "", **shown(match, body, match.position() if body.key else body.text)}


def shown(match: Match, body: EditRequest, text: str) -> DrawnPosition:
    viewer = match.mover if match.mover is not None else 0
    viewpoint = Viewpoint(viewer, narrow=body.narrow, viewport=body.viewport)
    board_view, table = view_board(match, viewpoint, can_act=False), match.to_dict()
    marks = {" ".join(found) for found in MARK.findall(board_view.board)}
    return {
        "text": text,
        "board": board_view.board,
        "fields": render("edit_fields.html", groups=list(groups(match.game, table)), names=match.names),
        "keys": {mark: keys for mark in sorted(marks) if (keys := match.game.positions.keys_at(mark, table))},
        "prompt": board_view.prompt or _("The game is over."),
    }


def groups(game: Game, table: Mapping[str, Any]) -> Iterator[Group]:
    """The keys of the table, then one group per player. Options are not among them."""
    left_out = (*NOT_SHOWN, "player", *(option.name for option in game.options))
    yield Group(None, [KeyField(key, key, print_value(value)) for key, value in table.items() if key not in left_out])
    for seat, own in enumerate(table.get("player", [])):
        yield Group(seat, [KeyField(f"player.{seat}.{key}", key, print_value(value)) for key, value in own.items()])


def changed(text: str, key: str, value: str) -> str:
    """The text with a new value of a key; "" removes the key, so that it has its value from the set-up."""
    *path, last = key.split(".")
    table = read_table(text)
    try:
        new = read_toml(f"value = {value}", LONGEST_VALUE)["value"] if value.strip() else None
    except ValueError as error:
        raise BadPosition(f"{words_of(key)}: not a value (TOML): {error}") from None
    inner: Any = table
    try:
        for part in path:
            inner = inner[int(part)] if isinstance(inner, list) else inner[part]
        if new is None:
            inner.pop(last, None)
        else:
            inner[last] = new
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise BadPosition(f"{words_of(key)}: no such key") from None
    return print_table(table)


def words_of(key: str) -> str:
    """A key as `load` names it: player 1: shells."""
    *path, last = key.split(".")
    return f"{path[0]} {int(path[1]) + 1}: {last}" if len(path) == 2 and path[1].isdigit() else last


def place_of(message: str) -> str:
    """The key that a message of `load` is about."""
    found = PLACE.match(message)
    if not found:
        return ""
    group, number, key = found.groups()
    return f"{group}.{int(number) - 1}.{key}" if group else key
