"""What can go wrong on the wire, and whose fault it is. The blame is the type."""

from enum import IntEnum


class Close(IntEnum):
    """Why a connection ends. SPEC 8: the number is all that is ever said about it."""

    DONE = 0
    """All is said."""
    AWAY = 1
    """I go; my seat waits for me."""
    LEFT = 2
    """I leave my seat for good."""
    TABLE_CLOSED = 3
    REPLACED = 4
    """A newer connection has this seat now. Do not come back by yourself."""
    KICKED = 5
    TOO_SLOW = 6
    SILENT = 7
    MALFORMED = 8
    """What you sent is not this protocol."""
    FORKED = 9
    """Our logs differ; a person has to look."""
    GAME_OVER = 10
    """The table has played all its games."""
    GIVEN = 11
    """While you were away your seat was given to another."""


class Hint(IntEnum):
    """Why the host refuses somebody who has not proved anything yet. In the clear, hence never more than a hint."""

    BUSY = 0
    VERSION = 1
    FULL = 2
    UNKNOWN_TABLE = 3
    UNKNOWN_SEAT = 4
    WRONG_PROOF = 5
    NEW_CODE_NEEDED = 6
    MALFORMED = 7
    TABLE_CLOSED = 8
    SHUT_OUT = 9
    """Too many wrong codes came from this address: it has to wait."""
    KICKED = 10
    """Of an open table: somebody at this address was kicked."""


class ProtocolError(Exception):
    """Anything that breaks the protocol."""


class LocalProtocolError(ProtocolError):
    """We have used the protocol wrongly: a defect of this program."""


class RemoteProtocolError(ProtocolError):
    """The other side has sent what it must not. Nothing of it is quoted."""
