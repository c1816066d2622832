"""A lesson that is being taken: the moves so far, what comes next, and what a wrong try is answered with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import tomli_w

from ..core.errors import BadLesson, SeaboardError
from ..core.game import Game
from ..core.lessons import Lesson, Step, matches
from ..language import _
from ..match import Match

GO_ON = -1  # said instead of an action, where there is only something to read
COMPANIONS = ("Ari", "Mika", "Nils", "Ona")


@dataclass(frozen=True)
class Answer:
    """What is said to a try: "right" (the step is done), "wrong" (nothing happened), "failed", or "" on the way."""

    kind: str = ""
    words: str = ""
    stories: Sequence[tuple[int, str]] = ()  # the seat, and what it did; after a wrong try, what would have happened


@dataclass
class Sitting:
    """A lesson from its position on. What was accepted is in `said`: actions, and GO_ON."""

    game: Game
    lesson: Lesson
    said: list[int] = field(default_factory=list)
    at: int = -1  # the step
    began: int = 0  # how much was said when it began
    before: int = 0  # and when the step before it began
    failed: bool = False

    def __post_init__(self) -> None:
        self.match = Match.from_position(tomli_w.dumps({"game": self.game.name, **self.lesson.position}))
        if self.lesson.seat >= self.match.seats:
            raise BadLesson(f"lesson {self.lesson.name}: seat: there are {self.match.seats} players")
        others = iter(COMPANIONS)
        self.match.names = [_("You") if seat == self.lesson.seat else next(others) for seat in range(self.match.seats)]
        self.opening = tuple(self.begin_next())

    @property
    def step(self) -> Step | None:
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def finished(self) -> bool:
        return self.step is None

    @property
    def has_task(self) -> bool:
        return bool(self.step and self.step.play)

    @property
    def made(self) -> int:
        """The learner's moves in this step."""
        return len(self.said) - self.began

    def begin_next(self) -> Iterator[tuple[int, str]]:
        """The next step, after the moves that come before it; their stories."""
        self.at += 1
        self.before, self.began = self.began, len(self.said)
        for move in self.step.first if self.step else ():
            yield self.played(self.match.find(move))

    def played(self, action: int) -> tuple[int, str]:
        seat = self.match.mover
        return (-1 if seat is None else seat), self.match.play(action)

    def say(self, said: int) -> Answer:
        """Takes what the learner says, and answers it."""
        if self.finished or self.failed:
            return Answer("wrong", _("This has come to its end; try again, or go on."))
        if said == GO_ON:
            if self.has_task:
                return Answer("wrong", _("There is something to do here first."))
            self.said.append(said)
            return Answer(stories=tuple(self.begin_next()))
        return self.move(said)

    def move(self, action: int) -> Answer:
        step, match = self.step, self.match
        if not step or not self.has_task:
            return Answer("wrong", _("Here there is only something to read; go on."))
        if not 0 <= action < self.game.num_actions:
            return Answer("wrong", _("There is no such action."))
        if reason := match.why_not(action):
            return Answer("wrong", str(reason))
        if not step.lets(match.text(action), self.made):
            return self.wrong_try(step, action)
        story = self.played(action)
        self.said.append(action)
        return self.judge(step, story)

    def judge(self, step: Step, story: tuple[int, str]) -> Answer:
        """After a move that was let through: is it done, can it still be?"""
        used_up = self.made >= step.most or self.match.mover != self.lesson.seat
        if self.reached(step) if step.goal else self.made >= len(step.play):
            return Answer("right", str(step.done or _("Right.")), (story, *self.begin_next()))
        if used_up:
            self.failed = True
            return Answer("failed", str(step.failed or _("That does not get there. Try it another way.")), (story,))
        return Answer(stories=(story,))

    def reached(self, step: Step) -> bool:
        """Whether the position is as the step's goal says; `points` are each seat's, as if the game ended now."""
        table = {**self.match.to_dict(), "points": self.match.scores()}
        return all(condition.holds(table) for condition in step.goal)

    def wrong_try(self, step: Step, action: int) -> Answer:
        """Allowed by the rules, but not what is wanted: why, and what would have happened."""
        words = step.answer_to(self.match.text(action)) or _("The rules allow that, but it is not what this is about.")
        trial = self.match.copy()
        return Answer("wrong", str(words), ((self.lesson.seat, trial.play(action)),))

    def next_intended(self) -> int | None:
        """What the lesson has in mind now; None where the learner has left its way."""
        if not self.step or not self.has_task:
            return None if self.finished else GO_ON
        made = [self.match.text(action) for action in self.said[self.began :]]
        if self.failed or made != list(self.step.play[: self.made]) or self.made >= len(self.step.play):
            return None
        return self.match.find(self.step.play[self.made])

    def lit(self) -> list[int]:
        """The actions that are lit up in this step."""
        patterns = [mark for mark in self.step.lit if not is_part(mark)] if self.step else []
        return (
            [action for action in range(self.game.num_actions) if matches(self.match.text(action), patterns)]
            if patterns
            else []
        )

    def lit_parts(self) -> list[str]:
        """The parts of the drawing that are: "panel NAME" or "piece NAME"."""
        return [mark for mark in self.step.lit if is_part(mark)] if self.step else []


def is_part(mark: str) -> bool:
    return mark.startswith(("panel ", "piece "))


def sit_down(game: Game, lesson: Lesson, said: Sequence[int]) -> tuple[Sitting, Answer]:
    """The lesson after all that was said, and the answer to the last of it. What was refused before is an error."""
    sitting = Sitting(game, lesson)
    answer = Answer(stories=sitting.opening)
    for n, one in enumerate(said):
        answer = sitting.say(one)
        if answer.kind == "wrong" and n < len(said) - 1:
            raise BadLesson(_("That does not belong to this lesson; begin it again."))
    return sitting, answer


def help_on(game: Game, lesson: Lesson, said: Sequence[int]) -> tuple[Sitting, Answer]:
    """Does the next intended thing for who is stuck; whoever has left the way is first led back to where the step began."""
    sitting, _answer = sit_down(game, lesson, said)
    if sitting.next_intended() is None and not sitting.finished:
        sitting, _answer = sit_down(game, lesson, said[: sitting.began])
    intended = sitting.next_intended()
    return sitting, Answer() if intended is None else sitting.say(intended)


# trying a lesson out


def check_lesson(game: Game, lesson: Lesson) -> int:
    """Plays it to its end as it intends, with every wrong try on the way; how many tries that were. BadLesson if it fails."""
    tries, place = 0, ""
    try:
        sitting = Sitting(game, lesson)
        while step := sitting.step:
            place = f"step {sitting.at + 1}: "
            tried: list[str] = []
            if step.goal and sitting.reached(step):
                raise BadLesson("the goal is reached before anything is done")
            while sitting.step is step:
                tried += wrong_tries(sitting)
                go_the_intended_way(sitting)
            for wrong in step.wrong:
                if not any(matches(move, [wrong.move]) for move in tried):
                    raise BadLesson(f"nobody can try the wrong move {wrong.move!r}")
            tries += len(tried)
    except SeaboardError as error:
        raise BadLesson(f"lesson {lesson.name}: {place}{error}") from None
    return tries


def go_the_intended_way(sitting: Sitting) -> None:
    """One word further."""
    intended = sitting.next_intended()
    if intended is None:
        raise BadLesson("the intended moves do not reach the goal")
    answer = sitting.say(intended)
    if answer.kind in ("wrong", "failed"):
        raise BadLesson(f"the intended way is refused: {answer.words}")


def wrong_tries(sitting: Sitting) -> list[str]:
    """Tries every move that is not let through here: each is answered, and changes nothing."""
    step, said, tried = sitting.step, list(sitting.said), []
    if not step or not sitting.has_task:
        return []
    if sitting.match.mover != sitting.lesson.seat:
        raise BadLesson("it is not the learner's turn; moves of others go into `first`")
    for action in sitting.match.actions():
        move = sitting.match.text(action)
        if not step.lets(move, sitting.made):
            answer = sitting.say(action)
            if answer.kind != "wrong" or not answer.words or sitting.said != said:
                raise BadLesson(f"{move!r} is not answered as a wrong try")
            tried.append(move)
    return tried
