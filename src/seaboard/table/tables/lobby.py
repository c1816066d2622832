"""The lobby: the games, the progress of their compilation, their options and presets."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from ...compiling import is_compiled, progress
from ...core.box_parts import Content, count_exact_in
from ...core.boxes import STANDARD, content_of
from ...core.dice import key_of
from ...core.errors import BadOption, SeaboardError
from ...core.game import BOX_OPTION, Game, Option, Preset
from ...core.option_sources import UntrustedOptions
from ...core.plugins import warn_once
from ...drawing import Pen, board_svg
from ...games import NAMES, all_games, find_game
from ...language import _, cache_per_language, many, mark

LEVEL_WORDS = (mark("easy"), mark("normal"), mark("strong"), mark("expert"), mark("random"))  # as pages print them
PERSONALITY_WORDS = (mark("builder"), mark("shareholder"), mark("fisher"))
MAX_TO_TICK = 30
FIRST_GAME = "first game"  # the preset for new players


@dataclass(frozen=True)
class OptionChoice:
    """One choice of an option, and whether it is selected."""

    value: Any
    text: str
    chosen: bool


@dataclass(frozen=True)
class OptionField:
    """An option of the form for a new table."""

    option: Option
    help: str
    shown: list[OptionChoice]  # empty if there are too many to tick: then the player types them


@dataclass(frozen=True)
class PresetChoice:
    """A preset of the form for a new table, and whether its options are selected."""

    preset: Preset
    chosen: bool


def games() -> list[Game]:
    """The games that can be shown. Plug-ins that cannot be drawn or compiled are left out with a warning."""
    return [game for game in all_games() if game.name in NAMES or can_be_shown(game)]


def can_be_shown(game: Game) -> bool:
    try:
        percent_compiled(game)
        board_after_some_moves(game.name)
    except Exception as error:  # a plug-in may raise anything
        warn_once(f"the game {game.name!r} is not offered: {type(error).__name__}: {' '.join(str(error).split())}")
        return False
    return True


def title_of(name: str) -> str:
    """A game's title; for a plug-in that is not installed any more, its name."""
    try:
        return find_game(name).title
    except SeaboardError:
        return name


def percent_compiled(game: Game) -> int:
    """How much of a game is compiled, in percent."""
    if is_compiled(game):
        return 100
    done, total = progress(game)
    return min(99, 100 * done // total)


def offered_options(game: Game) -> list[Option]:
    """The options that the browser offers: those with listed choices, never files of the server."""
    return [option for option in game.options if len(option.choices) > 1]


def option_names(game: Game) -> set[str]:
    """The names of the options that the browser offers."""
    return {*(option.name for option in offered_options(game)), *game.box_option_names}


def read_options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """All options of a new table. Raises BadOption if one is unknown or if they contradict each other."""
    known = option_names(game)
    for name in given:
        if name not in known:
            raise BadOption(_("{game} has no option {name} in the browser.", game=game.title, name=name[:40]))
    return UntrustedOptions(given).choose(game)


def nearest_valid_options(game: Game, given: dict[str, Any], changed: str = "") -> dict[str, Any]:
    """The valid options closest to the given ones: options that contradict the last change get their defaults."""
    valid_names = option_names(game)
    offered = {name: value for name, value in given.items() if name in valid_names}
    order = [changed, "players", *offered] if changed in offered else ["players", *offered]
    chosen: dict[str, Any] = {}
    for name in dict.fromkeys(name for name in order if name in offered):
        try:
            UntrustedOptions({**chosen, name: offered[name]}).choose(game)
            chosen[name] = offered[name]
        except BadOption:
            continue
    return UntrustedOptions(chosen).choose(game)


def preset_choices(game: Game, options: dict[str, Any]) -> list[PresetChoice]:
    """The presets for this number of players; chosen is the one that gives these options."""
    found = []
    for preset in game.presets:
        of_preset = {**preset.options, "players": options["players"]}
        if is_valid(game, of_preset):
            same = UntrustedOptions(of_preset).choose(game) == {name: value for name, value in options.items() if name != "box"}
            found.append(PresetChoice(preset, same))
    return found


def has_first_game(game: Game) -> bool:
    """Whether there is a preset for new players."""
    return any(preset.name == FIRST_GAME for preset in game.presets)


def find_preset(game: Game, name: str) -> Preset:
    """The preset of that name; without a name, the game's defaults."""
    if not name:
        return Preset("", "", {})
    for preset in game.presets:
        if preset.name == name:
            return preset
    raise BadOption(_("{game} has no preset {name}.", game=game.title, name=name[:40]))


def preset_options(game: Game, name: str, players: Any) -> dict[str, Any]:
    """The options of a preset, for this number of players if the preset allows it."""
    preset = next((preset for preset in game.presets if preset.name == name), None)
    return {"players": players, **(preset.options if preset else {})}


def option_fields(game: Game, options: dict[str, Any]) -> list[OptionField]:
    """Every option with the choices that are compatible with the options before it; options without a choice are left out."""
    found = []
    before: dict[str, Any] = {}
    for option in offered_options(game):
        value = options[option.name]
        if len(option.choices) > MAX_TO_TICK:
            found.append(OptionField(option, _(option.help), []))
        else:
            choices = [choice for choice in option.choices if is_valid(game, {**before, option.name: as_value(option, choice)})]
            shown = [OptionChoice(one, _(str(one)), one in value if option.many else one == value) for one in choices]
            if len(shown) > 1 or (option.many and shown):
                found.append(OptionField(option, _(option.help), shown))
        before[option.name] = value
    return found


def box_field(options: dict[str, Any], boxes: Mapping[str, str]) -> list[OptionField]:
    """The choice of a box; `boxes` has the names of the visitor's boxes by the value of the option."""
    chosen = options.get("box", STANDARD)
    known = {
        STANDARD: _(STANDARD),
        **boxes,
        **({chosen: chosen.rpartition("@")[0]} if chosen not in (STANDARD, *boxes) else {}),
    }
    shown = [OptionChoice(value, text, value == chosen) for value, text in known.items()]
    return [OptionField(BOX_OPTION, _(BOX_OPTION.help), shown)] if len(shown) > 1 else []


def as_value(option: Option, choice: Any) -> Any:
    """A choice as a value of the option; an option with several values also gets as many other choices as it requires."""
    if not option.many:
        return choice
    return [choice, *(other for other in option.choices if other != choice)][: max(1, option.exactly)]


def is_valid(game: Game, options: dict[str, Any]) -> bool:
    try:
        UntrustedOptions(options).choose(game)
    except BadOption:
        return False
    return True


@cache_per_language
def cover_picture(name: str) -> str:
    """The cover of a game; without one, its board after some moves."""
    cover = find_game(name).pictures.cover
    return board_after_some_moves(name) if cover is None else cover.read_text(encoding="utf-8")


@cache_per_language
def board_after_some_moves(name: str) -> str:
    """The first panel of a game's board; the moves are played interpreted."""
    game = find_game(name)
    rules: Any = game.rules
    options = game.choose()
    box, s, seen = game.build_box(options), game.empty_state(), game.empty_state()
    rules.start(s, box, key_of(7))
    out, choose = np.zeros(game.max_legal, np.int16), random.Random(7)
    for _n in range(60):
        if rules.mover(s) < 0:
            break
        rules.apply(s, box, int(choose.choice(out[: rules.legal(s, box, out)].tolist())))
    rules.view(s, box, -1, seen)
    names = [""] * game.seats(options)
    first = game.pictures.board(seen, box, None, names, Pen())[0]
    return board_svg([replace(first, x=0, y=0)]).replace("xMidYMin meet", "xMidYMid slice", 1)


def exact_components(game: Game, options: Mapping[str, Any]) -> list[str]:
    """How many components of the chosen box are exact, by kind, if not all of them are: "9 of 308 buildings exact"."""
    editor = game.box_editor
    if editor is None:
        return []
    content = content_of(game.name, options) or standard_content(game)
    counts = [(_(part.title), count_exact_in(content[part.name]), len(content[part.name])) for part in editor.parts]
    return [_("{kind}: {exact} of {total} exact", kind=kind, exact=n, total=total) for kind, n, total in counts if n < total]


@cache
def standard_content(game: Game) -> Content:
    assert game.box_editor is not None
    return game.box_editor.standard()


def options_text(options: str) -> str:
    """A summary of stored options, in the reader's language."""
    chosen = {key: value if isinstance(value, list) else [value] for key, value in json.loads(options).items() if value}
    if "box" in chosen:
        chosen["box"] = [str(chosen["box"][0]).rpartition("@")[0]]  # without its hash
    return ", ".join(option_text(key, parts) for key, parts in chosen.items())


def option_text(key: str, parts: list[Any]) -> str:
    if key == "players" and isinstance(parts[0], int):
        return many(parts[0], "{n} player", "{n} players")
    if parts == ["on"]:
        return _(key)
    return f"{_(key)} {', '.join(_(str(part)) for part in parts)}"
