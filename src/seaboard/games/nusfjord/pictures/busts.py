"""The elders as busts: coat, head, beard or hair, hat and what they carry, by their number. Drawn around (0, 0), 52 wide."""

from functools import lru_cache


def path(kind: str, line: str) -> str:
    return f'<path class="nusfjord-{kind}" d="{line}"/>'


COAT = (
    path("coat", "M-22 26C-22 14-16 9.5-7 7.5H7C16 9.5 22 14 22 26Z")
    + path("coat-shade", "M7 7.5C16 9.5 22 14 22 26H9C12 20 10 13 7 7.5Z")
    + path("lapel", "M-7 7.5L0 26L7 7.5L10 9L3 26H-3L-10 9Z")
    + '<circle class="nusfjord-button" cx="0" cy="17.5" r="1"/><circle class="nusfjord-button" cx="0" cy="22.5" r="1"/>'
)
SWEATER = (
    path("coat", "M-22 26C-22 14-16 9.5-7 7.5H7C16 9.5 22 14 22 26Z")
    + path("coat-shade", "M7 7.5C16 9.5 22 14 22 26H9C12 20 10 13 7 7.5Z")
    + path(
        "knit", "M-18 17l3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3M-20 22l3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3 3-3 3 3"
    )
    + path("collar", "M-7.5 6.5C-4 10 4 10 7.5 6.5V11C4 13.6-4 13.6-7.5 11Z")
)
SHAWL = path("coat", "M-22 26C-21 13-14 8-8 5C-4 13 4 13 8 5C14 8 21 13 22 26Z") + path(
    "shawl", "M-13 9C-7 16-3 21-2 26H2C3 21 7 16 13 9L8 5C4 13-4 13-8 5Z"
)
HEAD = (
    path("neck", "M-4.5 3V10C-2 12 2 12 4.5 10V3Z")
    + path("skin", "M-8.6-4C-8.6-12 8.6-12 8.6-4C8.6 3 5 8.4 0 8.4S-8.6 3-8.6-4Z")
    + path("skin-shade", "M2 8.2C5.6 7 8.6 2.6 8.6-4C8.6-6 8-7.4 7-8.4C7.6 0 6 5 2 8.2Z")
    + path("ear", "M-8.4-3.4C-10.6-4-10.6.6-8.2.8ZM8.4-3.4C10.6-4 10.6.6 8.2.8Z")
    + path("brow", "M-6-4.6C-4.8-5.8-3.2-5.8-2-4.8M2-4.8C3.2-5.8 4.8-5.8 6-4.6")
    + path("eyes", "M-3.9-2.2V-1.6M3.9-2.2V-1.6")
    + path("nose", "M0-2.6C-.6-.6-1.4.8-.2 1.2H1")
)
MOUTH = path("mouth", "M-2.4 4.2C-.8 5.2 1 5.2 2.6 4")
BEARDS = (
    path("hair", "M-8.6-2C-9 6-5 14.6 0 14.6S9 6 8.6-2C7 1.4 5 2.2 2.6 2C1 1.2-1 1.2-2.6 2C-5 2.2-7 1.4-8.6-2Z")
    + path("strand", "M-4 5C-3.6 8-2.4 11-1 13M4 5C3.6 8 2.4 11 1 13M0 6V13.6")
    + path("lip", "M-2 4C-.8 4.8.8 4.8 2 4"),
    path("hair", "M-8.4-1C-8 5.4-4.6 9.4 0 9.4S8 5.4 8.4-1C7 3 5.6 4 3.6 3.4C1.6 2.6-1.6 2.6-3.6 3.4C-5.6 4-7 3-8.4-1Z")
    + path("lip", "M-2 4.8C-.8 5.4.8 5.4 2 4.8"),
    path("hair", "M-5.6 3.2C-3 1.2-1 1.6 0 2.4C1 1.6 3 1.2 5.6 3.2C3.6 4.4 1.4 4.2 0 3.4C-1.4 4.2-3.6 4.4-5.6 3.2Z") + MOUTH,
    path(
        "hair",
        "M-8.6-3C-9 3-8 5-6 6C-6.6 3-6.8 0-7.2-3ZM8.6-3C9 3 8 5 6 6C6.6 3 6.8 0 7.2-3Z"
        "M-3 7C-2 10.6 2 10.6 3 7C1.4 8-1.4 8-3 7Z",
    )
    + MOUTH,
)
LOCKS = path("hair", "M-8.8-3.4C-10-11.6-4-13 0-13S10-11.6 8.8-3.4C7.8-6 6.4-7.6 4-8.4C0-7-6-7.6-8.8-3.4Z")
LONG_HAIR = path("hair", "M-10 10C-13-2-11-14 0-14S13-2 10 10C7 8 8.6 0 8-4C4-6-2-9-4-9.4C-6-7-8.4-5-8.6-1C-8.8 4-7 8-10 10Z")
BUN = (
    path("hair", "M-8.8-2.6C-10.4-11-5-13.4 0-13.4S10.4-11 8.8-2.6C7-7.6 3-9.4 0-9.4S-7-7.6-8.8-2.6Z")
    + '<circle class="nusfjord-hair" cy="-15" r="4.4"/>'
)
HATS = (
    path("hat", "M-10-6.6C-10-14-6-17.6 0-17.6S10-14 10-6.6C4-8.6-4-8.6-10-6.6Z")
    + path("rib", "M-6-8V-15M-2-8.6V-17M2-8.6V-17M6-8V-15")
    + path("brim", "M-10.6-9.4C-4-11.6 4-11.6 10.6-9.4V-5.6C4-7.8-4-7.8-10.6-5.6Z"),
    path("hat", "M-11-9C-10-15-5-16.6 0-16.6S10-15 11-9C4-11-4-11-11-9Z")
    + path("brim", "M-9-9.4C-3-11 3-11 9-9.4C13-8.4 15-6.6 14.6-5.6C8-8.4-2-8.8-9-6.6Z"),
    path("hat", "M-7.6-8.6L-6.4-18.6C-3-20 3-20 6.4-18.6L7.6-8.6Z")
    + path("brim", "M-14-7.6C-6-11 6-11 14-7.6C6-5.8-6-5.8-14-7.6Z")
    + path("ribbon", "M-7.4-10.2L7.4-10.2L7.6-8.2H-7.6Z"),
    path("hat", "M-12-4.6C-12-13.6-6-17 0-17C5-17 9-15 10-9L15 1C11 1 9-2 8.6-6C2-9-6-8.6-12-4.6Z")
    + path("brim", "M-12.6-6C-6-10 4-10 10-7.4L9.4-4.8C3-7.4-6-7-12.2-3Z"),
)
CARRIED = (
    "",
    path("pipe", "M2.4 4.8L10 6.6V3.4H14V8.4H10.4L2 6.2Z") + path("smoke", "M12 2.4C10-.6 14-2 12-5"),
    path("spectacles", "M-6.4-3.4H-1.4V.6H-6.4ZM1.4-3.4H6.4V.6H1.4ZM-1.4-1.6H1.4"),
    path("scarf", "M-9 8C-3 13 3 13 9 8L10 12C4 17-4 17-10 12ZM4 13L9 14.6L8 23L3.6 22Z"),
)
PARTS = {
    **{f"coat-{n}": body for n, body in enumerate((COAT, SWEATER, SHAWL))},
    "head": HEAD,
    **{f"beard-{n}": body for n, body in enumerate(BEARDS)},
    **{f"hair-{n}": body for n, body in enumerate((LOCKS, LONG_HAIR, BUN))},
    **{f"hat-{n}": body for n, body in enumerate(HATS)},
    **{f"carry-{n}": body for n, body in enumerate(CARRIED) if body},
}
ART = "".join(f'<g id="nusfjord-{name}">{body}</g>' for name, body in PARTS.items())
WOMEN = (19, 20, 21)  # Guide, Architect*, Investor
HAIR = ("white", "brown", "fair", "dark", "grey")
COATS = ("blue", "red", "green", "ochre", "plum", "slate")


@lru_cache(64)
def bust(elder: int) -> str:
    """An elder, without a background."""
    use = '<use href="#nusfjord-{}"/>'.format
    colours = f"nusfjord-hair-{HAIR[elder * 3 % 5]} nusfjord-coat-{COATS[elder % 6]} nusfjord-hat-{COATS[(elder * 5 + 2) % 6]}"
    carried = elder * 7 // 3 % 4
    if elder in WOMEN:
        parts = [use("coat-2"), use("head"), use(f"hair-{1 + elder % 2}"), MOUTH]
    else:
        parts = [use(f"coat-{elder % 2}"), use("head"), use(f"beard-{elder % 4}")]
        parts.append(use("hair-0") if elder % 5 == 3 else use(f"hat-{(elder // 2) % 4}"))
    parts.append(use(f"carry-{carried}") if carried else "")
    return f'<g class="{colours}">{"".join(parts)}</g>'


def portrait(elder: int, x: float, y: float, width: float, height: float) -> str:
    """An elder in a picture frame."""
    at = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    back = f'<rect class="nusfjord-wall-{elder % 4}" rx="5" {at}/>'
    fit = "slice" if width < height else "meet"
    return f'{back}<svg viewBox="-20 -21 40 47" preserveAspectRatio="xMidYMax {fit}" {at}>{bust(elder)}</svg>'


def medal(elder: int) -> str:
    """An elder's head in a small ring, 26 wide, where there is little room."""
    at = 'x="-11.5" y="-12.5" width="23" height="24" viewBox="-13 -19 26 27" preserveAspectRatio="xMidYMin slice"'
    ring = '<circle class="nusfjord-medal extent" r="12.4"/>'
    return f'<g class="nusfjord-face"><circle class="nusfjord-back" r="13"/><svg {at}>{bust(elder)}</svg>{ring}</g>'
