"""What the history keeps of a game: who played, how it ended, the longest sets. Read from the bytes of its record.

A record may come from anywhere. Its form is checked here, that every value is what it should be and that names can be
shown; whether the game obeyed the rules is a matter of `odin replay --check`.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import IntEnum
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from odin_net.game.cards import DECK_SIZE, format_card
from odin_net.game.options import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.records import VERSION
from odin_net.game.text import clean_name

UNKNOWN_LEVEL = "?"
FIRST_YEAR, LAST_YEAR = 1970, 9999

Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=DECK_SIZE)]
if TYPE_CHECKING:
    CardName: TypeAlias = str
else:
    CardName = Literal[tuple(map(format_card, range(DECK_SIZE)))]
Level: TypeAlias = Annotated[str, Meta(max_length=16)]
CardNames: TypeAlias = Annotated[tuple[CardName, ...], Meta(max_length=HAND_SIZE)]
GameId: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Damage(IntEnum):
    """Why a record does not count. In the index: numbers are never given away anew."""

    EMPTY = 1
    TOO_LARGE = 2
    NEWER = 3
    NO_RECORD = 4
    CUT_OFF = 5
    BAD_LINE = 6
    NO_FILE = 7


class DamagedRecord(Exception):
    """A record that does not count, and the line where that is seen; 0 where it is none in particular."""

    def __init__(self, damage: Damage, line: int = 0) -> None:
        super().__init__(damage.name)
        self.damage, self.line = damage, line


# Somebody at a table: a person by name, as they were called at the end; a bot by its level, behind what no name has.
Player: TypeAlias = str
BOT_SIGN = "\0"


class PastGame(Struct, array_like=True, frozen=True, gc=False):
    """What counts of one game."""

    id: str
    date: int | None
    """When it began, in seconds since 1970; None: the record does not say."""
    players: tuple[Player, ...]
    hands: int
    """How many were played to their end."""
    points: tuple[int, ...]
    """By seat, over these hands."""
    winners: tuple[int, ...]
    """Seats; empty: it was stopped, or its record ends early."""
    longest: tuple[tuple[str, ...], ...]
    """The longest set that each seat has played."""


class _Header(Struct):
    odin: int
    players: Annotated[list[str], Meta(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
    # Others than hosts of ours may write here what they like, and nothing is lost without.
    date: Raw = Raw()
    game: Raw = Raw()
    bots: Raw = Raw()


class _Version(Struct):
    odin: int


class _Line(Struct, rename={"passed": "pass"}):
    seat: Seat = 0
    play: CardNames | None = None
    passed: bool = False
    by: str | None = None
    points: Annotated[list[Points], Meta(max_length=MAX_PLAYERS)] | None = None
    winners: Annotated[list[Seat], Meta(max_length=MAX_PLAYERS)] | None = None
    players: Annotated[list[str], Meta(max_length=MAX_PLAYERS)] | None = None
    bots: Raw = Raw()


_HEADER = msgspec.json.Decoder(_Header)
_VERSION = msgspec.json.Decoder(_Version)
_LINE = msgspec.json.Decoder(_Line)
_TEXT = msgspec.json.Decoder(str)
_ID = msgspec.json.Decoder(GameId)
_LEVELS = msgspec.json.Decoder(list[Level | None])
# What msgspec raises at what it cannot read, or does not want to.
_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)


def read_past_game(data: bytes) -> PastGame:
    """What counts of the game in this record; DamagedRecord if it cannot be read."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise DamagedRecord(Damage.EMPTY)
    first, _, rest = data.partition(b"\n")
    header = _read_header(first, is_whole=bool(rest))
    try:
        data.decode()  # What is skipped is not looked at otherwise.
        lines = _LINE.decode_lines(rest)
    except _UNREADABLE:
        raise _first_damage(rest) from None
    return _past_game(header, lines, data)


def _read_header(line: bytes, *, is_whole: bool) -> _Header:
    try:
        version = _VERSION.decode(line).odin
    except _UNREADABLE as error:
        is_cut = not is_whole and line.startswith(b'{"odin"') and _is_cut_off(error)
        raise DamagedRecord(Damage.CUT_OFF if is_cut else Damage.NO_RECORD, 1) from None
    if version != VERSION:
        raise DamagedRecord(Damage.NEWER if version > VERSION else Damage.NO_RECORD, 1)
    try:
        return _HEADER.decode(line)
    except _UNREADABLE:
        raise DamagedRecord(Damage.BAD_LINE, 1) from None


def _first_damage(rest: bytes) -> DamagedRecord:
    """Where the first line is that cannot be read."""
    lines = rest.split(b"\n")
    for number, line in enumerate(lines, 2):
        try:
            line.decode()
            _LINE.decode_lines(line)
        except _UNREADABLE as error:
            is_last = number == len(lines) + 1
            return DamagedRecord(Damage.CUT_OFF if is_last and _is_cut_off(error) else Damage.BAD_LINE, number)
    return DamagedRecord(Damage.BAD_LINE, 2)  # Something goes over several lines.


def _is_cut_off(error: BaseException) -> bool:
    return "truncated" in str(error) or (isinstance(error, UnicodeDecodeError) and "end of data" in error.reason)


def _past_game(header: _Header, lines: Sequence[_Line], data: bytes) -> PastGame:
    names, bots = header.players, header.bots
    count = len(names)
    totals, hands = [0] * count, 0
    winners: list[int] = []
    longest: list[tuple[str, ...]] = [()] * MAX_PLAYERS
    by_bots, by_people = [False] * MAX_PLAYERS, [False] * MAX_PLAYERS
    for number, line in enumerate(lines, 2):
        play = line.play
        if play is not None:
            if len(play) > len(longest[line.seat]):
                longest[line.seat] = play
            (by_bots if line.by == "bot" else by_people)[line.seat] = True
        elif line.points is not None:
            if len(line.points) != count:
                raise DamagedRecord(Damage.BAD_LINE, number)
            totals = [total + more for total, more in zip(totals, line.points, strict=True)]
            hands += 1
        elif line.winners is not None:
            winners = line.winners
        if line.players is not None:
            names = line.players
        if line.bots:
            bots = line.bots
        if len(names) != count or line.seat >= count or any(seat >= count for seat in winners):
            raise DamagedRecord(Damage.BAD_LINE, number)
    only_bots = [by_bots[seat] and not by_people[seat] for seat in range(count)]
    players = _players(names, _levels_of(bots, only_bots))
    return PastGame(
        _id_of(header, data), _date_of(header), players, hands, tuple(totals), tuple(winners), tuple(longest[:count])
    )


def _players(names: list[str], levels: list[str]) -> tuple[Player, ...]:
    try:
        return tuple(map(_player, names, levels))
    except ValueError:
        raise DamagedRecord(Damage.BAD_LINE, 1) from None


@lru_cache(4096)
def _player(name: str, level: str) -> Player:
    return BOT_SIGN + level if level else clean_name(name)


def _levels_of(bots: Raw, only_bots: list[bool]) -> list[str]:
    """The level of each bot, empty for people: as the record says, or by who made the moves."""
    if bots:
        try:
            levels = [level or "" for level in _LEVELS.decode(bots)]
        except _UNREADABLE:
            levels = []
        if len(levels) == len(only_bots):
            return levels
    return [UNKNOWN_LEVEL if is_bot else "" for is_bot in only_bots]


def _date_of(header: _Header) -> int | None:
    try:
        date = date_in(_TEXT.decode(header.date))
    except _UNREADABLE:
        return None
    return None if date is None else int(date.timestamp())


def date_in(text: str) -> datetime | None:
    """The date that a record gives; None if it is none that could be shown in every zone."""
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)) if FIRST_YEAR < date.year < LAST_YEAR else None


def _id_of(header: _Header, data: bytes) -> str:
    """What two records of the same game have in common: its id. Older ones have none: only copies are the same then."""
    try:
        return _ID.decode(header.game)
    except _UNREADABLE:
        return blake2b(data, digest_size=20).hexdigest()


def level_of(player: Player) -> str | None:
    """A bot's level; None of a person."""
    return player[1:] if player.startswith(BOT_SIGN) else None


def without_doubles(games: Sequence[PastGame]) -> list[PastGame]:
    """Each game once, in the order in which they were played: of two records that which tells more of it."""
    told: dict[str, PastGame] = {}
    for game in games:
        other = told.get(game.id)
        if other is None or (bool(other.winners), other.hands) < (bool(game.winners), game.hands):
            told[game.id] = game
    return sorted(told.values(), key=lambda game: game.date or 0)
