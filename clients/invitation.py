"""How people come to a table: for each of its addresses a line for each door. Pure.

The host's screen, its lines and `odin invite` say the same, because all of them ask here. The code is no part of an
invitation, since a table may draw another one; whoever shows it has it from the table.
"""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from clients.language import Language
from clients.language.voice import mark
from odin_net.lan.endpoint import PORT, format_address

IpAddress: TypeAlias = IPv4Address | IPv6Address

# Who comes by which door, in the order in which they are told.
PHONE = mark("Phone or browser: {line}")
LAPTOP_WITHOUT_ODIN = mark("Laptop without Odin: {line}")
LAPTOP_WITH_ODIN = mark("Laptop with Odin: {line}")


class Ways(NamedTuple):
    """What is typed, or opened, to come to one address; nothing by a door that is closed."""

    page: str
    """For a browser, as it is typed by hand: the page asks for the code."""
    link: str
    """The same with the code in it, to be scanned or clicked."""
    ssh: str
    odin: str


class Invitation(Struct, frozen=True):
    """Where a table can be joined, and by which doors."""

    addresses: tuple[IpAddress, ...]
    """The best first."""
    port: int = PORT
    web: bool = True
    ssh: bool = True
    fingerprint: str | None = None
    """Of the key that an ssh client is shown at the first time; None while it is not known."""

    @property
    def is_for_this_computer(self) -> bool:
        """Whether nobody else reaches the table."""
        return all(address.is_loopback for address in self.addresses)


def invitation_to(
    addresses: Iterable[IpAddress], port: int, *, web: bool, ssh: bool, fingerprint: str | None = None
) -> Invitation:
    """An invitation to a table that listens at these addresses, of which the better ones come first."""
    return Invitation(usable(addresses), port, web, ssh, fingerprint)


def usable(addresses: Iterable[IpAddress]) -> tuple[IpAddress, ...]:
    """The addresses that others can type, those of home networks first; this computer's own if there is no other."""
    # Link-local IPv6 needs the name of an interface, which is another one on each computer.
    typed = [one for one in dict.fromkeys(addresses) if not (one.version == 6 and one.is_link_local)]
    others = [one for one in typed if not one.is_loopback]
    return tuple(sorted(others or typed, key=_rank))


def _rank(address: IpAddress) -> int:
    if address.version == 6:
        return 2
    return 0 if address.is_private and not address.is_link_local else 1


def ways(invitation: Invitation, code: str) -> list[Ways]:
    """The ways to a table with this code (none: it is open), for each address."""
    return [_ways_to(invitation, address, code) for address in invitation.addresses]


def _ways_to(invitation: Invitation, address: IpAddress, code: str) -> Ways:
    port, page = invitation.port, f"http://{format_address(str(address), invitation.port)}"
    return Ways(
        page if invitation.web else "",
        (f"{page}/#{code}" if code else f"{page}/") if invitation.web else "",
        f"ssh -p {port} odin@{address}" if invitation.ssh else "",
        f"odin join {_dialled(address, port)}",
    )


def _dialled(address: IpAddress, port: int) -> str:
    if port == PORT:
        return str(address)
    place = format_address(str(address), port)
    # Some shells look for files where they see brackets.
    return f'"{place}"' if address.version == 6 else place


def way_lines(language: Language, to: Ways, *, is_typed: bool) -> list[str]:
    """A line for each open door: phone, ssh, Odin. `is_typed`: by hand, so the code is not part of the address."""
    said = {PHONE: to.page if is_typed else to.link, LAPTOP_WITHOUT_ODIN: to.ssh, LAPTOP_WITH_ODIN: to.odin}
    return [language(sentence, line=line) for sentence, line in said.items() if line]


def invitation_lines(language: Language, invitation: Invitation, code: str) -> list[str]:
    """All of an invitation in lines, to be read or pasted into a chat."""
    lines: list[str] = []
    for number, to in enumerate(ways(invitation, code)):
        lines += [language("If nothing answers there:")] if number else []
        lines += way_lines(language, to, is_typed=False)
    return [*lines, way_in(language, code), *notes(language, invitation)]


def way_in(language: Language, code: str) -> str:
    """What lets people in."""
    if code:
        return language("The code: {code}", code=code)
    return language("This table has no code: anybody on this network may sit down.")


def notes(language: Language, invitation: Invitation) -> list[str]:
    """What else people may have to know."""
    return [*key_note(language, invitation), reach_note(language, invitation)]


def key_note(language: Language, invitation: Invitation) -> list[str]:
    """By which key ssh knows this computer; nothing where that is not known or not needed."""
    if not invitation.ssh or invitation.fingerprint is None:
        return []
    return [language("The first time, ssh asks whether this key is right: {key}", key=invitation.fingerprint)]


def reach_note(language: Language, invitation: Invitation) -> str:
    """From where the table is reached."""
    if invitation.is_for_this_computer:
        return language("No other computer can reach this table.")
    return language("Everybody has to be in the same Wi-Fi or network.")
