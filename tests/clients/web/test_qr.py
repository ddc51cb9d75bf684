"""The page's QR code against the library that draws the host's."""

import json
from random import Random

import pytest
import segno

from clients.web.bundle import bundle
from clients.web.sources import modules

# A text that fills a code leaves no room for padding, in which the library differs from the standard.
FULL = (17, 32, 53, 78, 106, 134)


@pytest.mark.parametrize("length", FULL)
def test_each_version_is_drawn_as_by_the_library_with_every_mask(length: str) -> None:
    mini_racer = pytest.importorskip("py_mini_racer")
    context = mini_racer.MiniRacer()
    context.eval(bundle(modules(), "page/qr.js"))
    rng = Random(length)
    for mask in range(8):
        text = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz0123456789:/.#-", k=int(length)))
        rows = json.loads(context.eval(f"JSON.stringify(Odin.qrRows({json.dumps(text)}, {mask}))"))
        right = segno.make_qr(text, error="L", mask=mask, boost_error=False, mode="byte")
        assert rows == [[bool(module) for module in row] for row in right.matrix]
