"""N9 a file of buildings: the words of effects that reading refuses, wrong rows, and exchanges without end (N9.3)."""

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

from seaboard.core.errors import BadComponent, BadOption
from seaboard.games import find_game
from seaboard.games.nusfjord.cards.buildings import COLUMNS, FILE, read_buildings
from seaboard.games.nusfjord.cards.exchange_loops import endless_exchanges, exchanges
from seaboard.games.nusfjord.cards.grammar import EffectError, read_effect
from seaboard.games.nusfjord.words.effects import card_text

HEADER = "\t".join(COLUMNS)
PIER_HOUSE = "105|herring|A|Pier House|whenever|0|2|1|0|whenever ship: +3 wood|exact"
CARDS = read_buildings()


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ("sometimes: +1 wood", "a time to act is missing at 'sometimes : \\+ 1 wood'; write one of immediately, whenever"),
        ("imediately: +1 wood", "a time to act is missing at .* did you mean 'immediately'\\? Write one of"),
        ("whenever shop: +3 wood", "an event is missing at 'shop : .*did you mean 'ship'"),
        ("whenever ship +3 wood", "':' is missing at '\\+ 3 wood'"),
        ("whenever ship:", "a number from 1 to 99 is missing after 'whenever ship :'"),
        ("immediately: +0 wood", "a number from 1 to 99 is missing at '0 wood'"),
        ("immediately: +100 wood", "a number from 1 to 99"),
        (f"immediately: +{'9' * 5000} wood", "a number from 1 to 99"),
        ("immediately: +² wood", "a number from 1 to 99"),
        ("immediately: +3 stone", "a good is missing at 'stone'.*Write one of wood, fish, gold"),
        ("immediately: +3 wood +2 wood", "the same good twice; write it once"),
        ("immediately: 3 wood 1 gold", "'->' is missing after"),
        ("immediately: do dance", "an action is missing at 'dance'.*rite one of gold, reserve, serve"),
        ("immediately: do serve 8", "a number from 1 to 7"),
        ("immediately: do ship 2 wood", "'less' is missing after"),
        ("immediately: +1 wood per whale", "something to count is missing at 'whale'"),
        ("immediately: +1 wood each", "'each' counts what an event brought.*Write 'per'"),
        ("whenever serve: +1 wood each 1", "a number from 2 to 20 is missing at '1'"),
        ("immediately: +1 wood up to 3", "the line should be over at 'up to 3'; leave out the rest"),
        ("immediately: +1 wood; ", "an empty line; leave out the ';'"),
        ("immediately: +1 wood; ; immediately: +1 fish", "an empty line"),
        ("immediately: +1 wood or", "a number from 1 to 99 is missing after"),
        ("; ".join(f"immediately: +{n} wood" for n in range(1, 6)), "at most 4 lines"),
        ("immediately if elder > 3: +1 wood", "a comparison is missing at '> 3"),
        ("immediately if elder >= 1 and ship >= 1 and round >= 1: +1 wood", "at most two conditions"),
        ("once elder >= 1 and ship >= 1 if round >= 1: +1 wood", "at most two conditions"),
        ("immediately and elder >= 1: +1 wood", "at most two conditions, the first after 'if'"),
        ("once: +1 gold", "something to count is missing at ': \\+ 1 gold'"),
        ("before ship: +1 wood", "'use' is missing at 'ship"),
        ("anytime: +1 wood", "without a price it could be used for ever"),
        ("anytime: do ship", "without a price"),
        ("anytime: must 3 wood -> 1 gold", "leave out 'must'"),
        ("anytime: 2 times 3 wood -> 1 gold", "leave out 'must' and 'times'"),
        ("anytime: 3 wood -> 1 gold per elder", "needs a limit.*'up to'"),
        ("points: 2 per opponent catch", "'opponent catch' can only be counted in a cost"),
        ("points: 31", "a number from -30 to 30"),
        ("cost: 2 gold", "a cost line says what the cost grows with"),
        ("cost: 2 strip per elder", "a good is missing at 'strip per elder'"),
        ("special: pigs fly", "no standing effect begins like that; write one of TARGET cost GOODS less, on track N"),
        ("special: ships cost 1 wood more", "'less' is missing at 'more' \\(in 'TARGET cost GOODS less'\\)"),
        ("special: reserve holds lots", "a number from 1 to 99 is missing at 'lots' \\(in 'reserve holds N fish more'\\)"),
        ("special: shares cost 1 fish less", "shares are bought with gold"),
        ("special: plates cost 1 gold less", "plates are filled with fish"),
        ("whenever fish gained: 1 gold -> 3 fish", "would trigger this line again"),
        ("whenever guest gained: +1 guest", "would trigger this line again"),
        ("special if elder >= 1: gives 1 guest", "guests come with the building in any case"),
        ("immediately: +1 wood!", "the line should be over at '!'"),
    ],
)
def test_an_effect_that_makes_no_sense_is_refused(effect, says):
    with pytest.raises(EffectError, match=says):
        read_effect(effect)


def table(tmp_path, *rows: str, header: str = HEADER):
    file = tmp_path / "own.tsv"
    file.write_text("\n".join([header, *(row.replace("|", "\t") for row in rows)]), encoding="utf-8")
    return file


def changed(**columns: object) -> str:
    """The row of the Pier House with other values in some columns."""
    cells = dict(zip(COLUMNS, PIER_HOUSE.split("|"), strict=True)) | {name: str(value) for name, value in columns.items()}
    return "|".join(cells.values())


@pytest.mark.rule("N9.1")
@pytest.mark.parametrize(
    ("row", "says"),
    [
        (changed(number="x"), "column number: a number from 101 to 754, not 'x'"),
        (changed(number=99), "column number: a number from 101 to 754"),
        (changed(number="9" * 5000), "column number: a number from 101 to 754"),
        (changed(number="١٠٥"), "column number: a number from 101 to 754"),
        (changed(number=119), "column number: A are x01 to x18, B x21 to x32, C x41 to x54; there is no 119"),
        (changed(number=200, deck="mackerel"), "column number: .* there is no 200"),
        (changed(number=205), "column deck: 205 belongs to mackerel, not herring"),
        (changed(number=121), "column letter: 121 is B, not A"),
        (changed(deck="shark"), "column deck: one of herring, mackerel.*not 'shark'"),
        (changed(letter="D"), "column letter: one of A, B, C, not 'D'"),
        (changed(name=""), "column name: 1 to 28 letters"),
        (changed(name="x" * 29), "column name: 1 to 28 letters"),
        (changed(name="ø" * 15), "column name: 1 to 28 letters"),
        (changed(category="sometimes"), "column category: one of immediately, whenever"),
        (changed(wood="-1"), "column wood: a number from 0 to 20 or \\?, not '-1'"),
        (changed(fish=41), "column fish: a number from 0 to 40"),
        (changed(gold=""), "column gold: a number from 0 to 20 or \\?, not ''"),
        (changed(gold="?"), "column gold: \\? needs a line 'cost: 1 gold per ...'"),
        (changed(effect="whenever ship: +3 wood; cost: 1 gold per round"), "column gold: write \\?, for the effect has a line"),
        (changed(points=31), "column points: a number from -9 to 30 or \\*"),
        (changed(points="*"), "column points: \\* needs a line 'points: ...'"),
        (changed(effect=""), "column effect: a card of category whenever has a line 'whenever ...' or 'before ...'"),
        (changed(effect="immediately: +3 wood"), "column effect: a card of category whenever has a line"),
        (changed(effect="whenever ship: +3 wood; anytime: 9 wood -> 1 gold"), "column category: a line 'anytime ...' doesn't"),
        (changed(effect="whenever ships: 3 wood"), "column effect: '->' is missing after"),
        (changed(category="special"), "column effect: on a special card write 'must' after the colon"),
        (changed(category="points", effect="", points=0), "column effect: a card of category points has a line 'points ...'"),
        (changed(source=""), "column source: empty"),
    ],
)
def test_a_row_that_makes_no_sense_is_refused_by_card_and_column(tmp_path, row, says):
    number, name = row.split("|")[0], row.split("|")[3]
    with pytest.raises(BadComponent, match=rf"^own.tsv, line 2, card {number} ?{name}, {says}"):
        read_buildings(table(tmp_path, row))


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([PIER_HOUSE, PIER_HOUSE], "line 3, card 105 Pier House, column number: 105 is in line 2 too"),
        ([PIER_HOUSE, changed(number=106, wood=9)], "line 3, card 106 .*the same effect as 105 Pier House of this deck.*N9.11"),
        ([PIER_HOUSE, "1|2|3"], "line 3: 3 columns, not 11: number, deck"),
        ([PIER_HOUSE, PIER_HOUSE + "|more"], "line 3: 12 columns, not 11"),
        ([], "no cards; write at least one row"),
    ],
)
def test_rows_that_do_not_fit_together_are_refused(tmp_path, rows, says):
    with pytest.raises(BadComponent, match=says):
        read_buildings(table(tmp_path, *rows))


@pytest.mark.rule("N9.11")
def test_cards_of_two_decks_may_agree_and_points_alone_are_no_effect(tmp_path):
    plain = changed(category="points", effect="", points=3)
    rows = [PIER_HOUSE, changed(number=205, deck="mackerel"), plain.replace("105", "107"), plain.replace("105", "108")]
    assert [card.number for card in read_buildings(table(tmp_path, *rows))] == [105, 107, 108, 205]


def test_a_file_that_is_no_table_is_refused(tmp_path):
    for text in ("", "# nothing\n", HEADER.replace("gold", "silver") + "\n", HEADER.replace("\t", " ")):
        with pytest.raises(BadComponent, match=r"^own.tsv: the first row must name the columns number, deck"):
            read_buildings(table(tmp_path, header=text))
    with pytest.raises(BadComponent, match=r"cannot read .*nowhere.tsv: No such file"):
        read_buildings(tmp_path / "nowhere.tsv")
    file = tmp_path / "own.tsv"
    file.write_bytes(HEADER.encode() + b"\n\n105\therring\tA\tPi\xe9r\n")
    with pytest.raises(BadComponent, match=r"^own.tsv, line 3: not a text in UTF-8; save the file with that encoding"):
        read_buildings(file)


def test_notes_blank_lines_and_the_mark_that_some_editors_write_are_skipped(tmp_path):
    file = tmp_path / "own.tsv"
    file.write_bytes(
        b"\xef\xbb\xbf# mine\r\n\r\n" + HEADER.encode() + b"\r\n# one\r\n" + PIER_HOUSE.replace("|", "\t").encode()
    )
    assert [card.name for card in read_buildings(file)] == ["Pier House"]


@pytest.mark.rule("N9.3")
def test_no_pair_of_anytime_exchanges_is_a_gain_or_a_loop():
    """Over all pairs, used up to 60 times each, also with all that Whenever cards add: some good always gets less."""
    vectors = exchanges(CARDS)
    assert {card.number for card, _ in vectors} == {card.number for card in CARDS if card.category == "anytime"}
    often = np.array([pair for pair in product(range(61), repeat=2) if any(pair)])
    for (_, one), (_, two) in combinations_with_replacement(vectors, 2):
        assert ((often @ np.stack([one, two])).min(axis=1) < 0).all()


@pytest.mark.rule("N9.3")
def test_all_anytime_exchanges_together_lose_at_some_prices():
    prices = np.array([6, 8, 1, 1, 4, 1, 1, 16, 29, 1, 40, 1, 26])
    assert all(prices @ vector < 0 for _, vector in exchanges(CARDS))
    assert endless_exchanges(CARDS) == []


@pytest.mark.rule("N9.3")
@pytest.mark.rule("N12.2")
def test_no_mixed_decks_can_be_exchanged_for_ever():
    decks = sorted({card.deck for card in CARDS})
    for three in combinations(decks, 3):
        assert endless_exchanges([card for card in CARDS if card.deck in three]) == []


@pytest.mark.rule("N9.3")
@pytest.mark.parametrize(
    "effects",
    [
        ["anytime: 1 wood -> 2 wood"],
        ["anytime: 3 wood -> 1 gold", "anytime: 1 gold -> 3 wood"],
        ["anytime: 3 wood -> 2 fish", "anytime: 1 fish -> 1 gold", "anytime: 2 gold -> 3 wood"],
        ["anytime: 3 wood -> 1 gold", "anytime: 1 gold -> 2 wood", "whenever gold gained: +1 wood each"],
        ["anytime: 2 wood -> 1 gold", "whenever gold gained: +1 fish each", "whenever fish gained: +2 wood"],
        ["anytime: 1 reserve wood -> 1 wood", "whenever reserve emptied: +1 reserve wood"],
        ["anytime: 1 wood -> 1 fish per elder up to 5", "anytime: 4 fish -> 1 wood"],
        ["anytime: 1 gold -> 1 guest", "anytime: 1 guest -> 1 gold"],
        ["anytime: 4 fish -> 1 guest", "anytime: 1 guest -> 2 fish", "whenever guest gained: +2 fish each"],
    ],
)
def test_exchanges_without_end_are_refused(tmp_path, effects):
    rows = [
        changed(number=101 + n, name=f"House {n}", category=effect.split(":")[0].split()[0], effect=effect)
        for n, effect in enumerate(effects)
    ]
    with pytest.raises(BadComponent, match=r"101 House 0.* could be used together for ever; make one more expensive \(N9.3\)"):
        read_buildings(table(tmp_path, *rows))


@pytest.mark.rule("N9.11")
def test_a_game_can_be_played_with_the_users_own_file(tmp_path):
    game, own = find_game("nusfjord"), tmp_path / "own.tsv"
    own.write_text(
        FILE.read_text(encoding="utf-8").replace("whenever ship: +3 wood", "whenever ship: +4 wood"), encoding="utf-8"
    )
    usual, changed_box = (game.build_box(game.choose(buildings=name)) for name in ("standard", str(own)))
    card = usual.cards["number"].tolist().index(105)
    assert card_text(usual, card) == "Whenever you build a ship: +3 wood."
    assert card_text(changed_box, card) == "Whenever you build a ship: +4 wood."
    assert game.box_hash(usual) != game.box_hash(changed_box)
    assert game.build_box(game.choose(buildings=str(FILE))).tobytes() == usual.tobytes()


@pytest.mark.rule("N9.11")
def test_a_file_without_the_deck_or_without_a_file_cannot_be_played_with(tmp_path):
    game = find_game("nusfjord")
    with pytest.raises(BadOption, match=r"there is no file of buildings .*nowhere.tsv"):
        game.build_box(game.choose(buildings=str(tmp_path / "nowhere.tsv")))
    own = table(tmp_path, PIER_HOUSE)
    with pytest.raises(BadOption, match=r"own.tsv has no cards of the deck mackerel; it has herring"):
        game.build_box(game.choose(buildings=str(own), deck="mackerel"))
    own = table(tmp_path, changed(effect="whenever shop: +1 wood"))
    with pytest.raises(BadComponent, match=r"own.tsv, line 2, card 105 Pier House, column effect"):
        game.build_box(game.choose(buildings=str(own)))
