"""A table for tests of clients: honest, small, without clock or journal. It deals fairly and answers what a host must.

What a real host decides by time, tests say here: `break_off`, `bye`, `refuses`. Bots move at once.
"""

from collections.abc import Callable
from random import Random

from odin_net.game import LobbyOpened, Occupant, Options, Phase, StartGame, decide, legal_moves
from odin_net.game.commands import Command, Pass, PlayCards
from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    HandEnded,
    HandKnown,
    Kind,
    SeatChanged,
)
from odin_net.game.refusals import IllegalMove
from odin_net.game.rules import command_of
from odin_net.game.state import evolve, open_lobby, view_of
from protocol import connection
from protocol.codec import encode_event
from protocol.connection import Closed, Connection, Failed, Happened, Opened, Received
from protocol.errors import Close, Hint
from protocol.fair_deal import DealId, FairDeal, host_commitment, seat_commitment
from protocol.handshake import ticket_of
from protocol.log import Log
from protocol.messages import (
    Batch,
    Commit,
    Contribute,
    Fork,
    GoOn,
    Hello,
    Intent,
    Join,
    LogFollows,
    Part,
    PassTurn,
    Play,
    Ready,
    Reason,
    Refused,
    Rename,
    RolledBack,
    Seated,
    Sync,
    Watch,
    Watching,
    reason_of,
)
from protocol.sealing import SealedDeal, seal_deal
from tests.helpers.pairs import CODE, TABLE


class Peer:
    """The table's end of one connection."""

    def __init__(
        self, table: "TinyTable", side: Connection, write: Callable[[bytes], None], hang_up: Callable[[], None]
    ) -> None:
        self.table, self.connection = table, side
        self.said: list[object] = []
        self.secret: bytes | None = None
        self.is_in = self.is_gone = False
        self.closed: Close | None = None
        """The client's good-bye."""
        self._write, self._hang_up = write, hang_up

    def take(self, happened: list[Happened]) -> None:
        for event in happened:
            match event:
                case Received(message):
                    self.said.append(message)
                    self.table.hear(self, message)
                case Closed(close):
                    self.closed = close
                    self.lost()
                case Failed():
                    self.lost()
                case Opened():
                    pass

    def send(self, *messages: Part) -> None:
        if self._is_open():
            for message in messages:
                self.connection.send(message)
            self.flush()

    def send_raw(self, raw: bytes) -> None:
        if self._is_open():
            self.connection.send_raw(raw)
            self.flush()

    def _is_open(self) -> bool:
        return not self.is_gone and self.connection.phase is connection.LinkPhase.OPEN

    def bye(self, close: Close) -> None:
        self.connection.close(close)
        self.flush()
        self.lost()
        self._hang_up()

    def lost(self) -> None:
        self.is_gone = True
        if self in self.table.peers:
            self.table.peers.remove(self)

    def flush(self) -> None:
        data = self.connection.data_to_send()
        if data:
            self._write(data)


class TinyTable:
    """One table. Its first log has a lobby with these bots and nobody else."""

    def __init__(self, seed: int = 1, bots: int = 0, options: Options | None = None, left: int = 0, people: int = 2):
        self.id, self.code = TABLE, CODE
        self.rng = Random(seed)
        self.people = people
        """How many the first game waits for."""
        self.is_up = True
        self.is_deaf = False
        """Whether new connections get no answer."""
        self.hint: Hint | None = None
        self.refuses: dict[type[Part], Reason] = {}
        self.is_silent_about: set[type[Part]] = set()
        """What is heard and not acted on."""
        self.deals_by_itself = True
        self.secrets: list[bytes | None] = [None] * bots
        self.onlookers: list[bytes] = []
        self.peers: list[Peer] = []
        self.acted: list[Part] = []
        seats = tuple(Occupant(f"Bot {n}", Kind.BOT, "random", ready=True) for n in range(1, bots + 1))
        self._left, self._keys = left, [self.rng.randbytes(32) for _ in range(bots)]
        self.takes_back = 0
        """How many of the events that a returning client has it says are lost."""
        self._open(seats, options or Options(points=5), None)

    def _open(self, seats: tuple[Occupant, ...], options: Options, before: bytes | None) -> None:
        game = self.rng.randbytes(16)
        opened = LobbyOpened(game, seats, options, left=self._left, before=before)
        self.log = Log(game)
        self.state = open_lobby(opened)
        self.deal: DealId | None = None
        self.secret = b""
        self.bound: dict[int, bytes] = {}
        self.shares: dict[int, bytes] = {}
        self.committed: tuple[bytes | None, ...] = ()
        self.out: set[int] = set()
        self._sealed: SealedDeal | None = None
        self._ready: set[int] = set()
        self.log.append(encode_event(opened))

    # --- who comes ---

    def admit(self, hello: Hello) -> bytes | Hint:
        if self.hint is not None:
            return self.hint
        if hello.table not in (None, self.id):
            return Hint.UNKNOWN_TABLE
        if hello.intent is not Intent.RESUME:
            return self.code
        secrets = [secret for secret in (*self.secrets, *self.onlookers) if secret is not None]
        known = [secret for secret in secrets if ticket_of(secret, hello.nonce) == hello.ticket]
        return known[0] if known else Hint.UNKNOWN_SEAT

    def hear(self, peer: Peer, message: object) -> None:
        kind = type(message)
        if kind in self.is_silent_about:
            return
        if kind in self.refuses and isinstance(message, Part):
            tag = message.__struct_config__.tag
            assert isinstance(tag, int)
            peer.send(Refused(tag, getattr(message, "action", 0), self.refuses.pop(kind)))
            peer.secret = getattr(message, "secret", peer.secret)
            return
        match message:
            case Join(name=name, secret=secret):
                self._join(peer, name, secret)
            case Rename(name=name):
                if peer.secret is not None and peer.secret not in self.secrets:
                    self._join(peer, name, peer.secret)
            case Watch(secret=secret):
                peer.secret = secret
                self.onlookers.append(secret)
                self._welcome(peer, 0)
            case Sync():
                self._sync(peer, message)
            case GoOn() if not peer.is_in:
                synced = next(said for said in peer.said if isinstance(said, Sync))
                self._welcome(peer, synced.seq - self.takes_back)
            case Play() | PassTurn():
                self._act(peer, message)
            case Ready():
                self._be_ready(peer)
            case Commit(commitment=commitment):
                self.bound[self.seat_of(peer)] = commitment
                self._deal_on()
            case Contribute(share=share):
                self.shares[self.seat_of(peer)] = share
                self._deal_on()

    def seat_of(self, peer: Peer) -> int:
        assert peer.secret is not None
        return self.secrets.index(peer.secret)

    def _join(self, peer: Peer, name: str, secret: bytes) -> None:
        peer.secret = secret
        if secret not in self.secrets:
            self.secrets.append(secret)
            self._keys.append(self.rng.randbytes(32))
            self.happen([SeatChanged(len(self.state.board.game.seats), Occupant(name))])
        self._welcome(peer, 0)

    def _sync(self, peer: Peer, sync: Sync) -> None:
        secrets = [*self.secrets, *self.onlookers]
        proved = [secret for secret in secrets if secret is not None and _proves(peer, secret)]
        peer.secret = proved[0]
        seq = self.log.resume_at(sync)
        if seq is None:
            peer.send(Fork(len(self.log)))
            peer.bye(Close.FORKED)
            return
        for older in [other for other in self.peers if other.secret == peer.secret]:
            older.bye(Close.REPLACED)
        if self.takes_back:
            kept = seq - self.takes_back
            peer.send(RolledBack(self.log.game, kept, self.log.digest_at(kept)))
            return
        self._welcome(peer, seq)

    def _welcome(self, peer: Peer, seq: int) -> None:
        if peer.secret in self.secrets:
            seat = self.seat_of(peer)
            peer.send(Seated(seat, self._keys[seat], owner=False))
        else:
            peer.send(Watching(0))
        self._feed(peer, seq)

    def _feed(self, peer: Peer, seq: int) -> None:
        peer.send(LogFollows(self.log.game, seq, len(self.log)))
        if seq < len(self.log):
            peer.send(Batch(tuple(self.log.raw[seq:])))
        peer.is_in = True
        self.peers.append(peer)
        if self.state.board.phase is Phase.OVER:
            peer.bye(Close.GAME_OVER)

    # --- what happens ---

    def happen(self, events: list[Event]) -> None:
        """Log these and tell everybody."""
        for event in events:
            if isinstance(event, HandEnded) and self._sealed is not None:
                event = event._replace(secret=self.secret, hand_keys=self._sealed.hand_keys, digest=self.log.digest)  # noqa: PLW2901
            self.state = evolve(self.state, event)
            if not isinstance(event, HandKnown):
                raw = encode_event(event)
                self.log.append(raw)
                for peer in [*self.peers]:
                    peer.send_raw(raw)

    def _be_ready(self, peer: Peer) -> None:
        self._ready.add(self.seat_of(peer))
        people = {seat for seat, secret in enumerate(self.secrets) if secret is not None}
        board = self.state.board
        if board.phase is Phase.LOBBY:
            self.happen([SeatChanged(self.seat_of(peer), board.game.seats[self.seat_of(peer)]._replace(ready=True))])
        if self._ready >= people and len(people) >= self.people:
            self._ready.clear()
            if board.phase is Phase.LOBBY:
                self.happen(decide(self.state, StartGame()))
            if self.state.board.phase is Phase.DEALING and self.deal is None and self.deals_by_itself:
                self.open_deal(0)

    def open_deal(self, attempt: int) -> None:
        self.deal = DealId(self.log.game, self.state.board.game.hand + 1, attempt)
        self.secret = self.rng.randbytes(32)
        self.bound, self.shares, self.committed = {}, {}, ()
        self.happen([DealOpened(self.deal.hand, attempt, host_commitment(self.deal, self.secret))])

    def break_off(self, silent: tuple[int, ...] = ()) -> None:
        assert self.deal is not None
        self.out |= set(silent)
        self.happen([DealAborted(silent, self.secret)])
        self.open_deal(self.deal.attempt + 1)

    def _deal_on(self) -> None:
        assert self.deal is not None
        seats = range(len(self.secrets))
        awaited = {seat for seat in seats if self.secrets[seat] is not None} - self.out
        if not self.committed and set(self.bound) >= awaited:
            self.committed = tuple(self.bound.get(seat) for seat in seats)
            self.happen([DealCommitted(self.committed)])
        elif self.committed and set(self.shares) >= awaited:
            shares = tuple(self.shares.get(seat) for seat in seats)
            for seat, share in self.shares.items():
                assert self.committed[seat] == seat_commitment(self.deal, seat, share)
            fair = FairDeal(self.deal, self.secret, self.committed, shares)
            self.happen([DealContributed(shares)])
            self._sealed = seal_deal(fair, self.state, tuple(self._keys))
            self.deal, self.out = None, set()
            self.happen(decide(self.state, self._sealed.command))
            self._let_bots_move()

    def _act(self, peer: Peer, message: Play | PassTurn) -> None:
        tag, seat = (19, self.seat_of(peer)) if isinstance(message, Play) else (20, self.seat_of(peer))
        if message.action != self.state.board.action:
            peer.send(Refused(tag, message.action, Reason.STALE))
            return
        command: Command = PlayCards(seat, message.cards, message.take) if isinstance(message, Play) else Pass(seat)
        try:
            events = decide(self.state, command)
        except IllegalMove as error:
            peer.send(Refused(tag, message.action, reason_of(error.reason)))
            return
        self.acted.append(message)
        self._happened_in_game(events)
        self._let_bots_move()

    def _let_bots_move(self) -> None:
        while self.state.board.phase is Phase.PLAYING and self.secrets[self.state.board.turn] is None:
            turn = self.state.board.turn
            move = self.rng.choice(legal_moves(view_of(self.state, turn)))
            self._happened_in_game(decide(self.state, command_of(move, turn)))

    def _happened_in_game(self, events: list[Event]) -> None:
        self.happen(events)
        if isinstance(events[-1], GameEnded):
            self._end_game()

    def _end_game(self) -> None:
        if self._left == 1:
            for peer in [*self.peers]:
                peer.bye(Close.GAME_OVER)
            return
        self._left = max(0, self._left - 1)
        game = self.state.board.game
        seats = tuple(seat._replace(ready=seat.kind is Kind.BOT) for seat in game.seats)
        self._open(seats, game.options, self.log.digest)
        for peer in [*self.peers]:
            peer.send(LogFollows(self.log.game, 0, len(self.log)))
            peer.send(Batch(tuple(self.log.raw)))


def _proves(peer: Peer, secret: bytes) -> bool:
    hello = getattr(peer.connection, "_host").hello  # noqa: B009
    return hello is not None and hello.ticket == ticket_of(secret, hello.nonce)
