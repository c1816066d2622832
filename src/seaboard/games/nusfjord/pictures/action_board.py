"""The action board with its workers, the shares on it and the banquet table; the ships in supply; the rounds."""

from ....drawing import Panel, piece, sheet, text
from ....drawing.shapes import seat_badge
from ....language import _, capital, many
from ..actions.ships import ship_of_offer
from ..actions.work import space_offers
from ..cards.counts import shares_on_board
from ..cards.effects import BUILD, BUILD_SHIP, BUY, CLEAR, ISSUE, REFOREST, SERVE, TAKE_ELDER, TAKE_GOLD, THIN, TRANSFER
from ..derived import workers_there
from ..layout import IMITATION, LAST_ROUND, PLATES, SEATS, SHIP_OFFERS
from ..words.names import STAGES, goods, ship_name, space_name
from .art import COPY, FISH, GOLD, HOUSE, PINE, STAR, UNISSUED, WOOD, cat_boat, plate, share, ship, worker
from .busts import medal
from .scene import Scene
from .typesetting import LEAD, box, broken, circle, line, moved, names, width_of

GAP = 5
IMITATION_ROW, ROW, BANQUET = 34, 46.0, 50
PICTURES = {
    TAKE_GOLD: (("+1", GOLD),),
    TRANSFER: (("", WOOD), ("", FISH), ("", GOLD)),
    SERVE: (("", FISH), ("→", GOLD)),
    BUILD: (("", HOUSE),),
    ISSUE: (("+2", GOLD),),
    BUY: (("", GOLD), ("→", UNISSUED)),
    CLEAR: (("+5", WOOD),),
    THIN: (("", PINE), ("→", WOOD)),
    REFOREST: (("+2", PINE),),
    BUILD_SHIP: (("", ship(0, 26)),),
    TAKE_ELDER: (("", medal(8)),),
}
SIZES = {TAKE_ELDER: 0.66, BUILD_SHIP: 0.72, THIN: 0.82, REFOREST: 0.82, BUILD: 0.82}


def action_board(scene: Scene, width: float, height: float) -> Panel:
    """Three columns of spaces, imitation spaces below them, and the banquet table. On a phone (height 0) as high as needed."""
    box_ = scene.box
    banquet = BANQUET if height else 60
    imitation = (IMITATION_ROW if height else 40) if box_.imitations else 0
    column = (width - 4 * GAP) / 3
    columns, count = columns_of(scene), number_of_rows(scene)
    rows = rows_needed(scene, column) if height else [64.0] * count
    full = height or GAP + sum(rows) + imitation + banquet
    spare = (full - GAP - banquet - imitation - sum(rows)) / count
    rows = [row + spare for row in rows]
    tops = [GAP + sum(rows[:n]) for n in range(count + 1)]
    parts = [sheet("nusfjord-planks", 0, 0, width, full - 3, 10), box(4, 4, width - 8, full - 11, "nusfjord-groove", 7)]
    for at, spaces in enumerate(columns):
        x = GAP + at * (column + GAP)
        parts += [moved(x, tops[n], action_space(scene, space, column, rows[n] - GAP)) for n, space in enumerate(spaces)]
        if at == columns.index(min(columns, key=len)):
            parts.append(moved(x, tops[len(spaces)], shares_there(scene, column, rows[len(spaces)] - GAP)))
        if at < box_.imitations:
            across = column if box_.imitations > 1 else width - 2 * GAP
            parts.append(moved(x, tops[count], action_space(scene, IMITATION + at, across, imitation - GAP)))
    parts.append(moved(0, full - banquet, banquet_table(scene, width, banquet)))
    return Panel("actions", _("Action board"), width, full, "".join(parts))


def columns_of(scene: Scene) -> list[list[int]]:
    """The spaces of each column."""
    return [[space for space in range(IMITATION) if scene.box.column[space] == at] for at in range(3)]


def number_of_rows(scene: Scene) -> int:
    """One column has a row for the shares on the board."""
    lengths = [len(spaces) for spaces in columns_of(scene)]
    return max(*lengths, min(lengths) + 1)


def rows_needed(scene: Scene, column: float) -> list[float]:
    """The heights of the rows of spaces, large enough for the longest names above workers and pictures."""
    needed = [ROW] * number_of_rows(scene)
    for spaces in columns_of(scene):
        for n, space in enumerate(spaces):
            lines = len(broken(space_name(scene.box, space), column - 12, bold=True))
            needed[n] = max(needed[n], ROW + LEAD * (lines - 1))
    return needed


def height_needed(scene: Scene, width: float) -> float:
    """The height of the whole action board on a wide screen."""
    imitation = IMITATION_ROW if scene.box.imitations else 0
    return GAP + sum(rows_needed(scene, (width - 4 * GAP) / 3)) + imitation + BANQUET


def action_space(scene: Scene, space: int, width: float, height: float) -> str:
    """A space: its name, its places with workers, and pictures of its gain."""
    seen, there = scene.seen, int(workers_there(scene.seen, space))
    places = max(int(scene.box.capacity[space]), there)
    full = there >= scene.box.capacity[space]
    parts = [
        box(0, 1.6, width, height, "nusfjord-card-side", 6),
        box(0, 0, width, height, f"nusfjord-space{' nusfjord-full' if full else ''} lit", 6),
    ]
    if space >= IMITATION:
        step = 20.0
        places_x, places_y = width - 13 - step * (places - 1), height / 2
        parts.append(names(7, height / 2 + 5, (_("Imitate"),), places_x - 18))
        parts.append(moved(places_x - 28, places_y, COPY, 0.8) if width > 130 + 20 * places else "")
    else:
        name = broken(space_name(scene.box, space), width - 12, bold=True)
        places_x, places_y = 14, height - 12
        step = min(20, (width - 30 - picture_width(space)) / max(1, places - 1))
        parts += [names(7, 15, name, width - 12), pictures(space, width - 12, height - 12)]
    colours = [colour for colour in range(SEATS) for _n in range(int(seen.workers_on[space, colour]))]
    for n in range(places):
        x = places_x + step * n
        parts.append(circle(x, places_y, 8.6, "nusfjord-place"))
        if n < len(colours):
            number = colours[:n].count(colours[n])
            parts.append(piece(f"worker-{colours[n]}@{space}-{number}", x, places_y, moved(0, 0, worker(colours[n]), 0.84)))
    spot = scene.pen.spot(f"action-{space}", box(0, 0, width, height, ""))
    return scene.target("".join(parts), scene.on_space(space), space_offers(seen, scene.box, space)) + spot


def picture_width(space: int) -> float:
    """The width of `pictures`."""
    return sum(19 + width_of(sign) for sign, _picture in PICTURES.get(space, ()))


def pictures(space: int, x: float, y: float) -> str:
    """The gains of a space, from the right."""
    parts = []
    for sign, picture in reversed(PICTURES.get(space, ())):
        parts.append(moved(x, y, picture, SIZES.get(space, 0.82)))
        x -= 10
        if sign:
            parts.append(text(x, y + 5, sign, "nusfjord-name", "end"))
            x -= width_of(sign, bold=True) + 11
        else:
            x -= 9
    return "".join(parts)


def shares_there(scene: Scene, width: float, height: float) -> str:
    """N5.5: the shares on the action board."""
    colours = [seat for seat in range(int(scene.box.players)) for _n in range(int(scene.seen.players[seat].on_board))]
    parts = [box(0, 0, width, height, "nusfjord-market", 8), line(7, 15, _("Shares for sale"), "nusfjord-text")]
    fan = [0 if n == 0 else 4 if colours[n - 1] == colour else 17 for n, colour in enumerate(colours)]
    squeezed = min(1, (width - 28) / max(1, sum(fan)))
    for n, colour in enumerate(colours):
        number = colours[:n].count(colour)
        parts.append(
            piece(f"share-{colour}-{number}", 14 + sum(fan[: n + 1]) * squeezed, height - 12, moved(0, 0, share(colour), 0.84))
        )
    lying = int(shares_on_board(scene.seen))
    hint = many(lying, "{n} share lies on the action board", "{n} shares lie on the action board")
    return scene.target("".join(parts), (), hint) + scene.pen.spot("market", box(0, 0, width, height, ""))


def banquet_table(scene: Scene, width: float, height: float) -> str:
    """N1.5: the plates, filled from the smallest up."""
    parts = [sheet("nusfjord-table", GAP + 2, 0, width - 2 * GAP - 4, height - GAP - 6, 8)]
    step = (width - 2 * GAP - 12) / PLATES
    for n in range(PLATES):
        full = n < scene.seen.plates
        body = plate(step - 8, height / 2 - 9, full, int(scene.box.plates[n]))
        hint = many(int(scene.box.plates[n]), "Banquet table: a plate for {n} fish", "Banquet table: a plate for {n} fish")
        x = GAP + 6 + step * (n + 0.5)
        parts.append(moved(x, (height - GAP) / 2, scene.target(body, scene.on_plate(n), hint)))
    return "".join(parts)


def ships(scene: Scene, width: float, height: float) -> Panel:
    """N1.4: what a ship costs, its points, and how many are left."""
    parts = [sheet("nusfjord-harbour-water", 0, 0, width, height - 3, 10)]
    each = (width - 5 * 4) / SHIP_OFFERS
    for offer in range(SHIP_OFFERS):
        parts.append(moved(4 + offer * (each + 4), 4, ship_offer(scene, offer, each, height - 8)))
    return Panel("ships", _("Ships"), width, height, "".join(parts))


def ship_offer(scene: Scene, offer: int, width: float, height: float) -> str:
    """How many are left, the ship and its points above; its cost below."""
    kind = int(ship_of_offer(offer))
    left, points = int(scene.seen.supply[kind]), int(scene.box.ship_points[kind])
    cost = [int(n) for n in scene.box.ship_cost[offer]]
    body = [box(0, 0, width, height, f"nusfjord-offer{'' if left else ' nusfjord-full'} lit", 7)]
    body.append(text(6, 17, f"{left}×", "nusfjord-name"))
    body.append(moved(width / 2, (height - 20) / 2 + 3, ship(kind, min(width - 60, 24 + 9 * kind)), min(1, (height - 18) / 34)))
    body.append(moved(width - 13, 13, STAR, 1.3) + text(width - 13, 18, points, "nusfjord-worth nusfjord-on-point", "middle"))
    paid = [(n, picture) for n, picture in zip(cost, (WOOD, FISH, GOLD), strict=True) if n]
    step = min(40, (width - 6) / max(2, len(paid)))
    for k, (n, picture) in enumerate(paid):
        x = width / 2 + (k - (len(paid) - 1) / 2) * step
        body.append(text(x - 2, height - 6, n, "nusfjord-name", "end") + moved(x + 8, height - 10.5, picture, 0.75))
    hint = _("{ship} for {cost}; {n} left", ship=capital(ship_name(kind)), cost=goods(*cost), n=left)
    return scene.target("".join(body), scene.on_offer(offer), hint)


def rounds(scene: Scene, width: float, height: float) -> Panel:
    """The seven rounds, the start ship on the current one, the phase and the first player."""
    seen, middle = scene.seen, height / 2
    parts = [sheet("nusfjord-harbour-water", 0, 0, width, height - 2, 9, 2)]
    stage = _(STAGES[int(seen.stage)])
    title = _("Round {n} of {all}, {stage}", n=int(seen.round_number), all=LAST_ROUND, stage=stage)
    parts.append(line(12, middle + 5, title, "bold", 15, bold=True))
    step = min(34, (width - 100 - width_of(title, 15, bold=True)) / LAST_ROUND)
    for n in range(LAST_ROUND):
        x = width - (LAST_ROUND - n) * step + step / 2 - 6
        now = n + 1 == seen.round_number
        parts.append(circle(x, middle, min(12, step / 2 - 0.5), f"nusfjord-round{' nusfjord-now' if now else ''}"))
        parts.append(text(x, middle + 4.5, n + 1, "nusfjord-name" if now else "nusfjord-text soft", "middle"))
    x = width - LAST_ROUND * step - 22
    begins = seat_badge(int(seen.start_player), x, middle, 0.85) + moved(x - 24, middle - 3, cat_boat(22), 0.9)
    hint = _("{name} begins this round", name=scene.names[int(seen.start_player)])
    parts.append(piece("start-ship", 0, 0, scene.target(begins, (), hint)))
    return Panel("round", title, width, height, "".join(parts))
