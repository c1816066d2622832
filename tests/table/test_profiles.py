"""Profiles without passwords: creation, recovery, devices, notes, export, deletion; and attacks on them."""

import base64
import json
import re

import pytest

from seaboard.table import store
from seaboard.table.people.profile_names import name_key, read_name
from seaboard.table.store import admin, profile_rows, session_rows
from seaboard.table.tables.seat_keys import hash_of

from .server import Person, serving, wait_until

CODE = re.compile(r'<code class="recovery">([A-Z0-9-]+)</code>')
names = iter(f"Person {word}" for word in map("{:03d}".format, range(200, 1000)))


@pytest.fixture(scope="module")
def server(database_for_all):
    with serving(database_for_all) as server:
        yield server


@pytest.fixture(scope="module")
def engine(server):
    engine = store.connect(server.database)
    yield engine
    engine.dispose()


def make_profile(person, name=None):
    """Makes the guest a profile; returns its name and its recovery code."""
    name = name or next(names)
    answer = person.post("/profile/new", data={"name": name})
    assert answer.status_code == 200, answer.text
    return name, code_in(answer)


def code_in(answer):
    (code,) = CODE.findall(answer.text)
    return code


def profile_called(engine, name):
    found = profile_rows.profile_named(engine, name_key(name))
    assert found is not None
    return found


def secret_of(person):
    return person.cookies["seaboard"]


def signed_in_as(person):
    found = re.search('data-person="([^"]*)"', person.get("/my-games").text)
    return found and found[1]


def new_device(server, code):
    other = Person(server.url)
    answer = other.post("/sign-in/code", data={"code": code})
    assert answer.status_code == 200, answer.text
    return other, code_in(answer)


def test_a_guest_who_makes_a_profile_keeps_the_tables(ann, engine):
    table = ann.table()
    before = hash_of(secret_of(ann))
    name, _code = make_profile(ann)
    assert table.page in ann.get("/my-games").text
    assert profile_called(engine, name).who == before
    assert ann.get(f"{table.page}/scene").json()["yours"] or table.page in ann.get("/").text
    assert ann.post(f"{table.page}/chat", json={"text": "still me"}).status_code == 204


def test_the_secret_of_the_guest_opens_nothing_any_more(server, ann):
    """Session fixation: somebody may have planted the cookie before the guest made a profile."""
    table = ann.table()
    planted = secret_of(ann)
    name, _code = make_profile(ann)
    assert secret_of(ann) != planted
    with Person(server.url) as thief:
        thief.cookies["seaboard"] = planted
        assert signed_in_as(thief) is None
        assert thief.post(f"{table.page}/chat", json={"text": "mine"}).status_code == 403
        assert name not in thief.get("/my-games").text
        assert table.page not in thief.get("/my-games").text


def test_signing_in_changes_the_secret_each_time(server, ann):
    _name, code = make_profile(ann)
    with Person(server.url) as device:
        device.get("/")
        planted = secret_of(device)
        assert device.post("/sign-in/code", data={"code": code}).status_code == 200
        assert secret_of(device) != planted
        with Person(server.url) as thief:
            thief.cookies["seaboard"] = planted
            assert signed_in_as(thief) is None


def test_a_recovery_code_works_once_and_however_it_is_typed(server, ann):
    name, code = make_profile(ann)
    other, new = new_device(server, code.lower().replace("-", " "))
    assert signed_in_as(other) == name
    with Person(server.url) as third:
        assert third.post("/sign-in/code", data={"code": code}).status_code == 403
    third, _newest = new_device(server, new)
    assert signed_in_as(third) == name
    assert signed_in_as(ann) == name, "other devices stay signed in"


@pytest.mark.parametrize("code", ["", "A", "A" * 200, "ABCDE-" * 6, "é" * 30, "\x00", "' OR 1=1 --"])
def test_a_wrong_code_opens_nothing(server, code):
    with Person(server.url) as eve:
        assert eve.post("/sign-in/code", data={"code": code}).status_code in (403, 422)
        assert signed_in_as(eve) is None


def test_guessing_codes_is_slow(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", free=False) as server, Person(server.url) as eve:
        answers = [eve.post("/sign-in/code", data={"code": f"GUESS-{n}"}).status_code for n in range(25)]
    assert answers[0] == 403
    assert answers[-1] == 429


def test_only_hashes_are_stored(server, ann, engine):
    name, code = make_profile(ann)
    profile = profile_called(engine, name)
    (session,) = session_rows.sessions_of(engine, profile.who)
    assert session.hash == hash_of(secret_of(ann))
    assert code.replace("-", "") not in str(profile)
    assert secret_of(ann) not in str(session)


def test_devices_are_listed_and_signed_out_one_by_one(server, ann):
    name, code = make_profile(ann)
    phone, code = new_device(server, code)
    tablet, code = new_device(server, code)
    listed = re.findall('name="session" value="([0-9a-f]+)"', ann.get("/profile").text)
    assert len(listed) == 3
    mine = re.findall('name="session" value="([0-9a-f]+)"', phone.get("/profile").text)
    assert sorted(mine) == sorted(listed)
    own = session_id(server, phone)
    ann.post("/profile/sessions/end", data={"session": own})
    assert signed_in_as(phone) is None
    assert signed_in_as(tablet) == signed_in_as(ann) == name


def session_id(server, person):
    engine = store.connect(server.database)
    found = session_rows.identify(engine, hash_of(secret_of(person)))
    engine.dispose()
    assert found
    return found.session


def test_nobody_signs_out_a_device_of_someone_else(server, ann, bob):
    name, _code = make_profile(ann)
    make_profile(bob)
    bob.post("/profile/sessions/end", data={"session": session_id(server, ann)})
    assert signed_in_as(ann) == name


def test_sign_out_everywhere(server, ann):
    _name, code = make_profile(ann)
    phone, _code = new_device(server, code)
    assert phone.post("/profile/sessions/end-all").status_code == 200
    assert signed_in_as(ann) is None
    assert signed_in_as(phone) is None


@pytest.mark.slow
def test_sign_out_everywhere_counts_in_every_process(shared):
    with serving(shared, workers=3) as server, Person(server.url) as ann:
        name, code = make_profile(ann)
        phone, _code = new_device(server, code)
        for _n in range(12):  # every process knows both
            assert signed_in_fresh(server, ann) == signed_in_fresh(server, phone) == name
        phone.post("/profile/sessions/end-all")
        wait_until(lambda: all(signed_in_fresh(server, ann) is None for _n in range(6)), 3)
        assert all(signed_in_fresh(server, ann) is None for _n in range(12))


def signed_in_fresh(server, person):
    """Through a new connection, which any process may answer."""
    with Person(server.url) as other:
        other.cookies["seaboard"] = secret_of(person)
        return signed_in_as(other)


def test_what_a_stolen_cookie_cannot_do(server, ann, engine):
    """The ways to sign in can be changed only right after signing in, so a stolen cookie is not enough."""
    name, _code = make_profile(ann)
    who = profile_called(engine, name).who
    with engine.begin() as connection:
        old = session_rows.sessions.c.created - 3600
        connection.execute(session_rows.sessions.update().where(session_rows.sessions.c.who == who).values(created=old))
    for path, data in (
        ("/profile/code", {}),
        ("/profile/mail", {"mail": "eve@example.org"}),
        ("/profile/delete", {"sure": "true"}),
    ):
        assert ann.post(path, data=data).status_code == 403, path
    assert ann.post("/profile/passkeys/remove", data={"passkey": "0" * 64}).status_code == 403
    assert ann.post("/profile/passkeys/options", json={}).status_code == 403
    assert profile_rows.profile_of(engine, who) is not None


def test_a_new_recovery_code_replaces_the_old_one(server, ann):
    name, code = make_profile(ann)
    new = code_in(ann.post("/profile/code"))
    with Person(server.url) as eve:
        assert eve.post("/sign-in/code", data={"code": code}).status_code == 403
    other, _newer = new_device(server, new)
    assert signed_in_as(other) == name


# names


@pytest.mark.parametrize(
    "name", ["", " ", "x", "...", "BOT Ann", "\u202eannA", "Ann\u0430", "a/b", "<b>", "Admin", "Deleted player"]
)
def test_names_that_are_refused(name):
    if name == "BOT Ann":
        assert read_name(name) == "Ann", "the mark of bots is taken away"
        return
    if name == "\u202eannA":
        assert read_name(name) == "annA", "nobody sees what turns the direction"
        return
    with pytest.raises(Exception, match=r"\w"):
        read_name(name)


@pytest.mark.parametrize("name", ["Anna", "Jürgen", "Māui", "Bob 2", "O'Neil", "Ольга", "松本 さん"])
def test_names_that_are_allowed(name):
    assert read_name(name) == name


@pytest.mark.parametrize("other", ["ANNA", "Ánna", "An-na", "anna ", "Ann a"])
def test_confusable_names_are_the_same_name(other):
    assert name_key(other) == name_key("Anna")


def test_a_name_belongs_to_one_profile(server, ann, bob):
    name, _code = make_profile(ann)
    assert bob.post("/profile/new", data={"name": name.upper()}).status_code == 409
    make_profile(bob)
    assert bob.post("/profile", data={"name": name}).status_code == 409
    assert ann.post("/profile", data={"name": name, "public": "true"}).status_code == 200, "the person's own name is free"


# who sees what


def test_a_hidden_profile_looks_missing(server, ann, bob):
    name, _code = make_profile(ann)
    assert bob.get(f"/people/{name}").status_code == 200
    ann.post("/profile", data={"name": name})  # without the tick
    assert ann.get(f"/people/{name}").status_code == 200
    hidden, missing = bob.get(f"/people/{name}"), bob.get("/people/Nobody at all")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.text == missing.text
    assert bob.post(f"/people/{name}/note", data={"text": "x"}).status_code == 404


def test_no_page_lists_profiles_or_their_secrets(server, ann, bob):
    name, code = make_profile(ann)
    table = ann.table()
    page = bob.get(f"/people/{name}").text
    assert table.page not in page, "a table by link is for those who have the link"
    assert code not in page
    assert secret_of(ann) not in page
    assert bob.get("/people/").status_code == 404
    assert bob.get("/people").status_code == 404


def test_a_seat_leads_to_the_page_of_its_player(server, ann, bob):
    table = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}])
    bob.post(table.invitations["1"], data={"name": "Bob"})
    link = f"{table.page}/people/0"
    assert link in bob.get(f"{table.page}/scene").json()["seats"]
    assert bob.get(link).status_code == 404, "a guest has no page"
    name, _code = make_profile(ann)
    assert bob.get(link).url.path == f"/people/{name}"
    ann.post("/profile", data={"name": name})
    assert bob.get(link).status_code == 404, "it is hidden"
    for seat in ("1", "2", "-1", "99999999999"):
        assert bob.get(f"{table.page}/people/{seat}").status_code == 404


def test_notes_are_for_their_writer_only(server, ann, bob):
    name, _code = make_profile(ann)
    table = ann.table()
    ann.post("/my-games/note", data={"table": table.page[3:], "text": "open with zzqx"})
    assert "zzqx" in ann.get("/my-games").text
    bobs_name, _code = make_profile(bob)
    ann.post(f"/people/{bobs_name}/note", data={"text": "bluffs at the end"})
    assert "bluffs" in ann.get(f"/people/{bobs_name}").text
    for page in ("/my-games", f"/people/{bobs_name}", f"/people/{name}", "/profile", "/profile/export", table.page):
        text = bob.get(page).text
        assert "bluffs" not in text, page
        assert "zzqx" not in text, page
    assert bob.post("/my-games/note", data={"table": table.page[3:], "text": "x"}).status_code == 403
    assert "bluffs" in ann.get("/profile/export").text


def test_an_export_has_everything_of_the_person_and_no_secret(server, ann, bob, engine):
    name, code = make_profile(ann)
    table = ann.table()
    ann.post("/profile/items", json={"items": {"lesson maori/first": "done"}})
    ann.post("/my-games/note", data={"table": table.page[3:], "text": "my note"})
    answer = ann.get("/profile/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["profiles"][0]["name"] == name
    assert data["notes"][0]["text"] == "my note"
    assert data["saved_items"][0]["name"] == "lesson maori/first"
    assert [one["id"] for one in data["tables"]] == [table.page[3:]]
    assert len(data["sessions"]) == 1
    for secret in (secret_of(ann), hash_of(secret_of(ann)), code):
        assert secret not in answer.text
    profile = profile_called(engine, name)
    assert profile.recovery not in answer.text
    assert name not in bob.get("/profile/export").text


def test_every_table_with_a_person_is_exported_and_deleted():
    """A new table with people in it declares its column (`person_column`)."""
    known = {"studies", "tokens", "reports", "sanctions"}  # admin.py names them one by one
    hashes = {"hash", "record", "commitment", "recovery", "digest", "link"}
    for table in store.metadata.sorted_tables:
        for column in table.c:
            if str(column.type) == "VARCHAR(64)" and column.name not in hashes and not column.info.get("person"):
                assert table.name in known or column.name in ("owner", "id"), f"whose is {table.name}.{column.name}?"


def test_deleting_a_profile_leaves_games_with_others(server, ann, bob, engine):
    name, code = make_profile(ann)
    table = ann.table(seats=[{"kind": "me", "name": name}, {"kind": "friend"}])
    alone = ann.table()
    bob.post(table.invitations["1"], data={"name": "Bob"})
    ann.post(f"{table.page}/chat", json={"text": "goodbye all"})
    make_profile(bob)
    bob.post(f"/people/{name}/note", data={"text": "about ann"})
    who = profile_called(engine, name).who
    assert ann.post("/profile/delete", data={}).status_code == 422
    assert ann.post("/profile/delete", data={"sure": "true"}).status_code == 200
    assert signed_in_as(ann) is None
    wait_until(lambda: name not in bob.get("/my-games").text)
    assert "Deleted player" in bob.get("/my-games").text
    wait_until(lambda: "goodbye" not in bob.get(f"{table.page}/scene").text)
    assert "Deleted player" in bob.get(f"{table.page}/scene").text
    wait_until(lambda: bob.get(alone.page).status_code == 404)
    assert bob.get(f"/people/{name}").status_code == 404
    with Person(server.url) as other:
        assert other.post("/sign-in/code", data={"code": code}).status_code == 403
    exported = admin.export_person(engine, who)
    assert not any(value for key, value in exported.items() if key != "person"), exported
    assert "about ann" not in bob.get("/profile/export").text


def test_a_guest_can_export_and_delete_too(ann, bob):
    table = ann.table()
    assert table.page[3:] in ann.get("/profile/export").text
    assert ann.post("/profile/delete", data={"sure": "true"}).status_code == 200
    wait_until(lambda: bob.get(table.page).status_code == 404)


# data that follows


def test_lessons_and_settings_follow_the_profile(server, ann):
    assert ann.get("/profile/items").status_code == 403, "a guest's stay in the browser"
    _name, code = make_profile(ann)
    assert ann.post("/profile/items", json={"items": {"lesson maori/first": "done", "streak": "3"}}).status_code == 204
    phone, _code = new_device(server, code)
    assert phone.get("/profile/items").json() == {"items": {"lesson maori/first": "done", "streak": "3"}}
    phone.post("/profile/items", json={"items": {"streak": None}})
    assert ann.get("/profile/items").json() == {"items": {"lesson maori/first": "done"}}
    too_many = [{f"puzzle maori/{part}-{n}": "x" for n in range(200)} for part in range(16)]
    assert [ann.post("/profile/items", json={"items": items}).status_code for items in too_many][-1] == 422
    assert ann.post("/profile/items", json={"items": {"x": "y" * 5000}}).status_code == 422


def test_the_language_follows_the_profile(server, ann):
    _name, code = make_profile(ann)
    ann.post("/language/de")
    phone, _code = new_device(server, code)
    assert 'lang="de"' in phone.get("/my-games").text


def test_games_as_a_guest_can_be_added_after_signing_in(server, ann):
    name, code = make_profile(ann)
    mine = ann.table()
    with Person(server.url) as browser:
        table = browser.table()
        browser.post("/sign-in/code", data={"code": code})
        assert signed_in_as(browser) == name
        assert table.page not in browser.get("/my-games").text
        assert "/profile/adopt" in browser.get("/profile").text
        browser.post("/profile/adopt", data={"add": "true"})
        page = browser.get("/my-games").text
        assert table.page in page
        assert mine.page in page
        assert "/profile/adopt" not in browser.get("/profile").text
        assert browser.post(f"{table.page}/chat", json={"text": "me again"}).status_code == 204
        assert ann.post(f"{table.page}/chat", json={"text": "and me"}).status_code == 204


def test_a_profile_is_not_added_to_another_one(server, ann, bob):
    """Only guests' games: those of a person who was signed in before stay."""
    _name, code = make_profile(ann)
    make_profile(bob)
    table = bob.table()
    bob.post("/sign-in/code", data={"code": code})
    bob.post("/profile/adopt", data={"add": "true"})
    assert table.page not in bob.get("/my-games").text


# damaged requests, and a server without the extra packages


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 5}},
        {"response": {"clientDataJSON": "é"}},
        {"response": {"clientDataJSON": "W1tbW1tb" * 1000}},  # [[[[[[ ...
        {"response": {"clientDataJSON": "bnVsbA"}},  # null
        {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiA1fQ"}},  # {"challenge": 5}
        {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiQUFBQSJ9"}},  # {"challenge": "AAAA"}
    ],
)
def test_a_damaged_passkey_is_refused(server, ann, credential):
    for path in ("/sign-in/passkey", "/profile/passkeys"):
        ann.headers["host"] = server.url.replace("http://127.0.0.1", "localhost")
        ann.headers["origin"] = server.url.replace("127.0.0.1", "localhost")
        assert ann.post(path, json={"credential": credential}).status_code == 403


def test_a_damaged_answer_to_a_true_challenge_is_refused(server, ann):
    ann.headers["host"] = server.url.replace("http://127.0.0.1", "localhost")
    ann.headers["origin"] = server.url.replace("127.0.0.1", "localhost")
    for parts in ({}, {"rawId": 5}, {"rawId": "AAAA", "id": "AAAA", "type": "public-key"}):
        options = ann.post("/sign-in/passkey/options", json={}).json()["options"]
        client_data = json.dumps({"challenge": options["challenge"], "type": "webauthn.get", "origin": ann.headers["origin"]})
        response = {"clientDataJSON": base64.urlsafe_b64encode(client_data.encode()).decode().rstrip("="), "signature": "AA"}
        assert ann.post("/sign-in/passkey", json={"credential": {**parts, "response": response}}).status_code == 403


def test_characters_that_databases_refuse_do_no_harm(ann):
    make_profile(ann)
    items = rb'{"items": {"lesson \u0000": "a\u0000b\ud800"}}'
    assert ann.post("/profile/items", content=items, headers={"content-type": "application/json"}).status_code in (204, 422)
    ann.post("/profile/items", json={"items": {"lesson \u0000": "a\u0000b"}})
    assert ann.get("/profile/items").json() == {"items": {"lesson": "ab"}}
    for path, data in (
        ("/my-games/note", {"table": "\x00", "text": "x"}),
        ("/profile/sessions/end", {"session": "\x00"}),
        ("/profile/passkeys/remove", {"passkey": "\x00"}),
        ("/people/%00/note", {"text": "x"}),
        ("/sign-in/code", {"code": "\x00"}),
        ("/profile", {"name": "\x00\x00\x00"}),
    ):
        assert ann.post(path, data=data).status_code in (403, 404, 422), path


def test_without_the_extra_packages_the_rest_works(tmp_path):
    names = ("webauthn", "authlib", "joserfc", "aiosmtplib", "pywebpush", "openskill")
    missing = f"import sys\nfor name in {names}: sys.modules[name] = None"
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", first=missing) as server, Person(server.url) as ann:
        table = ann.table()
        name, code = make_profile(ann)
        assert table.page in ann.get("/my-games").text
        ann.headers["host"] = server.url.replace("http://127.0.0.1", "localhost")
        ann.headers["origin"] = server.url.replace("127.0.0.1", "localhost")
        assert "data-passkey" not in ann.get("/sign-in").text
        assert ann.post("/sign-in/passkey/options", json={}).status_code == 404
        phone, _code = new_device(server, code)
        assert signed_in_as(phone) == name
        assert phone.get(f"/people/{name}").status_code == 200
