"""Attack: several people take one seat. It has one holder, who sees all links and browsers that open it and can remove them."""

import re
import threading

import pytest

from seaboard.table.tables import commands

from .server import Person, serving

WITH_FRIEND = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]


@pytest.fixture(scope="module")
def anywhere(database_for_all):
    """A server at each kind of database; several processes, where that can be."""
    with serving(database_for_all, workers=1 if database_for_all.startswith("sqlite") else 2) as server:
        yield server


def at_once(calls):
    """What several calls return that are made in the same moment."""
    together, answers = threading.Barrier(len(calls)), [None] * len(calls)

    def call(n):
        together.wait()
        answers[n] = calls[n]()

    threads = [threading.Thread(target=call, args=(n,)) for n in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_four_simultaneous_joins_one_gets_the_seat(anywhere):
    people = [Person(anywhere.url) for _ in range(4)]
    with Person(anywhere.url) as ann:
        for _ in range(5):
            table = ann.table(seats=WITH_FRIEND)
            link = table.invitations["1"]
            for person in people:
                person.cookies.clear()
                person.get(link)
            answers = at_once([lambda person=person, link=link: person.post(link, data={"name": "Bob"}) for person in people])
            assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
            assert [table.by(person).scene()["viewer"] for person in people].count(1) == 1


def test_a_double_click_is_no_error(anywhere):
    with Person(anywhere.url) as ann, Person(anywhere.url) as bob:
        for _ in range(3):
            table = ann.table(seats=WITH_FRIEND)
            link = table.invitations["1"]
            bob.get(link)
            answers = at_once([lambda link=link: bob.post(link, data={"name": "Bob"}) for _ in range(3)])
            assert [answer.status_code for answer in answers] == [200] * 3
            assert table.by(bob).scene()["viewer"] == 1
            own = table.by(bob).send("link", seat=1).json()["link"]
            assert [answer.status_code for answer in at_once([lambda own=own: bob.post(own) for _ in range(3)])] == [200] * 3


def test_no_invitation_opens_a_seat_that_is_taken(anywhere):
    """Neither one made before somebody sat down, nor one made in the same moment."""
    with Person(anywhere.url) as ann, Person(anywhere.url) as bob, Person(anywhere.url) as eve:
        for _ in range(3):
            table = ann.table(seats=WITH_FRIEND)
            earlier = table.send("link", seat=1).json()["link"]
            bob.get(table.invitations["1"])
            joined, made = at_once(
                [
                    lambda table=table: bob.post(table.invitations["1"], data={"name": "Bob"}),
                    lambda table=table: table.send("link", seat=1),
                ]
            )
            assert joined.status_code == 200
            assert made.status_code in (200, 403, 404)
            for link in (earlier, made.json().get("link", earlier), table.invitations["1"]):
                assert eve.get(link).status_code == 404
                assert eve.post(link, data={"name": "Eve"}).status_code == 404
            assert table.by(eve).scene()["viewer"] is None


def test_the_holder_sees_and_revokes_other_keys_to_the_seat(anywhere):
    """Eve takes the invitation, passes a link on to Bob, and would stay at his seat in silence."""
    with Person(anywhere.url) as ann, Person(anywhere.url) as bob, Person(anywhere.url) as eve:
        table = ann.table(seats=WITH_FRIEND)
        eve.post(table.invitations["1"], data={"name": "Bob"})
        passed_on = table.by(eve).send("link", seat=1).json()["link"]
        bob.get(passed_on)
        bob.post(passed_on)
        shown = table.by(bob).scene()["seats"]
        assert shown.count("another browser") == 1
        assert shown.count("link to this seat") == 1
        assert "data-revoke" not in table.scene()["seats"]  # nobody's business
        assert table.send("revoke", seat=1, key="0" * 16).status_code == 403
        for key in re.findall('data-revoke="([0-9a-f]+)"', shown):
            assert table.by(bob).send("revoke", seat=1, key=key).status_code == 204
        assert "data-revoke" not in table.by(bob).scene(after=10**6)["seats"]
        assert table.by(eve).scene(after=10**6)["viewer"] is None
        assert table.by(eve).send("leave", seat=1).status_code == 403
        assert eve.post(passed_on).status_code == 404
        assert table.by(bob).scene()["viewer"] == 1
        assert "removed another browser" in table.scene(after=10**6)["log"]


def test_the_number_of_links_to_a_seat_is_limited(ann):
    table = ann.table(seats=WITH_FRIEND)
    made = [table.send("link", seat=0).status_code for _ in range(commands.MAX_KEYS + 2)]
    assert made.count(200) == commands.MAX_KEYS - 1  # and this browser
    assert made[-1] == 422


def test_a_friend_who_never_came_can_still_sit_down_when_a_bot_plays_on(ann, bob):
    table = ann.table(seats=[{"kind": "me"}, {"kind": "friend", "level": "random"}])
    assert table.send("handover", seat=1, level="random").status_code == 204
    assert bob.post(table.invitations["1"], data={"name": "Bob"}).status_code == 200
    assert table.by(bob).scene()["viewer"] == 1


def test_a_seat_is_handed_only_to_a_bot_as_strong_as_agreed(ann, bob):
    table = ann.table(seats=[{"kind": "me"}, {"kind": "friend", "level": "strong"}])
    bob.post(table.invitations["1"], data={"name": "Bob"})
    assert table.by(bob).send("leave", seat=1).status_code == 204
    for level in ("random", "easy", "normal"):
        refused = table.send("handover", seat=1, level=level)
        assert refused.status_code == 403
        assert "at least strong" in refused.json()["error"]
    offered = re.findall('option value="([a-z]+)"', table.scene()["seats"].split("Bob")[1])
    assert offered == ["strong", "expert"]
    assert table.send("handover", seat=1, level="expert").status_code == 204


def test_leaving_and_returning_many_times_does_not_fill_the_page(ann):
    table = ann.table(seats=[{"kind": "me"}, {"kind": "here"}])
    table.send("leave", seat=0)
    number = table.scene()["number"]
    table.send("leave", seat=0)  # again: nothing happens
    assert table.scene()["number"] == number
    table.send("return", seat=0)
    before = len(str(table.scene()))
    for _ in range(100):
        for command in ("leave", "return"):
            assert table.send(command, seat=0).status_code == 204
    assert table.scene()["number"] >= 200
    assert len(str(table.scene())) < before + 1000
    assert len(ann.get(f"{table.page}/log").text) < 1000
