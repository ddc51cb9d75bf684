"""What a table tells the network about itself, written and read. Pure.

Whatever comes from the network may be hostile: a record that is not exactly as we write it is no table.
"""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from odin_net.game.options import MAX_PLAYERS, MIN_PLAYERS
from odin_net.game.text import clean_name
from odin_net.lan.addresses import Address, Interface
from odin_net.lan.endpoint import MAX_PORT
from protocol.messages import TABLE_ID, VERSION

MAX_NAME_BYTES = 200
MAX_VERSION = 999_999

Texts = Mapping[bytes, bytes | None]


class Announced(NamedTuple):
    """What the network is told about a table."""

    table: bytes
    name: str
    """The host's."""
    port: int
    players: int
    seats: int
    open: bool
    """Whether it lets people in without a code."""
    playing: bool = False
    """Whether a game is going on."""


class FoundTable(NamedTuple):
    """A table that says it is there."""

    name: str
    address: str
    port: int
    table: bytes
    players: int
    seats: int
    open: bool
    version: int = VERSION
    """The version of the wire that it speaks."""
    playing: bool = False


def texts_of(announced: Announced) -> dict[str, str]:
    """The texts of the record."""
    return {
        "v": str(VERSION),
        "table": announced.table.hex(),
        "name": announced.name,
        "players": str(announced.players),
        "seats": str(announced.seats),
        "open": "1" if announced.open else "0",
        "playing": "1" if announced.playing else "0",
    }


class Vantage(NamedTuple):
    """Where we look from: what decides whether an address can be a table's."""

    own: Sequence[Interface]
    on_loopback: bool = False
    """Whether only this computer is looked at."""

    def has(self, address: Address) -> bool:
        """Whether a table can be at this address. No record makes us call a stranger on the internet."""
        if address.is_loopback or self.on_loopback:
            return address.is_loopback and self.on_loopback
        if address.is_multicast or address.is_unspecified or address.is_reserved:
            return False
        return not address.is_global or any(interface.has_neighbour(address) for interface in self.own)


def parse_found(texts: Texts, addresses: Sequence[bytes], port: int | None, around: Vantage) -> FoundTable | None:
    """The table that a record tells of; None if it is not exactly as a table writes it."""
    try:
        table = bytes.fromhex(_text(texts, b"table", 2 * TABLE_ID))
        name = clean_name(_text(texts, b"name", MAX_NAME_BYTES))
        version = _number(texts, b"v", 0, MAX_VERSION)
        seats = _number(texts, b"seats", MIN_PLAYERS, MAX_PLAYERS)
        players = _number(texts, b"players", 0, seats)
        is_open = _number(texts, b"open", 0, 1) == 1
        is_playing = _number(texts, b"playing", 0, 1) == 1
        address = next(filter(around.has, map(ipaddress.ip_address, addresses)), None)
    except ValueError:
        return None
    if len(table) != TABLE_ID or address is None or port is None or not 1 <= port <= MAX_PORT:
        return None
    return FoundTable(name, str(address), port, table, players, seats, is_open, version, is_playing)


def _text(texts: Texts, key: bytes, most: int) -> str:
    value = texts.get(key)
    if value is None or len(value) > most:
        raise ValueError(key)
    return value.decode("utf-8")


def _number(texts: Texts, key: bytes, least: int, most: int) -> int:
    text = _text(texts, key, len(str(most)))
    # Not int() alone: it takes signs, spaces, underscores and the digits of all alphabets.
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ValueError(key)
    return int(text)
