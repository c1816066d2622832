"""Removes invisible characters from user text: control characters, direction marks, fillers."""

import unicodedata

MAX_MARKS = 4  # accents and the like on one letter
FILLERS = {  # printable according to Unicode, but invisible
    *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, 0x3164, 0xFFA0)),
    *map(chr, range(0x180B, 0x180E)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}


def clean_line(text: str) -> str:
    """The text on one line, its words separated by single spaces."""
    letters: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) or unicodedata.category(letter) == "Me" else 0
        if marks <= MAX_MARKS and letter not in FILLERS and (letter.isprintable() or letter.isspace()):
            letters.append(letter)
    return " ".join("".join(letters).split())


def clean_lines(text: str) -> str:
    """The text with each line cleaned, without empty lines at the start and end."""
    return "\n".join(clean_line(line) for line in text.strip().splitlines()).strip()


def clean_name(text: str, longest: int) -> str:
    """A name of at most `longest` characters, or an empty text if nothing of it is visible."""
    name = clean_line(text)[:longest].strip()
    return name if any(unicodedata.category(letter)[0] in "LNPS" for letter in name) else ""
