"""Every message of the wire, typed, with its limits. SPEC 6 lists the same in prose.

A message is a msgpack array, its tag first. What does not fit these types is refused whole. Messages hold secrets, so
none of them ever shows a byte string: `repr` says `<secret>`.
"""

from enum import IntEnum
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import astuple

from odin_net.game.cards import COLOURS, DECK_SIZE
from odin_net.game.events import Actor, Kind, Presence
from odin_net.game.options import HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS, Options, Starter
from odin_net.game.refusals import Refusal
from odin_net.levels import LEVELS
from protocol.errors import Close, Hint

VERSION = 1

MAX_TEXT = 400
MAX_BATCH = 2048
MAX_TALLY = 64
MAX_AUDIENCE = 64
MAX_KICKED = 32
MAX_SEEN_MORE = 64

# How many bytes they have.
NONCE = TABLE_ID = GAME_ID = 16
SECRET = SEAT_KEY = SHARE = DEAL_SECRET = 32

# The letters of colours, each at most once, in the order of the rules.
_IN_ORDER = "".join(f"{letter}?" for letter in COLOURS)

U32: TypeAlias = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
CardNumber: TypeAlias = Annotated[int, Meta(ge=0, lt=DECK_SIZE)]
Cards: TypeAlias = Annotated[tuple[CardNumber, ...], Meta(max_length=HAND_SIZE)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=HAND_SIZE)]
Bytes8: TypeAlias = Annotated[bytes, Meta(min_length=8, max_length=8)]
Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Point: TypeAlias = Annotated[bytes, Meta(min_length=33, max_length=33)]
SealedHand: TypeAlias = Annotated[bytes, Meta(min_length=25, max_length=25)]
Text: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]
Words: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
Level: TypeAlias = Annotated[str, Meta(pattern=rf"\A({'|'.join(LEVELS)})\Z")]
LevelOrNone: TypeAlias = Annotated[str, Meta(pattern=rf"\A({'|'.join(LEVELS)})?\Z")]
Letters: TypeAlias = Annotated[str, Meta(pattern=rf"\A(?=.{{4}}\Z|.{{6}}\Z){_IN_ORDER}\Z")]
RawEvent: TypeAlias = Annotated[bytes, Meta(min_length=1)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=3_600_000)]


class Intent(IntEnum):
    """What a newcomer wants."""

    SEAT = 0
    WATCH = 1
    RESUME = 2


class CodeNews(IntEnum):
    """Why the owner is told the code."""

    SHOWN = 0
    """They have come in, or asked for a new one."""
    DRAWN = 1
    """The table has drawn a new one: too many wrong ones were tried."""
    SHUT_OUT = 2
    """It is the same as before; an address from which wrong ones came is shut out."""


class Reason(IntEnum):
    """Why the host did not do what it was asked. 0 to 11 are the refusals of the rules, in their order."""

    GAME_OVER = 0
    HAND_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_YOUR_CARD = 3
    SAME_CARD_TWICE = 4
    NOT_ONE_SET = 5
    OPENER_CANNOT_PASS = 6
    WRONG_NUMBER_OF_CARDS = 7
    VALUE_TOO_LOW = 8
    CHOOSE_A_CARD_TO_TAKE = 9
    NOT_IN_THE_MIDDLE = 10
    NOTHING_TO_TAKE = 11
    STALE = 32
    """The command answers an action that is not the next one."""
    BAD_NAME = 33
    NAME_TAKEN = 34
    BAD_TEXT = 35
    MUTED = 36
    TOO_FAST = 37
    NOT_THE_OWNER = 38
    NOT_NOW = 39
    FULL = 40
    SAID_ENOUGH = 41
    """Their lines of chat for this game are used up."""


class Reaction(IntEnum):
    """What somebody calls to the table: a code, which each reads in their own language."""

    SKAL = 0
    WELL_PLAYED = 1
    THANK_YOU = 2
    OH_NO = 3
    OUCH = 4
    HURRY_UP = 5


def reason_of(refusal: Refusal) -> Reason:
    """A refusal of the rules as it travels."""
    return Reason[refusal.name]


class Part(Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """Anything on the wire."""

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({fields})"


def _shown(value: Any) -> str:
    if isinstance(value, bytes):
        return "<secret>"
    if isinstance(value, tuple) and any(isinstance(part, bytes) for part in value):
        return f"<{len(value)} secrets>"
    return repr(value)


# --- Before the channel, in the clear. SPEC 4 ---


class Hello(Part, frozen=True, tag=1):
    version: U32
    intent: Intent
    table: Bytes16 | None
    ticket: Bytes8 | None
    """Which resume secret will be proved: its name, in this hello only."""
    nonce: Bytes16


class Challenge(Part, frozen=True, tag=2):
    version: U32
    table: Bytes16
    nonce: Bytes16
    point: Point


class Proof(Part, frozen=True, tag=3):
    point: Point
    confirm: Bytes32


class Accept(Part, frozen=True, tag=4):
    confirm: Bytes32


class Refuse(Part, frozen=True, tag=5):
    hint: Hint


# --- In the channel, both ways ---


class Ping(Part, frozen=True, tag=8):
    token: U32


class Pong(Part, frozen=True, tag=9):
    token: U32


class Bye(Part, frozen=True, tag=10):
    close: Close


# --- In the channel, from a client ---


class Join(Part, frozen=True, tag=16):
    name: Text
    secret: Bytes32
    """The client made it; whoever knows it has the seat. Repeating it gives the same seat."""


class Watch(Part, frozen=True, tag=17):
    name: Text
    secret: Bytes32
    """Like that of a seat: with it a spectator comes back, also when there is another code."""


class Sync(Part, frozen=True, tag=18):
    """What a returning client has of the log."""

    game: Bytes16 | None
    seq: U32
    digest: Bytes32 | None


class Play(Part, frozen=True, tag=19):
    action: U32
    cards: Cards
    take: CardNumber | None

    def __repr__(self) -> str:
        # It may be refused, and then it shows a part of a hand.
        return f"Play(action={self.action}, <secret>)"


class PassTurn(Part, frozen=True, tag=20):
    action: U32


class Commit(Part, frozen=True, tag=21):
    hand: U32
    attempt: U32
    commitment: Bytes32


class Contribute(Part, frozen=True, tag=22):
    hand: U32
    attempt: U32
    share: Bytes32


class Ready(Part, frozen=True, tag=23):
    """Ready for the hand that comes after so many; 0 is the game itself."""

    after: U32
    ready: bool


class Say(Part, frozen=True, tag=24):
    text: Text


class Rename(Part, frozen=True, tag=25):
    name: Text


class Back(Part, frozen=True, tag=26):
    """The person is at the keys again: the covering bot stops."""


class Cover(Part, frozen=True, tag=27):
    """Let a bot play for a seat that keeps everybody waiting."""

    seat: Seat


class OptionsPart(Part, frozen=True):
    """The fields of `Options`, in their order."""

    points: Annotated[int, Meta(ge=1, le=99)]
    colours: Annotated[str, Meta(pattern=rf"\A(4|6|(?=.{{4}}\Z){_IN_ORDER})\Z")]
    starter: Starter

    def to_options(self) -> Options:
        """The same as the rules know them."""
        return Options(*astuple(self))


class SetOptions(Part, frozen=True, tag=28):
    options: OptionsPart


class AddBot(Part, frozen=True, tag=29):
    level: Level


class SetLevel(Part, frozen=True, tag=30):
    seat: Seat
    level: Level


class Remove(Part, frozen=True, tag=31):
    """Drop a bot, or kick a person."""

    seat: Seat


class SwapSeats(Part, frozen=True, tag=32):
    seat: Seat
    to: Seat


class Mute(Part, frozen=True, tag=33):
    seat: Seat
    muted: bool


class Start(Part, frozen=True, tag=34):
    pass


class NewCode(Part, frozen=True, tag=35):
    pass


class StopAfterHand(Part, frozen=True, tag=36):
    stop: bool


class GiveSeat(Part, frozen=True, tag=37):
    """Give a covered seat to a spectator."""

    seat: Seat
    name: Text


class SetPace(Part, frozen=True, tag=38):
    """How long bots take, and how long a person may: 0 is for ever."""

    bots: Milliseconds
    people: Milliseconds


class GoOn(Part, frozen=True, tag=39):
    """Go on from where the host was rolled back to."""

    secret: Bytes32 | None
    """The host's secret of the hand under way there, if its end was seen: only that shows it."""


class KickGuest(Part, frozen=True, tag=40):
    """Send somebody away who watches, or waits for a seat."""

    name: Text


class MuteGuest(Part, frozen=True, tag=41):
    name: Text
    muted: bool


class Forgive(Part, frozen=True, tag=42):
    """Take back the kick of who had this name."""

    name: Text


class React(Part, frozen=True, tag=43):
    """Call this to the table."""

    code: Reaction


class ShowStep(Part, frozen=True, tag=44):
    """Show everybody the last game as it was after so many of its steps; None: no more of it."""

    step: U32 | None


# --- In the channel, from the host ---


class Seated(Part, frozen=True, tag=48):
    """You have this seat, from now on with this key. Sent anew whenever one of them changes."""

    seat: Seat
    seat_key: Bytes32
    owner: bool


class Watching(Part, frozen=True, tag=49):
    """You see the table and have no seat; so many are before you in the queue for one."""

    before: U32


class LogFollows(Part, frozen=True, tag=50):
    """The next event is number `seq` of this game's log, which has `length` of them by now."""

    game: Bytes16
    seq: U32
    length: U32


class Batch(Part, frozen=True, tag=51):
    """Many events at once, as in the log."""

    events: Annotated[tuple[RawEvent, ...], Meta(min_length=1, max_length=MAX_BATCH)]


class Fork(Part, frozen=True, tag=52):
    """Our log has not what you say you saw. Raise an alarm."""

    seq: U32


class Refused(Part, frozen=True, tag=53):
    """A message was not carried out."""

    about: Annotated[int, Meta(ge=16, le=44)]
    """The tag of that message."""
    action: U32
    reason: Reason


class HandKey(Part, frozen=True, tag=54):
    """The key of this one hand, for who takes a seat over in the middle of it."""

    hand: U32
    attempt: U32
    key: Bytes32


class Clock(Part, frozen=True, tag=55):
    seat: Seat
    left: Milliseconds


class Nudge(Part, frozen=True, tag=56):
    """The table waits for you."""


class TableCode(Part, frozen=True, tag=57):
    """The words that let people in; for the owner."""

    words: Words
    news: CodeNews

    def __repr__(self) -> str:
        return f"TableCode(<secret>, {self.news.name})"


class Paused(Part, frozen=True, tag=58):
    """Nothing moves until one of these seats is back; no seats: until the host's disk takes writes again."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=MAX_PLAYERS)]


class OnlookerPart(Part, frozen=True):
    name: Text
    waits: bool
    """For a seat."""
    muted: bool


class Audience(Part, frozen=True, tag=59):
    """Who watches or waits for a seat, in order of arrival; for the owner, who may give, mute and kick."""

    people: Annotated[tuple[OnlookerPart, ...], Meta(max_length=MAX_AUDIENCE)]

    @property
    def waiting(self) -> tuple[str, ...]:
        """Those who may be given a seat."""
        return tuple(one.name for one in self.people if one.waits)


class Terms(Part, frozen=True, tag=60):
    """What everybody should know and no log needs: how long things may take, and whether this hand is the last one."""

    bots: Milliseconds
    """How long bots take."""
    people: Milliseconds
    """How long a person's turn may take; 0: for ever."""
    cover_after: Milliseconds
    """How long into a turn the others may let a bot cover."""
    stop_after: bool
    """Whether the game ends with this hand."""
    muted: Annotated[tuple[Seat, ...], Meta(max_length=MAX_PLAYERS)]
    """Whom nobody hears; only the owner is told."""
    seats: Annotated[int, Meta(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
    """How many seats there can be."""
    codes: U32
    """How many codes the table had before that of now: who came in with one knows by it that theirs is an old one."""


# SPEC 6: what holds where the host has said nothing else.
USUAL_TERMS = Terms(1000, 0, 60_000, False, (), MAX_PLAYERS, 0)


class RolledBack(Part, frozen=True, tag=61):
    """This computer was restarted and kept less than you saw: this game, so many events of it, and their digest."""

    game: Bytes16
    seq: U32
    digest: Bytes32


class Kicked(Part, frozen=True, tag=62):
    """Who was kicked, by the names they had; for the owner, who may forgive."""

    names: Annotated[tuple[Text, ...], Meta(max_length=MAX_KICKED)]


class SeenMore(Part, frozen=True, tag=63):
    """Who had seen more of this game than the host kept; for the owner."""

    names: Annotated[tuple[Text, ...], Meta(max_length=MAX_SEEN_MORE)]


class Reacted(Part, frozen=True, tag=80):
    """Somebody calls this to the table. It matters for a moment, so that no log keeps it."""

    seat: Seat | None
    name: Text
    code: Reaction


class PastLog(Part, frozen=True, tag=81):
    """A part of the log of the game before, from event `seq` on, for who did not follow it."""

    game: Bytes16
    seq: U32
    events: Annotated[tuple[RawEvent, ...], Meta(min_length=1, max_length=MAX_BATCH)]


class StepShown(Part, frozen=True, tag=82):
    """The owner shows this game, the one before, as it was after this step; None: no more."""

    game: Bytes16
    step: U32 | None


# --- Events of the log, from the host. Their bytes are the log's ---


class OccupantPart(Part, frozen=True):
    name: Text
    kind: Kind
    level: LevelOrNone
    presence: Presence
    ready: bool


class TallyPart(Part, frozen=True):
    name: Text
    wins: U32
    games: U32


Seats: TypeAlias = Annotated[tuple[OccupantPart, ...], Meta(max_length=MAX_PLAYERS)]
PerSeat32: TypeAlias = Annotated[tuple[Bytes32 | None, ...], Meta(max_length=MAX_PLAYERS)]


class LobbyOpened(Part, frozen=True, tag=64):
    game: Bytes16
    seats: Seats
    options: OptionsPart
    tally: Annotated[tuple[TallyPart, ...], Meta(max_length=MAX_TALLY)]
    left: U32
    """How many games the table still plays, this one included; 0: as many as people like."""
    before: Bytes32 | None
    """The last digest of the game before; nil in the first game of a table."""


class SeatChanged(Part, frozen=True, tag=65):
    seat: Seat
    occupant: OccupantPart | None


class OptionsChanged(Part, frozen=True, tag=66):
    options: OptionsPart


class ChatSaid(Part, frozen=True, tag=67):
    seat: Seat | None
    name: Text
    text: Text


class GameStarted(Part, frozen=True, tag=68):
    players: Annotated[int, Meta(ge=2, le=MAX_PLAYERS)]


class DealOpened(Part, frozen=True, tag=69):
    hand: U32
    attempt: U32
    commitment: Bytes32


class DealCommitted(Part, frozen=True, tag=70):
    commitments: PerSeat32


class DealContributed(Part, frozen=True, tag=71):
    contributions: PerSeat32


class DealAborted(Part, frozen=True, tag=72):
    silent: Annotated[tuple[Seat, ...], Meta(max_length=MAX_PLAYERS)]
    secret: Bytes32


class HandDealt(Part, frozen=True, tag=73):
    hand: U32
    opener: Seat
    colours: Letters
    attempt: U32
    sealed: Annotated[tuple[SealedHand, ...], Meta(max_length=MAX_PLAYERS)]


class CardsPlayed(Part, frozen=True, tag=74):
    seat: Seat
    cards: Cards
    taken: CardNumber | None
    by: Actor


class Passed(Part, frozen=True, tag=75):
    seat: Seat
    by: Actor


class RoundEnded(Part, frozen=True, tag=76):
    opener: Seat


class HandEnded(Part, frozen=True, tag=77):
    hands: Annotated[tuple[Cards, ...], Meta(max_length=MAX_PLAYERS)]
    points: Annotated[tuple[Points, ...], Meta(max_length=MAX_PLAYERS)]
    secret: Bytes32
    hand_keys: Annotated[tuple[Bytes32, ...], Meta(max_length=MAX_PLAYERS)]
    digest: Bytes32


class GameEnded(Part, frozen=True, tag=78):
    winners: Annotated[tuple[Seat, ...], Meta(max_length=MAX_PLAYERS)]


class TableStopped(Part, frozen=True, tag=79):
    pass


Opening: TypeAlias = Hello | Challenge | Proof | Accept | Refuse

# Only the owner may say these,
FromOwner: TypeAlias = (
    SetOptions | AddBot | SetLevel | Remove | SwapSeats | Mute | Start | NewCode | StopAfterHand | GiveSeat | SetPace
    | KickGuest | MuteGuest | Forgive | ShowStep
)  # fmt: skip
# only who has a seat these,
FromSeat: TypeAlias = Play | PassTurn | Commit | Contribute | Ready | Back | Cover | FromOwner
# and everybody the others.
FromClient: TypeAlias = Ping | Pong | Bye | Join | Watch | Sync | GoOn | Rename | Say | React | FromSeat

FromHost: TypeAlias = (
    Ping | Pong | Bye | Seated | Watching | LogFollows | Batch | Fork | Refused | HandKey | Clock | Nudge | TableCode
    | Paused | Audience | Terms | RolledBack | Kicked | SeenMore | Reacted | PastLog | StepShown
)  # fmt: skip

Logged: TypeAlias = (
    LobbyOpened | SeatChanged | OptionsChanged | ChatSaid | GameStarted | DealOpened | DealCommitted | DealContributed
    | DealAborted | HandDealt | CardsPlayed | Passed | RoundEnded | HandEnded | GameEnded | TableStopped
)  # fmt: skip
