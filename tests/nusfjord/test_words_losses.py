"""N9.2, N9.9 lines that only take, and the example of the rulebook's glossary: 1st/2nd/3rd worker: -1/+1/+2 fish."""

import pytest

from seaboard.games.nusfjord.cards.completion import completions
from seaboard.games.nusfjord.cards.effects import ISSUE, TAKE_GOLD, THIN
from seaboard.games.nusfjord.cards.grammar import EffectError, read_effect
from seaboard.games.nusfjord.cards.use_effect import NOTHING_TO_LOSE, problem_with_line
from seaboard.games.nusfjord.layout import LINES
from seaboard.games.nusfjord.words.effects import effect_text
from seaboard.language import using_language

from .actions import DECLINE, REMOVE_STRIP, SKIP
from .harbour import Sea

GLOSSARY = "whenever worker 1/2/3: -1/+1/+2 fish"


@pytest.mark.rule("N9.2", "N9.9")
def test_the_example_of_the_glossary_is_played_worker_by_worker():
    sea = Sea(213, effect=GLOSSARY, players=2).own(213)
    fish = []
    for space, offered in ((TAKE_GOLD, []), (ISSUE, [1]), (THIN, [2])):
        while int(sea.s.mover) != sea.p:
            sea.play(SKIP)
        before = sea.fish
        sea.act(space)
        assert sea.offered(213) == offered
        for line in offered:
            sea.use(213, line)
        fish.append(sea.fish - before)
    assert fish == [-1, 1, 2]


@pytest.mark.rule("N9.2")
def test_pure_losses_are_automatic_and_limited_to_the_supply():
    sea = Sea(213, effect="whenever gold: -3 fish", fish=2).own(213)
    sea.act(TAKE_GOLD)
    assert sea.fish == 0  # nobody was asked
    assert not sea.offered(213)


@pytest.mark.rule("N9.2")
def test_where_nothing_is_there_nothing_is_taken():
    sea = Sea(213, effect="whenever gold: -1 fish", fish=0).own(213)
    assert problem_with_line(sea.s, sea.box, sea.p, sea.card(213) * LINES, 1) == NOTHING_TO_LOSE
    sea.act(TAKE_GOLD)
    assert sea.fish == 0


@pytest.mark.rule("N9.2", "N9.10")
def test_removing_strips_is_a_choice_and_which_ones_too():
    sea = Sea(213, effect="whenever gold: -1 strip").own(213)
    before = sea.strips
    sea.act(TAKE_GOLD)
    assert DECLINE in sea.actions()
    sea.use(213)
    assert len([action for action in sea.actions() if action >= REMOVE_STRIP]) > 1
    sea.play(sea.actions()[0])
    assert sea.strips == before - 1


@pytest.mark.rule("N9.12")
def test_a_reserve_that_is_taken_counts_as_emptied():
    effect = "whenever gold: -1 reserve fish; whenever reserve emptied: +1 gold"
    sea = Sea(213, effect=effect, reserve_fish=1).own(213)
    sea.act(TAKE_GOLD)
    assert sea.reserve_fish == 0
    assert sea.offered(213) == [1]


@pytest.mark.rule("N9.9")
def test_slashes_pair_off_by_position():
    lines = "whenever worker 1: -1 fish; whenever worker 2: +1 fish; whenever worker 3: +2 fish"
    assert read_effect(GLOSSARY).tobytes() == read_effect(lines).tobytes()
    assert (
        read_effect("whenever worker 1 / 2: +1 / +2 fish").tobytes() == read_effect("whenever worker 1/2: +1/+2 fish").tobytes()
    )


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ("whenever worker 1/2/3: -1/+1 fish", "slashes pair off by position"),
        ("whenever worker 1/2: +1 fish", "slashes pair off by position"),
        ("points if elder >= 3/4: 2/3", "write a line for each"),
        ("anytime: -1 fish", "nobody would use it"),
        ("immediately: -1 fish -1 fish", "the same good twice"),
        ("immediately: -1 fish per ship", "the line should be over at 'per ship'"),
        ("immediately: -0 fish", "a number from -99 to -1 is missing"),
        ("whenever worker 4: +1 fish", "':' is missing at '4"),
        ("whenever worker 1/2/3/4/5: +1/+2/+3/+4/+5 fish", "':' is missing|at most 4 lines"),
    ],
)
def test_losses_and_slashes_that_make_no_sense_are_refused(effect, says):
    with pytest.raises(EffectError, match=says):
        read_effect(effect)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whenever you place your 1st/2nd/3rd worker of a round: -1/+1/+2 fish."),
        ("de", "Immer wenn du deine 1./2./3. Arbeitskraft der Runde einsetzt: -1/+1/+2 Fische."),
        ("nl", "Telkens als je je 1e/2e/3e arbeider van de ronde inzet: -1/+1/+2 vissen."),
    ],
)
def test_the_card_says_it_as_the_book_does(language, text):
    with using_language(language):
        assert effect_text(read_effect(GLOSSARY)) == text


def test_other_lines_are_not_joined_as_steps():
    assert effect_text(read_effect("whenever worker 1: +1 fish; whenever worker 2: +1 wood")) == (
        "Whenever you place your first worker of a round: +1 fish. Whenever you place your second worker of a round: +1 wood."
    )
    assert effect_text(read_effect("immediately: -2 strips; points: 1")) == "Immediately: -2 strips. 1 point."


def test_typing_it_is_completed():
    assert completions("whenever wor") == ["worker", "worker 1", "worker 2", "worker 3"]
    assert "-1" in completions("whenever worker 1/2/3: ")
    assert "fish" in completions("whenever worker 1/2/3: -1/+1/+2 ")
