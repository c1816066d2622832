"""The table in the terminal: the board on the left; players, action spaces and the phase on the right.

A hex has two lines: its content, and its name. Water is drawn with dots and land without, so that it can be read without
colours. Hexes that can be chosen now are marked with >.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from ..all_actions import ACTION_WORDS
from ..canoes import canoe_owner, range_of
from ..hexes import has, hexes_in
from ..huts import hut_kind, hut_owner
from ..layout import NOBODY, NOT_CHOSEN, NOWHERE, OVER
from ..scoring import presence
from ..supplies import canoes_on_board, huts_of_kind, money_of
from ..villages import village_size
from ..words.notation import HEX_NAMES
from ..words.terms import phase

WIDTH = 4  # of a hex
LETTERS = "ABCD"
COLOURS = ("#c0392b", "#1e7d4f", "#2d5fb8", "#8a5a00")
SEA = ("#7fb3cc on #123c55", "#5d8ea6 on #123c55")
LAND = "#3b2f14 on #e6d49a"
KIND_SIGNS = "cfm"
LEGEND = "# cult hex  GOD god  Ac Af Am canoe-builder, fisherman's, meeting hut  A^ canoe  Ac2 fish  > choice"


@dataclass(frozen=True)
class TerminalBoard:
    """The table as the viewer sees it: other players' influence is hidden (K14.1). On a narrow screen the board is on top."""

    seen: np.record
    box: np.record
    viewer: int | None
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        parts = [hex_map(self.seen, self.box), side(self.seen, self.box, self.viewer, self.names)]
        if options.max_width < 99:
            yield from parts
        else:
            table = Table.grid(padding=(0, 2))
            table.add_row(*parts)
            yield table
        yield Text(LEGEND, style="dim")


def hex_map(seen: np.record, box: np.record) -> Text:
    """Columns a to m, each half a hex lower or higher than the next."""
    lines = [[Text(" " * WIDTH) for _ in range(13)] for _ in range(26)]
    for hex, name in enumerate(HEX_NAMES):
        column, down = ord(name[0]) - ord("a"), int(name[1:]) - 1
        top = 2 * down + abs(column - 6)
        lines[top][column], lines[top + 1][column] = hex_lines(seen, box, hex)
    text = Text("\n").join(Text.assemble(*line) for line in lines)
    letters = Text("".join(letter.center(WIDTH) for letter in "abcdefghijklm") + "\n", "bold")
    return letters + text


def hex_lines(seen: np.record, box: np.record, hex: int) -> tuple[Text, Text]:
    """The content of a hex, and its name."""
    water = has(box, hexes_in(seen.water), hex)
    mark = ">" if has(box, hexes_in(seen.choices), hex) else " "
    label = f"{mark}{HEX_NAMES[hex]}"
    owner, code = int(canoe_owner(seen, box, hex)), int(seen.hut[hex])
    if water:
        top = Text(" .. ", SEA[0]) if owner == NOBODY else centred(f"{LETTERS[owner]}^", owner)
        return top, Text(label.ljust(WIDTH), "bold #ffffff on #123c55" if mark == ">" else SEA[1])
    if code:
        fish = f"{seen.fish[hex]}" if seen.fish[hex] else ""
        canoe = "^" if owner != NOBODY else ""
        top = centred(f"{LETTERS[hut_owner(code)]}{KIND_SIGNS[hut_kind(code)]}{canoe}{fish}", hut_owner(code))
    else:
        top = Text("#GOD" if seen.god == hex else "####", f"bold {LAND}")
    return top, Text(label.ljust(WIDTH), f"bold {LAND}" if mark == ">" else LAND)


def centred(text: str, owner: int) -> Text:
    return Text(text.center(WIDTH), f"bold #ffffff on {COLOURS[owner]}")


def side(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> Text:
    text = Text()
    text.append(f"Round {seen.round_number} of {box.rounds}, {phase(seen)}\n", "bold")
    text.append(f"stock {seen.stock}  influence {seen.supply}  cult hexes {seen.cult_supply}\n", "dim")
    for action, name in enumerate(ACTION_WORDS):
        acting = seen.acting == action
        cost = f"{name} {seen.spaces[action]}" + (", " if action < 5 else "\n")
        text.append("counters: " if action == 0 else "\n          " if action == 3 else "")
        text.append(cost, "bold reverse" if acting else "")
    text.append("shells and fish on the spaces 1 2 3 4 5\n", "dim")
    for seat in range(int(box.players)):
        text.append(player(seen, box, seat, viewer, names))
    return text.append(villages(seen, box))


def player(seen: np.record, box: np.record, seat: int, viewer: int | None, names: Sequence[str]) -> Text:
    """Name, glory, bid, tracks and pieces."""
    p = seen.players[seat]
    text = Text()
    text.append("► " if seen.mover == seat else "  ", "bold #ffcf40")
    text.append(f" {LETTERS[seat]} ", f"bold #ffffff on {COLOURS[seat]}")
    text.append(f" {names[seat]}", "bold")
    text.append(" (passed)" if p.passed else "")
    if p.chosen != NOT_CHOSEN:
        text.append(" (has chosen)" if p.chosen < 0 or seat != viewer else f" (plays {p.chosen})")
    text.append(f" (played {p.played})" if p.played else "")
    influence = str(p.influence) if seat == viewer or seen.decision == OVER else "hidden"
    bid = f"{p.bid}, range {range_of(seen, box, seat)}" if p.bid else "none"
    text.append(f"\n   glory {p.glory}  influence {influence}  bid {bid}\n")
    text.append(f"   shells {' '.join(map(str, p.shells))} = {money_of(seen, seat)}  fish {' '.join(map(str, p.fish))}\n")
    huts = " ".join(f"{sign}{huts_of_kind(seen, seat, kind)}" for kind, sign in enumerate(KIND_SIGNS))
    text.append(f"   huts {huts}  canoes {canoes_on_board(seen, seat)}  +{box.increase[p.increase]} range")
    text.append(f"  owes {seen.owed}\n" if seen.owed and seen.mover == seat else "\n")
    return text


def villages(seen: np.record, box: np.record) -> Text:
    """K12.3: each village with its hexes, cult hexes, fish, and each player's strength without counters."""
    letters = LETTERS[: int(box.players)]
    text = Text()
    text.append(f"village  hexes cult fish  {'  '.join(letters)}\n", "bold")
    for v, base in enumerate(seen.bases):
        if base == NOWHERE:
            continue
        mark = "*" if int(seen.scored) >> v & 1 else ">" if seen.scoring == v else " "
        power = " ".join(f"{presence(seen, seat, v):>2}" for seat in range(len(letters)))
        god = "god" if v == seen.gods_village else ""
        sizes = f"{village_size(seen, v):>4} {seen.cults[v]:>4} {seen.fish_in[v]:>4}"
        text.append(f"{mark}{HEX_NAMES[int(base)]:<4}{god:<4} {sizes}  {power}\n", "dim" if mark == "*" else "")
    return text
