"""The log: one line per turn, separate lines for rounds and catches, and only what the reader may know."""

import random
import re

import pytest

from seaboard.games import NAMES, find_game
from seaboard.language import using_language, using_player_names
from seaboard.match import Match
from seaboard.table.view.game_log import Aside, TableLog, Turn, meanwhile, seen_by
from seaboard.table.view.game_result import round_figures
from tests.nusfjord import table as nusfjord

PEOPLE = ["Ann", "Bob", "Cleo"]
IDLE = ("pass", "nothing", "skip", "stop", "decline", "stay")  # moves, in the notation of any game


def played(name, moves, seed=7, **options):
    match = Match(find_game(name), seed=seed, names=PEOPLE, players=3, **options)
    choose = random.Random(seed)
    while len(match.history) < moves and not match.over:
        match.push(choose.choice(match.actions()))
    return match


def played_to_the_end(name, seed=1, players=3, **options):
    """A game in which pieces come to the table: nobody passes who could do something else."""
    match = Match(find_game(name), seed=seed, names=[*PEOPLE, "Dina", "Emre"][:players], players=players, **options)
    choose = random.Random(seed)
    while not match.over:
        moves = [action for action in match.actions() if not re.search("|".join(IDLE), match.text(action))]
        match.push(choose.choice(moves or match.actions()))
    return match


def log_of(match, viewer=None, log=None):
    with using_player_names(match.names):
        return (log or TableLog()).entries(match, [], viewer)


@pytest.mark.parametrize("name", NAMES)
def test_every_move_is_a_step_of_one_turn_and_a_turn_is_one_seats(name):
    match = played(name, 120)
    turns = [entry for entry in log_of(match) if isinstance(entry, Turn)]
    assert [step.at for turn in turns for step in turn.steps] == list(range(1, match.version + 1))
    for turn in turns:
        movers = {int(match.game.mover(s)) for _action, s in match.history[turn.start : turn.at]}
        assert movers == {turn.seat}
        assert turn.name == PEOPLE[turn.seat]
        assert turn.text
        assert all(step.text for step in turn.steps)
    assert any(len(turn.steps) > 1 for turn in turns)


@pytest.mark.parametrize("name", NAMES)
def test_people_are_called_by_their_names(name):
    output = " ".join(f"{entry.text}" for entry in log_of(played(name, 150)))
    assert "layer 1" not in output
    assert "layer 2" not in output


def test_a_cached_log_is_equal_and_follows_undo():
    match, log = played("kaivai", 60), TableLog()
    assert log_of(match, 0, log) == log_of(match, 0)
    match.back_to(50)
    match.push(match.actions()[-1])
    assert log_of(match, 0, log) == log_of(match, 0)


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("name", ["kaivai", "nusfjord"])
def test_the_log_and_the_strip_know_no_more_than_the_readers_view(name, viewer):
    """Stories from the true positions and from the reader's views are the same."""
    match = played(name, 200)
    known = match.copy()
    known.history = [(action, seen_by(match, s, viewer)) for action, s in match.history]
    known.s = seen_by(match, match.s, viewer)
    message = log_of(match, viewer)
    assert message == log_of(known, viewer)
    assert meanwhile(message, viewer, 3) == meanwhile(log_of(known, viewer), viewer, 3)


def test_a_hand_is_shown_to_its_owner_only():
    match = played("nusfjord", 500)
    lines = {viewer: [entry.text for entry in log_of(match, viewer)] for viewer in (None, 0, 1)}
    hands = {viewer: [text for text in lines[viewer] if "New in hand" in text] for viewer in lines}
    assert hands[None] == []
    assert hands[0] != hands[1]
    assert hands[0]


def test_rounds_and_the_catch_of_nusfjord_are_lines_of_their_own():
    entries = log_of(played("nusfjord", 400))
    rounds = [entry.text for entry in entries if isinstance(entry, Aside) and entry.kind == "round"]
    assert rounds == [f"Round {n} of 7" for n in range(2, 8)]
    catches = [entry for entry in entries if isinstance(entry, Aside) and entry.text.startswith("The catch: ")]
    assert len(catches) >= 6
    for place, entry in enumerate(entries):
        if isinstance(entry, Aside) and entry.kind == "round":
            turn = entries[place - 1]
            assert isinstance(turn, Turn)
            others = [name for name in PEOPLE if name != turn.name]
            assert not any(f"{name}: +" in turn.text and "fish" in turn.text for name in others), turn.text


def test_rounds_of_kaivai_are_announced_and_the_dice_are_in_the_line():
    entries = log_of(played("kaivai", 2000))
    rounds = [entry.text for entry in entries if isinstance(entry, Aside) and entry.kind == "round"]
    assert rounds == [*(f"Round {n} of 8" for n in range(2, 9)), "The villages are scored"]
    assert any("aria-label" in step.chance for entry in entries if isinstance(entry, Turn) for step in entry.steps)


def test_meanwhile_is_what_others_did_since_my_turn():
    match = played("maori", 62)
    for viewer in range(3):
        since = [entry for entry in meanwhile(log_of(match, viewer), viewer, 3) if isinstance(entry, Turn)]
        assert since
        assert viewer not in [turn.seat for turn in since]
        assert len(since) <= 2
    assert len([entry for entry in meanwhile(log_of(match), None, 3) if isinstance(entry, Turn)]) == 3


def test_the_axis_of_the_plot_has_round_figures():
    assert round_figures(0, 47) == [0, 10, 20, 30, 40, 50]
    assert round_figures(-8, 11) == [-10, -5, 0, 5, 10, 15]
    assert round_figures(0, 1) == [0, 1]
    assert round_figures(-3, 240) == [-50, 0, 50, 100, 150, 200, 250]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("maori", {"level": "pro"}),
        ("kaivai", {}),
        ("kaivai", {"edition": "first", "gifts": "on"}),
        ("nusfjord", {}),
        ("nusfjord", {"deck": "visitors", "elders": ["promos"]}),
    ],
)
def test_automatic_events_are_credited_to_nobody(name, options):
    """A passing player causes nothing: automatic events have separate lines."""
    match = played(name, 10_000, **options)
    idle = 0
    for turn in (entry for entry in log_of(match) if isinstance(entry, Turn)):
        for step in turn.steps:
            move = match.game.texts.notation(match.box, match.history[step.at - 1][0])
            if move in IDLE:
                idle += 1
                assert not [one for one in PEOPLE if one in step.text], step.text
            assert not [one for one in PEOPLE if one in step.text] or not step.round, (move, step.text)
    assert idle


@pytest.mark.rule("K12.4")
def test_the_glory_of_huts_and_villages_has_separate_log_lines():
    match = played("kaivai", 10_000)
    entries = log_of(match)
    end = next(n for n, entry in enumerate(entries) if isinstance(entry, Aside) and "2 glory per hut" in entry.text)
    assert not [entry.text for entry in entries[end - 2 :] if isinstance(entry, Turn) and "glory" in entry.text]
    scored = " ".join(entry.text for entry in entries[end:] if isinstance(entry, Aside))
    for seat, name in enumerate(PEOPLE):
        found = re.findall(rf"(?:was|were) scored: [^.]*{name} \+(\d+) glory", scored)
        assert sum(map(int, found)) == match.s.players[seat].from_villages


@pytest.mark.rule("K12.2")
def test_a_turn_that_chooses_several_villages_says_so_in_one_sentence():
    texts = [entry.text for seed in (1, 2) for entry in log_of(played("kaivai", 10_000, seed=seed))]
    assert "chose villages f11, i7, e7, f4 and b2 to score" in " ".join(texts)
    assert not [text for text in texts if text.count("chose village") > 1 or text.count("chose influence") > 1]
    assert "Villages b2 and k2 were scored: Bob +3 glory, Cleo +2 glory." in texts


@pytest.mark.parametrize(
    ("language", "article"),
    [("en", "took (an? |no tile)"), ("de", "nimmt (ein |eine |einen |kein )"), ("nl", "neemt (een |geen )")],
)
@pytest.mark.parametrize("level", ["basic", "pro"])
def test_tiles_have_an_article_in_the_log(language, article, level):
    with using_language(language):
        texts = [entry.text for entry in log_of(played("maori", 400, level=level)) if isinstance(entry, Turn)]
    verb = article.split()[0]
    assert [text for text in texts if f"{verb} " in text]
    assert not [text for text in texts if f"{verb} " in re.sub(article, "", text)]


@pytest.mark.rule("K6.1")
def test_canoes_that_sail_one_after_the_other_share_a_verb():
    texts = [entry.text for entry in log_of(played_to_the_end("kaivai")) if isinstance(entry, Turn)]
    assert [text for text in texts if re.search(r"sailed from \w+ to \w+ and from \w+ to \w+", text)]
    assert not [text for text in texts if re.search(r"sailed [^,.]+, sailed ", text)]


@pytest.mark.rule("K8.7")
@pytest.mark.rule("K10.2")
@pytest.mark.parametrize("edition", ["second", "first"])
def test_feasts_and_catches_of_kaivai_are_no_scored_villages(edition):
    turns = [entry for entry in log_of(played_to_the_end("kaivai", edition=edition)) if isinstance(entry, Turn)]
    steps = [step.text for turn in turns for step in turn.steps]
    for event in ("celebrated in village", "fished in village", "delivered 2 fish to"):
        assert [turn for turn in turns if event in turn.text and len(turn.steps) > 1], event
    assert [text for text in steps if "celebrated in village" in text]
    for turn in turns:
        assert " to score" not in turn.text or "glory" not in turn.text
        assert not re.search(r"(\w+ fish to (\w+)), delivered \w+ fish to \2\b", turn.text), turn.text
        delivered = [int(n) for n in re.findall(r"delivered (\d+) fish to", turn.text)]
        assert not delivered or f"(−{sum(delivered)} fish" in turn.text or f", −{sum(delivered)} fish" in turn.text, turn.text


@pytest.mark.rule("N3.4")
def test_a_catch_that_a_player_hands_out_is_a_turn_of_its_own():
    """The first player of a round decides about their catch, and is then the first to place a worker."""
    many_elders = nusfjord.seat(elders="developer constructor pond-builder sailor")
    match = nusfjord.sit(many_elders, nusfjord.seat(), nusfjord.seat(), start=1, mover=0, turn=9)
    match.play("skip")
    while not any(match.text(action) == "gold" for action in match.actions()):
        match.push(match.actions()[0])
    match.play("gold")
    entries = log_of(match)
    turns = [entry for entry in entries if isinstance(entry, Turn)]
    assert {turn.seat for turn in turns[1:]} == {0}, "player 1 starts the next round"
    assert turns[1].text == "fed the Developer, fed the Constructor, fed the Pond Builder."
    assert turns[2].text == "took gold (+1 gold)."
    catches = [entry.text for entry in entries if entry.text.startswith("The catch:")]
    assert len(catches) == 1
    assert catches != ["The catch: nothing."]


@pytest.mark.rule("N5.12")
def test_an_imitated_action_is_named_in_the_log():
    texts = [entry.text for entry in log_of(played_to_the_end("nusfjord", players=5)) if isinstance(entry, Turn)]
    assert [text for text in texts if re.match("imitated a space and (took gold|reforested|cleared forest)", text)]
    assert [text for text in texts if text.startswith("served fish (")]
    assert not [text for text in texts if "placed a worker on" in text]
    assert not [text for text in texts if text.startswith("declined,")]


@pytest.mark.rule("N7.6")
def test_a_swapped_ship_is_neither_built_nor_lost():
    match = nusfjord.sit(nusfjord.seat(elders="harbour-master", ships="sloop"), nusfjord.seat())
    match.play("to harbour-master")
    if match.mover == 0:
        match.push(match.actions()[0])
    turn = next(entry for entry in log_of(match) if isinstance(entry, Turn))
    assert turn.text == "used the Harbour Master, swapped 1 sloop for 1 cutter."
