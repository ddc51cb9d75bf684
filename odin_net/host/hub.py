"""Everything of a host that is not the outside world: links, the door, the table, the journal. No asyncio, no clock.

How it works. The hub stands between a shell and the table. The shell tells it what happens to links, workers and time;
the hub tells the shell's `HubServices` what it wants done. So a whole evening can run on virtual time, with links and a
disk that fail on purpose.

A link is a `Peer` from `connected` until it is closed. It goes through

    at the door   handshake, then the first message of the channel is awaited; `admission` limits how many are here, and
                  for how long
    joined        what it says goes to the table; it is pinged, and cut if it is silent or takes no bytes
    ending        the table has said good-bye: it hears nothing more of it, and gets what is left to send
    closed        removed from `_peers`. The table gets `Gone`, unless the table itself ended the link.

Whoever proves the code goes a longer way through the first of these: the guess is counted before the proof is checked
(`Guessed`), a worker computes the key, and the answer leaves `ANSWER` seconds after the proof, right or wrong, so that
the time tells nothing. Only then a right guess is given back.

Whatever comes in ends in `_handle`: the table makes one `Step` of it; the step is written to the journal; its outputs
are carried out in order; and what it logged is sent to all (`_pump_all`). If the disk fails, the step and all later
ones wait in `_unwritten`, their outputs in `_held`, and `_visible` ends the log for all readers where the disk has it.
The table is told (`DiskChanged`) and refuses what would change it. Each sweep tries again; when the disk has taken all,
the held outputs are carried out and everybody gets the rest.

What can be relied on:

- Nothing of a step leaves this computer before the journal has it: durable before visible.
- Steps are written in the order in which the table made them, each whole or not at all.
- A link gets private messages and events in the order in which they happened; `feed` sees to that.
- One link's fault ends that link alone. No input of a link raises out of the hub.
- The hosting player's own link (`Way.OWNER`) comes in before every limit, and while the disk fails.
- Time only comes with a call: `now` never goes back for the table, and nothing happens without a call. `wake_at` says
  when the next one is wanted.
"""

import logging
from collections import deque
from collections.abc import Callable
from hmac import compare_digest
from typing import Protocol, assert_never

from odin_net.game import Move
from odin_net.host import steps
from odin_net.host.admission import is_full, is_overdue, source_of, who_makes_room
from odin_net.host.journal import pack
from odin_net.host.peer import SEALED, Peer, PeerLink, Typed, Way
from odin_net.host.table import Table
from protocol import codes, pake
from protocol.connection import (
    LINK_TIMEOUT,
    Closed,
    Failed,
    Happened,
    HelloReceived,
    HostConnection,
    LinkPhase,
    Logs,
    Opened,
    PakeWanted,
    Received,
    TurnedAway,
)
from protocol.errors import Close, Hint
from protocol.handshake import HandshakeRandom
from protocol.inside import InsideHost
from protocol.messages import NONCE, Hello, Intent, Ping, Pong

# SPEC 6: pings come every 5 s. A link from which nothing comes, or that takes no bytes, for `LINK_TIMEOUT` is cut.
PING = 5.0
# SPEC 4: answers to proofs leave this long after the proof, whatever they say.
ANSWER = 0.15
SWEEP = 1.0
# Seconds that a link has to take its good-bye, before it is closed without.
LINGER = 5.0
# Steps from these inputs may be written without a sync: nobody sees their effect until a later, durable step.
QUIET = (steps.Guessed, steps.Recorded)
# Tickets are single-use: the last 256 are remembered and refused if replayed.
MOST_TICKETS = 256

log = logging.getLogger("odin.host")


class Disk(Protocol):
    """Where the journal goes."""

    def append(self, step: bytes, *, durable: bool) -> None:
        """Write a step whole, to outlive a loss of power if asked; or raise OSError, and leave nothing of it."""


class HubServices(Protocol):
    """What the hub wants of the world."""

    def exchange(self, link: int, job: pake.Job) -> None:
        """Do this job and answer with `exchanged`."""

    def think(self, ask: steps.Ask) -> None:
        """Let a bot think and answer with `thought`."""

    def announce(self, news: steps.News) -> None:
        """Tell the host's console and its records."""


class Hub:
    """A table with all who are connected to it."""

    def __init__(
        self,
        table: Table,
        first: steps.Step,
        disk: Disk,
        services: HubServices,
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self.table = table
        self._disk = disk
        self._services = services
        self._random_bytes = random_bytes
        self._peers: dict[int, Peer] = {}
        self._answering: list[Peer] = []
        """Those whose proofs are checked and whose answers wait for their time."""
        self._used_tickets: deque[bytes] = deque(maxlen=MOST_TICKETS)
        self._next_link = 0
        self._next_sweep: float | None = None
        self._now = 0.0
        self._unwritten: list[bytes] = []
        """Steps that the disk did not take yet."""
        self._held: list[steps.Output] = []
        """What is to be done when it has."""
        self._visible: int | None = None
        """How much of the log may be seen while the disk takes nothing."""
        self._first = first

    def open(self, now: float) -> None:
        """Write the first step. OSError if a new table cannot be begun; one that is resumed waits for its disk."""
        self._now = now
        if not self._first.before:
            self._disk.append(_packed(self._first), durable=True)
            self._do(self._first.outputs)
        elif self._write(self._first, durable=True):
            self._do(self._first.outputs)
        self._handle(steps.Ticked())

    # --- from the shell ---

    def connected(
        self,
        now: float,
        link: PeerLink,
        address: str,
        way: Way = Way.NETWORK,
        since: float | None = None,
        typed: Typed | None = None,
    ) -> int:
        """Somebody has connected, perhaps a while ago; the number names this link from now on.

        Who has typed what lets them in stood at another door, and stands in none here.
        """
        self._now = now
        number, self._next_link = self._next_link, self._next_link + 1
        chance = HandshakeRandom(self._random_bytes(NONCE), self._random_bytes(pake.ENTROPY))
        connection = (HostConnection if way in SEALED else InsideHost)(self.table.memo.table, chance)
        came = now if since is None else since
        peer = Peer(number, link, address, source_of(address), connection, came, way, typed)
        self._peers[number] = peer
        stands_here = way is not Way.OWNER and typed is None
        victim = who_makes_room(peer, self._at_the_door_of(way)) if stands_here else None
        if victim is not None:
            self._take_in(victim, victim.connection.refuse(Hint.BUSY))
        self._schedule_sweep()
        return number

    def received(self, now: float, number: int, data: bytes) -> None:
        """Bytes have come."""
        peer = self._peers.get(number)
        if peer is None:
            return
        self._now = peer.heard = now
        self._take_in(peer, peer.connection.receive_data(data))

    def try_code(self, now: float, address: str, code: str, intent: Intent = Intent.SEAT) -> bytes | Hint | None:
        """Compare three words that somebody has typed at another door; why they do not come in, if it is a hint.

        None if it is the code of the table; if these are the words of a seat, its secret. It is a guess from this
        address, as a proof would be. `code` is in its one spelling: what cannot be a code is nobody's guess. Whoever
        asks lets `ANSWER` seconds pass before they say what came of it.
        """
        self._now = now
        source, of_seat = source_of(address), code != codes.OPEN
        hint = Hint.BUSY if self._unwritten else self.table.no_try_now(source, now, of_seat=of_seat)
        if hint is not None:
            return hint
        self._handle(steps.Guessed(source, None, of_seat))
        secret = self.table.secret_behind(code)
        is_code = compare_digest(codes.password_of(code), codes.password_of(self.table.memo.code))
        self._handle(steps.Guessed(source, is_code or secret is not None, of_seat))
        if secret is not None:
            return secret
        password = self.table.code_for(intent, source, now) if is_code else Hint.WRONG_PROOF
        return password if isinstance(password, Hint) else None

    def exchange_failed(self, now: float, number: int) -> None:
        """A job of the handshake cannot be done: that is our fault, and costs nobody a guess."""
        peer = self._peers.get(number)
        if peer is not None:
            self._now = now
            self._settle_guess(peer, right=True)
            self._take_in(peer, peer.connection.refuse(Hint.BUSY))

    def lost(self, now: float, number: int) -> None:
        """A link is gone, or its other side sends no more."""
        peer = self._peers.get(number)
        if peer is not None:
            self._now = now
            self._take_in(peer, peer.connection.receive_eof() or [Failed("the link is gone")])

    def is_there(self, number: int) -> bool:
        """Whether this link is still one."""
        return number in self._peers

    def writable(self, now: float, number: int, can: bool) -> None:
        """A link takes no more bytes for now, or takes them again."""
        peer = self._peers.get(number)
        if peer is None:
            return
        self._now = now
        peer.blocked_since = None if can else now
        if can:
            self._pump(peer)

    def exchanged(self, now: float, number: int, result: pake.Exchanged) -> None:
        """A job of the handshake is done. The answer to a proof waits for its time."""
        peer = self._peers.get(number)
        if peer is None:
            return
        self._now = now
        if peer.answer_at is not None and now < peer.answer_at:
            peer.answer = result
            self._answering.append(peer)
        else:
            self._answer(peer, result)

    def thought(self, now: float, ask: int, move: Move) -> None:
        """A bot has chosen."""
        self._now = now
        self._handle(steps.Thought(ask, move))

    def happened(self, now: float, happened: steps.Input) -> None:
        """Hand the table an input that comes from no link: a record is written, or the host closes down."""
        self._now = now
        self._handle(happened)
        if isinstance(happened, steps.ClosedDown):
            at_the_door = [peer for peer in self._peers.values() if peer.connection.phase is LinkPhase.HANDSHAKE]
            for peer in at_the_door:
                self._take_in(peer, peer.connection.refuse(Hint.TABLE_CLOSED))

    def disk_failed(self, now: float) -> None:
        """What was written and shown may be lost: the table pauses until the disk has it for good."""
        self._now = now
        if not self._unwritten:
            # A step in which nothing happens: the disk has all that stands before it when it takes it.
            self._wait_for_disk(self.table.still(now))

    def tick(self, now: float) -> None:
        """It is `wake_at`, or later."""
        self._now = now
        for peer in [peer for peer in self._answering if peer.answer_at is None or now >= peer.answer_at]:
            self._answering.remove(peer)
            if peer.answer is not None:
                self._answer(peer, peer.answer)
        if self._next_sweep is not None and now >= self._next_sweep:
            self._sweep()
        due = self.table.wake_at
        if due is not None and now >= due:
            self._handle(steps.Ticked())

    @property
    def wake_at(self) -> float | None:
        """When to call `tick` if nothing happens before."""
        wake_at, sweep = self.table.wake_at, self._next_sweep
        if wake_at is None or (sweep is not None and sweep < wake_at):
            wake_at = sweep
        for peer in self._answering:
            if peer.answer_at is not None and (wake_at is None or peer.answer_at < wake_at):
                wake_at = peer.answer_at
        return wake_at

    # --- what links bring ---

    def _take_in(self, peer: Peer, happened: list[Happened]) -> None:
        """Act on what a link's connection made of its bytes, then send what it wants to send."""
        for event in happened:
            if isinstance(event, Received):
                self._received(peer, event.message)
                continue
            match event:
                case HelloReceived(hello):
                    self._hello(peer, hello)
                case PakeWanted(job):
                    self._exchange(peer, job)
                case Opened(_, intent):
                    self._opened(peer, intent)
                case TurnedAway(hint):
                    log.debug("link %d is turned away: %s", peer.number, hint.name)
                    self._leave(peer, None)
                case Closed(close):
                    log.debug("link %d says good-bye: %s", peer.number, close.name)
                    self._leave(peer, close)
                case Failed(reason):
                    log.debug("link %d fails: %s", peer.number, reason)
                    self._leave(peer, None)
                case Logs():
                    pass  # Only clients are sent events.
                case _:
                    assert_never(event)
        self._flush(peer)

    def _received(self, peer: Peer, message: object) -> None:
        if peer.ending_since is not None or isinstance(message, Pong):
            return  # It has been told good-bye, or will be.
        if isinstance(message, Ping):
            if peer.blocked_since is None and peer.connection.phase is LinkPhase.OPEN:
                peer.connection.send(Pong(message.token))
            return
        peer.has_joined = True
        self._handle(steps.Said(peer.number, message))  # type: ignore[arg-type]

    def _hello(self, peer: Peer, hello: Hello) -> None:
        peer.said_hello = True
        password = self._password_for(peer, hello)
        if isinstance(password, Hint):
            self._take_in(peer, peer.connection.refuse(password))
            return
        if hello.intent is not Intent.RESUME and peer.way is not Way.OWNER:
            peer.code = password
        else:
            peer.secret = password
        self._take_in(peer, peer.connection.admit(password))

    def _password_for(self, peer: Peer, hello: Hello) -> bytes | Hint:
        """What this one has to prove, or why they may not even try. For the owner no code, door or disk counts."""
        owner = self.table.memo.owner
        if peer.way is Way.OWNER and owner is not None and not self.table.is_closed:
            return owner
        returns = hello.intent is Intent.RESUME
        if self._unwritten or (not returns and peer.typed is None and is_full(self._at_the_door_of(peer.way))):
            return Hint.BUSY
        password = self.table.password_for(hello, peer.source, self._now)
        if not returns and peer.typed is not None and password == codes.password_of(self.table.memo.code):
            return self._count_typed_code(peer.typed.code, peer.source, password)
        if returns and isinstance(password, bytes) and hello.ticket is not None:
            # Who has overheard a return could say the same again, and stand in the way of the next ones.
            if hello.ticket in self._used_tickets:
                return Hint.UNKNOWN_SEAT
            self._used_tickets.append(hello.ticket)
        return password

    def _count_typed_code(self, code: str, source: str, password: bytes) -> bytes | Hint:
        """Compare what somebody typed at another door once more: while they chose a name, the code may have changed."""
        if compare_digest(codes.password_of(code), password):
            return password
        self._handle(steps.Guessed(source))
        self._handle(steps.Guessed(source, False))
        return Hint.WRONG_PROOF

    def _at_the_door_of(self, way: Way) -> list[Peer]:
        """Those who came the same way: browsers do not fill the door of our own clients, nor the other way round."""
        return [peer for peer in self._at_the_door() if (peer.way is Way.BROWSER) == (way is Way.BROWSER)]

    def _at_the_door(self) -> list[Peer]:
        return [
            peer
            for peer in self._peers.values()
            if not peer.has_joined and peer.way is not Way.OWNER and peer.typed is None
        ]

    def _exchange(self, peer: Peer, job: pake.Job) -> None:
        if isinstance(job, pake.HostEnds):
            peer.answer_at = self._now + ANSWER
            if peer.code is not None and not (self._check_code_or_refuse(peer) and self._count_guess_or_refuse(peer)):
                return
        self._services.exchange(peer.number, job)

    def _check_code_or_refuse(self, peer: Peer) -> bool:
        """Whether this peer proves the code of now; one who proves a code that was replaced since is refused."""
        if peer.code == codes.password_of(self.table.memo.code):
            return True
        self._take_in(peer, peer.connection.refuse(Hint.WRONG_PROOF))
        return False

    def _count_guess_or_refuse(self, peer: Peer) -> bool:
        """Count a guess before its proof is checked; if too many were made since the hello, refuse the peer: False."""
        hint = self.table.guesses.no_guess_now(peer.source, self._now)
        if hint is not None:
            self._take_in(peer, peer.connection.refuse(hint))
            return False
        peer.is_guessing = True
        self._handle(steps.Guessed(peer.source))
        return True

    def _answer(self, peer: Peer, result: pake.Exchanged) -> None:
        peer.answer_at = None
        # While it was looked at, somebody may have been kicked who knows the code.
        if not peer.is_guessing or self._check_code_or_refuse(peer):
            self._take_in(peer, peer.connection.pake_done(result))

    def _opened(self, peer: Peer, intent: Intent) -> None:
        self._settle_guess(peer, right=True)
        peer.next_ping = self._now + PING
        log.debug("link %d has proved itself: %s", peer.number, intent.name)
        words = "" if peer.typed is None else peer.typed.words
        self._handle(steps.Arrived(peer.number, intent, peer.secret, peer.address, words))

    # --- what the table brings ---

    def _handle(self, happened: steps.Input) -> None:
        step = self.table.handle(self._now, happened)
        if step.events or step.memo is not None:
            is_seen = bool(step.events or step.outputs) or not isinstance(happened, QUIET)
            if not self._write(step, durable=is_seen):
                return
        if step.outputs:
            self._do(step.outputs)
        if step.events:
            self._pump_all()

    def _write(self, step: steps.Step, *, durable: bool) -> bool:
        """Put a step into the journal; False if the disk does not take it, and then all of it waits."""
        if not self._unwritten:
            try:
                self._disk.append(_packed(step), durable=durable)
            except OSError as error:
                log.info("the journal cannot be written (%s): the table pauses", error.strerror)
            else:
                return True
        self._wait_for_disk(step)
        return False

    def _wait_for_disk(self, step: steps.Step) -> None:
        self._unwritten.append(_packed(step))
        self._held += step.outputs
        if len(self._unwritten) == 1:
            self._visible = step.before
            self._services.announce(steps.DiskChanged(True))
            self._handle(steps.DiskChanged(disk_failed=True))
            self._schedule_sweep()

    def _try_disk_again(self) -> None:
        try:
            while self._unwritten:
                # The last one makes all of them durable.
                self._disk.append(self._unwritten[0], durable=len(self._unwritten) == 1)
                del self._unwritten[0]
        except OSError:
            return
        self._visible = None
        held, self._held = self._held, []
        self._do(held)
        self._services.announce(steps.DiskChanged(False))
        self._handle(steps.DiskChanged(disk_failed=False))
        for peer in list(self._peers.values()):
            self._pump(peer)

    def _do(self, outputs: list[steps.Output]) -> None:
        for output in outputs:
            match output:
                case steps.Tell(number, message, at):
                    if number in self._peers:
                        peer = self._peers[number]
                        peer.feed.tell(message, at if self._visible is None else min(at, self._visible))
                        self._pump(peer)
                case steps.Follow():
                    self._follow(output)
                case steps.LogOpened(opened, at):
                    for peer in self._peers.values():
                        if peer.feed.follows:
                            peer.feed.follow(opened, 0, 1, at)
                case steps.End(number, close, at):
                    if number in self._peers:
                        self._end(self._peers[number], close, at)
                case steps.Ask():
                    self._services.think(output)
                case (
                    steps.GameBegan()
                    | steps.GameFinished()
                    | steps.CodeChanged()
                    | steps.LobbyChanged()
                    | steps.MoreSeen()
                    | steps.TableOver()
                ):
                    self._services.announce(output)
                case _:
                    assert_never(output)

    def _follow(self, follow: steps.Follow) -> None:
        """Let a link read a log.

        While the disk fails, only as far as the journal has it; if the log itself is not in the journal yet, the link
        waits with all that is held.
        """
        if follow.link not in self._peers:
            return
        length = follow.length
        if self._visible is not None:
            if any(isinstance(held, steps.LogOpened) for held in self._held):
                self._held.append(follow)
                return
            length = min(length, self._visible)
        peer = self._peers[follow.link]
        peer.feed.follow(follow.log, follow.seq, length, follow.at)
        self._pump(peer)

    def _pump_all(self) -> None:
        """Send everybody what is new: seal for all links first, then write to all.

        A client on this computer that wakes for the first frame would sleep again before the second is sealed.
        Measured: to seal and write link by link gains nothing and costs CPU.
        """
        ready, others = [], []
        for peer in self._peers.values():
            if self._visible is None and peer.blocked_since is None and (events := peer.feed.newest()):
                ready.append((peer.link, events))
            else:
                others.append(peer)
        for link, events in ready:
            link.write(events)
        for peer in others:
            self._pump(peer)

    def _pump(self, peer: Peer) -> None:
        """Send what this link has not got yet, as far as it takes it."""
        feed = peer.feed
        if peer.connection.phase is LinkPhase.OVER and not feed.is_over:
            return  # Its good-bye, or what broke the protocol, came with what is answered here.
        while peer.blocked_since is None and (data := feed.take(self._visible)):
            peer.link.write(data)
            if not feed.has_more:
                break
        if feed.is_over:
            self._close(peer)
        elif peer.blocked_since is not None and feed.is_too_slow():
            self._cut(peer, Close.TOO_SLOW)

    def _flush(self, peer: Peer) -> None:
        data = peer.connection.data_to_send()
        if data:
            peer.link.write(data)

    # --- how links end ---

    def _end(self, peer: Peer, close: Close, at: int) -> None:
        """The table has done with somebody: they are told so behind all that they still get."""
        log.debug("link %d is told good-bye: %s", peer.number, close.name)
        peer.ending_since = self._now
        peer.feed.end(close, at)
        self._pump(peer)

    def _leave(self, peer: Peer, close: Close | None) -> None:
        """The other side goes, or has broken the protocol."""
        self._flush(peer)
        self._close(peer)
        self._settle_guess(peer, right=False)
        self._handle(steps.Gone(peer.number, close))

    def _settle_guess(self, peer: Peer, *, right: bool) -> None:
        if peer.is_guessing:
            peer.is_guessing = False
            self._handle(steps.Guessed(peer.source, right))

    def _cut(self, peer: Peer, close: Close) -> None:
        """Somebody does not listen, or does not speak: they may come back."""
        log.debug("link %d is cut: %s", peer.number, close.name)
        if peer.blocked_since is None:
            peer.connection.close(close)
            self._leave(peer, None)
        else:
            peer.link.abort()
            self._peers.pop(peer.number, None)
            self._settle_guess(peer, right=False)
            self._handle(steps.Gone(peer.number))

    def _close(self, peer: Peer) -> None:
        if self._peers.pop(peer.number, None) is not None:
            peer.link.close()

    # --- what time brings ---

    def _schedule_sweep(self) -> None:
        if self._next_sweep is None:
            self._next_sweep = self._now + SWEEP

    def _sweep(self) -> None:
        """Look after everybody, once in a while."""
        self._next_sweep = None
        if self._unwritten:
            self._try_disk_again()
        for peer in list(self._peers.values()):
            if peer.number in self._peers:
                self._look_after(peer)
        if self._peers or self._unwritten:
            self._schedule_sweep()

    def _look_after(self, peer: Peer) -> None:
        """Apply the four timeouts of a link, or ping it.

        They are: at the door too long (`is_overdue`), a good-bye not taken (`LINGER`), no bytes taken and nothing heard
        (`LINK_TIMEOUT` each).
        """
        now = self._now
        if not peer.has_joined:
            if is_overdue(peer, now):
                self._cut(peer, Close.SILENT)
        elif peer.ending_since is not None:
            if now >= peer.ending_since + LINGER:
                peer.link.abort()
                self._peers.pop(peer.number, None)
        elif peer.blocked_since is not None and now >= peer.blocked_since + LINK_TIMEOUT:
            self._cut(peer, Close.TOO_SLOW)
        elif now >= peer.heard + LINK_TIMEOUT:
            self._cut(peer, Close.SILENT)
        elif now >= peer.next_ping and peer.blocked_since is None:
            peer.next_ping = now + PING
            peer.connection.send(Ping(int(now) & 0xFFFFFFFF))
            self._flush(peer)


def _packed(step: steps.Step) -> bytes:
    return pack(step.ms, step.memo, step.events)
