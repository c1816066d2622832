"""Finds the box that an option names: `standard`, a file, the name of a file in a folder of boxes, or `NAME@HASH`.

The value of the option is always `NAME@HASH`, so records, positions and tables say exactly which box they were played with.
A stranger's option is looked up by its hash or by the name of an installed box; it never opens a path.
"""

import contextlib
import os
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ..language import _
from .box_file import HASH, MAX_LENGTH, BoxFile, editor_of, print_box, read_box
from .box_parts import Content
from .cache import cache_root
from .errors import BadComponent, BadOption

Game: TypeAlias = Any  # of game.py, which imports this module

STANDARD = "standard"
MAX_IN_MEMORY = 64  # boxes in memory
Source = Callable[[str], str | None]  # the text of the box with this hash

in_memory: "OrderedDict[str, BoxFile]" = OrderedDict()  # by hash
sources: list[Source] = []  # a server adds its database
on_use: list[Callable[[BoxFile], None]] = []  # called when a stranger's option names a box; a server stores it then
games: dict[str, Game] = {}  # those with components to edit


class MissingBox(BadOption):
    """A box that this installation does not have; the message names it and says what to do."""


def find_box(game: Game, option: Any, files: bool) -> BoxFile:
    """The box that an option names. With `files`, the name may be a path."""
    text = option if isinstance(option, str) else str(option)[:100]
    name, _at, box_hash = text.strip().rpartition("@")
    if HASH.fullmatch(box_hash):
        box = find_by_hash(game, box_hash)
        if box is None:
            raise MissingBox(missing_text(game, name, box_hash))
        return notify_use(
            check_box_game(box if not name or name == box.name else BoxFile(box.game, name, box.content), game), files
        )
    if files and os.path.isfile(text):
        return check_box_game(load_file(Path(text), game), game)
    if (box := installed_boxes(game).get(text.strip().lower())) is not None:
        return notify_use(cache_box(box), files)
    installed = ", ".join(sorted({box.name for box in installed_boxes(game).values()}))
    message = _(
        "box must be standard, the name of a box that is installed, or (on this computer) a file; not {name}",
        name=repr(text[:60]),
    )
    if installed:
        message += _("; installed: {names}", names=installed)
    raise MissingBox(message)


def notify_use(box: BoxFile, files: bool) -> BoxFile:
    """Calls `on_use` if a stranger's option names the box (without `files`)."""
    if not files:
        for call in on_use:
            call(box)
    return box


def missing_text(game: Game, name: str, box_hash: str) -> str:
    return _(
        "the box {name} ({hash}) of {game} is not here: load its file (--box FILE, or on the page /box/{page})",
        name=repr(name or "?"),
        hash=box_hash,
        game=game.title,
        page=game.name,
    )


def check_box_game(box: BoxFile, game: Game) -> BoxFile:
    if box.game != game.name:
        raise BadOption(_("the box {name} is for {other}, not for {game}", name=repr(box.name), other=box.game, game=game.name))
    return box


def content_of(game_name: str, options: Mapping[str, Any]) -> Content | None:
    """The components that checked options name; None for the standard box."""
    box_hash = str(options.get("box", "")).rpartition("@")[2]
    if not HASH.fullmatch(box_hash):
        return None
    game = games[game_name]
    box = find_by_hash(game, box_hash)
    if box is None:
        raise MissingBox(missing_text(game, str(options["box"]).rpartition("@")[0], box_hash))
    return box.content


def box_text(game: Game, options: Mapping[str, Any]) -> str:
    """The text of the box that checked options name, for another process; empty for the standard box."""
    content = content_of(game.name, options)
    if content is None:
        return ""
    name = str(options["box"]).rpartition("@")[0]
    return print_box(BoxFile(game.name, name, content), editor_of(game).parts)


def boxes_in_memory() -> list[tuple[str, str]]:
    """Hash and text of the boxes in memory, for other processes and machines."""
    return [(box_hash, print_box(box, editor_of(games[box.game]).parts)) for box_hash, box in in_memory.items()]


def add_boxes(texts: Iterable[tuple[str, str]], find_game: Callable[[str], Game]) -> None:
    """Adds the boxes of another process."""
    for box_hash, text in texts:
        if box_hash not in in_memory:
            cache_box(read_box(text, find_game))


def cache_box(box: BoxFile) -> BoxFile:
    """Keeps a box in memory, where `find_by_hash` finds it."""
    in_memory[box.hash] = box
    in_memory.move_to_end(box.hash)
    while len(in_memory) > MAX_IN_MEMORY:
        in_memory.popitem(last=False)
    return box


def find_by_hash(game: Game, box_hash: str) -> BoxFile | None:
    """The box with this hash: in memory, from a source, installed, or used before on this computer."""
    if box_hash in in_memory:
        in_memory.move_to_end(box_hash)
        return in_memory[box_hash]
    for source in (*sources, read_copy):
        text = source(box_hash)
        if text:
            with contextlib.suppress(BadComponent):  # of a version whose standard box or grammar was different
                box = read_box(text, lambda name: game)
                if box.hash == box_hash:
                    return cache_box(box)
    for box in installed_boxes(game).values():
        if box.hash == box_hash:
            return cache_box(box)
    return None


# files


def load_file(file: Path, game: Game) -> BoxFile:
    """The box in a file, for this game. A copy stays in the cache, so that other processes find it by its hash."""
    box = cache_box(read_box(read_file(file), lambda name: check_game_name(game, name, file), file.name))
    with contextlib.suppress(OSError):
        write_copy(box.hash, print_box(box, editor_of(game).parts))
    return box


def check_game_name(game: Game, name: str, file: Path) -> Game:
    if name != game.name:
        raise BadOption(_("{file} is a box of {other}, not of {game}", file=file.name, other=repr(name[:20]), game=game.name))
    return game


def read_file(file: Path) -> str:
    """The text of a box file; refuses binary files and files that are too long."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(4 * MAX_LENGTH + 1)
    except OSError as error:
        raise BadComponent(_("cannot read {file}: {why}", file=str(file), why=error.strerror)) from None
    return decode(raw, file.name)


def decode(raw: bytes, source: str) -> str:
    if raw.startswith((b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf", b"\xfd7zXZ")):
        raise BadComponent(_("{file}: a box is a text file (TOML), not an archive; unpack it first", file=source))
    if len(raw) > 4 * MAX_LENGTH:
        raise BadComponent(_("{file}: a box has at most {n} characters", file=source, n=MAX_LENGTH))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadComponent(
            _("{file}, line {n}: not a text in UTF-8; save the file with that encoding", file=source, n=line)
        ) from None


def copy_path(box_hash: str) -> Path:
    return cache_root() / "boxes" / f"{box_hash}.toml"


def write_copy(box_hash: str, text: str) -> None:
    file = copy_path(box_hash)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)


def read_copy(box_hash: str) -> str | None:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return copy_path(box_hash).read_text(encoding="utf-8")
    return None


# installed boxes


def box_folders() -> list[Path]:
    """`$SEABOARD_BOXES` (folders, separated like PATH), else a folder of the user's data."""
    if named := os.environ.get("SEABOARD_BOXES"):
        return [Path(part) for part in named.split(os.pathsep) if part]
    if sys.platform == "win32":
        return [Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard" / "boxes"]
    return [Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "seaboard" / "boxes"]


def installed_boxes(game: Game) -> dict[str, BoxFile]:
    """The boxes of a game in the folders, by file name and by their own name, in lower case. Damaged ones are left out."""
    boxes: dict[str, BoxFile] = {}
    for folder in box_folders():
        with contextlib.suppress(OSError):
            for file in sorted(folder.glob("*.toml"))[:200]:
                if box := installed_box(file, file.stat().st_mtime_ns, game):
                    boxes.setdefault(file.stem.lower(), box)
                    boxes.setdefault(box.name.lower(), box)
    return boxes


_installed: dict[tuple[Path, int], BoxFile | None] = {}


def installed_box(file: Path, changed: int, game: Game) -> BoxFile | None:
    """The box in a file of a folder if it is of this game; a warning says what is wrong with a damaged one."""
    from .plugins import warn_once

    try:
        text = read_file(file)
    except BadComponent as error:
        warn_once(str(error))
        return None
    if not re.search(rf'^\s*game\s*=\s*"{game.name}"\s*$', text, re.MULTILINE):
        return None
    if (file, changed) not in _installed:
        try:
            _installed[file, changed] = read_box(text, lambda name: check_game_name(game, name, file), file.name)
        except (BadComponent, BadOption) as error:
            warn_once(str(error))
            _installed[file, changed] = None
    return _installed[file, changed]
