"""Clients and a small table in one process, on a clock of their own: no socket, no thread, no waiting."""

from collections import deque
from collections.abc import Callable
from random import Random

from clients.interfaces import Converse, Listener
from clients.news import Ended, News
from clients.session import JoinRequest, Session
from odin_net.lan.endpoint import Address
from protocol import pake
from protocol.connection import ClientConnection, HostConnection
from protocol.handshake import HandshakeRandom
from tests.helpers.memory import MemoryStore
from tests.helpers.pairs import cheap, settle
from tests.helpers.tiny_table import Peer, TinyTable

MOST_STEPS = 200_000
PLACE = Address("10.0.0.1", 9054)


class World:
    """The clock, and what is to happen at once, in order."""

    def __init__(self, seed: int = 1) -> None:
        self.time = 1000.0
        self.rng = Random(seed)
        self.clients: list[Client] = []
        self._queue: deque[Callable[[], None]] = deque()
        self._alarms: list[tuple[float, Callable[[], None]]] = []

    def later(self, what: Callable[[], None]) -> None:
        self._queue.append(what)

    def call_later(self, seconds: float, what: Callable[[], None]) -> None:
        self._alarms.append((self.time + seconds, what))

    def settle(self) -> None:
        """Let everything happen that needs no time."""
        for _ in range(MOST_STEPS):
            if not self._queue:
                return
            self._queue.popleft()()
        raise AssertionError("it does not come to rest")

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and wake who wants to be woken."""
        end = self.time + seconds
        self.settle()
        for _ in range(MOST_STEPS):
            wakes = [(client.session.wake_at, client) for client in self.clients]
            due = [(at, client.session.tick) for at, client in wakes if at is not None and at <= end]
            due += [(at, what) for at, what in self._alarms if at <= end]
            if not due:
                self.time = end
                return
            at, what = min(due, key=lambda pair: pair[0])
            self._alarms = [alarm for alarm in self._alarms if alarm != (at, what)]
            self.time = max(self.time, at)
            what()
            self.settle()
        raise AssertionError("it ticks without end")


class Heard:
    """A listener that remembers, and passes on."""

    def __init__(self, then: Listener | None = None) -> None:
        self.news: list[News] = []
        self._then = then

    def heard(self, news: News) -> None:
        self.news.append(news)
        if self._then is not None:
            self._then.heard(news)

    @property
    def ended(self) -> Ended | None:
        return next((news for news in self.news if isinstance(news, Ended)), None)

    def of(self, kind: type) -> list[News]:
        return [news for news in self.news if isinstance(news, kind)]


class Client:
    """One session and its surroundings."""

    def __init__(
        self,
        world: World,
        table: TinyTable,
        join_request: JoinRequest,
        store: MemoryStore | None = None,
        then: Listener | None = None,
        converse: Converse = ClientConnection,
    ) -> None:
        self.world, self.table, self._home = world, table, table
        self.elsewhere: dict[Address, TinyTable] = {}
        """Who is at other places than the one that was given."""
        self.announced: list[Address] = []
        self.dialled: list[Address] = []
        self.looks: list[bytes] = []
        self.store = store or MemoryStore()
        self.heard = Heard(then)
        self.link: MemoryLink | None = None
        self.dials: list[float] = []
        self.session = Session(join_request, self, self.store, self.heard, converse, PLACE)
        world.clients.append(self)

    def start(self) -> "Client":
        self.session.start()
        self.world.settle()
        return self

    def now(self) -> float:
        return self.world.time

    def random_bytes(self, count: int) -> bytes:
        return self.world.rng.randbytes(count)

    def connect(self, place: Address) -> None:
        self.dials.append(self.world.time)
        self.dialled.append(place)
        self.world.later(self._dial)

    def look_for(self, table: bytes) -> None:
        self.looks.append(table)
        self.world.later(lambda: self.session.found(self.announced))

    def run(self, job: pake.Job) -> None:
        link = self.link
        self.world.later(lambda: None if link is None or link.closed else self.session.pake_done(cheap(job)))

    def _dial(self) -> None:
        self.table = self.elsewhere.get(self.dialled[-1], self._home)
        if not self.table.is_up:
            self.session.connect_failed()
            return
        self.link = MemoryLink(self)
        self.session.connected(self.link)

    def cut(self) -> None:
        """Pull the cable: what is under way is lost, and both sides notice."""
        assert self.link is not None
        self.link.cut()
        self.world.settle()


class MemoryLink:
    """A link to the table; its other end is a `Peer` there."""

    def __init__(self, client: Client) -> None:
        self._client, self._world = client, client.world
        chance = HandshakeRandom(self._world.rng.randbytes(16), self._world.rng.randbytes(64))
        self.peer = Peer(client.table, HostConnection(client.table.id, chance), self._to_client, self._hang_up)
        self.closed = self.is_cut = self.is_mute = False
        self.is_deaf = client.table.is_deaf
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.sent.append(data)
        self._world.later(lambda: None if self.is_cut or self.is_deaf else self._receive(data))

    def close(self) -> None:
        self.closed = True
        self._world.later(self.peer.lost)

    def cut(self) -> None:
        self.is_cut = True
        self._world.later(self.peer.lost)
        self._world.later(lambda: None if self.closed else self._client.session.lost())

    def _receive(self, data: bytes) -> None:
        peer = self.peer
        peer.take(settle(peer.connection, peer.connection.receive_data(data), self._client.table.admit))
        peer.flush()

    def _to_client(self, data: bytes) -> None:
        self._world.later(lambda: self._deliver(data))

    def _deliver(self, data: bytes) -> None:
        if not (self.closed or self.is_cut or self.is_mute):
            self._client.session.received(data)

    def _hang_up(self) -> None:
        self._world.later(lambda: None if self.closed or self.is_cut else self._client.session.lost())
