"""The position editor: pieces on the board or a form of fields, checked on each change as by `seaboard load`.

A game declares the pieces, places and figures (`core/board_editor.py`); a game without that has a form of all keys.
"""

import asyncio
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Request, Response
from pydantic import Field
from typing_extensions import TypedDict

from ...core.board_editor import BoardEditor, PalettePiece, Values, change_value, edit, value_at
from ...core.errors import BadPosition, SeaboardError
from ...core.game import Game
from ...core.option_sources import UntrustedOptions
from ...core.position import print_table, print_value, read_table
from ...core.text_input import read_toml
from ...games import find_game
from ...language import _
from ...match import Match
from ..store import study_rows
from ..tables import lobby
from ..view.board_view import view_board
from ..view.rendering import render
from ..view.viewpoint import Viewpoint
from .box_choices import box_choices
from .load_pages import MAX_LENGTH, read_match
from .message_types import BoardRequest, SeatNumber
from .table_pages import options_in, page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
MAX_VALUE_LENGTH = 20_000  # characters of one value
LINE_LENGTH = 26  # characters on a line of a field
NOT_SHOWN = ("game", "seed", "draws")  # keys without a field; they are in the text only
MARK = re.compile(r'data-(piece|place|panel)="([^"]*)"')  # a part of the drawing that has fields
SPOT = re.compile(r'data-spot="([^"]*)"')  # a place of the board editor
PLACE = re.compile(r"(?:(\w+) (\d+): )?(\w+)(?::| is missing)")  # the place that an error message names


class EditRequest(BoardRequest):
    """The position as text, and one change of it.

    With `key`, this key gets a new value; an empty one means the value from the set-up. With `piece`, this piece goes from one
    place to another; without `origin` it comes from the supply, without `place` it goes back there.
    `seat` is the player whose board is large.
    """

    text: Annotated[str, Field(max_length=MAX_LENGTH)]
    key: Annotated[str, Field(max_length=100)] = ""
    value: Annotated[str, Field(max_length=MAX_VALUE_LENGTH - 10)] = ""
    piece: Annotated[str, Field(max_length=60)] = ""
    origin: Annotated[str, Field(max_length=60)] = ""
    place: Annotated[str, Field(max_length=60)] = ""
    seat: SeatNumber | None = None


class Spot(TypedDict):
    """A place of the board: its name for people, and the pieces there, the top one last."""

    text: str
    holds: list[str]


class DrawnPosition(TypedDict):
    """The text, the board (SVG), the fields (HTML), and which keys belong to which piece of the board.

    With a board editor, `fields` are its palette and figures, and `spots` its places that are drawn.
    """

    text: str
    board: str
    fields: str
    keys: dict[str, list[str]]
    spots: dict[str, Spot]
    prompt: str


class EditError(TypedDict):
    """The error of a position, and its key."""

    error: str
    where: str


class EditedPosition(EditError, DrawnPosition):
    """`error` and `where` are empty."""


class BadChange(BadPosition):
    """The new value of a key cannot be read, or there is no such key."""


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
    def area_rows(self) -> int:
        """The height of its text area; 0 if a single line is enough."""
        if self.rows > 1:
            return self.rows
        return math.ceil(len(self.value) / LINE_LENGTH) if len(self.value) > LINE_LENGTH else 0


@dataclass(frozen=True)
class Group:
    """The keys of one player, or (None) those of the table."""

    seat: int | None
    fields: list[KeyField]


@dataclass(frozen=True)
class Supply:
    """The palette and the figures of one player, or (None) of the table."""

    title: str
    seat: int | None
    pieces: list[tuple[str, list[PalettePiece]]]  # by heading
    steppers: list[tuple[Any, Any]]  # with their values
    selectors: list[tuple[Any, Any]]


@router.get("/edit/{name}")
async def edit_page(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    options = await visitor.draw(lobby.nearest_valid_options, game, options_in(request, game))
    engine = request.app.state.registry.engine
    studies = await asyncio.to_thread(study_rows.studies_of, engine, visitor.hash) if visitor.hash else []
    return await visitor.draw(draw_new_position, visitor, game, options, await box_choices(visitor, game), studies)


def draw_new_position(
    visitor: Visitor, game: Game, options: dict[str, Any], boxes: Mapping[str, str], studies: Sequence[Any]
) -> Response:
    fields = [field for field in lobby.option_fields(game, options) if not field.option.many] + lobby.box_field(options, boxes)
    match = Match.from_options(game, UntrustedOptions(options))
    board = game.pictures.board_editor is not None
    context = {"game": game, "text": match.position(), "options": fields, "studies": studies, "on_board": board}
    return page("edit.html", visitor, seats=match.seats, **context)


@router.post("/edit/{name}", response_model=None)
async def edit_position(request: Request, name: str, body: EditRequest) -> EditedPosition | EditError:
    """The board and the fields of the position, or its error and the key with the error."""
    visitor, game = Visitor(request), find_game(name)
    return await visitor.draw(apply_edit, game, body)


def apply_edit(game: Game, body: EditRequest) -> EditedPosition | EditError:
    editor = game.pictures.board_editor
    try:
        if body.piece and not editor:
            raise BadPosition(_("This game has no board editor."))
        if editor and (body.piece or body.key):
            match = edit_on_board(editor, read_position(game, body.text), body)
        else:
            match = read_position(game, with_change(body.text, body.key, body.value) if body.key else body.text)
    except BadChange as error:
        return {"error": str(error), "where": body.key}
    except SeaboardError as error:
        return {"error": str(error), "where": key_in_message(str(error)) or body.key}
    has_changed = bool(body.key or body.piece)
    return {"error": "", "where": "", **draw_position(match, body, match.position() if has_changed else body.text)}


def read_position(game: Game, text: str) -> Match:
    """The position of a text, of this game."""
    match = read_match(text)
    if match.game is not game or text.lstrip().startswith("{"):
        raise BadPosition(_("This isn't a {game} position.", game=game.title))
    return match


def edit_on_board(editor: BoardEditor, match: Match, body: EditRequest) -> Match:
    """The position after a change of the board editor."""
    pieces = {piece.name: piece for piece in editor.pieces(match.to_dict(), match.box)}

    def change(values: Values) -> str:
        if body.key:
            set_key(values, body.key, body.value)
            return body.key
        piece, by_place = pieces.get(body.piece), editor.pieces_by_place(values, match.box)
        if piece is None or (body.origin and body.piece not in by_place.get(body.origin, ())):
            raise BadPosition(_("That piece is no longer there."))
        if body.place and not body.place.startswith(piece.places):
            raise BadPosition(_("{piece} can't go there.", piece=piece.text))
        if body.origin:
            editor.take(values, match.box, body.piece, body.origin)
        if body.place:
            editor.put(values, match.box, body.piece, body.place)
        return ""

    def checked(values: Values) -> str:
        try:
            return change(values)
        except (KeyError, IndexError, ValueError, TypeError):
            raise BadPosition(_("There is no such place on the board.")) from None

    return edit(editor, match.to_dict(), match.box, lambda values: Match.from_position(print_table(values)), checked)


def draw_position(match: Match, body: EditRequest, text: str) -> DrawnPosition:
    viewer = match.mover if match.mover is not None else 0
    seat = viewer if body.seat is None or body.seat >= match.seats else body.seat
    viewpoint = Viewpoint(seat, narrow=body.narrow, viewport=body.viewport)
    board_view, values = view_board(match, viewpoint, can_act=False, editing=True), match.to_dict()
    editor = match.game.pictures.board_editor
    marks = set() if editor else {" ".join(found) for found in MARK.findall(board_view.board)}
    names = {"names": match.names, "seat": seat}
    fields = (
        render("edit_pieces.html", supplies=list(supplies(editor, values, match.box)), **names)
        if editor
        else render("edit_fields.html", groups=list(groups(match.game, values)), **names)
    )
    return {
        "text": text,
        "board": board_view.board,
        "fields": fields,
        "keys": {mark: keys for mark in sorted(marks) if (keys := match.game.positions.keys_at(mark, values))},
        "spots": spots_of(editor, match, board_view.board) if editor else {},
        "prompt": board_view.prompt or _("The game is over."),
    }


def spots_of(editor: BoardEditor, match: Match, board: str) -> dict[str, Spot]:
    """The places that are drawn."""
    by_place = editor.pieces_by_place(match.to_dict(), match.box)
    drawn = sorted(set(SPOT.findall(board)))
    return {name: {"text": editor.place_text(match.box, name), "holds": list(by_place.get(name, ()))} for name in drawn}


def supplies(editor: BoardEditor, values: Values, box: np.record) -> Iterator[Supply]:
    """The pieces of the table, each player's pieces and goods, the turn."""
    pieces = editor.pieces(values, box)
    steppers = [(one, value_at(values, one.key)) for one in editor.steppers(values, box)]
    selectors = [(one, value_at(values, one.key, "")) for one in editor.selectors(values, box)]
    for seat in (None, *range(len(values.get("player", [])))):
        headings = dict.fromkeys(piece.group for piece in pieces if piece.seat == seat)
        grouped = [(name, [one for one in pieces if one.seat == seat and one.group == name]) for name in headings]
        goods = [pair for pair in steppers if pair[0].seat == seat] if seat is not None else []
        yield Supply(_("The table") if seat is None else _("Player {n}", n=seat + 1), seat, grouped, goods, [])
    yield Supply(_("Turn"), None, [], [pair for pair in steppers if pair[0].seat is None], selectors)


def groups(game: Game, values: Mapping[str, Any]) -> Iterator[Group]:
    """The keys of the table, then one group per player. Options are not among them."""
    left_out = (*NOT_SHOWN, "player", *(option.name for option in game.options), *game.box_option_names)
    yield Group(None, [KeyField(key, key, print_value(value)) for key, value in values.items() if key not in left_out])
    for seat, player in enumerate(values.get("player", [])):
        yield Group(seat, [KeyField(f"player.{seat}.{key}", key, print_value(value)) for key, value in player.items()])


def with_change(text: str, key: str, value: str) -> str:
    """The text with a new value of a key; "" removes the key, so that it has its value from the set-up."""
    values = read_table(text)
    set_key(values, key, value)
    return print_table(values)


def set_key(values: Values, key: str, value: str) -> None:
    """Sets a value that is given as TOML."""
    try:
        change_value(values, key, read_value(key, value))
    except KeyError:
        raise BadChange(f"{key_text(key)}: no such key") from None


def read_value(key: str, value: str) -> Any:
    """A value as TOML; None if there is none."""
    try:
        return read_toml(f"value = {value}", MAX_VALUE_LENGTH)["value"] if value.strip() else None
    except ValueError as error:
        raise BadChange(f"{key_text(key)}: not a value (TOML): {error}") from None


def key_text(key: str) -> str:
    """A key as error messages of `seaboard load` name it: player 1: shells."""
    *path, last = key.split(".")
    return f"{path[0]} {int(path[1]) + 1}: {last}" if len(path) == 2 and path[1].isdigit() else last


def key_in_message(message: str) -> str:
    """The key that an error message of `seaboard load` names; empty if it names none."""
    named = PLACE.match(message)
    if not named:
        return ""
    group, number, key = named.groups()
    return f"{group}.{int(number) - 1}.{key}" if group else key
