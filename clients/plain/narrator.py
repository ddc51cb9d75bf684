"""The table told in lines to one person, and what that person types. Pure: lines in, news in, lines out.

Whatever others typed has been cleaned before it gets here, and is cleaned again by what says it.
"""

from collections import deque
from collections.abc import Callable

from msgspec.structs import replace

from clients.follower import MOVE_TAGS, NAME_TAGS, tag_of
from clients.language import Language
from clients.language.seats import terms
from clients.language.verdicts import rolled_back, seen_more
from clients.news import (
    CaughtUp,
    Ended,
    HandOpened,
    HostRolledBack,
    How,
    Judged,
    LinkChanged,
    LinkStage,
    Logged,
    Moved,
    News,
    SeatTaken,
)
from clients.plain.actions import MOVES, Actions, Seat, my_seat
from clients.plain.answers import Answers
from clients.plain.lesson import PlainLesson
from clients.plain.lines import example_line, hand_line, table_lines, turn_lines
from clients.plain.parser import Order, Problem, Unclear, parse
from clients.plain.words import Word, words_of
from clients.reconnect import PATIENT_TRIES
from clients.robot import MOST_NAMES, numbered
from clients.sentences import names_of, shown_name
from odin_net.game.cards import format_cards, in_reading_order, mask_of
from odin_net.game.events import (
    CardsPlayed,
    Event,
    GameEnded,
    HandDealt,
    HandEnded,
    LobbyOpened,
    Presence,
    SeatChanged,
    TableStopped,
)
from odin_net.game.state import Phase, State
from protocol.audit import Result, Why
from protocol.errors import Hint
from protocol.messages import (
    USUAL_TERMS,
    Audience,
    Back,
    Clock,
    Kicked,
    Nudge,
    Paused,
    Ready,
    Reason,
    Refused,
    SeenMore,
    TableCode,
    Terms,
    Watching,
)

REMEMBERED = 20
# So many commands may wait; a longer file is read on as they are carried out.
MOST_WAITING = 100


class Narrator:
    """A listener that speaks in lines. Give it its session before that starts."""

    def __init__(
        self,
        language: Language,
        say: Callable[[str], None],
        *,
        watches: bool = False,
        starts: bool = False,
        by_hand: bool = False,
    ) -> None:
        """`starts`: somebody else says for us that we are ready for the first game. `by_hand`: a person types now, and
        can say again what was not meant so."""
        self.language = language
        self.found_wrong = False
        self.when_room: Callable[[], None] | None = None
        """Called once when more lines are wanted again."""
        self._say, self._watches, self._starts, self._by_hand = say, watches, starts, by_hand
        self._session: Seat | None = None
        self._state: State | None = None
        """The state before the next event."""
        self._told: tuple[bytes, int] = (b"", 0)
        """The game, and how many of its events were told."""
        self._said: deque[str] = deque(maxlen=REMEMBERED)
        self._asked_at: tuple[bytes, int] | None = None
        self._clock_at: tuple[bytes, int] | None = None
        self._judged: Judged | None = None
        self._terms = USUAL_TERMS
        self._lesson: PlainLesson | None = None
        self._names_tried = 1
        self._is_in = self._is_lost = self._input_ended = self._wants_to_go = False
        self._knows_table = False
        """Whether it was told how the table stands: not to who comes in, nor after a rollback."""
        self._waits_for_seat = self._has_played = self._is_warned = self._is_unknown = False
        self._seen_more: tuple[str, ...] = ()

    def attach(self, session: Seat) -> None:
        """Tell of this one."""
        self._session, self._name = session, session.name
        self._actions = Actions(session, self._say, self._act, by_hand=self._by_hand)
        self._answers = Answers(self._say, self._actions, by_hand=self._by_hand)

    @property
    def session(self) -> Seat:
        assert self._session is not None
        return self._session

    @property
    def has_room(self) -> bool:
        """Whether more lines are wanted now."""
        return len(self._actions) < MOST_WAITING

    # --- what is typed ---

    def typed(self, line: str) -> None:
        """Somebody typed this."""
        if self.session.stage is LinkStage.ENDED:
            return
        said = parse(line, self.language.code)
        me = my_seat(self.session)
        if me is not None and me.presence is Presence.COVERED and self.session.caught_up:
            self.session.send(Back())
        if isinstance(said, Unclear):
            self._unclear(said)
        elif said is not None:
            # Who was asked and goes on with something else did not mean it.
            self._is_warned = self._is_warned and said.word is Word.QUIT
            self._answers.company.goes_on_with(said)
            self._command(said)
        self._look_whether_to_go()

    def input_ended(self) -> None:
        """Nothing more will be typed. What waits is still done; then a bot takes the seat."""
        self._input_ended = True
        self._look_whether_to_go()

    def _unclear(self, unclear: Unclear) -> None:
        language = self.language
        match unclear.problem:
            case Problem.SEVERAL:
                self._say(
                    language("More than one command begins so: {words}.", words=language.enumerated(unclear.words))
                )
            case Problem.NO_CARD:
                self._say(language("Name the cards with letter and number, R3 G3 for example."))
            case Problem.UNKNOWN:
                self._say(language("I do not know that command; say help."))

    def _command(self, said: Order) -> None:
        if self.session.is_asked and not self._answers.is_question(said):
            self._answer_whether_to_go_on(said)
        elif self._lesson is not None and said.word in (*MOVES, Word.LEAVE, Word.QUIT):
            self._learn(said)
        elif said.word in MOVES and self._watches:
            self._say(self.language("You watch: you have no cards."))
        elif said.word is Word.READY and self._watches:
            self._say(self.language("You watch."))
        elif said.word in MOVES or said.word is Word.READY:
            self._actions.add(said, self.language)
        elif said.word is Word.LANG:
            self._change_language(said.rest)
        elif said.word is Word.LESSON:
            self._lesson = PlainLesson()
            self._say_all(self._lesson.begin(self.language))
        elif said.word in (Word.LEAVE, Word.QUIT):
            self._leave(said)
        elif self._answers.is_question(said):
            self._answers.answer(said, self.session, self.language, self._said)
        elif self.session.caught_up or (said.word is Word.NAME and self.session.state is None):
            self._act(said)  # Another name may be what it takes to come in.
        else:
            self._actions.add(said, self.language)

    def _answer_whether_to_go_on(self, said: Order) -> None:
        if said.word is Word.READY:
            self.session.go_on()
        elif said.word in (Word.LEAVE, Word.QUIT):
            self._act(said)
        else:
            self._ask_whether_to_go_on()

    def _ask_whether_to_go_on(self) -> None:
        words = words_of(self.language.code)
        self._say(
            self.language(
                "Say {ready} to go on from there, or {leave}.", ready=words[Word.READY], leave=words[Word.LEAVE]
            )
        )

    def _act(self, said: Order) -> None:
        if said.word in (Word.LEAVE, Word.QUIT):
            # With the hosting player the table closes: their seat has to wait there for when it is resumed.
            self.session.leave(for_good=said.word is Word.QUIT and not self.session.owner)
        else:
            self._answers.act(said, self.session, self.language)

    def _leave(self, said: Order) -> None:
        """Go at once; but first what a file wanted done. Who says it twice does not want to wait."""
        has_to_lose = said.word is Word.QUIT and self._has_to_lose()
        if has_to_lose and not self._is_warned:
            self._warn()
        elif len(self._actions) and not self._wants_to_go and not has_to_lose:
            self._wants_to_go = True
            self._say(self.language("Commands still wait for their turn. Say that again to go at once."))
            self._actions.add(said, self.language)
        else:
            self._act(said)

    def _warn(self) -> None:
        self._is_warned = True
        words = words_of(self.language.code)
        self._say(
            self.language(
                "You would give your seat up for good, and a bot would play on. {leave} keeps it for you; {quit} again "
                "goes.",
                leave=words[Word.LEAVE],
                quit=words[Word.QUIT],
            )
        )

    def _has_to_lose(self) -> bool:
        """Whether somebody types who would give up a seat in the middle of a game; an own table is closed, and kept."""
        session = self.session
        if not self._by_hand or session.owner or session.seat is None or session.state is None:
            return False
        return session.state.board.phase in (Phase.DEALING, Phase.PLAYING)

    def _learn(self, said: Order) -> None:
        assert self._lesson is not None
        if said.word in MOVES and not said.rest:
            self._say_all(self._lesson.answer(said, self.language))
        if said.word not in MOVES or self._lesson.is_over:
            self._lesson = None

    def _change_language(self, code: str) -> None:
        language = self._answers.language(code)
        if language is not None:
            self.language = language
        self._answers.say_language(self.language)

    def _look_whether_to_go(self) -> None:
        session = self.session
        if not self._input_ended or self._watches or session.stage is LinkStage.ENDED or not self._is_in:
            return
        if session.is_asked:
            self._go_for_want_of_input()  # Nobody is there to say whether to go on.
            return
        if session.caught_up and session.state is not None and session.state.board.phase is Phase.OVER:
            return  # The next lobby opens at once, or the table ends and says so.
        if not self._actions.is_idle or not (session.caught_up or session.stage is LinkStage.WAITING):
            return
        going = self._actions.going
        if going is not None:
            self._act(going)
            return
        self._go_for_want_of_input()

    def _go_for_want_of_input(self) -> None:
        self._say(
            self.language("The input has ended: your table closes.")
            if self.session.owner
            else self.language("The input has ended: a bot takes your seat until you come back.")
        )
        self.session.leave(for_good=False)

    # --- what happens ---

    def heard(self, news: News) -> None:
        """Say what has happened."""
        match news:
            case Logged():
                self._logged(news)
            case CaughtUp():
                self._caught_up()
            case Judged():
                self._hear_verdict(news)
            case HostRolledBack():
                self._rolled_back(news)
            case Refused(tag, _, reason):
                self._refused(tag, reason)
            case LinkChanged():
                self._link_changed(news)
            case Ended(how, _, _, reason):
                # Nobody has left who never was in.
                if how is How.DONE or (how is How.LEFT and reason is None and self._is_in):
                    self._say(self.language.ended(news, ""))  # How else it can end is said by who started us.
            case _:
                self._around(news)
        if self.when_room is not None and self.has_room:
            when_room, self.when_room = self.when_room, None
            when_room()
        self._look_whether_to_go()

    def _around(self, news: News) -> None:
        language = self.language
        match news:
            case SeatTaken():
                self._is_in = True
                if self.session.caught_up:
                    self._seated_late()
            case HandOpened() if self.session.caught_up and self.session.view is not None:
                self._say(hand_line(language, self.session.view))
                self._go_on()
            case Watching(before):
                was_in, self._is_in = self._is_in, True
                self._waits_for_seat = not self._watches
                self._say(
                    language("You watch.")
                    if self._watches
                    else language("You watch until a seat is free; you are next.")
                    if not before
                    else language.many(
                        "You watch until a seat is free; {count} person is before you.",
                        "You watch until a seat is free; {count} persons are before you.",
                        before,
                    )
                )
                if self._watches and not was_in:
                    self._say(language("Ctrl-C leaves."))
            case Nudge():
                self._say(language("The table waits for you."))
            case TableCode(words, _):
                self._say_all(self._answers.company.code_shown(news, language))
                self._say(language("The code of this table: {words}", words=shown_code(words)))
            case Paused(seats):
                self._paused(seats)
            case Clock(seat, left):
                self._clock(seat, left / 1000)
            case Terms():
                self._say_terms(news)
            case Moved(address):
                self._say(language("The table is at {address} now.", address=address))
            case SeenMore(names):
                new = [name for name in names if name not in self._seen_more]
                self._seen_more = names
                self._say_all([seen_more(language, name) for name in new])
            case Audience():
                self._say_all(self._answers.company.audience_told(news, language))
            case Kicked():
                self._say_all(self._answers.company.kicked_told(news, language))

    def _seated_late(self) -> None:
        """Somebody who waited has a seat, or another one than before."""
        was_waiting, self._waits_for_seat = self._waits_for_seat, False
        if was_waiting:
            self._ask_to_begin()
        self._go_on()

    def _ask_to_begin(self) -> None:
        me, state = my_seat(self.session), self.session.state
        if me is not None and not me.ready and state is not None and state.board.phase is Phase.LOBBY:
            self._say(
                self.language("Say ready for another game, or leave.")
                if self._has_played
                else self.language("Say ready when you want to begin, or help.")
            )

    def _seat_at(self, event: Event) -> int | None:
        """Our seat. Who waited for one hears that somebody sits down before hearing that it is them."""
        if not self._waits_for_seat or not isinstance(event, SeatChanged) or event.occupant is None:
            return self.session.seat
        return event.seat if event.occupant.name == self.session.name else self.session.seat

    def _logged(self, news: Logged) -> None:
        before, self._state = self._state, self.session.state
        log = self.session.log
        assert log is not None
        game, told = self._told
        if log.game == game and news.seq < told:
            return
        self._told = log.game, news.seq + 1
        event = news.event
        if isinstance(event, LobbyOpened):
            self._terms = replace(self._terms, stop_after=False)
        if isinstance(event, HandEnded):
            self._answers.hand_ended(log.digest_at(news.seq))
        if isinstance(event, GameEnded | TableStopped):
            self._answers.game_over(self._state, self.session.seat)
        if isinstance(event, CardsPlayed):
            self._answers.played(event, before)
        if news.history and not self._is_lost:
            return  # Whoever comes late gets a summary.
        line = self.language.event(event, before, self._state, self._seat_at(event))
        if line:
            self._said.append(line)
            self._say(line)
        self._after(news)

    def _after(self, news: Logged) -> None:
        """What one more event asks to be said or done."""
        language, event = self.language, news.event
        match event:
            case HandDealt():
                self._actions.game_begins()
                if self.session.view is not None and event.opener != self.session.seat:
                    self._say(hand_line(language, self.session.view))
            case HandEnded(hands):
                self._hand_ended(hands)
            case GameEnded() | TableStopped():
                self._has_played, self._starts = True, False
                if self._actions.game_over():
                    self._say(language("The commands that still waited are forgotten."))
        if not news.history:
            self._go_on()

    def _go_on(self) -> None:
        """Ask for a move if it is our turn; do what waits."""
        view, session = self.session.view, self.session
        if view is not None and session.is_my_turn:
            due = view.board.game.id, view.board.action
            if due != self._asked_at:
                is_first, self._asked_at = self._asked_at is None, due
                self._say_all([*turn_lines(self.language, view), *([example_line(self.language, view)] * is_first)])
        if session.caught_up:
            self._actions.advance(self.language)

    def _hand_ended(self, hands: tuple[tuple[int, ...], ...]) -> None:
        assert self._state is not None
        for seat, (name, cards) in enumerate(zip(names_of(self._state), hands, strict=False)):
            if cards and seat != self.session.seat:
                shown = format_cards(in_reading_order(mask_of(cards)))
                self._say(self.language("{name} still held {cards}.", name=name, cards=shown))
        if self._judged is not None:
            self._say(self.language.verdict(self._judged.verdict))
            self._judged = None
        game = self._state.board.game
        if self.session.seat is not None and max(game.totals) < game.options.points:
            self._say(self.language("Say ready for the next hand."))

    def _hear_verdict(self, judged: Judged) -> None:
        self.found_wrong |= judged.verdict.result is Result.WRONG
        if judged.again:
            return
        if judged.verdict.result is Result.WRONG or judged.verdict.why is Why.NEVER_SHOWN:
            self._say(self.language.verdict(judged.verdict))
        else:
            self._judged = judged

    def _rolled_back(self, news: HostRolledBack) -> None:
        """What is left of the log was told before; what comes behind it is new."""
        self._told, self._judged = (news.game, news.seq), None
        self._asked_at = self._clock_at = None
        self._knows_table = False
        self._actions.rolled_back()
        self._say_all(rolled_back(self.language, news))
        if self._watches:
            self.session.go_on()  # Who has no seat loses nothing by it.
        else:
            self._ask_whether_to_go_on()

    def _caught_up(self) -> None:
        self._is_in = True
        state, language = self.session.state, self.language
        was_lost, self._is_lost, self._is_unknown = self._is_lost, False, False
        knew_table, self._knows_table = self._knows_table, True
        if state is not None and not (was_lost and knew_table):
            me = my_seat(self.session)
            if me is not None and self.session.seat is not None:
                seat = self.session.seat + 1
                self._say(language("You are {name} at seat {seat}.", name=shown_name(me.name), seat=seat))
                if me.presence is Presence.COVERED:
                    self.session.send(Back())
            self._say_all(table_lines(language, state, self.session.seat))
            if self.session.view is not None and not self.session.is_my_turn:
                self._say(hand_line(language, self.session.view))  # Our turn says it by itself.
            if not self._starts:
                self._ask_to_begin()
        self._go_on()

    def _refused(self, tag: int, reason: Reason) -> None:
        session = self.session
        if tag in NAME_TAGS and reason is Reason.NAME_TAKEN and self._chooses_names():
            self._names_tried += 1
            session.rename(numbered(self._name, self._names_tried))
            return
        if tag == tag_of(Ready) and reason is Reason.STALE:
            return  # It was said in the very moment in which it was too late.
        if tag in MOVE_TAGS:
            self._actions.refused(reason)
        if tag in NAME_TAGS and (self._watches or self._input_ended):
            session.leave(for_good=True)  # Its end says why.
            return
        self._say(self.language.refusal(reason, session.view))
        if tag in NAME_TAGS and reason in (Reason.BAD_NAME, Reason.NAME_TAKEN):
            self._say(self.language("Say name and another name."))
        if session.caught_up:
            self._actions.advance(self.language)

    def _chooses_names(self) -> bool:
        """Whether nobody is there to be asked for another name."""
        return (self._watches or self._input_ended) and self._names_tried < MOST_NAMES

    def _link_changed(self, news: LinkChanged) -> None:
        language = self.language
        if news.stage is not LinkStage.OPEN:
            self._terms = USUAL_TERMS  # Who comes back is told what is not as usual.
        if news.stage is LinkStage.WAITING and self._is_in and not self._is_lost:
            self._is_lost = True
            self._say(
                language.table_closed(has_seat=self.session.seat is not None)
                if news.closed
                else language("The connection to the host is lost; I keep trying.")
                if self._watches
                else language("The connection to the host is lost; I keep trying. Your seat waits for you.")
            )
        elif (
            news.stage is LinkStage.WAITING and self._is_lost and news.attempt == PATIENT_TRIES + 1 and not news.closed
        ):
            self._say(language("If it has stopped, the host says: {line}", line="odin host --resume"))
        elif news.stage is LinkStage.WAITING and news.hint is Hint.UNKNOWN_SEAT and self._is_in:
            # The host has lost that we came: our seat waits for nobody, and a code is not said again by itself.
            if not self._is_unknown:
                self._is_unknown = True
                self._say(language.hint_refusal(news.hint))
        elif news.stage is LinkStage.WAITING and news.hint is not None and not self._is_in:
            self._say(language.hint_refusal(news.hint))
        elif news.stage is LinkStage.OPEN and self._is_lost:
            self._say(language("The host is back."))

    def _paused(self, seats: tuple[int, ...]) -> None:
        names = [] if self.session.state is None else names_of(self.session.state)
        who = [names[seat] if seat < len(names) else self.language("seat {seat}", seat=seat + 1) for seat in seats]
        if who:
            self._say(self.language("The table waits for {names}.", names=self.language.listed(who)))
        else:
            self._say(self.language("The table waits until the host's disk has room again."))

    def _clock(self, seat: int, left: float) -> None:
        state = self.session.state
        now = None if state is None else (state.board.game.id, state.board.action)
        if seat == self.session.seat and now != self._clock_at:
            self._clock_at = now
            self._say(self.language.many("You have {count} second.", "You have {count} seconds.", round(left)))

    def _say_terms(self, now: Terms) -> None:
        before, self._terms = self._terms, now
        line = terms(self.language, before, now)
        if line:
            self._say(line)

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self._say(line)


def shown_code(words: str) -> str:
    """A code is letters and hyphens; anything else does not reach the screen."""
    return words if words.replace("-", "").isalpha() and words.isascii() else "?"
