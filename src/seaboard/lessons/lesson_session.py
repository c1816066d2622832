"""A learner's session of a lesson: the inputs so far, the next step, and the responses to wrong moves. Also checks lessons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import tomli_w

from ..core.errors import BadLesson, SeaboardError
from ..core.game import Game
from ..language import _
from ..match import Match
from ..study.player_names import learner_names
from .lesson_file import Lesson, Step, matches

MAX_MOVES_TRIED = 400  # to find out whether a goal is still in reach
CONTINUE = -1  # the input instead of an action, where there is only something to read


@dataclass(frozen=True)
class Feedback:
    """The feedback to an input: "right" (the step is done), "wrong" (nothing changed), "failed", or "" (go on)."""

    kind: str = ""
    words: str = ""
    stories: Sequence[tuple[int, str]] = ()  # (seat, what it did); after a wrong move: what would have happened


@dataclass
class LessonSession:
    """A lesson and the accepted inputs of its learner: actions, and CONTINUE."""

    game: Game
    lesson: Lesson
    inputs: list[int] = field(default_factory=list)
    step_index: int = -1
    step_start: int = 0  # number of inputs when the step began
    previous_start: int = 0  # the same for the previous step
    failed: bool = False

    def __post_init__(self) -> None:
        self.match = Match.from_position(tomli_w.dumps({"game": self.game.name, **self.lesson.position}))
        if self.lesson.seat >= self.match.seats:
            raise BadLesson(f"lesson {self.lesson.name}: seat: there are {self.match.seats} players")
        self.match.names = learner_names(self.match.seats, self.lesson.seat)
        self.opening = tuple(self.begin_next())

    @property
    def step(self) -> Step | None:
        return self.lesson.steps[self.step_index] if self.step_index < len(self.lesson.steps) else None

    @property
    def finished(self) -> bool:
        return self.step is None

    @property
    def has_task(self) -> bool:
        return bool(self.step and self.step.play)

    @property
    def moves_made(self) -> int:
        """Number of the learner's moves in this step."""
        return len(self.inputs) - self.step_start

    def begin_next(self) -> Iterator[tuple[int, str]]:
        """Goes to the next step and plays the moves before it; yields (seat, story) of each."""
        self.step_index += 1
        self.previous_start, self.step_start = self.step_start, len(self.inputs)
        for move in self.step.first if self.step else ():
            yield self.play(self.match.find(move))

    def play(self, action: int) -> tuple[int, str]:
        seat = self.match.mover
        return (-1 if seat is None else seat), self.match.play(action)

    def handle(self, entered: int) -> Feedback:
        """Responds to an input of the learner."""
        if self.finished or self.failed:
            return Feedback("wrong", _("This line has ended. Try again, or continue."))
        if entered == CONTINUE:
            if self.has_task:
                return Feedback("wrong", _("There is something to do here first."))
            self.inputs.append(entered)
            return Feedback(stories=tuple(self.begin_next()))
        return self.move(entered)

    def move(self, action: int) -> Feedback:
        step, match = self.step, self.match
        if not step or not self.has_task:
            return Feedback("wrong", _("There is nothing to do in this step. Choose Continue."))
        if not 0 <= action < self.game.num_actions:
            return Feedback("wrong", _("There is no such action."))
        if reason := match.why_not(action):
            return Feedback("wrong", str(reason))
        if not self.accepts(step, action):
            return self.explain_wrong(step, action)
        story = self.play(action)
        self.inputs.append(action)
        return self.assess(step, story)

    def accepts(self, step: Step, action: int) -> bool:
        """Whether a legal move may be made: the step accepts it, and unless it is the last one, the goal stays in reach."""
        if not step.accepts(self.match.text(action), self.moves_made):
            return False
        moves_left = step.max_moves - self.moves_made - 1
        if not step.goal or moves_left == 0 or action == self.next_intended():
            return True
        after = self.match.copy()
        after.push(action)
        if after.mover != self.lesson.seat:
            return True
        return in_reach(after, self.lesson.seat, step, moves_left, count(1))

    def assess(self, step: Step, story: tuple[int, str]) -> Feedback:
        """The feedback to an accepted move: whether the step is done, failed, or still open."""
        is_last = self.moves_made >= step.max_moves or self.match.mover != self.lesson.seat
        if self.reached(step) if step.goal else self.moves_made >= len(step.play):
            return Feedback("right", str(step.done or _("Right.")), (story, *self.begin_next()))
        if is_last:
            self.failed = True
            return Feedback("failed", str(step.failed or _("That doesn't reach the goal. Try something else.")), (story,))
        return Feedback(stories=(story,))

    def reached(self, step: Step) -> bool:
        return is_goal(self.match, step)

    def explain_wrong(self, step: Step, action: int) -> Feedback:
        """A legal move that the step does not accept: why, and what would have happened."""
        default_text = step.failed if step.goal and step.failed else _("Legal, but not what we're practising.")
        words = step.explanation_of(self.match.text(action)) or default_text
        trial = self.match.copy()
        return Feedback("wrong", str(words), ((self.lesson.seat, trial.play(action)),))

    def next_intended(self) -> int | None:
        """The intended next input; None where the learner has left the intended line."""
        if not self.step or not self.has_task:
            return None if self.finished else CONTINUE
        moves = [self.match.text(action) for action in self.inputs[self.step_start :]]
        if self.failed or moves != list(self.step.play[: self.moves_made]) or self.moves_made >= len(self.step.play):
            return None
        return self.match.find(self.step.play[self.moves_made])

    def highlighted(self) -> list[int]:
        """The actions highlighted in this step."""
        patterns = [mark for mark in self.step.highlights if not is_part(mark)] if self.step else []
        return (
            [action for action in range(self.game.num_actions) if matches(self.match.text(action), patterns)]
            if patterns
            else []
        )

    def highlighted_parts(self) -> list[str]:
        """The highlighted parts of the drawing: "panel NAME" or "piece NAME"."""
        return [mark for mark in self.step.highlights if is_part(mark)] if self.step else []


def is_goal(match: Match, step: Step) -> bool:
    """Whether the position meets the goal of the step; `points` lists each seat's points if the game ended now."""
    table = {**match.to_dict(), "points": match.scores()}
    return all(condition.holds(table) for condition in step.goal)


def in_reach(match: Match, seat: int, step: Step, moves_left: int, tried: Iterator[int]) -> bool:
    """Whether the seat can reach the goal in `left` moves; also true if the search takes too long."""
    if is_goal(match, step):
        return True
    if moves_left == 0 or match.mover != seat:
        return False
    for action in match.actions():
        if next(tried) > MAX_MOVES_TRIED:
            return True
        after = match.copy()
        after.push(action)
        if in_reach(after, seat, step, moves_left - 1, tried):
            return True
    return False


def is_part(mark: str) -> bool:
    return mark.startswith(("panel ", "piece "))


def resume(game: Game, lesson: Lesson, inputs: Sequence[int]) -> tuple[LessonSession, Feedback]:
    """The session after these inputs, and the feedback to the last one. BadLesson if an earlier one is wrong."""
    session = LessonSession(game, lesson)
    feedback = Feedback(stories=session.opening)
    for n, entered in enumerate(inputs):
        feedback = session.handle(entered)
        if feedback.kind == "wrong" and n < len(inputs) - 1:
            raise BadLesson(_("That isn't part of this lesson. Start the lesson again."))
    return session, feedback


def play_intended(game: Game, lesson: Lesson, inputs: Sequence[int]) -> tuple[LessonSession, Feedback]:
    """Plays the next intended input for a learner who is stuck, from the start of the step if they left the intended line."""
    session, _response = resume(game, lesson, inputs)
    if session.next_intended() is None and not session.finished:
        session, _response = resume(game, lesson, inputs[: session.step_start])
    intended = session.next_intended()
    return session, Feedback() if intended is None else session.handle(intended)


# checking a lesson


def check_lesson(game: Game, lesson: Lesson) -> int:
    """Plays the intended line to the end and tries every wrong move on the way; returns their number. BadLesson if it fails."""
    tries, where = 0, ""
    try:
        session = LessonSession(game, lesson)
        while step := session.step:
            where = f"step {session.step_index + 1}: "
            tried: list[str] = []
            if step.goal and session.reached(step):
                raise BadLesson("the goal is reached before the first move")
            while session.step is step:
                tried += wrong_tries(session)
                advance(session)
            for wrong in step.wrong:
                if not any(matches(move, [wrong.move]) for move in tried):
                    raise BadLesson(f"the wrong move {wrong.move!r} is never legal")
            tries += len(tried)
    except SeaboardError as error:
        raise BadLesson(f"lesson {lesson.name}: {where}{error}") from None
    return tries


def advance(session: LessonSession) -> None:
    """Plays the next intended input."""
    intended = session.next_intended()
    if intended is None:
        raise BadLesson("the intended moves do not reach the goal")
    feedback = session.handle(intended)
    if feedback.kind in ("wrong", "failed"):
        raise BadLesson(f"the intended move is refused: {feedback.words}")


def wrong_tries(session: LessonSession) -> list[str]:
    """Tries every legal move that the step does not accept: each must get a feedback and change nothing. Returns them."""
    step, inputs, tried = session.step, list(session.inputs), []
    if not step or not session.has_task:
        return []
    if session.match.mover != session.lesson.seat:
        raise BadLesson("it is not the learner's turn; moves of others go into `first`")
    for action in session.match.actions():
        move = session.match.text(action)
        if not session.accepts(step, action):
            feedback = session.handle(action)
            if feedback.kind != "wrong" or not feedback.words or session.inputs != inputs:
                raise BadLesson(f"{move!r} gets no feedback as a wrong move")
            tried.append(move)
    return tried
