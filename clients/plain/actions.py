"""What a player wants done, in order: moves wait for their turn, so that a file can hold a whole game.

A play that waits while the table waits for us to be ready says so by itself: whoever wrote it wants to go on. Who is
ready before a hand is over is kept from nothing: that word waits, and what comes after it passes.
"""

from collections import deque
from collections.abc import Callable
from itertools import dropwhile
from typing import Protocol

from clients.language import Language
from clients.model import SessionLike
from clients.news import LinkStage
from clients.plain.command_words import Word
from clients.plain.parser import Order
from odin_net.bots.hint import hint
from odin_net.game.cards import Card, format_card, mask_of
from odin_net.game.events import Occupant, Presence
from odin_net.game.rules import Move, refuse_pass, refuse_play
from odin_net.game.state import Phase, PlayerView
from protocol.messages import Back, Part, Reaction, Reason, reason_of

MOVES = frozenset({Word.PLAY, Word.TAKE, Word.PASS})
GOING = frozenset({Word.LEAVE, Word.QUIT})


class Seat(SessionLike, Protocol):
    """What of a session is needed here; `clients.session.Session` is one."""

    @property
    def stage(self) -> LinkStage: ...
    @property
    def view(self) -> PlayerView | None: ...
    @property
    def caught_up(self) -> bool: ...
    @property
    def is_asked(self) -> bool: ...
    @property
    def is_my_turn(self) -> bool: ...

    def go_on(self) -> None: ...
    def play(self, cards: tuple[Card, ...], take: Card | None) -> None: ...
    def pass_turn(self) -> None: ...
    def move(self, move: Move) -> None: ...
    def ready(self, ready: bool = True) -> bool: ...
    def say(self, text: str) -> bool: ...
    def react(self, code: Reaction) -> bool: ...
    def rename(self, name: str) -> bool: ...
    def send(self, message: Part) -> bool: ...
    def leave(self, *, for_good: bool) -> None: ...


class Actions:
    """The queue, and the play that still lacks the card to take."""

    def __init__(
        self, session: Seat, say: Callable[[str], None], act: Callable[[Order], None], *, by_hand: bool = False
    ) -> None:
        self._session, self._say, self._act, self._by_hand = session, say, act, by_hand
        self._waiting: deque[Order] = deque()
        self._asked: tuple[Card, ...] | None = None
        self._sent: tuple[bytes, int] | None = None
        """The game and the number of the action that the host has not answered yet."""
        self._told_of_host = False
        """Whether it was said that all waits for a host who is away now."""
        self._ready_for: tuple[bytes, int] | None = None
        self._is_between_games = self._said_so = False
        """Moves for a game that is over are forgotten until somebody is ready for the next."""
        self.last_refused: tuple[Reason, tuple[Card, ...]] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to be done or to be answered: without a move, our turn does not end by itself."""
        if self._is_in_flight():
            return False
        return not self._waiting or (self._session.is_my_turn and not self._has_moves())

    @property
    def going(self) -> Order | None:
        """What was said to go, where it waits for something else."""
        return next((said for said in self._waiting if said.word in GOING), None)

    def add(self, said: Order, language: Language) -> None:
        """Do this now or as soon as it can be done."""
        if said.word is Word.READY:
            self.game_begins()
        if said.word in MOVES and self._is_between_games:
            self._refuse_once(language)
            return
        self._waiting.append(said)
        self.advance(language)
        if self._waiting and self._waiting[-1] is said:
            self._say_what_for(said, language)

    def advance(self, language: Language) -> None:
        """Do what can be done now."""
        self._told_of_host = self._told_of_host and not self._session.caught_up
        while (place := self._next_place()) is not None:
            said = self._waiting[place]
            del self._waiting[place]
            self._carry_out(said, language)
        self._say_ready_if_awaited()

    def _next_place(self) -> int | None:
        """Where the next that can be done waits. Moves keep their order, and nobody goes before all is done."""
        moves_wait = False
        for place, said in enumerate(self._waiting):
            is_held_up = place > 0 if said.word in GOING else moves_wait and said.word in (*MOVES, Word.READY)
            if not is_held_up and self._can_act(said):
                return place
            moves_wait = moves_wait or said.word in MOVES
        return None

    def _say_what_for(self, said: Order, language: Language) -> None:
        """What this waits for; of the moves of a file only the first says it."""
        session = self._session
        is_first = said.word not in MOVES or sum(other.word in MOVES for other in self._waiting) == 1
        if session.state is None:
            return  # We are on the way in.
        if session.stage is not LinkStage.OPEN:
            if not self._told_of_host:
                self._told_of_host = True
                self._say(language("That waits until the host is back."))
        elif session.caught_up and said.word not in GOING and is_first and not self._is_in_flight():
            self._say(
                language("That waits until you have a seat.")
                if session.seat is None
                else language("That waits until the hand is over.")
                if said.word is Word.READY
                else language("That waits for your turn.")
            )

    def refused(self, reason: Reason) -> None:
        """The host did not take the move."""
        self._sent = None
        self.last_refused = reason, ()

    def rolled_back(self) -> None:
        """The host has lost what it was told last."""
        self._sent = self._asked = self._ready_for = None

    def game_begins(self) -> None:
        """Moves make sense again."""
        self._is_between_games = self._said_so = False

    def hand_over(self) -> int:
        """Moves that a person typed for the hand that is over are forgotten; how many. A file goes on with the next."""
        kept = [said for said in self._waiting if not self._by_hand or said.word not in MOVES]
        forgotten = len(self._waiting) - len(kept)
        self._waiting = deque(kept)
        return forgotten

    def game_over(self) -> int:
        """Moves of the game that is over are forgotten; how many.

        In a file those behind a `ready` are for the next game; a person who types has seen no other than this one.
        """
        self._is_between_games = True
        others = [said for said in self._waiting if said.word not in MOVES]
        kept = others if self._by_hand else [*dropwhile(lambda said: said.word in MOVES, self._waiting)]
        forgotten = len(self._waiting) - len(kept)
        self._waiting = deque(kept)
        if self._waiting:
            self.game_begins()
        self._said_so = forgotten > 0
        return forgotten

    def _refuse_once(self, language: Language) -> None:
        if not self._said_so:
            self._said_so = True
            self._say(language.refusal(Reason.GAME_OVER))

    # --- whether it is time ---

    def _can_act(self, said: Order) -> bool:
        session = self._session
        if not session.caught_up or session.state is None:
            return False
        if said.word in MOVES:
            return self._is_my_turn() and not self._is_in_flight()
        if said.word is Word.READY:
            return self._awaits_ready()
        return True

    def _has_moves(self) -> bool:
        return any(said.word in MOVES for said in self._waiting)

    def _is_my_turn(self) -> bool:
        if not self._session.is_my_turn:
            self._asked = None
        return self._session.is_my_turn

    def _is_in_flight(self) -> bool:
        return self._sent is not None and self._sent == self._now()

    def _now(self) -> tuple[bytes, int] | None:
        state = self._session.state
        return None if state is None else (state.board.game.id, state.board.action)

    def _awaits_ready(self) -> bool:
        """Whether the table waits for us to be ready, for the game or for the next hand."""
        state = self._session.state
        if state is None or self._session.seat is None:
            return False
        game, phase = state.board.game, state.board.phase
        if phase is Phase.DEALING:
            return bool(game.scores) and max(game.totals) < game.options.points
        return phase is Phase.LOBBY

    def _say_ready_if_awaited(self) -> None:
        me = my_seat(self._session)
        if not self._has_moves() or me is None or not self._session.caught_up:
            return
        if me.presence is Presence.COVERED:
            self._session.send(Back())
        state = self._session.state
        assert state is not None
        due = state.board.game.id, len(state.board.game.scores)
        if self._awaits_ready() and due != self._ready_for:
            self._ready_for = due
            self._session.ready()

    # --- doing it ---

    def _carry_out(self, said: Order, language: Language) -> None:
        view = self._session.view
        if said.word not in MOVES:
            self._act(said)
            return
        assert view is not None
        match said.word:
            case Word.PASS:
                self._pass(view, language)
            case Word.TAKE:
                self._take(view, said.take, language)
            case _ if said.rest:
                self._send(view, lambda: self._session.move(hint(view).move))
            case _ if self._asked is not None and len(said.cards) == 1 and said.take is None:
                self._take(view, said.cards[0], language)
            case _:
                self._play(view, said.cards, said.take, language)

    def _pass(self, view: PlayerView, language: Language) -> None:
        refusal = refuse_pass(view)
        if refusal is not None:
            self._refuse(reason_of(refusal), view, (), language)
        else:
            self._send(view, self._session.pass_turn)

    def _take(self, view: PlayerView, take: Card | None, language: Language) -> None:
        if self._asked is None:
            self._say(language("First play cards; then you take one of the middle."))
        else:
            self._play(view, self._asked, take, language)

    def _play(self, view: PlayerView, cards: tuple[Card, ...], take: Card | None, language: Language) -> None:
        middle = view.board.middle
        takes = bool(middle) and mask_of(cards) != view.hand
        if take is None and takes and len(middle) == 1:
            take = middle[0]
        is_open = take is None and takes
        refusal = refuse_play(view, cards, middle[0] if is_open else take)
        if refusal is not None:
            self._refuse(reason_of(refusal), view, cards, language)
        elif is_open:
            self._asked = cards
            choice = language.enumerated([format_card(card) for card in middle])
            self._say(language("Which card do you take: {cards}?", cards=choice))
        else:
            self._send(view, lambda: self._session.play(cards, take))

    def _send(self, view: PlayerView, move: Callable[[], None]) -> None:
        self._asked = self.last_refused = None
        self._sent = view.board.game.id, view.board.action
        move()

    def _refuse(self, reason: Reason, view: PlayerView, cards: tuple[Card, ...], language: Language) -> None:
        self.last_refused = reason, cards
        self._say(language.refusal(reason, view, cards))


def my_seat(session: Seat) -> Occupant | None:
    """Who we are at the table, if we sit there."""
    state, seat = session.state, session.seat
    if state is None or seat is None or seat >= len(state.board.game.seats):
        return None
    return state.board.game.seats[seat]
