"""Building names in other languages: those printed in the publisher's book, else Seaboard's translations. A building that
a user added keeps its name."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from ....language import current_language

FILE = Path(__file__).with_name("building_names.tsv")


class Name(NamedTuple):
    text: str
    printed: bool  # in the publisher's book; else Seaboard's translation


@cache
def names_in(language: str) -> dict[tuple[int, str], Name]:
    """Names by number and English name of the building."""
    lines = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    head, *rows = lines
    if language not in head:
        return {}
    column = head.index(language)
    return {(int(row[0]), row[1]): Name(row[column], language in row[-1].split()) for row in rows}


def local_name(number: int, english: str) -> str:
    """The name in the current language: `Werft` in German."""
    name = names_in(current_language.get()).get((number, english))
    return name.text if name else english


def is_ours(number: int, english: str) -> bool:
    """Whether the name in the current language is Seaboard's translation."""
    name = names_in(current_language.get()).get((number, english))
    return name is not None and not name.printed
