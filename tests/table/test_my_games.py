"""My games: the tables where it is my turn come first. Guests have the page too."""


def test_my_games_come_in_order(ann, bob):
    here = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Too"}]
    first, second = ann.table(seats=here), ann.table(seats=here)
    waits = ann.table(seats=[{"kind": "me"}, {"kind": "friend"}])
    over = ann.table(seats=here)
    ann.post(f"{over.page}/vote", json={"yes": True})
    found = ann.get("/my-games/turns").json()
    assert found["turns"] >= 2
    assert found["next"] == first.page
    assert ann.get(f"/my-games/turns?other_than={first.page[3:]}").json()["next"] == second.page
    text = ann.get("/my-games").text
    places = [text.index(f'id="{table.page[3:]}"') for table in (first, second, over)]
    assert places == sorted(places)
    assert text.index(f'id="{over.page[3:]}"') > text.index(f'id="{waits.page[3:]}"')
    assert bob.get("/my-games/turns").json() == {"turns": 0, "next": ""}
    assert first.page not in bob.get("/my-games").text
