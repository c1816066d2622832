"""At the table: whole games, versions, undo, drafts, seats, links, leaving, ending, rematch."""

import json
import re

import pytest

from seaboard.core.errors import BadRecord
from seaboard.games import NAMES, find_game
from seaboard.table.fair_shuffle.commitment import verify
from seaboard.table.view.scene_update import CUT_AT

from .server import apply_update, wait_until

TWO_HERE = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}]
WITH_FRIEND = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]
UNEQUAL = {"now": 0, "base": None}  # two scenes differ in these


def seats_of(name, level="random"):
    game = find_game(name)
    return [{"kind": "me"}] + [{"kind": "bot", "level": level}] * (game.seats(game.choose()) - 1)


def play_to_the_end(table):
    """Always the first choice."""
    for _ in range(3000):
        scene = table.wait_for_turn()
        if scene["over"]:
            return scene
        answer = table.send("move", version=scene["version"], action=table.actions(scene)[0])
        assert answer.status_code == 200, answer.text
    raise AssertionError("the game has no end")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_against_bots_and_its_record(ann, name):
    table = ann.table(name, seats=seats_of(name))
    before = ann.get(f"{table.page}/record")
    assert before.status_code == 403
    scene = play_to_the_end(table)
    assert 'class="first"' in scene["final"]
    text = ann.get(f"{table.page}/record").text
    record = json.loads(text)
    assert record["commitment"] in ann.get(table.page).text
    assert "every move is legal" in verify(text)
    record["secret"] = record["secret"][::-1]
    with pytest.raises(BadRecord, match="commitment"):
        verify(json.dumps(record))


def test_the_seed_is_nowhere_before_the_end(ann, bob, server):
    """No page, scene, log or event carries the seed or the key made of it."""
    import sqlalchemy as sql

    from seaboard.core.dice import hex_of, key_of

    table = ann.table()
    table.move()
    with sql.create_engine(server.database).connect() as connection:
        secret = connection.scalar(sql.text("SELECT secret FROM tables WHERE id = :id"), {"id": table.page[3:]})
    assert re.fullmatch("[0-9a-f]{64}", secret)
    for person in (ann, bob):
        for part in ("", "/scene", "/log", "/record", "/why?action=1&version=1"):
            text = person.get(f"{table.page}{part}").text
            assert secret not in text
            assert hex_of(key_of(secret)) not in text


def test_a_stale_version_gets_409_and_an_illegal_action_its_reason(ann):
    table = ann.table(seats=TWO_HERE)
    scene = table.scene()
    action = table.actions(scene)[0]
    assert table.send("move", version=scene["version"], action=action).status_code == 200
    again = table.send("move", version=scene["version"], action=action)
    assert again.status_code == 409
    now = table.scene()
    wrong = next(n for n in range(100) if n not in table.actions(now))
    refused = table.send("move", version=now["version"], action=wrong)
    assert refused.status_code == 422
    assert "(M" in refused.json()["error"]
    assert table.send("move", version=now["version"], action=10**6).status_code == 422
    assert table.scene()["version"] == now["version"]


def test_why_not_names_the_rule_to_the_mover_only(ann, bob):
    table = ann.table(seats=TWO_HERE)
    scene = table.scene()
    wrong = next(n for n in range(100) if n not in table.actions(scene))
    asked = {"action": wrong, "version": scene["version"]}
    assert ann.get(f"{table.page}/why", params=asked).json()["rule"].startswith("M")
    assert "turn" in bob.get(f"{table.page}/why", params=asked).json()["why"]
    assert ann.get(f"{table.page}/why", params=asked | {"version": 99}).status_code == 409


def test_undo_goes_back_to_the_last_draw_and_is_an_event(ann):
    table = ann.table(seats=TWO_HERE)
    table.move()  # where the ship starts
    start = table.scene()
    assert table.send("undo", version=start["version"]).status_code == 422
    for _ in range(2):  # ship, take
        table.move()
    scene = table.scene()
    assert scene["moves"] == 3
    for moves in (2, 1):
        assert "data-undo" in scene["prompt"]
        assert table.send("undo", version=scene["version"]).status_code == 200
        scene = table.scene()
        assert scene["moves"] == moves
    assert scene["version"] > start["version"]
    assert scene["board"] == start["board"]
    assert "data-undo" not in scene["prompt"]


def test_a_move_that_ends_the_turn_comes_as_a_draft_first(ann):
    table = ann.table(seats=TWO_HERE)
    table.move()
    for _ in range(2):
        assert "draft" not in table.move(ask=True).json()
    scene = table.scene()
    action = table.actions(scene)[0]
    draft = table.send("move", version=scene["version"], action=action, ask=True).json()
    assert draft == {"draft": action, "version": scene["version"]}
    assert table.scene()["moves"] == 3
    shown = table.scene(draft=action)
    assert "data-end" in shown["prompt"]
    assert "data-take-back" in shown["prompt"]
    assert table.send("move", version=scene["version"], action=action).json()["version"] > scene["version"]


def test_replay_shows_every_earlier_position(ann, bob):
    table = ann.table(seats=TWO_HERE)
    watched = table.by(bob)
    boards = [watched.scene()["board"]]
    for _ in range(8):
        table.move()
        boards.append(watched.scene()["board"])
    assert [watched.scene(at=n)["board"] for n in range(9)] == boards
    assert "data-action" not in table.scene(at=3)["prompt"]


def test_only_what_changed_is_sent_and_it_is_compressed(ann):
    table = ann.table(
        game="kaivai", seats=[{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bob"}], options={"players": 2}
    )
    answer = ann.get(f"{table.page}/scene", params={"seat": 0}, headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) * 4 < len(answer.content)
    scene = answer.json()
    assert scene["base"] is None
    table.send("chat", text="hello")
    news = table.scene(seat=0, base=scene["mark"], after=scene["number"] + 1)
    assert news["base"] == scene["mark"]
    assert set(CUT_AT) & set(news) == {"chat"}
    whole = table.scene(seat=0)
    assert apply_update(scene, news) | UNEQUAL == whole | UNEQUAL


@pytest.mark.parametrize("game", NAMES)
def test_changes_add_up_to_the_whole_scene(ann, game):
    table = ann.table(game=game, seats=TWO_HERE, options={"players": 2})
    had: dict[int, dict] = {}
    for _ in range(12):
        mover = table.wait_for_turn()["viewer"]
        for seat in (0, 1):
            asked = {"seat": seat, "base": had[seat]["mark"]} if seat in had else {"seat": seat}
            update, whole = table.scene(**asked), table.scene(seat=seat)
            had[seat] = apply_update(had.get(seat, {}), update)
            assert had[seat] | UNEQUAL == whole | UNEQUAL
            assert update["base"] in (None, asked.get("base"))
        table.move(table.actions(table.scene(seat=mover))[-1])


def test_a_page_with_an_unknown_mark_gets_the_whole_scene(ann):
    table = ann.table()
    for base in ("", "0", "f" * 40):
        scene = table.scene(base=base)
        assert scene["base"] is None
        assert all(isinstance(scene[part], str) for part in CUT_AT)
    assert ann.get(f"{table.page}/scene", params={"base": "f" * 41}).status_code == 422


def test_scenes_are_compared_with_scenes_of_the_same_seat_only(ann, bob):
    """Otherwise the numbers of common pieces would reveal what another seat sees."""
    table = ann.table(game="kaivai", seats=[{"kind": "me"}, {"kind": "friend"}], options={"players": 2})
    bob.post(table.invitations["1"], data={"name": "Bob"})
    mine, his = table.scene(), table.by(bob).scene()
    assert table.by(bob).scene(base=his["mark"])["base"] == his["mark"]
    assert table.by(bob).scene(base=mine["mark"])["base"] is None
    other = ann.table(game="kaivai", seats=[{"kind": "me"}, {"kind": "friend"}], options={"players": 2})
    assert other.scene(base=mine["mark"])["base"] is None


def test_event_streams_are_not_compressed(ann):
    """Compression would hold events back until there is enough to compress."""
    table = ann.table()
    with ann.stream("GET", f"{table.page}/events", headers={"accept-encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers


def test_a_friend_joins_by_link_which_then_opens_nothing_for_others(ann, bob, server):
    table = ann.table(seats=WITH_FRIEND)
    link = table.invitations["1"]
    assert "Take the seat" in bob.get(link).text
    assert bob.post(link, data={"name": "Bob"}).status_code == 200
    assert "Bob" in table.scene()["players"]
    assert bob.get(link).url.path == table.page  # the same link leads back
    assert ann.get(link).status_code == 404
    assert ann.post(link, data={"name": "Eve"}).status_code == 404
    own = table.by(bob).send("link", seat=1).json()["link"]
    assert table.send("link", seat=1).status_code == 403
    from .server import Person

    with Person(server.url) as elsewhere:  # Bob on his phone, days later
        assert "Return to my seat" in elsewhere.get(own).text
        assert elsewhere.post(own).url.path == table.page
        assert table.by(elsewhere).scene()["viewer"] == 1


def test_nobody_moves_for_another(ann, bob):
    table = ann.table(seats=TWO_HERE)
    scene = table.by(bob).scene()
    before = scene["number"]
    assert scene["viewer"] is None
    assert "data-action" not in scene["prompt"]
    action = table.actions()[0]
    for what, body in (
        ("move", {"version": 0, "action": action}),
        ("undo", {"version": 0}),
        ("chat", {"text": "hello"}),
        ("leave", {"seat": 0}),
        ("return", {"seat": 0}),
        ("handover", {"seat": 0}),
        ("vote", {"yes": True}),
        ("link", {"seat": 0}),
        ("hint", {"version": 0}),
        ("coach", {"version": 0, "action": action}),
        ("rematch", {}),
    ):
        assert table.by(bob).send(what, **body).status_code in (403, 422), what
    assert table.scene()["number"] == before


def test_leaving_handing_over_and_coming_back(ann, bob):
    table = ann.table(seats=[{"kind": "me", "name": "Ann"}, {"kind": "friend", "level": "random"}])
    bob.post(table.invitations["1"], data={"name": "Bob"})
    at_bob = table.by(bob)
    assert table.send("handover", seat=1, level="random").status_code == 403
    assert at_bob.send("leave", seat=1).status_code == 204
    assert table.send("handover", seat=1, level="random").status_code == 204
    for _ in range(4):
        table.move()
    assert table.wait_for_turn()["yours"]
    assert at_bob.send("return", seat=1).status_code == 204
    assert "returned" in table.scene()["log"]
    scene = table.wait_for_turn()
    while table.scene()["yours"]:
        table.move()
    wait_until(lambda: at_bob.scene()["yours"])
    assert scene["number"] < at_bob.scene()["number"]


def test_a_game_ends_when_all_agree_and_the_rematch_has_the_same_people(ann, bob):
    table = ann.table(seats=WITH_FRIEND)
    bob.post(table.invitations["1"], data={"name": "Bob"})
    assert table.send("rematch").status_code == 422
    assert table.send("vote", yes=True).status_code == 204
    assert not table.scene()["over"]
    assert table.send("vote", yes=False).status_code == 204
    assert table.by(bob).send("vote", yes=True).status_code == 204
    assert not table.scene()["over"]
    assert table.send("vote", yes=True).status_code == 204
    assert table.scene()["over"]
    assert ann.get(f"{table.page}/record").status_code == 200
    again = table.send("rematch").json()["page"]
    assert table.by(bob).send("rematch").json()["page"] == again
    assert again != table.page
    from .server import AtTable

    assert [AtTable(person, again).scene()["viewer"] for person in (ann, bob)] == [0, 1]


def test_chat_comes_from_seated_players(ann):
    table = ann.table(seats=TWO_HERE)
    assert table.send("chat", text="<b>hello</b>\x00").status_code == 204
    assert "&lt;b&gt;hello" in table.scene()["chat"]
    assert table.send("chat", text="x" * 501).status_code == 422
    version = table.scene()["version"]
    assert version == 0  # talk does not make a move stale


def test_a_hint_is_one_of_the_choices(ann):
    table = ann.table(seats=TWO_HERE)
    scene = table.scene()
    hints = table.send("hint", version=scene["version"]).json()["hints"]
    assert hints
    assert {hint["action"] for hint in hints} <= set(table.actions(scene))
    silent = ann.table(seats=TWO_HERE, hints=False)
    assert silent.send("hint", version=0).status_code == 403


def test_typed_seeds_are_marked_as_practice(ann):
    pages = [ann.table(seats=TWO_HERE, seed="7", options={"players": "2"}) for _ in range(2)]
    assert pages[0].scene()["board"] == pages[1].scene()["board"]
    assert "practice" in ann.get(pages[0].page).text
    assert ann.table(seats=TWO_HERE).scene()["board"] != pages[0].scene()["board"]


def test_several_seats_at_one_screen_with_secrets_have_a_curtain(ann):
    """Nobody sees another's secrets without saying who they are."""
    assert find_game("kaivai").has_secrets
    table = ann.table("kaivai", seats=[*TWO_HERE, {"kind": "here"}])
    scene = table.scene()
    assert scene["viewer"] is None
    assert scene["curtain"] is not None
    assert "data-action" not in scene["prompt"]
    lifted = table.scene(seat=scene["curtain"])
    assert lifted["viewer"] == scene["curtain"]
    assert table.actions(lifted)


def test_my_tables_and_whose_turn_it_is(ann, bob):
    ann.table(seats=TWO_HERE)
    assert "your turn" in ann.get("/").text
    assert "Continue playing" not in bob.get("/").text
