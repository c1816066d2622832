"""Boards: a board is a list of panels, placed by the game on a wide screen and stacked on a narrow one."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from .materials import ART
from .reuse import Made, made_once

STYLE = Path(__file__).parent / "board.css"
GAP = 12
VIEWPORT = (1340, 780)


@dataclass(frozen=True)
class Panel:
    """A part of the board, drawn from (0, 0) to (width, height), and its place on a wide screen."""

    key: str
    title: str
    width: float
    height: float
    body: str
    x: float = 0
    y: float = 0


class Pen:
    """Draws click targets. It has the legal actions, and records which of them were drawn."""

    def __init__(
        self,
        legal: Collection[int] = (),
        narrow: bool = False,
        viewport: tuple[int, int] = VIEWPORT,
        opened: Collection[str] = (),
        editing: bool = False,
    ):
        self.legal = frozenset(legal)
        self.editing = editing  # draws the places of the board editor too
        self.viewport = viewport  # pixels, width and height, on a wide screen
        self.opened = frozenset(opened)  # parts that the viewer has opened in place, see `fold_button`
        self.narrow = narrow  # for a phone: panels should be about 390 pixels wide
        self.drawn: set[int] = set()

    def target(self, body: str, actions: Iterable[int], label: str, hint: str = "") -> str:
        """A shape that stands for some actions. A click plays the legal one, asks which of several, or shows why none is legal.

        The tooltip is the label and, on the next line, the hint."""
        numbers = list(actions)
        legal = [number for number in numbers if number in self.legal]
        self.drawn.update(legal)
        data = " ".join(str(number) for number in legal or numbers)
        role = ' role="button" tabindex="0"' if legal else ""
        tooltip = f"{label}\n{hint}" if hint and hint != label else label
        return (
            f'<g class="target{" can" if legal else ""}" data-actions="{data}"{role} aria-label="{escape(label)}">'
            f"<title>{escape(tooltip)}</title>{body}</g>"
        )

    def once(self, key: Hashable, draw: Callable[[], Made]) -> Made:
        """A part of the board, cached for all viewers without legal actions. The key has everything that it depends on, except
        the pen."""
        if self.legal:
            return draw()
        return made_once((self.narrow, self.editing, self.opened, key), draw)

    def spot(self, name: str, shape: str) -> str:
        """A place of the board editor: an invisible shape above the pieces there. Empty outside the editor."""
        return f'<g class="spot" data-spot="{escape(name)}">{shape}</g>' if self.editing else ""


def canvas_size(
    viewport: tuple[int, int], usual: tuple[int, int], minimum: tuple[int, int], min_scale: float = 1
) -> tuple[int, int]:
    """The drawing's size in its own units for a viewport in pixels.

    Viewports larger than `usual` scale the drawing up, smaller ones down to `min_scale`; below `minimum` it shrinks further.
    """
    scale = max(min_scale, min(viewport[0] / usual[0], viewport[1] / usual[1]))
    return max(minimum[0], round(viewport[0] / scale)), max(minimum[1], round(viewport[1] / scale))


def board_svg(panels: Sequence[Panel], narrow: bool = False, style: str = "", art: str = "") -> str:
    """All panels as one SVG. Without `style` and `art`, the page must include the style sheets and the shared shapes."""
    placed = list(stacked(panels)) if narrow else [(panel, panel.x, panel.y, 1.0) for panel in panels]
    width = max(x + panel.width * scale for panel, x, _, scale in placed)
    height = max(y + panel.height * scale for panel, _, y, scale in placed)
    parts = [
        f'<g class="panel" data-panel="{escape(panel.key)}" role="group" aria-label="{escape(panel.title)}" '
        f'transform="translate({x:g} {y:g}) scale({scale:g})">{panel.body}</g>'
        for panel, x, y, scale in placed
    ]
    sheet = (f"<style>{style}</style>" if style else "") + (f"<defs>{art}</defs>" if art else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width:g} {height:g}" '
        f'preserveAspectRatio="xMidYMin meet">{sheet}{"".join(parts)}</svg>'
    )


def in_ascii(html: str) -> str:
    """The same HTML with references such as `&#8722;` for other characters.

    It takes a third of the memory: Python stores a text with a single "−" in two bytes per character, and keeps its UTF-8 once
    it was sent.
    """
    return html.encode("ascii", "xmlcharrefreplace").decode("ascii")


def stacked(panels: Sequence[Panel], width: float = 390) -> Iterable[tuple[Panel, float, float, float]]:
    """The panels one below the other, each as wide as the screen: (panel, x, y, scale)."""
    y = 0.0
    for panel in panels:
        scale = width / panel.width
        yield panel, 0, y, scale
        y += panel.height * scale + GAP


def whole_svg(panels: Sequence[Panel], game_style: Path, game_art: str = "", narrow: bool = False) -> str:
    """A self-contained SVG, for files, notebooks and docs."""
    style = STYLE.read_text(encoding="utf-8") + game_style.read_text(encoding="utf-8")
    return board_svg(panels, narrow, style, ART + game_art)


def hidden_art(*arts: str) -> str:
    """The shared shapes of boards as an invisible SVG, which a page contains once for all its boards."""
    return f'<svg class="art" width="0" height="0" aria-hidden="true"><defs>{ART}{"".join(arts)}</defs></svg>'
