"""`seaboard verify` and the fair shuffle: attempts of a cheating server."""

import json
import secrets

import pytest

from seaboard.core.errors import BadRecord
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table.fair_shuffle.commitment import verify
from seaboard.table.fair_shuffle.shuffle import (
    Contribution,
    commitment_of,
    contribution_to_dict,
    new_secret,
    promise_of,
    seal_of,
    shuffle_key,
)

GAME = find_game("maori")


def cheat(secret, nonces, names=("Ann", "Bob"), commitment="", **changes):
    """A consistent record, as a server could make it up, played with its key."""
    options, table = GAME.choose(players=2), "t" * 16
    box = GAME.box_hash(GAME.build_box(options))
    promise = promise_of(table, GAME.name, GAME.rules_version, box, options, ["person", "person"])
    commitment = commitment or commitment_of(secret, promise)
    seats = [
        Contribution("person", name, "", seal_of(commitment, seat, nonce) if nonce else "", nonce)
        for seat, (name, nonce) in enumerate(zip(names, nonces, strict=True))
    ]
    match = Match(GAME, seed=shuffle_key(commitment, secret, seats), names=list(names), **options)
    for _n in range(4):
        match.push(match.actions()[0])
    record = json.loads(match.record()) | {"table": table, "secret": secret, "commitment": commitment}
    return record | {"shuffle": {"promise": promise, "seats": [contribution_to_dict(one) for one in seats]}} | changes


def receipt_for(record, seat=0):
    shown = [{key: value for key, value in one.items() if key != "nonce"} for one in record["shuffle"]["seats"]]
    return json.dumps(
        {
            "table": record["table"],
            "commitment": record["commitment"],
            "promise": record["shuffle"]["promise"],
            "seats": shown,
            "nonces": {seat: record["shuffle"]["seats"][seat]["nonce"]},
        }
    )


NONCES = ("11" * 32, "22" * 32)


def luck(record):
    """How much the server likes a deal."""
    return int(record["seed"], 16)


@pytest.fixture(scope="module")
def honest():
    return cheat("aa" * 32, NONCES)


def test_an_honest_record_is_verified(honest):
    assert "agrees with the receipt" in verify(json.dumps(honest), receipt_for(honest))


def test_a_server_that_tries_many_secrets_before_it_commits_gets_none_of_its_deals():
    """It does not know the nonces, so it cannot choose the deal."""
    tried = [cheat(new_secret(), ("", "")) for _n in range(200)]
    best = max(tried, key=luck)
    dealt = cheat(best["secret"], NONCES)
    assert dealt["seed"] not in {one["seed"] for one in tried}
    verify(json.dumps(dealt))


def test_a_server_that_tries_many_secrets_afterwards_is_found_out(honest):
    """With the commitment that everybody saw, no other secret fits; with another commitment, the receipt does not."""
    receipt = receipt_for(honest)
    best = max((cheat(new_secret(), NONCES, commitment=honest["commitment"]) for _n in range(200)), key=luck)
    with pytest.raises(BadRecord, match="commitment does not fit"):
        verify(json.dumps(best))
    best = max((cheat(new_secret(), NONCES) for _n in range(200)), key=luck)
    verify(json.dumps(best))  # fits together, but is not what was shown
    with pytest.raises(BadRecord, match="a different commitment"):
        verify(json.dumps(best), receipt)


def test_a_server_that_swaps_names_is_found_out(honest):
    swapped = {**honest, "names": honest["names"][::-1]}
    with pytest.raises(BadRecord, match="seat 1 was 'Ann' at the shuffle"):
        verify(json.dumps(swapped))
    both = json.loads(json.dumps(swapped))
    for seat, name in enumerate(both["names"]):
        both["shuffle"]["seats"][seat]["name"] = name
    with pytest.raises(BadRecord, match="key does not follow"):
        verify(json.dumps(both))
    again = cheat(honest["secret"], NONCES, names=("Bob", "Ann"))  # dealt again with the names swapped
    with pytest.raises(BadRecord, match="a different seat 1"):
        verify(json.dumps(again), receipt_for(honest))


def test_a_server_that_leaves_out_or_replaces_a_nonce_is_found_out(honest):
    receipt = receipt_for(honest, 1)
    for nonces in ((NONCES[0], ""), (NONCES[0], "33" * 32)):
        with pytest.raises(BadRecord, match=r"nonce of your browser for seat 2|a different seat 2"):
            verify(json.dumps(cheat(honest["secret"], nonces)), receipt)
    forged = json.loads(json.dumps(honest))
    forged["shuffle"]["seats"][1]["nonce"] = "33" * 32
    with pytest.raises(BadRecord, match="nonce of seat 2 does not match its seal"):
        verify(json.dumps(forged))


def test_verify_detects_a_server_that_chooses_a_nonce_last(honest):
    """It plays as Bob: it would have to change Bob's seal, which Ann's browser saw before it opened its own nonce."""
    receipt = receipt_for(honest, 0)
    best = max((cheat(honest["secret"], (NONCES[0], secrets.token_hex(32))) for _n in range(200)), key=luck)
    verify(json.dumps(best))
    with pytest.raises(BadRecord, match="a different seat 2"):
        verify(json.dumps(best), receipt)


@pytest.mark.parametrize("key", ["table", "options", "rules", "box", "secret", "seed", "commitment"])
def test_every_change_is_detected(honest, key):
    options = {**honest["options"], "level": "pro"}
    other = {"options": options, "rules": 77, "table": "u" * 16}.get(key, "0" * len(str(honest[key])))
    with pytest.raises(BadRecord):
        verify(json.dumps({**honest, key: other}))


def test_changed_promises_are_found_out(honest):
    for change in ({"options": {"players": 3}}, {"table": "u"}, {"seats": ["person"]}, {"box": ""}):
        record = json.loads(json.dumps(honest))
        record["shuffle"]["promise"] = json.dumps({**json.loads(record["shuffle"]["promise"]), **change}, sort_keys=True)
        with pytest.raises(BadRecord):
            verify(json.dumps(record))


@pytest.mark.parametrize(
    "shuffle",
    [
        *(7, [], {}, {"promise": "{"}, {"promise": "[]", "seats": []}, {"promise": "{}", "seats": [1, 2]}),
        *({"promise": 3, "seats": []}, {"promise": "{}", "seats": {}}, {"promise": "[" * 1000, "seats": []}),
    ],
    ids=str,
)
def test_damaged_shuffles_are_refused_in_one_line(honest, shuffle):
    with pytest.raises(BadRecord) as error:
        verify(json.dumps({**honest, "shuffle": shuffle}))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "seat", [{"kind": "person", "name": "a\nb"}, {"kind": "king", "name": "x"}, {"kind": 1}, {"more": "x"}, []]
)
def test_damaged_seats_are_refused(honest, seat):
    record = json.loads(json.dumps(honest))
    record["shuffle"]["seats"][0] = seat
    with pytest.raises(BadRecord, match="seat 1"):
        verify(json.dumps(record))


@pytest.mark.parametrize(
    "receipt", ["{", "[]", "{}", '{"nonces": 1, "seats": []}', '{"nonces": {"x": "y"}, "seats": []}', "[" * 99]
)
def test_damaged_receipts_are_refused(honest, receipt):
    with pytest.raises(BadRecord, match="receipt"):
        verify(json.dumps(honest), receipt)


def test_a_seal_that_was_never_opened_is_reported(honest):
    record = cheat("aa" * 32, NONCES)
    seats = [Contribution(**one) for one in record["shuffle"]["seats"]]
    seats[1] = Contribution("person", "Bob", "", seats[1].seal)
    record["shuffle"]["seats"] = [contribution_to_dict(one) for one in seats]
    key = shuffle_key(record["commitment"], record["secret"], seats)
    match = Match(GAME, seed=key, names=["Ann", "Bob"], **record["options"])
    record |= {"seed": key, "moves": [match.text(match.actions()[0])]}
    assert "never opened, so the last player had a choice of two shuffles: Bob" in verify(json.dumps(record))


def test_verify_accepts_records_of_0_2_0():
    from seaboard.table.fair_shuffle.commitment import seed_commitment

    match = Match(GAME, seed="a secret", players=2)
    match.push(match.actions()[0])
    record = json.loads(match.record()) | {"table": "t", "secret": "a secret"}
    record["commitment"] = seed_commitment(record)
    message = verify(json.dumps(record))
    assert "the server alone chose that seed" in message
    with pytest.raises(BadRecord, match="commitment does not match"):
        verify(json.dumps({**record, "table": "u"}))
    with pytest.raises(BadRecord, match="receipt"):
        verify(json.dumps(record), json.dumps({"nonces": {}, "seats": [], "table": "t", "commitment": "x"}))


def test_the_command_reads_a_receipt(honest, tmp_path, capsys, monkeypatch):
    from seaboard.__main__ import app

    for name, text in {"record.json": json.dumps(honest), "receipt.json": receipt_for(honest)}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    app(["verify", str(tmp_path / "record.json"), "--receipt", str(tmp_path / "receipt.json")], standalone_mode=False)
    assert "agrees with the receipt" in " ".join(capsys.readouterr().out.split())
