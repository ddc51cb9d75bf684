"""A bot that sits at a table like a person: it says ready, plays when it is its turn, and comes back after a drop.

It hears a session's news and decides nothing but that; thinking comes in, so that it may take time or none.
"""

from collections.abc import Callable
from typing import TypeAlias

from clients.follower import MOVE_TAGS, NAME_TAGS, tag_of
from clients.news import CaughtUp, Ended, HandOpened, HostRolledBack, How, Judged, Logged, Moved, News, SeatTaken
from clients.sentences import names_of, shown_name, tell_points, tell_verdict
from clients.session import Session
from odin_net.game.events import GameEnded, HandEnded, LobbyOpened, Occupant, Presence, SeatChanged, TableStopped
from odin_net.game.rules import Move
from odin_net.game.state import Phase, PlayerView
from odin_net.game.text import NAME_COLUMNS, columns
from protocol.audit import Result, Why
from protocol.messages import Back, Ready, Reason, Refused, Watching

# Choose a move and call back with it, now or later.
Think: TypeAlias = Callable[[PlayerView, Callable[[Move], None]], None]

# Call back after so many seconds.
Later: TypeAlias = Callable[[float, Callable[[], None]], None]

# A table that is told too much at once forgets it in ten seconds.
READY_AGAIN = 5.0
# More names than a table has seats and places to watch.
MOST_NAMES = 64
# A disk that lies does so once. Whoever goes back more often may do so on purpose.
MOST_ROLLBACKS = 2


class Robot:
    """A listener that plays. Give it its session before that starts."""

    def __init__(self, think: Think, say: Callable[[str], None], later: Later) -> None:
        self.found_wrong = False
        """Whether a check failed, or the host was rolled back too often: it has left then."""
        self.finished = False
        """Whether it has played what it came for."""
        self._think, self._say, self._later = think, say, later
        self._session: Session | None = None
        self._name = ""
        self._names_tried = 1
        self._seated_at: int | None = None
        self._before: int | None = None
        """How many wait for a seat before us, as we have said."""
        self._answered: tuple[bytes, int, int] | None = None
        """What it has thought about: the game, the action's number, and how often the host was rolled back before."""
        self._rollbacks = 0
        self._only_game: bytes | None = None
        """The game after which it goes, at a table that plays for ever."""

    def attach(self, session: Session) -> None:
        """Play with this one."""
        self._session, self._name = session, session.name

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    def heard(self, news: News) -> None:
        """React to what has happened."""
        match news:
            case Logged(_, event, history):
                self._logged(event, history=history)
            case CaughtUp():
                self._look_around()
            case SeatTaken() | HandOpened():
                self._look_around()
            case Watching(before):
                self._wait(before)
            case Refused(tag, _, reason):
                self._refused(tag, reason)
            case Judged(again=False):
                self._judged(news)
            case Moved(address):
                self._say(f"the table is at {address} now")
            case HostRolledBack():
                self._rolled_back(news)
            case Ended(how):
                self.finished |= how is How.DONE

    # --- around the table ---

    def _logged(self, event: object, *, history: bool) -> None:
        match event:
            case LobbyOpened(game=game) if self._only_game not in (None, game):
                self._go()  # That game is over: it ended while we were away.
            case GameEnded(winners) if (state := self.session.state) is not None:
                names = names_of(state)
                self._say(f"game over, won by {' and '.join(names[seat] for seat in winners)}")
            case TableStopped():
                self._say("game over: the table stopped")
        if history:
            return
        match event:
            case GameEnded() | TableStopped():
                if self._only_game is not None:
                    self._go()
            case HandEnded():
                self._ready_for_next_hand()
            case SeatChanged(seat, occupant) if seat == self.session.seat and occupant is not None:
                self._my_seat_changed(occupant)
        self._consider()

    def _look_around(self) -> None:
        """Do all that the table may wait for. What it does not wait for is refused and forgotten."""
        session = self.session
        self._say_seat()
        me = self._me()
        if not session.caught_up or me is None:
            return
        self._my_seat_changed(me)
        self._ready_for_next_hand()
        self._consider()

    def _wait(self, before: int) -> None:
        """Whoever runs us is told why nothing happens, and again when the queue is shorter."""
        if before != self._before:
            self._before = before
            self._say(f"waiting for a seat, {before} before us")

    def _say_seat(self) -> None:
        me, seat = self._me(), self.session.seat
        if me is not None and seat is not None and seat != self._seated_at:
            self._seated_at = seat
            self._say(f"seated as {shown_name(me.name)} at seat {seat + 1}")

    def _me(self) -> Occupant | None:
        state, seat = self.session.state, self.session.seat
        if state is None or seat is None or seat >= len(state.board.game.seats):
            return None
        return state.board.game.seats[seat]

    def _my_seat_changed(self, me: Occupant) -> None:
        session = self.session
        if me.presence is Presence.COVERED:
            session.send(Back())
        if session.state is not None and session.state.board.phase is Phase.LOBBY and not me.ready:
            session.ready()

    def _ready_for_next_hand(self) -> None:
        state = self.session.state
        if state is None or state.board.phase is not Phase.DEALING or not state.board.game.scores:
            return
        game = state.board.game
        if max(game.totals) < game.options.points:
            self.session.ready()

    def _refused(self, tag: int, reason: Reason) -> None:
        if tag in MOVE_TAGS:
            # Stale: the event that made it so is on its way. Not now: the next event ends the pause.
            self._answered = None
        elif tag == tag_of(Ready) and reason is Reason.TOO_FAST:
            self._later(READY_AGAIN, self._look_around)
        elif tag in NAME_TAGS and reason is Reason.NAME_TAKEN and self._names_tried < MOST_NAMES:
            self._names_tried += 1
            self.session.rename(numbered(self._name, self._names_tried))
        elif tag in NAME_TAGS and self.session.seat is None:
            self.session.leave(for_good=True)

    def _judged(self, judged: Judged) -> None:
        state = self.session.state
        told = tell_verdict(judged.verdict)
        if judged.verdict.result is Result.WRONG:
            self.found_wrong = True
            self._say(f"hand {judged.hand}: {told}")
            self.session.leave(for_good=False)
        elif judged.verdict.why is Why.NEVER_SHOWN:
            self._say(f"hand {judged.hand}: {told}")
        elif state is not None and state.board.game.scores:
            game = state.board.game
            points = tell_points(names_of(state), game.scores[-1], game.totals)
            self._say(f"hand {judged.hand}: {points}; {told}")

    def _rolled_back(self, news: HostRolledBack) -> None:
        self._rollbacks = news.times
        self._say(f"the host was rolled back, {news.lost} actions are lost, number {news.times} at this table")
        for hand in news.withdrawn:
            self._say(f"hand {hand}: taken back")
        if news.times > MOST_ROLLBACKS:
            self.found_wrong = True
            self._say("leaving: once more is too often")
            self.session.leave(for_good=False)
        else:
            self._say("going on from there")
            self.session.go_on()

    def _go(self) -> None:
        self.finished = True
        self.session.leave(for_good=True)

    # --- the cards ---

    def _consider(self) -> None:
        """Think if it is our turn and we have not thought about it yet."""
        session = self.session
        view = session.view
        if view is None or not session.is_my_turn:
            return
        self._note_game()
        due = view.board.game.id, view.board.action, self._rollbacks
        if due == self._answered:
            return
        self._answered = due
        self._think(view, lambda move: self._chosen(due, move))

    def _chosen(self, due: tuple[bytes, int, int], move: Move) -> None:
        state = self.session.state
        now = None if state is None else (state.board.game.id, state.board.action, self._rollbacks)
        if now == due == self._answered:
            self.session.move(move)

    def _note_game(self) -> None:
        lobby = self.session.lobby
        if lobby is not None and lobby.left == 0:
            self._only_game = lobby.game


def numbered(name: str, number: int) -> str:
    """This name with a number behind it, short enough to be one."""
    tail = f" {number}"
    while columns(name + tail) > NAME_COLUMNS:
        name = name[:-1]
    return name.rstrip() + tail
