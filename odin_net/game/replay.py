"""A record played again through the rules, line by line.

A record may come from anywhere, so nothing in it is believed: every move passes `decide`, every number is recomputed,
and no reason quotes the file without `ascii`.
"""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, NoReturn

from odin_net.game.cards import Card, cards_of_colours, mask_of, parse_card
from odin_net.game.commands import Deal, Pass, PlayCards, StartGame, Stop
from odin_net.game.events import Actor, Event, GameEnded, HandEnded, Kind, LobbyOpened, Occupant, SeatChanged
from odin_net.game.options import (
    DRAWN_FOUR,
    HAND_SIZE,
    MAX_PLAYERS,
    MIN_PLAYERS,
    VARIANT_COLOURS,
    Options,
    options_from_record,
)
from odin_net.game.records import VERSION, Line, bots_of
from odin_net.game.refusals import IllegalMove
from odin_net.game.rules import decide, next_opener
from odin_net.game.state import Phase, State, evolve, open_lobby
from odin_net.game.text import BadText, clean_name

CUT_OFF: Final = "the file is cut off in the middle of this line"

WORDS: Final = ("true", "false", "null")
# Characters. None that we write has a hundredth of it; what JSON makes of a line may be many times as large.
LONGEST_LINE: Final = 256 * 1024
# Bytes.
GAME_ID: Final = 16
HEX_DIGITS: Final = frozenset("0123456789abcdef")
# A newer Odin may have levels that we do not know; no longer ones.
LONGEST_LEVEL: Final = 16
ACTORS: Final = {actor.name.lower(): actor for actor in Actor}
# One of these keys says what a line is.
KINDS: Final = ("odin", "hand", "play", "pass", "points", "winners", "stopped")


class RecordError(Exception):
    """A line that cannot be right; the message is the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class ReplayStep(NamedTuple):
    """What one line of a record stands for."""

    line: int
    events: list[Event]
    state: State
    content: Line
    """The line itself, with the keys that are none of the rules'."""


def replay(text: str) -> Iterator[ReplayStep]:
    """Play a record through the rules, a step a line; RecordError at the first line that cannot be right."""
    *lines, cut_off = text.split("\n")
    replayed = _Replay()
    for number, content in enumerate([*lines, cut_off] if cut_off else lines, 1):
        try:
            line = _parse_line(content, may_be_cut_off=number > len(lines))
            events = replayed.read(line)
        except (ValueError, IllegalMove) as error:
            raise RecordError(number, str(error)) from None
        yield ReplayStep(number, events, replayed.state, line)
    if not lines and not cut_off:
        raise RecordError(1, "the file is empty")


class _BadLine(ValueError):
    """Said by us of a line, not by the JSON decoder, whose words are for programmers."""


def _parse_line(content: str, *, may_be_cut_off: bool) -> Line:
    if len(content) > LONGEST_LINE:
        raise _BadLine("this line is too long for a record")
    try:
        line = _DECODER.decode(content)
    except _BadLine:
        raise
    except json.JSONDecodeError as error:
        # The decoder stumbled over the end, or over a text or a word that has no end.
        rest = content[error.pos :]
        has_no_end = error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in WORDS)
        if may_be_cut_off and has_no_end:
            raise _BadLine(CUT_OFF) from None
        raise _BadLine("this is not a line of JSON") from None
    except (ValueError, RecursionError):
        raise _BadLine("this is not a line of JSON") from None
    if type(line) is not dict:
        raise _BadLine("a line is a JSON object")
    return line


def _without_repeats(pairs: list[tuple[str, Any]]) -> Line:
    line = dict(pairs)
    if len(line) != len(pairs):
        raise _BadLine("a key stands twice")
    return line


def _refuse_constant(_: str) -> NoReturn:
    raise _BadLine("NaN and Infinity are no JSON")


# One for all lines: to make it takes longer than a line does.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)


class _Replay:
    """A game that goes on as the lines of its record say.

    What the rules make follow from the last play of a hand is `announced` by later lines: it waits until they are read.
    """

    def __init__(self) -> None:
        self.state = open_lobby(LobbyOpened(b"", (), Options()))
        self.announced: list[HandEnded | GameEnded] = []
        self.colours = ""
        """Those in play, as the first line says."""

    def read(self, line: Line) -> list[Event]:
        """What this line says has happened; ValueError or IllegalMove if it cannot have."""
        kinds = [kind for kind in KINDS if kind in line]
        if len(kinds) > 1:
            raise ValueError(f'a line is one thing, not both "{kinds[0]}" and "{kinds[1]}"')
        if self.state.board.phase is Phase.LOBBY:
            return self._fold(self._header(line))
        return [*self._fold(self._taken_over(line)), *self._fold(self._events(line, *kinds))]

    def _fold(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.state = evolve(self.state, event)
        return events

    def _taken_over(self, line: Line) -> list[Event]:
        """Who plays from this line on instead of somebody else."""
        if "players" not in line or self.state.board.phase is Phase.OVER:
            return []
        before = self.state.board.game.seats
        count = len(_list(line, "players"))
        if count != len(before):
            raise ValueError(f"{count} names for {len(before)} players")
        seats = _seats(line, bots_of(before))
        return [SeatChanged(seat, one) for seat, one in enumerate(seats) if one[:3] != before[seat][:3]]

    def _header(self, line: Line) -> list[Event]:
        opened, self.colours = _lobby(line)
        return [opened, *decide(open_lobby(opened), StartGame())]

    def _events(self, line: Line, kind: str = "") -> list[Event]:
        if self.state.board.phase is Phase.OVER:
            raise ValueError("the game is over: nothing may follow")
        if kind != "play" and "take" in line:
            raise ValueError('"take" goes with "play" only')
        match kind:
            case "points":
                return [self._points(line)]
            case "winners":
                return [self._winners(line)]
        if self.announced:
            raise ValueError(
                "the hand is over: its points come next" if self._is_hand_over() else "the winners come next"
            )
        match kind:
            case "hand":
                return decide(self.state, self._deal(line))
            case "play":
                return self._act(PlayCards(self._seat(line, "seat"), *_cards_and_take(line), _actor(line)))
            case "pass":
                _true(line, "pass")
                return self._act(Pass(self._seat(line, "seat"), _actor(line)))
            case "stopped":
                _true(line, "stopped")
                return decide(self.state, Stop())
            case _:
                raise ValueError("this line is neither a deal, a play, a pass, points nor an end")

    def _act(self, command: PlayCards | Pass) -> list[Event]:
        events = decide(self.state, command)
        self.announced = [event for event in events if isinstance(event, HandEnded | GameEnded)]
        return events[: len(events) - len(self.announced)]

    def _is_hand_over(self) -> bool:
        return bool(self.announced) and isinstance(self.announced[0], HandEnded)

    def _points(self, line: Line) -> Event:
        if not self._is_hand_over():
            raise ValueError("points are counted at the end of a hand")
        ended = self.announced[0]
        assert isinstance(ended, HandEnded)
        totals = [a + b for a, b in zip(self.state.board.game.totals, ended.points, strict=True)]
        _expect(line, "points", list(ended.points))
        _expect(line, "total", totals)
        return self.announced.pop(0)

    def _winners(self, line: Line) -> Event:
        if not self.announced or self._is_hand_over():
            raise ValueError("the game is not over: nobody has won yet")
        ended = self.announced[0]
        assert isinstance(ended, GameEnded)
        _expect(line, "winners", list(ended.winners))
        return self.announced.pop(0)

    def _deal(self, line: Line) -> Deal:
        game = self.state.board.game
        players = len(game.seats)
        if self.state.board.phase is not Phase.DEALING:
            raise ValueError("the hand before this one is not over")
        _expect(line, "hand", game.hand + 1)
        opener = self._seat(line, "starter")
        if game.hand and opener != next_opener(self.state):
            raise ValueError(f"seat {next_opener(self.state)} opens this hand, not seat {opener}")
        hands = _list(line, "hands")
        if len(hands) != players:
            raise ValueError(f"{len(hands)} hands are dealt to {players} players")
        deck = [card for hand in hands for card in _hand(hand)]
        if len(set(deck)) != len(deck):
            raise ValueError("a card is dealt twice")
        if mask_of(deck) & ~cards_of_colours(self.colours):
            raise ValueError("a card is dealt whose colour is not in play")
        return Deal(tuple(deck), opener, self.colours)

    def _seat(self, line: Line, key: str) -> int:
        seat = _whole(line, key)
        players = len(self.state.board.game.seats)
        if not 0 <= seat < players:
            raise ValueError(f'"{key}" is a seat from 0 to {players - 1}')
        return seat


def _lobby(line: Line) -> tuple[LobbyOpened, str]:
    """How the game began, and the colours in play."""
    if "odin" not in line:
        raise ValueError('the first line has the key "odin": this is no record of a game')
    version = _whole(line, "odin")
    if version > VERSION:
        raise ValueError("this record is from a newer Odin: update to read it")
    if version != VERSION:
        raise ValueError("there is no such version of records")
    names = _list(line, "players")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        count = "1 player" if len(names) == 1 else f"{len(names)} players"
        raise ValueError(f"{count}: Odin is for {MIN_PLAYERS} to {MAX_PLAYERS}")
    given = line.get("options")
    if type(given) is not dict:
        raise ValueError('"options" is missing or no object')
    seats = _seats(line, [None] * len(names))
    options = options_from_record(given, len(seats))
    colours = options.fixed_colours(len(seats)) or ""
    if line.get("drawn") is True and len(colours) == VARIANT_COLOURS:
        options = options._replace(colours=DRAWN_FOUR)
    return LobbyOpened(_game_id(line), seats, options), colours


def _game_id(line: Line) -> bytes:
    """Which game this is; empty in records that do not say it."""
    game = line.get("game", "")
    if type(game) is not str or not (game == "" or is_hex(game, GAME_ID)):
        raise ValueError(f'"game" has {2 * GAME_ID} hex digits')
    return bytes.fromhex(game)


def is_hex(text: str, size: int) -> bool:
    """Whether these are so many bytes, as records write them."""
    return len(text) == 2 * size and set(text) <= HEX_DIGITS


def _seats(line: Line, bots: list[str | None]) -> tuple[Occupant, ...]:
    """Who plays, by this line. `bots` are those known so far, for a line that does not say it."""
    names = [_name(name) for name in _list(line, "players")]
    levels = _list(line, "bots") if "bots" in line else bots
    if len(levels) != len(names) or not all(map(_is_level, levels)):
        raise ValueError('"bots" has a level for each bot, and null for each person')
    pairs = zip(names, levels, strict=True)
    return tuple(Occupant(name) if level is None else Occupant(name, Kind.BOT, level) for name, level in pairs)


def _is_level(level: object) -> bool:
    return level is None or (type(level) is str and len(level) <= LONGEST_LEVEL and level.isascii() and level.isalnum())


def _name(name: object) -> str:
    if type(name) is not str:
        raise ValueError("a player's name is a text")
    try:
        return clean_name(name)
    except BadText as error:
        raise ValueError(f"a player's name cannot be shown: {error}") from None


def _hand(cards: object) -> list[Card]:
    if type(cards) is not list or len(cards) != HAND_SIZE:
        raise ValueError("a hand is a list of nine cards")
    return list(map(_card, cards))


def _cards_and_take(line: Line) -> tuple[tuple[Card, ...], Card | None]:
    take = line.get("take")
    return tuple(map(_card, _list(line, "play"))), None if take is None else _card(take)


def _card(text: object) -> Card:
    if type(text) is not str:
        raise ValueError("a card is a text")
    try:
        return parse_card(text)
    except ValueError as error:
        raise ValueError(f"there is no card {text[:8]!a}: {error}") from None


def _actor(line: Line) -> Actor:
    by = line.get("by")
    return ACTORS.get(by, Actor.PERSON) if type(by) is str else Actor.PERSON


def _whole(line: Line, key: str) -> int:
    number = line.get(key)
    if type(number) is not int:
        raise ValueError(f'"{key}" is missing or no whole number')
    return number


def _list(line: Line, key: str) -> list[Any]:
    items = line.get(key)
    if type(items) is not list:
        raise ValueError(f'"{key}" is missing or no list')
    return items


def _true(line: Line, key: str) -> None:
    if line[key] is not True:
        raise ValueError(f'"{key}" can only be true')


def _expect(line: Line, key: str, right: int | list[int]) -> None:
    # Types too: `==` alone would take true for 1.
    value = line.get(key)
    if value != right or any(type(number) is not int for number in (value if type(value) is list else [value])):
        raise ValueError(f'"{key}" must be {right} here')
