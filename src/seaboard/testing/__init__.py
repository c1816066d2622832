"""Tests whether a game keeps the contract of the seam (core/seam.py), for authors of games.

    from seaboard.testing import check_game

    def test_the_contract():
        check_game(find_game("nim"))

Plays random games with every number of players and every choice of each option, and checks their positions. `ContractError`
says what is wrong, and where.
"""

import contextlib
import io
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ..core.dice import U, hide_chance, key_of
from ..core.errors import SeaboardError
from ..core.features import columns
from ..core.game import Game, Option
from ..core.option_sources import TrustedOptions
from ..core.rule import INTERPRETED
from ..core.seam import READY
from ..drawing import Pen, board_svg
from ..games import find_game
from ..language import LANGUAGES, using_language
from ..match import Match
from ..record import replay
from .probes import Probes

MAX_DECISIONS = 20_000  # per game
ILLEGAL_TRIED = 12  # illegal actions per position whose reason is checked
REDEAL_DEPTH = 40  # decisions played after a redeal
ALL_CHOICES_BELOW = 10  # options with as many choices or more are tried with the first and the last

Scramble = Callable[[np.record, np.record, int, random.Random], None]


class ContractError(AssertionError):
    """A game breaks the contract of the seam."""


def scramble_chance(s: np.record, box: np.record, seat: int, chance: random.Random) -> None:
    """Changes what nobody may know in any game: the future draws."""
    s.key[:] = [chance.getrandbits(64), chance.getrandbits(64)]
    s.counter = U(chance.getrandbits(32))


def check_game(
    game: Game,
    *,
    games: int = 1,
    seed: int = 1,
    every: int = 1,
    options: Sequence[Mapping[str, Any]] | None = None,
    scramble: Scramble = scramble_chance,
) -> None:
    """Plays `games` games with each of `options` (default: `option_sets`) and checks one position in `every`.

    Redeals show whether views hide anything from movers and spectators, and positions with equal observations are compared
    (probes.py). For a game with hidden information, `scramble(s, box, seat, random)` also tests the views of seats that are not
    to move: it randomises what `seat` (-1: a spectator) may not know in `s`; the seat's view must stay the same.
    """
    require(find_game(game.name) is game, f"{game.name}: not found by its name; is its package installed?")
    probes = Probes(game)
    for chosen in option_sets(game) if options is None else [game.choose(**given) for given in options]:
        for number in range(games):
            trial = Trial(game, chosen, seed + number, scramble, probes)
            if number == 0:
                probes.record_start(trial)
            trial.run(every)
    require(not (fault := probes.hidden_fault()), f"{game.name}: {fault}")


def option_sets(game: Game) -> list[dict[str, Any]]:
    """Each number of players, and each choice of every other option, with the fewest players that allow it.

    A choice that needs another option gets one; a list is tried with each of its choices and with all of them.
    """
    counts = game.options[0].choices
    choices = [(option.name, choice) for option in game.options[1:] for choice in choices_of(option)]
    sets = [game.choose(players=players) for players in counts]
    for name, choice in choices:
        pairs = [{other: value, name: choice} for other, value in choices if other != name]
        possible = (first_allowed(game, options, counts) for options in ({name: choice}, *pairs))
        sets += [options for options in possible if options][:1]
    return [options for n, options in enumerate(sets) if options not in sets[:n]]


def choices_of(option: Option) -> list[Any]:
    """The choices of an option, or lists of them; of very many the first and the last."""
    if option.exactly:
        ring = option.choices * 2
        return [[*ring[n : n + option.exactly]] for n in range(len(option.choices))]
    tried = option.choices if len(option.choices) < ALL_CHOICES_BELOW else (option.choices[0], option.choices[-1])
    return [*([choice] for choice in tried), list(tried)] if option.many else list(tried)


def first_allowed(game: Game, given: Mapping[str, Any], counts: Sequence[int]) -> dict[str, Any] | None:
    """All options, with the fewest players that these allow."""
    for players in counts:
        with contextlib.suppress(SeaboardError):
            options = game.choose(players=players, **given)
            game.build_box(options)
            return options
    return None


def require(condition: Any, message: str) -> None:
    if not condition:
        raise ContractError(message)


def clear_fillers(records: np.ndarray) -> None:
    for name in records.dtype.names or ():
        if name == "filler":
            records[name] = 0
        elif records[name].dtype.names:
            clear_fillers(records[name])


@dataclass
class Trial:
    """One random game; each `check_...` method checks the current position."""

    game: Game
    options: dict[str, Any]
    seed: int
    scramble: Scramble
    probes: Probes

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.match = Match(self.game, seed=self.seed, **self.options)
        self.box, self.seats = self.match.box, self.match.seats
        self.box_bytes = self.box.tobytes()

    @property
    def s(self) -> np.record:
        return self.match.s

    def run(self, every: int) -> None:
        self.check_start()
        while not self.match.over:
            require(self.match.version < MAX_DECISIONS, f"{self.where()}: is not over after {MAX_DECISIONS} decisions")
            action = self.chance.choice(self.match.actions())
            if self.match.version % every == 0:
                self.check_position()
                self.check_move(action)
            else:
                self.probes.look_for_secrets(self)
                self.match.push(action)
        self.check_position()
        self.check_record()
        self.check_undo()
        if not INTERPRETED:
            self.check_compiled()

    def where(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name} ({chosen}), seed {self.seed}, after {self.match.version} decisions"

    def require(self, condition: Any, message: str) -> None:
        require(condition, f"{self.where()}: {message}")

    @contextlib.contextmanager
    def unchanged(self, what: str, *records: np.record) -> Iterator[None]:
        """Requires that the block changes neither the position, nor the box, nor these records."""
        watched = [self.s, *records]
        before = [record.tobytes() for record in watched]
        yield
        self.require([record.tobytes() for record in watched] == before, f"{what} changes the position")
        self.require(self.box.tobytes() == self.box_bytes, f"{what} changes the box")

    def used_record(self) -> np.record:
        """A record with random content, as after earlier use; its fillers are 0."""
        record = np.frombuffer(self.chance.randbytes(self.game.state.itemsize), self.game.state).copy()
        clear_fillers(record)
        return record[0]

    def twice(self, what: str, write: Callable[[Any], Any], make: Callable[[int], Any]) -> Any:
        """Runs `write` on two buffers with different content; requires that it writes them completely and equally."""
        first, second = make(1), make(2)
        write(first)
        write(second)
        self.require(first.tobytes() == second.tobytes(), f"{what} does not write its whole buffer, or is not deterministic")
        return first

    # before the first decision

    def check_start(self) -> None:
        game = self.game
        again = game.build_box(self.options)
        self.require(self.box.dtype == game.box, "build_box makes a record of another dtype than Game.box")
        self.require(again.tobytes() == self.box_bytes, "build_box is not deterministic")
        self.require(int(self.box.players) == self.seats, "box.players is not the number of players")
        key = key_of(self.seed)
        s = self.twice("start", lambda s: game.start(s, self.box, key), lambda n: self.used_record())
        self.require(s.tobytes() == self.s.tobytes(), "start does not write the whole position, or is not deterministic")
        self.require(s.key.tolist() == key.tolist(), "start does not set the key")
        self.require(not self.match.over, "the game is over before it begins")

    # any position

    def check_position(self) -> None:
        self.check_moves()
        self.check_views()
        self.check_redeal()
        self.probes.record_position(self)
        if self.game.observes_without_view:
            self.check_observes_without_view()
        self.check_scores()
        with using_language(list(LANGUAGES)[self.match.version % len(LANGUAGES)]):
            self.check_texts()
            self.check_pictures()
        keys = {"game", "seed", "draws", *self.options} & set(self.game.positions.to_table(self.s, self.box))
        self.require(not keys, f"to_table uses reserved keys or names of options: {sorted(keys)}")
        again = Match.from_position(self.match.position(), options_class=TrustedOptions)
        self.require(again.s.tobytes() == self.s.tobytes(), "the position changes when it is written and read back")

    def check_moves(self) -> None:
        """Checks that `legal` and `problem` agree on every action."""
        game, seat = self.game, self.match.mover
        with self.unchanged("legal or problem"):
            listed = self.match.actions()
            allowed = [action for action in range(game.num_actions) if game.problem(self.s, self.box, action) == 0]
            outside = [int(game.problem(self.s, self.box, action)) for action in (-1, game.num_actions)]
        self.require(listed == allowed, f"legal lists {listed}, problem allows {allowed}")
        self.require(bool(listed) == (seat is not None), "there must be legal actions if and only if the game is not over")
        self.require(all(outside), "problem allows a non-existing action")
        self.require(seat is None or 0 <= seat < self.seats, f"the mover is {seat}")
        if prefer := getattr(game.rules, "prefer", None):
            with self.unchanged("prefer"):
                self.require(all(prefer(self.s, self.box, action) >= 0 for action in listed), "prefer is below 0")

    def view_of(self, s: np.record, seat: int) -> np.record:
        return self.twice(f"view for {seat}", lambda out: self.game.view(s, self.box, seat, out), lambda n: self.used_record())

    def check_views(self) -> None:
        """Checks that a view hides what `scramble` changes and future draws, and that observations are in their ranges."""
        game, views = self.game, []
        for seat in range(-1, self.seats):
            with self.unchanged("view"):
                seen = self.view_of(self.s, seat)
            views.append(seen)
            hidden = seen.copy()
            hide_chance(hidden)
            self.require(hidden.tobytes() == seen.tobytes(), f"the view of {seat} shows future draws")
            self.require(game.mover(seen) == game.mover(self.s), f"the view of {seat} has a different mover")
            self.require(self.view_of(seen, seat).tobytes() == seen.tobytes(), f"the view of the view of {seat} is different")
            other = self.s.copy()
            self.scramble(other, self.box, seat, self.chance)
            self.require(self.view_of(other, seat).tobytes() == seen.tobytes(), f"the view of {seat} shows hidden information")
            if not game.has_secrets:
                same = self.match.view().tobytes() == seen.tobytes()
                self.require(same, f"the view of {seat} differs from the spectators', but Game.has_secrets is not set")
            if seat >= 0:
                self.check_observation(seen, seat)
        self.probes.record_views(self, views)

    def check_observation(self, seen: np.record, seat: int) -> None:
        game = self.game
        with self.unchanged("observe", seen):
            row = self.twice(
                "observe",
                lambda out: game.observe(seen, self.box, seat, out),
                lambda n: np.full(game.observation_size, -n, np.int16),
            )
        values = np.concatenate([game.observe_options(self.box), row])
        self.require(len(values) == game.full_observation_size, "observe_options does not write what option_features declares")
        for column in columns(game.full_features):
            part = values[column.first : column.first + column.feature.size]
            in_range = column.feature.low <= part.min() and part.max() <= column.feature.high
            declared = f"{column.feature.name!r} is declared from {column.feature.low} to {column.feature.high}"
            self.require(in_range, f"observe of {seat}: {declared}, but is {part.tolist()}")

    def check_redeal(self) -> None:
        """Checks that a redeal keeps the mover's view and the legal actions, and can be played on."""
        game, seat = self.game, self.match.mover
        if seat is None:
            return
        seen, key = self.match.view(seat), key_of(self.chance.getrandbits(64))
        dealt, again = seen.copy(), seen.copy()
        for s in (dealt, again):
            game.redeal(s, self.box, key)
        self.require(dealt.tobytes() == again.tobytes(), "redeal is not deterministic")
        self.require(dealt.key.tolist() == key.tolist(), "redeal does not set the key")
        self.require(self.view_of(dealt, seat).tobytes() == seen.tobytes(), f"redeal changes the view of {seat}")
        self.probes.record_redeal(self, dealt)
        out = np.zeros(game.max_legal, np.int16)
        self.require(out[: game.legal(dealt, self.box, out)].tolist() == self.match.actions(), "redeal changes what is legal")
        for _ in range(REDEAL_DEPTH):
            if (n := game.legal(dealt, self.box, out)) == 0:
                break
            game.apply(dealt, self.box, int(out[self.chance.randrange(n)]))

    def check_observes_without_view(self) -> None:
        """Checks that `observe` and `score_sheet` give the same for a position, the seat's view, and others with that view."""
        for seat in range(self.seats):
            seen, other = self.match.view(seat), self.s.copy()
            self.scramble(other, self.box, seat, self.chance)
            expected = self.observed_by(seen, seat)
            same = self.observed_by(self.s, seat) == expected == self.observed_by(other, seat)
            self.require(same, f"observe or score_sheet of {seat} depends on more than its view (Game.observes_without_view)")

    def observed_by(self, s: np.record, seat: int) -> bytes:
        """The results of `observe` and `score_sheet` for a seat."""
        row = np.zeros(self.game.observation_size, np.int16)
        sheet = np.zeros((self.seats, len(self.game.score_kinds)), np.int32)
        self.game.observe(s, self.box, seat, row)
        self.game.score_sheet(s, self.box, sheet)
        return row.tobytes() + sheet.tobytes()

    def check_scores(self) -> None:
        game, shape = self.game, (self.seats, len(self.game.score_kinds))
        with self.unchanged("score_sheet or tie_break"):
            write: Any = lambda sheet: game.score_sheet(self.s, self.box, sheet)  # noqa: E731
            self.twice("score_sheet", write, lambda n: np.full(shape, -n, np.int32))
            places = self.match.places()
        self.require(1 in places, "no seat has the first place")
        self.require(game.round_number(self.match.view()) >= 1, "round_number is below 1")

    # texts and pictures, from views

    def check_texts(self) -> None:
        game, match, texts = self.game, self.match, self.game.texts
        legal = match.actions()
        notations = [match.text(action) for action in legal]
        for text in notations:
            plain = text.isascii() and text == " ".join(text.lower().split()) and not set(text) & set(",;")
            self.require(plain, f"the notation {text!r} must be lower-case ASCII without commas or extra spaces")
        self.require(len(set(notations)) == len(notations), f"two legal actions have the same notation: {sorted(notations)}")
        seen = match.view(match.mover)
        with self.unchanged("a text", seen):
            self.require(texts.prompt(seen, self.box), "the prompt is empty")
            choices = [texts.choice(seen, self.box, action) for action in legal]
            self.require(all(choices) and len(set(choices)) == len(choices), f"a choice text is empty or not unique: {choices}")
            illegal = [action for action in range(game.num_actions) if action not in legal]
            for action in (-1, game.num_actions, *self.chance.sample(illegal, min(ILLEGAL_TRIED, len(illegal)))):
                reason = match.why_not(action)
                self.require(reason and reason.text, f"no reason for the illegal action {action}")
            for viewer in (None, *range(self.seats)):
                sentences = texts.describe(match.view(viewer), self.box, viewer, match.names)
                self.require(sentences and all(sentences), f"describe is empty for {viewer}")

    def check_pictures(self) -> None:
        from rich.console import Console

        pictures, match = self.game.pictures, self.match
        for viewer in (None, *range(self.seats)):
            seen = match.view(viewer)
            with self.unchanged("a picture", seen):
                for narrow in (False, True):
                    pen = Pen(match.actions() if viewer == match.mover else (), narrow)
                    svg = board_svg(pictures.board(seen, self.box, viewer, match.names, pen), narrow)
                    self.check_close_ups(seen, viewer, narrow, ElementTree.fromstring(svg))
                console = Console(file=io.StringIO(), width=100)
                console.print(pictures.terminal(seen, self.box, viewer, match.names))
                self.require(console.file.getvalue().strip(), "the drawing for the terminal is empty")  # type: ignore[attr-defined]

    def check_close_ups(self, seen: np.record, viewer: int | None, narrow: bool, board: ElementTree.Element) -> None:
        """Checks that every inspectable part of the board has a close-up, and other names have none."""
        close_up, names = self.game.pictures.close_up, self.match.names
        inspectable = {part.attrib["data-inspect"] for part in board.iter() if "data-inspect" in part.attrib}
        if close_up is None:
            self.require(not inspectable, f"Pictures.close_up is missing, but the board has {sorted(inspectable)[:1]}")
            return
        for name in sorted(inspectable):
            shown = close_up(seen, self.box, viewer, names, Pen((), narrow), name)
            self.require(shown and shown.title, f"no close-up of {name!r}")
            ElementTree.fromstring(board_svg([shown.picture]))
        for name in ("", "nothing", "nothing 1", " "):
            shown = close_up(seen, self.box, viewer, names, Pen((), narrow), name)
            self.require(shown is None, f"a close-up of the unknown {name!r}")

    # moves

    def check_move(self, action: int) -> None:
        """Plays a move and checks that it is deterministic, has a story for every viewer, and can be undone if allowed."""
        game, match, before = self.game, self.match, self.s.copy()
        views = [match.view(viewer) for viewer in (None, *range(self.seats))]
        with self.unchanged("apply to a copy"):
            once, again = match.after(action), match.after(action)
        self.require(once.tobytes() == again.tobytes(), f"apply of action {action} is not deterministic")
        if game.sort_keys:
            self.check_steps(before.copy(), action, once)
        match.push(action)
        for viewer, seen in zip((None, *range(self.seats)), views, strict=True):
            after = match.view(viewer)
            self.require(game.texts.story(seen, after, self.box, action), f"no story of action {action}")
            if game.texts.turn:
                self.require(game.texts.turn([seen, after], self.box, [action]), f"no text for a turn of action {action}")
            self.require(all(game.texts.aftermath(seen, after, self.box)), f"an empty sentence after action {action}")
            if chance := game.pictures.chance(seen, after, self.box, action):
                ElementTree.fromstring(chance)
            self.require(game.round_number(after) >= game.round_number(seen), "round_number decreases")
        self.require(self.s.counter >= before.counter, "the draw counter decreases")
        if match.can_undo():
            other = match.copy()
            other.undo()
            self.require(other.s.tobytes() == before.tobytes(), "undo leads to a different position")

    def check_steps(self, s: np.record, action: int, end: np.record) -> None:
        """Checks that `apply_step` has the effect of `apply`, and its keys are in range."""
        rules: Any = self.game.rules
        step = action
        while step != READY:
            self.require(0 <= rules.sort_key(s, step) < self.game.sort_keys, "sort_key is out of its range")
            step = rules.apply_step(s, self.box, step)
        self.require(0 <= rules.sort_key(s, READY) < self.game.sort_keys, "sort_key is out of its range")
        self.require(s.tobytes() == end.tobytes(), f"apply_step of action {action} differs from apply")

    # after the game

    def check_record(self) -> None:
        again, _ = replay(self.match.record(), options_class=TrustedOptions)
        self.require(again.s.tobytes() == self.s.tobytes(), "the record leads to a different position")

    def check_undo(self) -> None:
        match = self.match.copy()
        while match.history:
            match.undo(force=True)
        first = Match(self.game, seed=self.seed, **self.options).s
        self.require(match.s.tobytes() == first.tobytes(), "undoing all moves does not lead to the start")

    def check_compiled(self) -> None:
        """Replays the game with the interpreted rules."""
        game, rules, s = self.game, self.game.rules, self.game.empty_state()
        rules.start(s, self.box, key_of(self.seed))
        out = np.zeros(game.max_legal, np.int16)
        for n, (action, before) in enumerate(self.match.history):
            self.require(s.tobytes() == before.tobytes(), f"interpreted, the game differs before decision {n + 1}")
            listed = out[: rules.legal(s, self.box, out)].tolist()
            game.legal(before, self.box, out)
            self.require(listed == out[: len(listed)].tolist(), f"interpreted, decision {n + 1} has other legal actions")
            rules.apply(s, self.box, action)
        self.require(s.tobytes() == self.s.tobytes(), "interpreted, the game ends differently")
