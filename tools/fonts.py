"""Makes the fonts of the pages and the table of letter widths: `python -m tools.fonts FRAUNCES SOURCE_SANS`.

The arguments are the unpacked npm packages `@fontsource-variable/fraunces` and `@fontsource-variable/source-sans-3`. Needs
fonttools and brotli. Both fonts are under the SIL Open Font License; the licence files are copied next to them.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[1] / "src" / "seaboard"
FOLDER, WIDTHS = ROOT / "table" / "static" / "fonts", ROOT / "drawing" / "font_widths.py"
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153, *(ord(sign) for sign in "–—‘’‚“”„…•‹›€−×½")]
MACRONS = [ord(letter) for letter in "āēīōūĀĒĪŌŪ"]
FEATURES = ["kern", "liga", "tnum", "lnum", "mark", "mkmk", "ccmp", "locl"]
# name: package file, axes, weights to measure
FONTS: dict[str, tuple[str, dict[str, Any], dict[str, int | None]]] = {
    "fraunces": ("fraunces-{part}-full-normal.woff2", {"opsz": 28, "SOFT": 60, "WONK": 0, "wght": 650}, {"display": None}),
    "source-sans-3": ("source-sans-3-{part}-wght-normal.woff2", {"wght": (400, 700)}, {"text": 400, "bold": 700}),
}


def subset(file: Path, axes: dict, letters: list[int]) -> TTFont:
    """The font, reduced to these letters and axes."""
    font = TTFont(file)
    options = Options()
    options.layout_features, options.flavor = FEATURES, "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    return instantiateVariableFont(font, axes)


def widths(font: TTFont, weight: int | None) -> dict[str, int]:
    """The width of each letter, in thousandths of the font size."""
    instance = font if weight is None else instantiateVariableFont(font, {"wght": weight})
    em, widths_of = instance["head"].unitsPerEm, instance["hmtx"]
    return {chr(code): round(1000 * widths_of[glyph][0] / em) for code, glyph in sorted(instance.getBestCmap().items())}


def main(packages: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    measured: dict[str, dict[str, int]] = {}
    for (name, (pattern, axes, weights)), package in zip(FONTS.items(), map(Path, packages), strict=True):
        shutil.copy(package / "LICENSE", FOLDER / f"{name}.LICENSE.txt")
        for part, letters in (("latin", LATIN), ("latin-ext", MACRONS)):
            font = subset(package / "files" / pattern.format(part=part), axes, letters)
            font.flavor = "woff2"
            font.save(FOLDER / f"{name}-{part}.woff2")
            for kind, weight in weights.items():
                saved = TTFont(FOLDER / f"{name}-{part}.woff2")
                measured.setdefault(kind, {}).update(widths(saved, weight))
    lines = ['"""Letter widths of the shipped fonts, in thousandths of the font size. Written by tools/fonts.py."""', ""]
    for kind, widths_of_letters in measured.items():
        by_width: dict[int, str] = {}
        for letter, width in widths_of_letters.items():
            by_width[width] = by_width.get(width, "") + letter
        lines += ["", f"{kind.upper()} = {{"]
        lines += [f"    {width}: {letters!r}," for width, letters in sorted(by_width.items())] + ["}"]
    WIDTHS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
