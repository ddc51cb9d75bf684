"""Clients that measure: each field is a number of them in this process, and `move` is how long one move takes.

From the send of one client until the last of all has decoded what came of it.
"""

import asyncio
import json
import secrets
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from clients.follower import Replica, is_settled
from odin_net.game.events import CardsPlayed, Event, Passed
from odin_net.game.rules import legal_moves
from odin_net.game.sets import SETS
from odin_net.game.state import Phase
from protocol import pake
from protocol.codes import password_of
from protocol.connection import (
    ClientConnection,
    Closed,
    Failed,
    Happened,
    Logs,
    Opened,
    PakeWanted,
    Received,
    TurnedAway,
)
from protocol.handshake import HandshakeRandom
from protocol.messages import HandKey, Intent, Join, LogFollows, PassTurn, Ping, Play, Pong, Ready, Seated, Watch

HEADER = 4
FRAME = 150
TIMEOUT = 30.0
SETTLE = 0.3
MOVES = (CardsPlayed, Passed)


class Field(Protocol):
    """Clients at one server."""

    before_move: Callable[[int], None]
    """Called just before a move is sent, with the number of the hand."""

    async def move(self) -> float:
        """Seconds of one move."""

    async def close(self) -> None: ...


async def dial(port: int, protocol: Callable[[], asyncio.Protocol], *, small: bool = False) -> Any:
    """A client; small: with as little room for what it has not read yet as the system allows."""
    loop = asyncio.get_running_loop()
    made_by_hand = socket.socket()
    made_by_hand.setblocking(False)
    if small:
        made_by_hand.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    await loop.sock_connect(made_by_hand, ("127.0.0.1", port))
    transport, made = await loop.create_connection(protocol, sock=made_by_hand)
    transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


class Round:
    """Counts who has got the answer to one move."""

    def __init__(self, clients: int) -> None:
        self.clients = clients
        self.left = 0
        self.done = asyncio.Event()
        self.ended = 0.0

    def begin(self) -> None:
        self.left = self.clients
        self.done.clear()

    def got(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.ended = time.perf_counter()
            self.done.set()

    async def wait(self) -> None:
        async with asyncio.timeout(TIMEOUT):
            await self.done.wait()


# --- a bare broadcast ---


class BareClient(asyncio.Protocol):
    def __init__(self, round_: Round) -> None:
        self._round = round_
        self._buffer = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while len(self._buffer) >= HEADER + FRAME:
            self._buffer = self._buffer[HEADER + FRAME :]
            self._round.got()


class BareField:
    def __init__(self, clients: int) -> None:
        self.before_move: Callable[[int], None] = lambda _: None
        self._round = Round(clients)
        self._clients: list[BareClient] = []

    async def join(self, port: int) -> "BareField":
        for _ in range(self._round.clients):
            self._clients.append(await dial(port, lambda: BareClient(self._round)))
        await asyncio.sleep(SETTLE)  # It greets nobody: let it see all of them.
        return self

    async def move(self) -> float:
        frame = FRAME.to_bytes(HEADER, "big") + bytes(FRAME)
        self.before_move(0)
        self._round.begin()
        started = time.perf_counter()
        self._clients[0].transport.write(frame)
        await self._round.wait()
        return self._round.ended - started

    async def close(self) -> None:
        for client in self._clients:
            client.transport.close()


# --- websockets and JSON ---


class JsonField:
    def __init__(self, clients: int) -> None:
        self.before_move: Callable[[int], None] = lambda _: None
        self._round = Round(clients)
        self._sockets: list[Any] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._action = 0

    async def join(self, port: int) -> "JsonField":
        from websockets.asyncio.client import connect  # noqa: PLC0415  Only where it is measured.

        for _ in range(self._round.clients):
            connection = await connect(f"ws://127.0.0.1:{port}", compression=None)
            self._sockets.append(connection)
            self._tasks.append(asyncio.create_task(self._listen(connection)))
        return self

    async def _listen(self, connection: Any) -> None:
        async for message in connection:
            json.loads(message)
            self._round.got()

    async def move(self) -> float:
        self._action += 1
        self.before_move(0)
        self._round.begin()
        started = time.perf_counter()
        await self._sockets[0].send(json.dumps({"seat": 0, "action": self._action, "cards": [12, 15], "take": 40}))
        await self._round.wait()
        return self._round.ended - started

    async def close(self) -> None:
        for connection in self._sockets:
            await connection.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


# --- ours ---


class OdinClient(asyncio.Protocol):
    """Decodes at once, and folds when nobody waits for it."""

    def __init__(self, field: "OdinField", code: str, name: str, intent: Intent = Intent.SEAT) -> None:
        chance = HandshakeRandom(secrets.token_bytes(16), secrets.token_bytes(64))
        self.connection = ClientConnection(intent, password_of(code), chance)
        self.follower: Replica | None = None
        self.seat_key: tuple[int, bytes] | None = None
        self.received = 0
        self.gone = asyncio.Event()
        self._field, self._name = field, name
        self._waiting: list[Happened] = []
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.flush()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        happened = self.connection.receive_data(data)
        for event in happened:
            if isinstance(event, Logs) and isinstance(event.event, MOVES):
                self._field.round.got()
        self._waiting += happened
        self._field.woken.set()

    def connection_lost(self, _: Exception | None) -> None:
        self.gone.set()
        self._field.woken.set()

    def flush(self) -> None:
        self.transport.write(self.connection.data_to_send())

    def settle(self) -> None:
        """Take in all that has come."""
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            self._take(event)
        self.flush()

    def _take(self, event: Happened) -> None:
        match event:
            case PakeWanted(job):
                self._waiting += self.connection.pake_done(pake.run(job))
                self._field.woken.set()
            case Opened(_, Intent.SEAT):
                self.connection.send(Join(self._name, secrets.token_bytes(32)))
            case Opened():
                self.connection.send(Watch(self._name, secrets.token_bytes(32)))
            case Logs(raw, logged) if self.follower is not None:
                self._follow(self.follower, raw, logged)
            case Received(message):
                self._hear(message)
            case TurnedAway() | Closed() | Failed():
                raise ConnectionError(f"the host ended it: {event}")

    def _follow(self, follower: Replica, raw: bytes, logged: Event) -> None:
        answer = follower.feed(raw, logged, history=False).answer
        if answer is not None:
            self.connection.send(answer)
        state = follower.state
        assert state is not None
        seat = follower.seat
        if seat is None or state.board.phase not in (Phase.LOBBY, Phase.DEALING) or seat >= len(state.hands):
            return
        if state.board.phase is Phase.LOBBY:
            if not state.board.game.seats[seat].ready:
                self.connection.send(Ready(0, True))
        elif state.board.game.hand and len(state.board.game.scores) == state.board.game.hand:
            self.connection.send(Ready(state.board.game.hand, True))

    def _hear(self, message: object) -> None:
        match message:
            case Ping(token):
                self.connection.send(Pong(token))
            case Pong():
                self._field.ponged()
            case Seated(seat, key, _):
                self.seat_key = (seat, key)
                if self.follower is not None:
                    self.follower.seated(seat, key)
            case LogFollows(game, _, _):
                self.follower = Replica(game, secrets.token_bytes)
                if self.seat_key is not None:
                    self.follower.seated(*self.seat_key)
            case HandKey():
                pass


class OdinField:
    """Six people at a real table; the others in it watch."""

    def __init__(self, code: str, rng: Random, people: int = 6, watchers: int = 0, *, small: bool = False) -> None:
        self._small = small
        self.before_move: Callable[[int], None] = lambda _: None
        self.round = Round(people + watchers)
        self.woken = asyncio.Event()
        self.people: list[OdinClient] = []
        self.watchers: list[OdinClient] = []
        self.moves = self.bytes = 0
        """Bytes that people got because of moves."""
        self._code, self._rng, self._wanted = code, rng, (people, watchers)
        self._pinged = self._ponged = 0.0
        self._played = -1

    async def join(self, port: int) -> "OdinField":
        people, watchers = self._wanted
        for number in range(watchers):
            await self._come_in(port, self.watchers, f"W{number}", Intent.WATCH)
        for number in range(people):
            await self._come_in(port, self.people, f"P{number}", Intent.SEAT)
        return self

    async def _come_in(self, port: int, group: list[OdinClient], name: str, intent: Intent) -> None:
        small = self._small and intent is Intent.WATCH
        client: OdinClient = await dial(port, lambda: OdinClient(self, self._code, name, intent), small=small)
        group.append(client)
        await self._until(lambda: client.follower is not None)

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while True:
                self.woken.clear()
                for client in [*self.people, *self.watchers]:
                    client.settle()
                if condition():
                    return
                if not self.woken.is_set():
                    await self.woken.wait()

    def _mover(self) -> OdinClient | None:
        """Whose turn it is, once all have seen everything."""
        states = [client.follower.state for client in self.people if client.follower is not None]
        if any(state is None or state.board != states[0].board for state in states if states[0] is not None):
            return None
        state = states[0]
        if state is None or state.board.phase is not Phase.PLAYING or not is_settled(state.board):
            return None
        for client in self.people:
            view = client.follower.view if client.follower is not None else None
            if view is not None and view.seat == state.board.turn:
                return client
        return None

    async def move(self) -> float:
        await self._until(lambda: self._mover() is not None)
        mover = self._mover()
        assert mover is not None
        assert mover.follower is not None
        view = mover.follower.view
        assert view is not None
        cards, take = self._rng.choice(legal_moves(view))
        action = view.board.action
        mover.connection.send(Play(action, SETS[cards][0], take) if cards else PassTurn(action))
        data = mover.connection.data_to_send()
        self.before_move(view.board.game.hand)
        before = sum(client.received for client in self.people)
        self.round.begin()
        started = time.perf_counter()
        mover.transport.write(data)
        await self.round.wait()
        self.moves += 1
        self.bytes += sum(client.received for client in self.people) - before
        return self.round.ended - started

    async def ping(self) -> float:
        """How long the host takes to answer one person, who plays meanwhile as well."""
        client = self.people[0]
        self._play_if_it_is_my_turn(client)
        client.connection.send(Ping(1))
        self._pinged = time.perf_counter()
        self._ponged = 0.0
        client.flush()
        await self._until(lambda: self._ponged > 0)
        return self._ponged - self._pinged

    def ponged(self) -> None:
        """The answer to `ping` is there."""
        self._ponged = time.perf_counter()

    def _play_if_it_is_my_turn(self, client: OdinClient) -> None:
        view = client.follower.view if client.follower is not None else None
        if view is None or view.board.turn != view.seat or not is_settled(view.board):
            return
        if view.board.action != self._played:
            self._played = view.board.action
            cards, take = self._rng.choice(legal_moves(view))
            action = view.board.action
            client.connection.send(Play(action, SETS[cards][0], take) if cards else PassTurn(action))

    def stall(self) -> None:
        """Let the watchers read nothing more; nobody waits for them."""
        for client in self.watchers:
            client.transport.pause_reading()
        self.round.clients = len(self.people)

    async def all_were_cut(self) -> bool:
        """Whether the host has closed the links of those who stopped reading."""
        for client in self.watchers:
            client.transport.resume_reading()
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE * 10):
                await asyncio.gather(*(client.gone.wait() for client in self.watchers))
        return all(client.gone.is_set() for client in self.watchers)

    async def rest(self, seconds: float) -> None:
        """Do nothing for so long but answer the host's pings."""
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._until(lambda: False)

    async def close(self) -> None:
        for client in [*self.people, *self.watchers]:
            client.transport.abort()
