"""Two people find each other, play with a clock, and get to know each other's rating; four play a cup. With real parts:
two browsers, a push service that decrypts, and a database whose deadlines are moved.

MEET_PICTURES=FOLDER also takes the pictures of docs/meet.md.
"""

import os
import re
from pathlib import Path

import pytest

from seaboard.table import store
from seaboard.table.store import cup_rows
from seaboard.table.store.schema import tables
from tests.table.mailbox import PushBrowser, receiver
from tests.table.server import AtTable, serving, wait_until
from tests.table.server import Person as Program

from .people import Person

LENGTH = 97  # moves of a game of two in which everybody takes the first choice
SETTINGS = {
    "SEABOARD_PUSH": "mailto:host@example.org",
    "SEABOARD_NOTIFY_WAIT": "0",
    "SEABOARD_NOTIFY_PRIVATE": "127.0.0.0/8",
    "SEABOARD_RATINGS": "anywhere",
    "SEABOARD_CUPS": "on",
}


@pytest.fixture
def place(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", **SETTINGS) as server:
        yield server


@pytest.fixture
def engine(place):
    engine = store.connect(place.database)
    yield engine
    engine.dispose()


class Player(Person):
    """Someone with a profile, in a browser; `program` sends requests with the same cookie, for long games."""

    def __init__(self, chromium, url, name):
        super().__init__(chromium, url)
        self.name = name
        self.page.goto("/sign-in")
        self.page.fill("form[action='/profile/new'] [name=name]", name)
        self.page.click("form[action='/profile/new'] button")
        self.see("code.recovery")
        self.program = Program(url)
        self.program.cookies.set("seaboard", next(one["value"] for one in self.context.cookies() if one["name"] == "seaboard"))

    def take_ticket(self):
        self.page.goto("/tables")
        self.see("#live[aria-busy=false]")
        self.page.select_option("#ticket [name=game]", "maori")
        self.page.select_option("#ticket [name=players]", "2")
        self.page.select_option("#ticket [name=pace]", "live")
        self.page.check("#ticket [name=rated]")
        self.page.click("#ticket button.primary")

    def rating(self):
        """Points, and the text of the page."""
        self.page.goto(f"/people/{self.name}/ratings")
        return int(re.findall(r"Māori: (\d+)\?", self.text("main"))[0]), self.text("main")


def take_picture(person, name, full=False):
    """A picture for docs/meet.md, where one is wanted."""
    if folder := os.environ.get("MEET_PICTURES"):
        person.page.wait_for_load_state()
        person.page.screenshot(path=Path(folder) / f"meet-{name}.png", full_page=full)


def test_two_people_meet_and_a_cup_of_four_finishes(place, chromium, engine):
    with receiver() as service:
        ann, bob = Player(chromium, place.url, "Ann"), Player(chromium, place.url, "Bob")
        table = find_each_other(ann, bob)
        sleeper, other = play_a_while(ann, bob, table)
        get_the_push(sleeper, other, table, service)
        run_out_of_time(other, table, engine)
        play_to_the_end(sleeper, table)
        see_the_ratings(sleeper, other)
        play_a_cup(ann, bob, place, chromium, engine)
        assert not ann.complaints
        assert not bob.complaints
        for person in (ann, bob):
            person.context.close()
            person.program.close()


def find_each_other(ann, bob):
    """By tickets, on the page of open tables; a live one leads to its table. Returns its page."""
    ann.take_ticket()
    ann.wait_for_text("#live", "waiting for players")
    take_picture(ann, "ticket")
    bob.take_ticket()
    for person in (ann, bob):
        person.page.wait_for_url(re.compile("/t/"))
        person.see("#board svg", state="attached")
    return re.sub("https?://[^/]*", "", ann.page.url).partition("?")[0]


def play_a_while(ann, bob, table):
    """A choice each by clicking, then most of the game; returns who waits, and who is to move."""
    for person in (ann, bob):
        person.see("#table", state="attached")
    first, second = (ann, bob) if AtTable(ann.program, table).scene()["yours"] else (bob, ann)
    first.wait_for_turn()
    assert first.page.locator(".clock").count() == 2
    take_picture(first, "clock")
    plan_a_move(second)
    seats = {first.name: AtTable(first.program, table), second.name: AtTable(second.program, table)}
    for _n in range(LENGTH - 14):
        next(seat for seat in seats.values() if seat.scene()["yours"]).move()
    return (second, first) if seats[first.name].scene()["yours"] else (first, second)


def plan_a_move(person):
    """A waiting player can prepare answers; this test only opens the dialog."""
    person.page.get_by_role("tab", name="Table").click()
    person.page.click("#ahead [data-plan]")
    person.see("dialog#plan[open] select option:nth-child(2)", state="attached")
    person.page.select_option("dialog#plan select", index=1)
    person.see("dialog#plan .steps li")
    take_picture(person, "plan")
    person.page.click("dialog#plan [data-close]")


def play_turn(person, table):
    """Until it is no longer this person's turn."""
    seat = AtTable(person.program, table)
    while (scene := seat.scene())["yours"]:
        assert seat.send("move", version=scene["version"], action=seat.actions(scene)[0]).status_code == 200


def get_the_push(sleeper, other, table, service):
    """One closes the page, and is called back by a message that only their browser can read."""
    browser = PushBrowser(service)
    sleeper.post("/api/notifications/push", **browser.subscription, device="Chrome, Linux")
    sleeper.page.goto("/notifications")
    take_picture(sleeper, "notifications")
    sleeper.page.close()
    play_turn(other, table)
    wait_until(browser.messages)
    (message,) = browser.messages()
    assert message["notification"]["title"] == "Māori: your turn"
    assert message["notification"]["navigate"] == f"{sleeper.url}{table}"
    sleeper.page = sleeper.context.new_page()
    sleeper.page.goto(message["notification"]["navigate"])
    sleeper.wait_for_turn()
    play_turn(sleeper, table)


def run_out_of_time(other, table, engine):
    """The deadline passes: a bot takes over."""
    with engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table[3:]).values(deadline=1.0))
    seat = AtTable(other.program, table)
    wait_until(lambda: "A bot takes over" in seat.scene()["log"] or "ran out of time" in seat.scene()["log"])


def play_to_the_end(person, table):
    """The bot thinks, interpreted: that takes a while on a busy machine."""
    seat = AtTable(person.program, table)
    wait_until(lambda: play_turn(person, table) or seat.scene()["over"], 300)
    person.page.goto(table)
    person.see("#table[data-over=true]", state="attached")


def see_the_ratings(winner, loser):
    """Both have moved; the player who ran out of time lost, whatever the bot did."""
    wait_until(lambda: "No rated games" not in loser.program.get(f"/people/{loser.name}/ratings").text)
    lost, text = loser.rating()
    assert lost < 1500
    assert "Games abandoned\n1" in text
    won, text = winner.rating()
    assert won > 1500
    assert "Games with others finished\n1" in text
    take_picture(winner, "rating")
    winner.page.goto(f"/people/{winner.name}")
    assert "1 finished game" in winner.text("main")
    assert "Māori" in winner.text("main .statistics")
    take_picture(winner, "profile")


def play_a_cup(ann, bob, place, chromium, engine):
    """Ann opens it, three join, the tables come by themselves; a stranger can follow everything."""
    ann.page.goto("/cups")
    ann.page.click(".new-cup summary")
    ann.page.fill(".new-cup [name=name]", "Spring cup")
    ann.page.select_option(".new-cup [name=kind]", "swiss")
    ann.page.click(".new-cup form button.primary")
    ann.wait_for_text("main", "3 more players needed")
    cup = re.sub("https?://[^/]*", "", ann.page.url)
    guests = [Player(chromium, place.url, name) for name in ("Cat", "Dan")]
    for person in (bob, *guests):
        person.page.goto(cup)
        person.page.click("form[action$=join] button")
        person.see("main")
    people = [ann, bob, *guests]
    while (found := cup_rows.find_cup(engine, cup.rpartition("/")[2])) and found[0].state != "over":
        for game in found[2]:
            if game.places is None:
                play_whole_game(people, f"/t/{game.table_id}")
    spectator = Person(chromium, place.url)
    spectator.page.goto(cup)
    assert "Final standings" in spectator.text("main")
    assert "Round 2 of 2" in spectator.text("main")
    take_picture(spectator, "cup")
    for person in (*guests, spectator):
        assert not person.complaints
        person.context.close()


def play_whole_game(people, table):
    with_seat = [person for person in people if AtTable(person.program, table).scene()["prompt"]]
    while not (scene := AtTable(with_seat[0].program, table).scene())["over"]:
        for person in with_seat:
            play_turn(person, table)
    assert scene["over"]
