"""Where a table is: its usual port, and `ADDRESS:PORT` read and written in one place."""

import ipaddress
from typing import NamedTuple

from odin_net.errors import OdinError

PORT = 9054

MAX_PORT = 65535
MAX_HOST = 253
MAX_LABEL = 63


class Address(NamedTuple):
    """Where a table listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return format_address(self.host, self.port)


def format_address(host: str, port: int) -> str:
    """`ADDRESS:PORT`; an IPv6 address stands in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_address(text: str, default_port: int = PORT) -> tuple[str, int]:
    """The host and the port that `ADDRESS[:PORT]` means; OdinError if it cannot mean any."""
    text = text.strip()
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or not _is_ipv6(host) or (rest and not rest.startswith(":")):
            raise OdinError(
                "this is not an IPv6 address in brackets: write it as the host's screen shows it, such as {example}.",
                example="[fd00::20]:9054",
            )
        return host, _port(rest[1:]) if rest else default_port
    if _is_ipv6(text):
        return text, default_port
    host, colon, port = text.rpartition(":")
    if not colon:
        return _host(text), default_port
    return _host(host), _port(port)


def _port(text: str) -> int:
    # Not int() alone: it takes signs, spaces, underscores and the digits of all alphabets.
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_PORT)) and 1 <= int(text) <= MAX_PORT):
        raise OdinError("a port is a number from 1 to {most}: leave it out to try {usual}.", most=MAX_PORT, usual=PORT)
    return int(text)


def _host(text: str) -> str:
    if not _is_host_name(text):
        raise OdinError(
            "this is not an address: write it as the host's screen shows it, such as {example}.",
            example="192.168.1.20:9054",
        )
    return text


def _is_host_name(text: str) -> bool:
    labels = text.removesuffix(".").split(".")
    if len(text) > MAX_HOST or not all(map(_is_label, labels)):
        return False
    # No name ends in a number, so this is an IPv4 address, or a slip in one.
    return not _is_number(labels[-1]) or _is_ipv4(text)


def _is_label(text: str) -> bool:
    inner = text.replace("-", "").replace("_", "")
    return len(text) <= MAX_LABEL and inner.isalnum() and not text.startswith("-") and not text.endswith("-")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_ipv4(text: str) -> bool:
    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return True


def _is_ipv6(text: str) -> bool:
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return False
    # What follows a % is the name of an interface: it is shown, so it must not drive a terminal.
    return address.scope_id is None or address.scope_id.isprintable()
