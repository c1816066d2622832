"""Scripts, style sheets and pictures of the pages. Their URLs change with their content, so browsers cache them for ever."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...core.game import Game
from ...drawing import hidden_art
from ...drawing.board import STYLE
from ...games import all_games
from ...study.review_page import REVIEW_STYLE
from .bundles import bundled_script, bundled_sheet

STATIC = Path(__file__).resolve().parents[1] / "static"
VERSION = re.compile("[0-9a-f]{12}")
IMPORT = re.compile(r'^(?:import|export|\} from)\b[^"]*?"(\.[^"]+\.js)"', re.MULTILINE)
TYPES = {".js": "text/javascript", ".css": "text/css"}
STRIPPED = (  # from scripts: comments on lines of their own, and types
    (re.compile(r"^[ \t]*/\*\*((?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL), ""),
    (re.compile(r"^[ \t]*//.*\n", re.MULTILINE), ""),
    (re.compile(r"/\*\* @type \{[^*]*\} \*/ "), ""),
)
EVERYWHERE = ("common/page", "app/app", "people/my_games", "people/follow", "lobby/compiling")  # scripts of every page
SHEETS = ("common/page.css", "learn/learn.css", "meet/meet.css", "people/people.css")  # of every page, after those of boards
PAGE = re.compile(r"page/([a-z_/+]+)\.js")  # the bundle of a page's scripts
MAX_SCRIPTS = 3  # of one page
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def generated() -> dict[str, str]:
    """Generated style sheets: those of all boards, the review page's, and all sheets of a page in one.

    `page.css` has the boards of all games, `page-GAME.css` those of one game.
    """
    sheets = {"board.css": board_styles(*all_games()), "story.css": REVIEW_STYLE.read_text(encoding="utf-8")}
    common = [(STATIC / sheet).read_text(encoding="utf-8") for sheet in SHEETS]
    sheets["page.css"] = bundled_sheet([sheets["board.css"], *common])
    for game in all_games():
        sheets[f"page-{game.name}.css"] = bundled_sheet([board_styles(game), *common])
    return sheets


def board_styles(*games: Game) -> str:
    """The style sheets of these games' boards."""
    return "\n".join(sheet.read_text(encoding="utf-8") for sheet in (STYLE, *(game.pictures.style for game in games)))


@cache
def shared_art(*games: Game) -> str:
    """The icons and shapes that the boards of these games (by default of all) refer to, as an invisible part of a page."""
    return hidden_art(*(game.pictures.art for game in games or all_games()))


@cache
def version() -> str:
    return digest(STATIC, generated())


def digest(folder: Path, sheets: Mapping[str, str]) -> str:
    """The version of all static files. Scripts import each other, so they share one version."""
    content_hash = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        content = file.read_bytes()
        content_hash.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    for name, sheet in sorted(sheets.items()):
        content_hash.update(f"{name} {len(sheet)}\n{sheet}".encode())
    return content_hash.hexdigest()[:12]


def asset(name: str) -> str:
    """The URL of a static file."""
    return f"/static/{version()}/{name}"


def page_script(scripts: str) -> str:
    """The URL of the bundle with a page's own scripts (separated by spaces) and those of every page."""
    return asset(f"page/{'+'.join(scripts.split()) or 'none'}.js")


@lru_cache(64)
def bundle(own: str) -> bytes | None:
    """The bundle of scripts that are separated by `+`, compressed; None if there is no such script."""
    names = [f"{name}.js" for name in own.split("+") if name != "none"]
    if len(names) > MAX_SCRIPTS or not all(name in texts() for name in names):
        return None
    scripts = dict.fromkeys([*(f"{name}.js" for name in EVERYWHERE), *names])
    return gzip.compress(bundled_script(list(scripts), texts()).encode(), 9, mtime=0)


def prepare_files() -> None:
    """Compresses the lobby's files, so that the first visitor does not wait for it."""
    compressed("page.css")
    bundle("lobby/lobby+learn/first_game")


@cache
def imports_of(*scripts: str) -> list[str]:
    """All modules that scripts import, transitively; the page preloads them."""
    imported: list[str] = []
    waiting = [STATIC / f"{script}.js" for script in scripts]
    for script in waiting:
        for name in IMPORT.findall(script.read_text(encoding="utf-8")):
            if (other := (script.parent / name).resolve()) not in waiting:
                waiting.append(other)
                imported.append(other.relative_to(STATIC).as_posix())
    return imported


@cache
def texts() -> dict[str, str]:
    """The scripts, without their comments, and the style sheets, by name."""
    files = (file for file in STATIC.rglob("*") if file.suffix in TYPES)
    contents = {file.relative_to(STATIC).as_posix(): file.read_text(encoding="utf-8") for file in files}
    return {name: without_comments(text) if name.endswith(".js") else text for name, text in contents.items()} | generated()


def without_comments(script: str) -> str:
    """A script without whole-line comments and types, which makes it a quarter shorter when compressed."""
    for pattern, replacement in STRIPPED:
        script = pattern.sub(replacement, script)
    return script


@cache
def compressed(name: str) -> bytes:
    return gzip.compress(texts()[name].encode(), 9, mtime=0)


class Assets(StaticFiles):
    """Serves the static files. A page of another version gets today's file, which its browser does not cache."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _slash, rest = path.partition("/")
        name = rest if VERSION.fullmatch(first) else path
        response: Any
        accepts_gzip = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        scripts = PAGE.fullmatch(name)
        if scripts and scope["method"] in ("GET", "HEAD") and (whole := bundle(scripts[1])) is not None:
            response = packed_response(".js", whole, accepts_gzip)
        elif name in texts() and scope["method"] in ("GET", "HEAD"):
            response = packed_response(Path(name).suffix, compressed(name), accepts_gzip)
        else:
            response = await super().get_response(name, scope)
        response.headers["cache-control"] = FOR_EVER if first == version() else "no-cache"
        return response


def packed_response(kind: str, packed: bytes, accepts_gzip: bool) -> Response:
    """A script or a style sheet, which is compressed only once."""
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if accepts_gzip else {})
    return Response(packed if accepts_gzip else gzip.decompress(packed), media_type=TYPES[kind], headers=headers)
