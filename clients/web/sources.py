"""The modules of the page: those of this folder, and those that are made from what Python knows already."""

import json
import string
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from clients.web.catalogue import catalogue_module, in_language
from protocol.words import WORDS

FOLDER = Path(__file__).parent
# The order in which the modules become shortest when they are compressed, found by trying: those that are alike stand
# together. One that is missing here stands where it is needed first.
ORDER = tuple(
    """
    protocol/words.js page/motion.js page/dom.js page/awake.js game/refusals.js protocol/errors.js
    protocol/wide.js page/drawings.js page/sound.js crypto/bytes.js protocol/codes.js protocol/frames.js
    crypto/sha256.js crypto/hmac.js crypto/chacha20poly1305.js crypto/scrypt.js protocol/utf8.js catalogue.js
    page/qr.js crypto/ed25519.js protocol/hashing.js crypto/hkdf.js protocol/msgpack.js protocol/spoken.js
    language.js crypto/spake2.js game/cards.js game/options.js protocol/texts.js protocol/messages.js
    protocol/handshake.js client/store.js protocol/channel.js protocol/log.js client/news.js client/reconnect.js
    game/sets.js game/awards.js game/state.js game/rules.js protocol/fair_deal.js protocol/sealing.js
    protocol/connection.js protocol/audit.js client/follower.js client/session.js client/model.js
    client/steps.js page/selection.js page/sentences/names.js page/sentences/options.js page/sentences/seats.js
    page/sentences/reactions.js page/sentences/refusals.js page/sentences/verdicts.js page/state.js
    page/sentences/rules.js page/sentences/events.js page/sentences/told.js page/sentences/awards.js
    page/parts.js page/trouble.js page/dialogs/leave.js page/dialogs/rules.js page/hand_end.js page/waiting.js
    page/live_line.js page/reactions.js page/game_end.js page/dialogs/others.js page/table.js page/replay.js
    page/dialogs/menu.js page/dialogs/chat.js page/dialogs/log.js page/keys.js page/dialogs/settings.js
    page/lobby.js page/sit_down.js page/speech.js page/dialogs/index.js page/settings.js page/page.js
    client/link.js client/words_worker.js client/tabs.js client/words.js client/client.js page/start.js
    page/watch.js
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
# No character before these takes two columns, and none behind them.
WIDE = range(0x1100, 0x40000)


def modules(code: str = "en") -> dict[str, str]:
    """All modules by their paths below this folder, to speak this language."""
    written = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.js")}
    said = {path: in_language(code, source) for path, source in written.items()}
    return said | made() | {"catalogue.js": catalogue_module(code)}


# Each range is written as its distance from the one before, which takes a third of the room.
_WIDE_MODULE = """
let last = 0;
export const WIDE = Object.freeze("{steps}".split(" ").map((step) => (last += parseInt(step, 36))));
"""


@cache
def made() -> dict[str, str]:
    """The modules that are written here, so that no list stands in two languages."""
    return {
        "protocol/words.js": f"export const WORDS = Object.freeze({json.dumps(' '.join(WORDS))}.split(' '));\n",
        "protocol/wide.js": _WIDE_MODULE.format(steps=" ".join(_steps(wide_ranges()))),
    }


def _steps(numbers: list[int]) -> Iterator[str]:
    """From each number to the next one, in digits and letters."""
    for before, number in pairwise([0, *numbers]):
        yield _in_base_36(number - before)


def _in_base_36(number: int) -> str:
    digits = string.digits + string.ascii_lowercase
    return (_in_base_36(number // 36) if number >= 36 else "") + digits[number % 36]


def wide_ranges() -> list[int]:
    """The characters that take two columns, as the first and the last of each range, one after the other.

    Those that are not assigned are never shown, and Python does not know how wide they are.
    """
    found: list[int] = []
    for code in WIDE:
        character = chr(code)
        if unicodedata.east_asian_width(character) in "WF" and unicodedata.category(character) != "Cn":
            if found and found[-1] == code - 1:
                found[-1] = code
            else:
                found += code, code
    return found
