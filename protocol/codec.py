"""Messages and events as bytes, and back. SPEC 3 and 6.

The package msgpack reads and writes the bytes, within limits that it compares before anything is kept; msgspec makes
the values into the types of `messages`, and refuses whatever does not fit. Only `RemoteProtocolError` comes out of it.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, NoReturn, get_args

import msgpack
import msgspec

from odin_net.game import events
from odin_net.game.events import Event, Occupant, Tally
from odin_net.game.options import HAND_SIZE, Options
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.framing import MAX_AFTER
from protocol.messages import (
    MAX_BATCH,
    MAX_TALLY,
    MAX_TEXT,
    CardsPlayed,
    FromClient,
    FromHost,
    LobbyOpened,
    Logged,
    OccupantPart,
    Opening,
    OptionsChanged,
    OptionsPart,
    Part,
    Passed,
    PassTurn,
    Play,
    RoundEnded,
    SeatChanged,
    TallyPart,
)

# What the widest fields hold, in bytes: a text, and a point of the exchange.
MAX_TEXT_BYTES = 4 * MAX_TEXT
MAX_POINT = 33
# The longest arrays: the fields of *hello*, the cards of *play*, the events of a batch.
MAX_OPENING_ARRAY, MAX_CLIENT_ARRAY = 6, HAND_SIZE

# Without this msgspec takes a text of base64 for bytes.
_BYTES = (bytes,)
_unpack, _convert, _fields_of = msgpack.unpackb, msgspec.convert, msgspec.structs.astuple
# Moves are what people wait for, and `_BYTES` doubles the time of `convert`. These hold no bytes and do without.
OF_A_MOVE = frozenset({Play, PassTurn, CardsPlayed, Passed, RoundEnded})


def _plain_form(value: object) -> object:
    """What the packer does not know: the members of enums, and parts of messages."""
    if isinstance(value, Enum):
        return value._value_  # The property `value` is a call of its own, and an event has one of these.
    if isinstance(value, Part):
        return _fields_of(value)
    raise LocalProtocolError(f"{type(value).__name__} is never sent")


# One for all: whoever sends does so in one thread.
_pack: Callable[[tuple[Any, ...]], bytes] = msgpack.Packer(default=_plain_form).pack


def _no_extension(*_: object) -> NoReturn:
    # One without data is within the limit for their length.
    raise ValueError("there are no extension types on the wire")


def _reader(union: object, longest_array: int, longest_bin: int) -> Callable[[bytes], Any]:
    """Reads one message of these kinds; ValueError for everything else."""
    # The tag picks the kind: given a union, `convert` would look through all of its types at each call.
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(union)}

    def read(body: bytes) -> Any:
        # Written out: a `partial` of so many names takes twice as long.
        values = _unpack(
            body,
            use_list=False,
            raw=False,
            ext_hook=_no_extension,
            max_str_len=MAX_TEXT_BYTES,
            max_bin_len=longest_bin,
            max_array_len=longest_array,
            max_map_len=0,
            max_ext_len=0,
        )
        if type(values) is not tuple or not values or type(values[0]) is not int or values[0] not in kinds:
            raise ValueError("no message has this tag")
        kind = kinds[values[0]]
        return _convert(values, kind) if kind in OF_A_MOVE else _convert(values, kind, builtin_types=_BYTES)

    return read


_opening: Callable[[bytes], Opening] = _reader(Opening, MAX_OPENING_ARRAY, MAX_POINT)
_from_client: Callable[[bytes], FromClient] = _reader(FromClient, MAX_CLIENT_ARRAY, MAX_POINT)
_from_host: Callable[[bytes], FromHost | Logged] = _reader(FromHost | Logged, MAX_BATCH, MAX_AFTER)
_logged: Callable[[bytes], Logged] = _reader(Logged, MAX_TALLY, MAX_POINT)

# The events of the log as the game knows them. What is not here, `HandKnown` above all, cannot be put on the wire.
_EVENTS: dict[type[Part], Any] = {part: getattr(events, part.__name__) for part in get_args(Logged)}
_TAGS: dict[type[Event], int | str | None] = {event: part.__struct_config__.tag for part, event in _EVENTS.items()}
# The few that hold parts with a form of their own in the game.
_NESTED = frozenset({LobbyOpened, SeatChanged, OptionsChanged})
_PARTS: dict[type[Part], Any] = {OccupantPart: Occupant, OptionsPart: Options, TallyPart: Tally}


def encode(message: Part) -> bytes:
    """A message as the body of a frame."""
    return _pack((message.__struct_config__.tag, *_fields_of(message)))


def decode_opening(body: bytes) -> Opening:
    """A message of the handshake."""
    try:
        return _opening(body)
    except ValueError:
        raise RemoteProtocolError("a body is no message of the handshake") from None


def decode_from_client(body: bytes) -> FromClient:
    """A message that a client may send in the channel."""
    try:
        return _from_client(body)
    except ValueError:
        raise RemoteProtocolError("a body is no message of a client") from None


def decode_from_host(body: bytes) -> FromHost | Logged:
    """A message that a host may send in the channel, or an event of the log as it travels."""
    try:
        return _from_host(body)
    except ValueError:
        raise RemoteProtocolError("a body is no message of a host") from None


def encode_event(event: Event) -> bytes:
    """An event as it stands in the log and travels. `HandKnown` has no such form."""
    tag = _TAGS.get(type(event))
    if tag is None:
        raise LocalProtocolError(f"{type(event).__name__} is never sent")
    return _pack((tag, *event))


def decode_event(raw: bytes) -> Event:
    """The event that has this form in the log."""
    try:
        return event_of(_logged(raw))
    except ValueError:
        raise RemoteProtocolError("a body is no event") from None


def event_of(logged: Logged) -> Event:
    """The same event in the game's own types."""
    kind = type(logged)
    fields = _fields_of(logged)
    # A struct and its event have the same fields; calling the class of a named tuple takes twice as long as this.
    event: Event = tuple.__new__(_EVENTS[kind], map(_plain, fields) if kind in _NESTED else fields)
    return event


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    kind = _PARTS.get(type(value))
    return value if kind is None else kind(*_fields_of(value))
