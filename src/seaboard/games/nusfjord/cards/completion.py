"""N9.9 completions of an effect while its owner types it: every word that the grammar accepts next."""

import re
from functools import lru_cache

from .counts import COUNT_WORDS
from .effects import ACTION_NAMES, EVENTS, GOOD_NAMES, RELATIONS, SPECIAL_FORMS, TARGETS, TRIGGERS
from .grammar import SLASHES, EffectError, Tokens, read_line

SIGNS = ("if", "and", "or", "must", "times", "do", "+", "->", "per", "each", "up to", "less", ":", *RELATIONS)
FORM_WORDS = tuple(dict.fromkeys(word for form in SPECIAL_FORMS.values() for word in form.split() if word.islower()))
WORDS = tuple(
    dict.fromkeys([*TRIGGERS, *EVENTS, *ACTION_NAMES, *GOOD_NAMES, *COUNT_WORDS, *TARGETS, *SIGNS, "use elder", *FORM_WORDS])
)
SOME_NUMBERS = ("1", "2", "3", "4", "-1")
MAX_COMPLETIONS = 40


@lru_cache(512)
def completions(text: str) -> list[str]:
    """The words that can come next, or that complete the word being typed."""
    line = SLASHES.sub(lambda found: re.split(r"\s*/", found[0])[0], text.rpartition(";")[2])
    last_words = re.search(r"[A-Za-z ]*$", line)
    found: list[str] = []
    ends = {len(line), *(len(line) - len(part) for part in endings(last_words[0] if last_words else ""))}
    for end in sorted(ends):
        finished, rest = line[:end], line[end:].lstrip()
        for word in (*WORDS, *SOME_NUMBERS):
            if word.startswith(rest) and word != rest and fits(f"{finished} {word}"):
                found.append(word)
    if is_complete(line):
        found.append(";")
    return list(dict.fromkeys(found))[:MAX_COMPLETIONS]


def endings(words: str) -> list[str]:
    """The last one, two and three words: each may be the beginning of a word of the vocabulary."""
    parts = words.split()
    return [] if words.endswith(" ") or not parts else [" ".join(parts[-n:]) for n in (1, 2, 3) if n <= len(parts)]


def fits(line: str) -> bool:
    """Whether some line begins like this: it is complete, or only its end is missing."""
    try:
        list(read_line(Tokens(line)))
    except EffectError as wrong:
        return wrong.at_end
    return True


def is_complete(line: str) -> bool:
    try:
        list(read_line(Tokens(line)))
    except EffectError:
        return False
    return True
