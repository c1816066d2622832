"""Agents where searches are compiled: hints and reviews."""

import pytest

from seaboard.agents.assistant import Assistant


@pytest.mark.parametrize("game", ["maori", "kaivai", "nusfjord"])
def test_an_assistant_plays_by_hints_and_reads_its_review(game):
    assistant = Assistant()
    state = assistant.new_game(game, opponents=["easy"], seed="review").data
    while not state["over"]:
        best = assistant.hint(state["id"], "easy").data["hints"][0]
        state = assistant.move(state["id"], best["move"]).data
    answer = assistant.review(state["id"], simulations=20)
    review = answer.data["review"]
    own = [decision for decision in review["decisions"] if decision["seat"] == 0]
    assert review["sums"][0]["decisions"] == len(own) > 10
    assert answer.text.count("mean cost") == state["seats"]
    assert "Player 1" not in answer.text
