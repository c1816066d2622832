"""The installable app: its manifest, its service worker, and the page without a connection."""

import json

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ...language import _
from ..view.assets import STATIC, asset, imports_of, version
from .table_pages import page
from .visitor import Visitor, use_language_of

router = APIRouter(include_in_schema=False)
SHEETS = ("board.css", "common/page.css", "app/offline.css")
SIZES = (192, 512)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    use_language_of(request)
    icons = [{"src": asset(f"app/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
    icons += [{**icons[-1], "purpose": "maskable"}, {"src": asset("common/icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    about = {
        "id": "/",
        "name": "Seaboard",
        "short_name": "Seaboard",
        "description": _("Board games of the sea"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#12475c",
        "theme_color": "#12475c",
        "icons": icons,
    }
    return JSONResponse(about, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


@router.get("/sw.js")
def service_worker() -> Response:
    """The service worker with the version and the files of this release: a new release replaces it."""
    script = (STATIC / "app/service_worker.js").read_text(encoding="utf-8")
    files = [*SHEETS, "app/offline.js", *imports_of("app/offline"), "common/icon.svg", "app/icon-192.png"]
    script = script.replace('VERSION = "development"', f"VERSION = {json.dumps(version())}")
    script = script.replace("FILES = []", f"FILES = {json.dumps([asset(name) for name in files])}")
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline")
async def offline(request: Request) -> Response:
    return page("offline.html", Visitor(request), sheets=SHEETS)
