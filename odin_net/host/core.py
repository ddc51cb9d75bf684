"""What all parts of a table share: its log and state, its memory, who sits where, the time, and what is to be done.

Whatever changes the game goes through `happen`, and whatever must outlive the process through `remember`: a step ends
with both being written, before anything else of it is done.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from odin_net.game.events import Event, HandDealt, HandKnown, Kind, LobbyOpened, Occupant, Presence, SeatChanged
from odin_net.game.state import State, evolve, open_lobby
from odin_net.host.memo import Memo, OnlookerMemo, SeatSecrets, encode_memo
from odin_net.host.steps import End, LogOpened, Output, Step, Tell
from protocol.codec import decode_event
from protocol.errors import Close
from protocol.log import Log
from protocol.messages import Intent, Join, Part, Reason, Refused, RolledBack, Sync

# Every change of a person's presence that there is, and what leads to it. ARCHITECTURE: who is away.
PRESENCE_CHANGES: dict[tuple[Presence, Presence], str] = {
    (Presence.HERE, Presence.AWAY): "the link is lost, or the host was restarted",
    (Presence.AWAY, Presence.HERE): "they are back",
    (Presence.AWAY, Presence.COVERED): "the grace is over, or others vote for a bot",
    (Presence.HERE, Presence.COVERED): "they go in the middle of a game, or others vote for a bot",
    (Presence.COVERED, Presence.HERE): "they are back, or at the keys again",
}

# So many changes of name and readiness by one guest are timed: see `seats.CHANGES`.
MAX_CHANGES = 40


@dataclass(eq=False, repr=False)
class SeatLink:
    """A seat: what is remembered of it, and what is true only as long as this process lives."""

    secrets: SeatSecrets
    link: int | None = None
    """Who sits here now, if they are connected."""
    away_since: float = 0.0
    was_ready: bool = False
    """Whether its occupant was ready until something changed: to be ready again is not counted as a change."""


@dataclass(eq=False, repr=False)
class Guest:
    """Somebody who has proved the code or a secret, and is connected."""

    link: int
    intent: Intent
    secret: bytes | None = None
    address: str = ""
    """As `far_source` writes it: empty for this computer."""
    words: str = ""
    """Three words that their seat has, or will have."""
    name: str = ""
    """Empty until it was accepted."""
    seat_link: SeatLink | None = None
    watches: bool = False
    asked: RolledBack | None = None
    """What they were told of a rollback; they have not said yet whether they go on."""
    changes: deque[float] = field(default_factory=lambda: deque(maxlen=MAX_CHANGES))
    """When they last changed their name or readiness, for the limit in `Seats.changes_too_fast`."""
    has_past_log: bool = False
    """Whether they have all of the log of the game before."""
    comes_with: Join | Sync | None = None
    """What they said when they came, if it has to wait for the disk."""


@dataclass(frozen=True, eq=False, repr=False)
class Finished:
    """A game that was played to its end, or stopped: who missed that may still read it."""

    log: Log
    seats: tuple[Occupant, ...]


class Core:
    """The shared part of a table. `now` is set before each step."""

    def __init__(self, memo: Memo, random_bytes: Callable[[int], bytes], now: float, first: LobbyOpened) -> None:
        self.memo = memo
        self.random_bytes = random_bytes
        self.now = now
        self.log = Log(first.game)
        self.times: list[int] = []
        self.games = {first.game}
        """All that this table has played."""
        self.finished: Finished | None = None
        """The one right before the one of now."""
        self.seen_more: list[str] = []
        """Who had seen more of this game than was kept here."""
        self.seats: tuple[Occupant, ...] = ()
        self.somebody_is_away = False
        """Whether some grace runs."""
        self._set_state(open_lobby(first))
        self.seat_links = [SeatLink(secrets) for secrets in memo.seat_secrets]
        self.guests: dict[int, Guest] = {}
        self.paused = False
        self.disk_failed = False
        """The disk takes no writes."""
        self.closed = False
        self.log_is_unfinished = True
        """The game of this log is not counted yet."""
        self._outputs: list[Output] = []
        self._unwritten: list[bytes] = []
        self._memo_changed = False
        self._before = 0

    # --- what happens ---

    def happen(self, *events: Event) -> None:
        """Log these events and fold them."""
        for event in events:
            if type(event) is not HandKnown:
                self._unwritten.append(self.log.write(event))
                self.times.append(self.ms)
            self.fold(event)

    def fold(self, event: Event) -> None:
        """Take in an event that is logged already, or never will be."""
        self._set_state(evolve(self.state, event))

    def take_up(self, log: Log, times: list[int]) -> None:
        """Go on with a log that is written already; its events are folded one by one."""
        self.log, self.times, self._before = log, times, len(log.raw)

    def open_log(self, first: LobbyOpened) -> None:
        """Begin the log of a new game."""
        self.finished, self.log, self.times = Finished(self.log, self.seats), Log(first.game), []
        self.games.add(first.game)
        for guest in self.guests.values():
            guest.has_past_log = guest.seat_link is not None or guest.watches
        self._outputs.append(LogOpened(self.log, len(self.finished.log)))
        self.happen(first)

    def _set_state(self, state: State) -> None:
        # The only place where the state changes. What is asked at every step is kept beside it.
        board = state.board
        self.state, self.phase = state, board.phase
        seats = board.game.seats
        if seats is not self.seats:
            self.seats = seats
            self.somebody_is_away = any(occupant.presence is Presence.AWAY for occupant in seats)

    @property
    def ms(self) -> int:
        """The time of this step, as it is written down."""
        return int(self.now * 1000)

    @property
    def has_logged(self) -> bool:
        """Whether this step has logged something."""
        return bool(self._unwritten)

    def remember(self) -> None:
        """The memory has changed: write it with this step."""
        self._memo_changed = True

    def do(self, output: Output) -> None:
        """Have this done after what was logged so far is written."""
        self._outputs.append(output)

    def tell(self, link: int, message: Part) -> None:
        """Say this to one link, behind all that is logged so far."""
        self._outputs.append(Tell(link, message, len(self.log)))

    def tell_all(self, message: Part) -> None:
        """Say this to everybody who sits or watches."""
        for guest in self.guests.values():
            if guest.seat_link is not None or guest.watches:
                self.tell(guest.link, message)

    def refuse(self, guest: Guest, message: Part, reason: Reason) -> None:
        """Tell somebody why their message was not carried out."""
        tag = message.__struct_config__.tag
        assert isinstance(tag, int)
        self.tell(guest.link, Refused(tag, getattr(message, "action", 0), reason))

    def end(self, guest: Guest, close: Close) -> None:
        """Say good-bye to somebody. They have no seat any more."""
        if guest.seat_link is not None:
            guest.seat_link.link = None
        self.guests.pop(guest.link, None)
        self._outputs.append(End(guest.link, close, len(self.log)))

    def finish_step(self) -> Step:
        """What this step is to do, with what is to be written first."""
        memo = None
        if self._memo_changed:
            self.memo.seat_secrets = [seat_link.secrets for seat_link in self.seat_links]
            memo = encode_memo(self.memo)
        step = Step(memo, tuple(self._unwritten), self._outputs, self._before, self.ms)
        self._outputs, self._unwritten, self._memo_changed = [], [], False
        self._before = len(self.log.raw)
        return step

    @property
    def dealt(self) -> HandDealt | None:
        """How the hand was dealt that is played, or was played last."""
        events = map(decode_event, reversed(self.log.raw))
        return next((event for event in events if isinstance(event, HandDealt)), None)

    # --- who is there ---

    def onlooker(self, secret: bytes | None) -> OnlookerMemo | None:
        """Who watches or waits with this secret."""
        return next((one for one in self.memo.audience if one.secret == secret), None)

    def is_muted(self, guest: Guest) -> bool:
        """Whether the owner lets nobody hear them."""
        whose = self.onlooker(guest.secret) if guest.seat_link is None else guest.seat_link.secrets
        return whose is not None and whose.muted

    def seat_of(self, seat_link: SeatLink) -> int:
        return self.seat_links.index(seat_link)

    def people(self) -> Iterator[tuple[int, Occupant, SeatLink]]:
        """Every seat that a person has."""
        for seat, (occupant, seat_link) in enumerate(zip(self.seats, self.seat_links, strict=True)):
            if occupant.kind is Kind.PERSON:
                yield seat, occupant, seat_link

    @property
    def watchers(self) -> int:
        """How many look on, or will as soon as they have said that they go on."""
        guests = self.guests.values()
        return sum(guest.watches or (bool(guest.asked) and self.onlooker(guest.secret) is not None) for guest in guests)

    def everybody_is_away(self) -> bool:
        """Whether there are people and none of them is connected."""
        links = [seat_link.link for _, _, seat_link in self.people()]
        return bool(links) and all(link is None for link in links)

    def is_run_by_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now: its own, or one that covers."""
        occupant = self.seats[seat]
        return occupant.kind is Kind.BOT or occupant.presence is Presence.COVERED

    def change_seat(self, seat: int, **changes: object) -> None:
        """Log a change of who sits there, if it is one."""
        before = self.seats[seat]
        occupant = before._replace(**changes)  # type: ignore[arg-type]
        if occupant != before:
            was, now = before.presence, occupant.presence
            assert was is now or (was, now) in PRESENCE_CHANGES, f"{was} cannot become {now}"
            self.happen(SeatChanged(seat, occupant))
