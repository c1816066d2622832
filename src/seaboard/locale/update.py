"""Brings the `.po` files in line with the sources: `python src/seaboard/locale/update.py` (or `make strings`).

New texts are added untranslated, texts no longer used are dropped, translations are kept. Prints what is still missing.
"""

import string
import sys
from collections.abc import Iterable
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
    texts = Catalog(header_comment="", fuzzy=False)
    for _, _, message, _, _ in extract_from_dir(PARTS[part], METHODS, keywords=KEYWORDS):
        texts.add(message)
    return texts


def translations_of(part: str, language: str) -> Catalog:
    """The content of a `.po` file."""
    file = HERE / language / f"{part}.po"
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def missing_from(part: str, language: str) -> list[str]:
    """The texts without a translation, or whose translation has other {placeholders}."""
    translated = translations_of(part, language)
    missing = []
    message: Any
    entry: Any
    for message in texts_of(part):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        entry = translated.get(message.id)
        translations = () if entry is None else entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if not translations or not all(translations) or placeholders(forms) != placeholders(translations):
            missing.append(forms[0])
    return missing


def placeholders(forms: Iterable[str]) -> set[str]:
    """The names in {braces} of some texts."""
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def update(part: str, language: str) -> None:
    """Writes the `.po` file with all current texts and the existing translations."""
    catalog, existing = Catalog(locale=language, header_comment="", fuzzy=False), translations_of(part, language)
    for message in texts_of(part):
        if message.id:
            entry = existing.get(message.id)
            fits = entry is not None and isinstance(entry.id, tuple) == isinstance(message.id, tuple)
            catalog.add(message.id, entry.string if entry and fits else None)
    (HERE / language).mkdir(exist_ok=True)
    with (HERE / language / f"{part}.po").open("wb") as file:
        write_po(file, catalog, sort_output=True, no_location=True, omit_header=True)  # its date would change each time


if __name__ == "__main__":
    missing_texts = 0
    for part in sys.argv[1:] or [part for part in PARTS if PARTS[part].exists()]:
        for language in ("de", "nl"):
            update(part, language)
            for text in missing_from(part, language):
                missing_texts += 1
                print(f"{language} {part}: {text}")
    print(f"{missing_texts} texts to translate")
