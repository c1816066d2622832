"""Another player's harbour in short: points, goods, elders, buildings, forest, ships. Its close-up shows all of it."""

from collections.abc import Sequence

from ....drawing import Panel, inspectable, piece, place, text
from ....drawing.shapes import seat_badge
from ....language import _, many
from ..actions.work import colour_of
from ..cards.counting import catch_of
from ..layout import SLOTS
from ..words.effects import card_name, face
from ..words.notation import number_of
from .art import FISH, HOUSE, PINE, STAR, UNISSUED, cat_boat, share, worker
from .cards import chip, chip_width
from .council import council_of, small_elder
from .harbour import frame, hand, is_opened, opener, player_name, supply
from .scene import Scene
from .typesetting import box, moved, width_of

ROW, GAP = 25, 9
HEAD, LOW = 230, 50  # in a low panel the name is next to the rest
Item = tuple[float, str]  # the width or the place, and the drawing around y = 0 from x = 0


def far_harbour(scene: Scene, seat: int, width: float, height: float) -> Panel:
    """The name and the points; next to or below them as much of the content as fits, the buildings last.

    On a phone (height 0) as high as needed. While the harbour is opened below, only its head is drawn."""
    in_one_row = 0 < height < LOW
    start, first = (HEAD + 8.0, 18.0) if in_one_row else (8.0, 42.0)
    most = int((height - 11 - first) / ROW) + 1 if height else 99
    rows = [] if is_opened(scene, seat) else in_rows(scene, seat, width - 6 - start, most)
    full = height or first + ROW * len(rows) - 8
    parts = [frame(scene, seat, width, full), far_head(scene, seat, HEAD if in_one_row else width)]
    parts += [moved(start + x, first + ROW * n, body) for n, row in enumerate(rows) for x, body in row]
    body = scene.target("".join(parts), scene.on_player(seat), label(scene, seat))
    opens = opener(scene, seat, (HEAD if in_one_row else width) - 20 - width_of(scene.points[seat], 14, bold=True) - 34, 15.5)
    key = f"opened-{seat}" if is_opened(scene, seat) else f"harbour-{seat}"
    return Panel(key, scene.names[seat], width, full, inspectable(body, f"harbour {seat + 1}") + opens)


def in_rows(scene: Scene, seat: int, width: float, most: int) -> list[list[Item]]:
    """The content in at most this many rows; if not all buildings fit, the number of the others."""
    items = [*holdings(scene, seat), *buildings(scene, seat)]
    for shown in range(len(items), -1, -1):
        left_out = len(items) - shown
        sign = f"+{left_out}"
        more = [(width_of(sign, 14, bold=True), text(0, 5, sign, "bold soft"))] if left_out else []
        rows = flowed([*items[:shown], *more], width)
        if len(rows) <= most:
            return rows
    return []


def flowed(items: Sequence[Item], width: float) -> list[list[Item]]:
    """The items in rows, each with its x."""
    rows: list[list[Item]] = [[]]
    x = 0.0
    for long, body in items:
        if x + long > width and rows[-1]:
            rows.append([])
            x = 0.0
        rows[-1].append((x, body))
        x += long + GAP
    return rows


def far_head(scene: Scene, seat: int, width: float) -> str:
    shown = scene.points[seat]
    end = width - 10 - width_of(shown, 14, bold=True)
    body = box(4, 4, width - 8, 23, "nusfjord-head lit", 6) + seat_badge(seat, 17, 15.5, 0.85)
    body += text(31, 20.5, player_name(scene, seat, end - 84), "bold")
    return body + moved(end - 9, 15, STAR, 0.8) + text(width - 10, 20.5, shown, "bold", "end")


def label(scene: Scene, seat: int) -> str:
    """The points, and all buildings by name, which may not fit the drawing."""
    points = _("{name}: points if the game ended now: {points}", name=scene.names[seat], points=scene.points[seat])
    return "\n".join([points, *(card_name(scene.box, card) for card in built(scene, seat))])


def counted(n: int, picture: str, hint: str, scene: Scene, size: float = 0.9) -> Item:
    """A picture and a number."""
    body = moved(9, 0, picture, size) + text(20, 5, n, "bold")
    return 21 + width_of(str(n), 14, bold=True), scene.target(body, (), hint)


def holdings(scene: Scene, seat: int) -> list[Item]:
    """Goods, workers still to be placed, cards in hand, elders, catch, forest, the number of buildings, shares."""
    me, colour = scene.seen.players[seat], int(colour_of(scene.seen, scene.box, seat))
    items = []
    for good, (n, picture, hint) in enumerate(supply(scene, seat)):
        width, body = counted(n, picture, hint, scene)
        items.append((width, place(f"good-{seat}-{good}", n, body)))
    if me.workers:
        at_home = [
            piece(f"worker-{colour}@home-{n}", 9 + 15 * n, 0, moved(0, 0, worker(colour), 0.84)) for n in range(me.workers)
        ]
        items.append((3 + 15 * int(me.workers), "".join(at_home)))
    if me.hand:
        items.append((18, hand(scene, seat, 0, 0)))
    items += [(22, piece(f"elder-{elder}", 0, 0, small_elder(scene, elder))) for elder in council_of(scene, seat)]
    catch = int(catch_of(scene.seen, scene.box, seat))
    caught = many(catch, "{n} fish in the catch", "{n} fish in the catch")
    items.append(
        (54, scene.target(moved(13, -4, cat_boat(24), 0.85) + moved(34, 0, FISH, 0.6) + text(42, 5, catch, "bold"), (), caught))
    )
    strips = int(me.strips.sum())
    items.append(counted(strips, PINE, many(strips, "{n} forest strip", "{n} forest strips"), scene, 0.75))
    cards = built(scene, seat)
    items.append(counted(len(cards), HOUSE, many(len(cards), "{n} building", "{n} buildings"), scene, 0.8))
    for owner in range(int(scene.box.players)):
        if n := int(me.shares[owner]):
            hint = _("{n} shares of {name}", n=n, name=scene.names[owner])
            items.append((33, scene.target(moved(9, 0, share(owner), 0.84) + text(20, 5, n, "bold"), (), hint)))
    if me.unissued:
        hint = _("{n} unissued", n=int(me.unissued))
        items.append(counted(int(me.unissued), UNISSUED, hint, scene, 0.8))
    return items


def built(scene: Scene, seat: int) -> list[int]:
    return [int(card) for card in scene.seen.players[seat].harbour[1:SLOTS] if card]


def buildings(scene: Scene, seat: int) -> list[Item]:
    """Their names."""
    items = []
    for card in built(scene, seat):
        number = number_of(scene.box, card)
        body = scene.target(chip(scene, card), scene.on_building(seat, card), face(scene.box, card))
        items.append((chip_width(scene, card), piece(f"card-{number}", 0, 0, inspectable(body, f"building {number}"))))
    return items
