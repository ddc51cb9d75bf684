"""QR codes as text, read back by a real decoder."""

import subprocess
import sys

import pytest

from clients.qr_code import BORDER, LEAST_BORDER, qr_code
from protocol.words import WORDS
from tests.helpers import LONG
from tests.helpers.qr_codes import read_lines

LONGEST = "-".join(sorted(WORDS, key=len)[-3:])
LINKS = [
    "http://10.0.0.5:9054/",
    "http://192.168.1.20:9054/#raven-oak-fjord",
    f"http://192.168.100.200:59054/#{LONGEST}",
    f"http://[2001:db8:1234:5678:abcd:ef01:2345:6789]:59054/#{LONGEST}",
]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("border", [BORDER, LEAST_BORDER])
def test_a_code_says_its_link(link: str, border: int) -> None:
    code = qr_code(link)
    light = code.light_on_dark(border)
    assert read_lines(light) == [link]
    assert [len(line) for line in light] == [code.width(border)] * code.height(border)
    dark = code.dark_on_light(border)
    assert read_lines(dark) == [], "without colours it is the other way round on a dark terminal"
    assert read_lines(dark, inverted=True) == [link]


@pytest.mark.parametrize("link", LINKS)
def test_a_code_fits_a_usual_window_beside_some_text(link: str) -> None:
    assert qr_code(link).width() <= 80 - 36
    assert qr_code(link).height() <= 24 - 3


def test_nobody_waits_for_codes_who_looks_at_none() -> None:
    look = "import sys, clients.terminal.screens.index, clients.plain.answers; print('segno' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=LONG, check=True)
    assert said.stdout == "False\n"
