"""A hub with links, a disk and time that a test holds in its hands; its visitors are real connections."""

from collections import deque
from random import Random

from odin_net.bots.policies import POLICIES
from odin_net.host import steps
from odin_net.host.hub import Hub
from odin_net.host.peer import Typed, Way
from odin_net.host.resume import games_of, resume_table
from odin_net.host.table import Opening, open_table
from protocol import codes, pake
from protocol.connection import ClientConnection, Closed, Failed, Happened, Logs, PakeWanted, Received, TurnedAway
from protocol.errors import Close, Hint
from protocol.handshake import HandshakeRandom
from protocol.inside import InsideClient
from protocol.log import Log
from protocol.messages import FromClient, Intent, Join, LogFollows, Part, Ping, Pong, Watch
from tests.helpers.house import OWNER
from tests.helpers.memory import MemoryDisk
from tests.helpers.pairs import cheap


class Wire:
    """One way to a visitor. It may take no bytes for a while."""

    def __init__(self, hallway: "Hallway") -> None:
        self._hallway = hallway
        self.number = -1
        self.data = b""
        self.takes = True
        self.is_closed = False
        self.is_aborted = False

    def write(self, data: bytes) -> None:
        self.data += data
        if not self.takes:
            self._hallway.hub.writable(self._hallway.now, self.number, False)

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True


class Visitor:
    """Somebody at the other end of a link."""

    def __init__(
        self,
        hallway: "Hallway",
        address: str,
        connection: ClientConnection | None,
        way: Way = Way.NETWORK,
        typed: Typed | None = None,
    ) -> None:
        self.hallway = hallway
        self.wire = Wire(hallway)
        self.connection = connection
        self.happened: list[Happened] = []
        self.log = Log(b"")
        self.answers_pings = True
        self.wire.number = hallway.hub.connected(hallway.now, self.wire, address, way, typed=typed)

    @property
    def number(self) -> int:
        return self.wire.number

    def send(self, data: bytes) -> None:
        self.hallway.hub.received(self.hallway.now, self.number, data)
        self.hallway.settle()

    def say(self, *messages: FromClient) -> "Visitor":
        """Say this, all in one piece."""
        assert self.connection is not None
        for message in messages:
            self.connection.send(message)
        self.flush()
        self.hallway.settle()
        return self

    def flush(self) -> bool:
        data = b"" if self.connection is None else self.connection.data_to_send()
        if data:
            self.hallway.hub.received(self.hallway.now, self.number, data)
        return bool(data)

    def read(self) -> bool:
        """Take in what has come."""
        data, self.wire.data = self.wire.data, b""
        if not data or self.connection is None:
            return False
        self._take(self.connection.receive_data(data))
        return True

    def _take(self, happened: list[Happened]) -> None:
        assert self.connection is not None
        for event in happened:
            match event:
                case PakeWanted(job):
                    self._take(self.connection.pake_done(cheap(job)))
                case Received(Ping(token)):
                    if self.answers_pings:
                        self.connection.send(Pong(token))
                    self.happened.append(event)
                case Logs(raw, _):
                    self.log.append(raw)
                    self.happened.append(event)
                case Received(LogFollows(game, seq, _)):
                    self.log = Log(game) if seq == 0 else self.log
                    assert len(self.log) == seq
                    self.happened.append(event)
                case _:
                    self.happened.append(event)

    def lose(self) -> None:
        self.hallway.hub.lost(self.hallway.now, self.number)
        self.hallway.settle()

    def stall(self) -> None:
        """Read no more."""
        self.wire.takes = False
        self.hallway.hub.writable(self.hallway.now, self.number, False)

    # --- what a test asks of it ---

    @property
    def messages(self) -> list[Part]:
        return [event.message for event in self.happened if isinstance(event, Received)]

    @property
    def hint(self) -> Hint | None:
        return next((event.hint for event in self.happened if isinstance(event, TurnedAway)), None)

    @property
    def close(self) -> Close | None:
        return next((event.close for event in self.happened if isinstance(event, Closed)), None)

    @property
    def has_failed(self) -> bool:
        return any(isinstance(event, Failed) for event in self.happened)

    @property
    def is_cut(self) -> bool:
        return self.wire.is_closed or self.wire.is_aborted


class Hallway:
    """The surroundings of a hub."""

    def __init__(self, opening: Opening | None = None, seed: int = 0) -> None:
        self.rng = Random(seed)
        self.now = 5000.0
        self.disk = MemoryDisk()
        self.news: list[steps.News] = []
        self.jobs: deque[tuple[int, pake.Job]] = deque()
        self.works = True
        """Whether the worker does its jobs at once."""
        self._asks: deque[steps.Ask] = deque()
        self.visitors: list[Visitor] = []
        table, first = open_table(opening or Opening(), self.rng.randbytes, self.now)
        self.hub = Hub(table, first, self.disk, self, self.rng.randbytes)
        self.hub.open(self.now)

    def kill(self) -> None:
        """The host dies, and another one goes on with its journal."""
        self.visitors, self._asks = [], deque()
        self.jobs.clear()
        memo, games = games_of(self.disk.entries)
        table, first = resume_table(memo, games, self.rng.randbytes, self.now)
        self.hub = Hub(table, first, self.disk, self, self.rng.randbytes)
        self.hub.open(self.now)

    # --- what the hub wants ---

    def exchange(self, link: int, job: pake.Job) -> None:
        self.jobs.append((link, job))

    def think(self, ask: steps.Ask) -> None:
        self._asks.append(ask)

    def announce(self, news: steps.News) -> None:
        self.news.append(news)

    # --- visitors ---

    def visit(self, intent: Intent = Intent.SEAT, code: str | None = None, address: str = "10.0.0.1") -> Visitor:
        """Somebody connects and goes as far as the host lets them before its answer is due."""
        words = self.hub.table.memo.code if code is None else code
        return self._connect(ClientConnection(intent, codes.password_of(words), self._chance()), address)

    def silent(self, address: str = "10.0.0.1") -> Visitor:
        """Somebody connects and says nothing."""
        return self._connect(None, address)

    def inside(self, intent: Intent = Intent.SEAT, way: Way = Way.OWNER, address: str = "inside") -> Visitor:
        """Somebody of this process connects: the hosting player, or one who has no right of that kind."""
        table = self.hub.table.memo.table if intent is Intent.RESUME else None
        return self._connect(InsideClient(intent, OWNER, self._chance(), table), address, way)

    def owner(self, name: str = "Ann") -> Visitor:
        """The hosting player comes to their own table."""
        visitor = self.inside()
        return visitor.say(Join(name, OWNER)) if visitor.hint is None else visitor

    def typing(self, typed: Typed, intent: Intent = Intent.SEAT, secret: bytes = b"") -> Visitor:
        """Somebody has typed this at another door, and is linked within this process."""
        table = self.hub.table.memo.table if intent is Intent.RESUME else None
        return self._connect(InsideClient(intent, secret, self._chance(), table), "10.0.0.5", Way.INSIDE, typed)

    def _connect(
        self,
        connection: ClientConnection | None,
        address: str,
        way: Way = Way.NETWORK,
        typed: Typed | None = None,
    ) -> Visitor:
        visitor = Visitor(self, address, connection, way, typed)
        self.visitors.append(visitor)
        self.settle()
        return visitor

    def _chance(self) -> HandshakeRandom:
        return HandshakeRandom(self.rng.randbytes(16), self.rng.randbytes(64))

    def join(self, name: str, secret: bytes | None = None, address: str = "127.0.0.1") -> Visitor:
        visitor = self.visit(address=address)
        self.wait(0.2)
        return visitor.say(Join(name, secret or self.rng.randbytes(32)))

    def watch(self, name: str, secret: bytes | None = None, address: str = "127.0.0.1") -> Visitor:
        visitor = self.visit(Intent.WATCH, address=address)
        self.wait(0.2)
        return visitor.say(Watch(name, secret or self.rng.randbytes(32)))

    def prove(self, secret: bytes) -> Visitor:
        """Somebody proves a seat's secret and has said nothing yet."""
        connection = ClientConnection(Intent.RESUME, secret, self._chance(), self.hub.table.memo.table)
        visitor = self._connect(connection, "10.0.0.9")
        self.wait(0.2)
        return visitor

    def resume(self, secret: bytes, log: Log) -> Visitor:
        """Somebody comes back who has so much of the log."""
        visitor = self.prove(secret)
        visitor.log = log
        return visitor.say(log.sync())

    # --- time ---

    def settle(self) -> None:
        while self._work() or self._think() or any(self._carry(visitor) for visitor in self.visitors):
            pass

    def _work(self) -> bool:
        if not self.jobs or not self.works:
            return False
        link, job = self.jobs.popleft()
        self.hub.exchanged(self.now, link, cheap(job))
        return True

    def _think(self) -> bool:
        if not self._asks:
            return False
        ask = self._asks.popleft()
        self.hub.thought(self.now, ask.ask, POLICIES[ask.level](ask.view, Random(ask.seed)))
        return True

    def _carry(self, visitor: Visitor) -> bool:
        return visitor.flush() or (visitor.wire.takes and visitor.read())

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        while (due := self.hub.wake_at) is not None and due <= end:
            self.now = max(self.now, due)
            self.hub.tick(self.now)
            again = self.hub.wake_at
            assert again is None or again > self.now, "the hub wants to be woken without end"
            self.settle()
        self.now = end
