"""Messages and events as bytes, and back. SPEC 3 and 6.

msgspec reads msgpack straight into the types of `messages` and refuses whatever does not fit while it reads: a declared
length is compared with its limit before anything is kept. That one step does what decoding with the msgpack package's
limits and validating afterwards did in three times the time. Only `RemoteProtocolError` comes out of it.
"""

from collections.abc import Callable
from typing import Any, get_args

import msgspec

from odin_net.game import events
from odin_net.game.events import Event, Occupant, Tally
from odin_net.game.options import Options
from protocol.errors import LocalProtocolError, RemoteProtocolError
from protocol.messages import (
    FromClient,
    FromHost,
    LobbyOpened,
    Logged,
    OccupantPart,
    Opening,
    OptionsChanged,
    OptionsPart,
    Part,
    SeatChanged,
    TallyPart,
)

_encode = msgspec.msgpack.Encoder().encode
_opening: Callable[[bytes], Opening] = msgspec.msgpack.Decoder(Opening).decode
_from_client: Callable[[bytes], FromClient] = msgspec.msgpack.Decoder(FromClient).decode
_from_host: Callable[[bytes], FromHost | Logged] = msgspec.msgpack.Decoder(FromHost | Logged).decode
_logged: Callable[[bytes], Logged] = msgspec.msgpack.Decoder(Logged).decode

# The events of the log as the game knows them. What is not here, `HandKnown` above all, cannot be put on the wire.
_EVENTS: dict[type[Part], Any] = {part: getattr(events, part.__name__) for part in get_args(Logged)}
_TAGS: dict[type[Event], int | str | None] = {event: part.__struct_config__.tag for part, event in _EVENTS.items()}
# The few that hold parts with a form of their own in the game.
_NESTED = frozenset({LobbyOpened, SeatChanged, OptionsChanged})
_PARTS: dict[type[Part], Any] = {OccupantPart: Occupant, OptionsPart: Options, TallyPart: Tally}


def encode(message: Part) -> bytes:
    """A message as the body of a frame."""
    return _encode(message)


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
    return _encode((tag, *event))


def decode_event(raw: bytes) -> Event:
    """The event that has this form in the log."""
    try:
        return event_of(_logged(raw))
    except ValueError:
        raise RemoteProtocolError("a body is no event") from None


def event_of(logged: Logged) -> Event:
    """The same event in the game's own types."""
    kind = type(logged)
    fields = msgspec.structs.astuple(logged)
    # A struct and its event have the same fields; calling the class of a named tuple takes twice as long as this.
    event: Event = tuple.__new__(_EVENTS[kind], map(_plain, fields) if kind in _NESTED else fields)
    return event


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    kind = _PARTS.get(type(value))
    return value if kind is None else kind(*msgspec.structs.astuple(value))
