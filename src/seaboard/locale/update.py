"""Brings the `.po` files in line with the sources: `python src/seaboard/locale/update.py` (or `make strings`).

New texts are added untranslated, texts no longer used are dropped, translations are kept. Prints what is still missing.
"""

import string
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
SOURCES = HERE.parent
PARTS = {
    "core": SOURCES / "core",
    "maori": SOURCES / "games" / "maori",
    "kaivai": SOURCES / "games" / "kaivai",
    "nusfjord": SOURCES / "games" / "nusfjord",
    "study": SOURCES / "study",
    "lessons": SOURCES / "lessons",
    "puzzles": SOURCES / "puzzles",
    "table": SOURCES / "table",
}
KEYWORDS = {"_": None, "mark": None, "many": (2, 3), "plural_forms": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]


def texts_of(part: str) -> Catalog:
    """All texts in the sources of one part of Seaboard."""
    found = Catalog(header_comment="", fuzzy=False)
    for _, _, message, _, _ in extract_from_dir(PARTS[part], METHODS, keywords=KEYWORDS):
        found.add(message)
    return found


def translations_of(part: str, language: str) -> Catalog:
    """The translated files."""
    file = HERE / language / f"{part}.po"
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def missing_from(part: str, language: str) -> list[str]:
    """The texts without a translation, or whose translation has other {figures}."""
    translated = translations_of(part, language)
    wrong = []
    message: Any
    known: Any
    for message in texts_of(part):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        known = translated.get(message.id)
        shown = () if known is None else known.string if isinstance(known.string, tuple) else (known.string,)
        wanted = {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}
        named = {name for form in shown for _, name, _, _ in string.Formatter().parse(form) if name}
        if not shown or not all(shown) or wanted != named:
            wrong.append(forms[0])
    return wrong


def update(part: str, language: str) -> None:
    """Writes the `.po` file."""
    catalog, before = Catalog(locale=language, header_comment="", fuzzy=False), translations_of(part, language)
    for message in texts_of(part):
        if message.id:
            known = before.get(message.id)
            same = known is not None and isinstance(known.id, tuple) == isinstance(message.id, tuple)
            catalog.add(message.id, known.string if known and same else None)
    (HERE / language).mkdir(exist_ok=True)
    with (HERE / language / f"{part}.po").open("wb") as file:
        write_po(file, catalog, sort_output=True, no_location=True, omit_header=True)  # its date would change each time


if __name__ == "__main__":
    left = 0
    for part in sys.argv[1:] or [part for part in PARTS if PARTS[part].exists()]:
        for language in ("de", "nl"):
            update(part, language)
            for words in missing_from(part, language):
                left += 1
                print(f"{language} {part}: {words}")
    print(f"{left} texts to translate")
