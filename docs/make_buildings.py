"""Writes the tables of docs/buildings.md from vocabulary and cards: `python docs/make_buildings.py`. A test compares."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from seaboard.games.nusfjord.cards import effects
from seaboard.games.nusfjord.cards.buildings import DECKS, Card, read_buildings
from seaboard.games.nusfjord.cards.grammar import read_effect
from seaboard.games.nusfjord.texts import english
from seaboard.games.nusfjord.texts.effects import effect_text
from seaboard.games.nusfjord.texts.listing import row_of

FILE = Path(__file__).parent / "buildings.md"
SAMPLE = {"N": "2", "TARGET": "ships", "GOODS": "1 wood", "COUNT": "ship", "ACTION": "ship"}


def text() -> str:
    """The file, with what stands between its marks made anew."""
    made = FILE.read_text(encoding="utf-8")
    cards = read_buildings()
    for mark, rows in (("words", word_tables(cards)), ("cards", card_tables(cards))):
        head, tail = f"<!-- {mark}: made by docs/make_buildings.py -->", f"<!-- end of {mark} -->"
        before, _, rest = made.partition(head)
        made = "\n".join([before + head, *rows, tail + rest.partition(tail)[2]])
    return made


def word_tables(cards: list[Card]) -> Iterator[str]:
    """Every word of the vocabulary, what a card says for it, and a card that uses it (or a line that would)."""

    def table(title: str, numbers: dict[str, int], meaning: Callable[[str], str], uses: Callable, line: str) -> Iterator[str]:
        yield from ("", f"**{title}**", "", "| word | on a card | example |", "|---|---|---|")
        for word, number in numbers.items():
            card = next((card for card in cards if any(uses(one, number) for one in card.own_lines)), None)
            example = f"`{card.effect}` ({card.number} {card.name})" if card else f"`{line.format(filled(word))}`"
            yield f"| `{word}` | {meaning(word)} | {example} |"

    actions, forms = english.ACTIONS.__getitem__, {form: number for number, form in effects.SPECIAL_FORMS.items()}
    yield from table("Events, after `whenever`", effects.EVENTS, event_text, event_used, "whenever {}: +1 reserve fish")
    yield from table("Counts, after `per`, `if`, `once`", effects.COUNTS, first(english.COUNTS), count_used, "points: 1 per {}")
    yield from table("Goods", effects.GOOD_NAMES, first(english.GOODS), good_used, "immediately: +1 {}")
    yield from table("Actions, after `do`", effects.ACTION_NAMES, actions, action_used, "immediately: do {}")
    yield from table("Standing effects, after `special:`", forms, standing_text, special_used, "special: {}")
    yield from table("TARGET", effects.TARGETS, english.TARGETS.__getitem__, target_used, "special: {} cost 1 fish less")


def filled(form: str) -> str:
    return " ".join(SAMPLE.get(word, word) for word in form.split())


def standing_text(form: str) -> str:
    return effect_text(read_effect(f"special: {filled(form)}"))


def first(words: dict[str, str]) -> Callable[[str], str]:
    return lambda word: words[word].split("|")[0]


def event_text(word: str) -> str:
    what, each = english.EVENTS[word]
    return f"{what} (`each`: {each.split('|')[0]})" if each else what


def event_used(line: Any, number: int) -> bool:
    return line.event == number


def count_used(line: Any, number: int) -> bool:
    return number in (line.per, line.per_two, *line.condition)


def good_used(line: Any, number: int) -> bool:
    return line.op == effects.GAIN and (line.pay[number] or line.gain[number])


def action_used(line: Any, number: int) -> bool:
    return line.op == effects.DO and line.action == number


def special_used(line: Any, number: int) -> bool:
    return line.special == number


def target_used(line: Any, number: int) -> bool:
    return line.special == effects.COSTS_LESS and line.target == number


def card_tables(cards: list[Card]) -> Iterator[str]:
    for deck in DECKS:
        own = [card for card in cards if card.deck == deck]
        if own:
            yield from ("", f"**{deck.capitalize()}**, {len(own)} buildings", "")
            yield "| no. | | name | category | cost | points | effect | source |"
            yield "|---|---|---|---|---|---|---|---|"
            yield from ("| " + " | ".join(cell.replace("*", "\\*") for cell in row_of(card)) + " |" for card in own)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
