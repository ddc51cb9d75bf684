"""One connection, without I/O: bytes in, what happened out, bytes to send drained after either. SPEC 3 to 9.

It puts framing, handshake, channel and codec together and knows which message may come when. Whatever the other side
sends, the worst that comes of it is `Failed`: the connection is over, with a close code and no detail.
"""

from abc import ABC, abstractmethod
from enum import Enum
from typing import TypeAlias, cast, get_args

from msgspec import Struct

from odin_net.game.events import Event
from protocol import pake
from protocol.channel import Opener, Sealer
from protocol.codec import decode_event, decode_from_client, decode_from_host, encode, event_of
from protocol.errors import Close, Hint, LocalProtocolError, RemoteProtocolError
from protocol.framing import MAX_AFTER, MAX_BEFORE, FrameReader, frame
from protocol.handshake import ClientHandshake, ClientState, HandshakeRandom, HostHandshake, HostState
from protocol.log import MAX_EVENTS
from protocol.messages import (
    Batch,
    Bye,
    FromClient,
    FromHost,
    Hello,
    Intent,
    Join,
    LogFollows,
    Logged,
    Part,
    Refuse,
    Sync,
    Watch,
)


class HelloReceived(Struct, frozen=True):
    """Somebody wants in: `admit` or `refuse` them. Host only."""

    hello: Hello


class PakeWanted(Struct, frozen=True):
    """Do this job somewhere and tell its result to `pake_done`."""

    job: pake.Job


class Opened(Struct, frozen=True):
    """Both sides have proved themselves; from here on all is in the channel."""

    table: bytes
    intent: Intent


class Received(Struct, frozen=True):
    """The other side says this."""

    message: FromClient | FromHost


class Logs(Struct, frozen=True):
    """The next event of the log, as it stands there. Client only."""

    raw: bytes
    event: Event


class TurnedAway(Struct, frozen=True):
    """A client: we are not let in; nothing proves that it was the host who said so. A host: it has refused somebody."""

    hint: Hint


class Closed(Struct, frozen=True):
    """The other side has said good-bye."""

    close: Close


class Failed(Struct, frozen=True):
    """The other side has broken the protocol, or has gone without a word."""

    reason: str


Happened: TypeAlias = HelloReceived | PakeWanted | Opened | Received | Logs | TurnedAway | Closed | Failed

# SPEC 9: what a client must say first, by what it came for.
FIRST_MESSAGES: dict[Intent, type[Part]] = {Intent.SEAT: Join, Intent.WATCH: Watch, Intent.RESUME: Sync}
COMING_AND_GOING = frozenset({*FIRST_MESSAGES.values(), Bye})

LOGGED = frozenset(get_args(Logged))

# SPEC 8: who may say which good-bye.
CLOSED_BY_CLIENT = frozenset({Close.DONE, Close.AWAY, Close.LEFT, Close.MALFORMED, Close.FORKED})
CLOSED_BY_HOST = frozenset(Close) - {Close.AWAY, Close.LEFT}
# SPEC 6: a link from which nothing comes for so many seconds is given up, by either side.
LINK_TIMEOUT = 15.0


class LinkPhase(Enum):
    HANDSHAKE = "handshake"
    OPEN = "open"
    OVER = "over"


class Connection(ABC):
    """What both roles share. Make a `ClientConnection` or a `HostConnection`."""

    def __init__(self, handshake: ClientHandshake | HostHandshake) -> None:
        self._handshake = handshake
        self._reader = FrameReader()
        self._out: list[bytes] = []
        self._sealer: Sealer | None = None
        self._opener: Opener | None = None
        self.phase = LinkPhase.HANDSHAKE
        self._flush()

    def receive_data(self, data: bytes) -> list[Happened]:
        """Take bytes in and tell what they mean. Bytes that come after the end mean nothing."""
        happened: list[Happened] = []
        if self.phase is LinkPhase.OVER:
            return happened
        try:
            for body in self._reader.feed(data):
                happened += self._body(body)
                if self.phase is LinkPhase.OVER:  # type: ignore[comparison-overlap]
                    break
        except RemoteProtocolError as error:
            happened += self._fail(str(error))
        return happened

    def receive_eof(self) -> list[Happened]:
        """The other side sends no more bytes. That is only fine after its good-bye."""
        if self.phase is LinkPhase.OVER:
            return []
        self._end()
        return [Failed("the other side has gone without a word")]

    def pake_done(self, result: pake.Exchanged) -> list[Happened]:
        """Go on with the result of the job that was wanted."""
        if self.phase is not LinkPhase.HANDSHAKE:
            return []  # It took too long: the other side has gone meanwhile.
        try:
            self._handshake.exchanged(result)
        except RemoteProtocolError as error:
            return self._fail(str(error))
        return self._advance()

    def send(self, message: Part) -> None:
        """Say something in the channel."""
        self.send_raw(encode(message))

    def send_raw(self, body: bytes) -> None:
        """Send what is encoded already: an event of the log, which is encoded once for everybody."""
        if self.phase is not LinkPhase.OPEN or self._sealer is None:
            raise LocalProtocolError("the channel is not open")
        self._out.append(self._sealer.framed(body))

    def sealed(self, body: bytes) -> bytes | None:
        """This body as it goes out, the short way to send one event to many; None if it cannot be, or not at once."""
        if self._out or self.phase is not LinkPhase.OPEN or self._sealer is None:
            return None
        return self._sealer.framed(body)

    def close(self, close: Close) -> None:
        """Say good-bye. Nothing is sent or taken in after it."""
        if self.phase is LinkPhase.OPEN:
            self.send(Bye(close))
        self._end()

    def data_to_send(self) -> bytes:
        """The bytes that are to go out now. Ask after every call."""
        if not self._out:
            return b""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _body(self, body: bytes) -> list[Happened]:
        if self._opener is None:
            self._handshake.receive(body)
            return self._advance()
        return self._take(self._opener.open(body))

    @abstractmethod
    def _take(self, body: bytes) -> list[Happened]:
        """What one body of the channel means."""

    @abstractmethod
    def _advance(self) -> list[Happened]:
        """Look where the handshake is now."""

    def _closed(self, bye: Bye, allowed: frozenset[Close]) -> Closed:
        if bye.close not in allowed:
            raise RemoteProtocolError("this is not for the other side to say")
        self._end()
        return Closed(bye.close)

    def _open_channel(self, sends: bytes, receives: bytes) -> None:
        self._sealer, self._opener = Sealer(sends), Opener(receives)
        self._reader.limit = MAX_AFTER
        self.phase = LinkPhase.OPEN

    def _end(self) -> None:
        self.phase = LinkPhase.OVER
        self._reader = FrameReader()  # What is left of it means nothing.

    def _flush(self) -> None:
        self._out += [frame(body, MAX_BEFORE) for body in self._handshake.outgoing]
        self._handshake.outgoing.clear()

    def _fail(self, reason: str) -> list[Happened]:
        # SPEC 8: one number and no detail, so that nobody learns from us why it failed.
        self.close(Close.MALFORMED)
        return [Failed(reason)]


class ClientConnection(Connection):
    """A client's side. To resume, the password is the seat's secret and the table is known."""

    def __init__(self, intent: Intent, password: bytes, chance: HandshakeRandom, table: bytes | None = None) -> None:
        self._client = ClientHandshake(intent, password, chance, table)
        self._intent = intent
        self._log_follows = False
        super().__init__(self._client)

    def _take(self, body: bytes) -> list[Happened]:
        message = decode_from_host(body)
        # Nearly all are events, and there are many kinds of them: those first, and in one look.
        if type(message) in LOGGED:
            self._check_place()
            return [Logs(body, event_of(cast(Logged, message)))]
        match message:
            case Bye():
                return [self._closed(message, CLOSED_BY_HOST)]
            case LogFollows():
                if not message.seq <= message.length <= MAX_EVENTS:
                    raise RemoteProtocolError("a log cannot go on behind its end, nor be as long as that")
                self._log_follows = True
                return [Received(message)]
            case Batch():
                self._check_place()
                return [Logs(raw, decode_event(raw)) for raw in message.events]
            case _:
                return [Received(cast(FromHost, message))]

    def _check_place(self) -> None:
        # SPEC 9: events have no number of their own; their place in the log must be known.
        if not self._log_follows:
            raise RemoteProtocolError("an event has come before its place was told")

    def _advance(self) -> list[Happened]:
        client = self._client
        self._flush()
        if client.state is ClientState.REFUSED:
            self._end()
            assert client.hint is not None
            return [TurnedAway(client.hint)]
        if client.keys is not None:
            self._open_channel(client.keys.client_to_host, client.keys.host_to_client)
            return [Opened(client.table, self._intent)]
        return [] if client.job is None else [PakeWanted(client.job)]


class HostConnection(Connection):
    """The host's side of one connection."""

    def __init__(self, table: bytes, chance: HandshakeRandom) -> None:
        self._host = HostHandshake(table, chance)
        self._table = table
        self._first: type[Part] | None = None
        super().__init__(self._host)

    def admit(self, password: bytes) -> list[Happened]:
        """Let who said hello try to prove that they know the password: the table's code, or their seat's secret."""
        if self.phase is LinkPhase.OVER:
            return []  # They have gone meanwhile.
        self._host.admit(password)
        return self._advance()

    def refuse(self, hint: Hint) -> list[Happened]:
        """Send who said hello away."""
        if self.phase is LinkPhase.OVER:
            return []
        self._host.refuse(hint)
        return self._advance()

    def _take(self, body: bytes) -> list[Happened]:
        message = decode_from_client(body)
        kind, first = type(message), self._first
        # One look for nearly all.
        if first is None and kind not in COMING_AND_GOING:
            return [Received(message)]
        if isinstance(message, Bye):
            return [self._closed(message, CLOSED_BY_CLIENT)]
        if kind is not first:
            raise RemoteProtocolError("this message may not come now")
        if isinstance(message, Sync) and not _is_consistent(message):
            raise RemoteProtocolError("a log has a game, a length and a digest, or none of them")
        self._first = None
        return [Received(message)]

    def _advance(self) -> list[Happened]:
        host = self._host
        self._flush()
        if host.state is HostState.REFUSED:
            self._end()
            assert host.hint is not None
            return [TurnedAway(host.hint)]
        if host.state is HostState.AWAITS_ADMISSION and host.hello is not None:
            return [HelloReceived(host.hello)]
        if host.keys is not None and host.hello is not None:
            self._open_channel(host.keys.host_to_client, host.keys.client_to_host)
            self._first = FIRST_MESSAGES[host.hello.intent]
            return [Opened(self._table, host.hello.intent)]
        return [] if host.job is None else [PakeWanted(host.job)]

    def _fail(self, reason: str) -> list[Happened]:
        if self.phase is LinkPhase.HANDSHAKE:
            self._out.append(frame(encode(Refuse(Hint.MALFORMED))))
        return super()._fail(reason)


def _is_consistent(sync: Sync) -> bool:
    if sync.game is None:
        return sync.digest is None and sync.seq == 0
    return sync.digest is not None
