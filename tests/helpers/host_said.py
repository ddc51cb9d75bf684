"""What a host says beside the log, in few words: what a test does not name is as usual."""

from msgspec.structs import replace

from odin_net.game.options import MAX_PLAYERS
from protocol.messages import USUAL_TERMS, CodeNews, OnlookerPart, TableCode, Terms


def onlooker(name: str, waits: bool = False, muted: bool = False) -> OnlookerPart:
    return OnlookerPart(name, waits, muted)


def table_code(words: str, news: CodeNews = CodeNews.SHOWN) -> TableCode:
    return TableCode(words, news)


def terms(
    people: int = 0,
    *,
    bots: int = 1000,
    stop_after: bool = False,
    muted: tuple[int, ...] = (),
    seats: int = MAX_PLAYERS,
) -> Terms:
    return replace(USUAL_TERMS, people=people, bots=bots, stop_after=stop_after, muted=muted, seats=seats)
