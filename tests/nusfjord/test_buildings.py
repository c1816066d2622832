"""N9 the buildings as data: what the file holds, what reading it refuses, the texts made from it."""

import io
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from seaboard.core.errors import BadOption
from seaboard.games.nusfjord.cards import effects as words
from seaboard.games.nusfjord.cards.buildings import DECKS, FILE, Card, put_in_card, read_buildings
from seaboard.games.nusfjord.cards.counts import COUNT_WORDS
from seaboard.games.nusfjord.cards.grammar import read_effect
from seaboard.games.nusfjord.layout import BOX, CATEGORIES
from seaboard.games.nusfjord.texts.listing import check_buildings, list_buildings
from seaboard.games.nusfjord.words.effects import card_name, card_text, effect_text, face, face_text
from tools import buildings_page

from .table import GAME

CARDS = {card.number: card for card in read_buildings()}
NAMED, UNNAMED = DECKS[:5], DECKS[5:]

# what the game's own cards are known to say: cost, points, effect; None where it is not known
KNOWN = {
    103: ((1, 0, 0), None, "immediately: +4 fish"),
    105: (None, None, "whenever ship: +3 wood"),
    112: (None, None, "whenever reserve emptied: must +3 reserve wood"),
    125: (None, None, "whenever reserve emptied: must +1 reserve gold"),
    129: (None, None, "whenever reserve full: must do reserve"),
    151: (None, 0, "points: 2 per ship"),
    201: ((0, 0, 0), -2, "immediately: +3 gold"),
    204: ((2, 0, 0), 0, "anytime: 3 reserve fish -> 1 reserve gold"),
    210: ((0, 1, 0), 0, "whenever issue: 1 gold -> 3 wood 4 fish"),
    213: ((0, 2, 2), 1, "whenever gold gained: +1 wood each"),
    216: ((1, 1, 1), 2, "before use elder: do serve 1"),
    223: ((7, 3, 0), 1, "anytime: 1 sloop -> 2 gold; anytime: 1 cutter -> 4 gold"),
    231: ((0, 0, 3), 4, "immediately: +1 wood +1 fish per elder"),
    232: ((0, 15, 0), 11, "cost: 1 gold per round"),
    241: ((4, 3, 1), 1, "immediately: +1 gold per share"),
    244: ((4, 0, 0), 7, "cost: 1 fish per catch; cost: 1 fish per opponent catch"),
}
NAMES_A = {
    1: "Boathouse, Boatbuilder, Fish Stand, Yard, Pier House, Forest Lake Hut, Arboretum, Village Center, Raftbuilder, "
    "Forester's House, Slipway, Wet Storage, Portal, Joinery, Angler's House, Fisher's House, Shipping Office, Theater",
    2: "Bird Colony, Worker's Cottage, Fisher's Cottage, Fish Trade, Forester's Cottage, Logger's Pond, Youth Center, "
    "Youth Hostel, Net Pen, Laborer Square, Rigging Workshop, Supply Storage, Clearing, Building Company, Chief's House, "
    "Purveyor, Cold Storage, Stock Management",
    3: "Forest Storage, Holiday Resort, Refuge, Head Office, Office, Construction Yard, Forestry, Woodcarver, "
    "Collection Point, Cooperage, Forest Hut, Wood Exchange, Cooling House, Hideaway, Reserve Depot, Holding "
    "Company, Park Lodge, Haulage Firm",
    4: "Pond, Fishing Shore, Alluvial Forest, Fish n'Chips, Forest Office, Agency, Market Place, Net Weaver, Forest "
    "Yard, Dry Dock, Fishing Frames, Civic Office, Pawnshop, Smokehouse, Boat Rental, Export Hall, Salmon Farm, "
    "Wood Farm",
    5: "Goldsmith, Witch Square, Jetty Extension, Firewood Trader, Direct Sale, Fish Basin, Care Center, Timber "
    "Storage, Stake Holding, Alehouse, Fish Container, Lord's Estate, Wood Carver, Tavern, Day Tripper Bar, Wet "
    "Dock, Estate, Salmon Yard",
}
NAMES_B = {
    1: "Parish House, Trading House, Resource Trade, Wood Trade, Dairy, Town Hall, Sawmill, Seafaring Society, Lighthouse, "
    "Ship Holding Co., Residential Home, Boatcarver",
    2: "Poor House, Smoking Cottage, Ship Broker, Water Tower, Sailor's Home, Driftwood Rafting, Ranger's Office, "
    "Stilt House, Whaling Station, Manufacture, Residence, Play House",
    3: "Dockhouse, Harbor Park, Rathskeller, Harbor Area, Stockfishery, Pond Hut, Customs Area, Boat Hall, Wood "
    "Shipping Co., Forest Admin, Club, Villa",
    4: "Shavings Club, Marina, Wood Harbor, Harbor Office, Workhouse, Truffle Pig, Fishing Office, Fishmeal Plant, "
    "Sawmill, Discharge, Nightclub, Farm",
    5: "Banquet House, Barrel Maker, Goldfish Basin, Fish Tank, Park, Forest House, Forest Park, Log Depot, Cargo "
    "Service, Smoke Chamber, Immediate Bank, Undertaker",
}
NAMES_C = {
    1: "Boardwalk, Shipping Lane, Wharf, Fish Market, Market Hall, Retirement Home, Fortress, Castle, Aquarium, "
    "Village Church, Harbor Installation, Swing-Net Fishery, Manor, Small Forest Castle",
    2: "Bank Center, Nursery, Longhouse, Fishhouse, Shipping Museum, Depot, Boarding House, Harbor Gate, Market Tower, "
    "Inshore Fishery, Chancellery, Rich Forest, Renting Service, Docking Harbor",
    3: "Hermitage, Repair Hall, Bank, Extension, Dock, Carver, Ballroom, Fishery, Church, Codfish Farm, Forest Home, "
    "Beach Hostel, Fish Oil Cookery, Administration",
    4: "Retreat, Ferry Company, Fish Venue, Hotel, Headquarters, Monument, Auction Hall, Folly, Wood Yard, Canteen, "
    "Model Harbor, Waterfront Chapel, Transshipment, Wharf Hall",
    5: "Trust Company, Meyerhof, Princely House, Food Counter, Sea Port, Port of Transit, Playground, Banking House, "
    "Fisherman's Yard, Woodcutter, Natural Reserve, Jewelry Store, Hotel Bar, Building Control",
}
# i w a o s p: the categories of the cards, in the order of their numbers
KINDS = {
    1: ("iiiiwwiiwissiwiwsp", "iaaasiwwswwp", "iioiiisppppppp"),
    2: ("iwwaiwwwiwwswwwwss", "iiaiiwwioaip", "isspippppppppp"),
    3: ("wwwiiwwwiawaiissiw", "ioiiaiiioppp", "sispppippppppp"),
    4: ("iwwiowwiwwiwaiiwwi", "iiowiiiiaisp", "ooioispipppppi"),
    5: ("wswiawiiwiwswswwii", "oaiiowwiowii", "wswwippppppppp"),
}


@pytest.mark.rule("N1.8")
@pytest.mark.rule("N9.11")
def test_decks_of_18_a_12_b_and_14_c_with_their_names():
    for deck in KINDS:
        for first, names in ((1, NAMES_A), (21, NAMES_B), (41, NAMES_C)):
            for number, name in enumerate(names[deck].split(", "), deck * 100 + first):
                assert CARDS[number].name == name
    letters = Counter((card.deck, card.letter) for card in CARDS.values())
    sizes = {"A": 18, "B": 12, "C": 14}
    assert letters == {(deck, letter): size for deck in DECKS for letter, size in sizes.items()}


@pytest.mark.rule("N9.11")
def test_every_card_has_the_category_of_the_game():
    short = {name[0]: name for name in CATEGORIES}
    for deck, rows in KINDS.items():
        kinds = [short[kind] for row in rows for kind in row]
        assert [card.category for card in CARDS.values() if card.number // 100 == deck] == kinds


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize("deck", UNNAMED)
def test_the_categories_of_the_trout_and_the_visitors_are_like_those_of_the_named_decks(deck):
    for kind in product("ABC", CATEGORIES):
        there = [kinds_of(named)[kind] for named in NAMED]
        assert min(there) <= kinds_of(deck)[kind] <= max(there), kind


def kinds_of(deck: str) -> Counter[tuple[str, str]]:
    return Counter((card.letter, card.category) for card in cards_of(deck))


def cards_of(deck: str) -> list[Card]:
    return [card for card in CARDS.values() if card.deck == deck]


@pytest.mark.rule("N9.11")
def test_the_trout_has_the_three_cards_that_the_book_names():
    known = {card.name: card.effect for card in cards_of("trout") if card.exactness == 2}
    assert set(known) == {"Cookhouse", "Cooperage", "Community Hall"}
    assert known.pop("Cookhouse") == "special: plates cost 1 fish less"
    assert all(effect.startswith("whenever fish spent: ") for effect in known.values())
    assert CARDS[530].effect.startswith("whenever fish spent: ")  # Smoke Chamber, of the salmon


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize("number", KNOWN)
def test_known_figures_of_a_card(number):
    cost, points, effect = KNOWN[number]
    card = CARDS[number]
    assert cost is None or card.cost == cost
    assert points is None or card.points == points
    assert card.effect == effect


@pytest.mark.rule("N9.11")
def test_every_card_has_a_source():
    exact = {201, 210, 213, 216, 223, 231, 232, 241, 244}
    partly = {103, 105, 151, 204, 741}
    names_known = {602, 603, 641}  # of the trout and the visitors
    for number, card in CARDS.items():
        ours = number >= 600 and number not in names_known
        assert card.exactness == (0 if number in exact else 1 if number in partly else 3 if ours else 2)
        assert card.source in face_text(card)


@pytest.mark.rule("N9.11")
@pytest.mark.parametrize(
    ("source", "exactness"), [("from my own copy", 0), ("exact but for a ruling", 2), ("all reconstructed", 3)]
)
def test_a_source_in_own_words_is_understood(source, exactness):
    assert replace(CARDS[201], source=source).exactness == exactness


@pytest.mark.rule("N9.11")
def test_better_knowledge_of_a_card_keeps_the_hash_of_the_box_and_another_card_changes_it():
    """The hashes of the first release, by which its records know their cards."""
    for deck, known_as in {
        "herring": "dae9b9603a22de0b",
        "mackerel": "7f3bd063d76696e8",
        "trout": "309d8bdf036d8629",
        "visitors": "2543d251e6e16d90",
    }.items():
        box = GAME.build_box(GAME.choose(deck=deck))
        assert GAME.box_hash(box) == known_as
        box.cards[1].points += 1
        assert GAME.box_hash(box) != known_as


@pytest.mark.rule("N9.1")
def test_points_are_a_number_or_a_condition():
    stars = [row.split("\t") for row in FILE.read_text(encoding="utf-8").splitlines() if "\t*\t" in row]
    assert len(stars) == 9 + 9 + 12 + 7 + 9 + 10 + 8
    for row in stars:
        card = CARDS[int(row[0])]
        assert words.POINTS in card.lines["trigger"]
        assert card.points == 0


@pytest.mark.rule("N9.11")
def test_letters_are_worth_what_they_should_be():
    """A little or less than nothing, B more; a C has points of its own or counts something."""
    assert all(-2 <= card.points <= 2 for card in CARDS.values() if card.letter == "A")
    for letter in "BC":
        for card in CARDS.values():
            assert card.letter != letter or card.points > 0 or words.POINTS in card.lines["trigger"]


@pytest.mark.rule("N9.11")
def test_no_two_cards_agree_nor_do_their_texts():
    assert len({card.lines.tobytes() for card in CARDS.values()}) == 308
    texts = [effect_text(card.lines) for card in CARDS.values()]
    assert len(set(texts)) == 308
    assert all(text.endswith(".") and "None" not in text and len(text) < 150 for text in texts)


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("number", "text"),
    [
        (103, "Immediately: +4 fish."),
        (107, "Immediately: reforest and/or thin out."),
        (112, "Whenever your reserve becomes empty: +3 wood into your reserve, by itself."),
        (113, "Immediately: +5 wood or +6 fish or +2 gold."),
        (126, "Immediately: +1 gold for every 2 buildings."),
        (141, "Immediately: +1 gold for each free building space, at most 5 times."),
        (143, "As soon as you have 3 or more ships: +1 schooner."),
        (146, "Immediately, with 4 or more elders: +6 gold."),
        (147, "At the end up to 4 free building spaces cost you no points."),
        (149, "1 point for each fish in your reserve, at most 8."),
        (152, "4/6/9 points with a catch of 8/10/12 or more."),
        (154, "2 points for each pair of strip and building, at most 10."),
        (203, "Whenever you serve fish: +1 wood for each plate."),
        (210, "Whenever you issue a share: 1 gold → 3 wood & 4 fish."),
        (216, "Before you use an elder: serve fish, at most 1 plate."),
        (221, "Immediately, with no gold in your supply: +3 gold."),
        (223, "Anytime: 1 sloop → 2 gold and/or 1 cutter → 4 gold."),
        (227, "Whenever you thin out: +1 gold. Whenever you reforest: +2 gold."),
        (232, "Costs 1 gold for each round begun."),
        (341, "At the end up to 2 free building spaces cost you no points. 4 points with at most 1 elder."),
        (413, "Anytime: 1 own share you hold → 3 fish & 1 gold."),
        (530, "Whenever you spend fish on serving: +1 gold for every 4 fish spent."),
    ],
)
def test_the_text_of_an_effect(number, text):
    assert effect_text(CARDS[number].lines) == text


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("special: ships cost 1 wood 1 fish less", "Ships cost you 1 wood & 1 fish less."),
        (
            "special if elder >= 2 and ship <= 1: catch 1 fish more",
            "You catch 1 fish more with 2 or more elders and at most 1 ship.",
        ),
        ("special: counts as 2 ships", "Counts as 2 ships wherever cards count these."),
        ("special: use blocked ship", "Your workers can use the space for build a ship even if it is full."),
        ("special: 1 free space costs nothing", "At the end up to 1 free building space costs you no points."),
        (
            "whenever ship if round = 7: 2 times +1 wood",
            "Whenever you build a ship, given round 7: up to 2 times +1 wood.",
        ),
        ("once elder >= 2 if ship >= 1: +2 sloops", "As soon as you have 2 or more elders and at least 1 ship: +2 sloops."),
        ("immediately: do ship 2 wood less", "Immediately: build a ship for 2 wood less."),
        ("whenever buy: +1 gold each 2 up to 3", "Whenever you buy shares: +1 gold for every 2 shares, at most 3 times."),
        ("points: -1 per elder; points if sloop = 1: 2", "-1 point for each elder. 2 more points with exactly 1 sloop."),
        ("", ""),
    ],
)
def test_the_text_of_other_words(effect, text):
    assert effect_text(read_effect(effect)) == text


def test_every_word_has_a_text():
    lines = [f"points: 1 per {count}" for count in COUNT_WORDS if count != "opponent catch"]
    lines += [f"points if {count} >= 2: 1" for count in COUNT_WORDS if count != "opponent catch"]
    lines += [f"whenever {event}: +1 sloop" for event in words.EVENTS]
    lines += [f"whenever {event}: +1 sloop each" for event in words.EVENTS]
    lines += [f"immediately: +2 {good}" for good in words.GOOD_NAMES]
    lines += [f"immediately: do {action}" for action in words.ACTION_NAMES]
    lines += [f"special: {target} cost 1 fish less" for target in words.TARGETS if target != "shares"]
    for form in words.SPECIAL_FORMS.values():
        filled = {"N": "2", "COUNT": "elder", "ACTION": "clear", "TARGET": "sloops", "GOODS": "2 wood"}
        lines.append("special: " + " ".join(filled.get(word, word) for word in form.split()))
    texts = [effect_text(read_effect(line)) for line in lines]
    assert len(set(texts)) == len(lines)


@pytest.mark.rule("N9.9")
def test_what_a_line_compiles_to():
    line = read_effect("whenever issue if elder >= 2 and round <= 5: must 2 times 1 gold -> 3 wood 4 fish per 2 ships up to 3")[
        0
    ]
    assert (line.trigger, line.event, line.op) == (words.WHENEVER, words.DID + words.ISSUE, words.GAIN)
    assert line.condition.tolist() == [words.ELDERS, words.ROUND]
    assert line.relation.tolist() == [words.AT_LEAST, words.AT_MOST]
    assert line.number.tolist() == [2, 5]
    assert (line.must, line.times, line.per, line.step, line.most) == (1, 2, words.SHIPS, 2, 3)
    assert (line.pay[words.GOLD], line.gain[words.WOOD], line.gain[words.FISH]) == (1, 3, 4)
    assert (line.pay.sum(), line.gain.sum()) == (1, 7)


@pytest.mark.rule("N9.9")
def test_choices_share_a_number_and_other_lines_have_none():
    assert read_effect("immediately: +1 wood or +1 fish; immediately: +1 gold")["choice"].tolist() == [1, 1, 0, 0]
    late = read_effect("anytime: 3 wood -> 1 gold; anytime: 3 fish -> 1 gold or 2 fish -> 1 wood")
    assert late["choice"].tolist() == [0, 1, 1, 0]
    two = read_effect("immediately: do clear or do thin; immediately: +1 wood or +1 fish")
    assert two["choice"].tolist() == [1, 1, 2, 2]
    assert two["trigger"].tolist() == [words.IMMEDIATELY] * 4


@pytest.mark.rule("N9.9")
def test_plurals_mean_the_same():
    for one, many in (("+2 sloop per 2 building", "+2 sloops per 2 buildings"), ("2 strip -> 1 gold", "2 strips -> 1 gold")):
        assert read_effect(f"immediately: {one}").tobytes() == read_effect(f"immediately: {many}").tobytes()


@pytest.mark.rule("N9.1")
def test_a_card_in_the_box_says_the_same_as_in_the_file():
    box = np.zeros(1, BOX)[0]
    put_in_card(box, 3, CARDS[143])
    put_in_card(box, 3, CARDS[105])
    put_in_card(box, 4, CARDS[232])
    one = box.cards[3]
    assert (one.number, one.deck, one.letter, one.category, one.points, one.source) == (105, 1, 0, 1, 0, 1)
    assert one.cost.tolist() == [0, 2, 1]
    assert card_name(box, 3) == "Pier House"
    assert card_text(box, 3) == effect_text(CARDS[105].lines)
    assert face(box, 3).splitlines() == [
        "105 Pier House (A, whenever)",
        "cost 2 fish & 1 gold; points 0",
        "Whenever you build a ship: +3 wood.",
        "source: exact in part",
    ]
    assert face(box, 4).splitlines()[1] == "cost 15 fish & ? gold; points 11"
    assert face_text(CARDS[151]).splitlines()[:2] == [
        "151 Harbor Installation (C, points, herring)",
        "cost 5 wood & 5 fish & 1 gold; points *",
    ]


@pytest.mark.rule("N9.11")
def test_a_file_is_checked_in_one_line_and_listed_as_a_table(tmp_path):
    decks = ", ".join(f"44 {deck}" for deck in DECKS)
    assert check_buildings() == f"buildings.tsv: 308 buildings ({decks}), all valid; 9 exact, 5 in part"
    readme = Path(__file__).parents[2] / "README.md"
    assert "of Nusfjord's 308 buildings 9 are exact and 5 partly exact" in readme.read_text(encoding="utf-8")
    file = tmp_path / "own.tsv"
    file.write_text("\n".join(line for line in FILE.read_text(encoding="utf-8").splitlines() if line[:2] in ("nu", "20")))
    assert check_buildings(file) == "own.tsv: 9 buildings (9 mackerel), all valid; 1 exact, 1 in part"
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(list_buildings("mackerel"))
    shown = console.export_text()
    assert "Bird Colony" in shown
    assert "Boathouse" not in shown
    assert list_buildings().row_count == 308
    assert all(list_buildings(deck).row_count == 44 for deck in DECKS)
    with pytest.raises(BadOption, match=r"deck must be herring, mackerel, .* or visitors, not 'shark'"):
        list_buildings("shark")


def kind_of(card: Card) -> bytes:
    """When it acts and what it counts."""
    names = "trigger event op action special target per per_two step each choice condition relation number"
    return b"".join(card.lines[name].tobytes() for name in names.split())


def at_least_as_good(one: Card, other: Card) -> bool:
    """Of two cards of a kind: costs no more, is worth no less, and takes no more (or makes no less cheaper) for no less."""
    cheap = all(a <= b for a, b in zip(one.cost, other.cost, strict=True)) and one.points >= other.points
    gains = all((one.lines[name] >= other.lines[name]).all() for name in ("gain", "points", "amount"))
    gives = np.where(one.lines["op"] == words.GAIN, 1, -1)[:, None]  # else `pay` is what something costs less
    return bool(cheap and gains and (one.lines["pay"] * gives <= other.lines["pay"] * gives).all())


@pytest.mark.rule("N9.11")
def test_no_card_is_better_than_another_in_all():
    kinds: dict[bytes, list[Card]] = {}
    for card in CARDS.values():
        kinds.setdefault(kind_of(card), []).append(card)
    for cards in kinds.values():
        for one, other in permutations(cards, 2):
            assert not at_least_as_good(one, other), (one.name, other.name)


def test_the_tables_in_the_docs_are_current():
    assert buildings_page.FILE.read_text(encoding="utf-8") == buildings_page.text()
    made = buildings_page.FILE.read_text(encoding="utf-8")
    assert all(f"| {card.number} | {card.letter} | {card.name} |" in made for card in CARDS.values())


def test_every_word_of_an_effect_is_in_the_docs():
    chapter = (
        buildings_page.FILE.read_text(encoding="utf-8").split("## The words of an effect")[1].split("<!-- end of words")[0]
    )
    explained, _, tables = chapter.partition("### All words")
    vocabulary = [*words.EVENTS, *COUNT_WORDS, *words.GOOD_NAMES, *words.ACTION_NAMES, *words.TARGETS]
    vocabulary += words.SPECIAL_FORMS.values()
    for word in vocabulary:
        assert f"\n| `{word}` | " in tables, word
    for word in [*words.TRIGGERS, *words.RELATIONS]:
        assert word in explained, word
    known = set(re.findall(r"[A-Za-z]+", explained + " ".join(vocabulary)))
    for card in CARDS.values():
        for word in re.findall(r"[A-Za-z]+", card.effect):
            assert {word, word.removesuffix("s")} & known, (card.name, word)


def test_every_example_in_the_docs_can_be_read():
    for line in re.findall(r"\| `([^`]+:[^`]+)`", buildings_page.FILE.read_text(encoding="utf-8")):
        assert effect_text(read_effect(line))
    block = buildings_page.FILE.read_text(encoding="utf-8").split("A line says when, then what:")[1].split("In full")[0]
    for line in block.split("\n    ")[1:]:
        assert effect_text(read_effect(line))
