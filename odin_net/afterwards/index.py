"""The index of the history: what was read of each record, so that it is read once. Only a cache: it can be deleted."""

import msgspec
from msgspec import Struct

from odin_net.afterwards.history import Damage, PastGame

# Another number makes older indexes worthless: whenever the history keeps something else of a game.
FORM = 1
# Room for some hundred thousand games; what is larger is none of ours.
MAX_INDEX_BYTES = 128 * 1024 * 1024


class Damaged(Struct, array_like=True, frozen=True, gc=False, tag="damaged"):
    damage: Damage
    line: int


class Kept(Struct, array_like=True, frozen=True, gc=False, tag="kept"):
    game: PastGame


class Entry(Struct, array_like=True, frozen=True, gc=False):
    """What was read of a file, which has not changed as long as its size and its time are these."""

    size: int
    changed: int
    """When, in nanoseconds."""
    found: Kept | Damaged


class _Index(Struct, array_like=True, frozen=True):
    form: int
    entries: dict[bytes, Entry]


_DECODER = msgspec.msgpack.Decoder(_Index)


def pack_index(entries: dict[bytes, Entry]) -> bytes:
    """The index as bytes, by the names of the files."""
    return msgspec.msgpack.encode(_Index(FORM, entries))


def unpack_index(data: bytes) -> dict[bytes, Entry]:
    """What `pack_index` has packed; of anything else nothing."""
    try:
        index = _DECODER.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, ValueError):
        return {}
    return index.entries if index.form == FORM else {}
