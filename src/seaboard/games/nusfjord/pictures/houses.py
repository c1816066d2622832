"""Pictures of buildings: each is composed of a sky, a ground, a house and its surroundings, by the card's number and category.

The page contains each shape once (`ART`); pictures refer to them. A picture is 120 x 60; the ground begins at 46.
"""

import re
from functools import lru_cache

from ..layout import CATEGORIES


def path(kind: str, line: str) -> str:
    return f'<path class="nusfjord-{kind}" d="{line}"/>'


def panes(*at: tuple[float, float], wide: float = 5, high: float = 6) -> str:
    return path("pane", "".join(f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}Z" for x, y in at)) + path(
        "sash", "".join(f"M{x + wide / 2:g} {y:g}v{high:g}" for x, y in at)
    )


def boards(left: float, right: float, top: float, bottom: float) -> str:
    """The lines between the boards of a wall."""
    steps = int((right - left) / 4)
    return path("boards", "".join(f"M{left + 4 * n:g} {top:g}V{bottom:g}" for n in range(1, steps)))


def walls(left: float, right: float, top: float, bottom: float, shade: float) -> str:
    return (
        path("walls", f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z")
        + boards(left, right, top, bottom)
        + path("walls-shade", f"M{shade:g} {top:g}H{right:g}V{bottom:g}H{shade:g}Z")
    )


GABLE = (
    path("walls", "M40 46V28L58 14L76 28V46Z")
    + boards(40, 76, 27, 46)
    + path("roofing", "M58 9L36 27L39 30L58 15.5L77 30L80 27Z")
    + path("roofing-light", "M58 9L36 27L37.4 28.4L58 11.6Z")
    + path("trim", "M40 46V29M76 46V29M54 46V36H62V46")
    + path("leaf-door", "M54.6 46V36.6H61.4V46Z")
    + panes((44, 31), (66.5, 31), (55.5, 21))
)
LONG = (
    walls(26, 94, 27, 46, 78)
    + path("roofing", "M22 28L32 13H88L98 28Z")
    + path("roofing-light", "M32 13H88L89.4 15H30.6Z")
    + path("slates", "M28 20H92M25 24H95")
    + panes((32, 32), (43, 32), (66, 32), (84, 32))
    + path("leaf-door", "M54 46V33H61V46Z")
    + path("chimney", "M70 14V7H76V14Z")
)
TALL = (
    walls(44, 76, 16, 46, 66)
    + path("roofing", "M41 17L48 5H72L79 17Z")
    + path("slates", "M45 11H75")
    + panes((48, 21), (57, 21), (68, 21), (48, 32), (68, 32))
    + path("leaf-door", "M56 46V34H63V46Z")
    + path("hoist", "M60 16V10H67M67 10V20")
)
STILTS = (
    path("stilts", "M30 42V58M42 42V58M54 42V58M66 42V58M78 42V58M90 42V58M30 50L42 56M54 50L66 56M78 50L90 56")
    + path("deck", "M22 41H98V44.5H22Z")
    + walls(32, 82, 24, 41, 68)
    + path("roofing", "M27 25L57 9L87 25Z")
    + path("roofing-light", "M27 25L57 9L58 10.4L31 25Z")
    + panes((38, 29), (49, 29), (72, 29))
    + path("leaf-door", "M58 41V29H66V41Z")
)
SHED = (
    path("walls", "M28 46V22L92 30V46Z")
    + boards(28, 92, 28, 46)
    + path("roofing", "M24 23L28 17L96 26L95 31Z")
    + path("dark", "M50 46V31H80V46Z")
    + path("hull-in", "M46 42H84C82 47 78 49 74 49H56C51 49 48 46 46 42Z")
    + panes((34, 29))
)
SMOKE = (
    walls(40, 80, 26, 46, 68)
    + path("roofing", "M36 27L46 14H74L84 27Z")
    + path("slates", "M41 20H79")
    + path("chimney", "M62 15V4H69V15Z")
    + path("smoke", "M65.5 3C62-2 71-5 66-11M66.5 2C72-1 70-6 76-9")
    + path("leaf-door", "M55 46V33H63V46Z")
    + panes((45, 32), (70, 32))
)
TOWER = (
    path("rock", "M34 48C40 40 80 38 88 48Z")
    + path("tower", "M50 42L54 12H66L70 42Z")
    + path("stripe", "M52.6 24L53.4 18H66.6L67.4 24ZM51.3 33L52 28H68L68.7 33Z")
    + path("lamp", "M53 12V5H67V12Z")
    + path("roofing", "M51 6L60-2L69 6Z")
    + path("beam", "M66 7L110-4V16ZM54 7L10-4V16Z")
)
CHURCH = (
    walls(50, 88, 28, 46, 80)
    + path("roofing", "M46 29L54 17H86L92 29Z")
    + walls(34, 52, 20, 46, 46)
    + path("roofing", "M32 21L43-4L54 21Z")
    + path("trim", "M43-4V-10M40.5-7.5H45.5")
    + panes((58, 33), (68, 33), (78, 33), wide=4, high=8)
    + path("leaf-door", "M39 46V36A4 4 0 0 1 47 36V46Z")
)
STONE = (
    path("stones", "M24 46V24H34V18H40V24H46V18H52V24H68V18H74V24H80V18H86V24H96V46Z")
    + path("courses", "M24 30H96M24 36H96M24 42H96M34 24V30M48 30V36M62 24V30M76 30V36M88 36V42M40 36V42M56 42V46M70 36V42")
    + path("dark", "M54 46V36A6 6 0 0 1 66 36V46Z")
    + path("flag", "M60 18V4M60 4L72 7L60 10.5Z")
)
SHOP = (
    walls(30, 90, 24, 46, 76)
    + path("roofing", "M26 25L34 12H86L94 25Z")
    + path("slates", "M30 18.5H90")
    + path("awning", "M34 31H70L73 37H31Z")
    + path("awning-stripe", "M40 31H46L45 37H38ZM52 31H58L58.6 37H52ZM64 31H70L73 37H66Z")
    + panes((37, 38), (47, 38), (59, 38), wide=7, high=6)
    + path("leaf-door", "M78 46V33H85V46Z")
    + path("sign", "M74 27H88V31H74Z")
)
HOUSES = {
    "gable": GABLE,
    "long": LONG,
    "tall": TALL,
    "stilts": STILTS,
    "shed": SHED,
    "smoke": SMOKE,
    "tower": TOWER,
    "church": CHURCH,
    "stone": STONE,
    "shop": SHOP,
}
MOUNTAINS = path("peak-far", "M-2 46L14 22L24 32L42 10L60 34L72 24L92 44L122 46Z") + path(
    "snow", "M42 10L35 18.5L40 18L43 22L47 17.5L50 20ZM14 22L9.5 29L14 28L17 26Z"
)
CLIFFS = path("peak-near", "M-2 46V30L12 16L22 28L34 24L44 38L60 46ZM122 46V20L108 10L100 24L92 22L80 46Z") + path(
    "snow", "M108 10L103.5 18L108 17L112 14ZM12 16L7 21L12 21L15 20Z"
)
GROUNDS = {
    "pier": path("water", "M-300 46H420V62H-300Z")
    + path("foam", "M4 51q4-3 8 0t8 0M86 53q4-3 8 0t8 0M30 57q4-3 8 0t8 0M62 56q4-3 8 0")
    + path("deck", "M14 45H106V48H14Z")
    + path("stilts", "M22 48V60M46 48V60M74 48V60M98 48V60"),
    "shore": path("rock", "M-300 46H-2C24 43 92 43 122 46H420V62H-300Z")
    + path("water", "M-300 55H-2C30 51 80 58 122 53H420V62H-300Z")
    + path("foam", "M6 55q5-3 10 0t10 0M78 57q5-3 10 0t10 0"),
    "snow": path("snowfield", "M-300 46H-2C20 42 96 43 122 46H420V62H-300Z")
    + path("drift", "M-2 52C24 47 60 55 122 50M10 58C40 54 70 60 118 56"),
    "meadow": path("meadow", "M-300 46H-2C30 43 90 43 122 46H420V62H-300Z")
    + path("path", "M56 46C54 51 62 54 52 62H66C72 55 63 51 63 46Z"),
}
PROPS = {
    "pines": '<use href="#nusfjord-pine" transform="translate(14 37) scale(1.15)"/>'
    '<use href="#nusfjord-pine" transform="translate(104 38)"/>'
    '<use href="#nusfjord-pine" transform="translate(24 41) scale(.7)"/>',
    "boat": path("hull-in", "M92 51H116C114 56 111 58 108 58H99C96 58 93 55 92 51Z")
    + path("sailing", "M103 49V30L94 47ZM105 49V33L113 47Z"),
    "rack": path("rack", "M92 46L97 30L102 46M108 46L113 30L118 46M95 32H116")
    + path("drying", "M98 33v8M101.5 33v8M105 33v8M108.5 33v8M112 33v8"),
    "barrels": path("barrel", "M12 46V38C10 41 10 43 12 46ZM12 38H20V46H12ZM23 40H30V46H23ZM16 32H23V38H16Z")
    + path("hoop", "M12 40H20M12 44H20M23 42H30M16 34H23"),
    "birds": path("birds", "M84 10q3-4 6 0q3-4 6 0M98 17q2.4-3 4.6 0q2.4-3 4.6 0M14 12q2.4-3 4.6 0q2.4-3 4.6 0"),
    "lamp": path("post", "M18 46V24H22")
    + '<circle class="nusfjord-lamplight" cx="23" cy="26" r="7"/>'
    + path("lamp", "M21 24H25V28H21Z"),
}
SNOWING = path("flakes", "".join(f"M{(n * 37) % 120} {(n * 23) % 44}h.1" for n in range(22)))
ART = (
    '<g id="nusfjord-pine"><path class="nusfjord-trunk" d="M-1.3 6H1.3V10H-1.3Z"/>'
    '<path class="nusfjord-needles" d="M0-11L4.8-4.4H2.6L6.4 1H3.8L8 7H-8L-3.8 1H-6.4L-2.6-4.4H-4.8Z"/>'
    '<path class="nusfjord-needles-shade" d="M0-11L4.8-4.4H2.6L6.4 1H3.8L8 7H1Z"/></g>'
    + "".join(f'<g id="nusfjord-house-{name}">{body}</g>' for name, body in HOUSES.items())
    + "".join(f'<g id="nusfjord-ground-{name}">{body}</g>' for name, body in GROUNDS.items())
    + "".join(f'<g id="nusfjord-by-{name}">{body}</g>' for name, body in PROPS.items())
    + f'<g id="nusfjord-mountains">{MOUNTAINS}</g><g id="nusfjord-cliffs">{CLIFFS}</g>'
    f'<g id="nusfjord-snowing">{SNOWING}</g>'
)
# a word in the English name determines the house; without one, the number does
KINDS = (
    ("lighthouse|beacon|tower|signal", "tower"),
    ("church|chapel|parish|bell", "church"),
    ("castle|fortress|fort|stone|quarry|cellar|vault", "stone"),
    ("smoke|stove|oven|bakery|brew|kiln|smith|forge|distill|tar|kitchen|dairy", "smoke"),
    ("boat|ship|slip|wharf|yard|dock|sail|raft|net|cooper|saw", "shed"),
    ("shop|market|trade|trading|inn|tavern|bank|exchange|store|merchant|post|monger", "shop"),
    ("stilt|pier|harbo|board|fish|jetty|quay|landing|cannery", "stilts"),
    ("hall|center|centre|town|school|court|council|company|society|museum|hotel|guest", "long"),
    ("office|house|warehouse|storage|silo|granary|mill|depot", "tall"),
)
SKIES, BACKS, BY = ("sky", "dawn", "sky", "dusk", "storm"), ("mountains", "cliffs", ""), tuple(PROPS)
PAINTS = 6
GROUND_OF = {"stilts": "pier", "shed": "shore", "tower": "shore"}


def house_of(name: str, number: int) -> str:
    found = next((house for words, house in KINDS if re.search(words, name, re.IGNORECASE)), "")
    return found or ("gable", "long", "tall", "gable", "smoke")[number % 5]


@lru_cache(512)
def picture(number: int, name: str, category: int) -> tuple[str, str]:
    """The sky and the picture of a building. The category determines the season, the number weather and colours."""
    mixed = number * 7919 >> 3
    house = house_of(name, number)
    winter = CATEGORIES[category] == "once" or mixed % 7 == 0
    sky = "storm" if winter and number % 2 else SKIES[mixed % len(SKIES)]
    ground = (
        "snow" if winter and house not in GROUND_OF else GROUND_OF.get(house, ("shore", "meadow", "pier", "meadow")[number % 4])
    )
    first, second = BY[mixed % 6], BY[(mixed // 6 + 1) % 6]
    back = BACKS[(number + mixed) % 3]
    use = '<use href="#nusfjord-{}"/>'.format
    parts = [use(back) if back else ""]
    parts += [use(f"ground-{ground}"), use(f"by-{first}")]
    flipped = ' transform="translate(120 0) scale(-1 1)"' if number % 2 and house != "shop" else ""
    parts.append(f'<use class="nusfjord-paint-{mixed % PAINTS}" href="#nusfjord-house-{house}"{flipped}/>')
    parts.append(use(f"by-{second}") if second != first else "")
    return sky, "".join(parts) + (use("snowing") if winter else "")


def framed(number: int, name: str, category: int, x: float, y: float, width: float, height: float) -> str:
    """The picture in a frame of this size; the upper part is cropped, never the ground."""
    at, (sky, drawn) = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"', picture(number, name, category)
    fit = "slice" if height > 0.42 * width else "meet"  # a low frame shows the whole house, small
    back = f'<rect class="nusfjord-sky-{sky}" rx="5" {at}/>'
    return f'{back}<svg viewBox="0 -2 120 58" preserveAspectRatio="xMidYMax {fit}" {at}>{drawn}</svg>'
