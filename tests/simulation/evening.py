"""A host, its disk, its guests and the network between them, all of it virtual but for what they decide."""

from collections.abc import Callable
from heapq import heappop, heappush
from random import Random

from clients.news import Ended, HostRolledBack, Judged, News
from clients.robot import Robot
from clients.session import JoinRequest, Session
from odin_net.bots.policies import POLICIES
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView
from odin_net.host import steps
from odin_net.host.hub import Hub
from odin_net.host.resume import GameLog, games_of, resume_table
from odin_net.host.table import Opening, Table, open_table
from odin_net.lan.endpoint import Address
from protocol import pake
from tests.helpers.memory import MemoryDisk, MemoryStore
from tests.helpers.pairs import cheap

CODE = "raven-oak-fjord"
# How long a byte is on its way, at most, and how long a host is down.
LATENCY = 0.05
RESTART = 8.0
MOST_STEPS = 2_000_000


class Clock:
    """Virtual time: things happen in the order of when they are due."""

    def __init__(self, seed: int) -> None:
        self.now = 1_000_000.0
        self.rng = Random(seed)
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Do this then."""
        self._count += 1
        heappush(self._due, (self.now + seconds, self._count, call))

    def run(self, until: Callable[[], bool]) -> None:
        """Let time pass until this is so."""
        for _ in range(MOST_STEPS):
            if until():
                return
            assert self._due, "nothing will ever happen again"
            self.now, _, call = heappop(self._due)
            call()
        raise AssertionError("the evening does not end")


class VirtualHost:
    """A hub that can be killed and resumed. It is its own surroundings."""

    def __init__(self, clock: Clock, opening: Opening) -> None:
        self._clock, self.disk = clock, MemoryDisk()
        self.is_over = False
        self.links: dict[int, VirtualLink] = {}
        self.hub: Hub | None = None
        self.kills = 0
        self._open(*open_table(opening, clock.rng.randbytes, clock.now))

    def _open(self, table: Table, first: steps.Step) -> None:
        self.hub = Hub(table, first, self.disk, self, self._clock.rng.randbytes)
        self.hub.open(self._clock.now)
        self.wake()

    def kill(self, lost: int = 0) -> None:
        """It is gone at once, with all its links; what it had written is there, but for so many of the last entries."""
        if self.hub is None or self.is_over:
            return
        self.hub, self.kills = None, self.kills + 1
        self.disk.lose(lost)
        for link in list(self.links.values()):
            link.cut()
        self._clock.later(self._clock.rng.uniform(0, RESTART), self._resume)

    def _resume(self) -> None:
        self.disk.is_full = False
        self.disk.lose_power()
        memo, games = games_of(self.disk.entries)
        self._open(*resume_table(memo, games, self._clock.rng.randbytes, self._clock.now))

    def games(self) -> list[GameLog]:
        return games_of(self.disk.entries)[1]

    # --- its surroundings ---

    def exchange(self, link: int, job: pake.Job) -> None:
        hub = self.hub
        self._clock.later(0.01, lambda: self._in(hub, lambda hub: hub.exchanged(self._clock.now, link, cheap(job))))

    def think(self, ask: steps.Ask) -> None:
        hub = self.hub
        move = POLICIES[ask.level](ask.view, Random(ask.seed))
        self._clock.later(0.01, lambda: self._in(hub, lambda hub: hub.thought(self._clock.now, ask.ask, move)))

    def announce(self, news: steps.News) -> None:
        self.is_over |= isinstance(news, steps.TableOver)

    def _in(self, hub: Hub | None, call: Callable[[Hub], None]) -> None:
        """Tell the hub that asked, if it still is there."""
        if hub is not None and hub is self.hub:
            call(hub)
            self.wake()

    def wake(self) -> None:
        """Have it woken when it wants to be."""
        hub = self.hub
        if hub is not None and hub.wake_at is not None:
            wait = max(0.0, hub.wake_at - self._clock.now)
            self._clock.later(wait, lambda: self._tick(hub))

    def _tick(self, hub: Hub) -> None:
        if hub is self.hub and hub.wake_at is not None and self._clock.now >= hub.wake_at:
            hub.tick(self._clock.now)
            self.wake()

    # --- links ---

    def connect(self, link: "VirtualLink") -> bool:
        if self.hub is None or self.is_over:
            return False
        link.number = self.hub.connected(self._clock.now, link.host_end, f"10.0.0.{link.guest.number}")
        self.links[link.number] = link
        self.wake()
        return True

    def receive(self, number: int, data: bytes) -> None:
        if self.hub is not None:
            self.hub.received(self._clock.now, number, data)
            self.wake()

    def lose(self, number: int) -> None:
        self.links.pop(number, None)
        if self.hub is not None:
            self.hub.lost(self._clock.now, number)
            self.wake()


class VirtualLink:
    """A cable between a guest and the host. Bytes take their time, and keep their order."""

    def __init__(self, guest: "VirtualGuest", host: VirtualHost, clock: Clock) -> None:
        self.guest, self._host, self._clock = guest, host, clock
        self.number = -1
        self.host_end = _HostEnd(self)
        self._is_cut = self._is_closed = False
        self._arrives = {True: clock.now, False: clock.now}

    def write(self, data: bytes) -> None:
        self._send(True, lambda: self._host.receive(self.number, data))

    def close(self) -> None:
        """The guest hangs up."""
        self._is_closed = True
        self._send(True, lambda: self._host.lose(self.number))

    def to_guest(self, data: bytes) -> None:
        self._send(False, lambda: None if self._is_closed else self.guest.tell(self.guest.session.received, data))

    def hang_up(self) -> None:
        """The host hangs up."""
        self._send(False, lambda: None if self._is_closed else self.guest.tell(self.guest.session.lost))

    def cut(self) -> None:
        """Both ends lose it at once, and all that was on its way."""
        if not self._is_cut:
            self._is_cut = True
            self._clock.later(0, lambda: self._host.lose(self.number))
            if not self._is_closed:
                self._clock.later(0, lambda: None if self._is_closed else self.guest.tell(self.guest.session.lost))

    def _send(self, up: bool, deliver: Callable[[], None]) -> None:
        self._arrives[up] = max(self._arrives[up], self._clock.now + self._clock.rng.uniform(0, LATENCY))
        self._clock.later(self._arrives[up] - self._clock.now, lambda: None if self._is_cut else deliver())


class _HostEnd:
    def __init__(self, link: VirtualLink) -> None:
        self._link = link

    def write(self, data: bytes) -> None:
        self._link.to_guest(data)

    def close(self) -> None:
        self._link.hang_up()

    def abort(self) -> None:
        self._link.cut()


class VirtualGuest:
    """A session with a robot at its keys. It is its own outside and listener."""

    def __init__(self, number: int, name: str, host: VirtualHost, clock: Clock) -> None:
        self.number = number
        self.ended: Ended | None = None
        self.verdicts: list[Judged] = []
        self.rollbacks = 0
        self.link: VirtualLink | None = None
        self._host, self._clock = host, clock
        self._robot = Robot(self._think, lambda _: None, clock.later)
        self.session = Session(JoinRequest(name, CODE, first_patience=600), self, MemoryStore(), self)
        self._robot.attach(self.session)
        clock.later(clock.rng.uniform(0, 2), lambda: self.tell(self.session.start))

    def tell(self, call: Callable[..., None], *arguments: object) -> None:
        """Tell the session something, and have it woken when it wants to be."""
        call(*arguments)
        wake_at = self.session.wake_at
        if wake_at is not None:
            self._clock.later(max(0.0, wake_at - self._clock.now), self._tick)

    def _tick(self) -> None:
        wake_at = self.session.wake_at
        if wake_at is not None and self._clock.now >= wake_at:
            self.tell(self.session.tick)

    def heard(self, news: News) -> None:
        if isinstance(news, Ended):
            self.ended = news
        elif isinstance(news, Judged):
            self.verdicts.append(news)
        elif isinstance(news, HostRolledBack):
            self.rollbacks = news.times
        self._robot.heard(news)

    def _think(self, view: PlayerView, done: Callable[[Move], None]) -> None:
        move = POLICIES["easy"](view, self._clock.rng)
        self._clock.later(self._clock.rng.uniform(0, 5), lambda: done(move))

    # --- outside ---

    def now(self) -> float:
        return self._clock.now

    def random_bytes(self, count: int) -> bytes:
        return self._clock.rng.randbytes(count)

    def connect(self, place: Address) -> None:  # noqa: ARG002  There is but one here.
        self._clock.later(self._clock.rng.uniform(0, LATENCY), self._dial)

    def _dial(self) -> None:
        link = VirtualLink(self, self._host, self._clock)
        if self._host.connect(link):
            self.link = link
            self.tell(self.session.connected, link)
        else:
            self.tell(self.session.connect_failed)

    def look_for(self, table: bytes) -> None:
        pass

    def run(self, job: pake.Job) -> None:
        link = self.link
        self._clock.later(0.01, lambda: self.tell(self.session.pake_done, cheap(job)) if link is self.link else None)


class Evening:
    """Everything together."""

    def __init__(self, seed: int, opening: Opening, names: tuple[str, ...]) -> None:
        self.clock = Clock(seed)
        self.host = VirtualHost(self.clock, opening)
        self.guests = [VirtualGuest(number, name, self.host, self.clock) for number, name in enumerate(names)]
        self.cuts = self.full = 0

    def trouble(self, every: float) -> None:
        """Let something bad happen about so often: a cable, the host, its disk."""
        rng = self.clock.rng
        match rng.randrange(4):
            case 0 | 1:
                guest = rng.choice(self.guests)
                if guest.link is not None:
                    guest.link.cut()
                    self.cuts += 1
            case 2:
                self.host.kill()
            case _:
                self.host.disk.is_full = True
                self.full += 1
                self.clock.later(rng.uniform(0, 5), self._make_room)
        self.clock.later(rng.uniform(0, 2 * every), lambda: self.trouble(every))

    def _make_room(self) -> None:
        self.host.disk.is_full = False

    def play(self) -> None:
        """Let the evening go on until everybody is home."""
        self.clock.run(lambda: all(guest.ended is not None for guest in self.guests))
