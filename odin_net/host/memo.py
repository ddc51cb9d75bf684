"""What a table remembers beside its log: all that is private and must outlive the host's process.

A memo is always whole: the newest one in the journal counts. It is small, and it changes seldom.
"""

import msgspec
from msgspec import Struct, field

from odin_net.levels import USUAL
from protocol.errors import RemoteProtocolError

VERSION = 2


class SeatSecrets(Struct, array_like=True, forbid_unknown_fields=True):
    """The private side of a seat, in seat order; its public side is the occupant in the log."""

    key: bytes
    """The seat key: it seals the hands of this seat."""
    secret: bytes | None = None
    """With it its occupant comes back; a bot has none."""
    muted: bool = False
    stand_in: bool = False
    """A bot that sits here because a person left in the middle of a game."""
    took_over: int = 0
    """The hand in the middle of which its occupant got it; that hand is sealed for another key."""
    address: str = ""
    """Where its occupant came from last, as `far_source` writes it."""
    words: str = ""
    """With these three, typed in place of the code at another door, its occupant comes back. Few seats have some."""

    def __repr__(self) -> str:
        return "SeatSecrets(<secret>)"


class OnlookerMemo(Struct, array_like=True, forbid_unknown_fields=True):
    """Somebody who watches, for its own sake or until a seat is free."""

    name: str
    secret: bytes
    waits: bool
    """Whether they want a seat."""
    muted: bool = False
    address: str = ""
    """As seat secrets have it, and so the words."""
    words: str = ""

    def __repr__(self) -> str:
        return "OnlookerMemo(<secret>)"


class Kick(Struct, array_like=True, forbid_unknown_fields=True):
    """Somebody who was sent away."""

    name: str
    secret: bytes
    """It lets nobody in any more: who comes back with it is told that they were kicked."""
    address: str = ""
    """Nobody new comes in from there. Only at a table without a code: elsewhere a new code keeps them out."""

    def __repr__(self) -> str:
        return "Kick(<secret>)"


class Guesser(Struct, array_like=True, forbid_unknown_fields=True):
    """An address from which codes were tried."""

    address: str
    wrong: int = 0
    """How many were wrong since it was shut out last, those included that are being looked at."""
    shut_out: int = 0
    """How often it was shut out."""
    until: float = 0.0
    """Until when it is or was shut out; if it never was, when it tried last."""

    def __repr__(self) -> str:
        return f"Guesser({self.wrong}, {self.shut_out})"


class Memo(Struct, array_like=True, forbid_unknown_fields=True):
    """The memory of a table."""

    table: bytes
    code: str
    """The words that let people in; empty for a table that is open to all."""
    owner: bytes | None
    """The hosting player's resume secret; a headless table has no owner."""
    capacity: int
    """How many seats there can be."""
    watchers: int = 32
    """How many may watch."""
    headless: bool = False
    bots: int = 0
    """How many bots the table was opened with, and of which level."""
    level: str = USUAL
    limit: int = 0
    """How many games the table plays; 0: as many as people like."""
    played: int = 0
    """How many it has played to their end, or stopped."""
    recorded: int = 0
    """Of how many of them the record was written and announced."""
    bot_ms: int = 1000
    people_ms: int = 0
    guesses: int = 0
    """How many tries of this code were wrong, those included that are being looked at."""
    stop_after: bool = False
    """The game ends with this hand."""
    seat_secrets: list[SeatSecrets] = field(default_factory=list)
    audience: list[OnlookerMemo] = field(default_factory=list)
    """Who watches or waits for a seat, in order of arrival, connected or not."""
    kicked: list[Kick] = field(default_factory=list)
    """Who was kicked and not forgiven, the latest last."""
    deal_secret: bytes = b""
    """The host's own share of the deal under way, or of the hand that is played."""
    hand_keys: tuple[bytes, ...] = ()
    """What opens the entries of the hand that is played."""
    bind: str = ""
    port: int = 0
    version: int = VERSION
    given: list[bytes] = field(default_factory=list)
    """Secrets of people whose seats were given to others: who comes back with one is told so."""
    guessers: list[Guesser] = field(default_factory=list)
    codes_renewed: int = 0
    """How many new codes the table has made by itself lately, and when the last of them."""
    code_renewed_at: float = 0.0
    resumed: list[int] = field(default_factory=list)
    """How many events of this game's log were there whenever the host was started again: somebody may have seen more
    of it than the disk had kept."""
    codes: int = 0
    """How many codes the table had before that of now."""

    def __repr__(self) -> str:
        return "Memo(<secret>)"


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Memo).decode


def encode_memo(memo: Memo) -> bytes:
    """The memo as it stands in the journal."""
    return _encode(memo)


def decode_memo(raw: bytes) -> Memo:
    """The memo that was written so; RemoteProtocolError if it is none of ours."""
    try:
        memo = _decode(raw)
    except ValueError:
        raise RemoteProtocolError("not a memo of this version") from None
    if memo.version != VERSION:
        raise RemoteProtocolError("not a memo of this version")
    return memo
