"""What there is to show: the fold of a session's news. Pure: the time comes in with each piece of news.

`fold` only remembers. What somebody has picked, typed or opened stands in `Ui` in `clients/terminal/state.py`.
"""

from typing import NamedTuple, Protocol, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from clients.follower import NAME_TAGS, is_settled, view_from
from clients.news import (
    CaughtUp,
    DiskIsSlow,
    Ended,
    HandOpened,
    HostRolledBack,
    Judged,
    LinkChanged,
    LinkStage,
    Logged,
    Moved,
    News,
    ReplayEnded,
    ReplayShown,
    SeatTaken,
)
from odin_net.game.awards import Award, GameStory, HandStory, awards_of, chosen
from odin_net.game.cards import Card, Mask, in_reading_order, mask_of
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
    Kind,
    LobbyOpened,
    Occupant,
    OptionsChanged,
    Passed,
    Presence,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.options import MAX_PLAYERS
from odin_net.game.rules import legal_moves
from odin_net.game.sets import value_of
from odin_net.game.state import NOBODY, Board, Game, Phase, PlayerView, State
from protocol.audit import Result, Verdict, Why
from protocol.log import Log
from protocol.messages import (
    USUAL_TERMS,
    Audience,
    Clock,
    CodeNews,
    Kicked,
    Nudge,
    Paused,
    Reacted,
    Reaction,
    Reason,
    Refused,
    SeenMore,
    TableCode,
    Terms,
    Watching,
)

MOST_TOLD = 400
MOST_CHAT = 200
NOBODY_YET = (None,) * MAX_PLAYERS
NO_LINK = LinkChanged(LinkStage.IDLE)
CUT_OFF = (LinkStage.WAITING, LinkStage.CONNECTING, LinkStage.HANDSHAKE)
NO_AUDIENCE = Audience(())


class SeatAct(NamedTuple):
    """What a seat did last; no cards: it passed."""

    seat: int
    cards: tuple[Card, ...] = ()
    taken: Card | None = None
    by: Actor = Actor.PERSON


class Told(NamedTuple):
    """An event, with what was known before and after it: enough to say it in any language."""

    event: Event
    before: State | None
    after: State | None
    seat: int | None = None
    """Where we sat then."""
    history: bool = False
    """Whether it happened before we came. Where we sat then is found out by `_placed` once all history is in."""


class CodeTold(NamedTuple):
    """The table has another code, or somebody guesses it. Not in the log; told to the owner only."""

    news: CodeNews


class BeganToWait(NamedTuple):
    """Somebody watches until a seat is free. Not in the log; told to the owner only."""

    name: str


class KickChanged(NamedTuple):
    """Somebody was kicked, or forgiven. Not in the log; told to the owner only."""

    name: str
    kicked: bool
    is_open: bool
    """Whether the table has no code."""


class SawMore(NamedTuple):
    """Somebody had seen more of the game than our table kept. Not in the log; told to the owner only."""

    name: str


class NeverShown(NamedTuple):
    """A hand has no end that we know: the host went on with another game."""

    verdict: Verdict


class TermsChanged(NamedTuple):
    """The host has set the turn clock, or that this hand is the last one. Not in the log."""

    before: Terms
    now: Terms


class ReactionCalled(NamedTuple):
    """Somebody has called something to the table. Not in the log."""

    seat: int | None
    """None: they look on."""
    name: str
    code: Reaction


class ReplayTold(NamedTuple):
    """The owner begins to show the game before again, or has ended that. Not in the log."""

    is_shown: bool


AnyTold: TypeAlias = (
    Told | CodeTold | BeganToWait | KickChanged | SawMore | NeverShown | TermsChanged | DiskIsSlow | Moved
    | ReactionCalled | ReplayTold
)  # fmt: skip


class HandResult(NamedTuple):
    """A hand that is over."""

    number: int
    state: State
    verdict: Verdict | None
    digest: bytes
    """Of all that was logged before its end."""
    seat: int | None = None
    """Where we sat then: in the next lobby it may be elsewhere."""
    at: float | None = None
    """When it ended; None: we were not there."""


class GameResult(NamedTuple):
    """A game that is over; nobody has won if the table was stopped."""

    state: State
    seat: int | None = None
    """Where we sat then."""
    awards: tuple[Award, ...] = ()
    """Those that are shown."""

    @property
    def stopped(self) -> bool:
        return not self.state.board.game.winners


class SessionLike(Protocol):
    """What of a session is looked at here; `clients.session.Session` is one."""

    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def owner(self) -> bool: ...
    @property
    def state(self) -> State | None: ...
    @property
    def log(self) -> Log | None: ...


class SessionFacts(NamedTuple):
    """What the session knows at the moment of some news."""

    state: State | None
    seat: int | None
    owner: bool
    now: float
    name: str = ""
    """What we are called."""
    digest: bytes = b""
    """Of the log before the event that is told."""


def facts_of(session: SessionLike, news: News, now: float) -> SessionFacts:
    """What this session knows, for `fold`."""
    digest = b""
    if isinstance(news, Logged) and isinstance(news.event, HandEnded) and session.log is not None:
        digest = session.log.digest_at(news.seq)
    return SessionFacts(session.state, session.seat, session.owner, now, session.name, digest)


class Seen(Struct, frozen=True):
    """All that came in so far and still matters."""

    state: State | None = None
    seat: int | None = None
    owner: bool = False
    games_left: int = 0
    """How many games the table still plays, this one included; 0: as many as people like."""
    acts: tuple[SeatAct | None, ...] = NOBODY_YET
    """What each seat did since the middle was last beaten."""
    calls: tuple[tuple[Reaction, float] | None, ...] = NOBODY_YET
    """What each seat called to the table last, and when."""
    new: Card | None = None
    """The card that we took last."""
    told: tuple[AnyTold, ...] = ()
    latest: tuple[AnyTold, ...] = ()
    """What the last piece of news added to `told`; empty if it was told before, as when a log is sent again."""
    known: tuple[bytes, int] = (b"", 0)
    """The game, and how many of its events were told."""
    chat: tuple[ChatSaid, ...] = ()
    chat_count: int = 0
    """How many lines were ever said: tells what was not read yet."""
    verdict: Verdict | None = None
    """Of the hand whose end is told next."""
    alarm: Verdict | None = None
    rollback: HostRolledBack | None = None
    """What the host has lost, until the log goes on."""
    seen_more: tuple[str, ...] = ()
    """Who had seen more than our table kept."""
    hands: tuple[HandStory, ...] = ()
    """The hands of this game that are over."""
    result: HandResult | None = None
    digest: bytes | None = None
    """Of all that was logged before the end of the last hand: what people compare, also in the next one."""
    over: GameResult | None = None
    replay: ReplayShown | None = None
    """What the owner shows of the game before, if they do."""
    code: str | None = None
    is_guessed_at: bool = False
    """Whether wrong codes were tried since we asked for this one: a new one lets those in who only mistyped."""
    paused: tuple[int, ...] | None = None
    audience: Audience = NO_AUDIENCE
    """Who looks on, where the table is ours."""
    kicked: tuple[str, ...] = ()
    """Who was kicked from it."""
    knows_kicked: bool = False
    """Whether the host has told so: what it tells first was so before we came."""
    terms: Terms = USUAL_TERMS
    """On which the table plays; those that no host has told are the usual ones."""
    known_terms: Terms | None = None
    """Those that were told last, also before the link was lost: who comes back is told them once more."""
    clock: tuple[int, float] | None = None
    """Whose turn runs out, and when."""
    turn_began: float = 0.0
    link: LinkChanged = NO_LINK
    place: str = ""
    """Where the table is, if it has moved."""
    caught_up: bool = False
    was_in: bool = False
    ended: Ended | None = None
    watching: int | None = None
    """How many wait before us for a seat, if we have none."""
    name_refused: Reason | None = None
    """Why we are not in yet: another name is wanted."""
    nudged: bool = False

    __repr__ = object.__repr__  # It holds the code.

    # --- what follows from it ---

    @property
    def board(self) -> Board | None:
        return None if self.state is None else self.state.board

    @property
    def game(self) -> Game | None:
        return None if self.state is None else self.state.board.game

    @property
    def phase(self) -> Phase | None:
        return None if self.state is None else self.state.board.phase

    @property
    def view(self) -> PlayerView | None:
        """What our seat sees, once its hand is known."""
        return view_from(self.state, self.seat)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who waits for a seat, where the table is ours."""
        return self.audience.waiting

    @property
    def cover_at(self) -> float:
        """When the others may let a bot cover for who lets them wait."""
        return self.turn_began + self.terms.cover_after / 1000

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for us. It does not when a hand's or a round's end is about to be told."""
        board = self.board
        return board is not None and board.turn == self.seat and board.phase is Phase.PLAYING and is_settled(board)

    @property
    def me(self) -> Occupant | None:
        game = self.game
        return None if game is None or self.seat is None or self.seat >= len(game.seats) else game.seats[self.seat]

    @property
    def i_am_ready(self) -> bool:
        """Whether the table has heard that we are ready."""
        return self.me is not None and self.me.ready

    @property
    def seats_from_me(self) -> tuple[int, ...]:
        """All seats in turn order, ours first."""
        count = 0 if self.game is None else len(self.game.seats)
        first = self.seat if self.seat is not None and self.seat < count else 0
        return tuple((first + step) % count for step in range(count))

    @property
    def next_seat(self) -> int:
        """Who comes after the one whose turn it is."""
        board = self.board
        return NOBODY if board is None or board.turn == NOBODY else (board.turn + 1) % len(board.game.seats)

    @property
    def passes_left(self) -> int:
        """How many more passes end the round; 0 when none can."""
        board = self.board
        return 0 if board is None or not board.middle else len(board.game.seats) - 1 - board.passes

    @property
    def is_cut_off(self) -> bool:
        """Whether the host, at whose table we were, does not answer now: what the others do is not known."""
        return self.was_in and self.ended is None and self.link.stage in CUT_OFF

    @property
    def others_here(self) -> int:
        """How many other people sit at the table now."""
        seats = () if self.game is None else self.game.seats
        return sum(
            occupant.kind is Kind.PERSON and occupant.presence is Presence.HERE and seat != self.seat
            for seat, occupant in enumerate(seats)
        )

    @property
    def is_in(self) -> bool:
        """Whether the host has let us in, to a seat or to watch."""
        return self.was_in or self.seat is not None or self.watching is not None

    @property
    def awaited(self) -> tuple[int, ...]:
        """The others who are here and have not said that they are ready for the next hand: it waits for them."""
        seats = () if self.game is None else self.game.seats
        return tuple(
            seat
            for seat, (_, kind, _, presence, ready) in enumerate(seats)
            if kind is Kind.PERSON and presence is Presence.HERE and not ready and seat != self.seat
        )

    @property
    def for_rematch(self) -> tuple[int, ...]:
        """The other people who are ready for the next game, once it is being prepared."""
        seats = () if self.game is None or self.phase is not Phase.LOBBY else self.game.seats
        return tuple(
            seat
            for seat, (_, kind, _, presence, ready) in enumerate(seats)
            if kind is Kind.PERSON and presence is Presence.HERE and ready and seat != self.seat
        )


def seats_to_give(board: Board | None, mine: int | None) -> tuple[int, ...]:
    """The seats of others that a bot covers in a game: their host may give them to somebody who waits for one."""
    if board is None or board.phase not in (Phase.PLAYING, Phase.DEALING):
        return ()
    return tuple(
        seat
        for seat, occupant in enumerate(board.game.seats)
        if occupant.kind is Kind.PERSON and occupant.presence is Presence.COVERED and seat != mine
    )


def middle_of(board: Board) -> tuple[Card, ...]:
    """The cards in the middle as they lie there: as their value is read."""
    return in_reading_order(mask_of(board.middle))


def legal_plays(view: PlayerView) -> list[Mask]:
    """Every set that may be played now, lowest first."""
    return sorted({cards for cards, _ in legal_moves(view) if cards}, key=lambda cards: (value_of(cards), cards))


def new_in(seen: Seen, hand: Mask) -> Card | None:
    """The card that was just taken, if it is still in the hand."""
    return seen.new if seen.new is not None and hand >> seen.new & 1 else None


def fold(seen: Seen, news: News, facts: SessionFacts) -> Seen:
    """What there is to show after this."""
    before = seen.state
    seen = replace(seen, state=facts.state, seat=facts.seat, owner=facts.owner, latest=())
    match news:
        case Logged(seq, event, history):
            return _logged(seen, Told(event, before, seen.state, _seat_at(seen, event, facts), history), facts, seq)
        case CaughtUp():
            return replace(seen, caught_up=True, was_in=True, rollback=None, name_refused=None, told=_placed(seen))
        case SeatTaken():
            return replace(seen, watching=None, name_refused=None, told=_placed(seen))
        case Watching(before=waiting):
            return replace(seen, watching=waiting, name_refused=None)
        case Refused(tag, _, reason):
            wants_name = tag in NAME_TAGS and facts.seat is None and seen.watching is None
            return replace(seen, name_refused=reason if wants_name else seen.name_refused)
        case Judged(Verdict(why=Why.NEVER_SHOWN) as verdict, again=again):
            seen = _tell(seen, NeverShown(verdict))
            return replace(seen, latest=()) if again else seen
        case Judged(verdict):
            alarm = verdict if verdict.result is Result.WRONG else seen.alarm
            return replace(seen, verdict=verdict, alarm=alarm)
        case HostRolledBack(game, seq):
            # What is left of the log is told once more, and makes all of this anew. It was counted already.
            return replace(
                seen, rollback=news, told=(), chat=(), known=(game, seq), result=None, digest=None, over=None,
                verdict=None, acts=NOBODY_YET, new=None, clock=None, nudged=False,
            )  # fmt: skip
        case SeenMore(names):
            more = [SawMore(name) for name in names if name not in seen.seen_more]
            return _tell(replace(seen, seen_more=names), *more)
        case HandOpened():
            return seen
        case Nudge():
            return replace(seen, nudged=True)
        case Clock(seat, left):
            return replace(seen, clock=(seat, facts.now + left / 1000))
        case TableCode(words, why):
            is_guessed_at = why is not CodeNews.SHOWN
            told = [CodeTold(why)] if is_guessed_at or seen.code not in (None, words) else []
            return _tell(replace(seen, code=words, is_guessed_at=is_guessed_at), *told)
        case Paused(seats):
            return replace(seen, paused=seats)
        case Audience():
            new = [BeganToWait(name) for name in news.waiting if name not in seen.waiting]
            return _tell(replace(seen, audience=news), *new)
        case Kicked(names):
            return _kicked(seen, names)
        case Terms():
            known = _known_terms(seen, news)
            is_news = (news.people, news.stop_after) != (known.people, known.stop_after)
            changed = [TermsChanged(known, news)] if is_news else []
            return _tell(replace(seen, terms=news, known_terms=news), *changed)
        case Reacted(seat, name, code):
            return _tell(_called(seen, seat, code, facts.now), ReactionCalled(seat, name, code))
        case ReplayShown():
            told_now = [] if seen.replay is not None else [ReplayTold(True)]
            return _tell(replace(seen, replay=news), *told_now)
        case ReplayEnded():
            told_now = [] if seen.replay is None else [ReplayTold(False)]
            return _tell(replace(seen, replay=None), *told_now)
        case LinkChanged():
            caught_up = seen.caught_up and news.stage is LinkStage.OPEN
            terms = seen.terms if news.stage is LinkStage.OPEN else USUAL_TERMS
            return replace(
                seen, link=news, caught_up=caught_up, paused=None, clock=None, audience=NO_AUDIENCE, terms=terms,
                replay=None,
            )  # fmt: skip
        case DiskIsSlow():
            return _tell(seen, news)
        case Moved(address):
            return _tell(replace(seen, place=address), news)
        case Ended():
            return replace(seen, ended=news, caught_up=False)


def _called(seen: Seen, seat: int | None, code: Reaction, now: float) -> Seen:
    """Who watches has no seat at which it could be shown."""
    if seat is None or seat >= MAX_PLAYERS:
        return seen
    return replace(seen, calls=(*seen.calls[:seat], (code, now), *seen.calls[seat + 1 :]))


def _tell(seen: Seen, *told: AnyTold) -> Seen:
    return replace(seen, told=(*seen.told, *told)[-MOST_TOLD:], latest=told)


def _kicked(seen: Seen, names: tuple[str, ...]) -> Seen:
    new = [name for name in names if name not in seen.kicked]
    gone = [name for name in seen.kicked if name not in names]
    changes = [KickChanged(name, name in new, not seen.code) for name in (*new, *gone)] if seen.knows_kicked else []
    return _tell(replace(seen, kicked=names, knows_kicked=True), *changes)


def _seat_at(seen: Seen, event: Event, facts: SessionFacts) -> int | None:
    """Our seat after this event. Who waits for one reads *seat changed* before *seated*: then the name tells."""
    if seen.watching is None or not isinstance(event, SeatChanged) or event.occupant is None:
        return seen.seat
    return event.seat if event.occupant.name == facts.name else seen.seat


def _logged(seen: Seen, told: Told, facts: SessionFacts, seq: int) -> Seen:
    seen = replace(seen, paused=None, told=_with(seen.told, told)[-MOST_TOLD:])
    game = b"" if seen.game is None else seen.game.id
    is_new = game != seen.known[0] or seq >= seen.known[1]
    seen = _remembered(seen, told, facts, is_new=is_new)
    return replace(seen, latest=(told,), known=(game, seq + 1)) if is_new else seen


def _remembered(seen: Seen, told: Told, facts: SessionFacts, *, is_new: bool) -> Seen:
    match event := told.event:
        case LobbyOpened():
            # A log that is sent once more from its start says all again. The lobby of the next game takes nothing away:
            # the ends of the last one and its log may not be read yet.
            is_again = told.before is not None and told.before.board.game.id == event.game
            fresh = Seen() if is_again else seen
            opened = told._replace(before=None)
            # An alarm holds for its game. One about event 0 is of the game that begins here: its verdict comes first.
            is_of_this = seen.rollback is not None or (seen.alarm is not None and seen.alarm.seq == 0)
            return replace(
                seen, acts=NOBODY_YET, new=None, games_left=event.left, clock=None, nudged=False,
                alarm=seen.alarm if is_of_this else None,
                told=(opened,) if is_again else (*seen.told[:-1], opened), chat=fresh.chat, verdict=None,
                result=fresh.result, over=fresh.over, terms=replace(seen.terms, stop_after=False),
                known_terms=seen.known_terms and replace(seen.known_terms, stop_after=False),
            )  # fmt: skip
        case GameStarted():
            return replace(seen, result=None, over=None, replay=None, told=_of_this_game(seen.told))
        case ChatSaid():
            return replace(seen, chat=(*seen.chat, event)[-MOST_CHAT:], chat_count=seen.chat_count + is_new)
        case HandDealt():
            return _turn(replace(seen, acts=NOBODY_YET, new=None, result=None, verdict=None), facts)
        case DealAborted():
            # In the middle of a hand: what was done in it does not count.
            return replace(seen, acts=NOBODY_YET, new=None, clock=None)
        case CardsPlayed(seat, cards, taken, by):
            act = SeatAct(seat, cards, taken, by)
            new = taken if seat == seen.seat else seen.new
            return _turn(replace(seen, acts=_only(act), new=new), facts)
        case Passed(seat, by):
            acts = (*seen.acts[:seat], SeatAct(seat, by=by), *seen.acts[seat + 1 :])
            return _turn(replace(seen, acts=acts), facts)
        case RoundEnded():
            return _turn(replace(seen, acts=NOBODY_YET), facts)
        case HandEnded():
            return _hand_ended(seen, facts, at=None if told.history or not is_new else facts.now)
        case GameEnded() | TableStopped():
            return seen if seen.state is None else replace(seen, over=_game_result(seen, seen.state), clock=None)
        case SeatChanged():
            return replace(seen, nudged=False)
        case OptionsChanged() | DealOpened() | DealCommitted() | DealContributed() | HandKnown():
            return seen  # What they change stands in the state.
        case _:
            assert_never(event)


def _with(told: tuple[AnyTold, ...], now: Told) -> tuple[AnyTold, ...]:
    """What was told and this. A host who steps through options ends somewhere: only where from and where to is news."""
    last = told[-1] if told else None
    if isinstance(now.event, OptionsChanged) and isinstance(last, Told) and isinstance(last.event, OptionsChanged):
        return (*told[:-1], now._replace(before=last.before))
    return (*told, now)


def _known_terms(seen: Seen, now: Terms) -> Terms:
    """The terms to compare with. Who comes into a game in progress has none to compare with: the turn clock that holds
    there is no news to them."""
    if seen.known_terms is not None:
        return seen.known_terms
    return USUAL_TERMS if seen.phase is Phase.LOBBY else replace(USUAL_TERMS, people=now.people)


def _of_this_game(told: tuple[AnyTold, ...]) -> tuple[AnyTold, ...]:
    """What was told since the lobby of this game was opened."""
    opened = [place for place, one in enumerate(told) if isinstance(one, Told) and isinstance(one.event, LobbyOpened)]
    return told[opened[-1] :] if opened else told


def _placed(seen: Seen) -> tuple[AnyTold, ...]:
    """`told` with our seat filled in for the events that came before we knew it; found by name, since seats move."""
    seats = () if seen.game is None else seen.game.seats
    if seen.seat is None or seen.seat >= len(seats):
        return seen.told
    name = seats[seen.seat].name
    return tuple(
        told._replace(seat=_seat_of(name, told), history=False)
        if isinstance(told, Told) and (told.history or told.seat is None)
        else told
        for told in seen.told
    )


def _seat_of(name: str, told: Told) -> int | None:
    """Where somebody of this name sat then."""
    # Who has lost the seat with this event did not sit there any more: whoever took it over did.
    state = told.after or told.before
    seats = () if state is None else state.board.game.seats
    return next((seat for seat, one in enumerate(seats) if one.kind is Kind.PERSON and one.name == name), None)


def _only(act: SeatAct) -> tuple[SeatAct | None, ...]:
    return tuple(act if seat == act.seat else None for seat in range(MAX_PLAYERS))


def _turn(seen: Seen, facts: SessionFacts) -> Seen:
    return replace(seen, turn_began=facts.now, clock=None, nudged=False)


def _hand_ended(seen: Seen, facts: SessionFacts, at: float | None) -> Seen:
    # From the first event that is wrong a replica's fold stands still: of such an end there is only the alarm to show.
    if seen.state is None or seen.phase is Phase.PLAYING or not seen.state.board.game.scores:
        return seen
    board = seen.state.board
    result = HandResult(board.game.hand, seen.state, seen.verdict, facts.digest, seen.seat, at)
    # What was told of it before, or of another game, is told anew from here on.
    hands = (*seen.hands[: board.game.hand - 1], HandStory(board.story, board.game.scores[-1]))
    return replace(seen, hands=hands, result=result, digest=facts.digest, clock=None, nudged=False, verdict=None)


def _game_result(seen: Seen, state: State) -> GameResult:
    game = state.board.game
    awards = awards_of(GameStory(seen.hands, game.winners, game.options.points))
    return GameResult(state, seen.seat, tuple(chosen(awards)))
