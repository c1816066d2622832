"""Translations. English texts are in the code, German and Dutch in `locale/`, a `.po` file per part of Seaboard."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")
LANGUAGES = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
LOCALE = Path(__file__).parent / "locale"
folders = [LOCALE]  # plug-ins append theirs

current_language: ContextVar[str] = ContextVar("language", default="en")
player_names: ContextVar[Sequence[str]] = ContextVar("names", default=())  # names of the players, by seat


@contextmanager
def using_language(language: str) -> Iterator[None]:
    """Texts inside the block are in this language."""
    before = current_language.set(language if language in LANGUAGES else "en")
    try:
        yield
    finally:
        current_language.reset(before)


@contextmanager
def using_player_names(names: Sequence[str]) -> Iterator[None]:
    """Texts inside the block use these names of players."""
    before = player_names.set(tuple(names))
    try:
        yield
    finally:
        player_names.reset(before)


def player_name(seat: int) -> str:
    """The name of the player on a seat; `player 2` if no names are set."""
    names = player_names.get()
    return names[seat] if seat < len(names) else _("player {seat}", seat=seat + 1)


def _(text: str, **figures: Any) -> str:
    """The text in the current language, with its {placeholders} filled in."""
    translation = translations(current_language.get()).get(text, text)
    return translation.format(**figures) if figures else translation


def many(number: int, one: str, more: str, **figures: Any) -> str:
    """The translated singular `one` if the number is 1, else the plural `more`; {n} in them is the number."""
    catalogue = translations(current_language.get())
    singular, plural = catalogue.get(one, one), catalogue.get((one, more), more)
    return (singular if number == 1 else plural).format(n=number, **figures)


def signed(number: int) -> str:
    """A change, with its sign: `+2`, `−1`."""
    return f"{number:+d}".replace("-", "−")


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def decimal(number: float, places: int = 1, sign: bool = False) -> str:
    """A number as the language writes it: `2.5` or `2,5`; with `sign` a change: `+2.5`, `−1.0`."""
    from babel.numbers import format_decimal

    text = format_decimal(abs(round(number, places)), "#,##0." + "0" * places if places else "#,##0", current_language.get())
    return f"{'−' if round(number, places) < 0 else '+' if sign else ''}{text}"


def mark(text: str) -> str:
    """Marks a text for the translators; it is translated where it is used: `_(TABLE[key])`."""
    return text


def plural_forms(one: str, more: str) -> tuple[str, str]:
    """Marks a singular and a plural for the translators; `many` translates them where they are used."""
    return one, more


@cache
def translations(language: str) -> dict[Any, str]:
    """All translations into a language, by English text. A plural is stored under both of its English forms."""
    if language == "en":
        return {}
    from babel.messages.pofile import read_po

    catalogue: dict[Any, str] = {}
    message: Any
    for file in [file for folder in folders for file in sorted((folder / language).glob("*.po"))]:
        with file.open("rb") as source:
            for message in read_po(source):
                if isinstance(message.id, tuple) and all(message.string):
                    catalogue.setdefault(message.id[0], message.string[0])
                    catalogue.setdefault(tuple(message.id), message.string[1])
                elif message.id and message.string:
                    catalogue.setdefault(message.id, message.string)
    return catalogue


def cache_per_language(function: Callable[..., Result]) -> Callable[..., Result]:
    """`functools.cache` for functions whose results contain texts: one cache for each language."""

    @cache
    def cached(language: str, *arguments: Any) -> Result:
        return function(*arguments)

    @wraps(function)
    def call(*arguments: Any) -> Result:
        return cached(current_language.get(), *arguments)

    return call


def add_translations(folder: Path) -> None:
    """Adds the `.po` files of a plug-in: `folder`/de/*.po etc. Existing translations take precedence."""
    if folder not in folders:
        folders.append(folder)
        translations.cache_clear()
