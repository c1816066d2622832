"""Scripts, style sheets and pictures of the pages. Their addresses change with their content, so browsers keep them."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
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
from ...study.review_page import OWN_STYLE

STATIC = Path(__file__).resolve().parents[1] / "static"
VERSION = re.compile("[0-9a-f]{12}")
IMPORT = re.compile(r'^(?:import|export|\} from)\b[^"]*?"(\.[^"]+\.js)"', re.MULTILINE)
TYPES = {".js": "text/javascript", ".css": "text/css"}
COMMENTS = (  # of scripts
    (re.compile(r"^[ \t]*/\*\*((?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL), ""),
    (re.compile(r"^[ \t]*//.*\n", re.MULTILINE), ""),
    (re.compile(r"/\*\* @type \{[^*]*\} \*/ "), ""),
)
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def generated() -> dict[str, str]:
    """Generated style sheets: those of all boards, and the review page's."""
    sheets = (STYLE, *(game.pictures.style for game in all_games()))
    boards = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return {"board.css": boards, "story.css": OWN_STYLE.read_text(encoding="utf-8")}


@cache
def shared_art(*games: Game) -> str:
    """The icons and shapes that the boards of these games (none: of all) refer to, as an invisible part of a page."""
    return hidden_art(*(game.pictures.art for game in games or all_games()))


@cache
def version() -> str:
    return digest(STATIC, generated())


def digest(folder: Path, sheets: Mapping[str, str]) -> str:
    """The version of all static files. Scripts import each other, so they share one version."""
    found = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        content = file.read_bytes()
        found.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    for name, sheet in sorted(sheets.items()):
        found.update(f"{name} {len(sheet)}\n{sheet}".encode())
    return found.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file."""
    return f"/static/{version()}/{name}"


@cache
def imports_of(*scripts: str) -> list[str]:
    """All modules that scripts import, transitively; the page preloads them."""
    found: list[str] = []
    waiting = [STATIC / f"{script}.js" for script in scripts]
    for script in waiting:
        for name in IMPORT.findall(script.read_text(encoding="utf-8")):
            if (other := (script.parent / name).resolve()) not in waiting:
                waiting.append(other)
                found.append(other.relative_to(STATIC).as_posix())
    return found


@cache
def texts() -> dict[str, str]:
    """The scripts, without their comments, and the style sheets, by name."""
    files = (file for file in STATIC.rglob("*") if file.suffix in TYPES)
    found = {file.relative_to(STATIC).as_posix(): file.read_text(encoding="utf-8") for file in files}
    return {name: without_comments(text) if name.endswith(".js") else text for name, text in found.items()} | generated()


def without_comments(script: str) -> str:
    """A script without comments on lines of their own, and without types: three quarters as long, compressed."""
    for pattern, instead in COMMENTS:
        script = pattern.sub(instead, script)
    return script


@cache
def compressed(name: str) -> bytes:
    return gzip.compress(texts()[name].encode(), 9, mtime=0)


class Assets(StaticFiles):
    """Serves them. A page of another version gets today's file, which its browser does not keep."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _slash, rest = path.partition("/")
        name = rest if VERSION.fullmatch(first) else path
        response: Any
        if name in texts() and scope["method"] in ("GET", "HEAD"):
            response = text_response(name, "gzip" in Headers(scope=scope).get("accept-encoding", ""))
        else:
            response = await super().get_response(name, scope)
        response.headers["cache-control"] = FOR_EVER if first == version() else "no-cache"
        return response


def text_response(name: str, zipped: bool) -> Response:
    """A script or a style sheet; all that are compressed were compressed once."""
    headers = {"vary": "accept-encoding"} | ({"content-encoding": "gzip"} if zipped else {})
    return Response(compressed(name) if zipped else texts()[name], media_type=TYPES[Path(name).suffix], headers=headers)
