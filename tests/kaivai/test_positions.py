"""Positions as text: most keys can be omitted, and impossible positions are refused with the rule."""

from typing import Any

import pytest
import tomli_w

from seaboard.core.errors import BadOption, BadPosition
from seaboard.match import Match

from .table import PRINTED, asked, canoes, fish, glory, hexes, influence, new, shells

BIDS = (5, 4, 3)


def read(*seats: dict[str, Any], bids: bool = False, players: int = 3, **keys: Any) -> Match:
    """A position of three players with these tables and keys; with `bids`, all players have bid."""
    tables = [dict(player) for player in (*seats, *({} for _ in range(players - len(seats))))]
    if bids:
        for player, bid in zip(tables, BIDS, strict=True):
            player.setdefault("bid", bid)
    return Match.from_position(tomli_w.dumps({"game": "kaivai", "players": players, **keys, "player": tables}))


def refusal(*seats: dict[str, Any], **keys: Any) -> str:
    with pytest.raises(BadPosition) as caught:
        read(*seats, **keys)
    return str(caught.value)


def test_game_and_players_are_enough_for_a_position():
    m = Match.from_position('game = "kaivai"\nplayers = 4\n')
    assert (asked(m), int(m.s.round_number), m.seats) == ("bid", 1, 4)
    assert [(shells(m, p), fish(m, p), influence(m, p), glory(m, p)) for p in range(4)] == [([5] * 3, [4] * 3, 3, 0)] * 4
    assert set(PRINTED) < hexes(m, m.s.cult)
    assert m.s.cult_supply == 8
    m.play("bid 5")


@pytest.mark.parametrize("edition", ["second", "first"])
def test_omitted_keys_are_as_after_the_setup(edition):
    m = Match.from_position(f'game = "kaivai"\nplayers = 3\nedition = "{edition}"\nseed = "{new(3).seed}"\n')
    fresh = new(3, edition=edition)
    assert m.s.tobytes() == fresh.s.tobytes()


def test_without_the_key_canoes_they_are_on_their_huts():
    m = read({"canoe_builder": ["f5", "f3"]}, {"canoe_builder": ["e3"], "canoes": []}, bids=True)
    assert canoes(m) == {"f5", "f3"}
    assert canoes(m, 1) == set()


MANY_HUTS = ["f3", "f2", "f1", "e1", "e2", "e3", "d1", "d2", "g1", "g2", "g3", "g4", "h1", "h2", "h3", "h4"]
IMPOSSIBLE_PIECES = [
    ("two villages joined by cult hexes", {}, {"cult": ["f5", "f6", "f7"]}, "K9.2"),
    ("two villages joined by a hut", {"meeting": ["f5", "f6", "f7"]}, {}, "K9.2"),
    ("two bases in one village", {}, {"cult": ["f5"], "bases": ["f4", "f5", "b2", "k2", "e7", "i7", "f11"]}, "K9.2"),
    ("a hut without a cult hex", {"meeting": ["m7"]}, {}, "K9.1"),
    ("a base that is water", {}, {"bases": ["a5"]}, "K9.1"),
    ("too many villages", {}, {"cult": ["a5", "g1", "m7"]}, "K2.2"),
    ("too many cult hexes", {}, {"cult": [*MANY_HUTS, "g5"]}, "K1.3"),
    ("a canoe on a cult hex", {"canoes": ["f4"]}, {}, "K6.3"),
    ("a canoe on a meeting hut", {"meeting": ["f5"], "canoes": ["f5"]}, {}, "K6.3"),
    ("a canoe on a fisherman's hut", {"fisherman": ["f5"], "canoes": ["f5"]}, {}, "K7.6"),
    ("five canoes", {"canoes": ["a1", "a2", "a3", "a4", "a5"]}, {}, "K1.2"),
    ("six fishermen", {"fisherman": MANY_HUTS[:6]}, {}, "K1.2"),
    ("sixteen huts", {"meeting": MANY_HUTS}, {}, "K1.2"),
    ("a canoe twice", {"canoes": ["a1", "a1"]}, {}, "K1.1"),
    ("a cult hex twice", {}, {"cult": ["f5", "f5"]}, "K1.1"),
    ("a hut twice", {"meeting": ["f5", "f5"]}, {}, "K1.1"),
    ("two huts on one hex", {"meeting": ["f5"], "fisherman": ["f5"]}, {}, "K1.1"),
    ("a hut on a cult hex", {"meeting": ["f5"]}, {"cult": ["f5"]}, "K1.1"),
    ("a hut on a printed cult hex", {"meeting": ["f4"]}, {}, "K1.1"),
    ("a hex off the board", {"canoes": ["a8"]}, {}, "K1.1"),
    ("no hex at all", {"meeting": ["z"]}, {}, "K1.1"),
    ("more shells than counters", {"shells": [0, 0, 0, 0, 53]}, {}, "K1.3"),
    ("shells and fish, more than counters", {"shells": [0, 0, 20, 0, 0], "fish": [0, 0, 0, 21, 0]}, {}, "K1.3"),
    ("fish on huts, more than counters", {"shells": [38, 0, 0, 0, 0], "fish": [0] * 5, "meeting": ["f5 3"]}, {}, "K1.3"),
    ("shells below 0", {"shells": [0, 0, -1, 0, 0]}, {}, "K1.3"),
    ("a track of four spaces", {"fish": [0, 0, 0, 0]}, {}, "K1.3"),
    ("influence below 0", {"influence": -1}, {}, "K1.3"),
    ("more influence than counters", {"influence": 25}, {}, "K1.3"),
    ("more influence than counters together", {"influence": 19}, {}, "K1.3"),
    ("fish on a fisherman's hut", {"fisherman": ["f5 1"]}, {}, "K8.6"),
    ("four fish on a hut", {"meeting": ["f5 4"]}, {}, "K8.7"),
    ("fish that are no number", {"meeting": ["f5 x"]}, {}, "K8.7"),
    ("glory below 0", {"glory": -1}, {}, "K2.5"),
    ("a bid of 11", {"bid": 11}, {}, "K3.2"),
    ("an increase beyond the track", {"increase": 9}, {}, "K1.7"),
]


@pytest.mark.parametrize(
    ("player", "keys", "rule"), [row[1:] for row in IMPOSSIBLE_PIECES], ids=[row[0] for row in IMPOSSIBLE_PIECES]
)
def test_impossible_pieces_are_refused_with_the_rule(player, keys, rule):
    assert rule in refusal(player, **keys)


def test_pieces_at_the_limits_are_allowed():
    read({"meeting": MANY_HUTS[:15]})
    read({"fisherman": MANY_HUTS[:5]})
    read({"canoes": ["a1", "a2", "a3", "a4"]})
    read({"influence": 18})
    read({"shells": [0, 0, 0, 0, 37]})
    read({"meeting": ["f5 3"], "increase": 8, "glory": 200})


@pytest.mark.parametrize(
    ("edition", "players", "most"), [("second", 3, 12), ("second", 4, 12), ("first", 3, 11), ("first", 4, 12)]
)
def test_more_cult_hexes_than_in_the_box_are_refused(edition, players, most):
    cult = MANY_HUTS[:most]
    assert read(players=players, edition=edition, cult=cult).s.cult_supply == 0
    assert "K1.3" in refusal(players=players, edition=edition, cult=MANY_HUTS[: most + 1])


@pytest.mark.parametrize(("edition", "counters", "influence"), [("second", 52, 24), ("first", 50, 26)])
def test_more_counters_than_in_the_box_are_refused(edition, counters, influence):
    others = {"shells": [0] * 5, "fish": [0] * 5, "influence": 0}
    full = {"shells": [0, 0, 0, 0, counters - 4], "fish": [1, 0, 0, 0, 0], "meeting": ["f5 3"], "influence": influence}
    m = read(full, others, others, edition=edition)
    assert (int(m.s.stock), int(m.s.supply)) == (0, 0)
    assert "K1.3" in refusal({**full, "fish": [2, 0, 0, 0, 0]}, others, others, edition=edition)
    assert "K1.3" in refusal(full, {**others, "influence": 1}, others, edition=edition)
    assert "K1.3" in refusal(full, others, others, edition=edition, bids=True, spaces={"fish": 1})
    read(full, others, others, edition=edition, bids=True, spaces={"fish": 1}, missing=["fish"])


def test_pieces_of_two_players_on_one_hex_are_refused():
    assert "K6.3" in refusal({"canoes": ["a1"]}, {"canoes": ["a1"]})
    assert "K1.1" in refusal({"meeting": ["f5"]}, {"fisherman": ["f5"]})
    assert "K6.3" in refusal({"canoe_builder": ["f5"], "canoes": []}, {"canoes": ["f5"]})
    assert "K3.2" in refusal({"bid": 5}, {"bid": 5})


OVER: dict[str, Any] = {"round": 8, "decision": "over", "scored": list(PRINTED), "cult": []}
SCORING: dict[str, Any] = {"round": 8, "decision": "scoring", "cult": []}
IMPOSSIBLE_TURNS = [
    ("an action before all have bid", {}, {"decision": "action"}, "K3"),
    ("a second bid of the same player", {"bid": 5}, {"decision": "bid", "mover": 1}, "K3.2"),
    ("a bid out of turn", {"glory": 3}, {"decision": "bid", "mover": 1, "round": 2}, "K3.1"),
    ("a starting hut in round 2", {}, {"bids": True, "decision": "start", "round": 2}, "K3.4"),
    ("a third starting hut", {"meeting": ["f5", "f3"]}, {"bids": True, "decision": "start", "mover": 1}, "K3.4"),
    ("the god moved by a player without the lowest bid", {}, {"bids": True, "decision": "god", "mover": 1}, "K3.3"),
    ("the god on water", {}, {"bids": True, "god": "f5"}, "K4.2"),
    ("the god on a hut", {"meeting": ["f5"]}, {"bids": True, "god": "f5"}, "K4.2"),
    ("three counters on an action space", {}, {"bids": True, "spaces": {"fish": 3}}, "K5.2"),
    ("no such action space", {}, {"bids": True, "spaces": {"dance": 1}}, "no such key"),
    ("counters on spaces while bidding", {}, {"spaces": {"fish": 1}}, "K5.6"),
    ("a missing counter on an empty action space", {}, {"bids": True, "missing": ["fish"]}, "K1.4"),
    ("a turn of a player who has passed", {"passed": True}, {"bids": True, "mover": 1}, "K5.4"),
    ("a passed player while bidding", {"passed": True}, {}, "K5.6"),
    ("round 9 of 8", {}, {"round": 9}, "K12.1"),
    ("round 0", {}, {"round": 0}, "K12.1"),
    ("round 11 of 10", {}, {"round": 11, "edition": "first"}, "K12.1"),
    ("a player 4 of 3", {}, {"bids": True, "mover": 4}, "K1.8"),
    ("an action in progress without its question", {"canoes": ["g5"]}, {"bids": True, "acting": "fish"}, "K5.1"),
    ("a canoe's choice without a canoe", {}, {"bids": True, "decision": "canoe", "acting": "move"}, "K5.3"),
    ("another's canoe", {}, {"bids": True, "decision": "canoe", "acting": "move", "ready": ["a1"]}, "K6.1"),
    ("a canoe that performs without an action", {"canoes": ["g5"]}, {"bids": True, "canoe": "g5"}, "K6.1"),
    ("a site without the build action", {}, {"bids": True, "site": "f5"}, "K7.6"),
    ("costs without the build action", {}, {"bids": True, "owed": 3}, "K7.3"),
    ("fish delivered without the deliver action", {}, {"bids": True, "handed": 1}, "K8.7"),
    ("a feast without fish", {}, {"bids": True, "decision": "feast", "acting": "celebrate"}, "K5.3"),
    ("scoring before the last round", {}, {**SCORING, "round": 7}, "K12.1"),
    ("scoring after round 8 of 10", {}, {**SCORING, "edition": "first"}, "K12.1"),
    ("scoring with bids", {"bid": 1}, SCORING, "K11.2"),
    ("scoring by a player without the least glory", {"glory": 1}, {**SCORING, "mover": 1}, "K12.2"),
    ("a scored village that does not exist", {}, {**SCORING, "scored": ["a1"]}, "K12.2"),
    ("scored villages before the end", {}, {"round": 8, "scored": ["f4"], "cult": []}, "K12.2"),
    ("over before all are scored", {}, {**OVER, "scored": ["f4"]}, "K12.2"),
    ("scoring when all are scored", {}, {**OVER, "decision": "scoring"}, "K12.2"),
    ("a mover when it is over", {}, {**OVER, "mover": 1}, "K12.1"),
    ("a scored village scored again", {}, {**SCORING, "decision": "play", "scoring": "f4", "scored": ["f4"]}, "K12.3"),
    ("counters played for no village", {}, {**SCORING, "decision": "play"}, "K12.3"),
    ("a choice before its turn", {"chosen": 1}, {**SCORING, "decision": "play", "scoring": "f4", "mover": 1}, "K12.3"),
    ("no choice after its turn", {}, {**SCORING, "decision": "play", "scoring": "f4", "mover": 2}, "K12.3"),
    ("more counters chosen than owned", {"chosen": 4}, {**SCORING, "decision": "play", "scoring": "f4", "mover": 2}, "K12.3"),
    ("a choice in the middle of the game", {"chosen": 1}, {"bids": True}, "K12.3"),
    ("huts without their glory", {"meeting": ["f5"], "glory": 1}, SCORING, "K12.1"),
    ("glory from villages too early", {"glory": 5, "from_villages": 2}, {}, "K12.4"),
    ("a gift in a game without gifts", {}, {"bids": True, "given": True}, "K13.1"),
    ("a gift in the second edition", {}, {"bids": True, "decision": "honour", "giver": 1}, "K13.1"),
]


@pytest.mark.parametrize(
    ("player", "keys", "rule"), [row[1:] for row in IMPOSSIBLE_TURNS], ids=[row[0] for row in IMPOSSIBLE_TURNS]
)
def test_impossible_turns_are_refused_with_the_rule(player, keys, rule):
    assert rule in refusal(player, **keys)


def test_the_same_turns_without_their_mistake_are_allowed():
    assert read(**OVER).over
    assert read(**SCORING).mover == 0
    assert read({"chosen": 3}, **{**SCORING, "decision": "play", "scoring": "f4"}).mover == 1
    assert read({"meeting": ["f5"], "glory": 2}, **SCORING).mover == 1
    assert read(round=10, edition="first", decision="scoring", cult=[]).mover == 0
    assert read({"canoes": ["g5"]}, bids=True, decision="canoe", acting="move", ready=["g5"]).moves() == ["canoe g5"]


GIVING: dict[str, Any] = {"edition": "first", "gifts": "on", "bids": True, "given": True, "giver": 1}


def test_an_impossible_gift_is_refused():
    give = {**GIVING, "decision": "receiver", "gift": "shell 5", "mover": 1}
    assert read(**give).moves() == ["receiver 2", "receiver 3"]
    assert "K13.1" in refusal({"shells": [3, 0, 0, 0, 0]}, **give)
    assert "K13.1" in refusal(**{**give, "given": False})
    assert "K13.1" in refusal(**{**give, "mover": 2})
    assert "gift" in refusal(**{**give, "gift": "shell 6"})
    judge = {**GIVING, "decision": "honour", "mover": 2}
    assert read(**judge).moves() == ["honourable", "not honourable"]
    assert "K13.1" in refusal(**{**judge, "mover": 1})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('game = "kaivai"\n', "players"),
        ('game = "kaivai"\nplayers = 3\nspeed = 1\n', "speed"),
        ('game = "kaivai"\nplayers = 3\n[[player]]\n', "one table per player"),
        ('game = "kaivai"\nplayers = 3\nround = "two"\n', "round"),
        ('game = "kaivai"\nplayers = 3\nround = true\n', "round"),
        ('game = "kaivai"\nplayers = 3\ncult = "f5"\n', "cult"),
        ('game = "kaivai"\nplayers = 3\ndecision = "dance"\n', "decision"),
        ('game = "kaivai"\nplayers = 3\nplayer = 3\n', "player"),
        ("game = kaivai", "TOML"),
    ],
)
def test_a_malformed_position_is_refused_with_the_wrong_key(text, wrong):
    with pytest.raises(BadPosition, match=wrong):
        Match.from_position(text)


@pytest.mark.parametrize("line", ["players = 5", "players = 1", 'players = 3\nedition = "third"'])
def test_options_that_do_not_exist_are_refused(line):
    with pytest.raises(BadOption):
        Match.from_position(f'game = "kaivai"\n{line}\n')
