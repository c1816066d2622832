"""A harbour: goods, shares and workers, the council, the building spaces with forest, the fishing track with ships."""

from ....drawing import Panel, fold_button, inspectable, piece, place, sheet, text
from ....drawing.shapes import seat_badge
from ....language import _, capital, many
from ..actions.goods import wood_limit
from ..actions.work import colour_of
from ..cards.counting import catch_of
from ..cards.counts import covered_units, is_wooded
from ..derived import units_of_card
from ..layout import FIELDS, RAFT_KIND, SLOTS, SPACES, TRACK
from ..resources import resources_of
from ..words.effects import face
from ..words.names import amount, goods, ship_name
from ..words.notation import SPACE_NAMES, number_of
from .art import FISH, GOLD, GUEST, PINE, STAR, UNISSUED, WOOD, cat_boat, share, ship, worker
from .cards import card_body, stretched, whole_height
from .council import council, council_of, council_width, seated_height
from .scene import Scene
from .typesetting import LEAD, box, broken, circle, line, moved, width_of

GAP = 6
BETWEEN = 5  # two spaces
HEAD, STOCK, TRACK_HEIGHT = 28, 34, 44
TALL_HEAD = 39  # on phones, to be tapped
MIN_ROW, USUAL_ROW = 46.0, 84.0  # of building spaces
FIXED = STOCK + TRACK_HEIGHT + 4 * GAP + 2 * BETWEEN
FACES = 78.0  # the height of a council without elders


def harbour(scene: Scene, seat: int, width: float, height: float) -> Panel:
    """A harbour in full; with height 0 as high as needed."""
    top = head_space(scene)
    needs = rows_needed(scene, seat, width - 2 * GAP)
    fixed = top + FIXED
    seats = council_height(scene, seat, width)
    rows = stretched(needs, height - fixed - seats, height) if height else [max(USUAL_ROW, need) for need in needs]
    full = height or fixed + seats + sum(rows)
    inner, y = width - 2 * GAP, top + STOCK
    parts = [frame(scene, seat, width, full), head(scene, seat, width, top), moved(GAP, top, stock(scene, seat, inner))]
    parts.append(moved(GAP, y, council(scene, seat, inner, seats)))
    parts.append(moved(GAP, y + seats + GAP, spaces(scene, seat, inner, rows)))
    parts.append(moved(GAP, full - TRACK_HEIGHT - GAP, track(scene, seat, inner, TRACK_HEIGHT)))
    if seat != scene.near:
        parts.append(opener(scene, seat, width - 20 - width_of(scene.points[seat], 14, bold=True) - 34, top / 2))
    return Panel(f"harbour-{seat}", scene.names[seat], width, full, "".join(parts))


def head_space(scene: Scene) -> int:
    return TALL_HEAD if scene.pen.narrow else HEAD


def is_opened(scene: Scene, seat: int) -> bool:
    """Whether the viewer wants to see another player's harbour in full."""
    return f"harbour {seat + 1}" in scene.pen.opened


def opener(scene: Scene, seat: int, x: float, y: float) -> str:
    """Opens another player's harbour in its place, or closes it."""
    is_open = is_opened(scene, seat)
    name = scene.names[seat]
    label = _("Close {name}'s harbour", name=name) if is_open else _("Open {name}'s harbour", name=name)
    return fold_button(f"harbour {seat + 1}", is_open, label, x, y)


def opened_height(scene: Scene, seat: int, width: float) -> float:
    """The height of another player's harbour when it is opened."""
    usual = (max(USUAL_ROW, row) for row in rows_needed(scene, seat, width - 2 * GAP))
    return FIXED + HEAD + council_height(scene, seat, width) + sum(usual)


def council_height(scene: Scene, seat: int, width: float) -> float:
    """The height of a council with the texts of its elders."""
    each = council_width(scene, seat, width - 2 * GAP)
    return max([FACES, *(seated_height(scene, elder, each) for elder in council_of(scene, seat))])


def height_needed(scene: Scene, seat: int, width: float) -> float:
    """The height of a harbour with all its texts."""
    return HEAD + FIXED + council_height(scene, seat, width) + sum(rows_needed(scene, seat, width - 2 * GAP))


def rows_needed(scene: Scene, seat: int, width: float) -> list[float]:
    """The heights that the three rows of spaces need for the texts of their buildings."""
    each = (width + BETWEEN) / 4 - BETWEEN
    rows = (scene.seen.players[seat].harbour[4 * row : 4 * row + 4] for row in range(3))
    return [max([MIN_ROW, *(whole_height(scene, int(card), each, False) for card in row if card)]) for row in rows]


def frame(scene: Scene, seat: int, width: float, height: float) -> str:
    active = " nusfjord-active" if scene.asks(seat) else ""
    return f'<g class="seat-{seat}">{sheet(f"nusfjord-harbour{active}", 1, 1, width - 2, height - 5, 10)}</g>'


def head(scene: Scene, seat: int, width: float, height: float) -> str:
    """The player's badge, name and points; clickable if a player must be chosen."""
    shown = scene.points[seat]
    end = width - 10 - width_of(shown, 14, bold=True)
    tall, middle = (33, 20) if height == TALL_HEAD else (22, 14)
    body = box(4, 3, width - 8, tall, "nusfjord-head lit", 6) + seat_badge(seat, 17, middle, 0.85)
    body += line(31, middle + 5, player_name(scene, seat, end - 60), "bold", 14, bold=True)
    body += moved(end - 9, middle, STAR, 0.8) + text(width - 10, middle + 5, shown, "bold", "end")
    label = _("{name}: points if the game ended now: {points}", name=scene.names[seat], points=shown)
    return scene.target(body, scene.on_player(seat), label)


def player_name(scene: Scene, seat: int, width: float) -> str:
    """The name, or as many of its words as fit."""
    return broken(scene.names[seat], width, 14, bold=True)[0]


def supply(scene: Scene, seat: int) -> list[tuple[int, str, str]]:
    """The number, picture and tooltip of each good in the supply."""
    me = scene.seen.players[seat]
    limit = int(wood_limit(scene.seen, scene.box, seat, resources_of(scene.seen, seat)))
    goods = [
        (int(me.wood), WOOD, _("{wood} of at most {limit}", wood=amount(int(me.wood), "wood"), limit=limit)),
        (int(me.fish), FISH, amount(int(me.fish), "fish")),
        (int(me.gold), GOLD, amount(int(me.gold), "gold")),
    ]
    if scene.box.guests:
        goods.append((int(me.guests), GUEST, amount(int(me.guests), "guest|guests")))
    return goods


def stock(scene: Scene, seat: int, width: float) -> str:
    """Goods of the supply, workers and cards still in hand on the left, shares on the right."""
    me, y, x = scene.seen.players[seat], 16, 4.0
    parts = []
    for good, (n, picture, hint) in enumerate(supply(scene, seat)):
        long = 26 + width_of(str(n), 18, bold=True)
        body = box(x - 2, y - 16, long + 4, 32, "nusfjord-good lit", 6) if scene.on_good(seat, good) else ""
        body += moved(x + 10, y, picture, 1.15) + text(x + 22, y + 6.3, n, "nusfjord-count")
        parts.append(place(f"good-{seat}-{good}", n, scene.target(body, scene.on_good(seat, good), hint)))
        x += long + 8
    colour = int(colour_of(scene.seen, scene.box, seat))
    for n in range(int(me.workers)):
        parts.append(piece(f"worker-{colour}@home-{n}", x + 9, y + 1, moved(0, 0, worker(colour), 0.95)))
        x += 18
    parts.append(hand(scene, seat, x + 5, y))
    return "".join(parts) + shares(scene, seat, x + (24 if me.hand else 0), width, y)


def hand(scene: Scene, seat: int, x: float, y: float) -> str:
    """How many cards a player holds."""
    held = int(scene.seen.players[seat].hand)
    if not held:
        return ""
    hint = many(held, "{n} card in hand", "{n} cards in hand")
    card = box(x, y - 10, 16, 20, "nusfjord-in-hand", 3) + text(x + 8, y + 5, held, "nusfjord-name", "middle")
    return scene.target(card, (), hint)


def shares(scene: Scene, seat: int, start: float, width: float, y: float) -> str:
    """Issued shares at home, by colour; unissued ones face down. They overlap each other rather than what is before `start`."""
    me = scene.seen.players[seat]
    colours = [colour for colour in range(int(scene.box.players)) for _n in range(int(me.shares[colour]))]
    held = len(colours) + int(me.unissued)
    step = max(9, min(20, width * 0.42 / max(1, held), (width - start - 9) / max(1, held - 0.5)))
    parts = []
    for n in range(held):
        x = width - (held - n) * step + step / 2
        lying = UNISSUED if n < int(me.unissued) else share(colours[n - int(me.unissued)])
        parts.append(moved(x, y, lying, 0.9))
    hint = _("{issued} issued shares at home, {unissued} unissued", issued=len(colours), unissued=int(me.unissued))
    return scene.target("".join(parts), (), hint) if parts else ""


def spaces(scene: Scene, seat: int, width: float, rows: list[float]) -> str:
    """Three rows of four: the reserve, buildings, free spaces, and the forest over double fields."""
    each = (width + BETWEEN) / 4
    w = each - BETWEEN
    tops = [sum(rows[:n]) + n * BETWEEN for n in range(3)]
    me = scene.seen.players[seat]
    parts = [moved(0, 0, reserve(scene, seat, w, rows[0]))]
    for space in range(1, SPACES):
        x, y, h = space % 4 * each, tops[space // 4], rows[space // 4]
        card = int(me.harbour[space])
        if card:
            parts.append(building(scene, seat, card, x, y, w, h))
        else:
            free = box(0, 0, w, h, "nusfjord-free lit")
            if not wooded(scene, seat, space):
                free += text(w / 2, h / 2 + 4, SPACE_NAMES[space], "nusfjord-text nusfjord-faint", "middle")
            parts.append(moved(x, y, scene.target(free, scene.on_building_space(seat, space), "")))
    for field in range(FIELDS):
        left = int(scene.box.field_left[field])
        if me.strips[field]:
            wood = forest(scene, seat, field, 2 * w + BETWEEN, rows[left // 4])
            parts.append(moved(left % 4 * each, tops[left // 4], wood))
    for field in range(FIELDS):
        left = int(scene.box.field_left[field])
        if scene.on_field(seat, field) and (
            me.strips[field] or not any(wooded(scene, seat, space) for space in (left, left + 1))
        ):
            body = circle(0, 0, 17, "nusfjord-plant lit") + moved(0, 0, PINE, 1.1)
            x, y = left % 4 * each + each - BETWEEN / 2, tops[left // 4] + rows[left // 4] / 2
            parts.append(moved(x, y, scene.target(body, scene.on_field(seat, field), "")))
    for space in range(1, SPACES):
        spot = box(space % 4 * each, tops[space // 4], w, rows[space // 4], "")
        parts.append(scene.pen.spot(f"space-{seat}-{SPACE_NAMES[space]}", spot))
    return "".join(parts)


def wooded(scene: Scene, seat: int, space: int) -> bool:
    return bool(is_wooded(scene.seen, seat, space))


def building(scene: Scene, seat: int, card: int, x: float, y: float, w: float, h: float) -> str:
    body = scene.target(card_body(scene, card, w, h, False), scene.on_building(seat, card), face(scene.box, card))
    number = number_of(scene.box, card)
    return piece(f"card-{number}", x, y, inspectable(body, f"building {number}"))


def reserve(scene: Scene, seat: int, w: float, h: float) -> str:
    """The goods in the reserve (N3.2)."""
    me = scene.seen.players[seat]
    there = [(int(me.reserve_fish), FISH), (int(me.reserve_wood), WOOD), (int(me.reserve_gold), GOLD)]
    stored = [(n, picture) for n, picture in there if n]
    parts = [box(0, 0, w, h, "nusfjord-reserve"), line(7, 15, capital(_("reserve")), "nusfjord-text soft")]
    across, down = (w - 6) / max(1, len(stored)), (h - LEAD - 8) / max(1, len(stored))
    side_by_side = all(width_of(str(n), 18, bold=True) + 27 <= across for n, _picture in stored)
    for k, (n, picture) in enumerate(stored):
        x, y = (3 + across * (k + 0.5), (h + LEAD) / 2 + 3) if side_by_side else (w / 2, LEAD + 5 + down * (k + 0.5))
        body = text(-2, 6, n, "nusfjord-count", "end") + moved(11, 0, picture, 1)
        parts.append(moved(x, y, body, 1 if side_by_side else min(1, down / 19)))
    hint = _("reserve: {goods}", goods=goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold)))
    return scene.target("".join(parts), (), hint)


def forest(scene: Scene, seat: int, field: int, w: float, h: float) -> str:
    """The strips on a double field."""
    strips = int(scene.seen.players[seat].strips[field])
    parts = [box(0, 2 * k, w, h - 2 * k, "nusfjord-forest lit", 7) for k in reversed(range(min(strips, 3)))]
    size = min(1.9, h / 40)
    trees = max(5, int(w / (13 * size)))
    for row, (y, smaller) in enumerate(((0.36, 0.8), (0.6, 1.0))):
        for n in range(trees - row):
            x = 10 * size + (w - 20 * size) * (n + 0.5 * row) / (trees - 1)
            parts.append(
                moved(x, h * y + (n * 5 % 3) * size, PINE, round(size * smaller * (0.86 + 0.12 * ((n * 7 + row) % 3)), 2))
            )
    if strips > 1:
        parts.append(circle(w - 13, h / 2, 11, "nusfjord-points"))
        parts.append(text(w - 13, h / 2 + 4.5, f"{strips}×", "nusfjord-name", "middle"))
    hint = many(strips, "{n} forest strip", "{n} forest strips")
    body = scene.target("".join(parts), scene.on_strip(seat, field), hint)
    return piece(f"strip-{seat}-{field}", 0, 0, body)


def track(scene: Scene, seat: int, width: float, height: float) -> str:
    """N1.3: the catboat, ships from the left, then the numbers of the free units; the first is the catch."""
    me, room = scene.seen.players[seat], 54
    unit = (width - room) / (TRACK + 1.4)
    size, keel = height / 40, height * 0.58
    parts = [box(0, 0, width, height, "nusfjord-sea", 8), moved(unit * 0.75, keel, cat_boat(unit * 1.3 / size), size)]
    x = unit * 1.4
    for kind in range(4):
        long = int(scene.box.ship_units[kind]) * unit
        aboard = 0 if kind == RAFT_KIND else int(me.aboard[kind])
        for n in range(int(me.ships[kind])):
            body = box(1 - long / 2, 2 - keel, long - 2, height - 4, "nusfjord-berth lit", 5)
            body += moved(0, 0, ship(kind, long / size - 2), size)
            body += moved(-0.3 * long, 0.02 * height, GUEST, 0.85 * size) if n < aboard else ""
            body = scene.target(body, scene.on_ship(seat, kind), capital(ship_name(kind)))
            parts.append(piece(f"ship-{seat}-{kind}-{n}", x + long / 2, keel, body))
            x += long
    afloat = [card for card in buildings_off(scene, seat) if units_of_card(scene.box, card)]
    for card in afloat:
        long = int(units_of_card(scene.box, card)) * unit
        parts.append(off_space(scene, seat, card, x + 1, 2, long - 2, height - 4))
        x += long
    parts.append(free_units(scene, seat, x, unit, height))
    next_to_track = [card for card in buildings_off(scene, seat) if card not in afloat]
    parts += [
        off_space(scene, seat, card, width - room - 36 * (n + 1), 2, 34, height - 4) for n, card in enumerate(next_to_track)
    ]
    catch = int(catch_of(scene.seen, scene.box, seat))
    label = many(catch, "{n} fish in the catch", "{n} fish in the catch")
    caught = moved(width - room / 2 - 7, height / 2, FISH, 1.1)
    parts.append(scene.target(caught + text(width - 5, height / 2 + 5, catch, "bold", "end"), (), label))
    return "".join(parts) + scene.pen.spot(f"track-{seat}", box(0, 0, width, height, ""))


def buildings_off(scene: Scene, seat: int) -> list[int]:
    """N9.12: the buildings on the track or next to the harbour."""
    return [int(card) for card in scene.seen.players[seat].harbour[SPACES:SLOTS] if card]


def off_space(scene: Scene, seat: int, card: int, x: float, y: float, width: float, height: float) -> str:
    """A building on the track or next to the harbour: only its number fits."""
    number = number_of(scene.box, card)
    shown = str(number) if width > 26 else str(number % 100)
    body = box(0, 0, width, height, "nusfjord-card lit", 4)
    body += text(width / 2, height / 2 + 4.5, shown, "nusfjord-name", "middle")
    body = scene.target(body, scene.on_building(seat, card), face(scene.box, card))
    return piece(f"card-{number}", x, y, inspectable(body, f"building {number}"))


def free_units(scene: Scene, seat: int, x: float, unit: float, height: float) -> str:
    """The rest of the track."""
    covered = int(covered_units(scene.seen, seat))
    if covered >= TRACK:
        return ""
    body = box(x + 1, 3, (TRACK - covered) * unit - 2, height - 6, "nusfjord-units lit", 5)
    for n in range(covered, TRACK):
        body += unit_mark(scene, n, n == covered, x + (n - covered + 0.5) * unit, height, unit)
    return scene.target(body, scene.on_track(seat), "")


def unit_mark(scene: Scene, n: int, first: bool, x: float, height: float, unit: float) -> str:
    """The number of a free unit; if not all fit, of the first one."""
    if unit < 18 and not first:
        return circle(x, height / 2, 1.6, "nusfjord-buoy")
    return text(x, height / 2 + 4.5, int(scene.box.track[n]), "nusfjord-name" if first else "nusfjord-text soft", "middle")
