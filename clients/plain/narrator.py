"""The table told in lines to one person, and what that person types. Pure: lines in, news in, lines out.

Whatever others typed has been cleaned before it gets here, and is cleaned again by what says it.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from clients.follower import MOVE_TAGS, NAME_TAGS, tag_of
from clients.invitation import Invitation
from clients.language import Language
from clients.language.awards import after_game
from clients.language.remote import name_taken, not_checked
from clients.language.seats import terms
from clients.language.told import paused, sentence, watching
from clients.language.verdicts import rolled_back
from clients.model import Seen, facts_of, fold
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
    News,
    ReplayEnded,
    ReplayShown,
    SeatTaken,
)
from clients.plain.actions import MOVES, Actions, Seat
from clients.plain.answers import Answers
from clients.plain.command_words import Word, words_of
from clients.plain.lesson import PlainLesson
from clients.plain.lines import example_line, hand_line, table_lines, turn_lines
from clients.plain.parser import Order, Problem, Unclear, parse
from clients.reconnect import PATIENT_TRIES
from clients.robot import MOST_NAMES, numbered
from clients.sentences import names_of, shown_name
from odin_net.game.cards import format_cards, in_reading_order, mask_of
from odin_net.game.events import Event, GameEnded, HandDealt, HandEnded, Presence, TableStopped
from odin_net.game.state import Phase
from protocol.audit import Result, Verdict
from protocol.errors import Hint
from protocol.messages import (
    USUAL_TERMS,
    Back,
    Clock,
    Nudge,
    Paused,
    Ready,
    Reason,
    Refused,
    TableCode,
    Terms,
    Watching,
)

# So many commands may wait; a longer file is read on as they are carried out.
MOST_WAITING = 100
# Plain mode shows no countdowns, so the time given to `fold` does not matter.
NO_CLOCK = 0.0

# What is meant as it is even where a name is asked for.
NO_NAMES = (Word.NAME, Word.LEAVE, Word.QUIT, Word.HELP, Word.LANG)


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
        own_words: str = "",
        invitation: Invitation | None = None,
    ) -> None:
        """Make one that tells no table yet.

        `starts`: the command that runs us says for us that we are ready for the first game. `by_hand`: the lines come
        from a person, not from a file, who can correct one that was not meant so. `own_words`: they are of a guest
        for whom the host runs this, who comes back with them. `invitation`: how others come, if the table is ours.
        """
        self.language = language
        self.found_wrong = False
        self.when_room: Callable[[], None] | None = None
        """Called once when more lines are wanted again."""
        self._write, self._watches, self._starts, self._by_hand = say, watches, starts, by_hand
        self._own_words, self._invitation = own_words, invitation
        self.seen = Seen()
        self._session: Seat | None = None
        self._lesson: PlainLesson | None = None
        self._names_tried = 1
        self._asks_name = False
        """Whether the host waits for a name that will do."""
        self.when_linked: Callable[[], None] = lambda: None
        """Called when the host has answered, or does not: from then on what is typed is for this table."""
        self._input_ended = self._wants_to_go = self._is_warned = False
        # What was said already, not to say it twice.
        self._asked_at: tuple[bytes, int] | None = None
        self._said_lost = self._said_unknown = False
        self._said_table = False
        """Whether we have said how the table stands: after a lost link it is not said again, after a rollback it is."""

    def attach(self, session: Seat) -> None:
        """Tell of this one."""
        self._session, self._name = session, session.name
        self._actions = Actions(session, self._say, self._act, by_hand=self._by_hand)
        self._answers = Answers(
            session,
            self._say,
            self._actions,
            by_hand=self._by_hand,
            own_words=self._own_words,
            invitation=self._invitation,
        )

    @property
    def session(self) -> Seat:
        assert self._session is not None
        return self._session

    @property
    def is_linked(self) -> bool:
        """Whether the host has told us of its table already."""
        return self.session.state is not None

    @property
    def has_room(self) -> bool:
        """Whether more lines are wanted now."""
        return len(self._actions) < MOST_WAITING

    # --- what is typed ---

    def typed(self, line: str) -> None:
        """Somebody typed this."""
        if self.session.stage is LinkStage.ENDED:
            return
        said = self._name_in(line) or parse(line, self.language.code)
        me = self.seen.me
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

    def _name_in(self, line: str) -> Order | None:
        """The line as a name, where one was asked for: whoever answers need not say that it is one."""
        said = parse(line, self.language.code)
        if (
            not self._asks_name
            or self.session.state is not None
            or not line.strip()
            or (isinstance(said, Order) and said.word in NO_NAMES)
        ):
            return None
        return Order(Word.NAME, rest=line.strip())

    def input_ended(self) -> None:
        """Nothing more will be typed. What waits is still done; then a bot takes the seat."""
        self._input_ended = True
        self._look_whether_to_go()

    def _unclear(self, unclear: Unclear) -> None:
        language = self.language
        match unclear.problem:
            case Problem.SEVERAL:
                self._say(
                    language(
                        "More than one command begins so: {words}.",
                        words=language.enumerated([*map(language.spelling, unclear.words)]),
                    )
                )
            case Problem.NO_CARD:
                self._say(language("Name the cards with letter and number, R3 G3 for example."))
            case Problem.UNKNOWN:
                self._say(
                    language(
                        "I do not know that command: type {help} for all of them.", help=words_of(language)[Word.HELP]
                    )
                )

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
            self._answers.answer(said, self.seen, self.language)
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
        words = words_of(self.language)
        self._say(
            self.language(
                "Type {ready} to go on from there, or {leave}.", ready=words[Word.READY], leave=words[Word.LEAVE]
            )
        )

    def _act(self, said: Order) -> None:
        if said.word in (Word.LEAVE, Word.QUIT):
            # With the hosting player the table closes: their seat has to wait there for when it is resumed.
            self.session.leave(for_good=said.word is Word.QUIT and not self.session.owner)
        else:
            self._answers.act(said, self.seen, self.language)

    def _leave(self, said: Order) -> None:
        """Go once the commands that wait are carried out; said a second time, go at once."""
        has_to_lose = said.word is Word.QUIT and self._has_to_lose()
        if has_to_lose and not self._is_warned:
            self._warn()
        elif len(self._actions) and not self._wants_to_go and not has_to_lose:
            self._wants_to_go = True
            self._say(self.language("Commands still wait for their turn. Type that again to go at once."))
            self._actions.add(said, self.language)
        else:
            self._act(said)

    def _warn(self) -> None:
        self._is_warned = True
        words = words_of(self.language)
        self._say(
            self.language(
                "You would give your seat up for good, and a bot would play on. Type {leave} to keep it, or "
                "{quit} again to go.",
                leave=words[Word.LEAVE],
                quit=words[Word.QUIT],
            )
        )

    def _has_to_lose(self) -> bool:
        """Whether somebody types who would give up a seat in the middle of a game; an own table is closed, and kept."""
        seen = self.seen
        if not self._by_hand or seen.owner or seen.seat is None:
            return False
        return seen.phase in (Phase.DEALING, Phase.PLAYING)

    def _learn(self, said: Order) -> None:
        assert self._lesson is not None
        if said.word in MOVES and not said.rest:
            self._say_all(self._lesson.answer(said, self.language))
        if said.word not in MOVES or self._lesson.is_over:
            self._lesson = None

    def _change_language(self, code: str) -> None:
        language = self._answers.language(code)
        if language is not None:
            self.language = language.spelled_out() if self.language.is_spelled_out else language
        self._answers.say_language(self.language)

    def _look_whether_to_go(self) -> None:
        session = self.session
        if not self._input_ended or self._watches or session.stage is LinkStage.ENDED or not self.seen.is_in:
            return
        if session.is_asked:
            self._go_for_want_of_input()  # Nobody is there to say whether to go on.
            return
        if session.caught_up and self.seen.phase is Phase.OVER:
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
            else self.language("The input has ended.")
            if self.session.seat is None
            else self.language("The input has ended: a bot takes your seat until you come back.")
        )
        self.session.leave(for_good=False)

    # --- what happens ---

    def heard(self, news: News) -> None:
        """Say what has happened."""
        before, self.seen = self.seen, fold(self.seen, news, facts_of(self.session, news, NO_CLOCK))
        # Whoever comes late gets a summary.
        is_told = not (isinstance(news, Logged) and news.history and not self._said_lost)
        if is_told:
            self._say_all(filter(None, (sentence(self.language, told) for told in self.seen.latest)))
        match news:
            case Logged(_, event, history):
                if is_told and self.seen.latest:
                    self._after(event, history=history)
            case CaughtUp():
                self._caught_up()
            case SeatTaken():
                if self.session.caught_up:
                    self._seated_late(before)
            case Judged(verdict, _, again):
                self._hear_verdict(verdict, again=again)
            case HostRolledBack():
                self._rolled_back(news)
            case Refused(tag, _, reason):
                self._refused(tag, reason)
            case LinkChanged():
                self._link_changed(news)
            case Ended(how, _, _, reason):
                # Who never got in has not left: nothing is said then.
                if how is How.DONE or (how is How.LEFT and reason is None and self.seen.is_in):
                    self._say(self.language.ended(news, ""))  # How else it can end is said by who started us.
            case _:
                self._around(news, before)
        if self.when_room is not None and self.has_room:
            when_room, self.when_room = self.when_room, None
            when_room()
        self._look_whether_to_go()

    def _around(self, news: News, before: Seen) -> None:
        """What stands on a screen all the time, and has to be said in lines when it comes."""
        language, seen = self.language, self.seen
        match news:
            case HandOpened() if self.session.caught_up and seen.view is not None:
                self._say(hand_line(language, seen.view))
                self._go_on()
            case Watching():
                self._say_watching(before)
            case ReplayShown() | ReplayEnded():
                self._answers.replay.tell(seen, language)
            case Nudge():
                self._say(language("The table waits for you."))
            case TableCode(words, _):
                self._say(language("The code: {code}", code=shown_code(words)))
            case Paused():
                self._say(paused(language, seen))
            case Clock(seat, left) if seat == seen.seat and before.clock is None:
                self._say(language.many("You have {count} second.", "You have {count} seconds.", round(left / 1000)))
            case Terms() if before.known_terms is None and seen.phase is not Phase.LOBBY:
                # Who comes into a game: the model calls a clock no news that was set before.
                clock = replace(USUAL_TERMS, people=news.people)
                self._say_all(filter(None, [terms(language, USUAL_TERMS, clock)]))

    def _say_watching(self, before: Seen) -> None:
        if not self._watches:
            # What to hope for depends on whether a game is on: before all is read that is not known.
            if self.session.caught_up:
                self._say(watching(self.language, self.seen))
            return
        self._say(self.language("You watch."))
        if not before.is_in:
            self._say(self.language("Ctrl-C: leave."))

    def _seated_late(self, before: Seen) -> None:
        """Somebody who waited has a seat, or another one than before."""
        if before.watching is not None:
            self._ask_to_begin()
        self._go_on()

    def _ask_to_begin(self) -> None:
        seen = self.seen
        if seen.me is not None and not seen.me.ready and seen.phase is Phase.LOBBY:
            words = words_of(self.language)
            if seen.over is not None:
                said = self.language(
                    "Type {ready} for another game, or {leave}.", ready=words[Word.READY], leave=words[Word.LEAVE]
                )
            else:
                said = self.language(
                    "Type {ready} when you want to begin, or {help} for all commands.",
                    ready=words[Word.READY],
                    help=words[Word.HELP],
                )
            self._say(said)

    def _after(self, event: Event, *, history: bool) -> None:
        """What one more event asks to be said or done."""
        view = self.seen.view
        match event:
            case HandDealt(opener=opener):
                self._actions.game_begins()
                if view is not None and opener != self.seen.seat:
                    self._say(hand_line(self.language, view))
            case HandEnded(hands):
                self._hand_ended(hands)
                if self._actions.hand_over():
                    self._say(self.language("The commands that still waited are forgotten."))
            case GameEnded() | TableStopped():
                self._starts = False
                if self.seen.over is not None:
                    self._say_all(after_game(self.language, self.seen.over))
                if self._actions.game_over():
                    self._say(self.language("The commands that still waited are forgotten."))
        if not history:
            self._go_on()

    def _go_on(self) -> None:
        """Ask for a move if it is our turn; do what waits."""
        view = self.session.view
        if view is not None and self.session.is_my_turn:
            due = view.board.game.id, view.board.action
            if due != self._asked_at:
                is_first, self._asked_at = self._asked_at is None, due
                self._say_all([*turn_lines(self.language, view), *([example_line(self.language, view)] * is_first)])
        if self.session.caught_up:
            self._actions.advance(self.language)

    def _hand_ended(self, hands: tuple[tuple[int, ...], ...]) -> None:
        seen, result = self.seen, self.seen.result
        if result is None:
            return  # Something is wrong with it, and that was said at once.
        for seat, (name, cards) in enumerate(zip(names_of(result.state), hands, strict=False)):
            if cards and seat != seen.seat:
                shown = format_cards(in_reading_order(mask_of(cards)))
                self._say(self.language("{name} still held {cards}.", name=name, cards=shown))
        if self._own_words:
            self._say(not_checked(self.language))
        elif result.verdict is not None and result.verdict.result is not Result.WRONG:  # That was said at once.
            self._say(self.language.verdict(result.verdict))
        game = result.state.board.game
        if seen.seat is not None and max(game.totals) < game.options.points:
            self._say(self.language("Type {ready} for the next hand.", ready=words_of(self.language)[Word.READY]))

    def _hear_verdict(self, verdict: Verdict, *, again: bool) -> None:
        if verdict.result is Result.WRONG:
            self.found_wrong = True
            if not again:
                self._say(self.language.verdict(verdict))

    def _rolled_back(self, news: HostRolledBack) -> None:
        """The host lost the end of the log: forget what we asked and said of it, and ask whether to go on."""
        self._asked_at = None
        self._said_table = False
        self._actions.rolled_back()
        self._say_all(rolled_back(self.language, news))
        if self._watches:
            self.session.go_on()  # Who has no seat loses nothing by it.
        else:
            self._ask_whether_to_go_on()

    def _caught_up(self) -> None:
        comes_in, knows_table = not self._said_table, self._said_lost and self._said_table
        self._said_lost, self._said_unknown, self._said_table = False, False, True
        if self.seen.state is not None and not knows_table:
            self._say_how_it_stands(comes_in=comes_in)
        self._go_on()

    def _say_how_it_stands(self, *, comes_in: bool) -> None:
        seen, language = self.seen, self.language
        assert seen.state is not None
        if seen.me is not None and seen.seat is not None:
            self._say(language("You are {name} at seat {seat}.", name=shown_name(seen.me.name), seat=seen.seat + 1))
            if seen.me.presence is Presence.COVERED:
                self.session.send(Back())
        elif seen.watching is not None and not self._watches and comes_in:
            # Before a next game seats are given in a moment: all may not be taken.
            self._say(watching(language, seen))
        self._say_all(table_lines(language, seen.state, seen.seat))
        if seen.view is not None and not self.session.is_my_turn:
            self._say(hand_line(language, seen.view))  # Our turn says it by itself.
        if not self._starts:
            self._ask_to_begin()

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
        if tag in NAME_TAGS and reason is Reason.NAME_TAKEN and self._own_words and not self.seen.is_in:
            self._say(name_taken(self.language))
        if tag in NAME_TAGS and reason in (Reason.BAD_NAME, Reason.NAME_TAKEN):
            self._asks_name = session.state is None
            word = words_of(self.language)[Word.NAME]
            bare = self.language("Type another name.")
            self._say(bare if self._asks_name else self.language("Type {word} and another name.", word=word))
        if session.caught_up:
            self._actions.advance(self.language)

    def _chooses_names(self) -> bool:
        """Whether nobody is there to be asked for another name."""
        return (self._watches or self._input_ended) and self._names_tried < MOST_NAMES

    def _link_changed(self, news: LinkChanged) -> None:
        language = self.language
        if news.stage in (LinkStage.OPEN, LinkStage.WAITING):
            self.when_linked()
        if news.stage is LinkStage.OPEN and self._said_lost:
            self._say(language("The host is back."))
        if news.stage is not LinkStage.WAITING:
            return
        if not self.seen.is_in:
            if news.hint is not None:
                self._say(language.hint_refusal(news.hint))
        elif not self._said_lost:
            self._said_lost = True
            if not (self._own_words and news.closed):  # The door says it, and that is the end of their connection.
                self._say(self._lost(news))
        elif news.attempt == PATIENT_TRIES + 1 and not news.closed:
            self._say(language("If it has stopped, the host types: {line}", line="odin host --resume"))
        elif news.hint is Hint.UNKNOWN_SEAT and not self._said_unknown:
            # The host has lost that we came: our seat waits for nobody, and a code is not said again by itself.
            self._said_unknown = True
            self._say(language.hint_refusal(news.hint))

    def _lost(self, news: LinkChanged) -> str:
        """Said once: a screen, which counts the seconds until the next try, has other words for it."""
        if news.closed:
            return self.language.table_closed(has_seat=self.seen.seat is not None)
        if self._watches:
            return self.language("The connection to the host is lost; I keep trying.")
        return self.language("The connection to the host is lost; I keep trying. Your seat waits for you.")

    def _say(self, line: str) -> None:
        self._write(self.language.as_line(line))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)


def shown_code(words: str) -> str:
    """A code is letters and hyphens; anything else does not reach the screen."""
    return words if words.replace("-", "").isalpha() and words.isascii() else "?"
