"""K14 hidden information: secret choices until the reveal, future draws, and nothing else."""

import io
import itertools
from functools import cache

import numpy as np
import pytest
from rich.console import Console

from seaboard.core.dice import key_of
from seaboard.core.errors import CannotUndo
from seaboard.core.features import columns
from seaboard.games.kaivai.hexes import has, hexes_in
from seaboard.games.kaivai.layout import ASK_PLAY, HEXES, HIDDEN, NOT_CHOSEN, VILLAGES
from seaboard.match import Match

from .digests import choose
from .table import GAME, HEX_NUMBERS, glory, influence, new, seat, sit
from .test_ending import ending

VARIANTS = [
    {"players": 2},
    {"players": 3},
    {"players": 4, "beginner": "on"},
    {"players": 4, "diceless": "on"},
    {"players": 3, "edition": "first"},
    {"players": 4, "edition": "first", "gifts": "on"},
]
EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=str)


@cache
def game(players: int, seed: int, **options: str) -> list[Match]:
    """Some positions of a random game, including all with secret choices."""
    m, generator, found = new(seed, players=players, **options), np.array([seed], np.uint64), []
    while not m.over:
        if len(m.history) % 12 == 0 or (m.s.decision == ASK_PLAY and m.mover):
            found.append(m.copy())
        action = choose(m.actions(), generator, False)
        m.history.append((action, m.s.copy()))
        GAME.apply(m.s, m.box, action)
    return [*found, m]


def positions(options: dict) -> list[Match]:
    return game(seed=5, **options)


def choosing(*chosen: int, seats: int = 4) -> Match:
    """A position in which the first players have each chosen how many of their four counters to play."""
    m = ending(*[seat(influence=4, canoes=where) for where in ("g5", "g4", "f3", "e3")[:seats]])
    m.play("village f4")
    for number in chosen:
        m.play(f"play {number}")
    return m


def observation(m: Match, viewer: int) -> np.ndarray:
    out = np.full(GAME.observation_size, 9999, np.int16)
    GAME.observe(m.view(viewer), m.box, viewer, out)
    return out


def test_an_observation_numbers_the_village_of_every_hex():
    m = new(players=4)
    start = sum(row.size for row in itertools.takewhile(lambda row: row.name != "village", GAME.features))
    message = observation(m, 0)[start : start + HEXES].tolist()
    villages = [{hex for hex in range(HEXES) if has(m.box, hexes_in(m.s.villages[v]), hex)} for v in range(VILLAGES)]
    assert all(villages), "a game begins with all of them"
    assert message == [next((v for v, land in enumerate(villages, 1) if hex in land), 0) for hex in range(HEXES)]


def drawn(m: Match, viewer: int | None) -> str:
    console = Console(file=io.StringIO(), record=True, width=120)
    console.print(m.drawing(viewer))
    return console.export_text()


def masked(m: Match, viewer: int | None) -> bytes:
    """The position without what the viewer may not know."""
    s = m.s.copy()
    s.key[:] = 0
    s.counter = 0
    for p in range(m.seats):
        if p != viewer and s.players[p].chosen != NOT_CHOSEN:
            s.players[p].chosen = HIDDEN
    return s.tobytes()


@pytest.mark.rule("K14.1")
@EVERY_VARIANT
def test_everything_but_chance_and_secret_choices_is_open(options):
    for m in positions(options):
        for viewer in (None, *range(m.seats)):
            assert m.view(viewer).tobytes() == masked(m, viewer)


def everything_shown(m: Match, viewer: int | None) -> list:
    """Everything that a seat or, for None, a spectator can see."""
    message = [m.view(viewer).tobytes(), drawn(m, viewer), m.moves(), m.score_sheet(), m.scores(), m.places(), m.can_undo()]
    message += [m.mover, m.prompt()]
    if viewer is not None:
        message.append(observation(m, viewer).tobytes())
    return message


@pytest.mark.rule("K14.1", "K12.3")
@pytest.mark.parametrize("secret", [0, 1, 2])
def test_a_secret_choice_is_hidden_from_everyone_else(secret):
    m = choosing(2, 2, 2)
    others = [p for p in range(4) if p != secret]
    before = {viewer: everything_shown(m, viewer) for viewer in (None, *others)}
    for number in range(5):
        other = m.copy()
        other.s.players[secret].chosen = number
        for viewer in (None, *others):
            assert everything_shown(other, viewer) == before[viewer]
        assert other.view(secret).players[secret].chosen == number, "players know their own choice"


@pytest.mark.rule("K14.1")
@EVERY_VARIANT
def test_views_do_not_depend_on_hidden_fields_at_any_secret_choice(options):
    chosen_at = [m for m in positions(options) if m.s.decision == ASK_PLAY and m.mover]
    for m in chosen_at:
        views = {viewer: m.view(viewer).tobytes() for viewer in (None, *range(m.seats))}
        other = m.copy()
        other.s.key[:] = (3, 4)
        other.s.counter = 99
        for viewer in views:
            for p in range(m.mover or 0):
                other.s.players[p].chosen = m.s.players[p].chosen if p == viewer else m.s.players[p].influence
            assert other.view(viewer).tobytes() == views[viewer]
    assert chosen_at


@pytest.mark.rule("K14.1", "K12.3")
def test_the_story_of_a_secret_choice_does_not_tell_the_number():
    message = {choosing(1, 1).play(f"play {number}") for number in range(5)}
    assert len(message) == 1
    assert not any(character.isdigit() for character in message.pop())


@pytest.mark.rule("K12.3")
def test_after_the_reveal_played_counters_are_shown_until_the_next_village_is_chosen():
    m = choosing(1, 0, 3)
    assert "Influence counters played: player 1 1, player 3 3, player 4 2" in m.play("play 2")
    assert [int(p.played) for p in m.view().players] == [1, 0, 3, 2]
    assert "(played 3)" in drawn(m, None)
    assert Match.from_position(m.position()).s.tobytes() == m.s.tobytes()
    m.play(m.moves()[0])
    assert not any(p.played for p in m.s.players)


@pytest.mark.rule("K14.1", "K12.3")
def test_after_the_reveal_nothing_is_hidden():
    m = choosing(1, 0, 0)
    m.play("play 0")
    assert [int(p.chosen) for p in m.view().players] == [NOT_CHOSEN] * 4
    assert (glory(m), influence(m)) == (1, 3)


@pytest.mark.rule("K12.3", "K14.1")
@pytest.mark.parametrize("chosen", [(1,), (1, 1), (1, 1, 1), (1, 1, 1, 1)])
def test_a_secret_choice_cannot_be_undone_after_others_have_chosen_or_the_reveal(chosen):
    m = choosing(*chosen)
    with pytest.raises(CannotUndo):
        m.undo()


@pytest.mark.rule("K12.3", "K14.1")
def test_a_reveal_cannot_be_undone_even_if_the_same_player_moves_next():
    m = ending(seat(influence=3), seat(glory=9))
    m.play("village f4")
    assert m.mover == 0
    m.play("play 0")
    assert m.mover == 0, "the same player chooses the next village"
    assert not m.can_undo()


@pytest.mark.rule("K14.1")
def test_a_view_overwrites_whatever_was_in_the_record():
    rubbish = np.frombuffer(bytes([77]) * GAME.state.itemsize, GAME.state).copy()[0]
    rubbish.filler = 0
    rubbish.players["filler"] = 0
    m = choosing(3, 1)
    GAME.view(m.s, m.box, 0, rubbish)
    assert rubbish.tobytes() == m.view(0).tobytes()


@pytest.mark.rule("K14.1")
@pytest.mark.parametrize("decision", ["action", "scoring"])
def test_drawings_hide_the_influence_of_others(decision):
    seats = [seat(influence=number) for number in (7, 5, 3)]
    m = sit(*seats) if decision == "action" else ending(*seats)
    for viewer, own in ((0, 7), (1, 5), (2, 3), (None, 0)):
        text = drawn(m, viewer)
        hidden = 3 if viewer is None else 2
        assert text.count("influence hidden") == hidden
        assert (f"influence {own} " in text) == (viewer is not None)


@pytest.mark.rule("K14.1")
def test_drawings_show_that_players_have_chosen_and_how_many_only_to_themselves():
    m = choosing(3, 1)
    assert drawn(m, 0).count("(plays 3)") == drawn(m, 1).count("(plays 1)") == 1
    for viewer in (None, 1, 2, 3):
        assert "plays 3" not in drawn(m, viewer)
    assert [drawn(m, viewer).count("has chosen") for viewer in (None, 0, 1, 2)] == [2, 1, 1, 2]


@pytest.mark.rule("K14.1")
def test_at_the_end_of_the_game_all_influence_is_shown():
    m = ending(seat(influence=7), seat(influence=5), decision="over", scored="b2 f4 k2 e7 i7 f11")
    assert "influence hidden" not in drawn(m, 0)


@pytest.mark.rule("K14.1")
def test_observations_show_the_influence_of_others():
    m, other = (sit(seat(), seat(influence=number)) for number in (2, 3))
    assert m.view(0).players[1].influence != other.view(0).players[1].influence
    assert (observation(m, 0) != observation(other, 0)).any()


@pytest.mark.rule("K14.1")
@EVERY_VARIANT
def test_observations_stay_within_the_declared_ranges(options):
    rows = [column.feature for column in columns(GAME.features)]
    least = np.concatenate([np.full(row.size, row.low) for row in rows])
    most = np.concatenate([np.full(row.size, row.high) for row in rows])
    for m in positions(options)[::2]:
        for viewer in range(m.seats):
            out = observation(m, viewer)
            assert (least <= out).all()
            assert (out <= most).all()


def fields(m: Match, viewer: int) -> dict[str, list[int]]:
    out, at, found = observation(m, viewer), 0, {}
    for name, size, *_ in GAME.features:
        found[name] = out[at : at + size].tolist()
        at += size
    assert at == GAME.observation_size
    return found


@pytest.mark.rule("K14.1")
def test_an_observation_counts_seats_from_the_viewer():
    m = sit(seat(glory=1, canoes="a1", meeting="f5:2"), seat(glory=2, canoes="a2", fisherman="f3"), seat(glory=3), mover=1)
    for viewer in range(3):
        seen = fields(m, viewer)
        assert seen["mover"] == [(1 - viewer) % 3]
        assert seen["players"][::43] == [*(1 + (viewer + p) % 3 for p in range(3)), 0]
        assert seen["canoes"][:2] == [1 + (0 - viewer) % 3, 1 + (1 - viewer) % 3]
        assert {code for code in seen["hut"] if code} == {3 + 3 * (-viewer % 3), 2 + 3 * ((1 - viewer) % 3)}
        assert sum(seen["fish"]) == 2
    seen = fields(choosing(3, 1), 1)
    assert seen["players"][7::43] == [1, NOT_CHOSEN, NOT_CHOSEN, HIDDEN]


@pytest.mark.rule("K14.1")
def test_an_observation_shows_the_state_of_the_turn():
    m = sit(seat(shells=[5, 3], fish=[1]), seat(), seat(bid=2), edition="first", gifts="on", cult="f5", god="f5")
    m.play("give shell 5, receiver 2")
    seen = fields(m, 2)
    assert (seen["giver"], seen["mover"], seen["given"], seen["gift"]) == ([1], [2], [1], [-1])
    assert (seen["god"], seen["round"], seen["cult supply"]) == ([int(m.s.god)], [2], [10])
    assert (seen["stock"], seen["supply"]) == ([int(m.s.stock)], [int(m.s.supply)])
    assert seen["players"][8:18] == [0, 0, 0, 0, 3, 0, 0, 0, 0, 3], "shells and fish of the viewer"
    m = sit(seat(canoes="g5 h9", fish=[4, 4, 3]), seat(meeting="f5:1 g4"), spaces={"move": 2})
    m.play("deliver, canoe g5, to g5, fish to f5")
    seen = fields(m, 0)
    assert (seen["acting"], seen["performed"], seen["handed"], seen["sold"]) == ([2], [0], [1], [0, 0, 0, 1, 0])
    assert (seen["spaces"], seen["canoe"], sum(seen["ready"])) == ([0, 0, 1, 2, 0, 0], [HEX_NUMBERS["g5"]], 1)
    assert seen["village"][HEX_NUMBERS["f5"]] == seen["village"][HEX_NUMBERS["f4"]] > 0


@pytest.mark.rule("K14.1")
def test_a_redeal_keeps_public_information_and_samples_hidden_choices():
    m = choosing(3, 1, 2)
    made: list[set[int]] = [set(), set(), set()]
    for seed in range(40):
        seen = m.view(1)
        GAME.redeal(seen, m.box, key_of(seed))
        assert seen.key.tolist() == key_of(seed).tolist()
        other = m.copy()
        other.s = seen
        assert other.view(1).tobytes() == m.view(1).tobytes()
        if seed < 5:
            assert Match.from_position(other.position()).s.tobytes() == seen.tobytes()
        for p in range(3):
            made[p].add(int(seen.players[p].chosen))
    assert made == [{0, 1, 2, 3, 4}, {1}, {0, 1, 2, 3, 4}]


@pytest.mark.rule("K14.1")
@EVERY_VARIANT
def test_a_redeal_of_any_position_has_the_same_view(options):
    for m in positions(options)[::3]:
        for viewer in (None, *range(m.seats)):
            seen = m.view(viewer)
            GAME.redeal(seen, m.box, key_of(1))
            other = m.copy()
            other.s = seen
            assert other.view(viewer).tobytes() == m.view(viewer).tobytes()
            assert other.moves() == m.moves()


@pytest.mark.rule("K14.1")
def test_a_redeal_changes_future_draws():
    m = sit(seat(fisherman="f5 e4 e3 f3", canoes="g5", bid=10, fish=[]))
    caught = set()
    for seed in range(40):
        seen = m.view(0)
        GAME.redeal(seen, m.box, key_of(seed))
        GAME.apply(seen, m.box, m.find("fish"))
        caught.add(int(seen.players[0].fish.sum()))
    assert len(caught) > 2
