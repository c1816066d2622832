"""The table in the terminal: action board, banquet table, elders, display and every harbour. It is readable without colours."""

from collections.abc import Sequence

import numpy as np
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..cards.counting import catch_of
from ..cards.counts import covered_units
from ..derived import workers_there
from ..elders.council import is_on_top
from ..layout import (
    COUNCIL,
    DISPLAY,
    ELDER_NUMBERS,
    FIELDS,
    HAND,
    IMITATION,
    LAST_ROUND,
    NEXT_TO_DISPLAY,
    OVER,
    PLATES,
    PROMO_TOP,
    RAFT_KIND,
    SPACES,
    STACKS,
    STOCK,
    TRACK,
)
from ..words.effects import MARKS, card_name, card_text, cost_text, lines_of, points_text
from ..words.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, SPACE_NAMES, number_of

WIDTH = 26  # of a space in a harbour
COLOURS = ("#e0524d", "#4f8fdd", "#e3c34a", "#5fb35f", "#b07cc6")  # red, blue, yellow, green, purple
FOREST = "bold #d5ead0 on #2f6a3a"
FREE = "#7d8b96 on #2b3540"
HOUSE = "#2a1c10 on #dfb888"
SEA = "#cfe6f2 on #1f5b80"
GOODS_STYLE = {"wood": "#c9935a", "fish": "#7fc3e0", "gold": "#ecc94b"}
LETTERS = "ABC"


def terminal_board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> RenderableType:
    """The table as the viewer sees it: the viewer's harbour first."""
    near = viewer or 0
    seats = [(near + k) % int(box.players) for k in range(int(box.players))]
    top = Table.grid(padding=(0, 2))
    top.add_row(action_board(seen, box, names), elders(seen, box))
    harbours = Table.grid(padding=(0, 1))
    for seat in seats:
        harbours.add_row(harbour(seen, box, seat, names))
    return Group(headline(seen, box, names), top, display(seen, box, viewer), harbours)


def headline(seen: np.record, box: np.record, names: Sequence[str]) -> Text:
    stage = ("catch", "work", "home", "before scoring", "over")[int(seen.stage)]
    text = Text(f"round {seen.round_number} of {LAST_ROUND}, {stage}", style="bold")
    text.append(f"   start player {names[seen.start_player]}   banquet table ", "default")
    for plate in range(PLATES):
        filled = plate < seen.plates
        text.append(f"{box.plates[plate]}{'♨' if filled else '·'} ", GOODS_STYLE["fish"] if filled else "dim")
    supply = ", ".join(f"{n} {name}" for n, name in zip(seen.supply, SHIP_NAMES, strict=False))
    return text.append(f"  ships {supply}", "default")


def action_board(seen: np.record, box: np.record, names: Sequence[str]) -> RenderableType:
    """The spaces by column, each with its workers."""
    text = Text("action board\n", style="bold")
    for column, word in enumerate(("left", "middle", "right")):
        spaces = [space for space in range(IMITATION) if box.column[space] == column]
        if box.imitations > column:
            spaces.append(IMITATION + column)
        text.append(f"{word:<7}", "dim")
        for space in spaces:
            text.append_text(space_text(seen, box, space))
        text.append("\n")
    shares = [f"{names[seat]} {seen.players[seat].on_board}" for seat in range(int(box.players)) if seen.players[seat].on_board]
    text.append(f"shares on the board: {', '.join(shares) or 'none'}", "default")
    return text


def space_text(seen: np.record, box: np.record, space: int) -> Text:
    """`ship [1.]`: the colour of each worker, a point for each free place."""
    text = Text(f"{BOARD_NAMES[space].split()[0]} [")
    for colour in range(5):
        text.append(str(colour + 1) * int(seen.workers_on[space, colour]), f"bold {COLOURS[colour]}")
    text.append("." * max(0, int(box.capacity[space]) - int(workers_there(seen, space))), "dim")
    return text.append("]  ")


def elders(seen: np.record, box: np.record) -> RenderableType:
    """The stacks, the top first; `?` lies face down."""
    text = Text("elders\n", style="bold")
    for stack in range(1, STACKS + 1):
        there = [elder for elder in range(ELDER_NUMBERS - 1, 0, -1) if seen.elder_at[elder] == stack]
        text.append(f"{stack} ", "dim")
        for elder in there:
            text.append(f"{ELDER_NAMES[elder]} ", "bold" if is_on_top(seen, elder) else "dim")
        text.append("? " if seen.covered[stack - 1] else "", "dim")
        text.append("\n" if stack % 3 == 0 else "  ")
    promo = [ELDER_NAMES[elder] for elder in range(1, ELDER_NUMBERS) if seen.elder_at[elder] == PROMO_TOP]
    return text.append(f"promo {promo[0]}" if promo else "")


def display(seen: np.record, box: np.record, viewer: int | None) -> RenderableType:
    """The buildings that can be built, each with its cost, its points and what it does; the viewer's hand below."""
    table = Table.grid(padding=(0, 1))
    cards = [card for card in range(1, int(box.number_of_cards) + 1) if seen.where[card] in (DISPLAY, NEXT_TO_DISPLAY)]
    hand = [card for card in range(1, int(box.number_of_cards) + 1) if viewer is not None and seen.where[card] == HAND + viewer]
    for card in cards:
        table.add_row(card_line(box, card))
    for card in hand:
        table.add_row(Text("hand ", "bold").append_text(card_line(box, card)))
    stock = int((seen.where[1 : int(box.number_of_cards) + 1] == STOCK).sum())
    title = f"display ({stock} cards unseen; = exact, ~ in part, ○ reconstructed, ◌ its name too)"
    return Panel(table, title=title, title_align="left", border_style="dim", width=118)


def card_line(box: np.record, card: int) -> Text:
    c = box.cards[card]
    source = MARKS[int(c.source)]
    text = Text(f"{c.number}{source}{LETTERS[c.letter]} ", overflow="ellipsis", no_wrap=True)
    text.append(f"{card_name(box, card)} ", HOUSE)
    text.append(f" {cost_text(c, lines_of(box, card))}; {worth(box, card)} points. ", "bold")
    return text.append(card_text(box, card), "default")


def harbour(seen: np.record, box: np.record, seat: int, names: Sequence[str]) -> RenderableType:
    """A harbour with its goods, shares, ships, council and twelve spaces."""
    me = seen.players[seat]
    text = Text()
    if seen.stage != OVER and seen.mover == seat:
        text.append("► ", "bold #ffcf40")
    text.append(f"{seat + 1} {names[seat]}", f"bold {COLOURS[seat]}")
    for good, style in GOODS_STYLE.items():
        text.append(f"  {me[good]} {good}", f"bold {style}")
    if box.guests:
        text.append(f"  {me.guests} {'guest' if me.guests == 1 else 'guests'}", "bold #d9a0e0")
    text.append(f"   workers left {me.workers}" + (f"   hand {me.hand}" if me.hand else ""))
    shares = [f"{names[colour]} {me.shares[colour]}" for colour in range(int(box.players)) if me.shares[colour]]
    text.append(f"   shares {', '.join(shares) or 'none'}, unissued {me.unissued}\n")
    text.append_text(track(seen, box, seat))
    text.append_text(council(seen, box, seat))
    for row in range(3):
        for line in range(2):
            for column in range(4):
                space = 4 * row + column
                text.append(*space_line(seen, box, seat, space, line))
                text.append(" ")
            text.append("\n")
    others = [f"{number_of(box, card)} {card_name(box, card)}" for card in me.harbour[SPACES:] if card]
    if others:
        text.append(f"next to it: {', '.join(others)}\n")
    return text


def track(seen: np.record, box: np.record, seat: int) -> Text:
    """The fishing track: ships from the left (☺ a guest), then the numbers that are free."""
    me = seen.players[seat]
    text = Text("track ", "dim").append("cat|", SEA)
    for kind, name in enumerate(SHIP_NAMES):
        units = 1 if kind == RAFT_KIND else int(box.ship_units[kind])
        aboard = 0 if kind == RAFT_KIND else int(me.aboard[kind])
        for ship in range(int(me.ships[kind])):
            mark = "☺" if ship < aboard else ""
            text.append(f"{mark}{name}"[: 3 * units - 1].ljust(3 * units - 1) + "|", SEA)
    covered = int(covered_units(seen, seat))
    rest = " ".join(str(n) for n in box.track[covered:TRACK])
    return text.append(f" {rest} ", "dim").append(f" catch {catch_of(seen, box, seat)}\n", "bold")


def council(seen: np.record, box: np.record, seat: int) -> Text:
    """The elders, with their fish and workers."""
    text = Text("council ", "dim")
    for elder in range(1, ELDER_NUMBERS):
        if seen.elder_at[elder] == COUNCIL + seat:
            fish = "°" * int(seen.elder_fish[elder])
            worker = f"[{seen.elder_worker[elder]}]" if seen.elder_worker[elder] else ""
            text.append(f"{ELDER_NAMES[elder]}{fish}{worker}  ", "bold")
    return text.append("\n")


def space_line(seen: np.record, box: np.record, seat: int, space: int, line: int) -> tuple[str, str]:
    """One of the two lines of a space, and its style."""
    me = seen.players[seat]
    card = int(me.harbour[space])
    if space == 0:
        goods = [f"{n}{word}" for n, word in ((me.reserve_wood, "w"), (me.reserve_fish, "f"), (me.reserve_gold, "g")) if n]
        lines, style = ("reserve", " ".join(goods) or "empty"), SEA
    elif card:
        lines, style = (f"{number_of(box, card)} {card_name(box, card)}", f"{worth(box, card)} points"), HOUSE
    elif strips := strips_on(seen, box, seat, space):
        lines, style = (f"♣ {SPACE_NAMES[space]}", f"{strips} strip{'s' if strips > 1 else ''}"), FOREST
    else:
        lines, style = (SPACE_NAMES[space], ""), FREE
    return f" {lines[line]}"[:WIDTH].ljust(WIDTH), style


def strips_on(seen: np.record, box: np.record, seat: int, space: int) -> int:
    """How many strips lie on a space."""
    strips = seen.players[seat].strips
    return sum(int(strips[field]) for field in range(FIELDS) if space - int(box.field_left[field]) in (0, 1))


def worth(box: np.record, card: int) -> str:
    return points_text(box.cards[card], lines_of(box, card))
