"""A page's session that is told all that a native one is told, with the same random bytes: it must do the very same.

Same bytes on every link, same news, same stages and times, the same to show. What a page has no use for is left out: it
looks for no table elsewhere, is never the owner's, and never gives up by itself.
"""

from collections.abc import Callable, Iterable
from enum import Enum
from functools import wraps
from typing import Any, ClassVar

from msgspec import Struct

from clients.interfaces import Converse, Link, Listener, Outside, Store
from clients.model import (
    AnyTold,
    HandResult,
    NeverShown,
    ReactionCalled,
    ReplayTold,
    Seen,
    TermsChanged,
    Told,
    facts_of,
    fold,
    legal_plays,
    middle_of,
    new_in,
)
from clients.news import Logged, News, ReplayShown
from clients.session import JoinRequest, Session
from odin_net.game.cards import cards_in
from odin_net.game.state import State
from odin_net.lan.endpoint import Address
from protocol import messages, pake
from protocol.codec import encode_event
from tests.clients.web.engines import Engine
from tests.helpers.memory import MemoryStore

# Told to owners only, or only where a table can be found at another place.
NOT_FOR_PAGES = ("TableCode", "Audience", "Kicked", "SeenMore", "DiskIsSlow", "Moved")
FOR_PAGES = (Told, TermsChanged, NeverShown, ReactionCalled, ReplayTold)
PAGE_METHODS = {"pass_turn": "passTurn", "go_on": "goOn", "connect_failed": "connectFailed"}


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def as_js(value: Any) -> Any:
    """A value as the page has it."""
    match value:
        case Enum():
            return value.value
        case Struct():
            fields = {camel(name): as_js(getattr(value, name)) for name in value.__struct_fields__}
            return {"kind": type(value).__name__, **fields}
        case tuple() if hasattr(value, "_fields"):
            return {camel(name): as_js(item) for name, item in zip(value._fields, value, strict=True)}
        case list() | tuple():
            return [as_js(item) for item in value]
        case _:
            return value


def news_as_js(news: News) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": type(news).__name__, **as_js(news)}
    if isinstance(news, Logged):
        told["event"] = encode_event(news.event)
    if isinstance(news, ReplayShown):
        told["events"] = told.pop("record") != ""
    told.pop("owner", None)
    return told


def shown(seen: Seen) -> dict[str, Any]:
    """What a page must show where a screen shows this."""
    view = seen.view
    board = seen.board
    fields = {
        camel(name): as_js(getattr(seen, name))
        for name in (
            "seat", "games_left", "acts", "chat_count", "verdict", "alarm", "digest", "paused", "turn_began",
            "caught_up", "was_in", "watching", "name_refused", "nudged", "cover_at", "my_turn", "me", "seats_from_me",
            "next_seat", "passes_left", "is_cut_off", "others_here", "is_in", "awaited", "for_rematch",
        )
    }  # fmt: skip
    told = [one for one in seen.told if isinstance(one, FOR_PAGES)]
    return fields | {
        "newCard": seen.new,
        "known": {"game": seen.known[0] or None, "seq": seen.known[1]},
        "rollback": None if seen.rollback is None else news_as_js(seen.rollback),
        "terms": terms_as_js(seen.terms),
        "knownTerms": terms_as_js(seen.known_terms),
        "clock": None if seen.clock is None else {"seat": seen.clock[0], "at": seen.clock[1]},
        "link": news_as_js(seen.link),
        "ended": None if seen.ended is None else news_as_js(seen.ended),
        "amReady": seen.i_am_ready,
        "hand": [] if view is None else list(cards_in(view.hand)),
        "counts": [] if board is None else list(board.counts),
        "totals": [] if board is None else list(board.game.totals),
        "state": state_as_js(seen.state),
        "told": [told_as_js(one) for one in told[-3:]],
        "seats": [[getattr(one, "seat", None), getattr(one, "history", False)] for one in told],
        "latest": [told_as_js(one) for one in seen.latest if isinstance(one, FOR_PAGES)],
        "chat": [encode_event(line) for line in seen.chat],
        "result": seen.result and result_as_js(seen.result),
        "over": seen.over
        and {
            "seat": seen.over.seat,
            "stopped": seen.over.stopped,
            "state": state_as_js(seen.over.state),
            "awards": as_js(seen.over.awards),
        },
        "replay": seen.replay and {"events": seen.replay.record != "", "step": seen.replay.step},
        "middle": None if board is None else list(middle_of(board)),
        "plays": None if view is None else len(legal_plays(view)),
        "newIn": None if view is None else new_in(seen, view.hand),
    }  # fmt: skip


def result_as_js(result: HandResult) -> dict[str, Any]:
    """Without the time: a page's beats begin when it shows them."""
    fields = {**as_js(result), "state": state_as_js(result.state)}
    del fields["at"]
    return fields


def terms_as_js(terms: messages.Terms | None) -> Any:
    return None if terms is None else {name: value for name, value in as_js(terms).items() if name != "kind"}


def told_as_js(told: AnyTold) -> dict[str, Any]:
    match told:
        case TermsChanged(before, now):
            return {"kind": "TermsChanged", "before": terms_as_js(before), "now": terms_as_js(now)}
        case ReactionCalled():
            return {"kind": "Reacted", **as_js(told)}
        case ReplayTold(is_shown):
            return {"kind": "ReplayTold", "isShown": is_shown}
        case NeverShown(verdict):
            return {"kind": "NeverShown", "verdict": as_js(verdict)}
        case Told(event, before, after, seat, history):
            return {
                "kind": "Told", "event": encode_event(event), "before": brief(before), "after": brief(after),
                "seat": seat, "history": history,
            }  # fmt: skip
        case _:
            raise AssertionError("a page is not told this")


def brief(state: State | None) -> list[Any] | None:
    if state is None:
        return None
    board = state.board
    return [board.phase.value, board.action, board.turn, board.game.hand, len(board.game.seats)]


def state_as_js(state: State | None) -> dict[str, Any] | None:
    if state is None:
        return None
    board, game = state.board, as_js(state.board.game)
    del game["dealt"]
    fields = ("phase", "action", "turn", "value", "owner", "passes")
    hands = [None if hand is None else list(cards_in(hand)) for hand in state.hands]
    return {name: as_js(getattr(board, name)) for name in fields} | {"hands": hands, "game": game}


class Inside(Enum):
    """Who has called whom."""

    SESSION = "the session"
    LISTENER = "its listener"


class _Watched:
    """The outside of a session, its links and its listener, with all that goes in or out written down."""

    def __init__(self, session: "ShadowedSession", outside: Outside, listener: Listener) -> None:
        self._session, self._outside, self._listener = session, outside, listener
        self.random: list[bytes] = []
        self.news: list[News] = []
        self.sent = b""
        self.dials = self.jobs = 0
        self.seen = Seen()

    def now(self) -> float:
        return self._outside.now()

    def random_bytes(self, count: int) -> bytes:
        self.random.append(self._outside.random_bytes(count))
        return self.random[-1]

    def connect(self, place: Address) -> None:
        self.dials += 1
        self._outside.connect(place)

    def look_for(self, table: bytes) -> None:
        self._outside.look_for(table)

    def run(self, job: pake.Job) -> None:
        self.jobs += 1
        self._outside.run(job)

    def heard(self, news: News) -> None:
        self.seen = fold(self.seen, news, facts_of(self._session, news, self.now()))
        if type(news).__name__ not in NOT_FOR_PAGES:
            self.news.append(news)
        self._session.within(Inside.LISTENER, self._listener.heard, news)


class _WatchedLink:
    def __init__(self, link: Link, watched: _Watched) -> None:
        self._link, self._watched = link, watched

    def write(self, data: bytes) -> None:
        self._watched.sent += data
        self._link.write(data)

    def close(self) -> None:
        self._link.close()


def shadowed(method: Any) -> Any:
    """Let the page do the same, and compare; what a listener says meanwhile, its listener says at the same moment."""

    @wraps(method)
    def both(self: "ShadowedSession", *values: Any, **named: Any) -> Any:
        if self.inside and self.inside[-1] is Inside.SESSION:
            return method(self, *values, **named)  # It talks to itself.
        said = () if method.__name__ == "connected" else (*values, *named.values())
        call = [PAGE_METHODS.get(method.__name__, method.__name__), *map(as_js, said)]
        if self.inside:
            self.nested.append([len(self.watched.news), *call])
            return self.within(Inside.SESSION, method, self, *values, **named)
        self.watched.random, self.watched.news, self.nested = [], [], []
        answer = self.within(Inside.SESSION, method, self, *values, **named)
        self.compare(call)
        return answer

    return both


class ShadowedSession(Session):
    """A native session, and a page's beside it."""

    engine: ClassVar[Engine]

    def __init__(
        self, join_request: JoinRequest, outside: Outside, store: Store, listener: Listener, converse: Converse,
        place: Address,
    ) -> None:  # fmt: skip
        self.watched = _Watched(self, outside, listener)
        self.inside: list[Inside] = []
        self.nested: list[list[Any]] = []
        self._page_sent = b""
        self._page_dials = self._looks = 0
        assert isinstance(store, MemoryStore)
        self._memory = store
        wanted = {"name": join_request.name, "code": join_request.code, "watches": join_request.watch}
        self._page = self.engine.call("openPage", wanted, as_js(store.stored))
        super().__init__(join_request, self.watched, store, self.watched, converse, place)

    def within(self, inside: Inside, call: Callable[..., Any], *values: Any, **named: Any) -> Any:
        self.inside.append(inside)
        try:
            return call(*values, **named)
        finally:
            self.inside.pop()

    def compare(self, call: Iterable[Any]) -> None:
        """Let the page do this, and see that all is the same."""
        watched = self.watched
        looks = self._is_worth_a_look()
        values = {"now": watched.now(), "random": watched.random, "nested": self.nested, "looks": looks}
        done = self.engine.call("pageCall", self._page, values, *call)
        assert "error" not in done, done
        self._page_sent += b"".join(done["sent"])
        self._page_dials += done["dials"]
        assert done["news"] == [news_as_js(news) for news in watched.news]
        assert done["left"] == 0, "it draws less"
        assert self._page_dials == watched.dials
        assert self._page_sent.startswith(watched.sent)
        assert watched.jobs > 0 or self._page_sent == watched.sent
        self._compare_session(done["session"])
        if looks:
            for name, value in shown(watched.seen).items():
                assert done["shown"][name] == value, name

    def _is_worth_a_look(self) -> bool:
        """A look takes its time: after much was alike, only some of what comes is looked at."""
        self._looks += 1
        return self._looks < 150 or self._looks % 16 == 0

    def _compare_session(self, session: dict[str, Any]) -> None:
        assert session == {
            "stage": self.stage.value,
            "wakeAt": self.wake_at,
            "seat": self.seat,
            "caughtUp": self.caught_up,
            "isAsked": self.is_asked,
            "isMyTurn": self.is_my_turn,
            "name": self.name,
            "stored": as_js(self._memory.stored),
        }

    def connected(self, link: Link) -> None:
        """On each link they begin anew."""
        self.watched.sent, self._page_sent, self.watched.jobs = b"", b"", 0
        self.linked(_WatchedLink(link, self.watched))

    def pake_done(self, result: pake.Exchanged) -> None:
        """The page has done it already."""
        self.watched.jobs -= 1
        self.within(Inside.SESSION, super().pake_done, result)

    start = shadowed(Session.start)
    go_on = shadowed(Session.go_on)
    play = shadowed(Session.play)
    pass_turn = shadowed(Session.pass_turn)
    ready = shadowed(Session.ready)
    rename = shadowed(Session.rename)
    send = shadowed(Session.send)
    leave = shadowed(Session.leave)
    linked = shadowed(Session.connected)
    connect_failed = shadowed(Session.connect_failed)
    received = shadowed(Session.received)
    lost = shadowed(Session.lost)
    tick = shadowed(Session.tick)
