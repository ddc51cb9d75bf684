"""`ADDRESS:PORT`, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_net.errors import OdinError
from odin_net.lan.endpoint import MAX_PORT, PORT, format_address, parse_address


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("192.168.1.20", ("192.168.1.20", PORT)),
        (" 192.168.1.20:9055 ", ("192.168.1.20", 9055)),
        ("ann-laptop.local", ("ann-laptop.local", PORT)),
        ("ann_laptop:1", ("ann_laptop", 1)),
        ("müller.local.", ("müller.local.", PORT)),
        ("::1", ("::1", PORT)),
        ("fd00::20", ("fd00::20", PORT)),
        ("[fd00::20]", ("fd00::20", PORT)),
        ("[fd00::20]:65535", ("fd00::20", 65535)),
        ("[fe80::20%eth0]:9054", ("fe80::20%eth0", 9054)),
    ],
)
def test_what_an_address_means(text: str, meant: tuple[str, int]) -> None:
    assert parse_address(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        ":9054",
        "host:",
        "host:0",
        "host:65536",
        "host:+9054",
        "host:9_054",
        "host:\uff19\uff10\uff15\uff14",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.2.3.04",
        "a..b",
        ".a",
        "-a",
        "a b",
        "a/b",
        "a@b",
        "[::1",
        "[::1]9054",
        "[1.2.3.4]:9054",
        "::1]:9054",
        "1::2::3",
        "fe80::1%\x1b[2J",
        "a" * 64,
        ".".join(["a"] * 200),
        "raven oak fjord",
    ],
)
def test_what_is_no_address_is_one_sentence_that_quotes_nothing(text: str) -> None:
    with pytest.raises(OdinError) as refused:
        parse_address(text)
    assert refused.value.code == 2
    assert str(refused.value).isprintable()


@given(st.text(max_size=300))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        host, port = parse_address(text)
    except OdinError:
        return
    assert parse_address(format_address(host, port)) == (host, port)
    assert host.isprintable()


@given(st.ip_addresses().map(str), st.integers(1, MAX_PORT))
def test_every_address_comes_back(host: str, port: int) -> None:
    assert parse_address(format_address(host, port)) == (host, port)
    assert parse_address(host) == (host, PORT)
