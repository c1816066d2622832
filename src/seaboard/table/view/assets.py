"""Scripts, style sheets and pictures of the pages. Their addresses change with their content, so browsers keep them."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...drawing.board import STYLE
from ...games import all_games
from ...study.review_page import OWN_STYLE

STATIC = Path(__file__).resolve().parents[1] / "static"
VERSION = re.compile("[0-9a-f]{12}")
IMPORT = re.compile(r'^(?:import|export|\} from)\b[^"]*?"(\.[^"]+\.js)"', re.MULTILINE)
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def generated() -> dict[str, str]:
    """Style sheets put together here: those of all boards, and the story's."""
    sheets = (STYLE, *(game.pictures.style for game in all_games()))
    boards = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return {"board.css": boards, "story.css": OWN_STYLE.read_text(encoding="utf-8")}


@cache
def version() -> str:
    return digest(STATIC, generated())


def digest(folder: Path, sheets: Mapping[str, str]) -> str:
    """Of all that is served. Scripts import each other, so they have one version together."""
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
    """All modules that scripts import, and so on; their page names them, so that the browser fetches all of them at once."""
    found: list[str] = []
    waiting = [STATIC / f"{script}.js" for script in scripts]
    for script in waiting:
        for name in IMPORT.findall(script.read_text(encoding="utf-8")):
            if (other := (script.parent / name).resolve()) not in waiting:
                waiting.append(other)
                found.append(other.relative_to(STATIC).as_posix())
    return found


class Assets(StaticFiles):
    """Serves them. A page of another version gets today's file, which its browser does not keep."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _slash, rest = path.partition("/")
        name = rest if VERSION.fullmatch(first) else path
        response: Any
        if name in generated() and scope["method"] in ("GET", "HEAD"):
            response = Response(generated()[name], media_type="text/css")
        else:
            response = await super().get_response(name, scope)
        response.headers["cache-control"] = FOR_EVER if first == version() else "no-cache"
        return response
