"""The table: the one authority over a game and everybody at it. `handle(now, input) -> step`, and nothing else.

It does no I/O, reads no clock and has no randomness of its own: time comes with each input, random bytes from a
function that it is given, and whatever is to be done outside comes out as a step. Its parts share a `Core`; this file
says who may ask for what, and in which order things follow by themselves.
"""

from collections.abc import Callable
from hmac import compare_digest
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from odin_net.game.events import Kind, LobbyOpened, Presence, SeatChanged, TableStopped
from odin_net.game.options import MAX_PLAYERS, Options
from odin_net.game.state import Phase
from odin_net.host import steps
from odin_net.host.chat import Chat
from odin_net.host.core import Core, Guest, SeatLink
from odin_net.host.dealer import Dealer
from odin_net.host.guesses import Guesses
from odin_net.host.lobby import Lobby
from odin_net.host.memo import Memo
from odin_net.host.seats import Seats
from odin_net.host.shared_replay import SharedReplay
from odin_net.host.turns import NUDGE, Turns
from odin_net.levels import USUAL
from protocol import codes
from protocol import messages as wire
from protocol.errors import Close, Hint
from protocol.handshake import ticket_of
from protocol.messages import GAME_ID, TABLE_ID, FromClient, FromOwner, FromSeat, Intent, Reason

# What is said again and again, and has to be quick.
MOVES = (wire.Play, wire.PassTurn)
# So many may be connected whose name is not accepted yet, beside those who sit and watch.
MAX_NAMELESS = 8


class Opening(NamedTuple):
    """How a new table is to be."""

    options: Options = Options()
    code: str | None = None
    """None: make one; empty: open to all."""
    owner: bytes | None = None
    """The hosting player's secret; None: nobody sits at the host, which is headless."""
    seats: int = MAX_PLAYERS
    bots: int = 0
    level: str = USUAL
    games: int = 0
    bot_ms: int = 1000
    watchers: int = 32
    bind: str = ""
    port: int = 0
    """Where people find it, also when it is resumed."""

    def __repr__(self) -> str:
        return "Opening(<secret>)"


class Table:
    """A table. Make one with `open_table`, or with `resume_table` of the module `resume`."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._seats = Seats(core)
        self._lobby = Lobby(core, self._seats)
        self.dealer = Dealer(core)
        self._turns = Turns(core)
        self._chat = Chat(core)
        self._replay = SharedReplay(core)
        self.guesses = Guesses(core, self._seats)
        self._announced: tuple[int, int, str | None] | None = None
        self._audience, self._kicked = wire.Audience(()), self._seats.kicked()
        """What the owner was last told."""
        self._terms = self._terms_now()
        """What everybody was last told, and of the mutes, what the owner was."""

    # --- from outside ---

    def handle(self, now: float, happened: steps.Input) -> steps.Step:
        """What follows from this. The step is to be written before the rest of it is done."""
        core = self._core
        core.now = max(now, core.now)
        if isinstance(happened, steps.Said) and isinstance(happened.message, MOVES):
            # The fast path: a move changes neither who is here nor the terms, so what `_settle` looks at need not be.
            guest = core.guests.get(happened.link)
            if guest is not None:
                self._moved(guest, happened.message)
            self._follow_up()
            return core.finish_step()
        match happened:
            case steps.Said(link, message):
                if link in core.guests:
                    self._said(core.guests[link], message)
            case steps.Thought(ask, move):
                self._turns.thought(ask, move)
            case steps.Arrived():
                self._seats.arrive(happened)
            case steps.Gone(link, close):
                if link in core.guests:
                    self._seats.go(core.guests[link], close)
            case steps.Guessed(address, right, of_seat):
                self.guesses.guessed(address, right, of_seat=of_seat)
            case steps.Recorded(number):
                # Only the next number counts: after a record that could not be written `recorded` stays, and a resumed
                # host writes that one and all later ones.
                if number == core.memo.recorded + 1:
                    core.memo.recorded = number
                    core.remember()
            case steps.DiskChanged(disk_failed):
                self._disk_changed(disk_failed)
            case steps.ClosedDown():
                self._close_down()
            case steps.Ticked():
                pass
            case _:
                assert_never(happened)
        self.guesses.advance()
        self._settle()
        return core.finish_step()

    def still(self, now: float) -> steps.Step:
        """A step in which nothing happens."""
        self._core.now = max(now, self._core.now)
        return self._core.finish_step()

    @property
    def wake_at(self) -> float | None:
        """When to say `Ticked` if nothing happens before."""
        core = self._core
        if core.closed or core.disk_failed:
            return None
        if core.paused:
            return self.guesses.due  # Nothing moves, but newcomers may come in.
        if core.phase is Phase.PLAYING and self.guesses.due is None and not core.somebody_is_away:
            return self._turns.deadline()  # It is asked at every move, and there is nothing else.
        parts = (self._seats, self._lobby, self.dealer, self._turns)
        dues = [self.guesses.due, *(part.deadline() for part in parts)]
        return min((due for due in dues if due is not None), default=None)

    @property
    def memo(self) -> Memo:
        """What the table remembers."""
        return self._core.memo

    @property
    def is_closed(self) -> bool:
        """Whether the host goes."""
        return self._core.closed

    @property
    def players(self) -> int:
        """How many seats are taken."""
        return len(self._core.seats)

    @property
    def is_playing(self) -> bool:
        """Whether a game is going on."""
        return self._core.phase in (Phase.DEALING, Phase.PLAYING)

    @property
    def owner_name(self) -> str | None:
        """What the hosting player is called, once they sit there."""
        owner = self._core.memo.owner
        people = self._core.people() if owner is not None else ()
        return next((occupant.name for _, occupant, seat_link in people if seat_link.secrets.secret == owner), None)

    @property
    def is_untouched(self) -> bool:
        """Whether nobody but the hosting player sits or waits here and no game began: nothing would be lost with it."""
        core = self._core
        if core.memo.owner is None or core.memo.played or core.phase is not Phase.LOBBY:
            return False
        if any(one.waits for one in core.memo.audience):
            return False
        return all(seat_link.secrets.secret == core.memo.owner for seat_link in core.seat_links)

    def password_for(self, hello: wire.Hello, address: str, now: float) -> bytes | Hint:
        """What somebody at the door, from this address, has to prove, or why they may not even try. SPEC 4."""
        core = self._core
        if core.closed:
            return Hint.TABLE_CLOSED
        if hello.intent is Intent.RESUME:
            secret = self.secret_of(hello)
            return Hint.UNKNOWN_SEAT if secret is None else secret
        return self.code_for(hello.intent, address, now)

    def code_for(self, intent: Intent, address: str, now: float) -> bytes | Hint:
        """The code, as a password, that a newcomer from this address has to know, or why they may not even try."""
        core = self._core
        if core.closed:
            return Hint.TABLE_CLOSED
        if self._seats.is_kept_out(address):
            return Hint.KICKED
        hint = self.guesses.no_guess_now(address, now)
        if hint is not None:
            return hint
        if len(core.guests) >= MAX_PLAYERS + core.memo.watchers + MAX_NAMELESS:
            return Hint.FULL
        has_room = intent is Intent.SEAT and self._seats.has_room()
        if core.watchers >= core.memo.watchers and not has_room:
            return Hint.FULL
        return codes.password_of(core.memo.code)

    def no_try_now(self, address: str, now: float, *, of_seat: bool) -> Hint | None:
        """Why nothing that is typed at this address may be compared now, be it the code or the words of a seat."""
        return Hint.TABLE_CLOSED if self._core.closed else self.guesses.no_guess_now(address, now, of_seat=of_seat)

    def secret_behind(self, words: str) -> bytes | None:
        """The secret of the seat, or of the place to watch from, that has these words."""
        core, found = self._core, None
        places = [(one.words, one.secret) for one in core.memo.audience]
        places += [(link.secrets.words, link.secrets.secret) for link in core.seat_links if link.secrets.secret]
        for theirs, secret in places:
            # Each is compared, and to its end: how long that takes tells nobody how near they were.
            if compare_digest(theirs.encode(), words.encode()) and words:
                found = secret
        return found

    def names_with_words(self) -> list[str]:
        """What they are called who come back with words."""
        core = self._core
        names = [one.name for one in core.memo.audience if one.words]
        return names + [occupant.name for _, occupant, link in core.people() if link.secrets.words]

    def new_words(self) -> str:
        """Three words that are neither the code nor those of a seat, for somebody who comes in now."""
        while True:
            words = codes.code_from(self._core.random_bytes(codes.ENTROPY))
            if words != self._core.memo.code and self.secret_behind(words) is None:
                return words

    def secret_of(self, hello: wire.Hello) -> bytes | None:
        """The secret that this hello's ticket names."""
        memo = self._core.memo
        secrets = [
            seat_link.secrets.secret for seat_link in self._core.seat_links if seat_link.secrets.secret is not None
        ]
        secrets += [onlooker.secret for onlooker in memo.audience]
        secrets += [*(kick.secret for kick in memo.kicked), *memo.given]
        return next((secret for secret in secrets if ticket_of(secret, hello.nonce) == hello.ticket), None)

    # --- what people say ---

    def _said(self, guest: Guest, message: FromClient) -> None:
        reason = self._carry_out(guest, message)
        if reason is not None:
            self._core.refuse(guest, message, reason)

    def _carry_out(self, guest: Guest, message: FromClient) -> Reason | None:
        """Do what somebody wants; why not, if it may not be."""
        match message:
            case wire.Join() | wire.Sync() if self._core.disk_failed and self._seats.is_owner(guest):
                self._seats.look_in(guest, message)
                self._greet(guest)
            case wire.Join() | wire.Watch() | wire.Sync() if self._core.disk_failed:
                self._core.end(guest, Close.TABLE_CLOSED)  # SPEC 8: they try again.
            case wire.GoOn() if self._core.disk_failed and guest.asked is not None:
                self._core.end(guest, Close.TABLE_CLOSED)
            case _ if self._core.disk_failed:
                return Reason.NOT_NOW
            case wire.Join():
                self._seats.join(guest, message)
                self._greet(guest)
            case wire.Watch():
                self._seats.watch(guest, message)
                self._greet(guest)
            case wire.Sync():
                self._seats.sync(guest, message)
                self._greet(guest)
            case wire.GoOn():
                return self._go_on(guest, message)
            case wire.Rename():
                is_in = bool(guest.name)
                self._seats.rename(guest, message)
                if not is_in:
                    self._greet(guest)
            case wire.Say():
                return self._chat.say(guest, message)
            case wire.React():
                return self._chat.react(guest, message)
            case wire.Ping() | wire.Pong() | wire.Bye():
                pass  # The hub has answered these.
            case _ if guest.seat_link is not None:
                return self._seated_said(guest, guest.seat_link, message)
            case _:
                return Reason.NOT_NOW
        return None

    def _go_on(self, guest: Guest, message: wire.GoOn) -> Reason | None:
        """Somebody goes on after a rollback. If they saw the end of the hand under way, its secret proves it."""
        if guest.asked is not None:
            self._seats.go_on(guest)
            self._greet(guest)
            if guest.link not in self._core.guests:
                return None  # Their seat is another's by now.
        if guest.seat_link is None and not guest.watches:
            return Reason.NOT_NOW
        if message.secret is not None:
            self.dealer.break_off(message.secret)
        return None

    def _greet(self, guest: Guest) -> None:
        """Tell somebody who has just come in what is not in the log."""
        core = self._core
        if guest.seat_link is None and not guest.watches:
            return
        if self._seats.is_owner(guest):
            self._greet_owner(guest)
        core.tell(guest.link, self._terms_for(guest, self._terms_now()))
        if core.disk_failed:
            core.tell(guest.link, wire.Paused(()))
        elif core.paused and guest.seat_link is None:
            core.tell(guest.link, self._paused())
        clock = self._turns.clock()
        if clock is not None:
            core.tell(guest.link, clock)
        self._replay.greet(guest)

    def _greet_owner(self, guest: Guest) -> None:
        core, code = self._core, self.guesses.shown()
        if code is not None:
            core.tell(guest.link, code)
        if self._audience.people:
            core.tell(guest.link, self._audience)
        core.tell(guest.link, self._kicked)  # Also if nobody was: what is told next is news.
        if core.seen_more:
            core.tell(guest.link, self._seats.seen_more())

    def _seated_said(self, guest: Guest, seat_link: SeatLink, message: FromSeat) -> Reason | None:
        core = self._core
        seat = core.seat_of(seat_link)
        match message:
            case wire.Play() | wire.PassTurn():
                self._moved(guest, message)
                return None
            case wire.Commit():
                return None if self.dealer.commit(seat, message) else Reason.STALE
            case wire.Contribute():
                return None if self.dealer.contribute(seat, message) else Reason.STALE
            case wire.Ready():
                return self._ready(guest, seat_link, message)
            case wire.Back():
                self._take_back(seat)
                return None
            case wire.Cover():
                owner = self._seats.is_owner(guest)
                return None if self._turns.vote(seat_link, message.seat, owner=owner) else Reason.NOT_NOW
            case _ if self._seats.is_owner(guest):
                return self._owner_said(guest, message)
            case _:
                return Reason.NOT_THE_OWNER

    def _moved(self, guest: Guest, message: wire.Play | wire.PassTurn) -> None:
        core, seat_link = self._core, guest.seat_link
        if seat_link is None or core.disk_failed:
            core.refuse(guest, message, Reason.NOT_NOW)
            return
        seat = core.seat_of(seat_link)
        self._take_back(seat)
        reason = self._turns.play(seat, message)
        if reason is not None:
            core.refuse(guest, message, reason)

    def _take_back(self, seat: int) -> None:
        """Somebody is at the keys again."""
        if self._core.seats[seat].presence is Presence.COVERED:
            self._core.change_seat(seat, presence=Presence.HERE)

    def _ready(self, guest: Guest, seat_link: SeatLink, message: wire.Ready) -> Reason | None:
        core = self._core
        if message.after != core.state.board.game.hand:
            return Reason.STALE
        if core.phase not in (Phase.LOBBY, Phase.DEALING):
            return Reason.STALE
        if core.phase is Phase.DEALING and not message.after:
            return None  # A second ready for the game, which has begun meanwhile: nothing to do, and no mistake.
        # The limit is for those who switch to and fro. The first ready for a hand does not count, nor does a ready that
        # was taken away when somebody joined or the options changed.
        seat = core.seat_of(seat_link)
        is_first = core.phase is Phase.DEALING and message.ready and not core.seats[seat].ready
        is_again = message.ready and seat_link.was_ready
        if not (is_first or is_again) and self._seats.changes_too_fast(guest):
            return Reason.TOO_FAST
        seat_link.was_ready = False
        core.change_seat(seat, ready=message.ready)
        if core.phase is Phase.DEALING:
            self.dealer.look_who_is_ready()
        return None

    def _owner_said(self, guest: Guest, message: FromOwner) -> Reason | None:
        """Do what the owner wants, or say why not; most of it can only be untimely."""
        match message:
            case wire.SetOptions(options):
                done = self._lobby.set_options(options)
            case wire.AddBot(level):
                done = self._lobby.add_bot(level)
            case wire.SetLevel(seat, level):
                done = self._lobby.set_level(seat, level)
            case wire.Remove(seat):
                done = self._remove(guest, seat)
            case wire.KickGuest(name):
                done = self._seats.kick_guest(name) and self._renew_code()
            case wire.MuteGuest(name, muted):
                done = self._seats.mute_guest(name, muted)
            case wire.Forgive(name):
                done = self._seats.forgive(name)
            case wire.SwapSeats(seat, to):
                done = self._lobby.swap(seat, to)
            case wire.Mute(seat, muted):
                done = self._mute(seat, muted)
            case wire.Start():
                done = self._lobby.start()
            case wire.NewCode():
                done = self.guesses.renew(forgives=True)
            case wire.StopAfterHand(stop):
                done = self._stop_after_hand(stop)
            case wire.GiveSeat(seat, name):
                done = self._seats.give_seat(seat, name)
            case wire.SetPace(bots, people):
                done = self._set_pace(bots, people)
            case wire.ShowStep(step):
                done = self._replay.show(step)
            case _:
                assert_never(message)
        return None if done else Reason.NOT_NOW

    def _remove(self, guest: Guest, seat: int) -> bool:
        """Drop a bot, or kick a person, who must not come back at once."""
        seats = self._core.seats
        is_person = seat < len(seats) and seats[seat].kind is Kind.PERSON
        return self._lobby.remove(guest, seat) and (not is_person or self._renew_code())

    def _renew_code(self) -> bool:
        """Whoever was kicked knows the old code. At an open table there is none, and their address is kept out."""
        self.guesses.renew(forgives=False)
        return True

    def _mute(self, seat: int, muted: bool) -> bool:
        core = self._core
        if seat >= len(core.seat_links):
            return False
        core.seat_links[seat].secrets.muted = muted
        core.remember()
        return True

    def _set_pace(self, bots: int, people: int) -> bool:
        self._core.memo.bot_ms, self._core.memo.people_ms = bots, people
        self._core.remember()
        self._turns.restart_clocks()
        return True

    def _stop_after_hand(self, stop: bool) -> bool:
        core = self._core
        if core.phase not in (Phase.DEALING, Phase.PLAYING):
            return False
        core.memo.stop_after = stop
        core.remember()
        if stop and core.phase is Phase.DEALING and core.state.board.game.hand:
            core.happen(TableStopped())
        return True

    # --- what follows by itself ---

    def _settle(self) -> None:
        """Do what follows by itself from an input, and tell people what is not in the log."""
        core = self._core
        self._look_who_is_here()
        self._follow_up()
        self._replay.advance()
        self._tell_of_company()
        self._tell_terms()
        announced = (len(core.seats), core.memo.capacity, self.owner_name)
        if announced != self._announced:
            self._announced = announced
            core.do(steps.LobbyChanged(*announced[:2]))

    def _tell_of_company(self) -> None:
        """Tell the owner who watches and waits, and who was kicked, if that is news."""
        if self._core.memo.headless:
            return
        audience, kicked = self._seats.audience(), self._seats.kicked()
        if audience != self._audience:
            self._audience = audience
            self._seats.tell_owner(audience)
        if kicked != self._kicked:
            self._kicked = kicked
            self._seats.tell_owner(kicked)

    def _tell_terms(self) -> None:
        """Tell everybody on what terms the table plays, if what they may know of it is news."""
        before, self._terms = self._terms, self._terms_now()
        if before == self._terms:
            return
        for guest in self._core.guests.values():
            terms = self._terms_for(guest, self._terms)
            if (guest.seat_link is not None or guest.watches) and terms != self._terms_for(guest, before):
                self._core.tell(guest.link, terms)

    def _terms_now(self) -> wire.Terms:
        memo = self._core.memo
        muted = tuple(seat for seat, _, link in self._core.people() if link.secrets.muted)
        cover_after = round(NUDGE * 1000)
        return wire.Terms(memo.bot_ms, memo.people_ms, cover_after, memo.stop_after, muted, memo.capacity, memo.codes)

    def _terms_for(self, guest: Guest, terms: wire.Terms) -> wire.Terms:
        """What somebody may know of them: who is muted is the owner's business."""
        return terms if self._seats.is_owner(guest) else replace(terms, muted=())

    def _follow_up(self) -> None:
        """Advance until nothing more is due. Each pass of the loop logs something, or it ends."""
        core = self._core
        while not (core.disk_failed or core.closed) and self._advance():
            if core.phase is not Phase.PLAYING:
                self._look_who_is_here()

    def _advance(self) -> bool:
        phase = self._core.phase
        if self._core.log.is_long and self._lobby.end_long_log():
            return True
        if self._core.paused:
            return phase is Phase.LOBBY and self._seats.seat_the_waiting()
        if phase is Phase.PLAYING:
            return (self._core.somebody_is_away and self._seats.advance()) or self._turns.advance()
        if phase is Phase.OVER:
            self.dealer.reset()
        return self._seats.advance() or self._lobby.advance() or self.dealer.advance()

    def _look_who_is_here(self) -> None:
        """When every person is away the table pauses; no bot moves, no clock runs. ARCHITECTURE: who is away."""
        core = self._core
        paused = core.phase is not Phase.OVER and core.everybody_is_away()
        # SPEC 6: the next event ends a pause for clients. If the pause goes on after an event, they are told again.
        if paused and (not core.paused or core.has_logged):
            core.tell_all(self._paused())
        if paused == core.paused:
            return
        core.paused = paused
        if not paused:
            for part in (self._seats, self._lobby, self.dealer, self._turns):
                part.restart_clocks()

    def _paused(self) -> wire.Paused:
        return wire.Paused(tuple(seat for seat, _, _ in self._core.people()))

    def _disk_changed(self, disk_failed: bool) -> None:
        core = self._core
        core.disk_failed = disk_failed
        if disk_failed:
            core.tell_all(wire.Paused(()))
        else:
            if core.seats:
                # SPEC 6: the next event ends a pause for clients. So there must be one, even if it changes nothing.
                core.happen(SeatChanged(0, core.seats[0]))
            for guest, message in self._seats.who_looked_in():
                self._said(guest, message)
            for part in (self._seats, self._lobby, self.dealer, self._turns):
                part.restart_clocks()

    def _close_down(self) -> None:
        core = self._core
        core.closed = True
        for guest in list(core.guests.values()):
            core.end(guest, Close.TABLE_CLOSED)


def open_table(opening: Opening, random_bytes: Callable[[int], bytes], now: float) -> tuple[Table, steps.Step]:
    """A new table with its bots, and the step that begins its journal."""
    code = codes.code_from(random_bytes(codes.ENTROPY)) if opening.code is None else opening.code
    memo = Memo(
        table=random_bytes(TABLE_ID),
        code=code,
        owner=opening.owner,
        capacity=opening.seats,
        headless=opening.owner is None,
        bots=opening.bots,
        level=opening.level,
        limit=opening.games,
        bot_ms=opening.bot_ms,
        watchers=opening.watchers,
        bind=opening.bind,
        port=opening.port,
    )
    first = LobbyOpened(random_bytes(GAME_ID), (), opening.options, (), opening.games)
    core = Core(memo, random_bytes, now, first)
    core.happen(first)
    core.remember()
    table = Table(core)
    for _ in range(opening.bots):
        table._lobby.add_bot(opening.level)
    return table, core.finish_step()
