"""Names of profiles: unique, and no two look alike."""

import unicodedata

from ...language import _
from ..errors import Refused
from ..web.message_types import MAX_NAME
from ..web.player_text import cleaned_name

MIN_NAME = 2
ALLOWED = " -_.'"
RESERVED = {"deleted player", "admin", "administrator", "moderator", "seaboard", "guest"}
LOOKS_LIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "ı": "l", "5": "s"})


def read_name(text: str) -> str:
    """The name in normal form. Raises Refused if it is not allowed for a profile."""
    name = cleaned_name(unicodedata.normalize("NFKC", text))
    if len(name) < MIN_NAME or not any(letter.isalnum() for letter in name):
        raise Refused(422, _("Choose a name of {least} to {most} characters.", least=MIN_NAME, most=MAX_NAME))
    if not all(letter.isalnum() or letter in ALLOWED or unicodedata.combining(letter) for letter in name):
        raise Refused(422, _("A name has letters, digits, spaces and the marks - _ . ' only."))
    if len({script_of(letter) for letter in name if letter.isalpha()}) > 1:
        raise Refused(422, _("A name uses the letters of one alphabet: mixed ones can pass for another name."))
    if name_key(name) in map(name_key, RESERVED):
        raise Refused(422, _("This name is reserved. Choose another one."))
    return name


def name_key(name: str) -> str:
    """A key that is equal for names that look alike: it ignores capitals, accents, spaces and marks, and O equals 0."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain if letter.isalnum()).translate(LOOKS_LIKE)


def script_of(letter: str) -> str:
    """The alphabet of a letter; the three of Japanese count as one."""
    script = unicodedata.name(letter, "UNKNOWN").split()[0]
    return "CJK" if script in ("CJK", "HIRAGANA", "KATAKANA") else script
