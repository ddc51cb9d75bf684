"""Messages: the types of section 3 and the tables of sections 4 and 6 of SPEC.md."""

from collections.abc import Container, Sequence
from enum import IntEnum
from itertools import combinations
from typing import Any

import msgpack

from tests.stranger.frames import Malformed

LETTERS = "ROYGBP"
FOURS = tuple(map("".join, combinations(LETTERS, 4)))

Message = list[Any]

_INTS: dict[str, Container[int]] = {
    "u32": range(2**32),
    "seat": range(6),
    "card": range(54),
    "ms": range(3_600_001),
    "intent": range(3),
    "hint": range(11),
    "news": range(3),
    "close": range(12),
    "command": range(16, 45),
    "reason": (*range(12), *range(32, 42)),
    "by": range(3),
    "reaction": range(6),
    "players": range(2, 7),
    "points": range(10),
    "target": range(1, 100),
}
_STRINGS: dict[str, Container[str]] = {
    "letters": (LETTERS, *FOURS),
    "colours": ("6", "4", *FOURS),
    "starter": ("left", "last"),
    "kind": ("person", "bot"),
    "level": ("", "random", "easy", "normal", "hard"),
    "bot_level": ("random", "easy", "normal", "hard"),
    "presence": ("here", "away", "covered"),
}
_TEXTS = {"text": 400}
_PARTS = {
    "occupant": "text kind level presence bool",
    "options": "target colours starter",
    "tally": "text u32 u32",
    "onlooker": "text bool bool",
}


class Tag(IntEnum):
    """The first element of every message, with the types of the fields behind it."""

    fields: str

    def __new__(cls, number: int, fields: str = "") -> "Tag":
        """Make a tag that knows its fields."""
        tag = int.__new__(cls, number)
        tag._value_ = number
        tag.fields = fields
        return tag

    HELLO = 1, "u32 intent b16? b8? b16"
    CHALLENGE = 2, "u32 b16 b16 b33"
    PROOF = 3, "b33 b32"
    ACCEPT = 4, "b32"
    REFUSE = 5, "hint"
    PING = 8, "u32"
    PONG = 9, "u32"
    BYE = 10, "close"
    JOIN = 16, "text b32"
    WATCH = 17, "text b32"
    SYNC = 18, "b16? u32 b32?"
    PLAY = 19, "u32 [card;9] card?"
    PASS = 20, "u32"
    COMMIT = 21, "u32 u32 b32"
    CONTRIBUTE = 22, "u32 u32 b32"
    READY = 23, "u32 bool"
    SAY = 24, "text"
    RENAME = 25, "text"
    BACK = 26
    COVER = 27, "seat"
    SET_OPTIONS = 28, "options"
    ADD_BOT = 29, "bot_level"
    SET_LEVEL = 30, "seat bot_level"
    REMOVE = 31, "seat"
    SWAP_SEATS = 32, "seat seat"
    MUTE = 33, "seat bool"
    START = 34
    NEW_CODE = 35
    STOP_AFTER_HAND = 36, "bool"
    GIVE_SEAT = 37, "seat text"
    SET_PACE = 38, "ms ms"
    GO_ON = 39, "b32?"
    KICK_GUEST = 40, "text"
    MUTE_GUEST = 41, "text bool"
    FORGIVE = 42, "text"
    REACT = 43, "reaction"
    SHOW_STEP = 44, "u32?"
    SEATED = 48, "seat b32 bool"
    WATCHING = 49, "u32"
    LOG_FOLLOWS = 50, "b16 u32 u32"
    BATCH = 51, "[bin;1..2048]"
    FORK = 52, "u32"
    REFUSED = 53, "command u32 reason"
    HAND_KEY = 54, "u32 u32 b32"
    CLOCK = 55, "seat ms"
    NUDGE = 56
    TABLE_CODE = 57, "words news"
    PAUSED = 58, "[seat;6]"
    AUDIENCE = 59, "[onlooker;64]"
    TERMS = 60, "ms ms ms bool [seat;6] players u32"
    ROLLED_BACK = 61, "b16 u32 b32"
    KICKED = 62, "[text;32]"
    SEEN_MORE = 63, "[text;64]"
    LOBBY_OPENED = 64, "b16 [occupant;6] options [tally;64] u32 b32?"
    SEAT_CHANGED = 65, "seat occupant?"
    OPTIONS_CHANGED = 66, "options"
    CHAT_SAID = 67, "seat? text text"
    GAME_STARTED = 68, "players"
    DEAL_OPENED = 69, "u32 u32 b32"
    DEAL_COMMITTED = 70, "[b32?;6]"
    DEAL_CONTRIBUTED = 71, "[b32?;6]"
    DEAL_ABORTED = 72, "[seat;6] b32"
    HAND_DEALT = 73, "u32 seat letters u32 [b25;6]"
    CARDS_PLAYED = 74, "seat [card;9] card? by"
    PASSED = 75, "seat by"
    ROUND_ENDED = 76, "seat"
    HAND_ENDED = 77, "[[card;9];6] [points;6] b32 [b32;6] b32"
    GAME_ENDED = 78, "[seat;6]"
    TABLE_STOPPED = 79
    REACTED = 80, "seat? text reaction"
    PAST_LOG = 81, "b16 u32 [bin;1..2048]"
    STEP_SHOWN = 82, "b16 u32?"


def _fits(kind: str, value: object) -> bool:
    if kind.endswith("?"):
        return value is None or _fits(kind[:-1], value)
    if kind.startswith("["):
        inner, _, size = kind[1:-1].rpartition(";")
        least, _, most = size.rpartition("..")
        return isinstance(value, list) and int(least or 0) <= len(value) <= int(most) and _all_fit(inner, value)
    if kind in _PARTS:
        return isinstance(value, list) and _fit(_PARTS[kind], value)
    if kind in _INTS:
        return type(value) is int and value in _INTS[kind]
    if kind in _STRINGS:
        return isinstance(value, str) and value in _STRINGS[kind]
    if kind in _TEXTS:
        return isinstance(value, str) and len(value) <= _TEXTS[kind]
    if kind == "words":
        return value != "" and _fits("text", value)
    if kind == "bool":
        return isinstance(value, bool)
    return isinstance(value, bytes) and (len(value) > 0 if kind == "bin" else len(value) == int(kind[1:]))


def _all_fit(kind: str, values: Sequence[object]) -> bool:
    return all(_fits(kind, value) for value in values)


def _fit(kinds: str, values: Sequence[object]) -> bool:
    names = kinds.split()
    return len(names) == len(values) and all(map(_fits, names, values))


def _checked(message: object) -> Message:
    if not isinstance(message, list) or not message or type(message[0]) not in (int, Tag):
        raise Malformed("not a message")
    tag = next((tag for tag in Tag if tag == message[0]), None)
    if tag is None or not _fit(tag.fields, message[1:]):
        raise Malformed(f"an unknown tag or wrong fields: {message[0]}")
    return [tag, *message[1:]]


def encode(*message: object) -> bytes:
    """Write a message, its tag first, in the shortest form."""
    packed: bytes = msgpack.packb(_checked(list(message)))
    return packed


def decode(body: bytes) -> Message:
    """Read one message and check all of its fields."""
    try:
        message: object = msgpack.unpackb(body)
    except Exception as error:  # msgpack raises many kinds; each means the same here
        raise Malformed("not msgpack") from error
    return _checked(message)
