"""Sessions over real sockets of this computer."""

import asyncio
import socket
from random import Random

import pytest

import clients.transport
from clients.news import CaughtUp, Ended, How, Moved, News
from clients.robot import Robot
from clients.session import CodeNeeded, JoinRequest
from clients.transport import Wire, call_later
from odin_net.bots.policies import choose_random
from odin_net.errors import OdinError
from odin_net.game import Options
from odin_net.lan.endpoint import Address
from protocol.errors import Close, Hint
from protocol.messages import Hello, Intent, Join, PassTurn, Ping, Play
from tests.helpers import LONG
from tests.helpers.memory import MemoryStore
from tests.helpers.pairs import CODE
from tests.helpers.serving import Served, Server, served
from tests.helpers.simulation import Heard
from tests.helpers.tiny_table import Peer, TinyTable

WISH = JoinRequest("Ann", CODE.decode(), patience=30, first_patience=5)


class Watched(Heard):
    """A listener with a bell for each kind of news."""

    def __init__(self, then: Robot | None = None) -> None:
        super().__init__(then)
        self.bell = asyncio.Event()

    def heard(self, news: News) -> None:
        super().heard(news)
        self.bell.set()

    async def wait_for(self, kind: type, count: int = 1) -> None:
        async with asyncio.timeout(LONG):
            while len(self.of(kind)) < count:
                self.bell.clear()
                await self.bell.wait()


def robot_on(server: Server, store: MemoryStore, host: str = "127.0.0.1") -> tuple[Wire, Watched, Robot]:
    rng = Random(1)
    robot = Robot(lambda view, done: done(choose_random(view, rng)), lambda _: None, call_later)
    heard = Watched(robot)
    wire = Wire(host, server.port, WISH, store, heard)
    robot.attach(wire.session)
    return wire, heard, robot


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
async def test_a_robot_plays_a_whole_game_over_a_socket(host: str) -> None:
    bound = "::1" if host == "::1" else "127.0.0.1"
    if bound == "::1" and not has_ipv6():
        pytest.skip("this computer has no IPv6")
    async with served(TinyTable(bots=1, left=1, people=1), bound) as server, asyncio.timeout(LONG):
        wire, _, robot = robot_on(server, MemoryStore(), host)
        ended = await wire.take_part()
    assert ended == Ended(How.DONE, close=Close.GAME_OVER)
    assert robot.finished


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


class CuttingTable(TinyTable):
    """It loses its connection right after some moves, before anybody hears of them."""

    connections: list[Served]
    cuts = 0

    def hear(self, peer: Peer, message: object) -> None:
        if isinstance(message, Play | PassTurn) and len(self.acted) % 3 == 2 and len(self.acted) > 3 * self.cuts:
            self.cuts += 1
            transport = self.connections[-1].transport
            assert transport is not None
            transport.abort()
        super().hear(peer, message)


async def test_a_robot_that_is_cut_again_and_again_comes_back_to_its_seat() -> None:
    table = CuttingTable(bots=1, left=1, people=1, options=Options(points=8))
    async with served(table) as server, asyncio.timeout(LONG):
        table.connections = server.connections
        wire, heard, _ = robot_on(server, MemoryStore())
        ended = await wire.take_part()
    assert ended.how is How.DONE
    assert table.cuts > 1
    assert len(heard.of(CaughtUp)) == len(server.connections) == table.cuts + 1
    assert wire.session.log is not None
    assert wire.session.log.raw == table.log.raw


@pytest.mark.slow
@pytest.mark.parametrize("has_moved", [True, False])
async def test_a_table_that_cannot_be_reached_is_found_by_its_number_and_no_liar_keeps_us_from_it(
    has_moved: bool,
) -> None:
    class Liar(TinyTable):
        """It says that it is our table, and knows no secret of it."""

        def admit(self, hello: Hello) -> bytes | Hint:
            lied_to.append(hello)
            back.set()
            return b"x" * 32

    lied_to: list[Hello] = []
    back = asyncio.Event()
    table, store, heard = TinyTable(), MemoryStore(), Watched()
    async with served(Liar()) as liar, asyncio.timeout(LONG):
        places = [Address("127.0.0.1", liar.port)]

        async def find_table(wanted: bytes) -> list[Address]:
            assert wanted == table.id
            return places

        async with served(table) as first:
            home = first.port
            wire = Wire("127.0.0.1", home, WISH, store, heard, find_table)
            playing = asyncio.create_task(wire.take_part())
            await heard.wait_for(CaughtUp)
        await back.wait()
        async with served(table, port=0 if has_moved else home) as second:
            places.append(Address("127.0.0.1", second.port))
            await heard.wait_for(CaughtUp, 2)
            assert wire.session.place == ("127.0.0.1", second.port)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    assert {hello.intent for hello in lied_to} == {Intent.RESUME}
    assert heard.of(Moved) == ([Moved(f"127.0.0.1:{second.port}")] if has_moved else [])
    assert store.address == (f"127.0.0.1:{second.port}" if has_moved else "")


async def test_nagles_algorithm_is_off_and_the_last_words_go_out() -> None:
    async with served(TinyTable()) as server, asyncio.timeout(LONG):
        heard = Watched()
        wire = Wire("127.0.0.1", server.port, WISH, MemoryStore(), heard)
        playing = asyncio.create_task(wire.take_part())
        await heard.wait_for(CaughtUp)
        link = wire._world._link
        assert link is not None
        assert link._transport is not None
        sock = link._transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        await server.connections[0].gone.wait()
        assert server.connections[0].peer is not None
        assert server.connections[0].peer.closed is Close.AWAY
    assert heard.ended == Ended(How.LEFT)
    assert link.gone.done()


async def test_a_wrong_code_is_refused() -> None:
    async with served(TinyTable()) as server, asyncio.timeout(LONG):
        wire = Wire("127.0.0.1", server.port, JoinRequest("Ann", "raven-oak-elk"), MemoryStore(), Heard())
        assert await wire.take_part() == Ended(How.REFUSED, Hint.WRONG_PROOF)


async def test_nobody_there_is_unreachable() -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        async with asyncio.timeout(LONG):
            for host in ("127.0.0.1", "a" * 70):
                wire = Wire(host, taken.getsockname()[1], JoinRequest("Ann", CODE.decode()), MemoryStore(), Heard())
                assert await wire.take_part() == Ended(How.UNREACHABLE)


async def test_what_goes_wrong_inside_ends_the_run_with_it() -> None:
    class Full(MemoryStore):
        def keep(self, _: object) -> None:
            raise OdinError("full")

    async with served(TinyTable()) as server, asyncio.timeout(LONG):
        with pytest.raises(OdinError, match="full"):
            await Wire("127.0.0.1", server.port, WISH, Full(), Heard()).take_part()
        with pytest.raises(CodeNeeded):
            await Wire("127.0.0.1", server.port, JoinRequest("Ann"), MemoryStore(), Heard()).take_part()
        assert not any(isinstance(said, Join | Play) for served in server.connections for said in served.peer.said)  # type: ignore[union-attr]


@pytest.mark.slow
async def test_a_host_that_asks_without_end_and_takes_no_answers_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients.transport, "MOST_UNSENT", 1 << 16)
    async with served(TinyTable()) as server, asyncio.timeout(LONG):
        wire, heard, _ = robot_on(server, MemoryStore())
        playing = asyncio.create_task(wire.take_part())
        await heard.wait_for(CaughtUp)
        (first,) = server.connections
        assert first.transport is not None
        assert first.peer is not None
        first.transport.pause_reading()
        while not first.gone.is_set():
            first.peer.send(*[Ping(1)] * 1000)
            await asyncio.sleep(0)
            if heard.of(CaughtUp)[1:]:
                break
        await heard.wait_for(CaughtUp, 2)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
