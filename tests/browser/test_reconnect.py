"""What players see while the server restarts or a message is reported."""

from tests.table.server import Server

from .people import TWO_HERE
from .people import Person as Visitor
from .test_several_people import sit_together


def test_a_move_made_while_the_server_is_away_arrives_when_it_is_back(chromium, tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}").start()
    ann = Visitor(chromium, server.url)
    try:
        ann.sit_at("maori", TWO_HERE)
        ann.wait_for_turn()
        before = ann.version()
        server.stop()
        ann.press_on(lambda: ann.choices()[0])
        ann.wait_for_text("#offline", "Reconnecting")
        server.start()
        ann.wait_for_news(before)
        ann.play_something()
    finally:
        ann.context.close()
        server.stop()


def test_a_message_can_be_reported(person):
    ann, bob = person(), person()
    sit_together(ann, bob)
    bob.page.click("#tab-chat")
    bob.page.fill("#chat-form input", "something rude")
    bob.page.keyboard.press("Enter")
    ann.page.click("#tab-chat")
    ann.page.on("dialog", lambda dialog: dialog.accept("that hurts"))
    ann.page.click("#chat [data-report]")
    ann.wait_for_text("#toast", "your report was sent")
    assert not bob.page.query_selector("#chat [data-report]")
