"""Who comes, who goes, who watches and who sits where. SPEC 8 and 9.

How it works. A person is at the table in three ways that begin and end independently:

- as a `Guest`, from a proved handshake until the link is gone: `Core.guests`, by link;
- as the occupant of a seat: an `Occupant` in the log, which everybody sees, and a `SeatLink` beside it, which holds the
  seat's secrets and the link of the guest who sits there now, or None;
- as an onlooker who watches or waits for a seat: an `OnlookerMemo` in the memo.

A secret ties them together: the client made it, and whoever proves it has what it stands for. A guest is in one of
three states:

    new        has proved the code and said nothing that counts yet, or has no name yet
    asked      was told that the host kept less than they saw, and has not said yet whether to go on
    in         sits (`seat_link`) or watches (`watches`)

A seat outlives its guest: its person is HERE, AWAY or COVERED (`PRESENCE_CHANGES` in `core`). Away begins the grace,
at whose end `advance` lets a bot cover; to come back with the secret ends both. Who leaves for good gives the seat up:
in the lobby it is taken away, in a game a bot goes on with it until the next lobby (`stand_in`).

What can be relied on:

- `core.seats` and `core.seat_links` have one entry a seat, in one order: what changes one changes the other in the same
  step.
- A secret stands for one seat or one onlooker, and at most one guest is in with it: the newest link counts.
- A seat key is made anew whenever a seat gets another occupant, so that nobody opens hands that are not theirs. Who
  takes a seat over in the middle of a hand gets the key of that hand alone.
- Who was kicked, or whose seat was given away, is told so when they prove that secret again, and does not get in.
- Newcomers leave one seat free until the hosting player sits.
"""

from odin_net.bots.names import saga_name
from odin_net.game.events import Kind, Occupant, Presence, SeatChanged
from odin_net.game.state import Phase
from odin_net.game.text import BadText, clean_name, name_key
from odin_net.host.admission import far_source
from odin_net.host.core import Core, Guest, SeatLink
from odin_net.host.leavers import Leavers
from odin_net.host.memo import Kick, OnlookerMemo, SeatSecrets
from odin_net.host.rollback import LogPart, answer
from odin_net.host.steps import Arrived, Follow, MoreSeen, Tell
from odin_net.levels import USUAL
from protocol import codes
from protocol.errors import Close
from protocol.messages import (
    MAX_AUDIENCE,
    MAX_KICKED,
    MAX_SEEN_MORE,
    SEAT_KEY,
    Audience,
    Fork,
    HandKey,
    Intent,
    Join,
    Kicked,
    OnlookerPart,
    Part,
    Reason,
    Rename,
    RolledBack,
    Seated,
    SeenMore,
    Sync,
    Watch,
    Watching,
)

# ARCHITECTURE: who is away. Somebody away keeps the seat empty for so long, then a bot covers.
GRACE = 20.0
# So many of the people whose seats were given away are remembered, to tell them so: the oldest are forgotten.
MAX_GIVEN = 32
# A person may change name or readiness `MAX_CHANGES` times in so many seconds: each change stays in the log.
CHANGES = 10.0


class Seats:
    """Lets people in, and keeps their seats."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._leavers = Leavers()

    # --- those who come ---

    def arrive(self, arrived: Arrived) -> None:
        """Somebody has proved that they may come in; what they want they say next."""
        guest = Guest(arrived.link, arrived.intent, arrived.secret, far_source(arrived.address), arrived.words)
        self._core.guests[arrived.link] = guest
        if arrived.intent is not Intent.RESUME and self.is_kept_out(arrived.address):
            self._core.end(guest, Close.KICKED)  # A kick has shut their address out since their hello.

    def join(self, guest: Guest, message: Join) -> None:
        """Take a seat, or wait for one. A secret that is known gives what it gave before."""
        guest.secret = message.secret
        if not self._come_back(guest, Sync(None, 0, None)):
            self._enter(guest, message, message.name)

    def watch(self, guest: Guest, message: Watch) -> None:
        """Look on. A secret that is known gives what it gave before."""
        guest.secret = message.secret
        if not self._come_back(guest, Sync(None, 0, None)):
            self._enter(guest, message, message.name)

    def sync(self, guest: Guest, message: Sync) -> None:
        """Come back to a seat, or to the queue."""
        if not self._come_back(guest, message):
            self._core.end(guest, Close.KICKED)  # The seat was taken from them while they proved their secret.

    def go_on(self, guest: Guest) -> None:
        """Somebody who was told of a rollback comes back."""
        asked, guest.asked = guest.asked, None
        assert asked is not None
        self.sync(guest, Sync(asked.game, asked.seq, asked.digest))

    def rename(self, guest: Guest, message: Rename) -> None:
        """Another name: for who could not have the first one, or in the lobby."""
        core = self._core
        if guest.seat_link is None:
            if guest.name or guest.asked is not None:
                core.refuse(guest, message, Reason.NOT_NOW)
            elif guest.secret is None or not self._come_back(guest, Sync(None, 0, None)):
                self._enter(guest, message, message.name)
        elif core.phase is not Phase.LOBBY:
            core.refuse(guest, message, Reason.NOT_NOW)
        elif self.changes_too_fast(guest):
            core.refuse(guest, message, Reason.TOO_FAST)
        elif self._take_name(guest, message, message.name):
            core.change_seat(core.seat_of(guest.seat_link), name=guest.name)

    def changes_too_fast(self, guest: Guest) -> bool:
        """Whether somebody changes what the lobby shows of them without pause; if not, this change counts."""
        changes, now = guest.changes, self._core.now
        if len(changes) == changes.maxlen and now < changes[0] + CHANGES:
            return True
        changes.append(now)
        return False

    def _enter(self, guest: Guest, message: Join | Watch | Rename, name: str) -> None:
        if self._comes_too_often(guest):
            self._core.refuse(guest, message, Reason.TOO_FAST)
            self._core.end(guest, Close.DONE)
            return
        if not self._take_name(guest, message, name):
            return
        if guest.intent is Intent.SEAT and self._is_next(guest):
            self.sit(guest)
            self.welcome(guest, self._all)
        else:
            self._look_on(guest, message)

    def _comes_too_often(self, guest: Guest) -> bool:
        """Whether seats were given up too often from this address lately."""
        if guest.intent is Intent.WATCH or self.is_owner(guest):
            return False
        return self._leavers.has_too_many(guest.address, self._core.now)

    def _take_name(self, guest: Guest, message: Join | Watch | Rename, text: str) -> bool:
        try:
            name = clean_name(text)
        except BadText:
            self._core.refuse(guest, message, Reason.BAD_NAME)
            return False
        if name_key(name) in self._taken(guest):
            self._core.refuse(guest, message, Reason.NAME_TAKEN)
            return False
        guest.name = name
        return True

    def _taken(self, but: Guest) -> set[str]:
        core = self._core
        own = None if but.seat_link is None else core.seat_of(but.seat_link)
        names = [occupant.name for seat, occupant in enumerate(core.seats) if seat != own]
        names += [guest.name for guest in core.guests.values() if guest is not but]
        names += [one.name for one in core.memo.audience if one.secret != but.secret]
        return set(map(name_key, names))

    def _is_next(self, guest: Guest) -> bool:
        """Whether the next seat is for this one, who has just come."""
        owner = self.is_owner(guest)
        return self.has_room(owner=owner) and (owner or not self._waiting_guests())

    def has_room(self, *, owner: bool = False) -> bool:
        """Whether a seat is free. One is kept for the hosting player until they sit down."""
        core = self._core
        sits = core.memo.owner is None or self._seat_link_of(core.memo.owner) is not None
        kept = 0 if owner or sits else 1
        return core.phase is Phase.LOBBY and len(core.seat_links) + kept < core.memo.capacity

    def sit(self, guest: Guest) -> None:
        """Give somebody a new seat behind the others."""
        core = self._core
        assert guest.secret is not None
        secrets = SeatSecrets(
            core.random_bytes(SEAT_KEY),
            guest.secret,
            core.is_muted(guest),
            address=guest.address,
            words=guest.words,
        )
        seat_link = SeatLink(secrets, guest.link)
        core.seat_links.append(seat_link)
        self._stop_watching(guest.secret)
        guest.seat_link, guest.watches = seat_link, False
        core.happen(SeatChanged(len(core.seats), Occupant(guest.name)))
        self.unready_all()

    def welcome(self, guest: Guest, logs: list[LogPart]) -> None:
        """Tell somebody which seat is theirs, and send them these logs.

        Who missed the end of the last game gets the rest of its log first, with the seat that they had in it.
        """
        core = self._core
        assert guest.seat_link is not None
        seated = self._seated(guest.seat_link)
        former = seated
        if core.finished is not None and logs[0].log is core.finished.log:
            names = [occupant.name for occupant in core.finished.seats]
            seat = names.index(guest.name) if guest.name in names else seated.seat
            former = Seated(seat, seated.seat_key, seated.owner)
        core.tell(guest.link, former)
        self._follow(guest, logs, seated if seated != former else None)

    def tell_seat(self, guest: Guest) -> None:
        """Tell somebody which seat is theirs now, and with which key."""
        assert guest.seat_link is not None
        self._core.tell(guest.link, self._seated(guest.seat_link))

    def _seated(self, seat_link: SeatLink) -> Seated:
        core = self._core
        owner = core.memo.owner is not None and seat_link.secrets.secret == core.memo.owner
        return Seated(core.seat_of(seat_link), seat_link.secrets.key, owner)

    def _seat_link_of(self, secret: bytes | None) -> SeatLink | None:
        """The seat that this secret stands for."""
        return next((seat_link for seat_link in self._core.seat_links if seat_link.secrets.secret == secret), None)

    def is_owner(self, guest: Guest) -> bool:
        """Whether this is the hosting player."""
        return guest.secret is not None and guest.secret == self._core.memo.owner

    def tell_owner(self, message: Part) -> None:
        """Say this to the hosting player, if they are here."""
        for guest in self._core.guests.values():
            if (guest.seat_link is not None or guest.watches) and self.is_owner(guest):
                self._core.tell(guest.link, message)

    def _look_on(self, guest: Guest, message: Join | Watch | Rename) -> None:
        core = self._core
        if core.watchers >= core.memo.watchers and not self.is_owner(guest):
            core.refuse(guest, message, Reason.FULL)
            core.end(guest, Close.DONE)
            return
        assert guest.secret is not None
        self._make_room()
        waits = guest.intent is not Intent.WATCH
        core.memo.audience.append(OnlookerMemo(guest.name, guest.secret, waits, False, guest.address, guest.words))
        core.remember()
        self._start_watching(guest, self._all)

    def _start_watching(self, guest: Guest, logs: list[LogPart]) -> None:
        core = self._core
        guest.watches = True
        core.tell(guest.link, Watching(self._before(guest)))
        self._follow(guest, logs)

    @property
    def _all(self) -> list[LogPart]:
        """The whole log, for who has nothing of it."""
        return [LogPart(self._core.log, 0)]

    def _follow(self, guest: Guest, logs: list[LogPart], then: Seated | None = None) -> None:
        """Send these logs one after the other; `then`, the seat in the second one, is told between the two."""
        at = 0
        for log, seq in logs:
            if at and then is not None:
                self._core.do(Tell(guest.link, then, at))
            self._core.do(Follow(guest.link, log, seq, len(log), at))
            at = len(log)

    def _before(self, guest: Guest) -> int:
        """How many wait for a seat before this one."""
        secrets = [one.secret for one in self._core.memo.audience if one.waits]
        return secrets.index(guest.secret) if guest.secret in secrets else 0

    def _make_room(self) -> None:
        """If the audience is full, forget those who are not connected: first who only watches, then who waits."""
        core = self._core
        here = {guest.secret for guest in core.guests.values()}
        lost = sorted((one for one in core.memo.audience if one.secret not in here), key=lambda one: one.waits)
        too_many = max(0, len(core.memo.audience) + 1 - core.memo.watchers)
        for one in lost[:too_many]:
            core.memo.audience.remove(one)

    def _stop_watching(self, secret: bytes) -> None:
        core = self._core
        core.memo.audience = [one for one in core.memo.audience if one.secret != secret]
        core.remember()

    def _connected(self) -> list[tuple[OnlookerMemo, Guest]]:
        """Those who watch or wait and are connected, in order of arrival."""
        by_secret = {guest.secret: guest for guest in self._core.guests.values() if guest.watches}
        return [(one, by_secret[one.secret]) for one in self._core.memo.audience if one.secret in by_secret]

    def _waiting_guests(self) -> list[Guest]:
        """Those of them who wait for a seat."""
        return [guest for one, guest in self._connected() if one.waits]

    def audience(self) -> Audience:
        """Whom the owner may give a seat, mute or kick: who waits comes first."""
        people = [OnlookerPart(one.name, one.waits, one.muted) for one, _ in self._connected()]
        return Audience(tuple(sorted(people, key=lambda one: not one.waits)[:MAX_AUDIENCE]))

    def seat_the_waiting(self) -> bool:
        """Give free seats to those who wait; whether one was given."""
        waiting = self._waiting_guests()
        chosen = next((guest for guest in waiting if self.has_room(owner=self.is_owner(guest))), None)
        if chosen is None:
            return False
        self.sit(chosen)
        self.tell_seat(chosen)
        self._tell_queue()
        return True

    def _tell_queue(self) -> None:
        """Somebody waits no more: tell the others how many are before them now."""
        for guest in self._waiting_guests():
            self._core.tell(guest.link, Watching(self._before(guest)))

    # --- a disk that takes nothing ---

    def look_in(self, guest: Guest, message: Join | Sync) -> None:
        """The hosting player comes while nothing can be written: they see the table, and come in when it can."""
        guest.watches, guest.comes_with = True, message
        seat_link = self._seat_link_of(guest.secret)
        self._core.tell(guest.link, Watching(0) if seat_link is None else self._seated(seat_link))
        self._follow(guest, self._all)

    def who_looked_in(self) -> list[tuple[Guest, Join | Sync]]:
        """Those who may come in now, with what they said when they came."""
        found = []
        for guest in self._core.guests.values():
            if guest.comes_with is not None:
                found.append((guest, guest.comes_with))
                guest.watches, guest.comes_with = False, None
        return found

    # --- those who come back ---

    def _come_back(self, guest: Guest, sync: Sync) -> bool:
        """Give somebody back what their secret stands for; False if it stands for nothing."""
        core = self._core
        if any(kick.secret == guest.secret for kick in core.memo.kicked):
            core.end(guest, Close.KICKED)
            return True
        if guest.secret in core.memo.given:
            core.end(guest, Close.GIVEN)
            return True
        seat_link = self._seat_link_of(guest.secret)
        onlooker = core.onlooker(guest.secret)
        if seat_link is None and onlooker is None:
            return False
        name = core.seats[core.seat_of(seat_link)].name if seat_link is not None else onlooker.name if onlooker else ""
        match answer(core, sync):
            case None:
                core.tell(guest.link, Fork(len(core.log)))
                core.end(guest, Close.FORKED)
            case RolledBack() as rolled_back:
                self._ask(guest, name, rolled_back)
            case logs:
                self._replace_older(guest)
                guest.name = name
                if seat_link is not None:
                    self._take_seat(guest, seat_link, logs)
                elif onlooker is not None:
                    self._note_address(onlooker, guest)
                    self._start_watching(guest, logs)
        return True

    def _ask(self, guest: Guest, name: str, rolled_back: RolledBack) -> None:
        """Tell somebody that less was kept than they saw. Until they say that they go on, their seat stays away."""
        core = self._core
        for older in list(core.guests.values()):
            if older is not guest and older.secret == guest.secret and older.asked is not None:
                core.end(older, Close.REPLACED)
        guest.asked = rolled_back
        core.tell(guest.link, rolled_back)
        if name not in core.seen_more:
            core.seen_more.append(name)
            self.tell_owner(self.seen_more())
            core.do(MoreSeen(name))

    def seen_more(self) -> SeenMore:
        """For the owner: who had seen more of this game than was kept here."""
        return SeenMore(tuple(self._core.seen_more[-MAX_SEEN_MORE:]))

    def _replace_older(self, guest: Guest) -> None:
        for older in list(self._core.guests.values()):
            is_in = older.seat_link or older.watches or older.asked
            if older is not guest and older.secret == guest.secret and is_in:
                self._core.end(older, Close.REPLACED)

    def _note_address(self, whose: SeatSecrets | OnlookerMemo, guest: Guest) -> None:
        """Remember from where they came: a kick while they are away may keep that address out."""
        if whose.address != guest.address:
            whose.address = guest.address
            self._core.remember()

    def _take_seat(self, guest: Guest, seat_link: SeatLink, logs: list[LogPart]) -> None:
        core = self._core
        seat = core.seat_of(seat_link)
        self._note_address(seat_link.secrets, guest)
        guest.seat_link, seat_link.link = seat_link, guest.link
        core.change_seat(seat, presence=Presence.HERE)
        self.welcome(guest, logs)
        if seat_link.secrets.took_over and seat_link.secrets.took_over == core.state.board.game.hand:
            self._tell_hand_key(guest, seat)

    def _tell_hand_key(self, guest: Guest, seat: int) -> None:
        core = self._core
        dealt = core.dealt
        if core.phase is Phase.PLAYING and dealt is not None:
            core.tell(guest.link, HandKey(dealt.hand, dealt.attempt, core.memo.hand_keys[seat]))

    # --- those who go ---

    def go(self, guest: Guest, close: Close | None) -> None:
        """A link is over."""
        core = self._core
        core.guests.pop(guest.link, None)
        if guest.seat_link is not None:
            guest.seat_link.link = None
            if close is Close.LEFT:
                self._leave(guest, guest.seat_link)
            else:
                self._step_away(guest.seat_link, says_so=close is Close.AWAY)
        elif (
            close is Close.LEFT
            and guest.asked is not None
            and (seat_link := self._seat_link_of(guest.secret)) is not None
        ):
            self._leave(guest, seat_link)
        elif close in (Close.LEFT, Close.DONE) and guest.secret is not None and (guest.watches or guest.asked):
            self._stop_watching(guest.secret)
            self._tell_queue()

    def _leave(self, guest: Guest, seat_link: SeatLink) -> None:
        """Somebody gives a seat up by themselves."""
        if self._core.phase is Phase.LOBBY:
            self._leavers.note(guest.address, self._core.now)
        self.give_up(seat_link)

    def _step_away(self, seat_link: SeatLink, *, says_so: bool) -> None:
        """Somebody who is lost has a grace to come back; who says good-bye in a game is covered at once."""
        core = self._core
        seat = core.seat_of(seat_link)
        seat_link.away_since = core.now
        if core.seats[seat].presence is Presence.HERE:
            is_covered = says_so and core.phase in (Phase.DEALING, Phase.PLAYING)
            core.change_seat(seat, presence=Presence.COVERED if is_covered else Presence.AWAY)

    def give_up(self, seat_link: SeatLink) -> None:
        """A person's seat is free; in a game a bot goes on with it."""
        core = self._core
        seat = core.seat_of(seat_link)
        if core.phase is Phase.LOBBY:
            self.remove_seat(seat)
            return
        seat_link.secrets = SeatSecrets(core.random_bytes(SEAT_KEY), stand_in=True)
        core.remember()
        core.happen(SeatChanged(seat, self.new_bot(USUAL)))

    def kick(self, seat: int) -> None:
        """Send a person away from a seat for good."""
        core = self._core
        seat_link = core.seat_links[seat]
        if seat_link.secrets.secret is not None:
            self._keep_out(core.seats[seat].name, seat_link.secrets.secret, seat_link.secrets.address)
        self.give_up(seat_link)

    def kick_guest(self, name: str) -> bool:
        """Send somebody away who watches or waits; False if nobody of that name does."""
        one = self._named(name)
        if one is None:
            return False
        self._keep_out(one.name, one.secret, one.address)
        self._stop_watching(one.secret)
        self._tell_queue()
        return True

    def mute_guest(self, name: str, muted: bool) -> bool:
        """Let nobody hear one of those who watch or wait, or let them be heard; False if there is none."""
        one = self._named(name)
        if one is None:
            return False
        one.muted = muted
        self._core.remember()
        return True

    def forgive(self, name: str) -> bool:
        """Take a kick back; False if nobody of that name was kicked."""
        core = self._core
        kept = [kick for kick in core.memo.kicked if name_key(kick.name) != name_key(name)]
        if len(kept) == len(core.memo.kicked):
            return False
        core.memo.kicked = kept
        core.remember()
        return True

    def kicked(self) -> Kicked:
        """Who was kicked, as the owner is told."""
        return Kicked(tuple(dict.fromkeys(kick.name for kick in self._core.memo.kicked)))

    def is_kept_out(self, address: str) -> bool:
        """Whether a kick keeps newcomers from this address out; `_keep_out` is what puts it there."""
        far = far_source(address)
        return bool(far) and any(kick.address == far for kick in self._core.memo.kicked)

    def turn_newcomers_away(self) -> None:
        """Who has not come in yet has proved a code that counts no more: they try again. SPEC 8."""
        core = self._core
        for guest in list(core.guests.values()):
            if _is_new(guest) and not self.is_owner(guest):
                core.end(guest, Close.TABLE_CLOSED)

    def _named(self, name: str) -> OnlookerMemo | None:
        audience = (one for one in self._core.memo.audience if one.secret != self._core.memo.owner)
        return next((one for one in audience if name_key(one.name) == name_key(name)), None)

    def _keep_out(self, name: str, secret: bytes, address: str) -> None:
        """Remember a kick, and end the links that it concerns.

        The secret is refused from now on. A table with a code gets a new one (`Table._renew_code`); an open table keeps
        the address out instead.
        """
        core = self._core
        kick = Kick(name, secret, address if core.memo.code == codes.OPEN else "")
        core.memo.kicked = [*core.memo.kicked, kick][-MAX_KICKED:]
        core.remember()
        for guest in list(core.guests.values()):
            if guest.secret == secret or (kick.address and guest.address == kick.address and _is_new(guest)):
                core.end(guest, Close.KICKED)

    def remove_seat(self, seat: int) -> None:
        """Take a seat away; those behind it move up."""
        core = self._core
        del core.seat_links[seat]
        core.remember()
        core.happen(SeatChanged(seat, None))
        self._tell_moved(seat)

    def swap(self, one: int, other: int) -> None:
        """Swap two seats."""
        core = self._core
        core.seat_links[one], core.seat_links[other] = core.seat_links[other], core.seat_links[one]
        core.remember()
        first, second = core.seats[one], core.seats[other]
        core.happen(SeatChanged(one, second), SeatChanged(other, first))
        self._tell_moved(min(one, other))

    def _tell_moved(self, since: int) -> None:
        core = self._core
        for seat_link in core.seat_links[since:]:
            if seat_link.link is not None and seat_link.link in core.guests:
                self.tell_seat(core.guests[seat_link.link])

    def new_bot(self, level: str) -> Occupant:
        """A bot with a name that nobody here has."""
        taken = {occupant.name for occupant in self._core.seats}
        taken |= {guest.name for guest in self._core.guests.values()}
        taken |= {one.name for one in self._core.memo.audience}
        number = int.from_bytes(self._core.random_bytes(4), "big")
        return Occupant(saga_name(taken, number), Kind.BOT, level, ready=True)

    def give_seat(self, seat: int, name: str) -> bool:
        """Give the seat of somebody who is covered to who waits for one; False if that cannot be."""
        core = self._core
        chosen = next((guest for guest in self._waiting_guests() if name_key(guest.name) == name_key(name)), None)
        if chosen is None or seat >= len(core.seats):
            return False
        occupant, seat_link = core.seats[seat], core.seat_links[seat]
        if occupant.kind is not Kind.PERSON or occupant.presence is not Presence.COVERED or seat_link.link is not None:
            return False
        if seat_link.secrets.secret is not None:
            core.memo.given = [*core.memo.given, seat_link.secrets.secret][-MAX_GIVEN:]
        assert chosen.secret is not None
        hand = core.state.board.game.hand if core.phase is Phase.PLAYING else 0
        muted = core.is_muted(chosen)
        seat_link.secrets = SeatSecrets(
            core.random_bytes(SEAT_KEY),
            chosen.secret,
            muted,
            took_over=hand,
            address=chosen.address,
            words=chosen.words,
        )
        seat_link.link, chosen.seat_link, chosen.watches = chosen.link, seat_link, False
        self._stop_watching(chosen.secret)
        core.happen(SeatChanged(seat, Occupant(chosen.name)))
        if core.phase is Phase.LOBBY:
            self.unready_all()
        self.tell_seat(chosen)
        self._tell_hand_key(chosen, seat)
        self._tell_queue()
        return True

    # --- all together ---

    def unready_all(self) -> None:
        """Something about the game has changed: people have to agree anew."""
        for seat, occupant, seat_link in list(self._core.people()):
            seat_link.was_ready = seat_link.was_ready or occupant.ready
            self._core.change_seat(seat, ready=False)

    def restart_clocks(self) -> None:
        """Somebody is back after all were away: the others have their whole grace again."""
        for _, occupant, seat_link in self._core.people():
            if occupant.presence is Presence.AWAY:
                seat_link.away_since = self._core.now

    def deadline(self) -> float | None:
        """When the next grace is over."""
        if not self._core.somebody_is_away:
            return None
        return min(seat_link.away_since + GRACE for _, seat_link in self._away())

    def advance(self) -> bool:
        """Let bots cover for those whose grace is over; whether one does."""
        core = self._core
        if not core.somebody_is_away:
            return False
        late = [seat for seat, seat_link in self._away() if core.now >= seat_link.away_since + GRACE]
        for seat in late:
            core.change_seat(seat, presence=Presence.COVERED)
        return bool(late)

    def _away(self) -> list[tuple[int, SeatLink]]:
        people = self._core.people()
        return [(seat, seat_link) for seat, occupant, seat_link in people if occupant.presence is Presence.AWAY]


def _is_new(guest: Guest) -> bool:
    """Whether this is a newcomer: neither seated nor watching, and not returning with a secret."""
    return guest.seat_link is None and not guest.watches and guest.intent is not Intent.RESUME
