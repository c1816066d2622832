"""Drawings for renderers without custom properties: light colours, every `var()` replaced by its value.

Custom properties that a class sets (`.seat-0 { --seat: ... }`) become rules for the elements inside it. Shared shapes become
copies, since such rules do not apply inside `<use>`.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from xml.etree import ElementTree

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
LIGHT = re.compile(r"light-dark\(\s*([^,()]+(?:\([^()]*\))?)\s*,\s*[^()]+(?:\([^()]*\))?\s*\)")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]+))?\)")
MIXED = re.compile(r"color-mix\(in srgb,\s*(#\w+)\s+(\d+)%,\s*(#\w+)\)")
SVG = "http://www.w3.org/2000/svg"
COPIED = {f"{{{SVG}}}g", f"{{{SVG}}}path", f"{{{SVG}}}circle"}  # the elements that shared shapes can be
MAX_NESTING = 8  # of shared shapes
EVERYWHERE = {":root", "svg.board", "svg.board:root"}
Declarations = list[tuple[str, str]]


def plain_css(style: str) -> str:
    """The style sheet as flat rules, without media queries and states such as :hover."""
    rules = list(rules_of(style))
    common: dict[str, str] = {}
    by_class: dict[str, dict[str, str]] = {}
    for selectors, declarations in rules:
        properties = {name: value for name, value in declarations if name.startswith("--")}
        if EVERYWHERE & set(selectors):
            common |= {name: value for name, value in properties.items() if name not in common}
        for selector in selectors:
            if properties and re.fullmatch(r"\.[\w-]+", selector):
                by_class.setdefault(selector, {}).update(properties)
    return "\n".join(flat for rule in rules for flat in flat_rules(*rule, common, by_class))


def rules_of(style: str) -> Iterator[tuple[list[str], Declarations]]:
    """Selectors and declarations of each rule, without rules in media queries and selectors of states such as :hover."""
    text = without_media(LIGHT.sub(r"\1", COMMENT.sub("", style)))
    for selectors, body in RULE.findall(text):
        names = [selector.strip() for selector in split_list(selectors)]
        usable = [name for name in names if not re.search(r":(?!root)|\[|^@", name)]
        pairs = [line.partition(":") for line in body.split(";") if ":" in line]
        yield usable, [(name.strip(), value.strip()) for name, _colon, value in pairs]


def split_list(selectors: str) -> list[str]:
    """Splits a list of selectors at its commas, except those in brackets."""
    return re.split(r",(?![^()]*\))", selectors)


def without_media(text: str) -> str:
    """The text without its at-rules that contain rules."""
    kept, depth, position = "", 0, 0
    for found in re.finditer(r"@[\w-]+[^{};]*\{", text):
        if found.start() < position:
            continue
        kept, depth, end = kept + text[position : found.start()], 1, found.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        position = end
    return kept + text[position:]


def flat_rules(
    selectors: list[str], declarations: Declarations, common: dict[str, str], by_class: dict[str, dict[str, str]]
) -> Iterator[str]:
    """A rule with its variables replaced, and one more rule for each class that sets some of these variables."""
    plain = [(name, value) for name, value in declarations if not name.startswith("--")]
    if not selectors or not plain:
        return
    if body := body_of(plain, common):
        yield f"{', '.join(selectors)} {{ {body} }}"
    used = {variable for _name, value in plain for variable in variables_in(value)}
    for name, properties in by_class.items():
        if used & properties.keys():
            changed = [(key, value) for key, value in plain if variables_in(value) & properties.keys()]
            if body := body_of(changed, common | properties):
                yield f"{', '.join(inside(name, selectors))} {{ {body} }}"


def body_of(declarations: Declarations, values: dict[str, str]) -> str:
    """Declarations with their variables replaced, without those whose variable has no value."""
    resolved_pairs = [(name, resolved(value, values)) for name, value in declarations]
    return "; ".join(f"{name}: {value}" for name, value in resolved_pairs if "var(" not in value)


def resolved(value: str, values: dict[str, str]) -> str:
    """A value with its variables replaced, also those in their values; a variable without a value becomes its fallback."""
    for _depth in range(4):
        value = VARIABLE.sub(lambda found: values.get(found[1], found[2] or found[0]), value)
    return MIXED.sub(mixed, value)


def variables_in(value: str) -> set[str]:
    return {found[1] for found in VARIABLE.finditer(value)}


def mixed(found: re.Match[str]) -> str:
    """A mix of two colours."""
    share, first, second = int(found[2]) / 100, channels(found[1]), channels(found[3])
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in zip(first, second, strict=True))


def channels(colour: str) -> list[int]:
    """Red, green and blue of #abc or #aabbcc."""
    digits = colour[1:] if len(colour) > 4 else "".join(digit * 2 for digit in colour[1:])
    return [int(digits[n : n + 2], 16) for n in (0, 2, 4)]


def plain_svg(svg: str) -> str:
    """The drawing with a plain style sheet, and with copies of shared shapes instead of references."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)
    for style in root.iter(f"{{{SVG}}}style"):
        style.text = plain_css(style.text or "")
    shared = {f"#{shape.get('id')}": shape for shape in root.iter() if shape.get("id") and shape.tag in COPIED}
    copy_shared(root, shared, 0)
    return ElementTree.tostring(root, encoding="unicode")


def copy_shared(parent: ElementTree.Element, shared: dict[str, ElementTree.Element], depth: int) -> None:
    """Replaces uses of shared shapes by copies."""
    for n, child in enumerate(parent):
        original = shared.get(child.get("href", "")) if child.tag == f"{{{SVG}}}use" else None
        if original is None or depth > MAX_NESTING:
            copy_shared(child, shared, depth)
            continue
        group = ElementTree.Element(
            f"{{{SVG}}}g", {key: value for key, value in child.items() if key not in ("href", "x", "y")}
        )
        copy = deepcopy(original)
        copy.attrib.pop("id", None)
        group.append(copy)
        parent[n] = group
        copy_shared(group, shared, depth + 1)


def inside(name: str, selectors: list[str]) -> Iterator[str]:
    """The selectors for elements inside an element of this class, and for that element itself."""
    for selector in selectors:
        last = selector.removeprefix("svg.board ").strip()
        yield f"{name} {last}"
        if " " not in last and last.startswith("."):
            yield f"{name}{last}"
