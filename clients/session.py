"""A client's side of one table: it dials, joins, follows the log, and comes back by itself after any drop.

How it works. A session outlives its links: it has at most one, and at most one conversation on it. Three things are
remembered from one link to the next, each a state of its own:

- its stage: `STAGE_CHANGES` has every change that there is, and `Session._change` is the only way to make one;
- its claim, what it has at the table: says whether it comes back with a secret or comes in with the code;
- whom it has met: says how long it tries, and whether what is said before the channel can end it.

What is said before the channel is open is a hint that anybody on the network could have sent: none of them makes it
give a secret up. What the host says in the channel is its word; the good-byes that end a session are in `reconnect`.
Whatever else happens to a link (it is lost, silent, malformed, refused for now) ends in `_come_back`: hang up, wait a
little, longer each time, and dial again, until the user's patience is over. A code is proved only at the address that
the user named, and few times without an answer, because each proof is one guess for a false host; a secret is proved
wherever the network says that the table is now.

In the channel it says first what it came for (*join*, *watch* or *sync*). All that comes then is for `follower`, which
holds the seat, the log and what is not answered yet.

All that decides when to dial, what to say first and when to give up stands in this file. It does no I/O: bytes, time,
chance and secrets come in through `interfaces`. Nothing that it logs or shows holds a card, a key, a secret or a code.
"""

import logging
from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import assert_never

from msgspec import Struct

from clients.follower import FIRST_TAGS, Follower, Forked, Misplaced, is_settled
from clients.interfaces import Conversation, Converse, Link, Listener, Outside, SeatSecret, Store
from clients.news import CaughtUp, Ended, How, Judged, LinkChanged, LinkStage, Moved, News
from clients.reconnect import (
    BUSY_FOR,
    ENDS,
    LONGEST_DELAY,
    LONGEST_FIRST_DELAY,
    MOST_UNANSWERED_PROOFS,
    REFUSES_NEWCOMERS,
    SEAT_IS_OVER,
    delay_before,
    delay_when_busy,
    is_time_to_look,
)
from clients.whereabouts import Whereabouts
from odin_net.game.cards import Card
from odin_net.game.events import LobbyOpened
from odin_net.game.rules import Move
from odin_net.game.sets import SETS
from odin_net.game.state import PlayerView, State
from odin_net.lan.endpoint import Address
from protocol import messages, pake
from protocol.codes import password_of
from protocol.connection import (
    LINK_TIMEOUT,
    ClientConnection,
    Closed,
    Failed,
    Happened,
    HelloReceived,
    Logs,
    Opened,
    PakeWanted,
    Received,
    TurnedAway,
)
from protocol.errors import Close, Hint, LocalProtocolError, RemoteProtocolError
from protocol.handshake import HandshakeRandom
from protocol.log import Log
from protocol.messages import (
    NONCE,
    SECRET,
    Intent,
    Join,
    Part,
    PassTurn,
    Play,
    React,
    Reaction,
    Ready,
    Rename,
    Say,
    Watch,
)

log = logging.getLogger("odin.session")

JITTER = 4
# Where a table of this very process is.
WITHIN = Address("", 0)


# Every change of stage that there is, and what leads to it. `docs/ARCHITECTURE.md` shows it as a diagram.
STAGE_CHANGES: dict[tuple[LinkStage, LinkStage], str] = {
    (LinkStage.IDLE, LinkStage.CONNECTING): "it starts",
    (LinkStage.CONNECTING, LinkStage.HANDSHAKE): "a link is there",
    (LinkStage.CONNECTING, LinkStage.WAITING): "nobody answers",
    (LinkStage.HANDSHAKE, LinkStage.OPEN): "both sides have proved themselves",
    (LinkStage.HANDSHAKE, LinkStage.WAITING): "the link is lost or silent, or a hint says not now",
    (LinkStage.OPEN, LinkStage.WAITING): "the link is lost or silent, or the host's good-bye is not final",
    (LinkStage.WAITING, LinkStage.CONNECTING): "it is time for the next try",
    (LinkStage.IDLE, LinkStage.ENDED): "the user leaves",
    (LinkStage.CONNECTING, LinkStage.ENDED): "the user leaves, or their patience is over",
    (LinkStage.HANDSHAKE, LinkStage.ENDED): "the user leaves, or we are refused",
    (LinkStage.OPEN, LinkStage.ENDED): "the user leaves, the host's good-bye is final, or the host's log is a fork",
    (LinkStage.WAITING, LinkStage.ENDED): "the user leaves, or their patience is over",
}


class Claim(Enum):
    """What a session has at its table."""

    NONE = "none"
    """Nothing yet: it comes in with the code, and with a secret that is stored before anybody hears of it."""
    STORED = "stored"
    """A secret of an earlier run: the session comes back with that. If the host does not know its table or its seat and
    the user gave a code, the secret is of another evening: the claim becomes NONE (other table) or LOST (no seat)."""
    SEAT = "seat"
    """A seat: the session comes back with its secret, and no hint changes that."""
    QUEUE = "queue"
    """A place to watch, or to wait for a seat: the session comes back with its secret. If the host has forgotten the
    place, the claim becomes LOST. To leave gives the place up, and its secret is forgotten."""
    LOST = "lost"
    """The host does not know the secret: it comes in with the code, and with a new one."""


COMES_BACK = frozenset({Claim.STORED, Claim.SEAT, Claim.QUEUE})


class Met(IntEnum):
    """Who has answered so far. It only rises."""

    NOBODY = 0
    SOMEBODY = 1
    """At the address that the user named, somebody has spoken our protocol."""
    TABLE = 2
    """The table: the channel was open."""


class CodeNeeded(Exception):
    """No seat of ours is known here, and no code was given: ask the host for it."""


class JoinRequest(Struct, frozen=True):
    """What the user wants of a session."""

    name: str
    code: str | None = None
    """In its one spelling; empty for a table that is open to all; None if it was not given."""
    watch: bool = False
    patience: float | None = None
    """How many seconds a host may be away before we give up; None: for ever."""
    first_patience: float = 0.0
    """How long a host may take to be there at all."""

    __repr__ = object.__repr__  # It holds the code.


class Session:
    """Call `start`, then tell it what happens. `wake_at` is when it wants a `tick`."""

    def __init__(
        self,
        join_request: JoinRequest,
        outside: Outside,
        store: Store,
        listener: Listener,
        converse: Converse = ClientConnection,
        place: Address = WITHIN,
    ) -> None:
        self.name = join_request.name
        self.stage = LinkStage.IDLE
        self._join_request, self._outside, self._store = join_request, outside, store
        self._listener, self._converse = listener, converse
        self._follower = Follower(outside.random_bytes, self.send, self._tell)
        self._where = Whereabouts(place)
        self._link: Link | None = None
        self._conversation: Conversation | None = None
        self._intent = Intent.SEAT
        self._held: SeatSecret | None = None
        self._claim = Claim.NONE
        self._met = Met.NOBODY
        self._join_refused: messages.Reason | None = None
        self._is_closed = False
        """Whether the host closed the table on purpose while we were there."""
        self._attempt = 0
        self._started = self._heard_at = self._retry_at = 0.0
        self._lost_at: float | None = None
        self._busy_since: float | None = None
        self._unanswered_proofs = 0
        """How often we proved the code to somebody who did not prove it to us."""
        self._last_hint: Hint | None = None

    def __repr__(self) -> str:
        return f"Session({self.stage.value}, seat={self.seat})"

    # --- what is known ---

    @property
    def seat(self) -> int | None:
        """Our seat, if we have one."""
        return self._follower.seat

    @property
    def owner(self) -> bool:
        """Whether the user hosts this table."""
        return self._follower.owner

    @property
    def state(self) -> State | None:
        """The game as far as we know it."""
        return None if self._follower.replica is None else self._follower.replica.state

    @property
    def view(self) -> PlayerView | None:
        """What our seat sees, once its hand is known."""
        return None if self._follower.replica is None else self._follower.replica.view

    @property
    def lobby(self) -> LobbyOpened | None:
        """The first event of the game's log."""
        return None if self._follower.replica is None else self._follower.replica.lobby

    @property
    def log(self) -> Log | None:
        """The game's log, byte for byte."""
        return None if self._follower.replica is None else self._follower.replica.log

    @property
    def table(self) -> bytes | None:
        """The id of the table where we have, or had, a seat or a place to watch."""
        return None if self._held is None else self._held.table

    @property
    def verdicts(self) -> list[Judged]:
        """What came of the hands of this game."""
        return self._follower.verdicts

    @property
    def place(self) -> Address:
        """Where the table is, as far as it has proved that."""
        return self._where.home

    @property
    def caught_up(self) -> bool:
        """Whether the link is up, the log is in and events happen now."""
        return self._follower.caught_up

    @property
    def is_asked(self) -> bool:
        """Whether the host was rolled back and waits for us to say that we go on."""
        return self._follower.is_asked

    @property
    def is_my_turn(self) -> bool:
        """Whether the table waits for our play or pass now."""
        view = self.view
        return view is not None and self.caught_up and view.board.turn == view.seat and is_settled(view.board)

    @property
    def wake_at(self) -> float | None:
        """When `tick` is wanted, if nothing happens before."""
        match self.stage:
            case LinkStage.WAITING if self.is_asked:
                return None  # Who has not said yet whether to go on does not come back.
            case LinkStage.WAITING:
                return min(self._retry_at, self._give_up_at())
            case LinkStage.HANDSHAKE | LinkStage.OPEN:
                return self._heard_at + LINK_TIMEOUT
            case LinkStage.IDLE | LinkStage.CONNECTING | LinkStage.ENDED:
                return None
            case _:
                assert_never(self.stage)

    # --- what people want ---

    def start(self) -> None:
        """Begin; CodeNeeded if there is nothing to begin with."""
        self._held = self._store.find(None)
        self._claim = Claim.NONE if self._held is None else Claim.STORED
        if self._held is None and self._join_request.code is None:
            raise CodeNeeded
        self._started = self._outside.now()
        self._dial()

    def go_on(self) -> None:
        """Go on with a host that was rolled back; who does not want to leaves."""
        if not self.is_asked:
            return
        self._follower.go_on()
        if self.stage is LinkStage.WAITING:
            self._dial()

    def play(self, cards: tuple[Card, ...], take: Card | None) -> None:
        """Play these cards and take that one. After a drop it is said again, if the table still waits for it."""
        if self.state is not None:
            self._follower.command(Play(self.state.board.action, cards, take))

    def pass_turn(self) -> None:
        """Play nothing."""
        if self.state is not None:
            self._follower.command(PassTurn(self.state.board.action))

    def move(self, move: Move) -> None:
        """Play or pass."""
        cards, take = move
        if cards:
            self.play(SETS[cards][0], take)
        else:
            self.pass_turn()

    def ready(self, ready: bool = True) -> bool:
        """Say that we are ready for the game, or for the next hand."""
        state = self.state
        return state is not None and self.send(Ready(len(state.board.game.scores), ready))

    def say(self, text: str) -> bool:
        """Chat."""
        return self.send(Say(text))

    def react(self, code: Reaction) -> bool:
        """Call something short to the table."""
        return self.send(React(code))

    def rename(self, name: str) -> bool:
        """Try another name: after the first was refused, or in the lobby."""
        self.name = name
        return self.send(Rename(name))

    def send(self, message: Part) -> bool:
        """Say this if the channel is open; whether it was."""
        if self.stage is not LinkStage.OPEN or self._conversation is None:
            return False
        try:
            self._conversation.send(message)
        except LocalProtocolError:
            return False  # The host's good-bye came with what we answer here.
        self._flush()
        return True

    def leave(self, *, for_good: bool) -> None:
        """Go. Not for good: the seat waits, and its secret stays."""
        if self.stage is LinkStage.ENDED:
            return
        heard = self.stage is LinkStage.OPEN
        self._hang_up(Close.DONE if self.seat is None else Close.LEFT if for_good else Close.AWAY)
        # A host that did not hear it keeps the seat for us: so do we.
        self._end(Ended(How.LEFT, reason=self._join_refused), forget=heard and (for_good or self._claim is Claim.QUEUE))

    # --- what happens ---

    def connected(self, link: Link) -> None:
        """The link that was wanted is there."""
        if self.stage is not LinkStage.CONNECTING:
            link.close()
            return
        self._link = link
        self._heard_at = self._outside.now()
        chance = HandshakeRandom(self._outside.random_bytes(NONCE), self._outside.random_bytes(pake.ENTROPY))
        self._intent = self._choose_intent()
        conversation = self._converse(self._intent, self._password(), chance, self._expected_table())
        self._conversation = conversation
        self._change(LinkStage.HANDSHAKE)
        if self._conversation is conversation:
            # One that needs no handshake is open already.
            self._settle(conversation.receive_data(b""))

    def connect_failed(self) -> None:
        """There is no link to be had."""
        if self.stage is LinkStage.CONNECTING:
            self._come_back()

    def found(self, places: Iterable[Address]) -> None:
        """The network says that our table is there. It is a hint: who is there has to prove itself like everybody."""
        if self.stage is not LinkStage.OPEN:
            self._where.heard(places)

    def received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._conversation is not None:
            if self.stage is LinkStage.OPEN:
                # In a handshake it stays as it is: the whole of it has one timeout.
                self._heard_at = self._outside.now()
            self._settle(self._conversation.receive_data(data))

    def lost(self) -> None:
        """The link is gone."""
        if self._conversation is not None:
            self._settle(self._conversation.receive_eof())

    def pake_done(self, result: pake.Exchanged) -> None:
        """The job that was wanted is done."""
        if self._conversation is not None:
            self._unanswered_proofs += self._intent is not Intent.RESUME
            self._settle(self._conversation.pake_done(result))

    def tick(self) -> None:
        """It may be time for something."""
        wake_at, now = self.wake_at, self._outside.now()
        if wake_at is None or now < wake_at:
            return
        if self.stage is not LinkStage.WAITING:
            log.debug("nothing was heard for %g s", LINK_TIMEOUT)
            self._come_back()
        elif now >= self._give_up_at():
            self._give_up()
        else:
            self._dial()

    # --- the way in ---

    def _dial(self) -> None:
        self._attempt += 1
        self._change(LinkStage.CONNECTING)
        # A code is proved only at the address that the user named: each proof gives a false host one guess at it.
        returns = self._choose_intent() is Intent.RESUME
        self._outside.connect(self._where.next(may_follow=returns))

    def _choose_intent(self) -> Intent:
        if self._claim in COMES_BACK:
            return Intent.RESUME
        return Intent.WATCH if self._join_request.watch else Intent.SEAT

    def _password(self) -> bytes:
        if self._intent is Intent.RESUME:
            assert self._held is not None
            return self._held.secret
        return password_of(self._join_request.code or "")

    def _expected_table(self) -> bytes | None:
        return self._held.table if self._intent is Intent.RESUME and self._held is not None else None

    def _settle(self, happened: list[Happened]) -> None:
        conversation = self._conversation
        for event in happened:
            if self._conversation is not conversation:
                return  # What was said before has ended it, or the listener has.
            try:
                self._take(event)
            except Forked:
                self._forked()
            except (Misplaced, RemoteProtocolError):
                self._hang_up(Close.MALFORMED)
                self._come_back(close=Close.MALFORMED)
        self._flush()

    def _take(self, event: Happened) -> None:
        match event:
            case PakeWanted(job):
                if not self._where.is_hearsay:
                    self._met = max(self._met, Met.SOMEBODY)
                self._outside.run(job)
            case Opened(table, _):
                self._open(table)
            case Received(message):
                self._hear(message)
            case Logs(raw, logged):
                self._follower.follow(raw, logged)
            case TurnedAway(hint):
                self._turned_away(hint)
            case Closed(close):
                self._closed(close)
            case Failed(reason):
                log.debug("the connection failed: %s", reason)
                self._come_back()
            case HelloReceived():
                raise AssertionError("a client hears no hello")
            case _:
                assert_never(event)

    def _open(self, table: bytes) -> None:
        assert self._conversation is not None
        self._met = Met.TABLE
        self._join_refused, self._busy_since, self._is_closed = None, None, False
        self._unanswered_proofs, self._heard_at = 0, self._outside.now()
        moved = self._where.proved()
        if moved:
            self._store.moved(str(self.place))
        first: Part
        match self._intent:
            case Intent.WATCH:
                first = Watch(self.name, self._secret_for(table))
            case Intent.RESUME:
                first = self._follower.sync()
            case Intent.SEAT:
                first = Join(self.name, self._secret_for(table))
        try:
            self._conversation.send(first)
        except LocalProtocolError:
            log.debug("the host's good-bye came with its word that we are in")
        self._change(LinkStage.OPEN)
        if moved:
            self._tell(Moved(str(self.place)))

    def _secret_for(self, table: bytes) -> bytes:
        """The secret that we have or had there, or a new one, which is stored before anybody hears of it."""
        if self._held is None or self._held.table != table:
            self._held = None if self._claim is Claim.LOST else self._store.find(table)
        if self._held is None:
            self._held = SeatSecret(table, self._outside.random_bytes(SECRET), self._join_request.name)
            self._store.keep(self._held)
        return self._held.secret

    def _turned_away(self, hint: Hint) -> None:
        log.debug("turned away: %s", hint.name)
        if self._where.is_hearsay:
            self._come_back()  # Whoever that was, what it says of our table is worth nothing.
            return
        self._met = max(self._met, Met.SOMEBODY)
        if self._intent is Intent.RESUME:
            self._consider_code(hint)
            self._come_back(hint=hint)
        elif hint is Hint.BUSY and self._met is not Met.TABLE:
            self._wait_at_the_door()
        elif hint in REFUSES_NEWCOMERS or self._met is not Met.TABLE:
            self._hang_up()
            how = How.GONE if hint is Hint.TABLE_CLOSED else How.REFUSED
            self._end(Ended(how, hint))
        else:
            self._come_back(hint=hint)

    def _consider_code(self, hint: Hint) -> None:
        """After a hint that our secret is not known, come in with the code instead, if the user gave one.

        Only for a stored secret, which may be of another evening and stays written down, and for a place in the queue,
        which the host may have given to a newcomer. Never for a seat once this table has proved itself: anybody could
        have sent the hint.
        """
        is_queued = self._claim is Claim.QUEUE
        hints = (Hint.UNKNOWN_SEAT,) if is_queued else (Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT)
        if self._join_request.code is None or hint not in hints or (self._met is Met.TABLE and not is_queued):
            return
        self._held, self._claim = None, Claim.LOST if hint is Hint.UNKNOWN_SEAT else Claim.NONE
        self._store.release()

    def _wait_at_the_door(self) -> None:
        now = self._outside.now()
        self._busy_since = now if self._busy_since is None else self._busy_since
        if now >= self._busy_since + BUSY_FOR:
            self._hang_up()
            self._end(Ended(How.REFUSED, Hint.BUSY))
        else:
            self._come_back(hint=Hint.BUSY, delay=delay_when_busy(self._outside.random_bytes(JITTER)))

    # --- in the channel ---

    def _hear(self, message: messages.FromClient | messages.FromHost) -> None:
        match message:
            case messages.Seated():
                self._claim, self._join_refused = Claim.SEAT, None
            case messages.Watching():
                self._claim, self._join_refused = Claim.QUEUE, None
            case messages.Refused(about, _, reason) if about in FIRST_TAGS:
                self._join_refused = reason
        self._follower.hear(message)

    def _forked(self) -> None:
        log.debug("the host's log is another one")
        self._hang_up(Close.FORKED)
        self._end(Ended(How.FORKED, close=Close.FORKED))

    # --- the end of a link, and of all ---

    def _closed(self, close: Close) -> None:
        log.debug("the host says good-bye: %s", close.name)
        how = ENDS.get(close)
        if how is None:
            # A host whose disk fails says the same to who is not in yet, and is still there.
            self._is_closed = close is Close.TABLE_CLOSED and self._follower.caught_up
            self._come_back(close=close)
            return
        if how is How.DONE:
            self._follower.never_shown()
        self._hang_up()
        if how is How.GONE and self._join_refused is not None:
            how = How.REFUSED
        self._end(Ended(how, close=close, reason=self._join_refused), forget=how in SEAT_IS_OVER)

    def _come_back(self, *, hint: Hint | None = None, close: Close | None = None, delay: float | None = None) -> None:
        self._hang_up()
        now = self._outside.now()
        self._lost_at = now if self._lost_at is None else self._lost_at
        self._last_hint = hint
        if self._unanswered_proofs >= MOST_UNANSWERED_PROOFS:
            self._end(Ended(How.REFUSED))
            return
        if now >= self._give_up_at():
            self._give_up()
            return
        if delay is None:
            longest = LONGEST_FIRST_DELAY if self._met is Met.NOBODY else LONGEST_DELAY
            delay = delay_before(max(1, self._attempt), self._outside.random_bytes(JITTER), longest)
        self._retry_at = now + delay
        self._look_for_table()
        self._change(LinkStage.WAITING, hint, close)

    def _look_for_table(self) -> None:
        """It may have moved: its host was started anew with another port, or on another network."""
        if self._choose_intent() is Intent.RESUME and self._held is not None and is_time_to_look(self._attempt):
            self._outside.look_for(self._held.table)

    def _give_up_at(self) -> float:
        if self._met is Met.NOBODY:
            return self._started + self._join_request.first_patience
        if self._join_request.patience is None or self._lost_at is None:
            return float("inf")
        return self._lost_at + self._join_request.patience

    def _give_up(self) -> None:
        self._end(Ended(How.UNREACHABLE if self._met is Met.NOBODY else How.GONE, self._last_hint))

    def _hang_up(self, close: Close | None = None) -> None:
        link, conversation = self._link, self._conversation
        self._link = self._conversation = None
        self._follower.caught_up = False
        if conversation is not None and link is not None:
            if close is not None:
                conversation.close(close)
            data = conversation.data_to_send()
            if data:
                link.write(data)
        if link is not None:
            link.close()

    def _end(self, ended: Ended, *, forget: bool = False) -> None:
        if forget:
            self._store.forget()
        else:
            self._store.release()
        self._change(LinkStage.ENDED)
        log.debug("ended: %s", ended.how.value)
        self._tell(ended)

    def _change(self, stage: LinkStage, hint: Hint | None = None, close: Close | None = None) -> None:
        assert (self.stage, stage) in STAGE_CHANGES, f"{self.stage} cannot become {stage}"
        self.stage = stage
        log.debug("%s, attempt %d", stage.value, self._attempt)
        retry_at = self._retry_at if stage is LinkStage.WAITING else None
        self._tell(LinkChanged(stage, self._attempt, retry_at, hint, close, self._is_closed))

    def _tell(self, news: News) -> None:
        if isinstance(news, CaughtUp):
            self._lost_at, self._attempt = None, 0
        if self.stage is not LinkStage.ENDED or isinstance(news, Ended | LinkChanged):
            self._listener.heard(news)

    def _flush(self) -> None:
        if self._conversation is not None and self._link is not None:
            data = self._conversation.data_to_send()
            if data:
                self._link.write(data)
