"""A bot from a file, in a process of its own: docs/WRITE-A-BOT.md tells how to write one.

Its file has a function `choose`, which gets a `PlayerView` and returns a move. Nothing that it does there concerns this
process: it may crash, print or never come to an end. What it answers is checked before it counts.
"""

import importlib.util
import json
import os
import pickle
import random
import sys
import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

from odin_net.bots.contest import FILE_ENDING, BotFailed, find_level
from odin_net.bots.policies import Policy
from odin_net.game import PASS, Move, PlayerView
from odin_net.game.cards import ALL_CARDS, DECK_SIZE, cards_in
from odin_net.game.rules import refuse_pass, refuse_play
from odin_net.workers import OwnWorker, WorkerDied

# To load its file a bot may take so long: some libraries are slow to import.
LOAD_SECONDS = 30.0
# What it says of its faults is cut there.
LONGEST = 200
FUNCTION = "choose"


def find_bot(bot: str, seconds: float) -> Policy:
    """The policy of this level, or of this file, which has so many seconds for each move."""
    return file_bot(bot, seconds) if bot.endswith(FILE_ENDING) else find_level(bot)


@cache
def file_bot(path: str, seconds: float) -> "FileBot":
    """The bot of this file, once for each process."""
    return FileBot(path, seconds)


class FileBot:
    """A policy that asks the bot of a file. BotFailed if that has no legal move to say."""

    def __init__(self, path: str, seconds: float) -> None:
        self._path, self._seconds = path, seconds
        self._worker = OwnWorker(f"{__name__}:answer")
        self._is_loaded = False

    def load(self) -> None:
        """Have it ready; BotFailed if its file is not one of a bot."""
        if not self._is_loaded:
            self._ask({"load": self._path}, LOAD_SECONDS)
            self._is_loaded = True

    def __call__(self, view: PlayerView, rng: random.Random) -> Move:
        self.load()
        return legal(self._ask({"view": view, "seed": rng.getrandbits(64)}, self._seconds), view)

    def _ask(self, job: dict[str, Any], seconds: float) -> object:
        try:
            said = json.loads(self._worker.ask(pickle.dumps(job), seconds))
        except TimeoutError:
            self._is_loaded = False
            raise BotFailed(f"it took longer than {seconds:g} s") from None
        except WorkerDied:
            self._is_loaded = False
            raise BotFailed("its process has ended") from None
        except ValueError:
            raise BotFailed("it answered in place of its process") from None
        if "failed" in said:
            raise BotFailed(str(said["failed"])[:LONGEST])
        return said["move"]

    def stop(self) -> None:
        """End its process."""
        self._is_loaded = False
        self._worker.stop()


def legal(move: object, view: PlayerView) -> Move:
    """This answer as a move; BotFailed if it is none, or one that the rules refuse."""
    match move:
        case None | [0, None]:
            refusal, chosen = refuse_pass(view), PASS
        case [int(cards), int() | None as take] if is_mask(cards) and is_card(take):
            refusal, chosen = refuse_play(view, cards_in(cards), take), (cards, take)
        case _:
            raise BotFailed(f"its answer is no move: {json.dumps(move)[:LONGEST]}")
    if refusal is not None:
        raise BotFailed(f"its move is illegal: {refusal.value}")
    return chosen


def is_mask(cards: int) -> bool:
    return type(cards) is int and 0 < cards <= ALL_CARDS


def is_card(take: int | None) -> bool:
    return take is None or (type(take) is int and 0 <= take < DECK_SIZE)


# --- what happens in the bot's own process ---

_choose: Callable[[PlayerView], object] | None = None


def answer(body: bytes) -> bytes:
    """What the worker does."""
    job = pickle.loads(body)  # noqa: S301  Our parent says so.
    try:
        if "load" in job:
            load(job["load"])
            return told({"move": None})
        return told({"move": choose(job["view"], job["seed"])})
    except BaseException as error:
        return told({"failed": in_a_line(error)})


def told(said: dict[str, object]) -> bytes:
    return json.dumps(said).encode()


def load(path: str) -> None:
    """Run the file, and find its function."""
    global _choose  # noqa: PLW0603  A worker has one bot.
    keep_to_itself()
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120  As Python does for a script.
    spec = importlib.util.spec_from_file_location("odin_bot", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _choose = getattr(module, FUNCTION, None)
    if not callable(_choose):
        raise TypeError(f"the file has no function {FUNCTION}(view)")


def keep_to_itself() -> None:
    """What a bot prints is for its author, who reads it on stderr; and nothing is typed to it."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr


def choose(view: PlayerView, seed: int) -> object:
    """What the bot answers. Its chance is ours, so that the same seed plays the same games."""
    assert _choose is not None
    random.seed(seed)
    return _choose(view)


def in_a_line(error: BaseException) -> str:
    """An error as its author can find it."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    file, number = where.filename, where.lineno
    if isinstance(error, SyntaxError) and error.filename is not None:
        file, number = error.filename, error.lineno
    line = f" (line {number} of {os.path.basename(file)})" if file != __file__ else ""  # noqa: PTH119
    return "".join(traceback.format_exception_only(error)[-1:]).strip() + line
