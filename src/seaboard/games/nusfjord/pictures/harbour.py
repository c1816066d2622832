"""A harbour: goods, shares and workers, the council, the building spaces with forest, the fishing track with ships."""

from ....drawing import Panel, piece, place, text
from ....drawing.shapes import seat_badge
from ....language import _, many
from ..actions.goods import wood_limit
from ..actions.work import colour_of
from ..cards.counting import catch_of, covered_units, is_wooded, units_of_card
from ..layout import FIELDS, RAFTS_LAID, SLOTS, SPACES, TRACK
from ..means import means_of
from ..texts.effects import capital, face
from ..texts.names import amount, goods, ship_name
from ..texts.notation import SPACE_NAMES, number_of
from .art import FISH, GOLD, GUEST, PINE, STAR, UNISSUED, WOOD, cat_boat, share, ship, worker
from .cards import card_body, small_card
from .council import council
from .scene import Scene
from .typesetting import box, circle, cut, moved, width_of

GAP = 6
HEAD, STOCK, TRACK_HEIGHT = 28, 34, 44
TALL_HEAD = 39  # on a phone: a finger finds it
FAR_HEAD, FAR_STOCK, FAR_TRACK = 24, 22, 26


def harbour(scene: Scene, seat: int, width: float, height: float) -> Panel:
    """The near harbour, in full. On a phone (height 0) as high as it needs."""
    seats = min(130, max(66, 62 + (height - 440) * 0.6))
    top = TALL_HEAD if scene.pen.narrow else HEAD
    row = (height - top - STOCK - seats - TRACK_HEIGHT - 4 * GAP) / 3 if height else 84
    full = top + STOCK + seats + 3 * row + TRACK_HEIGHT + 4 * GAP
    rows = stacked(scene, seat, width, (top, STOCK, seats, 3 * row, TRACK_HEIGHT), True)
    return Panel(f"harbour-{seat}", scene.names[seat], width, full, frame(scene, seat, width, full) + rows)


def far_harbour(scene: Scene, seat: int, width: float, height: float) -> Panel:
    """Another player's harbour, condensed."""
    seats = 26 if height < 240 else 58
    top = TALL_HEAD if scene.pen.narrow else FAR_HEAD
    row = (height - top - FAR_STOCK - seats - FAR_TRACK - 4 * GAP + 2) / 3
    rows = stacked(scene, seat, width, (top, FAR_STOCK, seats, 3 * row, FAR_TRACK), False)
    return Panel(f"harbour-{seat}", scene.names[seat], width, height, frame(scene, seat, width, height) + rows)


def stacked(scene: Scene, seat: int, width: float, heights: tuple[float, ...], near: bool) -> str:
    """Name, goods, council, spaces and track below each other."""
    inner, gap = width - 2 * GAP, GAP if near else 4
    head_height, stock_height, seats, land, water = heights
    y = head_height + stock_height
    parts = [head(scene, seat, width, head_height), moved(GAP, head_height, stock(scene, seat, inner, 1.0 if near else 0.74))]
    parts.append(moved(GAP, y, council(scene, seat, inner, seats)))
    parts.append(moved(GAP, y + seats + gap, spaces(scene, seat, inner, land, near)))
    parts.append(moved(GAP, y + seats + land + 2 * gap, track(scene, seat, inner, water)))
    return "".join(parts)


def frame(scene: Scene, seat: int, width: float, height: float) -> str:
    active = " nusfjord-active" if scene.asks(seat) else ""
    return f'<g class="seat-{seat}">{box(0.75, 0.75, width - 1.5, height - 1.5, f"nusfjord-harbour{active}", 10)}</g>'


def head(scene: Scene, seat: int, width: float, height: float) -> str:
    """Sign, name, and points so far; stands for the player where one must be chosen."""
    shown = scene.points[seat]
    end = width - 10 - width_of(shown, 14)
    tall, middle = (33, 20) if height == TALL_HEAD else (20, 13)
    body = box(4, 3, width - 8, tall, "nusfjord-head lit", 6) + seat_badge(seat, 17, middle, 0.85)
    body += text(31, middle + 5, cut(scene.names[seat], end - 60, 14), "bold")
    body += moved(end - 9, middle, STAR, 0.8) + text(width - 10, middle + 5, shown, "bold", "end")
    told = _("{name}: points if the game ended now: {points}", name=scene.names[seat], points=shown)
    return scene.target(body, scene.on_player(seat), told)


def stock(scene: Scene, seat: int, width: float, size: float) -> str:
    """Goods of the supply, workers and cards still in hand on the left, shares on the right."""
    me, y = scene.seen.players[seat], 15 * size + 1
    limit = int(wood_limit(scene.seen, scene.box, seat, means_of(scene.seen, seat)))
    parts, x = [], 4.0
    kind = "nusfjord-count" if size == 1 else "bold"
    letters = 18 if size == 1 else 14
    goods = [
        (int(me.wood), WOOD, _("{wood} of at most {limit}", wood=amount(int(me.wood), "wood"), limit=limit)),
        (int(me.fish), FISH, amount(int(me.fish), "fish")),
        (int(me.gold), GOLD, amount(int(me.gold), "gold")),
    ]
    if scene.box.guests:
        goods.append((int(me.guests), GUEST, amount(int(me.guests), "guest|guests")))
    for good, (n, picture, hint) in enumerate(goods):
        long = 22 * size + width_of(str(n), letters) + 4 * size
        body = box(x - 2, y - 16 * size, long + 4, 32 * size, "nusfjord-good lit", 6) if scene.on_good(seat, good) else ""
        body += moved(x + 10 * size, y, picture, 1.15 * size) + text(x + 22 * size, y + 0.35 * letters, n, kind)
        parts.append(place(f"good-{seat}-{good}", n, scene.target(body, scene.on_good(seat, good), hint)))
        x += long + (8 if size == 1 else 3)
    colour = int(colour_of(scene.seen, scene.box, seat))
    for n in range(int(me.workers)):
        parts.append(piece(f"worker-{colour}@home-{n}", x + 9 * size, y + 1, moved(0, 0, worker(colour), 0.95 * size)))
        x += 18 if size == 1 else 10
    if me.hand:
        hint = many(int(me.hand), "{n} card in hand", "{n} cards in hand")
        card = box(x + 5 * size, y - 9 * size, 14 * size, 18 * size, "nusfjord-in-hand", 3)
        parts.append(scene.target(card + text(x + 12 * size, y + 4, int(me.hand), "small bold", "middle"), (), hint))
    return "".join(parts) + shares(scene, seat, width, y, size)


def shares(scene: Scene, seat: int, width: float, y: float, size: float) -> str:
    """Issued shares at home, by colour; what is not yet issued lies face down."""
    me = scene.seen.players[seat]
    colours = [colour for colour in range(int(scene.box.players)) for _n in range(int(me.shares[colour]))]
    held = len(colours) + int(me.unissued)
    step = min(20 * size, width * (0.42 if size == 1 else 0.3) / max(1, held))
    parts = []
    for n in range(held):
        x = width - (held - n) * step + step / 2
        if n < int(me.unissued):
            parts.append(moved(x, y, UNISSUED, 0.9 * size))
        else:
            parts.append(moved(x, y, share(colours[n - int(me.unissued)]), 0.9 * size))
    hint = _("{issued} issued shares at home, {unissued} unissued", issued=len(colours), unissued=int(me.unissued))
    return scene.target("".join(parts), (), hint) if parts else ""


def spaces(scene: Scene, seat: int, width: float, height: float, near: bool) -> str:
    """Three rows of four: the reserve, buildings, free spaces, and the forest over double fields."""
    gap = 5 if near else 3
    each, row = (width + gap) / 4, (height + gap) / 3
    w, h = each - gap, row - gap
    me = scene.seen.players[seat]
    parts = [moved(0, 0, reserve(scene, seat, w, h))]
    for space in range(1, SPACES):
        x, y = space % 4 * each, space // 4 * row
        card = int(me.harbour[space])
        if card:
            parts.append(building(scene, seat, card, x, y, w, h, near))
        else:
            free = box(0, 0, w, h, "nusfjord-free lit", 6 if near else 4)
            free += text(w / 2, h / 2 + 4, SPACE_NAMES[space], "small nusfjord-faint", "middle")
            parts.append(moved(x, y, scene.target(free, scene.on_building_space(seat, space), "")))
    for field in range(FIELDS):
        left = int(scene.box.field_left[field])
        x, y = left % 4 * each, left // 4 * row
        if me.strips[field]:
            parts.append(moved(x, y, forest(scene, seat, field, 2 * w + gap, h)))
    for field in range(FIELDS):
        left = int(scene.box.field_left[field])
        if scene.on_field(seat, field) and (
            me.strips[field] or not any(wooded(scene, seat, space) for space in (left, left + 1))
        ):
            body = circle(0, 0, 17, "nusfjord-plant lit") + moved(0, 0, PINE, 1.1)
            x, y = left % 4 * each + each - gap / 2, left // 4 * row + h / 2
            parts.append(moved(x, y, scene.target(body, scene.on_field(seat, field), "")))
    return "".join(parts)


def wooded(scene: Scene, seat: int, space: int) -> bool:
    return bool(is_wooded(scene.seen, scene.box, seat, space))


def building(scene: Scene, seat: int, card: int, x: float, y: float, w: float, h: float, near: bool) -> str:
    body = card_body(scene, card, w, h, False) if near else small_card(scene, card, w, h)
    body = scene.target(body, scene.on_building(seat, card), face(scene.box, card))
    return piece(f"card-{number_of(scene.box, card)}", x, y, body)


def reserve(scene: Scene, seat: int, w: float, h: float) -> str:
    """What lies in the reserve, N3.2."""
    me = scene.seen.players[seat]
    there = [(int(me.reserve_fish), FISH), (int(me.reserve_wood), WOOD), (int(me.reserve_gold), GOLD)]
    stored = [(n, picture) for n, picture in there if n]
    low = h < 40
    parts = [box(0, 0, w, h, "nusfjord-reserve", 6 if not low else 4)]
    if not low:
        parts.append(text(7, 15, cut(_("reserve"), w - 10, 11), "small soft"))
    middle = h / 2 + (0 if low else 8)
    step = (w - 8) / max(2 if low else 1, len(stored)) if stored else 0
    size, letters = (0.62, 11) if low or len(stored) > 1 else (1.15, 18)
    for k, (n, picture) in enumerate(stored):
        x = 4 + (k + 0.5) * step
        kind = "nusfjord-count" if letters == 18 else "small bold"
        parts.append(moved(x + 10 * size, middle, picture, size) + text(x - 2 * size, middle + 0.35 * letters, n, kind, "end"))
    hint = _("reserve: {goods}", goods=goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold)))
    return scene.target("".join(parts), (), hint)


def forest(scene: Scene, seat: int, field: int, w: float, h: float) -> str:
    """The strips on a double field."""
    strips = int(scene.seen.players[seat].strips[field])
    parts = [box(3 * k, 3 * k, w - 6 * k, h - 6 * k, "nusfjord-forest lit", 7) for k in range(min(strips, 3))]
    size = min(2.2, h / 29)
    trees = max(4, int(w / (15 * size)))
    for n in range(trees):
        x = 12 * size + (w - 24 * size) * n / (trees - 1)
        parts.append(moved(x, h * (0.46 + 0.1 * (n % 2)), PINE, size * (0.86 + 0.14 * ((n * 7) % 3))))
    if strips > 1:
        parts.append(circle(w - 13, h / 2, 10, "nusfjord-points"))
        parts.append(text(w - 13, h / 2 + 4, f"{strips}×", "small bold", "middle"))
    hint = many(strips, "{n} forest strip", "{n} forest strips")
    body = scene.target("".join(parts), scene.on_strip(seat, field), hint)
    return piece(f"strip-{seat}-{field}", 0, 0, body)


def track(scene: Scene, seat: int, width: float, height: float) -> str:
    """N1.3: the cat boat, ships from the left, then the numbers; the first free one is the catch."""
    me, room = scene.seen.players[seat], 52 if height > 30 else 44
    unit = (width - room) / (TRACK + 1.4)
    size, keel = height / 40, height * 0.58
    parts = [box(0, 0, width, height, "nusfjord-sea", 8), moved(unit * 0.75, keel, cat_boat(unit * 1.3 / size), size)]
    x = unit * 1.4
    for kind in range(4):
        long = int(scene.box.ship_units[kind]) * unit
        aboard = 0 if kind == RAFTS_LAID else int(me.aboard[kind])
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
    beside = [card for card in buildings_off(scene, seat) if card not in afloat]
    parts += [off_space(scene, seat, card, width - room - 36 * (n + 1), 2, 34, height - 4) for n, card in enumerate(beside)]
    catch = int(catch_of(scene.seen, scene.box, seat))
    told = many(catch, "{n} fish in the catch", "{n} fish in the catch")
    caught = moved(width - room / 2 - 7, height / 2, FISH, 1.1 if height > 30 else 0.85)
    parts.append(scene.target(caught + text(width - 5, height / 2 + 5, catch, "bold", "end"), (), told))
    return "".join(parts)


def buildings_off(scene: Scene, seat: int) -> list[int]:
    """N9.12: the buildings that lie on no building space."""
    return [int(card) for card in scene.seen.players[seat].harbour[SPACES:SLOTS] if card]


def off_space(scene: Scene, seat: int, card: int, x: float, y: float, width: float, height: float) -> str:
    """A building on the track or beside the harbour: only its number fits."""
    number = number_of(scene.box, card)
    shown = str(number) if width > 24 else str(number % 100)
    body = box(0, 0, width, height, "nusfjord-card lit", 4) + text(width / 2, height / 2 + 4, shown, "small bold", "middle")
    return piece(f"card-{number}", x, y, scene.target(body, scene.on_building(seat, card), face(scene.box, card)))


def free_units(scene: Scene, seat: int, x: float, unit: float, height: float) -> str:
    """What is left of the track."""
    covered = int(covered_units(scene.seen, scene.box, seat))
    if covered >= TRACK:
        return ""
    body = box(x + 1, 3, (TRACK - covered) * unit - 2, height - 6, "nusfjord-units lit", 5)
    for n in range(covered, TRACK):
        body += unit_mark(scene, n, n == covered, x + (n - covered + 0.5) * unit, height, unit)
    return scene.target(body, scene.on_track(seat), "")


def unit_mark(scene: Scene, n: int, first: bool, x: float, height: float, unit: float) -> str:
    """The number of a free unit; where there is no room for all, of the first one."""
    if unit < 18 and not first:
        return circle(x, height / 2, 1.6, "nusfjord-buoy")
    return text(x, height / 2 + 4, int(scene.box.track[n]), "small bold" if first else "small soft", "middle")
