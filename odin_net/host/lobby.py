"""Before a game and after it: options, bots, readiness, the start, the next lobby, the end of the evening."""

from odin_net.game.awards import tally_after
from odin_net.game.commands import StartGame
from odin_net.game.events import Kind, LobbyOpened, OptionsChanged, Presence, SeatChanged, TableStopped
from odin_net.game.options import MIN_PLAYERS
from odin_net.game.rules import decide
from odin_net.game.state import Phase
from odin_net.host.core import Core, Guest, SeatLink
from odin_net.host.memo import SeatSecrets
from odin_net.host.seats import Seats
from odin_net.host.steps import GameBegan, GameFinished, TableOver
from protocol.errors import Close
from protocol.messages import GAME_ID, MAX_TALLY, SEAT_KEY, OptionsPart

# A full table without an owner starts so long after the first is ready, as the next hand does.
START = 20.0


class Lobby:
    """Opens lobbies and starts games."""

    def __init__(self, core: Core, seats: Seats) -> None:
        self._core = core
        self._seats = seats
        self._first_ready: float | None = None
        self._is_over = False

    # --- what the owner may do ---

    def add_bot(self, level: str) -> bool:
        """Let a bot sit down; False if there is no room."""
        core = self._core
        if core.phase is not Phase.LOBBY or len(core.seat_links) >= core.memo.capacity:
            return False
        core.seat_links.append(SeatLink(SeatSecrets(core.random_bytes(SEAT_KEY))))
        core.remember()
        core.happen(SeatChanged(len(core.seats), self._seats.new_bot(level)))
        return True

    def set_level(self, seat: int, level: str) -> bool:
        """Give a bot another level; False if no bot sits there."""
        core = self._core
        if seat >= len(core.seats) or core.seats[seat].kind is not Kind.BOT:
            return False
        core.change_seat(seat, level=level)
        return True

    def set_options(self, part: OptionsPart) -> bool:
        """Change the options; False if a game is under way."""
        core = self._core
        if core.phase is not Phase.LOBBY:
            return False
        options = part.to_options()
        if options != core.state.board.game.options:
            core.happen(OptionsChanged(options))
            self._seats.unready_all()
        return True

    def remove(self, guest: Guest, seat: int) -> bool:
        """Drop a bot from the lobby, or kick a person; False if that cannot be."""
        core = self._core
        if seat >= len(core.seats) or core.seat_links[seat] is guest.seat_link:
            return False
        if core.seats[seat].kind is Kind.PERSON:
            self._seats.kick(seat)
        elif core.phase is Phase.LOBBY:
            self._seats.remove_seat(seat)
        else:
            return False
        return True

    def swap(self, one: int, other: int) -> bool:
        """Swap two seats; False if a game is under way."""
        core = self._core
        if core.phase is not Phase.LOBBY or one == other or max(one, other) >= len(core.seats):
            return False
        self._seats.swap(one, other)
        return True

    def start(self) -> bool:
        """Start the game; False if there are too few, or one is under way."""
        core = self._core
        if core.phase is not Phase.LOBBY or len(core.seats) < MIN_PLAYERS:
            return False
        self._first_ready = None
        core.memo.stop_after = False
        core.remember()
        core.happen(*decide(core.state, StartGame()))
        core.do(GameBegan(core.memo.played + 1))
        return True

    # --- what follows by itself ---

    def end_long_log(self) -> bool:
        """End this game, even in its lobby, because its log grows too long; False if that cannot be now. SPEC 6."""
        core = self._core
        if core.phase is Phase.OVER or (core.phase is Phase.LOBBY and not self.start()):
            return False
        core.happen(TableStopped())
        return True

    def restart_clocks(self) -> None:
        """Somebody is back after all were away: the others have their whole time again."""
        if self._first_ready is not None:
            self._first_ready = self._core.now

    def deadline(self) -> float | None:
        """When a full table without an owner starts."""
        if self._core.phase is not Phase.LOBBY or self._first_ready is None:
            return None
        return self._first_ready + START

    def advance(self) -> bool:
        """Open the next lobby, seat who waits, start; whether something happened."""
        if self._core.phase is Phase.OVER:
            return self._go_on()
        if self._core.phase is not Phase.LOBBY:
            return False
        return self._seats.seat_the_waiting() or (self._may_start() and self.start())

    def _may_start(self) -> bool:
        core = self._core
        seats = core.seats
        if len(seats) < (core.memo.capacity if core.memo.headless else MIN_PLAYERS):
            self._first_ready = None
            return False
        # A person whose seat a bot covers counts as ready.
        waits = [not occupant.ready for _, occupant, _ in core.people() if occupant.presence is not Presence.COVERED]
        if not any(waits):
            return core.memo.headless or any(seat_link.link is not None for _, _, seat_link in core.people())
        if not core.memo.headless or all(waits):
            self._first_ready = None
            return False
        self._first_ready = core.now if self._first_ready is None else self._first_ready
        return core.now >= self._first_ready + START

    def _go_on(self) -> bool:
        """The game is over: what comes next?"""
        core = self._core
        if self._is_over:
            return False
        if core.log_is_unfinished:
            core.log_is_unfinished = False
            core.memo.resumed, core.seen_more = [], []
            core.memo.played += 1
            core.remember()
            core.do(GameFinished(core.memo.played, core.log, tuple(core.times)))
        if core.memo.limit and core.memo.played >= core.memo.limit:
            return self._end_table()
        self._open_next()
        return True

    def _open_next(self) -> None:
        core = self._core
        game = core.state.board.game
        # Bots that took over from people who left in the middle of the game make room again.
        kept = [pair for pair in zip(game.seats, core.seat_links, strict=True) if not pair[1].secrets.stand_in]
        core.seat_links = [seat_link for _, seat_link in kept]
        for seat_link in core.seat_links:
            seat_link.secrets.took_over = 0
        core.memo.deal_secret, core.memo.hand_keys, core.memo.stop_after = b"", (), False
        core.remember()
        seats = tuple(occupant._replace(ready=occupant.kind is Kind.BOT) for occupant, _ in kept)
        left = core.memo.limit - core.memo.played if core.memo.limit else 0
        before = core.log.digest
        tally = tally_after(game)[-MAX_TALLY:]
        core.open_log(LobbyOpened(core.random_bytes(GAME_ID), seats, game.options, tally, left, before))
        core.log_is_unfinished = True
        for guest in core.guests.values():
            guest.changes.clear()  # A new log, and everybody has to be ready anew.
            if guest.seat_link is not None:
                self._seats.tell_seat(guest)

    def _end_table(self) -> bool:
        """All games are played: say good-bye, and wait a little for those who are just away."""
        core = self._core
        for guest in list(core.guests.values()):
            if guest.seat_link is not None or guest.watches:
                core.end(guest, Close.GAME_OVER)
        if not any(occupant.presence is Presence.AWAY for _, occupant, _ in core.people()):
            self._is_over = True
            core.do(TableOver())
        return False
