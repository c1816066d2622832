"""The players of a benchmark: an OpenAI-compatible endpoint, a command, a Python function, or a scripted agent."""

import importlib
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ...core.errors import BadOption, SeaboardError
from ..local_game import LocalGame

GAIN = re.compile(r"([+−-]?)(\d+)")
ATTEMPTS = 5  # requests to an endpoint that is busy
SECONDS = 300.0  # time limit for one answer


@dataclass(frozen=True)
class Question:
    """A decision: the messages for a model, and the game for agents that use its API."""

    messages: list[dict[str, str]]
    game: LocalGame

    @property
    def prompt(self) -> str:
        return "\n\n".join(message["content"] for message in self.messages)


@dataclass(frozen=True)
class Reply:
    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class Player(Protocol):
    name: str

    def answer(self, question: Question) -> Reply: ...


class EndpointPlayer:
    """A model behind an OpenAI-compatible endpoint (`/chat/completions`)."""

    def __init__(self, model: str, endpoint: str, key: str, temperature: float | None, tokens: int):
        import httpx

        self.name, self.temperature, self.tokens = model, temperature, tokens
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self.client = httpx.Client(base_url=endpoint.rstrip("/"), headers=headers, timeout=SECONDS)
        self.http_error: Any = httpx.HTTPError

    def answer(self, question: Question) -> Reply:
        body: dict[str, Any] = {"model": self.name, "messages": question.messages, "max_tokens": self.tokens}
        if self.temperature is not None:
            body["temperature"] = self.temperature
        for attempt in range(ATTEMPTS):
            try:
                answer = self.client.post("/chat/completions", json=body)
            except self.http_error as error:
                raise SeaboardError(f"{self.name} does not answer: {type(error).__name__}") from None
            if answer.status_code not in (429, 500, 502, 503, 529):
                break
            time.sleep(min(60.0, 2.0**attempt))
        if not answer.is_success:
            raise SeaboardError(f"{self.name} answers with {answer.status_code}: {answer.text[:200]}")
        try:
            data = answer.json()
            text = data["choices"][0]["message"]["content"] or ""
        except (ValueError, KeyError, IndexError, TypeError):
            raise SeaboardError(f"{self.name}: the answer is not of the OpenAI format") from None
        usage = data.get("usage") or {}
        return Reply(str(text), int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0))


class CommandPlayer:
    """A program that reads the prompt from stdin and prints the answer."""

    def __init__(self, command: str):
        self.name, self.command = command, shlex.split(command)

    def answer(self, question: Question) -> Reply:
        try:
            done = subprocess.run(
                self.command, input=question.prompt, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SeaboardError(f"{self.command[0]}: {type(error).__name__}") from None
        if done.returncode:
            raise SeaboardError(f"{self.command[0]} ends with {done.returncode}: {done.stderr.strip()[-200:]}")
        return Reply(done.stdout)


class FunctionPlayer:
    """A Python function that takes the prompt and returns the answer."""

    def __init__(self, place: str):
        module, _, name = place.partition(":")
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        try:
            self.function: Callable[[str], Any] = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise BadOption(f"no function {place!r}: {error}") from None
        self.name = place

    def answer(self, question: Question) -> Reply:
        return Reply(str(self.function(question.prompt)))


MOVE = re.compile(r"^(\d+)\. ([^:\n]+): (.*)$", re.MULTILINE)


def listed_moves(prompt: str) -> list[tuple[str, str, str]]:
    """Number, notation and sentence of the legal moves that a prompt lists."""
    return MOVE.findall(prompt[prompt.rindex("Your decision:") :])


class RandomTextAgent:
    """Reads the prompt and answers with any of the listed moves."""

    name = "random text agent"

    def __init__(self) -> None:
        self.chance = random.Random(1)

    def answer(self, question: Question) -> Reply:
        return Reply(f"Move: {self.chance.choice(listed_moves(question.prompt))[0]}")


class GreedyTextAgent:
    """Reads the prompt and takes the move whose sentence promises most: the sum of its signed figures; ties at random."""

    name = "greedy text agent"

    def __init__(self) -> None:
        self.chance = random.Random(1)

    def answer(self, question: Question) -> Reply:
        moves = listed_moves(question.prompt)
        best = max(moves, key=lambda move: (promised_gain(move[2]), self.chance.random()))
        return Reply(f"Move: {best[1]}")


def promised_gain(sentence: str) -> int:
    return sum(int(number) * (1 if sign == "+" else -1) for sign, number in GAIN.findall(sentence) if sign)


class SearchAgent:
    """Asks the game's API for hints, as any agent may, and takes the first."""

    def __init__(self, bot: str = "search:100"):
        self.name, self.bot = f"hints of {bot}", bot

    def answer(self, question: Question) -> Reply:
        return Reply(f"Move: {question.game.hints(self.bot)[0].move}")


SCRIPTED: dict[str, Callable[[], Player]] = {"random": RandomTextAgent, "greedy": GreedyTextAgent, "search": SearchAgent}


def new_player(model: str, endpoint: str = "", key: str = "", temperature: float | None = None, tokens: int = 4096) -> Player:
    """`agent:random`, `agent:greedy`, `agent:search`, `command:...`, `python:module:function`, or a model of the endpoint."""
    kind, _, rest = model.partition(":")
    if kind == "agent":
        if rest not in SCRIPTED:
            raise BadOption(f"no scripted agent {rest!r}; choose one of {', '.join(SCRIPTED)}")
        return SCRIPTED[rest]()
    if kind == "command":
        return CommandPlayer(rest)
    if kind == "python":
        return FunctionPlayer(rest)
    if not endpoint:
        raise BadOption("name the endpoint of the model: --endpoint https://.../v1 (or $OPENAI_BASE_URL)")
    return EndpointPlayer(model, endpoint, key, temperature, tokens)
