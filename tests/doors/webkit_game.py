"""One game in WebKit, the engine of iPhones, against two bots at a real host: `python -m tests.doors.webkit_game`.

It needs Debian's packages webkit2gtk-driver and xvfb, and is not among the tests: these are 300 MB.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.host import CODE, hosted
from tests.helpers.phones import GAME_IS_OVER, HAND_IS_OVER, play, say_ready, sit_down
from tests.helpers.webkit import WebKitPage, webkit_page

FLAGS = ("--seats", "3", "--bots", "2", "--level", "easy", "--pace", "0", "--points", "5", "--games", "1")


def play_game(page: WebKitPage, address: str) -> None:
    """From the link to who has won."""
    page.go(f"http://{address}/#{CODE}")
    sit_down(page, "Ann")
    say_ready(page)
    play(page, HAND_IS_OVER)
    verdict = page.text(".checked")
    assert "Checked on this phone" in verdict, verdict
    play(page, GAME_IS_OVER)
    print(page.run("navigator.userAgent"), page.text("h1"), sep="\n")


async def main() -> None:
    """Play it; what goes wrong is said by how it ends."""
    with TemporaryDirectory(prefix="odin-webkit-") as folder, webkit_page() as page:
        async with hosted(Path(folder), *FLAGS) as host:
            await asyncio.to_thread(play_game, page, host.address)
            assert await host.wait() == 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
