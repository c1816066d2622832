"""The board as an MCP App: a host loads it into a frame, speaks MCP Apps with it, and it shows the board."""

import html
from pathlib import Path

import pytest

import seaboard
from seaboard.games import find_game
from seaboard.match import Match

APP = Path(seaboard.__file__).parent / "agents/mcp/board.html"
HOST = """<!doctype html><iframe sandbox="allow-scripts" srcdoc="{app}" style="width:100%;height:600px"></iframe><script>
  window.heard = [];
  const frame = document.querySelector("iframe");
  window.tell = (method, params) => frame.contentWindow.postMessage({{jsonrpc: "2.0", method, params}}, "*");
  addEventListener("message", (event) => {{
    window.heard.push(event.data.method);
    if (event.data.method === "ui/initialize")
      event.source.postMessage({{jsonrpc: "2.0", id: event.data.id, result: {{}}}}, "*");
  }});
</script>"""


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_a_host_shows_the_board(chromium, size):
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_content(HOST.format(app=html.escape(APP.read_text(encoding="utf-8"))))
    page.wait_for_function("heard.includes('ui/notifications/initialized')")
    match = Match(find_game("maori"), seed=1, players=2, names=["<script>parent.heard.push('evil')</script>", "B"])
    result = {
        "content": [{"type": "text", "text": "x\nYour decision: Sail how far?"}],
        "_meta": {"seaboard/board": match.svg(0)},
    }
    page.evaluate("result => tell('ui/notifications/tool-result', result)", result)
    page.wait_for_function("heard.includes('ui/notifications/size-changed')")
    frame = page.frames[1]
    assert frame.inner_text("#status") == "Your decision: Sail how far?"
    drawn = frame.evaluate(
        "(() => { const b = document.getElementById('board'); return [b.naturalWidth, b.hidden, b.clientWidth]; })()"
    )
    assert drawn[0] > 0
    assert drawn[1] is False
    assert drawn[2] <= size[0]
    assert "evil" not in page.evaluate("heard")
    assert complaints == []
    page.close()
