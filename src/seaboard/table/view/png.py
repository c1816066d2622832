"""Boards as PNG for link previews, because chats do not show SVG. Needs the extra `previews`."""

import os
import tempfile
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from ...core.cache import cache_root
from ...drawing.plain_svg import plain_svg

FONTS = Path(__file__).parents[1] / "static" / "fonts"
WEIGHTS = (400, 700)
FAMILIES = {"fraunces": "Fraunces", "source-sans-3": "SeaboardSans"}  # without digits, which the renderer does not read
MAX_PICTURES = 32  # in memory
PAPER = "#f1e8d6"


@cache
def can_draw() -> bool:
    """Whether the renderer and the libraries that read the package's fonts are installed."""
    return all(find_spec(name) for name in ("resvg_py", "fontTools", "brotli"))


@lru_cache(MAX_PICTURES)
def png_of(svg: str, width: int) -> bytes:
    """The drawing in light colours, with the fonts of the package; missing characters (→) come from the system's fonts."""
    import resvg_py

    sans = FAMILIES["source-sans-3"]
    drawing = plain_svg(svg.replace('"Source Sans 3"', sans))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing, width=width, background=PAPER, font_files=font_files(), font_family=sans, sans_serif_family=sans
        )
    )


@cache
def font_files() -> list[str]:
    """The fonts of the package as TrueType files for the renderer, one for each weight; written once."""
    folder = cache_root() / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for source in sorted(FONTS.glob("*.woff2")):
        for weight in WEIGHTS:
            file = folder / f"{source.stem}-{source.stat().st_size}-{weight}.ttf"
            if not file.exists():
                write_font(source, weight, file)
            files.append(str(file))
    return files


def write_font(source: Path, weight: int, file: Path) -> None:
    """Unpacks a font, at one weight, under its name in `FAMILIES`."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": weight})
    name, _latin, more = source.stem.partition("-latin")
    family = FAMILIES[name] + ("More" if more else "")  # a fallback with rare letters
    for number, text in ((1, family), (16, family), (2, "Bold" if weight == 700 else "Regular")):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight
    font.flavor = None
    handle, draft = tempfile.mkstemp(dir=file.parent, suffix=".ttf")
    os.close(handle)
    font.save(draft)
    os.replace(draft, file)
