"""Where a table listens."""

import socket

import pytest

from odin_net.host.server import listen


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this system has one protocol only")
def test_a_port_of_which_another_program_has_one_half_is_taken() -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            listen(None, port)


def test_a_table_on_all_interfaces_is_reached_by_the_older_protocol() -> None:
    with listen(None, 0) as listener, socket.create_connection(("127.0.0.1", listener.getsockname()[1])):
        pass


@pytest.mark.parametrize("bind", [None, "127.0.0.1"])
def test_no_other_program_gets_the_port_however_it_asks(bind: str | None) -> None:
    with listen(bind, 0) as listener, socket.socket() as other:
        # On Windows this takes a port away from whoever has not said that it is theirs alone.
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with pytest.raises(OSError):  # noqa: PT011  In use, or forbidden: systems name it differently.
            other.bind(("127.0.0.1", listener.getsockname()[1]))
