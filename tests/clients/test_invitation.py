"""How people come to a table: which addresses are told, and what is typed at each."""

from ipaddress import ip_address

import pytest

from clients.invitation import Invitation, Ways, invitation_lines, invitation_to, usable, way_lines, ways
from clients.language import LANGUAGES, Language
from odin_net.lan.endpoint import PORT, parse_address

CODE = "raven-oak-fjord"
KEY = "SHA256:o31kk8fo7r3XOuV3FtH1WBY0CQ6krQqgZwvaRs7vapI"
EN = Language("en")


def to(*addresses: str, port: int = PORT, web: bool = True, ssh: bool = True, key: str | None = None) -> Invitation:
    return invitation_to(map(ip_address, addresses), port, web=web, ssh=ssh, fingerprint=key)


def told(*addresses: str) -> list[str]:
    return [str(address) for address in usable(map(ip_address, addresses))]


def test_addresses_of_home_networks_come_first_and_otherwise_their_order_stays() -> None:
    given = ("2001:db8::20", "100.64.3.4", "169.254.3.4", "192.168.1.20", "10.8.0.3")
    assert told(*given) == ["192.168.1.20", "10.8.0.3", "100.64.3.4", "169.254.3.4", "2001:db8::20"]


def test_loopback_is_told_only_where_there_is_nothing_else() -> None:
    assert told("127.0.0.1", "192.168.1.20", "::1") == ["192.168.1.20"]
    assert told("127.0.0.1", "::1") == ["127.0.0.1", "::1"]
    assert to("127.0.0.1").is_for_this_computer
    assert not to("127.0.0.1", "192.168.1.20").is_for_this_computer


def test_what_others_cannot_type_and_what_was_told_already_is_left_out() -> None:
    assert told("fe80::1", "10.0.0.5", "10.0.0.5") == ["10.0.0.5"]


def test_every_door_has_its_line_at_every_address() -> None:
    assert ways(to("192.168.1.20", "2001:db8::20"), CODE) == [
        Ways(
            "http://192.168.1.20:9054",
            "http://192.168.1.20:9054/#raven-oak-fjord",
            "ssh -p 9054 odin@192.168.1.20",
            "odin join 192.168.1.20",
        ),
        Ways(
            "http://[2001:db8::20]:9054",
            "http://[2001:db8::20]:9054/#raven-oak-fjord",
            "ssh -p 9054 odin@2001:db8::20",
            "odin join 2001:db8::20",
        ),
    ]


def test_another_port_is_named_in_every_line() -> None:
    four, six = ways(to("10.0.0.5", "2001:db8::20", port=9060), CODE)
    assert four == Ways(
        "http://10.0.0.5:9060", "http://10.0.0.5:9060/#raven-oak-fjord", "ssh -p 9060 odin@10.0.0.5",
        "odin join 10.0.0.5:9060",
    )  # fmt: skip
    assert six.odin == 'odin join "[2001:db8::20]:9060"', "some shells look for files where they see brackets"


@pytest.mark.parametrize("port", [PORT, 9060])
@pytest.mark.parametrize("address", ["192.168.1.20", "2001:db8::20"])
def test_our_own_client_understands_what_it_is_told_to_dial(address: str, port: int) -> None:
    (way,) = ways(to(address, port=port), CODE)
    assert parse_address(way.odin.removeprefix("odin join ").strip('"')) == (address, port)


def test_the_link_to_an_open_table_has_no_fragment() -> None:
    (way,) = ways(to("192.168.1.20"), "")
    assert way.link == "http://192.168.1.20:9054/"
    assert "anybody on this network may sit down" in "\n".join(invitation_lines(EN, to("192.168.1.20"), ""))


def test_a_closed_door_has_no_line() -> None:
    closed = to("192.168.1.20", web=False, ssh=False, key=KEY)
    (way,) = ways(closed, CODE)
    assert way == Ways("", "", "", "odin join 192.168.1.20")
    text = "\n".join(invitation_lines(EN, closed, CODE))
    assert not any(word in text for word in ("http", "ssh", "SHA256"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_invitation_says_all_of_it_in_every_language(code: str) -> None:
    invitation = to("192.168.1.20", "10.8.0.3", key=KEY)
    lines = invitation_lines(Language(code), invitation, CODE)
    text = "\n".join(lines)
    for way in ways(invitation, CODE):
        assert all(text.count(line) == 1 for line in (way.link, way.ssh, way.odin)), text
    assert KEY in text
    assert any(CODE in line and "http" not in line for line in lines)


def test_what_is_typed_by_hand_has_no_code_in_it() -> None:
    (way,) = ways(to("192.168.1.20"), CODE)
    assert not any(CODE in line for line in way_lines(EN, way, is_typed=True))
    assert [CODE in line for line in way_lines(EN, way, is_typed=False)] == [True, False, False]


def test_who_invites_from_a_computer_without_a_network_is_told_so() -> None:
    assert "No other computer can reach this table." in invitation_lines(EN, to("127.0.0.1"), CODE)
