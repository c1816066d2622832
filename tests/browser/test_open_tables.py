"""Two people find each other, play with a clock, plan a move, and one of them runs out of time; a third one watches."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from seaboard.table.store.admin import file_of

from .test_accessibility import SIDEWAYS, check

PICTURES = os.environ.get("SEABOARD_PICTURES")  # a folder for the pictures of docs/meet.md


def picture(person, name):
    if PICTURES:
        person.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def take_a_ticket(person, name):
    person.go("/tables")
    person.see("#live[aria-busy=false]")
    person.page.fill("#ticket [name=name]", name)
    person.page.select_option("#ticket [name=game]", "maori")
    person.page.select_option("#ticket [name=players]", "2")
    person.page.click("#ticket button.primary")


def let_time_run_out(server, table_id):
    """As if the database's clock had been set forward."""
    with closing(sqlite3.connect(file_of(server.database))) as database, database:
        database.execute("UPDATE tables SET deadline = 1.0 WHERE id = ?", (table_id,))


def test_from_a_ticket_to_the_end_of_ones_time(server, person):
    ann, bob, cat = person(), person(dark=True), person(phone=True)
    take_a_ticket(ann, "Ann")
    ann.wait_for_text("#live", "waiting for players")
    cat.go("/tables")
    cat.wait_for_text("#live", "Ann")
    picture(ann, "tables")
    picture(cat, "tables-phone")
    check(ann, "open tables")
    assert not cat.page.evaluate(SIDEWAYS)
    take_a_ticket(bob, "Bob")
    for one in (ann, bob):
        one.page.wait_for_url("**/t/*")
        one.see("#board svg", state="attached")
        one.see(".clock.runs")
    table_id = ann.page.url.rpartition("/t/")[2]
    ann.wait("() => document.querySelector('#table').dataset.version !== undefined")
    mover, other = (ann, bob) if ann.page.query_selector("#table.yours") else (bob, ann)
    picture(mover, "clock")

    # the other plans an answer, and it is played
    other.page.click("#tab-seats")
    other.page.click("#ahead [data-plan]")
    other.see("#plan .next select option:nth-child(2)", state="attached")
    assumed = other.page.eval_on_selector("#plan .next select option:nth-child(2)", "(option) => option.value")
    other.page.select_option("#plan .next select", assumed)
    other.see("#plan .steps li")
    other.page.wait_for_function("() => document.querySelector('#plan .next span').textContent === 'Then I play:'")
    other.page.select_option("#plan .next select", index=1)
    other.page.wait_for_function("() => !document.querySelector('#plan [data-save]').disabled")
    picture(other, "plan")
    other.page.click("#plan [data-save]")
    other.see("#ahead .lines li")
    check(other, "a planned line")
    mover.post(f"/t/{table_id}/move", version=mover.version(), action=int(assumed))
    mover.wait("() => document.querySelectorAll('#log > li').length >= 2 || +document.querySelector('#table').dataset.at >= 2")

    # spectators talk among themselves
    cat.go(f"/t/{table_id}")
    cat.page.click("#tab-chat")
    cat.see("#spectator-form")
    cat.page.fill("#spectator-form [name=text]", "A quick start!")
    cat.page.click("#spectator-form button")
    cat.wait_for_text("#spectator-messages", "A quick start!")
    picture(cat, "spectators-phone")
    mover.page.click("#tab-chat")
    assert not mover.page.is_visible("#spectators")

    # time runs out: a bot plays on, and the seat comes back
    for one in (ann, bob):
        one.see("#table.yours, #table:not(.busy)")
    let_time_run_out(server, table_id)
    late = None
    for one in (ann, bob):
        one.page.click("#tab-log")
        one.wait_for_text("#log", "ran out of time")
        one.page.click("#tab-seats")
        if one.page.query_selector("#seats [data-return]"):
            late = one
    picture(ann, "out-of-time")
    assert late is not None
    late.page.click("#seats [data-return]")
    late.page.click("#tab-log")
    late.wait_for_text("#log", "returned")
